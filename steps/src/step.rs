//! A human solving step.

use lanedoku::Unit;

use super::cells::{CellMask, bit, each, each_up_to, unit, units_of};
use super::{Level, PencilMarks, Technique, TechniqueSet};

/// The most links of a chain that a step shows. A longer chain is cut.
pub const MOST_LINKS: usize = 128;

/// The most further causes of links that a step shows. Further ones are left out.
pub const MOST_CAUSES: usize = 256;

/// One statement of a chain: that a candidate is true or false, and the earlier statement that it follows from.
///
/// In dynamic chains, a candidate may be true because several others of its cell or unit are false, and in those with
/// patterns or chains inside, false because others are: then the last of these is named here, and
/// [`Step::causes`] has all.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Link {
    /// The cell, numbered row by row from 0; in a grouped chain, the first of the cells of a group.
    pub cell: u8,
    /// The digit, from 1.
    pub digit: u8,
    /// Whether the cell holds the digit.
    pub is_true: bool,
    /// The number of the link it follows from, counted from 0; its own number for an assumption.
    pub from: u8,
}

/// The techniques that remove candidates within a chain.
const INSIDE: [Technique; 8] = {
    use Technique::*;
    [
        Pointing,
        Claiming,
        HiddenPair,
        NakedPair,
        XWing,
        AlternatingChain,
        UnitForcingChains,
        DynamicUnitForcingChains,
    ]
};

/// How far the other cells of a group are from its first: a bit for each, where nested chains have [`INSIDE`].
const GROUP: [u32; 4] = [1, 2, 9, 18];

/// A human solving step: a technique, the candidates that decide it, and its result.
///
/// Cells are numbered row by row from 0. Candidates are bits: `d - 1` for digit `d`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    pub(super) technique: Technique,
    pub(super) level: Level,
    /// The units it is about: bit `u` for the unit with that index.
    pub(super) units: u32,
    /// The cell and the digit; a digit of 0 for none.
    pub(super) placement: (u8, u8),
    pub(super) eliminations: [u16; 81],
    pub(super) deciding: [u16; 81],
    pub(super) links: [Link; MOST_LINKS],
    pub(super) link_count: u8,
    /// Four bits for each link: for a candidate that is false because others are, by which technique, a place in
    /// [`INSIDE`] from 1; for the only place of a digit that is left, the kind of the unit from 1; in grouped chains,
    /// the cells. Without links, three bits for the group of each cell.
    pub(super) inside: [u8; MOST_LINKS / 2],
    /// In chains whose links may have several causes: for each link those that it does not name, as numbers of links
    /// from 1, with bit 7 if another follows; 0 for none.
    pub(super) causes: [u8; MOST_CAUSES],
}

impl Step {
    /// Creates a step without a result.
    pub(super) const fn new(technique: Technique, level: u8) -> Self {
        Step {
            technique,
            level: Level::from_tenths(level),
            units: 0,
            placement: (0, 0),
            eliminations: [0; 81],
            deciding: [0; 81],
            links: [Link { cell: 0, digit: 0, is_true: false, from: 0 }; MOST_LINKS],
            link_count: 0,
            inside: [0; MOST_LINKS / 2],
            causes: [0; MOST_CAUSES],
        }
    }

    /// Adds a unit that it is about.
    pub(super) const fn with_unit(mut self, index: usize) -> Self {
        self.units |= 1 << (index % 32);
        self
    }

    /// Sets the digit that it places.
    pub(super) const fn placing(mut self, cell: usize, digit: usize) -> Self {
        self.placement = (cell as u8, digit as u8 + 1);
        self
    }

    /// Adds the candidates that decide: these digits in these cells.
    pub(super) fn decided_by(mut self, cells: CellMask, digits: u16) -> Self {
        each(cells).for_each(|cell| self.deciding[cell] |= digits);
        self
    }

    /// Adds the candidates that it removes: these digits in these cells.
    pub(super) fn removing(mut self, cells: CellMask, digits: u16) -> Self {
        each(cells).for_each(|cell| self.eliminations[cell] |= digits);
        self
    }

