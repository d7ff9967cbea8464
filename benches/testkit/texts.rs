//! The table of texts with the board or the error that every reader of the project finds.

/// A line of `tests/boards/texts.tsv`.
pub struct TextCase {
    /// Whether `Board::parse` reads it, too; if not, only the reader of formats.
    pub is_plain: bool,
    /// The number of cells in a row of the board.
    pub side: usize,
    /// The board as a line, or `LINE:COLUMN: REASON`, without the column if there is none.
    pub expected: Result<String, String>,
    /// The text to read.
    pub text: String,
}

/// Returns the lines of the table.
pub fn cases() -> Vec<TextCase> {
    let cases: Vec<TextCase> = include_str!("../../tests/boards/texts.tsv")
        .lines()
        .skip_while(|line| line.starts_with('#'))
        .map(case)
        .collect();
    assert!(cases.len() > 50, "a table");
    cases
}

fn case(line: &str) -> TextCase {
    let fields: Vec<&str> = line.split('\t').collect();
    let [readers, side, expected, text] = fields[..] else { panic!("four fields: {line}") };
    TextCase {
        is_plain: match readers {
            "all" => true,
            "formats" => false,
            _ => panic!("{readers}"),
        },
        side: side.parse().expect("a side"),
        expected: if expected.contains(": ") { Err(expected.into()) } else { Ok(expected.into()) },
        text: unescaped(text),
    }
}

/// Replaces `\n`, `\r`, `\t` and `\uXXXX`.
fn unescaped(text: &str) -> String {
    let mut parts = text.split('\\');
    let mut out = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (kind, rest) = part.split_at(1);
        match kind {
            "n" => out.push('\n'),
            "r" => out.push('\r'),
            "t" => out.push('\t'),
            "u" => out.push(
                u32::from_str_radix(&rest[..4], 16).ok().and_then(char::from_u32).expect("a code point"),
            ),
            _ => panic!("\\{kind}"),
        }
        out += if kind == "u" { &rest[4..] } else { rest };
    }
    out
}
