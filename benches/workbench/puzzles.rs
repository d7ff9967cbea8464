//! Seeded puzzle sets: everything that the project's tests and benchmarks solve, it makes itself.
//!
//! The same seed gives the same puzzles on every machine.
//!
//! ```
//! use lanedoku::{Solver, Status};
//! use workbench::puzzles::{Kind, Maker};
//!
//! let mut maker = Maker::new(1);
//! let puzzle = maker.puzzle(Kind::Minimal);
//! assert_eq!(Solver::new().solve(&puzzle).status, Status::Unique);
//! assert_eq!(Maker::new(1).puzzle(Kind::Minimal), puzzle);
//! ```

use lanedoku::{Board, Engine, Grid, Kernel, Solver, Status};

/// What a puzzle is like.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Kind {
    /// 35 clues, one solution: singles solve nearly all.
    Easy,
    /// One solution, and more than one without any of the clues.
    Minimal,
    /// The minimal puzzle with the fewest clues of twenty.
    LowClue,
    /// The minimal puzzle that takes the vector engine the most guesses, of forty.
    Hard,
    /// Two solutions or more, one clue short of a minimal puzzle.
    TwoOrMore,
    /// The clues agree with each other, yet no solution exists.
    NoSolution,
}

impl Kind {
    /// All kinds.
    pub const ALL: [Kind; 6] =
        [Kind::Easy, Kind::Minimal, Kind::LowClue, Kind::Hard, Kind::TwoOrMore, Kind::NoSolution];

    /// The kind's name: `easy`, `minimal`, `low_clue`, `hard`, `two_or_more` or `no_solution`.
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

/// Makes boards at random from a seed.
#[derive(Clone, Debug)]
pub struct Maker {
    random: fastrand::Rng,
    solver: Solver,
    /// Whose first solutions are the same on every machine.
    backtrack: Solver,
}

impl Maker {
    /// A maker whose boards depend on `seed` alone.
    pub fn new(seed: u64) -> Self {
        let random = fastrand::Rng::with_seed(seed);
        Maker { random, solver: Solver::new(), backtrack: Solver::new().with_engine(Engine::Backtrack) }
    }

    /// `count` puzzles of one kind.
    pub fn set(&mut self, kind: Kind, count: usize) -> Vec<Grid> {
        (0..count).map(|_| self.puzzle(kind)).collect()
    }

    /// A puzzle of that kind.
    pub fn puzzle(&mut self, kind: Kind) -> Grid {
        match kind {
            Kind::Easy => loop {
                let puzzle = self.thinned(35);
                if puzzle.clues() == 35 {
                    break puzzle;
                }
            },
            Kind::Minimal => self.thinned(0),
            Kind::LowClue => {
                let puzzles = (0..20).map(|_| self.thinned(0));
                puzzles.min_by_key(Grid::clues).expect("twenty puzzles")
            }
            Kind::Hard => {
                let solver = portable();
                let puzzles = (0..40).map(|_| self.thinned(0));
                puzzles.max_by_key(|puzzle| solver.solve(puzzle).guesses).expect("forty puzzles")
            }
            Kind::TwoOrMore => {
                let puzzle: Grid = self.thinned(0);
                let clue = self.pick(&puzzle, |digit| digit != 0);
                with_digit(&puzzle, clue, 0)
            }
            Kind::NoSolution => loop {
                let puzzle: Grid = self.thinned(35);
                let clue = self.pick(&puzzle, |digit| digit != 0);
                let digit = self.random.u8(1..=9);
                let broken = with_digit(&puzzle, clue, digit);
                if self.solver.solve(&broken).status == Status::NoSolution {
                    break broken;
                }
            },
        }
    }

    /// A puzzle with `least` to `most` solutions, and their number: clues dropped at random from a minimal
    /// puzzle until it has as many solutions as were drawn by lot, small and large numbers alike.
    ///
    /// ```
    /// use lanedoku::Solver;
    /// use workbench::puzzles::Maker;
    ///
    /// let (puzzle, solutions) = Maker::new(1).many_solutions(100, 5000);
    /// assert!((100..=5000).contains(&solutions));
    /// assert_eq!(Solver::new().count(&puzzle, u64::MAX).solutions, solutions);
    /// ```
    pub fn many_solutions(&mut self, least: u64, most: u64) -> (Grid, u64) {
        let doublings = (most / least).ilog2();
        loop {
            let enough = least << self.random.u32(0..=doublings);
            let mut puzzle: Grid = self.thinned(0);
            let mut solutions = 1;
            for cell in self.shuffled(81) {
                if solutions >= enough {
                    break;
                }
                if puzzle.digits()[cell] != 0 {
                    puzzle = with_digit(&puzzle, cell, 0);
                    solutions = portable().count(&puzzle, most + 1).solutions;
                }
            }
            if solutions <= most {
                break (puzzle, solutions);
            }
        }
    }

    /// Minimal pencil marks, a bit for each candidate: they have one solution, and more than one if any of
    /// the eliminations is given back. Those of a solved board are tried in random order; that takes half a
    /// second.
    pub fn minimal_pencilmarks(&mut self) -> [u16; 81] {
        let solution: Grid = self.solved();
        let mut candidates = solution.digits().map(|digit| 1 << (digit - 1));
        for place in self.shuffled(729) {
            let (cell, digit) = (place / 9, 1 << (place % 9));
            if candidates[cell] & digit == 0 {
                candidates[cell] |= digit;
                if portable().solve_candidates(&candidates).status != Status::Unique {
                    candidates[cell] &= !digit;
                }
            }
        }
        candidates
    }

