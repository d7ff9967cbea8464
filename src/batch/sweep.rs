//! One sweep: every rule applied once to every cell of every lane.

use super::houses::Houses;
use super::layout::*;
use crate::last_pairs::LAST_PAIRS;
use crate::vectors::{Lanes, all_lanes};

/// The nodes in the lanes.
#[derive(Clone, Copy)]
pub(super) struct LaneNodes<V> {
    pub(super) candidates: LaneCandidates<V>,
    /// The number of open cells of each box after the last sweep, in fields of three bits; eight or nine carry into the
    /// next field. Cells never open again, so the word stays equal only if a sweep fills no cell.
    pub(super) open: V,
    /// The number of cells of each box that the last sweep filled, in the same fields.
    pub(super) filled: V,
    /// The digits of the solved cells of each box in the last sweep, by digit group. Only counts use them.
    pub(super) known: [V; 3],
}

impl<V: Lanes> LaneNodes<V> {
    /// Lanes in which the last sweep filled almost nothing: `filled` has at most two bits set. (One or two cells of the
    /// same box set one bit.)
    #[inline(always)]
    pub(super) fn barely_changed(&self) -> u32 {
        let one = V::splat(self.open.proof(), 1);
        let without_one = self.filled & (self.filled - one);
        let without_two = without_one & (without_one - one);
        all_lanes(V::LANES) & !without_two.nonzero_bits()
    }

    /// Lanes whose node has [two solutions](mod@crate::last_pairs) if it is stuck: two open cells in each of up to
    /// three boxes, none in the others, and no digit twice in a box. A stuck node's last sweep has filled no cell. So
    /// the sweep before has left only the missing digits of a box in its open cells, and locked candidates have removed
    /// none of them. (So no box has a single open cell, and no eight and a single one look like two.)
    #[inline(always)]
    pub(super) fn last_pairs(&self) -> u32 {
        let proof = self.open.proof();
        let (one, first) = (V::splat(proof, 1), V::splat(proof, FIRST_MEMBERS));
        let mut other = self.open & V::splat(proof, const { !(FIRST_MEMBERS << 1) });
        let mut missing = V::splat(proof, 0);
        for digits in self.known {
            for member in 0..3 {
                missing = missing + (first & !(digits >> member));
            }
        }
        // As many digits are missing as cells are open, unless one is there twice.
        other = V::or_xor(other, missing, self.open);
        let mut boxes = self.open;
        for _ in 0..LAST_PAIRS / 2 {
            boxes = boxes & (boxes - one);
        }
        all_lanes(V::LANES) & !(other | boxes).nonzero_bits()
    }
}

/// The result of a sweep, a bit for each lane. A lane that made progress and still has open cells is in no set.
#[derive(Clone, Copy, Default)]
pub(super) struct LaneStates {
    /// Some cell has no candidate, or some digit has no cell left in a box.
    pub(super) contradiction: u32,
    /// The sweep filled no cell, and some are open.
    pub(super) stuck: u32,
    /// No cell is open. Rows and columns have not been checked.
    pub(super) settled: u32,
}

/// The nodes that a sweep reads: those in the lanes, or others that replace them at the same time.
pub(super) trait SweepInput<V> {
    /// Returns the word to sweep in place of `word`, the `index`-th of the candidates.
    fn word(&mut self, index: usize, word: V) -> V;
}

/// The nodes in the lanes.
pub(super) struct Unchanged;

impl<V> SweepInput<V> for Unchanged {
    #[inline(always)]
    fn word(&mut self, _: usize, word: V) -> V {
        word
    }
}

