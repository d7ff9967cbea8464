//! Ctrl-C on Windows ends the program as SIGINT does elsewhere. A file of its own: the event goes to all programs of a
//! console, this one included.

#![cfg(windows)]

mod support;

use std::io::Write;

use support::*;

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
    let folder = std::env::temp_dir().join(format!("lanedoku-control-c-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let files = || std::fs::read_dir(&folder).unwrap().count();
    let file = folder.join("answers.txt");
    let mut child = program(&["solve", "-q", "-o", file.to_str().unwrap()]).spawn().unwrap();
    let mut stdin = child.stdin.take().unwrap();
    writeln!(stdin, "{HARD}").unwrap();
    // The handler is installed before the file is created.
    while files() == 0 {
        std::thread::yield_now();
    }
    // SAFETY: takes two numbers.
    assert_ne!(unsafe { GenerateConsoleCtrlEvent(CONTROL_C, ALL_OF_THE_CONSOLE) }, 0);
    assert_eq!(child.wait().unwrap().code(), Some(130));
    assert_eq!(files(), 0);
    std::fs::remove_dir_all(folder).unwrap();
}
