//! Steps in plain English, and the names of techniques as text.

use core::fmt::{self, Formatter, Write};
use core::str::FromStr;

use super::cells::{BOXES, COLUMNS, UNIT_CELLS, UNITS, bit, units_of};
use super::{Link, Step, Technique};
use crate::cell_bits::{CellBits, each};

/// How much a hint says.
///
/// ```
/// use lanedoku::{Explainer, Grid, Hint, PencilMarks};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut memory = Box::new_uninit();
/// let step = Explainer::write_new(&mut memory).next_step(&PencilMarks::new(&puzzle)).unwrap();
/// assert_eq!(step.hint(Hint::Where).to_string(), "Look at box 2.");
/// assert_eq!(step.hint(Hint::What).to_string(), "Hidden single in box 2.");
/// assert_eq!(step.hint(Hint::Why).to_string(), "Hidden single: in box 2, 8 has one cell, r1c6.");
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Hint {
    /// Where to look: units or digits.
    Where,
    /// The technique, and its units or digits.
    What,
    /// The whole step, as the step's own text.
    Why,
}

impl Step {
    /// Returns the text of a hint at this step: one sentence.
    pub const fn hint(&self, hint: Hint) -> impl fmt::Display + '_ {
        HintText { step: self, hint }
    }
}

struct HintText<'a> {
    step: &'a Step,
    hint: Hint,
}

impl fmt::Display for HintText<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        match self.hint {
            Hint::Where => f.write_str("Look at ")?,
            Hint::What => {
                write_capitalized(self.step.technique.name(), f)?;
                f.write_str(" in ")?;
            }
            Hint::Why => return fmt::Display::fmt(self.step, f),
        }
        write_place(self.step, f)?;
        f.write_char('.')
    }
}

/// A sentence: the technique, the reason, and the result.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_capitalized(self.technique.name(), f)?;
        f.write_str(": ")?;
        write_reason(self, f)?;
        if !matches!(self.technique, Technique::HiddenSingle | Technique::NakedSingle) {
            write_result(self, f)?;
        }
        f.write_char('.')
    }
}

