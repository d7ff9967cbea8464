//! The board that a person works on.

use lanedoku::{Grid, Solver, Status};

use super::Step;
use super::cells::{
    ALL_CELLS, CELLS_OF, CellMask, PEERS, SPOTS, Spot, UNIT_SLOTS, UNITS, bit, each, members, units_of,
};

/// All nine digits as candidates.
pub(super) const ALL_DIGITS: u16 = 0x1ff;

/// A 9x9 board that a person works on: the digits that are placed, and the candidates of the open cells, which the
/// person may have changed.
///
/// ```
/// use lanedoku::Grid;
/// use lanedoku_steps::PencilMarks;
///
/// let puzzle: Grid =
///     "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?;
/// let mut marks = PencilMarks::new(&puzzle);
/// assert_eq!(marks.candidates()[2], 0b1011); // 1, 2 and 4
/// marks.eliminate(2, 0b10);
/// assert_eq!(marks.candidates()[2], 0b1001);
/// marks.place(2, 4);
/// assert_eq!((marks.digits()[2], marks.candidates()[2]), (4, 0));
/// assert_eq!(marks.candidates()[3] & 0b1000, 0); // No 4 in the rest of the row
/// # Ok::<(), lanedoku::ParseError>(())
/// ```
// The same candidates are kept by cell, by digit and by unit, and the singles among them, so that no step has to search
// the whole board for them. Each candidate is removed once, which costs less than a search after each step.
#[derive(Clone, Debug)]
pub struct PencilMarks {
    /// The digit of each cell, 0 for an open cell.
    digits: [u8; 81],
    /// The cells that are given: those with clues; all, if candidates are.
    given: CellMask,
    /// The candidates of each open cell: bit `d - 1` for digit `d`. 0 for a cell with a digit.
    candidates: [u16; 81],
    /// For each digit, from 1, the open cells that have it as a candidate.
    places: [CellMask; 9],
    /// For each unit and each digit, from 1, the places in the unit that have it as a candidate.
    positions: [[u16; 16]; UNIT_SLOTS],
    /// For each unit, the digits that have one place in it.
    hidden: [u16; UNIT_SLOTS],
    /// The units that have such a digit.
    units_with_hidden: u32,
    /// For each unit, the number of open cells.
    open_counts: [u8; UNIT_SLOTS],
    /// The units with one open cell.
    units_with_one_open: u32,
    /// The open cells.
    open: CellMask,
    /// The open cells with one candidate.
    naked: CellMask,
}

/// Boards are equal if their digits and candidates are, whichever of them are given.
impl PartialEq for PencilMarks {
    fn eq(&self, other: &Self) -> bool {
        let [one, two] = [self, other].map(|marks| {
            let PencilMarks { digits, candidates, places, open, naked, .. } = marks;
            let PencilMarks { positions, hidden, open_counts, .. } = marks;
            let units = (marks.units_with_hidden, marks.units_with_one_open);
            (digits, candidates, places, open, naked, positions, hidden, open_counts, units)
        });
        one == two
    }
}

impl Eq for PencilMarks {}

impl PencilMarks {
    /// Creates the board of a puzzle, with each digit as a candidate that no clue excludes. Its digits are the clues.
    /// Some techniques rely on these alone having one solution: rectangles in which candidates are missing, or digits
    /// are placed.
    pub fn new(puzzle: &Grid) -> Self {
        let digits = *puzzle.digits();
        let (mut clues, mut places) = (0, [0; 16]);
        for (cell, (&digit, peers)) in digits.iter().zip(&PEERS).enumerate() {
            if digit > 0 {
                clues |= bit(cell);
                places[usize::from(digit - 1) % 16] |= peers;
            }
        }
        let open = ALL_CELLS & !clues;
        let [p1, p2, p3, p4, p5, p6, p7, p8, p9, ..] = places.map(|excluded: CellMask| open & !excluded);
        let marks = Self::from_places(digits, open, [p1, p2, p3, p4, p5, p6, p7, p8, p9]);
        marks.with_given(clues)
    }

    /// Creates a board without a placed digit from the candidates of each cell: bit `d - 1` for digit `d`, as
    /// [`lanedoku::parse_candidates`] returns them. Other bits are ignored.
    pub fn from_candidates(candidates: &[u16; 81]) -> Self {
        let places = core::array::from_fn(|digit| {
            let having = candidates.iter().enumerate();
            having.fold(0, |places, (cell, candidates)| {
                places | CellMask::from(candidates >> digit & 1) << cell
            })
        });
        Self::from_places([0; 81], ALL_CELLS, places)
    }

