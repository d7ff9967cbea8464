//! Solves any 81 masks with every kernel that accepts candidates.

use lanedoku::Engine;
use testkit::oracle;

use crate::bytes::Bytes;
use crate::machine::solvers;
use crate::{DECIDED_SOON, Known, board};

/// Steps within which any set must be decided. The slowest known takes 46,512 (3.4 ms).
const BOUND: u64 = 100_000;

/// Checks the set encoded by the bytes.
pub fn check(data: &[u8]) {
    let mut bytes = Bytes(data);
    // Short inputs give dense sets, because most random masks contradict each other at once.
    let masks: [u16; 81] = match bytes.next() % 4 {
        0 => std::array::from_fn(|_| u16::from_le_bytes([bytes.next(), bytes.next()])),
        1 => std::array::from_fn(|_| !u16::from_le_bytes([bytes.next(), bytes.next()])),
        2 => oracle::candidates(board(&mut bytes).digits()),
        _ => {
            let mut masks = [0xffff; 81];
            while !bytes.0.is_empty() {
                masks[usize::from(bytes.next()) % 81] &= !(1 << (bytes.next() % 9));
            }
            masks
        }
    };
    let Some(known) = Known::of_candidates(&masks) else { return };
    for solver in solvers(Engine::Simd) {
        let solver = solver.with_step_limit(BOUND);
        let outcome = solver.solve(&masks);
        known.check(&solver, &outcome, DECIDED_SOON);
        assert_eq!(solver.solve(&masks.map(|mask| mask & 0x1ff)), outcome, "bits 9 to 15 changed the answer");
    }
}
