//! The order of the open cells, and the singles that are placed before the loop runs.
//!
//! The loop applies no rules, so the order determines how many steps it takes. Row by row is the original order of the
//! loop; its step counts are comparable with those of similar solvers. The constrained order fills singles first, then
//! repeatedly takes the open cell with the fewest expected candidates. With it, the median 17-clue puzzle takes about
//! 160 steps instead of tens of millions.

use core::fmt;

use super::each;
use super::units::Units;
use crate::least::MAX_CELLS;

/// The order in which [`Engine::Backtrack`](crate::Engine::Backtrack) visits the open cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub enum Order {
    /// Row by row, left to right, without placing singles first. Step counts are comparable with those of similar
    /// solvers.
    Rows,
    /// Places naked and hidden singles first. Then the next cell is always the one with the fewest expected candidates,
    /// given the cells before it. Takes far fewer steps.
    #[default]
    Constrained,
}

impl Order {
    /// All orders.
    pub const ALL: [Order; 2] = [Order::Rows, Order::Constrained];

    /// Returns the order's name: `rows` or `constrained`.
    pub const fn name(self) -> &'static str {
        match self {
            Order::Rows => "rows",
            Order::Constrained => "constrained",
        }
    }

    /// Returns the order with this name.
    ///
    /// ```
    /// use lanedoku::Order;
    ///
    /// assert_eq!(Order::from_name("rows"), Some(Order::Rows));
    /// assert_eq!(Order::from_name("columns"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<Order> {
        Order::ALL.into_iter().find(|order| order.name() == name)
    }
}

impl fmt::Display for Order {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A contradiction found before the loop runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Contradiction {
    /// Two equal clues share a unit.
    CluesCollide,
    /// A cell has no candidate, or a digit no place in some unit.
    NoSolution,
}

/// A board of at most `CELLS` cells, with its open cells in an order.
pub(super) struct OrderedBoard<const CELLS: usize, U> {
    pub(super) units: U,
    digits: [u8; CELLS],
    open: [u16; CELLS],
    open_count: usize,
    /// The digits that each row, column, region and further house lacks.
    pub(super) free: UnitMasks,
}

impl<const CELLS: usize, U: Units<CELLS>> OrderedBoard<CELLS, U> {
    /// Takes the clues. For the constrained order, places singles, then sorts the open cells.
    pub(super) fn new(units: U, digits: &[u8; CELLS], order: Order) -> Result<Self, Contradiction> {
        let free = UnitMasks::of((1 << units.side()) - 1);
        let mut board = OrderedBoard { units, digits: *digits, open: [0; CELLS], open_count: 0, free };
        board.take_clues()?;
        if order == Order::Constrained {
            board.fill_singles()?;
            board.sort_constrained();
        }
        Ok(board)
    }

    /// The clues and the singles.
    pub(super) fn digits(&self) -> &[u8; CELLS] {
        &self.digits
    }

    /// The open cells, in order.
    pub(super) fn open(&self) -> &[u16] {
        self.open.get(..self.open_count).unwrap_or(&self.open)
    }

    /// Moves those of the open cells that are among the first `cells` of the board to the front, row by row.
    pub(super) fn put_first(&mut self, cells: usize) {
        if cells > 0 {
            let order = self.open;
            let behind = order.iter().take(self.open_count).filter(|&&cell| usize::from(cell) >= cells);
            let first = (0..cells.min(CELLS)).filter(|&cell| self.digits[cell] == 0).map(|cell| cell as u16);
            for (slot, cell) in self.open.iter_mut().zip(first.chain(behind.copied())) {
                *slot = cell;
            }
        }
    }

    /// Places naked and hidden singles until there are none. Each pass places all that it finds. Leaves the cells that
    /// are still open in `open`, row by row.
    ///
    /// A pass visits only the open cells, one by one. Vectors over all cells need fewer cycles for a pass, but gain
    /// nothing on any set of puzzles: most cells of easy puzzles are soon filled, and a vector pass visits them too.
    fn fill_singles(&mut self) -> Result<(), Contradiction> {
        loop {
            let open_before = self.open_count;
            let hidden = self.hidden_singles()?;
            self.place_singles(&hidden)?;
            if self.open_count == open_before {
                return Ok(());
            }
        }
    }

