//! The C ABI of lanedoku. Each function checks its arguments, calls the Rust crate and writes the answer.
//!
//! `include/lanedoku.h` and the C manual are generated from the doc comments of these files. Only numbers, pointers
//! and structures of numbers cross the boundary. A number that encodes a choice is checked against a list, so no
//! call can create an invalid Rust enum.

#![cfg_attr(not(feature = "formats"), no_std)]

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
mod possible;
mod results;
mod search;
mod solve;
mod techniques;
mod text;
mod types;
mod version;

/// A `no_std` library must define a panic handler. Release builds never call it: their code contains no panic, and
/// `tests/c_abi.rs` checks that the libraries do not use `abort`.
#[cfg(not(feature = "formats"))]
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    abort()
}

// The crate needs only the C library's functions to copy, fill and compare memory.
#[cfg(not(feature = "formats"))]
#[cfg_attr(unix, link(name = "c"))]
unsafe extern "C" {
    safe fn abort() -> !;
}

/// Every file that includes the header refers to this object, so a program whose header and library have different
/// ABIs cannot be linked or loaded. The object's name contains the same numbers as the soname (see `build.rs`).
#[unsafe(export_name = concat!("lanedoku_abi_", env!("LANEDOKU_ABI")))]
pub static ABI: u8 = 1;

/// The unwinder's personality function for the frames of this library. They need no unwinding: no code here panics,
/// and no visitor may throw. An exception that reaches these frames ends the program.
///
/// A few objects of `compiler_builtins` refer to `rust_eh_personality`, which otherwise only the Rust standard
/// library defines. They are part of the static library, but only a program that links all of it
/// (`--whole-archive`) uses them, and needs this definition. The symbol is hidden, so that no shared library
/// exports it, and weak, so that the definition of another Rust library in the same program takes precedence.
#[cfg(all(unix, not(target_vendor = "apple"), not(feature = "formats")))]
extern "C" fn no_personality() -> core::ffi::c_int {
    const URC_FATAL_PHASE1_ERROR: core::ffi::c_int = 3;
    URC_FATAL_PHASE1_ERROR
}

#[cfg(all(unix, not(target_vendor = "apple"), not(feature = "formats")))]
core::arch::global_asm!(
    ".weak rust_eh_personality",
    ".hidden rust_eh_personality",
    ".set rust_eh_personality, {0}",
    sym no_personality,
);
