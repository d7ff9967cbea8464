//! The search with various parameters: learning, restarts and deleted clauses must not change its solutions.

use core::ops::ControlFlow;

use crate::testkit::puzzles::PuzzleGenerator;

use super::{HouseTables, LayoutTables, Parameters, PropagateMemory, RegionTables, luby, on_stack_with};
use crate::least::{CellSearch, Least, Wanted};
use crate::{Board, End, Search, Solver, Tally};

/// From immediate learning with almost no clause arena to no learning at all.
const PARAMETERS: [Parameters; 8] = [
    Parameters::USUAL,
    Parameters {
        learn_after: 20,
        stop_learning_after: u64::MAX,
        restart_interval: 8,
        clause_capacity: usize::MAX,
    },
    Parameters {
        learn_after: 1,
        stop_learning_after: u64::MAX,
        restart_interval: 1,
        clause_capacity: usize::MAX,
    },
    Parameters { learn_after: 1, stop_learning_after: u64::MAX, restart_interval: 2, clause_capacity: 40 },
    Parameters {
        learn_after: 1,
        stop_learning_after: u64::MAX,
        restart_interval: u64::MAX,
        clause_capacity: 24,
    },
    Parameters { learn_after: 2, stop_learning_after: u64::MAX, restart_interval: 5, clause_capacity: 0 },
    Parameters { learn_after: 3, stop_learning_after: 9, restart_interval: 2, clause_capacity: usize::MAX },
    Parameters {
        learn_after: u64::MAX,
        stop_learning_after: u64::MAX,
        restart_interval: 1,
        clause_capacity: usize::MAX,
    },
];

/// The digits with `cell` replaced by `digit`, 0 for none.
fn with_digit<const CELLS: usize>(digits: &[u8; CELLS], cell: usize, digit: u8) -> [u8; CELLS] {
    let mut digits = *digits;
    digits[cell] = digit;
    digits
}

/// A random full board reduced to `clues` digits.
fn reduced<const CELLS: usize>(generator: &mut PuzzleGenerator, clues: usize) -> [u8; CELLS] {
    let open = &generator.permutation(CELLS)[clues..];
    open.iter().fold(generator.full_grid(), |digits, &cell| with_digit(&digits, cell, 0))
}

fn board<const CELLS: usize>(digits: &[u8; CELLS]) -> Board<CELLS> {
    Board::from_digits(digits).unwrap()
}

/// Passes every solution to `show`, until it breaks or the step limit is reached.
fn visit_with<const CELLS: usize>(
    parameters: &Parameters,
    puzzle: &[u8; CELLS],
    step_limit: u64,
    show: &mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
) -> Tally {
    on_stack_with(parameters, LayoutTables::of_cells(CELLS), |search| {
        search.begin(puzzle, 0);
        run_to(search, step_limit, show)
    })
}

/// Goes on with a search, as [`visit_with`].
fn run_to<const CELLS: usize>(
    search: &mut dyn CellSearch,
    step_limit: u64,
    show: &mut dyn FnMut(&[u8; CELLS]) -> ControlFlow<()>,
) -> Tally {
    search.run(step_limit, &mut |solution| {
        let mut digits = [0; CELLS];
        solution.write_digits(&mut digits);
        show(&digits)
    })
}

