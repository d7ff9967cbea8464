//! One table of calls, which every language makes: `table.tsv`. The same tests are `c/tests/c/table_of_calls.c` and
//! `.cpp`, `cli/tests/shell/table.rs`, `python/tests/test_table.py` and `wasm/tests/table.test.mjs`.
//!
//! A row has the call, the side of the board, its arguments, and the answer, separated by tabs; `-` stands for none.
//!
//! | call | arguments | answer |
//! |---|---|---|
//! | `solve` | puzzle, step limit | status, solution |
//! | `count` | puzzle, maximum, step limit | status, number, whether it is exact |
//! | `possible` | puzzle | status, the possible digits as 729 characters |
//! | `wrong-clues` | puzzle | status, removable cells, colliding cells |
//! | `redundant` | puzzle | redundant cells |
//! | `grade` | puzzle, answer | solution, complete, consistent, keeps the clues |
//! | `generate` | seed, index | puzzle |
//! | `minimize` | puzzle, seed | puzzle |
//! | `shuffle` | puzzle, seed, index | puzzle |
//!
//! Every kernel has the same status. At a limit on steps, the number is that of the kernel `portable`; another kernel
//! may find more or fewer, but none, one or several as this one.
//!
//! After an intended change: `cargo test --test agree -- table_of_calls --ignored`, and review the difference.

use std::fmt::Write;
use std::fs;

use lanedoku::{
    Board, CellSet, Engine, Generator, GeneratorWorkspace, Grid, Kernel, Search, Solver, Status, Tally,
    Workspace,
};

use super::cases::{AskedForm, AskedGoal};

const TABLE: &str = include_str!("table.tsv");

/// The limits on steps within which an empty board is counted. Between 100 and 200, kernels differ; for other boards,
/// between the first step and some thousand.
const LIMITS: [u64; 14] = [1, 2, 5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000, 20_000];

/// Empty; one solution, easily and hardly; several; none; two equal clues.
const NINE: [&str; 8] = [
    ".................................................................................",
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "53..7....6..195....98....6.8...6...34..8.3..17.......6.6....28....41...5....8..7.",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85......9.......",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....42.",
    "55..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "812753649943682175675491283154237896369845721287169534521974368438526917796318452",
];
const FOUR: [&str; 5] =
    ["................", "1..4.........32.", "1234............", "12.3....4.......", "11.............."];
const PENCIL_MARKS: [&str; 3] = [".2.4.6.8.", "12345678.", "123456789"];

fn cells(cells: CellSet) -> String {
    let cells: Vec<String> = cells.iter().map(|cell| cell.to_string()).collect();
    if cells.is_empty() { "-".into() } else { cells.join(",") }
}

fn number(number: u64) -> String {
    if number == u64::MAX { "-".into() } else { number.to_string() }
}

fn line<const CELLS: usize>(board: &Board<CELLS>) -> String {
    String::from_utf8(board.to_line().to_vec()).unwrap()
}

/// The solvers of the sizes' best engines, the one with the kernel `portable` first.
fn solvers() -> impl Iterator<Item = Solver> {
    let kernels = Kernel::of(Engine::Simd).iter();
    kernels.filter_map(|&kernel| Solver::builder().engine(Engine::Simd).kernel(kernel).build().ok())
}

/// Counts in all ways, which agree.
fn counted<P: AskedForm<CELLS>, const CELLS: usize>(
    puzzle: &P,
    solver: &Solver,
    max: u64,
    search: &mut Search,
) -> Tally {
    let tally = solver.count(puzzle, max);
    for goal in [AskedGoal::Count(max), AskedGoal::CountWithProgress(max)] {
        for slice in [1, 1_000, u64::MAX] {
            puzzle.begin(solver, goal, search);
            while !search.run(slice) {}
            let sliced = search.tally();
            let answer = |tally: Tally| (tally.status(), tally.solutions, tally.is_exact());
            assert_eq!(answer(sliced), answer(tally), "{puzzle:?} {goal:?} {slice} {solver:?}");
        }
    }
    tally
}

/// Writes the rows of a puzzle that is solved and counted.
fn searched<P: AskedForm<CELLS>, const CELLS: usize>(
    out: &mut String,
    puzzle: &P,
    text: &str,
    is_empty: bool,
) {
    let side = Board::<CELLS>::SIDE;
    let mut search = Search::boxed();
    let mut workspace = Workspace::boxed();
    let solvers: Vec<Solver> = solvers().collect();
    let steps = [u64::MAX, 1, 20_000];
    for limit in steps {
        let mut answers = solvers.iter().map(|solver| {
            let solver = solver.with_step_limit(limit);
            let outcome = solver.solve(puzzle);
            let mut of_batch = [outcome; 3];
            solver.solve_batch(&[*puzzle; 3], &mut of_batch, &mut workspace);
            assert!(
                of_batch.iter().all(|one| (one.status, one.solution) == (outcome.status, outcome.solution))
            );
            (outcome.status, outcome.solution)
        });
        let (status, solution) = answers.next().unwrap();
        assert!(answers.all(|answer| answer == (status, solution)), "{text} {limit}");
        let solution = solution.map_or("-".into(), |solution| line(&solution));
        writeln!(out, "solve\t{side}\t{text}\t{}\t{status}\t{solution}", number(limit)).unwrap();
    }
    let finite = solvers[0].with_step_limit(100_000).count(puzzle, u64::MAX).is_exact();
    for max in [u64::MAX, 0, 1, 2, 10] {
        let limits: &[u64] = match (is_empty, CELLS) {
            (true, 81) => &LIMITS,
            (_, 81) => &[1, 5_000, 20_000],
            _ => &[1, 5, 50, 2_000, 20_000],
        };
        let whole = (finite || max < u64::MAX).then_some(u64::MAX);
        for limit in limits.iter().copied().chain(whole) {
            let mut tallies = solvers
                .iter()
                .map(|solver| counted(puzzle, &solver.with_step_limit(limit), max, &mut search));
            let tally = tallies.next().unwrap();
            let (status, exact) = (tally.status(), tally.is_exact());
            for other in tallies {
                assert_eq!((other.status(), other.is_exact()), (status, exact), "{text} {max} {limit}");
                assert!(
                    !exact && limit < u64::MAX || other.solutions == tally.solutions,
                    "{text} {max} {limit}"
                );
            }
            let Tally { solutions, .. } = tally;
            let [max, limit] = [max, limit].map(number);
            writeln!(out, "count\t{side}\t{text}\t{max}\t{limit}\t{status}\t{solutions}\t{exact}").unwrap();
        }
    }
}

