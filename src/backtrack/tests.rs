//! Every kernel has the same state after every number of steps, and visits the cells in the order of a plain recursive
//! backtracker.

mod invariants;

use crate::testkit::puzzles::PuzzleGenerator;

use super::{
    BacktrackSearch, CluesCollide, Contradiction, FIRST_HOUSE, OrderedBoard, Square, Stop, StopReason,
};
use crate::checks::TestRandom;
use crate::kernel::LoopKernel;
use crate::least::MAX_CELLS;
use crate::propagate::{HouseTables, LayoutTables, RegionTables};
use crate::testkit::not_run;
use crate::{Engine, Kernel, Layout, LayoutSolver, Order, Size};

/// The kernels of the loop that this machine can run.
fn kernels() -> Vec<LoopKernel> {
    let kernel = |&kernel| LoopKernel::new(kernel).inspect_err(|error| not_run(&error.to_string())).ok();
    Kernel::of(Engine::Backtrack).iter().filter_map(kernel).collect()
}

/// Layouts that are not one of the four sizes. The last three have further houses.
pub(super) fn layouts() -> Vec<Layout> {
    let boxes =
        ["6x6", "boxes:3x2", "7x7", "10x10", "12x12", "boxes:4x3", "24x24", "jigsaw:aabbacbbaccdcddd"];
    let named = boxes.map(|name| name.parse().unwrap()).into_iter();
    // Regions of any shape: cells of rows are exchanged at random. Some such layouts have no full board.
    let mut random = TestRandom::new(3);
    let mixed = [5, 9, 11].map(|side| {
        loop {
            let mut names: Vec<u8> = (0..side * side).map(|cell| (cell / side) as u8).collect();
            for _ in 0..2 * side {
                names.swap(random.below(side * side), random.below(side * side));
            }
            let layout = Layout::jigsaw(&names).unwrap();
            if full_grid(&layout, 0).is_some() {
                return layout;
            }
        }
    });
    let with_houses = ["diagonal", "windoku+diagonal", "6x6+diagonal"].map(|name| name.parse().unwrap());
    named.chain(mixed).chain(with_houses).collect()
}

/// The layout of a board of one of the four sizes.
fn square(cells: usize) -> Layout {
    Size::of_cells(cells).layout()
}

/// The units of a cell, as indices of their masks.
fn units(layout: &Layout, cell: usize) -> Vec<usize> {
    let [row, column, region] = layout.row_column_box(cell);
    let houses = (0..32).filter(|house| layout.houses_of(cell) >> house & 1 == 1);
    let side = layout.side();
    [row, side + column, 2 * side + region]
        .into_iter()
        .chain(houses.map(|house| FIRST_HOUSE + house))
        .collect()
}

/// Runs a job with the units and the digits of a board: of a size, with those computed at compile time.
macro_rules! on_board {
    ($layout:expr, $digits:expr, |$units:ident, $board:ident| $job:expr) => {{
        let (layout, digits): (&Layout, &[u8]) = ($layout, $digits);
        let size = Size::from_side(layout.side()).filter(|size| size.layout() == *layout);
        macro_rules! square {
            ($cells:literal) => {{
                let ($units, $board) = (Square, <&[u8; $cells]>::try_from(digits).unwrap());
                $job
            }};
        }
        match size {
            Some(Size::Four) => square!(16),
            Some(Size::Nine) => square!(81),
            Some(Size::Sixteen) => square!(256),
            Some(Size::TwentyFive) => square!(625),
            None => on_tables!(layout, digits, |$units, $board| $job),
        }
    }};
}

/// The same with the tables of the layout.
macro_rules! on_tables {
    ($layout:expr, $digits:expr, |$units:ident, $board:ident| $job:expr) => {{
        let (layout, digits): (&Layout, &[u8]) = ($layout, $digits);
        let (regions, houses) = (RegionTables::new(layout), HouseTables::new(layout));
        let $units = LayoutTables::new(layout.side(), &regions, (layout.houses() > 0).then_some(&houses));
        let mut board = [0; MAX_CELLS];
        board[..digits.len()].copy_from_slice(digits);
        let $board = &board;
        $job
    }};
}