    /// Creates a board from pencil marks as programs write them, in which a placed digit is the only candidate of its
    /// cell: a cell with one candidate has this digit if no cell that sees it has the candidate. The judge reads them
    /// so, too.
    pub fn from_pencil_marks(candidates: &[u16; 81]) -> Self {
        let mut marks = Self::from_candidates(candidates);
        for cell in each(marks.naked()) {
            let digit = marks.candidates[cell].trailing_zeros() as usize;
            if marks.places.get(digit).is_some_and(|places| places & PEERS[cell] == 0) {
                marks.place(cell, digit as u8 + 1);
            }
        }
        marks
    }

    /// Returns whether the board has one solution with the candidates that are left, or several, or none.
    /// [`Status::Invalid`] if two equal digits share a unit.
    pub fn status(&self) -> Status {
        if Grid::from_digits(&self.digits).is_ok_and(|board| board.has_collision()) {
            return Status::Invalid;
        }
        let mut candidates = self.candidates;
        for (candidates, &digit) in candidates.iter_mut().zip(&self.digits) {
            *candidates |= if digit > 0 { 1 << ((digit - 1) % 16) } else { 0 };
        }
        Solver::new().with_any_solution(true).solve(&candidates).status
    }

    /// Forgets which cells are given, unless the clues alone have one solution: then all are, by the candidates that
    /// are left.
    pub(super) fn trusting_clues(&self) -> Self {
        let mut clues = self.digits;
        for (cell, digit) in clues.iter_mut().enumerate() {
            *digit = if self.given & bit(cell) != 0 { *digit } else { 0 };
        }
        let puzzle = Grid::from_digits(&clues).unwrap_or(Grid::EMPTY);
        let is_puzzle = Solver::new().with_any_solution(true).solve(&puzzle).status == Status::Unique;
        self.clone().with_given(if is_puzzle { self.given } else { ALL_CELLS })
    }

    /// Creates a board from its digits, its open cells, and the places of each digit among them.
    fn from_places(digits: [u8; 81], open: CellMask, places: [CellMask; 9]) -> Self {
        let mut marks = PencilMarks {
            digits,
            given: ALL_CELLS,
            candidates: [0; 81],
            places,
            positions: [[0; 16]; UNIT_SLOTS],
            hidden: [0; UNIT_SLOTS],
            units_with_hidden: 0,
            open_counts: [0; UNIT_SLOTS],
            units_with_one_open: 0,
            open,
            naked: 0,
        };
        for (digit, &places) in places.iter().enumerate() {
            for cell in each(places) {
                marks.candidates[cell] |= 1 << digit;
                for spot in &SPOTS[cell] {
                    marks.positions[usize::from(spot.unit) % UNIT_SLOTS][digit % 16] |= spot.place;
                }
            }
        }
        for cell in each(open) {
            marks.naked |= CellMask::from(marks.candidates[cell].is_power_of_two()) << cell;
            for unit in units_of(cell) {
                marks.open_counts[unit % UNIT_SLOTS] += 1;
            }
        }
        for (unit, count) in marks.open_counts.iter().enumerate() {
            marks.units_with_one_open |= u32::from(*count == 1) << unit;
        }
        for (unit, positions) in marks.positions.iter().take(UNITS).enumerate() {
            for (digit, positions) in positions.iter().take(9).enumerate() {
                marks.hidden[unit] |= u16::from(positions.is_power_of_two()) << digit;
            }
            marks.units_with_hidden |= u32::from(marks.hidden[unit] != 0) << unit;
        }
        marks
    }

    /// Returns the digit of each cell, 0 for an open cell.
    pub const fn digits(&self) -> &[u8; 81] {
        &self.digits
    }

    /// Returns the candidates of each cell: bit `d - 1` for digit `d`. A cell with a digit has none.
    pub const fn candidates(&self) -> &[u16; 81] {
        &self.candidates
    }

    /// Returns whether every cell has a digit.
    pub const fn is_complete(&self) -> bool {
        self.open == 0
    }

    /// Sets which cells are given.
    pub(super) const fn with_given(mut self, cells: CellMask) -> Self {
        self.given = cells;
        self
    }

    /// The cells that are given: those with clues; all, if candidates are.
    pub(super) const fn given(&self) -> CellMask {
        self.given
    }

    /// The open cells.
    pub(super) const fn open(&self) -> CellMask {
        self.open
    }

    /// The open cells with one candidate.
    pub(super) const fn naked(&self) -> CellMask {
        self.naked
    }

