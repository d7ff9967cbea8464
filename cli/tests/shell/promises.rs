//! The promises of every command, in one table: exit codes, order, the same answer on any number of threads and in any
//! company, and the files left on disk.

use std::collections::BTreeSet;
use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::sync::LazyLock;

use crate::support::*;
use lanedoku::{Generator, GeneratorWorkspace, Grid, Solver, Symmetry};

/// A full board without its digits 1 and 2, which can be exchanged.
static SEVERAL_SOLUTIONS: LazyLock<String> =
    LazyLock::new(|| String::from_utf8(full_board(3, 1)).unwrap().replace(['1', '2'], "."));

/// The promises of a command that reads puzzles.
struct Promise {
    arguments: &'static [&'static str],
    /// Exit codes for a minimal puzzle, a text that is no board, equal clues, no solution, several solutions.
    codes: [i32; 5],
    /// Whether the answer depends on the position of the puzzle in the input: it is random.
    positional: bool,
    /// Whether a puzzle has one record, whatever it is.
    one_record: bool,
}

const fn promise(arguments: &'static [&'static str], codes: [i32; 5]) -> Promise {
    Promise { arguments, codes, positional: false, one_record: true }
}

const PROMISES: [Promise; 17] = [
    promise(&["solve"], [0, 1, 1, 1, 1]),
    promise(&["solve", "--max", "9"], [0, 1, 1, 1, 1]),
    promise(&["count"], [0, 1, 1, 0, 0]),
    Promise { one_record: false, ..promise(&["enumerate"], [0, 1, 1, 1, 0]) },
    promise(&["check"], [0, 1, 1, 1, 1]),
    Promise { positional: true, ..promise(&["minimize", "--seed", "3"], [0, 1, 1, 1, 1]) },
    Promise { positional: true, ..promise(&["minimize", "--seed", "3", "--timeout", "60"], [0, 1, 1, 1, 1]) },
    Promise { one_record: false, ..promise(&["minimize", "--all", "--max", "2"], [0, 1, 1, 1, 1]) },
    Promise { one_record: false, ..promise(&["neighbours", "{-1+1}", "--max", "2"], [0, 1, 1, 1, 1]) },
    promise(&["canonical"], [0, 1, 0, 0, 0]),
    Promise { one_record: false, ..promise(&["canonical", "--dedupe"], [0, 1, 0, 0, 0]) },
    Promise {
        positional: true,
        one_record: false,
        ..promise(&["shuffle", "--seed", "5", "-n", "2"], [0, 1, 0, 0, 0])
    },
    promise(&["rate"], [0, 1, 1, 1, 1]),
    promise(&["rate", "--samples", "2", "--show", "puzzle,median-guesses,needs"], [0, 1, 1, 1, 1]),
    Promise { one_record: false, ..promise(&["explain", "--show", "step,sentence"], [0, 1, 1, 1, 1]) },
    promise(&["hint"], [0, 1, 1, 1, 1]),
    promise(&["convert"], [0, 1, 0, 0, 0]),
];

/// Runs a command quietly.
fn quiet(promise: &Promise, options: &[&str], input: &str) -> Answer {
    run(&[promise.arguments, &["-q"], options].concat(), input)
}

/// Minimal puzzles, all different, by the library.
static PUZZLES: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut memory = Box::new_uninit();
    let workspace = GeneratorWorkspace::write_new(&mut memory);
    let mut made = vec![None; 3000];
    Generator::new(77).generate(0, &mut made, workspace);
    made.into_iter().map(|puzzle| puzzle.unwrap().to_string()).collect()
});

/// Several blocks of puzzles, with lines of each other kind among them. Long names make few puzzles fill a block.
fn mixed_lines() -> String {
    let others = ["nonsense", INVALID, NO_SOLUTION, &SEVERAL_SOLUTIONS, "", "# a comment"];
    let mut lines = String::new();
    for (number, puzzle) in PUZZLES.iter().take(800).enumerate() {
        lines += &format!("{puzzle} name{number:0300}\n");
        if number % 31 == 13 {
            lines += &format!("{}\n", others[number / 31 % others.len()]);
        }
    }
    lines
}

/// Every text with an error is reported once, with its line, and the puzzles around it are answered.
#[test]
fn exit_codes_and_reasons() {
    let texts = [HARD, "nonsense", INVALID, NO_SOLUTION, &SEVERAL_SOLUTIONS];
    for promise in &PROMISES {
        let alone = quiet(promise, &[], HARD);
        for (text, code) in texts.into_iter().zip(promise.codes) {
            let name = format!("{:?} on {text}", promise.arguments);
            let answer = quiet(promise, &[], &format!("{HARD}\n{text}\n{HARD}\n"));
            assert_eq!(answer.code, Some(code), "{name}: {}", answer.err);
            let reasons = answer.err.lines().filter(|line| line.starts_with("standard input:2: ")).count();
            assert_eq!(answer.err.lines().count(), reasons, "{name}: {}", answer.err);
            // A status is reason enough for a puzzle that is simply not unique.
            let is_status = text == texts[3] || text == texts[4];
            assert!(reasons == 1 || reasons == 0 && (code == 0 || is_status), "{name}: {}", answer.err);
            assert!(answer.out.starts_with(&alone.out), "{name}: {}", answer.out);
            if !promise.positional && !promise.arguments.contains(&"--dedupe") {
                assert!(answer.out.ends_with(&alone.out), "{name}: {}", answer.out);
            }
            if promise.one_record {
                assert_eq!(answer.out.lines().count(), 3, "{name}: {}", answer.out);
            }
        }
        let wrong = quiet(promise, &["--no-such-option"], HARD);
        assert!(wrong.code == Some(2) && wrong.out.is_empty(), "{:?}: {}", promise.arguments, wrong.out);
        let missing = quiet(promise, &["no-such-file.txt"], "");
        assert_eq!(missing.code, Some(3), "{:?}: {}", promise.arguments, missing.err);
        assert!(missing.err.contains("no-such-file.txt"), "{:?}: {}", promise.arguments, missing.err);
        let none = quiet(promise, &[], "");
        assert_eq!((none.code, none.out.as_str()), (Some(0), ""), "{:?}: {}", promise.arguments, none.err);
    }
}

