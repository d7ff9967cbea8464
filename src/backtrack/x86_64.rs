//! The branchless loop in assembly for x86-64 processors with BMI1, `asm/backtrack_x86_64.s`, and the look-ahead that
//! it needs in the packed array.

#[cfg(test)]
mod tests;

use core::mem::offset_of;

use super::{BacktrackSearch, Cell, GUARDS_BEHIND, Lookahead, OpenCell};
use crate::processor::Bmi1;

/// The name of the assembly function. It contains the crate's version, so two versions can be linked into one program.
macro_rules! symbol {
    () => {
        concat!(
            "lanedoku_",
            env!("CARGO_PKG_VERSION_MAJOR"),
            "_",
            env!("CARGO_PKG_VERSION_MINOR"),
            "_",
            env!("CARGO_PKG_VERSION_PATCH"),
            "_backtrack_x86_64"
        )
    };
}

// The assembly file contains neither its symbol nor directives of the object format; both are here.
#[cfg(not(any(target_vendor = "apple", windows, target_os = "uefi")))]
core::arch::global_asm!(
    concat!(".pushsection .text.", symbol!(), ", \"ax\", @progbits"),
    concat!(".globl ", symbol!()),
    concat!(".hidden ", symbol!()),
    concat!(".type ", symbol!(), ", @function"),
    ".p2align 6",
    concat!(symbol!(), ":"),
    include_str!("../../asm/backtrack_x86_64.s"),
    concat!(".size ", symbol!(), ", . - ", symbol!()),
    ".popsection",
    ".pushsection .note.GNU-stack, \"\", @progbits",
    ".popsection",
    options(raw)
);

#[cfg(target_vendor = "apple")]
core::arch::global_asm!(
    ".section __TEXT,__text,regular,pure_instructions",
    concat!(".globl _", symbol!()),
    concat!(".private_extern _", symbol!()),
    ".p2align 6",
    concat!("_", symbol!(), ":"),
    include_str!("../../asm/backtrack_x86_64.s"),
    options(raw)
);

#[cfg(any(windows, target_os = "uefi"))]
core::arch::global_asm!(
    // A section of its own, as in ELF. The linker puts it into `.text`.
    concat!(".section .text$", symbol!(), ", \"xr\""),
    concat!(".globl ", symbol!()),
    concat!(".def ", symbol!(), "; .scl 2; .type 32; .endef"),
    ".p2align 6",
    concat!(symbol!(), ":"),
    concat!(".seh_proc ", symbol!()),
    ".set .Lwindows, 1",
    include_str!("../../asm/backtrack_x86_64.s"),
    ".seh_endproc",
    ".text",
    options(raw)
);

unsafe extern "sysv64" {
    /// # Safety
    ///
    /// The processor must have BMI1. `position` must point to an open cell of a packed array or to the guard next to
    /// either end, and `free` to its masks. [`BacktrackSearch::fill_lookahead`] must have been called since anything
    /// but this function last changed them.
    #[link_name = symbol!()]
    fn backtrack(position: *mut OpenCell, free: *mut u32, steps_left: u64) -> Reached;
}

/// The state of the search when the assembly returns.
#[repr(C)]
struct Reached {
    position: *mut OpenCell,
    steps_left: u64,
}

// The offsets used by the assembly. A test compares its `.set` lines with the same fields.
const _: () = {
    assert!(offset_of!(OpenCell, lookahead) == 0);
    assert!(offset_of!(Lookahead, remaining) == 0);
    assert!(offset_of!(Lookahead, next_free) == 4);
    assert!(offset_of!(Lookahead, second_free) == 8);
    assert!(offset_of!(OpenCell, cell) == 16);
    assert!(offset_of!(Cell, units) == 0);
    assert!(offset_of!(Cell, tried) == 4);
    assert!(offset_of!(Cell, is_peer) == 8);
    assert!(size_of::<OpenCell>() == 32 && GUARDS_BEHIND == 3);
};

impl BacktrackSearch {
    /// Runs the assembly for at most `step_limit` steps and returns the steps taken.
    ///
    /// The look-ahead must be valid.
    pub(super) fn run_assembly(&mut self, _: Bmi1, step_limit: u64) -> u64 {
        debug_assert!(self.lookahead_is_valid, "the look-ahead is not filled in");
        let first = (&raw mut self.packed).cast::<OpenCell>().wrapping_add(1);
        // `usize::MAX`, before the first cell, is the guard in front of it.
        let position = first.wrapping_add(self.position);
        // SAFETY: `Bmi1` proves that the processor has BMI1. The position is from -1 to `open`. The set-up has written
        // the records from -1 to `open + 2`, all within `packed`, and `fill_lookahead` the rest.
        let reached = unsafe { backtrack(position, self.free.as_mut_ptr(), step_limit) };
        let bytes = reached.position.addr().wrapping_sub(first.addr()) as isize;
        self.position = (bytes / size_of::<OpenCell>() as isize) as usize;
        step_limit - reached.steps_left
    }
}
