//! Makes a C program of the table of calls (`tests/c/functions.table`) and the declarations of the header.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;

/// A function of the header.
struct TableFunction {
    /// What the comment says about the value returned.
    returns: String,
    result: String,
    name: String,
    /// The types and names of the arguments.
    parameters: Vec<(String, String)>,
}

/// Arguments in a row, with the calls that have one of them wrong.
#[derive(Clone, Default)]
struct ArgumentKind {
    types: Vec<String>,
    right: String,
    empty: Option<String>,
    rows: Vec<WrongCall>,
}

/// A call with one thing wrong.
#[derive(Clone)]
struct WrongCall {
    /// Statements.
    change: String,
    status: String,
    /// Whether a batch of no boards has the same status.
    is_also_of_none: bool,
}

/// A program in C, and the number of the calls that it makes.
pub struct Program {
    pub source: String,
    pub calls: usize,
}

/// Returns the program. Panics with a sentence if the table and the header do not belong together.
pub fn program(header: &str, table: &str) -> Program {
    let functions = functions(header);
    let CallTable { kinds, mut unused, listed } = read(table);
    let mut source = "#include \"table.h\"\n".to_owned();
    let mut list = String::new();
    let mut calls = 0;
    for function in &functions {
        let name = &function.name;
        let row = listed.get(name).unwrap_or_else(|| panic!("{name} has no row in the table"));
        for kind in &row.kinds {
            unused.remove(kind);
        }
        let made = function.write(&kinds, row, header, &mut source);
        writeln!(list, "    {{\"{name}\", call_{name}, {made}, {}}},", status(&row.right, header)).unwrap();
        calls += made;
    }
    let known: BTreeSet<_> = functions.iter().map(|function| &function.name).collect();
    let unknown: Vec<_> = listed.keys().filter(|name| !known.contains(name)).collect();
    assert!(unknown.is_empty(), "the header has no {unknown:?}");
    assert!(unused.is_empty(), "no function has an argument of the kinds {unused:?}");
    write!(source, "static const struct function functions[] = {{\n{list}}};\n").unwrap();
    source += "int main(void) { return run(functions, sizeof functions / sizeof functions[0]); }\n";
    Program { source, calls }
}

/// Returns the functions of the header.
fn functions(header: &str) -> Vec<TableFunction> {
    let (_, declarations) = header.split_once("extern \"C\" {").unwrap();
    let pieces: Vec<_> = declarations.split("LANEDOKU_API\n").collect();
    let parse = |around: &[&str]| {
        let comment = around[0].rsplit("/**").next().unwrap().replace("\n *", " ");
        let (_, returns) = comment.split_once(" Returns ").unwrap_or_default();
        let words = around[1].split(';').next().unwrap().split_whitespace().collect::<Vec<_>>().join(" ");
        let (before, parameters) = words.strip_suffix(')').unwrap().split_once('(').unwrap();
        let (result, name) = split_name(before);
        let parameters = parameters.split(", ").filter(|parameter| *parameter != "void").map(split_name);
        TableFunction { returns: returns.to_owned(), result, name, parameters: parameters.collect() }
    };
    pieces.windows(2).map(parse).collect()
}

/// Splits a declaration into its type and its name.
fn split_name(declaration: &str) -> (String, String) {
    let at = declaration.rfind([' ', '*']).unwrap() + 1;
    (declaration[..at].trim().to_owned(), declaration[at..].to_owned())
}

/// A function's row of the table.
struct Listed {
    right: String,
    kinds: Vec<String>,
    rows: Vec<WrongCall>,
}

/// The kinds and the functions of the table.
struct CallTable {
    kinds: BTreeMap<String, ArgumentKind>,
    /// The kinds that no other kind has rows of.
    unused: BTreeSet<String>,
    listed: BTreeMap<String, Listed>,
}

