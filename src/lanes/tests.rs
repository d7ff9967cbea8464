//! Batches against the single engine, which `node` tests against a solver that is too simple to be wrong.

use workbench::puzzles::{Kind, Maker};

use super::*;
use crate::node::{self, Limits, Start};
use crate::simd::SimdKernel;
use crate::{Board, End, Status};

/// Kernels that can run here. One that cannot is named, so that a test run tells what it left out.
fn kernels() -> Vec<BatchKernel> {
    let avx2 = Avx2Proof::detect().map(BatchKernel::Avx2);
    let avx512 = Avx512Proof::detect().map(BatchKernel::Avx512);
    for (name, kernel) in [("AVX2", avx2), ("AVX-512", avx512)] {
        if kernel.is_none() {
            println!("SKIPPED: this machine has no {name}");
        }
    }
    avx2.into_iter().chain(avx512).collect()
}

fn solve(kernel: BatchKernel, memory: &mut Memory, puzzles: &[[u8; 81]]) -> Vec<Outcome> {
    let mut outcomes = vec![Outcome::INVALID; puzzles.len()];
    let puzzles = Puzzles { bytes: puzzles.as_flattened(), stride: 81, cells: Cells::Digits };
    solve_batch(kernel, memory, puzzles, &mut outcomes);
    outcomes
}

fn expected(puzzle: &[u8; 81]) -> Status {
    let limits = Limits { solutions: 2, sweeps: 1_000_000 };
    let tally = node::solve(SimdKernel::Portable, Start::Clues(puzzle), limits, &mut [0; 81]);
    assert_ne!(tally.end, End::OutOfSteps, "{}", Board::from_checked(*puzzle));
    match (tally.end, tally.solutions) {
        (End::Invalid, _) => Status::Invalid,
        (_, 0) => Status::NoSolution,
        (_, 1) => Status::Unique,
        _ => Status::Multiple,
    }
}

/// Puzzles of all kinds, each with its status.
fn mixed(maker: &mut Maker, rounds: usize) -> Vec<([u8; 81], Status)> {
    let mut puzzles = vec![[0; 81]];
    for round in 0..rounds {
        puzzles.extend(Kind::ALL.map(|kind| *maker.puzzle(kind).digits()));
        puzzles.push(*maker.solved().digits());
        puzzles.push(*maker.scattered([2, 5, 40][round % 3]).digits());
        let mut thinned: [u8; 81] = *maker.solved().digits();
        for &cell in &maker.shuffled(81)[..44 + round % 10] {
            thinned[cell] = 0;
        }
        puzzles.push(thinned);
        thinned[maker.below(81)] = 1 + maker.below(9) as u8;
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
    let mut maker = Maker::new(1);
    let cases = mixed(&mut maker, 5);
    let mut memory = Box::new(Memory::new());
    for kernel in kernels() {
        for size in 0..=40 {
            for _ in 0..3 {
                let order = maker.shuffled(cases.len());
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
fn a_large_batch_and_the_same_again() {
    let cases = mixed(&mut Maker::new(2), 12);
    let puzzles: Vec<_> = cases.iter().map(|case| case.0).collect();
    let mut memory = Box::new(Memory::new());
    for kernel in kernels() {
        let outcomes = solve(kernel, &mut memory, &puzzles);
        for ((puzzle, status), outcome) in cases.iter().zip(&outcomes) {
            assert_outcome(puzzle, *status, outcome);
        }
        assert_eq!(solve(kernel, &mut memory, &puzzles), outcomes);
    }
}

#[test]
fn what_finds_the_pool_full_is_solved_all_the_same() {
    let cases = mixed(&mut Maker::new(4), 12);
    let puzzles: Vec<_> = cases.iter().map(|case| case.0).collect();
    let mut memory = Box::new(Memory::new());
    for kernel in kernels() {
        // No lane is held back, and there is hardly room for the children of one guess in all lanes.
        let bounds = Bounds { wide_below: usize::MAX, full: 48 };
        let mut outcomes = vec![Outcome::INVALID; puzzles.len()];
        let batch = Puzzles { bytes: puzzles.as_flattened(), stride: 81, cells: Cells::Digits };
        let put_off = solve_within(kernel, &mut memory, batch, &mut outcomes, bounds);
        assert!(put_off > 0);
        for ((puzzle, status), outcome) in cases.iter().zip(&outcomes) {
            assert_outcome(puzzle, *status, outcome);
        }
        assert_eq!(solve_within(kernel, &mut memory, batch, &mut outcomes, Bounds::USUAL), 0);
    }
}

#[test]
fn one_node_at_a_time_finds_the_same() {
    let cases = mixed(&mut Maker::new(5), 4);
    let puzzles: Vec<_> = cases.iter().map(|case| case.0).collect();
    let mut memory = Box::new(Memory::new());
    for kernel in kernels() {
        let bounds = Bounds { wide_below: 0, ..Bounds::USUAL };
        let mut outcomes = vec![Outcome::INVALID; puzzles.len()];
        let batch = Puzzles { bytes: puzzles.as_flattened(), stride: 81, cells: Cells::Digits };
        assert_eq!(solve_within(kernel, &mut memory, batch, &mut outcomes, bounds), 0);
        for ((puzzle, status), outcome) in cases.iter().zip(&outcomes) {
            assert_outcome(puzzle, *status, outcome);
        }
    }
}

#[test]
fn text_and_digits_are_the_same_puzzles() {
    let cases = mixed(&mut Maker::new(3), 4);
    let digits: Vec<_> = cases.iter().map(|case| case.0).collect();
    let mut memory = Box::new(Memory::new());
    for stride in [81, 82, 100] {
        let mut text = vec![b'#'; digits.len() * stride - (stride - 81)];
        for (index, puzzle) in digits.iter().enumerate() {
            let open = [b'.', b'0', b'_', b'*'][index % 4];
            for (cell, &digit) in puzzle.iter().enumerate() {
                text[index * stride + cell] = if digit == 0 { open } else { b'0' + digit };
            }
        }
        for kernel in kernels() {
            let mut outcomes = vec![Outcome::INVALID; digits.len()];
            let puzzles = Puzzles { bytes: &text, stride, cells: Cells::Characters };
            solve_batch(kernel, &mut memory, puzzles, &mut outcomes);
            assert_eq!(outcomes, solve(kernel, &mut memory, &digits));
        }
    }
}

#[test]
fn any_other_character_is_no_cell() {
    let mut memory = Box::new(Memory::new());
    for byte in 0..=u8::MAX {
        // In another cell, and in another lane, for each byte.
        let mut text = [b'.'; 20 * 81];
        text[usize::from(byte) * 6] = byte;
        let hit = usize::from(byte) * 6 / 81;
        for kernel in kernels() {
            let mut outcomes = [Outcome::INVALID; 20];
            let puzzles = Puzzles { bytes: &text, stride: 81, cells: Cells::Characters };
            solve_batch(kernel, &mut memory, puzzles, &mut outcomes);
            for (index, outcome) in outcomes.iter().enumerate() {
                let valid = index != hit || b".0_*123456789".contains(&byte);
                let status = if valid { Status::Multiple } else { Status::Invalid };
                assert_eq!(outcome.status, status, "byte {byte}, puzzle {index}");
            }
        }
    }
}
