//! The condition of `--where`: comparisons of columns, with `and`, `or`, `not` and parentheses.

use std::cmp::Ordering::{self, Equal, Greater, Less};
use std::ops::RangeInclusive;
use std::sync::LazyLock;

use crate::output::{CellStyle, Column, Record};

/// The deepest nesting of parentheses and `not`.
const MOST_NESTED: usize = 100;

/// A condition on the columns of a record.
#[derive(Clone, Debug)]
pub enum Filter {
    Compare {
        column: Column,
        /// The results of the comparison for which it is true.
        results: &'static [Ordering],
        value: f64,
    },
    Not(Box<Filter>),
    /// `and` between conditions of any number, so that a long list does not nest.
    All(Vec<Filter>),
    /// `or`, likewise.
    Any(Vec<Filter>),
}

impl Filter {
    /// Parses a condition on some of the columns.
    ///
    /// # Errors
    ///
    /// Returns a message that names the place, if the text is not a condition.
    pub fn parse(text: &str, columns: &[Column]) -> Result<Filter, String> {
        let mut parser = Parser { text, place: 0, columns, nested: 0 };
        let filter = parser.any_of()?;
        match parser.peek() {
            "" => Ok(filter),
            _ => Err(parser.expected("`and`, `or` or the end")),
        }
    }

    /// Returns the condition that a column is in a range.
    pub fn within(column: Column, range: RangeInclusive<f64>) -> Filter {
        let least = Filter::Compare { column, results: &[Greater, Equal], value: *range.start() };
        let most = Filter::Compare { column, results: &[Less, Equal], value: *range.end() };
        Filter::All(vec![least, most])
    }

    /// Returns the condition that a column has a word; `None` if it has no such word.
    pub fn equal(column: Column, word: &str) -> Option<Filter> {
        column.rank(word).map(|value| Filter::Compare { column, results: &[Equal], value })
    }

    /// Returns whether the condition needs a column.
    pub fn needs(&self, wanted: Column) -> bool {
        match self {
            Filter::Compare { column, .. } => *column == wanted,
            Filter::Not(inner) => inner.needs(wanted),
            Filter::All(parts) | Filter::Any(parts) => parts.iter().any(|inner| inner.needs(wanted)),
        }
    }

    /// Returns a number that a column does not exceed in any record that meets the condition, if there is one.
    pub fn most(&self, wanted: Column) -> Option<f64> {
        match self {
            Filter::Compare { column, results, value } => {
                let most = if results.contains(&Equal) { *value } else { value.next_down() };
                (*column == wanted && !results.contains(&Greater)).then_some(most)
            }
            Filter::Not(_) => None,
            Filter::All(parts) => parts.iter().filter_map(|inner| inner.most(wanted)).reduce(f64::min),
            Filter::Any(parts) => {
                parts.iter().try_fold(f64::NEG_INFINITY, |most, inner| Some(most.max(inner.most(wanted)?)))
            }
        }
    }

    /// Returns whether a record meets the condition; `None` if that depends on a column that is unknown.
    pub fn matches(&self, record: &Record) -> Option<bool> {
        match self {
            Filter::Compare { column, results, value } => {
                let Some(known) = number_of(record, *column)?.partial_cmp(value) else { return Some(false) };
                let holds = results.contains(&known);
                // There may be more solutions than a count that was cut off: it tells only what holds for all numbers
                // from there on.
                let is_cut_off = *column == Column::Count && record.count.is_some_and(|count| count.cut_off);
                let mut others = [Equal, Greater].iter().filter(|&&other| is_cut_off && other > known);
                others.all(|other| results.contains(other) == holds).then_some(holds)
            }
            Filter::Not(inner) => inner.matches(record).map(|matches| !matches),
            Filter::All(parts) => combined(parts, record, false),
            Filter::Any(parts) => combined(parts, record, true),
        }
    }
}

/// Returns what several conditions give together, of which one with the `decisive` result decides.
fn combined(parts: &[Filter], record: &Record, decisive: bool) -> Option<bool> {
    let mut result = Some(!decisive);
    for part in parts {
        match part.matches(record) {
            Some(matches) if matches == decisive => return Some(decisive),
            Some(_) => {}
            None => result = None,
        }
    }
    result
}

/// Returns the number in a column, or the rank of the word in it, if that is known.
fn number_of(record: &Record, column: Column) -> Option<f64> {
    // No board is compared, but a style has tables, which take longer to make than the rest.
    static STYLE: LazyLock<CellStyle> = LazyLock::new(CellStyle::default);
    let mut text = Vec::with_capacity(32);
    let is_known = record.write(column, &STYLE, &mut text);
    let text = std::str::from_utf8(&text).ok().filter(|_| is_known)?;
    // A count that was cut off ends in a plus.
    text.trim_end_matches('+').parse().ok().or_else(|| column.rank(text))
}

