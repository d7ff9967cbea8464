//! Finds the possible digits of 256 random boards, and measures the time. The clues, by default 30, are random cells of
//! random grids.
//!
//! ```sh
//! cargo run --release --example possible -- 30
//! ```

use std::time::{Duration, Instant};

use lanedoku::{Grid, Possible, Solver, Status, Workspace, random_grid};

const BOARDS: usize = 256;

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let clues = std::env::args().nth(1).map_or(Ok(30), |text| text.parse())?;
    let puzzles: Vec<Grid> =
        (0..BOARDS as u64).map(|index| puzzle(clues, index)).collect::<Result<_, _>>()?;

    let mut possible = vec![Possible::INVALID; BOARDS];
    let mut memory = Box::new_uninit();
    let workspace = Workspace::write_new(&mut memory);
    let mut least = Duration::MAX;
    for _ in 0..20 {
        let start = Instant::now();
        Solver::new().possible_batch(&puzzles, &mut possible, workspace);
        least = least.min(start.elapsed());
    }
    let digits: u32 = possible.iter().flat_map(Possible::digits).map(|digits| digits.count_ones()).sum();
    let unique = possible.iter().filter(|possible| possible.status() == Status::Unique).count();
    println!("{BOARDS} boards of {clues} clues, {unique} of them with one solution: {least:?}");
    println!("a cell has {:.2} possible digits", f64::from(digits) / (81 * BOARDS) as f64);
    Ok(())
}

/// Random cells of a random grid.
fn puzzle(clues: usize, index: u64) -> Result<Grid, lanedoku::DigitError> {
    let full = random_grid(1, index);
    let mut cells: Vec<usize> = (0..81).collect();
    let mut state = index.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    cells.sort_by_cached_key(|_| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        state >> 32
    });
    let mut digits = [0; 81];
    for &cell in cells.iter().take(clues) {
        digits[cell] = full.digits()[cell];
    }
    Grid::from_digits(&digits)
}
