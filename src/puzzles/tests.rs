//! Tests generating and minimizing against an independent oracle.

use core::ops::ControlFlow;
use std::collections::BTreeSet;

use crate::testkit::oracle;

use super::full::{equivalent_grid, full_grid};
use super::minimizer::RemovalOrder;
use super::unavoidable::small_sets;
use super::*;
use crate::cell_bits::{ALL_CELLS, filled};
use crate::random::Random;
use crate::{Engine, Grid, Kernel, Solver};

/// Returns a workspace on the heap without putting a copy of its 1 MiB on the stack.
fn workspace() -> Box<GeneratorWorkspace> {
    let mut memory = Box::new_uninit();
    GeneratorWorkspace::write_new(&mut memory);
    // SAFETY: `write_new` has initialized it.
    unsafe { memory.assume_init() }
}

fn is_unique(puzzle: &[u8; 81]) -> bool {
    oracle::solutions(&oracle::masks(puzzle), 2, u32::MAX).unwrap().len() == 1
}

fn without(puzzle: &Grid, cells: CellSet) -> [u8; 81] {
    core::array::from_fn(|cell| if cells.contains(cell) { 0 } else { puzzle.digits()[cell] })
}

/// Returns a solver for each kernel that this machine supports.
fn solvers() -> Vec<Solver> {
    let solver = |&kernel| {
        let built = Solver::builder().engine(Engine::Simd).kernel(kernel).build();
        built.inspect_err(|error| crate::checks::not_run(&error.to_string())).ok()
    };
    Kernel::of(Engine::Simd).iter().filter_map(solver).collect()
}

fn generate(generator: &Generator, count: usize) -> Vec<Grid> {
    let mut puzzles = vec![None; count];
    generator.generate(0, &mut puzzles, &mut workspace());
    puzzles.into_iter().map(|puzzle| puzzle.expect("a puzzle within the limit on attempts")).collect()
}

/// Minimizes a puzzle clue by clue, or orbit by orbit.
fn minimized(puzzle: &Grid, turns: &RemovalOrder, fewest: usize) -> [u8; 81] {
    let mut left = *puzzle.digits();
    for orbit in turns.each() {
        let fewer = without(&Grid::from_checked(left), orbit);
        if fewer.iter().filter(|&&digit| digit != 0).count() >= fewest && is_unique(&fewer) {
            left = fewer;
        }
    }
    left
}

#[test]
fn the_puzzles_of_a_seed_do_not_change() {
    // They may change only with a major version.
    assert_eq!(
        random_grid(1, 0).to_string(),
        "984561372162793845735248916397652481846917523251384769523476198419825637678139254"
    );
    let pinned = [
        (
            Generator::new(1),
            "98....3.2........57.5...9..3..6.24....69...2...1..47.952..7..9..........6.81.9...",
        ),
        (
            Generator::new(1).random_symmetry(),
            "98.56....1....3.4...5.....63......8.8......2..5...4..9......19..1.82.6.7..8..9.54",
        ),
        (
            Generator::new(1).clues(26..=40),
            "98.56.3.2.........7.5...9..3..65.48.....1...32...8.7.9.23.7...841........781392.4",
        ),
        (
            Generator::new(1).pattern(checkerboard()),
            "9.7.2.5.8.1.8.9.7.4.2.5.6.9.5.1.4.3.3.1.8.4.2.6.2.5.9.1.9.6.3.5.4.5.2.6.5.6.7.1.4",
        ),
    ];
    for (generator, expected) in pinned {
        assert_eq!(generate(&generator, 1)[0].to_string(), expected, "{generator:?}");
    }
}

/// Returns a checkerboard pattern of 41 clues.
fn checkerboard() -> CellSet {
    (0..81).step_by(2).collect()
}

#[test]
fn full_grids_are_solved_and_digits_are_evenly_distributed() {
    let mut seen = BTreeSet::new();
    let mut digits_of_cells = [[0; 10]; 81];
    let mut pure = 0;
    for index in 0..5600 {
        let grid = random_grid(3, index);
        assert!(grid.is_solved());
        assert!(seen.insert(grid));
        for (counts, &digit) in digits_of_cells.iter_mut().zip(grid.digits()) {
            counts[usize::from(digit)] += 1;
        }
        // In two of the 56 ways to fill a band, the minirows move as a whole.
        let set = |cells: &[u8]| cells.iter().fold(0_u16, |set, digit| set | 1 << digit);
        let first = set(&grid.digits()[0..3]);
        let others = [&grid.digits()[12..15], &grid.digits()[21..24]];
        pure += usize::from(others.into_iter().any(|cells| set(cells) == first));
    }
    assert!((150..250).contains(&pure), "{pure}");
    // The expected number is 622.
    let counts = digits_of_cells.iter().flat_map(|counts| &counts[1..]);
    assert!(counts.clone().all(|count| (500..750).contains(count)), "{counts:?}");
}

#[test]
fn equivalent_grids_are_solved() {
    let mut random = Random::for_item(1, 2);
    let grid = full_grid(&mut random);
    let views: BTreeSet<_> = (0..100).map(|_| equivalent_grid(grid.digits(), &mut random)).collect();
    assert_eq!(views.len(), 100);
    assert!(views.iter().all(Grid::is_solved));
}

