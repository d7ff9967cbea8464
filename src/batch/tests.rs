//! Compares batches with the single engine, and with the [reference](crate::reference), which is itself tested against
//! an independent solver.

use crate::testkit::puzzles::{Kind, PuzzleGenerator};

use super::count::PartialCount;
use super::guess::{CRITERIA, Child, by_weight, choose};
use super::layout::LaneCandidates;
use super::memory::{MAX_LANES, POOL_SLOTS, ROWS};
use super::weights::{CellSets, LEVELS};
use super::*;
use crate::checks::{MOST_SOLUTIONS, boards_to_search};
use crate::kernel::SimdKernel;
use crate::reference::{self, Candidates};
use crate::single::{self, Limits, Start};
use crate::vectors::{HasLanes, KernelCode, Lanes, Vector};
use crate::{Board, End, Engine, Kernel, Status, Tally};

/// The kernels that can run here. The others are reported as not run.
fn kernels() -> Vec<BatchKernel> {
    let here = Kernel::of(Engine::Simd).iter().filter_map(|&kernel| {
        SimdKernel::new(kernel).inspect_err(|error| crate::checks::not_run(&error.to_string())).ok()
    });
    let lanes = here.filter_map(BatchKernel::of);
    [BatchKernel::Portable].into_iter().chain(lanes).collect()
}

const ALL_MEMORY: Bounds = Bounds::ALL_MEMORY;

/// Returns the outcomes of a batch within bounds, and the number of puzzles that the engine has given up. The single
/// engine answers these.
fn solve_in(
    kernel: BatchKernel,
    memory: &mut BatchStorage,
    puzzles: Puzzles,
    count: usize,
    bounds: Bounds,
) -> (Vec<Outcome>, usize) {
    let mut outcomes = vec![Outcome::INVALID; count];
    let mut asked = 0;
    search::<SOLVE>(kernel, memory, (puzzles, &[]), &mut outcomes, bounds, &mut |index, outcome| {
        if outcome.status == Status::Multiple {
            return;
        }
        assert_eq!((outcome.status, outcome.solution), (Status::OutOfSteps, None));
        asked += 1;
        let (limits, mut digits) = (Limits { solutions: 2, sweeps: u64::MAX }, [0; 81]);
        let solve = |start: Start| single::solve(SimdKernel::Portable, start, limits, &mut digits);
        let tally = puzzles.starting_at(index).with_first(solve).unwrap();
        *outcome = Outcome {
            status: status(tally),
            solution: (tally.solutions > 0).then(|| Board::from_checked(digits)),
            steps: tally.steps,
            guesses: tally.guesses,
        };
    });
    (outcomes, asked)
}

fn lines(bytes: &[u8], stride: usize) -> Puzzles<'_> {
    Puzzles::Cells { bytes, stride, encoding: CellEncoding::Text }
}

fn solve(kernel: BatchKernel, memory: &mut BatchStorage, puzzles: &[[u8; 81]]) -> Vec<Outcome> {
    let batch = Puzzles::of_digits(puzzles);
    solve_in(kernel, memory, batch, puzzles.len(), ALL_MEMORY).0
}

/// The candidates of a board: all digits in its open cells.
fn candidates(puzzle: &[u8; 81]) -> [u16; 81] {
    puzzle.map(|digit| if digit == 0 { 0x1ff } else { 1 << (digit - 1) })
}

fn status(tally: Tally) -> Status {
    match (tally.end, tally.solutions) {
        (End::Invalid, _) => Status::Invalid,
        (End::OutOfSteps, _) => Status::OutOfSteps,
        (_, 0) => Status::NoSolution,
        (_, 1) => Status::Unique,
        _ => Status::Multiple,
    }
}

fn expected(puzzle: &[u8; 81]) -> Status {
    let limits = Limits { solutions: 2, sweeps: 1_000_000 };
    let tally = single::solve(SimdKernel::Portable, Start::Clues(puzzle), limits, &mut [0; 81]);
    assert_ne!(tally.end, End::OutOfSteps, "{}", Board::from_checked(*puzzle));
    status(tally)
}

/// Returns puzzles of all kinds, each with its status.
fn mixed(generator: &mut PuzzleGenerator, rounds: usize) -> Vec<([u8; 81], Status)> {
    let mut puzzles = vec![[0; 81]];
    for round in 0..rounds {
        puzzles.extend(Kind::ALL.map(|kind| generator.puzzle(kind)));
        puzzles.push(generator.full_grid());
        puzzles.push(generator.random_clues([2, 5, 40][round % 3]));
        let mut thinned: [u8; 81] = generator.full_grid();
        for &cell in &generator.permutation(81)[..44 + round % 10] {
            thinned[cell] = 0;
        }
        puzzles.push(thinned);
        thinned[generator.below(81)] = 1 + generator.below(9) as u8;
        puzzles.push(thinned);
    }
    puzzles.into_iter().map(|puzzle| (puzzle, expected(&puzzle))).collect()
}

