//! The choice of a guess, for the nodes of all lanes at once.
//!
//! A guess divides the *configurations* of a digit in a band or stack between two children (tdoku's idea). A
//! configuration gives the digit a different row in each of the three boxes; there are at most six.
//!
//! # The choice of the digit
//!
//! The digit has exactly two configurations in some band or stack; if there is no such digit, it has more. Where the
//! two configurations differ in a box, the digit has two minirows, and each child loses one of them, together with the
//! minicolumns that only that minirow meets. The minirows are *disjoint* if they have no column in common, and *nearly
//! disjoint* if they have exactly one in common and at least one that is not. The choice is the digit with the most
//! boxes whose minirows are disjoint; among equals, the one with the most boxes whose minirows are at least nearly
//! disjoint; among equals, the first.
//!
//! tdoku takes a digit with two configurations in the band or stack that has the fewest configurations in all. With the
//! choice above, hard puzzles take a third fewer sweeps.

use super::layout::*;
use super::memory::MAX_LANES;
use super::sweep::{minicolumns, minirows};
use super::weights::{CellSets, FOR_THREE, FOR_TWO, LEVELS};
use crate::vectors::Lanes;

/// The candidates that a child of each lane's node loses: `rows[row][group]` in every column, and
/// `columns[column][group]` in every row.
#[derive(Clone, Copy)]
pub(super) struct Removal<V> {
    rows: [[V; 3]; 3],
    columns: [[V; 3]; 3],
}

/// A child of each lane's node.
pub(super) trait Child<V> {
    /// Returns one word of the child's candidates.
    fn apply(&self, word: V, row: usize, column: usize, group: usize) -> V;
}

impl<V: Lanes> Child<V> for Removal<V> {
    #[inline(always)]
    fn apply(&self, word: V, row: usize, column: usize, group: usize) -> V {
        V::and_not2(word, self.rows[row][group], self.columns[column][group])
    }
}

/// The candidates that a child of each lane's node loses in one cell: `lost[group]` where `rows[row]` and
/// `columns[column]`, which have no bit or all.
#[derive(Clone, Copy)]
pub(super) struct CellRemoval<V> {
    rows: [V; 3],
    columns: [V; 3],
    lost: [V; 3],
}

impl<V: Lanes> Child<V> for CellRemoval<V> {
    #[inline(always)]
    fn apply(&self, word: V, row: usize, column: usize, group: usize) -> V {
        V::and_nand(word, self.rows[row], self.columns[column] & self.lost[group])
    }
}

/// Guesses at the first open cell in every lane, row by row: the first child has its lowest digit, the second one the
/// others. So the first solution of a search in order is the least.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn first_open_cell<V: Lanes>(x: &LaneCandidates<V>) -> [CellRemoval<V>; 2] {
    let proof = x[0][0][0].proof();
    let zero = V::splat(proof, 0);

    // The open cells of each row of the bands, from left to right: bit = 9 * band + 3 * stack + column.
    let first = V::splat(proof, FIRST_MEMBERS);
    let mut open = [zero; 3];
    for row in 0..3 {
        for column in 0..3 {
            let [a, b, c] = x[row][column];
            let any = V::or3(a, b, c);
            let several = first_of_cells(V::or_and(V::majority(a, b, c), any, any - first));
            open[row] = open[row] | several << column as u32;
        }
    }
    first_cell_of(x, &open)
}

/// Guesses by [weight](super::weights) in every lane. `levels` holds the cells of each level, by lane.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn by_weight<V: Lanes>(
    x: &LaneCandidates<V>,
    levels: &[CellSets<[u32; MAX_LANES]>; LEVELS],
) -> [CellRemoval<V>; 2] {
    let proof = x[0][0][0].proof();
    let zero = V::splat(proof, 0);
    let first = V::splat(proof, FIRST_MEMBERS);

    // The open cells with two candidates, with at most three, and all.
    let mut at_most = [[zero; 3]; 3];
    for row in 0..3 {
        for column in 0..3 {
            let [a, b, c] = x[row][column];
            let (ones, twos) = V::sum3(a, b, c);
            let (one, carry) = V::sum3(ones, ones >> 1, ones >> 2);
            let (two, four) = V::sum3(twos, twos >> 1, twos >> 2);
            let four = V::or_and(four, two, carry);
            let open = V::or3(two, carry, four) & first;
            let few = open & !four;
            for (sets, set) in at_most.iter_mut().zip([few & !one, few, open]) {
                sets[row] = sets[row] | set << column as u32;
            }
        }
    }
    // Those with the greatest merit.
    let [two, three, all] = at_most;
    let mut best = all;
    for merit in 1..=LEVELS + FOR_TWO {
        let mut better = best;
        for row in 0..3 {
            let some = two[row] & at_level(proof, levels, merit.saturating_sub(FOR_TWO), row);
            let some =
                V::or_and(some, three[row], at_level(proof, levels, merit.saturating_sub(FOR_THREE), row));
            better[row] = V::or_and(some, all[row], at_level(proof, levels, merit, row));
        }
        let none = V::or3(better[0], better[1], better[2]).equal(zero);
        for row in 0..3 {
            best[row] = V::blend(none, best[row], better[row]);
        }
    }
    first_cell_of(x, &best)
}

