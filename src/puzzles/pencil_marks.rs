//! Pencil marks without one to spare.

use core::ops::ControlFlow;

use crate::random::Random;
use crate::single::{self, Limits, Start};
use crate::{Grid, Solver};

/// Marks that are not of the solution: eight digits in each cell.
const TURNS: usize = 81 * 8;

/// Other solutions that are remembered: more than there are marks that stay out, as a rule.
const SETS: usize = TURNS;

/// A set of turns.
type Set = [u64; TURNS.div_ceil(64)];

/// No turn, no set.
const NONE: u16 = u16::MAX;

impl Solver {
    /// Pencil marks with one solution, the full grid, and as many of them as can be: wherever another digit is added to
    /// a cell, there is a second solution. None if the grid is not solved. Bit `d - 1` of a cell is digit `d`.
    ///
    /// The marks come back one by one, in a random order that comes from `seed` and `index`, each unless there would be
    /// a second solution. The result depends on nothing else, and takes about fifty milliseconds. It runs on
    /// [`Engine::Simd`](crate::Engine::Simd), whatever the engine, without a step limit.
    ///
    /// ```
    /// use lanedoku::{Solver, Status, random_grid};
    ///
    /// let solver = Solver::new();
    /// let grid = random_grid(1, 0);
    /// let marks = solver.minimal_pencil_marks(&grid, 1, 0).unwrap();
    /// let outcome = solver.solve_candidates(&marks);
    /// assert_eq!((outcome.status, outcome.solution), (Status::Unique, Some(grid)));
    /// ```
    pub fn minimal_pencil_marks(&self, grid: &Grid, seed: u64, index: u64) -> Option<[u16; 81]> {
        if !grid.is_solved() {
            return None;
        }
        let mut random = Random::for_item(seed, index);
        let solution = grid.digits();
        // A turn is a cell and a digit, 0 to 8.
        let (mut order, mut count) = ([(0_u8, 0_u8); TURNS], 0);
        for cell in 0..81 {
            for digit in (0..9).filter(|&digit| digit + 1 != solution[cell]) {
                order[count] = (cell as u8, digit);
                count += 1;
            }
        }
        random.shuffle(&mut order);
        let mut turns = [[0; 9]; 81];
        for (turn, &(cell, digit)) in order.iter().enumerate() {
            turns[usize::from(cell)][usize::from(digit)] = turn;
        }

        // As in `thinning.rs`: the marks of another solution are a set of which one has to stay out. It is the last
        // one, if all others are in when its turn comes.
        let mut sets = [[0; TURNS.div_ceil(64)]; SETS];
        let (mut noted, mut first, mut next) = (0, [NONE; TURNS], [NONE; SETS]);
        let mut marks = solution.map(|digit| 1_u16 << (digit - 1));
        let mut out: Set = [0; TURNS.div_ceil(64)];
        let (mut decided, mut most) = (0, 256);
        while decided < TURNS {
            let (mut turn, mut forecast, mut forecast_out, mut added) = (decided, marks, out, 0);
            let mut alone = None;
            while turn < TURNS {
                let mut set = first[turn];
                let is_out = loop {
                    if set == NONE {
                        break false;
                    }
                    let words = sets[usize::from(set)].iter().zip(&forecast_out);
                    if words.fold(0, |both, (set, out)| both | set & out) == 0 {
                        break true;
                    }
                    set = next[usize::from(set)];
                };
                if is_out {
                    forecast_out[turn / 64] |= 1 << (turn % 64);
                    if added == 0 {
                        (decided, out) = (turn + 1, forecast_out);
                    }
                } else {
                    if added == most {
                        break;
                    }
                    let (cell, digit) = order[turn];
                    forecast[usize::from(cell)] |= 1 << digit;
                    added += 1;
                    alone = Some((usize::from(cell), digit));
                }
                turn += 1;
            }
            if added == 0 {
                break;
            }
            match self.other_solution(&forecast, solution, if added == 1 { alone } else { None }) {
                None => {
                    (decided, marks, out) = (turn, forecast, forecast_out);
                    most = (2 * most).min(32);
                }
                Some(other) => {
                    most = (most / 2).max(1);
                    let mut set: Set = [0; TURNS.div_ceil(64)];
                    let mut last = 0;
                    for cell in (0..81).filter(|&cell| other[cell] != solution[cell]) {
                        let turn = turns[cell][usize::from(other[cell] - 1)];
                        set[turn / 64] |= 1 << (turn % 64);
                        last = last.max(turn);
                    }
                    if noted == SETS {
                        // What is forgotten is found again, one mark at a time.
                        (noted, first, most) = (0, [NONE; TURNS], 1);
                    }
                    sets[noted] = set;
                    (next[noted], first[last]) = (first[last], noted as u16);
                    noted += 1;
                }
            }
        }
        Some(marks)
    }

    /// Another solution than the known one. If this was the only one without a certain mark, that is given.
    fn other_solution(
        &self,
        marks: &[u16; 81],
        known: &[u8; 81],
        added: Option<(usize, u8)>,
    ) -> Option<[u8; 81]> {
        let (mut marks, mut other) = (*marks, None);
        if let Some((cell, digit)) = added {
            marks[cell] = 1 << digit;
        }
        let limits = Limits { solutions: 2, sweeps: u64::MAX };
        single::visit(self.simd(), Start::Candidates(&marks), limits, &mut |solution| {
            if solution == known {
                return ControlFlow::Continue(());
            }
            other = Some(*solution);
            ControlFlow::Break(())
        });
        other
    }
}
