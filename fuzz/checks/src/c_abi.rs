//! Calls the functions of the C library with any lengths, strides, limits, options and NULLs. Checks that they
//! behave as the header documents and write no byte outside the buffers.

use std::ffi::{CStr, c_char, c_int, c_void};
use std::ptr::{null, null_mut};
use std::slice;

use lanedoku::{Board, ClueSymmetry, Generator, GeneratorWorkspace, Grid, Size, Solver, Status, Symmetry};
use lanedoku_c::*;

use crate::bytes::Bytes;

/// The value of bytes that must not be written.
pub(crate) const GUARD: u8 = 0xa5;
/// Guard bytes before and after a buffer.
const MARGIN: usize = 64;

/// A buffer between guard bytes.
pub(crate) struct Buffer {
    bytes: Vec<u8>,
    length: usize,
}

impl Buffer {
    pub(crate) fn new(length: usize) -> Self {
        Buffer { bytes: vec![GUARD; length + 2 * MARGIN], length }
    }

    pub(crate) fn of(text: &[u8]) -> Self {
        let mut buffer = Self::new(text.len());
        buffer.bytes[MARGIN..][..text.len()].copy_from_slice(text);
        buffer
    }

    pub(crate) fn pointer(&mut self) -> *mut c_char {
        self.bytes[MARGIN..].as_mut_ptr().cast()
    }

    pub(crate) fn content(&self) -> &[u8] {
        let (front, rest) = self.bytes.split_at(MARGIN);
        let (content, back) = rest.split_at(self.length);
        assert!(front.iter().chain(back).all(|&byte| byte == GUARD), "written outside");
        content
    }

    pub(crate) fn is_untouched(&self) -> bool {
        self.content().iter().all(|&byte| byte == GUARD)
    }
}

/// A result that no function returns.
const UNTOUCHED: lanedoku_result = lanedoku_result {
    status: -99,
    is_exact: 9,
    solutions: 9,
    steps: 9,
    guesses: 9,
    progress: 9.0,
    reserved: [9; 3],
};

/// Makes the call encoded by the bytes, and checks its answers.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    let function = bytes.next();
    let options = options(&mut bytes);
    let shape = [(); 4].map(|()| bytes.next());
    let text = bytes.0;
    if function >= 0xf0 {
        return generate(&options, shape, text);
    }
    if function >= 0xe0 {
        return boards(&options, shape, text);
    }
    if function >= 0xc0 {
        return match function % 2 {
            0 => as_digits(&options, shape, text),
            _ => candidates(&options, shape, text),
        };
    }
    if function >= 0xb8 {
        return search(&options, shape, text);
    }
    if function >= 0xb0 {
        return crate::c_boards::check(&options, shape, text);
    }
    if function >= 0xa8 {
        return crate::c_layouts::check(shape, text);
    }
    match function % 6 {
        0 => solve(&options, shape, text),
        1 => count(&options, shape, text),
        2 => visit(&options, shape, text),
        3 => batch(&options, shape, text),
        4 => explain(&options, shape, text),
        _ => names(shape, text),
    }
}

/// Returns options that are mostly valid. There is always a limit, because a search without one may not end.
fn options(bytes: &mut Bytes) -> lanedoku_options {
    let kind = bytes.next();
    let wild = |bit: u8, byte: u8, sense: &[u32]| match kind >> bit & 1 {
        0 => sense[usize::from(byte) % sense.len()],
        _ => u32::from(byte) % 30,
    };
    let side = wild(0, bytes.next(), &[0, 9, 9, 4, 16, 25]);
    let order = wild(1, bytes.next(), &[0, 0, 0, 1]);
    let kernel = wild(2, bytes.next(), &[0, 1, 3, 4]);
    let engine = wild(3, bytes.next(), &[0, 1, 2, 3]);
    let step_limit = 1 + u64::from(bytes.next()) * 2;
    let reserved = if kind >> 4 == 1 { [0, 0, 0, 1] } else { [0; 4] };
    let cells = if kind >> 4 == 2 { 4 } else { LANEDOKU_CELLS_TEXT };
    let any_solution = if kind >> 4 == 3 { 2 } else { 0 };
    lanedoku_options { side, order, kernel, engine, step_limit, cells, any_solution, reserved }
}

/// Returns the board size selected by the options, if they are valid.
pub(crate) fn size(options: &lanedoku_options) -> Option<Size> {
    // SAFETY: the pointers are null or point to locals, and the text is empty.
    let status = unsafe { lanedoku_find_error(b"".as_ptr().cast(), 0, options, null_mut()) };
    assert!(status == LANEDOKU_INVALID || status < 0);
    (status >= 0)
        .then(|| Size::from_side(if options.side == 0 { 9 } else { options.side as usize }))
        .flatten()
}

