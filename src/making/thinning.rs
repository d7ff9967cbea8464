//! One puzzle that is being thinned out.
//!
//! The clues go one by one, in a given order, each unless the solution would not stay the only one. A clue has to
//! stay just if there is an [unavoidable set](super::unavoidable) of which it is the last. So what is known of
//! the grid's unavoidable sets foretells how it will go: a *forecast* says, for the next clues, which have to
//! stay, and takes for granted that the others can go. One search tests it. If the solution is the only one, the
//! forecast was right: what went could go, and what stayed had to. If there is another solution, the cells in
//! which it differs are an unavoidable set without a clue, and the next forecast takes it into account. What
//! comes out is the same whatever other solution the search came upon: that of clue by clue.
//!
//! A set makes a clue stay only if all its other cells are gone when the clue's turn comes, so only in the turn
//! of its *last* clue in the order. Each set is looked at once in a forecast.

use super::cells::{ALL_CELLS, Cells, difference, each, filled, restrict};
use super::unavoidable::small_sets;
use super::{CellSet, ClueSymmetry};
use crate::random::Random;
use crate::{Grid, Outcome, Status};

/// Sets that are kept of a puzzle. When there are more, those are dropped that have a clue that stays.
const SETS: usize = 128;

/// The end of a list.
const NONE: u8 = 255;

/// What the next search is to find out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// A solution.
    Solve,
    /// Whether it is the only one.
    Prove,
    /// Whether the forecast is right.
    Thin,
    /// Whether a clue can go, all others being there.
    Examine,
    /// Nothing: it has no solution.
    NoSolution,
    /// Nothing: it has several.
    Several,
}

/// What is to be done with a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Work {
    /// Clues are to go as long as the solution stays the only one, and at least so many clues are left.
    Thin { fewest: u8 },
    /// All clues that could go are to be named, each if all the others stay.
    Examine,
}

/// Whose turn comes when.
#[derive(Clone, Copy)]
pub(super) struct Turns {
    /// By cell, those that go or stay with it.
    orbits: &'static [Cells; 81],
    /// Whether each goes or stays alone.
    one_by_one: bool,
    /// The cells whose turns come, one of each orbit with a clue.
    order: [u8; 81],
    count: u8,
}

impl Turns {
    /// No turns: the puzzle stays as it is.
    pub(super) const NONE: Self =
        Turns { orbits: ClueSymmetry::None.orbits(), one_by_one: true, order: [0; 81], count: 0 };

    /// The clues one by one, in their order on the board.
    #[inline(always)]
    pub(super) fn of(clues: Cells, symmetry: ClueSymmetry) -> Self {
        let one_by_one = symmetry == ClueSymmetry::None;
        let mut turns = Turns { orbits: symmetry.orbits(), one_by_one, ..Turns::NONE };
        let mut seen = 0;
        for cell in each(clues) {
            if one_by_one || seen >> cell & 1 == 0 {
                seen |= turns.orbits[cell];
                if let Some(turn) = turns.order.get_mut(usize::from(turns.count)) {
                    *turn = cell as u8;
                }
                turns.count += 1;
            }
        }
        turns
    }

    /// The cells of each turn.
    #[cfg(test)]
    pub(super) fn each(&self) -> impl Iterator<Item = CellSet> {
        let cells = self.order.iter().take(self.count.into());
        cells.map(|&cell| CellSet::from_cells(self.orbits[usize::from(cell)]))
    }

    /// The same in random order.
    #[inline(always)]
    pub(super) fn shuffled(mut self, random: &mut Random) -> Self {
        random.shuffle(&mut self.order[..usize::from(self.count).min(81)]);
        self
    }
}

/// A puzzle that is being thinned out.
pub(super) struct Thinning {
    stage: Stage,
    work: Work,
    /// The random numbers that come next, and what the client counts, for whoever makes puzzles.
    pub(super) random: Random,
    pub(super) attempts: u32,
    /// As long as it is not known, the puzzle.
    solution: [u8; 81],
    /// What is left of the puzzle after the turns that are decided, and its clues.
    board: [u8; 81],
    clues: Cells,
    /// The clues that the forecast leaves.
    asked: Cells,
    /// If no more than one clue went: its cell.
    alone: Option<u8>,
    /// The cells whose turns come, each for its orbit.
    order: [u8; 81],
    orbits: &'static [Cells; 81],
    turns: u8,
    /// By cell, the number of its turn, from one on; 0 for a cell without a clue.
    turn: [u8; 128],
    /// How many turns are decided, and the clues that stay of them.
    decided: u8,
    kept: Cells,
    /// The same according to the forecast.
    foreseen: u8,
    foreseen_kept: Cells,
    /// Whether one clue at a time is to go: when there was no room for all sets.
    is_cautious: bool,
    /// By the number of a turn, the first of the sets whose last clues have it; and the next one of each set.
    first: [u8; 128],
    next: [u8; SETS],
    count: u8,
    sets: [Cells; SETS],
}

