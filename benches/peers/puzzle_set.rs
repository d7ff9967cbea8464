//! Sets of puzzles, from files or from the project's generator.

use std::path::Path;

use lanedoku::Grid;
use workbench::puzzles::{Kind, Maker};

/// The seed of the generated sets.
const SEED: u64 = 2026;

/// One puzzle: 81 characters row by row, `.` for an open cell, and the zero byte that ends a text in C.
pub type Puzzle = [u8; 82];

/// A puzzle without its zero byte.
pub fn characters(puzzle: &Puzzle) -> &[u8; 81] {
    puzzle.first_chunk().expect("82 characters begin with 81")
}

/// The puzzle that a line begins with; what follows its 81 characters (a comment) is dropped. `None` if
/// one of the 81 is neither a digit nor a point.
///
/// ```
/// use peers::puzzle_set::{characters, puzzle_from_line};
///
/// let line = format!("1{} # a comment", "0".repeat(80));
/// assert!(characters(&puzzle_from_line(&line).unwrap()).starts_with(b"1...."));
/// assert!(puzzle_from_line("too short").is_none());
/// ```
pub fn puzzle_from_line(line: &str) -> Option<Puzzle> {
    let mut puzzle = [0; 82];
    for (to, &from) in puzzle.iter_mut().zip(line.as_bytes().first_chunk::<81>()?) {
        *to = match from {
            b'1'..=b'9' | b'.' => from,
            b'0' => b'.',
            _ => return None,
        };
    }
    Some(puzzle)
}

/// Puzzles of one kind.
pub struct PuzzleSet {
    /// Name in tables and charts.
    pub name: String,
    /// The puzzles, in their order in the file.
    pub puzzles: Vec<Puzzle>,
}

impl PuzzleSet {
    /// Reads a file with one puzzle a line; empty lines and lines that begin with `#` are skipped.
    ///
    /// # Errors
    ///
    /// A file that cannot be read or holds no puzzle, or the first line that is no puzzle.
    pub fn read(path: &Path) -> Result<Self, String> {
        let text = std::fs::read_to_string(path).map_err(|error| format!("{}: {error}", path.display()))?;
        let lines = text.lines().zip(1..).filter(|(line, _)| !line.is_empty() && !line.starts_with('#'));
        let puzzles = lines.map(|(line, number)| {
            puzzle_from_line(line).ok_or_else(|| format!("{}:{number}: no puzzle", path.display()))
        });
        let puzzles = puzzles.collect::<Result<Vec<_>, _>>()?;
        if puzzles.is_empty() {
            return Err(format!("{}: no puzzle", path.display()));
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        Ok(PuzzleSet { name, puzzles })
    }

    /// A set of `count` generated puzzles for each kind, the same on every machine.
    pub fn generate(count: usize) -> Vec<Self> {
        let mut maker = Maker::new(SEED);
        let sets = Kind::ALL.map(|kind| {
            let line = |grid: &Grid| puzzle_from_line(&grid.to_string()).expect("a grid is a puzzle");
            let puzzles = maker.set(kind, count).iter().map(line).collect();
            PuzzleSet { name: kind.name().to_owned(), puzzles }
        });
        sets.into()
    }

    /// Keeps at most `count` puzzles, evenly spaced over the set.
    pub fn thin_out(&mut self, count: usize) {
        let all = self.puzzles.len();
        if count < all {
            self.puzzles = (0..count).map(|index| self.puzzles[index * all / count]).collect();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generated_set_has_its_size_and_repeats() {
        let (one, other) = (PuzzleSet::generate(2), PuzzleSet::generate(2));
        assert_eq!(one.len(), Kind::ALL.len());
        for (one, other) in one.iter().zip(&other) {
            assert_eq!(one.puzzles.len(), 2);
            assert_eq!(one.puzzles, other.puzzles, "{}", one.name);
        }
    }

    #[test]
    fn thinning_keeps_evenly_spaced_puzzles() {
        let puzzles = (0..10).map(|index| [index; 82]).collect();
        let mut set = PuzzleSet { name: String::new(), puzzles };
        set.thin_out(20);
        assert_eq!(set.puzzles.len(), 10);
        set.thin_out(4);
        let kept: Vec<u8> = set.puzzles.iter().map(|puzzle| puzzle[0]).collect();
        assert_eq!(kept, [0, 2, 5, 7]);
    }
}
