//! The tables and the chart in the README are made from the published runs in `benches/results`.
//!
//! `LANEDOKU_UPDATE=1 cargo test -p peers --test readme` makes them again.

use std::path::{Path, PathBuf};
use std::{env, fs};

use peers::chart::svg;
use peers::job::Job;
use peers::report::{SetReport, from_csv};

/// The run on a machine with AVX-512.
const SETS: &str = "2026-11-22-emerald-rapids.csv";
/// The run of all jobs.
const JOBS: &str = "2026-11-22-zen-3-jobs.csv";
/// The loop, before and after a visit got another order.
const LOOPS: [&str; 2] = ["2026-11-21-emerald-rapids-loop.csv", "2026-11-22-zen-3-loop.csv"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn results(file: &str) -> Vec<SetReport> {
    let text = fs::read_to_string(root().join("benches/results").join(file)).unwrap();
    from_csv(&text).unwrap_or_else(|error| panic!("{file}: {error}"))
}

/// A number with commas between its thousands.
fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<_> =
        digits.as_bytes().rchunks(3).rev().map(|group| str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

/// A figure as people read it: three digits, and no more than two behind the point.
fn rounded(figure: f64) -> String {
    if figure >= 1000.0 {
        let unit = 10_f64.powf(figure.log10().floor() - 2.0);
        with_commas(((figure / unit).round() * unit) as usize)
    } else if figure >= 100.0 {
        format!("{figure:.0}")
    } else if figure >= 1.995 {
        format!("{figure:.1}")
    } else {
        let text = format!("{figure:.2}");
        text.strip_suffix('0').unwrap_or(&text).to_owned()
    }
}

/// What people call a set.
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

/// A row of the table: the ratios of participants, and the speed of the baseline.
fn row(first: &[String], report: &SetReport, participants: &[&str], unit: &str) -> String {
    let ratio = |name: &&str| {
        let found = report.figures.iter().find(|figures| figures.participant == **name);
        found.map_or("-".to_owned(), |figures| rounded(figures.ratio.median))
    };
    let speed = rounded(report.figures[0].per_second.median);
    let cells: Vec<_> = first.iter().cloned().chain(participants.iter().map(ratio)).collect();
    format!("| {} | {speed}{unit} |\n", cells.join(" | "))
}

/// The sets, and the solvers of which the chart shows some.
fn table_of_sets() -> String {
    let mut text =
        "| puzzles | batch, AVX-512 | batch, AVX2 | single, AVX-512 | single, AVX2 | single, plain x86-64 \
                    | crate `sudoku` | tdoku, puzzles/s |\n|---|---|---|---|---|---|---|---|\n"
            .to_owned();
    for report in results(SETS) {
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

/// The other jobs.
fn table_of_jobs() -> String {
    let mut text =
        "| job | puzzles | with a workspace, AVX2 | single, AVX2 | single, plain x86-64 | crate `sudoku` \
                    | tdoku |\n|---|---|---|---|---|---|---|\n"
            .to_owned();
    for report in results(JOBS) {
        let job = match report.job {
            Job::Unique | Job::Pencilmarks => "one solution?",
            Job::First => "first solution only",
            Job::Count => "count all solutions",
            Job::Enumerate => "write all solutions",
        };
        let participants =
            ["lanedoku batch avx2", "lanedoku single avx2", "lanedoku single portable", "crate sudoku"];
        let unit = format!(" {}s/s", report.job.unit());
        text += &row(&[job.to_owned(), named(&report)], &report, &participants, &unit);
    }
    text
}

/// Core cycles of the loop, least and median, on two machines.
fn table_of_the_loop() -> String {
    let runs = LOOPS.map(|file| {
        let text = fs::read_to_string(root().join("benches/results").join(file)).unwrap();
        let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
        assert_eq!(reader.headers().unwrap(), ["what", "kernel", "least", "median", "most"].as_slice());
        reader.records().map(Result::unwrap).collect::<Vec<_>>()
    });
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
    let mut text =
        "| | Xeon, portable | Xeon, assembly | EPYC, portable | EPYC, assembly |\n|---|---|---|---|---|\n"
            .to_owned();
    for (what, title) in rows {
        let cells = runs.iter().flat_map(|run| ["portable", "asm"].map(|kernel| cell(run, what, kernel)));
        text += &format!("| {title} | {} |\n", cells.collect::<Vec<_>>().join(" | "));
    }
    text
}

/// Compares what lies in a file with what it should be, or writes that.
fn check(path: &str, expected: &str) {
    if env::var_os("LANEDOKU_UPDATE").is_some() {
        fs::write(root().join(path), expected).unwrap();
    }
    assert!(
        fs::read_to_string(root().join(path)).unwrap_or_default() == expected,
        "{path} differs from benches/results. Make it again with: LANEDOKU_UPDATE=1 cargo test -p peers --test readme"
    );
}

#[test]
fn the_tables_show_the_published_runs() {
    let mut readme = fs::read_to_string(root().join("README.md")).unwrap();
    for (file, table) in [(SETS, table_of_sets()), (JOBS, table_of_jobs()), (LOOPS[1], table_of_the_loop())] {
        let start = format!("<!-- made from benches/results/{file} -->\n");
        let at = readme.find(&start).unwrap_or_else(|| panic!("{start}")) + start.len();
        let end = at + readme[at..].find("<!-- end -->").expect("an end of the table");
        readme.replace_range(at..end, &table);
    }
    check("README.md", &readme);
}

#[test]
fn the_chart_shows_the_published_run() {
    let shown = [
        ("tdoku", "tdoku"),
        ("lanedoku batch avx512", "lanedoku batch, AVX-512"),
        ("lanedoku batch avx2", "lanedoku batch, AVX2"),
        ("lanedoku single avx2", "lanedoku single, AVX2"),
        ("crate sudoku", "crate sudoku"),
    ];
    let mut reports = results(SETS);
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
        report.set = name.split_once(' ').expect("a number and a name").1.to_owned();
    }
    let readme = fs::read_to_string(root().join("README.md")).unwrap();
    let chart = "benches/peers/images/ratios.svg";
    assert!(readme.contains(chart), "the README shows the chart");
    check(chart, &svg(&reports));
}
