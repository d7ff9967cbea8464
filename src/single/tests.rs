//! Compares the engine with the [reference](crate::reference), which is itself tested against an oracle without its
//! rules.

use std::collections::HashSet;

use crate::testkit::puzzles::{HARD_GRID, Kind, PuzzleGenerator};

use super::by_weight::{ByWeight, MOST_PENDING, Progress, Waits};
use super::depth_first::{Node, NodeStack};
use super::packed_board::PackedBoard;
use super::parts::SingleKernel;
use super::*;
use crate::checks::{MOST_SOLUTIONS, boards_to_search};
use crate::vectors::{Instructions, KernelCode, portable::Portable};
use crate::{Engine, Kernel, reference};

/// Returns every kernel of this machine, and the arrays used on other machines.
fn kernels() -> Vec<(&'static str, Option<SimdKernel>)> {
    let mut kernels = vec![("arrays", None)];
    for &kernel in Kernel::of(Engine::Simd) {
        match SimdKernel::new(kernel) {
            Ok(here) => kernels.push((kernel.name(), Some(here))),
            Err(error) => crate::checks::not_run(&error.to_string()),
        }
    }
    kernels
}

/// The kernel on machines without vectors.
#[derive(Clone, Copy)]
struct Arrays;

impl Instructions for Arrays {
    fn run<C: KernelCode<Self>>(self, code: C) -> C::Output {
        code.run(self)
    }
}

impl SingleKernel for Arrays {
    type Node = [Portable<4>; 9];

    fn node(self, start: Start) -> Self::Node {
        PackedBoard::new(start).load(())
    }
}

/// [`visit`] on a kernel, or on plain arrays.
fn visit_on(
    kernel: Option<SimdKernel>,
    start: Start,
    limits: Limits,
    mut visitor: impl FnMut(&[u8; 81]) -> ControlFlow<()>,
) -> Tally {
    if let Some(kernel) = kernel {
        return visit(kernel, start, limits, &mut visitor);
    }
    let mut tally = Tally { solutions: 0, end: End::Exhausted, steps: 0, guesses: 0 };
    let digits = &mut [0; 81];
    let mut visitor = VisitEach::new(u64::MAX, &mut visitor, digits);
    tally.end =
        Arrays.run(Request { start, limits, tally: &mut tally, visitor: &mut visitor, weights: &mut None });
    tally
}

/// The last part of a search, with other waits than those of the engine.
struct OnlyByWeight<'a, V> {
    /// The boards of the nodes that wait, the oldest first.
    waiting: &'a [Start<'a>],
    waits: Waits,
    request: Request<'a, V>,
}

impl<P: SingleKernel, V: Visitor> KernelCode<P> for OnlyByWeight<'_, V> {
    type Output = End;

    #[inline(always)]
    fn run(self, proof: P) -> End {
        let OnlyByWeight { waiting, waits, request } = self;
        let mut pending = NodeStack::<P::Node, MOST_PENDING>::new();
        for board in waiting {
            let mut node = proof.node(*board);
            if let Some(found) = node.place_clues() {
                assert!(pending.push((node, found)));
            }
        }
        let search = ByWeight::new(proof, pending.lend(), 0, request);
        proof.run(ByWeight { progress: Progress::new(0, waits), ..search })
    }
}

/// Searches with [`OnlyByWeight`] on a kernel, or on plain arrays.
fn visit_by_weight(
    kernel: Option<SimdKernel>,
    start: Start,
    waiting: &[Start],
    (waits, limits): (Waits, Limits),
    mut visitor: impl FnMut(&[u8; 81]) -> ControlFlow<()>,
) -> Tally {
    let mut tally = Tally { solutions: 0, end: End::Exhausted, steps: 0, guesses: 0 };
    let digits = &mut [0; 81];
    let visitor = &mut VisitEach::new(u64::MAX, &mut visitor, digits);
    let request = Request { start, limits, tally: &mut tally, visitor, weights: &mut None };
    let search = OnlyByWeight { waiting, waits, request };
    let end = match kernel {
        None => Arrays.run(search),
        Some(kernel) => {
            on_simd_kernel!(kernel, portable => search.run(()), proof => Instructions::run(proof, search))
        }
    };
    tally.end = end;
    tally
}

const NOTHING_FOUND: Tally = Tally { solutions: 0, end: End::Exhausted, steps: 0, guesses: 0 };

