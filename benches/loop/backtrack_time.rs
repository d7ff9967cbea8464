//! Times the branchless loop: core cycles per step and per set-up, then wall time with criterion.
//!
//! The first table is measured with a chain of dependent additions as a clock, so figures from different machines
//! can be compared. Run with `cargo bench -p loop-benches --bench backtrack_time`.

use std::hint::black_box;

use criterion::{BenchmarkId, Criterion, Throughput};
use lanedoku::{Engine, Grid, Kernel, Order, Outcome, Solver, Status};
use loop_benches::hard_grid;
use testkit::cycles::{self, Spread};
use testkit::puzzles::{Kind, PuzzleGenerator};

/// Step limit of a long search.
const STEP_LIMIT: u64 = 1_000_000;

/// Returns the grid of digits that are known to be in range.
fn grid(digits: &[u8; 81]) -> Grid {
    Grid::from_digits(digits).expect("digits from 0 to 9")
}

/// Returns puzzles that keep the loop busy in row order.
fn long_puzzles() -> Vec<Grid> {
    let mut generator = PuzzleGenerator::new(2026);
    let solver = Solver::builder().order(Order::Rows).step_limit(STEP_LIMIT).build().unwrap();
    let made = std::iter::repeat_with(|| grid(&generator.puzzle(Kind::LowClue)));
    let long = made.filter(|puzzle| solver.solve(puzzle).status == Status::OutOfSteps).take(5);
    let mut puzzles = vec![hard_grid()];
    puzzles.extend(long);
    puzzles
}

/// Returns a solver for each loop kernel that this machine supports.
fn solvers(order: Order, step_limit: u64) -> Vec<Solver> {
    let asked = Solver::builder().order(order).step_limit(step_limit);
    Kernel::of(Engine::Backtrack).iter().filter_map(|&kernel| asked.kernel(kernel).build().ok()).collect()
}

/// Returns the steps of one pass over `puzzles`, after checking that all kernels give the same answers.
fn checked_steps(solvers: &[Solver], puzzles: &[Grid]) -> u64 {
    let answers = solvers
        .iter()
        .map(|solver| -> Vec<Outcome> { puzzles.iter().map(|puzzle| solver.solve(puzzle)).collect() });
    let answers: Vec<_> = answers.collect();
    for (solver, answer) in solvers.iter().zip(&answers) {
        assert_eq!(answer, &answers[0], "{} differs from {}", solver.kernel(), solvers[0].kernel());
        for (puzzle, outcome) in puzzles.iter().zip(answer) {
            assert!(outcome.solution.is_none_or(|solution| solution.is_solution_of(puzzle)));
            assert_ne!(outcome.status, Status::Invalid);
        }
    }
    answers[0].iter().map(|outcome| outcome.steps).sum()
}

fn print_row(what: &str, kernel: Kernel, Spread { least, median, most }: Spread) {
    println!("{what:<40} {:<10} {least:>9.2} {median:>9.2} {most:>9.2}", kernel.name());
}

/// Prints the table of core cycles.
fn print_cycles(puzzles: &[Grid]) {
    println!("{:<40} {:<10} {:>9} {:>9} {:>9}", "core cycles", "kernel", "least", "median", "most");
    for order in Order::ALL {
        let solvers = solvers(order, STEP_LIMIT);
        let steps = checked_steps(&solvers, puzzles);
        for solver in &solvers {
            let spread = cycles::of(15, || {
                for puzzle in puzzles {
                    black_box(solver.solve(black_box(puzzle)));
                }
            });
            let what = format!("a step, {order} order");
            print_row(&what, solver.kernel(), spread.per(steps as f64));
        }
    }
    let lines: Vec<String> = puzzles.iter().map(Grid::to_string).collect();
    for order in Order::ALL {
        for solver in solvers(order, 0) {
            let repeats = 200;
            let spread = cycles::of(51, || {
                for line in lines.iter().cycle().take(repeats) {
                    let grid = Grid::parse(black_box(line).as_bytes()).expect("a grid");
                    black_box(solver.solve(&grid));
                }
            });
            let what = format!("parse to ready to run, {order} order");
            print_row(&what, solver.kernel(), spread.per(repeats as f64));
        }
    }
}

/// Measures wall time with criterion.
fn time(criterion: &mut Criterion, puzzles: &[Grid]) {
    for order in Order::ALL {
        let mut group = criterion.benchmark_group(format!("backtrack/{order}"));
        let solvers = solvers(order, STEP_LIMIT / 10);
        group.throughput(Throughput::Elements(checked_steps(&solvers, puzzles)));
        for solver in solvers {
            group.bench_with_input(
                BenchmarkId::from_parameter(solver.kernel()),
                puzzles,
                |bencher, puzzles| {
                    bencher.iter(|| {
                        for puzzle in puzzles {
                            black_box(solver.solve(black_box(puzzle)));
                        }
                    });
                },
            );
        }
        group.finish();
    }
}

fn main() {
    let puzzles = long_puzzles();
    print_cycles(&puzzles);
    let mut criterion = Criterion::default().configure_from_args();
    time(&mut criterion, &puzzles);
    criterion.final_summary();
}
