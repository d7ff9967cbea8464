//! Unique loops against all loops of a board, and BUG on boards that are one by construction.

use std::collections::BTreeSet;

use fastrand::Rng;
use lanedoku::{Grid, random_grid};

use super::super::{Explainer, PencilMarks, Step, Technique, TechniqueSet};
use super::plain::{cells, choices, sees, units};

/// What counts of a step: its level, its technique, and what it removes.
type StepRemoval = (u8, Technique, [u16; 81]);

fn removal_of(step: &Step) -> StepRemoval {
    (step.level().tenths(), step.technique(), *step.eliminations())
}

/// The set of these digits of these cells that are candidates.
fn removed(candidates: &[u16; 81], cells: impl Fn(usize) -> bool, digits: u16) -> [u16; 81] {
    core::array::from_fn(|cell| if cells(cell) { candidates[cell] & digits } else { 0 })
}

/// A digit of a set, at random.
fn one_of(digits: u16, random: &mut Rng) -> u16 {
    let all: Vec<u16> = (0..9).map(|digit| 1 << digit).filter(|digit| digits & digit != 0).collect();
    if all.is_empty() { 0 } else { all[random.u32(..all.len() as u32) as usize] }
}

/// The cells of two digits of a solved board that are linked to each other, where the two can be exchanged.
fn linked(board: &[u8; 81], random: &mut Rng) -> (Vec<usize>, [u8; 2]) {
    let start = random.u32(..81) as usize;
    let pair = [board[start], (board[start] + random.u32(..8) as u8) % 9 + 1];
    let mut linked = vec![start];
    let mut next = 0;
    while let Some(&from) = linked.get(next) {
        let is_new =
            |cell: &usize| pair.contains(&board[*cell]) && sees(from, *cell) && !linked.contains(cell);
        let new: Vec<usize> = (0..81).filter(is_new).collect();
        linked.extend(new);
        next += 1;
    }
    (linked, pair)
}

/// All loops of some cells: each unit has at most one cell with an even number, and as many with an odd one.
fn loops(of: &[usize], path: &mut Vec<usize>, found: &mut BTreeSet<Vec<usize>>) {
    let has = |parity: usize, unit: usize| {
        path.iter().skip(parity).step_by(2).any(|&cell| units(cell).contains(&unit))
    };
    if path.len() >= 4 && (0..27).all(|unit| has(0, unit) == has(1, unit)) {
        let mut cells = path.clone();
        cells.sort();
        found.insert(cells);
    }
    let is_next = |&&next: &&usize| match path[..] {
        [] => true,
        [first, .., last] => {
            let parity = path.len() % 2;
            next > first && sees(last, next) && !units(next).iter().any(|&unit| has(parity, unit))
        }
        [first] => next > first && sees(first, next),
    };
    for next in of.iter().filter(is_next).copied().collect::<Vec<usize>>() {
        path.push(next);
        loops(of, path, found);
        path.pop();
    }
}

/// The steps of a loop of two digits, of all types.
fn steps_of(candidates: &[u16; 81], pair: u16, cells_of_loop: &[usize]) -> Vec<StepRemoval> {
    let base = match cells_of_loop.len() {
        4 => 45,
        6 => 46,
        8 => 47,
        _ => 50,
    };
    let technique = |kind: usize| {
        use Technique::*;
        let of_rectangles = [UniqueRectangle1, UniqueRectangle2, UniqueRectangle3, UniqueRectangle4];
        if cells_of_loop.len() == 4 { of_rectangles[kind - 1] } else { UniqueLoop }
    };
    let digits_of = |cells: &[usize]| cells.iter().fold(0, |digits, &cell| digits | candidates[cell]);
    let more: Vec<usize> = cells_of_loop.iter().copied().filter(|&cell| candidates[cell] != pair).collect();
    let extras = digits_of(&more) & !pair;
    let mut steps = Vec::new();
    if let [cell] = more[..] {
        steps.push((base, technique(1), removed(candidates, |other| other == cell, pair)));
    } else if extras.is_power_of_two() {
        let sees_all = |cell: usize| more.iter().all(|&other| sees(cell, other));
        steps.push((base, technique(2), removed(candidates, sees_all, extras)));
    }
    if let [one, other] = more[..] {
        for unit in units(one).into_iter().filter(|unit| units(other).contains(unit)) {
            let rest: Vec<usize> = cells(unit).into_iter().filter(|cell| !more.contains(cell)).collect();
            for digit in (0..9).map(|digit| 1 << digit).filter(|digit| pair & digit != 0) {
                if digits_of(&rest) & digit == 0 {
                    steps.push((
                        base,
                        technique(4),
                        removed(candidates, |cell| more.contains(&cell), pair & !digit),
                    ));
                }
            }
            if extras.is_power_of_two() {
                continue;
            }
            // The two are one cell of a naked subset, with their extras, or of a hidden one, with the two digits.
            for size in 2..=4 {
                let fits = |cell: &usize| (2..=size).contains(&candidates[*cell].count_ones());
                let of_few: Vec<usize> = rest.iter().copied().filter(fits).collect();
                for chosen in choices(&of_few, size as usize - 1) {
                    let (all, common) = (extras, extras & candidates[one] & candidates[other]);
                    let [all, common] = [all, common].map(|digits| digits | digits_of(&chosen));
                    if all.count_ones() == size && all == common {
                        let loses = |cell: usize| rest.contains(&cell) && !chosen.contains(&cell);
                        steps.push((base + size as u8 - 1, technique(3), removed(candidates, loses, all)));
                    }
                }
                let further = digits_of(&rest) & !extras & !pair;
                let further: Vec<usize> = (0..9).filter(|digit| further >> digit & 1 == 1).collect();
                for chosen in choices(&further, size as usize - 2) {
                    let digits = chosen.iter().fold(pair, |digits, digit| digits | 1 << digit);
                    let loses = |cell: usize| rest.contains(&cell) && candidates[cell] & digits != 0;
                    if (0..81).filter(|&cell| loses(cell)).count() as u32 == size - 1
                        && extras | pair != 0x1ff
                    {
                        steps.push((
                            base + size as u8 - 2,
                            technique(3),
                            removed(candidates, loses, !digits),
                        ));
                    }
                }
            }
        }
    }
    steps.retain(|(.., removed)| *removed != [0; 81]);
    steps
}

