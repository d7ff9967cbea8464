//! Every kernel has the same state after every number of steps, and visits the cells in the order of a plain recursive
//! backtracker.

mod invariants;

use crate::testkit::puzzles::PuzzleGenerator;

use super::{BacktrackSearch, CluesCollide, Stop, StopReason};
use crate::kernel::LoopKernel;
use crate::testkit::not_run;
use crate::{Engine, Kernel};

/// The kernels of the loop that this machine can run.
fn kernels() -> Vec<LoopKernel> {
    let kernel = |&kernel| LoopKernel::new(kernel).inspect_err(|error| not_run(&error.to_string())).ok();
    Kernel::of(Engine::Backtrack).iter().filter_map(kernel).collect()
}

fn box_order(cells: usize) -> usize {
    (2..=5).find(|order: &usize| order.pow(4) == cells).unwrap()
}

/// The row, column and box of a cell, as indices among all units.
fn units(cell: usize, cells: usize) -> [usize; 3] {
    let size = crate::Size::of_cells(cells);
    let [row, column, r#box] = size.row_column_box(cell);
    let side = size.side();
    [row, side + column, 2 * side + r#box]
}

/// The observable state of a search.
#[derive(Debug, PartialEq, Eq)]
struct ObservedState {
    position: usize,
    tried: Vec<u32>,
    free: Vec<u32>,
}

fn state(search: &BacktrackSearch) -> ObservedState {
    ObservedState {
        position: search.position(),
        tried: search.tried().collect(),
        free: search.free().to_vec(),
    }
}

fn search<const CELLS: usize>(digits: &[u8; CELLS], order: &[u16]) -> BacktrackSearch {
    let mut search = BacktrackSearch::new();
    search.set_up(digits, order).unwrap();
    search
}

fn open_cells(digits: &[u8]) -> Vec<u16> {
    (0..digits.len()).filter(|&cell| digits[cell] == 0).map(|cell| cell as u16).collect()
}

/// A puzzle with `open` open cells. If `wrong`, some clues are replaced by others that collide with none, so there may
/// be no solution.
fn puzzle<const CELLS: usize>(generator: &mut PuzzleGenerator, open: usize, wrong: bool) -> [u8; CELLS] {
    let mut digits = generator.full_grid();
    let cells = generator.permutation(CELLS);
    for &cell in &cells[..open] {
        digits[cell] = 0;
    }
    if wrong {
        for &cell in cells[open..].iter().take(8) {
            let held = digits[cell];
            digits[cell] = 1 + generator.below(box_order(CELLS).pow(2)) as u8;
            if BacktrackSearch::new().set_up_rows(&digits) == Err(CluesCollide) {
                digits[cell] = held;
            }
        }
    }
    digits
}

/// Every state of a plain recursive backtracker, up to a number of steps. A step ends when it moves to another cell.
struct PlainBacktracker<'a, const CELLS: usize> {
    order: &'a [u16],
    board: [u8; CELLS],
    states: Vec<ObservedState>,
    limit: usize,
}

impl<const CELLS: usize> PlainBacktracker<'_, CELLS> {
    fn states(digits: &[u8; CELLS], order: &[u16], limit: usize) -> Vec<ObservedState> {
        let mut plain = PlainBacktracker { order, board: *digits, states: vec![], limit };
        plain.note(0);
        plain.fill(0);
        plain.states
    }

    fn note(&mut self, position: usize) {
        let side = box_order(CELLS).pow(2);
        let bit = |digit: u8| (1u32 << digit) >> 1;
        let mut free = vec![(1 << side) - 1; 3 * side];
        for cell in 0..CELLS {
            for unit in units(cell, CELLS) {
                free[unit] &= !bit(self.board[cell]);
            }
        }
        let tried = self.order.iter().map(|&cell| bit(self.board[usize::from(cell)])).collect();
        self.states.push(ObservedState { position, tried, free });
    }

    fn done(&self) -> bool {
        self.states.len() > self.limit
    }

    fn fits(&self, cell: usize, digit: u8) -> bool {
        let of_cell = units(cell, CELLS);
        (0..CELLS).all(|other| {
            let of_other = units(other, CELLS);
            other == cell || self.board[other] != digit || (0..3).all(|kind| of_cell[kind] != of_other[kind])
        })
    }

    fn fill(&mut self, position: usize) {
        // A solution is another reason to step back; it takes no step.
        let Some(&cell) = self.order.get(position) else { return };
        for digit in 1..=box_order(CELLS).pow(2) as u8 {
            if self.done() {
                return;
            }
            if self.fits(cell.into(), digit) {
                self.board[usize::from(cell)] = digit;
                self.note(position + 1);
                self.fill(position + 1);
            }
        }
        if !self.done() {
            self.board[usize::from(cell)] = 0;
            self.note(position.wrapping_sub(1));
        }
    }
}

