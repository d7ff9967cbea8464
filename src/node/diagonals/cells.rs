//! One of the three registers, and what has to know its instructions.

use super::order::*;
use crate::node::words::{WordBoard, Words};
use crate::processor::Avx512Proof;
use crate::simd::in_registers;
use core::arch::x86_64::*;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not};

/// 27 cells, a word each, or what is known of their minirows or boxes. Its existence proves that the
/// processor has AVX-512.
#[derive(Clone, Copy)]
pub(in crate::node) struct Cells(__m512i);

macro_rules! operators {
    ($($trait:ident $method:ident $intrinsic:ident)*) => {$(
        impl $trait for Cells {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(in_registers!($intrinsic(self.0, other.0)))
            }
        }
    )*};
}
operators! {
    BitAnd bitand _mm512_and_si512
    BitOr bitor _mm512_or_si512
    BitXor bitxor _mm512_xor_si512
    Add add _mm512_add_epi16
}
impl Not for Cells {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(in_registers!(_mm512_xor_si512(self.0, _mm512_set1_epi16(-1))))
    }
}

/// Functions of three bits, by the same expression over the three constants of their truth tables.
macro_rules! ternary {
    ($($(#[$doc:meta])* $name:ident $table:expr;)*) => {$(
        $(#[$doc])*
        #[inline(always)]
        pub(super) fn $name(a: Self, b: Self, c: Self) -> Self {
            Self(in_registers!(_mm512_ternarylogic_epi64::<{ $table & 0xff }>(a.0, b.0, c.0)))
        }
    )*};
}
const A: i32 = 0xF0;
const B: i32 = 0xCC;
const C: i32 = 0xAA;

/// Words of the register that stand for cells.
const WORDS: u32 = (1 << 27) - 1;
/// Those in the first row of their boxes, and in the first two.
const ONE_ROW: u32 = (1 << 9) - 1;
const TWO_ROWS: u32 = (1 << 18) - 1;

impl Cells {
    ternary! {
        or3 A | B | C;
        xor3 A ^ B ^ C;
        and3 A & B & C;
        /// Bits set in two or three.
        majority A & B | C & (A | B);
        /// `a | (b & c)`
        or_and A | B & C;
        /// `a & !b & !c`
        and_not2 A & !B & !C;
        /// `a & (b | !c)`
        and_or_not A & (B | !C);
    }

    #[inline(always)]
    fn load(_: Avx512Proof, words: &WordTable) -> Self {
        // SAFETY: a proof has been given; a table has the size and alignment of a register.
        Self(unsafe { _mm512_load_si512(words.0.as_ptr().cast()) })
    }
    /// A table, for whom holds a register already.
    #[inline(always)]
    fn table(self, words: &WordTable) -> Self {
        // SAFETY: `self` exists.
        Self::load(unsafe { Avx512Proof::new_unchecked() }, words)
    }
    /// Word `i` becomes word `order[i]`.
    #[inline(always)]
    pub(super) fn permuted(self, order: &WordTable) -> Self {
        let order = self.table(order);
        Self(in_registers!(_mm512_permutexvar_epi16(order.0, self.0)))
    }
    /// Without the lowest candidate and with all below it; an empty word turns negative.
    ///
    /// (Saturating, which makes no difference to small numbers, but keeps the compiler from counting
    /// bits when this is about a single candidate.)
    #[inline(always)]
    pub(super) fn less_one(self) -> Self {
        Self(in_registers!(_mm512_adds_epi16(self.0, _mm512_set1_epi16(-1))))
    }
    /// The words with at most one candidate, zero for the others.
    #[inline(always)]
    pub(super) fn if_single(self) -> Self {
        let less = self.less_one();
        Self(in_registers!(_mm512_maskz_mov_epi16(_mm512_testn_epi16_mask(self.0, less.0), self.0)))
    }
    /// The words alone whose cell, with the candidates `before`, has none of `hidden`, the digits with
    /// one place left; of the others, those digits.
    #[inline(always)]
    pub(super) fn settled(self, before: Self, hidden: Self) -> Self {
        Self(in_registers!({
            let place = _mm512_test_epi16_mask(before.0, hidden.0);
            _mm512_mask_mov_epi16(self.0, place, (self & hidden).0)
        }))
    }
    /// The words where `confined` has fewer than three digits; in the others, those alone.
    #[inline(always)]
    pub(super) fn limited_to_triples_of(self, confined: Self) -> Self {
        let rest = confined & confined.less_one();
        Self(in_registers!({
            let three = _mm512_test_epi16_mask(rest.0, rest.less_one().0);
            _mm512_mask_mov_epi16(self.0, three, (self & confined).0)
        }))
    }
    #[inline(always)]
    pub(super) fn count_ones(self) -> Self {
        Self(in_registers!(_mm512_popcnt_epi16(self.0)))
    }
    /// Without `digit` in the words whose bits are set.
    #[inline(always)]
    pub(super) fn without(self, digit: Self, words: u32) -> Self {
        Self(in_registers!(_mm512_andnot_si512(_mm512_maskz_mov_epi16(words, digit.0), self.0)))
    }
    #[inline(always)]
    fn min(self, other: Self) -> Self {
        Self(in_registers!(_mm512_min_epu16(self.0, other.0)))
    }
    /// The rows of minirows, the second one of `other`.
    #[inline(always)]
    fn with_second_row_of(self, other: Self) -> Self {
        Self(in_registers!(_mm512_mask_mov_epi16(self.0, TWO_ROWS & !ONE_ROW, other.0)))
    }
    /// What the next stack has, and the one after it.
    #[inline(always)]
    fn in_other_stacks(self) -> [Self; 2] {
        [self.permuted(&STACKS_ON[0]), self.permuted(&STACKS_ON[1])]
    }
    #[inline(always)]
    fn shifted_left<const BITS: u32>(self) -> Self {
        Self(in_registers!(_mm512_slli_epi16::<BITS>(self.0)))
    }
    /// The greatest number in the words that are zero in `other`.
    #[inline(always)]
    fn or_most_where_zero(self, other: Self) -> Self {
        Self(in_registers!({
            let zero = _mm512_testn_epi16_mask(other.0, other.0);
            _mm512_mask_mov_epi16(self.0, zero, _mm512_set1_epi16(-1))
        }))
    }
    /// The lowest bit of each word.
    #[inline(always)]
    fn lowest(self) -> Self {
        Self(in_registers!(_mm512_and_si512(self.0, _mm512_sub_epi16(_mm512_setzero_si512(), self.0))))
    }
    /// Those of the words given in which `a` and `b` are equal, alone.
    #[inline(always)]
    fn where_equal(self, a: Self, b: Self, words: u32) -> Self {
        Self(in_registers!({
            let equal = _mm512_mask_cmpeq_epi16_mask(words, a.0, b.0);
            _mm512_maskz_mov_epi16(equal, self.0)
        }))
    }
    /// The words that have something in common with `digits`.
    #[inline(always)]
    fn words_with(self, digits: Self) -> u32 {
        in_registers!(_mm512_test_epi16_mask(self.0, digits.0))
    }
    /// One word, in all.
    #[inline(always)]
    fn of_word(self, word: usize) -> Self {
        Self(in_registers!(_mm512_permutexvar_epi16(_mm512_set1_epi16(word as i16), self.0)))
    }
    #[inline(always)]
    pub(super) fn same(self, other: Self) -> bool {
        in_registers!(_mm512_mask_cmpneq_epi16_mask(WORDS, self.0, other.0)) == 0
    }
    #[inline(always)]
    pub(super) fn intersects(self, other: Self) -> bool {
        in_registers!(_mm512_mask_test_epi16_mask(WORDS, self.0, other.0)) != 0
    }
    /// Whether every word of a cell has all digits.
    #[inline(always)]
    pub(super) fn is_everything(self) -> bool {
        in_registers!(_mm512_mask_cmpneq_epi16_mask(WORDS, self.0, _mm512_set1_epi16(0x1ff))) == 0
    }
    /// Likewise, and no word of a cell in `lower` is negative.
    #[inline(always)]
    pub(super) fn is_everything_without_borrow(self, lower: Self) -> bool {
        let sign = in_registers!(_mm512_set1_epi16(i16::MIN));
        // Of the sign what `lower` has, of the digits what is missing.
        let wrong = Self(in_registers!(_mm512_ternarylogic_epi64::<{ (A & B | !A & !C) & 0xff }>(
            sign, lower.0, self.0
        )));
        // From a table: with a constant, which the compiler broadcasts, a search takes up to 2% longer.
        !wrong.intersects(self.table(&EVERYTHING_AND_SIGN))
    }
    /// Whether the board lies transposed, if this is its first register.
    #[inline(always)]
    pub(super) fn is_transposed(self) -> bool {
        in_registers!(_mm512_test_epi16_mask(self.0, self.0)) >> SIDES[1] & 1 == 1
    }
}

/// The board with the given clues: every word looks its byte up, and its candidates by that.
#[inline(always)]
pub(super) fn from_clues(proof: Avx512Proof, clues: &[u8; 81]) -> [Cells; 3] {
    let table = Cells::load(proof, &CANDIDATES);
    let mut x = [table; 3];
    // SAFETY: a proof has been given. 64 bytes from the first on, and from the 18th, are among the
    // 81; the tables of bytes have the size and alignment of a register.
    unsafe {
        let first = _mm512_loadu_si512(clues.as_ptr().cast());
        let second = _mm512_loadu_si512(clues.as_ptr().add(SECOND_HALF).cast());
        for k in 0..3 {
            let (order, in_second) = &BYTE_OF_WORD[k];
            let order = _mm512_load_si512(order.0.as_ptr().cast());
            let bytes = _mm512_permutexvar_epi8(order, first);
            let bytes = _mm512_mask_permutexvar_epi8(bytes, *in_second, order, second);
            x[k] = Cells(_mm512_maskz_permutexvar_epi16(WORDS, bytes, table.0));
        }
    }
    x[0] = x[0] | table.table(&UPRIGHT);
    x
}

/// The board with the given candidates, bit `d` for digit `d + 1`.
#[inline(always)]
pub(super) fn from_candidates(proof: Avx512Proof, candidates: &[u16; 81]) -> [Cells; 3] {
    let mut x = [const { WordTable([0; 32]) }; 3];
    for cell in 0..81 {
        let (k, word) = place(cell / 9, cell % 9);
        x[k].0[word] = candidates[cell] & 0x1ff;
    }
    x[0].0[SIDES[0]] = 1;
    [Cells::load(proof, &x[0]), Cells::load(proof, &x[1]), Cells::load(proof, &x[2])]
}

/// Writes the digits 1 to 9 of a solved board, row by row.
#[inline(always)]
pub(super) fn write_digits(x: &[Cells; 3], digits: &mut [u8; 81]) {
    let mut digit = *x;
    for k in 0..3 {
        // A single bit and all below it are as many as the digit says.
        digit[k] = (x[k] | x[k].less_one()).count_ones();
    }
    // SAFETY: `x` proves AVX-512; 64 bytes from the first on, and from the 18th, are among the 81;
    // the tables have the size and alignment of a register.
    unsafe {
        let two = _mm512_or_si512(digit[0].0, _mm512_slli_epi16::<8>(digit[1].0));
        for (half, (order, in_third)) in BYTE_OF_CELL[usize::from(x[0].is_transposed())].iter().enumerate() {
            let order = _mm512_load_si512(order.0.as_ptr().cast());
            let bytes = _mm512_permutexvar_epi8(order, two);
            let bytes = _mm512_mask_permutexvar_epi8(bytes, *in_third, order, digit[2].0);
            _mm512_storeu_si512(digits.as_mut_ptr().add(SECOND_HALF * half).cast(), bytes);
        }
    }
}

/// The nine cells of a box in registers of their own, a band to a quarter and a stack to a word.
#[inline(always)]
pub(super) fn nine(x: &[Cells; 3]) -> WordBoard {
    // SAFETY: `x` proves AVX-512.
    let proof = unsafe { Avx512Proof::new_unchecked() }.avx2();
    let mut nine = [Words::from_register(proof, in_registers!(_mm256_setzero_si256())); 9];
    for i in 0..9 {
        let register = x[(i / 3 + i % 3) % 3].permuted(&QUARTERS[i]);
        nine[i] = Words::from_register(proof, in_registers!(_mm512_castsi512_si256(register.0)));
    }
    WordBoard(nine)
}

/// Chooses a guess by the [rule](crate::node::guess), but passes over bands and stacks without a digit
/// that has two ways. Ways through rows and through columns are given in one direction and back; each
/// stands in every minirow that it goes through. Returns the digit, in every word, and for either branch the
/// words that lose it.
#[inline(always)]
pub(super) fn choose(rows: [Cells; 2], columns: [Cells; 2]) -> Option<(Cells, [&'static [u32; 3]; 2])> {
    // The three minirows of a band's first row tell all its ways, those of the second as well: that one
    // makes room for the stacks.
    let ways = rows[0].with_second_row_of(columns[0]);
    let back = rows[1].with_second_row_of(columns[1]);
    let (ways_on, back_on) = (ways.in_other_stacks(), back.in_other_stacks());

    // Digits with exactly two of the six: adders for all digits at once.
    let (odd, carry) =
        (Cells::xor3(ways, ways_on[0], ways_on[1]), Cells::majority(ways, ways_on[0], ways_on[1]));
    let (odd_back, carry_back) =
        (Cells::xor3(back, back_on[0], back_on[1]), Cells::majority(back, back_on[0], back_on[1]));
    let both = odd & odd_back;
    let (twos, fours) = (Cells::xor3(carry, carry_back, both), Cells::majority(carry, carry_back, both));
    let two = Cells::and_not2(twos, odd ^ odd_back, fours);

    let count = ways.count_ones() + back.count_ones();
    let [next, previous] = count.in_other_stacks();
    let rank = (count + next + previous).shifted_left::<3>() | ways.table(&GROUPS);
    let rank = rank.or_most_where_zero(two);
    let best = rank.min(rank.permuted(&ROWS_ON[0]));
    let best = best.min(best.permuted(&BANDS_ON[0]).min(best.permuted(&BANDS_ON[1])));
    let digit = two.lowest().where_equal(rank, best, TWO_ROWS);

    let places = u64::from(ways.words_with(digit)) | u64::from(back.words_with(digit)) << 32;
    if places == 0 {
        return None;
    }
    let first = (places.trailing_zeros() & 63) as usize;
    let second = (63 - (places.leading_zeros() & 63)) as usize;
    Some((digit.of_word(first), [&REMOVED[first], &REMOVED[second]]))
}
