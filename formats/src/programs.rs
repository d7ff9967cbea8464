//! Lines and files of Sudoku programs: HoDoKu's library, Simon Tatham's Solo, OpenSudoku and KSudoku.

use std::ops::Range;

use lanedoku::Size;
use memchr::memchr_iter;

use crate::candidates;
use crate::links::{PuzzleOrReason, candidates_left, puzzle_of, puzzle_of_marks};

/// Returns the first part of a line that holds, or ought to hold, a puzzle as a program writes it in one line.
pub fn find(line: &[u8]) -> Option<Range<usize>> {
    found(line).map(|(range, _)| range)
}

/// Reads the puzzle of a text that [`find`] found.
pub fn read(text: &[u8]) -> PuzzleOrReason {
    found(text).map_or_else(|| Err("this holds no puzzle of a program".into()), |(_, answer)| answer)
}

/// Returns the place of a word in a text.
fn find_word(text: &[u8], word: &[u8]) -> Option<usize> {
    text.windows(word.len()).position(|part| part == word)
}

fn found(line: &[u8]) -> Option<(Range<usize>, PuzzleOrReason)> {
    // Most lines have none of these.
    line.iter().position(|byte| b":#+<".contains(byte))?;
    let one = open_sudoku(line).or_else(|| library(line)).or_else(|| solo(line));
    one.or_else(|| placed(line))
}

/// Finds a line of HoDoKu's library, `:technique:candidates:cells:deleted candidates:eliminations:placements:extra`: a
/// `+` stands before the digit of a cell that is no clue, and a candidate is its digit, row and column. The position
/// is the puzzle; what follows from it is not.
fn library(line: &[u8]) -> Option<(Range<usize>, PuzzleOrReason)> {
    let start = memchr_iter(b':', line).find(|&at| {
        let is_start = at == 0 || !line[at - 1].is_ascii_alphanumeric();
        let rest = &line[at + 1..];
        // Four digits, and a fifth for two fish at once.
        let digits = rest.iter().take_while(|byte| byte.is_ascii_digit()).count();
        is_start
            && matches!(digits, 4 | 5)
            && matches!(rest[digits..], [b':' | b'-', ..])
            && rest[digits + 1..].contains(&b':')
    })?;
    let range = start..start + line[start..].trim_ascii_end().len();
    let fields: Vec<&[u8]> = line[range.clone()].split(|&byte| byte == b':').skip(3).collect();
    let answer =
        match fields[..] {
            [cells, deleted, _, ..] => position(cells, deleted),
            _ => Err("this HoDoKu line is cut: expected its cells and its deleted candidates between colons"
                .into()),
        };
    Some((range, answer))
}

/// Finds the cells and deleted candidates of HoDoKu without the rest of the line.
fn placed(line: &[u8]) -> Option<(Range<usize>, PuzzleOrReason)> {
    let is_cell = |byte: &u8| matches!(byte, b'0'..=b'9' | b'.' | b'+');
    let mut start = 0;
    loop {
        start += line[start..].iter().position(is_cell)?;
        let end =
            line[start..].iter().position(|byte| !is_cell(byte)).map_or(line.len(), |length| start + length);
        let (cells, after) = (&line[start..end], &line[end..]);
        if cells.iter().filter(|&&byte| byte != b'+').count() == 81 {
            let rest = after.strip_prefix(b":").unwrap_or_default();
            let length =
                rest.iter().position(|byte| !byte.is_ascii_digit() && *byte != b' ').unwrap_or(rest.len());
            let deleted = rest[..length].trim_ascii_end();
            // Without a `+`, a number after the cells may be anything else.
            let is_of_fields = line[..start].ends_with(b"::") || rest[length..].starts_with(b"::");
            if cells.contains(&b'+') || !deleted.is_empty() && is_of_fields {
                let end = if deleted.is_empty() { end } else { end + 1 + deleted.len() };
                return Some((start..end, position(cells, deleted)));
            }
        }
        start = end;
    }
}

