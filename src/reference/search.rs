//! The search: sweeps until nothing changes, a guess, and both branches of it.

use super::*;

/// How a sweep leaves a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum State {
    /// There is no solution: a digit has no place in a box, a cell no candidate, or all cells have one and they
    /// do not go together.
    Dead,
    /// It is a solution.
    Solved,
    /// Some candidate went: another sweep may find more.
    Changed,
    /// No candidate went.
    Stuck,
}

/// One sweep: every rule once, in the order of the engines, each on what the one before has left.
///
/// The engines do this to all cells at once, and differ in little. The batch engine sweeps as it is written here.
/// The single engine leaves hidden triples out, and tries them only on a board that is stuck. So the numbers of sweeps
/// and of guesses are each engine's own; the answers are the same.
pub(crate) fn sweep(board: &mut Candidates) -> State {
    let before = *board;
    *board = close(board, Direction::Columns, true);
    *board = close(board, Direction::Rows, true);
    let lacking = lacks_a_digit(board);
    *board = place_hidden_singles(board);
    let empty = has_an_empty_cell(board);
    *board = clear_naked_singles(board);
    let full = board.iter().all(|candidates| candidates.count_ones() == 1);
    if lacking || empty {
        State::Dead
    } else if full {
        if is_solution(board) { State::Solved } else { State::Dead }
    } else if *board != before {
        State::Changed
    } else {
        State::Stuck
    }
}

/// A guess: a digit that has just two [configurations](CONFIGURATIONS) left in a band (or stack). One holds, and
/// they exclude each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Guess {
    pub(crate) direction: Direction,
    pub(crate) band: usize,
    pub(crate) digit: usize,
    /// Numbers of the two.
    pub(crate) ways: [usize; 2],
}

/// The guess on a board that is stuck, none if no digit has just two ways.
///
/// Any of these digits would do, and all give the same answers; but a good one saves most of the search. In a box
/// where the two ways differ the digit has two minirows, of which either branch loses one. What that tells the
/// stacks are the minicolumns that are lost with it:
///
/// ```text
///      apart          nearly apart        neither
///     +-------+        +-------+         +-------+       an X is a cell that can take the digit
///     | X . X |        | X X . |         | X X . |
///     | . X . |        | . X . |         | X X . |       apart: no minicolumn has two
///     | . . . |        | . . . |         | . . . |       nearly: one has two, and another one has one
///     +-------+        +-------+         +-------+
/// ```
///
/// The digit with most boxes apart is taken; of several, the one with most boxes at least nearly apart; of several,
/// the first: bands before stacks, and the lowest digit.
///
/// The engines go beyond this where it does not serve. If no digit has just two ways, the batch engine deals out
/// those of a digit with more, about half to either branch. The single engine guesses where it met contradictions, once
/// it has met a hundred.
pub(crate) fn guess(board: &Candidates) -> Option<Guess> {
    let mut best = None;
    for direction in [Direction::Rows, Direction::Columns] {
        for (band, digit) in (0..27).map(|i| (i / 9, i % 9)) {
            let is_way = |way: &usize| possible(board, direction, band, *way) >> digit & 1 == 1;
            let [first, second] = (0..6).filter(is_way).collect::<Vec<_>>()[..] else { continue };
            let boxes = [0, 1, 2].map(|place| apart(board, direction, band, place, digit));
            let apart = boxes.iter().filter(|apart| **apart == Apart::Wholly).count();
            let nearly = boxes.iter().filter(|apart| **apart != Apart::No).count();
            if best.is_none_or(|(most, _)| (apart, nearly) > most) {
                best = Some(((apart, nearly), Guess { direction, band, digit, ways: [first, second] }));
            }
        }
    }
    best.map(|(_, guess)| guess)
}

/// How far the two minirows of a digit in a box are apart.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Apart {
    Wholly,
    Nearly,
    /// Or the digit does not have two minirows in the box.
    No,
}

fn apart(board: &Candidates, direction: Direction, band: usize, place: usize, digit: usize) -> Apart {
    let has = |row: usize| -> [bool; 3] {
        Minirow { direction, band, row, place }.cells().map(|cell| board[cell] >> digit & 1 == 1)
    };
    let minirows: Vec<[bool; 3]> = (0..3).map(has).filter(|cells| cells.contains(&true)).collect();
    let [one, other] = minirows[..] else { return Apart::No };
    let common = (0..3).filter(|&column| one[column] && other[column]).count();
    let all = (0..3).filter(|&column| one[column] || other[column]).count();
    match (common, all) {
        (0, _) => Apart::Wholly,
        (1, 2..) => Apart::Nearly,
        _ => Apart::No,
    }
}

/// The two branches on a board that is stuck. A solution of the board is a solution of just one of them.
///
/// Where the guess finds no digit, the first of the cells with the fewest candidates has its lowest one, or does not.
pub(crate) fn branches(board: &Candidates) -> [Candidates; 2] {
    let Some(Guess { direction, band, digit, ways }) = guess(board) else {
        let open = (0..81).filter(|&cell| board[cell].count_ones() > 1);
        let cell = open.min_by_key(|&cell| board[cell].count_ones()).expect("a stuck board has an open cell");
        let mut branches = [*board; 2];
        branches[0][cell] = board[cell] & board[cell].wrapping_neg();
        branches[1][cell] &= !branches[0][cell];
        return branches;
    };
    ways.map(|way| {
        let mut branch = *board;
        for minirow in Minirow::all(direction).filter(|minirow| minirow.band == band) {
            if CONFIGURATIONS[way][minirow.row] != minirow.place {
                minirow.cells().into_iter().for_each(|cell| branch[cell] &= !(1 << digit));
            }
        }
        branch
    })
}

/// What a search came to.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Found {
    /// The solutions, in the order in which they were met.
    pub(crate) solutions: Vec<[u8; 81]>,
    /// Boards that were dead.
    pub(crate) contradictions: u64,
}

/// Searches a board for so many solutions, or for all if there are fewer; `None` if it meets as many
/// contradictions as `patience` has.
///
/// Every stuck board is looked at for overfull boxes here. The single engine does so once it has met three
/// contradictions, as puzzles without trouble hardly have any, and the batch engine does not.
pub(crate) fn search(board: &Candidates, limit: usize, patience: u64) -> Option<Found> {
    let mut found = Found::default();
    search_on(*board, limit, patience, &mut found);
    (found.contradictions < patience).then_some(found)
}

/// Depth first: all of the first branch, then all of the second.
fn search_on(mut board: Candidates, limit: usize, patience: u64, found: &mut Found) {
    let state = loop {
        match sweep(&mut board) {
            State::Changed => {}
            state => break state,
        }
    };
    if state == State::Solved {
        found.solutions.push(digits(&board));
    } else if state == State::Dead || box_conflicts(&board).contains(&true) {
        found.contradictions += 1;
    } else {
        for branch in branches(&board) {
            if found.solutions.len() < limit && found.contradictions < patience {
                search_on(branch, limit, patience, found);
            }
        }
    }
}
