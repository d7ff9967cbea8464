//! What the README shows is what there is: its chart is drawn from the table with the same figures.
//!
//! `LANEDOKU_BLESS=1 cargo test --test readme` draws the chart again.

use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

/// The columns of the table that the chart shows, with a colour for each (Okabe and Ito: everyone can tell them
/// apart).
const SOLVERS: [(&str, &str); 4] = [
    ("batch, AVX-512", "#0072b2"),
    ("batch, AVX2", "#56b4e9"),
    ("single, AVX2", "#009e73"),
    ("crate `sudoku`", "#e69f00"),
];
/// What all figures are relative to.
const BASELINE: (&str, &str) = ("tdoku", "#999999");

/// A set of puzzles and its figures, in the order of `SOLVERS`.
struct Row {
    set: String,
    ratios: [f64; SOLVERS.len()],
}

/// The rows of the table that has a column for tdoku's puzzles a second.
fn table(readme: &str) -> Vec<Row> {
    let cells = |line: &str| -> Vec<String> {
        line.trim_matches('|').split('|').map(|cell| cell.trim().to_owned()).collect()
    };
    let mut lines = readme.lines().skip_while(|line| !line.ends_with("| tdoku, puzzles/s |"));
    let titles = cells(lines.next().expect("a table of ratios"));
    let column =
        |name: &str| titles.iter().position(|title| title == name).expect("a column for each solver");
    let rows = lines.skip(1).take_while(|line| line.starts_with('|'));
    rows.map(cells)
        .map(|row| Row {
            set: row[0].clone(),
            ratios: SOLVERS.map(|(name, _)| row[column(name)].parse().expect("a ratio")),
        })
        .collect()
}

/// Groups of bars, one for each set; lengths in pixels.
fn chart(rows: &[Row]) -> String {
    const WIDTH: usize = 860;
    const TOP: usize = 64;
    const BAR: usize = 11;
    const GAP: usize = 10;
    const LEFT: usize = 290;
    const BARS: usize = 520;
    let bars = SOLVERS.len() + 1;
    let height = TOP + rows.len() * (bars * BAR + GAP) + GAP;
    let most = rows.iter().flat_map(|row| row.ratios).fold(1.0, f64::max);
    let mut text = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" \
         font-family=\"Helvetica, Arial, sans-serif\" font-size=\"12\" role=\"img\">\n\
         <title>Speed on one core, relative to tdoku</title>\n\
         <rect width=\"{WIDTH}\" height=\"{height}\" fill=\"white\"/>\n\
         <text x=\"8\" y=\"20\" font-size=\"15\" font-weight=\"bold\">Speed on one core, relative to tdoku (longer is \
         faster)</text>\n"
    );
    let own = SOLVERS.map(|(name, colour)| match name.strip_prefix("crate ") {
        Some(name) => (format!("crate {}", name.trim_matches('`')), colour),
        None => (format!("lanedoku {name}"), colour),
    });
    let legend = own.iter().map(|(name, colour)| (name.as_str(), *colour)).chain([BASELINE]);
    for (index, (name, colour)) in legend.enumerate() {
        let x = 8 + 172 * index;
        let _ = writeln!(
            text,
            "<rect x=\"{x}\" y=\"34\" width=\"11\" height=\"11\" fill=\"{colour}\"/>\
             <text x=\"{}\" y=\"44\">{name}</text>",
            x + 16
        );
    }
    for (index, row) in rows.iter().enumerate() {
        let top = TOP + index * (bars * BAR + GAP);
        let set = row.set.replace('&', "&amp;").replace('<', "&lt;").replace('"', "&quot;");
        let _ = writeln!(
            text,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{set}</text>",
            LEFT - 8,
            top + (bars * BAR) / 2 + 4
        );
        let figures = SOLVERS.iter().zip(row.ratios).map(|(&(_, colour), ratio)| (colour, ratio));
        for (bar, (colour, ratio)) in figures.chain([(BASELINE.1, 1.0)]).enumerate() {
            let (y, length) = (top + bar * BAR, ratio / most * BARS as f64);
            let _ = writeln!(
                text,
                "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{length:.1}\" height=\"{}\" fill=\"{colour}\"/>\
                 <text x=\"{:.1}\" y=\"{}\" font-size=\"10\">{ratio}</text>",
                BAR - 1,
                LEFT as f64 + length + 4.0,
                y + BAR - 2
            );
        }
    }
    text + "</svg>\n"
}

#[test]
fn the_chart_shows_the_figures_of_the_table() {
    let readme = fs::read_to_string("README.md").unwrap();
    let rows = table(&readme);
    assert!(!rows.is_empty());
    let path = Path::new("benches/peers/images/ratios.svg");
    assert!(readme.contains(path.to_str().unwrap()), "the README shows the chart");
    let drawn = chart(&rows);
    if env::var_os("LANEDOKU_BLESS").is_some() {
        fs::write(path, &drawn).unwrap();
    }
    assert!(
        fs::read_to_string(path).unwrap_or_default() == drawn,
        "{} differs from the table in README.md. Draw it again with: LANEDOKU_BLESS=1 cargo test --test readme",
        path.display()
    );
}
