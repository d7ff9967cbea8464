//! The symmetries of a layout: permutations of lines that change neither its regions nor its further houses.

use super::{Layout, MOST_HOUSES};
use crate::least::MAX_CELLS;
use crate::random::Random;

const MAX_SIDE: usize = 25;

/// Two swaps at most for each pair of lines, those of bands and stacks, and seven turns and reflections of the board.
const MOST_MOVES: usize = 1024;

/// The moves of a random symmetry, for each move that there is.
const ROUNDS: u32 = 4;

/// A permutation of rows or columns.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LineMotion {
    Same,
    Reversed,
    /// So many lines from `one` on change places with as many from `other` on; and if it is mirrored, the same seen
    /// from the other end, which diagonals need.
    Swapped {
        one: u8,
        other: u8,
        width: u8,
        is_mirrored: bool,
    },
}

impl LineMotion {
    fn permute(self, lines: &mut [u8]) {
        match self {
            LineMotion::Same => {}
            LineMotion::Reversed => lines.reverse(),
            LineMotion::Swapped { one, other, width, is_mirrored } => {
                for (one, other) in
                    (0..width).map(|line| (usize::from(one + line), usize::from(other + line)))
                {
                    if one.max(other) < lines.len() {
                        lines.swap(one, other);
                    }
                }
                if is_mirrored {
                    lines.reverse();
                    LineMotion::Swapped { one, other, width, is_mirrored: false }.permute(lines);
                    lines.reverse();
                }
            }
        }
    }
}

/// A symmetry of a board: whether rows become columns, and what becomes of them.
#[derive(Clone, Copy)]
struct BoardMotion {
    transposes: bool,
    rows: LineMotion,
    columns: LineMotion,
}

/// Where the cells of a board come from: first rows become columns, or not; then these rows and columns are taken.
struct Image {
    side: usize,
    transposes: bool,
    rows: [u8; MAX_SIDE],
    columns: [u8; MAX_SIDE],
}

impl Image {
    fn same(side: usize) -> Self {
        let [rows, columns] = [core::array::from_fn(|line| line as u8); 2];
        Image { side, transposes: false, rows, columns }
    }

    fn apply(&mut self, next: &BoardMotion) {
        if next.transposes {
            self.transposes = !self.transposes;
            core::mem::swap(&mut self.rows, &mut self.columns);
        }
        next.rows.permute(self.rows.get_mut(..self.side).unwrap_or_default());
        next.columns.permute(self.columns.get_mut(..self.side).unwrap_or_default());
    }

    /// The cell that a cell of the image comes from.
    fn source(&self, row: usize, column: usize) -> usize {
        let line = |lines: &[u8; MAX_SIDE], line| usize::from(lines.get(line).copied().unwrap_or_default());
        let (row, column) = (line(&self.rows, row), line(&self.columns, column));
        if self.transposes { column * self.side + row } else { row * self.side + column }
    }

    /// Whether regions and houses are the same as before.
    fn keeps(&self, layout: &Layout) -> bool {
        let (mut regions, mut houses, mut sizes) =
            ([u8::MAX; MAX_SIDE], [u32::MAX; MOST_HOUSES], [0_u32; MOST_HOUSES]);
        for cell in 0..layout.cells() {
            let source = self.source(cell / layout.side(), cell % layout.side());
            let [from, to] = [source, cell].map(|cell| layout.row_column_box(cell)[2] as u8);
            if let Some(known) = regions.get_mut(usize::from(from)) {
                *known = if *known == u8::MAX { to } else { *known };
                if *known != to {
                    return false;
                }
            }
            let mut own = layout.houses_of(source);
            while own != 0 {
                // The houses that have all of its cells so far.
                let house = own.trailing_zeros() as usize;
                if let (Some(same), Some(size)) = (houses.get_mut(house), sizes.get_mut(house)) {
                    *same &= layout.houses_of(cell);
                    *size += 1;
                }
                own &= own - 1;
            }
        }
        let has_size = |same: u32, size| {
            (0..MOST_HOUSES).any(|house| same >> house & 1 == 1 && sizes.get(house) == Some(size))
        };
        houses.iter().zip(&sizes).take(layout.houses()).all(|(same, size)| has_size(*same, size))
    }
}

/// The symmetries of a [`Layout`] that consist of swaps of rows, columns, bands and stacks, of turns and of
/// reflections: those that leave its regions and further houses as they are.
///
/// ```
/// use lanedoku::{Layout, LayoutSymmetries};
///
/// let layout: Layout = "6x6+diagonal".parse()?;
/// let (mut clues, mut image) = ([0; 36], [0; 36]);
/// clues[7] = 5;
/// LayoutSymmetries::new(&layout).shuffle(1, 0, &clues, &mut image);
/// // A cell on a diagonal stays on one.
/// let cell = image.iter().position(|digit| *digit > 0).unwrap();
/// assert_ne!(layout.houses_of(cell), 0);
/// # Ok::<(), lanedoku::LayoutError>(())
/// ```
pub struct LayoutSymmetries {
    side: usize,
    moves: [BoardMotion; MOST_MOVES],
    count: usize,
}

