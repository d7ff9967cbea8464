//! A count in parts, whose progress is known.
//!
//! The cell with the fewest candidates, at least two, is filled with each of them in turn; and so on below each of
//! these boards, until a board is a small share of the whole. Such a board is a part. The engine counts its solutions,
//! whatever engine it is.
//!
//! ```text
//!               whole = 1
//!           /       |       \
//!         1/3      1/3      1/3          a cell with three candidates
//!        (done)   /   \                  a cell with two
//!               1/6   1/6
//!              (done)  the part that is running:  1/3 + 1/6 are done
//! ```
//!
//! The shares are integers that add up, so that the sum never falls and ends at exactly one.

use crate::{AnyBoard, Size};

/// The share of the whole.
const WHOLE: u64 = 1 << 56;

/// A board with a smaller share is not divided further.
const SMALL: u64 = WHOLE / 256;

/// The most cells that are filled: each divides a share by two or more, perhaps with a remainder.
const MOST_LEVELS: usize = 16;

/// A cell that is filled with each of its candidates in turn.
#[derive(Clone, Copy, Debug)]
struct DividedCell {
    cell: u16,
    /// The candidates that are left to try, as bits.
    left: u32,
    /// The number of all candidates.
    candidates: u32,
    /// The share of the board above.
    share: u64,
}

impl DividedCell {
    /// The share of the first `count` candidates.
    const fn share_of(&self, count: u32) -> u64 {
        let all = if self.candidates == 0 { 1 } else { self.candidates as u64 };
        self.share * count as u64 / all
    }

    /// The number of candidates that have been counted. Another one is running.
    const fn done(&self) -> u32 {
        self.candidates.saturating_sub(self.left.count_ones() + 1)
    }
}

/// Boards that divide the solutions of a puzzle among them: some hundred, each the puzzle with further digits. They can
/// be counted one after another, or by several threads.
///
/// ```
/// use lanedoku::{Board4x4, CountParts, Solver};
///
/// let mut solutions = 0;
/// for part in CountParts::new(&Board4x4::EMPTY) {
///     solutions += Solver::new().count(&Board4x4::try_from(&part)?, u64::MAX).solutions;
/// }
/// assert_eq!(solutions, 288);
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
#[derive(Clone, Debug)]
pub struct CountParts {
    is_divided: bool,
    /// Whether no part has been returned yet.
    is_new: bool,
    /// The clues, with the digits of the part that is running.
    board: AnyBoard,
    levels: [DividedCell; MOST_LEVELS],
    depth: usize,
}

impl CountParts {
    /// Divides a count. There is always at least one part, perhaps without a solution.
    pub fn new(puzzle: impl Into<AnyBoard>) -> Self {
        let level = DividedCell { cell: 0, left: 0, candidates: 0, share: 0 };
        CountParts {
            is_divided: true,
            is_new: true,
            board: puzzle.into(),
            levels: [level; MOST_LEVELS],
            depth: 0,
        }
    }

    /// Ends the division.
    pub(super) const fn clear(&mut self) {
        self.is_divided = false;
    }

    /// A count that is not divided.
    pub(super) fn none() -> Self {
        CountParts { is_divided: false, ..Self::new(AnyBoard::empty(Size::Four)) }
    }

    pub(super) const fn is_divided(&self) -> bool {
        self.is_divided
    }

    /// Returns how much of the whole lies in the parts before the last one that was returned, from 0 to 1. Each
    /// candidate of a cell has the same share.
    pub fn progress(&self) -> f64 {
        let levels = self.levels.iter().take(if self.is_divided { self.depth } else { 0 });
        let done: u64 = levels.map(|level| level.share_of(level.done())).sum();
        done as f64 / WHOLE as f64
    }

    /// Fills the cell of a level with its next candidate. If there is none, opens it and returns false.
    fn fill(&mut self, depth: usize) -> bool {
        let level = &mut self.levels[depth % MOST_LEVELS];
        let digit = if level.left == 0 { 0 } else { level.left.trailing_zeros() as u8 };
        level.left &= level.left.wrapping_sub(1);
        if let Some(cell) = self.board.digits_mut().get_mut(usize::from(level.cell)) {
            *cell = digit;
        }
        digit > 0
    }

    /// Divides the board until it is a part.
    fn descend(&mut self) {
        let mut share = match self.depth.checked_sub(1) {
            Some(above) => {
                let level = &self.levels[above % MOST_LEVELS];
                level.share_of(level.done() + 1) - level.share_of(level.done())
            }
            None => WHOLE,
        };
        while share > SMALL && self.depth < MOST_LEVELS {
            let Some((cell, left)) = self.cell_to_fill() else { return };
            let level = DividedCell { cell, left, candidates: left.count_ones(), share };
            share = level.share_of(1);
            self.levels[self.depth % MOST_LEVELS] = level;
            self.fill(self.depth);
            self.depth += 1;
        }
    }

    /// The cell with the fewest candidates, at least two, and its candidates: bit `d` for digit `d`. `None` if there is
    /// no such cell, or if another cell has no candidate.
    fn cell_to_fill(&self) -> Option<(u16, u32)> {
        let (side, size) = (self.board.size().side(), self.board.size());
        let mut taken = [[0_u32; 32]; 3];
        for (cell, &digit) in self.board.digits().iter().enumerate() {
            for (kind, unit) in taken.iter_mut().zip(size.row_column_box(cell)) {
                kind[unit % 32] |= 1 << (digit % 32);
            }
        }
        let digits = ((1_u32 << (side % 31)) - 1) << 1;
        let mut found: Option<(u16, u32)> = None;
        for (cell, _) in self.board.digits().iter().enumerate().filter(|&(_, &digit)| digit == 0) {
            let units = taken.iter().zip(size.row_column_box(cell));
            let left = digits & !units.fold(0, |taken, (kind, unit)| taken | kind[unit % 32]);
            if left == 0 {
                return None;
            }
            let fewest = found.map_or(u32::MAX, |(_, left)| left.count_ones());
            if left.count_ones() > 1 && left.count_ones() < fewest {
                found = Some((cell as u16, left));
            }
        }
        found
    }
}

impl Iterator for CountParts {
    type Item = AnyBoard;

    fn next(&mut self) -> Option<AnyBoard> {
        if core::mem::take(&mut self.is_new) {
            self.descend();
            return Some(self.board);
        }
        while let Some(above) = self.depth.checked_sub(1) {
            if self.fill(above) {
                self.descend();
                return Some(self.board);
            }
            self.depth = above;
        }
        None
    }
}
