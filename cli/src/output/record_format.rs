//! The format of records: lines, tables, JSON, or drawn boards.

use std::borrow::Cow;
use std::io::Write;
use std::sync::OnceLock;

use clap::ValueEnum;
use lanedoku::Status;
use lanedoku_formats::ExtraField;

use super::cells::{CANDIDATES, CellStyle};
use super::column::Column;
use super::record::{Content, Record};
use crate::filter::Filter;
use crate::totals::Totals;

/// The output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// One line per record: the columns, then the input's other fields, separated by spaces
    Line,
    /// Comma-separated values with a header
    Csv,
    /// Tab-separated values with a header
    Tsv,
    /// JSON Lines: one object per line
    Json,
    /// Drawn boards
    Grid,
    /// Boards without a frame, one line per row
    Compact,
}

impl OutputFormat {
    /// Returns whether an extra field is identified by its position, not by its name.
    pub fn has_columns(self) -> bool {
        matches!(self, OutputFormat::Line | OutputFormat::Csv | OutputFormat::Tsv)
    }
}

/// The fields of an input record other than the puzzle.
pub type ExtraFields<'a> = [ExtraField<'a>];

/// The format of records, and the filter of puzzles.
pub struct RecordFormat {
    pub format: OutputFormat,
    pub show: Vec<Column>,
    pub style: CellStyle,
    /// The statuses to write; all if empty.
    pub only: Vec<Status>,
    /// The condition of records to write.
    pub filter: Option<Filter>,
    /// Whether only totals are written, at the end.
    pub summary: bool,
    /// Whether lines get a header, as a comment, if the meaning of some column is not obvious.
    pub titled: bool,
    /// The names of the extra fields of the first records; `None` for a field without a name.
    pub extra_fields: OnceLock<Vec<Option<String>>>,
}

impl RecordFormat {
    /// Returns the format of records with these columns. Writes all records.
    pub fn new(format: OutputFormat, show: Vec<Column>) -> RecordFormat {
        RecordFormat {
            format,
            show,
            style: CellStyle::default(),
            only: Vec::new(),
            filter: None,
            summary: false,
            titled: false,
            extra_fields: OnceLock::new(),
        }
    }

    /// Returns whether each record is a line with the solution and the status, which has a fast path.
    pub fn is_plain(&self) -> bool {
        self.format == OutputFormat::Line
            && self.show == [Column::Solution, Column::Status]
            && self.style.is_plain()
            && self.only.is_empty()
            && self.filter.is_none()
            && !self.summary
    }

    /// Returns whether a column needs puzzles to be searched one by one.
    pub fn shows_stats(&self) -> bool {
        [Column::Guesses, Column::Steps, Column::Time].into_iter().any(|column| self.needs(column))
    }

