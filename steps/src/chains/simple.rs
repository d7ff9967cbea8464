//! Chains without branches: each statement follows from the one before it.
//!
//! A candidate that is true makes others false (a weak link); a candidate that is false makes the only other one of its
//! cell, or of its digit in a unit, true (a strong link). A chain of both that returns to its start shows that the
//! start is false, or that it is true; or it is a cycle, in which either all odd statements hold or all even ones.

use super::super::explainer::AllSteps;
use super::super::{PencilMarks, Step, Technique, TechniqueSet};
use super::alternating::AlternatingSearch;
use super::board::{Candidate, CandidateBoard};
use super::choose::BestChain;
use super::links::{ChainGoal, Links, SimpleMemory};
use crate::cells::each;

/// Finds the best cycle or chain of a set.
pub(super) fn find(
    marks: &PencilMarks,
    techniques: TechniqueSet,
    memory: &mut SimpleMemory,
    all: AllSteps,
) -> Option<Step> {
    let board = CandidateBoard::new(marks);
    let mut best = BestChain::new(all);
    memory.graph.fill(&board, Links::Xy);
    // What all links do not show, some do not; and without a chain to false, no cycle is of use.
    let is_shown = |candidate| GOALS.iter().any(|&goal| memory.graph.leads(candidate, goal));
    if memory.graph.is_whole && !board.all().iter().any(is_shown) {
        return None;
    }
    // In any order, as no rank is that of two kinds of links.
    for links in [Links::Xy, Links::X, Links::Y] {
        let [cycles, chains] = match links {
            Links::X => [Technique::XCycle, Technique::XChain],
            Links::Y | Links::Xy => [Technique::ContinuousLoop, Technique::AlternatingChain],
        };
        let [has_cycles, has_chains] = [techniques.contains(cycles), techniques.contains(chains)];
        if !has_cycles && !has_chains {
            continue;
        }
        let mut search = AlternatingSearch::new(&board, links, techniques, memory, &mut best);
        // The judge looks for a cycle, then for a chain to false and to true, from each start. Chains come first here,
        // as they are faster found.
        for goal in GOALS.into_iter().chain([ChainGoal::Cycle]) {
            let has_goal = match goal {
                ChainGoal::Cycle => has_cycles && search.prepare_cycles(),
                _ => has_chains && links != Links::Y,
            };
            for cell in each(if has_goal { marks.open() } else { 0 }) {
                for digit in each(links.starts(board.digits(cell)).into()) {
                    let place = (cell * 9 + digit) * 3 + goal as usize;
                    search.run(Candidate::new(cell, digit), goal, place as u16);
                }
            }
        }
    }
    best.into_step()
}

/// What a chain shows.
const GOALS: [ChainGoal; 2] = [ChainGoal::False, ChainGoal::True];

/// Finds the shortest chain through cells with two candidates that shows a candidate to be false.
pub(super) fn find_xy_chain(marks: &PencilMarks, memory: &mut SimpleMemory, all: AllSteps) -> Option<Step> {
    let board = CandidateBoard::new(marks);
    let (techniques, mut best) = (TechniqueSet::ALL, BestChain::new(all));
    let mut search = AlternatingSearch::new(&board, Links::Y, techniques, memory, &mut best);
    for digit in 0..9 {
        for cell in each(board.places(digit)) {
            search.run(Candidate::new(cell, digit), ChainGoal::False, 0);
        }
    }
    best.into_step()
}
