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
use super::unavoidable::{digit_pairs, line_pairs};
use super::{CellSet, ClueSymmetry};
use crate::random::Random;
use crate::{Grid, Outcome, Status};

/// Sets that are kept of a puzzle. When there are more, those are dropped that have a clue that stays.
const SETS: usize = 128;

/// The cells of an unavoidable set that is noted before it is met: larger ones hardly ever decide.
const SMALL: u32 = 12;

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
    /// The cells whose turns come, one of each orbit with a clue.
    order: [u8; 81],
    count: u8,
}

impl Turns {
    /// No turns: the puzzle stays as it is.
    pub(super) const NONE: Self = Turns { orbits: ClueSymmetry::None.orbits(), order: [0; 81], count: 0 };

    /// The clues one by one, in their order on the board.
    #[inline(always)]
    pub(super) fn of(clues: Cells, symmetry: ClueSymmetry) -> Self {
        let mut turns = Turns { orbits: symmetry.orbits(), ..Turns::NONE };
        let mut seen = 0;
        for cell in each(clues) {
            if seen >> cell & 1 == 0 {
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
///
/// Sets of turns and unavoidable sets have bit `t` for the clues whose turn is number `t`.
pub(super) struct Thinning {
    stage: Stage,
    work: Work,
    /// The random numbers that come next, and what the client counts, for whoever makes puzzles.
    pub(super) random: Random,
    pub(super) attempts: u32,
    solution: [u8; 81],
    /// What is left of the puzzle after the turns that are decided.
    board: [u8; 81],
    /// What the forecast leaves.
    question: [u8; 81],
    /// If no more than one clue went: its cell.
    alone: Option<u8>,
    /// The cells whose turns come, each for its orbit, and how many clues this has.
    order: [u8; 128],
    sizes: [u8; 128],
    orbits: &'static [Cells; 81],
    turns: u8,
    /// The turn of each cell; [`NO_CLUE`] for a cell without one.
    turn: [u8; 81],
    /// Turns that are decided, those among them whose clues stay, and the clues that are left.
    decided: u8,
    kept: u128,
    left: u8,
    /// The same according to the forecast.
    foreseen: u8,
    foreseen_kept: u128,
    foreseen_left: u8,
    /// Whether one clue at a time is to go: when there was no room for all sets.
    is_cautious: bool,
    sets: [u128; SETS],
    count: u8,
    /// By turn, the first of the sets whose last clues have it; and the next one of each set.
    first: [u8; 128],
    next: [u8; SETS],
}

/// In place of a turn.
const NO_CLUE: u8 = 127;

impl Thinning {
    pub(super) const NONE: Self = Thinning {
        stage: Stage::NoSolution,
        work: Work::Examine,
        random: Random::for_item(0, 0),
        attempts: 0,
        orbits: Turns::NONE.orbits,
        solution: [0; 81],
        board: [0; 81],
        question: [0; 81],
        alone: None,
        order: [0; 128],
        sizes: [0; 128],
        turns: 0,
        turn: [0; 81],
        decided: 0,
        kept: 0,
        left: 0,
        foreseen: 0,
        foreseen_kept: 0,
        foreseen_left: 0,
        is_cautious: false,
        sets: [0; SETS],
        count: 0,
        first: [NONE; 128],
        next: [NONE; SETS],
    };

    /// Starts with a puzzle whose solution is not known.
    #[inline(always)]
    pub(super) fn start(&mut self, puzzle: &Grid, work: Work, turns: &Turns) {
        self.begin(Stage::Solve, puzzle.digits(), work, turns);
    }

    /// Starts with these clues of a full grid, which may be too few for one solution.
    #[inline(always)]
    pub(super) fn start_with_clues(&mut self, solution: &Grid, clues: Cells, work: Work, turns: &Turns) {
        self.solution = *solution.digits();
        if clues == ALL_CELLS {
            self.begin(Stage::Prove, solution.digits(), work, turns);
            self.go_on();
        } else {
            self.begin(Stage::Prove, &restrict(solution.digits(), clues), work, turns);
        }
    }

    #[inline(always)]
    fn begin(&mut self, stage: Stage, puzzle: &[u8; 81], work: Work, turns: &Turns) {
        self.stage = stage;
        self.work = work;
        self.board = *puzzle;
        let clues = filled(puzzle);
        (self.decided, self.kept, self.left) = (0, 0, clues.count_ones() as u8);
        self.is_cautious = false;
        self.turn = [NO_CLUE; 81];
        self.turns = turns.count;
        self.orbits = turns.orbits;
        self.order[..81].copy_from_slice(&turns.order);
        for (turn, &cell) in turns.order.iter().enumerate().take(usize::from(turns.count)) {
            let orbit = turns.orbits[usize::from(cell) % 81] & clues;
            self.sizes[turn] = orbit.count_ones() as u8;
            for cell in each(orbit) {
                self.turn[cell] = turn as u8;
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
        let solution = self.solution;
        let mut bits = [0; 128];
        for (bit, turn) in bits.iter_mut().zip(self.turn) {
            *bit = 1 << (turn % 128);
        }
        digit_pairs(&solution, &bits, SMALL, |set| self.note(set));
        line_pairs(&solution, &bits, SMALL, |set| self.note(set));
    }

    /// Notes an unavoidable set, unless a clue of it stays.
    #[inline(always)]
    fn note(&mut self, set: u128) {
        let set = set & !(1 << NO_CLUE);
        if self.stage == Stage::Examine {
            // Only what has one clue says something.
            self.kept |= if set.is_power_of_two() { set } else { 0 };
            return;
        }
        if set & self.kept != 0 || set == 0 {
            return;
        }
        if usize::from(self.count) >= SETS {
            self.drop_sets();
        }
        let last = 127 - set.leading_zeros() as usize;
        let index = usize::from(self.count) % SETS;
        self.sets[index] = set;
        self.next[index] = self.first[last % 128];
        self.first[last % 128] = index as u8;
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
                self.note(set);
            }
        }
    }

    /// Whether an unavoidable set has no clue but those whose turn this is.
    #[inline(always)]
    fn must_stay(&self, turn: usize, kept: u128) -> bool {
        let mut set = self.first[turn % 128];
        while set != NONE {
            let index = usize::from(set) % SETS;
            if self.sets[index] & kept == 0 {
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
                self.question = self.board;
                self.alone = None;
                return true;
            }
            Stage::Examine => return self.examine(),
            Stage::Thin => {}
        }
        let Work::Thin { fewest } = self.work else { return false };
        let (now, mut kept, mut left) = (self.left, self.kept, self.left);
        let goal = if self.is_cautious { now - 1 } else { goal(now) };
        let mut turn = usize::from(self.decided);
        let mut question = [0; 128];
        question[..81].copy_from_slice(&self.board);
        let mut gone = 0;
        while turn < usize::from(self.turns) {
            let size = self.sizes[turn % 128];
            let stays = left < fewest + size || self.must_stay(turn, kept);
            if stays {
                kept |= 1 << turn;
                if gone == 0 {
                    // That is no forecast.
                    (self.decided, self.kept) = (turn as u8 + 1, kept);
                }
            } else {
                if left <= goal {
                    break;
                }
                left -= size;
                gone += 1;
                let cell = self.order[turn % 128];
                self.alone = Some(cell);
                if size == 1 {
                    question[usize::from(cell) % 128] = 0;
                } else {
                    for cell in each(self.orbits[usize::from(cell) % 81]) {
                        question[cell] = 0;
                    }
                }
            }
            turn += 1;
        }
        if gone != 1 || left + 1 != now {
            self.alone = None;
        }
        self.question.copy_from_slice(&question[..81]);
        (self.foreseen, self.foreseen_kept, self.foreseen_left) = (turn as u8, kept, left);
        gone != 0
    }

    /// Asks about the next clue of which nothing is known.
    #[inline(always)]
    fn examine(&mut self) -> bool {
        while self.decided < self.turns {
            if self.kept >> self.decided & 1 == 0 {
                let cell = self.order[usize::from(self.decided) % 128];
                self.question = self.board;
                self.question[usize::from(cell) % 81] = 0;
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
    pub(super) fn question(&self) -> &[u8; 81] {
        &self.question
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
                self.kept |= u128::from(another.is_some()) << self.decided;
                self.decided += 1;
            }
            (Stage::Thin, None) => {
                (self.decided, self.kept, self.left) =
                    (self.foreseen, self.foreseen_kept, self.foreseen_left);
                self.board = self.question;
            }
            (Stage::Thin, Some(solution)) => {
                let mut set = 0;
                for cell in each(difference(&self.solution, solution)) {
                    set |= 1 << (self.turn[cell] % 128);
                }
                self.note(set);
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
        let turns = self.order.iter().enumerate().take(usize::from(self.turns));
        let redundant =
            turns.filter(|(turn, _)| self.kept >> turn & 1 == 0).map(|(_, &cell)| usize::from(cell));
        if self.result().is_ok() { Some(redundant.collect()) } else { None }
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
