//! Records where a long search has met its contradictions, and chooses guesses accordingly.
//!
//! A contradiction is a cell without a candidate, or a box without a place for a digit. Each of the 81 cells, and each
//! of the nine digits in nine boxes, has a weight that a contradiction [raises](Weights::raise). Later contradictions
//! have a greater effect.
//!
//! The guess is at the cell with the greatest quotient of weight and number of candidates, or at the digit of a box
//! with a greater quotient of weight and number of places: where few choices are left, and where the contradictions
//! are.
//!
//! ```text
//!   weight     candidates or places      merit = 12 * weight / number
//!     32         1 2            2          192
//!     32         1 2 3          3          128
//!     97         4 5 6          3          388       two contradictions here: this cell is guessed at
//! ```
//!
//! One branch places the digit in the cell, the other removes it. Such a guess removes fewer candidates than one on
//! [two configurations](super::guess), which takes the digit with the most consequences, anywhere on the board. That is
//! best for nearly all puzzles. It is worst for puzzles whose contradictions are all in one corner, where it may never
//! guess.
//!
//! At each restart of a search, all weights [vary](Weights::vary): an order of guesses that meets the same
//! contradictions again and again is soon replaced by one that does not.
//! Every third order [ignores](Weights::without_contradictions) what was learned, as weights can lead away from
//! where few choices are left.

use crate::random::Random;

/// The candidates of a board's cells as bits, `[3 * row + column in the box][4 * band + stack]`. The words that belong
/// to no stack or band have all candidates.
pub(super) type CellWords = [[u16; 16]; 9];

/// The place of a cell in [`CellWords`].
#[inline(always)]
pub(super) const fn place_of(cell: usize) -> (usize, usize) {
    let (row, column) = (cell / 9, cell % 9);
    (row % 3 * 3 + column % 3, row / 3 * 4 + column / 3)
}

/// Returns the digits of the 81 cells as [`CellWords`], with none in the words that belong to no cell.
pub(super) fn words_of(digits: &[u16; 81]) -> CellWords {
    let mut words = [[0; BOXES]; 9];
    for (cell, &digits) in digits.iter().enumerate() {
        let (place, word) = place_of(cell);
        if let Some(own) = words.get_mut(place).and_then(|words| words.get_mut(word)) {
            *own = digits;
        }
    }
    words
}

/// The digits of a cell.
#[inline(always)]
pub(super) fn digits_at(words: &CellWords, cell: usize) -> u16 {
    let (place, word) = place_of(cell);
    words.get(place).and_then(|words| words.get(word)).map_or(0, |digits| digits & DIGITS)
}

/// The number of words for one cell of the boxes: nine boxes, and seven words that belong to none.
const BOXES: usize = 16;
/// Contradictions, beyond one for each solution, after which guesses follow weights.
pub(super) const WEIGHTS_AFTER: u64 = 100;
/// All digits.
pub(super) const DIGITS: u16 = 0x1ff;
/// The initial weight, and the amount that the first contradiction adds.
const AT_FIRST: u16 = 32;
/// Above this, all weights are halved.
const MOST: u16 = 2048;
/// Each restart adds less than this to each weight.
const NOISE: u32 = 128;
/// What is added without contradictions is less than this: it decides between guesses with as many choices.
const TIES: u32 = 8;

/// The weights of the cells, and of the digits in each box.
#[derive(Clone, Copy)]
pub(super) struct Weights {
    /// By cell, as in [`CellWords`].
    cells: [[u16; BOXES]; 9],
    /// By digit and box, the latter as in [`CellWords`].
    digits: [[u16; BOXES]; 9],
    /// The amount that the next contradiction adds.
    step: u16,
    /// The digits that a guess at a cell tries before the others.
    preferred: u16,
    /// The digits that a guess at a cell tries even before those.
    wanted: CellWords,
}

/// A guess at one cell: it has `digit` (a bit) or does not. The cell is `[place][word]` of [`CellWords`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct CellGuess {
    pub(super) place: usize,
    pub(super) word: usize,
    pub(super) digit: u16,
}

impl Weights {
    pub(super) const fn new() -> Self {
        // Words that belong to no box have weight 0, so they are never chosen.
        let mut boxes = [AT_FIRST; BOXES];
        let mut word = 0;
        while word < BOXES {
            if word % 4 == 3 || word >= 12 {
                boxes[word] = 0;
            }
            word += 1;
        }
        Self {
            cells: [boxes; 9],
            digits: [boxes; 9],
            step: AT_FIRST,
            preferred: DIGITS,
            wanted: [[0; BOXES]; 9],
        }
    }

