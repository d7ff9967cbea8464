//! Human solving steps: each technique where it applies and where it only seems to, and no step that contradicts a
//! solution. `benches/judge` compares the steps with those of Sukaku Explainer.

mod causes;
mod claims;
mod eureka;
mod hodoku;
mod roles;

use core::ops::ControlFlow;
use std::collections::BTreeMap;

use testkit::puzzles::PuzzleGenerator;

use lanedoku::{Generator, GeneratorWorkspace, Grid, Solver, Status};
use lanedoku_steps::{Difficulty, Explainer, Level, PencilMarks, Step, Technique, TechniqueSet};

/// Generated puzzles with a step of the technique, and a candidate (cell and digit) without which it would not be
/// there: if the board has this candidate, too, the technique finds nothing. Full house and direct claiming have tests
/// of their own.
const CASES: &[(Technique, &str, (usize, u8))] = {
    use Technique::*;
    &[
        (
            HiddenSingle,
            "..6.2.943.9.....6.......1..64..85..1.5.....8..8.6.2..79......148...37..9.25......",
            (60, 3),
        ),
        (
            DirectPointing,
            "92.1............91....3..6....7.5.49.52....1....8..6..8..9437....6..........5....",
            (13, 8),
        ),
        (
            DirectHiddenPair,
            ".....4..6.7.....5.3.1...2.4.8.1..9....5.36..2.......6.....81.45......7...6.5.9...",
            (34, 7),
        ),
        (
            NakedSingle,
            "..93...2....8.1....5......1.....48...7.13........75.3..34.....6.6.41....7.2...1.5",
            (38, 5),
        ),
        (
            DirectHiddenTriple,
            "3.....6...9..4..3....1.6..8..7.5....84........5.2..1.41.....9...8...9..7.3...8...",
            (27, 9),
        ),
        (
            Pointing,
            "..6.14..9...6....2..8..2.1...49..5..8..5.1.67....6...85...4.....7.1...9...2..7...",
            (9, 4),
        ),
        (
            Claiming,
            "9...7.5..6...4.17....5...39..........6....3.22.7...9...5.6......3..5...14.973.6..",
            (20, 1),
        ),
        (
            NakedPair,
            "....5...741..7....7.29...3..216......4...5...8...3..2.....4..7...3..7.82...3...16",
            (32, 4),
        ),
        (XWing, "4.21...5....6.........283.........182..5.6..3.6..8.....23.4.8..9...6..75.........", (19, 7)),
        (
            HiddenPair,
            "4.21...5....6.........283.........182..5.6..3.6..8.....23.4.8..9...6..75.........",
            (19, 9),
        ),
        (
            NakedTriple,
            ".1..46...7......42.5...2..1...8...1....7..3.4.....5...86......347..1...959.....2.",
            (59, 4),
        ),
        (
            Swordfish,
            "4.21...5....6.........283.........182..5.6..3.6..8.....23.4.8..9...6..75.........",
            (26, 4),
        ),
        (
            HiddenTriple,
            ".8...596...5..8......97......2.....71.8.9.2..6........8.7.1..34.4.......3...47.86",
            (30, 4),
        ),
        (
            XyWing,
            "4.21...5....6.........283.........182..5.6..3.6..8.....23.4.8..9...6..75.........",
            (26, 4),
        ),
        (
            XyzWing,
            "4.21...5....6.........283.........182..5.6..3.6..8.....23.4.8..9...6..75.........",
            (73, 1),
        ),
        (
            UniqueRectangle1,
            "....5....8.1..3........25.713.....4.6.....8....52.......3..9..6.9.....1..8..74..2",
            (69, 3),
        ),
        (
            UniqueRectangle2,
            ".....4..6.7.....5.3.1...2.4.8.1..9....5.36..2.......6.....81.45......7...6.5.9...",
            (9, 8),
        ),
        (
            UniqueRectangle3,
            "....175..4.3............91.8......27.5...1......34......5..9......2......7...3.82",
            (46, 6),
        ),
        (
            UniqueRectangle4,
            "....175..4.3............91.8......27.5...1......34......5..9......2......7...3.82",
            (70, 3),
        ),
        (
            UniqueLoop,
            "9.6...2.......23...4....87.6..2.8.....246.1...34.5....3..1.6.......2....7.....982",
            (35, 9),
        ),
        (
            NakedQuad,
            ".....2...85..7..6....6.9..8....1....5.2..83..1.4.......4...5.933...2.5...8..94..2",
            (35, 4),
        ),
        (
            Jellyfish,
            ".4...5...312....4....2...17.2.96.......8.17.........637...4...5..47......6....8..",
            (7, 9),
        ),
        (
            HiddenQuad,
            "...6....59.572....8.3..46.....9..4..........3....1..58..1.32.744.....5....7......",
            (28, 8),
        ),
        (
            BugPlusOne,
            "51..2......9.6.13...3...7....5.8.3..2.......1.....1.788.231.6...6...4...3..6...5.",
            (8, 4),
        ),
        (Bug2, "4.21...5....6.........283.........182..5.6..3.6..8.....23.4.8..9...6..75.........", (10, 1)),
        (Bug3, ".....61.....91..2......5.....73.4.8..2......4.6..98..14...8.3.5.92..3...6...5....", (7, 7)),
        (Bug4, "....16...9...8.72...8.9.........5.......6...15.687..3..25...8..4....93....12.....", (43, 4)),
        (
            AlignedPairExclusion,
            ".3...4..66..7.9.25......9..7...........59....8.2..6.3..1....2....517.3.....62...1",
            (11, 8),
        ),
        (
            XChain,
            "4.21...5....6.........283.........182..5.6..3.6..8.....23.4.8..9...6..75.........",
            (54, 1),
        ),
        (
            XCycle,
            "2...6.3.59.........8.21......68...4.19.......45...3.....2...69.....3.8..64..7....",
            (39, 7),
        ),
        (
            AlternatingChain,
            ".1..2...5.49.....6.......7.9......28...7.3....3..1.4..6....7......9......572.6..9",
            (68, 4),
        ),
        (
            ContinuousLoop,
            "...7....6.....1.......5.17.9.54.6....745...2.8.....6..4.7...3.9..8.....7..1.8.5..",
            (1, 3),
        ),
        (
            AlignedTripleExclusion,
            "..5...8...2....4..7....4.9..1.4.2...9..6...5....7....1...28...7..8......63.5.9..4",
            (34, 7),
        ),
        (
            NishioForcingChain,
            "3.....5.7......13.....61.....4........2...67973.8.....9..4..........24.5..7.5.9..",
            (66, 6),
        ),
        (
            CellForcingChains,
            "9...7.5..6...4.17....5...39..........6....3.22.7...9...5.6......3..5...14.973.6..",
            (5, 6),
        ),
        (
            UnitForcingChains,
            "...8.....5..2.14..7....6.1....6.......6....31321..47.683.....7..5..2...8...4..6..",
            (2, 4),
        ),
        (
            DynamicContradiction,
            "8.56......6.7....81.7..8.5...45........43....9.8........9..61........3.4....2..75",
            (1, 3),
        ),
        (
            DynamicDoubleForcingChains,
            ".14.23.9........3.6..98...186......5...4..6....75.....47....5....9.....3...2.1..4",
            (24, 2),
        ),
        (
            DynamicCellForcingChains,
            "...1.8..6...2..5...1.....34..2.8...37.9..2......6.....54....9.8.9...6...1....5...",
            (0, 4),
        ),
        (
            DynamicUnitForcingChains,
            "....921..3.265....6.....5...........9..4..37.5...3.6..8....7.....68...4..9..1..8.",
            (74, 7),
        ),
    ]
};

