//! Sets of cells as bits, and the row, column and box of each cell.

/// A set of cells: bit `c` for cell `c`.
pub(crate) type CellBits = u128;

/// All cells.
pub(crate) const ALL_CELLS: CellBits = (1 << 81) - 1;

/// The row of each cell.
pub(crate) const ROW: [usize; 81] = of_cells(0);
/// The column of each cell.
pub(crate) const COLUMN: [usize; 81] = of_cells(1);
/// The box of each cell.
pub(crate) const BOX: [usize; 81] = of_cells(2);

const fn of_cells(kind: usize) -> [usize; 81] {
    let (mut units, mut cell) = ([0; 81], 0);
    while cell < 81 {
        units[cell] = [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3][kind];
        cell += 1;
    }
    units
}

/// The cells of the row, the column and the box of a cell.
pub(crate) fn units_of(cell: usize) -> CellBits {
    let (row, column) = (cell % 81 / 9, cell % 9);
    let in_column = ALL_CELLS / 0x1ff;
    let in_box = 0b111 << 18 | 0b111 << 9 | 0b111;
    0x1ff << (9 * row) | in_column << column | in_box << (row / 3 * 27 + column / 3 * 3)
}

/// Iterates over the cells of a set in ascending order. Shows the compiler that each is below 81, which saves
/// bounds checks.
#[inline(always)]
pub(crate) fn each(cells: CellBits) -> impl Iterator<Item = usize> {
    let (mut low, mut high) = (cells as u64, (cells >> 64) as u64);
    core::iter::from_fn(move || {
        if low != 0 {
            let cell = low.trailing_zeros() as usize;
            low &= low - 1;
            Some(cell % 64)
        } else if high != 0 {
            let cell = 64 + high.trailing_zeros() as usize;
            high &= high - 1;
            Some(cell.min(80))
        } else {
            None
        }
    })
}

/// Returns the cells with a digit.
#[inline(always)]
pub(crate) fn filled(digits: &[u8; 81]) -> CellBits {
    difference(digits, &[0; 81])
}

/// Returns the cells in which two boards differ.
#[inline(always)]
pub(crate) fn difference(one: &[u8; 81], other: &[u8; 81]) -> CellBits {
    /// Sets bit `i` of the result if byte `i` is not zero. All bytes are below 128.
    fn bits(bytes: u64) -> u64 {
        let high = (bytes + 0x7f7f_7f7f_7f7f_7f7f) & 0x8080_8080_8080_8080;
        (high >> 7).wrapping_mul(0x0102_0408_1020_4080) >> 56
    }
    let (ones, last) = one.as_chunks::<8>();
    let (others, other_last) = other.as_chunks::<8>();
    let mut halves = [0_u64; 2];
    for (index, (one, other)) in ones.iter().zip(others).enumerate() {
        let differ = u64::from_le_bytes(*one) ^ u64::from_le_bytes(*other);
        halves[index / 8] |= bits(differ & 0x7f7f_7f7f_7f7f_7f7f) << (8 * (index % 8));
    }
    let cell_80 = u64::from(last != other_last);
    u128::from(halves[0]) | u128::from(halves[1] | cell_80 << 16) << 64
}

/// Returns the board without the other cells.
#[inline(always)]
pub(crate) fn restrict(board: &[u8; 81], cells: CellBits) -> [u8; 81] {
    /// Returns a byte of ones for each bit that is set.
    fn bytes(bits: u64) -> u64 {
        let spread = bits.wrapping_mul(0x0101_0101_0101_0101) & 0x8040_2010_0804_0201;
        let high = ((spread + 0x7f7f_7f7f_7f7f_7f7f) | spread) & 0x8080_8080_8080_8080;
        (high >> 7) * 255
    }
    let mut kept = *board;
    let (eights, last) = kept.as_chunks_mut::<8>();
    let halves = [cells as u64, (cells >> 64) as u64];
    for (index, eight) in eights.iter_mut().enumerate() {
        let mask = bytes(halves[index / 8] >> (8 * (index % 8)) & 255);
        *eight = (u64::from_le_bytes(*eight) & mask).to_le_bytes();
    }
    if halves[1] >> 16 & 1 == 0 {
        last[0] = 0;
    }
    kept
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn units_have_the_cells_of_a_row_a_column_and_a_box() {
        for cell in 0..81 {
            let is_in = |other| [ROW, COLUMN, BOX].iter().any(|unit| unit[cell] == unit[other]);
            assert!(each(units_of(cell)).eq((0..81).filter(|&other| is_in(other))));
        }
    }

    #[test]
    fn boards_and_sets_agree() {
        let mut random = Random::new(3);
        for _ in 0..1000 {
            let board: [u8; 81] = core::array::from_fn(|_| 1 + random.below(9) as u8);
            let other: [u8; 81] = core::array::from_fn(|cell| {
                if random.below(3) == 0 { 1 + random.below(9) as u8 } else { board[cell] }
            });
            let expected = (0..81).filter(|&cell| board[cell] != other[cell]);
            let differ = difference(&board, &other);
            assert!(expected.eq(each(differ)));
            let kept = restrict(&board, differ);
            assert!((0..81).all(|cell| kept[cell] == if differ >> cell & 1 == 1 { board[cell] } else { 0 }));
            assert_eq!(filled(&kept), differ);
        }
        assert_eq!(filled(&[1; 81]), ALL_CELLS);
        assert_eq!(restrict(&[9; 81], ALL_CELLS), [9; 81]);
    }
}
