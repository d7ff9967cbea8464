//! The static and the shared library of the functions in `lanedoku-c`.

// Only a library that aborts on a panic, as every release build does, needs no standard library. A debug build unwinds,
// as the tests do, so that cargo compiles everything once for both.
#![cfg_attr(all(panic = "abort", not(feature = "formats")), no_std)]

#[cfg(all(panic = "abort", not(feature = "formats")))]
mod no_std;

pub use lanedoku_c::*;
