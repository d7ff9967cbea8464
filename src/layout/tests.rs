//! Boards of many layouts beside a search that knows only lists of houses, which these tests make themselves; and known
//! numbers.

use core::ops::ControlFlow;

use super::*;
use crate::batch::BatchStorage;
use crate::checks::TestRandom;
use crate::kernel::{BatchKernel, SimdKernel};
use crate::{ClueSymmetry, End, Engine, Kernel, Order, Status, Tally};

/// The houses of a layout, by its own rules, and not by the code under test.
struct House {
    side: usize,
    houses: Vec<Vec<usize>>,
}

impl House {
    fn lines(side: usize) -> Vec<Vec<usize>> {
        let rows = (0..side).map(|row| (0..side).map(|column| row * side + column).collect());
        let columns = (0..side).map(|column| (0..side).map(|row| row * side + column).collect());
        rows.chain(columns).collect()
    }

    fn of_boxes(rows: usize, columns: usize) -> House {
        let side = rows * columns;
        let mut houses = House::lines(side);
        for (top, left) in
            (0..side).step_by(rows).flat_map(|top| (0..side).step_by(columns).map(move |left| (top, left)))
        {
            let cells = (top..top + rows)
                .flat_map(|row| (left..left + columns).map(move |column| row * side + column));
            houses.push(cells.collect());
        }
        House { side, houses }
    }

    fn of_regions(names: &[u8]) -> House {
        let side = names.len().isqrt();
        let mut houses = House::lines(side);
        for name in 0..=u8::MAX {
            let region: Vec<usize> = (0..names.len()).filter(|&cell| names[cell] == name).collect();
            houses.extend((!region.is_empty()).then_some(region));
        }
        House { side, houses }
    }

    fn with(mut self, house: &[usize]) -> House {
        self.houses.push(house.to_vec());
        self
    }

    fn with_diagonals(self) -> House {
        let side = self.side;
        let [down, up]: [Vec<usize>; 2] = [
            (0..side).map(|row| row * side + row).collect(),
            (0..side).map(|row| row * side + side - 1 - row).collect(),
        ];
        self.with(&down).with(&up)
    }

    /// The cells that share a house with each.
    fn peers(&self) -> Vec<Vec<usize>> {
        let of = |cell: usize| {
            let mut peers: Vec<usize> =
                self.houses.iter().filter(|house| house.contains(&cell)).flatten().copied().collect();
            peers.retain(|other| *other != cell);
            peers.sort_unstable();
            peers.dedup();
            peers
        };
        (0..self.side * self.side).map(of).collect()
    }

    /// All solutions, up to so many and a little more.
    fn solutions(&self, clues: &[u8], most: usize) -> Vec<Vec<u8>> {
        let peers = self.peers();
        let (mut found, mut digits) = (Vec::new(), clues.to_vec());
        fn search(
            peers: &[Vec<usize>],
            side: usize,
            digits: &mut Vec<u8>,
            found: &mut Vec<Vec<u8>>,
            most: usize,
        ) {
            if found.len() > most {
                return;
            }
            let left = |cell: usize, digits: &[u8]| {
                (1..=side as u8)
                    .filter(|digit| peers[cell].iter().all(|peer| digits[*peer] != *digit))
                    .collect::<Vec<_>>()
            };
            let open = (0..digits.len()).filter(|&cell| digits[cell] == 0);
            let Some((cell, choices)) =
                open.map(|cell| (cell, left(cell, digits))).min_by_key(|(_, left)| left.len())
            else {
                return found.push(digits.clone());
            };
            for digit in choices {
                digits[cell] = digit;
                search(peers, side, digits, found, most);
            }
            digits[cell] = 0;
        }
        let collides = (0..clues.len())
            .any(|cell| clues[cell] > 0 && peers[cell].iter().any(|peer| clues[*peer] == clues[cell]));
        if !collides {
            search(&peers, self.side, &mut digits, &mut found, most);
        }
        found
    }
}

