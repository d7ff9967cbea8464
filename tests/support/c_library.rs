//! The C libraries as cargo builds them, for the tests that use them from outside.

use std::collections::BTreeSet;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::LazyLock;

/// Where both libraries are, once they are built with the one command that the header names.
pub static LIBRARIES: LazyLock<PathBuf> = LazyLock::new(|| {
    let target = Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "--locked", "--release", "-p", "lanedoku-c"]).arg("--target-dir").arg(target);
    if !cfg!(feature = "asm") {
        cargo.arg("--no-default-features");
    }
    succeed(&mut cargo);
    target.join("release")
});

/// The name that programs record when they are linked with the shared library.
pub fn soname() -> String {
    let [major, minor] = [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR")];
    match major {
        "0" => format!("liblanedoku.so.0.{minor}"),
        _ => format!("liblanedoku.so.{major}"),
    }
}

/// A folder in which the shared library has the name that programs look for when they run.
pub static RUN_PATH: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("run");
    fs::create_dir_all(&folder).unwrap();
    let link = folder.join(soname());
    let _ = fs::remove_file(&link);
    symlink(LIBRARIES.join("liblanedoku.so"), link).unwrap();
    folder
});

/// What the header declares: functions, and the object that stands for the ABI.
pub fn declared() -> BTreeSet<String> {
    let header = fs::read_to_string("include/lanedoku.h").unwrap();
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

/// The names that `nm` lists with these options in a library or in any other file.
pub fn symbols(file: &Path, options: &[&str]) -> BTreeSet<String> {
    // The names of the members of an archive end in a colon.
    let listed = told(Command::new("nm").args(options).arg("--format=just-symbols").arg(file));
    listed
        .lines()
        .filter(|line| !line.is_empty() && !line.ends_with(':'))
        .map(|line| line.split('@').next().unwrap_or(line).to_owned())
        .collect()
}

/// Runs a command that has to end well.
pub fn succeed(command: &mut Command) -> Output {
    let output = command.output().unwrap_or_else(|error| panic!("{command:?}: {error}"));
    assert!(
        output.status.success(),
        "{command:?}: {}\n{}{}",
        output.status,
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr)
    );
    output
}

/// What a command that has to end well wrote.
pub fn told(command: &mut Command) -> String {
    String::from_utf8(succeed(command).stdout).unwrap()
}
