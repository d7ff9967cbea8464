use std::collections::BTreeMap;

use fastrand::Rng;

use super::super::cells::{CellMask, PEERS, UNIT_CELLS, bit, each};
use super::super::{Explainer, Link, MOST_LINKS, Technique, TechniqueSet};
use super::*;

type ChainFinder = fn(&PencilMarks, TechniqueSet, &mut ChainMemory, WantedChains) -> Option<Step>;

const BEST: WantedChains = WantedChains { go_on: &|| true, all: None };

const FINDERS: [ChainFinder; 4] = [simple_chain, nishio, multiple_chains, dynamic_chains::<0, 0>];
/// A few seconds' worth. Each board has some ten steps.
const BOARDS: usize = 200;

/// A solved board: a pattern with its digits, and its rows and columns within their bands, in random order.
pub(in super::super) fn solved(random: &mut Rng) -> [usize; 81] {
    let mut order = || {
        let mut order: [usize; 9] = core::array::from_fn(|index| index);
        for last in (1..9).rev() {
            order.swap(last, random.u32(..last as u32 + 1) as usize);
        }
        order
    };
    let (digits, rows, columns) = (order(), order(), order());
    // By band, then by place, as the random numbers order them.
    let sorted = |order: [usize; 9]| {
        let mut lines: [usize; 9] = core::array::from_fn(|line| line);
        lines.sort_by_key(|&line| (order[line / 3], order[line]));
        lines
    };
    let (rows, columns) = (sorted(rows), sorted(columns));
    core::array::from_fn(|cell| {
        let (row, column) = (rows[cell / 9], columns[cell % 9]);
        digits[(row * 3 + row / 3 + column) % 9]
    })
}

/// A board with some digits of a solution, and some further candidates of the others left at random.
pub(in super::super) fn board(solution: &[usize; 81], random: &mut Rng) -> PencilMarks {
    let mut marks = PencilMarks::from_candidates(&[0x1ff; 81]);
    let (filled, removed) = (24 + random.u32(..16), random.u32(..6));
    for (cell, &digit) in solution.iter().enumerate() {
        if random.u32(..81) < filled {
            marks.place(cell, digit as u8 + 1);
        }
    }
    for (cell, &digit) in solution.iter().enumerate() {
        if marks.digits()[cell] == 0 {
            let others = (0..9).filter(|&other| other != digit && random.u32(..16) < removed);
            marks.eliminate(cell, others.fold(0, |digits, other| digits | 1 << other));
        }
    }
    marks
}

/// Checks that a step does not contradict a solution.
pub(in super::super) fn check_solution(solution: &[usize; 81], step: &Step) {
    for (cell, &digit) in solution.iter().enumerate() {
        assert_eq!(step.eliminations()[cell] >> digit & 1, 0, "{step}");
        assert!(
            step.placement().is_none_or(|placed| placed.0 != cell || placed.1 == digit as u8 + 1),
            "{step}"
        );
    }
}

