//! The columns that each command computes. `--show` accepts no others.

use crate::output::Column::{self, *};

/// The columns of a command.
pub struct Columns {
    /// The name of the command.
    pub command: &'static str,
    /// The columns that are shown unless `--show` names others.
    pub shown: &'static [Column],
    /// The columns that are shown on request.
    pub more: &'static [Column],
}

impl Columns {
    /// No columns.
    pub const NONE: Columns = Columns { command: "", shown: &[], more: &[] };

    /// All columns of the command.
    pub fn all(&self) -> impl Iterator<Item = &'static Column> {
        self.shown.iter().chain(self.more)
    }
}

/// The columns of the project's own rating.
pub const RATING_COLUMNS: [Column; 5] = [LeastGuesses, MedianGuesses, LeastSweeps, MedianSweeps, Needs];

/// The columns of the scale of techniques.
pub const SCALE_COLUMNS: [Column; 5] = [Rating, Pearl, Diamond, Hardest, Techniques];

/// The columns of HoDoKu's score.
pub const HODOKU_COLUMNS: [Column; 2] = [HodokuScore, HodokuClass];

/// The columns of all ratings.
pub fn ratings() -> impl Iterator<Item = &'static Column> {
    RATING_COLUMNS.iter().chain(&SCALE_COLUMNS).chain(&HODOKU_COLUMNS)
}

pub const SOLVE: Columns = Columns {
    command: "solve",
    shown: &[Solution, Status],
    more: &[Puzzle, Input, Count, Guesses, Steps, Time, Line, Clues],
};
pub const COUNT: Columns = Columns {
    command: "count",
    shown: &[Count],
    more: &[Puzzle, Input, Status, Guesses, Steps, Time, Line, Clues],
};
pub const ENUMERATE: Columns =
    Columns { command: "enumerate", shown: &[Solution], more: &[Puzzle, Input, Line, Clues] };
pub const CHECK: Columns = Columns {
    command: "check",
    shown: &[Puzzle, Status, Minimal, Correct],
    more: &[Input, Solution, Count, Possible, WrongClues, Line, Clues],
};
pub const GENERATE: Columns = Columns {
    command: "generate",
    shown: &[Puzzle],
    more: &[
        Solution,
        Line,
        Clues,
        Rating,
        Pearl,
        Diamond,
        Hardest,
        Techniques,
        HodokuScore,
        HodokuClass,
        LeastGuesses,
        MedianGuesses,
        LeastSweeps,
        MedianSweeps,
        Needs,
    ],
};
pub const MINIMIZE: Columns =
    Columns { command: "minimize", shown: &[Puzzle], more: &[Input, Solution, Status, Line, Clues] };
pub const NEIGHBOURS: Columns =
    Columns { command: "neighbours", shown: &[Puzzle], more: &[Input, Solution, Status, Line, Clues] };
pub const CANONICAL: Columns =
    Columns { command: "canonical", shown: &[Puzzle], more: &[Input, Line, Clues] };
pub const SHUFFLE: Columns = Columns { command: "shuffle", shown: &[Puzzle], more: &[Input, Line, Clues] };
pub const RATE: Columns = Columns {
    command: "rate",
    shown: &[Puzzle, Rating, Pearl, Diamond, Hardest],
    more: &[
        Techniques,
        HodokuScore,
        HodokuClass,
        LeastGuesses,
        MedianGuesses,
        LeastSweeps,
        MedianSweeps,
        Needs,
        Input,
        Status,
        Line,
        Clues,
    ],
};
/// The columns of `explain` in lines, whose last column has spaces. Tables and JSON have [`EXPLAIN_FULLY`].
pub const EXPLAIN: Columns = Columns {
    command: "explain",
    shown: &[Number, Step, Level, Sentence],
    more: &[
        Puzzle,
        Input,
        Technique,
        Units,
        Placement,
        Eliminations,
        Deciding,
        Links,
        Eureka,
        Parts,
        Marks,
        Status,
        Line,
        Clues,
    ],
};
pub const EXPLAIN_FULLY: &[Column] = &[
    Number,
    Step,
    Technique,
    Level,
    Units,
    Placement,
    Eliminations,
    Deciding,
    Links,
    Eureka,
    Parts,
    Sentence,
];
pub const HINT: Columns = Columns {
    command: "hint",
    shown: &[Hint],
    more: &[
        Puzzle,
        Input,
        Number,
        Step,
        Technique,
        Level,
        Units,
        Placement,
        Eliminations,
        Deciding,
        Links,
        Eureka,
        Parts,
        Marks,
        Sentence,
        Status,
        Line,
        Clues,
    ],
};
pub const CONVERT: Columns = Columns { command: "convert", shown: &[Puzzle], more: &[Input, Line, Clues] };

/// The columns of every command that writes records.
pub const ALL: [&Columns; 13] = [
    &SOLVE,
    &COUNT,
    &ENUMERATE,
    &CHECK,
    &GENERATE,
    &MINIMIZE,
    &NEIGHBOURS,
    &CANONICAL,
    &SHUFFLE,
    &RATE,
    &EXPLAIN,
    &HINT,
    &CONVERT,
];
