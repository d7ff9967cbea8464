//! Searches that stop and go on, in the caller's memory.

use core::ffi::{c_char, c_int, c_void};
use core::mem::{self, MaybeUninit};

use lanedoku::{AnyBoard, Search, Size};

use crate::arguments::{
    BufferArgument, Checked, OutputArgument, StopArgument, TextArgument, aligned, memory, memory_size,
    status_of,
};
use crate::puzzle::SearchGoal;
use crate::settings::{CellFormat, Settings, settings};
use crate::types::*;
use crate::workspace::MemoryOrigin;

/// Begins a search for the solution of a puzzle. `lanedoku_search_run` and `lanedoku_search_run_until` go on with it,
/// and `lanedoku_search_solution` gets the solution. The answers are those of `lanedoku_solve`; only the
/// number of steps may differ, and so a limit on steps may be reached a little earlier.
///
/// A search stops after some steps, or when the caller wants it to, and later goes on where it stopped, so nothing is
/// searched twice. Use it for deadlines, progress reports and cancelling from another thread. It need not end: its
/// memory can be freed, or used for another search, at any time.
///
/// - `puzzle`, `length`, `options`: as for `lanedoku_solve`. They are not used after the call.
/// - `search`, `search_size`: at least `lanedoku_search_size()` bytes at any address. Set them to zero before their
///   first use (use `calloc`, or a static array of `LANEDOKU_SEARCH_MAX` bytes); then they can be used for any number
///   of searches, one after the other. A search must stay at its address: it cannot go on in a copy of its memory.
///
/// Returns `LANEDOKU_OK` when the search has begun; `LANEDOKU_INVALID`, which is then the answer of the search, if the
/// text is not a puzzle or two equal clues share a row, column or box; or `LANEDOKU_ERROR_NULL`, `_SIZE`, `_OPTION` or
/// `_KERNEL`, and then a search that was in this memory can go on.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_search_begin_solve(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    search: *mut c_void,
    search_size: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, memory) =
            unsafe { (TextArgument::new(puzzle, length)?, settings(options)?, memory(search, search_size)?) };
        Ok(begin(&settings, puzzle, SearchGoal::Solve, memory))
    };
    status_of(call())
}

/// Begins a count of the solutions of a puzzle. The answers are those of `lanedoku_count`.
///
/// - `limit`: as for `lanedoku_count`.
/// - `with_progress`: 0, or 1 to count in parts, so that the results show the progress: some hundred boards one after
///   another, the puzzle with further digits. A count that takes seconds takes about as long as in one go. One that
///   takes less than a millisecond takes longer, and so does a puzzle with few solutions that is hard to search. A
///   count of candidates is in one go.
/// - All other arguments, and the status returned: as for `lanedoku_search_begin_solve`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_search_begin_count(
    puzzle: *const c_char,
    length: usize,
    options: *const lanedoku_options,
    limit: u64,
    with_progress: c_int,
    search: *mut c_void,
    search_size: usize,
) -> lanedoku_status {
    let call = || {
        let goal = match with_progress {
            0 => SearchGoal::Count(limit),
            1 => SearchGoal::CountWithProgress(limit),
            _ => return Err(LANEDOKU_ERROR_OPTION),
        };
        // SAFETY: the arguments keep the contract of the header.
        let (puzzle, settings, memory) =
            unsafe { (TextArgument::new(puzzle, length)?, settings(options)?, memory(search, search_size)?) };
        Ok(begin(&settings, puzzle, goal, memory))
    };
    status_of(call())
}

/// Goes on with a search for about this many steps, in any thread.
///
/// - `search`: the memory in which the search was begun.
/// - `steps`: the number of steps to take; with 0, the search does not go on. A millisecond is about 12,000 steps of
///   `LANEDOKU_ENGINE_SIMD`, 2,500 of `LANEDOKU_ENGINE_PROPAGATE` and 300,000 of `LANEDOKU_ENGINE_BACKTRACK`.
///   `LANEDOKU_ENGINE_SIMD` takes at least 64.
/// - `result`: NULL, or receives the result so far. Not written if the return value is negative.
///
/// Returns `LANEDOKU_RUNNING` if the search has not ended: it goes on with the next call. Otherwise its answer, also if
/// it had ended before: the status that `lanedoku_solve` or `lanedoku_count` returns. Or `LANEDOKU_ERROR_NULL`; or
/// `LANEDOKU_ERROR_SEARCH` if no search was begun in this memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_search_run(
    search: *mut c_void,
    steps: u64,
    result: *mut lanedoku_result,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (search, result) = unsafe { (begun(search)?, OutputArgument::new(result)) };
        if steps > 0 {
            search.about.has_ended = search.search.run(steps);
        }
        Ok(result.answer(search.result()))
    };
    status_of(call())
}

/// Goes on with a search until it ends, or until the caller wants it to stop: at a deadline, when another thread sets a
/// flag, or on a signal.
///
/// - `search`: the memory in which the search was begun.
/// - `stop`: called before each slice of about a millisecond, until it returns a value other than 0.
/// - `user`: passed to `stop` unchanged; may be NULL.
/// - `result`: NULL, or receives the result so far. Not written if the return value is negative.
///
/// Returns the same as `lanedoku_search_run`: `LANEDOKU_RUNNING` if `stop` stopped the search, which can go on later.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_search_run_until(
    search: *mut c_void,
    stop: lanedoku_stop_condition,
    user: *mut c_void,
    result: *mut lanedoku_result,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (mut search, stop, result) =
            unsafe { (begun(search)?, StopArgument::new(stop, user)?, OutputArgument::new(result)) };
        let marks = search.replace_marks(MemoryOrigin::NONE);
        while !search.about.has_ended && !stop.stops(&search.result()) {
            let mut is_first = true;
            search.about.has_ended = search.search.run_while(|_| mem::take(&mut is_first));
        }
        search.replace_marks(marks);
        Ok(result.answer(search.result()))
    };
    status_of(call())
}

