//! `include/lanedoku.h` in C programs, each compiled in C99 and C++ and linked with both libraries.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::{env, fs, thread};

use lanedoku::{
    ClueSymmetry, Engine, Generator, GeneratorWorkspace, Grid, Kernel, Layout, LayoutSolver, LeftClues,
    RATING_SAMPLES, Solver, Status, Symmetry, parse_candidates, random_grid, rate,
};
use lanedoku_steps::{Explainer, Hint, LayoutExplainer, PencilMarks, Technique, TechniqueSet};
use testkit::children::is_installed;
use testkit::not_run;

use crate::library::{BOUNDS, HEADERS, LIBRARIES, RUN_PATH, TARGET, output_of, succeed};
use crate::table;

/// The languages in which every C source is compiled.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Language {
    C99,
    Cpp,
}

/// The library that a program is linked with.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Library {
    Static,
    Shared,
}

/// Returns the program of a source, built at the first call.
fn program(source: &Path, language: Language, library: Library) -> PathBuf {
    static BUILT: Mutex<BTreeMap<(PathBuf, Language, Library), PathBuf>> = Mutex::new(BTreeMap::new());
    let mut built = BUILT.lock().unwrap_or_else(PoisonError::into_inner);
    let key = (source.to_owned(), language, library);
    built.entry(key).or_insert_with(|| build(source, language, library)).clone()
}

/// Returns the compiler of a language for the target.
fn compiler(language: Language) -> cc::Tool {
    cc::Build::new()
        .cpp(language == Language::Cpp)
        .target(TARGET)
        .host(env!("BUILD_HOST"))
        .opt_level(1)
        .debug(true)
        .cargo_metadata(false)
        .get_compiler()
}

/// Whether the programs of this file can be built. Prints a line if not.
fn can_build() -> bool {
    let lacking = [Language::C99, Language::Cpp].into_iter().find_map(|language| {
        let compiler = compiler(language);
        let program = compiler.path().display().to_string();
        (!is_installed(&program)).then_some(program)
    });
    if let Some(compiler) = &lacking {
        not_run(&format!("C programs for {TARGET}: {compiler} is not installed"));
    }
    lacking.is_none()
}

