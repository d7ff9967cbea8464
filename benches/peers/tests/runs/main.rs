//! The benchmark as it is run, and the pages that show its published runs.

#[cfg(unix)]
mod end_to_end;
mod readme;
