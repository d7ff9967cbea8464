//! The first part of a search: one board, depth first.
//!
//! Most puzzles need no guess or few, and those with many solutions find one on the first way
//! down. Their nodes go one after the other through the layout that sweeps a single board fastest;
//! a puzzle that runs into contradictions goes on in [`search`].

use super::guess::{Guess, Ways};
use super::layout::Layout;
use super::search::search;
use super::stack::Stack;
use super::sweep::{close, naked_singles, sweep};
use super::{Limits, Visitor};
use crate::simd::Vector;
use crate::{End, Tally};
use core::ops::ControlFlow;

/// Boards that may wait before a search goes wide.
pub(super) const DEPTH: usize = 32;
/// Contradictions after which a search goes wide.
const CONTRADICTIONS: u32 = 2;

/// Searches from the nine registers `x`; goes on in vectors `V` of nodes, `N` a vector of one node.
#[inline(always)]
pub(super) fn dive<L: Layout, V: Vector, N: Vector>(
    wide: V::Proof,
    narrow: N::Proof,
    mut x: [L; 9],
    limits: Limits,
    tally: &mut Tally,
    visitor: &mut impl Visitor,
) -> End {
    // Registers, and the digits solved by box before the guess.
    let mut waiting = Stack::<([L; 9], L), DEPTH>::new();
    let mut contradictions = 0;
    let (_, mut solved) = naked_singles(&mut x);
    loop {
        if tally.steps == limits.sweeps {
            return End::OutOfSteps;
        }
        tally.steps += 1;
        let swept = sweep(&mut x);
        if L::sound(swept.placed, swept.occupied) {
            if !swept.solved.same(solved) {
                solved = swept.solved;
                continue;
            }
            if !solved.is_everything() {
                if hidden_triples(&mut x) {
                    continue;
                }
                let board = L::board(&x);
                let guess = Ways::of(&board.load::<N>(narrow)).choose(0);
                let Some(Guess { group, ways: [first, second], digit }) =
                    guess.filter(|_| contradictions < CONTRADICTIONS && waiting.len() < DEPTH)
                else {
                    let older = (0..waiting.len()).map(|i| L::board(&waiting.get(i).0));
                    return search::<V>(wide, older, &board, limits, tally, visitor);
                };
                tally.guesses += 1;
                waiting.push((L::restricted(&x, group, second, digit), solved));
                x = L::restricted(&x, group, first, digit);
                continue;
            }
            tally.solutions += 1;
            if let ControlFlow::Break(()) = L::visit(&x, visitor) {
                return End::Stopped;
            }
            if tally.solutions == limits.solutions {
                return End::Stopped;
            }
        } else {
            contradictions += 1;
        }
        let Some(&(next, parents)) = waiting.pop() else {
            return End::Exhausted;
        };
        (x, solved) = (next, parents);
    }
}

/// Closes rows and columns once more, now with hidden triples; whether that removed a candidate.
#[inline(always)]
fn hidden_triples<L: Layout>(x: &mut [L; 9]) -> bool {
    let before = *x;
    close::<L, false, true>(x);
    close::<L, true, true>(x);
    let mut same = true;
    for i in 0..9 {
        same &= x[i].same(before[i]);
    }
    !same
}