/// Layouts, and their houses made in another way.
fn layouts(random: &mut TestRandom) -> Vec<(Layout, House)> {
    let parsed = |text: &str| text.parse::<Layout>().unwrap();
    let windows: [[usize; 9]; 4] =
        [10, 14, 46, 50].map(|first| [0, 1, 2, 9, 10, 11, 18, 19, 20].map(|distance| first + distance));
    let windoku = windows.iter().fold(House::of_boxes(3, 3), |house, window| house.with(window));
    let mut all = vec![
        (parsed("4x4"), House::of_boxes(2, 2)),
        (parsed("6x6"), House::of_boxes(2, 3)),
        (parsed("boxes:3x2"), House::of_boxes(3, 2)),
        (parsed("8x8"), House::of_boxes(2, 4)),
        (parsed("9x9"), House::of_boxes(3, 3)),
        (parsed("10x10"), House::of_boxes(2, 5)),
        (parsed("12x12"), House::of_boxes(3, 4)),
        (parsed("boxes:4x3"), House::of_boxes(4, 3)),
        (parsed("15x15"), House::of_boxes(3, 5)),
        (parsed("16x16"), House::of_boxes(4, 4)),
        (parsed("boxes:1x7"), House::of_boxes(1, 7)),
        (parsed("boxes:5x1"), House::of_boxes(5, 1)),
        (parsed("diagonal"), House::of_boxes(3, 3).with_diagonals()),
        (parsed("6x6+diagonal"), House::of_boxes(2, 3).with_diagonals()),
        (parsed("windoku"), windoku),
        (parsed("9x9+centre-dots"), House::of_boxes(3, 3).with(&[10, 13, 16, 37, 40, 43, 64, 67, 70])),
        (
            Layout::boxes(2, 3).unwrap().with_house([0, 7, 14]).unwrap(),
            House::of_boxes(2, 3).with(&[0, 7, 14]),
        ),
        (Layout::boxes(3, 3).unwrap().with_house([0, 80]).unwrap(), House::of_boxes(3, 3).with(&[0, 80])),
    ];
    // Regions of any shape: cells of a diagonal board are exchanged at random.
    for side in [4, 5, 6, 7, 9, 9, 11] {
        loop {
            let mut names: Vec<u8> = (0..side * side).map(|cell| b'a' + (cell / side) as u8).collect();
            for _ in 0..3 * side {
                let [one, other] = [0; 2].map(|_| random.below(side * side));
                names.swap(one, other);
            }
            let (layout, house) = (Layout::jigsaw(&names).unwrap(), House::of_regions(&names));
            // Few partitions have no grid.
            if LayoutSolver::new(&layout)
                .visit(&vec![0; side * side], 1_000_000, || true, |_| ControlFlow::Break(()))
                .solutions
                > 0
            {
                all.push((layout, house));
                break;
            }
        }
    }
    all
}

/// A full grid of a layout, by a random row.
fn full(solver: &LayoutSolver, house: &House, random: &mut TestRandom) -> Vec<u8> {
    let (side, mut found) = (house.side, Vec::new());
    while found.is_empty() {
        let mut clues = vec![0; side * side];
        for digit in 1..=side as u8 {
            let cell = random.below(side * side);
            if clues[cell] == 0 {
                clues[cell] = digit;
            }
        }
        solver.visit(
            &clues,
            100_000,
            || true,
            |solution| {
                found = solution.to_vec();
                ControlFlow::Break(())
            },
        );
    }
    found
}