/// The board as it would be with other candidates that no placed digit excludes.
fn with_candidates(marks: &PencilMarks, candidates: &[u16; 81]) -> PencilMarks {
    let mut changed = PencilMarks::new(&Grid::from_digits(marks.digits()).unwrap());
    for (cell, candidates) in candidates.iter().enumerate() {
        changed.eliminate(cell, !candidates);
    }
    changed
}

fn explainer(techniques: TechniqueSet) -> &'static mut Explainer {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    explainer.set_techniques(techniques);
    // Nested chains on many boards would take long.
    explainer.set_most_work(20_000);
    explainer
}

#[test]
fn each_technique_where_it_applies_and_where_it_only_seems_to() {
    for &(technique, puzzle, (cell, digit)) in CASES {
        let puzzle: Grid = puzzle.parse().unwrap();
        let mut found = None;
        let visit = |marks: &PencilMarks, step: &Step| {
            if step.technique() == technique {
                found = Some((marks.clone(), step.clone()));
                return ControlFlow::Break(());
            }
            ControlFlow::Continue(())
        };
        Explainer::write_new(Box::leak(Box::new_uninit())).visit_steps(&puzzle, visit).unwrap();
        let (marks, step) = found.unwrap_or_else(|| panic!("{technique}: not in {puzzle:?}"));
        // Beside the scale, chains that branch have more cases, so there may be others.
        let branches = step.level() >= Level::from_tenths(80);
        // It is needed: without it, the next step is not easier.
        let next = explainer(TechniqueSet::SCALE.without(technique)).next_step(&marks);
        assert!(branches || next.is_none_or(|next| next.level() >= step.level()), "{technique}");
        let alone = explainer(TechniqueSet::EMPTY.with(technique));
        // The same step: a continuous loop may remove more within its cells than on the scale.
        let own = alone.next_step(&marks).unwrap_or_else(|| panic!("{technique}: not alone"));
        assert_eq!(
            (own.technique(), own.level(), own.placement()),
            (technique, step.level(), step.placement())
        );
        let mut both = own.eliminations().iter().zip(step.eliminations());
        assert!(both.all(|(own, scale)| own & scale == *scale), "{technique}");
        let mut candidates = *marks.candidates();
        candidates[cell] |= 1 << (digit - 1);
        for (own, &digit) in candidates.iter_mut().zip(marks.digits()) {
            *own |= if digit > 0 { 1 << (digit - 1) } else { 0 };
        }
        // As pencil marks, so that rectangles of cells without a clue are not found instead.
        let changed = PencilMarks::from_pencil_marks(&candidates);
        assert_ne!(changed, marks, "{technique}");
        let other = alone.next_step(&changed).filter(|other| !branches || *other == own);
        assert!(other.is_none(), "{technique}: {}", other.unwrap());
    }
}