#[test]
fn small_sets_are_unavoidable_and_minimal() {
    for index in 0..20 {
        let grid = random_grid(4, index);
        let turns: [u8; 128] = core::array::from_fn(|cell| if cell < 81 { cell as u8 + 1 } else { 0 });
        let mut sets = BTreeSet::new();
        small_sets(grid.digits(), &turns, |set, last| sets.extend([(set, last)]));
        let digits =
            |set| CellSet::from_cells(set).iter().map(|cell| grid.digits()[cell]).collect::<BTreeSet<_>>();
        let of_digits = sets.iter().filter(|(set, _)| digits(*set).len() == 2).count();
        assert!(of_digits > 5 && sets.len() > of_digits + 5, "{of_digits} {}", sets.len());
        for (set, last) in sets {
            assert!(set.count_ones() <= 12);
            assert_eq!(u32::from(last), 128 - set.leading_zeros());
            assert!(!is_unique(&without(&grid, CellSet::from_cells(set))), "{set:x}");
            // No cell of a set can be omitted.
            let cells = CellSet::from_cells(set);
            assert!(cells.iter().all(|cell| is_unique(&without(
                &grid,
                cells.iter().filter(|&other| other != cell).collect()
            ))));
        }
    }
}

#[test]
fn predictions_give_the_same_result_as_clue_by_clue() {
    let mut workspace = workspace();
    let puzzles: Vec<Grid> = (0..12).map(|index| random_grid(5, index)).collect();
    let expected: Vec<_> = (7..)
        .zip(&puzzles)
        .map(|(number, grid)| {
            let turns = RemovalOrder::of(ALL_CELLS, ClueSymmetry::None);
            Some(Grid::from_checked(minimized(grid, &turns.shuffled(&mut Random::for_item(6, number)), 0)))
        })
        .collect();
    for solver in solvers() {
        let mut minimal = vec![None; puzzles.len()];
        solver.minimize(&puzzles, 6, 7, &mut minimal, &mut workspace);
        assert_eq!(minimal, expected);
        // A minimal puzzle does not change.
        let mut again = vec![None; puzzles.len()];
        let same: Vec<Grid> = minimal.iter().map(|puzzle| puzzle.unwrap()).collect();
        solver.minimize(&same, 1, 0, &mut again, &mut workspace);
        assert_eq!(again, minimal);
    }
}

#[test]
fn puzzles_without_one_solution_are_not_minimized() {
    let unique = generate(&Generator::new(2), 1)[0];
    let clue = unique.clue_cells().iter().next().unwrap();
    let several = Grid::from_checked(without(&unique, [clue].into_iter().collect()));
    let mut wrong = *unique.digits();
    let open = wrong.iter().position(|&digit| digit == 0).unwrap();
    let solution = Solver::new().solve(&unique).solution.unwrap();
    let others = (1..=9).filter(|&digit| solution.get(open) != Some(digit));
    let none: Vec<Grid> = others
        .map(|digit| {
            wrong[open] = digit;
            Grid::from_checked(wrong)
        })
        .collect();
    assert!(none.iter().any(Grid::has_collision) && !none.iter().all(Grid::has_collision));
    let mut collision = *solution.digits();
    collision.swap(0, 80);
    let puzzles =
        [&[several, Grid::EMPTY, unique, Grid::from_checked(collision), solution], &none[..]].concat();
    for solver in solvers() {
        for size in [1, 3, puzzles.len()] {
            for puzzles in puzzles.chunks(size) {
                let mut workspace = workspace();
                let mut minimal = vec![Some(Grid::EMPTY); puzzles.len()];
                solver.minimize(puzzles, 1, 0, &mut minimal, &mut workspace);
                let mut redundant = vec![None; puzzles.len()];
                solver.redundant_clues(puzzles, &mut redundant, &mut workspace);
                for (puzzle, (minimal, redundant)) in puzzles.iter().zip(minimal.iter().zip(redundant)) {
                    let has_one = *puzzle == unique || *puzzle == solution;
                    assert_eq!((minimal.is_some(), redundant.is_some()), (has_one, has_one), "{puzzle}");
                }
            }
        }
    }
}