    /// Adds the candidates that decide: those of these digits that these cells have.
    pub(super) fn decided_by_present(mut self, marks: &PencilMarks, cells: CellMask, digits: u16) -> Self {
        each(cells).for_each(|cell| self.deciding[cell] |= marks.candidates()[cell] & digits);
        self
    }

    /// Adds the candidates that it removes: those of these digits that these cells have.
    pub(super) fn removing_present(mut self, marks: &PencilMarks, cells: CellMask, digits: u16) -> Self {
        each(cells).for_each(|cell| self.eliminations[cell] |= marks.candidates()[cell] & digits);
        self
    }

    /// Returns whether it removes a candidate.
    pub(super) fn eliminates(&self) -> bool {
        self.eliminations.iter().any(|digits| *digits != 0)
    }

    /// Adds bits, up to three, to the group of some cells. For steps without links.
    pub(super) fn with_group(mut self, bits: u8, cells: CellMask) -> Self {
        for cell in each(cells) {
            for place in (0..3).filter(|place| bits >> place & 1 == 1).map(|place| 3 * cell + place) {
                if let Some(own) = self.inside.get_mut(place / 8) {
                    *own |= 1 << (place % 8);
                }
            }
        }
        self
    }

    /// Returns the cells whose group has just these bits.
    pub(super) fn group(&self, bits: u8) -> CellMask {
        self.cells_grouped(|group| group == bits)
    }

    /// Returns the cells whose group is chosen.
    pub(super) fn cells_grouped(&self, is_chosen: impl Fn(u8) -> bool) -> CellMask {
        let bit_at = |place: usize| self.inside.get(place / 8).map_or(0, |bits| bits >> (place % 8) & 1);
        let group = |cell: usize| (0..3).fold(0, |group, place| group | bit_at(3 * cell + place) << place);
        let is_plain = self.links().is_empty();
        (0..81).filter(|cell| is_plain && is_chosen(group(*cell))).fold(0, |cells, cell| cells | bit(cell))
    }

    /// Creates a step from the values that the functions below return, with the units as bits. For the C library, which
    /// keeps steps as records. Not public API.
    #[doc(hidden)]
    pub fn from_parts(
        technique: Technique,
        level: Level,
        units: u32,
        placement: Option<(usize, u8)>,
        eliminations: &[u16; 81],
        deciding: &[u16; 81],
        (links, inside, causes): (impl Iterator<Item = Link>, &[u8; MOST_LINKS / 2], &[u8; MOST_CAUSES]),
    ) -> Self {
        let (cell, digit) = placement.unwrap_or_default();
        let mut step = Step {
            level,
            units,
            placement: (cell as u8, digit),
            eliminations: *eliminations,
            deciding: *deciding,
            inside: *inside,
            causes: *causes,
            ..Self::new(technique, 0)
        };
        for (place, link) in step.links.iter_mut().zip(links) {
            *place = link;
            step.link_count += 1;
        }
        step
    }

    /// Returns the technique.
    pub const fn technique(&self) -> Technique {
        self.technique
    }

    /// Returns the level of the step. It can differ between steps of one technique.
    pub const fn level(&self) -> Level {
        self.level
    }

    /// The units as bits, as [`from_parts`](Self::from_parts) takes them. Not public API.
    #[doc(hidden)]
    pub const fn unit_bits(&self) -> u32 {
        self.units
    }

    /// What removes candidates within a chain, as [`from_parts`](Self::from_parts) takes it. Not public API.
    #[doc(hidden)]
    pub const fn inside_bits(&self) -> &[u8; MOST_LINKS / 2] {
        &self.inside
    }

    /// The causes that links do not name, as [`from_parts`](Self::from_parts) takes them. Not public API.
    #[doc(hidden)]
    pub const fn cause_bytes(&self) -> &[u8; MOST_CAUSES] {
        &self.causes
    }

