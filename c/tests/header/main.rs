//! Tests that `include/lanedoku.h` is the output of cbindgen from `c/src/`, with the version from Cargo.toml and a
//! few macros, and that every compiler accepts it without a warning; and the manual that is generated from it.
//!
//! `LANEDOKU_UPDATE=1 cargo test -p lanedoku-c --test header` updates the generated files.

mod pages;

use std::path::Path;
use std::process::Command;
use std::{env, fs};

use testkit::{children, not_run};

/// The files of the C ABI in the order of the header.
const SOURCES: [&str; 15] = [
    "types.rs",
    "solve.rs",
    "count.rs",
    "batch.rs",
    "search.rs",
    "boards.rs",
    "generate.rs",
    "minimal.rs",
    "possible.rs",
    "techniques.rs",
    "layouts.rs",
    "input.rs",
    "kernels.rs",
    "text.rs",
    "version.rs",
];

/// Returns whether to write files that differ instead of failing.
fn updating() -> bool {
    env::var_os("LANEDOKU_UPDATE").is_some()
}

/// Compares a committed file with its generated content, or writes it.
fn is_up_to_date(file: &str, generated: &str) {
    if updating() {
        fs::write(file, generated).unwrap();
    }
    let committed = fs::read_to_string(file).unwrap_or_default();
    let differing =
        generated.lines().zip(committed.lines()).position(|(generated, committed)| generated != committed);
    assert!(
        generated == committed,
        "{file} is out of date from line {} on.\n\
         Update it with: LANEDOKU_UPDATE=1 cargo test -p lanedoku-c --test header",
        differing.unwrap_or(generated.lines().count().min(committed.lines().count())) + 1,
    );
}

#[test]
fn the_header_is_up_to_date() {
    is_up_to_date("../include/lanedoku.h", &generate());
}

/// `lanedoku_formats.h` is written by hand: it declares one function.
#[test]
fn the_comment_on_the_reader_is_that_of_its_source() {
    let source = fs::read_to_string("src/formats.rs").unwrap();
    let above = source.split("#[unsafe(no_mangle)]").next().unwrap();
    let lines = above.lines().filter_map(|line| line.strip_prefix("///"));
    let comment: String = lines.map(|line| format!(" *{line}\n")).collect();
    let header = fs::read_to_string("../include/lanedoku_formats.h").unwrap();
    assert!(header.contains(&format!("/**\n{comment} */\n")), "{comment}");
}

fn generate() -> String {
    let mut config = cbindgen::Config::from_file("cbindgen.toml").unwrap();
    config.after_includes = Some(version_macros() + MACROS);
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in SOURCES {
        builder = builder.with_src(Path::new("src").join(source));
    }
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    let header = String::from_utf8(header).unwrap();
    // C90 does not have `//` comments.
    let header = header
        .replace("// __cplusplus", "/* __cplusplus */")
        .replace("// extern \"C\"", "/* extern \"C\" */");
    // The declarations begin at the first of two identical blocks.
    let begin = "extern \"C\" {\n#endif /* __cplusplus */\n";
    let header = header.replacen(begin, &format!("{begin}\n{}", abi_reference()), 1);
    header.lines().fold(String::new(), |mut text, line| {
        match declares(line) {
            Some("lanedoku_status") => text.push_str("LANEDOKU_NODISCARD LANEDOKU_API\n"),
            Some(_) => text.push_str("LANEDOKU_API\n"),
            None => {}
        }
        // A negative number is parenthesized, so that it is safe in every expression.
        match line.strip_prefix("#define ").and_then(|define| define.split_once(" -")) {
            Some((name, number)) => text + &format!("#define {name} (-{number})\n"),
            None => text + line + "\n",
        }
    })
}

/// Returns the result type if a function declaration begins on this line.
fn declares(line: &str) -> Option<&str> {
    let (before, _) = line.split_once('(')?;
    let (result, name) = before.rsplit_once([' ', '*'])?;
    let begins = line.starts_with(|first: char| first.is_ascii_alphabetic()) && !line.starts_with("typedef");
    (begins && name.starts_with("lanedoku_")).then_some(result)
}

/// Returns the numbers of the ABI as `c/build.rs` does: below 1.0, with the minor version.
fn abi(between: &str) -> String {
    match env!("CARGO_PKG_VERSION_MAJOR") {
        "0" => format!("0{between}{}", env!("CARGO_PKG_VERSION_MINOR")),
        major => major.to_owned(),
    }
}

