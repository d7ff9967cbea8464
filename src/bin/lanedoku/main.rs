//! The command line of Lanedoku.
//!
//! Text goes through five stages, each in a file of its own: [`reading`] fills blocks with whole lines,
//! [`splitting`] finds the puzzles in them, [`answering`] parses, solves and formats a block,
//! [`pipeline`] runs many blocks at once and keeps their order, [`report`] sums up. A puzzle given as an
//! argument is drawn by [`drawing`] instead.

mod answering;
mod arguments;
mod drawing;
mod explaining;
mod pipeline;
mod reading;
mod report;
mod splitting;

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
    let CommandLine { command: Command::Solve(solve) } = CommandLine::parse();
    let (plan, inputs) = match solve.plan().and_then(|plan| Ok((plan, solve.inputs(&plan)?))) {
        Ok(checked) => checked,
        Err(reason) => {
            complain(format_args!("{reason}"));
            return ExitCode::from(2);
        }
    };
    match run(&solve, &plan, &inputs) {
        Ok(totals) => totals.exit_code(),
        Err(error) => {
            complain(format_args!("standard output: {error}"));
            ExitCode::from(2)
        }
    }
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
            "no puzzle given, so here is a well-known hard one (see `lanedoku solve --help`)"
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
        complain(format_args!("reading puzzles from the terminal, one a line (Ctrl-D ends)"));
    }
    totals.lines = true;
    let mut stdout = io::stdout().lock();
    pipeline::run(Reader::new(group.to_vec(), plan.side), *plan, solve.threads(), |block: &Block| {
        totals.add(&block.totals);
        // Complaints that nobody can read must not keep the answers back.
        let _ = io::stderr().write_all(&block.complaints);
        stdout.write_all(&block.output)?;
        stdout.flush()
    })
}
