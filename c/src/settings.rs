//! Decodes the options of a call.

use lanedoku::{AnyBoard, AnyPuzzle, Board, BuildError, Engine, Kernel, Order, Size, Solver};

use crate::arguments::{BufferArgument, Checked, TextArgument, structure};
use crate::puzzle::PuzzleForm;
use crate::types::*;

/// Calls a function that is generic over the number of cells, for boards of the given size. Without the feature
/// `all_sizes`, each is 9x9: [`settings()`] refuses the others.
macro_rules! for_size {
    ($size:expr, $function:ident $arguments:tt) => {
        match $size {
            #[cfg(feature = "all_sizes")]
            lanedoku::Size::Four => $function::<16> $arguments,
            #[cfg(feature = "all_sizes")]
            lanedoku::Size::Sixteen => $function::<256> $arguments,
            #[cfg(feature = "all_sizes")]
            lanedoku::Size::TwentyFive => $function::<625> $arguments,
            _ => $function::<81> $arguments,
        }
    };
}
pub(crate) use for_size;

/// Calls a function that is generic over the number of cells and the form of the puzzle.
macro_rules! for_puzzle {
    ($settings:expr, $function:ident $arguments:tt) => {
        match $settings.size {
            _ if $settings.is_candidates => $function::<81, [u16; 81]> $arguments,
            #[cfg(feature = "all_sizes")]
            lanedoku::Size::Four => $function::<16, lanedoku::Board<16>> $arguments,
            #[cfg(feature = "all_sizes")]
            lanedoku::Size::Sixteen => $function::<256, lanedoku::Board<256>> $arguments,
            #[cfg(feature = "all_sizes")]
            lanedoku::Size::TwentyFive => $function::<625, lanedoku::Board<625>> $arguments,
            _ => $function::<81, lanedoku::Board<81>> $arguments,
        }
    };
}
pub(crate) use for_puzzle;

/// The decoded options.
pub(crate) struct Settings {
    solver: Solver,
    pub(crate) size: Size,
    pub(crate) format: CellFormat,
    /// Whether puzzles are candidates: masks with digits as solutions, or text with text.
    pub(crate) is_candidates: bool,
}

impl Settings {
    /// Returns the solver. Without the feature `all_sizes`, the compiler sees which engine it has, and leaves out the
    /// others.
    #[inline]
    pub(crate) const fn solver(&self) -> Solver {
        if cfg!(feature = "all_sizes") { self.solver } else { self.solver.with_simd() }
    }

    /// Returns the settings, without a limit on steps.
    pub(crate) fn without_limit(self) -> Self {
        Settings { solver: self.solver.with_step_limit(u64::MAX), ..self }
    }

    /// Returns the settings, if puzzles are boards.
    pub(crate) fn of_boards(self) -> Checked<Self> {
        if self.is_candidates { Err(LANEDOKU_ERROR_OPTION) } else { Ok(self) }
    }

    /// Returns the settings, if puzzles are 9x9.
    pub(crate) fn of_nine(self) -> Checked<Self> {
        if self.size == Size::Nine { Ok(self) } else { Err(LANEDOKU_ERROR_OPTION) }
    }

    /// Reads a puzzle of any size and form. Returns `None` if it is not a puzzle.
    pub(crate) fn read(&self, text: TextArgument) -> Option<AnyPuzzle> {
        for_puzzle!(self, read_form(self.format, text))
    }

    /// Returns the settings, if puzzles are 9x9 boards.
    pub(crate) fn of_nine_boards(self) -> Checked<Self> {
        self.of_nine()?.of_boards()
    }
}

fn read_form<const CELLS: usize, P: PuzzleForm<CELLS>>(
    format: CellFormat,
    text: TextArgument,
) -> Option<AnyPuzzle> {
    P::of(format, text).map(P::into)
}

/// The representation of the cells of boards.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum CellFormat {
    Text,
    Digits,
}

impl CellFormat {
    /// Returns the cells of a board.
    pub(crate) fn cells<const CELLS: usize>(self, board: &Board<CELLS>) -> [u8; CELLS] {
        match self {
            CellFormat::Digits => *board.digits(),
            CellFormat::Text => board.to_line(),
        }
    }

    /// Writes the cells of a board of any size.
    pub(crate) fn write_cells(self, board: &AnyBoard, place: BufferArgument) {
        let mut cells = [0; 625];
        let cells = cells.get_mut(..board.digits().len()).unwrap_or_default();
        for (cell, (&digit, character)) in cells.iter_mut().zip(board.digits().iter().zip(board.characters()))
        {
            *cell = if self == CellFormat::Digits { digit } else { character };
        }
        place.write(cells);
    }

    /// Writes a solution.
    #[inline]
    pub(crate) fn write_solution<const CELLS: usize>(self, solution: &Board<CELLS>, place: BufferArgument) {
        place.write(&match self {
            // A solution has no open cell, and for digits up to 9 a digit and its character differ by a constant.
            CellFormat::Text if CELLS <= 81 => solution.digits().map(|digit| digit.wrapping_add(b'0')),
            _ => self.cells(solution),
        });
    }
}

/// Decodes the options.
///
/// # Safety
///
/// `options` is null or points to options that can be read.
#[inline]
pub(crate) unsafe fn settings(options: *const lanedoku_options) -> Checked<Settings> {
    // SAFETY: the options consist of integers, so any bytes are valid.
    match unsafe { structure(options) } {
        Some(options) => decode(options),
        None => {
            let solver = Solver::new();
            Ok(Settings { solver, size: Size::Nine, format: CellFormat::Text, is_candidates: false })
        }
    }
}

#[inline(never)]
fn decode(options: lanedoku_options) -> Checked<Settings> {
    let size = match options.side {
        0 => Size::Nine,
        side => Size::from_side(side as usize)
            .filter(|&size| cfg!(feature = "all_sizes") || size == Size::Nine)
            .ok_or(LANEDOKU_ERROR_OPTION)?,
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
        // Boards other than 9x9 go to the other engines, which are left out with them.
        Ok(solver) if !cfg!(feature = "all_sizes") && solver.engine() != Engine::Simd => {
            Err(LANEDOKU_ERROR_OPTION)
        }
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
