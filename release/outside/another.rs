//! Another Rust library in the same program. It uses the standard library, panics and catches the panic.

use std::panic::catch_unwind;

/// Returns 1 if the panic was caught and the value on the unwound frame was dropped.
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
