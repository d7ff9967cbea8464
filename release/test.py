#!/usr/bin/env python3
"""Tests the C library as a release has it: installed, moved, packed, built from source, and in one program with others.

    release/test.py

Everything rests on one build of what a release contains (c/release.sh), unpacked. The sources of the archive are
built without network and compared with it; under the next version, they are built by CMake. Prints a line for each
test, and how many passed. Needs cargo-c, a C and a C++ compiler, binutils, pkg-config and CMake; prints a line that
starts with NOT RUN for what it lacks. Build files go to target/release-test, or to CARGO_TARGET_DIR.
"""

import os
import platform
import re
import shutil
import subprocess
import sys
import traceback
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
TARGET = Path(os.environ.get("CARGO_TARGET_DIR") or ROOT / "target") / "release-test"
WORK = TARGET / "work"
OUTSIDE = ROOT / "release/outside"
HEADERS = ROOT / "include"
VERSION = re.search(r'^version = "(.*)"', (ROOT / "Cargo.toml").read_text(), re.M)[1]
MAJOR, MINOR, _ = map(int, VERSION.split("."))
NEXT = f"0.{MINOR + 1}.0"
SOLUTION = "812753649943682175675491283154237896369845721287169534521974368438526917796318452"
TESTS = []


def test(function):
    TESTS.append(function)
    return function


class NotRun(Exception):
    """A test that cannot run on this machine."""


def needs(*tools):
    for tool in tools:
        if not shutil.which(tool):
            raise NotRun(f"{tool} is not installed")


def run(*command, fails=False, **options):
    """Runs a command and returns its output; with `fails`, it must fail, and its messages are returned."""
    command = [str(part) for part in command]
    env = os.environ | {name: str(value) for name, value in options.pop("env", {}).items()}
    done = subprocess.run(command, capture_output=True, text=True, timeout=3600, env=env, **options)
    if (done.returncode != 0) != fails:
        raise AssertionError(f"{' '.join(command)}: status {done.returncode}\n{done.stdout}{done.stderr}")
    return done.stderr if fails else done.stdout


def equal(found, expected, about=""):
    assert found == expected, f"{about}\n found: {found}\n expected: {expected}"


def folder(name):
    """Creates an empty folder."""
    made = WORK / name
    shutil.rmtree(made, ignore_errors=True)
    made.mkdir(parents=True)
    return made


def files(place):
    return {str(path.relative_to(place)) for path in place.rglob("*") if path.is_symlink() or not path.is_dir()}


def abi(version=VERSION):
    major, minor, _ = version.split(".")
    return f"0.{minor}" if major == "0" else major


def soname(version=VERSION):
    return f"liblanedoku.so.{abi(version)}"


def abi_object(version=VERSION):
    return "lanedoku_abi_" + abi(version).replace(".", "_")


def answer(version=VERSION):
    """What the programs in release/outside print."""
    return f"{version} {SOLUTION}\n"


def compile(compiler, output, *arguments, **options):
    return run(compiler, "-O1", "-Wall", "-Wextra", "-Werror", "-o", output, *arguments, **options)


def dynamic(file, tag):
    """Returns the entries of a kind in the dynamic section: the soname, or the libraries that a file needs."""
    lines = run("readelf", "--dynamic", file).splitlines()
    return [line.split("[")[1].split("]")[0] for line in lines if f"({tag})" in line]


def symbols(file, *options):
    lines = run("nm", *options, "--format=just-symbols", file).splitlines()
    return {line.split("@")[0] for line in lines if line and not line.endswith(":")}


@cache
def declared():
    """Returns the declarations of the header: the functions and the object of the ABI."""
    header = (HEADERS / "lanedoku.h").read_text()
    functions = re.findall(r"^(?!typedef)[a-z][^(\n;]*?\b(lanedoku_\w+)\(", header, re.M)
    objects = re.findall(r"^extern LANEDOKU_API .* (\w+);", header, re.M)
    assert len(functions) > 40 and objects == [abi_object()], (functions, objects)
    return set(functions + objects)