/// Compiles one C source without warnings and links it with only the library.
fn build(source: &Path, language: Language, library: Library) -> PathBuf {
    let libraries = &*LIBRARIES;
    let compiler = compiler(language);
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
        .args(["-Wall", "-Wextra", "-Werror", "-pedantic", HEADERS, "-Itests/c"])
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

/// Returns the command that starts a program for the target.
fn start(program: &Path) -> Command {
    let name = TARGET.to_uppercase().replace('-', "_");
    let runner = env::var(format!("CARGO_TARGET_{name}_RUNNER")).unwrap_or_default();
    let mut words = runner.split_whitespace().filter(|_| cfg!(foreign));
    let Some(first) = words.next() else { return Command::new(program) };
    let mut command = Command::new(first);
    command.args(words).arg(program);
    command
}

/// Returns the programs of a source, in both languages and with both libraries.
fn everywhere(source: &(impl AsRef<Path> + ?Sized)) -> impl Iterator<Item = PathBuf> {
    let libraries = [Library::Static, Library::Shared];
    let builds = [Language::C99, Language::Cpp].map(|language| libraries.map(|library| (language, library)));
    builds.into_iter().flatten().map(move |(language, library)| program(source.as_ref(), language, library))
}

/// Compiles and runs a source in both languages with both libraries.
fn runs_everywhere(source: &str) {
    for program in everywhere(source) {
        succeed(&mut start(&program));
    }
}

/// Runs a program and returns its exit code, standard output and standard error.
fn run(program: &Path, arguments: &[&str], input: &str) -> (i32, String, String) {
    let output = BOUNDS.output(start(program).args(arguments), input.as_bytes());
    let text = |bytes| String::from_utf8(bytes).unwrap();
    (output.status.code().unwrap(), text(output.stdout), text(output.stderr))
}

/// The other tests of C programs, of which nothing is left on another machine.
#[cfg(foreign)]
#[test]
fn the_host_alone_installs_the_library() {
    not_run("C++ programs: the tests are built for another machine");
}

#[test]
fn every_function_behaves_as_documented() {
    if !can_build() {
        return;
    }
    runs_everywhere("tests/c/every_function.c");
}

/// The calls of `tests/c/functions.table`, each with one thing wrong, and their number. The program is written once.
static WRONG_CALLS: LazyLock<(PathBuf, usize)> = LazyLock::new(|| {
    let header = fs::read_to_string("../include/lanedoku.h").unwrap();
    let table = fs::read_to_string("tests/c/functions.table").unwrap();
    let made = table::program(&header, &table);
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("wrong_calls.c");
    fs::write(&source, made.source).unwrap();
    (source, made.calls)
});

#[test]
fn wrong_calls_have_the_statuses_of_the_table() {
    if !can_build() {
        return;
    }
    let (source, calls) = &*WRONG_CALLS;
    for program in everywhere(source) {
        let (_, output, _) = run(&program, &[], "");
        assert_eq!(output, format!("{calls} calls, 0 failures\n"), "{}", program.display());
    }
}

/// Every name of the header's declarations has a row, so that no function is forgotten.
#[test]
#[should_panic(expected = "lanedoku_new has no row in the table")]
fn a_new_function_needs_a_row() {
    let header = fs::read_to_string("../include/lanedoku.h").unwrap();
    let declared = header.rsplit_once("LANEDOKU_API\n").unwrap().0.to_owned();
    let table = fs::read_to_string("tests/c/functions.table").unwrap();
    let _ = table::program(&(declared + "LANEDOKU_API\nuint32_t lanedoku_new(void);\n"), &table);
}

#[test]
fn searches_stop_and_go_on() {
    if !can_build() {
        return;
    }
    runs_everywhere("tests/c/search.c");
}

#[test]
fn related_puzzles_and_batches_behave_as_documented() {
    if !can_build() {
        return;
    }
    runs_everywhere("tests/c/puzzles.c");
}

#[test]
fn steps_of_a_person_behave_as_documented() {
    runs_everywhere("tests/c/steps.c");
}

#[test]
fn layouts_behave_as_documented() {
    if !can_build() {
        return;
    }
    runs_everywhere("tests/c/layouts.c");
}

#[test]
fn the_steps_are_those_of_the_crate() {
    let program = program(Path::new("tests/c/steps.c"), Language::C99, Library::Static);
    let output = output_of(&mut Command::new(program));
    let lines = |name: &str| -> Vec<String> {
        output.lines().filter_map(|line| line.strip_prefix(name)).map(str::to_owned).collect()
    };
    assert_eq!(lines("technique "), Technique::ALL.iter().map(|of| of.name()).collect::<Vec<_>>());
    let puzzle: Grid = lines("puzzle ")[0].parse().unwrap();
    let mut memory = Box::new_uninit();
    let explainer = Explainer::write_new(&mut memory);
    let first = explainer.next_step(&PencilMarks::new(&puzzle)).unwrap();
    let hints = [Hint::Where, Hint::What, Hint::Why].map(|hint| first.hint(hint).to_string());
    assert_eq!(lines("hint "), hints);
    let mut steps = Vec::new();
    explainer.set_techniques(TechniqueSet::SCALE.without_uniqueness());
    let found = explainer.visit_steps(&puzzle, |_, step| {
        steps.push(step.to_string());
        ControlFlow::Continue(())
    });
    assert!(found.is_ok_and(|difficulty| difficulty.steps() > 40));
    assert_eq!(lines("step "), steps);
}

/// The calls that every language makes.
#[test]
fn the_table_of_calls_has_the_same_answers() {
    if !can_build() {
        return;
    }
    let table = "../tests/agree/table.tsv";
    let rows = fs::read_to_string(table).unwrap().lines().count();
    for program in everywhere("tests/c/table_of_calls.c") {
        let (_, output, _) = run(&program, &[table], "");
        assert_eq!(output, format!("{rows} of {rows} rows, 0 failures\n"), "{}", program.display());
    }
}

#[test]
fn signal_handlers_and_forks_call_the_library() {
    if !can_build() {
        return;
    }
    runs_everywhere("tests/c/signals.c");
}

#[test]
fn threads_share_the_library() {
    if !can_build() {
        return;
    }
    runs_everywhere("tests/c/threads.c");
}

/// Valgrind detects reads beyond a text, reads of uninitialized memory, and leaks. It does not support AVX-512 and
/// hides it from the library, which then chooses another kernel.
#[test]
fn valgrind_finds_nothing() {
    if !can_build() {
        return;
    }
    if cfg!(foreign) {
        not_run("valgrind_finds_nothing: the programs are for another machine");
        return;
    }
    if !is_installed("valgrind") {
        not_run("valgrind_finds_nothing: valgrind is not installed");
        return;
    }
    let sources = ["every_function", "layouts", "puzzles", "search", "steps", "threads"];
    let sources = sources.map(|name| PathBuf::from(format!("tests/c/{name}.c")));
    thread::scope(|scope| {
        for source in sources.iter().chain([&WRONG_CALLS.0]) {
            let program = program(source, Language::C99, Library::Static);
            let options = ["--quiet", "--error-exitcode=9", "--leak-check=full", "--show-leak-kinds=all"];
            // With an argument, the longest program solves fewer puzzles.
            scope.spawn(move || succeed(Command::new("valgrind").args(options).arg(program).arg("few")));
        }
    });
}

#[test]
fn the_version_and_the_kernels_match_the_crate() {
    if !can_build() {
        return;
    }
    let program = program(Path::new("tests/c/every_function.c"), Language::C99, Library::Static);
    let output = output_of(&mut start(&program));
    let line = |name: &str| output.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim();
    let [major, minor, patch] =
        [env!("CARGO_PKG_VERSION_MAJOR"), env!("CARGO_PKG_VERSION_MINOR"), env!("CARGO_PKG_VERSION_PATCH")];
    assert_eq!(line("version"), format!("{} {major}.{minor}.{patch}", env!("CARGO_PKG_VERSION")));
    assert_eq!(line("kernels"), Kernel::ALL.map(Kernel::name).join(" "));
    assert_eq!(line("vectors"), vectors());
}

/// The vectors that every processor of the target has. Without features of its own, so without simd128.
fn vectors() -> &'static str {
    match env::consts::ARCH {
        "x86_64" => "SSE2",
        "aarch64" if cfg!(target_endian = "little") => "NEON",
        _ => "arrays",
    }
}

