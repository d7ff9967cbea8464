//! The batch engine: many search nodes at once, one in each 32-bit lane of a vector.
//!
//! The instructions of a sweep do not depend on the candidates, so a sweep works on as many nodes as the vectors have
//! lanes. Each lane guesses and backtracks on its own. A lane that has finished its node takes another at once, from
//! any puzzle.
//!
//! # The position of a candidate
//!
//! ```text
//!      a node: 27 words                one word: 27 of 32 bits, one for each candidate
//!  [row in box][column in box]    band     0           1           2
//!  [digit group 123 456 789]      stack 0   1   2   0   1   2   0   1   2
//!                                member abc abc abc abc abc abc abc abc abc
//!  word [1][2][0]:                  bit 0                                26
//!   . . . | . . . | . . .
//!   . . x | . . x | . . x        row 1 and column 2 of all nine boxes, and for
//!   . . . | . . . | . . .        each of these cells the digits 1, 2 and 3,
//!   ------+-------+------        the members of group 0:
//!   . . . | . . . | . . .          bit = 9 * band + 3 * stack + member
//!   . . x | . . x | . . x          digit = 3 * group + member + 1
//!   . . . | . . . | . . .
//!   ------+-------+------        Vector lane `i` holds the word of node `i`.
//!   . . . | . . . | . . .
//!   . . x | . . x | . . x
//!   . . . | . . . | . . .
//! ```
//!
//! A minirow (three cells of a row in one box) is the OR of three words, and so is a minicolumn. The other bands,
//! stacks or members are in the same word, a rotation within three fields away. One operation works on all nine boxes.
//!
//! # A sweep
//!
//! A sweep applies every rule once to every cell: locked candidates and hidden triples by columns, then by rows; hidden
//! singles; naked singles. After it, a node is
//!
//! - *contradicted*, if a cell has no candidate or a box lacks a digit;
//! - *settled*, if it has no open cell (rows and columns have not been checked);
//! - *stuck*, if the sweep filled no cell, even if it is the first sweep after a guess.
//!
//! The engine is compiled once more for boards with [further houses](houses), so that ordinary puzzles do not pay for
//! them.
//!
//! # Where nodes are
//!
//! ```text
//!   puzzles --> pool --> lanes --> stuck list ----> guess for a whole vector --> pool, lanes
//!                        ^   |  \-> settled list --> check for a whole vector
//!                        |   v
//!                 private stacks: after a contradiction or a solution
//! ```
//!
//! The pool is last in, first out, and nodes move to and from it in whole vectors. Until a puzzle has met seven
//! contradictions (its *budget*), the second children of its guesses stay in a private stack, and the lane resumes them
//! only when the first child is finished. A puzzle with many solutions is therefore searched depth first, and most of
//! its nodes are never visited. After that, its nodes are *shared* with all lanes.
//!
//! # Files
//!
//! | file | contents |
//! |---|---|
//! | `puzzles.rs`, `load.rs` | Loads puzzles into lanes and writes solutions from them. |
//! | `engine.rs` | The loop: sweep, decide, act. |
//! | `schedule.rs` | The decision between two sweeps: a pure function of sets of lanes and numbers of nodes. |
//! | `frontier.rs` | The open nodes, in lanes and queues: moves them, sweeps them, makes children. |
//! | `queues.rs`, `moves.rs` | The pool and the two waiting lists; moves between them and the lanes, word by word. |
//! | `private_stacks.rs` | The private stacks, in rows of slots. |
//! | `lane_table.rs` | The puzzle, private stack and sweeps of each lane. |
//! | `records.rs` | The result for each puzzle so far. |
//! | `sweep.rs`, `guess.rs`, `layout.rs` | The rules and the choice of a guess, in all lanes at once. |
//! | `houses.rs` | The rules of further houses, such as diagonals. |
//! | `weights.rs` | Where the search for a puzzle has met its contradictions. |
//! | `tighten.rs` | Sweeps boards without a search. |
//! | `count.rs` | A second loop on the same frontier: counts the solutions of one puzzle. |
//! | `memory.rs` | The memory of a batch. |
//! | `trace.rs` | The same schedule on the plain rules, sweep by sweep, for animations. |
//!
//! # Answers depend on the puzzle alone
//!
//! If a puzzle has several solutions, the one found here may depend on the other puzzles, because nodes are shared. The
//! second search in lanes, or the single engine, replaces it by the least solution, unless any solution will do. The
//! least solution is the same wherever the search for it begins.
//!
//! The engine knows no limit on sweeps of the caller. Its bound on guesses also bounds the sweeps of a puzzle, and a
//! search by weight has a bound on sweeps, both below [`MOST_SWEEPS`]; under a lower limit, the single engine solves
//! the batch.
//!
//! # Memory bounds
//!
//! All memory is in a [`BatchStorage`], and its free space is checked before every guess. A puzzle is *given up*, and
//! left to the single engine, if the pool is full, or if it has taken many more guesses than puzzles with one solution
//! take: the single engine learns where its contradictions are, and restarts. Pencil marks, of which minimal ones take
//! thousands of guesses in any order, are searched again in lanes, [by weight](weights), after a short try of the
//! single engine. A puzzle that finds no free row for its second children shares its nodes from then on. If an internal
//! invariant is violated, the engine gives up all puzzles in progress.
//!
//! # Sources
//!
//! Minirows ("triads") as the units of a band, and guesses on the configurations of a digit in a band, are from tdoku
//! (Tom Dillon). Bands as the words of a node are from JCZSolve (zhouyundong, champagne and others of the players'
//! forum).

#![allow(clippy::needless_range_loop, reason = "rows, columns and groups index several arrays at once")]

