//! Eureka notation, read again: each link holds on the board, and what the chain shows follows from its ends.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use lanedoku::Grid;
use lanedoku_steps::{Explainer, PencilMarks, Step, Technique, TechniqueSet};

/// Candidates of a digit in some cells: a node of a chain.
#[derive(Clone, Debug, PartialEq, Eq)]
struct EurekaNode {
    digit: u16,
    cells: Vec<usize>,
}

/// The nodes of a chain, and the links between them. A loop has as many links as nodes.
fn read(text: &str) -> (Vec<EurekaNode>, Vec<char>) {
    let (mut nodes, mut links) = (vec![], vec![]);
    let mut rest = text;
    while let Some(inner) = rest.strip_prefix('(') {
        let (digits, after) = inner.split_once(')').unwrap();
        let (rows, after) = after.strip_prefix('r').unwrap().split_once('c').unwrap();
        let end = after.find(|one: char| !one.is_ascii_digit()).unwrap_or(after.len());
        let (columns, after) = after.split_at(end);
        let number = |one: char| one.to_digit(10).unwrap() as usize - 1;
        let in_row = |row: char| columns.chars().map(move |column| number(row) * 9 + number(column));
        let cells: Vec<usize> = rows.chars().flat_map(in_row).collect();
        for one in digits.chars() {
            match one {
                '=' | '-' => links.push(one),
                digit => nodes.push(EurekaNode { digit: number(digit) as u16, cells: cells.clone() }),
            }
        }
        rest =
            after.strip_prefix(['=', '-']).inspect(|_| links.extend(after.chars().next())).unwrap_or(after);
    }
    assert_eq!(rest, "", "{text}");
    (nodes, links)
}

fn units_of(cell: usize) -> [usize; 3] {
    [cell / 9, 9 + cell % 9, 18 + cell / 27 * 3 + cell % 9 / 3]
}

fn share(one: usize, other: usize) -> bool {
    one != other && units_of(one).into_iter().zip(units_of(other)).any(|(one, other)| one == other)
}

/// Whether one of both is false at least.
fn is_weak(one: &EurekaNode, other: &EurekaNode) -> bool {
    if one.digit != other.digit {
        return one.cells == other.cells && one.cells.len() == 1;
    }
    one.cells.iter().all(|&cell| other.cells.iter().all(|&other| share(cell, other)))
}

/// Whether one of both is true at least.
fn is_strong(marks: &PencilMarks, one: &EurekaNode, other: &EurekaNode) -> bool {
    if one.digit != other.digit {
        let [cell] = one.cells[..] else { return false };
        return one.cells == other.cells && marks.candidates()[cell] == 1 << one.digit | 1 << other.digit;
    }
    let has_it = |cell: &usize| marks.candidates()[*cell] >> one.digit & 1 == 1;
    let both = |cell: &usize| one.cells.contains(cell) || other.cells.contains(cell);
    (0..27).any(|unit| {
        let mut places = (0..81).filter(|cell| units_of(*cell).contains(&unit)).filter(has_it);
        places.clone().count() > 0
            && places.all(|cell| both(&cell))
            && [one, other].iter().all(|node| node.cells.iter().any(|cell| units_of(*cell).contains(&unit)))
    })
}

fn check(marks: &PencilMarks, step: &Step, text: &str) {
    let (chain, result) = text.split_once(" => ").unwrap();
    let (nodes, links) = read(chain);
    for (number, link) in links.iter().enumerate() {
        let (one, other) = (&nodes[number], &nodes[(number + 1) % nodes.len()]);
        let holds = if *link == '=' { is_strong(marks, one, other) } else { is_weak(one, other) };
        assert!(holds, "{link} {one:?} {other:?}: {text}\n{step}");
        assert_eq!(*link == '=', number % 2 == 0, "{text}");
    }
    let (first, last) = (nodes.first().unwrap(), nodes.last().unwrap());
    if let Some((cell, digit)) = step.placement() {
        assert_eq!(result, format!("r{}c{}={digit}", cell / 9 + 1, cell % 9 + 1));
        let node = EurekaNode { digit: u16::from(digit) - 1, cells: vec![cell] };
        assert!(*first == node && *last == node, "{text}");
        return;
    }
    let mut removed = vec![];
    for part in result.split(", ") {
        let (cell, digits) = part.split_once("<>").unwrap();
        let (row, column) = cell[1..].split_once('c').unwrap();
        let cell = row.parse::<usize>().unwrap() * 9 + column.parse::<usize>().unwrap() - 10;
        removed.extend(digits.chars().map(|digit| (cell, digit.to_digit(10).unwrap() as u16 - 1)));
    }
    let all = step.eliminations().iter().enumerate();
    let all = all.flat_map(|(cell, digits)| {
        (0..9).filter(move |digit| digits >> digit & 1 == 1).map(move |digit| (cell, digit))
    });
    assert_eq!(removed, all.collect::<Vec<_>>(), "{text}");
    let is_loop = links.len() == nodes.len();
    for (cell, digit) in removed {
        let victim = EurekaNode { digit, cells: vec![cell] };
        // In a loop, either the nodes with even numbers are true, or those with odd ones.
        let sees = |parity: usize| nodes.iter().skip(parity).step_by(2).any(|node| is_weak(&victim, node));
        let follows = match is_loop {
            true => sees(0) && sees(1),
            false => is_weak(&victim, first) && is_weak(&victim, last),
        };
        assert!(follows, "{victim:?}: {text}\n{step}");
    }
}

#[test]
fn chains_hold_as_they_are_written() {
    let explainer = Explainer::write_new(Box::leak(Box::new_uninit()));
    let mut found: BTreeMap<Technique, usize> = BTreeMap::new();
    for puzzle in [
        "..63..9...4.........26.7.8....2.53......4...7....9..5...9.....67.8.1.4..6......3.",
        "6..2...8......4.1.57.8..3....5.1........35.2.........6..4....5...7...9.29..1....8",
        "2.....7.5......36..9..16.....81.5.7.7......3..5......6174.9....9......47....6..5.",
    ] {
        let mut marks = PencilMarks::new(&puzzle.parse::<Grid>().unwrap());
        loop {
            for set in ["scale,-dynamic chains,-nested chains", "all,-dynamic chains,-nested chains"] {
                explainer.set_techniques(TechniqueSet::read(set).unwrap());
                let visit = |step: &Step| {
                    if let Some(text) = step.eureka() {
                        check(&marks, step, &text.to_string());
                        *found.entry(step.technique()).or_default() += 1;
                    }
                    ControlFlow::Continue(())
                };
                assert_eq!(explainer.all_hints(&marks, &|| true, visit), Ok(()));
            }
            explainer.set_techniques(TechniqueSet::SCALE);
            let Some(step) = explainer.next_step(&marks) else { break };
            marks.apply(&step);
        }
    }
    println!("{found:?}");
    assert!(found.len() > 12, "{found:?}");
}
