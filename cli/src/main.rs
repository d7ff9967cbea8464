//! The command line of Lanedoku.
//!
//! Text goes through five stages, each in a file of its own: [`reading`] fills blocks with whole lines,
//! [`formats`] finds the puzzles in them and parses, [`answering`] solves and formats a block,
//! [`pipeline`] runs many blocks at once and keeps their order, [`report`] sums up. A puzzle given as an
//! argument is drawn by [`drawing`] instead. To count solutions, [`counting`] takes the place of the two in the
//! middle.

mod answering;
mod arguments;
mod counting;
mod drawing;
#[allow(dead_code, unused_imports, reason = "some of it is for commands to come")]
mod formats;
mod pipeline;
mod reading;
mod report;

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;
use std::time::Instant;

use clap::Parser;

use answering::Plan;
use arguments::{Command, CommandLine, Input, Solve};
use reading::{Block, Reader};
use report::{Totals, complain};

/// The hard grid that is solved if nothing else is asked for.
const HARD_GRID: &str = "800000000003600000070090200050007000000045700000100030001000068008500010090000400";

fn main() -> ExitCode {
    let answered = match CommandLine::parse().command {
        Command::Solve(solve) => solve
            .plan()
            .and_then(|plan| Ok((plan, solve.inputs()?)))
            .map(|(plan, inputs)| run(&solve, &plan, &inputs).map(|totals| totals.exit_code())),
        Command::Count(count) => count
            .plan()
            .and_then(|plan| Ok((plan, count.inputs()?)))
            .map(|(plan, inputs)| run_count(&plan, inputs).map(|totals| totals.exit_code_of_counts())),
    };
    match answered {
        Ok(Ok(code)) => code,
        Ok(Err(error)) => {
            complain(format_args!("standard output: {error}"));
            ExitCode::from(2)
        }
        Err(reason) => {
            complain(format_args!("{reason}"));
            ExitCode::from(2)
        }
    }
}

/// Counts the solutions of every puzzle in turn. An error is one of writing the answers.
fn run_count(plan: &counting::Plan, inputs: Vec<Input>) -> io::Result<Totals> {
    if inputs.contains(&Input::Standard) && io::stdin().is_terminal() {
        complain(format_args!("reading puzzles from the terminal, one per line (Ctrl-D to end)"));
    }
    let mut totals = Totals::default();
    let mut reader = Reader::new(inputs, plan.side);
    let mut block = Block::new();
    while reader.fill(&mut block) {
        counting::answer(plan, &mut block);
        match write(&block, &mut totals, &mut io::stdout().lock()) {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => break,
            written => written?,
        }
    }
    Ok(totals)
}

/// Writes the answers of a block.
fn write(block: &Block, totals: &mut Totals, stdout: &mut impl Write) -> io::Result<()> {
    totals.add(&block.totals);
    // Complaints that nobody can read must not keep the answers back.
    let _ = io::stderr().write_all(&block.complaints);
    stdout.write_all(&block.output)?;
    stdout.flush()
}

/// Solves every input in turn. An error is one of writing the answers.
fn run(solve: &Solve, plan: &Plan, inputs: &[Input]) -> io::Result<Totals> {
    let start = Instant::now();
    let mut totals = Totals::default();
    let answered = if inputs.is_empty() {
        answer_no_input(solve, plan, &mut totals)
    } else {
        let mut groups = inputs.chunk_by(|one, next| one.is_source() && next.is_source());
        groups.try_for_each(|group| answer(solve, plan, group, &mut totals))
    };
    match answered {
        // Whoever read the answers has had enough, as `head` does: no reason to complain.
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => return Ok(totals),
        answered => answered?,
    }
    if !solve.quiet && totals.lines {
        totals.summarize(start.elapsed());
    }
    Ok(totals)
}

/// Without an argument the puzzles come from standard input; at a terminal, where nobody may know that
/// something is waited for, a built-in board shows what there is to see.
fn answer_no_input(solve: &Solve, plan: &Plan, totals: &mut Totals) -> io::Result<()> {
    if io::stdin().is_terminal() {
        complain(format_args!(
            "no puzzle given; solving a well-known hard one (see `lanedoku solve --help`)"
        ));
        answer(solve, plan, &[Input::Puzzle(HARD_GRID.into())], totals)
    } else {
        answer(solve, plan, &[Input::Standard], totals)
    }
}

/// Answers one puzzle with a picture, or any number of sources with lines.
fn answer(solve: &Solve, plan: &Plan, group: &[Input], totals: &mut Totals) -> io::Result<()> {
    if let [Input::Puzzle(text)] = group {
        return drawing::draw(text, plan, solve.all, totals, &mut io::stdout().lock());
    }
    if group.contains(&Input::Standard) && io::stdin().is_terminal() && !solve.quiet {
        complain(format_args!("reading puzzles from the terminal, one per line (Ctrl-D to end)"));
    }
    totals.lines = true;
    let mut stdout = io::stdout().lock();
    let reader = Reader::new(group.to_vec(), plan.side);
    pipeline::run(reader, *plan, solve.common.threads(), |block| write(block, totals, &mut stdout))
}
