//! One board in nine 256-bit registers, for the depth-first part of a search on AVX2.
//!
//! ```text
//!   one register: the cells at r, c of all nine boxes       a word: the candidates of a cell
//!
//!   quarter    0         1         2         3
//!   band       0         1         2       no band           bit 15      8       0
//!   word      0 1 2 3   0 1 2 3   0 1 2 3   0 1 2 3              g......987654321
//!   stack     0 1 2 -   0 1 2 -   0 1 2 -   - - - -
//! ```
//!
//! The guard `g` is always set. The words marked `-` belong to no cell and have every candidate. With whole words, one
//! comparison finds the cells with one candidate; ten-bit fields take four operations. So a single board sweeps faster
//! than in a 128-bit register.
//!
//! A byte shuffle works separately in each *half* of a register: bands 0 and 1 are in the first half, band 2 in the
//! second.

#[cfg(test)]
mod op_tests;
#[cfg(test)]
mod rule_tests;

use super::depth_first::{DepthFirstStack, Handover};
use super::fields::{EXCLUDED, OPEN};
use super::layout::{CellStates, RegisterLayout};
use super::packed_board::PackedBoard;
use super::parts::{SideBySide, SingleKernel};
use super::weights::CellWords;
use super::{Request, Solved, Start, Visitor};
use crate::End;
use crate::kernel::BatchKernel;
use crate::processor::Avx2Proof;
use crate::vectors::avx2::Avx2;
use crate::vectors::intrinsics::{intrinsic, register_not, register_operators};
use crate::vectors::{BitOperations, Instructions};
use core::arch::x86_64::*;
use core::marker::PhantomData;

/// One of the nine registers. Its existence proves that the processor has AVX2.
#[derive(Clone, Copy)]
pub(super) struct LongRegister(__m256i);

const GUARD: i16 = 1 << 15;
const DIGITS: i16 = 0x1ff;

register_operators! { LongRegister:
    BitAnd bitand _mm256_and_si256
    BitOr bitor _mm256_or_si256
    BitXor bitxor _mm256_xor_si256
}
register_not! { LongRegister: _mm256_xor_si256, _mm256_set1_epi16 }
impl BitOperations for LongRegister {}

impl LongRegister {
    #[inline(always)]
    fn splat(self, value: i16) -> Self {
        Self(intrinsic!(_mm256_set1_epi16(value)))
    }
    /// Wraps a register with this layout.
    #[inline(always)]
    pub(super) const fn from_register(_: Avx2Proof, register: __m256i) -> Self {
        Self(register)
    }
    /// Converts the cells to fields of ten bits.
    #[inline(always)]
    fn to_fields(self) -> [u32; 4] {
        let mut fields = [OPEN; 4];
        // SAFETY: `self` proves AVX2, and four lanes are sixteen bytes.
        unsafe {
            // Stacks 0 and 1 to the low half of a quarter, stack 2 to the high half.
            let halves = _mm256_madd_epi16(self.digits().0, _mm256_set1_epi64x(1 | 1024 << 16 | 1 << 32));
            let whole = _mm256_or_si256(halves, _mm256_slli_epi64::<20>(_mm256_srli_epi64::<32>(halves)));
            let lanes = _mm256_permutevar8x32_epi32(whole, _mm256_setr_epi32(0, 2, 4, 6, 0, 2, 4, 6));
            let guarded =
                _mm_or_si128(_mm256_castsi256_si128(lanes), _mm_set1_epi32(super::fields::GUARDS as i32));
            _mm_storeu_si128(fields.as_mut_ptr().cast(), guarded);
        }
        fields[3] = OPEN;
        fields
    }
    /// Sets all bits of the words that are equal in `other`, and clears the others.
    #[inline(always)]
    fn equal(self, other: Self) -> Self {
        Self(intrinsic!(_mm256_cmpeq_epi16(self.0, other.0)))
    }
    /// Clears the lowest bit that is set in each word. In an empty word, this is the guard.
    #[inline(always)]
    fn decremented(self) -> Self {
        Self(intrinsic!(_mm256_add_epi16(self.0, self.splat(-1).0)))
    }
}

/// The source of each byte of a register, numbered within its half.
#[repr(align(32))]
struct Shuffle([u8; 32]);