/// Writes the reason for a step.
fn write_reason(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    use Technique::*;

    let (cells, digits) = (cells_of(&step.deciding), digits_of(&step.deciding));
    let (lines, boxes) = (step.units & LINES, step.units & !LINES);
    if let Some(&first) = step.links().first() {
        match step.technique {
            CellForcingChains | DynamicCellForcingChains => {
                f.write_str("whatever ")?;
                write_cell(first.cell.into(), f)?;
                f.write_str(" is: ")?;
            }
            UnitForcingChains | DynamicUnitForcingChains => {
                write_in(step.units, f)?;
                f.write_str("wherever ")?;
                write_digit(first.digit.into(), f)?;
                f.write_str(" is: ")?;
            }
            _ => {}
        }
        write_chain(step.links(), f)?;
        if let XCycle | ContinuousLoop = step.technique {
            f.write_str("; read backwards, the loop holds if ")?;
            write_link(&Link { is_true: !first.is_true, ..first }, f)?;
        }
        return Ok(());
    }
    match step.technique {
        FullHouse => {
            write_in(step.units, f)?;
            f.write_str("only ")?;
            write_cells(cells, " and ", f)?;
            f.write_str(" is open")
        }
        HiddenSingle => {
            write_in(step.units, f)?;
            write_digits(digits, " and ", f)?;
            f.write_str(" has one cell, ")?;
            write_cells(cells, " and ", f)
        }
        NakedSingle => {
            write_cells(cells, " and ", f)?;
            f.write_str(" has one candidate, ")?;
            write_digits(digits, " and ", f)
        }
        Pointing | DirectPointing => write_only_in(digits, boxes, lines, f),
        Claiming | DirectClaiming => write_only_in(digits, lines, boxes, f),
        XWing | Swordfish | Jellyfish => {
            // The other direction has the eliminations.
            let removed = cells_of(&step.eliminations);
            let has_none = |unit: usize| UNIT_CELLS.get(unit).is_none_or(|cells| cells & removed == 0);
            let (rows, columns) = (step.units & ROW_BITS, step.units & LINES & !ROW_BITS);
            match members(rows).all(has_none) {
                true => write_only_in(digits, rows, columns, f),
                false => write_only_in(digits, columns, rows, f),
            }
        }
        NakedPair | NakedTriple | NakedQuad => {
            write_in(step.units, f)?;
            write_cells(cells, " and ", f)?;
            f.write_str(" have only ")?;
            write_digits(digits, " and ", f)
        }
        HiddenPair | HiddenTriple | HiddenQuad | DirectHiddenPair | DirectHiddenTriple => {
            write_in(step.units, f)?;
            // So that the number of the unit does not seem to be one of them.
            f.write_str("the digits ")?;
            write_digits(digits, " and ", f)?;
            f.write_str(" are only in ")?;
            write_cells(cells, " and ", f)
        }
        XyWing | XyzWing => {
            let removed = digits_of(&step.eliminations);
            let has_it = step.deciding.map(|digits| digits & removed);
            // The first cell lacks the digit or has three.
            let first = |&digits: &u16| digits != 0 && (digits & removed == 0 || digits.count_ones() > 2);
            f.write_str("whatever ")?;
            write_cell(step.deciding.iter().position(first).unwrap_or_default(), f)?;
            f.write_str(" is, ")?;
            write_digits(removed, " and ", f)?;
            f.write_str(" is in ")?;
            write_cells(cells_of(&has_it), " or ", f)
        }
        UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3 | UniqueRectangle4 | UniqueLoop => {
            write_unique(step, f)
        }
        BugPlusOne | Bug2 | Bug3 | Bug4 => {
            f.write_str("with two candidates in each open cell, the board would have several solutions")
        }
        AlignedPairExclusion | AlignedTripleExclusion => {
            f.write_str("in ")?;
            write_cells(cells, " and ", f)?;
            f.write_str(", no combination of digits has the removed ones")
        }
        FinnedXWing | FinnedSwordfish | FinnedJellyfish => {
            write_in(lines, f)?;
            write_digits(digits, " and ", f)?;
            f.write_str(" is only in ")?;
            write_cells(cells, " and ", f)
        }
        SimpleColouring => {
            write_digits(digits, " and ", f)?;
            f.write_str(" is in all cells of one of two colours, among ")?;
            write_cells(cells, " and ", f)
        }
        AlsXz => {
            f.write_str("one of the two almost locked sets in ")?;
            write_cells(cells, " and ", f)?;
            f.write_str(" has ")?;
            write_digits(digits_of(&step.eliminations), " and ", f)
        }
        _ => {
            write_digits(digits, " and ", f)?;
            f.write_str(" in ")?;
            write_cells(cells, " and ", f)?;
            f.write_str(" decide")
        }
    }
}

/// Writes the reason for a unique rectangle or loop.
fn write_unique(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    let pair = pair_of(&step.deciding);
    let corners = step.deciding.map(|digits| if digits & pair == pair { digits } else { 0 });
    let with_more = cells_of(&corners.map(|digits| digits & !pair));
    f.write_str("with only ")?;
    write_digits(pair, " and ", f)?;
    f.write_str(" in ")?;
    write_cells(cells_of(&corners), " and ", f)?;
    f.write_str(", the board would have several solutions")?;
    let removed = digits_of(&step.eliminations) & pair;
    match step.technique {
        // The further digit of both corners, or the digit of the pair that is locked in them.
        Technique::UniqueRectangle2 => write_one_of(with_more, digits_of(&corners) & !pair, f),
        Technique::UniqueRectangle4 => {
            f.write_str("; ")?;
            write_in(step.units, f)?;
            write_digits(pair & !removed, " and ", f)?;
            f.write_str(" is only in ")?;
            write_cells(with_more, " and ", f)
        }
        Technique::UniqueRectangle3 => {
            write_one_of(with_more, digits_of(&corners) & !pair, f)?;
            f.write_str(", in a subset of ")?;
            write_units(step.units, f)
        }
        _ => Ok(()),
    }
}

/// Writes `, so r1c1 or r1c2 is 3 or 4`.
fn write_one_of(cells: CellBits, digits: u16, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str(", so ")?;
    write_cells(cells, " or ", f)?;
    f.write_str(" is ")?;
    write_digits(digits, " or ", f)
}

