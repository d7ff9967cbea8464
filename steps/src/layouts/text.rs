//! Steps in plain English.

use core::fmt::{self, Formatter, Write};

use lanedoku::{Layout, Unit};

use super::super::cells::PlaceSet;
use super::super::sentences::{write_capitalized, write_digit, write_list};
use super::{LayoutStep, UnitMask, units_in};
use crate::{Hint, Technique};

struct LayoutHint<'a> {
    step: &'a LayoutStep,
    hint: Hint,
}

impl fmt::Display for LayoutHint<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.hint {
            Hint::Where => f.write_str("Look at ")?,
            Hint::What => {
                write_capitalized(self.step.technique().name(), f)?;
                f.write_str(" in ")?;
            }
            Hint::Why => return fmt::Display::fmt(self.step, f),
        }
        match self.step.base {
            0 => self.step.write_cells(self.step.deciding(), f)?,
            base => self.step.write_units(base, f)?,
        }
        f.write_char('.')
    }
}

/// A sentence: the technique, the reason, and the result.
impl fmt::Display for LayoutStep {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_capitalized(self.technique().name(), f)?;
        f.write_str(": ")?;
        self.write_reason(f)?;
        if !matches!(self.technique(), Technique::HiddenSingle | Technique::NakedSingle) {
            f.write_str(", so ")?;
            self.write_result(f)?;
        }
        f.write_char('.')
    }
}

impl LayoutStep {
    /// Returns the text of a hint at this step: one sentence.
    ///
    /// ```
    /// use lanedoku_steps::{Hint, LayoutExplainer};
    ///
    /// let explainer = LayoutExplainer::new(&"4x4".parse()?);
    /// let marks = explainer.marks(&[1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]).unwrap();
    /// let step = explainer.next_step(&marks).unwrap();
    /// assert_eq!(step.hint(Hint::Where).to_string(), "Look at row 1.");
    /// assert_eq!(step.hint(Hint::What).to_string(), "Full house in row 1.");
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    pub const fn hint(&self, hint: Hint) -> impl fmt::Display + '_ {
        LayoutHint { step: self, hint }
    }

    fn write_reason(&self, f: &mut Formatter<'_>) -> fmt::Result {
        use Technique::*;

        let digits = self.deciding().iter().fold(0, |all, digits| all | digits);
        if self.base != 0 {
            f.write_str("in ")?;
            self.write_units(self.base, f)?;
            f.write_str(", ")?;
        }
        match self.technique() {
            FullHouse => {
                f.write_str("only ")?;
                self.write_cells(self.deciding(), f)?;
                f.write_str(" is open")
            }
            HiddenSingle => {
                write_digits(digits, f)?;
                f.write_str(" has one cell, ")?;
                self.write_cells(self.deciding(), f)
            }
            NakedSingle => {
                self.write_cells(self.deciding(), f)?;
                f.write_str(" has one candidate, ")?;
                write_digits(digits, f)
            }
            NakedPair | NakedTriple | NakedQuad => {
                self.write_cells(self.deciding(), f)?;
                f.write_str(" have only ")?;
                write_digits(digits, f)
            }
            HiddenPair | HiddenTriple | HiddenQuad => {
                // So that the number of the unit does not seem to be one of them.
                f.write_str("the digits ")?;
                write_digits(digits, f)?;
                f.write_str(" are only in ")?;
                self.write_cells(self.deciding(), f)
            }
            _ => {
                write_digits(digits, f)?;
                f.write_str(" is only in ")?;
                if self.cover != 0 {
                    return self.write_units(self.cover, f);
                }
                // Its result says that they see these.
                self.write_cells(self.deciding(), f)
            }
        }
    }

    fn write_result(&self, f: &mut Formatter<'_>) -> fmt::Result {
        if let Some((cell, digit)) = self.placement() {
            self.write_cell(cell, f)?;
            f.write_str(" is ")?;
            return write_digits(u32::of(usize::from(digit).wrapping_sub(1)), f);
        }
        // Cells that lose the same digits are named together.
        let removed = self.eliminations();
        let is_first = |&(cell, digits): &(usize, u32)| {
            digits != 0 && removed.iter().position(|other| *other == digits) == Some(cell)
        };
        let groups = removed.iter().copied().enumerate().filter(is_first);
        write_list(f, groups, ", and ", |(_, digits), f| {
            let cells = removed.iter().enumerate().filter(|(_, own)| **own == digits).map(|(cell, _)| cell);
            write_list(f, cells.clone(), " and ", |cell, f| self.write_cell(cell, f))?;
            let is_one = cells.count() == 1;
            if self.cover == 0 && matches!(self.technique(), Technique::Pointing | Technique::Claiming) {
                f.write_str(if is_one {
                    ", which sees each of these,"
                } else {
                    ", which see each of these,"
                })?;
            }
            f.write_str(if is_one { " loses " } else { " lose " })?;
            write_digits(digits, f)
        })
    }

    fn write_units(&self, units: UnitMask, f: &mut Formatter<'_>) -> fmt::Result {
        write_units(units_in(units).map(|number| self.numbers.unit(number)), f)
    }

    /// Writes the cells that have candidates in a list of all.
    fn write_cells(&self, candidates: &[u32], f: &mut Formatter<'_>) -> fmt::Result {
        let cells = candidates.iter().enumerate().filter(|(_, digits)| **digits != 0);
        write_list(f, cells, " and ", |(cell, _), f| self.write_cell(cell, f))
    }

    fn write_cell(&self, cell: usize, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_char('r')?;
        write_below_100(cell / self.numbers.side() + 1, f)?;
        f.write_char('c')?;
        write_below_100(cell % self.numbers.side() + 1, f)
    }
}

