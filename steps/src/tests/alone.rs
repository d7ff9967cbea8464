//! Techniques that are asked for, against plain definitions of where they apply.

use std::collections::BTreeSet;

use fastrand::Rng;
use lanedoku::{Generator, GeneratorWorkspace, Grid, Solver};

use super::super::chains::tests::{board, check_proof, check_solution, solved};
use super::super::{Explainer, MOST_LINKS, PencilMarks, Technique, TechniqueSet};
use super::plain::{cells, choices, sees, units};

/// A candidate: a cell and a digit from 0.
type CellDigit = (usize, usize);

/// The links of a board, for one digit or for all: from a statement to those that follow.
struct PlainLinks {
    all: Vec<CellDigit>,
    /// Whether the cell of each has another candidate.
    is_news: Vec<bool>,
    /// For each candidate, those that it sees, and those that are true if it is false.
    weak: Vec<Vec<usize>>,
    strong: Vec<Vec<usize>>,
}

impl PlainLinks {
    fn new(marks: &PencilMarks, is_used: impl Fn(CellDigit) -> bool, one_digit: bool) -> Self {
        let has = |(cell, digit): CellDigit| marks.candidates()[cell] >> digit & 1 == 1;
        let everything = (0..81).flat_map(|cell| (0..9).map(move |digit| (cell, digit)));
        let all: Vec<CellDigit> = everything.filter(|&one| has(one) && is_used(one)).collect();
        let weak_pair = |one: CellDigit, other: CellDigit| match one.1 == other.1 {
            true => sees(one.0, other.0),
            false => one.0 == other.0 && !one_digit,
        };
        let strong_pair = |one: CellDigit, other: CellDigit| {
            if one.0 == other.0 {
                return one.1 != other.1 && !one_digit && marks.candidates()[one.0].count_ones() == 2;
            }
            let alone = |unit: usize| cells(unit).iter().filter(|&&cell| has((cell, one.1))).count() == 2;
            one.1 == other.1 && units(one.0).iter().any(|unit| units(other.0).contains(unit) && alone(*unit))
        };
        let numbers = |pair: &dyn Fn(CellDigit, CellDigit) -> bool| {
            let of = |one: &CellDigit| (0..all.len()).filter(|&other| pair(*one, all[other])).collect();
            all.iter().map(of).collect()
        };
        let (weak, strong) = (numbers(&weak_pair), numbers(&strong_pair));
        let is_news = all.iter().map(|one| marks.candidates()[one.0].count_ones() > 1).collect();
        PlainLinks { all, is_news, weak, strong }
    }

    /// All statements that follow from one, but those about a candidate: flags by number and value.
    fn closure(&self, start: (usize, bool), but: Option<usize>) -> Vec<[bool; 2]> {
        let mut found = vec![[false; 2]; self.all.len()];
        let mut next = vec![start];
        found[start.0][usize::from(start.1)] = true;
        while let Some((one, is_true)) = next.pop() {
            for &other in if is_true { &self.weak[one] } else { &self.strong[one] } {
                if but != Some(other) && !found[other][usize::from(!is_true)] {
                    found[other][usize::from(!is_true)] = true;
                    next.push((other, !is_true));
                }
            }
        }
        found
    }

    /// Whether a candidate contradicts itself, or its absence does, by more than one strong link.
    fn has_chain(&self) -> bool {
        let is_locked = |one: usize| {
            let mut pairs = self.weak[one].iter().flat_map(|&seen| &self.strong[seen]);
            pairs.any(|other| self.weak[one].contains(other))
        };
        let leads =
            |one: usize, is_true: bool| self.closure((one, is_true), None)[one][usize::from(!is_true)];
        (0..self.all.len())
            .any(|one| self.is_news[one] && !is_locked(one) && (leads(one, true) || leads(one, false)))
    }

    /// Whether one of two candidates that see each other is true by a chain of more than one link, and another
    /// candidate, which is not on the chain, sees both.
    fn has_loop(&self) -> bool {
        (0..self.all.len()).any(|one| {
            self.weak[one].iter().filter(|other| !self.strong[one].contains(other)).any(|&other| {
                let mut victims = self.weak[one].iter().filter(|victim| self.weak[other].contains(victim));
                victims.any(|&victim| self.closure((one, false), Some(victim))[other][1])
            })
        })
    }

