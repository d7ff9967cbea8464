//! The branchless loop in assembly, for x86-64 processors with BMI1: `asm/backtrack_x86_64.s`, and
//! what has to be in the packed array before it starts.

use core::mem::{MaybeUninit, offset_of};
use core::slice;

use super::{Bmi1, GUARD, GUARDS_BEHIND, MASKS, OpenCell, Place, Search, assume_init};

/// The bit, no digit, by which the assembly knows that it has left the packed array.
const END: u32 = 1 << 31;

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

// The offsets that the assembly is written with.
const _: () = {
    assert!(offset_of!(OpenCell, remaining) == 0);
    assert!(offset_of!(OpenCell, next_free) == 4);
    assert!(offset_of!(OpenCell, second_free) == 8);
    assert!(offset_of!(OpenCell, next_is_peer) == 12);
    assert!(offset_of!(OpenCell, second_is_peer) == 16);
    assert!(offset_of!(OpenCell, tried) == 20);
    assert!(offset_of!(OpenCell, place) + offset_of!(Place, units) == 24);
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
        // SAFETY: the processor has BMI1, `Bmi1` proves it. The position is from -1 to `open`, and
        // `read_ahead` has prepared the records from -1 to `open + 2`, all within `packed`.
        let reached = unsafe { backtrack(position, self.free.as_mut_ptr(), step_limit) };
        let bytes = reached.position.addr().wrapping_sub(first.addr()) as isize;
        self.position = (bytes / size_of::<OpenCell>() as isize) as usize;
        step_limit - reached.steps_left
    }

    /// Prepares the packed array for the assembly: guards, which cells are peers of the next two,
    /// and what the assembly would have kept in the cells up to the position had it come there itself.
    fn read_ahead(&mut self) {
        // SAFETY: `Packed` is nothing but so many records.
        let packed: &mut [MaybeUninit<OpenCell>] =
            unsafe { slice::from_raw_parts_mut((&raw mut self.packed).cast(), 1 + CELLS + GUARDS_BEHIND) };
        let mut guard = OpenCell::at(Place::GUARD);
        guard.remaining.write(END);
        packed[0].write(guard);
        for behind in &mut packed[1 + self.open..][..GUARDS_BEHIND] {
            behind.write(guard);
        }
        self.free[usize::from(GUARD)] = END;
        // SAFETY: `open` records were initialized by the set-up, the guards just now.
        let cells = unsafe { assume_init(&mut packed[1..][..self.open + GUARDS_BEHIND]) };

        let mut places = [cells[0].place, cells[1].place, cells[2].place];
        for here in 0..self.open {
            cells[here].next_is_peer.write(places[0].peer_mask(places[1]));
            cells[here].second_is_peer.write(places[0].peer_mask(places[2]));
            places = [places[1], places[2], cells[here + 3].place];
        }

        // From the position back to the first cell: take the digit out again, and keep what is free
        // without it. Then put the digits back.
        let free = &mut self.free;
        let visited = self.open.min(self.position.wrapping_add(1));
        for here in (0..visited).rev() {
            let OpenCell { tried, place, .. } = cells[here];
            place.units().for_each(|unit| free[unit] |= tried);
            let had = tried | tried.saturating_sub(1);
            cells[here].remaining.write(place.free(free) & !had);
            cells[here].next_free.write(cells[here + 1].place.free(free));
            cells[here].second_free.write(cells[here + 2].place.free(free));
        }
        for &OpenCell { tried, place, .. } in &cells[..visited] {
            place.units().for_each(|unit| free[unit] &= !tried);
        }
    }
}

impl Place {
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

    /// All ones if the cells share a row, column or box, else 0.
    #[inline]
    fn peer_mask(self, other: Self) -> u32 {
        const HIGH_BITS: u32 = 0x0080_8080;
        let units = |place: Self| u32::from_le_bytes(place.units);
        // Three bytes, each below 128: adding 127 sets the high bit of all that are not zero.
        let differ = ((units(self) ^ units(other)) + 0x007f_7f7f) & HIGH_BITS;
        u32::from(differ < HIGH_BITS).wrapping_neg()
    }
}