/// Gets the solution that a search has found.
///
/// - `search`: the memory in which the search was begun.
/// - `solution`, `solution_length`: as for `lanedoku_solve`. The buffer is written if and only if the search is for the
///   solution and has ended with `LANEDOKU_UNIQUE` or `LANEDOKU_MULTIPLE`.
///
/// Returns the status of the search, as `lanedoku_search_run`; or `LANEDOKU_ERROR_NULL`, `_SIZE` or `_SEARCH`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_search_solution(
    search: *mut c_void,
    solution: *mut c_char,
    solution_length: usize,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (search, solution) = unsafe {
            let search = begun(search)?;
            let cells = search.about.size.cells();
            (search, BufferArgument::new(solution, solution_length, cells)?)
        };
        if search.about.has_ended
            && let Some(found) = search.search.solution()
        {
            search.about.format.write_cells(&found, solution);
        }
        Ok(search.result().status)
    };
    status_of(call())
}

/// Returns the size in bytes of the memory of a search, for boards of every size: less than `LANEDOKU_SEARCH_MAX`.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_search_size() -> usize {
    memory_size::<SearchMemory>()
}

const _: () = assert!(memory_size::<SearchMemory>() < LANEDOKU_SEARCH_MAX);

/// What a search is called in its marks.
const SEARCH: &[u8; 8] = b"lanedoku";

/// The contents of the memory of a search. Any bytes are one.
#[repr(C)]
struct SearchMemory {
    /// `MemoryOrigin::of` this memory, if a search was begun here and is not running.
    marks: MemoryOrigin,
    about: MaybeUninit<About>,
    search: MaybeUninit<Search>,
}

/// The options of a search that was begun, and whether it has ended.
#[derive(Clone, Copy)]
struct About {
    size: Size,
    format: CellFormat,
    is_count: bool,
    has_ended: bool,
}

/// A search that was begun.
struct Begun<'a> {
    about: &'a mut About,
    search: &'a mut Search,
    /// Not a reference, because a `stop` that calls with the same search reads them.
    marks: *mut MemoryOrigin,
}

/// Returns the search that was begun in the caller's memory.
///
/// # Safety
///
/// `pointer` is null, or the caller has initialized the bytes of a search there. If a search was begun in them, no
/// other call uses it during `'a`.
unsafe fn begun<'a>(pointer: *mut c_void) -> Checked<Begun<'a>> {
    if pointer.is_null() {
        return Err(LANEDOKU_ERROR_NULL);
    }
    let memory = aligned::<SearchMemory>(pointer);
    // SAFETY: the memory is initialized, and any bytes are marks.
    if unsafe { (*memory).marks } != MemoryOrigin::of(memory, SEARCH) {
        return Err(LANEDOKU_ERROR_SEARCH);
    }
    // SAFETY: the marks are written after the search was begun here, and the memory is the caller's alone.
    let (about, search) = unsafe { ((*memory).about.assume_init_mut(), (*memory).search.assume_init_mut()) };
    // SAFETY: the field is in the memory.
    let marks = unsafe { &raw mut (*memory).marks };
    Ok(Begun { about, search, marks })
}

impl Begun<'_> {
    /// Writes other marks, and returns those that were there.
    fn replace_marks(&mut self, marks: MemoryOrigin) -> MemoryOrigin {
        // SAFETY: the field is in the memory of the search, and nothing refers to it.
        unsafe { self.marks.replace(marks) }
    }

    /// Returns the result so far.
    fn result(&self) -> lanedoku_result {
        let progress = self.search.progress();
        let tally = self.search.tally();
        let result = match self.about.is_count {
            true => tally.into(),
            false => lanedoku_result::of_solution(self.search.status(), tally.steps, tally.guesses),
        };
        let status = if self.about.has_ended { result.status } else { LANEDOKU_RUNNING };
        lanedoku_result { status, progress, ..result }
    }
}

/// Begins a search.
fn begin(
    settings: &Settings,
    text: TextArgument,
    goal: SearchGoal,
    memory: &mut SearchMemory,
) -> lanedoku_status {
    let (solver, size, format) = (settings.solver(), settings.size, settings.format);
    let puzzle = settings.read(text).filter(|puzzle| !puzzle.board().is_some_and(AnyBoard::has_collision));
    let search = match &puzzle {
        // SAFETY: `begin` alone writes these marks, of this library and address, and only after it has initialized the
        // search; nothing makes it uninitialized again.
        Some(_) if memory.marks == MemoryOrigin::of(memory, SEARCH) => unsafe {
            memory.search.assume_init_mut()
        },
        // Without a board, the search has ended, and its answer is that the puzzle is invalid.
        _ => Search::write_new(&mut memory.search),
    };
    if let Some(puzzle) = &puzzle {
        match goal {
            SearchGoal::Solve => solver.begin_solve(puzzle, search),
            SearchGoal::Count(limit) => solver.begin_count(puzzle, limit, search),
            SearchGoal::CountWithProgress(limit) => solver.begin_count_with_progress(puzzle, limit, search),
        }
    }
    let is_count = !matches!(goal, SearchGoal::Solve);
    memory.about.write(About { size, format, is_count, has_ended: puzzle.is_none() });
    memory.marks = MemoryOrigin::of(memory, SEARCH);
    if puzzle.is_some() { LANEDOKU_OK } else { LANEDOKU_INVALID }
}