fn read(table: &str) -> CallTable {
    let mut kinds = BTreeMap::<String, ArgumentKind>::new();
    let mut unused = BTreeSet::new();
    let mut listed = BTreeMap::<String, Listed>::new();
    let mut current = None;
    for line in table.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
        if let Some(kind) = line.strip_prefix("kind ") {
            let (names, types) = kind.split_once(": ").unwrap_or_else(|| panic!("{line}: no types"));
            let mut names = names.split(" = ");
            let name = names.next().unwrap().to_owned();
            let base = names.next().map(|base| {
                unused.remove(base);
                kinds.get(base).unwrap_or_else(|| panic!("{line}: no {base}"))
            });
            let made = ArgumentKind {
                types: types.split(", ").map(str::to_owned).collect(),
                ..base.cloned().unwrap_or_default()
            };
            assert!(kinds.insert(name.clone(), made).is_none(), "{line}: there are two");
            unused.insert(name.clone());
            current = Some((true, name));
        } else if let Some(row) = line.strip_prefix("    ") {
            let (is_kind, name) = current.as_ref().unwrap();
            let kind = kinds.get_mut(name).filter(|_| *is_kind);
            match (row.trim_start().split_once(' '), kind) {
                (Some(("right", statements)), Some(kind)) => kind.right = statements.trim().to_owned(),
                (Some(("empty", statements)), Some(kind)) => kind.empty = Some(statements.trim().to_owned()),
                (_, Some(kind)) => kind.rows.extend(WrongCall::read(row)),
                (_, None) => listed.get_mut(name).unwrap().rows.extend(WrongCall::read(row)),
            }
        } else {
            let words: Vec<_> = line.split_whitespace().map(str::to_owned).collect();
            let [name, right, kinds @ ..] = &words[..] else { panic!("{line}: no status") };
            let row = Listed { right: right.clone(), kinds: kinds.to_vec(), rows: Vec::new() };
            assert!(listed.insert(name.clone(), row).is_none(), "{line}: there are two");
            current = Some((false, name.clone()));
        }
    }
    CallTable { kinds, unused, listed }
}

impl WrongCall {
    /// Reads a line: a row for each value that its last statement sets.
    fn read(line: &str) -> Vec<Self> {
        let (change, status) = line.trim().rsplit_once(" | ").unwrap_or_else(|| panic!("{line}: no status"));
        let change = change.trim();
        let first = change.rfind("; ").map_or(0, |before| before + 2);
        let equals = change[first..].find(" = ").map_or(change.len(), |place| first + place + 3);
        let of_one = status.strip_suffix('*');
        let row = |value: &str| WrongCall {
            change: format!("{}{value};", &change[..equals]),
            status: of_one.unwrap_or(status).to_owned(),
            is_also_of_none: of_one.is_some(),
        };
        change[equals..].split(", ").map(row).collect()
    }

    /// Writes the row as a case of the switch, after these statements.
    fn write(&self, number: &mut usize, before: &str, header: &str, source: &mut String) {
        *number += 1;
        let (change, status) = (&self.change, status(&self.status, header));
        let name = format!("{before}{change}").replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(source, "    case {number}:").unwrap();
        writeln!(source, "        wrong_is(\"{name}\", {status});").unwrap();
        writeln!(source, "        {before}{change}").unwrap();
        writeln!(source, "        break;").unwrap();
    }
}

/// Returns a status in C. Panics if the header has no such status.
fn status(text: &str, header: &str) -> String {
    let word = |word: &str| match word {
        "=" => "right_status".to_owned(),
        "SOME" | "NAME" => "1".to_owned(),
        "NO_NAME" => "0".to_owned(),
        _ if header.contains(&format!("#define LANEDOKU_{word} ")) => format!("LANEDOKU_{word}"),
        _ => {
            assert!(word.starts_with(|first: char| !first.is_ascii_uppercase()), "the header has no {word}");
            word.to_owned()
        }
    };
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}

