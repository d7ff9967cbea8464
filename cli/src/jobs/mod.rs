//! What a command does with each puzzle, one command a file, and what all of them share.

pub mod boards;
pub mod check;
pub mod convert;
pub mod count;
pub mod enumerate;
pub mod generate;
pub mod rate;
pub mod search_around;
pub mod solve;

use std::fmt::Write as _;
use std::ops::ControlFlow;
use std::sync::Arc;

use lanedoku::{Board, End, Grid, Outcome, Solver, Status};

use crate::blocks::Block;
use crate::formats::{Entry, Flaw, Format, Kind, Puzzle, Reading, carried, may_mix_open_marks, read};
use crate::output::{Record, Shape};
use crate::pipeline::Answers;

/// The steps in which nearly every puzzle is solved: some milliseconds. What takes more is put off.
pub const QUICK: u64 = 20_000;

/// What every job needs: how to read a puzzle, and how to write what there is to say of it.
pub struct Desk {
    pub format: Format,
    pub shape: Shape,
}

/// Where an entry stands: in a block, or by itself.
#[derive(Clone, Copy)]
pub struct Place<'a> {
    pub name: &'a str,
    /// The lines before the text.
    pub before: u64,
    pub text: &'a [u8],
    pub columns: Option<&'a Arc<[String]>>,
}

impl<'a> Place<'a> {
    pub fn of(block: &'a Block) -> Self {
        Place { name: &block.name, before: block.line, text: block.text(), columns: block.columns.as_ref() }
    }

    /// The number of an entry's line, counted from 1.
    pub fn line(&self, entry: &Entry) -> u64 {
        self.before + u64::from(entry.line) + 1
    }
}

impl Desk {
    /// Reads the puzzle of an entry: the fast way if it is 81 plain cells, and no block mixes marks of open cells.
    pub fn read_entry(&self, place: Place, entry: &Entry, mixes: bool) -> Result<Reading, Flaw> {
        match entry.plain_cells(place.text).and_then(Grid::parse_plain) {
            Some(board) if !mixes => Ok(Reading { puzzle: Puzzle::Nine(board), warning: None }),
            _ => read(entry, place.text, &self.format),
        }
    }

    /// Reads the puzzles of all entries of a block.
    pub fn read_all(&self, place: Place, block: &Block) -> Vec<Result<Reading, Flaw>> {
        let mixes = may_mix_open_marks(place.text);
        block.entries.iter().map(|entry| self.read_entry(place, entry, mixes)).collect()
    }

    /// Reads the puzzle of an entry. Where that is no puzzle, the entry is answered.
    pub fn read(&self, place: Place, entry: &Entry, answers: &mut Answers) -> Option<Puzzle> {
        match read(entry, place.text, &self.format) {
            Ok(reading) => Some(self.take(place, reading, answers)),
            Err(flaw) => {
                self.refuse(place, entry, &flaw, answers);
                None
            }
        }
    }

    /// The puzzle that was read; a warning is passed on.
    pub fn take(&self, place: Place, reading: Reading, answers: &mut Answers) -> Puzzle {
        if let Some(warning) = reading.warning {
            complain(place, &Flaw { reason: format!("warning: {}", warning.reason), ..warning }, answers);
        }
        reading.puzzle
    }

    /// Answers an entry that is no puzzle.
    #[cold]
    pub fn refuse(&self, place: Place, entry: &Entry, flaw: &Flaw, answers: &mut Answers) {
        complain(place, flaw, answers);
        let cells = entry.kind.size().or(self.format.side).map_or(81, |size| size.cells());
        let record = Record::new(place.line(entry), Status::Invalid, false, &[b'.'; 625][..cells]);
        self.write(place, entry, &record, answers);
    }

    /// Answers an entry whose puzzle the job cannot work with.
    #[cold]
    pub fn decline(
        &self,
        place: Place,
        entry: &Entry,
        puzzle: &Puzzle,
        status: Status,
        reason: String,
        answers: &mut Answers,
    ) {
        let line = u64::from(entry.line) + 1;
        complain(place, &Flaw { line, column: None, reason }, answers);
        let characters = characters(puzzle);
        let record = Record::new(place.line(entry), status, false, &characters);
        self.write(place, entry, &record, answers);
    }

    /// Writes a record, with the input's other fields.
    pub fn write(&self, place: Place, entry: &Entry, record: &Record, answers: &mut Answers) {
        let carried = self.carried(place, entry);
        self.shape.write(record, &carried, &mut answers.text, &mut answers.totals);
    }

