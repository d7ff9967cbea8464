//! Writes the manual page in mdoc macros.

use std::fmt::Write;

use super::{CommentBlock, Header, Span, begins, spans};

/// The date of the page, which mdoc requires.
const DATE: &str = "November 22, 2026";

pub fn page(header: &Header) -> String {
    let mut page = String::new();
    let put = &mut page;
    line(put, r#".\" Generated from lanedoku.h"#);
    line(
        put,
        &format!(".Dd {DATE}\n.Dt LANEDOKU 3\n.Os \"Lanedoku {}\"\n.Sh NAME\n.Nm lanedoku ,", header.version),
    );
    for (index, function) in header.functions.iter().enumerate() {
        let comma = if index + 1 < header.functions.len() { " ," } else { "" };
        line(put, &format!(".Nm {}{comma}", function.name));
    }
    line(put, &format!(".Nd {}", text(&header.summary)));
    line(put, ".Sh LIBRARY\nLanedoku (liblanedoku, \\-llanedoku)\n.Sh SYNOPSIS\n.In lanedoku.h");
    for function in &header.functions {
        line(put, &format!(".Ft \"{}\"\n.Fo {}", function.result, function.name));
        for argument in &function.arguments {
            line(put, &format!(".Fa \"{argument}\""));
        }
        line(put, ".Fc");
    }
    line(put, ".Sh DESCRIPTION");
    blocks(put, &header.opening, true);
    line(put, ".Ss Functions\n.Bl -tag -width Ds");
    for function in &header.functions {
        line(put, &format!(".It Fn {}", function.name));
        blocks(put, &function.doc, true);
    }
    line(put, ".El\n.Ss Types\n.Bl -tag -width Ds");
    for described in &header.types {
        line(put, &format!(".It Vt {}", described.name));
        blocks(put, &described.doc, true);
        code(put, &described.declaration);
        if !described.fields.is_empty() {
            line(put, ".Bl -tag -width Ds");
            for (name, doc) in &described.fields {
                line(put, &format!(".It Fa {name}"));
                blocks(put, doc, true);
            }
            line(put, ".El");
        }
    }
    line(put, ".El\n.Ss Constants");
    let mut before = None;
    for constant in &header.constants {
        if begins(constant, before) {
            line(put, if before.is_some() { ".El\n.Bl -tag -width Ds" } else { ".Bl -tag -width Ds" });
        }
        let value = escaped(&constant.value, true).replace('"', "\\(dq");
        line(put, &format!(".It Dv {} Pq {value}", constant.name));
        blocks(put, &constant.doc, true);
        before = Some(constant);
    }
    line(put, ".El\n.Sh EXAMPLES");
    blocks(put, &header.example, true);
    page
}

fn line(put: &mut String, line: &str) {
    put.push_str(line);
    put.push('\n');
}

/// Writes the blocks of a comment. The `first` paragraph of a list item or section has no space above it.
fn blocks(put: &mut String, blocks: &[CommentBlock], first: bool) {
    for (index, block) in blocks.iter().enumerate() {
        match block {
            CommentBlock::Text(words) => {
                if index > 0 || !first {
                    line(put, ".Pp");
                }
                line(put, &text(words));
            }
            CommentBlock::List(items) => {
                line(put, ".Pp\n.Bl -bullet -compact");
                for item in items {
                    line(put, &format!(".It\n{}", text(item)));
                }
                line(put, ".El");
            }
            CommentBlock::Code(lines) => code(put, lines),
        }
    }
}

fn code(put: &mut String, lines: &[String]) {
    line(put, ".Bd -literal -offset indent");
    for content in lines {
        line(put, &escaped(content, true));
    }
    line(put, ".Ed");
}

/// Returns text with each sentence on its own line, as mdoc requires.
fn text(words: &str) -> String {
    let mut written = String::new();
    for span in spans(words) {
        match span {
            Span::Plain(words) => {
                let sentences = words.replace(". ", ".\n").replace("? ", "?\n");
                written.push_str(&escaped(&sentences, false));
            }
            Span::Code(words) => {
                let _ = write!(written, "\\fB{}\\fR", escaped(words, true));
            }
        }
    }
    let guarded = written.lines().map(|line| match line.starts_with(['.', '\'']) {
        true => format!("\\&{line}"),
        false => line.to_owned(),
    });
    guarded.collect::<Vec<_>>().join("\n")
}

/// Escapes text so that roff finds no commands in it. If `exactly`, the text is code, whose characters must not
/// change.
fn escaped(text: &str, exactly: bool) -> String {
    let mut written = String::new();
    for character in text.chars() {
        match character {
            '\\' => written.push_str("\\e"),
            '-' if exactly => written.push_str("\\-"),
            '\'' if exactly => written.push_str("\\(aq"),
            '`' => written.push_str("\\(ga"),
            '^' if exactly => written.push_str("\\(ha"),
            '~' if exactly => written.push_str("\\(ti"),
            other => written.push(other),
        }
    }
    match exactly && written.starts_with('.') {
        true => format!("\\&{written}"),
        false => written,
    }
}
