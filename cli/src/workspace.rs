//! The workspaces of the workers.

use std::mem::MaybeUninit;
use std::sync::{Mutex, MutexGuard};

use lanedoku::{GeneratorWorkspace, Workspace};

/// The first worker's workspace. A static needs no initialization, and the system loads only the pages in use, which
/// are few for a single puzzle.
static FIRST: Mutex<Workspace> = Mutex::new(Workspace::new());

/// The memory of one worker's workspace.
#[derive(Default)]
pub struct WorkerMemory {
    first: Option<MutexGuard<'static, Workspace>>,
    workspace: Option<Box<MaybeUninit<Workspace>>>,
    generator_workspace: Option<Box<MaybeUninit<GeneratorWorkspace>>>,
}

impl WorkerMemory {
    pub fn workspace(&mut self) -> &mut Workspace {
        self.first = FIRST.try_lock().ok();
        match &mut self.first {
            Some(first) => first,
            None => Workspace::write_new(self.workspace.insert(Box::new_uninit())),
        }
    }

    pub fn generator_workspace(&mut self) -> &mut GeneratorWorkspace {
        GeneratorWorkspace::write_new(self.generator_workspace.insert(Box::new_uninit()))
    }
}
