//! Whether the cells of a row, column or box can hold nine different digits, and which ones they can hold then.
//!
//! If five cells of a row have only four digits between them, there is a contradiction that no sweep finds. The same
//! holds for any set of cells with fewer digits than cells (a naked subset that is too small). By Hall's theorem,
//! nothing else can be wrong with a single line. Puzzles given as clues rarely lead to this. Arbitrary candidates can
//! start with it, and without this test a search would place all other cells again and again before it found out.

use super::weights::{CellWords, DIGITS};

/// The place in [`CellWords`] of a unit's `k`th cell: of row or column 3i + j, or of the box in band i and stack j.
#[inline(always)]
const fn place_in(unit: usize, k: usize) -> (usize, usize) {
    let (i, j) = (unit % 9 / 3, unit % 3);
    match unit / 9 {
        0 => (3 * j + k % 3, 4 * i + k / 3),
        1 => (j + 3 * (k % 3), 4 * (k / 3) + i),
        _ => (k, 4 * i + j),
    }
}

/// The candidates of the nine cells of a unit.
#[inline(never)]
pub(super) fn cells_of(unit: usize, cells: &CellWords) -> [u16; 16] {
    core::array::from_fn(|k| {
        let (place, word) = place_in(unit, k);
        cells.get(place).filter(|_| k < 9).map_or(0, |words| words[word % 16] & DIGITS)
    })
}

/// Whether some row, column or box cannot be filled.
#[cold]
#[inline(never)]
pub(super) fn lacks_digits(cells: &CellWords) -> bool {
    (0..27).any(|unit| !can_be_filled(&cells_of(unit, cells)))
}

/// Takes digits from a unit's `k`th cell.
pub(super) fn remove(cells: &mut CellWords, unit: usize, k: usize, digits: u16) {
    let (place, word) = place_in(unit, k);
    if let Some(words) = cells.get_mut(place) {
        words[word % 16] &= !digits;
    }
}

/// Whether nine cells can hold nine different digits. Each cell takes a free digit, or the digit of a cell that can
/// move to another digit, and so on (a bipartite matching that grows by augmenting paths).
fn can_be_filled(cells: &[u16; 16]) -> bool {
    // The digit of each cell, and the cell of each digit.
    let (mut digit_of, mut cell_of) = ([0; 16], [0; 16]);
    let mut free = DIGITS;
    for k in 0..9 {
        // The digits within reach and, by digit, the cell that would take it.
        let (mut reach, mut taker) = (cells[k], [k; 16]);
        let mut todo = reach;
        while reach & free == 0 {
            if todo == 0 {
                return false;
            }
            let holder: usize = cell_of[todo.trailing_zeros() as usize % 16];
            todo &= todo - 1;
            let mut new = cells[holder % 16] & !reach;
            reach |= new;
            todo |= new;
            while new != 0 {
                taker[new.trailing_zeros() as usize % 16] = holder;
                new &= new - 1;
            }
        }
        let mut digit = (reach & free).trailing_zeros() as usize % 16;
        free &= !(1 << digit);
        // Each cell that takes a digit leaves its previous one to the next, until the cell without a digit is reached.
        loop {
            let cell = taker[digit] % 16;
            cell_of[digit] = cell;
            let left = core::mem::replace(&mut digit_of[cell], digit);
            if cell == k {
                break;
            }
            digit = left % 16;
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether the cells from the `k`th on can take different digits of `left`, by exhaustive search.
    fn by_trying(cells: &[u16; 9], k: usize, left: u16) -> bool {
        k == 9 || (0..9).any(|d| cells[k] & left & 1 << d != 0 && by_trying(cells, k + 1, left & !(1 << d)))
    }

    /// Nine random cells, with few candidates in every second call.
    fn random_cells(state: &mut u64) -> [u16; 9] {
        let mut random = || {
            *state ^= *state << 13;
            *state ^= *state >> 7;
            *state ^= *state << 17;
            (*state >> 20) as u16
        };
        let sparse = random() % 2 == 0;
        core::array::from_fn(|_| DIGITS & random() & if sparse { random() } else { DIGITS })
    }

    #[test]
    fn matching_agrees_with_exhaustive_search() {
        let mut state = 0x9e37_79b9_7f4a_7c15;
        let mut filled = 0;
        for _ in 0..20_000 {
            let cells = random_cells(&mut state);
            let expected = by_trying(&cells, 0, DIGITS);
            let padded = core::array::from_fn(|k| cells.get(k).copied().unwrap_or_default());
            assert_eq!(can_be_filled(&padded), expected, "{cells:?}");
            filled += usize::from(expected);
        }
        assert!((5_000..15_000).contains(&filled), "{filled} of 20,000: the cells are too easy");
    }

    #[test]
    fn every_row_column_and_box_is_tested() {
        for unit in 0..27 {
            for first in 0..5 {
                let mut cells: CellWords = [[DIGITS; 16]; 9];
                assert!(!lacks_digits(&cells));
                for k in first..first + 5 {
                    let (row, column) = match unit / 9 {
                        0 => (unit % 9, k),
                        1 => (k, unit % 9),
                        _ => (unit % 9 / 3 * 3 + k / 3, unit % 3 * 3 + k % 3),
                    };
                    cells[3 * (row % 3) + column % 3][4 * (row / 3) + column / 3] = 0b1_0101_0010;
                }
                assert!(lacks_digits(&cells), "five cells of unit {unit} with four digits");
            }
        }
    }
}
