//! How records are written: as lines, tables, JSON, or drawn.

use std::borrow::Cow;
use std::io::Write;
use std::sync::OnceLock;

use clap::ValueEnum;
use lanedoku::{Board4x4, Board9x9, Board16x16, Board25x25, Status};

use super::record::{Column, Record};
use crate::totals::Totals;

/// How records are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// One line for each: what is shown with spaces between, then the input's other fields
    Line,
    /// Comma-separated values with a header
    Csv,
    /// Tab-separated values with a header
    Tsv,
    /// JSON Lines: one object for each
    Json,
    /// Drawn boards
    Grid,
    /// Boards of one line for each row
    Compact,
}

/// The other fields of an input record, with the names of their columns if there are any.
pub type ExtraFields<'a> = [(Option<&'a str>, Cow<'a, [u8]>)];

/// How, and of which puzzles, records are written.
pub struct RecordFormat {
    pub format: OutputFormat,
    pub show: Vec<Column>,
    /// The character of an open cell.
    pub open: u8,
    /// The statuses that are written; none for all.
    pub only: Vec<Status>,
    /// Whether no records are written, only totals at the end.
    pub summary: bool,
    /// The names of the carried fields in a table, from the first block.
    pub extra_fields: OnceLock<Vec<String>>,
}

impl RecordFormat {
    /// Whether a record is a line with a solution and a status, for all puzzles: what most ask for, and what is
    /// written fastest.
    pub fn is_plain(&self) -> bool {
        self.format == OutputFormat::Line
            && self.show == [Column::Solution, Column::Status]
            && self.open == b'.'
            && self.only.is_empty()
            && !self.summary
    }

    /// Whether any column needs puzzles to be searched one by one.
    pub fn shows_stats(&self) -> bool {
        self.show.iter().any(|column| column.shows_stats())
    }

    /// The line above a table, given the names or the number of the fields that are carried.
    pub fn header(&self, extra_fields: Vec<String>) -> Vec<u8> {
        let delimiter = match self.format {
            OutputFormat::Csv => b',',
            OutputFormat::Tsv => b'\t',
            _ => return Vec::new(),
        };
        let mut line = Vec::new();
        if !self.summary {
            let shown = self.show.iter().map(|column| column.name().to_owned());
            let extra_fields =
                self.extra_fields.get_or_init(|| extra_fields).iter().map(|name| self.name_of_extra(name));
            for name in shown.chain(extra_fields) {
                write_field(name.as_bytes(), delimiter, &mut line);
                line.push(delimiter);
            }
            line.pop();
            line.push(b'\n');
        }
        line
    }

    /// The name of a field that is carried: another one if the program's own columns have it.
    fn name_of_extra(&self, name: &str) -> String {
        match self.show.iter().any(|column| column.name().eq_ignore_ascii_case(name)) {
            true => format!("input_{name}"),
            false => name.to_owned(),
        }
    }

    /// Writes a record, unless it is filtered out; counts it all the same.
    pub fn write(&self, record: &Record, extra_fields: &ExtraFields, out: &mut Vec<u8>, totals: &mut Totals) {
        let steps = record.stats.map_or(0, |stats| stats.steps);
        totals.count(record.status, record.wanted, steps);
        self.write_uncounted(record, extra_fields, out);
    }

    /// Writes a record that is one of many for a puzzle.
    pub fn write_uncounted(&self, record: &Record, extra_fields: &ExtraFields, out: &mut Vec<u8>) {
        if self.summary || !self.only.is_empty() && !self.only.contains(&record.status) {
            return;
        }
        match self.format {
            OutputFormat::Line => self.write_line(record, extra_fields, out),
            OutputFormat::Csv => self.write_row(record, extra_fields, b',', out),
            OutputFormat::Tsv => self.write_row(record, extra_fields, b'\t', out),
            OutputFormat::Json => self.write_object(record, extra_fields, out),
            OutputFormat::Grid | OutputFormat::Compact => self.write_board(record, extra_fields, out),
        }
    }

    fn write_line(&self, record: &Record, extra_fields: &ExtraFields, out: &mut Vec<u8>) {
        let shows_status = self.show.contains(&Column::Status);
        for &column in &self.show {
            if !record.write(column, self.open, out) {
                match column {
                    // As long as the solution would be.
                    Column::Solution => {
                        let cells = if record.puzzle.len() == 729 { 81 } else { record.puzzle.len() };
                        out.resize(out.len() + cells, self.open);
                    }
                    // The status beside it says why there is none.
                    Column::Count if shows_status => out.push(b'0'),
                    Column::Count => out.extend_from_slice(record.status.name().as_bytes()),
                    _ => out.push(b'-'),
                }
            }
            out.push(b' ');
        }
        // Whoever did not ask for the status is told all the same why there is no answer.
        if !record.wanted && !shows_status && !self.show.contains(&Column::Count) {
            out.extend_from_slice(record.status.name().as_bytes());
            out.push(b' ');
        }
        for (_, field) in extra_fields {
            out.extend_from_slice(field);
            out.push(b' ');
        }
        out.pop();
        out.push(b'\n');
    }