impl Shuffle {
    /// Returns the shuffle as a register whose contents the compiler does not know.
    ///
    /// A compiler that knows the bytes sees that they move whole words, and splits each byte shuffle into two word
    /// shuffles, `vpshuflw` for the even quarters and `vpshufhw` for the odd ones: six or twelve more instructions in a
    /// sweep. It has to assume that a volatile read can return anything.
    #[inline(always)]
    fn unknown_to_the_compiler(&'static self, _: LongRegister) -> __m256i {
        // SAFETY: a register proves AVX2, and a shuffle has the size and alignment of one.
        unsafe { core::ptr::read_volatile(self.0.as_ptr().cast()) }
    }
}

/// Gives each word the word `steps` stacks further in its band, cyclically.
const fn from_stacks_on(steps: usize) -> Shuffle {
    let mut from = [0; 32];
    let mut byte = 0;
    while byte < 32 {
        let (quarter, stack) = (byte % 16 / 8, byte % 8 / 2);
        let source = if stack < 3 { (stack + steps) % 3 } else { stack };
        from[byte] = (8 * quarter + 2 * source + byte % 2) as u8;
        byte += 1;
    }
    Shuffle(from)
}
static NEXT_STACK: Shuffle = from_stacks_on(1);
static PREVIOUS_STACK: Shuffle = from_stacks_on(2);

/// Tables of sixteen bytes for byte shuffles: from clues to words, and from words to digits.
mod tables {
    use super::{DIGITS, GUARD};
    use core::arch::x86_64::__m128i;

    /// In a shuffle, sets the byte to zero (because of the high bit).
    pub(super) const ZERO: u8 = 0xff;

    /// Returns a table as a register, a constant known to the compiler.
    pub(super) const fn register(table: [u8; 16]) -> __m128i {
        // SAFETY: both are sixteen bytes without padding, and any bits are valid in both.
        unsafe { core::mem::transmute(table) }
    }

    /// Returns, for the low four bits of a clue's byte, the word of its cell in two bytes, the low one first. The
    /// digits 1 to 9 leave one candidate; everything else is an open cell.
    pub(super) const fn words_of_clues() -> [[u8; 16]; 2] {
        let mut bytes = [[0; 16]; 2];
        let mut clue = 0;
        while clue < 16 {
            let candidates = if matches!(clue, 1..=9) { 1 << (clue - 1) } else { DIGITS };
            let [low, high] = (GUARD | candidates).to_le_bytes();
            (bytes[0][clue], bytes[1][clue]) = (low, high);
            clue += 1;
        }
        bytes
    }

    /// Distributes the nine bytes of a row, from byte `first` on, by columns of the boxes: four bytes for the first
    /// column, one for each stack, then four for the second and four for the third. The words that belong to no cell
    /// get arbitrary bytes.
    pub(super) const fn row_by_columns(first: usize) -> [u8; 16] {
        let mut from = [15; 16];
        let mut cell = 0;
        while cell < 9 {
            let (stack, column) = (cell / 3, cell % 3);
            from[4 * column + stack] = (first + cell) as u8;
            cell += 1;
        }
        from
    }

    /// The reverse for some of the columns: gathers a row's cells from a half of a register whose quarter `quarter` has
    /// the row's band. The half holds eight bytes for each of the columns, one for each of its words. Bytes of other
    /// columns, and those after the row, become zero.
    pub(super) const fn columns_to_row(columns: core::ops::Range<usize>, quarter: usize) -> [u8; 16] {
        let mut from = [ZERO; 16];
        let mut cell = 0;
        while cell < 9 {
            let (stack, column) = (cell / 3, cell % 3);
            if columns.start <= column && column < columns.end {
                from[cell] = (8 * (column - columns.start) + 4 * quarter + stack) as u8;
            }
            cell += 1;
        }
        from
    }

    /// Returns the digit for four bits of which one is set; the lowest bit has the digit `first`. All four are set if a
    /// word has been saturated to a byte because its digit is 9, which has no bit there: then the entry is `all`. No
    /// bit gives 0.
    pub(super) const fn digits_of_bits(first: u8, all: u8) -> [u8; 16] {
        let mut digits = [0; 16];
        let mut bit = 0;
        while bit < 4 {
            digits[1 << bit] = first + bit;
            bit += 1;
        }
        digits[15] = all;
        digits
    }
}

/// All bits in the middle one of 31 words.
static ONE_WORD: [u16; 31] = {
    let mut words = [0; 31];
    words[15] = u16::MAX;
    words
};

/// Three words with all digits, and one with none.
const FULL: i64 = 0x1ff | 0x1ff << 16 | 0x1ff << 32;

