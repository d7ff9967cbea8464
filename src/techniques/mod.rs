//! Solves puzzles as a person does: finds the next step, names its technique, and says how hard it is.
//!
//! The judge is Sukaku Explainer with the techniques of Sudoku Explainer 1.2.1, whose numbers players call SER. The
//! steps, their order and their levels are the same as the judge's: of several steps of one technique, the first that
//! it comes upon in its order of units, cells and digits is made, as the later steps depend on it.

mod bug;
mod cells;
mod chains;
mod difficulty;
mod exclusion;
mod extras;
mod fish;
mod locked;
mod marks;
mod sentences;
mod singles;
mod step;
mod subsets;
mod technique;
#[cfg(test)]
mod tests;
mod unique;
mod wings;

use core::mem::MaybeUninit;
use core::ops::ControlFlow;

use chains::ChainMemory;
pub use difficulty::Difficulty;
pub use marks::PencilMarks;
pub use sentences::{Hint, UnknownTechnique};
use singles::Single;
pub use step::{Link, MOST_LINKS, Step};
pub use technique::{Level, Technique, TechniqueSet};

use crate::{Grid, Solver, Status};

/// Finds the next step of a family of techniques.
enum Finder {
    Single(fn(&PencilMarks) -> Option<Single>),
    Step(fn(&PencilMarks) -> Option<Step>),
    Chain(fn(&PencilMarks, &mut ChainMemory) -> Option<Step>),
}

/// The families of techniques in the order in which they are tried. A family is searched as one.
///
/// A build with `cfg(basic_steps)` has those of the scale below 4.5, so that it rates easier puzzles as other builds
/// do.
const ORDER: &[(TechniqueSet, Finder)] = {
    use Finder::Step as Of;
    use Technique::*;

    const fn of(technique: Technique) -> TechniqueSet {
        TechniqueSet::EMPTY.with(technique)
    }
    &[
        (of(FullHouse), Finder::Single(singles::full_house)),
        (of(HiddenSingle), Finder::Single(singles::hidden_single)),
        (of(DirectPointing), Of(locked::direct_pointing)),
        (of(DirectClaiming), Of(locked::direct_claiming)),
        (of(DirectHiddenPair), Of(subsets::direct_hidden::<2>)),
        (of(NakedSingle), Finder::Single(singles::naked_single)),
        (of(DirectHiddenTriple), Of(subsets::direct_hidden::<3>)),
        (of(Pointing), Of(locked::pointing)),
        (of(Claiming), Of(locked::claiming)),
        (of(NakedPair), Of(subsets::naked::<2>)),
        (of(XWing), Of(fish::fish::<2>)),
        (of(HiddenPair), Of(subsets::hidden::<2>)),
        (of(NakedTriple), Of(subsets::naked::<3>)),
        (of(Swordfish), Of(fish::fish::<3>)),
        (of(HiddenTriple), Of(subsets::hidden::<3>)),
        #[cfg(not(basic_steps))]
        (of(Skyscraper), Of(extras::skyscraper)),
        #[cfg(not(basic_steps))]
        (of(TwoStringKite), Of(extras::two_string_kite)),
        #[cfg(not(basic_steps))]
        (of(TurbotFish), Of(extras::turbot_fish)),
        #[cfg(not(basic_steps))]
        (of(WWing), Of(extras::w_wing)),
        (of(XyWing), Of(wings::xy_wing)),
        (of(XyzWing), Of(wings::xyz_wing)),
        #[cfg(not(basic_steps))]
        (TechniqueSet::UNIQUE_LOOPS, Of(unique::unique_loop)),
        #[cfg(not(basic_steps))]
        (of(FinnedXWing), Of(extras::finned_fish::<2>)),
        #[cfg(not(basic_steps))]
        (of(FinnedSwordfish), Of(extras::finned_fish::<3>)),
        #[cfg(not(basic_steps))]
        (of(NakedQuad), Of(subsets::naked::<4>)),
        #[cfg(not(basic_steps))]
        (of(Jellyfish), Of(fish::fish::<4>)),
        #[cfg(not(basic_steps))]
        (of(HiddenQuad), Of(subsets::hidden::<4>)),
        #[cfg(not(basic_steps))]
        (of(FinnedJellyfish), Of(extras::finned_fish::<4>)),
        #[cfg(not(basic_steps))]
        (TechniqueSet::BUG, Of(bug::bug)),
        #[cfg(not(basic_steps))]
        (of(SimpleColouring), Of(extras::simple_colouring)),
        #[cfg(not(basic_steps))]
        (of(AlignedPairExclusion), Of(exclusion::aligned_pair)),
        #[cfg(not(basic_steps))]
        (of(XyChain), Finder::Chain(chains::xy_chain)),
        #[cfg(not(basic_steps))]
        (of(AlsXz), Of(extras::als_xz)),
        #[cfg(not(basic_steps))]
        (TechniqueSet::SIMPLE_CHAINS, Finder::Chain(chains::simple_chain)),
        #[cfg(not(basic_steps))]
        (of(AlignedTripleExclusion), Of(exclusion::aligned_triple)),
        #[cfg(not(basic_steps))]
        (of(NishioForcingChain), Finder::Chain(chains::nishio)),
        #[cfg(not(basic_steps))]
        (TechniqueSet::MULTIPLE_CHAINS, Finder::Chain(chains::multiple_chains)),
        #[cfg(not(basic_steps))]
        (TechniqueSet::DYNAMIC_CHAINS, Finder::Chain(chains::dynamic_chains)),
    ]
};

