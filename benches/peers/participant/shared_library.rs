//! A solver in a shared library, loaded at run time: nothing of it is needed to build.

use std::error::Error;
use std::ffi::c_void;

use libloading::Library;

use super::{Answer, Participant, Written};
use crate::arguments::LibraryArgument;
use crate::job::Job;
use crate::puzzle_set::Puzzles;

/// `size_t solve(const char *puzzle, size_t limit, uint32_t configuration, char *solution, size_t *guesses)`
///
/// The puzzle is 81 characters, row by row, `.` for an open cell, or 729 with pencil marks, `.` for every
/// digit that is eliminated; and a zero byte. The solver returns the number of solutions up to `limit`; it
/// may write the 81 characters of one solution, and what guesses it made. The signature is tdoku's, for
/// which its author wrapped many other solvers.
type SolveFunction = unsafe extern "C" fn(*const u8, usize, u32, *mut u8, *mut usize) -> usize;

/// `size_t enumerate(const char *puzzle, size_t limit, void (*show)(const char *, void *), void *argument)`
///
/// The puzzle is as above. The solver calls `show` with the 81 characters of each solution and with
/// `argument`, and returns how many they were, up to `limit`.
type EnumerateFunction = unsafe extern "C" fn(*const u8, usize, ShowFunction, *mut c_void) -> usize;
type ShowFunction = unsafe extern "C" fn(*const u8, *mut c_void);

/// A solver behind tdoku's C functions.
pub struct SharedLibrary {
    name: String,
    solve: SolveFunction,
    enumerate: Option<EnumerateFunction>,
    configuration: u32,
    found: Vec<Found>,
    /// Keeps the code of the functions in memory.
    _library: Library,
}

/// What the function left behind: the number of solutions, a solution or zeros, and the guesses; or the
/// solutions written.
#[derive(Clone)]
struct Found {
    solutions: usize,
    solution: [u8; 81],
    guesses: usize,
    written: Written,
}

impl Found {
    const NOTHING: Found = Found { solutions: 0, solution: [0; 81], guesses: 0, written: Written::NOTHING };
}

impl SharedLibrary {
    /// Loads a library and looks its functions up.
    ///
    /// # Errors
    ///
    /// What is wrong with the library or a symbol.
    ///
    /// # Safety
    ///
    /// Loading runs the library's initializers, and the symbols must be functions of the types above that
    /// keep to what is said there.
    pub unsafe fn load(argument: &LibraryArgument) -> Result<Self, String> {
        let LibraryArgument { name, path, solve, enumerate, configuration } = argument.clone();
        // A bare file name would be looked for in the system's folders only.
        let file = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
        // SAFETY: the caller vouches for the library.
        let library =
            unsafe { Library::new(file) }.map_err(|error| with_cause(&path.to_string_lossy(), &error))?;
        // SAFETY: the caller vouches for the symbols' types. The functions live as long as `library`, which
        // is stored beside them.
        let (solve, enumerate) = unsafe {
            let enumerate = enumerate.map(|symbol| function::<EnumerateFunction>(&library, &symbol));
            (function::<SolveFunction>(&library, &solve)?, enumerate.transpose()?)
        };
        Ok(SharedLibrary { name, solve, enumerate, configuration, found: Vec::new(), _library: library })
    }

    /// Has one puzzle of a [`Puzzles`] solved.
    fn call(&self, puzzle: &[u8], limit: usize, found: &mut Found) {
        // SAFETY: the caller of `load` vouched for the function; the puzzle is 81 or 729 characters and a
        // zero byte, and there is room for 81 characters and a number.
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

    /// Has all solutions of one puzzle of a [`Puzzles`] written.
    fn call_to_enumerate(&self, puzzle: &[u8], limit: usize, found: &mut Found) {
        let enumerate = self.enumerate.expect("not taken");
        found.written = Written::NOTHING;
        // SAFETY: the caller of `load` vouched for the function; the puzzle is 81 or 729 characters and a
        // zero byte, and `show` gets the `Written` that it wants, to which nobody else refers meanwhile.
        found.solutions =
            unsafe { enumerate(puzzle.as_ptr(), limit, show, (&raw mut found.written).cast::<c_void>()) };
    }
}

/// Writes a solution. It never panics, so no C code is unwound.
///
/// # Safety
///
/// `solution` must be 81 characters, and `written` a [`Written`] that nobody else refers to.
unsafe extern "C" fn show(solution: *const u8, written: *mut c_void) {
    // SAFETY: as the caller promises.
    let (solution, written) = unsafe { (&*solution.cast::<[u8; 81]>(), &mut *written.cast::<Written>()) };
    written.write(solution);
}

/// A function of a library.
///
/// # Errors
///
/// If there is no such symbol.
///
/// # Safety
///
/// The symbol must be of type `F`, and the function must not be called when the library is gone.
pub(super) unsafe fn function<F: Copy>(library: &Library, symbol: &str) -> Result<F, String> {
    // SAFETY: the caller vouches for the type.
    let function = unsafe { library.get::<F>(symbol) };
    function.map(|function| *function).map_err(|error| with_cause(symbol, &error))
}

/// An error and what lies behind it, which says more.
pub(super) fn with_cause(what: &str, error: &libloading::Error) -> String {
    match error.source() {
        Some(cause) => format!("{what}: {error}: {cause}"),
        None => format!("{what}: {error}"),
    }
}

impl Participant for SharedLibrary {
    fn name(&self) -> &str {
        &self.name
    }

    fn takes(&self, job: Job) -> bool {
        job != Job::Enumerate || self.enumerate.is_some()
    }

    fn counts_guesses(&self, job: Job) -> bool {
        job != Job::Enumerate
    }

    fn solve_all(&mut self, job: Job, puzzles: &Puzzles) {
        let mut all = std::mem::take(&mut self.found);
        all.resize(puzzles.len(), Found::NOTHING);
        for (puzzle, found) in puzzles.iter().zip(&mut all) {
            // A solution from a call before must not be taken for one of this.
            found.solution[0] = 0;
            match job {
                Job::Enumerate => self.call_to_enumerate(puzzle, job.limit(), found),
                Job::Unique | Job::First | Job::Count | Job::Pencilmarks => {
                    self.call(puzzle, job.limit(), found);
                }
            }
        }
        self.found = all;
    }

    /// tdoku writes a solution only if it is asked for one and no more, so a solution that is missing is
    /// asked for here. (In the race it has less to do for that than the others.)
    fn answers(&mut self, job: Job, puzzles: &Puzzles) -> Vec<Answer> {
        let answer = |(puzzle, found): (&[u8], &Found)| {
            let (solution, checksum) = match job {
                Job::Count => (None, 0),
                Job::Enumerate => (found.written.last(), found.written.checksum),
                Job::Unique | Job::First | Job::Pencilmarks => {
                    let mut first = found.clone();
                    if found.solutions > 0 && found.solution[0] == 0 {
                        self.call(puzzle, 1, &mut first);
                    }
                    ((first.solutions > 0).then_some(first.solution), 0)
                }
            };
            let guesses = if self.counts_guesses(job) { found.guesses as u64 } else { 0 };
            Answer { solutions: found.solutions as u64, solution, checksum, guesses }
        };
        puzzles.iter().zip(&self.found).map(answer).collect()
    }
}
