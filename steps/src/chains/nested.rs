//! What patterns and further chains inside add to a closure.
//!
//! When nothing more follows from a statement link by link, the candidates that are false leave the board, and what a
//! pattern or a chain removes on the rest of it is false, too. It rests on the candidates without which the pattern or
//! chain would not hold. The judge counts those as it does here, and the chain inside once.

use super::super::TechniqueSet;
use super::super::cells::{CellMask, bit, each};
use super::board::{Candidate, CandidateBoard, Statement, sort_by_key};
use super::closure::{Closure, InnerReason, Rules};
use super::forcing::{Deeper, ForcingSearch, ForcingSink};
use super::inside::{InnerFinds, inner_chains};
use super::patterns::patterns;

impl Closure {
    /// Adds what patterns remove on the rest of the board, or if none does, chains. Returns whether any does.
    pub(super) fn advance(
        &mut self,
        search: &ForcingSearch,
        board: &CandidateBoard,
        deeper: &mut Deeper,
    ) -> bool {
        if !(deeper.go_on)() {
            deeper.inner.work = 0;
            return false;
        }
        let source = search.board;
        let by_patterns = patterns(board, search.cells, &mut |pattern| {
            let (mut removed, mut count) = ([Candidate::NONE; 128], 0);
            for (own, candidate) in removed.iter_mut().zip(candidates(pattern.removed, board)) {
                (*own, count) = (candidate, count + 1);
            }
            let removed = removed.get_mut(..count).unwrap_or_default();
            order_as_in_a_table(removed);
            let reason = InnerReason::new(pattern.technique, 0, 0);
            self.add_reason(reason, candidates(pattern.reasons, source), removed.iter().copied())
        });
        if by_patterns {
            return true;
        }
        let Deeper { levels, inner, go_on } = deeper;
        let (level @ 2.., Some((own, levels))) = (search.rules.level, levels.split_first_mut()) else {
            return false;
        };
        own.found.clear();
        if level <= 3 {
            inner_chains(board, source, inner, &mut own.found);
            if self.add_found(&mut own.found) {
                return true;
            }
            own.found.clear();
        }
        let rules = match level {
            2 => return false,
            3 => Rules::MULTIPLE,
            _ => Rules::dynamic(search.rules.inner, 0),
        };
        let sink = ForcingSink::All { found: &mut own.found, source };
        let mut search = ForcingSearch::new(board, search.cells, rules, TechniqueSet::SCALE, sink);
        search.run(&mut own.closures, &mut Deeper { levels, inner, go_on });
        self.add_found(&mut own.found)
    }

    /// Adds what chains inside remove, the least first.
    fn add_found(&mut self, found: &mut InnerFinds) -> bool {
        let mut any = false;
        found.sort();
        for group in found.groups() {
            let reason = InnerReason::new(group.technique, group.length, group.identity);
            any |= self.add_reason(reason, group.parents.iter().copied(), group.removed.iter().copied());
        }
        any
    }
}

/// The candidates of a board among some of a pattern, in their order.
fn candidates(part: &[(CellMask, u16)], board: &CandidateBoard) -> impl Iterator<Item = Candidate> {
    part.iter().flat_map(move |&(cells, digits)| {
        each(cells).flat_map(move |cell| {
            each((board.digits(cell) & digits).into()).map(move |digit| Candidate::new(cell, digit))
        })
    })
}

/// Puts candidates in the order in which the judge's hash table has their cells: by the last bits of their numbers.
pub(super) fn order_as_in_a_table(candidates: &mut [Candidate]) {
    let cells = candidates.iter().fold(0, |cells: CellMask, candidate| cells | bit(candidate.cell()));
    let mut slots = 16;
    while cells.count_ones() as usize * 4 > slots * 3 {
        slots *= 2;
    }
    sort_by_key(candidates, |candidate| candidate.cell() & (slots - 1));
}

/// Mixes the bits of a number.
pub(super) const fn mix(number: u64) -> u64 {
    let number = (number ^ number >> 31).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    (number ^ number >> 29).wrapping_mul(0xbf58_476d_1ce4_e5b9)
}

/// A number for a statement, to tell chains apart.
pub(super) fn identify(of: Statement) -> u64 {
    mix(of.candidate.index() as u64 * 2 + of.is_true as u64 + 1)
}
