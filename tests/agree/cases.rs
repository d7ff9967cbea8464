//! The boards that the solvers are asked about, and what the oracle knows of them. A source is a row of
//! [`sources`] or [`SOURCES_OF_NINE`].

use std::fmt;
use std::fs;
use std::sync::LazyLock;
use std::thread;

use lanedoku::{Board, Engine, Grid, Kernel, Outcome, Search, SizedPuzzle, Solver, Status};
use testkit::oracle;
use testkit::puzzles::{Kind, PuzzleGenerator, with_digit};

use crate::support::boards::board;

/// The steps after which the loop may give up a board, and any engine a large one with several solutions.
pub const PATIENCE: u64 = 20_000;

/// The most solutions that the oracle looks for.
pub const fn many(cells: usize) -> usize {
    if cells > 81 { 30 } else { 300 }
}

/// What a search looks for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum AskedGoal {
    Solve,
    Count(u64),
    CountWithProgress(u64),
    Visit,
}

/// A form of puzzles: boards, and pencil marks of 9x9 cells.
pub trait AskedForm<const CELLS: usize>: SizedPuzzle<CELLS> + Copy + fmt::Debug {
    /// Whether asking this solver differs from asking another one.
    fn is_for(solver: &Solver) -> bool;

    fn begin(&self, solver: &Solver, goal: AskedGoal, search: &mut Search) {
        match goal {
            AskedGoal::Solve => solver.begin_solve(self, search),
            AskedGoal::Count(limit) => solver.begin_count(self, limit, search),
            AskedGoal::CountWithProgress(limit) => solver.begin_count_with_progress(self, limit, search),
            AskedGoal::Visit => solver.begin_visit(self, search),
        }
    }
}

impl<const CELLS: usize> AskedForm<CELLS> for Board<CELLS> {
    fn is_for(solver: &Solver) -> bool {
        CELLS == 81 || solver.engine() != Engine::Simd || solver.kernel() == Kernel::detect()
    }
}

/// Pencil marks. `Engine::Simd` solves them, whatever the solver's engine is.
impl AskedForm<81> for [u16; 81] {
    fn is_for(solver: &Solver) -> bool {
        solver.engine() == Engine::Simd
    }
}

/// Whether a solver shows any of several solutions.
pub fn shows_any(solver: &Solver) -> bool {
    *solver == solver.with_any_solution(true)
}

/// A puzzle, and what the oracle knows of it.
pub struct AskedPuzzle<P, const CELLS: usize> {
    /// The name of the row that it comes from.
    pub source: &'static str,
    pub puzzle: P,
    pub masks: [u32; CELLS],
    pub status: Status,
    /// All solutions, the least first, or `many` of them.
    pub solutions: Vec<Board<CELLS>>,
    /// The least solution, if the oracle has looked for it.
    pub least: Option<Board<CELLS>>,
}

impl<P: AskedForm<CELLS>, const CELLS: usize> AskedPuzzle<P, CELLS> {
    /// Returns `None` if the oracle cannot decide the board.
    fn new(source: &'static str, puzzle: P, masks: [u32; CELLS], collides: bool) -> Option<Self> {
        let most = if CELLS > 81 { 1_000 } else { u32::MAX };
        let mut solutions: Vec<Board<CELLS>> =
            oracle::solutions(&masks, many(CELLS), most)?.into_iter().map(board).collect();
        solutions.sort();
        let status = match solutions.len() {
            _ if collides => Status::Invalid,
            0 => Status::NoSolution,
            1 => Status::Unique,
            _ => Status::Multiple,
        };
        let least = match solutions.first() {
            Some(_) if solutions.len() == many(CELLS) && CELLS > 81 => None,
            Some(_) if solutions.len() == many(CELLS) => oracle::least_solution(&masks, most)?.map(board),
            first => first.copied(),
        };
        Some(AskedPuzzle { source, puzzle, masks, status, solutions, least })
    }

    pub fn has_solution(&self) -> bool {
        !self.solutions.is_empty()
    }

    /// Whether the oracle knows all solutions.
    pub fn is_complete(&self) -> bool {
        self.solutions.len() < many(CELLS)
    }

