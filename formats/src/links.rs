//! Links that hold a puzzle in another form than plain digits, which the readers of lines find anywhere.
//!
//! A link without such a puzzle is none of this module's business, except a short name that only the server of a
//! puzzle site knows: its error tells what to do.

use std::ops::Range;

use lanedoku::{AnyBoard, AnyPuzzle, Size};
use memchr::{memchr, memchr_iter};

use crate::characters::is_open_mark;
use crate::{candidates, lz};

/// Where the links of a site name a puzzle that only its server knows: the host, and the part of the path before the
/// name, or its parameter with `=`.
const SERVERS: [(&str, &str); 11] = [
    ("sudokupad.app", ""),
    ("app.crackingthecryptic.com", ""),
    ("tinyurl.com", ""),
    ("f-puzzles.com", "id="),
    ("michelkraemer.com", "sudocle"),
    ("sudoku.coach", "play"),
    ("sudokuexchange.com", "play"),
    ("websudoku.com", "set_id="),
    ("logic-masters.de", "id="),
    ("sudokuwiki.org", "puz="),
    ("swaroopg92.github.io", "p="),
];

/// What f-puzzles keeps beside the grid of a plain puzzle.
const PLAIN: [&str; 12] = [
    "size",
    "grid",
    "title",
    "author",
    "ruleset",
    "solution",
    "successMessage",
    "highlightConflicts",
    "metadata",
    "disabledlogic",
    "truecandidatesoptions",
    "sudokuManifest",
];

/// A puzzle, or why it cannot be read.
pub type PuzzleOrReason = Result<AnyPuzzle, String>;

/// Returns the first link of a line that holds, or ought to hold, a puzzle in another form than plain digits.
pub fn find(line: &[u8]) -> Option<Range<usize>> {
    let mut from = memchr(b'/', line)?;
    loop {
        let start = line[..from].iter().rposition(|&byte| !is_of_link(byte)).map_or(0, |place| place + 1);
        let length = line[from..].iter().position(|&byte| !is_of_link(byte)).unwrap_or(line.len() - from);
        // Without the marks of the sentence around it.
        let ended = |end: usize| {
            start
                + line[start..end]
                    .iter()
                    .rposition(|byte| !b" .,;:!?*~".contains(byte))
                    .map_or(0, |place| place + 1)
        };
        let end = ended(from + length);
        match answer(&line[start..end]) {
            // A `+` that became a space cuts the payload, and so may a sentence that goes on.
            Some(Err(_)) => {
                let more = line[end..].iter().position(|&byte| byte != b' ' && !is_of_payload(byte));
                let longer = ended(more.map_or(line.len(), |more| end + more));
                let is_whole =
                    longer > end && answer(&line[start..longer]).is_some_and(|answer| answer.is_ok());
                return Some(start..if is_whole { longer } else { end });
            }
            Some(Ok(_)) => return Some(start..end),
            None => from += length,
        }
        from += memchr(b'/', &line[from..])?;
    }
}

/// Reads the puzzle of a link that [`find`] found.
pub fn read(link: &[u8]) -> PuzzleOrReason {
    answer(link).unwrap_or_else(|| Err("this link holds no puzzle".into()))
}

