//! Processes any text as the command line does, from input to answers.

use std::sync::{Arc, Mutex};

use lanedoku::{AnyBoard, AnyPuzzle, Search, Size, Solver, Status};
use lanedoku_cli::blocks::InputReader;
use lanedoku_cli::commands::Context;
use lanedoku_cli::commands::solve::Solve;
use lanedoku_cli::inputs::Input;
use lanedoku_cli::messages::Verbosity;
use lanedoku_cli::output::writer::MemoryOutput;
use lanedoku_cli::output::{Column, Destination, OutputFormat, OutputWriter, RecordFormat};
use lanedoku_cli::pipeline;
use lanedoku_cli::search::{PuzzleGoal, SearchSettings};
use lanedoku_cli::threads::ThreadCount;
use lanedoku_formats::{
    Alphabet, Entry, EntryKind, Field, FormatName, InputFormat, Splitter, extra_fields, given_solutions,
    read, split_all, unread_text,
};

/// Checks one input: a byte of options, and the text.
pub fn check(data: &[u8]) {
    let Some((&flags, text)) = data.split_first() else { return };
    let side = [None, None, None, None, Some(Size::Four), Some(Size::Nine), Some(Size::Sixteen), None]
        [usize::from(flags & 7)];
    let piece = 1 + usize::from(flags >> 3) * 5;
    let format = InputFormat { side, ..InputFormat::default() };
    let entries = split_all(text, &format);
    check_properties(text, &entries, &format, piece);
    plain_lines_are_puzzles(text, &entries, &format);
    // Options of the user change the entries found, but the properties still hold.
    for format in formats_of_a_user(text, side) {
        check_properties(text, &split_all(text, &format), &format, piece);
    }
    // The reader skips a byte order mark, but the splitter passes it on.
    if flags & 1 == 0 && !text.starts_with(b"\xef\xbb\xbf") {
        check_answers(text, &entries, &format);
    }
}

/// Returns some formats that a user could select.
fn formats_of_a_user(text: &[u8], side: Option<Size>) -> [InputFormat; 4] {
    let choose = |salt: usize| text.len().wrapping_mul(7).wrapping_add(salt);
    let name = Some(FormatName::ALL[choose(0) % FormatName::ALL.len()]);
    let field = match choose(1) % 3 {
        0 => Field::Name("puzzle".into()),
        number => Field::Number(number),
    };
    let alphabet = Some(Alphabet::ALL[choose(2) % Alphabet::ALL.len()]);
    let delimiter = Some(b",;\t| x"[choose(3) % 6]);
    let plain = InputFormat { side, ..InputFormat::default() };
    [
        InputFormat { name, ..plain.clone() },
        InputFormat { field: Some(field), ..plain.clone() },
        InputFormat { alphabet, name, ..plain.clone() },
        InputFormat { delimiter, ..plain },
    ]
}

/// Checks the properties that hold for every text.
fn check_properties(text: &[u8], entries: &[Entry], format: &InputFormat, piece: usize) {
    check_order(text, entries);
    // Splitting in pieces of any size gives the same entries.
    let (pieces, columns) = in_pieces(text, format, piece);
    assert_eq!(pieces, entries.iter().map(|entry| facts(entry, 0, 0)).collect::<Vec<_>>());
    for entry in entries {
        let columns = columns.as_ref();
        match read(entry, text, format) {
            Ok(reading) => {
                assert_eq!(entry.kind.size(), Some(reading.puzzle.size()));
            }
            Err(found) => {
                assert!(!found.reason.is_empty() && found.reason.len() < 1000, "{}", found.reason);
                assert!(!found.reason.contains('\n'), "{}", found.reason);
                let lines = text[entry.record()].iter().filter(|&&byte| byte == b'\n').count();
                let (first, last) = (u64::from(entry.line) + 1, u64::from(entry.line) + 1 + lines as u64);
                assert!((first..=last).contains(&found.line), "{} not in {first}..={last}", found.line);
            }
        }
        for field in extra_fields(entry, text, columns) {
            assert!(field.value.len() <= text[entry.record()].len());
            assert!(field.json.is_none_or(|json| !json.contains('\n')));
        }
        for solution in given_solutions(entry, text, columns, format).into_iter().flatten() {
            assert_eq!(entry.kind.size(), Some(solution.size()));
        }
    }
}

/// The positions of an entry and its record, its line, and its kind.
type EntryFacts = ([usize; 4], u32, String);

/// Returns the properties of an entry in a piece that begins `start` bytes and `line` lines into the text.
fn facts(entry: &Entry, start: usize, line: u32) -> EntryFacts {
    let kind = match entry.kind {
        // At the very end of a piece, a line may be plain or the start of a board that is not complete yet.
        EntryKind::Line(_) | EntryKind::Board(Size::Nine) => "nine".into(),
        kind => format!("{kind:?}"),
    };
    let (puzzle, record) = (entry.range(), entry.record());
    // The line end of a plain line is not compared; that of a board may include a carriage return.
    let places = match kind == "nine" && puzzle == record && !puzzle.is_empty() {
        true => [puzzle.start; 4],
        false => [puzzle.start, puzzle.end, record.start, record.end],
    };
    (places.map(|destination| start + destination), line + entry.line, kind)
}

/// Checks that entries are in order and do not overlap, each on its stated line and in its own record.
fn check_order(text: &[u8], entries: &[Entry]) {
    let (mut end, mut line, mut counted) = (0, 0, 0);
    for entry in entries {
        let (puzzle, record) = (entry.range(), entry.record());
        assert!(end <= record.start && record.start <= puzzle.start);
        // Only a text that ends within a tree has an entry without text.
        assert!(
            puzzle.start < puzzle.end || entry.kind == EntryKind::NotAnObject && puzzle.end == text.len()
        );
        assert!(puzzle.end <= record.end && record.end <= text.len());
        end = record.end;
        line += text[counted..record.start].iter().filter(|&&byte| byte == b'\n').count();
        counted = record.start;
        assert_eq!(line, entry.line as usize);
    }
}