fn assert_outcome(puzzle: &[u8; 81], status: Status, outcome: &Outcome) {
    assert_eq!(outcome.status, status, "{puzzle:?}");
    assert_eq!(outcome.solution.is_some(), matches!(status, Status::Unique | Status::Multiple));
    if let Some(solution) = outcome.solution {
        assert!(solution.is_solution_of(&Board::from_checked(*puzzle)), "{puzzle:?} {solution:?}");
    }
}

#[test]
fn every_batch_size_in_any_order() {
    let mut generator = PuzzleGenerator::new(1);
    let cases = mixed(&mut generator, 5);
    let mut memory = Box::new(BatchStorage::new());
    for kernel in kernels() {
        for size in 0..=40 {
            for _ in 0..3 {
                let order = generator.permutation(cases.len());
                let batch: Vec<_> = order.into_iter().take(size).map(|index| cases[index]).collect();
                let puzzles: Vec<_> = batch.iter().map(|case| case.0).collect();
                for ((puzzle, status), outcome) in batch.iter().zip(solve(kernel, &mut memory, &puzzles)) {
                    assert_outcome(puzzle, *status, &outcome);
                }
            }
        }
    }
}

#[test]
fn a_large_batch_solved_twice() {
    let cases = mixed(&mut PuzzleGenerator::new(2), 12);
    let puzzles: Vec<_> = cases.iter().map(|case| case.0).collect();
    let mut memory = Box::new(BatchStorage::new());
    for kernel in kernels() {
        let outcomes = solve(kernel, &mut memory, &puzzles);
        for ((puzzle, status), outcome) in cases.iter().zip(&outcomes) {
            assert_outcome(puzzle, *status, outcome);
        }
        assert_eq!(solve(kernel, &mut memory, &puzzles), outcomes);
    }
}

#[test]
fn puzzles_that_find_the_pool_full_get_the_same_answer() {
    let cases = mixed(&mut PuzzleGenerator::new(4), 12);
    let puzzles: Vec<_> = cases.iter().map(|case| case.0).collect();
    let batch = Puzzles::of_digits(&puzzles);
    let mut memory = Box::new(BatchStorage::new());
    for kernel in kernels() {
        let asked = [POOL_SLOTS, 20].map(|pool| {
            let bounds = Bounds { pool, ..ALL_MEMORY };
            let (outcomes, asked) = solve_in(kernel, &mut memory, batch, puzzles.len(), bounds);
            for ((puzzle, status), outcome) in cases.iter().zip(&outcomes) {
                assert_outcome(puzzle, *status, outcome);
            }
            asked
        });
        assert!(asked[0] < asked[1], "{asked:?}");
    }
}

/// With more rows in the bounds than in the memory, the first guess takes a row out of range: the engine restarts
/// repeatedly.
#[test]
fn puzzles_given_up_by_a_restart_get_the_same_answer() {
    let mut cases = mixed(&mut PuzzleGenerator::new(5), 12);
    let mut invalid = [0; 81];
    (invalid[0], invalid[8]) = (1, 1);
    cases.extend([(invalid, Status::Invalid); 3]);
    let puzzles: Vec<_> = cases.iter().map(|case| case.0).collect();
    let batch = Puzzles::of_digits(&puzzles);
    let mut memory = Box::new(BatchStorage::new());
    for kernel in kernels() {
        let asked = [ROWS, ROWS + 1].map(|rows| {
            let bounds = Bounds { rows, ..ALL_MEMORY };
            let (outcomes, asked) = solve_in(kernel, &mut memory, batch, puzzles.len(), bounds);
            for ((puzzle, status), outcome) in cases.iter().zip(&outcomes) {
                assert_outcome(puzzle, *status, outcome);
            }
            asked
        });
        assert!(asked[0] + cases.len() / 4 < asked[1], "{asked:?} of {}", cases.len());
    }
}

/// A batch with more outcomes than puzzles: the missing ones are invalid.
#[test]
fn missing_puzzles_are_invalid() {
    let puzzle = PuzzleGenerator::new(6).puzzle(Kind::Minimal);
    let mut memory = Box::new(BatchStorage::new());
    for kernel in kernels() {
        let text = puzzle.map(|digit| digit + b'0');
        let candidates = [candidates(&puzzle)];
        for batch in [Puzzles::of_digits(&[puzzle]), lines(&text, 81), Puzzles::Candidates(&candidates)] {
            let mut outcomes = [Outcome::INVALID; 30];
            search::<SOLVE>(kernel, &mut memory, (batch, &[]), &mut outcomes, ALL_MEMORY, &mut |_, _| ());
            assert_outcome(&puzzle, Status::Unique, &outcomes[0]);
            assert!(outcomes[1..].iter().all(|outcome| outcome.status == Status::Invalid));
        }
    }
}

