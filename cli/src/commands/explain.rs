//! `explain` and `hint`: human solving steps.

use std::fmt::Write;
use std::ops::ControlFlow;
use std::time::Duration;

use lanedoku::{AnyPuzzle, Grid, Solver, Status};
use lanedoku_formats::Diagnostic;
use lanedoku_steps::{Explainer, Hint, HodokuClass, Level, PencilMarks, Step, Technique, TechniqueSet};

use super::{Context, SourceText, characters, reason_not_unique, report};
use crate::blocks::Block;
use crate::output::steps::{AnyStep, StepRecord, cell_name};
use crate::output::{Column, Record};
use crate::pipeline::{Answers, OrderedOutput, PuzzleCommand, Worker};
use crate::search::{Deadline, PuzzleGoal, SearchSettings};
use crate::step_drawing::draw_step;
use crate::workspace::WorkerMemory;

/// The steps of the search for digits that may be wrong.
const WRONG_CLUE_STEPS: u64 = 1 << 20;

/// The message about a puzzle whose time is up.
const LATE: &str = "the time limit was reached; there may be more steps";

/// The steps to explain of each puzzle.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Extent {
    /// The whole way to the solution.
    Whole,
    /// The next step, as a hint.
    Next(Hint),
    /// All steps on the board.
    All(Hint),
}

pub struct Explain {
    pub context: Context,
    pub extent: Extent,
    pub techniques: TechniqueSet,
    /// The time limit of each puzzle.
    pub timeout: Option<Duration>,
    /// Whether steps are drawn, colored or not, rather than written as records.
    pub drawn: Option<Colored>,
}

/// Whether a drawing is colored.
#[derive(Clone, Copy)]
pub struct Colored(pub bool);

impl PuzzleCommand for Explain {
    fn header(&self, block: &Block) -> Vec<u8> {
        if self.drawn.is_some() { Vec::new() } else { self.context.header(block) }
    }

    fn worker<'a>(&'a self, _memory: &'a mut WorkerMemory) -> Box<dyn Worker + 'a> {
        // One for each thread, to the end: as a value, it may be too large for the stack.
        let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
        explainer.set_techniques(self.techniques);
        Box::new(ExplainWorker { command: self, explainer })
    }
}

struct ExplainWorker<'a> {
    command: &'a Explain,
    explainer: &'static mut Explainer,
}

impl Worker for ExplainWorker<'_> {
    fn answer(&mut self, block: &Block, answers: &mut Answers, ordered: &OrderedOutput) {
        let Explain { context, extent, timeout, .. } = self.command;
        // No solution is shown.
        let solver = Solver::new().with_any_solution(true);
        let settings = SearchSettings { solver, goal: PuzzleGoal::Solve { max: 2 }, timeout: None };
        let source = SourceText::of(block);
        for (number, entry) in (block.before + 1..).zip(ordered.entries()) {
            let Some(puzzle) = context.read(source, entry, answers) else { continue };
            let board: Option<Grid> = puzzle.sized();
            let marks = match (&puzzle, &board) {
                (AnyPuzzle::Candidates(candidates), _) => PencilMarks::from_pencil_marks(candidates),
                (_, Some(board)) => PencilMarks::new(board),
                _ => {
                    context.reject_size(source, entry, &puzzle, "9x9 boards and pencil marks", answers);
                    continue;
                }
            };
            let deadline = Deadline::after(*timeout, ordered);
            let status = deadline.search(&settings, &puzzle, answers).status;
            if !self.explainer.accepts(status) {
                let mut reason = match status {
                    Status::OutOfSteps => LATE.into(),
                    Status::Multiple => {
                        "the puzzle has multiple solutions; --no-uniqueness explains what they have in common"
                            .into()
                    }
                    _ => reason_not_unique(&puzzle, status),
                };
                if let (Some(board), Extent::Next(_) | Extent::All(_)) = (&board, extent) {
                    reason += &wrong_clues_of(board);
                }
                context.reject_puzzle(source, entry, &puzzle, status, reason, answers);
                continue;
            }
            answers.totals.count(status, true, 0);
            let line = characters(&puzzle);
            let Steps { steps, is_late, hodoku } = steps_of(marks, *extent, deadline, self.explainer);
            if is_late {
                report(source, &Diagnostic::new(entry, LATE), answers);
                answers.totals.failed += 1;
            }
            let hint = match extent {
                Extent::Whole => Hint::Why,
                Extent::Next(hint) | Extent::All(hint) => *hint,
            };
            let records: Vec<StepRecord> = (1..)
                .zip(&steps)
                .map(|(index, (marks, step))| {
                    let (is_complete, step) = (marks.is_complete(), step.as_ref().map(AnyStep::Nine));
                    StepRecord { number, index, is_complete, step, hint }
                })
                .collect();
            if let Some(colored) = self.command.drawn {
                if number > 1 {
                    answers.text.push(b'\n');
                }
                let ending = (!is_late).then(|| ending(&records, hodoku));
                answers.text.extend_from_slice(
                    drawn(&line, (&records, &steps), *extent, ending.as_deref(), colored).as_bytes(),
                );
                continue;
            }
            let extra_fields = context.extra_fields(source, entry, answers);
            for (&step, (marks, _)) in records.iter().zip(&steps) {
                let marks = candidates_of(marks);
                let marks = context.record_format.shows(Column::Marks).then(|| characters(&marks));
                let record = Record {
                    step: Some(step),
                    marks: marks.as_deref(),
                    ..Record::new(source.line(entry), status, true, &line)
                };
                let Answers { text, totals, .. } = &mut *answers;
                context.record_format.write_one_of_many(&record, &extra_fields, text, totals);
            }
            ordered.write_if_due(answers);
        }
    }
}

