//! A node in nine registers, one for each cell of a box, in any [`RegisterLayout`].

use super::Solved;
use super::depth_first::{Findings, Node, Tracked};
use super::guess::{ConfigurationGuess, choose};
use super::layout::RegisterLayout;
use super::packed_board::PackedBoard;
use super::sweep::{box_conflicts, close, hidden_singles, locked, naked_singles};
use super::weights::{CellWords, place_of};

/// For each cell of the grid, its lane, of the four of each of the nine registers, and its stack.
static LANES: [(u8, u8); 81] = {
    let (mut lanes, mut cell) = ([(0, 0); 81], 0);
    while cell < 81 {
        let (place, word) = place_of(cell);
        lanes[cell] = ((4 * place + word / 4) as u8, (word % 4) as u8);
        cell += 1;
    }
    lanes
};

impl<L: RegisterLayout> Solved for [L; 9] {
    // In a compact build, a call: it takes less room, and no more time.
    #[cfg_attr(not(compact), inline(always))]
    #[cfg_attr(compact, inline(never))]
    fn write_digits(&self, digits: &mut [u8; 81]) {
        L::write_digits(self, digits);
    }
}

impl<L: RegisterLayout> Node for [L; 9] {
    type FoundDigits = L;
    type Configurations = ();
    type Memory = [[L::Lane; 4]; 9];
    const HAS_SLOTS: bool = L::HAS_SLOTS;

    #[cfg_attr(not(unoptimized), inline(always))]
    fn place_clues(&mut self) -> Option<L> {
        let mut clues = *self;
        for i in 0..9 {
            clues[i] = self[i].cell_states().solved.digits();
        }
        let mut once = clues[0];
        let mut twice = once & clues[1];
        for i in 1..9 {
            twice = L::or_and(twice, once, clues[i]);
            once = once | clues[i];
        }
        naked_singles(self);
        twice.is_empty().then_some(once)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn sweep(&mut self, found: &mut L, guessed: bool) -> Findings {
        close::<L, false, false>(self);
        close::<L, true, false>(self);
        let placed = hidden_singles(self);
        if !guessed {
            // Saves a quarter of the sweeps. This pays off while few branches end in contradictions.
            close::<L, false, false>(self);
            close::<L, true, false>(self);
        }
        let (occupied, solved) = naked_singles(self);
        let progress = !solved.same(*found);
        *found = solved;
        Findings { sound: L::sound(placed, occupied), complete: solved.is_everything(), progress }
    }

    #[cfg_attr(not(any(compact, unoptimized)), inline(always))]
    fn is_solution(&self) -> bool {
        self.is_closed()
    }

    #[cfg_attr(not(any(compact, unoptimized)), inline(always))]
    fn is_closed(&self) -> bool {
        let mut x = *self;
        let by_column = close::<L, false, false>(&mut x);
        let by_row = close::<L, true, false>(&mut x);
        (by_column | by_row).is_empty()
    }

    #[inline(always)]
    fn lines_collide(&self) -> bool {
        let mut clue = *self;
        for i in 0..9 {
            clue[i] = self[i].cell_states().solved.digits();
        }
        let mut rows = [clue[0]; 3];
        for i in 0..3 {
            rows[i] = L::or3(clue[3 * i], clue[3 * i + 1], clue[3 * i + 2]);
        }
        let next = L::of_both_stacks(rows);
        let mut twice = rows[0] & next[0].0;
        for i in 0..3 {
            let column = L::or3(clue[i], clue[3 + i], clue[6 + i]);
            twice = L::or_and(twice, rows[i], next[i].0);
            twice = L::or_and(twice, column, column.of_next_band());
        }
        !twice.digits().is_empty()
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn hidden_triples(&self) -> Result<Self, ()> {
        // Rows and columns both start from the same board. Where nothing is removed, which is the usual case, the
        // guess uses the same lines, and the compiler computes them once.
        let (columns, by_column) = locked::<L, false, true>(self);
        let (rows, by_row) = locked::<L, true, true>(self);
        if (by_column | by_row).is_empty() {
            return Err(());
        }
        let mut closed = *self;
        for i in 0..9 {
            closed[i] = L::and3(self[i], rows[i / 3], columns[i % 3]);
        }
        Ok(closed)
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn guess(&self, (): ()) -> Option<[Self; 2]> {
        match choose(self) {
            Some(ConfigurationGuess { group, configurations: [first, second], digit }) => {
                Some([L::restricted(self, group, first, digit), L::restricted(self, group, second, digit)])
            }
            None => None,
        }
    }

    #[cfg_attr(not(unoptimized), inline(always))]
    fn early_guess(&self) -> Option<[Self; 2]> {
        self.guess(())
    }

    #[inline(always)]
    fn slow(&self, before: L, after: L) -> bool {
        before.almost_same(after)
    }

    #[inline(always)]
    fn has_box_conflict(&self, found: L) -> bool {
        !box_conflicts(self, found).is_empty()
    }

    #[inline(always)]
    fn pack(&self) -> PackedBoard {
        L::pack(self)
    }

    #[cfg_attr(not(any(compact, unoptimized)), inline(always))]
    fn unpack(&self, board: &PackedBoard) -> Tracked<Self> {
        (L::unpack(self, board), self[0] & !self[0])
    }

    #[cfg_attr(not(any(compact, unoptimized)), inline(always))]
    fn cells(&self) -> CellWords {
        L::cells(self)
    }

    #[inline(always)]
    fn count(found: L) -> u32 {
        found.lanes().map(|lane| lane.into().count_ones()).iter().sum()
    }

    #[inline(always)]
    fn to_memory(&self) -> Self::Memory {
        let mut lanes = [self[0].lanes(); 9];
        for i in 1..9 {
            lanes[i] = self[i].lanes();
        }
        lanes
    }

    #[inline(always)]
    fn cell(lanes: &Self::Memory, cell: usize) -> u16 {
        let (lane, stack) = LANES[cell % 81];
        let lane: u64 = lanes[usize::from(lane / 4)][usize::from(lane % 4)].into();
        (lane >> (L::FIELD * u32::from(stack))) as u16
    }

    #[inline(always)]
    fn without(&self, place: usize, word: usize, digits: u16) -> Self {
        L::without(self, place, word, digits)
    }
}
