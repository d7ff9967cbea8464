//! How hard a puzzle is for a person.

use lanedoku::Status;

use super::{Level, Technique, TechniqueOrder};

/// Says why there are no steps on a board with this status, which [`Explainer::accepts`](crate::Explainer::accepts)
/// refuses. All packages say it in these words.
pub const fn refusal(status: Status) -> &'static str {
    match status {
        Status::Multiple => "expected a puzzle with one solution, found one with several",
        Status::Invalid => "expected a puzzle with one solution, found one with two equal digits in a unit",
        _ => "expected a puzzle with one solution, found one with none",
    }
}

/// The human difficulty of a puzzle, from the steps of [`Explainer`](crate::Explainer).
///
/// ```
/// use lanedoku::Grid;
/// use lanedoku_steps::{Explainer, Technique};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
/// let mut memory = Box::new_uninit();
/// let difficulty = Explainer::write_new(&mut memory).difficulty(&puzzle).unwrap();
/// assert_eq!((difficulty.level.to_string().as_str(), difficulty.hardest), ("1.2", Some(Technique::HiddenSingle)));
/// assert_eq!(difficulty.count(Technique::FullHouse) + difficulty.count(Technique::HiddenSingle), 51);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Difficulty {
    /// The highest level of all steps: the rating that players mean.
    pub level: Level,
    /// The highest level of the steps up to the first that places a digit.
    pub pearl: Level,
    /// The level of the first step.
    pub diamond: Level,
    /// The technique of the first step with the highest level; [`Technique::NeedsMore`] if the steps end before the
    /// puzzle is solved. `None` without a step: the puzzle has no open cell.
    pub hardest: Option<Technique>,
    counts: [u16; Technique::ALL.len()],
    pub(super) order: TechniqueOrder,
    /// Whether a step has placed a digit.
    has_pearl: bool,
}

impl Difficulty {
    /// The difficulty of a puzzle without open cells.
    pub(super) const fn none(order: TechniqueOrder) -> Self {
        let level = Level::from_tenths(0);
        let counts = [0; Technique::ALL.len()];
        Difficulty { level, pearl: level, diamond: level, hardest: None, counts, order, has_pearl: false }
    }

    /// Returns the number of steps of a technique.
    pub fn count(&self, technique: Technique) -> usize {
        self.counts.get(technique as usize).copied().unwrap_or_default().into()
    }

    /// Returns the number of all steps.
    pub fn steps(&self) -> usize {
        self.counts.iter().map(|count| usize::from(*count)).sum()
    }

    /// Counts a step, which places a digit or not.
    pub(super) fn add(&mut self, technique: Technique, level: Level, places: bool) {
        if let Some(count) = self.counts.get_mut(technique as usize) {
            *count = count.wrapping_add(1);
        }
        self.raise(technique, level);
        self.has_pearl |= places;
    }

    /// Ends the steps before the puzzle is solved.
    pub(super) fn end(&mut self) {
        self.raise(Technique::NeedsMore, Level::NEEDS_MORE);
    }

    fn raise(&mut self, technique: Technique, level: Level) {
        if level > self.level {
            (self.level, self.hardest) = (level, Some(technique));
        }
        if self.diamond == Level::default() {
            self.diamond = level;
        }
        if !self.has_pearl {
            self.pearl = self.level;
        }
    }
}
