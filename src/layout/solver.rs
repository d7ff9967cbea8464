//! Solving and counting on boards of any layout.

use core::ops::ControlFlow;

use crate::backtrack;
use crate::batch::HouseCells;
use crate::least::{CellSearch, Least, MAX_CELLS, Wanted};
use crate::propagate::{HouseTables, LayoutTables, RegionTables, on_stack};
use crate::random::Random;
use crate::{End, Engine, Layout, Order, Tally};

/// The steps between two questions whether to go on, multiplied by the cells: a step takes longer on a larger board.
const SLICE: u64 = 81 << 18;
/// The steps after which other digits are tried for a full board.
const FILL_STEPS: u64 = 100_000;
/// How many times.
const FILL_ATTEMPTS: usize = 64;

/// The answer for clues that are not a board of the layout.
pub(super) const NO_BOARD: Tally = Tally { solutions: 0, end: End::Invalid, steps: 0, guesses: 0 };

/// Runs a search in slices.
pub(super) fn in_slices(
    cells: usize,
    step_limit: u64,
    mut go_on: impl FnMut() -> bool,
    mut run: impl FnMut(u64) -> Tally,
) -> Tally {
    let mut limit = 0_u64;
    loop {
        limit = limit.saturating_add(SLICE / cells.max(1) as u64).min(step_limit);
        let tally = run(limit);
        if tally.end != End::OutOfSteps || limit == step_limit || !go_on() {
            return tally;
        }
    }
}

/// A solver of boards of a [`Layout`], with [`Engine::Propagate`] unless [another](Self::with_engine) is chosen, and
/// [many at once](Self::solve_in_lanes) with [`Engine::Simd`]. It has 26 KiB of tables, which are made once.
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
    pub(super) side: usize,
    pub(super) cells: usize,
    regions: RegionTables,
    houses: Option<HouseTables>,
    /// The further houses in lanes, unless another engine is chosen.
    pub(super) lanes: Option<HouseCells>,
    /// The order of [`Engine::Backtrack`], if it is chosen.
    order: Option<Order>,
}

impl LayoutSolver {
    /// Makes a solver.
    pub fn new(layout: &Layout) -> Self {
        let houses = (layout.houses() > 0).then(|| HouseTables::new(layout));
        let (side, cells) = (layout.side(), layout.cells());
        let (lanes, regions) = (HouseCells::new(layout), RegionTables::new(layout));
        LayoutSolver { side, cells, regions, houses, lanes, order: None }
    }

    /// Returns the solver with this engine, which solves and visits. [`Engine::Simd`] solves [in
    /// lanes](Self::solve_in_lanes); [`Engine::Propagate`] stands in for it elsewhere, and generates. The solutions are
    /// the same.
    ///
    /// [`Engine::Backtrack`] takes the open cells in the [constrained order](Order::Constrained) on its best kernel. On
    /// a layout with further houses, which its kernels do not know, a plainer loop takes the same steps on every
    /// machine.
    ///
    /// ```
    /// use lanedoku::{Engine, LayoutSolver};
    ///
    /// let layout = "6x6".parse()?;
    /// let [mut one, mut other] = [[0; 36]; 2];
    /// LayoutSolver::new(&layout).solve(&[0; 36], u64::MAX, &mut one);
    /// LayoutSolver::new(&layout).with_engine(Engine::Backtrack).solve(&[0; 36], u64::MAX, &mut other);
    /// assert_eq!(one, other);
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    #[must_use]
    pub fn with_engine(mut self, engine: Engine) -> Self {
        self.order = (engine == Engine::Backtrack).then_some(Order::Constrained);
        self.lanes = self.lanes.filter(|_| engine == Engine::Simd);
        self
    }

    /// Returns the solver with [`Engine::Backtrack`] and its open cells in this order.
    #[must_use]
    pub fn with_order(mut self, order: Order) -> Self {
        (self.order, self.lanes) = (Some(order), None);
        self
    }

    /// Passes a search of the engine to `job`.
    fn search<R>(&self, job: impl FnOnce(&mut dyn CellSearch) -> R) -> R {
        match self.order {
            // In WebAssembly there is no choice of an engine.
            Some(order) if !cfg!(simd_only) => backtrack::on_stack_for(order, self.tables(), job),
            _ => on_stack(self.tables(), job),
        }
    }

    /// The loop takes so many steps in a second that it asks at every 256th slice alone.
    fn seldom(&self, mut go_on: impl FnMut() -> bool) -> impl FnMut() -> bool {
        let (slices, mut slice) = (if self.order.is_some() { 256 } else { 1 }, 0);
        move || {
            slice += 1;
            if slice < slices {
                return true;
            }
            slice = 0;
            go_on()
        }
    }

