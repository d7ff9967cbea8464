//! Answers that are known without an oracle, and what the machine must have.

use lanedoku::{
    Board, Board4x4, BuildError, Engine, Grid, Kernel, KernelError, Missing, Order, Outcome, Solver, Status,
    Workspace,
};
use testkit::puzzles::{HARD_GRID, Kind, PuzzleGenerator};

use super::questions::solvers;
use crate::support::boards::{board, with_digit};
use crate::support::machine;

const HARD_GRID_SOLUTION: &str =
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

#[test]
fn the_well_known_grid_has_its_one_solution() {
    for solver in solvers() {
        let outcome = solver.solve(&HARD_GRID.parse::<Grid>().unwrap());
        assert_eq!(outcome.status, Status::Unique);
        assert_eq!(outcome.solution.unwrap().to_string(), HARD_GRID_SOLUTION);
    }
}

#[test]
fn the_loop_takes_the_steps_defined_by_row_order() {
    // Counted by hand: a full row, then the only choice in each cell without backtracking, then backtracking to the
    // start to prove that there is no other solution.
    let puzzle: Board4x4 = "1234341221434...".parse().unwrap();
    let solver = Solver::builder().order(Order::Rows).build().unwrap();
    let outcome = solver.solve(&puzzle);
    assert_eq!((outcome.status, outcome.steps), (Status::Unique, 6));
    assert_eq!(solver.count(&puzzle, 1).steps, 3);
}

#[test]
fn four_by_four_boards_have_288_solutions() {
    for solver in solvers() {
        assert_eq!(solver.count(&Board4x4::EMPTY, u64::MAX).solutions, 288);
        assert_eq!(solver.count(&"1234............".parse::<Board4x4>().unwrap(), u64::MAX).solutions, 12);
        assert_eq!(solver.count(&Grid::EMPTY, 1_000).solutions, 1_000);
    }
}

#[test]
fn generated_puzzles_get_the_status_of_their_kind() {
    let mut generator = PuzzleGenerator::new(23);
    for kind in Kind::ALL {
        let status = match kind {
            Kind::TwoOrMore => Status::Multiple,
            Kind::NoSolution => Status::NoSolution,
            _ => Status::Unique,
        };
        for puzzle in generator.set(kind, 5) {
            assert_eq!(Solver::new().solve(&board(puzzle)).status, status, "{} {puzzle:?}", kind.name());
        }
    }
}

/// With as few clues as hard published puzzles, the loop may take hours; the default engine must not. The limit is
/// many times the steps that such puzzles take, and still less than a second.
#[test]
fn large_puzzles_with_few_clues_are_solved() {
    fn check<const CELLS: usize>(generator: &mut PuzzleGenerator, clues: usize) {
        let puzzle: Board<CELLS> = board(generator.unique(clues));
        let outcome = Solver::new().with_step_limit(200_000).solve(&puzzle);
        assert_eq!(outcome.status, Status::Unique, "{puzzle}");
        assert!(outcome.solution.unwrap().is_solution_of(&puzzle));
    }
    let mut generator = PuzzleGenerator::new(26);
    (0..10).for_each(|_| check::<256>(&mut generator, 0));
    (0..3).for_each(|_| check::<625>(&mut generator, 320));
}

/// Solves 16x16 and 25x25 boards such as untrusted users may send: random clues of a full board, 30 to 60 percent of
/// them, some replaced by others that do not collide. Each must be decided in steps that take about a second. Returns
/// how many have no solution, one, and more.
fn decide<const CELLS: usize>(seed: u64, count: usize, altered: usize) -> [usize; 3] {
    let mut generator = PuzzleGenerator::new(seed);
    let mut found = [0; 3];
    for _ in 0..count {
        let clues = CELLS * (300 + generator.below(301)) / 1000;
        let cells = generator.permutation(CELLS);
        let (kept, open) = cells.split_at(clues);
        let mut puzzle: Board<CELLS> =
            open.iter().fold(board(generator.full_grid()), |board, &cell| with_digit(&board, cell, 0));
        let mut left = altered;
        for &cell in kept {
            let digit = 1 + generator.below(Board::<CELLS>::SIDE) as u8;
            let other = with_digit(&puzzle, cell, digit);
            if left > 0 && puzzle.get(cell) != Some(digit) && !other.has_collision() {
                puzzle = other;
                left -= 1;
            }
        }
        let outcome = Solver::new().with_step_limit(1_500_000).solve(&puzzle);
        assert!(outcome.solution.is_none_or(|solution| solution.is_solution_of(&puzzle)), "{puzzle}");
        found[match outcome.status {
            Status::NoSolution => 0,
            Status::Unique => 1,
            Status::Multiple => 2,
            other => panic!("{other}: {puzzle}"),
        }] += 1;
    }
    found
}

#[test]
fn random_large_boards_are_decided() {
    for (seed, altered) in [(71, 0), (72, 2)] {
        for [none, _, more] in [decide::<256>(seed, 60, altered), decide::<625>(seed, 24, altered)] {
            assert!(more > 0);
            assert_eq!(altered > 0, none > 0, "only altered boards lack a solution");
        }
    }
}

