//! The batch engine: many search nodes side by side, one in each 32-bit lane of a vector.
//!
//! No instruction of a sweep depends on what a node holds, so as many nodes go at once as the vectors have lanes:
//! each goes forward (a guess) or back (to a saved node) on its own. A lane that is done with its node takes
//! another at once, from any puzzle.
//!
//! # Where a candidate lies
//!
//! ```text
//!      a node: 27 words                one word: 27 of 32 bits, "can be"
//!  [row in box][column in box]    band     0           1           2
//!  [digit group 123 456 789]      stack 0   1   2   0   1   2   0   1   2
//!                                member abc abc abc abc abc abc abc abc abc
//!  word [1][2][0], say:             bit 0                                26
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
//! So a minirow (three cells of a row in one box) is the OR of three words, and so is
//! a minicolumn; the other bands, stacks or members stand in the same word, a
//! rotation within three fields away; and one operation works on all nine boxes.
//!
//! # A sweep
//!
//! Locked candidates and hidden triples by columns, then by rows; hidden singles;
//! naked singles (see `sweep.rs`). A lane whose sweep settles no cell is *stuck*, the first sweep after a
//! guess no less than others; one with a cell without candidate, or a box without a digit, has met a
//! *contradiction*; one without open cells is *settled* and has still to be checked.
//!
//! # Where nodes are
//!
//! ```text
//!   puzzles --> pool --> lanes --> stuck ----> guess for a whole vector --> pool, lanes
//!                        ^   |  \-> settled --> check for a whole vector
//!                        |   v
//!                  private chains: after a contradiction or a solution
//! ```
//!
//! The pool is last in, first out, and moved by whole vectors. Until a puzzle has met seven
//! contradictions the second children of its guesses stay in a private chain, and the lane goes on with
//! them only when the first child is done with: a puzzle with many solutions is searched depth first, and
//! its other branches need not be looked at. On eight lanes such a node is guessed on in haste: until the
//! first contradiction, a sweep that settles next to nothing will do to call it stuck.
//!
//! # Who does what
//!
//! | file | |
//! |---|---|
//! | `engine.rs` | The loop: sweep, decide, carry out. It knows all the parts below. |
//! | `schedule.rs` | The decision between two sweeps: a pure function of sets of lanes and numbers of nodes. |
//! | `occupants.rs` | Who is in which lane: puzzle, chain, sweeps. |
//! | `depot.rs` | The pool and the two waiting lists, and how many nodes are in each. |
//! | `chains.rs` | The private chains, in rows of slots. |
//! | `books.rs` | What is known of each puzzle, and what its outcome is worth. |
//! | `moves.rs` | How nodes move between lanes and depot, word by word. |
//! | `sweep.rs`, `guess.rs` | The rules, and the choice of a guess, in all lanes at once. |
//! | `load.rs`, `layout.rs` | Puzzles in, solutions out, and where the candidates lie. |
//! | `count.rs` | Another loop, on the same depot: counts the solutions of one puzzle. |
//! | `memory.rs` | What it all lies in. |
//!
//! # The verbs
//!
//! | verb | what happens |
//! |---|---|
//! | load, start | Puzzles become nodes, a vector at a time. |
//! | deal | New nodes go to the idle lanes, and those that find none to the pool. |
//! | enter | Nodes of the pool get idle lanes. |
//! | leave | Nodes go from their lanes to a waiting list, and the lanes are free. |
//! | copy | Nodes go to a waiting list and stay in their lanes. |
//! | exchange | Some nodes leave and others enter, on the way into a sweep. |
//! | send ahead | Both kinds of nodes leave: the settled ones go before the sweep, or whatever comes next. |
//! | refill | Idle lanes get nodes from wherever there are some: near the end, when no vector is full. |
//! | call | Up to a vector of nodes is taken off a waiting list, to be guessed on or checked. |
//! | guess | Two children take the place of each node: the first ones are dealt, the second ones saved. |
//! | check | Nodes without open cells turn out to be solutions, or not. |
//! | backtrack, resume | A node is done with, and its lane goes on with the next node of its chain. |
//! | release | A chain, or a slot of it, is given back: nobody will resume it. |
//! | drop, forget | A puzzle is done with: its lane is freed; all its nodes are let go, wherever they are. |
//! | give up | The engine looks for nothing more in a puzzle, and leaves it to the single engine. |
//! | note | The sweeps of a node that has left its lane are written down, to be added to its puzzle's. |
//! | put, take | Of a move, one word of all lanes: what is stored, and what the lanes hold afterwards. |
//!
//! A lane is *busy* if it has a node, and *idle* if not. A puzzle is *shared* once its nodes have been in several
//! lanes, *crowded* if it was given up for want of a row, *sparse* if it has too few clues for one solution.
//! Everything is *lost* if a number turns out to be wrong that cannot be: then the engine starts over.
//!
//! # What an answer depends on
//!
//! On the puzzle alone. A search in a private chain goes its way whatever its neighbours do: a node leaves its
//! lane as soon as it is stuck, and no sweep is made of it in between. After the seventh contradiction many
//! lanes work on a puzzle, and which solution they find first is a matter of timing. That does not matter
//! to puzzles with one solution or none; those with several are then answered by the single engine, and so are
//! those that go beyond a limit on sweeps. They are few.
//!
//! # Memory
//!
//! All of it is in a [`Memory`], and the engine asks for room before every guess. A puzzle that finds none in the
//! pool, or has taken many more guesses than a puzzle with one solution does, is given up and left to the single
//! engine, which learns where its contradictions are. One that finds no row for its second children, because its
//! neighbours have them all, is solved once more, alone.
//!
//! # Sources
//!
//! The idea to see a band as minirows ("triads") and to guess on the configurations of a
//! digit in a band is tdoku's (Tom Dillon); bands as the words of the state are JCZSolve's
//! (zhouyundong, champagne and others of the players' forum).