/// Sets a board up with its open cells in this order.
pub(super) fn set_up(
    search: &mut BacktrackSearch,
    layout: &Layout,
    digits: &[u8],
    order: &[u16],
) -> Result<(), Contradiction> {
    on_board!(layout, digits, |units, board| {
        search.set_up(&OrderedBoard::new(units, board, Order::Rows)?.with_open(order));
        Ok(())
    })
}

/// Sets a board up in the constrained order. Returns its digits with those of singles, and its open cells.
fn set_up_constrained(
    search: &mut BacktrackSearch,
    layout: &Layout,
    digits: &[u8],
) -> Result<(Vec<u8>, Vec<u16>), Contradiction> {
    on_board!(layout, digits, |units, board| {
        let board = OrderedBoard::new(units, board, Order::Constrained)?;
        search.set_up(&board);
        Ok((board.digits()[..digits.len()].to_vec(), board.open().to_vec()))
    })
}

/// The observable state of a search.
#[derive(Debug, PartialEq, Eq)]
struct ObservedState {
    position: usize,
    tried: Vec<u32>,
    free: Vec<u32>,
}

fn state(search: &BacktrackSearch) -> ObservedState {
    let mut free = search.free().to_vec();
    if search.has_houses {
        free.extend(&search.free[FIRST_HOUSE..][..32]);
    }
    ObservedState { position: search.position(), tried: search.tried().collect(), free }
}

fn search(layout: &Layout, digits: &[u8], order: &[u16]) -> BacktrackSearch {
    let mut search = BacktrackSearch::new();
    set_up(&mut search, layout, digits, order).unwrap();
    search
}

fn open_cells(digits: &[u8]) -> Vec<u16> {
    (0..digits.len()).filter(|&cell| digits[cell] == 0).map(|cell| cell as u16).collect()
}

/// A full board of a layout, if it has one.
pub(super) fn full_grid(layout: &Layout, number: u64) -> Option<Vec<u8>> {
    let mut digits = vec![0; layout.cells()];
    let solver = LayoutSolver::new(layout);
    let full = crate::LeftClues { number: Some(digits.len()..=digits.len()), ..Default::default() };
    solver.generate(1, number, &full, || true, &mut digits).map(|_| digits)
}

/// A puzzle of one of the four sizes, as of a layout.
fn puzzle<const CELLS: usize>(generator: &mut PuzzleGenerator, open: usize, wrong: bool) -> [u8; CELLS] {
    let full: [u8; CELLS] = generator.full_grid();
    opened(generator, &square(CELLS), full.to_vec(), open, wrong).try_into().unwrap()
}

/// A puzzle with `open` open cells. If `wrong`, some clues are replaced by others that collide with none, so there may
/// be no solution.
fn opened(
    generator: &mut PuzzleGenerator,
    layout: &Layout,
    mut digits: Vec<u8>,
    open: usize,
    wrong: bool,
) -> Vec<u8> {
    let cells = generator.permutation(digits.len());
    for &cell in &cells[..open] {
        digits[cell] = 0;
    }
    if wrong {
        for &cell in cells[open..].iter().take(8) {
            let held = digits[cell];
            digits[cell] = 1 + generator.below(layout.side()) as u8;
            if set_up(&mut BacktrackSearch::new(), layout, &digits, &[]).is_err() {
                digits[cell] = held;
            }
        }
    }
    digits
}

/// Every state of a plain recursive backtracker, up to a number of steps. A step ends when it moves to another cell.
struct PlainBacktracker<'a> {
    layout: &'a Layout,
    units: Vec<Vec<usize>>,
    order: &'a [u16],
    board: Vec<u8>,
    states: Vec<ObservedState>,
    limit: usize,
}