/// The first solutions, each checked, and how the search ended.
fn visited<const CELLS: usize>(
    parameters: &Parameters,
    puzzle: &[u8; CELLS],
    limit: usize,
) -> (Vec<[u8; CELLS]>, Tally) {
    let mut solutions = Vec::new();
    let tally = visit_with(parameters, puzzle, u64::MAX, &mut |solution| {
        solutions.push(*solution);
        if solutions.len() == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!(tally.solutions, solutions.len() as u64);
    (solutions, tally)
}

/// Asserts that the search, with all parameters, finds all solutions in order.
fn check<const CELLS: usize>(puzzle: &[u8; CELLS], expected: &[[u8; CELLS]]) {
    for parameters in &PARAMETERS {
        let (mut solutions, tally) = visited(parameters, puzzle, usize::MAX);
        assert_eq!(tally.end, End::Exhausted);
        solutions.sort();
        assert_eq!(solutions, expected, "{parameters:?} {puzzle:?}");
    }
}

/// Every solution of a 4x4 board, from a list of all 288 full boards.
fn of_four_by_four(puzzle: &[u8; 16], all: &[[u8; 16]]) -> Vec<[u8; 16]> {
    let fits = |full: &&[u8; 16]| puzzle.iter().zip(*full).all(|(&clue, &digit)| clue == 0 || clue == digit);
    all.iter().filter(fits).copied().collect()
}

/// All full 4x4 boards, by filling cell after cell.
fn full_four_by_four() -> Vec<[u8; 16]> {
    fn fill(board: &mut [u8; 16], cell: usize, found: &mut Vec<[u8; 16]>) {
        if cell == 16 {
            return found.push(*board);
        }
        for digit in 1..=4 {
            let seen = |other: usize| {
                let (row, column) = (other / 4, other % 4);
                let shares = row == cell / 4
                    || column == cell % 4
                    || row / 2 == cell / 8 && column / 2 == cell % 4 / 2;
                shares && board[other] == digit
            };
            if !(0..cell).any(seen) {
                board[cell] = digit;
                fill(board, cell + 1, found);
                board[cell] = 0;
            }
        }
    }
    let mut found = Vec::new();
    fill(&mut [0; 16], 0, &mut found);
    found
}

#[test]
fn four_by_four_boards_have_all_their_solutions_with_all_parameters() {
    let all = full_four_by_four();
    assert_eq!(all.len(), 288);
    // Every board of up to two clues that do not collide.
    for first in 0..16 {
        for second in first..16 {
            for digits in 0..20 {
                let mut puzzle = [0; 16];
                (puzzle[first], puzzle[second]) = (digits % 5, digits / 5 + 1);
                if board(&puzzle).collisions().next().is_none() {
                    check(&puzzle, &of_four_by_four(&puzzle, &all));
                }
            }
        }
    }
    let mut generator = PuzzleGenerator::new(61);
    for round in 0..3_000 {
        let puzzle = generator.random_clues(3 + round % 8);
        if board(&puzzle).collisions().next().is_none() {
            check(&puzzle, &of_four_by_four(&puzzle, &all));
        }
    }
}

/// Boards with up to some hundred solutions, compared with the backtracking engine.
#[test]
fn nine_by_nine_boards_have_all_their_solutions_with_all_parameters() {
    let backtrack =
        Solver::builder().engine(crate::Engine::Backtrack).build().unwrap().with_step_limit(2_000_000);
    let mut generator = PuzzleGenerator::new(62);
    let mut locked_head = [0; 3];
    for round in 0..150 {
        let mut puzzle: [u8; 81] = reduced(&mut generator, 23 + round % 20);
        if round % 3 == 0 {
            puzzle = with_digit(&puzzle, generator.below(81), 1 + generator.below(9) as u8);
        }
        let mut expected = Vec::new();
        let tally = backtrack.visit(&board(&puzzle), |solution| {
            expected.push(*solution.digits());
            if expected.len() == 2_000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        });
        if tally.end == End::Exhausted {
            expected.sort();
            check(&puzzle, &expected);
            locked_head[expected.len().min(2)] += 1;
        }
    }
    assert!(locked_head.iter().all(|&count| count > 3), "boards of every kind: {locked_head:?}");
}

/// A restarted search reaches the first solution again: it must neither report it twice nor count it as the second.
#[test]
fn unique_puzzles_stay_unique_with_all_parameters() {
    let mut generator = PuzzleGenerator::new(63);
    for _ in 0..60 {
        let puzzle: [u8; 81] = generator.unique(0);
        let expected = Solver::new().solve(&board(&puzzle)).solution.unwrap();
        check(&puzzle, &[*expected.digits()]);
    }
    for _ in 0..3 {
        let puzzle: [u8; 256] = generator.unique(100);
        let solutions = PARAMETERS.map(|parameters| visited(&parameters, &puzzle, 2));
        for (solution, tally) in &solutions {
            assert_eq!((tally.end, solution), (End::Exhausted, &solutions[0].0));
        }
    }
}

/// The search changes its mode at many levels and between many solutions.
#[test]
fn sixteen_by_sixteen_boards_have_all_their_solutions_with_all_parameters() {
    let mut generator = PuzzleGenerator::new(66);
    let mut locked_head = 0;
    for round in 0..12 {
        let mut puzzle: [u8; 256] = generator.unique(100);
        for _ in 0..8 + round % 3 * 4 {
            puzzle = with_digit(&puzzle, generator.below(256), 0);
        }
        let never = Parameters { learn_after: u64::MAX, ..Parameters::USUAL };
        let (mut expected, tally) = visited(&never, &puzzle, 3_000);
        if tally.end == End::Exhausted && expected.len() > 2 {
            expected.sort();
            check(&puzzle, &expected);
            locked_head += 1;
        }
    }
    assert!(locked_head > 3, "{locked_head} boards with some solutions");
}

#[test]
fn a_limit_on_steps_ends_the_search_exactly_in_every_mode() {
    let mut generator = PuzzleGenerator::new(64);
    let minimal: [u8; 81] = generator.unique(0);
    let clue = minimal.iter().position(|&digit| digit != 0).unwrap();
    for puzzle in [minimal, with_digit(&minimal, clue, 0)] {
        for parameters in &PARAMETERS {
            let tally = |limit| {
                let mut shown = 0;
                let tally = visit_with(parameters, &puzzle, limit, &mut |_| {
                    shown += 1;
                    ControlFlow::Continue(())
                });
                assert_eq!(tally.solutions, shown);
                tally
            };
            let whole = tally(u64::MAX);
            for limit in (0..500.min(whole.steps)).chain(whole.steps.saturating_sub(500)..whole.steps) {
                let cut = tally(limit);
                assert_eq!((cut.end, cut.steps), (End::OutOfSteps, limit));
                assert!(cut.solutions <= whole.solutions && cut.guesses <= whole.guesses);
            }
            assert_eq!(tally(whole.steps), whole);
        }
    }
}

/// On boards with far too many solutions to count, none of the first ones is reported twice.
#[test]
fn large_boards_never_show_a_solution_twice() {
    fn check<const CELLS: usize>(generator: &mut PuzzleGenerator, clues: usize) {
        let puzzle: [u8; CELLS] = reduced(generator, clues);
        for parameters in &PARAMETERS {
            let (mut solutions, tally) = visited(parameters, &puzzle, 300);
            assert!(solutions.iter().all(|solution| board(solution).is_solution_of(&board(&puzzle))));
            let shown = solutions.len();
            solutions.sort();
            solutions.dedup();
            assert_eq!((solutions.len(), tally.end), (shown, End::Stopped), "{parameters:?} {puzzle:?}");
            assert_eq!(shown, 300);
        }
    }
    let mut generator = PuzzleGenerator::new(65);
    for clues in [0, 60, 90] {
        check::<256>(&mut generator, clues);
    }
    for clues in [0, 150, 220, 330] {
        check::<625>(&mut generator, clues);
    }
}

/// A search that is stopped again and again finds the same solutions in the same order, with the same steps and
/// guesses.
#[test]
fn a_search_goes_on_exactly_where_it_stopped() {
    fn check<const CELLS: usize>(memory: &mut PropagateMemory, puzzle: &[u8; CELLS], most: usize) {
        for (parameters, slice) in PARAMETERS.iter().zip([1, 7, 100, 3, 1_000, 10, 2, 50]) {
            let (expected, whole) = visited(parameters, puzzle, most);
            let mut solutions = Vec::new();
            let search = &mut memory.search_with(parameters);
            search.begin(puzzle, 0);
            let mut limit = 0;
            let tally = loop {
                limit += slice;
                let tally = run_to(search, limit, &mut |solution| {
                    solutions.push(*solution);
                    if solutions.len() == most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
                if tally.end != End::OutOfSteps {
                    break tally;
                }
                assert_eq!(tally.steps, limit);
            };
            assert_eq!((tally, solutions), (whole, expected), "{parameters:?} {puzzle:?}");
        }
    }
    let mut generator = PuzzleGenerator::new(67);
    // The same memory for boards of every size.
    let mut memory = Box::new_uninit();
    let memory = Search::write_new(&mut memory).propagate();
    for clues in [330, 360, 0] {
        check::<625>(memory, &reduced(&mut generator, clues), 10);
    }
    for clues in 0..8 {
        check::<16>(memory, &reduced(&mut generator, clues), 30);
    }
    for clues in [0, 90, 100, 110, 140] {
        check::<256>(memory, &reduced(&mut generator, clues), 20);
    }
    for clues in 17..30 {
        check::<81>(memory, &reduced(&mut generator, clues), 40);
    }
}

/// With guesses in the order of the cells, the first solution is the least, however much the search learns.
#[test]
fn guesses_in_order_find_the_least_solution_first_with_all_parameters() {
    fn check<const CELLS: usize>(puzzle: &[u8; CELLS], most: usize) -> usize {
        let (all, tally) = visited(&Parameters::USUAL, puzzle, most);
        if tally.end != End::Exhausted {
            return 0;
        }
        for parameters in &PARAMETERS {
            let mut first = None;
            on_stack_with(parameters, LayoutTables::of_cells(CELLS), |search| {
                search.begin(puzzle, CELLS);
                run_to(search, u64::MAX, &mut |solution| {
                    first = Some(*solution);
                    ControlFlow::Break(())
                })
            });
            assert_eq!(first, all.iter().min().copied(), "{parameters:?} {puzzle:?}");
            // Further searches, which keep what was deduced, with and without room for the clauses between slices.
            for (patience, slice) in [(0, u64::MAX), (9, 7)] {
                let mut least = Least::with_patience(patience);
                on_stack_with(parameters, LayoutTables::of_cells(CELLS), |search| {
                    least.begin(search, puzzle, Wanted::Least);
                    let mut limit = slice;
                    while least.run(search, limit).end == End::OutOfSteps {
                        limit += slice;
                    }
                });
                if let Some(first) = &first {
                    assert_eq!(least.solution(), first, "{patience} {slice} {parameters:?} {puzzle:?}");
                }
            }
        }
        usize::from(all.len() > 1)
    }
    let mut generator = PuzzleGenerator::new(68);
    let mut several = [0; 3];
    for round in 0..200 {
        several[0] += check::<16>(&reduced(&mut generator, round % 8), 300);
        several[1] += check::<81>(&reduced(&mut generator, 20 + round % 15), 2_000);
    }
    for round in 0..8 {
        let puzzle: [u8; 256] = generator.unique(100);
        let puzzle =
            (0..12 + 2 * round).fold(puzzle, |puzzle, _| with_digit(&puzzle, generator.below(256), 0));
        several[2] += check(&puzzle, 2_000);
    }
    assert!(several.iter().all(|&boards| boards > 0), "boards with several solutions: {several:?}");
}

#[test]
fn luby_matches_the_published_sequence() {
    let first: Vec<_> = (1..=31).map(luby).collect();
    let expected =
        [1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 1, 1, 2, 1, 1, 2, 4, 1, 1, 2, 1, 1, 2, 4, 8, 16];
    assert_eq!(first, expected);
    assert_eq!(luby((1 << 20) - 1), 1 << 19);
}

/// Regions of other shapes and further houses, too: reasons for what follows from them are right.
#[test]
fn learning_changes_no_solution_of_another_layout() {
    let mut generator = PuzzleGenerator::new(143);
    let left = crate::LeftClues { step_limit: 1_000, ..Default::default() };
    let mut found = 0;
    for name in [
        "6x6+diagonal",
        "diagonal",
        "windoku",
        "diagonal+windoku+centre-dots",
        "12x12",
        "jigsaw:abcdefghiabcdefghiabcdefghiabcdefghiabcdefghiabcdefghiabcdefghiabcdefghiabcdefghi+diagonal",
    ] {
        let layout: crate::Layout = name.parse().unwrap();
        let (solver, regions) = (crate::LayoutSolver::new(&layout), RegionTables::new(&layout));
        let houses = HouseTables::new(&layout);
        let tables = LayoutTables::new(layout.side(), &regions, Some(&houses));
        for number in 0..12 {
            let mut puzzle = vec![0; layout.cells()];
            assert!(solver.generate(9, number, &left, || true, &mut puzzle).is_some(), "{name}");
            // Without some clues, it has several solutions.
            let cells = generator.permutation(puzzle.len());
            for &cell in cells.iter().take(if number % 3 == 0 { 0 } else { 20 }) {
                puzzle[cell] = 0;
            }
            let solutions = |parameters: &Parameters| {
                let mut all = Vec::new();
                let tally = on_stack_with(parameters, tables, |search| {
                    search.begin(&puzzle, 0);
                    search.run(u64::MAX, &mut |solution| {
                        let mut digits = vec![0; layout.cells()];
                        solution.write_digits(&mut digits);
                        all.push(digits);
                        if all.len() > 500 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                    })
                });
                all.sort();
                (tally.end == End::Exhausted).then_some(all)
            };
            let Some(expected) = solutions(&PARAMETERS[7]) else { continue };
            found += expected.len();
            for parameters in &PARAMETERS {
                assert_eq!(
                    solutions(parameters).as_ref(),
                    Some(&expected),
                    "{name} {parameters:?} {puzzle:?}"
                );
            }
        }
    }
    assert!(found > 500, "{found}");
}

/// Boards without a solution, from climbs: with guesses by the weights of constraints, and room for few clauses, they
/// took up to 53,835 steps.
const REFUTED_BY_CLAUSES: [&str; 4] = [
    "7..63.2..........1..1......1...7....2..9.....6...24...3..716..2......3........7..",
    ".........1..8..529....5.............2....5....182.....5..1..8.29.......48..9...6.",
    "......6..6.........7.8.1.3..6...7....8..23....3.4......1.7863.........7........1.",
    "8............8.....7.1..53..1........3.......7..3..185...7..2.....5...74...8...1.",
];

#[test]
fn clauses_refute_hard_boards() {
    for puzzle in REFUTED_BY_CLAUSES {
        let board: Board<81> = puzzle.parse().unwrap();
        let tally = on_stack_with(&Parameters::USUAL, LayoutTables::of_cells(81), |search| {
            search.begin(board.digits(), 0);
            search.run(u64::MAX, &mut |_| ControlFlow::Break(()))
        });
        assert!(tally.end == End::Exhausted && tally.steps < 5_000, "{tally:?}: {puzzle}");
    }
}
