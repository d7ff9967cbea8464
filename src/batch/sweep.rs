//! One sweep: every rule applied once to every cell of every lane.

use super::layout::*;
use crate::vectors::{Lanes, all_lanes};

/// The nodes in the lanes.
#[derive(Clone, Copy)]
pub(super) struct LaneNodes<V> {
    pub(super) candidates: LaneCandidates<V>,
    /// How many cells of each box were open after the last sweep, a field of three bits for each box:
    /// more than seven run over into the next field. Cells do not open again: it falls until no sweep
    /// settles a cell any more.
    pub(super) open: V,
    /// How many cells the last sweep has settled, likewise.
    pub(super) settled: V,
}

impl<V: Lanes> LaneNodes<V> {
    /// Lanes in which the last sweep settled next to nothing: in the numbers for the boxes are at most two
    /// bits, and one or two cells of a box are one bit.
    #[inline(always)]
    pub(super) fn slow(&self) -> u32 {
        let one = V::splat(self.open.proof(), 1);
        let but_one = self.settled & (self.settled - one);
        let but_two = but_one & (but_one - one);
        all_lanes(V::LANES) & !but_two.nonzero_bits()
    }
}

/// What a sweep found, a bit for each lane; lanes that moved on are in none.
#[derive(Clone, Copy, Default)]
pub(super) struct LaneStates {
    /// Some cell has no candidate, or some digit no place.
    pub(super) contradiction: u32,
    /// The sweep settled no cell, and some are open.
    pub(super) stuck: u32,
    /// No cell is open. Rows and columns have still to be checked.
    pub(super) settled: u32,
}

/// Where a sweep takes the nodes from: the lanes as they are, or a change of nodes on the way.
pub(super) trait Entrance<V> {
    /// The word to sweep in place of `word`, the `index`-th of the candidates.
    fn enter(&mut self, index: usize, word: V) -> V;
}

/// All nodes stay in their lanes.
pub(super) struct Stay;

impl<V> Entrance<V> for Stay {
    #[inline(always)]
    fn enter(&mut self, _: usize, word: V) -> V {
        word
    }
}

/// Applies locked candidates and hidden triples by columns, then by rows, hidden singles,
/// and naked singles, and says how each lane stands.
#[inline(always)]
pub(super) fn sweep<V: Lanes>(nodes: &mut LaneNodes<V>, entrance: &mut impl Entrance<V>) -> LaneStates {
    let x = &mut nodes.candidates;
    for column in 0..3 {
        for group in 0..3 {
            for row in 0..3 {
                let index = 9 * row + 3 * column + group;
                x[row][column][group] = entrance.enter(index, x[row][column][group]);
            }
        }
    }
    let proof = x[0][0][0].proof();

    let keep_column = lines::<V, BAND>(&minicolumns(x));
    let mut minirows = minirows_within(x, &keep_column);
    let keep_row = lines::<V, STACK>(&minirows);
    for row in 0..3 {
        for group in 0..3 {
            minirows[row][group] = minirows[row][group] & keep_row[row][group];
            for column in 0..3 {
                x[row][column][group] =
                    V::and3(x[row][column][group], keep_column[column][group], keep_row[row][group]);
            }
        }
    }

    // Hidden singles: a digit with one place in a box clears its cell of all others.
    let mut placed = [V::splat(proof, 0); 3];
    let mut hidden = [V::splat(proof, 0); 3];
    for group in 0..3 {
        let (a, b, c) = (minirows[0][group], minirows[1][group], minirows[2][group]);
        let mut twice = V::majority(a, b, c);
        placed[group] = V::or3(a, b, c);
        let mut pairs = [twice; 3];
        for row in 0..3 {
            pairs[row] = V::majority(x[row][0][group], x[row][1][group], x[row][2][group]);
        }
        twice = twice | V::or3(pairs[0], pairs[1], pairs[2]);
        hidden[group] = placed[group] & !twice;
    }
    for row in x.iter_mut() {
        for cell in row {
            let single = V::or_and(V::or_and(cell[0] & hidden[0], cell[1], hidden[1]), cell[2], hidden[2]);
            let single = whole_cells_with_one(single);
            for group in 0..3 {
                cell[group] = V::and_or_not(cell[group], hidden[group], single);
            }
        }
    }

    // Naked singles: a cell with one candidate clears the rest of its box of it.
    let first = V::splat(proof, FIRST_MEMBERS);
    let mut singles = [V::splat(proof, 0); 3];
    let mut empty = V::splat(proof, 0);
    let mut open = [[first; 3]; 3];
    let mut sum = V::splat(proof, 0);
    for row in 0..3 {
        for column in 0..3 {
            let [a, b, c] = x[row][column];
            let any = V::or3(a, b, c);
            // One less in every cell's three bits: meets `any` unless one bit was set;
            // an empty cell borrows and shows by a last bit that was not there.
            let less = any - first;
            empty = V::or_and_not(empty, less, any);
            let several = first_of_cells(V::or_and(V::majority(a, b, c), any, less));
            open[row][column] = (several << 3) - several;
            for group in 0..3 {
                singles[group] = V::or_and_not(singles[group], x[row][column][group], open[row][column]);
            }
            sum = sum + several;
        }
    }
    for row in 0..3 {
        for column in 0..3 {
            for group in 0..3 {
                x[row][column][group] = V::and_nand(x[row][column][group], singles[group], open[row][column]);
            }
        }
    }

    let all = V::splat(proof, ALL);
    let placed = V::and3(placed[0], placed[1], placed[2]);
    let sound = V::select(V::splat(proof, field(MEMBER, 2)), placed & !empty, placed) & all;
    let contradiction = all_lanes(V::LANES) & !sound.equal_bits(all);
    let open = sum.nonzero_bits();
    let stalled = sum.equal_bits(nodes.open);
    nodes.settled = nodes.open - sum;
    nodes.open = sum;
    LaneStates {
        contradiction,
        stuck: open & stalled & !contradiction,
        settled: all_lanes(V::LANES) & !open & !contradiction,
    }
}

