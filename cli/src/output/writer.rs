//! Writes records to standard output or a file, and diagnostics to standard error.

use std::fs::File;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::thread;

use tempfile::NamedTempFile;

use super::pieces::Pieces;
use super::signals;
use crate::messages::{Failure, Verbosity, grouped, shown};
use crate::streams;
use crate::totals::Totals;

/// Writes of up to this size are atomic on a pipe, so an interrupt cannot split them (`PIPE_BUF`).
const WRITTEN_AT_ONCE: usize = 4096;

/// Held during each write, so that an interrupt leaves whole lines.
static WRITING: Mutex<()> = Mutex::new(());
/// The temporary file to remove on an interrupt.
static TEMPORARY_FILE: Mutex<Option<PathBuf>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// An open destination.
enum Sink {
    Standard(File),
    /// A temporary file, and the path it is moved to when it is complete.
    File(Pieces<NamedTempFile>, PathBuf),
    /// A device or pipe.
    Device(File),
    Memory(Arc<Mutex<MemoryOutput>>),
}

/// The destination of the records.
pub enum Destination {
    Standard,
    File(PathBuf),
    /// For tests.
    Memory(Arc<Mutex<MemoryOutput>>),
}

/// Records and diagnostics in memory.
#[derive(Default)]
pub struct MemoryOutput {
    pub text: Vec<u8>,
    pub diagnostics: Vec<u8>,
}

/// Writes the output of the pipeline.
pub struct OutputWriter {
    sink: Sink,
    verbosity: Verbosity,
    pub totals: Totals,
    /// The number of diagnostics that may still be printed.
    diagnostics_left: u64,
    /// The number of diagnostics not printed.
    omitted: u64,
    /// The number of puzzles answered, for the progress bar.
    answered: Arc<AtomicU64>,
}

impl OutputWriter {
    pub fn open(
        destination: &Destination,
        verbosity: Verbosity,
        max_diagnostics: u64,
    ) -> Result<OutputWriter, Failure> {
        let sink = match destination {
            Destination::Standard => Sink::Standard(standard_output().map_err(Failure::output)?),
            Destination::Memory(written) => Sink::Memory(written.clone()),
            // A device or pipe must not be replaced.
            Destination::File(path) if path.exists() && !path.is_file() => {
                let file = File::options().write(true).open(path);
                Sink::Device(file.map_err(|error| Failure::Data(format!("{}: {error}", shown(path))))?)
            }
            Destination::File(path) => {
                let failed = |error| Failure::Data(format!("{}: {error}", shown(path)));
                let path = &target(path).map_err(failed)?;
                // A file that must not be written must not be replaced.
                if path.exists() {
                    File::options().append(true).open(path).map_err(failed)?;
                }
                let folder = match path.parent() {
                    Some(folder) if folder != Path::new("") => folder,
                    _ => Path::new("."),
                };
                install_interrupt_handler();
                report_files_too_large();
                let file = temporary_file(folder)
                    .map_err(|error| Failure::Data(format!("{}: {}", shown(path), cause(&error))))?;
                *lock(&TEMPORARY_FILE) = Some(file.path().into());
                Sink::File(Pieces::new(file), path.clone())
            }
        };
        Ok(OutputWriter {
            sink,
            verbosity,
            totals: Totals::default(),
            diagnostics_left: max_diagnostics,
            omitted: 0,
            answered: Arc::default(),
        })
    }

    /// Returns the counter of answered puzzles.
    pub fn answered(&self) -> Arc<AtomicU64> {
        self.answered.clone()
    }

    /// Writes records and diagnostics. Exits the process if the records cannot be written.
    pub fn write_or_exit(&mut self, text: &[u8], diagnostics: &[u8], totals: &Totals) {
        self.totals.add(totals);
        // Most commands make one record of each puzzle.
        self.answered.fetch_add(totals.puzzles().max(totals.made), Relaxed);
        self.report(diagnostics);
        if text.is_empty() {
            return;
        }
        if text.len() > WRITTEN_AT_ONCE {
            install_interrupt_handler();
        }
        let _whole = lock(&WRITING);
        let written = match &mut self.sink {
            Sink::Standard(file) | Sink::Device(file) => file.write_all(text),
            Sink::File(file, _) => file.write_all(text),
            Sink::Memory(written) => lock(written).text.write_all(text),
        };
        if let Err(error) = written {
            remove_temporary_file();
            process::exit(self.failed(error).report(self.verbosity).into());
        }
    }

    /// Returns whether records go to a terminal.
    pub fn is_at_terminal(&self) -> bool {
        matches!(self.sink, Sink::Standard(_)) && io::stdout().is_terminal()
    }

