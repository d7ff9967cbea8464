//! Traces for animations: the loop step by step, the lanes sweep by sweep; and runs of the loop for their time.

use std::cell::RefCell;

use ladder::branchless::v3::V3;
use lanedoku::trace::{LanesTrace, LoopStatus, LoopTrace, repeat_loop};
use lanedoku::{Order, Outcome};

use crate::memory::{Failed, OpenObjects, Output, call, new_box};

/// The most puzzles of a trace of lanes.
const MOST_PUZZLES: usize = 1 << 16;

/// The most traces that may be open at a time.
const MOST_TRACES: usize = 16;

thread_local! {
    static TRACES: RefCell<OpenObjects<Trace>> = const { RefCell::new(OpenObjects::new()) };
}

/// An open trace.
enum Trace {
    Loop(Box<LoopTrace>),
    Lanes(TracedLanes),
}

/// A trace of lanes, with its puzzles.
struct TracedLanes {
    trace: Box<LanesTrace>,
    puzzles: Vec<[u8; 81]>,
    outcomes: Vec<Outcome>,
}

/// Begins a trace of the loop: `order` is the index in `lanedoku::Order::ALL`. Returns its number.
#[unsafe(no_mangle)]
pub extern "C" fn begin_loop(form: u32, order: u32) -> i32 {
    call(|memory| {
        let board = memory.board(form)?;
        let Some(mut trace) = new_box(LoopTrace::write_new) else {
            return memory.output.fail("there is no more memory");
        };
        trace.begin(board.digits(), if order == 0 { Order::Rows } else { Order::Constrained });
        open(Trace::Loop(trace), &mut memory.output)
    })
}

/// Keeps a trace and returns its number.
fn open(trace: Trace, output: &mut Output) -> Result<u32, Failed> {
    TRACES.with_borrow_mut(|traces| {
        let Some(free) = traces.free(MOST_TRACES) else {
            return output.fail(format_args!("{MOST_TRACES} traces are open: free some"));
        };
        traces.open(free, trace);
        Ok(free as u32)
    })
}

/// Frees a trace. Frees nothing if there is none with this number.
#[unsafe(no_mangle)]
pub extern "C" fn end_trace(number: u32) {
    TRACES.with_borrow_mut(|traces| traces.end(number));
}

/// Runs a call for the trace with this number.
fn with_trace(number: u32, job: impl FnOnce(&mut Trace, &mut Output) -> Result<u32, Failed>) -> i32 {
    call(|memory| {
        TRACES.with_borrow_mut(|traces| match traces.get(number) {
            Some(trace) => job(trace, &mut memory.output),
            None => memory.output.fail("it has been freed"),
        })
    })
}

/// Runs a call for the trace of the loop with this number.
fn with_loop(number: u32, job: impl FnOnce(&mut LoopTrace, &mut Output) -> Result<u32, Failed>) -> i32 {
    with_trace(number, |trace, output| match trace {
        Trace::Loop(trace) => job(trace, output),
        Trace::Lanes(_) => output.fail("it is a trace of lanes"),
    })
}

/// Runs a call for the trace of lanes with this number.
fn with_lanes(number: u32, job: impl FnOnce(&mut TracedLanes, &mut Output) -> Result<u32, Failed>) -> i32 {
    with_trace(number, |trace, output| match trace {
        Trace::Lanes(trace) => job(trace, output),
        Trace::Loop(_) => output.fail("it is a trace of the loop"),
    })
}

/// Goes on for at most so many steps, up to a solution. Returns the status: a number of `LoopStatus`. The output is:
/// the steps, the most steps so far, the solutions, the depth in one byte.
#[unsafe(no_mangle)]
pub extern "C" fn loop_run(trace: u32, steps: f64) -> i32 {
    with_loop(trace, |trace, output| {
        trace.run(steps as u64);
        Ok(report(trace, output))
    })
}

/// Goes to a step, forward or back. Returns and outputs the same.
#[unsafe(no_mangle)]
pub extern "C" fn loop_seek(trace: u32, step: f64) -> i32 {
    with_loop(trace, |trace, output| {
        trace.seek(step as u64);
        Ok(report(trace, output))
    })
}

fn report(trace: &LoopTrace, output: &mut Output) -> u32 {
    output.number(trace.steps());
    output.number(trace.furthest());
    output.number(trace.solutions());
    output.byte(trace.depth() as u8);
    match trace.status() {
        LoopStatus::Running => 0,
        LoopStatus::Solved => 1,
        LoopStatus::Exhausted => 2,
        LoopStatus::Invalid => 3,
    }
}

