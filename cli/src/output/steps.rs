//! The columns of a step and of the difficulty of all steps: as one word each, and as JSON.

use std::fmt::{self, Write};
use std::sync::LazyLock;

use lanedoku::Unit;
use lanedoku_steps::{Difficulty, Hint, PencilMarks, Step, Technique};

use super::column::Column;

/// A step of a puzzle, and the board before it.
#[derive(Clone, Copy)]
pub struct StepRecord<'a> {
    /// The number of the puzzle in the input, from 1.
    pub number: u64,
    /// The number of the step, from 1.
    pub index: usize,
    pub marks: &'a PencilMarks,
    /// `None` if the board is complete or needs more.
    pub step: Option<&'a Step>,
    /// How much the column `hint` says.
    pub hint: Hint,
}

impl StepRecord<'_> {
    /// Returns a hint at the step as a sentence.
    pub fn text(&self, hint: Hint) -> String {
        match self.step {
            Some(step) => step.hint(hint).to_string(),
            None if self.marks.is_complete() => "The board is complete.".into(),
            None => "Needs more: no technique here finds a step.".into(),
        }
    }

    /// Writes the value of a column as text. Returns false, and writes nothing, if there is none.
    pub fn write(&self, column: Column, out: &mut Vec<u8>) -> bool {
        let text = match (column, self.step) {
            (Column::Number, _) => self.number.to_string(),
            (Column::Step, _) => self.index.to_string(),
            (Column::Hint, _) => self.text(self.hint),
            (Column::Sentence, _) => self.text(Hint::Why),
            (Column::Technique, Some(step)) => word(step.technique()).into(),
            (Column::Technique, None) if !self.marks.is_complete() => word(Technique::NeedsMore).into(),
            (Column::Level, Some(step)) => step.level().to_string(),
            (Column::Units, Some(step)) => joined(step.units().map(short_unit)),
            (Column::Placement, Some(step)) => {
                joined(step.placement().iter().map(|(cell, digit)| format!("{}={digit}", CellName(*cell))))
            }
            (Column::Eliminations, Some(step)) => joined(with_digits(step.eliminations(), "<>")),
            (Column::Deciding, Some(step)) => joined(with_digits(step.deciding(), "=")),
            (Column::Links, Some(step)) => joined(step.links().iter().map(|link| {
                let relation = if link.is_true { "=" } else { "<>" };
                format!("{}{relation}{}", CellName(link.cell.into()), link.digit)
            })),
            (Column::Parts, Some(step)) => joined(step.parts().map(|part| {
                let units = part.units().map(short_unit);
                let candidates = with_digits(part.candidates(), "=");
                let items: Vec<String> =
                    if part.units().next().is_some() { units.collect() } else { candidates.collect() };
                format!("{}:{}", part.role.name().replace(' ', "-"), items.join("+"))
            })),
            (Column::Eureka, Some(step)) => {
                step.eureka().map(|chain| chain.to_string().replace(' ', "")).unwrap_or_default()
            }
            _ => String::new(),
        };
        out.extend_from_slice(text.as_bytes());
        !text.is_empty()
    }

    /// Writes the value of a column that has several parts as JSON. Returns false, and writes nothing, for other
    /// columns.
    pub fn write_json(&self, column: Column, out: &mut Vec<u8>) -> bool {
        let Some(step) = self.step else { return false };
        let digits = |digits: &u16| {
            let digits = (1..=9).filter(|digit| digits >> (digit - 1) & 1 == 1);
            list(digits.map(|digit| digit.to_string()))
        };
        let candidates = |candidates: &[u16; 81]| {
            let cells = candidates.iter().enumerate().filter(|(_, digits)| **digits != 0);
            list(cells.map(|(cell, found)| {
                format!(r#"{{"cell":"{}","digits":{}}}"#, CellName(cell), digits(found))
            }))
        };
        let value = match column {
            Column::Units => list(step.units().map(|unit| format!("\"{unit}\""))),
            Column::Placement => match step.placement() {
                Some((cell, digit)) => format!(r#"{{"cell":"{}","digit":{digit}}}"#, CellName(cell)),
                None => "null".into(),
            },
            Column::Eliminations => candidates(step.eliminations()),
            Column::Deciding => candidates(step.deciding()),
            Column::Links => list(step.links().iter().enumerate().map(|(number, link)| {
                let cells = list(step.link_cells(number).map(|cell| format!("\"{}\"", CellName(cell))));
                let causes = list(step.causes(number).map(|cause| cause.to_string()));
                let strong = step.is_strong_link(number).map_or("null".into(), |strong| strong.to_string());
                format!(
                    r#"{{"cell":"{}","cells":{cells},"digit":{},"is":{},"from":{},"causes":{causes},"strong":{strong}}}"#,
                    CellName(link.cell.into()),
                    link.digit,
                    link.is_true,
                    link.from
                )
            })),
            Column::Parts => list(step.parts().map(|part| {
                let units = list(part.units().map(|unit| format!("\"{unit}\"")));
                let candidates = candidates(part.candidates());
                format!(r#"{{"role":"{}","units":{units},"candidates":{candidates}}}"#, part.role.name())
            })),
            Column::Eureka => step.eureka().map_or_else(|| "null".into(), |chain| format!("\"{chain}\"")),
            _ => return false,
        };
        out.extend_from_slice(value.as_bytes());
        true
    }
}

/// Writes the value of a column of a difficulty as text. Returns false, and writes nothing, if there is none.
pub fn write_difficulty(difficulty: &Difficulty, column: Column, out: &mut Vec<u8>) -> bool {
    let text = match column {
        Column::Rating => difficulty.level.to_string(),
        Column::Pearl => difficulty.pearl.to_string(),
        Column::Diamond => difficulty.diamond.to_string(),
        Column::Hardest => difficulty.hardest.map(word).unwrap_or_default().into(),
        Column::Techniques => {
            joined(counts(difficulty).map(|(technique, count)| format!("{technique}:{count}")))
        }
        _ => String::new(),
    };
    out.extend_from_slice(text.as_bytes());
    !text.is_empty()
}

/// Returns the number of steps by each technique as a JSON object.
pub fn json_of_counts(difficulty: &Difficulty) -> String {
    let counts = counts(difficulty).map(|(technique, count)| format!("\"{technique}\":{count}"));
    format!("{{{}}}", joined(counts))
}

/// Returns the number of steps by each technique that occurs.
fn counts(difficulty: &Difficulty) -> impl Iterator<Item = (&'static str, usize)> + '_ {
    let counts = Technique::ALL.iter().map(|&technique| (technique, difficulty.count(technique)));
    counts.filter(|(_, count)| *count > 0).map(|(technique, count)| (word(technique), count))
}

/// The names of the techniques as words, in the order of [`Technique::ALL`].
static WORDS: LazyLock<Vec<String>> = LazyLock::new(|| {
    Technique::ALL.iter().map(|technique| technique.name().to_ascii_lowercase().replace(' ', "-")).collect()
});

/// Returns the name of a technique as one word in lower case: `hidden-single`.
pub fn word(technique: Technique) -> &'static str {
    WORDS.get(technique as usize).map_or("", String::as_str)
}

/// A cell, written as `r1c2`.
pub struct CellName(pub usize);

impl fmt::Display for CellName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "r{}c{}", self.0 / 9 + 1, self.0 % 9 + 1)
    }
}

/// Returns a unit as one word: `r1`, `c1` or `b1`.
fn short_unit(unit: Unit) -> String {
    match unit {
        Unit::Row(index) => format!("r{}", index + 1),
        Unit::Column(index) => format!("c{}", index + 1),
        Unit::Box(index) | Unit::Region(index) => format!("b{}", index + 1),
        Unit::House(index) => format!("h{}", index + 1),
    }
}

/// Returns each cell with its digits: `r1c2=34`.
fn with_digits<'a>(candidates: &'a [u16; 81], relation: &'a str) -> impl Iterator<Item = String> + 'a {
    let cells = candidates.iter().enumerate().filter(|(_, digits)| **digits != 0);
    cells.map(move |(cell, digits)| {
        let mut text = format!("{}{relation}", CellName(cell));
        for digit in (1..=9).filter(|digit| digits >> (digit - 1) & 1 == 1) {
            // Writing to a string cannot fail.
            let _ = write!(text, "{digit}");
        }
        text
    })
}

fn joined(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(",")
}

/// Returns a JSON array of values.
fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}
