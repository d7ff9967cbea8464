//! Chains in which statements follow from several others, read again line by line: each follows from those that are
//! named, and from no fewer, and the result from the ends.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use lanedoku::Grid;
use lanedoku_steps::{Explainer, Link, PencilMarks, Step, TechniqueSet};

use super::roles::{sees, units_of};

/// Reads `r1c2 is 3` or `r1c2 is not 3`, as the link that says so.
fn read_statement(text: &str, from: usize) -> Link {
    let (cell, digit) = text.split_once(" is ").unwrap();
    let (row, column) = cell[1..].split_once('c').unwrap();
    let cell = row.parse::<u8>().unwrap() * 9 + column.parse::<u8>().unwrap() - 10;
    let (is_true, digit) = digit.strip_prefix("not ").map_or((true, digit), |digit| (false, digit));
    Link { cell, digit: digit.parse().unwrap(), is_true, from: from as u8 }
}

/// Reads `1, 2 and 3`, as numbers from 0.
fn read_numbers(text: &str) -> Vec<usize> {
    text.split(", ")
        .flat_map(|part| part.split(" and "))
        .map(|number| number.parse::<usize>().unwrap() - 1)
        .collect()
}

/// Whether a pattern or chain without which nothing is lost removes a candidate.
fn is_removed(explainer: &mut Explainer, marks: &PencilMarks, name: &str, victim: &Link) -> bool {
    let techniques = match name {
        "alternating chain" => {
            "x-cycle,x-chain,skyscraper,two-string kite,turbot fish,alternating chain,continuous loop"
        }
        "unit forcing chains" => "cell forcing chains,unit forcing chains",
        "dynamic unit forcing chains" => "dynamic chains",
        name => name,
    };
    explainer.set_techniques(TechniqueSet::read(techniques).unwrap());
    let mut is_found = false;
    let visit = |step: &Step| {
        let cell = usize::from(victim.cell);
        is_found |= step.eliminations()[cell] >> (victim.digit - 1) & 1 == 1;
        is_found |= step.placement().is_some_and(|(placed, digit)| placed == cell && digit != victim.digit);
        ControlFlow::Continue(())
    };
    explainer.visit_all(marks, &|| true, visit);
    is_found
}