#[test]
fn redundant_clues_are_those_that_can_each_be_removed() {
    let mut puzzles = generate(&Generator::new(8).clues(24..=40), 30);
    puzzles.extend(generate(&Generator::new(8).minimal(), 20));
    let random = &mut crate::checks::TestRandom::new(8);
    for round in 0..60 {
        // Many or all clues of a grid, or so few that there are several solutions; in some puzzles, one digit is wrong.
        let mut puzzle = *random_grid(8, round).digits();
        for _ in 0..random.below([1, 40, 120][round as usize % 3]) {
            puzzle[random.below(81)] = 0;
        }
        if round % 5 == 0 {
            puzzle[random.below(81)] = 1 + random.below(9) as u8;
        }
        puzzles.push(Grid::from_checked(puzzle));
    }
    let expected: Vec<_> = puzzles
        .iter()
        .map(|puzzle| {
            let clues = puzzle.clue_cells();
            let removable = |&cell: &usize| is_unique(&without(puzzle, [cell].into_iter().collect()));
            (!puzzle.has_collision() && is_unique(puzzle.digits()))
                .then(|| clues.iter().filter(removable).collect::<CellSet>())
        })
        .collect();
    let count = |is: &dyn Fn(&Option<CellSet>) -> bool| expected.iter().filter(|set| is(set)).count();
    assert!(count(&|set| set.is_none()) > 10 && count(&|set| set.is_some_and(CellSet::is_empty)) > 20);
    assert!(count(&|set| set.is_some_and(|set| set.len() > 40)) > 10);
    assert!(puzzles.iter().any(Grid::has_collision));
    // More puzzles than fit into the workspace at once.
    let (twice, expected) = ([&puzzles[..], &puzzles[..]].concat(), [&expected[..], &expected[..]].concat());
    for solver in solvers() {
        let mut workspace = workspace();
        for size in [1, twice.len()] {
            let mut redundant = vec![Some(CellSet::ALL); twice.len()];
            for (puzzles, redundant) in twice.chunks(size).zip(redundant.chunks_mut(size)) {
                // Neither the step limit nor the engine matters.
                solver.with_step_limit(1).redundant_clues(puzzles, redundant, &mut workspace);
            }
            assert_eq!(redundant, expected);
        }
    }
}

#[test]
fn a_puzzle_does_not_depend_on_slices_or_kernels() {
    let generators = [
        Generator::new(3),
        Generator::new(3).random_symmetry().clues(22..=30),
        Generator::new(3).clues(23..=23).minimal(),
        Generator::new(3).pattern(checkerboard()),
    ];
    for generator in generators {
        let expected: Vec<_> = generate(&generator, 64).into_iter().map(Some).collect();
        for solver in solvers() {
            let generator = generator.clone().with_solver(&solver);
            for size in [1, 7, 64] {
                let mut puzzles = vec![None; 64];
                let mut workspace = workspace();
                for (chunk, puzzles) in puzzles.chunks_mut(size).enumerate() {
                    generator.generate((chunk * size) as u64, puzzles, &mut workspace);
                }
                assert_eq!(puzzles, expected, "{generator:?} {size}");
            }
        }
    }
}

#[test]
fn symmetric_puzzles_are_symmetric_and_need_every_orbit() {
    for symmetry in ClueSymmetry::ALL {
        for puzzle in generate(&Generator::new(5).symmetry(symmetry), 6) {
            let clues = puzzle.clue_cells();
            assert!(symmetry.holds_for(clues), "{symmetry} {puzzle}");
            assert!(is_unique(puzzle.digits()));
            for cell in clues.iter() {
                assert!(!is_unique(&without(&puzzle, symmetry.orbit(cell))), "{symmetry} {puzzle} {cell}");
            }
        }
    }
    // Every symmetry but `None` is drawn.
    let puzzles = generate(&Generator::new(6).random_symmetry(), 40);
    let proper = &ClueSymmetry::ALL[1..];
    let has = |puzzle: &Grid, symmetry: &ClueSymmetry| symmetry.holds_for(puzzle.clue_cells());
    assert!(puzzles.iter().all(|puzzle| proper.iter().any(|symmetry| has(puzzle, symmetry))));
    assert!(proper.iter().all(|symmetry| puzzles.iter().any(|puzzle| has(puzzle, symmetry))));
}

#[test]
fn the_number_of_clues_is_in_the_range() {
    for (clues, minimal) in
        [(22..=23, false), (22..=23, true), (30..=33, false), (81..=90, false), (36..=36, false)]
    {
        let generator = Generator::new(7).clues(clues.clone());
        let generator = if minimal { generator.minimal() } else { generator };
        let puzzles = generate(&generator, 10);
        for puzzle in &puzzles {
            assert!(clues.contains(&puzzle.clues()) && is_unique(puzzle.digits()), "{puzzle}");
            let redundant = puzzle
                .clue_cells()
                .iter()
                .any(|cell| is_unique(&without(puzzle, [cell].into_iter().collect())));
            assert!(!minimal || !redundant, "{puzzle}");
        }
        let numbers: BTreeSet<_> = puzzles.iter().map(Grid::clues).collect();
        assert!(numbers.len() > 1 || *clues.start() + 1 > 36, "{numbers:?}");
    }
    // Orbits have two cells, so an odd number of clues needs one in the center.
    let generator = Generator::new(7).symmetry(ClueSymmetry::HalfTurn).clues(31..=31);
    assert!(generate(&generator, 5).iter().all(|puzzle| puzzle.clues() == 31 && puzzle.get(40).is_some()));
}

#[test]
fn the_limit_on_attempts_ends_the_search() {
    let mut puzzles = [Some(Grid::EMPTY); 3];
    let mut workspace = workspace();
    let none = CellSet::EMPTY;
    for generator in [
        Generator::new(1).attempts(0),
        Generator::new(1).attempts(3).clues(10..=12),
        Generator::new(1).attempts(3).pattern(none),
        #[expect(clippy::reversed_empty_ranges, reason = "tests an empty range")]
        Generator::new(1).attempts(3).clues(30..=20),
    ] {
        puzzles.fill(Some(Grid::EMPTY));
        generator.generate(0, &mut puzzles, &mut workspace);
        assert_eq!(puzzles, [None; 3], "{generator:?}");
    }
}

