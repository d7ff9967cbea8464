//! Sets of puzzles, from files or from the project's generator.

use std::fs;
use std::path::Path;

use testkit::puzzles::{Kind, PuzzleGenerator};

use crate::job::Form;

/// The seed of the generated sets.
const SEED: u64 = 2026;

/// Puzzles with many solutions, and minimal pencil marks, take long to make: no more of them are made.
const AT_MOST: usize = 10;

/// Puzzles of one form, each with the zero byte that ends a text in C.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzles {
    form: Form,
    text: Vec<u8>,
}

impl Puzzles {
    /// No puzzles yet.
    pub fn new(form: Form) -> Self {
        Puzzles { form, text: Vec::new() }
    }

    /// The form of them all.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Bytes from the start of one puzzle to that of the next: its characters and the zero byte.
    pub fn stride(&self) -> usize {
        characters(self.form) + 1
    }

    /// All puzzles as they lie in memory.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// How many they are.
    pub fn len(&self) -> usize {
        self.text.len() / self.stride()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// One after the other, each with its zero byte.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.text.chunks_exact(self.stride())
    }

    /// Appends the puzzle that a line begins with, and gives what follows it. `None` if the line does not
    /// begin with a puzzle of this form.
    ///
    /// ```
    /// use peers::job::Form;
    /// use peers::puzzle_set::Puzzles;
    ///
    /// let mut puzzles = Puzzles::new(Form::Clues);
    /// let line = format!("1{} # a comment", "0".repeat(80));
    /// assert_eq!(puzzles.push(&line), Some(" # a comment"));
    /// assert!(puzzles.push("too short").is_none());
    /// assert_eq!(puzzles.len(), 1);
    /// assert!(puzzles.text().starts_with(b"1...."));
    /// ```
    pub fn push<'a>(&mut self, line: &'a str) -> Option<&'a str> {
        let (puzzle, rest) = line.split_at_checked(characters(self.form))?;
        let start = self.text.len();
        for (place, character) in puzzle.bytes().enumerate() {
            let character = match (self.form, character) {
                (_, b'.') | (Form::Clues, b'1'..=b'9') => Some(character),
                (Form::Clues, b'0') => Some(b'.'),
                (Form::Pencilmarks, _) => Some(character).filter(|&digit| digit == b'1' + (place % 9) as u8),
                _ => None,
            };
            match character {
                Some(character) => self.text.push(character),
                None => {
                    self.text.truncate(start);
                    return None;
                }
            }
        }
        self.text.push(0);
        Some(rest)
    }
}

/// The characters of a puzzle.
const fn characters(form: Form) -> usize {
    match form {
        Form::Clues => 81,
        Form::Pencilmarks => 729,
    }
}

/// Puzzles of one kind.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PuzzleSet {
    /// Name in tables and charts.
    pub name: String,
    /// The puzzles, in their order in the file.
    pub puzzles: Puzzles,
    /// How many solutions each puzzle has, if the set tells: what a count must come to.
    pub solutions: Vec<Option<u64>>,
}

impl PuzzleSet {
    /// No puzzles yet.
    fn new(name: &str, form: Form) -> Self {
        PuzzleSet { name: name.to_owned(), puzzles: Puzzles::new(form), solutions: Vec::new() }
    }

    /// Appends the puzzle that a line begins with. A number alone behind it is that of its solutions, any
    /// other text a comment. `None` if there is no such puzzle.
    fn push(&mut self, line: &str) -> Option<()> {
        let rest = self.puzzles.push(line)?;
        self.solutions.push(rest.trim().parse().ok());
        Some(())
    }

    /// Reads a file with one puzzle a line; empty lines and lines that begin with `#` are skipped. The
    /// first puzzle tells the form of all.
    ///
    /// # Errors
    ///
    /// A file that cannot be read or holds no puzzle, or the first line that is no puzzle.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let mut lines = lines.peekable();
        let &(first, _) = lines.peek().ok_or_else(|| format!("{}: no puzzle", path.display()))?;
        // Clues cannot be taken for pencil marks, in which every digit has its place.
        let form = match Puzzles::new(Form::Pencilmarks).push(first) {
            Some(_) => Form::Pencilmarks,
            None => Form::Clues,
        };
        let mut set = PuzzleSet::new(&path.file_stem().unwrap_or_default().to_string_lossy(), form);
        for (line, number) in lines {
            set.push(line).ok_or_else(|| format!("{}:{number}: no puzzle", path.display()))?;
        }
        Ok(set)
    }

    /// A set of `count` generated puzzles for each kind, the same on every machine.
    pub fn generate(count: usize) -> Vec<Self> {
        let mut generator = PuzzleGenerator::new(SEED);
        let sets = Kind::ALL.map(|kind| {
            let puzzles = generator.set(kind, count).into_iter().map(|digits| clue_line(&digits));
            PuzzleSet::of_lines(kind.name(), Form::Clues, puzzles)
        });
        sets.into()
    }

    /// A set of `count` generated puzzles with 100 to `most` solutions each, at most ten of them.
    pub fn generate_many_solutions(count: usize, most: u64) -> Self {
        let mut generator = PuzzleGenerator::new(SEED);
        let lines = (0..count.min(AT_MOST)).map(|_| {
            let (digits, solutions) = generator.many_solutions(100, most);
            format!("{} {solutions}", clue_line(&digits))
        });
        PuzzleSet::of_lines("many_solutions", Form::Clues, lines)
    }

    /// A set of `count` generated minimal pencil marks, at most ten of them.
    pub fn generate_pencilmarks(count: usize) -> Self {
        let mut generator = PuzzleGenerator::new(SEED);
        let lines = (0..count.min(AT_MOST)).map(|_| pencilmark_line(&generator.minimal_pencilmarks()));
        PuzzleSet::of_lines("pencilmarks_minimal", Form::Pencilmarks, lines)
    }

    /// A set of lines that are known to be puzzles.
    fn of_lines(name: &str, form: Form, lines: impl Iterator<Item = String>) -> Self {
        let mut set = PuzzleSet::new(name, form);
        for line in lines {
            set.push(&line).expect("what is made is a puzzle");
        }
        set
    }

    /// Keeps at most `count` puzzles, evenly spaced over the set.
    pub fn thin_out(&mut self, count: usize) {
        let all = self.puzzles.len();
        if count < all {
            let (text, stride) = (&self.puzzles.text, self.puzzles.stride());
            let kept = (0..count).map(|index| index * all / count);
            self.puzzles.text =
                kept.clone().flat_map(|puzzle| &text[puzzle * stride..][..stride]).copied().collect();
            self.solutions = kept.map(|puzzle| self.solutions[puzzle]).collect();
        }
    }
}