def release(out):
    env = {"CARGO_TARGET_DIR": TARGET / "cargo-c", "SOURCE_DATE_EPOCH": "1700000000"}
    return [Path(line) for line in run("c/release.sh", out, cwd=ROOT, env=env).splitlines()]


@cache
def archives():
    """The archives of a release, in two folders: packed once, and once again."""
    return [release(folder(name)) for name in ("once", "again")]


@cache
def unpacked():
    """The unpacked archives: for this machine, and the sources."""
    place = folder("unpacked")
    for archive in archives()[0]:
        run("tar", "-xzf", archive, "-C", place)
    sources = place / f"lanedoku-{VERSION}-source"
    (here,) = [path for path in place.iterdir() if path != sources]
    return here, sources


def library(name):
    return unpacked()[0] / "lib" / name


def moved(prefix, name):
    """A copy of an installed library in another place."""
    shutil.copytree(prefix, folder(name), symlinks=True, dirs_exist_ok=True)
    return WORK / name


@cache
def installed():
    """The sources of the archive, built without network or packages, and installed below a DESTDIR, as distributions
    do."""
    needs("cargo-cinstall")
    prefix, destination, home = folder("prefix"), folder("destination"), folder("empty-cargo-home")
    run("cargo", "cinstall", "--locked", "--offline", "--release", "-p", "liblanedoku",
        "--target-dir", TARGET / "offline", "--prefix", prefix, "--libdir=lib", "--destdir", destination,
        cwd=unpacked()[1], env={"CARGO_HOME": home})
    assert not files(prefix), "a file was written outside DESTDIR"
    assert not (home / "registry").exists()
    prefix.rmdir()
    (destination / prefix.relative_to("/")).rename(prefix)
    return prefix


@test
def a_release_has_two_archives_with_checksums():
    once, again = archives()
    equal([path.name.endswith("-source.tar.gz") for path in once], [False, True])
    for archive, second in zip(once, again):
        run("sha256sum", "--check", "--status", f"{archive}.sha256", cwd=archive.parent)
        assert archive.read_bytes() == second.read_bytes(), "the archives of the same sources differ"
    fresh = folder("fresh-sources")
    run(ROOT / "c/source.sh", fresh)
    equal(files(unpacked()[1]), files(fresh))


@test
def a_release_has_the_files_of_a_package():
    prefix, _ = unpacked()
    shared = f"lib/liblanedoku.so.{VERSION}"
    expected = {
        "README.md", "LICENSE-MIT", "LICENSE-APACHE", "include/lanedoku.h", "include/lanedoku.hpp", "lib/liblanedoku.a",
        "lib/liblanedoku.so", f"lib/{soname()}", shared, "lib/pkgconfig/lanedoku.pc",
        "share/cmake/lanedoku/lanedoku-config-version.cmake", "share/cmake/lanedoku/lanedoku-config.cmake",
        "share/doc/lanedoku/lanedoku.html", "share/licenses/lanedoku/LICENSE-APACHE",
        "share/licenses/lanedoku/LICENSE-MIT",
    }
    # The manual has a page for each function and one for the library.
    pages = {name for name in declared() if name != abi_object()} | {"lanedoku"}
    expected |= {f"share/man/man3/{name}.3" for name in pages}
    equal(files(prefix), expected)
    equal(files(installed()), expected - {"README.md", "LICENSE-MIT", "LICENSE-APACHE"})
    for header in ("lanedoku.h", "lanedoku.hpp"):
        assert (prefix / "include" / header).read_bytes() == (HEADERS / header).read_bytes(), header
    manual = (prefix / "share/man/man3/lanedoku.3").read_text()
    assert ".Sh DESCRIPTION" in manual and ".Fo lanedoku_solve" in manual
    equal((prefix / "share/man/man3/lanedoku_solve.3").read_text(), ".so man3/lanedoku.3\n")


@test
def the_sources_build_offline_to_the_same_bytes():
    for name in ("liblanedoku.a", f"liblanedoku.so.{VERSION}"):
        assert library(name).read_bytes() == (installed() / "lib" / name).read_bytes(), name
    equal((unpacked()[1] / "Cargo.lock").read_text().count("[[package]]"), 4)


