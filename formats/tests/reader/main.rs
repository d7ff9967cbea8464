//! The reader and the library read the same boards.

mod agree;
mod pasted;
mod renderings;
mod texts;