fn version_macros() -> String {
    format!(
        "\n/**\n * The version of this header. `lanedoku_version` returns the version of the library.\n */\n\
         #define LANEDOKU_VERSION \"{}\"\n\
         #define LANEDOKU_VERSION_MAJOR {}\n\
         #define LANEDOKU_VERSION_MINOR {}\n\
         #define LANEDOKU_VERSION_PATCH {}\n\
         #define LANEDOKU_VERSION_NUMBER \\\n    \
             (LANEDOKU_VERSION_MAJOR * 1000000 + LANEDOKU_VERSION_MINOR * 1000 + LANEDOKU_VERSION_PATCH)\n",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
        env!("CARGO_PKG_VERSION_PATCH"),
    )
}

/// The macros in front of declarations.
const MACROS: &str = r#"
/*
 * The linkage of each function. A program that uses the DLL on Windows defines LANEDOKU_SHARED (the CMake
 * target defines it). On other systems, functions are visible regardless of -fvisibility.
 */
#ifndef LANEDOKU_API
#if defined(_WIN32) && defined(LANEDOKU_SHARED)
#define LANEDOKU_API __declspec(dllimport)
#elif defined(__GNUC__) && !defined(_WIN32)
#define LANEDOKU_API __attribute__((__visibility__("default")))
#else
#define LANEDOKU_API
#endif
#endif

/*
 * Makes the compiler warn if a program ignores a returned status. To turn the warning off, define this macro
 * as empty before including the header.
 */
#ifndef LANEDOKU_NODISCARD
#if defined(__cplusplus) && __cplusplus >= 201703L
#define LANEDOKU_NODISCARD [[nodiscard]]
#elif !defined(__cplusplus) && defined(__STDC_VERSION__) && __STDC_VERSION__ >= 202311L
#define LANEDOKU_NODISCARD [[nodiscard]]
#elif defined(__GNUC__)
#define LANEDOKU_NODISCARD __attribute__((__warn_unused_result__))
#else
#define LANEDOKU_NODISCARD
#endif
#endif
"#;

/// The reference of each file that includes the header to the object of its ABI.
fn abi_reference() -> String {
    let abi = abi("_");
    format!(
        "/*\n \
         * Linking fails if header and library have different ABIs, because the library lacks this name.\n \
         * On Windows, and for a program that loads the library itself and defines LANEDOKU_NO_ABI_CHECK,\n \
         * `lanedoku_version_number` returns the version of the library.\n \
         */\n\
         #if defined(__GNUC__) && !defined(_WIN32) && !defined(LANEDOKU_NO_ABI_CHECK)\n\
         extern LANEDOKU_API const unsigned char lanedoku_abi_{abi};\n\
         /* A linker that removes unused sections keeps it, too, if the compiler can ask for that. */\n\
         #if defined(__linux__) && defined(__has_attribute)\n\
         #if __has_attribute(__retain__)\n\
         #define LANEDOKU_KEPT __attribute__((__used__, __retain__))\n\
         #endif\n\
         #endif\n\
         #ifndef LANEDOKU_KEPT\n\
         #define LANEDOKU_KEPT __attribute__((__used__))\n\
         #endif\n\
         #ifdef LANEDOKU_HPP\n\
         #define LANEDOKU_ABI_OBJECT lanedoku_abi_{abi} /* for each call, in `lanedoku.hpp` */\n\
         #else\n\
         LANEDOKU_KEPT static const unsigned char *const lanedoku_abi = &lanedoku_abi_{abi};\n\
         #endif\n\
         #endif\n"
    )
}

/// The CMake files state the version of the package.
#[test]
fn the_version_for_cmake_is_up_to_date() {
    let file = "library/cmake/lanedoku-config-version.cmake";
    let committed = fs::read_to_string(file).unwrap();
    let generated: String = committed
        .lines()
        .map(|line| match line.starts_with("set(PACKAGE_VERSION ") {
            true => format!("set(PACKAGE_VERSION {})\n", env!("CARGO_PKG_VERSION")),
            false => format!("{line}\n"),
        })
        .collect();
    assert!(generated.contains("set(PACKAGE_VERSION "), "the line of the version is missing");
    is_up_to_date(file, &generated);
}