/// The same records, reasons and exit code, wherever the puzzles come from, with every option of the output.
#[test]
fn kinds_of_input() {
    use std::io::Write;
    let puzzles = [EASY, &SEVERAL_SOLUTIONS, INVALID, NO_SOLUTION, EASY];
    let lines = puzzles.join("\n") + "\n";
    let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
    packed.write_all(lines.as_bytes()).unwrap();
    let packed = packed.finish().unwrap();
    let folder = Folder::new();
    let (file, packed_file) = (folder.file("puzzles"), folder.file("puzzles.gz"));
    fs::write(&file, &lines).unwrap();
    fs::write(&packed_file, &packed).unwrap();
    let kinds: [(&[&str], &[u8]); 6] = [
        (&[], lines.as_bytes()),
        (&["-"], lines.as_bytes()),
        (&[], &packed),
        (&[text(&file)], b""),
        (&[text(&packed_file)], b""),
        (&puzzles, b""),
    ];
    for promise in &PROMISES {
        let name = promise.arguments[0];
        let statuses = !matches!(name, "enumerate" | "canonical" | "shuffle" | "convert");
        for options in [
            &[][..],
            &["--only", "unique"],
            &["--only", "none,invalid,multiple"],
            &["--where", "clues > 31"],
            &["--where", "not clues > 31"],
            &["--summary"],
            &["--format", "json"],
            &["--format", "csv"],
            &["--show", "clues"],
        ] {
            if options.contains(&"--only") && !statuses {
                continue;
            }
            let mut expected = None;
            for (number, (inputs, input)) in kinds.into_iter().enumerate() {
                // Puzzles given as arguments are drawn, unless an option asks for records.
                let draws = matches!(name, "solve" | "explain" | "hint") && options.is_empty();
                if draws && inputs.len() > 1 {
                    continue;
                }
                let answer = run(&[promise.arguments, &["-q"], options, inputs].concat(), input);
                // Without the place.
                let reasons: Vec<_> =
                    answer.err.lines().map(|line| line.split_once(": ").unwrap().1.to_owned()).collect();
                let found = (answer.code, answer.out, reasons);
                let call = format!("{:?} {options:?}, input {number}", promise.arguments);
                assert_eq!(&found, expected.get_or_insert(found.clone()), "{call}");
            }
        }
    }
}

/// Another program can send puzzles and read answers through two pipes.
#[test]
fn each_line_is_answered_as_soon_as_it_is_read() {
    use std::io::{BufRead, BufReader, Write};
    for promise in PROMISES.iter().filter(|promise| promise.one_record) {
        for threads in ["-j1", "-j2"] {
            let child = start(&[promise.arguments, &["-q", threads]].concat());
            let (mut stdin, mut answers) = (child.stdin(), BufReader::new(child.stdout()).lines());
            for _ in 0..3 {
                writeln!(stdin, "{EASY}").unwrap();
                assert!(!answers.next().unwrap().unwrap().is_empty(), "{:?}", promise.arguments);
            }
            drop(stdin);
            assert_eq!((answers.count(), child.wait().code()), (0, Some(0)), "{:?}", promise.arguments);
        }
    }
}

/// Exit codes of the end of every command: a closed pipe, a full disk, a folder that does not exist, an interrupt.
#[cfg(target_os = "linux")]
#[test]
fn every_command_has_its_endings() {
    let folder = Folder::new();
    let (file, nowhere) = (folder.file("answers"), folder.file("missing").join("answers"));
    let generate = promise(&["generate", "--seed", "1", "-n", "2"], [0; 5]);
    for promise in PROMISES.iter().chain([&generate]) {
        let name = format!("{:?}", promise.arguments);
        let ended = |options: &[&str], output: std::process::Stdio| {
            let mut program = program(&[promise.arguments, &["-q"], options].concat());
            answer(program.stdout(output), EASY)
        };
        let closed = ended(&[], unread_pipe().into());
        assert_eq!((closed.code, closed.err.as_str()), (Some(CLOSED_PIPE), ""), "{name}");
        let full = ended(&[], fs::File::options().write(true).open("/dev/full").unwrap().into());
        assert!(
            full.err.starts_with("lanedoku: standard output: No space left on device"),
            "{name}: {}",
            full.err
        );
        let missing = ended(&["-o", text(&nowhere)], std::process::Stdio::piped());
        assert_eq!((full.code, missing.code), (Some(3), Some(3)), "{name}: {}", missing.err);
        if promise.arguments != generate.arguments {
            let child = start(&[promise.arguments, &["-q", "-o", text(&file)]].concat());
            let stdin = child.stdin();
            child.wait_until(|| !folder.names().is_empty());
            send("INT", &child);
            assert_eq!((child.wait().code(), folder.names()), (Some(130), vec![]), "{name}");
            drop(stdin);
        }
    }
}

