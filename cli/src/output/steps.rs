//! The columns of a step and of the difficulty of all steps: as one word each, and as JSON.

use std::sync::LazyLock;

use lanedoku::{Layout, Unit};
use lanedoku_steps::{Difficulty, Hint, LayoutStep, Level, Step, Technique};

use super::column::Column;

/// A step on a 9x9 board, or on one of another layout.
#[derive(Clone, Copy)]
pub enum AnyStep<'a> {
    Nine(&'a Step),
    Other(&'a LayoutStep),
}

impl<'a> AnyStep<'a> {
    /// Returns the step of a 9x9 board, which has more to show.
    pub fn nine(self) -> Option<&'a Step> {
        match self {
            AnyStep::Nine(step) => Some(step),
            AnyStep::Other(_) => None,
        }
    }

    pub fn technique(self) -> Technique {
        match self {
            AnyStep::Nine(step) => step.technique(),
            AnyStep::Other(step) => step.technique(),
        }
    }

    pub fn level(self) -> Level {
        match self {
            AnyStep::Nine(step) => step.level(),
            AnyStep::Other(step) => step.level(),
        }
    }

    fn side(self) -> usize {
        match self {
            AnyStep::Nine(_) => 9,
            AnyStep::Other(step) => step.deciding().len().isqrt(),
        }
    }

    fn units(self) -> Vec<Unit> {
        match self {
            AnyStep::Nine(step) => step.units().collect(),
            AnyStep::Other(step) => step.units().collect(),
        }
    }

    fn placement(self) -> Option<(usize, u8)> {
        match self {
            AnyStep::Nine(step) => step.placement(),
            AnyStep::Other(step) => step.placement(),
        }
    }

    /// Returns the cells that lose candidates, or that decide, with the digits.
    fn candidates(self, deciding: bool) -> Vec<(usize, u32)> {
        match self {
            AnyStep::Nine(step) if deciding => having(step.deciding()),
            AnyStep::Nine(step) => having(step.eliminations()),
            AnyStep::Other(step) if deciding => having(step.deciding()),
            AnyStep::Other(step) => having(step.eliminations()),
        }
    }

    fn hint(self, hint: Hint) -> String {
        match self {
            AnyStep::Nine(step) => step.hint(hint).to_string(),
            AnyStep::Other(step) => step.hint(hint).to_string(),
        }
    }
}

/// Returns the cells that have candidates.
fn having<T: Copy + Into<u32>>(candidates: &[T]) -> Vec<(usize, u32)> {
    let cells = candidates.iter().map(|digits| (*digits).into()).enumerate();
    cells.filter(|(_, digits)| *digits != 0).collect()
}

/// A step of a puzzle.
#[derive(Clone, Copy)]
pub struct StepRecord<'a> {
    /// The number of the puzzle in the input, from 1.
    pub number: u64,
    /// The number of the step, from 1.
    pub index: usize,
    /// Whether the board before it is complete.
    pub is_complete: bool,
    /// `None` if the board is complete or needs more.
    pub step: Option<AnyStep<'a>>,
    /// How much the column `hint` says.
    pub hint: Hint,
}

