//! Finds unavoidable sets: the cells in which two full grids differ.
//!
//! A puzzle of a grid has one solution exactly when it has a clue in each unavoidable set of the grid. Dozens of
//! small sets are easy to find, and each other solution found by a search gives one more.

use crate::cell_bits::{BOX, COLUMN, CellBits, ROW, each};

/// Half the size of the largest sets that [`small_sets`] finds. Larger ones hardly ever decide whether a clue is
/// needed.
const SMALL: u32 = 6;

/// Calls `show` with small unavoidable sets, and with the highest of the `positions` of each set's cells. The sets
/// are the minimal ones in which two digits can be swapped, and those in which the cells of two rows of a band, or
/// of two columns of a stack, can be swapped.
#[cfg_attr(not(compact), inline(always))]
pub(super) fn small_sets(solution: &[u8; 81], positions: &[u8; 128], mut show: impl FnMut(CellBits, u8)) {
    let mut links = [[0; GRAPHS]; 16];
    let cells = link_rows(solution, &mut links);
    let later = link_places(solution, positions, &mut links);
    close(&mut links);

    let mut components = Components::NONE;
    for one in 1..9 {
        for other in 0..one {
            components.add(&links, 8 * (one - 1) + other, one << 4 | other);
        }
    }
    components.show(|pair, parts| {
        let (one, other) = (pair >> 4 & 15, pair & 15);
        let (mut set, mut last) = (0, 0);
        for row in parts {
            let [one, other] = [one, other].map(|digit| usize::from(cells[digit][row % 16]) % 128);
            set |= BITS[one] | BITS[other];
            last = last.max(positions[one]).max(positions[other]);
        }
        show(set, last);
    });

    let mut components = Components::NONE;
    for (pair, &graph) in GRAPHS_OF_LINES.iter().enumerate() {
        components.add(&links, graph.into(), pair);
    }
    components.show(|pair, parts| {
        let (mut set, mut last) = (0, 0);
        for place in parts {
            set |= PAIRS_OF_CELLS[pair % 32][place % 16];
            last = last.max(later[pair % 32][place % 16]);
        }
        show(set, last);
    });
}

/// Returns clues that are needed: each is the only clue in some set of cells in which two digits can be swapped, or two
/// rows of a band, or two columns of a stack. The sets may have any size.
#[cfg_attr(not(compact), inline(always))]
pub(super) fn lone_clues(solution: &[u8; 81], clues: CellBits) -> CellBits {
    let mut links = [[0; GRAPHS]; 16];
    let cells = link_rows(solution, &mut links);
    link_places(solution, &[0; 128], &mut links);
    close(&mut links);

    // A node of a graph has two cells: the cells of a row with the two digits, or the cells of the two lines at one
    // place. `clues_of` has, for each graph and each of the two cells, the nodes in which that cell is a clue.
    let (mut in_rows, mut in_columns, mut of_digits) = ([0_u16; 9], [0_u16; 9], [0_u16; 16]);
    for cell in each(clues) {
        let (row, column) = (ROW[cell], COLUMN[cell]);
        in_rows[row] |= 1 << column;
        in_columns[column] |= 1 << row;
        of_digits[usize::from(solution[cell]).wrapping_sub(1) % 16] |= 1 << row;
    }
    let mut clues_of = [[0; GRAPHS]; 2];
    for one in 1..9 {
        for other in 0..one {
            let graph = 8 * (one - 1) + other;
            (clues_of[0][graph], clues_of[1][graph]) = (of_digits[one], of_digits[other]);
        }
    }
    for (pair, &graph) in GRAPHS_OF_LINES.iter().enumerate() {
        let in_lines = if pair < 9 { &in_rows } else { &in_columns };
        for line in 0..2 {
            clues_of[line][usize::from(graph) % GRAPHS] = in_lines[NUMBERS_OF_LINES[pair][line] % 9];
        }
    }

    let mut lone = [[0; GRAPHS]; 2];
    for node in 0..9 {
        for graph in 0..GRAPHS {
            let [one, other] = [0, 1].map(|side| links[node][graph] & clues_of[side][graph]);
            let several = one & one.wrapping_sub(1) | other & other.wrapping_sub(1);
            let is_lone = (several == 0) & ((one == 0) | (other == 0));
            let kept = u16::from(is_lone).wrapping_neg();
            lone[0][graph] |= one & kept;
            lone[1][graph] |= other & kept;
        }
    }

    let mut lone_of_digits = [0; 16];
    for one in 1..9 {
        for other in 0..one {
            let graph = 8 * (one - 1) + other;
            lone_of_digits[one] |= lone[0][graph];
            lone_of_digits[other] |= lone[1][graph];
        }
    }
    let mut found = 0;
    for (cells, lone) in cells.iter().zip(lone_of_digits) {
        for row in each(lone.into()) {
            found |= BITS[usize::from(cells[row % 16]) % 128];
        }
    }
    for (pair, &graph) in GRAPHS_OF_LINES.iter().enumerate() {
        for line in 0..2 {
            for place in each(lone[line][usize::from(graph) % GRAPHS].into()) {
                found |= BITS[usize::from(LINES[pair][line][place % 9]) % 128];
            }
        }
    }
    found
}

