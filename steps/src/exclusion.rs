//! Aligned pair and triple exclusion.
//!
//! Of some cells, all combinations of candidates are tried. Those cannot be that repeat a digit among cells that see
//! each other, and those that leave another cell, which sees all of them, without a candidate. A candidate that is in
//! no other combination is removed.

use super::cells::{CellMask, bit, each, members, peers_of};
use super::{PencilMarks, Step, StepVisitor, Technique};

/// The cells that can take part, and those that can exclude combinations.
struct ExclusionCells {
    /// Cells without a naked single among their peers that see an excluder.
    cells: CellMask,
    /// Cells with two candidates, or at most as many as cells are aligned.
    excluders: CellMask,
}

impl ExclusionCells {
    fn new(marks: &PencilMarks, most_candidates: u32) -> Self {
        let candidates = marks.candidates();
        let with = |counts: core::ops::RangeInclusive<u32>| {
            let cells = each(marks.open()).filter(|&cell| counts.contains(&candidates[cell].count_ones()));
            cells.fold(0, |cells, cell| cells | bit(cell))
        };
        let excluders = with(2..=most_candidates);
        let takes_part =
            |cell: &usize| peers_of(*cell) & marks.naked() == 0 && peers_of(*cell) & excluders != 0;
        let cells = each(with(2..=9)).filter(takes_part).fold(0, |cells, cell| cells | bit(cell));
        ExclusionCells { cells, excluders }
    }

    /// Iterates over pairs of cells in the order of the scale: by the later cell, then by the earlier one. With each
    /// come the excluders that both see.
    fn pairs(&self) -> impl Iterator<Item = ([usize; 2], CellMask)> + use<> {
        let (cells, excluders) = (self.cells, self.excluders);
        let pairs = each(cells)
            .flat_map(move |later| each(cells & (bit(later) - 1)).map(move |earlier| [earlier, later]));
        pairs.map(move |pair| (pair, excluders & peers_of(pair[0]) & peers_of(pair[1])))
    }
}

/// Whether there are as many excluders as the judge demands.
fn are_enough(excluders: CellMask) -> bool {
    excluders & excluders.wrapping_sub(1) != 0
}

/// Finds two cells of whose combinations of candidates some cannot be.
pub(super) fn aligned_pair(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    let mut pairs = ExclusionCells::new(marks, 2).pairs().filter(|(_, seen)| are_enough(*seen));
    pairs.find_map(|(cells, seen)| {
        let two = TwoCells::new(marks, cells);
        let is_useless = two.have_all(two.left(marks, seen, 0));
        if is_useless {
            return None;
        }
        exclude(marks, &cells, seen, Technique::AlignedPairExclusion, 62).and_then(&mut *visit)
    })
}

/// Finds three cells of whose combinations of candidates some cannot be.
pub(super) fn aligned_triple(marks: &PencilMarks, visit: &mut StepVisitor) -> Option<Step> {
    let parts = ExclusionCells::new(marks, 3);
    let area = parts.excluders & parts.cells;
    let mut pairs = parts.pairs().filter(|(_, seen)| are_enough(*seen));
    pairs.find_map(|([first, second], seen)| {
        // The three cells of an earlier pair and this cell, as its third, have been tried.
        let tried = |cell: usize, other: usize| match area & bit(cell) != 0 {
            true if peers_of(cell) & bit(other) != 0 => bit(cell) - 1,
            true => (bit(cell) - 1) & peers_of(cell),
            false => 0,
        };
        let area = area & !bit(first) & !bit(second) & !tried(first, second) & !tried(second, first);
        // The excluders of the first cell come first.
        let (of_first, of_second) = (area & peers_of(first), area & peers_of(second) & !peers_of(first));
        let two = TwoCells::new(marks, [first, second]);
        each(of_first).chain(each(of_second)).find_map(|third| {
            let seen = seen & peers_of(third);
            if !are_enough(seen) {
                return None;
            }
            let sees = |cell: usize| u128::from(peers_of(third) & bit(cell) != 0);
            let mut all_left = 0;
            let has_left = |digit: usize| {
                let own = (sees(first) * (ROW << (9 * digit))) | (sees(second) * (COLUMN << digit));
                let left = two.left(marks, seen, 1 << digit) & !own;
                all_left |= left;
                left != 0
            };
            let is_useless = members(marks.candidates()[third]).all(has_left) && two.have_all(all_left);
            let cells = [first, second, third];
            if is_useless {
                return None;
            }
            exclude(marks, &cells, seen, Technique::AlignedTripleExclusion, 75).and_then(&mut *visit)
        })
    })
}

/// All combinations of candidates of two cells at once: bit `9 * a + b` for the digits a and b. They tell whether
/// [`exclude`] finds something.
struct TwoCells {
    digits: [u16; 2],
    combinations: u128,
}

/// The combinations with one digit of the first cell, and with one of the second.
const ROW: u128 = 0x1ff;
const COLUMN: u128 = ((1 << 81) - 1) / ROW;

impl TwoCells {
    fn new(marks: &PencilMarks, cells: [usize; 2]) -> Self {
        let digits = cells.map(|cell| marks.candidates().get(cell).copied().unwrap_or_default());
        let combination = |digit: usize| {
            let repeated = if peers_of(cells[0]) & bit(cells[1]) != 0 { 1 << digit } else { 0 };
            u128::from(digits[1] & !repeated) << (9 * digit)
        };
        let combinations = members(digits[0]).fold(0, |all, digit| all | combination(digit));
        TwoCells { digits, combinations }
    }