impl RegisterLayout for LongRegister {
    const FIELD: u32 = 16;
    type Lane = u64;
    const HAS_SLOTS: bool = true;

    #[inline(always)]
    fn of_next_band(self) -> Self {
        Self(intrinsic!(_mm256_permute4x64_epi64::<0b11_00_10_01>(self.0)))
    }
    #[inline(always)]
    fn of_previous_band(self) -> Self {
        Self(intrinsic!(_mm256_permute4x64_epi64::<0b11_01_00_10>(self.0)))
    }
    #[inline(always)]
    fn of_both_stacks(lines: [Self; 3]) -> [(Self, Self); 3] {
        let next = NEXT_STACK.unknown_to_the_compiler(lines[0]);
        let previous = PREVIOUS_STACK.unknown_to_the_compiler(lines[0]);
        let mut both = [(lines[0], lines[0]); 3];
        for i in 0..3 {
            both[i] = (
                Self(intrinsic!(_mm256_shuffle_epi8(lines[i].0, next))),
                Self(intrinsic!(_mm256_shuffle_epi8(lines[i].0, previous))),
            );
        }
        both
    }
    #[inline(always)]
    fn restricted_to(self, single: Self) -> Self {
        let guard = self.splat(GUARD);
        let chosen = self & (single | guard);
        self & chosen.equal(guard) | chosen
    }
    #[inline(always)]
    fn limited_to_triples_of(self, confined: Self) -> Self {
        let rest = confined.without_lowest().without_lowest();
        let few = rest.equal(self.splat(0));
        self & (confined | few | self.splat(GUARD))
    }
    #[inline(always)]
    fn digits(self) -> Self {
        self & self.splat(DIGITS)
    }
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & self.decremented()
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(intrinsic!(_mm256_add_epi16(self.0, other.0)))
    }
    #[inline(always)]
    fn cell_states(self) -> CellStates<Self> {
        let occupied = self.decremented();
        let one = (self & occupied).equal(self.splat(GUARD));
        CellStates { solved: self & one, occupied }
    }
    #[inline(always)]
    fn sound(placed: Self, occupied: Self) -> bool {
        (placed & (occupied | placed.splat(!GUARD))).same(placed.splat(GUARD | DIGITS))
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        intrinsic!(_mm256_testz_si256(self.0, self.0)) == 1
    }
    #[inline(always)]
    fn same(self, other: Self) -> bool {
        intrinsic!(_mm256_movemask_epi8(self.equal(other).0)) == -1
    }
    #[inline(always)]
    fn almost_same(self, other: Self) -> bool {
        intrinsic!(_mm256_movemask_epi8(self.equal(other).0)).count_zeros() <= 2
    }
    #[inline(always)]
    fn is_everything(self) -> bool {
        self.same(Self(intrinsic!(_mm256_setr_epi64x(FULL, FULL, FULL, 0))))
    }
    #[inline(always)]
    fn lanes(self) -> [u64; 4] {
        let mut lanes = [0; 4];
        // SAFETY: `self` proves AVX2, and the array has 32 bytes.
        unsafe { _mm256_storeu_si256(lanes.as_mut_ptr().cast(), self.0) };
        lanes
    }
    #[inline(always)]
    fn lanes_with(self, position: u32) -> u32 {
        let to_sign = intrinsic!(_mm_cvtsi32_si128(63 - position as i32));
        let lanes = intrinsic!(_mm256_sll_epi64(self.0, to_sign));
        let lanes = intrinsic!(_mm256_castsi256_pd(lanes));
        intrinsic!(_mm256_movemask_pd(lanes)).cast_unsigned()
    }
    #[inline(always)]
    fn by_band(self) -> u64 {
        let own = self & Self(intrinsic!(_mm256_setr_epi64x(0x1ff, 0x1ff << 16, 0x1ff << 32, 0)));
        Self::or3(own, own.of_next_band(), own.of_previous_band()).by_stack()
    }
    #[inline(always)]
    fn by_stack(self) -> u64 {
        self.lanes()[0]
    }
    #[inline(always)]
    fn pack(x: &[Self; 9]) -> PackedBoard {
        LongRegisterTable(*x).pack()
    }
    #[inline(always)]
    fn write_digits(x: &[Self; 9], digits: &mut [u8; 81]) {
        LongRegisterTable(*x).write_digits(digits);
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn unpack(_: &[Self; 9], board: &PackedBoard) -> [Self; 9] {
        // SAFETY: the registers prove AVX2.
        LongRegisterTable::unpack(unsafe { Avx2Proof::new_unchecked() }, board).0
    }
    #[cfg_attr(not(unoptimized), inline(always))]
    fn cells(x: &[Self; 9]) -> CellWords {
        let mut cells = [[0; 16]; 9];
        for i in 0..9 {
            // SAFETY: `x` proves AVX2, and an entry is 32 bytes.
            unsafe { _mm256_storeu_si256(cells[i].as_mut_ptr().cast(), x[i].digits().0) };
        }
        cells
    }
    #[inline(always)]
    fn without(x: &[Self; 9], place: usize, word: usize, digits: u16) -> [Self; 9] {
        debug_assert!(place < 9 && word < 16);
        // SAFETY: `x` proves AVX2, and sixteen words from any of the first sixteen on are within the table.
        let one = Self(unsafe { _mm256_loadu_si256(ONE_WORD.as_ptr().add(15 - word % 16).cast()) });
        let mut y = *x;
        y[place % 9] = y[place % 9] & !(one & one.splat(digits.cast_signed()));
        y
    }
    #[inline(always)]
    fn restricted(x: &[Self; 9], group: usize, configuration: usize, digit: u32) -> [Self; 9] {
        debug_assert!(group < 8 && configuration < 6);
        let excluded = &EXCLUDED_WORDS[group & 7][configuration % 6];
        let digit = x[0].splat(1 << digit);
        let mut y = *x;
        for i in 0..9 {
            // SAFETY: `x` proves AVX2, and an entry is 32 bytes.
            let excluded = unsafe { _mm256_loadu_si256(excluded[i].as_ptr().cast()) };
            y[i] = x[i] & !(digit & Self(excluded));
        }
        y
    }
}

