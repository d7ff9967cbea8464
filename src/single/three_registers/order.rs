//! The positions of cells as tables: the permutations of words and bytes for the rules, the guess, input and output.
//!
//! ```text
//!   word     0  1  2   3  4  5   6  7  8    9 10 11  ...  24 25 26    27 28   29 30 31
//!   row      0  0  0   0  0  0   0  0  0    1  1  1        2  2  2    sides    unused        row in the box,
//!   band     0  0  0   1  1  1   2  2  2    0  0  0        2  2  2                           band and stack
//!   stack    0  1  2   0  1  2   0  1  2    0  1  2        0  1  2                           of the box
//! ```
//!
//! A table of a permutation has an entry for each word or byte of the result: the number of its source word or byte.

/// A number for each of the 32 words of a register. In a permutation, words beyond the 27 of cells stay in place unless
/// otherwise stated; in other tables they are zero.
#[repr(align(64))]
pub(in crate::single) struct WordTable(pub(super) [u16; 32]);

/// A number for each of the 64 bytes of a register.
#[repr(align(64))]
pub(super) struct ByteTable(pub(super) [u8; 64]);

/// The number of words that hold cells.
const CELL_WORDS: usize = 27;

/// Returns the word of the cells in a row of the boxes in a band and a stack, each modulo three.
const fn word(row: usize, band: usize, stack: usize) -> usize {
    9 * (row % 3) + 3 * (band % 3) + stack % 3
}

/// Returns row, band and stack of a word.
const fn row_band_stack(word: usize) -> (usize, usize, usize) {
    (word / 9, word / 3 % 3, word % 3)
}

/// Returns register and word of a cell of the grid.
pub(super) const fn place(row: usize, column: usize) -> (usize, usize) {
    ((row % 3 + column % 3) % 3, word(row % 3, row / 3, column / 3))
}

/// Register and word of each cell of the grid: on an upright board, and on a transposed one.
pub(super) static PLACES: [[(u8, u8); 81]; 2] = {
    let (mut places, mut cell) = ([[(0, 0); 81]; 2], 0);
    while cell < 81 {
        let (row, column) = (cell / 9, cell % 9);
        let [(k, word), (transposed_k, transposed_word)] = [place(row, column), place(column, row)];
        places[0][cell] = (k as u8, word as u8);
        places[1][cell] = (transposed_k as u8, transposed_word as u8);
        cell += 1;
    }
    places
};

/// Moves to every word the one `rows` rows further in the box and `stacks` stacks further in the band, cyclically.
const fn from_on(rows: usize, stacks: usize) -> WordTable {
    let mut from = [0; 32];
    let mut to = 0;
    while to < 32 {
        let (row, band, stack) = row_band_stack(to);
        from[to] = if to < CELL_WORDS { word(row + rows, band, stack + stacks) } else { to } as u16;
        to += 1;
    }
    WordTable(from)
}

/// Moves to every minirow the next one of the box, and the one after that.
pub(super) static ROWS_ON: [WordTable; 2] = [from_on(1, 0), from_on(2, 0)];
/// Moves to every minirow the one in the next box of the band, and the one in the box after that.
pub(super) static STACKS_ON: [WordTable; 2] = [from_on(0, 1), from_on(0, 2)];
/// For every minirow, the other minirows of its two configurations: the one that moves to the next box with each row,
/// and the one that moves to the previous box.
pub(super) static ROWS_OVER: [[WordTable; 2]; 2] =
    [[from_on(1, 1), from_on(2, 2)], [from_on(1, 2), from_on(2, 1)]];

