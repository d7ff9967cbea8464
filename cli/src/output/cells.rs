//! Boards as text: the characters of their cells, in one line or drawn.

use std::sync::OnceLock;

use lanedoku::{Board, Size};
use lanedoku_formats::Alphabet;

/// The length of candidates in one line.
pub const CANDIDATES: usize = 729;

/// The characters of cells. The cells to write are `.` or in the alphabet [`Alphabet::FromOne`].
pub struct CellStyle {
    /// The characters of 4x4 and 9x9 boards, of larger boards, and of candidates.
    tables: [CharacterTable; 3],
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
        CellStyle { tables }
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

    /// Writes cells with one line per row. Candidates have nine characters per cell.
    pub fn write_rows(&self, cells: &[u8], out: &mut Vec<u8>) {
        let table = self.table(cells.len());
        let row = if cells.len() == CANDIDATES { 81 } else { cells.len().isqrt() };
        for row in cells.chunks(row) {
            table.write(row, out);
            out.push(b'\n');
        }
    }

    /// Draws cells with lines between the boxes. Candidates have no drawing: they are written in rows.
    pub fn write_drawing(&self, cells: &[u8], out: &mut Vec<u8>) {
        let Some(Drawing { empty, places }) = Drawing::of(cells.len()) else {
            return self.write_rows(cells, out);
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

/// The drawing of an empty board, and the places of its cells.
struct Drawing {
    empty: Vec<u8>,
    places: Vec<u16>,
}

impl Drawing {
    /// Returns the drawing of a board with this number of cells.
    fn of(cells: usize) -> Option<&'static Drawing> {
        fn new<const CELLS: usize>() -> Drawing {
            let empty = format!("{:#}\n", Board::<CELLS>::EMPTY).into_bytes();
            let places = (0..empty.len()).filter(|&place| empty[place] == b'.');
            Drawing { places: places.map(|place| place as u16).collect(), empty }
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
