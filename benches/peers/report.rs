//! Formats figures as a table for people and as CSV for programs.

use testkit::cycles::Spread;

use crate::job::Job;
use crate::race::Figures;

/// The figures of one job with one set.
#[derive(Clone, Debug)]
pub struct SetReport {
    /// The job.
    pub job: Job,
    /// The set's name.
    pub set: String,
    /// Number of puzzles in the set.
    pub puzzles: usize,
    /// The solver that ratios are relative to.
    pub baseline: String,
    /// One entry for each participant.
    pub figures: Vec<Figures>,
}

/// Formats a number with a comma before each group of three digits.
pub fn with_commas(number: usize) -> String {
    let digits = number.to_string();
    let groups: Vec<_> =
        digits.as_bytes().rchunks(3).rev().map(|group| std::str::from_utf8(group).unwrap()).collect();
    groups.join(",")
}

/// Rounds a figure to three significant digits, and to at most two decimals.
pub fn rounded(figure: f64) -> String {
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

/// Formats a table of one job with one set. The spread is half the distance between the slowest and the fastest
/// round, in percent of the median; all other figures are medians over the rounds.
pub fn table(report: &SetReport) -> String {
    let names = report.figures.iter().map(|figures| figures.participant.len());
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
    for Figures { participant, per_second: speed, ratio, guesses } in &report.figures {
        text += &format!(
            "  {participant:width$} {:>12.0} {:>6.1}% {:>11.3} {:>14} {:>7.2}x  ({:.2}-{:.2})\n",
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

/// The columns of the CSV.
const COLUMNS: [&str; 13] = [
    "job",
    "set",
    "puzzles",
    "participant",
    "unit",
    "units_per_second",
    "least",
    "most",
    "microseconds_per_unit",
    "guesses_per_puzzle",
    "ratio",
    "ratio_least",
    "ratio_most",
];

/// Formats all jobs and sets as CSV, with one line for each job, set and participant, the baseline first. Lines
/// that begin with `#` describe the run.
pub fn csv(about: &[String], reports: &[SetReport]) -> String {
    let mut writer = csv::Writer::from_writer(Vec::new());
    let mut records = vec![COLUMNS.map(str::to_owned)];
    for SetReport { job, set, puzzles, baseline, figures } in reports {
        let (first, others): (Vec<&Figures>, Vec<&Figures>) =
            figures.iter().partition(|figures| figures.participant == *baseline);
        for Figures { participant, per_second: speed, ratio, guesses } in first.into_iter().chain(others) {
            records.push([
                job.name().to_owned(),
                set.clone(),
                puzzles.to_string(),
                participant.clone(),
                job.unit().to_owned(),
                format!("{:.0}", speed.median),
                format!("{:.0}", speed.least),
                format!("{:.0}", speed.most),
                format!("{:.4}", 1e6 / speed.median),
                guesses.map_or(String::new(), |guesses| format!("{guesses:.3}")),
                format!("{:.3}", ratio.median),
                format!("{:.3}", ratio.least),
                format!("{:.3}", ratio.most),
            ]);
        }
    }
    for record in records {
        writer.write_record(record).expect("memory takes every record");
    }
    let table = String::from_utf8(writer.into_inner().expect("memory")).expect("made of strings");
    about.iter().map(|line| format!("# {line}\n")).collect::<String>() + &table
}

/// Parses the reports in a CSV. Empty fields are computed from the others: a speed from the ratio, a spread from
/// the median.
///
/// # Errors
///
/// Returns an error for the first line that does not have the format written by [`csv()`].
pub fn from_csv(text: &str) -> Result<Vec<SetReport>, String> {
    let mut reader = csv::ReaderBuilder::new().comment(Some(b'#')).from_reader(text.as_bytes());
    if reader.headers().map_err(|error| error.to_string())? != COLUMNS.as_slice() {
        return Err(format!("expected the columns {}", COLUMNS.join(",")));
    }
    let mut reports: Vec<SetReport> = Vec::new();
    for record in reader.records() {
        let record = record.map_err(|error| error.to_string())?;
        let line = record.position().map_or(0, csv::Position::line);
        let number = |column: usize| match &record[column] {
            "" => Ok(None),
            text => text.parse().map(Some).map_err(|_| format!("line {line}: {text:?} is not a number")),
        };
        let spread = |first: usize, median: Option<f64>| -> Result<Option<Spread>, String> {
            let [least, most] = [number(first)?, number(first + 1)?];
            Ok(median.map(|median| Spread {
                least: least.unwrap_or(median),
                median,
                most: most.unwrap_or(median),
            }))
        };
        let job = Job::ALL.into_iter().find(|job| job.name() == &record[0]);
        let job = job.ok_or_else(|| format!("line {line}: {:?} is not a job", &record[0]))?;
        let puzzles = record[2].parse().map_err(|_| format!("line {line}: {:?} puzzles", &record[2]))?;
        let ratio = spread(11, number(10)?)?.ok_or_else(|| format!("line {line}: expected a ratio"))?;
        let same = |report: &&mut SetReport| report.job == job && report.set == record[1];
        let report = match reports.iter_mut().position(|report| same(&report)) {
            Some(place) => &mut reports[place],
            None => {
                let (set, baseline) = (record[1].to_owned(), record[3].to_owned());
                reports.push(SetReport { job, set, puzzles, baseline, figures: Vec::new() });
                reports.last_mut().expect("just added")
            }
        };
        let per_second = match (spread(6, number(5)?)?, report.figures.first()) {
            (Some(speed), _) => speed,
            (None, Some(baseline)) => {
                // A speed computed from a two-digit ratio is no more precise than the ratio.
                let speed = ratio.median * baseline.per_second.median;
                let unit = 10_f64.powf(speed.log10().floor() - 2.0);
                let median = (speed / unit).round() * unit;
                Spread { least: median, median, most: median }
            }
            (None, None) => return Err(format!("line {line}: expected the speed of the baseline")),
        };
        report.figures.push(Figures {
            participant: record[3].to_owned(),
            per_second,
            ratio,
            guesses: number(9)?,
        });
    }
    Ok(reports)
}

#[cfg(test)]
mod tests {
    use testkit::cycles::Spread;

    use super::*;

    fn report(job: Job) -> SetReport {
        let figures = |participant: &str, median: f64, guesses| Figures {
            participant: participant.to_owned(),
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
    fn the_csv_has_a_line_for_each_participant() {
        let text = csv(&["machine: any".to_owned()], &[report(Job::Unique), report(Job::Count)]);
        assert_eq!(
            text.lines().take(5).collect::<Vec<_>>(),
            [
                "# machine: any",
                "job,set,puzzles,participant,unit,units_per_second,least,most,microseconds_per_unit,\
                 guesses_per_puzzle,ratio,ratio_least,ratio_most",
                "unique,\"easy, very\",7,other,puzzle,50,40,60,20000.0000,,1.000,0.500,1.500",
                "unique,\"easy, very\",7,\"the \"\"best\"\"\",puzzle,1000,990,1010,1000.0000,1.250,1.000,0.500,1.500",
                "count,\"easy, very\",7,other,solution,50,40,60,20000.0000,,1.000,0.500,1.500",
            ]
        );
        let read = from_csv(&text).unwrap();
        assert_eq!(csv(&["machine: any".to_owned()], &read), text);
        for (from, to) in [("unique", "uniqe"), ("1.000", ""), ("units_per_second", "speed"), (",7,", ",x,")]
        {
            assert!(from_csv(&text.replace(from, to)).is_err(), "{from}");
        }
        // Empty fields are computed from the others.
        let sparse = text.replace("1000,990,1010,1000.0000,1.250,1.000,0.500,1.500", ",,,,,3.25,,");
        let figures = &from_csv(&sparse).unwrap()[0].figures[1];
        assert_eq!(
            (figures.per_second.median, figures.per_second.most, figures.ratio.least),
            (163.0, 163.0, 3.25)
        );
    }

    #[test]
    fn the_columns_of_the_table_are_aligned() {
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
