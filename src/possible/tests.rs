//! Possible digits, moves and wrong clues against the solutions that the oracle finds.

use crate::testkit::oracle;
use crate::testkit::puzzles::{PuzzleGenerator, with_digit};

use super::*;
use crate::Grid;
use crate::single::Series;
use crate::{Engine, Kernel, Outcome};

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
        let clues = if kind % 9 == 8 { 81 } else { kind % 16 + if kind % 5 == 2 { 45 } else { 25 } };
        for &cell in &cells[..clues] {
            digits[cell] = full[cell];
        }
        match kind % 5 {
            // Digits that no clue has can be exchanged.
            2 => digits.iter_mut().filter(|digit| **digit < 3).for_each(|digit| *digit = 0),
            3 => digits.swap(cells[0], cells[1 + generator.below(20)]),
            4 => digits[cells[0]] = 1 + generator.below(9) as u8,
            _ => {}
        }
        cases.extend(SolvedCase::of(&digits));
    }
    for status in [Status::Unique, Status::Multiple, Status::NoSolution, Status::Invalid] {
        assert!(count < 50 || cases.iter().any(|case| case.status() == status), "{status}");
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
/// Whether a move keeps a solution, asked alone.
fn one_move(solver: &Solver, board: &Grid, own_move: (u8, u8)) -> Option<bool> {
    let mut keeps = [None];
    solver.moves_keep_solution(&[*board], &[own_move], &mut keeps, None);
    keeps[0]
}

#[test]
fn possible_digits_are_those_of_all_solutions() {
    let cases = cases(200);
    let boards: Vec<Grid> = cases.iter().map(|case| case.board).collect();
    let marks: Vec<[u16; 81]> = boards.iter().map(|board| oracle::candidates(board.digits())).collect();
    let mut workspace = Workspace::boxed();
    for solver in solvers() {
        for case in &cases {
            check(case, &solver.possible(&case.board));
        }
        for size in [1, 7, 40, boards.len()] {
            let mut possible = vec![Possible::INVALID; boards.len()];
            for (boards, possible) in boards.chunks(size).zip(possible.chunks_mut(size)) {
                solver.possible_batch(boards, possible, &mut workspace);
            }
            cases.iter().zip(&possible).for_each(|(case, possible)| check(case, possible));
            // A puzzle of candidates is never invalid.
            for (marks, possible) in marks.chunks(size).zip(possible.chunks_mut(size)) {
                solver.possible_batch(marks, possible, &mut workspace);
            }
            for ((case, marks), possible) in cases.iter().zip(&marks).zip(&mut possible) {
                for mut possible in [*possible, solver.possible(marks)] {
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

/// On a board taken to be hard, the first question is for all digits. After few steps, it is given up.
#[test]
fn one_search_shows_all_digits() {
    let mut in_one_go = 0;
    for case in cases(200).into_iter().filter(|case| case.status() == Status::Multiple) {
        for (solver, steps) in solvers().flat_map(|solver| [(solver, 1), (solver, 100_000)]) {
            let marks = oracle::candidates(case.board.digits());
            let mut possible = Possible::begin(Status::Multiple, steps, marks);
            possible.show(&case.solutions[0]);
            possible.ask(&mut Series::new(solver.simd()), u64::MAX, 0);
            check(&case, &possible);
            // With many steps, but not taken to be hard: by weight, cell by cell.
            possible = Possible::begin(Status::Multiple, steps, marks);
            possible.show(&case.solutions[0]);
            possible.ask(&mut Series::new(solver.simd()), u64::MAX, u64::MAX);
            check(&case, &possible);
            possible = Possible { steps, not_excluded: marks, ..Possible::INVALID };
            possible.ask_for_all(&mut Series::new(solver.simd()), 10 * steps);
            assert!(possible.steps() <= 5 * steps);
            if possible.shown == possible.not_excluded {
                check(&case, &Possible { status: Status::Multiple, ..possible });
                in_one_go += steps;
            }
        }
    }
    assert!(in_one_go > 3_000_000, "{in_one_go}");
}

/// At each limit on steps, from none to those that the whole takes, what is told is true. The limit is for all searches
/// together: it ends them if it is lower than their sum, and only then.
#[test]
fn each_limit_on_steps_leaves_bounds() {
    let mut workspace = Workspace::boxed();
    for (solver, case) in solvers().flat_map(|solver| cases(25).into_iter().map(move |case| (solver, case))) {
        let (board, digits) = (&case.board, case.digits());
        let whole = solver.possible(board).steps();
        for limit in 0..=whole + 1 {
            let limited = solver.with_step_limit(limit);
            let possible = limited.possible(board);
            assert!(possible.steps() <= limit, "{limit} {board}");
            for (cell, &all) in digits.iter().enumerate() {
                let (shown, rest) = (possible.digits()[cell], possible.not_excluded()[cell]);
                assert!(shown & !all == 0 && all & !rest == 0, "{limit} {board}");
                for digit in 1..=9 {
                    let [shown, rest] = [shown, rest].map(|digits| digits >> (digit - 1) & 1 == 1);
                    let told = if shown == rest { Some(shown) } else { None };
                    assert_eq!(possible.allows(cell, digit), told, "{limit} {board}");
                }
            }
            assert_eq!(possible.status() == Status::OutOfSteps, limit < whole, "{limit} of {whole} {board}");
            if limit >= whole {
                check(&case, &possible);
            }
        }
    }
    // Batches that lanes would take without a limit.
    let boards: Vec<Grid> = cases(25).iter().map(|case| case.board).cycle().take(100).collect();
    for (solver, limit) in solvers().flat_map(|solver| [0, 3, 30, 300].map(|limit| (solver, limit))) {
        let limited = solver.with_step_limit(limit);
        let mut batch = vec![Possible::INVALID; boards.len()];
        limited.possible_batch(&boards, &mut batch, &mut workspace);
        assert!(boards.iter().map(|board| limited.possible(board)).eq(batch), "{limit}");
    }
}

/// On each cell, open or with a digit, and on cells and with digits that are none.
#[test]
fn a_move_replaces_what_is_in_its_cell() {
    let mut generator = PuzzleGenerator::new(37);
    let mut workspace = Workspace::boxed();
    let mut seen = [[0; 2]; 2];
    for case in cases(12) {
        let mut moves: Vec<(u8, u8)> = [(81, 1), (255, 9), (0, 0), (80, 10), (40, 255)].into();
        for cell in 0..81_u8 {
            moves.extend([(cell, 1 + generator.below(9) as u8), (cell, 1 + generator.below(9) as u8)]);
            // The digit that is there, and the digit of a solution.
            moves.extend(case.board.get(cell.into()).map(|digit| (cell, digit)));
            moves.extend(case.solutions.first().map(|solution| (cell, solution[usize::from(cell)])));
        }
        let expected: Vec<bool> = moves
            .iter()
            .map(|&(cell, digit)| {
                if cell > 80 || !(1..=9).contains(&digit) {
                    return false;
                }
                let after = with_digit(case.board.digits(), cell.into(), digit);
                let keeps = !oracle::collide(&after)
                    && !oracle::solutions(&oracle::masks(&after), 1, u32::MAX).unwrap().is_empty();
                seen[usize::from(case.board.get(cell.into()).is_some())][usize::from(keeps)] += 1;
                keeps
            })
            .collect();
        let expected: Vec<_> = expected.into_iter().map(Some).collect();
        for solver in solvers() {
            for (solver, size) in
                [(solver, moves.len()), (solver, 3), (solver.with_step_limit(1_000_000), 50)]
            {
                let mut keeps = vec![None; moves.len()];
                for (moves, keeps) in moves.chunks(size).zip(keeps.chunks_mut(size)) {
                    solver.moves_keep_solution(
                        &vec![case.board; moves.len()],
                        moves,
                        keeps,
                        Some(&mut *workspace),
                    );
                }
                assert_eq!(keeps, expected, "{} {moves:?}", case.board);
            }
            for (&(cell, digit), &expected) in moves.iter().zip(&expected).step_by(17) {
                let mut told = 0;
                for limit in 0..20 {
                    let keeps = one_move(&solver.with_step_limit(limit), &case.board, (cell, digit));
                    assert!(keeps.is_none() || keeps == expected, "{limit} {}", case.board);
                    // With more steps, it stays known.
                    assert!(keeps.is_some() || told == 0);
                    told += usize::from(keeps.is_some());
                }
                assert_eq!(one_move(&solver, &case.board, (cell, digit)), expected);
            }
        }
    }
    assert!(seen.iter().flatten().all(|&seen| seen > 5), "{seen:?}");
}

/// The clues whose removal alone leaves a solution, and those that collide, at each limit on steps.
#[test]
fn wrong_clues_are_the_clues_without_which_there_is_a_solution() {
    let (mut seen, mut left_undecided) = ([0; 2], 0);
    // And puzzles of one solution with a further clue that is wrong.
    let wrong = |case: &SolvedCase| {
        let [solution] = &case.solutions[..] else { return None };
        let digits = case.board.digits();
        let is_wrong = |cell: usize, digit: u8| {
            digits[cell] == 0 && digit != solution[cell] && !oracle::collide(&with_digit(digits, cell, digit))
        };
        let mut wrong = (0..81).flat_map(|cell| (1..=9).map(move |digit| (cell, digit)));
        let (cell, digit) = wrong.find(|&(cell, digit)| is_wrong(cell, digit))?;
        SolvedCase::of(&with_digit(digits, cell, digit))
    };
    let mut generator = PuzzleGenerator::new(38);
    let mut cases = cases(40);
    cases.extend((0..12).filter_map(|_| wrong(&SolvedCase::of(&generator.unique(35))?)));
    for case in cases {
        let digits = case.board.digits();
        let unit = |cell: usize| [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3];
        let collides = |&cell: &usize| {
            let shares = |other: usize| unit(cell).iter().zip(unit(other)).any(|(one, other)| *one == other);
            digits[cell] > 0
                && (0..81).any(|other| other != cell && digits[other] == digits[cell] && shares(other))
        };
        let leaves_solution = |&cell: &usize| {
            let without = with_digit(digits, cell, 0);
            digits[cell] > 0
                && !oracle::collide(&without)
                && !oracle::solutions(&oracle::masks(&without), 1, u32::MAX).unwrap().is_empty()
        };
        let colliding: CellSet = (0..81).filter(collides).collect();
        let removable: CellSet = match case.solutions.is_empty() {
            true => (0..81).filter(leaves_solution).collect(),
            false => CellSet::EMPTY,
        };
        seen[usize::from(colliding.is_empty())] += removable.len();
        for solver in solvers() {
            let found = solver.wrong_clues(&case.board);
            let (status, steps, undecided) = (case.status(), found.steps, CellSet::EMPTY);
            let whole = WrongClues { status, steps, removable, undecided, colliding };
            assert_eq!(found, whole, "{}", case.board);
            let mut was_whole = false;
            for limit in (0..150).chain([1_000_000]) {
                let wrong_clues = solver.with_step_limit(limit).wrong_clues(&case.board);
                assert_eq!(wrong_clues.colliding, colliding);
                assert!(wrong_clues.status == case.status() || wrong_clues.status == Status::OutOfSteps);
                assert!(wrong_clues.undecided.iter().all(|cell| case.board.get(cell).is_some()));
                left_undecided += wrong_clues.undecided.len();
                if case.solutions.is_empty() {
                    let decided = removable.iter().filter(|&cell| !wrong_clues.undecided.contains(cell));
                    assert!(wrong_clues.removable.iter().eq(decided), "{limit} {}", case.board);
                } else {
                    // Before it is known that there is a solution, a clue may seem to be wrong.
                    let is_known = wrong_clues.status == case.status();
                    assert!(
                        !is_known || wrong_clues.removable.is_empty() && wrong_clues.undecided.is_empty()
                    );
                }
                assert!(!was_whole || wrong_clues == whole, "{limit} {}", case.board);
                was_whole = wrong_clues == whole;
            }
            assert!(was_whole);
        }
    }
    assert!(seen.iter().all(|&seen| seen > 5) && left_undecided > 100, "{seen:?} {left_undecided}");
}

/// The search of a board that the lanes leave, alone.
#[test]
fn a_board_left_by_the_lanes_has_a_solution_or_none() {
    for case in cases(60) {
        let masks = oracle::candidates(case.board.digits());
        for (solver, limit) in solvers().flat_map(|solver| [(solver, 1), (solver, 2)]) {
            let mut outcome = Outcome::INVALID;
            rounds::solve_alone(solver.simd(), Start::Candidates(&masks), limit, &mut outcome);
            assert_eq!(outcome.solution.is_some(), !case.solutions.is_empty(), "{}", case.board);
            let solution = outcome.solution.map(|solution| *solution.digits());
            assert!(solution.is_none_or(|solution| case.solutions.contains(&solution)), "{}", case.board);
        }
    }
}

#[test]
fn slices_of_other_lengths_are_refused() {
    let mut workspace = Workspace::boxed();
    let mut panics = |boards: usize, moves: usize, keeps: usize| {
        std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| {
            let (boards, moves) = (vec![Grid::EMPTY; boards], vec![(0, 1); moves]);
            Solver::new().moves_keep_solution(&boards, &moves, &mut vec![None; keeps], Some(&mut workspace));
        }))
        .is_err()
    };
    assert_eq!(
        [(2, 2, 2), (1, 2, 2), (2, 1, 2), (2, 2, 1)].map(|(a, b, c)| panics(a, b, c)),
        [false, true, true, true]
    );
    let mut workspace = Workspace::boxed();
    let mut panics = |puzzles: usize, marks: bool| {
        std::panic::catch_unwind(core::panic::AssertUnwindSafe(|| {
            let mut possible = [Possible::INVALID; 2];
            match marks {
                true => Solver::new().possible_batch(&vec![[0; 81]; puzzles], &mut possible, &mut workspace),
                false => {
                    Solver::new().possible_batch(&vec![Grid::EMPTY; puzzles], &mut possible, &mut workspace)
                }
            }
        }))
        .is_err()
    };
    assert_eq!(
        [panics(2, true), panics(2, false), panics(1, true), panics(3, false)],
        [false, false, true, true]
    );
}

/// Without the exchange of digits in solutions, this board takes 3,149 to 4,099 sweeps.
#[test]
fn exchanged_digits_save_questions() {
    let board: Grid =
        "2.1.6.........95.7.5......8..9......5........3.4.5...............................".parse().unwrap();
    for solver in solvers() {
        let possible = solver.possible(&board);
        let steps = possible.steps();
        assert!(possible.status() == Status::Multiple && steps < 3_000, "{steps} on {}", solver.kernel());
    }
}
