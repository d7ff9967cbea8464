//! Puzzles into lanes, and solutions out of them.

use super::layout::*;
use crate::simd::{Lanes, all_lanes};

/// Nodes ready to be saved, and which of them are no puzzles.
pub(super) struct Loaded<V> {
    pub(super) candidates: Candidates<V>,
    /// Lanes in which two equal clues stand in one row, column or box, or a character is no cell.
    pub(super) invalid: u32,
}

/// By digit (0, or 10 and more: none): the place of its bit in the first stack's cell,
/// with the group in the place of the band. An open cell's bit lies beyond the 27 in use.
const SHIFTS: [u8; 16] = {
    let mut shifts = [27; 16];
    let mut digit = 0;
    while digit < 9 {
        shifts[digit + 1] = (9 * (digit / 3) + digit % 3) as u8;
        digit += 1;
    }
    shifts
};

/// What a cell's stack adds to the shift, for the four cells of each word.
const STACK_SHIFTS: [u32; WORDS] = {
    let (mut shifts, mut word) = ([0; WORDS], 0);
    while word < WORDS {
        let mut byte = 0;
        while byte < 4 {
            let stack = (word_start(word) + byte) % 9 / 3;
            shifts[word] |= (3 * stack as u32) << (8 * byte);
            byte += 1;
        }
        word += 1;
    }
    shifts
};

/// Number of 32-bit words that hold 81 characters.
const WORDS: usize = 21;

/// Where the `word`-th four characters start; the last four overlap those before.
const fn word_start(word: usize) -> usize {
    if word + 1 < WORDS { 4 * word } else { 77 }
}

/// What the lower half of a character's byte has in common with its upper half, in the next table, if it
/// stands for a cell: one bit for digits, one for `.` and `*`, one for `_`.
const LOWER_HALVES: [u8; 16] = [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2, 0, 0, 0, 2, 4];
const UPPER_HALVES: [u8; 16] = [0, 0, 2, 1, 0, 4, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];

/// Loads the puzzles whose 81 characters start at `starts` in `text`.
///
/// # Panics
/// If a puzzle does not lie in `text`.
#[inline(always)]
pub(super) fn characters<V: Lanes>(proof: V::Proof, text: &[u8], starts: &[u32]) -> Loaded<V> {
    let mut words = [V::splat(proof, 0); WORDS];
    let (half, zeros) = (V::splat(proof, 0x0F0F_0F0F), V::splat(proof, u32::from_le_bytes([b'0'; 4])));
    let mut no_cells = V::splat(proof, 0);
    for (word, digits) in words.iter_mut().enumerate() {
        let characters = V::gather_bytes(proof, text, starts, word_start(word));
        let lower = (characters & half).look_up_bytes(&LOWER_HALVES);
        let upper = (characters >> 4 & half).look_up_bytes(&UPPER_HALVES);
        // Anything in common becomes a one, nothing a zero, which differs from one.
        let one = V::splat(proof, 0x0101_0101);
        no_cells = V::or_xor(no_cells, (lower & upper).min_bytes(one), one);
        *digits = characters ^ zeros;
    }
    let mut loaded = from_digits(words);
    loaded.invalid |= no_cells.nonzero_bits() & all_lanes(V::LANES);
    loaded
}

/// Loads the puzzles whose 81 digits start at `starts` in `bytes`, with 0 for open cells.
///
/// # Panics
/// If a puzzle does not lie in `bytes`.
#[inline(always)]
pub(super) fn digits<V: Lanes>(proof: V::Proof, bytes: &[u8], starts: &[u32]) -> Loaded<V> {
    let mut words = [V::splat(proof, 0); WORDS];
    for (word, digits) in words.iter_mut().enumerate() {
        *digits = V::gather_bytes(proof, bytes, starts, word_start(word));
    }
    from_digits(words)
}

/// Nodes from the digits of all cells, a byte each; what is none from 1 to 9 stands for an open cell.
///
/// The words of all puzzles have been read side by side, so that a cell's bytes lie in the lanes of one
/// vector.
#[inline(always)]
fn from_digits<V: Lanes>(digits: [V; WORDS]) -> Loaded<V> {
    let proof = digits[0].proof();
    let mut shifts = digits;
    let no_digit = V::splat(proof, 0x0F0F_0F0F);
    let most = V::splat(proof, 0x1F1F_1F1F);
    for (word, shift) in shifts.iter_mut().enumerate() {
        let group_and_member = shift.min_bytes(no_digit).look_up_bytes(&SHIFTS);
        *shift = (group_and_member + V::splat(proof, STACK_SHIFTS[word])).min_bytes(most);
    }

    let all = V::splat(proof, ALL);
    let mut clues = [[[V::splat(proof, 0); 3]; 3]; 3];
    for row in 0..3 {
        for column in 0..3 {
            // By band: bit = 9 * group + 3 * stack + member; then groups and bands change places.
            let mut bands = [V::splat(proof, 0); 3];
            for (band, word) in bands.iter_mut().enumerate() {
                for stack in 0..3 {
                    let cell = 27 * band + 9 * row + 3 * stack + column;
                    let index = if cell == 80 { WORDS - 1 } else { cell / 4 };
                    *word = *word | V::bit(shifts[index] >> (8 * (cell - word_start(index)) as u32));
                }
                *word = *word & all;
            }
            let groups = transpose::<V, BAND>(bands);
            for group in 0..3 {
                clues[row][column][group] = groups[group] & all;
            }
        }
    }
    from_clues(clues)
}