impl LayoutSymmetries {
    /// Finds the symmetries of a layout.
    pub fn new(layout: &Layout) -> Self {
        let side = layout.side();
        let same = BoardMotion { transposes: false, rows: LineMotion::Same, columns: LineMotion::Same };
        let mut symmetries = LayoutSymmetries { side, moves: [same; MOST_MOVES], count: 0 };
        for number in 1..8 {
            let lines = |bit: u8| if number & bit == 0 { LineMotion::Same } else { LineMotion::Reversed };
            symmetries
                .add(layout, BoardMotion { transposes: number & 4 != 0, rows: lines(1), columns: lines(2) });
        }
        // Bands and stacks, too: those of boxes, and others where regions happen to have them.
        for width in (1..side).filter(|width| side.is_multiple_of(*width)) {
            for one in (0..side).step_by(width) {
                for other in (one + width..side).step_by(width) {
                    symmetries.add_swaps(layout, [one, other, width].map(|number| number as u8));
                }
            }
        }
        symmetries
    }

    /// Adds a move if it is a symmetry. Returns whether it is.
    fn add(&mut self, layout: &Layout, candidate: BoardMotion) -> bool {
        let mut image = Image::same(self.side);
        image.apply(&candidate);
        let keeps = image.keeps(layout);
        if let Some(place) = self.moves.get_mut(self.count).filter(|_| keeps) {
            *place = candidate;
            self.count += 1;
        }
        keeps
    }

    /// Adds the swaps of these lines, as rows, as columns and as both. Those that others consist of are left out.
    fn add_swaps(&mut self, layout: &Layout, [one, other, width]: [u8; 3]) {
        let swap = |is_mirrored| LineMotion::Swapped { one, other, width, is_mirrored };
        let of_rows = |rows| BoardMotion { transposes: false, rows, columns: LineMotion::Same };
        let of_columns = |columns| BoardMotion { transposes: false, rows: LineMotion::Same, columns };
        let of_both = |lines| BoardMotion { transposes: false, rows: lines, columns: lines };
        let rows = self.add(layout, of_rows(swap(false))) || self.add(layout, of_rows(swap(true)));
        let columns = self.add(layout, of_columns(swap(false))) || self.add(layout, of_columns(swap(true)));
        if !(rows && columns || self.add(layout, of_both(swap(false)))) {
            self.add(layout, of_both(swap(true)));
        }
    }

    fn random_image(&self, random: &mut Random) -> Image {
        let mut image = Image::same(self.side);
        if self.count > 0 {
            // An odd number, too, so that no symmetry is left out.
            for _ in 0..ROUNDS * self.count as u32 + random.below(2) {
                if let Some(next) = self.moves.get(random.below(self.count as u32) as usize) {
                    image.apply(next);
                }
            }
        }
        image
    }

    /// The cell that each cell of a random image comes from.
    #[cfg(test)]
    pub(super) fn image_of_cells(&self, seed: u64, number: u64) -> std::vec::Vec<usize> {
        let image = self.random_image(&mut Random::for_item(seed, number));
        (0..self.side * self.side).map(|cell| image.source(cell / self.side, cell % self.side)).collect()
    }

    /// Writes the image of a board under random symmetry `number` of a seed, with the digits renamed. The result is the
    /// same on every machine. The symmetries are nearly equally likely. Writes nothing unless there are as many digits,
    /// and as many of the image, as the board has cells.
    pub fn shuffle(&self, seed: u64, number: u64, digits: &[u8], image: &mut [u8]) {
        let side = self.side.max(1);
        if digits.len() != side * side || image.len() != side * side {
            return;
        }
        let mut random = Random::for_item(seed, number);
        let mut names: [u8; MAX_SIDE] = core::array::from_fn(|digit| digit as u8 + 1);
        random.shuffle(names.get_mut(..self.side).unwrap_or_default());
        let shape = self.random_image(&mut random);
        for (cell, place) in image.iter_mut().enumerate() {
            let digit = digits.get(shape.source(cell / side, cell % side)).copied().unwrap_or_default();
            // 0, and what is no digit, stays.
            *place = names.get(usize::from(digit).wrapping_sub(1)).copied().unwrap_or(digit);
        }
    }
}

const _: () = assert!(MAX_SIDE * MAX_SIDE == MAX_CELLS);
