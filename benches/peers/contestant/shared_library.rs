//! A solver in a shared library, loaded at run time: nothing of it is needed to build.

use std::error::Error;

use libloading::Library;

use super::{Answer, Contestant, LIMIT};
use crate::arguments::LibraryArgument;
use crate::puzzle_set::Puzzle;

/// `size_t solve(const char *puzzle, size_t limit, uint32_t configuration, char *solution, size_t *guesses)`
///
/// The puzzle is 81 characters and a zero byte, row by row, `.` for an open cell. The solver returns the
/// number of solutions up to `limit`; it may write the 81 characters of one solution, and what guesses it
/// made. The signature is tdoku's, for which its author wrapped many other solvers.
type SolveFunction = unsafe extern "C" fn(*const u8, usize, u32, *mut u8, *mut usize) -> usize;

/// A solver behind tdoku's C function.
pub struct SharedLibrary {
    name: String,
    solve: SolveFunction,
    configuration: u32,
    found: Vec<Found>,
    /// Keeps the code of `solve` in memory.
    _library: Library,
}

/// What the function left behind: the number of solutions, a solution or zeros, and the guesses.
#[derive(Clone)]
struct Found {
    solutions: usize,
    solution: [u8; 81],
    guesses: usize,
}

impl Found {
    const NOTHING: Found = Found { solutions: 0, solution: [0; 81], guesses: 0 };
}

impl SharedLibrary {
    /// Loads a library and looks its function up.
    ///
    /// # Errors
    ///
    /// What is wrong with the library or the symbol.
    ///
    /// # Safety
    ///
    /// Loading runs the library's initializers, and the symbol must be a function of the type above that
    /// keeps to what is said there.
    pub unsafe fn load(argument: &LibraryArgument) -> Result<Self, String> {
        let LibraryArgument { name, path, symbol, configuration } = argument.clone();
        // A bare file name would be looked for in the system's folders only.
        let file = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
        // SAFETY: the caller vouches for the library.
        let library =
            unsafe { Library::new(file) }.map_err(|error| with_cause(&path.to_string_lossy(), &error))?;
        // SAFETY: the caller vouches for the symbol's type. The function lives as long as `library`, which
        // is stored beside it.
        let solve = *unsafe { library.get::<SolveFunction>(symbol.as_str()) }
            .map_err(|error| with_cause(&symbol, &error))?;
        Ok(SharedLibrary { name, solve, configuration, found: Vec::new(), _library: library })
    }

    /// Has one puzzle solved.
    fn call(&self, puzzle: &Puzzle, limit: usize, found: &mut Found) {
        // SAFETY: the caller of `load` vouched for the function; the puzzle is 81 characters and a zero
        // byte, and there is room for 81 characters and a number.
        found.solutions = unsafe {
            (self.solve)(
                puzzle.as_ptr(),
                limit,
                self.configuration,
                found.solution.as_mut_ptr(),
                &raw mut found.guesses,
            )
        };
    }
}

/// An error and what lies behind it, which says more.
fn with_cause(what: &str, error: &libloading::Error) -> String {
    match error.source() {
        Some(cause) => format!("{what}: {error}: {cause}"),
        None => format!("{what}: {error}"),
    }
}

impl Contestant for SharedLibrary {
    fn name(&self) -> &str {
        &self.name
    }

    fn counts_guesses(&self) -> bool {
        true
    }

    fn solve_all(&mut self, puzzles: &[Puzzle]) {
        let mut all = std::mem::take(&mut self.found);
        all.resize(puzzles.len(), Found::NOTHING);
        for (puzzle, found) in puzzles.iter().zip(&mut all) {
            self.call(puzzle, LIMIT, found);
        }
        self.found = all;
    }

    /// tdoku writes a solution only if it is asked for one and no more, so a solution that is missing is
    /// asked for here. (In the race it has less to do for that than the others.)
    fn answers(&mut self, puzzles: &[Puzzle]) -> Vec<Answer> {
        let answer = |(puzzle, found): (&Puzzle, &Found)| {
            let mut first = found.clone();
            if found.solutions > 0 && found.solution[0] == 0 {
                self.call(puzzle, 1, &mut first);
            }
            Answer {
                solutions: found.solutions,
                solution: (first.solutions > 0).then_some(first.solution),
                guesses: found.guesses as u64,
            }
        };
        puzzles.iter().zip(&self.found).map(answer).collect()
    }
}