    /// Lists the open cells, and removes the clues from the free digits of their units.
    fn take_clues(&mut self) -> Result<(), Contradiction> {
        let mut collisions = 0;
        for (cell, &digit) in self.digits.iter().enumerate().take(self.units.side().pow(2)) {
            // 0 for an open cell.
            let clue = (1u32 << (digit & 31)) >> 1;
            let (units, houses) = self.units.of_cell(cell);
            collisions |= clue & !self.free.common(units, houses);
            self.free.remove(units, houses, clue);
            // Always written; kept only if the cell is open.
            self.open[self.open_count.min(CELLS - 1)] = cell as u16;
            self.open_count += usize::from(digit == 0);
        }
        if collisions == 0 { Ok(()) } else { Err(Contradiction::CluesCollide) }
    }

    /// The digits of each row, column and region that are candidates of exactly one of its cells.
    fn hidden_singles(&self) -> Result<UnitMasks, Contradiction> {
        // The candidates of at least one cell of a unit, and those of at least two.
        let (mut once, mut twice) = (UnitMasks::of(0), UnitMasks::of(0));
        for &cell in self.open() {
            let (units, houses) = self.units.of_cell(usize::from(cell));
            let candidates = self.free.common(units, houses);
            if candidates == 0 {
                return Err(Contradiction::NoSolution);
            }
            for ((once, twice), unit) in once.units.iter_mut().zip(&mut twice.units).zip(units) {
                let unit = usize::from(unit & 31);
                twice[unit] |= once[unit] & candidates;
                once[unit] |= candidates;
            }
        }
        let mut without_place = 0;
        for ((once, twice), free) in once.units.iter_mut().zip(&twice.units).zip(&self.free.units) {
            for ((once, twice), free) in once.iter_mut().zip(twice).zip(free).take(self.units.side()) {
                without_place |= free & !*once;
                *once &= !twice;
            }
        }
        if without_place == 0 { Ok(once) } else { Err(Contradiction::NoSolution) }
    }

    /// Places the single of each open cell that has one and keeps the other cells open.
    fn place_singles(&mut self, hidden: &UnitMasks) -> Result<(), Contradiction> {
        let mut kept = 0;
        for index in 0..self.open_count.min(CELLS) {
            let cell = usize::from(self.open[index]);
            let (units, houses) = self.units.of_cell(cell);
            let candidates = self.free.common(units, houses);
            let hidden = hidden.any(units);
            let single = if candidates.is_power_of_two() { candidates } else { candidates & hidden };
            if single == 0 {
                self.open[kept.min(CELLS - 1)] = cell as u16;
                kept += 1;
                continue;
            }
            if !single.is_power_of_two() {
                return Err(Contradiction::NoSolution);
            }
            self.digits[cell.min(CELLS - 1)] = single.trailing_zeros() as u8 + 1;
            self.free.remove(units, houses, single);
        }
        self.open_count = kept;
        Ok(())
    }

    /// Sorts the open cells: each is the one with the fewest expected candidates, given the cells before it.
    ///
    /// Each candidate of a cell has a probability of still being free when the loop reaches the cell, initially 1. The
    /// next cell will hold one of its candidates, with probabilities in proportion, so the probability of each of these
    /// digits in every open peer shrinks accordingly. The sum of a cell's probabilities is its expected number of
    /// candidates. Counting decided peers instead takes two to five times as many steps.
    fn sort_constrained(&mut self) {
        // Boards of layouts, and large ones, make do with two variants.
        match self.units.side() {
            0..=4 if CELLS < MAX_CELLS => self.sort::<1, 1>(),
            0..=9 => self.sort::<2, 3>(),
            _ => self.sort::<10, 7>(),
        }
    }

