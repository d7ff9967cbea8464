//! Generates the puzzles of the tests and benchmarks. A seed gives the same puzzles on every machine.
//!
//! ```
//! use testkit::oracle;
//! use testkit::puzzles::{Kind, PuzzleGenerator};
//!
//! let mut generator = PuzzleGenerator::new(1);
//! let puzzle = generator.puzzle(Kind::Minimal);
//! assert_eq!(oracle::solutions(&oracle::masks(&puzzle), 2, u32::MAX).unwrap().len(), 1);
//! assert_eq!(PuzzleGenerator::new(1).puzzle(Kind::Minimal), puzzle);
//! ```

use std::ops::ControlFlow;

use super::oracle::{self, OracleUnits};

/// A hard puzzle with 21 clues and one solution.
pub const HARD_GRID: &str =
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";

/// A kind of puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 35 clues and one solution. Singles alone solve nearly all of these puzzles.
    Easy,
    /// One solution, and several if any clue is removed.
    Minimal,
    /// The one with the fewest clues of twenty minimal puzzles.
    LowClue,
    /// The one on which the [oracle] meets the most contradictions, of sixteen minimal puzzles.
    Hard,
    /// Two or more solutions: a minimal puzzle with one clue removed.
    TwoOrMore,
    /// No solution, although no two clues collide.
    NoSolution,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] =
        [Kind::Easy, Kind::Minimal, Kind::LowClue, Kind::Hard, Kind::TwoOrMore, Kind::NoSolution];

    /// Returns the kind's name: `easy`, `minimal`, `low_clue`, `hard`, `two_or_more` or `no_solution`.
    pub const fn name(self) -> &'static str {
        match self {
            Kind::Easy => "easy",
            Kind::Minimal => "minimal",
            Kind::LowClue => "low_clue",
            Kind::Hard => "hard",
            Kind::TwoOrMore => "two_or_more",
            Kind::NoSolution => "no_solution",
        }
    }
}

/// The maximum of contradictions per search on boards larger than 9x9. A clue is kept if its search exceeds this.
const MOST_CONTRADICTIONS: u32 = 60;

/// Generates random boards from a seed.
#[derive(Clone, Debug)]
pub struct PuzzleGenerator {
    random: fastrand::Rng,
}

impl PuzzleGenerator {
    /// Creates a generator whose boards depend only on `seed`.
    pub fn new(seed: u64) -> Self {
        PuzzleGenerator { random: fastrand::Rng::with_seed(seed) }
    }

    /// Generates `count` puzzles of one kind.
    pub fn set(&mut self, kind: Kind, count: usize) -> Vec<[u8; 81]> {
        (0..count).map(|_| self.puzzle(kind)).collect()
    }

    /// Generates a puzzle of this kind.
    pub fn puzzle(&mut self, kind: Kind) -> [u8; 81] {
        match kind {
            Kind::Easy => loop {
                let puzzle = self.unique(35);
                if clues(&puzzle) == 35 {
                    break puzzle;
                }
            },
            Kind::Minimal => self.unique(0),
            Kind::LowClue => {
                let puzzles = (0..20).map(|_| self.unique(0));
                puzzles.min_by_key(clues).expect("twenty puzzles")
            }
            Kind::Hard => {
                let puzzles = (0..16).map(|_| self.unique(0));
                puzzles.max_by_key(contradictions).expect("sixteen puzzles")
            }
            Kind::TwoOrMore => {
                let puzzle: [u8; 81] = self.unique(0);
                let clue = self.pick(&puzzle, |digit| digit != 0);
                with_digit(&puzzle, clue, 0)
            }
            Kind::NoSolution => loop {
                let puzzle: [u8; 81] = self.unique(35);
                let clue = self.pick(&puzzle, |digit| digit != 0);
                let digit = self.random.u8(1..=9);
                let broken = with_digit(&puzzle, clue, digit);
                if !oracle::collide(&broken) && !has_solution(&oracle::masks(&broken)) {
                    break broken;
                }
            },
        }
    }

