//! The memory of a thread for the library.

use std::mem::MaybeUninit;

use lanedoku::{GeneratorWorkspace, Search, Workspace};
use lanedoku_steps::Explainer;

/// Creates a workspace on the heap. The library writes it in place, because the stack of a thread may be small.
pub fn workspace() -> Box<Workspace> {
    boxed(Workspace::write_new)
}

/// As [`workspace`], for a generator.
pub fn generator_workspace() -> Box<GeneratorWorkspace> {
    boxed(GeneratorWorkspace::write_new)
}

/// As [`workspace`], for a search.
pub fn search() -> Box<Search> {
    boxed(Search::write_new)
}

/// As [`workspace`], for human solving steps.
pub fn explainer() -> Box<Explainer> {
    boxed(Explainer::write_new)
}

fn boxed<T>(write_new: fn(&mut MaybeUninit<T>) -> &mut T) -> Box<T> {
    let mut memory = Box::new_uninit();
    write_new(&mut memory);
    // SAFETY: all callers pass a function that initializes the memory.
    unsafe { memory.assume_init() }
}
