//! Compares the human scale with the judge, Sukaku Explainer, on puzzles that it has rated.
//!
//! `cargo run --release -p judge -- rated FILE` reads lines of a puzzle, its rating, pearl and diamond, as `serate
//! --format='%g %r %p %d %S'` writes them. Prints the share of equal numbers by class and the rank correlation, and
//! with `--list` the puzzles that differ.
//!
//! `cargo run --release -p judge -- steps FILE` reads every step: `# puzzle`, then a line a step with its level, a tab
//! and the judge's text, then `= rating pearl diamond`. Prints the first step of each puzzle that differs.
//!
//! `cargo run --release -p judge -- sound FILE...` makes every step of the puzzles, with the techniques of the scale
//! and with all, and fails if one contradicts the solution. Prints how often each technique was used.
//!
//! `cargo run --release -p judge -- time FILE...` measures how many puzzles a second of processor time are rated on one
//! thread: those without chains, those with chains, those with dynamic chains.

use std::collections::BTreeMap;
use std::ops::ControlFlow;
use std::process::ExitCode;
use std::time::SystemTime;

use lanedoku::{Grid, Solver};
use lanedoku_steps::{Difficulty, Explainer, Technique, TechniqueSet};

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let texts = |names: &[String]| -> Vec<String> {
        names
            .iter()
            .map(|name| std::fs::read_to_string(name).unwrap_or_else(|error| panic!("{name}: {error}")))
            .collect()
    };
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["rated", _] => rated(&texts(&arguments[1..])[0], false),
        ["rated", "--list", _] => rated(&texts(&arguments[2..])[0], true),
        ["steps", _] => steps(&texts(&arguments[1..])[0]),
        ["sound", _, ..] => sound(&texts(&arguments[1..])),
        ["time", _, ..] => time(&texts(&arguments[1..])),
        _ => {
            eprintln!(
                "usage: judge rated [--list] FILE | judge steps FILE | judge sound FILE... | judge time FILE..."
            );
            return ExitCode::from(2);
        }
    }
    ExitCode::SUCCESS
}

/// Rating, pearl and diamond in tenths.
type RatingTenths = [u8; 3];

/// Reads a number with one decimal.
fn tenths(text: &str) -> u8 {
    text.replace('.', "").parse().unwrap_or_else(|_| panic!("expected a number such as 1.2, found {text}"))
}

/// Reads a number of each kind, if three words are numbers.
fn numbers<'a>(words: impl Iterator<Item = &'a str>) -> RatingTenths {
    words.take(3).map(tenths).collect::<Vec<_>>().try_into().expect("rating, pearl and diamond")
}

fn ours(difficulty: &Difficulty) -> RatingTenths {
    [difficulty.level, difficulty.pearl, difficulty.diamond].map(|level| level.tenths())
}

/// The classes of puzzles by the judge's rating in tenths.
const CLASSES: [(&str, std::ops::Range<u8>); 5] =
    [("< 2.5", 0..25), ("< 5.0", 0..50), ("< 6.5", 0..65), (">= 6.5", 65..255), ("all", 0..255)];

/// The classes of puzzles by what they need, by the rating in tenths.
const NEEDS: [(&str, std::ops::Range<u8>); 4] =
    [("no chains", 0..65), ("chains", 65..90), ("dynamic", 90..95), ("all", 0..255)];

fn rated(text: &str, list: bool) {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    let mut pairs = Vec::new();
    for line in text.lines().filter(|line| line.starts_with(|c: char| c == '.' || c.is_ascii_digit())) {
        let mut words = line.split_whitespace();
        let puzzle: Grid = words.next().unwrap().parse().expect("a puzzle");
        let theirs = numbers(words);
        let difficulty = explainer.difficulty(&puzzle).expect("one solution");
        let ours = ours(&difficulty);
        if list && ours != theirs {
            println!("{puzzle:?} judge {theirs:?} ours {ours:?} {:?}", difficulty.hardest);
        }
        pairs.push((theirs, ours));
    }
    println!("class    puzzles  rating   pearl  diamond  all three equal, percent");
    for (name, range) in CLASSES {
        let class: Vec<_> = pairs.iter().filter(|(theirs, _)| range.contains(&theirs[0])).collect();
        let share = |equal: &dyn Fn(&RatingTenths, &RatingTenths) -> bool| {
            class.iter().filter(|(theirs, ours)| equal(theirs, ours)).count() as f64 * 100.0
                / class.len().max(1) as f64
        };
        let [rating, pearl, diamond] = [0, 1, 2].map(|index| share(&|one, other| one[index] == other[index]));
        let all = share(&|one, other| one == other);
        println!("{name:8}{:8}{rating:8.2}{pearl:8.2}{diamond:9.2}{all:9.2}", class.len());
    }
    let ranks =
        |index: fn(&(RatingTenths, RatingTenths)) -> u8| ranks(&pairs.iter().map(index).collect::<Vec<_>>());
    println!(
        "rank correlation of the ratings: {:.4}",
        correlation(&ranks(|pair| pair.0[0]), &ranks(|pair| pair.1[0]))
    );
}

/// The rank of each value: equal values have their mean rank.
fn ranks(values: &[u8]) -> Vec<f64> {
    let mut counts = BTreeMap::new();
    values.iter().for_each(|value| *counts.entry(value).or_insert(0) += 1);
    let mut below = 0;
    for count in counts.values_mut() {
        let equal = std::mem::replace(count, 2 * below + *count);
        below += equal;
    }
    values.iter().map(|value| f64::from(counts[value]) / 2.0).collect()
}

