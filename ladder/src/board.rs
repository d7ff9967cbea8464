//! The boards: nine lines of nine characters, read into 81 digits.

/// The 81 cells row by row: 0 for an open cell, else the digit 1 to 9.
pub type Cells = [u8; 81];

/// Returns the row (0 to 8) of a cell.
#[inline]
pub const fn row_of(cell: usize) -> usize {
    cell / 9
}

/// Returns the column (0 to 8) of a cell.
#[inline]
pub const fn column_of(cell: usize) -> usize {
    cell % 9
}

/// Returns the box (0 to 8, row by row) of a cell.
#[inline]
pub const fn box_of(cell: usize) -> usize {
    cell / 27 * 3 + cell % 9 / 3
}

/// Reads nine lines of nine characters: a digit is a clue, `.` and `0` are open cells.
///
/// Returns `None` if the shape is wrong or a character is invalid. The rungs detect collisions of clues with
/// their own structures.
///
/// ```
/// let line = "53..7....\n";
/// assert!(ladder::board::parse(&line.repeat(9)).is_some());
/// assert!(ladder::board::parse(&line.repeat(8)).is_none());
/// assert!(ladder::board::parse(&"53..7...x\n".repeat(9)).is_none());
/// ```
pub fn parse(text: &str) -> Option<Cells> {
    let mut cells = [0; 81];
    let mut lines = text.lines();
    for row in cells.chunks_exact_mut(9) {
        let line = lines.next()?.as_bytes();
        if line.len() != 9 {
            return None;
        }
        for (cell, &character) in row.iter_mut().zip(line) {
            *cell = match character {
                b'.' | b'0' => 0,
                b'1'..=b'9' => character - b'0',
                _ => return None,
            };
        }
    }
    lines.all(|line| line.trim().is_empty()).then_some(cells)
}

/// Writes cells in the format of [`parse`].
///
/// ```
/// let text = "53..7....\n".repeat(9);
/// assert_eq!(ladder::board::print(&ladder::board::parse(&text).unwrap()), text);
/// ```
pub fn print(cells: &Cells) -> String {
    let mut text = String::with_capacity(90);
    for row in cells.chunks_exact(9) {
        text.extend(row.iter().map(|&digit| if digit == 0 { '.' } else { char::from(b'0' + digit) }));
        text.push('\n');
    }
    text
}

/// Returns whether `grid` is a correct full grid that keeps every clue of `clues`.
pub fn is_solution(clues: &Cells, grid: &Cells) -> bool {
    let mut rows = [0u16; 9];
    let mut columns = [0u16; 9];
    let mut boxes = [0u16; 9];
    for (cell, (&clue, &digit)) in clues.iter().zip(grid).enumerate() {
        if !(1..=9).contains(&digit) || (clue != 0 && clue != digit) {
            return false;
        }
        rows[row_of(cell)] |= 1 << digit;
        columns[column_of(cell)] |= 1 << digit;
        boxes[box_of(cell)] |= 1 << digit;
    }
    rows.iter().chain(&columns).chain(&boxes).all(|&digits| digits == 0b11_1111_1110)
}

/// The boards of the `boards` folder by name: those that are invalid, then those that can be solved.
pub const BOARDS: [(&str, &str); 12] = [
    ("invalid_character", include_str!("../boards/invalid_character.txt")),
    ("collision_in_row", include_str!("../boards/collision_in_row.txt")),
    ("collision_in_column", include_str!("../boards/collision_in_column.txt")),
    ("collision_in_box", include_str!("../boards/collision_in_box.txt")),
    ("collision_in_row_and_column", include_str!("../boards/collision_in_row_and_column.txt")),
    ("full", include_str!("../boards/full.txt")),
    ("easy", include_str!("../boards/easy.txt")),
    ("medium", include_str!("../boards/medium.txt")),
    ("hard", include_str!("../boards/hard.txt")),
    ("twice_hard", include_str!("../boards/twice_hard.txt")),
    ("extra_hard", include_str!("../boards/extra_hard.txt")),
    ("well_known", include_str!("../boards/well_known.txt")),
];