    /// Sorts with `4 * QUADS` probabilities for each cell, and with sets of open cells of `WORDS` words. A cell is
    /// identified by its place among the open cells, row by row: bit `place % 64` of word `place / 64` of a set.
    fn sort<const WORDS: usize, const QUADS: usize>(&mut self) {
        let (cells, of_cells) = (self.open, self.units);
        let open = &mut self.open[..self.open_count.min(CELLS)];
        let words = open.len().div_ceil(64).min(WORDS);
        let mut probabilities = [Probabilities([[0.0; 4]; QUADS]); CELLS];
        let mut keys = [[TAKEN; 64]; WORDS];
        let mut open_in_unit = [[[0u64; 32]; 3]; WORDS];
        for (place, &cell) in open.iter().enumerate() {
            let (word, bit) = ((place / 64).min(WORDS - 1), place % 64);
            let (units, houses) = of_cells.of_cell(usize::from(cell));
            probabilities[place].set_certain(self.free.common(units, houses));
            keys[word][bit] = key(probabilities[place].sum(), place);
            for (kind, unit) in units.into_iter().enumerate() {
                open_in_unit[word][kind][usize::from(unit & 31)] |= 1 << bit;
            }
        }
        let mut next = least(&keys[..words]);
        for slot in open {
            let (expected, place) = (next, (next.to_bits() as usize & PLACE).min(CELLS - 1));
            let (word, bit) = ((place / 64).min(WORDS - 1), place % 64);
            *slot = cells[place];
            let (units, _) = of_cells.of_cell(usize::from(cells[place]));
            for (kind, unit) in units.into_iter().enumerate() {
                open_in_unit[word][kind][usize::from(unit & 31)] &= !(1 << bit);
            }
            keys[word][bit] = TAKEN;
            // Keys only fall, so the minimum of the old keys and the peers' new ones is the overall minimum. Reading
            // the old ones first avoids waiting for the new ones.
            next = least(&keys[..words]);
            if expected < DECIDED {
                continue;
            }
            let left = probabilities[place].left(expected);
            let [row, column, square] = units.map(|unit| usize::from(unit & 31));
            for (word, (open, keys)) in open_in_unit.iter().zip(&mut keys).enumerate().take(words) {
                let mut peers = open[0][row] | open[1][column] | open[2][square];
                while peers != 0 {
                    let bit = peers.trailing_zeros() as usize & 63;
                    peers &= peers - 1;
                    let peer = (word * 64 + bit).min(CELLS - 1);
                    probabilities[peer].shrink(&left);
                    keys[bit] = key(probabilities[peer].sum(), peer);
                    next = lower(keys[bit], next);
                }
            }
        }
    }
}

/// A key: a cell's expected number of candidates, with its place among the open cells in the lowest bits. The least key
/// gives both, and among equals the first cell.
#[inline(always)]
fn key(expected: f32, place: usize) -> f32 {
    f32::from_bits(expected.to_bits() & !(PLACE as u32) | place as u32)
}

/// The bits of a key that hold the place.
const PLACE: usize = 1023;
/// The key of a cell that is already in the order.
const TAKEN: f32 = f32::INFINITY;
/// If no cell expects more candidates than this, the rest of the order has little effect: the cells follow by their
/// current keys.
const DECIDED: f32 = 0.5;

/// The lower of two keys. As no key is NaN, this is one instruction, unlike `f32::min`.
#[inline(always)]
fn lower(a: f32, b: f32) -> f32 {
    if a < b { a } else { b }
}

/// The least key.
#[inline(always)]
fn least(keys: &[[f32; 64]]) -> f32 {
    let mut least = [TAKEN; 16];
    for keys in keys.as_flattened().as_chunks::<16>().0 {
        for (least, &key) in least.iter_mut().zip(keys) {
            *least = lower(key, *least);
        }
    }
    // In halves: four dependent comparisons instead of sixteen.
    for half in [8, 4, 2, 1] {
        for lane in 0..half {
            least[lane] = lower(least[lane], least[lane + half]);
        }
    }
    least[0]
}

/// The probability that each digit is still free in a cell.
#[derive(Clone, Copy)]
struct Probabilities<const QUADS: usize>([[f32; 4]; QUADS]);

impl<const QUADS: usize> Probabilities<QUADS> {
    /// Sets the probability of each of `candidates` to 1, of the others to 0.
    #[inline(always)]
    fn set_certain(&mut self, candidates: u32) {
        for (digit, probability) in self.0.as_flattened_mut().iter_mut().enumerate() {
            *probability = if candidates & 1 << digit == 0 { 0.0 } else { 1.0 };
        }
    }

    /// The expected number of candidates.
    #[inline(always)]
    fn sum(&self) -> f32 {
        let mut sums = [0.0; 4];
        for probabilities in &self.0 {
            for (sum, probability) in sums.iter_mut().zip(probabilities) {
                *sum += probability;
            }
        }
        sums[0] + sums[1] + sums[2] + sums[3]
    }