    /// Returns the numbers of the links that the one with a number follows from, in their order; none for an
    /// assumption. They are several only in dynamic chains and in those with patterns or chains inside.
    pub fn causes(&self, number: usize) -> impl Iterator<Item = usize> {
        each_up_to::<127>(self.cause_bits(number))
    }

    /// The numbers of the same links, as bits.
    #[inline(never)]
    pub(super) fn cause_bits(&self, number: usize) -> CellMask {
        let named =
            self.links().get(number).map(|link| usize::from(link.from)).filter(|from| *from != number);
        let has_several = self.may_have_several_causes() && named.is_some();
        let mut own = self.causes.split_inclusive(|cause| cause >> 7 == 0);
        let others = if has_several { own.nth(number) } else { None };
        let others = others.unwrap_or_default().iter().filter_map(|cause| (cause & 127).checked_sub(1));
        let all = others.map(usize::from).chain(named);
        all.fold(0, |all, cause| all | bit(cause))
    }

    /// Returns whether it is a chain whose links may follow from several others.
    pub(super) fn may_have_several_causes(&self) -> bool {
        !self.links().is_empty()
            && TechniqueSet::DYNAMIC_CHAINS
                .or(TechniqueSet::NESTED_CHAINS)
                .or(TechniqueSet::of(&[Technique::NishioForcingChain]))
                .contains(self.technique)
    }

    /// Sets the causes of the last link that it does not name, as bits. Those of the links before it have been set.
    pub(super) fn set_causes(&mut self, others: CellMask) {
        let before = usize::from(self.link_count).saturating_sub(1);
        let own = self.causes.split_inclusive(|cause| cause >> 7 == 0);
        let first = own.take(before).map(<[u8]>::len).sum::<usize>();
        if let Some(own) = self.causes.get_mut(first..first + (others.count_ones().max(1) as usize)) {
            own.iter_mut().zip(each_up_to::<127>(others)).for_each(|(own, number)| *own = number as u8 + 129);
            own.iter_mut().last().into_iter().for_each(|last| *last &= 127);
        }
    }

    /// Whether the candidate of a link is false because others are.
    fn is_inside(&self, number: usize) -> bool {
        let from = |link: &Link| self.links.get(usize::from(link.from)).is_some_and(|from| !from.is_true);
        self.links
            .get(number)
            .is_some_and(|link| usize::from(link.from) < number && !link.is_true && from(link))
    }

    /// The four bits of a link.
    fn bits_of_link(&self, number: usize) -> u8 {
        self.inside.get(number / 2).map_or(0, |bits| bits >> (number % 2 * 4) & 15)
    }

    /// Sets the four bits of a link.
    fn set_bits_of_link(&mut self, number: usize, bits: u8) {
        if let Some(own) = self.inside.get_mut(number / 2) {
            *own |= bits << (number % 2 * 4);
        }
    }

    /// Sets the technique that removes the candidate of the last link.
    pub(super) fn set_inside(&mut self, technique: Technique) {
        let last = usize::from(self.link_count).wrapping_sub(1);
        let number = INSIDE.iter().position(|inside| *inside == technique).map_or(0, |place| place as u8 + 1);
        if self.is_inside(last) {
            self.set_bits_of_link(last, number);
        }
    }

    /// Returns the technique that removes the candidate of a link within the chain.
    pub(super) fn inside(&self, number: usize) -> Option<Technique> {
        let place = usize::from(self.bits_of_link(number)).checked_sub(1);
        INSIDE.get(place.filter(|_| self.is_inside(number))?).copied()
    }

    /// Sets the unit in which the last link is the only place left: its place among the row, the column and the box of
    /// the cell.
    pub(super) fn set_place(&mut self, kind: usize) {
        self.set_bits_of_link(usize::from(self.link_count).wrapping_sub(1), kind as u8 + 1);
    }