/// The cells of a row of the bands that are at least at this level.
#[inline(always)]
fn at_level<V: Lanes>(
    proof: V::Proof,
    levels: &[CellSets<[u32; MAX_LANES]>; LEVELS],
    level: usize,
    row: usize,
) -> V {
    match levels.get(level.wrapping_sub(1)) {
        Some(sets) => V::load(proof, &sets[row]),
        None => V::splat(proof, if level == 0 { u32::MAX } else { 0 }),
    }
}

/// Guesses at the first of these open cells in every lane: by band, by row, from left to right.
#[cfg_attr(not(unoptimized), inline(always))]
fn first_cell_of<V: Lanes>(x: &LaneCandidates<V>, open: &CellSets<V>) -> [CellRemoval<V>; 2] {
    let proof = x[0][0][0].proof();
    let zero = V::splat(proof, 0);
    let lowest = |bits: V| bits & (zero - bits);
    // All bits where the word is zero.
    let none = |word: V| V::splat(proof, u32::MAX).keep(word.equal(zero));
    let band = V::look_up(lowest(V::or3(open[0], open[1], open[2])).position_of_single_bit(), &BANDS);
    let [in_first, in_second] = [none(open[0] & band), none(open[1] & band)];
    let rows = [!in_first, in_first & !in_second, in_first & in_second];
    let chosen = V::or3(open[0] & rows[0], open[1] & rows[1], open[2] & rows[2]);
    let cell = lowest(chosen & band);
    let columns = [0, 1, 2].map(|column| !none(cell & V::splat(proof, field(MEMBER_WIDTH, column))));
    let cell = whole_cell(cell);

    let mut candidates = [zero; 3];
    for row in 0..3 {
        for column in 0..3 {
            let at = V::and3(rows[row], columns[column], cell);
            for group in 0..3 {
                candidates[group] = V::or_and(candidates[group], x[row][column][group], at);
            }
        }
    }
    let [a, b, c] = candidates;
    let digit = [lowest(a), lowest(b) & none(a), V::and3(lowest(c), none(a), none(b))];
    let others = [a ^ digit[0], b ^ digit[1], c ^ digit[2]];
    [others, digit].map(|lost| CellRemoval { rows, columns, lost })
}

/// The cells without a candidate in every lane.
#[inline(always)]
pub(super) fn empty_cells<V: Lanes>(x: &LaneCandidates<V>) -> CellSets<V> {
    let proof = x[0][0][0].proof();
    let first = V::splat(proof, FIRST_MEMBERS);
    let mut empty = [V::splat(proof, 0); 3];
    for row in 0..3 {
        for column in 0..3 {
            let [a, b, c] = x[row][column];
            empty[row] = empty[row] | (first & !first_of_cells(V::or3(a, b, c))) << column as u32;
        }
    }
    empty
}

/// Sets the three members of the cell that has one bit set.
#[inline(always)]
fn whole_cell<V: Lanes>(bit: V) -> V {
    let first = first_of_cells(bit);
    (first << 3) - first
}

