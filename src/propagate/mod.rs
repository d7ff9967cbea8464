//! [`Engine::Propagate`](crate::Engine::Propagate): one puzzle of any size, by propagation, guesses and clause
//! learning.
//!
//! # Constraints
//!
//! A candidate, a digit in a cell, is a choice for four constraints:
//!
//! ```text
//!                              row 2, column 5 holds a digit             (cell)
//!   a 7 in row 2, column 5     the 7 has a column in row 2               (digit of a row)
//!                              the 7 has a row in column 5               (digit of a column)
//!                              the 7 has a place in box 2                (digit of a box)
//! ```
//!
//! There are as many constraints of each kind as the board has cells, and a solution makes one choice for each. The
//! choices left for each constraint are kept as bits. A candidate that is ruled out leaves four of these sets:
//!
//! | choices left | cell | digit of a row, column or box |
//! |---|---|---|
//! | 0 | contradiction | contradiction |
//! | 1 | naked single | hidden single |
//! | 2 | good to guess | good to guess |
//!
//! A single is placed, which rules out all other choices for its four constraints. When no single is left, the search
//! applies locked candidates: a digit confined to one row or column of a box is ruled out in the rest of that row or
//! column, and a digit confined to one box of a row or column is ruled out in the rest of that box.
//!
//! # The guess
//!
//! Each constraint has a weight: the number of contradictions that it took part in. The search guesses at the
//! constraint with two choices that has the greatest weight. If none has two choices, it takes the constraint with the
//! greatest weight per choice. Large and sparse boards depend on this: without the weights, the worst take hundreds of
//! times as long. The search tries one choice. When that is refuted, it rules the choice out and continues; the next
//! guess can be at another constraint.
//!
//! # Learned clauses
//!
//! Nearly all puzzles are decided after a few contradictions. After more of them, the search begins to
//! [learn](mod@learn) (*conflict-driven clause learning*, as in SAT solvers). It traces each contradiction back to a
//! few literals that caused it ("no 7 here", "a 3 there") and stores them as a [clause](clauses): these cannot all be
//! true. When all but one are true, the last is false. The search then backtracks over all guesses that the
//! contradiction does not depend on, to the first node in which the clause has a consequence.
//!
//! ```text
//!   guess 1       guess 2       guess 3       guess 4
//!   ───●─────────────●─────────────●─────────────●──────── contradiction
//!      └─ literal A                not involved └─ literal B
//!                  ^ here the clause "not both A and B" rules B out; guesses 2, 3 and 4 are undone
//! ```
//!
//! At intervals the search restarts and keeps its clauses. Where nothing is guessed, it also looks for [naked and
//! hidden subsets](subsets). On boards up to 9x9, it guesses at the [most active](activities) candidate. On others it
//! guesses at the constraints of the latest contradictions, and tries the last digit of a cell first (*phase saving*).
//!
//! # Each solution once
//!
//! A restarted search can reach the first solution again, so that solution is stored and not reported twice. From the
//! second solution on, the search neither learns nor restarts: it backtracks one guess at a time, so a solution that
//! was reported is never reached again. If it meets many contradictions again, it learns again, but never backtracks
//! below the `floor`: the guess that was open when it resumed learning. So it also learns on boards with many
//! solutions.
//!
//! # The least solution
//!
//! With guesses at the first open cell, row by row, and at its lowest digit, the first solution is the least: each
//! deduction that rules out a lower digit, by a learned clause too, follows from the clues and from the cells before.
//! But such guesses can take hundreds of times as many steps, so [`Least`](crate::least::Least) limits them.
//!
//! Its searches of one puzzle [keep](CellSearch::narrow) clauses, weights, and what they deduce without a guess. That
//! may rule out the solutions found so far. None of them is less than the least of them, and only lesser ones are still
//! looked for; so if a further search contradicts itself, there are none.
//!
//! # Questions about one puzzle
//!
//! In the same way, a search can go on to solutions with [other digits](CellSearch::narrow_to_others) than those that
//! earlier ones have shown, and to solutions [without one of several clues](CellSearch::allow_one_wrong); see
//! [`hard`](mod@crate::hard). Such a [question](State::question) is one more constraint: a solution has one of the
//! candidates asked for. The last one left is placed. Later questions ask for fewer candidates, so what was deduced
//! before still holds.
//!
//! So it is on boards up to 9x9, where a question also raises the activities of its candidates, and the search learns
//! from the first contradiction on. On others, the first guess is at one of the candidates instead.
//!
//! # One search, compiled twice
//!
//! Learning needs the reason for every true literal, and recording reasons costs a fifth of the time. So the search is
//! compiled twice and [begins without learning](Mode). When it changes the mode, it keeps its state. Literals that are
//! already true get the open guesses as their reason, which is enough until the next restart.
//!
//! # Termination
//!
//! A step is a digit placed, and each contradiction costs at least one guess, so a limit on steps ends every search.
//! Without a limit, learning stops after a number of contradictions that no machine will reach
//! ([`Parameters::stop_learning_after`]); after that, the plain search tries each guess once.
//!
//! At the limit, a search keeps its [`State`], what it has [learned](Learning) and its [`PropagateProgress`]. With a
//! higher limit, it goes on exactly where it stopped.
//!
//! # Memory
//!
//! Each candidate ruled out is put on a trail once, so the length of the trail is bounded. Backtracking restores the
//! candidates at its end. The clause arena has a fixed size; when it is full, clauses that depend on many guesses are
//! deleted. Nothing is allocated. A search that goes on later has all its memory from the caller; any other uses the
//! stack. Two thirds of that or more are for clauses and reasons; smaller boards have room for fewer clauses. Searches
//! that never learn do not use them.
//!
//! | board | stack |
//! |---|---|
//! | 25x25 | 224 KiB |
//! | 16x16 | 182 KiB |
//! | 9x9 | 120 KiB |
//! | 4x4 | 99 KiB |
//!
//! # Boards of every layout
//!
//! The search is compiled once, for all layouts: what it must know of the regions is in [tables](LayoutTables), and a
//! state has at least as many units as the board has rows. Compiled for each size, it would be a tenth faster on boards
//! of 16x16 and a quarter on 4x4, no faster on 25x25, slower on 9x9 where many guesses are needed, and four times as
//! large.
//!
//! A digit placed is ruled out in the further houses of its cell, for the same reason as in its row. If a house has as
//! many cells as there are digits, a digit with one place left in it is placed, when no locked candidates are left to
//! look for. Houses have no constraints of their own, so no guess is at one of them.

