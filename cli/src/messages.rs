//! Messages on standard error, and fatal errors.

use std::fmt;
use std::io::{self, IsTerminal, Write};
use std::path::Path;

/// A fatal error.
#[derive(Debug)]
pub enum Failure {
    /// The arguments are wrong: exit code 2.
    Usage(String),
    /// Reading or writing failed: exit code 3.
    Data(String),
    /// The reader of standard output, such as `head`, has closed the pipe: the exit code of `SIGPIPE`, no message.
    ClosedPipe,
}

impl Failure {
    /// Returns the failure to write to standard output.
    pub fn output(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ClosedPipe,
            _ => Failure::Data(format!("standard output: {error}")),
        }
    }

    /// Prints the error, and returns the exit code.
    pub fn report(&self, verbosity: Verbosity) -> u8 {
        let (reason, code) = match self {
            Failure::Usage(reason) => (reason, 2),
            Failure::Data(reason) => (reason, 3),
            Failure::ClosedPipe => return 128 + 13,
        };
        verbosity.error(format_args!("{reason}"));
        code
    }
}

/// The messages to print: none (`-qq`), errors (`-q`), notes too (the default), or also a summary (`-v`, or at a
/// terminal).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Verbosity {
    Silent,
    Errors,
    Notes,
    Summary,
}

impl Verbosity {
    pub fn new(quiet: u8, verbose: bool) -> Verbosity {
        match quiet {
            // In a pipeline, the summaries of several programs would be mixed up.
            0 if verbose || io::stderr().is_terminal() => Verbosity::Summary,
            0 => Verbosity::Notes,
            1 => Verbosity::Errors,
            _ => Verbosity::Silent,
        }
    }

    /// Prints the summary at the end of a command.
    pub fn summary(self, message: fmt::Arguments) {
        if self >= Verbosity::Summary {
            print_line(message);
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

/// Returns the name of a file as a message shows it: with escapes for control characters, which would change the
/// terminal or begin another line.
pub fn shown(path: &Path) -> String {
    visible(&path.to_string_lossy())
}

/// Returns a text with escapes for control characters, and for those that change the direction of what follows.
pub fn visible(text: &str) -> String {
    let is_hidden = |character: char| {
        character.is_control() || matches!(character, '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let escaped = |character: char| match is_hidden(character) {
        true => character.escape_default().to_string(),
        false => character.to_string(),
    };
    text.chars().map(escaped).collect()
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

/// Formats the part of a search that is done, from 0 to 1, rounded down: `12.34%`.
pub fn percent(part: f64) -> String {
    match (part * 1e4).floor() {
        hundredths if hundredths >= 1.0 => format!("{:.2}%", hundredths.min(9999.0) / 100.0),
        _ => "less than 0.01%".into(),
    }
}