impl PlainBacktracker<'_> {
    fn states(layout: &Layout, digits: &[u8], order: &[u16], limit: usize) -> Vec<ObservedState> {
        let units = (0..digits.len()).map(|cell| units(layout, cell)).collect();
        let mut plain =
            PlainBacktracker { layout, units, order, board: digits.to_vec(), states: vec![], limit };
        plain.note(0);
        plain.fill(0);
        plain.states
    }

    fn note(&mut self, position: usize) {
        let side = self.layout.side();
        let bit = |digit: u8| (1u32 << digit) >> 1;
        let mut free = vec![(1 << side) - 1; FIRST_HOUSE + 32];
        for (&digit, units) in self.board.iter().zip(&self.units) {
            units.iter().for_each(|&unit| free[unit] &= !bit(digit));
        }
        let has_houses = self.order.iter().any(|&cell| self.units[usize::from(cell)].len() > 3);
        free.drain(if has_houses { 3 * side..FIRST_HOUSE } else { 3 * side..FIRST_HOUSE + 32 });
        let tried = self.order.iter().map(|&cell| bit(self.board[usize::from(cell)])).collect();
        self.states.push(ObservedState { position, tried, free });
    }

    fn done(&self) -> bool {
        self.states.len() > self.limit
    }

    fn fits(&self, cell: usize, digit: u8) -> bool {
        (0..self.board.len()).all(|other| {
            let shares = || self.units[cell].iter().any(|unit| self.units[other].contains(unit));
            other == cell || self.board[other] != digit || !shares()
        })
    }

    fn fill(&mut self, position: usize) {
        // A solution is another reason to step back; it takes no step.
        let Some(&cell) = self.order.get(position) else { return };
        for digit in 1..=self.layout.side() as u8 {
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
fn assert_plain(layout: &Layout, digits: &[u8], order: &[u16], limit: usize) {
    let expected = PlainBacktracker::states(layout, digits, order, limit);
    for kernel in kernels() {
        let mut single = search(layout, digits, order);
        for (steps, expected) in expected.iter().enumerate() {
            assert_eq!(&state(&single), expected, "{kernel:?}, single steps, {steps}");
            if steps < 300 {
                let mut whole = search(layout, digits, order);
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
fn assert_pieces(layout: &Layout, digits: &[u8], order: &[u16], limit: u64, mut piece: impl FnMut() -> u64) {
    let [first, others @ ..] = &kernels()[..] else { unreachable!() };
    let mut reference = search(layout, digits, order);
    let mut searches: Vec<_> = others.iter().map(|_| search(layout, digits, order)).collect();
    // A search that changes its kernel at every run.
    let mut mixed = search(layout, digits, order);
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
            StopReason::Solved => assert_solution(layout, digits, &reference),
            StopReason::Exhausted => break,
        }
        if steps == limit {
            break;
        }
    }
}

fn assert_solution(layout: &Layout, digits: &[u8], search: &BacktrackSearch) {
    let mut board = digits.to_vec();
    search.write_solution(&mut board);
    assert!(board.iter().zip(digits).all(|(&digit, &clue)| clue == 0 || clue == digit));
    let mut seen = vec![0u32; FIRST_HOUSE + 32];
    for (cell, &digit) in board.iter().enumerate() {
        assert!((1..=layout.side()).contains(&digit.into()));
        for unit in units(layout, cell) {
            assert_eq!(seen[unit] & 1 << digit, 0, "twice in a unit");
            seen[unit] |= 1 << digit;
        }
    }
}

fn check_kernels<const CELLS: usize>(seed: u64, puzzles: usize, plain: usize, steps: u64) {
    let mut generator = PuzzleGenerator::new(seed);
    let full: [u8; CELLS] = generator.full_grid();
    check_layout(&mut generator, &square(CELLS), &full, puzzles, plain, steps);
}

fn check_layout(
    generator: &mut PuzzleGenerator,
    layout: &Layout,
    full: &[u8],
    puzzles: usize,
    plain: usize,
    steps: u64,
) {
    for number in 0..puzzles {
        // From no open cell to all cells open.
        let open = match number {
            0 => full.len(),
            1..8 => number - 1,
            _ => generator.below(full.len() + 1),
        };
        let digits = opened(generator, layout, full.to_vec(), open, number % 3 == 0);
        let mut order = open_cells(&digits);
        if number % 2 == 1 {
            order = generator.permutation(order.len()).into_iter().map(|place| order[place]).collect();
        }
        assert_plain(layout, &digits, &order, plain);
        for length in [1, 2, 3, 1000] {
            assert_pieces(layout, &digits, &order, steps.min(3000 * length), || length);
        }
        assert_pieces(layout, &digits, &order, steps, || generator.below(200) as u64);
        assert_pieces(layout, &digits, &order, steps, || u64::MAX);
    }
}

#[test]
fn boards_of_other_layouts() {
    let mut generator = PuzzleGenerator::new(8);
    for (number, layout) in layouts().iter().enumerate() {
        let full = full_grid(layout, number as u64).unwrap();
        check_layout(&mut generator, layout, &full, 12, 20_000 / full.len(), 20_000);
    }
}

/// The four sizes are layouts among others.
#[test]
fn tables_of_a_size_are_those_of_its_layout() {
    let mut generator = PuzzleGenerator::new(9);
    for number in 0..30 {
        let digits: [u8; 81] = puzzle(&mut generator, 30 + number, number % 2 == 0);
        for order in Order::ALL {
            let mut one = BacktrackSearch::new();
            let mut other = BacktrackSearch::new();
            let begun = OrderedBoard::new(Square, &digits, order).map(|board| one.set_up(&board));
            let same = on_tables!(&square(81), &digits, |units, board| {
                OrderedBoard::new(units, board, order).map(|board| other.set_up(&board))
            });
            assert_eq!(begun, same);
            for kernel in kernels() {
                assert_eq!(one.run(kernel, 1000), other.run(kernel, 1000));
                assert_eq!(state(&one), state(&other));
            }
        }
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
            let by_order = search(&square(CELLS), &digits, &open_cells(&digits));
            assert_eq!(state(&by_rows), state(&by_order));
            for kernel in kernels() {
                by_rows.set_up_rows(&digits).unwrap();
                let mut by_order = search(&square(CELLS), &digits, &open_cells(&digits));
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
        let layout = square(CELLS);
        let side = layout.side() as u8;
        let mut search = BacktrackSearch::new();
        for (one, other) in pairs {
            for digit in [1, side] {
                let mut digits = [0; CELLS];
                digits[one] = digit;
                assert_eq!(search.set_up_rows(&digits), Ok(()));
                digits[other] = digit;
                let (a, b) = (units(&layout, one), units(&layout, other));
                let peers = one != other && (0..3).any(|kind| a[kind] == b[kind]);
                let expected = if peers { Err(CluesCollide) } else { Ok(()) };
                assert_eq!(search.set_up_rows(&digits), expected);
                let collides = set_up(&mut BacktrackSearch::new(), &layout, &digits, &[]);
                assert_eq!(collides, expected.map_err(|CluesCollide| Contradiction::CluesCollide));
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
        set_up(&mut search, &square(16), &[0; 16], &[0, 1, 2, 3, 4, 5, 15, 15]).unwrap();
        search.run(kernel, 100);
        let mut digits = [0; 16];
        search.write_solution(&mut digits);
        assert!(digits[6..15].iter().all(|&digit| digit == 0), "{digits:?}");

        let every_cell: Vec<u16> = (0..16).collect();
        set_up(&mut search, &square(16), &[0; 16], &every_cell).unwrap();
        let expected = search.run(kernel, 1000);
        let more: Vec<u16> = (0..40).collect();
        set_up(&mut search, &square(16), &[0; 16], &more).unwrap();
        assert_eq!(search.run(kernel, 1000), expected);
    }
}
