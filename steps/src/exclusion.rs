//! Aligned pair and triple exclusion.
//!
//! Of some cells, all combinations of candidates are tried. Those cannot be that repeat a digit among cells that see
//! each other, and those that leave another cell, which sees all of them, without a candidate. A candidate that is in
//! no other combination is removed.

use super::cells::{CellMask, bit, each, members, peers_of};
use super::{PencilMarks, Step, Technique};

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

    /// Iterates over pairs of cells in the order of the scale: by the later cell, then by the earlier one.
    fn pairs(&self) -> impl Iterator<Item = [usize; 2]> {
        let cells = self.cells;
        each(cells).flat_map(move |later| each(cells & (bit(later) - 1)).map(move |earlier| [earlier, later]))
    }

    /// The excluders that all cells see, if there are enough of them.
    fn common(&self, cells: &[usize]) -> Option<CellMask> {
        let seen = cells.iter().fold(self.excluders, |seen, &cell| seen & peers_of(cell));
        (seen.count_ones() >= 2).then_some(seen)
    }
}

/// Finds two cells of whose combinations of candidates some cannot be.
pub(super) fn aligned_pair(marks: &PencilMarks) -> Option<Step> {
    let parts = ExclusionCells::new(marks, 2);
    parts
        .pairs()
        .find_map(|cells| exclude(marks, &cells, parts.common(&cells)?, Technique::AlignedPairExclusion, 62))
}

/// Finds three cells of whose combinations of candidates some cannot be.
pub(super) fn aligned_triple(marks: &PencilMarks) -> Option<Step> {
    let parts = ExclusionCells::new(marks, 3);
    parts.pairs().find_map(|[first, second]| {
        // The excluders of the first cell come first.
        let area = parts.excluders & parts.cells & !bit(first) & !bit(second);
        let (of_first, of_second) = (area & peers_of(first), area & peers_of(second) & !peers_of(first));
        each(of_first).chain(each(of_second)).find_map(|third| {
            let cells = [first, second, third];
            exclude(marks, &cells, parts.common(&cells)?, Technique::AlignedTripleExclusion, 75)
        })
    })
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
