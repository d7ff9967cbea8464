//! Compares the answers of all participants before the timed rounds.

use std::fmt;

use lanedoku::Grid;

use crate::job::{Form, Job};
use crate::participant::{Participant, ParticipantAnswer};
use crate::puzzle_set::PuzzleSet;

/// The answers on which all participants agree: the number of puzzles without a solution, with one, and with more,
/// as far as the job determines them, and the total number of solutions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Agreed {
    /// The job.
    pub job: Job,
    /// Puzzles without a solution.
    pub none: usize,
    /// Puzzles with one solution.
    pub one: usize,
    /// Puzzles with two solutions or more.
    pub more: usize,
    /// Solutions found in all puzzles.
    pub solutions: u64,
}

impl Agreed {
    /// Returns the number of units (puzzles or solutions) by which the job's speed is measured.
    pub fn units(&self) -> u64 {
        if self.job.counts_solutions() { self.solutions } else { (self.none + self.one + self.more) as u64 }
    }
}

impl fmt::Display for Agreed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Agreed { job, none, one, more, solutions } = self;
        match job {
            Job::Unique | Job::Pencilmarks => {
                write!(f, "all agree: {none} without a solution, {one} with one, {more} with more")
            }
            Job::First => write!(f, "all agree: {none} without a solution, {one} with one or more"),
            Job::Count | Job::Enumerate => write!(f, "all agree: {solutions} solutions"),
        }
    }
}

/// Runs a job with every participant and compares the answers. All participants must find the same number of
/// solutions, which must also be the number stated in the set if the job counts all solutions. Each participant
/// must return a valid solution if there is one, and all must enumerate the same solutions. If a puzzle has one
/// solution, all must return that one.
///
/// # Errors
///
/// Returns an error for the first wrong answer, naming the puzzle and the participant.
pub fn compare(
    job: Job,
    participants: &mut [&mut dyn Participant],
    set: &PuzzleSet,
) -> Result<Agreed, String> {
    let mut first: Option<(String, Vec<ParticipantAnswer>)> = None;
    for participant in participants {
        participant.solve_all(job, &set.puzzles);
        let answers = participant.answers(job, &set.puzzles);
        assert_eq!(answers.len(), set.puzzles.len(), "{}: one answer for each puzzle", participant.name());
        for (index, (puzzle, answer)) in set.puzzles.iter().zip(&answers).enumerate() {
            let other = first.as_ref().map(|(name, answers)| (name.as_str(), &answers[index]));
            let stated = set.solutions[index].filter(|_| job.counts_solutions());
            check((job, puzzle, stated), answer, other).map_err(|error| {
                let text = String::from_utf8_lossy(&puzzle[..puzzle.len() - 1]);
                format!("{}: {text}: {}: {error}", set.name, participant.name())
            })?;
        }
        first.get_or_insert_with(|| (participant.name().to_owned(), answers));
    }
    let mut agreed = Agreed { job, none: 0, one: 0, more: 0, solutions: 0 };
    for answer in first.iter().flat_map(|(_, answers)| answers) {
        agreed.solutions += answer.solutions;
        match answer.solutions {
            0 => agreed.none += 1,
            1 => agreed.one += 1,
            _ => agreed.more += 1,
        }
    }
    Ok(agreed)
}

/// Checks one answer for validity, against the number of solutions stated in the set, and against another
/// participant's answer.
fn check(
    (job, puzzle, stated): (Job, &[u8], Option<u64>),
    answer: &ParticipantAnswer,
    other: Option<(&str, &ParticipantAnswer)>,
) -> Result<(), String> {
    match answer.solution {
        None if answer.solutions > 0 && job.returns_solution() => return Err("no solution given".to_owned()),
        Some(_) if answer.solutions == 0 => return Err("a solution given but none counted".to_owned()),
        Some(solution) if !is_solution(&solution, job.form(), puzzle) => {
            return Err(format!("{} is not a solution", String::from_utf8_lossy(&solution)));
        }
        _ => {}
    }
    if let Some(stated) = stated.filter(|&stated| stated != answer.solutions) {
        return Err(format!("{} solutions, {stated} according to the set", answer.solutions));
    }
    match other {
        Some((name, other)) if other.solutions != answer.solutions => {
            Err(format!("{} solutions, {} according to {name}", answer.solutions, other.solutions))
        }
        // With a limit of 1, the solution need not be unique.
        Some((name, other))
            if job != Job::First && answer.solutions == 1 && other.solution != answer.solution =>
        {
            Err(format!("the only solution is not the one that {name} found"))
        }
        Some((name, other)) if other.checksum != answer.checksum => {
            Err(format!("the solutions are not those that {name} wrote"))
        }
        _ => Ok(()),
    }
}

