//! Traces of the engines, for animations: the state of the branchless loop at any step, and of the lanes after every
//! sweep. Only with the feature `trace`; the names here may change in any release.
//!
//! A trace is much slower than its engine. It allocates no memory either: its size is fixed, and the caller decides
//! where it is.

pub use crate::backtrack::trace::{
    LoopCell, LoopRuns, LoopStatus, LoopStep, LoopTrace, MOST_PATH, MOST_RECENT, repeat_loop,
};
pub use crate::batch::trace::{LaneEvent, LanesTrace, event};
