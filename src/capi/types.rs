//! What crosses the boundary: numbers, and structures of numbers.
#![expect(non_camel_case_types, reason = "the same names in Rust as in C")]

use core::ffi::{c_char, c_int, c_void};

/// What a call came to. Negative: the call was wrong, and nothing was written. Otherwise the call
/// was carried out, and this is its answer.
pub type lanedoku_status = i32;

/// The call did what it was asked for, and has no other answer.
pub const LANEDOKU_OK: lanedoku_status = 0;
/// Exactly one solution.
pub const LANEDOKU_UNIQUE: lanedoku_status = 1;
/// Two solutions or more.
pub const LANEDOKU_MULTIPLE: lanedoku_status = 2;
/// No solution, although no two clues contradict each other.
pub const LANEDOKU_NONE: lanedoku_status = 3;
/// The step limit ended the search before it was decided.
pub const LANEDOKU_LIMIT: lanedoku_status = 4;
/// The text is no board, or two equal clues share a row, column or box. Nothing was searched.
/// `lanedoku_find_error` tells the place.
pub const LANEDOKU_INVALID: lanedoku_status = 5;
/// Every solution was reached: a count is exact.
pub const LANEDOKU_EXHAUSTED: lanedoku_status = 6;
/// A count met its limit, or a visitor asked to stop: there may be more solutions.
pub const LANEDOKU_STOPPED: lanedoku_status = 7;

/// A pointer is NULL that must not be.
pub const LANEDOKU_ERROR_NULL: lanedoku_status = -1;
/// A buffer or a stride is too small, or a length is larger than any object in memory can be.
pub const LANEDOKU_ERROR_SIZE: lanedoku_status = -2;
/// A field of the options, or another number that stands for a choice, has a value that this version
/// does not know.
pub const LANEDOKU_ERROR_OPTION: lanedoku_status = -3;
/// This build or this processor does not have the kernel, or no kernel has that name.
pub const LANEDOKU_ERROR_KERNEL: lanedoku_status = -4;

/// How a search is made.
pub type lanedoku_engine = u32;

/// The best engine for the board, the order and the kernel that are asked for.
pub const LANEDOKU_ENGINE_BEST: lanedoku_engine = 0;
/// Vectors of candidates, for 9x9 boards; leaves those of other sizes to `LANEDOKU_ENGINE_PROPAGATE`.
pub const LANEDOKU_ENGINE_SIMD: lanedoku_engine = 1;
/// The branchless loop, for boards of every size.
pub const LANEDOKU_ENGINE_BACKTRACK: lanedoku_engine = 2;
/// One candidate after the other is ruled out, and what follows from it; for boards of every size, and
/// the best for those other than 9x9.
pub const LANEDOKU_ENGINE_PROPAGATE: lanedoku_engine = 3;

/// In which order the loop tries the open cells. The other engines have orders of their own.
pub type lanedoku_order = u32;

/// Singles are filled first; then the next cell is always the one that can be expected to have the fewest
/// candidates left. The default of the loop, and by far the fewest steps.
pub const LANEDOKU_ORDER_CONSTRAINED: lanedoku_order = 0;
/// Row by row, left to right; step counts compare with those of other people's loops. Selects
/// `LANEDOKU_ENGINE_BACKTRACK`.
pub const LANEDOKU_ORDER_ROWS: lanedoku_order = 1;

/// Which instructions a search runs on. Kernels are numbered from 1 without a gap.
pub type lanedoku_kernel = u32;

/// The best kernel that this build and this processor have.
pub const LANEDOKU_KERNEL_BEST: lanedoku_kernel = 0;
/// What every machine of the target has; every engine has this kernel.
pub const LANEDOKU_KERNEL_PORTABLE: lanedoku_kernel = 1;
/// x86-64 assembly. Selects `LANEDOKU_ENGINE_BACKTRACK`.
pub const LANEDOKU_KERNEL_ASSEMBLY: lanedoku_kernel = 2;
/// AVX2 with BMI1, BMI2, LZCNT and POPCNT. Selects `LANEDOKU_ENGINE_SIMD`.
pub const LANEDOKU_KERNEL_AVX2: lanedoku_kernel = 3;
/// AVX-512 F, BW, DQ, VL, VBMI, VBMI2, BITALG and VPOPCNTDQ. Selects `LANEDOKU_ENGINE_SIMD`.
pub const LANEDOKU_KERNEL_AVX512: lanedoku_kernel = 4;

