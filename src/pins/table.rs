//! Made by `cargo test --lib pins::renew -- --ignored`.

/// By engine and kernel: the steps and the guesses for each puzzle.
#[rustfmt::skip]
pub(super) const TABLE: &[(&str, &[[u64; 2]])] = &[
];
