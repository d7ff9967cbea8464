//! Digits that can be exchanged in every solution.
//!
//! Two digits that are candidates of the same cells play the same part: if they are exchanged in a solution, the result
//! is another one. Digits that no clue has always are; climbing for slow boards leads to boards without two to four
//! digits. A search for any solution meets each contradiction with `k` such digits in up to `k!` forms. So its root
//! keeps one order of them: in one row, column or box, they come from the lowest to the highest. Every solution has an
//! image in that order.
//!
//! ```text
//!   five cells of a row that may have the digits 2, 5, 8          what is left of these digits
//!     258   258   258   258   258                                   2     25    258   58    8
//! ```
//!
//! Boards from climbs take half as many sweeps so.

use super::Solved;
use super::matching::{cells_of, remove};
use super::packed_board::{PackedBoard, place};
use super::weights::{CellWords, DIGITS};

/// How digits are exchanged in a solution: its images, each made from the one before.
#[derive(Clone, Copy)]
pub(super) struct Images {
    /// By digit, the one that takes its place in the next image.
    next: [u8; 16],
    /// The number of images besides the solution itself. Together, they have in each cell every digit that any exchange
    /// brings there.
    pub(super) further: usize,
}

impl Images {
    /// Of solutions without further images.
    pub(super) const NONE: Self = Self { next: [0; 16], further: 0 };
}

/// One of the further images of a solution, from 1.
pub(super) struct SolutionImage<'a> {
    pub(super) solution: &'a PackedBoard,
    pub(super) images: &'a Images,
    pub(super) number: usize,
}

impl Solved for SolutionImage<'_> {
    // (Not inlined: all searches by weight use it, but seldom.)
    #[cold]
    #[inline(never)]
    fn write_digits(&self, digits: &mut [u8; 81]) {
        for (cell, digit) in digits.iter_mut().enumerate() {
            let (register, band, shift) = place(cell);
            let field = self.solution.0[register][band] >> shift;
            *digit = (field | 1 << 9).trailing_zeros() as u8 + 1;
            for _ in 0..self.number {
                *digit = self.images.next[usize::from(*digit & 15)];
            }
        }
    }
}

/// Removes candidates so that, of all orders of digits that can be exchanged, not all are left, but of each solution at
/// least one. Returns the images of the solutions that are left.
#[cold]
#[inline(never)]
pub(super) fn keep_one_order(cells: &mut CellWords) -> Images {
    let mut images = Images::NONE;
    let mut left = DIGITS;
    while left != 0 {
        let lowest = left & left.wrapping_neg();
        // The digits that no cell tells from the lowest.
        let mut equal = left;
        for cell in cells.iter().flatten() {
            equal &= if cell & lowest == 0 { !cell } else { *cell };
        }
        left &= !equal;
        images.further = images.further.max(equal.count_ones() as usize - 1);
        let mut previous = 16 - equal.leading_zeros();
        for digit in (1..10).filter(|digit| equal << 1 >> digit & 1 == 1) {
            images.next[previous as usize % 16] = digit as u8;
            previous = digit;
        }
        if equal != lowest {
            order(cells, equal);
        }
    }
    images
}

