//! Minimizes one puzzle.
//!
//! Clues are removed one by one in a given order, each unless the puzzle would have another solution. A clue is
//! needed exactly when it is the last one in some [unavoidable set](super::unavoidable). The known unavoidable sets
//! therefore predict the outcome for the next clues: a *prediction* lists those that are needed, and assumes that
//! the others can be removed. One search tests it. If the solution is unique, the prediction was correct. If there
//! is another solution, the cells in which it differs are an unavoidable set without a clue, which the next
//! prediction takes into account. The result does not depend on which other solution the search finds: it is the
//! same as with one search for each clue.
//!
//! An unavoidable set can make a clue needed only after all its other clues have been removed. Each set is
//! therefore filed under the last of its clues in the order, and a prediction looks at it once.

use super::ClueSymmetry;
use super::unavoidable::small_sets;
use crate::cell_bits::{ALL_CELLS, CellBits, difference, each, filled, restrict};
use crate::random::Random;
use crate::{Grid, Outcome, Status};

/// The maximum number of sets kept for a puzzle. Beyond it, sets with a clue that is known to be needed are dropped.
/// Few puzzles have so many sets, so the tests keep fewer.
const SETS: usize = if cfg!(test) { 48 } else { 128 };

/// The end of a list.
const NONE: u8 = 255;

/// The question that the next search answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Find a solution.
    Solve,
    /// Is the solution unique?
    Prove,
    /// Is the prediction correct?
    Minimize,
    /// None: the puzzle has no solution.
    NoSolution,
    /// None: the puzzle has several solutions.
    Multiple,
}

/// The order in which clues are tried for removal.
#[derive(Clone, Copy)]
pub(super) struct RemovalOrder {
    /// For each cell, the cells that are removed together with it.
    orbits: &'static [CellBits; 81],
    /// Whether each clue is removed alone.
    one_by_one: bool,
    /// The cells in order, one of each orbit with a clue.
    cells: [u8; 81],
    count: u8,
}

impl RemovalOrder {
    /// An order without clues: the puzzle does not change.
    pub(super) const NONE: Self =
        RemovalOrder { orbits: ClueSymmetry::None.orbits(), one_by_one: true, cells: [0; 81], count: 0 };

    /// Returns the order of the board, with one cell of each orbit.
    #[cfg_attr(not(compact), inline(always))]
    pub(super) fn of(clues: CellBits, symmetry: ClueSymmetry) -> Self {
        let one_by_one = symmetry == ClueSymmetry::None;
        let mut order = RemovalOrder { orbits: symmetry.orbits(), one_by_one, ..RemovalOrder::NONE };
        let mut seen = 0;
        for cell in each(clues) {
            if one_by_one || seen >> cell & 1 == 0 {
                seen |= order.orbits[cell];
                if let Some(next) = order.cells.get_mut(usize::from(order.count)) {
                    *next = cell as u8;
                }
                order.count += 1;
            }
        }
        order
    }

    /// Returns the cells removed at each position.
    #[cfg(test)]
    pub(super) fn each(&self) -> impl Iterator<Item = super::CellSet> {
        let cells = self.cells.iter().take(self.count.into());
        cells.map(|&cell| super::CellSet::from_cells(self.orbits[usize::from(cell)]))
    }

    /// Shuffles the order.
    #[cfg_attr(not(compact), inline(always))]
    pub(super) fn shuffled(mut self, random: &mut Random) -> Self {
        random.shuffle(&mut self.cells[..usize::from(self.count).min(81)]);
        self
    }
}

/// The state of one puzzle.
pub(super) struct Minimizer {
    stage: Stage,
    /// The minimum number of clues to leave.
    fewest: u8,
    /// The generator's random numbers and its attempts so far.
    pub(super) random: Random,
    pub(super) attempts: u32,
    /// The solution, or the puzzle while the solution is not known.
    solution: [u8; 81],
    /// The puzzle without the clues removed so far, and its clues.
    board: [u8; 81],
    clues: CellBits,
    /// The clues that are left if the prediction is correct.
    predicted_clues: CellBits,
    /// The cell of the one clue that the query lacks, if it lacks exactly one.
    only_removed: Option<u8>,
    /// The removal order.
    order: [u8; 81],
    orbits: &'static [CellBits; 81],
    length: u8,
    /// For each cell, its position in the order, counted from 1; 0 for a cell without a clue.
    positions: [u8; 128],
    /// The number of positions decided, and the clues among them that are needed.
    decided: u8,
    needed: CellBits,
    /// The same two values if the prediction is correct.
    predicted: u8,
    predicted_needed: CellBits,
    /// Whether to remove one clue at a time, because sets had to be dropped.
    one_at_a_time: bool,
    /// For each position, the first of the sets filed under it; for each set, the next one.
    first: [u8; 128],
    next: [u8; SETS],
    count: u8,
    sets: [CellBits; SETS],
}