@test
def the_shared_library_has_the_name_of_its_abi():
    equal(soname(), "liblanedoku.so.0.1", "the ABI changed: check that this is intended")
    equal(dynamic(library("liblanedoku.so"), "SONAME"), [soname()])
    program = folder("soname") / "program"
    # LANEDOKU_API makes the functions visible despite -fvisibility=hidden.
    compile("cc", program, f"-I{HEADERS}", "-fvisibility=hidden", OUTSIDE / "program.c", library("liblanedoku.so"))
    assert soname() in dynamic(program, "NEEDED"), "the path of the build instead of the soname"
    equal(run(program, env={"LD_LIBRARY_PATH": library("")}), answer())


@test
def the_shared_library_exports_the_declarations_of_the_header():
    equal(symbols(library("liblanedoku.so"), "--dynamic", "--defined-only"), declared())


@test
def the_libraries_call_only_memory_functions_of_libc():
    """No system library, no allocator, no unwinder. A panic would call `abort`, so no panic is reachable."""
    allowed = {"bcmp", "memcmp", "memcpy", "memmove", "memset"}
    start_up = {"_ITM_deregisterTMCloneTable", "_ITM_registerTMCloneTable", "__cxa_finalize", "__gmon_start__"}
    shared = symbols(library("liblanedoku.so"), "--dynamic", "--undefined-only") - start_up
    assert "memcpy" in shared and shared <= allowed, shared
    # A program that uses every function and is linked without the C library has undefined references only to its own
    # symbols and the allowed functions.
    whole = folder("whole-library") / "whole.o"
    run("ld", "--relocatable", "--output", whole, *(f"--undefined={name}" for name in sorted(declared())),
        library("liblanedoku.a"))
    needed = symbols(whole, "--undefined-only") - {"_GLOBAL_OFFSET_TABLE_"}
    hint = "to find the caller of `abort`, look for core::panicking in `objdump -dr --demangle`"
    assert needed <= allowed, f"{needed}; {hint} {whole}"
    # Private names of the assembly include the version, so that two versions can be linked into one program.
    private = f"lanedoku_{VERSION.replace('.', '_')}_"
    defined = {name for name in symbols(whole, "--defined-only", "--extern-only") if not name.startswith(private)}
    # A weak symbol cannot clash: see c/library/src/no_std.rs.
    equal(defined, declared() | {"rust_eh_personality"}, "a name that could clash with the program's")


@test
def the_libraries_are_hardened():
    """The assembly must say itself that it needs no executable stack: one object that does not makes the stack of a
    whole program executable."""
    segments = run("readelf", "--wide", "--program-headers", library("liblanedoku.so"))
    (stack,) = [line for line in segments.splitlines() if "GNU_STACK" in line]
    assert " RW " in stack and "GNU_RELRO" in segments and "RWE" not in segments, segments
    entries = run("readelf", "--wide", "--dynamic", library("liblanedoku.so"))
    assert "BIND_NOW" in entries or "Flags: NOW" in entries, entries
    assert not any(fault in entries for fault in ("TEXTREL", "(RPATH)", "(RUNPATH)")), entries
    objects = run("readelf", "--wide", "--sections", library("liblanedoku.a")).split("\nFile: ")[1:]
    assert objects, "no objects"
    for part in objects:
        stack = [line for line in part.splitlines() if ".note.GNU-stack" in line]
        assert ".text" not in part or stack and " X " not in stack[0], part


