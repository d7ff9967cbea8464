//! The board in the text of an answer, as a person or a model writes it.

use lanedoku::{AnyPuzzle, Grid, Size};

use crate::puzzles::extends;
use crate::{BYTE_ORDER_MARK, InputFormat, LineEnds, Splitter, given_solutions, read};

/// Returns the last 9x9 board in a text, such as the answer of a language model, or `None`; of a puzzle and its
/// solution, the solution. If the text has a part between `<answer>` and `</answer>`, the last such part counts alone.
///
/// The text is read as it is, then without marks for bold, code and others, then without words, too: the one whose last
/// board stands last counts. So words, thoughts and other boards may stand before the board. Its digits may collide.
///
/// ```
/// use lanedoku_formats::read_answer;
///
/// let line = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
/// assert_eq!(read_answer(format!("Box 5 is easy, so: **{line}**.").as_bytes()), line.parse().ok());
/// assert_eq!(read_answer(b"no idea"), None);
/// ```
pub fn read_answer(text: &[u8]) -> Option<Grid> {
    let part = answer_part(text);
    // The fast path of a line alone.
    if let Ok(line) = <&[u8; 81]>::try_from(part.trim_ascii())
        && line.iter().all(|byte| byte.is_ascii_digit() || *byte == b'.')
    {
        return Grid::parse_plain(line);
    }
    let part = without_remarks(part);
    let plain = last_board(&part);
    if let Some(found) = &plain
        && found.ends_text
    {
        return Some(found.board);
    }
    let unmarked = without_marks(&part);
    let others = [without_words(&unmarked), unmarked];
    // Of equal places, the last of the three.
    let found = others.iter().map(|text| last_board(text)).chain([plain]).flatten();
    found.max_by_key(|found| found.place).map(|found| found.board)
}

/// Returns the last part between `<answer>` and `</answer>`, or behind an `<answer>` that does not end; or all.
fn answer_part(text: &[u8]) -> &[u8] {
    let last = |text: &[u8], tag: &[u8]| {
        memchr::memrchr_iter(b'<', text).find(|&place| starts_with_name(&text[place..], tag))
    };
    let (start, end) = (b"<answer>", last(text, b"</answer>"));
    let end = end.filter(|&end| last(&text[..end], start).is_some()).unwrap_or(text.len());
    let begin = last(&text[..end], start).map_or(0, |begin| begin + start.len());
    &text[begin..end]
}

/// Returns whether a text starts with a name in letters of any case.
fn starts_with_name(text: &[u8], name: &[u8]) -> bool {
    text.get(..name.len()).is_some_and(|found| found.eq_ignore_ascii_case(name))
}

/// The last board of a text.
struct LastBoard {
    board: Grid,
    /// Its line, and the number of boards up to it.
    place: (u32, usize),
    /// Whether fewer digits than those of a row follow.
    ends_text: bool,
}

fn last_board(text: &[u8]) -> Option<LastBoard> {
    let text = &*LineEnds::replaced(text.strip_prefix(BYTE_ORDER_MARK).unwrap_or(text));
    let format = InputFormat { side: Some(Size::Nine), ..InputFormat::default() };
    let (mut splitter, mut entries) = (Splitter::new(&format), Vec::new());
    splitter.split(text, true, &mut entries);
    let mut boards: Vec<(u32, Grid)> = Vec::new();
    let mut end = 0;
    for entry in &entries {
        let Ok(parsed) = read(entry, text, &format) else {
            // A tenth row: what stands above it is no board.
            let is_row =
                |text: &[u8]| text.iter().all(|byte| b" |,123456789".contains(byte)) && text.len() > 8;
            if end > 0 && entry.range().start == end + 1 && is_row(text[entry.range()].trim_ascii()) {
                boards.pop();
            }
            continue;
        };
        let given = given_solutions(entry, text, splitter.columns(), &format).into_iter().next();
        let given = given.and_then(|given| given.ok()?.sized());
        let beside = parsed.solution.and_then(|solution| Grid::try_from(&solution).ok());
        let solution = given.or(beside);
        end = if solution.is_some() { entry.record().end } else { entry.range().end };
        let found = parsed.puzzle.sized().into_iter().chain(solution);
        boards.extend(found.map(|board| (entry.line, board)));
    }
    let &(line, last) = boards.last()?;
    let puzzle = AnyPuzzle::from(last);
    let solves = |(_, full): &&(u32, Grid)| extends(&(*full).into(), &puzzle);
    let board = boards.iter().rev().find(solves).map_or(last, |(_, full)| *full);
    let digits = text[end..].iter().filter(|byte| byte.is_ascii_digit()).count();
    Some(LastBoard { board, place: (line, boards.len()), ends_text: digits < 9 && text[end..].is_ascii() })
}

/// Empties the lines of words alone, which take the reader long, and those that list columns or boxes, with which a
/// writer checks the rows: `Column 1: 5 6 1 8 4 7 9 2 3`.
fn without_remarks(text: &[u8]) -> Vec<u8> {
    let mut found = Vec::with_capacity(text.len());
    let mut is_check = false;
    for line in text.split_inclusive(|&byte| byte == b'\n') {
        let before = line.iter().take_while(|byte| b" \t-*#_.)0123456789".contains(byte)).count();
        let words = &line[before..];
        let names = [&b"column"[..], b"col ", b"box", b"block", b"subgrid", b"3x3"];
        // Not "Boxed answer:".
        let is_name =
            |name: &&[u8]| starts_with_name(words, name) && !starts_with_name(&words[name.len()..], b"ed");
        let is_named = names.iter().any(is_name);
        let is_heading = !line.iter().any(u8::is_ascii_digit) && words.len() < 24;
        // Under a heading, all lines up to the next one with words.
        is_check &= !words.first().is_some_and(u8::is_ascii_alphabetic);
        let is_cell = |byte: &&u8| matches!(byte, b'0'..=b'9' | b'.' | b'_' | b'*' | b'?' | b'-');
        let cells = line.iter().filter(is_cell).count();
        // A line with a board is none of them.
        if cells < 81 && (is_named || is_check) || cells < 9 && is_sentence(line) {
            found.extend(line.ends_with(b"\n").then_some(b'\n'));
        } else {
            found.extend_from_slice(line);
        }
        is_check |= is_named && is_heading;
    }
    found
}

