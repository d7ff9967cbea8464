//! The workbench as a process: each command on files and pipes, against answers made in another way.

mod support;

use std::collections::{BTreeSet, HashMap};

use lanedoku::{Grid, Solver, Status};
use support::*;

/// Puzzles that `generate` makes.
fn generated(arguments: &[&str]) -> Vec<String> {
    let answer = run(&[&["generate", "-q"], arguments].concat(), "");
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""), "{arguments:?}");
    answer.out.lines().map(str::to_owned).collect()
}

fn is_unique(puzzle: &str) -> bool {
    // Not the engine that made it.
    let solver = Solver::builder().engine(lanedoku::Engine::Propagate).build().unwrap();
    solver.solve(&puzzle.parse::<Grid>().unwrap()).status == Status::Unique
}

/// The puzzle without the clue of one cell.
fn without(puzzle: &str, cell: usize) -> String {
    format!("{}.{}", &puzzle[..cell], &puzzle[cell + 1..])
}

fn clues(puzzle: &str) -> Vec<usize> {
    (0..81).filter(|&cell| puzzle.as_bytes()[cell] != b'.').collect()
}

#[track_caller]
fn assert_minimal(puzzle: &str) {
    assert!(is_unique(puzzle), "{puzzle}");
    for cell in clues(puzzle) {
        assert!(!is_unique(&without(puzzle, cell)), "{puzzle}: the clue of cell {cell} can go");
    }
}

#[test]
fn generated_puzzles_are_unique_minimal_and_the_same_on_any_number_of_threads() {
    let puzzles = generated(&["-n", "700", "--seed", "42", "-j", "1"]);
    assert_eq!(puzzles.len(), 700);
    puzzles.iter().step_by(7).for_each(|puzzle| assert_minimal(puzzle));
    assert_eq!(puzzles.iter().collect::<BTreeSet<_>>().len(), 700, "all different");
    assert_eq!(generated(&["-n", "700", "--seed", "42", "-j", "3"]), puzzles);
    // A longer list begins with the shorter one.
    assert_eq!(generated(&["-n", "3", "--seed", "42"]), puzzles[..3]);
    assert_ne!(generated(&["-n", "3", "--seed", "43"]), puzzles[..3]);
}

#[test]
fn puzzles_with_a_number_of_clues() {
    for (wanted, range) in [("30", 30..=30), ("24-25", 24..=25), ("23", 23..=23)] {
        for puzzle in generated(&["-n", "20", "--clues", wanted]) {
            assert!(range.contains(&clues(&puzzle).len()) && is_unique(&puzzle), "{wanted}: {puzzle}");
        }
    }
    for puzzle in generated(&["-n", "10", "--clues", "26-27", "--minimal"]) {
        assert!((26..=27).contains(&clues(&puzzle).len()), "{puzzle}");
        assert_minimal(&puzzle);
    }
    let answer = run(&["generate", "--clues", "16"], "");
    answer.expect(2, "", "lanedoku: --clues: a puzzle with one solution has 17 to 81 clues\n");
}

#[test]
fn symmetric_puzzles() {
    type Move = fn(usize, usize) -> (usize, usize);
    let maps: [(&str, Move); 6] = [
        ("half-turn", |row, column| (8 - row, 8 - column)),
        ("quarter-turn", |row, column| (column, 8 - row)),
        ("left-right", |row, column| (row, 8 - column)),
        ("top-bottom", |row, column| (8 - row, column)),
        ("diagonal", |row, column| (column, row)),
        ("antidiagonal", |row, column| (8 - column, 8 - row)),
    ];
    for (name, map) in maps {
        for puzzle in generated(&["-n", "5", "--symmetry", name]) {
            assert!(is_unique(&puzzle), "{puzzle}");
            for cell in clues(&puzzle) {
                let (row, column) = map(cell / 9, cell % 9);
                assert_ne!(puzzle.as_bytes()[9 * row + column], b'.', "{name}: {puzzle}");
            }
        }
    }
}

#[test]
fn puzzles_from_a_pattern() {
    let pattern = "1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1.1";
    for puzzle in generated(&["-n", "5", "--pattern", pattern]) {
        assert_eq!(clues(&puzzle), clues(pattern));
        assert!(is_unique(&puzzle), "{puzzle}");
    }
}

