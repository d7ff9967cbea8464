use crate::testkit::puzzles::HARD_GRID;

use super::{RATING_SAMPLES, plain, rate, search};
use crate::random::Random;
use crate::{Grid, Status, Symmetry};

/// Puzzles with one solution, from easy (solved by singles) to the hardest.
const PUZZLES: [&str; 5] = [
    "..9.1.3..15.....8...6...4..62.1...9....8.9....8...2.57..3...9...6.....74..1.7.6..",
    ".8..65....5......8..1.8.5.......291.7.3...2.4.941.......8.3.7..6......4....41..9.",
    "18........59...4.8..31.9...3..8..7....6.3.1....5..4..9...4.75..5.4...36........47",
    HARD_GRID,
    "..4...89..1..8...3..94....71..87.......1.9.......56..16....34..4...1..3..58...2..",
];

fn grid(text: &str) -> Grid {
    text.parse().unwrap()
}

/// Compares the two implementations. The limit is low, because boards with few clues would take long.
fn agree(board: &Grid) {
    let most_guesses = 60;
    assert_eq!(
        search::measure(board, most_guesses, &mut || true),
        plain::measure(board, most_guesses),
        "{board}"
    );
}

#[test]
fn the_search_follows_the_rule() {
    let mut random = Random::new(1);
    for text in PUZZLES {
        for index in 0..6 {
            let board = Symmetry::random(3, index).apply(&grid(text));
            agree(&board);
            // Adding, removing or altering a clue changes the number of solutions.
            for _ in 0..4 {
                let mut digits = *board.digits();
                digits[random.below(81) as usize] = random.below(10) as u8;
                agree(&Grid::from_checked(digits));
            }
        }
    }
}

#[test]
fn equivalent_puzzles_have_one_rating() {
    for text in PUZZLES {
        let rating = rate(&grid(text), 5, || true);
        assert!(rating.is_ok());
        for index in 0..4 {
            assert_eq!(rate(&Symmetry::random(8, index).apply(&grid(text)), 5, || true), rating);
        }
    }
}

#[test]
fn ratings_do_not_change() {
    // If the ratings of version 1 of the rule change, the version must change.
    let rated = PUZZLES.map(|text| {
        let rating = rate(&grid(text), RATING_SAMPLES, || true).unwrap();
        let numbers =
            [rating.least_guesses, rating.median_guesses, rating.least_sweeps, rating.median_sweeps];
        (rating.singles_only, rating.locked_only, numbers)
    });
    assert_eq!(
        rated,
        [
            (true, true, [0, 0, 10, 10]),
            (false, true, [0, 0, 15, 15]),
            (false, false, [1, 1, 21, 24]),
            (false, false, [44, 70, 377, 537]),
            (false, false, [1, 3, 21, 28]),
        ]
    );
}

#[test]
fn the_rating_combines_the_measurements_of_the_samples() {
    let form = grid(PUZZLES[3]).canonical();
    for samples in [1, 2, 3, 7, 16] {
        let cost: Vec<_> = (0..samples)
            .map(|index| {
                search::measure(&Symmetry::random(1, index).apply(&form), u32::MAX, &mut || true).unwrap()
            })
            .collect();
        let sorted = |of: fn(&search::SearchCost) -> u32| {
            let mut all: Vec<u32> = cost.iter().map(of).collect();
            all.sort_unstable();
            (all[0], all[(all.len() - 1) / 2])
        };
        let rating = rate(&form, samples as usize, || true).unwrap();
        assert_eq!((rating.least_guesses, rating.median_guesses), sorted(|cost| cost.guesses));
        assert_eq!((rating.least_sweeps, rating.median_sweeps), sorted(|cost| cost.sweeps));
    }
    assert_eq!(rate(&form, 0, || true), rate(&form, 1, || true));
    assert_eq!(rate(&form, 1000, || true), rate(&form, 256, || true));
}

#[test]
fn boards_without_a_rating_have_a_status() {
    let board = |text: &str| rate(&grid(text), RATING_SAMPLES, || true).unwrap_err();
    assert_eq!(rate(&Grid::EMPTY, RATING_SAMPLES, || true), Err(Status::Multiple));
    let twice = "11...............................................................................";
    assert_eq!(board(twice), Status::Invalid);
    // The last cell of row 1 has no candidate.
    let none = "12345678........9................................................................";
    assert_eq!(board(none), Status::NoSolution);
    let guesses = search::measure(&grid(PUZZLES[3]), u32::MAX, &mut || true).unwrap().guesses;
    assert!(search::measure(&grid(PUZZLES[3]), guesses, &mut || true).is_ok());
    assert_eq!(search::measure(&grid(PUZZLES[3]), guesses - 1, &mut || true), Err(Status::OutOfSteps));
}