/// Checks each statement of a chain by the rules, and its result by its cases. It uses nothing of the search.
pub(in super::super) fn check_proof(marks: &PencilMarks, step: &Step) {
    let candidates = marks.candidates();
    let has = |cell: usize, digit: u8| candidates[cell] >> (digit - 1) & 1 == 1;
    let places =
        |digit: u8| (0..81).filter(|&cell| has(cell, digit)).fold(0, |places, cell| places | bit(cell));
    // The links of a case follow its assumption. The cases of a cell or unit follow each other.
    let mut cases: Vec<Vec<Link>> = Vec::new();
    let mut order = Vec::new();
    for (number, link) in step.links().iter().enumerate() {
        let is_assumption = usize::from(link.from) == number;
        if is_assumption || cases.is_empty() {
            assert!(is_assumption, "{step}");
            cases.push(Vec::new());
        }
        let case = cases.last_mut().unwrap();
        let (cell, digit) = (usize::from(link.cell), link.digit);
        assert!(has(cell, digit), "{step}");
        if !is_assumption {
            let from = step.links()[usize::from(link.from)];
            let false_in_case = |cell: usize, digit: u8| {
                case.iter()
                    .any(|other| !other.is_true && (usize::from(other.cell), other.digit) == (cell, digit))
            };
            let follows = if link.is_true {
                let in_cell =
                    (1..=9).all(|other| other == digit || !has(cell, other) || false_in_case(cell, other));
                let in_unit = |unit: &CellMask| {
                    let others = each(unit & places(digit) & !bit(cell));
                    unit & bit(cell) != 0 && others.into_iter().all(|other| false_in_case(other, digit))
                };
                in_cell || UNIT_CELLS.iter().any(in_unit)
            } else {
                let sees = from.digit == digit && PEERS[cell] & bit(from.cell.into()) != 0;
                from.is_true && (sees || (from.cell == link.cell && from.digit != digit))
            };
            assert!(follows, "{step}");
        }
        case.push(*link);
        order.push(case.len());
    }
    let said = |case: &[Link], cell: usize, digit: u8, is_true: bool| {
        case.iter().any(|link| (usize::from(link.cell), link.digit, link.is_true) == (cell, digit, is_true))
    };
    let starts: Vec<Link> = cases.iter().map(|case| case[0]).collect();
    let result = |case: &[Link]| {
        let removed =
            step.eliminations().iter().enumerate().all(|(cell, &digits)| {
                each(digits.into()).all(|digit| said(case, cell, digit as u8 + 1, false))
            });
        removed && step.placement().is_none_or(|(cell, digit)| said(case, cell, digit, true))
    };
    match (step.technique(), &starts[..]) {
        (Technique::XCycle | Technique::ContinuousLoop, [_]) => {
            // Read in both directions, one of each two neighbours is true.
            let links = &cases[0];
            assert_eq!(
                (links[0].cell, links[0].digit),
                (links.last().unwrap().cell, links.last().unwrap().digit)
            );
            for (cell, &digits) in step.eliminations().iter().enumerate() {
                for digit in each(digits.into()) {
                    let seen = |link: &&Link| match usize::from(link.digit) == digit + 1 {
                        true => PEERS[cell] & bit(link.cell.into()) != 0,
                        false => usize::from(link.cell) == cell,
                    };
                    let mut values = links.iter().filter(seen).map(|link| link.is_true);
                    let first = values.next();
                    assert!(values.any(|value| Some(value) != first), "{step}");
                }
            }
        }
        // One case, or its two halves, and the opposite of the assumption.
        (_, starts) if starts.iter().all(|start| start == &Link { from: start.from, ..starts[0] }) => {
            let all: Vec<Link> = cases.concat();
            assert!(all.iter().any(|link| said(&all, link.cell.into(), link.digit, !link.is_true)), "{step}");
            let (cell, digit) = (starts[0].cell.into(), starts[0].digit);
            match starts[0].is_true {
                true => assert_eq!(step.eliminations()[cell], 1 << (digit - 1), "{step}"),
                false => assert_eq!(step.placement(), Some((cell, digit)), "{step}"),
            }
        }
        (_, starts) => {
            assert!(cases.iter().all(|case| result(case)), "{step}");
            let is_binary =
                starts.len() == 2 && starts[0] == Link { is_true: !starts[1].is_true, from: 0, ..starts[1] };
            let cells = starts.iter().fold(0, |cells, start| cells | bit(start.cell.into()));
            let digits = starts.iter().fold(0, |digits, start| digits | 1 << (start.digit - 1));
            let is_cell = cells.count_ones() == 1 && digits == candidates[usize::from(starts[0].cell)];
            let is_unit = UNIT_CELLS.iter().any(|unit| unit & places(starts[0].digit) == cells);
            assert!(is_binary || is_cell || (is_unit && digits.count_ones() == 1), "{step}");
        }
    }
}

/// Checks the name and the level of a chain without branches. All chains of a length have the same surplus over the
/// least level of their links.
fn check_name(step: &Step, surplus_of: &mut BTreeMap<usize, u8>) {
    use Technique::*;

    let (links, technique) = (step.links(), step.technique());
    let is_cycle = matches!(technique, XCycle | ContinuousLoop);
    let is_one_digit = links.iter().all(|link| link.digit == links[0].digit);
    let has_name_of_one = matches!(technique, XCycle | XChain | Skyscraper | TwoStringKite | TurbotFish);
    assert_eq!(is_one_digit, has_name_of_one, "{technique}: {step}");
    // Statements that are true follow from false ones by strong links.
    let in_cell = |pair: &[Link]| !pair[1].is_true || pair[0].cell == pair[1].cell;
    let least = match (is_one_digit, is_cycle) {
        (true, true) => 65,
        (true, false) => 66,
        (false, true) if links.windows(2).all(in_cell) => 65,
        (false, _) => 70,
    };
    let surplus = step.level().tenths() - least;
    assert_eq!(*surplus_of.entry(links.len() / 2).or_insert(surplus), surplus, "{technique}: {step}");
}

