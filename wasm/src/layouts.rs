//! Boards of other layouts. The name of the layout is the start of each input, so no layout is kept between calls.

use std::ops::ControlFlow;

use lanedoku::{ClueSymmetry, Collision, Layout, LayoutSolver, LayoutSymmetries, LeftClues, Status, Tally};
use lanedoku_steps::{Hint, LayoutExplainer, LayoutMarks, LayoutStep, Technique, refusal};

use crate::memory::{Failed, ModuleMemory, Output, call};
use crate::puzzles::{form, step_count};
use crate::techniques::{techniques, unit_kind, write_difficulty};

/// The cells of the largest board.
const MOST_CELLS: usize = 25 * 25;

/// The most steps of the search that tells whether a board has a solution, before steps of a person. At this limit, it
/// is taken to have one.
const MOST_CHECKED: u64 = 1_000_000;

/// The number of a symmetry that is another one for each puzzle.
const RANDOM: u32 = ClueSymmetry::ALL.len() as u32;

/// A board of a layout that was read.
struct BoardOfLayout {
    layout: Layout,
    digits: [u8; MOST_CELLS],
}

impl BoardOfLayout {
    fn digits(&self) -> &[u8] {
        self.digits.get(..self.layout.cells()).unwrap_or_default()
    }

    fn digits_mut(&mut self) -> &mut [u8] {
        self.digits.get_mut(..self.layout.cells()).unwrap_or_default()
    }
}

impl ModuleMemory {
    /// Reads the layout that the first bytes of the input name.
    fn layout(&mut self, name: usize) -> Result<Layout, Failed> {
        let name = String::from_utf8_lossy(self.input.get(..name).unwrap_or_default());
        name.parse().or_else(|error| self.output.fail(error))
    }

    /// Reads the layout and a board of it, which follows its name.
    fn layout_board(&mut self, name: usize, form: u32) -> Result<BoardOfLayout, Failed> {
        let layout = self.layout(name)?;
        let mut board = BoardOfLayout { layout, digits: [0; MOST_CELLS] };
        let text = self.input.get(name..).unwrap_or_default();
        if form == form::TEXT {
            let layout = board.layout.clone();
            layout.read(text, board.digits_mut()).or_else(|error| self.output.fail(error))?;
        } else {
            copy_digits(&board.layout, text, &mut board.digits)
                .or_else(|Failed| self.no_board(&board.layout))?;
        }
        Ok(board)
    }

    fn no_board<T>(&mut self, layout: &Layout) -> Result<T, Failed> {
        let (cells, side) = (layout.cells(), layout.side());
        self.output.fail(format_args!("expected {cells} cells, from 0 to {side}"))
    }

    /// Fails because two equal digits share a unit, or the board has no solution.
    fn fail_on_layout<T>(&mut self, board: &BoardOfLayout, status: Status) -> Result<T, Failed> {
        match board.layout.collisions(board.digits()).next() {
            Some(collision) => self.output.fail(collision),
            None => self.output.fail(refusal(status)),
        }
    }
}

fn copy_digits(layout: &Layout, from: &[u8], to: &mut [u8; MOST_CELLS]) -> Result<(), Failed> {
    let is_board =
        from.len() == layout.cells() && from.iter().all(|digit| usize::from(*digit) <= layout.side());
    match to.get_mut(..from.len()) {
        Some(to) if is_board => to.copy_from_slice(from),
        _ => return Err(Failed),
    }
    Ok(())
}

fn write_masks(masks: &[u32], output: &mut Output) {
    masks.iter().for_each(|mask| output.bytes(&mask.to_le_bytes()));
}

fn write_tally(tally: Tally, output: &mut Output) {
    output.number(tally.steps);
    output.number(tally.guesses);
}

/// Returns the side of a layout. The output is the region of each cell and its further houses as bits, in four bytes;
/// then the number of these houses, and whether its regions are boxes.
#[unsafe(no_mangle)]
pub extern "C" fn layout(name: usize) -> i32 {
    call(|memory| {
        let layout = memory.layout(name)?;
        for cell in 0..layout.cells() {
            let (_, region) = unit_kind(layout.units_of(cell)[2]);
            memory.output.byte(region);
            memory.output.bytes(&layout.houses_of(cell).to_le_bytes());
        }
        memory.output.bytes(&[layout.houses() as u8, layout.box_shape().is_some().into()]);
        Ok(layout.side() as u32)
    })
}