#[test]
fn puzzles_of_a_difficulty() {
    for line in generated(&["-n", "5", "--needs", "singles"]) {
        assert!(line.ends_with(" 0 singles"), "{line}");
    }
    for line in generated(&["-n", "3", "--guesses", "2-4"]) {
        let guesses: u64 = line.split(' ').nth(1).unwrap().parse().unwrap();
        assert!((2..=4).contains(&guesses), "{line}");
    }
}

#[test]
fn full_boards_and_pencil_marks() {
    for grid in generated(&["-n", "20", "--grids", "--seed", "5"]) {
        assert!(grid.parse::<Grid>().unwrap().is_solved(), "{grid}");
    }
    let marks = generated(&["-n", "1", "--pencil-marks"]);
    assert_eq!((marks.len(), marks[0].len()), (1, 729));
    // It is valid input, too.
    let answer = solve(&[], format!("{}\n", marks[0]));
    assert_eq!(answer.words(), ["unique"], "{}", answer.err);
}

#[test]
fn minimized_puzzles_are_minimal_parts() {
    let answer = run(&["minimize", "-q", "--seed", "3", "lines_9x9.txt"], "");
    assert_eq!((answer.code, answer.err.as_str()), (Some(0), ""));
    let full = format!("{HARD_SOLUTION}\n").repeat(50);
    let made = run(&["minimize", "-q"], &full);
    assert_eq!(made.out.lines().collect::<BTreeSet<_>>().len(), 50, "another order for each");
    for puzzle in made.out.lines().step_by(5) {
        assert!(puzzle.bytes().zip(HARD_SOLUTION.bytes()).all(|(clue, digit)| clue == b'.' || clue == digit));
        assert_minimal(puzzle);
    }
    assert_eq!(run(&["minimize", "-q", "-j", "3"], &full).out, made.out);
    // What cannot be minimized is answered all the same.
    let input = [HARD, EMPTY, "nonsense", INVALID, NO_SOLUTION, HARD].join("\n");
    let answer = run(&["minimize", "-q"], input);
    let words: Vec<_> =
        answer.out.lines().map(|line| line.split_once(' ').map_or("", |(_, word)| word)).collect();
    assert_eq!(words, ["", "multiple", "invalid", "invalid", "none", ""]);
    assert_eq!((answer.code, answer.err.lines().count()), (Some(1), 4), "{}", answer.err);
}

#[test]
fn all_minimal_puzzles_among_the_clues() {
    // A minimal puzzle and three clues more.
    let base = generated(&["--seed", "9"])[0].clone();
    let solution = solve(&[], &base).out[..81].to_owned();
    let mut puzzle = base.clone().into_bytes();
    let open: Vec<usize> = (0..81).filter(|&cell| puzzle[cell] == b'.').take(3).collect();
    open.iter().for_each(|&cell| puzzle[cell] = solution.as_bytes()[cell]);
    let puzzle = String::from_utf8(puzzle).unwrap();

    // All subsets, the slow way: minimal are those that are unique and have no unique part.
    let all = clues(&puzzle);
    let mut unique = BTreeSet::from([puzzle.clone()]);
    let mut layer = unique.clone();
    while !layer.is_empty() {
        layer = layer
            .iter()
            .flat_map(|puzzle| all.iter().map(|&cell| without(puzzle, cell)))
            .filter(|part| !unique.contains(part) && is_unique(part))
            .collect();
        unique.extend(layer.iter().cloned());
    }
    let expected: BTreeSet<String> = unique
        .iter()
        .filter(|part| clues(part).iter().all(|&cell| !unique.contains(&without(part, cell))))
        .cloned()
        .collect();
    let answer = run(&["minimize", "-q", "--all"], &puzzle);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let found: Vec<String> = answer.out.lines().map(str::to_owned).collect();
    assert_eq!(found.len(), expected.len());
    assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), expected);
    let two = run(&["minimize", "-q", "--all", "--max", "1"], &puzzle);
    assert_eq!(two.out.lines().count(), 1);
}