/// Direct claiming never comes first, because of three boxes side by side, one then also points. On its own it finds a
/// step, but not if the row has the digit in another box, too, or the other row in another cell.
#[test]
fn direct_claiming_where_it_applies_and_where_it_only_seems_to() {
    let puzzle =
        ".3........6...4531....6..2....4........731...8175.....4.....9.72....91.4.......8.".parse().unwrap();
    let alone = explainer(TechniqueSet::EMPTY.with(Technique::DirectClaiming));
    let mut found = None;
    let visit = |marks: &PencilMarks, _: &Step| match alone.next_step(marks) {
        Some(step) => {
            found = Some((marks.clone(), step));
            ControlFlow::Break(())
        }
        None => ControlFlow::Continue(()),
    };
    Explainer::write_new(Box::leak(Box::new_uninit())).visit_steps(&puzzle, visit).unwrap();
    let (marks, step) = found.unwrap();
    assert_eq!(
        step.to_string(),
        "Direct claiming: in row 5, 6 is only in box 4, which leaves one cell for 6 in row 4, so r4c6 is 6."
    );
    for (cell, digit) in [(42, 6), (35, 6)] {
        let mut candidates = *marks.candidates();
        candidates[cell] |= 1 << (digit - 1);
        let changed = with_candidates(&marks, &candidates);
        assert_ne!(changed, marks);
        assert_eq!(alone.next_step(&changed), None, "{cell}");
    }
}

/// A full house is none if a second cell of the unit is open, or if the person has removed its digit.
#[test]
fn full_house_where_it_applies_and_where_it_only_seems_to() {
    let alone = explainer(TechniqueSet::EMPTY.with(Technique::FullHouse));
    let board = |row: &str| PencilMarks::new(&format!("{row}{}", ".".repeat(72)).parse().unwrap());
    let marks = board("1234.6789");
    let step = alone.next_step(&marks).unwrap();
    assert_eq!(step.to_string(), "Full house: in row 1, only r1c5 is open, so r1c5 is 5.");
    assert_eq!(alone.next_step(&board("1234.678.")), None);
    let mut removed = marks.clone();
    removed.eliminate(4, 1 << 4);
    assert_eq!(alone.next_step(&removed), None);
}

