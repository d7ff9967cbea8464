//! Generates puzzles from a seed.

use core::ops::{Range, RangeInclusive};

use super::full::{equivalent_grid, full_grid};
use super::minimizer::{Minimizer, RemovalOrder};
use super::workspace::PuzzleSource;
use super::{CellSet, ClueSymmetry, GeneratorWorkspace};
use crate::cell_bits::ALL_CELLS;
use crate::random::Random;
use crate::{Grid, Solver};

/// Generates puzzles from a seed: minimal puzzles, or puzzles with a given number of clues, symmetry or pattern.
///
/// Puzzle number `index` of a seed is the same on every machine and kernel, and does not depend on the division of
/// the puzzles into calls and threads. It changes at most with a major version.
///
/// # Examples
///
/// ```
/// use lanedoku::{ClueSymmetry, Generator, GeneratorWorkspace};
///
/// let mut workspace = GeneratorWorkspace::boxed();
/// let mut puzzles = [None; 10];
/// let generator = Generator::new(2024).symmetry(ClueSymmetry::Diagonal).clues(28..=30);
/// generator.generate(0, &mut puzzles, &mut workspace);
/// let puzzle = puzzles[0].unwrap();
/// assert!((28..=30).contains(&puzzle.clues()));
///
/// // The last five again.
/// let mut others = [None; 5];
/// generator.generate(5, &mut others, &mut workspace);
/// assert_eq!(puzzles[5..], others);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Generator {
    pub(super) solver: Solver,
    pub(super) seed: u64,
    /// `None`: drawn for each puzzle from all but [`ClueSymmetry::None`].
    symmetry: Option<ClueSymmetry>,
    clues: Option<(u8, u8)>,
    minimal: bool,
    pattern: Option<CellSet>,
    attempts: u32,
}

/// Equivalent grids tried with a pattern before the next random grid is generated.
const EQUIVALENT_GRIDS: u32 = 16;

/// The most puzzles that are made together for a condition.
const MOST_TOGETHER: usize = 64;

impl Generator {
    /// Creates a generator of minimal puzzles: each clue is needed for a unique solution. Each puzzle begins as a
    /// random full grid ([`random_grid`](crate::random_grid)), whose clues are removed in random order.
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

    /// Uses the SIMD kernel of a solver. The puzzles do not depend on it.
    #[must_use]
    pub fn with_solver(self, solver: &Solver) -> Self {
        Generator { solver: *solver, ..self }
    }

    /// Requires a symmetry of the pattern of clues. Clues are removed by symmetry orbit, so a puzzle is minimal in
    /// the sense that no orbit of clues can be removed; single clues may be redundant.
    #[must_use]
    pub fn symmetry(self, symmetry: ClueSymmetry) -> Self {
        Generator { symmetry: Some(symmetry), ..self }
    }

    /// Draws a symmetry for each puzzle, any but [`ClueSymmetry::None`].
    #[must_use]
    pub fn random_symmetry(self) -> Self {
        Generator { symmetry: None, ..self }
    }

    /// Requires a number of clues in this range. For each puzzle, a number is drawn from the range, and clues are
    /// removed until that number is left; the puzzle need not be minimal. If no clue can be removed while there are
    /// still more than the range allows, another grid is tried.
    ///
    /// Most minimal puzzles have 22 to 27 clues. A range below that takes many attempts: among a million minimal
    /// puzzles, only a few have 20 clues.
    #[must_use]
    pub fn clues(self, clues: RangeInclusive<usize>) -> Self {
        let bound = |clues: usize| clues.min(81) as u8;
        Generator { clues: Some((bound(*clues.start()), bound(*clues.end()))), minimal: false, ..self }
    }

    /// Requires minimal puzzles together with a number of clues: grids are tried until one gives a minimal puzzle in
    /// the range. Call it after [`clues`](Self::clues).
    #[must_use]
    pub fn minimal(self) -> Self {
        Generator { minimal: true, ..self }
    }

    /// Requires clues in exactly these cells. Random full grids are tried until one leaves a puzzle with one solution.
    /// The puzzles need not be minimal; the symmetry and the number of clues are ignored.
    ///
    /// With fewer than about 25 clues, this can take very many attempts. With a pattern that leaves two rows or columns
    /// of a band or stack empty, no puzzle has one solution.
    #[must_use]
    pub fn pattern(self, pattern: CellSet) -> Self {
        Generator { pattern: Some(pattern), ..self }
    }

