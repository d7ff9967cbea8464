//! The invariants of the loop that `tests/proof` assumes of a search before its first visit: the set-up and
//! `fill_lookahead` establish them. `tests/proof/README.md` states them in the same order.

use crate::testkit::puzzles::PuzzleGenerator;

use super::{full_grid, kernels, layouts, open_cells, opened, set_up, set_up_constrained, square, units};
use crate::Layout;
use crate::backtrack::{BacktrackSearch, CluesCollide, END, GUARD, GUARDS_BEHIND, Lookahead, OpenCell};

/// Each digit as a bit, 0 for none.
fn bit(digit: u8) -> u32 {
    (1 << digit) >> 1
}

/// A digit and all lower ones.
fn had(digit: u32) -> u32 {
    digit | digit.saturating_sub(1)
}

/// The digits that are free in all units of a record, by masks for every unit; the guards' mask is `END`.
fn common(masks: &[u32], open: &OpenCell) -> u32 {
    open.cell.units[..3].iter().fold(u32::MAX, |free, &unit| free & masks[usize::from(unit)])
}

/// The look-ahead of a record.
///
/// # Safety
///
/// It must have been written.
unsafe fn ahead(open: &OpenCell) -> Lookahead {
    // SAFETY: the caller guarantees it.
    unsafe { open.lookahead.assume_init() }
}

