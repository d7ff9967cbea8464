//! HoDoKu's order of techniques, and its scores and classes.

use super::chains::ChainMemory;
use super::explainer::searches;
use super::{Difficulty, PencilMarks, Step, StepVisitor, Technique, TechniqueSet};

/// In which order techniques are tried.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum TechniqueOrder {
    /// That of Sudoku Explainer, by whose scale players rate puzzles. Further techniques are between its own.
    #[default]
    Scale,
    /// That of HoDoKu.
    Hodoku,
}

/// How hard a puzzle is in HoDoKu's words.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum HodokuClass {
    /// Singles.
    Easy,
    /// Locked candidates, pairs and triples.
    Medium,
    /// Fish, wings, rectangles, colours, patterns of one digit.
    Hard,
    /// Finned fish, chains, almost locked sets.
    Unfair,
    /// Forcing chains.
    Extreme,
}

impl HodokuClass {
    /// All classes, the easiest first.
    pub const ALL: [Self; 5] = {
        use HodokuClass::*;
        [Easy, Medium, Hard, Unfair, Extreme]
    };

    /// Returns the name, such as `medium`.
    pub const fn name(self) -> &'static str {
        ["easy", "medium", "hard", "unfair", "extreme"][self as usize]
    }
}

/// Techniques that HoDoKu tries together.
pub(super) struct Trial {
    pub(super) techniques: TechniqueSet,
    /// The score and the class of a step, as HoDoKu's default settings have them.
    score: u32,
    class: HodokuClass,
    choice: Choice,
}

/// Which of several steps HoDoKu takes.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Choice {
    First,
    /// The first of the first technique.
    FirstTechnique,
    /// The one that removes the most candidates, and of these the shortest chain.
    Strongest,
}

impl Trial {
    /// Finds the step that HoDoKu takes, if there is one with techniques of a set.
    pub(super) fn find(
        &self,
        marks: &PencilMarks,
        techniques: TechniqueSet,
        chains: &mut ChainMemory,
        go_on: &dyn Fn() -> bool,
    ) -> Option<Step> {
        let (mut found, mut visited, mut is_late) = (None::<Step>, 0_u32, false);
        self.all(marks, techniques, chains, go_on, &mut |step| {
            let removed =
                |step: &Step| step.eliminations.iter().map(|digits| digits.count_ones()).sum::<u32>();
            let is_better = |found: &Step| match self.choice {
                Choice::First => false,
                Choice::FirstTechnique => step.technique < found.technique,
                Choice::Strongest => (removed(&step), found.link_count) > (removed(found), step.link_count),
            };
            if found.as_ref().is_none_or(is_better) {
                found = Some(step.clone());
            }
            // There may be millions.
            visited += 1;
            is_late = visited % 4096 == 0 && !go_on();
            (is_late || self.choice == Choice::First).then_some(step)
        });
        found.filter(|_| !is_late)
    }

    /// Visits all steps with techniques of a set.
    pub(super) fn all(
        &self,
        marks: &PencilMarks,
        techniques: TechniqueSet,
        chains: &mut ChainMemory,
        go_on: &dyn Fn() -> bool,
        visit: &mut StepVisitor,
    ) {
        let own = self.techniques.and(techniques);
        // With finned fish alone, sashimi fish would have their name.
        let finned = TechniqueSet::FINNED_FISH;
        let searched = if own.intersects(finned) { finned.and(techniques) } else { own };
        let mut is_over = false;
        for finder in searches(own) {
            finder.all(marks, searched, chains, go_on, &mut |step| {
                let last = own.contains(step.technique).then(|| visit(step)).flatten();
                is_over |= last.is_some();
                last
            });
            if is_over {
                return;
            }
        }
    }
}

