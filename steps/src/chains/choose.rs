//! The choice between several chains: which one is the step.

use super::super::explainer::AllSteps;
use super::super::{Level, Step};

/// How hard a chain is. Of all chains that a search finds, the judge takes the one with the least rank, and of equals
/// the first.
///
/// The level is a number in binary floating point that grows by 0.1, as the judge's is. 6.5 + 0.2 is more than 6.6 +
/// 0.1 there.
#[derive(Clone, Copy, PartialEq, PartialOrd)]
pub(super) struct Rank {
    level: f64,
    length: u32,
    kind: u8,
    /// Its place in the order of the judge, if it is not found in this order.
    place: u16,
}

impl Rank {
    /// What working memory begins with.
    pub(super) const LEAST: Rank = Rank { level: 0.0, length: 0, kind: 0, place: 0 };

    /// The rank of a chain with a number of statements; of a kind that comes before others of the same length.
    pub(super) fn new(base: f64, length: u32, kind: u8) -> Self {
        // A tenth for more than 4, 6, 8, 12, 16, 24, 32 ... steps between the first statement and the last.
        let (mut added, mut most, mut is_odd) = (0.0, 4, false);
        while length > most + 2 {
            added += 0.1;
            most = if is_odd { most / 3 * 4 } else { most / 2 * 3 };
            is_odd = !is_odd;
        }
        Rank { level: base + added, length, kind, place: 0 }
    }

    pub(super) const fn at(self, place: u16) -> Self {
        Rank { place, ..self }
    }

    pub(super) fn level(self) -> Level {
        Level::from_tenths((self.level * 10.0 + 0.5) as u8)
    }
}

/// The best chain so far; or the one that ends a search whose chains are all visited.
pub(super) struct BestChain<'a> {
    found: Option<(Rank, Step)>,
    visit: AllSteps<'a>,
}

impl<'a> BestChain<'a> {
    /// Passes each chain to a visitor, if there is one.
    pub(super) const fn new(visit: AllSteps<'a>) -> Self {
        BestChain { found: None, visit }
    }

    /// Whether a chain of this rank would be the best.
    pub(super) fn is_better(&self, rank: Rank) -> bool {
        self.found.as_ref().is_none_or(|(best, _)| rank < *best)
    }

    pub(super) fn set(&mut self, rank: Rank, mut step: Step) {
        step.level = rank.level();
        self.found = match &mut self.visit {
            Some(visit) => visit(step).map(|last| (Rank::LEAST, last)),
            None => Some((rank, step)),
        };
    }

    pub(super) fn into_step(self) -> Option<Step> {
        self.found.map(|(_, step)| step)
    }
}