const UNLIMITED: Limits = Limits { solutions: u64::MAX, sweeps: u64::MAX };

/// Counts solutions up to `limit` as the reference does.
fn count_simply(candidates: &[u16; 81], limit: u64) -> u64 {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let found = reference::search(&candidates.map(|candidates| candidates & 0x1ff), limit, u64::MAX);
    found.expect("the limit on contradictions is high enough").solutions.len() as u64
}

/// Asserts that every unit has every digit, and every cell one of its candidates.
fn assert_solves(solution: &[u8; 81], candidates: &[u16; 81]) {
    let mut seen = [[0u16; 9]; 3];
    for cell in 0..81 {
        assert!((1..=9).contains(&solution[cell]));
        let digit = 1 << (solution[cell] - 1);
        assert!(candidates[cell] & digit != 0, "cell {cell} lost its clue");
        let (row, column) = (cell / 9, cell % 9);
        for (kind, unit) in [row, column, row / 3 * 3 + column / 3].into_iter().enumerate() {
            seen[kind][unit] |= digit;
        }
    }
    assert!(seen.as_flattened().iter().all(|&digits| digits == 0x1ff), "{solution:?}");
}

/// Asserts that all kernels find `expected` solutions up to `limit`, valid and all different.
fn assert_count(start: Start, candidates: &[u16; 81], limit: u64, expected: u64) {
    for (name, kernel) in kernels() {
        let mut found = HashSet::new();
        let limits = Limits { solutions: limit, ..UNLIMITED };
        let tally = visit_on(kernel, start, limits, |solution| {
            assert_solves(solution, candidates);
            assert!(found.insert(*solution), "{name}: twice the same solution");
            ControlFlow::Continue(())
        });
        assert_eq!(tally.solutions, expected, "{name}, limit {limit}: {start:?}");
        assert_eq!(found.len() as u64, expected);
        if expected == limit {
            assert_eq!(tally.end, End::Stopped);
        } else if expected > 0 {
            assert_eq!(tally.end, End::Exhausted);
        } else {
            assert!(matches!(tally.end, End::Exhausted | End::Invalid));
        }
        // Also find only the first solution.
        if let Some(kernel) = kernel {
            let mut solution = [0; 81];
            assert_eq!(count(kernel, start, limits), tally);
            let first = solve(kernel, start, limits, &mut solution);
            assert_eq!((first.solutions, first.end), (tally.solutions, tally.end));
            assert_eq!(solution == [0; 81], expected == 0);
            if expected > 0 {
                assert!(found.contains(&solution));
            }
        }
    }
}

fn assert_agrees(clues: &[u8; 81], limit: u64) {
    let candidates = reference::from_clues(clues);
    let expected = count_simply(&candidates, limit);
    assert_count(Start::Clues(clues), &candidates, limit, expected);
    assert_count(Start::Candidates(&candidates), &candidates, limit, expected);
}

/// Returns a full grid with `open` cells opened.
fn with_open_cells(generator: &mut PuzzleGenerator, open: usize) -> [u8; 81] {
    let mut grid = generator.full_grid();
    for &cell in &generator.permutation(81)[..open] {
        grid[cell] = 0;
    }
    grid
}

fn parse(puzzle: &str) -> [u8; 81] {
    let bytes: [u8; 81] = puzzle.as_bytes().try_into().unwrap();
    bytes.map(|byte| if byte == b'.' { 0 } else { byte - b'0' })
}

#[test]
fn random_puzzles_with_every_number_of_clues() {
    let mut generator = PuzzleGenerator::new(1);
    for round in 0..3 {
        for open in 0..=64 {
            let limit = [1, 2, 50][(round + open) % 3];
            assert_agrees(&with_open_cells(&mut generator, open), limit);
        }
    }
}

#[test]
fn puzzles_of_every_kind() {
    let mut generator = PuzzleGenerator::new(2);
    for kind in Kind::ALL {
        for puzzle in generator.set(kind, 3) {
            for limit in [1, 2, 3] {
                assert_agrees(&puzzle, limit);
            }
        }
    }
}

#[test]
fn a_changed_clue_leaves_no_solution_or_another_one() {
    let mut generator = PuzzleGenerator::new(3);
    for round in 0..150 {
        let mut puzzle = with_open_cells(&mut generator, 40 + round % 20);
        let cell = generator.below(81);
        puzzle[cell] = generator.below(9) as u8 + 1;
        assert_agrees(&puzzle, 3);
    }
}

