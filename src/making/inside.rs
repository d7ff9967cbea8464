//! All minimal puzzles inside a puzzle.

use core::ops::ControlFlow;

use super::cells::{Cells, each, filled, restrict};
use super::{CellSet, Workshop};
use crate::{Grid, Solver, Status, Workspace};

impl Solver {
    /// Shows every minimal puzzle that is left when clues are taken out of a 9x9 puzzle: each once, until the visitor
    /// breaks. None if the puzzle has no or several solutions.
    ///
    /// A puzzle with a dozen clues to spare has thousands of them, and a full grid more than anyone can count. Their
    /// order is that of the cells in which they lack a clue, and the same on every kernel.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use lanedoku::{Generator, Solver, Workshop, Workspace};
    ///
    /// let (mut workspace, mut workshop) = (Box::new(Workspace::new()), Box::new(Workshop::new()));
    /// let mut puzzle = [None];
    /// Generator::new(1).clues(26..=26).generate(0, &mut puzzle, &mut workspace, &mut workshop);
    /// let puzzle = puzzle[0].unwrap();
    /// let mut minimal = Vec::new();
    /// let flow = Solver::new().visit_minimal(&puzzle, &mut workspace, &mut workshop, |inside| {
    ///     minimal.push(*inside);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(flow, Some(ControlFlow::Continue(())));
    /// assert!(minimal.iter().all(|inside| inside.clues() <= puzzle.clues()));
    /// ```
    pub fn visit_minimal(
        &self,
        puzzle: &Grid,
        workspace: &mut Workspace,
        workshop: &mut Workshop,
        mut visitor: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Option<ControlFlow<()>> {
        let outcome = self.solve(puzzle);
        let solution = outcome.solution.filter(|_| outcome.status == Status::Unique)?;
        let mut search =
            Inside { solver: self, solution: *solution.digits(), workspace, workshop, visitor: &mut visitor };
        Some(search.visit(filled(puzzle.digits()), 0, 0))
    }
}

struct Inside<'a> {
    solver: &'a Solver,
    solution: [u8; 81],
    workspace: &'a mut Workspace,
    workshop: &'a mut Workshop,
    visitor: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
}

impl Inside<'_> {
    /// Shows what is minimal within these clues and has those `kept`. The `necessary` ones are known to be.
    fn visit(&mut self, clues: Cells, kept: Cells, necessary: Cells) -> ControlFlow<()> {
        let puzzle = restrict(&self.solution, clues);
        let asked = CellSet::from_cells(clues & !necessary);
        let kernel = self.solver.simd();
        let redundant = self.workshop.redundant(kernel, self.workspace, &puzzle, asked).cells();
        if redundant == 0 {
            return (self.visitor)(&Grid::from_checked(puzzle));
        }
        // The first clue that goes: those before it stay. What is necessary stays so when clues go.
        let (mut kept, necessary) = (kept, clues & !redundant);
        for cell in each(redundant & !kept) {
            self.visit(clues & !(1 << cell), kept, necessary)?;
            kept |= 1 << cell;
        }
        ControlFlow::Continue(())
    }
}
