//! Calls the functions of the C library for many boards at a time, and those of human solving steps, with any counts,
//! strides, lengths, options and NULLs. Their answers are the crate's for each board alone.

use std::ffi::{CStr, c_void};
use std::mem::MaybeUninit;
use std::ptr::{null, null_mut};

use lanedoku::{Grid, Possible, Size, Solver};
use lanedoku_c::*;
use lanedoku_steps::{Explainer, Hint, PencilMarks, TechniqueSet};

use crate::c_abi::{Buffer, GUARD, number, size};

/// A number that no function writes.
const UNTOUCHED: i32 = -99;

/// Boards at a stride.
struct StridedBoards {
    bytes: Vec<u8>,
    stride: usize,
    /// `None` for a text that is not a board.
    boards: Vec<Option<Grid>>,
}

impl StridedBoards {
    /// Repeats a text. The stride can be too small.
    fn new(text: &[u8], count: usize, shape: u8, cells: u32) -> Self {
        let stride = [81, 82, 90, 80][usize::from(shape % 4)];
        let length = if count == 0 { 0 } else { (count - 1) * stride + 81 };
        let repeated = text.iter().copied().chain([b'.']).cycle();
        let bytes: Vec<u8> = match cells {
            LANEDOKU_CELLS_DIGITS => repeated.map(|byte| byte % 11).take(length).collect(),
            _ => repeated.take(length).collect(),
        };
        let board = |index: usize| {
            let own = bytes.get(index * stride..)?.first_chunk::<81>()?;
            match cells {
                LANEDOKU_CELLS_DIGITS => Grid::from_digits(own).ok(),
                _ => Grid::parse(own).ok(),
            }
        };
        let boards = (0..count).map(board).collect();
        StridedBoards { bytes, stride, boards }
    }
}

/// An array between guards.
fn guarded(count: usize) -> Vec<i32> {
    vec![UNTOUCHED; count + 2]
}

pub fn check(options: &lanedoku_options, [flags, shape, count, seed]: [u8; 4], text: &[u8]) {
    let cells = if flags & 8 == 0 { options.cells } else { LANEDOKU_CELLS_DIGITS };
    let options = lanedoku_options { cells, ..*options };
    let boards = StridedBoards::new(text, usize::from(count) % 12, shape, cells);
    // SAFETY: the pointers are null or point to locals, and the text is empty.
    let error = unsafe { lanedoku_find_error(b"".as_ptr().cast(), 0, &options, null_mut()) };
    let of_options = match size(&options) {
        Some(Size::Nine) => LANEDOKU_OK,
        Some(_) => LANEDOKU_ERROR_OPTION,
        None => error,
    };
    let is_short = boards.stride < 81 && !boards.boards.is_empty();
    let of_call = if of_options == LANEDOKU_OK && is_short { LANEDOKU_ERROR_SIZE } else { of_options };
    match flags % 4 {
        0 => canonical_and_rate(&options, &boards, of_call, u32::from(seed) % 5),
        1 => possible(&options, &boards, of_call, [flags, seed]),
        2 => moves_and_wrong_clues(&options, &boards, of_options, of_call, text),
        _ => steps(&options, &boards, of_call, [shape, seed], text),
    }
}

