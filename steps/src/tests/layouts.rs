//! Steps on boards of any layout, against plain definitions over lists of cells, and against those of 9x9 boards.

use std::collections::{BTreeMap, BTreeSet};

use fastrand::Rng;
use lanedoku::{Grid, Layout, LayoutSolver, LeftClues, Size, Status, Unit};

use super::super::*;
use Technique::*;

/// The techniques in the order of the scale, with the levels of their steps.
#[rustfmt::skip]
const LEVELS: [(Technique, &[u8]); 14] = [
    (FullHouse, &[10]), (HiddenSingle, &[12, 15]), (NakedSingle, &[23]), (Pointing, &[26]), (Claiming, &[28]),
    (NakedPair, &[30]), (XWing, &[32]), (HiddenPair, &[34]), (NakedTriple, &[36]), (Swordfish, &[38]),
    (HiddenTriple, &[40]), (NakedQuad, &[50]), (Jellyfish, &[52]), (HiddenQuad, &[54]),
];

const JIGSAW: &str =
    "jigsaw:aaabbbcccdabbbbfccdaaaebffcdaaeebfccddddeeffcdgdeehfffggggehiiiggggehiiihhhhhhiii";
const SMALL_JIGSAW: &str = "jigsaw:caaabbcaabbdcaebddccebdfceeddfeeffff";

/// A cell and a digit, from 1.
type PlainMark = (usize, u8);

/// The units of a board as lists of cells, and its candidates as sets of digits.
#[derive(Clone)]
struct PlainLayout {
    side: usize,
    units: Vec<(Unit, Vec<usize>)>,
    /// The cells that share a unit with each.
    seen: Vec<BTreeSet<usize>>,
    digits: Vec<u8>,
    candidates: Vec<BTreeSet<u8>>,
}

/// What a technique does somewhere: the candidates that it rests on, and its results.
#[derive(Clone, Debug, Default, PartialEq)]
struct PlainFind {
    deciding: BTreeSet<PlainMark>,
    removed: BTreeSet<PlainMark>,
    placed: Option<(usize, u8)>,
}

/// The ways to choose `size` of some items.
fn choices<T: Copy>(items: &[T], size: usize) -> Vec<Vec<T>> {
    if size == 0 {
        return vec![Vec::new()];
    }
    let with = |first: usize| {
        choices(&items[first + 1..], size - 1).into_iter().map(move |mut rest| {
            rest.insert(0, items[first]);
            rest
        })
    };
    (0..items.len()).flat_map(with).collect()
}

impl PlainLayout {
    /// The board of a layout with these further houses, and without a digit.
    fn new(layout: &Layout, houses: &[Vec<usize>]) -> Self {
        let (side, cells) = (layout.side(), layout.cells());
        let region = |number| {
            if layout.box_shape().is_some() { Unit::Box(number) } else { Unit::Region(number) }
        };
        let having = |unit: Unit| (0..cells).filter(|cell| layout.units_of(*cell).contains(&unit)).collect();
        let rows = (0..side).map(|number| (Unit::Row(number), having(Unit::Row(number))));
        let columns = (0..side).map(|number| (Unit::Column(number), having(Unit::Column(number))));
        let regions = (0..side).map(|number| (region(number), having(region(number))));
        let houses = houses.iter().cloned().enumerate().map(|(number, cells)| (Unit::House(number), cells));
        let units: Vec<_> = rows.chain(columns).chain(regions).chain(houses).collect();
        let sees = |one: usize, other: usize| {
            one != other && units.iter().any(|(_, cells)| cells.contains(&one) && cells.contains(&other))
        };
        let seen = (0..cells).map(|cell| (0..cells).filter(|other| sees(cell, *other)).collect()).collect();
        let candidates = vec![(1..=side as u8).collect(); cells];
        PlainLayout { side, units, seen, digits: vec![0; cells], candidates }
    }

    fn sees(&self, one: usize, other: usize) -> bool {
        self.seen[one].contains(&other)
    }

    fn place(&mut self, cell: usize, digit: u8) {
        self.digits[cell] = digit;
        self.candidates[cell].clear();
        for &other in &self.seen[cell] {
            self.candidates[other].remove(&digit);
        }
    }

    fn with_clues(&self, clues: &[u8]) -> Self {
        let mut board = self.clone();
        for (cell, &clue) in clues.iter().enumerate().filter(|(_, clue)| **clue > 0) {
            board.place(cell, clue);
        }
        board
    }

