//! The crate `sudoku`, derived from JCZSolve: three bands of 27 bits for each digit.

use sudoku::Sudoku;

use super::{Participant, ParticipantAnswer, Written};
use crate::job::Job;
use crate::puzzle_set::PuzzleTexts;

/// The solver of the crate `sudoku`. It does not count guesses and does not read pencil marks.
#[derive(Default)]
pub struct SudokuCrate {
    found: Vec<CrateOutput>,
}

/// The answer for one puzzle: the number of solutions, the first two or zeros, and all solutions if they are
/// enumerated.
#[derive(Clone)]
struct CrateOutput {
    solutions: usize,
    first: [[u8; 81]; 2],
    written: Written,
}

impl CrateOutput {
    const NOTHING: CrateOutput = CrateOutput { solutions: 0, first: [[0; 81]; 2], written: Written::NOTHING };
}

impl Participant for SudokuCrate {
    fn name(&self) -> &str {
        "crate sudoku"
    }

    fn takes(&self, job: Job) -> bool {
        job != Job::Pencilmarks
    }

    fn counts_guesses(&self, _: Job) -> bool {
        false
    }

    fn solve_all(&mut self, job: Job, puzzles: &PuzzleTexts) {
        self.found.resize(puzzles.len(), CrateOutput::NOTHING);
        for (puzzle, found) in puzzles.iter().zip(&mut self.found) {
            let text = str::from_utf8(&puzzle[..81]).expect("puzzles are ASCII");
            let puzzle = Sudoku::from_str_line(text).expect("puzzles are well formed");
            found.solutions = match job {
                Job::Unique | Job::First => {
                    let limit = job.limit();
                    puzzle.solutions_up_to_buffer(&mut found.first[..limit], limit)
                }
                Job::Count => puzzle.solutions_count_up_to(job.limit()),
                // The crate returns solutions only after finding all of them.
                Job::Enumerate => {
                    let solutions = puzzle.solutions_up_to(job.limit());
                    found.written = Written::NOTHING;
                    for solution in &solutions {
                        found.written.write(&characters(solution.to_bytes()));
                    }
                    solutions.len()
                }
                Job::Pencilmarks => unreachable!("not taken"),
            };
        }
    }

    fn answers(&mut self, job: Job, _: &PuzzleTexts) -> Vec<ParticipantAnswer> {
        let answer = |found: &CrateOutput| {
            let first = (found.solutions > 0).then(|| characters(found.first[0]));
            let (solution, checksum) = match job {
                Job::Count => (None, 0),
                Job::Enumerate => (found.written.last(), found.written.checksum),
                Job::Unique | Job::First | Job::Pencilmarks => (first, 0),
            };
            ParticipantAnswer { solutions: found.solutions as u64, solution, checksum, guesses: 0 }
        };
        self.found.iter().map(answer).collect()
    }
}

/// Converts digits to characters.
fn characters(digits: [u8; 81]) -> [u8; 81] {
    digits.map(|digit| digit + b'0')
}