    /// Generates a puzzle with `least` to `most` solutions, and returns it with their number. Removes random clues
    /// from a minimal puzzle until it has a random number of solutions, drawn so that small and large numbers are
    /// equally likely.
    ///
    /// ```
    /// use testkit::oracle;
    /// use testkit::puzzles::PuzzleGenerator;
    ///
    /// let (puzzle, solutions) = PuzzleGenerator::new(1).many_solutions(100, 5000);
    /// assert!((100..=5000).contains(&solutions));
    /// let all = oracle::solutions(&oracle::masks(&puzzle), usize::MAX, u32::MAX).unwrap();
    /// assert_eq!(all.len() as u64, solutions);
    /// ```
    pub fn many_solutions(&mut self, least: u64, most: u64) -> ([u8; 81], u64) {
        let doublings = (most / least).ilog2();
        loop {
            let enough = least << self.random.u32(0..=doublings);
            let mut puzzle: [u8; 81] = self.unique(0);
            let mut solutions = 1;
            for cell in self.permutation(81) {
                if solutions >= enough {
                    break;
                }
                if puzzle[cell] != 0 {
                    puzzle = with_digit(&puzzle, cell, 0);
                    solutions = count(&puzzle, most + 1);
                }
            }
            if solutions <= most {
                break (puzzle, solutions);
            }
        }
    }

    /// Generates minimal pencil marks, as one mask of candidates per cell: they have one solution, and several if
    /// any eliminated candidate is restored. Tries the candidates in random order.
    pub fn minimal_pencilmarks(&mut self) -> [u16; 81] {
        let mut candidates = oracle::masks(&self.full_grid::<81>());
        for place in self.permutation(729) {
            let (cell, digit) = (place / 9, 1 << (place % 9));
            if candidates[cell] & digit == 0 {
                // Any other solution would have to use this candidate.
                let mut with = candidates;
                with[cell] = digit;
                if !has_solution(&with) {
                    candidates[cell] |= digit;
                }
            }
        }
        candidates.map(|mask| mask as u16)
    }

    /// Generates a full grid.
    ///
    /// On a 9x9 board, fills three boxes that share no row and no column at random, and the rest with the first
    /// solution in order of cells and digits. On other boards, shuffles the digits, rows, columns, bands and stacks
    /// of the usual pattern of shifted rows.
    pub fn full_grid<const CELLS: usize>(&mut self) -> [u8; CELLS] {
        let (side, order) = (OracleUnits::<CELLS>::SIDE, OracleUnits::<CELLS>::ORDER);
        let mut board = [0; CELLS];
        if CELLS == 81 {
            for (band, stack) in self.permutation(order).into_iter().enumerate() {
                for (place, digit) in self.permutation(side).into_iter().enumerate() {
                    let (row, column) = (band * order + place / order, stack * order + place % order);
                    board[row * side + column] = digit as u8 + 1;
                }
            }
            assert!(fill_in_order(&mut board, 0), "boxes that share no row or column do not conflict");
            return board;
        }
        let digits = self.permutation(side);
        let rows = self.permuted_lines::<CELLS>();
        let columns = self.permuted_lines::<CELLS>();
        for (cell, digit) in board.iter_mut().enumerate() {
            let (row, column) = (rows[cell / side], columns[cell % side]);
            let shift = row % order * order + row / order;
            *digit = digits[(column + shift) % side] as u8 + 1;
        }
        board
    }

    /// Generates a puzzle with one solution: removes clues of a full grid in random order while the solution stays
    /// unique, until `clues` are left. On boards larger than 9x9, keeps a clue whose removal takes too long to
    /// check.
    pub fn unique<const CELLS: usize>(&mut self, clues: usize) -> [u8; CELLS] {
        let most = if CELLS > 81 { MOST_CONTRADICTIONS } else { u32::MAX };
        let mut puzzle = self.full_grid::<CELLS>();
        let mut left = CELLS;
        for cell in self.permutation(CELLS) {
            if left == clues {
                break;
            }
            // Any other solution has another digit here.
            let mut others = oracle::masks(&with_digit(&puzzle, cell, 0));
            others[cell] &= !(1 << (puzzle[cell] - 1));
            if oracle::solutions(&others, 1, most).is_some_and(|found| found.is_empty()) {
                puzzle[cell] = 0;
                left -= 1;
            }
        }
        puzzle
    }