/// Returns the puzzle of a link in another form than plain digits, if there is one or ought to be.
fn answer(link: &[u8]) -> Option<PuzzleOrReason> {
    // The last address, of a link that leads to another.
    let scheme = link.windows(3).rposition(|part| part == b"://").map(|place| place + 3);
    let link = &link[scheme.unwrap_or_default()..];
    let link = &link[link.iter().position(u8::is_ascii_alphanumeric)?..];
    if is_plain(link) || scheme.is_none() && memchr(b'.', link).is_none() {
        return None;
    }
    let (host, rest) = link.split_at(link.iter().position(|byte| b"/?#:".contains(byte))?);
    let host = host.to_ascii_lowercase();
    let is_at = |site: &str| {
        host.strip_suffix(site.as_bytes()).is_some_and(|sub| sub.is_empty() || sub.ends_with(b"."))
    };
    let path = rest.iter().position(|byte| b"?#".contains(byte)).unwrap_or(rest.len());
    let (path, query) = rest.split_at(path);
    for part in query.split(|byte| b"?#&".contains(byte)) {
        let (name, value) = part.split_at(part.iter().position(|&byte| byte == b'=').unwrap_or_default());
        let name = name.strip_prefix(b"amp;").unwrap_or(name);
        let value = decoded(value.strip_prefix(b"=").unwrap_or(value));
        let answer = packed(&value, &is_at).or_else(|| match name {
            b"load" if is_at("f-puzzles.com") || value.starts_with(b"N4I") => {
                Some(f_puzzles(payload(&value)))
            }
            b"bd" if is_at("sudokuwiki.org") => Some(sudokuwiki(&value).ok_or_else(|| {
                "this sudokuwiki.org link is damaged or cut, or not of a plain 9x9 puzzle".into()
            })),
            b"s" if is_at("sudokuexchange.com") => Some(runs(&value)),
            _ => hidden(part, &value),
        });
        if answer.is_some() {
            return answer;
        }
    }
    // Deeper paths hold no puzzle.
    for slash in memchr_iter(b'/', path).take(16) {
        let rest = &path[slash + 1..];
        let part = &rest[..memchr(b'/', rest).unwrap_or(rest.len())];
        // The slashes of a payload are its own.
        if let Some(answer) = packed(&decoded(rest), &is_at).or_else(|| hidden(part, &decoded(part))) {
            return Some(answer);
        }
    }
    let named = |place: &str| match place.strip_suffix('=') {
        Some(name) => query.split(|byte| b"?#&".contains(byte)).any(|part| {
            part.strip_prefix(name.as_bytes()).is_some_and(|part| part.len() > 1 && part[0] == b'=')
        }),
        None => {
            let mut parts = path.split(|&byte| byte == b'/').filter(|part| !part.is_empty());
            (place.is_empty() || parts.any(|part| part == place.as_bytes())) && parts.next().is_some()
        }
    };
    let (site, _) =
        SERVERS.iter().find(|(site, place)| is_at(site) && (named(place) || named("puzzleid=")))?;
    Some(Err(format!("only the server of {site} knows this puzzle: export the digits")))
}

/// Whether a link has the plain digits of a board or of pencil marks, which other readers find.
fn is_plain(link: &[u8]) -> bool {
    let mut end = 0;
    link.split(|byte| !matches!(byte, b'0'..=b'9' | b'.' | b'_' | b'*' | b'-')).any(|run| {
        let before = &link[..end];
        end += run.len() + 1;
        // Not after the likes of `%3D`.
        matches!(run.len(), 81 | 256 | 625 | 729)
            && before.iter().rev().nth(2).is_none_or(|&byte| byte != b'%')
    })
}

/// Whether a character can be in a link within other text.
fn is_of_link(byte: u8) -> bool {
    byte.is_ascii_graphic() && !b"<>\"'`()[]{}|\\^,".contains(&byte)
}

fn is_of_payload(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"+/-=%".contains(&byte)
}

/// Returns the payload at the start of a value: base64, of which links lose a `+`.
fn payload(value: &[u8]) -> &[u8] {
    &value[..value.iter().position(|&byte| byte != b' ' && !is_of_payload(byte)).unwrap_or(value.len())]
}

/// Decodes `%2B` and the like, also if they were encoded again.
fn decoded(value: &[u8]) -> Vec<u8> {
    let mut value = value.to_vec();
    for _ in 0..2 {
        let mut rest = &value[..];
        let mut decoded = Vec::with_capacity(rest.len());
        while let Some((&byte, after)) = rest.split_first() {
            let digit = |place: usize| char::from(*after.get(place)?).to_digit(16);
            let escaped =
                digit(0).zip(digit(1)).filter(|_| byte == b'%').map(|(high, low)| (16 * high + low) as u8);
            decoded.push(escaped.unwrap_or(byte));
            rest = &after[if escaped.is_some() { 2 } else { 0 }..];
        }
        value = decoded;
    }
    value
}

/// Reads a value that tells by itself how it is packed.
fn packed(value: &[u8], is_at: &dyn Fn(&str) -> bool) -> Option<PuzzleOrReason> {
    let is_pad = is_at("sudokupad.app") || is_at("app.crackingthecryptic.com");
    let after = |mark: &str| value.strip_prefix(mark.as_bytes());
    // A short payload is a name that the server of f-puzzles knows.
    if let Some(load) = after("fpuzzles").or_else(|| after("fpuz"))
        && load.len() > 20
    {
        return Some(f_puzzles(payload(load)));
    }
    if let Some(load) = after("scf").or_else(|| after("classic"))
        && is_pad
        && load.len() > 9
    {
        return Some(runs(load));
    }
    let is_own = after("scl").or_else(|| after("ctc")).is_some_and(|load| load.len() > 40 && is_pad);
    is_own.then(|| Err("SudokuPad packs this puzzle in its own way: export the digits".into()))
}

