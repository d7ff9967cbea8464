//! Batches against the single engine, which `node` tests against a solver that is too simple to be wrong.

use workbench::puzzles::{Kind, Maker};

use super::guess::choose;
use super::layout::Candidates;
use super::*;
use crate::node::{self, Limits, Start};
use crate::simd::{Lanes, SimdKernel, portable::Portable};
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
    [BatchKernel::Portable].into_iter().chain(avx2).chain(avx512).collect()
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

/// Candidates of the 81 cells, a bit for each digit.
type Node = [u16; 81];

/// What is left of nodes in the children of a guess in each.
fn children<V: Lanes>(proof: V::Proof, nodes: &[Node]) -> Vec<[Node; 2]> {
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
    let mut candidates: Candidates<V> = [[[V::splat(proof, 0); 3]; 3]; 3];
    for (candidates, word) in candidates.as_flattened_mut().as_flattened_mut().iter_mut().zip(&words) {
        *candidates = V::load(proof, word);
    }
    let left = choose(&candidates).map(|removal| {
        let mut left = [[0; 16]; 27];
        for (index, word) in left.iter_mut().enumerate() {
            let (row, column, group) = (index / 9, index / 3 % 3, index % 3);
            removal.apply(candidates[row][column][group], row, column, group).store(word);
        }
        left
    });
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

/// The cells of a band (0 to 2) or a stack (3 to 5) that can hold the digit, as `[box][row][column]`, of
/// a stack `[box][column][row]`.
fn cells_with(node: &Node, place: usize, digit: usize) -> [[[bool; 3]; 3]; 3] {
    let mut cells = [[[false; 3]; 3]; 3];
    for (index, has) in cells.as_flattened_mut().as_flattened_mut().iter_mut().enumerate() {
        let (line, crossing) = (3 * (place % 3) + index / 3 % 3, 3 * (index / 9) + index % 3);
        let cell = if place < 3 { 9 * line + crossing } else { 9 * crossing + line };
        *has = node[cell] >> digit & 1 == 1;
    }
    cells
}

/// Which of the ways to give the digit one line in each of three boxes are left.
fn ways(cells: &[[[bool; 3]; 3]; 3]) -> Vec<[usize; 3]> {
    let orders = [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];
    orders
        .into_iter()
        .filter(|lines| (0..3).all(|place| cells[place][lines[place]].contains(&true)))
        .collect()
}

/// Whether there are two ways, the number of boxes in which two lines are apart, and of those in which they are
/// at least nearly apart.
fn merits(cells: &[[[bool; 3]; 3]; 3]) -> (bool, usize, usize) {
    let (mut apart, mut nearly) = (0, 0);
    for lines in cells {
        let lines: Vec<_> = lines.iter().filter(|line| line.contains(&true)).collect();
        if let [one, other] = lines[..] {
            let common = (0..3).filter(|&column| one[column] && other[column]).count();
            let all = (0..3).filter(|&column| one[column] || other[column]).count();
            apart += usize::from(common == 0);
            nearly += usize::from(common == 0 || common == 1 && all > 1);
        }
    }
    (ways(cells).len() == 2, apart, nearly)
}

#[test]
fn a_guess_is_on_the_best_digit_and_deals_out_its_ways() {
    let mut maker = Maker::new(6);
    let everywhere = || (0..6).flat_map(|place| (0..9).map(move |digit| (place, digit)));
    for round in 0..40 {
        let nodes: Vec<Node> = (0..16)
            .map(|_| {
                let solved = *maker.solved().digits();
                let share = [2, 3, 5, 8][round % 4];
                solved.map(|digit| {
                    (0..9).fold(1 << (digit - 1), |cell, other| {
                        cell | u16::from(maker.below(share) == 0) << other
                    })
                })
            })
            .collect();
        for kernel in kernels() {
            let guesses = match kernel {
                BatchKernel::Portable => children::<Portable<8>>((), &nodes[..8]),
                BatchKernel::Avx2(proof) => children::<Avx2>(proof, &nodes[..8]),
                BatchKernel::Avx512(proof) => children::<Avx512>(proof, &nodes),
            };
            for (node, children) in nodes.iter().zip(guesses) {
                let several =
                    everywhere().filter(|&(place, digit)| ways(&cells_with(node, place, digit)).len() > 1);
                let Some(best) = several.map(|(place, digit)| merits(&cells_with(node, place, digit))).max()
                else {
                    continue;
                };
                let dealt_out = everywhere().any(|(place, digit)| {
                    let cells = cells_with(node, place, digit);
                    let [first, second] = children.map(|child| ways(&cells_with(&child, place, digit)));
                    merits(&cells) == best
                        && !first.is_empty()
                        && !second.is_empty()
                        && first.len() + second.len() == ways(&cells).len()
                        && !first.iter().any(|way| second.contains(way))
                });
                assert!(dealt_out, "{node:?} {children:?}");
            }
        }
    }
}
