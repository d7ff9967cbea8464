//! Messages on standard error, and fatal errors.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// A fatal error.
#[derive(Debug)]
pub enum Failure {
    /// The arguments are wrong: exit code 2.
    Usage(String),
    /// Reading or writing failed: exit code 3.
    Data(String),
}

impl Failure {
    pub fn exit_code(&self) -> ExitCode {
        ExitCode::from(match self {
            Failure::Usage(_) => 2,
            Failure::Data(_) => 3,
        })
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter) -> fmt::Result {
        let (Failure::Usage(reason) | Failure::Data(reason)) = self;
        f.write_str(reason)
    }
}

/// The messages to print: all, no notes (`-q`), or none (`-qq`).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    Silent,
    Errors,
    Notes,
}

impl Verbosity {
    pub fn new(quiet: u8) -> Verbosity {
        match quiet {
            0 => Verbosity::Notes,
            1 => Verbosity::Errors,
            _ => Verbosity::Silent,
        }
    }

    /// Prints a note: a message that is not an error.
    pub fn note(self, message: fmt::Arguments) {
        if self >= Verbosity::Notes {
            print_line(message);
        }
    }

    /// Prints an error.
    pub fn error(self, message: fmt::Arguments) {
        if self >= Verbosity::Errors {
            print_line(message);
        }
    }
}

/// Writes a line to standard error, which may be closed.
fn print_line(message: fmt::Arguments) {
    let _ = writeln!(io::stderr(), "lanedoku: {message}");
}

/// Formats a count with its noun: `1 puzzle`, `2 puzzles`.
pub fn counted(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// Formats a number with commas between thousands.
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (index, digit) in digits.char_indices() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
