//! The signals that end the program.

/// Calls `end` with the exit code when a signal asks the program to end: 128 plus the number of the signal. A signal
/// that was ignored at the start, for example by `nohup`, stays ignored.
pub fn on_end(end: impl Fn(i32) + Send + 'static) {
    // Without the handler, a signal still ends the process.
    #[cfg(unix)]
    {
        use signal_hook::consts::{SIGHUP, SIGINT, SIGQUIT, SIGTERM};
        let ignored = ignored_signals();
        let signals = [SIGHUP, SIGINT, SIGQUIT, SIGTERM];
        let signals = signals.into_iter().filter(|signal| ignored >> (signal - 1) & 1 == 0);
        if let Ok(mut signals) = signal_hook::iterator::Signals::new(signals) {
            // On an error, the default remains: the signal ends the process.
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

/// Returns a bit for each ignored signal, from bit 0 for signal 1; 0 if the system does not provide them.
#[cfg(unix)]
fn ignored_signals() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0)
}
