//! Unavoidable sets: sets of cells that some other grid fills with other digits, and agrees everywhere else.
//!
//! A puzzle of a grid has one solution just if it has a clue in each of the grid's unavoidable sets. A few score of
//! small ones are easy to find, and every second solution that a search comes upon is another.

use super::cells::BOX;

/// Shows the smallest unavoidable sets within which two digits change places, up to `most` cells: the sum of what
/// each cell has in `bits`.
#[inline(always)]
pub(super) fn digit_pairs(solution: &[u8; 81], bits: &[u128; 128], most: u32, mut show: impl FnMut(u128)) {
    // By digit: its cell's bit in each row, and that row's column and box; and the row of its cell in each column and
    // box, as a bit. (Sixteen and 128 in place of nine and 81: then a mask keeps an index within bounds.)
    let mut cell_bits = [[0; 16]; 16];
    let mut column_and_box = [[(0, 0); 9]; 16];
    let mut rows_of_columns = [[0_u16; 16]; 16];
    let mut rows_of_boxes = [[0_u16; 16]; 16];
    for row in 0..9 {
        for column in 0..9 {
            let cell = 9 * row + column;
            let digit = usize::from(solution[cell]) % 16;
            cell_bits[digit][row] = bits[cell];
            column_and_box[digit][row] = (column as u8, BOX[cell] as u8);
            rows_of_columns[digit][column] = 1 << row;
            rows_of_boxes[digit][BOX[cell]] = 1 << row;
        }
    }
    for one in 2..10 {
        for other in 1..one {
            // Where one digit stands, the other goes, and there it must leave its column and its box.
            let mut links = [0; 16];
            for (link, (column, box_)) in links.iter_mut().zip(column_and_box[one]) {
                *link = rows_of_columns[other][usize::from(column) % 16]
                    | rows_of_boxes[other][usize::from(box_) % 16];
            }
            let mut unseen = 0x1ff_u16;
            while unseen != 0 {
                let mut waiting = unseen & unseen.wrapping_neg();
                let (mut seen, mut set, mut size) = (waiting, 0, 0);
                while waiting != 0 {
                    let row = waiting.trailing_zeros() as usize % 16;
                    waiting &= waiting - 1;
                    set |= cell_bits[one][row] | cell_bits[other][row];
                    size += 2;
                    let new = links[row] & !seen;
                    waiting |= new;
                    seen |= new;
                }
                unseen &= !seen;
                if size <= most {
                    show(set);
                }
            }
        }
    }
}

/// Shows the smallest unavoidable sets within which two rows of a band, or two columns of a stack, change places in
/// some of their columns or rows, up to `most` cells, likewise.
#[inline(always)]
pub(super) fn line_pairs(solution: &[u8; 81], bits: &[u128; 128], most: u32, mut show: impl FnMut(u128)) {
    // (As above: no mask can keep an index below 81.)
    let mut digits = [0; 128];
    digits[..81].copy_from_slice(solution);
    for (along, across) in [(1, 9), (9, 1)] {
        for band in 0..3 {
            for (line, other) in [(0, 1), (0, 2), (1, 2)] {
                let (line, other) = (across * (3 * band + line), across * (3 * band + other));
                // By digit, its place in one line; and so by place, where the digit opposite stands in this line.
                let mut places = [0_u8; 16];
                for place in 0..9 {
                    places[usize::from(digits[(line + along * place) % 128]) % 16] = place as u8;
                }
                let mut links = [0_u8; 16];
                let mut pairs = [0; 16];
                for place in 0..9 {
                    let (cell, opposite) = ((line + along * place) % 128, (other + along * place) % 128);
                    links[place] = places[usize::from(digits[opposite]) % 16];
                    pairs[place] = bits[cell] | bits[opposite];
                }
                let mut unseen = 0x1ff_u16;
                while unseen != 0 {
                    let (mut set, mut size) = (0, 0);
                    let mut place = unseen.trailing_zeros() as usize % 16;
                    while unseen >> place & 1 == 1 {
                        unseen &= !(1 << place);
                        set |= pairs[place];
                        size += 2;
                        place = usize::from(links[place]) % 16;
                    }
                    if size <= most {
                        show(set);
                    }
                }
            }
        }
    }
}