/// `[column][group]`: digits that the minicolumns of all boxes can hold.
#[inline(always)]
pub(super) fn minicolumns<V: Lanes>(x: &LaneCandidates<V>) -> [[V; 3]; 3] {
    let mut minicolumns = x[0];
    for column in 0..3 {
        for group in 0..3 {
            minicolumns[column][group] =
                V::or3(x[0][column][group], x[1][column][group], x[2][column][group]);
        }
    }
    minicolumns
}

/// `[row][group]`: digits that the minirows of all boxes can hold.
#[inline(always)]
pub(super) fn minirows<V: Lanes>(x: &LaneCandidates<V>) -> [[V; 3]; 3] {
    let mut minirows = x[0];
    for row in 0..3 {
        for group in 0..3 {
            minirows[row][group] = V::or3(x[row][0][group], x[row][1][group], x[row][2][group]);
        }
    }
    minirows
}

/// `[row][group]`: digits that the minirows can hold in columns that keep them.
#[inline(always)]
fn minirows_within<V: Lanes>(x: &LaneCandidates<V>, keep_column: &[[V; 3]; 3]) -> [[V; 3]; 3] {
    let mut minirows = x[0];
    for row in 0..3 {
        for group in 0..3 {
            let first = x[row][0][group] & keep_column[0][group];
            let two = V::or_and(first, x[row][1][group], keep_column[1][group]);
            minirows[row][group] = V::or_and(two, x[row][2][group], keep_column[2][group]);
        }
    }
    minirows
}

/// Which digits may stay in which minirow (or minicolumn), by two rules.
///
/// *Locked candidates*, as whole configurations: in a band a digit takes each
/// of the three rows and each of the three stacks once, so a minirow can hold
/// it only if the other two rows can hold it in the other two stacks, one
/// each, in either order. This covers the row's and the box's claims on each
/// other, and clears a digit of the whole band when it has no place left.
///
/// *Hidden triples*: a minirow that is the last place in its box for three
/// digits can hold no other.
///
/// `WIDTH` is [`STACK`] for minirows, [`BAND`] for minicolumns.
#[inline(always)]
fn lines<V: Lanes, const WIDTH: u32>(lines: &[[V; 3]; 3]) -> [[V; 3]; 3] {
    let mut keep = *lines;
    let mut next = *lines;
    let mut previous = *lines;
    let mut locked = *lines;
    for line in 0..3 {
        let (other, another) = OTHERS[line];
        for group in 0..3 {
            (next[line][group], previous[line][group]) = rotations::<V, WIDTH>(lines[line][group]);
            locked[line][group] = V::and_not2(lines[line][group], lines[other][group], lines[another][group]);
        }
    }
    let full = three_or_more(&locked);
    for line in 0..3 {
        let (other, another) = OTHERS[line];
        for group in 0..3 {
            let configured = V::or_and(
                next[other][group] & previous[another][group],
                previous[other][group],
                next[another][group],
            );
            keep[line][group] = V::and_or_not(configured, locked[line][group], full[line]);
        }
    }
    keep
}

/// For each line of every box, whether at least three of its nine digits are set;
/// all three bits of a field alike.
#[inline(always)]
fn three_or_more<V: Lanes>(digits: &[[V; 3]; 3]) -> [V; 3] {
    // The digits of a group are added first, then the three members of each group,
    // at the place of the first: a sum of ones and a sum of twos.
    let first = V::splat(digits[0][0].proof(), FIRST_MEMBERS);
    let mut full = digits[0];
    for line in 0..3 {
        let [a, b, c] = digits[line];
        let (ones, twos) = V::sum3(a, b, c);
        let (a, b, c) = (ones, ones >> 1, ones >> 2);
        let (one, carry) = V::sum3(a, b, c);
        let (a, b, c) = (twos, twos >> 1, twos >> 2);
        let three = (V::majority(a, b, c) | V::majority(one, carry, V::or3(a, b, c))) & first;
        full[line] = (three << 3) - three;
    }
    full
}