impl Minimizer {
    pub(super) const IDLE: Self = Minimizer {
        stage: Stage::NoSolution,
        fewest: 0,
        random: Random::for_item(0, 0),
        attempts: 0,
        solution: [0; 81],
        board: [0; 81],
        clues: 0,
        predicted_clues: 0,
        only_removed: None,
        order: [0; 81],
        orbits: RemovalOrder::NONE.orbits,
        length: 0,
        positions: [0; 128],
        decided: 0,
        needed: 0,
        predicted: 0,
        predicted_needed: 0,
        one_at_a_time: false,
        first: [NONE; 128],
        next: [NONE; SETS],
        count: 0,
        sets: [0; SETS],
    };

    /// Starts a puzzle whose solution is not known. At least `fewest` clues will be left.
    #[cfg_attr(not(compact), inline(always))]
    pub(super) fn start(&mut self, puzzle: &Grid, fewest: u8, order: &RemovalOrder) {
        self.solution = *puzzle.digits();
        self.begin(Stage::Solve, filled(puzzle.digits()), fewest, order);
    }

    /// Starts a puzzle with these clues of a full grid. It may have several solutions.
    #[cfg_attr(not(compact), inline(always))]
    pub(super) fn start_with_clues(
        &mut self,
        solution: &Grid,
        clues: CellBits,
        fewest: u8,
        order: &RemovalOrder,
    ) {
        self.solution = *solution.digits();
        self.begin(Stage::Prove, clues, fewest, order);
        if clues == ALL_CELLS {
            self.begin_to_minimize();
        }
    }

    #[cfg_attr(not(compact), inline(always))]
    fn begin(&mut self, stage: Stage, clues: CellBits, fewest: u8, order: &RemovalOrder) {
        self.stage = stage;
        self.fewest = fewest;
        self.board = if clues == ALL_CELLS { self.solution } else { restrict(&self.solution, clues) };
        self.clues = clues;
        (self.decided, self.needed) = (0, 0);
        self.one_at_a_time = false;
        self.positions = [0; 128];
        self.length = order.count;
        self.orbits = order.orbits;
        self.order = order.cells;
        for (number, &cell) in (1..).zip(order.cells.iter().take(usize::from(order.count))) {
            let cell = usize::from(cell) % 81;
            self.positions[cell] = number;
            if !order.one_by_one {
                for cell in each(order.orbits[cell] & clues) {
                    self.positions[cell] = number;
                }
            }
        }
        self.count = 0;
        self.first = [NONE; 128];
    }

    /// Begins to remove clues, after the puzzle is known to have one solution.
    #[cfg_attr(not(compact), inline(always))]
    fn begin_to_minimize(&mut self) {
        self.stage = Stage::Minimize;
        if self.length != 0 {
            self.add_small_sets();
        }
    }

    /// Adds the unavoidable sets that are easy to find.
    #[cfg_attr(not(compact), inline(always))]
    fn add_small_sets(&mut self) {
        let (solution, positions) = (self.solution, self.positions);
        small_sets(&solution, &positions, |set, last| self.add_set(set, last));
    }

    /// Adds an unavoidable set, unless it contains a clue known to be needed. `last` is the position of its last clue,
    /// or 0 if it has none.
    #[cfg_attr(not(compact), inline(always))]
    fn add_set(&mut self, set: CellBits, last: u8) {
        if set & self.needed != 0 || last == 0 {
            return;
        }
        if usize::from(self.count) >= SETS {
            self.drop_sets();
        }
        let last = usize::from(last) % 128;
        let index = usize::from(self.count) % SETS;
        self.sets[index] = set;
        self.next[index] = self.first[last];
        self.first[last] = index as u8;
        self.count += 1;
    }

    /// Drops the sets that contain a needed clue; if that frees too few slots, drops others, too.
    #[cold]
    fn drop_sets(&mut self) {
        let sets = self.sets;
        self.count = 0;
        self.first = [NONE; 128];
        self.one_at_a_time = true;
        for set in sets {
            if usize::from(self.count) < SETS / 2 {
                let last = each(set).map(|cell| self.positions[cell % 128]).max();
                self.add_set(set, last.unwrap_or(0));
            }
        }
    }

    /// Returns whether some set filed under this position has no clue among the others.
    #[cfg_attr(not(compact), inline(always))]
    fn is_needed(&self, number: usize, others: CellBits) -> bool {
        let mut set = self.first[number % 128];
        while set != NONE {
            let index = usize::from(set) % SETS;
            if self.sets[index] & others == 0 {
                return true;
            }
            set = self.next[index];
        }
        false
    }