/// On any number of threads: the same records in the order of the input, the same reasons in the same order.
#[test]
fn any_number_of_threads() {
    let lines = mixed_lines();
    for promise in &PROMISES {
        let one = quiet(promise, &["-j1", "--max-errors", "all"], &lines);
        assert!(one.out.lines().count() > 400, "{:?}: {}", promise.arguments, one.err);
        for threads in ["-j2", "-j5"] {
            let several = quiet(promise, &[threads, "--max-errors", "all"], &lines);
            assert!(several.out == one.out, "{:?} {threads}: other records", promise.arguments);
            assert_eq!(several.err, one.err, "{:?} {threads}", promise.arguments);
            assert_eq!(several.code, one.code, "{:?} {threads}", promise.arguments);
        }
        // Unordered: the same records, each after its line.
        let unordered = quiet(promise, &["-j3", "--unordered", "--max-errors", "all"], &lines);
        let without_line = |line: &str| line.split_once(' ').unwrap().1.to_owned();
        let sorted = |mut lines: Vec<String>| {
            lines.sort();
            lines
        };
        let unordered = sorted(unordered.out.lines().map(without_line).collect());
        assert!(sorted(one.out.lines().map(str::to_owned).collect()) == unordered, "{:?}", promise.arguments);
    }
}

/// A file of `-o` holds what standard output would. It keeps the permissions of the file that it replaces. A wrong
/// command line or a missing input leaves the old file, and nothing else.
#[test]
fn files_on_disk() {
    let folder = Folder::new();
    let (file, puzzles) = (folder.file("answers"), folder.file("puzzles"));
    let (file, puzzles) = (file.to_str().unwrap(), puzzles.to_str().unwrap());
    fs::write(puzzles, PUZZLES[..200].join("\n")).unwrap();
    for promise in &PROMISES {
        fs::write(file, "before").unwrap();
        for (wrong, code) in [(["--no-such-option", puzzles], 2), (["no-such-file.txt", puzzles], 3)] {
            let answer = quiet(promise, &[&wrong[..], &["-o", file]].concat(), "");
            assert_eq!(answer.code, Some(code), "{:?}: {}", promise.arguments, answer.err);
            assert_eq!(fs::read_to_string(file).unwrap(), "before", "{:?} {wrong:?}", promise.arguments);
        }
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            fs::set_permissions(file, fs::Permissions::from_mode(0o640)).unwrap();
        }
        let answer = quiet(promise, &[puzzles, "-o", file], "");
        assert_eq!(
            (answer.code, answer.out.as_str()),
            (Some(0), ""),
            "{:?}: {}",
            promise.arguments,
            answer.err
        );
        assert!(
            fs::read_to_string(file).unwrap() == quiet(promise, &[puzzles], "").out,
            "{:?}: other records in the file",
            promise.arguments
        );
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            assert_eq!(fs::metadata(file).unwrap().permissions().mode() & 0o777, 0o640);
        }
        assert_eq!(folder.names(), ["answers", "puzzles"]);
    }
}

/// An option that fits no column of a table leaves the old file, too. A name of standard output is not a file to
/// replace.
#[test]
fn files_that_stay() {
    let folder = Folder::new();
    let (file, table) = (folder.file("answers"), folder.file("table.csv"));
    fs::write(&file, "before\n").unwrap();
    fs::write(&table, format!("puzzle,level\n{HARD},hard\n")).unwrap();
    for field in ["nope", "9"] {
        let options = ["--field", field, "-o", file.to_str().unwrap(), table.to_str().unwrap()];
        let answer = solve(&options, "");
        assert!(answer.code == Some(3) && answer.err.contains(field), "{}", answer.err);
        assert_eq!(fs::read_to_string(&file).unwrap(), "before\n");
    }
    #[cfg(target_os = "linux")]
    {
        let appended = fs::File::options().append(true).open(&file).unwrap();
        answer(program(&["solve", "-q", "-o", "/dev/stdout", HARD]).stdout(appended), "").expect(0, "", "");
        assert_eq!(fs::read_to_string(&file).unwrap(), format!("before\n{HARD_SOLUTION} unique\n"));
    }
}

/// Changes that no puzzle allows have no neighbours, and changes without end stop at a time limit.
#[test]
fn neighbours_of_any_change_end() {
    for change in ["{-22+1}", "{-99999999999+1}", "{-1+90}", "{-0+61}"] {
        run(&["neighbours", "-q", change], HARD).expect(0, "", "");
    }
    let answer =
        run(&["neighbours", "-q", "{-1+50}", "--timeout", "20ms", "--max", "all", "--summary"], HARD);
    assert_eq!(answer.code, Some(1), "{}", answer.err);
    assert!(answer.err.contains("time limit"), "{}", answer.err);
}

