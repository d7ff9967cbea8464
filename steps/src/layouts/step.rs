//! The board that a person works on, and a step on it.

use super::super::cells::PlaceSet;
use lanedoku::Unit;

use super::{MOST_CELLS, UnitMask, UnitNumbers, units_in};
use crate::{Level, Technique};

/// The cells that share a unit with one, as bits.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct SeenCells([u64; MOST_CELLS.div_ceil(64)]);

impl SeenCells {
    pub fn with(mut self, cell: usize) -> Self {
        if let Some(bits) = self.0.get_mut(cell / 64) {
            *bits |= 1 << (cell % 64);
        }
        self
    }

    fn contains(&self, cell: usize) -> bool {
        self.0.get(cell / 64).is_some_and(|bits| bits >> (cell % 64) & 1 == 1)
    }
}

/// A board of a [`Layout`](lanedoku::Layout) that a person works on: the digits that are placed, and the candidates of
/// the open cells. [`LayoutExplainer::marks`](crate::LayoutExplainer::marks) creates it.
///
/// ```
/// use lanedoku_steps::LayoutExplainer;
///
/// let explainer = LayoutExplainer::new(&"4x4+diagonal".parse()?);
/// let marks = explainer.marks(&[1, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
/// assert_eq!(marks.candidates()[..4], [0, 0b1110, 0b1010, 0b1010]);
/// assert_eq!(marks.candidates()[15], 0b1110); // The 1 is in its diagonal
/// assert!(!marks.is_complete());
/// assert!(explainer.marks(&[1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1]).is_none());
/// # Ok::<(), lanedoku::LayoutError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutMarks {
    cells: usize,
    digits: [u8; MOST_CELLS],
    candidates: [u32; MOST_CELLS],
}

impl LayoutMarks {
    /// The board of a side without a digit.
    pub(super) fn new(side: usize) -> Self {
        let cells = side * side;
        let mut marks = LayoutMarks { cells, digits: [0; MOST_CELLS], candidates: [0; MOST_CELLS] };
        marks.candidates.iter_mut().take(cells).for_each(|candidates| *candidates = u32::below(side));
        marks
    }

    /// Places a digit, from 1, in a cell, which removes it from the cells that the cell sees.
    pub(super) fn place(&mut self, cell: usize, digit: u8, seen: SeenCells) {
        if let (Some(own), Some(candidates)) = (self.digits.get_mut(cell), self.candidates.get_mut(cell)) {
            (*own, *candidates) = (digit, 0);
        }
        let placed = u32::of(usize::from(digit).wrapping_sub(1));
        let others = self.candidates.iter_mut().enumerate().filter(|(other, _)| seen.contains(*other));
        others.for_each(|(_, candidates)| *candidates &= !placed);
    }

    pub(super) fn candidates_of(&self, cell: usize) -> u32 {
        self.candidates.get(cell).copied().unwrap_or_default()
    }

    /// Removes candidates of a cell: those that a person has ruled out.
    ///
    /// ```
    /// use lanedoku_steps::LayoutExplainer;
    ///
    /// let explainer = LayoutExplainer::new(&"4x4".parse()?);
    /// let mut marks = explainer.marks(&[0; 16]).unwrap();
    /// marks.eliminate(0, 0b1110);
    /// assert_eq!(explainer.next_step(&marks).unwrap().placement(), Some((0, 1)));
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    pub fn eliminate(&mut self, cell: usize, digits: u32) {
        self.candidates.get_mut(cell).into_iter().for_each(|candidates| *candidates &= !digits);
    }

    /// Makes a step of [`next_step`](crate::LayoutExplainer::next_step).
    pub fn apply(&mut self, step: &LayoutStep) {
        for (candidates, removed) in self.candidates.iter_mut().zip(&step.eliminations) {
            *candidates &= !removed;
        }
        if let Some((cell, digit)) = step.placement() {
            self.place(cell, digit, step.seen);
        }
    }

    /// Returns the digit of each cell, 0 for an open cell.
    pub fn digits(&self) -> &[u8] {
        self.digits.get(..self.cells).unwrap_or_default()
    }