/// Clues as 81 characters.
fn clue_line(digits: &[u8; 81]) -> String {
    digits.iter().map(|&digit| if digit == 0 { '.' } else { char::from(b'0' + digit) }).collect()
}

/// Candidates as 729 characters.
fn pencilmark_line(candidates: &[u16; 81]) -> String {
    let cells = candidates.iter().flat_map(|cell| (0..9u8).map(move |digit| (cell >> digit & 1, digit)));
    cells
        .map(|(is_candidate, digit)| if is_candidate == 1 { char::from(b'1' + digit) } else { '.' })
        .collect()
}

#[cfg(test)]
mod tests {
    use lanedoku::{Solver, Status};

    use super::*;

    #[test]
    fn a_generated_set_has_its_size_and_repeats() {
        let (one, other) = (PuzzleSet::generate(2), PuzzleSet::generate(2));
        assert_eq!(one.len(), Kind::ALL.len());
        for (one, other) in one.iter().zip(&other) {
            assert_eq!((one.puzzles.len(), one.puzzles.form()), (2, Form::Clues));
            assert_eq!(one, other, "{}", one.name);
        }
    }

    #[test]
    fn many_solutions_are_as_many_as_asked_and_told() {
        let set = PuzzleSet::generate_many_solutions(3, 2000);
        assert_eq!(set, PuzzleSet::generate_many_solutions(3, 2000));
        assert_eq!(set.solutions.len(), 3);
        for solutions in set.solutions {
            assert!((100..=2000).contains(&solutions.expect("the generator counts")), "{solutions:?}");
        }
    }

    #[test]
    fn of_minimal_pencil_marks_no_elimination_can_be_given_back() {
        let set = PuzzleSet::generate_pencilmarks(1);
        assert_eq!((set.puzzles.len(), set.puzzles.form()), (1, Form::Pencilmarks));
        let marks = set.puzzles.iter().next().unwrap();
        let (cells, _) = marks.as_chunks::<9>();
        let candidates: [u16; 81] = std::array::from_fn(|cell| {
            (0..9).filter(|&digit| cells[cell][digit] != b'.').map(|digit| 1 << digit).sum()
        });
        let status = |candidates: &[u16; 81]| Solver::new().solve_candidates(candidates).status;
        assert_eq!(status(&candidates), Status::Unique);
        for cell in 0..81 {
            for digit in (0..9).map(|digit| 1 << digit).filter(|digit| candidates[cell] & digit == 0) {
                let mut given_back = candidates;
                given_back[cell] |= digit;
                assert_eq!(status(&given_back), Status::Multiple, "{cell} {digit:b}");
            }
        }
    }

    #[test]
    fn pencil_marks_are_written_cell_by_cell() {
        let mut candidates = [0; 81];
        candidates[0] = 0b1_0000_0101;
        candidates[80] = 0b1_1111_1111;
        let line = pencilmark_line(&candidates);
        assert_eq!(line, format!("1.3.....9{}123456789", ".".repeat(711)));
        let mut puzzles = Puzzles::new(Form::Pencilmarks);
        assert_eq!(puzzles.push(&line), Some(""));
        // A digit in the place of another, and a cell too few.
        assert_eq!(puzzles.push(&line.replace("1.3", "13.")), None);
        assert_eq!(puzzles.push(&line[9..]), None);
        assert_eq!(puzzles.iter().collect::<Vec<_>>(), [[line.as_bytes(), b"\0"].concat()]);
    }

    #[test]
    fn thinning_keeps_evenly_spaced_puzzles_and_their_counts() {
        let mut set = PuzzleSet::new("", Form::Clues);
        for number in 0..10 {
            set.push(&format!("{}{number} {number}", ".".repeat(80))).unwrap();
        }
        set.thin_out(20);
        assert_eq!(set.puzzles.len(), 10);
        set.thin_out(4);
        let kept: Vec<u8> = set.puzzles.iter().map(|puzzle| puzzle[80]).collect();
        assert_eq!(kept, *b".257");
        assert_eq!(set.solutions, [Some(0), Some(2), Some(5), Some(7)]);
    }
}
