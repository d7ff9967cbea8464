//! Puzzles without a clue to spare.

use super::cells::{ALL_CELLS, filled};
use super::thinning::{Thinning, Turns, Work};
use super::workshop::Client;
use super::{CellSet, ClueSymmetry, Workshop};
use crate::random::Random;
use crate::{Grid, Solver, Status, Workspace};

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
        let puzzles = puzzles.iter().copied().enumerate();
        self.minimize_each(puzzles, seed, first_index, workspace, workshop, |number, left| {
            if let Some(minimal) = minimal.get_mut(number) {
                *minimal = left.ok();
            }
        });
    }

    /// The same for puzzles that do not lie in slices. Each comes with its number, which is added to `first_index` for
    /// its order. `take` gets what is left of it, or its status if it has not one solution: as soon as that is
    /// known, which is not in the order of the puzzles.
    ///
    /// ```
    /// use lanedoku::{Grid, Solver, Status, Workshop, Workspace, random_grid};
    ///
    /// let (mut workspace, mut workshop) = (Box::new(Workspace::new()), Box::new(Workshop::new()));
    /// let mut statuses = [None; 9];
    /// let puzzles = [(5, random_grid(1, 0)), (8, Grid::EMPTY)];
    /// Solver::new().minimize_each(puzzles, 7, 0, &mut workspace, &mut workshop, |number, left| {
    ///     statuses[number] = left.err();
    /// });
    /// assert_eq!(statuses[5..], [None, None, None, Some(Status::Multiple)]);
    /// ```
    pub fn minimize_each(
        &self,
        puzzles: impl IntoIterator<Item = (usize, Grid)>,
        seed: u64,
        first_index: u64,
        workspace: &mut Workspace,
        workshop: &mut Workshop,
        mut take: impl FnMut(usize, Result<Grid, Status>),
    ) {
        let (order, work) = (Order::Random { seed, first_index }, Work::Thin { fewest: 0 });
        let take = |number, place: Result<&Thinning, Status>| take(number, place.and_then(Thinning::result));
        workshop.run(self.simd(), workspace, &mut InTurn { puzzles: puzzles.into_iter(), work, order, take });
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
        let take = |number, place: Result<&Thinning, Status>| {
            if let Some(redundant) = redundant.get_mut::<usize>(number) {
                *redundant = place.ok().and_then(Thinning::redundant);
            }
        };
        let puzzles = puzzles.iter().copied().enumerate();
        workshop.run(
            self.simd(),
            workspace,
            &mut InTurn { puzzles, work: Work::Examine, order: Order::OnBoard, take },
        );
    }
}

/// In which order the clues of a puzzle have their turns.
enum Order {
    OnBoard,
    Random { seed: u64, first_index: u64 },
}

/// One puzzle after the other, each with its number.
struct InTurn<P, T> {
    puzzles: P,
    work: Work,
    order: Order,
    take: T,
}

impl<P, T> Client for InTurn<P, T>
where
    P: Iterator<Item = (usize, Grid)>,
    T: FnMut(usize, Result<&Thinning, Status>),
{
    #[inline(always)]
    fn bring(&mut self, place: &mut Thinning) -> Option<usize> {
        loop {
            let (number, puzzle) = self.puzzles.next()?;
            let is_solved = puzzle.is_solved();
            if !is_solved && puzzle.has_collision() {
                (self.take)(number, Err(Status::Invalid));
                continue;
            }
            let mut turns = Turns::of(filled(puzzle.digits()), ClueSymmetry::None);
            if let Order::Random { seed, first_index } = self.order {
                turns = turns.shuffled(&mut Random::for_item(seed, first_index.wrapping_add(number as u64)));
            }
            if is_solved {
                place.start_with_clues(&puzzle, ALL_CELLS, self.work, &turns);
            } else {
                place.start(&puzzle, self.work, &turns);
            }
            return Some(number);
        }
    }

    #[inline(always)]
    fn take(&mut self, number: usize, place: &mut Thinning) -> bool {
        (self.take)(number, Ok(place));
        false
    }
}
