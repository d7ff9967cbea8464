//! Solving as a person does: difficulty, steps, traces.

use std::cell::{Cell, RefCell};
use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use lanedoku::{Grid, Status, Unit};
use lanedoku_steps::{
    Difficulty, Explainer, Hint, HodokuClass, LayoutStep, PencilMarks, Step, Technique, TechniqueSet, refusal,
};
use pyo3::IntoPyObjectExt;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::columns::OutputColumn;
use crate::parallel::{BatchCall, CHECK_INTERVAL};
use crate::rows::{self, Rows};
use crate::solving::read_candidates;
use crate::workspaces::explainer;

/// The length of a trace: the number of clues, and four numbers for each cell.
const TRACE: usize = 1 + 4 * 81;

/// The number of a technique, from 1. 0 stands for a clue.
fn number(technique: Technique) -> u8 {
    technique as u8 + 1
}

/// Returns the names of the techniques. The first has the number 1.
#[pyfunction]
pub fn techniques() -> Vec<&'static str> {
    Technique::ALL.iter().map(|technique| technique.name()).collect()
}

/// Returns the names of HoDoKu's classes. The first has the number 1.
#[pyfunction]
pub fn hodoku_classes() -> [&'static str; 5] {
    HodokuClass::ALL.map(HodokuClass::name)
}

/// Techniques as Python names them: `None` for those of the scale; and whether those count that rely on the puzzle
/// having one solution.
pub type Chosen = (Option<String>, bool);

pub fn chosen((names, uniqueness): Chosen) -> PyResult<TechniqueSet> {
    let set = TechniqueSet::read(names.as_deref().unwrap_or("scale")).map_err(|unknown| {
        let sets: Vec<_> = TechniqueSet::NAMED.iter().map(|(name, _)| *name).collect();
        let known = sets.join(", ");
        PyValueError::new_err(format!(
            "techniques: expected {known} or names of lanedoku.TECHNIQUES, found '{unknown}'"
        ))
    })?;
    Ok(if uniqueness { set } else { set.without_uniqueness() })
}

/// Returns the technique with a name.
pub fn technique_named(name: &str) -> PyResult<Technique> {
    let error = || {
        PyValueError::new_err(format!("technique: expected a name of lanedoku.TECHNIQUES, found '{name}'"))
    };
    name.parse().map_err(|_| error())
}

pub fn explainer_with(techniques: TechniqueSet) -> Box<Explainer> {
    let mut made = explainer();
    made.set_techniques(techniques);
    made
}

/// The output arrays of difficulties.
pub struct DifficultyColumns {
    level: OutputColumn<f64>,
    pearl: OutputColumn<f64>,
    diamond: OutputColumn<f64>,
    hardest: OutputColumn<u8>,
    hodoku_score: OutputColumn<u32>,
    hodoku_class: OutputColumn<u8>,
    counts: OutputColumn<u32>,
    status: OutputColumn<u8>,
}

impl DifficultyColumns {
    pub fn new(call: &BatchCall, count: usize) -> PyResult<Self> {
        Ok(DifficultyColumns {
            level: OutputColumn::zeros(call, "level", &[count])?,
            pearl: OutputColumn::zeros(call, "pearl", &[count])?,
            diamond: OutputColumn::zeros(call, "diamond", &[count])?,
            hardest: OutputColumn::zeros(call, "hardest", &[count])?,
            hodoku_score: OutputColumn::zeros(call, "hodoku_score", &[count])?,
            hodoku_class: OutputColumn::zeros(call, "hodoku_class", &[count])?,
            counts: OutputColumn::zeros(call, "counts", &[count, Technique::ALL.len()])?,
            status: OutputColumn::zeros(call, "status", &[count])?,
        })
    }

    /// Writes the difficulty of a puzzle with one solution, or the status of another.
    pub fn write(&self, row: usize, found: Result<Difficulty, Status>) {
        self.status.write(row, &[found.err().unwrap_or(Status::Unique) as u8]);
        let Ok(found) = found else { return };
        for (column, level) in
            [(&self.level, found.level), (&self.pearl, found.pearl), (&self.diamond, found.diamond)]
        {
            column.write(row, &[f64::from(level.tenths()) / 10.0]);
        }
        if let Some((score, class)) = found.hodoku() {
            self.hodoku_score.write(row, &[score]);
            self.hodoku_class.write(row, &[class as u8 + 1]);
        }
        self.hardest.write(row, &[found.hardest.map_or(0, number)]);
        self.counts.write_all(row, Technique::ALL.iter().map(|&technique| found.count(technique) as u32));
    }
}