fn canonical_and_rate(options: &lanedoku_options, boards: &StridedBoards, expected: i32, samples: u32) {
    let count = boards.boards.len();
    let mut puzzles = Buffer::of(&boards.bytes);
    let mut forms = Buffer::new(count * 90);
    let [mut statuses, mut rated] = [(); 2].map(|()| guarded(count));
    // SAFETY: a rating consists of integers, of which 0 is valid.
    let unrated = lanedoku_rating { singles_only: 9, ..unsafe { std::mem::zeroed() } };
    let mut ratings = vec![unrated; count + 1];
    let from = puzzles.pointer();
    // SAFETY: each array has space for `count` items at its stride.
    let calls = unsafe {
        let statuses = statuses[1..].as_mut_ptr();
        let (ratings, rated) = (ratings.as_mut_ptr(), rated[1..].as_mut_ptr());
        [
            lanedoku_canonical_batch(from, count, boards.stride, options, forms.pointer(), 90, statuses),
            lanedoku_rate_batch(from, count, boards.stride, options, samples, ratings, rated),
        ]
    };
    assert_eq!(calls, [expected; 2]);
    assert_eq!(puzzles.content(), boards.bytes);
    for statuses in [&statuses, &rated] {
        assert_eq!([statuses[0], statuses[count + 1]], [UNTOUCHED; 2]);
    }
    assert_eq!(ratings[count].singles_only, 9);
    if expected != LANEDOKU_OK {
        assert!(forms.is_untouched() && statuses.iter().chain(&rated).all(|&status| status == UNTOUCHED));
        return;
    }
    for (index, board) in boards.boards.iter().enumerate() {
        let form = &forms.content()[index * 90..][..90];
        match board {
            Some(board) => {
                let line = board.canonical();
                let is_digits = options.cells == LANEDOKU_CELLS_DIGITS;
                let line = if is_digits { *line.digits() } else { line.to_line() };
                assert_eq!((statuses[index + 1], &form[..81]), (LANEDOKU_OK, &line[..]));
                let known = lanedoku::rate(board, samples as usize, || true);
                let status = known.map_or_else(number, |_| LANEDOKU_UNIQUE);
                assert_eq!(rated[index + 1], status);
                if let Ok(known) = known {
                    assert_eq!(ratings[index].median_sweeps, known.median_sweeps);
                }
            }
            None => assert_eq!([statuses[index + 1], rated[index + 1]], [LANEDOKU_INVALID; 2]),
        }
        let written = if board.is_some() { 81 } else { 0 };
        assert!(form[written..].iter().all(|&byte| byte == GUARD));
    }
}

/// Boards, and their bytes as candidates.
fn possible(options: &lanedoku_options, boards: &StridedBoards, expected: i32, [flags, seed]: [u8; 2]) {
    let count = boards.boards.len();
    let mut puzzles = Buffer::of(&boards.bytes);
    let room = if flags & 16 == 0 { 0 } else { lanedoku_workspace_size() };
    let mut memory = vec![0_u8; room];
    let memory: *mut c_void = if room == 0 { null_mut() } else { memory.as_mut_ptr().cast() };
    let mut masks: Vec<[u16; 81]> = vec![[0; 81]; count];
    for (mask, (place, byte)) in masks.as_flattened_mut().iter_mut().zip(boards.bytes.iter().enumerate()) {
        *mask = u16::from(*byte) << (place % 3) | u16::from(seed);
    }
    // At any address, with any bytes between the puzzles.
    let gap = usize::from(flags >> 6);
    let spaced = |masks: &[u16; 81]| -> Vec<u8> {
        masks.iter().flat_map(|mask| mask.to_ne_bytes()).chain([seed; 4]).take(162 + gap).collect()
    };
    let mut puzzles_as_masks = Buffer::of(&masks.iter().flat_map(spaced).collect::<Vec<u8>>());
    let solver = Solver::new().with_step_limit(options.step_limit);
    let known: Vec<_> =
        boards.boards.iter().map(|board| board.map(|board| solver.possible(&board))).collect();
    let is_valid = |masks: &[u16; 81]| masks.iter().all(|mask| mask >> 9 == 0);
    let of_masks: Vec<_> =
        masks.iter().map(|masks| is_valid(masks).then(|| solver.possible(masks))).collect();
    for as_masks in [false, true] {
        // The stride of the masks is right.
        let expected = if as_masks && expected == LANEDOKU_ERROR_SIZE { LANEDOKU_OK } else { expected };
        let mut statuses = guarded(count);
        let mut digits = vec![0xa5a5_u16; 81 * (count + 2)];
        let mut others = digits.clone();
        let others_place = if flags & 32 == 0 { null_mut() } else { others[81..].as_mut_ptr() };
        let (to, states) = (digits[81..].as_mut_ptr(), statuses[1..].as_mut_ptr());
        // SAFETY: each array has space for `count` items, and the workspace is in local memory.
        let status = unsafe {
            if as_masks {
                // Wrong options stay wrong.
                let cells = if options.cells < 2 { LANEDOKU_CELLS_CANDIDATES } else { options.cells };
                let options = &lanedoku_options { cells, ..*options };
                let (from, stride) = (puzzles_as_masks.pointer(), 162 + gap);
                lanedoku_possible(from, count, stride, options, to, others_place, states, memory, room)
            } else {
                let (from, stride) = (puzzles.pointer(), boards.stride);
                lanedoku_possible(from, count, stride, options, to, others_place, states, memory, room)
            }
        };
        assert_eq!(status, expected);
        assert_eq!(puzzles.content(), boards.bytes);
        assert_eq!([statuses[0], statuses[count + 1]], [UNTOUCHED; 2]);
        let is_guard = |masks: &[u16]| masks.iter().all(|&mask| mask == 0xa5a5);
        assert!(is_guard(&digits[..81]) && is_guard(&digits[81 * (count + 1)..]));
        if status != LANEDOKU_OK {
            assert!(is_guard(&digits) && is_guard(&others));
            continue;
        }
        let known: &[Option<Possible>] = if as_masks { &of_masks } else { &known };
        for (index, known) in known.iter().enumerate() {
            let status = statuses[index + 1];
            let [own, other] = [&digits, &others].map(|masks| &masks[81 * (index + 1)..][..81]);
            let Some(known) = known else {
                assert!(status == LANEDOKU_INVALID && is_guard(own) && is_guard(other));
                continue;
            };
            let is_written = status != LANEDOKU_INVALID;
            assert_eq!(
                (is_guard(own), is_guard(other)),
                (!is_written, !is_written || others_place.is_null())
            );
            // Another kernel takes other steps.
            let expected = number(known.status());
            if status != LANEDOKU_LIMIT && expected != LANEDOKU_LIMIT {
                assert_eq!(status, expected);
                assert!(!is_written || own == known.digits());
            }
        }
    }
}

