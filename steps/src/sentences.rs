//! Steps in plain English, and the names of techniques as text.

use core::fmt::{self, Formatter, Write};
use core::str::FromStr;

use super::cells::{BOXES, COLUMNS, CellMask, UNIT_CELLS, UNITS, bit, each, unit_of, units_of};
use super::{Link, Step, Technique, TechniqueSet};

/// How much a hint says.
///
/// ```
/// use lanedoku::Grid;
/// use lanedoku_steps::{Explainer, Hint, PencilMarks};
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

/// A sentence: the technique, the reason, and the result. The statements of a chain in which one follows from several
/// others have numbers, and with `{:#}` lines of their own.
impl fmt::Display for Step {
    fn fmt(&self, f: &mut Formatter<'_>) -> fmt::Result {
        write_capitalized(self.technique.name(), f)?;
        f.write_char(':')?;
        write_cases(self, f)?;
        if !f.alternate() || !has_several_causes(self) {
            f.write_char(' ')?;
        }
        write_reason(self, f)?;
        if !matches!(self.technique, Technique::HiddenSingle | Technique::NakedSingle) {
            match has_several_causes(self) {
                true => write_numbered_end(self, f)?,
                false => f.write_str(link_to_result(self))?,
            }
            write_result(self, f)?;
        }
        f.write_char('.')
    }
}

/// Writes which cases a chain has, if they are those of a cell or a unit.
fn write_cases(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    use Technique::*;

    let Some(first) = step.links().first() else { return Ok(()) };
    match told_as(step) {
        CellForcingChains | DynamicCellForcingChains => {
            f.write_str(" whatever ")?;
            write_cell(first.cell.into(), f)?;
        }
        UnitForcingChains | DynamicUnitForcingChains => {
            f.write_char(' ')?;
            write_in(step.units, f)?;
            f.write_str("wherever ")?;
            write_digit(first.digit.into(), f)?;
        }
        _ => return Ok(()),
    }
    f.write_str(" is:")
}

