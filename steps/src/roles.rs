//! What candidates are in a step, so that any program can draw it: the base, cover and fins of a fish, the pivot and
//! pincers of a wing, almost locked sets, colours. Chains have links instead.

use lanedoku::Unit;

use super::cells::{BOXES, CellMask, bit, each, peers_of, unit};
use super::sentences::{LINES, ROW_BITS, cells_in};
use super::{Step, Technique, TechniqueSet};

/// What a part of a step is in its technique.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Role {
    /// The units of a fish, or of locked candidates, that have a digit only in the cover.
    Base,
    /// The units that have the digit only in the base.
    Cover,
    /// The further candidates of a finned fish.
    Fins,
    /// The cell of a wing that sees the pincers.
    Pivot,
    /// The cells of a wing of which one has its digit.
    Pincers,
    /// An almost locked set.
    SetA,
    /// Another.
    SetB,
    /// The set that shares digits with each of the others.
    PivotSet,
    /// The candidates that two almost locked sets share, and cannot both have.
    RestrictedCommon,
    /// One of two colours: its cells all have the digit, or none.
    ColourA,
    /// The other one.
    ColourB,
    /// A colour of another pair.
    ColourC,
    /// The other one of this pair.
    ColourD,
    /// The cells of a rectangle or loop.
    Corners,
    /// The cells that form a subset with those of a rectangle or loop.
    Subset,
    /// The candidates in the box of an empty rectangle.
    EmptyRectangle,
    /// The two candidates of a strong link.
    StrongLink,
    /// The cells whose combinations are excluded.
    Aligned,
    /// The cells that exclude combinations.
    Excluders,
}

impl Role {
    /// All roles.
    pub const ALL: [Self; 19] = {
        use Role::*;
        [
            Base,
            Cover,
            Fins,
            Pivot,
            Pincers,
            SetA,
            SetB,
            PivotSet,
            RestrictedCommon,
            ColourA,
            ColourB,
            ColourC,
            ColourD,
            Corners,
            Subset,
            EmptyRectangle,
            StrongLink,
            Aligned,
            Excluders,
        ]
    };

    /// Returns the name, such as `pivot set`.
    pub const fn name(self) -> &'static str {
        match self {
            Role::Base => "base",
            Role::Cover => "cover",
            Role::Fins => "fins",
            Role::Pivot => "pivot",
            Role::Pincers => "pincers",
            Role::SetA => "set A",
            Role::SetB => "set B",
            Role::PivotSet => "pivot set",
            Role::RestrictedCommon => "restricted common",
            Role::ColourA => "colour A",
            Role::ColourB => "colour B",
            Role::ColourC => "colour C",
            Role::ColourD => "colour D",
            Role::Corners => "corners",
            Role::Subset => "subset",
            Role::EmptyRectangle => "empty rectangle",
            Role::StrongLink => "strong link",
            Role::Aligned => "aligned",
            Role::Excluders => "excluders",
        }
    }
}

/// A part of a step.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepPart {
    /// What it is.
    pub role: Role,
    units: u32,
    candidates: [u16; 81],
}

impl StepPart {
    /// The units as bits. For the C library. Not public API.
    #[doc(hidden)]
    pub const fn unit_bits(&self) -> u32 {
        self.units
    }

    /// Returns the units that it consists of: rows, then columns, then boxes; none for a part that is cells.
    pub fn units(&self) -> impl Iterator<Item = Unit> {
        let units = self.units;
        (0..27).filter(move |index| units >> index & 1 == 1).map(unit)
    }

    /// Returns its candidates, those that decide the step and those that it removes: for each cell, bit `d - 1` for
    /// digit `d`.
    pub const fn candidates(&self) -> &[u16; 81] {
        &self.candidates
    }
}

/// Which candidates of a step are a part: those in units; in cells whose group has one of these bits; in a group; those
/// that almost locked sets cannot share.
#[derive(Clone, Copy)]
enum PartOf {
    Units(u32),
    Having(u8),
    Group(u8),
    Common,
}

impl Step {
    /// Returns the parts of a step that is not a chain, by their roles; none for singles and subsets, which are the
    /// candidates that [decide](Self::deciding).
    ///
    /// ```
    /// use lanedoku::Grid;
    /// use lanedoku_steps::{Explainer, PencilMarks, Role, TechniqueSet};
    ///
    /// let puzzle: Grid =
    ///     "...8......2..7.6..79.3.2...9....4.3.532....4.....2...7....6..9...1...2.835.......".parse()?;
    /// let mut memory = Box::new_uninit();
    /// let explainer = Explainer::write_new(&mut memory);
    /// explainer.set_techniques(TechniqueSet::read("swordfish").unwrap());
    /// let step = explainer.next_step(&PencilMarks::new(&puzzle)).unwrap();
    /// let roles: Vec<_> = step.parts().map(|part| (part.role, part.units().count())).collect();
    /// assert_eq!(roles, [(Role::Base, 3), (Role::Cover, 3)]);
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn parts(&self) -> impl Iterator<Item = StepPart> + '_ {
        use PartOf::{Group, Having};
        use Role::*;

