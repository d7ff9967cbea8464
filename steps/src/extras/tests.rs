use std::collections::BTreeMap;
use std::ops::ControlFlow;

use fastrand::Rng;

use super::super::chains::tests::{board, check_proof, check_solution, solved};
use super::super::*;

/// Cells by name, and digits as bits.
type NamedCells = &'static [(&'static str, u16)];

/// For each technique: the places of digit 1, the candidates of some cells, the steps' eliminations, and a place of 1
/// that spoils the pattern. All other candidates are there.
#[rustfmt::skip]
const BOARDS: &[(Technique, &str, NamedCells, NamedCells, &str)] = &[
    (Technique::Skyscraper,
        "xxxxxxxxx .x....x.. xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx .x.....x. xxxxxxxxx",
        &[], &[("r1c8", 1), ("r3c8", 1), ("r7c7", 1), ("r9c7", 1)], "r2c4"),
    (Technique::TwoStringKite,
        "xxxxxxxxx .x.....x. xx.xxxxxx  xx.xxxxxx xx.xxxxxx xx.xxxxxx  xxxxxxxxx xx.xxxxxx xx.xxxxxx",
        &[], &[("r7c8", 1)], "r5c3"),
    (Technique::TurbotFish,
        "xxxxxxxx. xxxxxxxx. xxxxxxxx.  xxxx..xxx xxx...xx. xxx..xxx.  xxxxxxxx. xxxxxxxxx xxxxxxxx.",
        &[], &[("r8c6", 1)], "r5c5"),
    (Technique::WWing,
        "xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx xxxxxxxxx x.......x",
        &[("r1c1", 0b11), ("r5c9", 0b11)], &[("r1c9", 0b10), ("r5c1", 0b10)], "r9c4"),
    (Technique::FinnedXWing,
        "xxxxxxxxx .x....xx. xxxxxxxxx  xxxxxxxxx .x....x.. xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx",
        &[], &[("r1c7", 1), ("r3c7", 1)], "r5c5"),
    (Technique::FinnedSwordfish,
        "xxxxxxxxx xx.x..... xxxxxxxxx  xxxxxxxxx ...x..x.. xxxxxxxxx  xxxxxxxxx x.....x.. xxxxxxxxx",
        &[], &[("r1c1", 1), ("r3c1", 1)], "r5c9"),
    (Technique::FinnedJellyfish,
        "xx.x..... xxxxxxxxx xxxxxxxxx  ...x.x... xxxxxxxxx xxxxxxxxx  .....x..x x.......x xxxxxxxxx",
        &[], &[("r2c1", 1), ("r3c1", 1)], "r7c2"),
    (Technique::SimpleColouring,
        "x..x..... xxx.xxxxx xxx.xxxxx  xxx.xxxxx .x.x..... xxx.xxxxx  xxx.xxxxx xxx.xxxxx xxx.xxxxx",
        &[], &[("r2c2", 1), ("r3c2", 1), ("r4c1", 1), ("r6c1", 1)], "r5c7"),
    (Technique::XyChain,
        "xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx",
        &[("r1c1", 0b0011), ("r1c5", 0b0110), ("r5c5", 0b1100), ("r5c2", 0b1001)], &[("r1c2", 1)], "r5c5"),
    (Technique::AlsXz,
        "xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx",
        &[("r2c2", 0b101), ("r2c5", 0b1011), ("r3c6", 0b1110), ("r1c4", 0b1110)], &[("r2c4", 0b100), ("r2c6", 0b100)],
        "r3c6"),
    (Technique::LockedPair, ALL, &[("r1c1", 0b110), ("r1c2", 0b110)],
        &[("r1c3", 0b110), ("r1c4", 0b110), ("r1c5", 0b110), ("r1c6", 0b110), ("r1c7", 0b110), ("r1c8", 0b110),
        ("r1c9", 0b110), ("r2c1", 0b110), ("r2c2", 0b110), ("r2c3", 0b110), ("r3c1", 0b110), ("r3c2", 0b110),
        ("r3c3", 0b110)], "r1c2"),
    (Technique::LockedTriple, ALL, &[("r1c1", 0b110), ("r1c2", 0b1100), ("r1c3", 0b1110)],
        &[("r1c4", 0b1110), ("r1c5", 0b1110), ("r1c6", 0b1110), ("r1c7", 0b1110), ("r1c8", 0b1110),
        ("r1c9", 0b1110), ("r2c1", 0b1110), ("r2c2", 0b1110), ("r2c3", 0b1110), ("r3c1", 0b1110), ("r3c2", 0b1110),
        ("r3c3", 0b1110)], "r1c2"),
    (Technique::EmptyRectangle,
        ".x.xxxx.x x.xxxxxxx .x.xxxx.x  xxxxxxx.x xxxxxxx.x xxxxxxxxx  xxxxxxx.x xxxxxxx.x xxxxxxx.x",
        &[], &[("r6c2", 1)], "r1c1"),
    (Technique::RemotePair, ALL,
        &[("r1c1", 0b110), ("r1c5", 0b110), ("r5c5", 0b110), ("r5c2", 0b110)],
        &[("r1c2", 0b110), ("r1c3", 0b110), ("r1c4", 0b110), ("r1c6", 0b110), ("r1c7", 0b110), ("r1c8", 0b110),
        ("r1c9", 0b110), ("r2c5", 0b110), ("r3c5", 0b110), ("r4c5", 0b110), ("r6c5", 0b110), ("r7c5", 0b110),
        ("r8c5", 0b110), ("r9c5", 0b110), ("r5c1", 0b110), ("r5c3", 0b110), ("r5c4", 0b110), ("r5c6", 0b110),
        ("r5c7", 0b110), ("r5c8", 0b110), ("r5c9", 0b110), ("r2c2", 0b110), ("r3c2", 0b110), ("r4c1", 0b110),
        ("r6c1", 0b110)], "r5c2"),
    (Technique::SashimiXWing,
        "xxxxxxxxx .x.....x. xxxxxxxxx  xxxxxxxxx .x....x.. xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx",
        &[], &[("r1c7", 1), ("r3c7", 1)], "r5c5"),
    (Technique::SashimiSwordfish,
        "xxxxxxxxx .x.x..... xxxxxxxxx  xxxxxxxxx ...x..x.. xxxxxxxxx  xxxxxxxxx x.....x.. xxxxxxxxx",
        &[], &[("r1c1", 1), ("r3c1", 1)], "r5c9"),
    (Technique::SashimiJellyfish,
        ".x.x..... xxxxxxxxx xxxxxxxxx  ...x.x... xxxxxxxxx xxxxxxxxx  .....x..x x.......x xxxxxxxxx",
        &[], &[("r2c1", 1), ("r3c1", 1)], "r7c5"),
    (Technique::MultiColours1,
        ".xxx.xxxx xxxxxxxxx .xxx.xxxx  .xxxxxxxx .xxx.xxxx xxxx.xxxx  .xxx.xxxx .xxx.xxxx .xxx.xxxx",
        &[], &[("r4c2", 1), ("r4c3", 1), ("r6c4", 1), ("r6c6", 1)], "r9c1"),
    (Technique::MultiColours2,
        ".xxx.xxxx xxxxxxxxx .xxx.xxxx  .xxx.xxxx x....x... .xxxxxxxx  .xxx.xxxx .xxx.xxxx .xxx.xxxx",
        &[], &[("r2c1", 1), ("r5c6", 1)], "r5c9"),
];

