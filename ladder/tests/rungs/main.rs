//! The rungs, and the boards on which they are measured.

mod agree;
mod boards;
