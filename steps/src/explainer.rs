//! The search for the next step: the techniques in their order, one after the other.

use core::mem::MaybeUninit;
use core::ops::ControlFlow;

use lanedoku::{Fresh, Grid, Solver, Status, write_fresh};

use super::chains::{self, ChainMemory};
use super::singles::{Single, full_houses, hidden_singles, naked_singles};
use super::{Difficulty, PencilMarks, Step, Technique, TechniqueSet};
use super::{TechniqueOrder, bug, exclusion, extras, fish, hodoku, locked, subsets, unique, wings};

/// Takes each step that a search finds. Returns it to end the search.
pub(super) type StepVisitor<'a> = dyn FnMut(Step) -> Option<Step> + 'a;

/// Takes each step, in place of the best one, if there is such a visitor.
pub(super) type AllSteps<'a> = Option<&'a mut StepVisitor<'a>>;

/// What a search for chains returns: the best, or all, as long as it may go on.
pub(super) struct WantedChains<'a> {
    pub(super) go_on: &'a dyn Fn() -> bool,
    pub(super) all: AllSteps<'a>,
}

/// Finds the next step of a family of techniques: of those in the set, where several are searched as one, or where
/// others of the set make a part of the search useless.
pub(super) enum Finder {
    /// The first single, and all. Most steps are singles, so that a visitor would take time.
    Single(fn(&PencilMarks) -> Option<Single>, fn(&PencilMarks, &mut StepVisitor) -> Option<Step>),
    Step(fn(&PencilMarks, &mut StepVisitor) -> Option<Step>),
    /// The easiest step; all, with a visitor.
    Easiest(fn(&PencilMarks, TechniqueSet, AllSteps) -> Option<Step>),
    OfSet(fn(&PencilMarks, TechniqueSet, &mut StepVisitor) -> Option<Step>),
    /// With chains inside, it may take seconds, so it asks whether to go on.
    Chain(fn(&PencilMarks, TechniqueSet, &mut ChainMemory, WantedChains) -> Option<Step>),
}

fn visit_singles(mut singles: impl Iterator<Item = Single>, visit: &mut StepVisitor) -> Option<Step> {
    singles.find_map(|single| visit(single.into()))
}

