//! The command line's way from text to answers, whose modules are part of this program.

#![no_main]
#![allow(dead_code, reason = "only what reads and answers is attacked")]

use libfuzzer_sys::fuzz_target;

#[path = "../../src/bin/lanedoku/answering.rs"]
mod answering;
#[path = "../../src/bin/lanedoku/arguments.rs"]
mod arguments;
#[path = "../../src/bin/lanedoku/counting.rs"]
mod counting;
#[path = "../../src/bin/lanedoku/explaining.rs"]
mod explaining;
#[path = "../../src/bin/lanedoku/pipeline.rs"]
mod pipeline;
#[path = "../../src/bin/lanedoku/reading.rs"]
mod reading;
#[path = "../../src/bin/lanedoku/report.rs"]
mod report;
#[path = "../../src/bin/lanedoku/splitting.rs"]
mod splitting;

#[path = "../../tests/support/checks/reader.rs"]
mod reader;

fuzz_target!(|data: &[u8]| reader::check(data));
