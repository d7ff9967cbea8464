//! Records: the results for one puzzle.

use std::io::Write;
use std::time::Duration;

use lanedoku::Status;
use lanedoku_steps::{Difficulty, HodokuClass};

use super::cells::{CANDIDATES, CellStyle};
use super::column::Column;
use super::steps::{StepRecord, json_of_counts, write_difficulty};

/// The cost of a search.
#[derive(Clone, Copy, Default)]
pub struct SearchStats {
    pub steps: u64,
    pub guesses: u64,
    pub time: Duration,
}

/// A number of solutions.
#[derive(Clone, Copy)]
pub struct SolutionCount {
    pub found: u64,
    /// Whether there may be more.
    pub cut_off: bool,
}

impl SolutionCount {
    /// Returns the number of solutions that a search for up to two found, by its status.
    pub fn up_to_two(status: Status) -> Option<SolutionCount> {
        match status {
            Status::Unique => Some(SolutionCount { found: 1, cut_off: false }),
            Status::Multiple => Some(SolutionCount { found: 2, cut_off: true }),
            Status::NoSolution => Some(SolutionCount { found: 0, cut_off: false }),
            Status::Invalid | Status::OutOfSteps | Status::Stopped => None,
        }
    }
}

/// The columns of a rating.
#[derive(Clone, Copy)]
pub struct RatingSummary {
    pub least_guesses: u64,
    pub median_guesses: u64,
    pub least_sweeps: u64,
    pub median_sweeps: u64,
    pub needs: &'static str,
}

/// The content of a record.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Content {
    /// The answer to a puzzle.
    Answer,
    /// A puzzle that the command does not take, as it was read.
    Rejected,
    /// A text that is not a puzzle, as it was read.
    Text,
}

/// The results for one puzzle; `None` means unknown.
#[derive(Clone, Copy)]
pub struct Record<'a> {
    /// The line number, from 1; 0 if there is none.
    pub line: u64,
    /// `None` if the command did not determine it.
    pub status: Option<Status>,
    /// Whether the puzzle meets the command's requirements; if not, the exit code is 1.
    pub passed: bool,
    pub content: Content,
    /// The cells in one line, or the [text](Content::Text), which may be empty.
    pub puzzle: &'a [u8],
    /// The input puzzle, if it differs.
    pub input: Option<&'a [u8]>,
    pub solution: Option<&'a [u8]>,
    pub count: Option<SolutionCount>,
    pub stats: Option<SearchStats>,
    /// The number of individually redundant clues.
    pub redundant: Option<u32>,
    /// The possible digits, as 729 characters.
    pub possible: Option<&'a [u8]>,
    /// The wrong clues, as `r1c1 r2c3`.
    pub wrong_clues: Option<&'a str>,
    pub correct: Option<bool>,
    pub rated: Option<RatingSummary>,
    pub difficulty: Option<&'a Difficulty>,
    /// HoDoKu's score and class.
    pub hodoku: Option<(u32, HodokuClass)>,
    pub step: Option<StepRecord<'a>>,
    /// The pencil marks before the step, as 729 characters.
    pub marks: Option<&'a [u8]>,
}

impl<'a> Record<'a> {
    /// Returns the record of a puzzle whose status is known.
    pub fn new(line: u64, status: Status, passed: bool, puzzle: &'a [u8]) -> Self {
        Record { status: Some(status), passed, ..Record::of_board(line, puzzle) }
    }

    /// Returns the record of a board for which there was no search.
    pub fn of_board(line: u64, puzzle: &'a [u8]) -> Self {
        Record {
            line,
            status: None,
            passed: true,
            content: Content::Answer,
            puzzle,
            input: None,
            solution: None,
            count: None,
            stats: None,
            redundant: None,
            possible: None,
            wrong_clues: None,
            correct: None,
            rated: None,
            difficulty: None,
            hodoku: None,
            step: None,
            marks: None,
        }
    }

    /// Returns the cells of a column; `None` if it is not a board, or if its cells are not known.
    pub fn board(&self, column: Column) -> Option<&'a [u8]> {
        match column {
            Column::Puzzle => Some(self.puzzle),
            Column::Input => Some(self.input.unwrap_or(self.puzzle)),
            Column::Solution => self.solution,
            Column::Possible => self.possible,
            Column::Marks => self.marks,
            _ => None,
        }
    }

    /// Writes the value of a column that has several parts as JSON. Returns false, and writes nothing, for other
    /// columns.
    pub fn write_json(&self, column: Column, out: &mut Vec<u8>) -> bool {
        match (column, self.difficulty, self.step) {
            (Column::Techniques, Some(difficulty), _) => {
                out.extend_from_slice(json_of_counts(difficulty).as_bytes());
                true
            }
            (_, _, Some(step)) => step.write_json(column, out),
            _ => false,
        }
    }

    /// Writes the value of a column. Returns false, and writes nothing, if it is unknown.
    pub fn write(&self, column: Column, style: &CellStyle, out: &mut Vec<u8>) -> bool {
        // Writing to a vector cannot fail.
        let number = |out: &mut Vec<u8>, number: Option<u64>| {
            number.map(|number| write!(out, "{number}").is_ok()).is_some()
        };
        let word = |out: &mut Vec<u8>, word: Option<&str>| {
            word.map(|word| out.extend_from_slice(word.as_bytes())).is_some()
        };
        match column {
            Column::Puzzle | Column::Input if self.content == Content::Text => {
                out.extend_from_slice(self.puzzle);
                !self.puzzle.is_empty()
            }
            // Pencil marks do not tell which cells are clues.
            Column::Clues if self.content == Content::Text || self.puzzle.len() == CANDIDATES => false,
            Column::Puzzle | Column::Input | Column::Solution | Column::Possible | Column::Marks => {
                match self.board(column) {
                    Some(cells) => {
                        style.write_line(cells, out);
                        true
                    }
                    None => false,
                }
            }
            Column::Status => word(out, self.status.map(Status::name)),
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
                Some(stats) => {
                    let nanoseconds = stats.time.as_nanos() as u64;
                    write!(out, "{}.{:03}", nanoseconds / 1000, nanoseconds % 1000).is_ok()
                }
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
            Column::WrongClues => word(out, self.wrong_clues.filter(|cells| !cells.is_empty())),
            Column::Correct => word(out, self.correct.map(|correct| if correct { "right" } else { "wrong" })),
            Column::LeastGuesses => number(out, self.rated.map(|rated| rated.least_guesses)),
            Column::MedianGuesses => number(out, self.rated.map(|rated| rated.median_guesses)),
            Column::LeastSweeps => number(out, self.rated.map(|rated| rated.least_sweeps)),
            Column::MedianSweeps => number(out, self.rated.map(|rated| rated.median_sweeps)),
            Column::Needs => word(out, self.rated.map(|rated| rated.needs)),
            Column::Rating | Column::Pearl | Column::Diamond | Column::Hardest | Column::Techniques => {
                self.difficulty.is_some_and(|difficulty| write_difficulty(difficulty, column, out))
            }
            Column::HodokuScore => number(out, self.hodoku.map(|(score, _)| score.into())),
            Column::HodokuClass => word(out, self.hodoku.map(|(_, class)| class.name())),
            Column::Number
            | Column::Step
            | Column::Technique
            | Column::Level
            | Column::Units
            | Column::Placement
            | Column::Eliminations
            | Column::Deciding
            | Column::Links
            | Column::Eureka
            | Column::Parts
            | Column::Hint
            | Column::Sentence => self.step.is_some_and(|step| step.write(column, out)),
        }
    }
}