@test
def pkg_config_finds_the_library():
    needs("pkg-config")
    work = folder("pkg-config")
    (work / "probe.cpp").write_text("#include <iostream>\nint main() { std::cout << 1; }\n")
    try:
        compile("c++", work / "probe", "-static", work / "probe.cpp")
        kinds = ("shared", "static")
    except AssertionError:
        print("NOT RUN: pkg-config --static: static C and C++ libraries are not installed")
        kinds = ("shared",)
    # The file of a release is relative to its place; cargo-c's names the prefix.
    for name, prefix, options in (
        ("installed", installed(), []),
        ("installed-moved", moved(installed(), "installed-moved"), ["--define-prefix"]),
        ("unpacked", unpacked()[0], []),
        ("unpacked-moved", moved(unpacked()[0], "unpacked-moved"), []),
    ):
        def flags(*more):
            env = {"PKG_CONFIG_PATH": prefix / "lib/pkgconfig"}
            return run("pkg-config", *options, *more, "lanedoku", env=env).split()

        equal(flags("--modversion"), [VERSION])
        if name.startswith("installed"):
            equal(flags("--variable=prefix"), [str(prefix)])
        for compiler, source in (("cc", "program.c"), ("c++", "program.cpp")):
            for kind in kinds:
                program = work / f"{name}-{compiler}-{kind}"
                # `pkg-config --static` is meant for fully static programs.
                static = ["-static"] if kind == "static" else []
                compile(compiler, program, OUTSIDE / source, *static,
                        *flags("--cflags", "--libs", *(["--static"] if static else [])))
                equal(soname() in dynamic(program, "NEEDED"), kind == "shared", program)
                equal(run(program, env={"LD_LIBRARY_PATH": prefix / "lib"}), answer())


def configure(name, *options, **more):
    needs("cmake")
    return run("cmake", "-S", OUTSIDE, "-B", folder(f"cmake-{name}"), *options, **more)


def cmake(name, *options, version=VERSION, env={}):
    """Configures and builds the project in release/outside. Returns whether its programs use the shared library."""
    configure(name, *options)
    build = WORK / f"cmake-{name}"
    run("cmake", "--build", build, env=env)
    shared = []
    for program in (build / "in_c", build / "in_cpp"):
        equal(run(program), answer(version), name)
        shared.append(soname(version) in dynamic(program, "NEEDED"))
    equal(shared[0], shared[1])
    return shared[0]


@test
def cmake_finds_the_library():
    def options(prefix, *more):
        return ["-DHOW=installed", f"-DCMAKE_PREFIX_PATH={prefix}", *more]

    prefix, static = installed(), "-DBUILD_SHARED_LIBS=OFF"
    assert cmake("installed", *options(prefix, f"-DASKED={MAJOR}.{MINOR}"))
    assert not cmake("installed-static", *options(prefix, f"-DASKED={MAJOR}.{MINOR}", static))
    assert cmake("moved", *options(moved(prefix, "cmake-prefix-moved"), "-DBUILD_SHARED_LIBS=ON"))
    assert not cmake("unpacked", *options(unpacked()[0], static))

    # The headers, the libraries and the files for CMake in prefixes of their own; then the libraries in a folder for
    # the architecture.
    apart = folder("apart")
    multiarch = f"multiarch/lib/{platform.machine()}-linux-gnu"
    for part, *places in (("include", "headers/include", "multiarch/include"), ("lib", "libraries/lib", multiarch),
                          ("share", "cmake/share", "multiarch/share")):
        for place in places:
            shutil.copytree(prefix / part, apart / place, symlinks=True)
    assert cmake("apart", *options(";".join(str(apart / part) for part in ("cmake", "headers", "libraries"))))
    assert cmake("multiarch", *options(apart / "multiarch"))
    assert "there is no library in any of" in configure("apart-none", *options(apart / "cmake"), fails=True)


@test
def cmake_takes_the_versions_of_the_same_abi():
    def ask(version, taken):
        options = ["-DHOW=installed", f"-DCMAKE_PREFIX_PATH={installed()}", f"-DASKED={version}"]
        configure("asked", *options, fails=not taken)

    later = MINOR + 1
    ask(VERSION, True)
    ask(f"{MAJOR}.{MINOR}...{MAJOR}.{later}", True)
    ask(f"{MAJOR}.{later}", False)
    ask(f"{MAJOR}.{later}...{MAJOR}.{later + 1}", False)
    ask("99", False)
    # Below 1.0, each minor version is a new ABI.
    if MINOR:
        ask(f"{MAJOR}.{MINOR - 1}", MAJOR != 0)