/// Returns puzzles with several or many solutions, some of which meet contradictions first, and other puzzles.
fn with_several_solutions(generator: &mut PuzzleGenerator) -> Vec<[u8; 81]> {
    let mut puzzles = Vec::new();
    for round in 0..60 {
        let mut puzzle = generator.puzzle(Kind::Minimal);
        let clues: Vec<_> = (0..81).filter(|&cell| puzzle[cell] != 0).collect();
        for _ in 0..[1, 2, 4, 8, 12, 20][round % 6] {
            puzzle[clues[generator.below(clues.len())]] = 0;
        }
        puzzles.push(puzzle);
        if round % 10 == 0 {
            puzzles.push([0; 81]);
        }
    }
    puzzles
}

/// With few rows, most puzzles find no free row while others are in the lanes.
#[test]
fn puzzles_that_find_no_free_row_are_solved_all_the_same() {
    let mut generator = PuzzleGenerator::new(7);
    let puzzles = with_several_solutions(&mut generator);
    let statuses: Vec<_> = puzzles.iter().map(expected).collect();
    assert!(statuses.iter().filter(|status| **status == Status::Multiple).count() > 40);
    let mut memory = Box::new(BatchStorage::new());
    for kernel in kernels() {
        let mut given_up = [0; 2];
        for (rows, size) in [(ROWS, 64), (ROWS, 20), (6, 64), (2, 40), (1, 33)] {
            let order = generator.permutation(puzzles.len());
            let batch: Vec<_> = order.iter().take(size).map(|&index| puzzles[index]).collect();
            let bytes = Puzzles::of_digits(&batch);
            let bounds = Bounds { rows, ..ALL_MEMORY };
            let (outcomes, asked) = solve_in(kernel, &mut memory, bytes, batch.len(), bounds);
            for (&index, outcome) in order.iter().zip(&outcomes) {
                assert_outcome(&puzzles[index], statuses[index], outcome);
                assert!(outcome.steps <= MOST_SWEEPS);
            }
            given_up[usize::from(rows < ROWS)] += asked;
        }
        // Most of them have too few clues.
        assert!(given_up[0] < 84 * 2 / 3 && given_up[1] < 137 * 2 / 3, "{given_up:?}");
    }
}

#[test]
fn text_and_digits_are_the_same_puzzles() {
    let cases = mixed(&mut PuzzleGenerator::new(3), 4);
    let digits: Vec<_> = cases.iter().map(|case| case.0).collect();
    let mut memory = Box::new(BatchStorage::new());
    for stride in [81, 82, 100] {
        let mut text = vec![b'#'; digits.len() * stride - (stride - 81)];
        for (index, puzzle) in digits.iter().enumerate() {
            let open = [b'.', b'0', b'_', b'*'][index % 4];
            for (cell, &digit) in puzzle.iter().enumerate() {
                text[index * stride + cell] = if digit == 0 { open } else { b'0' + digit };
            }
        }
        for kernel in kernels() {
            let puzzles = lines(&text, stride);
            let (outcomes, _) = solve_in(kernel, &mut memory, puzzles, digits.len(), ALL_MEMORY);
            assert_eq!(outcomes, solve(kernel, &mut memory, &digits));
        }
    }
}

#[test]
fn candidates_are_the_same_puzzles() {
    let cases = mixed(&mut PuzzleGenerator::new(9), 8);
    let all: Vec<_> = cases.iter().map(|case| candidates(&case.0)).collect();
    let mut memory = Box::new(BatchStorage::new());
    for kernel in kernels() {
        for size in [1, 7, 8, 9, 16, 17, all.len()] {
            let (outcomes, _) =
                solve_in(kernel, &mut memory, Puzzles::Candidates(&all[..size]), size, ALL_MEMORY);
            for ((puzzle, status), outcome) in cases.iter().zip(&outcomes) {
                // Candidates are never invalid: two equal clues leave no solution.
                let status = if *status == Status::Invalid { Status::NoSolution } else { *status };
                assert_outcome(puzzle, status, outcome);
            }
        }
    }
}

#[test]
fn boards_of_every_kind_get_the_answer_of_the_reference() {
    let boards = boards_to_search(2, 240);
    let batch: Vec<_> = boards.iter().map(|(candidates, _)| *candidates).collect();
    let mut memory = Box::new(BatchStorage::new());
    let mut asked_of = [0; 2];
    for kernel in kernels() {
        for (is_large, size) in [20, batch.len()].into_iter().enumerate() {
            let (mut outcomes, mut asked) = (Vec::new(), 0);
            for batch in batch.chunks(size) {
                let (some, others) =
                    solve_in(kernel, &mut memory, Puzzles::Candidates(batch), batch.len(), ALL_MEMORY);
                outcomes.extend(some);
                asked += others;
            }
            for ((candidates, found), outcome) in boards.iter().zip(&outcomes) {
                let expected = match found.solutions.len() {
                    0 => Status::NoSolution,
                    1 => Status::Unique,
                    _ => Status::Multiple,
                };
                assert_eq!(outcome.status, expected, "{candidates:?}");
                assert_eq!(outcome.solution.is_some(), expected != Status::NoSolution);
                if let Some(solution) = outcome.solution {
                    let solution = reference::from_clues(solution.digits());
                    assert!(reference::is_solution(&solution), "{candidates:?}");
                    assert!((0..81).all(|cell| solution[cell] & candidates[cell] != 0), "{candidates:?}");
                }
            }
            asked_of[is_large] += asked;
        }
    }
    // The engine answers most of them itself.
    assert!(asked_of.iter().all(|asked| *asked < batch.len()), "{asked_of:?}");
}

