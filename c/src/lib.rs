//! The C ABI of lanedoku: each function checks its arguments, calls the Rust crate, and copies the answer out.
//!
//! `include/lanedoku.h` is generated from these files: their doc comments are the C programmer's manual.
//! Only numbers, pointers and structures of numbers cross the boundary. A number that stands for a
//! choice is looked up here, so that no call can create an invalid Rust enum.

#![no_std]

mod batch;
mod boards;
mod boundary;
mod candidates;
mod count;
mod generate;
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

/// The header makes each file that includes it refer to this object, so that a program whose header and library have
/// different ABIs is not linked, or not loaded. Its name carries the digits that `build.rs` gives to the shared
/// library.
#[unsafe(export_name = concat!("lanedoku_abi_", env!("LANEDOKU_ABI")))]
pub static ABI: u8 = 1;

/// What an unwinder would ask about the frames of this library. It has none to unwind: nothing here panics, and no
/// visitor may throw. So an exception that comes by all the same ends there, and with it the program.
///
/// A few objects of Rust's own `compiler_builtins` refer to the name `rust_eh_personality`, which only the standard
/// library defines. They are part of the static library, and no program takes them from it, except one that takes
/// everything (`--whole-archive`). For such a program the name is defined here: hidden, so that no shared library
/// exports it, and weak, so that the standard library of another Rust library in the same program comes first.
#[cfg(all(unix, not(target_vendor = "apple")))]
extern "C" fn no_personality() -> core::ffi::c_int {
    const URC_FATAL_PHASE1_ERROR: core::ffi::c_int = 3;
    URC_FATAL_PHASE1_ERROR
}

#[cfg(all(unix, not(target_vendor = "apple")))]
core::arch::global_asm!(
    ".weak rust_eh_personality",
    ".hidden rust_eh_personality",
    ".set rust_eh_personality, {0}",
    sym no_personality,
);
