//! Calls the functions of the C library for boards of other layouts, with any digits and limits. Their answers are
//! those of the crates.

use std::ffi::{CStr, c_void};
use std::ops::ControlFlow;
use std::ptr::{null, null_mut};

use lanedoku::{ClueSymmetry, Layout, LayoutSolver, LayoutSymmetries, LeftClues, Status, Unit};
use lanedoku_c::*;
use lanedoku_steps::{Hint, LayoutExplainer, Technique};

use crate::c_abi::{Buffer, number};

/// The layouts: of each kind, and of different sides.
pub(crate) const LAYOUTS: [&str; 6] =
    ["4x4", "jigsaw:aabbacbbaccdcddd", "6x6+diagonal", "boxes:4x2", "9x9+windoku", "boxes:2x5+diagonal"];

/// A number that no function writes.
const UNTOUCHED: u32 = 0xa5a5_a5a5;

/// The crate's tables of a layout, and a layout of the C library.
struct BothLayouts {
    layout: Layout,
    solver: LayoutSolver,
    memory: Vec<u8>,
    shift: usize,
}

impl BothLayouts {
    fn new(text: &str, shift: usize) -> Self {
        let layout: Layout = text.parse().unwrap();
        let mut memory = vec![0_u8; lanedoku_layout_size() + shift];
        let (place, size) = (memory[shift..].as_mut_ptr().cast(), memory.len() - shift);
        // SAFETY: the pointers are null or point to locals, with their lengths.
        let status = unsafe {
            lanedoku_layout_init(place, size, text.as_ptr().cast(), text.len(), null_mut(), 0, null_mut())
        };
        assert_eq!(status, LANEDOKU_OK);
        let both = BothLayouts { solver: LayoutSolver::new(&layout), layout, memory, shift };
        // SAFETY: a layout is in this memory.
        assert_eq!(unsafe { lanedoku_layout_side(both.c()) }, both.layout.side() as u32);
        both
    }

    fn c(&self) -> *const c_void {
        self.memory[self.shift..].as_ptr().cast()
    }
}

/// A puzzle with some digits changed by the text, on one of the layouts.
pub fn check([which, seed, limit, flags]: [u8; 4], text: &[u8]) {
    let both = BothLayouts::new(LAYOUTS[usize::from(which) % LAYOUTS.len()], usize::from(flags % 8));
    let cells = both.layout.cells();
    let mut digits = generated(&both, seed, flags);
    for change in text.chunks_exact(2) {
        digits[usize::from(change[0]) % cells] = change[1] % (both.layout.side() as u8 + 2);
    }
    let steps = 1 + u64::from(limit) * 40;
    searches(&both, &digits, steps);
    if flags & 4 != 0 {
        batch(&both, &digits);
    }
    questions(&both, &digits, steps);
    made_of(&both, &digits, seed);
    text_and_errors(&both, &digits, text);
    person(&both, &digits, flags);
}

fn generated(both: &BothLayouts, seed: u8, flags: u8) -> Vec<u8> {
    let cells = both.layout.cells();
    let symmetry = ClueSymmetry::ALL[usize::from(flags >> 4) % ClueSymmetry::ALL.len()];
    let number = (flags & 8 != 0).then_some(cells / 2..=cells);
    let left = LeftClues { number, symmetry, attempts: 2, step_limit: 500 };
    let c_left = lanedoku_left_clues {
        symmetry: symmetry as u32,
        fewest_clues: if flags & 8 == 0 { 0 } else { cells as u32 / 2 },
        most_clues: 0,
        attempts: 2,
        step_limit: 500,
        reserved: [0; 4],
    };
    let (mut puzzle, mut undecided, mut known) = (Buffer::new(cells), 0, vec![0; cells]);
    // SAFETY: the pointers are null or point to locals with as many items as cells.
    let status = unsafe {
        let place = puzzle.pointer().cast();
        let layout = both.c();
        lanedoku_layout_generate(
            layout,
            seed.into(),
            1,
            &c_left,
            None,
            null_mut(),
            place,
            cells,
            &mut undecided,
        )
    };
    let found = both.solver.generate(seed.into(), 1, &left, || true, &mut known);
    assert_eq!(status == LANEDOKU_UNIQUE, found.is_some());
    if let Some(found) = found {
        assert_eq!((undecided, puzzle.content()), (found, &known[..]));
    } else {
        assert!(status == LANEDOKU_LIMIT && puzzle.is_untouched());
    }
    known
}

