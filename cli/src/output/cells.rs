//! Boards as text: the characters of their cells, in one line or drawn.

use std::sync::OnceLock;

use lanedoku::{Board, Layout, Size};
use lanedoku_formats::Alphabet;

/// The length of candidates in one line.
pub const CANDIDATES: usize = 729;

/// The characters of cells. The cells to write are `.` or in the alphabet [`Alphabet::FromOne`].
pub struct CellStyle {
    /// The characters of 4x4 and 9x9 boards, of larger boards, and of candidates.
    tables: [CharacterTable; 3],
    /// The drawing of boards of another layout.
    other: Option<Drawing>,
}

/// The character to write for each character.
struct CharacterTable {
    characters: [u8; 256],
    /// Whether each character stands for itself.
    is_identity: bool,
}

impl CharacterTable {
    fn new(alphabet: Alphabet, open: u8, size: Size) -> CharacterTable {
        let mut characters: [u8; 256] = std::array::from_fn(|byte| byte as u8);
        for digit in 1..=size.side() as u8 {
            let usual = Alphabet::FromOne.character(digit, size);
            characters[usize::from(usual)] = alphabet.character(digit, size);
        }
        characters[usize::from(b'.')] = open;
        let is_identity = (0..=u8::MAX).zip(characters).all(|(byte, character)| byte == character);
        CharacterTable { characters, is_identity }
    }

    fn write(&self, cells: &[u8], out: &mut Vec<u8>) {
        match self.is_identity {
            // Copying takes half the time.
            true => out.extend_from_slice(cells),
            false => out.extend(cells.iter().map(|&cell| self.characters[usize::from(cell)])),
        }
    }
}

impl Default for CellStyle {
    fn default() -> CellStyle {
        CellStyle::new(Alphabet::FromOne, b'.')
    }
}

impl CellStyle {
    pub fn new(alphabet: Alphabet, open: u8) -> CellStyle {
        let tables = [
            CharacterTable::new(alphabet, open, Size::Nine),
            CharacterTable::new(alphabet, open, Size::TwentyFive),
            CharacterTable::new(Alphabet::FromOne, open, Size::Nine),
        ];
        CellStyle { tables, other: None }
    }

    /// Draws boards of this layout.
    #[must_use]
    pub fn of_layout(self, layout: &Layout) -> CellStyle {
        let mut empty = String::new();
        // Writing to a string cannot fail.
        let _ = layout.draw(&vec![b'.'; layout.cells()], &mut empty);
        CellStyle { other: Some(Drawing::of_empty((empty + "\n").into_bytes())), ..self }
    }

    /// Returns whether 9x9 boards are written unchanged.
    pub fn is_plain(&self) -> bool {
        self.tables[0].is_identity
    }

    fn table(&self, cells: usize) -> &CharacterTable {
        match cells {
            16 | 81 => &self.tables[0],
            CANDIDATES => &self.tables[2],
            _ => &self.tables[1],
        }
    }

    /// Writes cells in one line.
    pub fn write_line(&self, cells: &[u8], out: &mut Vec<u8>) {
        self.table(cells.len()).write(cells, out);
    }

    /// Writes cells with one line per row. Candidates are the digits of each cell, in columns.
    pub fn write_rows(&self, cells: &[u8], out: &mut Vec<u8>) {
        if cells.len() == CANDIDATES {
            return write_candidates(cells, false, out);
        }
        let table = self.table(cells.len());
        for row in cells.chunks(cells.len().isqrt()) {
            table.write(row, out);
            out.push(b'\n');
        }
    }

    /// Draws cells with lines between the boxes.
    pub fn write_drawing(&self, cells: &[u8], out: &mut Vec<u8>) {
        let other = self.other.as_ref().filter(|drawing| drawing.places.len() == cells.len());
        let Some(Drawing { empty, places }) = other.or_else(|| Drawing::of(cells.len())) else {
            return write_candidates(cells, true, out);
        };
        let table = self.table(cells.len());
        let start = out.len();
        out.extend_from_slice(empty);
        let drawn = &mut out[start..];
        for (&place, &cell) in places.iter().zip(cells) {
            drawn[usize::from(place)] = table.characters[usize::from(cell)];
        }
    }
}

/// Writes the candidates of each cell in columns. A cell without candidates has no drawing, so a puzzle with such a
/// cell is one line.
fn write_candidates(cells: &[u8], framed: bool, out: &mut Vec<u8>) {
    let digits = |cell: &[u8]| String::from_utf8_lossy(cell).replace('.', "");
    let groups: Vec<(String, usize)> =
        cells.chunks(9).map(|cell| (digits(cell), digits(cell).len())).collect();
    match groups.iter().all(|(_, width)| *width > 0) {
        true => write_groups(&groups, framed, out),
        false => {
            out.extend_from_slice(cells);
            out.push(b'\n');
        }
    }
}

/// Writes the texts of 81 cells, each with its width, in columns, with or without lines between the boxes.
pub fn write_groups(groups: &[(String, usize)], framed: bool, out: &mut Vec<u8>) {
    let width =
        |column: usize| groups.iter().skip(column).step_by(9).map(|(_, width)| *width).max().unwrap_or(0);
    let widths: Vec<usize> = (0..9).map(width).collect();
    // Like the drawing of a board without candidates.
    let bars: Vec<String> =
        widths.chunks(3).map(|widths| "-".repeat(widths.iter().sum::<usize>() + 4)).collect();
    for (row, cells) in groups.chunks(9).enumerate() {
        if framed && row % 3 == 0 && row > 0 {
            out.extend_from_slice(&bars.join("+").as_bytes()[1..]);
            out.push(b'\n');
        }
        for (column, ((text, own), width)) in cells.iter().zip(&widths).enumerate() {
            if column > 0 {
                out.extend_from_slice(if framed && column % 3 == 0 { b" | " } else { b" " });
            }
            out.extend_from_slice(text.as_bytes());
            if column < 8 {
                out.resize(out.len() + width - own, b' ');
            }
        }
        out.push(b'\n');
    }
}

/// The drawing of an empty board, and the places of its cells.
struct Drawing {
    empty: Vec<u8>,
    places: Vec<u16>,
}

impl Drawing {
    fn of_empty(empty: Vec<u8>) -> Drawing {
        let places = (0..empty.len()).filter(|&place| empty[place] == b'.');
        Drawing { places: places.map(|place| place as u16).collect(), empty }
    }

    /// Returns the drawing of a board with this number of cells.
    fn of(cells: usize) -> Option<&'static Drawing> {
        fn new<const CELLS: usize>() -> Drawing {
            Drawing::of_empty(format!("{:#}\n", Board::<CELLS>::EMPTY).into_bytes())
        }
        static DRAWINGS: [OnceLock<Drawing>; 4] = [const { OnceLock::new() }; 4];
        let [four, nine, sixteen, twenty_five] = &DRAWINGS;
        match cells {
            16 => Some(four.get_or_init(new::<16>)),
            81 => Some(nine.get_or_init(new::<81>)),
            256 => Some(sixteen.get_or_init(new::<256>)),
            625 => Some(twenty_five.get_or_init(new::<625>)),
            _ => None,
        }
    }
}