#![allow(
    clippy::needless_range_loop,
    reason = "rows, columns and groups count through several arrays at once"
)]

mod books;
mod chains;
mod count;
mod depot;
mod engine;
mod guess;
mod layout;
mod load;
mod memory;
mod moves;
mod occupants;
mod schedule;
mod sweep;

#[cfg(test)]
mod rule_tests;
#[cfg(test)]
mod tests;

pub(crate) use count::{Counted, Most};
pub(crate) use memory::Memory;

use books::{Worth, worth};
use engine::Bounds;

use crate::kernel::{BatchKernel, on_batch_kernel};
use crate::single::Start;
use crate::vectors::{HasLanes, Instructions, KernelCode};
use crate::{Board, Outcome, Status};

/// The puzzles of a batch.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Puzzles<'a> {
    /// 81 characters each, row by row: `1` to `9` are clues; `0`, `.`, `_` and `*` are open cells; a puzzle with
    /// any other byte is invalid.
    Lines {
        text: &'a [u8],
        /// The distance from the start of one puzzle to the start of the next, at least 81.
        stride: usize,
    },
    /// 81 digits each, otherwise the same: 1 to 9 are clues, 0 is an open cell.
    Digits {
        bytes: &'a [u8],
        /// As that of lines.
        stride: usize,
    },
    /// The candidates of 81 cells each: bit `d` for digit `d + 1`; higher bits are ignored.
    Candidates(&'a [[u16; 81]]),
}

