//! Unavoidable sets: sets of cells that some other grid fills with other digits, and agrees everywhere else.
//!
//! A puzzle of a grid has one solution just if it has a clue in each of the grid's unavoidable sets. A few score of
//! small ones are easy to find, and every second solution that a search comes upon is another.

use super::cell_bits::{BOX, CellBits};

/// Half as many cells as an unavoidable set has at most that is noted before it is met: larger ones hardly ever decide.
const SMALL: u32 = 6;

/// Shows small unavoidable sets, each with the highest of its cells' `turns`: the smallest within which two digits change
/// places, and the smallest within which two rows of a band, or two columns of a stack, do so in some of their columns
/// or rows.
#[inline(always)]
pub(super) fn small_sets(solution: &[u8; 81], turns: &[u8; 128], mut show: impl FnMut(CellBits, u8)) {
    let mut links = [[0; GRAPHS]; 16];
    let cells = link_rows(solution, &mut links);
    let later = link_places(solution, turns, &mut links);
    close(&mut links);

    let mut found = Found::NONE;
    for one in 1..9 {
        for other in 0..one {
            found.add(&links, 8 * (one - 1) + other, one << 4 | other);
        }
    }
    found.show(|pair, parts| {
        let (one, other) = (pair >> 4 & 15, pair & 15);
        let (mut set, mut last) = (0, 0);
        for row in parts {
            let [one, other] = [one, other].map(|digit| usize::from(cells[digit][row % 16]) % 128);
            set |= BITS[one] | BITS[other];
            last = last.max(turns[one]).max(turns[other]);
        }
        show(set, last);
    });

    let mut found = Found::NONE;
    for (pair, &graph) in GRAPHS_OF_LINES.iter().enumerate() {
        found.add(&links, graph.into(), pair);
    }
    found.show(|pair, parts| {
        let (mut set, mut last) = (0, 0);
        for place in parts {
            set |= PAIRS_OF_CELLS[pair % 32][place % 16];
            last = last.max(later[pair % 32][place % 16]);
        }
        show(set, last);
    });
}

/// Graphs of two digits, eight for each of the higher ones but the lowest, and in the places of those in which the other
/// would be no lower digit, graphs of two lines.
const GRAPHS: usize = 64;

/// By pair of [lines](LINES), its graph.
static GRAPHS_OF_LINES: [u8; 18] = {
    let (mut graphs, mut graph, mut count) = ([0; 18], 0, 0);
    while count < 18 {
        // In the first of eight graphs the digit is the second one.
        if graph % 8 > graph / 8 {
            graphs[count] = graph as u8;
            count += 1;
        }
        graph += 1;
    }
    graphs
};

/// Links the rows of each two digits: where one stands, the other goes, and there it must leave its column and its box.
/// Returns the cell of each digit (from 0 on) in each row.
#[inline(always)]
fn link_rows(solution: &[u8; 81], links: &mut [[u16; GRAPHS]; 16]) -> [[u8; 16]; 16] {
    // By digit: its cell in each row, and that cell's column and box. By column and by box, and by digit: the row, as a
    // bit. (Sixteen in place of nine: then a mask keeps an index within bounds.)
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
    // For eight others at a time.
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

/// In place of a cell.
const NO_CELL: u8 = 127;

/// By cell, its bit.
static BITS: [CellBits; 128] = {
    let (mut bits, mut cell) = ([0; 128], 0);
    while cell < 81 {
        bits[cell] = 1 << cell;
        cell += 1;
    }
    bits
};

/// Links the places of each two lines: where a digit comes from the other line, it has to go there. Returns, by pair and
/// place, the later turn of the two cells.
#[inline(always)]
fn link_places(solution: &[u8; 81], turns: &[u8; 128], links: &mut [[u16; GRAPHS]; 16]) -> [[u8; 16]; 32] {
    let mut later = [[0_u8; 16]; 32];
    for (pair, lines) in LINES.iter().enumerate() {
        // By digit, its place in one line; and so by place, where the digit opposite stands in this line.
        let mut places = [0_u16; 16];
        for place in 0..9 {
            places[usize::from(solution[usize::from(lines[0][place]) % 81]) % 16] = 1 << place;
        }
        for place in 0..9 {
            let [cell, opposite] = [0, 1].map(|line| usize::from(lines[line][place]) % 81);
            links[place][usize::from(GRAPHS_OF_LINES[pair]) % GRAPHS] =
                places[usize::from(solution[opposite]) % 16];
            later[pair][place] = turns[cell].max(turns[opposite]);
        }
    }
    later
}

/// The pairs of rows of a band, and of columns of a stack: the cells of both, place by place.
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

/// The same as sets of two cells.
static PAIRS_OF_CELLS: [[CellBits; 16]; 32] = {
    let (mut cells, mut index) = ([[0; 16]; 32], 0);
    while index < 18 * 9 {
        let (pair, place) = (index / 9, index % 9);
        cells[pair][place] = 1 << LINES[pair][0][place] | 1 << LINES[pair][1][place];
        index += 1;
    }
    cells
};

/// Of many graphs with nine nodes: `links[node][graph]` has a bit for each node to which one leads, and then for each
/// that can be reached.
#[inline(always)]
fn close(links: &mut [[u16; GRAPHS]; 16]) {
    for node in 0..9 {
        for graph in 0..GRAPHS {
            links[node][graph] |= 1 << node;
        }
    }
    // After a round all ways are known that lead through none but the nodes so far. No branch depends on the graph.
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

/// Small connected parts of graphs.
struct Found {
    parts: [(u16, u16); 256],
    count: u8,
}

impl Found {
    const NONE: Self = Found { parts: [(0, 0); 256], count: 0 };

    /// Adds those of a graph, each with a number for it.
    #[inline(always)]
    fn add(&mut self, reached: &[[u16; GRAPHS]; 16], graph: usize, number: usize) {
        let mut rest = 0x1ff_u16;
        // A part has two nodes or more. When no node is left, the next one is a tenth, which is in no part.
        for _ in 0..4 {
            let node = (rest | 1 << 9).trailing_zeros() as usize % 16;
            let part = reached[node][graph % GRAPHS];
            rest &= !part;
            self.parts[usize::from(self.count)] = (part, number as u16);
            self.count += u8::from(part.count_ones().wrapping_sub(1) < SMALL);
        }
    }

    /// Shows them all, each as its nodes, and 15 in place of those that it has less than a large one.
    #[inline(always)]
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
