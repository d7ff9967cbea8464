//! Choosing a guess for the nodes of all lanes at once.
//!
//! A guess is made on the *configurations* of a digit in a band or stack
//! (tdoku's idea): the up to six ways to give the digit one row in each of
//! the three boxes. The band or stack with the fewest ways in all is taken,
//! in it a digit with exactly two ways (or, if no band or stack has one,
//! any digit with several), and its configurations are dealt out to two
//! children that have none in common.

use super::layout::*;
use super::sweep::{minicolumns, minirows};
use crate::simd::Lanes;

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

/// Chooses a guess in every lane.
///
/// A node in which no digit has several configurations is about to be solved or
/// refuted by propagation alone: its first child is the node itself, its second
/// has lost a digit of a band and dies.
#[inline(always)]
pub(super) fn choose<V: Lanes>(x: &Candidates<V>) -> [Removal<V>; 2] {
    let proof = x[0][0][0].proof();
    let all = V::splat(proof, ALL);
    let zero = V::splat(proof, 0);

    // Configurations by band and digit: bit = 9 * band + digit,
    // and by digit and stack: bit = 9 * group + 3 * stack + member.
    let mut bands = minirows(x);
    let mut stacks = minicolumns(x);
    for line in 0..3 {
        bands[line] = transpose::<V, STACK>(bands[line]);
        stacks[line] = transpose::<V, BAND>(stacks[line]);
    }
    let mut bands = Configurations::of(&bands, all);
    let mut stacks = Configurations::of(&stacks, all);

    let has_pair = V::intersects(bands.two | stacks.two, all);
    bands.two = V::blend(has_pair, bands.two, bands.several);
    stacks.two = V::blend(has_pair, stacks.two, stacks.several);

    // The band (0 to 2) or stack (3 to 5) with the fewest ways; its number rides in the low bits.
    let none = V::splat(proof, !7);
    let mut fewest = none;
    for index in 0..3 {
        let key = (bands.ways(field(BAND, index)) << 3) | V::splat(proof, index);
        let candidates = V::intersects(bands.two, V::splat(proof, field(BAND, index)));
        fewest = fewest.min(V::blend(candidates, key, none));
    }
    for index in 0..3 {
        let key = (stacks.ways(field(STACK, index)) << 3) | V::splat(proof, 3 + index);
        let candidates = V::intersects(stacks.two, V::splat(proof, field(STACK, index)));
        fewest = fewest.min(V::blend(candidates, key, none));
    }
    let place = fewest & V::splat(proof, 7);
    // From 3 on, `place + 5` has bit 3 set.
    let is_stack = (place + V::splat(proof, 5)).intersects(V::splat(proof, 8));

    // The first digit that qualifies there, as one bit.
    let places = V::load(proof, &PLACES).permute(place);
    let digits = V::blend(is_stack, stacks.two, bands.two) & places;
    let digit = digits & (zero - digits);
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
        V::splat(proof, field(STACK, 0) & FIRST),
        V::splat(proof, FIRST & ((1 << BAND) - 1)),
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

/// The ways to place each digit in each band, or each stack.
struct Configurations<V> {
    /// By number of the configuration, see [`line_of`].
    ways: [V; 6],
    /// The number of ways, as binary digits.
    count: [V; 3],
    /// Exactly two ways.
    two: V,
    /// Two or more ways.
    several: V,
}

impl<V: Lanes> Configurations<V> {
    /// `lines[line][box]`: whether the line of the box can hold the digit.
    #[inline(always)]
    fn of(lines: &[[V; 3]; 3], all: V) -> Self {
        let mut ways = [all; 6];
        for (number, way) in ways.iter_mut().enumerate() {
            *way = V::and3(
                lines[line_of(number, 0)][0],
                lines[line_of(number, 1)][1],
                lines[line_of(number, 2)][2],
            ) & all;
        }
        let [a, b, c, d, e, f] = ways;
        let (one, carry) = V::sum3(a, b, c);
        let (other_one, other_carry) = V::sum3(d, e, f);
        let both = one & other_one;
        let (two, four) = V::sum3(carry, other_carry, both);
        let count = [one ^ other_one, two, four];
        Self { ways, count, two: V::and_not2(count[1], count[0], count[2]), several: count[1] | count[2] }
    }

    /// Number of ways of all digits together in the band or stack with the bits of `place`.
    #[inline(always)]
    fn ways(&self, place: u32) -> V {
        let place = V::splat(self.two.proof(), place);
        let [ones, twos, fours] = self.count;
        let twos = (twos & place).count_ones() + ((fours & place).count_ones() << 1);
        (ones & place).count_ones() + (twos << 1)
    }
}

/// The line that configuration `number` (0 to 5) gives the digit in box `place` (0 to 2).
const fn line_of(number: usize, place: usize) -> usize {
    if number < 3 { (number + place) % 3 } else { (number + 2 * place) % 3 }
}

/// The bits of bands 0 to 2 and stacks 0 to 2, twice, so that they fill the lanes of any vector.
static PLACES: [u32; 16] = {
    let mut places = [0; 16];
    let mut index = 0;
    while index < 16 {
        if index % 8 < 6 {
            places[index] = field(if index % 8 < 3 { BAND } else { STACK }, index as u32 % 8 % 3);
        }
        index += 1;
    }
    places
};

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