#[test]
fn unique_loops_are_the_easiest_of_all_loops() {
    let mut random = Rng::with_seed(39);
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    explainer.set_techniques(TechniqueSet::UNIQUE_LOOPS);
    let mut found = BTreeSet::new();
    for index in 0..600 {
        let board = *random_grid(39, index).digits();
        let (looped, pair) = linked(&board, &mut random);
        if looped.len() > 12 {
            continue;
        }
        let pair = pair.iter().fold(0, |pair, digit| pair | 1 << (digit - 1));
        // Extras of one digit in several cells, or of several digits in two.
        let extra = one_of(!pair, &mut random);
        let (is_one_digit, density) = (index % 2 == 0, random.u32(..5));
        let (first, second) = (random.u32(..looped.len() as u32), random.u32(..looped.len() as u32));
        let candidates: [u16; 81] = core::array::from_fn(|cell| {
            let some = (0..9).filter(|_| random.u32(..16) < density).fold(0, |some, digit| some | 1 << digit);
            match looped.iter().position(|&other| other == cell) {
                None => some | 1 << (board[cell] - 1),
                Some(_) if is_one_digit => pair | if random.u32(..2) == 0 { extra } else { 0 },
                Some(place) if [first, second].contains(&(place as u32)) => pair | some | extra,
                Some(_) => pair,
            }
        });
        let mut pairs: Vec<u16> = candidates.into_iter().filter(|digits| digits.count_ones() == 2).collect();
        pairs.sort();
        pairs.dedup();
        let mut steps = Vec::new();
        for pair in pairs {
            let of: Vec<usize> = (0..81).filter(|&cell| candidates[cell] & pair == pair).collect();
            let mut all = BTreeSet::new();
            loops(&of, &mut Vec::new(), &mut all);
            // The search starts in a cell with no other candidate.
            let has_start = |cells: &&Vec<usize>| cells.iter().any(|&cell| candidates[cell] == pair);
            steps.extend(all.iter().filter(has_start).flat_map(|cells| steps_of(&candidates, pair, cells)));
        }
        let least = steps.iter().map(|(level, ..)| *level).min();
        let step = explainer.next_step(&PencilMarks::from_candidates(&candidates));
        let step = step.as_ref().map(removal_of);
        assert_eq!(step.map(|(level, ..)| level), least, "{candidates:?} {steps:?}");
        assert!(step.is_none_or(|step| steps.contains(&step)), "{candidates:?} {step:?}");
        found.extend(step.map(|(level, technique, _)| (technique, level)));
        found.extend(step.map(|(_, technique, _)| (technique, 0)));
        // Some of the types find the easiest of their own.
        let of_set =
            |technique: &Technique| TechniqueSet::UNIQUE_LOOPS.contains(*technique) && random.u32(..2) == 0;
        let set = Technique::ALL.iter().copied().filter(of_set).fold(TechniqueSet::EMPTY, TechniqueSet::with);
        let some = Explainer::write_new(Box::leak(Box::new_uninit()));
        some.set_techniques(set);
        let step = some.next_step(&PencilMarks::from_candidates(&candidates)).as_ref().map(removal_of);
        let least = steps.iter().filter(|step| set.contains(step.1)).map(|(level, ..)| *level).min();
        assert_eq!(step.map(|(level, ..)| level), least, "{set:?} {candidates:?} {steps:?}");
        assert!(step.is_none_or(|step| set.contains(step.1) && steps.contains(&step)), "{step:?}");
    }
    use Technique::*;
    for technique in [UniqueRectangle1, UniqueRectangle2, UniqueRectangle3, UniqueRectangle4] {
        assert!(found.contains(&(technique, 0)), "{found:?}");
    }
    for level in [46, 47, 50] {
        assert!(found.contains(&(UniqueLoop, level)), "{found:?}");
    }
}

