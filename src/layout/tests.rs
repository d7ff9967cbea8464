//! Boards of many layouts beside a search that knows only lists of houses, which these tests make themselves; and known
//! numbers.

use core::ops::ControlFlow;

use super::*;
use crate::checks::TestRandom;
use crate::{End, Status};

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

/// Each unit has as many cells as the board has digits, and of a size, each cell is at one place of each of its units.
#[test]
fn units_and_their_cells_agree() {
    for layout in ["4x4", "6x6", "9x9", "12x12", "16x16", "25x25", "jigsaw:aabbacbbaccdcddd"] {
        let layout: Layout = layout.parse().unwrap();
        let side = layout.side();
        let size = Size::from_side(side).filter(|size| size.layout() == layout);
        for kind in [Unit::Row, Unit::Column, Unit::Box] {
            for unit in (0..side).map(kind) {
                let cells = (0..layout.cells()).filter(|&cell| layout.units_of(cell).contains(&unit));
                let cells: Vec<usize> = cells.collect();
                assert_eq!(cells.len(), side, "{layout:?}");
                if let Some(size) = size {
                    assert_eq!((0..side).map(|place| size.cell_of(unit, place)).collect::<Vec<_>>(), cells);
                    assert!(
                        cells.iter().all(|&cell| size.row_column_box(cell) == layout.row_column_box(cell))
                    );
                }
            }
        }
    }
}

#[test]
fn generated_puzzles_are_minimal_and_the_same_again() {
    for (name, count) in
        [("6x6", 20), ("diagonal", 3), ("windoku", 3), ("12x12", 2), ("jigsaw:aabbacbbaccdcddd", 9)]
    {
        let layout: Layout = name.parse().unwrap();
        let solver = LayoutSolver::new(&layout);
        let [mut puzzle, mut again, mut solution] = [0; 3].map(|_| vec![0; layout.cells()]);
        for number in 0..count {
            assert_eq!(solver.generate(7, number, 0, u64::MAX, || true, &mut puzzle), Some(0), "{name}");
            assert_eq!(solver.generate(7, number, 0, u64::MAX, || true, &mut again), Some(0));
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
        assert_eq!(solver.generate(7, 0, layout.cells() - 1, u64::MAX, || true, &mut puzzle), Some(0));
        assert_eq!(puzzle.iter().filter(|&&clue| clue == 0).count(), 1);
        let left = solver.generate(7, 0, 0, u64::MAX, || false, &mut puzzle);
        assert_eq!(left, Some(layout.cells()), "{name}");
        let tally = solver.visit(&vec![0; layout.cells()], u64::MAX, || false, |_| ControlFlow::Continue(()));
        assert!(tally.end == End::OutOfSteps || layout.side() == 4, "{name} stops");
    }
    // The four cells of a box, and one that differs from each.
    let five = |layout: Layout, cell| layout.with_house([cell, 10]);
    let layout = [0, 1, 4, 5].into_iter().try_fold(Layout::boxes(2, 2).unwrap(), five).unwrap();
    let (solver, mut puzzle) = (LayoutSolver::new(&layout), [0; 16]);
    assert_eq!(solver.generate(7, 0, 0, u64::MAX, || true, &mut puzzle), None);
    assert_eq!(solver.solve(&[0; 16], u64::MAX, &mut puzzle).status(), Status::NoSolution);
}