/// Returns the end of a message: the clues whose removal, each alone, leaves a solution.
fn wrong_clues_of(board: &Grid) -> String {
    let wrong_clues = Solver::new().with_step_limit(WRONG_CLUE_STEPS).wrong_clues(board);
    let cells: Vec<String> = wrong_clues.removable.iter().map(|cell| cell_name(cell, 9)).collect();
    match cells.as_slice() {
        [] => String::new(),
        [cell] => format!("; it would have one without the digit of {cell}"),
        cells => format!("; it would have one without the digit of one of these cells: {}", cells.join(", ")),
    }
}

/// The steps of a puzzle.
struct Steps {
    /// Each with the board before it. The last is `None` if it needs more, and the first if there is no next one.
    steps: Vec<(PencilMarks, Option<Step>)>,
    /// Whether the time limit ended them.
    is_late: bool,
    /// HoDoKu's score and class.
    hodoku: Option<(u32, HodokuClass)>,
}

/// Finds the steps of a puzzle.
fn steps_of(marks: PencilMarks, extent: Extent, deadline: Deadline<'_>, explainer: &mut Explainer) -> Steps {
    let (mut steps, mut last) = (Vec::new(), marks.clone());
    if let Extent::All(_) = extent {
        let found = explainer.all_hints(&marks, &|| deadline.is_ahead(), |step| {
            steps.push((marks.clone(), Some(step.clone())));
            ControlFlow::Continue(())
        });
        let is_late = !deadline.is_ahead();
        if found.is_ok() && steps.is_empty() && !is_late {
            steps.push((last, None));
        }
        return Steps { steps, is_late, hodoku: None };
    }
    let rated = explainer.visit_steps_while(&marks, &|| deadline.is_ahead(), |marks, step| {
        steps.push((marks.clone(), Some(step.clone())));
        last.apply(step);
        if extent == Extent::Whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let needs_more = rated.hardest == Some(Technique::NeedsMore);
    let is_late = needs_more && !deadline.is_ahead();
    if !is_late && (needs_more || steps.is_empty() && extent != Extent::Whole) {
        steps.push((last, None));
    }
    Steps { steps, is_late, hodoku: rated.hodoku() }
}

/// Draws a puzzle and its steps.
fn drawn(
    puzzle: &[u8],
    (records, steps): (&[StepRecord], &[(PencilMarks, Option<Step>)]),
    extent: Extent,
    ending: Option<&str>,
    Colored(colored): Colored,
) -> String {
    let mut out = String::new();
    match extent {
        Extent::Whole => {
            // Writing to a string cannot fail.
            let _ = writeln!(out, "{}", String::from_utf8_lossy(puzzle));
        }
        Extent::Next(_) | Extent::All(_) => {}
    }
    for (record, (marks, step)) in records.iter().zip(steps) {
        let hint = record.hint;
        if let (Extent::Whole, Some(step)) = (extent, step) {
            let _ = writeln!(out, "\nStep {}, level {}", record.index, step.level());
        }
        // A long chain takes a line for each of its statements.
        let _ = match step {
            Some(step) if hint == Hint::Why => writeln!(out, "{step:#}"),
            _ => writeln!(out, "{}", record.text(hint)),
        };
        if hint == Hint::Why && !matches!(extent, Extent::All(_)) {
            out.push('\n');
            draw_step(marks, step.as_ref(), colored, &mut out);
        }
    }
    if let (Extent::Whole, Some(ending)) = (extent, ending) {
        let _ = writeln!(out, "\n{ending}");
    }
    out
}

/// Returns the rating, or HoDoKu's score in its order, and the number of steps by each technique.
fn ending(steps: &[StepRecord], hodoku: Option<(u32, HodokuClass)>) -> String {
    let level = |step: Option<AnyStep>| step.map_or(Level::NEEDS_MORE, AnyStep::level);
    let technique = |step: Option<AnyStep>| step.map_or(Technique::NeedsMore, AnyStep::technique);
    let steps = steps.iter().map(|record| record.step);
    // The first of the hardest steps.
    let Some(hardest) = steps.clone().rev().max_by_key(|step| level(*step)) else { return "no steps".into() };
    let count = |wanted| steps.clone().filter(|step| technique(*step) == wanted).count();
    let counts = Technique::ALL.iter().map(|&technique| (technique.name(), count(technique)));
    let counts = counts.filter(|(_, count)| *count > 0);
    let counts: Vec<String> = counts.map(|(name, count)| format!("{name} {count}")).collect();
    let rating = match hodoku {
        Some((score, class)) => format!("HoDoKu's score {score}: {}", class.name()),
        None => format!("rating {}: {}", level(hardest), technique(hardest).name()),
    };
    format!("{rating}\n{}", counts.join(", "))
}

/// Returns the pencil marks as a puzzle: a placed digit is the only candidate of its cell.
fn candidates_of(marks: &PencilMarks) -> AnyPuzzle {
    let mut candidates = *marks.candidates();
    for (candidates, &digit) in candidates.iter_mut().zip(marks.digits()) {
        if digit > 0 {
            *candidates = 1 << (digit - 1);
        }
    }
    candidates.into()
}
