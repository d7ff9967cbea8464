//! Tests `include/lanedoku.hpp` in C++ programs, compiled by each installed compiler with each standard and linked
//! with the C library.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use testkit::children::is_installed;
use testkit::not_run;

use crate::library::{BOUNDS, HEADERS, LIBRARIES, declared, output_of, succeed};

/// Returns whether a program is installed. Prints a line if not.
fn has(program: &str) -> bool {
    let here = is_installed(program);
    if !here {
        not_run(&format!("lanedoku.hpp with {program}: it is not installed"));
    }
    here
}

/// Builds a program without warnings.
fn build(compiler: &str, options: &str, sources: &[&Path]) -> PathBuf {
    let name = sources[0].file_stem().unwrap().to_str().unwrap();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join(format!("{name}-{compiler}-{}", options.trim_start_matches('-').replace(' ', "")));
    succeed(
        Command::new(compiler)
            .args(options.split(' '))
            .args(["-O1", "-Werror", "-Wall", "-Wextra", "-Wpedantic", "-Wconversion"])
            .args(["-Wsign-conversion", "-Wshadow", "-Wnon-virtual-dtor", "-Wold-style-cast", HEADERS])
            .args(sources)
            .arg(LIBRARIES.join("liblanedoku.a"))
            .arg("-o")
            .arg(&program),
    );
    program
}

/// Writes a source file for a test.
fn write_source(name: &str, content: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    fs::write(&path, content).unwrap();
    path
}

/// Writes a second file that includes the header, so that the linker sees all its definitions twice.
fn second_file() -> PathBuf {
    write_source(
        "hpp_elsewhere.cpp",
        "#include <lanedoku.hpp>\n#include <lanedoku.hpp>\n\
         lanedoku::status status_from_elsewhere(std::string_view puzzle);\n\
         lanedoku::status status_from_elsewhere(std::string_view puzzle) {\n    \
             return lanedoku::solve(puzzle).status;\n}\n",
    )
}

#[test]
fn the_header_works_in_every_standard_from_2017_on() {
    let second_file = second_file();
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| has(compiler)) {
        for options in ["-std=c++17", "-std=c++20", "-std=c++2b", "-std=c++17 -fno-exceptions -fno-rtti"] {
            let program = build(compiler, options, &[Path::new("tests/c/hpp.cpp"), &second_file]);
            assert_eq!(output_of(&mut Command::new(program)), "0 failures\n");
        }
    }
}

/// The calls that every language makes.
#[test]
fn the_table_of_calls_has_the_same_answers() {
    if !has("g++") {
        return;
    }
    let program = build("g++", "-std=c++17", &[Path::new("tests/c/table_of_calls.cpp")]);
    let output = output_of(Command::new(program).arg("../tests/agree/table.tsv"));
    assert!(output.ends_with(" calls, 0 failures\n"), "{output}");
    assert!(!output.starts_with("0 calls"), "{output}");
}

/// A visitor's exception does not unwind through the library, and nothing leaks.
#[test]
fn valgrind_finds_nothing() {
    if !has("g++") || !has("valgrind") {
        return;
    }
    let second_file = second_file();
    // A copy with a name of its own, because the other tests build at the same time. It leaves out the empty boards of
    // 25x25 cells: their 80,000 steps each take a minute here, and call nothing else than those of smaller boards.
    let source = fs::read_to_string("tests/c/hpp.cpp").unwrap();
    assert!(source.contains("{4u, 9u, 16u, 25u}"));
    let source = write_source("hpp_valgrind.cpp", &source.replace("{4u, 9u, 16u, 25u}", "{4u, 9u, 16u}"));
    let program = build("g++", "-std=c++17", &[&source, &second_file]);
    succeed(
        Command::new("valgrind")
            .args(["--quiet", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=all"])
            .arg(program),
    );
}

/// Without exceptions, a wrong call writes the error and ends the program.
#[test]
fn a_wrong_call_without_exceptions_aborts() {
    let source = write_source(
        "hpp_aborts.cpp",
        "#include <lanedoku.hpp>\nint main() {\n    lanedoku::search<> search;\n    return search.run(1);\n}\n",
    );
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| has(compiler)) {
        let program = build(compiler, "-std=c++17 -fno-exceptions -fno-rtti", &[&source]);
        let output = BOUNDS.output(&mut Command::new(program), b"");
        let message = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.code().is_none(), "{message}");
        assert!(message.starts_with("lanedoku: this memory contains no search"), "{message}");
    }
}