        let is_fish = |technique| TechniqueSet::FINNED_FISH.contains(technique);
        let chosen: [Option<(Role, PartOf)>; 4] = match self.technique {
            _ if !self.links().is_empty() => [None; 4],
            Technique::Pointing | Technique::DirectPointing => self.fish(BOX_BITS),
            Technique::Claiming | Technique::DirectClaiming => self.fish(!BOX_BITS),
            Technique::XWing | Technique::Swordfish | Technique::Jellyfish => self.fish(self.base()),
            technique if is_fish(technique) => {
                let [base, cover, ..] = self.fish(self.base());
                [base, cover, Some((Fins, Group(1))), None]
            }
            Technique::XyWing | Technique::XyzWing => {
                [Some((Pivot, Group(1))), Some((Pincers, Group(2))), None, None]
            }
            Technique::AlsXz | Technique::DoublyLinkedAlsXz | Technique::WxyzWing => [
                Some((SetA, Having(1))),
                Some((SetB, Having(2))),
                Some((RestrictedCommon, PartOf::Common)),
                None,
            ],
            Technique::AlsXyWing => [
                Some((PivotSet, Having(4))),
                Some((SetA, Having(1))),
                Some((SetB, Having(2))),
                Some((RestrictedCommon, PartOf::Common)),
            ],
            Technique::SimpleColouring | Technique::RemotePair => {
                [Some((ColourA, Group(1))), Some((ColourB, Group(2))), None, None]
            }
            Technique::MultiColours1 | Technique::MultiColours2 => [
                Some((ColourA, Group(1))),
                Some((ColourB, Group(2))),
                Some((ColourC, Group(5))),
                Some((ColourD, Group(6))),
            ],
            Technique::EmptyRectangle => {
                [Some((EmptyRectangle, Group(1))), Some((StrongLink, Group(2))), None, None]
            }
            Technique::AlignedPairExclusion | Technique::AlignedTripleExclusion => {
                [Some((Aligned, Group(1))), Some((Excluders, Group(2))), None, None]
            }
            technique if TechniqueSet::RECTANGLES.or(TechniqueSet::UNIQUE_LOOPS).contains(technique) => {
                [Some((Corners, Group(1))), Some((Subset, Group(2))), None, None]
            }
            _ => [None; 4],
        };
        let parts = chosen.into_iter().flatten().map(|(role, chosen)| self.part(role, chosen));
        parts.filter(|part| part.candidates.iter().any(|digits| *digits != 0))
    }

    /// The parts of a fish, or of locked candidates, of which these units are the base.
    fn fish(&self, base: u32) -> [Option<(Role, PartOf)>; 4] {
        let (base, cover) = (self.units & base, self.units & !base);
        [Some((Role::Base, PartOf::Units(base))), Some((Role::Cover, PartOf::Units(cover))), None, None]
    }

    /// The base of a fish: its rows or its columns, those without eliminations.
    pub(super) fn base(&self) -> u32 {
        let has_none = |cell: usize| self.eliminations.get(cell).is_none_or(|digits| *digits == 0);
        let is_base = each(cells_in(self.units & ROW_BITS)).all(has_none);
        self.units & if is_base { ROW_BITS } else { LINES & !ROW_BITS }
    }

    /// The digits that two almost locked sets share, and of which only one can have each: all places of the one see all
    /// of the other.
    pub(super) fn restricted_common(&self, one: CellMask, other: CellMask) -> u16 {
        let places = |set: CellMask, digit: u16| {
            each(set).filter(move |cell| self.deciding.get(*cell).is_some_and(|digits| digits & digit != 0))
        };
        let digits = (0..9).map(|digit| 1 << digit).filter(|&digit| {
            let sees = |cell: usize| places(other, digit).all(|other| peers_of(cell) & bit(other) != 0);
            places(one, digit).next().is_some()
                && places(other, digit).next().is_some()
                && places(one, digit).all(sees)
        });
        digits.fold(0, |digits, digit| digits | digit)
    }

    fn part(&self, role: Role, chosen: PartOf) -> StepPart {
        let (units, cells) = match chosen {
            PartOf::Units(units) => (units, cells_in(units)),
            PartOf::Having(bits) => (0, self.cells_grouped(|group| group & bits != 0)),
            PartOf::Group(own) => (0, self.group(own)),
            PartOf::Common => (0, self.cells_grouped(|group| group != 0)),
        };
        let having = |bit: u8| self.cells_grouped(|group| group & bit != 0);
        let common = match chosen {
            PartOf::Common if having(4) == 0 => self.restricted_common(having(1), having(2)),
            PartOf::Common => [1, 2]
                .map(|bit| self.restricted_common(having(4), having(bit)))
                .iter()
                .fold(0, |all, own| all | own),
            _ => !0,
        };
        let mut candidates = [0; 81];
        for ((cell, own), (deciding, removed)) in
            candidates.iter_mut().enumerate().zip(self.deciding.iter().zip(&self.eliminations))
        {
            if cells & bit(cell) != 0 {
                *own = (deciding | removed) & common;
            }
        }
        StepPart { role, units, candidates }
    }
}

/// The boxes among the bits of units.
const BOX_BITS: u32 = 0x1ff << BOXES;
