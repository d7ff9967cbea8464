//! Questions about a board: the digits that occur in some solution, moves that lose all solutions, and clues that are
//! wrong.
//!
//! | file | |
//! |---|---|
//! | `mod.rs` | The digits that are possible in each cell, and the questions about them. |
//! | `alone.rs` | The questions of one board. |
//! | `rounds.rs` | The questions of many boards, in lanes. |
//! | `wrong_clues.rs` | Clues whose removal leaves a solution, and moves. |
//!
//! # Questions
//!
//! A solution shows that all of its 81 digits are possible, so only candidates that no solution has shown yet are asked
//! for. A question takes the cell with the most such candidates, and asks for a solution that has any of them in it. If
//! there is none, all of them are impossible. Before the first question, the rules of the search remove most candidates
//! that are in no solution.

mod alone;
mod rounds;
#[cfg(test)]
mod tests;
mod wrong_clues;

pub use wrong_clues::WrongClues;

use crate::batch::Puzzles;
use crate::cell_bits::CellBits;
use crate::puzzle::SizedForm;
use crate::single::Start;
use crate::{CellSet, Size, SizedPuzzle, Solver, Status, Workspace};

/// All digits of a cell.
const ALL_DIGITS: u16 = 0x1ff;

/// The sweeps before the first question. More remove hardly any further candidate.
const SWEEPS: u32 = 6;

/// The digits that a 9x9 puzzle allows in each cell: those that occur there in some solution. The result of
/// [`Solver::possible`].
///
/// At the solver's [step limit](Solver::with_step_limit), some digits may be neither [shown](Self::digits) nor
/// excluded. The status is then [`Status::OutOfSteps`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Possible {
    status: Status,
    steps: u64,
    shown: [u16; 81],
    not_excluded: [u16; 81],
}

impl Possible {
    /// The result for an invalid board, in which nothing is possible. Also an initial value for arrays.
    pub const INVALID: Self =
        Possible { status: Status::Invalid, steps: 0, shown: [0; 81], not_excluded: [0; 81] };

    /// Returns whether the puzzle has no solution, one, or more, or [`Status::OutOfSteps`] if some digits are not
    /// decided.
    pub const fn status(&self) -> Status {
        self.status
    }

    /// Returns the steps taken, as in [`Outcome::steps`](crate::Outcome::steps). In lanes, they are those of the first
    /// search only.
    pub const fn steps(&self) -> u64 {
        self.steps
    }

    /// Returns the digits of each cell that occur in some solution: bit `d - 1` for digit `d`. A clue is the only digit
    /// of its cell. If there is no solution, no digit occurs.
    pub const fn digits(&self) -> &[u16; 81] {
        &self.shown
    }

    /// Returns the digits of each cell that are not excluded, in the same form. They differ from
    /// [`digits`](Self::digits) only if some are not decided.
    pub const fn not_excluded(&self) -> &[u16; 81] {
        &self.not_excluded
    }

    /// Returns whether some solution has this digit in this cell, or `None` if that is not decided. No solution has a
    /// cell above 80, or a digit that is not from 1 to 9.
    pub fn allows(&self, cell: usize, digit: u8) -> Option<bool> {
        let bit = 1_u16.checked_shl(u32::from(digit.wrapping_sub(1))).unwrap_or(0) & ALL_DIGITS;
        let has = |cells: &[u16; 81]| cells.get(cell).is_some_and(|digits| digits & bit != 0);
        match (has(&self.shown), has(&self.not_excluded)) {
            (false, true) => None,
            (is_shown, _) => Some(is_shown),
        }
    }

    /// Returns the cells with the same digit in all solutions, those of the clues included. If there is no solution,
    /// the set is empty.
    pub fn settled(&self) -> CellSet {
        let mut settled = 0;
        for (cell, (shown, rest)) in self.shown.iter().zip(&self.not_excluded).enumerate() {
            settled |= CellBits::from(shown == rest && shown.is_power_of_two()) << cell;
        }
        CellSet::from_cells(settled)
    }

    /// The state after a search for two solutions with this status, before the solutions found are shown.
    fn begin(status: Status, steps: u64, not_excluded: [u16; 81]) -> Self {
        Possible { status, steps, shown: [0; 81], not_excluded }
    }

    /// Every digit of a solution is possible.
    #[inline(always)]
    fn show(&mut self, solution: &[u8; 81]) {
        for (shown, &digit) in self.shown.iter_mut().zip(solution) {
            *shown |= 1 << (digit.wrapping_sub(1) & 15);
        }
    }

    /// No digit is possible but those that have been shown.
    #[inline(always)]
    fn exclude_all(&mut self) {
        self.not_excluded = self.shown;
    }

    /// In a cell, no digit is possible but those that have been shown.
    #[inline(always)]
    fn exclude(&mut self, cell: usize) {
        if let (Some(rest), Some(shown)) = (self.not_excluded.get_mut(cell), self.shown.get(cell)) {
            *rest = *shown;
        }
    }

    /// The digits of a cell that are neither shown nor excluded.
    fn undecided(&self, cell: usize) -> u16 {
        match (self.not_excluded.get(cell), self.shown.get(cell)) {
            (Some(rest), Some(shown)) => rest & !shown,
            _ => 0,
        }
    }