@test
def cmake_passes_its_target_on():
    """cargo builds for the target of CMake, or CMake stops."""
    needs("make")
    options = ["-DHOW=subdirectory", "-GUnix Makefiles", f"-DSOURCE={unpacked()[1]}"]
    linux = "-DCMAKE_SYSTEM_NAME=Linux"
    riscv = "riscv64gc-unknown-linux-gnu"
    for name, more, target in (
        ("native", [], None),
        ("arm", [linux, "-DCMAKE_SYSTEM_PROCESSOR=arm64"], "aarch64-unknown-linux-gnu"),
        ("named", [f"-DLANEDOKU_CARGO_TARGET={riscv}"], riscv),
        ("flags", ["-DLANEDOKU_CARGO_FLAGS=--target=wasm"], "wasm"),
    ):
        configure(name, *options, *more)
        # Prints the commands, and runs none.
        commands = run("make", "--dry-run", "lanedoku_cargo", cwd=WORK / f"cmake-{name}")
        (cargo,) = [line for line in commands.splitlines() if "build --release" in line]
        passed = re.search(r"--target[ =](\S+)", cargo)
        equal(passed and passed[1], target, cargo)
        assert name != "arm" or "CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=" in cargo, cargo
    unknown = configure("unknown", *options, linux, "-DCMAKE_SYSTEM_PROCESSOR=vax", fails=True)
    assert "LANEDOKU_CARGO_TARGET" in unknown


@test
def the_readme_names_the_version_of_cargo_c():
    """Later versions need a later Rust, so it is the one that these tests use."""
    version = re.search(r"\btool cargo-cinstall (\S+)", (ROOT / ".ci/run").read_text(), re.M)[1]
    assert f"cargo install --locked cargo-c --version ={version}\n" in (ROOT / "c/README.md").read_text()


WHOLE = "-Wl,--whole-archive"
NOT_WHOLE = "-Wl,--no-whole-archive"


@test
def the_whole_archive_can_be_linked():
    """Plugins may link static libraries as a whole."""
    work, archive = folder("whole"), library("liblanedoku.a")
    whole = [WHOLE, archive, NOT_WHOLE]
    compile("cc", work / "program", f"-I{HEADERS}", OUTSIDE / "program.c", *whole)
    equal(run(work / "program"), answer())
    compile("cc", work / "plugin.so", f"-I{HEADERS}", "-fPIC", "-shared", OUTSIDE / "plugin.c", *whole)
    compile("cc", work / "host", OUTSIDE / "host.c", "-ldl")
    equal(run(work / "host", work / "plugin.so"), f"{VERSION}\n")
    equal(symbols(work / "plugin.so", "--dynamic", "--defined-only"), declared() | {"plugin_version", "plugin_solves"})
    # Helpers of the library and of Rust are hidden. The columns: number, value, size, type, binding, visibility,
    # section, name.
    listed = [line.split() for line in run("readelf", "--symbols", "--wide", archive).splitlines()]
    visible = {row[7] for row in listed
               if len(row) == 8 and row[4] in ("GLOBAL", "WEAK") and row[5] == "DEFAULT" and row[6] != "UND"}
    equal(visible, declared())


@test
def two_rust_libraries_link_into_one_program():
    """Both define `rust_eh_personality`; the standard library's must be used, in either order and with this library as
    a whole. (The whole library comes first, because otherwise some linkers find Rust's helper functions twice.)"""
    work, ours = folder("two-rust-libraries"), library("liblanedoku.a")
    another = work / "libanother.a"
    run("rustc", "--edition=2024", "--crate-type=staticlib", "-Cpanic=unwind", "-o", another, OUTSIDE / "another.rs")
    for name, libraries in (("ours-first", [ours, another]), ("another-first", [another, ours]),
                            ("ours-whole", [WHOLE, ours, NOT_WHOLE, another])):
        compile("cc", work / name, f"-I{HEADERS}", OUTSIDE / "two_rust_libraries.c", *libraries,
                "-lpthread", "-ldl", "-lm", "-lgcc_s")
        equal(run(work / name, env={"RUST_BACKTRACE": "0"}), "both work\n", name)


def another_abi(name):
    """A folder with the header of another ABI."""
    work = folder(name)
    header = (HEADERS / "lanedoku.h").read_text()
    assert abi_object() in header
    (work / "lanedoku.h").write_text(header.replace(abi_object(), "lanedoku_abi_0_99"))
    shutil.copy(HEADERS / "lanedoku.hpp", work)
    return work