/// Returns whether 81 characters have every digit once in each row, column and box, and respect the clues or the
/// candidates.
fn is_solution(solution: &[u8; 81], form: Form, puzzle: &[u8]) -> bool {
    let Ok(grid) = Grid::parse(solution) else { return false };
    match form {
        Form::Clues => Grid::parse(&puzzle[..81]).is_ok_and(|puzzle| grid.is_solution_of(&puzzle)),
        Form::Pencilmarks => {
            let (cells, _) = puzzle.as_chunks::<9>();
            grid.is_solved() && cells.iter().zip(solution).all(|(marks, digit)| marks.contains(digit))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle_set::PuzzleTexts;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &[u8; 81] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const CORRECT: ParticipantAnswer =
        ParticipantAnswer { solutions: 1, solution: Some(*SOLUTION), checksum: 0, guesses: 0 };

    /// A solver that always gives the same answer.
    struct Fixed(&'static str, ParticipantAnswer);

    impl Participant for Fixed {
        fn name(&self) -> &str {
            self.0
        }
        fn takes(&self, _: Job) -> bool {
            true
        }
        fn counts_guesses(&self, _: Job) -> bool {
            false
        }
        fn solve_all(&mut self, _: Job, _: &PuzzleTexts) {}
        fn answers(&mut self, _: Job, puzzles: &PuzzleTexts) -> Vec<ParticipantAnswer> {
            vec![self.1; puzzles.len()]
        }
    }

    /// Compares two solvers on one puzzle, for which the set states the number of solutions.
    fn compare_two(
        job: Job,
        puzzle: &str,
        stated: Option<u64>,
        first: ParticipantAnswer,
        second: ParticipantAnswer,
    ) -> Result<Agreed, String> {
        let mut puzzles = PuzzleTexts::new(job.form());
        puzzles.push(puzzle).unwrap();
        let set = PuzzleSet { name: "one".to_owned(), puzzles, solutions: vec![stated] };
        compare(job, &mut [&mut Fixed("first", first), &mut Fixed("second", second)], &set)
    }

    /// Returns the clues of the puzzle as pencil marks.
    fn pencil_marks() -> String {
        let cells = PUZZLE.chars().map(|clue| {
            let marks = ('1'..='9').map(|digit| if clue == '.' || clue == digit { digit } else { '.' });
            marks.collect::<String>()
        });
        cells.collect()
    }

    /// Returns the solution with two cells swapped, with one cell open, and with every digit incremented.
    fn wrong_solutions() -> [[u8; 81]; 3] {
        let (mut swapped, mut open) = (*SOLUTION, *SOLUTION);
        swapped.swap(0, 80);
        open[2] = b'.';
        // A valid grid that violates the clues: every digit is incremented.
        [swapped, open, SOLUTION.map(|digit| (digit - b'0') % 9 + b'1')]
    }

    #[test]
    fn correct_answers_agree() {
        let compare = |job, puzzle: &str| compare_two(job, puzzle, None, CORRECT, CORRECT);
        for (job, puzzle) in [
            (Job::Unique, PUZZLE),
            (Job::First, PUZZLE),
            (Job::Enumerate, PUZZLE),
            (Job::Pencilmarks, &pencil_marks()),
        ] {
            assert_eq!(compare(job, puzzle), Ok(Agreed { job, none: 0, one: 1, more: 0, solutions: 1 }));
        }
        let counted = ParticipantAnswer { solutions: 12, solution: None, ..CORRECT };
        assert_eq!(
            compare_two(Job::Count, PUZZLE, Some(12), counted, counted),
            Ok(Agreed { job: Job::Count, none: 0, one: 0, more: 1, solutions: 12 })
        );
    }

    #[test]
    fn speed_counts_puzzles_or_solutions() {
        let agreed = |job| Agreed { job, none: 1, one: 2, more: 3, solutions: 100 };
        assert_eq!(Job::ALL.map(|job| agreed(job).units()), [6, 6, 100, 100, 6]);
    }

    #[test]
    fn a_wrong_answer_is_found_in_either_position() {
        let none = ParticipantAnswer { solutions: 0, solution: None, ..CORRECT };
        let two = ParticipantAnswer { solutions: 2, ..CORRECT };
        let without_solution = ParticipantAnswer { solution: None, ..CORRECT };
        let undecided = ParticipantAnswer { solutions: 0, ..CORRECT };
        let wrong =
            wrong_solutions().map(|solution| ParticipantAnswer { solution: Some(solution), ..CORRECT });
        let marks = pencil_marks();
        for (job, puzzle) in [
            (Job::Unique, PUZZLE),
            (Job::First, PUZZLE),
            (Job::Enumerate, PUZZLE),
            (Job::Pencilmarks, &marks),
        ] {
            for wrong_answer in wrong.into_iter().chain([none, two, without_solution, undecided]) {
                let error = compare_two(job, puzzle, None, CORRECT, wrong_answer)
                    .expect_err("the second answer is wrong");
                assert!(error.starts_with(&format!("one: {puzzle}: second: ")), "{error}");
                compare_two(job, puzzle, None, wrong_answer, CORRECT).expect_err("the first answer is wrong");
            }
        }
    }

    #[test]
    fn a_wrong_count_and_a_wrong_checksum_are_found() {
        let counted = |solutions| ParticipantAnswer { solutions, solution: None, ..CORRECT };
        let error = compare_two(Job::Count, PUZZLE, None, counted(12), counted(13)).unwrap_err();
        assert!(error.ends_with("second: 13 solutions, 12 according to first"), "{error}");
        let error = compare_two(Job::Count, PUZZLE, Some(12), counted(13), counted(13)).unwrap_err();
        assert!(error.ends_with("first: 13 solutions, 12 according to the set"), "{error}");
        // Jobs that do not count ignore the number after a puzzle.
        compare_two(Job::Unique, PUZZLE, Some(12), CORRECT, CORRECT).unwrap();

        let other = ParticipantAnswer { solutions: 2, checksum: 7, ..CORRECT };
        let error =
            compare_two(Job::Enumerate, PUZZLE, None, ParticipantAnswer { checksum: 8, ..other }, other)
                .unwrap_err();
        assert!(error.ends_with("second: the solutions are not those that first wrote"), "{error}");
    }

    #[test]
    fn solvers_may_show_different_first_solutions() {
        let empty = ".".repeat(81);
        let [_, _, another] = wrong_solutions();
        let another = ParticipantAnswer { solution: Some(another), ..CORRECT };
        compare_two(Job::First, &empty, None, CORRECT, another).unwrap();
        compare_two(Job::Unique, &empty, None, CORRECT, another)
            .expect_err("both report it as the only solution");
    }
}