/// Writes the result of a step.
fn write_result(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    // Cells that lose the same digits are named together.
    let is_first = |&(cell, digits): &(usize, &u16)| {
        *digits != 0 && step.eliminations.iter().position(|other| other == digits) == Some(cell)
    };
    let mut groups = step.eliminations.iter().enumerate().filter(is_first).peekable();
    let mut link = ", so ";
    while let Some((_, &digits)) = groups.next() {
        f.write_str(link)?;
        let same = step.eliminations.map(|other| if other == digits { other } else { 0 });
        write_cells(cells_of(&same), " and ", f)?;
        let loses = same.iter().filter(|&&digits| digits != 0).count() == 1;
        f.write_str(if loses { " loses " } else { " lose " })?;
        write_digits(digits, " and ", f)?;
        let is_next_last = groups.peek().is_some() && groups.clone().count() == 1;
        link = if is_next_last && step.placement().is_none() { ", and " } else { ", " };
    }
    if let Some((cell, digit)) = step.placement() {
        f.write_str(if link == ", so " { link } else { ", and " })?;
        write_link(&Link { cell: cell as u8, digit, is_true: true, from: 0 }, f)?;
    }
    Ok(())
}

/// Writes the links of a chain: each follows from the one before it, unless it names another.
fn write_chain(links: &[Link], f: &mut Formatter<'_>) -> fmt::Result {
    let mut before = None;
    for (number, link) in links.iter().enumerate() {
        let from = usize::from(link.from);
        if from == number {
            f.write_str(if number == 0 { "if " } else { "; if " })?;
        } else if before == Some(from) {
            let follows_assumption = links.get(from).is_some_and(|before| usize::from(before.from) == from);
            f.write_str(if follows_assumption { ", " } else { ", so " })?;
        } else if let Some(reason) = links.get(from) {
            f.write_str("; since ")?;
            write_link(reason, f)?;
            f.write_str(", ")?;
        }
        write_link(link, f)?;
        before = Some(number);
    }
    Ok(())
}

/// Writes `r1c2 is 3`, or `r1c2 is not 3`.
fn write_link(link: &Link, f: &mut Formatter<'_>) -> fmt::Result {
    write_cell(link.cell.into(), f)?;
    f.write_str(if link.is_true { " is " } else { " is not " })?;
    write_digit(link.digit.into(), f)
}

/// Writes `in rows 1 and 2, 5 is only in columns 3 and 4`.
fn write_only_in(digits: u16, base: u32, cover: u32, f: &mut Formatter<'_>) -> fmt::Result {
    write_in(base, f)?;
    write_digits(digits, " and ", f)?;
    f.write_str(" is only in ")?;
    write_units(cover, f)
}

/// Writes where a step is: its units; the digit of a chain of one digit; the boxes of its cells; or, if they are many, its
/// digits.
fn write_place(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    let (cells, digits) = (cells_of(&step.deciding), digits_of(&step.deciding));
    let box_of = |cell| units_of(cell)[2];
    let boxes = each(cells).fold(0, |boxes, cell| boxes | 1_u32 << (box_of(cell) % 32));
    match (step.units, digits.count_ones(), boxes.count_ones()) {
        (0, 1, 2..) | (0, 2.., 4..) => {
            f.write_str("the ")?;
            write_list(f, digit_indices(digits), " and ", |digit, f| {
                write_digit(digit + 1, f)?;
                f.write_char('s')
            })
        }
        (0, ..) => write_units(boxes, f),
        (units, ..) => write_units(units, f),
    }
}

/// Writes `in row 1, `.
fn write_in(units: u32, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str("in ")?;
    write_units(units, f)?;
    f.write_str(", ")
}

/// The rows among the bits of units.
const ROW_BITS: u32 = (1 << COLUMNS) - 1;
/// The rows and columns among the bits of units.
const LINES: u32 = (1 << BOXES) - 1;

/// Writes units by kind: `rows 1 and 2 and box 3`.
fn write_units(units: u32, f: &mut Formatter<'_>) -> fmt::Result {
    let kinds = [("row", "rows", 0), ("column", "columns", COLUMNS), ("box", "boxes", BOXES)];
    let of_kind = |first: usize| members(units >> first & 0x1ff);
    let present = kinds.into_iter().filter(|&(.., first)| of_kind(first).next().is_some());
    write_list(f, present, " and ", |(one, several, first), f| {
        f.write_str(if of_kind(first).count() == 1 { one } else { several })?;
        f.write_char(' ')?;
        write_list(f, of_kind(first), " and ", |index, f| write_digit(index + 1, f))
    })
}