mod activities;
mod clauses;
mod layout_tables;
mod learn;
mod learning;
mod literal;
mod propagator;
mod state;
mod subsets;
#[cfg(test)]
mod tests;

use crate::hard::LEARNS;
use crate::least::{CellSearch, ShowSolution};
use crate::{End, Tally};
use clauses::LARGEST_ARENA;
pub(crate) use layout_tables::{HouseTables, LayoutTables, RegionTables};
use learning::{Learning, LearningMemory};
use literal::Placement;
use propagator::{Mode, Plain, Propagator, is_free};
use state::{MAX_CANDIDATES, MAX_CELLS, State, UnitConstraints};

/// Passes a search of boards of a layout, whose memory is on the stack, to `job`. It can begin any number of times.
#[inline(always)]
pub(crate) fn on_stack<R>(tables: LayoutTables, job: impl FnOnce(&mut dyn CellSearch) -> R) -> R {
    on_stack_with(&Parameters::USUAL, tables, job)
}

/// The numbers in the arena of a 9x9 board, and those that a clause of two literals takes.
pub(crate) const SMALL_ARENA: usize = 8_192;
pub(crate) const SIZE_OF_PAIR: usize = clauses::size(2);

/// Passes a search of 9x9 boards that learns from the first contradiction on to `job`.
pub(crate) fn on_stack_of_hard<R>(job: impl FnOnce(&mut dyn CellSearch) -> R) -> R {
    on_stack_of::<R, 9, { 9 * 81 }, SMALL_ARENA>(&Parameters::HARD, LayoutTables::of_cells(81), job)
}

#[inline(always)]
fn on_stack_with<R>(
    parameters: &Parameters,
    tables: LayoutTables,
    job: impl FnOnce(&mut dyn CellSearch) -> R,
) -> R {
    // In WebAssembly, size counts more: its four kinds would be as much again as all else.
    match tables.side {
        _ if cfg!(simd_only) => on_stack_of::<R, 25, MAX_CANDIDATES, LARGEST_ARENA>(parameters, tables, job),
        0..=4 => on_stack_of::<R, 4, { 4 * 16 }, 1_024>(parameters, tables, job),
        5..=9 => on_stack_of::<R, 9, { 9 * 81 }, SMALL_ARENA>(parameters, tables, job),
        10..=16 => on_stack_of::<R, 16, { 16 * 256 }, LARGEST_ARENA>(parameters, tables, job),
        _ => on_stack_of::<R, 25, MAX_CANDIDATES, LARGEST_ARENA>(parameters, tables, job),
    }
}

