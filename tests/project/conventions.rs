//! What no compiler checks: names of types, the width of comments, the recipes of `CONTRIBUTING.md`, the number of test
//! programs, and the reasons of `#[path]`s. They are about the whole checkout, and no part of a published crate.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;
use std::process::Command;
use std::{env, fs};

use testkit::{children, not_run};

/// Columns of a comment.
const WIDTH: usize = 120;
/// Programs of integration tests, and `#[path]`s.
const MOST: usize = 12;

/// The project: its text files by their paths, and the targets of its packages.
#[derive(Default)]
struct Project {
    files: BTreeMap<String, String>,
    /// Package, kind and name.
    targets: Vec<[String; 3]>,
}

/// Returns the output of a command in the root of the project, or `None` if it fails.
fn output_of(command: &mut Command) -> Option<String> {
    let output = children::output(command.current_dir(env!("CARGO_MANIFEST_DIR")), b"");
    output.status.success().then(|| String::from_utf8(output.stdout).unwrap())
}

/// Returns the project; `None`, and says so, if this is no checkout.
fn project() -> Option<Project> {
    let list = ["ls-files", "--cached", "--others", "--exclude-standard"];
    let git = children::is_installed("git").then(|| output_of(Command::new("git").args(list)));
    let Some(list) = git.flatten() else {
        not_run("the conventions: this is no checkout, or there is no git");
        return None;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |path: &str| Some((path.to_owned(), fs::read_to_string(root.join(path)).ok()?));
    let metadata = ["metadata", "--no-deps", "--format-version", "1", "--offline"];
    let metadata = output_of(Command::new(env!("CARGO")).args(metadata)).unwrap();
    Some(Project { files: list.lines().filter_map(read).collect(), targets: targets(&metadata) })
}

/// Returns the targets in the output of `cargo metadata`.
fn targets(metadata: &str) -> Vec<[String; 3]> {
    let field = |object: &str, key: &str| -> Option<String> {
        let (_, value) = object.split_once(&format!("\"{key}\":"))?;
        Some(value.trim_start_matches('[').strip_prefix('"')?.split_once('"')?.0.to_owned())
    };
    let (mut package, mut targets) = (String::new(), Vec::new());
    for object in metadata.split('{') {
        if object.starts_with("\"name\"") && object.contains("\",\"version\":") {
            package = field(object, "name").unwrap();
        } else if object.starts_with("\"kind\"") {
            targets.push([package.clone(), field(object, "kind").unwrap(), field(object, "name").unwrap()]);
        }
    }
    targets
}

/// Returns the lines of a Rust file outside raw strings, with their numbers.
fn code_lines(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let mut in_string = false;
    text.lines().enumerate().filter_map(move |(number, line)| {
        let was_in_string = in_string;
        let begin = if in_string { Some(0) } else { line.find("r#\"").map(|place| place + 3) };
        in_string = begin.is_some_and(|begin| !line[begin..].contains("\"#"));
        (!was_in_string).then_some((number + 1, line))
    })
}

/// Returns the type that a line of code defines. Associated types are none, and a type alias in a function is its own.
fn type_defined_by(line: &str) -> Option<&str> {
    let is_inner = line.starts_with(' ');
    let mut line = line.trim_start();
    if let Some(public) = line.strip_prefix("pub") {
        line = public.strip_prefix('(').map_or(public, |scope| scope.split_once(')').unwrap().1).trim_start();
    }
    let (keyword, name) = line.trim_start_matches("unsafe ").split_once(' ')?;
    let defines = matches!(keyword, "struct" | "enum" | "union" | "trait") || keyword == "type" && !is_inner;
    let name = name.split(|c: char| !c.is_alphanumeric() && c != '_').next()?;
    (defines && !name.is_empty()).then_some(name)
}

/// Returns the names that several types have. Alternatives of a build, one after the other, are one type; and each
/// version of the loop in the ladder is the loop again, so these may have the names of the others.
fn repeated_names(project: &Project) -> Vec<String> {
    let history = ["ladder/src/branchless/", "ladder/src/course_work/", "ladder/src/occupancy/"];
    let mut places: BTreeMap<&str, BTreeSet<String>> = BTreeMap::new();
    for (path, text) in &project.files {
        if !path.ends_with(".rs") || history.iter().any(|folder| path.starts_with(folder)) {
            continue;
        }
        let mut before = "";
        for (number, line) in code_lines(text) {
            if let Some(name) = type_defined_by(line) {
                let place =
                    if before.starts_with("#[cfg(") { path.clone() } else { format!("{path}:{number}") };
                places.entry(name).or_default().insert(place);
            }
            before = line;
        }
    }
    let repeated = places.into_iter().filter(|(_, places)| places.len() > 1);
    repeated.map(|(name, places)| format!("{name} is several types: {places:?}")).collect()
}

/// Returns the lines of comments that are too wide.
fn wide_comments(project: &Project) -> Vec<String> {
    let mut wide = Vec::new();
    for (path, text) in &project.files {
        let marks: &[&str] = match path.rsplit(['.', '/']).next().unwrap() {
            "rs" | "js" | "mjs" | "ts" | "c" | "h" | "hpp" | "cpp" | "css" => &["//", "/*", "* "],
            "py" | "sh" | "toml" | "s" | "yml" | "cmake" | "run" => &["#"],
            _ => continue,
        };
        for (number, line) in text.lines().enumerate() {
            let is_comment = marks.iter().any(|mark| line.trim_start().starts_with(mark));
            if is_comment && line.chars().count() > WIDTH {
                wide.push(format!("{path}:{}: a comment of {} columns", number + 1, line.chars().count()));
            }
        }
    }
    wide
}

/// Returns the `#[path]`s, and what is wrong with them: a reason is in the comment above.
fn paths(project: &Project) -> (usize, Vec<String>) {
    let (mut count, mut wrong) = (0, Vec::new());
    for (path, text) in project.files.iter().filter(|(path, _)| path.ends_with(".rs")) {
        let mut before = "";
        for (number, line) in code_lines(text) {
            let line = line.trim_start();
            if line.starts_with("#[path") || line.starts_with("#[cfg_attr") && line.contains(", path") {
                count += 1;
                if !before.starts_with("//") {
                    wrong.push(format!("{path}:{number}: a #[path] without a reason above it"));
                }
            }
            // Other attributes may be between.
            if !line.starts_with("#[") {
                before = line;
            }
        }
    }
    (count, wrong)
}

/// Returns what the recipes of a document, its chapters "How to add", mention and is not there. Of what stands between
/// backticks, a command begins with a program, a path has a slash or a known ending, and all else is names in the files
/// of its step; if the step names no file, of its recipe.
fn wrong_recipes(document: &str, project: &Project) -> Vec<String> {
    let mut wrong = Vec::new();
    for recipe in document.split("\n## ").filter(|chapter| chapter.starts_with("How to add")) {
        let title = recipe.lines().next().unwrap();
        let (of_recipe, _) = sort_spans(recipe);
        for step in steps(recipe) {
            let (mut paths, others) = sort_spans(&step);
            for path in &paths {
                if !project.exists(path) {
                    wrong.push(format!("{title}: there is no {path}"));
                }
            }
            if paths.is_empty() {
                paths.clone_from(&of_recipe);
            }
            for span in others {
                if is_command(span) {
                    wrong.extend(
                        project.wrong_command(span).map(|reason| format!("{title}: `{span}`: {reason}")),
                    );
                } else {
                    let unknown = words(span).find(|word| !project.mentions(&paths, word));
                    wrong.extend(unknown.map(|word| format!("{title}: no {word} in {paths:?}")));
                }
            }
        }
    }
    wrong
}

/// Returns the steps of a recipe: its paragraphs and the items of its lists, each in one line.
fn steps(recipe: &str) -> Vec<String> {
    let mut steps = vec![String::new()];
    for line in recipe.lines().skip(1) {
        let is_item = line.starts_with("- ")
            || line.split_once(". ").is_some_and(|(number, _)| number.parse::<u8>().is_ok());
        if line.is_empty() || is_item {
            steps.push(String::new());
        }
        let step = steps.last_mut().unwrap();
        step.push_str(line.trim_start());
        step.push(' ');
    }
    steps
}

/// Returns the paths between backticks, and all else.
fn sort_spans(text: &str) -> (Vec<&str>, Vec<&str>) {
    let spans = text.split('`').skip(1).step_by(2);
    let endings = [".rs", ".toml", ".md", ".h", ".hpp", ".js", ".ts", ".py", ".pyi", ".sh", ".tsv"];
    let is_path = |span: &&str| {
        !span.contains(' ') && (span.contains('/') || endings.iter().any(|ending| span.ends_with(ending)))
    };
    spans.filter(|span| !span.is_empty()).partition(is_path)
}

/// Returns whether code is a line for the shell: a program and its arguments, maybe after variables.
fn is_command(code: &str) -> bool {
    let program = code.split(' ').find(|word| !word.contains('=')).unwrap_or_default();
    code.contains(' ') && (matches!(program, "cargo" | "python3" | "node") || program.contains('/'))
}

/// Returns the words of code.
fn words(code: &str) -> impl Iterator<Item = &str> {
    let words = code.split(|c: char| !c.is_alphanumeric() && c != '_');
    words.filter(|word| word.starts_with(|c: char| c.is_alphabetic() || c == '_'))
}

impl Project {
    /// Returns the files of a path: one, or all in a folder.
    fn files_at<'a>(&'a self, path: &str) -> impl Iterator<Item = &'a str> {
        let (path, folder) =
            (path.trim_end_matches('/').to_owned(), format!("{}/", path.trim_end_matches('/')));
        let found = self.files.iter().filter(move |(file, _)| **file == path || file.starts_with(&folder));
        found.map(|(_, text)| text.as_str())
    }

    fn exists(&self, path: &str) -> bool {
        self.files_at(path).next().is_some()
    }

    /// Returns whether a word is in the files of some paths.
    fn mentions(&self, paths: &[&str], word: &str) -> bool {
        paths.iter().flat_map(|path| self.files_at(path)).any(|text| words(text).any(|found| found == word))
    }

    /// Returns why a command cannot be run: a package, a target, a script or a test that is not there.
    fn wrong_command(&self, command: &str) -> Option<String> {
        let given: Vec<&str> = command.split_whitespace().filter(|word| !word.contains('=')).collect();
        let after =
            |option| given.iter().position(|word| *word == option).and_then(|at| given.get(at + 1).copied());
        let package = after("-p").unwrap_or("lanedoku");
        let has = |kind: Option<&str>, name: Option<&str>| {
            let targets = self.targets.iter().filter(|[of, _, _]| of == package);
            targets.clone().any(|[_, is, called]| {
                kind.is_none_or(|kind| kind == is) && name.is_none_or(|name| name == called)
            })
        };
        if given.first() != Some(&"cargo") {
            let script = given.first().copied().unwrap_or_default();
            let script = if ["python3", "node"].contains(&script) { given[1] } else { script };
            return (script.contains('/') && !self.exists(script)).then(|| format!("there is no {script}"));
        }
        if !has(None, None) {
            return Some(format!("there is no package {package}"));
        }
        for option in ["--test", "--bench", "--bin", "--example"] {
            let kind = &option[2..];
            if let Some(name) = after(option).filter(|name| !has(Some(kind), Some(name))) {
                return Some(format!("{package} has no {kind} {name}"));
            }
        }
        let filter =
            given.iter().find(|word| word.contains("::")).and_then(|filter| filter.rsplit("::").next());
        let is_test = |text: &String| filter.is_none_or(|name| text.contains(&format!("fn {name}(")));
        (!self.files.values().any(is_test)).then(|| format!("there is no test {}", filter.unwrap()))
    }
}

