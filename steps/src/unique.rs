//! Unique rectangles and loops.
//!
//! A loop of cells alternates between two digits: each unit that it visits has two of its cells. If these cells had no
//! other candidates, the two digits could be exchanged along the loop, and the puzzle would have two solutions. So the
//! further candidates of the loop, the extras, are true in one cell at least.
//!
//! Of all steps the easiest counts, then the one with the least type, then the first that the judge comes upon: it
//! starts loops in each cell of two candidates and follows boxes, rows and columns in this order.

use super::cells::{CellMask, PEERS, bit, cells_of, each, members, places_of, set_at, unit_of, units_of};
use super::explainer::AllSteps;
use super::subsets::extend;
use super::{PencilMarks, Step, Technique, TechniqueSet};

/// More cells than a loop can have: nine of each parity.
const MOST_CELLS: usize = 18;

/// The kinds of units in the order of the search: boxes, rows, columns, as indices of [`units_of`].
const KINDS: [usize; 3] = [2, 0, 1];

/// Finds the easiest unique rectangle or loop of a set; with a visitor, all.
pub(super) fn unique_loop(marks: &PencilMarks, techniques: TechniqueSet, all: AllSteps) -> Option<Step> {
    let candidates = marks.candidates();
    let search = |most_cells: usize, visit: AllSteps| {
        let mut best = Best { found: None, visit };
        let starts = super::wings::bivalue_cells(marks);
        for start in each(starts) {
            let mut digits = members(candidates[start]).filter_map(|digit| marks.places().get(digit));
            // The loops of these digits through an earlier start are known.
            let earlier = starts & (bit(start) - 1);
            let cells = in_loops(digits.next()? & digits.next()? & !earlier, start);
            if cells != 0 {
                let pair = candidates[start];
                let (set, visited, length) = (0, [0; 2], 0);
                let mut path =
                    Path { marks, techniques, pair, cells, most_cells, start, set, visited, length };
                path.visit(start, 2, 0, usize::MAX, &mut best);
            }
        }
        best.found
    };
    if all.is_some() {
        return search(MOST_CELLS, all).map(|best| best.step);
    }
    // No loop is easier than the easiest rectangle.
    let rectangle = search(4, None).filter(|best| best.level <= RECTANGLE);
    rectangle.or_else(|| search(MOST_CELLS, None)).map(|best| best.step)
}

/// Returns the cells of some that may be in a loop with a start: none if the start may not. As a loop has two cells in
/// each of its units, each cell shares its row, its column and its box with another one.
fn in_loops(mut cells: CellMask, start: usize) -> CellMask {
    let is_alone = |cells: CellMask, cell: usize| {
        units_of(cell).into_iter().any(|unit| cells & cells_of(unit) == bit(cell))
    };
    while !is_alone(cells, start) {
        let alone =
            each(cells).filter(|&cell| is_alone(cells, cell)).fold(0, |alone, cell| alone | bit(cell));
        if alone == 0 {
            return cells;
        }
        cells &= !alone;
    }
    0
}

/// The level of a rectangle. The judge adds up levels in floating point, so that sums which should be equal differ in
/// their order.
const RECTANGLE: f64 = 4.5;

/// The step that is the easiest so far.
struct EasiestStep {
    level: f64,
    kind: u8,
    step: Step,
}

/// The easiest step so far; or the one that ends a search whose steps are all visited.
struct Best<'a> {
    found: Option<EasiestStep>,
    visit: AllSteps<'a>,
}

/// A path that may become a loop.
struct Path<'a> {
    marks: &'a PencilMarks,
    techniques: TechniqueSet,
    /// The two digits, and the cells that have both.
    pair: u16,
    cells: CellMask,
    most_cells: usize,
    start: usize,
    /// The cells of the path.
    set: CellMask,
    /// The units of its cells with even and with odd numbers.
    visited: [u32; 2],
    length: usize,
}

