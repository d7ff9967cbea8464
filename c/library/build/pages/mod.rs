//! Generates the manual of the C library from the comments of its header. This file parses the header; `man` and
//! `html` write the pages.

pub mod html;
pub mod man;

/// The contents of the header.
pub struct Header {
    pub version: String,
    /// The first line of the opening comment, without the name.
    pub summary: String,
    /// The program in the opening comment, and the commands that build it.
    pub example: Vec<CommentBlock>,
    /// The rest of the opening comment.
    pub opening: Vec<CommentBlock>,
    pub types: Vec<Type>,
    pub constants: Vec<Constant>,
    pub functions: Vec<Function>,
}

pub struct Type {
    pub name: String,
    /// The lines of the declaration, without comments.
    pub declaration: Vec<String>,
    pub doc: Vec<CommentBlock>,
    /// The fields of a structure, with their documentation.
    pub fields: Vec<(String, Vec<CommentBlock>)>,
}

pub struct Constant {
    pub name: String,
    pub value: String,
    pub doc: Vec<CommentBlock>,
}

pub struct Function {
    pub name: String,
    /// The type, with the `*` of a pointer.
    pub result: String,
    pub arguments: Vec<String>,
    pub doc: Vec<CommentBlock>,
}

impl Function {
    /// Returns the result type and the space before the name.
    pub fn result_before_name(&self) -> String {
        let space = if self.result.ends_with('*') { "" } else { " " };
        format!("{}{space}", self.result)
    }
}

/// A block of a comment.
#[derive(Debug, PartialEq, Eq)]
pub enum CommentBlock {
    Text(String),
    List(Vec<String>),
    Code(Vec<String>),
}

/// A part of a text.
pub enum Span<'a> {
    Plain(&'a str),
    /// Between backticks.
    Code(&'a str),
}

/// Splits a text at its backticks into non-empty parts.
pub fn spans(text: &str) -> Vec<Span<'_>> {
    let pieces = text.split('`').enumerate();
    let pieces =
        pieces.map(|(index, piece)| if index % 2 == 0 { Span::Plain(piece) } else { Span::Code(piece) });
    pieces.filter(|piece| !matches!(piece, Span::Plain("") | Span::Code(""))).collect()
}

/// Returns the files of the manual by name: one page for `man`, one for browsers, and for each function a page that
/// includes the first.
pub fn files(header: &Header) -> impl Iterator<Item = (String, String)> {
    let links = header
        .functions
        .iter()
        .map(|function| (format!("man/{}.3", function.name), ".so man3/lanedoku.3\n".to_owned()));
    let pages = [("man/lanedoku.3", man::page(header)), ("lanedoku.html", html::page(header))];
    links.chain(pages.map(|(name, page)| (name.to_owned(), page)))
}

/// Parses a header: every declaration whose comment begins with two stars.
///
/// # Panics
///
/// Panics if the header contains an unexpected construct, so that no declaration is lost silently.
pub fn read(header: &str) -> Header {
    let mut lines = header.lines().peekable();
    let opening = blocks(&comment(&mut lines));
    let (summary, example, opening) = divide(opening);
    let mut read = Header {
        version: String::new(),
        summary,
        example,
        opening,
        types: Vec::new(),
        constants: Vec::new(),
        functions: Vec::new(),
    };
    // The depth of `#if`s. It is 1 inside the include guard; deeper comments are not part of the manual.
    let mut depth = 0;
    while let Some(line) = lines.next() {
        let directive = line.strip_prefix('#').map(str::trim_start).unwrap_or_default();
        depth += usize::from(directive.starts_with("if"));
        depth -= usize::from(directive.starts_with("endif"));
        if line.trim() != "/**" || depth > 1 {
            continue;
        }
        let mut text = vec![line];
        while !text.last().unwrap().contains("*/") {
            text.push(lines.next().expect("the end of a comment"));
        }
        let doc = blocks(&text);
        let mut declaration = vec![lines.next().expect("a declaration after the comment")];
        if let Some(first) = declaration[0].strip_prefix("#define ") {
            let mut first = Some(first);
            let mut doc = Some(doc);
            // Several constants may share one comment.
            while let Some(definition) =
                first.take().or_else(|| lines.peek().and_then(|line| line.strip_prefix("#define ")))
            {
                if doc.is_none() {
                    lines.next();
                }
                let mut definition = definition.to_owned();
                while let Some(part) = definition.strip_suffix('\\') {
                    definition = format!("{} {}", part.trim_end(), lines.next().expect("a value").trim());
                }
                let (name, value) = definition.split_once(' ').unwrap_or((&definition, ""));
                if name == "LANEDOKU_VERSION" {
                    read.version = value.trim_matches('"').into();
                }
                if !value.is_empty() {
                    read.constants.push(Constant {
                        name: name.into(),
                        value: unwrapped(value.trim()).into(),
                        doc: doc.take().unwrap_or_default(),
                    });
                }
                doc.take();
            }
            continue;
        }
        let is_structure = declaration[0].starts_with("typedef struct") && declaration[0].ends_with('{');
        let end = if is_structure { "}" } else { "" };
        while !(declaration.last().unwrap().ends_with(';') && declaration.last().unwrap().starts_with(end)) {
            declaration.push(lines.next().expect("the end of a declaration"));
        }
        match declaration[0].starts_with("typedef") {
            true => read.types.push(type_of(doc, &declaration)),
            false => read.functions.push(function_of(doc, &declaration)),
        }
    }
    assert!(!read.version.is_empty() && read.functions.len() > 5 && read.types.len() > 5);
    read
}

