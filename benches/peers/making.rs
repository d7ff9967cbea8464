//! Times generating, minimizing, shuffling, rating and canonical forms in Lanedoku and in the crate `sudoku` on one
//! core, in interleaved rounds, after checking the answers of both.
//!
//! ```sh
//! cargo bench -p peers --bench making -- --csv making.csv
//! ```

use std::hint::black_box;
use std::path::PathBuf;
use std::time::Instant;

use clap::Parser;
use lanedoku::{ClueSymmetry, Generator, GeneratorWorkspace, Grid, RATING_SAMPLES, Solver, Status};
use peers::{about, write_file};
use sudoku::{Sudoku, Symmetry};
use testkit::cycles::Spread;

/// Rounds of each job.
const ROUNDS: usize = 9;

#[derive(Parser)]
struct MakingArguments {
    /// Write the figures as CSV
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,

    /// Run each job once with few boards; used by `cargo test`
    #[arg(long)]
    test: bool,

    /// Accepted because Cargo passes it.
    #[arg(long, hide = true)]
    bench: bool,
}

/// A solver that does a job with `boards` boards per round.
struct MakingParticipant<'a> {
    name: &'a str,
    boards: usize,
    work: Box<dyn FnMut(u64) + 'a>,
}

fn main() {
    let arguments = MakingArguments::parse();
    let (scale, rounds) = if arguments.test { (1, 1) } else { (20, ROUNDS) };

    let grids: Vec<Grid> = (0..50 * scale).map(|index| lanedoku::random_grid(1, index)).collect();
    let theirs: Vec<Sudoku> = grids.iter().map(to_theirs).collect();
    let solver = Solver::new();
    let mut workspace = Box::new(GeneratorWorkspace::new());
    let mut minimal = vec![None; grids.len()];
    solver.minimize(&grids, 1, 0, &mut minimal, &mut workspace);
    let minimal: Vec<Grid> =
        minimal.into_iter().map(|puzzle| puzzle.expect("full boards can be minimized")).collect();
    check(&grids, &theirs, &minimal, &mut workspace);

    let mut csv = String::from("job,participant,boards_per_second,least,most,ratio\n");
    let mut race = |job: &str, rounds, participants| csv += &race(job, rounds, participants);
    println!("{:44} {:>12} {:>12} {:>8}", "boards per second on one core", "lanedoku", "sudoku", "ratio");
    let few = grids.len() / 10;
    let mut made = vec![None; grids.len()];
    race(
        "minimal puzzles from full boards",
        rounds,
        [
            Some(MakingParticipant {
                name: "lanedoku",
                boards: grids.len(),
                work: Box::new(|round| {
                    solver.minimize(&grids, round, 0, black_box(&mut made), &mut workspace)
                }),
            }),
            Some(MakingParticipant {
                name: "sudoku",
                boards: few,
                work: Box::new(|_| {
                    for grid in &theirs[..few] {
                        black_box(Sudoku::generate_with_symmetry_from(*grid, Symmetry::None));
                    }
                }),
            }),
        ],
    );
    let mut made = vec![None; grids.len()];
    let mut workspace = Box::new(GeneratorWorkspace::new());
    race(
        "puzzles with half-turn symmetry",
        rounds,
        [
            Some(MakingParticipant {
                name: "lanedoku",
                boards: made.len(),
                work: Box::new(|round| {
                    let generator = Generator::new(round).symmetry(ClueSymmetry::HalfTurn);
                    generator.generate(0, black_box(&mut made), &mut workspace);
                }),
            }),
            Some(MakingParticipant {
                name: "sudoku",
                boards: few,
                work: Box::new(|_| {
                    for _ in 0..few {
                        black_box(Sudoku::generate_with_symmetry(Symmetry::HalfRotation));
                    }
                }),
            }),
        ],
    );
    race(
        "canonical forms of full boards",
        rounds,
        [
            Some(MakingParticipant {
                name: "lanedoku",
                boards: grids.len(),
                work: Box::new(|_| {
                    for grid in &grids {
                        black_box(grid.canonical());
                    }
                }),
            }),
            Some(MakingParticipant {
                name: "sudoku",
                boards: theirs.len(),
                work: Box::new(|_| {
                    for grid in &theirs {
                        black_box(grid.canonicalized());
                    }
                }),
            }),
        ],
    );
    race(
        "canonical forms of minimal puzzles",
        rounds,
        [
            Some(MakingParticipant {
                name: "lanedoku",
                boards: minimal.len(),
                work: Box::new(|_| {
                    for puzzle in &minimal {
                        black_box(puzzle.canonical());
                    }
                }),
            }),
            None,
        ],
    );
    let (mut boards, mut their_boards) = (grids.repeat(10), theirs.repeat(10));
    race(
        "shuffles",
        rounds,
        [
            Some(MakingParticipant {
                name: "lanedoku",
                boards: boards.len(),
                work: Box::new(|round| lanedoku::shuffle(black_box(&mut boards), round, 0)),
            }),
            Some(MakingParticipant {
                name: "sudoku",
                boards: their_boards.len(),
                work: Box::new(|_| black_box(&mut their_boards).iter_mut().for_each(Sudoku::shuffle)),
            }),
        ],
    );
    let few_grids = &grids[..few / 20];
    race(
        "minimal pencil marks from full boards",
        rounds,
        [
            Some(MakingParticipant {
                name: "lanedoku",
                boards: few_grids.len(),
                work: Box::new(|round| {
                    for (grid, index) in few_grids.iter().zip(0..) {
                        black_box(Generator::new(round).minimal_pencil_marks(grid, index));
                    }
                }),
            }),
            None,
        ],
    );
    race(
        "ratings of minimal puzzles, 16 boards each",
        rounds,
        [
            Some(MakingParticipant {
                name: "lanedoku",
                boards: few,
                work: Box::new(|_| {
                    for puzzle in &minimal[..few] {
                        let _ = black_box(lanedoku::rate(puzzle, RATING_SAMPLES, || true));
                    }
                }),
            }),
            None,
        ],
    );
    let write = || {
        about("cargo bench -p peers --bench making")
            .iter()
            .map(|line| format!("# {line}\n"))
            .collect::<String>()
            + &csv
    };
    if let Err(message) = write_file(arguments.csv.as_deref(), write) {
        eprintln!("{message}");
        std::process::exit(1);
    }
}