    /// The cell to ask for: one with the most digits that are neither shown nor excluded. `None` if all are decided.
    #[inline(always)]
    fn undecided_cell(&self) -> Option<usize> {
        let mut most = 0;
        // The number and the cell in one word, so that the maximum has no branch.
        for (cell, (rest, shown)) in self.not_excluded.iter().zip(&self.shown).enumerate() {
            most = most.max(((rest & !shown).count_ones() as u16) << 7 | cell as u16);
        }
        (most >> 7 > 0).then_some(usize::from(most & 127))
    }

    /// The candidates of a question: whether a solution has an undecided digit in this cell.
    #[inline(always)]
    fn question(&self, cell: usize) -> [u16; 81] {
        let mut candidates = self.not_excluded;
        if let (Some(asked), Some(shown)) = (candidates.get_mut(cell), self.shown.get(cell)) {
            *asked &= !shown;
        }
        candidates
    }
}

/// # Possible digits
impl Solver {
    /// Finds the digits of each cell that occur in some solution of a 9x9 puzzle, also known as the true candidates.
    ///
    /// A puzzle with one solution takes as long as [`solve`](Self::solve). One with several takes about fifteen
    /// searches. The [step limit](Self::with_step_limit) is for all of them together. Always uses
    /// [`Engine::Simd`](crate::Engine::Simd).
    ///
    /// ```
    /// use lanedoku::{Grid, Solver, Status};
    ///
    /// let puzzle: Grid =
    ///     ".3467891267219534819834256785976142342685379171392485696153728428741963534528617.".parse()?;
    /// let possible = Solver::new().possible(&puzzle);
    /// assert_eq!((possible.status(), possible.digits()[0], possible.digits()[1]), (Status::Unique, 1 << 4, 1 << 2));
    ///
    /// let possible = Solver::new().possible(&Grid::EMPTY);
    /// assert_eq!(possible.digits(), &[0b1_1111_1111; 81]);
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn possible(&self, puzzle: &impl SizedPuzzle) -> Possible {
        match puzzle.simd_start(&self.with_simd()) {
            Some(start) if !puzzle.collides() => self.possible_alone(start),
            _ => Possible::INVALID,
        }
    }

    /// Finds the digits that are [possible](Self::possible) in each puzzle. Many puzzles are searched in lanes, unless
    /// there is a [step limit](Self::with_step_limit).
    ///
    /// ```
    /// use lanedoku::{Grid, Possible, Solver, Workspace, random_grid};
    ///
    /// let mut possible = [Possible::INVALID; 2];
    /// let puzzles = [Grid::EMPTY, random_grid(1, 0)];
    /// Solver::new().possible_batch(&puzzles, &mut possible, &mut Workspace::boxed());
    /// assert_eq!(possible.map(|possible| possible.settled().len()), [0, 81]);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the two slices differ in length.
    #[inline(always)]
    pub fn possible_batch(
        &self,
        puzzles: &[impl SizedPuzzle],
        possible: &mut [Possible],
        workspace: &mut Workspace,
    ) {
        assert_eq!(puzzles.len(), possible.len(), "a result for each puzzle");
        let Some(puzzles) = SizedForm::of_nine(puzzles) else { return };
        self.possible_of_all(puzzles, possible, workspace);
    }

    /// Finds the possible digits of each puzzle: in lanes, or one after another.
    fn possible_of_all(&self, puzzles: Puzzles, possible: &mut [Possible], workspace: &mut Workspace) {
        let mut in_lanes = false;
        if let Some((lanes, memory)) = workspace.batch(self.simd())
            && self.step_limit() == u64::MAX
            && possible.len() >= lanes.min_batch()
        {
            rounds::ask_in_lanes((self.simd(), lanes), memory, puzzles, possible);
            in_lanes = true;
        }
        for (index, possible) in possible.iter_mut().enumerate() {
            if in_lanes && possible.status != Status::OutOfSteps {
                continue;
            }
            let alone = puzzles.starting_at(index).with_first(|start| self.possible_alone(start));
            *possible = alone.unwrap_or(Possible::INVALID);
        }
    }
}

/// The candidates of a puzzle: the digits of each cell that no clue excludes.
pub(crate) fn candidates(start: Start) -> [u16; 81] {
    let clues = match start {
        Start::Candidates(candidates) => return candidates.map(|digits| digits & ALL_DIGITS),
        Start::Clues(clues) => clues,
    };
    // A bit for each digit, in bits 1 to 9.
    let mut units = [[0_u16; 9]; 3];
    let of = |cell| Size::Nine.row_column_box(cell);
    for (cell, &digit) in clues.iter().enumerate() {
        for (kind, unit) in units.iter_mut().zip(of(cell)) {
            kind[unit % 9] |= 1 << (digit & 15);
        }
    }
    core::array::from_fn(|cell| match clues.get(cell) {
        Some(&digit) if digit & 15 != 0 => 1 << (digit.wrapping_sub(1) & 15),
        _ => {
            let taken = units.iter().zip(of(cell)).fold(0, |taken, (kind, unit)| taken | kind[unit % 9]);
            !(taken >> 1) & ALL_DIGITS
        }
    })
}