/// Keeps one order of these digits in the unit with the fewest cells for them.
fn order(cells: &mut CellWords, digits: u16) {
    let places = |unit| cells_of(unit, cells).iter().filter(|&&own| own & digits != 0).count();
    let Some((count, unit)) = (0..27).map(|unit| (places(unit), unit)).min() else { return };
    let mut spare = count.saturating_sub(digits.count_ones() as usize);
    // The digits that the next cell may have.
    let (mut allowed, mut higher) = (0, digits);
    for (k, own) in cells_of(unit, cells).into_iter().enumerate() {
        if own & digits != 0 {
            allowed |= higher & higher.wrapping_neg();
            higher &= higher.wrapping_sub(1);
            remove(cells, unit, k, digits & !allowed);
            if spare > 0 {
                spare -= 1;
            } else {
                allowed &= allowed.wrapping_sub(1);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use crate::testkit::oracle;
    use crate::testkit::puzzles::PuzzleGenerator;

    use super::*;
    use crate::single::Start;
    use crate::single::weights::{digits_at, words_of};

    fn solutions(candidates: &[u16; 81]) -> Option<BTreeSet<[u8; 81]>> {
        let solutions = oracle::solutions(candidates, 2_000, u32::MAX)?;
        (solutions.len() < 2_000).then(|| solutions.into_iter().collect())
    }

    /// All solutions that result from these if any of the digits are exchanged.
    fn exchanged(solutions: BTreeSet<[u8; 81]>, digits: &[u8]) -> BTreeSet<[u8; 81]> {
        let mut all = solutions;
        loop {
            let count = all.len();
            for pair in digits.windows(2) {
                let exchange = |digit| match digit {
                    _ if digit == pair[0] => pair[1],
                    _ if digit == pair[1] => pair[0],
                    _ => digit,
                };
                let more: Vec<_> = all.iter().map(|solution| solution.map(exchange)).collect();
                all.extend(more);
            }
            if all.len() == count {
                return all;
            }
        }
    }

    /// On boards that lack digits, and on pencil marks in which pairs of digits have the same cells.
    #[test]
    fn each_solution_has_an_image_in_the_order_that_is_left() {
        let mut generator = PuzzleGenerator::new(81);
        let (mut boards, mut classes, mut fewer) = (0, [0; 9], 0);
        while boards < 120 {
            let full: [u8; 81] = generator.full_grid();
            let digits: Vec<u8> = generator.permutation(9).into_iter().map(|digit| digit as u8 + 1).collect();
            // Two groups of digits: the one is in no clue; in the second group, each digit is where all of them are.
            let exchanged_digits = &digits[..2 + boards % 4];
            let (first, second) = exchanged_digits.split_at(generator.below(exchanged_digits.len() + 1));
            let open = 45 + generator.below(15);
            let mut candidates = [0; 81];
            for (index, &cell) in generator.permutation(81).iter().enumerate() {
                let group = [first, second].into_iter().find(|group| group.contains(&full[cell]));
                candidates[cell] = match group {
                    _ if index < open - 20 => 0x1ff,
                    Some(group) => group.iter().fold(0, |all, digit| all | 1 << (digit - 1)),
                    None => 1 << (full[cell] - 1),
                };
            }
            let Some(all) = solutions(&candidates) else { continue };
            boards += 1;
            let mut words = words_of(&candidates);
            let images = keep_one_order(&mut words);
            let left = core::array::from_fn(|cell| digits_at(&words, cell));
            assert!(left.iter().zip(&candidates).all(|(left, before)| left & !before == 0));
            let kept = solutions(&left).unwrap();
            assert!(kept.is_subset(&all));
            fewer += usize::from(kept.len() < all.len());
            let same = exchanged(exchanged(kept.clone(), first), second);
            assert_eq!(same, all, "{first:?} {second:?} {candidates:?}");
            assert!(images.further + 1 >= first.len().max(second.len()));
            classes[images.further] += 1;
            // The images are solutions, and have all digits that the solutions have.
            let mut shown = [0_u16; 81];
            for solution in &kept {
                for number in 0..=images.further {
                    let mut image = [0; 81];
                    let solution = &PackedBoard::new(Start::Clues(solution));
                    SolutionImage { solution, images: &images, number }.write_digits(&mut image);
                    assert!(all.contains(&image), "{number} of {solution:?}", solution = solution.0);
                    (0..81).for_each(|cell| shown[cell] |= 1 << image[cell]);
                }
            }
            for (cell, shown) in shown.into_iter().enumerate() {
                assert_eq!(shown, all.iter().fold(0, |digits, solution| digits | 1 << solution[cell]));
            }
        }
        assert!(classes[1..4].iter().all(|&boards| boards > 10) && fewer > 90, "{classes:?} {fewer}");
    }

    #[test]
    fn digits_that_differ_in_one_cell_are_not_exchanged() {
        for (cell, digit) in [(0, 0), (80, 8), (40, 4)] {
            // Digits 1 to 9 in all cells, but each in one cell less: no two of them are alike.
            let mut candidates = [DIGITS; 81];
            for other in 0..9 {
                candidates[(cell + other) % 81] &= !(1 << ((digit + other) % 9));
            }
            let mut words = words_of(&candidates);
            assert_eq!(keep_one_order(&mut words).further, 0);
            assert_eq!(words, words_of(&candidates));
        }
    }
}
