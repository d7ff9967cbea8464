use std::collections::BTreeMap;

use crate::testkit::puzzles::HARD_GRID;

use super::{MOVES, NAMES, Symmetry, shuffle};
use crate::Grid;
use crate::random::Random;

fn puzzle() -> Grid {
    HARD_GRID.parse().unwrap()
}

/// Returns random digits, which need not be a valid board.
fn random_board(random: &mut Random) -> Grid {
    Grid::from_checked(std::array::from_fn(|_| random.below(10) as u8))
}

#[test]
fn an_image_is_determined_by_the_parts() {
    let mut random = Random::new(1);
    for index in 0..200 {
        let (board, symmetry) = (random_board(&mut random), Symmetry::random(5, index));
        let image = symmetry.apply(&board);
        for row in 0..9 {
            for column in 0..9 {
                let from = [symmetry.rows()[row], symmetry.columns()[column]].map(usize::from);
                let cell = if symmetry.transposes() { 9 * from[1] + from[0] } else { 9 * from[0] + from[1] };
                let expected = board.get(cell).map(|digit| symmetry.digits()[usize::from(digit) - 1]);
                assert_eq!(image.get(9 * row + column), expected);
            }
        }
        let parts = (symmetry.transposes(), symmetry.rows(), symmetry.columns(), symmetry.digits());
        assert_eq!(Symmetry::new(parts.0, parts.1, parts.2, parts.3), Some(symmetry));
    }
}

#[test]
fn symmetries_are_a_group() {
    let mut random = Random::new(2);
    for index in 0..500 {
        let board = random_board(&mut random);
        let [a, b, c] = [0, 1, 2].map(|seed| Symmetry::random(seed, index));
        assert_eq!(a.then(&b).apply(&board), b.apply(&a.apply(&board)));
        assert_eq!(a.then(&b).then(&c), a.then(&b.then(&c)));
        assert_eq!(a.then(&a.inverse()), Symmetry::IDENTITY);
        assert_eq!(a.inverse().then(&a), Symmetry::IDENTITY);
        assert_eq!(a.then(&Symmetry::IDENTITY), a);
        assert_eq!(Symmetry::IDENTITY.apply(&board), board);
    }
}

#[test]
fn images_of_units_are_units() {
    let solution: Grid =
        "812753649943682175675491283154237896369845721287169534521974368438526917796318452".parse().unwrap();
    for index in 0..500 {
        assert!(Symmetry::random(3, index).apply(&solution).is_solved());
    }
}

#[test]
fn invalid_parts_are_rejected() {
    let straight = [0, 1, 2, 3, 4, 5, 6, 7, 8];
    let digits = [1, 2, 3, 4, 5, 6, 7, 8, 9];
    assert_eq!(Symmetry::new(false, straight, straight, digits), Some(Symmetry::IDENTITY));
    for wrong in [[0, 1, 3, 2, 4, 5, 6, 7, 8], [0, 0, 2, 3, 4, 5, 6, 7, 8], [9, 1, 2, 3, 4, 5, 6, 7, 8]] {
        assert_eq!(Symmetry::new(false, wrong, straight, digits), None);
        assert_eq!(Symmetry::new(true, straight, wrong, digits), None);
    }
    for wrong in [[0, 1, 2, 3, 4, 5, 6, 7, 8], [1, 1, 3, 4, 5, 6, 7, 8, 9], [10, 2, 3, 4, 5, 6, 7, 8, 9]] {
        assert_eq!(Symmetry::new(false, straight, straight, wrong), None);
    }
}

