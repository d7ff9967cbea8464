//! The tables: PASS and FAIL, the times board by board, the batch; as Markdown and as CSV.

use crate::instructions::{InstructionCounts, InstructionTable};
use crate::measure::{BoardCheck, NamedBoard, OnBatch, SampleSpread, Timing, Verdict};
use crate::rung::Rung;
use std::fmt::Write;

/// The results of a rung on a board.
pub struct TableEntry {
    /// The answer and its verdict.
    pub check: BoardCheck,
    /// `None` if the board is invalid or the step limit was reached.
    pub timing: Option<Timing>,
}

/// All measurements.
pub struct Results {
    /// The rungs, series by series.
    pub rungs: Vec<Rung>,
    /// The boards.
    pub boards: Vec<NamedBoard>,
    /// The results, `entries[rung][board]`.
    pub entries: Vec<Vec<TableEntry>>,
    /// The batch of different puzzles.
    pub on_batch: Vec<OnBatch>,
    /// The counts of callgrind, if requested.
    pub instructions: Option<InstructionTable>,
}

impl Results {
    /// The timing of the rung of that name on a board.
    pub fn timing_of(&self, name: &str, board: usize) -> Option<&Timing> {
        let rung = self.rungs.iter().position(|rung| rung.name == name)?;
        self.entries[rung][board].timing.as_ref()
    }

    /// The boards with times.
    pub fn timed_boards(&self) -> impl Iterator<Item = usize> {
        (0..self.boards.len())
            .filter(|&board| self.entries.iter().any(|entries| entries[board].timing.is_some()))
    }
}

