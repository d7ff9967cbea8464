use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use fastrand::Rng;
use lanedoku::{Generator, GeneratorWorkspace, Grid, Solver, Status};

use super::super::cells::units_of;
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
    (Technique::UniqueRectangle1, ALL,
        &[("r1c1", 0b110), ("r1c4", 0b110), ("r2c1", 0b110), ("r2c4", 0b1_1111_1101)], &[("r2c4", 0b100)], "r2c1"),
    (Technique::UniqueRectangle2, ALL,
        &[("r1c1", 0b110), ("r1c4", 0b110), ("r2c1", 0b11), ("r2c4", 0b101)],
        &[("r2c2", 1), ("r2c3", 1), ("r2c5", 1), ("r2c6", 1), ("r2c7", 1), ("r2c8", 1), ("r2c9", 1)], "r1c1"),
    (Technique::UniqueRectangle3, ALL,
        &[("r1c1", 0b110), ("r1c4", 0b110), ("r2c1", 0b1010), ("r2c4", 0b1_0110), ("r2c8", 0b1_1000)],
        &[("r2c2", 0b1_1000), ("r2c3", 0b1_1000), ("r2c5", 0b1_1000), ("r2c6", 0b1_1000), ("r2c7", 0b1_1000),
        ("r2c9", 0b1_1000)], "r2c8"),
    (Technique::UniqueRectangle4,
        "xxxxxxxxx x..x..... xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx",
        &[("r1c1", 0b11), ("r1c4", 0b11), ("r2c1", 0b1_1111_1101)], &[("r2c4", 0b10)], "r2c8"),
    (Technique::UniqueRectangle5, ALL,
        &[("r1c1", 0b110), ("r1c4", 0b111), ("r2c1", 0b111), ("r2c4", 0b111)], &[("r2c5", 1), ("r2c6", 1)], "r1c1"),
    (Technique::UniqueRectangle6,
        "x..x..... x..x..... xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx",
        &[("r1c1", 0b11), ("r2c4", 0b11)], &[("r1c4", 1), ("r2c1", 1)], "r1c8"),
    (Technique::HiddenRectangle,
        "xxxxxxxxx x..x..... xxx.xxxxx  xxx.xxxxx xxx.xxxxx xxx.xxxxx  xxx.xxxxx xxx.xxxxx xxx.xxxxx",
        &[("r1c1", 0b11)], &[("r2c4", 0b10)], "r9c4"),
    (Technique::AvoidableRectangle1, ALL,
        &[("r1c1", PLACED | 0b10), ("r1c4", PLACED | 0b100), ("r2c1", PLACED | 0b100)], &[("r2c4", 0b10)], "r2c1"),
    (Technique::AvoidableRectangle2, ALL,
        &[("r1c1", PLACED | 0b10), ("r1c4", PLACED | 0b100), ("r2c1", 0b1100), ("r2c4", 0b1010)],
        &[("r2c2", 0b1000), ("r2c3", 0b1000), ("r2c5", 0b1000), ("r2c6", 0b1000), ("r2c7", 0b1000), ("r2c8", 0b1000),
        ("r2c9", 0b1000)], "r2c1"),
    (Technique::DoublyLinkedAlsXz, ALL, &[("r1c1", 0b110), ("r1c5", 0b1010), ("r1c6", 0b1100)],
        &[("r1c2", 0b1110), ("r1c3", 0b1110), ("r1c4", 0b1110), ("r1c7", 0b1110), ("r1c8", 0b1110),
        ("r1c9", 0b1110), ("r2c4", 0b1000), ("r2c5", 0b1000), ("r2c6", 0b1000), ("r3c4", 0b1000), ("r3c5", 0b1000),
        ("r3c6", 0b1000)], "r1c6"),
    (Technique::WxyzWing, ALL,
        &[("r1c1", 0b1_0010), ("r5c1", 0b1_0100), ("r5c2", 0b1100), ("r5c3", 0b1010)],
        &[("r1c3", 0b10), ("r2c3", 0b10), ("r3c3", 0b10), ("r4c1", 0b10), ("r6c1", 0b10)], "r5c2"),
    (Technique::AlsXyWing, ALL, &[("r1c1", 0b110), ("r1c5", 0b1010), ("r5c1", 0b1100)], &[("r5c5", 0b1000)], "r5c1"),
    (Technique::Aic,
        "xxxxxxxxx .x....x.. xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx .x.....x. xxxxxxxxx",
        &[], &[("r1c8", 1), ("r3c8", 1), ("r7c7", 1), ("r9c7", 1)], "r2c4"),
    (Technique::DiscontinuousLoop,
        "xxxxxxxxx .x.....x. xx.xxxxxx  xx.xxxxxx xx.xxxxxx xx.xxxxxx  xxxxxxxxx xx.xxxxxx xx.xxxxxx",
        &[], &[("r7c8", 1)], "r5c3"),
    (Technique::GroupedXChain,
        ".x.xxxx.x x.xxxxxxx .x.xxxx.x  xxxxxxx.x xxxxxxx.x xxxxxxxxx  xxxxxxx.x xxxxxxx.x xxxxxxx.x",
        &[], &[("r6c2", 1)], "r1c1"),
    (Technique::GroupedDiscontinuousLoop,
        ".x.xxxx.x x.xxxxxxx .x.xxxx.x  xxxxxxx.x xxxxxxx.x xxxxxxxxx  xxxxxxx.x xxxxxxx.x xxxxxxx.x",
        &[], &[("r6c2", 1)], "r1c1"),
    (Technique::GroupedAic,
        "xxxxxxxxx xxx...x.. xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx .x....x.. xxxxxxxxx",
        &[], &[("r1c2", 1), ("r3c2", 1)], "r2c9"),
    (Technique::GroupedContinuousLoop,
        "..xxxxxxx xxxxxxxxx xxxxxxxxx  ..xxxxxxx ..xxxxxxx ..xxxxxxx  ..xxxxxxx x.xxxxxxx .xxxxxxxx",
        &[], &[("r1c3", 1), ("r2c3", 1), ("r3c3", 1), ("r7c3", 1), ("r8c3", 1), ("r9c3", 1)], "r5c1"),
];