/// For each register, transposes the board: exchanges rows with columns, and bands with stacks. The cell in row `r` and
/// column `c` of a box gets the one in row `c` and column `r`, which is in the same register `k`, as `r + c` is `k`
/// (modulo three) for both.
pub(super) static TRANSPOSED: [WordTable; 3] = {
    let mut orders = [const { WordTable([0; 32]) }; 3];
    let mut k = 0;
    while k < 3 {
        let mut to = 0;
        while to < 32 {
            // In terms of the upright board: the row of the result is the column of the source, and so on.
            let (column, stack, band) = row_band_stack(to);
            let row = k + 3 - column;
            orders[k].0[to] = if to < CELL_WORDS { word(row, band, stack) } else { to } as u16;
            to += 1;
        }
        orders[k].0[SIDES[0]] = SIDES[1] as u16;
        orders[k].0[SIDES[1]] = SIDES[0] as u16;
        k += 1;
    }
    orders
};

/// Two words beyond those of cells in the first register, which are exchanged, too: a mark in one of them shows whether
/// the board is transposed. (A separate flag would also be kept in a vector register, and occupy a fourth.)
pub(super) const SIDES: [usize; 2] = [27, 28];
/// The mark of an upright board.
pub(super) static UPRIGHT: WordTable = {
    let mut words = [0; 32];
    words[SIDES[0]] = 1;
    WordTable(words)
};

/// All digits and the sign bit in every word of a cell.
pub(super) static EVERYTHING_AND_SIGN: WordTable = {
    let mut words = [0; 32];
    let mut word = 0;
    while word < CELL_WORDS {
        words[word] = 0x81ff;
        word += 1;
    }
    WordTable(words)
};

/// The candidates of a cell by the low five bits of its byte. Only the lowest four count.
pub(super) static CANDIDATES: WordTable = {
    let mut candidates = [0x1ff; 32];
    let mut digit = 1;
    while digit < 10 {
        candidates[digit] = 1 << (digit - 1);
        candidates[digit + 16] = 1 << (digit - 1);
        digit += 1;
    }
    WordTable(candidates)
};

/// Two halves overlap to cover 81 bytes: 0 to 63 and 17 to 80.
pub(super) const SECOND_HALF: usize = 17;

/// The source of each byte of a register: its number in one of two registers, and a bit for each byte (or pair of
/// bytes, for words) that is set if it comes from the second one.
pub(super) struct FromTwo {
    pub(super) from: ByteTable,
    pub(super) in_second: u64,
}

const NOTHING: FromTwo = FromTwo { from: ByteTable([0; 64]), in_second: 0 };

/// For each register, moves to the low byte of every word the byte of its cell, from the first or second half of the
/// 81.
pub(super) static BYTE_OF_WORD: [FromTwo; 3] = {
    let mut orders = [NOTHING; 3];
    let mut cell = 0;
    while cell < 81 {
        let (k, word) = place(cell / 9, cell % 9);
        let second = cell >= 64;
        orders[k].from.0[2 * word] = (if second { cell - SECOND_HALF } else { cell }) as u8;
        orders[k].in_second |= (second as u64) << (2 * word);
        cell += 1;
    }
    orders
};

/// For an upright and for a transposed board, and for each half of the 81 bytes: moves to the byte of every cell its
/// digit. The digits of registers 0 and 1 are in the low and high bytes of one register, those of register 2 in
/// another.
pub(super) static BYTE_OF_CELL: [[FromTwo; 2]; 2] = {
    let mut orders = [const { [NOTHING; 2] }; 2];
    let mut i = 0;
    while i < 2 * 2 * 64 {
        let (transposed, half, byte) = (i / 128, i / 64 % 2, i % 64);
        let cell = byte + SECOND_HALF * half;
        let (k, word) = if transposed == 1 { place(cell % 9, cell / 9) } else { place(cell / 9, cell % 9) };
        orders[transposed][half].from.0[byte] = (2 * word + (k == 1) as usize) as u8;
        orders[transposed][half].in_second |= ((k == 2) as u64) << byte;
        i += 1;
    }
    orders
};