/// A move on each board, and the wrong clues of a text.
fn moves_and_wrong_clues(
    options: &lanedoku_options,
    boards: &StridedBoards,
    of_options: i32,
    of_call: i32,
    text: &[u8],
) {
    let count = boards.boards.len();
    let mut puzzles = Buffer::of(&boards.bytes);
    let mut statuses = guarded(count);
    let moves: Vec<u8> = text.iter().map(|byte| byte % 90).chain([1]).cycle().take(2 * count).collect();
    // SAFETY: each array has space for `count` items at its stride.
    let status = unsafe {
        let statuses = statuses[1..].as_mut_ptr();
        let (from, moves) = (puzzles.pointer(), moves.as_ptr());
        lanedoku_moves_keep_solution(from, count, boards.stride, options, moves, statuses, null_mut(), 0)
    };
    assert_eq!(status, of_call);
    assert_eq!(puzzles.content(), boards.bytes);
    assert_eq!([statuses[0], statuses[count + 1]], [UNTOUCHED; 2]);
    let solver = Solver::new().with_step_limit(options.step_limit);
    if status == LANEDOKU_OK {
        for ((board, own), status) in boards.boards.iter().zip(moves.chunks(2)).zip(&statuses[1..]) {
            let Some(board) = board else {
                assert_eq!(*status, LANEDOKU_INVALID);
                continue;
            };
            let mut keeps = [None];
            solver.moves_keep_solution(&[*board], &[(own[0], own[1])], &mut keeps, None);
            match (keeps[0], *status) {
                (None, _) | (_, LANEDOKU_LIMIT) => {}
                (Some(keeps), status) => assert_eq!(keeps, status == LANEDOKU_FOUND, "{status}"),
            }
        }
    } else {
        assert!(statuses.iter().all(|&status| status == UNTOUCHED));
    }

    let digits: Vec<u8> = text.iter().map(|byte| byte % 11).collect();
    let is_digits = options.cells == LANEDOKU_CELLS_DIGITS;
    let text = if is_digits { digits.as_slice() } else { text };
    let mut puzzle = Buffer::of(text);
    let mut wrong =
        lanedoku_wrong_clues { removable: [7; 2], undecided: [7; 2], colliding: [7; 2], reserved: [7; 4] };
    // SAFETY: the pointers point to locals.
    let status = unsafe { lanedoku_find_wrong_clues(puzzle.pointer(), text.len(), options, &mut wrong) };
    assert_eq!(puzzle.content(), text);
    let board = match is_digits {
        true => text.try_into().ok().and_then(|digits| Grid::from_digits(digits).ok()),
        false => Grid::parse(text).ok(),
    };
    let Some(board) = board.filter(|_| of_options == LANEDOKU_OK) else {
        let expected = if of_options == LANEDOKU_OK { LANEDOKU_INVALID } else { of_options };
        return assert_eq!((status, wrong.reserved), (expected, [7; 4]));
    };
    let known = solver.wrong_clues(&board);
    assert_eq!(wrong.reserved, [0; 4]);
    assert_eq!(wrong.removable[0] & wrong.undecided[0] | wrong.removable[1] & wrong.undecided[1], 0);
    let is_decided = wrong.undecided == [0; 2] && known.undecided.is_empty();
    if status != LANEDOKU_LIMIT && number(known.status) != LANEDOKU_LIMIT && is_decided {
        assert_eq!(status, number(known.status));
        let count = |cells: [u64; 2]| (cells[0].count_ones() + cells[1].count_ones()) as usize;
        assert_eq!(
            [count(wrong.removable), count(wrong.colliding)],
            [known.removable.len(), known.colliding.len()]
        );
    }
}

