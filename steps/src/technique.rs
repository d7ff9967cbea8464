//! The techniques, their names, and their place on the scale.
//!
//! Most names are HoDoKu's. Its nice loops are loops here, and a continuous one of a single digit is an X-cycle. On the
//! scale, discontinuous loops and AICs are alternating chains. Its forcing nets, whose statements may
//! rest on several others, are the judge's dynamic chains.
//!
//! With other techniques than those of the scale, what the judge leaves out counts, too: a continuous loop removes
//! within its cells, a cell of two candidates has forcing chains, and so has any unit.

use core::fmt;

use super::TechniqueOrder;
use super::sentences::is_name;

/// A number on the scale of Sudoku Explainer, which players call SER: 1.0 for the last open cell of a unit, up to about
/// 12 for the hardest puzzles known. Kept in tenths.
///
/// ```
/// use lanedoku_steps::Level;
///
/// let level = Level::from_tenths(45);
/// assert_eq!((level.to_string().as_str(), level.tenths()), ("4.5", 45));
/// assert!(level < Level::from_tenths(50));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Level(u8);

impl Level {
    /// The level of [`Technique::NeedsMore`].
    pub const NEEDS_MORE: Level = Level(200);

    /// Creates a level from its number in tenths.
    pub const fn from_tenths(tenths: u8) -> Self {
        Level(tenths)
    }

    /// Returns the number in tenths.
    pub const fn tenths(self) -> u8 {
        self.0
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Level(tenths) = self;
        write!(f, "{}.{}", tenths / 10, tenths % 10)
    }
}

