//! Symmetries of the pattern of clues.

use core::fmt;

use super::CellSet;
use crate::cell_bits::CellBits;

/// A symmetry of the pattern of clues: rotations or reflections of the board that map the pattern to itself.
///
/// ```
/// use lanedoku::{ClueSymmetry, Generator, GeneratorWorkspace};
///
/// let generator = Generator::new(1).symmetry(ClueSymmetry::HalfTurn);
/// let mut puzzles = [None; 2];
/// generator.generate(0, &mut puzzles, &mut GeneratorWorkspace::boxed());
/// for puzzle in puzzles.into_iter().flatten() {
///     assert!((0..81).all(|cell| puzzle.get(cell).is_some() == puzzle.get(80 - cell).is_some()));
///     assert!(ClueSymmetry::HalfTurn.holds_for(puzzle.clue_cells()));
/// }
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ClueSymmetry {
    /// No symmetry.
    None,
    /// Rotation by a half turn, 180 degrees. Most printed puzzles have it.
    HalfTurn,
    /// Rotation by a quarter turn, 90 degrees, which implies the half turn.
    QuarterTurn,
    /// The left half mirrors the right half.
    LeftRight,
    /// The upper half mirrors the lower half.
    TopBottom,
    /// Reflection in the main diagonal, from the upper left to the lower right.
    Diagonal,
    /// Reflection in the other diagonal.
    Antidiagonal,
    /// Both reflections: left to right, and top to bottom.
    BothMirrors,
    /// Reflection in both diagonals.
    BothDiagonals,
    /// All of these.
    Full,
}

/// A rotation or reflection, for rows and columns counted from the middle: the new row is `a * row + b * column`, the
/// new column `c * row + d * column`.
type Move = [[i8; 2]; 2];

const HALF: Move = [[-1, 0], [0, -1]];
const QUARTER: Move = [[0, 1], [-1, 0]];
const LEFT_RIGHT: Move = [[1, 0], [0, -1]];
const TOP_BOTTOM: Move = [[-1, 0], [0, 1]];
const DIAGONAL: Move = [[0, 1], [1, 0]];
const ANTIDIAGONAL: Move = [[0, -1], [-1, 0]];

impl ClueSymmetry {
    /// All symmetries, in the order of their declaration.
    pub const ALL: [ClueSymmetry; 10] = [
        ClueSymmetry::None,
        ClueSymmetry::HalfTurn,
        ClueSymmetry::QuarterTurn,
        ClueSymmetry::LeftRight,
        ClueSymmetry::TopBottom,
        ClueSymmetry::Diagonal,
        ClueSymmetry::Antidiagonal,
        ClueSymmetry::BothMirrors,
        ClueSymmetry::BothDiagonals,
        ClueSymmetry::Full,
    ];

    /// Returns the name: `none`, `half-turn`, `quarter-turn`, `left-right`, `top-bottom`, `diagonal`, `antidiagonal`,
    /// `both-mirrors`, `both-diagonals` or `full`.
    pub const fn name(self) -> &'static str {
        match self {
            ClueSymmetry::None => "none",
            ClueSymmetry::HalfTurn => "half-turn",
            ClueSymmetry::QuarterTurn => "quarter-turn",
            ClueSymmetry::LeftRight => "left-right",
            ClueSymmetry::TopBottom => "top-bottom",
            ClueSymmetry::Diagonal => "diagonal",
            ClueSymmetry::Antidiagonal => "antidiagonal",
            ClueSymmetry::BothMirrors => "both-mirrors",
            ClueSymmetry::BothDiagonals => "both-diagonals",
            ClueSymmetry::Full => "full",
        }
    }

    /// Returns the symmetry with this name.
    ///
    /// ```
    /// use lanedoku::ClueSymmetry;
    ///
    /// assert_eq!(ClueSymmetry::from_name("diagonal"), Some(ClueSymmetry::Diagonal));
    /// assert_eq!(ClueSymmetry::from_name("round"), None);
    /// ```
    pub fn from_name(name: &str) -> Option<ClueSymmetry> {
        ClueSymmetry::ALL.into_iter().find(|symmetry| symmetry.name() == name)
    }

    /// Returns the orbit of a cell: the 1, 2, 4 or 8 cells that have clues if it has one. Returns an empty set if
    /// `cell` is 81 or more.
    pub const fn orbit(self, cell: usize) -> CellSet {
        CellSet::from_cells(if cell < 81 { ORBITS[self as usize][cell] } else { 0 })
    }

    /// Returns the orbit of a cell on a board of any side, and the number of its cells.
    pub(crate) const fn orbit_on(self, side: usize, cell: usize) -> ([usize; 8], usize) {
        let (mut orbit, mut length, mut from) = ([cell; 8], 1, 0);
        let (side, moves) = (if side == 0 { 1 } else { side }, self.moves());
        while from < length {
            let mut next = 0;
            while next < moves.len() {
                let image = moved(side, orbit[from], moves[next]);
                let mut place = 0;
                while place < length && orbit[place] != image {
                    place += 1;
                }
                if place == length && length < 8 {
                    orbit[length] = image;
                    length += 1;
                }
                next += 1;
            }
            from += 1;
        }
        (orbit, length)
    }

    /// Returns whether a pattern of clues has this symmetry.
    pub fn holds_for(self, pattern: CellSet) -> bool {
        pattern.iter().all(|cell| self.orbit(cell).cells() & !pattern.cells() == 0)
    }

    /// Returns the orbit of each cell.
    pub(super) const fn orbits(self) -> &'static [CellBits; 81] {
        &ORBITS[self as usize]
    }

    /// Returns a set of generators of the group.
    const fn moves(self) -> &'static [Move] {
        match self {
            ClueSymmetry::None => &[],
            ClueSymmetry::HalfTurn => &[HALF],
            ClueSymmetry::QuarterTurn => &[QUARTER],
            ClueSymmetry::LeftRight => &[LEFT_RIGHT],
            ClueSymmetry::TopBottom => &[TOP_BOTTOM],
            ClueSymmetry::Diagonal => &[DIAGONAL],
            ClueSymmetry::Antidiagonal => &[ANTIDIAGONAL],
            ClueSymmetry::BothMirrors => &[LEFT_RIGHT, TOP_BOTTOM],
            ClueSymmetry::BothDiagonals => &[DIAGONAL, ANTIDIAGONAL],
            ClueSymmetry::Full => &[QUARTER, LEFT_RIGHT],
        }
    }
}

