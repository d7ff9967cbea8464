//! What patterns and further chains inside add to a closure.
//!
//! When nothing more follows from a statement link by link, the candidates that are false leave the board, and what a
//! pattern or a chain removes on the rest of it is false, too. It rests on the candidates without which the pattern or
//! chain would not hold. The judge counts those as it does here, and the chain inside once.

use super::super::TechniqueSet;
use super::super::cells::{CellMask, bit, each};
use super::board::{Candidate, CandidateBoard, Statement};
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
        let source = search.board;
        let by_patterns = patterns(board, search.cells, &mut |pattern| {
            let all = |part: &[(CellMask, u16)], of: &CandidateBoard, sink: &mut CandidateList| {
                part.iter().for_each(|&(cells, digits)| {
                    each(cells).for_each(|cell| sink.push_all(cell, of.digits(cell) & digits));
                });
            };
            let (mut parents, mut removed) = (CandidateList::EMPTY, CandidateList::EMPTY);
            all(pattern.reasons, source, &mut parents);
            all(pattern.removed, board, &mut removed);
            removed.order_as_in_a_table();
            self.add_reason(InnerReason::new(pattern.technique, 0, 0), parents.iter(), removed.iter())
        });
        if by_patterns {
            return true;
        }
        let Deeper { levels, inner } = deeper;
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
        search.run(&mut own.closures, &mut Deeper { levels, inner });
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

/// Candidates in an order: those of a pattern.
struct CandidateList {
    candidates: [Candidate; 128],
    count: usize,
}

impl CandidateList {
    const EMPTY: CandidateList = CandidateList { candidates: [Candidate::NONE; 128], count: 0 };

    fn push_all(&mut self, cell: usize, digits: u16) {
        for digit in each(digits.into()) {
            if let Some(last) = self.candidates.get_mut(self.count) {
                *last = Candidate::new(cell, digit);
                self.count += 1;
            }
        }
    }

    fn iter(&self) -> impl Iterator<Item = Candidate> {
        self.candidates.iter().take(self.count).copied()
    }

    /// Puts the candidates in the order in which the judge's hash table has their cells.
    fn order_as_in_a_table(&mut self) {
        if let Some(own) = self.candidates.get_mut(..self.count) {
            order_as_in_a_table(own);
        }
    }
}

/// Puts candidates in the order in which the judge's hash table has their cells: by the last bits of their numbers.
pub(super) fn order_as_in_a_table(candidates: &mut [Candidate]) {
    let cells = candidates.iter().fold(0, |cells: CellMask, candidate| cells | bit(candidate.cell()));
    let mut slots = 16;
    while cells.count_ones() as usize * 4 > slots * 3 {
        slots *= 2;
    }
    // Few, and nearly in order.
    for end in 1..candidates.len() {
        let mut place = end;
        while let Some([before, own]) = place.checked_sub(1).and_then(|at| candidates.get_mut(at..at + 2)) {
            if before.cell() & (slots - 1) <= own.cell() & (slots - 1) {
                break;
            }
            core::mem::swap(before, own);
            place -= 1;
        }
    }
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
