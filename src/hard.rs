//! 9x9 boards that take thousands of sweeps go on with learned clauses.
//!
//! Boards that climbs have found take tens of thousands of sweeps, in every order of guesses: a search without clauses
//! refutes the same digits again and again. The engine that [propagates](mod@crate::propagate) decides each of them in
//! hundreds or thousands of steps, if it learns from the first contradiction on. Of 91, the slowest takes 882 for two
//! solutions, and 1,471 for the least. (A step takes as long as six sweeps.)
//!
//! So after [`MOST_SWEEPS`], that engine begins a search of its own. Puzzles that were not sought for this hardly ever
//! take more: five of 12,192 that are rated above 11. With 500 sweeps, slow boards take as long; with 2,000, up to a
//! tenth longer.
//!
//! Pencil marks with fewer than four solved cells are left to sweeps, which decide them sooner.
//!
//! # Questions about a board
//!
//! All questions about a board are asked in one search, so that its clauses serve all of them. It looks for a solution
//! with any digit that none has shown, so that what is learned rules out many digits, not one after another: with a
//! search for one of them at a time, 211 slow boards take a sixth more steps.
//!
//! ```text
//!   a board without a solution: which clue, if it were removed, would leave one?
//!
//!   clues a b c ...     for each two, a clause: not both of them are wrong
//!   wanted              a solution in which a, b, c, or another of them is wrong
//!   guess: a is wrong   so b, c, ... are right, and what follows depends on one guess, not on all clues
//! ```
//!
//! If one clue after another is guessed to be wrong, the slowest of 211 boards takes 16,500 steps, not 6,000.

use core::ops::ControlFlow;

use crate::least::{CellSearch, Least, Wanted};
use crate::possible::candidates;
use crate::single::{Limits, ShowDigits, Start};
use crate::{End, Tally, propagate};

/// The sweeps after which a search of a board goes on with learned clauses.
pub(crate) const MOST_SWEEPS: u64 = 1_000;

/// Whether this engine is part of the build. If not, sweeps go on to the end.
pub(crate) const LEARNS: bool = cfg!(feature = "clauses");

/// The sweeps that a search may take.
#[inline]
pub(crate) fn sweeps(start: Start, limit: u64) -> u64 {
    if LEARNS && !start.is_hardly_solved() { limit.min(MOST_SWEEPS) } else { limit }
}

/// After a search at a [limit on sweeps](sweeps), searches a board again with learned clauses, up to the limit on the
/// steps of both searches. Replaces the solution by the one that is wanted.
#[cold]
#[inline(never)]
pub(crate) fn solve(
    start: Start,
    wanted: Wanted,
    step_limit: u64,
    tally: &mut Tally,
    solution: &mut [u8; 81],
) {
    let earlier = *tally;
    *tally = propagate::on_stack_of_hard(|search| {
        let mut least = Least::with_patience(0);
        begin(search, start, |search, clues| least.begin(search, clues, wanted));
        let tally = exhausted(least.run(search, step_limit.saturating_sub(earlier.steps)));
        if let (1.., Some(found)) = (tally.solutions, least.solution().first_chunk()) {
            *solution = *found;
        }
        tally.after(earlier)
    });
}

