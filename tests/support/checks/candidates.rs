//! Any 81 masks on every kernel that takes candidates.

use lanedoku::Engine;

use super::{DECIDED_SOON, Known, board};
use crate::bytes::Bytes;
use crate::machine::solvers;
use crate::oracle;

/// Steps within which the sets that were found have to be decided. In the hard ones, some cells of a row or box have too
/// few digits in common, which no rule here sees: the worst takes 1,085,811 steps, 67 ms (and tdoku 5.5 s).
const BOUND: u64 = 2_000_000;
/// Steps after which a new set is given up, as the fuzzer makes ever harder ones of that kind.
const GIVEN_UP: u64 = 20_000;

/// Checks the set that the bytes describe; the fuzzer's need not be decided.
pub fn check(data: &[u8], fuzzing: bool) {
    let mut bytes = Bytes(data);
    // Few bytes give dense sets, as random masks are dead at once.
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
        let solver = solver.with_step_limit(if fuzzing { GIVEN_UP } else { BOUND });
        let outcome = solver.solve_candidates(&masks);
        known.check(&solver, &outcome, DECIDED_SOON && !fuzzing);
        assert_eq!(
            solver.solve_candidates(&masks.map(|mask| mask & 0x1ff)),
            outcome,
            "what bits 9 to 15 say"
        );
    }
}