/// Reads what follows `fpuzzles` in a link: a grid of cells with a value, which may be given.
fn f_puzzles(text: &[u8]) -> PuzzleOrReason {
    let answer = lz::decompress(text).and_then(|load| f_puzzles_grid(&load));
    answer.unwrap_or_else(|| Err("this f-puzzles link is damaged or cut".into()))
}

fn f_puzzles_grid(load: &str) -> Option<PuzzleOrReason> {
    let members = children(load, "{}")?;
    let grid = children(member(&members, "grid")?, "[]")?;
    let rows: Vec<_> = grid.into_iter().map(|(_, row)| children(row, "[]")).collect::<Option<_>>()?;
    let is_square = rows.iter().all(|row| row.len() == rows.len());
    let Some(size) = Size::from_side(rows.len()).filter(|_| is_square) else {
        return Some(Err("this f-puzzles link is not of a 4x4, 9x9, 16x16 or 25x25 puzzle".into()));
    };
    if let Some((rule, _)) = members.iter().find(|(name, value)| !PLAIN.contains(name) && !is_nothing(value))
    {
        let rule: String = rule.chars().filter(char::is_ascii_graphic).take(40).collect();
        return Some(Err(format!("this f-puzzles link has a rule or a drawing beside plain Sudoku: {rule}")));
    }
    let (mut clues, mut all) = (Vec::new(), Vec::new());
    let side = size.order();
    for (place, (_, cell)) in rows.into_iter().flatten().enumerate() {
        let cell = children(cell, "{}")?;
        let (row, column) = (place / size.side(), place % size.side());
        let region = member(&cell, "region").filter(|region| *region != "null");
        if region.is_some_and(|region| region.parse() != Ok(row / side * side + column / side)) {
            return Some(Err("this f-puzzles link has irregular boxes".into()));
        }
        let value = member(&cell, "value").filter(|value| !is_nothing(value)).unwrap_or("0");
        all.push(value.parse().ok()?);
        let is_given = member(&cell, "given").is_some_and(|given| !is_nothing(given));
        clues.push(if is_given { all[place] } else { 0 });
    }
    // A board without givens was typed in as a puzzle.
    let has_clues = clues.iter().any(|&value| value != 0);
    puzzle_of(if has_clues { &clues } else { &all }).map(Ok)
}

/// Returns the values directly in a JSON object or list, each with its name, if it is one.
fn children<'a>(value: &'a str, brackets: &str) -> Option<Vec<(&'a str, &'a str)>> {
    let inner = value.trim().strip_prefix(&brackets[..1])?.strip_suffix(&brackets[1..])?;
    let (mut found, mut start, mut depth) = (Vec::new(), 0, 0);
    let (mut is_text, mut is_escaped) = (false, false);
    for (place, byte) in inner.bytes().chain([b',']).enumerate() {
        match byte {
            _ if is_escaped => is_escaped = false,
            b'\\' => is_escaped = is_text,
            b'"' => is_text = !is_text,
            _ if is_text => {}
            b'{' | b'[' => depth += 1,
            b'}' | b']' => depth -= 1,
            b',' if depth == 0 => {
                let child = &inner[start..place];
                let (name, value) = child.split_once(':').filter(|_| brackets == "{}").unwrap_or(("", child));
                found.push((name.trim().trim_matches('"'), value.trim()));
                start = place + 1;
            }
            _ => {}
        }
    }
    if inner.trim().is_empty() {
        found.clear();
    }
    (depth == 0 && !is_text).then_some(found)
}

fn member<'a>(members: &[(&str, &'a str)], name: &str) -> Option<&'a str> {
    members.iter().find(|(key, _)| *key == name).map(|(_, value)| *value)
}

/// Whether JavaScript takes a JSON value for false, or it is empty.
fn is_nothing(value: &str) -> bool {
    matches!(value, "null" | "false" | "0" | "\"\"" | "[]" | "{}")
}

/// Reads what the encoding of a part of a link hides: another link, or the digits of a board or of pencil marks.
fn hidden(part: &[u8], value: &[u8]) -> Option<PuzzleOrReason> {
    if !part.contains(&b'%') {
        return None;
    }
    let puzzle = |text: &[u8]| match candidates::line(text) {
        Some(marks) => Some(AnyPuzzle::Candidates(marks)),
        None => {
            let cells = text.iter().filter(|byte| !byte.is_ascii_whitespace());
            let digit =
                |&byte| if is_open_mark(byte) { Some(0) } else { byte.is_ascii_digit().then(|| byte - b'0') };
            puzzle_of(&cells.map(digit).collect::<Option<Vec<_>>>()?)
                .filter(|puzzle| puzzle.size() == Size::Nine)
        }
    };
    let inner = value.windows(3).any(|part| part == b"://").then(|| answer(value)).flatten();
    let mut parts = std::iter::once(value).chain(value.split(|byte| b"/?&#=".contains(byte)));
    inner.or_else(|| parts.find_map(puzzle).map(Ok))
}

