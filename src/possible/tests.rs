//! Possible digits against the solutions that the oracle finds.

use crate::testkit::oracle;
use crate::testkit::puzzles::PuzzleGenerator;

use super::*;
use crate::{Engine, Kernel};

/// A board with its solutions, of which there are few.
struct SolvedCase {
    board: Grid,
    solutions: Vec<[u8; 81]>,
}

impl SolvedCase {
    fn of(digits: &[u8; 81]) -> Option<SolvedCase> {
        let most = 100;
        let solutions = match oracle::collide(digits) {
            true => vec![],
            false => oracle::solutions(&oracle::masks(digits), most + 1, u32::MAX)?,
        };
        (solutions.len() <= most).then(|| SolvedCase { board: Grid::from_checked(*digits), solutions })
    }

    fn status(&self) -> Status {
        match self.solutions.len() {
            0 if oracle::collide(self.board.digits()) => Status::Invalid,
            0 => Status::NoSolution,
            1 => Status::Unique,
            _ => Status::Multiple,
        }
    }

    /// The digits of each cell in all solutions.
    fn digits(&self) -> [u16; 81] {
        core::array::from_fn(|cell| {
            self.solutions.iter().fold(0, |digits, solution| digits | 1 << (solution[cell] - 1))
        })
    }
}

/// Boards of every status: with a digit of the solution changed, with two digits exchanged, full, and with open cells.
fn cases(count: usize) -> Vec<SolvedCase> {
    let mut generator = PuzzleGenerator::new(36);
    let mut cases = Vec::new();
    while cases.len() < count {
        let kind = cases.len();
        let full: [u8; 81] = generator.full_grid();
        let cells = generator.permutation(81);
        let mut digits = [0; 81];
        for &cell in &cells[..if kind % 9 == 8 { 81 } else { 25 + kind % 16 }] {
            digits[cell] = full[cell];
        }
        match kind % 5 {
            3 => digits.swap(cells[0], cells[1 + generator.below(20)]),
            4 => digits[cells[0]] = 1 + generator.below(9) as u8,
            _ => {}
        }
        cases.extend(SolvedCase::of(&digits));
    }
    for status in [Status::Unique, Status::Multiple, Status::NoSolution, Status::Invalid] {
        assert!(cases.iter().any(|case| case.status() == status), "{status}");
    }
    cases
}

/// A solver for each kernel of this machine.
fn solvers() -> impl Iterator<Item = Solver> {
    let solver = |&kernel| Solver::builder().engine(Engine::Simd).kernel(kernel).build().ok();
    Kernel::of(Engine::Simd).iter().filter_map(solver)
}

fn check(case: &SolvedCase, possible: &Possible) {
    let (board, digits) = (&case.board, case.digits());
    assert_eq!(
        (possible.status(), possible.digits(), possible.not_excluded()),
        (case.status(), &digits, &digits),
        "{board}"
    );
    for (cell, &digits) in digits.iter().enumerate() {
        for digit in 1..=9 {
            assert_eq!(possible.allows(cell, digit), Some(digits >> (digit - 1) & 1 == 1), "{board}");
        }
        assert_eq!(possible.settled().contains(cell), digits.count_ones() == 1, "{board}");
    }
    for (cell, digit) in [(81, 1), (usize::MAX, 9), (0, 0), (80, 10), (0, 16), (0, 17), (1, 33), (2, 255)] {
        assert_eq!(possible.allows(cell, digit), Some(false), "{cell} {digit}");
    }
}

/// Alone and in batches, some of them larger than a round, as boards and as candidates.
#[test]
fn possible_digits_are_those_of_all_solutions() {
    let cases = cases(200);
    let boards: Vec<Grid> = cases.iter().map(|case| case.board).collect();
    let marks: Vec<[u16; 81]> = boards.iter().map(|board| oracle::candidates(board.digits())).collect();
    let mut memory = Box::new_uninit();
    let workspace = Workspace::write_new(&mut memory);
    for solver in solvers() {
        for case in &cases {
            check(case, &solver.possible(&case.board));
        }
        for size in [1, 7, 40, boards.len()] {
            let mut possible = vec![Possible::INVALID; boards.len()];
            for (boards, possible) in boards.chunks(size).zip(possible.chunks_mut(size)) {
                solver.possible_batch(boards, possible, workspace);
            }
            cases.iter().zip(&possible).for_each(|(case, possible)| check(case, possible));
            // A puzzle of candidates is never invalid.
            for (marks, possible) in marks.chunks(size).zip(possible.chunks_mut(size)) {
                solver.possible_candidates_batch(marks, possible, workspace);
            }
            for ((case, marks), possible) in cases.iter().zip(&marks).zip(&mut possible) {
                for mut possible in [*possible, solver.possible_candidates(marks)] {
                    if case.status() == Status::Invalid {
                        assert_eq!(possible.status(), Status::NoSolution);
                        possible.status = Status::Invalid;
                    }
                    check(case, &possible);
                }
            }
        }
    }
}

#[test]
fn slices_of_other_lengths_are_refused() {
    let mut memory = Box::new_uninit();
    let workspace = Workspace::write_new(&mut memory);
    let mut panics = |boards: usize, moves: usize, keeps: usize| {
        std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| {
            let (boards, moves) = (vec![Grid::EMPTY; boards], vec![(0, 1); moves]);
            Solver::new().moves_keep_solution(&boards, &moves, &mut vec![None; keeps], workspace);
        }))
        .is_err()
    };
    assert_eq!(
        [(2, 2, 2), (1, 2, 2), (2, 1, 2), (2, 2, 1)].map(|(a, b, c)| panics(a, b, c)),
        [false, true, true, true]
    );
    let mut memory = Box::new_uninit();
    let workspace = Workspace::write_new(&mut memory);
    let mut panics = |puzzles: usize, marks: bool| {
        std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| {
            let mut possible = [Possible::INVALID; 2];
            match marks {
                true => {
                    Solver::new().possible_candidates_batch(&vec![[0; 81]; puzzles], &mut possible, workspace)
                }
                false => Solver::new().possible_batch(&vec![Grid::EMPTY; puzzles], &mut possible, workspace),
            }
        }))
        .is_err()
    };
    assert_eq!(
        [panics(2, true), panics(2, false), panics(1, true), panics(3, false)],
        [false, false, true, true]
    );
}