    /// Returns the unit in which a link is the only place left for its digit; `None` if it is the only candidate left
    /// in its cell.
    pub(super) fn place(&self, number: usize) -> Option<usize> {
        let link = self.links().get(number)?;
        units_of(link.cell.into()).get(usize::from(self.bits_of_link(number)).checked_sub(1)?).copied()
    }

    /// Sets a link of a chain about a digit, from 0, that is in one of some cells, or in none.
    pub(super) fn with_link(
        mut self,
        number: usize,
        (digit, cells): (usize, CellMask),
        is_true: bool,
    ) -> Self {
        let (cell, rest) = (cells.trailing_zeros(), cells & cells.wrapping_sub(1));
        let from = number.saturating_sub(1) as u8;
        let bits = GROUP.iter().enumerate().fold(0, |bits, (place, distance)| {
            bits | u8::from(rest >> ((cell + distance) % 128) & 1 == 1) << place
        });
        if let Some(link) = self.links.get_mut(number) {
            *link = Link { cell: cell as u8, digit: digit as u8 + 1, is_true, from };
            self.link_count = self.link_count.max(number as u8 + 1);
        }
        self.set_bits_of_link(number, bits);
        self
    }

    /// Returns the cells of a link: in a grouped chain, they may be several.
    pub(super) fn cells_of_link(&self, number: usize) -> CellMask {
        let first = self.links.get(number).map_or(0, |link| bit(link.cell.into()));
        let is_grouped = TechniqueSet::GROUPED_CHAINS.contains(self.technique);
        let bits = self.bits_of_link(number);
        let others = GROUP.iter().enumerate().filter(|(place, _)| is_grouped && bits >> place & 1 == 1);
        others.fold(first, |cells, (_, distance)| cells | first << distance)
    }

    /// Returns the cells of the link with a number: in a grouped chain, they may be several, of which one has the
    /// digit, or none.
    pub fn link_cells(&self, number: usize) -> impl Iterator<Item = usize> {
        each(self.cells_of_link(number))
    }

    /// Returns whether the link that leads to a statement is strong (one of the two is true) or weak (one is false).
    /// `None` for an assumption, and for a statement that rests on several others, or on a pattern or chain inside.
    pub fn is_strong_link(&self, number: usize) -> Option<bool> {
        let link = self.links().get(number)?;
        let before = self.links().get(usize::from(link.from))?;
        let has_one = self.cause_bits(number).is_power_of_two();
        (has_one && link.is_true != before.is_true).then_some(link.is_true)
    }

    /// Lets candidates and groups decide, each a digit, from 0, in cells.
    pub(super) fn deciding_by_nodes(self, nodes: impl Iterator<Item = (usize, CellMask)>) -> Self {
        nodes.fold(self, |step, (digit, cells)| step.decided_by(cells, 1 << (digit % 16))).without_removed()
    }

    /// Lets the candidates that it removes not decide.
    pub(super) fn without_removed(mut self) -> Self {
        for (own, removed) in self.deciding.iter_mut().zip(&self.eliminations) {
            *own &= !removed;
        }
        self
    }

    /// Returns the units that the step is about: rows, then columns, then boxes.
    pub fn units(&self) -> impl Iterator<Item = Unit> {
        let units = self.units;
        (0..27).filter(move |index| units >> index & 1 == 1).map(unit)
    }

    /// Returns the cell and the digit, from 1, that the step places.
    pub const fn placement(&self) -> Option<(usize, u8)> {
        match self.placement {
            (_, 0) => None,
            (cell, digit) => Some((cell as usize, digit)),
        }
    }

    /// Returns the candidates of each cell that the step removes, beside those that a placement removes.
    pub const fn eliminations(&self) -> &[u16; 81] {
        &self.eliminations
    }

    /// Returns the candidates of each cell that decide the step: the pattern.
    pub const fn deciding(&self) -> &[u16; 81] {
        &self.deciding
    }

    /// Returns the links of a chain in the order in which they follow from each other; none for other techniques.
    pub fn links(&self) -> &[Link] {
        self.links.get(..usize::from(self.link_count)).unwrap_or_default()
    }
}