/// Writes cells as `r1c2, r1c3 and r2c4`, with `last` before the last one.
fn write_cells(cells: CellBits, last: &str, f: &mut Formatter<'_>) -> fmt::Result {
    write_list(f, each(cells), last, write_cell)
}

/// Writes `r1c2`.
fn write_cell(cell: usize, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_char('r')?;
    write_digit(cell / 9 + 1, f)?;
    f.write_char('c')?;
    write_digit(cell % 9 + 1, f)
}

/// Writes digits as `1, 2 and 3`, with `last` before the last one.
fn write_digits(digits: u16, last: &str, f: &mut Formatter<'_>) -> fmt::Result {
    write_list(f, digit_indices(digits), last, |digit, f| write_digit(digit + 1, f))
}

/// Writes a number below 10. The formatting of integers is larger, and could panic.
fn write_digit(digit: usize, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_char(char::from(b'0' + (digit % 10) as u8))
}

/// Writes items with commas between them, and with `last` before the last one.
fn write_list<T>(
    f: &mut Formatter<'_>,
    items: impl Iterator<Item = T>,
    last: &str,
    mut write: impl FnMut(T, &mut Formatter<'_>) -> fmt::Result,
) -> fmt::Result {
    let mut items = items.peekable();
    let mut is_first = true;
    while let Some(item) = items.next() {
        match (is_first, items.peek()) {
            (true, _) => is_first = false,
            (false, Some(_)) => f.write_str(", ")?,
            (false, None) => f.write_str(last)?,
        }
        write(item, f)?;
    }
    Ok(())
}

/// Writes a name with a capital.
fn write_capitalized(name: &str, f: &mut Formatter<'_>) -> fmt::Result {
    let mut characters = name.chars();
    if let Some(first) = characters.next() {
        f.write_char(first.to_ascii_uppercase())?;
    }
    f.write_str(characters.as_str())
}

/// Returns the cells that have digits.
fn cells_of(candidates: &[u16; 81]) -> CellBits {
    let has_some = candidates.iter().enumerate().filter(|(_, digits)| **digits != 0);
    has_some.fold(0, |cells, (cell, _)| cells | bit(cell))
}

/// Returns the digits of all cells.
fn digits_of(candidates: &[u16; 81]) -> u16 {
    candidates.iter().fold(0, |all, digits| all | digits)
}

/// Returns the two digits of a unique loop: the pair that is part of the most cells.
fn pair_of(candidates: &[u16; 81]) -> u16 {
    let having = |pair: &u16| candidates.iter().filter(|&digits| digits & pair == *pair).count();
    let pairs = candidates.iter().copied().filter(|digits| digits.count_ones() == 2);
    pairs.max_by_key(having).unwrap_or_default()
}

/// Iterates over a set of digits, from 0.
fn digit_indices(digits: u16) -> impl Iterator<Item = usize> {
    (0..9).filter(move |digit| digits >> digit & 1 == 1)
}

/// Iterates over a set of units.
fn members(units: u32) -> impl Iterator<Item = usize> {
    (0..UNITS).filter(move |unit| units >> unit & 1 == 1)
}

/// A text that is not the name of a technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownTechnique;

impl fmt::Display for UnknownTechnique {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        f.write_str("expected the name of a technique")
    }
}

impl core::error::Error for UnknownTechnique {}

impl FromStr for Technique {
    type Err = UnknownTechnique;

    /// Finds a technique by its name, in upper or lower case, with spaces, `-` or `_` between the words.
    ///
    /// ```
    /// use lanedoku::Technique;
    ///
    /// assert_eq!("hidden-single".parse(), Ok(Technique::HiddenSingle));
    /// assert_eq!("x wing".parse(), Ok(Technique::XWing));
    /// assert!("hidden".parse::<Technique>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Technique, UnknownTechnique> {
        fn plain(text: &str) -> impl Iterator<Item = u8> + '_ {
            text.bytes()
                .map(|byte| if matches!(byte, b'-' | b'_') { b' ' } else { byte.to_ascii_lowercase() })
        }
        let is_it = |technique: &&Technique| plain(technique.name()).eq(plain(text));
        Technique::ALL.iter().find(is_it).copied().ok_or(UnknownTechnique)
    }
}