/// Returns whether a line is a solution of the puzzle.
fn solves(size: Size, puzzle: &[u8], solution: &[u8]) -> bool {
    fn of<const CELLS: usize>(puzzle: &[u8], solution: &[u8]) -> bool {
        let [puzzle, solution] = [puzzle, solution].map(Board::<CELLS>::parse);
        puzzle.is_ok_and(|puzzle| solution.is_ok_and(|solution| solution.is_solution_of(&puzzle)))
    }
    match size {
        Size::Four => of::<16>(puzzle, solution),
        Size::Nine => of::<81>(puzzle, solution),
        Size::Sixteen => of::<256>(puzzle, solution),
        Size::TwentyFive => of::<625>(puzzle, solution),
    }
}

fn solve(options: &lanedoku_options, [flags, room, ..]: [u8; 4], text: &[u8]) {
    let in_place = flags & 1 == 1;
    let mut puzzle = Buffer::of(text);
    let mut solution = Buffer::new(usize::from(room) * 3);
    let (place, length) = match flags >> 1 & 3 {
        _ if in_place => (puzzle.pointer(), text.len()),
        0 => (null_mut(), usize::from(room % 2)),
        _ => (solution.pointer(), solution.length),
    };
    let mut result = UNTOUCHED;
    let wanted = flags & 0x10 == 0;
    let result_place = if wanted { &raw mut result } else { null_mut() };
    let start = if flags & 0x60 == 0x60 { null() } else { puzzle.pointer().cast_const() };
    // SAFETY: every pointer is null or valid for the length passed with it; in place, it is the puzzle's.
    let status = unsafe { lanedoku_solve(start, text.len(), options, place, length, result_place) };
    let size = size(options);
    let fits = |size: Size| (place.is_null() && length == 0) || (!place.is_null() && length >= size.cells());
    let right = !start.is_null() && size.is_some_and(fits);
    assert_eq!(status >= 0, right, "{status}");
    let written = if in_place { puzzle.content() } else { solution.content() };
    let untouched = if in_place { written == text } else { solution.is_untouched() };
    let Some(size) = size.filter(|_| right) else {
        assert!(untouched && result.status == UNTOUCHED.status);
        return;
    };
    assert!((LANEDOKU_UNIQUE..=LANEDOKU_INVALID).contains(&status));
    if wanted {
        assert!(result.status == status && result.reserved == [0; 3]);
        assert_eq!(result.is_exact == 1, status == LANEDOKU_UNIQUE || status == LANEDOKU_NONE);
        assert!(result.steps <= options.step_limit);
    }
    let solved = match wanted {
        true => result.solutions > 0,
        false => status == LANEDOKU_UNIQUE || status == LANEDOKU_MULTIPLE,
    };
    let is_final = wanted || status != LANEDOKU_LIMIT;
    if is_final && !place.is_null() {
        match solved {
            true => assert!(solves(size, text, &written[..size.cells()])),
            false => assert!(untouched),
        }
        let behind = &written[size.cells().min(written.len())..];
        assert!(
            in_place && behind == &text[size.cells().min(text.len())..] || behind.iter().all(|&b| b == GUARD)
        );
    }
    if size == Size::Nine {
        let plain = Solver::new().with_step_limit(options.step_limit);
        let known = Board::<81>::parse(text).map_or(Status::Invalid, |board| plain.solve(&board).status);
        let decided = known != Status::OutOfSteps && status != LANEDOKU_LIMIT;
        assert!(!decided || status == number(known), "{status} instead of {known}");
    }
    assert!(in_place || puzzle.content() == text);
}

/// Returns the number of a status in C.
pub(crate) fn number(status: Status) -> lanedoku_status {
    status as lanedoku_status
}

/// Checks the status of a count or a visit: two or more solutions are several, also if it was cut.
fn is_of_count(result: &lanedoku_result) -> bool {
    let may_be = match (result.solutions, result.is_exact) {
        (2.., _) => result.status == LANEDOKU_MULTIPLE,
        (1, 1) => result.status == LANEDOKU_UNIQUE,
        (_, 1) => result.status == LANEDOKU_NONE,
        _ => (LANEDOKU_LIMIT..=LANEDOKU_STOPPED).contains(&result.status),
    };
    may_be && result.is_exact <= 1 && (result.progress == 1.0) == (result.is_exact == 1)
}

fn count(options: &lanedoku_options, [flags, limit, memory, ..]: [u8; 4], text: &[u8]) {
    let mut puzzle = Buffer::of(text);
    let mut result = UNTOUCHED;
    let place = if flags & 7 == 7 { null_mut() } else { &raw mut result };
    let limit = if flags & 8 == 8 { u64::MAX } else { u64::from(limit) };
    let room = if memory % 4 == 0 { lanedoku_workspace_size() } else { 0 };
    let mut workspace = vec![0_u8; room];
    let memory = if room == 0 { null_mut() } else { workspace.as_mut_ptr().cast() };
    // SAFETY: every pointer is null or valid for the length passed with it.
    let status = unsafe { lanedoku_count(puzzle.pointer(), text.len(), options, limit, place, memory, room) };
    assert_eq!(puzzle.content(), text);
    assert_eq!(status >= 0, size(options).is_some() && !place.is_null());
    if status >= 0 {
        assert!(is_of_count(&result) && result.status == status, "{status}");
        assert!(result.solutions <= limit && (status != LANEDOKU_STOPPED || result.solutions == limit));
    } else {
        assert_eq!(result.status, UNTOUCHED.status);
    }
}

