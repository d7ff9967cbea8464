//! A brute-force search for the least image: for every order of the columns, chooses the least rows one by one.

use std::collections::BTreeSet;

use crate::Grid;

/// Digits named in order of appearance, for a fixed order of the columns.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Partial {
    used: Vec<usize>,
    names: Vec<u8>,
}

/// Returns all 1296 orders of the columns.
fn line_orders() -> Vec<Vec<usize>> {
    let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
    let mut all = Vec::new();
    for outer in orders {
        for number in 0..216 {
            let inner = [orders[number / 36], orders[number / 6 % 6], orders[number % 6]];
            all.push((0..9).map(|place| 3 * outer[place / 3] + inner[place / 3][place % 3]).collect());
        }
    }
    all
}

pub(super) fn least(board: &Grid) -> Grid {
    let digits = board.digits();
    let mut best: Vec<u8> = vec![9; 81];
    for transposes in [false, true] {
        for columns in line_orders() {
            let cell = |row: usize, place: usize| {
                let column = columns[place];
                digits[if transposes { 9 * column + row } else { 9 * row + column }]
            };
            if let Some(image) = least_rows(&cell, &best) {
                best = image;
            }
        }
    }
    Grid::from_digits(&best.try_into().unwrap()).unwrap()
}

/// Returns the least image with the columns in this order, if it is less than `best`.
fn least_rows(cell: &impl Fn(usize, usize) -> u8, best: &[u8]) -> Option<Vec<u8>> {
    let mut partials = BTreeSet::from([Partial { used: vec![], names: vec![] }]);
    let mut image: Vec<u8> = Vec::new();
    for _ in 0..9 {
        let mut least = vec![10; 9];
        let mut following = BTreeSet::new();
        for partial in &partials {
            let in_band = partial.used.len() % 3;
            for row in (0..9).filter(|row| !partial.used.contains(row)) {
                if in_band != 0 && partial.used.last().is_none_or(|last| last / 3 != row / 3) {
                    continue;
                }
                let mut names = partial.names.clone();
                let mut line = vec![];
                for place in 0..9 {
                    line.push(match cell(row, place) {
                        0 => 0,
                        digit => match names.iter().position(|&named| named == digit) {
                            Some(position) => position as u8 + 1,
                            None => {
                                names.push(digit);
                                names.len() as u8
                            }
                        },
                    });
                }
                if line < least {
                    least = line.clone();
                    following.clear();
                }
                if line == least {
                    let mut used = partial.used.clone();
                    used.push(row);
                    // Of the rows already chosen, only the last one's band matters.
                    if used.len() % 3 == 0 {
                        used.sort_unstable();
                    } else {
                        let start = used.len() / 3 * 3;
                        used[start..].sort_unstable();
                    }
                    following.insert(Partial { used, names });
                }
            }
        }
        image.extend(least);
        if image.as_slice() > &best[..image.len()] {
            return None;
        }
        partials = following;
    }
    (image.as_slice() < best).then_some(image)
}