    fn failed(&self, error: io::Error) -> Failure {
        match &self.sink {
            Sink::Standard(_) | Sink::Memory(_) => Failure::output(error),
            Sink::Device(_) | Sink::File(..) => Failure::Data(format!("{}: {error}", self.name())),
        }
    }

    fn name(&self) -> String {
        match &self.sink {
            Sink::Standard(_) | Sink::Memory(_) => "standard output".into(),
            Sink::Device(_) => "the output".into(),
            Sink::File(_, path) => shown(path).to_string(),
        }
    }

    /// Prints diagnostics, up to the limit.
    fn report(&mut self, diagnostics: &[u8]) {
        if self.verbosity == Verbosity::Silent || diagnostics.is_empty() {
            return;
        }
        let mut printed = 0;
        for line in diagnostics.split_inclusive(|&byte| byte == b'\n') {
            if self.diagnostics_left > 0 {
                self.diagnostics_left -= 1;
                printed += line.len();
            } else {
                self.omitted += 1;
            }
        }
        let printed = &diagnostics[..printed];
        match &self.sink {
            Sink::Memory(written) => lock(written).diagnostics.extend_from_slice(printed),
            // A closed standard error must not stop the records.
            _ => drop(io::stderr().write_all(printed)),
        }
    }

    /// Completes the output. Moves a temporary file to its path, unless an input could not be read to its end:
    /// incomplete output must not replace a complete file.
    pub fn finish(self) -> Result<Totals, Failure> {
        if self.omitted > 0 {
            self.verbosity.error(format_args!(
                "{} more errors and warnings not shown (see --max-errors)",
                grouped(self.omitted)
            ));
        }
        let name = self.name();
        let failed = |error: io::Error| Failure::Data(format!("{name}: {error}"));
        match self.sink {
            Sink::Memory(_) | Sink::Standard(_) | Sink::Device(_) => {}
            Sink::File(..) if self.totals.unreadable > 0 => {
                self.verbosity.error(format_args!("{name}: not written, because an input could not be read"));
                remove_temporary_file();
            }
            Sink::File(pieces, path) => {
                let file = pieces.finish().map_err(failed)?;
                file.as_file().sync_all().map_err(failed)?;
                if let Ok(replaced) = path.metadata() {
                    // On an error, the file keeps the permissions of a new file.
                    let _ = file.as_file().set_permissions(replaced.permissions());
                }
                *lock(&TEMPORARY_FILE) = None;
                file.persist(&path).map_err(|error| failed(error.error))?;
            }
        }
        Ok(self.totals)
    }
}

/// Makes a write beyond `ulimit -f` fail as on a full disk, by a signal handler that does nothing. By default, the
/// signal ends the process and leaves the temporary file behind.
fn report_files_too_large() {
    #[cfg(unix)]
    {
        // On an error, the default remains.
        let _ = signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default());
    }
}

/// Removes the temporary file.
fn remove_temporary_file() {
    if let Some(path) = lock(&TEMPORARY_FILE).take() {
        // An error means that it is already gone.
        let _ = std::fs::remove_file(path);
    }
}

/// Creates a file with the permissions of a new file, not the stricter ones of a temporary file.
fn temporary_file(folder: &Path) -> io::Result<NamedTempFile> {
    let mut builder = tempfile::Builder::new();
    builder.prefix(".lanedoku-");
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    builder.tempfile_in(folder)
}

/// Returns the error of the system, without the name of the temporary file, which `tempfile` adds.
fn cause(error: &io::Error) -> String {
    let text = error.to_string();
    text.split_once(" at path ").map_or(&*text, |(cause, _)| cause).to_owned()
}

/// Returns the path to replace: the target of a symbolic link, which need not exist, not the link.
fn target(path: &Path) -> io::Result<PathBuf> {
    let mut target = path.to_owned();
    // As many as Linux follows.
    for _ in 0..40 {
        match target.read_link() {
            Ok(next) => target = target.parent().unwrap_or(Path::new("")).join(next),
            Err(_) => return Ok(target),
        }
    }
    Err(io::Error::other("too many symbolic links"))
}

/// Returns standard output without the buffer of the standard library: records are written in large pieces.
fn standard_output() -> io::Result<File> {
    streams::check_output()?;
    #[cfg(unix)]
    let output = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(windows)]
    let output = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
    Ok(output.into())
}

/// Installs a handler so that an interrupt waits for the current write and removes the temporary file. A second
/// interrupt exits at once.
///
/// The handler starts a thread, which takes longer than most puzzles, so it is installed only when needed.
fn install_interrupt_handler() {
    static HANDLER: Once = Once::new();
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    HANDLER.call_once(|| {
        signals::on_end(|code| {
            if INTERRUPTED.swap(true, Relaxed) {
                process::exit(code);
            }
            thread::spawn(move || {
                let _whole = lock(&WRITING);
                remove_temporary_file();
                process::exit(code);
            });
        });
    });
}