impl Path<'_> {
    /// Adds a cell, and follows the path in all directions. Up to `free` cells may have any extras; beyond them all
    /// extras, of which `extras` are those so far, must be one digit.
    fn visit(&mut self, cell: usize, free: u8, extras: u16, last_kind: usize, best: &mut Best) {
        let own_units = units_of(cell).into_iter().fold(0, |units, unit| units | 1 << (unit % 32));
        let parity = self.length % 2;
        // In a loop, each unit has one cell of each parity.
        if self.visited[parity] & own_units != 0 {
            return;
        }
        self.visited[parity] |= own_units;
        self.set |= bit(cell);
        self.length += 1;
        for kind in KINDS.into_iter().filter(|&kind| kind != last_kind) {
            let unit = unit_of(cell, kind);
            let following = self.cells & !self.set | bit(self.start);
            for next in each(following & cells_of(unit)) {
                if next == self.start {
                    if self.length >= 4 && self.visited[0] == self.visited[1] {
                        self.close(best);
                    }
                    continue;
                }
                let own_extras = self.marks.candidates()[next] & !self.pair;
                let all_extras = extras | own_extras;
                let is_free = own_extras == 0;
                if self.length < self.most_cells && (is_free || all_extras.is_power_of_two() || free > 0) {
                    let free = if is_free { free } else { free.saturating_sub(1) };
                    self.visit(next, free, all_extras, kind, best);
                }
            }
        }
        self.length -= 1;
        self.set &= !bit(cell);
        self.visited[parity] &= !own_units;
    }

    /// Looks for steps of a loop, which is all of the path.
    fn close(&self, best: &mut Best) {
        let candidates = self.marks.candidates();
        let has_extras = |&cell: &usize| candidates[cell] & !self.pair != 0;
        let with_extras = each(self.set).filter(has_extras).fold(0, |cells, cell| cells | bit(cell));
        let extras = each(with_extras).fold(0, |extras, cell| extras | candidates[cell] & !self.pair);
        match with_extras.count_ones() {
            0 => {}
            1 => self.offer(best, 1, 0.0, |step| step.removing(with_extras, self.pair)),
            count => {
                if extras.is_power_of_two() {
                    let seen = each(with_extras).fold(!0, |seen, cell| seen & PEERS[cell]);
                    self.offer(best, 2, 0.0, |step| step.removing_present(self.marks, seen, extras));
                } else if count == 2 {
                    self.subset(with_extras, extras, best);
                }
                if count == 2 {
                    self.locked(with_extras, best);
                }
            }
        }
    }

    /// Keeps a step if the set has it, it removes a candidate and is better than the best.
    fn offer(&self, best: &mut Best, kind: u8, further: f64, fill: impl FnOnce(Step) -> Step) {
        let level = further
            + match self.length {
                4 => RECTANGLE,
                6 => RECTANGLE + 0.1,
                8 => RECTANGLE + 0.2,
                _ => RECTANGLE + 0.3 + 0.2,
            };
        let technique = match (self.length, kind) {
            (4, 1) => Technique::UniqueRectangle1,
            (4, 2) => Technique::UniqueRectangle2,
            (4, 3) => Technique::UniqueRectangle3,
            (4, _) => Technique::UniqueRectangle4,
            _ => Technique::UniqueLoop,
        };
        let is_better = best.found.as_ref().is_none_or(|best| (level, kind) < (best.level, best.kind));
        if !is_better || !self.techniques.contains(technique) {
            return;
        }
        let step = Step::new(technique, (level * 10.0 + 0.5) as u8)
            .decided_by_present(self.marks, self.set, !0)
            .with_group(1, self.set);
        let step = fill(step);
        if step.eliminates() {
            best.found = match &mut best.visit {
                Some(visit) => visit(step).map(|step| EasiestStep { level: 0.0, kind: 0, step }),
                None => Some(EasiestStep { level, kind, step }),
            };
        }
    }

    /// Finds naked subsets that the extras of two cells form with other cells of a unit, as if the two were one cell,
    /// and hidden subsets that the two digits form with other digits.
    fn subset(&self, two: CellMask, extras: u16, best: &mut Best) {
        let candidates = self.marks.candidates();
        let both = each(two).fold(extras, |both, cell| both & candidates[cell]);
        let [one, other] = ends(two);
        for size in 2..=7_u32 {
            for kind in KINDS {
                let unit = unit_of(one, kind);
                if unit != unit_of(other, kind) {
                    continue;
                }
                let open = u32::from(self.marks.open_count(unit));
                let [own, others] = [1 << places_of(one)[kind % 3], 1 << places_of(other)[kind % 3]];
                let rest = 0x1ff & !(own | others);
                if 2 * size <= open && size >= extras.count_ones() {
                    let sets = self.marks.candidates_of(unit);
                    let fits = |&place: &usize| (2..=size).contains(&sets[place % 16].count_ones());
                    let eligible =
                        members(rest).filter(fits).fold(0, |eligible, place| eligible | 1 << place);
                    extend(&sets, size, eligible, own, extras, &mut |chosen, digits| {
                        let chosen = chosen & rest;
                        let covered = members(chosen).fold(both, |covered, place| covered | sets[place % 16]);
                        if covered.count_ones() == size {
                            let losing = set_at(unit, rest & !chosen);
                            self.offer(best, 3, f64::from(size - 1) * 0.1, |step| {
                                let step = step.with_unit(unit).removing_present(self.marks, losing, digits);
                                let subset = set_at(unit, chosen);
                                step.decided_by_present(self.marks, subset, digits).with_group(2, subset)
                            });
                        }
                        None::<()>
                    });
                }
                let other_digits = 0x1ff & !(extras | self.pair);
                if 2 * size < open && other_digits != 0 {
                    // Without the other cell, which stands for the first.
                    let positions = self.marks.positions(unit).map(|positions| positions & !others);
                    let fits = |&digit: &usize| positions[digit % 16] != 0;
                    let eligible =
                        members(other_digits).filter(fits).fold(0, |eligible, digit| eligible | 1 << digit);
                    let places = members(self.pair).fold(0, |places, digit| places | positions[digit % 16]);
                    extend(&positions, size, eligible, self.pair, places, &mut |digits, places| {
                        let cells = set_at(unit, places & rest);
                        self.offer(best, 3, f64::from(size - 2) * 0.1, |step| {
                            let step = step.with_unit(unit).removing_present(self.marks, cells, !digits);
                            step.decided_by_present(self.marks, cells, digits).with_group(2, cells)
                        });
                        None::<()>
                    });
                }
            }
        }
    }

    /// Finds a digit of the two that no other cell of a unit has: it is in one of the two cells, so the other digit is
    /// in neither.
    fn locked(&self, two: CellMask, best: &mut Best) {
        let [one, other] = ends(two);
        for digit in members(self.pair) {
            let places = self.marks.places().get(digit).copied().unwrap_or_default();
            let shared = |kind: &usize| unit_of(one, *kind) == unit_of(other, *kind);
            let is_locked = |kind: &usize| places & cells_of(unit_of(one, *kind)) & !two == 0;
            if let Some(kind) = KINDS.into_iter().filter(shared).rfind(is_locked) {
                let removed = self.pair & !(1 << digit);
                return self
                    .offer(best, 4, 0.0, |step| step.with_unit(unit_of(one, kind)).removing(two, removed));
            }
        }
    }
}

/// Returns the two cells of a set of two.
fn ends(two: CellMask) -> [usize; 2] {
    let mut cells = each(two);
    [(); 2].map(|()| cells.next().unwrap_or_default())
}
