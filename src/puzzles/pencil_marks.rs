//! Finds pencil marks to which no mark can be added.

use core::ops::ControlFlow;

use super::generate::Generator;
use crate::Grid;
use crate::kernel::SimdKernel;
use crate::random::Random;
use crate::single::{self, Limits, Start};

/// The marks that are not part of the solution: eight digits in each cell.
const MARKS: usize = 81 * 8;

/// The maximum number of other solutions kept. Usually fewer marks are omitted, so the tests keep fewer.
const SETS: usize = if cfg!(test) { 20 } else { MARKS };

/// A set of marks, by their positions in the random order.
type MarkSet = [u64; MARKS.div_ceil(64)];

/// The end of a list.
const NONE: u16 = u16::MAX;

/// # Minimal pencil marks
impl Generator {
    /// Returns pencil marks whose only solution is the given full grid, and to which no mark can be added without a
    /// second solution. Bit `d - 1` of a cell is digit `d`. Returns `None` if the grid is not solved.
    ///
    /// The marks are added one by one, in a random order that depends on `seed` and `index`, each unless it gives a
    /// second solution. The result depends only on the grid, `seed` and `index`. A call takes about fifty
    /// milliseconds.
    ///
    /// Always uses [`Engine::Simd`](crate::Engine::Simd), and ignores the step limit.
    ///
    /// ```
    /// use lanedoku::{Generator, Solver, Status, random_grid};
    ///
    /// let grid = random_grid(1, 0);
    /// let marks = Generator::new(1).minimal_pencil_marks(&grid, 0).unwrap();
    /// let outcome = Solver::new().solve(&marks);
    /// assert_eq!((outcome.status, outcome.solution), (Status::Unique, Some(grid)));
    /// ```
    pub fn minimal_pencil_marks(&self, grid: &Grid, index: u64) -> Option<[u16; 81]> {
        if !grid.is_solved() {
            return None;
        }
        let mut random = Random::for_item(self.seed, index);
        let solution = grid.digits();
        // A mark is a cell and a digit from 0 to 8.
        let (mut order, mut count) = ([(0_u8, 0_u8); MARKS], 0);
        for cell in 0..81 {
            for digit in (0..9).filter(|&digit| digit + 1 != solution[cell]) {
                order[count] = (cell as u8, digit);
                count += 1;
            }
        }
        random.shuffle(&mut order);
        let mut positions = [[0; 9]; 81];
        for (position, &(cell, digit)) in order.iter().enumerate() {
            positions[usize::from(cell)][usize::from(digit)] = position;
        }

        // As in `minimizer.rs`: at least one mark of each other solution must be omitted. It is the last one in the
        // order, if all others have been added by then.
        let mut sets = [[0; MARKS.div_ceil(64)]; SETS];
        let (mut set_count, mut first, mut next) = (0, [NONE; MARKS], [NONE; SETS]);
        let mut marks = solution.map(|digit| 1_u16 << (digit - 1));
        let mut out: MarkSet = [0; MARKS.div_ceil(64)];
        let (mut decided, mut most) = (0, 256);
        while decided < MARKS {
            let (mut position, mut predicted, mut predicted_out, mut added) = (decided, marks, out, 0);
            let mut only_added = None;
            while position < MARKS {
                let mut set = first[position];
                let is_out = loop {
                    if set == NONE {
                        break false;
                    }
                    let words = sets[usize::from(set)].iter().zip(&predicted_out);
                    if words.fold(0, |both, (set, out)| both | set & out) == 0 {
                        break true;
                    }
                    set = next[usize::from(set)];
                };
                if is_out {
                    predicted_out[position / 64] |= 1 << (position % 64);
                    if added == 0 {
                        (decided, out) = (position + 1, predicted_out);
                    }
                } else {
                    if added == most {
                        break;
                    }
                    let (cell, digit) = order[position];
                    predicted[usize::from(cell)] |= 1 << digit;
                    added += 1;
                    only_added = Some((usize::from(cell), digit));
                }
                position += 1;
            }
            if added == 0 {
                break;
            }
            match other_solution(
                self.solver.simd(),
                &predicted,
                solution,
                if added == 1 { only_added } else { None },
            ) {
                None => {
                    (decided, marks, out) = (position, predicted, predicted_out);
                    most = (2 * most).min(32);
                }
                Some(other) => {
                    most = (most / 2).max(1);
                    let mut set: MarkSet = [0; MARKS.div_ceil(64)];
                    let mut last = 0;
                    for cell in (0..81).filter(|&cell| other[cell] != solution[cell]) {
                        let position = positions[cell][usize::from(other[cell] - 1)];
                        set[position / 64] |= 1 << (position % 64);
                        last = last.max(position);
                    }
                    if set_count == SETS {
                        // The search finds dropped sets again, one mark at a time.
                        (set_count, first, most) = (0, [NONE; MARKS], 1);
                    }
                    sets[set_count] = set;
                    (next[set_count], first[last]) = (first[last], set_count as u16);
                    set_count += 1;
                }
            }
        }
        Some(marks)
    }
}

/// Searches for a solution other than the known one. `added` is a mark that every other solution must have, if any.
fn other_solution(
    kernel: SimdKernel,
    marks: &[u16; 81],
    known: &[u8; 81],
    added: Option<(usize, u8)>,
) -> Option<[u8; 81]> {
    let (mut marks, mut other) = (*marks, None);
    if let Some((cell, digit)) = added {
        marks[cell] = 1 << digit;
    }
    let limits = Limits { solutions: 2, sweeps: u64::MAX };
    single::visit(kernel, Start::Candidates(&marks), limits, &mut |solution| {
        if solution == known {
            return ControlFlow::Continue(());
        }
        other = Some(*solution);
        ControlFlow::Break(())
    });
    other
}
