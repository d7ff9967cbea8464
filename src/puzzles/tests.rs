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
            let flow = solver.visit_minimal(&puzzle, &mut workspace, |inside| {
                shown.push(*inside);
                ControlFlow::Continue(())
            });
            assert_eq!(flow, Some(ControlFlow::Continue(())), "{index}");
            assert_eq!(shown.len(), expected.len());
            assert_eq!(shown.into_iter().collect::<BTreeSet<_>>(), expected);
        }
    }
    assert!(most > 3, "{most}");
    let mut times = 0;
    let grid = random_grid(1, 0);
    let flow = Solver::new().visit_minimal(&grid, &mut workspace, |_| {
        times += 1;
        if times == 20 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert_eq!((flow, times), (Some(ControlFlow::Break(())), 20));
    let none = Solver::new().visit_minimal(&Grid::EMPTY, &mut workspace, |_| unreachable!());
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
        let seen = solver.visit_neighbours(&puzzle, 1, 1, &mut solutions, keep).unwrap();
        assert_eq!((seen.skipped, seen.visited as usize), (0, shown.len()));
        assert_eq!(shown.len(), expected.len());
        assert_eq!(shown.into_iter().collect::<BTreeSet<_>>(), expected);
    }
    assert!(expected.len() > 20, "{}", expected.len());

    // With two added: the puzzles are unique and new, and include each one to which a clue of the solution is
    // added.
    let mut shown = BTreeSet::new();
    let seen = Solver::new().visit_neighbours(&puzzle, 1, 2, &mut solutions, |neighbour| {
        assert!(shown.insert(*neighbour));
        if shown.len() == 3000 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    assert!(
        shown.iter().step_by(50).all(|neighbour| neighbour.clues() == 28 && is_unique(neighbour.digits()))
    );
    assert_eq!((seen.unwrap().flow, seen.unwrap().visited), (ControlFlow::Break(()), 3000));

    // With none added: every clue that can be removed. Without memory for solutions: every choice is skipped.
    let removable =
        clues.iter().filter(|&&cell| is_unique(&without(&puzzle, [cell].into_iter().collect()))).count();
    let solver = Solver::new();
    let seen = solver.visit_neighbours(&puzzle, 1, 0, &mut solutions, |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((seen.visited, seen.skipped), (removable as u64, 0));
    let seen = solver.visit_neighbours(&puzzle, 1, 1, &mut [], |_| ControlFlow::Continue(())).unwrap();
    assert_eq!((seen.visited, seen.skipped), (0, clues.len() as u64));
    // With room for exactly the largest number of remaining solutions, no choice is skipped.
    let left = |&cell: &usize| {
        let left = without(&puzzle, [cell].into_iter().collect());
        solver.count(&Grid::from_checked(left), u64::MAX).solutions as usize
    };
    let most = clues.iter().map(left).max().unwrap();
    for (room, all) in [(most, true), (most - 1, false)] {
        let room = &mut solutions[..room];
        let seen = solver.visit_neighbours(&puzzle, 1, 1, room, |_| ControlFlow::Continue(())).unwrap();
        assert_eq!((seen.skipped == 0, seen.visited == expected.len() as u64), (all, all));
    }
    assert_eq!(solver.visit_neighbours(&Grid::EMPTY, 1, 1, &mut [], |_| ControlFlow::Continue(())), None);
}

#[test]
fn pencil_marks_have_one_solution_and_no_mark_can_be_added() {
    let grid = random_grid(1, 0);
    let marks: Vec<_> =
        solvers().iter().map(|solver| solver.minimal_pencil_marks(&grid, 2, 3).unwrap()).collect();
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
    assert_eq!(Solver::new().minimal_pencil_marks(&Grid::EMPTY, 2, 3), None);
}
