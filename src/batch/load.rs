//! Loads puzzles into lanes, and writes solutions from lanes.

use super::layout::*;
use super::memory::MAX_LANES;
use super::puzzles::CellEncoding;
use crate::Grid;
use crate::vectors::{Lanes, all_lanes};

/// The fewest clues of a puzzle with one solution (McGuire, Tugemann and Civario, 2012).
const MIN_CLUES: u32 = 17;

/// The first nodes of puzzles, one in each lane.
pub(super) struct Loaded<V> {
    pub(super) candidates: LaneCandidates<V>,
    /// Lanes with two equal clues in one row, column or box, or with a byte that encodes no cell.
    pub(super) invalid: u32,
    /// Lanes for the single engine: with fewer than [`MIN_CLUES`] clues, or with an [odd](CellEncoding::cell_bytes)
    /// cell.
    pub(super) left_alone: u32,
}

/// The shift of a digit's bit for a cell in stack 0, with the digit group in the place of the band. Indexed by the low
/// four bits of a cell's byte, in either encoding. The shift of an open cell is 32, outside the lane.
const SHIFTS: [u8; 16] = {
    let mut shifts = [32; 16];
    let mut digit = 0;
    while digit < 9 {
        shifts[digit + 1] = (9 * (digit / 3) + digit % 3) as u8;
        digit += 1;
    }
    shifts
};

/// The shift that a cell's stack adds, for the four cells of each word.
const STACK_SHIFTS: [u32; CELL_WORDS] = {
    let (mut shifts, mut word) = ([0; CELL_WORDS], 0);
    while word < CELL_WORDS {
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

/// Number of 32-bit words that hold 81 bytes.
const CELL_WORDS: usize = 21;

/// The first cell of each word. The last word overlaps the one before.
const fn word_start(word: usize) -> usize {
    if word + 1 < CELL_WORDS { 4 * word } else { 77 }
}

/// Loads puzzles of 81 bytes.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn cells<V: Lanes>(
    proof: V::Proof,
    puzzles: &[&[u8; 81]; MAX_LANES],
    encoding: CellEncoding,
) -> Loaded<V> {
    let words = words::<V>(proof, puzzles);
    let cell_bytes = encoding.cell_bytes();
    let mut differences = V::splat(proof, 0);
    for word in words {
        differences = V::or_xor(differences, word, word.look_up_bytes(cell_bytes));
    }
    let mut loaded = from_words(words);
    let odd = differences.nonzero_bits();
    if odd != 0 {
        // Their candidates are meaningless.
        let boards = boards_in(odd, puzzles, encoding);
        loaded.invalid = (loaded.invalid | odd) & !boards;
        loaded.left_alone |= boards;
    }
    loaded
}

/// Returns those of the `odd` lanes whose puzzle is a board.
#[cold]
#[inline(never)]
fn boards_in(odd: u32, puzzles: &[&[u8; 81]; MAX_LANES], encoding: CellEncoding) -> u32 {
    let is_board = |lane: usize, cells| odd >> lane & 1 == 1 && encoding.board(cells).is_some();
    puzzles
        .iter()
        .enumerate()
        .fold(0, |boards, (lane, cells)| boards | u32::from(is_board(lane, cells)) << lane)
}

/// Loads puzzles given as candidates. Lanes without a puzzle are invalid.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn candidates<V: Lanes>(proof: V::Proof, puzzles: &[[u16; 81]]) -> Loaded<V> {
    let mut lanes = [[0; MAX_LANES]; 27];
    for (lane, puzzle) in puzzles.iter().enumerate().take(MAX_LANES) {
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
    Loaded { candidates, invalid, left_alone: 0 }
}

/// Removes the excluded candidate, a cell and a digit, in each lane that has one. Such a puzzle has one clue less than
/// one with one solution, so that 16 clues are not too few for the lanes.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn exclude<V: Lanes>(proof: V::Proof, loaded: &mut Loaded<V>, excluded: &[Option<(u8, u8)>]) {
    for (lane, candidate) in excluded.iter().enumerate().take(V::LANES) {
        let Some((cell, digit)) = *candidate else { continue };
        let (word, bit) = place(usize::from(cell), usize::from(digit));
        let excluded = V::splat(proof, bit).keep(V::mask(proof, 1 << lane));
        let word = &mut loaded.candidates.as_flattened_mut().as_flattened_mut()[word];
        *word = *word & !excluded;
        loaded.left_alone &= !(1 << lane);
    }
}

/// Returns the bytes of all cells, with the bytes of each puzzle in its lane.
#[cfg_attr(not(unoptimized), inline(always))]
fn words<V: Lanes>(proof: V::Proof, puzzles: &[&[u8; 81]; MAX_LANES]) -> [V; CELL_WORDS] {
    let mut words = [V::splat(proof, 0); CELL_WORDS];
    let (fours, last) = words.as_chunks_mut::<4>();
    for (index, four) in fours.iter_mut().enumerate() {
        *four = four_words(proof, puzzles, 16 * index);
    }
    last[0] = four_words(proof, puzzles, 81 - 16)[3];
    words
}