/// Returns the difficulty of each puzzle, whose open cells have at most these candidates.
#[pyfunction]
pub fn difficulty<'py>(
    puzzles: &Rows,
    candidates: Option<&Bound<'py, PyAny>>,
    techniques: Chosen,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyDict>> {
    let columns = DifficultyColumns::new(&call, puzzles.count())?;
    let (masks, techniques) = (masks_of(puzzles, candidates)?, chosen(techniques)?);
    let start = || explainer_with(techniques);
    puzzles.each(call, start, |explainer, row, grid, stops| {
        let found = match (grid, &masks) {
            (None, _) => Err(Status::Invalid),
            (Some(grid), None) => explainer.difficulty_while(grid, &|| !stops()),
            (Some(grid), Some(masks)) => explainer.difficulty_from(&marks_of(grid, Some(&masks[row]))),
        };
        columns.write(row, found);
    })
}

/// Returns the trace of each puzzle: zeros for a puzzle that is not solved step by step.
#[pyfunction]
pub fn traces<'py>(puzzles: &Rows, techniques: Chosen, call: BatchCall<'py>) -> PyResult<Bound<'py, PyDict>> {
    let column = OutputColumn::zeros(&call, "traces", &[puzzles.count(), TRACE])?;
    let techniques = chosen(techniques)?;
    let start = || explainer_with(techniques);
    puzzles.each(call, start, |explainer, row, grid, stops| {
        if let Some(trace) = grid.and_then(|grid| trace(explainer, grid, stops)) {
            column.write(row, &trace);
        }
    })
}

/// The trace of a puzzle: the number of clues, then for each cell its row and column, from 0, its digit, and the
/// hardest technique since the cell before. `None` if it is not solved step by step.
fn trace(explainer: &mut Explainer, grid: &Grid, stops: &dyn Fn() -> bool) -> Option<[u8; TRACE]> {
    let mut trace = [0; TRACE];
    let (first, cells) = trace.split_first_mut()?;
    *first = grid.clues() as u8;
    let (mut cells, _) = cells.as_chunks_mut::<4>();
    let mut add = |cell: usize, digit, technique| {
        if let Some((place, rest)) = std::mem::take(&mut cells).split_first_mut() {
            *place = [(cell / 9) as u8, (cell % 9) as u8, digit, technique];
            cells = rest;
        }
    };
    for (cell, &digit) in grid.digits().iter().enumerate().filter(|&(_, &digit)| digit > 0) {
        add(cell, digit, 0);
    }
    let mut hardest = None;
    let marks = PencilMarks::new(grid);
    if marks.status() != Status::Unique {
        return None;
    }
    let difficulty = explainer.visit_steps_while(&marks, &|| !stops(), |_, step| {
        hardest = hardest.max(Some((step.level(), step.technique())));
        if let Some((cell, digit)) = step.placement() {
            add(cell, digit, hardest.map_or(0, |(_, technique)| number(technique)));
            hardest = None;
        }
        ControlFlow::Continue(())
    });
    (difficulty.hardest != Some(Technique::NeedsMore)).then_some(trace)
}

/// A cell and a digit.
type CellAndDigit = (usize, u8);