/// Searches in slices, in memory at any address. The answer is that of one call.
fn search(options: &lanedoku_options, [flags, slice, limit, offset]: [u8; 4], text: &[u8]) {
    let mut puzzle = Buffer::of(text);
    let needed = lanedoku_search_size();
    let size = needed - usize::from(flags & 0x1c == 0x1c);
    let mut memory = vec![0_u8; usize::from(offset) + needed];
    let memory: *mut c_void = memory[usize::from(offset)..].as_mut_ptr().cast();
    let (is_count, limit, is_known) = (flags & 1 == 1, u64::from(limit), self::size(options).is_some());
    let (mut result, mut expected) = (UNTOUCHED, UNTOUCHED);
    let mut solution = Buffer::new(625);
    let start = puzzle.pointer();
    // SAFETY: every pointer is valid for the length passed with it.
    let begun = unsafe {
        if is_count {
            let with_progress = c_int::from(flags >> 1 & 1 == 1);
            lanedoku_search_begin_count(start, text.len(), options, limit, with_progress, memory, size)
        } else {
            lanedoku_search_begin_solve(start, text.len(), options, memory, size)
        }
    };
    assert_eq!(begun >= 0, size == needed && is_known);
    // SAFETY: the memory is that of a search. The pointers are valid for the lengths passed with them.
    let mut run = || unsafe { lanedoku_search_run(memory, 1 + u64::from(slice), &mut result) };
    if begun < 0 {
        assert_eq!(run(), LANEDOKU_ERROR_SEARCH);
        assert_eq!(result.status, UNTOUCHED.status);
        return;
    }
    let status = loop {
        let status = run();
        if status != LANEDOKU_RUNNING {
            break status;
        }
    };
    assert_eq!(result.status, status);
    assert_eq!(begun == LANEDOKU_INVALID, status == LANEDOKU_INVALID);
    assert_eq!(puzzle.content(), text);
    let (place, start) = (solution.pointer(), puzzle.pointer());
    let mut known = vec![GUARD; 625];
    // SAFETY: as above.
    let (shown, once) = unsafe {
        let shown = lanedoku_search_solution(memory, place, 625);
        let once = if is_count {
            lanedoku_count(start, text.len(), options, limit, &mut expected, null_mut(), 0)
        } else {
            lanedoku_solve(start, text.len(), options, known.as_mut_ptr().cast(), 625, &mut expected)
        };
        (shown, once)
    };
    assert_eq!(shown, status);
    // A search in slices may take more steps, so that a limit on them cuts it elsewhere.
    let is_cut = |result: &lanedoku_result| result.is_exact == 0 && result.solutions != limit;
    let are_decided = match is_count {
        true => !is_cut(&result) && !is_cut(&expected),
        false => status != LANEDOKU_LIMIT && once != LANEDOKU_LIMIT,
    };
    if are_decided {
        assert_eq!((status, result.solutions), (once, expected.solutions));
        assert_eq!(result.is_exact, expected.is_exact);
        assert!(options.any_solution == 1 || solution.content() == known);
    }
}

/// The state of a visitor.
struct Seen<'a> {
    puzzle: &'a [u8],
    size: Option<Size>,
    solutions: u64,
    stop: u64,
}

unsafe extern "C" fn visitor(solution: *const c_char, length: usize, user: *mut c_void) -> c_int {
    // SAFETY: the library passes a line of that length and the pointer that `visit` gave it.
    let (line, seen) =
        unsafe { (slice::from_raw_parts(solution.cast::<u8>(), length), &mut *user.cast::<Seen>()) };
    // A panic must not unwind out of this function.
    if !seen.size.is_some_and(|size| size.cells() == length && solves(size, seen.puzzle, line)) {
        std::process::abort();
    }
    seen.solutions += 1;
    c_int::from(seen.solutions == seen.stop)
}

fn visit(options: &lanedoku_options, [flags, stop, ..]: [u8; 4], text: &[u8]) {
    let mut puzzle = Buffer::of(text);
    let mut result = UNTOUCHED;
    let mut seen = Seen { puzzle: text, size: size(options), solutions: 0, stop: u64::from(stop) };
    let call: lanedoku_visitor = if flags & 7 == 7 { None } else { Some(visitor) };
    let user = (&raw mut seen).cast();
    // SAFETY: the pointers point to locals, and the visitor gets the type that it expects.
    let status = unsafe { lanedoku_visit(puzzle.pointer(), text.len(), options, call, user, &mut result) };
    assert_eq!(puzzle.content(), text);
    assert_eq!(status >= 0, size(options).is_some() && call.is_some());
    if status >= 0 {
        assert!(result.status == status && result.solutions == seen.solutions);
        let has_stopped = stop > 0 && seen.solutions == seen.stop;
        assert!(is_of_count(&result) && !(has_stopped && result.is_exact == 1));
        assert_eq!(status == LANEDOKU_STOPPED, has_stopped && stop == 1);
    }
}