#[test]
fn random_candidates() {
    let mut generator = PuzzleGenerator::new(4);
    for round in 0..60 {
        let grid: [u8; 81] = generator.full_grid();
        let candidates: [u16; 81] = core::array::from_fn(|cell| {
            let mut set = 1 << (grid[cell] - 1);
            for _ in 0..round % 5 {
                set |= 1 << generator.below(9);
            }
            // Occasionally remove the solution itself; bits above the digits are ignored.
            if generator.below(200) == 0 { set & (set - 1) } else { set | 0x8000 }
        });
        let expected = count_simply(&candidates, 20);
        assert_count(Start::Candidates(&candidates), &candidates, 20, expected);
    }
}

#[test]
fn boards_of_every_kind_have_the_solutions_of_the_reference() {
    for (candidates, found) in boards_to_search(1, 200) {
        let start = Start::Candidates(&candidates);
        assert_count(start, &candidates, MOST_SOLUTIONS as u64, found.solutions.len() as u64);
    }
}

/// Replaces a solution by the least one, on a kernel or on plain arrays.
fn find_least_on(kernel: Option<SimdKernel>, search: FindLeast) -> Option<End> {
    match kernel {
        None => Arrays.run(search),
        Some(kernel) => on_simd_kernel!(kernel, portable => ().run(search), proof => proof.run(search)),
    }
}

/// Starts from the first and from the last solution found, and decides cells by free searches after few contradictions
/// or many; on a board taken to be hard, after a search for all lesser solutions, or one that is given up.
#[test]
fn the_least_solution_is_the_least_of_all() {
    let mut checked = 0;
    for (index, (candidates, found)) in boards_to_search(12, 300).into_iter().enumerate() {
        let (Some(first), Some(last)) = (found.solutions.first(), found.solutions.last()) else { continue };
        // The last cases take long, and an emulated processor takes far longer.
        let cases = if index % 8 == 0 { 9 } else { 5 };
        let least = crate::testkit::oracle::least_solution(&candidates, u32::MAX).unwrap().unwrap();
        for (name, kernel) in kernels() {
            for (known, most_contradictions, hard_from, steps) in [
                (first, MOST_CONTRADICTIONS, u64::MAX, 0),
                (last, 1, u64::MAX, 0),
                (first, 1, u64::MAX, 0),
                (last, 4, u64::MAX, 0),
                (&least, 2, u64::MAX, 0),
                (first, 1, 19_999, 20_000),
                (last, 1, 0, 20_000),
                (&least, 1, 0, 20_000),
                (last, 4, 0, 3),
            ]
            .into_iter()
            .take(cases)
            {
                let (mut solution, mut tally) = (*known, Tally { steps, ..NOTHING_FOUND });
                let start = Start::Candidates(&candidates);
                let (tally, bound) = (&mut tally, &mut solution);
                let end = find_least_on(
                    kernel,
                    FindLeast {
                        start,
                        sweeps: u64::MAX,
                        most_contradictions,
                        is_known: true,
                        hard_from,
                        tally,
                        bound,
                    },
                );
                assert_eq!(
                    (end, solution),
                    (Some(End::Exhausted), least),
                    "{name}, {most_contradictions}, {hard_from}: {candidates:?}"
                );
            }
        }
        checked += usize::from(found.solutions.len() > 1);
    }
    assert!(checked > 100, "{checked}");
}

/// Without a known solution, a search in order finds the least one and whether there is another, or it is given up
/// after its contradictions.
#[test]
fn a_search_in_order_finds_the_least_solution_and_another() {
    let [mut ended, mut given_up] = [[0; 3]; 2];
    for (candidates, found) in boards_to_search(13, 300) {
        let Some(least) = crate::testkit::oracle::least_solution(&candidates, u32::MAX) else { continue };
        let solutions = found.solutions.len().min(2);
        for (name, kernel) in kernels() {
            for (which, most_contradictions) in [1, 4, 2_000].into_iter().enumerate() {
                let (mut solution, mut tally) = ([0; 81], NOTHING_FOUND);
                let (start, sweeps) = (Start::Candidates(&candidates), 1_000_000);
                let (is_known, hard_from, tally, bound) = (false, u64::MAX, &mut tally, &mut solution);
                let search =
                    FindLeast { start, sweeps, most_contradictions, is_known, hard_from, tally, bound };
                let Some(end) = find_least_on(kernel, search) else {
                    given_up[which] += 1;
                    continue;
                };
                ended[which] += 1;
                let expected = if solutions == 2 { End::Stopped } else { End::Exhausted };
                assert_eq!((end, tally.solutions), (expected, solutions as u64), "{name}: {candidates:?}");
                assert!(solutions == 0 || Some(solution) == least, "{name}: {candidates:?}");
            }
        }
    }
    assert!(ended[0] > 100 && ended[0] < ended[1] && ended[1] < ended[2], "{ended:?}");
    assert!(given_up[0] > 100 && given_up[2] < 60, "{given_up:?}");
}