/// All places of a digit.
const ALL: &str =
    "xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx";

/// The digit of a cell is placed, if there is no other.
const PLACED: u16 = 1 << 9;

/// A board of candidates.
fn board_of(candidates: &[u16; 81]) -> PencilMarks {
    let mut marks = PencilMarks::from_candidates(candidates);
    for (cell, digits) in candidates.iter().enumerate() {
        if digits & PLACED != 0 && (digits & !PLACED).is_power_of_two() {
            marks.place(cell, digits.trailing_zeros() as u8 + 1);
        }
    }
    marks
}

/// The techniques of this folder that do not rely on uniqueness, and the XY-chain.
fn extras() -> Vec<Technique> {
    let sound = |technique: &Technique| TechniqueSet::ALL.without_uniqueness().contains(*technique);
    BOARDS.iter().map(|board| board.0).filter(sound).collect()
}

fn cell_named(name: &str) -> usize {
    let digits: Vec<usize> =
        name.chars().filter_map(|c| c.to_digit(10)).map(|digit| digit as usize).collect();
    (digits[0] - 1) * 9 + digits[1] - 1
}

#[test]
fn each_pattern_eliminates_and_a_spoilt_one_does_not() {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    for &(technique, places, cells, removed, spoiler) in BOARDS {
        let mut candidates = [0x1ff; 81];
        for (own, place) in candidates.iter_mut().zip(places.chars().filter(|place| *place != ' ')) {
            *own &= !u16::from(place == '.');
        }
        for &(name, digits) in cells {
            candidates[cell_named(name)] = digits;
        }
        explainer.set_techniques(TechniqueSet::EMPTY.with(technique));
        let step = explainer.next_step(&board_of(&candidates)).unwrap_or_else(|| panic!("{technique}"));
        let mut expected = [0; 81];
        for &(name, digits) in removed {
            expected[cell_named(name)] = digits;
        }
        assert_eq!((step.technique(), step.eliminations()), (technique, &expected), "{step}");
        candidates[cell_named(spoiler)] |= 1;
        let spoilt = explainer.next_step(&board_of(&candidates));
        assert!(spoilt.is_none(), "{}", spoilt.unwrap());
    }
}

#[test]
fn the_patterns_keep_the_solution() {
    let (mut random, explainer) = (Rng::with_seed(26), Explainer::write_new(Box::leak(Box::new_uninit())));
    let mut found: BTreeMap<Technique, usize> =
        extras().into_iter().map(|technique| (technique, 0)).collect();
    for _ in 0..300 {
        let solution = solved(&mut random);
        let marks = board(&solution, &mut random);
        for (&technique, found) in &mut found {
            explainer.set_techniques(TechniqueSet::EMPTY.with(technique));
            explainer.visit_all(&marks, |step| {
                *found += 1;
                assert_eq!(step.technique(), technique);
                check_solution(&solution, step);
                let mut after = marks.clone();
                after.apply(step);
                assert_ne!(after, marks, "{step}");
                if technique == Technique::XyChain {
                    check_proof(&marks, step);
                }
                ControlFlow::Continue(())
            });
        }
    }
    assert!(found.values().all(|&found| found > 0), "{found:?}");
}
