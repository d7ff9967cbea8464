//! Standard streams that were closed when the program started, for example by `<&-` in a shell.
//!
//! The Rust runtime opens the null device in their place: the input would appear empty, and the output would be lost.
//! The program therefore checks the streams before the runtime starts.

#[cfg(unix)]
use std::fs::{File, Metadata};
use std::io::{self, StdoutLock};
use std::path::Path;
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

/// Returns whether standard output is this file, or that of standard input: a command that reads it would read its own
/// output.
pub fn is_output(input: Option<&Path>) -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::{AsFd, BorrowedFd};
        use std::os::unix::fs::MetadataExt;

        let file_of = |stream: BorrowedFd| File::from(stream.try_clone_to_owned()?).metadata();
        let input = match input {
            Some(path) => path.metadata(),
            None => file_of(io::stdin().as_fd()),
        };
        let place = |file: io::Result<Metadata>| {
            file.ok().filter(Metadata::is_file).map(|file| (file.dev(), file.ino()))
        };
        let output = place(file_of(io::stdout().as_fd()));
        output.is_some() && output == place(input)
    }
    #[cfg(not(unix))]
    {
        let _ = input;
        false
    }
}

/// Returns whether standard input has something to read now, or its end.
pub fn input_is_ready() -> bool {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;

        use rustix::event::{PollFd, PollFlags, Timespec, poll};

        let input = io::stdin();
        let mut events = [PollFd::from_borrowed_fd(input.as_fd(), PollFlags::IN)];
        poll(&mut events, Some(&Timespec { tv_sec: 0, tv_nsec: 0 })).is_ok_and(|ready| ready > 0)
    }
    #[cfg(not(unix))]
    {
        false
    }
}

/// Returns standard output, unless it was closed.
pub fn output() -> Result<StdoutLock<'static>, Failure> {
    check_output().map_err(Failure::output)?;
    Ok(io::stdout().lock())
}