/// `minimize` and `shuffle` of the library, with the position in the input as the index.
#[test]
fn random_results_are_those_of_the_library() {
    let boards: Vec<Grid> = PUZZLES.iter().map(|line| line.parse().unwrap()).collect();
    let input = PUZZLES.join("\n");
    for copies in [1, 3] {
        let answer = run(&["shuffle", "-q", "--seed", "8", "-n", &copies.to_string()], &input);
        let expected = boards.iter().enumerate().flat_map(|(index, board)| {
            let first = copies * index as u64;
            (0..copies).map(move |copy| Symmetry::random(8, first + copy).apply(board).to_string())
        });
        assert!(answer.out.lines().eq(expected), "{copies} copies");
    }

    let solver = Solver::new();
    let full: Vec<Grid> = boards.iter().map(|board| solver.solve(board).solution.unwrap()).collect();
    let mut memory = Box::new_uninit();
    let workspace = GeneratorWorkspace::write_new(&mut memory);
    let mut minimal = vec![None; full.len()];
    solver.minimize(&full, 6, 0, &mut minimal, workspace);
    let text: String = full.iter().map(|grid| format!("{grid}\n")).collect();
    for threads in ["-j1", "-j3"] {
        let answer = run(&["minimize", "-q", "--seed", "6", threads], &text);
        assert!(answer.out.lines().eq(minimal.iter().map(|puzzle| puzzle.unwrap().to_string())), "{threads}");
    }
}

/// Other seeds, other puzzles, of every kind; the same seed, the same puzzles, on any number of threads.
#[test]
fn seeds() {
    let kinds: [&[&str]; 9] = [
        &[],
        &["--clues", "25-30"],
        &["--symmetry", "half-turn"],
        &["--symmetry", "random"],
        &["--grids"],
        &["--needs", "locked"],
        &["--guesses", "1-9"],
        &["--technique", "naked-pair"],
        &["--hardest", "2.6-4.0"],
    ];
    for kind in kinds {
        let made = |seed, threads| {
            let answer = run(&[&["generate", "-q", "-n", "5", "--seed", seed, threads], kind].concat(), "");
            assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{kind:?}");
            answer.out
        };
        let (one, other) = (made("1", "-j1"), made("2", "-j1"));
        assert_eq!(made("1", "-j3"), one, "{kind:?}");
        let all: BTreeSet<&str> = one.lines().chain(other.lines()).map(|line| &line[..81]).collect();
        assert_eq!(all.len(), 10, "{kind:?}: {one}{other}");
    }
    // On every machine and in every version: these are documented to stay.
    run(&["generate", "-q", "-n", "1", "--seed", "1", "--grids"], "").expect(
        0,
        &format!("{}\n", lanedoku::random_grid(1, 0)),
        "",
    );
    // The numbers of the puzzles count from 1.
    let answer = run(&["generate", "-q", "-n", "3", "--seed", "1", "--show", "line"], "");
    answer.expect(0, "1\n2\n3\n", "");
    // A puzzle that is not found is reported.
    let rare = ["generate", "-q", "-n", "2", "--seed", "1", "--clues", "17-18", "--attempts", "100"];
    let answer = run(&rare, "");
    assert_eq!(
        (answer.code, answer.out.as_str(), answer.err.lines().count()),
        (Some(1), "", 2),
        "{}",
        answer.err
    );
}

/// Forms that differ only by digits exchanged between neighbouring cells are different boards.
#[test]
fn duplicates_are_equivalent_boards_and_no_others() {
    // Six clues in the first rows, in many ways.
    let mut boards = BTreeSet::new();
    for number in 0..3000_usize {
        let mut board = [b'.'; 81];
        for clue in 0..6 {
            let cell = (number * (7 + 4 * clue) + 11 * clue * clue) % 36;
            board[cell] = b'1' + ((number >> clue) % 3) as u8;
        }
        boards.insert(String::from_utf8(board.to_vec()).unwrap());
    }
    let mut forms = BTreeSet::new();
    let mut sums = BTreeSet::new();
    for board in &boards {
        let form = board.parse::<Grid>().unwrap().canonical();
        forms.insert(form.to_string());
        sums.insert(form.digits().chunks(2).map(|pair| pair.iter().sum::<u8>()).collect::<Vec<u8>>());
    }
    assert!(sums.len() < forms.len(), "some differ by an exchange");
    let answer = run(&["canonical", "-q", "--dedupe"], boards.into_iter().collect::<Vec<_>>().join("\n"));
    assert_eq!(answer.out.lines().map(str::to_owned).collect::<BTreeSet<_>>(), forms);
    assert_eq!(answer.out.lines().count(), forms.len());
}

#[test]
fn the_first_of_equivalent_boards_is_kept() {
    // Copies of each puzzle far apart. The first blocks are the slowest.
    let copies = run(&["shuffle", "-q", "--seed", "1", "-n", "2"], PUZZLES[..900].join("\n")).out;
    let (even, odd): (Vec<_>, Vec<_>) = copies.lines().enumerate().partition(|(index, _)| index % 2 == 0);
    let lines: Vec<&str> = even.into_iter().chain(odd).map(|(_, line)| line).collect();
    for threads in ["-j1", "-j4"] {
        let kept = run(&["canonical", "-q", "--dedupe", "--show", "line", threads], lines.join("\n")).out;
        assert!(kept.lines().eq((1..=900).map(|line| line.to_string())), "{threads}: {kept}");
    }
}

