//! Compares the possible digits with all solutions of boards that have few enough.

use core::ops::ControlFlow;

use testkit::puzzles::PuzzleGenerator;

use lanedoku::{Grid, Kernel, Possible, Solver, Status, Workspace};

/// Random cells of random grids: with one solution, with several, with thousands; every fifth with a digit changed.
fn boards(count: usize) -> Vec<Grid> {
    let mut generator = PuzzleGenerator::new(77);
    (0..count)
        .map(|index| {
            let full: [u8; 81] = generator.full_grid();
            let cells = generator.permutation(81);
            let mut digits = [0; 81];
            for &cell in &cells[..24 + index % 20] {
                digits[cell] = full[cell];
            }
            if index % 5 == 4 {
                digits[cells[0]] = digits[cells[0]] % 9 + 1;
            }
            Grid::from_digits(&digits).unwrap()
        })
        .collect()
}

/// The digits of each cell in all solutions, or `None` if there are too many.
fn by_enumeration(board: &Grid) -> Option<(u64, [u16; 81])> {
    let mut digits = [0; 81];
    let (mut solutions, most) = (0, 20_000);
    Solver::new().visit(board, |solution| {
        solutions += 1;
        for (digits, digit) in digits.iter_mut().zip(solution.digits()) {
            *digits |= 1 << (digit - 1);
        }
        if solutions > most { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    (solutions <= most).then_some((solutions, digits))
}

fn kernels() -> impl Iterator<Item = Solver> {
    [Kernel::Portable, Kernel::Avx2, Kernel::Avx512]
        .into_iter()
        .filter_map(|kernel| Solver::builder().kernel(kernel).build().ok())
}

#[test]
fn possible_digits_are_those_of_all_solutions() {
    let boards = boards(400);
    let mut possible = vec![Possible::INVALID; boards.len()];
    let mut memory = Box::new_uninit();
    let workspace = Workspace::write_new(&mut memory);
    for solver in kernels() {
        solver.possible_batch(&boards, &mut possible, workspace);
        let mut seen = [0; 4];
        for (board, possible) in boards.iter().zip(&possible) {
            let alone = solver.possible(board);
            assert_eq!((alone.status(), alone.digits()), (possible.status(), possible.digits()), "{board}");
            assert_eq!(possible.digits(), possible.not_excluded());
            if board.has_collision() {
                assert_eq!(possible.status(), Status::Invalid);
                seen[3] += 1;
                continue;
            }
            let Some((solutions, digits)) = by_enumeration(board) else { continue };
            let expected = [Status::NoSolution, Status::Unique, Status::Multiple][solutions.min(2) as usize];
            assert_eq!((possible.status(), possible.digits()), (expected, &digits), "{board}");
            seen[solutions.min(2) as usize] += 1;
        }
        assert!(seen.iter().all(|&seen| seen > 5), "{seen:?}");
        let candidates: Vec<[u16; 81]> = possible.iter().map(|possible| *possible.digits()).collect();
        let before = possible.clone();
        solver.possible_candidates_batch(&candidates, &mut possible, workspace);
        for (before, after) in before.iter().zip(&possible) {
            assert_eq!(before.digits(), after.digits());
        }
    }
}

#[test]
fn a_step_limit_leaves_bounds() {
    let mut undecided = 0;
    for board in boards(100).iter().filter(|board| !board.has_collision()) {
        let exact = Solver::new().possible(board);
        for limit in [1, 5, 20, 60, 100_000] {
            let possible = Solver::new().with_step_limit(limit).possible(board);
            assert!(possible.steps() <= limit);
            for cell in 0..81 {
                let (least, most) = (possible.digits()[cell], possible.not_excluded()[cell]);
                assert_eq!(least & !exact.digits()[cell], 0);
                assert_eq!(exact.digits()[cell] & !most, 0);
                for digit in 1..=9 {
                    let told = possible.allows(cell, digit);
                    assert!(told.is_none() || told == exact.allows(cell, digit));
                    undecided += u32::from(told.is_none());
                }
            }
            assert_eq!(possible.status() == Status::OutOfSteps, possible.digits() != possible.not_excluded());
        }
        assert_eq!(exact.allows(81, 1), Some(false));
        assert_eq!(exact.allows(0, 0), Some(false));
        assert_eq!(exact.allows(0, 10), Some(false));
    }
    assert!(undecided > 1000, "{undecided}");
}

#[test]
fn moves_and_slips_agree_with_possible_digits() {
    let boards = boards(120);
    let mut memory = Box::new_uninit();
    let workspace = Workspace::write_new(&mut memory);
    let (mut seen, mut slipped) = ([0; 2], [0; 2]);
    for board in boards.iter().step_by(3).chain(boards.iter().skip(4).step_by(5)) {
        let possible = Solver::new().possible(board);
        let cells = (0..81).filter(|&cell| board.digits()[cell] == 0);
        let moves: Vec<(u8, u8)> =
            cells.flat_map(|cell| (0..=10).map(move |digit| (cell as u8, digit))).collect();
        let mut keeps = vec![None; moves.len()];
        for solver in [Solver::new(), Solver::new().with_step_limit(1_000_000)] {
            solver.moves_keep_solution(&vec![*board; moves.len()], &moves, &mut keeps, workspace);
            for (&(cell, digit), &keeps) in moves.iter().zip(&keeps) {
                assert_eq!(keeps, possible.allows(cell.into(), digit), "{digit} in cell {cell} of {board}");
                seen[usize::from(keeps == Some(true))] += 1;
            }
        }

        let slips = Solver::new().slips(board);
        let is_solvable = matches!(possible.status(), Status::Unique | Status::Multiple);
        assert_eq!(slips.status, possible.status());
        assert_eq!(slips.colliding.is_empty(), !board.has_collision());
        for cell in 0..81 {
            let mut without = *board.digits();
            without[cell] = 0;
            let leaves_solution =
                Solver::new().first_solution(&Grid::from_digits(&without).unwrap()).0.is_some();
            let expected = !is_solvable && board.digits()[cell] != 0 && leaves_solution;
            assert_eq!(slips.removable.contains(cell), expected);
        }
        if !is_solvable {
            slipped[usize::from(board.has_collision())] += slips.removable.len();
            let limited = Solver::new().with_step_limit(3).slips(board);
            assert!(limited.removable.iter().all(|cell| slips.removable.contains(cell)));
            let open = limited.removable.len() + limited.undecided.len();
            assert!(open >= slips.removable.len());
        }
    }
    assert!(seen.iter().chain(&slipped).all(|&seen| seen > 5), "{seen:?} {slipped:?}");
}