    /// Limits the number of grids tried per puzzle. The default is 100,000.
    #[must_use]
    pub fn attempts(self, attempts: u32) -> Self {
        Generator { attempts, ..self }
    }

    /// Generates the puzzles with the numbers from `first_index` on, one for each item of the slice. An item is `None`
    /// if the limit on [`attempts`](Self::attempts) was reached.
    ///
    /// A call for hundreds of puzzles is faster per puzzle than a call for a few.
    pub fn generate(
        &self,
        first_index: u64,
        puzzles: &mut [Option<Grid>],
        workspace: &mut GeneratorWorkspace,
    ) {
        self.generate_each(
            first_index,
            puzzles.len(),
            workspace,
            || true,
            |number, made| {
                if let Some(puzzle) = puzzles.get_mut(number) {
                    *puzzle = made;
                }
            },
        );
    }

    /// Generates `count` puzzles, like [`generate`](Self::generate), and calls `take` with each one's number,
    /// counted from 0, and the puzzle. The order of the calls is not that of the numbers, but it is always the
    /// same.
    ///
    /// It goes on as long as `go_on` returns true, which is called between searches: about every ten microseconds with
    /// one puzzle, and every millisecond with hundreds. Returns whether all puzzles are done; `take` is not called for
    /// the others.
    ///
    /// ```
    /// use lanedoku::{Generator, GeneratorWorkspace};
    ///
    /// let mut workspace = GeneratorWorkspace::boxed();
    /// let (mut puzzles, mut sum) = ([None; 10], 0);
    /// let generator = Generator::new(7);
    /// generator.generate(0, &mut puzzles, &mut workspace);
    /// generator.generate_each(0, 10, &mut workspace, || true, |number, puzzle| {
    ///     assert_eq!(puzzle, puzzles[number]);
    ///     sum += number;
    /// });
    /// assert_eq!(sum, 45);
    /// ```
    ///
    /// ```
    /// use lanedoku::{Generator, GeneratorWorkspace};
    ///
    /// let mut workspace = GeneratorWorkspace::boxed();
    /// // The search for a puzzle of 17 clues would take years.
    /// let generator = Generator::new(1).clues(17..=17).attempts(u32::MAX);
    /// let mut searches = 0;
    /// let go_on = || {
    ///     searches += 1;
    ///     searches <= 1000
    /// };
    /// assert!(!generator.generate_each(0, 1, &mut workspace, go_on, |_, _| unreachable!()));
    /// assert_eq!(searches, 1001);
    /// ```
    pub fn generate_each(
        &self,
        first_index: u64,
        count: usize,
        workspace: &mut GeneratorWorkspace,
        mut go_on: impl FnMut() -> bool,
        take: impl FnMut(usize, Option<Grid>),
    ) -> bool {
        let puzzles = &mut Generation { generator: self, first_index, numbers: 0..count, take };
        workspace.run(self.solver.simd(), puzzles, &mut go_on)
    }

    /// Looks for a puzzle that suits: first that of a number as [`generate`](Self::generate) makes it, then others that
    /// no other number has, up to so many `candidates`. Returns the puzzle, and what `suits` has found out about it;
    /// and how many were tried. The search goes on as long as `go_on` returns true.
    ///
    /// ```
    /// use lanedoku::{Generator, GeneratorWorkspace};
    ///
    /// let (generator, mut workspace) = (Generator::new(3), GeneratorWorkspace::boxed());
    /// let mut made = [None];
    /// generator.generate(5, &mut made, &mut workspace);
    /// let suits = |puzzle: &_| (lanedoku::Grid::clues(puzzle) <= 22).then_some(puzzle.clues());
    /// let (found, tried) = generator.find_suitable(5, made[0], 1000, &mut workspace, || true, suits);
    /// assert_eq!(found.map(|(_, clues)| clues), Some(22));
    /// assert!(tried > 1);
    /// ```
    pub fn find_suitable<T>(
        &self,
        number: u64,
        made: Option<Grid>,
        candidates: u64,
        workspace: &mut GeneratorWorkspace,
        mut go_on: impl FnMut() -> bool,
        mut suits: impl FnMut(&Grid) -> Option<T>,
    ) -> (Option<(Grid, T)>, u64) {
        let seed = self.seed ^ number.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
        let others = Generator { seed, ..self.clone() };
        let mut together = [None; MOST_TOGETHER];
        together[0] = made;
        let (mut count, mut first, mut tried) = (1, 0, 0);
        loop {
            for puzzle in together.iter().take(count) {
                let Some(puzzle) = puzzle else { return (None, tried) };
                tried += 1;
                if let Some(found) = suits(puzzle) {
                    return (Some((*puzzle, found)), tried);
                }
                if !go_on() {
                    return (None, tried);
                }
            }
            // So many at a time that they are made together, and few are made in vain.
            count = (2 * count).min(MOST_TOGETHER).min(candidates.saturating_sub(tried) as usize);
            if count == 0 {
                return (None, tried);
            }
            together = [None; MOST_TOGETHER];
            others.generate_each(first, count, workspace, &mut go_on, |index, puzzle| {
                if let Some(place) = together.get_mut(index) {
                    *place = puzzle;
                }
            });
            first += count as u64;
        }
    }