/// The words about numbers of things.
#[test]
fn remarks() {
    use lanedoku_cli::messages::counted;
    assert_eq!(
        [0, 1, 2, 1234].map(|number| counted(number, "puzzle")),
        ["0 puzzles", "1 puzzle", "2 puzzles", "1,234 puzzles"]
    );
}

/// A choice of clues that leaves too many solutions is skipped, reported, and no success.
#[test]
fn neighbours_report_skipped_choices() {
    let fewest = "000000010400000000020000000000050407008000300001090000300400200050100000000806000";
    let reason = "skipped 17 choices of clues to remove: more than 200,000 solutions would remain";
    let answer = run(&["neighbours", "{-16+0}", "-q"], fewest);
    answer.expect(1, "", &format!("standard input:1: {reason}\n"));
}

/// `--max` is the number of records of each puzzle, and `--show input` the puzzle that they come from.
#[test]
fn lists_of_related_puzzles() {
    let input = PUZZLES[..20].join("\n");
    for (command, max) in [(&["neighbours", "{-1+1}"][..], 3), (&["minimize", "--all"], 2)] {
        // With more clues than it needs, a puzzle has several minimal subpuzzles.
        let full = format!("{HARD_SOLUTION}\n{HARD_SOLUTION}\n");
        let input = if max == 2 { &full } else { &input };
        let options = ["-q", "--max", &max.to_string(), "--show", "line,input,puzzle"];
        let answer = run(&[command, &options].concat(), input);
        assert_eq!(answer.code, Some(0), "{command:?}: {}", answer.err);
        let expected = input.lines().enumerate().flat_map(|(index, line)| vec![(index + 1, line); max]);
        assert_eq!(answer.out.lines().count(), expected.clone().count(), "{command:?}: {}", answer.out);
        let mut listed = BTreeSet::new();
        for (record, (number, puzzle)) in answer.out.lines().zip(expected) {
            let related = record.strip_prefix(&format!("{number} {puzzle} "));
            assert!(listed.insert((number, related.expect(record))), "{command:?}: {record} twice");
        }
    }
}

/// `check` takes the column named `solution`, wherever it stands, and knows that pencil marks exclude digits.
#[test]
fn check_takes_the_solution() {
    let wrong = HARD_SOLUTION.replacen("812", "821", 1);
    for (names, first, second, verdict) in [
        ("puzzle,mine,solution", wrong.as_str(), HARD_SOLUTION, "right"),
        ("puzzle,mine,solution", HARD_SOLUTION, wrong.as_str(), "wrong"),
        ("puzzle,solution,mine", HARD_SOLUTION, wrong.as_str(), "right"),
        ("puzzle,solution,mine", wrong.as_str(), HARD_SOLUTION, "wrong"),
    ] {
        let table = format!("{names}\n{HARD},{first},{second}\n");
        let answer = run(&["check", "-q", "--show", "correct"], table);
        assert_eq!(answer.out.split(' ').next().unwrap().trim(), verdict, "{names}: {}", answer.out);
        assert_eq!(answer.code, Some(i32::from(verdict == "wrong")), "{names}");
    }
    // All digits of each cell, but for the first: 8 is excluded there, or it is not.
    for (excluded, verdict) in [(b'8', "wrong"), (b'9', "right")] {
        let mut marks = b"123456789".repeat(81);
        marks[usize::from(excluded - b'1')] = b'.';
        let line = format!("{},{HARD_SOLUTION}", String::from_utf8(marks).unwrap());
        let answer = run(&["check", "-q", "--show", "correct"], line);
        assert!(answer.out.starts_with(verdict), "{}: {}", answer.out, answer.err);
    }
    // The reason of an invalid puzzle.
    let answer = run(&["check", "-q"], INVALID);
    assert!(answer.code == Some(1) && answer.err.contains("1 appears twice in row 1"), "{}", answer.err);
}

/// Fields are carried along in every format, quoted where a table needs it. Pencil marks without a solution show 81
/// dots.
#[test]
fn fields_in_every_format() {
    let table = format!("puzzle,note\n{HARD},\"a\rb\"\n{HARD},\"say \"\"no\"\"\"\n{HARD},\"1,2\"\n");
    let answer = run(&["solve", "-q", "--format", "csv", "--show", "status"], &table);
    answer.expect(0, "status,note\nunique,\"a\rb\"\nunique,\"say \"\"no\"\"\"\nunique,\"1,2\"\n", "");
    for format in ["grid", "compact"] {
        let answer = run(&["solve", "-q", "--format", format], format!("{HARD} hard one\n"));
        let note = answer.out.lines().next().unwrap();
        assert_eq!(note, "# unique hard one", "{}", answer.out);
    }
    let mut marks = b"123456789".repeat(81);
    marks[..18].copy_from_slice(b"1........1........");
    let answer = run(&["solve", "-q"], String::from_utf8(marks).unwrap());
    answer.expect(1, &format!("{EMPTY} none\n"), "");
}

