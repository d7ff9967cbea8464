//! Steps against the judge's numbers and plain definitions.

mod alone;
mod deadly;
mod layouts;
mod plain;

use std::collections::{BTreeMap, BTreeSet};
use std::ops::ControlFlow;

use fastrand::Rng;
use lanedoku::{Grid, Unit};

use super::chains::tests::{board, solved};
use super::*;
use plain::PlainStep;

#[test]
fn an_easy_puzzle_is_solved_by_singles() {
    let puzzle: Grid =
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79".parse().unwrap();
    let mut marks = PencilMarks::new(&puzzle);
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    while let Some(step) = explainer.next_step(&marks) {
        marks.apply(&step);
    }
    assert!(marks.is_complete());
    assert!(Grid::from_digits(marks.digits()).unwrap().is_solution_of(&puzzle));
}

/// Puzzles of `lanedoku generate --seed 26`, one for each technique that is the hardest of one, with the judge's
/// rating, pearl and diamond in tenths. `benches/judge` compares thousands.
#[rustfmt::skip]
const JUDGED: &[(&str, [u8; 3], Technique)] = {
    use Technique::*;
    &[
        ("5.1.8..9........766...7.2...54...1.......8.4......3..22..7......1......4...2.5.1.", [66, 12, 12], Skyscraper),
        ("...7....6.....1.......5.17.9.54.6....745...2.8.....6..4.7...3.9..8.....7..1.8.5..", [71, 12, 12], AlternatingChain),
        (".5..3....9..8..4..14.....7...2..49.86..3.1.4...5.6..1...1.8............6.2.5.6...", [71, 12, 12], WWing),
        ("..3.....12.96...5.....25..851.7.........59.6.6.......4....4.7.57.1.........8....2", [71, 12, 12], ContinuousLoop),
        (".4...7.2..8..9...37.68.5.........86.9...........4.93.....9...7......8..5.65......", [68, 12, 12], XChain),
        ("........7..26........17..8...9...7.3.6.8..9.......61..8..24.....4.9...3.2.7..1...", [84, 12, 12], UnitForcingChains),
        ("..9......3..4.61...1.5...8..6.8...5.2.......1.8..254...43..9.....1.8.53.6........", [66, 12, 12], TurbotFish),
        ("...87..5...23..91.....9.6....7....3.45.1.7....63.5....1..9.....8...16........37..", [66, 12, 12], TwoStringKite),
        ("8.....5....3.57.9.......273.4....32.....3974...6..2..8.71.....94.8.9.......68....", [83, 12, 12], CellForcingChains),
        ("..3..7..8..86..3.....5......5..4...6..93.......62..5.....8.19.27.......42.5......", [72, 15, 15], XyChain),
        ("......1....58....3.7.65.....8.2....16...9..........24.4.75.......23...95.6..7....", [79, 12, 12], NishioForcingChain),
        ("...9.........4...3..9..1.45.....58..2.....7....1..7596.9.7.2..13.2.1...9.........", [90, 12, 12], DynamicUnitForcingChains),
        (".....5.2..4.6.....5.9...8...3.2.....1..4..7.8..7.....9...3.7..54.1....7.....8...2", [75, 12, 12], AlignedTripleExclusion),
        ("2.........9.87.45......56...3...8..55..31..48.7.....1...4......7..24......2.3.8..", [90, 12, 12], DynamicCellForcingChains),
        (".1.7.8.......6...3.7.1.2.........4..36....98...8..6..5...2....49......5.7..51.3..", [89, 12, 12], DynamicContradiction),
        ("2.9..5..337..9.85.............3.45....4.7....9....6..4.3.5.92.6..........27....8.", [65, 12, 12], XCycle),
        ("2..3.59.8.....1.........74..6.1....4.........4.2...6....1.9.2.5.37.2.8..6..7.....", [20, 12, 12], DirectHiddenPair),
        (".31...........7.34.......67.65..8.....8.9.....9..2.6..8....6..9....342..14..8....", [26, 12, 12], Pointing),
        ("..1...........9.4.6...78...4.2.8...5.....5.648.....1....3....59.9.....18....34..7", [25, 12, 12], DirectHiddenTriple),
        ("9....37...6.4...514..67.2....62.8...1.8....7.......6..3271...9.......5.....8...1.", [45, 12, 12], UniqueRectangle2),
        (".469.....8.......2..2....5...541.6...1..5.9..2.4.6...1.......7....7...8....1.5..9", [15, 12, 12], HiddenSingle),
        ("51..74..2..72.......6....5......39....1......9....1384...8..51..6.........96.28..", [17, 12, 12], DirectPointing),
        ("2.....1...37.......4...5..3..87...6.4.......59..8........4..632.....391..6..7...4", [56, 12, 12], BugPlusOne),
        ("..8.513...41......96....85........7.65.2..........4.......987...7.....4.1....5..6", [34, 12, 12], HiddenPair),
        // Of players' lists: patterns inside chains remove candidates, of the first one only in steps below 9.4.
        ("....5..8...67......8...36.5.4..3..5......4..66....83.4..1.9..2..3...25..9........", [94, 12, 12], DynamicContradiction),
        ("........1.....2.3...3.1.4.......51....51.4.6..7..6...5..4.5.7..5.7.4.6.389..3....", [95, 95, 26], DynamicChainsPlus),
        ("1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..", [105, 12, 12], NestedForcingChains),
    ]
};

