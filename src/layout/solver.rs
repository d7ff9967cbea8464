//! Solving and counting on boards of any layout.

use core::ops::ControlFlow;

use crate::least::{Least, Wanted};
use crate::propagate::{LayoutTables, on_stack_for};
use crate::{Layout, Tally};

/// A solver of boards of a [`Layout`], with [`Engine::Propagate`](crate::Engine::Propagate). It has 24 KiB of tables,
/// which are made once.
///
/// A board is a digit for each cell, row by row: 0 for an open cell, 1 to the side.
///
/// ```
/// use lanedoku::{LayoutSolver, Status};
///
/// let solver = LayoutSolver::new(&"6x6".parse()?);
/// let (mut clues, mut solution) = ([0; 36], [0; 36]);
/// clues[0] = 2;
/// let found = solver.solve(&clues, u64::MAX, &mut solution);
/// assert_eq!(found.status(), Status::Multiple);
/// assert_eq!(solution[..12], [2, 1, 3, 4, 5, 6, 4, 5, 6, 1, 2, 3]);
/// # Ok::<(), lanedoku::LayoutError>(())
/// ```
pub struct LayoutSolver {
    tables: LayoutTables,
    cells: usize,
}

impl LayoutSolver {
    /// Makes a solver.
    pub fn new(layout: &Layout) -> Self {
        LayoutSolver { tables: LayoutTables::new(layout), cells: layout.cells() }
    }

    /// Looks for up to two solutions, and writes the least, read row by row as a number, if there is one and the limit
    /// on steps was not reached: [`Tally::status`] tells. A step is a digit placed.
    ///
    /// # Panics
    ///
    /// Panics unless there are as many clues, and as many digits of the solution, as the board has cells, and if a clue
    /// is above the side.
    pub fn solve(&self, clues: &[u8], step_limit: u64, solution: &mut [u8]) -> Tally {
        self.check(clues);
        assert!(solution.len() == self.cells, "a digit for each cell");
        on_stack_for(&self.tables, |search| {
            let mut least = Least::new();
            least.begin_on(search, None, clues, Wanted::Least);
            let mut tally = least.run(search, step_limit);
            tally.hide_at_limit();
            if tally.solutions > 0 {
                solution.copy_from_slice(least.solution());
            }
            tally
        })
    }

    /// Calls `visit` with each solution, until it breaks or the limit on steps is reached.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use lanedoku::LayoutSolver;
    ///
    /// let solver = LayoutSolver::new(&"4x4+diagonal".parse()?);
    /// let tally = solver.visit(&[0; 16], u64::MAX, |_| ControlFlow::Continue(()));
    /// assert_eq!(tally.solutions, 48);
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    ///
    /// # Panics
    ///
    /// Panics unless there are as many clues as the board has cells, and if one is above the side.
    pub fn visit(
        &self,
        clues: &[u8],
        step_limit: u64,
        mut visit: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Tally {
        self.check(clues);
        on_stack_for(&self.tables, |search| {
            search.begin(clues, 0, None);
            search.run(step_limit, &mut |solution| {
                let mut digits = [0; crate::least::MAX_CELLS];
                let digits = digits.get_mut(..self.cells).unwrap_or_default();
                solution.write_digits(digits);
                visit(digits)
            })
        })
    }

    fn check(&self, clues: &[u8]) {
        assert!(clues.len() == self.cells, "a clue for each cell");
        assert!(clues.iter().all(|&clue| usize::from(clue) <= self.tables.side()), "a digit of the board");
    }
}