/// The summary counts each puzzle and each record once, in lists of any length.
#[test]
fn the_summary_counts_everything_once() {
    let answer = run(&["enumerate", "-v", "--max", "9000"], EMPTY);
    assert!(
        answer.err.contains("1 puzzle in ") && answer.err.ends_with("; 9,000 records written\n"),
        "{}",
        answer.err
    );
    let input = PUZZLES[..1000].join("\n");
    for (command, records) in [(&["minimize"][..], "1,000"), (&["shuffle", "-n", "3"], "3,000")] {
        let answer = run(&[command, &["-v"]].concat(), &input);
        assert!(answer.err.starts_with("lanedoku: 1,000 puzzles in "), "{command:?}: {}", answer.err);
        assert!(
            answer.err.ends_with(&format!("; {records} records written\n")),
            "{command:?}: {}",
            answer.err
        );
    }
    // The rate is the number of them in a second.
    for (call, expected) in
        [(&["solve", "-v"][..], 1000.0), (&["generate", "-v", "-n", "700", "--seed", "1"], 700.0)]
    {
        let answer = run(call, &input);
        let words: Vec<&str> = answer.err.split_whitespace().collect();
        let [_, count, _, "in", time, rate, ..] = words[..] else { panic!("{}", answer.err) };
        let number = |text: &str| text.replace(',', "").parse::<f64>().unwrap();
        let units = [("ms", 1e-3), ("µs", 1e-6), ("s", 1.0)];
        let (time, unit) =
            units.iter().find_map(|(name, unit)| Some((time.strip_suffix(name)?, unit))).unwrap();
        let rate = number(rate.split(['(', '/']).nth(1).unwrap());
        assert_eq!(number(count), expected, "{}", answer.err);
        assert!((rate * number(time) * unit / expected - 1.0).abs() < 0.02, "{}", answer.err);
    }
}

/// Statuses that a command determines are counted, too: a puzzle that is minimized has one solution.
#[test]
fn the_summary_has_the_statuses() {
    let input = format!("{HARD}\n{EMPTY}\n{EASY}\n");
    for command in [&["minimize"][..], &["minimize", "--all"], &["neighbours", "{-1+0}"]] {
        let answer = run(&[command, &["-q", "--summary"]].concat(), &input);
        assert_eq!(answer.code, Some(1), "{command:?}: {}", answer.err);
        assert!(answer.out.starts_with("unique 2\nmultiple 1\ntotal 3\n"), "{command:?}: {}", answer.out);
    }
}

/// A value under the name of a solution that is no board is a wrong answer, not a missing one.
#[test]
fn what_is_no_board_under_the_name_of_a_solution_is_wrong() {
    let cut = &HARD_SOLUTION[1..];
    let long = format!("{HARD_SOLUTION}1");
    let values = ["abc", "12", "0", cut, &long, "null", "I do not know", "..."];
    for name in ["solution", "Answer", "model_answer", "response", "solution string"] {
        for value in values {
            let expected = format!("unique wrong {value}");
            let csv = format!("puzzle,{name}\n{HARD},{value}\n");
            let json = format!("{{\"puzzle\":\"{HARD}\",\"{name}\":\"{value}\"}}\n");
            for text in [csv, json] {
                let answer = run(&["check", "--show", "status,correct"], &text);
                assert_eq!(
                    (answer.code, answer.out.lines().next().unwrap()),
                    (Some(1), expected.as_str()),
                    "{text}"
                );
                assert!(
                    answer.err.contains(&format!("the value of \"{name}\" is no solution: ")),
                    "{}",
                    answer.err
                );
            }
        }
        for value in ["5", "[5,3]", "{}", "true", "[[1,2],[3]]"] {
            let answer = run(
                &["check", "-q", "--where", "correct = wrong", "--show", "line"],
                format!("{{\"puzzle\":\"{HARD}\",\"{name}\":{value}}}\n"),
            );
            assert_eq!((answer.code, &answer.out[..1]), (Some(1), "1"), "{name} {value}");
        }
        // Without a value there is no answer.
        for text in
            [format!("puzzle,{name}\n{HARD},\n"), format!("{{\"puzzle\":\"{HARD}\",\"{name}\":null}}\n")]
        {
            assert!(run(&["check", "-q", "--show", "correct"], &text).out.starts_with('-'), "{text}");
        }
        // All of them are to be right.
        let text = format!(
            "puzzle,truth,{name}\n{HARD},{HARD_SOLUTION},{HARD_SOLUTION}\n{HARD},{HARD_SOLUTION},x\n"
        );
        let columns = run(&["check", "-q", "--show", "correct"], &text).out;
        let verdicts: Vec<&str> = columns.lines().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(verdicts, ["right", "wrong"], "{text}");
    }
    // A cell in each column.
    let cells = |text: &str| text.replace('.', "0").chars().map(String::from).collect::<Vec<_>>().join(",");
    let header = |name: &str| (1..=81).map(|cell| format!("{name}{cell}")).collect::<Vec<_>>().join(",");
    let [puzzle, solution] = [HARD, HARD_SOLUTION].map(cells);
    let wrong = solution.replacen('8', "0.25", 1);
    for (name, expected) in
        [("solution_", ["right", "wrong"]), ("answer ", ["right", "wrong"]), ("y", ["right", "wrong"])]
    {
        let text = format!("{},{}\n{puzzle},{solution}\n{puzzle},{wrong}\n", header("p"), header(name));
        let answer = run(&["check", "-q", "--show", "correct"], &text);
        let verdicts: Vec<&str> = answer.out.lines().map(|line| line.split(' ').next().unwrap()).collect();
        assert_eq!(verdicts, expected, "{name}: {}", answer.err);
    }
    let chances = format!("{puzzle},{solution}\n{puzzle},{}\n", vec!["0.25"; 81].join(","));
    let answer = run(&["check", "-q", "--show", "correct"], &chances);
    assert!(answer.out.starts_with("right ") && answer.out.contains("\n- 0.25 "), "{}", answer.out);
    // Other columns are no answers.
    let text = format!("puzzle,solved,answer_time,solution_count\n{HARD},yes,12,1\n");
    assert!(run(&["check", "-q", "--show", "correct"], text).out.starts_with('-'));
}

