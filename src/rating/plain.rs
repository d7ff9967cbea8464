//! A second implementation of the rating's rule, cell by cell and unit by unit, for tests.

use super::search::SearchCost;
use crate::{Grid, Status, Unit};

/// Returns the cells of the 27 units.
fn units() -> Vec<Vec<usize>> {
    let unit = |unit: Unit| (0..81).filter(|&cell| Grid::units_of(cell).contains(&unit)).collect();
    (0..9)
        .flat_map(|index| [unit(Unit::Row(index)), unit(Unit::Column(index)), unit(Unit::Box(index))])
        .collect()
}

pub(super) fn measure(board: &Grid, most_guesses: u32) -> Result<SearchCost, Status> {
    let candidates = board.digits().map(|digit| if digit == 0 { 0x1ff } else { 1u16 << (digit - 1) });
    let mut cost = SearchCost::default();
    match search(&units(), candidates, [false; 81], &mut cost, most_guesses)? {
        0 => Err(Status::NoSolution),
        1 => Ok(cost),
        _ => Err(Status::Multiple),
    }
}

fn search(
    units: &[Vec<usize>],
    mut candidates: [u16; 81],
    mut found: [bool; 81],
    cost: &mut SearchCost,
    most_guesses: u32,
) -> Result<u32, Status> {
    loop {
        // 1
        if candidates.contains(&0) {
            return Ok(0);
        }
        for unit in units {
            if unit.iter().fold(0, |all, &cell| all | candidates[cell]) != 0x1ff {
                return Ok(0);
            }
        }
        // 2
        let mut singles = Vec::new();
        for cell in 0..81 {
            for bit in (0..9).map(|digit| 1u16 << digit).filter(|bit| candidates[cell] & bit != 0) {
                let alone = candidates[cell] == bit;
                let only = |unit: &&Vec<usize>| {
                    unit.contains(&cell)
                        && unit.iter().filter(|&&other| candidates[other] & bit != 0).count() == 1
                };
                if !found[cell] && (alone || units.iter().any(|unit| only(&unit))) {
                    singles.push((cell, bit));
                }
            }
        }
        if !singles.is_empty() {
            cost.sweeps += 1;
            for &(cell, bit) in &singles {
                found[cell] = true;
                candidates[cell] &= bit;
                for unit in units.iter().filter(|unit| unit.contains(&cell)) {
                    for &other in unit.iter().filter(|&&other| other != cell) {
                        candidates[other] &= !bit;
                    }
                }
            }
            continue;
        }
        // 3
        if found == [true; 81] {
            return Ok(1);
        }
        // 4
        let mut removed = Vec::new();
        for one in units {
            for other in units {
                let shared = |cell: &&usize| one.contains(cell) && other.contains(cell);
                if one == other || one.iter().filter(shared).count() != 3 {
                    continue;
                }
                for bit in (0..9).map(|digit| 1u16 << digit) {
                    let holds = |cell: &&usize| candidates[**cell] & bit != 0;
                    if one.iter().filter(holds).all(|cell| other.contains(cell)) {
                        removed.extend(
                            other
                                .iter()
                                .filter(holds)
                                .filter(|cell| !one.contains(cell))
                                .map(|&cell| (cell, bit)),
                        );
                    }
                }
            }
        }
        if removed.is_empty() {
            break;
        }
        cost.sweeps += 1;
        cost.needs_locked = true;
        for (cell, bit) in removed {
            candidates[cell] &= !bit;
        }
    }
    // 5
    cost.guesses += 1;
    if cost.guesses > most_guesses {
        return Err(Status::OutOfSteps);
    }
    let open = (0..81).filter(|&cell| !found[cell]);
    let cell = open.min_by_key(|&cell| candidates[cell].count_ones()).unwrap();
    let mut solutions = 0;
    for bit in (0..9).map(|digit| 1u16 << digit).filter(|bit| candidates[cell] & bit != 0) {
        let mut branch = candidates;
        branch[cell] = bit;
        solutions += search(units, branch, found, cost, most_guesses)?;
        if solutions > 1 {
            return Err(Status::Multiple);
        }
    }
    Ok(solutions)
}