fn batch(options: &lanedoku_options, [flags, extra, count, memory]: [u8; 4], text: &[u8]) {
    let size = size(options);
    let cells = size.map_or(81, Size::cells);
    let stride = (cells + usize::from(extra & 7)).saturating_sub(usize::from(extra >> 7));
    let in_place = flags & 1 == 1;
    let count = usize::from(count) % 40;
    let solution_stride = if in_place { stride } else { cells + usize::from(extra >> 3 & 7) };
    // Repeats the text, with an open cell in place of each invalid character.
    let span = |stride: usize| (count * stride + cells).saturating_sub(stride).max(cells);
    let mut filled: Vec<u8> = text.iter().copied().cycle().take(span(stride)).collect();
    filled.resize(span(stride), b'.');
    let mut puzzles = Buffer::of(&filled);
    let mut solutions = Buffer::new(span(solution_stride));
    let place = match flags >> 1 & 3 {
        _ if in_place => puzzles.pointer(),
        0 => null_mut(),
        _ => solutions.pointer(),
    };
    let solution_stride = if place.is_null() { usize::from(flags & 0x80 != 0) } else { solution_stride };
    let mut results = vec![UNTOUCHED; count + 1];
    let needed = lanedoku_workspace_size();
    let room = match memory % 4 {
        0 => 0,
        1 => needed - 1,
        _ => needed,
    };
    // The workspace may have any address.
    let mut workspace = vec![0u8; room + usize::from(memory >> 4)];
    let workspace =
        if room == 0 { null_mut() } else { workspace[usize::from(memory >> 4)..].as_mut_ptr().cast() };
    let start = puzzles.pointer();
    // SAFETY: each array has space for `count` items at its stride, and the workspace is in local memory.
    let status = unsafe {
        lanedoku_solve_batch(
            start,
            count,
            stride,
            options,
            place,
            solution_stride,
            results.as_mut_ptr(),
            workspace,
            room,
        )
    };
    let strides = (place.is_null() && solution_stride == 0) || (!place.is_null() && solution_stride >= cells);
    let right = size.is_some() && strides && room != needed - 1 && (count == 0 || stride >= cells);
    assert_eq!(status >= 0, right, "{status}");
    let written = if in_place { puzzles.content() } else { solutions.content() };
    assert_eq!(results[count].status, UNTOUCHED.status);
    let Some(size) = size.filter(|_| right) else {
        assert!(if in_place { written == filled } else { solutions.is_untouched() });
        assert!(results.iter().all(|result| result.status == UNTOUCHED.status));
        return;
    };
    assert_eq!(status, LANEDOKU_OK);
    for (index, result) in results[..count].iter().enumerate() {
        let puzzle = &filled[index * stride..][..cells];
        let mut alone = UNTOUCHED;
        // SAFETY: the puzzle is a slice, and there is no buffer for a solution.
        let status =
            unsafe { lanedoku_solve(puzzle.as_ptr().cast(), cells, options, null_mut(), 0, &mut alone) };
        assert_eq!(status, alone.status);
        let decided = status != LANEDOKU_LIMIT && result.status != LANEDOKU_LIMIT;
        assert!(!decided || result.status == status, "{} instead of {status}", result.status);
        if !place.is_null() {
            let solution = &written[index * solution_stride..][..cells];
            match result.solutions {
                0 if in_place => assert_eq!(solution, puzzle),
                0 => assert!(solution.iter().all(|&byte| byte == GUARD)),
                _ => assert!(solves(size, puzzle, solution)),
            }
        }
    }
    if in_place {
        // The bytes between puzzles are unchanged.
        let between = |index: &usize| index % stride >= cells;
        assert!((0..filled.len()).filter(between).all(|index| written[index] == filled[index]));
    } else {
        assert!(puzzles.content() == filled);
    }
}

fn explain(options: &lanedoku_options, [flags, room, ..]: [u8; 4], text: &[u8]) {
    let mut puzzle = Buffer::of(text);
    let start = puzzle.pointer();
    let mut side = 99;
    // SAFETY: the pointers point to locals.
    let status = unsafe { lanedoku_find_side(start, text.len(), &mut side) };
    let found = Size::from_side(side as usize);
    assert_eq!(Size::of_text(text), found.filter(|_| status == LANEDOKU_OK));
    assert_eq!(found, Some(Size::likely_of_text(text).unwrap_or(Size::Nine)));
    let mut message = Buffer::new(usize::from(room));
    let place = if flags & 7 == 7 { null_mut() } else { message.pointer() };
    let mut needed = usize::MAX;
    // SAFETY: the pointers are null or point to locals of the lengths passed with them.
    let (found, explained) = unsafe {
        (
            lanedoku_find_error(start, text.len(), options, null_mut()),
            lanedoku_error_message(start, text.len(), options, place, usize::from(room), &mut needed),
        )
    };
    assert_eq!(puzzle.content(), text);
    let null = place.is_null() && room > 0;
    assert_eq!(explained >= 0, size(options).is_some() && !null);
    if explained < 0 {
        assert!(message.is_untouched() && needed == usize::MAX);
        return;
    }
    assert_eq!(found, explained);
    assert_eq!(needed > 1, explained == LANEDOKU_INVALID);
    if room > 0 {
        let words = CStr::from_bytes_until_nul(message.content()).expect("a NUL").to_str().expect("UTF-8");
        assert!(words.len() < needed && (needed > usize::from(room) || words.len() + 1 == needed));
    }
}

