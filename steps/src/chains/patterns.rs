//! The patterns that may remove candidates within a chain: pointing and claiming, pairs, X-wings.

use super::super::Technique;
use super::super::cells::{BOXES, COLUMNS, CellMask, ROWS, UNIT_CELLS, bit, each};
use super::board::CandidateBoard;

/// The first unit of each kind, in the judge's order.
const KINDS: [usize; 3] = [BOXES, COLUMNS, ROWS];
/// The kinds of the units whose candidates are in another unit, and of this one.
const LOCKED: [(usize, usize); 4] = [(BOXES, COLUMNS), (BOXES, ROWS), (COLUMNS, BOXES), (ROWS, BOXES)];

/// A pattern on a board from which a chain has removed candidates.
pub(super) struct Pattern<'a> {
    pub(super) technique: Technique,
    /// Candidates without which it holds, as cells and digits: of these, those that the chain removed are its reasons.
    pub(super) reasons: &'a [(CellMask, u16)],
    /// The candidates that it removes: cells in their order, and digits.
    pub(super) removed: &'a [(CellMask, u16)],
}

/// The cells of a board before the chain: those that are open, and how often each digit is placed.
pub(super) struct OpenCells {
    pub(super) open: CellMask,
    pub(super) placed: [u8; 9],
}

/// The cells of the nine units of a kind.
fn units(first: usize) -> impl Iterator<Item = CellMask> {
    UNIT_CELLS.iter().skip(first).take(9).copied()
}

/// Finds patterns in the judge's order: all of the first technique that has one for which `take` returns true.
pub(super) fn patterns(
    board: &CandidateBoard,
    cells: &OpenCells,
    take: &mut impl FnMut(&Pattern) -> bool,
) -> bool {
    locked(board, take) || hidden_pairs(board, cells, take) || naked_pairs(board, cells, take) || {
        x_wings(board, cells, take)
    }
}

/// Takes a pattern if it removes a candidate.
fn offer(
    board: &CandidateBoard,
    technique: Technique,
    reasons: &[(CellMask, u16)],
    removed: &[(CellMask, u16)],
    take: &mut impl FnMut(&Pattern) -> bool,
) -> bool {
    let has_some =
        |&(cells, digits): &(CellMask, u16)| each(cells).any(|cell| board.digits(cell) & digits != 0);
    removed.iter().any(has_some) && take(&Pattern { technique, reasons, removed })
}

fn locked(board: &CandidateBoard, take: &mut impl FnMut(&Pattern) -> bool) -> bool {
    let mut found = false;
    for (bases, covers) in LOCKED {
        let technique = if bases == BOXES { Technique::Pointing } else { Technique::Claiming };
        for digit in 0..9 {
            let places = board.places(digit);
            for base_cells in units(bases) {
                let inside = places & base_cells;
                // Two or three cells are in one line of a box.
                if !(2..=3).contains(&inside.count_ones()) {
                    continue;
                }
                let Some(cover_cells) = units(covers).find(|cover| inside & !cover == 0) else { continue };
                let (rest, digits) = (base_cells & !cover_cells, 1 << digit);
                let removed = places & cover_cells & !base_cells;
                found |=
                    removed != 0 && offer(board, technique, &[(rest, digits)], &[(removed, digits)], take);
            }
        }
    }
    found
}

fn hidden_pairs(board: &CandidateBoard, cells: &OpenCells, take: &mut impl FnMut(&Pattern) -> bool) -> bool {
    let mut found = false;
    for unit in KINDS.into_iter().flat_map(units) {
        if (cells.open & unit).count_ones() <= 4 {
            continue;
        }
        let places: [CellMask; 9] = core::array::from_fn(|digit| board.places(digit) & unit);
        for second in 1..9 {
            if places[second].count_ones() != 2 {
                continue;
            }
            for first in (0..second).filter(|first| places[*first] == places[second]) {
                let (own, digits) = (places[second], 1 << first | 1 << second);
                let reasons = [(unit & !own, digits)];
                found |= offer(board, Technique::HiddenPair, &reasons, &[(own, !digits)], take);
            }
        }
    }
    found
}

fn naked_pairs(board: &CandidateBoard, cells: &OpenCells, take: &mut impl FnMut(&Pattern) -> bool) -> bool {
    let mut found = false;
    for unit in KINDS.into_iter().flat_map(units) {
        if (cells.open & unit).count_ones() < 4 {
            continue;
        }
        let pairs = each(unit).filter(|cell| board.digits(*cell).count_ones() == 2);
        for second in pairs {
            let digits = board.digits(second);
            for first in each(unit & (bit(second) - 1)) {
                if board.digits(first) == digits {
                    let own = bit(first) | bit(second);
                    let removed = [(unit & !own, digits)];
                    found |= offer(board, Technique::NakedPair, &[(own, !digits)], &removed, take);
                }
            }
        }
    }
    found
}

fn x_wings(board: &CandidateBoard, cells: &OpenCells, take: &mut impl FnMut(&Pattern) -> bool) -> bool {
    let mut found = false;
    for (bases, covers) in [(COLUMNS, ROWS), (ROWS, COLUMNS)] {
        for (number, other) in units(bases).enumerate() {
            for one in units(bases).take(number) {
                for digit in (0..9).filter(|digit| cells.placed[*digit] <= 5) {
                    let places = board.places(digit);
                    if (places & one).count_ones() != 2 || (places & other).count_ones() != 2 {
                        continue;
                    }
                    let both = places & (one | other);
                    let mut lines = units(covers);
                    let mut next = || lines.find(|line| line & both != 0).unwrap_or_default();
                    let covered = [next(), next()];
                    let digits = 1 << digit;
                    if both & !(covered[0] | covered[1]) == 0 {
                        let rest = (one | other) & !(covered[0] | covered[1]);
                        let removed = covered.map(|line| (line & places & !(one | other), digits));
                        found |= offer(board, Technique::XWing, &[(rest, digits)], &removed, take);
                    }
                }
            }
        }
    }
    found
}