impl TableFunction {
    /// Writes the function that makes the calls, and returns their number.
    fn write(
        &self,
        kinds: &BTreeMap<String, ArgumentKind>,
        listed: &Listed,
        header: &str,
        source: &mut String,
    ) -> usize {
        let name = &self.name;
        let mut left = &self.parameters[..];
        let mut mine = Vec::new();
        for word in &listed.kinds {
            let kind = kinds.get(word).unwrap_or_else(|| panic!("{name}: no kind {word}"));
            let (own, rest) =
                left.split_at_checked(kind.types.len()).unwrap_or_else(|| panic!("{name}: fewer arguments"));
            left = rest;
            for (expected, (found, parameter)) in kind.types.iter().zip(own) {
                let is_any = expected == "T *" && found.ends_with(" *") && !found.starts_with("const ");
                assert!(is_any || expected == found, "{name}: {parameter} is no {expected}");
            }
            mine.push(kind.with_names(own));
        }
        assert!(left.is_empty(), "{name}: no kind for {left:?}");
        let rows: Vec<_> = mine.iter().flat_map(|kind| &kind.rows).chain(&listed.rows).collect();
        self.check(&rows, header);

        writeln!(source, "static void call_{name}(int wrong) {{").unwrap();
        for (of, parameter) in &self.parameters {
            writeln!(source, "    {of} {parameter};").unwrap();
        }
        for kind in &mine {
            writeln!(source, "    {}", kind.right).unwrap();
        }
        writeln!(source, "    switch (wrong) {{").unwrap();
        let mut number = 0;
        for row in &rows {
            row.write(&mut number, "", header, source);
        }
        let empty: Vec<_> = mine.iter().filter(|kind| kind.empty.is_some()).collect();
        if !empty.is_empty() {
            let none = empty.iter().filter_map(|kind| kind.empty.clone()).collect::<Vec<_>>().join(" ") + " ";
            // With arrays of which no byte may be read.
            let places = empty.iter().map(|kind| &kind.types[0]).filter(|place| *place != "count");
            let hidden = places.map(|place| format!("hide({place}); ")).collect::<String>() + "count = 0; ";
            let right = WrongCall { change: String::new(), status: "=".to_owned(), is_also_of_none: false };
            right.write(&mut number, &none, header, source);
            right.write(&mut number, &hidden, header, source);
            for row in rows.iter().filter(|row| row.is_also_of_none) {
                row.write(&mut number, &none, header, source);
            }
        }
        let arguments = self.parameters.iter().map(|(_, name)| name.as_str()).collect::<Vec<_>>().join(", ");
        let call = match self.result.as_str() {
            "lanedoku_status" => format!("{name}({arguments})"),
            "const char *" => format!("{name}({arguments}) != NULL"),
            _ => format!("{name}({arguments}) != 0"),
        };
        writeln!(source, "    }}\n    protect();\n    returned({call});\n}}\n").unwrap();
        number + 1
    }

    /// Panics if the rows forget something that they must have, or expect what the header does not say.
    fn check(&self, rows: &[&WrongCall], header: &str) {
        let name = &self.name;
        let sets = |left: &str| rows.iter().any(|row| row.change.contains(left));
        for (of, parameter) in &self.parameters {
            if of.ends_with('*') {
                assert!(sets(&format!("{parameter} = NULL;")), "{name}: no call has {parameter} NULL");
            } else {
                let is_set = ["=", "-=", "+="].iter().any(|set| sets(&format!("{parameter} {set} ")));
                assert!(is_set, "{name}: no call has another {parameter}");
            }
            // Every field of a structure that it reads. Of a step, only the technique is checked.
            let structure = of.strip_prefix("const struct ").and_then(|of| of.strip_suffix(" *"));
            if let Some(structure) = structure.filter(|structure| *structure != "lanedoku_step") {
                let (_, fields) = header.split_once(&format!("typedef struct {structure} {{")).unwrap();
                let (fields, _) = fields.split_once("\n}").unwrap();
                for field in fields.lines().filter_map(|line| line.strip_suffix(';')) {
                    let field = field.rsplit(' ').next().unwrap().split('[').next().unwrap();
                    assert!(sets(&format!("->{field}")), "{name}: no call has another {field}");
                }
            }
        }
        let changes: BTreeSet<_> = rows.iter().map(|row| &row.change).collect();
        assert_eq!(changes.len(), rows.len(), "{name}: two rows are the same");
        for row in rows {
            for word in row.status.split(' ').filter(|word| word.starts_with("ERROR_")) {
                let short = word.trim_start_matches("ERROR");
                let says = self.returns.contains(&format!("`LANEDOKU_{word}`"))
                    || self.returns.contains(&format!("`{short}`"))
                    || self.returns.contains("the same as")
                    || self.returns.is_empty();
                assert!(says, "{name}, {}: the header does not say that it returns {word}", row.change);
            }
        }
    }
}

impl ArgumentKind {
    /// Returns the kind with these arguments, whose names take the place of the types.
    fn with_names(&self, parameters: &[(String, String)]) -> Self {
        let named = |text: &str| {
            let mut text = text.to_owned();
            for (index, (_, name)) in parameters.iter().enumerate() {
                text = text.replace(&format!("${}", index + 1), name);
            }
            text
        };
        let rows = self.rows.iter().map(|row| WrongCall { change: named(&row.change), ..row.clone() });
        ArgumentKind {
            types: parameters.iter().map(|(_, name)| name.clone()).collect(),
            right: named(&self.right),
            empty: self.empty.as_deref().map(named),
            rows: rows.collect(),
        }
    }
}