/// A step, or a single in its small form: a step is a record of a kilobyte, and most are singles.
enum FoundStep<'a> {
    Single(Single),
    Step(&'a Step),
}

/// Finds human solving steps. It holds the working memory of chains.
///
/// ```
/// use std::ops::ControlFlow;
///
/// use lanedoku::{Explainer, Grid};
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut memory = Box::new_uninit();
/// let explainer = Explainer::write_new(&mut memory);
/// let mut first = String::new();
/// let difficulty = explainer.visit_steps(&puzzle, |_, step| {
///     first = step.to_string();
///     ControlFlow::Break(())
/// });
/// assert_eq!(first, "Hidden single: in box 2, 8 has one cell, r1c6.");
/// assert_eq!(explainer.difficulty(&puzzle).unwrap().level.tenths(), 12);
/// assert!(explainer.difficulty(&Grid::EMPTY).is_err());
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
pub struct Explainer {
    techniques: TechniqueSet,
    /// The step found last that is not a single.
    step: Step,
    chains: ChainMemory,
}

impl Explainer {
    /// Creates an explainer with the techniques of the scale, as a value, for a static. On the heap, use
    /// [`write_new`](Self::write_new): an explainer has 375 KiB.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Explainer { techniques: TechniqueSet::SCALE, step: Step::NONE, chains: ChainMemory::EMPTY }
    }

    /// Creates an explainer in memory allocated by the caller, without a copy on the stack. Afterwards the memory is
    /// initialized: an owner may call `Box::assume_init`.
    ///
    /// ```
    /// use lanedoku::{Explainer, Grid};
    ///
    /// let mut memory = Box::new_uninit();
    /// let explainer = Explainer::write_new(&mut memory);
    /// assert!(explainer.difficulty(&Grid::EMPTY).is_err());
    /// assert!(size_of_val(explainer) <= 384 * 1024);
    /// ```
    pub const fn write_new(memory: &mut MaybeUninit<Self>) -> &mut Self {
        // SAFETY: the pointer is to the memory of one explainer. It consists of integers and booleans, so all bytes 0
        // are a valid one.
        let explainer = unsafe {
            memory.as_mut_ptr().write_bytes(0, 1);
            memory.assume_init_mut()
        };
        explainer.techniques = TechniqueSet::SCALE;
        explainer
    }

    /// Chooses the techniques. A family of techniques that differ in type is searched as one, so that its first step
    /// counts, and is passed over if the set lacks the technique of this step: unique rectangles and loops, BUG, and
    /// the chains.
    pub const fn set_techniques(&mut self, techniques: TechniqueSet) {
        self.techniques = techniques;
    }

    /// Finds the next step on a board: the first of the easiest technique that finds one. Returns `None` if the board
    /// is complete, if it contradicts itself, or if it needs more than the techniques.
    pub fn next_step(&mut self, marks: &PencilMarks) -> Option<Step> {
        self.find(marks).map(|found| match found {
            FoundStep::Single(single) => single.into(),
            FoundStep::Step(step) => step.clone(),
        })
    }

    /// Returns how hard a puzzle is. If it has no solution or several, returns the status instead.
    pub fn difficulty(&mut self, puzzle: &Grid) -> Result<Difficulty, Status> {
        self.walk(puzzle, |_, _| ControlFlow::Continue(()))
    }

    /// Solves a puzzle step by step. Calls the visitor with the board before each step, and with the step. If the
    /// visitor breaks, the result is the difficulty of the steps that it has seen. If the puzzle has no solution or
    /// several, the visitor is not called, and the result is the status.
    pub fn visit_steps(
        &mut self,
        puzzle: &Grid,
        mut visitor: impl FnMut(&PencilMarks, &Step) -> ControlFlow<()>,
    ) -> Result<Difficulty, Status> {
        self.walk(puzzle, |marks, found| match found {
            FoundStep::Single(single) => visitor(marks, &(*single).into()),
            FoundStep::Step(step) => visitor(marks, step),
        })
    }

    /// Makes steps on a board as far as they lead, and calls the visitor as [`visit_steps`](Self::visit_steps) does.
    /// The board may have several solutions: then the techniques must not rely on there being one, and no step removes
    /// a digit of any solution.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use lanedoku::{Explainer, Grid, PencilMarks, TechniqueSet};
    ///
    /// let board: Grid = format!("12345678.{}", ".".repeat(72)).parse()?;
    /// let mut memory = Box::new_uninit();
    /// let explainer = Explainer::write_new(&mut memory);
    /// explainer.set_techniques(TechniqueSet::SCALE.without_uniqueness());
    /// let mut first = String::new();
    /// explainer.visit_steps_from(&PencilMarks::new(&board), |_, step| {
    ///     first = step.to_string();
    ///     ControlFlow::Break(())
    /// });
    /// assert_eq!(first, "Full house: in row 1, only r1c9 is open, so r1c9 is 9.");
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn visit_steps_from(
        &mut self,
        marks: &PencilMarks,
        mut visitor: impl FnMut(&PencilMarks, &Step) -> ControlFlow<()>,
    ) -> Difficulty {
        self.walk_from(marks.clone(), |marks, found| match found {
            FoundStep::Single(single) => visitor(marks, &(*single).into()),
            FoundStep::Step(step) => visitor(marks, step),
        })
    }

    /// Makes all steps of a puzzle with one solution.
    fn walk(
        &mut self,
        puzzle: &Grid,
        visitor: impl FnMut(&PencilMarks, &FoundStep) -> ControlFlow<()>,
    ) -> Result<Difficulty, Status> {
        match Solver::new().with_any_solution(true).solve(puzzle).status {
            Status::Unique => Ok(self.walk_from(PencilMarks::new(puzzle), visitor)),
            status => Err(status),
        }
    }

    /// Makes all steps on a board.
    fn walk_from(
        &mut self,
        mut marks: PencilMarks,
        mut visitor: impl FnMut(&PencilMarks, &FoundStep) -> ControlFlow<()>,
    ) -> Difficulty {
        let mut difficulty = Difficulty::NONE;
        while !marks.is_complete() {
            let Some(found) = self.find(&marks) else {
                difficulty.end();
                break;
            };
            let flow = visitor(&marks, &found);
            match &found {
                FoundStep::Single(single) => {
                    difficulty.add(single.technique, single.level, true);
                    marks.place(single.cell, single.digit as u8 + 1);
                }
                FoundStep::Step(step) => {
                    difficulty.add(step.technique, step.level, step.placement().is_some());
                    marks.apply(step);
                }
            }
            if flow.is_break() {
                break;
            }
        }
        difficulty
    }

    /// Finds the next step of the families that the set has.
    fn find(&mut self, marks: &PencilMarks) -> Option<FoundStep<'_>> {
        let tried = self.techniques.without_idle();
        for (family, finder) in ORDER.iter().filter(|(family, _)| family.intersects(tried)) {
            let found = match finder {
                Finder::Single(find) => match find(marks) {
                    Some(single) => return Some(FoundStep::Single(single)),
                    None => continue,
                },
                Finder::Step(find) => find(marks),
                Finder::Chain(find) => find(marks, &mut self.chains),
            };
            // A chain may have the name of a pattern, which is not of its family.
            let passed_over = family.minus(self.techniques);
            if let Some(step) = found.filter(|step| !passed_over.contains(step.technique)) {
                self.step = step;
                return Some(FoundStep::Step(&self.step));
            }
        }
        None
    }
}