/// The techniques in HoDoKu's order.
pub(super) const ORDER: &[Trial] = {
    use HodokuClass::*;
    use Technique::*;

    const fn of(techniques: &[Technique], score: u32, class: HodokuClass) -> Trial {
        Trial { techniques: TechniqueSet::of(techniques), score, class, choice: Choice::First }
    }
    const fn strongest(techniques: &[Technique], score: u32, class: HodokuClass) -> Trial {
        Trial { choice: Choice::Strongest, ..of(techniques, score, class) }
    }
    &[
        of(&[FullHouse], 4, Easy),
        of(&[NakedSingle], 4, Easy),
        of(&[HiddenSingle], 14, Easy),
        of(&[LockedPair], 40, Medium),
        of(&[LockedTriple], 60, Medium),
        of(&[Pointing], 50, Medium),
        of(&[Claiming], 50, Medium),
        of(&[NakedPair], 60, Medium),
        of(&[NakedTriple], 80, Medium),
        of(&[HiddenPair], 70, Medium),
        of(&[HiddenTriple], 100, Medium),
        of(&[NakedQuad], 120, Hard),
        of(&[HiddenQuad], 150, Hard),
        of(&[XWing], 140, Hard),
        of(&[Swordfish], 150, Hard),
        of(&[Jellyfish], 160, Hard),
        of(&[RemotePair], 110, Hard),
        of(&[BugPlusOne], 100, Hard),
        of(&[Skyscraper], 130, Hard),
        of(&[TwoStringKite], 150, Hard),
        of(&[TurbotFish], 120, Hard),
        of(&[EmptyRectangle], 120, Hard),
        of(&[WWing], 150, Hard),
        of(&[XyWing], 160, Hard),
        of(&[XyzWing], 180, Hard),
        Trial {
            techniques: TechniqueSet::RECTANGLES,
            score: 100,
            class: Hard,
            choice: Choice::FirstTechnique,
        },
        of(&[FinnedXWing], 130, Hard),
        of(&[SashimiXWing], 150, Hard),
        of(&[FinnedSwordfish], 200, Unfair),
        of(&[SashimiSwordfish], 240, Unfair),
        of(&[FinnedJellyfish], 250, Unfair),
        of(&[SashimiJellyfish], 260, Unfair),
        strongest(&[SimpleColouring], 150, Hard),
        strongest(&[MultiColours1, MultiColours2], 200, Hard),
        strongest(&[XChain], 260, Unfair),
        strongest(&[XyChain], 260, Unfair),
        strongest(&[DiscontinuousLoop, ContinuousLoop, Aic], 280, Unfair),
        strongest(&[GroupedDiscontinuousLoop, GroupedContinuousLoop, GroupedXChain, GroupedAic], 300, Unfair),
        strongest(&[AlsXz], 300, Unfair),
        strongest(&[AlsXyWing], 320, Unfair),
        strongest(&[NishioForcingChain, CellForcingChains, UnitForcingChains], 500, Extreme),
        of(
            &[
                DynamicContradiction,
                DynamicDoubleForcingChains,
                DynamicCellForcingChains,
                DynamicUnitForcingChains,
            ],
            700,
            Extreme,
        ),
        of(&[DynamicChainsPlus], 700, Extreme),
        of(&[NestedForcingChains], 700, Extreme),
        of(&[NestedMultipleChains], 700, Extreme),
        of(&[NestedDynamicChains], 700, Extreme),
        of(&[NestedDynamicChainsPlus], 700, Extreme),
    ]
};

/// The highest score of each class but the last.
const MOST: [u32; 4] = [800, 1000, 1600, 1800];

impl Difficulty {
    /// Returns HoDoKu's score, the sum over all steps, and its class: the hardest of a step, or a harder one if the
    /// score is too high for it. `None` if the techniques were not tried in its [order](TechniqueOrder::Hodoku), or did
    /// not solve the puzzle.
    ///
    /// ```
    /// use lanedoku::Grid;
    /// use lanedoku_steps::{Explainer, HodokuClass, TechniqueSet};
    ///
    /// let puzzle: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut memory = Box::new_uninit();
    /// let explainer = Explainer::write_new(&mut memory);
    /// explainer.set_techniques(TechniqueSet::HODOKU);
    /// let difficulty = explainer.difficulty(&puzzle).unwrap();
    /// assert_eq!(difficulty.hodoku(), Some((204, HodokuClass::Easy)));
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn hodoku(&self) -> Option<(u32, HodokuClass)> {
        if self.order == TechniqueOrder::Scale || self.hardest == Some(Technique::NeedsMore) {
            return None;
        }
        let (mut score, mut class) = (0, HodokuClass::Easy);
        for trial in ORDER {
            let of_trial = Technique::ALL.iter().filter(|technique| trial.techniques.contains(**technique));
            let count: usize = of_trial.map(|technique| self.count(*technique)).sum();
            score += count as u32 * trial.score;
            if count > 0 {
                class = class.max(trial.class);
            }
        }
        let by_score = HodokuClass::ALL.into_iter().zip(MOST).find(|(_, most)| score <= *most);
        let by_score = by_score.map_or(HodokuClass::Extreme, |(class, _)| class);
        Some((score, class.max(by_score)))
    }
}
