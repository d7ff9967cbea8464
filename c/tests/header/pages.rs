//! Tests the manual of the C library, for `man` and for browsers. `c/library/build/main.rs` generates it from the
//! comments of `include/lanedoku.h`.

use std::collections::BTreeSet;
use std::fs;
use std::process::{Command, Output};

use testkit::{children, not_run};

// A part of the build script, which no other program can depend on.
#[path = "../../library/build/pages/mod.rs"]
mod manual;

use self::manual::{CommentBlock, Header, html, man, read};

fn header() -> Header {
    read(&fs::read_to_string("../include/lanedoku.h").unwrap())
}

/// The two pages of the library exist, and one for each function.
#[test]
fn each_function_has_a_page() {
    let header = header();
    let files: BTreeSet<_> = manual::files(&header).map(|(name, _)| name).collect();
    assert_eq!(files.len(), 2 + header.functions.len());
    assert!(files.contains("man/lanedoku.3") && files.contains("man/lanedoku_solve.3"));
}

/// Both pages include every declaration of the header.
#[test]
fn every_declaration_is_included() {
    let source = fs::read_to_string("../include/lanedoku.h").unwrap();
    let words = |text: &str| -> BTreeSet<String> {
        let words = text.split(|character: char| !character.is_ascii_alphanumeric() && character != '_');
        words.filter(|word| word.starts_with("lanedoku_")).map(str::to_owned).collect()
    };
    let header = header();
    // A plain text search that is independent of the parser.
    let declared: Vec<&str> = source
        .lines()
        .filter(|line| !line.starts_with([' ', '#', '/']) && line.contains("lanedoku_") && line.contains('('))
        .filter_map(|line| line.split('(').next()?.rsplit([' ', '*']).next())
        .filter(|name| name.starts_with("lanedoku_"))
        .collect();
    assert_eq!(header.functions.iter().map(|function| &function.name[..]).collect::<Vec<_>>(), declared);
    let pages = [man::page(&header), html::page(&header)];
    for page in &pages {
        let written = words(page);
        assert!(declared.iter().all(|&name| written.contains(name)));
        assert!(header.types.iter().all(|described| written.contains(&described.name)));
        assert!(header.constants.iter().all(|constant| page.contains(&constant.name)));
        for macros in ["LANEDOKU_API", "LANEDOKU_NODISCARD", "__attribute__", "__cplusplus"] {
            assert!(!page.contains(macros), "{macros}");
        }
    }
    let solve = header.functions.iter().find(|function| function.name == "lanedoku_solve").unwrap();
    assert_eq!((solve.result.as_str(), solve.arguments.len()), ("lanedoku_status", 6));
    // No comment markers are left.
    assert!(
        matches!(solve.doc.last(), Some(CommentBlock::Text(last)) if last.ends_with("`_OPTION` or `_KERNEL`."))
    );
    assert!(matches!(&solve.doc[..], [CommentBlock::Text(first), CommentBlock::List(arguments), ..]
        if first.starts_with("Finds") && arguments.len() == 4));
}

/// Macros before declarations do not appear on the pages.
#[test]
fn macros_before_declarations_are_skipped() {
    let plain = fs::read_to_string("../include/lanedoku.h").unwrap();
    let start = plain.find("lanedoku_status lanedoku_solve(").unwrap();
    let line = plain[..start].rfind("*/\n").unwrap() + 3;
    let rest = &plain[start..];
    let block = "#ifndef LANEDOKU_OTHER\n#if defined(_WIN32)\n#define LANEDOKU_OTHER __declspec(dllimport)\n\
                 #else\n/**\n * For compilers.\n */\n#define LANEDOKU_OTHER 1\n#endif\n#endif\n\n/**\n * What";
    let guarded = format!("{}LANEDOKU_OTHER LANEDOKU_ANOTHER\n{rest}", &plain[..line]).replacen(
        "/**\n * What",
        block,
        1,
    );
    assert_ne!(guarded, plain);
    assert_eq!(man::page(&read(&guarded)), man::page(&read(&plain)));
    assert_eq!(html::page(&read(&guarded)), html::page(&read(&plain)));
}

/// Every element is closed, every anchor is unique, and every link has an anchor.
#[test]
fn the_html_is_well_formed() {
    let page = html::page(&header());
    let mut open = Vec::new();
    let (mut anchors, mut links) = (BTreeSet::new(), BTreeSet::new());
    for tag in page.split('<').skip(1) {
        let (tag, _) = tag.split_once('>').expect("the end of a tag");
        let name = tag.split(' ').next().unwrap();
        match name.strip_prefix('/') {
            Some(name) => assert_eq!(open.pop(), Some(name)),
            None if ["!DOCTYPE", "!--", "meta", "hr"].contains(&name) => {}
            None => open.push(name),
        }
        if let Some((_, id)) = tag.split_once("id=\"") {
            assert!(anchors.insert(id.trim_end_matches('"')), "{id} twice");
        }
        if let Some((_, link)) = tag.split_once("href=\"#") {
            links.insert(link.trim_end_matches('"'));
        }
    }
    assert!(open.is_empty(), "{open:?}");
    assert!(links.is_subset(&anchors), "{:?}", links.difference(&anchors));
    assert!(links.len() > 20);
}

/// Runs a program on the manual page. Prints a line and returns `None` if the program is not installed.
fn on_the_manual_page(program: &str, arguments: &[&str]) -> Option<Output> {
    if !children::is_installed(program) {
        not_run(&format!("the manual page with {program}: it is not installed"));
        return None;
    }
    Some(children::output(Command::new(program).args(arguments), man::page(&header()).as_bytes()))
}

#[test]
fn groff_shows_the_manual_page_without_a_warning() {
    let Some(output) = on_the_manual_page("groff", &["-mdoc", "-Tascii", "-ww", "-P-c"]) else { return };
    assert!(output.status.success());
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    // Bold and underlined characters are overstruck.
    let written = String::from_utf8(output.stdout).unwrap();
    let shown = written.lines().map(|line| line.chars().count() - 2 * line.matches('\u{8}').count());
    // The longest lines are in the header's example.
    assert!(shown.max().unwrap() <= 110, "a line is too long");
    assert!(written.lines().count() > 300);
}

#[test]
fn mandoc_accepts_the_manual_page() {
    let Some(output) = on_the_manual_page("mandoc", &["-Tlint", "-Wwarning"]) else { return };
    assert_eq!(String::from_utf8_lossy(&output.stdout), "");
    assert!(output.status.success());
}
