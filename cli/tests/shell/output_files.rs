//! Files written with `-o`: when one appears or is replaced, and the folder after a failure.

use std::fs;

use crate::support::*;

/// gzip, zstd and xz data that is cut off, and text that is not UTF-8.
const UNREADABLE: [(&str, &[u8]); 5] = [
    ("truncated gzip data", b"\x1f\x8b\x08\x00\x00\x00\x00\x00\x02\x03\x33\x34\x32\xe6\x32"),
    ("truncated zstd data", b"\x28\xb5\x2f\xfd\x04\x58\x41\x00\x00\x31\x32\x33\x0a"),
    ("truncated xz data", b"\xfd7zXZ\x00\x00\x04\xe6\xd6\xb4\x46\x02\x00"),
    ("bzip2", b"BZh91AY&SY"),
    ("UTF-16", b"\xff\xfe8\x000\x00"),
];

#[test]
fn an_unreadable_input_leaves_the_old_file_as_it_was() {
    let inputs = Folder::new();
    let mut cases: Vec<(String, String)> = vec![
        ("is a directory".into(), text(inputs.path()).into()),
        ("no such file".into(), text(&inputs.file("missing.txt")).into()),
    ];
    for (index, (reason, bytes)) in UNREADABLE.iter().enumerate() {
        let path = inputs.file(&index.to_string());
        fs::write(&path, bytes).unwrap();
        cases.push(((*reason).into(), text(&path).into()));
    }
    let folder = Folder::new();
    let file = folder.file("answers.txt");
    for (reason, input) in &cases {
        for options in
            [&["solve"][..], &["convert"], &["count", "--summary"], &["solve", "-j1", "--unordered"]]
        {
            for before in [None, Some("before")] {
                let _ = fs::remove_file(&file);
                before.inspect(|before| fs::write(&file, before).unwrap());
                let arguments =
                    [options, &["-q", "lines_9x9.txt", input, "lines_9x9.txt", "-o", text(&file)]].concat();
                let answer = run(&arguments, "");
                let name = format!("{options:?} {reason} {before:?}: {}", answer.err);
                assert!(answer.code == Some(3) && answer.err.contains(reason), "{name}");
                assert_eq!(fs::read_to_string(&file).ok().as_deref(), before, "{name}");
                assert_eq!(folder.names().len(), usize::from(before.is_some()), "{name}");
            }
        }
    }
}

#[test]
fn a_failed_puzzle_does_not_keep_the_file_back() {
    let folder = Folder::new();
    let file = folder.file("answers.txt");
    fs::write(&file, "before").unwrap();
    for (input, code) in [(HARD, 0), (EMPTY, 1), ("8 . 3", 1)] {
        let input = format!("{input}\n");
        let answer = solve(&["-o", text(&file)], &input);
        assert_eq!((answer.code, answer.out.as_str()), (Some(code), ""), "{}", answer.err);
        assert_eq!(fs::read_to_string(&file).unwrap(), solve(&[], &input).out);
        assert_eq!(folder.names(), ["answers.txt"]);
    }
    assert_eq!(solve(&["--no-such-option", "-o", text(&file)], "").code, Some(2));
    assert_eq!(fs::read_to_string(&file).unwrap(), solve(&[], "8 . 3\n").out);
}

/// Runs the program after a command of the shell.
#[cfg(unix)]
fn run_after(command: &str, arguments: &[&str]) -> Answer {
    let mut shell = shell(&format!("{command}; exec $LANEDOKU \"$@\""));
    answer(shell.arg("sh").args(arguments), "")
}

/// The signal of the system for such a write does not end the program before it has removed its file.
#[cfg(unix)]
#[test]
fn a_file_beyond_the_limit_of_the_system_leaves_the_old_file_as_it_was() {
    let folder = Folder::new();
    let file = folder.file("answers.txt");
    fs::write(&file, "before").unwrap();
    for threads in ["-j1", "-j4"] {
        let arguments = ["generate", "-q", "--grids", "-n", "20000", threads, "-o", text(&file)];
        let Answer { code, err: errors, .. } = run_after("ulimit -f 8", &arguments);
        assert_eq!(code, Some(3), "{errors}");
        assert!(errors.starts_with(&format!("lanedoku: {}: ", text(&file))), "{errors}");
        assert_eq!((fs::read_to_string(&file).unwrap().as_str(), folder.names().len()), ("before", 1));
    }
}

/// A new file gets the mode that the user's mask leaves; a replaced file keeps its own.
#[cfg(unix)]
#[test]
fn modes_of_files() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new();
    let file = folder.file("answers.txt");
    let mode = || file.metadata().unwrap().permissions().mode() & 0o777;
    for mask in ["022", "077", "002"] {
        let _ = fs::remove_file(&file);
        let arguments = ["generate", "-q", "-n", "1", "-o", text(&file)];
        assert!(run_after(&format!("umask {mask}"), &arguments).code == Some(0));
        assert_eq!(mode(), 0o666 & !u32::from_str_radix(mask, 8).unwrap(), "{mask}");
        for kept in [0o600, 0o640, 0o755] {
            fs::set_permissions(&file, fs::Permissions::from_mode(kept)).unwrap();
            assert!(run_after(&format!("umask {mask}"), &arguments).code == Some(0));
            assert_eq!(mode(), kept);
        }
    }
}

/// The error names the file that was asked for, and nothing else.
#[test]
fn a_missing_folder_is_an_error_of_the_file() {
    let folder = Folder::new();
    let path = folder.file("missing").join("answers");
    let answer = run(&["solve", "-q", "-o", text(&path), HARD], "");
    let reason = std::io::Error::from_raw_os_error(2);
    answer.expect(3, "", &format!("lanedoku: {}: {reason}\n", text(&path)));
}
