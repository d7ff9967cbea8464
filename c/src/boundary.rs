//! Where pointers and numbers from C become Rust values, and back. Almost all `unsafe` is here.

use core::ffi::c_char;
use core::slice;

use lanedoku::{Board, BuildError, DigitError, Engine, Kernel, Order, ParseError, Size, Solver};

use crate::types::*;

/// A value, or the negative status that says how the call was wrong.
pub(crate) type Checked<T> = Result<T, lanedoku_status>;

/// What the function returns to C: the status inside, either way.
pub(crate) fn status_of(call: Checked<lanedoku_status>) -> lanedoku_status {
    call.unwrap_or_else(|error| error)
}

/// Calls a function that is generic over the number of cells for the board of that size.
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

/// Checks that a text can be at `pointer`.
pub(crate) fn check_text(pointer: *const c_char, length: usize) -> Checked<()> {
    if pointer.is_null() {
        return Err(LANEDOKU_ERROR_NULL);
    }
    if length > isize::MAX as usize {
        return Err(LANEDOKU_ERROR_SIZE);
    }
    Ok(())
}

/// The bytes at `pointer`.
///
/// # Safety
///
/// If `pointer` is not null, `length` bytes behind it can be read and stay as they are for `'a`.
pub(crate) unsafe fn bytes<'a>(pointer: *const c_char, length: usize) -> Checked<&'a [u8]> {
    check_text(pointer, length)?;
    // SAFETY: not null and not longer than any object; the rest is the caller's promise.
    Ok(unsafe { slice::from_raw_parts(pointer.cast(), length) })
}

/// What is wrong with the cells of a puzzle.
pub(crate) enum NoBoard {
    Text(ParseError),
    Digit(DigitError),
}

/// What the options ask for.
pub(crate) struct Settings {
    pub(crate) solver: Solver,
    pub(crate) size: Size,
    pub(crate) format: CellFormat,
}

/// How cells are written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellFormat {
    Text,
    Digits,
}

impl CellFormat {
    /// Reads a board, into a place that the caller has: whatever else comes back, a board does not go by other places,
    /// and nobody waits for a copy of it. One line of text, by far the most frequent, is read at once.
    #[inline]
    pub(crate) fn read<const CELLS: usize>(
        self,
        cells: &[u8],
        board: &mut Board<CELLS>,
    ) -> Result<(), NoBoard> {
        if self == CellFormat::Text
            && let Ok(line) = cells.try_into()
            && let Some(plain) = Board::parse_plain(line)
        {
            *board = plain;
            return Ok(());
        }
        self.read_any(cells).map(|any| *board = any)
    }

    /// Reads a board from anything else. Out of line, so that the library holds one reader for each size and not one for
    /// each use.
    #[inline(never)]
    fn read_any<const CELLS: usize>(self, cells: &[u8]) -> Result<Board<CELLS>, NoBoard> {
        match (self, cells.try_into()) {
            (CellFormat::Digits, Ok(digits)) => Board::from_digits(digits).map_err(NoBoard::Digit),
            (CellFormat::Digits, Err(_)) => {
                Err(NoBoard::Text(ParseError::Length { cells: cells.len(), expected: CELLS }))
            }
            (CellFormat::Text, _) => Board::parse(cells).map_err(NoBoard::Text),
        }
    }

    /// Writes a solution where the caller wants it, if anywhere.
    ///
    /// # Safety
    ///
    /// `place` is null, or `CELLS` bytes behind it can be written, and are not part of `solution`.
    #[inline]
    pub(crate) unsafe fn write<const CELLS: usize>(self, solution: &Board<CELLS>, place: *mut c_char) {
        let line = match self {
            CellFormat::Digits => *solution.digits(),
            // All digits have the same distance from their characters; no cell is open.
            CellFormat::Text if CELLS <= 81 => solution.digits().map(|digit| digit.wrapping_add(b'0')),
            CellFormat::Text => solution.to_line(),
        };
        // SAFETY: the caller's promise; the line is a fresh copy.
        unsafe { copy_out(&line, place) };
    }
}

/// What the options ask for.
///
/// # Safety
///
/// `options` is null or points to options that can be read.
#[inline]
pub(crate) unsafe fn settings(options: *const lanedoku_options) -> Checked<Settings> {
    if options.is_null() {
        return Ok(Settings { solver: Solver::new(), size: Size::Nine, format: CellFormat::Text });
    }
    // SAFETY: not null, so it can be read, by the caller's promise. Any bytes are valid options here.
    asked(unsafe { options.read() })
}