#[test]
fn the_judge_gives_the_same_numbers() {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    for &(puzzle, levels, hardest) in JUDGED {
        let found = explainer.difficulty(&puzzle.parse().unwrap()).unwrap();
        let found_levels = [found.level, found.pearl, found.diamond].map(Level::tenths);
        assert_eq!((found_levels, found.hardest), (levels, Some(hardest)), "{puzzle}");
    }
}

/// Boards of all kinds: between the steps of puzzles, with candidates removed as a person may, and with candidates that
/// no puzzle has.
fn boards() -> Vec<PencilMarks> {
    let mut random = Rng::with_seed(36);
    let mut boards: Vec<PencilMarks> = (0..150).map(|_| board(&solved(&mut random), &mut random)).collect();
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    for &(puzzle, levels, _) in JUDGED.iter().filter(|(_, levels, _)| levels[0] < 70) {
        let take = |marks: &PencilMarks, _: &Step| {
            if random.u32(..if levels[0] > 50 { 4 } else { 12 }) == 0 {
                boards.push(marks.clone());
            }
            ControlFlow::Continue(())
        };
        explainer.visit_steps(&puzzle.parse().unwrap(), take).unwrap();
    }
    for _ in 0..150 {
        let solution = solved(&mut random);
        let share = 1 + random.u32(..12);
        boards.push(PencilMarks::from_candidates(&core::array::from_fn(|cell| {
            let others =
                (0..9).filter(|_| random.u32(..16) < share).fold(0, |digits, digit| digits | 1 << digit);
            others | if random.u32(..12) == 0 { 0 } else { 1 << solution[cell] }
        })));
    }
    boards
}

/// Each technique alone finds the step that its definition finds first, and no other.
#[test]
fn steps_are_those_of_the_definitions() {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    let mut found: BTreeMap<Technique, [usize; 2]> = BTreeMap::new();
    for marks in boards() {
        for technique in plain::PLAIN {
            explainer.set_techniques(TechniqueSet::EMPTY.with(technique));
            let step = explainer.next_step(&marks);
            let expected = plain::find(technique, &marks);
            found.entry(technique).or_default()[usize::from(expected.is_some())] += 1;
            assert!(step.as_ref().is_none_or(|step| step.technique() == technique));
            assert_eq!(step.as_ref().map(PlainStep::of), expected, "{technique} {marks:?}");
        }
    }
    assert!(found.values().flatten().all(|&found| found > 0), "{found:?}");
}

