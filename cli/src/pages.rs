//! `completions` and `man`: shell completions and manual pages.

use std::io::{self, Write};

use clap_complete::Shell;

use crate::arguments;
use crate::messages::Failure;

/// Writes a completion script.
pub fn completions(shell: Shell, out: &mut impl Write) -> io::Result<()> {
    // `generate` panics if it cannot write, so it writes to memory.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut arguments::command(), "lanedoku", &mut script);
    out.write_all(&script)?;
    out.flush()
}

/// Writes the manual page of a command, or of the program.
///
/// # Errors
///
/// Returns an error if there is no such command, or if the page cannot be written.
pub fn man(name: Option<&str>, out: &mut impl Write) -> Result<(), Failure> {
    let mut program = arguments::command();
    program.build();
    let page = match name {
        None => &program,
        // `build` gives each subcommand its full name.
        Some(name) => program.find_subcommand(name).ok_or_else(|| {
            Failure::Usage(format!("no command is named {name}; `lanedoku --help` lists the commands"))
        })?,
    };
    clap_mangen::Man::new(page.clone()).render(out).and_then(|()| out.flush()).map_err(Failure::output)
}