/// Puzzles of many kinds: minimal ones, and with 24 to 35 clues.
fn puzzles(count: usize) -> Vec<Grid> {
    let mut memory = Box::new_uninit();
    let workspace = GeneratorWorkspace::write_new(&mut memory);
    let mut puzzles = vec![None; count];
    let (minimal, others) = puzzles.split_at_mut(count / 2);
    Generator::new(26).generate(0, minimal, workspace);
    Generator::new(27).clues(24..=35).generate(0, others, workspace);
    puzzles.into_iter().flatten().collect()
}

/// All steps lead to the solution, and each makes progress. `benches/judge` does this with a million puzzles.
#[test]
fn no_step_contradicts_the_solution() {
    for techniques in [TechniqueSet::SCALE, TechniqueSet::ALL, TechniqueSet::SCALE.without_uniqueness()] {
        let explainer = explainer(techniques);
        for puzzle in puzzles(150) {
            let solution = Solver::new().solve(&puzzle).solution.unwrap();
            let mut last = PencilMarks::new(&puzzle);
            let mut steps = 0;
            let result = explainer.visit_steps(&puzzle, |marks, step| {
                steps += 1;
                last = marks.clone();
                last.apply(step);
                assert_ne!(&last, marks, "{puzzle:?}: {step}");
                assert_eq!(last, with_candidates(&last, last.candidates()), "{puzzle:?}: {step}");
                for (cell, &digit) in solution.digits().iter().enumerate() {
                    let has_it =
                        last.digits()[cell] == digit || last.candidates()[cell] >> (digit - 1) & 1 == 1;
                    assert!(has_it, "{puzzle:?}: {step}");
                }
                ControlFlow::Continue(())
            });
            let difficulty = result.unwrap();
            assert_eq!(last.is_complete(), difficulty.hardest != Some(Technique::NeedsMore));
            assert_eq!(difficulty.steps(), steps);
            assert_eq!(Ok(difficulty), explainer.difficulty(&puzzle));
            assert!(difficulty.diamond <= difficulty.pearl && difficulty.pearl <= difficulty.level);
        }
    }
}

/// Without uniqueness, a step keeps all solutions of any board. So boards with several solutions, and with candidates
/// that no puzzle would have, are an oracle that does not know the techniques.
#[test]
fn no_step_loses_one_of_several_solutions() {
    let mut random = PuzzleGenerator::new(5);
    let solver = Solver::new();
    for techniques in [TechniqueSet::SCALE, TechniqueSet::ALL] {
        let explainer = explainer(techniques.without_uniqueness());
        let mut several = 0;
        for puzzle in puzzles(60) {
            let mut start = PencilMarks::new(&puzzle);
            let result =
                Explainer::write_new(Box::leak(Box::new_uninit())).visit_steps(&puzzle, |marks, _| {
                    start = marks.clone();
                    if random.below(12) == 0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                });
            result.unwrap();
            // Without some digits and clues, and with other candidates.
            let digits = start.digits().map(|digit| if random.below(4) == 0 { 0 } else { digit });
            let fresh = PencilMarks::new(&Grid::from_digits(&digits).unwrap());
            let candidates: [u16; 81] = core::array::from_fn(|cell| {
                let lost = if start.digits()[cell] > 0 { 1 << (start.digits()[cell] - 1) } else { 0 };
                let other = random.below(512) as u16;
                (start.candidates()[cell] | lost | other) & fresh.candidates()[cell]
            });
            let mut marks = with_candidates(&fresh, &candidates);
            let board: [u16; 81] = core::array::from_fn(|cell| match digits[cell] {
                0 => candidates[cell],
                digit => 1 << (digit - 1),
            });
            let possible = solver.possible(&board);
            assert_ne!(possible.status(), Status::NoSolution);
            several += u32::from(possible.digits().iter().any(|digits| digits.count_ones() > 1));
            while let Some(step) = explainer.next_step(&marks) {
                let before = marks.clone();
                marks.apply(&step);
                for (cell, &possible) in possible.digits().iter().enumerate() {
                    let left = if marks.digits()[cell] > 0 {
                        1 << (marks.digits()[cell] - 1)
                    } else {
                        marks.candidates()[cell]
                    };
                    assert_eq!(possible & !left, 0, "{before:?}: {step}");
                }
            }
        }
        assert!(several > 20, "{several}");
    }
}

