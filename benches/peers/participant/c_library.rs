//! Lanedoku's own C library, loaded at run time. Measures the cost of calling through C.

use std::ffi::{c_char, c_int, c_void};
use std::path::Path;
use std::ptr::{null, null_mut};

use libloading::Library;

use super::shared_library::{function, with_cause};
use super::{Participant, ParticipantAnswer, Written};
use crate::job::Job;
use crate::puzzle_set::PuzzleTexts;

/// `lanedoku_result` of the header.
#[repr(C)]
#[derive(Clone, Copy)]
struct CResult {
    status: i32,
    is_exact: u32,
    solutions: u64,
    steps: u64,
    guesses: u64,
    progress: f64,
    reserved: [u64; 3],
}

const NOTHING: CResult =
    CResult { status: 0, is_exact: 0, solutions: 0, steps: 0, guesses: 0, progress: 0.0, reserved: [0; 3] };

/// `lanedoku_options` of the header, for candidates in text.
#[repr(C)]
struct MarksOptions {
    numbers: [u32; 4],
    step_limit: u64,
    cells: u32,
    any_solution: u32,
    reserved: [u64; 4],
}

static MARKS: MarksOptions =
    MarksOptions { numbers: [0; 4], step_limit: 0, cells: 3, any_solution: 0, reserved: [0; 4] };

/// `lanedoku_solve` and `lanedoku_first_solution`.
type SolveText =
    unsafe extern "C" fn(*const c_char, usize, *const c_void, *mut c_char, usize, *mut CResult) -> i32;
type SolveBatch = unsafe extern "C" fn(
    *const c_char,
    usize,
    usize,
    *const c_void,
    *mut c_char,
    usize,
    *mut CResult,
    *mut c_void,
    usize,
) -> i32;
type CountCall =
    unsafe extern "C" fn(*const c_char, usize, *const c_void, u64, *mut CResult, *mut c_void, usize) -> i32;
type VisitorFunction = unsafe extern "C" fn(*const c_char, usize, *mut c_void) -> c_int;
type Visit = unsafe extern "C" fn(
    *const c_char,
    usize,
    *const c_void,
    VisitorFunction,
    *mut c_void,
    *mut CResult,
) -> i32;
/// The functions of the library, which stays loaded as long as they exist.
struct Functions {
    solve: SolveText,
    first_solution: SolveText,
    solve_batch: SolveBatch,
    count: CountCall,
    visit: Visit,
    workspace_size: unsafe extern "C" fn() -> usize,
    /// Keeps the code of the functions in memory.
    _library: Library,
}

impl Functions {
    /// # Errors
    ///
    /// Returns an error if the library cannot be loaded or lacks a function.
    ///
    /// # Safety
    ///
    /// `path` must name Lanedoku's C library.
    unsafe fn load(path: &Path) -> Result<Self, String> {
        let file = path.canonicalize().map_err(|error| format!("{}: {error}", path.display()))?;
        // SAFETY: the types are those of the header.
        unsafe {
            let library = Library::new(file).map_err(|error| with_cause(&path.to_string_lossy(), &error))?;
            Ok(Functions {
                solve: function(&library, "lanedoku_solve")?,
                first_solution: function(&library, "lanedoku_first_solution")?,
                solve_batch: function(&library, "lanedoku_solve_batch")?,
                count: function(&library, "lanedoku_count")?,
                visit: function(&library, "lanedoku_visit")?,
                workspace_size: function(&library, "lanedoku_workspace_size")?,
                _library: library,
            })
        }
    }
}

/// The C library, called with batches or with single puzzles.
pub struct CLibrary {
    name: &'static str,
    functions: Functions,
    /// Empty for single puzzles.
    workspace: Vec<u8>,
    results: Vec<CResult>,
    /// 81 characters for each puzzle.
    solutions: Vec<u8>,
    written: Vec<Written>,
}

impl CLibrary {
    /// Loads the library as two participants: with batches and with single puzzles.
    ///
    /// # Errors
    ///
    /// Returns an error if the library cannot be loaded or lacks a function.
    ///
    /// # Safety
    ///
    /// `path` must name Lanedoku's C library.
    pub unsafe fn both(path: &Path) -> Result<[Self; 2], String> {
        let load = |name, is_batch: bool| -> Result<Self, String> {
            // SAFETY: the caller promises that the library is Lanedoku's.
            let functions = unsafe { Functions::load(path) }?;
            // SAFETY: the function takes no arguments.
            let size = if is_batch { unsafe { (functions.workspace_size)() } } else { 0 };
            let (results, solutions, written) = (vec![], vec![], vec![]);
            Ok(CLibrary { name, functions, workspace: vec![0; size], results, solutions, written })
        };
        Ok([load("C batch", true)?, load("C single", false)?])
    }