#[test]
fn clues_have_as_many_solutions_as_in_the_reference() {
    let mut memory = Box::new(BatchStorage::new());
    let (mut counted_boards, mut handed_over) = (0, 0);
    for (candidates, found) in boards_to_search(3, 400) {
        let clues =
            candidates.map(|cell| if cell.count_ones() == 1 { cell.trailing_zeros() as u8 + 1 } else { 0 });
        if reference::from_clues(&clues) != candidates {
            continue;
        }
        for kernel in kernels() {
            let limits = CountLimits::new(MOST_SOLUTIONS as u64, u64::MAX);
            let (counted, others) = count_in(kernel, &mut memory, &clues, limits);
            let number = counted.solutions.min(MOST_SOLUTIONS as u64);
            assert_eq!(number, found.solutions.len() as u64, "{}", Board::from_checked(clues));
            counted_boards += 1;
            handed_over += usize::from(others > 0);
        }
    }
    assert!(counted_boards > 150 && handed_over < counted_boards / 2, "{handed_over} of {counted_boards}");
}

/// Returns the count of a kernel within limits, and the number of nodes that the single engine had to count.
fn count_in(
    kernel: BatchKernel,
    memory: &mut BatchStorage,
    clues: &[u8; 81],
    limits: CountLimits,
) -> (PartialCount, usize) {
    let (queues, mut lanes) = (&mut memory.queues, LaneCount::new());
    let mut handed_over = 0;
    let mut stop = lanes.run(kernel, queues, Some(clues), limits, None);
    // Stopped a few times, each solution is still counted once.
    for _ in 0..3 {
        if stop == CountStop::Sweeps {
            let sweeps = lanes.count.sweeps + limits.sweeps;
            stop = lanes.run(kernel, queues, None, CountLimits { sweeps, ..limits }, None);
        }
    }
    let mut counted = lanes.count;
    while counted.solutions < limits.solutions
        && let Some(node) = lanes.next_node(queues)
    {
        handed_over += 1;
        let wanted = Limits { solutions: limits.solutions - counted.solutions, sweeps: u64::MAX };
        let tally = single::solve(SimdKernel::Portable, Start::Candidates(&node), wanted, &mut [0; 81]);
        counted.solutions += tally.solutions;
    }
    assert!(stop != CountStop::Exhausted || handed_over == 0);
    (counted, handed_over)
}

#[test]
fn counts_within_all_limits_are_those_of_the_single_engine() {
    let mut puzzles = with_several_solutions(&mut PuzzleGenerator::new(10));
    puzzles.push(PuzzleGenerator::new(11).puzzle(Kind::Minimal));
    let mut memory = Box::new(BatchStorage::new());
    // Puzzles with at least 5,000 solutions: those not counted completely in the lanes, and those that were.
    let mut many = [0; 2];
    for puzzle in &puzzles {
        let limits = Limits { solutions: 5_000, sweeps: u64::MAX };
        let expected =
            single::solve(SimdKernel::Portable, Start::Clues(puzzle), limits, &mut [0; 81]).solutions;
        let usual = CountLimits::new(5_000, u64::MAX);
        for kernel in kernels() {
            let mut handed_over = [0; 4];
            for (index, limits) in [
                usual,
                CountLimits { pool: 100, ..usual },
                CountLimits { contradictions: 0, ..usual },
                CountLimits { sweeps: 100, ..usual },
            ]
            .into_iter()
            .enumerate()
            {
                let (counted, others) = count_in(kernel, &mut memory, puzzle, limits);
                handed_over[index] = others;
                assert_eq!(
                    counted.solutions.min(5_000),
                    expected,
                    "{limits:?}: {}",
                    Board::from_checked(*puzzle)
                );
                // The sweeps of the single engine are not included.
                assert!(counted.sweeps / 4 <= limits.sweeps);
            }
            if expected == 5_000 {
                many[usize::from(handed_over[0] == 0)] += 1;
                assert!(handed_over[3] > 0, "{}", Board::from_checked(*puzzle));
            }
        }
    }
    assert!(many[1] > 10 * many[0], "{many:?}");
}

#[test]
fn any_other_character_is_invalid() {
    let mut memory = Box::new(BatchStorage::new());
    for byte in 0..=u8::MAX {
        // A different cell and lane for each byte.
        let mut text = [b'.'; 20 * 81];
        text[usize::from(byte) * 6] = byte;
        let hit = usize::from(byte) * 6 / 81;
        for kernel in kernels() {
            let puzzles = lines(&text, 81);
            let (outcomes, _) = solve_in(kernel, &mut memory, puzzles, 20, ALL_MEMORY);
            for (index, outcome) in outcomes.iter().enumerate() {
                let valid = index != hit || b".0_*-xX?123456789".contains(&byte);
                let status = if valid { Status::Multiple } else { Status::Invalid };
                assert_eq!(outcome.status, status, "byte {byte}, puzzle {index}");
            }
        }
    }
}

