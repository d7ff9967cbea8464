//! Candidates, and the links between them.

use super::super::PencilMarks;
use super::super::cells::{CellMask, UNIT_CELLS, bit, each, units_of};

/// The places for candidates in a table: [`Candidate::index`].
pub(super) const CANDIDATES: usize = 729;

/// A digit in a cell.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Candidate(u16);

impl Candidate {
    /// No candidate.
    pub(super) const NONE: Candidate = Candidate(u16::MAX);
    /// 1 in r1c1: what working memory begins with.
    pub(super) const FIRST: Candidate = Candidate::new(0, 0);

    pub(super) const fn new(cell: usize, digit: usize) -> Self {
        Candidate((digit << 7 | cell) as u16)
    }

    pub(super) const fn cell(self) -> usize {
        self.0 as usize & 127
    }

    /// The digit, from 0.
    pub(super) const fn digit(self) -> usize {
        self.0 as usize >> 7 & 15
    }

    /// Its place in a table.
    pub(super) const fn index(self) -> usize {
        self.digit() * 81 + self.cell()
    }
}

/// A statement: a candidate is true, or it is false.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Statement {
    pub(super) candidate: Candidate,
    pub(super) is_true: bool,
}

impl Statement {
    /// The digits that it removes from its cell.
    pub(super) const fn removes(self, board: &CandidateBoard) -> u16 {
        let digit = 1 << self.candidate.digit();
        if self.is_true { board.digits(self.candidate.cell()) & !digit } else { digit }
    }
}

/// Sorts candidates that are few, or nearly in order. The sort of the standard library can panic, and the C library
/// must not.
pub(super) fn sort_by_key<K: PartialOrd>(candidates: &mut [Candidate], key: impl Fn(Candidate) -> K) {
    for end in 1..candidates.len() {
        let mut place = end;
        while let Some([before, own]) = place.checked_sub(1).and_then(|at| candidates.get_mut(at..at + 2)) {
            if key(*before) <= key(*own) {
                break;
            }
            core::mem::swap(before, own);
            place -= 1;
        }
    }
}

/// The thing that two candidates share: a cell, or a digit and a unit. In the order in which the judge looks.
pub(super) const CELL: usize = 0;
pub(super) const BOX: usize = 1;
const ROW: usize = 2;
const COLUMN: usize = 3;
pub(super) const SHARED: usize = 4;

/// The cells that share something with a cell, itself included.
static AROUND: [[CellMask; SHARED]; 128] = {
    let (mut around, mut cell) = ([[0; SHARED]; 128], 0);
    while cell < 81 {
        let [row, column, box_] = units_of(cell);
        around[cell] = [bit(cell), UNIT_CELLS[box_], UNIT_CELLS[row], UNIT_CELLS[column]];
        cell += 1;
    }
    around
};

/// Returns the cells of the unit in which a cell lies.
pub(super) fn around(cell: usize, shared: usize) -> CellMask {
    AROUND[cell % 128][shared % SHARED]
}

/// Returns the number of the unit, as in `UNIT_CELLS`.
pub(super) fn unit_number(cell: usize, shared: usize) -> usize {
    let [row, column, box_] = units_of(cell);
    [0, box_, row, column][shared % SHARED]
}

/// Returns the cells that share a unit with a cell.
pub(super) fn peers(cell: usize) -> CellMask {
    (around(cell, BOX) | around(cell, ROW) | around(cell, COLUMN)) & !bit(cell)
}

/// A set of candidates.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct CandidateSet {
    /// The cells of each digit.
    places: [CellMask; 9],
}

/// Shows the compiler that a digit has a place in a table.
const fn in_table(digit: usize) -> usize {
    if digit < 9 { digit } else { 8 }
}

impl CandidateSet {
    pub(super) const EMPTY: CandidateSet = CandidateSet { places: [0; 9] };

    pub(super) const fn places(&self, digit: usize) -> CellMask {
        self.places[in_table(digit)]
    }

    pub(super) const fn contains(&self, candidate: Candidate) -> bool {
        self.places(candidate.digit()) >> candidate.cell() & 1 == 1
    }

    pub(super) const fn insert(&mut self, candidate: Candidate) {
        self.places[in_table(candidate.digit())] |= bit(candidate.cell());
    }

    pub(super) fn insert_set(&mut self, other: &CandidateSet) {
        self.places.iter_mut().zip(other.places).for_each(|(own, other)| *own |= other);
    }

    pub(super) fn remove_set(&mut self, other: &CandidateSet) {
        self.places.iter_mut().zip(other.places).for_each(|(own, other)| *own &= !other);
    }

    pub(super) fn is_empty(&self) -> bool {
        self.places == [0; 9]
    }

    pub(super) fn intersection(mut self, other: &CandidateSet) -> CandidateSet {
        self.places.iter_mut().zip(other.places).for_each(|(own, other)| *own &= other);
        self
    }

    pub(super) fn iter(&self) -> impl Iterator<Item = Candidate> {
        let digits = self.places.iter().enumerate();
        digits.flat_map(|(digit, &cells)| each(cells).map(move |cell| Candidate::new(cell, digit)))
    }

    pub(super) const fn remove(&mut self, candidate: Candidate) {
        self.places[in_table(candidate.digit())] &= !bit(candidate.cell());
    }

