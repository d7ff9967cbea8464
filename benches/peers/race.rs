//! The clock: all contestants in turn, round after round, in one run.

use std::hint::black_box;
use std::time::{Duration, Instant};

use workbench::cycles::Spread;

use crate::contestant::Contestant;
use crate::puzzle_set::PuzzleSet;

/// The least time of a turn: a faster contestant solves the set several times in it.
const TURN: Duration = Duration::from_millis(10);

/// What one contestant did on one set.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The contestant's name.
    pub contestant: String,
    /// Puzzles solved in a second.
    pub puzzles_per_second: Spread,
    /// Speed relative to the baseline's in the same round.
    pub ratio: Spread,
    /// Guesses a puzzle, where they are counted.
    pub guesses: Option<f64>,
}

/// Times every contestant on the set, `rounds` times in turn; each round starts with another one.
/// `baseline` is the index of the contestant that ratios are relative to.
pub fn run(
    contestants: &mut [Box<dyn Contestant>],
    set: &PuzzleSet,
    rounds: usize,
    baseline: usize,
) -> Vec<Figures> {
    let repeats: Vec<u32> = contestants
        .iter_mut()
        .map(|contestant| {
            let once = time(contestant.as_mut(), set, 1);
            (TURN.as_secs_f64() / once).ceil().max(1.0) as u32
        })
        .collect();
    let mut seconds = vec![Vec::with_capacity(rounds); contestants.len()];
    for round in 0..rounds {
        for turn in 0..contestants.len() {
            let index = (round + turn) % contestants.len();
            seconds[index].push(time(contestants[index].as_mut(), set, repeats[index]));
        }
    }
    let figures = contestants
        .iter_mut()
        .zip(&seconds)
        .map(|(contestant, own)| figures(contestant.as_mut(), set, own, &seconds[baseline]));
    figures.collect()
}

/// Seconds that solving the set takes, averaged over `repeats` times.
fn time(contestant: &mut dyn Contestant, set: &PuzzleSet, repeats: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..repeats {
        contestant.solve_all(black_box(&set.puzzles));
    }
    start.elapsed().as_secs_f64() / f64::from(repeats)
}

/// Sums up the rounds of one contestant.
fn figures(contestant: &mut dyn Contestant, set: &PuzzleSet, own: &[f64], baseline: &[f64]) -> Figures {
    let count = set.puzzles.len() as f64;
    let guesses = contestant.counts_guesses().then(|| {
        let answers = contestant.answers(&set.puzzles);
        answers.iter().map(|answer| answer.guesses).sum::<u64>() as f64 / count
    });
    Figures {
        contestant: contestant.name().to_owned(),
        puzzles_per_second: Spread::of(own.iter().map(|seconds| count / seconds).collect()),
        ratio: Spread::of(baseline.iter().zip(own).map(|(baseline, own)| baseline / own).collect()),
        guesses,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::contestant::Answer;
    use crate::puzzle_set::Puzzle;

    /// Counts how often it was asked, and says that it guesses three times a puzzle.
    struct Counts(usize);

    impl Contestant for Counts {
        fn name(&self) -> &str {
            "counts"
        }
        fn counts_guesses(&self) -> bool {
            true
        }
        fn solve_all(&mut self, puzzles: &[Puzzle]) {
            self.0 += puzzles.len();
        }
        fn answers(&mut self, puzzles: &[Puzzle]) -> Vec<Answer> {
            assert!(self.0 > 0);
            vec![Answer { guesses: 3, ..Answer::default() }; puzzles.len()]
        }
    }

    #[test]
    fn every_contestant_gets_its_figures_from_the_same_rounds() {
        let set = PuzzleSet { name: "empty grids".to_owned(), puzzles: vec![[b'.'; 82]; 5] };
        let mut contestants: Vec<Box<dyn Contestant>> = vec![Box::new(Counts(0)), Box::new(Counts(0))];
        let figures = run(&mut contestants, &set, 2, 1);
        assert_eq!(figures.len(), 2);
        for figures in &figures {
            assert_eq!(figures.guesses, Some(3.0));
        }
        let Spread { least, median, most } = figures[1].ratio;
        assert_eq!((least, median, most), (1.0, 1.0, 1.0), "the baseline is as fast as itself");
    }

    #[test]
    fn figures_are_medians_over_the_rounds() {
        let set = PuzzleSet { name: String::new(), puzzles: vec![[b'.'; 82]; 10] };
        let figures = figures(&mut Counts(1), &set, &[0.5, 0.1, 0.25], &[1.0, 0.4, 0.5]);
        let Spread { least, median, most } = figures.puzzles_per_second;
        assert_eq!((least, median, most), (20.0, 40.0, 100.0));
        // Round by round: 2, 4, 2.
        let Spread { least, median, most } = figures.ratio;
        assert_eq!((least, median, most), (2.0, 2.0, 4.0));
    }
}
