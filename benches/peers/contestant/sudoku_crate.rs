//! The crate `sudoku`, of the JCZSolve family: three bands of 27 bits for each digit.

use sudoku::Sudoku;

use super::{Answer, Contestant, LIMIT};
use crate::puzzle_set::{Puzzle, characters};

/// The solver of the crate `sudoku`, which keeps no count of its guesses.
#[derive(Default)]
pub struct SudokuCrate {
    found: Vec<(usize, [[u8; 81]; LIMIT])>,
}

impl Contestant for SudokuCrate {
    fn name(&self) -> &str {
        "crate sudoku"
    }

    fn counts_guesses(&self) -> bool {
        false
    }

    fn solve_all(&mut self, puzzles: &[Puzzle]) {
        self.found.resize(puzzles.len(), (0, [[0; 81]; LIMIT]));
        for (puzzle, (count, solutions)) in puzzles.iter().zip(&mut self.found) {
            let text = str::from_utf8(characters(puzzle)).expect("puzzles are ASCII");
            let puzzle = Sudoku::from_str_line(text).expect("puzzles are well formed");
            *count = puzzle.solutions_up_to_buffer(solutions, LIMIT);
        }
    }

    fn answers(&mut self, _: &[Puzzle]) -> Vec<Answer> {
        let answer = |&(solutions, [first, _]): &(usize, [[u8; 81]; LIMIT])| Answer {
            solutions,
            solution: (solutions > 0).then(|| first.map(|digit| digit + b'0')),
            guesses: 0,
        };
        self.found.iter().map(answer).collect()
    }
}
