//! Converts pointers and numbers from C to Rust values, and back.
//!
//! Each function of the header states which pointers must be valid. A SAFETY comment in these files such as "`x` is
//! NULL or valid" refers to that statement.

use core::ffi::c_char;
use core::slice;

use lanedoku::{Board, BuildError, Engine, Kernel, Order, Size, Solver};

use crate::input::InputError;
use crate::puzzle::wrong_length;
use crate::types::*;

/// A value, or the negative status of an invalid call.
pub(crate) type Checked<T> = Result<T, lanedoku_status>;

/// Returns the status of a call for C.
pub(crate) fn status_of(call: Checked<lanedoku_status>) -> lanedoku_status {
    call.unwrap_or_else(|error| error)
}

/// Calls a function that is generic over the number of cells, for boards of the given size.
macro_rules! for_size {
    ($size:expr, $function:ident $arguments:tt) => {
        match $size {
            lanedoku::Size::Four => $function::<16> $arguments,
            lanedoku::Size::Nine => $function::<81> $arguments,
            lanedoku::Size::Sixteen => $function::<256> $arguments,
            lanedoku::Size::TwentyFive => $function::<625> $arguments,
        }
    };
}
pub(crate) use for_size;

/// Calls a function that is generic over the number of cells and the form of the puzzle.
macro_rules! for_puzzle {
    ($settings:expr, $function:ident $arguments:tt) => {
        match $settings.size {
            _ if $settings.is_candidates => $function::<81, [u16; 81]> $arguments,
            lanedoku::Size::Four => $function::<16, lanedoku::Board<16>> $arguments,
            lanedoku::Size::Nine => $function::<81, lanedoku::Board<81>> $arguments,
            lanedoku::Size::Sixteen => $function::<256, lanedoku::Board<256>> $arguments,
            lanedoku::Size::TwentyFive => $function::<625, lanedoku::Board<625>> $arguments,
        }
    };
}
pub(crate) use for_puzzle;

/// Checks that the pointer is not null and that an object can have this length.
pub(crate) fn check_text(pointer: *const c_char, length: usize) -> Checked<()> {
    if pointer.is_null() {
        return Err(LANEDOKU_ERROR_NULL);
    }
    if length > isize::MAX as usize {
        return Err(LANEDOKU_ERROR_SIZE);
    }
    Ok(())
}

/// Returns the bytes at `pointer`.
///
/// # Safety
///
/// `pointer` is null, or `length` bytes behind it can be read and do not change during `'a`.
pub(crate) unsafe fn bytes<'a>(pointer: *const c_char, length: usize) -> Checked<&'a [u8]> {
    check_text(pointer, length)?;
    // SAFETY: the pointer is not null and the length fits an object, by the check. The bytes can be read and do not
    // change, by this function's contract.
    Ok(unsafe { slice::from_raw_parts(pointer.cast(), length) })
}

/// Returns the candidates at `pointer`.
///
/// # Safety
///
/// `pointer` is null, or 81 masks behind it can be read and do not change during `'a`.
pub(crate) unsafe fn masks<'a>(pointer: *const u16) -> Checked<&'a [u16; 81]> {
    // SAFETY: it is null or valid, and an array is aligned like its items.
    unsafe { pointer.cast::<[u16; 81]>().as_ref() }.ok_or(LANEDOKU_ERROR_NULL)
}

/// The decoded options.
pub(crate) struct Settings {
    pub(crate) solver: Solver,
    pub(crate) size: Size,
    pub(crate) format: CellFormat,
    /// Whether puzzles are candidates: masks with digits as solutions, or text with text.
    pub(crate) is_candidates: bool,
}

impl Settings {
    /// Returns the settings, if puzzles are boards.
    pub(crate) fn of_boards(self) -> Checked<Self> {
        if self.is_candidates { Err(LANEDOKU_ERROR_OPTION) } else { Ok(self) }
    }
}

/// The representation of the cells of boards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellFormat {
    Text,
    Digits,
}

impl CellFormat {
    /// Reads a board into the caller's memory, which saves a copy. The most frequent input, a plain line, takes a
    /// fast path.
    #[inline]
    pub(crate) fn read<const CELLS: usize>(
        self,
        cells: &[u8],
        board: &mut Board<CELLS>,
    ) -> Result<(), InputError> {
        if self == CellFormat::Text
            && let Ok(line) = cells.try_into()
            && let Some(plain) = Board::parse_plain(line)
        {
            *board = plain;
            return Ok(());
        }
        self.read_any(cells).map(|any| *board = any)
    }

    /// Reads a board from any other input. Not inlined, so that the library has one parser per size, not per use.
    #[inline(never)]
    fn read_any<const CELLS: usize>(self, cells: &[u8]) -> Result<Board<CELLS>, InputError> {
        match (self, cells.try_into()) {
            (CellFormat::Digits, Ok(digits)) => Board::from_digits(digits).map_err(InputError::Digit),
            (CellFormat::Digits, Err(_)) => Err(wrong_length(cells.len(), CELLS)),
            (CellFormat::Text, _) => Board::parse(cells).map_err(InputError::Text),
        }
    }

