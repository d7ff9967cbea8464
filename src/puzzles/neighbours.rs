//! The puzzles around a puzzle: some clues removed, some added.

use core::ops::ControlFlow;

use super::cell_bits::{CellBits, each, filled, restrict};
use crate::single::{self, Limits, Start};
use crate::{Grid, Solver, Status};

/// What [`Solver::visit_neighbours`] saw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Neighbours {
    /// Neighbours shown.
    pub shown: u64,
    /// Choices of clues to remove that were passed over, because what they leave has more solutions than there was
    /// room for. If there are none, all neighbours were shown, unless the visitor broke.
    pub passed_over: u64,
    /// Whether the visitor broke.
    pub flow: ControlFlow<()>,
}

impl Solver {
    /// Shows the neighbours {-n+m} of a 9x9 puzzle: every puzzle with one solution that comes of removing `remove` of
    /// its clues and adding `add` others; each once, until the visitor breaks. A clue that was removed is not added
    /// again, but another digit may come into its cell. None if the puzzle itself has no or several solutions.
    ///
    /// `solutions` is room for the solutions of what is left without the removed clues: a few thousand are
    /// plenty for one or two clues. Choices that leave more solutions are passed over, and counted. It runs on
    /// [`Engine::Simd`](crate::Engine::Simd), whatever the engine, without a step limit.
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
    /// let visited = Solver::new().visit_neighbours(&puzzle, 1, 1, &mut solutions, |neighbour| {
    ///     neighbours.push(*neighbour);
    ///     ControlFlow::Continue(())
    /// });
    /// assert_eq!(visited.unwrap().passed_over, 0);
    /// assert!(neighbours.iter().all(|neighbour| neighbour.clues() == 21));
    /// # Ok::<(), lanedoku::ParseError>(())
    /// ```
    pub fn visit_neighbours(
        &self,
        puzzle: &Grid,
        remove: usize,
        add: usize,
        solutions: &mut [[u8; 81]],
        mut visitor: impl FnMut(&Grid) -> ControlFlow<()>,
    ) -> Option<Neighbours> {
        if self.solve(puzzle).status != Status::Unique {
            return None;
        }
        let mut around = Around {
            solver: self,
            puzzle: *puzzle.digits(),
            solutions,
            seen: Neighbours { shown: 0, passed_over: 0, flow: ControlFlow::Continue(()) },
            visitor: &mut visitor,
        };
        let flow = around.remove(filled(puzzle.digits()), 0, remove, add);
        Some(Neighbours { flow, ..around.seen })
    }
}

struct Around<'a> {
    solver: &'a Solver,
    puzzle: [u8; 81],
    solutions: &'a mut [[u8; 81]],
    seen: Neighbours,
    visitor: &'a mut dyn FnMut(&Grid) -> ControlFlow<()>,
}

impl Around<'_> {
    /// Removes so many more clues, from cell `from` on.
    fn remove(&mut self, clues: CellBits, from: usize, remove: usize, add: usize) -> ControlFlow<()> {
        if remove == 0 {
            return self.complete(restrict(&self.puzzle, clues), add);
        }
        for cell in each(clues & !((1 << from) - 1)) {
            self.remove(clues & !(1 << cell), cell + 1, remove - 1, add)?;
        }
        ControlFlow::Continue(())
    }

    /// Adds so many clues to what is left.
    fn complete(&mut self, left: [u8; 81], add: usize) -> ControlFlow<()> {
        // One more than there is room for, and at least two, to tell one from several.
        let room = self.solutions.len();
        let limits = Limits { solutions: (room as u64).saturating_add(1).max(2), sweeps: u64::MAX };
        let (mut count, solutions) = (0, &mut *self.solutions);
        let mut keep = |solution: &[u8; 81]| {
            if let Some(place) = solutions.get_mut(count) {
                *place = *solution;
            }
            count += 1;
            ControlFlow::Continue(())
        };
        single::visit(self.solver.simd(), Start::Clues(&left), limits, &mut keep);
        if count > room {
            self.seen.passed_over += 1;
            return ControlFlow::Continue(());
        }
        self.add(left, 0, add, count)
    }

    /// Adds so many more clues, from cell `from` on. The first `count` solutions are those of the puzzle so far.
    fn add(&mut self, mut puzzle: [u8; 81], from: usize, add: usize, count: usize) -> ControlFlow<()> {
        if add == 0 {
            if count == 1 {
                self.seen.shown += 1;
                return (self.visitor)(&Grid::from_checked(puzzle));
            }
            return ControlFlow::Continue(());
        }
        // In so many solutions each digit is in each cell.
        let mut times = [[0_u32; 10]; 81];
        for solution in &self.solutions[..count] {
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
                // What was removed is not added again. The last clue must leave one solution.
                if times == 0 || digit == self.puzzle[cell] || add == 1 && times != 1 {
                    continue;
                }
                puzzle[cell] = digit;
                if add > 1 {
                    // The solutions that have it come first; the order of the others means nothing.
                    let mut next = 0;
                    for index in 0..count {
                        if self.solutions[index][cell] == digit {
                            self.solutions.swap(next, index);
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