/// Writes units of one kind: `rows 1 and 12`. Only rows and columns are named together, in fish.
fn write_units(units: impl Iterator<Item = Unit> + Clone, f: &mut Formatter<'_>) -> fmt::Result {
    let named = units.map(|unit| match unit {
        Unit::Row(number) => ("row", number),
        Unit::Column(number) => ("column", number),
        Unit::Box(number) => ("box", number),
        Unit::Region(number) => ("region", number),
        Unit::House(number) => ("house", number),
    });
    f.write_str(named.clone().next().map_or("", |(name, _)| name))?;
    f.write_str(if named.clone().nth(1).is_some() { "s " } else { " " })?;
    write_list(f, named, " and ", |(_, number), f| write_below_100(number + 1, f))
}

/// Writes digits as `1, 2 and A`, as [`Layout::characters`] does.
fn write_digits(digits: u32, f: &mut Formatter<'_>) -> fmt::Result {
    write_list(f, digits.members(), " and ", |digit, f| {
        Layout::characters(&[digit as u8 + 1]).try_for_each(|character| f.write_char(char::from(character)))
    })
}

/// Writes the number of a row, a column or another unit.
fn write_below_100(number: usize, f: &mut Formatter<'_>) -> fmt::Result {
    if number >= 10 {
        write_digit(number / 10, f)?;
    }
    write_digit(number, f)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::layouts::{UnitNumbers, step::SeenCells};

    #[test]
    fn sentences_on_large_boards() {
        use Technique::*;

        let boxes = UnitNumbers { side: 12, has_boxes: true };
        let regions = UnitNumbers { side: 12, has_boxes: false };
        let [box_2, column_3, row_12, house_1] = [1, 12 + 2, 24 + 11, 36].map(|number| 1 << number);
        let of = |cells: &[usize], digits, step| {
            cells.iter().fold(step, |step: LayoutStep, cell| step.decided_by(*cell, digits))
        };
        let cases = [
            (
                LayoutStep::new(FullHouse, regions, box_2).placing(9 * 12 + 10, 9, SeenCells::default()),
                "Full house: in region 2, only r10c11 is open, so r10c11 is A.",
            ),
            (
                LayoutStep::new(HiddenSingle, boxes, box_2).placing(11, 11, SeenCells::default()),
                "Hidden single: in box 2, C has one cell, r1c12.",
            ),
            (
                LayoutStep::new(NakedSingle, boxes, 0).placing(0, 8, SeenCells::default()),
                "Naked single: r1c1 has one candidate, 9.",
            ),
            (
                of(&[132, 133], 1, LayoutStep::new(Pointing, boxes, box_2).with_cover(row_12))
                    .removing(143, 1),
                "Pointing: in box 2, 1 is only in row 12, so r12c12 loses 1.",
            ),
            (
                of(&[0, 13], 1, LayoutStep::new(Claiming, boxes, house_1)).removing(1, 1),
                "Claiming: in house 1, 1 is only in r1c1 and r2c2, so r1c2, which sees each of these, loses 1.",
            ),
            (
                of(&[0, 13], 1, LayoutStep::new(Pointing, regions, box_2)).removing(1, 1).removing(12, 1),
                "Pointing: in region 2, 1 is only in r1c1 and r2c2, so r1c2 and r2c1, which see each of these, lose 1.",
            ),
            (
                of(&[0, 13, 26], 0b1011, LayoutStep::new(NakedTriple, regions, house_1))
                    .removing(39, 0b11)
                    .removing(52, 1)
                    .removing(65, 0b11),
                "Naked triple: in house 1, r1c1, r2c2 and r3c3 have only 1, 2 and 4, so r4c4 and r6c6 lose 1 and 2, and r5c5 loses 1.",
            ),
            (
                of(&[2, 14], 0b1010_0000_0000, LayoutStep::new(HiddenPair, boxes, column_3))
                    .removing(14, 0b10),
                "Hidden pair: in column 3, the digits A and C are only in r1c3 and r2c3, so r2c3 loses 2.",
            ),
            (
                of(
                    &[2, 134],
                    1 << 10,
                    LayoutStep::new(XWing, boxes, row_12 | row_12 >> 11).with_cover(column_3 | column_3 << 9),
                )
                .removing(14, 1 << 10),
                "X-wing: in rows 1 and 12, B is only in columns 3 and 12, so r2c3 loses B.",
            ),
        ];
        for (step, expected) in cases {
            assert_eq!(step.to_string(), expected);
        }
    }
}