    /// Writes a solution, unless `place` is null.
    ///
    /// # Safety
    ///
    /// `place` is null, or `CELLS` bytes behind it can be written.
    #[inline]
    pub(crate) unsafe fn write<const CELLS: usize>(self, solution: &Board<CELLS>, place: *mut c_char) {
        let line = match self {
            CellFormat::Digits => *solution.digits(),
            // A solution has no open cell, and for digits up to 9 a digit and its character differ by a constant.
            CellFormat::Text if CELLS <= 81 => solution.digits().map(|digit| digit.wrapping_add(b'0')),
            CellFormat::Text => solution.to_line(),
        };
        // SAFETY: `place` is null or has space for the `CELLS` bytes of the line, which is a local.
        unsafe { copy_out(&line, place) };
    }
}

/// Decodes the options.
///
/// # Safety
///
/// `options` is null or points to options that can be read.
#[inline]
pub(crate) unsafe fn settings(options: *const lanedoku_options) -> Checked<Settings> {
    if options.is_null() {
        let solver = Solver::new();
        return Ok(Settings { solver, size: Size::Nine, format: CellFormat::Text, is_candidates: false });
    }
    // SAFETY: it is not null, so it can be read. It consists of integers, so any bytes are valid.
    decode(unsafe { options.read() })
}

#[inline(never)]
fn decode(options: lanedoku_options) -> Checked<Settings> {
    let size = match options.side {
        0 => Size::Nine,
        side => Size::from_side(side as usize).ok_or(LANEDOKU_ERROR_OPTION)?,
    };
    if options.reserved != [0; 4] {
        return Err(LANEDOKU_ERROR_OPTION);
    }
    let mut builder = Solver::builder();
    match options.order {
        LANEDOKU_ORDER_CONSTRAINED => {}
        LANEDOKU_ORDER_ROWS => builder = builder.order(Order::Rows),
        _ => return Err(LANEDOKU_ERROR_OPTION),
    }
    match options.engine {
        LANEDOKU_ENGINE_BEST => {}
        LANEDOKU_ENGINE_SIMD => builder = builder.engine(Engine::Simd),
        LANEDOKU_ENGINE_BACKTRACK => builder = builder.engine(Engine::Backtrack),
        LANEDOKU_ENGINE_PROPAGATE => builder = builder.engine(Engine::Propagate),
        _ => return Err(LANEDOKU_ERROR_OPTION),
    }
    let (format, is_candidates) = match options.cells {
        LANEDOKU_CELLS_TEXT => (CellFormat::Text, false),
        LANEDOKU_CELLS_DIGITS => (CellFormat::Digits, false),
        LANEDOKU_CELLS_CANDIDATES if size == Size::Nine => (CellFormat::Digits, true),
        LANEDOKU_CELLS_MARKS if size == Size::Nine => (CellFormat::Text, true),
        _ => return Err(LANEDOKU_ERROR_OPTION),
    };
    let any_solution = match options.any_solution {
        0 => false,
        1 => true,
        _ => return Err(LANEDOKU_ERROR_OPTION),
    };
    if options.kernel != LANEDOKU_KERNEL_BEST {
        builder = builder.kernel(kernel_of(options.kernel)?);
    }
    if options.step_limit != 0 {
        builder = builder.step_limit(options.step_limit);
    }
    match builder.build() {
        Ok(solver) => {
            let solver = solver.with_any_solution(any_solution);
            Ok(Settings { solver, size, format, is_candidates })
        }
        Err(BuildError::Kernel(_)) => Err(LANEDOKU_ERROR_KERNEL),
        Err(_) => Err(LANEDOKU_ERROR_OPTION),
    }
}

/// Returns the kernel with this number.
pub(crate) fn kernel_of(number: lanedoku_kernel) -> Checked<Kernel> {
    let kernel = Kernel::ALL.into_iter().find(|&kernel| kernel as lanedoku_kernel == number);
    kernel.ok_or(LANEDOKU_ERROR_OPTION)
}

/// Checks the buffer for a solution, like [`check_buffer`].
pub(crate) fn check_solution(pointer: *mut c_char, length: usize, size: Size) -> Checked<()> {
    check_buffer(pointer, length, size.cells())
}

/// Checks a buffer: null with a length of 0, or at least `least` bytes.
pub(crate) fn check_buffer(pointer: *mut c_char, length: usize, least: usize) -> Checked<()> {
    match (pointer.is_null(), length) {
        (true, 0) => Ok(()),
        (true, _) => Err(LANEDOKU_ERROR_NULL),
        (false, _) if length < least || length > isize::MAX as usize => Err(LANEDOKU_ERROR_SIZE),
        (false, _) => Ok(()),
    }
}

/// Writes `value`, unless `place` is null.
///
/// # Safety
///
/// `place` is null or can be written.
pub(crate) unsafe fn write<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: it is not null, so it can be written.
        unsafe { place.write(value) };
    }
}

/// Copies `line`, unless `place` is null.
///
/// # Safety
///
/// `place` is null, or `line.len()` bytes behind it can be written and are not part of `line`.
pub(crate) unsafe fn copy_out(line: &[u8], place: *mut c_char) {
    if !place.is_null() {
        // SAFETY: it is not null, so the bytes can be written and do not overlap the line.
        unsafe { line.as_ptr().copy_to_nonoverlapping(place.cast(), line.len()) };
    }
}
