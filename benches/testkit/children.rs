//! Programs that a test starts. A child that runs for too long, or writes too much, is killed, and its test fails with
//! a sentence. So no test waits for ever, and none fills the memory.

use std::env;
use std::io::{self, Read, Write};
use std::process::{Child, ChildStdin, Command, ExitStatus, Output, Stdio};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError, mpsc};
use std::thread;
use std::time::{Duration, Instant};

/// What a child may use. A bound turns a hang into a failure, so it is far above what any test needs, also on a loaded
/// machine and under an emulator.
#[derive(Clone, Copy, Debug)]
pub struct ChildBounds {
    /// The time until the child has ended.
    pub time: Duration,
    /// The bytes of each of its output streams.
    pub bytes: u64,
}

impl ChildBounds {
    /// Ten minutes, 256 MiB.
    pub const USUAL: ChildBounds = ChildBounds { time: Duration::from_secs(600), bytes: 256 << 20 };

    /// Starts a program, with pipes where `command` asks for them.
    ///
    /// # Panics
    ///
    /// If the program cannot be started.
    pub fn start(self, command: &mut Command) -> Running {
        let mut name = format!("{command:?}");
        if let Some((end, _)) = name.char_indices().nth(400) {
            name.truncate(end);
            name += " ...";
        }
        let child = command.spawn().unwrap_or_else(|error| panic!("{name}: {error}"));
        let child = Arc::new(Bounded { name, bounds: self, child: Mutex::new(child), is_late: false.into() });
        let (end, ended) = mpsc::channel::<()>();
        let watched = Arc::clone(&child);
        thread::spawn(move || {
            if ended.recv_timeout(self.time) == Err(mpsc::RecvTimeoutError::Timeout) {
                watched.is_late.store(true, Relaxed);
                watched.kill();
            }
        });
        Running { child, _end: end }
    }

    /// Runs a program on `input`, of which it may read a part, and returns its output.
    ///
    /// # Panics
    ///
    /// If the program cannot be started, or exceeds the bounds.
    pub fn output(self, command: &mut Command, input: &[u8]) -> Output {
        self.start(command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped())).output(input)
    }
}

/// Runs a program on `input` within the usual bounds, and returns its output.
///
/// # Panics
///
/// If the program cannot be started, or exceeds the bounds.
pub fn output(command: &mut Command, input: &[u8]) -> Output {
    ChildBounds::USUAL.output(command, input)
}

/// Starts a program within the usual bounds.
///
/// # Panics
///
/// If the program cannot be started.
pub fn start(command: &mut Command) -> Running {
    ChildBounds::USUAL.start(command)
}

/// Whether a program is installed: a file of the path.
pub fn is_installed(program: &str) -> bool {
    let file = format!("{program}{}", env::consts::EXE_SUFFIX);
    env::var_os("PATH").is_some_and(|path| env::split_paths(&path).any(|folder| folder.join(&file).is_file()))
}

struct Bounded {
    name: String,
    bounds: ChildBounds,
    child: Mutex<Child>,
    is_late: AtomicBool,
}

impl Bounded {
    fn child(&self) -> MutexGuard<'_, Child> {
        self.child.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn kill(&self) {
        // It may have ended.
        let _ = self.child().kill();
    }

    /// Fails if the child was killed because of the time.
    #[track_caller]
    fn check_time(&self, start: &[u8]) {
        if self.is_late.load(Relaxed) {
            panic!("{} ran for more than {:?}, and was killed{}", self.name, self.bounds.time, shown(start));
        }
    }

    /// Kills the child because of the size of its output.
    fn too_long(&self, start: &[u8]) -> ! {
        self.kill();
        panic!("{} wrote more than {} bytes, and was killed{}", self.name, self.bounds.bytes, shown(start));
    }
}

/// Returns the start of an output, as the end of a sentence.
fn shown(start: &[u8]) -> String {
    match &start[..start.len().min(START)] {
        [] => String::new(),
        start => format!("; its output begins {:?}", String::from_utf8_lossy(start)),
    }
}

/// The bytes of an output that a failure shows.
const START: usize = 400;

/// A started program. It is killed if it exceeds its bounds, and when this is dropped.
pub struct Running {
    child: Arc<Bounded>,
    /// Ends the watch over the time.
    _end: mpsc::Sender<()>,
}

type Collected = mpsc::Receiver<Result<Vec<u8>, Vec<u8>>>;

impl Running {
    /// The number of the process.
    pub fn id(&self) -> u32 {
        self.child.child().id()
    }