    fn write_row(&self, record: &Record, extra_fields: &ExtraFields, delimiter: u8, out: &mut Vec<u8>) {
        for &column in &self.show {
            // What is not known is an empty field.
            record.write(column, self.open, out);
            out.push(delimiter);
        }
        let names = self.extra_fields.get().map_or(0, Vec::len);
        for index in 0..names {
            if let Some((_, field)) = extra_fields.get(index) {
                write_field(field, delimiter, out);
            }
            out.push(delimiter);
        }
        out.pop();
        out.push(b'\n');
    }

    fn write_object(&self, record: &Record, extra_fields: &ExtraFields, out: &mut Vec<u8>) {
        let mut value = Vec::new();
        out.push(b'{');
        for &column in &self.show {
            value.clear();
            write_text(column.name(), out);
            out.push(b':');
            match (record.write(column, self.open, &mut value), column.is_number()) {
                (false, _) => out.extend_from_slice(b"null"),
                (true, true) => out.extend_from_slice(&value),
                (true, false) => write_text(&String::from_utf8_lossy(&value), out),
            }
            out.push(b',');
        }
        for (index, (name, field)) in extra_fields.iter().enumerate() {
            let name = match name {
                Some(name) => self.name_of_extra(name),
                None => format!("field{}", index + 2),
            };
            write_text(&name, out);
            out.push(b':');
            write_text(&String::from_utf8_lossy(field), out);
            out.push(b',');
        }
        if out.last() == Some(&b',') {
            out.pop();
        }
        out.extend_from_slice(b"}\n");
    }

    /// The solution or the puzzle, whichever is shown first, below a comment with all else.
    fn write_board(&self, record: &Record, extra_fields: &ExtraFields, out: &mut Vec<u8>) {
        let shows = |column: &Column| *column == Column::Solution;
        let cells = match self.show.iter().find(|column| matches!(column, Column::Solution | Column::Puzzle))
        {
            Some(column) if shows(column) => record.solution.unwrap_or(record.puzzle),
            _ => record.puzzle,
        };
        let mut notes = Vec::new();
        for &column in &self.show {
            if matches!(column, Column::Solution | Column::Puzzle) {
                continue;
            }
            notes.extend_from_slice(b" ");
            if !record.write(column, self.open, &mut notes) {
                notes.pop();
            }
        }
        for (_, field) in extra_fields {
            notes.push(b' ');
            notes.extend_from_slice(field);
        }
        if !notes.is_empty() {
            out.push(b'#');
            out.extend_from_slice(&notes);
            out.push(b'\n');
        }
        let drawn = match self.format {
            OutputFormat::Grid => drawn(cells),
            _ => None,
        };
        match drawn {
            Some(drawn) => out.extend(
                drawn.bytes().map(|byte| if byte == b'.' { self.open } else { byte }).chain([b'\n', b'\n']),
            ),
            None => {
                // Candidates have nine characters for a cell.
                let row = if cells.len() == 729 { 81 } else { cells.len().isqrt() };
                for row in cells.chunks(row) {
                    out.extend(row.iter().map(|&byte| if byte == b'.' { self.open } else { byte }));
                    out.push(b'\n');
                }
                out.push(b'\n');
            }
        }
    }
}

/// A board with lines between its boxes.
fn drawn(cells: &[u8]) -> Option<String> {
    match cells.len() {
        16 => Board4x4::parse(cells).ok().map(|board| format!("{board:#}")),
        81 => Board9x9::parse(cells).ok().map(|board| format!("{board:#}")),
        256 => Board16x16::parse(cells).ok().map(|board| format!("{board:#}")),
        625 => Board25x25::parse(cells).ok().map(|board| format!("{board:#}")),
        _ => None,
    }
}

/// Writes a field of a table, quoted if it has to be.
fn write_field(field: &[u8], delimiter: u8, out: &mut Vec<u8>) {
    if !field.iter().any(|byte| [delimiter, b'"', b'\n', b'\r'].contains(byte)) {
        return out.extend_from_slice(field);
    }
    out.push(b'"');
    for &byte in field {
        if byte == b'"' {
            out.push(b'"');
        }
        out.push(byte);
    }
    out.push(b'"');
}

/// Writes a text as JSON has it.
fn write_text(text: &str, out: &mut Vec<u8>) {
    // Neither a text nor a vector can fail.
    let _ = serde_json::to_writer(&mut *out, text);
}

/// Writes what `--summary` asks for.
pub fn write_summary(totals: &Totals, out: &mut impl Write) -> std::io::Result<()> {
    for (status, count) in totals.by_status() {
        writeln!(out, "{status} {count}")?;
    }
    writeln!(out, "total {}", totals.puzzles())
}
