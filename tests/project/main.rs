//! What the compiler makes of the loop, and what a user's crate makes of the documentation's examples.

mod branchless;
mod fresh_crate;
