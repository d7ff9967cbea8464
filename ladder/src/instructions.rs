//! Runs the callgrind benchmark and reads its counts.

use std::collections::HashMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::Command;

/// The counts of callgrind for one run (V8: one run of all its copies).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct InstructionCounts {
    /// Instructions executed.
    pub instructions: u64,
    /// Conditional and indirect branches among them.
    pub branches: u64,
    /// Branches that callgrind's simple predictor mispredicts.
    pub mispredicted: u64,
    /// Reads and writes served by the simulated first-level caches.
    pub l1_hits: u64,
    /// Those served by the last-level cache.
    pub ll_hits: u64,
    /// Those served by memory.
    pub ram_hits: u64,
}

impl InstructionCounts {
    /// Reads the `events:` and `totals:` lines of a callgrind file.
    ///
    /// ```
    /// use ladder::instructions::InstructionCounts;
    ///
    /// let file = "events: Ir Dr Dw I1mr D1mr D1mw ILmr DLmr DLmw Bc Bcm Bi Bim\n\
    ///             totals: 1000 200 100 5 4 3 2 1 1 150 12 10 3\n";
    /// let counts = InstructionCounts::parse(file).unwrap();
    /// assert_eq!((counts.instructions, counts.branches, counts.mispredicted), (1000, 160, 15));
    /// assert_eq!((counts.l1_hits, counts.ll_hits, counts.ram_hits), (1288, 8, 4));
    /// ```
    pub fn parse(file: &str) -> Option<Self> {
        let line = |start| file.lines().find_map(|line| line.strip_prefix(start)).map(str::split_whitespace);
        let events: HashMap<&str, u64> =
            line("events:")?.zip(line("totals:")?.filter_map(|count| count.parse().ok())).collect();
        let sum = |names: &[&str]| names.iter().map(|name| events.get(name)).sum::<Option<u64>>();
        let accesses = sum(&["Ir", "Dr", "Dw"])?;
        let l1_misses = sum(&["I1mr", "D1mr", "D1mw"])?;
        let ram_hits = sum(&["ILmr", "DLmr", "DLmw"])?;
        Some(Self {
            instructions: sum(&["Ir"])?,
            branches: sum(&["Bc", "Bi"])?,
            mispredicted: sum(&["Bcm", "Bim"])?,
            l1_hits: accesses - l1_misses,
            ll_hits: l1_misses - ram_hits,
            ram_hits,
        })
    }

    /// The usual estimate for callgrind: 1 cycle for L1, 5 for LL, 35 for memory.
    pub fn estimated_cycles(&self) -> u64 {
        self.l1_hits + 5 * self.ll_hits + 35 * self.ram_hits
    }
}

/// Counts by rung and board.
pub struct InstructionTable(HashMap<(String, String), InstructionCounts>);

impl InstructionTable {
    /// Runs `cargo bench` on this package's callgrind benchmark and collects its files.
    ///
    /// # Errors
    ///
    /// Returns an error if cargo, valgrind or the benchmark runner is missing or fails; each prints its own message.
    pub fn count() -> io::Result<Self> {
        let home = std::env::temp_dir().join(format!("ladder-instructions-{}", std::process::id()));
        let status = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()))
            .args(["bench", "--quiet", "--bench", "instructions"])
            .arg("--manifest-path")
            .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml"))
            .env("IAI_CALLGRIND_HOME", &home)
            .stdout(io::stderr())
            .status()?;
        if !status.success() {
            return Err(io::Error::other("`cargo bench --bench instructions` failed"));
        }
        let counted = Self::read(&home)?;
        std::fs::remove_dir_all(&home)?;
        Ok(counted)
    }

    /// Returns the counts of a rung on a board.
    pub fn of(&self, rung: &str, board: &str) -> Option<&InstructionCounts> {
        self.0.get(&(key(rung), board.to_owned()))
    }

    /// Reads all files named `callgrind.<rung>.<board>.out` below `folder`.
    fn read(folder: &Path) -> io::Result<Self> {
        let mut counted = HashMap::new();
        let mut folders = vec![folder.to_owned()];
        while let Some(folder) = folders.pop() {
            for entry in std::fs::read_dir(folder)? {
                let path: PathBuf = entry?.path();
                let name = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
                if path.is_dir() {
                    folders.push(path);
                } else if let Some(["callgrind", rung, board, "out"]) =
                    name.split('.').collect::<Vec<_>>().first_chunk::<4>()
                    && let Some(counts) = InstructionCounts::parse(&std::fs::read_to_string(&path)?)
                {
                    counted.insert(((*rung).to_owned(), (*board).to_owned()), counts);
                }
            }
        }
        Ok(Self(counted))
    }
}

/// A rung's name as part of a function name of the benchmark.
fn key(rung: &str) -> String {
    rung.replace('-', "_").to_lowercase()
}
