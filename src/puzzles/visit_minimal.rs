//! Visits all minimal puzzles whose clues are a subset of a puzzle's clues.

use core::ops::ControlFlow;

use super::{CellSet, GeneratorWorkspace};
use crate::cell_bits::{CellBits, each, filled, restrict};
use crate::{Grid, Solver, Status};

/// # All minimal puzzles
impl Solver {
    /// Visits, once each, every minimal puzzle that results from removing clues of a 9x9 puzzle, until the visitor
    /// breaks. Returns `None` if the puzzle has no solution or several.
    ///
    /// A puzzle with a dozen redundant clues contains thousands of minimal puzzles; a full grid contains far too
    /// many to visit. They are ordered by the cells of the removed clues, in the same order on every kernel.
    ///
    /// The visit goes on as long as `go_on` returns true. It is called between searches, about every ten microseconds.
    /// If it returns false, puzzles may be missing, and the result is a break.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use lanedoku::{Generator, GeneratorWorkspace, Solver};
    ///
    /// let mut workspace = GeneratorWorkspace::boxed();
    /// let mut puzzle = [None];
    /// Generator::new(1).clues(26..=26).generate(0, &mut puzzle, &mut workspace);
    /// let puzzle = puzzle[0].unwrap();
    /// let mut found = Vec::new();
    /// let flow = Solver::new().visit_minimal(&puzzle, &mut workspace, || true, |minimal| {
    ///     found.push(*minimal);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(flow, Some(ControlFlow::Continue(())));
    /// assert!(found.iter().all(|minimal| minimal.clues() <= puzzle.clues()));
    /// ```
    pub fn visit_minimal(
        &self,
        puzzle: &Grid,
        workspace: &mut GeneratorWorkspace,
        mut go_on: impl FnMut() -> bool,
        mut visitor: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let outcome = self.solve(puzzle);
        let solution = outcome.solution.filter(|_| outcome.status == Status::Unique)?;
        let mut search = MinimalSearch {
            solver: self,
            solution: *solution.digits(),
            workspace,
            go_on: &mut go_on,
            visitor: &mut visitor,
        };
        Some(search.visit(filled(puzzle.digits()), 0, 0))
    }
}

struct MinimalSearch<'a> {
    solver: &'a Solver,
    solution: [u8; 81],
    workspace: &'a mut GeneratorWorkspace,
    go_on: &'a mut dyn FnMut() -> bool,
    visitor: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
}

impl MinimalSearch<'_> {
    /// Visits the minimal puzzles that have all clues of `kept` and any of `clues`. The clues of `needed` are known
    /// to be needed.
    fn visit(&mut self, clues: CellBits, kept: CellBits, needed: CellBits) -> ControlFlow<()> {
        if !(self.go_on)() {
            return ControlFlow::Break(());
        }
        let puzzle = Grid::from_checked(restrict(&self.solution, clues));
        let mut redundant = [Some(CellSet::from_cells(clues & !needed))];
        self.workspace.keep_redundant(self.solver.simd(), &[puzzle], &mut redundant);
        let redundant = redundant[0].unwrap_or_default().cells();
        if redundant == 0 {
            return (self.visitor)(&puzzle);
        }
        // Chooses the first clue to remove and keeps those before it. A needed clue stays needed when others are
        // removed.
        let (mut kept, needed) = (kept, clues & !redundant);
        for cell in each(redundant & !kept) {
            self.visit(clues & !(1 << cell), kept, needed)?;
            kept |= 1 << cell;
        }
        ControlFlow::Continue(())
    }
}
