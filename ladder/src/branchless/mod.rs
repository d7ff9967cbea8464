//! The branchless loop: seven versions of one small program, and an eighth.

pub mod ahead;
mod masks;
pub mod v1;
pub mod v2;
pub mod v3;
pub mod v4;
pub mod v5;
pub mod v6;
pub mod v7;
pub mod v8;