#[test]
fn the_functions_for_one_board_give_the_same_answers_as_the_crate() {
    if !can_build() {
        return;
    }
    let program = program(Path::new("tests/c/every_function.c"), Language::C99, Library::Static);
    let output = output_of(&mut start(&program));
    let line = |name: &str| output.lines().find_map(|line| line.strip_prefix(name)).unwrap().trim();
    let puzzle: Grid = HARD.parse().unwrap();
    assert_eq!(line("canonical"), puzzle.canonical().to_string());
    assert_eq!(line("shuffled"), Symmetry::random(7, 3).apply(&puzzle).to_string());
    assert_eq!(line("grid"), random_grid(7, 3).to_string());
    let rating = rate(&puzzle, RATING_SAMPLES, || true).unwrap();
    let flags = [rating.singles_only, rating.locked_only].map(u32::from);
    let guesses = [rating.least_guesses, rating.median_guesses];
    let sweeps = [rating.least_sweeps, rating.median_sweeps];
    let numbers = [flags, guesses, sweeps].concat().iter().map(u32::to_string).collect::<Vec<_>>().join(" ");
    assert_eq!(line("rating"), numbers);
}

#[test]
fn generated_puzzles_equal_those_of_the_crate() {
    if !can_build() {
        return;
    }
    let program = program(Path::new("tests/c/every_function.c"), Language::C99, Library::Static);
    let output = output_of(&mut start(&program));
    // The C test writes each line once per workspace alignment.
    let lines = |name: &str| {
        let found = output.lines().filter_map(|line| line.strip_prefix(name));
        let found: BTreeSet<_> = found.map(|rest| rest.trim().to_owned()).collect();
        assert_eq!(found.len(), 1, "{name}: {found:?}");
        found.into_iter().next().unwrap()
    };
    let mut workspace = Box::new(GeneratorWorkspace::new());
    let mut made = |generator: Generator, index: u64| {
        let mut puzzle = [None];
        generator.generate(index, &mut puzzle, &mut workspace);
        puzzle[0].unwrap().to_string()
    };
    let pattern = "186.23.4....1..3.934...8.6.....6..74...8.7...61..3.....6.5...237.5..2....2.38.756";
    let pattern = pattern.parse::<Grid>().unwrap().clue_cells();
    let seven = Generator::new(7);
    let diagonal = seven.clone().symmetry(ClueSymmetry::Diagonal);
    let drawn = seven.clone().random_symmetry();
    assert_eq!(lines("generated"), made(seven.clone(), 3) + " " + &made(seven.clone(), 202));
    assert_eq!(lines("symmetric"), made(diagonal.clone().clues(28..=30), 0));
    assert_eq!(lines("few"), made(diagonal.clues(0..=27).minimal(), 0));
    assert_eq!(lines("drawn"), made(drawn.clone(), u64::MAX) + " " + &made(drawn, 0));
    assert_eq!(lines("pattern"), made(seven.pattern(pattern), 0));

    let mut almost_full = *random_grid(1, 198).digits();
    almost_full[198 % 81] = 0;
    let puzzles = [random_grid(1, 0), Grid::from_digits(&almost_full).unwrap()];
    let mut minimal = [None; 2];
    for (index, number) in [3, 201].into_iter().enumerate() {
        let (puzzle, minimal) = (&puzzles[index..=index], &mut minimal[index..=index]);
        Solver::new().minimize(puzzle, 7, number, minimal, &mut workspace);
    }
    assert_eq!(lines("minimized"), minimal.map(|left| left.unwrap().to_string()).join(" "));
}

