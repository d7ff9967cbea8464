//! The chart in the README is drawn from the table there.
//!
//! `LANEDOKU_BLESS=1 cargo test -p peers --test readme` draws it again.

use std::path::Path;
use std::{env, fs};

use peers::chart::svg;
use peers::job::Job;
use peers::race::Figures;
use peers::report::SetReport;
use workbench::cycles::Spread;

/// The columns that the chart shows, besides tdoku's.
const SOLVERS: [&str; 4] = ["batch, AVX-512", "batch, AVX2", "single, AVX2", "crate `sudoku`"];
const BASELINE: &str = "tdoku";

/// The rows of the table that has a column for tdoku's puzzles a second.
fn table(readme: &str) -> Vec<SetReport> {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().replace('`', "")).collect()
    };
    let last = "tdoku, puzzles/s";
    let mut lines = readme.lines().skip_while(|line| !line.ends_with(&format!("| {last} |")));
    let titles = cells(lines.next().expect("a table of ratios"));
    let rows = lines.skip(1).take_while(|line| line.starts_with('|')).map(cells);
    let report = |row: Vec<String>| {
        let cell = |name: &str| -> f64 {
            let column = titles.iter().position(|title| title == name).expect("a column of that name");
            row[column].replace(',', "").parse().expect("a number")
        };
        let own = SOLVERS.map(|name| name.replace('`', "")).map(|name| (cell(&name), name));
        let mut figures = vec![figures(BASELINE, 1.0, cell(last))];
        figures.extend(own.map(|(ratio, name)| figures_of(&name, ratio, cell(last))));
        let (puzzles, set) = row[0].split_once(' ').expect("a number of puzzles");
        SetReport {
            job: Job::Unique,
            set: set.to_owned(),
            puzzles: puzzles.replace(',', "").parse().expect("a number of puzzles"),
            baseline: BASELINE.to_owned(),
            figures,
        }
    };
    rows.map(report).collect()
}

/// The figures of one of ours, or of the crate `sudoku`.
fn figures_of(name: &str, ratio: f64, of_baseline: f64) -> Figures {
    let name = if name.starts_with("crate") { name.to_owned() } else { format!("lanedoku {name}") };
    figures(&name, ratio, of_baseline)
}

/// A ratio has two or three digits, and so has the speed that follows from it.
fn figures(name: &str, ratio: f64, of_baseline: f64) -> Figures {
    let speed = ratio * of_baseline;
    let unit = 10_f64.powf(speed.log10().floor() - 2.0);
    let only = |median| Spread { least: median, median, most: median };
    Figures {
        contestant: name.to_owned(),
        per_second: only((speed / unit).round() * unit),
        ratio: only(ratio),
        guesses: None,
    }
}

#[test]
fn the_chart_shows_the_figures_of_the_table() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let chart = "benches/peers/images/ratios.svg";
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    assert!(readme.contains(chart), "the README shows the chart");
    let reports = table(&readme);
    assert_eq!(reports.len(), 7, "a row for each set");
    let drawn = svg(&reports);
    if env::var_os("LANEDOKU_BLESS").is_some() {
        fs::write(root.join(chart), &drawn).unwrap();
    }
    assert!(
        fs::read_to_string(root.join(chart)).unwrap_or_default() == drawn,
        "{chart} differs from the table in README.md. Draw it again with: \
         LANEDOKU_BLESS=1 cargo test -p peers --test readme"
    );
}
