//! Boards of any layout, answered one by one.

use std::iter::repeat_n;
use std::ops::ControlFlow;

use lanedoku::{
    End, Layout, LayoutError, LayoutSolver, LayoutSymmetries, LeftClues, Status, Tally, Unit, Workspace,
};
use lanedoku_steps::{LayoutExplainer, refusal};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::columns::OutputColumn;
use crate::explaining::{Chosen, DifficultyColumns, StepParts, chosen, interruptible, layout_parts};
use crate::found::{Found, STEP_LIMIT};
use crate::making::symmetry_named;
use crate::parallel::{BatchCall, goes_on};
use crate::sized::SizedRows;
use crate::solving::{CountColumns, NO_TALLY};
use crate::workspaces;

/// A layout. Each call makes its own solver, which takes some microseconds.
#[pyclass(frozen, eq, hash, name = "Layout")]
#[derive(PartialEq, Eq, Hash)]
pub struct PyLayout {
    pub layout: Layout,
}

fn error(error: LayoutError) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// The memory of one thread that solves boards, some of them in lanes.
#[derive(Default)]
struct LanesMemory {
    workspace: Option<Box<Workspace>>,
    clues: Vec<u8>,
    solutions: Vec<u8>,
    tallies: Vec<Tally>,
}

/// 0 stands for no limit.
fn steps(limit: u64) -> u64 {
    if limit == 0 { u64::MAX } else { limit }
}

/// Calls `answer` with each row, its digits, and whether it may go on.
fn each<'py>(
    puzzles: &SizedRows,
    call: BatchCall<'py>,
    answer: impl Fn(usize, Option<&[u8]>, &dyn Fn() -> bool) + Send + Sync,
) -> PyResult<Bound<'py, PyDict>> {
    let timeout = call.timeout();
    call.one_by_one().run(puzzles.count(), Default::default, |(), rows, stops| {
        for row in rows.take_while(|_| !stops()) {
            answer(row, puzzles.get(row), &goes_on(timeout, stops));
        }
    })
}

#[pymethods]
impl PyLayout {
    /// Creates a layout from its text and the cells of further houses.
    #[new]
    fn new(text: &str, houses: Vec<Vec<usize>>) -> PyResult<Self> {
        let layout = houses.into_iter().try_fold(text.parse().map_err(error)?, Layout::with_house);
        Ok(PyLayout { layout: layout.map_err(error)? })
    }

    fn side(&self) -> usize {
        self.layout.side()
    }

    fn box_shape(&self) -> Option<(usize, usize)> {
        self.layout.box_shape()
    }

    /// The cells of each row, column, region and further house.
    fn units(&self) -> Vec<Vec<usize>> {
        let (layout, side) = (&self.layout, self.layout.side());
        let mut units = vec![Vec::new(); 3 * side + layout.houses()];
        for cell in 0..layout.cells() {
            let houses = (0..layout.houses()).filter(|house| layout.houses_of(cell) >> house & 1 == 1);
            for unit in layout.units_of(cell).into_iter().chain(houses.map(Unit::House)) {
                let number = match unit {
                    Unit::Row(row) => row,
                    Unit::Column(column) => side + column,
                    Unit::Box(region) | Unit::Region(region) => 2 * side + region,
                    Unit::House(house) => 3 * side + house,
                };
                units[number].push(cell);
            }
        }
        units
    }

    fn draw(&self, digits: &[u8]) -> String {
        let (characters, mut text): (Vec<u8>, _) = (Layout::characters(digits).collect(), String::new());
        // Writing to a `String` cannot fail.
        let _ = self.layout.draw(&characters, &mut text);
        text
    }