    /// Whether a board is a solution, by the rules and the candidates.
    pub fn admits(&self, solution: &Board<CELLS>) -> bool {
        let digits = solution.digits();
        !oracle::collide(digits)
            && digits.iter().zip(&self.masks).all(|(&digit, mask)| digit > 0 && mask >> (digit - 1) & 1 == 1)
    }

    /// Whether a solver may meet its limit on steps.
    pub fn may_give_up(&self, solver: &Solver) -> bool {
        solver.engine() == Engine::Backtrack || CELLS > 81 && self.status == Status::Multiple
    }

    /// Checks an answer that is not cut short. Returns false if the solver has given up, and may.
    pub fn check(&self, solver: &Solver, outcome: &Outcome<CELLS>) -> bool {
        let &Outcome { status, solution, steps, .. } = outcome;
        assert!(steps <= solver.step_limit());
        if status == Status::OutOfSteps {
            assert!(self.may_give_up(solver) && steps == solver.step_limit() && solution.is_none());
            return false;
        }
        assert_eq!(status, self.status);
        assert_eq!(solution.is_some(), self.has_solution());
        if let Some(solution) = solution {
            assert!(self.admits(&solution), "{solution}");
            if !shows_any(solver) {
                assert!(self.least.is_none_or(|least| least == solution), "{solution} is not the least");
                assert!(self.solutions.iter().all(|other| solution <= *other), "{solution} is not the least");
            }
        }
        assert!(status != Status::Invalid || (steps, outcome.guesses) == (0, 0));
        true
    }
}

