//! Tests of the C library in other build systems: installed, moved, packed, built from source, linked as a whole
//! archive, and in one program with other libraries.
//!
//! Runs only with the default features, since cargo and cargo-c each build the library once for all tests.

#![cfg(all(target_os = "linux", feature = "asm", not(foreign)))]

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::LazyLock;
use std::{env, fs};

use testkit::not_run;

#[path = "support/c_library.rs"]
mod c_library;
use c_library::{LIBRARIES, RUN_PATH, declared, output_of, soname, succeed, symbols};

const OUTSIDE: &str = "tests/c/outside";
const VERSION: &str = env!("CARGO_PKG_VERSION");

/// Makes an unoptimized build of the library `no_std`, as a release build is.
const WITHOUT_STD: [&str; 2] = ["--config", "profile.dev.panic='abort'"];

/// The output of the programs in `tests/c/outside`.
fn answer() -> String {
    format!("{VERSION} 812753649943682175675491283154237896369845721287169534521974368438526917796318452\n")
}

/// Creates an empty folder.
fn folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("install").join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Returns whether the tools are installed. Prints a line if not.
fn has(test: &str, tools: &[&str]) -> bool {
    for tool in tools {
        let mut command = Command::new(tool.split(' ').next().unwrap());
        let there = command.args(tool.split(' ').skip(1)).arg("--version").output();
        if !there.is_ok_and(|output| output.status.success()) {
            not_run(&format!("{test}: {tool} is not installed"));
            return false;
        }
    }
    true
}

const CARGO_C: &str = "cargo cinstall";

/// Returns the build folder of cargo-c. cargo-c contains its own version of cargo, and two versions would rebuild
/// each other's files in a shared folder.
fn cargo_c_target() -> PathBuf {
    target().join("cargo-c")
}

fn target() -> &'static Path {
    Path::new(env!("CARGO_TARGET_TMPDIR")).parent().unwrap()
}

/// The prefix of cargo-c: installed below a DESTDIR, as a distribution package is, and then moved into place.
static PREFIX: LazyLock<PathBuf> = LazyLock::new(|| {
    let prefix = folder("prefix");
    let dest = folder("dest");
    let mut install = Command::new(env!("CARGO"));
    install
        .args(["cinstall", "--locked", "--release", "-p", "liblanedoku", "--target-dir"])
        .arg(cargo_c_target());
    succeed(install.arg("--prefix").arg(&prefix).arg("--libdir=lib").arg("--destdir").arg(&dest));
    assert!(files(&prefix).is_empty(), "a file was written outside DESTDIR");
    fs::remove_dir(&prefix).unwrap();
    fs::rename(dest.join(prefix.strip_prefix("/").unwrap()), &prefix).unwrap();
    prefix
});

/// A copy of the prefix in another folder.
static MOVED: LazyLock<PathBuf> = LazyLock::new(|| {
    let moved = folder("moved");
    succeed(Command::new("cp").arg("-a").arg(PREFIX.join(".")).arg(&moved));
    moved
});

/// Returns the relative paths of all files below a folder.
fn files(folder: &Path) -> BTreeSet<String> {
    let listed = output_of(Command::new("find").arg(".").args(["!", "-type", "d"]).current_dir(folder));
    listed.lines().map(|line| line.trim_start_matches("./").to_owned()).collect()
}

/// Returns a command that compiles without warnings.
fn compile(compiler: &str, output: &Path, arguments: &[&OsStr]) -> Command {
    let mut command = Command::new(compiler);
    command.args(["-O1", "-Wall", "-Wextra", "-Werror", "-o"]).arg(output).args(arguments);
    command
}

fn os(text: &str) -> &OsStr {
    OsStr::new(text)
}

fn outside(source: &str) -> PathBuf {
    Path::new(OUTSIDE).join(source)
}

/// Returns the entries of a kind in the dynamic section of a file: its soname or the libraries it needs.
fn dynamic(file: &Path, tag: &str) -> Vec<String> {
    let listed = output_of(Command::new("readelf").arg("--dynamic").arg(file));
    let lines = listed.lines().filter(|line| line.contains(tag));
    lines.filter_map(|line| Some(line.split_once('[')?.1.split_once(']')?.0.to_owned())).collect()
}