fn searches(both: &BothLayouts, digits: &[u8], steps: u64) {
    unsafe extern "C" fn count(
        _: *const std::ffi::c_char,
        length: usize,
        user: *mut c_void,
    ) -> std::ffi::c_int {
        // SAFETY: the caller passes a pointer to a number.
        unsafe { *user.cast::<usize>() += length };
        0
    }
    let (cells, mut solution) = (digits.len(), Buffer::new(digits.len()));
    // SAFETY: results are integers, of which 0 is valid.
    let [mut solved, mut counted]: [lanedoku_result; 2] = unsafe { std::mem::zeroed() };
    let mut shown = 0_usize;
    // SAFETY: the pointers are null or point to locals with as many items as cells.
    let statuses = unsafe {
        let (layout, from, to) = (both.c(), digits.as_ptr(), solution.pointer().cast());
        let user = (&raw mut shown).cast();
        [
            lanedoku_layout_solve(layout, from, cells, steps, None, null_mut(), to, &mut solved),
            lanedoku_layout_count(
                layout,
                from,
                cells,
                steps,
                50,
                Some(count),
                user,
                None,
                null_mut(),
                &mut counted,
            ),
        ]
    };
    let mut known = vec![0; cells];
    let tally = both.solver.solve(digits, steps, &mut known);
    assert_eq!(
        (statuses[0], solved.steps, solved.guesses),
        (number(tally.status()), tally.steps, tally.guesses)
    );
    match tally.status() {
        Status::Unique | Status::Multiple => assert_eq!(solution.content(), known),
        _ => assert!(solution.is_untouched()),
    }
    let mut left = 50;
    let tally = both.solver.visit(
        digits,
        steps,
        || true,
        |_| {
            left -= 1;
            if left == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    assert_eq!((statuses[1], counted.solutions), (number(tally.status()), tally.solutions));
    assert_eq!(shown, cells * tally.solutions as usize);
}

/// A board among open ones, with a workspace: it has the answer that it has alone.
fn batch(both: &BothLayouts, digits: &[u8]) {
    let (cells, count) = (digits.len(), 4);
    let open = vec![0; cells];
    let clues = [&open[..], digits, &open, digits].concat();
    let mut workspace = vec![0_u8; lanedoku_workspace_size()];
    let mut solutions = Buffer::new(clues.len());
    // SAFETY: results are integers, of which 0 is valid.
    let mut results: [lanedoku_result; 4] = unsafe { std::mem::zeroed() };
    // SAFETY: the pointers point to locals with `count` items, and boards with as many items as cells.
    let status = unsafe {
        let (memory, size) = (workspace.as_mut_ptr().cast(), workspace.len());
        let (from, to) = (clues.as_ptr(), solutions.pointer().cast());
        let layout = both.c();
        lanedoku_layout_solve_batch(
            layout,
            from,
            cells,
            count,
            0,
            None,
            null_mut(),
            to,
            results.as_mut_ptr(),
            memory,
            size,
        )
    };
    assert_eq!(status, LANEDOKU_OK);
    for (board, (result, found)) in results.iter().zip(solutions.content().chunks(cells)).enumerate() {
        let (mut known, clues) = (vec![0; cells], &clues[board * cells..][..cells]);
        let tally = both.solver.solve(clues, u64::MAX, &mut known);
        assert_eq!(result.status, number(tally.status()));
        if tally.solutions > 0 {
            assert_eq!(found, known);
        }
    }
}

fn questions(both: &BothLayouts, digits: &[u8], steps: u64) {
    let (cells, layout) = (digits.len(), both.c());
    let mut possible = vec![UNTOUCHED; cells + 2];
    let [mut redundant, mut wrong] = [(); 2].map(|()| Buffer::new(cells));
    // SAFETY: the pointers are null or point to locals with as many items as cells.
    let statuses = unsafe {
        let (from, none) = (digits.as_ptr(), null_mut());
        let (redundant, wrong) = (redundant.pointer().cast(), wrong.pointer().cast());
        [
            lanedoku_layout_possible(layout, from, cells, steps, None, none, possible[1..].as_mut_ptr()),
            lanedoku_layout_redundant_clues(layout, from, cells, steps, None, none, redundant),
            lanedoku_layout_wrong_clues(layout, from, cells, steps, None, none, wrong),
        ]
    };
    let mut known = vec![0; cells];
    let status = both.solver.possible(digits, steps, || true, &mut known);
    let known = if status == Status::Invalid { vec![UNTOUCHED; cells] } else { known };
    assert_eq!((statuses[0], &possible[1..=cells]), (number(status), &known[..]));
    assert_eq!([possible[0], possible[cells + 1]], [UNTOUCHED; 2]);
    let mut flags = vec![0; cells];
    let status = both.solver.redundant_clues(digits, steps, || true, |cell| flags[cell] = 1);
    assert_eq!((statuses[1], redundant.content()), (number(status), &flags[..]));
    flags.fill(0);
    let status = both.solver.wrong_clues(digits, steps, || true, |cell| flags[cell] = 1);
    assert_eq!((statuses[2], wrong.content()), (number(status), &flags[..]));
}

/// Boards that are made of one.
fn made_of(both: &BothLayouts, digits: &[u8], seed: u8) {
    let (cells, layout, seed) = (digits.len(), both.c(), u64::from(seed));
    let [mut minimal, mut image] = [(); 2].map(|()| Buffer::new(cells));
    let mut undecided = 0;
    // SAFETY: the pointers are null or point to locals with as many items as cells.
    let statuses = unsafe {
        let (from, none) = (digits.as_ptr(), null_mut());
        let (minimal, image) = (minimal.pointer().cast(), image.pointer().cast());
        [
            lanedoku_layout_minimize(
                layout,
                from,
                cells,
                seed,
                2,
                null(),
                None,
                none,
                minimal,
                &mut undecided,
            ),
            lanedoku_layout_shuffle(layout, from, cells, seed, 2, image),
        ]
    };
    let mut known = digits.to_vec();
    match both.solver.minimize(seed, 2, &LeftClues::default(), || true, &mut known) {
        Ok(found) => {
            assert_eq!((statuses[0], undecided, minimal.content()), (LANEDOKU_UNIQUE, found, &known[..]));
        }
        Err(status) => assert!(statuses[0] == number(status) && minimal.is_untouched()),
    }
    if digits.iter().all(|digit| usize::from(*digit) <= both.layout.side()) {
        LayoutSymmetries::new(&both.layout).shuffle(seed, 2, digits, &mut known);
        assert_eq!((statuses[1], image.content()), (LANEDOKU_OK, &known[..]));
    } else {
        assert!(statuses[1] == LANEDOKU_INVALID && image.is_untouched());
    }
}

fn text_and_errors(both: &BothLayouts, digits: &[u8], text: &[u8]) {
    let (cells, layout) = (digits.len(), both.c());
    let is_board = digits.iter().all(|digit| usize::from(*digit) <= both.layout.side());
    let characters: Vec<u8> = Layout::characters(digits).collect();
    let mut drawn = String::new();
    both.layout.draw(&characters, &mut drawn).unwrap();
    for (is_drawn, known) in [(0, String::from_utf8(characters).unwrap()), (1, drawn)] {
        let (mut written, mut read) = (Buffer::new(1_000), Buffer::new(cells));
        // SAFETY: the pointers are null or point to locals with as many items as cells.
        let status = unsafe {
            let (from, to) = (digits.as_ptr(), written.pointer());
            lanedoku_layout_text(layout, from, cells, is_drawn, to, 1_000, null_mut())
        };
        assert_eq!(status, if is_board { LANEDOKU_OK } else { LANEDOKU_INVALID });
        let shown = CStr::from_bytes_until_nul(written.content()).unwrap().to_bytes().to_vec();
        assert_eq!(shown, if is_board { known.as_bytes() } else { b"" });
        for text in [&shown[..], text] {
            // SAFETY: the pointers are null or point to locals with as many items as cells.
            let status = unsafe {
                let to = read.pointer().cast();
                lanedoku_layout_read(layout, text.as_ptr().cast(), text.len(), to, cells, null_mut())
            };
            let mut known = vec![0; cells];
            let is_read = both.layout.read(text, &mut known).is_ok();
            assert_eq!(status == LANEDOKU_OK, is_read);
            assert!(!is_read || read.content() == known);
        }
    }
    // SAFETY: both are integers, of which 0 is valid.
    let (mut error, mut grade): (lanedoku_input_error, lanedoku_grade) = unsafe { std::mem::zeroed() };
    // SAFETY: the pointers point to locals with as many items as cells.
    let statuses = unsafe {
        let from = digits.as_ptr();
        [
            lanedoku_layout_find_error(layout, from, cells, &mut error),
            lanedoku_layout_grade(layout, from, from, from, cells, &mut grade),
        ]
    };
    let known = both.layout.collisions(digits).next();
    assert_eq!(statuses[0] == LANEDOKU_OK, is_board && known.is_none());
    if let Some(known) = known.filter(|_| is_board) {
        assert_eq!((error.digit, error.cells), (known.digit.into(), known.cells.map(|cell| cell as u32)));
        assert_eq!(error.kind == LANEDOKU_TWICE_IN_HOUSE, matches!(known.unit, Unit::House(_)));
    }
    let known = both.layout.grade(digits, digits, Some(digits));
    assert_eq!(statuses[1] == LANEDOKU_OK, known.is_solution());
    let flags = [known.is_complete, known.is_consistent, known.keeps_clues].map(u32::from);
    assert_eq!([grade.is_complete, grade.is_consistent, grade.keeps_clues], flags);
    assert_eq!(Some(grade.right_cells), known.right_cells.map(u32::from));
}

/// The steps of a person, with the candidates that are left.
fn person(both: &BothLayouts, digits: &[u8], flags: u8) {
    let (cells, layout) = (digits.len(), both.c());
    let explainer = LayoutExplainer::new(&both.layout);
    let mut marks = explainer.marks(digits);
    let mut candidates = vec![u32::MAX; cells];
    let mut board = digits.to_vec();
    let hint = [Hint::Where, Hint::What, Hint::Why][usize::from(flags) % 3];
    // SAFETY: both are integers, of which 0 is valid.
    let (mut step, mut difficulty): (lanedoku_layout_step, lanedoku_difficulty) =
        unsafe { std::mem::zeroed() };
    // SAFETY: the pointers are null or point to locals with as many items as cells.
    let rated = unsafe { lanedoku_layout_difficulty(layout, board.as_ptr(), cells, null(), &mut difficulty) };
    assert_eq!(rated == LANEDOKU_OK, marks.is_some());
    if let Some(known) = explainer.difficulty(digits) {
        assert_eq!((difficulty.level, difficulty.steps), (known.level.tenths().into(), known.steps() as u32));
    }
    loop {
        let mut text = Buffer::new(2_000);
        // SAFETY: the pointers are null or point to locals with as many items as cells.
        let status = unsafe {
            let (from, marks, to) = (board.as_ptr(), candidates.as_ptr(), text.pointer());
            let hint = hint as u32;
            lanedoku_layout_next_step(
                layout,
                from,
                cells,
                marks,
                null(),
                &mut step,
                hint,
                to,
                2_000,
                null_mut(),
            )
        };
        let Some(marks) = &mut marks else { return assert_eq!(status, LANEDOKU_INVALID) };
        let Some(known) = explainer.next_step(marks) else { return assert_eq!(status, LANEDOKU_NONE) };
        let written = CStr::from_bytes_until_nul(text.content()).unwrap().to_str().unwrap();
        assert_eq!((status, written), (LANEDOKU_FOUND, known.hint(hint).to_string().as_str()));
        assert_eq!(Technique::ALL[step.technique as usize - 1], known.technique());
        assert_eq!(
            (&step.eliminations[..cells], &step.deciding[..cells]),
            (known.eliminations(), known.deciding())
        );
        assert_eq!((step.cell as usize, step.digit as u8), known.placement().unwrap_or_default());
        if step.digit != 0 {
            board[step.cell as usize] = step.digit as u8;
        }
        candidates.iter_mut().zip(step.eliminations).for_each(|(own, removed)| *own &= !removed);
        marks.apply(&known);
    }
}
