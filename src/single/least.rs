//! The least solution of a board that has several: the least number, if the digits are read row by row.
//!
//! A solution is known, the *bound*; only a lesser one is of interest. The search is depth first. It guesses at the
//! first cell that is not solved, and tries its lowest digit first, so the first solution found is the least one.
//!
//! ```text
//!   bound   4 1 7 | 2 6 8 | ...     A node is compared with the bound, cell by cell:
//!   node    4 1 7 | ? . . | ...       - as long as all cells are equal, digits above the bound's are of no use;
//!                   |                 - at the first cell with several digits that are of use, the node guesses;
//!                   1 2 3             - a cell without a digit of use, or equality up to the end: the node is
//!                   guess at 1,         dropped without a sweep.
//!                   then 2 or 3
//! ```
//!
//! Hardly a guess is wrong on a board with several solutions. So until some were, guesses are made early: without
//! hidden triples, and without another sweep after one that has found almost nothing.
//!
//! # Without a known solution
//!
//! A board that looks as though it had several solutions is searched in order from the start: the first solution is the
//! least one, and the search goes on to the second. It is given up after [`CONTRADICTIONS_OF_SEVERAL`].
//!
//! # Many contradictions
//!
//! An order of guesses that is given may meet the same contradiction again and again, far from its cause. So after
//! [`MOST_CONTRADICTIONS`] contradictions, cells are decided one by one: is there any solution with a lower digit in
//! the first cell that is not solved? It becomes the bound; if there is none, that cell has the bound's digit. These
//! searches choose [their own guesses](super::by_weight), and keep their weights from cell to cell. When they have
//! taken as many sweeps as the ordered search, it starts again from there.
//!
//! Without these decisions, some boards take millions of sweeps; with fewer or more contradictions before them (10,
//! 100), the slowest boards known take longer. If all decisions follow the weights from the start, one took 17,191
//! sweeps instead of 6,369; with a single cell to a turn, others took 11,428 instead of 3,723.
//!
//! # Hard boards
//!
//! After [very many sweeps](super::useful), and whenever they have doubled, comes one search for all lesser solutions.

use super::by_weight::Waits;
use super::depth_first::{Node, Tracked};
use super::parts::SingleKernel;
use super::series::FromRoot;
use super::stack::Stack;
use super::useful::{TIMES_AS_LONG, Useful};
use super::weights::{DIGITS, Weights, place_of};
use super::{KeepFirst, Limits, Start, VisitEach, keep_going};
use crate::vectors::KernelCode;
use crate::{End, Tally};
use core::ops::ControlFlow;

/// The usual number of contradictions after which an ordered search gives way to the decision of a cell.
pub(super) const MOST_CONTRADICTIONS: u64 = 30;

/// The number of contradictions from which an ordered search makes no more early guesses.
const EARLY_BELOW: u64 = 4;

/// The number of contradictions after which a board that looks as though it had several solutions is searched in
/// another order.
pub(super) const CONTRADICTIONS_OF_SEVERAL: u64 = 6;

/// The capacity for waiting nodes. Each has been put aside at a guess at another cell: the nodes above it descend from
/// the first branch, in which this cell is solved.
const MOST_WAITING: usize = 81;

/// A search for the least solution below a known one.
pub(super) struct FindLeast<'a> {
    pub(super) start: Start<'a>,
    /// The most sweeps, those of the tally included.
    pub(super) sweeps: u64,
    /// Contradictions after which an ordered search gives way to the decision of a cell, at least 1.
    pub(super) most_contradictions: u64,
    /// Whether a solution is known, and the board has others. If not, the search counts two, and is given up after
    /// that many contradictions.
    pub(super) is_known: bool,
    /// The sweeps of the tally above which one search goes through all lesser solutions. If it is given up, another
    /// does when they have doubled. If no solution is known, the greatest number.
    pub(super) hard_from: u64,
    pub(super) tally: &'a mut Tally,
    /// The bound: a solution, which is replaced by each lesser one that is found.
    pub(super) bound: &'a mut [u8; 81],
}

