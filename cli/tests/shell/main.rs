//! The command line, as it is used: the program with its files, pipes, signals and terminals.

mod boards;
mod columns;
mod command_line;
mod commands;
#[cfg(windows)]
mod control_c;
mod endings;
mod filters;
mod formats;
mod json;
mod layouts;
mod options;
mod output_files;
mod pipeline;
mod promises;
mod steps;
mod streams;
mod support;
mod table;
mod tables;
#[cfg(target_os = "linux")]
mod terminal;
mod timeouts;