fn names([number, ..]: [u8; 4], text: &[u8]) {
    let mut kernel = 99;
    // SAFETY: the name is a slice, and the kernel is a local.
    let status = unsafe { lanedoku_kernel_from_name(text.as_ptr().cast(), text.len(), &mut kernel) };
    assert_eq!(status == LANEDOKU_OK, kernel != 99);
    if kernel != 99 {
        // SAFETY: names are static texts that end in NUL.
        let name = unsafe { CStr::from_ptr(lanedoku_kernel_name(kernel)) };
        assert_eq!(name.to_bytes(), text);
    }
    let number = i32::from(number) - 128;
    assert!(!lanedoku_status_text(number).is_null());
    assert!(!lanedoku_portable_vectors().is_null());
    let named = !lanedoku_kernel_name(number as u32).is_null();
    assert_eq!(named, lanedoku_kernel_check(number as u32) != LANEDOKU_ERROR_OPTION);
}

/// Passes the same cells as numbers: the answers must be those for text, alone and in a batch.
fn as_digits(options: &lanedoku_options, [flags, other, count, memory]: [u8; 4], text: &[u8]) {
    let cell = |(place, &byte): (usize, &u8)| match other {
        0x80.. if place == usize::from(other & 0x7f) => byte,
        _ => byte % 10,
    };
    let digits: Vec<u8> = text.iter().enumerate().map(cell).collect();
    let mut puzzle = Buffer::of(&digits);
    let options = lanedoku_options { side: 9, cells: LANEDOKU_CELLS_DIGITS, ..*options };
    let as_text = lanedoku_options { cells: LANEDOKU_CELLS_TEXT, ..options };
    let board = <&[u8; 81]>::try_from(digits.as_slice()).ok().and_then(|it| Board::from_digits(it).ok());
    let line = board.map_or(vec![b'!'; 81], |board| board.to_line().to_vec());
    let (mut solution, mut result, mut expected) = (Buffer::new(81), UNTOUCHED, UNTOUCHED);
    let mut known = [0; 81];
    // SAFETY: every pointer is valid for the length passed with it.
    let (status, in_text) = unsafe {
        (
            lanedoku_solve(puzzle.pointer(), digits.len(), &options, solution.pointer(), 81, &mut result),
            lanedoku_solve(
                line.as_ptr().cast(),
                81,
                &as_text,
                known.as_mut_ptr().cast::<c_char>(),
                81,
                &mut expected,
            ),
        )
    };
    assert_eq!(status, in_text);
    assert_eq!(puzzle.content(), digits);
    assert_eq!((result.solutions, result.steps), (expected.solutions, expected.steps));
    if status < 0 {
        return assert!(solution.is_untouched());
    }
    match result.solutions {
        0 => assert!(solution.is_untouched()),
        _ => assert!(solution.content().iter().zip(&known).all(|(digit, text)| digit + b'0' == *text)),
    }
    // Solves a batch of copies.
    if digits.len() != 81 {
        return;
    }
    let count = usize::from(count) % 40 + 1;
    let stride = 81 + usize::from(flags % 4);
    let many: Vec<u8> = digits.iter().copied().chain([GUARD; 4]).take(stride).collect();
    let mut puzzles = Buffer::of(&many.repeat(count));
    let mut results = vec![UNTOUCHED; count];
    let room = if memory % 2 == 0 { 0 } else { lanedoku_workspace_size() };
    let mut workspace = vec![0u8; room];
    let place = if room == 0 { null_mut() } else { workspace.as_mut_ptr().cast() };
    let start = puzzles.pointer();
    // SAFETY: every array has space for `count` items at its stride, and the workspace is in local memory.
    let status = unsafe {
        lanedoku_solve_batch(start, count, stride, &options, start, stride, results.as_mut_ptr(), place, room)
    };
    assert_eq!(status, LANEDOKU_OK);
    let undecided = |status| status == LANEDOKU_LIMIT;
    for (result, puzzle) in results.iter().zip(puzzles.content().chunks(stride)) {
        assert!(result.status == in_text || undecided(result.status) || undecided(in_text));
        assert!(puzzle[81..].iter().all(|&byte| byte == GUARD));
        match result.solutions {
            0 => assert_eq!(puzzle[..81], digits),
            _ => {
                let solution: Vec<u8> = puzzle[..81].iter().map(|digit| digit + b'0').collect();
                assert!(solves(Size::Nine, &line, &solution));
            }
        }
    }
}

