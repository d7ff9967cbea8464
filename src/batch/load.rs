//! Puzzles into lanes, and solutions out of them.

use super::layout::*;
use super::memory::MOST_LANES;
use crate::grammar::CELLS_OF_NINE;
use crate::vectors::{Lanes, all_lanes};

/// Nodes ready to be saved, and which of them are no puzzles.
pub(super) struct Loaded<V> {
    pub(super) candidates: LaneCandidates<V>,
    /// Lanes in which two equal clues stand in one row, column or box, or a character is no cell.
    pub(super) invalid: u32,
    /// Lanes with fewer clues than any puzzle with one solution has.
    pub(super) sparse: u32,
}

/// By the lower half of a cell's byte, be it a digit or a character: the place of the digit's bit in the
/// first stack's cell, with the group in the place of the band. An open cell's bit lies outside the lane.
const SHIFTS: [u8; 16] = {
    let mut shifts = [32; 16];
    let mut digit = 0;
    while digit < 9 {
        shifts[digit + 1] = (9 * (digit / 3) + digit % 3) as u8;
        digit += 1;
    }
    shifts
};

/// What a cell's stack adds to the shift, for the four cells of each word.
const STACK_SHIFTS: [u32; TEXT_WORDS] = {
    let (mut shifts, mut word) = ([0; TEXT_WORDS], 0);
    while word < TEXT_WORDS {
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

/// No puzzle with fewer clues has just one solution (McGuire, Tugemann and Civario, 2012).
pub(super) const FEWEST_CLUES: u32 = 17;

/// Number of 32-bit words that hold 81 characters.
const TEXT_WORDS: usize = 21;

/// Where the `word`-th four characters start; the last four overlap those before.
const fn word_start(word: usize) -> usize {
    if word + 1 < TEXT_WORDS { 4 * word } else { 77 }
}

/// The cells as digits, and 0 for open ones, by the lower half of the byte. Where that is none, a byte that has another
/// lower half.
const DIGIT_BYTES: [u8; 16] = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 0, 0, 0, 0, 0];

/// Loads puzzles of 81 characters.
#[inline(always)]
pub(super) fn characters<V: Lanes>(proof: V::Proof, puzzles: &[&[u8; 81]; MOST_LANES]) -> Loaded<V> {
    from_bytes(proof, puzzles, &CELLS_OF_NINE)
}

/// Loads puzzles of 81 digits, with 0 for open cells.
#[inline(always)]
pub(super) fn digits<V: Lanes>(proof: V::Proof, puzzles: &[&[u8; 81]; MOST_LANES]) -> Loaded<V> {
    from_bytes(proof, puzzles, &DIGIT_BYTES)
}

/// Loads puzzles of 81 bytes that stand for cells: for each lower half, there is one such byte.
#[inline(always)]
fn from_bytes<V: Lanes>(
    proof: V::Proof,
    puzzles: &[&[u8; 81]; MOST_LANES],
    bytes_of_cells: &[u8; 16],
) -> Loaded<V> {
    let words = words::<V>(proof, puzzles);
    let mut no_cells = V::splat(proof, 0);
    for word in words {
        no_cells = V::or_xor(no_cells, word, word.look_up_bytes(bytes_of_cells));
    }
    let mut loaded = from_words(words);
    loaded.invalid |= no_cells.nonzero_bits();
    loaded
}

/// Loads puzzles of candidates. Where there is none for a lane, it is invalid.
#[inline(always)]
pub(super) fn candidates<V: Lanes>(proof: V::Proof, puzzles: &[[u16; 81]]) -> Loaded<V> {
    let mut lanes = [[0; MOST_LANES]; 27];
    for (lane, puzzle) in puzzles.iter().enumerate().take(MOST_LANES) {
        for (word, lanes) in node_words(puzzle).iter().zip(&mut lanes) {
            lanes[lane] = *word;
        }
    }
    let mut candidates = [[[V::splat(proof, 0); 3]; 3]; 3];
    let words = candidates.as_flattened_mut().as_flattened_mut();
    for (word, lanes) in words.iter_mut().zip(&lanes) {
        *word = V::load(proof, lanes);
    }
    let valid = puzzles.len().min(V::LANES);
    let invalid = if valid == 0 { u32::MAX } else { !all_lanes(valid) };
    Loaded { candidates, invalid, sparse: 0 }
}

/// Takes a candidate away, a cell and a digit for each lane that has one.
#[inline(always)]
pub(super) fn ban<V: Lanes>(proof: V::Proof, loaded: &mut Loaded<V>, bans: &[Option<(u8, u8)>]) {
    for (lane, ban) in bans.iter().enumerate().take(V::LANES) {
        let Some((cell, digit)) = *ban else { continue };
        let (word, bit) = place(usize::from(cell), usize::from(digit));
        let banned = V::splat(proof, bit).keep(V::mask(proof, 1 << lane));
        let word = &mut loaded.candidates.as_flattened_mut().as_flattened_mut()[word];
        *word = *word & !banned;
    }
}

/// The bytes of all cells: those of one puzzle in one lane.
#[inline(always)]
fn words<V: Lanes>(proof: V::Proof, puzzles: &[&[u8; 81]; MOST_LANES]) -> [V; TEXT_WORDS] {
    let mut words = [V::splat(proof, 0); TEXT_WORDS];
    let (fours, last) = words.as_chunks_mut::<4>();
    for (index, four) in fours.iter_mut().enumerate() {
        *four = four_words(proof, puzzles, 16 * index);
    }
    last[0] = four_words(proof, puzzles, 81 - 16)[3];
    words
}

/// The sixteen bytes from `start` on.
#[inline(always)]
fn four_words<V: Lanes>(proof: V::Proof, puzzles: &[&[u8; 81]; MOST_LANES], start: usize) -> [V; 4] {
    let mut quads = [[&[0; 16]; 4]; 4];
    for (lane, puzzle) in puzzles.iter().enumerate() {
        if let Some(quad) = puzzle.get(start..).and_then(|cells| cells.first_chunk()) {
            quads[lane % 4][lane / 4] = quad;
        }
    }
    let [a, b, c, d] = quads;
    V::transpose_quads([
        V::from_quads(proof, a),
        V::from_quads(proof, b),
        V::from_quads(proof, c),
        V::from_quads(proof, d),
    ])
}

/// Nodes from the bytes of all cells, of which only the lower half counts.
#[inline(always)]
fn from_words<V: Lanes>(words: [V; TEXT_WORDS]) -> Loaded<V> {
    let proof = words[0].proof();
    let mut shifts = words;
    for (word, shift) in shifts.iter_mut().enumerate() {
        *shift = shift.look_up_bytes(&SHIFTS) + V::splat(proof, STACK_SHIFTS[word]);
    }

    // The shift of an open cell, and of no other, has bit 5. Bytes add up in each of the four places first.
    let mut open = V::splat(proof, 0);
    for (word, shift) in shifts.iter().enumerate() {
        let new = if word + 1 < TEXT_WORDS { 0x2020_2020 } else { 0x2000_0000 };
        open = open + ((*shift & V::splat(proof, new)) >> 5);
    }
    open = open + (open >> 16);
    open = (open + (open >> 8)) & V::splat(proof, 0xff);
    // From that many open cells on, the sum reaches 128.
    let many_open = (open + V::splat(proof, 128 - 82 + FEWEST_CLUES)) & V::splat(proof, 128);

    let all = V::splat(proof, ALL);
    let one = V::splat(proof, 1);
    let mut clues = [[[V::splat(proof, 0); 3]; 3]; 3];
    for row in 0..3 {
        for column in 0..3 {
            // By band: bit = 9 * group + 3 * stack + member; then groups and bands change places.
            let mut bands = [V::splat(proof, 0); 3];
            for (band, word) in bands.iter_mut().enumerate() {
                let mut stacks = [V::splat(proof, 0); 3];
                for (stack, bit) in stacks.iter_mut().enumerate() {
                    let cell = 27 * band + 9 * row + 3 * stack + column;
                    let index = if cell == 80 { TEXT_WORDS - 1 } else { cell / 4 };
                    let byte = cell - word_start(index);
                    *bit = one.shift_left_by(shifts[index].byte(byte));
                }
                *word = V::or3(stacks[0], stacks[1], stacks[2]);
            }
            let groups = transpose::<V, BAND>(bands);
            for group in 0..3 {
                clues[row][column][group] = groups[group] & all;
            }
        }
    }
    Loaded { sparse: many_open.nonzero_bits(), ..from_clues(clues) }
}

/// Opens the cells without a clue to all digits that are no clue of their box.
#[inline(always)]
fn from_clues<V: Lanes>(clues: LaneCandidates<V>) -> Loaded<V> {
    let proof = clues[0][0][0].proof();
    let all = V::splat(proof, ALL);
    let mut no_clue = [all; 3];
    let mut twice = V::splat(proof, 0);
    for group in 0..3 {
        // Nine words of 27 bits have a sum below 2^32. It is their union if they have no bit in common.
        let (mut any, mut sum) = (V::splat(proof, 0), V::splat(proof, 0));
        for row in &clues {
            any = any | V::or3(row[0][group], row[1][group], row[2][group]);
            sum = sum + (row[0][group] + row[1][group] + row[2][group]);
        }
        twice = V::or_xor(twice, any, sum);
        no_clue[group] = all & !any;
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
    for row in &mut candidates {
        for cell in row {
            let clued = whole_cells_with_one(V::or3(cell[0], cell[1], cell[2]));
            for group in 0..3 {
                cell[group] = V::or_and_not(cell[group], no_clue[group], clued);
            }
        }
    }
    Loaded { candidates, invalid: twice.nonzero_bits(), sparse: 0 }
}

/// Lanes whose settled node is a solution: every row, column and box has all nine digits.
#[inline(always)]
pub(super) fn solved<V: Lanes>(x: &LaneCandidates<V>) -> u32 {
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
fn solution<V: Lanes>(x: &LaneCandidates<V>) -> [V; TEXT_WORDS] {
    let proof = x[0][0][0].proof();
    let last = V::splat(proof, const { field(MEMBER, 2) });
    let three = V::splat(proof, 3 * FIRST_MEMBERS);
    let low_pairs = V::splat(proof, const { 3 | 3 << 9 | 3 << 18 });
    let mut words = [V::splat(proof, 0); TEXT_WORDS];
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

/// Sixteen digits are moved at a time; the last sixteen are one digit and no more.
pub(super) const QUADS: usize = TEXT_WORDS.div_ceil(4);

/// Writes the digits of settled nodes, sixteen cells at a time, by lane.
#[inline(always)]
pub(super) fn write_solutions<V: Lanes>(x: &LaneCandidates<V>, digits: &mut [[[u8; 16]; MOST_LANES]; QUADS]) {
    let words = solution(x);
    for (index, digits) in digits.iter_mut().enumerate() {
        let mut four = [words[4 * index]; 4];
        for (word, from) in four.iter_mut().zip(&words[4 * index..]) {
            *word = *from;
        }
        for (first, quads) in V::transpose_quads(four).iter().enumerate() {
            for (quad, bytes) in quads.to_quads().iter().enumerate().take(V::LANES / 4) {
                digits[4 * quad + first] = *bytes;
            }
        }
    }
}