    fn cells_of(&self, unit: Unit) -> &[usize] {
        &self.units.iter().find(|(own, _)| *own == unit).unwrap().1
    }

    fn is_full(&self, unit: Unit) -> bool {
        self.cells_of(unit).len() == self.side
    }

    fn has(&self, cell: usize, digit: u8) -> bool {
        self.candidates[cell].contains(&digit)
    }

    fn places(&self, unit: Unit, digit: u8) -> Vec<usize> {
        self.cells_of(unit).iter().copied().filter(|cell| self.has(*cell, digit)).collect()
    }

    /// The candidates of some cells.
    fn marks(&self, cells: &[usize]) -> BTreeSet<PlainMark> {
        cells.iter().flat_map(|&cell| self.candidates[cell].iter().map(move |digit| (cell, *digit))).collect()
    }

    /// What a technique does in units, by its definition; `None` if it does not apply to them, and if a part of it is a
    /// single.
    fn single(&self, technique: Technique, unit: Unit, digit: u8) -> Option<PlainFind> {
        let cells = self.places(unit, digit);
        let open = self.cells_of(unit).iter().filter(|cell| self.digits[**cell] == 0).count();
        let applies = self.is_full(unit) && cells.len() == 1 && (open == 1 || technique == HiddenSingle);
        let placed = applies.then(|| (cells[0], digit))?;
        Some(PlainFind { deciding: [placed].into(), placed: Some(placed), ..PlainFind::default() })
    }

    fn locked(&self, technique: Technique, unit: Unit, digit: u8) -> Option<PlainFind> {
        let is_region = matches!(unit, Unit::Box(_) | Unit::Region(_));
        let places = self.places(unit, digit);
        let applies = self.is_full(unit) && places.len() > 1 && is_region == (technique == Pointing);
        let seen = places.first().map(|place| &self.seen[*place]).into_iter().flatten().copied();
        let seen = seen.filter(|cell| places.iter().all(|place| self.sees(*place, *cell)));
        let removed = seen.filter(|cell| self.has(*cell, digit)).map(|cell| (cell, digit)).collect();
        let deciding = places.iter().map(|cell| (*cell, digit)).collect();
        applies.then_some(PlainFind { deciding, removed, placed: None })
    }

    fn naked(&self, unit: Unit, chosen: &[usize]) -> Option<PlainFind> {
        let deciding = self.marks(chosen);
        let digits: BTreeSet<u8> = deciding.iter().map(|(_, digit)| *digit).collect();
        let others: Vec<usize> =
            self.cells_of(unit).iter().copied().filter(|cell| !chosen.contains(cell)).collect();
        let removed = self.marks(&others).into_iter().filter(|(_, digit)| digits.contains(digit)).collect();
        let applies =
            digits.len() == chosen.len() && chosen.iter().all(|cell| self.candidates[*cell].len() > 1);
        applies.then_some(PlainFind { deciding, removed, placed: None })
    }

    fn hidden(&self, unit: Unit, chosen: &[u8]) -> Option<PlainFind> {
        let cells: BTreeSet<usize> = chosen.iter().flat_map(|digit| self.places(unit, *digit)).collect();
        let cells: Vec<usize> = cells.into_iter().collect();
        let (deciding, removed) =
            self.marks(&cells).into_iter().partition(|(_, digit)| chosen.contains(digit));
        let applies = self.is_full(unit)
            && cells.len() == chosen.len()
            && chosen.iter().all(|digit| self.places(unit, *digit).len() > 1);
        applies.then_some(PlainFind { deciding, removed, placed: None })
    }

    fn fish(&self, lines: &[Unit], digit: u8) -> Option<PlainFind> {
        let places: BTreeSet<usize> = lines.iter().flat_map(|line| self.places(*line, digit)).collect();
        let is_cover = |unit: Unit| match lines[0] {
            Unit::Row(_) => matches!(unit, Unit::Column(_)),
            _ => matches!(unit, Unit::Row(_)),
        };
        let covers = self
            .units
            .iter()
            .filter(|(unit, cells)| is_cover(*unit) && cells.iter().any(|cell| places.contains(cell)));
        let covered: BTreeSet<usize> =
            covers.clone().flat_map(|(unit, _)| self.places(*unit, digit)).collect();
        let removed = covered.difference(&places).map(|cell| (*cell, digit)).collect();
        let deciding = places.iter().map(|cell| (*cell, digit)).collect();
        let applies =
            covers.count() == lines.len() && lines.iter().all(|line| self.places(*line, digit).len() > 1);
        applies.then_some(PlainFind { deciding, removed, placed: None })
    }