/// Writes the reason for a step.
fn write_reason(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    use Technique::*;

    let (cells, digits) = (cells_of(&step.deciding), digits_of(&step.deciding));
    let (lines, boxes) = (step.units & LINES, step.units & !LINES);
    if let Some(&first) = step.links().first() {
        if has_several_causes(step) {
            return write_numbered(step, f);
        }
        write_chain(step, f)?;
        if let XCycle | ContinuousLoop | GroupedContinuousLoop = step.technique {
            f.write_str("; if ")?;
            write_statement(step, 0, !first.is_true, f)?;
            f.write_str(", the opposite of each of these follows, the last one first")?;
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
        Pointing => write_only_in(digits, boxes, lines, f),
        Claiming => write_only_in(digits, lines, boxes, f),
        DirectPointing => {
            write_only_in(digits, boxes, lines, f)?;
            write_one_left(step, boxes, f)
        }
        DirectClaiming => {
            write_only_in(digits, lines, boxes, f)?;
            write_one_left(step, lines, f)
        }
        XWing | Swordfish | Jellyfish => write_only_in(digits, step.base(), step.units & !step.base(), f),
        NakedPair | NakedTriple | NakedQuad | LockedPair | LockedTriple => {
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
            f.write_str("whatever ")?;
            write_cells(step.group(1), " and ", f)?;
            f.write_str(" is, ")?;
            write_digits(removed, " and ", f)?;
            f.write_str(" is in ")?;
            write_cells(cells_of(&has_it), " or ", f)
        }
        UniqueRectangle1 | UniqueRectangle2 | UniqueRectangle3 | UniqueRectangle4 | UniqueLoop
            if crossings_of(step) == 0 =>
        {
            write_unique(step, f)
        }
        _ if TechniqueSet::RECTANGLES.contains(step.technique) => write_rectangle(step, f),
        BugPlusOne | Bug2 => {
            f.write_str("without ")?;
            write_digits(digits, " and ", f)?;
            f.write_str(" in ")?;
            write_cells(cells, " and ", f)?;
            f.write_str(", each open cell would have two candidates, and the board several solutions")?;
            if step.technique == Bug2 { write_one_of(cells, digits, f) } else { Ok(()) }
        }
        Bug3 | Bug4 => {
            f.write_str("with two candidates in each open cell, the board would have several solutions")
        }
        AlignedPairExclusion | AlignedTripleExclusion => write_exclusion(step, f),
        FinnedXWing | FinnedSwordfish | FinnedJellyfish | SashimiXWing | SashimiSwordfish
        | SashimiJellyfish => {
            write_only_in(digits, step.base(), step.units & !step.base(), f)?;
            let fins = step.group(1);
            f.write_str(if fins.is_power_of_two() { ", or in the fin " } else { ", or in the fins " })?;
            write_cells(fins, " and ", f)
        }
        SimpleColouring => {
            write_colours(step, [1, 2], f)?;
            // Two cells of the colour that is removed see each other.
            let removed = cells_of(&step.eliminations) & (step.group(1) | step.group(2));
            let pair = each(removed).find_map(|one| {
                let seen = |unit: &usize| (UNIT_CELLS[unit % UNITS] & removed).count_ones() > 1;
                let unit = units_of(one).into_iter().find(seen)?;
                Some((unit, UNIT_CELLS[unit % UNITS] & removed))
            });
            let Some((unit, cells)) = pair else { return Ok(()) };
            f.write_str("; but ")?;
            write_cells(cells, " and ", f)?;
            f.write_str(" are in ")?;
            write_units(1 << (unit % UNITS), f)
        }
        MultiColours1 | MultiColours2 => {
            write_colours(step, [1, 2], f)?;
            f.write_str(", and ")?;
            write_colours(step, [5, 6], f)?;
            f.write_str("; ")?;
            // The colours that meet.
            write_cells(step.group(1), " and ", f)?;
            f.write_str(" cannot have it together with ")?;
            let met = if step.technique == MultiColours1 { 0 } else { step.group(6) };
            write_cells(step.group(5), " and ", f)?;
            if met != 0 {
                f.write_str(", nor with ")?;
                return write_cells(met, " and ", f);
            }
            f.write_str(", so it is in ")?;
            write_cells(step.group(2), " and ", f)?;
            f.write_str(", or in ")?;
            write_cells(step.group(6), " and ", f)
        }
        RemotePair => {
            write_cells(step.group(1), " and ", f)?;
            f.write_str(" have one of ")?;
            write_digits(digits, " and ", f)?;
            f.write_str(", and ")?;
            write_cells(step.group(2), " and ", f)?;
            f.write_str(" the other")
        }
        EmptyRectangle => {
            write_in(boxes, f)?;
            write_digits(digits, " and ", f)?;
            f.write_str(" is only in ")?;
            write_cells(cells & cells_in(boxes), " and ", f)?;
            f.write_str(", and ")?;
            write_in(lines, f)?;
            f.write_str("only in ")?;
            write_cells(cells & cells_in(lines), " and ", f)
        }
        WxyzWing => {
            let removed = digits_of(&step.eliminations);
            let has_it = cells_of(&step.deciding.map(|digits| digits & removed));
            write_cells(cells, " and ", f)?;
            f.write_str(" have only ")?;
            write_digits(digits, " and ", f)?;
            f.write_str("; ")?;
            write_digits(digits & !removed, " and ", f)?;
            f.write_str(" can each be there once, so ")?;
            write_digits(removed, " and ", f)?;
            f.write_str(" is in ")?;
            write_cells(has_it, " or ", f)
        }
        AlsXz | DoublyLinkedAlsXz => write_two_sets(step, f),
        AlsXyWing => write_three_sets(step, f),
        _ => {
            write_digits(digits, " and ", f)?;
            f.write_str(" in ")?;
            write_cells(cells, " and ", f)?;
            f.write_str(" decide")
        }
    }
}

/// Writes that one of two colours has the digit.
fn write_colours(step: &Step, groups: [u8; 2], f: &mut Formatter<'_>) -> fmt::Result {
    let digits = digits_of(&step.deciding) | digits_of(&step.eliminations);
    write_digits(digits, " and ", f)?;
    f.write_str(" is in ")?;
    write_cells(step.group(groups[0]), " and ", f)?;
    f.write_str(", or in ")?;
    write_cells(step.group(groups[1]), " and ", f)
}

/// Writes `r1c2 and r1c3 have only 1 and 2`, without some digits.
fn write_set(step: &Step, cells: CellMask, without: u16, f: &mut Formatter<'_>) -> fmt::Result {
    write_cells(cells, " and ", f)?;
    f.write_str(if cells.is_power_of_two() { " has only " } else { " have only " })?;
    write_digits(digits_of(&restricted(&step.deciding, cells)) & !without, " and ", f)
}

/// Writes the reason of two almost locked sets.
fn write_two_sets(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    let [one, other] = [1, 2].map(|bit| step.cells_grouped(|group| group & bit != 0));
    write_set(step, one, 0, f)?;
    f.write_str(", ")?;
    write_set(step, other, 0, f)?;
    f.write_str(", and only one of the two sets can have ")?;
    let shared = step.restricted_common(one, other);
    if shared.is_power_of_two() {
        write_digits(shared, "", f)?;
        f.write_str(", so one lacks it, and has ")?;
        return write_digits(digits_of(&step.eliminations), " and ", f);
    }
    write_digits(shared, ", and only one ", f)?;
    f.write_str(", so each lacks one of these, and has its other digits")
}

/// Writes the reason of three almost locked sets: the one that shares a digit with each of two has one of these.
fn write_three_sets(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    let [one, other, pivot] = [1, 2, 4].map(|bit| step.cells_grouped(|group| group & bit != 0));
    let removed = digits_of(&step.eliminations);
    let [x, y] = [one, other].map(|set| step.restricted_common(pivot, set) & !removed);
    // Two different ones.
    let x = if (x & !y) != 0 { lowest(x & !y) } else { lowest(x) };
    let y = lowest(y & !x);
    if pivot.is_power_of_two() {
        write_cells(pivot, "", f)?;
        f.write_str(" has ")?;
    } else {
        write_set(step, pivot, 0, f)?;
        f.write_str(", so one of them has ")?;
    }
    write_digits(x | y, " or ", f)?;
    for (link, digit, set) in [("; with ", x, one), ("; with ", y, other)] {
        f.write_str(link)?;
        write_digits(digit, "", f)?;
        f.write_str(" there, ")?;
        write_set(step, set, digit, f)?;
    }
    f.write_str("; in both cases, one of the two sets has ")?;
    write_digits(removed, " and ", f)
}

/// The lowest of some digits.
const fn lowest(digits: u16) -> u16 {
    digits & digits.wrapping_neg()
}

/// Writes the reason for aligned exclusion.
fn write_exclusion(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    let (aligned, removed) = (step.group(1), cells_of(&step.eliminations));
    f.write_str("in ")?;
    write_cells(aligned, " and ", f)?;
    f.write_str(", each combination with ")?;
    write_list(f, each(removed), " or ", |cell, f| {
        write_digits(step.eliminations.get(cell).copied().unwrap_or_default(), " or ", f)?;
        f.write_str(" in ")?;
        write_cell(cell, f)
    })?;
    f.write_str(" repeats a digit or leaves no candidate for ")?;
    write_cells(cells_of(&step.deciding) & !aligned, " or ", f)
}

/// Writes the reason for a unique rectangle or loop.
fn write_unique(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    let corners = step.group(1);
    let pair =
        each(corners).fold(0x1ff, |pair, cell| pair & step.deciding.get(cell).copied().unwrap_or_default());
    let of_corners = restricted(&step.deciding, corners);
    let with_more = cells_of(&of_corners.map(|digits| digits & !pair));
    let extras = digits_of(&of_corners) & !pair;
    f.write_str("with only ")?;
    write_digits(pair, " and ", f)?;
    f.write_str(" in ")?;
    write_cells(corners, " and ", f)?;
    f.write_str(", the board would have several solutions")?;
    let removed = cells_of(&step.eliminations);
    let subset = cells_of(&step.deciding) & !corners;
    if step.units == 0 {
        // Type 1 or 2.
        return if with_more.count_ones() > 1 { write_one_of(with_more, extras, f) } else { Ok(()) };
    }
    if removed & !with_more == 0 {
        // Type 4: a digit of the pair is locked in both corners.
        f.write_str("; ")?;
        write_in(step.units, f)?;
        write_digits(pair & !digits_of(&step.eliminations), " and ", f)?;
        f.write_str(" is only in ")?;
        return write_cells(with_more, " and ", f);
    }
    // Type 3: one of the two corners is part of a subset, naked or hidden.
    write_one_of(with_more, extras, f)?;
    f.write_str("; ")?;
    write_in(step.units, f)?;
    let digits = digits_of(&restricted(&step.deciding, subset));
    let (corner, digits) = match removed & subset {
        0 => ("this cell", digits | extras),
        _ => ("the other of the two", digits | pair),
    };
    f.write_str(corner)?;
    f.write_str(if subset.count_ones() > 1 { ", " } else { " and " })?;
    write_cells(subset, " and ", f)?;
    f.write_str(" take ")?;
    write_digits(digits, " and ", f)
}

/// Returns the cells where two rows and two columns of a step cross; none if it has others.
fn crossings_of(step: &Step) -> CellMask {
    let (rows, columns) = (step.units & ROW_BITS, step.units & LINES & !ROW_BITS);
    let is_crossing = rows.count_ones() == 2 && columns.count_ones() == 2;
    if is_crossing { cells_in(rows) & cells_in(columns) } else { 0 }
}

/// Writes the reason for a unique rectangle beside those of the scale, or an avoidable one.
fn write_rectangle(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    use Technique::*;

    let (deciding, removed) = (cells_of(&step.deciding), cells_of(&step.eliminations));
    let corners = step.group(1);
    let subset = deciding & !corners;
    let of_corners = restricted(&step.deciding, corners);
    let having = |digits: u16| cells_of(&of_corners.map(|own| if own & !digits == 0 { own } else { 0 }));
    // The digit of the pair that stays where the other one is removed.
    let locked = digits_of(&restricted(&step.deciding, removed)) & !digits_of(&step.eliminations);
    // The unit of type 3 or 4: a box only if it is about one.
    let is_shared = |unit: &usize| {
        let cells = cells_in(1 << unit);
        match step.technique {
            UniqueRectangle4 => removed & !cells == 0 && (having(locked) & cells).count_ones() == 2,
            _ => subset & !cells == 0 && (corners & cells).count_ones() == 2,
        }
    };
    let unit = members(step.units).filter(is_shared).last().map_or(0, |unit| 1 << unit);
    let (units, digits, cells) = match step.technique {
        UniqueRectangle4 => (unit, locked, corners & cells_in(unit)),
        UniqueRectangle6 => (step.units, digits_of(&step.eliminations), corners),
        HiddenRectangle => (step.units, locked, corners & cells_in(step.units)),
        _ => (0, 0, 0),
    };
    if digits != 0 {
        write_in(units, f)?;
        write_digits(digits, " and ", f)?;
        f.write_str(" is only in ")?;
        write_cells(cells, " and ", f)?;
        f.write_str("; ")?;
    }
    let (with_extras, extras) = match step.technique {
        UniqueRectangle3 => {
            let two = corners & cells_in(unit);
            (two, digits_of(&restricted(&step.deciding, two)))
        }
        UniqueRectangle2 | UniqueRectangle5 | AvoidableRectangle2 => {
            let extras = digits_of(&step.eliminations);
            (having(extras), extras)
        }
        _ => (0, 0),
    };
    let (word, list, cells, digits) = match extras {
        0 => ("with ", " or ", removed, digits_of(&step.eliminations)),
        _ => ("without ", " and ", with_extras, extras),
    };
    f.write_str(word)?;
    write_digits(digits, list, f)?;
    f.write_str(" in ")?;
    write_cells(cells, list, f)?;
    f.write_str(", ")?;
    let pair =
        each(corners).fold(0x1ff, |pair, cell| pair & of_corners.get(cell).copied().unwrap_or_default());
    let pair = [pair, pair | digits_of(&step.eliminations)].into_iter().find(|pair| pair.count_ones() == 2);
    match pair {
        Some(pair) => {
            write_digits(pair, " and ", f)?;
            f.write_str(" could be exchanged in ")?;
            write_cells(corners, " and ", f)?;
        }
        None => {
            f.write_str("the digits of ")?;
            write_cells(corners, " and ", f)?;
            f.write_str(" could be exchanged")?;
        }
    }
    f.write_str(", and the board would have several solutions")?;
    if extras != 0 {
        write_one_of(with_extras, extras, f)?;
    }
    if step.technique == UniqueRectangle3 {
        f.write_str("; ")?;
        write_in(unit, f)?;
        f.write_str(if subset.count_ones() > 1 { "this cell, " } else { "this cell and " })?;
        write_cells(subset, " and ", f)?;
        f.write_str(" take ")?;
        write_digits(extras | digits_of(&restricted(&step.deciding, subset)), " and ", f)?;
    }
    Ok(())
}

/// Returns the cells of units.
pub(super) fn cells_in(units: u32) -> CellMask {
    members(units).filter_map(|unit| UNIT_CELLS.get(unit)).fold(0, |cells, unit| cells | unit)
}

/// Returns the candidates of some cells.
fn restricted(candidates: &[u16; 81], cells: CellMask) -> [u16; 81] {
    let mut own = *candidates;
    own.iter_mut()
        .enumerate()
        .filter(|(cell, _)| cells & bit(*cell) == 0)
        .for_each(|(_, digits)| *digits = 0);
    own
}

/// Writes `, so r1c1 or r1c2 is 3 or 4`.
fn write_one_of(cells: CellMask, digits: u16, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str(", so ")?;
    write_cells(cells, " or ", f)?;
    f.write_str(" is ")?;
    write_digits(digits, " or ", f)
}

/// Returns the words between the reason and the result.
fn link_to_result(step: &Step) -> &'static str {
    use Technique::*;

    match told_as(step) {
        _ if step.links().is_empty() => ", so ",
        CellForcingChains | UnitForcingChains | DynamicCellForcingChains | DynamicUnitForcingChains => {
            "; in each case, "
        }
        XCycle | ContinuousLoop | GroupedContinuousLoop | DynamicDoubleForcingChains => "; in both cases, ",
        _ if is_contradiction(step) => ": a contradiction, so ",
        _ => "; in both cases, ",
    }
}

