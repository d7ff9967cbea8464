//! `cargo bench -p peers -- [OPTIONS] [PUZZLES]...`; `--help` lists the options.

use std::env;
use std::io;
use std::process::ExitCode;

use clap::Parser;
use peers::arguments::Arguments;

fn main() -> ExitCode {
    // Cargo runs a benchmark in its package's folder, but paths on the command line are relative to the user's
    // folder.
    if let Some(folder) = env::var_os("PWD") {
        let _ = env::set_current_dir(folder);
    }
    match peers::run(&Arguments::parse(), &mut io::stdout().lock()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(message) => {
            eprintln!("{message}");
            ExitCode::FAILURE
        }
    }
}