/// Two solutions that differ in each open cell are a BUG. Some candidates are added to it.
#[test]
fn a_bug_loses_what_its_extras_exclude() {
    use Technique::{Bug2, Bug3, Bug4, BugPlusOne};

    let mut random = Rng::with_seed(40);
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    explainer.set_techniques(TechniqueSet::BUG);
    let mut found = BTreeSet::new();
    for index in 0..2000 {
        let board = *random_grid(40, index).digits();
        let mut other = board;
        for _ in 0..1 + random.u32(..4) {
            let (cells, [a, b]) = linked(&other, &mut random);
            cells.iter().for_each(|&cell| other[cell] = a + b - other[cell]);
        }
        let common = core::array::from_fn(|cell| if board[cell] == other[cell] { board[cell] } else { 0 });
        let mut marks = PencilMarks::new(&Grid::from_digits(&common).unwrap());
        let open: Vec<usize> = (0..81).filter(|&cell| common[cell] == 0).collect();
        let base: [u16; 81] = core::array::from_fn(|cell| {
            if common[cell] == 0 { 1 << (board[cell] - 1) | 1 << (other[cell] - 1) } else { 0 }
        });
        let (mut extras, mut digits) = ([0_u16; 81], 0_u16);
        for _ in 0..if open.is_empty() { 0 } else { 1 + random.u32(..3) } {
            let cell = open[random.u32(..open.len() as u32) as usize];
            let free = marks.candidates()[cell] & !base[cell];
            let extra = one_of(if index % 2 == 0 && digits != 0 { free & digits } else { free }, &mut random);
            extras[cell] |= extra;
            digits |= extra;
        }
        open.iter().for_each(|&cell| marks.eliminate(cell, !(base[cell] | extras[cell])));
        let candidates = marks.candidates();
        let more: Vec<usize> = open.iter().copied().filter(|&cell| extras[cell] != 0).collect();
        // A unit shows each extra: its digit is there three times, and in one cell of more than two candidates.
        let is_shown = |cell: usize, digit: u16| {
            units(cell).into_iter().any(|unit| {
                let having = cells(unit).into_iter().filter(|&other| candidates[other] & digit != 0);
                having.clone().count() == 3 && having.filter(|other| more.contains(other)).eq([cell])
            })
        };
        let of_cell =
            |cell: usize| (0..9).map(|digit| 1 << digit).filter(move |digit| extras[cell] & digit != 0);
        if !more.iter().all(|&cell| of_cell(cell).all(|digit| is_shown(cell, digit))) {
            continue;
        }
        let sees_all = |cell: usize| more.iter().all(|&other| sees(cell, other));
        let share_unit = (0..27).any(|unit| more.iter().all(|&cell| units(cell).contains(&unit)));
        let shared = more.iter().fold(!digits, |shared, &cell| shared & candidates[cell]);
        let by_digit = removed(candidates, sees_all, digits);
        let is_more = |cell: usize| more.contains(&cell);
        let expected = match more.len() {
            0 => None,
            1 => Some((56, BugPlusOne, removed(candidates, is_more, !digits))),
            _ if digits.is_power_of_two() && by_digit != [0; 81] => Some((57, Bug2, by_digit)),
            2 if share_unit && shared.is_power_of_two() => {
                let left = |cell: usize| if is_more(cell) { extras[cell] | shared } else { candidates[cell] };
                Some((57, Bug4, core::array::from_fn(|cell| candidates[cell] & !left(cell))))
            }
            _ => None,
        };
        let step = explainer.next_step(&marks).as_ref().map(removal_of);
        let is_subset = step.is_some_and(|(_, technique, _)| technique == Bug3);
        // Alone, too, and the type that comes second without the first.
        let kinds = [BugPlusOne, Bug2, Bug3, Bug4].map(|kind| {
            let alone = Explainer::write_new(Box::leak(Box::new_uninit()));
            alone.set_techniques(TechniqueSet::EMPTY.with(kind));
            alone.next_step(&marks).map(|step| removal_of(&step))
        });
        assert!(step.is_none_or(|step| kinds.contains(&Some(step))), "{marks:?} {step:?}");
        assert_eq!(step.is_none(), kinds == [None; 4], "{marks:?}");
        assert!(step == expected || (expected.is_none() && is_subset), "{marks:?} {step:?} {expected:?}");
        found.extend(step.map(|(_, technique, _)| technique));
    }
    assert!([BugPlusOne, Bug2, Bug3, Bug4].iter().all(|technique| found.contains(technique)), "{found:?}");
}