/// A library built by cargo alone also has the soname of its ABI.
#[test]
fn the_shared_library_has_the_name_of_its_abi() {
    assert_eq!(soname(), "liblanedoku.so.0.1", "the ABI changed: check that this is intended");
    assert_eq!(dynamic(&LIBRARIES.join("liblanedoku.so"), "(SONAME)"), [soname()]);
    let program = folder("soname").join("program");
    let source = outside("program.c");
    let library = LIBRARIES.join("liblanedoku.so");
    // LANEDOKU_API makes the functions visible despite -fvisibility=hidden.
    let arguments = [os("-Iinclude"), os("-fvisibility=hidden"), source.as_ref(), library.as_ref()];
    succeed(&mut compile("cc", &program, &arguments));
    assert!(dynamic(&program, "(NEEDED)").contains(&soname()), "the path of the build instead of the soname");
    assert_eq!(output_of(Command::new(program).env("LD_LIBRARY_PATH", &*RUN_PATH)), answer());
}

/// As the checkers of distributions want it. The assembly must say itself that it needs no executable stack, and a single
/// object that does not makes the stack of a whole program executable.
#[test]
fn the_libraries_are_hardened() {
    let listed = |options: &[&str], file: &str| {
        output_of(Command::new("readelf").arg("--wide").args(options).arg(LIBRARIES.join(file)))
    };
    let segments = listed(&["--program-headers"], "liblanedoku.so");
    let stack: Vec<_> = segments.lines().filter(|line| line.contains("GNU_STACK")).collect();
    assert!(stack.len() == 1 && stack[0].contains(" RW "), "{segments}");
    assert!(segments.contains("GNU_RELRO") && !segments.contains("RWE"), "{segments}");
    let dynamic = listed(&["--dynamic"], "liblanedoku.so");
    assert!(dynamic.contains("BIND_NOW") || dynamic.contains("Flags: NOW"), "{dynamic}");
    for fault in ["TEXTREL", "(RPATH)", "(RUNPATH)"] {
        assert!(!dynamic.contains(fault), "{dynamic}");
    }
    let sections = listed(&["--sections"], "liblanedoku.a");
    let mut objects = sections.split("\nFile: ").skip(1).peekable();
    assert!(objects.peek().is_some(), "no objects: {sections}");
    for object in objects.filter(|object| object.contains(".text")) {
        let stack = object.lines().find(|line| line.contains(".note.GNU-stack"));
        assert!(stack.is_some_and(|line| !line.contains(" X ")), "{object}");
    }
}

#[test]
fn cargo_c_installs_the_files_of_a_package() {
    if !has("cargo_c_installs_the_files_of_a_package", &[CARGO_C]) {
        return;
    }
    let library = format!("lib/liblanedoku.so.{VERSION}");
    let expected = [
        "include/lanedoku.h",
        "include/lanedoku.hpp",
        "lib/liblanedoku.a",
        "lib/liblanedoku.so",
        &format!("lib/{}", soname()),
        &library,
        "lib/pkgconfig/lanedoku.pc",
        "share/cmake/lanedoku/lanedoku-config-version.cmake",
        "share/cmake/lanedoku/lanedoku-config.cmake",
        "share/doc/lanedoku/lanedoku.html",
        "share/licenses/lanedoku/LICENSE-APACHE",
        "share/licenses/lanedoku/LICENSE-MIT",
    ];
    // The manual has a page for each function and one for the library.
    let functions = declared().into_iter().filter(|name| !name.starts_with("lanedoku_abi_"));
    let pages = functions.chain(["lanedoku".to_owned()]).map(|name| format!("share/man/man3/{name}.3"));
    let expected: BTreeSet<_> = expected.into_iter().map(str::to_owned).chain(pages).collect();
    assert_eq!(files(&PREFIX), expected);
    assert_eq!(dynamic(&PREFIX.join(&library), "(SONAME)"), [soname()]);
    for file in ["include/lanedoku.h", "include/lanedoku.hpp"] {
        assert!(fs::read(PREFIX.join(file)).unwrap() == fs::read(file).unwrap());
    }
    let manual = fs::read_to_string(PREFIX.join("share/man/man3/lanedoku.3")).unwrap();
    assert!(manual.contains(".Sh DESCRIPTION") && manual.contains(".Fo lanedoku_solve"));
    let link = fs::read_to_string(PREFIX.join("share/man/man3/lanedoku_solve.3")).unwrap();
    assert_eq!(link, ".so man3/lanedoku.3\n");
    assert_eq!(symbols(&PREFIX.join(&library), &["--dynamic", "--defined-only"]), declared());
}

