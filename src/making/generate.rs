//! Puzzles from a seed.

use core::ops::{Range, RangeInclusive};

use super::cells::ALL_CELLS;
use super::full::{full_grid, other_view};
use super::thinning::{Thinning, Turns, Work};
use super::workshop::Client;
use super::{CellSet, ClueSymmetry, Workshop};
use crate::random::Random;
use crate::{Grid, Solver, Workspace};

/// Makes puzzles from a seed: minimal ones, or with a number of clues, a symmetry or a pattern.
///
/// Puzzle number `index` of a seed is the same on every machine, on every kernel and however the puzzles are divided
/// into calls and threads, and stays the same until the next major version.
///
/// # Examples
///
/// ```
/// use lanedoku::{ClueSymmetry, Generator, Workshop, Workspace};
///
/// let (mut workspace, mut workshop) = (Box::new(Workspace::new()), Box::new(Workshop::new()));
/// let mut puzzles = [None; 10];
/// let generator = Generator::new(2024).symmetry(ClueSymmetry::Diagonal).clues(28..=30);
/// generator.generate(0, &mut puzzles, &mut workspace, &mut workshop);
/// let puzzle = puzzles[0].unwrap();
/// assert!((28..=30).contains(&puzzle.clues()));
///
/// // The last five of them once more.
/// let mut others = [None; 5];
/// generator.generate(5, &mut others, &mut workspace, &mut workshop);
/// assert_eq!(puzzles[5..], others);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    solver: Solver,
    seed: u64,
    /// None: any of them but `None`, drawn for each puzzle.
    symmetry: Option<ClueSymmetry>,
    clues: Option<(u8, u8)>,
    minimal: bool,
    pattern: Option<CellSet>,
    attempts: u32,
}

/// Views of a full grid that are tried with a pattern before the next grid is made.
const VIEWS: u32 = 16;

impl Generator {
    /// A generator of minimal puzzles: no clue can go without a second solution. They come from random full grids
    /// ([`random_grid`](crate::random_grid)), the clues of which are tried in random order.
    pub fn new(seed: u64) -> Self {
        Generator {
            solver: Solver::new(),
            seed,
            symmetry: Some(ClueSymmetry::None),
            clues: None,
            minimal: true,
            pattern: None,
            attempts: 100_000,
        }
    }

    /// The same with the SIMD kernel of a solver. The puzzles are the same.
    pub fn with_solver(self, solver: &Solver) -> Self {
        Generator { solver: *solver, ..self }
    }

    /// The same with a symmetry of the pattern of clues. Clues go together with those that they would miss; so a puzzle
    /// is then minimal in the sense that no orbit of clues can go, and may have single clues that could.
    pub fn symmetry(self, symmetry: ClueSymmetry) -> Self {
        Generator { symmetry: Some(symmetry), ..self }
    }

    /// The same with a symmetry drawn for each puzzle, any of them but [`ClueSymmetry::None`].
    pub fn random_symmetry(self) -> Self {
        Generator { symmetry: None, ..self }
    }

    /// The same with a number of clues in this range. For each puzzle a number is drawn from it, and clues go until
    /// so many are left; the puzzle need not be minimal. If more are left when no other can go, more than the range
    /// allows, another grid is tried.
    ///
    /// A range below the usual 22 to 27 of minimal puzzles takes many attempts: of a million, a handful has 20
    /// clues.
    pub fn clues(self, clues: RangeInclusive<usize>) -> Self {
        let bound = |clues: usize| clues.min(81) as u8;
        Generator { clues: Some((bound(*clues.start()), bound(*clues.end()))), minimal: false, ..self }
    }

    /// The same, minimal also if a number of clues is asked for: then grids are tried until what is left when no clue
    /// can go is in the range. To be called after [`clues`](Self::clues).
    pub fn minimal(self) -> Self {
        Generator { minimal: true, ..self }
    }

    /// The same with clues in just these cells. Random full grids are tried until one has no second solution with
    /// these clues. The puzzles need not be minimal; symmetry and number of clues are those of the pattern.
    ///
    /// With fewer than about 25 clues, or with cells that leave two rows or columns of a band or stack empty, it can
    /// take more attempts than anyone has patience for, or be in vain.
    pub fn pattern(self, pattern: CellSet) -> Self {
        Generator { pattern: Some(pattern), ..self }
    }

    /// The same with another limit on the grids that are tried for each puzzle, 100,000 otherwise.
    pub fn attempts(self, attempts: u32) -> Self {
        Generator { attempts, ..self }
    }

