//! Helpers shared by the tests of the kernels: a loop over the kernels of a machine, random words, and random boards of
//! candidates, including boards that no search reaches.

use crate::reference::{self, ALL_DIGITS, Candidates, Direction, ReferenceOutcome, cells_of_box, close};

pub(crate) use crate::testkit::not_run;

/// Runs checks on AVX2. A check is a generic function that takes a proof; it is called from a function with the
/// instructions enabled. If the processor lacks them, reports that the check was not run.
#[cfg(target_arch = "x86_64")]
macro_rules! on_avx2 {
    ($($check:expr),*) => {{
        $crate::processor::with_avx2! {
            fn enabled(proof: $crate::processor::Avx2Proof) {
                $($check(proof);)*
            }
        }
        match $crate::processor::Avx2Proof::detect() {
            // SAFETY: the proof shows that the processor has the instructions that the function enables.
            Some(proof) => unsafe { enabled(proof) },
            None => $crate::checks::not_run("kernel avx2: this processor lacks its instructions"),
        }
    }};
}
#[cfg(target_arch = "x86_64")]
pub(crate) use on_avx2;

/// Runs checks on AVX-512, like [`on_avx2`].
#[cfg(target_arch = "x86_64")]
macro_rules! on_avx512 {
    ($($check:expr),*) => {{
        $crate::processor::with_avx512! {
            fn enabled(proof: $crate::processor::Avx512Proof) {
                $($check(proof);)*
            }
        }
        match $crate::processor::Avx512Proof::detect() {
            // SAFETY: the proof shows that the processor has the instructions that the function enables.
            Some(proof) => unsafe { enabled(proof) },
            None => $crate::checks::not_run("kernel avx512: this processor lacks its instructions"),
        }
    }};
}
#[cfg(target_arch = "x86_64")]
pub(crate) use on_avx512;

/// Runs a check on every kernel of this machine, once for each type given for the kernel. The baseline is the vector of
/// the portable kernel: arrays again, if the target has no other. On the processor that `tests/emulated.sh` emulates,
/// only AVX-512: each other kernel has run on this machine.
macro_rules! on_every_kernel {
    ($check:ident on arrays: [$($arrays:ty),*], baseline: [$($baseline:ty),*],
     avx2: [$($avx2:ty),*], avx512: [$($avx512:ty),*]) => {{
        #[allow(unused_imports, reason = "some checks leave kernels out")]
        use $crate::vectors::Baseline;
        if !cfg!(emulated) {
            $($check::<$arrays>(());)*
            $($check::<$baseline>(());)*
        }
        #[cfg(target_arch = "x86_64")]
        {
            #[allow(unused_imports, reason = "some checks leave kernels out")]
            use $crate::vectors::{avx2::Avx2, avx512::Avx512};
            if !cfg!(emulated) {
                $crate::checks::on_avx2!($($check::<$avx2>),*);
            }
            $crate::checks::on_avx512!($($check::<$avx512>),*);
        }
    }};
}
pub(crate) use on_every_kernel;

/// Random numbers from a seed (splitmix64).
pub(crate) struct TestRandom(u64);