/// Solves any masks, at any address, and any text of candidates.
fn candidates(options: &lanedoku_options, [flags, limit, ..]: [u8; 4], text: &[u8]) {
    let options = lanedoku_options { side: 9, order: 0, engine: 0, kernel: 0, ..*options };
    let known = lanedoku::parse_candidates(text).ok();
    let in_text = lanedoku_options { cells: LANEDOKU_CELLS_MARKS, ..options };
    searched(&in_text, text, known, u64::from(limit));
    // Bytes that are not a text of candidates become masks. They are dense, because random masks have no solution.
    let bytes = text.iter().copied().chain([0xff; 162]);
    let masks: Vec<u16> =
        bytes.map(|byte| u16::from(byte) << (byte % 3) | u16::from(flags)).take(81).collect();
    let masks: [u16; 81] = known.unwrap_or_else(|| masks.try_into().unwrap());
    let mut bytes: Vec<u8> = masks.iter().flat_map(|mask| mask.to_ne_bytes()).collect();
    bytes.truncate(162 - usize::from(flags & 0xf0 == 0xf0));
    let is_valid = bytes.len() == 162 && masks.iter().all(|mask| mask >> 9 == 0);
    let as_masks = lanedoku_options { cells: LANEDOKU_CELLS_CANDIDATES, ..options };
    searched(&as_masks, &bytes, is_valid.then_some(masks), u64::from(limit));
}

/// Solves and counts candidates in one form.
fn searched(options: &lanedoku_options, bytes: &[u8], known: Option<[u16; 81]>, limit: u64) {
    let mut puzzle = Buffer::of(bytes);
    let (start, length) = (puzzle.pointer(), bytes.len());
    let (mut solution, mut solved, mut counted) = (Buffer::new(81), UNTOUCHED, UNTOUCHED);
    // SAFETY: every pointer is null or valid for the length passed with it.
    let statuses = unsafe {
        let error = lanedoku_find_error(start, length, options, null_mut());
        [
            lanedoku_solve(start, length, options, solution.pointer(), 81, &mut solved),
            lanedoku_count(start, length, options, limit, &mut counted, null_mut(), 0),
            if error == LANEDOKU_OK { known.map_or(-99, |_| LANEDOKU_OK) } else { error },
        ]
    };
    assert_eq!(puzzle.content(), bytes);
    if statuses[0] < 0 {
        assert_eq!(statuses, [statuses[0]; 3]);
        return assert!(solution.is_untouched() && solved.status == counted.status);
    }
    let Some(masks) = known else {
        assert_eq!(statuses, [LANEDOKU_INVALID; 3]);
        return assert!(solution.is_untouched());
    };
    assert_eq!(statuses[2], LANEDOKU_OK);
    assert!((LANEDOKU_UNIQUE..=LANEDOKU_LIMIT).contains(&statuses[0]) && solved.status == statuses[0]);
    assert!(counted.solutions <= limit && counted.status == statuses[1] && is_of_count(&counted));
    match solved.solutions {
        0 => assert!(solution.is_untouched()),
        _ => {
            let offset = if options.cells == LANEDOKU_CELLS_MARKS { b'0' } else { 0 };
            let digits: Vec<u8> = solution.content().iter().map(|cell| cell - offset).collect();
            let line: Vec<u8> = digits.iter().map(|digit| digit + b'0').collect();
            assert!(solves(Size::Nine, &line, &line));
            let is_candidate = |(digit, mask): (&u8, &u16)| mask >> (digit - 1) & 1 == 1;
            assert!(digits.iter().zip(&masks).all(is_candidate));
        }
    }
    let is_counted = counted.is_exact == 1 || counted.solutions == limit;
    let both_decided = statuses[0] != LANEDOKU_LIMIT && is_counted;
    assert!(!both_decided || counted.solutions.min(2) == solved.solutions.min(limit));
}

/// Returns a new workspace. In unoptimized builds, `Box::new` would copy it through the stack, which is too small.
fn workspace() -> Box<GeneratorWorkspace> {
    let mut memory = Box::new_uninit();
    GeneratorWorkspace::write_new(&mut memory);
    // SAFETY: `write_new` has initialized the memory.
    unsafe { memory.assume_init() }
}