/// Returns the sixteen bytes from cell `start` on.
#[cfg_attr(not(unoptimized), inline(always))]
fn four_words<V: Lanes>(proof: V::Proof, puzzles: &[&[u8; 81]; MAX_LANES], start: usize) -> [V; 4] {
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

/// Builds nodes from the low four bits of the bytes of all cells.
#[cfg_attr(not(unoptimized), inline(always))]
fn from_words<V: Lanes>(words: [V; CELL_WORDS]) -> Loaded<V> {
    let proof = words[0].proof();
    let mut shifts = words;
    for (word, shift) in shifts.iter_mut().enumerate() {
        *shift = shift.look_up_bytes(&SHIFTS) + V::splat(proof, STACK_SHIFTS[word]);
    }

    // Only the shifts of open cells have bit 5. Count them in each of the four byte positions first.
    let mut open = V::splat(proof, 0);
    for (word, shift) in shifts.iter().enumerate() {
        let new = if word + 1 < CELL_WORDS { 0x2020_2020 } else { 0x2000_0000 };
        open = open + ((*shift & V::splat(proof, new)) >> 5);
    }
    open = open + (open >> 16);
    open = (open + (open >> 8)) & V::splat(proof, 0xff);
    // The sum reaches 128 if there are too many open cells.
    let many_open = (open + V::splat(proof, 128 - 82 + MIN_CLUES)) & V::splat(proof, 128);

    let all = V::splat(proof, ALL);
    let one = V::splat(proof, 1);
    let mut clues = [[[V::splat(proof, 0); 3]; 3]; 3];
    for row in 0..3 {
        for column in 0..3 {
            // By band: bit = 9 * group + 3 * stack + member. Then groups and bands are swapped.
            let mut bands = [V::splat(proof, 0); 3];
            for (band, word) in bands.iter_mut().enumerate() {
                let mut stacks = [V::splat(proof, 0); 3];
                for (stack, bit) in stacks.iter_mut().enumerate() {
                    let cell = 27 * band + 9 * row + 3 * stack + column;
                    let index = if cell == 80 { CELL_WORDS - 1 } else { cell / 4 };
                    let byte = cell - word_start(index);
                    *bit = one.shift_left_by(shifts[index].byte(byte));
                }
                *word = V::or3(stacks[0], stacks[1], stacks[2]);
            }
            let groups = transpose::<V, BAND_WIDTH>(bands);
            for group in 0..3 {
                clues[row][column][group] = groups[group] & all;
            }
        }
    }
    Loaded { left_alone: many_open.nonzero_bits(), ..from_clues(clues) }
}

/// Adds, in all cells without a clue, the digits that are not clues of their box.
#[cfg_attr(not(unoptimized), inline(always))]
fn from_clues<V: Lanes>(clues: LaneCandidates<V>) -> Loaded<V> {
    let proof = clues[0][0][0].proof();
    let all = V::splat(proof, ALL);
    let mut no_clue = [all; 3];
    let mut twice = V::splat(proof, 0);
    for group in 0..3 {
        // The sum of nine 27-bit words is below 2^32. It equals their union if no bit is set twice.
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
            twice = V::or_and(twice, in_row, rotations::<V, STACK_WIDTH>(in_row).0);
            let in_column = V::or3(clues[0][line][group], clues[1][line][group], clues[2][line][group]);
            twice = V::or_and(twice, in_column, rotations::<V, BAND_WIDTH>(in_column).0);
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
    Loaded { candidates, invalid: twice.nonzero_bits(), left_alone: 0 }
}

/// Lanes whose settled node is a solution: every row, column and box has nine digits.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn solved<V: Lanes>(x: &LaneCandidates<V>) -> u32 {
    let proof = x[0][0][0].proof();
    let (mut rows, mut columns, mut boxes) =
        (V::splat(proof, ALL), V::splat(proof, ALL), V::splat(proof, ALL));
    for line in 0..3 {
        for group in 0..3 {
            let in_row = V::or3(x[line][0][group], x[line][1][group], x[line][2][group]);
            rows = rows & V::or3(in_row, in_row >> STACK_WIDTH, in_row >> (2 * STACK_WIDTH));
            let in_column = V::or3(x[0][line][group], x[1][line][group], x[2][line][group]);
            columns = columns & V::or3(in_column, in_column >> BAND_WIDTH, in_column >> (2 * BAND_WIDTH));
        }
    }
    for group in 0..3 {
        let mut in_box = x[0][0][group];
        for row in x {
            in_box = V::or3(in_box, row[0][group], row[1][group]) | row[2][group];
        }
        boxes = boxes & in_box;
    }
    // The digits of a row are now in its first stack, those of a column in its first band.
    let rows = rows | V::splat(proof, const { ALL & !field(STACK_WIDTH, 0) });
    let columns = columns | V::splat(proof, const { ALL & !field(BAND_WIDTH, 0) });
    V::and3(rows, columns, boxes).equal_bits(V::splat(proof, ALL)) & all_lanes(V::LANES)
}

/// Keeps one candidate of each cell. Returns the cells that have lost one, by row of the boxes, with the column in the
/// place of the member.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn keep_one_of_each<V: Lanes>(x: &mut LaneCandidates<V>) -> [V; 3] {
    let first = V::splat(x[0][0][0].proof(), FIRST_MEMBERS);
    let mut open = [first; 3];
    for (row, open) in x.iter_mut().zip(&mut open) {
        let mut lost = [first; 3];
        for (cell, lost) in row.iter_mut().zip(&mut lost) {
            let any = V::or3(cell[0], cell[1], cell[2]);
            // The lowest member of each cell, in the first group that has it.
            let lowest = any & !(any - first);
            let mut left = lowest;
            *lost = any & !lowest;
            for word in cell {
                *lost = V::or_and_not(*lost, *word, left);
                *word = *word & left;
                left = left & !*word;
            }
            *lost = first_of_cells(*lost);
        }
        *open = V::or3(lost[0], lost[1] << 1, lost[2] << 2);
    }
    open
}