/// Checks the lines of a step. Counts why statements hold.
fn check(explainer: &mut Explainer, marks: &PencilMarks, step: &Step, found: &mut BTreeMap<String, usize>) {
    let text = format!("{step:#}");
    assert_eq!(
        text.replace('\n', "; ").to_lowercase(),
        step.to_string().to_lowercase().replace(": 1. ", ":; 1. ")
    );
    let mut lines = text.lines();
    let (title, end) = (lines.next().unwrap(), lines.next_back().unwrap());
    let candidates = marks.candidates();
    let has = |cell: usize, digit: u8| candidates[cell] >> (digit - 1) & 1 == 1;
    let (mut links, mut case, mut cases): (Vec<Link>, usize, Vec<Vec<Link>>) = (vec![], 0, vec![]);
    for (number, line) in lines.enumerate() {
        let line = line.strip_prefix(&format!("{}. ", number + 1)).unwrap();
        let line = line.strip_suffix('.').unwrap_or(line);
        if let Some(assumed) = line.strip_prefix("suppose ") {
            links.push(read_statement(assumed, number));
            assert_eq!(step.causes(number).count(), 0, "{text}");
            case = number;
            cases.push(vec![links[number]]);
            continue;
        }
        let (line, causes) = line.split_once(", from ").unwrap();
        let (line, reason) = line.split_once(": ").unwrap_or((line, ""));
        let causes = read_numbers(causes);
        assert_eq!(causes, step.causes(number).collect::<Vec<_>>(), "{text}");
        assert!(causes.iter().all(|cause| (case..number).contains(cause)), "{line}: {text}");
        let own = Link { from: step.links()[number].from, ..read_statement(line, 0) };
        assert!(causes.contains(&own.from.into()), "{text}");
        let cell = usize::from(own.cell);
        assert!(has(cell, own.digit), "{text}");
        *found.entry(reason.split(" in ").next().unwrap().into()).or_default() += 1;
        let mut named: Vec<(usize, u8)> =
            causes.iter().map(|cause| (links[*cause].cell.into(), links[*cause].digit)).collect();
        named.sort_unstable();
        if reason.is_empty() {
            let [(from, digit)] = named[..] else { panic!("{text}") };
            assert!(links[causes[0]].is_true && !own.is_true, "{text}");
            assert!(
                if from == cell { digit != own.digit } else { digit == own.digit && sees(from, cell) },
                "{text}"
            );
        } else {
            assert!(causes.iter().all(|cause| !links[*cause].is_true), "{text}");
            let in_unit = |unit: usize| {
                let others = (0..81).filter(|&other| units_of(other).contains(&unit) && other != cell);
                let others = others.filter(|other| has(*other, own.digit));
                others.map(|other| (other, own.digit)).collect::<Vec<_>>() == named
            };
            let unit = |name: &str| {
                let (kind, number) = name.split_once(' ').unwrap();
                let first = ["row", "column", "box"].iter().position(|name| *name == kind).unwrap() * 9;
                first + number.parse::<usize>().unwrap() - 1
            };
            let holds = match reason.strip_prefix("the only ") {
                Some("candidate left") => {
                    let others = (1..=9).filter(|&other| other != own.digit && has(cell, other));
                    others.map(|other| (cell, other)).collect::<Vec<_>>() == named
                }
                Some(place) => in_unit(unit(place.strip_prefix("place left in ").unwrap())),
                None => {
                    let mut rest = *candidates;
                    named.iter().for_each(|(cell, digit)| rest[*cell] &= !(1 << (digit - 1)));
                    is_removed(explainer, &super::with_candidates(marks, &rest), reason, &own)
                }
            };
            assert!(
                holds && own.is_true == reason.starts_with("the only "),
                "{}. {line}: {title}\n{text}",
                number + 1
            );
        }
        links.push(own);
        cases.last_mut().unwrap().push(own);
    }
    assert_eq!(links, step.links(), "{text}");
    let result = |case: &[Link]| {
        let says = |cell: usize, digit: u8, is_true: bool| {
            case.iter()
                .any(|link| (usize::from(link.cell), link.digit, link.is_true) == (cell, digit, is_true))
        };
        let removed = step.eliminations().iter().enumerate().all(|(cell, digits)| {
            (1..=9).all(|digit| digits >> (digit - 1) & 1 == 0 || says(cell, digit, false))
        });
        removed && step.placement().is_none_or(|(cell, digit)| says(cell, digit, true))
    };
    match end.strip_prefix("A contradiction between ") {
        Some(end) => {
            let pair = read_numbers(end.split(", so ").next().unwrap());
            let [one, other] = [links[pair[0]], links[pair[1]]];
            assert_eq!(other, Link { is_true: !one.is_true, from: other.from, ..one }, "{text}");
            assert_eq!(cases.len(), 1, "{text}");
        }
        None => assert!(cases.len() > 1 && cases.iter().all(|case| result(case)), "{text}"),
    }
}

#[test]
fn statements_follow_from_all_that_are_named() {
    let [explainer, other] = [0; 2].map(|_| Explainer::write_new(Box::leak(Box::new_uninit())));
    let mut found = BTreeMap::new();
    for puzzle in [
        "....5..8...67......8...36.5.4..3..5......4..66....83.4..1.9..2..3...25..9........",
        "........1.....2.3...3.1.4.......51....51.4.6..7..6...5..4.5.7..5.7.4.6.389..3....",
        "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
        "98.76.5..5..4.89....4....8.7..9..3......2..6......4...1......3..59...1....71....5",
    ] {
        let puzzle: Grid = puzzle.parse().unwrap();
        let steps = explainer.visit_steps(&puzzle, |marks, step| {
            if (0..step.links().len()).any(|number| step.causes(number).count() > 1) {
                check(other, marks, step, &mut found);
            }
            ControlFlow::Continue(())
        });
        assert!(steps.is_ok());
    }
    assert!(found.len() > 7 && found.values().all(|count| *count > 3), "{found:?}");
}
