//! The C library as a C programmer meets it: built by cargo, linked by the C compiler, run on its own.

#![cfg(target_os = "linux")]

use std::collections::{BTreeMap, BTreeSet};
use std::env::consts::ARCH;
use std::ffi::OsStr;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{Mutex, PoisonError};
use std::{fs, io};

use lanedoku::Kernel;

#[path = "support/c_library.rs"]
mod c_library;
use c_library::{LIBRARIES, RUN_PATH, declared, succeed, symbols, told};

/// The two languages that every C source here is read as.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Language {
    C99,
    Cpp,
}

/// Which of the two libraries a program is linked with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Library {
    Static,
    Shared,
}

/// The program that a source makes, built when it is first asked for.
fn program(source: &Path, language: Language, library: Library) -> PathBuf {
    static BUILT: Mutex<BTreeMap<(PathBuf, Language, Library), PathBuf>> = Mutex::new(BTreeMap::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (source.to_owned(), language, library);
    built.entry(key).or_insert_with(|| build(source, language, library)).clone()
}

/// Compiles one C source without a warning and links it with nothing but the library.
fn build(source: &Path, language: Language, library: Library) -> PathBuf {
    let libraries = &*LIBRARIES;
    let environment = if cfg!(target_env = "musl") { "musl" } else { "gnu" };
    let host = format!("{ARCH}-unknown-linux-{environment}");
    let compiler = cc::Build::new()
        .cpp(language == Language::Cpp)
        .target(&host)
        .host(&host)
        .opt_level(1)
        .debug(true)
        .cargo_metadata(false)
        .get_compiler();
    let (suffix, arguments): (_, &[&str]) = match language {
        Language::C99 => ("c99", &["-std=c99", "-x", "c"]),
        Language::Cpp => ("cpp", &["-std=c++11", "-x", "c++"]),
    };
    let linked = match library {
        Library::Static => "static",
        Library::Shared => "shared",
    };
    let name = source.file_stem().and_then(OsStr::to_str).unwrap();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{suffix}-{linked}"));
    let mut command = compiler.to_command();
    command
        .args(["-Wall", "-Wextra", "-Werror", "-pedantic", "-Iinclude"])
        .args(arguments)
        .arg(source)
        .args(["-x", "none", "-o"])
        .arg(&program);
    match library {
        Library::Static => command.arg(libraries.join("liblanedoku.a")),
        Library::Shared => {
            command.arg(libraries.join("liblanedoku.so")).arg(format!("-Wl,-rpath,{}", RUN_PATH.display()))
        }
    };
    succeed(&mut command);
    program
}

/// Compiles and runs a source in both languages with both libraries.
fn runs_everywhere(source: &str) {
    for language in [Language::C99, Language::Cpp] {
        for library in [Library::Static, Library::Shared] {
            succeed(&mut Command::new(program(Path::new(source), language, library)));
        }
    }
}

#[test]
fn every_function_answers_as_documented() {
    runs_everywhere("tests/c/every_function.c");
}

#[test]
fn threads_share_the_library() {
    runs_everywhere("tests/c/threads.c");
}

/// Valgrind sees reads behind the end of a text, reads of what was never written, and leaks. It knows no
/// AVX-512, and hides it from the library, which then chooses a kernel that valgrind knows.
#[test]
fn valgrind_finds_nothing() {
    if Command::new("valgrind").arg("--version").output().is_err() {
        let _ = writeln!(io::stderr(), "\nNOT RUN: valgrind_finds_nothing: valgrind is not installed");
        return;
    }
    for source in ["tests/c/every_function.c", "tests/c/threads.c"] {
        let program = program(Path::new(source), Language::C99, Library::Static);
        succeed(
            Command::new("valgrind")
                .args(["--quiet", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=all"])
                .arg(program),
        );
    }
}

#[test]
fn the_version_and_the_kernels_are_those_of_the_crate() {
    let program = program(Path::new("tests/c/every_function.c"), Language::C99, Library::Static);
    let told = told(&mut Command::new(program));
    let line = |name: &str| told.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim();
    let [major, minor, patch] =
        [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"), env!("CARGO_PKG_VERSION_PATCH")];
    assert_eq!(line("version"), format!("{} {major}.{minor}.{patch}", env!("CARGO_PKG_VERSION")));
    assert_eq!(line("kernels"), Kernel::ALL.map(Kernel::name).join(" "));
}

/// The example that a person reads first, as the shell sees it.
#[test]
fn the_example_solves() {
    let program = program(Path::new("examples/c/solve.c"), Language::C99, Library::Static);
    let built_in = told(&mut Command::new(&program));
    assert!(built_in.starts_with("8 1 2  7 5 3  6 4 9\n"), "{built_in}");
    assert!(built_in.contains("unique"), "{built_in}");
    let small = told(Command::new(&program).arg("1..4.........32."));
    assert!(small.starts_with("1 2  3 4\n3 4  1 2\n"), "{small}");

    let several = Command::new(&program).arg("................").output().unwrap();
    assert_eq!(several.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&several.stdout).contains("multiple"));
    let invalid = Command::new(&program).arg("11..............").output().unwrap();
    assert_eq!(invalid.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&invalid.stderr),
        "1 appears twice in row 1: row 1, column 1 and row 1, column 2\n"
    );

    // Built as C++ too, and with the shared library.
    runs_everywhere("examples/c/solve.c");
}

/// The program in the header's opening comment.
#[test]
fn the_program_in_the_header_solves() {
    let header = fs::read_to_string("include/lanedoku.h").unwrap();
    let code: String = header
        .lines()
        .skip_while(|line| !line.contains("A whole program"))
        .take_while(|line| !line.contains("Build it"))
        .filter_map(|line| line.strip_prefix(" *     "))
        .flat_map(|line| [line, "\n"])
        .collect();
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("header_program.c");
    fs::write(&source, code).unwrap();
    for language in [Language::C99, Language::Cpp] {
        let printed = told(&mut Command::new(program(&source, language, Library::Static)));
        assert_eq!(
            printed.trim_end(),
            "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
        );
    }
}

#[test]
fn the_shared_library_exports_what_the_header_declares_and_nothing_else() {
    let exported = symbols(&LIBRARIES.join("liblanedoku.so"), &["--dynamic", "--defined-only"]);
    assert_eq!(exported, declared());
    for part in ["lanedoku_solve", "lanedoku_version", "lanedoku_abi_"] {
        assert!(declared().iter().any(|name| name.starts_with(part)), "{part}");
    }
}

/// No system library, no allocator, no unwinder: functions that handle memory. No `abort` either, where every
/// panic would end: so none can be reached, whatever a program passes.
#[test]
fn the_libraries_need_a_handful_of_functions_of_the_c_library() {
    let allowed = ["bcmp", "memcmp", "memcpy", "memmove", "memset"].map(str::to_owned);
    let allowed = BTreeSet::from(allowed);
    let shared = symbols(&LIBRARIES.join("liblanedoku.so"), &["--dynamic", "--undefined-only"]);
    let start_up =
        ["_ITM_deregisterTMCloneTable", "_ITM_registerTMCloneTable", "__cxa_finalize", "__gmon_start__"];
    let shared: BTreeSet<_> = shared.into_iter().filter(|name| !start_up.contains(&name.as_str())).collect();
    assert!(shared.contains("memcpy"));

    // Linked without the C library, a program that uses every function lacks only what the program
    // itself and the allowed functions would bring.
    let object = Path::new(env!("CARGO_TARGET_TMPDIR")).join("whole_library.o");
    let mut link = Command::new("ld");
    link.args(["--relocatable", "--output"]).arg(&object);
    for function in declared() {
        link.arg(format!("--undefined={function}"));
    }
    succeed(link.arg(LIBRARIES.join("liblanedoku.a")));
    let needed = symbols(&object, &["--undefined-only"]);
    let needed: BTreeSet<_> = needed.into_iter().filter(|name| name != "_GLOBAL_OFFSET_TABLE_").collect();
    let found = "what calls core::panicking in `objdump -dr --demangle` of it brings `abort` in";
    assert!(needed.is_subset(&allowed), "{needed:?}; {found}: {}", object.display());
    assert!(shared.is_subset(&allowed), "{shared:?}");
    // Private names of the assembly carry the version, so that two versions fit in one program.
    let private = format!("lanedoku_{}_", env!("CARGO_PKG_VERSION").replace('.', "_"));
    let defined = symbols(&object, &["--defined-only", "--extern-only"]);
    let mut defined: BTreeSet<_> = defined.into_iter().filter(|name| !name.starts_with(&private)).collect();
    // Weak, so that it cannot clash: `c/src/lib.rs` tells what it is for.
    assert!(defined.remove("rust_eh_personality"));
    assert_eq!(defined, declared(), "a name that could clash with one of the program");
}