    /// For each digit, from 1, the open cells that have it as a candidate.
    pub(super) const fn places(&self) -> &[CellMask; 9] {
        &self.places
    }

    /// The candidates of the cells of a unit.
    pub(super) fn candidates_of(&self, unit: usize) -> [u16; 16] {
        let cells = &CELLS_OF[unit % UNIT_SLOTS];
        let mut candidates = [0; 16];
        for (own, &cell) in candidates.iter_mut().zip(cells).take(9) {
            *own = self.candidates.get(usize::from(cell)).copied().unwrap_or_default();
        }
        candidates
    }

    /// For each digit, from 1, the places in a unit that have it as a candidate.
    pub(super) const fn positions(&self, unit: usize) -> &[u16; 16] {
        &self.positions[unit % UNIT_SLOTS]
    }

    /// The digits that have one place in a unit.
    pub(super) const fn hidden(&self, unit: usize) -> u16 {
        self.hidden[unit % UNIT_SLOTS]
    }

    /// The units in which a digit has one place: bit `u` for the unit with that index.
    pub(super) const fn units_with_hidden(&self) -> u32 {
        self.units_with_hidden
    }

    /// The units with one open cell.
    pub(super) const fn units_with_one_open(&self) -> u32 {
        self.units_with_one_open
    }

    /// The number of open cells of a unit.
    pub(super) const fn open_count(&self, unit: usize) -> u8 {
        self.open_counts[unit % UNIT_SLOTS]
    }

    /// Places a digit from 1 to 9 in a cell, and removes it from the candidates of the cells that share a unit with it.
    /// Does nothing if there is no such cell or digit.
    pub fn place(&mut self, cell: usize, digit: u8) {
        let index = usize::from(digit.wrapping_sub(1));
        let (Some(own), Some(places)) = (self.digits.get_mut(cell), self.places.get(index)) else { return };
        let Some(peers) = PEERS.get(cell) else { return };
        *own = digit;
        let losing = places & peers;
        self.eliminate(cell, ALL_DIGITS);
        each(losing).for_each(|peer| self.remove(peer, index));
        if self.open & bit(cell) != 0 {
            for unit in units_of(cell) {
                let count = &mut self.open_counts[unit % UNIT_SLOTS];
                *count = count.wrapping_sub(1);
                let has_one = u32::from(*count == 1) << unit;
                self.units_with_one_open = self.units_with_one_open & !(1 << unit) | has_one;
            }
        }
        self.open &= !bit(cell);
    }

    /// Removes candidates from an open cell: bit `d - 1` for digit `d`. Does nothing if there is no such cell.
    pub fn eliminate(&mut self, cell: usize, digits: u16) {
        let Some(candidates) = self.candidates.get(cell) else { return };
        members(candidates & digits).for_each(|digit| self.remove(cell, digit));
    }

    /// Removes a candidate that is present. Most of the time of a rating is spent here.
    #[inline(always)]
    fn remove(&mut self, cell: usize, digit: usize) {
        let (Some(candidates), Some(spots)) = (self.candidates.get_mut(cell), SPOTS.get(cell)) else {
            return;
        };
        let Some(places) = self.places.get_mut(digit) else { return };
        let (cell, digit_bit) = (bit(cell), 1 << (digit % 16));
        *candidates &= !digit_bit;
        *places &= !cell;
        if candidates.is_power_of_two() {
            self.naked |= cell;
        } else {
            self.naked &= !cell;
        }
        for &Spot { unit, place } in spots {
            let unit = usize::from(unit) % UNIT_SLOTS;
            let positions = &mut self.positions[unit][digit % 16];
            *positions &= !place;
            // One place is left seldom, and none after that.
            let hidden = &mut self.hidden[unit];
            if positions.is_power_of_two() {
                *hidden |= digit_bit;
                self.units_with_hidden |= 1 << unit;
            } else if *positions == 0 {
                *hidden &= !digit_bit;
                let has_hidden = u32::from(*hidden != 0) << unit;
                self.units_with_hidden = self.units_with_hidden & !(1 << unit) | has_hidden;
            }
        }
    }

    /// Makes a step: places its digit, or removes its candidates.
    pub fn apply(&mut self, step: &Step) {
        if let Some((cell, digit)) = step.placement() {
            self.place(cell, digit);
        }
        for (cell, &digits) in step.eliminations().iter().enumerate() {
            if digits != 0 {
                self.eliminate(cell, digits);
            }
        }
    }
}