/// The first step that is visited is the next one, and those of some techniques are all that the definitions have.
#[test]
fn all_steps_are_visited() {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    let is_nested = |technique: &Technique| TechniqueSet::NESTED_CHAINS.contains(*technique);
    let techniques: Vec<Technique> = Technique::ALL.iter().copied().filter(|of| !is_nested(of)).collect();
    let (mut counts, mut visited) = (BTreeMap::new(), [0; Technique::ALL.len()]);
    for (number, marks) in boards().into_iter().step_by(3).enumerate() {
        let places = |unit: usize, digit: usize| {
            let has_it = |cell: &usize| marks.candidates()[*cell] >> digit & 1 == 1;
            plain::cells(unit).into_iter().filter(has_it).collect::<Vec<usize>>()
        };
        // Chains take longer.
        let has_all = |technique: Technique| technique < Technique::Skyscraper || number % 5 == 0;
        for &technique in techniques.iter().filter(|of| has_all(**of)) {
            explainer.set_techniques(TechniqueSet::EMPTY.with(technique));
            let mut steps = Vec::new();
            explainer.visit_all(&marks, &|| true, |step| {
                steps.push(step.clone());
                // Some boards have millions of the last ones.
                if steps.len() < 400 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
            });
            let next = explainer.next_step(&marks);
            assert!(steps.iter().all(|step| step.technique() == technique), "{technique}");
            assert_eq!(steps.first(), next.as_ref(), "{technique}");
            let mut stopped = 0;
            explainer.visit_all(&marks, &|| true, |_| {
                stopped += 1;
                ControlFlow::Break(())
            });
            assert_eq!(stopped, steps.len().min(1), "{technique}");
            visited[technique as usize] += steps.len();
            let is_again = |(number, step): (usize, &Step)| steps[..number].contains(step);
            assert!(!steps.iter().enumerate().any(is_again), "{technique}");
            let all = match technique {
                Technique::NakedSingle => {
                    (0..81).filter(|&cell| marks.candidates()[cell].count_ones() == 1).count()
                }
                Technique::HiddenSingle => {
                    (0..27 * 9).filter(|place| places(place / 9, place % 9).len() == 1).count()
                }
                Technique::XWing => {
                    let lines = (0..9).flat_map(|one| (one + 1..9).map(move |other| [one, other]));
                    let all = lines.flat_map(|lines| [0, 9].map(|first| lines.map(|line| first + line)));
                    let is_fish = |lines: [usize; 2], digit: usize| {
                        let cross = |cell: usize| plain::units(cell)[usize::from(lines[0] < 9)];
                        let [one, other] =
                            lines.map(|line| places(line, digit).into_iter().map(cross).collect::<Vec<_>>());
                        let removes = |&line: &usize| places(line, digit).len() > 2;
                        one.len() == 2 && one == other && one.iter().any(removes)
                    };
                    all.map(|lines| (0..9).filter(|&digit| is_fish(lines, digit)).count()).sum()
                }
                _ => continue,
            };
            assert_eq!(steps.len(), all, "{technique} {marks:?}");
            *counts.entry(technique).or_insert(0) += all;
        }
    }
    assert!(counts.len() == 3 && counts.values().all(|&count| count > 50), "{counts:?}");
    let seen = |technique: &Technique| visited[*technique as usize] > 0;
    assert!(techniques.iter().filter(|of| seen(of)).count() > 50, "{visited:?}");
}

/// Each technique of a list finds steps by itself, too: no chain of the list has the name of a pattern that it is not.
#[test]
fn techniques_of_a_list_are_found_alone() {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    let all = TechniqueSet::read("all,-dynamic chains,-nested chains,-direct claiming").unwrap();
    let mut names = BTreeSet::new();
    for puzzle in [
        "..63..9...4.........26.7.8....2.53......4...7....9..5...9.....67.8.1.4..6......3.",
        "6..2...8......4.1.57.8..3....5.1........35.2.........6..4....5...7...9.29..1....8",
        "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    ] {
        let mut marks = PencilMarks::new(&puzzle.parse().unwrap());
        for number in 0.. {
            explainer.set_techniques(TechniqueSet::SCALE);
            let Some(step) = explainer.next_step(&marks) else { break };
            let mut listed = BTreeSet::new();
            explainer.set_techniques(all);
            let visit = |step: &Step| {
                listed.insert(step.technique());
                ControlFlow::Continue(())
            };
            if number % 5 == 0 {
                assert_eq!(explainer.all_hints(&marks, &|| true, visit), Ok(()));
            }
            for &technique in &listed {
                explainer.set_techniques(TechniqueSet::EMPTY.with(technique));
                assert!(explainer.next_step(&marks).is_some(), "{technique} {marks:?}");
            }
            names.append(&mut listed);
            marks.apply(&step);
        }
    }
    assert!(names.len() > 40, "{names:?}");
}