/// After every number of steps, in one run from the start and in single steps, each kernel agrees with the plain
/// backtracker.
fn assert_plain<const CELLS: usize>(digits: &[u8; CELLS], order: &[u16], limit: usize) {
    let expected = PlainBacktracker::states(digits, order, limit);
    for kernel in kernels() {
        let mut single = search(digits, order);
        for (steps, expected) in expected.iter().enumerate() {
            assert_eq!(&state(&single), expected, "{kernel:?}, single steps, {steps}");
            if steps < 300 {
                let mut whole = search(digits, order);
                let mut left = steps as u64;
                loop {
                    let stop = whole.run(kernel, left);
                    left -= stop.steps;
                    if stop.reason != StopReason::Solved || left == 0 {
                        break;
                    }
                }
                assert_eq!(left, 0);
                assert_eq!(&state(&whole), expected, "{kernel:?}, {steps} steps in one run");
            }
            let over = expected.position == usize::MAX || order.is_empty();
            assert_eq!(single.run(kernel, 1).steps, u64::from(!over));
        }
    }
}

/// All kernels take the same steps when a long search is split into runs of the given lengths.
fn assert_pieces<const CELLS: usize>(
    digits: &[u8; CELLS],
    order: &[u16],
    limit: u64,
    mut piece: impl FnMut() -> u64,
) {
    let [first, others @ ..] = &kernels()[..] else { unreachable!() };
    let mut reference = search(digits, order);
    let mut searches: Vec<_> = others.iter().map(|_| search(digits, order)).collect();
    // A search that changes its kernel at every run.
    let mut mixed = search(digits, order);
    let mut steps = 0;
    for turn in 0.. {
        let piece = piece().min(limit - steps);
        let stop = reference.run(*first, piece);
        let expected = (stop, state(&reference));
        for (search, &kernel) in searches.iter_mut().zip(others) {
            assert_eq!((search.run(kernel, piece), state(search)), expected, "{kernel:?}");
        }
        let kernel = kernels()[turn % kernels().len()];
        assert_eq!((mixed.run(kernel, piece), state(&mixed)), expected, "mixed, now {kernel:?}");
        steps += stop.steps;
        match stop.reason {
            StopReason::OutOfSteps => assert_eq!(stop.steps, piece),
            StopReason::Solved => assert_solution(digits, &reference),
            StopReason::Exhausted => break,
        }
        if steps == limit {
            break;
        }
    }
}

fn assert_solution<const CELLS: usize>(digits: &[u8; CELLS], search: &BacktrackSearch) {
    let mut board = *digits;
    search.write_solution(&mut board);
    assert!(board.iter().zip(digits).all(|(&digit, &clue)| clue == 0 || clue == digit));
    let mut seen = vec![0u32; 3 * box_order(CELLS).pow(2)];
    for (cell, &digit) in board.iter().enumerate() {
        assert!(digit > 0);
        for unit in units(cell, CELLS) {
            seen[unit] |= 1 << digit;
        }
    }
    assert!(seen.iter().all(|&seen| seen == (1 << (box_order(CELLS).pow(2) + 1)) - 2));
}

fn check_kernels<const CELLS: usize>(seed: u64, puzzles: usize, plain: usize, steps: u64) {
    let mut generator = PuzzleGenerator::new(seed);
    for number in 0..puzzles {
        // From no open cell to all cells open.
        let open = match number {
            0 => CELLS,
            1..8 => number - 1,
            _ => generator.below(CELLS + 1),
        };
        let digits: [u8; CELLS] = puzzle(&mut generator, open, number % 3 == 0);
        let mut order = open_cells(&digits);
        if number % 2 == 1 {
            order = generator.permutation(order.len()).into_iter().map(|place| order[place]).collect();
        }
        assert_plain(&digits, &order, plain);
        for length in [1, 2, 3, 1000] {
            assert_pieces(&digits, &order, steps.min(3000 * length), || length);
        }
        assert_pieces(&digits, &order, steps, || generator.below(200) as u64);
        assert_pieces(&digits, &order, steps, || u64::MAX);
    }
}

#[test]
fn boards_4x4() {
    check_kernels::<16>(1, 60, 1000, 20_000);
}

#[test]
fn boards_9x9() {
    check_kernels::<81>(2, 30, 400, 50_000);
}

#[test]
fn boards_16x16() {
    check_kernels::<256>(3, 14, 150, 50_000);
}

#[test]
fn boards_25x25() {
    check_kernels::<625>(4, 12, 60, 50_000);
}

/// The set-up in row order equals the set-up with all open cells in row order.
#[test]
fn rows_are_an_order() {
    fn check<const CELLS: usize>(generator: &mut PuzzleGenerator) {
        let mut by_rows = BacktrackSearch::new();
        for open in 0..=CELLS {
            let digits: [u8; CELLS] = puzzle(generator, open, open % 2 == 0);
            by_rows.set_up_rows(&digits).unwrap();
            let by_order = search(&digits, &open_cells(&digits));
            assert_eq!(state(&by_rows), state(&by_order));
            for kernel in kernels() {
                by_rows.set_up_rows(&digits).unwrap();
                let mut by_order = search(&digits, &open_cells(&digits));
                assert_eq!(by_rows.run(kernel, 1000), by_order.run(kernel, 1000));
                assert_eq!(state(&by_rows), state(&by_order));
            }
        }
    }
    let mut generator = PuzzleGenerator::new(5);
    check::<16>(&mut generator);
    check::<81>(&mut generator);
    check::<256>(&mut generator);
    check::<625>(&mut generator);
}

