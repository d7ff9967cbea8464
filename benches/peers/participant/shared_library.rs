//! A solver in a shared library, loaded at run time, so it is not needed to build.

use std::error::Error;
use std::ffi::c_void;

use libloading::Library;

use super::{LibraryArgument, Participant, ParticipantAnswer, Written};
use crate::job::Job;
use crate::puzzle_set::PuzzleTexts;

/// `size_t solve(const char *puzzle, size_t limit, uint32_t configuration, char *solution, size_t *guesses)`
///
/// The puzzle is 81 characters, row by row, with `.` for an open cell, or 729 characters of pencil marks, with `.`
/// for an eliminated digit, followed by a zero byte. The solver returns the number of solutions up to `limit`. It
/// may write the 81 characters of one solution and the number of guesses. The signature is that of tdoku, whose
/// author wrapped many other solvers in it.
type SolveFunction = unsafe extern "C" fn(*const u8, usize, u32, *mut u8, *mut usize) -> usize;

/// `size_t enumerate(const char *puzzle, size_t limit, void (*show)(const char *, void *), void *argument)`
///
/// The puzzle is as above. The solver calls `show` with the 81 characters of each solution and with `argument`, and
/// returns the number of solutions, up to `limit`.
type EnumerateFunction = unsafe extern "C" fn(*const u8, usize, ShowFunction, *mut c_void) -> usize;
type ShowFunction = unsafe extern "C" fn(*const u8, *mut c_void);

/// A solver with the C interface of tdoku.
pub struct SharedLibrary {
    name: String,
    solve: SolveFunction,
    enumerate: Option<EnumerateFunction>,
    configuration: u32,
    found: Vec<CallOutput>,
    /// Keeps the code of the functions in memory.
    _library: Library,
}

/// The output of a call: the number of solutions, a solution or zeros, the number of guesses, and the enumerated
/// solutions.
#[derive(Clone)]
struct CallOutput {
    solutions: usize,
    solution: [u8; 81],
    guesses: usize,
    written: Written,
}

impl CallOutput {
    const NOTHING: CallOutput =
        CallOutput { solutions: 0, solution: [0; 81], guesses: 0, written: Written::NOTHING };
}

impl SharedLibrary {
    /// Loads a library and resolves its functions.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be loaded or a symbol is missing.
    ///
    /// # Safety
    ///
    /// Loading runs the library's initializers. The symbols must be functions of the types above that behave as
    /// documented there.
    pub unsafe fn load(argument: &LibraryArgument) -> Result<Self, String> {
        let LibraryArgument { name, path, solve, enumerate, configuration } = argument.clone();
        // The loader would search for a bare file name only in the system's folders.
        let file = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
        // SAFETY: the caller vouches for the library.
        let library =
            unsafe { Library::new(file) }.map_err(|error| with_cause(&path.to_string_lossy(), &error))?;
        // SAFETY: the caller vouches for the types of the symbols. The functions live as long as `library`, which
        // is stored with them.
        let (solve, enumerate) = unsafe {
            let enumerate = enumerate.map(|symbol| function::<EnumerateFunction>(&library, &symbol));
            (function::<SolveFunction>(&library, &solve)?, enumerate.transpose()?)
        };
        Ok(SharedLibrary { name, solve, enumerate, configuration, found: Vec::new(), _library: library })
    }

    /// Solves one puzzle of a [`PuzzleTexts`].
    fn call(&self, puzzle: &[u8], limit: usize, found: &mut CallOutput) {
        // SAFETY: the caller of `load` vouched for the function. The puzzle has 81 or 729 characters and a zero
        // byte; the outputs have space for 81 characters and a number.
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

    /// Enumerates the solutions of one puzzle of a [`PuzzleTexts`].
    fn call_to_enumerate(&self, puzzle: &[u8], limit: usize, found: &mut CallOutput) {
        let enumerate = self.enumerate.expect("not taken");
        found.written = Written::NOTHING;
        // SAFETY: the caller of `load` vouched for the function. The puzzle has 81 or 729 characters and a zero
        // byte. `show` gets the `Written` that it expects, and nothing else refers to it during the call.
        found.solutions =
            unsafe { enumerate(puzzle.as_ptr(), limit, show, (&raw mut found.written).cast::<c_void>()) };
    }
}

/// Receives a solution. Never panics, so it never unwinds into C code.
///
/// # Safety
///
/// `solution` must point to 81 characters, and `written` to a [`Written`] that nothing else refers to.
unsafe extern "C" fn show(solution: *const u8, written: *mut c_void) {
    // SAFETY: the caller's promise.
    let (solution, written) = unsafe { (&*solution.cast::<[u8; 81]>(), &mut *written.cast::<Written>()) };
    written.write(solution);
}

/// Returns a function of a library.
///
/// # Errors
///
/// Returns an error if the symbol does not exist.
///
/// # Safety
///
/// The symbol must be of type `F`, and the function must not be called after the library is unloaded.
pub(super) unsafe fn function<F: Copy>(library: &Library, symbol: &str) -> Result<F, String> {
    // SAFETY: the caller vouches for the type.
    let function = unsafe { library.get::<F>(symbol) };
    function.map(|function| *function).map_err(|error| with_cause(symbol, &error))
}

/// Formats an error with its cause.
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

    fn solve_all(&mut self, job: Job, puzzles: &PuzzleTexts) {
        let mut all = std::mem::take(&mut self.found);
        all.resize(puzzles.len(), CallOutput::NOTHING);
        for (puzzle, found) in puzzles.iter().zip(&mut all) {
            // Clears the solution of an earlier call.
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

    /// tdoku writes a solution only with a limit of 1, so a missing solution is requested here. (In the timed
    /// rounds tdoku therefore does less work than the others.)
    fn answers(&mut self, job: Job, puzzles: &PuzzleTexts) -> Vec<ParticipantAnswer> {
        let answer = |(puzzle, found): (&[u8], &CallOutput)| {
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
            ParticipantAnswer { solutions: found.solutions as u64, solution, checksum, guesses }
        };
        puzzles.iter().zip(&self.found).map(answer).collect()
    }
}
