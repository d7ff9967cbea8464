//! What is told on standard error, and how much of it.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// Why the program cannot go on.
#[derive(Debug)]
pub enum Failure {
    /// What was asked for makes no sense.
    Usage(String),
    /// Something cannot be read or written.
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

/// How much is told: everything, no remarks (`-q`), no errors either (`-qq`).
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

    /// Tells something that is no error.
    pub fn note(self, message: fmt::Arguments) {
        if self >= Verbosity::Notes {
            tell(message);
        }
    }

    /// Tells an error.
    pub fn error(self, message: fmt::Arguments) {
        if self >= Verbosity::Errors {
            tell(message);
        }
    }
}

/// Writes a line to standard error, without minding whether anybody listens.
fn tell(message: fmt::Arguments) {
    let _ = writeln!(io::stderr(), "lanedoku: {message}");
}

/// A number of things, in the singular where that is right.
pub fn counted(number: u64, thing: &str) -> String {
    format!("{} {thing}{}", grouped(number), if number == 1 { "" } else { "s" })
}

/// A number with commas between its thousands.
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