/// Returns the number of open cells. The output is: 81 digits, clues and singles placed first; then of each open cell,
/// in the order of the search, the cell, its row, its column and its box.
#[unsafe(no_mangle)]
pub extern "C" fn loop_cells(trace: u32) -> i32 {
    with_loop(trace, |trace, output| {
        output.bytes(trace.digits());
        let cells = trace.cells();
        let count = cells.len() as u32;
        for open in cells {
            output.bytes(&[open.cell, open.row, open.column, open.r#box]);
        }
        Ok(count)
    })
}

/// Returns the number of open cells. The output is: 27 masks of the units, and a mask with the digit of each open cell.
#[unsafe(no_mangle)]
pub extern "C" fn loop_masks(trace: u32) -> i32 {
    with_loop(trace, |trace, output| {
        for mask in trace.masks().into_iter().chain(trace.tried()) {
            output.bytes(&mask.to_le_bytes());
        }
        Ok(trace.cells().len() as u32)
    })
}

/// Returns the number of the last steps, at most `most`. The output is, for each: position, tried, row, column, box,
/// pick, in two bytes each.
#[unsafe(no_mangle)]
pub extern "C" fn loop_recent(trace: u32, most: u32) -> i32 {
    with_loop(trace, |trace, output| {
        let recent = trace.recent();
        let skipped = recent.len().saturating_sub(most as usize);
        let count = recent.len() - skipped;
        for step in recent.skip(skipped) {
            for part in [step.position, step.tried, step.row, step.column, step.r#box, step.pick] {
                output.bytes(&part.to_le_bytes());
            }
        }
        Ok(count as u32)
    })
}

/// Returns the number of bins of the path. The output is: the steps in a bin; then the least and the greatest depth of
/// each bin, in one byte each.
#[unsafe(no_mangle)]
pub extern "C" fn loop_path(trace: u32) -> i32 {
    with_loop(trace, |trace, output| {
        let (bins, steps) = trace.path();
        output.number(steps);
        output.bytes(bins.as_flattened());
        Ok(bins.len() as u32)
    })
}

/// Begins a trace of the puzzles in the input, 81 digits each, on so many lanes. Returns its number.
#[unsafe(no_mangle)]
pub extern "C" fn begin_lanes(lanes: u32, refills: u32) -> i32 {
    call(|memory| {
        let (puzzles, rest) = memory.input.as_chunks::<81>();
        if !rest.is_empty() || puzzles.len() > MOST_PUZZLES {
            return memory.output.fail(format_args!("expected up to {MOST_PUZZLES} puzzles of 81 digits"));
        }
        let (mut copy, mut outcomes) = (Vec::new(), Vec::new());
        let has_memory = copy.try_reserve_exact(puzzles.len()).is_ok()
            && outcomes.try_reserve_exact(puzzles.len()).is_ok();
        let (true, Some(mut trace)) = (has_memory, new_box(LanesTrace::write_new)) else {
            return memory.output.fail("there is no more memory");
        };
        copy.extend_from_slice(puzzles);
        outcomes.resize(puzzles.len(), Outcome::INVALID);
        trace.begin(lanes as usize, refills != 0);
        open(Trace::Lanes(TracedLanes { trace, puzzles: copy, outcomes }), &mut memory.output)
    })
}

/// Makes up to so many sweeps. Returns the number made: fewer if nothing is left. The output is: all sweeps so far, the
/// lanes that were at work in them, the puzzles done; then of each lane in the last sweep its puzzle, in four bytes,
/// what has happened (bits of `lanedoku::trace::event`), the nodes in its private stack, its open cells, and 0.
#[unsafe(no_mangle)]
pub extern "C" fn lanes_sweep(trace: u32, sweeps: u32) -> i32 {
    with_lanes(trace, |TracedLanes { trace, puzzles, outcomes }, output| {
        let mut made = 0;
        while made < sweeps && trace.sweep(puzzles, outcomes) {
            made += 1;
        }
        for number in [trace.sweeps(), trace.busy_sweeps(), trace.done()] {
            output.number(number);
        }
        for lane in trace.lanes() {
            output.bytes(&lane.puzzle.to_le_bytes());
            output.bytes(&[lane.event, lane.stacked, lane.open, 0]);
        }
        Ok(made)
    })
}

/// Returns the number of lanes. The output is the candidates of all lanes: 27 words for each, in four bytes each, or
/// with `as_masks` 81 masks for each, in two bytes each.
#[unsafe(no_mangle)]
pub extern "C" fn lanes_candidates(trace: u32, as_masks: u32) -> i32 {
    with_lanes(trace, |TracedLanes { trace, .. }, output| {
        let lanes = trace.lanes().len();
        for lane in 0..lanes {
            if as_masks != 0 {
                output.masks(&trace.candidates(lane));
            } else {
                trace.words(lane).iter().for_each(|word| output.bytes(&word.to_le_bytes()));
            }
        }
        Ok(lanes as u32)
    })
}

/// Returns the number of puzzles. The output is their statuses, in one byte each. They are complete when nothing is
/// left.
#[unsafe(no_mangle)]
pub extern "C" fn lanes_statuses(trace: u32) -> i32 {
    with_lanes(trace, |TracedLanes { outcomes, .. }, output| {
        outcomes.iter().for_each(|outcome| output.byte(outcome.status as u8));
        Ok(outcomes.len() as u32)
    })
}

/// Runs a loop for exactly so many steps, again and again to the first solution: with `version` 3, the ladder's V3,
/// which has branches, else the library's portable loop. Returns 1 if a solution was found, else 0. The output
/// is: the steps, the searches that have ended, and the solution. A board without an open cell takes no step.
#[unsafe(no_mangle)]
pub extern "C" fn time_loop(form: u32, version: u32, steps: f64) -> i32 {
    call(|memory| {
        let board = memory.board(form)?;
        let (digits, steps) = (board.digits(), steps as u64);
        let runs = if version == 3 {
            ladder::rung::repeat::<V3>(digits, steps).map(|runs| (runs.steps, runs.searches, runs.solution))
        } else {
            repeat_loop(digits, steps).map(|runs| (runs.steps, runs.searches, runs.solution))
        };
        let output = &mut memory.output;
        let Some((steps, searches, solution)) = runs else {
            return output.fail("two equal clues share a row, column or box");
        };
        output.number(steps);
        output.number(searches);
        output.bytes(&solution.unwrap_or([0; 81]));
        Ok(u32::from(solution.is_some()))
    })
}