/// A person's board may be wrong: a wrong digit, a lost candidate of the solution, two equal digits, clues missing. No
/// step is made that could remove a digit of a solution, and the solver is the oracle of that.
#[test]
fn boards_of_a_person_are_refused_unless_steps_can_be_trusted() {
    let mut random = PuzzleGenerator::new(41);
    let mut seen = BTreeMap::new();
    let [trusting, careful] = [TechniqueSet::SCALE, TechniqueSet::SCALE.without_uniqueness()].map(explainer);
    for puzzle in puzzles(240) {
        let mut digits = *puzzle.digits();
        for _ in 0..random.below(4) {
            let cell = random.below(81);
            digits[cell] = if random.below(2) == 0 { 0 } else { 1 + random.below(9) as u8 };
        }
        let board = Grid::from_digits(&digits).unwrap();
        let mut marks = PencilMarks::new(&board);
        if random.below(2) == 0 {
            marks.eliminate(random.below(81), 1 << random.below(9));
        }
        let all: [u16; 81] = core::array::from_fn(|cell| marks.candidates()[cell] | (1 << digits[cell]) >> 1);
        let status = if board.has_collision() { Status::Invalid } else { Solver::new().solve(&all).status };
        assert_eq!(marks.status(), status);
        *seen.entry(status.name()).or_insert(0) += 1;
        let next = trusting.next_step(&marks);
        let unseen = |_: &PencilMarks, _: &Step| -> ControlFlow<()> { panic!("a step") };
        match status {
            Status::Unique => {
                assert_eq!(trusting.hint(&marks), Ok(next));
                assert_eq!(
                    trusting.difficulty_from(&marks),
                    trusting.explain(&marks, |_, _| ControlFlow::Continue(()))
                );
            }
            _ => {
                assert_eq!(trusting.hint(&marks), Err(status));
                assert_eq!(trusting.explain(&marks, unseen), Err(status));
                assert_eq!(careful.difficulty_from(&marks), Err(status));
            }
        }
        let next = careful.next_step(&marks);
        let is_trusted = matches!(status, Status::Unique | Status::Multiple);
        assert_eq!(careful.hint(&marks), if is_trusted { Ok(next) } else { Err(status) });
        assert_eq!(careful.accepts(status), is_trusted);
    }
    assert!(seen.len() == 4 && seen.values().all(|count| *count > 8), "{seen:?}");
}

/// Pencil marks have the numbers of the steps from there on, and a digit that stands alone is placed.
#[test]
fn pencil_marks_are_rated_from_where_they_are() {
    let explainer = explainer(TechniqueSet::SCALE);
    for puzzle in puzzles(40) {
        let mut boards = Vec::new();
        let whole = explainer.visit_steps(&puzzle, |marks, step| {
            boards.push((marks.clone(), step.level()));
            ControlFlow::Continue(())
        });
        let is_solved = whole.unwrap().hardest != Some(Technique::NeedsMore);
        assert_eq!(explainer.difficulty_from(&PencilMarks::new(&puzzle)), whole);
        let mut rest = if is_solved { Level::from_tenths(0) } else { Level::NEEDS_MORE };
        for (index, (marks, level)) in boards.iter().enumerate().rev() {
            rest = rest.max(*level);
            let rated = explainer.difficulty_from(marks).unwrap();
            assert_eq!((rated.level, rated.diamond, rated.steps()), (rest, *level, boards.len() - index));
            let all: [u16; 81] =
                core::array::from_fn(|cell| marks.candidates()[cell] | (1 << marks.digits()[cell]) >> 1);
            let read = PencilMarks::from_pencil_marks(&all);
            for (cell, &digit) in read.digits().iter().enumerate() {
                let is_alone = read.candidates()[cell] == 0 && all[cell].is_power_of_two();
                assert_eq!(is_alone, digit > 0);
                assert!(marks.digits()[cell] == 0 || digit == marks.digits()[cell]);
            }
        }
    }
}

#[test]
fn boards_without_one_solution_have_no_difficulty() {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    let unseen = |_: &PencilMarks, _: &Step| -> ControlFlow<()> { panic!("a step") };
    assert_eq!(explainer.visit_steps(&Grid::EMPTY, unseen), Err(Status::Multiple));
    let collision: Grid = format!("11{}", ".".repeat(79)).parse().unwrap();
    assert_eq!(explainer.difficulty(&collision), Err(Status::Invalid));
    let full: Grid = Grid::from_digits(&PuzzleGenerator::new(1).full_grid()).unwrap();
    assert_eq!(explainer.difficulty(&full).map(|difficulty| difficulty.steps()), Ok(0));
}