/// The end of the search, or `None` if it is given up.
impl<P: SingleKernel> KernelCode<P> for FindLeast<'_> {
    type Output = Option<End>;

    #[inline(always)]
    fn run(self, proof: P) -> Option<End> {
        let FindLeast { start, sweeps, most_contradictions, is_known, mut hard_from, tally, bound } = self;
        let mut root = proof.node(start);
        let Some(mut found) = root.place_clues() else { return Some(End::Exhausted) };
        let waits = Waits::of(start);
        let mut from = 0;
        let slot = &mut None;
        loop {
            if tally.steps > hard_from {
                let most = sweeps.min(tally.steps.saturating_mul(1 + TIMES_AS_LONG));
                let end = search_all_lesser(proof, root, most, Weights::in_slot(slot), tally, bound);
                if end == End::Exhausted || most == sweeps {
                    return Some(end);
                }
                hard_from = tally.steps.saturating_mul(2);
            }
            let first = WaitingNode { node: (root, found), from, is_equal: is_known };
            let begun = tally.steps;
            match search_in_order(first, sweeps, most_contradictions, is_known, tally, bound) {
                ControlFlow::Break(end) => return Some(end),
                ControlFlow::Continue(TooManyContradictions) if is_known => {}
                ControlFlow::Continue(TooManyContradictions) => return None,
            }
            let weights = Weights::in_slot(slot);
            // The decisions of cells take about as many sweeps as the ordered searches.
            let turn_ends = 2 * tally.steps - begun;
            while tally.steps < turn_ends {
                // The bound is a solution of the root, so there is no contradiction.
                loop {
                    if tally.steps == sweeps {
                        return Some(End::OutOfSteps);
                    }
                    tally.steps += 1;
                    let findings = root.sweep(&mut found, true);
                    if findings.complete || !findings.progress {
                        break;
                    }
                }
                let cells = root.to_memory();
                let Comparison::Open { cell, useful, .. } = compare(&mut root, &cells, from, true, bound)
                else {
                    return Some(End::Exhausted);
                };
                let (place, word) = place_of(cell);
                let known = bit(bound[cell]);
                let below = root.without(place, word, DIGITS & (!useful | known));
                let limits = Limits { solutions: 1, sweeps };
                // The solutions that are known are not those of this search.
                let mut own = Tally { solutions: 0, ..*tally };
                let search = FromRoot {
                    root: below,
                    waits,
                    contradictions: 0,
                    weights,
                    useful: None,
                    limits,
                    tally: &mut own,
                };
                let end = find_first(proof, search, bound);
                (tally.steps, tally.guesses) = (own.steps, own.guesses);
                match end {
                    End::Stopped => {}
                    End::OutOfSteps => return Some(End::OutOfSteps),
                    _ => root = root.without(place, word, DIGITS & !known),
                }
                from = cell;
            }
        }
    }
}

/// A node that waits.
#[derive(Clone, Copy)]
struct WaitingNode<B: Node> {
    node: Tracked<B>,
    /// All cells before this one are solved.
    from: usize,
    /// Whether they are equal to those of the bound.
    is_equal: bool,
}

/// The ordered search is given up.
struct TooManyContradictions;

/// Searches from `first`, in order, until the least solution below the bound is found, or it is shown that there is
/// none. If no solution `is_known`, finds the least, and whether there is another.
#[cfg_attr(not(unoptimized), inline(always))]
fn search_in_order<B: Node>(
    first: WaitingNode<B>,
    sweeps: u64,
    most_contradictions: u64,
    is_known: bool,
    tally: &mut Tally,
    bound: &mut [u8; 81],
) -> ControlFlow<End, TooManyContradictions> {
    let mut waiting = Stack::<WaitingNode<B>, MOST_WAITING>::new();
    let _has_room = waiting.push(first);
    let mut contradictions = 0;
    'next: loop {
        let Some(&WaitingNode { node: (mut node, mut found), mut from, mut is_equal }) = waiting.pop() else {
            return ControlFlow::Break(End::Exhausted);
        };
        loop {
            if tally.steps == sweeps {
                return ControlFlow::Break(End::OutOfSteps);
            }
            tally.steps += 1;
            let before = found;
            let findings = node.sweep(&mut found, true);
            if !findings.sound || findings.complete && !node.is_solution() {
                contradictions += 1;
                if contradictions >= most_contradictions {
                    return ControlFlow::Continue(TooManyContradictions);
                }
                continue 'next;
            }
            if findings.complete {
                if !is_known {
                    tally.solutions += 1;
                    if tally.solutions == 2 {
                        return ControlFlow::Break(End::Stopped);
                    }
                    node.write_digits(bound);
                    continue 'next;
                }
                let mut digits = [0; 81];
                node.write_digits(&mut digits);
                if digits < *bound {
                    *bound = digits;
                    return ControlFlow::Break(End::Exhausted);
                }
                continue 'next;
            }
            // As long as hardly a guess is wrong, guesses are made early: without hidden triples, and without another
            // sweep if this one has found almost nothing.
            let is_early = contradictions < EARLY_BELOW;
            if findings.progress {
                if !is_early || !node.slow(before, found) {
                    continue;
                }
            } else if !is_early && let Ok(closed) = node.hidden_triples() {
                node = closed;
                continue;
            }
            let cells = node.to_memory();
            let useful;
            match compare(&mut node, &cells, from, is_equal, bound) {
                Comparison::NotLess => continue 'next,
                // The comparison has solved the last cells: the next sweep finds their digits.
                Comparison::Solved => continue,
                Comparison::Open { cell, useful: digits, is_equal: equal_so_far } => {
                    (from, useful, is_equal) = (cell, digits, equal_so_far);
                }
            }
            let (place, word) = place_of(from);
            let known = bit(bound[from]);
            let lowest = useful & useful.wrapping_neg();
            let others = useful & !lowest;
            let mut second = node.without(place, word, DIGITS & !others);
            // If the only other digit is the bound's, the next cells may already show that the branch is of no use.
            let is_of_use = others != 0
                && (!is_equal
                    || others != known
                    || !matches!(compare(&mut second, &cells, from + 1, true, bound), Comparison::NotLess));
            if is_of_use {
                tally.guesses += 1;
                if !waiting.push(WaitingNode { node: (second, found), from, is_equal }) {
                    return ControlFlow::Break(End::OutOfSteps);
                }
            }
            node = node.without(place, word, DIGITS & !lowest);
            is_equal &= lowest == known;
        }
    }
}

