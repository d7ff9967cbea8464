//! Drawn boards of another layout: their rows are joined, so that each board is on one line.

use std::borrow::Cow;
use std::io::{self, BufRead, BufReader, Read};

use lanedoku::box_drawing;

/// The longest line that may be a row.
const LONGEST: u64 = 1 << 12;
/// The bytes that are read at a time.
const BUFFER: usize = 64 << 10;

/// Reads text, and joins as many rows of cells as a board has. The others of their lines become empty, so that lines
/// keep their numbers. All other text stays as it is.
pub struct DrawnRows<R> {
    input: BufReader<R>,
    side: usize,
    /// The lines of a board that is not complete, and how many of them are rows.
    lines: Vec<Vec<u8>>,
    rows: usize,
    /// Whether the line before did not end.
    is_within: bool,
    /// What is to be read next, and how much of it was read.
    ready: Vec<u8>,
    read: usize,
}

impl<R: Read> DrawnRows<R> {
    pub fn new(input: R, side: usize) -> Self {
        let input = BufReader::with_capacity(BUFFER, input);
        DrawnRows { input, side, lines: Vec::new(), rows: 0, is_within: false, ready: Vec::new(), read: 0 }
    }

    /// Takes the next line, or a part of a long one.
    fn take(&mut self, line: Vec<u8>) {
        let ends = line.ends_with(b"\n");
        let is_whole = ends && !self.is_within;
        self.is_within = !ends;
        if is_whole && is_row(&line, self.side) {
            self.lines.push(line);
            self.rows += 1;
        } else if is_whole && self.rows > 0 && is_between_rows(&line) {
            self.lines.push(line);
        } else {
            self.give_up();
            self.ready.extend_from_slice(&line);
        }
        if self.rows == self.side {
            for row in self.lines.iter().filter(|line| is_row(line, self.side)) {
                self.ready.extend_from_slice(without_box_drawing(row).trim_ascii());
                self.ready.push(b' ');
            }
            self.ready.pop();
            self.ready.resize(self.ready.len() + self.lines.len(), b'\n');
            (self.rows, self.lines) = (0, Vec::new());
        }
    }

    /// The lines are no board.
    fn give_up(&mut self) {
        self.ready.extend(self.lines.drain(..).flatten());
        self.rows = 0;
    }
}

/// Whether a line has as many cells as a row: characters, or numbers.
fn is_row(line: &[u8], side: usize) -> bool {
    let line = &without_box_drawing(line);
    let is_edge = |byte: &u8| byte.is_ascii_whitespace() || b"|,;".contains(byte);
    let words = || line.split(is_edge).filter(|word| !word.is_empty());
    let is_digit = |byte: u8| char::from(byte).to_digit(36).is_some_and(|digit| digit as usize <= side);
    let is_cell = |byte: &u8| is_digit(*byte) || b".-_*?xX".contains(byte);
    let is_number = |word: &[u8]| word.len() <= 2 && word.iter().all(u8::is_ascii_digit);
    let characters = words().flatten();
    characters.clone().all(is_cell)
        && (characters.count() == side
            || words().count() == side && words().all(|word| word.len() == 1 || is_number(word)))
}

/// Whether a line is drawn between rows.
fn is_between_rows(line: &[u8]) -> bool {
    let is_drawn = |byte: &u8| byte.is_ascii_whitespace() || b"-+=|".contains(byte);
    !line.trim_ascii().is_empty() && without_box_drawing(line).iter().all(is_drawn)
}

/// The line with a blank for each box-drawing character.
fn without_box_drawing(line: &[u8]) -> Cow<'_, [u8]> {
    let mut plain = Cow::from(line);
    let mut at = 0;
    while let Some(found) = line[at..].iter().position(|byte| *byte == 0xe2) {
        at += found;
        let length = box_drawing(&line[at..]).unwrap_or_default();
        if length > 0 {
            plain.to_mut()[at..at + length].fill(b' ');
        }
        at += length.max(1);
    }
    plain
}

impl<R: Read> Read for DrawnRows<R> {
    fn read(&mut self, out: &mut [u8]) -> io::Result<usize> {
        // As many lines as there is room for, but without waiting for more than one.
        while self.read == self.ready.len()
            || self.ready.len() - self.read < out.len() && self.input.buffer().contains(&b'\n')
        {
            if self.read == self.ready.len() {
                self.ready.clear();
                self.read = 0;
            }
            let mut line = Vec::new();
            if (&mut self.input).take(LONGEST).read_until(b'\n', &mut line)? == 0 {
                self.give_up();
                if self.ready.is_empty() {
                    return Ok(0);
                }
                break;
            }
            // The last line need not end. Of a long line, the rest follows.
            let is_last = !line.ends_with(b"\n") && self.input.fill_buf()?.is_empty();
            if is_last && !self.is_within {
                line.push(b'\n');
            }
            self.take(line);
        }
        let length = out.len().min(self.ready.len() - self.read);
        out[..length].copy_from_slice(&self.ready[self.read..self.read + length]);
        self.read += length;
        Ok(length)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn joined(text: &str, side: usize) -> String {
        io::read_to_string(DrawnRows::new(text.as_bytes(), side)).unwrap()
    }

    #[test]
    fn rows_of_a_board_are_joined_and_other_lines_stay() {
        let drawn = "# one\n1 2 | . .\n. . | . .\n----+----\n. . | . .\n. . | . 3\n\n1234............ more\n";
        let expected = "# one\n1 2 | . . . . | . . . . | . . . . | . 3\n\n\n\n\n\n1234............ more\n";
        assert_eq!(joined(drawn, 4), expected);
        // Boards without a line between them, and a last line that does not end.
        assert_eq!(
            joined("1...\n....\n....\n....\n2...\n....\n....\n...4", 4),
            "1... .... .... ....\n\n\n\n2... .... .... ...4\n\n\n\n"
        );
        // A drawing in other characters.
        let drawn = "┌───┬───┐\n│1 2│. .│\r\n│. .│. .│\n├───┼───┤\n│. .│. .│\n│. .│. 3│\n└───┴───┘\n";
        let expected = "┌───┬───┐\n1 2   . . . .   . . . .   . . . .   . 3\n\n\n\n\n└───┴───┘\n";
        assert_eq!(joined(drawn, 4), expected);
        // Numbers.
        let rows = "10 3 . . . . . . . .\n".repeat(10);
        assert_eq!(joined(&rows, 10).lines().next().unwrap().split(' ').count(), 100);
        // What is no board stays.
        for text in [
            "1...\n....\n....\n",
            "1...\n....\nword\n....\n....\n",
            "1...\n\n....\n....\n....\n",
            "",
            "\n",
            "abcde\n",
        ] {
            assert_eq!(joined(text, 4), text);
        }
        let long = format!("{}\n1...\n", "x".repeat(3 * LONGEST as usize));
        assert_eq!(joined(&long, 4), long);
        let long = "12".repeat(2 * LONGEST as usize);
        assert_eq!(joined(&long, 4), long);
    }
}
