//! Finds the least image of a solution.
//!
//! Its first row is always 123456789. Therefore, two rows of one band, with the columns in their best order,
//! determine the second row. There are 36 such pairs, half of them in the transposed board. A digit of the second
//! row of a pair *points* to the column where the first row has it. The digits of a box point to the two other
//! stacks:
//!
//! - All three to one stack: the image of the second row is 456789 and a permutation of 123. This is the least
//!   possible.
//! - Two to one stack and one to the other: the image begins with 457, and its second box is least if the digit that
//!   points back to the first stack comes first: 189, 289 or 389. If that is impossible, it is 891 or 893.
//!
//! The least second row determines all columns and names, and therefore the other rows.

use super::{at, both_orientations};
use crate::symmetry::ORDERS;
use crate::{Grid, Symmetry};

/// Returns the symmetry that maps a solution to the least of its images.
pub(super) fn to_least(solution: &Grid) -> Symmetry {
    let boards = both_orientations(solution).map(|rows| rows.map(SolutionRow::new));
    // The number of digits in the first box of the second row that point to the second stack.
    let flow = |[first, second]: [&SolutionRow; 2]| (second.boxes[0] & first.boxes[1]).count_ones();
    let whole = boards
        .iter()
        .flat_map(|rows| rows.as_chunks::<3>().0)
        .any(|[a, b, c]| [[a, b], [a, c], [b, c]].into_iter().any(|pair| matches!(flow(pair), 0 | 3)));
    let mut best = LeastImage { image: [u64::MAX; 8], symmetry: Symmetry::IDENTITY };
    for (rows, transposes) in boards.iter().zip([false, true]) {
        for (band, three) in rows.as_chunks::<3>().0.iter().enumerate() {
            for order in ORDERS {
                let [first, second, third] = order.map(|row| &three[usize::from(row) % 3]);
                let order = order.map(|row| 3 * band + usize::from(row));
                let flow = flow([first, second]);
                // In this order of the stacks, most digits of the second row point to the next one.
                let stacks = if flow >= 2 { [0, 1, 2] } else { [0, 2, 1] };
                let first_band = FirstBand { rows, transposes, order, first, second, third, stacks };
                match (flow, whole) {
                    (0 | 3, _) => first_band.whole_boxes(&mut best),
                    (_, false) => first_band.mixed_boxes(&mut best),
                    _ => {}
                }
            }
        }
    }
    best.symmetry
}

/// A row of a solution or of its transpose.
struct SolutionRow {
    digits: [u8; 9],
    /// The column of each digit.
    columns: [u8; 16],
    /// The digits in each box, one bit for each.
    boxes: [u16; 3],
}

impl SolutionRow {
    fn new(digits: [u8; 9]) -> Self {
        let mut row = SolutionRow { digits, columns: [0; 16], boxes: [0; 3] };
        for (column, digit) in digits.into_iter().enumerate() {
            row.columns[usize::from(digit) % 16] = column as u8;
            row.boxes[column / 3] |= 1 << digit;
        }
        row
    }

    /// Returns the column of the only digit of a set.
    #[inline]
    fn column_of(&self, set: u16) -> u8 {
        self.columns[set.trailing_zeros() as usize % 16]
    }
}

/// The least image found.
struct LeastImage {
    /// Rows 2 to 9, four bits per cell, the first highest.
    image: [u64; 8],
    symmetry: Symmetry,
}

/// A solution or its transpose, and the rows of the band that comes first.
struct FirstBand<'a> {
    rows: &'a [SolutionRow; 9],
    transposes: bool,
    order: [usize; 3],
    first: &'a SolutionRow,
    second: &'a SolutionRow,
    third: &'a SolutionRow,
    stacks: [usize; 3],
}