#[test]
fn pkg_config_finds_the_installed_library() {
    if !has("pkg_config_finds_the_installed_library", &[CARGO_C, "pkg-config"]) {
        return;
    }
    let work = folder("pkg-config");
    for (place, prefix) in [("prefix", &*PREFIX), ("moved", &*MOVED)] {
        let flags = |options: &[&str]| {
            let mut command = Command::new("pkg-config");
            command.env("PKG_CONFIG_PATH", prefix.join("lib/pkgconfig")).args(options).arg("lanedoku");
            if place == "moved" {
                command.arg("--define-prefix");
            }
            output_of(&mut command).split_whitespace().map(str::to_owned).collect::<Vec<_>>()
        };
        assert_eq!(flags(&["--modversion"]), [VERSION]);
        assert_eq!(flags(&["--variable=prefix"]), [prefix.to_str().unwrap()]);
        for (compiler, source) in [("cc", "program.c"), ("c++", "program.cpp")] {
            for linked in if links_statically() { &["shared", "static"][..] } else { &["shared"] } {
                let program = work.join(format!("{place}-{compiler}-{linked}"));
                let source = outside(source);
                let options: &[&str] = if *linked == "static" { &["--static"] } else { &[] };
                let flags = flags(&[options, &["--cflags", "--libs"]].concat());
                let mut arguments = vec![source.as_os_str()];
                // `pkg-config --static` is meant for fully static programs.
                arguments.extend((*linked == "static").then_some(os("-static")));
                arguments.extend(flags.iter().map(OsStr::new));
                succeed(&mut compile(compiler, &program, &arguments));
                let needs = dynamic(&program, "(NEEDED)").contains(&soname());
                assert_eq!(needs, *linked == "shared", "{}", program.display());
                let mut run = Command::new(program);
                assert_eq!(output_of(run.env("LD_LIBRARY_PATH", prefix.join("lib"))), answer());
            }
        }
    }
}

/// Returns whether the static libraries of C and C++ are installed.
fn links_statically() -> bool {
    let work = folder("static");
    let source = work.join("probe.cpp");
    fs::write(&source, "#include <iostream>\nint main() { std::cout << 1; }\n").unwrap();
    let there = compile("c++", &work.join("probe"), &[os("-static"), source.as_ref()]).output().unwrap();
    if !there.status.success() {
        not_run("pkg-config --static: static C and C++ libraries are not installed");
    }
    there.status.success()
}

/// Returns the command that configures the project in `tests/c/outside`.
fn cmake_command(name: &str, options: &[String]) -> Command {
    let mut command = Command::new("cmake");
    command.arg("-S").arg(OUTSIDE).arg("-B").arg(folder(&format!("cmake-{name}"))).args(options);
    command
}

/// Configures and builds the project in `tests/c/outside`. Returns whether its programs are linked with the shared library.
fn cmake(name: &str, options: &[String]) -> bool {
    succeed(&mut cmake_command(name, options));
    let build = Path::new(env!("CARGO_TARGET_TMPDIR")).join("install").join(format!("cmake-{name}"));
    succeed(Command::new("cmake").arg("--build").arg(&build));
    let shared = ["in_c", "in_cpp"].map(|program| {
        let program = build.join(program);
        assert_eq!(output_of(&mut Command::new(&program)), answer(), "{name}");
        dynamic(&program, "(NEEDED)").contains(&soname())
    });
    assert_eq!(shared[0], shared[1]);
    shared[0]
}

