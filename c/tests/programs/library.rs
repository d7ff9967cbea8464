//! Builds the C libraries for the programs, once for all tests.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;
use std::time::Duration;

use testkit::children::ChildBounds;

/// The target that the tests are built for.
pub const TARGET: &str = env!("BUILD_TARGET");

/// The compilers' option for the folder of the headers.
pub const HEADERS: &str = "-I../include";

/// The folder of both libraries. Their code is optimised enough for the test programs, under Valgrind, too. It is
/// compiled again only where it has changed.
pub static LIBRARIES: LazyLock<PathBuf> = LazyLock::new(|| {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).join("library");
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--locked", "-p", "liblanedoku", "--target-dir"]).arg(&target);
    for setting in ["panic='abort'", "opt-level=2", "lto='off'", "debug='line-tables-only'"] {
        cargo.arg("--config").arg(format!("profile.dev.{setting}"));
    }
    let mut folder = target.join("debug");
    if cfg!(foreign) {
        // cargo adds the folder of the target.
        folder = target.join(TARGET).join("debug");
        cargo.args(["--target", TARGET]);
    }
    if !cfg!(feature = "asm") {
        cargo.args(["--no-default-features", "--features", "all_sizes"]);
    }
    succeed(&mut cargo);
    folder
});

/// Returns the soname of the shared library.
fn soname() -> String {
    let [major, minor] = [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR")];
    match major {
        "0" => format!("liblanedoku.so.0.{minor}"),
        _ => format!("liblanedoku.so.{major}"),
    }
}

/// A folder with a link to the shared library under its soname.
pub static RUN_PATH: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("run");
    fs::create_dir_all(&folder).unwrap();
    let link = folder.join(soname());
    let _ = fs::remove_file(&link);
    symlink(LIBRARIES.join("liblanedoku.so"), link).unwrap();
    folder
});

/// Returns the declarations of the header: the functions and the object of the ABI.
pub fn declared() -> BTreeSet<String> {
    let header = fs::read_to_string("../include/lanedoku.h").unwrap();
    let name = |line: &str| {
        if let Some(object) = line.strip_prefix("extern LANEDOKU_API ") {
            return object.strip_suffix(';')?.rsplit(' ').next().map(str::to_owned);
        }
        let begins =
            line.starts_with(|first: char| first.is_ascii_alphabetic()) && !line.starts_with("typedef");
        let (before, _) = line.split_once('(').filter(|_| begins)?;
        before.rsplit([' ', '*']).next().map(str::to_owned)
    };
    header.lines().filter_map(name).collect()
}

/// Builds of the library and programs under an emulator or valgrind take minutes.
pub const BOUNDS: ChildBounds = ChildBounds { time: Duration::from_secs(3600), ..ChildBounds::USUAL };

/// Runs a command that must succeed.
pub fn succeed(command: &mut Command) -> Output {
    let output = BOUNDS.output(command, b"");
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// Returns the output of a command that must succeed.
pub fn output_of(command: &mut Command) -> String {
    String::from_utf8(succeed(command).stdout).unwrap()
}