/// Returns the value without its parentheses.
fn unwrapped(value: &str) -> &str {
    let inner = value.strip_prefix('(').and_then(|value| value.strip_suffix(')'));
    inner.filter(|inner| !inner.contains(['(', ')'])).unwrap_or(value)
}

/// Returns the lines up to the end of a comment.
fn comment<'a>(lines: &mut impl Iterator<Item = &'a str>) -> Vec<&'a str> {
    let mut text = Vec::new();
    for line in lines {
        text.push(line);
        if line.contains("*/") {
            return text;
        }
    }
    panic!("a comment has no end");
}

/// Splits the opening comment into its first line without the name, the example, and the rest.
fn divide(opening: Vec<CommentBlock>) -> (String, Vec<CommentBlock>, Vec<CommentBlock>) {
    let mut blocks = opening.into_iter();
    let Some(CommentBlock::Text(first)) = blocks.next() else {
        panic!("the header does not begin with a line of text")
    };
    let (_, summary) = first.split_once(": ").expect("a name and a description");
    let (mut example, mut rest) = (Vec::new(), Vec::new());
    let mut in_example = false;
    for block in blocks {
        if let CommentBlock::Text(text) = &block {
            in_example = (in_example || text.contains("complete program")) && !text.starts_with("Rules");
        }
        if in_example { example.push(block) } else { rest.push(block) }
    }
    assert!(!example.is_empty() && !rest.is_empty(), "the opening comment lacks an example or rules");
    (summary.trim_end_matches('.').into(), example, rest)
}

/// Splits a comment into blocks.
fn blocks(comment: &[&str]) -> Vec<CommentBlock> {
    let mut blocks: Vec<CommentBlock> = Vec::new();
    let mut fresh = true;
    for line in comment {
        let line = line.trim().trim_end_matches("*/").trim_start_matches('/').trim_start_matches('*');
        let line = line.strip_prefix(' ').unwrap_or(line).trim_end();
        if line.is_empty() {
            fresh = true;
            if let Some(CommentBlock::Code(code)) = blocks.last_mut() {
                code.push(String::new());
            }
            continue;
        }
        let joined = |text: &mut String| {
            text.push(' ');
            text.push_str(line.trim_start());
        };
        match blocks.last_mut() {
            Some(CommentBlock::Code(code)) if line.starts_with("    ") => code.push(line[4..].into()),
            _ if fresh && line.starts_with("    ") => blocks.push(CommentBlock::Code(vec![line[4..].into()])),
            Some(CommentBlock::List(items)) if line.starts_with("- ") => items.push(line[2..].into()),
            _ if line.starts_with("- ") => blocks.push(CommentBlock::List(vec![line[2..].into()])),
            Some(CommentBlock::List(items)) if line.starts_with("  ") && !fresh => {
                joined(items.last_mut().unwrap())
            }
            // Each of the other kinds is followed by a new paragraph.
            Some(CommentBlock::Text(text)) if !fresh => joined(text),
            _ => blocks.push(CommentBlock::Text(line.into())),
        }
        fresh = false;
    }
    for block in &mut blocks {
        if let CommentBlock::Code(code) = block {
            while code.last().is_some_and(String::is_empty) {
                code.pop();
            }
        }
    }
    blocks
}

fn type_of(doc: Vec<CommentBlock>, lines: &[&str]) -> Type {
    let (mut declaration, mut fields) = (Vec::new(), Vec::new());
    let mut rest = lines.iter().copied();
    while let Some(line) = rest.next() {
        if line.trim() != "/**" {
            declaration.push(line.to_owned());
            continue;
        }
        let mut text = vec![line];
        text.extend(comment(&mut rest));
        let field = rest.next().expect("a field after the comment");
        declaration.push(field.to_owned());
        let name = field.trim_end_matches(';').split(' ').next_back().unwrap();
        fields.push((name.split('[').next().unwrap().to_owned(), blocks(&text)));
    }
    let last = lines[lines.len() - 1].trim_end_matches(';');
    let name = match last.split_once("(*") {
        Some((_, pointer)) => pointer.split(')').next().unwrap(),
        None => last.split(' ').next_back().unwrap(),
    };
    Type { name: name.into(), declaration, doc, fields }
}

fn function_of(doc: Vec<CommentBlock>, lines: &[&str]) -> Function {
    let line = lines.iter().map(|line| line.trim()).collect::<Vec<_>>().join(" ");
    let (front, arguments) = line.trim_end_matches(';').split_once('(').expect("the arguments of a function");
    let (arguments, _) = arguments.rsplit_once(')').expect("the end of the arguments");
    // Skips the macros in front of the declaration.
    let is_macro = |word: &&str| word.starts_with("LANEDOKU_") || *word == "extern";
    let front = front.split(' ').skip_while(is_macro).collect::<Vec<_>>().join(" ");
    let start = front.rfind([' ', '*']).expect("a result before the name") + 1;
    let (result, name) = front.split_at(start);
    Function {
        name: name.into(),
        result: result.trim_end().into(),
        arguments: arguments.split(',').map(|argument| argument.trim().to_owned()).collect(),
        doc,
    }
}

/// Returns whether a constant begins a new list. Within a list, the values count up from 0 or down from -1. The
/// constants of the version form one list, and those that are not numbers another.
pub fn begins(constant: &Constant, before: Option<&Constant>) -> bool {
    let number = |constant: &Constant| {
        let number = constant.value.parse::<i64>().ok();
        number.filter(|_| !constant.name.starts_with("LANEDOKU_VERSION"))
    };
    let Some(before) = before else { return true };
    match (number(constant), number(before)) {
        (Some(now), Some(then)) => now != then + now.signum(),
        (now, then) => now.is_some() != then.is_some(),
    }
}