/// Not inlined, so a caller that handles every size needs stack space for only one.
#[inline(never)]
fn on_stack_of<R, const SIDE: usize, const CANDIDATES: usize, const ARENA: usize>(
    parameters: &Parameters,
    tables: LayoutTables,
    job: impl FnOnce(&mut dyn CellSearch) -> R,
) -> R {
    let progress = &mut PropagateProgress::new();
    progress.is_clean = true;
    let state = &mut State::<[UnitConstraints; SIDE]>::new();
    let trail = &mut [Placement::FIRST; CANDIDATES];
    let learning = &mut None::<Learning<[u16; ARENA]>>;
    job(&mut PropagateSearch { parameters, tables, progress, state, trail, learning })
}

/// The memory of a search that goes on where it stopped, on a board of any size.
pub(crate) struct PropagateMemory {
    progress: PropagateProgress,
    state: State<[UnitConstraints; 25]>,
    trail: [Placement; MAX_CANDIDATES],
    learning: Option<Learning<[u16; LARGEST_ARENA]>>,
}

impl PropagateMemory {
    /// Writes the fields for which zero is not valid.
    ///
    /// # Safety
    ///
    /// `memory` is valid for writes.
    pub(crate) unsafe fn write_enums(memory: *mut Self) {
        // SAFETY: the caller guarantees the memory; the pointers to its fields are made without references.
        unsafe {
            (&raw mut (*memory).progress).write(PropagateProgress::new());
            (&raw mut (*memory).state.contradiction).write(None);
            (&raw mut (*memory).state.question).write(None);
            (&raw mut (*memory).learning).write(None);
        }
    }

    /// The search in this memory, of a [hard board](mod@crate::hard) or of any.
    pub(crate) fn search(&mut self, is_hard: bool) -> impl CellSearch {
        self.search_with(if is_hard { &Parameters::HARD } else { &Parameters::USUAL })
    }

    fn search_with<'a>(&'a mut self, parameters: &'a Parameters) -> PropagateSearch<'a> {
        let PropagateMemory { progress, state, trail, learning } = self;
        let tables = LayoutTables::of_cells(progress.cells);
        PropagateSearch { parameters, tables, progress, state, trail, learning }
    }
}

/// When a search learns and restarts. Contradictions are counted from the last solution.
#[derive(Clone, Copy, Debug)]
struct Parameters {
    /// Learning begins at this contradiction. Nearly all puzzles are decided before it. On boards up to 9x9 and above
    /// 16x16, where it pays off sooner, it begins at a fifth of it.
    learn_after: u64,
    /// Learning stops at this contradiction, so that every search ends.
    stop_learning_after: u64,
    /// Contradictions between restarts, multiplied by a number of Luby's sequence.
    restart_interval: u64,
    /// How many numbers of the clause arena may be used.
    clause_capacity: usize,
}

impl Parameters {
    const USUAL: Parameters = Parameters {
        learn_after: 1_500,
        stop_learning_after: 1 << 40,
        restart_interval: 32,
        clause_capacity: usize::MAX,
    };

    /// Those for a board that another engine has not decided.
    const HARD: Parameters = Parameters { learn_after: 0, restart_interval: 8, ..Parameters::USUAL };
}

/// A search between two runs, apart from its [`State`] and what it has learned.
struct PropagateProgress {
    cells: usize,
    tally: Tally,
    /// Number of steps at which the run stops.
    step_limit: u64,
    /// Number of cells, from the first, at which the search guesses in order.
    in_order: usize,
    /// Guesses prefer these digits: a solution's, to find one that differs little, or those that a question asks for.
    known: Option<[u8; MAX_CELLS]>,
    first_solution: [u8; MAX_CELLS],
    /// Contradictions since the last solution.
    contradictions: u64,
    /// Whether the search learns.
    learns: bool,
    /// While the search learns, it backtracks one guess at a time at levels up to this one.
    floor: usize,
    /// Number of restarts since the search began to learn.
    restarts: u64,
    /// Number of contradictions at the next restart.
    next_restart: u64,
    /// Whether the state is as new.
    is_clean: bool,
}

impl PropagateProgress {
    /// A search without a board, which has ended.
    fn new() -> Self {
        PropagateProgress {
            cells: 0,
            tally: Tally { solutions: 0, end: End::Exhausted, steps: 0, guesses: 0 },
            step_limit: 0,
            in_order: 0,
            known: None,
            first_solution: [0; MAX_CELLS],
            contradictions: 0,
            learns: false,
            floor: 0,
            restarts: 0,
            next_restart: 0,
            is_clean: false,
        }
    }
}

