//! Writes the manual as a single self-contained HTML page.

use std::fmt::Write;

use super::{CommentBlock, Function, Header, Span, begins, spans};

const STYLE: &str = "\
:root { color-scheme: light dark; --back: #fff; --text: #1b1f24; --faint: #f3f5f7; --line: #d5dae0; --link: #0757a8 }
@media (prefers-color-scheme: dark) {
  :root { --back: #14171b; --text: #dfe3e8; --faint: #1f242a; --line: #3a424b; --link: #7fb8f5 }
}
body { background: var(--back); color: var(--text); font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 52em; padding: 1em }
a { color: var(--link); text-decoration: none }
a:hover { text-decoration: underline }
h2 { border-bottom: 1px solid var(--line); margin-top: 2.5em }
h3 { margin: 2em 0 .5em }
code, pre { font: 14px/1.45 ui-monospace, monospace }
code { background: var(--faint); border-radius: 3px; overflow-wrap: anywhere; padding: 0 .2em }
a code { background: none; padding: 0 }
h3 code { font-size: 1.05em }
pre { background: var(--faint); border: 1px solid var(--line); border-radius: 4px; overflow-x: auto; padding: .7em 1em }
nav ul { columns: 16em; list-style: none; padding: 0 }
dt { margin-top: .6em }
dd { margin-left: 1.5em }
dd p { margin: .2em 0 }
";

pub fn page(header: &Header) -> String {
    let mut page = String::new();
    let put = &mut page;
    let names = Names(header);
    let _ = write!(
        put,
        "<!DOCTYPE html>\n<!-- Generated from lanedoku.h -->\n\
         <html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>lanedoku.h</title>\n<style>\n{STYLE}</style>\n</head>\n<body>\n\
         <header>\n<h1>lanedoku.h</h1>\n<p>{}, version {}.</p>\n</header>\n<nav>\n<ul>\n",
        escaped(&sentence(&header.summary)),
        escaped(&header.version)
    );
    for (anchor, name) in
        [("rules", "Rules"), ("types", "Types"), ("constants", "Constants"), ("example", "Example")]
    {
        let _ = writeln!(put, "<li><a href=\"#{anchor}\">{name}</a></li>");
    }
    for function in &header.functions {
        let _ = writeln!(put, "<li><a href=\"#{0}\"><code>{0}</code></a></li>", function.name);
    }
    put.push_str("</ul>\n</nav>\n<main>\n");
    section(put, "rules", "Rules");
    blocks(put, &header.opening, &names, "");
    section(put, "functions", "Functions");
    for function in &header.functions {
        let _ = writeln!(put, "<h3 id=\"{0}\"><a href=\"#{0}\"><code>{0}</code></a></h3>", function.name);
        let _ = writeln!(put, "<pre>{}</pre>", escaped(&declaration(function)));
        blocks(put, &function.doc, &names, &function.name);
    }
    section(put, "types", "Types");
    for described in &header.types {
        let _ = writeln!(put, "<h3 id=\"{0}\"><a href=\"#{0}\"><code>{0}</code></a></h3>", described.name);
        let _ = writeln!(put, "<pre>{}</pre>", escaped(&described.declaration.join("\n")));
        blocks(put, &described.doc, &names, &described.name);
        if !described.fields.is_empty() {
            put.push_str("<dl>\n");
            for (field, doc) in &described.fields {
                let _ = writeln!(put, "<dt><code>{field}</code></dt>\n<dd>");
                blocks(put, doc, &names, &described.name);
                put.push_str("</dd>\n");
            }
            put.push_str("</dl>\n");
        }
    }
    section(put, "constants", "Constants");
    let mut before = None;
    for constant in &header.constants {
        if begins(constant, before) {
            put.push_str(if before.is_some() { "</dl>\n<hr>\n<dl>\n" } else { "<dl>\n" });
        }
        let value = escaped(&constant.value);
        let _ = writeln!(put, "<dt id=\"{0}\"><code>{0}</code> = <code>{value}</code></dt>", constant.name);
        if !constant.doc.is_empty() {
            put.push_str("<dd>\n");
            blocks(put, &constant.doc, &names, &constant.name);
            put.push_str("</dd>\n");
        }
        before = Some(constant);
    }
    put.push_str("</dl>\n");
    section(put, "example", "Example");
    blocks(put, &header.example, &names, "");
    put.push_str("</main>\n</body>\n</html>\n");
    page
}

fn section(put: &mut String, anchor: &str, name: &str) {
    let _ = writeln!(put, "<h2 id=\"{anchor}\">{name}</h2>");
}

/// Returns the text with a capital first letter.
fn sentence(text: &str) -> String {
    let (first, rest) = text.split_at(1);
    first.to_uppercase() + rest
}

/// Returns the declaration, with each argument on its own line.
fn declaration(function: &Function) -> String {
    let front = format!("{}{}(", function.result_before_name(), function.name);
    let separator = format!(",\n{}", " ".repeat(front.len()));
    format!("{front}{});", function.arguments.join(&separator))
}

/// The names with an anchor on the page.
struct Names<'a>(&'a Header);

impl Names<'_> {
    fn has(&self, name: &str) -> bool {
        let Header { types, constants, functions, .. } = self.0;
        types.iter().any(|described| described.name == name)
            || constants.iter().any(|constant| constant.name == name)
            || functions.iter().any(|function| function.name == name)
    }
}

/// Writes the blocks of a comment. Names become links, except `about`, the subject of the comment.
fn blocks(put: &mut String, blocks: &[CommentBlock], names: &Names, about: &str) {
    for block in blocks {
        match block {
            CommentBlock::Text(words) => {
                let _ = writeln!(put, "<p>{}</p>", text(words, names, about));
            }
            CommentBlock::List(items) => {
                put.push_str("<ul>\n");
                for item in items {
                    let _ = writeln!(put, "<li>{}</li>", text(item, names, about));
                }
                put.push_str("</ul>\n");
            }
            CommentBlock::Code(lines) => {
                let _ = writeln!(put, "<pre>{}</pre>", escaped(&lines.join("\n")));
            }
        }
    }
}

fn text(words: &str, names: &Names, about: &str) -> String {
    let mut written = String::new();
    for span in spans(words) {
        match span {
            Span::Plain(words) => written.push_str(&escaped(words)),
            Span::Code(words) => {
                let name = words.trim_end_matches("()");
                let code = format!("<code>{}</code>", escaped(words));
                let _ = match names.has(name) && name != about {
                    true => write!(written, "<a href=\"#{name}\">{code}</a>"),
                    false => write!(written, "{code}"),
                };
            }
        }
    }
    written
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}
