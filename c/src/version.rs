//! Returns the version of the library. `c/tests/header` adds the corresponding macros to the header.

use core::ffi::c_char;

use crate::text::c_text;

/// Returns the version of the library that the program runs with. `LANEDOKU_VERSION` is the version of the
/// header that it was compiled with.
///
/// The string is NUL-terminated and never freed.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_version() -> *const c_char {
    c_text!(env!("CARGO_PKG_VERSION"))
}

/// Returns the version of the library that the program runs with, as a number: 1002003 is version 1.2.3.
/// `LANEDOKU_VERSION_NUMBER` is the version of the header that it was compiled with.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_version_number() -> u32 {
    const {
        number(env!("CARGO_PKG_VERSION_MAJOR")) * 1_000_000
            + number(env!("CARGO_PKG_VERSION_MINOR")) * 1_000
            + number(env!("CARGO_PKG_VERSION_PATCH"))
    }
}

const fn number(text: &str) -> u32 {
    match u32::from_str_radix(text, 10) {
        Ok(number) => number,
        Err(_) => panic!("a part of the version is not a number"),
    }
}
