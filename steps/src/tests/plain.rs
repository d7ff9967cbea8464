//! Some techniques by their definitions, cell by cell, in the order of the scale.

use core::ops::Range;

use lanedoku::Unit;

use super::super::{PencilMarks, Step, Technique};

/// What a step says, without its technique.
#[derive(Debug, Default, PartialEq)]
pub(super) struct PlainStep {
    level: u8,
    /// In ascending order: rows from 0, columns from 9, boxes from 18.
    units: Vec<usize>,
    placed: Option<(usize, u8)>,
    /// Cells and digits, in ascending order.
    removed: Vec<(usize, u8)>,
    deciding: Vec<(usize, u8)>,
}

impl PlainStep {
    pub(super) fn of(step: &Step) -> PlainStep {
        let listed = |sets: &[u16; 81]| {
            let of_cell = |cell: usize| (1..=9).filter(move |digit| sets[cell] >> (digit - 1) & 1 == 1);
            (0..81).flat_map(|cell| of_cell(cell).map(move |digit| (cell, digit))).collect()
        };
        PlainStep {
            level: step.level().tenths(),
            units: step.units().map(number).collect(),
            placed: step.placement(),
            removed: listed(step.eliminations()),
            deciding: listed(step.deciding()),
        }
    }

    fn new(level: u8, units: impl IntoIterator<Item = usize>) -> PlainStep {
        let mut units: Vec<usize> = units.into_iter().collect();
        units.sort();
        PlainStep { level, units, ..PlainStep::default() }
    }

    fn deciding(mut self, marks: impl IntoIterator<Item = (usize, u8)>) -> PlainStep {
        self.deciding.extend(marks);
        self.deciding.sort();
        self
    }

    /// The step without these candidates, if there are any.
    fn removing(mut self, marks: impl IntoIterator<Item = (usize, u8)>) -> Option<PlainStep> {
        self.removed.extend(marks);
        self.removed.sort();
        (!self.removed.is_empty()).then_some(self)
    }

    fn placing(self, cell: usize, digit: u8) -> Option<PlainStep> {
        Some(PlainStep { placed: Some((cell, digit)), ..self })
    }
}

/// The number of a unit: rows from 0, columns from 9, boxes from 18.
fn number(unit: Unit) -> usize {
    match unit {
        Unit::Row(index) => index,
        Unit::Column(index) => 9 + index,
        Unit::Box(index) | Unit::Region(index) | Unit::House(index) => 18 + index,
    }
}

const ROWS: Range<usize> = 0..9;
const COLUMNS: Range<usize> = 9..18;
const BOXES: Range<usize> = 18..27;

/// The cells of a unit, row by row.
pub(super) fn cells(unit: usize) -> Vec<usize> {
    (0..81).filter(|cell| units(*cell).contains(&unit)).collect()
}

pub(super) fn units(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3]
}

pub(super) fn sees(one: usize, other: usize) -> bool {
    one != other && units(one).iter().any(|unit| units(other).contains(unit))
}

/// The choices of `size` of some numbers, in ascending order of the set as a binary number.
pub(super) fn choices(of: &[usize], size: usize) -> Vec<Vec<usize>> {
    let mut all: Vec<Vec<usize>> = (0..1_usize << of.len())
        .filter(|choice| choice.count_ones() as usize == size)
        .map(|choice| (0..of.len()).filter(|place| choice >> place & 1 == 1).map(|place| of[place]).collect())
        .collect();
    all.sort_by_key(|choice| choice.iter().fold(0_u128, |number, item| number | 1 << item));
    all
}

/// A board's open cells and candidates.
struct PlainMarks<'a>(&'a PencilMarks);

