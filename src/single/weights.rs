//! Where a long search has met its contradictions, and the guess that follows from it.
//!
//! A contradiction shows as a cell without a candidate, or as a box without a place for a digit. Each of
//! these, the 81 cells and the nine digits of nine boxes, has a weight that a contradiction raises. The next
//! guess is made where weight divided by the number of candidates (or places) is greatest: where little is
//! left, and where the trouble is. Later contradictions count for more, so that a search that has
//! moved on forgets.
//!
//! The rule of the [first guesses](super::guess) takes a digit from which most follows, anywhere; that
//! is best for nearly all puzzles, and worst for those whose trouble is in one corner, which it may never
//! guess at.

/// The candidates of a board's cells as bits, `[3 * row + column in the box][4 * band + stack]`. The words
/// of no stack and no band have all candidates.
pub(super) type CellWords = [[u16; 16]; 9];

/// The words of a place in the boxes: nine boxes, and seven that stand for none.
const BOXES: usize = 16;
/// All digits.
pub(super) const DIGITS: u16 = 0x1ff;
/// What everything weighs at first, and what the first contradiction adds.
const AT_FIRST: u16 = 32;
/// Above this, all weights are halved.
const MOST: u16 = 2048;

/// The weights of cells and places, which are the digits of a box.
pub(super) struct Weights {
    cells: [[u16; BOXES]; 9],
    /// By digit and box.
    places: [[u16; BOXES]; 9],
    /// What the next contradiction adds.
    step: u16,
}

/// A guess at one cell: it has `digit`, a bit, or it has not. The cell is `[place][word]` of [`CellWords`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellGuess {
    pub(super) place: usize,
    pub(super) word: usize,
    pub(super) digit: u16,
}

impl Weights {
    pub(super) const fn new() -> Self {
        // Words that stand for no box weigh nothing, so that they are never chosen.
        let mut boxes = [AT_FIRST; BOXES];
        let mut word = 0;
        while word < BOXES {
            if word % 4 == 3 || word >= 12 {
                boxes[word] = 0;
            }
            word += 1;
        }
        Self { cells: [boxes; 9], places: [boxes; 9], step: AT_FIRST }
    }

    /// Raises the weights of what has nothing left.
    #[inline(always)]
    pub(super) fn blame(&mut self, cells: &CellWords) {
        let mut somewhere = [0; BOXES];
        let mut greatest = 0;
        for place in 0..9 {
            for word in 0..BOXES {
                let candidates = cells[place][word] & DIGITS;
                somewhere[word] |= candidates;
                self.cells[place][word] += self.step & !any(candidates).cast_unsigned();
                greatest |= self.cells[place][word];
            }
        }
        for digit in 0..9 {
            for word in 0..BOXES {
                let placed = any(somewhere[word] & 1 << digit).cast_unsigned();
                self.places[digit][word] += self.step & !placed;
                greatest |= self.places[digit][word];
            }
        }
        self.step += 1 + self.step / 64;
        if greatest > MOST {
            for weights in self.cells.iter_mut().chain(&mut self.places) {
                for weight in weights {
                    *weight /= 2;
                }
            }
            self.step = self.step.div_ceil(2);
        }
    }

