//! The memory of the workers.

use std::ops::DerefMut;
use std::sync::Mutex;

use lanedoku::Workspace;

/// The first worker's. It is a part of the program whose pages come as they are touched, and a single puzzle touches
/// few of them.
static FIRST: Mutex<Workspace> = Mutex::new(Workspace::new());

/// A worker's memory.
pub type WorkerWorkspace = Box<dyn DerefMut<Target = Workspace>>;

/// Memory for one worker.
pub fn workspace() -> WorkerWorkspace {
    match FIRST.try_lock() {
        Ok(first) => Box::new(first),
        Err(_) => Box::new(Box::<Workspace>::default()),
    }
}