impl TestRandom {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    pub(crate) fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.bits() % end as u64) as usize
    }

    /// Returns true with a probability of one in `times`.
    pub(crate) fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns a random word or, half of the time, an edge case: no bits or all bits, one bit or all but one, or a
    /// value next to a change of sign of the word or of its halves.
    pub(crate) fn word(&mut self) -> u32 {
        let bit = 1 << self.below(32);
        let edges = [0, u32::MAX, bit, !bit, 1 << 31, u32::MAX >> 1, 0x8000_8000, 0x7fff_7fff];
        if self.once_in(2) { edges[self.below(edges.len())] } else { self.bits() as u32 }
    }

    pub(crate) fn words<const N: usize>(&mut self) -> [u32; N] {
        core::array::from_fn(|_| self.word())
    }

    /// Returns random halves of words, including the edge cases.
    pub(crate) fn halves<const N: usize>(&mut self) -> [u16; N] {
        core::array::from_fn(
            |_| if self.once_in(2) { self.word() as u16 } else { (self.word() >> 16) as u16 },
        )
    }

    /// Returns the numbers below `N` in random order.
    pub(crate) fn order<const N: usize>(&mut self) -> [usize; N] {
        let mut order = core::array::from_fn(|index| index);
        for last in (1..N).rev() {
            order.swap(last, self.below(last + 1));
        }
        order
    }

    /// Returns a solved board: the pattern of shifted rows, with digits, rows, columns, bands and stacks in random
    /// order.
    pub(crate) fn grid(&mut self) -> [u8; 81] {
        let digits: [usize; 9] = self.order();
        let [rows, columns] = [(); 2].map(|()| {
            let groups: [usize; 3] = self.order();
            let lines = groups.map(|group| self.order::<3>().map(|line| 3 * group + line));
            *lines.as_flattened().first_chunk::<9>().unwrap()
        });
        let transposed = self.once_in(2);
        core::array::from_fn(|cell| {
            let (row, column) = if transposed { (cell % 9, cell / 9) } else { (cell / 9, cell % 9) };
            let (row, column) = (rows[row], columns[column]);
            digits[(3 * (row % 3) + row / 3 + column) % 9] as u8 + 1
        })
    }

    /// Returns a random board of candidates, of the kinds that a search meets and of kinds that it never meets.
    pub(crate) fn candidates(&mut self) -> Candidates {
        let grid = self.grid().map(|digit| 1 << (digit - 1));
        let mut board: Candidates = match self.below(8) {
            // Every candidate with the same probability.
            0 => {
                let share = 1 + self.below(8);
                [(); 81].map(|()| self.some_digits(share))
            }
            // Nearly full.
            1 => [(); 81].map(|()| ALL_DIGITS & !(self.some_digits(1) & self.some_digits(1))),
            // Solved, or nearly so.
            2 => {
                let share = self.below(2);
                grid.map(|digit| digit | self.some_digits(share) & self.some_digits(1))
            }
            // A puzzle before its first sweep, with few or many clues.
            3 => {
                let open = 1 + self.below(8);
                grid.map(|digit| if self.below(8) < open { ALL_DIGITS } else { digit })
            }
            // Two or three solutions superimposed, with few or no other candidates: rich in locked candidates and
            // triples.
            4 | 5 => {
                let (second, third) = (self.grid(), self.grid());
                let (three, more) = (self.once_in(2), self.below(3));
                core::array::from_fn(|cell| {
                    let third = if three { 1 << (third[cell] - 1) } else { 0 };
                    grid[cell]
                        | 1 << (second[cell] - 1)
                        | third
                        | self.some_digits(more) & self.some_digits(1)
                })
            }
            // Each box from one of two solutions, so that the boxes do not fit together.
            6 => {
                let [first, second] = [self.grid(), self.grid()];
                let boxes = self.bits();
                core::array::from_fn(|cell| {
                    let of_first = boxes >> (cell / 27 * 3 + cell % 9 / 3) & 1 == 1;
                    let digit = if of_first { first[cell] } else { second[cell] };
                    1 << (digit - 1)
                })
            }
            // All cells equal: empty, full, or one set of digits.
            _ => [[0, ALL_DIGITS, self.some_digits(4)][self.below(3)]; 81],
        };
        // Damage: an empty cell, a digit without a place in a box or band, two equal singles.
        for _ in 0..[0, 0, 1, 3][self.below(4)] {
            let (cell, digit) = (self.below(81), 1 << self.below(9));
            match self.below(4) {
                0 => board[cell] = 0,
                1 => {
                    let (band, stack) = (cell / 27, cell % 9 / 3);
                    let whole_band = self.once_in(2);
                    for (place, candidates) in board[27 * band..27 * band + 27].iter_mut().enumerate() {
                        if whole_band || place % 9 / 3 == stack {
                            *candidates &= !digit;
                        }
                    }
                }
                2 => board[cell] = digit,
                _ => board[cell] ^= digit,
            }
        }
        // Partly solved, as within a search.
        if self.once_in(3) {
            for direction in [Direction::Rows, Direction::Columns] {
                board = close(&board, direction, self.once_in(2));
            }
        }
        board
    }

    /// Returns a board with few clues. Some of its boxes have two equal singles, or two digits whose only place is the
    /// same cell. The other rules rarely find these contradictions.
    pub(crate) fn crowded(&mut self) -> Candidates {
        let clues = self.below(12);
        let mut board = self.grid().map(|digit| {
            if self.below(81) < clues {
                1 << (digit - 1)
            } else {
                ALL_DIGITS & !(self.some_digits(2) & self.some_digits(2))
            }
        });
        for _ in 0..self.below(3) {
            let cells = cells_of_box(self.below(9));
            let [first, second, ..] = self.order::<9>().map(|place| cells[place]);
            let [digit, other, ..] = self.order::<9>().map(|digit| 1 << digit);
            if self.once_in(2) {
                (board[first], board[second]) = (digit, digit);
            } else {
                for cell in cells {
                    board[cell] &= !(digit | other);
                }
                board[first] |= digit | other;
            }
        }
        board
    }

    /// Returns a set with each digit with a probability of `share` in 8.
    fn some_digits(&mut self, share: usize) -> u16 {
        (0..9).fold(0, |digits, digit| digits | u16::from(self.below(8) < share) << digit)
    }
}

/// The limit on solutions in a search of [`boards_to_search`].
pub(crate) const MOST_SOLUTIONS: usize = 40;

/// Returns boards of every kind with the results of the [reference](crate::reference): sparse clues, some of which may
/// contradict the others, and pencil marks with one solution, with many and with none. Omits the few boards on which
/// the reference would take too long.
pub(crate) fn boards_to_search(seed: u64, count: usize) -> Vec<(Candidates, ReferenceOutcome)> {
    let mut random = TestRandom::new(seed);
    let boards: Vec<Candidates> = (0..count).map(|round| random.board_to_search(round)).collect();
    let searched = boards.into_iter().map(|board| (board, reference::search(&board, MOST_SOLUTIONS, 2_000)));
    let found: Vec<_> = searched.filter_map(|(board, found)| Some((board, found?))).collect();
    assert!(found.len() > count * 9 / 10, "{} of {count}", found.len());
    found
}

impl TestRandom {
    fn board_to_search(&mut self, round: usize) -> Candidates {
        let grid = self.grid();
        match round % 4 {
            // Clues of a solution, perhaps with one of them altered.
            few @ (0 | 1) => {
                let clues = if few == 0 { self.below(20) } else { 20 + self.below(15) };
                let mut digits = [0; 81];
                for &cell in &self.order::<81>()[..clues] {
                    digits[cell] = grid[cell];
                }
                if self.once_in(3) {
                    digits[self.below(81)] = 1 + self.below(9) as u8;
                }
                reference::from_clues(&digits)
            }
            // Pencil marks around a solution, many or few.
            2 => {
                let share = 1 + self.below(6);
                let marks = grid.map(|digit| 1 << (digit - 1) | self.some_digits(share));
                if self.once_in(4) { reference::close(&marks, Direction::Rows, true) } else { marks }
            }
            _ if self.once_in(2) => self.crowded(),
            _ => self.candidates(),
        }
    }
}
