//! The C ABI of lanedoku: each function checks what it was given, calls [`solver`], and copies out.
//!
//! `include/lanedoku.h` is made from these files, so that their words are the C programmer's manual.
//! Only numbers, pointers and structures of numbers cross the boundary; a number that stands for a
//! choice is looked up here, so that no call can make an enum that Rust does not have.

#![no_std]

mod boundary;
mod input;
mod kernels;
mod solve;
mod text;
mod types;
mod version;

/// A `no_std` library must bring its own. No input leads here; if a mistake in the solver ever did, the
/// program would end, and nothing would unwind into C.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    abort()
}

// The C library is the only one that the solver needs: for this, and to copy, fill and compare memory.
#[cfg_attr(unix, link(name = "c"))]
unsafe extern "C" {
    safe fn abort() -> !;
}