/// Checks that a line of 81 digits and open marks is a puzzle, unless a table header or a section says otherwise.
fn plain_lines_are_puzzles(text: &[u8], entries: &[Entry], format: &InputFormat) {
    let mut splitter = Splitter::new(format);
    splitter.split(text, true, &mut Vec::new());
    if splitter.columns().is_some()
        || text.contains(&b'[')
        || matches!(format.side, Some(Size::Four | Size::Sixteen))
    {
        return;
    }
    let is_cell = |byte: &u8| byte.is_ascii_digit() || b"._*-xX?".contains(byte);
    let mut start = 0;
    for line in text.split(|&byte| byte == b'\n') {
        // Frame lines have no digit.
        if line.len() == 81 && line.iter().all(is_cell) && line.iter().any(u8::is_ascii_digit) {
            let found = entries.iter().find(|entry| entry.range() == (start..start + 81));
            assert!(found.is_some_and(|entry| entry.kind.size() == Some(Size::Nine)), "{line:?}");
        }
        start += line.len() + 1;
    }
}

/// Splits a text piece by piece, and returns the entries and the header.
fn in_pieces(
    text: &[u8],
    format: &InputFormat,
    piece: usize,
) -> (Vec<EntryFacts>, Option<std::sync::Arc<[String]>>) {
    let mut splitter = Splitter::new(format);
    let mut found = Vec::new();
    let (mut start, mut end) = (0, 0);
    let mut line = 0;
    loop {
        let last = end == text.len();
        let mut entries = Vec::new();
        let position = splitter.split(&text[start..end], last, &mut entries);
        found.extend(entries.iter().map(|entry| facts(entry, start, line)));
        start += position.bytes;
        line += position.lines;
        if last {
            return (found, splitter.columns().cloned());
        }
        end = (end + piece).min(text.len());
        if position.within_line {
            let rest = text[start..].iter().position(|&byte| byte == b'\n');
            start = rest.map_or(text.len(), |rest| start + rest + 1);
            line += u32::from(rest.is_some());
            end = end.max(start);
        }
    }
}

/// Checks that each entry gets one line with the library's answer for its puzzle, and a reason if it is `invalid`.
fn check_answers(text: &[u8], entries: &[Entry], format: &InputFormat) {
    let solver = Solver::new().with_step_limit(2_000);
    let record_format = RecordFormat::new(OutputFormat::Line, vec![Column::Solution, Column::Status]);
    let context = Context { input_format: format.clone(), record_format };
    let written = Arc::new(Mutex::new(MemoryOutput::default()));
    let writer = OutputWriter::open(&Destination::Memory(written.clone()), Verbosity::Errors, u64::MAX)
        .expect("memory");
    let reader = Box::new(InputReader::new(
        vec![Input::Puzzles { text: text.to_vec(), puzzles: vec![] }],
        format.clone(),
    ));
    let settings = SearchSettings { solver, goal: PuzzleGoal::Solve { max: 2 }, timeout: None };
    let command = Arc::new(Solve { context, settings });
    pipeline::run(reader, command, ThreadCount(Some(1)), false, writer).finish().expect("no write can fail");
    let MemoryOutput { text: output, diagnostics } = &*written.lock().expect("no panic");
    let lines: Vec<&[u8]> = output.split(|&byte| byte == b'\n').collect();
    assert_eq!(lines.len(), entries.len() + 1);
    let mut warnings = 0;
    let mut invalid = 0;
    for (line, entry) in lines.iter().zip(entries) {
        let Ok(reading) = read(entry, text, format) else {
            let unread = unread_text(entry, text);
            let unread = if unread.is_empty() { b"-" } else { &*unread };
            assert!(line.starts_with(&[unread, b" invalid"].concat()));
            invalid += 1;
            continue;
        };
        invalid += usize::from(word_of(line) == "invalid");
        warnings += usize::from(reading.warning.is_some());
        match &reading.puzzle {
            AnyPuzzle::Board(board) => same_answer(&solver, board, line),
            AnyPuzzle::Candidates(_) => {}
        }
    }
    let reasons = diagnostics.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(reasons, invalid + warnings, "{}", String::from_utf8_lossy(diagnostics));
}

/// Returns the status in a line of answers, which follows the cells.
fn word_of(line: &[u8]) -> &str {
    let word = line.split(|&byte| byte == b' ').nth(1).unwrap_or_default();
    std::str::from_utf8(word).expect("a word")
}

fn same_answer(solver: &Solver, board: &AnyBoard, line: &[u8]) {
    let (cells, word) = (&line[..board.size().cells()], word_of(line));
    let mut memory = Box::new_uninit();
    let search = Search::write_new(&mut memory);
    solver.begin_solve(board, search);
    while !search.run(u64::MAX) {}
    let status = search.status();
    let limited = word == "limit" || status == Status::OutOfSteps;
    assert!(limited || word == status.name(), "{word} instead of {status}");
    let solved = cells.iter().any(|&cell| cell != b'.');
    assert!(limited || solved == matches!(status, Status::Unique | Status::Multiple));
    if solved {
        let solution = AnyBoard::parse(cells).expect("a board");
        let keeps_clue = |(&clue, digit): (&u8, &u8)| clue == 0 || clue == *digit;
        assert!(!solution.digits().contains(&0) && !solution.has_collision());
        assert!(board.digits().iter().zip(solution.digits()).all(keeps_clue));
    }
}