@test
def a_header_of_another_abi_does_not_link():
    work = another_abi("another-abi")
    program = work / "program"
    for compiler, source in (("cc", OUTSIDE / "program.c"), ("c++", OUTSIDE / "program.cpp")):
        for name in ("liblanedoku.a", "liblanedoku.so"):
            for options in ([], ["-Wl,--gc-sections"]):
                refused = compile(compiler, program, f"-I{work}", *options, source, library(name), fails=True)
                assert "undefined reference to `lanedoku_abi_0_99'" in refused, refused
            # Without the reference it links, and so does the correct header at fixed addresses.
            for options in ([f"-I{work}", "-DLANEDOKU_NO_ABI_CHECK"], [f"-I{HEADERS}", "-no-pie"]):
                compile(compiler, program, *options, source, library(name))
                equal(run(program, env={"LD_LIBRARY_PATH": library("")}), answer())


@test
def the_cpp_header_needs_the_library_only_for_calls():
    """A file that calls none of its functions links without the library. One that calls some is checked for its ABI."""
    work = another_abi("include-without-a-call")
    program, archive = work / "program", library("liblanedoku.a")
    uncalled, called = work / "uncalled.cpp", work / "called.cpp"
    include = "#include <lanedoku.hpp>\nint main() { return "
    uncalled.write_text(include + "static_cast<int>(lanedoku::options{}.side); }\n")
    called.write_text(include + 'lanedoku::count("1", 2).solutions > 0; }\n')
    for level in ("-O0", "-O2"):
        options = ["-std=c++17", level]
        compile("c++", program, *options, f"-I{HEADERS}", uncalled)
        refused = compile("c++", program, *options, f"-I{work}", called, archive, fails=True)
        assert "`lanedoku_abi_0_99'" in refused, refused
        compile("c++", program, *options, f"-I{HEADERS}", called, archive)


@cache
def next_sources():
    """The sources of the archive, under the next version."""
    copy = moved(unpacked()[1], "sources-next")
    # The packages of the C library name the version of the others, too.
    for manifest in ("Cargo.toml", "steps/Cargo.toml", "c/Cargo.toml", "c/library/Cargo.toml"):
        path = copy / manifest
        path.write_text(path.read_text().replace(f'version = "{VERSION}"', f'version = "{NEXT}"'))
    (copy / "Cargo.lock").unlink()
    run("cargo", "generate-lockfile", "--offline", "--quiet", cwd=copy)
    header = copy / "include/lanedoku.h"
    text = header.read_text().replace(abi_object(), abi_object(NEXT))
    for part, value in zip(("MAJOR", "MINOR", "PATCH"), NEXT.split(".")):
        text, count = re.subn(f"(#define LANEDOKU_VERSION_{part}) .*", rf"\1 {value}", text)
        equal(count, 1)
    header.write_text(text)
    return copy


@cache
def next_built():
    """The folder in which CMake builds the next version: not optimised for long, and with versioned symbols."""
    needs("cmake", "ld.bfd")
    sources, target = next_sources(), TARGET / "next"
    settings = ("lto=false", "opt-level=1", "codegen-units=16")
    quick = " ".join(f"--config profile.release.{setting}" for setting in settings)
    options = [f"-DLANEDOKU_CARGO_TARGET_DIR={target}", f"-DLANEDOKU_CARGO_FLAGS=--offline {quick}"]
    env = {"RUSTFLAGS": "-Clink-arg=-fuse-ld=bfd -Clink-arg=-Wl,--default-symver"}

    def build(name, *more):
        return cmake(name, *options, *more, version=NEXT, env=env)

    subdirectory = ["-DHOW=subdirectory", f"-DSOURCE={sources}"]
    assert not build("subdirectory", *subdirectory)
    assert build("subdirectory-shared", *subdirectory, "-DBUILD_SHARED_LIBS=ON")
    assert not build("fetched", "-DHOW=fetched", f"-DFETCHCONTENT_SOURCE_DIR_LANEDOKU={sources}")
    return target / "release"


