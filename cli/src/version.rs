//! The text of `--version`.

use std::sync::OnceLock;

use lanedoku::{Engine, Kernel, Missing, Solver};

/// Returns the version and the kernels of this machine.
pub fn long() -> &'static str {
    static TEXT: OnceLock<String> = OnceLock::new();
    TEXT.get_or_init(|| {
        let mut text = format!("{}\n", env!("CARGO_PKG_VERSION"));
        let best = Solver::new().kernel();
        for kernel in Kernel::ALL {
            let note = match kernel.check() {
                Ok(()) if kernel == best => format!("used for 9x9 boards by the engine {}", Engine::Simd),
                Ok(()) => "available".into(),
                Err(error) if error.missing == Missing::Build => "not in this build".into(),
                Err(_) => "not supported by this processor".into(),
            };
            let name = match kernel {
                Kernel::Portable => format!("{kernel} ({})", Kernel::portable_vectors()),
                _ => kernel.to_string(),
            };
            text.push_str(&format!("kernel {name:19} {note}\n"));
        }
        text.truncate(text.trim_end().len());
        text
    })
}