/// The digit for four bits: the lower two are the member (0 if it is the first), the upper two the group.
const DIGITS: [u8; 16] = [1, 2, 3, 0, 4, 5, 6, 0, 7, 8, 9, 0, 0, 0, 0, 0];

/// Returns the digits of settled nodes, one byte for each cell, in order.
#[cfg_attr(not(unoptimized), inline(always))]
fn solution<V: Lanes>(x: &LaneCandidates<V>) -> [V; CELL_WORDS] {
    let mut words = [V::splat(x[0][0][0].proof(), 0); CELL_WORDS];
    // (Not in a loop, which the compiler would not unroll.)
    add_codes::<V, 0, 0>(x, &mut words);
    add_codes::<V, 0, 1>(x, &mut words);
    add_codes::<V, 0, 2>(x, &mut words);
    add_codes::<V, 1, 0>(x, &mut words);
    add_codes::<V, 1, 1>(x, &mut words);
    add_codes::<V, 1, 2>(x, &mut words);
    add_codes::<V, 2, 0>(x, &mut words);
    add_codes::<V, 2, 1>(x, &mut words);
    add_codes::<V, 2, 2>(x, &mut words);
    for word in &mut words {
        *word = word.look_up_bytes(&DIGITS);
    }
    words
}

/// Adds the [codes](DIGITS) of the digits in one cell of each box.
#[cfg_attr(not(unoptimized), inline(always))]
fn add_codes<V: Lanes, const ROW: usize, const COLUMN: usize>(
    x: &LaneCandidates<V>,
    words: &mut [V; CELL_WORDS],
) {
    let proof = x[0][0][0].proof();
    let last = V::splat(proof, const { field(MEMBER_WIDTH, 2) });
    let three = V::splat(proof, 3 * FIRST_MEMBERS);
    let low_pairs = V::splat(proof, const { 3 | 3 << 9 | 3 << 18 });
    let [a, b, c] = x[ROW][COLUMN];
    let member = V::or3(a, b, c) >> 1;
    // Adding 3 sets a cell's last bit if one bit was set, but not if none was.
    let group = V::select(last, b + three, (c + three) << 1);
    for stack in 0..3 {
        let code = V::select(low_pairs, member >> (3 * stack), group >> (3 * stack));
        for band in 0..3 {
            let cell = 27 * band + 9 * ROW + 3 * stack as usize + COLUMN;
            let (from, to) = (9 * band as u32, 8 * (cell % 4) as u32);
            let moved = if from > to { code >> (from - to) } else { code << (to - from) };
            words[cell / 4] = V::or_and(words[cell / 4], moved, V::splat(proof, 15 << to));
        }
    }
}

/// The number of moves of sixteen digits each. The last one moves a single digit.
pub(super) const QUADS: usize = CELL_WORDS.div_ceil(4);

/// Writes the digits of settled nodes: sixteen cells of each lane at a time.
#[cfg_attr(not(unoptimized), inline(always))]
pub(super) fn write_solutions<V: Lanes>(x: &LaneCandidates<V>, digits: &mut [[[u8; 16]; MAX_LANES]; QUADS]) {
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

/// Reads the solution of a lane.
#[inline(always)]
pub(super) fn read_solution(board: &mut Grid, lane: usize, digits: &[[[u8; 16]; MAX_LANES]; QUADS]) {
    let (quads, last) = board.digits_mut().as_chunks_mut::<16>();
    for (cells, quads) in quads.iter_mut().zip(digits) {
        *cells = quads[lane];
    }
    last[0] = digits[QUADS - 1][lane][0];
}
