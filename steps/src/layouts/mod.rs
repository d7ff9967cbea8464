//! Steps on boards of any layout: singles, locked candidates, subsets and fish.
//!
//! The rules are those of 9x9 boards, in which a unit is any row, column, region or further house. Only where a unit
//! has as many cells as there are digits, it must have each of them: hidden singles, locked candidates, hidden subsets
//! and the lines of fish need this. That no digit repeats, on which naked subsets rest, holds in smaller houses, too.

use core::ops::Range;

use lanedoku::{Layout, Unit};

use super::cells::PlaceSet;
use super::{Difficulty, TechniqueOrder, TechniqueSet};

mod find;
mod step;
mod text;

pub use step::{LayoutMarks, LayoutStep};

/// The cells of the largest board.
const MOST_CELLS: usize = 25 * 25;
/// The places of a unit and the numbers of units, 25 and 107 at most, up to powers of two, so that a masked index
/// cannot miss.
const PLACE_SLOTS: usize = 32;
const UNIT_SLOTS: usize = 128;

/// A set of units: bit `u` for unit `u`.
type UnitMask = u128;

/// How the units of a board are numbered: regions, columns and rows, in the order of the scale, then the houses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct UnitNumbers {
    /// The cells of a row.
    side: u8,
    has_boxes: bool,
}

impl UnitNumbers {
    /// At least 1, so that the compiler sees that no division by it fails.
    fn side(self) -> usize {
        usize::from(self.side.max(1))
    }

    fn regions(self) -> Range<usize> {
        0..self.side()
    }

    fn columns(self) -> Range<usize> {
        self.side()..2 * self.side()
    }

    fn rows(self) -> Range<usize> {
        2 * self.side()..3 * self.side()
    }

    fn unit(self, number: usize) -> Unit {
        let index = number % self.side();
        match number / self.side() {
            0 if self.has_boxes => Unit::Box(index),
            0 => Unit::Region(index),
            1 => Unit::Column(index),
            2 => Unit::Row(index),
            _ => Unit::House(number - 3 * self.side()),
        }
    }
}

/// The units of a set, in ascending order.
fn units_in(mut units: UnitMask) -> impl Iterator<Item = usize> + Clone {
    core::iter::from_fn(move || {
        let first = units.trailing_zeros() as usize;
        units &= units.wrapping_sub(1);
        (first < UNIT_SLOTS).then_some(first)
    })
}

/// Finds the steps of a person on boards of a [`Layout`], the easiest first. It knows [singles, locked candidates,
/// subsets and fish](Self::TECHNIQUES); their levels are those of 9x9 boards. It has some 20 KiB of tables, which are
/// made once.
///
/// ```
/// use lanedoku::Layout;
/// use lanedoku_steps::LayoutExplainer;
///
/// let layout: Layout = "6x6".parse()?;
/// let mut clues = [0; 36];
/// layout.read(b".2...441........16.....35....2....3.", &mut clues).unwrap();
/// let explainer = LayoutExplainer::new(&layout);
/// let mut marks = explainer.marks(&clues).unwrap();
/// let step = explainer.next_step(&marks).unwrap();
/// assert_eq!(step.to_string(), "Hidden single: in box 2, 1 has one cell, r1c4.");
/// marks.apply(&step);
/// # Ok::<(), lanedoku::LayoutError>(())
/// ```
#[derive(Clone)]
pub struct LayoutExplainer {
    numbers: UnitNumbers,
    /// The number of units.
    units: usize,
    /// The number of cells of each unit.
    counts: [u8; UNIT_SLOTS],
    /// The cells of each unit in ascending order.
    members: [[u16; PLACE_SLOTS]; UNIT_SLOTS],
    /// The units of each cell: cells see each other if they have one in common.
    units_of: [UnitMask; MOST_CELLS],
    techniques: TechniqueSet,
}

impl LayoutExplainer {
    /// The techniques that it knows: full houses, hidden and naked singles, pointing and claiming, naked and hidden
    /// pairs, triples and quads, X-wings, swordfish and jellyfish.
    ///
    /// Pointing starts from a region, claiming from any other unit: all candidates of a digit there are seen by a cell
    /// outside, which cannot have it then.
    pub const TECHNIQUES: TechniqueSet = TechniqueSet::of(&find::IN_ORDER);

    /// Creates an explainer of boards of a layout.
    pub fn new(layout: &Layout) -> Self {
        let side = layout.side();
        let mut explainer = LayoutExplainer {
            numbers: UnitNumbers { side: side as u8, has_boxes: layout.box_shape().is_some() },
            units: 3 * side + layout.houses(),
            counts: [0; UNIT_SLOTS],
            members: [[0; PLACE_SLOTS]; UNIT_SLOTS],
            units_of: [0; MOST_CELLS],
            techniques: Self::TECHNIQUES,
        };
        for cell in 0..layout.cells() {
            for unit in layout.units_of(cell) {
                explainer.add(
                    cell,
                    match unit {
                        Unit::Box(region) | Unit::Region(region) => region,
                        Unit::Column(column) => side + column,
                        Unit::Row(row) => 2 * side + row,
                        Unit::House(house) => 3 * side + house,
                    },
                );
            }
            layout.houses_of(cell).members().for_each(|house| explainer.add(cell, 3 * side + house));
        }
        explainer
    }