/// Generates and minimizes puzzles with any generator, as text and as digits, and compares the answers with the
/// crate's.
fn generate(options: &lanedoku_options, [flags, seed, wish, most]: [u8; 4], text: &[u8]) {
    let cells = if flags & 1 == 0 { options.cells } else { LANEDOKU_CELLS_DIGITS };
    let options = lanedoku_options { cells, ..*options };
    let digits: Vec<u8> = text.iter().map(|&byte| byte % 10).collect();
    let text = if flags & 1 == 0 { text } else { &digits };
    let stride = [81, 82, 83, 80][usize::from(flags >> 1) % 4];
    let count = match text.len() {
        length if length < 81 => 0,
        length => (length - 81) / stride + 1,
    };
    let (seed, first) = (u64::from(seed), u64::MAX - u64::from(flags >> 5));
    let room = lanedoku_generator_workspace_size() - usize::from(flags & 8 != 0);
    let mut memory = Buffer::of(&vec![0; room]);
    let mut statuses = vec![-99; count.max(3)];
    let line = |grid: Grid| if flags & 1 == 0 { grid.to_line() } else { *grid.digits() };
    // The error of the call apart from the generator.
    let of_options = match size(&options) {
        Some(Size::Nine) => LANEDOKU_OK,
        Some(_) => LANEDOKU_ERROR_OPTION,
        // SAFETY: the pointers are null or point to locals, and the text is empty.
        None => unsafe { lanedoku_find_error(b"".as_ptr().cast(), 0, &options, null_mut()) },
    };
    let of_call = |count: usize| match of_options {
        LANEDOKU_OK if flags & 8 != 0 || count > 0 && stride < 81 => LANEDOKU_ERROR_SIZE,
        status => status,
    };
    let mut workspace = workspace();

    let generator = lanedoku_generator {
        symmetry: u32::from(wish & 15),
        random_symmetry: u32::from(wish >> 4 & 1),
        fewest_clues: u32::from(most).saturating_sub(4) * u32::from(wish >> 5 & 1),
        most_clues: u32::from(most) * u32::from(wish >> 5 & 1),
        minimal: u32::from(wish >> 6 & 1),
        attempts: 2,
        pattern: [0, u64::from(wish >> 7) << (most % 64)],
        reserved: [0; 4],
    };
    let plain =
        generator.symmetry | generator.random_symmetry | generator.most_clues | generator.minimal == 0;
    let is_wrong = generator.symmetry > 9
        || generator.random_symmetry == 1 && generator.symmetry != 0
        || generator.most_clues > 81
        || generator.pattern != [0; 2] && (!plain || most % 64 > 16);
    let mut puzzles = Buffer::new(2 * stride + 81);
    // SAFETY: every pointer is valid for the length passed with it.
    let status = unsafe {
        let (place, memory) = (puzzles.pointer(), memory.pointer().cast());
        lanedoku_generate(
            seed,
            first,
            3,
            &generator,
            &options,
            place,
            stride,
            statuses.as_mut_ptr(),
            memory,
            room,
        )
    };
    let expected = if of_options == LANEDOKU_OK && is_wrong { LANEDOKU_ERROR_OPTION } else { of_call(3) };
    assert_eq!(status, expected, "{wish} {most}");
    if status == LANEDOKU_OK {
        let mut same = Generator::new(seed).attempts(2);
        if let Some(&symmetry) = ClueSymmetry::ALL.get(generator.symmetry as usize) {
            same = same.symmetry(symmetry);
        }
        if generator.random_symmetry == 1 {
            same = same.random_symmetry();
        }
        if generator.most_clues != 0 {
            same = same.clues(generator.fewest_clues as usize..=generator.most_clues as usize);
        }
        if generator.minimal == 1 {
            same = same.minimal();
        }
        if generator.pattern[1] != 0 {
            same = same.pattern([64 + usize::from(most % 64)].into_iter().collect());
        }
        let mut made = [None; 3];
        same.generate(first, &mut made, &mut workspace);
        for (index, made) in made.into_iter().enumerate() {
            let written = &puzzles.content()[index * stride..][..81];
            match made {
                Some(puzzle) => assert_eq!((statuses[index], written), (LANEDOKU_UNIQUE, &line(puzzle)[..])),
                None => {
                    assert_eq!(statuses[index], LANEDOKU_LIMIT);
                    assert!(written.iter().all(|&byte| byte == GUARD));
                }
            }
        }
    } else {
        assert!(puzzles.is_untouched() && statuses.iter().all(|&status| status == -99));
    }

    statuses.fill(-99);
    let (mut puzzles, mut minimal) = (Buffer::of(text), Buffer::new(count.max(1) * 90));
    let in_place = flags & 16 != 0;
    // SAFETY: every pointer is valid for the length passed with it; in place, the strides are equal.
    let status = unsafe {
        let (from, memory) = (puzzles.pointer(), memory.pointer().cast());
        let (to, to_stride) = if in_place { (from, stride) } else { (minimal.pointer(), 90) };
        let statuses = statuses.as_mut_ptr();
        lanedoku_minimize(from, count, stride, &options, seed, first, to, to_stride, statuses, memory, room)
    };
    assert_eq!(status, of_call(count));
    memory.content();
    if status != LANEDOKU_OK {
        assert!(minimal.is_untouched() && statuses.iter().all(|&status| status == -99));
        return assert_eq!(puzzles.content(), text);
    }
    for index in 0..count {
        let puzzle = &text[index * stride..][..81];
        let board = match flags & 1 {
            0 => Grid::parse(puzzle).ok(),
            _ => Grid::from_digits(puzzle.try_into().unwrap()).ok(),
        };
        let mut left = [None];
        if let Some(board) = board {
            let number = first.wrapping_add(index as u64);
            Solver::new().minimize(&[board], seed, number, &mut left, &mut workspace);
        }
        let expected = board.map_or(LANEDOKU_INVALID, |board| number(Solver::new().solve(&board).status));
        assert_eq!(statuses[index], expected);
        let written = match in_place {
            true => &puzzles.content()[index * stride..][..81],
            false => &minimal.content()[index * 90..][..81],
        };
        match left[0] {
            Some(left) => assert_eq!(written, line(left)),
            None if in_place => assert_eq!(written, puzzle),
            None => assert!(written.iter().all(|&byte| byte == GUARD)),
        }
    }
}

