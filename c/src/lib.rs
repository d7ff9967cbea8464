//! The C ABI of lanedoku. Each function checks its arguments, calls the Rust crate and writes the answer.
//!
//! `include/lanedoku.h` and the C manual are generated from the doc comments of these files. Only numbers, pointers
//! and structures of numbers cross the boundary. A number that encodes a choice is checked against a list, so no
//! call can create an invalid Rust enum.

// Only a library that aborts on a panic, as every release build does, needs no standard library. A debug build unwinds, as the
// tests do, so that cargo compiles everything once for both.
#![cfg_attr(all(panic = "abort", not(feature = "formats")), no_std)]

mod batch;
mod boards;
mod boundary;
mod candidates;
mod count;
#[cfg(feature = "formats")]
mod formats;
mod generate;
mod input;
mod kernels;
mod minimal;
#[cfg(all(panic = "abort", not(feature = "formats")))]
mod no_std;
mod possible;
mod results;
mod search;
mod solve;
mod techniques;
mod text;
mod types;
mod version;

/// Every file that includes the header refers to this object, so a program whose header and library have different
/// ABIs cannot be linked or loaded. The object's name contains the same numbers as the soname (see `build.rs`).
#[unsafe(export_name = concat!("lanedoku_abi_", env!("LANEDOKU_ABI")))]
pub static ABI: u8 = 1;