/// How to search. All zero bytes are the defaults, and so is NULL in place of a pointer to it.
///
/// Clear the whole structure (`memset`, or an initialiser), then set what matters. The structure
/// keeps its size for ever: later versions give names to reserved fields, in which zero will go on
/// meaning what it means today.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_options {
    /// Cells in a row of the board: 4, 9, 16 or 25. 0 is 9.
    pub side: u32,
    /// One of `LANEDOKU_ORDER_...`.
    pub order: lanedoku_order,
    /// One of `LANEDOKU_KERNEL_...`.
    pub kernel: lanedoku_kernel,
    /// One of `LANEDOKU_ENGINE_...`. One that the order or the kernel rules out is an error.
    pub engine: lanedoku_engine,
    /// The most steps that may be spent on one puzzle, so that none can hold the thread for ever.
    /// 0 is no limit. A step is one sweep, in which every rule is applied once to one search node or to
    /// several (`LANEDOKU_ENGINE_SIMD`); one digit placed (`LANEDOKU_ENGINE_PROPAGATE`); or one open cell
    /// visited, forward or backward (`LANEDOKU_ENGINE_BACKTRACK`).
    pub step_limit: u64,
    /// Must be 0.
    pub reserved: [u64; 5],
}

/// What a search came to.
///
/// The structure keeps its size for ever: later versions give names to reserved fields.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_result {
    /// One of `LANEDOKU_...`, never negative.
    pub status: lanedoku_status,
    /// Written as 0.
    pub reserved_status: u32,
    /// How many solutions were reached. `lanedoku_solve` stops at the second, and writes the first:
    /// the solution was written if, and only if, this is not 0.
    pub solutions: u64,
    /// Steps taken: sweeps, digits placed, or open cells visited, as the engine counts.
    pub steps: u64,
    /// Search nodes that branched; 0 from `LANEDOKU_ENGINE_BACKTRACK`, to which every cell is a guess.
    pub guesses: u64,
    /// Written as 0.
    pub reserved: [u64; 4],
}

/// What can be wrong with the text of a puzzle.
pub type lanedoku_error_kind = u32;

/// Nothing.
pub const LANEDOKU_NO_ERROR: lanedoku_error_kind = 0;
/// The text has `found` cells in place of `expected`.
pub const LANEDOKU_WRONG_LENGTH: lanedoku_error_kind = 1;
/// In a board of several lines, `line` has `found` cells in place of `expected`.
pub const LANEDOKU_WRONG_ROW_LENGTH: lanedoku_error_kind = 2;
/// `character` at `line` and `column` stands for no cell of a board of this size.
pub const LANEDOKU_NOT_A_CELL: lanedoku_error_kind = 3;
/// `digit` stands twice in the row `unit`: in both `cells`.
pub const LANEDOKU_TWICE_IN_ROW: lanedoku_error_kind = 4;
/// `digit` stands twice in the column `unit`: in both `cells`.
pub const LANEDOKU_TWICE_IN_COLUMN: lanedoku_error_kind = 5;
/// `digit` stands twice in the box `unit`: in both `cells`.
pub const LANEDOKU_TWICE_IN_BOX: lanedoku_error_kind = 6;

/// The first thing that is wrong with the text of a puzzle. A field that the kind does not mention
/// is 0.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct lanedoku_input_error {
    /// What is wrong.
    pub kind: lanedoku_error_kind,
    /// The character, as its Unicode code point; 0xFFFD for bytes that are no UTF-8.
    pub character: u32,
    /// The line of the text, counted from 1.
    pub line: usize,
    /// The column in the line, counted in characters from 1.
    pub column: usize,
    /// Cells found.
    pub found: usize,
    /// Cells that there should be.
    pub expected: usize,
    /// The digit, 1 to the side of the board.
    pub digit: u32,
    /// The row, column or box, counted from 0, boxes row by row.
    pub unit: u32,
    /// The two cells, counted row by row from 0.
    pub cells: [u32; 2],
}

/// Is shown one solution after the other by `lanedoku_visit`, on the thread that called it.
///
/// - `solution`, `length`: a character for each cell, with no NUL behind them; gone when the visitor
///   returns.
/// - `user`: the pointer given to `lanedoku_visit`.
///
/// Returns 0 to see the next solution, anything else to stop. It must return: an exception or a
/// `longjmp` must not leave it. It may call any function of this library.
pub type lanedoku_visitor =
    Option<unsafe extern "C" fn(solution: *const c_char, length: usize, user: *mut c_void) -> c_int>;