/// Returns the puzzle with these digits, 0 in an open cell.
pub fn puzzle_of(digits: &[u8]) -> Option<AnyPuzzle> {
    let size = Size::ALL.into_iter().find(|size| size.cells() == digits.len())?;
    let mut board = AnyBoard::empty(size);
    for (cell, &digit) in digits.iter().enumerate() {
        board.set(cell, digit).ok()?;
    }
    Some(AnyPuzzle::Board(board))
}

/// Reads the board of sudokuwiki: for each cell two digits of a number. In the form of today (base 36, after `S9B`) it
/// is a clue from 1, a solved cell from 10, or from 19 the candidates; in the one before (base 32), the candidates
/// twice, and one more for a clue.
fn sudokuwiki(value: &[u8]) -> Option<AnyPuzzle> {
    let (text, is_new) = value.strip_prefix(b"S9B").map_or((value, false), |text| (text, true));
    let (mut digits, mut masks) = ([0; 81], [0; 81]);
    for (cell, pair) in text.chunks(2).take(81).enumerate() {
        let digit = |place: usize| char::from(*pair.get(place)?).to_digit(if is_new { 36 } else { 32 });
        let (high, low) = digit(0).zip(digit(1))?;
        let mask = match (is_new, 36 * high + low) {
            (false, _) => high << 4 | low >> 1,
            (true, 0) => u32::from(candidates::ALL),
            (true, number @ 1..=18) => 1 << ((number - 1) % 9),
            (true, number) => number - 18,
        } as u16;
        if mask.is_power_of_two() && (!is_new || high == 0 && low <= 18) {
            digits[cell] = mask.trailing_zeros() as u8 + 1;
        }
        masks[cell] = mask;
    }
    let is_whole = text.len() == 162 && masks.iter().all(|mask| (1..=candidates::ALL).contains(mask));
    is_whole.then(|| puzzle_of_marks(&digits, &masks))
}

/// Returns a position as a puzzle: its digits, or the candidates if they are fewer than those that the digits leave.
pub fn puzzle_of_marks(digits: &[u8; 81], masks: &[u16; 81]) -> AnyPuzzle {
    let left = candidates_left(digits);
    let is_fewer = (0..81).any(|cell| digits[cell] == 0 && masks[cell] & left[cell] != left[cell]);
    match puzzle_of(digits).filter(|_| !is_fewer) {
        Some(board) => board,
        None => AnyPuzzle::Candidates(*masks),
    }
}

/// Returns the candidates that the digits of a 9x9 board leave.
pub fn candidates_left(digits: &[u8; 81]) -> [u16; 81] {
    let layout = Size::Nine.layout();
    std::array::from_fn(|cell| match digits[cell] {
        0 => {
            let sees =
                |other: usize| layout.units_of(cell).iter().zip(layout.units_of(other)).any(|(a, b)| *a == b);
            let others = (0..81).filter(|&other| digits[other] != 0 && sees(other));
            others.fold(candidates::ALL, |left, other| left & !(1 << (digits[other] - 1)))
        }
        digit => 1 << (digit - 1),
    })
}

/// Reads the packing of SudokuPad and sudokuexchange.com: characters `0` to `9`, `A` to `Z` and `a` to `x` stand for
/// the numbers 0 to 59, which are a digit, and tens for the open cells after it.
fn runs(value: &[u8]) -> PuzzleOrReason {
    let mut digits = Vec::new();
    for &byte in value {
        let number = match byte {
            b'0'..=b'9' => byte - b'0',
            b'A'..=b'Z' => byte - b'A' + 10,
            b'a'..=b'x' => byte - b'a' + 36,
            _ => return Err("this link packs its puzzle in an unknown way: export the digits".into()),
        };
        if digits.len() == 81 {
            return Err("this link has a rule beside plain Sudoku".into());
        }
        digits.push(number % 10);
        digits.resize(digits.len() + usize::from(number / 10), 0);
    }
    let damaged = || format!("this link is damaged or cut: expected 81 cells, found {}", digits.len());
    puzzle_of(&digits).filter(|_| digits.len() == 81).ok_or_else(damaged)
}
