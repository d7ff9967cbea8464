//! What there is to say of one puzzle.

use std::io::Write;
use std::time::Duration;

use clap::ValueEnum;
use lanedoku::Status;

/// What can be shown of a puzzle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Column {
    /// The puzzle, or what the command made of it
    Puzzle,
    /// The puzzle as it was read
    Input,
    /// The first solution
    Solution,
    /// unique, multiple, none, limit or invalid
    Status,
    /// The number of solutions
    Count,
    /// The number of guesses
    Guesses,
    /// The number of steps
    Steps,
    /// Microseconds
    Time,
    /// The number of the line it begins on
    Line,
    /// The number of clues
    Clues,
    /// Whether every clue is needed: minimal, or the number of clues that can go one by one
    Minimal,
    /// Whether the solution given with it is right or wrong
    Correct,
    /// Guesses on the luckiest of the boards that `rate` tries
    LeastGuesses,
    /// Guesses on the median of them
    MedianGuesses,
    /// Sweeps on the luckiest of them
    LeastSweeps,
    /// Sweeps on the median of them
    MedianSweeps,
    /// What solves it: singles, locked (candidates), or guesses
    Needs,
}

impl Column {
    /// Its name in headers.
    pub fn name(self) -> &'static str {
        match self {
            Column::Puzzle => "puzzle",
            Column::Input => "input",
            Column::Solution => "solution",
            Column::Status => "status",
            Column::Count => "count",
            Column::Guesses => "guesses",
            Column::Steps => "steps",
            Column::Time => "time",
            Column::Line => "line",
            Column::Clues => "clues",
            Column::Minimal => "minimal",
            Column::Correct => "correct",
            Column::LeastGuesses => "least_guesses",
            Column::MedianGuesses => "median_guesses",
            Column::LeastSweeps => "least_sweeps",
            Column::MedianSweeps => "median_sweeps",
            Column::Needs => "needs",
        }
    }

    /// Whether it tells of work that depends on how a puzzle is searched, so that it must be searched alone.
    pub fn shows_stats(self) -> bool {
        matches!(self, Column::Guesses | Column::Steps | Column::Time)
    }

    /// Whether JSON has it as a number.
    pub fn is_number(self) -> bool {
        !matches!(
            self,
            Column::Puzzle
                | Column::Input
                | Column::Solution
                | Column::Status
                | Column::Count
                | Column::Minimal
                | Column::Correct
                | Column::Needs
        )
    }
}

/// The work that a puzzle took.
#[derive(Clone, Copy, Default)]
pub struct SearchStats {
    pub steps: u64,
    pub guesses: u64,
    pub time: Duration,
}

/// How many solutions were counted.
#[derive(Clone, Copy)]
pub struct SolutionCount {
    pub found: u64,
    /// Whether there may be more.
    pub cut_off: bool,
}

/// A rating, as far as it is shown.
#[derive(Clone, Copy)]
pub struct RatingSummary {
    pub least_guesses: u64,
    pub median_guesses: u64,
    pub least_sweeps: u64,
    pub median_sweeps: u64,
    pub needs: &'static str,
}

/// What there is to say of one puzzle; what is none is not known.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    /// Its line, counted from 1; 0 if it has none.
    pub line: u64,
    pub status: Status,
    /// Whether it is as the command wants it.
    pub wanted: bool,
    /// Its cells in one line.
    pub puzzle: &'a [u8],
    /// The puzzle that it was made of, if it is another one.
    pub input: Option<&'a [u8]>,
    pub solution: Option<&'a [u8]>,
    pub count: Option<SolutionCount>,
    pub stats: Option<SearchStats>,
    /// How many clues can go, each by itself.
    pub redundant: Option<u32>,
    pub correct: Option<bool>,
    pub rated: Option<RatingSummary>,
}

impl<'a> Record<'a> {
    pub fn new(line: u64, status: Status, wanted: bool, puzzle: &'a [u8]) -> Self {
        Record {
            line,
            status,
            wanted,
            puzzle,
            input: None,
            solution: None,
            count: None,
            stats: None,
            redundant: None,
            correct: None,
            rated: None,
        }
    }

    /// Writes what a column says; false, and nothing is written, if that is not known.
    pub fn write(&self, column: Column, open: u8, out: &mut Vec<u8>) -> bool {
        let mut cells = |cells: &[u8]| {
            let start = out.len();
            out.extend_from_slice(cells);
            if open != b'.' {
                out[start..].iter_mut().filter(|cell| **cell == b'.').for_each(|cell| *cell = open);
            }
            true
        };
        // Writing to a vector cannot fail.
        let number = |out: &mut Vec<u8>, number: Option<u64>| {
            number.map(|number| write!(out, "{number}").is_ok()).is_some()
        };
        let word = |out: &mut Vec<u8>, word: Option<&str>| {
            word.map(|word| out.extend_from_slice(word.as_bytes())).is_some()
        };
        match column {
            Column::Puzzle => cells(self.puzzle),
            Column::Input => cells(self.input.unwrap_or(self.puzzle)),
            Column::Solution => match self.solution {
                Some(solution) => cells(solution),
                None => false,
            },
            Column::Status => word(out, Some(self.status.name())),
            Column::Count => match self.count {
                Some(SolutionCount { found, cut_off }) => {
                    number(out, Some(found));
                    if cut_off {
                        out.push(b'+');
                    }
                    true
                }
                None => false,
            },
            Column::Guesses => number(out, self.stats.map(|stats| stats.guesses)),
            Column::Steps => number(out, self.stats.map(|stats| stats.steps)),
            Column::Time => match self.stats {
                Some(stats) => write!(out, "{:.3}", stats.time.as_secs_f64() * 1e6).is_ok(),
                None => false,
            },
            Column::Line => number(out, (self.line > 0).then_some(self.line)),
            Column::Clues => {
                let clues = self.puzzle.iter().filter(|cell| **cell != b'.').count();
                number(out, Some(clues as u64))
            }
            Column::Minimal => match self.redundant {
                Some(0) => word(out, Some("minimal")),
                redundant => number(out, redundant.map(u64::from)),
            },
            Column::Correct => word(out, self.correct.map(|right| if right { "right" } else { "wrong" })),
            Column::LeastGuesses => number(out, self.rated.map(|rated| rated.least_guesses)),
            Column::MedianGuesses => number(out, self.rated.map(|rated| rated.median_guesses)),
            Column::LeastSweeps => number(out, self.rated.map(|rated| rated.least_sweeps)),
            Column::MedianSweeps => number(out, self.rated.map(|rated| rated.median_sweeps)),
            Column::Needs => word(out, self.rated.map(|rated| rated.needs)),
        }
    }
}