/// Asserts every invariant. `look` tells whether the look-ahead is filled in, up to the position.
fn assert_invariants(
    search: &mut BacktrackSearch,
    layout: &Layout,
    digits: &[u8],
    order: &[u16],
    look: bool,
) {
    let side = layout.side();
    let (open, position, free) = (order.len(), search.position, search.free);
    assert_eq!(search.open, open);
    let records = &search.packed.records()[..1 + open + GUARDS_BEHIND];
    // SAFETY: the set-up initializes the cells of all these records, and the look-ahead of the guards.
    let records: Vec<OpenCell> = records.iter().map(|record| unsafe { record.assume_init_read() }).collect();
    let [front, cells_and_guards @ ..] = &records[..] else { unreachable!() };
    let (cells, behind) = cells_and_guards.split_at(open);

    // Shape.
    assert!(side <= 42);
    for guard in [front].into_iter().chain(behind) {
        assert_eq!(guard.cell.units, [GUARD, GUARD, GUARD, 0]);
    }
    for (index, (record, &cell)) in cells.iter().zip(order).enumerate() {
        let [row, column, r#box] = units(layout, cell.into())[..] else { panic!("a further house") };
        assert!(row < side && (side..2 * side).contains(&column) && (2 * side..3 * side).contains(&r#box));
        assert_eq!(record.cell.units, [row as u8, column as u8, r#box as u8, 0]);
        let shares = |other: &OpenCell| (0..3).any(|unit| record.cell.units[unit] == other.cell.units[unit]);
        let is_peer =
            [1, 2].map(|further| if shares(&cells_and_guards[index + further]) { u32::MAX } else { 0 });
        assert_eq!(record.cell.is_peer, is_peer, "cell {index}");
    }

    // Masks.
    for (unit, &mask) in free.iter().enumerate() {
        assert_eq!(mask & END, if unit == usize::from(GUARD) { END } else { 0 }, "mask {unit}");
    }
    assert_eq!(free[usize::from(GUARD)], END);

    // Before the position: `before` are the masks before a cell, by the clues and the digits of earlier cells.
    let mut before = free;
    before[..3 * side].fill((1 << side) - 1);
    let mut clues = digits.to_vec();
    order.iter().for_each(|&cell| clues[usize::from(cell)] = 0);
    for (cell, &clue) in clues.iter().enumerate() {
        units(layout, cell).into_iter().for_each(|unit| before[unit] &= !bit(clue));
    }
    // SAFETY: the guard in front is written whole.
    assert_ne!(unsafe { ahead(front) }.remaining & END, 0);
    for (index, record) in cells.iter().enumerate() {
        let tried = record.cell.tried;
        let here = common(&before, record);
        let reached = position != usize::MAX && index <= position;
        if reached {
            assert_eq!(tried & !here, 0, "cell {index}: a digit that is not free");
            assert!(index == position || tried != 0, "cell {index}: no digit");
            assert!(tried & tried.wrapping_sub(1) == 0, "cell {index}: several digits");
        } else {
            // After the position.
            assert_eq!(tried, 0, "cell {index}");
        }
        if reached && look {
            // SAFETY: filled in up to the position.
            let Lookahead { remaining, next_free, second_free } = unsafe { ahead(record) };
            let [next, second] = [1, 2].map(|further| common(&before, &cells_and_guards[index + further]));
            assert_eq!(
                (remaining, next_free, second_free),
                (here & !had(tried), next, second),
                "cell {index}"
            );
        }
        record.cell.units[..3].iter().for_each(|&unit| before[usize::from(unit)] &= !tried);
    }
    for guard in behind {
        // SAFETY: the guards are written whole.
        assert_ne!(unsafe { ahead(guard) }.remaining & END, 0);
        assert_eq!(guard.cell.tried, 0);
    }

    // Now: the masks are those after the digit at the position.
    assert!(before == free);
}

/// Sets a search up, and asserts the invariants then, after `fill_lookahead`, and after runs of both kernels.
fn check_search(
    search: &mut BacktrackSearch,
    layout: &Layout,
    digits: &[u8],
    order: &[u16],
    generator: &mut PuzzleGenerator,
) {
    assert_invariants(search, layout, digits, order, false);
    let kernels = kernels();
    for turn in 0..8 {
        if search.position <= search.open {
            search.fill_lookahead();
            assert_invariants(search, layout, digits, order, true);
        }
        let steps = [0, 1, 2, 300][generator.below(4)] + generator.below(3) as u64;
        let stop = search.run(kernels[turn % kernels.len()], steps);
        // An exhausted search does not run.
        assert_invariants(search, layout, digits, order, stop.steps > 0);
    }
}

fn check<const CELLS: usize>(seed: u64, puzzles: usize) {
    let mut generator = PuzzleGenerator::new(seed);
    let layout = square(CELLS);
    let full: [u8; CELLS] = generator.full_grid();
    let mut search = check_layout(&mut generator, &layout, &full, puzzles);
    for open in [0, 1, 2, CELLS / 2, CELLS] {
        let digits = opened(&mut generator, &layout, full.to_vec(), open, false);
        search.set_up_rows::<CELLS>(&digits.clone().try_into().unwrap()).unwrap();
        check_search(&mut search, &layout, &digits, &open_cells(&digits), &mut generator);
    }
    // Clues that collide leave an exhausted search, at the guard in front.
    let mut digits = [0; CELLS];
    digits[..2].fill(1);
    assert_eq!(search.set_up_rows(&digits), Err(CluesCollide));
    assert_eq!(search.position, usize::MAX);
    assert_invariants(&mut search, &layout, &digits, &open_cells(&digits), false);
}

fn check_layout(
    generator: &mut PuzzleGenerator,
    layout: &Layout,
    full: &[u8],
    puzzles: usize,
) -> BacktrackSearch {
    let mut search = BacktrackSearch::new();
    for number in 0..puzzles {
        // From no open cell to all cells open.
        let open = match number {
            0 => full.len(),
            1..8 => number - 1,
            _ => generator.below(full.len() + 1),
        };
        let digits = opened(generator, layout, full.to_vec(), open, number % 3 == 0);
        let rows = open_cells(&digits);
        let any: Vec<u16> = generator.permutation(rows.len()).into_iter().map(|place| rows[place]).collect();
        for order in [rows, any] {
            set_up(&mut search, layout, &digits, &order).unwrap();
            check_search(&mut search, layout, &digits, &order, generator);
        }
        if let Ok((digits, open)) = set_up_constrained(&mut search, layout, &digits) {
            check_search(&mut search, layout, &digits, &open, generator);
        }
    }
    search
}

#[test]
fn invariants_of_other_layouts() {
    let mut generator = PuzzleGenerator::new(15);
    for layout in layouts().iter().filter(|layout| layout.houses() == 0) {
        check_layout(&mut generator, layout, &full_grid(layout, 3).unwrap(), 20);
    }
}

#[test]
fn invariants_4x4() {
    check::<16>(11, 60);
}

#[test]
fn invariants_9x9() {
    check::<81>(12, 60);
}

#[test]
fn invariants_16x16() {
    check::<256>(13, 30);
}

#[test]
fn invariants_25x25() {
    check::<625>(14, 20);
}