    /// Adds a cell to a unit.
    fn add(&mut self, cell: usize, unit: usize) {
        let (count, members) = (&mut self.counts[unit % UNIT_SLOTS], &mut self.members[unit % UNIT_SLOTS]);
        members[usize::from(*count) % PLACE_SLOTS] = cell as u16;
        *count += 1;
        if let Some(units) = self.units_of.get_mut(cell) {
            *units |= 1 << (unit % UNIT_SLOTS);
        }
    }

    /// Chooses the techniques. Those that are not [of layouts](Self::TECHNIQUES) are left out.
    pub const fn set_techniques(&mut self, techniques: TechniqueSet) {
        self.techniques = techniques.and(Self::TECHNIQUES);
    }

    /// Creates the board with these digits, a digit for each cell, row by row, with 0 for an open cell: with each digit
    /// as a candidate that no other excludes. `None` if two equal digits share a unit, and if they are not a board of
    /// the layout.
    pub fn marks(&self, clues: &[u8]) -> Option<LayoutMarks> {
        let cells = self.numbers.side() * self.numbers.side();
        let mut marks = LayoutMarks::new(self.numbers.side());
        for (cell, &clue) in clues.iter().enumerate().filter(|(_, clue)| **clue > 0) {
            // Equal digits before it have removed the candidate.
            let digit = usize::from(clue - 1);
            if digit >= self.numbers.side() || marks.candidates_of(cell) & u32::of(digit) == 0 {
                return None;
            }
            marks.place(cell, clue, self.seen_by(cell));
        }
        (clues.len() == cells).then_some(marks)
    }

    /// Returns how hard a puzzle is. Its hardest technique is [`NeedsMore`](crate::Technique::NeedsMore) if the steps
    /// end before it is solved, as they do if it has no solution, or several: nobody looks for these here, see
    /// [`LayoutSolver`](lanedoku::LayoutSolver). `None` for what is no [board](Self::marks).
    ///
    /// ```
    /// use lanedoku::Layout;
    /// use lanedoku_steps::{LayoutExplainer, Technique};
    ///
    /// let layout: Layout = "6x6+diagonal".parse()?;
    /// let mut clues = [0; 36];
    /// layout.read(b".......6.......4......3.....2.1.....", &mut clues).unwrap();
    /// let explainer = LayoutExplainer::new(&layout);
    /// let difficulty = explainer.difficulty(&clues).unwrap();
    /// assert_eq!((difficulty.hardest, difficulty.level.tenths()), (Some(Technique::Pointing), 26));
    /// let difficulty = explainer.difficulty(&[0; 36]).unwrap();
    /// assert_eq!((difficulty.hardest, difficulty.steps()), (Some(Technique::NeedsMore), 0));
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    pub fn difficulty(&self, clues: &[u8]) -> Option<Difficulty> {
        let mut marks = self.marks(clues)?;
        let mut difficulty = Difficulty::none(TechniqueOrder::Scale);
        while let Some(step) = self.next_step(&marks) {
            difficulty.add(step.technique(), step.level(), step.placement().is_some());
            marks.apply(&step);
        }
        if !marks.is_complete() {
            difficulty.end();
        }
        Some(difficulty)
    }

    /// The cells of a unit, in ascending order.
    fn cells_of(&self, unit: usize) -> impl Iterator<Item = usize> + Clone + '_ {
        let count = usize::from(self.counts[unit % UNIT_SLOTS]);
        self.members[unit % UNIT_SLOTS].iter().take(count).map(|cell| usize::from(*cell))
    }

    /// The cells at some places of a unit.
    fn cells_at(&self, unit: usize, places: u32) -> impl Iterator<Item = usize> + Clone + '_ {
        self.cells_of(unit)
            .enumerate()
            .filter(move |(place, _)| places & u32::of(*place) != 0)
            .map(|(_, cell)| cell)
    }

    /// The units of a cell.
    fn units_of(&self, cell: usize) -> UnitMask {
        self.units_of.get(cell).copied().unwrap_or_default()
    }

    /// Whether two cells share a unit; true for a cell and itself.
    fn sees(&self, one: usize, other: usize) -> bool {
        self.units_of(one) & self.units_of(other) != 0
    }

    /// Whether a unit has as many cells as there are digits, so that it must have each.
    fn has_all_digits(&self, unit: usize) -> bool {
        usize::from(self.counts[unit % UNIT_SLOTS]) == self.numbers.side()
    }

    /// The cells that share a unit with a cell.
    fn seen_by(&self, cell: usize) -> step::SeenCells {
        let others = (0..MOST_CELLS).filter(|other| *other != cell && self.sees(cell, *other));
        others.fold(step::SeenCells::default(), step::SeenCells::with)
    }
}