/// The first example, run from a shell.
#[test]
fn the_example_solves() {
    if !can_build() {
        return;
    }
    let program = program(Path::new("../examples/c/solve.c"), Language::C99, Library::Static);
    let built_in = output_of(&mut start(&program));
    assert!(built_in.starts_with("8 1 2  7 5 3  6 4 9\n"), "{built_in}");
    assert!(built_in.contains("unique"), "{built_in}");
    let small = output_of(start(&program).arg("1..4.........32."));
    assert!(small.starts_with("1 2  3 4\n3 4  1 2\n"), "{small}");

    let several = BOUNDS.output(start(&program).arg("................"), b"");
    assert_eq!(several.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&several.stdout).contains("multiple"));
    let invalid = BOUNDS.output(start(&program).arg("11.............."), b"");
    assert_eq!(invalid.status.code(), Some(2));
    assert_eq!(
        String::from_utf8_lossy(&invalid.stderr),
        "1 appears twice in row 1: row 1, column 1 and row 1, column 2\n"
    );

    // One wrong character does not make another size of the board.
    let wrong = BOUNDS.output(start(&program).arg(".".repeat(255) + "!"), b"");
    assert_eq!(
        String::from_utf8_lossy(&wrong.stderr),
        "line 1, column 256: '!' is not valid on a 16x16 board\n"
    );

    // It also builds as C++ and with the shared library.
    runs_everywhere("../examples/c/solve.c");
}

/// The loop, on each kernel of this build.
#[test]
fn the_loop_example_runs_both_kernels() {
    if !can_build() {
        return;
    }
    let output =
        output_of(&mut start(&program(Path::new("../examples/c/loop.c"), Language::C99, Library::Static)));
    let [portable, assembly] = output.lines().collect::<Vec<_>>()[..] else { panic!("{output}") };
    let answer = portable.strip_prefix("portable  ").unwrap_or_else(|| panic!("{output}"));
    assert!(answer.starts_with(HARD_SOLVED) && answer.contains("  unique, "), "{output}");
    let other = if cfg!(all(feature = "asm", target_arch = "x86_64")) {
        answer
    } else {
        "not in this library, or not for this processor"
    };
    assert_eq!(assembly.strip_prefix("asm       "), Some(other));
    runs_everywhere("../examples/c/loop.c");
}

