//! Random full grids.

use crate::Grid;
use crate::cell_bits::{BOX, COLUMN, ROW};
use crate::random::Random;

/// Returns random full grid number `index` of a seed, in less than three microseconds. The grid is the same on
/// every machine, and changes at most with a major version.
///
/// All 6,670,903,752,021,072,936,960 grids are possible, but not equally likely. The top band is drawn uniformly
/// from all bands, then the left stack uniformly from all stacks that share its first box. The other four boxes are
/// filled cell by cell: the cell with the fewest candidates gets a random one of them, and a contradiction undoes
/// the last choice. A grid is therefore more likely if fewer grids have the same top band and left stack, or if it
/// took fewer choices. In the top band and the left stack, all digits, rows and columns have the same distribution.
/// For uniformly distributed grids, use another generator.
///
/// ```
/// use lanedoku::random_grid;
///
/// let grid = random_grid(1, 0);
/// assert!(grid.is_solved());
/// assert_eq!(grid, random_grid(1, 0));
/// assert_ne!(grid, random_grid(1, 1));
/// ```
pub fn random_grid(seed: u64, index: u64) -> Grid {
    full_grid(&mut Random::for_item(seed, index))
}

/// Returns a full grid from the next random numbers.
pub(super) fn full_grid(random: &mut Random) -> Grid {
    loop {
        let mut digits = [0; 81];
        let mut first = [1, 2, 3, 4, 5, 6, 7, 8, 9];
        random.shuffle(&mut first);
        let corner =
            [[first[0], first[1], first[2]], [first[3], first[4], first[5]], [first[6], first[7], first[8]]];
        let band = other_boxes(&corner, random);
        let mut columns = corner;
        for row in 0..3 {
            for column in 0..3 {
                columns[column][row] = corner[row][column];
            }
        }
        let stack = other_boxes(&columns, random);
        for line in 0..3 {
            for place in 0..3 {
                digits[9 * line + place] = corner[line][place];
                for other in 0..6 {
                    digits[9 * line + 3 + other] = band[line][other];
                    digits[9 * (3 + other) + line] = stack[line][other];
                }
            }
        }
        if fill(&mut digits, random)
            && let Ok(grid) = Grid::from_digits(&digits)
        {
            return grid;
        }
    }
}

/// Returns a random equivalent grid: bands, rows, stacks and columns permuted, and possibly transposed.
pub(super) fn equivalent_grid(grid: &[u8; 81], random: &mut Random) -> Grid {
    let mut order = || {
        let mut bands = [0, 1, 2];
        random.shuffle(&mut bands);
        let mut lines = [0; 9];
        for (lines, band) in lines.chunks_exact_mut(3).zip(bands) {
            lines.copy_from_slice(&[3 * band, 3 * band + 1, 3 * band + 2]);
            random.shuffle(lines);
        }
        lines
    };
    let (rows, columns) = (order(), order());
    let (along, across) = if random.below(2) == 0 { (1, 9) } else { (9, 1) };
    let mut other = [0; 81];
    for (cells, row) in other.chunks_exact_mut(9).zip(rows) {
        for (cell, column) in cells.iter_mut().zip(columns) {
            *cell = grid[(across * row + along * column) % 81];
        }
    }
    Grid::from_checked(other)
}

