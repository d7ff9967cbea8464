//! Programs in C and C++ with the C library: built by the compilers of this machine, and run.
//!
//! They are linked with a library that is `no_std`, as a release is, and not optimised for long; `release/test.py`
//! tests what a release has. If the tests are built for another machine, so are the programs, by a cross compiler such
//! as `aarch64-linux-gnu-gcc`. They run under the runner that cargo has for the target
//! (`CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER`).

#![cfg(target_os = "linux")]

mod c;
#[cfg(not(foreign))]
mod cpp;
mod library;
// The sizes are those of this target.
#[cfg(all(not(foreign), target_arch = "x86_64"))]
mod size;
mod table;