/// Answers with a board as its digits, with 1 as its characters, with 2 as a drawing.
#[unsafe(no_mangle)]
pub extern "C" fn layout_board(name: usize, form: u32, shape: u32) -> i32 {
    call(|memory| {
        let board = memory.layout_board(name, form)?;
        let mut characters = [0; MOST_CELLS];
        let characters = &mut characters[..board.layout.cells()];
        let written = Layout::characters(board.digits());
        characters.iter_mut().zip(written).for_each(|(place, character)| *place = character);
        match shape {
            0 => memory.output.bytes(board.digits()),
            1 => memory.output.bytes(characters),
            // The output takes any text.
            _ => _ = board.layout.draw(characters, &mut memory.output),
        }
        Ok(0)
    })
}

/// Solves a board. Returns its status. The output is: steps, guesses, the number of solutions, each solution: the
/// least, and of several another one.
#[unsafe(no_mangle)]
pub extern "C" fn layout_solve(name: usize, form: u32, step_limit: f64) -> i32 {
    call(|memory| {
        let (mut board, limit) = (memory.layout_board(name, form)?, step_count(step_limit));
        let solver = LayoutSolver::new(&board.layout);
        let clues = board.digits;
        let clues = &clues[..board.layout.cells()];
        let tally = solver.solve(clues, limit, board.digits_mut());
        let output = &mut memory.output;
        write_tally(tally, output);
        output.byte(u8::from(tally.solutions > 0));
        if tally.solutions > 0 {
            output.bytes(board.digits());
        }
        if tally.status() == Status::Multiple {
            solver.visit(
                clues,
                limit,
                || true,
                |solution| {
                    if solution == board.digits() {
                        return ControlFlow::Continue(());
                    }
                    output.put(16, &[2]);
                    output.bytes(solution);
                    ControlFlow::Break(())
                },
            );
        }
        Ok(tally.status() as u32)
    })
}

/// Finds up to `most` solutions. Returns the status. The output is: their number, in eight bytes, the steps, whether
/// these are all; and if they are wanted, the solutions.
#[unsafe(no_mangle)]
pub extern "C" fn layout_solutions(name: usize, form: u32, most: u64, step_limit: f64, wanted: u32) -> i32 {
    call(|memory| {
        let board = memory.layout_board(name, form)?;
        let output = &mut memory.output;
        output.bytes(&[0; 17]);
        let tally = board.count(most, step_count(step_limit), &mut |solution| {
            if wanted != 0 {
                output.bytes(solution);
            }
        });
        output.put(0, &tally.solutions.to_le_bytes());
        output.put(8, &(tally.steps as f64).to_le_bytes());
        output.put(16, &[tally.is_exact().into()]);
        Ok(tally.status() as u32)
    })
}

/// Finds the digits of each cell that occur in some solution, four bytes for each cell. Returns the status.
#[unsafe(no_mangle)]
pub extern "C" fn layout_possible(name: usize, form: u32, step_limit: f64) -> i32 {
    call(|memory| {
        let board = memory.layout_board(name, form)?;
        let mut possible = [0; MOST_CELLS];
        let possible = &mut possible[..board.layout.cells()];
        let solver = LayoutSolver::new(&board.layout);
        let status = solver.possible(board.digits(), step_count(step_limit), || true, possible);
        write_masks(possible, &mut memory.output);
        Ok(status as u32)
    })
}