/// A step: its technique and level; the cell and the digit that it places; the candidates that it removes, and those
/// that decide; its units; the links of a chain; hints in two strengths, its text, and the text in lines;
/// a chain in Eureka notation; the parts: roles, units, candidates.
pub type StepParts = (
    u8,
    f64,
    Option<CellAndDigit>,
    Vec<CellAndDigit>,
    Vec<CellAndDigit>,
    Vec<String>,
    Vec<(u8, u8, bool, u8, Option<bool>, Vec<usize>, Vec<usize>)>,
    [String; 4],
    Option<String>,
    Vec<(&'static str, Vec<String>, Vec<CellAndDigit>)>,
);

/// The candidates of each cell: bit `d - 1` for digit `d`.
fn candidates<T: Copy + Into<u32>>(cells: &[T]) -> Vec<CellAndDigit> {
    let digits = |(cell, &digits): (usize, &T)| {
        let digits: u32 = digits.into();
        (1..=25).filter(move |digit| digits >> (digit - 1) & 1 == 1).map(move |digit| (cell, digit))
    };
    cells.iter().enumerate().flat_map(digits).collect()
}

fn units(units: &mut dyn Iterator<Item = Unit>) -> Vec<String> {
    units.map(|unit| unit.to_string()).collect()
}

pub fn layout_parts(step: &LayoutStep) -> StepParts {
    let [place, what] = [Hint::Where, Hint::What].map(|hint| step.hint(hint).to_string());
    (
        number(step.technique()),
        f64::from(step.level().tenths()) / 10.0,
        step.placement(),
        candidates(step.eliminations()),
        candidates(step.deciding()),
        units(&mut step.units()),
        vec![],
        [place, what, step.to_string(), step.to_string()],
        None,
        vec![],
    )
}

fn parts(step: &Step) -> StepParts {
    let links = step.links().iter().enumerate().map(|(number, link)| {
        let (cells, causes) = (step.link_cells(number).collect(), step.causes(number).collect());
        (link.cell, link.digit, link.is_true, link.from, step.is_strong_link(number), cells, causes)
    });
    let step_parts =
        step.parts().map(|part| (part.role.name(), units(&mut part.units()), candidates(part.candidates())));
    (
        number(step.technique()),
        f64::from(step.level().tenths()) / 10.0,
        step.placement(),
        candidates(step.eliminations()),
        candidates(step.deciding()),
        units(&mut step.units()),
        links.collect(),
        [
            step.hint(Hint::Where).to_string(),
            step.hint(Hint::What).to_string(),
            step.to_string(),
            format!("{step:#}"),
        ],
        step.eureka().map(|chain| chain.to_string()),
        step_parts.collect(),
    )
}

/// Returns up to so many of the steps that solve a board, to where the call stops, or its status if there are none to
/// trust.
fn steps_of(
    explainer: &mut Explainer,
    marks: &PencilMarks,
    most: usize,
    stops: &dyn Fn() -> bool,
) -> Result<Vec<StepParts>, Status> {
    let (mut steps, status) = (Vec::new(), marks.status());
    if !explainer.accepts(status) {
        return Err(status);
    }
    explainer.visit_steps_while(marks, &|| !stops(), |_, step| {
        steps.push(parts(step));
        if steps.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    Ok(steps)
}

/// Returns the error about a board with this status.
fn refused(status: Status) -> PyErr {
    let remedy = if status == Status::Multiple { "; uniqueness=False allows several" } else { "" };
    PyValueError::new_err(format!("{}{remedy}", refusal(status)))
}

/// Runs a search with the interpreter released, until a signal raises an error. The search asks now and then whether to
/// go on.
pub fn interruptible<T: Send>(
    py: Python<'_>,
    search: impl FnOnce(&dyn Fn() -> bool) -> T + Send,
) -> PyResult<T> {
    let (found, error) = py.detach(|| {
        let (checked, error) = (Cell::new(Instant::now()), RefCell::new(None));
        let found = search(&|| {
            if error.borrow().is_none() && checked.get().elapsed() >= CHECK_INTERVAL {
                *error.borrow_mut() = Python::try_attach(|py| py.check_signals().err()).flatten();
                checked.set(Instant::now());
            }
            error.borrow().is_none()
        });
        (found, error.into_inner())
    });
    error.map_or(Ok(found), Err)
}

/// Returns the steps that solve a puzzle, whose open cells have at most these candidates.
#[pyfunction]
pub fn explain(
    py: Python<'_>,
    puzzle: &Bound<'_, PyAny>,
    candidates: Option<Vec<u16>>,
    techniques: Chosen,
) -> PyResult<Vec<StepParts>> {
    let mut explainer = explainer_with(chosen(techniques)?);
    let marks = marks_of(&grid(puzzle)?, mask_of(candidates)?.as_ref());
    interruptible(py, |go_on| steps_of(&mut explainer, &marks, usize::MAX, &|| !go_on()))?.map_err(refused)
}

/// Returns what `answer` finds for each row, or `None` for a row that is not a board.
fn each_row<'py, T: Clone + Send + IntoPyObject<'py>>(
    puzzles: &Rows,
    techniques: TechniqueSet,
    call: BatchCall<'py>,
    answer: impl Fn(&mut Explainer, usize, &Grid, &dyn Fn() -> bool) -> Option<T> + Send + Sync,
) -> PyResult<Bound<'py, PyAny>> {
    let py = call.answers.py();
    let found = Mutex::new(vec![None; puzzles.count()]);
    let start = || explainer_with(techniques);
    puzzles.each(call, start, |explainer, row, grid, stops| {
        let answer = grid.and_then(|grid| answer(explainer, row, grid, stops));
        found.lock().unwrap_or_else(PoisonError::into_inner)[row] = answer;
    })?;
    found.into_inner().unwrap_or_else(PoisonError::into_inner).into_bound_py_any(py)
}

/// Returns the steps that solve each puzzle; `None` where [`explain`] is an error.
#[pyfunction]
pub fn explain_batch<'py>(
    puzzles: &Rows,
    candidates: Option<&Bound<'py, PyAny>>,
    techniques: Chosen,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let masks = masks_of(puzzles, candidates)?;
    each_row(puzzles, chosen(techniques)?, call, |explainer, row, grid, stops| {
        steps_of(explainer, &marks_of(grid, masks.as_ref().map(|masks| &masks[row])), usize::MAX, stops).ok()
    })
}

/// Reads the candidates of each of some boards.
fn masks_of(boards: &Rows, candidates: Option<&Bound<'_, PyAny>>) -> PyResult<Option<Vec<[u16; 81]>>> {
    let masks = candidates.map(read_candidates).transpose()?;
    match masks.as_ref().map(Vec::len).filter(|&found| found != boards.count()) {
        None => Ok(masks),
        Some(found) => {
            let count = boards.count();
            let message = format!("expected candidates for each of {count} boards, found {found}");
            Err(PyValueError::new_err(message))
        }
    }
}

/// Reads the candidates of one board.
fn mask_of(candidates: Option<Vec<u16>>) -> PyResult<Option<[u16; 81]>> {
    let read = |masks: Vec<u16>| {
        let found = masks.len();
        masks
            .try_into()
            .map_err(|_| PyValueError::new_err(format!("expected the candidates of 81 cells, found {found}")))
    };
    candidates.map(read).transpose()
}

/// Returns the next step on each board, whose open cells have at most these candidates.
#[pyfunction]
pub fn hint_batch<'py>(
    boards: &Rows,
    candidates: Option<&Bound<'py, PyAny>>,
    techniques: Chosen,
    call: BatchCall<'py>,
) -> PyResult<Bound<'py, PyAny>> {
    let masks = masks_of(boards, candidates)?;
    each_row(boards, chosen(techniques)?, call, |explainer, row, board, stops| {
        let marks = marks_of(board, masks.as_ref().map(|masks| &masks[row]));
        steps_of(explainer, &marks, 1, stops).ok()?.pop()
    })
}

