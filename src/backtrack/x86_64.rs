//! The branchless loop in assembly, for x86-64 processors with BMI1: `asm/backtrack_x86_64.s`, and
//! what has to be in the packed array before it starts.

#[cfg(all(test, unix))]
mod tests;

use core::mem::offset_of;

use super::{Cell, GUARDS_BEHIND, MASKS, OpenCell, ReadAhead, Search, assume_init};
use crate::processor::Bmi1;

/// The name of the assembly function. It carries the crate's version, so that two versions of the
/// crate can be linked into one program.
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

// The assembly file knows neither its symbol nor the object format. What belongs to them is here.
#[cfg(not(target_vendor = "apple"))]
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

unsafe extern "sysv64" {
    /// # Safety
    ///
    /// The processor has BMI1. `position` points to an open cell of a packed array or to the guard
    /// next to either end; `free` are its masks; [`Search::read_ahead`] has been called since
    /// anything but this function changed them.
    #[link_name = symbol!()]
    fn backtrack(position: *mut OpenCell, free: *mut u32, steps_left: u64) -> Reached;
}

/// Where the search stands when the assembly returns.
#[repr(C)]
struct Reached {
    position: *mut OpenCell,
    steps_left: u64,
}

// The offsets that the assembly is written with; a test compares its `.set` lines with the same fields.
const _: () = {
    assert!(offset_of!(OpenCell, read_ahead) == 0);
    assert!(offset_of!(ReadAhead, remaining) == 0);
    assert!(offset_of!(ReadAhead, next_free) == 4);
    assert!(offset_of!(ReadAhead, second_free) == 8);
    assert!(offset_of!(OpenCell, cell) == 16);
    assert!(offset_of!(Cell, units) == 0);
    assert!(offset_of!(Cell, tried) == 4);
    assert!(offset_of!(Cell, is_peer) == 8);
    assert!(size_of::<OpenCell>() == 32 && GUARDS_BEHIND == 3);
};

impl<const CELLS: usize> Search<CELLS> {
    /// Runs the assembly for at most `step_limit` steps and returns how many it has taken.
    pub(super) fn run_assembly(&mut self, _: Bmi1, step_limit: u64) -> u64 {
        if !self.read_ahead {
            self.read_ahead();
            self.read_ahead = true;
        }
        let first = (&raw mut self.packed).cast::<OpenCell>().wrapping_add(1);
        // `usize::MAX`, in front of the first cell, is the record in front of it.
        let position = first.wrapping_add(self.position);
        // SAFETY: the processor has BMI1, `Bmi1` proves it. The position is from -1 to `open`. The set-up
        // has written the records from -1 to `open + 2`, all within `packed`, and `read_ahead` the rest.
        let reached = unsafe { backtrack(position, self.free.as_mut_ptr(), step_limit) };
        let bytes = reached.position.addr().wrapping_sub(first.addr()) as isize;
        self.position = (bytes / size_of::<OpenCell>() as isize) as usize;
        step_limit - reached.steps_left
    }

    /// Keeps in the cells up to the position what the assembly would have kept there had it come to the
    /// position itself.
    fn read_ahead(&mut self) {
        let open = self.open();
        // SAFETY: `open` records and the guards behind were initialized by the set-up.
        let cells = unsafe { assume_init(&mut self.packed.records()[1..][..open + GUARDS_BEHIND]) };

        // From the position back to the first cell: take the digit out again, and keep what is free
        // without it. Then put the digits back.
        let free = &mut self.free;
        let visited = open.min(self.position.wrapping_add(1));
        for index in (0..visited).rev() {
            let Some([record, next, second, ..]) = cells.get_mut(index..) else { continue };
            let [here, next, second] = [record.cell, next.cell, second.cell];
            here.units().for_each(|unit| free[unit] |= here.tried);
            let had = here.tried | here.tried.saturating_sub(1);
            record.read_ahead.write(ReadAhead {
                remaining: here.free(free) & !had,
                next_free: next.free(free),
                second_free: second.free(free),
            });
        }
        for OpenCell { cell, .. } in &cells[..visited] {
            cell.units().for_each(|unit| free[unit] &= !cell.tried);
        }
    }
}

impl Cell {
    /// The indices of the masks of its row, column and box.
    #[inline]
    fn units(self) -> impl Iterator<Item = usize> {
        self.units.into_iter().take(3).map(usize::from)
    }

    /// The digits that are free in its row, column and box.
    #[inline]
    fn free(self, free: &[u32; MASKS]) -> u32 {
        self.units().fold(u32::MAX, |set, unit| set & free[unit])
    }
}