    /// Those in the slot, which are new if there were none. (Not inlined, so that the searches stay small.)
    #[inline(never)]
    pub(super) fn in_slot(slot: &mut Option<Self>) -> &mut Self {
        slot.get_or_insert(const { Self::new() })
    }

    /// Makes guesses at a cell try these digits of it first.
    pub(super) fn want(&mut self, digits: &[u16; 81]) {
        self.wanted = words_of(digits);
    }

    /// Adds random numbers to all weights, and changes the digits that are tried first. The same `restart` always gives
    /// the same numbers.
    pub(super) fn vary(&mut self, restart: u64) {
        self.preferred = self.add_noise(Random::for_item(0, restart), NOISE).bits() as u16 & DIGITS;
    }

    /// Adds random numbers below `end` to all weights. (Not inlined: all searches by weight use it, but seldom.)
    #[cold]
    #[inline(never)]
    fn add_noise(&mut self, mut random: Random, end: u32) -> Random {
        for weight in self.cells.iter_mut().chain(&mut self.digits).flatten() {
            // Words that stand for no box keep the weight zero.
            if *weight > 0 {
                *weight = (*weight + random.below(end) as u16).min(MOST);
            }
        }
        random
    }

    /// Returns the weights before any contradiction, in another order among equals for each restart. (Not inlined, so
    /// that the searches stay small.)
    #[inline(never)]
    pub(super) fn without_contradictions(restart: u64) -> Self {
        let mut weights = Self::new();
        if restart > 0 {
            weights.add_noise(Random::for_item(1, restart), TIES);
        }
        weights
    }

    /// Raises the weights of the cells without a candidate, and of the digits without a place in their box, after a
    /// contradiction.
    #[inline(always)]
    pub(super) fn raise(&mut self, cells: &CellWords) {
        // By box, the digits that have a place.
        let mut somewhere = [0; BOXES];
        let mut greatest = 0;
        // (A local copy: with `self.step`, the compiler finds no vector instructions.)
        let step = self.step;
        for place in 0..9 {
            for word in 0..BOXES {
                let candidates = cells[place][word] & DIGITS;
                somewhere[word] |= candidates;
                self.cells[place][word] += step & !any(candidates).cast_unsigned();
                greatest |= self.cells[place][word];
            }
        }
        for digit in 0..9 {
            for word in 0..BOXES {
                let placed = any(somewhere[word] & 1 << digit).cast_unsigned();
                self.digits[digit][word] += step & !placed;
                greatest |= self.digits[digit][word];
            }
        }
        self.step += 1 + self.step / 64;
        if greatest > MOST {
            for weights in self.cells.iter_mut().chain(&mut self.digits) {
                for weight in weights {
                    // Rounded up, so that no weight becomes zero: a cell or digit of weight zero is never guessed.
                    *weight = weight.div_ceil(2);
                }
            }
            self.step = self.step.div_ceil(2);
        }
    }

    /// Returns the guess for a stuck node, or `None` if all its cells are solved.
    #[inline(always)]
    pub(super) fn choose(&self, cells: &CellWords) -> Option<CellGuess> {
        let mut best = BestByBox { merits: [0; BOXES], which: [0; BOXES] };
        // By box, the digits with at least this many places.
        let (mut one, mut two, mut three, mut four, mut five) =
            ([0; BOXES], [0; BOXES], [0; BOXES], [0; BOXES], [0; BOXES]);
        for place in 0..9 {
            for word in 0..BOXES {
                let candidates = cells[place][word] & DIGITS;
                let second = without_lowest(candidates);
                let third = without_lowest(second);
                let fourth = without_lowest(third);
                let fifth = without_lowest(fourth);
                best.offer(word, place, merit(self.cells[place][word], [second, third, fourth, fifth]));
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
                let more = [two[word] & bit, three[word] & bit, four[word] & bit, five[word] & bit];
                best.offer(word, 9 + digit, merit(self.digits[digit][word], more));
            }
        }
        let (word, which) = best.of_all_boxes()?;
        if which < 9 {
            let candidates = cells[which][word] & DIGITS;
            let wanted = candidates & self.wanted[which][word];
            let preferred = if wanted == 0 { candidates & self.preferred } else { wanted };
            let candidates = if preferred == 0 { candidates } else { preferred };
            return Some(CellGuess { place: which, word, digit: candidates & candidates.wrapping_neg() });
        }
        let digit = 1 << (which - 9);
        let place = cells.iter().position(|places| places[word] & digit != 0)?;
        Some(CellGuess { place, word, digit })
    }
}