/// Opens the cells without a clue to all digits that are no clue of their box.
#[inline(always)]
fn from_clues<V: Lanes>(clues: Candidates<V>) -> Loaded<V> {
    let proof = clues[0][0][0].proof();
    let all = V::splat(proof, ALL);
    let mut box_clues = [V::splat(proof, 0); 3];
    let mut twice = V::splat(proof, 0);
    for row in 0..3 {
        for column in 0..3 {
            for group in 0..3 {
                twice = V::or_and(twice, box_clues[group], clues[row][column][group]);
                box_clues[group] = box_clues[group] | clues[row][column][group];
            }
        }
    }
    for line in 0..3 {
        for group in 0..3 {
            let in_row = V::or3(clues[line][0][group], clues[line][1][group], clues[line][2][group]);
            twice = V::or_and(twice, in_row, rotations::<V, STACK>(in_row).0);
            let in_column = V::or3(clues[0][line][group], clues[1][line][group], clues[2][line][group]);
            twice = V::or_and(twice, in_column, rotations::<V, BAND>(in_column).0);
        }
    }
    let mut candidates = clues;
    for row in 0..3 {
        for column in 0..3 {
            let [a, b, c] = clues[row][column];
            let clued = whole_cells(V::or3(a, b, c));
            for group in 0..3 {
                candidates[row][column][group] =
                    clues[row][column][group] | V::and_not2(all, clued, box_clues[group]);
            }
        }
    }
    Loaded { candidates, invalid: twice.nonzero_bits() & all_lanes(V::LANES) }
}

/// Lanes whose settled node is a solution: every row, column and box has all nine digits.
#[inline(always)]
pub(super) fn solved<V: Lanes>(x: &Candidates<V>) -> u32 {
    let proof = x[0][0][0].proof();
    let (mut rows, mut columns, mut boxes) =
        (V::splat(proof, ALL), V::splat(proof, ALL), V::splat(proof, ALL));
    for line in 0..3 {
        for group in 0..3 {
            let in_row = V::or3(x[line][0][group], x[line][1][group], x[line][2][group]);
            rows = rows & V::or3(in_row, in_row >> STACK, in_row >> (2 * STACK));
            let in_column = V::or3(x[0][line][group], x[1][line][group], x[2][line][group]);
            columns = columns & V::or3(in_column, in_column >> BAND, in_column >> (2 * BAND));
        }
    }
    for group in 0..3 {
        let mut in_box = x[0][0][group];
        for row in x {
            in_box = V::or3(in_box, row[0][group], row[1][group]) | row[2][group];
        }
        boxes = boxes & in_box;
    }
    // A row's digits have come together in its first stack, a column's in its first band.
    let rows = rows | V::splat(proof, const { ALL & !field(STACK, 0) });
    let columns = columns | V::splat(proof, const { ALL & !field(BAND, 0) });
    V::and3(rows, columns, boxes).equal_bits(V::splat(proof, ALL)) & all_lanes(V::LANES)
}

/// By four bits: the lower two name the member (none, 1, 2), the upper two the group.
const DIGITS: [u8; 16] = [1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 0, 0, 0, 0];

/// The digits of settled nodes, one cell a byte, the lowest first.
#[inline(always)]
pub(super) fn solution<V: Lanes>(x: &Candidates<V>) -> [V; WORDS] {
    let proof = x[0][0][0].proof();
    let last = V::splat(proof, const { field(MEMBER, 2) });
    let three = V::splat(proof, 3 * FIRST);
    let low_pairs = V::splat(proof, const { 3 | 3 << 9 | 3 << 18 });
    let mut words = [V::splat(proof, 0); WORDS];
    for row in 0..3 {
        for column in 0..3 {
            let [a, b, c] = x[row][column];
            let member = V::or3(a, b, c) >> 1;
            // Three more than a cell's one bit reaches its last bit; none does not.
            let group = V::select(last, b + three, (c + three) << 1);
            for stack in 0..3 {
                let code = V::select(low_pairs, member >> (3 * stack), group >> (3 * stack));
                for band in 0..3 {
                    let cell = 27 * band + 9 * row + 3 * stack as usize + column;
                    let (from, to) = (9 * band as u32, 8 * (cell % 4) as u32);
                    let moved = if from > to { code >> (from - to) } else { code << (to - from) };
                    words[cell / 4] = V::or_and(words[cell / 4], moved, V::splat(proof, 15 << to));
                }
            }
        }
    }
    for word in &mut words {
        *word = word.look_up_bytes(&DIGITS);
    }
    words
}