    /// Makes the puzzles with the numbers from `first_index` on, one for each place of the slice. None where the limit
    /// on [`attempts`](Self::attempts) was met.
    ///
    /// Hundreds at a time are faster than a few.
    pub fn generate(
        &self,
        first_index: u64,
        puzzles: &mut [Option<Grid>],
        workspace: &mut Workspace,
        workshop: &mut Workshop,
    ) {
        self.generate_each(first_index, puzzles.len(), workspace, workshop, |number, made| {
            if let Some(puzzle) = puzzles.get_mut(number) {
                *puzzle = made;
            }
        });
    }

    /// The same for so many puzzles that are not to lie in a slice. `take` gets each as soon as it is made, with its
    /// number, counted from 0: in the same order every time, but that is not the order of the numbers.
    ///
    /// ```
    /// use lanedoku::{Generator, Workshop, Workspace};
    ///
    /// let (mut workspace, mut workshop) = (Box::new(Workspace::new()), Box::new(Workshop::new()));
    /// let (mut puzzles, mut sum) = ([None; 10], 0);
    /// let generator = Generator::new(7);
    /// generator.generate(0, &mut puzzles, &mut workspace, &mut workshop);
    /// generator.generate_each(0, 10, &mut workspace, &mut workshop, |number, puzzle| {
    ///     assert_eq!(puzzle, puzzles[number]);
    ///     sum += number;
    /// });
    /// assert_eq!(sum, 45);
    /// ```
    pub fn generate_each(
        &self,
        first_index: u64,
        count: usize,
        workspace: &mut Workspace,
        workshop: &mut Workshop,
        take: impl FnMut(usize, Option<Grid>),
    ) {
        let making = &mut Making { generator: self, first_index, numbers: 0..count, take };
        workshop.run(self.solver.simd(), workspace, making);
    }

    /// Starts the next attempt at a puzzle.
    #[inline(always)]
    fn attempt(&self, place: &mut Thinning) {
        let mut random = place.random.clone();
        if let Some(pattern) = self.pattern {
            let grid = if place.attempts.is_multiple_of(VIEWS) {
                full_grid(&mut random)
            } else {
                other_view(place.solution(), &mut random)
            };
            place.start_with_clues(&grid, pattern.cells(), Work::Examine, &Turns::NONE);
        } else {
            let grid = full_grid(&mut random);
            let symmetry = self.symmetry.unwrap_or_else(|| {
                let others = &ClueSymmetry::ALL[1..];
                others[random.below(others.len() as u32) as usize % others.len()]
            });
            let fewest = match self.clues {
                Some((fewest, most)) if !self.minimal && fewest <= most => {
                    fewest + random.below(u32::from(most - fewest) + 1) as u8
                }
                _ => 0,
            };
            let turns = Turns::of(ALL_CELLS, symmetry).shuffled(&mut random);
            place.start_with_clues(&grid, ALL_CELLS, Work::Thin { fewest }, &turns);
        }
        place.random = random;
        place.attempts += 1;
    }

    fn is_wanted(&self, puzzle: &Grid) -> bool {
        let clues = puzzle.clue_cells().cells().count_ones() as u8;
        self.pattern.is_some() || self.clues.is_none_or(|(fewest, most)| (fewest..=most).contains(&clues))
    }
}

struct Making<'a, T> {
    generator: &'a Generator,
    first_index: u64,
    /// Those that have not been brought.
    numbers: Range<usize>,
    take: T,
}

impl<T: FnMut(usize, Option<Grid>)> Client for Making<'_, T> {
    #[inline(always)]
    fn bring(&mut self, place: &mut Thinning) -> Option<usize> {
        for number in self.numbers.by_ref() {
            if self.generator.attempts > 0 {
                let index = self.first_index.wrapping_add(number as u64);
                place.random = Random::for_item(self.generator.seed, index);
                place.attempts = 0;
                self.generator.attempt(place);
                return Some(number);
            }
            (self.take)(number, None);
        }
        None
    }

    #[inline(always)]
    fn take(&mut self, number: usize, place: &mut Thinning) -> bool {
        if let Ok(made) = place.result()
            && self.generator.is_wanted(&made)
        {
            (self.take)(number, Some(made));
            return false;
        }
        let again = place.attempts < self.generator.attempts;
        if again {
            self.generator.attempt(place);
        } else {
            (self.take)(number, None);
        }
        again
    }
}
