//! Standard streams that were closed when the program started, for example by `<&-` in a shell.
//!
//! The Rust runtime opens the null device in their place: the input would appear empty, and the output would be lost.
//! The program therefore checks the streams before the runtime starts.

use std::io::{self, StdoutLock};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

use crate::messages::Failure;

static INPUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);
static OUTPUT_WAS_CLOSED: AtomicBool = AtomicBool::new(false);

/// Notes which streams are closed. Must be called before `main`.
#[cfg(unix)]
pub fn note_closed() {
    use std::os::fd::{AsFd, BorrowedFd};

    use rustix::io::fcntl_getfd;

    let is_closed = |stream: BorrowedFd| fcntl_getfd(stream).is_err();
    INPUT_WAS_CLOSED.store(is_closed(io::stdin().as_fd()), Relaxed);
    OUTPUT_WAS_CLOSED.store(is_closed(io::stdout().as_fd()), Relaxed);
}

fn check(was_closed: &AtomicBool) -> io::Result<()> {
    if was_closed.load(Relaxed) { Err(io::Error::other("is closed")) } else { Ok(()) }
}

/// Returns an error if standard input was closed.
pub fn check_input() -> io::Result<()> {
    check(&INPUT_WAS_CLOSED)
}

/// Returns an error if standard output was closed.
pub fn check_output() -> io::Result<()> {
    check(&OUTPUT_WAS_CLOSED)
}

/// Returns standard output, unless it was closed.
pub fn output() -> Result<StdoutLock<'static>, Failure> {
    check_output().map_err(Failure::output)?;
    Ok(io::stdout().lock())
}
