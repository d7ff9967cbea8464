//! The search: sweeps until nothing changes, then a guess and both its branches.

use super::guess::keep;
use super::*;

/// The state of a board after a sweep.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum BoardState {
    /// There is no solution: a digit has no place in a box, or a cell has no candidate, or every cell has one candidate
    /// and some unit has a digit twice.
    Contradiction,
    /// The board is a solution.
    Solved,
    /// Candidates were removed; another sweep may remove more.
    Changed,
    /// No candidate was removed.
    Stuck,
}

/// Makes one sweep: applies every rule once, in the order of the batch engine, each to the result of the previous rule.
///
/// The single engine differs in the order of the rules and in hidden triples: see the table in the [module](super). So
/// the numbers of sweeps and guesses differ between the engines; the answers do not.
pub(crate) fn sweep(board: &mut Candidates) -> BoardState {
    let before = *board;
    *board = close(board, Direction::Columns, true);
    *board = close(board, Direction::Rows, true);
    let lacking = lacks_a_digit(board);
    *board = place_hidden_singles(board);
    let empty = has_an_empty_cell(board);
    *board = clear_naked_singles(board);
    let full = board.iter().all(|candidates| candidates.count_ones() == 1);
    if lacking || empty {
        BoardState::Contradiction
    } else if full {
        if is_solution(board) { BoardState::Solved } else { BoardState::Contradiction }
    } else if *board != before {
        BoardState::Changed
    } else {
        BoardState::Stuck
    }
}

/// Returns the two branches of a stuck board. Each solution of the board is a solution of exactly one branch.
///
/// If there is no digit to guess, takes the first of the cells with the fewest candidates: one branch places its lowest
/// candidate, the other removes it.
pub(crate) fn branches(board: &Candidates) -> [Candidates; 2] {
    let Some(Guess { direction, band, digit, configurations }) = guess(board) else {
        let open = (0..81).filter(|&cell| board[cell].count_ones() > 1);
        let cell = open.min_by_key(|&cell| board[cell].count_ones()).expect("a stuck board has an open cell");
        let mut branches = [*board; 2];
        branches[0][cell] = board[cell] & board[cell].wrapping_neg();
        branches[1][cell] &= !branches[0][cell];
        return branches;
    };
    configurations.map(|index| keep(board, direction, band, digit, 1 << index))
}

/// The result of a search.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct ReferenceOutcome {
    /// The solutions, in the order of the search.
    pub(crate) solutions: Vec<[u8; 81]>,
    /// The number of contradictions.
    pub(crate) contradictions: u64,
}

/// Searches for up to `limit` solutions. Returns `None` if it meets `contradiction_limit` contradictions first.
///
/// This search checks every stuck board for box conflicts. The single engine does so after its first three
/// contradictions, a number that easy puzzles rarely reach; the batch engine never does.
pub(crate) fn search(board: &Candidates, limit: usize, contradiction_limit: u64) -> Option<ReferenceOutcome> {
    let mut found = ReferenceOutcome::default();
    search_on(*board, limit, contradiction_limit, &mut found);
    (found.contradictions < contradiction_limit).then_some(found)
}

/// Searches depth first: the whole first branch, then the whole second.
fn search_on(mut board: Candidates, limit: usize, contradiction_limit: u64, found: &mut ReferenceOutcome) {
    let state = loop {
        match sweep(&mut board) {
            BoardState::Changed => {}
            state => break state,
        }
    };
    if state == BoardState::Solved {
        found.solutions.push(digits(&board));
    } else if state == BoardState::Contradiction || box_conflicts(&board).contains(&true) {
        found.contradictions += 1;
    } else {
        for branch in branches(&board) {
            if found.solutions.len() < limit && found.contradictions < contradiction_limit {
                search_on(branch, limit, contradiction_limit, found);
            }
        }
    }
}