    pub(super) const fn insert_all(&mut self, digit: usize, cells: CellMask) {
        self.places[in_table(digit)] |= cells;
    }
}

/// Iterates over the numbers in a set, which has a bit for each.
pub(super) fn numbers(set: &[u64]) -> impl Iterator<Item = usize> {
    set.iter().enumerate().flat_map(|(part, bits)| each((*bits).into()).map(move |bit| part * 64 + bit))
}

pub(super) fn has(set: &[u64], number: usize) -> bool {
    set.get(number / 64).is_some_and(|part| part >> (number % 64) & 1 == 1)
}

pub(super) fn insert(set: &mut [u64], number: usize) {
    if let Some(part) = set.get_mut(number / 64) {
        *part |= 1 << (number % 64);
    }
}

pub(super) fn remove(set: &mut [u64], number: usize) {
    if let Some(part) = set.get_mut(number / 64) {
        *part &= !(1 << (number % 64));
    }
}

/// The candidates of a board, by cell and by digit.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct CandidateBoard {
    cells: [u16; 128],
    all: CandidateSet,
}

impl CandidateBoard {
    pub(super) const EMPTY: CandidateBoard = CandidateBoard { cells: [0; 128], all: CandidateSet::EMPTY };

    pub(super) fn new(marks: &PencilMarks) -> Self {
        let mut board = CandidateBoard::EMPTY;
        for (cell, &digits) in board.cells.iter_mut().zip(marks.candidates()) {
            *cell = digits;
        }
        for (digit, &cells) in marks.places().iter().enumerate() {
            board.all.insert_all(digit, cells);
        }
        board
    }

    pub(super) const fn all(&self) -> &CandidateSet {
        &self.all
    }

    /// The candidates of a cell as bits.
    pub(super) const fn digits(&self, cell: usize) -> u16 {
        self.cells[cell % 128]
    }

    /// The cells that have a digit as a candidate.
    pub(super) const fn places(&self, digit: usize) -> CellMask {
        self.all.places(digit)
    }

    pub(super) const fn insert(&mut self, candidate: Candidate) {
        self.cells[candidate.cell()] |= 1 << candidate.digit();
        self.all.insert(candidate);
    }

    pub(super) const fn remove(&mut self, candidate: Candidate) {
        self.cells[candidate.cell()] &= !(1 << candidate.digit());
        self.all.remove(candidate);
    }

    /// The candidates, but those in a set, that are false if this one is true: the others of its cell, unless only its
    /// digit counts, then those of its digit in its box, its row and its column.
    pub(super) fn weak(
        &self,
        candidate: Candidate,
        one_digit: bool,
        but: &CandidateSet,
    ) -> impl Iterator<Item = Candidate> + use<> {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let mut others = if one_digit { 0 } else { self.digits(cell) & !(1 << digit) };
        for other in each(others.into()) {
            others &= !((but.contains(Candidate::new(cell, other)) as u16) << other);
        }
        let in_cell = each(others.into()).map(move |digit| Candidate::new(cell, digit));
        let places = self.places(digit) & !but.places(digit) & !bit(cell);
        let [box_, row, column] = [BOX, ROW, COLUMN].map(|shared| places & around(cell, shared));
        let cells = each(box_).chain(each(row & !box_)).chain(each(column & !box_));
        in_cell.chain(cells.map(move |cell| Candidate::new(cell, digit)))
    }

    /// Visits all such candidates in another order.
    pub(super) fn each_weak(&self, candidate: Candidate, one_digit: bool, mut visit: impl FnMut(Candidate)) {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let others = if one_digit { 0 } else { self.digits(cell) & !(1 << digit) };
        each(others.into()).for_each(|other| visit(Candidate::new(cell, other)));
        each(self.places(digit) & peers(cell)).for_each(|peer| visit(Candidate::new(peer, digit)));
    }

    /// The same candidates as a set.
    pub(super) fn weak_set(&self, candidate: Candidate, one_digit: bool) -> CandidateSet {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        let mut set = CandidateSet::EMPTY;
        let others = if one_digit { 0 } else { self.digits(cell) & !(1 << digit) };
        each(others.into()).for_each(|other| set.insert(Candidate::new(cell, other)));
        set.insert_all(digit, self.places(digit) & peers(cell));
        set
    }

    /// For a cell and each unit that it lies in, the candidate that is true if this one is false: the only other one of
    /// the cell, or of the digit in the unit. [`Candidate::NONE`] for none.
    pub(super) fn strong(&self, candidate: Candidate) -> [Candidate; SHARED] {
        let (cell, digit) = (candidate.cell(), candidate.digit());
        core::array::from_fn(|shared| match shared {
            CELL => match self.digits(cell) & !(1 << digit) {
                other if other.is_power_of_two() && self.digits(cell) != other => {
                    Candidate::new(cell, other.trailing_zeros() as usize)
                }
                _ => Candidate::NONE,
            },
            // Without `is_power_of_two`, which counts the bits.
            _ => match self.places(digit) & around(cell, shared) & !bit(cell) {
                other if other != 0 && other & (other - 1) == 0 => {
                    Candidate::new(other.trailing_zeros() as usize, digit)
                }
                _ => Candidate::NONE,
            },
        })
    }
}
