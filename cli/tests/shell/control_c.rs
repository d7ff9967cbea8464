//! Ctrl-C on Windows ends the program as SIGINT does elsewhere. The event goes to all programs of a console, so the
//! test starts itself again, with a console of its own.

use std::io::Write;
use std::process::Command;

use testkit::children;

use crate::support::*;

#[link(name = "kernel32")]
unsafe extern "system" {
    fn FreeConsole() -> i32;
    fn AllocConsole() -> i32;
    fn GetStdHandle(stream: u32) -> *mut u8;
    fn SetStdHandle(stream: u32, handle: *mut u8) -> i32;
    fn SetConsoleCtrlHandler(handler: Option<extern "system" fn(u32) -> i32>, add: i32) -> i32;
    fn GenerateConsoleCtrlEvent(event: u32, group: u32) -> i32;
}

/// Lets this program go on.
extern "system" fn go_on(_event: u32) -> i32 {
    1
}

/// The exit code is that of SIGINT; the temporary file is gone.
#[test]
fn control_c_has_its_exit_code() {
    const AGAIN: &str = "LANEDOKU_CONSOLE_OF_ITS_OWN";
    if std::env::var_os(AGAIN).is_some() {
        return in_a_new_console();
    }
    let mut again = Command::new(std::env::current_exe().unwrap());
    again.env(AGAIN, "1").args(["--exact", "control_c::control_c_has_its_exit_code", "--nocapture"]);
    let output = children::output(&mut again, b"");
    let told = String::from_utf8_lossy(&output.stdout);
    assert!(output.status.success() && told.contains("1 passed"), "{told}{:?}", output.stderr);
}

fn in_a_new_console() {
    const CONTROL_C: u32 = 0;
    const ALL_OF_THE_CONSOLE: u32 = 0;
    // A new console takes the place of the standard streams.
    const STREAMS: [u32; 3] = [u32::MAX - 9, u32::MAX - 10, u32::MAX - 11];
    // SAFETY: these take numbers, a function, and the streams' handles as they were; there may be no console to free.
    let has_console = unsafe {
        let handles = STREAMS.map(|stream| GetStdHandle(stream));
        FreeConsole();
        let made = AllocConsole() != 0 && SetConsoleCtrlHandler(Some(go_on), 1) != 0;
        STREAMS.into_iter().zip(handles).all(|(stream, handle)| SetStdHandle(stream, handle) != 0) && made
    };
    assert!(has_console);
    let folder = Folder::new();
    let child = start(&["solve", "-q", "-o", text(&folder.file("answers.txt"))]);
    let mut stdin = child.stdin();
    writeln!(stdin, "{HARD}").unwrap();
    // The handler is installed before the file is created.
    child.wait_until(|| !folder.names().is_empty());
    // SAFETY: takes two numbers.
    assert_ne!(unsafe { GenerateConsoleCtrlEvent(CONTROL_C, ALL_OF_THE_CONSOLE) }, 0);
    assert_eq!(child.wait().code(), Some(130));
    assert!(folder.names().is_empty());
}
