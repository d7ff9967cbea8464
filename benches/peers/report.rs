//! Figures as a table for people and as CSV for programs.

use crate::job::Job;
use crate::race::Figures;

/// The figures of one job with one set.
#[derive(Clone, Debug)]
pub struct SetReport {
    /// The job.
    pub job: Job,
    /// The set's name.
    pub set: String,
    /// Puzzles in it.
    pub puzzles: usize,
    /// The solver that ratios are relative to.
    pub baseline: String,
    /// One entry for each contestant.
    pub figures: Vec<Figures>,
}

/// A table of one job with one set. The spread is half the distance between the slowest and the fastest
/// round, in percent of the median; all else is the median of the rounds.
pub fn table(report: &SetReport) -> String {
    let names = report.figures.iter().map(|figures| figures.contestant.len());
    let width = names.max().unwrap_or(0);
    let unit = report.job.unit();
    let mut text = format!(
        "{}: {} ({} puzzles)\n  {:width$} {:>12} {:>7} {:>11} {:>14} {:>8}  (least-most)\n",
        report.job.name(),
        report.set,
        report.puzzles,
        "",
        format!("{unit}s/s"),
        "spread",
        format!("us/{unit}"),
        "guesses/puzzle",
        "ratio",
    );
    for Figures { contestant, per_second: speed, ratio, guesses } in &report.figures {
        text += &format!(
            "  {contestant:width$} {:>12.0} {:>6.1}% {:>11.3} {:>14} {:>7.2}x  ({:.2}-{:.2})\n",
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

/// All jobs and sets as CSV, one line for each job, set and contestant.
pub fn csv(reports: &[SetReport]) -> String {
    let mut text = String::from(
        "job,set,puzzles,contestant,unit,units_per_second,least,most,microseconds_per_unit,\
         guesses_per_puzzle,ratio,ratio_least,ratio_most\n",
    );
    for SetReport { job, set, puzzles, figures, .. } in reports {
        for Figures { contestant, per_second: speed, ratio, guesses } in figures {
            let (job, set, contestant, unit) = (job.name(), field(set), field(contestant), job.unit());
            let microseconds = 1e6 / speed.median;
            let guesses = guesses.map_or(String::new(), |guesses| format!("{guesses:.3}"));
            text += &format!(
                "{job},{set},{puzzles},{contestant},{unit},{:.0},{:.0},{:.0},{microseconds:.4},{guesses},\
                 {:.3},{:.3},{:.3}\n",
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

    fn report(job: Job) -> SetReport {
        let figures = |contestant: &str, median: f64, guesses| Figures {
            contestant: contestant.to_owned(),
            per_second: Spread { least: median - 10.0, median, most: median + 10.0 },
            ratio: Spread { least: 0.5, median: 1.0, most: 1.5 },
            guesses,
        };
        SetReport {
            job,
            set: "easy, very".to_owned(),
            puzzles: 7,
            baseline: "other".to_owned(),
            figures: vec![figures("the \"best\"", 1000.0, Some(1.25)), figures("other", 50.0, None)],
        }
    }

    #[test]
    fn the_csv_has_a_line_for_each_contestant() {
        assert_eq!(
            csv(&[report(Job::Unique), report(Job::Count)]).lines().take(4).collect::<Vec<_>>(),
            [
                "job,set,puzzles,contestant,unit,units_per_second,least,most,microseconds_per_unit,\
                 guesses_per_puzzle,ratio,ratio_least,ratio_most",
                "unique,\"easy, very\",7,\"the \"\"best\"\"\",puzzle,1000,990,1010,1000.0000,1.250,1.000,0.500,1.500",
                "unique,\"easy, very\",7,other,puzzle,50,40,60,20000.0000,,1.000,0.500,1.500",
                "count,\"easy, very\",7,\"the \"\"best\"\"\",solution,1000,990,1010,1000.0000,1.250,1.000,0.500,1.500",
            ]
        );
    }

    #[test]
    fn the_table_stands_in_columns() {
        let expected = "\
first: easy, very (7 puzzles)
                puzzles/s  spread   us/puzzle guesses/puzzle    ratio  (least-most)
  the \"best\"         1000    1.0%    1000.000           1.25    1.00x  (0.50-1.50)
  other                50   20.0%   20000.000              -    1.00x  (0.50-1.50)
";
        assert_eq!(table(&report(Job::First)), expected);
        let expected = "\
enumerate: easy, very (7 puzzles)
              solutions/s  spread us/solution guesses/puzzle    ratio  (least-most)
";
        assert!(table(&report(Job::Enumerate)).starts_with(expected));
    }
}
