//! Locked candidates: pointing and claiming.

use super::cells::{BOXES, COLUMNS, CellMask, ROWS, UNIT_CELLS, cells_of, each, members};
use super::{PencilMarks, Step, StepVisitor, Technique};

/// The boxes that point at columns, and those that point at rows.
const POINTING: [(usize, usize); 2] = [(BOXES, COLUMNS), (BOXES, ROWS)];
/// The columns and the rows that claim a box.
const CLAIMING: [(usize, usize); 2] = [(COLUMNS, BOXES), (ROWS, BOXES)];

/// Finds a box whose candidates of a digit are in one row or column.
pub(super) fn pointing(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    find(marks, POINTING, |locked| visit(locked.eliminating(Technique::Pointing, 26)))
}

/// Finds a row or column whose candidates of a digit are in one box.
pub(super) fn claiming(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    find(marks, CLAIMING, |locked| visit(locked.eliminating(Technique::Claiming, 28)))
}

/// Finds pointing that leaves a hidden single in another box.
pub(super) fn direct_pointing(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    find(marks, POINTING, |locked| locked.leaving_single(marks, (Technique::DirectPointing, 17), visit))
}

/// Finds claiming that leaves a hidden single in another row or column.
pub(super) fn direct_claiming(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    find(marks, CLAIMING, |locked| locked.leaving_single(marks, (Technique::DirectClaiming, 19), visit))
}

/// A digit of which all candidates in one unit, the base, are in another, the cover.
struct Locked {
    /// From 0.
    digit: usize,
    base: usize,
    cover: usize,
    /// The candidates of the digit in the base.
    inside: CellMask,
    /// The candidates in the rest of the cover.
    outside: CellMask,
}

/// Finds the first locked candidates that are of use, for bases and covers of these kinds.
fn find(
    marks: &PencilMarks,
    kinds: [(usize, usize); 2],
    mut step: impl FnMut(Locked) -> Option<Step>,
) -> Option<Step> {
    kinds.into_iter().find_map(|(bases, covers)| {
        members(digits_of_use(marks, bases, covers)).find_map(|digit| {
            let places = marks.places().get(digit)?;
            (bases..bases + 9).find_map(|base| {
                let positions = marks.positions(base)[digit];
                let cover = covers + cover_of(positions, base - bases, bases, covers)?;
                let [base_cells, cover_cells] = [base, cover].map(cells_of);
                let (inside, outside) = (places & base_cells, places & cover_cells & !base_cells);
                let is_useful = inside & (inside.wrapping_sub(1)) != 0 && outside != 0;
                is_useful.then(|| step(Locked { digit, base, cover, inside, outside })).flatten()
            })
        })
    })
}

/// For the places of a digit in a box: the rows of the box that have some, and above them the columns.
const OCCUPIED: [u8; 512] = {
    let (mut occupied, mut places) = ([0; 512], 0);
    while places < 512 {
        let mut part = 0;
        while part < 3 {
            let (in_row, in_column) = (places >> (3 * part) & 0b111, places >> part & 0b001_001_001);
            occupied[places] |= ((in_row != 0) as u8) << part | ((in_column != 0) as u8) << (3 + part);
            part += 1;
        }
        places += 1;
    }
    occupied
};

/// For three boxes side by side, which of their three lines have places of a digit, three bits a box: whether a box
/// points at a line with others (bit 0), and whether a line claims a box with others (bit 1).
const OF_USE: [u8; 512] = {
    const fn has_one(bits: usize) -> bool {
        bits.count_ones() == 1
    }
    let (mut of_use, mut occupied) = ([0; 512], 0);
    while occupied < 512 {
        let mut bit = 0;
        while bit < 9 {
            let (own_box, line) = (occupied >> (bit / 3 * 3) & 0b111, occupied >> (bit % 3) & 0b001_001_001);
            if occupied >> bit & 1 == 1 && has_one(own_box) != has_one(line) {
                of_use[occupied] |= if has_one(own_box) { 1 } else { 2 };
            }
            bit += 1;
        }
        occupied += 1;
    }
    of_use
};

/// Returns the digits with locked candidates that are of use, for bases and covers of these kinds. There are few, so
/// that the search for them by table saves most of the time.
fn digits_of_use(marks: &PencilMarks, bases: usize, covers: usize) -> u16 {
    let (is_columns, is_claiming) = (bases == COLUMNS || covers == COLUMNS, covers == BOXES);
    let (first, next, shift) = if is_columns { (1, 3, 3) } else { (3, 1, 0) };
    (0..9).fold(0, |digits, digit| {
        let is_of_use = (0..3).any(|group| {
            let occupied = (0..3).fold(0, |occupied, number| {
                let places = marks.positions(BOXES + group * first + number * next)[digit % 16];
                let own = usize::from(OCCUPIED[usize::from(places) % 512] >> shift & 0b111);
                occupied | own << (3 * number)
            });
            OF_USE[occupied % 512] >> u8::from(is_claiming) & 1 == 1
        });
        digits | u16::from(is_of_use) << digit
    })
}

/// Returns the number among its kind of the unit that has all positions of a base, if one has.
fn cover_of(positions: u16, base: usize, bases: usize, covers: usize) -> Option<usize> {
    // In a box, three positions in a row are a row, and every third is in a column. Of a row or column, three are in a
    // box.
    let part = (0..3).find(|part| {
        let inside = if covers == COLUMNS { 0b001_001_001 << part } else { 0b111 << (3 * part) };
        positions & !inside == 0
    })?;
    Some(match (bases, covers) {
        (BOXES, COLUMNS) => base % 3 * 3 + part,
        (COLUMNS, _) => part * 3 + base / 3,
        _ => base / 3 * 3 + part,
    })
}

impl Locked {
    fn step(&self, technique: Technique, level: u8) -> Step {
        let step = Step::new(technique, level).with_unit(self.base).with_unit(self.cover);
        step.decided_by(self.inside, 1 << (self.digit % 16))
    }

    fn eliminating(&self, technique: Technique, level: u8) -> Step {
        self.step(technique, level).removing(self.outside, 1 << (self.digit % 16))
    }

    /// Visits the steps of other units of the base's kind that keep one candidate of several. Each places this one, and
    /// removes nothing, as the judge does.
    fn leaving_single(
        &self,
        marks: &PencilMarks,
        (technique, level): (Technique, u8),
        visit: &mut StepVisitor,
    ) -> Option<Step> {
        let kind = self.base / 9 * 9;
        let places = marks.places().get(self.digit)?;
        UNIT_CELLS.get(kind..kind + 9)?.iter().find_map(|cells| {
            let (all, left) = (places & cells, places & cells & !self.outside);
            let is_single = all != left && left.is_power_of_two();
            let cell = each(left).next().filter(|_| is_single)?;
            visit(self.step(technique, level).placing(cell, self.digit))
        })
    }
}