    /// The combinations that leave each excluder a candidate, beside the digit of a third cell.
    fn left(&self, marks: &PencilMarks, excluders: CellMask, third: u16) -> u128 {
        /// The combinations that have all of one or two digits.
        static WITH: [u128; 512] = {
            let (mut with, mut digits) = ([0; 512], 1_usize);
            while digits < 512 {
                let (low, high) = (digits.trailing_zeros(), digits.ilog2());
                with[digits] = match digits.count_ones() {
                    1 => ROW << (9 * low) | COLUMN << low,
                    2 => 1 << (9 * low + high) | 1 << (9 * high + low),
                    _ => 0,
                };
                digits += 1;
            }
            with
        };
        each(excluders).fold(self.combinations, |left, cell| {
            left & !WITH[usize::from(marks.candidates()[cell] & !third) % 512]
        })
    }

    /// Whether each candidate of both cells is in some of these combinations.
    fn have_all(&self, combinations: u128) -> bool {
        let [mut first, mut second] = [0, 0];
        for digit in members(self.digits[0]) {
            let row = (combinations >> (9 * digit) & ROW) as u16;
            first |= u16::from(row != 0) << digit;
            second |= row;
        }
        [first, second] == self.digits
    }
}

/// Removes the candidates of some cells that are in no combination that can be.
fn exclude(
    marks: &PencilMarks,
    cells: &[usize],
    excluders: CellMask,
    technique: Technique,
    level: u8,
) -> Option<Step> {
    let allowed = allowed(marks.candidates(), cells, excluders);
    let step = cells.iter().zip(allowed).fold(Step::new(technique, level), |step, (&cell, allowed)| {
        step.removing_present(marks, bit(cell), !allowed).decided_by_present(marks, bit(cell), !0)
    });
    let aligned = cells.iter().fold(0, |aligned, cell| aligned | bit(*cell));
    let step = step.with_group(1, aligned).with_group(2, excluders);
    step.eliminates().then(|| step.decided_by_present(marks, excluders, !0))
}

/// Returns the candidates of some cells that are in a combination that can be.
pub(super) fn allowed(candidates: &[u16; 81], cells: &[usize], excluders: CellMask) -> [u16; 4] {
    let mut search = Combinations { candidates, cells, excluders, allowed: [0; 4], chosen: [0; 4] };
    search.extend(0);
    search.allowed
}

/// The combinations of candidates of some cells.
struct Combinations<'a> {
    candidates: &'a [u16; 81],
    cells: &'a [usize],
    excluders: CellMask,
    /// For each cell, the candidates that are in a combination that can be.
    allowed: [u16; 4],
    /// The digit of each cell as a bit.
    chosen: [u16; 4],
}

impl Combinations<'_> {
    fn extend(&mut self, index: usize) {
        let Some(&cell) = self.cells.get(index) else {
            let digits = self.chosen.iter().fold(0, |digits, digit| digits | digit);
            if each(self.excluders).all(|excluder| self.candidates[excluder] & !digits != 0) {
                self.allowed.iter_mut().zip(self.chosen).for_each(|(allowed, digit)| *allowed |= digit);
            }
            return;
        };
        let candidates = self.candidates.get(cell).copied().unwrap_or_default();
        for digit in members(candidates) {
            let mut before = self.cells.iter().zip(self.chosen).take(index);
            let repeats =
                |(&other, chosen): (&usize, u16)| chosen == 1 << digit && peers_of(cell) & bit(other) != 0;
            if !before.any(repeats) {
                self.chosen[index % 4] = 1 << digit;
                self.extend(index + 1);
            }
        }
        self.chosen[index % 4] = 0;
    }
}

#[cfg(test)]
mod tests {
    use fastrand::Rng;

    use super::super::chains::tests::{board, solved};
    use super::*;

    #[test]
    fn no_combination_that_excludes_is_left_out() {
        let (mut random, mut found) = (Rng::with_seed(41), [0; 2]);
        for _ in 0..300 {
            let marks = board(&solved(&mut random), &mut random);
            let [of_two, of_three] = [2, 3].map(|most| ExclusionCells::new(&marks, most));
            let pair = of_two
                .pairs()
                .filter(|(_, seen)| seen.count_ones() >= 2)
                .find_map(|(cells, seen)| exclude(&marks, &cells, seen, Technique::AlignedPairExclusion, 62));
            let triple = of_three.pairs().find_map(|([first, second], seen)| {
                let area = of_three.excluders & of_three.cells & !bit(first) & !bit(second);
                let [near, far] = [peers_of(first), peers_of(second) & !peers_of(first)];
                each(area & near).chain(each(area & far)).find_map(|third| {
                    let (cells, seen) = ([first, second, third], seen & peers_of(third));
                    let is_tried = seen.count_ones() >= 2;
                    is_tried.then(|| exclude(&marks, &cells, seen, Technique::AlignedTripleExclusion, 75))?
                })
            });
            for (found, step) in found.iter_mut().zip([&pair, &triple]) {
                *found += usize::from(step.is_some());
            }
            assert_eq!([aligned_pair(&marks, &mut Some), aligned_triple(&marks, &mut Some)], [pair, triple]);
        }
        assert!(found.iter().all(|found| *found > 0), "{found:?}");
    }
}
