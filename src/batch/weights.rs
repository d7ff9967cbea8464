//! Weights of cells: where the search for one puzzle has met its contradictions.
//!
//! Each contradiction adds to the weights of the cells that have no candidate; later ones add more. A guess is at the
//! open cell where weights are great and candidates few, as in the single engine's [weights](crate::single). All lanes
//! choose at once, so only powers of two count: a weight's *level* is the number of times that it has doubled, and the
//! levels are sets of cells, which vectors combine. (Digits of boxes have no weights here: with them, minimal
//! pencil marks take no fewer guesses.)
//!
//! ```text
//!   level      candidates    merit = level, and 4 more for two candidates, 2 more for three
//!     0        1 2             4
//!     3        4 5 6           5       three doublings here: this cell is guessed at
//! ```

/// The cells of each row of the bands, as `first_open_cell` has them: bit = 9 * band + 3 * stack + column.
pub(super) type CellSets<T> = [T; 3];

/// The number of levels, apart from level 0.
pub(super) const LEVELS: usize = 6;

/// What a cell with two candidates has in addition to its level. Of several tried, these take the fewest guesses.
pub(super) const FOR_TWO: usize = 4;
/// What a cell with three candidates has in addition.
pub(super) const FOR_THREE: usize = 2;

/// The number of tables. If two puzzles in progress share one, only their guesses change.
pub(super) const WEIGHT_TABLES: usize = 16;

/// The initial weight, and the amount that the first contradiction adds.
const AT_FIRST: u16 = 32;
/// Above this, all weights are halved.
const MOST: u16 = AT_FIRST << LEVELS;

/// The weights of the cells of one puzzle.
#[derive(Clone, Copy)]
pub(super) struct CellWeights {
    weights: CellSets<[u16; 32]>,
    /// The cells whose weight has doubled once, twice and so on.
    pub(super) levels: [CellSets<u32>; LEVELS],
    /// The amount that the next contradiction adds.
    step: u16,
}

impl CellWeights {
    /// Of no puzzle: only bits 0, so that working memory takes no room in a program.
    pub(super) const NONE: Self = Self { weights: [[0; 32]; 3], levels: [[0; 3]; LEVELS], step: 0 };

    pub(super) const fn new() -> Self {
        Self { weights: [[AT_FIRST; 32]; 3], levels: [[0; 3]; LEVELS], step: AT_FIRST }
    }

    /// Raises the weights of the cells without a candidate, after a contradiction.
    #[inline(always)]
    pub(super) fn raise(&mut self, empty: CellSets<u32>) {
        let mut greatest = 0;
        for (row, mut cells) in empty.into_iter().enumerate() {
            while cells != 0 {
                let cell = cells.trailing_zeros() % 32;
                cells &= cells - 1;
                let weight = &mut self.weights[row][cell as usize];
                let before = weight.leading_zeros();
                *weight += self.step;
                greatest = greatest.max(*weight);
                if weight.leading_zeros() == before {
                    continue;
                }
                for (level, cells) in self.levels.iter_mut().enumerate() {
                    cells[row] |= u32::from(*weight >= AT_FIRST << (level + 1)) << cell;
                }
            }
        }
        // (Without an empty cell nothing is raised, so `step` stays bounded, too.)
        if greatest > 0 {
            self.step += 1 + self.step / 128;
        }
        if greatest > MOST {
            self.weights.as_flattened_mut().iter_mut().for_each(|weight| *weight /= 2);
            self.step /= 2;
            for level in 1..LEVELS {
                self.levels[level - 1] = self.levels[level];
            }
            self.levels[LEVELS - 1] = [0; 3];
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::random::Random;

    #[test]
    fn levels_are_the_cells_whose_weight_has_doubled() {
        let mut random = Random::for_item(0, 0);
        let mut table = CellWeights::new();
        let mut halved = false;
        for _ in 0..100_000 {
            let mut empty = [0; 3];
            for _ in 0..random.below(3) {
                // Some cells are empty more often than others.
                let cell = random.below(27).min(random.below(27));
                empty[random.below(3) as usize] |= 1 << cell;
            }
            let before = table.step;
            table.raise(empty);
            halved |= table.step < before;
            assert!(table.step <= MOST + MOST / 8);
            for (row, cell) in (0..3).flat_map(|row| (0..27).map(move |cell| (row, cell))) {
                let weight = table.weights[row][cell];
                for (level, cells) in table.levels.iter().enumerate() {
                    assert_eq!(cells[row] >> cell & 1 == 1, weight >= AT_FIRST << (level + 1), "{weight}");
                }
            }
        }
        assert!(halved);
    }
}