#[inline(never)]
fn asked(options: lanedoku_options) -> Checked<Settings> {
    let size = match options.side {
        0 => Size::Nine,
        side => Size::from_side(side as usize).ok_or(LANEDOKU_ERROR_OPTION)?,
    };
    if options.reserved != [0; 4] {
        return Err(LANEDOKU_ERROR_OPTION);
    }
    let mut asked = Solver::builder();
    match options.order {
        LANEDOKU_ORDER_CONSTRAINED => {}
        LANEDOKU_ORDER_ROWS => asked = asked.order(Order::Rows),
        _ => return Err(LANEDOKU_ERROR_OPTION),
    }
    match options.engine {
        LANEDOKU_ENGINE_BEST => {}
        LANEDOKU_ENGINE_SIMD => asked = asked.engine(Engine::Simd),
        LANEDOKU_ENGINE_BACKTRACK => asked = asked.engine(Engine::Backtrack),
        LANEDOKU_ENGINE_PROPAGATE => asked = asked.engine(Engine::Propagate),
        _ => return Err(LANEDOKU_ERROR_OPTION),
    }
    let format = match options.cells {
        LANEDOKU_CELLS_TEXT => CellFormat::Text,
        LANEDOKU_CELLS_DIGITS => CellFormat::Digits,
        _ => return Err(LANEDOKU_ERROR_OPTION),
    };
    let any_solution = match options.any_solution {
        0 => false,
        1 => true,
        _ => return Err(LANEDOKU_ERROR_OPTION),
    };
    if options.kernel != LANEDOKU_KERNEL_BEST {
        asked = asked.kernel(kernel_of(options.kernel)?);
    }
    if options.step_limit != 0 {
        asked = asked.step_limit(options.step_limit);
    }
    match asked.build() {
        Ok(solver) => Ok(Settings { solver: solver.with_any_solution(any_solution), size, format }),
        Err(BuildError::Kernel(_)) => Err(LANEDOKU_ERROR_KERNEL),
        Err(_) => Err(LANEDOKU_ERROR_OPTION),
    }
}

/// The kernel of that number.
pub(crate) fn kernel_of(number: lanedoku_kernel) -> Checked<Kernel> {
    let kernel = Kernel::ALL.into_iter().find(|&kernel| kernel as lanedoku_kernel == number);
    kernel.ok_or(LANEDOKU_ERROR_OPTION)
}

/// Where solutions go: nowhere if null, otherwise to a place with room for one.
///
/// # Errors
///
/// As for [`check_buffer`].
pub(crate) fn check_solution(pointer: *mut c_char, length: usize, size: Size) -> Checked<()> {
    check_buffer(pointer, length, size.cells())
}

/// Where a text goes: nowhere if null, otherwise to a place with room for `least` bytes.
///
/// # Errors
///
/// The status for a null pointer with a length, or for a length less than `least` or more than any object has.
pub(crate) fn check_buffer(pointer: *mut c_char, length: usize, least: usize) -> Checked<()> {
    match (pointer.is_null(), length) {
        (true, 0) => Ok(()),
        (true, _) => Err(LANEDOKU_ERROR_NULL),
        (false, _) if length < least || length > isize::MAX as usize => Err(LANEDOKU_ERROR_SIZE),
        (false, _) => Ok(()),
    }
}

/// Writes `value` where the caller wants it, if anywhere.
///
/// # Safety
///
/// `place` is null or can be written.
pub(crate) unsafe fn write<T>(place: *mut T, value: T) {
    if !place.is_null() {
        // SAFETY: not null, so it can be written, by the caller's promise.
        unsafe { place.write(value) };
    }
}

/// Copies `line` to where the caller wants it, if anywhere.
///
/// # Safety
///
/// `place` is null, or `line.len()` bytes behind it can be written and are not part of `line`.
pub(crate) unsafe fn copy_out(line: &[u8], place: *mut c_char) {
    if !place.is_null() {
        // SAFETY: not null, so the bytes can be written, by the caller's promise.
        unsafe { line.as_ptr().copy_to_nonoverlapping(place.cast(), line.len()) };
    }
}