impl FirstBand<'_> {
    /// Returns the column to which the second row's digit in a column points.
    #[inline]
    fn next(&self, column: u8) -> u8 {
        self.first.columns[usize::from(self.second.digits[usize::from(column) % 9]) % 16]
    }

    /// The digits of each box point to one stack. The order of the first three columns determines the others.
    fn whole_boxes(&self, best: &mut LeastImage) {
        for start in [0, 3, 6] {
            let next = [0, 1, 2].map(|column| self.next(start + column));
            let last = next.map(|column| self.next(column));
            let back = last.map(|column| self.next(column));
            for order in ORDERS {
                let [a, b, c] = order.map(|column| start + column);
                let place = |column: u8| 1 + u64::from(column == b) + 2 * u64::from(column == c);
                let ordered = |list: [u8; 3]| order.map(|column| at(&list, column));
                let tail = ordered(back).map(place);
                let second = 0x45_6789 << 12 | tail[0] << 8 | tail[1] << 4 | tail[2];
                if second <= best.image[0] {
                    let ([d, e, f], [g, h, i]) = (ordered(next), ordered(last));
                    self.compare(best, [a, b, c, d, e, f, g, h, i]);
                }
            }
        }
    }

    /// In each box, two digits point to the next stack and one to the last.
    fn mixed_boxes(&self, best: &mut LeastImage) {
        let (first, second) = (self.first, self.second);
        for start in 0..3 {
            let [a, b, c] = [0, 1, 2].map(|stack| self.stacks[(start + stack) % 3]);
            let third = second.column_of(at(&second.boxes, a) & at(&first.boxes, c));
            // The digit that points from the second stack back to the first, and its column.
            let back = at(&second.boxes, b) & at(&first.boxes, a);
            let (from, to) = (second.column_of(back), first.column_of(back));
            let above = first.digits[usize::from(from) % 9];
            let neighbour = |column: u8| (9 * a + 3) as u8 - third - column;
            // It comes fourth if the first column points to it, sixth if no column does.
            let (one, places) = if at(&second.boxes, a) >> above & 1 == 1 {
                let one = second.columns[usize::from(above) % 16];
                let places = match to {
                    to if to == one => 0x189,
                    to if to == third => 0x389,
                    _ => 0x289,
                };
                (one, places)
            } else if to == third {
                ((3 * a) as u8 + u8::from(third == (3 * a) as u8), 0x893)
            } else {
                (to, 0x891)
            };
            if 0x45_7000 | places > best.image[0] >> 12 {
                continue;
            }
            let other = neighbour(one);
            self.offer_mixed(best, [one, other, third], b, from);
            if places == 0x893 {
                self.offer_mixed(best, [other, one, third], b, from);
            }
        }
    }

    /// The first three columns determine the others: those they point to, and so on.
    fn offer_mixed(&self, best: &mut LeastImage, [a, b, c]: [u8; 3], stack: usize, back: u8) {
        let [d, e] = [a, b].map(|column| self.next(column));
        let f = (9 * stack + 3) as u8 - d - e;
        // The two that do not point back.
        let (one, other) = if back == d { (e, f) } else { (d, if back == e { f } else { e }) };
        let [g, h, i] = [c, one, other].map(|column| self.next(column));
        self.compare(best, [a, b, c, d, e, f, g, h, i]);
    }

    /// Takes an order of the columns if its image is less than the best.
    fn compare(&self, best: &mut LeastImage, columns: [u8; 9]) {
        let mut names = [0u8; 16];
        for (name, &column) in (1..).zip(&columns) {
            names[usize::from(self.first.digits[usize::from(column) % 9]) % 16] = name;
        }
        let name = |row: &SolutionRow, place: usize| {
            names[usize::from(row.digits[usize::from(columns[place]) % 9]) % 16]
        };
        let image =
            |row: &SolutionRow| (0..9).fold(0, |image, place| image << 4 | u64::from(name(row, place)));
        let mut found = [0; 8];
        let mut is_less = false;
        for ((found, best), row) in found.iter_mut().zip(&best.image).zip([self.second, self.third]) {
            *found = image(row);
            if !is_less && *found > *best {
                return;
            }
            is_less |= *found < *best;
        }
        // The first digits order the other rows: in each band, and the two bands.
        let band = self.order[0] / 3;
        let [mut fourth, mut last] = [(band + 1) % 3, (band + 2) % 3].map(|band| {
            let mut keys = [0, 1, 2]
                .map(|row| (usize::from(name(&self.rows[3 * band + row], 0)) << 4) | (3 * band + row));
            keys.sort_unstable();
            keys
        });
        if last[0] < fourth[0] {
            (fourth, last) = (last, fourth);
        }
        let mut rows = [0; 9];
        rows[..3].copy_from_slice(&self.order);
        let others = rows[3..].iter_mut().zip(fourth.into_iter().chain(last));
        for ((found, best), (row, key)) in found[2..].iter_mut().zip(&best.image[2..]).zip(others) {
            *row = key % 16;
            *found = image(&self.rows[key % 16 % 9]);
            if !is_less && *found > *best {
                return;
            }
            is_less |= *found < *best;
        }
        if is_less {
            let digits = core::array::from_fn(|digit| names[digit + 1]);
            let rows = rows.map(|row| row as u8);
            let symmetry = Symmetry::new(self.transposes, rows, columns, digits);
            *best = LeastImage { image: found, symmetry: symmetry.unwrap_or_default() };
        }
    }
}