type BoardSource<const CELLS: usize> = (&'static str, fn(&mut PuzzleGenerator, usize) -> Vec<[u8; CELLS]>);

/// Sources of boards of any size. Each makes about as many boards as it is asked for.
fn sources<const CELLS: usize>() -> [BoardSource<CELLS>; 7] {
    [
        ("empty", |_, _| vec![[0; CELLS]]),
        ("full", |generator, _| vec![generator.full_grid()]),
        ("opened", |generator, count| {
            // Beyond this share, most large boards have more solutions than anyone sees.
            let most = if CELLS > 81 { CELLS * 45 / 100 } else { CELLS };
            (1..=count).map(|number| opened(generator, most * number / count)).collect()
        }),
        ("altered", |generator, count| {
            let most = if CELLS > 81 { CELLS * 45 / 100 } else { CELLS * 2 / 3 };
            let altered = |number| {
                let board = opened(generator, most * number / count);
                // A digit that collides with no clue: most of them leave no solution.
                let altered = (0..100).map(|_| {
                    let (cell, digit) = (generator.below(CELLS), generator.below(CELLS.isqrt()) as u8 + 1);
                    if board[cell] == 0 { with_digit(&board, cell, digit) } else { board }
                });
                { altered }.find(|altered| *altered != board && !oracle::collide(altered)).unwrap_or(board)
            };
            (1..=count).map(altered).collect()
        }),
        ("scattered", |generator, count| {
            let most = [8, 30, 60, 90][(CELLS.isqrt().isqrt() - 2).min(3)];
            (1..=count).map(|number| generator.random_clues(most * number / count)).collect()
        }),
        ("unique", |generator, count| {
            let clues = [0, 0, 130, 400][(CELLS.isqrt().isqrt() - 2).min(3)];
            (0..count.div_ceil(4)).map(|_| generator.unique(clues)).collect()
        }),
        ("colliding", |generator, _| colliding(generator)),
    ]
}

/// Sources of 9x9 boards.
const SOURCES_OF_NINE: [BoardSource<81>; 4] = [
    ("kinds", |generator, _| Kind::ALL.into_iter().flat_map(|kind| generator.set(kind, 3)).collect()),
    ("several", |generator, count| (0..count).map(|_| generator.many_solutions(10, 5_000).0).collect()),
    // Of 16 and of 17 clues, a batch leaves puzzles to different engines.
    ("sparse", |generator, _| (0..=30).map(|clues| opened(generator, 81 - clues)).collect()),
    ("attack", |_, _| {
        let read = |file| {
            let path = format!("{}/tests/attack/{file}", env!("CARGO_MANIFEST_DIR"));
            let text = fs::read_to_string(path).unwrap();
            let boards = text.lines().map(|line| *line.parse::<Grid>().unwrap().digits());
            boards.step_by(8).collect::<Vec<_>>()
        };
        ["endless_alone.txt", "endless_batch.txt", "slow_batch.txt", "no_solution_hard.txt"]
            .into_iter()
            .flat_map(read)
            .collect()
    }),
];

/// A full board with random open cells.
fn opened<const CELLS: usize>(generator: &mut PuzzleGenerator, open: usize) -> [u8; CELLS] {
    let mut digits = generator.full_grid();
    generator.permutation(CELLS)[..open].iter().for_each(|&cell| digits[cell] = 0);
    digits
}

/// Boards with two equal clues in a row, in a column, and in a box alone, next to each other and far apart, on an empty
/// board and on a full one.
fn colliding<const CELLS: usize>(generator: &mut PuzzleGenerator) -> Vec<[u8; CELLS]> {
    let (order, side) = (Board::<CELLS>::SIZE.order(), Board::<CELLS>::SIDE);
    let full: [u8; CELLS] = generator.full_grid();
    let pairs = [
        (0, 1),
        (side * (side - 1), CELLS - 1),
        (order, 2 * order - 1),
        (0, side),
        (side - 1, CELLS - 1),
        (0, side + 1),
        (CELLS - 1, CELLS - side - 2),
    ];
    // Without the other cells of the digit, the pair collides in no other unit.
    let collide = |(one, other): (usize, usize)| {
        let others = full.map(|digit| if digit == full[one] { 0 } else { digit });
        [[0; CELLS], others].map(|board| with_digit(&with_digit(&board, one, full[one]), other, full[one]))
    };
    pairs.into_iter().flat_map(collide).collect()
}

/// Asks all sources for boards. On a stack of its own, as the oracle calls itself for each guess.
fn make<const CELLS: usize>(
    count: usize,
    more: &'static [BoardSource<CELLS>],
) -> Vec<AskedPuzzle<Board<CELLS>, CELLS>> {
    let make = move || {
        let mut generator = PuzzleGenerator::new(CELLS as u64);
        let mut cases = Vec::new();
        for (source, boards) in sources().iter().chain(more) {
            for digits in boards(&mut generator, count) {
                let masks = oracle::masks(&digits);
                cases.extend(AskedPuzzle::new(source, board(digits), masks, oracle::collide(&digits)));
            }
        }
        cases
    };
    let cases = thread::Builder::new().stack_size(64 << 20).spawn(make).unwrap().join().unwrap();
    let with = |status| cases.iter().filter(|case| case.status == status).count();
    for status in [Status::Unique, Status::Multiple, Status::NoSolution, Status::Invalid] {
        assert!(with(status) > 0, "{CELLS} cells: {} {status}", with(status));
    }
    cases
}

pub static FOUR: LazyLock<Vec<AskedPuzzle<Board<16>, 16>>> = LazyLock::new(|| make(60, &[]));
pub static NINE: LazyLock<Vec<AskedPuzzle<Grid, 81>>> = LazyLock::new(|| make(8, &SOURCES_OF_NINE));
pub static SIXTEEN: LazyLock<Vec<AskedPuzzle<Board<256>, 256>>> = LazyLock::new(|| make(6, &[]));
pub static TWENTY_FIVE: LazyLock<Vec<AskedPuzzle<Board<625>, 625>>> = LazyLock::new(|| make(4, &[]));

/// The 9x9 boards as pencil marks, without two equal clues that would be an error, and marks as no board has them: a
/// solution and other digits.
pub static MARKS: LazyLock<Vec<AskedPuzzle<[u16; 81], 81>>> = LazyLock::new(|| {
    let of_boards = NINE.iter().step_by(2).map(|case| ("board", case.masks));
    let mut generator = PuzzleGenerator::new(52);
    let random = (0..40).map(|round| {
        let grid: [u8; 81] = generator.full_grid();
        let more =
            |digit| (0..3 + round % 6).fold(1_u32 << (digit - 1), |marks, _| marks | 1 << generator.below(9));
        ("random marks", grid.map(more))
    });
    let all: Vec<_> = of_boards.chain(random).collect();
    let case = |(source, masks): (_, [u32; 81])| {
        // Higher bits are ignored.
        AskedPuzzle::new(source, masks.map(|mask| mask as u16 | 0x400), masks, false)
    };
    all.into_iter().filter_map(case).collect()
});