impl fmt::Display for ClueSymmetry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

static ORBITS: [[CellBits; 81]; ClueSymmetry::ALL.len()] = {
    let mut orbits = [[0; 81]; ClueSymmetry::ALL.len()];
    let mut index = 0;
    while index < orbits.len() {
        let mut cell = 0;
        while cell < 81 {
            let (orbit, mut length) = ClueSymmetry::ALL[index].orbit_on(9, cell);
            while length > 0 {
                length -= 1;
                orbits[index][cell] |= 1 << orbit[length];
            }
            cell += 1;
        }
        index += 1;
    }
    orbits
};

/// The image of a cell. Rows and columns are counted from the middle, in halves.
const fn moved(side: usize, cell: usize, [[a, b], [c, d]]: Move) -> usize {
    let last = side as isize - 1;
    let (row, column) = (2 * (cell / side) as isize - last, 2 * (cell % side) as isize - last);
    (side as isize * ((a as isize * row + b as isize * column + last) / 2)
        + (c as isize * row + d as isize * column + last) / 2) as usize
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Computes the expected orbits independently, from rows and columns.
    #[test]
    fn orbits_match_their_names() {
        let expected = |symmetry, row: usize, column: usize| -> Vec<(usize, usize)> {
            let (other_row, other_column) = (8 - row, 8 - column);
            match symmetry {
                ClueSymmetry::None => vec![],
                ClueSymmetry::HalfTurn => vec![(other_row, other_column)],
                ClueSymmetry::QuarterTurn => {
                    vec![(column, other_row), (other_row, other_column), (other_column, row)]
                }
                ClueSymmetry::LeftRight => vec![(row, other_column)],
                ClueSymmetry::TopBottom => vec![(other_row, column)],
                ClueSymmetry::Diagonal => vec![(column, row)],
                ClueSymmetry::Antidiagonal => vec![(other_column, other_row)],
                ClueSymmetry::BothMirrors => {
                    vec![(row, other_column), (other_row, column), (other_row, other_column)]
                }
                ClueSymmetry::BothDiagonals => {
                    vec![(column, row), (other_column, other_row), (other_row, other_column)]
                }
                ClueSymmetry::Full => {
                    let turned = [(column, other_row), (other_row, other_column), (other_column, row)];
                    let mirrored =
                        [(row, other_column), (other_row, column), (column, row), (other_column, other_row)];
                    [&turned[..], &mirrored[..]].concat()
                }
            }
        };
        for symmetry in ClueSymmetry::ALL {
            assert_eq!(ClueSymmetry::from_name(symmetry.name()), Some(symmetry));
            for cell in 0..81 {
                let mut cells: Vec<usize> = expected(symmetry, cell / 9, cell % 9)
                    .iter()
                    .map(|(row, column)| 9 * row + column)
                    .collect();
                cells.push(cell);
                cells.sort_unstable();
                cells.dedup();
                assert!(symmetry.orbit(cell).iter().eq(cells), "{symmetry} {cell}");
            }
            assert!(symmetry.orbit(81).is_empty());
        }
    }

    #[test]
    fn a_pattern_has_a_symmetry_or_not() {
        let corner: CellSet = [0].into_iter().collect();
        let has: Vec<_> =
            ClueSymmetry::ALL.into_iter().filter(|symmetry| symmetry.holds_for(corner)).collect();
        assert_eq!(has, [ClueSymmetry::None, ClueSymmetry::Diagonal]);
        assert!(ClueSymmetry::ALL.into_iter().all(|symmetry| symmetry.holds_for(symmetry.orbit(13))));
        assert!(ClueSymmetry::ALL.into_iter().all(|symmetry| symmetry.holds_for([40].into_iter().collect())));
    }
}
