//! The command line of Lanedoku: what the program `lanedoku` is made of, open to its tests.
//!
//! A command is a job: what to do with each puzzle ([`commands`]). Text is found to be puzzles by [`formats`], read in
//! blocks by [`blocks`], answered by the workers of the [`pipeline`], and written by [`output`]. A puzzle given to
//! `solve` as an argument is drawn by [`drawing`] instead.

#![allow(missing_docs, reason = "nobody else is meant to use it")]

pub mod arguments;
pub mod bench;
pub mod blocks;
pub mod commands;
pub mod demo;
pub mod drawing;
pub mod formats;
pub mod inputs;
pub mod messages;
pub mod output;
pub mod pages;
pub mod pipeline;
pub mod progress;
pub mod run;
pub mod threads;
pub mod totals;
pub mod version;
pub mod workspace;