/// Finds the clues of a board without a solution that may be wrong, or those of a puzzle with one that can be removed,
/// each alone. Returns the status. The output is these cells, in two bytes each.
#[unsafe(no_mangle)]
pub extern "C" fn layout_clues(name: usize, form: u32, step_limit: f64, are_wrong: u32) -> i32 {
    call(|memory| {
        let (board, limit) = (memory.layout_board(name, form)?, step_count(step_limit));
        let (solver, output) = (LayoutSolver::new(&board.layout), &mut memory.output);
        let found = |cell: usize| output.bytes(&(cell as u16).to_le_bytes());
        let status = match are_wrong {
            0 => solver.redundant_clues(board.digits(), limit, || true, found),
            _ => solver.wrong_clues(board.digits(), limit, || true, found),
        };
        match status {
            Status::Unique | Status::OutOfSteps => {}
            status if are_wrong == 0 => return memory.fail_on_layout(&board, status),
            _ => {}
        }
        Ok(status as u32)
    })
}

/// Finds the pairs of equal digits that share a unit. Returns their number. The output is, for each: the kind of the
/// unit, its index, the digit, the two cells in two bytes each, and a sentence.
#[unsafe(no_mangle)]
pub extern "C" fn layout_collisions(name: usize, form: u32) -> i32 {
    call(|memory| {
        let board = memory.layout_board(name, form)?;
        let (mut count, output) = (0, &mut memory.output);
        for collision in board.layout.collisions(board.digits()) {
            let Collision { unit, digit, cells, .. } = collision;
            let (kind, index) = unit_kind(unit);
            output.bytes(&[kind, index, digit]);
            cells.iter().for_each(|cell| output.bytes(&(*cell as u16).to_le_bytes()));
            output.text(collision);
            count += 1;
        }
        Ok(count)
    })
}

/// Grades digits as the solution of a puzzle; both follow the name of the layout, and perhaps the right solution. The
/// output is: whether they are complete, consistent, and keep the clues, and the number of right cells in two bytes.
#[unsafe(no_mangle)]
pub extern "C" fn layout_grade(name: usize) -> i32 {
    call(|memory| {
        let layout = memory.layout(name)?;
        let mut boards = memory.input.get(name..).unwrap_or_default().chunks_exact(layout.cells());
        let (Some(given), Some(puzzle)) = (boards.next(), boards.next()) else {
            return memory.no_board(&layout);
        };
        let grade = layout.grade(given, puzzle, boards.next());
        let output = &mut memory.output;
        output.bytes(&[grade.is_complete, grade.is_consistent, grade.keeps_clues].map(u8::from));
        output.bytes(&grade.right_cells.unwrap_or_default().to_le_bytes());
        Ok(0)
    })
}

/// Answers with a minimal puzzle among the clues of a puzzle with one solution.
#[unsafe(no_mangle)]
pub extern "C" fn layout_minimize(name: usize, form: u32, seed: u64) -> i32 {
    call(|memory| {
        let mut board = memory.layout_board(name, form)?;
        let solver = LayoutSolver::new(&board.layout);
        match solver.minimize(seed, 0, &LeftClues::default(), || true, board.digits_mut()) {
            Ok(_) => memory.output.bytes(board.digits()),
            Err(status) => return memory.fail_on_layout(&board, status),
        }
        Ok(0)
    })
}

/// Generates puzzle `number` of a seed, of `least` to `most` clues, unless both are 0. Returns 0 if none was found in
/// so many attempts, else 1.
#[unsafe(no_mangle)]
pub extern "C" fn layout_generate(
    name: usize,
    seed: u64,
    number: u64,
    least: u32,
    most: u32,
    symmetry: u32,
    attempts: u32,
) -> i32 {
    call(|memory| {
        let mut board = BoardOfLayout { layout: memory.layout(name)?, digits: [0; MOST_CELLS] };
        let others = &ClueSymmetry::ALL[1..];
        let chosen = match symmetry {
            RANDOM => others.get((number % others.len() as u64) as usize),
            _ => ClueSymmetry::ALL.get(symmetry as usize),
        };
        let Some(&symmetry) = chosen else { return memory.output.fail("there is no such symmetry") };
        let clues = (most > 0).then_some(least as usize..=most as usize);
        let left = LeftClues { number: clues, symmetry, attempts, ..LeftClues::default() };
        let solver = LayoutSolver::new(&board.layout);
        let found = solver.generate(seed, number, &left, || true, board.digits_mut());
        memory.output.bytes(board.digits());
        Ok(found.is_some().into())
    })
}