/// Whether a step results in the opposite of its first assumption.
fn is_contradiction(step: &Step) -> bool {
    let Some(first) = step.links().first() else { return false };
    match step.placement() {
        Some((cell, digit)) => (first.cell.into(), first.digit, first.is_true) == (cell, digit, false),
        None => step
            .eliminations
            .get(usize::from(first.cell))
            .is_some_and(|digits| first.is_true && digits >> (first.digit.wrapping_sub(1) % 16) & 1 == 1),
    }
}

/// Returns the technique whose words tell a step: for a nested chain, the dynamic chain with the same cases.
fn told_as(step: &Step) -> Technique {
    use Technique::*;

    let links = step.links();
    let is_assumption = |(number, link): &(usize, &Link)| usize::from(link.from) == *number;
    let second = links.iter().enumerate().skip(1).find(is_assumption);
    match (links.first(), second) {
        (Some(first), second) if TechniqueSet::NESTED_CHAINS.contains(step.technique) => match second {
            _ if is_contradiction(step) => DynamicContradiction,
            _ if step.units != 0 => DynamicUnitForcingChains,
            Some((_, other)) if (other.cell, other.digit) == (first.cell, first.digit) => {
                DynamicDoubleForcingChains
            }
            _ => DynamicCellForcingChains,
        },
        _ => step.technique,
    }
}

