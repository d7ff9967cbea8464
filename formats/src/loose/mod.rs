//! Boards in loose text: in brackets, in tables of text and of web pages, with labels, beside other boards, between
//! words, with any character for open cells.
//!
//! The splitter asks for the boards that begin on a line if the line is not a board or a row in a plain notation. Each
//! board found is rewritten as plain text, which the strict reader reads. [`glyphs`] has the characters, [`tokens`] the
//! words of a line; [`inline`], [`brackets`], [`html`] and [`rows`] have one kind of text each.

mod brackets;
mod glyphs;
mod html;
mod inline;
mod rows;
mod tokens;

use std::cell::RefCell;

use lanedoku::Size;

use crate::entry::BOARD_MAX;
use crate::format::InputFormat;
use crate::lines::{Line, Position};
use tokens::LooseCell;
pub use tokens::is_header;

/// The sizes in the order in which they are tried.
const SIZES: [Size; 4] = [Size::Nine, Size::Sixteen, Size::TwentyFive, Size::Four];

/// `None` if more text is needed, `Some(None)` if no board begins here.
type Ahead = Option<Option<LooseBoards>>;

/// The boards that begin on a line.
pub struct LooseBoards {
    /// The end of their last line.
    pub position: Position,
    /// The boards, in order, with their cells.
    boards: Vec<(Size, Vec<LooseCell>)>,
    /// What was decided although it may have another meaning.
    pub note: Option<String>,
}

impl LooseBoards {
    /// Returns the number of each board that is a puzzle: of a puzzle and its solution, only the puzzle.
    pub fn numbers(&self) -> impl Iterator<Item = (u16, Size)> {
        let is_solution = |number: usize| (0..self.boards.len()).any(|other| self.solves(number, other));
        let puzzles = self.boards.iter().enumerate().filter(move |(number, _)| !is_solution(*number));
        puzzles.map(|(number, (size, _))| (number as u16, *size))
    }

    /// Returns the solution that stands beside a puzzle.
    pub fn solution_of(&self, number: usize) -> Option<(Size, Vec<u8>)> {
        let solution = (0..self.boards.len()).find(|other| self.solves(*other, number))?;
        self.texts().nth(solution)
    }

    /// Returns whether one board is the solution of another, its neighbour.
    fn solves(&self, solution: usize, puzzle: usize) -> bool {
        let (Some((size, full)), Some((other, open))) = (self.boards.get(solution), self.boards.get(puzzle))
        else {
            return false;
        };
        let is_open = |cell: &LooseCell| matches!(cell, LooseCell::Open | LooseCell::Character(b'0'));
        // Pairs stand in order: the first and the second board, the third and the fourth.
        solution / 2 == puzzle / 2
            && size == other
            && !full.iter().any(is_open)
            && open.iter().any(is_open)
            && open.iter().zip(full).all(|(clue, digit)| is_open(clue) || clue == digit)
    }

    /// Returns each board as plain text, with its size.
    pub fn texts(&self) -> impl Iterator<Item = (Size, Vec<u8>)> {
        self.boards.iter().filter_map(|(size, cells)| Some((*size, tokens::text_of(cells, *size)?)))
    }
}

/// The lines from some position on, read one by one when they are needed.
struct LooseLines<'a> {
    text: &'a [u8],
    begin: Position,
    last: bool,
    format: &'a InputFormat,
    /// Each line in ASCII, and the position after it.
    known: RefCell<Vec<(Vec<u8>, Position)>>,
}

impl<'f> LooseLines<'f> {
    fn new<'a>(text: &'a [u8], begin: Position, last: bool, format: &'a InputFormat) -> LooseLines<'a> {
        LooseLines { text, begin, last, format, known: RefCell::default() }
    }

    /// Returns the same for another text, which is whole.
    fn of_text<'a>(&self, text: &'a [u8]) -> LooseLines<'a>
    where
        'f: 'a,
    {
        LooseLines::new(text, Position::default(), true, self.format)
    }

    fn allows(&self, size: Size) -> bool {
        self.format.only_size().is_none_or(|only| only == size)
    }

    /// Returns a line by its number, from 0. It is `Some(None)` after the end of the text, and too far away to belong
    /// to a board; `None` if more text is needed.
    fn get(&self, number: usize) -> Option<Option<Vec<u8>>> {
        let mut known = self.known.borrow_mut();
        while known.len() <= number {
            let mut position = known.last().map_or(self.begin, |(_, position)| *position);
            if position.within_line || position.bytes - self.begin.bytes > BOARD_MAX {
                return Some(None);
            }
            let Some(line) = Line::read(self.text, position.bytes, self.last) else {
                return self.last.then_some(None);
            };
            position.pass(&line);
            known.push((glyphs::ascii(line.content(), &self.format.open), position));
        }
        Some(Some(known[number].0.clone()))
    }

    /// Returns boards that end before the line with this number.
    fn found(
        &self,
        end: usize,
        boards: Vec<(Size, Vec<LooseCell>)>,
        note: Option<String>,
    ) -> Option<LooseBoards> {
        let boards: Vec<_> = boards
            .into_iter()
            .filter(|(size, cells)| self.allows(*size) && tokens::text_of(cells, *size).is_some())
            .collect();
        let position = self.known.borrow().get(end.checked_sub(1)?)?.1;
        (!boards.is_empty()).then_some(LooseBoards { position, boards, note })
    }
}

/// Returns whether a line has nothing that is visible.
pub fn is_blank(line: &[u8]) -> bool {
    glyphs::ascii(line, &[]).trim_ascii().is_empty()
}

/// Reads a board with a cell on each line of a text, as [`read`] does.
pub fn read_column(text: &[u8], last: bool, format: &InputFormat) -> Ahead {
    rows::column(&LooseLines::new(text, Position::default(), last, format))
}

/// Reads the boards that begin on the line at `begin`. Returns `None` if more text is needed, and `Some(None)` if there
/// is none.
pub fn read(text: &[u8], begin: Position, last: bool, format: &InputFormat) -> Ahead {
    let lines = LooseLines::new(text, begin, last, format);
    for read in [inline::read, brackets::read, html::read, rows::read] {
        let found = read(&lines)?;
        if found.is_some() {
            return Some(found);
        }
    }
    Some(None)
}