/// [`EXCLUDED`] as words, for all digits at once.
static EXCLUDED_WORDS: [[[[u16; 16]; 9]; 6]; 8] = {
    let mut words = [[[[0; 16]; 9]; 6]; 8];
    let mut i = 0;
    while i < 8 * 6 * 9 * 16 {
        let (group, configuration, register, word) = (i / 864, i / 144 % 6, i / 16 % 9, i % 16);
        if word % 4 < 3 {
            let lane = EXCLUDED[group][configuration][register][word / 4];
            words[group][configuration][register][word] = (lane >> (10 * (word % 4)) & 1) as u16 * 0x1ff;
        }
        i += 1;
    }
    words
};

/// The nine registers, for loading from and storing to memory.
#[derive(Clone, Copy)]
pub(super) struct LongRegisterTable(pub [LongRegister; 9]);

impl LongRegisterTable {
    /// Loads clues, like [`PackedBoard::from_clues`].
    #[inline(always)]
    pub(super) fn from_clues(_: Avx2Proof, clues: &[u8; 81]) -> Self {
        const WORDS_OF_CLUES: [__m128i; 2] = {
            let [low, high] = tables::words_of_clues();
            [tables::register(low), tables::register(high)]
        };
        /// The last row is read with the bytes before it, to stay inside the 81.
        const SKIPPED_IN_LAST_ROW: usize = 72 + 16 - 81;
        const ROW_BY_COLUMNS: __m128i = tables::register(tables::row_by_columns(0));
        const LAST_ROW_BY_COLUMNS: __m128i = tables::register(tables::row_by_columns(SKIPPED_IN_LAST_ROW));

        let [low, high] = WORDS_OF_CLUES;
        let (nibble, open) = (intrinsic!(_mm_set1_epi8(15)), intrinsic!(_mm_set1_epi16(GUARD | DIGITS)));
        let mut x = [LongRegister(intrinsic!(_mm256_set1_epi16(GUARD | DIGITS))); 9];
        for row in 0..3 {
            // Words of the cells of columns 0 and 1 of the boxes, and of column 2, by band.
            let mut pairs = [open; 3];
            let mut thirds = [open; 3];
            for band in 0..3 {
                // Distribute nine bytes to three quarters, each with a column of the three boxes.
                let first = 27 * band + 9 * row;
                let (start, by_columns) = if first + 16 > 81 {
                    (first - SKIPPED_IN_LAST_ROW, LAST_ROW_BY_COLUMNS)
                } else {
                    (first, ROW_BY_COLUMNS)
                };
                // SAFETY: the caller has passed a proof of AVX2. The sixteen bytes from `start` on are within the 81:
                // start + 16 <= 81.
                unsafe {
                    let bytes = _mm_loadu_si128(clues.as_ptr().add(start).cast());
                    let clue = _mm_and_si128(_mm_shuffle_epi8(bytes, by_columns), nibble);
                    let (low, high) = (_mm_shuffle_epi8(low, clue), _mm_shuffle_epi8(high, clue));
                    pairs[band] = _mm_unpacklo_epi8(low, high);
                    thirds[band] = _mm_unpackhi_epi8(low, high);
                }
            }
            // By column, the quarters of all bands, and one that belongs to no band.
            let columns = [
                [
                    intrinsic!(_mm_unpacklo_epi64(pairs[0], pairs[1])),
                    intrinsic!(_mm_unpacklo_epi64(pairs[2], open)),
                ],
                [
                    intrinsic!(_mm_unpackhi_epi64(pairs[0], pairs[1])),
                    intrinsic!(_mm_unpackhi_epi64(pairs[2], open)),
                ],
                [
                    intrinsic!(_mm_unpacklo_epi64(thirds[0], thirds[1])),
                    intrinsic!(_mm_unpacklo_epi64(thirds[2], open)),
                ],
            ];
            // The words that belong to no stack stay open in every quarter.
            let none = intrinsic!(_mm256_set1_epi64x(((0x81ff_u64) << 48).cast_signed()));
            for column in 0..3 {
                let [low, high] = columns[column];
                x[3 * row + column] =
                    LongRegister(intrinsic!(_mm256_set_m128i(high, low))) | LongRegister(none);
            }
        }
        Self(x)
    }