    /// Returns the probability that each digit is not placed in this cell, whose sum is `expected`.
    #[inline(always)]
    fn left(&self, expected: f32) -> Self {
        let share = if expected > 1.0 { 1.0 / expected } else { 1.0 };
        let mut left = *self;
        for probability in left.0.as_flattened_mut() {
            *probability = 1.0 - *probability * share;
        }
        left
    }

    /// Multiplies each probability by the probability that a peer leaves the digit free.
    #[inline(always)]
    fn shrink(&mut self, left: &Self) {
        for (probability, left) in self.0.as_flattened_mut().iter_mut().zip(left.0.as_flattened()) {
            *probability *= left;
        }
    }
}

/// A mask of digits for each row, column and region, and for each further house.
pub(super) struct UnitMasks {
    pub(super) units: [[u32; 32]; 3],
    pub(super) houses: [u32; 32],
}

impl UnitMasks {
    /// The same digits in all masks.
    fn of(digits: u32) -> Self {
        UnitMasks { units: [[digits; 32]; 3], houses: [digits; 32] }
    }

    /// The digits that are in the masks of all these units and houses.
    #[inline(always)]
    fn common(&self, [row, column, square]: [u8; 3], houses: u32) -> u32 {
        let [rows, columns, boxes] = &self.units;
        let (row, column, square) = (row & 31, column & 31, square & 31);
        let common = rows[usize::from(row)] & columns[usize::from(column)] & boxes[usize::from(square)];
        each(houses).fold(common, |common, house| common & self.houses[house])
    }

    /// The digits that are in any of the three masks.
    fn any(&self, [row, column, square]: [u8; 3]) -> u32 {
        let [rows, columns, boxes] = &self.units;
        rows[usize::from(row & 31)] | columns[usize::from(column & 31)] | boxes[usize::from(square & 31)]
    }

    /// Removes `bits` from the masks of all these units and houses.
    #[inline(always)]
    fn remove(&mut self, units: [u8; 3], houses: u32, bits: u32) {
        for (masks, unit) in self.units.iter_mut().zip(units) {
            masks[usize::from(unit & 31)] &= !bits;
        }
        each(houses).for_each(|house| self.houses[house] &= !bits);
    }
}

#[cfg(test)]
mod tests {
    use crate::testkit::puzzles::{Kind, PuzzleGenerator};

    use super::*;
    use crate::backtrack::Square;
    use crate::{Board, Solver, Status};

    impl<const CELLS: usize, U> OrderedBoard<CELLS, U> {
        /// The same with other open cells, in any order, as far as there is space for them.
        pub(in crate::backtrack) fn with_open(mut self, open: &[u16]) -> Self {
            self.open_count = open.len().min(CELLS);
            self.open[..self.open_count].copy_from_slice(&open[..self.open_count]);
            self
        }
    }

    type Ordered<const CELLS: usize> = OrderedBoard<CELLS, Square>;

    fn ordered<const CELLS: usize>(digits: &[u8; CELLS]) -> Result<Ordered<CELLS>, Contradiction> {
        OrderedBoard::new(Square, digits, Order::Constrained)
    }

    /// Returns a full board, and a copy with about one in `one_in` cells opened.
    fn opened<const CELLS: usize>(
        generator: &mut PuzzleGenerator,
        one_in: usize,
    ) -> ([u8; CELLS], [u8; CELLS]) {
        let full = generator.full_grid();
        (full, full.map(|digit| if generator.below(one_in) == 0 { 0 } else { digit }))
    }

    /// Asserts that the clues are unchanged and that the order has each open cell once.
    fn check_shape<const CELLS: usize>(puzzle: &[u8; CELLS], board: &Ordered<CELLS>) {
        let mut times = [0; CELLS];
        for &cell in board.open() {
            times[usize::from(cell)] += 1;
        }
        for cell in 0..CELLS {
            assert_eq!(times[cell], i32::from(board.digits()[cell] == 0), "cell {cell}");
            assert!(puzzle[cell] == 0 || puzzle[cell] == board.digits()[cell], "cell {cell}");
        }
    }

