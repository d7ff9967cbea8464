//! Finds the puzzles that differ from a puzzle in a few clues.

use core::ops::ControlFlow;

use crate::cell_bits::{CellBits, each, filled, restrict};
use crate::single::{self, Limits, Start};
use crate::{Grid, Solver, Status};

/// The result of [`Solver::visit_neighbours`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbours {
    /// The number of neighbours visited.
    pub visited: u64,
    /// The number of choices of removed clues that were skipped, because the puzzle without them has more solutions
    /// than the slice `solutions` can hold. If it is 0 and the visitor did not break, all neighbours were visited.
    pub skipped: u64,
    /// A break if the visitor broke, or if `go_on` returned false.
    pub flow: ControlFlow<()>,
}

/// # Neighbours
impl Solver {
    /// Visits each neighbour {-n+m} of a 9x9 puzzle once, until the visitor breaks: every puzzle with one solution
    /// that results from removing `remove` of its clues and adding `add` others. A removed clue is not added again,
    /// but its cell may get another digit. Returns `None` if the puzzle itself has no solution or several.
    ///
    /// `solutions` is memory for the solutions of the puzzle without the removed clues. A few thousand suffice for
    /// one or two clues. Choices that leave more solutions are skipped and counted.
    ///
    /// The visit goes on as long as `go_on` returns true. It is called for each choice of removed clues, and for each
    /// choice of added clues without the last. If it returns false, neighbours may be missing, and the
    /// [flow](Neighbours::flow) is a break.
    ///
    /// Always uses [`Engine::Simd`](crate::Engine::Simd), and ignores the step limit.
    ///
    /// ```
    /// use std::ops::ControlFlow;
    ///
    /// use lanedoku::{Grid, Solver};
    ///
    /// let puzzle: Grid =
    ///     "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?;
    /// let mut solutions = vec![[0; 81]; 5000];
    /// let mut neighbours = Vec::new();
    /// let visited = Solver::new().visit_neighbours(&puzzle, (1, 1), &mut solutions, || true, |neighbour| {
    ///     neighbours.push(*neighbour);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(visited.unwrap().skipped, 0);
    /// assert!(neighbours.iter().all(|neighbour| neighbour.clues() == 21));
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn visit_neighbours(
        &self,
        puzzle: &Grid,
        (remove, add): (usize, usize),
        solutions: &mut [[u8; 81]],
        mut go_on: impl FnMut() -> bool,
        mut visitor: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Option<Neighbours> {
        if self.solve(puzzle).status != Status::Unique {
            return None;
        }
        let mut search = NeighbourSearch {
            solver: self,
            puzzle: *puzzle.digits(),
            solutions,
            seen: Neighbours { visited: 0, skipped: 0, flow: ControlFlow::Continue(()) },
            go_on: &mut go_on,
            visitor: &mut visitor,
        };
        let flow = search.remove(filled(puzzle.digits()), 0, remove, add);
        Some(Neighbours { flow, ..search.seen })
    }
}

struct NeighbourSearch<'a> {
    solver: &'a Solver,
    puzzle: [u8; 81],
    solutions: &'a mut [[u8; 81]],
    seen: Neighbours,
    go_on: &'a mut dyn FnMut() -> bool,
    visitor: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
}

impl NeighbourSearch<'_> {
    /// Removes `remove` more clues, from cell `from` on.
    fn remove(&mut self, clues: CellBits, from: usize, remove: usize, add: usize) -> ControlFlow<()> {
        if remove == 0 {
            return self.complete(restrict(&self.puzzle, clues), add);
        }
        let next = clues & !((1 << from) - 1);
        if (next.count_ones() as usize) < remove {
            return ControlFlow::Continue(());
        }
        for cell in each(next) {
            self.remove(clues & !(1 << cell), cell + 1, remove - 1, add)?;
        }
        ControlFlow::Continue(())
    }

    /// Adds `add` clues to the remaining puzzle.
    fn complete(&mut self, left: [u8; 81], add: usize) -> ControlFlow<()> {
        if !(self.go_on)() {
            return ControlFlow::Break(());
        }
        // One more than the slice can hold, and at least two, to distinguish one solution from several.
        let capacity = self.solutions.len();
        let limits = Limits { solutions: (capacity as u64).saturating_add(1).max(2), sweeps: u64::MAX };
        let (mut count, solutions) = (0, &mut *self.solutions);
        let mut keep = |solution: &[u8; 81]| {
            if let Some(slot) = solutions.get_mut(count) {
                *slot = *solution;
            }
            count += 1;
            ControlFlow::Continue(())
        };
        single::visit(self.solver.simd(), Start::Clues(&left), limits, &mut keep);
        if count > capacity {
            self.seen.skipped += 1;
            return ControlFlow::Continue(());
        }
        self.add(left, 0, add, count)
    }

    /// Adds `add` more clues, from cell `from` on. The first `count` solutions are those of the current puzzle.
    fn add(&mut self, mut puzzle: [u8; 81], from: usize, add: usize, count: usize) -> ControlFlow<()> {
        if add == 0 {
            if count == 1 {
                self.seen.visited += 1;
                return (self.visitor)(&Grid::from_checked(puzzle));
            }
            return ControlFlow::Continue(());
        }
        // More clues than open cells, or more choices than anyone waits for.
        let open = (from..81).filter(|&cell| puzzle[cell] == 0).count();
        if open < add || count == 0 {
            return ControlFlow::Continue(());
        }
        if add > 1 && !(self.go_on)() {
            return ControlFlow::Break(());
        }
        // For each cell and digit, the number of solutions that have it.
        let mut times = [[0_u32; 10]; 81];
        for solution in self.solutions.get(..count).unwrap_or_default() {
            for (times, &digit) in times.iter_mut().zip(solution) {
                times[usize::from(digit) % 10] += 1;
            }
        }
        for cell in from..81 {
            if puzzle[cell] != 0 {
                continue;
            }
            for digit in 1..=9 {
                let times = times[cell][usize::from(digit)] as usize;
                // A removed clue is not added again. The last clue must leave one solution.
                if times == 0 || digit == self.puzzle[cell] || add == 1 && times != 1 {
                    continue;
                }
                puzzle[cell] = digit;
                if add > 1 {
                    // Moves the solutions with this digit to the front.
                    let solutions = self.solutions.get_mut(..count).unwrap_or_default();
                    let mut next = 0;
                    for index in 0..solutions.len() {
                        // The second condition always holds; it lets the compiler omit bounds checks.
                        if solutions[index][cell] == digit && next <= index {
                            solutions.swap(next, index);
                            next += 1;
                        }
                    }
                }
                self.add(puzzle, cell + 1, add - 1, times)?;
                puzzle[cell] = 0;
            }
        }
        ControlFlow::Continue(())
    }
}