struct Parser<'a> {
    text: &'a str,
    /// The number of bytes that are parsed.
    place: usize,
    columns: &'a [Column],
    nested: usize,
}

impl<'a> Parser<'a> {
    /// Returns the next token without taking it; empty at the end.
    fn peek(&mut self) -> &'a str {
        let rest = self.text[self.place..].trim_start();
        self.place = self.text.len() - rest.len();
        let is_word = |character: char| character.is_ascii_alphanumeric() || "_-+.".contains(character);
        let length = match rest.as_bytes() {
            [b'<' | b'>' | b'=' | b'!', b'=', ..] => 2,
            [first, ..] if is_word(char::from(*first)) => {
                rest.find(|character| !is_word(character)).unwrap_or(rest.len())
            }
            _ => rest.chars().next().map_or(0, char::len_utf8),
        };
        &rest[..length]
    }

    /// Takes the next token if it is this one.
    fn take(&mut self, token: &str) -> bool {
        let is_it = self.peek() == token;
        self.place += if is_it { token.len() } else { 0 };
        is_it
    }

    /// Returns the error that something else is expected here.
    fn expected(&mut self, expected: &str) -> String {
        let found = match self.peek() {
            "" => "the end".into(),
            token => format!("`{token}`"),
        };
        let place = self.text[..self.place].chars().count() + 1;
        format!("character {place}: expected {expected}, found {found}")
    }

    fn any_of(&mut self) -> Result<Filter, String> {
        let mut parts = vec![self.all_of()?];
        while self.take("or") {
            parts.push(self.all_of()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Filter::Any(parts) })
    }

    fn all_of(&mut self) -> Result<Filter, String> {
        let mut parts = vec![self.one()?];
        while self.take("and") {
            parts.push(self.one()?);
        }
        Ok(if parts.len() == 1 { parts.remove(0) } else { Filter::All(parts) })
    }

    fn one(&mut self) -> Result<Filter, String> {
        self.nested += 1;
        if self.nested > MOST_NESTED {
            return Err(self.expected("fewer parentheses"));
        }
        let filter = if self.take("not") {
            Filter::Not(Box::new(self.one()?))
        } else if self.take("(") {
            let inner = self.any_of()?;
            if !self.take(")") {
                return Err(self.expected("`and`, `or` or `)`"));
            }
            inner
        } else {
            self.comparison()?
        };
        self.nested -= 1;
        Ok(filter)
    }

    fn comparison(&mut self) -> Result<Filter, String> {
        let name = self.peek().replace('-', "_");
        let Some(&column) =
            self.columns.iter().find(|column| column.is_comparable() && column.name() == name)
        else {
            let names: Vec<&str> = self
                .columns
                .iter()
                .filter(|column| column.is_comparable())
                .map(|column| column.name())
                .collect();
            return Err(self.expected(&format!("one of {}", names.join(", "))));
        };
        self.place += name.len();
        let operator = self.peek();
        let results: &[Ordering] = match operator {
            "<" => &[Less],
            "<=" => &[Less, Equal],
            ">" => &[Greater],
            ">=" => &[Greater, Equal],
            "=" | "==" => &[Equal],
            "!=" => &[Less, Greater],
            _ => return Err(self.expected("one of < <= > >= = !=")),
        };
        self.place += operator.len();
        let word = self.peek();
        // The hardest technique stands for its level, too.
        let column = match column {
            Column::Hardest if word.parse().is_ok_and(f64::is_finite) => Column::Rating,
            column => column,
        };
        // Not `nan`, `inf` or a number beyond the largest, which no column has.
        let number = word.parse().ok().filter(|number: &f64| column.has_numbers() && number.is_finite());
        let Some(value) = number.or_else(|| column.rank(word)) else {
            let number = (column.has_numbers() || column == Column::Hardest).then_some("a number");
            let possible: Vec<&str> = number.into_iter().chain(column.words().iter().copied()).collect();
            return Err(self.expected(&possible.join(" or ")));
        };
        self.place += word.len();
        Ok(Filter::Compare { column, results, value })
    }
}

#[cfg(test)]
mod tests {
    use lanedoku::Status;

    use super::*;

    const COLUMNS: [Column; 5] =
        [Column::Puzzle, Column::Clues, Column::MedianGuesses, Column::Status, Column::Minimal];

    /// A record of 24 clues, unique, with 2 redundant clues. Its guesses are not known.
    fn matches(condition: &str) -> Option<bool> {
        let puzzle = [&[b'1'; 24][..], &[b'.'; 57]].concat();
        let record = Record { redundant: Some(2), ..Record::new(1, Status::Unique, true, &puzzle) };
        Filter::parse(condition, &COLUMNS).unwrap().matches(&record)
    }