    /// Returns the header of a table, or of lines on a terminal. `records` are the extra fields of the first records.
    pub fn header<'a>(&self, records: impl Iterator<Item = Vec<ExtraField<'a>>>) -> Vec<u8> {
        if !self.format.has_columns() || self.summary {
            return Vec::new();
        }
        let extra_fields = self.extra_fields.get_or_init(|| columns(records));
        let delimiter = match self.format {
            OutputFormat::Csv => b',',
            OutputFormat::Tsv => b'\t',
            OutputFormat::Line => return self.title(),
            _ => return Vec::new(),
        };
        let mut line = Vec::new();
        let shown = self.show.iter().map(|column| column.name().to_owned());
        let names: Vec<_> = extra_fields.iter().map(Option::as_deref).collect();
        for name in shown.chain(self.names_of_extra(&names).into_iter().map(Cow::into_owned)) {
            write_field(name.as_bytes(), delimiter, &mut line);
            line.push(delimiter);
        }
        line.pop();
        line.push(b'\n');
        line
    }

    /// Returns the names of the columns of a line, if it has a header.
    fn title(&self) -> Vec<u8> {
        let explains_itself = |column: &Column| column.is_board() || *column == Column::Status;
        if !self.titled || self.summary || self.show.len() == 1 || self.show.iter().all(explains_itself) {
            return Vec::new();
        }
        let names: Vec<&str> = self.show.iter().map(|column| column.name()).collect();
        format!("# {}\n", names.join(" ")).into_bytes()
    }

    /// Puts the extra fields of a record into the order of the columns. Returns the name of a field without a column.
    pub fn arrange(&self, fields: &mut [ExtraField]) -> Option<String> {
        let columns = self.extra_fields.get()?;
        let is_in_order = |(index, field): (usize, &ExtraField)| {
            columns.get(index).is_some_and(|column| column.as_deref() == field.name.as_deref())
        };
        if fields.iter().enumerate().all(is_in_order) {
            return None;
        }
        let is_table = self.format != OutputFormat::Line;
        let left_out = fields.iter().enumerate().find(|(index, field)| {
            is_table && !field.value.is_empty() && place(columns, *index, field).is_none()
        });
        let left_out = left_out
            .map(|(index, field)| field.name.as_deref().map_or_else(|| numbered(index), str::to_owned));
        if fields.iter().all(|field| field.name.is_some()) {
            fields.sort_by_cached_key(|field| place(columns, usize::MAX, field).unwrap_or(usize::MAX));
        }
        left_out
    }

    /// Returns the output names of extra fields, distinct from the columns of the program and from each other, given
    /// the names as they were read.
    fn names_of_extra<'a>(&self, names: &[Option<&'a str>]) -> Vec<Cow<'a, str>> {
        let is_own = |name: &str| self.show.iter().any(|column| column.name().eq_ignore_ascii_case(name));
        let mut given: Vec<Cow<str>> = Vec::with_capacity(names.len());
        for (index, name) in names.iter().enumerate() {
            let name = name.map_or_else(|| numbered(index).into(), Cow::Borrowed);
            let is_free = |name: &str| !is_own(name) && given.iter().all(|given| given != name);
            if is_free(&name) {
                given.push(name);
                continue;
            }
            let stem = if is_own(&name) { format!("input_{name}") } else { name.into_owned() };
            let mut free = stem.clone();
            // An earlier command has given this name to its own input.
            let is_read = |free: &str| names.iter().flatten().any(|name| name.eq_ignore_ascii_case(free));
            for number in 2.. {
                if is_free(&free) && !is_read(&free) {
                    break;
                }
                free = format!("{stem}_{number}");
            }
            given.push(free.into());
        }
        given
    }

    /// Returns whether a column is shown.
    pub fn shows(&self, column: Column) -> bool {
        self.show.contains(&column)
    }

    /// Returns whether a column is shown or decides which records are.
    pub fn needs(&self, column: Column) -> bool {
        self.shows(column) || self.filter.as_ref().is_some_and(|filter| filter.needs(column))
    }

    /// Counts the puzzle of a record, and writes the record unless it is filtered out.
    pub fn write(&self, record: &Record, extra_fields: &ExtraFields, out: &mut Vec<u8>, totals: &mut Totals) {
        let steps = record.stats.map_or(0, |stats| stats.steps);
        totals.count(record.status, record.passed, steps);
        if self.selects(record) {
            self.format_record(record, extra_fields, out);
        }
    }

    /// Writes and counts one of several records of a puzzle, unless it is filtered out.
    pub fn write_one_of_many(
        &self,
        record: &Record,
        extra_fields: &ExtraFields,
        out: &mut Vec<u8>,
        totals: &mut Totals,
    ) {
        if self.selects(record) {
            totals.made += 1;
            self.format_record(record, extra_fields, out);
        }
    }

    /// Returns whether a record passes the filter.
    fn selects(&self, record: &Record) -> bool {
        let is_filtered = || !record.status.is_some_and(|status| self.only.contains(&status));
        self.holds(record) && (self.only.is_empty() || !is_filtered()) && self.meets_filter(record)
    }

    /// Returns whether a record meets the condition of records to write. One that lacks a column of it does not.
    pub fn meets_filter(&self, record: &Record) -> bool {
        self.filter.as_ref().is_none_or(|filter| filter.matches(record) == Some(true))
    }

    fn format_record(&self, record: &Record, extra_fields: &ExtraFields, out: &mut Vec<u8>) {
        if self.summary {
            return;
        }
        match self.format {
            OutputFormat::Line => self.write_line(record, extra_fields, out),
            OutputFormat::Csv => self.write_row(record, extra_fields, b',', out),
            OutputFormat::Tsv => self.write_row(record, extra_fields, b'\t', out),
            OutputFormat::Json => self.write_object(record, extra_fields, out),
            OutputFormat::Grid | OutputFormat::Compact => self.write_boards(record, extra_fields, out),
        }
    }

    /// Returns whether a record without an answer can be told from an answer: by a status, and in a drawing also by its
    /// cells. Otherwise it is left out.
    fn holds(&self, record: &Record) -> bool {
        match (self.format, record.content) {
            (_, Content::Answer) | (OutputFormat::Line | OutputFormat::Json, _) => true,
            (OutputFormat::Grid | OutputFormat::Compact, Content::Text) => false,
            _ => self.shows(Column::Status),
        }
    }

    fn write_line(&self, record: &Record, extra_fields: &ExtraFields, out: &mut Vec<u8>) {
        let shows_status = self.shows(Column::Status);
        let status = record.status.map_or("-", Status::name);
        for &column in &self.show {
            if !record.write(column, &self.style, out) {
                match column {
                    // In the place of the solution, unless the text has one of its own.
                    Column::Solution if record.content == Content::Text => {
                        let is_shown =
                            self.show.iter().any(|column| matches!(column, Column::Puzzle | Column::Input));
                        let text = if is_shown || record.puzzle.is_empty() { b"-" } else { record.puzzle };
                        out.extend_from_slice(text);
                    }
                    // Open cells, as many as a solution has cells.
                    Column::Solution => {
                        let cells = if record.puzzle.len() == CANDIDATES { 81 } else { record.puzzle.len() };
                        self.style.write_line(&vec![b'.'; cells], out);
                    }
                    // The status explains why there is no count.
                    Column::Count if shows_status => {
                        out.push(if record.status == Some(Status::Invalid) { b'0' } else { b'-' })
                    }
                    Column::Count => out.extend_from_slice(status.as_bytes()),
                    _ => out.push(b'-'),
                }
            }
            out.push(b' ');
        }
        // Without a status column, the status explains the missing answer.
        if !record.passed && !shows_status && !self.shows(Column::Count) {
            out.extend_from_slice(status.as_bytes());
            out.push(b' ');
        }
        for field in extra_fields {
            write_on_one_line(&field.value, out);
            out.push(b' ');
        }
        out.pop();
        out.push(b'\n');
    }

    fn write_row(&self, record: &Record, extra_fields: &ExtraFields, delimiter: u8, out: &mut Vec<u8>) {
        for &column in &self.show {
            // An unknown value is an empty field.
            match (record.content, column) {
                (Content::Text, Column::Puzzle | Column::Input) => write_field(record.puzzle, delimiter, out),
                _ => {
                    let start = out.len();
                    record.write(column, &self.style, out);
                    // Only sentences and lists have commas.
                    if out[start..].contains(&delimiter) {
                        let value = out.split_off(start);
                        write_field(&value, delimiter, out);
                    }
                }
            }
            out.push(delimiter);
        }
        let columns = self.extra_fields.get().map_or(&[][..], Vec::as_slice);
        let mut row: Vec<&[u8]> = vec![&[]; columns.len()];
        for (index, field) in extra_fields.iter().enumerate() {
            if let Some(place) = place(columns, index, field) {
                row[place] = &field.value;
            }
        }
        for value in row {
            write_field(value, delimiter, out);
            out.push(delimiter);
        }
        out.pop();
        out.push(b'\n');
    }

    fn write_object(&self, record: &Record, extra_fields: &ExtraFields, out: &mut Vec<u8>) {
        out.push(b'{');
        for &column in &self.show {
            out.push(b'"');
            out.extend_from_slice(column.name().as_bytes());
            out.extend_from_slice(b"\":");
            match (record.content, column) {
                (Content::Text, Column::Puzzle | Column::Input) if !record.puzzle.is_empty() => {
                    write_text(&String::from_utf8_lossy(record.puzzle), out);
                }
                _ if record.write_json(column, out) => {}
                // Values that the program computes contain no characters to escape.
                _ => {
                    let start = out.len();
                    let is_known = record.write(column, &self.style, out);
                    // A word in a column of numbers, such as a count that was cut off, is a text.
                    let is_number =
                        |value: &[u8]| value.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.');
                    if !is_known {
                        out.truncate(start);
                        out.extend_from_slice(b"null");
                    } else if !column.has_numbers() || !is_number(&out[start..]) {
                        out.insert(start, b'"');
                        out.push(b'"');
                    }
                }
            }
            out.push(b',');
        }
        let names: Vec<_> = extra_fields.iter().map(|field| field.name.as_deref()).collect();
        let names = self.names_of_extra(&names);
        let adds_status = record.content != Content::Answer && !self.shows(Column::Status);
        if adds_status {
            let status = record.status.map_or("null".into(), |status| format!("\"{status}\""));
            // The status of the input keeps its name, as in the other records.
            let mut name = "status".to_owned();
            while names.contains(&Cow::Borrowed(&*name)) {
                name.insert_str(0, "lanedoku_");
            }
            out.extend_from_slice(format!("\"{name}\":{status},").as_bytes());
        }
        for (name, field) in names.iter().zip(extra_fields) {
            write_text(name, out);
            out.push(b':');
            match &field.json {
                Some(value) => out.extend_from_slice(value.as_bytes()),
                None => write_text(&String::from_utf8_lossy(&field.value), out),
            }
            out.push(b',');
        }
        if out.last() == Some(&b',') {
            out.pop();
        }
        out.extend_from_slice(b"}\n");
    }

    /// Writes a comment with the other columns, then the boards among the columns, or the puzzle if there is none.
    /// Without a status column, the comment has the status of a puzzle that failed.
    fn write_boards(&self, record: &Record, extra_fields: &ExtraFields, out: &mut Vec<u8>) {
        let start = out.len();
        out.push(b'#');
        for &column in self.show.iter().filter(|column| !column.is_board()) {
            out.push(b' ');
            if !record.write(column, &self.style, out) {
                out.pop();
            }
        }
        if let (Some(status), false) = (record.status, record.passed || self.shows(Column::Status)) {
            out.push(b' ');
            out.extend_from_slice(status.name().as_bytes());
        }
        for field in extra_fields {
            out.push(b' ');
            write_on_one_line(&field.value, out);
        }
        match out.len() - start {
            1 => out.truncate(start),
            _ => out.push(b'\n'),
        }
        let mut boards = self.show.iter().filter_map(|&column| record.board(column)).peekable();
        let puzzle = if boards.peek().is_none() { Some(record.puzzle) } else { None };
        for cells in boards.chain(puzzle) {
            match self.format {
                OutputFormat::Grid => self.style.write_drawing(cells, out),
                _ => self.style.write_rows(cells, out),
            }
            out.push(b'\n');
        }
    }
}