    /// Returns the candidates of each cell: bit `d - 1` for digit `d`. A cell with a digit has none.
    pub fn candidates(&self) -> &[u32] {
        self.candidates.get(..self.cells).unwrap_or_default()
    }

    /// Returns whether each cell has a digit. Then no two equal ones share a unit.
    pub fn is_complete(&self) -> bool {
        !self.digits().contains(&0)
    }
}

/// A step on a board of a [`Layout`](lanedoku::Layout): a technique, the candidates that decide it, and its result. As
/// text, it is a sentence with the reason, in which digits from 10 are letters.
///
/// Cells are numbered row by row from 0. Candidates are bits: `d - 1` for digit `d`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayoutStep {
    technique: Technique,
    level: Level,
    pub(super) numbers: UnitNumbers,
    /// The units that the candidates are counted in, and those that have all of them, too.
    pub(super) base: UnitMask,
    pub(super) cover: UnitMask,
    /// The cell and the digit; a digit of 0 for none.
    placement: (usize, u8),
    /// The cells that the placed digit is removed from.
    seen: SeenCells,
    eliminations: [u32; MOST_CELLS],
    deciding: [u32; MOST_CELLS],
}

impl LayoutStep {
    /// Creates a step without a result, of the least level of its technique.
    pub(super) const fn new(technique: Technique, numbers: UnitNumbers, base: UnitMask) -> Self {
        LayoutStep {
            technique,
            level: technique.least(),
            numbers,
            base,
            cover: 0,
            placement: (0, 0),
            seen: SeenCells([0; MOST_CELLS.div_ceil(64)]),
            eliminations: [0; MOST_CELLS],
            deciding: [0; MOST_CELLS],
        }
    }

    pub(super) const fn with_level(self, level: Level) -> Self {
        LayoutStep { level, ..self }
    }

    /// Sets the units that have all candidates of its base.
    pub(super) const fn with_cover(self, cover: UnitMask) -> Self {
        LayoutStep { cover, ..self }
    }

    /// Sets the digit, from 0, that it places, which alone decides.
    pub(super) fn placing(mut self, cell: usize, digit: usize, seen: SeenCells) -> Self {
        (self.placement, self.seen) = ((cell, digit as u8 + 1), seen);
        self.decided_by(cell, u32::of(digit))
    }

    /// Adds candidates of a cell that decide.
    pub(super) fn decided_by(mut self, cell: usize, digits: u32) -> Self {
        self.deciding.get_mut(cell).into_iter().for_each(|own| *own |= digits);
        self
    }

    /// Adds candidates of a cell that it removes.
    pub(super) fn removing(mut self, cell: usize, digits: u32) -> Self {
        self.eliminations.get_mut(cell).into_iter().for_each(|own| *own |= digits);
        self
    }

    fn cells(&self) -> usize {
        self.numbers.side() * self.numbers.side()
    }

    /// Returns the technique.
    pub const fn technique(&self) -> Technique {
        self.technique
    }

    /// Returns the level of the step: that of 9x9 boards.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// Returns the units that the step is about: first those that its candidates are counted in, then, of locked
    /// candidates and fish, those that have all of these, too.
    pub fn units(&self) -> impl Iterator<Item = Unit> {
        let numbers = self.numbers;
        units_in(self.base).chain(units_in(self.cover)).map(move |number| numbers.unit(number))
    }

    /// Returns the cell and the digit, from 1, that the step places.
    pub const fn placement(&self) -> Option<(usize, u8)> {
        match self.placement {
            (_, 0) => None,
            placement => Some(placement),
        }
    }

    /// Returns the candidates of each cell that the step removes, beside those that a placement removes.
    pub fn eliminations(&self) -> &[u32] {
        self.eliminations.get(..self.cells()).unwrap_or_default()
    }

    /// Returns the candidates of each cell that decide the step: the pattern.
    pub fn deciding(&self) -> &[u32] {
        self.deciding.get(..self.cells()).unwrap_or_default()
    }
}