    #[test]
    fn conditions() {
        let yes = "clues = 24";
        let no = "clues != 24";
        let unknown = "median_guesses = 0";
        for (condition, expected) in [
            ("clues<25", Some(true)),
            ("clues < 24", Some(false)),
            ("clues<=24", Some(true)),
            ("clues >= 24.5", Some(false)),
            ("clues > 23.5", Some(true)),
            ("  clues  ==  24  ", Some(true)),
            ("status = unique", Some(true)),
            ("status != none", Some(true)),
            ("minimal = minimal", Some(false)),
            ("minimal != minimal", Some(true)),
            ("minimal > minimal", Some(true)),
            ("minimal >= 2", Some(true)),
            ("not clues = 24", Some(false)),
            ("not not (clues = 24)", Some(true)),
            ("median-guesses >= 0", None),
            ("not median_guesses >= 0", None),
        ] {
            assert_eq!(matches(condition), expected, "{condition}");
        }
        // `and` binds more closely than `or`.
        for (condition, expected) in [
            (format!("{yes} or {no} and {no}"), Some(true)),
            (format!("({yes} or {no}) and {no}"), Some(false)),
            (format!("not {no} and {yes}"), Some(true)),
            (format!("not ({no} and {yes})"), Some(true)),
            (format!("{no} or {no} or {yes}"), Some(true)),
            (format!("{yes} and {yes} and {no}"), Some(false)),
            (format!("{unknown} and {no}"), Some(false)),
            (format!("{no} and {unknown}"), Some(false)),
            (format!("{unknown} and {yes}"), None),
            (format!("{yes} or {unknown}"), Some(true)),
            (format!("{unknown} or {no}"), None),
        ] {
            assert_eq!(matches(&condition), expected, "{condition}");
        }
    }

    /// The stack of a thread of the pipeline is enough for a list of any length.
    #[test]
    fn a_condition_of_many_terms() {
        for (word, expected) in [(" and ", true), (" or ", true), (" and not ", false)] {
            let condition = vec!["clues = 24"; 200_000].join(word);
            assert_eq!(matches(&condition), Some(expected), "{word}");
        }
    }

    #[test]
    fn upper_bounds() {
        for (condition, expected) in [
            ("clues = 24", Some(24.0)),
            ("clues < 24", Some(24_f64.next_down())),
            ("clues != 24", None),
            ("clues >= 24", None),
            ("minimal <= 24", None),
            ("not clues > 24", None),
            ("clues <= 24 and minimal = 0", Some(24.0)),
            ("clues <= 24 and clues <= 22", Some(22.0)),
            ("clues <= 24 or clues <= 22", Some(24.0)),
            ("clues <= 24 or minimal = 0", None),
        ] {
            assert_eq!(
                Filter::parse(condition, &COLUMNS).unwrap().most(Column::Clues),
                expected,
                "{condition}"
            );
        }
    }

    #[test]
    fn errors_name_the_place() {
        for (condition, expected) in [
            ("", "character 1: expected one of clues, median_guesses, status, minimal, found the end"),
            ("clue = 3", "character 1: expected one of clues, median_guesses, status, minimal, found `clue`"),
            (
                "puzzle = 3",
                "character 1: expected one of clues, median_guesses, status, minimal, found `puzzle`",
            ),
            ("clues", "character 6: expected one of < <= > >= = !=, found the end"),
            ("clues ! 3", "character 7: expected one of < <= > >= = !=, found `!`"),
            ("clues = ", "character 9: expected a number, found the end"),
            ("clues = é", "character 9: expected a number, found `é`"),
            ("clues = minimal", "character 9: expected a number, found `minimal`"),
            ("minimal = no", "character 11: expected a number or minimal, found `no`"),
            (
                "status = 1",
                "character 10: expected unique or multiple or none or limit or invalid or stopped, found `1`",
            ),
            ("clues = 3 clues", "character 11: expected `and`, `or` or the end, found `clues`"),
            ("clues = 3)", "character 10: expected `and`, `or` or the end, found `)`"),
            ("(clues = 3", "character 11: expected `and`, `or` or `)`, found the end"),
            (
                "clues = 3 and",
                "character 14: expected one of clues, median_guesses, status, minimal, found the end",
            ),
        ] {
            let error = Filter::parse(condition, &COLUMNS).unwrap_err();
            assert_eq!(error, expected, "{condition}");
        }
        for number in ["nan", "inf", "-inf", "infinity", "1e400", "NaN"] {
            for column in ["clues", "minimal"] {
                let error = Filter::parse(&format!("{column} < {number}"), &COLUMNS).unwrap_err();
                assert!(error.contains("expected a number"), "{number}: {error}");
            }
        }
        let nested = |depth: usize| "(".repeat(depth) + "clues = 3" + &")".repeat(depth);
        assert!(Filter::parse(&nested(MOST_NESTED - 1), &COLUMNS).is_ok());
        let error = Filter::parse(&nested(MOST_NESTED), &COLUMNS).unwrap_err();
        assert!(error.contains("fewer parentheses"), "{error}");
    }
}