    fn solve<'py>(&self, puzzles: &SizedRows, call: BatchCall<'py>) -> PyResult<Bound<'py, PyDict>> {
        let (count, layout) = (puzzles.count(), &self.layout);
        let solutions = OutputColumn::boards(&call, "solutions", None, &[count], layout.side())?;
        let status = OutputColumn::zeros(&call, "status", &[count])?;
        let guesses = OutputColumn::zeros(&call, "guesses", &[count])?;
        let steps_taken = OutputColumn::zeros(&call, "steps", &[count])?;
        let (solver, limit) = (LayoutSolver::new(layout), steps(call.step_limit));
        let (timeout, cells) = (call.timeout(), layout.cells());
        // The memory of lanes does not pay for a few boards.
        let uses_lanes = solver.has_lanes() && limit == u64::MAX && count >= 12;
        let call = if uses_lanes { call.in_large_portions() } else { call.one_by_one() };
        call.run(count, LanesMemory::default, |memory, rows, stops| {
            let LanesMemory { workspace, clues, solutions: found, tallies } = memory;
            clues.clear();
            rows.clone().for_each(|row| match puzzles.get(row) {
                Some(board) => clues.extend_from_slice(board),
                None => clues.extend(repeat_n(u8::MAX, cells)),
            });
            found.clear();
            found.resize(clues.len(), 0);
            tallies.clear();
            tallies.resize(rows.len(), Tally::BEGUN);
            if uses_lanes {
                solver.solve_in_lanes(
                    clues,
                    workspace.get_or_insert_with(workspaces::workspace),
                    found,
                    tallies,
                );
            }
            let boards = rows.clone().zip(clues.chunks(cells)).zip(found.chunks_mut(cells).zip(tallies));
            for ((row, clues), (solution, tally)) in boards.take_while(|_| !stops()) {
                if tally.end == End::OutOfSteps {
                    *tally = solver.solve_while(clues, limit, goes_on(timeout, stops), solution);
                }
                status.write(row, &[tally.status() as u8]);
                guesses.write(row, &[tally.guesses]);
                steps_taken.write(row, &[tally.steps]);
                solutions.write(row, solution);
            }
        })
    }

    fn count<'py>(
        &self,
        puzzles: &SizedRows,
        most: u64,
        call: BatchCall<'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let columns = CountColumns::new(&call, puzzles.count())?;
        let (solver, limit) = (LayoutSolver::new(&self.layout), steps(call.step_limit));
        each(puzzles, call, |row, clues, go_on| {
            let count = |clues: &_| solver.count(clues, most, limit, go_on, |_| ControlFlow::Continue(()));
            let tally = clues.map_or(NO_TALLY, count);
            columns.write(row, tally);
        })
    }

    /// Searches for the solutions of a puzzle.
    fn solutions(&self, digits: Vec<u8>, most: u64, step_limit: u64) -> PyResult<Found> {
        let solver = LayoutSolver::new(&self.layout);
        Found::start_with(digits.len(), most, move |sink| {
            let wanted = sink.is_wanted.clone();
            let go_on = || wanted.strong_count() > 0;
            let tally = solver.visit(&digits, steps(step_limit), go_on, |solution| sink.take(solution));
            (tally.end == End::OutOfSteps).then(|| STEP_LIMIT.into())
        })
    }

    fn possible<'py>(
        &self,
        puzzles: &SizedRows,
        status: Option<Bound<'py, PyAny>>,
        call: BatchCall<'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (count, side, cells) = (puzzles.count(), self.layout.side(), self.layout.cells());
        let possible = OutputColumn::zeros(&call, "possible", &[count, cells, side])?;
        let status = status.map(|status| OutputColumn::given(&status, "status", count, 1)).transpose()?;
        let (solver, limit) = (LayoutSolver::new(&self.layout), steps(call.step_limit));
        each(puzzles, call, |row, clues, go_on| {
            let mut found = vec![0; cells];
            let known =
                clues.map_or(Status::Invalid, |clues| solver.possible(clues, limit, go_on, &mut found));
            let digits = |digits: &u32| (0..side).map(|digit| digits >> digit & 1 == 1).collect::<Vec<_>>();
            possible.write_all(row, found.iter().flat_map(digits));
            if let Some(status) = &status {
                status.write(row, &[known as u8]);
            }
        })
    }

    /// Returns the redundant or the wrong clues of each row.
    fn clues<'py>(
        &self,
        puzzles: &SizedRows,
        wrong: bool,
        status: Option<Bound<'py, PyAny>>,
        call: BatchCall<'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (count, cells) = (puzzles.count(), self.layout.cells());
        let column = OutputColumn::zeros(&call, "clues", &[count, cells])?;
        let status = status.map(|status| OutputColumn::given(&status, "status", count, 1)).transpose()?;
        let (solver, limit) = (LayoutSolver::new(&self.layout), steps(call.step_limit));
        each(puzzles, call, |row, clues, go_on| {
            let mut found = vec![false; cells];
            let known = clues.map_or(Status::Invalid, |clues| {
                let take = |cell: usize| found[cell] = true;
                if wrong {
                    solver.wrong_clues(clues, limit, go_on, take)
                } else {
                    solver.redundant_clues(clues, limit, go_on, take)
                }
            });
            column.write(row, &found);
            if let Some(status) = &status {
                status.write(row, &[known as u8]);
            }
        })
    }

    fn minimize<'py>(
        &self,
        puzzles: &SizedRows,
        seed: u64,
        first: u64,
        call: BatchCall<'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let columns = MadeColumns::new(&call, puzzles.count(), self.layout.side())?;
        let (solver, left) = (LayoutSolver::new(&self.layout), LeftClues::default());
        each(puzzles, call, |row, clues, go_on| {
            let mut made = clues.unwrap_or_default().to_vec();
            let number = first.wrapping_add(row as u64);
            let undecided = clues.and_then(|_| solver.minimize(seed, number, &left, go_on, &mut made).ok());
            columns.write(row, &made, undecided);
        })
    }

    /// Generates puzzles: of a range, the number of the first, and how many. The clues are the least and the greatest
    /// number.
    fn generate<'py>(
        &self,
        seed: u64,
        range: (u64, usize),
        clues: Option<(usize, usize)>,
        symmetry: &str,
        attempts: u32,
        call: BatchCall<'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (first, count) = range;
        let (columns, timeout) = (MadeColumns::new(&call, count, self.layout.side())?, call.timeout());
        let (number, symmetry) = (clues.map(|(least, most)| least..=most), symmetry_named(symmetry, "")?);
        let left = LeftClues { number, symmetry, attempts, ..LeftClues::default() };
        let (solver, cells) = (LayoutSolver::new(&self.layout), self.layout.cells());
        call.one_by_one().run(count, Default::default, |(), rows, stops| {
            for row in rows.take_while(|_| !stops()) {
                let (mut puzzle, go_on) = (vec![0; cells], goes_on(timeout, stops));
                let number = first.wrapping_add(row as u64);
                let undecided = solver.generate(seed, number, &left, go_on, &mut puzzle);
                columns.write(row, &puzzle, undecided);
            }
        })
    }

    fn shuffle<'py>(
        &self,
        boards: &SizedRows,
        copies: usize,
        seed: u64,
        first: u64,
        call: BatchCall<'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let (count, cells) = (boards.count(), self.layout.cells());
        let column = OutputColumn::boards(&call, "cells", None, &[count, copies], self.layout.side())?;
        let valid = OutputColumn::zeros(&call, "valid", &[count])?;
        // A tenth of a second for the largest boards.
        let symmetries = call.answers.py().detach(|| Box::new(LayoutSymmetries::new(&self.layout)));
        each(boards, call, |row, digits, go_on| {
            valid.write(row, &[digits.is_some()]);
            let Some(digits) = digits else { return };
            let (mut image, first) =
                (vec![0; cells], first.wrapping_add(row as u64).wrapping_mul(copies as u64));
            for copy in (0..copies).take_while(|_| go_on()) {
                symmetries.shuffle(seed, first.wrapping_add(copy as u64), digits, &mut image);
                column.write(row * copies + copy, &image);
            }
        })
    }

    fn difficulty<'py>(
        &self,
        puzzles: &SizedRows,
        techniques: Chosen,
        call: BatchCall<'py>,
    ) -> PyResult<Bound<'py, PyDict>> {
        let columns = DifficultyColumns::new(&call, puzzles.count())?;
        let (solver, limit) = (LayoutSolver::new(&self.layout), steps(call.step_limit));
        let explainer = self.explainer(techniques)?;
        each(puzzles, call, |row, clues, go_on| {
            let mut solution = vec![0; self.layout.cells()];
            let known = clues.map_or(Status::Invalid, |clues| {
                solver.solve_while(clues, limit, go_on, &mut solution).status()
            });
            let clues = clues.filter(|_| known == Status::Unique);
            columns.write(row, clues.and_then(|clues| explainer.difficulty(clues)).ok_or(known));
        })
    }

    /// Returns up to so many of the steps that solve a puzzle.
    fn steps(
        &self,
        py: Python<'_>,
        digits: &[u8],
        most: usize,
        techniques: Chosen,
    ) -> PyResult<Vec<StepParts>> {
        let (solver, explainer) = (LayoutSolver::new(&self.layout), self.explainer(techniques)?);
        interruptible(py, |go_on| {
            let mut solution = vec![0; digits.len()];
            let status = solver.solve_while(digits, u64::MAX, go_on, &mut solution).status();
            let marks = explainer.marks(digits).filter(|_| status == Status::Unique);
            let (mut marks, mut steps) = (marks.ok_or(status)?, Vec::new());
            while let Some(step) = explainer.next_step(&marks).filter(|_| steps.len() < most && go_on()) {
                marks.apply(&step);
                steps.push(layout_parts(&step));
            }
            Ok(steps)
        })?
        .map_err(|status| PyValueError::new_err(refusal(status)))
    }
}

impl PyLayout {
    fn explainer(&self, techniques: Chosen) -> PyResult<Box<LayoutExplainer>> {
        let mut explainer = Box::new(LayoutExplainer::new(&self.layout));
        explainer.set_techniques(chosen(techniques)?);
        Ok(explainer)
    }
}

/// The output arrays of puzzles.
struct MadeColumns {
    cells: OutputColumn<u8>,
    valid: OutputColumn<bool>,
    undecided: OutputColumn<u32>,
}

impl MadeColumns {
    fn new(call: &BatchCall, count: usize, side: usize) -> PyResult<Self> {
        Ok(MadeColumns {
            cells: OutputColumn::boards(call, "cells", None, &[count], side)?,
            valid: OutputColumn::zeros(call, "valid", &[count])?,
            undecided: OutputColumn::zeros(call, "undecided", &[count])?,
        })
    }

    /// Writes a puzzle and the number of its clues that may be redundant; `None` if none was made.
    fn write(&self, row: usize, puzzle: &[u8], undecided: Option<usize>) {
        self.valid.write(row, &[undecided.is_some()]);
        if let Some(undecided) = undecided {
            self.cells.write(row, puzzle);
            self.undecided.write(row, &[undecided as u32]);
        }
    }
}