/// What cannot be found is refused before anything is tried.
#[test]
fn impossible_wishes_are_refused() {
    let sixteen = format!("{}{}", "1".repeat(16), ".".repeat(65));
    for (options, reason) in [
        (&["--hardest", "0"][..], "--hardest: ratings are 1.0 to 20.0"),
        (&["--hardest", "99"], "--hardest: ratings are 1.0 to 20.0"),
        (&["--pattern", EMPTY], "--pattern: a puzzle with one solution has at least 17 clues"),
        (&["--pattern", &sixteen], "--pattern: a puzzle with one solution has at least 17 clues"),
        (&["--grids", "--show", "rating"], "--grids: only 9x9 puzzles of clues have the column rating"),
        (
            &["--pencil-marks", "--show", "puzzle,needs"],
            "--pencil-marks: only 9x9 puzzles of clues have the column needs",
        ),
    ] {
        let answer = run(&[&["generate"], options].concat(), "");
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""), "{options:?}");
        assert!(answer.err.contains(reason), "{}", answer.err);
    }
}

/// A full board needs no step, so it has no technique.
#[test]
fn a_full_board_has_no_hardest_technique() {
    let answer = run(&["rate", "-q", "--show", "rating,hardest", HARD_SOLUTION], "");
    assert_eq!(answer.out.lines().last(), Some("0.0 -"), "{}", answer.err);
}

/// Pencil marks do not tell which cells are clues.
#[test]
fn pencil_marks_have_no_number_of_clues() {
    let marks = "123456789".repeat(81);
    for (format, expected) in [("line", "-\n"), ("csv", "clues\n\n"), ("json", "{\"clues\":null}\n")] {
        let answer = run(&["convert", "-q", "--show", "clues", "--format", format], &marks);
        assert_eq!(answer.out, expected, "{}", answer.err);
    }
}

/// Names and arguments reach the terminal with escapes for control characters, which would change it or forge a
/// message.
#[cfg(unix)]
#[test]
fn control_characters_of_names_are_escaped() {
    let name = "a\nlanedoku: forged\x1b[31m\u{9b}\u{7f}\u{202e}.txt";
    let folder = Folder::new();
    let path = folder.file(name);
    std::fs::write(&path, "1..\n").unwrap();
    let path = path.to_str().unwrap();
    let missing = format!("{path}.gz");
    for arguments in [
        &["solve", path][..],
        &["solve", &missing],
        &["solve", "-o", &missing, path],
        &["solve", "--field", name, path],
        &["solve", name],
        &[name],
        &["solve", "--show", name],
        &["solve", "--where", name],
        &["solve", &format!("--{name}")],
        &["generate", "--technique", name],
    ] {
        let answer = run(arguments, "");
        assert_ne!(answer.code, Some(0), "{arguments:?}");
        let is_control =
            |character: char| character == '\u{202e}' || character.is_control() && character != '\n';
        assert!(!answer.err.contains(is_control), "{arguments:?}: {:?}", answer.err);
        assert!(!answer.err.contains("\nlanedoku: forged"), "{arguments:?}: {:?}", answer.err);
    }
}

/// A command does not read what it writes.
#[cfg(unix)]
#[test]
fn an_input_that_is_the_output_is_refused() {
    let folder = Folder::new();
    let path = folder.file("x.txt");
    std::fs::write(&path, format!("{HARD}\n")).unwrap();
    let path = path.display();
    for (call, name) in [
        (format!("solve {path} >> {path}"), "x.txt"),
        (format!("solve < {path} >> {path}"), "standard input"),
        (format!("count - < {path} >> {path}"), "standard input"),
        (format!("convert lines_9x9.txt {path} >> {path}"), "x.txt"),
    ] {
        let answer = answer(&mut shell(&format!("\"$LANEDOKU\" {call}")), "");
        assert_eq!(answer.code, Some(3), "{call}");
        assert!(answer.err.contains(&format!("{name}: the input is also the output")), "{}", answer.err);
        assert_eq!(std::fs::read_to_string(folder.file("x.txt")).unwrap(), format!("{HARD}\n"));
    }
    // Another file with the same content is none.
    let line = format!("cp {path} {path}.2; \"$LANEDOKU\" solve -q < {path}.2 >> {path}");
    assert_eq!(answer(&mut shell(&line), "").code, Some(0));
}