/// The measurement of single calls sees the answers of the library, through tdoku's signature.
#[test]
fn single_calls_are_timed_after_their_answers() {
    if !can_build() {
        return;
    }
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("single_calls.txt");
    let [open, none] = [".".repeat(81), format!("1{}23456789.{}", ".".repeat(9), ".".repeat(62))];
    fs::write(&file, format!("{HARD}\n{open}\n{none}\n{HARD}\n")).unwrap();
    let program = program(Path::new("../benches/peers/c/latency.c"), Language::C99, Library::Static);
    let output = output_of(start(&program).arg(&file).arg("3"));
    let lines: Vec<&str> = output.lines().collect();
    assert_eq!(lines[0], "# 4 puzzles: 1 without a solution, 2 with one, 1 with more", "{output}");
    assert_eq!(lines.len(), 4, "{output}");
}

const HARD: &str = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..";
const HARD_SOLVED: &str = "812753649943682175675491283154237896369845721287169534521974368438526917796318452";

#[test]
fn the_batch_example_counts_the_answers_and_reports_invalid_lines() {
    if !can_build() {
        return;
    }
    let wrong_character = HARD.replacen('6', "!", 1);
    let wrong_clues = HARD.replacen('.', "8", 1);
    let no_solution = format!("12345678.........9{}", ".".repeat(63));
    let spaced = HARD_SOLVED.replace("45", "4 5");
    let open = ".".repeat(81);
    // A single CR ends a line, so it also gives an empty line. The last line has no line end.
    let lines = format!(
        "{HARD}\r\n{HARD_SOLVED}\n\r\n\n{wrong_character}\r\n123\n{open}\n{no_solution}\r\n{wrong_clues}\n{spaced}\n\
         {HARD}"
    );
    let counts =
        "         4 unique\n         1 multiple\n         1 none\n         3 invalid\n         9 in all\n";
    let errors = "line 5, column 13: '!' is not valid on a 9x9 board\n\
                      line 6: expected 81 cells, found 3\n\
                      line 9: 8 appears twice in row 1: row 1, column 1 and row 1, column 2\n";
    let many = format!("{HARD}\r\n").repeat(5000) + "12345";
    let file = Path::new(env!("CARGO_TARGET_TMPDIR")).join("batch_example.txt");
    fs::write(&file, &lines).unwrap();
    for program in everywhere("../examples/c/batch.c") {
        let expected = (1, counts.to_owned(), errors.to_owned());
        assert_eq!(run(&program, &[], &lines), expected);
        assert_eq!(run(&program, &[file.to_str().unwrap()], ""), expected);
        assert_eq!(
            run(&program, &[], &many),
            (
                1,
                "      5000 unique\n         1 invalid\n      5001 in all\n".to_owned(),
                "line 5001: expected 81 cells, found 5\n".to_owned()
            )
        );
        assert_eq!(run(&program, &[], HARD).0, 0);
        assert_eq!(run(&program, &[], ""), (0, "         0 in all\n".to_owned(), String::new()));
        let (code, written, error) = run(&program, &["tests/no such file"], HARD);
        assert_eq!((code, written.as_str()), (2, ""));
        assert!(error.starts_with("tests/no such file: "), "{error}");
        // A directory can be opened but not read.
        assert_eq!(run(&program, &["tests"], HARD).0, 2);
    }
}

