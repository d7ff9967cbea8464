//! The WebAssembly module of lanedoku: functions of numbers, for the JavaScript in front of it (`lanedoku.js`).
//!
//! A call has three parts. JavaScript asks for [`memory::input`], writes the puzzle there, and calls a function. This
//! one returns a number, and its answer is in [`memory::output`]. A negative number is an error; its message is the
//! output. So no function takes a pointer, and no call can make one that is wrong.
//!
//! The module imports nothing. No function traps. Bad input and failed allocation are reported as errors.
//!
//! | file | |
//! |---|---|
//! | `memory.rs` | Input, output, and the objects that live longer than a call. |
//! | `puzzles.rs` | The puzzle in the input, checked. |
//! | `solving.rs` | Solutions, counts, visits. |
//! | `questions.rs` | Candidates, possible digits, wrong clues, collisions. |
//! | `making.rs` | New puzzles, minimal puzzles, equivalent puzzles. |
//! | `steps.rs` | Human solving steps, and how hard a puzzle is. |
//! | `techniques.rs` | Techniques by name, and ratings. |
//! | `layouts.rs` | All of these for boards of other layouts: a module of its own. |
//! | `reading.rs` | Text of any format: a module of its own. |
//! | `trace.rs` | The loop step by step, the lanes sweep by sweep, for animations: a module of its own. |
//!
//! With the feature `trace`, `reader` or `layouts`, there are the traces, the reader or the boards of other layouts
//! instead of all other calls.

#![cfg_attr(
    any(feature = "trace", feature = "reader", feature = "layouts"),
    allow(dead_code, reason = "the other modules need only some of the memory")
)]

#[cfg(feature = "layouts")]
pub mod layouts;
#[cfg(not(any(feature = "trace", feature = "reader", feature = "layouts")))]
pub mod making;
pub mod memory;
mod puzzles;
#[cfg(not(any(feature = "trace", feature = "reader", feature = "layouts")))]
pub mod questions;
#[cfg(feature = "reader")]
pub mod reading;
#[cfg(not(any(feature = "trace", feature = "reader", feature = "layouts")))]
pub mod solving;
#[cfg(not(any(feature = "trace", feature = "reader", feature = "layouts")))]
pub mod steps;
#[cfg(any(feature = "layouts", not(any(feature = "trace", feature = "reader"))))]
pub mod techniques;
#[cfg(feature = "trace")]
pub mod trace;