/// A search and its memory.
struct PropagateSearch<'a> {
    parameters: &'a Parameters,
    /// Those of the last board; a search in memory may begin with another.
    tables: LayoutTables<'a>,
    progress: &'a mut PropagateProgress,
    state: &'a mut State,
    trail: &'a mut [Placement],
    /// `None` before it learns.
    learning: &'a mut dyn LearningMemory,
}

impl CellSearch for PropagateSearch<'_> {
    fn begin(&mut self, clues: &[u8], in_order: usize) {
        if !self.progress.is_clean {
            self.state.clear(self.tables.side);
        }
        if self.tables.cells() != clues.len() && !cfg!(simd_only) {
            self.tables = LayoutTables::of_cells(clues.len());
        }
        *self.progress = PropagateProgress { cells: clues.len(), in_order, ..PropagateProgress::new() };
        let sound =
            Propagator { tables: self.tables, state: self.state, trail: self.trail, mode: &mut Plain }
                .set_up(clues);
        self.progress.tally.end = if sound { End::OutOfSteps } else { End::Invalid };
    }

    fn narrow(&mut self, clues: &[u8], in_order: usize, known: &[u8]) {
        (self.progress.in_order, self.progress.known) = (in_order, Some(with_all_cells(known)));
        self.begin_again(clues);
    }

    fn allow_one_wrong(&mut self, clues: &[u8], others: &[u8]) {
        if !LEARNS {
            return;
        }
        let (side, bits) = (self.tables.side.max(1), self.tables.bits);
        self.change_mode();
        let literal = |(cell, &digit): (usize, &u8)| {
            let digit = usize::from(digit.checked_sub(1)?);
            Some(Placement::new(cell / side, cell % side, digit).ruled_out(bits))
        };
        let mut literals = clues.iter().enumerate().filter_map(literal);
        while let (Some(first), Some(learning)) = (literals.next(), self.learning.learning()) {
            for second in literals.clone() {
                learning.clauses.add(&[first, second], 0);
            }
        }
        self.begin_again(others);
    }

    fn narrow_to_others(&mut self, shown: &[u32]) {
        self.begin_again(&[]);
        self.state.question = Some(with_all_cells(shown));
        if is_free(self.tables.side) && !self.progress.learns {
            self.change_mode();
        }
        // Guesses are at the digits asked for, and a solution shows many of them.
        let known = self.progress.known.insert([0; MAX_CELLS]);
        for (cell, known) in known.iter_mut().enumerate().take(self.tables.cells()) {
            *known = (u32::BITS - self.state.asked(cell, self.tables.side).leading_zeros()) as u8;
        }
        if let Some(learning) = self.learning.learning().filter(|_| is_free(self.tables.side)) {
            learning.raise_asked(self.state, self.tables);
        }
    }

    fn keeps_deductions(&self) -> bool {
        true
    }

    fn rule_out(&mut self, cell: usize, digit: u8) {
        Propagator { tables: self.tables, state: self.state, trail: self.trail, mode: &mut Plain }
            .rule_out_given(cell, digit);
    }

    fn run(&mut self, step_limit: u64, show: &mut ShowSolution) -> Tally {
        self.progress.step_limit = step_limit;
        while self.progress.tally.end == End::OutOfSteps {
            let (parameters, tables, node) =
                (self.parameters, self.tables, (&mut *self.state, &mut *self.trail));
            let end = match self.learning.learning() {
                Some(learning) if self.progress.learns => {
                    run(parameters, tables, node, learning, self.progress, show)
                }
                _ => run(parameters, tables, node, &mut Plain, self.progress, show),
            };
            if let Some(end) = end {
                self.progress.tally.end = end;
                break;
            }
            self.change_mode();
        }
        self.progress.tally
    }
}

impl PropagateSearch<'_> {
    /// Begins a further search of the same puzzle, with further clues.
    fn begin_again(&mut self, clues: &[u8]) {
        let progress = &mut *self.progress;
        progress.floor = 0;
        if matches!(progress.tally.end, End::OutOfSteps | End::Stopped) {
            let learning = self.learning.learning().filter(|_| progress.learns);
            progress.tally.end = go_back(self.tables, self.state, self.trail, learning, clues);
        }
        progress.tally = Tally { end: progress.tally.end, ..Tally::BEGUN };
    }

    /// Begins to learn, or stops learning.
    fn change_mode(&mut self) {
        let progress = &mut *self.progress;
        progress.learns = !progress.learns;
        progress.floor = if progress.tally.solutions < 2 { 0 } else { self.state.level };
        (progress.restarts, progress.next_restart) = (0, progress.contradictions);
        if progress.learns {
            self.learning.make();
            if let Some(learning) = self.learning.learning() {
                learning.begin(self.state, self.trail, self.tables, self.parameters.clause_capacity);
                learning.saved_digits = progress.known.unwrap_or([0; MAX_CELLS]);
            }
        }
    }
}