/// The number of boards for which the bound is documented.
#[test]
#[ignore = "takes minutes"]
fn thousands_of_random_boards_are_decided() {
    for (seed, altered) in [(73, 0), (74, 2)] {
        println!("16x16, {altered} altered: {:?} with none, one, more", decide::<256>(seed, 1000, altered));
        println!("25x25, {altered} altered: {:?} with none, one, more", decide::<625>(seed, 1000, altered));
    }
}

/// Two boards on which a search without learned clauses takes tens of millions of steps. (The least of their solutions
/// takes millions, with learned clauses, too.)
#[test]
fn boards_that_were_once_slow_are_decided() {
    for line in include_str!("../boards/slow_25x25.txt").lines() {
        let puzzle: Board<625> = line.parse().unwrap();
        let outcome = Solver::new().with_any_solution(true).with_step_limit(1_500_000).solve(&puzzle);
        assert_eq!(outcome.status, Status::Multiple, "{puzzle}");
        assert!(outcome.solution.is_some_and(|solution| solution.is_solution_of(&puzzle)), "{puzzle}");
    }
}

/// A million puzzles, equivalent to 600 generated ones, keep their status.
#[test]
#[ignore = "a million puzzles"]
fn a_million_equivalent_puzzles_keep_their_status() {
    let mut generator = PuzzleGenerator::new(61);
    let made: Vec<(Grid, Status)> = (0..600)
        .map(|number| {
            let puzzle = board(generator.puzzle(Kind::ALL[number % Kind::ALL.len()]));
            (puzzle, Solver::builder().engine(Engine::Backtrack).build().unwrap().solve(&puzzle).status)
        })
        .collect();
    let solvers: Vec<Solver> = Engine::ALL.into_iter().flat_map(machine::solvers).collect();
    let mut workspace = Box::new(Workspace::new());
    let (rounds, mut undecided) = (1_700, 0);
    for _ in 0..rounds {
        let puzzles: Vec<Grid> =
            made.iter().map(|(puzzle, _)| board(generator.equivalent(puzzle.digits()))).collect();
        let mut outcomes = vec![Outcome::INVALID; puzzles.len()];
        for solver in &solvers {
            let is_loop = solver.engine() == Engine::Backtrack;
            let limit = if is_loop { 20_000 } else { u64::MAX };
            solver.with_step_limit(limit).solve_batch(&puzzles, &mut outcomes, &mut workspace);
            for ((puzzle, (_, status)), outcome) in puzzles.iter().zip(&made).zip(&outcomes) {
                let given_up = is_loop && outcome.status == Status::OutOfSteps;
                undecided += usize::from(given_up);
                assert!(outcome.status == *status || given_up, "{} {puzzle}: {outcome:?}", solver.kernel());
                let shown = outcome.solution.map(|solution| solution.is_solution_of(puzzle));
                let expected = (!given_up && *status != Status::NoSolution).then_some(true);
                assert_eq!(shown, expected, "{} {puzzle}", solver.kernel());
            }
        }
    }
    println!("{} puzzles, {undecided} not decided by the loop", made.len() * rounds);
    assert!(undecided < made.len() * rounds / 10, "the loop left too many undecided");
}

#[test]
fn kernels_have_names_and_report_missing_features() {
    for kernel in Kernel::ALL {
        assert_eq!(Kernel::from_name(kernel.name()), Some(kernel));
        let asked = Solver::builder().kernel(kernel).build();
        assert_eq!(
            asked.map(|solver| solver.kernel()),
            kernel.check().map(|()| kernel).map_err(BuildError::Kernel)
        );
    }
    assert!(Kernel::detect().check().is_ok());
    assert!(Kernel::Portable.check().is_ok());
    if !cfg!(feature = "asm") {
        let error = KernelError { kernel: Kernel::Assembly, missing: Missing::Build };
        assert_eq!(Kernel::Assembly.check(), Err(error));
        assert_eq!(error.to_string(), "kernel asm: this build does not include it");
    }
}

/// Benchmarks measure the assembly, so it must run on machines that support it.
#[test]
#[cfg(all(feature = "asm", target_arch = "x86_64"))]
fn the_assembly_is_not_skipped_silently() {
    if std::arch::is_x86_feature_detected!("bmi1") {
        assert_eq!(Kernel::Assembly.check(), Ok(()));
        assert_eq!(Solver::builder().engine(Engine::Backtrack).build().unwrap().kernel(), Kernel::Assembly);
    }
}

/// The vector kernels must run on machines that support them, too.
#[test]
#[cfg(target_arch = "x86_64")]
fn the_vectors_are_not_skipped_silently() {
    if std::arch::is_x86_feature_detected!("avx2") {
        assert_eq!(Kernel::Avx2.check(), Ok(()));
    }
    if std::arch::is_x86_feature_detected!("avx512vbmi2") && std::arch::is_x86_feature_detected!("avx512vl") {
        assert_eq!(Kernel::Avx512.check(), Ok(()));
        assert_eq!(Solver::new().kernel(), Kernel::Avx512);
    }
}