    pub(super) fn tables(&self) -> LayoutTables<'_> {
        LayoutTables::new(self.side, &self.regions, self.houses.as_ref())
    }

    /// Looks for up to two solutions, and writes the least, read row by row as a number, if there is one and the limit
    /// on steps was not reached: [`Tally::status`] tells. A step is a digit placed; of [`Engine::Backtrack`], a visit
    /// to an open cell.
    ///
    /// Clues above the side, and more or fewer of them, or of the digits of the solution, than the board has cells, are
    /// [`End::Invalid`], in all questions about boards.
    pub fn solve(&self, clues: &[u8], step_limit: u64, solution: &mut [u8]) -> Tally {
        self.solve_while(clues, step_limit, || true, solution)
    }

    /// The same, as long as `go_on` returns true, which is called about ten times a second. After that, it is as at the
    /// limit on steps.
    pub fn solve_while(
        &self,
        clues: &[u8],
        step_limit: u64,
        go_on: impl FnMut() -> bool,
        solution: &mut [u8],
    ) -> Tally {
        if !self.is_board(clues) || solution.len() != self.cells {
            return NO_BOARD;
        }
        let go_on = self.seldom(go_on);
        // In rows, the loop finds the least solution first.
        let wanted = if self.order == Some(Order::Rows) { Wanted::First(2) } else { Wanted::Least };
        self.search(|search| {
            let mut least = Least::new();
            least.begin_on(search, None, clues, wanted);
            let mut tally = in_slices(self.cells, step_limit, go_on, |limit| least.run(search, limit));
            tally.hide_at_limit();
            if tally.solutions > 0 {
                solution.iter_mut().zip(least.solution()).for_each(|(own, digit)| *own = *digit);
            }
            tally
        })
    }

    /// Calls `visit` with each solution, until it breaks, the limit on steps is reached, or `go_on` returns false,
    /// which is called about ten times a second.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use lanedoku::LayoutSolver;
    ///
    /// let solver = LayoutSolver::new(&"4x4+diagonal".parse()?);
    /// let tally = solver.visit(&[0; 16], u64::MAX, || true, |_| ControlFlow::Continue(()));
    /// assert_eq!(tally.solutions, 48);
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    pub fn visit(
        &self,
        clues: &[u8],
        step_limit: u64,
        go_on: impl FnMut() -> bool,
        mut visit: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Tally {
        if !self.is_board(clues) {
            return NO_BOARD;
        }
        let go_on = self.seldom(go_on);
        self.search(|search| {
            search.begin(clues, 0);
            in_slices(self.cells, step_limit, go_on, |limit| {
                search.run(limit, &mut |solution| {
                    let mut digits = [0; MAX_CELLS];
                    let digits = digits.get_mut(..self.cells).unwrap_or_default();
                    solution.write_digits(digits);
                    visit(digits)
                })
            })
        })
    }

    /// Counts the solutions, up to `limit`, and calls `visit` with each, as [`visit`](Self::visit) does. With the limit
    /// 0, there is no search, but the clues are still checked.
    ///
    /// ```
    /// use core::ops::ControlFlow;
    /// use lanedoku::{End, LayoutSolver};
    ///
    /// let solver = LayoutSolver::new(&"4x4".parse()?);
    /// let count = |limit| solver.count(&[0; 16], limit, u64::MAX, || true, |_| ControlFlow::Continue(()));
    /// assert_eq!((count(1_000).solutions, count(100).solutions, count(100).end), (288, 100, End::Stopped));
    /// # Ok::<(), lanedoku::LayoutError>(())
    /// ```
    pub fn count(
        &self,
        clues: &[u8],
        limit: u64,
        step_limit: u64,
        go_on: impl FnMut() -> bool,
        mut visit: impl FnMut(&[u8]) -> ControlFlow<()>,
    ) -> Tally {
        let mut left = limit;
        let tally = self.visit(clues, if limit == 0 { 0 } else { step_limit }, go_on, |solution| {
            if left == 0 {
                return ControlFlow::Break(());
            }
            left -= 1;
            let flow = visit(solution);
            if left == 0 { ControlFlow::Break(()) } else { flow }
        });
        match limit {
            // A full board is a solution without a step, and one without candidates has none.
            0 if tally.end != End::Invalid => Tally { end: End::Stopped, ..NO_BOARD },
            _ => tally,
        }
    }

    /// Writes a full board. Returns false if it finds none.
    pub(super) fn fill(
        &self,
        random: &mut Random,
        go_on: &mut impl FnMut() -> bool,
        digits: &mut [u8],
    ) -> bool {
        let side = self.side as u8;
        on_stack(self.tables(), |search| {
            (0..FILL_ATTEMPTS).take_while(|_| go_on()).any(|_| {
                // Each digit somewhere, and what the search makes of them.
                let mut clues = [0; MAX_CELLS];
                let clues = clues.get_mut(..self.cells).unwrap_or_default();
                for digit in 1..=side {
                    if let Some(clue) = clues.get_mut(random.below(self.cells as u32) as usize) {
                        *clue = digit;
                    }
                }
                search.begin(clues, 0);
                let tally = search.run(FILL_STEPS, &mut |solution| {
                    solution.write_digits(digits);
                    ControlFlow::Break(())
                });
                tally.solutions > 0
            })
        })
    }

    /// Whether there is a clue for each cell, and none is above the side.
    pub(super) fn is_board(&self, clues: &[u8]) -> bool {
        clues.len() == self.cells && clues.iter().all(|&clue| usize::from(clue) <= self.side)
    }
}
