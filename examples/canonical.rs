//! Finds equivalent puzzles in a list: `cargo run --release --example canonical`.

use std::collections::HashMap;

use lanedoku::{Grid, RATING_SAMPLES, rate, shuffle};

fn main() -> Result<(), lanedoku::ParseError> {
    let puzzles: [Grid; 2] = [
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..".parse()?,
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse()?,
    ];
    // Six different boards, some of them equivalent.
    let mut list = puzzles.repeat(3);
    shuffle(&mut list, 2024, 0);

    let mut first_places = HashMap::new();
    for (place, puzzle) in list.iter().enumerate() {
        let (form, symmetry) = puzzle.canonical_with_symmetry();
        assert_eq!(symmetry.apply(puzzle), form);
        match *first_places.entry(form).or_insert(place) {
            first if first < place => println!("{puzzle} is equivalent to number {first}"),
            _ => match rate(puzzle, RATING_SAMPLES, || true) {
                Ok(rating) => println!("{puzzle} is number {place}, guesses {}", rating.median_guesses),
                Err(status) => println!("{puzzle} is number {place}, without a rating: {status}"),
            },
        }
    }
    assert_eq!(first_places.len(), puzzles.len());
    Ok(())
}