impl Thinning {
    pub(super) const NONE: Self = Thinning {
        stage: Stage::NoSolution,
        work: Work::Examine,
        random: Random::for_item(0, 0),
        attempts: 0,
        solution: [0; 81],
        board: [0; 81],
        clues: 0,
        asked: 0,
        alone: None,
        order: [0; 81],
        orbits: Turns::NONE.orbits,
        turns: 0,
        turn: [0; 128],
        decided: 0,
        kept: 0,
        foreseen: 0,
        foreseen_kept: 0,
        is_cautious: false,
        first: [NONE; 128],
        next: [NONE; SETS],
        count: 0,
        sets: [0; SETS],
    };

    /// Starts with a puzzle whose solution is not known.
    #[inline(always)]
    pub(super) fn start(&mut self, puzzle: &Grid, work: Work, turns: &Turns) {
        self.solution = *puzzle.digits();
        self.begin(Stage::Solve, filled(puzzle.digits()), work, turns);
    }

    /// Starts with these clues of a full grid, which may be too few for one solution.
    #[inline(always)]
    pub(super) fn start_with_clues(&mut self, solution: &Grid, clues: Cells, work: Work, turns: &Turns) {
        self.solution = *solution.digits();
        self.begin(Stage::Prove, clues, work, turns);
        if clues == ALL_CELLS {
            self.go_on();
        }
    }

    #[inline(always)]
    fn begin(&mut self, stage: Stage, clues: Cells, work: Work, turns: &Turns) {
        self.stage = stage;
        self.work = work;
        self.board = if clues == ALL_CELLS { self.solution } else { restrict(&self.solution, clues) };
        self.clues = clues;
        (self.decided, self.kept) = (0, 0);
        self.is_cautious = false;
        self.turn = [0; 128];
        self.turns = turns.count;
        self.orbits = turns.orbits;
        self.order = turns.order;
        for (number, &cell) in (1..).zip(turns.order.iter().take(usize::from(turns.count))) {
            let cell = usize::from(cell) % 81;
            self.turn[cell] = number;
            if !turns.one_by_one {
                for cell in each(turns.orbits[cell] & clues) {
                    self.turn[cell] = number;
                }
            }
        }
        self.count = 0;
        self.first = [NONE; 128];
    }

    /// Begins the work on a puzzle that has one solution.
    #[inline(always)]
    fn go_on(&mut self) {
        self.stage = if matches!(self.work, Work::Examine) { Stage::Examine } else { Stage::Thin };
        if self.turns != 0 {
            self.look_around();
        }
    }

    /// Notes the unavoidable sets that are easy to find.
    #[inline(always)]
    fn look_around(&mut self) {
        let (solution, turn) = (self.solution, self.turn);
        small_sets(&solution, &turn, |set, last| self.note(set, last));
    }