#[test]
fn a_pattern_is_kept() {
    // Thirty-two random cells.
    let mut random = Random::for_item(1, 1);
    let mut cells: Vec<usize> = (0..81).collect();
    random.shuffle(&mut cells);
    for pattern in [checkerboard(), cells[..34].iter().copied().collect(), CellSet::ALL] {
        for puzzle in generate(&Generator::new(1).pattern(pattern), 20) {
            assert_eq!(puzzle.clue_cells(), pattern);
            assert!(is_unique(puzzle.digits()));
        }
    }
    assert_eq!(filled(Grid::EMPTY.digits()), 0);
}

#[test]
fn every_minimal_subset_is_visited_once() {
    let mut workspace = workspace();
    let mut most = 0;
    for (index, puzzle) in generate(&Generator::new(9).clues(25..=28), 8).into_iter().enumerate() {
        // Every subset of the clues that can each be removed alone.
        let clues = puzzle.clue_cells();
        let removable = |&cell: &usize| is_unique(&without(&puzzle, [cell].into_iter().collect()));
        let spare: Vec<usize> = clues.iter().filter(removable).take(12).collect();
        if clues.iter().filter(removable).count() > 9 {
            continue;
        }
        let gone = |choice: usize| {
            spare.iter().enumerate().filter(move |(i, _)| choice >> i & 1 == 1).map(|(_, &c)| c)
        };
        let unique: Vec<bool> = (0..1 << spare.len())
            .map(|choice| is_unique(&without(&puzzle, gone(choice).collect())))
            .collect();
        let minimal = (0..1 << spare.len()).filter(|&choice| {
            unique[choice] && (0..spare.len()).all(|i| choice >> i & 1 == 1 || !unique[choice | 1 << i])
        });
        let expected: BTreeSet<Grid> =
            minimal.map(|choice| Grid::from_checked(without(&puzzle, gone(choice).collect()))).collect();
        most = most.max(expected.len());
        for solver in solvers() {
            let mut shown = Vec::new();
            let flow = solver.visit_minimal(
                &puzzle,
                &mut workspace,
                || true,
                |inside| {
                    shown.push(*inside);
                    ControlFlow::Continue(())
                },
            );
            assert_eq!(flow, Some(ControlFlow::Continue(())), "{index}");
            assert_eq!(shown.len(), expected.len());
            assert_eq!(shown.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }
    assert!(most > 3, "{most}");
    let mut times = 0;
    let grid = random_grid(1, 0);
    let flow = Solver::new().visit_minimal(
        &grid,
        &mut workspace,
        || true,
        |_| {
            times += 1;
            if times == 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    assert_eq!((flow, times), (Some(ControlFlow::Break(())), 20));
    let none = Solver::new().visit_minimal(&Grid::EMPTY, &mut workspace, || true, |_| unreachable!());
    assert_eq!(none, None);
}

#[test]
fn every_neighbour_is_visited() {
    let puzzle = generate(&Generator::new(10).clues(27..=27), 1)[0];
    let clues: Vec<usize> = puzzle.clue_cells().iter().collect();
    let mut expected = BTreeSet::new();
    for &removed in &clues {
        let left = without(&puzzle, [removed].into_iter().collect());
        for cell in (0..81).filter(|&cell| left[cell] == 0) {
            for digit in (1..=9).filter(|&digit| (cell, Some(digit)) != (removed, puzzle.get(removed))) {
                let added = crate::testkit::puzzles::with_digit(&left, cell, digit);
                if !oracle::collide(&added) && is_unique(&added) {
                    assert!(expected.insert(Grid::from_checked(added)));
                }
            }
        }
    }
    let mut solutions = vec![[0; 81]; 20_000];
    for solver in solvers() {
        let mut shown = Vec::new();
        let keep = |neighbour: &Grid| {
            shown.push(*neighbour);
            ControlFlow::Continue(())
        };
        let seen = solver.visit_neighbours(&puzzle, (1, 1), &mut solutions, || true, keep).unwrap();
        assert_eq!((seen.skipped, seen.visited as usize), (0, shown.len()));
        assert_eq!(shown.len(), expected.len());
        assert_eq!(shown.into_iter().collect::<BTreeSet<_>>(), expected);
    }
    assert!(expected.len() > 20, "{}", expected.len());

    // With two added: the puzzles are unique and new, and include each one to which a clue of the solution is
    // added.
    let mut shown = BTreeSet::new();
    let seen = Solver::new().visit_neighbours(
        &puzzle,
        (1, 2),
        &mut solutions,
        || true,
        |neighbour| {
            assert!(shown.insert(*neighbour));
            if shown.len() == 3000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
        },
    );
    assert!(
        shown.iter().step_by(50).all(|neighbour| neighbour.clues() == 28 && is_unique(neighbour.digits()))
    );
    assert_eq!((seen.unwrap().flow, seen.unwrap().visited), (ControlFlow::Break(()), 3000));

    // With none added: every clue that can be removed. Without memory for solutions: every choice is skipped.
    let removable =
        clues.iter().filter(|&&cell| is_unique(&without(&puzzle, [cell].into_iter().collect()))).count();
    let solver = Solver::new();
    let seen = solver
        .visit_neighbours(&puzzle, (1, 0), &mut solutions, || true, |_| ControlFlow::Continue(()))
        .unwrap();
    assert_eq!((seen.visited, seen.skipped), (removable as u64, 0));
    let seen =
        solver.visit_neighbours(&puzzle, (1, 1), &mut [], || true, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((seen.visited, seen.skipped), (0, clues.len() as u64));
    // With room for exactly the largest number of remaining solutions, no choice is skipped.
    let left = |&cell: &usize| {
        let left = without(&puzzle, [cell].into_iter().collect());
        solver.count(&Grid::from_checked(left), u64::MAX).solutions as usize
    };
    let most = clues.iter().map(left).max().unwrap();
    for (room, all) in [(most, true), (most - 1, false)] {
        let room = &mut solutions[..room];
        let seen =
            solver.visit_neighbours(&puzzle, (1, 1), room, || true, |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((seen.skipped == 0, seen.visited == expected.len() as u64), (all, all));
    }
    assert_eq!(
        solver.visit_neighbours(&Grid::EMPTY, (1, 1), &mut [], || true, |_| ControlFlow::Continue(())),
        None
    );
}

#[test]
fn pencil_marks_have_one_solution_and_no_mark_can_be_added() {
    let grid = random_grid(1, 0);
    let marks: Vec<_> = solvers()
        .iter()
        .map(|solver| Generator::new(2).with_solver(solver).minimal_pencil_marks(&grid, 3).unwrap())
        .collect();
    assert!(marks.iter().all(|other| *other == marks[0]));
    let unique = |marks: &[u16; 81]| oracle::solutions(marks, 2, u32::MAX).unwrap();
    assert_eq!(unique(&marks[0]), [*grid.digits()]);
    let mut times = 0;
    for cell in 0..81 {
        for digit in (0..9).filter(|digit| marks[0][cell] >> digit & 1 == 0) {
            // A second solution has this mark.
            let mut more = marks[0];
            more[cell] = 1 << digit;
            assert!(!oracle::solutions(&more, 1, u32::MAX).unwrap().is_empty(), "{cell} {digit}");
            times += 1;
        }
    }
    assert!((100..400).contains(&times), "{times}");
    assert_eq!(Generator::new(2).minimal_pencil_marks(&Grid::EMPTY, 3), None);
}

/// Random actions on a set of cells and on a model of it.
#[test]
fn a_set_of_cells_is_a_set_of_numbers() {
    let random = &mut crate::checks::TestRandom::new(36);
    let (mut set, mut model) = (CellSet::EMPTY, BTreeSet::new());
    for round in 0..2_000 {
        let cell = random.below(81);
        if random.once_in(2) {
            set.insert(cell);
            model.insert(cell);
        } else {
            set.remove(cell);
            model.remove(&cell);
        }
        // What is no cell is in no set.
        let none = [81, 127, 128, 128 + cell, usize::MAX][round % 5];
        set.remove(none);
        assert!(!set.contains(none));
        assert!(set.iter().eq(model.iter().copied()), "{set:?}");
        assert_eq!((set.len(), set.is_empty()), (model.len(), model.is_empty()));
        assert!((0..81).all(|cell| set.contains(cell) == model.contains(&cell)));
        assert_eq!(model.iter().copied().collect::<CellSet>(), set);
        let rows: Vec<String> = (0..9)
            .map(|row| {
                (9 * row..9 * row + 9).map(|cell| if model.contains(&cell) { 'x' } else { '.' }).collect()
            })
            .collect();
        assert_eq!(format!("{set:?}"), rows.join("/"));
    }
    assert_eq!((CellSet::EMPTY.len(), CellSet::ALL.len()), (0, 81));
    assert!(
        std::panic::catch_unwind(|| {
            let mut none = CellSet::EMPTY;
            none.insert(81);
        })
        .is_err()
    );
    assert!(std::panic::catch_unwind(|| [3, 100].into_iter().collect::<CellSet>()).is_err());
}

#[test]
fn each_symmetry_has_its_name() {
    let names = [
        "none",
        "half-turn",
        "quarter-turn",
        "left-right",
        "top-bottom",
        "diagonal",
        "antidiagonal",
        "both-mirrors",
        "both-diagonals",
        "full",
    ];
    for (symmetry, name) in ClueSymmetry::ALL.into_iter().zip(names) {
        assert_eq!((symmetry.name(), symmetry.to_string().as_str()), (name, name));
        assert_eq!(ClueSymmetry::from_name(name), Some(symmetry));
        assert_eq!(ClueSymmetry::from_name(&name[1..]), None);
    }
}

/// A flag that allows a number of searches and counts how often it is asked.
fn allowing(most: usize, asked: &mut usize) -> impl FnMut() -> bool {
    move || {
        *asked += 1;
        *asked <= most
    }
}

/// Minimizing and generating end at the first refusal, wherever it comes. What was taken until then is right.
#[test]
fn a_flag_ends_minimizing_and_generating_at_each_point() {
    let mut workspace = workspace();
    let puzzles: Vec<Grid> = (0..4).map(|index| random_grid(36, index)).chain([Grid::EMPTY]).collect();
    let solver = Solver::new();
    let generator = Generator::new(36).clues(24..=27);
    for is_generating in [false, true] {
        let mut results: Vec<(usize, Option<Grid>)> = Vec::new();
        let mut run = |most: usize| {
            let (mut asked, mut taken) = (0, Vec::new());
            let go_on = allowing(most, &mut asked);
            let ended = if is_generating {
                let take = |number, puzzle| taken.push((number, puzzle));
                generator.generate_each(7, 4, &mut workspace, go_on, take)
            } else {
                let numbered = puzzles.iter().copied().enumerate();
                let take = |number, result: Result<Grid, _>| taken.push((number, result.ok()));
                solver.minimize_each(numbered, 1, 2, &mut workspace, go_on, take)
            };
            (ended, asked, taken)
        };
        let (ended, whole, all) = run(usize::MAX);
        assert!(ended && all.len() == puzzles.len() - usize::from(is_generating) && whole > 20, "{whole}");
        results.extend(all);
        for most in 0..=whole {
            let (ended, asked, taken) = run(most);
            assert_eq!((ended, asked), (most == whole, whole.min(most + 1)));
            assert!(results.starts_with(&taken) && (taken.len() == results.len()) == ended, "{most}");
        }
    }
}

#[test]
fn each_puzzle_is_minimized_by_its_number() {
    use crate::Status;
    let mut workspace = workspace();
    let unique = random_grid(36, 0);
    let mut wrong = *unique.digits();
    wrong[0] = wrong[0] % 9 + 1;
    // Without the clues that collide with the first, there is no solution, and no collision.
    for cell in (1..81).filter(|cell| [cell / 9, cell % 9, cell / 27 * 3 + cell % 9 / 3].contains(&0)) {
        if wrong[cell] == wrong[0] {
            wrong[cell] = 0;
        }
    }
    let (none, mut colliding) = (Grid::from_checked(wrong), wrong);
    colliding[1] = colliding[0];
    let puzzles = [
        (4, unique),
        (90, none),
        (7, Grid::from_checked(colliding)),
        (usize::MAX, Grid::EMPTY),
        (8, unique),
        (0, unique),
    ];
    let mut taken = Vec::new();
    let take = |number, result| taken.push((number, result));
    Solver::new().minimize_each(puzzles, 3, u64::MAX, &mut workspace, || true, take);
    taken.sort_by_key(|&(number, _)| number);
    let statuses: Vec<_> = taken.iter().map(|(number, result)| (*number, result.err())).collect();
    let expected = [
        (0, None),
        (4, None),
        (7, Some(Status::Invalid)),
        (8, None),
        (90, Some(Status::NoSolution)),
        (usize::MAX, Some(Status::Multiple)),
    ];
    assert_eq!(statuses, expected);
    // The order of removal is that of the puzzle's number, counted from the first index; after the highest comes 0.
    for (number, result) in taken.into_iter().filter(|(_, result)| result.is_ok()) {
        let order = RemovalOrder::of(ALL_CELLS, ClueSymmetry::None);
        let index = u64::MAX.wrapping_add(number as u64);
        let expected = minimized(&unique, &order.shuffled(&mut Random::for_item(3, index)), 0);
        assert_eq!(result, Ok(Grid::from_checked(expected)), "{number}");
    }
}

/// Generated puzzles are what is left of a grid when orbits of clues are removed in a random order. A limit on attempts
/// that allows the first such puzzle gives it, and one attempt fewer gives none.
#[test]
fn a_generated_puzzle_is_a_grid_without_some_orbits() {
    let mut several = 0;
    for (index, symmetry) in ClueSymmetry::ALL.into_iter().enumerate() {
        for clues in [None, Some(24), Some(30)] {
            let generator = Generator::new(36).symmetry(symmetry);
            let generator =
                if let Some(clues) = clues { generator.clues(clues..=clues + 3) } else { generator };
            let mut random = Random::for_item(36, index as u64);
            let (attempts, expected) = (1..)
                .find_map(|attempt| {
                    let grid = full_grid(&mut random);
                    let fewest = clues.map_or(0, |clues| clues + random.below(4) as usize);
                    let order = RemovalOrder::of(ALL_CELLS, symmetry).shuffled(&mut random);
                    let left = Grid::from_checked(minimized(&grid, &order, fewest));
                    clues
                        .is_none_or(|clues| (clues..=clues + 3).contains(&left.clues()))
                        .then_some((attempt, left))
                })
                .unwrap();
            several += u32::from(attempts > 1);
            for (limit, expected) in [(attempts - 1, None), (attempts, Some(expected))] {
                let mut puzzle = [None];
                generator.clone().attempts(limit).generate(index as u64, &mut puzzle, &mut workspace());
                assert_eq!(puzzle, [expected], "{symmetry} {clues:?} {limit}");
            }
        }
    }
    assert!(several > 3, "{several}");
}

/// A puzzle whose few open cells are all in two rows of a band, and in which a third of the clues there are needed.
fn nearly_full(index: u64) -> Grid {
    let grid = random_grid(37, index);
    let order = RemovalOrder::of((1 << 18) - 1, ClueSymmetry::None);
    Grid::from_checked(minimized(&grid, &order.shuffled(&mut Random::for_item(37, index)), 0))
}

/// Adds clues to open cells from one on, so that one solution is left.
fn with_added(
    puzzle: &Grid,
    (board, from, add): ([u8; 81], usize, usize),
    solutions: &[[u8; 81]],
    found: &mut Vec<Grid>,
) {
    if add == 0 {
        if solutions.len() == 1 {
            found.push(Grid::from_checked(board));
        }
        return;
    }
    for cell in (from..81).filter(|&cell| board[cell] == 0) {
        for digit in (1..=9).filter(|&digit| Some(digit) != puzzle.get(cell)) {
            let left: Vec<_> = solutions.iter().copied().filter(|solution| solution[cell] == digit).collect();
            let added = crate::testkit::puzzles::with_digit(&board, cell, digit);
            with_added(puzzle, (added, cell + 1, add - 1), &left, found);
        }
    }
}

/// The choices of some cells of a set.
fn choices(cells: &[usize], count: usize) -> Vec<Vec<usize>> {
    match (count, cells) {
        (0, _) => vec![vec![]],
        (_, []) => vec![],
        (_, [first, rest @ ..]) => {
            let with = choices(rest, count - 1).into_iter().map(|choice| [&[*first], &choice[..]].concat());
            with.chain(choices(rest, count)).collect()
        }
    }
}

/// Neighbours of several numbers of clues, compared with all solutions; visits that end at each point.
#[test]
fn neighbours_with_several_clues_are_visited_once() {
    let solver = Solver::new();
    let mut memory = vec![[0; 81]; 300];
    let mut replaced = 0;
    for (index, (remove, add)) in [(1, 1), (0, 1), (1, 2), (2, 1), (2, 0), (1, 3)].into_iter().enumerate() {
        let puzzle = nearly_full(index as u64);
        let clues: Vec<usize> = puzzle.clue_cells().iter().collect();
        // Two clues are removed among the last thirty, so that there are not too many.
        let mut puzzle = puzzle;
        if remove == 2 {
            puzzle = Grid::from_checked(without(
                &random_grid(37, index as u64),
                [0, 1, 9, 10, 2].into_iter().collect(),
            ));
        }
        let clues = if remove == 2 { puzzle.clue_cells().iter().collect() } else { clues };
        if !is_unique(puzzle.digits()) {
            continue;
        }
        let mut expected = Vec::new();
        for removed in choices(&clues, remove) {
            let left = without(&puzzle, removed.into_iter().collect());
            let solutions = oracle::solutions(&oracle::masks(&left), 300, u32::MAX).unwrap();
            with_added(&puzzle, (left, 0, add), &solutions, &mut expected);
        }
        let mut shown = Vec::new();
        let seen = solver.visit_neighbours(
            &puzzle,
            (remove, add),
            &mut memory,
            || true,
            |neighbour| {
                shown.push(*neighbour);
                ControlFlow::Continue(())
            },
        );
        let expected_set: BTreeSet<_> = expected.iter().copied().collect();
        assert_eq!(expected_set.len(), expected.len());
        let all = Neighbours { visited: expected.len() as u64, skipped: 0, flow: ControlFlow::Continue(()) };
        assert_eq!((seen, shown.len()), (Some(all), expected.len()), "-{remove}+{add} {puzzle}");
        assert_eq!(shown.iter().copied().collect::<BTreeSet<_>>(), expected_set);
        let other_digit = |neighbour: &Grid| {
            clues.iter().any(|&cell| neighbour.get(cell).is_some_and(|digit| puzzle.get(cell) != Some(digit)))
        };
        replaced += shown.iter().filter(|neighbour| other_digit(neighbour)).count();
        // The flag is asked for each choice of removed clues, and for each choice of added ones without the last.
        let mut whole = 0;
        let go_on = allowing(usize::MAX, &mut whole);
        let seen = solver
            .visit_neighbours(&puzzle, (remove, add), &mut memory, go_on, |_| ControlFlow::Continue(()));
        assert_eq!(seen, Some(all));
        let removals = choices(&clues, remove).len();
        assert!(if add < 2 { whole == removals } else { whole > removals }, "{whole} {removals}");
        for most in (0..whole).step_by(1 + whole / 20) {
            let (mut asked, mut some) = (0, Vec::new());
            let go_on = allowing(most, &mut asked);
            let seen = solver.visit_neighbours(&puzzle, (remove, add), &mut memory, go_on, |neighbour| {
                some.push(*neighbour);
                ControlFlow::Continue(())
            });
            assert_eq!(asked, most + 1);
            assert!(shown.starts_with(&some));
            let broken = Neighbours { visited: some.len() as u64, skipped: 0, flow: ControlFlow::Break(()) };
            assert_eq!(seen, Some(broken));
        }
        for last in (1..=shown.len()).step_by(1 + shown.len() / 20) {
            let mut some = Vec::new();
            let seen = solver.visit_neighbours(
                &puzzle,
                (remove, add),
                &mut memory,
                || true,
                |neighbour| {
                    some.push(*neighbour);
                    if some.len() == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
                },
            );
            assert_eq!(some, shown[..last]);
            assert_eq!(
                seen.map(|seen| (seen.visited, seen.flow)),
                Some((last as u64, ControlFlow::Break(())))
            );
        }
        // More clues than there are leave no neighbour.
        for (remove, add) in [(clues.len() + 1, 0), (0, 82 - clues.len())] {
            let seen = solver
                .visit_neighbours(&puzzle, (remove, add), &mut memory, || true, |_| unreachable!())
                .unwrap();
            assert_eq!((seen.visited, seen.skipped, seen.flow), (0, 0, ControlFlow::Continue(())));
        }
    }
    assert!(replaced > 3, "{replaced}");
}

/// They come in the order of the cells of their removed clues, until a flag or the visitor ends them.
#[test]
fn minimal_puzzles_are_visited_in_order_and_to_each_point() {
    let mut workspace = workspace();
    let solver = Solver::new();
    let puzzle = generate(&Generator::new(9).clues(27..=27), 1)[0];
    let (mut shown, mut whole) = (Vec::new(), 0);
    let go_on = allowing(usize::MAX, &mut whole);
    let flow = solver.visit_minimal(&puzzle, &mut workspace, go_on, |minimal| {
        shown.push(*minimal);
        ControlFlow::Continue(())
    });
    assert_eq!(flow, Some(ControlFlow::Continue(())));
    assert!(shown.len() > 2 && whole >= shown.len());
    let removed = |minimal: &Grid| -> Vec<usize> {
        puzzle.clue_cells().iter().filter(|&cell| minimal.get(cell).is_none()).collect()
    };
    assert!(shown.is_sorted_by_key(removed), "{shown:?}");
    for most in 0..=whole {
        let (mut asked, mut some) = (0, Vec::new());
        let go_on = allowing(most, &mut asked);
        let flow = solver.visit_minimal(&puzzle, &mut workspace, go_on, |minimal| {
            some.push(*minimal);
            ControlFlow::Continue(())
        });
        let ended = if most == whole { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
        assert_eq!((flow, asked), (Some(ended), whole.min(most + 1)));
        assert!(shown.starts_with(&some));
    }
    for last in 1..=shown.len() {
        let mut some = Vec::new();
        let flow = solver.visit_minimal(
            &puzzle,
            &mut workspace,
            || true,
            |minimal| {
                some.push(*minimal);
                if some.len() == last { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
            },
        );
        assert_eq!((flow, &some[..]), (Some(ControlFlow::Break(())), &shown[..last]));
    }
}

/// One mark after another is added in a random order, unless it gives a second solution.
#[test]
fn pencil_marks_are_added_one_by_one() {
    let (grid, seed, index) = (random_grid(36, 5), 36, 6);
    let mut order: Vec<(u8, u8)> = (0..81_u8)
        .flat_map(|cell| (0..9).map(move |digit| (cell, digit)))
        .filter(|&(cell, digit)| grid.get(cell.into()) != Some(digit + 1))
        .collect();
    Random::for_item(seed, index).shuffle(&mut order);
    let mut marks = grid.digits().map(|digit| 1_u16 << (digit - 1));
    for (cell, digit) in order {
        // Every second solution has the mark.
        let mut asked = marks;
        asked[usize::from(cell)] = 1 << digit;
        if oracle::solutions(&asked, 1, u32::MAX).unwrap().is_empty() {
            marks[usize::from(cell)] |= 1 << digit;
        }
    }
    assert_eq!(Generator::new(seed).minimal_pencil_marks(&grid, index), Some(marks));
}

/// Needed clues that sets show are needed, and each small set is filed under the last position of its cells.
#[test]
fn lone_clues_are_needed() {
    let random = &mut crate::checks::TestRandom::new(38);
    let mut found = 0;
    for index in 0..40 {
        let grid = random_grid(38, index);
        let mut puzzle = *grid.digits();
        for _ in 0..20 + random.below(60) {
            puzzle[random.below(81)] = 0;
        }
        let puzzle = Grid::from_checked(puzzle);
        let lone =
            CellSet::from_cells(super::unavoidable::lone_clues(grid.digits(), filled(puzzle.digits())));
        found += lone.len();
        for cell in lone.iter() {
            assert!(puzzle.get(cell).is_some());
            assert!(!is_unique(&without(&puzzle, [cell].into_iter().collect())), "{puzzle} {cell}");
        }
    }
    assert!(found > 100, "{found}");
}

#[test]
fn a_workspace_does_not_carry_over() {
    let mut used = workspace();
    assert_eq!(format!("{used:?}"), "GeneratorWorkspace { .. }");
    for seed in 0..3 {
        let generator = Generator::new(seed).random_symmetry().clues(24..=34);
        let mut runs = [Vec::new(), Vec::new()];
        let mut fresh = workspace();
        for (run, workspace) in runs.iter_mut().zip([&mut used, &mut fresh]) {
            generator.generate_each(
                u64::MAX - 1,
                5,
                workspace,
                || true,
                |number, puzzle| run.push((number, puzzle)),
            );
        }
        assert_eq!(runs[0], runs[1]);
        // The numbers go on from the highest to 0.
        let mut puzzles = [None; 3];
        generator.generate(0, &mut puzzles, &mut used);
        runs[0].sort_by_key(|&(number, _)| number);
        assert!(runs[0][2..].iter().map(|(_, puzzle)| *puzzle).eq(puzzles));
    }
}