    /// Returns the workspace for a call.
    fn workspace(&mut self) -> (*mut c_void, usize) {
        match self.workspace.len() {
            0 => (null_mut(), 0),
            size => (self.workspace.as_mut_ptr().cast(), size),
        }
    }
}

/// Writes a solution. It never panics, so no frame of the library is unwound.
///
/// # Safety
///
/// `solution` must be 81 characters, and `written` a [`Written`] that nobody else refers to.
unsafe extern "C" fn show(solution: *const c_char, _: usize, written: *mut c_void) -> c_int {
    // SAFETY: the caller's promise.
    let (solution, written) = unsafe { (&*solution.cast::<[u8; 81]>(), &mut *written.cast::<Written>()) };
    written.write(solution);
    0
}

impl Participant for CLibrary {
    fn name(&self) -> &str {
        self.name
    }

    fn takes(&self, job: Job) -> bool {
        let is_batch = !self.workspace.is_empty();
        !is_batch || matches!(job, Job::Unique | Job::Count | Job::Pencilmarks)
    }

    fn counts_guesses(&self, _: Job) -> bool {
        true
    }

    fn solve_all(&mut self, job: Job, puzzles: &PuzzleTexts) {
        let count = puzzles.len();
        self.results.resize(count, NOTHING);
        self.solutions.resize(81 * count, 0);
        let (workspace, size) = self.workspace();
        let CLibrary { functions, results, solutions, written, .. } = self;
        let places = results.iter_mut().zip(solutions.chunks_mut(81));
        let options = if job == Job::Pencilmarks { (&raw const MARKS).cast() } else { null() };
        // SAFETY: every pointer is valid for the length passed with it, and the options are null or those of the
        // header.
        unsafe {
            match job {
                Job::Unique | Job::Pencilmarks if size > 0 => {
                    let (text, stride) = (puzzles.text().as_ptr().cast(), puzzles.stride());
                    let (solutions, results) = (solutions.as_mut_ptr().cast(), results.as_mut_ptr());
                    (functions.solve_batch)(
                        text, count, stride, options, solutions, 81, results, workspace, size,
                    );
                }
                Job::Unique | Job::First => {
                    let function = if job == Job::First { functions.first_solution } else { functions.solve };
                    for (puzzle, (result, solution)) in puzzles.iter().zip(places) {
                        let solution = solution.as_mut_ptr().cast();
                        function(puzzle.as_ptr().cast(), 81, null(), solution, 81, result);
                    }
                }
                Job::Count => {
                    for (puzzle, (result, _)) in puzzles.iter().zip(places) {
                        let puzzle = puzzle.as_ptr().cast();
                        (functions.count)(puzzle, 81, null(), u64::MAX, result, workspace, size);
                    }
                }
                Job::Enumerate => {
                    written.clear();
                    written.resize(count, Written::NOTHING);
                    for ((puzzle, (result, _)), written) in puzzles.iter().zip(places).zip(written) {
                        let (puzzle, user) = (puzzle.as_ptr().cast(), (&raw mut *written).cast());
                        (functions.visit)(puzzle, 81, null(), show, user, result);
                    }
                }
                Job::Pencilmarks => {
                    for (puzzle, (result, solution)) in puzzles.iter().zip(places) {
                        let solution = solution.as_mut_ptr().cast();
                        (functions.solve)(puzzle.as_ptr().cast(), 729, options, solution, 81, result);
                    }
                }
            }
        }
    }

    fn answers(&mut self, job: Job, _: &PuzzleTexts) -> Vec<ParticipantAnswer> {
        let (solutions, _) = self.solutions.as_chunks::<81>();
        let answer = |(index, (result, solution)): (usize, (&CResult, &[u8; 81]))| {
            let (solution, checksum) = match job {
                Job::Count => (None, 0),
                Job::Enumerate => (self.written[index].last(), self.written[index].checksum),
                _ => ((result.solutions > 0).then_some(*solution), 0),
            };
            ParticipantAnswer { solutions: result.solutions, solution, checksum, guesses: result.guesses }
        };
        self.results.iter().zip(solutions).enumerate().map(answer).collect()
    }
}