impl StepRecord<'_> {
    /// Returns a hint at the step as a sentence.
    pub fn text(&self, hint: Hint) -> String {
        match self.step {
            Some(step) => step.hint(hint),
            None if self.is_complete => "The board is complete.".into(),
            None => "Needs more: no technique here finds a step.".into(),
        }
    }

    /// Writes the value of a column as text. Returns false, and writes nothing, if there is none.
    pub fn write(&self, column: Column, out: &mut Vec<u8>) -> bool {
        let nine = self.step.and_then(AnyStep::nine);
        let text = match (column, self.step) {
            (Column::Number, _) => self.number.to_string(),
            (Column::Step, _) => self.index.to_string(),
            (Column::Hint, _) => self.text(self.hint),
            (Column::Sentence, _) => self.text(Hint::Why),
            (Column::Technique, Some(step)) => word(step.technique()).into(),
            (Column::Technique, None) if !self.is_complete => word(Technique::NeedsMore).into(),
            (Column::Level, Some(step)) => step.level().to_string(),
            (Column::Units, Some(step)) => joined(step.units().into_iter().map(short_unit)),
            (Column::Placement, Some(step)) => joined(
                step.placement()
                    .into_iter()
                    .map(|(cell, digit)| with_digits(&[(cell, 1 << (digit - 1))], step.side(), "=")),
            ),
            (Column::Eliminations, Some(step)) => with_digits(&step.candidates(false), step.side(), "<>"),
            (Column::Deciding, Some(step)) => with_digits(&step.candidates(true), step.side(), "="),
            (Column::Links, Some(_)) => joined(nine.into_iter().flat_map(Step::links).map(|link| {
                let relation = if link.is_true { "=" } else { "<>" };
                format!("{}{relation}{}", cell_name(link.cell.into(), 9), link.digit)
            })),
            (Column::Parts, Some(_)) => joined(nine.into_iter().flat_map(Step::parts).map(|part| {
                let units: Vec<String> = part.units().map(short_unit).collect();
                let candidates = with_digits(&having(part.candidates()), 9, "=").replace(',', "+");
                let items = if units.is_empty() { candidates } else { units.join("+") };
                format!("{}:{items}", part.role.name().replace(' ', "-"))
            })),
            (Column::Eureka, Some(_)) => nine
                .and_then(Step::eureka)
                .map(|chain| chain.to_string().replace(' ', ""))
                .unwrap_or_default(),
            _ => String::new(),
        };
        out.extend_from_slice(text.as_bytes());
        !text.is_empty()
    }

    /// Writes the value of a column that has several parts as JSON. Returns false, and writes nothing, for other
    /// columns.
    pub fn write_json(&self, column: Column, out: &mut Vec<u8>) -> bool {
        let Some(step) = self.step else { return false };
        let digits = |digits: u32| {
            let digits = (1..=25).filter(|digit| digits >> (digit - 1) & 1 == 1);
            list(digits.map(|digit: u32| digit.to_string()))
        };
        let candidates = |candidates: Vec<(usize, u32)>| {
            list(candidates.into_iter().map(|(cell, found)| {
                let cell = cell_name(cell, step.side());
                format!(r#"{{"cell":"{cell}","digits":{}}}"#, digits(found))
            }))
        };
        let nine = step.nine();
        let value = match column {
            Column::Units => list(step.units().into_iter().map(|unit| format!("\"{unit}\""))),
            Column::Placement => match step.placement() {
                Some((cell, digit)) => {
                    format!(r#"{{"cell":"{}","digit":{digit}}}"#, cell_name(cell, step.side()))
                }
                None => "null".into(),
            },
            Column::Eliminations => candidates(step.candidates(false)),
            Column::Deciding => candidates(step.candidates(true)),
            Column::Links | Column::Parts if nine.is_none() => "[]".into(),
            Column::Links => list(nine.into_iter().flat_map(|step| step.links().iter().enumerate().map(move |(number, link)| {
                let cells = list(step.link_cells(number).map(|cell| format!("\"{}\"", cell_name(cell, 9))));
                let causes = list(step.causes(number).map(|cause| cause.to_string()));
                let strong = step.is_strong_link(number).map_or("null".into(), |strong| strong.to_string());
                format!(
                    r#"{{"cell":"{}","cells":{cells},"digit":{},"is":{},"from":{},"causes":{causes},"strong":{strong}}}"#,
                    cell_name(link.cell.into(), 9),
                    link.digit,
                    link.is_true,
                    link.from
                )
            }))),
            Column::Parts => list(nine.into_iter().flat_map(Step::parts).map(|part| {
                let units = list(part.units().map(|unit| format!("\"{unit}\"")));
                let candidates = candidates(having(part.candidates()));
                format!(r#"{{"role":"{}","units":{units},"candidates":{candidates}}}"#, part.role.name())
            })),
            Column::Eureka => nine.and_then(Step::eureka).map_or_else(|| "null".into(), |chain| format!("\"{chain}\"")),
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

/// Returns the name of a cell of a board with this side: `r1c2`.
pub fn cell_name(cell: usize, side: usize) -> String {
    format!("r{}c{}", cell / side + 1, cell % side + 1)
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

/// Returns cells with their digits: `r1c2=34,r1c3=4`.
fn with_digits(cells: &[(usize, u32)], side: usize, relation: &str) -> String {
    joined(cells.iter().map(|(cell, digits)| {
        let digits: Vec<u8> = (1..=25).filter(|digit| digits >> (digit - 1) & 1 == 1).collect();
        let digits = Layout::characters(&digits).map(char::from).collect::<String>();
        format!("{}{relation}{digits}", cell_name(*cell, side))
    }))
}

fn joined(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(",")
}

/// Returns a JSON array of values.
fn list(values: impl Iterator<Item = String>) -> String {
    format!("[{}]", values.collect::<Vec<_>>().join(","))
}
