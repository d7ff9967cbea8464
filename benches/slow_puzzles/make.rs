//! Generates random boards and candidate sets, and small changes to them.

use fastrand::Rng;
use lanedoku::{Grid, Solver, Status};
use testkit::puzzles::PuzzleGenerator;

/// An unlimited sequence of boards from a seed.
pub struct Boards {
    pub random: Rng,
    generator: PuzzleGenerator,
    solver: Solver,
    /// A solved board that is shuffled for each use, and the number of uses so far.
    solved: Grid,
    used: u32,
}

impl Boards {
    pub fn new(seed: u64) -> Self {
        let mut generator = PuzzleGenerator::new(seed);
        let solved = grid(&generator.full_grid());
        let solver = Solver::new().with_step_limit(20_000);
        Boards { random: Rng::with_seed(seed), generator, solver, solved, used: 0 }
    }

    /// Returns a solved board: an equivalent of one that is replaced every 50 uses.
    fn solution(&mut self) -> Grid {
        self.used += 1;
        if self.used.is_multiple_of(50) {
            self.solved = grid(&self.generator.full_grid());
        }
        grid(&self.generator.equivalent(self.solved.digits()))
    }

    /// Returns a random equivalent of the board.
    pub fn equivalent(&mut self, board: &Grid) -> Grid {
        grid(&self.generator.equivalent(board.digits()))
    }

    /// Generates a board with 0 to 25 clues of a solution. In every second board one of them is altered.
    pub fn board(&mut self) -> Grid {
        self.with_clues(0, 25)
    }

    /// Generates a board as [`board`](Boards::board) does, with `least` to `most` clues.
    pub fn with_clues(&mut self, least: usize, most: usize) -> Grid {
        let clues = self.random.usize(least..=most);
        let solution = self.solution();
        let mut digits = [0; 81];
        let mut cells: [u8; 81] = std::array::from_fn(|cell| cell as u8);
        for place in 0..clues {
            cells.swap(place, self.random.usize(place..81));
            let cell = usize::from(cells[place]);
            digits[cell] = solution.digits()[cell];
        }
        if clues > 0 && self.random.bool() {
            digits[usize::from(cells[self.random.usize(..clues)])] = self.random.u8(1..=9);
        }
        grid(&digits)
    }

    /// Generates a candidate set: a random fraction of all 729 candidates, with or without those of a solution, or
    /// a set with one solution that was reached by few eliminations.
    pub fn candidates(&mut self) -> [u16; 81] {
        if self.random.u8(..20) == 0 {
            return self.barely_unique();
        }
        let density = self.random.f64() * 0.9 + 0.1;
        let random = &mut self.random;
        let mut masks: [u16; 81] = std::array::from_fn(|_| {
            (0..9).fold(0, |mask, digit| mask | u16::from(random.f64() < density) << digit)
        });
        if self.random.bool() {
            for (mask, digit) in masks.iter_mut().zip(self.solution().digits()) {
                *mask |= 1 << (digit - 1);
            }
        }
        masks
    }

    /// Starts from all candidates and eliminates, from each second solution found, one candidate in which it
    /// differs, until one solution is left.
    fn barely_unique(&mut self) -> [u16; 81] {
        let solution = self.solution();
        let mut masks = [0x1ff; 81];
        loop {
            // Without the solution's digit in one cell, any solution found is a different one.
            let found = (0..81).find_map(|_| {
                let cell = self.random.usize(..81);
                let mut others = masks;
                others[cell] &= !(1 << (solution.digits()[cell] - 1));
                self.solver.solve(&others).solution
            });
            let outcome = self.solver.solve(&masks);
            let other = found.or(outcome.solution.filter(|_| outcome.status == Status::Multiple));
            let Some(other) = other.filter(|other| *other != solution) else { return masks };
            let differs = |cell: &usize| other.digits()[*cell] != solution.digits()[*cell];
            let cells: Vec<usize> = (0..81).filter(differs).collect();
            let cell = cells[self.random.usize(..cells.len())];
            masks[cell] &= !(1 << (other.digits()[cell] - 1));
        }
    }
}

/// Returns the grid of digits that are known to be in range.
fn grid(digits: &[u8; 81]) -> Grid {
    Grid::from_digits(digits).expect("digits from 0 to 9")
}

/// Returns the board with another digit, or none (0), in `cell`.
fn with_digit(board: &Grid, cell: usize, digit: u8) -> Grid {
    grid(&testkit::puzzles::with_digit(board.digits(), cell, digit))
}

/// Returns the board with one to three small changes: a clue added, removed, altered or moved.
pub fn mutated(board: &Grid, random: &mut Rng) -> Grid {
    let mut board = *board;
    for _ in 0..random.usize(1..=3) {
        let clue = (0..81).map(|_| random.usize(..81)).find(|&cell| board.get(cell).is_some());
        let digit = random.u8(1..=9);
        board = match (random.u8(..4), clue) {
            (0, Some(clue)) => with_digit(&board, clue, 0),
            (1, Some(clue)) => with_digit(&board, clue, digit),
            (2, Some(clue)) => {
                let moved = with_digit(&board, random.usize(..81), board.digits()[clue]);
                with_digit(&moved, clue, 0)
            }
            _ => with_digit(&board, random.usize(..81), digit),
        };
    }
    board
}

/// Returns the candidates with one to three of them toggled.
pub fn mutated_candidates(candidates: &[u16; 81], random: &mut Rng) -> [u16; 81] {
    let mut candidates = *candidates;
    for _ in 0..random.usize(1..=3) {
        candidates[random.usize(..81)] ^= 1 << random.u8(..9);
    }
    candidates
}