/// Guesses on as many nodes as the kernel has lanes, by weight if there are levels. Returns the children of each.
struct Children<'a>(&'a [Candidates], Option<&'a Levels>);

/// The cells of each level, by lane.
type Levels = [CellSets<[u32; MAX_LANES]>; LEVELS];

impl<P: HasLanes> KernelCode<P> for Children<'_> {
    type Output = Vec<[Candidates; 2]>;

    #[inline(always)]
    fn run(self, proof: P) -> Vec<[Candidates; 2]> {
        children::<P::Vectors>(proof, &self.0[..P::Vectors::LANES], self.1)
    }
}

fn children<V: Lanes>(
    proof: V::Proof,
    nodes: &[Candidates],
    levels: Option<&Levels>,
) -> Vec<[Candidates; 2]> {
    let place = |cell: usize, digit: usize| {
        let (row, column) = (cell / 9, cell % 9);
        let word = 9 * (row % 3) + 3 * (column % 3) + digit / 3;
        (word, 9 * (row / 3) + 3 * (column / 3) + digit % 3)
    };
    let mut words = [[0; 16]; 27];
    for (lane, node) in nodes.iter().enumerate() {
        for (cell, digit) in (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit))) {
            let (word, bit) = place(cell, digit);
            words[word][lane] |= u32::from(node[cell] >> digit & 1) << bit;
        }
    }
    let mut candidates: LaneCandidates<V> = [[[V::splat(proof, 0); 3]; 3]; 3];
    for (candidates, word) in candidates.as_flattened_mut().as_flattened_mut().iter_mut().zip(&words) {
        *candidates = V::load(proof, word);
    }
    let left = match levels {
        None => choose::<_, CRITERIA>(&candidates).map(|child| words_of(&child, &candidates)),
        Some(levels) => by_weight(&candidates, levels).map(|child| words_of(&child, &candidates)),
    };
    let unpack = |words: &[[u32; 16]; 27], lane: usize| {
        let mut node = [0; 81];
        for (cell, digit) in (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit))) {
            let (word, bit) = place(cell, digit);
            node[cell] |= ((words[word][lane] >> bit & 1) as u16) << digit;
        }
        node
    };
    (0..nodes.len()).map(|lane| [unpack(&left[0], lane), unpack(&left[1], lane)]).collect()
}

fn words_of<V: Lanes>(child: &impl Child<V>, candidates: &LaneCandidates<V>) -> [[u32; 16]; 27] {
    let mut left = [[0; 16]; 27];
    for (index, word) in left.iter_mut().enumerate() {
        let (row, column, group) = (index / 9, index / 3 % 3, index % 3);
        child.apply(candidates[row][column][group], row, column, group).store(word);
    }
    left
}

/// The cells of a band (0 to 2) or a stack (3 to 5) that can hold the digit: `[box][row][column]`, or in a stack
/// `[box][column][row]`.
fn cells_with(node: &Candidates, place: usize, digit: usize) -> [[[bool; 3]; 3]; 3] {
    let mut cells = [[[false; 3]; 3]; 3];
    for (index, has) in cells.as_flattened_mut().as_flattened_mut().iter_mut().enumerate() {
        let (line, crossing) = (3 * (place % 3) + index / 3 % 3, 3 * (index / 9) + index % 3);
        let cell = if place < 3 { 9 * line + crossing } else { 9 * crossing + line };
        *has = node[cell] >> digit & 1 == 1;
    }
    cells
}

/// The remaining configurations: for each of the three boxes, the line that holds the digit.
fn configurations(cells: &[[[bool; 3]; 3]; 3]) -> Vec<[usize; 3]> {
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];
    orders
        .into_iter()
        .filter(|lines| (0..3).all(|place| cells[place][lines[place]].contains(&true)))
        .collect()
}

/// Whether there are two configurations, the number of boxes whose two lines are disjoint, and the number of boxes
/// whose two lines are at least nearly disjoint.
fn criteria(cells: &[[[bool; 3]; 3]; 3]) -> (bool, usize, usize) {
    let (mut disjoint, mut nearly_disjoint) = (0, 0);
    for lines in cells {
        let lines: Vec<_> = lines.iter().filter(|line| line.contains(&true)).collect();
        if let [one, other] = lines[..] {
            let common = (0..3).filter(|&column| one[column] && other[column]).count();
            let all = (0..3).filter(|&column| one[column] || other[column]).count();
            disjoint += usize::from(common == 0);
            nearly_disjoint += usize::from(common == 0 || common == 1 && all > 1);
        }
    }
    (configurations(cells).len() == 2, disjoint, nearly_disjoint)
}

