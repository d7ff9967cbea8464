//! Human solving steps, and how hard a puzzle is.

use std::ops::ControlFlow;

use lanedoku::{Grid, Status};
use lanedoku_steps::{Hint, PencilMarks, Step};

use crate::memory::{Failed, ModuleMemory, Output, call};
use crate::questions::unit_number;
use crate::techniques::{techniques, write_difficulty};

/// Rates a board with one solution. The output is: its level in tenths, pearl, diamond, the number of the hardest
/// technique, 255 without a step; HoDoKu's score in four bytes, and its class from 1, 0 without one; and the number of
/// steps of each technique in two bytes.
#[unsafe(no_mangle)]
pub extern "C" fn rate(form: u32, low: u64, high: u64) -> i32 {
    call(|memory| {
        let marks = memory.marks(form)?;
        let (explainer, output) = memory.explainer()?;
        explainer.set_techniques(techniques(low, high));
        match explainer.difficulty_from(&marks) {
            Ok(found) => {
                write_difficulty(&found, output);
                Ok(0)
            }
            Err(status) => memory.fail_because(status),
        }
    })
}

/// Checks a board of which all steps are asked. Fails if it has no solution, or several and the techniques rely on
/// there being one. The output is its digits.
#[unsafe(no_mangle)]
pub extern "C" fn check_steps(form: u32, low: u64, high: u64) -> i32 {
    call(|memory| {
        let (marks, (explainer, _)) = (memory.marks(form)?, memory.explainer()?);
        explainer.set_techniques(techniques(low, high));
        match marks.status() {
            status if explainer.accepts(status) => memory.output.bytes(marks.digits()),
            status => return memory.fail_because(status),
        }
        Ok(0)
    })
}

/// Finds the next step on a board. Returns 1 if there is one, else 0. Fails if the board has no solution, or several
/// and the techniques rely on there being one. The output is the digits and the candidates of the board; the step; the
/// digits and the candidates after it.
#[unsafe(no_mangle)]
pub extern "C" fn hint(form: u32, low: u64, high: u64) -> i32 {
    call(|memory| {
        let mut marks = memory.marks(form)?;
        let (explainer, output) = memory.explainer()?;
        explainer.set_techniques(techniques(low, high));
        let step = match explainer.hint(&marks) {
            Ok(step) => step,
            Err(status) => return memory.fail_on_board(&marks, status),
        };
        write_board(&marks, output);
        if let Some(step) = &step {
            write_step(step, output);
            marks.apply(step);
            write_board(&marks, output);
        }
        Ok(step.is_some().into())
    })
}

/// Finds all steps on a board, as [`hint`] finds the next. Returns their number. The output is the digits and the
/// candidates of the board, and the steps.
#[unsafe(no_mangle)]
pub extern "C" fn all_steps(form: u32, low: u64, high: u64) -> i32 {
    call(|memory| {
        let marks = memory.marks(form)?;
        let (explainer, output) = memory.explainer()?;
        explainer.set_techniques(techniques(low, high));
        write_board(&marks, output);
        let mut count = 0;
        let found = explainer.all_hints(&marks, &|| true, |step| {
            write_step(step, output);
            count += 1;
            ControlFlow::Continue(())
        });
        match found {
            Ok(()) => Ok(count),
            Err(status) => memory.fail_on_board(&marks, status),
        }
    })
}

fn write_board(marks: &PencilMarks, output: &mut Output) {
    output.bytes(marks.digits());
    output.masks(marks.candidates());
}

/// Writes a step: the number of its technique; its level in tenths; the cell and the digit that it places, which is 0
/// if it places none; the candidates that it removes, and those that decide it; the number of its units, and their
/// numbers; the number of links of its chain, and for each four bytes, 1 for a strong link, 0 for a weak one or 255,
/// the number of its cells, and these, and the number of its causes, and these; three sentences, and the last again, in
/// lines; a chain in Eureka notation, or nothing; the number of its
/// parts, and for each its role, the number of its units, their numbers, and its candidates.
fn write_step(step: &Step, output: &mut Output) {
    let (cell, digit) = step.placement().unwrap_or_default();
    output.bytes(&[step.technique() as u8, step.level().tenths(), cell as u8, digit]);
    output.masks(step.eliminations());
    output.masks(step.deciding());
    output.byte(step.units().count() as u8);
    step.units().for_each(|unit| output.byte(unit_number(unit)));
    output.byte(step.links().len() as u8);
    for (number, link) in step.links().iter().enumerate() {
        output.bytes(&[link.cell, link.digit, link.is_true.into(), link.from]);
        output.byte(step.is_strong_link(number).map_or(u8::MAX, u8::from));
        output.byte(step.link_cells(number).count() as u8);
        step.link_cells(number).for_each(|cell| output.byte(cell as u8));
        output.byte(step.causes(number).count() as u8);
        step.causes(number).for_each(|cause| output.byte(cause as u8));
    }
    for hint in [Hint::Where, Hint::What, Hint::Why] {
        output.text(step.hint(hint));
    }
    output.text(format_args!("{step:#}"));
    match step.eureka() {
        Some(chain) => output.text(chain),
        None => output.text(""),
    }
    output.byte(step.parts().count() as u8);
    for part in step.parts() {
        output.text(part.role.name());
        output.byte(part.units().count() as u8);
        part.units().for_each(|unit| output.byte(unit_number(unit)));
        output.masks(part.candidates());
    }
}

impl ModuleMemory {
    /// Says why there are no steps on a board of a person: two equal digits in a unit, or its status.
    fn fail_on_board<T>(&mut self, marks: &PencilMarks, status: Status) -> Result<T, Failed> {
        let board = Grid::from_digits(marks.digits()).unwrap_or(Grid::EMPTY);
        match board.collisions().next() {
            Some(collision) => self.output.fail(collision),
            None => self.fail_because(status),
        }
    }
}
