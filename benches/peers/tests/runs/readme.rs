//! Compares the tables in `README.md` and `doc/*.md`, and the chart, with the published runs in `benches/results`.
//!
//! A table stands between `<!-- made from benches/results/FILE -->` and `<!-- end -->`. The ending of the file
//! name, such as `-sets.csv`, selects the table. `LANEDOKU_UPDATE=1 cargo test -p peers --test runs` rewrites the
//! tables.

use std::path::{Path, PathBuf};
use std::{env, fs};

use peers::chart::svg;
use peers::job::Job;
use peers::report::{SetReport, from_csv, rounded, with_commas};

/// A participant that exists only in runs on a machine with AVX-512.
const AVX512: &str = "lanedoku batch avx512";

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// Returns the text of a published run.
fn text_of(file: &str) -> String {
    let path = root().join("benches/results").join(file);
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns the reports of a published run of the peers benchmark.
fn reports(file: &str) -> Vec<SetReport> {
    from_csv(&text_of(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// Returns the records of a published run of another benchmark.
fn records(file: &str, columns: &[&str]) -> Vec<csv::StringRecord> {
    let text = text_of(file);
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    assert_eq!(reader.headers().unwrap(), columns, "{file}");
    reader.records().map(Result::unwrap).collect()
}

/// Returns a set's description in a table.
fn named(report: &SetReport) -> String {
    let name = match report.set.as_str() {
        "easy" => "easy",
        "minimal" => "minimal",
        "17_clue" => "with 17 clues",
        "magictour" => "of the \"magictour\" list",
        "hardest_11plus" => "of the players' list rated above 11",
        "two_or_more_solutions" => "with two solutions or more",
        "no_solution" => "without a solution",
        "many_solutions" => "with many solutions",
        "pencilmarks_minimal" => "minimal sets of pencil marks",
        other => panic!("{other}: a set without a name"),
    };
    format!("{} {name}", with_commas(report.puzzles))
}

/// Returns a row of the table: the ratios of the participants and the speed of the baseline.
fn row(first: &[String], report: &SetReport, participants: &[&str], unit: &str) -> String {
    let ratio = |name: &&str| {
        let found = report.figures.iter().find(|figures| figures.participant == **name);
        found.map_or("-".to_owned(), |figures| rounded(figures.ratio.median))
    };
    let speed = rounded(report.figures[0].per_second.median);
    let cells: Vec<_> = first.iter().cloned().chain(participants.iter().map(ratio)).collect();
    format!("| {} | {speed}{unit} |\n", cells.join(" | "))
}

/// The table of sets: each solver's ratio to tdoku.
fn table_of_sets(file: &str) -> String {
    let mut text =
        "| puzzles | batch, AVX-512 | batch, AVX2 | single, AVX-512 | single, AVX2 | single, plain x86-64 \
                    | crate `sudoku` | tdoku, puzzles/s |\n|---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for report in reports(file) {
        let participants = [
            "lanedoku batch avx512",
            "lanedoku batch avx2",
            "lanedoku single avx512",
            "lanedoku single avx2",
            "lanedoku single portable",
            "crate sudoku",
        ];
        text += &row(&[named(&report)], &report, &participants, "");
    }
    text
}

/// The table of all jobs other than `unique` with clues.
fn table_of_jobs(file: &str) -> String {
    let mut text =
        "| job | puzzles | with a workspace, AVX-512 | with a workspace, AVX2 | single, AVX-512 | single, AVX2 \
                    | single, plain x86-64 | crate `sudoku` | tdoku |\n|---|---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for report in reports(file) {
        let job = match report.job {
            Job::Unique | Job::Pencilmarks => "one solution?",
            Job::First => "first solution only",
            Job::Count => "count all solutions",
            Job::Enumerate => "write all solutions",
        };
        let participants = [
            "lanedoku batch avx512",
            "lanedoku batch avx2",
            "lanedoku single avx512",
            "lanedoku single avx2",
            "lanedoku single portable",
            "crate sudoku",
        ];
        let unit = format!(" {}s/s", report.job.unit());
        text += &row(&[job.to_owned(), named(&report)], &report, &participants, &unit);
    }
    text
}

/// The table of the loop: core cycles, least and median, from all runs that end in `-loop.csv`.
fn table_of_the_loop() -> String {
    let names: Vec<String> = run_files().into_iter().filter(|name| name.ends_with("-loop.csv")).collect();
    let columns = ["what", "kernel", "least", "median", "most"];
    let runs: Vec<_> = names.iter().map(|name| records(name, &columns)).collect();
    let cell = |run: &[csv::StringRecord], what: &str, kernel: &str| {
        let record = run.iter().find(|record| &record[0] == what && &record[1] == kernel).expect(what);
        let [least, median] = [2, 3].map(|column| record[column].parse::<f64>().unwrap());
        match median < 100.0 {
            true => format!("{least:.1} / {median:.1}"),
            false => format!("{} / {}", rounded(least), rounded(median)),
        }
    };
    let rows = [
        ("a step, rows order", "a step, row order"),
        ("a step, constrained order", "a step, constrained order"),
        ("parse to ready to run, rows order", "from 81 characters to ready to run, row order"),
        ("parse to ready to run, constrained order", "from 81 characters to ready to run, constrained order"),
    ];
    // The file name of a run consists of its date, its machine and its kind.
    let machines =
        names.iter().map(|name| name["2026-11-22-".len()..].trim_end_matches("-loop.csv").replace('-', " "));
    let heads =
        machines.flat_map(|machine| ["portable", "assembly"].map(|kernel| format!(" {machine}, {kernel} |")));
    let mut text = format!("| |{}\n|---|{}\n", heads.collect::<String>(), "---|---|".repeat(names.len()));
    for (what, title) in rows {
        let cells = runs.iter().flat_map(|run| ["portable", "asm"].map(|kernel| cell(run, what, kernel)));
        text += &format!("| {title} | {} |\n", cells.collect::<Vec<_>>().join(" | "));
    }
    text
}

/// The table of generating, minimizing, shuffling, rating and canonical forms.
fn table_of_making(file: &str) -> String {
    let columns = ["job", "participant", "boards_per_second", "least", "most", "ratio"];
    let records = records(file, &columns);
    let mut text =
        "| job | Lanedoku, boards/s | crate `sudoku`, boards/s | ratio |\n|---|---|---|---|\n".to_owned();
    for record in records.iter().filter(|record| &record[1] == "lanedoku") {
        let other = records.iter().find(|other| other[0] == record[0] && &other[1] == "sudoku");
        let figure = |record: &csv::StringRecord, column: usize| rounded(record[column].parse().unwrap());
        let [theirs, ratio] =
            [2, 5].map(|column| other.map_or("-".to_owned(), |other| figure(other, column)));
        text += &format!("| {} | {} | {theirs} | {ratio} |\n", &record[0], figure(record, 2));
    }
    text
}

/// The table of the Python package and other packages.
fn table_of_python(file: &str) -> String {
    let mut text = "| call | puzzles/s | time relative to the batch in Rust |\n|---|---|---|\n".to_owned();
    for record in records(file, &["call", "puzzles_per_second", "time_ratio"]) {
        let [speed, ratio] = [1, 2].map(|column| rounded(record[column].parse().unwrap()));
        text += &format!("| {} | {speed} | {ratio} |\n", &record[0]);
    }
    text
}

/// The table of the command line.
fn table_of_the_command_line(file: &str) -> String {
    let mut text = "| command | median, ms | least, ms |\n|---|---|---|\n".to_owned();
    for record in records(file, &["command", "median_milliseconds", "least_milliseconds"]) {
        let [median, least] = [1, 2].map(|column| rounded(record[column].parse().unwrap()));
        text += &format!("| `{}` | {median} | {least} |\n", &record[0]);
    }
    text
}

/// The table of tdoku's own benchmark, from its output: lanedoku's ratios to tdoku.
fn table_of_the_harness(file: &str) -> String {
    // The speeds by build, set and solver: the text has a title for each set.
    let mut speeds = Vec::new();
    let (mut build, mut set) = (0, String::new());
    for line in text_of(file).lines() {
        build += usize::from(line.starts_with("# build:"));
        let cells: Vec<&str> = line.split('|').map(str::trim).collect();
        match cells[..] {
            [_, name, "puzzles/sec", ..] => set = name.to_owned(),
            [_, name, speed, _, ..] if speed.parse::<f64>().is_ok() => {
                let solver = name.split_whitespace().next().unwrap_or_default().to_owned();
                speeds.push((build, set.clone(), solver, speed.parse::<f64>().unwrap()));
            }
            _ => {}
        }
    }
    let speed = |build: usize, set: &str, solver: &str| {
        let mut found = speeds.iter().filter(|found| (found.0, &*found.1, &*found.2) == (build, set, solver));
        found.next().unwrap_or_else(|| panic!("{file}: {solver} on {set}")).3
    };
    let mut text =
        "| puzzles | AVX-512 | AVX2 | plain x86-64 | AVX-512, tdoku with profile | tdoku, puzzles/s |\n\
                    |---|---|---|---|---|---|\n"
            .to_owned();
    let sets = [
        ("easy", "easy"),
        ("minimal", "minimal"),
        ("17_clue", "with 17 clues"),
        ("magictour", "\"magictour\" list"),
        ("hardest_11plus", "players' list rated above 11"),
        ("two_or_more_solutions", "with two solutions or more"),
        ("no_solution", "without a solution"),
    ];
    for (set, title) in sets {
        let ratio = |build, solver| rounded(speed(build, set, solver) / speed(build, set, "tdoku"));
        let ratios = ["lanedoku", "lanedoku_avx2", "lanedoku_portable"].map(|solver| ratio(1, solver));
        let with_profile = ratio(2, "lanedoku");
        let theirs = rounded(speed(1, set, "tdoku"));
        text += &format!("| {title} | {} | {with_profile} | {theirs} |\n", ratios.join(" | "));
    }
    text
}

/// The table of single calls from C.
fn table_of_latency(file: &str) -> String {
    let columns = ["puzzles", "solver", "calls", "least", "median", "of_100_the_99th", "greatest"];
    let mut text =
        "| puzzles | solver | calls | median, µs | the 99th of 100, µs |\n|---|---|---|---|---|\n".to_owned();
    for record in records(file, &columns) {
        let [median, most] = [4, 5].map(|column| rounded(record[column].parse().unwrap()));
        text += &format!("| {} | {} | {} | {median} | {most} |\n", &record[0], &record[1], &record[2]);
    }
    text
}

/// The table of the command line's parts.
fn table_of_the_pipeline(file: &str) -> String {
    let mut text = "| part | lines a second |\n|---|---|\n".to_owned();
    for record in records(file, &["part", "lines a second"]) {
        text += &format!("| {} | {} |\n", &record[0], rounded(record[1].parse().unwrap()));
    }
    text
}

/// Returns the file names of the published runs in order.
fn run_files() -> Vec<String> {
    let entries = fs::read_dir(root().join("benches/results")).unwrap();
    let names = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let mut names: Vec<String> = names.filter(|name| name.ends_with(".csv")).collect();
    names.sort();
    names
}

/// The ending of a run file's name, and the function that makes its table.
type RunKind = (&'static str, fn(&str) -> String);

/// Returns the table of a published run.
fn table_of(file: &str) -> String {
    let kinds: [RunKind; 9] = [
        ("-sets.csv", table_of_sets),
        ("-jobs.csv", table_of_jobs),
        ("-loop.csv", |_| table_of_the_loop()),
        ("-making.csv", table_of_making),
        ("-python.csv", table_of_python),
        ("-command-line.csv", table_of_the_command_line),
        ("-harness.txt", table_of_the_harness),
        ("-latency.csv", table_of_latency),
        ("-pipeline.csv", table_of_the_pipeline),
    ];
    let kind = kinds.into_iter().find(|(ending, _)| file.ends_with(ending));
    kind.unwrap_or_else(|| {
        panic!("{file}: expected one of the endings {:?}", kinds.map(|(ending, _)| ending))
    })
    .1(file)
}

/// Returns the pages that may have tables, relative to the root.
fn pages() -> Vec<String> {
    let mut pages = vec!["README.md".to_owned()];
    if let Ok(folder) = fs::read_dir(root().join("doc")) {
        let names = folder.map(|entry| entry.unwrap().file_name().into_string().unwrap());
        pages.extend(names.filter(|name| name.ends_with(".md")).map(|name| format!("doc/{name}")));
    }
    pages
}

/// Compares a file with its expected text, or writes that text.
fn check(path: &str, expected: &str) {
    if env::var_os("LANEDOKU_UPDATE").is_some() {
        fs::write(root().join(path), expected).unwrap();
    }
    assert!(
        fs::read_to_string(root().join(path)).unwrap_or_default() == expected,
        "{path} differs from benches/results; to update it, run LANEDOKU_UPDATE=1 cargo test -p peers --test runs"
    );
}

#[test]
fn the_tables_show_the_published_runs() {
    const START: &str = "<!-- made from benches/results/";
    let mut shown = Vec::new();
    for page in pages() {
        let text = fs::read_to_string(root().join(&page)).unwrap();
        let (mut expected, mut rest) = (String::new(), text.as_str());
        while let Some((before, after)) = rest.split_once(START) {
            let (file, after) = after.split_once(" -->\n").expect("the end of the first marker");
            let (_, after) =
                after.split_once("<!-- end -->").unwrap_or_else(|| panic!("{page}: {file} without an end"));
            expected += &format!("{before}{START}{file} -->\n{}<!-- end -->", table_of(file));
            shown.push(file.to_owned());
            rest = after;
        }
        check(&page, &(expected + rest));
    }
    for ending in ["-sets.csv", "-jobs.csv", "-loop.csv"] {
        assert!(shown.iter().any(|file| file.ends_with(ending)), "no page has a table of a run {ending}");
    }
}

#[test]
fn the_chart_shows_the_published_run() {
    let shown = [
        ("tdoku", "tdoku"),
        (AVX512, "lanedoku batch, AVX-512"),
        ("lanedoku batch avx2", "lanedoku batch, AVX2"),
        ("lanedoku single avx2", "lanedoku single, AVX2"),
        ("crate sudoku", "crate sudoku"),
    ];
    let mut sets =
        run_files().into_iter().filter(|name| name.ends_with("-sets.csv") && text_of(name).contains(AVX512));
    let mut reports = reports(&sets.next_back().expect("a run with AVX-512"));
    for report in &mut reports {
        let all = std::mem::take(&mut report.figures);
        report.figures = shown
            .iter()
            .map(|(name, title)| {
                let mut figures =
                    all.iter().find(|figures| figures.participant == *name).expect(name).clone();
                figures.participant = (*title).to_owned();
                figures
            })
            .collect();
        let name = named(report);
        let name = name.split_once(' ').expect("a number and a name").1;
        report.set = if name.contains(' ') { format!("puzzles {name}") } else { format!("{name} puzzles") };
    }
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let chart = "doc/images/ratios.svg";
    assert!(readme.contains(chart), "the README shows the chart");
    check(chart, &svg(&reports));
}
