//! Figures as a table for people and as CSV for programs.

use crate::race::Figures;

/// The figures of one set.
#[derive(Clone, Debug)]
pub struct SetReport {
    /// The set's name.
    pub set: String,
    /// Puzzles in it.
    pub puzzles: usize,
    /// One entry for each contestant.
    pub figures: Vec<Figures>,
}

/// A table of one set. The spread is half the distance between the slowest and the fastest round, in
/// percent of the median; all else is the median of the rounds.
pub fn table(report: &SetReport) -> String {
    let names = report.figures.iter().map(|figures| figures.contestant.len());
    let width = names.max().unwrap_or(0);
    let mut text = format!(
        "{} ({} puzzles)\n  {:width$} {:>12} {:>7} {:>10} {:>9} {:>8}  (least-most)\n",
        report.set, report.puzzles, "", "puzzles/s", "spread", "us/puzzle", "guesses", "ratio",
    );
    for Figures { contestant, puzzles_per_second: speed, ratio, guesses } in &report.figures {
        text += &format!(
            "  {contestant:width$} {:>12.0} {:>6.1}% {:>10.3} {:>9} {:>7.2}x  ({:.2}-{:.2})\n",
            speed.median,
            (speed.most - speed.least) / 2.0 / speed.median * 100.0,
            1e6 / speed.median,
            guesses.map_or("-".to_owned(), |guesses| format!("{guesses:.2}")),
            ratio.median,
            ratio.least,
            ratio.most,
        );
    }
    text
}

/// All sets as CSV, one line for each set and contestant.
pub fn csv(reports: &[SetReport]) -> String {
    let mut text = String::from(
        "set,puzzles,contestant,puzzles_per_second,least,most,microseconds_per_puzzle,guesses_per_puzzle,\
         ratio,ratio_least,ratio_most\n",
    );
    for SetReport { set, puzzles, figures } in reports {
        for Figures { contestant, puzzles_per_second: speed, ratio, guesses } in figures {
            let (set, contestant) = (field(set), field(contestant));
            let microseconds = 1e6 / speed.median;
            let guesses = guesses.map_or(String::new(), |guesses| format!("{guesses:.3}"));
            text += &format!(
                "{set},{puzzles},{contestant},{:.0},{:.0},{:.0},{microseconds:.4},{guesses},{:.3},{:.3},{:.3}\n",
                speed.median, speed.least, speed.most, ratio.median, ratio.least, ratio.most,
            );
        }
    }
    text
}

/// A CSV field: quoted where it must be.
fn field(text: &str) -> String {
    if text.contains(['"', ',', '\n']) {
        format!("\"{}\"", text.replace('"', "\"\""))
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use workbench::cycles::Spread;

    use super::*;

    fn report() -> SetReport {
        let figures = |contestant: &str, median: f64, guesses| Figures {
            contestant: contestant.to_owned(),
            puzzles_per_second: Spread { least: median - 10.0, median, most: median + 10.0 },
            ratio: Spread { least: 0.5, median: 1.0, most: 1.5 },
            guesses,
        };
        SetReport {
            set: "easy, very".to_owned(),
            puzzles: 7,
            figures: vec![figures("the \"best\"", 1000.0, Some(1.25)), figures("other", 50.0, None)],
        }
    }

    #[test]
    fn the_csv_has_a_line_for_each_contestant() {
        assert_eq!(
            csv(&[report()]).lines().collect::<Vec<_>>(),
            [
                "set,puzzles,contestant,puzzles_per_second,least,most,microseconds_per_puzzle,\
                 guesses_per_puzzle,ratio,ratio_least,ratio_most",
                "\"easy, very\",7,\"the \"\"best\"\"\",1000,990,1010,1000.0000,1.250,1.000,0.500,1.500",
                "\"easy, very\",7,other,50,40,60,20000.0000,,1.000,0.500,1.500",
            ]
        );
    }

    #[test]
    fn the_table_stands_in_columns() {
        let expected = "\
easy, very (7 puzzles)
                puzzles/s  spread  us/puzzle   guesses    ratio  (least-most)
  the \"best\"         1000    1.0%   1000.000      1.25    1.00x  (0.50-1.50)
  other                50   20.0%  20000.000         -    1.00x  (0.50-1.50)
";
        assert_eq!(table(&report()), expected);
    }
}