impl PlainMarks<'_> {
    fn open(&self, unit: usize) -> Vec<usize> {
        cells(unit).into_iter().filter(|&cell| self.0.digits()[cell] == 0).collect()
    }

    fn has(&self, cell: usize, digit: u8) -> bool {
        self.0.candidates()[cell] >> (digit - 1) & 1 == 1
    }

    fn digits(&self, cell: usize) -> Vec<u8> {
        (1..=9).filter(|&digit| self.has(cell, digit)).collect()
    }

    fn places(&self, unit: usize, digit: u8) -> Vec<usize> {
        cells(unit).into_iter().filter(|&cell| self.has(cell, digit)).collect()
    }

    /// These candidates of these cells that are there.
    fn marks(&self, cells: &[usize], digits: &[u8]) -> Vec<(usize, u8)> {
        let of_cell = |&cell: &usize| digits.iter().map(move |&digit| (cell, digit));
        cells.iter().flat_map(of_cell).filter(|&(cell, digit)| self.has(cell, digit)).collect()
    }

    fn all_marks(&self, cells: &[usize]) -> Vec<(usize, u8)> {
        self.marks(cells, &[1, 2, 3, 4, 5, 6, 7, 8, 9])
    }

    fn full_house(&self) -> Option<PlainStep> {
        in_order().find_map(|unit| {
            let [cell] = self.open(unit)[..] else { return None };
            let digit = *self.digits(cell).first()?;
            PlainStep::new(10, [unit]).deciding([(cell, digit)]).placing(cell, digit)
        })
    }

    fn hidden_single(&self) -> Option<PlainStep> {
        in_order().find_map(|unit| {
            (1..=9).find_map(|digit| {
                let [cell] = self.places(unit, digit)[..] else { return None };
                let level = if BOXES.contains(&unit) { 12 } else { 15 };
                PlainStep::new(level, [unit]).deciding([(cell, digit)]).placing(cell, digit)
            })
        })
    }

    fn naked_single(&self) -> Option<PlainStep> {
        (0..81).find_map(|cell| match self.digits(cell)[..] {
            [digit] => PlainStep::new(23, []).deciding([(cell, digit)]).placing(cell, digit),
            _ => None,
        })
    }

    /// All candidates of a digit in a unit, two or more, are in one unit of another kind, which has others.
    fn locked(&self, is_pointing: bool, level: u8, is_direct: bool) -> Option<PlainStep> {
        let kinds = match is_pointing {
            true => [(BOXES, COLUMNS), (BOXES, ROWS)],
            false => [(COLUMNS, BOXES), (ROWS, BOXES)],
        };
        kinds.into_iter().find_map(|(bases, covers)| {
            (1..=9).find_map(|digit| {
                bases.clone().find_map(|base| {
                    let inside = self.places(base, digit);
                    let cover = covers
                        .clone()
                        .find(|&cover| inside.iter().all(|&cell| units(cell).contains(&cover)))?;
                    let is_outside = |cell: &usize| !inside.contains(cell);
                    let outside: Vec<usize> =
                        self.places(cover, digit).into_iter().filter(is_outside).collect();
                    if inside.len() < 2 || outside.is_empty() {
                        return None;
                    }
                    let step =
                        || PlainStep::new(level, [base, cover]).deciding(self.marks(&inside, &[digit]));
                    if !is_direct {
                        return step().removing(self.marks(&outside, &[digit]));
                    }
                    bases.clone().find_map(|unit| {
                        let all = self.places(unit, digit);
                        let left: Vec<_> = all.iter().filter(|cell| !outside.contains(cell)).collect();
                        match left[..] {
                            [&cell] if all.len() > 1 => step().placing(cell, digit),
                            _ => None,
                        }
                    })
                })
            })
        })
    }

    /// A pivot, and two cells of two candidates that see it, one of which has z.
    fn wing(&self, is_xyz: bool, level: u8) -> Option<PlainStep> {
        let pairs: Vec<usize> = (0..81).filter(|&cell| self.digits(cell).len() == 2).collect();
        let pivots: Vec<usize> =
            (0..81).filter(|&cell| self.digits(cell).len() == if is_xyz { 3 } else { 2 }).collect();
        pivots.into_iter().find_map(|pivot| {
            let ends: Vec<usize> = pairs.iter().copied().filter(|&end| sees(pivot, end)).collect();
            ends.iter().find_map(|&one| {
                ends.iter().find_map(|&other| {
                    let [of_pivot, of_one, of_other] = [pivot, one, other].map(|cell| self.digits(cell));
                    let common: Vec<u8> =
                        of_one.iter().copied().filter(|digit| of_other.contains(digit)).collect();
                    let [z] = common[..] else { return None };
                    // The two have another digit of the pivot each, and z, which the pivot has if it is one of three.
                    let others = [&of_one, &of_other].map(|digits| digits.iter().find(|digit| **digit != z));
                    let covers = others.iter().flatten().all(|digit| of_pivot.contains(digit));
                    if !covers || of_pivot.contains(&z) != is_xyz {
                        return None;
                    }
                    let seen = |&cell: &usize| {
                        sees(cell, one) && sees(cell, other) && (!is_xyz || sees(cell, pivot))
                    };
                    let losing: Vec<usize> = (0..81).filter(seen).collect();
                    let step = PlainStep::new(level, []).deciding(self.all_marks(&[pivot, one, other]));
                    step.removing(self.marks(&losing, &[z]))
                })
            })
        })
    }
}

/// The units in the order of the scale.
fn in_order() -> impl Iterator<Item = usize> {
    BOXES.chain(COLUMNS).chain(ROWS)
}

/// The techniques that [`find`] knows.
pub(super) const PLAIN: [Technique; 9] = {
    use Technique::*;
    [
        FullHouse,
        HiddenSingle,
        NakedSingle,
        DirectPointing,
        DirectClaiming,
        Pointing,
        Claiming,
        XyWing,
        XyzWing,
    ]
};

/// Finds the step of a technique of [`PLAIN`].
pub(super) fn find(technique: Technique, marks: &PencilMarks) -> Option<PlainStep> {
    let board = PlainMarks(marks);
    match technique {
        Technique::FullHouse => board.full_house(),
        Technique::HiddenSingle => board.hidden_single(),
        Technique::NakedSingle => board.naked_single(),
        Technique::DirectPointing => board.locked(true, 17, true),
        Technique::DirectClaiming => board.locked(false, 19, true),
        Technique::Pointing => board.locked(true, 26, false),
        Technique::Claiming => board.locked(false, 28, false),
        Technique::XyWing => board.wing(false, 42),
        Technique::XyzWing => board.wing(true, 44),
        _ => unreachable!("{technique}"),
    }
}
