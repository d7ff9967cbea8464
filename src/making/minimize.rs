//! Puzzles without a clue to spare.

use super::cells::{ALL_CELLS, filled};
use super::thinning::{Thinning, Turns, Work};
use super::workshop::Client;
use super::{CellSet, ClueSymmetry, Workshop};
use crate::random::Random;
use crate::{Grid, Solver, Workspace};

impl Solver {
    /// Takes clues out of each 9x9 puzzle, one by one in random order, as long as it has one solution: what is left
    /// is *minimal*, it has no clue to spare. None for a puzzle that has no or several solutions to begin with.
    ///
    /// The order for a puzzle comes from `seed` and its number: `first_index` for the first, and so on. So the result
    /// depends on nothing but the puzzle, the seed and the number, and the puzzles can be handed over in slices, to
    /// any number of threads with a workshop each. Hundreds at a time are faster than a few. It runs on
    /// [`Engine::Simd`](crate::Engine::Simd), whatever the engine, without a step limit.
    ///
    /// ```
    /// use lanedoku::{Grid, Solver, Workshop, Workspace, random_grid};
    ///
    /// let solver = Solver::new();
    /// let (mut workspace, mut workshop) = (Box::new(Workspace::new()), Box::new(Workshop::new()));
    /// let puzzles = [random_grid(1, 0), random_grid(1, 1), Grid::EMPTY];
    /// let mut minimal = [None; 3];
    /// solver.minimize(&puzzles, 7, 0, &mut minimal, &mut workspace, &mut workshop);
    /// let first = minimal[0].unwrap();
    /// assert!(puzzles[0].is_solution_of(&first) && first.clues() < 40);
    /// assert_eq!(minimal[2], None);
    ///
    /// let mut redundant = [None; 1];
    /// solver.redundant_clues(&[first], &mut redundant, &mut workspace, &mut workshop);
    /// assert!(redundant[0].unwrap().is_empty());
    /// ```
    ///
    /// # Panics
    ///
    /// If the two slices differ in length.
    pub fn minimize(
        &self,
        puzzles: &[Grid],
        seed: u64,
        first_index: u64,
        minimal: &mut [Option<Grid>],
        workspace: &mut Workspace,
        workshop: &mut Workshop,
    ) {
        assert_eq!(puzzles.len(), minimal.len(), "a result for each puzzle");
        let bring = |place: &mut Thinning, number: u64, puzzle: &Grid| {
            let mut random = Random::for_item(seed, first_index.wrapping_add(number));
            let turns = Turns::of(filled(puzzle.digits()), ClueSymmetry::None).shuffled(&mut random);
            start(place, puzzle, Work::Thin { fewest: 0 }, &turns);
        };
        workshop.run(
            self.simd(),
            workspace,
            &mut InTurn { puzzles, results: minimal, next: 0, bring, take: Thinning::result },
        );
    }

    /// The clues that each 9x9 puzzle could spare: without any one of them, but with all others, the solution would
    /// still be the only one. If there are none, the puzzle is minimal. None for a puzzle that has no or several
    /// solutions. Otherwise as [`minimize`](Self::minimize), where an example is.
    ///
    /// # Panics
    ///
    /// If the two slices differ in length.
    pub fn redundant_clues(
        &self,
        puzzles: &[Grid],
        redundant: &mut [Option<CellSet>],
        workspace: &mut Workspace,
        workshop: &mut Workshop,
    ) {
        assert_eq!(puzzles.len(), redundant.len(), "a result for each puzzle");
        let bring = |place: &mut Thinning, _: u64, puzzle: &Grid| {
            let turns = Turns::of(filled(puzzle.digits()), ClueSymmetry::None);
            start(place, puzzle, Work::Examine, &turns);
        };
        let take = Thinning::redundant;
        workshop.run(
            self.simd(),
            workspace,
            &mut InTurn { puzzles, results: redundant, next: 0, bring, take },
        );
    }
}

#[inline(always)]
fn start(place: &mut Thinning, puzzle: &Grid, work: Work, turns: &Turns) {
    if puzzle.is_solved() {
        place.start_with_clues(puzzle, ALL_CELLS, work, turns);
    } else {
        place.start(puzzle, work, turns);
    }
}

/// One puzzle of a slice after the other.
struct InTurn<'a, T, B, F> {
    puzzles: &'a [Grid],
    results: &'a mut [Option<T>],
    next: usize,
    bring: B,
    take: F,
}

impl<T, B: FnMut(&mut Thinning, u64, &Grid), F: Fn(&Thinning) -> Option<T>> Client for InTurn<'_, T, B, F> {
    #[inline(always)]
    fn bring(&mut self, place: &mut Thinning) -> Option<u64> {
        let puzzle = self.puzzles.get(self.next)?;
        let number = self.next as u64;
        self.next += 1;
        (self.bring)(place, number, puzzle);
        Some(number)
    }

    #[inline(always)]
    fn take(&mut self, number: u64, place: &mut Thinning) -> bool {
        if let Some(result) = self.results.get_mut(number as usize) {
            *result = (self.take)(place);
        }
        false
    }
}