/// Returns the rows of the other two boxes of a band, given the rows of the first, drawn uniformly.
fn other_boxes(rows: &[[u8; 3]; 3], random: &mut Random) -> [[u8; 6]; 3] {
    // In the second box, each digit of the first moves up or down a row (cyclically); in the third box, it moves
    // the other way. The same number of digits, 0 to 3, moves up in each of the three rows. This gives 1 + 27 + 27
    // + 1 cases; in each of the 27, one digit of each row moves against the other two.
    let case = random.below(56);
    let (up_count, chosen) = match case {
        0 => (0, 0),
        1 => (3, 0),
        2..29 => (1, case - 2),
        _ => (2, case - 29),
    };
    let chosen = [chosen % 3, chosen / 3 % 3, chosen / 9];
    // Whether a digit moves up: from row `r` of the first box to row `r - 1` of the second and `r + 1` of the third.
    let up = |row: usize, place: usize| match up_count {
        0 => false,
        3 => true,
        1 => place == chosen[row] as usize,
        _ => place != chosen[row] as usize,
    };
    let mut boxes = [[0; 6]; 3];
    let mut filled = [[0; 2]; 3];
    for row in 0..3 {
        for place in 0..3 {
            let (above, below) = ((row + 2) % 3, (row + 1) % 3);
            let (second, third) = if up(row, place) { (above, below) } else { (below, above) };
            for (side, line) in [(0, second), (1, third)] {
                let filled = &mut filled[line][side];
                if let Some(cell) = boxes[line].get_mut(3 * side + *filled) {
                    *cell = rows[row][place];
                }
                *filled += 1;
            }
        }
    }
    for line in &mut boxes {
        let (second, third) = line.split_at_mut(3);
        random.shuffle(second);
        random.shuffle(third);
    }
    boxes
}

/// Fills the lower right four boxes of a grid. Returns false if that is impossible.
fn fill(digits: &mut [u8; 81], random: &mut Random) -> bool {
    const OPEN: [u8; 36] = {
        let (mut cells, mut index) = ([0; 36], 0);
        while index < 36 {
            cells[index] = (9 * (3 + index / 6) + 3 + index % 6) as u8;
            index += 1;
        }
        cells
    };
    let (mut rows, mut columns, mut boxes) = ([0x1ff_u16; 9], [0x1ff_u16; 9], [0x1ff_u16; 9]);
    for (cell, &digit) in digits.iter().enumerate() {
        let taken = if digit == 0 { 0 } else { 1 << (digit - 1) };
        rows[ROW[cell]] &= !taken;
        columns[COLUMN[cell]] &= !taken;
        boxes[BOX[cell]] &= !taken;
    }
    // The first `depth` cells are filled. `others` contains the untried candidates of each.
    let mut cells = OPEN;
    let mut others = [0_u16; 36];
    let mut depth = 0;
    let mut forward = true;
    // No cell is above 80. The `min` shows this to the compiler, which then omits bounds checks.
    let number = |cell: u8| usize::from(cell).min(80);
    loop {
        let mut choices = 0;
        if !forward {
            if depth == 0 {
                return false;
            }
            depth -= 1;
        }
        if depth >= 36 {
            return true;
        }
        if forward {
            let mut fewest = (10, depth);
            for place in depth..36 {
                let cell = number(cells[place]);
                let free = rows[ROW[cell]] & columns[COLUMN[cell]] & boxes[BOX[cell]];
                let count = free.count_ones();
                if count < fewest.0 {
                    fewest = (count, place);
                    choices = free;
                    if count <= 1 {
                        break;
                    }
                }
            }
            cells.swap(depth, fewest.1);
        } else {
            let cell = number(cells[depth]);
            let taken = 1 << (digits[cell] - 1);
            rows[ROW[cell]] |= taken;
            columns[COLUMN[cell]] |= taken;
            boxes[BOX[cell]] |= taken;
            choices = others[depth];
        }
        forward = choices != 0;
        if forward {
            let cell = number(cells[depth]);
            let count = choices.count_ones();
            let mut digit = choices;
            if count > 1 {
                for _ in 0..random.below(count) {
                    digit &= digit - 1;
                }
            }
            let digit = digit & digit.wrapping_neg();
            others[depth] = choices & !digit;
            digits[cell] = digit.trailing_zeros() as u8 + 1;
            rows[ROW[cell]] &= !digit;
            columns[COLUMN[cell]] &= !digit;
            boxes[BOX[cell]] &= !digit;
            depth += 1;
        }
    }
}