    /// The guess for a stuck node; none if all its cells are solved.
    #[inline(always)]
    pub(super) fn choose(&self, cells: &CellWords) -> Option<CellGuess> {
        let (mut best, mut which) = ([0_i16; BOXES], [0_i16; BOXES]);
        // Digits with so many places in the box, or more.
        let (mut one, mut two, mut three, mut four, mut five) =
            ([0; BOXES], [0; BOXES], [0; BOXES], [0; BOXES], [0; BOXES]);
        for place in 0..9 {
            for word in 0..BOXES {
                let candidates = cells[place][word] & DIGITS;
                let second = candidates & candidates.wrapping_sub(1);
                let third = second & second.wrapping_sub(1);
                let fourth = third & third.wrapping_sub(1);
                let fifth = fourth & fourth.wrapping_sub(1);
                let merit = merit(self.cells[place][word], second, third, fourth, fifth);
                let better = negative(best[word] - merit);
                best[word] ^= (best[word] ^ merit) & better;
                which[word] ^= (which[word] ^ place as i16) & better;
                five[word] |= four[word] & candidates;
                four[word] |= three[word] & candidates;
                three[word] |= two[word] & candidates;
                two[word] |= one[word] & candidates;
                one[word] |= candidates;
            }
        }
        for digit in 0..9 {
            let bit = 1 << digit;
            for word in 0..BOXES {
                let [second, third, fourth, fifth] =
                    [two[word] & bit, three[word] & bit, four[word] & bit, five[word] & bit];
                let merit = merit(self.places[digit][word], second, third, fourth, fifth);
                let better = negative(best[word] - merit);
                best[word] ^= (best[word] ^ merit) & better;
                which[word] ^= (which[word] ^ (9 + digit as i16)) & better;
            }
        }
        let mut chosen = 0;
        for word in 1..BOXES {
            if best[word] > best[chosen] {
                chosen = word;
            }
        }
        if best[chosen] == 0 {
            return None;
        }
        let which = which[chosen] as usize;
        if which < 9 {
            let candidates = cells[which][chosen] & DIGITS;
            return Some(CellGuess {
                place: which,
                word: chosen,
                digit: candidates & candidates.wrapping_neg(),
            });
        }
        let digit = 1 << (which - 9);
        let place = cells.iter().position(|places| places[chosen] & digit != 0)?;
        Some(CellGuess { place, word: chosen, digit })
    }
}

/// Twelve times the weight divided by the number of what is left: two, three, four or (about) more. Zero if
/// only one is left. The arguments after the weight tell, by not being zero, that so many are left.
#[inline(always)]
fn merit(weight: u16, second: u16, third: u16, fourth: u16, fifth: u16) -> i16 {
    let share = 2 * any(third) + any(fourth) + any(fifth) - 6 * any(second);
    weight.cast_signed() * share
}

/// All bits if some bit of a cell's candidates is set, else none. (In arithmetic, from which the compiler makes
/// vector instructions; of conditions it makes branches, and a guess takes four times as long.)
#[inline(always)]
fn any(candidates: u16) -> i16 {
    negative(-candidates.cast_signed())
}

/// All bits if the number is negative, else none.
#[inline(always)]
fn negative(number: i16) -> i16 {
    number >> 15
}

#[cfg(test)]
mod tests {
    use super::*;

    fn open() -> CellWords {
        [[DIGITS; BOXES]; 9]
    }

    #[test]
    fn the_fewest_candidates_or_places_win() {
        let weights = Weights::new();
        let mut cells = open();
        cells[4][6] = 0b1_0000_0100;
        assert_eq!(weights.choose(&cells), Some(CellGuess { place: 4, word: 6, digit: 0b100 }));
        // Digit 7 has two places in a box.
        let mut cells = open();
        for place in [0, 1, 2, 4, 5, 6, 8] {
            cells[place][9] &= !(1 << 6);
        }
        assert_eq!(weights.choose(&cells), Some(CellGuess { place: 3, word: 9, digit: 1 << 6 }));
        // A solved box, and so no guess.
        let solved = core::array::from_fn(|place| [1 << place; BOXES]);
        assert_eq!(weights.choose(&solved), None);
    }

    #[test]
    fn the_guess_goes_where_contradictions_were() {
        let mut weights = Weights::new();
        let mut dead = open();
        dead[2][5] = 0;
        weights.blame(&dead);
        weights.blame(&dead);
        let mut cells = open();
        cells[7][0] = 0b11;
        cells[2][5] = 0b111_0000;
        assert_eq!(weights.choose(&cells), Some(CellGuess { place: 2, word: 5, digit: 1 << 4 }));
    }

    #[test]
    fn weights_stay_in_range_however_long_a_search_is() {
        let mut weights = Weights::new();
        for round in 0..100_000 {
            let mut dead = open();
            dead[round % 9][round % 3] = 0;
            if round > 50_000 {
                dead = [[0; BOXES]; 9];
            }
            for word in [3, 7, 11, 12, 13, 14, 15] {
                for place in &mut dead {
                    place[word] = DIGITS;
                }
            }
            weights.blame(&dead);
            let all = weights.cells.iter().chain(&weights.places).flatten();
            assert!(all.clone().all(|&weight| weight <= i16::MAX as u16 / 6));
            assert!(weights.choose(&open()).is_some_and(|choice| choice.word % 4 != 3 && choice.word < 12));
        }
    }
}