    /// Whether a technique does anything anywhere.
    fn applies(&self, technique: Technique) -> bool {
        let does = |find: Option<PlainFind>| {
            find.is_some_and(|find| find.placed.is_some() || !find.removed.is_empty())
        };
        let digits: Vec<u8> = (1..=self.side as u8).collect();
        let mut units = self.units.iter().map(|(unit, _)| *unit);
        match technique {
            FullHouse | HiddenSingle => {
                units.any(|unit| digits.iter().any(|digit| does(self.single(technique, unit, *digit))))
            }
            NakedSingle => self.candidates.iter().any(|candidates| candidates.len() == 1),
            Pointing | Claiming => {
                units.any(|unit| digits.iter().any(|digit| does(self.locked(technique, unit, *digit))))
            }
            NakedPair | NakedTriple | NakedQuad => units.any(|unit| {
                let open =
                    self.cells_of(unit).iter().copied().filter(|cell| !self.candidates[*cell].is_empty());
                let open: Vec<usize> = open.collect();
                choices(&open, size_of(technique)).iter().any(|chosen| does(self.naked(unit, chosen)))
            }),
            HiddenPair | HiddenTriple | HiddenQuad => units.any(|unit| {
                let open = digits.iter().copied().filter(|digit| !self.places(unit, *digit).is_empty());
                let open: Vec<u8> = open.collect();
                self.is_full(unit)
                    && choices(&open, size_of(technique)).iter().any(|chosen| does(self.hidden(unit, chosen)))
            }),
            _ => digits.iter().any(|&digit| {
                let having = |unit: &Unit| !self.places(*unit, digit).is_empty();
                let rows: Vec<Unit> = (0..self.side).map(Unit::Row).filter(having).collect();
                let columns: Vec<Unit> = (0..self.side).map(Unit::Column).filter(having).collect();
                [rows, columns].iter().any(|lines| {
                    choices(lines, size_of(technique)).iter().any(|chosen| does(self.fish(chosen, digit)))
                })
            }),
        }
    }

    /// Judges a step: what it says follows from its units and the candidates that decide, and no more would.
    fn judge(&self, step: &LayoutStep) {
        let units: Vec<Unit> = step.units().collect();
        let deciding = listed(step.deciding());
        let of = |place: usize| deciding.iter().nth(place).copied().unwrap();
        let cells: BTreeSet<usize> = deciding.iter().map(|(cell, _)| *cell).collect();
        let cells: Vec<usize> = cells.into_iter().collect();
        let digits: BTreeSet<u8> = deciding.iter().map(|(_, digit)| *digit).collect();
        let digits: Vec<u8> = digits.into_iter().collect();
        let expected = match step.technique() {
            FullHouse | HiddenSingle => {
                assert_eq!(units.len(), 1);
                self.single(step.technique(), units[0], of(0).1)
            }
            NakedSingle => {
                let (cell, digit) = of(0);
                assert!(units.is_empty() && self.candidates[cell] == [digit].into());
                Some(PlainFind {
                    deciding: [(cell, digit)].into(),
                    placed: Some((cell, digit)),
                    ..PlainFind::default()
                })
            }
            Pointing | Claiming => {
                let removed = listed(step.eliminations());
                if let Some(cover) = units.get(1) {
                    let all = removed.iter().chain(&deciding);
                    assert!(
                        units.len() == 2 && all.clone().all(|(cell, _)| self.cells_of(*cover).contains(cell))
                    );
                }
                self.locked(step.technique(), units[0], of(0).1)
            }
            NakedPair | NakedTriple | NakedQuad => {
                assert!(units.len() == 1 && cells.iter().all(|cell| self.cells_of(units[0]).contains(cell)));
                self.naked(units[0], &cells).filter(|_| cells.len() == size_of(step.technique()))
            }
            HiddenPair | HiddenTriple | HiddenQuad => {
                assert_eq!(units.len(), 1);
                self.hidden(units[0], &digits).filter(|_| digits.len() == size_of(step.technique()))
            }
            XWing | Swordfish | Jellyfish => {
                let (base, cover) = units.split_at(size_of(step.technique()));
                let is_row = |unit: &Unit| matches!(unit, Unit::Row(_));
                let is_column = |unit: &Unit| matches!(unit, Unit::Column(_));
                let across = base.iter().all(is_row) && cover.iter().all(is_column);
                assert!(across || base.iter().all(is_column) && cover.iter().all(is_row));
                assert!(
                    cells.iter().all(|cell| cover.iter().any(|line| self.cells_of(*line).contains(cell)))
                );
                self.fish(base, of(0).1).filter(|_| cover.len() == base.len())
            }
            other => panic!("{other}"),
        };
        let removed = listed(step.eliminations());
        assert!(step.placement().is_some() || !removed.is_empty(), "{step}");
        let found = PlainFind { deciding, removed, placed: step.placement() };
        assert_eq!(Some(found), expected, "{step}");
        // The sentence ends with the same cells.
        let text = step.to_string();
        let result = text.split_once(", so ").map_or(&*text, |(_, result)| result);
        let changed: Vec<usize> =
            listed(step.eliminations()).into_iter().chain(step.placement()).map(|(cell, _)| cell).collect();
        assert_eq!(cells_in(result, self.side), changed.into_iter().collect(), "{text}");
        let (_, levels) = LEVELS.iter().find(|(technique, _)| *technique == step.technique()).unwrap();
        let in_region = matches!(units.first(), Some(Unit::Box(_) | Unit::Region(_)));
        let level = if in_region { levels[0] } else { levels[levels.len() - 1] };
        assert_eq!(step.level().tenths(), level, "{step}");
    }
}