/// The word that belongs to no cell in a board laid out in [quarters](QUARTERS).
const NO_CELL: usize = 31;
/// All candidates in that word.
pub(super) static NOWHERE: WordTable = {
    let mut words = [0; 32];
    words[NO_CELL] = 0x1ff;
    WordTable(words)
};

/// For each cell of a box, row by row: moves to word `4 * band + stack` the cell of that box, as in a [long
/// register](crate::single::long_registers), and to all other words the word that belongs to no cell.
pub(super) static QUARTERS: [WordTable; 9] = {
    let mut orders = [const { WordTable([NO_CELL as u16; 32]) }; 9];
    let mut i = 0;
    while i < 81 {
        let (row, band, stack) = (i / 27, i / 3 % 3, i % 3);
        orders[i / 9].0[4 * band + stack] = word(row, band, stack) as u16;
        i += 1;
    }
    orders
};

/// Combines the results for bands and for stacks in one register: bands in the first half, stacks in the second, with
/// four words for each. Three of these are its boxes.
///
/// ```text
///   word    0 1 2 3    4 5 6 7    8 9 10 11    12 ...    16 17 18 19    20 21 22 23    24 25 26 27    28 ...
///           band 0     band 1     band 2                 stack 0        stack 1        stack 2
/// ```
///
/// The source is a register whose first row is from the board, and whose second row is from the transposed board, in
/// which bands and stacks are exchanged. This table takes the bands from the first row and the stacks from the second.
pub(super) static ALONG: WordTable = boxes([false, false]);
/// Like [`ALONG`], but takes the bands from the second row, and the stacks from the first.
pub(super) static ACROSS: WordTable = boxes([true, true]);
/// Like [`ALONG`], but takes both from the first row, the board itself.
pub(super) static FROM_FIRST: WordTable = boxes([false, true]);

/// `as_stacks`: whether the bands, and whether the stacks, are read with bands and stacks exchanged.
const fn boxes(as_stacks: [bool; 2]) -> WordTable {
    let mut from = [31; 32];
    let mut i = 0;
    while i < 18 {
        let (half, group, place) = row_band_stack(i);
        let word = if as_stacks[half] { word(1 - half, place, group) } else { word(half, group, place) };
        from[16 * half + 4 * group + place] = word as u16;
        i += 1;
    }
    WordTable(from)
}

/// Returns the meaning of a bit of a set of choices: in a band (half 0) or stack (1), its number, and the digit. Five
/// bits of each half have no meaning.
const fn choice(bit: usize) -> Option<(usize, usize, usize)> {
    if bit % 32 < 27 { Some((bit / 32, bit % 32 / 9, bit % 32 % 9)) } else { None }
}

/// For each choice, the byte of a register by [bands and stacks](ALONG) that contains it, and the bit in that byte.
pub(super) static BYTE_OF_CHOICE: ByteTable = bytes_of_choices(false);
pub(super) static BIT_OF_CHOICE: ByteTable = bytes_of_choices(true);

const fn bytes_of_choices(bits: bool) -> ByteTable {
    let mut bytes = [0; 64];
    let mut i = 0;
    while i < 64 {
        if let Some((half, group, digit)) = choice(i) {
            bytes[i] = if bits { 1 << (digit % 8) } else { (32 * half + 8 * group + digit / 8) as u8 };
        }
        i += 1;
    }
    ByteTable(bytes)
}