/// Returns the marks of a board, whose open cells have at most these candidates. Without a digit on the board, they are
/// pencil marks of all cells.
fn marks_of(board: &Grid, candidates: Option<&[u16; 81]>) -> PencilMarks {
    if let Some(candidates) = candidates.filter(|_| board.clues() == 0) {
        return PencilMarks::from_pencil_marks(candidates);
    }
    let mut marks = PencilMarks::new(board);
    for (cell, digits) in candidates.into_iter().flatten().enumerate() {
        marks.eliminate(cell, !digits);
    }
    marks
}

/// Returns the next step on a board, whose open cells have at most these candidates.
#[pyfunction]
pub fn hint(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    candidates: Option<Vec<u16>>,
    techniques: Chosen,
) -> PyResult<Option<StepParts>> {
    let (marks, mut explainer) = (board_marks(board, candidates)?, explainer_with(chosen(techniques)?));
    let step = py.detach(|| explainer.hint(&marks)).map_err(refused)?;
    Ok(step.as_ref().map(parts))
}

/// Returns all steps on a board, whose open cells have at most these candidates.
#[pyfunction]
pub fn all_steps(
    py: Python<'_>,
    board: &Bound<'_, PyAny>,
    candidates: Option<Vec<u16>>,
    techniques: Chosen,
) -> PyResult<Vec<StepParts>> {
    let (marks, mut explainer) = (board_marks(board, candidates)?, explainer_with(chosen(techniques)?));
    let mut steps = Vec::new();
    let mut push = |step: &Step| {
        steps.push(parts(step));
        ControlFlow::Continue(())
    };
    interruptible(py, |go_on| explainer.all_hints(&marks, go_on, &mut push))?.map_err(refused)?;
    Ok(steps)
}

/// Reads a board of a person, on which no two digits collide.
fn board_marks(board: &Bound<'_, PyAny>, candidates: Option<Vec<u16>>) -> PyResult<PencilMarks> {
    let board = grid(board)?;
    match board.collisions().next() {
        Some(collision) => Err(PyValueError::new_err(collision.to_string())),
        None => Ok(marks_of(&board, mask_of(candidates)?.as_ref())),
    }
}

fn grid(board: &Bound<'_, PyAny>) -> PyResult<Grid> {
    let digits = rows::digits(board)?;
    Grid::from_digits(&digits).map_err(|error| PyValueError::new_err(error.to_string()))
}