/// Answers with a random equivalent board.
#[unsafe(no_mangle)]
pub extern "C" fn layout_shuffle(name: usize, form: u32, seed: u64, index: u64) -> i32 {
    call(|memory| {
        let mut board = memory.layout_board(name, form)?;
        let from = board.digits;
        let from = &from[..board.layout.cells()];
        LayoutSymmetries::new(&board.layout).shuffle(seed, index, from, board.digits_mut());
        memory.output.bytes(board.digits());
        Ok(0)
    })
}

/// Finds the next steps on a board, up to so many. Returns their number. Fails if it has no solution. The output is the
/// steps, and then the digits and the candidates after them.
#[unsafe(no_mangle)]
pub extern "C" fn layout_steps(name: usize, form: u32, most: u32, low: u64, high: u64) -> i32 {
    call(|memory| {
        let board = memory.layout_board(name, form)?;
        let mut explainer = LayoutExplainer::new(&board.layout);
        explainer.set_techniques(techniques(low, high));
        let marks = explainer.marks(board.digits()).filter(|_| board.solutions(1) != Status::NoSolution);
        let Some(mut marks) = marks else { return memory.fail_on_layout(&board, Status::NoSolution) };
        let (mut count, output) = (0, &mut memory.output);
        while count < most
            && let Some(step) = explainer.next_step(&marks)
        {
            write_layout_marks(&marks, output);
            write_layout_step(&step, output);
            marks.apply(&step);
            count += 1;
        }
        write_layout_marks(&marks, output);
        Ok(count)
    })
}

/// Rates a board with one solution. The output is that of `rate`.
#[unsafe(no_mangle)]
pub extern "C" fn layout_rate(name: usize, form: u32, low: u64, high: u64) -> i32 {
    call(|memory| {
        let board = memory.layout_board(name, form)?;
        let mut explainer = LayoutExplainer::new(&board.layout);
        explainer.set_techniques(techniques(low, high));
        let Some(difficulty) = explainer.difficulty(board.digits()) else {
            return memory.fail_on_layout(&board, Status::Invalid);
        };
        // What the steps solve has one solution.
        if difficulty.hardest == Some(Technique::NeedsMore) {
            let status = board.solutions(2);
            if matches!(status, Status::NoSolution | Status::Multiple) {
                return memory.fail_on_layout(&board, status);
            }
        }
        write_difficulty(&difficulty, &mut memory.output);
        Ok(0)
    })
}

impl BoardOfLayout {
    /// Counts up to so many solutions, and shows them.
    fn count(&self, most: u64, step_limit: u64, show: &mut dyn FnMut(&[u8])) -> Tally {
        LayoutSolver::new(&self.layout).count(
            self.digits(),
            most,
            step_limit,
            || true,
            |solution| {
                show(solution);
                ControlFlow::Continue(())
            },
        )
    }

    /// The status of a short search for so many solutions.
    fn solutions(&self, most: u64) -> Status {
        self.count(most, MOST_CHECKED, &mut |_| {}).status()
    }
}

fn write_layout_marks(marks: &LayoutMarks, output: &mut Output) {
    output.bytes(marks.digits());
    write_masks(marks.candidates(), output);
}

/// Writes a step: the number of its technique; its level in tenths; the digit that it places, which is 0 if it places
/// none, and the cell in two bytes; the number of its units, and the kind and the index of each; the candidates that it
/// removes, and those that decide it; three sentences.
fn write_layout_step(step: &LayoutStep, output: &mut Output) {
    let (cell, digit) = step.placement().unwrap_or_default();
    output.bytes(&[step.technique() as u8, step.level().tenths(), digit]);
    output.bytes(&(cell as u16).to_le_bytes());
    output.byte(step.units().count() as u8);
    for unit in step.units() {
        let (kind, index) = unit_kind(unit);
        output.bytes(&[kind, index]);
    }
    write_masks(step.eliminations(), output);
    write_masks(step.deciding(), output);
    for hint in [Hint::Where, Hint::What, Hint::Why] {
        output.text(step.hint(hint));
    }
}
