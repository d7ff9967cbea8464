//! What a solver must do to take part, and who takes part.

mod lanedoku;
mod shared_library;
mod sudoku_crate;

pub use self::lanedoku::Lanedoku;
pub use shared_library::SharedLibrary;
pub use sudoku_crate::SudokuCrate;

use crate::arguments::Arguments;
use crate::puzzle_set::Puzzle;

/// The solutions that a contestant looks for: one to give, another to know that it is not the only one.
pub const LIMIT: usize = 2;

/// What a contestant says about one puzzle.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Answer {
    /// 0, 1, or [`LIMIT`] for that many and more.
    pub solutions: usize,
    /// The first solution found, 81 characters from `1` to `9`.
    pub solution: Option<[u8; 81]>,
    /// Guesses made; 0 where [`Contestant::counts_guesses`] is false.
    pub guesses: u64,
}

/// A solver in the race.
pub trait Contestant {
    /// Name in tables and charts.
    fn name(&self) -> &str;

    /// Whether [`Answer::guesses`] means anything.
    fn counts_guesses(&self) -> bool;

    /// Solves every puzzle and keeps what it found in the form that is its own: from 81 characters in
    /// memory to the number of solutions, up to [`LIMIT`], and the first of them.
    ///
    /// This call is all that the clock sees. A batch engine gets all puzzles at once; a solver of single
    /// puzzles goes through them one by one.
    fn solve_all(&mut self, puzzles: &[Puzzle]);

    /// What [`solve_all`](Contestant::solve_all) found when it was last called, with these puzzles. Not
    /// timed.
    fn answers(&mut self, puzzles: &[Puzzle]) -> Vec<Answer>;
}

/// Every solver that is to take part: shared libraries, the crate `sudoku`, then lanedoku's own.
///
/// # Errors
///
/// What is wrong with a library; two solvers of one name; no solver at all.
pub fn line_up(arguments: &Arguments) -> Result<Vec<Box<dyn Contestant>>, String> {
    let mut all: Vec<Box<dyn Contestant>> = Vec::new();
    for library in &arguments.libraries {
        // SAFETY: whoever names the library on the command line vouches for it.
        all.push(Box::new(unsafe { SharedLibrary::load(library) }?));
    }
    all.push(Box::new(SudokuCrate::default()));
    all.extend(Lanedoku::all().into_iter().map(|own| Box::new(own) as Box<dyn Contestant>));
    all.retain(|contestant| arguments.wants(contestant.name()));
    for (index, contestant) in all.iter().enumerate() {
        if all[..index].iter().any(|other| other.name() == contestant.name()) {
            return Err(format!("two solvers are called {}", contestant.name()));
        }
    }
    if all.is_empty() { Err("no solver of such a name".to_owned()) } else { Ok(all) }
}
