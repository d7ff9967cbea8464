//! What sentences claim about the board, read again: that a digit is only in some cells of a unit, and that cells have
//! only some digits.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use lanedoku::Grid;
use lanedoku_steps::{Explainer, PencilMarks, Step, TechniqueSet};

use super::roles::units_of;

/// The cells of a list such as `rows 2 and 3, or in the fin r6c1`: of units, and single ones.
fn cells(text: &str) -> Vec<usize> {
    let (mut found, mut kind) = (vec![], None);
    for word in text.split([' ', ',']).filter(|word| !word.is_empty()) {
        let plain = word.trim_end_matches("es").trim_end_matches('s');
        if let Some(place) = ["row", "column", "box"].iter().position(|name| *name == plain) {
            kind = Some(9 * place);
        } else if let (Some(first), Ok(number)) = (kind, word.parse::<usize>()) {
            found.extend((0..81).filter(|&cell| units_of(cell).contains(&(first + number - 1))));
        } else if let Some((row, column)) = word.strip_prefix('r').and_then(|word| word.split_once('c')) {
            found.push(row.parse::<usize>().unwrap() * 9 + column.parse::<usize>().unwrap() - 10);
        }
    }
    found
}

/// The single cells of a list.
fn single_cells(text: &str) -> Vec<usize> {
    text.split(' ').filter(|word| word.starts_with('r') && word.contains('c')).flat_map(cells).collect()
}

fn digits(text: &str) -> Vec<u16> {
    text.split([' ', ',']).filter_map(|word| word.parse().ok()).collect()
}

/// Checks the claims of a sentence, and counts them.
fn check(marks: &PencilMarks, step: &Step, found: &mut BTreeMap<&str, usize>) {
    let text = step.to_string();
    let (name, reason) = text.split_once(": ").unwrap();
    let has = |cell: usize, digit: u16| marks.candidates()[cell] >> (digit - 1) & 1 == 1;
    for clause in reason.trim_end_matches('.').split("; ").flat_map(|clause| clause.split(", so ")) {
        if let Some((subject, places)) = clause.split_once(" is only in ") {
            let (units, numbers) =
                subject.rsplit_once(", ").map_or(("", subject), |(units, digits)| (units, digits));
            let units = units.strip_prefix("in ").unwrap();
            let (inside, allowed) = (cells(units), cells(places));
            assert!(!inside.is_empty() && !allowed.is_empty(), "{text}");
            for digit in digits(numbers) {
                let misplaced = inside.iter().find(|cell| has(**cell, digit) && !allowed.contains(cell));
                assert_eq!(misplaced, None, "{digit}: {text}");
                *found.entry("is only in").or_default() += 1;
            }
        }
        // `r1c2 and r1c3 have only 1 and 2, r3c4 has only ...`, or `with 1 there, r1c2 and r1c3 have only 2 and 3`.
        let clause = clause.replace(" has only ", " have only ");
        let case = clause.strip_prefix("with ").and_then(|rest| rest.split(' ').next()?.parse::<u16>().ok());
        let parts: Vec<&str> = clause.split(" have only ").collect();
        for pair in parts.windows(2) {
            let list = pair[1].split(", r").next().unwrap().split("and only").next().unwrap();
            for cell in single_cells(pair[0].rsplit(" there, ").next().unwrap()) {
                let own = (1..=9).filter(|&digit| has(cell, digit) && Some(digit) != case);
                let digits = digits(list);
                assert!(
                    own.clone().all(|digit| digits.contains(&digit)),
                    "r{}c{}: {text}",
                    cell / 9 + 1,
                    cell % 9 + 1
                );
                *found.entry("have only").or_default() += 1;
            }
        }
    }
    if let "Hidden rectangle" = name {
        *found.entry("hidden rectangles").or_default() += 1;
    }
}

#[test]
fn claims_of_sentences_hold_on_the_board() {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    let mut found = BTreeMap::new();
    for puzzle in [
        "..93...2....8.1....5......1.....48...7.13........75.3..34.....6.6.41....7.2...1.5",
        "..63..9...4.........26.7.8....2.53......4...7....9..5...9.....67.8.1.4..6......3.",
        "...8......2..7.6..79.3.2...9....4.3.532....4.....2...7....6..9...1...2.835.......",
        "4.21...5....6.........283.........182..5.6..3.6..8.....23.4.8..9...6..75.........",
        "6..2...8......4.1.57.8..3....5.1........35.2.........6..4....5...7...9.29..1....8",
    ] {
        let mut marks = PencilMarks::new(&puzzle.parse::<Grid>().unwrap());
        loop {
            let patterns = "all,-forcing chains,-dynamic chains,-nested chains";
            explainer.set_techniques(TechniqueSet::read(patterns).unwrap());
            let visit = |step: &Step| {
                if step.links().is_empty() {
                    check(&marks, step, &mut found);
                }
                ControlFlow::Continue(())
            };
            assert_eq!(explainer.all_hints(&marks, &|| true, visit), Ok(()));
            explainer.set_techniques(TechniqueSet::SCALE);
            let Some(step) = explainer.next_step(&marks) else { break };
            marks.apply(&step);
        }
    }
    assert!(found.len() == 3 && found.values().all(|count| *count > 20), "{found:?}");
}