/// A step of any technique names only candidates that there are.
#[test]
fn steps_name_candidates_of_the_board() {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    explainer.set_most_work(200_000);
    let mut found = BTreeSet::new();
    for marks in boards().into_iter().step_by(12) {
        for &technique in Technique::ALL.iter().filter(|technique| **technique != Technique::NeedsMore) {
            explainer.set_techniques(TechniqueSet::EMPTY.with(technique));
            let Some(step) = explainer.next_step(&marks) else { continue };
            assert!(step.deciding().iter().any(|digits| *digits != 0), "{step}");
            for (cell, candidates) in marks.candidates().iter().enumerate() {
                let (deciding, removed) = (step.deciding()[cell], step.eliminations()[cell]);
                assert_eq!((deciding | removed) & !candidates, 0, "{step} {marks:?}");
            }
            found.insert(step.technique());
        }
    }
    assert!(found.len() > 20, "{found:?}");
}

#[test]
fn a_step_has_the_units_that_it_was_given() {
    let of_kind = [Unit::Row, Unit::Column, Unit::Box].into_iter();
    let all: Vec<Unit> = of_kind.flat_map(|kind| (0..9).map(kind)).collect();
    for unit in 0..27 {
        let step = Step::new(Technique::NakedPair, 30).with_unit(unit).with_unit(26 - unit);
        let mut expected = vec![unit, 26 - unit];
        expected.sort();
        expected.dedup();
        assert!(step.units().eq(expected.into_iter().map(|unit| all[unit])), "{unit}");
    }
}

#[test]
fn a_set_of_techniques_is_a_set() {
    let uniqueness: BTreeSet<Technique> = {
        use Technique::*;
        let loops = [UniqueRectangle1, UniqueRectangle2, UniqueRectangle3, UniqueRectangle4, UniqueLoop];
        let others =
            [UniqueRectangle5, UniqueRectangle6, HiddenRectangle, AvoidableRectangle1, AvoidableRectangle2];
        loops.into_iter().chain(others).chain([BugPlusOne, Bug2, Bug3, Bug4]).collect()
    };
    let off_scale: BTreeSet<Technique> = {
        use Technique::*;
        // The first of them, and those that the judge finds as chains.
        let beside =
            Technique::ALL.iter().copied().filter(|technique| (FinnedXWing..NeedsMore).contains(technique));
        beside.chain([Skyscraper, TwoStringKite, TurbotFish, WWing, XyChain]).collect()
    };
    let listed = |set: TechniqueSet| -> BTreeSet<Technique> {
        Technique::ALL.iter().copied().filter(|technique| set.contains(*technique)).collect()
    };
    let all: BTreeSet<Technique> =
        Technique::ALL.iter().copied().filter(|technique| *technique != Technique::NeedsMore).collect();
    assert_eq!((listed(TechniqueSet::EMPTY), listed(TechniqueSet::ALL)), (BTreeSet::new(), all.clone()));
    assert_eq!(listed(TechniqueSet::SCALE), &all - &off_scale);
    let mut random = Rng::with_seed(36);
    let (mut set, mut model) = (TechniqueSet::EMPTY, BTreeSet::new());
    for _ in 0..500 {
        let technique = Technique::ALL[random.u32(..Technique::ALL.len() as u32 - 1) as usize];
        (set, _) = match random.u32(..2) {
            0 => (set.with(technique), model.insert(technique)),
            _ => (set.without(technique), model.remove(&technique)),
        };
        assert_eq!(listed(set), model);
        assert_eq!(listed(set.without_uniqueness()), &model - &uniqueness);
        assert_eq!(set.relies_on_uniqueness(), !model.is_disjoint(&uniqueness));
    }
    for technique in all {
        let alone = TechniqueSet::EMPTY.with(technique);
        assert_eq!(alone.relies_on_uniqueness(), uniqueness.contains(&technique));
        assert_eq!(technique.to_string(), technique.name());
    }
    for tenths in 0..=255_u8 {
        let text = format!("{:.1}", f64::from(tenths) / 10.0);
        assert_eq!(
            (Level::from_tenths(tenths).to_string(), Level::from_tenths(tenths).tenths()),
            (text, tenths)
        );
    }
}
