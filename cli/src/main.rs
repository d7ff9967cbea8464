//! The program `lanedoku`.

use std::process::ExitCode;

use lanedoku_cli::messages::Verbosity;
use lanedoku_cli::{arguments, run};

fn main() -> ExitCode {
    let command_line = arguments::parse();
    let verbosity = Verbosity::new(command_line.quiet);
    match run::run(command_line.command, verbosity, command_line.color) {
        Ok(code) => code,
        Err(failure) => {
            verbosity.error(format_args!("{failure}"));
            failure.exit_code()
        }
    }
}
