//! Sets of puzzles, from files or generated.

use std::fmt::{self, Display, Formatter};
use std::fs;
use std::path::Path;

use testkit::puzzles::{Kind, PuzzleGenerator};

use crate::job::Form;

/// The seed of the generated sets.
const SEED: u64 = 2026;

/// The most puzzles with many solutions, or minimal pencil marks, that a run without files generates: they take long.
const AT_MOST: usize = 10;

/// Puzzles in the published sets of one kind.
const PUBLISHED: usize = 10_000;
/// Puzzles in the published sets that take long to generate.
const PUBLISHED_SLOW: usize = 50;
/// The most solutions of a puzzle in a published set.
const PUBLISHED_SOLUTIONS: u64 = 1_000_000;

/// Puzzles of one form, each followed by the zero byte that ends a C string.
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

    /// The form of all puzzles.
    pub fn form(&self) -> Form {
        self.form
    }

    /// Bytes of a puzzle: its characters and the zero byte.
    pub fn stride(&self) -> usize {
        characters(self.form) + 1
    }

    /// The bytes of all puzzles.
    pub fn text(&self) -> &[u8] {
        &self.text
    }

    /// The number of puzzles.
    pub fn len(&self) -> usize {
        self.text.len() / self.stride()
    }

    /// Whether there is no puzzle.
    pub fn is_empty(&self) -> bool {
        self.text.is_empty()
    }

    /// Iterates over the puzzles, each with its zero byte.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = &[u8]> {
        self.text.chunks_exact(self.stride())
    }

    /// Appends the puzzle at the start of a line, and returns the rest of the line; `None` if there is no puzzle
    /// of this form.
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
    /// The number of solutions of each puzzle, if the set states it; a count must agree.
    pub solutions: Vec<Option<u64>>,
}

impl PuzzleSet {
    /// No puzzles yet.
    fn new(name: &str, form: Form) -> Self {
        PuzzleSet { name: name.to_owned(), puzzles: Puzzles::new(form), solutions: Vec::new() }
    }

    /// Appends the puzzle at the start of a line. A number after it is the number of its solutions, any other
    /// text a comment. `None` if there is no puzzle.
    fn push(&mut self, line: &str) -> Option<()> {
        let rest = self.puzzles.push(line)?;
        self.solutions.push(rest.trim().parse().ok());
        Some(())
    }

    /// Reads a file with one puzzle a line, all in the form of the first. Skips empty lines and lines that begin
    /// with `#`.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or has no puzzle. If a line is not a puzzle; the message names the first one.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let mut lines = lines.peekable();
        let &(first, _) = lines.peek().ok_or_else(|| format!("{}: no puzzle", path.display()))?;
        // No line of clues is also one of pencil marks, in which every digit has its own place.
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

    /// Generates `count` puzzles of each kind, the same on every machine.
    pub fn generate(count: usize) -> Vec<Self> {
        let mut generator = PuzzleGenerator::new(SEED);
        let sets = Kind::ALL.map(|kind| {
            let puzzles = generator.set(kind, count).into_iter().map(|digits| clue_line(&digits));
            PuzzleSet::of_lines(kind.name(), Form::Clues, puzzles)
        });
        sets.into()
    }

    /// A set of at most ten generated puzzles with 100 to `most` solutions each.
    pub fn generate_many_solutions(count: usize, most: u64) -> Self {
        Self::of_many_solutions(count.min(AT_MOST), most)
    }

    fn of_many_solutions(count: usize, most: u64) -> Self {
        let mut generator = PuzzleGenerator::new(SEED);
        let lines = (0..count).map(|_| {
            let (digits, solutions) = generator.many_solutions(100, most);
            format!("{} {solutions}", clue_line(&digits))
        });
        PuzzleSet::of_lines("many_solutions", Form::Clues, lines)
    }

    /// A set of at most ten generated minimal pencil marks.
    pub fn generate_pencilmarks(count: usize) -> Self {
        Self::of_pencilmarks(count.min(AT_MOST))
    }

    fn of_pencilmarks(count: usize) -> Self {
        let mut generator = PuzzleGenerator::new(SEED);
        let lines = (0..count).map(|_| pencilmark_line(&generator.minimal_pencilmarks()));
        PuzzleSet::of_lines("pencilmarks_minimal", Form::Pencilmarks, lines)
    }

    /// Writes the generated sets of the published runs into a folder, each as `NAME.txt` with one puzzle a line.
    ///
    /// # Errors
    ///
    /// If a file cannot be written.
    pub fn write_published(folder: &Path) -> Result<(), String> {
        let of_kind = |kind: Kind| {
            let puzzles = PuzzleGenerator::new(SEED).set(kind, PUBLISHED);
            PuzzleSet::of_lines(kind.name(), Form::Clues, puzzles.iter().map(clue_line))
        };
        let sets: [&dyn Fn() -> Self; 5] = [
            &|| of_kind(Kind::Easy),
            &|| of_kind(Kind::Minimal),
            &|| of_kind(Kind::NoSolution),
            &|| Self::of_many_solutions(PUBLISHED_SLOW, PUBLISHED_SOLUTIONS),
            &|| Self::of_pencilmarks(PUBLISHED_SLOW),
        ];
        for set in sets {
            let set = set();
            let path = folder.join(format!("{}.txt", set.name));
            fs::write(&path, set.to_string()).map_err(|error| format!("{}: {error}", path.display()))?;
        }
        Ok(())
    }

    /// A set of lines that are known to be puzzles.
    fn of_lines(name: &str, form: Form, lines: impl Iterator<Item = String>) -> Self {
        let mut set = PuzzleSet::new(name, form);
        for line in lines {
            set.push(&line).expect("a generated line is a puzzle");
        }
        set
    }

    /// Keeps at most `count` puzzles, evenly spaced over the set.
    pub fn sample(&mut self, count: usize) {
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

/// Writes one puzzle a line, and behind it the number of its solutions if that is known.
impl Display for PuzzleSet {
    fn fmt(&self, formatter: &mut Formatter<'_>) -> fmt::Result {
        for (puzzle, solutions) in self.puzzles.iter().zip(&self.solutions) {
            let puzzle = String::from_utf8_lossy(&puzzle[..puzzle.len() - 1]);
            match solutions {
                Some(solutions) => writeln!(formatter, "{puzzle} {solutions}")?,
                None => writeln!(formatter, "{puzzle}")?,
            }
        }
        Ok(())
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
    fn many_solutions_are_counted_and_in_range() {
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
    fn a_written_set_reads_back() {
        let set = PuzzleSet::generate_many_solutions(2, 2000);
        let path = std::env::temp_dir().join(format!("many_solutions_{}.txt", std::process::id()));
        fs::write(&path, set.to_string()).unwrap();
        let read = PuzzleSet::read(&path).unwrap();
        fs::remove_file(path).unwrap();
        assert_eq!((read.puzzles, read.solutions), (set.puzzles, set.solutions));
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
    fn sampling_keeps_evenly_spaced_puzzles_and_their_counts() {
        let mut set = PuzzleSet::new("", Form::Clues);
        for number in 0..10 {
            set.push(&format!("{}{number} {number}", ".".repeat(80))).unwrap();
        }
        set.sample(20);
        assert_eq!(set.puzzles.len(), 10);
        set.sample(4);
        let kept: Vec<u8> = set.puzzles.iter().map(|puzzle| puzzle[80]).collect();
        assert_eq!(kept, *b".257");
        assert_eq!(set.solutions, [Some(0), Some(2), Some(5), Some(7)]);
    }
}