@test
def cmake_builds_the_library_from_source():
    """As a subdirectory and fetched, static and shared; cargo alone gives the library the soname of its ABI, too."""
    equal(dynamic(next_built() / "liblanedoku.so", "SONAME"), [soname(NEXT)])


@test
def two_versions_work_in_one_process():
    """Each behind its own plugin, or, with versioned symbols (c/README.md), behind a library that is linked with the
    program."""
    needs("ld.bfd")
    work = folder("two-versions")
    plugins, libraries = [], []
    for name, version, include in (("old", VERSION, HEADERS), ("new", NEXT, next_sources() / "include")):
        place = folder(f"two-versions/{name}")
        versioned = place / soname(version)
        if name == "old":
            # The shared library of a release has no versioned symbols, so the static one is linked once more.
            compile("cc", versioned, "-shared", "-fuse-ld=bfd", "-Wl,--default-symver", f"-Wl,-soname,{soname()}",
                    WHOLE, library("liblanedoku.a"), NOT_WHOLE)
        else:
            shutil.copy(next_built() / "liblanedoku.so", versioned)
        equal(dynamic(versioned, "SONAME"), [soname(version)])
        named = run("nm", "--dynamic", "--with-symbol-versions", versioned)
        assert f"lanedoku_solve@@{soname(version)}" in named, named

        def link(output, prefix, used):
            compile("cc", output, "-fPIC", "-shared", f"-I{include}", f"-Wl,-rpath,{used.parent}", f"-DPLUGIN={prefix}",
                    OUTSIDE / "plugin.c", used)

        libraries.append(work / f"libuses-{name}.so")
        link(libraries[-1], name, versioned)
        plugins.append(work / f"plugin-{name}.so")
        # The plugin of the old version uses the library as it is released.
        link(plugins[-1], "plugin", library("liblanedoku.so") if name == "old" else versioned)
    both = f"{VERSION}\n{NEXT}\n"
    compile("cc", work / "host", OUTSIDE / "host.c", "-ldl")
    equal(run(work / "host", *plugins), both)
    compile("cc", work / "both", OUTSIDE / "both.c", *libraries, f"-Wl,-rpath,{work}")
    equal(run(work / "both"), both)


@test
def the_reader_of_boards_links():
    """The library with the feature `formats`, from the checkout, as the archive of the sources lacks it."""
    run("cargo", "build", "--locked", "-p", "liblanedoku", "--features", "formats", "--target-dir", TARGET / "formats",
        "--config", "profile.dev.debug=false", cwd=ROOT)
    program = folder("formats") / "read_boards"
    compile("cc", program, "-std=c99", f"-I{HEADERS}", OUTSIDE / "read_boards.c",
            TARGET / "formats/debug/liblanedoku.a", "-lpthread", "-ldl", "-lm")
    puzzle = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    drawn = "\n".join(" ".join(puzzle[row:row + 9]) for row in range(0, 81, 9))
    equal(run(program, "9", input=f"{drawn}\n\n{puzzle}\n"), f"ok\n{puzzle}\n{puzzle}\n\n")
    equal(run(program, "4", input="1..4........2..!"),
          "invalid\nline 1, column 16: '!' is not valid on a 4x4 board\n")


def main():
    if sys.platform != "linux":
        return print("NOT RUN: release/test.py, which is for Linux")
    if not shutil.which("cargo-cinstall"):
        return print("NOT RUN: release/test.py: cargo-cinstall is not installed")
    chosen = [function for function in TESTS if not sys.argv[1:] or function.__name__ in sys.argv[1:]]
    passed = failed = 0
    for function in chosen:
        try:
            function()
            passed += 1
            print(f"test {function.__name__} ... ok", flush=True)
        except NotRun as why:
            print(f"NOT RUN: {function.__name__}: {why}", flush=True)
        except Exception:
            failed += 1
            print(f"test {function.__name__} ... FAILED\n{traceback.format_exc()}", flush=True)
    print(f"{passed} passed, {failed} failed")
    sys.exit(failed > 0)


if __name__ == "__main__":
    main()
