//! What a solver must do to take part, and who takes part.

mod c_library;
mod lanedoku;
mod shared_library;
mod sudoku_crate;

pub use self::c_library::CLibrary;
pub use self::lanedoku::Lanedoku;
pub use shared_library::SharedLibrary;
pub use sudoku_crate::SudokuCrate;

use crate::arguments::Arguments;
use crate::job::Job;
use crate::puzzle_set::Puzzles;

/// What a participant says about one puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// How many solutions there are, up to the job's limit.
    pub solutions: u64,
    /// One of them, 81 characters from `1` to `9`, unless the job is to count.
    pub solution: Option<[u8; 81]>,
    /// Of the solutions written ([`Written`]); 0 where the job is not to write them all.
    pub checksum: u64,
    /// Guesses made; 0 where [`Participant::counts_guesses`] is false.
    pub guesses: u64,
}

/// A solver in the race.
pub trait Participant {
    /// Name in tables and charts.
    fn name(&self) -> &str;

    /// Whether the solver can do the job, in a time that lets others take their turn.
    fn takes(&self, job: Job) -> bool;

    /// Whether [`Answer::guesses`] means anything for the job.
    fn counts_guesses(&self, job: Job) -> bool;

    /// Does the job with every puzzle and keeps what it found in the form that is its own: from the
    /// characters in memory to the answer. For [`Job::Enumerate`] every solution goes through [`Written`].
    ///
    /// This call is all that the clock sees. A batch engine gets all puzzles at once; a solver of single
    /// puzzles goes through them one by one.
    fn solve_all(&mut self, job: Job, puzzles: &Puzzles);

    /// What [`solve_all`](Participant::solve_all) found when it was last called, with the same job and
    /// puzzles. Not timed.
    fn answers(&mut self, job: Job, puzzles: &Puzzles) -> Vec<Answer>;
}

/// The solutions of one puzzle as someone meets them who wants them all: each is written into the same 81
/// bytes, and looked at there.
#[derive(Clone, Copy, Debug)]
pub struct Written {
    buffer: [u8; 81],
    /// Tells sets of solutions apart, whatever order they come in.
    pub checksum: u64,
}

impl Written {
    /// No solution yet.
    pub const NOTHING: Written = Written { buffer: [0; 81], checksum: 0 };

    /// Takes the next solution, 81 characters.
    #[inline]
    pub fn write(&mut self, solution: &[u8; 81]) {
        // Odd, its bits in no pattern: the golden ratio.
        const FACTOR: u64 = 0x9e37_79b9_7f4a_7c15;
        self.buffer = *solution;
        let (words, last) = self.buffer.as_chunks::<8>();
        let mut sum = u64::from(last[0]);
        let mut factor = FACTOR;
        for &word in words {
            sum = sum.wrapping_add(u64::from_le_bytes(word).wrapping_mul(factor));
            factor = factor.wrapping_mul(FACTOR);
        }
        // Without this step two solutions could exchange some cells, and their sum would not show it.
        sum = (sum ^ sum >> 32).wrapping_mul(FACTOR);
        self.checksum = self.checksum.wrapping_add(sum ^ sum >> 29);
    }

    /// The solution written last, if there was one.
    pub fn last(&self) -> Option<[u8; 81]> {
        (self.buffer[0] != 0).then_some(self.buffer)
    }
}

/// Every solver that is to take part: shared libraries, the crate `sudoku`, lanedoku's C library, then
/// lanedoku's own engines.
///
/// # Errors
///
/// What is wrong with a library; two solvers of one name; no solver at all.
pub fn line_up(arguments: &Arguments) -> Result<Vec<Box<dyn Participant>>, String> {
    let mut all: Vec<Box<dyn Participant>> = Vec::new();
    for library in &arguments.libraries {
        let lacks_enumerate = library.enumerate.is_none() && arguments.wants(&library.name);
        if lacks_enumerate && arguments.jobs.contains(&Job::Enumerate) {
            let name = &library.name;
            return Err(format!("--job enumerate: --library names no such function of {name} after a comma"));
        }
        // SAFETY: whoever names the library on the command line vouches for it.
        all.push(Box::new(unsafe { SharedLibrary::load(library) }?));
    }
    all.push(Box::new(SudokuCrate::default()));
    if let Some(path) = &arguments.c_library {
        // SAFETY: whoever names the library on the command line vouches for it.
        let both = unsafe { CLibrary::both(path) }?;
        all.extend(both.map(|one| Box::new(one) as Box<dyn Participant>));
    }
    all.extend(Lanedoku::all().into_iter().map(|own| Box::new(own) as Box<dyn Participant>));
    all.retain(|participant| arguments.wants(participant.name()));
    for (index, participant) in all.iter().enumerate() {
        if all[..index].iter().any(|other| other.name() == participant.name()) {
            return Err(format!("two solvers are called {}", participant.name()));
        }
    }
    if all.is_empty() { Err("no solver of such a name".to_owned()) } else { Ok(all) }
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
    fn the_checksum_sees_every_cell_and_no_order() {
        let (ones, twos) = ([b'1'; 81], [b'2'; 81]);
        assert_eq!(checksum(&[]), 0);
        assert_eq!(checksum(&[ones, twos]), checksum(&[twos, ones]));
        assert_ne!(checksum(&[ones, ones]), checksum(&[ones]));
        for cell in 0..81 {
            // Two solutions exchange a cell: other solutions, yet the same digits in all.
            let (mut one, mut other) = (ones, twos);
            (one[cell], other[cell]) = (b'2', b'1');
            assert_ne!(checksum(&[one]), checksum(&[ones]), "{cell}");
            assert_ne!(checksum(&[one, other]), checksum(&[ones, twos]), "{cell}");
        }
    }
}