/// The number of graphs. Graph `8 * (a - 1) + b` is that of the digits `a` and `b`, counted from 0, with `b < a`.
/// The other numbers are free for the graphs of two lines.
const GRAPHS: usize = 64;

/// For each pair of [lines](LINES), the number of its graph.
static GRAPHS_OF_LINES: [u8; 18] = {
    let (mut graphs, mut graph, mut count) = ([0; 18], 0, 0);
    while count < 18 {
        // Here `a` is `graph / 8 + 1` and `b` is `graph % 8`: the number is free if `b` is not less than `a`.
        if graph % 8 > graph / 8 {
            graphs[count] = graph as u8;
            count += 1;
        }
        graph += 1;
    }
    graphs
};

/// Builds the graph of each pair of digits. Its nodes are the rows. A row links to those rows where swapping the
/// digits in it would put a digit twice into a column or box. Returns the cell of each digit, counted from 0, in
/// each row.
#[cfg_attr(not(compact), inline(always))]
fn link_rows(solution: &[u8; 81], links: &mut [[u16; GRAPHS]; 16]) -> [[u8; 16]; 16] {
    // For each digit and row, the cell and its column and box. For each column or box and digit, the row as a bit. (The
    // arrays have 16 items, so that a mask keeps an index in bounds.)
    let mut cells = [[NO_CELL; 16]; 16];
    let mut columns_and_boxes = [[(0, 0); 16]; 16];
    let mut rows_of_columns = [[0_u16; 16]; 16];
    let mut rows_of_boxes = [[0_u16; 16]; 16];
    for row in 0..9 {
        for column in 0..9 {
            let cell = 9 * row + column;
            let digit = usize::from(solution[cell]).wrapping_sub(1) % 16;
            cells[digit][row] = cell as u8;
            columns_and_boxes[digit][row] = (column as u8, BOX[cell] as u8);
            rows_of_columns[column][digit] = 1 << row;
            rows_of_boxes[BOX[cell]][digit] = 1 << row;
        }
    }
    // Processes eight graphs at a time.
    for (index, rows) in columns_and_boxes[1..9].iter().enumerate() {
        for (row, (column, box_)) in rows.iter().enumerate().take(9) {
            let of_column = &rows_of_columns[usize::from(*column) % 16];
            let of_box = &rows_of_boxes[usize::from(*box_) % 16];
            for other in 0..8 {
                links[row][8 * index + other] = of_column[other] | of_box[other];
            }
        }
    }
    cells
}

/// A placeholder.
const NO_CELL: u8 = 127;

/// The bit of each cell.
static BITS: [CellBits; 128] = {
    let (mut bits, mut cell) = ([0; 128], 0);
    while cell < 81 {
        bits[cell] = 1 << cell;
        cell += 1;
    }
    bits
};

/// Builds the graph of each pair of lines. Its nodes are the places in the lines. A place links to the place where
/// the first line has the digit that the second line has here. Returns, for each pair and place, the later position
/// of the two cells.
#[cfg_attr(not(compact), inline(always))]
fn link_places(
    solution: &[u8; 81],
    positions: &[u8; 128],
    links: &mut [[u16; GRAPHS]; 16],
) -> [[u8; 16]; 32] {
    let mut later = [[0_u8; 16]; 32];
    for (pair, lines) in LINES.iter().enumerate() {
        // For each digit, its place in the first line.
        let mut places = [0_u16; 16];
        for place in 0..9 {
            places[usize::from(solution[usize::from(lines[0][place]) % 81]) % 16] = 1 << place;
        }
        for place in 0..9 {
            let [cell, opposite] = [0, 1].map(|line| usize::from(lines[line][place]) % 81);
            links[place][usize::from(GRAPHS_OF_LINES[pair]) % GRAPHS] =
                places[usize::from(solution[opposite]) % 16];
            later[pair][place] = positions[cell].max(positions[opposite]);
        }
    }
    later
}