/// Chooses a guess in every lane, by the first `USED_CRITERIA` of the [criteria](CRITERIA).
///
/// If no digit has several configurations, sweeps alone will solve the node or find a contradiction. Its first child is
/// then the node itself, and its second child, which lacks a digit in a stack, meets a contradiction.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn choose<V: Lanes, const USED_CRITERIA: usize>(x: &LaneCandidates<V>) -> [Removal<V>; 2] {
    let proof = x[0][0][0].proof();
    let zero = V::splat(proof, 0);

    let across = minirows(x);
    let down = minicolumns(x);
    let mut single_across = x[0];
    let mut single_down = x[0];
    for line in 0..3 {
        for group in 0..3 {
            single_across[line][group] = V::xor3(x[line][0][group], x[line][1][group], x[line][2][group]);
            single_down[line][group] = V::xor3(x[0][line][group], x[1][line][group], x[2][line][group]);
        }
    }
    let odd_across = odd(&across);
    let odd_down = odd(&down);

    // By band and digit: bit = 9 * band + digit, and by digit and stack:
    // bit = 9 * group + 3 * stack + member.
    let bands = Configurations::of::<STACK_WIDTH>(across, &odd_across, &odd_down, &single_down);
    let stacks = Configurations::of::<BAND_WIDTH>(down, &odd_down, &odd_across, &single_across);

    // Start with all digits with several configurations. Each criterion keeps only the digits that meet it, if any do.
    let mut in_bands = bands.several;
    let mut in_stacks = stacks.several;
    for criterion in 0..USED_CRITERIA {
        let better_in_bands = in_bands & bands.criteria[criterion];
        let better_in_stacks = in_stacks & stacks.criteria[criterion];
        let none = (better_in_bands | better_in_stacks).equal(zero);
        in_bands = V::blend(none, in_bands, better_in_bands);
        in_stacks = V::blend(none, in_stacks, better_in_stacks);
    }

    // The first remaining digit, as one bit.
    let is_stack = in_bands.equal(zero);
    let left = V::blend(is_stack, in_stacks, in_bands);
    let digit = left & (zero - left);
    let position = digit.position_of_single_bit();
    let target = V::look_up(position + V::splat(proof, 32).keep(is_stack), &TARGETS);

    let mut present = zero;
    for number in 0..6 {
        let configuration = V::blend(is_stack, stacks.configurations[number], bands.configurations[number]);
        present = present | V::splat(proof, 1 << number).keep(configuration.intersects(digit));
    }
    let present = present + V::splat(proof, 64).keep(is_stack);
    let first_boxes = V::blend(
        is_stack,
        V::splat(proof, field(STACK_WIDTH, 0) & FIRST_MEMBERS),
        V::splat(proof, FIRST_MEMBERS & ((1 << BAND_WIDTH) - 1)),
    );
    let shift = target & V::splat(proof, 31);
    let group = target >> 5;

    let in_group = [group.equal(zero), group.equal(V::splat(proof, 1)), group.equal(V::splat(proof, 2))];
    let mut children = [Removal { rows: [[zero; 3]; 3], columns: [[zero; 3]; 3] }; 2];
    for (child, losses) in children.iter_mut().zip(&LOSSES) {
        let losses = V::look_up(present, losses);
        for line in 0..3 {
            let lost = (losses >> line as u32 & first_boxes).shift_left_by(shift);
            let columns = lost.keep(is_stack);
            let rows = lost ^ columns;
            for group in 0..3 {
                child.rows[line][group] = rows.keep(in_group[group]);
                child.columns[line][group] = columns.keep(in_group[group]);
            }
        }
    }
    children
}

/// The number of criteria for a digit, the most important first: it has exactly two configurations; the number of boxes
/// whose minirows are disjoint, as two binary digits; the number of boxes whose minirows are at least nearly disjoint,
/// as two binary digits.
pub(super) const CRITERIA: usize = 5;

/// The configurations of each digit in each band, or in each stack.
struct Configurations<V> {
    /// Whether the digit has each configuration, see [`line_of`].
    configurations: [V; 6],
    /// The digits with two or more configurations.
    several: V,
    /// See [`CRITERIA`].
    criteria: [V; CRITERIA],
}

impl<V: Lanes> Configurations<V> {
    /// For bands (for stacks, rows and columns are exchanged): `lines[row][group]`, the digits that each minirow can
    /// hold; `odd`, those that one or three minirows of a box can hold; `odd_crossing`, those that one or three
    /// minicolumns of a box can hold; `single[column][group]`, those with one or three cells in the minicolumn.
    #[cfg_attr(not(unoptimized), inline(always))]
    fn of<const WIDTH: u32>(
        mut lines: [[V; 3]; 3],
        odd: &[V; 3],
        odd_crossing: &[V; 3],
        single: &[[V; 3]; 3],
    ) -> Self {
        let mut disjoint = *odd;
        let mut nearly_disjoint = *odd;
        for group in 0..3 {
            // With two minirows, no minicolumn has three cells. The minirows are disjoint if no minicolumn has two
            // cells: if three minicolumns have one, or if two have one and the third has none.
            let (one, two) = V::sum3(single[0][group], single[1][group], single[2][group]);
            disjoint[group] = V::and_or_not(two, one, odd_crossing[group]) & !odd[group];
            nearly_disjoint[group] = V::or_and_not(two, one, odd_crossing[group]) & !odd[group];
            lines[group] = transpose::<V, WIDTH>(lines[group]);
        }
        let disjoint = transpose::<V, WIDTH>(disjoint);
        let nearly_disjoint = transpose::<V, WIDTH>(nearly_disjoint);
        let (one_disjoint, two_disjoint) = V::sum3(disjoint[0], disjoint[1], disjoint[2]);
        let (one_nearly, two_nearly) = V::sum3(nearly_disjoint[0], nearly_disjoint[1], nearly_disjoint[2]);

        let mut configurations = [one_disjoint; 6];
        for (number, configuration) in configurations.iter_mut().enumerate() {
            *configuration = V::and3(
                lines[line_of(number, 0)][0],
                lines[line_of(number, 1)][1],
                lines[line_of(number, 2)][2],
            );
        }
        let [a, b, c, d, e, f] = configurations;
        let (one, carry) = V::sum3(a, b, c);
        let (other_one, other_carry) = V::sum3(d, e, f);
        let both = one & other_one;
        let (two, four) = V::sum3(carry, other_carry, both);
        let all = V::splat(two.proof(), ALL);
        Self {
            configurations,
            several: V::and_or(all, two, four),
            criteria: [
                V::and_not2(two, one ^ other_one, four),
                two_disjoint,
                one_disjoint,
                two_nearly,
                one_nearly,
            ],
        }
    }
}