    /// Takes the pipe to its standard input.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn stdin(&self) -> ChildStdin {
        self.child.child().stdin.take().unwrap()
    }

    /// Takes the pipe from its standard output.
    ///
    /// # Panics
    ///
    /// If there is none. Reading panics if the child exceeds its bounds.
    pub fn stdout(&self) -> Stream {
        Stream::new(self, self.child.child().stdout.take().unwrap())
    }

    /// Takes the pipe from its standard error.
    ///
    /// # Panics
    ///
    /// If there is none. Reading panics if the child exceeds its bounds.
    pub fn stderr(&self) -> Stream {
        Stream::new(self, self.child.child().stderr.take().unwrap())
    }

    /// Waits for its end.
    ///
    /// # Panics
    ///
    /// If it runs for too long.
    pub fn wait(&self) -> ExitStatus {
        let mut pause = Duration::from_micros(50);
        loop {
            let ended = self.child.child().try_wait().unwrap();
            self.child.check_time(&[]);
            match ended {
                Some(status) => return status,
                None => thread::sleep(pause),
            }
            pause = (2 * pause).min(Duration::from_millis(10));
        }
    }

    /// Waits until `is_so`, for example for a file that the child creates.
    ///
    /// # Panics
    ///
    /// If the child ends before, or runs for too long.
    pub fn wait_until(&self, mut is_so: impl FnMut() -> bool) {
        while !is_so() {
            let ended = self.child.child().try_wait().unwrap();
            self.child.check_time(&[]);
            assert_eq!(ended, None, "{} ended early", self.child.name);
            thread::sleep(Duration::from_millis(1));
        }
    }

    /// Writes `input` to its standard input, if that is a pipe, and returns its output, of the streams that are pipes.
    ///
    /// # Panics
    ///
    /// If it exceeds its bounds.
    pub fn output(&self, input: &[u8]) -> Output {
        let (stdin, stdout, stderr) = {
            let mut child = self.child.child();
            (child.stdin.take(), child.stdout.take(), child.stderr.take())
        };
        let input = input.to_vec();
        // It may stop reading early.
        stdin.map(|mut stdin| thread::spawn(move || stdin.write_all(&input)));
        let streams = (stdout.map(|pipe| self.collect(pipe)), stderr.map(|pipe| self.collect(pipe)));
        let whole =
            |stream: Option<Collected>| stream.map_or_else(Vec::new, |stream| self.collected(&stream));
        let (stdout, stderr) = (whole(streams.0), whole(streams.1));
        Output { status: self.wait(), stdout, stderr }
    }

    /// Reads a stream in another thread: all of it, or its start if it is too long.
    fn collect(&self, pipe: impl Read + Send + 'static) -> Collected {
        let (send, receive) = mpsc::channel();
        let bytes = self.child.bounds.bytes;
        thread::spawn(move || {
            let mut all = Vec::new();
            let _ = pipe.take(bytes + 1).read_to_end(&mut all);
            let _ = send.send(if all.len() as u64 > bytes { Err(all) } else { Ok(all) });
        });
        receive
    }

    /// Waits for the whole of a stream. A grandchild may hold it open after the child has been killed.
    fn collected(&self, stream: &Collected) -> Vec<u8> {
        let start = Instant::now();
        loop {
            match stream.recv_timeout(Duration::from_millis(100)) {
                Ok(Err(all)) => self.child.too_long(&all),
                Ok(Ok(all)) => {
                    self.child.check_time(&all);
                    return all;
                }
                Err(_) if start.elapsed() > self.child.bounds.time + Duration::from_secs(1) => {
                    self.child.check_time(&[]);
                }
                Err(_) => {}
            }
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.child.kill();
        let _ = self.child.child().wait();
    }
}

/// An output stream of a child. At most the bytes of its bounds are read from it.
pub struct Stream {
    child: Arc<Bounded>,
    pipe: Box<dyn Read + Send>,
    count: u64,
    start: Vec<u8>,
}

impl Stream {
    fn new(running: &Running, pipe: impl Read + Send + 'static) -> Stream {
        Stream { child: Arc::clone(&running.child), pipe: Box::new(pipe), count: 0, start: Vec::new() }
    }
}

impl Read for Stream {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let length = self.pipe.read(into)?;
        let missing = START.saturating_sub(self.start.len());
        self.start.extend(&into[..length.min(missing)]);
        self.count += length as u64;
        self.child.check_time(&self.start);
        if self.count > self.child.bounds.bytes {
            self.child.too_long(&self.start);
        }
        Ok(length)
    }
}