/// Returns the names of the columns for the extra fields of some records.
fn columns<'a>(records: impl Iterator<Item = Vec<ExtraField<'a>>>) -> Vec<Option<String>> {
    let mut columns = Vec::new();
    for fields in records {
        for (index, field) in fields.iter().enumerate() {
            // Names may occur several times in a record.
            if place(&columns, index, field).is_none_or(|place| place < index && index >= columns.len()) {
                columns.push(field.name.as_deref().map(str::to_owned));
            }
        }
    }
    columns
}

/// Returns the column of the field at this index of its record: the column with its name, or at its index if it has no
/// name.
fn place(columns: &[Option<String>], index: usize, field: &ExtraField) -> Option<usize> {
    let has_its_name = |column: &Option<String>| column.as_deref() == field.name.as_deref();
    match columns.get(index) {
        Some(column) if has_its_name(column) => Some(index),
        _ if field.name.is_none() => None,
        _ => columns.iter().position(has_its_name),
    }
}

/// Returns a name for the extra field at this index if it has none. The puzzle is the first field.
fn numbered(index: usize) -> String {
    format!("field{}", index + 2)
}

/// Writes a field with spaces in place of line ends, which would begin another record.
fn write_on_one_line(field: &[u8], out: &mut Vec<u8>) {
    out.extend(field.iter().map(|&byte| if matches!(byte, b'\n' | b'\r') { b' ' } else { byte }));
}

/// Writes a field of a table, quoted if necessary.
fn write_field(field: &[u8], delimiter: u8, out: &mut Vec<u8>) {
    let has_margin = field.trim_ascii().len() < field.len();
    if !has_margin && !field.iter().any(|byte| [delimiter, b'"', b'\n', b'\r'].contains(byte)) {
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

/// Writes a JSON string.
fn write_text(text: &str, out: &mut Vec<u8>) {
    // Writing a string to a vector cannot fail.
    let _ = serde_json::to_writer(&mut *out, text);
}

/// Writes the output of `--summary`.
pub fn write_summary(totals: &Totals, out: &mut impl Write) -> std::io::Result<()> {
    for (status, count) in totals.by_status() {
        writeln!(out, "{status} {count}")?;
    }
    match (totals.puzzles(), totals.made) {
        // Generated puzzles.
        (0, made) => writeln!(out, "total {made}"),
        (puzzles, 0) => writeln!(out, "total {puzzles}"),
        (puzzles, made) => writeln!(out, "total {puzzles}\nrecords {made}"),
    }
}