    /// Notes an unavoidable set, unless a clue of it stays; `last` is the number of the last turn in which a clue of it
    /// can go, 0 if it has none.
    #[inline(always)]
    fn note(&mut self, set: Cells, last: u8) {
        if self.stage == Stage::Examine {
            // Only what has one clue says something.
            let clues = set & self.clues;
            self.kept |= if clues.is_power_of_two() { clues } else { 0 };
            return;
        }
        if set & self.kept != 0 || last == 0 {
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

    /// Drops the sets that decide nothing any more; if that makes little room, others too.
    #[cold]
    fn drop_sets(&mut self) {
        let sets = self.sets;
        self.count = 0;
        self.first = [NONE; 128];
        self.is_cautious = true;
        for set in sets {
            if usize::from(self.count) < SETS / 2 {
                let last = each(set).map(|cell| self.turn[cell % 128]).max();
                self.note(set, last.unwrap_or(0));
            }
        }
    }

    /// Whether an unavoidable set whose last clues have this turn has no clue among the others.
    #[inline(always)]
    fn must_stay(&self, number: usize, others: Cells) -> bool {
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

    /// Looks ahead; false if nothing is left to find out.
    #[inline(always)]
    pub(super) fn foresee(&mut self) -> bool {
        match self.stage {
            Stage::NoSolution | Stage::Several => return false,
            Stage::Solve | Stage::Prove => {
                self.asked = self.clues;
                self.alone = None;
                return true;
            }
            Stage::Examine => return self.examine(),
            Stage::Thin => {}
        }
        let Work::Thin { fewest } = self.work else { return false };
        let (mut kept, mut asked) = (self.kept, self.clues);
        let now = asked.count_ones() as u8;
        let goal = if self.is_cautious { now - 1 } else { goal(now) };
        let mut left = now;
        let mut turn = usize::from(self.decided);
        let mut gone = 0;
        while turn < usize::from(self.turns) {
            let cell = self.order[turn % 81];
            let orbit = self.orbits[usize::from(cell) % 81] & asked;
            let (others, size) = (asked & !orbit, orbit.count_ones() as u8);
            if left < fewest + size || self.must_stay(turn + 1, others) {
                kept |= orbit;
                if gone == 0 {
                    // That is no forecast.
                    (self.decided, self.kept) = (turn as u8 + 1, kept);
                }
            } else {
                left -= size;
                gone += 1;
                asked = others;
                self.alone = Some(cell);
            }
            turn += 1;
            if left <= goal {
                break;
            }
        }
        if gone != 1 || left + 1 != now {
            self.alone = None;
        }
        (self.foreseen, self.foreseen_kept, self.asked) = (turn as u8, kept, asked);
        gone != 0
    }

    /// Asks about the next clue of which nothing is known.
    #[inline(always)]
    fn examine(&mut self) -> bool {
        while self.decided < self.turns {
            let cell = self.order[usize::from(self.decided) % 81];
            if self.kept >> cell & 1 == 0 {
                self.asked = self.clues & !(1 << cell);
                self.alone = Some(cell);
                return true;
            }
            self.decided += 1;
        }
        false
    }

    /// The solution that it began with.
    pub(super) fn solution(&self) -> &[u8; 81] {
        &self.solution
    }

    /// The puzzle in which to look for another solution than the known one.
    #[inline(always)]
    pub(super) fn question(&self) -> [u8; 81] {
        let mut question = self.board;
        for cell in each(self.clues & !self.asked) {
            question[cell % 81] = 0;
        }
        question
    }

    /// The known solution, if a search for another one needs it.
    #[inline(always)]
    pub(super) fn known(&self) -> Option<Grid> {
        if self.stage == Stage::Solve || self.ban().is_some() {
            None
        } else {
            Some(Grid::from_checked(self.solution))
        }
    }

    /// The cell and the digit that any other solution must do without.
    #[inline(always)]
    pub(super) fn ban(&self) -> Option<(u8, u8)> {
        self.alone.map(|cell| (cell, self.solution[usize::from(cell) % 81]))
    }

    /// Takes the answer: another solution, if the status says that there are several.
    #[inline(always)]
    pub(super) fn hear(&mut self, outcome: &Outcome) {
        let another = match (outcome.status, &outcome.solution) {
            (Status::Multiple, Some(solution)) => Some(solution.digits()),
            (Status::Unique, _) => None,
            (Status::NoSolution, _) if self.ban().is_some() => None,
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
            (Stage::Prove, None) => self.go_on(),
            (Stage::Examine, another) => {
                if another.is_some() {
                    self.kept |= self.clues & !self.asked;
                }
                self.decided += 1;
            }
            (Stage::Thin, None) => {
                self.board = self.question();
                (self.decided, self.kept, self.clues) = (self.foreseen, self.foreseen_kept, self.asked);
            }
            (Stage::Thin, Some(solution)) => {
                let mut last = 0;
                for cell in 0..81 {
                    // A mask in place of a condition: so the compiler takes many cells at a time.
                    let differs = u8::from(self.solution[cell] != solution[cell]).wrapping_neg();
                    last = last.max(self.turn[cell] & differs);
                }
                self.note(difference(&self.solution, solution), last);
            }
            (Stage::Solve, None) => self.stage = Stage::NoSolution,
            (Stage::Prove, Some(_)) => self.stage = Stage::Several,
            (Stage::NoSolution | Stage::Several, _) => {}
        }
    }

    /// What is left, if there is one solution; otherwise how many there are.
    #[inline(always)]
    pub(super) fn result(&self) -> Result<Grid, Status> {
        match self.stage {
            Stage::NoSolution => Err(Status::NoSolution),
            Stage::Several => Err(Status::Multiple),
            _ => Ok(Grid::from_checked(self.board)),
        }
    }

    /// The clues that could go, each if all the others stay, if there is one solution.
    #[inline(always)]
    pub(super) fn redundant(&self) -> Option<CellSet> {
        let redundant = CellSet::from_cells(self.clues & !self.kept);
        if self.result().is_ok() { Some(redundant) } else { None }
    }
}

/// How many clues the next forecast is to leave of so many: a few searches for the clues that can nearly all go, then
/// one for each clue. The last ones are cheap, see [`Thinning::ban`], and a wrong forecast is dear.
#[inline(always)]
const fn goal(now: u8) -> u8 {
    match now {
        37.. => 36,
        35..=36 => 34,
        33..=34 => 32,
        _ => now - 1,
    }
}
