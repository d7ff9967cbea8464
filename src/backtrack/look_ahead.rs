//! The look-ahead of both kernels: each visit reads the free digits of the cell three places ahead, so that no visit
//! waits for the masks of its own cell. A visited cell keeps what was read, for the way back.

use super::{BacktrackSearch, Cell, GUARDS_BEHIND, Lookahead, MASKS, OpenCell, assume_init};

impl BacktrackSearch {
    /// Fills in the look-ahead of the cells up to the position, as if a kernel had reached the position itself.
    pub(super) fn fill_lookahead(&mut self) {
        let open = self.open();
        // SAFETY: `open` records and the guards behind were initialized by the set-up.
        let cells = unsafe { assume_init(&mut self.packed.records()[1..][..open + GUARDS_BEHIND]) };

        // From the position back to the first cell: remove the digit, and keep the free digits without it. Then put the
        // digits back.
        let free = &mut self.free;
        let visited = open.min(self.position.wrapping_add(1));
        for index in (0..visited).rev() {
            let Some([record, next, second, ..]) = cells.get_mut(index..) else { continue };
            let [here, next, second] = [record.cell, next.cell, second.cell];
            here.units().for_each(|unit| free[unit] |= here.tried);
            let had = here.tried | here.tried.saturating_sub(1);
            record.lookahead.write(Lookahead {
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
    /// The indices of the masks of the cell's row, column and box.
    #[inline]
    fn units(self) -> impl Iterator<Item = usize> {
        self.units.into_iter().take(3).map(usize::from)
    }

    /// The digits that are free in the cell's row, column and box.
    #[inline]
    fn free(self, free: &[u32; MASKS]) -> u32 {
        self.units().fold(u32::MAX, |set, unit| set & free[unit])
    }
}
