//! The columns of the output.

use clap::ValueEnum;
use lanedoku::Status;
use lanedoku_steps::{HodokuClass, Technique};

/// A column of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Column {
    /// The puzzle, or the puzzle that the command derived from it
    Puzzle,
    /// The puzzle as it was read
    Input,
    /// The solution
    Solution,
    /// unique, multiple, none, limit, invalid or stopped
    Status,
    /// The number of solutions
    Count,
    /// The number of guesses
    Guesses,
    /// The number of steps
    Steps,
    /// The time in microseconds
    Time,
    /// The number of the puzzle's first line
    Line,
    /// The number of clues
    Clues,
    /// minimal, or the number of redundant clues
    Minimal,
    /// The digits that occur in some solution of a 9x9 board, as 729 characters
    Possible,
    /// The clues of a 9x9 board without a solution whose removal, each alone, leaves one
    WrongClues,
    /// Whether the given solution is right or wrong
    Correct,
    /// The least number of guesses over the boards that `rate` solves
    LeastGuesses,
    /// The median number of guesses
    MedianGuesses,
    /// The least number of sweeps
    LeastSweeps,
    /// The median number of sweeps
    MedianSweeps,
    /// The hardest technique needed: singles, locked (candidates) or guesses
    Needs,
    /// The highest level of all steps, on the scale of Sudoku Explainer
    Rating,
    /// The highest level up to the first digit that is placed
    Pearl,
    /// The level of the first step
    Diamond,
    /// The technique with the highest level
    Hardest,
    /// The number of steps by each technique
    Techniques,
    /// HoDoKu's score: the sum over the steps in its order; none if its techniques do not solve the puzzle
    HodokuScore,
    /// HoDoKu's class: easy, medium, hard, unfair or extreme
    HodokuClass,
    /// The number of the puzzle in the input
    Number,
    /// The number of the step
    Step,
    /// The technique of the step
    Technique,
    /// The level of the step
    Level,
    /// The units that the step is about: r1, c1 or b1
    Units,
    /// The cell and the digit that the step places
    Placement,
    /// The candidates that the step removes
    Eliminations,
    /// The candidates that decide the step
    Deciding,
    /// The links of a chain, in order
    Links,
    /// A chain without branches in Eureka notation
    Eureka,
    /// The parts of a step that is not a chain, such as base, cover and fins
    Parts,
    /// The pencil marks before the step, as 729 characters
    Marks,
    /// The hint, as much as --strength says
    Hint,
    /// The step in plain English
    Sentence,
}

impl Column {
    /// Returns the name used in headers.
    pub fn name(self) -> &'static str {
        match self {
            Column::Puzzle => "puzzle",
            Column::Input => "input",
            Column::Solution => "solution",
            Column::Status => "status",
            Column::Count => "count",
            Column::Guesses => "guesses",
            Column::Steps => "steps",
            Column::Time => "time",
            Column::Line => "line",
            Column::Clues => "clues",
            Column::Minimal => "minimal",
            Column::Possible => "possible",
            Column::WrongClues => "wrong_clues",
            Column::Correct => "correct",
            Column::LeastGuesses => "least_guesses",
            Column::MedianGuesses => "median_guesses",
            Column::LeastSweeps => "least_sweeps",
            Column::MedianSweeps => "median_sweeps",
            Column::Needs => "needs",
            Column::Rating => "rating",
            Column::Pearl => "pearl",
            Column::Diamond => "diamond",
            Column::Hardest => "hardest",
            Column::Techniques => "techniques",
            Column::HodokuScore => "hodoku_score",
            Column::HodokuClass => "hodoku_class",
            Column::Number => "number",
            Column::Step => "step",
            Column::Technique => "technique",
            Column::Level => "level",
            Column::Units => "units",
            Column::Placement => "placement",
            Column::Eliminations => "eliminations",
            Column::Deciding => "deciding",
            Column::Links => "links",
            Column::Eureka => "eureka",
            Column::Parts => "parts",
            Column::Marks => "marks",
            Column::Hint => "hint",
            Column::Sentence => "sentence",
        }
    }

    /// Returns whether the column is drawn as a board.
    pub fn is_board(self) -> bool {
        matches!(self, Column::Puzzle | Column::Input | Column::Solution | Column::Possible | Column::Marks)
    }

    /// Returns whether the column has numbers, perhaps beside [words](Self::words).
    pub fn has_numbers(self) -> bool {
        !self.is_board()
            && !matches!(
                self,
                Column::Status
                    | Column::WrongClues
                    | Column::Correct
                    | Column::Needs
                    | Column::Hardest
                    | Column::Techniques
                    | Column::HodokuClass
                    | Column::Technique
                    | Column::Units
                    | Column::Placement
                    | Column::Eliminations
                    | Column::Deciding
                    | Column::Links
                    | Column::Eureka
                    | Column::Parts
                    | Column::Hint
                    | Column::Sentence
            )
    }

    /// Returns whether a filter can compare the column.
    pub fn is_comparable(self) -> bool {
        self.has_numbers() || !self.words().is_empty()
    }

    /// Returns the words of the column, in the order in which a filter compares them.
    pub fn words(self) -> &'static [&'static str] {
        match self {
            Column::Status => &STATUSES,
            Column::Minimal => &["minimal"],
            Column::Correct => &["wrong", "right"],
            Column::Needs => &["singles", "locked", "guesses"],
            Column::HodokuClass => &CLASSES,
            Column::Technique | Column::Hardest => &["a technique"],
            _ => &[],
        }
    }

    /// Returns the place of a word among those of the column.
    pub fn rank(self, word: &str) -> Option<f64> {
        if matches!(self, Column::Technique | Column::Hardest) {
            return word.parse().ok().map(|technique: Technique| f64::from(technique as u8));
        }
        self.words().iter().position(|known| *known == word).map(|rank| rank as f64)
    }
}

/// The names of HoDoKu's classes.
const CLASSES: [&str; HodokuClass::ALL.len()] = {
    let (mut names, mut index) = ([""; HodokuClass::ALL.len()], 0);
    while index < names.len() {
        names[index] = HodokuClass::ALL[index].name();
        index += 1;
    }
    names
};

/// The names of the statuses.
const STATUSES: [&str; Status::ALL.len()] = {
    let (mut names, mut index) = ([""; Status::ALL.len()], 0);
    while index < names.len() {
        names[index] = Status::ALL[index].name();
        index += 1;
    }
    names
};