    /// A board without open cells.
    ///
    /// On a 9x9 board three boxes that share no row and no column are filled at random and the rest is
    /// solved; on the others it is the usual pattern of shifted rows, with its digits, rows, columns,
    /// bands and stacks shuffled.
    pub fn solved<const CELLS: usize>(&mut self) -> Board<CELLS> {
        let side = Board::<CELLS>::SIDE;
        let order = Board::<CELLS>::ORDER;
        let mut board = [0; CELLS];
        if CELLS == 81 {
            for (band, stack) in self.shuffled(order).into_iter().enumerate() {
                for (place, digit) in self.shuffled(side).into_iter().enumerate() {
                    let (row, column) = (band * order + place / order, stack * order + place % order);
                    board[row * side + column] = digit as u8 + 1;
                }
            }
            let solution = self.backtrack.solve(&checked(&board)).solution;
            return solution.expect("such boxes do not touch each other");
        }
        let digits = self.shuffled(side);
        let rows = self.shuffled_lines::<CELLS>();
        let columns = self.shuffled_lines::<CELLS>();
        for (cell, digit) in board.iter_mut().enumerate() {
            let (row, column) = (rows[cell / side], columns[cell % side]);
            let shift = row % order * order + row / order;
            *digit = digits[(column + shift) % side] as u8 + 1;
        }
        checked(&board)
    }

    /// A puzzle with one solution: clues taken away in random order as long as it stays the only one,
    /// and at most until `clues` are left. On boards larger than 9x9 a clue whose loss is not decided
    /// soon stays.
    pub fn thinned<const CELLS: usize>(&mut self, clues: usize) -> Board<CELLS> {
        let solver = if CELLS > 81 { self.solver.with_step_limit(100_000) } else { self.solver };
        let mut puzzle = self.solved::<CELLS>();
        for cell in self.shuffled(CELLS) {
            if puzzle.clues() == clues {
                break;
            }
            let thinner = with_digit(&puzzle, cell, 0);
            if solver.solve(&thinner).status == Status::Unique {
                puzzle = thinner;
            }
        }
        puzzle
    }

    /// The same puzzle in disguise: digits, rows, columns, bands and stacks shuffled, and one time in two
    /// rows and columns exchanged. It has as many solutions as before.
    pub fn disguised<const CELLS: usize>(&mut self, board: &Board<CELLS>) -> Board<CELLS> {
        let side = Board::<CELLS>::SIDE;
        let (digits, rows, columns) =
            (self.shuffled(side), self.shuffled_lines::<CELLS>(), self.shuffled_lines::<CELLS>());
        let exchanged = self.random.bool();
        let mut disguised = [0; CELLS];
        for (cell, digit) in disguised.iter_mut().enumerate() {
            let (mut row, mut column) = (rows[cell / side], columns[cell % side]);
            if exchanged {
                (row, column) = (column, row);
            }
            let before = board.digits()[row * side + column];
            *digit = if before == 0 { 0 } else { digits[usize::from(before) - 1] as u8 + 1 };
        }
        checked(&disguised)
    }

    /// A board with `clues` random clues that may or may not contradict each other.
    pub fn scattered<const CELLS: usize>(&mut self, clues: usize) -> Board<CELLS> {
        let mut digits = [0; CELLS];
        for cell in self.shuffled(CELLS).into_iter().take(clues) {
            digits[cell] = self.random.u8(1..=Board::<CELLS>::SIDE as u8);
        }
        checked(&digits)
    }

    /// A random number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        self.random.usize(..end)
    }

    /// A random cell whose digit is as asked.
    fn pick<const CELLS: usize>(&mut self, board: &Board<CELLS>, wanted: impl Fn(u8) -> bool) -> usize {
        loop {
            let cell = self.below(CELLS);
            if wanted(board.digits()[cell]) {
                return cell;
            }
        }
    }

    /// The numbers from 0 to `count` - 1 in random order.
    pub fn shuffled(&mut self, count: usize) -> Vec<usize> {
        let mut numbers: Vec<usize> = (0..count).collect();
        self.random.shuffle(&mut numbers);
        numbers
    }

    /// The rows or columns of a board in random order, those of a band or stack kept together.
    fn shuffled_lines<const CELLS: usize>(&mut self) -> Vec<usize> {
        let order = Board::<CELLS>::ORDER;
        let mut lines = Vec::new();
        for band in self.shuffled(order) {
            lines.extend(self.shuffled(order).into_iter().map(|line| band * order + line));
        }
        lines
    }
}

/// The vector engine on the one kernel that every machine has: it makes the same guesses everywhere.
fn portable() -> Solver {
    Solver::new().with_kernel(Kernel::Portable).expect("a kernel of every machine")
}

/// The board with another digit, or none (0), in `cell`.
pub fn with_digit<const CELLS: usize>(board: &Board<CELLS>, cell: usize, digit: u8) -> Board<CELLS> {
    let mut digits = *board.digits();
    digits[cell] = digit;
    checked(&digits)
}

/// A board of digits that are in range.
fn checked<const CELLS: usize>(digits: &[u8; CELLS]) -> Board<CELLS> {
    Board::from_digits(digits).expect("digits from 0 to the board's side")
}