/// The families of techniques in the order in which they are tried. A family is searched as one.
const ORDER: &[(TechniqueSet, Finder)] = {
    use Finder::{Easiest, OfSet, Single, Step as Of};
    use Technique::*;

    const fn of(technique: Technique) -> TechniqueSet {
        TechniqueSet::EMPTY.with(technique)
    }
    &[
        (
            of(FullHouse),
            Single(
                |marks| full_houses(marks).next(),
                |marks, visit| visit_singles(full_houses(marks), visit),
            ),
        ),
        (
            of(HiddenSingle),
            Single(
                |marks| hidden_singles(marks).next(),
                |marks, visit| visit_singles(hidden_singles(marks), visit),
            ),
        ),
        (of(DirectPointing), Of(locked::direct_pointing)),
        (of(DirectClaiming), Of(locked::direct_claiming)),
        (of(DirectHiddenPair), Of(|marks, visit| subsets::direct_hidden(2, marks, visit))),
        (
            of(NakedSingle),
            Single(
                |marks| naked_singles(marks).next(),
                |marks, visit| visit_singles(naked_singles(marks), visit),
            ),
        ),
        (of(DirectHiddenTriple), Of(|marks, visit| subsets::direct_hidden(3, marks, visit))),
        (of(LockedPair), Of(|marks, visit| extras::locked_set(2, marks, visit))),
        (of(LockedTriple), Of(|marks, visit| extras::locked_set(3, marks, visit))),
        (of(Pointing), Of(locked::pointing)),
        (of(Claiming), Of(locked::claiming)),
        (of(NakedPair), OfSet(|marks, set, visit| subsets::naked(2, marks, set, visit))),
        (of(XWing), OfSet(|marks, set, visit| fish::fish(2, marks, set, visit))),
        (of(HiddenPair), OfSet(|marks, set, visit| subsets::hidden(2, marks, set, visit))),
        (of(NakedTriple), OfSet(|marks, set, visit| subsets::naked(3, marks, set, visit))),
        (of(Swordfish), OfSet(|marks, set, visit| fish::fish(3, marks, set, visit))),
        (of(RemotePair), Of(extras::remote_pair)),
        (of(HiddenTriple), OfSet(|marks, set, visit| subsets::hidden(3, marks, set, visit))),
        (of(Skyscraper), Of(|marks, visit| extras::two_strong_links(marks, (Skyscraper, 40), visit))),
        (of(TwoStringKite), Of(|marks, visit| extras::two_strong_links(marks, (TwoStringKite, 41), visit))),
        (of(TurbotFish), Of(|marks, visit| extras::two_strong_links(marks, (TurbotFish, 42), visit))),
        (of(EmptyRectangle), Of(extras::empty_rectangle)),
        (of(WWing), Of(extras::w_wing)),
        (of(XyWing), Of(wings::xy_wing)),
        (of(XyzWing), Of(wings::xyz_wing)),
        (TechniqueSet::UNIQUE_LOOPS, Easiest(unique::unique_loop)),
        (TechniqueSet::RECTANGLES, OfSet(extras::rectangle)),
        (
            of(FinnedXWing).with(SashimiXWing),
            OfSet(|marks, set, visit| extras::finned_fish(2, marks, set, visit)),
        ),
        (
            of(FinnedSwordfish).with(SashimiSwordfish),
            OfSet(|marks, set, visit| extras::finned_fish(3, marks, set, visit)),
        ),
        (of(NakedQuad), OfSet(|marks, set, visit| subsets::naked(4, marks, set, visit))),
        (of(Jellyfish), OfSet(|marks, set, visit| fish::fish(4, marks, set, visit))),
        (of(HiddenQuad), OfSet(|marks, set, visit| subsets::hidden(4, marks, set, visit))),
        (
            of(FinnedJellyfish).with(SashimiJellyfish),
            OfSet(|marks, set, visit| extras::finned_fish(4, marks, set, visit)),
        ),
        (of(WxyzWing), Of(extras::wxyz_wing)),
        (TechniqueSet::BUG, Easiest(bug::bug)),
        (of(SimpleColouring), Of(extras::simple_colouring)),
        (of(MultiColours1), Of(extras::multi_colours_1)),
        (of(MultiColours2), Of(extras::multi_colours_2)),
        (of(AlignedPairExclusion), Of(exclusion::aligned_pair)),
        (of(XyChain), Finder::Chain(chains::xy_chain)),
        (of(DiscontinuousLoop).with(Aic), OfSet(extras::chains::<false>)),
        (TechniqueSet::GROUPED_CHAINS, OfSet(extras::chains::<true>)),
        (of(AlsXz).with(DoublyLinkedAlsXz), OfSet(extras::als_xz)),
        (of(AlsXyWing), Of(extras::als_xy_wing)),
        (TechniqueSet::SIMPLE_CHAINS, Finder::Chain(chains::simple_chain)),
        (of(AlignedTripleExclusion), Of(exclusion::aligned_triple)),
        (of(NishioForcingChain), Finder::Chain(chains::nishio)),
        (TechniqueSet::MULTIPLE_CHAINS, Finder::Chain(chains::multiple_chains)),
        (TechniqueSet::DYNAMIC_CHAINS, Finder::Chain(chains::dynamic_chains::<0, 0>)),
        (of(DynamicChainsPlus), Finder::Chain(chains::dynamic_chains::<1, 0>)),
        (of(NestedForcingChains), Finder::Chain(chains::dynamic_chains::<2, 0>)),
        (of(NestedMultipleChains), Finder::Chain(chains::dynamic_chains::<3, 0>)),
        (of(NestedDynamicChains), Finder::Chain(chains::dynamic_chains::<4, 0>)),
        (of(NestedDynamicChainsPlus), Finder::Chain(chains::dynamic_chains::<4, 1>)),
    ]
};

/// The most statements that the search for a step finds in nested chains, unless it is set: a few seconds.
/// The hardest puzzles tried take half of it.
const MOST_WORK: u64 = 40_000_000;

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
/// use lanedoku::Grid;
/// use lanedoku_steps::Explainer;
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
    most_work: u64,
    /// The step found last that is not a single.
    step: Step,
    pub(super) chains: ChainMemory,
    visited: Visited,
}

/// The steps of a family that were visited: a number for each, from the place on that the number names; 0 where there
/// is none.
struct Visited([u64; Explainer::MOST_VISITED]);