/// By box, the greatest merit so far, and the index of its cell (0 to 8) or digit (9 to 17).
struct BestByBox {
    merits: [i16; BOXES],
    which: [i16; BOXES],
}

impl BestByBox {
    /// Replaces a box's best cell or digit if this one has greater merit.
    #[inline(always)]
    fn offer(&mut self, word: usize, which: usize, merit: i16) {
        let greater = negative(self.merits[word] - merit);
        self.merits[word] ^= (self.merits[word] ^ merit) & greater;
        self.which[word] ^= (self.which[word] ^ which as i16) & greater;
    }

    /// Returns the box with the greatest merit, and the index of its cell or digit, or `None` if all merits are zero.
    #[inline(always)]
    fn of_all_boxes(&self) -> Option<(usize, usize)> {
        let mut chosen = 0;
        for word in 1..BOXES {
            if self.merits[word] > self.merits[chosen] {
                chosen = word;
            }
        }
        if self.merits[chosen] == 0 { None } else { Some((chosen, self.which[chosen] as usize)) }
    }
}

/// Returns twelve times the weight divided by the number of remaining choices: two, three, four or, for five and more,
/// six. Returns zero if only one is left. The other arguments are nonzero if there is a second, third, fourth and fifth
/// choice.
#[inline(always)]
fn merit(weight: u16, [second, third, fourth, fifth]: [u16; 4]) -> i16 {
    // Six for two, four for three, three for four, two for more. (`any` is -1 if a condition holds.)
    let share = 2 * any(third) + any(fourth) + any(fifth) - 6 * any(second);
    weight.cast_signed() * share
}

#[inline(always)]
fn without_lowest(candidates: u16) -> u16 {
    candidates & candidates.wrapping_sub(1)
}

/// Returns all bits if a cell has any of these candidates, otherwise none. (Written as arithmetic, which the compiler
/// turns into vector instructions; it turns conditions into branches, and a guess then takes four times as long.)
#[inline(always)]
fn any(candidates: u16) -> i16 {
    negative(-candidates.cast_signed())
}

/// Returns all bits if the number is negative, otherwise none.
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
        // A solved box has no guess.
        let solved = core::array::from_fn(|place| [1 << place; BOXES]);
        assert_eq!(weights.choose(&solved), None);
    }

    #[test]
    fn guesses_are_made_where_contradictions_were() {
        let mut weights = Weights::new();
        let mut dead = open();
        dead[2][5] = 0;
        weights.raise(&dead);
        weights.raise(&dead);
        let mut cells = open();
        cells[7][0] = 0b11;
        cells[2][5] = 0b111_0000;
        assert_eq!(weights.choose(&cells), Some(CellGuess { place: 2, word: 5, digit: 1 << 4 }));
    }

    #[test]
    fn cells_without_contradictions_are_guessed_at_in_the_end() {
        let mut weights = Weights::new();
        let mut dead = open();
        dead[2][5] = 0;
        for _ in 0..10_000 {
            weights.raise(&dead);
        }
        let mut cells: CellWords = core::array::from_fn(|place| [1 << place; BOXES]);
        cells[7][0] = 0b11;
        assert_eq!(weights.choose(&cells), Some(CellGuess { place: 7, word: 0, digit: 1 }));
    }

    #[test]
    fn weights_vary_in_range_and_by_the_number_of_the_restart_alone() {
        let guesses = |restart| {
            let mut weights = Weights::new();
            weights.vary(restart);
            weights.choose(&open())
        };
        assert_eq!(guesses(1), guesses(1));
        assert!((2..20).any(|restart| guesses(restart) != guesses(1)));
        let mut weights = Weights::new();
        for restart in 0..10_000 {
            weights.vary(restart);
            weights.raise(&open());
            let all = weights.cells.iter().chain(&weights.digits).flatten();
            assert!(all.clone().all(|&weight| weight <= i16::MAX as u16 / 6));
            assert!(weights.choose(&open()).is_some_and(|choice| choice.word % 4 != 3 && choice.word < 12));
        }
    }

    #[test]
    fn weights_stay_in_range_in_long_searches() {
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
            weights.raise(&dead);
            let all = weights.cells.iter().chain(&weights.digits).flatten();
            assert!(all.clone().all(|&weight| weight <= i16::MAX as u16 / 6));
            assert!(weights.choose(&open()).is_some_and(|choice| choice.word % 4 != 3 && choice.word < 12));
        }
    }
}
