//! Shared by the test programs of the library.

#![allow(dead_code, reason = "each test program uses a part")]

pub mod boards;
pub mod machine;