impl Visited {
    /// Adds a step. Returns whether it is new, or `None` if there is no room for it.
    fn insert(&mut self, step: &Step) -> Option<bool> {
        let add = |sum: u64, digits: &u16| {
            (sum.rotate_left(9) ^ u64::from(*digits)).wrapping_mul(0x9e37_79b9_7f4a_7c15)
        };
        let (cell, digit) = step.placement;
        let [technique, units] = [u64::from(step.technique as u8), u64::from(step.units)];
        let first = technique << 48 | units << 16 | u64::from(cell) << 8 | u64::from(digit);
        let number = step.deciding.iter().chain(&step.eliminations).fold(first, add) | 1;
        let (before, after) = self.0.split_at_mut((number >> 32) as usize % Explainer::MOST_VISITED);
        let place = after.iter_mut().chain(before).find(|own| **own == 0 || **own == number)?;
        let is_new = *place == 0;
        *place = number;
        Some(is_new)
    }
}

// Without techniques it has only bits 0, which take no room in a program.
impl Fresh for Explainer {
    const FRESH: Self = Explainer {
        techniques: TechniqueSet::EMPTY,
        most_work: 0,
        step: Step::new(Technique::FullHouse, 0),
        chains: ChainMemory::EMPTY,
        visited: Visited([0; Explainer::MOST_VISITED]),
    };
}

impl Explainer {
    /// Creates an explainer with the techniques of the scale, as a value, for a static. On the heap, use
    /// [`write_new`](Self::write_new): an explainer has some 750 KiB.
    #[allow(clippy::new_without_default)]
    pub const fn new() -> Self {
        Explainer { techniques: TechniqueSet::SCALE, most_work: MOST_WORK, ..Self::FRESH }
    }

    /// Creates an explainer in memory allocated by the caller, without a copy on the stack. Afterwards the memory is
    /// initialized: an owner may call `Box::assume_init`.
    ///
    /// ```
    /// use lanedoku::Grid;
    /// use lanedoku_steps::Explainer;
    ///
    /// let mut memory = Box::new_uninit();
    /// let explainer = Explainer::write_new(&mut memory);
    /// assert!(explainer.difficulty(&Grid::EMPTY).is_err());
    /// assert!(size_of_val(explainer) <= 750 * 1024);
    /// ```
    pub const fn write_new(memory: &mut MaybeUninit<Self>) -> &mut Self {
        let explainer = write_fresh(memory);
        explainer.techniques = TechniqueSet::SCALE;
        explainer.most_work = MOST_WORK;
        explainer
    }

    /// How many steps of a family of techniques [`visit_all`](Self::visit_all) visits.
    pub const MOST_VISITED: usize = 2048;

    /// Chooses the techniques. Each is found wherever it applies, by itself or beside any others, and all steps have
    /// names of the set. A chain that a narrower technique describes, too, has the narrowest name that the set has:
    /// skyscrapers, two-string kites and turbot fish are X-chains; these, W-wings and XY-chains are alternating chains;
    /// X-cycles are continuous loops. Likewise, sashimi fish are finned fish, doubly linked ALS-XZ is ALS-XZ, and a
    /// grouped X-chain is a grouped AIC or discontinuous loop. Only with the techniques of the scale, a chain may have
    /// a name beyond the set.
    pub const fn set_techniques(&mut self, techniques: TechniqueSet) {
        self.techniques = techniques;
    }

    /// Sets how many statements the search for one step may find in dynamic chains plus and in nested chains, which
    /// take a second for some 20 million. Past it, it finds no step of these: the puzzle needs more. Without a call, it
    /// is 40 million, so that a step takes a few seconds at most.
    ///
    /// ```
    /// use lanedoku::Grid;
    /// use lanedoku_steps::Explainer;
    ///
    /// let puzzle: Grid =
    ///     ".......19..1...6...5..7..4....4.7.8...3.8...5.8...2....78.2..5..39...1..6........".parse()?;
    /// let mut memory = Box::new_uninit();
    /// let explainer = Explainer::write_new(&mut memory);
    /// explainer.set_most_work(0);
    /// assert_eq!(explainer.difficulty(&puzzle).unwrap().level.to_string(), "20.0");
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub const fn set_most_work(&mut self, most: u64) {
        self.most_work = most;
    }

    /// Finds the next step on a board: the first of the easiest technique that finds one. Returns `None` if the board
    /// is complete, if it contradicts itself, or if it needs more than the techniques.
    pub fn next_step(&mut self, marks: &PencilMarks) -> Option<Step> {
        self.find(marks, &|| true).map(|found| match found {
            FoundStep::Single(single) => single.into(),
            FoundStep::Step(step) => step.clone(),
        })
    }