#[test]
fn neighbours_with_one_clue_exchanged() {
    let puzzle = generated(&["--seed", "11"])[0].clone();
    let mut expected = BTreeSet::new();
    let solver = Solver::new();
    for removed in clues(&puzzle) {
        let rest = without(&puzzle, removed);
        for cell in (0..81).filter(|&cell| rest.as_bytes()[cell] == b'.') {
            for digit in 1..=9 {
                let mut near = rest.clone();
                near.replace_range(cell..=cell, &digit.to_string());
                if near != puzzle && solver.solve(&near.parse::<Grid>().unwrap()).status == Status::Unique {
                    expected.insert(near);
                }
            }
        }
    }
    let answer = run(&["neighbours", "{-1+1}", "-q"], &puzzle);
    assert_eq!(answer.code, Some(0), "{}", answer.err);
    let found: Vec<&str> = answer.out.lines().filter(|near| *near != puzzle).collect();
    assert_eq!(found.iter().collect::<BTreeSet<_>>().len(), found.len(), "each once");
    assert_eq!(found.into_iter().map(str::to_owned).collect::<BTreeSet<_>>(), expected);
}

#[test]
fn disguised_duplicates_are_found() {
    let puzzles = generated(&["-n", "30", "--seed", "1"]);
    let input = puzzles.join("\n");
    let shuffled = run(&["shuffle", "-q", "-n", "4", "--seed", "8"], &input);
    assert_eq!((shuffled.code, shuffled.out.lines().count()), (Some(0), 120));
    assert_eq!(run(&["shuffle", "-q", "-n", "4", "--seed", "8", "-j", "1"], &input).out, shuffled.out);
    assert_eq!(shuffled.out.lines().collect::<BTreeSet<_>>().len(), 120);
    let forms = run(&["canonical", "-q"], &input);
    let of_shuffled = run(&["canonical", "-q"], &shuffled.out);
    for (index, form) in of_shuffled.out.lines().enumerate() {
        assert_eq!(Some(form), forms.out.lines().nth(index / 4));
    }
    for threads in ["1", "3"] {
        let deduped =
            run(&["canonical", "-q", "--dedupe", "--show", "puzzle,line", "-j", threads], &shuffled.out);
        let expected: Vec<String> =
            forms.out.lines().enumerate().map(|(index, form)| format!("{form} {}", 4 * index + 1)).collect();
        assert_eq!(deduped.out.lines().collect::<Vec<_>>(), expected, "the first of each");
    }
    // Full boards as well.
    let grids = generated(&["-n", "5", "--grids"]).join("\n");
    let disguised = run(&["shuffle", "-q"], &grids).out;
    assert_eq!(run(&["canonical", "-q"], &grids).out, run(&["canonical", "-q"], disguised).out);
}

#[test]
fn ratings() {
    let easy = generated(&["--needs", "singles"])[0][..81].to_owned();
    let answer = run(&["rate", "-q"], format!("{easy}\n{HARD}\n{EMPTY}\n"));
    let lines: Vec<&str> = answer.out.lines().collect();
    assert!(
        lines[0].starts_with(&easy) && lines[0].contains(" 0 0 ") && lines[0].ends_with(" singles"),
        "{lines:?}"
    );
    assert!(lines[1].ends_with(" guesses"), "{lines:?}");
    assert!(lines[2].ends_with(" multiple"), "{lines:?}");
    assert_eq!(answer.code, Some(1));
}

#[test]
fn enumerate_finds_what_count_counts() {
    let input = ["1234............", "................", "1234341221434321", "11.............."].join("\n");
    let answer = run(&["enumerate", "-q", "--show", "line,solution"], &input);
    let mut found: HashMap<&str, BTreeSet<&str>> = HashMap::new();
    for line in answer.out.lines() {
        let (line, solution) = line.split_once(' ').unwrap();
        found.entry(line).or_default().insert(solution);
    }
    let counts: Vec<String> = run(&["count", "-q"], &input).out.lines().map(str::to_owned).collect();
    assert_eq!(counts, ["12", "288", "1", "invalid"]);
    assert_eq!((found["1"].len(), found["2"].len(), found["3"].len()), (12, 288, 1));
    assert!(answer.err.starts_with("standard input:4: 1 appears twice"), "{}", answer.err);
    let few = run(&["enumerate", "-q", "--max", "5"], "................\n");
    assert_eq!(few.out.lines().count(), 5);
    // Without end, and in constant memory: whoever has enough, leaves.
    let many = run(&["enumerate", "-q", "--max", "20000"], EMPTY);
    assert_eq!(many.out.lines().collect::<BTreeSet<_>>().len(), 20_000);
}