/// The number of cells, digits or lines of a subset or fish.
fn size_of(technique: Technique) -> usize {
    match technique {
        NakedPair | HiddenPair | XWing => 2,
        NakedTriple | HiddenTriple | Swordfish => 3,
        _ => 4,
    }
}

fn listed(candidates: &[u32]) -> BTreeSet<PlainMark> {
    let of_cell = |(cell, own): (usize, &u32)| {
        let own = *own;
        (0..32).filter(move |digit| own >> digit & 1 == 1).map(move |digit| (cell, digit + 1))
    };
    candidates.iter().enumerate().flat_map(of_cell).collect()
}

/// The cells that a text names, such as `r1c12`.
fn cells_in(text: &str, side: usize) -> BTreeSet<usize> {
    let cell = |word: &str| {
        let (row, column) = word.strip_prefix('r')?.split_once('c')?;
        let [row, column] = [row, column].map(|number| number.parse::<usize>());
        Some((row.ok()? - 1) * side + column.ok()? - 1)
    };
    text.split(|c: char| !c.is_alphanumeric()).filter_map(cell).collect()
}

/// Layouts, and their boards by a list of the further houses.
fn layouts() -> Vec<(&'static str, Layout, PlainLayout)> {
    let diagonals = |side: usize| {
        vec![
            (0..side).map(|row| row * side + row).collect(),
            (0..side).map(|row| row * side + side - 1 - row).collect(),
        ]
    };
    let window = |rows: &[usize], columns: &[usize]| -> Vec<usize> {
        rows.iter().flat_map(|row| columns.iter().map(move |column| row * 9 + column)).collect()
    };
    let parts: [&[usize]; 3] = [&[1, 2, 3], &[5, 6, 7], &[0, 4, 8]];
    let windows =
        parts.iter().flat_map(|rows| parts.iter().map(move |columns| window(rows, columns))).collect();
    let dots = vec![vec![10, 13, 16, 37, 40, 43, 64, 67, 70]];
    // Smaller than a row.
    let small = vec![vec![0, 7, 14], vec![5, 10], vec![30, 25, 20, 33]];
    let clues = vec![vec![0, 40, 80, 8, 72], vec![10, 70], vec![20, 30, 50, 60, 4, 76, 36]];
    let with = |name: &str, houses: &[Vec<usize>]| {
        houses
            .iter()
            .fold(name.parse::<Layout>().unwrap(), |layout, house| layout.with_house(house.clone()).unwrap())
    };
    let parsed = |name: &'static str, houses: Vec<Vec<usize>>| {
        let layout: Layout = name.parse().unwrap();
        let plain = PlainLayout::new(&layout, &houses);
        (name, layout, plain)
    };
    let made = |name: &'static str, houses: Vec<Vec<usize>>| {
        let layout = with(name, &houses);
        let plain = PlainLayout::new(&layout, &houses);
        (name, layout, plain)
    };
    vec![
        parsed("6x6", vec![]),
        parsed("boxes:3x2", vec![]),
        parsed("8x8", vec![]),
        parsed("9x9", vec![]),
        parsed("diagonal", diagonals(9)),
        parsed("6x6+diagonal", diagonals(6)),
        parsed("windoku", windows),
        parsed("9x9+centre-dots", dots),
        parsed(JIGSAW, vec![]),
        parsed(SMALL_JIGSAW, vec![]),
        made("6x6", small),
        made("9x9", clues),
        parsed("12x12", vec![]),
    ]
}