    /// Returns whether steps can be trusted on a board with this status: it has one solution, or it has several and the
    /// techniques do not rely on there being one. [`refusal`](crate::refusal) says why not.
    pub const fn accepts(&self, status: Status) -> bool {
        match status {
            Status::Unique => true,
            Status::Multiple => !self.techniques.relies_on_uniqueness(),
            _ => false,
        }
    }

    /// Returns the board as far as steps may rely on it. If they cannot be trusted on it, its status is the error.
    fn check(&self, marks: &PencilMarks) -> Result<PencilMarks, Status> {
        let status = marks.status();
        if self.accepts(status) { Ok(self.trusted(marks)) } else { Err(status) }
    }

    /// Returns a board without its clues if steps would rely on them, and may not.
    fn trusted(&self, marks: &PencilMarks) -> PencilMarks {
        let relies = self.techniques.intersects(TechniqueSet::RECTANGLES) && !self.techniques.is_scale();
        if relies { marks.trusting_clues() } else { marks.clone() }
    }

    /// Finds the next step on a board of a person, as [`next_step`](Self::next_step) does. The board may be wrong: if
    /// it has no solution, or several and the techniques rely on there being one, returns its status instead.
    ///
    /// ```
    /// use lanedoku::{Grid, Status};
    /// use lanedoku_steps::{Explainer, PencilMarks};
    ///
    /// let mut memory = Box::new_uninit();
    /// let explainer = Explainer::write_new(&mut memory);
    /// assert_eq!(explainer.hint(&PencilMarks::new(&Grid::EMPTY)), Err(Status::Multiple));
    /// ```
    pub fn hint(&mut self, marks: &PencilMarks) -> Result<Option<Step>, Status> {
        let marks = self.check(marks)?;
        Ok(self.next_step(&marks))
    }

    /// Makes all steps on a board of a person, as [`visit_steps_from`](Self::visit_steps_from) does, but refuses the
    /// boards that [`hint`](Self::hint) refuses.
    pub fn explain(
        &mut self,
        marks: &PencilMarks,
        visitor: impl FnMut(&PencilMarks, &Step) -> ControlFlow<()>,
    ) -> Result<Difficulty, Status> {
        let marks = self.check(marks)?;
        Ok(self.visit_steps_from(&marks, visitor))
    }

    /// Returns how hard a board is from here on, with the candidates that are left. If it has no solution or several,
    /// returns the status instead.
    ///
    /// ```
    /// use lanedoku::Grid;
    /// use lanedoku_steps::{Explainer, PencilMarks};
    ///
    /// let puzzle: Grid =
    ///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
    /// let mut memory = Box::new_uninit();
    /// let explainer = Explainer::write_new(&mut memory);
    /// let marks = PencilMarks::new(&puzzle);
    /// assert_eq!(explainer.difficulty_from(&marks), explainer.difficulty(&puzzle));
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn difficulty_from(&mut self, marks: &PencilMarks) -> Result<Difficulty, Status> {
        match marks.status() {
            Status::Unique => {
                Ok(self.walk_from(self.trusted(marks), &|| true, |_, _| ControlFlow::Continue(())))
            }
            status => Err(status),
        }
    }

    /// Returns how hard a puzzle is. If it has no solution or several, returns the status instead.
    pub fn difficulty(&mut self, puzzle: &Grid) -> Result<Difficulty, Status> {
        self.difficulty_while(puzzle, &|| true)
    }

    /// Returns how hard a puzzle is, as [`difficulty`](Self::difficulty) does, until `go_on` returns false. It is asked
    /// as by [`visit_steps_while`](Self::visit_steps_while).
    pub fn difficulty_while(
        &mut self,
        puzzle: &Grid,
        go_on: &dyn Fn() -> bool,
    ) -> Result<Difficulty, Status> {
        self.walk(puzzle, go_on, |_, _| ControlFlow::Continue(()))
    }

