//! The layout of a node's candidates, and the operations on it that all parts of the engine use.
//!
//! See the drawing in the [module's documentation](super). A *word* is one of a node's 27, in all lanes. Its 27 bits
//! are nine *cells*, one of each box, of three *members* each: the digits of one digit group.
//!
//! ```text
//!   bit       0   1   2   3   4   5   6   7   8   9  10  11  ...  26
//!   member    0   1   2   0   1   2   0   1   2   0   1   2  ...   2     fields of width MEMBER
//!   stack     0   0   0   1   1   1   2   2   2   0   0   0  ...   2     fields of width STACK
//!   band      0   0   0   0   0   0   0   0   0   1   1   1  ...   2     fields of width BAND
//! ```
//!
//! *Rotating* moves each field to the position of the next or the previous one of its three. *Transposing* swaps fields
//! and words: field `i` of word `j` becomes field `j` of word `i`.

use crate::vectors::Lanes;

/// Width of a member's field. A shift by the width moves to the next field.
pub(super) const MEMBER_WIDTH: u32 = 1;
/// Width of a stack's field.
pub(super) const STACK_WIDTH: u32 = 3;
/// Width of a band's field.
pub(super) const BAND_WIDTH: u32 = 9;

/// The 27 bits in use.
pub(super) const ALL: u32 = (1 << 27) - 1;

/// The bits of all fields with number `index` (0 to 2) of the given width.
pub(super) const fn field(width: u32, index: u32) -> u32 {
    let (mut bits, mut bit) = (0, 0);
    while bit < 27 {
        if bit / width % 3 == index {
            bits |= 1 << bit;
        }
        bit += 1;
    }
    bits
}

/// The first member of every cell.
pub(super) const FIRST_MEMBERS: u32 = field(MEMBER_WIDTH, 0);

/// Candidates as `[row in box][column in box][digit group]`.
pub(super) type LaneCandidates<V> = [[[V; 3]; 3]; 3];

/// The other two of three rows, columns or fields.
pub(super) const OTHERS: [(usize, usize); 3] = [(1, 2), (2, 0), (0, 1)];

/// Returns two words: one with every field replaced by the next of its three, and one with every field replaced by the
/// previous. Bits above the 27 in use are undefined.
#[inline(always)]
pub(super) fn rotations<V: Lanes, const WIDTH: u32>(word: V) -> (V, V) {
    if WIDTH == BAND_WIDTH {
        return word.rotate_nines();
    }
    let first = V::splat(word.proof(), const { field(WIDTH, 0) });
    let last = V::splat(word.proof(), const { field(WIDTH, 2) });
    (
        V::select(last, word << (2 * WIDTH), word >> WIDTH),
        V::select(first, word >> (2 * WIDTH), word << WIDTH),
    )
}

/// Field `i` of word `j` becomes field `j` of word `i`.
/// Bits above the 27 in use are undefined.
#[inline(always)]
pub(super) fn transpose<V: Lanes, const WIDTH: u32>([a, b, c]: [V; 3]) -> [V; 3] {
    let first = V::splat(a.proof(), const { field(WIDTH, 0) });
    let second = V::splat(a.proof(), const { field(WIDTH, 1) });
    [
        V::select(first, a, V::select(second, b << WIDTH, c << (2 * WIDTH))),
        V::select(first, a >> WIDTH, V::select(second, b, c << WIDTH)),
        V::select(first, a >> (2 * WIDTH), V::select(second, b >> WIDTH, c)),
    ]
}

/// Sets the first member of each cell that has any member set, and clears the others.
#[inline(always)]
pub(super) fn first_of_cells<V: Lanes>(word: V) -> V {
    V::or3(word, word >> 1, word >> 2) & V::splat(word.proof(), FIRST_MEMBERS)
}

/// Sets all three members of each cell that has one member set. If a cell has more, the lane's result is wrong.
#[inline(always)]
pub(super) fn whole_cells_with_one<V: Lanes>(word: V) -> V {
    // Adding 3 sets a cell's last bit if one bit was set, but not if none was.
    let last = V::splat(word.proof(), const { field(MEMBER_WIDTH, 2) });
    let any = (word + V::splat(word.proof(), 3 * FIRST_MEMBERS)) & last;
    (any << 1) - (any >> 2)
}

/// The bit of the first member of the cell in the box of this band and stack. The other members are the two bits above;
/// the other digit groups have the same bits in other words.
const fn lowest_bit(band: usize, stack: usize) -> u32 {
    (9 * band + 3 * stack) as u32
}

/// The word and the bit of a digit (1 to 9) in a cell (0 to 80).
pub(super) const fn place(cell: usize, digit: usize) -> (usize, u32) {
    debug_assert!(cell < 81 && digit >= 1 && digit <= 9);
    let (row, column, digit) = (cell / 9 % 9, cell % 9, digit.wrapping_sub(1) % 9);
    let word = 9 * (row % 3) + 3 * (column % 3) + digit / 3;
    (word, 1 << (lowest_bit(row / 3, column / 3) + digit as u32 % 3))
}

/// The words of a node with these candidates: 81 cells, row by row, bit `d` for digit `d + 1`; higher bits are ignored.
#[inline(always)]
pub(super) fn node_words(cells: &[u16; 81]) -> [u32; 27] {
    let mut words = [0; 27];
    for row in 0..9 {
        for column in 0..9 {
            for group in 0..3 {
                let digits = u32::from(cells[9 * row + column]) >> (3 * group) & 7;
                words[9 * (row % 3) + 3 * (column % 3) + group] |= digits << lowest_bit(row / 3, column / 3);
            }
        }
    }
    words
}

/// The candidates of the node with these words, in the same form.
pub(super) fn node_cells(word: &dyn Fn(usize) -> u32) -> [u16; 81] {
    let mut cells = [0; 81];
    for index in 0..27 {
        let (place, group, word) = (index / 3, index % 3, word(index));
        for band in 0..3 {
            for stack in 0..3 {
                let cell = 9 * (3 * band + place / 3) + 3 * stack + place % 3;
                cells[cell] |= ((word >> lowest_bit(band, stack) & 7) << (3 * group)) as u16;
            }
        }
    }
    cells
}