    /// Converts a board to words.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn unpack(_: Avx2Proof, board: &PackedBoard) -> Self {
        let mut words = [[(GUARD | DIGITS) as u16; 16]; 9];
        for i in 0..9 {
            for word in 0..12 {
                if word % 4 < 3 {
                    let field = board.0[i][word / 4] >> (10 * (word % 4)) & 0x1ff;
                    words[i][word] = GUARD as u16 | field as u16;
                }
            }
        }
        // SAFETY: the caller has passed a proof of AVX2, and an entry has 32 bytes.
        Self(words.map(|words| LongRegister(unsafe { _mm256_loadu_si256(words.as_ptr().cast()) })))
    }

    /// Converts the board to fields of ten bits.
    #[inline(always)]
    pub(super) fn pack(self) -> PackedBoard {
        let mut board = PackedBoard::EMPTY;
        for i in 0..9 {
            board.0[i] = self.0[i].to_fields();
        }
        board
    }
}

impl LongRegisterTable {
    /// Returns the candidates, cell by cell.
    #[cfg_attr(not(unoptimized), inline(always))]
    pub(super) fn cells(&self) -> CellWords {
        LongRegister::cells(&self.0)
    }
}

impl Solved for LongRegisterTable {
    /// Writes the digits of a solved board. Words become bytes, which have one bit for the digits 1 to 8 and saturate
    /// to all bits for 9. The bytes of a row's three registers are gathered into the row, and tables convert bits to
    /// digits.
    #[inline(always)]
    fn write_digits(&self, digits: &mut [u8; 81]) {
        const DIGITS_1_TO_4_AND_9: __m128i = tables::register(tables::digits_of_bits(1, 9));
        const DIGITS_5_TO_8: __m128i = tables::register(tables::digits_of_bits(5, 0));
        /// For bands in the first quarter of a half (0 and 2) and in the second (1): columns 0 and 1, and column 2.
        const TO_ROW: [[__m128i; 2]; 2] = {
            let mut to_row = [[tables::register([tables::ZERO; 16]); 2]; 2];
            let mut quarter = 0;
            while quarter < 2 {
                to_row[quarter][0] = tables::register(tables::columns_to_row(0..2, quarter));
                to_row[quarter][1] = tables::register(tables::columns_to_row(2..3, quarter));
                quarter += 1;
            }
            to_row
        };

        // SAFETY: `self` proves AVX2; nothing is written beyond 9 * 7 + 16 = 79 and 9 * 8 + 8 = 80 of the 81 bytes.
        unsafe {
            let zero = _mm256_setzero_si256();
            let nibble = _mm256_set1_epi8(15);
            let low = _mm256_broadcastsi128_si256(DIGITS_1_TO_4_AND_9);
            let high = _mm256_broadcastsi128_si256(DIGITS_5_TO_8);
            let mut to_rows = [[zero; 2]; 2];
            for quarter in 0..2 {
                for columns in 0..2 {
                    to_rows[quarter][columns] = _mm256_broadcastsi128_si256(TO_ROW[quarter][columns]);
                }
            }
            let mut rows = [_mm_setzero_si128(); 9];
            for row in 0..3 {
                let a = self.0[3 * row].digits().0;
                let b = self.0[3 * row + 1].digits().0;
                let c = self.0[3 * row + 2].digits().0;
                let pairs = _mm256_packus_epi16(a, b);
                let thirds = _mm256_packus_epi16(c, zero);
                for (quarter, [from_pairs, from_thirds]) in to_rows.into_iter().enumerate() {
                    let bits = _mm256_or_si256(
                        _mm256_shuffle_epi8(pairs, from_pairs),
                        _mm256_shuffle_epi8(thirds, from_thirds),
                    );
                    let value = _mm256_or_si256(
                        _mm256_shuffle_epi8(low, _mm256_and_si256(bits, nibble)),
                        _mm256_shuffle_epi8(high, _mm256_and_si256(_mm256_srli_epi16::<4>(bits), nibble)),
                    );
                    if quarter == 0 {
                        rows[row] = _mm256_castsi256_si128(value);
                        rows[6 + row] = _mm256_extracti128_si256::<1>(value);
                    } else {
                        rows[3 + row] = _mm256_castsi256_si128(value);
                    }
                }
            }
            // Each row overwrites the seven zeros after the previous row.
            for row in 0..8 {
                _mm_storeu_si128(digits.as_mut_ptr().add(9 * row).cast(), rows[row]);
            }
            _mm_storel_epi64(digits.as_mut_ptr().add(72).cast(), rows[8]);
            digits[80] = _mm_extract_epi16::<4>(rows[8]) as u8;
        }
    }
}