fn to_theirs(grid: &Grid) -> Sudoku {
    Sudoku::from_bytes(*grid.digits()).expect("a board of digits")
}

/// Checks the answers of both crates.
fn check(grids: &[Grid], theirs: &[Sudoku], minimal: &[Grid], workspace: &mut GeneratorWorkspace) {
    for (grid, their) in grids.iter().zip(theirs) {
        assert!(their.is_solved(), "{grid}");
        let (form, _) = their.canonicalized().expect("a full board");
        assert_eq!(form.to_bytes(), *grid.canonical().digits(), "{grid}");
    }
    for (puzzle, grid) in minimal.iter().zip(grids).step_by(10) {
        assert_eq!(to_theirs(puzzle).solution().map(Sudoku::to_bytes), Some(*grid.digits()), "{puzzle}");
        for cell in (0..81).filter(|&cell| puzzle.get(cell).is_some()) {
            let mut digits = *puzzle.digits();
            digits[cell] = 0;
            let without = Sudoku::from_bytes(digits).expect("a board of digits");
            assert!(!without.is_uniquely_solvable(), "{puzzle}: the clue of cell {cell} is redundant");
        }
    }
    let mut symmetric = [None; 20];
    Generator::new(1).symmetry(ClueSymmetry::HalfTurn).generate(0, &mut symmetric, workspace);
    for puzzle in symmetric.iter().flatten() {
        assert_eq!(Solver::new().solve(puzzle).status, Status::Unique);
        assert!(
            (0..81).all(|cell| puzzle.get(cell).is_some() == puzzle.get(80 - cell).is_some()),
            "{puzzle}"
        );
    }
    let mut boards = minimal.to_vec();
    lanedoku::shuffle(&mut boards, 3, 0);
    for (shuffled, puzzle) in boards.iter().zip(minimal).step_by(10) {
        assert_eq!(shuffled.canonical(), puzzle.canonical(), "{puzzle}");
    }
}

/// Times a job in interleaved rounds, prints the medians, and returns the lines of the CSV. The first participant
/// is Lanedoku.
fn race(job: &str, rounds: usize, participants: [Option<MakingParticipant>; 2]) -> String {
    let mut participants: Vec<MakingParticipant> = participants.into_iter().flatten().collect();
    let mut rates = vec![Vec::new(); participants.len()];
    for round in 0..=rounds {
        for (participant, rates) in participants.iter_mut().zip(&mut rates) {
            let start = Instant::now();
            (participant.work)(round as u64);
            let rate = participant.boards as f64 / start.elapsed().as_secs_f64();
            // The first round is a warm-up.
            if round > 0 {
                rates.push(rate);
            }
        }
    }
    let ours = rates[0].clone();
    let mut lines = String::new();
    print!("{job:44}");
    for (MakingParticipant { name, .. }, rates) in participants.iter().zip(rates) {
        let ratio = Spread::of(ours.iter().zip(&rates).map(|(ours, theirs)| ours / theirs).collect()).median;
        let Spread { least, median, most } = Spread::of(rates);
        print!(" {median:>10.0}/s");
        if *name != "lanedoku" {
            print!(" {ratio:>8.1}");
        }
        lines += &format!("\"{job}\",{name},{median:.1},{least:.1},{most:.1},{ratio:.3}\n");
    }
    println!();
    lines
}
