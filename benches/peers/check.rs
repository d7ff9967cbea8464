//! Answers are compared before anything is timed.

use std::fmt;

use lanedoku::Grid;

use crate::contestant::{Answer, Contestant};
use crate::puzzle_set::{Puzzle, PuzzleSet, characters};

/// What all contestants found: how many puzzles have no solution, one, and more.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Agreed {
    /// Puzzles without a solution.
    pub none: usize,
    /// Puzzles with one solution.
    pub one: usize,
    /// Puzzles with two solutions or more.
    pub more: usize,
}

impl fmt::Display for Agreed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Agreed { none, one, more } = self;
        write!(f, "all agree: {none} without a solution, {one} with one, {more} with more")
    }
}

/// Has every contestant solve the set, and compares: all must count the same number of solutions, and
/// give one, if there is one, that solves the puzzle. Where a puzzle has one solution that makes it the
/// same for all, which is checked nevertheless.
///
/// # Errors
///
/// The first puzzle where something is wrong, and who said what.
pub fn compare(contestants: &mut [Box<dyn Contestant>], set: &PuzzleSet) -> Result<Agreed, String> {
    let mut first: Option<(String, Vec<Answer>)> = None;
    for contestant in contestants {
        contestant.solve_all(&set.puzzles);
        let answers = contestant.answers(&set.puzzles);
        assert_eq!(answers.len(), set.puzzles.len(), "{}: one answer for each puzzle", contestant.name());
        for (index, (puzzle, answer)) in set.puzzles.iter().zip(&answers).enumerate() {
            let other = first.as_ref().map(|(name, answers)| (name.as_str(), &answers[index]));
            check(puzzle, answer, other).map_err(|complaint| {
                let text = String::from_utf8_lossy(characters(puzzle));
                format!("{}: {text}: {}: {complaint}", set.name, contestant.name())
            })?;
        }
        first.get_or_insert_with(|| (contestant.name().to_owned(), answers));
    }
    let mut agreed = Agreed::default();
    for answer in first.iter().flat_map(|(_, answers)| answers) {
        match answer.solutions {
            0 => agreed.none += 1,
            1 => agreed.one += 1,
            _ => agreed.more += 1,
        }
    }
    Ok(agreed)
}

/// Checks one answer by itself and against that of another contestant.
fn check(puzzle: &Puzzle, answer: &Answer, other: Option<(&str, &Answer)>) -> Result<(), String> {
    match answer.solution {
        None if answer.solutions > 0 => return Err("no solution given".to_owned()),
        Some(_) if answer.solutions == 0 => return Err("none counted, yet a solution given".to_owned()),
        Some(solution) if !is_solution(&solution, puzzle) => {
            return Err(format!("{} is no solution", String::from_utf8_lossy(&solution)));
        }
        _ => {}
    }
    match other {
        Some((name, other)) if other.solutions != answer.solutions => {
            Err(format!("{} solutions, {} according to {name}", answer.solutions, other.solutions))
        }
        Some((name, other)) if answer.solutions == 1 && other.solution != answer.solution => {
            Err(format!("the only solution is not the one that {name} found"))
        }
        _ => Ok(()),
    }
}

/// Whether 81 characters keep the clues and have every digit once in each row, column and box.
fn is_solution(solution: &[u8; 81], puzzle: &Puzzle) -> bool {
    match (Grid::parse(solution), Grid::parse(characters(puzzle))) {
        (Ok(solution), Ok(puzzle)) => solution.is_solution_of(&puzzle),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::puzzle_set::puzzle_from_line;

    const PUZZLE: &str = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
    const SOLUTION: &[u8; 81] =
        b"534678912672195348198342567859761423426853791713924856961537284287419635345286179";
    const RIGHT: Answer = Answer { solutions: 1, solution: Some(*SOLUTION), guesses: 0 };

    /// A solver that always says the same.
    struct Says(&'static str, Answer);

    impl Contestant for Says {
        fn name(&self) -> &str {
            self.0
        }
        fn counts_guesses(&self) -> bool {
            false
        }
        fn solve_all(&mut self, _: &[Puzzle]) {}
        fn answers(&mut self, puzzles: &[Puzzle]) -> Vec<Answer> {
            vec![self.1; puzzles.len()]
        }
    }

    fn compare_two(first: Answer, second: Answer) -> Result<Agreed, String> {
        let set = PuzzleSet { name: "one".to_owned(), puzzles: vec![puzzle_from_line(PUZZLE).unwrap()] };
        compare(&mut [Box::new(Says("first", first)), Box::new(Says("second", second))], &set)
    }

    #[test]
    fn right_answers_agree() {
        assert_eq!(compare_two(RIGHT, RIGHT), Ok(Agreed { none: 0, one: 1, more: 0 }));
    }

    #[test]
    fn a_liar_is_caught_whoever_comes_first() {
        let swapped = {
            let mut solution = *SOLUTION;
            solution.swap(0, 80);
            Answer { solution: Some(solution), ..RIGHT }
        };
        // A valid grid that drops the clues: every digit one up.
        let another_grid =
            Answer { solution: Some(SOLUTION.map(|digit| (digit - b'0') % 9 + b'1')), ..RIGHT };
        let open = {
            let mut solution = *SOLUTION;
            solution[2] = b'.';
            Answer { solution: Some(solution), ..RIGHT }
        };
        let none = Answer { solutions: 0, solution: None, guesses: 0 };
        let two = Answer { solutions: 2, ..RIGHT };
        let silent = Answer { solution: None, ..RIGHT };
        let undecided = Answer { solutions: 0, ..RIGHT };
        for lie in [swapped, another_grid, open, none, two, silent, undecided] {
            let complaint = compare_two(RIGHT, lie).expect_err("the second lies");
            assert!(complaint.starts_with(&format!("one: {PUZZLE}: second: ")), "{complaint}");
            compare_two(lie, RIGHT).expect_err("the first lies");
        }
    }
}