    /// Prepares the next query. Returns false if the puzzle is done.
    #[cfg_attr(not(compact), inline(always))]
    pub(super) fn predict(&mut self) -> bool {
        match self.stage {
            Stage::NoSolution | Stage::Multiple => return false,
            Stage::Solve | Stage::Prove => {
                self.predicted_clues = self.clues;
                self.only_removed = None;
                return true;
            }
            Stage::Minimize => {}
        }
        let (mut needed, mut predicted_clues) = (self.needed, self.clues);
        let now = predicted_clues.count_ones() as u8;
        let goal = if self.one_at_a_time { now - 1 } else { goal(now) };
        let mut left = now;
        let mut position = usize::from(self.decided);
        let mut gone = 0;
        while position < usize::from(self.length) {
            let cell = self.order[position % 81];
            let orbit = self.orbits[usize::from(cell) % 81] & predicted_clues;
            let (others, size) = (predicted_clues & !orbit, orbit.count_ones() as u8);
            if left < self.fewest + size || self.is_needed(position + 1, others) {
                needed |= orbit;
                if gone == 0 {
                    // These positions are decided, not only predicted.
                    (self.decided, self.needed) = (position as u8 + 1, needed);
                }
            } else {
                left -= size;
                gone += 1;
                predicted_clues = others;
                self.only_removed = Some(cell);
            }
            position += 1;
            if left <= goal {
                break;
            }
        }
        if gone != 1 || left + 1 != now {
            self.only_removed = None;
        }
        (self.predicted, self.predicted_needed, self.predicted_clues) =
            (position as u8, needed, predicted_clues);
        gone != 0
    }

    /// Returns the solution.
    pub(super) fn solution(&self) -> &[u8; 81] {
        &self.solution
    }

    /// Returns the puzzle to search for another solution.
    #[cfg_attr(not(compact), inline(always))]
    pub(super) fn query(&self) -> [u8; 81] {
        let mut query = self.board;
        for cell in each(self.clues & !self.predicted_clues) {
            query[cell % 81] = 0;
        }
        query
    }

    /// Returns the known solution if a search could find it again.
    #[cfg_attr(not(compact), inline(always))]
    pub(super) fn known_solution(&self) -> Option<Grid> {
        if self.stage == Stage::Solve || self.excluded().is_some() {
            None
        } else {
            Some(Grid::from_checked(self.solution))
        }
    }

    /// Returns a cell and a digit that every other solution must lack: the clue of the known solution that the
    /// query lacks, if it is only one.
    #[cfg_attr(not(compact), inline(always))]
    pub(super) fn excluded(&self) -> Option<(u8, u8)> {
        self.only_removed.map(|cell| (cell, self.solution[usize::from(cell) % 81]))
    }

    /// Applies the answer to the query. `Multiple` comes with another solution.
    #[cfg_attr(not(compact), inline(always))]
    pub(super) fn apply(&mut self, outcome: &Outcome) {
        let another = match (outcome.status, &outcome.solution) {
            (Status::Multiple, Some(solution)) => Some(solution.digits()),
            (Status::Unique, _) => None,
            (Status::NoSolution, _) if self.excluded().is_some() => None,
            _ => {
                self.stage = Stage::NoSolution;
                return;
            }
        };
        match (self.stage, another) {
            (Stage::Solve, Some(solution)) => {
                self.solution = *solution;
                self.stage = Stage::Prove;
            }
            (Stage::Prove, None) => self.begin_to_minimize(),
            (Stage::Minimize, None) => {
                self.board = self.query();
                (self.decided, self.needed, self.clues) =
                    (self.predicted, self.predicted_needed, self.predicted_clues);
            }
            (Stage::Minimize, Some(solution)) => {
                let mut last = 0;
                for cell in 0..81 {
                    // A mask instead of a branch lets the compiler vectorize the loop.
                    let differs = u8::from(self.solution[cell] != solution[cell]).wrapping_neg();
                    last = last.max(self.positions[cell] & differs);
                }
                self.add_set(difference(&self.solution, solution), last);
            }
            (Stage::Solve, None) => self.stage = Stage::NoSolution,
            (Stage::Prove, Some(_)) => self.stage = Stage::Multiple,
            (Stage::NoSolution | Stage::Multiple, _) => {}
        }
    }

    /// Returns the remaining puzzle, or an error if it had no solution or several.
    #[cfg_attr(not(compact), inline(always))]
    pub(super) fn result(&self) -> Result<Grid, Status> {
        match self.stage {
            Stage::NoSolution => Err(Status::NoSolution),
            Stage::Multiple => Err(Status::Multiple),
            _ => Ok(Grid::from_checked(self.board)),
        }
    }
}

/// Returns the number of clues that the next prediction leaves. At first nearly all clues can be removed, and a few
/// searches cover many. Later each search tests one clue, because such searches are fast (see
/// [`Minimizer::excluded`]) and wrong predictions cost more.
#[cfg_attr(not(compact), inline(always))]
const fn goal(now: u8) -> u8 {
    match now {
        37.. => 36,
        35..=36 => 34,
        33..=34 => 32,
        _ => now - 1,
    }
}