/// Sparse boards on which an ordered search alone takes thousands of sweeps, or millions.
const SPARSE: [&str; 4] = [
    ".............................2...1.................4............1.42..7.....3....",
    ".............8.........2...........7............................2......3.........",
    ".................................4.....3...1.......3..2.........6...2............",
    "...3.........2......7..6...3.2....9........71...94....7..2................1.3....",
];

#[test]
fn cells_are_decided_after_many_contradictions() {
    for puzzle in SPARSE {
        let clues = parse(puzzle);
        let least = crate::testkit::oracle::least_solution(&reference::from_clues(&clues), u32::MAX).unwrap();
        for (name, kernel) in kernels() {
            let start = Start::Clues(&clues);
            let mut solution = [0; 81];
            visit_on(kernel, start, Limits { solutions: 1, ..UNLIMITED }, |found| {
                solution = *found;
                ControlFlow::Continue(())
            });
            let known = solution;
            let mut tally = NOTHING_FOUND;
            let (sweeps, most_contradictions) = (20_000, MOST_CONTRADICTIONS);
            let end = find_least_on(
                kernel,
                FindLeast {
                    start,
                    sweeps,
                    most_contradictions,
                    is_known: true,
                    hard_from: u64::MAX,
                    tally: &mut tally,
                    bound: &mut solution,
                },
            );
            assert_eq!((end, Some(solution)), (Some(End::Exhausted), least), "{name}: {puzzle}");
            // With one sweep less than it takes, the limit is met, wherever it lies.
            for sweeps in [0, 1, tally.steps / 2, tally.steps - 1] {
                let (mut solution, mut tally) = (known, NOTHING_FOUND);
                let end = find_least_on(
                    kernel,
                    FindLeast {
                        start,
                        sweeps,
                        most_contradictions,
                        is_known: true,
                        hard_from: u64::MAX,
                        tally: &mut tally,
                        bound: &mut solution,
                    },
                );
                assert_eq!((end, tally.steps), (Some(End::OutOfSteps), sweeps), "{name}: {puzzle}");
            }
        }
    }
}

/// Puzzles that take many guesses; each has one solution.
const HARD: [&str; 4] = [
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    HARD_GRID,
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "..9748...7.........2.1.9.....7...24..64.1.59..98...3.....8.3.2.........6...2759..",
];

#[test]
fn hard_puzzles() {
    for puzzle in HARD {
        let clues = parse(puzzle);
        for limit in [1, 2] {
            assert_count(Start::Clues(&clues), &reference::from_clues(&clues), limit, 1);
        }
    }
}

#[test]
fn hard_puzzles_with_clues_removed() {
    let mut generator = PuzzleGenerator::new(5);
    for puzzle in HARD {
        let mut clues = parse(puzzle);
        while count_simply(&reference::from_clues(&clues), 2) == 1 {
            clues[generator.below(81)] = 0;
        }
        let candidates = reference::from_clues(&clues);
        let expected = count_simply(&candidates, 500);
        assert!(expected > 1);
        for limit in [2, 500] {
            assert_count(Start::Clues(&clues), &candidates, limit, expected.min(limit));
        }
    }
}

#[test]
fn the_empty_grid_to_several_limits() {
    for limit in [1, 2, 3, 100, 5000] {
        assert_count(Start::Clues(&[b'.'; 81]), &[0x1ff; 81], limit, limit);
    }
}

#[test]
fn all_solutions_of_a_puzzle_come_once() {
    // The first rows of a grid.
    let grid = PuzzleGenerator::new(6).full_grid();
    for given in [45, 50] {
        let mut clues = grid;
        clues[given..].fill(0);
        let candidates = reference::from_clues(&clues);
        let expected = count_simply(&candidates, u64::MAX);
        assert!(expected > 20);
        assert_count(Start::Clues(&clues), &candidates, u64::MAX, expected);
    }
}

