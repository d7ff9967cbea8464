//! The path of the loop through a puzzle: the open cell of each step.

use crate::board::parse;
use crate::branchless::v6::V6;
use crate::rung::{StepWatch, run};

/// Records the cell of every step.
struct Noted {
    cells: Vec<u8>,
    limit: usize,
}

impl StepWatch for Noted {
    fn step(&mut self, cell: usize) -> bool {
        self.cells.push(cell as u8);
        self.cells.len() < self.limit
    }
}

/// The index of the visited cell among the open cells, for at most `limit` steps, and the number of open
/// cells. `None` for a text that is not a board.
pub fn of(text: &str, limit: usize) -> Option<(Vec<u8>, usize)> {
    let clues = parse(text)?;
    let mut noted = Noted { cells: Vec::new(), limit };
    run::<V6>(text, &mut noted);
    let place_of: [u8; 81] =
        std::array::from_fn(|cell| clues[..cell].iter().filter(|&&clue| clue == 0).count() as u8);
    let places = noted.cells.iter().map(|&cell| place_of[usize::from(cell)]).collect();
    Some((places, clues.iter().filter(|&&clue| clue == 0).count()))
}
