//! The `lanedoku` program as a library, for its tests.
//!
//! [`arguments`] parses the command line, and [`run`](mod@run) runs the command. [`blocks`] reads the inputs, and
//! [`lanedoku_formats`] splits their text into puzzles. The workers of the [`pipeline`] answer them with one of the
//! [`commands`], by a [`search`] for each puzzle that is not in a batch, and [`output`] writes the records. Puzzles
//! given to `solve` as arguments are drawn by [`drawing`] instead.

#![allow(missing_docs, reason = "not a public interface")]

pub mod arguments;
pub mod bench;
pub mod blocks;
pub mod commands;
pub mod compression;
pub mod demo;
pub mod divided_count;
pub mod drawing;
pub mod drawn_rows;
pub mod filter;
pub mod inputs;
pub mod messages;
pub mod output;
pub mod pages;
pub mod pipeline;
pub mod progress;
pub mod run;
pub mod search;
pub mod step_drawing;
pub mod streams;
pub mod threads;
pub mod totals;
pub mod version;
pub mod workspace;
