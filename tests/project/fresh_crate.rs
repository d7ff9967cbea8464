//! Every example of the documentation runs in a fresh crate, without optimization, on a small stack.
//!
//! `cargo test --doc` runs the examples with the profiles of this workspace, which optimize, and on the stack of the
//! main thread. A user's debug build does neither: a workspace that goes over the stack aborts it.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

use testkit::children::ChildBounds;

/// The stack of each example, in bytes: the default of a thread on macOS, and a quarter of Rust's.
const STACK: usize = 512 << 10;

/// More than the examples ask for: boards that go through every part of a search, on every kernel.
const ALL_PARTS: &str = r#"
use lanedoku::{Board25x25, Engine, Grid, Kernel, Outcome, Solver, Workspace};

let boards: [Grid; 3] = [
    "7.18.9......4.5........7...6......1............87......4.....8..........8..23..4.".parse().unwrap(),
    ".....42.3..........6.1..5..3.....71.............9...6...........5.2....4..2.5...7".parse().unwrap(),
    // Of many solutions, the least is found after decisions of single cells.
    ".............8.........2...........7............................2......3.........".parse().unwrap(),
];
let mut memory = Box::new_uninit();
let workspace = Workspace::write_new(&mut memory);
for engine in Engine::ALL {
    for &kernel in Kernel::of(engine) {
        let Ok(solver) = Solver::builder().engine(engine).kernel(kernel).step_limit(1 << 16).build() else { continue };
        for board in boards {
            assert!(engine != Engine::Simd || solver.solve(&board).steps > 200);
            solver.solve_batch(&[board; 40], &mut [Outcome::INVALID; 40], workspace);
            solver.count_with(&board, u64::MAX, workspace);
            solver.visit(&board, |_| core::ops::ControlFlow::Continue(()));
        }
        solver.solve(&Board25x25::EMPTY);
    }
}
"#;

/// It is built first.
const BUILDS: ChildBounds = ChildBounds { time: Duration::from_secs(3600), ..ChildBounds::USUAL };

struct Example {
    /// The file and line of its first line.
    place: String,
    code: String,
}

/// Returns the Rust files of a folder.
fn sources(folder: &Path) -> Vec<PathBuf> {
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            files.extend(sources(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files
}

/// Returns the examples of a file: its blocks that `cargo test --doc` runs. In a Rust file they are in comments.
fn examples(file: &Path) -> Vec<Example> {
    let is_rust = file.extension().is_some_and(|extension| extension == "rs");
    let fences: &[&str] = if is_rust { &["```", "```rust"] } else { &["```rust"] };
    let mut examples = Vec::new();
    // The example that has begun; `None` in a block of another language.
    let mut block: Option<Option<Example>> = None;
    for (line, text) in fs::read_to_string(file).unwrap().lines().enumerate() {
        let comment = || ["///", "//!"].iter().find_map(|mark| text.trim_start().strip_prefix(mark));
        let Some(text) = (if is_rust { comment() } else { Some(text) }) else { continue };
        let text = text.strip_prefix(' ').unwrap_or(text);
        match &mut block {
            None if text.starts_with("```") => {
                let place = format!("{}:{}", file.display(), line + 1);
                block = Some(fences.contains(&text).then_some(Example { place, code: String::new() }));
            }
            None => {}
            Some(_) if text == "```" => examples.extend(block.take().flatten()),
            // `# ` hides a line from the page, but not from the test.
            Some(Some(example)) => {
                writeln!(example.code, "{}", text.strip_prefix("# ").unwrap_or(text)).unwrap();
            }
            Some(None) => {}
        }
    }
    assert!(block.is_none(), "{}: a block without an end", file.display());
    examples
}

/// Returns a program that runs each example on a thread of its own, as many at a time as there are processors.
fn program(examples: &[Example]) -> String {
    let mut program = String::from("#![allow(unused)]\n\n");
    for (number, Example { code, .. }) in examples.iter().enumerate() {
        // As rustdoc does it: an example that ends with a result may use `?`.
        match code.trim_end().lines().last().is_some_and(|last| last.starts_with("Ok::<")) {
            true => writeln!(
                program,
                "fn example_{number}() {{\nfn run() -> Result<(), impl std::fmt::Debug> {{\n{code}}}\nrun().unwrap();\n}}"
            ),
            false => writeln!(program, "fn example_{number}() {{\n{code}}}"),
        }
        .unwrap();
    }
    writeln!(program, "fn main() {{\nlet examples: &[(&str, fn())] = &[").unwrap();
    for (number, Example { place, .. }) in examples.iter().enumerate() {
        writeln!(program, "({place:?}, example_{number}),").unwrap();
    }
    writeln!(
        program,
        "];\nlet next = std::sync::atomic::AtomicUsize::new(0);\n\
         let threads = std::thread::available_parallelism().map_or(1, usize::from);\n\
         std::thread::scope(|scope| for _ in 0..threads {{ scope.spawn(|| loop {{\n\
         let number = next.fetch_add(1, std::sync::atomic::Ordering::Relaxed);\n\
         let Some((place, example)) = examples.get(number) else {{ return }};\n\
         eprintln!(\"{{place}}\");\n\
         std::thread::Builder::new().stack_size({STACK}).spawn(example).unwrap().join().expect(place);\n\
         }}); }});\n\
         println!(\"{{}} examples\", examples.len());\n}}"
    )
    .unwrap();
    program
}

#[test]
fn every_example_runs_unoptimized_on_a_small_stack() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut files = sources(&root.join("src"));
    files.extend(sources(&root.join("steps/src")));
    files.push(root.join("README.md"));
    files.sort();
    let mut examples: Vec<Example> = files.iter().flat_map(|file| examples(file)).collect();
    assert!(examples.len() >= 50, "only {} examples were found", examples.len());
    examples.push(Example { place: "every part of a search".into(), code: ALL_PARTS.into() });

    let package = Path::new(env!("CARGO_TARGET_TMPDIR")).join("fresh_crate");
    fs::create_dir_all(package.join("src")).unwrap();
    // A workspace of its own, so that the profiles of this one do not hold. Debug information takes no stack, but time.
    let manifest = format!(
        "[package]\nname = \"fresh_crate\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
         [profile.dev]\ndebug = false\n\n\
         [dependencies]\nlanedoku = {{ path = {root:?}, features = [\"alloc\", \"trace\"] }}\n\
         lanedoku-steps = {{ path = {:?} }}\n\n[workspace]\n",
        root.join("steps")
    );
    fs::write(package.join("Cargo.toml"), manifest).unwrap();
    fs::write(package.join("src/main.rs"), program(&examples)).unwrap();
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["run", "--quiet", "--offline"]).current_dir(&package);
    let run = BUILDS.output(cargo.env("CARGO_TARGET_DIR", package.join("target")), b"");
    let shown = String::from_utf8_lossy(&run.stdout);
    let progress = String::from_utf8_lossy(&run.stderr);
    assert!(run.status.success(), "{}, in the last of these:\n{progress}", run.status);
    assert!(shown.ends_with(&format!("{} examples\n", examples.len())), "{shown}");
}