    /// Returns a random equivalent board: with digits, rows, columns, bands and stacks permuted, and transposed
    /// half of the time.
    pub fn equivalent<const CELLS: usize>(&mut self, board: &[u8; CELLS]) -> [u8; CELLS] {
        let side = OracleUnits::<CELLS>::SIDE;
        let (digits, rows, columns) =
            (self.permutation(side), self.permuted_lines::<CELLS>(), self.permuted_lines::<CELLS>());
        let exchanged = self.random.bool();
        let mut shuffled = [0; CELLS];
        for (cell, digit) in shuffled.iter_mut().enumerate() {
            let (mut row, mut column) = (rows[cell / side], columns[cell % side]);
            if exchanged {
                (row, column) = (column, row);
            }
            let before = board[row * side + column];
            *digit = if before == 0 { 0 } else { digits[usize::from(before) - 1] as u8 + 1 };
        }
        shuffled
    }

    /// Generates a board with `clues` random clues, which may collide.
    pub fn random_clues<const CELLS: usize>(&mut self, clues: usize) -> [u8; CELLS] {
        let mut digits = [0; CELLS];
        for cell in self.permutation(CELLS).into_iter().take(clues) {
            digits[cell] = self.random.u8(1..=OracleUnits::<CELLS>::SIDE as u8);
        }
        digits
    }

    /// Returns a random number below `end`: the same on machines of 32 and of 64 bits, for which `fastrand` draws a
    /// `usize` in different ways.
    pub fn below(&mut self, end: usize) -> usize {
        self.random.u64(..end as u64) as usize
    }

    /// Returns a random cell whose digit satisfies `wanted`.
    fn pick<const CELLS: usize>(&mut self, board: &[u8; CELLS], wanted: impl Fn(u8) -> bool) -> usize {
        loop {
            let cell = self.below(CELLS);
            if wanted(board[cell]) {
                return cell;
            }
        }
    }

    /// Returns the numbers from 0 to `count - 1` in random order.
    pub fn permutation(&mut self, count: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..count).collect();
        for last in 1..count {
            numbers.swap(last, self.below(last + 1));
        }
        numbers
    }

    /// Returns the rows or columns of a board in random order; the lines of a band or stack stay together.
    fn permuted_lines<const CELLS: usize>(&mut self) -> Vec<usize> {
        let order = OracleUnits::<CELLS>::ORDER;
        let mut lines = Vec::new();
        for band in self.permutation(order) {
            lines.extend(self.permutation(order).into_iter().map(|line| band * order + line));
        }
        lines
    }
}

/// Returns whether there is a solution.
fn has_solution(masks: &[u32; 81]) -> bool {
    oracle::solutions(masks, 1, u32::MAX).is_some_and(|found| !found.is_empty())
}

/// Counts the solutions, up to `limit`.
fn count(puzzle: &[u8; 81], limit: u64) -> u64 {
    let mut solutions = 0;
    oracle::visit(&oracle::masks(puzzle), u32::MAX, |_| {
        solutions += 1;
        if solutions == limit { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    solutions
}

/// Returns the number of contradictions that the oracle meets in a full search.
fn contradictions(puzzle: &[u8; 81]) -> Option<u32> {
    oracle::visit(&oracle::masks(puzzle), u32::MAX, |_| ControlFlow::Continue(()))
}

/// Fills the open cells from `cell` on, each with the lowest digit that leads to a solution.
fn fill_in_order<const CELLS: usize>(board: &mut [u8; CELLS], cell: usize) -> bool {
    let (side, order) = (OracleUnits::<CELLS>::SIDE, OracleUnits::<CELLS>::ORDER);
    let Some(cell) = (cell..CELLS).find(|&cell| board[cell] == 0) else { return true };
    let (row, column) = (cell / side, cell % side);
    let corner = row / order * order * side + column / order * order;
    for digit in 1..=side as u8 {
        let taken = (0..side).any(|i| {
            let in_box = board[corner + i / order * side + i % order];
            [board[row * side + i], board[i * side + column], in_box].contains(&digit)
        });
        if !taken {
            board[cell] = digit;
            if fill_in_order(board, cell + 1) {
                return true;
            }
        }
    }
    board[cell] = 0;
    false
}

/// Returns the number of clues on a board.
pub fn clues<const CELLS: usize>(board: &[u8; CELLS]) -> usize {
    board.iter().filter(|&&digit| digit != 0).count()
}

/// Returns the board with another digit, or none (0), in `cell`.
pub fn with_digit<const CELLS: usize>(board: &[u8; CELLS], cell: usize, digit: u8) -> [u8; CELLS] {
    let mut digits = *board;
    digits[cell] = digit;
    digits
}