#[track_caller]
fn assert_none(wrong: &[String]) {
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn the_project_keeps_its_conventions() {
    let Some(project) = project() else { return };
    let [tests, benches] =
        ["test", "bench"].map(|kind| project.targets.iter().filter(|[_, is, _]| is == kind).count());
    assert!(project.files.len() > 500 && tests > 4 && benches > 2, "{} files, {tests}", project.files.len());
    let (paths, mut wrong) = paths(&project);
    for (count, what) in [(tests, "programs of integration tests"), (paths, "#[path]s")] {
        if count > MOST {
            wrong.push(format!("{count} {what} are more than {MOST}"));
        }
    }
    wrong.extend(repeated_names(&project));
    wrong.extend(wide_comments(&project));
    wrong.extend(wrong_recipes(&project.files["CONTRIBUTING.md"], &project));
    assert_none(&wrong);
}

/// A project of these files, with a package `shell` that has a test program.
fn project_of<const N: usize>(files: [(&str, &str); N]) -> Project {
    let files = files.map(|(path, text)| (path.to_owned(), text.to_owned())).into();
    Project { files, targets: vec![["shell", "test", "commands"].map(str::to_owned)] }
}

#[test]
fn a_repeated_name_is_seen() {
    let files = [
        ("a.rs", "pub(crate) struct One;\nimpl X for One {\n    type Three = u8;\n}\n"),
        (
            "b.rs",
            "#[cfg(unix)]\ntype Two = u8;\n#[cfg(windows)]\ntype Two = u16;\nconst TEXT: &str = r#\"\nenum One {}\n\"#;\n",
        ),
        ("ladder/src/occupancy/c.rs", "struct One;\n"),
    ];
    assert_none(&repeated_names(&project_of(files)));
    for definition in [
        "enum One {}",
        "pub union One {",
        "mod inner {\n    pub unsafe trait One: Copy {\n",
        "type One<'a> = &'a u8;",
    ] {
        let [a, b, c] = files;
        let repeated = repeated_names(&project_of([a, b, c, ("d/e.rs", definition)]));
        assert!(
            matches!(&repeated[..], [one] if one.starts_with("One is") && one.contains("d/e.rs")),
            "{repeated:?}"
        );
    }
    assert_eq!(repeated_names(&project_of([("a.rs", "type Two = u8;\ntype Two = u8;\n")])).len(), 1);
}

#[test]
fn a_wide_comment_is_seen() {
    let (full, wide) = ("é".repeat(WIDTH - 3), "é".repeat(WIDTH - 2));
    for (path, mark) in [("a.rs", "//"), ("a/b.h", " *"), ("a.sh", " #"), (".ci/run", "##"), ("c.css", "/*")]
    {
        let comment =
            |text: &str| format!("code {wide}\n{mark} {}\n", &text[..text.len() + 4 - 2 * mark.len()]);
        assert_none(&wide_comments(&project_of([(path, &comment(&full))])));
        assert_eq!(wide_comments(&project_of([(path, &comment(&wide))])).len(), 1, "{path}");
    }
}

#[test]
fn a_path_without_a_reason_is_seen() {
    let text =
        "// Why.\n#[cfg(test)]\n#[path = \"x.rs\"]\nmod x;\nconst C: &str = r#\"\n#[path = \"y\"]\n\"#;\n";
    assert_eq!(paths(&project_of([("a.rs", text)])), (1, vec![]));
    for wrong in ["mod a;\n#[path = \"x.rs\"]\n", "// Why.\n\n#[cfg_attr(unix, path = \"x.rs\")]\nmod x;\n"] {
        let (count, wrong) = paths(&project_of([("a.rs", wrong)]));
        assert_eq!((count, wrong.len()), (1, 1));
    }
}

#[test]
fn a_wrong_recipe_is_seen() {
    let check = |step: &str| {
        let files =
            [("src/a.rs", "pub fn one() {}\nmod two;\n"), ("b/run.sh", ""), ("b/c.rs", "fn three() {}")];
        wrong_recipes(
            &format!("# Title\n\n## How to add\n\n{step}\n\n## Else\n\n`no.rs`\n"),
            &project_of(files),
        )
    };
    for right in [
        "1. Write `one` in `src/a.rs`,\n   with `two::one!`.\n2. Run `b/run.sh all` and\n`X=1 cargo test -p shell --test commands a::three`.",
        "- See `b/` and `src/`: `three` and `one`.",
        "All is in `b/c.rs`.\n\n- Call `three(0)`.",
    ] {
        assert_none(&check(right));
    }
    for wrong in [
        "1. Write `src/b.rs`.",
        "1. Write `three` in `src/a.rs`.\n2. See `b/c.rs`.",
        "1. See `src/a.rs`.\n2. Call `one::four`.",
        "Run `b/go.sh all`.",
        "Run `python3 b/go.py all`.",
        "Run `cargo test -p shells`.",
        "Run `cargo test -p shell --test command`.",
        "Run `cargo test -p shell --bench commands`.",
        "Run `cargo test -p shell a::four`.",
        "Run `cargo test`.",
    ] {
        assert_eq!(check(wrong).len(), 1, "{wrong}");
    }
}