/// `-o` writes through a link, and does not replace a file that must not be written.
#[cfg(unix)]
#[test]
fn an_output_file_keeps_links_and_permissions() {
    use std::os::unix::fs::{PermissionsExt, symlink};

    let folder = Folder::new();
    let [link, target, fixed] = ["link", "target", "fixed"].map(|name| folder.file(name));
    symlink("target", &link).unwrap();
    run(&["solve", "-q", "-o", link.to_str().unwrap(), HARD], "").expect(0, "", "");
    assert!(link.is_symlink() && std::fs::read_to_string(&target).unwrap().starts_with(HARD_SOLUTION));
    std::fs::write(&fixed, "old").unwrap();
    std::fs::set_permissions(&fixed, PermissionsExt::from_mode(0o444)).unwrap();
    // A superuser may write it.
    if std::fs::File::options().append(true).open(&fixed).is_err() {
        let answer = run(&["solve", "-q", "-o", fixed.to_str().unwrap(), HARD], "");
        assert_eq!(answer.code, Some(3), "{}", answer.err);
        assert_eq!(std::fs::read_to_string(&fixed).unwrap(), "old");
    }
}

/// A puzzle that takes for ever keeps neither the lines before it nor those behind it waiting, whatever the command and
/// the number of threads.
#[test]
fn unordered_answers_do_not_wait_for_a_puzzle_that_takes_for_ever() {
    let full = String::from_utf8(full_board(3, 1)).unwrap();
    let commands: [(&[&str], &str); 7] = [
        (&["count"], EMPTY),
        (&["solve", "--engine", "backtrack"], slow()),
        (&["solve", "--max", "1000000000000"], EMPTY),
        (&["enumerate"], EMPTY),
        (&["check", "--engine", "backtrack"], slow()),
        (&["minimize", "--all"], &full),
        (&["shuffle", "-n", "1000000000000"], HARD),
    ];
    for (arguments, endless) in commands {
        // Copies of all of these are endless, too.
        let behind = if arguments[0] == "shuffle" { 5 } else { 300 };
        let input = format!("{HARD}\n{endless}\n{}", format!("{HARD}\n").repeat(behind));
        for threads in ["-j1", "-j3"] {
            let child = start(&[arguments, &["-q", threads, "--unordered"][..]].concat());
            let (mut stdin, stdout) = (child.stdin(), child.stdout());
            let input = input.clone();
            let writer = std::thread::spawn(move || stdin.write_all(input.as_bytes()));
            let mut missing: BTreeSet<usize> = (1..behind + 3).filter(|&line| line != 2).collect();
            let lines = BufReader::new(stdout).lines().map(Result::unwrap);
            for line in lines {
                missing.remove(&line.split(' ').next().unwrap().parse().unwrap());
                if missing.is_empty() {
                    break;
                }
            }
            assert!(missing.is_empty(), "{arguments:?} {threads}: {missing:?}");
            writer.join().unwrap().unwrap();
        }
    }
}

/// What ends an input, and what is left out of it, is told once, though a puzzle that takes long leaves the rest of its
/// block to another worker.
#[test]
fn an_input_that_fails_is_told_of_once() {
    let drawn = |board: &str| {
        board
            .as_bytes()
            .chunks(9)
            .map(|row| format!("{}\n", str::from_utf8(row).unwrap()))
            .collect::<String>()
    };
    let titled = format!("Two puzzles!\n{}\nThe second:\n{}", drawn(EASY), drawn(EMPTY));
    let folder = Folder::new();
    let file = folder.file("cut.gz");
    for (text, left_out) in [(format!("{EASY}\n{EMPTY}"), 0), (titled, 2)] {
        let mut packed = flate2::write::GzEncoder::new(Vec::new(), flate2::Compression::default());
        packed.write_all(text.as_bytes()).unwrap();
        let packed = packed.finish().unwrap();
        fs::write(&file, &packed[..packed.len() - 4]).unwrap();
        for command in [&["solve"][..], &["enumerate", "--max", "100000"], &["shuffle", "-n", "10000"]] {
            for options in [&["-j1"][..], &["-j1", "--unordered"], &["-j3", "--unordered"]] {
                let call = [command, &["-q"], options, &[file.to_str().unwrap()]].concat();
                let answer = run(&call, "");
                let told = |what: &str| answer.err.lines().filter(|line| line.contains(what)).count();
                assert_eq!(
                    (
                        answer.code,
                        told("cut.gz: truncated gzip data"),
                        told("left out"),
                        answer.err.lines().count()
                    ),
                    (Some(3), 1, left_out, left_out + 1),
                    "{call:?}: {}",
                    answer.err
                );
            }
        }
    }
}

/// A puzzle that takes long to find is written when it is found, not with those behind it.
#[cfg(unix)]
#[test]
fn a_rare_puzzle_is_written_when_it_is_found() {
    for options in
        ["--guesses 4-99", "--clues 22 --timeout 1000h", "--clues 22 --where clues=22 --timeout 1000h"]
    {
        let call = format!("generate -q -j1 --seed 1 -n 500 {options}");
        let child = start(&call.split(' ').collect::<Vec<_>>());
        let mut lines = BufReader::new(child.stdout()).lines();
        assert!(lines.next().unwrap().unwrap().len() >= 81);
        send("KILL", &child);
        let behind = lines.map_while(Result::ok).count();
        assert!(behind < 499, "{options}: {behind}");
        child.wait();
    }
}