#[test]
fn the_enumerate_example_shows_solutions_up_to_a_limit() {
    if !can_build() {
        return;
    }
    let puzzle: Grid = HARD.replacen("85", "8.", 1).parse().unwrap();
    let backtrack = Solver::builder().engine(Engine::Backtrack).build().unwrap();
    assert_eq!(backtrack.count(&puzzle, u64::MAX).solutions, 85);
    for program in everywhere("../examples/c/enumerate.c") {
        for (arguments, shown, last) in [
            (&[][..], 5, "5 shown, and there may be others"),
            (&[&puzzle.to_string()[..], "84"], 84, "84 shown, and there may be others"),
            (&[&puzzle.to_string(), "1000"], 85, "85 shown, and there are no others"),
        ] {
            let (code, written, errors) = run(&program, arguments, "");
            assert_eq!((code, errors.as_str()), (0, ""));
            let lines: Vec<_> = written.lines().collect();
            let (end, solutions) = lines.split_last().unwrap();
            assert_eq!((*end, solutions.len()), (last, shown));
            assert_eq!(solutions.iter().collect::<BTreeSet<_>>().len(), shown);
            assert!(solutions.iter().all(|line| line.parse::<Grid>().unwrap().is_solution_of(&puzzle)));
        }
        let (code, written, _) = run(&program, &[&".".repeat(16), "300"], "");
        assert_eq!((code, written.lines().count()), (0, 289), "all 4x4 grids");
        assert!(written.ends_with("288 shown, and there are no others\n"), "{written}");
        let none = run(&program, &["123........4...."], "");
        assert_eq!((none.0, none.1.as_str()), (1, "0 shown, and there are no others\n"));
        let invalid = run(&program, &["11.............."], "");
        assert_eq!((invalid.0, invalid.1.as_str()), (2, ""));
        assert!(invalid.2.starts_with("1 appears twice in row 1"), "{}", invalid.2);
        for limit in ["0", "five", "", "5x"] {
            assert_eq!(run(&program, &[HARD, limit], "").2, format!("{limit}: not a limit\n"));
        }
    }
}

#[test]
fn the_threads_example_counts_every_solution() {
    if !can_build() {
        return;
    }
    let many = HARD.replacen("8", ".", 1).replacen("36", "..", 1);
    let counted = Solver::new().count(&many.parse::<Grid>().unwrap(), u64::MAX).solutions;
    let drawn = "..|..\n..|..\n-----\n..|..\n..|..";
    for program in everywhere("../examples/c/count_threads.c") {
        let line = |count: u64, threads: u32| format!("{count} solutions, counted on {threads} threads\n");
        let built_in = run(&program, &[], "");
        assert_eq!(built_in, (0, line(counted, 4), String::new()));
        for threads in [1, 2, 7, 64] {
            let number = threads.to_string();
            assert_eq!(run(&program, &[&many, &number], ""), (0, line(counted, threads), String::new()));
            assert_eq!(run(&program, &[drawn, &number], "").1, line(288, threads));
        }
        assert_eq!(run(&program, &[HARD, "3"], "").1, line(1, 3));
        // A puzzle without an open cell, and one without a solution.
        assert_eq!(run(&program, &[HARD_SOLVED, "3"], "").1, line(1, 3));
        let none = run(&program, &["123........4....", "2"], "");
        assert_eq!((none.0, none.1), (1, line(0, 2)));
        let invalid = run(&program, &[&HARD.replacen('.', "8", 1)], "");
        assert_eq!((invalid.0, invalid.1.as_str()), (2, ""));
        assert!(invalid.2.starts_with("8 appears twice in row 1"), "{}", invalid.2);
        assert_eq!(run(&program, &["", "2"], "").0, 2);
        for number in ["0", "65", "two"] {
            assert_eq!(run(&program, &[HARD, number], "").0, 2, "{number}");
        }
    }
}

#[test]
fn the_pencil_marks_example_solves() {
    if !can_build() {
        return;
    }
    let rows = |cells: &str| -> String {
        cells.as_bytes().chunks(9).map(|row| str::from_utf8(row).unwrap().to_owned() + "\n").collect()
    };
    let hard = fs::read_to_string("../tests/attack/hard_candidates.txt").unwrap();
    assert!(hard.lines().count() > 0);
    for program in everywhere("../examples/c/pencil_marks.c") {
        let built_in = run(&program, &[], "");
        assert_eq!(built_in.1, rows(HARD_SOLVED) + "unique, from 275 candidates\n");
        assert_eq!((built_in.0, built_in.2.as_str()), (0, ""));
        for text in hard.lines() {
            let outcome = Solver::new().solve(&parse_candidates(text.as_bytes()).unwrap());
            let (code, written, _) = run(&program, &[text], "");
            let shown = outcome.solution.map_or(String::new(), |found| rows(&found.to_string()));
            let candidates = text.bytes().filter(u8::is_ascii_digit).count();
            assert_eq!(written, format!("{shown}{}, from {candidates} candidates\n", outcome.status.name()));
            assert_eq!(code, i32::from(outcome.status != Status::Unique));
        }
        let several = run(&program, &[&"123456789".repeat(81)], "");
        assert!(several.1.ends_with("multiple, from 729 candidates\n"), "{}", several.1);
        assert_eq!(several.0, 1);
        let none = run(&program, &[&".".repeat(729)], "");
        assert_eq!((none.0, none.1.as_str()), (1, "none, from 0 candidates\n"));
        for wrong in [HARD, "", &"21.......".repeat(81)] {
            let (code, written, error) = run(&program, &[wrong], "");
            assert_eq!((code, written.as_str()), (2, ""));
            assert!(error.starts_with("not 729 characters"), "{error}");
        }
    }
}

