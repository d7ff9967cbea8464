//! Counts of solutions: many puzzles at once, and all threads on one big count.
//!
//! A puzzle that [`QUICK`] steps do not count is divided: into boards with one more digit each, hundreds of them,
//! which have every solution once. What a board is divided into and how far each part is counted depends on
//! nothing but the puzzle and the plan, so that the answer is the same for any number of threads.

use std::io::Write;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::thread;

use lanedoku::{Board, End, Size, Solver, Status, Tally, Unit, Workspace};

use crate::answering::{collisions, complain};
use crate::formats::{self, Flaw, Format, Reading, read};
use crate::reading::Block;

/// What to do with each puzzle.
#[derive(Clone, Copy)]
pub struct Plan {
    pub solver: Solver,
    /// Where the count stops.
    pub max: u64,
    /// The only size to expect, if the user named it.
    pub side: Option<Size>,
    pub threads: usize,
}

/// The steps in which a puzzle is counted by one thread. Most are, in some milliseconds at most.
const QUICK: u64 = 20_000;

/// A puzzle is divided until it has so many parts or more. Some take far longer than others.
const PARTS: usize = 256;

/// What a count came to.
enum Count {
    /// That many solutions; or that many and perhaps more.
    Found(u64),
    /// Out of steps.
    Limit,
    /// The clues collide.
    Invalid,
}

/// Counts the solutions of all puzzles in a block and writes the answers in the order of the puzzles.
pub fn answer(plan: &Plan, block: &mut Block) {
    let text = &block.text[..block.filled];
    let format = Format { side: plan.side, ..Format::default() };
    let puzzles: Vec<Option<Box<dyn Puzzle>>> =
        block.entries.iter().map(|entry| read(entry, text, &format).ok().and_then(board)).collect();
    let quick = plan.solver.with_step_limit(plan.solver.step_limit().min(QUICK));
    let tallies: Vec<OnceLock<Tally>> = puzzles.iter().map(|_| OnceLock::new()).collect();
    for_each(puzzles.len(), plan.threads, |index, workspace| {
        if let Some(puzzle) = &puzzles[index] {
            // Nobody else has this index.
            let _ = tallies[index].set(puzzle.count(&quick, plan.max, workspace));
        }
    });
    for ((entry, puzzle), tally) in block.entries.iter().zip(&puzzles).zip(&tallies) {
        let count = match (puzzle, tally.get()) {
            (Some(puzzle), Some(tally)) => match tally.end {
                End::Invalid => Count::Invalid,
                End::OutOfSteps if plan.solver.step_limit() > QUICK => count_parts(plan, puzzle.parts()),
                End::OutOfSteps => Count::Limit,
                End::Exhausted | End::Stopped => Count::Found(tally.solutions),
            },
            _ => Count::Invalid,
        };
        // Writing to a vector cannot fail.
        let _ = match count {
            Count::Found(found) if found >= plan.max => writeln!(block.output, "{}+", plan.max),
            Count::Found(found) => writeln!(block.output, "{found}"),
            Count::Limit => writeln!(block.output, "{}", Status::OutOfSteps),
            Count::Invalid => writeln!(block.output, "{}", Status::Invalid),
        };
        block.totals.count(
            match count {
                Count::Found(0) => Status::NoSolution,
                Count::Found(1) => Status::Unique,
                Count::Found(_) => Status::Multiple,
                Count::Limit => Status::OutOfSteps,
                Count::Invalid => Status::Invalid,
            },
            0,
        );
        if let Count::Invalid = count {
            let reason = puzzle.as_ref().map(|puzzle| puzzle.collisions());
            let flaw = match reason {
                Some(reason) => Some(Flaw { line: u64::from(entry.line) + 1, column: None, reason }),
                None => formats::flaw(entry, text, &format),
            };
            if let Some(flaw) = flaw {
                complain(&block.name, block.line, &flaw, &mut block.complaints);
            }
        }
    }
}