/// Writes the other rows of a 9x9 puzzle.
fn asked(out: &mut String, puzzle: &Grid, text: &str) {
    let solvers: Vec<Solver> = solvers().collect();
    let same = |ask: &dyn Fn(&Solver) -> String| {
        let answer = ask(&solvers[0]);
        assert!(solvers.iter().all(|solver| ask(solver) == answer), "{text}");
        answer
    };
    let possible = same(&|solver| {
        let possible = solver.possible(puzzle);
        let masks = possible.digits();
        let marks = (0..729).map(|mark| match masks[mark / 9] >> (mark % 9) & 1 {
            0 => '.',
            _ => char::from(b'1' + (mark % 9) as u8),
        });
        format!("{}\t{}", possible.status(), marks.collect::<String>())
    });
    writeln!(out, "possible\t9\t{text}\t{possible}").unwrap();
    let wrong = same(&|solver| {
        let wrong = solver.wrong_clues(puzzle);
        format!("{}\t{}\t{}", wrong.status, cells(wrong.removable), cells(wrong.colliding))
    });
    writeln!(out, "wrong-clues\t9\t{text}\t{wrong}").unwrap();
    let outcome = solvers[0].solve(puzzle);
    for answer in [Some(*puzzle), outcome.solution].into_iter().flatten() {
        let grade = answer.grade(puzzle, None);
        let flags = [grade.is_solution(), grade.is_complete, grade.is_consistent, grade.keeps_clues];
        let flags: Vec<_> = flags.iter().map(bool::to_string).collect();
        writeln!(out, "grade\t9\t{text}\t{}\t{}", line(&answer), flags.join("\t")).unwrap();
    }
    for (seed, index) in [(1, 0), (7, 1_000_000)] {
        let mut shuffled = [*puzzle];
        lanedoku::shuffle(&mut shuffled, seed, index);
        writeln!(out, "shuffle\t9\t{text}\t{seed}\t{index}\t{}", line(&shuffled[0])).unwrap();
    }
    if outcome.status == Status::Unique {
        let mut workspace = GeneratorWorkspace::boxed();
        let mut found = [None];
        solvers[0].redundant_clues(&[*puzzle], &mut found, &mut workspace);
        writeln!(out, "redundant\t9\t{text}\t{}", cells(found[0].unwrap())).unwrap();
        for seed in [0, 3] {
            let mut minimal = [None];
            solvers[0].minimize(&[*puzzle], seed, 0, &mut minimal, &mut workspace);
            writeln!(out, "minimize\t9\t{text}\t{seed}\t{}", line(&minimal[0].unwrap())).unwrap();
        }
    }
}

fn table() -> String {
    let mut out = String::new();
    for (index, text) in NINE.into_iter().enumerate() {
        let puzzle: Grid = text.parse().unwrap();
        searched(&mut out, &puzzle, text, index == 0);
        asked(&mut out, &puzzle, text);
    }
    for text in FOUR {
        searched(&mut out, &text.parse::<Board<16>>().unwrap(), text, false);
    }
    let [sixteen, twenty_five] = [".".repeat(256), ".".repeat(625)];
    searched(&mut out, &sixteen.parse::<Board<256>>().unwrap(), &sixteen, false);
    searched(&mut out, &twenty_five.parse::<Board<625>>().unwrap(), &twenty_five, false);
    for marks in PENCIL_MARKS {
        // Such a cell beside full ones.
        let text: String = (0..81).map(|cell| if cell % 10 == 0 { marks } else { "123456789" }).collect();
        let candidates = lanedoku::parse_candidates(text.as_bytes()).unwrap();
        searched(&mut out, &candidates, &text, true);
    }
    let mut workspace = GeneratorWorkspace::boxed();
    for (seed, index) in [(1, 0), (1, 5), (u64::MAX, 12_345)] {
        let mut made = [None];
        Generator::new(seed).generate(index, &mut made, &mut workspace);
        writeln!(out, "generate\t9\t{seed}\t{index}\t{}", line(&made[0].unwrap())).unwrap();
    }
    out
}

#[test]
fn every_call_has_the_answer_of_the_table() {
    let table = table();
    for (number, (found, expected)) in table.lines().zip(TABLE.lines()).enumerate() {
        assert_eq!(found, expected, "line {}", number + 1);
    }
    assert_eq!(table.lines().count(), TABLE.lines().count());
}

#[test]
#[ignore = "writes the table"]
fn update_the_table_of_calls() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/agree/table.tsv");
    fs::write(path, table()).unwrap();
}
