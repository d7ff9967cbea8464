//! The program `lanedoku`.

use std::process::ExitCode;

use lanedoku_cli::messages::Voice;
use lanedoku_cli::{arguments, commands};

fn main() -> ExitCode {
    let command_line = arguments::parse();
    let voice = Voice::new(command_line.quiet);
    match commands::run(command_line.command, voice, command_line.color) {
        Ok(code) => code,
        Err(failure) => {
            voice.error(format_args!("{failure}"));
            failure.exit_code()
        }
    }
}