/// Maps boards to boards with any cells, as text and as digits, and compares the answers with the crate's.
fn boards(options: &lanedoku_options, [flags, seed, index, samples]: [u8; 4], text: &[u8]) {
    let cells = if flags & 1 == 0 { options.cells } else { LANEDOKU_CELLS_DIGITS };
    let options = lanedoku_options { cells, ..*options };
    let digits: Vec<u8> = text.iter().map(|&byte| if flags & 2 == 0 { byte % 10 } else { byte }).collect();
    let text = if flags & 1 == 0 { text } else { &digits };
    let length = [81, 81, 80, 82][usize::from(flags >> 2) % 4];
    let (seed, index, samples) = (u64::from(seed), u64::from(index), u32::from(samples) % 8);
    let mut puzzle = Buffer::of(text);
    let mut places = [(); 3].map(|()| Buffer::new(length));
    let mut rating = lanedoku_rating {
        singles_only: 9,
        locked_only: 9,
        least_guesses: 9,
        median_guesses: 9,
        least_sweeps: 9,
        median_sweeps: 9,
        reserved: [9; 4],
    };
    let (start, [form, image, grid]) = (puzzle.pointer(), places.each_mut().map(Buffer::pointer));
    // SAFETY: every pointer is valid for the length passed with it.
    let statuses = unsafe {
        [
            lanedoku_canonical(start, text.len(), &options, form, length),
            lanedoku_shuffle(start, text.len(), &options, seed, index, image, length),
            lanedoku_random_grid(seed, index, &options, grid, length),
            lanedoku_rate(start, text.len(), &options, samples, &mut rating),
        ]
    };
    assert_eq!(puzzle.content(), text);
    let board = match flags & 1 {
        0 => Grid::parse(text).ok(),
        _ => text.try_into().ok().and_then(|digits| Grid::from_digits(digits).ok()),
    };
    // The last of the four functions has no buffer that could be too short.
    let of_options = match size(&options) {
        Some(Size::Nine) => LANEDOKU_OK,
        Some(_) => LANEDOKU_ERROR_OPTION,
        None => statuses[3],
    };
    let of_place = if length < 81 { LANEDOKU_ERROR_SIZE } else { LANEDOKU_OK };
    let of_call = if of_options < 0 { of_options } else { of_place };
    let of_board = if of_call == LANEDOKU_OK && board.is_none() { LANEDOKU_INVALID } else { of_call };
    assert!(of_options <= 0);
    assert_eq!(statuses[..3], [of_board, of_board, of_call]);

    let line = |grid: Grid| if flags & 1 == 0 { grid.to_line() } else { *grid.digits() };
    let expected = [
        board.map(|board| board.canonical()),
        board.map(|board| Symmetry::random(seed, index).apply(&board)),
        Some(lanedoku::random_grid(seed, index)),
    ];
    for ((place, status), expected) in places.iter().zip(statuses).zip(expected) {
        match status {
            LANEDOKU_OK => {
                let (written, behind) = place.content().split_at(81);
                assert_eq!(written, line(expected.unwrap()));
                assert!(behind.iter().all(|&byte| byte == GUARD));
            }
            _ => assert!(place.is_untouched()),
        }
    }
    let rated = match (of_options, &board) {
        (LANEDOKU_OK, Some(board)) => lanedoku::rate(board, samples as usize, || true).map_err(number),
        (LANEDOKU_OK, None) => Err(LANEDOKU_INVALID),
        (error, _) => Err(error),
    };
    assert_eq!(statuses[3], rated.map_or_else(|error| error, |_| LANEDOKU_UNIQUE));
    match rated {
        Ok(rated) => {
            assert_eq!(
                [rating.least_guesses, rating.median_guesses],
                [rated.least_guesses, rated.median_guesses]
            );
            assert_eq!(
                [rating.least_sweeps, rating.median_sweeps],
                [rated.least_sweeps, rated.median_sweeps]
            );
            assert_eq!(
                [rating.singles_only, rating.locked_only],
                [rated.singles_only, rated.locked_only].map(u32::from)
            );
            assert_eq!(rating.reserved, [0; 4]);
        }
        Err(_) => assert_eq!((rating.singles_only, rating.median_sweeps, rating.reserved), (9, 9, [9; 4])),
    }
}
