//! Times all participants in interleaved rounds in one run.

use std::hint::black_box;
use std::time::{Duration, Instant};

use testkit::cycles::Spread;

use crate::job::Job;
use crate::participant::Participant;
use crate::puzzle_set::PuzzleTexts;

/// The least time of one measurement: a fast participant solves the set several times in it.
const LEAST_TIME: Duration = Duration::from_millis(10);

/// The measurements of one participant on one set.
#[derive(Clone, Debug)]
pub struct Figures {
    /// The participant's name.
    pub participant: String,
    /// Units of the job (puzzles or solutions) per second.
    pub per_second: Spread,
    /// Speed relative to the baseline's in the same round.
    pub ratio: Spread,
    /// Guesses per puzzle, if they are counted.
    pub guesses: Option<f64>,
}

/// Times every participant at one job in `rounds` interleaved rounds, each of which starts with a different
/// participant. `units` is the number of puzzles or solutions that the speed counts; `baseline` is the index of the
/// participant that ratios are relative to.
pub fn run(
    participants: &mut [&mut dyn Participant],
    (job, puzzles): (Job, &PuzzleTexts),
    units: u64,
    rounds: usize,
    baseline: usize,
) -> Vec<Figures> {
    let repeats: Vec<u32> = participants
        .iter_mut()
        .map(|participant| {
            let once = time(*participant, (job, puzzles), 1);
            (LEAST_TIME.as_secs_f64() / once).ceil().max(1.0) as u32
        })
        .collect();
    let mut seconds = vec![Vec::with_capacity(rounds); participants.len()];
    for round in 0..rounds {
        for offset in 0..participants.len() {
            let index = (round + offset) % participants.len();
            seconds[index].push(time(participants[index], (job, puzzles), repeats[index]));
        }
    }
    let figures = participants.iter_mut().zip(&seconds).map(|(participant, own)| {
        let guesses = guesses(*participant, (job, puzzles));
        figures(participant.name(), units, guesses, own, &seconds[baseline])
    });
    figures.collect()
}

/// Returns the seconds that the job takes with all puzzles, averaged over `repeats` runs.
fn time(participant: &mut dyn Participant, (job, puzzles): (Job, &PuzzleTexts), repeats: u32) -> f64 {
    let start = Instant::now();
    for _ in 0..repeats {
        participant.solve_all(job, black_box(puzzles));
    }
    start.elapsed().as_secs_f64() / f64::from(repeats)
}

/// Returns the mean guesses per puzzle, if the participant counts them for this job.
fn guesses(participant: &mut dyn Participant, (job, puzzles): (Job, &PuzzleTexts)) -> Option<f64> {
    participant.counts_guesses(job).then(|| {
        let answers = participant.answers(job, puzzles);
        answers.iter().map(|answer| answer.guesses).sum::<u64>() as f64 / puzzles.len() as f64
    })
}

/// Computes the figures of one participant from its rounds.
fn figures(name: &str, units: u64, guesses: Option<f64>, own: &[f64], baseline: &[f64]) -> Figures {
    Figures {
        participant: name.to_owned(),
        per_second: Spread::of(own.iter().map(|seconds| units as f64 / seconds).collect()),
        ratio: Spread::of(baseline.iter().zip(own).map(|(baseline, own)| baseline / own).collect()),
        guesses,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::job::Form;
    use crate::participant::ParticipantAnswer;

    /// Counts its calls, and reports three guesses per puzzle.
    struct CallCounter(usize);

    impl Participant for CallCounter {
        fn name(&self) -> &str {
            "counts"
        }
        fn takes(&self, _: Job) -> bool {
            true
        }
        fn counts_guesses(&self, job: Job) -> bool {
            job != Job::Enumerate
        }
        fn solve_all(&mut self, _: Job, puzzles: &PuzzleTexts) {
            self.0 += puzzles.len();
        }
        fn answers(&mut self, _: Job, puzzles: &PuzzleTexts) -> Vec<ParticipantAnswer> {
            assert!(self.0 > 0);
            vec![ParticipantAnswer { guesses: 3, ..ParticipantAnswer::default() }; puzzles.len()]
        }
    }

    #[test]
    fn every_participant_gets_its_figures_from_the_same_rounds() {
        let mut puzzles = PuzzleTexts::new(Form::Clues);
        for _ in 0..5 {
            puzzles.push(&".".repeat(81)).unwrap();
        }
        for (job, guesses) in [(Job::Unique, Some(3.0)), (Job::Enumerate, None)] {
            let (mut one, mut other) = (CallCounter(0), CallCounter(0));
            let figures = run(&mut [&mut one, &mut other], (job, &puzzles), 5, 2, 1);
            assert_eq!(figures.len(), 2);
            for figures in &figures {
                assert_eq!(figures.guesses, guesses);
            }
            let Spread { least, median, most } = figures[1].ratio;
            assert_eq!((least, median, most), (1.0, 1.0, 1.0), "the baseline is as fast as itself");
        }
    }

    #[test]
    fn figures_are_medians_over_the_rounds() {
        let figures = figures("", 10, None, &[0.5, 0.1, 0.25], &[1.0, 0.4, 0.5]);
        let Spread { least, median, most } = figures.per_second;
        assert_eq!((least, median, most), (20.0, 40.0, 100.0));
        // The ratios of the rounds: 2, 4, 2.
        let Spread { least, median, most } = figures.ratio;
        assert_eq!((least, median, most), (2.0, 2.0, 4.0));
    }
}