#[test]
fn solutions_are_checked() {
    let wrong = HARD_SOLUTION.replacen("812", "821", 1);
    let other = full_board(3, 1);
    let input = [
        format!("{HARD},{HARD_SOLUTION}"),
        format!("{HARD},{wrong}"),
        format!("{HARD},{}", String::from_utf8(other).unwrap()),
        HARD.to_owned(),
        HARD_SOLUTION.to_owned(),
        format!("{EMPTY} {HARD_SOLUTION}"),
    ]
    .join("\n");
    let answer = run(&["check", "-q", "--show", "status,minimal,correct"], input);
    let verdicts: Vec<String> =
        answer.out.lines().map(|line| line.split(' ').take(3).collect::<Vec<_>>().join(" ")).collect();
    assert_eq!(
        verdicts,
        [
            "unique minimal right",
            "unique minimal wrong",
            "unique minimal wrong",
            "unique minimal -",
            "unique 81 -",
            "multiple - right"
        ],
        "{}",
        answer.err
    );
    assert_eq!((answer.code, answer.err.lines().count()), (Some(1), 2), "{}", answer.err);
    assert_eq!(run(&["check", "-q"], format!("{HARD}\n")).code, Some(0));
    assert_eq!(run(&["check", "-q"], format!("{HARD_SOLUTION}\n")).code, Some(0));
    assert_eq!(run(&["check", "-q", "--minimal"], format!("{HARD_SOLUTION}\n")).code, Some(1));
}

#[test]
fn the_short_way_to_an_answer() {
    let answer = run(&[HARD], "");
    assert!(answer.out.contains("unique: exactly one solution"), "{}", answer.out);
    assert_eq!(answer.code, Some(0));
    let dashes = HARD.replace('0', "-");
    let answer = run(&[&dashes], "");
    assert!(answer.out.contains("unique: exactly one solution"), "{}", answer.out);
    assert_eq!(run(&["lines_9x9.txt", "-q"], "").out.lines().count(), 6);
}

#[test]
fn demo_bench_pages() {
    let demo = run(&["demo"], "");
    assert!(demo.code == Some(0) && demo.out.contains("a second on one core"), "{}", demo.err);
    let bench = run(&["bench", "lines_9x9.txt"], "");
    assert!(
        bench.out.contains("single, portable") && bench.out.contains("####"),
        "{}{}",
        bench.out,
        bench.err
    );
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        assert!(run(&["completions", shell], "").out.contains("neighbours"), "{shell}");
    }
    assert!(run(&["man"], "").out.starts_with(".ie"), "a page for man");
    assert!(run(&["man", "generate"], "").out.contains("symmetry"));
}

#[test]
fn a_closed_output_is_an_error() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let program = env!("CARGO_BIN_EXE_lanedoku");
    for arguments in ["solve lines_9x9.txt", "count lines_9x9.txt", "generate -n 3"] {
        let output = std::process::Command::new("sh")
            .args(["-c", &format!("{program} {arguments} >&-")])
            .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/boards"))
            .output()
            .unwrap();
        let err = String::from_utf8(output.stderr).unwrap();
        assert_eq!(
            (output.status.code(), err.as_str()),
            (Some(3), "lanedoku: standard output: it is closed\n")
        );
    }
}

