//! The command line's way from text to answers. The crates that include this have its modules at their root.

use lanedoku::{Board, Size, Solver, Status};

use crate::answering::Plan;
use crate::arguments::Input;
use crate::pipeline;
use crate::reading::{Block, Reader};
use crate::splitting::{Entry, Kind, LINE_MAX, Splitter, split_all};

pub fn check(data: &[u8]) {
    let Some((&flags, text)) = data.split_first() else { return };
    let side = [None, None, None, None, Some(Size::Four), Some(Size::Nine), Some(Size::Sixteen), None]
        [usize::from(flags & 7)];
    let entries = split_all(text, side);
    in_place(text, &entries);
    if side.is_none() {
        as_lines_say(text, &entries);
    }
    // The same in pieces of any size.
    let pieces = in_pieces(text, side, 1 + usize::from(flags >> 3) * 5);
    assert_eq!(pieces, entries.iter().map(|entry| told(entry, 0, 0)).collect::<Vec<_>>());
    // A byte order mark is skipped by what reads, and seen by what splits.
    if flags & 1 == 0 && !text.starts_with(b"\xef\xbb\xbf") {
        answered(text, side, &entries);
    }
}

/// Where an entry begins and ends, its line, and what it is.
type Told = (usize, usize, u32, String);

/// All that an entry says, of a piece that begins so many bytes and lines into the text.
fn told(entry: &Entry, start: usize, line: u32) -> Told {
    let kind = match entry.kind {
        // A line at the very end of a piece is plain, or a board whose end may still come.
        Kind::Line(_) | Kind::Board(Size::Nine) => "nine".into(),
        Kind::Board(size) => format!("board {size}"),
        Kind::Unreadable(size) => format!("unreadable {size}"),
        Kind::Unfinished(size, rows) => format!("{rows} rows of {size}"),
        Kind::OddLine(cells) => format!("{cells} cells"),
        Kind::LongLine => "long".into(),
    };
    (start + entry.range().start, start + entry.range().end, line + entry.line, kind)
}

/// Entries stand in the text, one behind the other, each on the line that it names.
fn in_place(text: &[u8], entries: &[Entry]) {
    let (mut end, mut line, mut counted) = (0, 0, 0);
    for entry in entries {
        assert!(end <= entry.range().start && entry.range().start < entry.range().end);
        end = entry.range().end;
        assert!(end <= text.len());
        line += text[counted..entry.range().start].iter().filter(|&&byte| byte == b'\n').count();
        counted = entry.range().start;
        assert_eq!(line, entry.line as usize);
    }
}

/// Where no line could be the row of a board, each line is an entry or nothing.
fn as_lines_say(text: &[u8], entries: &[Entry]) {
    let mut expected = Vec::new();
    for line in text.split(|&byte| byte == b'\n') {
        let cells = line.iter().filter(|byte| !b" \t\r|-+".contains(byte) && **byte & 0xc0 != 0x80).count();
        if line.len() > LINE_MAX || [4, 9, 16, 25].contains(&cells) && line[0] != b'#' {
            return;
        }
        if cells > 0 && line[0] != b'#' {
            expected.push(cells);
        }
    }
    let cells = entries.iter().map(|entry| match entry.kind {
        Kind::OddLine(cells) => cells as usize,
        Kind::Board(size) | Kind::Unreadable(size) | Kind::Unfinished(size, _) => size.cells(),
        Kind::Line(_) => 81,
        Kind::LongLine => 0,
    });
    assert_eq!(cells.collect::<Vec<_>>(), expected);
}

/// What a splitter finds that gets the text little by little.
fn in_pieces(text: &[u8], side: Option<Size>, piece: usize) -> Vec<Told> {
    let mut splitter = Splitter::new(side);
    let mut found = Vec::new();
    let (mut start, mut end) = (0, 0);
    let mut line = 0;
    loop {
        let last = end == text.len();
        let mut entries = Vec::new();
        let progress = splitter.split(&text[start..end], last, &mut entries);
        found.extend(entries.iter().map(|entry| told(entry, start, line)));
        start += progress.bytes;
        line += progress.lines;
        if last {
            return found;
        }
        end = (end + piece).min(text.len());
        if progress.within_line {
            let rest = text[start..].iter().position(|&byte| byte == b'\n');
            start = rest.map_or(text.len(), |rest| start + rest + 1);
            line += u32::from(rest.is_some());
            end = end.max(start);
        }
    }
}

/// Each entry gets one line, with the answer that the library gives for its text, and, if that is `invalid`, a
/// reason.
fn answered(text: &[u8], side: Option<Size>, entries: &[Entry]) {
    let solver = Solver::new().with_step_limit(2_000);
    let (mut output, mut complaints) = (Vec::new(), Vec::new());
    let reader = Reader::new(vec![Input::Puzzle(text.to_vec())], side);
    let write = |block: &Block| {
        output.extend_from_slice(&block.output);
        complaints.extend_from_slice(&block.complaints);
        Ok(())
    };
    pipeline::run(reader, Plan { solver, limit: 2, side }, 1, write).expect("nothing to fail");
    let lines: Vec<&[u8]> = output.split(|&byte| byte == b'\n').collect();
    assert_eq!(lines.len(), entries.len() + 1);
    for (line, entry) in lines.iter().zip(entries) {
        let content = &text[entry.range()];
        match entry.kind {
            Kind::Line(_) | Kind::Board(Size::Nine) => same_answer::<81>(&solver, content, line),
            Kind::Board(Size::Four) => same_answer::<16>(&solver, content, line),
            Kind::Board(Size::Sixteen) => same_answer::<256>(&solver, content, line),
            Kind::Board(Size::TwentyFive) => same_answer::<625>(&solver, content, line),
            _ => assert!(line.ends_with(b". invalid")),
        }
    }
    let invalid = lines.iter().filter(|line| line.ends_with(b" invalid")).count();
    let reasons = complaints.iter().filter(|&&byte| byte == b'\n').count();
    assert_eq!(reasons, invalid, "{}", String::from_utf8_lossy(&complaints));
}

fn same_answer<const CELLS: usize>(solver: &Solver, content: &[u8], line: &[u8]) {
    let (cells, word) = line.split_at(CELLS);
    let board = Board::<CELLS>::parse(content);
    let status = board.map_or(Status::Invalid, |board| solver.solve(&board).status);
    let word = std::str::from_utf8(word).expect("a word");
    let limited = word == " limit" || status == Status::OutOfSteps;
    assert!(limited || word == format!(" {status}"), "{word} in place of {status}");
    let solved = cells.iter().any(|&cell| cell != b'.');
    assert!(limited || solved == matches!(status, Status::Unique | Status::Multiple));
    if solved {
        let shown = Board::<CELLS>::parse(cells).expect("a board");
        assert!(board.is_ok_and(|board| shown.is_solution_of(&board)));
    }
}