/// Sixteen random nodes, with few candidates in some rounds.
fn nodes(generator: &mut PuzzleGenerator, round: usize) -> Vec<Candidates> {
    let share = [2, 3, 5, 8][round % 4];
    let mut node = || {
        generator.full_grid().map(|digit| {
            (0..9)
                .fold(1 << (digit - 1), |cell, other| cell | u16::from(generator.below(share) == 0) << other)
        })
    };
    (0..16).map(|_| node()).collect()
}

#[test]
fn a_guess_by_weight_is_at_the_first_cell_of_greatest_merit() {
    let mut generator = PuzzleGenerator::new(7);
    for round in 0..40 {
        let nodes = nodes(&mut generator, round);
        // The level of each cell in each lane: in some rounds nearly always 0.
        let most = [1, 2, LEVELS + 1][round % 3];
        let level: Vec<_> = nodes.iter().map(|node| node.map(|_| generator.below(most))).collect();
        let mut levels = [[[0; MAX_LANES]; 3]; LEVELS];
        for (lane, cell) in (0..16).flat_map(|lane| (0..81).map(move |cell| (lane, cell))) {
            let bit = 9 * (cell / 27) + cell % 9 / 3 * 3 + cell % 3;
            for sets in &mut levels[..level[lane][cell]] {
                sets[cell / 9 % 3][lane] |= 1 << bit;
            }
        }
        for kernel in kernels() {
            let guesses = on_batch_kernel!(kernel, proof => proof.run(Children(&nodes, Some(&levels))));
            for ((node, [first, second]), level) in nodes.iter().zip(guesses).zip(&level) {
                let merit = |cell: usize| match node[cell].count_ones() {
                    1 => None,
                    2 => Some(level[cell] + 4),
                    3 => Some(level[cell] + 2),
                    _ => Some(level[cell]),
                };
                // The first of several cells.
                let chosen = (0..81).rev().max_by_key(|&cell| merit(cell)).unwrap();
                let (mut with, mut without) = (*node, *node);
                if merit(chosen).is_some() {
                    with[chosen] &= with[chosen].wrapping_neg();
                    without[chosen] &= without[chosen] - 1;
                }
                assert_eq!((first, second), (with, without), "{chosen}");
            }
        }
    }
}

#[test]
fn a_guess_divides_the_configurations_of_the_best_digit() {
    let mut generator = PuzzleGenerator::new(6);
    let everywhere = || (0..6).flat_map(|place| (0..9).map(move |digit| (place, digit)));
    for round in 0..40 {
        let nodes = nodes(&mut generator, round);
        for kernel in kernels() {
            let guesses = on_batch_kernel!(kernel, proof => proof.run(Children(&nodes, None)));
            for (node, children) in nodes.iter().zip(guesses) {
                let several = everywhere()
                    .filter(|&(place, digit)| configurations(&cells_with(node, place, digit)).len() > 1);
                let Some(best) =
                    several.map(|(place, digit)| criteria(&cells_with(node, place, digit))).max()
                else {
                    continue;
                };
                let is_divided = everywhere().any(|(place, digit)| {
                    let cells = cells_with(node, place, digit);
                    let [first, second] =
                        children.map(|child| configurations(&cells_with(&child, place, digit)));
                    criteria(&cells) == best
                        && !first.is_empty()
                        && !second.is_empty()
                        && first.len() + second.len() == configurations(&cells).len()
                        && !first.iter().any(|configuration| second.contains(configuration))
                });
                assert!(is_divided, "{node:?} {children:?}");
            }
        }
    }
}