/// A puzzle of a layout and its solution. Every third keeps more clues.
fn puzzle(solver: &LayoutSolver, layout: &Layout, number: u64) -> [Vec<u8>; 2] {
    let [mut puzzle, mut solution] = [0; 2].map(|_| vec![0; layout.cells()]);
    let fewest = if number % 3 == 2 { layout.cells() * 2 / 5 } else { 0 };
    let number_left = (fewest > 0).then_some(fewest..=fewest);
    let left = LeftClues { number: number_left, step_limit: 10_000, ..LeftClues::default() };
    solver.generate(5, number, &left, || true, &mut puzzle).unwrap();
    assert_eq!(solver.solve(&puzzle, u64::MAX, &mut solution).status(), Status::Unique);
    [puzzle, solution]
}

/// Makes all steps by some techniques, and judges each: it has the right reason, and no easier one of these applies.
/// Returns the last board.
fn walk(
    explainer: &mut LayoutExplainer,
    techniques: &[Technique],
    plain: &PlainLayout,
    clues: &[u8],
    mut visit: impl FnMut(&LayoutStep),
) -> LayoutMarks {
    explainer.set_techniques(TechniqueSet::of(techniques));
    let (mut marks, mut board) = (explainer.marks(clues).unwrap(), plain.with_clues(clues));
    loop {
        assert_eq!(marks.digits(), board.digits);
        assert_eq!(listed(marks.candidates()), board.marks(&(0..clues.len()).collect::<Vec<_>>()));
        let step = explainer.next_step(&marks);
        let found = step.as_ref().map(LayoutStep::technique);
        for technique in techniques.iter().take_while(|technique| Some(**technique) != found) {
            assert!(!board.applies(*technique), "{technique} {step:?} {:?}", board.candidates);
        }
        let Some(step) = step else { return marks };
        board.judge(&step);
        visit(&step);
        marks.apply(&step);
        for (cell, digit) in listed(step.eliminations()) {
            assert!(board.candidates[cell].remove(&digit));
        }
        if let Some((cell, digit)) = step.placement() {
            board.place(cell, digit);
        }
    }
}

#[test]
fn steps_follow_from_the_definitions_and_lead_to_the_solution() {
    let all = LEVELS.map(|(technique, _)| technique);
    let (mut found, mut puzzles) = (BTreeMap::<Technique, usize>::new(), [0; 2]);
    for (name, layout, plain) in layouts() {
        let (solver, mut explainer) = (LayoutSolver::new(&layout), LayoutExplainer::new(&layout));
        for number in 0..if layout.side() > 9 { 6 } else { 33 } {
            let [clues, solution] = puzzle(&solver, &layout, number);
            // With one beside singles, what easier ones would remove is left for it.
            let one = [FullHouse, HiddenSingle, NakedSingle, all[3 + number as usize % 11]];
            for techniques in [&all[..], &one] {
                let (mut hardest, mut steps) = (Level::default(), 0);
                let end = walk(&mut explainer, techniques, &plain, &clues, |step| {
                    for (cell, digit) in listed(step.eliminations()) {
                        assert_ne!(solution[cell], digit, "{name} {clues:?} {step}");
                    }
                    if let Some((cell, digit)) = step.placement() {
                        assert_eq!(solution[cell], digit, "{name} {clues:?} {step}");
                    }
                    *found.entry(step.technique()).or_default() += 1;
                    (hardest, steps) = (hardest.max(step.level()), steps + 1);
                });
                let difficulty = explainer.difficulty(&clues).unwrap();
                assert_eq!(end.is_complete(), end.digits() == solution);
                assert_eq!(difficulty.level, if end.is_complete() { hardest } else { Level::NEEDS_MORE });
                assert_eq!(difficulty.hardest == Some(NeedsMore), !end.is_complete());
                assert_eq!(difficulty.steps(), steps);
                puzzles[usize::from(end.is_complete())] += 1;
            }
        }
    }
    // A jellyfish is rare; random boards have some.
    assert!(found.len() > 12, "{found:?}");
    assert!(puzzles.iter().all(|puzzles| *puzzles > 100), "{puzzles:?}");
}