/// Returns the registers at the start of a search.
#[inline(always)]
pub(super) fn at(proof: Avx2Proof, start: Start) -> [LongRegister; 9] {
    match start {
        Start::Clues(clues) => LongRegisterTable::from_clues(proof, clues).0,
        Start::Candidates(candidates) => {
            LongRegisterTable::unpack(proof, &PackedBoard::from_candidates(candidates)).0
        }
    }
}

/// Keeps one node in nine registers of 256 bits, then two nodes in each of two register sets.
impl SingleKernel for Avx2Proof {
    type Node = [LongRegister; 9];

    #[inline(always)]
    fn node(self, start: Start) -> Self::Node {
        at(self, start)
    }

    #[inline(always)]
    fn search_in_slots<V: Visitor>(
        self,
        handover: Handover,
        waiting: &DepthFirstStack<Self::Node>,
        request: Request<'_, V>,
    ) -> End {
        self.run(SideBySide::<Avx2, _, _> { handover, waiting, request, vectors: PhantomData })
    }

    #[inline(always)]
    fn batch(self) -> Option<BatchKernel> {
        Some(BatchKernel::Avx2(self))
    }
}

#[cfg(test)]
mod tests {
    use super::super::guess::tests::random_candidates;
    use super::super::guess::{ConfigurationGuess, choose};
    use super::*;
    use crate::vectors::sse2::Sse2;

    #[test]
    fn a_guess_is_the_same_in_words_as_in_fields() {
        let Some(proof) = Avx2Proof::detect() else {
            crate::checks::not_run("kernel avx2: this processor lacks its instructions");
            return;
        };
        let (mut state, mut guesses) = (1_u64, 0);
        for round in 0..3000 {
            let candidates = random_candidates(&mut state, round);
            let fields = PackedBoard::from_candidates(&candidates);
            let x = at(proof, Start::Candidates(&candidates));
            let guess = choose(&x);
            let expected = choose(&fields.load::<Sse2>(()));
            let parts = |guess: &ConfigurationGuess| (guess.group, guess.configurations, guess.digit);
            assert_eq!(guess.as_ref().map(parts), expected.as_ref().map(parts));
            if let Some(ConfigurationGuess { group, configurations, digit }) = guess {
                guesses += 1;
                for configuration in configurations {
                    let in_words =
                        LongRegister::pack(&LongRegister::restricted(&x, group, configuration, digit));
                    let in_fields =
                        RegisterLayout::restricted(&fields.load::<Sse2>(()), group, configuration, digit);
                    assert_eq!(in_words.0, RegisterLayout::pack(&in_fields).0);
                }
            }
        }
        assert!(guesses > 300, "{guesses}");
    }
}