/// Declares the techniques with their names.
macro_rules! techniques {
    ($($(#[$doc:meta])* $variant:ident $name:literal,)*) => {
        /// A technique with which a person finds a step. In the order of the scale.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[non_exhaustive]
        #[repr(u8)]
        pub enum Technique {
            $($(#[$doc])* $variant,)*
        }

        impl Technique {
            /// All techniques, in the order of the scale. The index of a technique is its value as a number.
            pub const ALL: &[Technique] = &[$(Technique::$variant),*];

            /// Returns the name, such as `hidden single`, in lower case except for letters as in `X-wing` and `BUG+1`.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Technique::$variant => $name,)*
                }
            }
        }
    };
}

techniques! {
    /// The last open cell of a unit. 1.0.
    FullHouse "full house",
    /// A digit that has one cell in a unit. 1.2 in a box, 1.5 in a row or a column.
    HiddenSingle "hidden single",
    /// [`Pointing`](Self::Pointing) that leaves a hidden single. 1.7.
    DirectPointing "direct pointing",
    /// [`Claiming`](Self::Claiming) that leaves a hidden single. 1.9.
    DirectClaiming "direct claiming",
    /// [`HiddenPair`](Self::HiddenPair) that leaves a hidden single. 2.0.
    DirectHiddenPair "direct hidden pair",
    /// A cell with one candidate. 2.3.
    NakedSingle "naked single",
    /// [`HiddenTriple`](Self::HiddenTriple) that leaves a hidden single. 2.5.
    DirectHiddenTriple "direct hidden triple",
    /// Locked candidates of a box: those of a digit are in one row or column, whose other cells cannot have it. 2.6.
    Pointing "pointing",
    /// Locked candidates of a row or column: those of a digit are in one box, whose other cells cannot have it. 2.8.
    Claiming "claiming",
    /// Two cells of a unit with the same two candidates. 3.0.
    NakedPair "naked pair",
    /// Two rows whose candidates of a digit are in the same two columns, or the reverse. 3.2.
    XWing "X-wing",
    /// Two digits that have the same two cells in a unit. 3.4.
    HiddenPair "hidden pair",
    /// Three cells of a unit with three candidates together. 3.6.
    NakedTriple "naked triple",
    /// Three rows whose candidates of a digit are in three columns, or the reverse. 3.8.
    Swordfish "swordfish",
    /// Three digits that have three cells together in a unit. 4.0.
    HiddenTriple "hidden triple",
    /// A cell with the candidates x and y that sees one with x and z and one with y and z. 4.2.
    XyWing "XY-wing",
    /// An XY-wing whose first cell has z, too. 4.4.
    XyzWing "XYZ-wing",
    /// A rectangle that would have two solutions without the further candidates of one corner. 4.5.
    UniqueRectangle1 "unique rectangle 1",
    /// The same with one further candidate in two corners. 4.5.
    UniqueRectangle2 "unique rectangle 2",
    /// The same with further candidates of two corners that form a subset with other cells. 4.5 to 4.8.
    UniqueRectangle3 "unique rectangle 3",
    /// The same with a digit that is locked in two corners. 4.5.
    UniqueRectangle4 "unique rectangle 4",
    /// A longer loop instead of the rectangle. 4.6 and more.
    UniqueLoop "unique loop",
    /// Four cells of a unit with four candidates together. 5.0.
    NakedQuad "naked quad",
    /// Four rows whose candidates of a digit are in four columns, or the reverse. 5.2.
    Jellyfish "jellyfish",
    /// Four digits that have four cells together in a unit. 5.4.
    HiddenQuad "hidden quad",
    /// A board that would have several solutions without one further candidate (bivalue universal grave). 5.6.
    BugPlusOne "BUG+1",
    /// The same with one further digit in several cells. 5.7.
    Bug2 "BUG type 2",
    /// The same with further candidates that form a subset with other cells. 5.8 to 6.1.
    Bug3 "BUG type 3",
    /// The same with a digit that is locked in the two cells. 5.7.
    Bug4 "BUG type 4",
    /// Some pairs of candidates of two cells would leave a third cell without a candidate. 6.2.
    AlignedPairExclusion "aligned pair exclusion",
    /// Two strong links of a digit, both in rows or both in columns, joined in one line. 6.6 as a chain, 4.0 on its
    /// own.
    Skyscraper "skyscraper",
    /// A strong link of a digit in a row and one in a column, joined in a box. 6.6 as a chain, 4.1 on its own.
    TwoStringKite "two-string kite",
    /// Two other strong links of a digit, joined by a unit. 6.6 as a chain, 4.2 on its own.
    TurbotFish "turbot fish",
    /// A longer chain of a digit. 6.6 and more.
    XChain "X-chain",
    /// A cycle of strong and weak links of a digit. 6.5 and more.
    XCycle "X-cycle",
    /// Two cells with the same two candidates, joined by a strong link of one of them. 7.1 as a chain, 4.2 on its
    /// own.
    WWing "W-wing",
    /// A chain of cells with two candidates. 7.0 and more; 6.3 on its own.
    XyChain "XY-chain",
    /// A chain of strong and weak links, alternately, that shows a candidate to be false, or true. 7.0 and more.
    AlternatingChain "alternating chain",
    /// A cycle of strong and weak links, alternately. 6.5 and more if all strong links are in cells, otherwise 7.0 and
    /// more.
    ContinuousLoop "continuous loop",
    /// Some triples of candidates of three cells would leave a further cell without a candidate. 7.5.
    AlignedTripleExclusion "aligned triple exclusion",
    /// A candidate leads to a contradiction through candidates of its digit alone. 7.5 and more.
    NishioForcingChain "Nishio",
    /// All candidates of a cell lead to the same statement. 8.0 and more.
    CellForcingChains "cell forcing chains",
    /// All places of a digit in a unit lead to the same statement. 8.0 and more.
    UnitForcingChains "unit forcing chains",
    /// A candidate, or its absence, leads to a contradiction; a statement may rest on several others, as in
    /// all dynamic chains. 8.5 and more.
    DynamicContradiction "dynamic contradiction",
    /// A candidate and its absence lead to the same statement. 8.5 and more.
    DynamicDoubleForcingChains "dynamic double forcing chains",
    /// All candidates of a cell lead to the same statement. 8.5 and more.
    DynamicCellForcingChains "dynamic cell forcing chains",
    /// All places of a digit in a unit lead to the same statement. 8.5 and more.
    DynamicUnitForcingChains "dynamic unit forcing chains",
    /// A dynamic chain in which pointing and claiming, pairs and X-wings remove candidates, too. 9.0 and more.
    DynamicChainsPlus "dynamic chains plus",
    /// The same with chains of strong and weak links inside. 9.5 and more.
    NestedForcingChains "nested forcing chains",
    /// The same with cell and unit forcing chains inside, too. 10.0 and more.
    NestedMultipleChains "nested multiple chains",
    /// A dynamic chain with patterns and dynamic chains inside. 10.5 and more.
    NestedDynamicChains "nested dynamic chains",
    /// The same with patterns inside of these, too. 10.5 and more.
    NestedDynamicChainsPlus "nested dynamic chains plus",
    /// An X-wing with further candidates in one box. 4.8; not on the judge's scale.
    FinnedXWing "finned X-wing",
    /// A swordfish with further candidates in one box. 4.9; not on the judge's scale.
    FinnedSwordfish "finned swordfish",
    /// A jellyfish with further candidates in one box. 5.5; not on the judge's scale.
    FinnedJellyfish "finned jellyfish",
    /// Strong links of a digit in two colours. 5.9; not on the judge's scale.
    SimpleColouring "simple colouring",
    /// Two almost locked sets that cannot both have a digit. 6.4; not on the judge's scale.
    AlsXz "ALS-XZ",
    /// Two cells with the same two candidates where a box crosses a line. 2.4; not on the judge's scale.
    LockedPair "locked pair",
    /// Three cells with three candidates together where a box crosses a line. 2.5; not on the judge's scale.
    LockedTriple "locked triple",
    /// A box whose candidates of a digit are in one row and one column, and a strong link to one of these. 4.2; not on
    /// the judge's scale.
    EmptyRectangle "empty rectangle",
    /// Four or more cells with the same two candidates, each of which sees the one before. 3.9; not on the judge's
    /// scale.
    RemotePair "remote pair",
    /// A unique rectangle with one further candidate in three corners, or in two that are opposite. 4.6; not on the
    /// judge's scale.
    UniqueRectangle5 "unique rectangle 5",
    /// A unique rectangle with a digit that two rows or two columns have only in its corners. 4.6; not on the judge's
    /// scale.
    UniqueRectangle6 "unique rectangle 6",
    /// A unique rectangle with a digit that a row and a column have only in its corners. 4.7; not on the judge's scale.
    HiddenRectangle "hidden rectangle",
    /// A unique rectangle with placed digits, none of them a clue, and further candidates of one corner. 4.7; not on
    /// the judge's scale.
    AvoidableRectangle1 "avoidable rectangle 1",
    /// The same with one further candidate in two corners. 4.7; not on the judge's scale.
    AvoidableRectangle2 "avoidable rectangle 2",
    /// A finned X-wing of which a line has one candidate beside the fins. 4.8; not on the judge's scale.
    SashimiXWing "sashimi X-wing",
    /// A finned swordfish of which a line has one candidate beside the fins. 4.9; not on the judge's scale.
    SashimiSwordfish "sashimi swordfish",
    /// A finned jellyfish of which a line has one candidate beside the fins. 5.5; not on the judge's scale.
    SashimiJellyfish "sashimi jellyfish",
    /// Strong links of a digit in two pairs of colours, of which one of each pair see each other. 6.0; not on the
    /// judge's scale.
    MultiColours1 "multi-colours 1",
    /// The same with a colour that sees both of the other pair. 6.0; not on the judge's scale.
    MultiColours2 "multi-colours 2",
    /// Four cells with four candidates, of which all but one digit are once at most. 5.5; not on the judge's scale.
    WxyzWing "WXYZ-wing",
    /// Two almost locked sets that cannot both have either of two digits. 6.4; not on the judge's scale.
    DoublyLinkedAlsXz "doubly linked ALS-XZ",
    /// An almost locked set that cannot share a digit with either of two others. 6.5; not on the judge's scale.
    AlsXyWing "ALS-XY-wing",
    /// A chain that shows candidates of one cell to be false, or one to be true. 6.4; not on the judge's scale.
    DiscontinuousLoop "discontinuous loop",
    /// A chain (alternating inference chain) that shows candidates of several cells to be false. 6.4; not on the
    /// judge's scale.
    Aic "AIC",
    /// A chain of a digit with groups: its candidates where a box crosses a line. 6.4; not on the judge's scale.
    GroupedXChain "grouped X-chain",
    /// A continuous loop with groups. 6.4; not on the judge's scale.
    GroupedContinuousLoop "grouped continuous loop",
    /// A discontinuous loop with groups. 6.4; not on the judge's scale.
    GroupedDiscontinuousLoop "grouped discontinuous loop",
    /// An AIC with groups. 6.4; not on the judge's scale.
    GroupedAic "grouped AIC",
    /// A board on which none of our techniques finds a step, or not within the limit on work. 20.0, the number that the
    /// judge gives to a puzzle beyond its own.
    NeedsMore "needs more",
}

impl Technique {
    /// The least level of its steps. For techniques below the chains of the scale.
    pub(super) const fn least(self) -> Level {
        let place = self as usize;
        Level(if place < LEAST.len() { LEAST[place] } else { LEAST_OF_CHAINS })
    }
}

impl fmt::Display for Technique {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A set of techniques that an [`Explainer`](crate::Explainer) tries.
///
/// ```
/// use lanedoku_steps::{Technique, TechniqueSet};
///
/// let set = TechniqueSet::SCALE.without(Technique::XWing);
/// assert!(set.contains(Technique::Swordfish) && !set.contains(Technique::XWing));
/// assert!(!TechniqueSet::SCALE.without_uniqueness().contains(Technique::BugPlusOne));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TechniqueSet(u128);

/// The least level of a step of each technique of the scale up to the chains, in tenths.
const LEAST: [u8; Technique::Skyscraper as usize] = [
    10, 12, 17, 19, 20, 23, 25, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 45, 45, 45, 45, 46, 50, 52, 54, 56,
    57, 58, 57, 62,
];
/// The highest level of each and those before it. That of unique rectangles and loops is below the next technique's.
const HIGHEST: [u8; LEAST.len()] = [
    10, 15, 17, 19, 20, 23, 25, 26, 28, 30, 32, 34, 36, 38, 40, 42, 44, 49, 49, 49, 49, 49, 50, 52, 54, 56,
    57, 61, 61, 62,
];
const LEAST_OF_CHAINS: u8 = 65;

/// The bit of the set of the scale [up to](TechniqueSet::up_to) some level.
const PART_OF_SCALE: u128 = 1 << 125;
/// The bit of a set that is tried in HoDoKu's order.
const IN_HODOKUS_ORDER: u128 = 1 << 126;

impl TechniqueSet {
    /// No technique.
    pub const EMPTY: Self = TechniqueSet(0);
    /// All techniques.
    pub const ALL: Self = TechniqueSet((1 << Technique::NeedsMore as u8) - 1);
    /// The techniques of the scale: those of Sudoku Explainer. Some patterns outside the scale are found as
    /// chains, and have the names of the patterns.
    pub const SCALE: Self = {
        use Technique::*;
        // Those from the finned X-wing on are beside the scale.
        let first = TechniqueSet((1 << FinnedXWing as u8) - 1);
        first.minus(Self::of(&[Skyscraper, TwoStringKite, TurbotFish, WWing, XyChain]))
    };
    /// The sets that have names, for [`read`](Self::read).
    pub const NAMED: &[(&str, TechniqueSet)] = {
        use Technique::*;
        &[
            ("scale", Self::SCALE),
            ("all", Self::ALL),
            ("hodoku", Self::HODOKU),
            ("singles", Self::of(&[FullHouse, HiddenSingle, NakedSingle])),
            ("locked candidates", Self::of(&[Pointing, Claiming])),
            (
                "subsets",
                Self::of(&[
                    LockedPair,
                    LockedTriple,
                    NakedPair,
                    HiddenPair,
                    NakedTriple,
                    HiddenTriple,
                    NakedQuad,
                    HiddenQuad,
                ]),
            ),
            ("basic fish", Self::of(&[XWing, Swordfish, Jellyfish])),
            ("finned fish", Self::FINNED_FISH),
            ("wings", Self::of(&[XyWing, XyzWing, WWing, WxyzWing])),
            ("uniqueness", Self::ALL.minus(Self::ALL.without_uniqueness())),
            ("colouring", Self::of(&[SimpleColouring, MultiColours1, MultiColours2])),
            ("almost locked sets", Self::of(&[AlsXz, DoublyLinkedAlsXz, AlsXyWing])),
            ("forcing chains", Self::MULTIPLE_CHAINS.with(NishioForcingChain)),
            ("dynamic chains", Self::DYNAMIC_CHAINS),
            ("nested chains", Self::NESTED_CHAINS),
        ]
    };
    /// The techniques that HoDoKu has, in its order.
    pub const HODOKU: Self = {
        let (mut set, mut place) = (TechniqueSet(IN_HODOKUS_ORDER), 0);
        while place < super::hodoku::ORDER.len() {
            set = set.or(super::hodoku::ORDER[place].techniques);
            place += 1;
        }
        set
    };
    /// Finned and sashimi fish.
    pub(super) const FINNED_FISH: Self = {
        use Technique::*;
        Self::of(&[
            FinnedXWing,
            FinnedSwordfish,
            FinnedJellyfish,
            SashimiXWing,
            SashimiSwordfish,
            SashimiJellyfish,
        ])
    };
    /// Unique rectangles and loops.
    pub(super) const UNIQUE_LOOPS: Self = {
        use Technique::*;
        Self::of(&[UniqueRectangle1, UniqueRectangle2, UniqueRectangle3, UniqueRectangle4, UniqueLoop])
    };
    /// Unique rectangles of other kinds, and those in which candidates are missing.
    pub(super) const RECTANGLES: Self = {
        use Technique::*;
        Self::of(&[
            UniqueRectangle1,
            UniqueRectangle2,
            UniqueRectangle3,
            UniqueRectangle4,
            UniqueRectangle5,
            UniqueRectangle6,
            HiddenRectangle,
            AvoidableRectangle1,
            AvoidableRectangle2,
        ])
    };
    /// The types of BUG.
    pub(super) const BUG: Self = {
        use Technique::*;
        Self::of(&[BugPlusOne, Bug2, Bug3, Bug4])
    };

    /// Cycles and chains of strong and weak links.
    pub(super) const SIMPLE_CHAINS: Self = {
        use Technique::*;
        Self::of(&[XChain, XCycle, AlternatingChain, ContinuousLoop])
    };
    /// Chains and loops with groups.
    pub(super) const GROUPED_CHAINS: Self = {
        use Technique::*;
        Self::of(&[GroupedXChain, GroupedContinuousLoop, GroupedDiscontinuousLoop, GroupedAic])
    };
    /// Chains from all candidates of a cell, or from all places of a digit, to the same statement.
    pub(super) const MULTIPLE_CHAINS: Self = {
        use Technique::*;
        Self::of(&[CellForcingChains, UnitForcingChains])
    };
    /// Chains whose statements rest on several others.
    pub(super) const DYNAMIC_CHAINS: Self = {
        use Technique::*;
        Self::of(&[
            DynamicContradiction,
            DynamicDoubleForcingChains,
            DynamicCellForcingChains,
            DynamicUnitForcingChains,
        ])
    };

    /// Dynamic chains with patterns or chains inside.
    pub(super) const NESTED_CHAINS: Self = {
        use Technique::*;
        Self::of(&[
            DynamicChainsPlus,
            NestedForcingChains,
            NestedMultipleChains,
            NestedDynamicChains,
            NestedDynamicChainsPlus,
        ])
    };

    /// Reads a set: names of techniques and of [sets](Self::NAMED), with commas between them. A `-` before a name
    /// leaves out what it names. Names are read as by [`Technique`]'s `from_str`. An empty text is the empty set.
    ///
    /// # Errors
    ///
    /// What stands between two commas and is no name.
    ///
    /// ```
    /// use lanedoku_steps::{Technique, TechniqueSet};
    ///
    /// let set = TechniqueSet::read("singles, x-wing").unwrap();
    /// assert!(set.contains(Technique::NakedSingle) && set.contains(Technique::XWing));
    /// assert_eq!(TechniqueSet::read("scale,-uniqueness"), Ok(TechniqueSet::SCALE.without_uniqueness()));
    /// assert_eq!(TechniqueSet::read("singles,y-fish"), Err("y-fish"));
    /// ```
    pub fn read(text: &str) -> Result<Self, &str> {
        let parts = text.split(',').filter(|_| !text.is_empty());
        parts.map(str::trim).try_fold(Self::EMPTY, |set, part| {
            let (is_out, name) =
                part.strip_prefix('-').map_or((false, part), |name| (true, name.trim_start()));
            let named = Self::NAMED.iter().find(|(own, _)| is_name(own, name)).map(|(_, set)| *set);
            let found = named.or_else(|| Some(Self::EMPTY.with(name.parse().ok()?))).ok_or(part)?;
            Ok(if is_out { set.minus(found) } else { set.or(found).without(Technique::NeedsMore) })
        })
    }

    /// The set as bits: bit `t` for the technique whose number is `t`, and one for HoDoKu's order. For other languages.
    /// Not public API.
    #[doc(hidden)]
    pub const fn bits(self) -> u128 {
        self.0
    }

    /// The set with these bits. Bits of no technique are ignored. Not public API.
    #[doc(hidden)]
    pub const fn from_bits(bits: u128) -> Self {
        let techniques = bits & Self::ALL.0;
        // All bits are all techniques.
        let is_part = techniques & !Self::SCALE.0 == 0;
        let is_hodokus = techniques & !Self::HODOKU.0 == 0;
        let kept = if is_part { PART_OF_SCALE } else { 0 } | if is_hodokus { IN_HODOKUS_ORDER } else { 0 };
        TechniqueSet(techniques | bits & kept)
    }

    /// Returns the techniques to be tried in an order: of HoDoKu's, those that it has.
    ///
    /// ```
    /// use lanedoku_steps::{TechniqueOrder, Technique, TechniqueSet};
    ///
    /// let set = TechniqueSet::EMPTY.with(Technique::XWing).in_order(TechniqueOrder::Hodoku);
    /// assert_eq!((set.order(), TechniqueSet::SCALE.order()), (TechniqueOrder::Hodoku, TechniqueOrder::Scale));
    /// ```
    #[must_use]
    pub const fn in_order(self, order: TechniqueOrder) -> Self {
        match order {
            TechniqueOrder::Scale => TechniqueSet(self.0 & !IN_HODOKUS_ORDER),
            TechniqueOrder::Hodoku => TechniqueSet((self.0 | IN_HODOKUS_ORDER) & Self::HODOKU.0),
        }
    }

    /// Returns the order in which the techniques are tried: that of the scale, if HoDoKu does not have all of them.
    pub const fn order(self) -> TechniqueOrder {
        match self.0 & IN_HODOKUS_ORDER != 0 && self.0 & !Self::HODOKU.0 == 0 {
            true => TechniqueOrder::Hodoku,
            false => TechniqueOrder::Scale,
        }
    }

    /// Returns whether the set has no technique.
    pub const fn is_empty(self) -> bool {
        self.0 & Self::ALL.0 == 0
    }

    /// Returns whether the set has a technique.
    pub const fn contains(self, technique: Technique) -> bool {
        self.0 >> technique as u8 & 1 == 1
    }

    /// Creates a set.
    pub(super) const fn of(techniques: &[Technique]) -> Self {
        let (mut set, mut index) = (Self::EMPTY, 0);
        while index < techniques.len() {
            set = set.with(techniques[index]);
            index += 1;
        }
        set
    }

    /// Returns whether two sets have a technique in common.
    pub(super) const fn intersects(self, other: Self) -> bool {
        self.0 & other.0 != 0
    }

    /// Adds a technique.
    #[must_use]
    pub const fn with(self, technique: Technique) -> Self {
        TechniqueSet(self.0 & !PART_OF_SCALE | 1 << technique as u8)
    }

    /// Removes a technique.
    #[must_use]
    pub const fn without(self, technique: Technique) -> Self {
        TechniqueSet(self.0 & !(1 << technique as u8))
    }

    /// Returns the techniques without those that no puzzle needs whose rating is at most `most` and, if one is given,
    /// whose hardest technique is `hardest` or one before it. Whoever looks for such puzzles does not need to know how
    /// far the others are above: these need more. Only the set of the scale gets smaller.
    ///
    /// ```
    /// use lanedoku_steps::{Level, Technique, TechniqueSet};
    ///
    /// let set = TechniqueSet::SCALE.up_to(Some(Technique::Swordfish), Level::NEEDS_MORE);
    /// assert!(set.contains(Technique::Swordfish) && !set.contains(Technique::HiddenTriple));
    /// assert!(!TechniqueSet::SCALE.up_to(None, Level::from_tenths(64)).contains(Technique::XCycle));
    /// ```
    #[must_use]
    pub fn up_to(self, hardest: Option<Technique>, most: Level) -> Self {
        if !self.is_scale() {
            return self;
        }
        let place = hardest.map(|hardest| hardest as usize);
        let of_hardest = place.map_or(u8::MAX, |place| HIGHEST.get(place).copied().unwrap_or(u8::MAX));
        let most = most.tenths().min(of_hardest);
        let least = LEAST.iter().copied().chain(core::iter::repeat(LEAST_OF_CHAINS));
        let above = Technique::ALL.iter().zip(least).filter(|(_, least)| *least > most);
        above.fold(TechniqueSet(self.0 | PART_OF_SCALE), |set, (technique, _)| set.without(*technique))
    }

    /// Returns whether a step by one of these techniques can have the name of this one: a chain that is a skyscraper, a
    /// kite, a turbot fish, a W-wing or an XY-chain has this name though the set lacks it. [`Technique::NeedsMore`] is
    /// the name of what no set finds.
    ///
    /// ```
    /// use lanedoku_steps::{Technique, TechniqueSet};
    ///
    /// assert!(TechniqueSet::SCALE.can_name(Technique::Skyscraper));
    /// assert!(!TechniqueSet::SCALE.can_name(Technique::EmptyRectangle));
    /// ```
    pub const fn can_name(self, technique: Technique) -> bool {
        use Technique::*;
        let is_chain =
            matches!(technique, Skyscraper | TwoStringKite | TurbotFish | WWing | XyChain | NeedsMore);
        is_chain || self.contains(technique)
    }

    /// Removes the techniques that rely on the puzzle having one solution: rectangles of all kinds, unique loops, BUG.
    #[must_use]
    pub const fn without_uniqueness(self) -> Self {
        self.minus(Self::UNIQUE_LOOPS).minus(Self::RECTANGLES).minus(Self::BUG)
    }

    /// Whether any of the techniques relies on the puzzle having one solution.
    ///
    /// ```
    /// use lanedoku_steps::TechniqueSet;
    ///
    /// assert!(TechniqueSet::SCALE.relies_on_uniqueness());
    /// assert!(!TechniqueSet::ALL.without_uniqueness().relies_on_uniqueness());
    /// ```
    pub const fn relies_on_uniqueness(self) -> bool {
        self.0 != self.without_uniqueness().0
    }

    /// Whether these are the techniques of the scale, with or without uniqueness, or those up to some level. Then
    /// chains follow the judge in what it leaves out, and have the names of patterns outside the scale.
    pub(super) const fn is_scale(self) -> bool {
        self.0 & PART_OF_SCALE != 0 || self.without_uniqueness().0 == Self::SCALE.without_uniqueness().0
    }

    /// Returns the name of a chain in the set: its own, or that of a wider technique, see
    /// [`set_techniques`](crate::Explainer::set_techniques).
    pub(super) const fn name_of(self, chain: Technique) -> Technique {
        use Technique::*;

        match chain {
            _ if self.contains(chain) || self.is_scale() => chain,
            Skyscraper | TwoStringKite | TurbotFish if self.contains(XChain) => XChain,
            _ => AlternatingChain,
        }
    }

    /// Removes direct claiming if it cannot find a step: let a row claim a box, and leave one cell of a second row in
    /// the next box. Then the last box has the digit only in the third row. So there is a hidden single, or the last
    /// box points, which leaves one in the next box.
    pub(super) const fn without_idle(self) -> Self {
        let comes_first = self.contains(Technique::HiddenSingle) && self.contains(Technique::DirectPointing);
        if comes_first { self.without(Technique::DirectClaiming) } else { self }
    }

    /// Returns the techniques that are in another set, too.
    pub(super) const fn and(self, other: Self) -> Self {
        TechniqueSet(self.0 & other.0)
    }

    /// Adds the techniques of another set.
    pub(super) const fn or(self, other: Self) -> Self {
        TechniqueSet(self.0 | other.0)
    }

    /// Removes the techniques of another set.
    pub(super) const fn minus(self, other: Self) -> Self {
        TechniqueSet(self.0 & !other.0)
    }
}