/// Boards with several solutions, or without one, too, and techniques without singles.
#[test]
fn steps_on_random_boards_follow_from_the_definitions() {
    let all = LEVELS.map(|(technique, _)| technique);
    let (mut random, mut found) = (Rng::with_seed(44), BTreeMap::<Technique, usize>::new());
    for (_, layout, plain) in layouts() {
        let (mut explainer, side) = (LayoutExplainer::new(&layout), layout.side());
        for _ in 0..if side > 9 { 2 } else { 8 } {
            let mut clues = vec![0; layout.cells()];
            for _ in 0..random.usize(layout.cells() / 4..layout.cells() / 2) {
                let cell = random.usize(..layout.cells());
                let before = std::mem::replace(&mut clues[cell], random.u8(1..=side as u8));
                let collides =
                    (0..clues.len()).any(|other| clues[other] == clues[cell] && plain.sees(cell, other));
                assert_eq!(explainer.marks(&clues).is_none(), collides);
                if collides {
                    clues[cell] = before;
                }
            }
            let mut visit = |step: &LayoutStep| *found.entry(step.technique()).or_default() += 1;
            walk(&mut explainer, &all, &plain, &clues, &mut visit);
            for technique in all {
                walk(&mut explainer, &[technique], &plain, &clues, &mut visit);
            }
        }
    }
    assert!(all.iter().all(|technique| found.get(technique) > Some(&1)), "{found:?}");
}

#[test]
fn boards_that_are_not_of_the_layout_are_refused() {
    let explainer = LayoutExplainer::new(&Layout::boxes(2, 3).unwrap());
    assert!(explainer.marks(&[0; 36]).is_some());
    for clues in [&[0; 35][..], &[0; 37], &[0; 81], &[]] {
        assert!(explainer.marks(clues).is_none() && explainer.difficulty(clues).is_none());
    }
    let mut clues = [0; 36];
    for (digit, is_board) in [(6, true), (7, false), (32, false), (33, false), (255, false)] {
        clues[35] = digit;
        assert_eq!(explainer.marks(&clues).is_some(), is_board, "{digit}");
    }
    assert!(size_of_val(&explainer) < 24 << 10);
}

/// With the same techniques, 9x9 puzzles end at the same board as by the explainer of these, and are as hard.
#[test]
fn steps_on_9x9_boards_are_as_hard_as_those_of_the_explainer() {
    let layout = Size::Nine.layout();
    let (solver, mut explainer) = (LayoutSolver::new(&layout), LayoutExplainer::new(&layout));
    let of_9x9 = Explainer::write_new(Box::leak(Box::new_uninit()));
    let mut ends = BTreeSet::new();
    for number in 0..300 {
        let [clues, _] = puzzle(&solver, &layout, number);
        let grid = Grid::from_digits(&clues.clone().try_into().unwrap()).unwrap();
        for known in [3, 5, 6, 8, 9, 11, 12, 14] {
            let known =
                LEVELS[..known].iter().fold(TechniqueSet::EMPTY, |set, (technique, _)| set.with(*technique));
            // What it does not know is left out.
            explainer.set_techniques(known.with(XyWing));
            of_9x9.set_techniques(known);
            let (mut marks, mut expected) = (explainer.marks(&clues).unwrap(), PencilMarks::new(&grid));
            while let Some(step) = explainer.next_step(&marks) {
                marks.apply(&step);
            }
            while let Some(step) = of_9x9.next_step(&expected) {
                expected.apply(&step);
            }
            assert_eq!(marks.digits(), expected.digits(), "{grid}");
            assert!(
                marks
                    .candidates()
                    .iter()
                    .copied()
                    .eq(expected.candidates().iter().map(|own| u32::from(*own))),
                "{grid}"
            );
            let (own, other) = (explainer.difficulty(&clues).unwrap(), of_9x9.difficulty(&grid).unwrap());
            assert_eq!(
                (own.level, own.hardest, own.diamond),
                (other.level, other.hardest, other.diamond),
                "{grid}"
            );
            ends.insert(own.hardest);
        }
    }
    assert!(ends.len() > 8, "{ends:?}");
}