/// Adds up the parts of a puzzle, each within the plan's steps. Where the sum reaches the maximum, that is the
/// answer, whatever the other parts hold; otherwise all of them have been counted.
fn count_parts(plan: &Plan, parts: Vec<Box<dyn Puzzle>>) -> Count {
    let (sum, out_of_steps) = (AtomicU64::new(0), AtomicBool::new(false));
    for_each(parts.len(), plan.threads, |index, workspace| {
        let left = plan.max.saturating_sub(sum.load(Relaxed));
        let decided = left == 0 || plan.max == u64::MAX && out_of_steps.load(Relaxed);
        if !decided {
            let tally = parts[index].count(&plan.solver, left, workspace);
            sum.fetch_add(tally.solutions, Relaxed);
            out_of_steps.fetch_or(tally.end == End::OutOfSteps, Relaxed);
        }
    });
    match sum.into_inner() {
        sum if sum >= plan.max => Count::Found(sum),
        _ if out_of_steps.into_inner() => Count::Limit,
        sum => Count::Found(sum),
    }
}

/// Does `work` for every number below `count`, on as many threads as there are, this one among them, each with
/// a workspace.
fn for_each(count: usize, threads: usize, work: impl Fn(usize, &mut Workspace) + Sync) {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut workspace = Box::new(Workspace::new());
        loop {
            match next.fetch_add(1, Relaxed) {
                index if index < count => work(index, &mut workspace),
                _ => break,
            }
        }
    };
    thread::scope(|scope| {
        for _ in 1..threads.min(count) {
            scope.spawn(work);
        }
        work();
    });
}

/// A board of any size.
trait Puzzle: Send + Sync {
    fn count(&self, solver: &Solver, limit: u64, workspace: &mut Workspace) -> Tally;
    /// Boards that together have the same solutions, each once.
    fn parts(&self) -> Vec<Box<dyn Puzzle>>;
    /// What makes it invalid.
    fn collisions(&self) -> String;
}

fn board(reading: Reading) -> Option<Box<dyn Puzzle>> {
    match reading.puzzle {
        formats::Puzzle::Four(board) => Some(Box::new(board)),
        formats::Puzzle::Nine(board) => Some(Box::new(board)),
        formats::Puzzle::Sixteen(board) => Some(board),
        formats::Puzzle::TwentyFive(board) => Some(board),
        formats::Puzzle::Candidates(_) => None,
    }
}

impl<const CELLS: usize> Puzzle for Board<CELLS> {
    fn count(&self, solver: &Solver, limit: u64, workspace: &mut Workspace) -> Tally {
        solver.count_with(self, limit, workspace)
    }

    fn parts(&self) -> Vec<Box<dyn Puzzle>> {
        let mut parts = vec![*self.digits()];
        // Every round fills one cell of every part.
        for _ in 0..self.open_cells() {
            if parts.len() >= PARTS {
                break;
            }
            parts = parts.iter().flat_map(children).collect();
        }
        parts
            .iter()
            .filter_map(|part| Some(Box::new(Board::from_digits(part).ok()?) as Box<dyn Puzzle>))
            .collect()
    }

    fn collisions(&self) -> String {
        collisions(self)
    }
}

/// The board with each candidate of the first open cell that has the fewest, as far as the rows, columns and
/// boxes tell; none if some cell has none; the board itself if no cell is open.
fn children<const CELLS: usize>(digits: &[u8; CELLS]) -> Vec<[u8; CELLS]> {
    let side = Board::<CELLS>::SIDE;
    let units = |cell: usize| {
        Board::<CELLS>::units_of(cell).map(|unit| match unit {
            Unit::Row(row) => row,
            Unit::Column(column) => side + column,
            Unit::Box(index) => 2 * side + index,
        })
    };
    let mut taken = [0u32; 75];
    for (cell, digit) in digits.iter().enumerate() {
        units(cell).into_iter().for_each(|unit| taken[unit] |= (1 << digit) & !1);
    }
    let candidates = |cell: &usize| {
        ((2 << side) - 2) & !units(*cell).map(|unit| taken[unit]).iter().fold(0, |all, one| all | one)
    };
    let open = (0..CELLS).filter(|&cell| digits[cell] == 0);
    let Some(cell) = open.min_by_key(|cell| candidates(cell).count_ones()) else { return vec![*digits] };
    let places = (1..=side as u8).filter(|digit| candidates(&cell) >> digit & 1 == 1);
    places
        .map(|digit| {
            let mut child = *digits;
            child[cell] = digit;
            child
        })
        .collect()
}