#[cfg(test)]
mod tests {
    use super::super::cells::ROWS;
    use super::*;

    /// The cells of a text such as `r1c2 r3c4`.
    fn cells(text: &str) -> CellBits {
        text.split_whitespace().fold(0, |cells, cell| {
            let [_, row, _, column] = cell.as_bytes() else { panic!("{cell}") };
            cells | bit(usize::from(row - b'1') * 9 + usize::from(column - b'1'))
        })
    }

    /// The three strengths of hints at steps of each form.
    #[test]
    fn sentences() {
        use Technique::*;

        let step = |technique| Step::new(technique, 0);
        let decided = |technique, of: &str, digits| step(technique).decided_by(cells(of), digits);
        let pointing = decided(Pointing, "r2c7 r2c8", 0b100_0000).with_unit(ROWS + 1).with_unit(BOXES + 2);
        let fish = decided(XWing, "r2c3 r2c8 r7c3 r7c8", 0b1_0000);
        let fish = [ROWS + 1, ROWS + 6, COLUMNS + 2, COLUMNS + 7].into_iter().fold(fish, Step::with_unit);
        let wing = |cell, digits| decided(XyWing, "r1c1", 0b101).decided_by(cells(cell), digits);
        let rectangle = decided(UniqueRectangle1, "r1c1 r1c4 r2c1", 0b11).decided_by(cells("r2c4"), 0b111);
        let two_more = decided(UniqueRectangle2, "r1c1 r1c4", 0b11).decided_by(cells("r2c1 r2c4"), 0b111);
        let mut chain = decided(Technique::XyWing, "r1c1 r1c4 r5c5", 0b1_0000).placing(0, 4);
        let link = |cell, is_true, from| Link { cell, digit: 5, is_true, from };
        chain.links[..4].copy_from_slice(&[
            link(0, false, 0),
            link(3, true, 0),
            link(40, false, 1),
            link(0, true, 0),
        ]);
        chain.link_count = 4;
        let cases = [
            (
                decided(FullHouse, "r5c4", 0b10_0000).with_unit(BOXES + 4).placing(39, 5),
                [
                    "Look at box 5.",
                    "Full house in box 5.",
                    "Full house: in box 5, only r5c4 is open, so r5c4 is 6.",
                ],
            ),
            (
                decided(NakedSingle, "r5c4", 0b10_0000).placing(39, 5),
                ["Look at box 5.", "Naked single in box 5.", "Naked single: r5c4 has one candidate, 6."],
            ),
            (
                pointing.clone().removing(cells("r2c1 r2c4"), 0b100_0000),
                [
                    "Look at row 2 and box 3.",
                    "Pointing in row 2 and box 3.",
                    "Pointing: in box 3, 7 is only in row 2, so r2c1 and r2c4 lose 7.",
                ],
            ),
            (
                Step { technique: DirectPointing, ..pointing }
                    .removing(cells("r2c1"), 0b100_0000)
                    .placing(72, 6),
                [
                    "Look at row 2 and box 3.",
                    "Direct pointing in row 2 and box 3.",
                    "Direct pointing: in box 3, 7 is only in row 2, so r2c1 loses 7, and r9c1 is 7.",
                ],
            ),
            (
                decided(NakedTriple, "r4c1 r4c5 r4c7", 0b1_1100)
                    .with_unit(ROWS + 3)
                    .removing(cells("r4c2 r4c4"), 0b100)
                    .removing(cells("r4c8"), 0b1_0100)
                    .removing(cells("r4c9"), 0b1_0000),
                [
                    "Look at row 4.",
                    "Naked triple in row 4.",
                    "Naked triple: in row 4, r4c1, r4c5 and r4c7 have only 3, 4 and 5, so r4c2 and r4c4 lose 3, \
                     r4c8 loses 3 and 5, and r4c9 loses 5.",
                ],
            ),
            (
                decided(HiddenPair, "r4c1 r4c5", 0b11).with_unit(ROWS + 3).removing(cells("r4c1"), 0b100),
                [
                    "Look at row 4.",
                    "Hidden pair in row 4.",
                    "Hidden pair: in row 4, the digits 1 and 2 are only in r4c1 and r4c5, so r4c1 loses 3.",
                ],
            ),
            (
                fish.removing(cells("r4c3"), 0b1_0000),
                [
                    "Look at rows 2 and 7 and columns 3 and 8.",
                    "X-wing in rows 2 and 7 and columns 3 and 8.",
                    "X-wing: in rows 2 and 7, 5 is only in columns 3 and 8, so r4c3 loses 5.",
                ],
            ),
            (
                wing("r1c7", 0b1001).decided_by(cells("r4c1"), 0b1100).removing(cells("r4c7"), 0b1000),
                [
                    "Look at boxes 1, 3 and 4.",
                    "XY-wing in boxes 1, 3 and 4.",
                    "XY-wing: whatever r1c1 is, 4 is in r1c7 or r4c1, so r4c7 loses 4.",
                ],
            ),
            (
                rectangle.removing(cells("r2c4"), 0b11),
                [
                    "Look at boxes 1 and 2.",
                    "Unique rectangle 1 in boxes 1 and 2.",
                    "Unique rectangle 1: with only 1 and 2 in r1c1, r1c4, r2c1 and r2c4, the board would have \
                     several solutions, so r2c4 loses 1 and 2.",
                ],
            ),
            (
                two_more.clone().removing(cells("r2c9"), 0b100),
                [
                    "Look at boxes 1 and 2.",
                    "Unique rectangle 2 in boxes 1 and 2.",
                    "Unique rectangle 2: with only 1 and 2 in r1c1, r1c4, r2c1 and r2c4, the board would have \
                     several solutions, so r2c1 or r2c4 is 3, so r2c9 loses 3.",
                ],
            ),
            (
                Step { technique: UniqueRectangle4, ..two_more }
                    .with_unit(1)
                    .removing(cells("r2c1 r2c4"), 0b1),
                [
                    "Look at row 2.",
                    "Unique rectangle 4 in row 2.",
                    "Unique rectangle 4: with only 1 and 2 in r1c1, r1c4, r2c1 and r2c4, the board would have \
                     several solutions; in row 2, 2 is only in r2c1 and r2c4, so r2c1 and r2c4 lose 1.",
                ],
            ),
            (
                Step { technique: XCycle, ..chain.clone() },
                [
                    "Look at the 5s.",
                    "X-cycle in the 5s.",
                    "X-cycle: if r1c1 is not 5, r1c4 is 5, so r5c5 is not 5; since r1c1 is not 5, r1c1 is 5; read \
                     backwards, the loop holds if r1c1 is 5, so r1c1 is 5.",
                ],
            ),
            (
                Step { technique: UnitForcingChains, ..chain.clone() }.with_unit(0),
                [
                    "Look at row 1.",
                    "Unit forcing chains in row 1.",
                    "Unit forcing chains: in row 1, wherever 5 is: if r1c1 is not 5, r1c4 is 5, so r5c5 is not 5; \
                     since r1c1 is not 5, r1c1 is 5, so r1c1 is 5.",
                ],
            ),
            (
                chain,
                [
                    "Look at the 5s.",
                    "XY-wing in the 5s.",
                    "XY-wing: if r1c1 is not 5, r1c4 is 5, so r5c5 is not 5; since r1c1 is not 5, r1c1 is 5, \
                     so r1c1 is 5.",
                ],
            ),
        ];
        for (step, expected) in cases {
            let hints = [Hint::Where, Hint::What, Hint::Why].map(|hint| step.hint(hint).to_string());
            assert_eq!(hints, expected);
            assert_eq!(step.to_string(), expected[2]);
        }
    }

    #[test]
    fn names_are_read_back() {
        for &technique in Technique::ALL {
            let name = technique.name();
            for written in [name.to_string(), name.replace(' ', "-"), name.to_uppercase().replace(' ', "_")] {
                assert_eq!(written.parse(), Ok(technique), "{written}");
            }
            for wrong in [&name[1..], &name[..name.len() - 1], &[name, "s"].concat()] {
                assert_ne!(wrong.parse(), Ok(technique), "{wrong}");
            }
        }
    }
}