/// Reads a position: cells, and the candidates that are deleted beside those that the digits exclude.
fn position(cells: &[u8], deleted: &[u8]) -> PuzzleOrReason {
    let cells = cells.trim_ascii();
    let mut placed = cells.split(|&byte| byte == b'+').skip(1);
    let digit = |&byte: &u8| if byte == b'.' { Some(0) } else { byte.is_ascii_digit().then(|| byte - b'0') };
    let digits: Option<Vec<u8>> = cells.iter().filter(|byte| **byte != b'+').map(digit).collect();
    let digits = digits.filter(|_| placed.all(|rest| matches!(rest, [b'1'..=b'9', ..])));
    let digits =
        digits.ok_or("this HoDoKu line has something else than digits, '.', and '+' before digits")?;
    let count = digits.len();
    let digits =
        digits.try_into().map_err(|_| format!("this HoDoKu line: expected 81 cells, found {count}"))?;
    let mut masks = candidates_left(&digits);
    for group in deleted.split(|&byte| byte == b' ').filter(|group| !group.is_empty()) {
        let [digit @ b'1'..=b'9', row @ b'1'..=b'9', column @ b'1'..=b'9'] = group else {
            let group: String = String::from_utf8_lossy(group).chars().take(12).collect();
            let expected = "expected a digit, its row and its column, such as 511";
            return Err(format!("this HoDoKu line deletes {group:?}: {expected}"));
        };
        let cell = usize::from(9 * (row - b'1') + column - b'1');
        if digits[cell] == digit - b'0' {
            return Err("this HoDoKu line deletes a digit that it places".into());
        }
        masks[cell] &= !(1 << (digit - b'1'));
    }
    Ok(puzzle_of_marks(&digits, &masks))
}

/// Finds the identifier of a game of Simon Tatham's Solo: the size and type, `:`, and digits, between which a letter is
/// a run of open cells, `a` for one, and `_` none. With `#` for `:`, it is the seed of a generator.
fn solo(line: &[u8]) -> Option<(Range<usize>, PuzzleOrReason)> {
    memchr::memchr2_iter(b':', b'#', line).find_map(|at| {
        let start =
            line[..at].iter().rposition(|byte| !byte.is_ascii_alphanumeric()).map_or(0, |place| place + 1);
        let (columns, kind) = number(&line[start..at])?;
        let (rows, kind) = match kind {
            [b'x', rest @ ..] => number(rest)?,
            [b'j', ..] => (1, kind),
            _ => return None,
        };
        let length =
            line[at + 1..].iter().position(|byte| !byte.is_ascii_alphanumeric() && !b"_,".contains(byte));
        let end = length.map_or(line.len(), |length| at + 1 + length);
        // The comma of a sentence.
        let end = if line[..end].ends_with(b",") { end - 1 } else { end };
        let text = &line[at + 1..end];
        let is_seed = line[at] == b'#' && !text.is_empty() && text.iter().all(u8::is_ascii_digit);
        let is_text = line[at] == b':' && text.len() > 3 && !text.iter().any(u8::is_ascii_uppercase);
        // Three digits in a row are another kind of text.
        let digits = text.split(|byte| !byte.is_ascii_digit()).map(<[u8]>::len).max().unwrap_or_default();
        let answer = match () {
            () if is_seed => {
                Err("only Solo makes a puzzle of this seed: copy the game's ID, not its random seed".into())
            }
            () if !is_text || digits > 2 || columns.max(rows) > 25 => return None,
            () => solo_game([columns, rows], kind, text),
        };
        Some((start..end, answer))
    })
}

/// What is no plain Sudoku, by the letter in the type of a game.
const SOLO_RULES: [(u8, &str); 3] = [(b'x', "diagonals"), (b'j', "irregular boxes"), (b'k', "cages")];

