//! The forms of a puzzle.

use crate::batch::Puzzles;
use crate::grade::GradedPuzzle;
use crate::single::Start;
use crate::{AnyBoard, Board, Engine, Size, Solver};

/// A puzzle in a form that a [`Solver`] takes:
///
/// - A [`Board`], or an [`AnyBoard`]: its clues.
/// - `[u16; 81]`: pencil marks, the candidates of the 81 cells of a 9x9 board, row by row, bit `d - 1` for digit `d`.
///   Higher bits are ignored. Any candidates are valid, so the status is never
///   [`Status::Invalid`](crate::Status::Invalid). They always go to [`Engine::Simd`]; the other engines start from
///   clues. [`parse_candidates`](crate::parse_candidates) reads them from a text.
/// - An [`AnyPuzzle`]: any of these.
///
/// ```
/// use lanedoku::{Grid, Solver, Status};
///
/// assert_eq!(Solver::new().solve(&Grid::EMPTY).status, Status::Multiple);
/// // Only the digits 1 to 5 in the first five columns.
/// let candidates: [u16; 81] =
///     std::array::from_fn(|cell| if cell % 9 < 5 { 0b0_0001_1111 } else { 0b1_1111_1111 });
/// assert_eq!(Solver::new().solve(&candidates).status, Status::NoSolution); // nine digits fill a box
/// ```
pub trait Puzzle: SearchForm {}

impl<const CELLS: usize> Puzzle for Board<CELLS> {}
impl Puzzle for AnyBoard {}
impl Puzzle for [u16; 81] {}
impl Puzzle for AnyPuzzle {}

/// A [`Puzzle`] whose type contains its size: a [`Board`], or pencil marks. So the type of its solution is known.
pub trait SizedPuzzle<const CELLS: usize = 81>: Puzzle + SizedForm<CELLS> {}

impl<const CELLS: usize> SizedPuzzle<CELLS> for Board<CELLS> {}
impl SizedPuzzle for [u16; 81] {}

/// A puzzle of any form and size, for programs that learn both at run time.
///
/// ```
/// use lanedoku::{AnyBoard, AnyPuzzle, Search, Solver, Status};
///
/// let puzzles = [AnyPuzzle::Board(AnyBoard::parse(b"1..4.........32.")?), AnyPuzzle::Candidates([0x1ff; 81])];
/// let mut search = Search::boxed();
/// let statuses = puzzles.map(|puzzle| {
///     Solver::new().begin_solve(&puzzle, &mut search);
///     search.run(u64::MAX);
///     search.status()
/// });
/// assert_eq!(statuses, [Status::Unique, Status::Multiple]);
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
#[allow(clippy::large_enum_variant, reason = "the library does not allocate")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AnyPuzzle {
    /// The clues of a board.
    Board(AnyBoard),
    /// Pencil marks, as in a [`Puzzle`].
    Candidates([u16; 81]),
}

impl AnyPuzzle {
    /// Returns the size of the board.
    pub const fn size(&self) -> Size {
        match self {
            AnyPuzzle::Board(board) => board.size(),
            AnyPuzzle::Candidates(_) => Size::Nine,
        }
    }

    /// Returns the clues of a board, or `None` for pencil marks.
    pub const fn board(&self) -> Option<&AnyBoard> {
        match self {
            AnyPuzzle::Board(board) => Some(board),
            AnyPuzzle::Candidates(_) => None,
        }
    }

    /// Returns the clues of a board of the size of `CELLS`, or `None` for another size and for pencil marks.
    pub fn sized<const CELLS: usize>(&self) -> Option<Board<CELLS>> {
        self.board().and_then(|board| board.try_into().ok())
    }
}

impl<const CELLS: usize> From<Board<CELLS>> for AnyPuzzle {
    fn from(board: Board<CELLS>) -> Self {
        AnyPuzzle::Board(board.into())
    }
}

impl From<[u16; 81]> for AnyPuzzle {
    fn from(candidates: [u16; 81]) -> Self {
        AnyPuzzle::Candidates(candidates)
    }
}

/// What a search asks a puzzle. No other crate can implement it.
pub trait SearchForm {
    /// The size of the board.
    fn form_size(&self) -> Size;

