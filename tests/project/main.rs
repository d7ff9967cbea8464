//! What the compiler makes of the loop, what a user's crate makes of the documentation's examples, and what the project
//! asks of its sources.

mod branchless;
#[cfg(not(any(foreign, target_family = "wasm")))]
mod conventions;
mod fresh_crate;