/// All places of a digit.
const ALL: &str =
    "xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx  xxxxxxxxx xxxxxxxxx xxxxxxxxx";

/// The digit of a cell is placed, if there is no other.
const PLACED: u16 = 1 << 9;

/// A board without given cells.
fn board_of(candidates: &[u16; 81]) -> PencilMarks {
    let mut marks = PencilMarks::from_candidates(candidates).with_given(0);
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
    let chains = TechniqueSet::GROUPED_CHAINS.with(Technique::Aic).with(Technique::DiscontinuousLoop);
    for number in 0..300 {
        let solution = solved(&mut random);
        let marks = board(&solution, &mut random);
        for (&technique, found) in &mut found {
            // A board may have thousands of chains.
            if chains.contains(technique) && number % 10 > 0 {
                continue;
            }
            explainer.set_techniques(TechniqueSet::EMPTY.with(technique));
            explainer.visit_all(&marks, &|| true, |step| {
                *found += 1;
                assert_eq!(step.technique(), technique);
                check_solution(&solution, step);
                let mut after = marks.clone();
                after.apply(step);
                assert_ne!(after, marks, "{step}");
                match technique {
                    Technique::XyChain => check_proof(&marks, step),
                    _ if chains.contains(technique) => check_named_chain(&marks, step),
                    _ => {}
                }
                ControlFlow::Continue(())
            });
        }
    }
    assert!(found.values().all(|&found| found > 0), "{found:?}");
}

