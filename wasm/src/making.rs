//! New puzzles, minimal puzzles, equivalent puzzles.

use lanedoku::{ClueSymmetry, Generator, Grid, Solver};

use crate::memory::call;

/// The most puzzles in one call.
const MOST_PUZZLES: u32 = 256;

/// The number of a symmetry that is drawn for each puzzle.
const RANDOM: u32 = ClueSymmetry::ALL.len() as u32;

/// Generates puzzles, from the number `first` on. Returns how many were found. The output is a board for each, empty if
/// it was not found in so many attempts. A puzzle has `least` to `most` clues, unless both are 0.
#[unsafe(no_mangle)]
pub extern "C" fn generate(
    seed: u64,
    first: u64,
    count: u32,
    least: u32,
    most: u32,
    minimal: u32,
    symmetry: u32,
    attempts: u32,
) -> i32 {
    call(|memory| {
        let mut generator = Generator::new(seed).attempts(attempts);
        generator = match ClueSymmetry::ALL.get(symmetry as usize) {
            Some(&symmetry) => generator.symmetry(symmetry),
            None if symmetry == RANDOM => generator.random_symmetry(),
            None => return memory.output.fail("there is no such symmetry"),
        };
        if count > MOST_PUZZLES {
            return memory.output.fail(format_args!("expected up to {MOST_PUZZLES} puzzles"));
        }
        if most > 0 {
            generator = generator.clues(least as usize..=most as usize);
            if minimal != 0 {
                generator = generator.minimal();
            }
        }
        let (workspace, output) = memory.generator()?;
        let mut made = [None; MOST_PUZZLES as usize];
        let made = &mut made[..count as usize];
        generator.generate(first, made, workspace);
        for puzzle in &*made {
            output.bytes(puzzle.as_ref().map_or(&[0; 81], |puzzle| puzzle.digits()));
        }
        Ok(made.iter().flatten().count() as u32)
    })
}

/// Answers with a minimal puzzle among the clues of a puzzle with one solution.
#[unsafe(no_mangle)]
pub extern "C" fn minimize(form: u32, seed: u64) -> i32 {
    call(|memory| {
        let board = memory.proper_board(form)?;
        let (workspace, output) = memory.generator()?;
        let mut minimal = [None];
        Solver::new().minimize(&[board], seed, 0, &mut minimal, workspace);
        let [Some(minimal)] = minimal else { return output.fail("the puzzle cannot be minimized") };
        output.bytes(minimal.digits());
        Ok(0)
    })
}

/// Finds the clues of a puzzle with one solution that can be removed, each alone. Returns their number. The output is a
/// byte for each cell, 1 for such a clue.
#[unsafe(no_mangle)]
pub extern "C" fn redundant_clues(form: u32) -> i32 {
    call(|memory| {
        let board = memory.proper_board(form)?;
        let (workspace, output) = memory.generator()?;
        let mut redundant = [None];
        Solver::new().redundant_clues(&[board], &mut redundant, workspace);
        let [Some(redundant)] = redundant else { return output.fail("the puzzle has several solutions") };
        for cell in 0..81 {
            output.byte(redundant.contains(cell).into());
        }
        Ok(redundant.len() as u32)
    })
}

/// Answers with the canonical form of a board.
#[unsafe(no_mangle)]
pub extern "C" fn canonical(form: u32) -> i32 {
    call(|memory| {
        let form = memory.board(form)?.canonical();
        memory.output.bytes(form.digits());
        Ok(0)
    })
}

/// Answers with a random equivalent board.
#[unsafe(no_mangle)]
pub extern "C" fn shuffle(form: u32, seed: u64, index: u64) -> i32 {
    call(|memory| {
        let mut board: [Grid; 1] = [memory.board(form)?];
        lanedoku::shuffle(&mut board, seed, index);
        memory.output.bytes(board[0].digits());
        Ok(0)
    })
}
