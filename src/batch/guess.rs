//! Choosing a guess for the nodes of all lanes at once.
//!
//! A guess is made on the *configurations* of a digit in a band or stack
//! (tdoku's idea): the up to six ways to give the digit one row in each of
//! the three boxes. They are dealt out to two children that have none in common.
//!
//! # Which digit, in which band or stack
//!
//! One with exactly two ways, in whatever band or stack (if no digit has two, one with more). In
//! a box where the two ways differ the digit has two minirows, and each child loses one of them. What
//! this tells the stacks are the minicolumns that are lost with it. So a box is best if its two
//! minirows are *apart*, without a column in common, and next best if they are *nearly* apart, with one
//! column in common and others besides. The digit with most boxes apart is taken, of several the
//! one with most boxes at least nearly apart, of several the first.
//!
//! Hard puzzles take a third fewer sweeps than with a digit with two ways in the band or stack
//! that has the fewest ways in all, which is tdoku's choice.

use super::layout::*;
use super::sweep::{minicolumns, minirows};
use crate::vectors::Lanes;

/// What the two children of each lane's node lose: `rows[row][group]` of every
/// column, and `columns[column][group]` of every row.
#[derive(Clone, Copy)]
pub(super) struct Removal<V> {
    rows: [[V; 3]; 3],
    columns: [[V; 3]; 3],
}

impl<V: Lanes> Removal<V> {
    /// What is left of one word of candidates.
    #[inline(always)]
    pub(super) fn apply(&self, word: V, row: usize, column: usize, group: usize) -> V {
        V::and_not2(word, self.rows[row][group], self.columns[column][group])
    }
}

/// Chooses a guess in every lane, by so many [merits](MERITS).
///
/// A node in which no digit has several configurations is about to be solved or
/// refuted by propagation alone: its first child is the node itself, its second
/// has lost a digit of a stack and dies.
#[inline(always)]
pub(super) fn choose<V: Lanes, const CARE: usize>(x: &LaneCandidates<V>) -> [Removal<V>; 2] {
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
    let bands = Configurations::of::<STACK>(across, &odd_across, &odd_down, &single_down);
    let stacks = Configurations::of::<BAND>(down, &odd_down, &odd_across, &single_across);

    // All digits with several ways; of these, if there are any, those with the first merit; and so on.
    let mut in_bands = bands.several;
    let mut in_stacks = stacks.several;
    for merit in 0..CARE {
        let better_in_bands = in_bands & bands.merits[merit];
        let better_in_stacks = in_stacks & stacks.merits[merit];
        let none = (better_in_bands | better_in_stacks).equal(zero);
        in_bands = V::blend(none, in_bands, better_in_bands);
        in_stacks = V::blend(none, in_stacks, better_in_stacks);
    }

    // The first that is left, as one bit.
    let is_stack = in_bands.equal(zero);
    let left = V::blend(is_stack, in_stacks, in_bands);
    let digit = left & (zero - left);
    let position = digit.position_of_single_bit();
    let target = V::look_up(position + V::splat(proof, 32).keep(is_stack), &TARGETS);

    let mut present = zero;
    for way in 0..6 {
        let here = V::blend(is_stack, stacks.ways[way], bands.ways[way]).intersects(digit);
        present = present | V::splat(proof, 1 << way).keep(here);
    }
    let present = present + V::splat(proof, 64).keep(is_stack);
    let first_boxes = V::blend(
        is_stack,
        V::splat(proof, field(STACK, 0) & FIRST_MEMBERS),
        V::splat(proof, FIRST_MEMBERS & ((1 << BAND) - 1)),
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

/// What makes a digit better than another, the weightiest first: it has exactly two ways; the number of boxes
/// in which its two minirows are apart, as two binary digits; the number of those in which they are at least
/// nearly apart, likewise.
pub(super) const MERITS: usize = 5;

/// The ways to place each digit in each band, or each stack.
struct Configurations<V> {
    /// By number of the configuration, see [`line_of`].
    ways: [V; 6],
    /// Two or more ways.
    several: V,
    /// See [`MERITS`].
    merits: [V; MERITS],
}

impl<V: Lanes> Configurations<V> {
    /// For bands (for stacks rows and columns are exchanged): `lines[row][group]`, the minirows; `odd`,
    /// digits that one or three of a box can hold; `odd_crossing`, those that one or three of its
    /// minicolumns can hold; and `single[column][group]`, those with one cell in the minicolumn, or three.
    #[inline(always)]
    fn of<const WIDTH: u32>(
        mut lines: [[V; 3]; 3],
        odd: &[V; 3],
        odd_crossing: &[V; 3],
        single: &[[V; 3]; 3],
    ) -> Self {
        let mut apart = *odd;
        let mut nearly = *odd;
        for group in 0..3 {
            // In two minirows no minicolumn has three cells. They are apart if none has two:
            // if three have one, or if two have one and there is no third.
            let (one, two) = V::sum3(single[0][group], single[1][group], single[2][group]);
            apart[group] = V::and_or_not(two, one, odd_crossing[group]) & !odd[group];
            nearly[group] = V::or_and_not(two, one, odd_crossing[group]) & !odd[group];
            lines[group] = transpose::<V, WIDTH>(lines[group]);
        }
        let apart = transpose::<V, WIDTH>(apart);
        let nearly = transpose::<V, WIDTH>(nearly);
        let (one_apart, two_apart) = V::sum3(apart[0], apart[1], apart[2]);
        let (one_nearly, two_nearly) = V::sum3(nearly[0], nearly[1], nearly[2]);

        let mut ways = [one_apart; 6];
        for (number, way) in ways.iter_mut().enumerate() {
            *way = V::and3(
                lines[line_of(number, 0)][0],
                lines[line_of(number, 1)][1],
                lines[line_of(number, 2)][2],
            );
        }
        let [a, b, c, d, e, f] = ways;
        let (one, carry) = V::sum3(a, b, c);
        let (other_one, other_carry) = V::sum3(d, e, f);
        let both = one & other_one;
        let (two, four) = V::sum3(carry, other_carry, both);
        let all = V::splat(two.proof(), ALL);
        Self {
            ways,
            several: V::and_or(all, two, four),
            merits: [V::and_not2(two, one ^ other_one, four), two_apart, one_apart, two_nearly, one_nearly],
        }
    }
}

/// By group: digits that one line of a box can hold, or all three.
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

/// For the position of a digit's bit (from 32 on: in a stack), the shift to its first cell
/// in that band or stack, and from bit 5 on its group.
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

/// `[child][configurations present]`: the lines on which the child loses the digit, three bits a box,
/// at steps of a stack; from 64 on at steps of a band.
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

/// The line and box that divide the configurations present most evenly into those
/// that place the digit there and those that do not.
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
