//! Where answers and complaints go: to standard output or a file, and to standard error.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, Once, PoisonError};
use std::thread;

use tempfile::NamedTempFile;

use crate::messages::{Failure, Verbosity, grouped};
use crate::totals::Totals;

/// A pipe takes so many bytes whole or not at all, and so does a file.
const WRITTEN_AT_ONCE: usize = 4096;

/// Held while something is written, so that an interrupt leaves whole lines.
static WRITING: Mutex<()> = Mutex::new(());
/// The file that is being written, which nobody is to find half done.
static TEMPORARY_FILE: Mutex<Option<PathBuf>> = Mutex::new(None);

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Where answers go.
enum Sink {
    Standard(File),
    /// A file that gets its name when it is whole.
    File(NamedTempFile, PathBuf),
    /// What stands in the place of a file and is none.
    Device(File),
    Memory(Arc<Mutex<MemoryOutput>>),
}

/// What the user asked for.
pub enum Destination {
    Standard,
    File(PathBuf),
    /// For tests.
    Memory(Arc<Mutex<MemoryOutput>>),
}

/// Answers and complaints in memory.
#[derive(Default)]
pub struct MemoryOutput {
    pub text: Vec<u8>,
    pub diagnostics: Vec<u8>,
}

/// The end of the pipeline: one at a time writes to it.
pub struct OutputWriter {
    sink: Sink,
    verbosity: Verbosity,
    pub totals: Totals,
    /// Complaints that may still be told.
    diagnostics_left: u64,
    /// Complaints that were not told.
    omitted: u64,
    /// Puzzles answered, for whoever shows how far it is.
    answered: Arc<AtomicU64>,
}

impl OutputWriter {
    pub fn open(
        destination: &Destination,
        verbosity: Verbosity,
        max_diagnostics: u64,
    ) -> Result<OutputWriter, Failure> {
        let sink = match destination {
            Destination::Standard => Sink::Standard(standard_output().map_err(closed)?),
            Destination::Memory(written) => Sink::Memory(written.clone()),
            // A device or a pipe has nothing to lose, and must not be replaced.
            Destination::File(path) if path.exists() && !path.is_file() => {
                let file = File::options().write(true).open(path);
                Sink::Device(file.map_err(|error| Failure::Data(format!("{}: {error}", path.display())))?)
            }
            Destination::File(path) => {
                // Of a link, the file that it leads to is replaced.
                let path = &path.canonicalize().unwrap_or_else(|_| path.clone());
                let folder = match path.parent() {
                    Some(folder) if folder != Path::new("") => folder,
                    _ => Path::new("."),
                };
                install_interrupt_handler();
                let file = tempfile::Builder::new().prefix(".lanedoku-").tempfile_in(folder);
                let file = file.map_err(|error| Failure::Data(format!("{}: {error}", path.display())))?;
                *lock(&TEMPORARY_FILE) = Some(file.path().into());
                Sink::File(file, path.clone())
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

    /// The number of puzzles answered so far.
    pub fn answered(&self) -> Arc<AtomicU64> {
        self.answered.clone()
    }

    /// Writes answers and complaints; if that fails, the program ends.
    pub fn write_or_exit(&mut self, text: &[u8], diagnostics: &[u8], totals: &Totals) {
        self.totals.add(totals);
        self.answered.fetch_add(totals.puzzles() + totals.made, Relaxed);
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
            let name = self.name();
            self.verbosity.error(format_args!("{name}: {}", reason(&error)));
            remove_temporary_file();
            process::exit(3);
        }
    }

    fn name(&self) -> String {
        match &self.sink {
            Sink::Standard(_) | Sink::Memory(_) => "standard output".into(),
            Sink::Device(_) => "the output".into(),
            Sink::File(_, path) => path.display().to_string(),
        }
    }

    /// Tells complaints, as many as somebody will read.
    fn report(&mut self, diagnostics: &[u8]) {
        if self.verbosity == Verbosity::Silent || diagnostics.is_empty() {
            return;
        }
        let mut told = 0;
        for line in diagnostics.split_inclusive(|&byte| byte == b'\n') {
            if self.diagnostics_left > 0 {
                self.diagnostics_left -= 1;
                told += line.len();
            } else {
                self.omitted += 1;
            }
        }
        let told = &diagnostics[..told];
        match &self.sink {
            Sink::Memory(written) => lock(written).diagnostics.extend_from_slice(told),
            // Complaints that nobody can read must not keep the answers back.
            _ => drop(io::stderr().write_all(told)),
        }
    }

    /// Sees to it that everything is where it belongs.
    pub fn finish(mut self) -> Result<Totals, Failure> {
        if self.omitted > 0 {
            self.verbosity.error(format_args!(
                "{} more of the kind were not told (see --complaints)",
                grouped(self.omitted)
            ));
        }
        let name = self.name();
        let failed = |error: &io::Error| Failure::Data(format!("{name}: {}", reason(error)));
        match self.sink {
            Sink::Memory(_) => {}
            Sink::Standard(ref mut file) | Sink::Device(ref mut file) => {
                file.flush().map_err(|error| failed(&error))?
            }
            Sink::File(file, path) => {
                file.as_file().sync_all().map_err(|error| failed(&error))?;
                give_usual_permissions(file.as_file(), &path);
                *lock(&TEMPORARY_FILE) = None;
                file.persist(&path).map_err(|error| failed(&error.error))?;
            }
        }
        Ok(self.totals)
    }
}

/// Why something could not be written.
fn reason(error: &io::Error) -> String {
    match error.kind() {
        io::ErrorKind::BrokenPipe => "nobody reads any more (broken pipe)".into(),
        _ => error.to_string(),
    }
}

fn closed(error: io::Error) -> Failure {
    Failure::Data(format!("standard output: {error}"))
}

/// Removes a file that is not whole.
fn remove_temporary_file() {
    if let Some(path) = lock(&TEMPORARY_FILE).take() {
        // Whoever removed it before us did the same.
        let _ = std::fs::remove_file(path);
    }
}

/// A temporary file is its owner's alone; what is left is a file like others.
fn give_usual_permissions(file: &File, path: &Path) {
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        // As the file that it takes the place of, or as most are.
        let mode = path.metadata().map_or(0o644, |data| data.permissions().mode());
        let _ = file.set_permissions(std::fs::Permissions::from_mode(mode));
    }
    let _ = (file, path);
}

/// Standard output without the buffer that the standard library puts before it: answers come in large pieces.
fn standard_output() -> io::Result<File> {
    #[cfg(unix)]
    let output = std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned()?;
    #[cfg(windows)]
    let output = std::os::windows::io::AsHandle::as_handle(&io::stdout()).try_clone_to_owned()?;
    Ok(output.into())
}

/// From now on, an interrupt waits for what is being written, so that it leaves whole lines and no unfinished file. A
/// second one waits for nothing.
///
/// The handler is a thread, which takes longer than most puzzles; so it comes when there is something to leave whole.
fn install_interrupt_handler() {
    static HANDLER: Once = Once::new();
    static INTERRUPTED: AtomicBool = AtomicBool::new(false);
    const INTERRUPT: i32 = 128 + 2;
    HANDLER.call_once(|| {
        // Without a handler an interrupt ends the program all the same.
        let _ = ctrlc::set_handler(|| {
            if INTERRUPTED.swap(true, Relaxed) {
                process::exit(INTERRUPT);
            }
            thread::spawn(|| {
                let _whole = lock(&WRITING);
                remove_temporary_file();
                process::exit(INTERRUPT);
            });
        });
    });
}