/// The pairs of rows of a band and of columns of a stack, as the cells of both lines.
static LINES: [[[u8; 9]; 2]; 18] = {
    let (mut lines, mut index) = ([[[0; 9]; 2]; 18], 0);
    while index < 18 * 9 {
        let (pair, place) = (index / 9, index % 9);
        let (along, across) = if pair < 9 { (1, 9) } else { (9, 1) };
        let (line, other) = [(0, 1), (0, 2), (1, 2)][pair % 3];
        let first = pair % 9 / 3 * 3;
        lines[pair][0][place] = (across * (first + line) + along * place) as u8;
        lines[pair][1][place] = (across * (first + other) + along * place) as u8;
        index += 1;
    }
    lines
};

/// The numbers of the rows or columns of each pair of [lines](LINES).
static NUMBERS_OF_LINES: [[usize; 2]; 18] = {
    let (mut numbers, mut pair) = ([[0; 2]; 18], 0);
    while pair < 18 {
        let across = if pair < 9 { 9 } else { 1 };
        numbers[pair] = [LINES[pair][0][0] as usize / across, LINES[pair][1][0] as usize / across];
        pair += 1;
    }
    numbers
};

/// For each pair of lines and each place, the set of the two cells.
static PAIRS_OF_CELLS: [[CellBits; 16]; 32] = {
    let (mut cells, mut index) = ([[0; 16]; 32], 0);
    while index < 18 * 9 {
        let (pair, place) = (index / 9, index % 9);
        cells[pair][place] = 1 << LINES[pair][0][place] | 1 << LINES[pair][1][place];
        index += 1;
    }
    cells
};

/// Computes the transitive closure of many graphs with nine nodes. At first, `links[node][graph]` has a bit for
/// each node to which `node` links; afterwards, for each node reachable from it.
#[cfg_attr(not(compact), inline(always))]
fn close(links: &mut [[u16; GRAPHS]; 16]) {
    for node in 0..9 {
        for graph in 0..GRAPHS {
            links[node][graph] |= 1 << node;
        }
    }
    // After each round, all paths through the nodes up to `between` are included. There is no branch on a graph.
    for between in 0..9 {
        let onward = links[between];
        for node in 0..9 {
            for graph in 0..GRAPHS {
                let leads = ((links[node][graph] << (15 - between)) as i16 >> 15) as u16;
                links[node][graph] |= onward[graph] & leads;
            }
        }
    }
}

/// The small connected components of graphs.
struct Components {
    parts: [(u16, u16); 256],
    count: u8,
}

impl Components {
    const NONE: Self = Components { parts: [(0, 0); 256], count: 0 };

    /// Adds the components of a graph, with the number of the graph.
    #[cfg_attr(not(compact), inline(always))]
    fn add(&mut self, reached: &[[u16; GRAPHS]; 16], graph: usize, number: usize) {
        let mut rest = 0x1ff_u16;
        // A component has at least two nodes. When no node is left, `node` is 9, which has no links.
        for _ in 0..4 {
            let node = (rest | 1 << 9).trailing_zeros() as usize % 16;
            let part = reached[node][graph % GRAPHS];
            rest &= !part;
            self.parts[usize::from(self.count)] = (part, number as u16);
            self.count += u8::from(part.count_ones().wrapping_sub(1) < SMALL);
        }
    }

    /// Calls `show` with the number and the nodes of each component, padded with 15.
    #[cfg_attr(not(compact), inline(always))]
    fn show(&self, mut show: impl FnMut(usize, [usize; SMALL as usize])) {
        for &(part, number) in &self.parts[..usize::from(self.count)] {
            let mut rest = part;
            let nodes = core::array::from_fn(|_| {
                let node = (rest | 1 << 15).trailing_zeros() as usize % 16;
                rest &= rest.wrapping_sub(1);
                node
            });
            show(number.into(), nodes);
        }
    }
}