fn correlation(one: &[f64], other: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let covariance = |one: &[f64], other: &[f64]| -> f64 {
        let (first, second) = (mean(one), mean(other));
        one.iter().zip(other).map(|(a, b)| (a - first) * (b - second)).sum()
    };
    covariance(one, other) / (covariance(one, one) * covariance(other, other)).sqrt()
}

fn steps(text: &str) {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    let (mut equal, mut puzzles) = (0, 0);
    let mut differing = BTreeMap::new();
    for record in text.split("# ").skip(1) {
        let mut lines = record.lines();
        let puzzle: Grid = lines.next().unwrap().parse().expect("a puzzle");
        let theirs: Vec<&str> = lines.take_while(|line| !line.starts_with('=')).collect();
        let mut number = 0;
        let difficulty = explainer.visit_steps(&puzzle, |_, step| {
            let line = theirs.get(number).copied().unwrap_or("0.0\tno step");
            let (level, words) = line.split_once('\t').expect("a level and a tab");
            let placed = step.placement().map(|(cell, _)| format!("r{}c{}", cell / 9 + 1, cell % 9 + 1));
            let is_single = matches!(step.technique(), Technique::HiddenSingle | Technique::NakedSingle);
            if tenths(level) == step.level().tenths() && (!is_single || words.contains(&placed.unwrap())) {
                number += 1;
                return ControlFlow::Continue(());
            }
            println!("{puzzle:?} step {}\n  judge {line}\n  ours  {}\t{step}", number + 1, step.level());
            ControlFlow::Break(())
        });
        puzzles += 1;
        let difficulty = difficulty.expect("one solution");
        if number == theirs.len() {
            equal += 1;
        } else {
            let technique = theirs[number].split([':', '\t']).nth(1).unwrap();
            *differing.entry((difficulty.hardest == Some(Technique::NeedsMore), technique)).or_insert(0) += 1;
        }
    }
    println!("{equal} of {puzzles} puzzles have the same steps");
    for ((needs_more, technique), count) in differing {
        let what = if needs_more { "no step for" } else { "another step than" };
        println!("{count:6} {what} {technique}");
    }
}

/// Reads the puzzle at the start of each line that has one.
fn puzzles(texts: &[String]) -> Vec<Grid> {
    let words = texts.iter().flat_map(|text| text.lines()).filter_map(|line| line.split_whitespace().next());
    words.filter_map(|word| word.parse().ok()).collect()
}

fn sound(texts: &[String]) {
    let puzzles = puzzles(texts);
    for (name, techniques) in [("the scale", TechniqueSet::SCALE), ("all", TechniqueSet::ALL)] {
        let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
        explainer.set_techniques(techniques);
        let mut counts = vec![0; Technique::ALL.len()];
        for puzzle in &puzzles {
            let solution = Solver::new().solve(puzzle).solution.expect("one solution");
            let result = explainer.visit_steps(puzzle, |marks, step| {
                counts[step.technique() as usize] += 1;
                let is_sound =
                    |(cell, &digit): (usize, &u8)| step.eliminations()[cell] >> (digit - 1) & 1 == 0;
                assert!(solution.digits().iter().enumerate().all(is_sound), "{puzzle:?}: {step}");
                assert!(
                    step.placement().is_none_or(|(cell, digit)| solution.digits()[cell] == digit),
                    "{puzzle:?}: {step}"
                );
                let changes = |(cell, &digits): (usize, &u16)| marks.candidates()[cell] & digits != 0;
                let removes = step.eliminations().iter().enumerate().any(changes);
                assert!(step.placement().is_some() || removes, "{puzzle:?}: no progress by {step}");
                ControlFlow::Continue(())
            });
            result.expect("one solution");
        }
        println!(
            "{} puzzles with the techniques of {name}: {} steps are sound",
            puzzles.len(),
            counts.iter().sum::<usize>()
        );
        for (technique, count) in Technique::ALL.iter().zip(counts).filter(|(_, count)| *count > 0) {
            println!("{count:10} {technique}");
        }
    }
}

fn time(texts: &[String]) {
    let puzzles = puzzles(texts);
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    let rated: Vec<_> =
        puzzles.iter().map(|puzzle| explainer.difficulty(puzzle).expect("one solution")).collect();
    println!("needs      puzzles  a second");
    for (name, range) in NEEDS {
        let class: Vec<_> =
            rated.iter().zip(&puzzles).filter(|(ours, _)| range.contains(&ours.level.tenths())).collect();
        let (start, mut seconds, mut rounds) = (processor_seconds(), 0.0, 0);
        while !class.is_empty() && seconds < 2.0 {
            for (difficulty, puzzle) in &class {
                assert_eq!(explainer.difficulty(puzzle).as_ref(), Ok(*difficulty));
            }
            rounds += 1;
            seconds = processor_seconds() - start;
        }
        println!("{name:11}{:8}{:10.0}", class.len(), (rounds * class.len()) as f64 / seconds.max(1e-9));
    }
}

/// The processor time of this thread, as Linux counts it; elsewhere the time of a clock, from any moment.
fn processor_seconds() -> f64 {
    let times = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanoseconds: Option<f64> = times.split(' ').next().and_then(|word| word.parse().ok());
    let clock = || SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default().as_secs_f64();
    nanoseconds.map_or_else(clock, |nanoseconds| nanoseconds / 1e9)
}
