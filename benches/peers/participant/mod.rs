//! The participants: their trait and their list.

mod c_library;
mod lanedoku;
mod library_argument;
mod shared_library;
mod sudoku_crate;

pub use self::c_library::CLibrary;
pub use self::lanedoku::Lanedoku;
pub use library_argument::LibraryArgument;
pub use shared_library::SharedLibrary;
pub use sudoku_crate::SudokuCrate;

use crate::job::Job;
use crate::puzzle_set::PuzzleTexts;

/// A participant's answer for one puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ParticipantAnswer {
    /// The number of solutions, up to the job's limit.
    pub solutions: u64,
    /// One solution, 81 characters from `1` to `9`; none for [`Job::Count`].
    pub solution: Option<[u8; 81]>,
    /// The checksum of the solutions ([`Written`]) for [`Job::Enumerate`], otherwise 0.
    pub checksum: u64,
    /// Guesses; 0 if [`Participant::counts_guesses`] is false.
    pub guesses: u64,
}

/// A solver that is timed.
pub trait Participant {
    /// Returns the name in tables and charts.
    fn name(&self) -> &str;

    /// Returns whether the solver supports the job and can do it in reasonable time.
    fn takes(&self, job: Job) -> bool;

    /// Returns whether the solver counts guesses in the job.
    fn counts_guesses(&self, job: Job) -> bool;

    /// Does the job with every puzzle, from the characters in memory to the answer, and stores the answers in any
    /// form. For [`Job::Enumerate`], passes every solution to [`Written`]. Only this call is timed.
    fn solve_all(&mut self, job: Job, puzzles: &PuzzleTexts);

    /// Returns the answers of the last call of [`solve_all`](Participant::solve_all), which had the same job and
    /// puzzles. Not timed.
    fn answers(&mut self, job: Job, puzzles: &PuzzleTexts) -> Vec<ParticipantAnswer>;
}

/// Receives all solutions of one puzzle as a caller would: copies each into the same 81 bytes and reads it there.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    buffer: [u8; 81],
    /// A checksum of the set of solutions, independent of their order.
    pub checksum: u64,
}

impl Written {
    /// The state before the first solution.
    pub const NOTHING: Written = Written { buffer: [0; 81], checksum: 0 };

    /// Receives the next solution, 81 characters.
    #[inline]
    pub fn write(&mut self, solution: &[u8; 81]) {
        // The golden ratio: odd, with irregular bits.
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        self.buffer = *solution;
        let (words, last) = self.buffer.as_chunks::<8>();
        let mut sum = u64::from(last[0]);
        let mut factor = FACTOR;
        for &word in words {
            sum = sum.wrapping_add(u64::from_le_bytes(word).wrapping_mul(factor));
            factor = factor.wrapping_mul(FACTOR);
        }
        // Without this step, swapping cells between two solutions would not change the sum.
        sum = (sum ^ sum >> 32).wrapping_mul(FACTOR);
        self.checksum = self.checksum.wrapping_add(sum ^ sum >> 29);
    }

    /// Returns the last solution received, if any.
    pub fn last(&self) -> Option<[u8; 81]> {
        (self.buffer[0] != 0).then_some(self.buffer)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn checksum(solutions: &[[u8; 81]]) -> u64 {
        let mut written = Written::NOTHING;
        solutions.iter().for_each(|solution| written.write(solution));
        assert_eq!(written.last(), solutions.last().copied());
        written.checksum
    }

    #[test]
    fn the_checksum_covers_every_cell_and_ignores_the_order() {
        let (ones, twos) = ([b'1'; 81], [b'2'; 81]);
        assert_eq!(checksum(&[]), 0);
        assert_eq!(checksum(&[ones, twos]), checksum(&[twos, ones]));
        assert_ne!(checksum(&[ones, ones]), checksum(&[ones]));
        for cell in 0..81 {
            // Swaps a cell between two solutions: the solutions differ, but each cell has the same digits in total.
            let (mut one, mut other) = (ones, twos);
            (one[cell], other[cell]) = (b'2', b'1');
            assert_ne!(checksum(&[one]), checksum(&[ones]), "{cell}");
            assert_ne!(checksum(&[one, other]), checksum(&[ones, twos]), "{cell}");
        }
    }
}
