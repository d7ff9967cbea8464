//! The words of a line: cells, labels, and text that is neither.

use lanedoku::Size;

use crate::candidates;
use crate::characters::{is_open_mark, number};

/// A cell of a board in loose text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LooseCell {
    Open,
    /// A digit or a letter, as written.
    Character(u8),
    /// A number above 9.
    Number(u8),
    /// Candidates.
    Candidates(u16),
}

/// Returns whether a character separates words.
pub fn is_separator(byte: u8) -> bool {
    matches!(
        byte,
        b' ' | b'\t'
            | b'\n'
            | b'\r'
            | 0x0b
            | 0x0c
            | b','
            | b';'
            | b'|'
            | b'/'
            | b'['
            | b']'
            | b'{'
            | b'}'
            | b'('
            | b')'
            | b'<'
            | b'>'
            | b'"'
            | b'\''
            | b'`'
            | b'&'
            | b':'
            | b'='
            | b'+'
            | b'~'
            | b'$'
            | b'!'
    )
}

/// Returns the words of a line, without the parts of a frame.
pub fn words(line: &[u8]) -> Vec<&[u8]> {
    let is_rule = |word: &&[u8]| word.len() > 2 && word.iter().all(|&byte| byte == b'-');
    line.split(|&byte| is_separator(byte)).filter(|word| !word.is_empty() && !is_rule(word)).collect()
}

/// Returns the cell that a word stands for.
pub fn cell(word: &[u8]) -> Option<LooseCell> {
    const EMPTY: [&[u8]; 11] =
        [b"null", b"none", b"nil", b"nan", b"na", b"undefined", b"empty", b"blank", b"<na>", b"false", b"-1"];
    match word {
        [] => Some(LooseCell::Open),
        [b'0'] => Some(LooseCell::Character(b'0')),
        [mark] if is_open_mark(*mark) => Some(LooseCell::Open),
        [character] if character.is_ascii_alphanumeric() => Some(LooseCell::Character(*character)),
        // Emphasis of Markdown.
        [mark @ (b'*' | b'_'), inner @ .., last]
            if mark == last && inner.iter().any(u8::is_ascii_alphanumeric) =>
        {
            cell(inner)
        }
        _ if EMPTY.iter().any(|empty| word.eq_ignore_ascii_case(empty)) => Some(LooseCell::Open),
        _ => match number(without_fraction(word))? {
            0 if word[0] == b'0' => Some(LooseCell::Character(b'0')),
            0 => Some(LooseCell::Open),
            value if value < 10 => Some(LooseCell::Character(b'0' + value)),
            value => Some(LooseCell::Number(value)),
        },
    }
}

/// Returns the part of a float before its point, if only zeros follow.
fn without_fraction(word: &[u8]) -> &[u8] {
    match word.iter().position(|&byte| byte == b'.') {
        Some(point) if is_digits(&word[..point]) && word[point + 1..].iter().all(|&byte| byte == b'0') => {
            &word[..point]
        }
        _ => word,
    }
}

fn is_digits(word: &[u8]) -> bool {
    (1..=2).contains(&word.len()) && word.iter().all(u8::is_ascii_digit)
}

/// Returns whether a word is cells of a board of this side, one for each character.
pub fn is_run(word: &[u8], side: usize) -> bool {
    let is_letter = |byte: &u8| side > 9 && byte.is_ascii_alphabetic();
    word.iter().all(|byte| byte.is_ascii_digit() || is_open_mark(*byte) || is_letter(byte))
}

/// Returns the cells of a word with one for each character.
pub fn run(word: &[u8]) -> impl Iterator<Item = LooseCell> {
    word.iter().map(|&byte| match byte {
        b'0' => LooseCell::Character(b'0'),
        _ if is_open_mark(byte) => LooseCell::Open,
        _ => LooseCell::Character(byte),
    })
}

/// Returns the candidates that a word stands for, if all words of a row do.
pub fn marks(word: &[u8]) -> Option<LooseCell> {
    candidates::mask(word).map(LooseCell::Candidates)
}

/// Returns the place of a label in its sequence: `3`, `C`, `r3` and `Row3` have the place 3.
pub fn place(label: &[u8]) -> Option<usize> {
    // `1.`, `**1**`
    let label = label.strip_suffix(b".").unwrap_or(label);
    let start = label.iter().take_while(|byte| matches!(byte, b'*' | b'_')).count();
    let end = label.len() - label.iter().rev().take_while(|byte| matches!(byte, b'*' | b'_')).count();
    let label = label.get(start..end).filter(|inner| !inner.is_empty())?;
    let letters = label.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    match (letters, &label[letters..]) {
        (1, []) => Some(usize::from(label[0].to_ascii_uppercase() - b'A') + 1),
        (_, digits @ [_, ..]) if digits.len() <= 2 => str::from_utf8(digits).ok()?.parse().ok(),
        _ => None,
    }
}

/// Returns whether labels count up or down by one.
pub fn is_sequence(labels: &[&[u8]]) -> bool {
    let counts = |step: isize| {
        labels.windows(2).all(|pair| match (place(pair[0]), place(pair[1])) {
            (Some(one), Some(next)) => next as isize - one as isize == step,
            _ => false,
        })
    };
    counts(1) || counts(-1)
}

/// Returns whether labels are all the same text that is no cell: code, or a bullet.
pub fn is_repeated(labels: &[&[u8]]) -> bool {
    let is_text = |label: &[u8]| cell(label).is_none() || matches!(label, b"-" | b"*");
    labels.windows(2).all(|pair| pair[0] == pair[1]) && labels.first().is_some_and(|label| is_text(label))
}

/// Returns whether a line numbers the columns of a board of this side.
pub fn is_header(line: &[u8], side: usize) -> bool {
    let words = words(line);
    // A word may stand above the labels of the rows.
    let labels = words.len().checked_sub(side).filter(|before| *before <= 1).map(|before| &words[before..]);
    labels.is_some_and(|labels| {
        is_sequence(labels) && labels.first().is_some_and(|first| matches!(place(first), Some(0 | 1)))
    })
}

/// Returns cells as the text of a board that the strict reader reads; `None` if they are not all of one kind.
pub fn text_of(cells: &[LooseCell], size: Size) -> Option<Vec<u8>> {
    let is_number = |cell: &LooseCell| matches!(cell, LooseCell::Number(_));
    let has_numbers = cells.iter().any(is_number);
    let mut text = Vec::with_capacity(2 * cells.len());
    for (index, cell) in cells.iter().enumerate() {
        match cell {
            LooseCell::Candidates(mask) => {
                text.extend((0..9).map(|digit| if mask >> digit & 1 == 1 { b'1' + digit } else { b'.' }));
            }
            LooseCell::Open => text.push(b'.'),
            LooseCell::Character(byte) => text.push(*byte),
            LooseCell::Number(number) => text.extend(number.to_string().bytes()),
        }
        // On one line: a board on several would be looked for in loose text again.
        if has_numbers && index + 1 < cells.len() {
            text.push(b' ');
        }
    }
    let fits = cells.len() == size.cells() && (!has_numbers || size.side() > 9);
    let mixes = cells.iter().any(|cell| matches!(cell, LooseCell::Candidates(_)))
        && !cells.iter().all(|cell| matches!(cell, LooseCell::Candidates(_)));
    (fits && !mixes).then_some(text)
}
