//! How the program ends: exit codes and messages of mistakes, closed pipes, full disks and signals.

#[cfg(unix)]
use std::process::Stdio;

use crate::support::*;

#[test]
fn a_command_with_a_mistake_is_suggested() {
    for (mistake, command) in [("slove", "solve"), ("cuont", "count"), ("generat", "generate")] {
        let answer = run(&[mistake, HARD], "");
        assert_eq!((answer.code, answer.out.as_str()), (Some(2), ""));
        assert!(
            answer.err.contains(mistake) && answer.err.contains(&format!("'{command}'")),
            "{}",
            answer.err
        );
    }
}

/// Both spellings of a command are the same.
#[test]
fn spellings_of_both_sides_of_the_ocean() {
    for (one, other) in [
        (&["neighbours", "{-1+1}"][..], &["neighbors", "{-1+1}"][..]),
        (&["minimize"], &["minimise"]),
        (&["canonical"], &["canonicalise"]),
        (&["canonical"], &["canonicalize"]),
        (&["solve", "--color", "always"], &["solve", "--colour", "always"]),
        (&["neighbours", "{-1+0}"], &["neighbours", "{-1}"]),
        (&["neighbours", "-2+0"], &["neighbours", "-2"]),
    ] {
        let answers = [one, other].map(|arguments| run(arguments, HARD_SOLUTION));
        let [one, other] = answers.map(|answer| (answer.code, answer.out, answer.err));
        assert_eq!(one, other);
        assert_eq!(one.0, Some(0), "{}", one.2);
    }
}

/// Pages and help end like any other output.
#[test]
fn pages_into_a_closed_pipe_and_onto_a_full_disk() {
    let pages: [&[&str]; 7] = [
        &["completions", "bash"],
        &["man"],
        &["man", "solve"],
        &["--help"],
        &["solve", "--help"],
        &["--version"],
        &["demo"],
    ];
    for page in pages {
        let closed = answer(program(page).stdout(unread_pipe()), "");
        assert_eq!((closed.code, closed.err.as_str()), (Some(CLOSED_PIPE), ""), "{page:?}");
        #[cfg(target_os = "linux")]
        {
            let full = std::fs::File::options().write(true).open("/dev/full").unwrap();
            let Answer { code, err, .. } = answer(program(page).stdout(full), "");
            assert!(err.starts_with("lanedoku: standard output: No space left"), "{page:?}: {err}");
            assert_eq!(code, Some(3), "{page:?}");
        }
    }
    let answer = run(&["man", "nosuch"], "");
    answer.expect(2, "", "lanedoku: no command is named nosuch; `lanedoku --help` lists the commands\n");
    assert!(run(&["man", "neighbors"], "").out.contains("lanedoku neighbours"));
}

/// A closed stream is no empty input, and no place for answers.
#[cfg(unix)]
#[test]
fn closed_streams() {
    for (call, stream) in [
        ("solve <&-", "input"),
        ("count - <&-", "input"),
        ("solve lines_9x9.txt >&-", "output"),
        ("solve 1234............ >&-", "output"),
        ("demo >&-", "output"),
        ("--help >&-", "output"),
    ] {
        let Answer { code, err, .. } = answer(&mut shell(&format!("$LANEDOKU {call}")), "");
        assert_eq!((code, err), (Some(3), format!("lanedoku: standard {stream}: is closed\n")), "{call}");
    }
    // The null device is an empty input.
    answer(program(&["solve", "-q"]).stdin(Stdio::null()), "").expect(0, "", "");
}

/// A failure to write the file of `-o` is told.
#[cfg(target_os = "linux")]
#[test]
fn a_closed_pipe_as_a_file_is_told() {
    let mut program = program(&["solve", "-q", "lines_9x9.txt", "-o", "/proc/self/fd/1"]);
    let message = "lanedoku: the output: Broken pipe (os error 32)\n";
    answer(program.stdout(unread_pipe()), "").expect(3, "", message);
}