#[test]
fn a_file_is_written_whole_or_not_at_all() {
    let folder = std::env::temp_dir().join(format!("lanedoku-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let file = folder.join("answers.txt");
    let name = file.to_str().unwrap();
    let answer = solve(&["lines_9x9.txt", "-o", name], "");
    assert_eq!((answer.code, answer.out.as_str()), (Some(0), ""));
    assert_eq!(std::fs::read_to_string(&file).unwrap(), solve(&["lines_9x9.txt"], "").out);
    // Interrupted, it stays what it was, and nothing else is left.
    let before = std::fs::read(&file).unwrap();
    let mut child = start(&["solve", "-q", "-o", name]);
    let mut stdin = child.stdin.take().unwrap();
    std::io::Write::write_all(&mut stdin, format!("{HARD}\n").as_bytes()).unwrap();
    std::thread::sleep(std::time::Duration::from_millis(300));
    let interrupt = std::process::Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    if interrupt.is_ok_and(|status| status.success()) {
        assert_eq!(child.wait().unwrap().code(), Some(130));
    }
    drop(stdin);
    let _ = child.wait();
    assert_eq!(std::fs::read(&file).unwrap(), before);
    assert_eq!(std::fs::read_dir(&folder).unwrap().count(), 1);
    std::fs::remove_dir_all(folder).unwrap();
    let answer = solve(&["lines_9x9.txt", "-o", "/no/such/folder/answers.txt"], "");
    assert!(
        answer.code == Some(3) && answer.err.starts_with("lanedoku: /no/such/folder/answers.txt: "),
        "{}",
        answer.err
    );
}

/// What is no file is written to, and stays what it is; a link stays one.
#[cfg(target_os = "linux")]
#[test]
fn devices_and_links_are_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    assert_eq!(solve(&["lines_9x9.txt", "-o", "/dev/null"], "").code, Some(0));
    assert!(std::fs::metadata("/dev/null").unwrap().file_type().is_char_device());
    let answer = solve(&["lines_9x9.txt", "-o", "/dev/full"], "");
    assert!(answer.code == Some(3) && answer.err.contains("No space left"), "{}", answer.err);
    let folder = std::env::temp_dir().join(format!("lanedoku-link-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let (file, link) = (folder.join("file"), folder.join("link"));
    std::fs::write(&file, "before").unwrap();
    std::os::unix::fs::symlink(&file, &link).unwrap();
    assert_eq!(solve(&["lines_9x9.txt", "-o", link.to_str().unwrap()], "").code, Some(0));
    assert!(link.is_symlink());
    assert_eq!(std::fs::read_to_string(&file).unwrap().lines().count(), 6);
    std::fs::remove_dir_all(folder).unwrap();
}

/// A board that takes seconds to give up: what no puzzle on the way may wait for.
fn slow_board() -> String {
    // 25x25 and empty but for the first row: the search ends at the limit.
    let boards = include_str!("../../tests/boards/slow_25x25.txt");
    boards.lines().next().unwrap().to_owned()
}

#[test]
fn a_slow_board_holds_up_nothing() {
    let slow = slow_board();
    // In order: the lines in front of it come at once, though all are one block.
    for threads in ["1", "2"] {
        let mut child = start(&["solve", "-q", "-j", threads, "--engine", "backtrack"]);
        let mut stdin = child.stdin.take().unwrap();
        let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
        std::io::Write::write_all(&mut stdin, format!("{HARD}\n{HARD}\n{slow}\n{HARD}\n").as_bytes())
            .unwrap();
        for _ in 0..2 {
            let mut line = String::new();
            std::io::BufRead::read_line(&mut out, &mut line).unwrap();
            assert_eq!(line, format!("{HARD_SOLUTION} unique\n"));
        }
        let start = std::time::Instant::now();
        child.kill().unwrap();
        child.wait().unwrap();
        assert!(start.elapsed().as_secs() < 30);
    }
}

#[test]
fn unordered_answers_do_not_wait() {
    let slow = slow_board();
    let mut child = start(&["solve", "-q", "-j", "2", "--unordered", "--engine", "backtrack"]);
    let mut stdin = child.stdin.take().unwrap();
    let mut out = std::io::BufReader::new(child.stdout.take().unwrap());
    std::io::Write::write_all(&mut stdin, format!("{slow}\n{HARD}\n{HARD}\n").as_bytes()).unwrap();
    let mut lines = BTreeSet::new();
    for _ in 0..2 {
        let mut line = String::new();
        std::io::BufRead::read_line(&mut out, &mut line).unwrap();
        lines.insert(line);
    }
    let expected = [2, 3].map(|number| format!("{number} {HARD_SOLUTION} unique\n"));
    assert_eq!(lines, BTreeSet::from(expected));
    child.kill().unwrap();
    child.wait().unwrap();
}

#[test]
fn a_timeout_ends_a_puzzle() {
    let answer =
        solve(&["--engine", "backtrack", "--timeout", "100ms"], format!("{}\n{HARD}\n", slow_board()));
    let words: Vec<&str> = answer.out.lines().map(|line| line.rsplit_once(' ').unwrap().1).collect();
    assert_eq!(words, ["limit", "unique"]);
    assert_eq!(answer.code, Some(1));
}

#[test]
fn complaints_are_capped_and_counted() {
    let input = "nonsense\n".repeat(1000);
    let answer = solve(&[], &input);
    assert_eq!((answer.out.lines().count(), answer.err.lines().count()), (1000, 21));
    assert_eq!(
        answer.err.lines().last(),
        Some("lanedoku: 980 more of the kind were not told (see --complaints)")
    );
    assert_eq!(solve(&["--complaints", "all"], &input).err.lines().count(), 1000);
    assert_eq!(run(&["solve", "-qq"], &input).err, "");
}
