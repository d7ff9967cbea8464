//! The functions of the C library of lanedoku. Each checks its arguments, calls the Rust crate and writes the answer.
//! The package `liblanedoku` makes the static and the shared library of them.
//!
//! `include/lanedoku.h` and the C manual are generated from the doc comments of these files. Only numbers, pointers
//! and structures of numbers cross the boundary. A number that encodes a choice is checked against a list, so no
//! call can create an invalid Rust enum.
//!
//! # Safety
//!
//! Each pointer is null or valid for its length while the call runs, and aligned for its type. The head of the header
//! states this contract for all functions.

#![cfg_attr(not(feature = "formats"), no_std)]
#![allow(clippy::missing_safety_doc, reason = "the contract of all functions stands above, once")]

mod arguments;
mod batch;
mod boards;
mod count;
#[cfg(feature = "formats")]
mod formats;
mod generate;
mod input;
mod kernels;
mod layouts;
mod minimal;
mod possible;
mod puzzle;
mod results;
mod search;
mod settings;
mod solve;
mod techniques;
mod text;
mod types;
mod version;
mod workspace;

pub use batch::*;
pub use boards::*;
pub use count::*;
#[cfg(feature = "formats")]
pub use formats::*;
pub use generate::*;
pub use input::*;
pub use kernels::*;
pub use layouts::*;
pub use minimal::*;
pub use possible::*;
pub use search::*;
pub use solve::*;
pub use techniques::*;
pub use text::*;
pub use types::*;
pub use version::*;

/// Every file that includes the header refers to this object, so a program whose header and library have different
/// ABIs cannot be linked or loaded. The object's name contains the same numbers as the soname (see `build.rs`).
#[unsafe(export_name = concat!("lanedoku_abi_", env!("LANEDOKU_ABI")))]
pub static ABI: u8 = 1;