/// Boards in whose last open cells digits can be exchanged: the last guesses are saved, and no solution is lost or
/// comes twice, up to any limit.
#[test]
fn last_pairs_have_two_solutions() {
    let mut generator = PuzzleGenerator::new(97);
    let [mut boards, mut without_guess] = [0; 2];
    for round in 0..90 {
        // The digits 1 and 2, 3 and 4, 5 and 6, and 7 and 8 in some cells or in all; or any digits in some cells.
        let open = 40 + round % 42;
        let candidates = if round % 2 == 0 {
            let full: [u8; 81] = generator.full_grid();
            let mut candidates = full.map(|digit| 1 << (digit - 1));
            for &cell in &generator.permutation(81)[..open] {
                if let digit @ 0..8 = full[cell] - 1 {
                    candidates[cell] |= 1 << (digit ^ 1);
                }
            }
            candidates
        } else {
            reference::from_clues(&with_open_cells(&mut generator, 44 + round % 9))
        };
        let expected = count_simply(&candidates, 2_000);
        if !(4..2_000).contains(&expected) {
            continue;
        }
        boards += 1;
        let start = Start::Candidates(&candidates);
        for limit in [3, 4, 5, 6, expected - 1, expected, u64::MAX] {
            assert_count(start, &candidates, limit, expected.min(limit));
        }
        // Each solution but the first has taken a guess, if it is not the second one of a pair.
        let Tally { guesses, .. } = visit_on(None, start, UNLIMITED, keep_going);
        without_guess += (expected - 1).saturating_sub(guesses);
    }
    assert!(boards > 30 && without_guess > 500, "{boards} boards, {without_guess} solutions");
}

/// With restarts after nearly every contradiction, before and between the solutions, no solution is lost and none comes
/// twice.
#[test]
fn restarts_lose_and_repeat_no_solution() {
    let mut boards: Vec<_> = boards_to_search(2, 120)
        .into_iter()
        .map(|(candidates, found)| (candidates, found.solutions))
        .collect();
    boards.retain(|(_, solutions)| solutions.len() < MOST_SOLUTIONS);
    // More solutions, with contradictions between them.
    let mut generator = PuzzleGenerator::new(7);
    for puzzle in HARD.into_iter().cycle().take(24) {
        let mut clues = parse(puzzle);
        let mut solutions = vec![];
        while solutions.len() < 20 {
            clues[generator.below(81)] = 0;
            let found = reference::search(&reference::from_clues(&clues), 300, u64::MAX);
            solutions = found.expect("the limit on contradictions is high enough").solutions;
        }
        if solutions.len() < 300 {
            boards.push((reference::from_clues(&clues), solutions));
        }
    }
    let mut with_many = 0;
    for (candidates, solutions) in boards {
        let expected: HashSet<_> = solutions.iter().copied().collect();
        with_many += usize::from(expected.len() > 10);
        for (name, kernel) in kernels() {
            for (weights, restart) in [(0, 1), (1, 1), (0, 5)] {
                let waits = Waits { weights, first: restart, further: restart };
                let mut found = HashSet::new();
                let start = Start::Candidates(&candidates);
                let tally = visit_by_weight(kernel, start, &[start], (waits, UNLIMITED), |solution| {
                    assert!(found.insert(*solution), "{name}: twice the same solution");
                    ControlFlow::Continue(())
                });
                assert_eq!(tally.end, End::Exhausted, "{name}");
                assert!(found == expected, "{name}, {waits:?}: {} of {}", found.len(), expected.len());
            }
        }
    }
    assert!(with_many > 8, "{with_many}");
}

