//! `completions` and `man`: shell completions and manual pages.

use std::io::{self, Write};

use clap_complete::Shell;

use crate::arguments;

/// Writes a completion script.
pub fn completions(shell: Shell, out: &mut impl Write) -> io::Result<()> {
    clap_complete::generate(shell, &mut arguments::command(), "lanedoku", out);
    out.flush()
}

/// Writes the manual page of a command, or of the program.
pub fn man(name: Option<&str>, out: &mut impl Write) -> io::Result<()> {
    let mut program = arguments::command();
    program.build();
    // `build` gives each subcommand its full name.
    let page = name.and_then(|name| program.find_subcommand(name)).unwrap_or(&program).clone();
    clap_mangen::Man::new(page).render(out)?;
    out.flush()
}
