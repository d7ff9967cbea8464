//! Another Rust library in the same program, with the standard library: it panics, and catches that.

use std::panic::catch_unwind;

/// 1 if a panic was caught where it should be, and what it left behind was dropped.
#[unsafe(no_mangle)]
pub extern "C" fn another_catches() -> i32 {
    struct Flag<'a>(&'a mut bool);
    impl Drop for Flag<'_> {
        fn drop(&mut self) {
            *self.0 = true;
        }
    }
    let mut dropped = false;
    let caught = catch_unwind(std::panic::AssertUnwindSafe(|| {
        let _flag = Flag(&mut dropped);
        std::panic::panic_any("caught");
    }));
    i32::from(dropped && caught.is_err_and(|cause| cause.downcast_ref() == Some(&"caught")))
}