/// Returns whether a line has words, and no signs of code, tables or JSON.
fn is_sentence(line: &[u8]) -> bool {
    let is_bracket = |byte: u8| matches!(byte, b'(' | b')' | b'<'..=b'>' | b'[' | b'\\' | b']' | b'{'..=b'}');
    let is_sign =
        |byte: &u8| is_bracket(*byte) || matches!(byte, b'"' | b'&' | b'\'' | b',' | b';' | b'`' | 0x80..);
    let words = line.split(|byte| !byte.is_ascii_alphabetic()).filter(|word| word.len() > 1).count();
    words > 1 && !line.iter().any(is_sign)
}

/// Returns a text without marks for bold, code, quotes and colours, tags, commands of LaTeX, calls such as
/// `np.int64(5)`, and full stops. Its lines are those of the text.
fn without_marks(text: &[u8]) -> Vec<u8> {
    let is_end = |byte: &u8| byte.is_ascii_whitespace() || *byte == b'.';
    let text = &text[..text.iter().rposition(|byte| !is_end(byte)).map_or(0, |last| last + 1)];
    let is_latex = memchr::memchr(b'\\', text).is_some();
    let mut found = Vec::with_capacity(text.len());
    let (mut rest, mut starts_line) = (text, true);
    while let Some((&byte, behind)) = rest.split_first() {
        let after =
            |end, most| memchr::memchr(end, &behind[..behind.len().min(most)]).map(|end| &behind[end + 1..]);
        let starts_tag = behind.first().is_some_and(|byte| *byte == b'/' || byte.is_ascii_alphabetic());
        let command = behind.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        let ended = match byte {
            b'<' if starts_tag => after(b'>', 80),
            0x1b => after(b'm', 12),
            b'n' if behind.starts_with(b"p.") => after(b'(', 16),
            _ => None,
        };
        let (mark, left) = match (byte, ended) {
            (b'>', _) if starts_line => (b"".as_slice(), behind),
            (b'<', Some(left)) => (b" ".as_slice(), left),
            (0x1b, Some(left)) => (b"".as_slice(), left),
            (b'n', Some([digit @ b'0'..=b'9', b')', left @ ..])) => (std::slice::from_ref(digit), left),
            (b'*' | b'_', _) if behind.first() == Some(&byte) => (b"".as_slice(), &behind[1..]),
            (b'`' | b'$', _) => (b"".as_slice(), behind),
            (b'{' | b'}', _) if is_latex => (b"".as_slice(), behind),
            (b'\\', _) if command > 0 => {
                // With the arguments of `\begin{array}{ccc|ccc|ccc}`; those of `\boxed` have the cells.
                let (name, mut left) = behind.split_at(command);
                while matches!(name, b"begin" | b"end")
                    && left.first() == Some(&b'{')
                    && let Some(end) = memchr::memchr(b'}', left)
                {
                    left = &left[end + 1..];
                }
                (b" ".as_slice(), left)
            }
            (b'.', _) if behind.first().is_some_and(|end| b"\r\n".contains(end)) && ends_row(&found) => {
                (b"".as_slice(), behind)
            }
            _ => (&rest[..1], behind),
        };
        found.extend_from_slice(mark);
        starts_line = byte == b'\n' || starts_line && byte == b' ';
        rest = left;
    }
    found
}

/// Returns whether the last line ends with a digit and has the cells of a row or a board.
fn ends_row(text: &[u8]) -> bool {
    let line = text.rsplit(|byte| *byte == b'\n').next().unwrap_or_default();
    let cells = line.iter().filter(|byte| byte.is_ascii_digit() || **byte == b'.').count();
    line.last().is_some_and(u8::is_ascii_digit) && cells.is_multiple_of(9)
}

/// Returns a text without the words before the cells of a line; or, of a line with cells between its words, without
/// words, the numbers in them, and quotes, such as `"row2": "672195348",`.
fn without_words(text: &[u8]) -> Vec<u8> {
    let text = String::from_utf8_lossy(text);
    let is_word = |character: char| character.is_alphabetic() || matches!(character, ':' | '：' | '=');
    let digits = |text: &str| text.bytes().filter(u8::is_ascii_digit).count();
    let mut found = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let last = line.char_indices().rfind(|(_, character)| is_word(*character));
        let behind = last.map_or(line, |(place, character)| &line[place + character.len_utf8()..]);
        let behind = behind.trim_start_matches([' ', '•']);
        if 2 * digits(behind) > digits(line) || digits(line) == 0 {
            found += behind;
            continue;
        }
        // The number in a word ends at a letter, a colon or an equals sign.
        let (mut number, mut in_word) = (0, false);
        for character in line.chars() {
            if is_word(character) {
                found.truncate(found.len() - std::mem::take(&mut number));
                in_word = character.is_alphabetic();
            } else if !matches!(character, '"' | '\'' | '{' | '}') {
                let goes_on = in_word && (character.is_ascii_digit() || character == ' ');
                number = if goes_on { number + 1 } else { 0 };
                in_word = goes_on;
                found.push(character);
            }
        }
    }
    found.into_bytes()
}