/// Finds a solution that differs from the known one, or any if none is known, with and without an excluded candidate.
#[test]
fn another_solution_is_found_if_there_is_one() {
    let mut generator = PuzzleGenerator::new(9);
    let mut cases = Vec::new();
    for (puzzle, status) in mixed(&mut generator, 12) {
        let limits = Limits { solutions: 3, sweeps: 1_000_000 };
        let mut solutions = Vec::new();
        let mut keep = |solution: &[u8; 81]| {
            solutions.push(Board::from_checked(*solution));
            core::ops::ControlFlow::Continue(())
        };
        single::visit(SimdKernel::Portable, Start::Clues(&puzzle), limits, &mut keep);
        // If no solution is known, any solution differs.
        let found = if solutions.is_empty() { status } else { Status::Multiple };
        cases.push((puzzle, None, None, found));
        cases.extend(solutions.iter().map(|&known| (puzzle, Some(known), None, status)));
        // If there is exactly one solution: open one clue, and exclude its digit.
        let clue = (0..81).filter(|&cell| puzzle[cell] != 0).nth(generator.below(17));
        if let (Status::Unique, Some(clue)) = (status, clue) {
            let without = crate::testkit::puzzles::with_digit(&puzzle, clue, 0);
            let exclusion = Some((clue as u8, puzzle[clue]));
            let found = match expected(&without) {
                Status::Unique => Status::NoSolution,
                other => other,
            };
            cases.push((without, None, exclusion, found));
        }
    }
    let statuses = [Status::Unique, Status::Multiple, Status::NoSolution, Status::Invalid];
    assert!(statuses.iter().all(|status| cases.iter().filter(|case| case.3 == *status).count() > 5));
    assert!(cases.iter().filter(|case| case.2.is_some() && case.3 == Status::Multiple).count() > 5);
    let puzzles: Vec<_> = cases.iter().map(|case| case.0).collect();
    let excluded: Vec<_> = cases.iter().map(|case| case.2).collect();
    let mut memory = Box::new(BatchStorage::new());
    for kernel in kernels() {
        for (pool, rows) in [(POOL_SLOTS, ROWS), (40, ROWS), (POOL_SLOTS, 1)] {
            let mut outcomes: Vec<_> =
                cases.iter().map(|case| Outcome { solution: case.1, ..Outcome::INVALID }).collect();
            let mut asked = vec![false; cases.len()];
            search::<FIND_ANOTHER>(
                kernel,
                &mut memory,
                (Puzzles::of_digits(&puzzles), &excluded),
                &mut outcomes,
                Bounds { pool, rows, ..ALL_MEMORY },
                &mut |index, _| asked[index] = true,
            );
            let mut answered = 0;
            for ((puzzle, known, exclusion, status), (outcome, asked)) in
                cases.iter().zip(outcomes.iter().zip(asked))
            {
                let has_too_few_clues = puzzle.iter().filter(|&&digit| digit != 0).count() < 17;
                let may_give_up = has_too_few_clues || (pool, rows) != (POOL_SLOTS, ROWS);
                if asked {
                    assert!(may_give_up && outcome.status == Status::OutOfSteps, "{puzzle:?}");
                    continue;
                }
                answered += 1;
                assert_eq!(outcome.status, *status, "{puzzle:?} {known:?} {exclusion:?}");
                if *status == Status::Multiple {
                    let solution = outcome.solution.unwrap();
                    assert!(solution.is_solution_of(&Board::from_checked(*puzzle)));
                    assert_ne!(Some(solution), *known);
                    assert!(exclusion.is_none_or(|(cell, digit)| solution.get(cell.into()) != Some(digit)));
                }
            }
            assert!(answered > 10, "{answered}");
        }
    }
}

/// Puzzles given up are searched again by weight; all other outcomes stay.
#[test]
fn puzzles_given_up_are_searched_by_weight() {
    let mut generator = PuzzleGenerator::new(12);
    let cases: Vec<_> = mixed(&mut generator, 12)
        .into_iter()
        .map(|(puzzle, status)| (puzzle, status, status != Status::Invalid && generator.below(4) != 0))
        .collect();
    let puzzles: Vec<_> = cases.iter().map(|case| reference::from_clues(&case.0)).collect();
    let before = Outcome { status: Status::OutOfSteps, solution: None, steps: 5, guesses: 7 };
    let mut memory = Box::new(BatchStorage::new());
    for kernel in kernels() {
        for (pool, rows) in [(POOL_SLOTS, ROWS), (40, ROWS), (POOL_SLOTS, 0)] {
            let mut outcomes = vec![before; cases.len()];
            for (outcome, _) in outcomes.iter_mut().zip(&cases).filter(|(_, case)| case.2) {
                want_weights(outcome);
            }
            let mut finished = vec![false; cases.len()];
            let bounds = Bounds { pool, rows, ..ALL_MEMORY };
            let puzzles = (Puzzles::Candidates(&puzzles), &[][..]);
            search::<BY_WEIGHT>(kernel, &mut memory, puzzles, &mut outcomes, bounds, &mut |index, _| {
                finished[index] = true;
            });
            let mut answered = 0;
            for ((&(puzzle, status, is_wanted), outcome), finished) in
                cases.iter().zip(&outcomes).zip(finished)
            {
                if !is_wanted {
                    assert!(*outcome == before && !finished, "{puzzle:?}");
                } else if outcome.status == Status::OutOfSteps {
                    assert!(finished && outcome.solution.is_none() && pool < POOL_SLOTS, "{puzzle:?}");
                } else {
                    assert_outcome(&puzzle, status, outcome);
                    assert_eq!(finished, status == Status::Multiple);
                    assert!(outcome.steps <= MOST_SWEEPS);
                    answered += 1;
                }
            }
            assert!(answered > 50, "{answered}");
        }
    }
}

