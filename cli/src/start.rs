//! What must be seen before `main`: whether standard output is open.
//!
//! The standard library opens `/dev/null` in place of a closed standard output before `main` runs, and every write then
//! succeeds. So the question is asked earlier.

use std::sync::atomic::AtomicBool;

/// Whether the program was started without a standard output.
pub static OUTPUT_IS_CLOSED: AtomicBool = AtomicBool::new(false);

#[cfg(target_os = "linux")]
mod before_main {
    use std::sync::atomic::Ordering::Relaxed;

    use rustix::io::{Errno, fcntl_getfd};
    use rustix::stdio::stdout;

    extern "C" fn look() {
        // Nothing of the standard library's start-up is needed here: one system call and one store.
        super::OUTPUT_IS_CLOSED.store(fcntl_getfd(stdout()) == Err(Errno::BADF), Relaxed);
    }

    // SAFETY: the section holds pointers to functions that the loader calls before `main`; `look` is one, takes no
    // argument that it reads, and needs nothing that is set up later.
    #[used]
    #[unsafe(link_section = ".init_array")]
    static LOOK: extern "C" fn() = look;
}