    /// Whether all of some candidates lead to the same statement, which is not one of theirs alone.
    fn agree(&self, cases: &[usize]) -> bool {
        let found: Vec<_> = cases.iter().map(|&case| self.closure((case, true), None)).collect();
        (0..self.all.len()).any(|one| {
            let holds = |value: usize| found.iter().all(|case| case[one][value]);
            cases.len() > 1 && (holds(0) || holds(1))
        })
    }
}

/// Whether `size` of a unit's cells with two candidates or more have `size` candidates, which others have, too; or of
/// its digits with two places or more, in whose places are others.
fn has_subset(marks: &PencilMarks, size: usize, is_hidden: bool) -> bool {
    (0..27).any(|unit| {
        let of_cell: Vec<u16> = cells(unit).iter().map(|&cell| marks.candidates()[cell]).collect();
        let of_digit =
            |digit: usize| (0..9).fold(0, |places, cell| places | (of_cell[cell] >> digit & 1) << cell);
        has_cover(&if is_hidden { (0..9).map(of_digit).collect() } else { of_cell }, size)
    })
}

/// Whether `size` of nine sets of two or more have `size` elements together, which another set has, too.
fn has_cover(sets: &[u16], size: usize) -> bool {
    let eligible: Vec<usize> = (0..9).filter(|&set| sets[set].count_ones() >= 2).collect();
    choices(&eligible, size).iter().any(|chosen| {
        let all = chosen.iter().fold(0, |all, &set| all | sets[set]);
        let others = (0..9).filter(|set| !chosen.contains(set)).fold(0, |others, set| others | sets[set]);
        all.count_ones() as usize == size && others & all != 0
    })
}

fn has_fish(marks: &PencilMarks, size: usize) -> bool {
    (0..9).any(|digit| {
        let has = |row: usize, column: usize| marks.candidates()[row * 9 + column] >> digit & 1;
        let rows: Vec<u16> =
            (0..9).map(|row| (0..9).fold(0, |places, column| places | has(row, column) << column)).collect();
        let columns: Vec<u16> =
            (0..9).map(|column| (0..9).fold(0, |places, row| places | has(row, column) << row)).collect();
        has_cover(&rows, size) || has_cover(&columns, size)
    })
}

/// Whether strong links colour cells of a digit so that another cell sees both colours, or one colour sees itself.
fn has_colouring(marks: &PencilMarks) -> bool {
    (0..9).any(|digit| {
        let links = PlainLinks::new(marks, |one| one.1 == digit, true);
        (0..links.all.len()).any(|first| {
            let (mut colours, mut next) = (vec![None; links.all.len()], vec![(first, false)]);
            while let Some((one, colour)) = next.pop() {
                if colours[one].is_none() {
                    colours[one] = Some(colour);
                    next.extend(links.strong[one].iter().map(|&other| (other, !colour)));
                }
            }
            let has = |one: usize, colour: bool| {
                links.weak[one].iter().any(|&other| colours[other] == Some(colour))
            };
            let is_false = |one: usize| match colours[one] {
                None => has(one, false) && has(one, true),
                Some(colour) => has(one, colour),
            };
            (0..links.all.len()).any(is_false)
        })
    })
}

/// Whether a technique applies, where a definition is here.
fn applies(technique: Technique, marks: &PencilMarks) -> Option<bool> {
    use Technique::*;

    let of_digits = |holds: &dyn Fn(&PlainLinks) -> bool| {
        (0..9).any(|digit| holds(&PlainLinks::new(marks, |one| one.1 == digit, true)))
    };
    let of_all = || PlainLinks::new(marks, |_| true, false);
    let cases = |is_case: &dyn Fn(CellDigit) -> bool, links: &PlainLinks| -> Vec<usize> {
        (0..links.all.len()).filter(|&one| is_case(links.all[one])).collect()
    };
    Some(match technique {
        NakedPair => has_subset(marks, 2, false),
        NakedTriple => has_subset(marks, 3, false),
        NakedQuad => has_subset(marks, 4, false),
        HiddenPair => has_subset(marks, 2, true),
        HiddenTriple => has_subset(marks, 3, true),
        HiddenQuad => has_subset(marks, 4, true),
        XWing => has_fish(marks, 2),
        Swordfish => has_fish(marks, 3),
        Jellyfish => has_fish(marks, 4),
        SimpleColouring => has_colouring(marks),
        XChain => of_digits(&PlainLinks::has_chain),
        XCycle => of_digits(&PlainLinks::has_loop),
        AlternatingChain => of_all().has_chain(),
        ContinuousLoop => of_all().has_loop(),
        CellForcingChains => {
            let links = of_all();
            (0..81).any(|cell| links.agree(&cases(&|one| one.0 == cell, &links)))
        }
        UnitForcingChains => {
            let links = of_all();
            (0..27).any(|unit| {
                (0..9).any(|digit| {
                    links.agree(&cases(&|one| one.1 == digit && units(one.0).contains(&unit), &links))
                })
            })
        }
        _ => return None,
    })
}