/// With several solutions, the steps lead as far as the solutions agree. Here four cells have the same two candidates.
#[test]
fn steps_on_a_board_with_several_solutions() {
    let board: Grid =
        "81.75.64994.68.17567549128315423789636984572128716953452197436843852691779631845.".parse().unwrap();
    let explainer = explainer(TechniqueSet::ALL.without_uniqueness());
    assert_eq!(explainer.difficulty(&board), Err(Status::Multiple));
    let mut last = PencilMarks::new(&board);
    let difficulty = explainer.visit_steps_from(&last.clone(), |marks, step| {
        last = marks.clone();
        last.apply(step);
        ControlFlow::Continue(())
    });
    assert_eq!((difficulty.steps(), difficulty.hardest), (1, Some(Technique::NeedsMore)));
    assert_eq!((last.digits()[80], last.digits()[2]), (2, 0));
    // With one solution, they are the steps of the puzzle.
    for puzzle in puzzles(10) {
        let steps_from =
            explainer.visit_steps_from(&PencilMarks::new(&puzzle), |_, _| ControlFlow::Continue(()));
        assert_eq!(explainer.difficulty(&puzzle), Ok(steps_from));
    }
}

/// A person may change a board in any order: candidates by cell, by digit and by unit still agree.
#[test]
fn a_changed_board_is_the_same_as_a_fresh_one() {
    let mut random = PuzzleGenerator::new(8);
    for puzzle in puzzles(20) {
        let mut marks = PencilMarks::new(&puzzle);
        for _ in 0..60 {
            let cell = random.below(81);
            if random.below(3) == 0 {
                let digits = members(marks.candidates()[cell]);
                if !digits.is_empty() {
                    marks.place(cell, digits[random.below(digits.len())]);
                }
            } else {
                marks.eliminate(cell, random.below(512) as u16);
            }
            assert_eq!(marks, with_candidates(&marks, marks.candidates()));
        }
    }
}

/// The digits of a set.
fn members(digits: u16) -> Vec<u8> {
    (1..=9).filter(|digit| digits >> (digit - 1) & 1 == 1).collect()
}

/// A search for puzzles of a rating or a hardest technique leaves out the techniques that none of them needs: it
/// accepts the puzzles that it would accept with all, and rates them so.
#[test]
fn techniques_above_a_wish_make_no_difference() {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    let (mut met, mut smaller) = (0, 0);
    // The types of BUG are not in the order of their levels.
    let bug = ".7.....2.5..3..8.798...6....59.4..........972.3.....1............81..4..361.8....";
    for puzzle in puzzles(400).into_iter().chain([bug.parse().unwrap()]) {
        for scale in [TechniqueSet::SCALE, TechniqueSet::SCALE.without_uniqueness()] {
            explainer.set_techniques(scale);
            let whole = explainer.difficulty(&puzzle).unwrap();
            let techniques = Technique::ALL.iter().filter(|&&technique| scale.contains(technique));
            let hardest = techniques.map(|&technique| (Some(technique), Level::NEEDS_MORE));
            let levels = (10..70).map(|tenths| (None, Level::from_tenths(tenths)));
            for (hardest, most) in hardest.chain(levels) {
                let set = scale.up_to(hardest, most);
                smaller += u32::from(set != scale.up_to(None, Level::NEEDS_MORE));
                explainer.set_techniques(set);
                let found = explainer.difficulty(&puzzle).unwrap();
                let is_met = |difficulty: &Difficulty| {
                    difficulty.level <= most
                        && hardest.is_none_or(|wanted| difficulty.hardest <= Some(wanted))
                };
                assert_eq!(is_met(&found), is_met(&whole), "{hardest:?} {most} {puzzle}");
                if is_met(&whole) {
                    assert_eq!(found, whole, "{hardest:?} {most} {puzzle}");
                    met += 1;
                }
            }
        }
    }
    assert!(met > 10_000 && smaller > 50_000, "{met} {smaller}");
}