/// Goes back to what has been deduced without a guess, and places further clues. Returns [`End::Exhausted`] if one of
/// them is ruled out.
fn go_back(
    tables: LayoutTables,
    state: &mut State,
    trail: &mut [Placement],
    mut learning: Option<&mut Learning>,
    clues: &[u8],
) -> End {
    match &mut learning {
        Some(mode) => Propagator { tables, state, trail, mode: *mode }.backtrack_to(0),
        None => Propagator { tables, state, trail, mode: &mut Plain }.backtrack_to(0),
    }
    let before = state.placed_count;
    if !(Propagator { tables, state, trail, mode: &mut Plain }.place_clues(clues)) {
        return End::Exhausted;
    }
    if let Some(learning) = learning {
        learning.placed_clues(state, before, tables.side);
    }
    End::OutOfSteps
}

/// The digits, or sets of digits, of a board of any size, followed by zeros.
fn with_all_cells<T: Copy + Default>(digits: &[T]) -> [T; MAX_CELLS] {
    let mut all = [T::default(); MAX_CELLS];
    for (cell, &digit) in all.iter_mut().zip(digits) {
        *cell = digit;
    }
    all
}

/// Continues a search in one mode. Returns `None` when it is time to change to the other.
#[inline(never)]
fn run<M: Mode + ?Sized>(
    parameters: &Parameters,
    tables: LayoutTables,
    (state, trail): (&mut State, &mut [Placement]),
    mode: &mut M,
    progress: &mut PropagateProgress,
    show: &mut ShowSolution,
) -> Option<End> {
    let propagator = &mut Propagator { tables, state, trail, mode };
    let learn_after =
        parameters.learn_after / if (10..=16).contains(&propagator.tables.side) { 1 } else { 5 };
    let last_contradiction = if M::LEARNS { parameters.stop_learning_after } else { learn_after.max(1) };
    loop {
        if !propagator.propagate(progress.step_limit, &mut progress.tally.steps) {
            return Some(End::OutOfSteps);
        }
        let mut mode_ends = false;
        if propagator.contradiction() {
            progress.contradictions += 1;
            mode_ends = progress.contradictions == last_contradiction;
        } else if propagator.solved() {
            let (tally, solution) = (&mut progress.tally, propagator.digits());
            if tally.solutions == 0 || !progress.first_solution.starts_with(solution) {
                if tally.solutions == 0 {
                    progress.first_solution = with_all_cells(solution);
                }
                tally.solutions += 1;
                if show(&solution).is_break() {
                    return Some(End::Stopped);
                }
                if tally.solutions > 1 {
                    progress.contradictions = 0;
                    mode_ends = M::LEARNS;
                }
            }
            propagator.reject_solution();
        } else {
            if M::LEARNS && progress.contradictions >= progress.next_restart {
                progress.restarts += 1;
                let run = parameters.restart_interval.saturating_mul(luby(progress.restarts));
                progress.next_restart = progress.contradictions.saturating_add(run);
                propagator.restart(progress.floor);
            }
            if progress.in_order > 0
                && let Some(known) = &progress.known
                && let Some(end) =
                    propagator.state.end_in_order(propagator.tables.side, progress.in_order, known)
            {
                return Some(end);
            }
            if !propagator.guess_in_order(progress.in_order) {
                propagator.guess(progress.known.as_ref().map(<[_; _]>::as_slice));
            }
            progress.tally.guesses += 1;
            continue;
        }
        // The last guess is searched completely.
        let has_guess =
            if mode_ends { propagator.refute_guess() } else { M::backtrack(propagator, &mut progress.floor) };
        if !has_guess {
            return Some(End::Exhausted);
        }
        if mode_ends {
            return None;
        }
    }
}

/// Luby's sequence 1 1 2 1 1 2 4 1 1 2 1 1 2 4 8 ..., which is within a constant factor of the best restart times.
pub(crate) fn luby(mut index: u64) -> u64 {
    // A run that ends in a power of two is the run before, twice, and that power. Such an end has an index of ones in
    // binary. (Not `ilog2`, which panics at 0; compilers do not see that the index is never 0.)
    while index & index.wrapping_add(1) != 0 {
        index -= u64::MAX >> index.leading_zeros() >> 1;
    }
    index.div_ceil(2)
}