/// Boards between the steps of solving with some techniques: with any candidates, and of minimal puzzles.
fn positions(random: &mut Rng, count: usize) -> Vec<([usize; 81], PencilMarks)> {
    let mut memory = Box::new_uninit();
    let mut puzzles = vec![None; count];
    Generator::new(41).generate(0, &mut puzzles, GeneratorWorkspace::write_new(&mut memory));
    let of_puzzle = |puzzle: Grid| {
        let solution = Solver::new().solve(&puzzle).solution.unwrap();
        (solution.digits().map(|digit| usize::from(digit) - 1), PencilMarks::new(&puzzle))
    };
    let mut found: Vec<_> = puzzles.into_iter().flatten().map(of_puzzle).collect();
    found.extend((0..count).map(|_| {
        let solution = solved(random);
        (solution, board(&solution, random))
    }));
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    for (_, marks) in &mut found {
        let techniques = Technique::ALL.iter().take(3 + random.u32(..32) as usize);
        let set = techniques.fold(TechniqueSet::EMPTY, |set, technique| set.with(*technique));
        explainer.set_techniques(set.without_uniqueness());
        for _ in 0..random.u32(..80) {
            let Some(step) = explainer.next_step(marks) else { break };
            marks.apply(&step);
        }
    }
    found
}

/// Each technique alone is found where it applies, under its name, until it applies no more; and a set finds a step
/// where one of its techniques does.
#[test]
fn a_technique_that_is_asked_for_is_found() {
    let mut random = Rng::with_seed(41);
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    let chains = [TechniqueSet::SIMPLE_CHAINS, TechniqueSet::MULTIPLE_CHAINS, TechniqueSet::DYNAMIC_CHAINS];
    let mut found = BTreeSet::new();
    // Nested chains would take long; `nested_chains_keep_the_solution` tests each of them alone.
    let is_tried = |technique: &Technique| {
        *technique != Technique::NeedsMore && !TechniqueSet::NESTED_CHAINS.contains(*technique)
    };
    let techniques = || Technique::ALL.iter().copied().filter(is_tried);
    for (solution, marks) in positions(&mut random, 25) {
        let mut alone = TechniqueSet::EMPTY;
        for technique in techniques() {
            let only = TechniqueSet::EMPTY.with(technique);
            explainer.set_techniques(only);
            let mut left = marks.clone();
            while let Some(step) = explainer.next_step(&left) {
                assert_eq!(step.technique(), technique);
                if left == marks {
                    alone = alone.with(technique);
                }
                found.insert(technique);
                // The boards may have several solutions.
                if only.relies_on_uniqueness() {
                    break;
                }
                check_solution(&solution, &step);
                if chains.iter().any(|set| set.contains(technique)) && step.links().len() < MOST_LINKS {
                    check_proof(&left, &step);
                }
                if applies(technique, &left).is_none() {
                    break;
                }
                left.apply(&step);
            }
            assert_ne!(applies(technique, &left), Some(true), "{technique} {left:?}");
        }
        for _ in 0..4 {
            let chosen = techniques().filter(|_| random.u32(..4) == 0);
            let set = chosen.fold(TechniqueSet::EMPTY, TechniqueSet::with);
            explainer.set_techniques(set);
            let step = explainer.next_step(&marks);
            assert_eq!(step.is_some(), set.intersects(alone), "{set:?} {marks:?}");
            assert!(step.is_none_or(|step| set.contains(step.technique())));
        }
    }
    assert!(found.len() > 40, "{found:?}");
}