/// By group: the digits that one or three lines of a box can hold.
#[inline(always)]
fn odd<V: Lanes>(lines: &[[V; 3]; 3]) -> [V; 3] {
    let mut odd = lines[0];
    for group in 0..3 {
        odd[group] = V::xor3(lines[0][group], lines[1][group], lines[2][group]);
    }
    odd
}

/// The line that configuration `number` (0 to 5) gives the digit in box `place` (0 to 2).
const fn line_of(number: usize, place: usize) -> usize {
    if number < 3 { (number + place) % 3 } else { (number + 2 * place) % 3 }
}

/// The bits of the band that has the bit at each position.
static BANDS: [u32; 32] = {
    let mut bands = [0; 32];
    let mut position = 0;
    while position < 27 {
        bands[position] = field(BAND_WIDTH, position as u32 / 9);
        position += 1;
    }
    bands
};

/// Indexed by the position of a digit's bit, plus 32 in a stack: the shift to the digit's first cell in that band or
/// stack and, from bit 5 on, the digit group.
static TARGETS: [u32; 64] = {
    let mut targets = [0; 64];
    let mut position = 0;
    while position < 27 {
        let (outer, middle, member) = (position / 9, position / 3 % 3, position % 3);
        targets[position as usize] = (9 * outer + member) | middle << 5;
        targets[32 + position as usize] = (3 * middle + member) | outer << 5;
        position += 1;
    }
    targets
};

/// The lines on which a child loses the digit, as `[child][configurations present]`: three bits for each box, at the
/// distance of a stack or, from entry 64 on, of a band.
static LOSSES: [[u32; 128]; 2] = {
    let mut losses = [[0; 128]; 2];
    let mut present = 0;
    while present < 64 {
        let (split_line, split_place) = split(present);
        let undivided = (present as u32).count_ones() < 2;
        let mut kept = [[[undivided; 3]; 3], [[false; 3]; 3]];
        let mut number = 0;
        while number < 6 {
            if present >> number & 1 == 1 {
                let child = (line_of(number, split_place) != split_line) as usize;
                let mut place = 0;
                while place < 3 {
                    kept[child][line_of(number, place)][place] = true;
                    place += 1;
                }
            }
            number += 1;
        }
        let mut bit = 0;
        while bit < 18 {
            let (child, line, place) = (bit / 9, bit / 3 % 3, bit % 3);
            if !kept[child][line][place] {
                losses[child][present] |= 1 << (3 * place + line);
                losses[child][64 + present] |= 1 << (9 * place + line);
            }
            bit += 1;
        }
        present += 1;
    }
    losses
};

/// Returns the line and box that divide the configurations present most evenly into those that place the digit there
/// and the others.
const fn split(present: usize) -> (usize, usize) {
    let (mut best, mut least) = ((0, 0), u32::MAX);
    let mut cell = 0;
    while cell < 9 {
        let (place, line) = (cell / 3, cell % 3);
        let (mut with, mut number) = (0u32, 0);
        while number < 6 {
            with += (present >> number & 1 == 1 && line_of(number, place) == line) as u32;
            number += 1;
        }
        let without = (present as u32).count_ones() - with;
        if with > 0 && without > 0 && with.abs_diff(without) < least {
            least = with.abs_diff(without);
            best = (line, place);
        }
        cell += 1;
    }
    best
}
