//! The C ABI of lanedoku: each function checks its arguments, calls the Rust crate, and copies the answer out.
//!
//! `include/lanedoku.h` is generated from these files: their doc comments are the C programmer's manual.
//! Only numbers, pointers and structures of numbers cross the boundary. A number that stands for a
//! choice is looked up here, so that no call can create an invalid Rust enum.

#![no_std]

mod batch;
mod boundary;
mod candidates;
mod count;
mod input;
mod kernels;
mod results;
mod solve;
mod text;
mod types;
mod version;

/// A `no_std` library must bring its own. Nothing leads here in a release build: every bound is checked where
/// there is something else to do, and `tests/c_abi.rs` sees that the libraries do without `abort`.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    abort()
}

// The C library is the only one that the crate needs: to copy, fill and compare memory.
#[cfg_attr(unix, link(name = "c"))]
unsafe extern "C" {
    safe fn abort() -> !;
}