/// Up to two solutions, if digits that no clue has keep one order.
#[test]
fn boards_that_lack_digits_have_two_solutions_or_none() {
    let mut generator = PuzzleGenerator::new(21);
    let mut seen = [0; 2];
    for round in 0..120 {
        let mut clues = with_open_cells(&mut generator, 20 + round % 30);
        let lacking = generator.permutation(9);
        clues
            .iter_mut()
            .filter(|clue| lacking[..2 + round % 3].contains(&usize::from(**clue)))
            .for_each(|c| *c = 0);
        if round % 2 == 0 {
            clues.swap(generator.below(40), 40 + generator.below(41));
        }
        let candidates = reference::from_clues(&clues);
        let expected = count_simply(&candidates, 2);
        seen[usize::from(expected > 0)] += 1;
        for (name, kernel) in kernels() {
            for (first, solutions) in [(1, 1), (1, 2), (1_000, 1), (1_000, 2)] {
                let waits = Waits { weights: 0, first, further: first };
                let limits = Limits { solutions, ..UNLIMITED };
                let start = Start::Clues(&clues);
                let mut found = HashSet::new();
                let tally = visit_by_weight(kernel, start, &[start], (waits, limits), |solution| {
                    assert_solves(solution, &candidates);
                    assert!(found.insert(*solution), "{name}: twice the same solution");
                    ControlFlow::Continue(())
                });
                assert_eq!(tally.solutions, expected.min(solutions), "{name}: {clues:?}");
                assert_eq!(found.len() as u64, tally.solutions);
            }
        }
    }
    assert!(seen.iter().all(|&boards| boards > 30), "{seen:?}");
}

/// A row of which five cells have four digits ends a node, and the waiting nodes above that lack digits, too, but no
/// other.
#[test]
fn a_line_that_lacks_digits_ends_no_other_node() {
    let everything = [0x1ff; 81];
    let mut lacking = everything;
    lacking[..5].fill(0b1111);
    let puzzles = HARD.map(|puzzle| reference::from_clues(&parse(puzzle)));
    // Without weights, which would start again from the root.
    let never = u64::MAX / 2;
    let waits = Waits { weights: never, first: never, further: never };
    for (name, kernel) in kernels() {
        for above in 1..4 {
            let boards = [&puzzles[..2], &vec![lacking; above]].concat();
            let waiting: Vec<_> = boards.iter().map(Start::Candidates).collect();
            let mut found = Vec::new();
            let tally = visit_by_weight(
                kernel,
                Start::Candidates(&everything),
                &waiting,
                (waits, UNLIMITED),
                |solution| {
                    found.push(*solution);
                    ControlFlow::Continue(())
                },
            );
            assert_eq!((tally.end, tally.solutions), (End::Exhausted, 2), "{name}, {above}");
            for (solution, puzzle) in found.iter().rev().zip(&puzzles) {
                assert_solves(solution, puzzle);
            }
        }
    }
}

#[test]
fn characters_and_digits_are_the_same_clues() {
    let clues = parse(HARD[0]);
    let mut with_zeros = clues.map(|clue| clue + b'0');
    let mut with_dots = *HARD[0].as_bytes().first_chunk().unwrap();
    for start in [&clues, &mut with_zeros, &mut with_dots] {
        assert_count(Start::Clues(start), &reference::from_clues(&clues), 2, 1);
    }
}

#[test]
fn collisions_are_distinguished_from_puzzles_without_solution() {
    // 1 to 8 in the first row, and a 9 below its last cell.
    let mut no_solution = [0; 81];
    for cell in 0..8 {
        no_solution[cell] = cell as u8 + 1;
    }
    no_solution[17] = 9;
    let mut solution = [7; 81];
    for (name, kernel) in kernels() {
        let end = |clues: &[u8; 81]| {
            let tally = visit_on(kernel, Start::Clues(clues), UNLIMITED, |_| panic!("{name}: a solution"));
            assert_eq!(tally.solutions, 0);
            tally.end
        };
        assert_eq!(end(&no_solution), End::Exhausted);
        for first in 0..81 {
            for second in 0..first {
                let same_box = first / 27 == second / 27 && first % 9 / 3 == second % 9 / 3;
                if first / 9 == second / 9 || first % 9 == second % 9 || same_box {
                    let mut clues = [0; 81];
                    clues[first] = 4;
                    clues[second] = 4;
                    let limits = Limits { solutions: 1, sweeps: 3 };
                    let tally = visit_on(kernel, Start::Clues(&clues), limits, |_| panic!("{name}"));
                    assert_eq!(tally.end, End::Invalid, "{name}: {first} {second}");
                }
            }
        }
    }
    let limits = Limits { solutions: 2, ..UNLIMITED };
    solve(SimdKernel::Portable, Start::Clues(&no_solution), limits, &mut solution);
    assert_eq!(solution, [7; 81], "nothing is written without a solution");
}

