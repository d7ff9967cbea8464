//! Finds the redundant clues of puzzles.
//!
//! A clue is needed exactly when it is the only clue in some [unavoidable set](super::unavoidable). The sets that are
//! easy to find settle a third of the clues of a minimal puzzle. For each other clue, a search looks for a solution
//! with another digit in its cell. The searches of many puzzles go to the batch engine together.

use super::unavoidable::lone_clues;
use super::workspace::{SLOTS, search};
use super::{CellSet, GeneratorWorkspace};
use crate::cell_bits::{each, filled};
use crate::kernel::{SimdKernel, on_simd_kernel};
use crate::vectors::{Instructions, KernelCode};
use crate::{Grid, Outcome, Solver, Status};

/// # Redundant clues
impl Solver {
    /// Finds the redundant clues of each 9x9 puzzle: those without which the puzzle, with all its other clues,
    /// still has one solution. A puzzle without redundant clues is minimal. The result is `None` for a puzzle with
    /// no solution or several.
    ///
    /// A call for hundreds of puzzles is faster per puzzle than a call for a few. Always uses
    /// [`Engine::Simd`](crate::Engine::Simd), and ignores the step limit.
    ///
    /// # Panics
    ///
    /// Panics if the two slices differ in length.
    ///
    /// ```
    /// use lanedoku::{GeneratorWorkspace, Grid, Solver, random_grid};
    ///
    /// let mut workspace = GeneratorWorkspace::boxed();
    /// let mut redundant = [None; 2];
    /// Solver::new().redundant_clues(&[random_grid(1, 0), Grid::EMPTY], &mut redundant, &mut workspace);
    /// assert_eq!(redundant.map(|clues| clues.map(|clues| clues.len())), [Some(81), None]);
    /// ```
    pub fn redundant_clues(
        &self,
        puzzles: &[Grid],
        redundant: &mut [Option<CellSet>],
        workspace: &mut GeneratorWorkspace,
    ) {
        assert_eq!(puzzles.len(), redundant.len(), "a result for each puzzle");
        // Solutions are not shown, so any solution will do.
        let solver = self.without_limits();
        for (puzzles, redundant) in puzzles.chunks(SLOTS).zip(redundant.chunks_mut(SLOTS)) {
            let outcomes = workspace.answers.get_mut(..puzzles.len()).unwrap_or_default();
            solver.solve_batch(puzzles, outcomes, &mut workspace.solver);
            let undecided = UndecidedClues { puzzles, outcomes, redundant };
            on_simd_kernel!(self.simd(), portable => ().run(undecided), proof => proof.run(undecided));
            workspace.keep_redundant(self.simd(), puzzles, redundant);
        }
    }
}

/// The clues of each puzzle, without those that are the only clue in an unavoidable set that is easy to find.
struct UndecidedClues<'a> {
    puzzles: &'a [Grid],
    outcomes: &'a [Outcome],
    redundant: &'a mut [Option<CellSet>],
}

impl<P> KernelCode<P> for UndecidedClues<'_> {
    type Output = ();

    #[cfg_attr(not(compact), inline(always))]
    fn run(self, _: P) {
        for ((puzzle, outcome), undecided) in self.puzzles.iter().zip(self.outcomes).zip(self.redundant) {
            *undecided = None;
            if let (Status::Unique, Some(solution)) = (outcome.status, &outcome.solution) {
                let clues = filled(puzzle.digits());
                *undecided = Some(CellSet::from_cells(clues & !lone_clues(solution.digits(), clues)));
            }
        }
    }
}

impl GeneratorWorkspace {
    /// Removes from each set the clues that its puzzle needs, each judged with all other clues in place. Each puzzle
    /// has one solution.
    pub(super) fn keep_redundant(
        &mut self,
        kernel: SimdKernel,
        puzzles: &[Grid],
        sets: &mut [Option<CellSet>],
    ) {
        let (mut owners, mut count) = ([0; SLOTS], 0);
        for (owner, puzzle) in puzzles.iter().enumerate() {
            let undecided = sets.get(owner).copied().flatten().unwrap_or_default();
            for cell in each(undecided.cells()) {
                // The index is always below; this lets the compiler omit bounds checks.
                let slot = count % SLOTS;
                self.queries[slot] = *puzzle.digits();
                self.queries[slot][cell] = 0;
                self.excluded[slot] = Some((cell as u8, puzzle.digits()[cell]));
                owners[slot] = owner;
                count += 1;
                if count == SLOTS {
                    self.remove_needed(kernel, &owners, sets);
                    count = 0;
                }
            }
        }
        self.remove_needed(kernel, owners.get(..count).unwrap_or_default(), sets);
    }

    /// Answers a query for each owner.
    fn remove_needed(&mut self, kernel: SimdKernel, owners: &[usize], sets: &mut [Option<CellSet>]) {
        let GeneratorWorkspace { solver, queries, excluded, answers, .. } = self;
        // There are as many owners as slots.
        let count = owners.len().min(SLOTS);
        let queries = (&queries[..count], &excluded[..count]);
        let answers = &mut answers[..count];
        for answer in &mut *answers {
            answer.solution = None;
        }
        search(kernel, solver, queries, answers, &|_| None);
        for ((&owner, answer), excluded) in owners.iter().zip(answers).zip(queries.1) {
            if let (Status::Multiple, Some((cell, _)), Some(Some(set))) =
                (answer.status, excluded, sets.get_mut(owner))
            {
                set.remove(usize::from(*cell));
            }
        }
    }
}
