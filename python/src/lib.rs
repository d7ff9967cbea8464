//! The compiled part of the Python package `lanedoku`.
//!
//! The Python code (`lanedoku/`) has the documentation and the types. Here, [`rows`] reads puzzles, [`parallel`]
//! divides the rows among threads, and [`columns`] makes the arrays of the answers.

#![allow(missing_docs, reason = "the Python package is the documented interface")]

mod arrow;
mod arrow_checks;
mod arrow_export;
mod columns;
mod counting;
mod explaining;
mod found;
mod grading;
mod integers;
mod layouts;
mod making;
mod messages;
mod parallel;
mod possible;
mod reading;
mod rows;
mod shared_bytes;
mod sized;
mod solving;
mod texts;
mod workspaces;

/// The module does not rely on the global interpreter lock.
#[pyo3::pymodule(gil_used = false)]
mod _lanedoku {
    #[pymodule_export]
    use super::arrow_export::ArrowTable;
    #[pymodule_export]
    use super::counting::CountWithProgress;
    #[pymodule_export]
    use super::explaining::{
        all_steps, difficulty, explain, explain_batch, hint, hint_batch, hodoku_classes, techniques, traces,
    };
    #[pymodule_export]
    use super::found::Found;
    #[pymodule_export]
    use super::grading::grade;
    #[pymodule_export]
    use super::layouts::PyLayout;
    #[pymodule_export]
    use super::making::{canonical, generate, grids, is_minimal, minimize, rate, redundant_clues, shuffle};
    #[pymodule_export]
    use super::possible::{keeps_solution, possible, possible_candidates, wrong_clues};
    #[pymodule_export]
    use super::reading::{answers, read};
    #[pymodule_export]
    use super::rows::{Rows, digits_of};
    #[pymodule_export]
    use super::sized::{SizedRows, count_sized, grade_sized, solve_sized};
    #[pymodule_export]
    use super::solving::{count, kernel, plain_batch, solve, solve_candidates, solve_one};
}