/// For each choice, its digit in all words of its band or stack, and nothing elsewhere.
pub(super) static CHOICES: [WordTable; 64] = {
    let mut choices = [const { WordTable([0; 32]) }; 64];
    let mut i = 0;
    while i < 64 * 27 {
        let (bit, to) = (i / 27, i % 27);
        let (_, band, stack) = row_band_stack(to);
        if let Some((half, group, digit)) = choice(bit)
            && group == [band, stack][half]
        {
            choices[bit].0[to] = 1 << digit;
        }
        i += 1;
    }
    choices
};

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns the three registers of a board whose cells have these numbers, with the number of no cell in other
    /// words.
    fn registers(cells: [u16; 81]) -> [[u16; 32]; 3] {
        let mut x = [[u16::MAX; 32]; 3];
        for (cell, number) in cells.into_iter().enumerate() {
            let (k, word) = place(cell / 9, cell % 9);
            assert_eq!(std::mem::replace(&mut x[k][word], number), u16::MAX, "two cells in one word");
        }
        x
    }

    fn permuted(x: [u16; 32], order: &WordTable) -> [u16; 32] {
        order.0.map(|from| x[usize::from(from)])
    }

    fn numbered() -> [u16; 81] {
        core::array::from_fn(|cell| cell as u16)
    }

    fn transposed() -> [u16; 81] {
        numbered().map(|cell| cell % 9 * 9 + cell / 9)
    }

    #[test]
    fn minirows_are_in_the_same_word_of_all_registers_also_when_transposed() {
        let (x, turned) = (registers(numbered()), registers(transposed()));
        for word in 0..CELL_WORDS {
            assert_eq!([x[0][word] / 3, x[1][word] / 3], [x[2][word] / 3; 2]);
        }
        for k in 0..3 {
            assert_eq!(permuted(x[k], &TRANSPOSED[k])[..CELL_WORDS], turned[k][..CELL_WORDS]);
            assert_eq!(permuted(turned[k], &TRANSPOSED[k])[..CELL_WORDS], x[k][..CELL_WORDS]);
            let mark = permuted(UPRIGHT.0, &TRANSPOSED[k]);
            assert_eq!(core::array::from_fn(|i| mark[SIDES[i]]), [0, 1]);
        }
    }

    #[test]
    fn other_minirows_come_from_the_box_and_from_the_band() {
        // In every word, the number of its minirow: 9 for each band, 3 for each row, 1 for each stack.
        let minirows = registers(numbered())[0].map(|cell| cell / 3);
        for word in 0..CELL_WORDS {
            let [band, row, stack] = [minirows[word] / 9, minirows[word] / 3 % 3, minirows[word] % 3];
            let at = |table: &WordTable| permuted(minirows, table)[word];
            let on = |rows: u16, stacks: u16| 9 * band + (row + rows) % 3 * 3 + (stack + stacks) % 3;
            assert_eq!(ROWS_ON.each_ref().map(at), [on(1, 0), on(2, 0)]);
            assert_eq!(STACKS_ON.each_ref().map(at), [on(0, 1), on(0, 2)]);
            assert_eq!(ROWS_OVER[0].each_ref().map(at), [on(1, 1), on(2, 2)]);
            assert_eq!(ROWS_OVER[1].each_ref().map(at), [on(1, 2), on(2, 1)]);
        }
    }

    #[test]
    fn bytes_of_a_board_go_to_their_words_and_back() {
        let x = registers(numbered());
        for k in 0..3 {
            let FromTwo { from, in_second } = &BYTE_OF_WORD[k];
            for word in 0..CELL_WORDS {
                let half = in_second >> (2 * word) & 1;
                assert_eq!(from.0[2 * word] as usize + SECOND_HALF * half as usize, x[k][word] as usize);
            }
        }
        for (cells, tables) in [numbered(), transposed()].into_iter().zip(&BYTE_OF_CELL) {
            let x = registers(cells);
            let two: [u16; 64] = core::array::from_fn(|byte| x[byte % 2][byte / 2]);
            let third: [u16; 64] =
                core::array::from_fn(|byte| if byte % 2 == 0 { x[2][byte / 2] } else { 0 });
            for (half, FromTwo { from, in_second }) in tables.iter().enumerate() {
                for byte in 0..64 {
                    let source = if in_second >> byte & 1 == 0 { two } else { third };
                    assert_eq!(source[usize::from(from.0[byte])], (byte + SECOND_HALF * half) as u16);
                }
            }
        }
    }
}
