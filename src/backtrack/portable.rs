//! The branchless loop in Rust. It looks three cells ahead, as the assembly does: going forward, the free digits of
//! the next cell are those read ahead for it, without the digit just placed if the two cells are peers; going back,
//! they are those stored in the previous cell. Both are computed, and one is selected. The plain loop (`plain.rs`),
//! which does the same without looking ahead, is the reference for both.

use super::{Cell, Lookahead, MASKS, OpenCell};

/// Visits open cells from `position` on until the search leaves the packed array at either end or has taken
/// `step_limit` steps. Returns the position and the steps taken. `records` begin and end with guards: one in front, and
/// three behind.
///
/// A position beyond the open cells means before the first: the index has wrapped.
///
/// # Safety
///
/// The look-ahead of the guard in front and of all cells up to the position is initialized.
#[inline(never)]
pub(super) unsafe fn run(
    records: &mut [OpenCell],
    free: &mut [u32; MASKS],
    mut position: usize,
    step_limit: u64,
) -> (usize, u64) {
    // The record in front of the last open cell, and the cell itself, are followed by three guards.
    let (Some(last), Some(here)) = (records.len().checked_sub(5), records.get(position.wrapping_add(1)))
    else {
        return (position, 0);
    };
    // SAFETY: the caller guarantees it.
    let Lookahead { remaining: mut candidates, next_free: mut next, second_free: mut second } =
        unsafe { here.lookahead.assume_init() };
    let mut placed = here.cell.tried;
    let mut steps_left = step_limit;
    // Going back from the first cell wraps the position, so one comparison is the exit at both ends.
    while position <= last && steps_left != 0 {
        let Some([back, here, _, _, third]) = records[position..].first_chunk_mut::<5>() else { break };
        steps_left -= 1;

        // SAFETY: it is that of a cell before the position: the caller guarantees it, or a visit below has written it.
        let left = unsafe { back.lookahead.assume_init() };
        // Digits are tried in ascending order.
        let pick = candidates & candidates.wrapping_neg();
        here.lookahead.write(Lookahead {
            remaining: candidates ^ pick,
            next_free: next,
            second_free: second,
        });
        here.cell.tried = pick;
        // One by one: `map` on an array may stay a call, and then the indices are checked.
        let Cell { units: [row, column, r#box, _], is_peer: [next_is_peer, second_is_peer], .. } = here.cell;
        let change = placed ^ pick;
        free[usize::from(row)] ^= change;
        free[usize::from(column)] ^= change;
        free[usize::from(r#box)] ^= change;
        let [row, column, r#box, _] = third.cell.units;
        let third = free[usize::from(row)] & free[usize::from(column)] & free[usize::from(r#box)];

        let forward = candidates != 0;
        candidates = select(forward, next & !(next_is_peer & pick), left.remaining);
        next = select(forward, second & !(second_is_peer & pick), left.next_free);
        second = select(forward, third, left.second_free);
        placed = select(forward, 0, back.cell.tried);
        position = one_on(position, forward);
    }
    if let Some(here) = records.get_mut(position.wrapping_add(1)) {
        here.lookahead.write(Lookahead { remaining: candidates, next_free: next, second_free: second });
    }
    (position, step_limit - steps_left)
}

/// Returns one of two sets of digits, without a branch.
#[inline(always)]
fn select(forward: bool, ahead: u32, back: u32) -> u32 {
    #[cfg(target_arch = "riscv64")]
    {
        // The processor has no conditional move, and the compiler makes a branch of a mask that it can see through.
        let mut mask = usize::from(forward);
        // SAFETY: the instruction changes this register and nothing else.
        unsafe {
            core::arch::asm!("neg {0}, {0}", inout(reg) mask, options(pure, nomem, nostack, preserves_flags));
        }
        back ^ (ahead ^ back) & mask as u32
    }
    #[cfg(not(target_arch = "riscv64"))]
    core::hint::select_unpredictable(forward, ahead, back)
}

/// Returns the position one cell forward or back, without a branch: no processor can predict the direction. Compilers
/// turn an ordinary choice between two positions into a branch or a longer chain of instructions.
#[inline(always)]
pub(super) fn one_on(position: usize, forward: bool) -> usize {
    if cfg!(any(target_arch = "x86_64", target_arch = "riscv64")) {
        // Exactly one of the two numbers is 1; each goes into the sum as a carry. A selection takes two instructions
        // and a cycle more.
        position.wrapping_add(usize::from(forward)).wrapping_sub(usize::from(!forward))
    } else {
        // On AArch64, the sum above becomes branches: 37 instructions a step, not 33.
        core::hint::select_unpredictable(forward, position.wrapping_add(1), position.wrapping_sub(1))
    }
}