/// Passes solutions, in digits from 1 to 9, to `visitor`, until it breaks or a limit is reached.
#[cold]
#[inline(never)]
pub(crate) fn visit(start: Start, limits: Limits, visitor: &mut ShowDigits) -> Tally {
    let (mut left, mut digits) = (limits.solutions, [0; 81]);
    propagate::on_stack_of_hard(|search| {
        begin(search, start, |search, clues| search.begin(clues, 0));
        exhausted(search.run(limits.sweeps, &mut |solution| {
            left -= 1;
            solution.write_digits(&mut digits);
            if visitor(&digits).is_break() || left == 0 {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        }))
    })
}

/// Passes solutions to `show`, until there is none or the limit on steps is reached. Each has a digit that is not in
/// the sets that `show` returned last: the digits shown so far. The board has a solution.
#[cold]
#[inline(never)]
pub(crate) fn show_each(start: Start, shown: &[u16; 81], step_limit: u64, show: &mut Show) -> Tally {
    propagate::on_stack_of_hard(|search| {
        begin(search, start, |search, clues| search.begin(clues, 0));
        show_others(search, shown, step_limit, show)
    })
}

/// The most clues that are asked at once. Their clauses fill less than half of the arena, so none is ever deleted.
pub(crate) const MOST_ASKED: usize = 36;
const _: () =
    assert!(propagate::SIZE_OF_PAIR * MOST_ASKED * (MOST_ASKED - 1) / 2 <= propagate::SMALL_ARENA / 2);

/// Passes solutions that differ from one of the `asked` clues to `show`, and that have all other clues, as
/// [`show_each`] does.
#[cold]
#[inline(never)]
pub(crate) fn show_wrong(
    asked: &[u8; 81],
    others: &[u8; 81],
    shown: &[u16; 81],
    step_limit: u64,
    show: &mut Show,
) -> Tally {
    propagate::on_stack_of_hard(|search| {
        search.begin(&[0; 81], 0);
        search.allow_one_wrong(asked, others);
        show_others(search, shown, step_limit, show)
    })
}

/// Receives a solution, and returns the digits of each cell that need not be shown again.
type Show<'a> = dyn FnMut(&[u8; 81]) -> [u16; 81] + 'a;

fn show_others(search: &mut dyn CellSearch, shown: &[u16; 81], step_limit: u64, show: &mut Show) -> Tally {
    let (mut shown, mut digits, mut steps) = (*shown, [0; 81], 0);
    // Each solution shows a further digit, so there are at most 729.
    loop {
        search.narrow_to_others(&shown.map(u32::from));
        let tally = search.run(step_limit - steps, &mut |solution| {
            solution.write_digits(&mut digits);
            ControlFlow::Break(())
        });
        steps += tally.steps;
        if tally.end != End::Stopped {
            return Tally { steps, ..tally };
        }
        shown = show(&digits);
    }
}

/// Begins a search: a cell with one candidate has this digit, and all digits that are no candidates are ruled out.
fn begin(search: &mut dyn CellSearch, start: Start, begin: impl FnOnce(&mut dyn CellSearch, &[u8])) {
    let candidates = candidates(start);
    let clues =
        candidates.map(|digits| if digits.is_power_of_two() { digits.trailing_zeros() as u8 + 1 } else { 0 });
    begin(search, &clues);
    for (cell, digits) in candidates.into_iter().enumerate() {
        for digit in (1..=9).filter(|digit| digits >> (digit - 1) & 1 == 0) {
            search.rule_out(cell, digit);
        }
    }
}

/// If the cells with one candidate collide, the board has no solution.
fn exhausted(tally: Tally) -> Tally {
    Tally { end: if tally.end == End::Invalid { End::Exhausted } else { tally.end }, ..tally }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testkit::oracle;
    use crate::testkit::puzzles::PuzzleGenerator;

    /// Boards with clues from a full one, in every second of which some are altered, and their solutions: a few.
    fn boards() -> impl Iterator<Item = ([u8; 81], Vec<[u8; 81]>)> {
        let mut generator = PuzzleGenerator::new(41);
        let boards = (0..700).map(move |number| {
            let full: [u8; 81] = generator.full_grid();
            let cells = generator.permutation(81);
            let mut digits = [0; 81];
            cells.iter().take(24 + number % 15).for_each(|&cell| digits[cell] = full[cell]);
            for &cell in cells.iter().take(number % 2 * (1 + number / 2 % 3)) {
                digits[cell] = 1 + generator.below(9) as u8;
            }
            digits
        });
        boards.filter(|digits| !oracle::collide(digits)).filter_map(|digits| {
            let solutions = oracle::solutions(&oracle::masks(&digits), 301, 1_000_000)?;
            (solutions.len() <= 300).then_some((digits, solutions))
        })
    }

    #[test]
    fn solutions_are_those_of_the_oracle() {
        let mut seen = [0; 3];
        for (digits, solutions) in boards() {
            seen[solutions.len().min(2)] += 1;
            let masks = oracle::candidates(&digits);
            for start in [Start::Clues(&digits), Start::Candidates(&masks)] {
                let before = Tally { solutions: 1, end: End::OutOfSteps, steps: 7, guesses: 3 };
                let (mut tally, mut solution) = (before, [0; 81]);
                solve(start, Wanted::Least, u64::MAX, &mut tally, &mut solution);
                assert_eq!(tally.solutions, solutions.len().min(2) as u64, "{digits:?}");
                assert_eq!(tally.end, if solutions.len() > 1 { End::Stopped } else { End::Exhausted });
                assert!(tally.steps >= 7 && tally.guesses >= 3);
                assert_eq!(solution, solutions.iter().min().copied().unwrap_or([0; 81]), "{digits:?}");

                if let limit @ 7.. = tally.steps - 1 {
                    let mut limited = before;
                    solve(start, Wanted::Least, limit, &mut limited, &mut solution);
                    assert_eq!((limited.end, limited.steps), (End::OutOfSteps, limit));
                }

                let mut found = Vec::new();
                let limits = Limits { solutions: u64::MAX, sweeps: u64::MAX };
                let tally = visit(start, limits, &mut |solution| {
                    found.push(*solution);
                    ControlFlow::Continue(())
                });
                found.sort_unstable();
                let mut expected = solutions.clone();
                expected.sort_unstable();
                assert_eq!((tally.end, found), (End::Exhausted, expected), "{digits:?}");
            }
        }
        assert!(seen.iter().all(|&count| count > 20), "{seen:?}");
    }

    #[test]
    fn each_digit_of_a_solution_is_shown() {
        let mut cut_off = 0;
        for (digits, solutions) in boards().filter(|(_, solutions)| !solutions.is_empty()) {
            let add = |shown: &mut [u16; 81], solution: &[u8; 81]| {
                shown.iter_mut().zip(solution).for_each(|(shown, digit)| *shown |= 1 << (digit - 1));
            };
            let mut expected = [0; 81];
            solutions.iter().for_each(|solution| add(&mut expected, solution));
            for known in [0, 1] {
                let mut shown = [0; 81];
                solutions.iter().take(known).for_each(|solution| add(&mut shown, solution));
                for limit in [u64::MAX, 100] {
                    let mut shown = shown;
                    let mut show = |solution: &[u8; 81]| {
                        assert!(solutions.contains(solution));
                        add(&mut shown, solution);
                        shown
                    };
                    let known = show(&solutions[0]);
                    let tally = show_each(Start::Clues(&digits), &known, limit, &mut show);
                    match tally.end {
                        End::OutOfSteps => cut_off += 1,
                        end => assert_eq!((end, shown), (End::Exhausted, expected), "{digits:?}"),
                    }
                    assert!(tally.steps <= limit);
                }
            }
        }
        assert!(cut_off > 50, "{cut_off}");
    }

    #[test]
    fn subsets_save_guesses() {
        let guesses = boards().filter(|(_, solutions)| !solutions.is_empty()).map(|(digits, _)| {
            let mut shown = [0; 81];
            let tally = show_each(Start::Clues(&digits), &shown.clone(), u64::MAX, &mut |solution| {
                shown.iter_mut().zip(solution).for_each(|(shown, digit)| *shown |= 1 << (digit - 1));
                shown
            });
            tally.guesses
        });
        let guesses: u64 = guesses.sum();
        // (Without subsets, 91.)
        assert!(guesses < 60, "{guesses}");
    }

    #[test]
    fn wrong_clues_are_those_whose_removal_leaves_a_solution() {
        let mut seen = 0;
        for (digits, _) in boards().filter(|(_, solutions)| solutions.is_empty()) {
            let clues = (0..81).filter(|&cell| digits[cell] > 0);
            let without = |cell| -> [u8; 81] {
                core::array::from_fn(|other| if other == cell { 0 } else { digits[other] })
            };
            let expected: Vec<usize> = clues
                .filter(|&cell| {
                    !oracle::solutions(&oracle::masks(&without(cell)), 1, u32::MAX).unwrap().is_empty()
                })
                .collect();
            // All clues are asked, or every second one.
            for step in [1, 2] {
                let asked: [u8; 81] =
                    core::array::from_fn(|cell| if cell % step == 0 { digits[cell] } else { 0 });
                let others = core::array::from_fn(|cell| digits[cell] - asked[cell]);
                let mut shown = asked.map(|digit| if digit == 0 { 0x1ff } else { 1 << (digit - 1) });
                let mut found = Vec::new();
                let tally = show_wrong(&asked, &others, &shown.clone(), u64::MAX, &mut |solution| {
                    let wrong = (0..81).filter(|&cell| digits[cell] > 0 && digits[cell] != solution[cell]);
                    let wrong: Vec<usize> = wrong.collect();
                    assert_eq!(wrong.len(), 1, "{digits:?}");
                    shown[wrong[0]] = 0x1ff;
                    found.extend(wrong);
                    shown
                });
                found.sort_unstable();
                let expected: Vec<usize> = expected.iter().copied().filter(|cell| cell % step == 0).collect();
                assert_eq!((tally.end, found), (End::Exhausted, expected), "{digits:?}");
                seen += 1;
            }
        }
        assert!(seen > 40, "{seen}");
    }
}