#[test]
fn limits_hold() {
    let clues = parse(HARD[1]);
    for (name, kernel) in kernels() {
        let run = |limits| visit_on(kernel, Start::Clues(&clues), limits, |_| ControlFlow::Continue(()));
        let whole = run(UNLIMITED);
        assert!(whole.guesses > 10 && whole.steps > whole.guesses / 4, "{name}: {whole:?}");
        for sweeps in [0, 1, 2, 10, whole.steps / 2, whole.steps - 1] {
            let tally = run(Limits { sweeps, ..UNLIMITED });
            assert_eq!((tally.end, tally.steps), (End::OutOfSteps, sweeps), "{name}");
        }
        assert_eq!(run(Limits { sweeps: whole.steps, ..UNLIMITED }), whole, "{name}");
    }
    let none = Limits { solutions: 0, ..UNLIMITED };
    let tally = solve(SimdKernel::Portable, Start::Clues(&clues), none, &mut [0; 81]);
    assert_eq!((tally.solutions, tally.end), (0, End::Stopped));
}

#[test]
fn a_visitor_may_stop() {
    for (name, kernel) in kernels() {
        for stop in [1, 2, 40, 1000] {
            let mut seen = 0;
            let tally = visit_on(kernel, Start::Clues(&[0; 81]), UNLIMITED, |_| {
                seen += 1;
                if seen == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!((seen, tally.solutions, tally.end), (stop, stop, End::Stopped), "{name}");
        }
    }
}

#[test]
fn the_same_call_finds_the_same_solution() {
    let clues = parse(HARD[1]);
    let mut open = clues;
    open[0] = 0;
    for (_, kernel) in kernels() {
        let first = || {
            let mut first = None;
            let limits = Limits { solutions: 1, ..UNLIMITED };
            visit_on(kernel, Start::Clues(&open), limits, |solution| {
                first = Some(*solution);
                ControlFlow::Continue(())
            });
            first.unwrap()
        };
        assert_eq!(first(), first());
    }
}

/// Many solutions, in lanes where the kernel has them: each once, up to any limit, and with nodes that are handed back.
#[test]
fn many_solutions_are_counted_and_visited_in_lanes() {
    let mut generator = PuzzleGenerator::new(21);
    let mut boards = vec![[0; 81]; 2];
    boards[1][0] = 5;
    for round in 0..40 {
        let mut puzzle = generator.puzzle(Kind::Minimal);
        let clues: Vec<_> = (0..81).filter(|&cell| puzzle[cell] != 0).collect();
        for _ in 0..[2, 3, 4, 6, 9][round % 5] {
            puzzle[clues[generator.below(clues.len())]] = 0;
        }
        boards.push(puzzle);
    }
    const MOST: u64 = 10_000;
    let [mut all, mut cut] = [0; 2];
    for clues in &boards {
        let start = Start::Clues(clues);
        let unlimited = Limits { solutions: u64::MAX, sweeps: u64::MAX };
        let most = Limits { solutions: MOST, ..unlimited };
        let expected = count(SimdKernel::Portable, start, most);
        all += u64::from(expected.end == End::Exhausted && expected.solutions > 100);
        for (name, kernel) in kernels() {
            let Some(kernel) = kernel.filter(|kernel| BatchKernel::of(*kernel).is_some()) else { continue };
            let counted = count(kernel, start, most);
            assert_eq!((counted.solutions, counted.end), (expected.solutions, expected.end), "{name}");
            let stop = [MOST, 33, 1 + generator.below(5_000) as u64][generator.below(3)];
            let mut seen = HashSet::new();
            let tally = visit(kernel, start, unlimited, &mut |digits| {
                assert!(digits.iter().zip(clues).all(|(digit, clue)| *clue == 0 || digit == clue));
                assert!(crate::Board::from_checked(*digits).is_solved());
                assert!(seen.insert(*digits), "twice, {name}");
                if seen.len() as u64 == stop { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            });
            assert_eq!(tally.solutions, seen.len() as u64);
            assert_eq!(tally.solutions, expected.solutions.min(stop), "{name}");
            let sweeps = crate::Solver::QUICK_STEPS + generator.below(20) as u64;
            let limited = count(kernel, start, Limits { solutions: u64::MAX, sweeps });
            assert!(limited.steps <= sweeps);
            assert_eq!(limited.end == End::OutOfSteps, limited.steps == sweeps, "{name}");
            cut += u64::from(limited.end == End::OutOfSteps);
        }
    }
    let has_lanes =
        kernels().iter().any(|(_, kernel)| kernel.is_some_and(|kernel| BatchKernel::of(kernel).is_some()));
    assert!(all > 5 && (cut > 5 || !has_lanes), "{all} {cut}");
}