impl<'a> Puzzles<'a> {
    /// The puzzles from the one with this number on.
    pub(crate) fn starting_at(self, index: usize) -> Puzzles<'a> {
        match self {
            Puzzles::Lines { text, stride } => Puzzles::Lines { text: skip(text, index, stride), stride },
            Puzzles::Digits { bytes, stride } => {
                Puzzles::Digits { bytes: skip(bytes, index, stride), stride }
            }
            Puzzles::Candidates(all) => Puzzles::Candidates(all.get(index..).unwrap_or_default()),
        }
    }

    /// The first puzzle as it can be solved alone; none if there is none.
    pub(crate) fn first(self) -> Option<Start<'a>> {
        match self {
            Puzzles::Lines { text: bytes, .. } | Puzzles::Digits { bytes, .. } => {
                bytes.first_chunk().map(Start::Clues)
            }
            Puzzles::Candidates(all) => all.first().map(Start::Candidates),
        }
    }

    /// Whether all cells of the first puzzle are clues or open cells.
    pub(crate) fn is_well_formed(self) -> bool {
        match self {
            Puzzles::Lines { text, .. } => text.first_chunk().and_then(Board::<81>::parse_plain).is_some(),
            Puzzles::Digits { bytes, .. } => {
                bytes.first_chunk().is_some_and(|digits| Board::<81>::from_digits(digits).is_ok())
            }
            Puzzles::Candidates(_) => true,
        }
    }

    /// Whether the first puzzle has [too few clues](load::FEWEST_CLUES) for one solution.
    pub(crate) fn is_sparse(self) -> bool {
        let is_clue = |byte: &&u8| (1..=9).contains(&(**byte & 15));
        let enough = load::FEWEST_CLUES as usize;
        matches!(self.first(), Some(Start::Clues(cells)) if cells.iter().filter(is_clue).count() < enough)
    }
}

/// The bytes from a puzzle on.
fn skip(bytes: &[u8], index: usize, stride: usize) -> &[u8] {
    index.checked_mul(stride).and_then(|start| bytes.get(start..)).unwrap_or_default()
}

/// Solves a batch: finds out whether a puzzle has no, one or several solutions, and a first one, in at most
/// `sweeps` sweeps of each puzzle.
///
/// `again` is asked, with the number of the puzzle and its outcome so far, about every puzzle that is given up,
/// and about those whose answer would depend on their neighbours: puzzles with several solutions, or more
/// sweeps than the limit, whose nodes were in several lanes at once. What it leaves in the outcome is the
/// answer. So the status and the solution in an outcome depend on nothing but the puzzle, the kernel and the
/// limit; the numbers of guesses and sweeps may depend on the other puzzles.
///
/// Puzzles that there are not, are invalid.
pub(crate) fn solve_batch(
    kernel: BatchKernel,
    memory: &mut Memory,
    puzzles: Puzzles,
    outcomes: &mut [Outcome],
    sweeps: u64,
    again: &mut dyn FnMut(usize, &mut Outcome),
) {
    solve_within(kernel, memory, puzzles, outcomes, Bounds::with_limit(sweeps), again);
}

/// For some puzzles, a cell and a digit (1 to 9) that a solution must do without: an open cell, and no digit that is a
/// clue of its box.
pub(crate) type Bans<'a> = &'a [Option<(u8, u8)>];

/// Looks in each puzzle for a solution that differs from the one in its outcome. If there is one, it takes that one's
/// place, and the status is `Multiple`; if there is none, the status is `Unique` or, if the puzzle has no solution at
/// all, `NoSolution` or `Invalid`. `again` is asked, with the number of the puzzle, about those to which the engine
/// has no answer: what it leaves in the outcome is the answer. The known solution is no longer there.
pub(crate) fn find_another(
    kernel: BatchKernel,
    memory: &mut Memory,
    (puzzles, bans): (Puzzles, Bans),
    outcomes: &mut [Outcome],
    again: &mut dyn FnMut(usize, &mut Outcome),
) {
    find_another_within(kernel, memory, (puzzles, bans), outcomes, Bounds::with_limit(u64::MAX), again);
}

/// Looks for other solutions in bounds that may be narrower.
fn find_another_within(
    kernel: BatchKernel,
    memory: &mut Memory,
    (puzzles, bans): (Puzzles, Bans),
    outcomes: &mut [Outcome],
    bounds: Bounds,
    again: &mut dyn FnMut(usize, &mut Outcome),
) {
    search::<true>(kernel, memory, (puzzles, bans), outcomes, bounds, &mut |index, outcome| {
        // Whichever differs will do.
        if outcome.status != Status::Multiple {
            again(index, outcome);
        }
    });
}

