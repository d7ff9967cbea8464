//! The signals that end the program.

/// Calls `end` with the exit code, 128 and the number of the signal, when the user or the system asks the program to end.
/// A signal that was ignored at the start, as by `nohup`, stays ignored.
pub fn on_end(end: impl Fn(i32) + Send + 'static) {
    // Without the handler, a signal still ends the process.
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM};
        let ignored = ignored_signals();
        let signals = [SIGHUP, SIGINT, SIGTERM].into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        if let Ok(mut signals) = signal_hook::iterator::Signals::new(signals) {
            // An error leaves the default: the signal ends the process.
            let _ = std::thread::Builder::new().spawn(move || {
                signals.forever().for_each(|signal| end(128 + signal));
            });
        }
    }
    #[cfg(not(unix))]
    {
        let _ = ctrlc::set_handler(move || end(128 + 2));
    }
}

/// Returns a bit for each signal that is ignored; bit 0 is signal 1. None is, where the system does not tell.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
