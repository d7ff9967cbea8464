//! The compiled part of the Python package `lanedoku`.
//!
//! Python code (`lanedoku/`) gives names, documentation and arrays; here is what takes time. Puzzles come in as
//! [`rows`], the rows are shared out among threads by [`work`], and answers are written to [`columns`], arrays that
//! Python has made. [`arrow`] is for columns of Arrow.

#![allow(missing_docs, reason = "the Python code is documented; nobody else is meant to use this")]

mod arrow;
mod columns;
mod making;
mod rows;
mod solutions;
mod solving;
mod work;

/// Nothing here depends on the interpreter's lock.
#[pyo3::pymodule(gil_used = false)]
mod _lanedoku {
    #[pymodule_export]
    use super::arrow::Exported;
    #[pymodule_export]
    use super::making::{canonical, generate, grids, minimize, rate, shuffle};
    #[pymodule_export]
    use super::rows::Rows;
    #[pymodule_export]
    use super::solutions::Solutions;
    #[pymodule_export]
    use super::solving::{count, is_solution, kernel, plain_batch, solve, solve_candidates};
}