/// Checks each link of a chain with groups, and its result by both ends, by the rules alone.
fn check_named_chain(marks: &PencilMarks, step: &Step) {
    let having = |digit: usize| {
        (0..81).filter(|&cell| marks.candidates()[cell] >> digit & 1 == 1).collect::<BTreeSet<usize>>()
    };
    let same_unit =
        |one: usize, other: usize| (0..3).any(|kind| units_of(one)[kind] == units_of(other)[kind]);
    let nodes: Vec<(usize, BTreeSet<usize>, bool)> = (0..step.links().len())
        .map(|number| {
            let link = step.links()[number];
            let digit = usize::from(link.digit) - 1;
            let cells = (0..81).filter(|&cell| step.cells_of_link(number) >> cell & 1 == 1).collect();
            (digit, cells, link.is_true)
        })
        .collect();
    // Both cannot be true, whichever cell of a group has its digit.
    let excludes = |(digit, cells): (usize, &BTreeSet<usize>),
                    (other_digit, others): (usize, &BTreeSet<usize>)| {
        cells.iter().all(|&one| {
            others.iter().all(|&other| match digit == other_digit {
                true => one != other && same_unit(one, other),
                false => one == other,
            })
        })
    };
    for pair in nodes.windows(2) {
        let [(digit, cells, is_true), (next_digit, next, next_is_true)] = pair else { unreachable!() };
        assert!(cells.is_subset(&having(*digit)) && next.is_subset(&having(*next_digit)), "{step}");
        assert_ne!(is_true, next_is_true);
        if *is_true {
            assert!(excludes((*digit, cells), (*next_digit, next)), "{step}");
            continue;
        }
        let in_cell = cells == next && cells.len() == 1 && {
            let cell = *cells.first().unwrap();
            digit != next_digit && marks.candidates()[cell] == 1 << digit | 1 << next_digit
        };
        let in_unit = digit == next_digit
            && (0..27).any(|unit| {
                let of_unit: BTreeSet<usize> =
                    having(*digit).into_iter().filter(|&cell| units_of(cell).contains(&unit)).collect();
                of_unit == cells | next
            });
        assert!(in_cell || in_unit, "{step}");
    }
    let (first, last) = (&nodes[0], nodes.last().unwrap());
    if let Some((cell, digit)) = step.placement() {
        let own = (usize::from(digit) - 1, BTreeSet::from([cell]));
        assert_eq!(
            [(first.0, &first.1, first.2), (last.0, &last.1, last.2)],
            [(own.0, &own.1, false), (own.0, &own.1, true)]
        );
    }
    let pairs: Vec<_> = match step.technique() {
        Technique::GroupedContinuousLoop => {
            assert_eq!(first, last);
            nodes.windows(2).filter(|pair| pair[0].2).map(|pair| (&pair[0], &pair[1])).collect()
        }
        _ => vec![(first, last)],
    };
    for (cell, &digits) in step.eliminations().iter().enumerate() {
        for digit in (0..9).filter(|digit| digits >> digit & 1 == 1) {
            let removed = (digit, &BTreeSet::from([cell]));
            let is_seen = |node: &(usize, BTreeSet<usize>, bool)| excludes((node.0, &node.1), removed);
            assert!(pairs.iter().any(|(one, other)| is_seen(one) && is_seen(other)), "{step}");
        }
    }
}