/// Any two equal clues in one unit are detected; other pairs of clues do not collide.
#[test]
fn collisions() {
    fn check<const CELLS: usize>(pairs: impl Iterator<Item = (usize, usize)>) {
        let side = box_order(CELLS).pow(2) as u8;
        let mut search = BacktrackSearch::new();
        for (one, other) in pairs {
            for digit in [1, side] {
                let mut digits = [0; CELLS];
                digits[one] = digit;
                assert_eq!(search.set_up_rows(&digits), Ok(()));
                digits[other] = digit;
                let (a, b) = (units(one, CELLS), units(other, CELLS));
                let peers = one != other && (0..3).any(|kind| a[kind] == b[kind]);
                let expected = if peers { Err(CluesCollide) } else { Ok(()) };
                assert_eq!(search.set_up_rows(&digits), expected);
                assert_eq!(search.set_up(&digits, &open_cells(&digits)), expected);
                if peers {
                    for kernel in kernels() {
                        let exhausted = Stop { reason: StopReason::Exhausted, steps: 0 };
                        assert_eq!(search.run(kernel, 10), exhausted);
                    }
                }
            }
        }
    }
    fn all_pairs(cells: usize) -> impl Iterator<Item = (usize, usize)> {
        (0..cells).flat_map(move |one| (0..cells).map(move |other| (one, other)))
    }
    check::<16>(all_pairs(16));
    check::<81>(all_pairs(81));
    let mut generator = PuzzleGenerator::new(6);
    check::<256>((0..3000).map(|_| (generator.below(256), generator.below(256))));
    check::<625>((0..3000).map(|_| (generator.below(625), generator.below(625))));
    // A whole board of one digit: the most collisions, in case the sums wrap.
    for digit in [1, 25] {
        assert_eq!(BacktrackSearch::new().set_up_rows(&[digit; 625]), Err(CluesCollide));
    }
}

/// Known numbers of solutions: the empty 4x4 board has 288.
#[test]
fn counts() {
    for kernel in kernels() {
        let mut search = BacktrackSearch::new();
        search.set_up_rows(&[0; 16]).unwrap();
        let solutions = core::iter::from_fn(|| Some(search.run(kernel, u64::MAX).reason))
            .take_while(|&reason| reason == StopReason::Solved);
        assert_eq!(solutions.count(), 288, "{kernel:?}");
    }
}

/// A full board is solved once, without a step. A search without a board finds nothing.
#[test]
fn nothing_open() {
    for kernel in kernels() {
        let full: [u8; 81] = puzzle(&mut PuzzleGenerator::new(7), 0, false);
        let mut search = BacktrackSearch::new();
        assert_eq!(search.run(kernel, 5), Stop { reason: StopReason::Exhausted, steps: 0 });
        search.set_up_rows(&full).unwrap();
        for limit in [0, 1] {
            search.set_up_rows(&full).unwrap();
            assert_eq!(search.run(kernel, limit), Stop { reason: StopReason::Solved, steps: 0 });
            assert_eq!(search.run(kernel, limit), Stop { reason: StopReason::Exhausted, steps: 0 });
            assert_eq!(search.run(kernel, limit), Stop { reason: StopReason::Exhausted, steps: 0 });
        }
    }
}

/// A limit of no steps changes nothing.
#[test]
fn no_steps() {
    for kernel in kernels() {
        let mut search = BacktrackSearch::new();
        search.set_up_rows(&[0; 81]).unwrap();
        search.run(kernel, 100);
        let before = state(&search);
        assert_eq!(search.run(kernel, 0), Stop { reason: StopReason::OutOfSteps, steps: 0 });
        assert_eq!(state(&search), before);
    }
}

/// An order with an index beyond the board, or longer than the board, causes no access outside the board.
#[test]
fn orders_beyond_the_board() {
    for kernel in kernels() {
        let mut search = BacktrackSearch::new();
        search.set_up(&[0; 16], &[0, 1, 2, 3, 4, 5, 16, u16::MAX]).unwrap();
        search.run(kernel, 100);
        let mut digits = [0; 16];
        search.write_solution(&mut digits);
        assert!(digits[6..15].iter().all(|&digit| digit == 0), "{digits:?}");

        let every_cell: Vec<u16> = (0..16).collect();
        search.set_up(&[0; 16], &every_cell).unwrap();
        let expected = search.run(kernel, 1000);
        let more: Vec<u16> = (0..40).collect();
        search.set_up(&[0; 16], &more).unwrap();
        assert_eq!(search.run(kernel, 1000), expected);
    }
}