/// The program in the header's opening comment.
#[test]
fn the_program_in_the_header_solves() {
    if !can_build() {
        return;
    }
    let header = fs::read_to_string("../include/lanedoku.h").unwrap();
    let code: String = header
        .lines()
        .skip_while(|line| !line.contains("A complete program"))
        .take_while(|line| !line.contains("Build it"))
        .filter_map(|line| line.strip_prefix(" *     "))
        .flat_map(|line| [line, "\n"])
        .collect();
    let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join("header_program.c");
    fs::write(&source, code).unwrap();
    for language in [Language::C99, Language::Cpp] {
        let printed = output_of(&mut start(&program(&source, language, Library::Static)));
        assert_eq!(printed.trim_end(), HARD_SOLVED);
    }
}

/// What the block about layouts writes. Apart, because the workspace of the other test is large.
#[inline(never)]
fn of_a_layout() -> String {
    let layout: Layout = "6x6+diagonal".parse().unwrap();
    let (solver, explainer) = (LayoutSolver::new(&layout), LayoutExplainer::new(&layout));
    let (mut puzzle, mut solution, mut drawn) = ([0; 36], [0; 36], String::new());
    solver.generate(2024, 0, &LeftClues::default(), || true, &mut puzzle).unwrap();
    solver.solve(&puzzle, u64::MAX, &mut solution);
    layout.draw(&Layout::characters(&solution).collect::<Vec<u8>>(), &mut drawn).unwrap();
    let hint = explainer.next_step(&explainer.marks(&puzzle).unwrap()).unwrap();
    format!("{drawn}\n{hint}\n")
}

/// The code blocks in `c/README.md`, each as the body of a `main`.
#[test]
fn the_code_blocks_in_the_readme_work() {
    if !can_build() {
        return;
    }
    let readme = fs::read_to_string("README.md").unwrap();
    let pieces = readme.split("\n```c\n").skip(1).map(|rest| rest.split_once("\n```").unwrap().0);
    let mut workspace = Box::new(GeneratorWorkspace::new());
    let mut half_turn = [None];
    let generator = Generator::new(2024).symmetry(ClueSymmetry::HalfTurn).clues(0..=30);
    generator.generate(0, &mut half_turn, &mut workspace);
    let half_turn = half_turn[0].unwrap();
    let expected = [
        format!("unique {HARD_SOLVED}\n"),
        "multiple 8\n".to_owned(),
        "multiple 1000\n".to_owned(),
        format!("ok {HARD_SOLVED}\n"),
        "unique\n".to_owned(),
        "Hidden single: in box 2, 8 has one cell, r1c6.\n1.2 hidden single\n".to_owned(),
        String::new(),
        format!("ok unique\n{half_turn}\n"),
        of_a_layout(),
    ];
    assert_eq!(pieces.clone().count(), expected.len());
    for (index, (piece, expected)) in pieces.zip(expected).enumerate() {
        let source = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("readme_piece_{index}.c"));
        let headers = ["stdint", "stdio", "stdlib", "string", "time", "lanedoku"];
        let headers: String = headers.map(|name| format!("#include <{name}.h>\n")).concat();
        fs::write(&source, format!("{headers}int main(void) {{\n{piece}\nreturn 0;\n}}\n")).unwrap();
        for library in [Library::Static, Library::Shared] {
            assert_eq!(output_of(&mut start(&program(&source, Language::C99, library))), expected);
        }
    }
}