    /// Starts the next attempt at a puzzle.
    #[cfg_attr(not(compact), inline(always))]
    fn attempt(&self, minimizer: &mut Minimizer) {
        let mut random = minimizer.random.clone();
        if let Some(pattern) = self.pattern {
            let grid = if minimizer.attempts.is_multiple_of(EQUIVALENT_GRIDS) {
                full_grid(&mut random)
            } else {
                equivalent_grid(minimizer.solution(), &mut random)
            };
            minimizer.start_with_clues(&grid, pattern.cells(), 0, &RemovalOrder::NONE);
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
            let order = RemovalOrder::of(ALL_CELLS, symmetry).shuffled(&mut random);
            minimizer.start_with_clues(&grid, ALL_CELLS, fewest, &order);
        }
        minimizer.random = random;
        minimizer.attempts += 1;
    }

    fn is_wanted(&self, puzzle: &Grid) -> bool {
        let clues = puzzle.clue_cells().cells().count_ones() as u8;
        self.pattern.is_some() || self.clues.is_none_or(|(fewest, most)| (fewest..=most).contains(&clues))
    }
}

struct Generation<'a, T> {
    generator: &'a Generator,
    first_index: u64,
    /// The numbers of the puzzles not yet started.
    numbers: Range<usize>,
    take: T,
}

impl<T: FnMut(usize, Option<Grid>)> PuzzleSource for Generation<'_, T> {
    #[cfg_attr(not(compact), inline(always))]
    fn start_next(&mut self, minimizer: &mut Minimizer) -> Option<usize> {
        for number in self.numbers.by_ref() {
            if self.generator.attempts > 0 {
                let index = self.first_index.wrapping_add(number as u64);
                minimizer.random = Random::for_item(self.generator.seed, index);
                minimizer.attempts = 0;
                self.generator.attempt(minimizer);
                return Some(number);
            }
            (self.take)(number, None);
        }
        None
    }

    #[cfg_attr(not(compact), inline(always))]
    fn finish(&mut self, number: usize, minimizer: &mut Minimizer) -> bool {
        if let Ok(made) = minimizer.result()
            && self.generator.is_wanted(&made)
        {
            (self.take)(number, Some(made));
            return false;
        }
        let again = minimizer.attempts < self.generator.attempts;
        if again {
            self.generator.attempt(minimizer);
        } else {
            (self.take)(number, None);
        }
        again
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With a pattern, sixteen attempts share a grid up to equivalence; then comes another grid, as often as it takes.
    #[test]
    fn attempts_with_a_pattern_go_on_to_other_grids() {
        let pattern = CellSet::from_cells((1 << 40) - 1);
        let generator = Generator::new(5).pattern(pattern);
        let mut minimizer = Minimizer::IDLE;
        minimizer.random = Random::for_item(5, 0);
        let forms: [Grid; 64] = core::array::from_fn(|_| {
            generator.attempt(&mut minimizer);
            Grid::from_checked(*minimizer.solution()).canonical()
        });
        for attempt in 1..64 {
            let same = forms[attempt] == forms[attempt - 1];
            assert_eq!(same, attempt % 16 != 0, "attempt {attempt}");
        }
    }
}