/// Applies locked candidates and hidden triples by columns, then by rows, hidden singles,
/// and naked singles, and returns the state of each lane.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn sweep<V: Lanes>(
    nodes: &mut LaneNodes<V>,
    input: &mut impl SweepInput<V>,
    houses: impl Houses,
) -> LaneStates {
    let x = &mut nodes.candidates;
    for column in 0..3 {
        for group in 0..3 {
            for row in 0..3 {
                let index = 9 * row + 3 * column + group;
                x[row][column][group] = input.word(index, x[row][column][group]);
            }
        }
    }
    let proof = x[0][0][0].proof();
    let disagreement = houses.sweep(x);

    let keep_column = lines::<V, BAND_WIDTH>(&minicolumns(x));
    let mut minirows = minirows_within(x, &keep_column);
    let keep_row = lines::<V, STACK_WIDTH>(&minirows);
    for row in 0..3 {
        for group in 0..3 {
            minirows[row][group] = minirows[row][group] & keep_row[row][group];
            for column in 0..3 {
                x[row][column][group] =
                    V::and3(x[row][column][group], keep_column[column][group], keep_row[row][group]);
            }
        }
    }

    let SweptSingles { sound, open: sum, known } = singles(x, &minirows);
    let all = V::splat(proof, ALL);
    let contradiction = all_lanes(V::LANES) & !sound.equal_bits(all) | disagreement;
    let open = sum.nonzero_bits();
    let stalled = sum.equal_bits(nodes.open);
    nodes.filled = nodes.open - sum;
    nodes.open = sum;
    nodes.known = known;
    LaneStates {
        contradiction,
        stuck: open & stalled & !contradiction,
        settled: all_lanes(V::LANES) & !open & !contradiction,
    }
}

/// The result of [`singles`].
pub(super) struct SweptSingles<V> {
    /// All 27 bits, unless some cell has no candidate, or some digit has no cell left in a box.
    pub(super) sound: V,
    /// The number of open cells of each box, see [`LaneNodes::open`].
    pub(super) open: V,
    /// The digits of the solved cells, see [`LaneNodes::known`].
    pub(super) known: [V; 3],
}

/// Applies hidden singles and naked singles in all boxes. `minirows` are those of `x`.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn singles<V: Lanes>(x: &mut LaneCandidates<V>, minirows: &[[V; 3]; 3]) -> SweptSingles<V> {
    let proof = x[0][0][0].proof();

    // Hidden singles: a digit with one cell in a box removes all other digits of that cell.
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

    // Naked singles: the only candidate of a cell is removed from the rest of its box.
    let first = V::splat(proof, FIRST_MEMBERS);
    let mut singles = [V::splat(proof, 0); 3];
    let mut empty = V::splat(proof, 0);
    let mut open = [[first; 3]; 3];
    let mut sum = V::splat(proof, 0);
    for row in 0..3 {
        for column in 0..3 {
            let [a, b, c] = x[row][column];
            let any = V::or3(a, b, c);
            // Subtracts one from every cell's three bits. The result has a bit in common with `any` unless exactly one
            // bit was set. An empty cell borrows, and gets a last bit that is not in `any`.
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

    let placed = V::and3(placed[0], placed[1], placed[2]);
    let sound = V::select(V::splat(proof, field(MEMBER_WIDTH, 2)), placed & !empty, placed);
    SweptSingles { sound: sound & V::splat(proof, ALL), open: sum, known: singles }
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

/// `[row][group]`: digits that the minirows can hold, in the columns of `keep_column` only.
#[cfg_attr(not(unoptimized), inline(always))]
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

/// Returns the digits that each minirow (or minicolumn) keeps, by two rules.
///
/// *Locked candidates*, as whole configurations: in a band, a digit takes each of the three rows and each of the three
/// stacks once. A minirow can hold it only if the other two rows can hold it in the other two stacks, one each, in
/// either order. This covers pointing and claiming, and removes a digit from the whole band if it has no configuration.
///
/// *Hidden triples*: a minirow that is the only place in its box for three digits can hold no other.
///
/// `WIDTH` is [`STACK_WIDTH`] for minirows, [`BAND_WIDTH`] for minicolumns.
#[cfg_attr(not(unoptimized), inline(always))]
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

/// For each line of every box, whether at least three of its nine digits are set: all three bits of its field, or none.
#[cfg_attr(not(unoptimized), inline(always))]
fn three_or_more<V: Lanes>(digits: &[[V; 3]; 3]) -> [V; 3] {
    // Adds the three groups first, then the three members, at the first member's bit: ones and twos separately.
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