/// Gives a child the usual effect of the signals that end a program. A shell's background job and `nohup` leave some of
/// them ignored, in all the programs that these start.
pub fn with_usual_signals(command: &mut Command) -> &mut Command {
    #[cfg(unix)]
    {
        use std::os::unix::process::CommandExt;
        let reset = || {
            for signal in [libc::SIGHUP, libc::SIGINT, libc::SIGQUIT, libc::SIGTERM, libc::SIGXFSZ] {
                // SAFETY: the number is that of a signal, and the effect is no function that would have to exist.
                unsafe { libc::signal(signal, libc::SIG_DFL) };
            }
            Ok(())
        };
        // SAFETY: between `fork` and `exec`, `reset` calls `signal` alone, which may be called there, and allocates
        // nothing.
        unsafe { command.pre_exec(reset) };
    }
    command
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::panic::{AssertUnwindSafe, catch_unwind};

    fn shell(line: &str) -> Command {
        let mut command = Command::new("sh");
        command.args(["-c", line]);
        command
    }

    fn failure<T>(of: impl FnOnce() -> T) -> String {
        let panic = catch_unwind(AssertUnwindSafe(|| drop(of()))).expect_err("a failure");
        *panic.downcast::<String>().expect("a sentence")
    }

    const SHORT: ChildBounds = ChildBounds { time: Duration::from_millis(300), ..ChildBounds::USUAL };
    const SMALL: ChildBounds = ChildBounds { bytes: 10_000, ..ChildBounds::USUAL };

    #[test]
    fn output_and_status_are_returned() {
        let input = "x".repeat(1 << 20);
        let output = output(&mut shell("cat; echo error >&2; exit 3"), input.as_bytes());
        assert_eq!(output.status.code(), Some(3));
        assert_eq!((output.stdout.as_slice(), output.stderr.as_slice()), (input.as_bytes(), &b"error\n"[..]));
    }

    #[test]
    fn a_child_without_an_end_is_killed() {
        for line in [
            "echo begun; exec sleep 1000",
            "echo begun; exec sleep 1000 >/dev/null 2>&1",
            "echo begun; sleep 9",
        ] {
            let sentence = failure(|| SHORT.output(&mut shell(line), b""));
            assert!(sentence.contains(line) && sentence.contains(" ran for more than 300ms"), "{sentence}");
        }
    }

    #[test]
    fn an_output_without_an_end_is_not_gathered() {
        for line in ["exec yes", "exec yes >&2"] {
            let sentence = failure(|| SMALL.output(&mut shell(line), b""));
            assert!(
                sentence.contains(" wrote more than 10000 bytes") && sentence.contains("begins \"y\\ny"),
                "{sentence}"
            );
        }
        let mut endless = shell("exec yes");
        let running = SMALL.start(endless.stdout(Stdio::piped()));
        let sentence = failure(|| running.stdout().read_to_end(&mut Vec::new()));
        assert!(sentence.contains(" wrote more than 10000 bytes"), "{sentence}");
    }

    #[test]
    fn a_pipe_that_stays_silent_ends() {
        let mut silent = shell("exec sleep 1000");
        let running = SHORT.start(silent.stdout(Stdio::piped()));
        let sentence = failure(|| running.stdout().read(&mut [0; 9]));
        assert!(sentence.contains(" ran for more than 300ms"), "{sentence}");
        assert!(failure(|| running.wait()).contains(" ran for more than 300ms"));
        let early = start(&mut shell("exit 3"));
        assert!(failure(|| early.wait_until(|| false)).contains("ended early"));
    }

    /// This test starts itself again where the signals are ignored, as `nohup` and a shell's background job do it.
    #[test]
    fn ignored_signals_have_their_usual_effect() {
        const AGAIN: &str = "LANEDOKU_SIGNALS_ARE_IGNORED";
        let line = "kill -INT $$; kill -TERM $$; kill -HUP $$; echo ignored";
        if std::env::var_os(AGAIN).is_some() {
            assert_eq!(output(&mut shell(line), b"").stdout, b"ignored\n");
            assert_eq!(output(with_usual_signals(&mut shell(line)), b"").stdout, b"");
        } else {
            let mut again = shell("trap '' INT TERM HUP; exec \"$0\" \"$@\"");
            again.arg(std::env::current_exe().unwrap()).env(AGAIN, "1");
            again.arg("children::tests::ignored_signals_have_their_usual_effect").arg("--nocapture");
            let again = output(&mut again, b"");
            let told = String::from_utf8_lossy(&again.stdout);
            assert!(again.status.success() && told.contains("1 passed"), "{told}");
        }
    }
}
