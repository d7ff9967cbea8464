//! The command line's way from text to answers, whose modules are part of this program.

#![no_main]
#![allow(dead_code, unused_imports, reason = "only what reads and answers is attacked")]

use libfuzzer_sys::fuzz_target;

#[path = "../../cli/src/answering.rs"]
mod answering;
#[path = "../../cli/src/arguments.rs"]
mod arguments;
#[path = "../../cli/src/counting.rs"]
mod counting;
#[path = "../../cli/src/formats/mod.rs"]
mod formats;
#[path = "../../cli/src/pipeline.rs"]
mod pipeline;
#[path = "../../cli/src/reading.rs"]
mod reading;
#[path = "../../cli/src/report.rs"]
mod report;

#[path = "../../tests/support/checks/reader.rs"]
mod reader;

fuzz_target!(|data: &[u8]| reader::check(data));