    /// Solves a puzzle step by step. Calls the visitor with the board before each step, and with the step. If the
    /// visitor breaks, the result is the difficulty of the steps that it has seen. If the puzzle has no solution or
    /// several, the visitor is not called, and the result is the status.
    pub fn visit_steps(
        &mut self,
        puzzle: &Grid,
        mut visitor: impl FnMut(&PencilMarks, &Step) -> ControlFlow<()>,
    ) -> Result<Difficulty, Status> {
        self.walk(puzzle, &|| true, |marks, found| match found {
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
    /// use lanedoku::Grid;
    /// use lanedoku_steps::{Explainer, PencilMarks, TechniqueSet};
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
        visitor: impl FnMut(&PencilMarks, &Step) -> ControlFlow<()>,
    ) -> Difficulty {
        self.visit_steps_while(marks, &|| true, visitor)
    }

    /// Makes steps as [`visit_steps_from`](Self::visit_steps_from) does, until `go_on` returns false, as at a time
    /// limit. It is asked before each step, and in nested chains, of which a step may take seconds, some thousand times
    /// a second. The difficulty is then that of a board that needs more.
    ///
    /// ```
    /// use std::cell::Cell;
    /// use std::ops::ControlFlow;
    ///
    /// use lanedoku::Grid;
    /// use lanedoku_steps::{Explainer, PencilMarks, Technique};
    ///
    /// let puzzle: Grid =
    ///     ".......19..1...6...5..7..4....4.7.8...3.8...5.8...2....78.2..5..39...1..6........".parse()?;
    /// let mut memory = Box::new_uninit();
    /// let explainer = Explainer::write_new(&mut memory);
    /// let asked = Cell::new(0);
    /// let go_on = || asked.replace(asked.get() + 1) < 100;
    /// let marks = PencilMarks::new(&puzzle);
    /// let rated = explainer.visit_steps_while(&marks, &go_on, |_, _| ControlFlow::Continue(()));
    /// assert_eq!(rated.hardest, Some(Technique::NeedsMore));
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn visit_steps_while(
        &mut self,
        marks: &PencilMarks,
        go_on: &dyn Fn() -> bool,
        mut visitor: impl FnMut(&PencilMarks, &Step) -> ControlFlow<()>,
    ) -> Difficulty {
        self.walk_from(marks.clone(), go_on, |marks, found| match found {
            FoundStep::Single(single) => visitor(marks, &(*single).into()),
            FoundStep::Step(step) => visitor(marks, step),
        })
    }

    /// Makes all steps of a puzzle with one solution.
    fn walk(
        &mut self,
        puzzle: &Grid,
        go_on: &dyn Fn() -> bool,
        visitor: impl FnMut(&PencilMarks, &FoundStep) -> ControlFlow<()>,
    ) -> Result<Difficulty, Status> {
        match Solver::new().with_any_solution(true).solve(puzzle).status {
            Status::Unique => Ok(self.walk_from(PencilMarks::new(puzzle), go_on, visitor)),
            status => Err(status),
        }
    }

    /// Makes all steps on a board.
    fn walk_from(
        &mut self,
        mut marks: PencilMarks,
        go_on: &dyn Fn() -> bool,
        mut visitor: impl FnMut(&PencilMarks, &FoundStep) -> ControlFlow<()>,
    ) -> Difficulty {
        let mut difficulty = Difficulty::none(self.techniques.order());
        while !marks.is_complete() {
            let Some(found) = go_on().then(|| self.find(&marks, go_on)).flatten() else {
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

    /// Visits all steps on a board, by technique, until `go_on` returns false, which is asked as by
    /// [`visit_steps_while`](Self::visit_steps_while). Of the chains from one candidate to one result, it visits the
    /// shortest. Of steps with the same technique, units, result and candidates that decide, it visits the first; and
    /// of each family of techniques, [`MOST_VISITED`](Self::MOST_VISITED) at most: boards with few digits have
    /// millions.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use lanedoku_steps::{Explainer, PencilMarks, Technique, TechniqueSet};
    ///
    /// let mut candidates = [0x1ff; 81];
    /// for cell in [0, 1, 79, 80] {
    ///     candidates[cell] = 0b11;
    /// }
    /// let mut memory = Box::new_uninit();
    /// let explainer = Explainer::write_new(&mut memory);
    /// explainer.set_techniques(TechniqueSet::EMPTY.with(Technique::LockedPair));
    /// let mut found = Vec::new();
    /// explainer.visit_all(&PencilMarks::from_candidates(&candidates), &|| true, |step| {
    ///     found.push(step.units().count());
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(found, [2, 2]);
    /// ```
    pub fn visit_all(
        &mut self,
        marks: &PencilMarks,
        go_on: &dyn Fn() -> bool,
        mut visitor: impl FnMut(&Step) -> ControlFlow<()>,
    ) {
        let (visited, mut is_over) = (&mut self.visited, false);
        let techniques = self.techniques;
        let is_hodokus = matches!(techniques.order(), TechniqueOrder::Hodoku);
        let families = searches(techniques).filter(|_| !is_hodokus).map(Searched::Family);
        let trials = hodoku::ORDER.iter().filter(|_| is_hodokus).map(Searched::Trial);
        for searched in families.chain(trials) {
            visited.0.fill(0);
            let mut visit = |step: Step| match visited.insert(&step) {
                Some(false) => None,
                is_new => {
                    is_over = is_new.is_some() && visitor(&step).is_break();
                    (is_over || is_new.is_none()).then_some(step)
                }
            };
            self.chains.renew(self.most_work);
            let chains = &mut self.chains;
            match searched {
                Searched::Family(finder) => finder.all(marks, techniques, chains, go_on, &mut visit),
                // The next one comes first.
                Searched::Trial(trial) => {
                    if trial.find(marks, techniques, chains, go_on).is_some_and(|next| visit(next).is_none())
                    {
                        trial.all(marks, techniques, chains, go_on, &mut visit);
                    }
                }
            }
            if is_over || !go_on() {
                return;
            }
        }
    }

    /// Visits all steps on a board of a person, as [`visit_all`](Self::visit_all) does, but refuses the boards that
    /// [`hint`](Self::hint) refuses.
    pub fn all_hints(
        &mut self,
        marks: &PencilMarks,
        go_on: &dyn Fn() -> bool,
        visitor: impl FnMut(&Step) -> ControlFlow<()>,
    ) -> Result<(), Status> {
        let marks = self.check(marks)?;
        self.visit_all(&marks, go_on, visitor);
        Ok(())
    }

    /// Finds the next step of the families that the set has.
    fn find(&mut self, marks: &PencilMarks, go_on: &dyn Fn() -> bool) -> Option<FoundStep<'_>> {
        self.chains.renew(self.most_work);
        let Explainer { techniques, step, chains, .. } = self;
        let techniques = *techniques;
        let single = match techniques.order() {
            TechniqueOrder::Scale => {
                searches(techniques).find_map(|finder| finder.first(marks, techniques, chains, go_on, step))
            }
            TechniqueOrder::Hodoku => hodoku::ORDER.iter().find_map(|trial| {
                *step = trial.find(marks, techniques, chains, go_on)?;
                Some(None)
            }),
        };
        single.map(|single| single.map_or(FoundStep::Step(step), FoundStep::Single))
    }
}

/// Iterates over the searches for the techniques of a set.
pub(super) fn searches(techniques: TechniqueSet) -> impl Iterator<Item = &'static Finder> {
    let tried = techniques.without_idle();
    ORDER.iter().filter(move |(family, _)| family.intersects(tried)).map(|(_, finder)| finder)
}

/// What is searched for all steps.
enum Searched {
    Family(&'static Finder),
    Trial(&'static hodoku::Trial),
}

impl Finder {
    /// Finds the first step of a family, or the easiest: a single, or what is written to `place`.
    fn first(
        &self,
        marks: &PencilMarks,
        techniques: TechniqueSet,
        chains: &mut ChainMemory,
        go_on: &dyn Fn() -> bool,
        place: &mut Step,
    ) -> Option<Option<Single>> {
        *place = match self {
            Finder::Single(find, _) => return find(marks).map(Some),
            Finder::Step(find) => find(marks, &mut Some),
            Finder::Easiest(find) => find(marks, techniques, None),
            Finder::OfSet(find) => find(marks, techniques, &mut Some),
            Finder::Chain(find) => find(marks, techniques, chains, WantedChains { go_on, all: None }),
        }?;
        Some(None)
    }

    /// Visits all steps of a family. The easiest comes first, if there is any: a search for all may miss it, for
    /// another of the same length.
    pub(super) fn all(
        &self,
        marks: &PencilMarks,
        techniques: TechniqueSet,
        chains: &mut ChainMemory,
        go_on: &dyn Fn() -> bool,
        visit: &mut StepVisitor,
    ) {
        let _last = match self {
            Finder::Single(_, find) => find(marks, visit),
            Finder::Step(find) => find(marks, visit),
            Finder::Easiest(find) => find(marks, techniques, None)
                .and_then(|easiest| visit(easiest).or_else(|| find(marks, techniques, Some(visit)))),
            Finder::OfSet(find) => find(marks, techniques, visit),
            Finder::Chain(find) => {
                let mut find = |all| find(marks, techniques, chains, WantedChains { go_on, all });
                find(None).and_then(|easiest| visit(easiest).or_else(|| find(Some(visit))))
            }
        };
    }
}