/// Chains with patterns and chains inside keep the solution, and each level finds some.
#[test]
fn nested_chains_keep_the_solution() {
    let finders: [ChainFinder; 5] = [
        dynamic_chains::<1, 0>,
        dynamic_chains::<2, 0>,
        dynamic_chains::<3, 0>,
        dynamic_chains::<4, 0>,
        dynamic_chains::<4, 1>,
    ];
    let mut random = Rng::with_seed(41);
    let memory = &mut Explainer::write_new(Box::leak(Box::new_uninit())).chains;
    let (mut found, mut inside) = ([0; 5], 0);
    for _ in 0..12 {
        let solution = solved(&mut random);
        let mut marks = board(&solution, &mut random);
        for (find, found) in finders.iter().zip(&mut found) {
            memory.renew(1_500_000);
            if let Some(step) = find(&marks, TechniqueSet::SCALE, memory, BEST) {
                check_solution(&solution, &step);
                inside += (0..step.links().len()).filter_map(|number| step.inside(number)).count();
                *found += 1;
                marks.apply(&step);
            }
        }
    }
    assert!(found.iter().all(|&found| found > 1) && inside > 0, "{found:?} {inside}");
    // A search that is stopped finds none, although it has found some before.
    memory.renew(u64::MAX);
    let asked = std::cell::Cell::new(0);
    let go_on = || asked.replace(asked.get() + 1) < 20;
    let marks = board(&solved(&mut Rng::with_seed(41)), &mut Rng::with_seed(42));
    assert!(
        dynamic_chains::<1, 0>(
            &marks,
            TechniqueSet::SCALE,
            memory,
            WantedChains { go_on: &go_on, all: None }
        )
        .is_none()
    );
    assert_eq!(asked.get(), 21, "asked no more once no work is left");
}

#[test]
fn each_chain_is_a_proof_and_keeps_the_solution() {
    let mut random = Rng::with_seed(26);
    let memory = &mut Explainer::write_new(Box::leak(Box::new_uninit())).chains;
    let mut surplus_of = BTreeMap::new();
    let mut found = [0; Technique::ALL.len()];
    for _ in 0..BOARDS {
        let solution = solved(&mut random);
        let mut marks = board(&solution, &mut random);
        // Each step is made, so that the next ones are longer.
        while let Some(step) = FINDERS.iter().find_map(|find| find(&marks, TechniqueSet::SCALE, memory, BEST))
        {
            found[step.technique() as usize] += 1;
            check_solution(&solution, &step);
            if step.links().len() < MOST_LINKS {
                check_proof(&marks, &step);
            }
            if simple_chain(&marks, TechniqueSet::SCALE, memory, BEST).as_ref() == Some(&step) {
                check_name(&step, &mut surplus_of);
            }
            let before = marks.clone();
            marks.apply(&step);
            assert_ne!(marks, before, "{step}");
            for cell in 0..81 {
                if marks.candidates()[cell].count_ones() == 1 {
                    marks.place(cell, marks.candidates()[cell].trailing_zeros() as u8 + 1);
                }
            }
        }
    }
    // A dynamic double is seldom the shortest.
    let chains = [
        TechniqueSet::SIMPLE_CHAINS,
        TechniqueSet::EMPTY.with(Technique::NishioForcingChain),
        TechniqueSet::MULTIPLE_CHAINS,
        TechniqueSet::DYNAMIC_CHAINS.without(Technique::DynamicDoubleForcingChains),
    ];
    for technique in
        Technique::ALL.iter().filter(|technique| chains.iter().any(|set| set.contains(**technique)))
    {
        assert!(found[*technique as usize] > 0, "{technique:?}");
    }
}

#[test]
fn sets_of_bits_leave_out_nothing_that_a_search_finds() {
    let (mut random, mut fast, mut slow) =
        (Rng::with_seed(41), Box::new(ChainMemory::EMPTY), Box::new(ChainMemory::EMPTY));
    slow.simple.graph.is_slow = true;
    let mut found = [0; 3];
    for _ in 0..BOARDS / 25 {
        let solution = solved(&mut random);
        let mut marks = board(&solution, &mut random);
        loop {
            for (found, find) in found.iter_mut().zip([simple_chain, xy_chain, multiple_chains]) {
                let one = TechniqueSet::EMPTY.with(Technique::ALL[random.usize(..Technique::ALL.len())]);
                for techniques in [TechniqueSet::SCALE, TechniqueSet::ALL, one] {
                    let step = find(&marks, techniques, &mut slow, BEST);
                    *found += usize::from(step.is_some());
                    assert_eq!(find(&marks, techniques, &mut fast, BEST), step);
                }
            }
            let board = board::CandidateBoard::new(&marks);
            for (candidate, is_true) in
                board.all().iter().flat_map(|candidate| [(candidate, true), (candidate, false)])
            {
                let start = board::Statement { candidate, is_true };
                for one_digit in [true, false] {
                    let rules = Rules { one_digit, ..Rules::dynamic(0, 0) };
                    assert!(
                        closure::falses_of(&board, start, rules)
                            == fast.forcing.falses_of(&board, start, rules)
                    );
                }
            }
            // Singles are left: they are positions like others.
            match FINDERS.iter().find_map(|find| find(&marks, TechniqueSet::SCALE, &mut fast, BEST)) {
                Some(step) => marks.apply(&step),
                None => break,
            }
        }
    }
    assert!(found.iter().all(|found| *found > 0), "{found:?}");
}