/// Boards of puzzles, with digits placed and candidates removed at random, and the solution from 0.
fn positions() -> Vec<([usize; 81], PencilMarks)> {
    let mut memory = Box::new_uninit();
    let workspace = GeneratorWorkspace::write_new(&mut memory);
    let (mut random, mut puzzles) = (Rng::with_seed(26), vec![None; 150]);
    Generator::new(26).generate(0, &mut puzzles, workspace);
    let mut positions = Vec::new();
    for puzzle in puzzles.into_iter().flatten() {
        let solution =
            Solver::new().solve(&puzzle).solution.unwrap().digits().map(|digit| usize::from(digit) - 1);
        for _ in 0..10 {
            let mut marks = PencilMarks::new(&puzzle);
            let (placed, removed) = (random.u32(..60), random.u32(4..15));
            for (cell, &digit) in solution.iter().enumerate() {
                if marks.digits()[cell] == 0 && random.u32(..81) < placed {
                    marks.place(cell, digit as u8 + 1);
                }
            }
            for (cell, &digit) in solution.iter().enumerate() {
                let others = (0..9).filter(|&other| other != digit && random.u32(..16) < removed);
                marks.eliminate(cell, others.fold(0, |digits, other| digits | 1 << other));
            }
            positions.push((solution, marks));
        }
    }
    positions
}

/// All rectangles of many boards, and none that need to know the clues on the same boards without them.
#[test]
fn rectangles_keep_the_only_solution() {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    let mut found: BTreeMap<Technique, usize> = BTreeMap::new();
    explainer.set_techniques(TechniqueSet::RECTANGLES);
    for (solution, marks) in positions() {
        let is_open = |cell: usize| marks.digits()[cell] == 0;
        explainer.visit_all(&marks, &|| true, |step| {
            *found.entry(step.technique()).or_default() += 1;
            check_solution(&solution, step);
            assert!((0..81).all(|cell| step.eliminations()[cell] & !marks.candidates()[cell] == 0));
            ControlFlow::Continue(())
        });
        let pairs = |step: &Step| {
            step.deciding().iter().enumerate().all(|(cell, digits)| *digits == 0 || is_open(cell))
        };
        explainer.visit_all(&marks.clone().with_given((1 << 81) - 1), &|| true, |step| {
            use Technique::*;

            assert!(!matches!(step.technique(), AvoidableRectangle1 | AvoidableRectangle2), "{step}");
            assert!(pairs(step), "{step}");
            // Those of the scale have no unit, or the one of a subset or a locked digit.
            let is_scale = matches!(step.technique(), UniqueRectangle5 | UniqueRectangle6 | HiddenRectangle);
            assert!(is_scale || step.units().count() <= 1, "{step}");
            ControlFlow::Continue(())
        });
    }
    let mut all = Technique::ALL.iter().filter(|technique| TechniqueSet::RECTANGLES.contains(**technique));
    assert!(all.all(|technique| found.contains_key(technique)), "{found:?}");
}

/// A board whose clues alone have several solutions, and one by its candidates, has no rectangle by its clues.
#[test]
fn clues_with_several_solutions_are_not_trusted() {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    explainer.set_techniques(TechniqueSet::EMPTY.with(Technique::AvoidableRectangle1));
    let mut found = 0;
    for (solution, marks) in positions() {
        let Some(step) = explainer.next_step(&marks) else { continue };
        found += 1;
        assert_eq!(explainer.hint(&marks), Ok(Some(step)));
        // Without a clue, but with its digit as the only candidate.
        let clue = (0..81).find(|&cell| marks.given() >> cell & 1 == 1).unwrap();
        let mut candidates = *marks.candidates();
        let mut clues = *marks.digits();
        for (cell, digit) in clues.iter_mut().enumerate() {
            if marks.given() >> cell & 1 == 0 || cell == clue {
                *digit = 0;
            }
        }
        let mut fewer = PencilMarks::new(&Grid::from_digits(&clues).unwrap());
        for (cell, &digit) in marks.digits().iter().enumerate() {
            if digit > 0 && clues[cell] == 0 && cell != clue {
                fewer.place(cell, digit);
            }
        }
        candidates[clue] = 1 << solution[clue];
        (0..81).for_each(|cell| fewer.eliminate(cell, !candidates[cell]));
        let trusts = Solver::new().solve(&Grid::from_digits(&clues).unwrap()).status == Status::Unique;
        assert_eq!(explainer.hint(&fewer).unwrap().is_some(), trusts);
    }
    assert!(found > 3, "{found}");
}
