//! Where cells lie, as tables: the permutations of words and bytes that the rules and the way in and
//! out ask for.

/// Words of a register; those beyond the 27 of cells are zero or go nowhere.
#[repr(align(64))]
pub(super) struct WordTable(pub(super) [u16; 32]);

/// Bytes of a register.
#[repr(align(64))]
pub(super) struct ByteTable(pub(super) [u8; 64]);

/// The word of the cells in a row of the boxes in a band and a stack, each counted modulo three.
const fn word(row: usize, band: usize, stack: usize) -> usize {
    9 * (row % 3) + 3 * (band % 3) + stack % 3
}

/// Row, band and stack of a word.
const fn row_band_stack(word: usize) -> (usize, usize, usize) {
    (word / 9, word / 3 % 3, word % 3)
}

/// Register and word of a cell of the grid.
pub(super) const fn place(row: usize, column: usize) -> (usize, usize) {
    ((row % 3 + column % 3) % 3, word(row % 3, row / 3, column / 3))
}

/// Every word takes the one so many rows and stacks on, within the box and the band.
const fn moved(rows: usize, stacks: usize) -> WordTable {
    let mut order = [0; 32];
    let mut to = 0;
    while to < 32 {
        let (row, band, stack) = row_band_stack(to);
        order[to] = if to < 27 { word(row + rows, band, stack + stacks) } else { to } as u16;
        to += 1;
    }
    WordTable(order)
}

/// The next row of the box, and the one after it.
pub(super) static ROWS_ON: [WordTable; 2] = [moved(1, 0), moved(2, 0)];
/// The other two stacks.
pub(super) static STACKS_ON: [WordTable; 2] = [moved(0, 1), moved(0, 2)];
/// The other two rows, by the two ways to go through the other two stacks with them.
pub(super) static ROWS_OVER: [[WordTable; 2]; 2] = [[moved(1, 1), moved(2, 2)], [moved(1, 2), moved(2, 1)]];

/// Rows and columns change places, bands and stacks. In register `k`, row `r` has the cell of column
/// `k - r`.
pub(super) static TRANSPOSED: [WordTable; 3] = {
    let mut orders = [const { WordTable([0; 32]) }; 3];
    let mut k = 0;
    while k < 3 {
        let mut to = 0;
        while to < 32 {
            let (column, stack, band) = row_band_stack(to);
            orders[k].0[to] = if to < 27 { word(k + 3 - column, band, stack) } else { to } as u16;
            to += 1;
        }
        orders[k].0[SIDES[0]] = SIDES[1] as u16;
        orders[k].0[SIDES[1]] = SIDES[0] as u16;
        k += 1;
    }
    orders
};

/// Two words beyond those of cells in the first register, which change places too: a mark in one of them
/// tells whether the board lies transposed. (A flag beside the registers would go through them, too, and
/// fill a fourth.)
pub(super) const SIDES: [usize; 2] = [27, 28];
/// The mark of a board that lies upright.
pub(super) static UPRIGHT: WordTable = {
    let mut words = [0; 32];
    words[SIDES[0]] = 1;
    WordTable(words)
};

/// Every digit, and the sign of the word, in every word of a cell.
pub(super) static EVERYTHING_AND_SIGN: WordTable = {
    let mut words = [0; 32];
    let mut word = 0;
    while word < 27 {
        words[word] = 0x81ff;
        word += 1;
    }
    WordTable(words)
};

/// The candidates of a cell by the low five bits of its byte, of which the lowest four count.
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

/// For each register, the byte of each word's cell in one of the halves, and the words whose cell is
/// in the second, two bits for each word.
pub(super) static BYTE_OF_WORD: [(ByteTable, u64); 3] = {
    let mut orders = [const { (ByteTable([0; 64]), 0) }; 3];
    let mut cell = 0;
    while cell < 81 {
        let (k, word) = place(cell / 9, cell % 9);
        let second = cell >= 64;
        orders[k].0.0[2 * word] = (if second { cell - SECOND_HALF } else { cell }) as u8;
        orders[k].1 |= (second as u64) << (2 * word);
        cell += 1;
    }
    orders
};

/// For a board as it is or transposed, and for each half: the byte of each cell in registers 0 and
/// 1, of which the second has moved to the high bytes of the first's words, or in register 2; and
/// the cells that are in that.
pub(super) static BYTE_OF_CELL: [[(ByteTable, u64); 2]; 2] = {
    let mut orders = [const { [const { (ByteTable([0; 64]), 0) }; 2] }; 2];
    let mut i = 0;
    while i < 2 * 2 * 64 {
        let (transposed, half, byte) = (i / 128, i / 64 % 2, i % 64);
        let cell = byte + SECOND_HALF * half;
        let (k, word) = if transposed == 1 { place(cell % 9, cell / 9) } else { place(cell / 9, cell % 9) };
        orders[transposed][half].0.0[byte] = (2 * word + (k == 1) as usize) as u8;
        orders[transposed][half].1 |= ((k == 2) as u64) << byte;
        i += 1;
    }
    orders
};

/// The word that stands for no cell where a board is laid out in [quarters](QUARTERS).
const NO_CELL: usize = 31;
/// All candidates there.
pub(super) static NOWHERE: WordTable = {
    let mut words = [0; 32];
    words[NO_CELL] = 0x1ff;
    WordTable(words)
};

/// For each cell of a box, row by row, the words of its register in quarters of three stacks.
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

/// The boxes of bands and stacks, a band or stack to four words and a box to a word: bands in the first half
/// of the register, stacks in the second. They come from the first row of the board and the second row of the
/// transposed one: bands and stacks from where they lie as bands,
pub(super) static ALONG: WordTable = boxes([false, false]);
/// from where they lie as stacks,
pub(super) static ACROSS: WordTable = boxes([true, true]);
/// or both from the board as it is.
pub(super) static FROM_FIRST: WordTable = boxes([false, true]);

const fn boxes(across: [bool; 2]) -> WordTable {
    let mut order = [31; 32];
    let mut i = 0;
    while i < 18 {
        let (half, group, place) = row_band_stack(i);
        let from = if across[half] { word(1 - half, place, group) } else { word(half, group, place) };
        order[16 * half + 4 * group + place] = from as u16;
        i += 1;
    }
    WordTable(order)
}

/// What a bit of a set of choices stands for, if anything: a band (0) or stack (1), its number and a digit.
const fn choice(bit: usize) -> Option<(usize, usize, usize)> {
    if bit % 32 < 27 { Some((bit / 32, bit % 32 / 9, bit % 32 % 9)) } else { None }
}

/// For each choice the byte of a register by bands and stacks, and the bit in that byte.
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

/// For each choice its digit, in the words of its band or stack.
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