mod count;
mod engine;
mod frontier;
mod guess;
mod houses;
mod lane_table;
mod layout;
mod load;
mod memory;
mod moves;
mod private_stacks;
mod puzzles;
mod queues;
mod records;
mod schedule;
mod sweep;
mod tighten;
#[cfg(any(test, feature = "trace"))]
pub(crate) mod trace;
mod weights;

#[cfg(test)]
mod rule_tests;
#[cfg(test)]
mod tests;

pub(crate) use count::{CountLimits, CountStop, LaneCount};
pub(crate) use engine::Bounds;
pub(crate) use houses::HouseCells;
pub(crate) use memory::{BatchStorage, QueueMemory, stride_of};
pub(crate) use puzzles::{CellEncoding, Excluded, Puzzles};
pub(crate) use records::{MOST_SWEEPS, want_least, want_weights};
pub(crate) use tighten::tighten;

use crate::kernel::{BatchKernel, on_batch_kernel};
use crate::vectors::Instructions;
use crate::{Outcome, Status};
use houses::{Houses, NoHouses};

/// [Searches](search) for a first solution, and for a second one.
pub(crate) const SOLVE: u8 = 0;
/// [Searches](search) for a solution that differs from the one in the outcome.
pub(crate) const FIND_ANOTHER: u8 = 1;
/// [Searches](search) for the least solution of each puzzle for which it is [wanted](want_least).
pub(crate) const FIND_LEAST: u8 = 2;
/// [Searches](search) the puzzles that were given up, again from the start, for which [weights](want_weights) are
/// wanted.
pub(crate) const BY_WEIGHT: u8 = 3;

/// Searches a batch of puzzles, one for each outcome. Missing puzzles count as invalid.
///
/// With [`SOLVE`], determines whether each puzzle has no, one or several solutions, and finds a first one. With bounds
/// [before a search for the least](Bounds::before_least), and as long as more than half of the puzzles have several
/// solutions, it leaves those that look as though they had: they have met no contradiction after some guesses, and have
/// few open cells. Their outcome is `Multiple`, without a solution.
///
/// With [`FIND_ANOTHER`], looks in each puzzle for a solution that differs from the one in its outcome. If there is
/// one, it replaces the known one, and the status is `Multiple`. Otherwise the status is `Unique`, or `NoSolution` or
/// `Invalid` if the puzzle has no solution at all.
///
/// With [`FIND_LEAST`], replaces the known solution of each puzzle with several for which the least is
/// [wanted](want_least), and leaves all other outcomes as they are. It guesses at the first open cell, the lowest digit
/// first, and ends a puzzle at its first solution; one that was left, at its second. A puzzle that it gives up keeps
/// the known solution for `finish`.
///
/// With [`BY_WEIGHT`], searches as with [`SOLVE`] each puzzle for which [weights are wanted](want_weights), and leaves
/// all other outcomes as they are. It guesses where the puzzle's [contradictions](weights) were.
///
/// Calls `finish` with the number and the outcome of each puzzle that the engine has given up: status `OutOfSteps`,
/// without a solution. With [`SOLVE`] and [`BY_WEIGHT`], also calls it for each puzzle with several solutions: the one
/// found may depend on the other puzzles. The outcome that `finish` stores is the answer. Every other answer depends
/// only on the puzzle. The numbers of guesses and sweeps may depend on the other puzzles.
pub(crate) fn search<const JOB: u8>(
    kernel: BatchKernel,
    memory: &mut BatchStorage,
    (puzzles, excluded): (Puzzles, Excluded),
    outcomes: &mut [Outcome],
    bounds: Bounds,
    finish: &mut dyn FnMut(usize, &mut Outcome),
) {
    search_with::<_, JOB>(kernel, memory, (puzzles, excluded), NoHouses, outcomes, bounds, finish);
}

/// [Searches](search) puzzles with further houses, whose clues are not compared: with equal ones there is no solution.
pub(crate) fn search_with_houses<const JOB: u8>(
    kernel: BatchKernel,
    memory: &mut BatchStorage,
    puzzles: Puzzles,
    houses: &HouseCells,
    outcomes: &mut [Outcome],
    finish: &mut dyn FnMut(usize, &mut Outcome),
) {
    let bounds = Bounds::ALL_MEMORY;
    search_with::<_, JOB>(kernel, memory, (puzzles, &[]), houses, outcomes, bounds, finish);
}

fn search_with<H: Houses, const JOB: u8>(
    kernel: BatchKernel,
    memory: &mut BatchStorage,
    (puzzles, excluded): (Puzzles, Excluded),
    houses: H,
    outcomes: &mut [Outcome],
    bounds: Bounds,
    finish: &mut dyn FnMut(usize, &mut Outcome),
) {
    /// Puzzle numbers must fit into a lane.
    const MAX_PUZZLES: usize = 1 << 30;
    for (chunk, outcomes) in outcomes.chunks_mut(MAX_PUZZLES).enumerate() {
        let first = chunk * MAX_PUZZLES;
        let search = engine::BatchSearch::<H, JOB> {
            houses,
            memory,
            puzzles: puzzles.starting_at(first),
            excluded: excluded.get(first..).unwrap_or_default(),
            outcomes,
            bounds,
        };
        on_batch_kernel!(kernel, proof => proof.run(search));
        for (index, outcome) in (first..).zip(outcomes) {
            if JOB == BY_WEIGHT && !records::wants_weights(outcome) {
                continue;
            }
            records::close::<JOB>(outcome);
            let has_several = matches!(JOB, SOLVE | BY_WEIGHT) && outcome.status == Status::Multiple;
            if outcome.status == Status::OutOfSteps || has_several {
                finish(index, outcome);
            }
        }
    }
}