    fn check_opened<const CELLS: usize>() {
        let mut generator = PuzzleGenerator::new(CELLS as u64);
        for round in 0..60 {
            let (full, puzzle) = opened::<CELLS>(&mut generator, 2 + round % 3);
            let Ok(board) = ordered(&puzzle) else { panic!("the full board is a solution") };
            check_shape(&puzzle, &board);
            // A single is the same digit in every solution, so also in the full board.
            for (digit, full) in board.digits().iter().zip(full) {
                assert!(*digit == 0 || *digit == full);
            }
        }
        let Ok(empty) = ordered(&[0; CELLS]) else { panic!("the empty board has solutions") };
        assert_eq!(empty.open().len(), CELLS);
        check_shape(&[0; CELLS], &empty);
    }

    #[test]
    fn order_is_a_permutation_and_singles_are_right() {
        check_opened::<16>();
        check_opened::<81>();
        check_opened::<256>();
        check_opened::<625>();
    }

    #[test]
    fn singles_agree_with_the_unique_solution() {
        let mut generator = PuzzleGenerator::new(41);
        let mut solved_by_singles = 0;
        for kind in [Kind::Easy, Kind::Minimal, Kind::Hard] {
            for puzzle in generator.set(kind, 10) {
                let outcome =
                    Solver::builder().order(Order::Rows).build().unwrap().solve(&Board::from_checked(puzzle));
                assert_eq!(outcome.status, Status::Unique);
                let Ok(board) = ordered(&puzzle) else { panic!("the puzzle has a solution") };
                check_shape(&puzzle, &board);
                for (digit, solved) in board.digits().iter().zip(outcome.solution.unwrap().digits()) {
                    assert!(*digit == 0 || digit == solved);
                }
                solved_by_singles += usize::from(board.open().is_empty());
            }
        }
        assert!(solved_by_singles >= 5, "singles solve most easy puzzles");
    }

    fn check_contradictions<const CELLS: usize>() {
        let (side, order) = (Board::<CELLS>::SIDE, Board::<CELLS>::ORDER);
        // Two equal clues: in a row, in a column, in a box.
        for other in [side - 1, CELLS - side, (order - 1) * side + order - 1] {
            let mut digits = [0; CELLS];
            (digits[0], digits[other]) = (1, 1);
            assert_eq!(ordered(&digits).err(), Some(Contradiction::CluesCollide));
        }
        // No candidate for the last cell of the first row: its column has the digit that the row lacks.
        let mut digits = [0; CELLS];
        for (column, digit) in digits[..side - 1].iter_mut().enumerate() {
            *digit = column as u8 + 1;
        }
        digits[CELLS - 1] = side as u8;
        assert_eq!(ordered(&digits).err(), Some(Contradiction::NoSolution));
    }

    #[test]
    fn contradictions_are_distinguished_from_collisions() {
        check_contradictions::<16>();
        check_contradictions::<81>();
        check_contradictions::<256>();
        check_contradictions::<625>();
        // The first box has no place for a 1, though each of its open cells has candidates.
        let mut digits = [0; 81];
        (digits[3], digits[9 + 6]) = (1, 1);
        digits[18..21].copy_from_slice(&[2, 3, 4]);
        assert_eq!(ordered(&digits).err(), Some(Contradiction::NoSolution));
    }

    /// Asserts that placing singles and sorting does not change the number of solutions.
    fn check_counts<const CELLS: usize>(puzzle: &[u8; CELLS]) {
        let puzzle = Board::from_digits(puzzle).unwrap();
        let [rows, constrained] =
            Order::ALL.map(|order| Solver::builder().order(order).build().unwrap().count(&puzzle, 500));
        assert_eq!((rows.solutions, rows.end), (constrained.solutions, constrained.end), "{puzzle}");
    }

    #[test]
    fn solutions_are_neither_lost_nor_gained() {
        let mut generator = PuzzleGenerator::new(7);
        for _ in 0..2000 {
            // Any clues: valid, contradictory and colliding boards.
            check_counts::<16>(&core::array::from_fn(|_| generator.below(16).saturating_sub(11) as u8));
        }
        for _ in 0..30 {
            check_counts(&opened::<16>(&mut generator, 2).1);
            check_counts(&opened::<81>(&mut generator, 2).1);
            check_counts(&opened::<256>(&mut generator, 6).1);
            check_counts(&opened::<625>(&mut generator, 12).1);
        }
    }
}
