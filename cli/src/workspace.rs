//! The workspaces of the workers.

use std::ops::DerefMut;
use std::sync::Mutex;

use lanedoku::Workspace;

/// The first worker's workspace. A static needs no initialization, and the system loads only the pages in use, which
/// are few for a single puzzle.
static FIRST: Mutex<Workspace> = Mutex::new(Workspace::new());

pub type WorkerWorkspace = Box<dyn DerefMut<Target = Workspace>>;

/// Returns a workspace for one worker.
pub fn workspace() -> WorkerWorkspace {
    match FIRST.try_lock() {
        Ok(first) => Box::new(first),
        Err(_) => Box::new(Box::<Workspace>::default()),
    }
}
