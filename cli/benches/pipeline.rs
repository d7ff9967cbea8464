//! Times the parts of the command line that bound its speed on many cores, each alone on one thread: the reader, which
//! splits a file into puzzles; a worker, which solves them and formats the records; and the writer. Computes from them
//! the lines a second of `solve` on any number of threads, and compares that with the whole program on the threads of
//! this machine.
//!
//! ```sh
//! cargo bench -p lanedoku-cli --bench pipeline
//! cargo bench -p lanedoku-cli --bench pipeline -- --csv FILE
//! ```

use std::fmt::Write as _;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;
use std::{env, fs};

use lanedoku::{Outcome, Solver, Workspace};
use lanedoku_cli::blocks::{BLOCK, Block, BlockSource, InputReader};
use lanedoku_cli::commands::{Context, solve::Solve};
use lanedoku_cli::inputs::Input;
use lanedoku_cli::messages::Verbosity;
use lanedoku_cli::output::{Column, Destination, OutputFormat, OutputWriter, RecordFormat};
use lanedoku_cli::pipeline;
use lanedoku_cli::search::{PuzzleGoal, SearchSettings};
use lanedoku_cli::threads::ThreadCount;
use lanedoku_cli::totals::Totals;
use lanedoku_formats::InputFormat;
use testkit::puzzles::{Kind, PuzzleGenerator};

/// Puzzles that are generated; the file repeats them.
const PUZZLES: usize = 2_000;
/// The parts take turns, so that all meet the same conditions.
const ROUNDS: usize = 9;

/// Passes on the blocks of a file that was read before, a number of times.
struct Prepared {
    blocks: Arc<Vec<Block>>,
    next: usize,
    left: usize,
}

impl BlockSource for Prepared {
    fn fill(&mut self, block: &mut Block, _size: usize) -> bool {
        if self.next == self.blocks.len() {
            (self.next, self.left) = (0, self.left - 1);
        }
        if self.left == 0 {
            return false;
        }
        *block = self.blocks[self.next].clone();
        self.next += 1;
        true
    }
}

/// Reads the whole file, and returns its blocks if they are to be kept.
fn read(path: &Path, keep: bool) -> Vec<Block> {
    let mut reader = InputReader::new(vec![Input::File(path.into())], InputFormat::default());
    let mut kept = Vec::new();
    let mut block = Block::default();
    while reader.fill(&mut block, BLOCK) {
        if keep {
            kept.push(block.clone());
        }
    }
    kept
}

/// Answers all blocks of a source, and returns what was counted.
fn solve(source: Box<dyn BlockSource>, threads: usize, output: &Path) -> Totals {
    let record_format = RecordFormat::new(OutputFormat::Line, vec![Column::Solution, Column::Status]);
    let context = Context { input_format: InputFormat::default(), record_format };
    let settings =
        SearchSettings { solver: Solver::new(), goal: PuzzleGoal::Solve { max: 2 }, timeout: None };
    let command = Arc::new(Solve { context, settings });
    pipeline::run(source, command, ThreadCount(Some(threads)), false, writer(output))
        .finish()
        .expect("written")
}

fn writer(output: &Path) -> OutputWriter {
    OutputWriter::open(&Destination::File(output.into()), Verbosity::Silent, 0).expect("opened")
}

/// Returns the median.
fn median(times: &mut [f64]) -> f64 {
    times.sort_by(f64::total_cmp);
    times[times.len() / 2]
}