#[test]
fn every_number_gives_a_different_symmetry() {
    assert_eq!(MOVES * NAMES, 1_218_998_108_160);
    // A symmetry's key is computed from its parts and differs for each permutation of the cells.
    let mut seen = vec![false; 1 << 23];
    for moves in 0..MOVES as u32 {
        let symmetry = Symmetry::numbered(moves, 0);
        let order = |list: &[u8]| {
            let [first, second] =
                [(0, 2), (1, 2)].map(|(a, b): (usize, usize)| usize::from(list[a] > list[b]));
            usize::from(list[0] > list[1]) + 2 * (first + second)
        };
        let mut key = usize::from(symmetry.transposes());
        for lines in [symmetry.rows(), symmetry.columns()] {
            let firsts = [lines[0], lines[3], lines[6]];
            for list in [&firsts, &lines[..3], &lines[3..6], &lines[6..]] {
                key = 6 * key + order(list);
            }
        }
        assert!(!std::mem::replace(&mut seen[key], true), "{moves}");
        if moves % 997 == 0 {
            let parts = (symmetry.rows(), symmetry.columns(), symmetry.digits());
            assert!(Symmetry::new(symmetry.transposes(), parts.0, parts.1, parts.2).is_some());
        }
    }
    let names: std::collections::BTreeSet<_> =
        (0..NAMES as u32).map(|names| Symmetry::numbered(0, names).digits()).collect();
    assert_eq!(names.len() as u64, NAMES);
}

#[test]
fn all_orders_and_names_are_equally_likely() {
    let mut seen: BTreeMap<String, u32> = BTreeMap::new();
    for index in 0..18_000 {
        let symmetry = Symmetry::random(11, index);
        let mut saw = |what: String| *seen.entry(what).or_insert(0) += 1;
        saw(format!("transposes {}", symmetry.transposes()));
        for place in 0..9 {
            saw(format!("row {place} {}", symmetry.rows()[place]));
            saw(format!("column {place} {}", symmetry.columns()[place]));
            saw(format!("digit {place} {}", symmetry.digits()[place]));
        }
    }
    assert_eq!(seen.len(), 2 + 3 * 81);
    for (what, times) in seen {
        let expected = if what.starts_with('t') { 9_000 } else { 2_000 };
        assert!(times.abs_diff(expected) < 250, "{what}: {times}");
    }
}

#[test]
fn shuffles_do_not_change_between_versions() {
    let mut boards = [puzzle(); 3];
    shuffle(&mut boards, 42, u64::MAX);
    assert_eq!(boards.map(|board| board.to_string()), [PINNED_LAST, PINNED_FIRST, PINNED_SECOND]);
    let mut alone = [puzzle()];
    shuffle(&mut alone, 42, 1);
    assert_eq!(alone[0], boards[2]);
}

const PINNED_LAST: &str = "..9.3..7....1..........58..2....16....4.7....81...2.....3....465.....2......6...3";
const PINNED_FIRST: &str =
    ".3.....9..41......8..4..5..........7...78.6....4..9.1.6..85.....1...3.2.....7....";
const PINNED_SECOND: &str =
    ".8.....2...5......7...1.4.....8...3.9.......7....7.6.9.3.2.5....5.3...9.4...6....";

#[test]
fn symmetries_are_drawn_as_documented() {
    let mix = |x: u64| {
        let x = (x ^ x >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let x = (x ^ x >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        x ^ x >> 31
    };
    let g = 0x9e37_79b9_7f4a_7c15u64;
    for (seed, index) in [(0, 0), (1, 0), (1, 15), (u64::MAX, 99)] {
        let s = mix(seed ^ mix(g.wrapping_add(index)));
        let scaled = |x: u64, end: u128| ((u128::from(x) * end) >> 64) as usize;
        let m = scaled(mix(s.wrapping_add(g)), 3_359_232);
        let mut n = scaled(mix(s.wrapping_add(g).wrapping_add(g)), 362_880);
        let base_6: Vec<usize> = (0..8).map(|place| m / 6usize.pow(place) % 6).collect();
        let orders = ["012", "021", "102", "120", "201", "210"].map(str::as_bytes);
        let lines = |numbers: &[usize]| -> [u8; 9] {
            std::array::from_fn(|place| {
                let outer = orders[numbers[0]][place / 3] - b'0';
                3 * outer + orders[numbers[1 + place / 3]][place % 3] - b'0'
            })
        };
        let mut left: Vec<u8> = (1..10).collect();
        let mut names = [0; 9];
        for name in &mut names {
            let count = left.len();
            *name = left.remove(n % count);
            n /= count;
        }
        let expected = Symmetry::new(m / 6usize.pow(8) == 1, lines(&base_6[..4]), lines(&base_6[4..]), names);
        assert_eq!(Some(Symmetry::random(seed, index)), expected);
    }
}
