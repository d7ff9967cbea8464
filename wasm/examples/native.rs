//! The answers of the native library, with which the tests and the benchmark compare those of the WebAssembly module.
//!
//! ```text
//! native answers --sample N FOLDER         each puzzle, its status, its solution, its steps; a comment names each set
//! native solve FILE                        the status and the solution of each puzzle of a file, as digits
//! native time FILE                         solves the puzzles of a file for each line of the input; writes the seconds
//! ```
//!
//! Both use the portable kernel, on which the module is built. The sets are those of the folder, if it is there;
//! otherwise puzzles are generated.

use std::env;
use std::error::Error;
use std::fs;
use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;
use std::path::Path;
use std::time::Instant;

use lanedoku::{
    ClueSymmetry, Generator, GeneratorWorkspace, Grid, Kernel, Outcome, Solver, Workspace, shuffle,
};
use lanedoku_steps::{Difficulty, Explainer, Technique};
use testkit::puzzles::{Kind, PuzzleGenerator};

/// The sets, by the names of their files.
const SETS: [&str; 7] =
    ["easy", "minimal", "17_clue", "magictour", "hardest_11plus", "two_or_more_solutions", "no_solution"];

/// The puzzles of which more than the solution is written.
const FACTS: u64 = 30;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["answers", "--sample", count, folder] => answers(count.parse()?, Path::new(folder)),
        ["solve", file] => solve(Path::new(file)),
        ["time", file] => time(Path::new(file)),
        _ => Err("usage: native answers --sample N FOLDER, or native solve FILE, or native time FILE".into()),
    }
}

fn solver() -> Result<Solver, Box<dyn Error>> {
    Ok(Solver::builder().kernel(Kernel::Portable).build()?)
}

/// Writes the answers of a sample of each set.
fn answers(count: usize, folder: &Path) -> Result<(), Box<dyn Error>> {
    let (solver, mut out) = (solver()?, io::BufWriter::new(io::stdout().lock()));
    for (name, puzzles) in sets(count, folder)? {
        writeln!(out, "# {name}")?;
        for puzzle in puzzles {
            let Outcome { status, solution, steps, guesses } = solver.solve(&puzzle);
            let solution = solution.map_or_else(|| "-".into(), |solution| solution.to_string());
            writeln!(out, "{puzzle} {status} {solution} {steps} {guesses}")?;
        }
    }
    let mut generator = PuzzleGenerator::new(28);
    for number in 0..FACTS {
        let kind = [Kind::Easy, Kind::Minimal, Kind::Hard][number as usize % 3];
        write_facts(number, &Grid::from_digits(&generator.puzzle(kind))?, &mut out)?;
    }
    Ok(out.flush()?)
}

/// Writes what the module answers beside solutions, as fields with tabs between them.
fn write_facts(number: u64, puzzle: &Grid, out: &mut impl Write) -> Result<(), Box<dyn Error>> {
    let solver = solver()?;
    let mut memory = Box::new_uninit();
    let workspace = GeneratorWorkspace::write_new(&mut memory);
    let (mut minimal, mut redundant, mut generated) = ([None], [None], [None]);
    solver.minimize(&[*puzzle], 3, 0, &mut minimal, workspace);
    solver.redundant_clues(&[*puzzle], &mut redundant, workspace);
    Generator::new(number).symmetry(ClueSymmetry::Diagonal).generate(0, &mut generated, workspace);
    let ([Some(minimal)], [Some(redundant)], [Some(generated)]) = (minimal, redundant, generated) else {
        return Err("a puzzle was not made".into());
    };
    let redundant: Vec<String> = redundant.iter().map(|cell| cell.to_string()).collect();
    let mut shuffled = [*puzzle];
    shuffle(&mut shuffled, 4, 5);
    // Without its first clues, it has several solutions.
    let mut open = *puzzle.digits();
    open[..27].fill(0);
    let open = Grid::from_digits(&open)?;
    let possible: Vec<String> =
        solver.possible(&open).digits().iter().map(|digits| digits.to_string()).collect();
    let solutions = solver.count(&open, 1000).solutions;
    let (mut memory, mut steps) = (Box::new_uninit(), Vec::new());
    let difficulty = Explainer::write_new(&mut memory).visit_steps(puzzle, |_, step| {
        steps.push(step.to_string());
        ControlFlow::Continue(())
    });
    let Ok(found) = difficulty else { return Err("a puzzle was not rated".into()) };
    let Difficulty { level, pearl, diamond, hardest, .. } = found;
    let rating =
        format!("{level} {pearl} {diamond} {} {}", hardest.map_or("null", Technique::name), found.steps());
    let form = puzzle.canonical();
    let [redundant, possible, steps] = [redundant.join(","), possible.join(","), steps.join("|")];
    let shuffled = shuffled[0];
    writeln!(
        out,
        "facts\t{puzzle}\t{form}\t{minimal}\t{redundant}\t{shuffled}\t{number} {generated}\t{possible}\t{solutions}\t{rating}\t{steps}"
    )?;
    Ok(())
}

/// A name, and puzzles.
type NamedPuzzles = (String, Vec<Grid>);

/// Samples of all sets.
fn sets(count: usize, folder: &Path) -> Result<Vec<NamedPuzzles>, Box<dyn Error>> {
    if !folder.is_dir() {
        let mut generator = PuzzleGenerator::new(27);
        let kinds = Kind::ALL.iter().map(|&kind| {
            let puzzles = (0..count).map(|_| Grid::from_digits(&generator.puzzle(kind)));
            Ok((format!("generated {}", kind.name()), puzzles.collect::<Result<_, _>>()?))
        });
        return kinds.collect();
    }
    let sets = SETS.iter().map(|name| {
        let all = puzzles(&folder.join(name).with_extension("txt"))?;
        let step = (all.len() / count).max(1);
        Ok(((*name).into(), all.into_iter().step_by(step).take(count).collect()))
    });
    sets.collect()
}

/// The puzzles of a file: the first field of each line.
fn puzzles(file: &Path) -> Result<Vec<Grid>, Box<dyn Error>> {
    let text = fs::read_to_string(file)?;
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    lines.filter_map(|line| line.split([' ', '\t', ',']).next()).map(|field| Ok(field.parse()?)).collect()
}

/// Writes the answer of each puzzle of a file.
fn solve(file: &Path) -> Result<(), Box<dyn Error>> {
    let (solver, mut out) = (solver()?, io::BufWriter::new(io::stdout().lock()));
    for puzzle in puzzles(file)? {
        let Outcome { status, solution, .. } = solver.solve(&puzzle);
        let digits = solution.map_or([0; 81], |solution| *solution.digits());
        let digits: String = digits.iter().map(|digit| digit.to_string()).collect();
        writeln!(out, "{status} {digits}")?;
    }
    Ok(out.flush()?)
}

/// Solves the puzzles of a file at each line of the input, and writes the seconds that it took.
fn time(file: &Path) -> Result<(), Box<dyn Error>> {
    let (solver, puzzles) = (solver()?, puzzles(file)?);
    let cells: Vec<[u8; 81]> = puzzles.iter().map(|puzzle| *puzzle.digits()).collect();
    let mut outcomes = vec![Outcome::INVALID; cells.len()];
    let mut workspace = Box::new_uninit();
    let workspace = Workspace::write_new(&mut workspace);
    for line in io::stdin().lock().lines() {
        line?;
        let start = Instant::now();
        solver.solve_digits(cells.as_flattened(), 81, &mut outcomes, workspace);
        println!("{}", start.elapsed().as_secs_f64());
    }
    Ok(())
}