fn main() {
    let arguments: Vec<String> = env::args().collect();
    let is_test = arguments.iter().any(|argument| argument == "--test");
    let csv = arguments.iter().position(|argument| argument == "--csv").map(|at| &arguments[at + 1]);
    let (repeats, rounds) = if is_test { (1, 1) } else { (1000, ROUNDS) };
    let lines = PUZZLES * repeats;

    let mut generator = PuzzleGenerator::new(1);
    let mut text = String::new();
    for _ in 0..PUZZLES {
        for digit in generator.puzzle(Kind::Minimal) {
            text.push(if digit == 0 { '.' } else { char::from(b'0' + digit) });
        }
        text.push('\n');
    }
    let folder = env::temp_dir().join(format!("lanedoku-pipeline-{}", std::process::id()));
    fs::create_dir(&folder).expect("a folder for the files");
    let (input, output) = (folder.join("puzzles.txt"), folder.join("answers.txt"));
    fs::write(&input, text.repeat(repeats)).expect("the file of puzzles");
    let blocks = Arc::new(read(&input, true));
    assert_eq!(blocks.iter().map(|block| block.entries.len()).sum::<usize>(), lines);

    // The answers, and the sizes of their parts.
    let totals = solve(Box::new(Prepared { blocks: blocks.clone(), next: 0, left: 1 }), 1, &output);
    assert_eq!(totals.puzzles(), lines as u64);
    let answers = fs::read(&output).expect("the answers");
    let is_unique = |line: &[u8]| line.ends_with(b" unique");
    assert_eq!(answers.split(|&byte| byte == b'\n').filter(|line| is_unique(line)).count(), lines);
    let part = answers.len().div_ceil(blocks.len());

    let cores = std::thread::available_parallelism().map_or(1, usize::from);
    let mut outcomes = vec![Outcome::INVALID; PUZZLES];
    let mut memory = Box::new_uninit();
    let workspace = Workspace::write_new(&mut memory);
    let names = [
        "reader",
        "worker",
        "writer",
        "library",
        "program without its writer, 1 thread",
        "program without its writer, all cores",
    ];
    let mut times = [const { Vec::new() }; 6];
    for _ in 0..rounds {
        let mut time = |part: usize, run: &mut dyn FnMut()| {
            let start = Instant::now();
            run();
            times[part].push(start.elapsed().as_secs_f64());
        };
        time(0, &mut || drop(read(&input, false)));
        let null = Path::new(if cfg!(windows) { "NUL" } else { "/dev/null" });
        time(1, &mut || {
            solve(Box::new(Prepared { blocks: blocks.clone(), next: 0, left: 1 }), 1, null);
        });
        let mut written = writer(&output);
        // Buffers as many as 16 workers fill: the writer finds them in the caches.
        let texts: Vec<&[u8]> = answers.chunks(part).take(16).collect();
        time(2, &mut || {
            for text in texts.iter().cycle().take(blocks.len()) {
                written.write_or_exit(text, &[], &Totals::default());
            }
        });
        // Not finished: to wait until the file is on the disk is the disk's time, and to remove it takes a quarter as
        // long as to write it.
        drop(written);
        time(3, &mut || {
            for _ in 0..repeats {
                Solver::new().solve_lines(text.as_bytes(), 82, &mut outcomes, workspace);
            }
        });
        for (part, threads) in [(4, 1), (5, cores)] {
            time(part, &mut || {
                let reader = InputReader::new(vec![Input::File(input.clone())], InputFormat::default());
                solve(Box::new(reader), threads, null);
            });
        }
    }
    fs::remove_dir_all(&folder).expect("the folder is removed");

    let speeds = times.map(|mut times| lines as f64 / median(&mut times));
    let [reader, worker, writer, library, ..] = speeds;
    let mut table = String::from("part,lines a second\n");
    for (name, speed) in names.iter().zip(speeds) {
        let _ = writeln!(table, "\"{name}\",{speed:.0}");
    }
    for threads in [1, cores, 16, 64] {
        // The workers read and write, too, one at a time.
        let all = threads as f64 / (1.0 / reader + 1.0 / worker + 1.0 / writer);
        let _ = writeln!(table, "\"model: program, {threads} threads\",{:.0}", all.min(reader).min(writer));
        let _ = writeln!(table, "\"model: library, {threads} threads\",{:.0}", threads as f64 * library);
    }
    print!("{table}");
    if let Some(path) = csv {
        fs::write(path, &table).expect("the table");
    }
}