fn solo_game([columns, rows]: [usize; 2], kind: &[u8], text: &[u8]) -> PuzzleOrReason {
    for (place, letter) in kind.iter().enumerate() {
        // After `d`, it is the difficulty.
        let is_level = place > 0 && kind[place - 1] == b'd';
        if let Some((_, rule)) = SOLO_RULES.iter().find(|(rule, _)| letter == rule && !is_level) {
            return Err(format!("this game of Solo has {rule}, so it is no plain Sudoku"));
        }
    }
    let size = Size::from_side(columns * rows).filter(|_| columns == rows);
    let boxes =
        || format!("this game of Solo has boxes of {columns}x{rows} cells: expected 2x2, 3x3, 4x4 or 5x5");
    let size = size.ok_or_else(boxes)?;
    let mut digits = Vec::new();
    let mut rest = text;
    while let [byte, after @ ..] = rest {
        match number(rest) {
            Some((digit, after)) => {
                digits.push(digit as u8);
                rest = after;
                continue;
            }
            None if byte.is_ascii_lowercase() => {
                digits.resize(digits.len() + usize::from(byte - b'a') + 1, 0)
            }
            None if *byte == b'_' => {}
            None => break,
        }
        rest = after;
    }
    puzzle_of(&digits).filter(|puzzle| puzzle.size() == size && rest.is_empty()).ok_or_else(|| {
        let (expected, found) = (size.cells(), digits.len());
        format!("this game of Solo is damaged or cut: expected {expected} cells, found {found}")
    })
}

/// Returns a number of up to two digits at the start of a text, and the rest.
fn number(text: &[u8]) -> Option<(usize, &[u8])> {
    let length = text.iter().take(2).take_while(|byte| byte.is_ascii_digit()).count();
    let (digits, rest) = text.split_at(length);
    Some((std::str::from_utf8(digits).ok()?.parse().ok()?, rest))
}

/// Finds a game of OpenSudoku.
fn open_sudoku(line: &[u8]) -> Option<(Range<usize>, PuzzleOrReason)> {
    let mut from = 0;
    loop {
        let start = from + find_word(&line[from..], b"<game")?;
        let end = line[start..]
            .iter()
            .position(|&byte| byte == b'>')
            .map_or(line.len(), |length| start + length + 1);
        let element = &line[start..end];
        let data = attribute(element, "data").or_else(|| attribute(element, "cells_data"));
        let is_data = |data: &&[u8]| {
            data.starts_with(b"version")
                || data.iter().all(|byte| byte.is_ascii_digit() || b".|-,".contains(byte))
        };
        if let Some(data) = data.filter(is_data) {
            return Some((start..end, open_sudoku_game(data)));
        }
        from = end;
    }
}

/// Reads 81 digits; or for each cell, between bars, its digit, marks, and at last whether it is open to the player.
fn open_sudoku_game(data: &[u8]) -> PuzzleOrReason {
    let error =
        |found: &str| format!("this game of OpenSudoku is damaged or cut: expected 81 cells, found {found}");
    let Some(bar) = data.iter().position(|&byte| byte == b'|') else {
        let digits: Vec<u8> = data.iter().map(|byte| byte.saturating_sub(b'0')).collect();
        return puzzle_of(&digits)
            .filter(|_| digits.len() == 81)
            .ok_or_else(|| error(&digits.len().to_string()));
    };
    // Version 2 may write a bar twice.
    let fields = data[bar.saturating_sub(1)..].split(|&byte| byte == b'|').map(<[u8]>::trim_ascii);
    let fields: Vec<&[u8]> = fields.filter(|field| !field.is_empty()).collect();
    let parts = fields.len() / 81;
    if fields.len() != 81 * parts || parts < 3 {
        return Err(error("other parts"));
    }
    let (mut clues, mut typed, mut masks) = ([0; 81], [0; 81], [0; 81]);
    for (cell, fields) in fields.chunks(parts).enumerate() {
        let mask = match (fields[0], marks(fields[1]), fields[parts - 1]) {
            ([digit @ b'0'..=b'9'], Some(mask), [b'0' | b'1']) => {
                typed[cell] = digit - b'0';
                mask
            }
            _ => return Err(error("another kind of cell")),
        };
        if fields[parts - 1] == b"0" {
            clues[cell] = typed[cell];
        }
        masks[cell] = if typed[cell] == 0 { mask } else { 1 << (typed[cell] - 1) };
    }
    // Some marks are notes of a player; marks in all open cells are the candidates.
    if typed.contains(&0) && !masks.contains(&0) {
        return Ok(puzzle_of_marks(&typed, &masks));
    }
    let has_clues = clues.iter().any(|&digit| digit != 0);
    puzzle_of(if has_clues { &clues } else { &typed }).ok_or_else(|| error("none"))
}