/// Runs the program in the header's opening comment.
#[test]
fn the_program_in_the_header_solves() {
    let header = fs::read_to_string("../include/lanedoku.hpp").unwrap();
    let code: String = header
        .lines()
        .skip_while(|line| !line.contains("A complete program"))
        .take_while(|line| !line.contains("Build it"))
        .filter_map(|line| line.strip_prefix(" *     "))
        .flat_map(|line| [line, "\n"])
        .collect();
    let source = write_source("hpp_program.cpp", &code);
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| has(compiler)) {
        assert_eq!(
            output_of(&mut Command::new(build(compiler, "-std=c++17", &[&source]))),
            "812753649943682175675491283154237896369845721287169534521974368438526917796318452\nunique\n"
        );
    }
}

/// Runs the program in `c/README.md`.
#[test]
fn the_program_in_the_readme_works() {
    let readme = fs::read_to_string("README.md").unwrap();
    let (_, code) = readme.split_once("\n```cpp\n").unwrap();
    let source = write_source("hpp_readme.cpp", code.split_once("\n```").unwrap().0);
    for compiler in ["g++", "clang++"].into_iter().filter(|compiler| has(compiler)) {
        let printed = output_of(&mut Command::new(build(compiler, "-std=c++17", &[&source])));
        assert_eq!(printed.lines().filter(|line| line.starts_with("1234") && line.len() == 16).count(), 12);
        assert!(printed.ends_with("\nmultiple 8\n"), "{printed}");
    }
}

/// Every function and status of the C header has a counterpart in C++.
#[test]
fn the_header_covers_the_c_header() {
    let [c, cpp] =
        ["../include/lanedoku.h", "../include/lanedoku.hpp"].map(|path| fs::read_to_string(path).unwrap());
    let words = |text: &str| -> Vec<String> {
        let words = text.split(|character: char| !character.is_ascii_alphanumeric() && character != '_');
        words.map(str::to_owned).collect()
    };
    let known = words(&cpp);
    let declared = declared();
    let functions = declared.iter().filter(|name| !name.starts_with("lanedoku_abi_"));
    assert!(declared.contains("lanedoku_solve_batch"));
    // C++ programs can use the macros instead, and call the functions for layouts as they are.
    let omitted = ["lanedoku_version_number"];
    for function in functions {
        assert!(
            omitted.contains(&function.as_str())
                || function.starts_with("lanedoku_layout_")
                || known.iter().any(|word| word == function),
            "{function}"
        );
    }
    for family in ["ENGINE", "ORDER", "KERNEL", "CELLS", "SYMMETRY"] {
        let prefix = format!("LANEDOKU_{family}_");
        // The description of a field names only the prefix.
        for constant in words(&c).iter().filter(|word| word.starts_with(&prefix) && **word != prefix) {
            assert!(known.contains(constant), "{constant}");
        }
    }
    for (structure, one) in [("lanedoku_options", "step_limit"), ("lanedoku_generator", "attempts")] {
        let fields = c.lines().skip_while(|line| *line != format!("typedef struct {structure} {{"));
        let fields = fields.take_while(|line| *line != format!("}} {structure};"));
        let fields: Vec<_> = fields.filter_map(|line| line.strip_suffix(';')?.rsplit(' ').next()).collect();
        assert!(fields.contains(&one) && fields.contains(&"reserved[4]"));
        let copied = cpp.split_once(&format!("{structure} made = {{}};")).unwrap().1;
        let copied = copied.split_once("return made;").unwrap().0;
        for field in fields.into_iter().filter(|field| !field.starts_with("reserved")) {
            let field = field.replace("[2]", "[1]");
            assert!(copied.contains(&format!(" made.{field} = ")), "{structure} {field}");
        }
    }
}