/// Writes the result of a step.
fn write_result(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    // Cells that lose the same digits are named together.
    let is_first = |&(cell, digits): &(usize, &u16)| {
        *digits != 0 && step.eliminations.iter().position(|other| other == digits) == Some(cell)
    };
    let mut groups = step.eliminations.iter().enumerate().filter(is_first).peekable();
    let mut link = "";
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
        f.write_str(if link.is_empty() { link } else { ", and " })?;
        write_link(&Link { cell: cell as u8, digit, is_true: true, from: 0 }, f)?;
    }
    Ok(())
}

/// Writes the links of a chain: each follows from the one before it, unless it names another.
fn write_chain(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    let (links, mut before) = (step.links(), None);
    for (number, link) in links.iter().enumerate() {
        let from = usize::from(link.from);
        if from == number {
            f.write_str(if number == 0 { "if " } else { "; if " })?;
        } else if before == Some(from) {
            let follows_assumption = links.get(from).is_some_and(|before| usize::from(before.from) == from);
            f.write_str(if follows_assumption { ", " } else { ", so " })?;
        } else if let Some(reason) = links.get(from) {
            f.write_str("; since ")?;
            write_statement(step, from, reason.is_true, f)?;
            f.write_str(", ")?;
        }
        write_statement(step, number, link.is_true, f)?;
        if let Some(inside) = step.inside(number) {
            f.write_str(" (")?;
            f.write_str(inside.name())?;
            f.write_char(')')?;
        }
        before = Some(number);
    }
    Ok(())
}

/// Whether a statement of a chain follows from several others: then all have numbers.
fn has_several_causes(step: &Step) -> bool {
    (0..step.links().len()).any(|number| step.cause_bits(number).count_ones() > 1)
}

/// Writes the links of a chain with numbers, and those that each follows from.
fn write_numbered(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    for (number, link) in step.links().iter().enumerate() {
        f.write_str(match (f.alternate(), number) {
            (true, _) => "\n",
            (false, 0) => "",
            (false, _) => "; ",
        })?;
        write_number(number, f)?;
        f.write_str(". ")?;
        if step.cause_bits(number) == 0 {
            f.write_str("suppose ")?;
            write_statement(step, number, link.is_true, f)?;
            continue;
        }
        write_statement(step, number, link.is_true, f)?;
        if let Some(inside) = step.inside(number) {
            f.write_str(": ")?;
            f.write_str(inside.name())?;
        } else if link.is_true {
            write_only_one(step, number, f)?;
        }
        f.write_str(", from ")?;
        write_list(f, step.causes(number), " and ", write_number)?;
    }
    Ok(())
}

/// Writes why a candidate is the only one left: in its cell, or for its digit in a unit.
fn write_only_one(step: &Step, number: usize, f: &mut Formatter<'_>) -> fmt::Result {
    match step.place(number) {
        None => f.write_str(": the only candidate left"),
        Some(unit) => {
            f.write_str(": the only place left in ")?;
            write_units(1 << (unit % UNITS), f)
        }
    }
}

/// Writes what links the statements with numbers to the result.
fn write_numbered_end(step: &Step, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_str(if f.alternate() { "\n" } else { "; " })?;
    let links = step.links().iter().enumerate();
    let opposite = links.clone().find_map(|(number, link)| {
        let is_opposite = |other: &Link| *other == Link { is_true: !link.is_true, from: other.from, ..*link };
        Some([number, step.links().iter().position(is_opposite)?])
    });
    let is_alone = links.skip(1).all(|(number, link)| usize::from(link.from) != number);
    if let (true, true, Some(pair)) = (is_alone, is_contradiction(step), opposite) {
        f.write_str(if f.alternate() { "A contradiction between " } else { "a contradiction between " })?;
        write_list(f, pair.into_iter(), " and ", write_number)?;
        return f.write_str(", so ");
    }
    let link = link_to_result(step).trim_start_matches([';', ' ']);
    if f.alternate() { write_capitalized(link, f) } else { f.write_str(link) }
}

/// Writes the number of a link, counted from 1.
fn write_number(number: usize, f: &mut Formatter<'_>) -> fmt::Result {
    let number = number + 1;
    for digit in [number / 100, number / 10, number]
        .into_iter()
        .skip(usize::from(number < 10) + usize::from(number < 100))
    {
        write_digit(digit % 10, f)?;
    }
    Ok(())
}