/// Reads the marks of a cell: none, a list of digits, or the sum of the bits of the digits.
fn marks(field: &[u8]) -> Option<u16> {
    if field == b"-" {
        return Some(0);
    }
    let mut numbers = field.split(|&byte| byte == b',').filter(|number| !number.is_empty());
    if field.contains(&b',') {
        return numbers.try_fold(0, |mask, digit| match digit {
            [digit @ b'1'..=b'9'] => Some(mask | 1 << (digit - b'1')),
            _ => None,
        });
    }
    std::str::from_utf8(field).ok()?.parse().ok().filter(|mask| *mask <= candidates::ALL)
}

/// Returns the value of an attribute in the first element of a text, or what there is of it.
fn attribute<'a>(element: &'a [u8], name: &str) -> Option<&'a [u8]> {
    let mut rest = element;
    loop {
        rest = &rest[find_word(rest, name.as_bytes())?..];
        let before = element[element.len() - rest.len() - 1..].first();
        rest = &rest[name.len()..];
        if let [b'=', quote @ (b'"' | b'\''), value @ ..] = rest
            && before.is_some_and(u8::is_ascii_whitespace)
        {
            return value.split(|byte| byte == quote).next();
        }
    }
}

/// Returns whether a file of KSudoku starts in a line. It ends with `</ksudoku>`.
pub fn starts_ksudoku(line: &[u8]) -> bool {
    find_word(line, b"<ksudoku")
        .is_some_and(|at| line.get(at + 8).is_none_or(|&byte| byte == b'>' || byte.is_ascii_whitespace()))
}

/// Reads a file of KSudoku: the order and type of its graph, and values, column by column, `b` for 1. Digits, which
/// others write, stand row by row.
pub fn ksudoku(text: &[u8]) -> PuzzleOrReason {
    let answer = ksudoku_game(&text.to_ascii_lowercase());
    answer.unwrap_or_else(|| Err("this file of KSudoku is damaged or cut".into()))
}

fn ksudoku_game(text: &[u8]) -> Option<PuzzleOrReason> {
    let element = |name: &str| {
        let (_, rest) = text.split_at(find_word(text, name.as_bytes())?);
        Some(rest.split_at(rest.iter().position(|&byte| byte == b'>')?))
    };
    let (graph, _) = element("<graph")?;
    let attribute = |name| attribute(graph, name).unwrap_or_default();
    let is_custom = attribute("type") == b"custom" && attribute("specific-type") == b"plain";
    if element("<clique").or(element("<cage")).is_some() || !is_custom && attribute("type") != b"sudoku" {
        return Some(Err("this puzzle of KSudoku is of another kind than plain Sudoku".into()));
    }
    let order = number(attribute("order")).map(|(order, _)| order);
    let Some(size) = order.and_then(Size::from_side) else {
        return Some(Err("this puzzle of KSudoku is not of 4x4, 9x9, 16x16 or 25x25 cells".into()));
    };
    let (_, values) = element("<values")?;
    let values = &values[..find_word(values, b"</values")?];
    let values: Vec<u8> = values[1..].iter().copied().filter(|byte| !byte.is_ascii_whitespace()).collect();
    let is_of_digits = values.iter().any(|byte| matches!(byte, b'1'..=b'9'));
    let digit = |cell: usize| match values.get(cell)? {
        b'_' | b'.' | b'0' => Some(0),
        digit @ b'1'..=b'9' => Some(digit - b'0'),
        letter @ b'b'..=b'z' if !is_of_digits => Some(letter - b'a'),
        _ => None,
    };
    let (cells, side) = (size.cells(), size.side());
    let place = |cell: usize| if is_of_digits { cell } else { cell % side * side + cell / side };
    let digits: Vec<u8> = (0..cells).map(|cell| digit(place(cell))).collect::<Option<_>>()?;
    puzzle_of(&digits).filter(|_| values.len() == cells).map(Ok)
}