/// Without a seed, the puzzles differ, and the seed that makes them again is told.
#[test]
fn generate_without_a_seed() {
    let (one, other) = (run(&["generate", "-n", "2"], ""), run(&["generate", "-n", "2"], ""));
    assert_ne!(one.out, other.out);
    let seed = one.err.split_whitespace().skip_while(|word| *word != "--seed").nth(1).unwrap();
    assert_eq!(one.err, format!("lanedoku: --seed {seed} generates the same again\n"));
    run(&["generate", "-n", "2", "--seed", seed], "").expect(0, &one.out, "");
}

/// Only what was written is said to be.
#[test]
fn a_summary_counts_records() {
    let listed = run(&["neighbours", "{-1+1}", "-q"], HARD).out.lines().count();
    for (arguments, total) in [
        (&["generate", "-n", "5", "--seed", "1"][..], "total 5\n".to_owned()),
        (&["neighbours", "{-1+1}", HARD], format!("unique 1\ntotal 1\nrecords {listed}\n")),
        (&["neighbours", "{-1+1}", "--only", "multiple", HARD], "unique 1\ntotal 1\n".into()),
        (&["enumerate", "--max", "4", EMPTY], "multiple 1\ntotal 1\nrecords 4\n".into()),
        (&["solve", HARD], "unique 1\ntotal 1\n".into()),
        (&["convert", HARD], "total 1\n".into()),
    ] {
        let summary = run(&[arguments, &["--summary", "-v"]].concat(), "");
        assert_eq!(summary.out, total, "{arguments:?}");
        assert!(!summary.err.contains("written"), "{}", summary.err);
    }
    let told = run(&["neighbours", "{-1+1}", "-v", HARD], "").err;
    assert!(
        told.ends_with(&format!("; {} records written\n", lanedoku_cli::messages::grouped(listed as u64))),
        "{told}"
    );
    let filtered = run(&["neighbours", "{-1+1}", "-v", "--only", "multiple", HARD], "").err;
    assert!(!filtered.contains("written"), "{filtered}");
}

/// `bench` has puzzles of its own, and times every kernel of every engine.
#[test]
fn bench_times_every_kernel_of_every_engine() {
    let help = run(&["bench", "--help"], "").out;
    assert!(
        help.contains("[default: a thousand generated puzzles]")
            && !help.contains("[default: standard input]")
    );
    for input in [&[][..], &["lines_9x9.txt"]] {
        let bench = run(&[&["bench"], input].concat(), "");
        assert_eq!((bench.code, bench.err.as_str()), (Some(0), ""));
        assert_eq!(bench.out.contains("generated with seed 1"), input.is_empty(), "{}", bench.out);
        for engine in lanedoku::Engine::ALL {
            for kernel in lanedoku::Kernel::of(engine) {
                let is_timed = bench.out.contains(&format!("{engine} single, {kernel}"));
                assert_eq!(is_timed, kernel.check().is_ok(), "{engine} {kernel}: {}", bench.out);
            }
        }
    }
}

/// The exit code tells the signal; the temporary file is gone.
#[cfg(target_os = "linux")]
#[test]
fn signals_have_their_exit_codes() {
    use std::io::Write;
    let folder = Folder::new();
    let file = folder.file("answers.txt");
    for (signal, code) in [("INT", 130), ("TERM", 143), ("HUP", 129), ("QUIT", 131)] {
        let child = start(&["solve", "-q", "-o", text(&file)]);
        let mut stdin = child.stdin();
        writeln!(stdin, "{HARD}").unwrap();
        // The handler is installed before the file is created.
        child.wait_until(|| !folder.names().is_empty());
        send(signal, &child);
        assert_eq!(child.wait().code(), Some(code), "SIG{signal}");
        assert!(folder.names().is_empty(), "SIG{signal}");
    }
    // A signal that was ignored at the start, as by `nohup`.
    let mut ignoring = shell("trap '' HUP; exec $LANEDOKU solve -q -o \"$0\"");
    let child = testkit::children::start(ignoring.arg(&file));
    let mut stdin = child.stdin();
    child.wait_until(|| !folder.names().is_empty());
    send("HUP", &child);
    writeln!(stdin, "{HARD}").unwrap();
    drop(stdin);
    assert_eq!(child.wait().code(), Some(0));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), format!("{HARD_SOLUTION} unique\n"));
}