#[test]
fn cmake_finds_the_installed_library() {
    if !has("cmake_finds_the_installed_library", &[CARGO_C, "cmake"]) {
        return;
    }
    let [major, minor] = [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR")];
    let options = |prefix: &Path, more: &[&str]| {
        let prefix = format!("-DCMAKE_PREFIX_PATH={}", prefix.display());
        let options = ["-DHOW=installed", &prefix].into_iter().chain(more.iter().copied());
        options.map(str::to_owned).collect::<Vec<_>>()
    };
    let asked = format!("-DASKED={major}.{minor}");
    assert!(cmake("installed", &options(&PREFIX, &[&asked])));
    assert!(!cmake("installed-static", &options(&PREFIX, &[&asked, "-DBUILD_SHARED_LIBS=OFF"])));
    assert!(cmake("moved", &options(&MOVED, &["-DBUILD_SHARED_LIBS=ON"])));

    // The header, the libraries and the files for CMake in prefixes of their own; then the libraries in a folder for the
    // architecture.
    let apart = folder("apart");
    let copy = |from: &str, to: &str| {
        fs::create_dir_all(apart.join(to)).unwrap();
        succeed(Command::new("cp").arg("-a").arg(PREFIX.join(from).join(".")).arg(apart.join(to)));
    };
    copy("include", "headers/include");
    copy("lib", "libraries/lib");
    copy("share", "cmake/share");
    let places =
        ["cmake", "headers", "libraries"].map(|place| apart.join(place).display().to_string()).join(";");
    assert!(cmake("apart", &options(Path::new(&places), &[])));
    copy("include", "multiarch/include");
    copy("lib", &format!("multiarch/lib/{}-linux-gnu", env::consts::ARCH));
    copy("share", "multiarch/share");
    assert!(cmake("multiarch", &options(&apart.join("multiarch"), &[])));
    let none = cmake_command("apart-none", &options(&apart.join("cmake"), &[])).output().unwrap();
    assert!(!none.status.success());
    assert!(String::from_utf8_lossy(&none.stderr).contains("there is no library in any of"));

    // Requested versions, and whether this version satisfies them.
    let ask = |version: &str| {
        let asked = format!("-DASKED={version}");
        cmake_command("asked", &options(&PREFIX, &[&asked])).output().unwrap().status.success()
    };
    let next: u32 = minor.parse::<u32>().unwrap() + 1;
    assert!(ask(VERSION));
    assert!(ask(&format!("{major}.{minor}...{major}.{next}")));
    assert!(!ask(&format!("{major}.{next}")));
    assert!(!ask(&format!("{major}.{next}...{major}.{}", next + 1)));
    assert!(!ask("99"));
    // Below 1.0, each minor version is a new ABI.
    assert!(minor == "0" || ask(&format!("{major}.{}", next - 2)) == (major != "0"));
}

#[test]
fn cmake_builds_the_library_from_source() {
    if !has("cmake_builds_the_library_from_source", &["cmake", "cargo"]) {
        return;
    }
    LazyLock::force(&LIBRARIES);
    let here = env::current_dir().unwrap();
    let here = here.display();
    // Reuses the existing build; by default, the project builds in its own folder.
    let built = format!("-DLANEDOKU_CARGO_TARGET_DIR={}", target().display());
    let options = |more: &[String]| [more, std::slice::from_ref(&built)].concat();
    let subdirectory = ["-DHOW=subdirectory".to_owned(), format!("-DSOURCE={here}")];
    assert!(!cmake("subdirectory", &options(&subdirectory)));
    let shared = [&subdirectory[..], &["-DBUILD_SHARED_LIBS=ON".to_owned()]].concat();
    assert!(cmake("subdirectory-shared", &options(&shared)));
    let fetched = ["-DHOW=fetched".to_owned(), format!("-DFETCHCONTENT_SOURCE_DIR_LANEDOKU={here}")];
    assert!(!cmake("fetched", &options(&fetched)));
}

/// cargo builds for the target of CMake, or CMake stops.
#[test]
fn cmake_passes_its_target_on() {
    if !has("cmake_passes_its_target_on", &["cmake", "cargo", "make"]) {
        return;
    }
    let source = format!("-DSOURCE={}", env::current_dir().unwrap().display());
    let configure = |name: &str, options: &[&str]| {
        let options =
            ["-DHOW=subdirectory", "-GUnix Makefiles", &source].into_iter().chain(options.iter().copied());
        cmake_command(name, &options.map(str::to_owned).collect::<Vec<_>>()).output().unwrap()
    };
    let linux = "-DCMAKE_SYSTEM_NAME=Linux";
    for (name, options, target) in [
        ("native", &[][..], None),
        ("arm", &[linux, "-DCMAKE_SYSTEM_PROCESSOR=arm64"], Some("aarch64-unknown-linux-gnu")),
        (
            "named",
            &["-DLANEDOKU_CARGO_TARGET=riscv64gc-unknown-linux-gnu"],
            Some("riscv64gc-unknown-linux-gnu"),
        ),
        ("flags", &["-DLANEDOKU_CARGO_FLAGS=--target=wasm"], Some("wasm")),
    ] {
        let configured = configure(name, options);
        assert!(configured.status.success(), "{}", String::from_utf8_lossy(&configured.stderr));
        let build = Path::new(env!("CARGO_TARGET_TMPDIR")).join("install").join(format!("cmake-{name}"));
        // Prints the commands, and runs none.
        let mut make = Command::new("make");
        let commands = output_of(make.args(["--dry-run", "lanedoku_cargo"]).current_dir(build));
        let cargo = commands.lines().find(|line| line.contains("build --release")).unwrap();
        let passed: Vec<_> = cargo.split([' ', '=']).skip_while(|word| *word != "--target").collect();
        assert_eq!(passed.get(1).copied(), target, "{cargo}");
        if name == "arm" {
            assert!(cargo.contains("CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER="), "{cargo}");
        }
    }
    let unknown = configure("unknown", &[linux, "-DCMAKE_SYSTEM_PROCESSOR=vax"]);
    assert!(!unknown.status.success());
    assert!(String::from_utf8_lossy(&unknown.stderr).contains("LANEDOKU_CARGO_TARGET"));
}

/// The version of cargo-c that the tests use is the one that the README names: later versions need a later Rust.
#[test]
fn the_readme_names_the_version_of_cargo_c() {
    let run = fs::read_to_string(".ci/run").unwrap();
    let line = run.lines().find_map(|line| line.strip_prefix("tool cargo-cinstall ")).unwrap();
    let version = line.split(' ').next().unwrap();
    let command = format!("cargo install --locked cargo-c --version ={version}\n");
    assert!(fs::read_to_string("c/README.md").unwrap().contains(&command), "{command}");
}

/// Plugins may link static libraries as a whole.
#[test]
fn the_whole_archive_can_be_linked() {
    let work = folder("whole");
    let archive = LIBRARIES.join("liblanedoku.a");
    let whole = [os("-Wl,--whole-archive"), archive.as_ref(), os("-Wl,--no-whole-archive")];

    let program = work.join("program");
    let source = outside("program.c");
    succeed(&mut compile("cc", &program, &[&[os("-Iinclude"), source.as_ref()], &whole[..]].concat()));
    assert_eq!(output_of(&mut Command::new(program)), answer());

    let plugin = work.join("plugin.so");
    let source = outside("plugin.c");
    let shared = [os("-Iinclude"), os("-fPIC"), os("-shared"), source.as_ref()];
    succeed(&mut compile("cc", &plugin, &[&shared, &whole[..]].concat()));
    let host = work.join("host");
    succeed(&mut compile("cc", &host, &[outside("host.c").as_ref(), os("-ldl")]));
    assert_eq!(output_of(Command::new(host).arg(&plugin)), format!("{VERSION}\n"));

    // Helpers of the library and of Rust are hidden. Only the declarations of the header may be visible.
    let listed = output_of(Command::new("readelf").args(["--symbols", "--wide"]).arg(&archive));
    let fields = listed.lines().map(|line| line.split_whitespace().collect::<Vec<_>>());
    // The columns: number, value, size, type, binding, visibility, section, name.
    let visible = fields.filter(|fields| {
        fields.len() == 8
            && ["GLOBAL", "WEAK"].contains(&fields[4])
            && fields[5] == "DEFAULT"
            && fields[6] != "UND"
    });
    assert_eq!(visible.map(|fields| fields[7].to_owned()).collect::<BTreeSet<_>>(), declared());
    let mut visible = declared();
    visible.extend(["plugin_version", "plugin_solves"].map(str::to_owned));
    assert_eq!(symbols(&plugin, &["--dynamic", "--defined-only"]), visible);
}

/// Both archives define `rust_eh_personality`. The standard library's definition must be used, in either link order
/// and with this library linked as a whole. (The whole library comes first, because otherwise some linkers find
/// Rust's helper functions twice.)
#[test]
fn two_rust_libraries_link_into_one_program() {
    let work = folder("two-rust-libraries");
    let another = work.join("libanother.a");
    let mut rustc = Command::new(env::var_os("RUSTC").unwrap_or("rustc".into()));
    rustc.args(["--edition=2024", "--crate-type=staticlib", "-Cpanic=unwind", "-o"]).arg(&another);
    succeed(rustc.arg(outside("another.rs")));

    let source = outside("two_rust_libraries.c");
    let ours = LIBRARIES.join("liblanedoku.a");
    let [begin, end] = [os("-Wl,--whole-archive"), os("-Wl,--no-whole-archive")];
    let orders: [(&str, &[&OsStr]); 3] = [
        ("ours-first", &[ours.as_ref(), another.as_ref()]),
        ("another-first", &[another.as_ref(), ours.as_ref()]),
        ("ours-whole", &[begin, ours.as_ref(), end, another.as_ref()]),
    ];
    for (name, libraries) in orders {
        let program = work.join(name);
        let system = ["-lpthread", "-ldl", "-lm", "-lgcc_s"].map(OsStr::new);
        let arguments = [&[os("-Iinclude"), source.as_ref()], libraries, &system[..]].concat();
        succeed(&mut compile("cc", &program, &arguments));
        assert_eq!(output_of(Command::new(&program).env("RUST_BACKTRACE", "0")), "both work\n", "{name}");
    }
}

/// The linker rejects a header of another ABI, for both libraries, in C and C++.
#[test]
fn a_header_of_another_abi_does_not_link() {
    let work = folder("another-abi");
    let header = fs::read_to_string("include/lanedoku.h").unwrap();
    let ours = abi_object();
    assert!(header.contains(&ours));
    fs::write(work.join("lanedoku.h"), header.replace(&ours, "lanedoku_abi_0_99")).unwrap();
    let include = format!("-I{}", work.display());
    for (compiler, source) in [("cc", "program.c"), ("c++", "program.cpp")] {
        for library in ["liblanedoku.a", "liblanedoku.so"] {
            let library = LIBRARIES.join(library);
            let program = work.join("program");
            let source = outside(source);
            let link = |options: &[&OsStr]| {
                let arguments = [options, &[source.as_ref(), library.as_ref()]].concat();
                compile(compiler, &program, &arguments).output().unwrap()
            };
            let refused = link(&[os(&include)]);
            let message = String::from_utf8_lossy(&refused.stderr).into_owned();
            assert!(!refused.status.success(), "{compiler} {}", library.display());
            assert!(message.contains("undefined reference to `lanedoku_abi_0_99'"), "{message}");
            // Without the reference it links, and so does the correct header at fixed addresses.
            for options in
                [&[os(&include), os("-DLANEDOKU_NO_ABI_CHECK")][..], &[os("-Iinclude"), os("-no-pie")]]
            {
                let taken = link(options);
                assert!(taken.status.success(), "{}", String::from_utf8_lossy(&taken.stderr));
                let mut run = Command::new(&program);
                assert_eq!(output_of(run.env("LD_LIBRARY_PATH", &*RUN_PATH)), answer());
            }
        }
    }
}

/// A file that includes the C++ header links without the library if it calls none of its functions. If it does, the linker
/// still rejects a library of another ABI.
#[test]
fn the_cpp_header_needs_the_library_only_for_calls() {
    let work = folder("include-without-a-call");
    let ours = abi_object();
    fs::copy("include/lanedoku.hpp", work.join("lanedoku.hpp")).unwrap();
    let header = fs::read_to_string("include/lanedoku.h").unwrap();
    fs::write(work.join("lanedoku.h"), header.replace(&ours, "lanedoku_abi_0_99")).unwrap();
    let write = |name: &str, content: &str| {
        let source = work.join(name);
        fs::write(&source, format!("#include <lanedoku.hpp>\n{content}\n")).unwrap();
        source
    };
    let uncalled = write("uncalled.cpp", "int main() { return static_cast<int>(lanedoku::options{}.side); }");
    let called = write("called.cpp", "int main() { return lanedoku::count(\"1\", 2).solutions > 0; }");
    let library = LIBRARIES.join("liblanedoku.a");
    let program = work.join("program");
    for level in ["-O0", "-O2"] {
        let link = |include: &OsStr, source: &Path, library: &[&OsStr]| {
            let arguments = [&[os("-std=c++17"), os(level), include, source.as_ref()], library].concat();
            compile("c++", &program, &arguments).output().unwrap()
        };
        let alone = link(os("-Iinclude"), &uncalled, &[]);
        assert!(alone.status.success(), "{level}: {}", String::from_utf8_lossy(&alone.stderr));
        let include = format!("-I{}", work.display());
        let refused = link(os(&include), &called, &[library.as_ref()]);
        let message = String::from_utf8_lossy(&refused.stderr);
        assert!(!refused.status.success() && message.contains("`lanedoku_abi_0_99'"), "{level}: {message}");
        let taken = link(os("-Iinclude"), &called, &[library.as_ref()]);
        assert!(taken.status.success(), "{level}: {}", String::from_utf8_lossy(&taken.stderr));
    }
}

/// Returns the name of the object of the ABI.
fn abi_object() -> String {
    declared().into_iter().find(|name| name.starts_with("lanedoku_abi_")).unwrap()
}

/// Writes the sources of the source archive, under another version.
fn sources(name: &str, version: &str) -> PathBuf {
    let copy = folder(name);
    succeed(Command::new("c/source.sh").arg(&copy));
    if version == VERSION {
        return copy;
    }
    // The package of the C library names the version of the other, too.
    for manifest in ["Cargo.toml", "c/Cargo.toml"].map(|name| copy.join(name)) {
        let text = fs::read_to_string(&manifest).unwrap();
        let text = text.replace(&format!("version = {VERSION:?}"), &format!("version = {version:?}"));
        fs::write(manifest, text).unwrap();
    }
    fs::remove_file(copy.join("Cargo.lock")).unwrap();

    let header = fs::read_to_string("include/lanedoku.h").unwrap();
    let mut parts = version.split('.');
    let mut header = header.replace(&abi_object(), &object_of(version));
    for part in ["MAJOR", "MINOR", "PATCH"] {
        let define = |value: &str| format!("#define LANEDOKU_VERSION_{part} {value}\n");
        let begin = header.find(&define("").trim_end().to_owned()).unwrap();
        let end = begin + header[begin..].find('\n').unwrap() + 1;
        header.replace_range(begin..end, &define(parts.next().unwrap()));
    }
    fs::write(copy.join("include/lanedoku.h"), header).unwrap();
    copy
}

/// Returns the name of the object of another version below 1.0.
fn object_of(version: &str) -> String {
    let parts: Vec<_> = version.split('.').collect();
    assert_eq!(parts[0], "0", "from 1.0 on, the ABI is the major number alone");
    format!("lanedoku_abi_0_{}", parts[1])
}

/// Two versions in one process: each behind its own plugin, or, with versioned symbols (see c/README.md), behind a
/// library that is linked with the program.
#[test]
fn two_versions_work_in_one_process() {
    if !has("two_versions_work_in_one_process", &["ld.bfd"]) {
        return;
    }
    let next = format!("0.{}.0", env!("CARGO_PKG_VERSION_MINOR").parse::<u32>().unwrap() + 1);
    let work = folder("two-versions");
    // Not optimized, because only the symbols are tested.
    let mut plugins = Vec::new();
    let mut libraries = Vec::new();
    for (name, version) in [("old", VERSION), ("new", &next)] {
        let copy = sources(&format!("sources-{name}"), version);
        let lib = work.join(name);
        fs::create_dir(&lib).unwrap();
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(&copy).args(["rustc", "--offline", "-p", "liblanedoku", "--crate-type", "cdylib"]);
        cargo.arg("--target-dir").arg(target().join("two-versions")).args(WITHOUT_STD);
        cargo.args(["--", "-Clink-arg=-fuse-ld=bfd", "-Clink-arg=-Wl,--default-symver"]);
        succeed(&mut cargo);
        let built = lib.join(format!("liblanedoku.so.{version}"));
        fs::copy(target().join("two-versions/debug/liblanedoku.so"), &built).unwrap();
        let soname = dynamic(&built, "(SONAME)").remove(0);
        assert_eq!(soname, format!("liblanedoku.so.{}", version.rsplit_once('.').unwrap().0));
        symlink(&built, lib.join(&soname)).unwrap();
        let named = output_of(Command::new("nm").args(["--dynamic", "--with-symbol-versions"]).arg(&built));
        assert!(named.contains(&format!("lanedoku_solve@@{soname}")), "{named}");

        let include = format!("-I{}", copy.join("include").display());
        let path = format!("-Wl,-rpath,{}", lib.display());
        let source = outside("plugin.c");
        let link = |output: &Path, prefix: &str, library: &Path| {
            let define = format!("-DPLUGIN={prefix}");
            let arguments = ["-fPIC", "-shared", &include, &path, &define].map(OsStr::new);
            let files = [source.as_os_str(), library.as_os_str()];
            succeed(&mut compile("cc", output, &[&arguments[..], &files[..]].concat()));
        };
        let library = work.join(format!("libuses-{name}.so"));
        link(&library, name, &built);
        libraries.push(library);
        // The plugin of the old version uses the library as built by cargo.
        let plugin = work.join(format!("plugin-{name}.so"));
        let plain = if name == "old" { LIBRARIES.join("liblanedoku.so") } else { built };
        link(&plugin, "plugin", &plain);
        plugins.push(plugin);
    }
    let both = format!("{VERSION}\n{next}\n");

    let host = work.join("host");
    succeed(&mut compile("cc", &host, &[outside("host.c").as_ref(), os("-ldl")]));
    assert_eq!(output_of(Command::new(&host).args(&plugins)), both);

    let program = work.join("both");
    let path = format!("-Wl,-rpath,{}", work.display());
    let [old, new] = [libraries[0].as_os_str(), libraries[1].as_os_str()];
    succeed(&mut compile("cc", &program, &[outside("both.c").as_ref(), old, new, os(&path)]));
    assert_eq!(output_of(&mut Command::new(&program)), both);
}

/// The sources of the archive build without packages and without network, to the bytes that the checkout gives.
#[test]
fn the_source_archive_builds_offline_to_the_same_bytes() {
    let home = folder("empty-cargo-home");
    let built = |place: &Path, name: &str| {
        let target = target().join(name);
        let mut cargo = Command::new(env!("CARGO"));
        cargo.current_dir(place).args([
            "build",
            "--locked",
            "--offline",
            "-p",
            "liblanedoku",
            "--target-dir",
        ]);
        // Not optimized, because only the bytes are compared: without debug information, which contains paths, and
        // without the names of incremental builds.
        cargo
            .arg(&target)
            .args(["--config", "profile.dev.debug=false"])
            .args(WITHOUT_STD)
            .env("CARGO_INCREMENTAL", "0");
        if name != "checkout" {
            cargo.env("CARGO_HOME", &home);
        }
        let output = succeed(&mut cargo);
        assert!(!String::from_utf8_lossy(&output.stderr).contains("warning"), "{output:?}");
        ["liblanedoku.a", "liblanedoku.so"].map(|file| fs::read(target.join("debug").join(file)).unwrap())
    };
    let sources = sources("offline", VERSION);
    assert!(built(&sources, "offline") == built(&env::current_dir().unwrap(), "checkout"));
    let lock = fs::read_to_string(sources.join("Cargo.lock")).unwrap();
    assert_eq!(lock.matches("[[package]]").count(), 2, "{lock}");
    assert!(!home.join("registry").exists());
}

/// Two archives of a release are identical, and programs build with an unpacked archive alone.
#[test]
fn a_release_can_be_unpacked_and_used() {
    if !has("a_release_can_be_unpacked_and_used", &[CARGO_C, "pkg-config", "cmake", "tar", "sha256sum"]) {
        return;
    }
    // Runs one cargo-c at a time, because the .pc files of all prefixes have the same path.
    LazyLock::force(&PREFIX);
    let work = folder("release");
    let mut archives = Vec::new();
    for name in ["once", "again"] {
        let out = work.join(name);
        let mut release = Command::new("c/release.sh");
        release.arg(&out).env("CARGO_TARGET_DIR", cargo_c_target()).env("SOURCE_DATE_EPOCH", "1700000000");
        for archive in output_of(&mut release).lines() {
            let mut check = Command::new("sha256sum");
            succeed(
                check.args(["--check", "--status"]).arg(archive.to_owned() + ".sha256").current_dir(&out),
            );
            archives.push((archive.ends_with("-source.tar.gz"), fs::read(archive).unwrap()));
            succeed(Command::new("tar").args(["-xzf", archive, "-C"]).arg(&work));
        }
    }
    assert_eq!([0, 1, 2, 3].map(|index: usize| archives[index].0), [false, true, false, true]);
    assert!(archives[..2] == archives[2..], "the archives of the same sources differ");

    let unpacked = fs::read_dir(&work).unwrap().map(|entry| entry.unwrap().path());
    let unpacked: BTreeSet<_> = unpacked.filter(|path| path.to_str().unwrap().contains(VERSION)).collect();
    let [source, unpacked] = [true, false]
        .map(|source| {
            unpacked.iter().find(|path| path.ends_with(format!("lanedoku-{VERSION}-source")) == source)
        })
        .map(Option::unwrap);
    assert_eq!(files(source), files(&sources("release-sources", VERSION)));
    let expected =
        files(&PREFIX).into_iter().chain(["README.md", "LICENSE-MIT", "LICENSE-APACHE"].map(str::to_owned));
    assert_eq!(files(unpacked), expected.collect());
    let mut flags = Command::new("pkg-config");
    flags.env("PKG_CONFIG_PATH", unpacked.join("lib/pkgconfig")).args(["--cflags", "--libs", "lanedoku"]);
    let flags = output_of(&mut flags);
    let program = work.join("program");
    let source = outside("program.c");
    let mut arguments = vec![source.as_os_str()];
    arguments.extend(flags.split_whitespace().map(OsStr::new));
    succeed(&mut compile("cc", &program, &arguments));
    assert_eq!(output_of(Command::new(program).env("LD_LIBRARY_PATH", unpacked.join("lib"))), answer());
    let prefix = format!("-DCMAKE_PREFIX_PATH={}", unpacked.display());
    assert!(!cmake("release", &["-DHOW=installed".to_owned(), prefix, "-DBUILD_SHARED_LIBS=OFF".to_owned()]));
}