/// The next step on a board with any candidates, the steps and the difficulty of a puzzle, and texts of any record.
fn steps(
    options: &lanedoku_options,
    boards: &StridedBoards,
    expected: i32,
    [shape, seed]: [u8; 2],
    text: &[u8],
) {
    let room = lanedoku_explainer_workspace_size();
    let mut memory = vec![0_u8; room + 1];
    let memory: *mut c_void = memory[usize::from(seed & 1)..].as_mut_ptr().cast();
    let mut own_memory = Box::new_uninit();
    let explainer = Explainer::write_new(&mut own_memory);
    let names = ["scale", "all", "scale,-uniqueness", "all,-uniqueness"][usize::from(seed >> 1 & 3)];
    let mut chosen = lanedoku_techniques { bits: [0; 2] };
    // SAFETY: the pointers point to locals.
    let read = unsafe { lanedoku_techniques_from_names(names.as_ptr().cast(), names.len(), &mut chosen) };
    assert_eq!(read, LANEDOKU_OK);
    explainer.set_techniques(TechniqueSet::read(names).unwrap());
    let techniques = if seed & 6 == 0 { null() } else { &raw const chosen };
    // Chains take long in builds without optimization.
    let few = boards.boards.len().min(2);
    let mut puzzles = Buffer::of(&boards.bytes);
    let mut statuses = guarded(few);
    // SAFETY: any bytes are a valid record of integers.
    let (mut difficulties, mut step): ([lanedoku_difficulty; 3], lanedoku_step) =
        unsafe { std::mem::zeroed() };
    // SAFETY: each array has space for the items, and the workspace is in local memory.
    let status = unsafe {
        let (from, states) = (puzzles.pointer(), statuses[1..].as_mut_ptr());
        let to = difficulties.as_mut_ptr();
        lanedoku_difficulty_batch(from, few, boards.stride, options, techniques, to, states, memory, room)
    };
    assert_eq!(status, expected);
    assert_eq!(puzzles.content(), boards.bytes);
    assert_eq!([statuses[0], statuses[few + 1]], [UNTOUCHED; 2]);
    if status == LANEDOKU_OK {
        for (index, board) in boards.boards.iter().take(few).enumerate() {
            let known = board.map(|board| explainer.difficulty(&board));
            let expected = match &known {
                Some(Ok(_)) => LANEDOKU_UNIQUE,
                Some(Err(status)) => number(*status),
                None => LANEDOKU_INVALID,
            };
            assert_eq!(statuses[index + 1], expected);
            if let Some(Ok(known)) = known {
                let found = &difficulties[index];
                let levels: [u32; 3] =
                    [known.level, known.pearl, known.diamond].map(|level| level.tenths().into());
                assert_eq!([found.level, found.pearl, found.diamond], levels);
                assert_eq!(found.steps, known.steps() as u32);
            }
        }
    }
    let masks: [u16; 81] = std::array::from_fn(|cell| match text {
        [] => 0x1ff,
        _ => u16::from(text[cell % text.len()]) << (cell % 3) | u16::from(shape),
    });
    if let Some(Some(board)) = boards.boards.first()
        && expected == LANEDOKU_OK
    {
        let mut marks = PencilMarks::from_candidates(&masks);
        for (cell, &digit) in board.digits().iter().enumerate() {
            marks.place(cell, digit);
        }
        // SAFETY: the pointers point to locals, and the workspace is in local memory.
        let status = unsafe {
            let from = puzzles.pointer();
            lanedoku_next_step(from, 81, options, masks.as_ptr(), techniques, &mut step, memory, room)
        };
        let known = explainer.hint(&marks);
        let expected = match &known {
            Ok(Some(_)) => LANEDOKU_FOUND,
            Ok(None) => LANEDOKU_NONE,
            Err(status) => number(*status),
        };
        assert_eq!(status, expected);
        let (mut first, mut count) = (step, 0);
        // SAFETY: as before; the array has one step.
        let all = unsafe {
            let (from, masks) = (puzzles.pointer(), masks.as_ptr());
            lanedoku_all_steps(from, 81, options, masks, techniques, &mut first, 1, &mut count, memory, room)
        };
        assert_eq!((all, count > 0), (status, status == LANEDOKU_FOUND));
        assert!(count == 0 || first.technique == step.technique && first.eliminations == step.eliminations);
        if let Ok(Some(known)) = known {
            for (hint, number) in [(Hint::Where, 0), (Hint::What, 1), (Hint::Why, 2)] {
                assert_eq!(text_of(&step, number, 10_000), (LANEDOKU_OK, Some(known.hint(hint).to_string())));
            }
        }
    }
    // A record that no function wrote has some text, or none; each byte of it comes from the input.
    let words = text.iter().copied().chain([shape, seed]).cycle();
    let mut wild = step;
    let bytes: Vec<u8> = words.take(size_of::<lanedoku_step>()).collect();
    // SAFETY: a record consists of integers, so any bytes are one, and there are as many as it has.
    unsafe { (&raw mut wild).cast::<u8>().copy_from(bytes.as_ptr(), bytes.len()) };
    wild.technique %= 130;
    wild.link_count %= 200;
    let (status, whole) = text_of(&wild, u32::from(seed % 5), 100_000);
    assert_eq!(status == LANEDOKU_OK, seed % 5 < 4 && !lanedoku_technique_name(wild.technique).is_null());
    assert_eq!(status == LANEDOKU_OK, whole.is_some());
    let mut parts = MaybeUninit::<lanedoku_step_parts>::uninit();
    // SAFETY: both point to structures of their types.
    let status = unsafe { lanedoku_find_step_parts(&wild, parts.as_mut_ptr()) };
    assert_eq!(status == LANEDOKU_OK, !lanedoku_technique_name(wild.technique).is_null());
    if status == LANEDOKU_OK {
        // SAFETY: the function has written them.
        assert!(unsafe { parts.assume_init() }.count <= LANEDOKU_STEP_PARTS);
    }
    // What fits of it.
    let (status, part) = text_of(&wild, u32::from(seed % 5), usize::from(shape));
    assert_eq!(status == LANEDOKU_OK, whole.is_some());
    if let (Some(part), Some(whole)) = (part, whole) {
        assert!(whole.starts_with(&part), "{part}");
    }
}

/// Returns the text of a step, as much as fits into a length.
fn text_of(step: &lanedoku_step, hint: u32, length: usize) -> (i32, Option<String>) {
    let mut message = Buffer::new(length);
    let mut needed = 0;
    // SAFETY: the pointers point to locals, and the length is that of the buffer.
    let status = unsafe { lanedoku_step_text(step, hint, message.pointer(), length, &mut needed) };
    let content = message.content();
    if status != LANEDOKU_OK || length == 0 {
        assert!(message.is_untouched());
        return (status, None);
    }
    let text = CStr::from_bytes_until_nul(content).expect("a NUL").to_str().expect("UTF-8").to_string();
    assert!(text.len() < needed);
    (status, Some(text))
}