/// Writes a link of a chain as true or false; of a group as `r1c2 or r1c3 is 3`, or `r1c2 and r1c3 are not 3`.
fn write_statement(step: &Step, number: usize, is_true: bool, f: &mut Formatter<'_>) -> fmt::Result {
    let cells = step.cells_of_link(number);
    let digit = step.links().get(number).map_or(0, |link| link.digit);
    write_cells(cells, if is_true { " or " } else { " and " }, f)?;
    f.write_str(match (is_true, cells.is_power_of_two()) {
        (true, _) => " is ",
        (false, true) => " is not ",
        (false, false) => " are not ",
    })?;
    write_digit(digit.into(), f)
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

/// Writes `, which leaves one cell for 5 in box 3`: in the unit of the placed cell that is of the same kind as the
/// base.
fn write_one_left(step: &Step, base: u32, f: &mut Formatter<'_>) -> fmt::Result {
    let (cell, digit) = step.placement().unwrap_or_default();
    let unit = unit_of(cell, base.trailing_zeros() as usize / 9);
    f.write_str(", which leaves one cell for ")?;
    write_digit(digit.into(), f)?;
    f.write_str(" in ")?;
    write_units(1 << (unit % 32), f)
}

/// Writes where a step is: its units; the digit of a chain of one digit; the boxes of its cells; or, if they are many,
/// its digits.
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
pub(super) const ROW_BITS: u32 = (1 << COLUMNS) - 1;
/// The rows and columns among the bits of units.
pub(super) const LINES: u32 = (1 << BOXES) - 1;

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
fn write_cells(cells: CellMask, last: &str, f: &mut Formatter<'_>) -> fmt::Result {
    write_list(f, each(cells), last, write_cell)
}

/// Writes `r1c2`.
pub(super) fn write_cell(cell: usize, f: &mut Formatter<'_>) -> fmt::Result {
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
pub(super) fn write_digit(digit: usize, f: &mut Formatter<'_>) -> fmt::Result {
    f.write_char(char::from(b'0' + (digit % 10) as u8))
}

/// Writes items with commas between them, and with `last` before the last one.
pub(super) fn write_list<T>(
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
pub(super) fn write_capitalized(name: &str, f: &mut Formatter<'_>) -> fmt::Result {
    let mut characters = name.chars();
    if let Some(first) = characters.next() {
        f.write_char(first.to_ascii_uppercase())?;
    }
    f.write_str(characters.as_str())
}

/// Returns the cells that have digits.
fn cells_of(candidates: &[u16; 81]) -> CellMask {
    let has_some = candidates.iter().enumerate().filter(|(_, digits)| **digits != 0);
    has_some.fold(0, |cells, (cell, _)| cells | bit(cell))
}

/// Returns the digits of all cells.
fn digits_of(candidates: &[u16; 81]) -> u16 {
    candidates.iter().fold(0, |all, digits| all | digits)
}

/// Iterates over a set of digits, from 0.
pub(super) fn digit_indices(digits: u16) -> impl Iterator<Item = usize> {
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
    /// use lanedoku_steps::Technique;
    ///
    /// assert_eq!("hidden-single".parse(), Ok(Technique::HiddenSingle));
    /// assert_eq!("x wing".parse(), Ok(Technique::XWing));
    /// assert!("hidden".parse::<Technique>().is_err());
    /// ```
    fn from_str(text: &str) -> Result<Technique, UnknownTechnique> {
        let is_it = |technique: &&Technique| is_name(technique.name(), text);
        Technique::ALL.iter().find(is_it).copied().ok_or(UnknownTechnique)
    }
}

/// Whether a text is a name, in upper or lower case, with spaces, `-` or `_` between the words.
pub(super) fn is_name(name: &str, text: &str) -> bool {
    let plain = |byte| if matches!(byte, b'-' | b'_') { b' ' } else { byte.to_ascii_lowercase() };
    name.bytes().map(plain).eq(text.bytes().map(plain))
}

#[cfg(test)]
mod tests {
    use super::super::cells::ROWS;
    use super::*;

    /// The cells of a text such as `r1c2 r3c4`.
    fn cells(text: &str) -> CellMask {
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
        let wing = decided(XyWing, "r1c1", 0b101).with_group(1, cells("r1c1"));
        let wing = |cell, digits| wing.clone().decided_by(cells(cell), digits);
        let corners = cells("r1c1 r1c4 r2c1 r2c4");
        let rectangle = decided(UniqueRectangle1, "r1c1 r1c4 r2c1", 0b11).decided_by(cells("r2c4"), 0b111);
        let rectangle = rectangle.with_group(1, corners);
        let two_more = decided(UniqueRectangle2, "r1c1 r1c4", 0b11).decided_by(cells("r2c1 r2c4"), 0b111);
        let two_more = two_more.with_group(1, corners);
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
                Step { technique: DirectPointing, ..pointing }.placing(18, 6),
                [
                    "Look at row 2 and box 3.",
                    "Direct pointing in row 2 and box 3.",
                    "Direct pointing: in box 3, 7 is only in row 2, which leaves one cell for 7 in box 1, so r3c1 is 7.",
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
                    "X-cycle: if r1c1 is not 5, r1c4 is 5, so r5c5 is not 5; since r1c1 is not 5, r1c1 is 5; \
                     if r1c1 is 5, the opposite of each of these follows, the last one first; in both cases, r1c1 is 5.",
                ],
            ),
            (
                Step { technique: UnitForcingChains, ..chain.clone() }.with_unit(0),
                [
                    "Look at row 1.",
                    "Unit forcing chains in row 1.",
                    "Unit forcing chains: in row 1, wherever 5 is: if r1c1 is not 5, r1c4 is 5, so r5c5 is not 5; \
                     since r1c1 is not 5, r1c1 is 5; in each case, r1c1 is 5.",
                ],
            ),
            (
                chain,
                [
                    "Look at the 5s.",
                    "XY-wing in the 5s.",
                    "XY-wing: if r1c1 is not 5, r1c4 is 5, so r5c5 is not 5; since r1c1 is not 5, r1c1 is 5: \
                     a contradiction, so r1c1 is 5.",
                ],
            ),
        ];
        for (step, expected) in cases {
            let hints = [Hint::Where, Hint::What, Hint::Why].map(|hint| step.hint(hint).to_string());
            assert_eq!(hints, expected);
            assert_eq!(step.to_string(), expected[2]);
        }
    }

    /// Sentences that say why, of steps whose parts do not name the corners or the aligned cells.
    #[test]
    fn reasons() {
        use Technique::*;

        let decided = |technique, of: &str, digits| Step::new(technique, 0).decided_by(cells(of), digits);
        let rectangle = |technique| {
            let step = decided(technique, "r1c2 r1c3", 0b1001).decided_by(cells("r6c2 r6c3"), 0b101_1001);
            step.with_group(1, cells("r1c2 r1c3 r6c2 r6c3"))
        };
        let board = "with only 1 and 4 in r1c2, r1c3, r6c2 and r6c3, the board would have several solutions";
        let link = |cell, digit, is_true, from| Link { cell, digit, is_true, from };
        let chain = |technique, links: &[Link]| {
            let mut step = Step::new(technique, 0);
            step.links[..links.len()].copy_from_slice(links);
            step.link_count = links.len() as u8;
            step
        };
        let two_ways = [
            link(0, 9, true, 0),
            link(1, 9, false, 0),
            link(10, 9, true, 1),
            link(2, 9, false, 0),
            link(10, 9, false, 3),
        ];
        // The first of the two has a second cause.
        let mut of_two = chain(NishioForcingChain, &two_ways[..3]);
        of_two.set_causes(0b1);
        of_two.set_place(2);
        for link in &two_ways[3..] {
            of_two.links[usize::from(of_two.link_count)] = *link;
            of_two.link_count += 1;
        }
        let mut plus =
            chain(DynamicChainsPlus, &[link(0, 9, true, 0), link(1, 9, false, 0), link(20, 9, false, 1)]);
        plus.set_inside(Pointing);
        let of_cell = [
            link(0, 9, true, 0),
            link(1, 9, false, 0),
            link(0, 8, true, 2),
            link(9, 8, false, 2),
            link(1, 9, false, 3),
        ];
        let mut of_cell = chain(NestedForcingChains, &of_cell);
        of_cell.set_inside(AlternatingChain);
        let cases = [
            (
                plus.removing(cells("r1c1"), 0b1_0000_0000),
                "Dynamic chains plus: if r1c1 is 9, r1c2 is not 9, so r3c3 is not 9 (pointing): a contradiction, so \
                 r1c1 loses 9."
                    .to_string(),
            ),
            (
                of_cell.removing(cells("r1c2"), 0b1_0000_0000),
                "Nested forcing chains: whatever r1c1 is: if r1c1 is 9, r1c2 is not 9; if r1c1 is 8, r2c1 is not 8, \
                 so r1c2 is not 9 (alternating chain); in each case, r1c2 loses 9."
                    .to_string(),
            ),
            // A naked subset.
            (
                rectangle(UniqueRectangle3)
                    .with_unit(ROWS + 5)
                    .decided_by(cells("r6c8 r6c9"), 0b1101_0000)
                    .removing(cells("r6c4"), 0b1000_0000),
                format!(
                    "Unique rectangle 3: {board}, so r6c2 or r6c3 is 5 or 7; in row 6, this cell, r6c8 and r6c9 \
                     take 5, 7 and 8, so r6c4 loses 8."
                ),
            ),
            // A hidden subset, whose cells could close the rectangle, too.
            (
                decided(UniqueRectangle3, "r8c2 r9c2", 0b1_0000_0001)
                    .with_group(1, cells("r8c2 r9c2 r8c9 r9c9"))
                    .decided_by(cells("r8c9 r9c9"), 0b1_0000_0111)
                    .decided_by(cells("r8c8 r9c8"), 0b1_1000_0001)
                    .with_unit(BOXES + 8)
                    .removing(cells("r8c8 r9c8"), 0b1000),
                "Unique rectangle 3: with only 1 and 9 in r8c2, r8c9, r9c2 and r9c9, the board would have several \
                 solutions, so r8c9 or r9c9 is 2 or 3; in box 9, the other of the two, r8c8 and r9c8 take 1, 8 and \
                 9, so r8c8 and r9c8 lose 4."
                    .to_string(),
            ),
            (
                rectangle(UniqueRectangle4).with_unit(ROWS + 5).removing(cells("r6c2 r6c3"), 0b1000),
                format!(
                    "Unique rectangle 4: {board}; in row 6, 1 is only in r6c2 and r6c3, so r6c2 and r6c3 lose 4."
                ),
            ),
            (
                decided(UniqueLoop, "r7c8 r8c8 r9c3 r9c4", 0b1_0000_0100)
                    .with_group(1, cells("r7c8 r8c8 r9c3 r9c4 r7c3 r8c4"))
                    .decided_by(cells("r7c3 r8c4"), 0b1_0000_1100)
                    .removing(cells("r7c4 r8c3"), 0b1000),
                "Unique loop: with only 3 and 9 in r7c3, r7c8, r8c4, r8c8, r9c3 and r9c4, the board would have \
                 several solutions, so r7c3 or r8c4 is 4, so r7c4 and r8c3 lose 4."
                    .to_string(),
            ),
            (
                decided(BugPlusOne, "r3c1", 0b1000).removing(cells("r3c1"), 0b1000_0100),
                "BUG+1: without 4 in r3c1, each open cell would have two candidates, and the board several \
                 solutions, so r3c1 loses 3 and 8."
                    .to_string(),
            ),
            (
                decided(Bug2, "r5c9 r6c9", 0b1000).removing(cells("r4c9"), 0b1000),
                "BUG type 2: without 4 in r5c9 and r6c9, each open cell would have two candidates, and the board \
                 several solutions, so r5c9 or r6c9 is 4, so r4c9 loses 4."
                    .to_string(),
            ),
            // With 3 in r3c1, r2c2 needs a 5 of r8c2, and r7c1 a 6.
            (
                decided(AlignedPairExclusion, "r3c1", 0b111)
                    .with_group(1, cells("r3c1 r8c2"))
                    .decided_by(cells("r8c2"), 0b11_0000)
                    .decided_by(cells("r2c2"), 0b1_0100)
                    .decided_by(cells("r7c1"), 0b10_0100)
                    .removing(cells("r3c1"), 0b100),
                "Aligned pair exclusion: in r3c1 and r8c2, each combination with 3 in r3c1 repeats a digit or leaves \
                 no candidate for r2c2 or r7c1, so r3c1 loses 3."
                    .to_string(),
            ),
            (
                chain(NishioForcingChain, &two_ways).removing(cells("r1c1"), 0b1_0000_0000),
                "Nishio: if r1c1 is 9, r1c2 is not 9, so r2c2 is 9; since r1c1 is 9, r1c3 is not 9, so r2c2 is \
                 not 9: a contradiction, so r1c1 loses 9."
                    .to_string(),
            ),
            (
                of_two.removing(cells("r1c1"), 0b1_0000_0000),
                "Nishio: 1. suppose r1c1 is 9; 2. r1c2 is not 9, from 1; 3. r2c2 is 9: the only place left in box 1, from \
                 1 and 2; 4. r1c3 is not 9, from 1; 5. r2c2 is not 9, from 4; a contradiction between 3 and 5, so \
                 r1c1 loses 9."
                    .to_string(),
            ),
            (
                decided(EmptyRectangle, "r1c2 r2c1 r2c8 r6c8", 1)
                    .with_unit(COLUMNS + 7)
                    .with_unit(BOXES)
                    .removing(cells("r6c2"), 1),
                "Empty rectangle: in box 1, 1 is only in r1c2 and r2c1, and in column 8, only in r2c8 and r6c8, so \
                 r6c2 loses 1."
                    .to_string(),
            ),
            (
                decided(WxyzWing, "r1c1", 0b1_0010)
                    .decided_by(cells("r5c1"), 0b1_0100)
                    .decided_by(cells("r5c2"), 0b1100)
                    .decided_by(cells("r5c3"), 0b1010)
                    .removing(cells("r4c1"), 0b10),
                "WXYZ-wing: r1c1, r5c1, r5c2 and r5c3 have only 2, 3, 4 and 5; 3, 4 and 5 can each be there once, so 2 is \
                 in r1c1 or r5c3, so r4c1 loses 2."
                    .to_string(),
            ),
            (
                [ROWS, ROWS + 3, COLUMNS, COLUMNS + 4]
                    .into_iter()
                    .fold(decided(FinnedXWing, "r1c1 r1c5 r4c1 r4c4 r4c5", 1), Step::with_unit)
                    .with_group(1, cells("r4c4"))
                    .removing(cells("r5c5"), 1),
                "Finned X-wing: in rows 1 and 4, 1 is only in columns 1 and 5, or in the fin r4c4, so r5c5 loses 1."
                    .to_string(),
            ),
            (
                decided(SimpleColouring, "r4c3 r8c2 r7c3 r8c4", 0b1_0000)
                    .with_group(1, cells("r4c3 r8c2"))
                    .with_group(2, cells("r7c3 r8c4"))
                    .removing(cells("r4c4"), 0b1_0000),
                "Simple colouring: 5 is in r4c3 and r8c2, or in r7c3 and r8c4, so r4c4 loses 5.".to_string(),
            ),
            (
                decided(MultiColours1, "r9c1 r2c1 r7c2 r7c5", 0b1000)
                    .with_group(1, cells("r9c1"))
                    .with_group(2, cells("r2c1"))
                    .with_group(5, cells("r7c2"))
                    .with_group(6, cells("r7c5"))
                    .removing(cells("r2c5"), 0b1000),
                "Multi-colours 1: 4 is in r9c1, or in r2c1, and 4 is in r7c2, or in r7c5; r9c1 cannot have it \
                 together with r7c2, so it is in r2c1, or in r7c5, so r2c5 loses 4."
                    .to_string(),
            ),
            (
                decided(MultiColours2, "r3c4 r2c1 r9c1", 0b1000)
                    .with_group(1, cells("r2c5 r9c4"))
                    .with_group(2, cells("r3c4"))
                    .with_group(5, cells("r2c1"))
                    .with_group(6, cells("r9c1"))
                    .removing(cells("r2c5 r9c4"), 0b1000),
                "Multi-colours 2: 4 is in r2c5 and r9c4, or in r3c4, and 4 is in r2c1, or in r9c1; r2c5 and r9c4 cannot \
                 have it together with r2c1, nor with r9c1, so r2c5 and r9c4 lose 4."
                    .to_string(),
            ),
            (
                decided(RemotePair, "r5c2 r8c6 r5c6 r9c2", 0b100_0010)
                    .with_group(1, cells("r5c2 r8c6"))
                    .with_group(2, cells("r5c6 r9c2"))
                    .removing(cells("r8c3"), 0b10),
                "Remote pair: r5c2 and r8c6 have one of 2 and 7, and r5c6 and r9c2 the other, so r8c3 loses 2."
                    .to_string(),
            ),
            (
                decided(AlsXz, "r1c1", 0b110)
                    .decided_by(cells("r4c1"), 0b1100)
                    .decided_by(cells("r5c2"), 0b1010)
                    .with_group(1, cells("r1c1"))
                    .with_group(2, cells("r4c1 r5c2"))
                    .removing(cells("r1c2 r5c1"), 0b10),
                "ALS-XZ: r1c1 has only 2 and 3, r4c1 and r5c2 have only 2, 3 and 4, and only one of the two sets can \
                 have 3, so one lacks it, and has 2, so r1c2 and r5c1 lose 2."
                    .to_string(),
            ),
            (
                decided(AlsXyWing, "r1c1", 0b110)
                    .decided_by(cells("r1c5"), 0b1010)
                    .decided_by(cells("r5c1"), 0b1100)
                    .with_group(1, cells("r1c5"))
                    .with_group(2, cells("r5c1"))
                    .with_group(4, cells("r1c1"))
                    .removing(cells("r5c5"), 0b1000),
                "ALS-XY-wing: r1c1 has 2 or 3; with 2 there, r1c5 has only 4; with 3 there, r5c1 has only 4; in both \
                 cases, one of the two sets has 4, so r5c5 loses 4."
                    .to_string(),
            ),
            (
                decided(DoublyLinkedAlsXz, "r1c1", 0b110)
                    .decided_by(cells("r1c5 r1c6"), 0b1110)
                    .with_group(1, cells("r1c1"))
                    .with_group(2, cells("r1c5 r1c6"))
                    .removing(cells("r1c9"), 0b1000),
                "Doubly linked ALS-XZ: r1c1 has only 2 and 3, r1c5 and r1c6 have only 2, 3 and 4, and only one of the \
                 two sets can have 2, and only one 3, so each lacks one of these, and has its other digits, so r1c9 \
                 loses 4."
                    .to_string(),
            ),
            // Groups, and a loop back to its start.
            (
                Step::new(GroupedContinuousLoop, 0)
                    .with_link(0, (0, cells("r2c1 r3c1")), false)
                    .with_link(1, (0, cells("r8c1")), true)
                    .with_link(2, (0, cells("r9c2")), false)
                    .with_link(3, (0, cells("r2c2 r3c2")), true)
                    .with_link(4, (0, cells("r2c1 r3c1")), false)
                    .removing(cells("r1c3"), 1),
                "Grouped continuous loop: if r2c1 and r3c1 are not 1, r8c1 is 1, so r9c2 is not 1, so r2c2 or r3c2 is 1, \
                 so r2c1 and r3c1 are not 1; if r2c1 or r3c1 is 1, the opposite of each of these follows, the last one first; in both cases, \
                 r1c3 loses 1."
                    .to_string(),
            ),
            (
                decided(UniqueRectangle5, "r1c1", 0b110).with_group(1, cells("r1c1 r1c4 r2c1 r2c4")).decided_by(cells("r1c4 r2c1 r2c4"), 1).removing(cells("r2c5"), 1),
                "Unique rectangle 5: without 1 in r1c4, r2c1 and r2c4, the digits of r1c1, r1c4, r2c1 and r2c4 could \
                 be exchanged, and the board would have several solutions, so r1c4, r2c1 or r2c4 is 1, so r2c5 loses 1."
                    .to_string(),
            ),
            (
                decided(HiddenRectangle, "r1c1", 0b11)
                    .with_group(1, cells("r1c1 r1c4 r2c1 r2c4"))
                    .decided_by(cells("r1c4 r2c1 r2c4"), 1)
                    .with_unit(ROWS + 1)
                    .with_unit(COLUMNS + 3)
                    .removing(cells("r2c4"), 0b10),
                "Hidden rectangle: in row 2 and column 4, 1 is only in r1c4, r2c1 and r2c4; with 2 in r2c4, 1 and 2 \
                 could be exchanged in r1c1, r1c4, r2c1 and r2c4, and the board would have several solutions, so \
                 r2c4 loses 2."
                    .to_string(),
            ),
            (
                [ROWS, ROWS + 1, COLUMNS, COLUMNS + 3]
                    .into_iter()
                    .fold(decided(AvoidableRectangle2, "r2c1 r2c4", 1), Step::with_unit)
                    .with_group(1, cells("r1c1 r1c4 r2c1 r2c4"))
                    .removing(cells("r2c5"), 1),
                "Avoidable rectangle 2: without 1 in r2c1 and r2c4, the digits of r1c1, r1c4, r2c1 and r2c4 could be \
                 exchanged, and the board would have several solutions, so r2c1 or r2c4 is 1, so r2c5 loses 1."
                    .to_string(),
            ),
            (
                [ROWS, ROWS + 1, COLUMNS, COLUMNS + 3]
                    .into_iter()
                    .fold(decided(UniqueRectangle4, "r1c1 r1c4", 0b11), Step::with_unit)
                    .with_group(1, cells("r1c1 r1c4 r2c1 r2c4"))
                    .decided_by(cells("r2c1 r2c4"), 1)
                    .removing(cells("r2c4"), 0b10),
                "Unique rectangle 4: in row 2, 1 is only in r2c1 and r2c4; with 2 in r2c4, 1 and 2 could be \
                 exchanged in r1c1, r1c4, r2c1 and r2c4, and the board would have several solutions, so r2c4 loses \
                 2."
                    .to_string(),
            ),
            (
                [ROWS, ROWS + 1, COLUMNS, COLUMNS + 3]
                    .into_iter()
                    .fold(decided(UniqueRectangle3, "r1c1 r1c4", 0b11), Step::with_unit)
                    .with_group(1, cells("r1c1 r1c4 r2c1 r2c4"))
                    .decided_by(cells("r2c1 r2c4"), 0b1_1000)
                    .decided_by(cells("r2c8"), 0b1_1000)
                    .removing(cells("r2c9"), 0b1000),
                "Unique rectangle 3: without 4 and 5 in r2c1 and r2c4, the digits of r1c1, r1c4, r2c1 and r2c4 could be \
                 exchanged, and the board would have several solutions, so r2c1 or r2c4 is 4 or 5; in row 2, this cell \
                 and r2c8 take 4 and 5, so r2c9 loses 4."
                    .to_string(),
            ),
            // Both ends of a chain remove the digit.
            (
                chain(Skyscraper, &[link(0, 5, false, 0), link(3, 5, true, 0)])
                    .removing(cells("r3c3"), 0b1_0000),
                "Skyscraper: if r1c1 is not 5, r1c4 is 5; in both cases, r3c3 loses 5.".to_string(),
            ),
            (
                decided(DirectClaiming, "r5c1 r5c2", 0b10_0000)
                    .with_unit(ROWS + 4)
                    .with_unit(BOXES + 3)
                    .placing(30, 5),
                "Direct claiming: in row 5, 6 is only in box 4, which leaves one cell for 6 in row 4, so r4c4 is 6."
                    .to_string(),
            ),
        ];
        for (step, expected) in cases {
            assert_eq!(step.to_string(), expected);
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
