//! Characters that people use for digits, open cells, bars and blanks, each as its equivalent in ASCII.

/// Stands for a character that has no meaning on a board.
pub const OTHER: u8 = 0x01;

/// Returns a line in ASCII, one byte for each character that is visible or a blank. The characters `open` mark open
/// cells, too.
pub fn ascii(line: &[u8], open: &[char]) -> Vec<u8> {
    let mut found = Vec::with_capacity(line.len());
    if !open.is_empty() {
        let glyph = |character| if open.contains(&character) { Some(b'.') } else { glyph(character) };
        found.extend(String::from_utf8_lossy(line).chars().filter_map(glyph));
    } else if line.is_ascii() {
        found.extend_from_slice(line);
    } else {
        found.extend(String::from_utf8_lossy(line).chars().filter_map(glyph));
    }
    while found.last() == Some(&b'\r') {
        found.pop();
    }
    remove_commands(&mut found);
    remove_arrows(&mut found);
    if let Some(length) = code_before_comment(&found) {
        found.truncate(length);
    }
    found
}

/// Replaces the shaft of an arrow between two boards by blanks.
fn remove_arrows(line: &mut [u8]) {
    for head in 1..line.len() {
        let shaft = line[..head].iter().rev().take_while(|&&byte| matches!(byte, b'-' | b'=')).count();
        if line[head] == b'>' && shaft > 0 {
            line[head - shaft..head].fill(b' ');
        }
    }
}

/// Returns the length of the line before a comment behind it.
fn code_before_comment(line: &[u8]) -> Option<usize> {
    let start = line.iter().position(|byte| !byte.is_ascii_whitespace())?;
    let begins = |place: usize| {
        let (rest, before) = (&line[place..], line[place - 1]);
        let is_after =
            |mark: &[u8]| matches!(rest.get(mark.len()), None | Some(b' ' | b'A'..=b'Z' | b'a'..=b'z'));
        matches!(before, b' ' | b'\t' | b',' | b';' | b'\\')
            && [&b"#"[..], b"//", b"/*"].iter().any(|mark| rest.starts_with(mark) && is_after(mark))
    };
    (start + 1..line.len()).find(|&place| begins(place))
}

/// Replaces commands of LaTeX and escapes in strings, `\hline` and `\n`, and `\\` at the end of a row, by blanks.
fn remove_commands(line: &mut [u8]) {
    let mut place = 0;
    while let Some(found) = line[place..].iter().position(|&byte| byte == b'\\') {
        place += found;
        line[place] = b' ';
        while line.get(place + 1).is_some_and(|&byte| byte == b'\\' || byte.is_ascii_alphabetic()) {
            place += 1;
            line[place] = b' ';
        }
    }
}

/// Returns the equivalent of a character; `None` for one that is not visible.
fn glyph(character: char) -> Option<u8> {
    let digit = |zero: u32| Some(b'0' + ((character as u32 - zero) % 10) as u8);
    match character {
        '\0'..='\x7f' => Some(character as u8),
        // Soft hyphens, zero-width blanks and joiners, marks of direction, variants, keycaps.
        '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' => None,
        '\u{180e}' | '\u{20e3}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{34f}' => None,
        // Full-width forms.
        '\u{ff01}'..='\u{ff5e}' => Some((character as u32 - 0xff01 + 0x21) as u8),
        '①'..='⑨' => digit('①' as u32 - 1),
        '❶'..='❾' => digit('❶' as u32 - 1),
        '➀'..='➈' => digit('➀' as u32 - 1),
        '➊'..='➒' => digit('➊' as u32 - 1),
        '⓪' | '⓿' => Some(b'0'),
        '\u{1d7ce}'..='\u{1d7ff}' => digit(0x1d7ce),
        '\u{1fbf0}'..='\u{1fbf9}' => digit(0x1fbf0),
        '\u{660}'..='\u{669}' => digit(0x660),
        '\u{6f0}'..='\u{6f9}' => digit(0x6f0),
        '\u{966}'..='\u{96f}' => digit(0x966),
        '⁰' => Some(b'0'),
        '¹' => Some(b'1'),
        '²' | '³' => digit('²' as u32 - 2),
        '⁴'..='⁹' => digit('⁴' as u32 - 4),
        '₀'..='₉' => digit('₀' as u32),
        '‐'..='―' | '−' | '﹣' | 'ー' => Some(b'-'),
        '│' | '┃' | '┆' | '┇' | '┊' | '┋' | '╎' | '╏' | '║' | '¦' | '❘' | '❙' | '❚' | '∣' | '⎮' | '￨' => {
            Some(b'|')
        }
        '─' | '━' | '┄' | '┅' | '┈' | '┉' | '╌' | '╍' | '═' | '╴'..='╿' | '▀' | '▁' | '▔' => {
            Some(b'=')
        }
        '\u{2500}'..='\u{257f}' => Some(b'+'),
        // Dots, squares and circles.
        '·' | '•' | '‥' | '∙' | '⋅' | '・' | '･' | '◦' | '。' | '․' | '‧' | '∘' | '○' | '●' | '◌' | '◯' => {
            Some(b'.')
        }
        '\u{25a0}'..='\u{25ff}'
        | '\u{2580}'..='\u{259f}'
        | '⬚'
        | '⬛'
        | '⬜'
        | '⬝'..='⬠'
        | '⭘'
        | '␣'
        | '␢'
        | '⎵' => Some(b'.'),
        '☐'
        | '❏'..='❒'
        | '⚪'
        | '⚫'
        | '⬤'
        | '⃞'
        | '∅'
        | 'Ø'
        | 'ø'
        | '🔲'
        | '🔳'
        | '🟥'..='🟫'
        | '🔴'
        | '🔵' => Some(b'.'),
        '“' | '”' | '„' | '‟' | '«' | '»' | '‘' | '’' | '‚' | '‛' | '‹' | '›' | '´' | '「' | '」' | '『'
        | '』' => Some(b'"'),
        '、' => Some(b','),
        '→' | '⇒' | '⟶' | '➔' | '➜' | '➡' => Some(b'>'),
        _ if character.is_whitespace() => Some(b' '),
        _ => Some(OTHER),
    }
}