#[test]
fn boards_of_many_layouts_have_the_solutions_of_a_plain_search() {
    const MOST: usize = 200;
    let mut random = TestRandom::new(43);
    let mut found = [0; 3];
    for (layout, house) in layouts(&mut random) {
        let solver = LayoutSolver::new(&layout);
        for board in 0..if layout.side() < 10 { 40 } else { 8 } {
            let mut clues = full(&solver, &house, &mut random);
            assert_eq!(house.solutions(&clues, 1).len(), 1, "a solution breaks a rule: {layout:?} {clues:?}");
            let kept = if layout.side() < 10 { 30 + board } else { 62 };
            for clue in &mut clues {
                *clue *= u8::from(random.below(100) < kept);
            }
            if board % 8 == 7 {
                // Perhaps with a wrong digit.
                let cell = random.below(clues.len());
                clues[cell] = 1 + random.below(layout.side()) as u8;
            }
            let expected = house.solutions(&clues, MOST);
            let mut all = Vec::new();
            let tally = solver.visit(
                &clues,
                u64::MAX,
                || true,
                |solution| {
                    all.push(solution.to_vec());
                    if all.len() > MOST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(tally.solutions, all.len() as u64);
            if expected.len() <= MOST {
                all.sort();
                let mut sorted = expected.clone();
                sorted.sort();
                assert_eq!(all, sorted, "{layout:?} {clues:?}");
                let mut least = vec![0; clues.len()];
                let status = solver.solve(&clues, u64::MAX, &mut least).status();
                let collides = expected.is_empty() && status == Status::Invalid;
                let known = [Status::NoSolution, Status::Unique, Status::Multiple][expected.len().min(2)];
                assert!(status == known || collides, "{status} {layout:?} {clues:?}");
                if let Some(first) = sorted.first() {
                    assert_eq!(least, *first, "{layout:?} {clues:?}");
                }
                found[expected.len().min(2)] += 1;
            } else {
                assert!(all.len() > MOST, "{layout:?} {clues:?}");
            }
        }
    }
    assert!(found.iter().all(|&found| found > 30), "{found:?}");
}

/// The loop has the answers of propagation, in both orders, and each solution once.
#[test]
fn the_loop_has_the_answers_of_propagation() {
    const STEPS: u64 = 200_000;
    const MOST: usize = 200;
    let mut random = TestRandom::new(44);
    let (mut compared, mut statuses) = (0, [0; 4]);
    for (layout, house) in layouts(&mut random) {
        let solver = LayoutSolver::new(&layout);
        let loops = Order::ALL.map(|order| LayoutSolver::new(&layout).with_order(order));
        let mut of_layout = 0;
        for board in 0..60 {
            let mut clues = full(&solver, &house, &mut random);
            for clue in &mut clues {
                *clue *= u8::from(random.below(100) < 30 + board);
            }
            if board % 4 == 3 {
                // Perhaps with a wrong digit.
                let cell = random.below(clues.len());
                clues[cell] = 1 + random.below(layout.side()) as u8;
            }
            let [mut expected, mut solution] = [0; 2].map(|_| vec![0; clues.len()]);
            let all = |solver: &LayoutSolver| {
                let mut all = Vec::new();
                let visit = |solution: &[u8]| {
                    all.push(solution.to_vec());
                    if all.len() > MOST { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                };
                let end = solver.visit(&clues, STEPS, || true, visit).end;
                all.sort();
                (end, all)
            };
            let status = solver.solve(&clues, u64::MAX, &mut expected).status();
            let every = all(&solver);
            for solver in &loops {
                let tally = solver.solve(&clues, STEPS, &mut solution);
                if tally.end != End::OutOfSteps {
                    assert_eq!(tally.status(), status, "{layout:?} {clues:?}");
                    if tally.solutions > 0 {
                        assert_eq!(solution, expected, "{layout:?} {clues:?}");
                    }
                    (compared, of_layout) = (compared + 1, of_layout + 1);
                    statuses[match status {
                        Status::Invalid => 0,
                        Status::NoSolution => 1,
                        Status::Unique => 2,
                        _ => 3,
                    }] += 1;
                } else {
                    assert_eq!((tally.steps, tally.solutions), (STEPS, 0));
                }
                let (end, solutions) = all(solver);
                if [end, every.0] == [End::Exhausted; 2] {
                    assert!(solutions == every.1, "{layout:?} {clues:?}");
                }
            }
        }
        assert!(of_layout >= 40, "{of_layout} boards of {layout:?}");
    }
    assert!(compared > 2_000 && statuses.iter().all(|&count| count > 50), "{compared} {statuses:?}");
}

#[test]
fn engines_of_a_solver() {
    let layout: Layout = "12x12".parse().unwrap();
    let mut solution = [0; 144];
    let steps = |solver: LayoutSolver, solution: &mut [u8]| solver.solve(&[0; 144], u64::MAX, solution).steps;
    let usual = steps(LayoutSolver::new(&layout), &mut solution);
    for engine in [Engine::Simd, Engine::Propagate] {
        let solver = LayoutSolver::new(&layout).with_order(Order::Rows).with_engine(engine);
        assert_eq!(steps(solver, &mut solution), usual);
    }
    let constrained = LayoutSolver::new(&layout).with_engine(Engine::Backtrack);
    let same = steps(LayoutSolver::new(&layout).with_order(Order::Constrained), &mut solution);
    assert_eq!(steps(constrained, &mut solution), same);
    assert_ne!(same, usual);
    // The last cell can hold no digit; row by row, the loop finds that only there, so it is asked whether to go on.
    let mut clues = [0; 144];
    (1..12).for_each(|digit| clues[131 + digit] = digit as u8);
    clues[4 * 12 + 11] = 12;
    let solver = LayoutSolver::new(&layout).with_order(Order::Rows);
    let mut asked = 0;
    let mut go_on = || {
        asked += 1;
        asked < 2
    };
    let tally = solver.solve_while(&clues, u64::MAX, &mut go_on, &mut solution);
    assert_eq!((tally.end, tally.steps, asked), (End::OutOfSteps, 2 * 256 * ((81 << 18) / 144), 2));
    let tally = solver.visit(&clues, 1_000, || true, |_| ControlFlow::Break(()));
    assert_eq!((tally.end, tally.steps), (End::OutOfSteps, 1_000));
}

#[test]
fn known_numbers_of_grids() {
    // The first row in order stands for all its permutations.
    let count = |layout: &str| {
        let layout: Layout = layout.parse().unwrap();
        let clues: Vec<u8> =
            (0..layout.cells()).map(|cell| if cell < layout.side() { cell as u8 + 1 } else { 0 }).collect();
        let tally =
            LayoutSolver::new(&layout).visit(&clues, u64::MAX, || true, |_| ControlFlow::Continue(()));
        tally.solutions * (1..=layout.side() as u64).product::<u64>()
    };
    assert_eq!(count("4x4"), 288);
    assert_eq!(count("6x6"), 28_200_960);
    assert_eq!(count("boxes:3x2"), 28_200_960);
    // Latin squares: regions that are rows.
    assert_eq!(count("boxes:1x4"), 576);
    assert_eq!(count("boxes:5x1"), 161_280);
}

#[test]
fn layouts_that_cannot_be_are_refused() {
    let refused = |text: &str| text.parse::<Layout>().unwrap_err();
    for text in
        ["", "9", "6x7", "x", "boxes:2", "boxes:ax2", "killer", "6x6+", "regions:abc", "diagonal+killer"]
    {
        assert_eq!(refused(text), LayoutError::Name, "{text}");
    }
    for (text, side) in
        [("3x3", 3), ("26x26", 26), ("boxes:1x3", 3), ("boxes:9x9", 81), ("jigsaw:aaabbbccc", 3)]
    {
        assert_eq!(refused(text), LayoutError::Side { side }, "{text}");
    }
    for text in ["6x6+house:", "6x6+house:0,1", "6x6+house:1,,2", "house:1,x", "6x6+house"] {
        assert_eq!(refused(text), LayoutError::Name, "{text}");
    }
    assert_eq!(refused("6x6+house:1,37"), LayoutError::NoCell { cell: 36 });
    assert_eq!(refused("house:5,5"), LayoutError::Twice { cell: 4 });
    assert_eq!("house:1,81".parse(), Layout::boxes(3, 3).unwrap().with_house([0, 80]));
    assert_eq!(refused("jigsaw:aabb"), LayoutError::Side { side: 2 });
    assert_eq!(refused("jigsaw:aabbc"), LayoutError::Cells { cells: 5 });
    assert_eq!(refused("jigsaw:aaaaabbbccccdddd"), LayoutError::Region { cell: 0, cells: 5, side: 4 });
    assert_eq!(refused("6x6+windoku"), LayoutError::NoSuchHouses);
    assert_eq!(refused("8x8+centre-dots"), LayoutError::NoSuchHouses);
    let layout = Layout::boxes(2, 3).unwrap();
    assert_eq!(layout.clone().with_house([0, 36]), Err(LayoutError::NoCell { cell: 36 }));
    assert_eq!(layout.clone().with_house([0, 5, 0]), Err(LayoutError::Twice { cell: 0 }));
    assert_eq!(layout.clone().with_house([3]), Err(LayoutError::HouseSize { cells: 1 }));
    assert_eq!(layout.clone().with_house(0..7), Err(LayoutError::HouseSize { cells: 7 }));
    let full = (0..32).fold(layout, |layout, cell| layout.with_house([cell, cell + 1]).unwrap());
    assert_eq!(full.houses(), 32);
    assert_eq!(full.clone().with_house([0, 1]), Err(LayoutError::Houses));
    for error in [LayoutError::Name, LayoutError::Houses, LayoutError::NoCell { cell: 3 }, refused("3x3")] {
        assert!(!error.to_string().is_empty());
    }
}

/// Each unit has as many cells as the board has digits.
#[test]
fn units_and_their_cells_agree() {
    for layout in ["4x4", "6x6", "9x9", "12x12", "16x16", "25x25", "jigsaw:aabbacbbaccdcddd"] {
        let layout: Layout = layout.parse().unwrap();
        let side = layout.side();
        let region = if layout.box_shape().is_some() { Unit::Box } else { Unit::Region };
        for unit in [Unit::Row, Unit::Column, region].iter().flat_map(|kind| (0..side).map(kind)) {
            let cells = (0..layout.cells()).filter(|&cell| layout.units_of(cell).contains(&unit));
            assert_eq!(cells.count(), side, "{layout:?}");
        }
        if let Some(size) = Size::from_side(side).filter(|size| size.layout() == layout) {
            assert!(
                (0..size.cells()).all(|cell| size.row_column_box(cell) == layout.row_column_box(cell)),
                "{size}"
            );
        }
    }
}

/// Possible digits take many short searches, and each asks first whether to go on.
#[test]
fn possible_digits_stop_between_solutions() {
    let solver = LayoutSolver::new(&"6x6".parse().unwrap());
    let (mut possible, mut calls) = ([0; 36], 0);
    let status = solver.possible(
        &[0; 36],
        u64::MAX,
        || {
            calls += 1;
            calls < 4
        },
        &mut possible,
    );
    assert_eq!((status, calls), (Status::OutOfSteps, 4));
    // Those of two solutions, and then of two others.
    assert!(possible.iter().all(|digits| (1..=4).contains(&digits.count_ones())), "{possible:?}");
    assert_eq!(solver.possible(&[0; 36], u64::MAX, || true, &mut possible), Status::Multiple);
    assert_eq!(possible, [0b11_1111; 36]);
}

/// Boards with one digit twice in a unit of a layout, one for each unit.
fn boards_with_collisions(layout: &Layout, house: &House) -> Vec<Vec<u8>> {
    let board = |unit: &Vec<usize>| {
        let mut board = vec![0; layout.cells()];
        (board[unit[0]], board[unit[unit.len() - 1]]) = (2, 2);
        board
    };
    house.houses.iter().map(board).collect()
}

/// Clues that collide are invalid to all questions, even if none may search.
#[test]
fn collisions_are_found_before_the_first_search() {
    let mut random = TestRandom::new(45);
    for (layout, house) in layouts(&mut random) {
        let solver = LayoutSolver::new(&layout);
        for clues in boards_with_collisions(&layout, &house) {
            let (mut solution, mut possible) = (clues.clone(), vec![0; clues.len()]);
            for (step_limit, go_on) in [(u64::MAX, false), (1, true), (u64::MAX, true)] {
                let statuses = [
                    solver.solve_while(&clues, step_limit, || go_on, &mut solution).status(),
                    solver.count(&clues, 2, step_limit, || go_on, |_| ControlFlow::Continue(())).status(),
                    solver.possible(&clues, step_limit, || go_on, &mut possible),
                    solver.redundant_clues(&clues, step_limit, || go_on, |_| panic!("{layout:?}")),
                ];
                assert_eq!(statuses, [Status::Invalid; 4], "{layout:?} {step_limit} {go_on}");
                assert!(possible.iter().all(|digits| *digits == 0));
            }
            // Which clues are wrong takes searches.
            let wrong = solver.wrong_clues(&clues, u64::MAX, || false, |_| panic!("{layout:?}"));
            assert_eq!(wrong, Status::OutOfSteps, "{layout:?}");
        }
    }
}

/// As of boards with square boxes.
#[test]
fn a_count_to_none_checks_the_clues_alone() {
    let mut random = TestRandom::new(46);
    let mut ends = [0; 2];
    for (layout, house) in layouts(&mut random) {
        let solver = LayoutSolver::new(&layout);
        let mut boards = boards_with_collisions(&layout, &house);
        let full = full(&solver, &house, &mut random);
        // One cell has no candidate.
        let mut none = vec![0; layout.cells()];
        none[1..layout.side()].iter_mut().zip(2..).for_each(|(clue, digit)| *clue = digit);
        none[layout.side()..].iter_mut().step_by(layout.side()).skip(1).take(1).for_each(|clue| *clue = 1);
        boards.extend([vec![0; layout.cells()], full, none]);
        for clues in boards {
            let tally = solver.count(&clues, 0, u64::MAX, || true, |_| panic!("shown: {layout:?}"));
            let end = if layout.collisions(&clues).next().is_some() { End::Invalid } else { End::Stopped };
            assert_eq!(tally, Tally { solutions: 0, end, steps: 0, guesses: 0 }, "{layout:?} {clues:?}");
            ends[usize::from(end == End::Stopped)] += 1;
        }
    }
    assert!(ends.iter().all(|boards| *boards > 20), "{ends:?}");
}

/// Collisions, possible digits, redundant and wrong clues, and minimal puzzles, by their definitions.
#[test]
fn questions_are_answered_as_by_a_plain_search() {
    const MOST: usize = 300;
    let mut random = TestRandom::new(44);
    let mut asked = [0; 5];
    for (layout, house) in layouts(&mut random) {
        let (solver, cells) = (LayoutSolver::new(&layout), layout.cells());
        for board in 0..if layout.side() < 10 { 9 } else { 2 } {
            let mut clues = full(&solver, &house, &mut random);
            let kept = if layout.side() < 10 { 40 + 4 * board } else { 75 };
            for clue in &mut clues {
                *clue *= u8::from(random.below(100) < kept);
            }
            // In a larger board, the plain search for what does not exist takes too long.
            if board % 3 == 2 && layout.side() < 10 {
                let cell = random.below(cells);
                clues[cell] = 1 + random.below(layout.side()) as u8;
            }
            let solutions = |clues: &[u8]| house.solutions(clues, MOST);
            let (all, mut given) = (solutions(&clues), (0..cells).filter(|&cell| clues[cell] > 0));
            let without = |cell: usize| {
                let mut clues = clues.clone();
                clues[cell] = 0;
                solutions(&clues).len()
            };
            // The pairs that collide: some house has both.
            let pairs: std::collections::BTreeSet<[usize; 2]> =
                layout.collisions(&clues).map(|collision| collision.cells).collect();
            for &[one, other] in &pairs {
                assert!(clues[one] == clues[other] && clues[one] > 0);
                let shares = house.houses.iter().any(|house| house.contains(&one) && house.contains(&other));
                // Five houses of windoku follow from the four that it is made of.
                assert!(shares || layout.houses() == 9 && all.is_empty());
            }
            let peers = house.peers();
            let collides =
                given.clone().any(|cell| peers[cell].iter().any(|&peer| clues[peer] == clues[cell]));
            assert!(!collides || !pairs.is_empty(), "{layout:?} {clues:?}");
            let collides = !pairs.is_empty();
            if all.len() > MOST {
                continue;
            }
            let status = match all.len() {
                _ if collides => Status::Invalid,
                0 => Status::NoSolution,
                1 => Status::Unique,
                _ => Status::Multiple,
            };
            let mut possible = vec![0; cells];
            assert_eq!(solver.possible(&clues, u64::MAX, || true, &mut possible), status);
            let mut shown = vec![0; cells];
            for solution in &all {
                for (shown, digit) in shown.iter_mut().zip(solution) {
                    *shown |= 1 << (digit - 1);
                }
                assert!(layout.grade(solution, &clues, None).is_solution());
            }
            assert_eq!(possible, shown, "{layout:?} {clues:?}");
            let limited = solver.possible(&clues, u64::MAX, || false, &mut possible);
            assert!(limited == Status::OutOfSteps || collides, "{limited}");

            let (mut redundant, mut wrong) = (Vec::new(), Vec::new());
            assert_eq!(
                solver.redundant_clues(&clues, u64::MAX, || true, |cell| redundant.push(cell)),
                status
            );
            assert_eq!(solver.wrong_clues(&clues, u64::MAX, || true, |cell| wrong.push(cell)), status);
            let of = |is_asked, is_found: &dyn Fn(usize) -> bool| -> Vec<usize> {
                given.clone().filter(|&cell| is_asked && is_found(cell)).collect()
            };
            assert_eq!(
                redundant,
                of(status == Status::Unique, &|cell| without(cell) == 1),
                "{layout:?} {clues:?}"
            );
            assert_eq!(wrong, of(all.is_empty(), &|cell| without(cell) > 0), "{layout:?} {clues:?}");

            let mut minimal = clues.clone();
            let result = solver.minimize(3, board as u64, &LeftClues::default(), || true, &mut minimal);
            if status == Status::Unique {
                assert!(result == Ok(0) || result.is_ok() && layout.side() > 8, "{layout:?} {clues:?}");
                assert!((0..cells).all(|cell| minimal[cell] == 0 || minimal[cell] == clues[cell]));
                // A minimal puzzle of a larger board takes the plain search too long.
                if layout.side() < 9 {
                    assert_eq!(solutions(&minimal), all, "{layout:?} {minimal:?}");
                    for cell in (0..cells).filter(|&cell| minimal[cell] > 0) {
                        let mut fewer = minimal.clone();
                        fewer[cell] = 0;
                        assert!(solutions(&fewer).len() > 1, "{layout:?} {minimal:?}");
                    }
                }
                asked[3] += 1;
            } else {
                assert_eq!((result, &minimal), (Err(status), &clues));
            }
            asked[all.len().min(2)] += 1;
            asked[4] += wrong.len() + redundant.len();
            assert!(given.next().is_some());
        }
    }
    assert!(asked.iter().all(|&asked| asked > 15), "{asked:?}");
}

/// On small boards, all permutations of rows and of columns are tried: those that keep the houses are as many as the
/// symmetries make of one board, and no image breaks a rule.
#[test]
fn the_symmetries_of_a_layout_are_all_of_its_kind() {
    fn permutations(side: usize) -> Vec<Vec<usize>> {
        if side == 0 {
            return vec![vec![]];
        }
        let insert = |others: Vec<usize>| {
            (0..side).map(move |place| {
                let mut longer = others.clone();
                longer.insert(place, side - 1);
                longer
            })
        };
        permutations(side - 1).into_iter().flat_map(insert).collect()
    }
    for name in [
        "4x4",
        "4x4+diagonal",
        "boxes:1x4",
        "jigsaw:aabbacbbaccdcddd",
        "jigsaw:aabbabbcaddcddcc",
        "boxes:2x3",
        "6x6+diagonal",
        // Regions that are boxes, and others.
        "jigsaw:aabbccaabbccaabbccddeeffddeeffddeeff",
    ] {
        let layout: Layout = name.parse().unwrap();
        let side = layout.side();
        // A house as its cells, sorted.
        let mut houses: Vec<Vec<usize>> = Vec::new();
        for number in 0..side {
            houses
                .push((0..layout.cells()).filter(|&cell| layout.row_column_box(cell)[2] == number).collect());
        }
        for number in 0..layout.houses() {
            houses.push(
                (0..layout.cells()).filter(|&cell| layout.houses_of(cell) >> number & 1 == 1).collect(),
            );
        }
        houses.sort();
        houses.dedup();
        let keeps = |source: &dyn Fn(usize) -> usize| {
            houses.iter().all(|house| {
                let mut image: Vec<usize> = house.iter().map(|&cell| source(cell)).collect();
                image.sort_unstable();
                houses.binary_search(&image).is_ok()
            })
        };
        let orders = permutations(side);
        let mut expected = std::collections::BTreeSet::new();
        for (rows, columns) in
            orders.iter().flat_map(|rows| orders.iter().map(move |columns| (rows, columns)))
        {
            for transposes in [false, true] {
                let source = |cell: usize| {
                    let (row, column) = (rows[cell / side], columns[cell % side]);
                    if transposes { column * side + row } else { row * side + column }
                };
                if keeps(&source) {
                    expected.insert((0..layout.cells()).map(source).collect::<Vec<usize>>());
                }
            }
        }
        // The images of a board with a clue in each cell of its own: digits are renamed in a known way.
        let symmetries = LayoutSymmetries::new(&layout);
        let mut images = std::collections::BTreeSet::new();
        for number in 0..40 * expected.len() as u64 + 100 {
            images.insert(symmetries.image_of_cells(9, number));
        }
        assert_eq!(images, expected, "{name}: {} of {}", images.len(), expected.len());
    }
}

#[test]
fn generated_puzzles_are_minimal_and_the_same_again() {
    let minimal = LeftClues { step_limit: u64::MAX, ..LeftClues::default() };
    for (name, count) in
        [("6x6", 20), ("diagonal", 3), ("windoku", 3), ("12x12", 2), ("jigsaw:aabbacbbaccdcddd", 9)]
    {
        let layout: Layout = name.parse().unwrap();
        let solver = LayoutSolver::new(&layout);
        let [mut puzzle, mut again, mut solution] = [0; 3].map(|_| vec![0; layout.cells()]);
        for number in 0..count {
            assert_eq!(solver.generate(7, number, &minimal, || true, &mut puzzle), Some(0), "{name}");
            assert_eq!(solver.generate(7, number, &minimal, || true, &mut again), Some(0));
            assert_eq!(puzzle, again, "{name}");
            assert_eq!(
                solver.solve(&puzzle, u64::MAX, &mut solution).status(),
                Status::Unique,
                "{name} {puzzle:?}"
            );
            for cell in (0..puzzle.len()).filter(|&cell| puzzle[cell] > 0) {
                again[cell] = 0;
                assert_eq!(
                    solver.solve(&again, u64::MAX, &mut solution).status(),
                    Status::Multiple,
                    "{name} {puzzle:?}"
                );
                again[cell] = puzzle[cell];
            }
        }
        let most = layout.cells() - 1;
        let left = |number, symmetry| LeftClues { number: Some(number), symmetry, ..minimal.clone() };
        let all_but_one = left(most..=most, ClueSymmetry::None);
        assert_eq!(solver.generate(7, 0, &all_but_one, || true, &mut puzzle), Some(0));
        assert_eq!(puzzle.iter().filter(|&&clue| clue == 0).count(), 1);
        let one = LeftClues { attempts: 2, ..left(1..=1, ClueSymmetry::None) };
        assert_eq!(solver.generate(7, 0, &one, || true, &mut puzzle), None);
        for symmetry in ClueSymmetry::ALL {
            let half = left(0..=most, symmetry);
            assert_eq!(solver.generate(7, 1, &half, || true, &mut puzzle), Some(0));
            assert_eq!(solver.solve(&puzzle, u64::MAX, &mut solution).status(), Status::Unique);
            for cell in 0..puzzle.len() {
                let (orbit, length) = symmetry.orbit_on(layout.side(), cell);
                assert!(orbit[..length].iter().all(|&other| (puzzle[other] > 0) == (puzzle[cell] > 0)));
            }
        }
        let mut calls = 0;
        let once = || {
            calls += 1;
            calls <= 1
        };
        let left = solver.generate(7, 0, &minimal, once, &mut puzzle);
        // The full board may take several attempts.
        assert!(left.is_none() || left == Some(layout.cells()), "{name}");
        assert_eq!(solver.generate(7, 0, &minimal, || false, &mut puzzle), None);
        let tally = solver.visit(&vec![0; layout.cells()], u64::MAX, || false, |_| ControlFlow::Continue(()));
        assert!(tally.end == End::OutOfSteps || layout.side() == 4, "{name} stops");
    }
    // The four cells of a box, and one that differs from each.
    let five = |layout: Layout, cell| layout.with_house([cell, 10]);
    let layout = [0, 1, 4, 5].into_iter().try_fold(Layout::boxes(2, 2).unwrap(), five).unwrap();
    let (solver, mut puzzle) = (LayoutSolver::new(&layout), [0; 16]);
    assert_eq!(solver.generate(7, 0, &minimal, || true, &mut puzzle), None);
    assert_eq!(solver.solve(&[0; 16], u64::MAX, &mut puzzle).status(), Status::NoSolution);
}

/// Arbitrary texts are read or refused; a board that is drawn, or written as numbers, is read again.
#[test]
fn arbitrary_texts_and_boards_are_read() {
    let mut random = TestRandom::new(45);
    let mut read = 0;
    for (layout, _) in layouts(&mut random) {
        let (side, mut digits) = (layout.side(), vec![0; layout.cells()]);
        for _ in 0..200 {
            let length = random.below(2 * layout.cells() + 5);
            let text: Vec<u8> =
                (0..length).map(|_| b"0123456789.ABCPQ|-+= ,;\n\r\t\xff"[random.below(27)]).collect();
            read += u32::from(layout.read(&text, &mut digits).is_ok());
            assert!(digits.iter().all(|&digit| usize::from(digit) <= side), "{text:?}");
            let name: String = (0..random.below(40))
                .map(|_| char::from(b"0123456789x:+jigsawboxe diagonalwindoku-"[random.below(40)]))
                .collect();
            if let Ok(layout) = name.parse::<Layout>() {
                assert!((4..=25).contains(&layout.side()), "{name}");
            }
        }
        for _ in 0..20 {
            let board: Vec<u8> = (0..layout.cells()).map(|_| random.below(side + 1) as u8).collect();
            let characters: Vec<u8> = Layout::characters(&board).collect();
            let mut drawn = String::new();
            layout.draw(&characters, &mut drawn).unwrap();
            let numbers: Vec<String> = board.iter().map(u8::to_string).collect();
            for text in [characters, drawn.into_bytes(), numbers.join(" ").into_bytes()] {
                assert_eq!(
                    layout.read(&text, &mut digits),
                    Ok(()),
                    "{layout:?} {}",
                    String::from_utf8_lossy(&text)
                );
                assert_eq!(digits, board, "{layout:?}");
            }
        }
    }
    assert!(read < 500, "{read} arbitrary texts");
}

/// Of digits that are no board of the layout, all questions are invalid, and nothing is made.
#[test]
fn other_boards_are_invalid() {
    let layout: Layout = "6x6".parse().unwrap();
    let solver = LayoutSolver::new(&layout);
    let (mut above, left) = ([0; 36], LeftClues::default());
    above[35] = 7;
    for clues in [&above[..], &[0; 35], &[0; 37], &[]] {
        let mut digits = vec![9; 36];
        assert_eq!(solver.solve(clues, u64::MAX, &mut digits).status(), Status::Invalid);
        let visited = solver.visit(clues, u64::MAX, || true, |_| panic!("a solution"));
        assert_eq!(visited.status(), Status::Invalid);
        assert_eq!(solver.possible(clues, u64::MAX, || true, &mut [0; 36]), Status::Invalid);
        let never = |_| panic!("a clue");
        assert_eq!(solver.redundant_clues(clues, u64::MAX, || true, never), Status::Invalid);
        assert_eq!(solver.wrong_clues(clues, u64::MAX, || true, never), Status::Invalid);
        assert_eq!(solver.minimize(1, 0, &left, || true, &mut clues.to_vec()), Err(Status::Invalid));
        if clues.len() != 36 {
            assert_eq!(solver.solve(&[0; 36], u64::MAX, &mut clues.to_vec()).status(), Status::Invalid);
            assert_eq!(
                solver.possible(&[0; 36], u64::MAX, || true, &mut vec![0; clues.len()]),
                Status::Invalid
            );
            assert_eq!(solver.generate(1, 0, &left, || true, &mut clues.to_vec()), None);
            LayoutSymmetries::new(&layout).shuffle(1, 0, clues, &mut digits);
            let grade = layout.grade(clues, clues, None);
            assert!(!grade.is_complete && !grade.keeps_clues);
        }
        assert_eq!(digits, [9; 36]);
    }
}

/// Drawings with box-drawing characters are read as those with others, digits of two characters, too.
#[test]
fn drawings_in_other_characters_are_read() {
    for name in ["4x4", "6x6", "10x10", "12x12", "diagonal", "16x16"] {
        let layout: Layout = name.parse().unwrap();
        let side = layout.side();
        let clues: Vec<u8> =
            (0..layout.cells()).map(|cell| ((cell * 7 + cell / side) % (side + 1)) as u8).collect();
        for frame in ["│", "║", "┃"] {
            let row = |row: &[u8]| {
                let cells: Vec<String> = row.iter().map(|digit| digit.to_string()).collect();
                format!("{frame} {} {frame}", cells.join(&format!(" {frame} ")))
            };
            let rows: Vec<String> = clues.chunks(side).map(row).collect();
            let text = format!("┌──┬──┐\n{}\n└──┴──┘\n", rows.join("\n├──┼──┤\n"));
            let mut read = vec![0; clues.len()];
            assert_eq!(layout.read(text.as_bytes(), &mut read), Ok(()), "{text}");
            assert_eq!(read, clues);
            let bad = text.replacen("├──┼──┤", "├──∼──┤", 1);
            assert!(layout.read(bad.as_bytes(), &mut read).is_err(), "{bad}");
        }
    }
    let bad = format!("{}!", "│ 1 . . │ . . . │ . . 2 │\n".repeat(9));
    assert_eq!(Size::likely_of_text(bad.as_bytes()), Some(Size::Nine));
}

/// In lanes, boards have the answers that they have alone, whatever is beside them.
#[test]
fn boards_in_lanes_have_the_answers_of_boards_alone() {
    let mut random = TestRandom::new(45);
    let mut layouts: Vec<Layout> =
        ["9x9", "diagonal", "windoku", "9x9+centre-dots", "9x9+house:1,81", "diagonal+centre-dots", "6x6"]
            .map(|name| name.parse().unwrap())
            .into();
    for houses in [1, 4, 9, 10] {
        let mut layout = Layout::boxes(3, 3).unwrap();
        for _ in 0..houses {
            let mut cells: Vec<usize> = (0..81).collect();
            let house = (0..2 + random.below(4)).map(|_| cells.swap_remove(random.below(cells.len())));
            layout = layout.with_house(house.collect::<Vec<_>>()).unwrap();
        }
        layouts.push(layout);
    }
    let kernels: Vec<BatchKernel> = Kernel::of(Engine::Simd)
        .iter()
        .filter_map(|&kernel| BatchKernel::of(SimdKernel::new(kernel).ok()?))
        .chain([BatchKernel::Portable])
        .collect();
    let memory = &mut Box::new(BatchStorage::new());
    for layout in &layouts {
        let (solver, cells) = (LayoutSolver::new(layout), layout.cells());
        let mut clues = Vec::new();
        while clues.len() < 400 * cells {
            let mut board = vec![0; cells];
            let left = LeftClues { attempts: 1, ..LeftClues::default() };
            solver.generate(46, clues.len() as u64, &left, || true, &mut board).unwrap();
            match random.below(6) {
                0 => board[random.below(cells)] = 1 + random.below(layout.side()) as u8,
                1 => board[random.below(cells)] = [10, 16, 255][random.below(3)],
                2 => (0..random.below(cells)).for_each(|cell| board[cell] *= u8::from(!random.once_in(4))),
                _ => {}
            }
            clues.extend(board);
        }
        let [mut expected, mut solutions] = [0; 2].map(|_| vec![0; clues.len()]);
        let alone: Vec<Tally> = clues
            .chunks(cells)
            .zip(expected.chunks_mut(cells))
            .map(|(clues, solution)| solver.solve(clues, u64::MAX, solution))
            .collect();
        for &kernel in &kernels {
            let mut tallies = vec![Tally::BEGUN; alone.len()];
            solutions.fill(0);
            solver.solve_on(kernel, memory, &clues, &mut solutions, &mut tallies);
            let mut left = 0;
            for (board, (tally, alone)) in tallies.iter().zip(&alone).enumerate() {
                let cells = board * cells..(board + 1) * cells;
                if tally.end == End::OutOfSteps {
                    left += 1;
                    continue;
                }
                assert_eq!(
                    (tally.solutions, tally.end),
                    (alone.solutions, alone.end),
                    "{layout:?} {:?}",
                    &clues[cells.clone()]
                );
                assert_eq!(
                    solutions[cells.clone()],
                    expected[cells.clone()],
                    "{layout:?} {:?}",
                    &clues[cells]
                );
            }
            let has_lanes = layout.side() == 9 && layout.houses() <= 9;
            assert!(if has_lanes { left < 40 } else { left == 400 }, "{left} left of {layout:?}");
        }
    }
}