/// The languages in which the header is compiled. An older compiler may use an earlier name for a standard.
const LANGUAGES: [(&str, &[&str]); 10] = [
    ("c", &["c90"]),
    ("c", &["c99"]),
    ("c", &["c11"]),
    ("c", &["c17"]),
    ("c", &["c23", "c2x"]),
    ("c++", &["c++11"]),
    ("c++", &["c++14"]),
    ("c++", &["c++17"]),
    ("c++", &["c++20"]),
    ("c++", &["c++23", "c++2b"]),
];

/// A program that includes the header twice and uses some of its types, constants and functions.
const PROGRAM: &str = r#"
#include <lanedoku.h>
#include <lanedoku.h>

int main(void) {
    static lanedoku_options options;
    char solution[81];
    lanedoku_result result;
    const lanedoku_status status = lanedoku_solve("", 0, &options, solution, sizeof solution, &result);
    if (status == LANEDOKU_ERROR_NULL || LANEDOKU_VERSION_NUMBER != lanedoku_version_number())
        return 1;
    return status == LANEDOKU_INVALID && result.solutions == 0 ? 0 : 1;
}
"#;

/// Compiles a text and discards the output. Returns the compiler's messages if it fails.
fn read_by(compiler: &str, arguments: &[&str], text: &str) -> Result<(), String> {
    let mut command = Command::new(compiler);
    command.args(["-c", "-o", "/dev/null", "-I../include"]).args(arguments).arg("-");
    let output = children::output(&mut command, text.as_bytes());
    match output.status.success() {
        true => Ok(()),
        false => Err(format!("{command:?}\n{}", String::from_utf8_lossy(&output.stderr))),
    }
}

/// Returns the compilers of this machine.
fn compilers() -> Vec<&'static str> {
    let (found, missing): (Vec<_>, Vec<_>) =
        ["gcc", "clang"].into_iter().partition(|compiler| children::is_installed(compiler));
    for compiler in missing {
        not_run(&format!("the header read by {compiler}: it is not installed"));
    }
    found
}

#[test]
fn every_compiler_reads_the_header_without_a_warning() {
    for compiler in compilers() {
        let warnings: &[&str] = match compiler {
            "gcc" => &[
                "-Wall",
                "-Wextra",
                "-Wundef",
                "-Wshadow",
                "-Wconversion",
                "-Wcast-qual",
                "-Wredundant-decls",
            ],
            // All warnings except those about newer language versions, C99 or C++11.
            _ => &[
                "-Weverything",
                "-Wno-unknown-warning-option",
                "-Wno-c99-extensions",
                "-Wno-c++98-compat",
                "-Wno-c++98-compat-pedantic",
                "-Wno-pre-c2x-compat",
            ],
        };
        for (language, names) in LANGUAGES {
            let standard = names.iter().map(|name| format!("-std={name}"));
            let standard = standard
                .into_iter()
                .find(|standard| read_by(compiler, &["-x", language, standard], "").is_ok());
            let Some(standard) = standard else {
                not_run(&format!(
                    "the header read by {compiler} as {}: it does not know the standard",
                    names[0]
                ));
                continue;
            };
            let mut arguments = vec!["-x", language, &standard, "-pedantic", "-Werror"];
            arguments.extend(warnings);
            if let Err(message) = read_by(compiler, &arguments, PROGRAM) {
                panic!("{message}");
            }
        }
    }
}

/// Ignoring a status gives a warning, unless the program turns it off.
#[test]
fn an_ignored_status_gives_a_warning() {
    let ignores_status = "#include <lanedoku.h>\nint main(void) { lanedoku_kernel_check(0); return 0; }\n";
    for compiler in compilers() {
        for arguments in [["-x", "c", "-std=c99"], ["-x", "c++", "-std=c++11"], ["-x", "c++", "-std=c++17"]] {
            let arguments = [&arguments[..], &["-Werror"]].concat();
            let message = read_by(compiler, &arguments, ignores_status).expect_err("a warning");
            assert!(message.contains("unused-result") || message.contains("nodiscard"), "{message}");
            let none = [&arguments[..], &["-DLANEDOKU_NODISCARD="]].concat();
            read_by(compiler, &none, ignores_status).unwrap();
        }
    }
}