    /// The input's other fields.
    pub fn carried<'a>(
        &self,
        place: Place<'a>,
        entry: &Entry,
    ) -> Vec<(Option<&'a str>, std::borrow::Cow<'a, [u8]>)> {
        match entry.kind {
            Kind::Line(_) => Vec::new(),
            _ => carried(entry, place.text, place.columns).collect(),
        }
    }

    /// The header of a table whose first records come from a block.
    pub fn header(&self, block: &Block) -> Vec<u8> {
        let place = Place::of(block);
        let fields = block.entries.iter().map(|entry| self.carried(place, entry));
        let most = fields.max_by_key(Vec::len).unwrap_or_default();
        let names = most.iter().enumerate().map(|(index, (name, _))| match name {
            Some(name) => (*name).to_owned(),
            None => format!("field{}", index + 2),
        });
        self.shape.header(names.collect())
    }
}

/// Writes what is wrong, where a text editor finds it.
#[cold]
pub fn complain(place: Place, flaw: &Flaw, answers: &mut Answers) {
    let line = place.before + flaw.line;
    let mut complaint = format!("{}:{line}:", place.name);
    if let Some(column) = flaw.column {
        // Writing to a string cannot fail.
        let _ = write!(complaint, "{column}:");
    }
    let _ = writeln!(complaint, " {}", flaw.reason);
    answers.complaints.extend_from_slice(complaint.as_bytes());
}

/// Does the same with a board of any size.
macro_rules! with_board {
    ($puzzle:expr, $board:ident => $what:expr, $candidates:ident => $else:expr) => {
        match $puzzle {
            $crate::formats::Puzzle::Four($board) => $what,
            $crate::formats::Puzzle::Nine($board) => $what,
            $crate::formats::Puzzle::Sixteen($board) => {
                let $board = &**$board;
                $what
            }
            $crate::formats::Puzzle::TwentyFive($board) => {
                let $board = &**$board;
                $what
            }
            $crate::formats::Puzzle::Candidates($candidates) => $else,
        }
    };
}
pub(crate) use with_board;

/// A puzzle in one line: its cells, or its candidates in 729 characters.
pub fn characters(puzzle: &Puzzle) -> Vec<u8> {
    with_board!(puzzle, board => board.to_line().to_vec(), candidates => {
        let digits = |cell: &u16| {
            let cell = *cell;
            (0..9).map(move |digit| if cell >> digit & 1 == 1 { b'1' + digit } else { b'.' })
        };
        candidates.iter().flat_map(digits).collect()
    })
}

/// The collisions of a board in one line, which must not become long.
#[cold]
pub fn collisions<const CELLS: usize>(puzzle: &Board<CELLS>) -> String {
    const NAMED: usize = 3;
    let named: Vec<String> = puzzle.collisions().take(NAMED).map(|collision| collision.to_string()).collect();
    match puzzle.collisions().skip(NAMED).count() {
        0 => named.join("; "),
        more => format!("{}; and {more} more", named.join("; ")),
    }
}

/// What makes a puzzle invalid, if it has collisions.
pub fn collisions_of(puzzle: &Puzzle) -> Option<String> {
    with_board!(puzzle, board => board.has_collision().then(|| collisions(board)), _candidates => None)
}

/// Solves one puzzle and counts its solutions up to `max`, showing each to `visitor`.
pub fn solve_and_count<const CELLS: usize>(
    solver: &Solver,
    max: u64,
    puzzle: &Board<CELLS>,
    mut visitor: impl FnMut(&Board<CELLS>) -> ControlFlow<()>,
) -> (Outcome<CELLS>, u64) {
    let mut first = None;
    let mut found = 0;
    let tally = solver.visit(puzzle, |solution| {
        first.get_or_insert(*solution);
        found += 1;
        visitor(solution)?;
        if found < max { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    });
    let status = status_of(tally.end, found);
    (Outcome { status, solution: first, steps: tally.steps, guesses: tally.guesses }, found)
}

/// The status of a puzzle that so many solutions were found of.
pub fn status_of(end: End, found: u64) -> Status {
    match end {
        End::Invalid => Status::Invalid,
        End::OutOfSteps => Status::OutOfSteps,
        End::Exhausted | End::Stopped => match found {
            0 => Status::NoSolution,
            1 => Status::Unique,
            _ => Status::Multiple,
        },
    }
}