/// Each known solution is replaced by the least one where that is wanted; where the lanes give up, it stays.
#[test]
fn the_least_solution_is_found_where_it_is_wanted() {
    let mut generator = PuzzleGenerator::new(11);
    let in_order =
        crate::Solver::builder().engine(Engine::Backtrack).order(crate::Order::Rows).build().unwrap();
    let mut cases = Vec::new();
    for (puzzle, status) in mixed(&mut generator, 12) {
        let mut known = None;
        let mut keep = |solution: &[u8; 81]| {
            known = Some(Board::from_checked(*solution));
            core::ops::ControlFlow::Continue(())
        };
        let limits = Limits { solutions: 3, sweeps: 1_000_000 };
        single::visit(SimdKernel::Portable, Start::Clues(&puzzle), limits, &mut keep);
        let outcome = Outcome { status, solution: known, steps: 5, guesses: 7 };
        let is_wanted = status == Status::Multiple && generator.below(4) != 0;
        let least = is_wanted.then(|| in_order.solve(&Board::from_checked(puzzle)).solution.unwrap());
        cases.push((puzzle, outcome, least));
    }
    assert!(
        cases.iter().filter(|case| case.2.is_some_and(|least| case.1.solution != Some(least))).count() > 5
    );
    let puzzles: Vec<_> = cases.iter().map(|case| case.0).collect();
    let mut memory = Box::new(BatchStorage::new());
    for kernel in kernels() {
        for (pool, rows) in [(POOL_SLOTS, ROWS), (40, ROWS), (POOL_SLOTS, 1), (POOL_SLOTS, 0)] {
            let mut outcomes: Vec<_> = cases.iter().map(|case| case.1).collect();
            for (outcome, case) in outcomes.iter_mut().zip(&cases) {
                if case.2.is_some() {
                    want_least(outcome);
                }
            }
            let mut given_up = vec![false; cases.len()];
            search::<FIND_LEAST>(
                kernel,
                &mut memory,
                (Puzzles::of_digits(&puzzles), &[]),
                &mut outcomes,
                Bounds { pool, rows, ..ALL_MEMORY },
                &mut |index, _| given_up[index] = true,
            );
            for ((puzzle, before, least), (outcome, given_up)) in
                cases.iter().zip(outcomes.iter().zip(&given_up))
            {
                let Some(least) = least else {
                    assert!(outcome == before && !given_up, "{puzzle:?}");
                    continue;
                };
                let (status, solution) = match given_up {
                    true => (Status::OutOfSteps, before.solution),
                    false => (Status::Multiple, Some(*least)),
                };
                assert_eq!((outcome.status, outcome.solution), (status, solution), "{puzzle:?}");
                assert!(outcome.steps >= 5 && outcome.guesses >= 7);
                let has_too_few_clues = puzzle.iter().filter(|&&digit| digit != 0).count() < 17;
                assert!(!given_up || has_too_few_clues || (pool, rows) != (POOL_SLOTS, ROWS), "{puzzle:?}");
            }
            let found =
                cases.iter().zip(&given_up).filter(|(case, given_up)| case.2.is_some() && !**given_up);
            assert!((pool, rows) != (POOL_SLOTS, ROWS) || found.count() > 5);
        }
    }
}

/// Among puzzles with several solutions, those that look like them are left, and searched in order: all answers are
/// right, also of those that have one solution, unless they are given up.
#[test]
fn puzzles_that_look_as_though_they_had_several_solutions_are_left() {
    let mut generator = PuzzleGenerator::new(12);
    let mut cases = mixed(&mut generator, 60);
    cases.sort_by_key(|&(_, status)| status != Status::Multiple);
    let in_order =
        crate::Solver::builder().engine(Engine::Backtrack).order(crate::Order::Rows).build().unwrap();
    let solve = |puzzle: &[u8; 81]| in_order.solve(&Board::from_checked(*puzzle)).solution;
    let solutions: Vec<_> = cases.iter().map(|(puzzle, _)| solve(puzzle)).collect();
    let puzzles: Vec<_> = cases.iter().map(|case| case.0).collect();
    let puzzles = (Puzzles::of_digits(&puzzles), [].as_slice());
    let mut memory = Box::new(BatchStorage::new());
    for kernel in kernels() {
        for (pool, rows) in [(POOL_SLOTS, ROWS), (40, ROWS), (POOL_SLOTS, 1), (POOL_SLOTS, 4)] {
            let bounds = Bounds { pool, rows, ..ALL_MEMORY };
            let mut outcomes = vec![Outcome::INVALID; cases.len()];
            let (mut left, mut given_up) = (vec![false; cases.len()], vec![false; cases.len()]);
            search::<SOLVE>(
                kernel,
                &mut memory,
                puzzles,
                &mut outcomes,
                bounds.before_least(),
                &mut |index, outcome| {
                    if outcome.status == Status::Multiple {
                        left[index] = outcome.solution.is_none();
                        want_least(outcome);
                    } else {
                        given_up[index] = true;
                    }
                },
            );
            search::<FIND_LEAST>(
                kernel,
                &mut memory,
                puzzles,
                &mut outcomes,
                bounds,
                &mut |index, outcome| {
                    given_up[index] = true;
                    assert!(!left[index] || outcome.solution.is_none());
                },
            );
            for (index, ((puzzle, status), outcome)) in cases.iter().zip(&outcomes).enumerate() {
                if given_up[index] {
                    assert_eq!(outcome.status, Status::OutOfSteps, "{puzzle:?}");
                } else {
                    assert_eq!((outcome.status, outcome.solution), (*status, solutions[index]), "{puzzle:?}");
                }
            }
            let count =
                |wanted: &dyn Fn(usize) -> bool| (0..cases.len()).filter(|&index| wanted(index)).count();
            let answered = count(&|index| left[index] && !given_up[index]);
            assert!((pool, rows) != (POOL_SLOTS, ROWS) || answered > 5, "{answered}");
        }
    }
}