/// A number with thousands separators: `1234567.8` becomes `1,234,568`.
pub fn grouped(number: f64) -> String {
    let digits = format!("{number:.0}");
    let mut text = String::new();
    for (place, digit) in digits.chars().enumerate() {
        if place > 0 && (digits.len() - place).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// Lays cells out as a Markdown table, the first column to the left, all others to the right.
fn markdown(rows: &[Vec<String>]) -> String {
    let columns = rows[0].len();
    let widths: Vec<usize> = (0..columns)
        .map(|column| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0))
        .collect();
    let mut text = String::new();
    for (number, row) in rows.iter().enumerate() {
        for (column, cell) in row.iter().enumerate() {
            let width = widths[column];
            let _ = if column == 0 {
                write!(text, "| {cell:<width$} ")
            } else {
                write!(text, "| {cell:>width$} ")
            };
        }
        text.push_str("|\n");
        if number == 0 {
            for (column, &width) in widths.iter().enumerate() {
                let dashes = "-".repeat(width + 1);
                let _ = if column == 0 { write!(text, "|:{dashes}") } else { write!(text, "|{dashes}:") };
            }
            text.push_str("|\n");
        }
    }
    text
}

/// PASS or FAIL for every rung on every board.
pub fn verdicts(rungs: &[Rung], boards: &[NamedBoard], checks: &[Vec<BoardCheck>]) -> String {
    let mut rows = vec![vec!["rung".to_owned()]];
    rows[0].extend(boards.iter().map(|board| board.name.replace('_', " ")));
    for (rung, checks) in rungs.iter().zip(checks) {
        let mut row = vec![rung.name.to_owned()];
        row.extend(checks.iter().map(|check| {
            match check.verdict {
                Verdict::Pass => "PASS",
                Verdict::Fail => "FAIL",
                Verdict::Limit => "LIMIT",
            }
            .to_owned()
        }));
        rows.push(row);
    }
    markdown(&rows)
}

/// The times of every rung on one board.
pub fn times(results: &Results, board: usize) -> String {
    let header = [
        "rung",
        "steps",
        "solver only, ns: min",
        "mean",
        "max",
        "full run, ns: min",
        "mean",
        "max",
        "cycles a solve",
        "cycles a step",
        "speed, V1 = 1",
        "speed, V7 = 1",
    ];
    let fastest = |name| results.timing_of(name, board).map(|timing| nanoseconds(&timing.solver_only).min);
    let (v1, v7) = (fastest("V1"), fastest("V7-assembly").or_else(|| fastest("V7-portable")));
    let mut rows = vec![header.map(str::to_owned).to_vec()];
    for (rung, entries) in results.rungs.iter().zip(&results.entries) {
        let entry = &entries[board];
        let Some(timing) = &entry.timing else { continue };
        let solver_only = nanoseconds(&timing.solver_only);
        let full_run = nanoseconds(&timing.full_run);
        let cycles = cycles(&timing.solver_only).min;
        let speed =
            |base: Option<f64>| base.map_or("-".to_owned(), |base| format!("{:.2}", base / solver_only.min));
        rows.push(vec![
            rung.name.to_owned(),
            grouped(entry.check.steps as f64),
            grouped(solver_only.min),
            grouped(solver_only.mean),
            grouped(solver_only.max),
            grouped(full_run.min),
            grouped(full_run.mean),
            grouped(full_run.max),
            grouped(cycles),
            if entry.check.steps == 0 {
                "-".to_owned()
            } else {
                format!("{:.1}", cycles / entry.check.steps as f64)
            },
            speed(v1),
            speed(v7),
        ]);
    }
    markdown(&rows)
}

/// Cycles a step of every rung on every board that takes steps, solver only, fastest of all repeats.
pub fn summary(results: &Results) -> String {
    let boards: Vec<usize> = results
        .timed_boards()
        .filter(|&board| results.entries.iter().any(|entries| entries[board].check.steps > 0))
        .collect();
    let mut rows = vec![vec!["rung".to_owned(), "change".to_owned()]];
    rows[0].extend(boards.iter().map(|&board| results.boards[board].name.replace('_', " ")));
    for (rung, entries) in results.rungs.iter().zip(&results.entries) {
        let mut row = vec![rung.name.to_owned(), rung.idea.to_owned()];
        row.extend(boards.iter().map(|&board| match &entries[board] {
            TableEntry { check, timing: Some(timing) } => {
                format!("{:.1}", cycles(&timing.solver_only).min / check.steps as f64)
            }
            _ => "-".to_owned(),
        }));
        rows.push(row);
    }
    markdown(&rows)
}

/// Cycles a step and puzzle on the batch.
pub fn batch(results: &[OnBatch]) -> String {
    let mut rows =
        vec![["solver", "cycles a step and puzzle: min", "mean", "max"].map(str::to_owned).to_vec()];
    for OnBatch { name, cycles_per_step } in results {
        let cell = |value: f64| format!("{value:.2}");
        rows.push(vec![
            name.clone(),
            cell(cycles_per_step.min),
            cell(cycles_per_step.mean),
            cell(cycles_per_step.max),
        ]);
    }
    markdown(&rows)
}

/// Instructions and simulated events of every rung on one board, for each step.
pub fn instructions(results: &Results, counted: &InstructionTable, board: usize) -> String {
    let mut rows = vec![
        [
            "rung",
            "instructions a step",
            "mispredicted a step",
            "L1 hits a step",
            "LL hits",
            "estimated cycles a step",
        ]
        .map(str::to_owned)
        .to_vec(),
    ];
    for (rung, entries) in results.rungs.iter().zip(&results.entries) {
        let Some(counts) = counted.of(rung.name, &results.boards[board].name) else { continue };
        let steps = (entries[board].check.steps * rung.puzzles_at_once as u64).max(1) as f64;
        rows.push(vec![
            rung.name.to_owned(),
            format!("{:.1}", counts.instructions as f64 / steps),
            format!("{:.2}", counts.mispredicted as f64 / steps),
            format!("{:.1}", counts.l1_hits as f64 / steps),
            grouped(counts.ll_hits as f64),
            format!("{:.1}", counts.estimated_cycles() as f64 / steps),
        ]);
    }
    markdown(&rows)
}

/// One line for every rung and board: verdict, steps, times, cycles, and callgrind's counts.
pub fn csv(results: &Results) -> String {
    let mut text = "board,rung,verdict,steps,puzzles_at_once,\
                    solver_only_ns_min,solver_only_ns_mean,solver_only_ns_max,\
                    full_run_ns_min,full_run_ns_mean,full_run_ns_max,\
                    cycles_min,cycles_mean,cycles_max,\
                    instructions,branches,branches_mispredicted,l1_hits,ll_hits,ram_hits,estimated_cycles\n"
        .to_owned();
    for (board, NamedBoard { name, .. }) in results.boards.iter().enumerate() {
        for (rung, entries) in results.rungs.iter().zip(&results.entries) {
            let TableEntry { check, timing } = &entries[board];
            let _ = write!(
                text,
                "{name},{},{:?},{},{}",
                rung.name, check.verdict, check.steps, rung.puzzles_at_once
            );
            match timing {
                Some(timing) => {
                    let spreads = [
                        nanoseconds(&timing.solver_only),
                        nanoseconds(&timing.full_run),
                        cycles(&timing.solver_only),
                    ];
                    for SampleSpread { min, mean, max } in spreads {
                        let _ = write!(text, ",{min:.1},{mean:.1},{max:.1}");
                    }
                }
                None => text.push_str(&",".repeat(9)),
            }
            match results.instructions.as_ref().and_then(|counted| counted.of(rung.name, name)) {
                Some(counts) => {
                    let &InstructionCounts {
                        instructions,
                        branches,
                        mispredicted,
                        l1_hits,
                        ll_hits,
                        ram_hits,
                    } = counts;
                    let _ = writeln!(
                        text,
                        ",{instructions},{branches},{mispredicted},{l1_hits},{ll_hits},{ram_hits},{}",
                        counts.estimated_cycles()
                    );
                }
                None => {
                    text.push_str(&",".repeat(7));
                    text.push('\n');
                }
            }
        }
    }
    text
}

fn nanoseconds(samples: &[crate::measure::Sample]) -> SampleSpread {
    SampleSpread::of(samples, |sample| sample.nanoseconds)
}

fn cycles(samples: &[crate::measure::Sample]) -> SampleSpread {
    SampleSpread::of(samples, |sample| sample.cycles)
}
