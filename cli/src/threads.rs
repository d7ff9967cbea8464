//! The number of threads.

use std::num::NonZero;
use std::sync::OnceLock;
use std::thread;

/// A number of threads; `None` for one per core.
#[derive(Clone, Copy)]
pub struct ThreadCount(pub Option<usize>);

impl ThreadCount {
    /// Returns the number. Queries the number of cores at most once, and only if needed, because the query takes longer
    /// than most puzzles.
    pub fn get(self) -> usize {
        static CORES: OnceLock<usize> = OnceLock::new();
        let query = || thread::available_parallelism().map_or(1, NonZero::get);
        self.0.unwrap_or_else(|| *CORES.get_or_init(query))
    }
}