    /// The start of a search with the SIMD engine, if the solver takes it for this puzzle.
    fn simd_start(&self, solver: &Solver) -> Option<Start<'_>>;

    /// The clues, 0 for an open cell, if there are any.
    fn clues(&self) -> Option<&[u8]>;

    /// Whether two equal clues share a unit.
    fn collides(&self) -> bool;
}

/// The start of a search with the SIMD engine, if the solver takes it for these clues.
#[inline]
fn start_of<'a>(clues: &'a [u8], solver: &Solver) -> Option<Start<'a>> {
    match clues.try_into() {
        Ok(clues) if solver.engine() == Engine::Simd => Some(Start::Clues(clues)),
        _ => None,
    }
}

impl<const CELLS: usize> SearchForm for Board<CELLS> {
    #[inline(always)]
    fn form_size(&self) -> Size {
        Self::SIZE
    }

    #[inline]
    fn simd_start(&self, solver: &Solver) -> Option<Start<'_>> {
        start_of(self.digits(), solver)
    }

    #[inline]
    fn clues(&self) -> Option<&[u8]> {
        Some(self.digits())
    }

    fn collides(&self) -> bool {
        self.has_collision()
    }
}

impl SearchForm for AnyBoard {
    fn form_size(&self) -> Size {
        self.size()
    }

    fn simd_start(&self, solver: &Solver) -> Option<Start<'_>> {
        start_of(self.digits(), solver)
    }

    fn clues(&self) -> Option<&[u8]> {
        Some(self.digits())
    }

    fn collides(&self) -> bool {
        self.has_collision()
    }
}

impl SearchForm for [u16; 81] {
    fn form_size(&self) -> Size {
        Size::Nine
    }

    fn simd_start(&self, _: &Solver) -> Option<Start<'_>> {
        Some(Start::Candidates(self))
    }

    fn clues(&self) -> Option<&[u8]> {
        None
    }

    fn collides(&self) -> bool {
        false
    }
}

impl SearchForm for AnyPuzzle {
    fn form_size(&self) -> Size {
        self.size()
    }

    fn simd_start(&self, solver: &Solver) -> Option<Start<'_>> {
        match self {
            AnyPuzzle::Board(board) => board.simd_start(solver),
            AnyPuzzle::Candidates(candidates) => candidates.simd_start(solver),
        }
    }

    fn clues(&self) -> Option<&[u8]> {
        self.board().map(AnyBoard::digits)
    }

    fn collides(&self) -> bool {
        self.board().is_some_and(AnyBoard::has_collision)
    }
}

/// What a solver asks a puzzle of known size. No other crate can implement it.
pub trait SizedForm<const CELLS: usize>: Sized {
    /// The puzzles of a batch, if they are 9x9 puzzles.
    fn of_nine(puzzles: &[Self]) -> Option<Puzzles<'_>>;

    /// Whether a digit in a cell, 0 for an open one, agrees with the puzzle.
    fn admits(&self, cell: usize, digit: u8) -> bool;
}

impl<const CELLS: usize> SizedForm<CELLS> for Board<CELLS> {
    fn of_nine(puzzles: &[Self]) -> Option<Puzzles<'_>> {
        if CELLS != 81 {
            return None;
        }
        // SAFETY: a `Board<CELLS>` is a transparent wrapper of `[u8; CELLS]`, and `CELLS` is 81. Pointer and length
        // come from the slice.
        let digits = unsafe { core::slice::from_raw_parts(puzzles.as_ptr().cast(), puzzles.len()) };
        Some(Puzzles::of_digits(digits))
    }

    #[inline(always)]
    fn admits(&self, cell: usize, digit: u8) -> bool {
        GradedPuzzle::admits(self.digits(), cell, digit)
    }
}

impl SizedForm<81> for [u16; 81] {
    fn of_nine(puzzles: &[Self]) -> Option<Puzzles<'_>> {
        Some(Puzzles::Candidates(puzzles))
    }

    #[inline(always)]
    fn admits(&self, cell: usize, digit: u8) -> bool {
        GradedPuzzle::admits(self, cell, digit)
    }
}