/// The comparison of a node with the bound.
enum Comparison {
    /// No solution of the node is less than the bound.
    NotLess,
    /// Every cell is solved, and the board is less than the bound.
    Solved,
    /// `cell` has several digits that are of use, a set. The cells before it are solved; `is_equal`: they are equal to
    /// those of the bound.
    Open { cell: usize, useful: u16, is_equal: bool },
}

/// Compares a node with the bound. The cells before `from` are solved; `is_equal`: they are equal to those of the
/// bound. `cells` are those of the node from `from` on.
///
/// Solves each cell before the open one that has no digit of use but the bound's.
#[cfg_attr(not(unoptimized), inline(always))]
fn compare<B: Node>(
    node: &mut B,
    cells: &B::Memory,
    from: usize,
    mut is_equal: bool,
    bound: &[u8; 81],
) -> Comparison {
    for cell in from..81 {
        let candidates = B::cell(cells, cell) & DIGITS;
        let is_solved = candidates & candidates.wrapping_sub(1) == 0;
        if !is_equal {
            if !is_solved {
                return Comparison::Open { cell, useful: candidates, is_equal };
            }
            continue;
        }
        let known = bit(bound[cell]);
        let useful = candidates & (known | (known - 1));
        if useful == 0 {
            return Comparison::NotLess;
        }
        if useful == known {
            if !is_solved {
                let (place, word) = place_of(cell);
                *node = node.without(place, word, DIGITS & !known);
            }
        } else if is_solved {
            is_equal = false;
        } else {
            return Comparison::Open { cell, useful, is_equal };
        }
    }
    if is_equal { Comparison::NotLess } else { Comparison::Solved }
}

/// Searches all solutions of the root that are less than the bound, which becomes the least of those found.
#[inline(always)]
fn search_all_lesser<P: SingleKernel>(
    proof: P,
    root: P::Node,
    sweeps: u64,
    weights: &mut Weights,
    tally: &mut Tally,
    bound: &mut [u8; 81],
) -> End {
    let mut less = Useful::Less(*bound);
    let useful = Some(&mut less);
    let mut own = Tally { solutions: 0, ..*tally };
    let limits = Limits { solutions: u64::MAX, sweeps };
    let (waits, contradictions) = (Waits::IN_ONE_GO, 0);
    let search = FromRoot { root, waits, contradictions, weights, useful, limits, tally: &mut own };
    let end = find_first(proof, search, &mut [0; 81]);
    (tally.steps, tally.guesses) = (own.steps, own.guesses);
    if let Useful::Less(least) = less {
        *bound = least;
    }
    end
}

/// The bit of a digit from 1 to 9. For 0, as long as no solution is known, another bit.
#[inline(always)]
const fn bit(digit: u8) -> u16 {
    1 << (digit.wrapping_sub(1) & 15)
}

/// Searches for any solution, or for all of use, and writes the first to `solution`.
#[inline(always)]
fn find_first<P: SingleKernel>(proof: P, search: FromRoot<P::Node>, solution: &mut [u8; 81]) -> End {
    // As in `solve`.
    if cfg!(compact) {
        search.run(proof, &mut VisitEach::new(1, &mut keep_going, solution))
    } else {
        search.run(proof, &mut KeepFirst::new(solution))
    }
}