/// Solves a batch in bounds that may be narrower.
fn solve_within(
    kernel: BatchKernel,
    memory: &mut Memory,
    puzzles: Puzzles,
    outcomes: &mut [Outcome],
    bounds: Bounds,
    again: &mut dyn FnMut(usize, &mut Outcome),
) {
    search::<false>(kernel, memory, (puzzles, &[]), outcomes, bounds, again);
}

/// Solves a batch, or looks for `ANOTHER` solution.
fn search<const ANOTHER: bool>(
    kernel: BatchKernel,
    memory: &mut Memory,
    (puzzles, bans): (Puzzles, Bans),
    outcomes: &mut [Outcome],
    bounds: Bounds,
    again: &mut dyn FnMut(usize, &mut Outcome),
) {
    /// As many puzzles at a time as their numbers have room in a lane.
    const MOST: usize = 1 << 30;
    let starting_at = |index| (puzzles.starting_at(index), bans.get(index..).unwrap_or_default());
    for (chunk, outcomes) in outcomes.chunks_mut(MOST).enumerate() {
        run::<ANOTHER>(kernel, memory, starting_at(chunk * MOST), outcomes, bounds);
        for (index, outcome) in outcomes.iter_mut().enumerate() {
            let mut worth = worth(outcome, bounds.sweeps);
            if worth == Worth::Crowded {
                let alone = core::slice::from_mut(outcome);
                run::<ANOTHER>(kernel, memory, starting_at(chunk * MOST + index), alone, bounds);
                worth = books::worth(outcome, bounds.sweeps);
            }
            if worth != Worth::Answer {
                again(chunk * MOST + index, outcome);
            }
        }
    }
}

/// The first lane of a set that is not empty.
#[inline(always)]
const fn first_of(lanes: u32) -> usize {
    lanes.trailing_zeros() as usize % memory::MOST_LANES
}

/// Runs the engine.
fn run<const ANOTHER: bool>(
    kernel: BatchKernel,
    memory: &mut Memory,
    (puzzles, bans): (Puzzles, Bans),
    outcomes: &mut [Outcome],
    bounds: Bounds,
) {
    let solving = Solving::<ANOTHER> { memory, puzzles, bans, outcomes, bounds };
    on_batch_kernel!(kernel, proof => proof.run(solving));
}

/// The engine is there twice, so that who does not look for another solution pays nothing for it.
struct Solving<'a, const ANOTHER: bool> {
    memory: &'a mut Memory,
    puzzles: Puzzles<'a>,
    bans: Bans<'a>,
    outcomes: &'a mut [Outcome],
    bounds: Bounds,
}

impl<P: HasLanes, const ANOTHER: bool> KernelCode<P> for Solving<'_, ANOTHER> {
    type Output = ();

    #[inline(always)]
    fn run(self, proof: P) {
        let Solving { memory, puzzles, bans, outcomes, bounds } = self;
        engine::solve::<P::Vectors, ANOTHER>(proof, memory, (puzzles, bans), outcomes, bounds);
    }
}

/// Counts the solutions of one puzzle, its nodes in all lanes, until there are enough, nothing is left, or a bound
/// is met. What is left then is handed over to `others`, candidates of the 81 cells each, as long as they return
/// true: they add to the count what they find there.
pub(crate) fn count(
    kernel: BatchKernel,
    memory: &mut Memory,
    clues: &[u8; 81],
    most: Most,
    others: &mut Others,
) -> Counted {
    on_batch_kernel!(kernel, proof => proof.run(Counting { memory, clues, most, others }))
}

/// Who goes on with the nodes that a count leaves.
type Others<'a> = dyn FnMut(&mut Counted, &[u16; 81]) -> bool + 'a;

struct Counting<'a> {
    memory: &'a mut Memory,
    clues: &'a [u8; 81],
    most: Most,
    others: &'a mut Others<'a>,
}

impl<P: HasLanes> KernelCode<P> for Counting<'_> {
    type Output = Counted;

    #[inline(always)]
    fn run(self, proof: P) -> Counted {
        count::count::<P::Vectors>(proof, self.memory, self.clues, self.most, self.others)
    }
}
