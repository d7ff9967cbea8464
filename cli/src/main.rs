//! The program `lanedoku`.

use std::process::ExitCode;

use lanedoku_cli::messages::Verbosity;
use lanedoku_cli::{arguments, run};

#[cfg(unix)]
#[ctor::ctor(unsafe)]
fn before_the_runtime() {
    lanedoku_cli::streams::note_closed();
}

fn main() -> ExitCode {
    let command_line = match arguments::parse() {
        Ok(command_line) => command_line,
        Err(error) => return arguments::print(&error),
    };
    let verbosity = Verbosity::new(command_line.quiet, command_line.verbose);
    match run::run(command_line.command, verbosity, command_line.color) {
        Ok(code) => code,
        Err(failure) => failure.report(verbosity).into(),
    }
}
