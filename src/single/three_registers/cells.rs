//! One of the three registers, and all code that uses its intrinsics.

#[cfg(test)]
mod op_tests;

use super::order::*;
use crate::processor::Avx512Proof;
use crate::single::long_registers::{LongRegister, LongRegisterTable};
use crate::vectors::BitOperations;
use crate::vectors::avx512::{A, B, C, ternary_operations};
use crate::vectors::intrinsics::{intrinsic, register_not, register_operators};
use core::arch::x86_64::*;

/// One of the three registers: 27 words, one for each of its cells, or for the minirow or box of each. Its existence
/// proves that the processor has AVX-512.
#[derive(Clone, Copy)]
pub(in crate::single) struct CellRegister(__m512i);

register_operators! { CellRegister:
    BitAnd bitand _mm512_and_si512
    BitOr bitor _mm512_or_si512
    BitXor bitxor _mm512_xor_si512
    Add add _mm512_add_epi16
}
register_not! { CellRegister: _mm512_xor_si512, _mm512_set1_epi16 }
ternary_operations! { CellRegister: _mm512_ternarylogic_epi64 }

/// The words that hold cells.
const WORDS: u32 = (1 << 27) - 1;
/// The words in the second row of their boxes.
const SECOND_ROW: u32 = 0x1ff << 9;

impl CellRegister {
    /// Returns a register with the number in every word.
    #[inline(always)]
    fn splat(self, number: i16) -> Self {
        Self(intrinsic!(_mm512_set1_epi16(number)))
    }
    #[inline(always)]
    fn load(_: Avx512Proof, words: &WordTable) -> Self {
        // SAFETY: a proof has been given; a table has the size and alignment of a register.
        Self(unsafe { _mm512_load_si512(words.0.as_ptr().cast()) })
    }
    /// Loads a table; `self` proves AVX-512.
    #[inline(always)]
    fn table(self, words: &WordTable) -> Self {
        // SAFETY: `self` exists.
        Self::load(unsafe { Avx512Proof::new_unchecked() }, words)
    }
    /// Loads a table of bytes; `self` proves AVX-512.
    #[inline(always)]
    fn bytes(self, bytes: &ByteTable) -> Self {
        // SAFETY: `self` exists; a table has the size and alignment of a register.
        Self(unsafe { _mm512_load_si512(bytes.0.as_ptr().cast()) })
    }
    /// Gives word `i` the value of word `order[i]`.
    #[inline(always)]
    pub(super) fn permuted(self, order: &WordTable) -> Self {
        let order = self.table(order);
        Self(intrinsic!(_mm512_permutexvar_epi16(order.0, self.0)))
    }
    /// Subtracts one from each word: clears the lowest candidate and sets all below it. An empty word becomes negative.
    ///
    /// (A saturating subtraction gives the same result for small numbers, but prevents the compiler from counting bits
    /// to test for a single candidate.)
    #[inline(always)]
    pub(super) fn less_one(self) -> Self {
        Self(intrinsic!(_mm512_adds_epi16(self.0, self.splat(-1).0)))
    }
    /// Returns the words with at most one candidate, and zero for the others.
    #[inline(always)]
    pub(super) fn if_single(self) -> Self {
        let less = self.less_one();
        let single = intrinsic!(_mm512_testn_epi16_mask(self.0, less.0));
        Self(intrinsic!(_mm512_maskz_mov_epi16(single, self.0)))
    }
    /// For each word whose cell had a digit of `hidden` among the candidates `before`, keeps only these digits.
    /// `hidden` are the digits with exactly one place.
    #[inline(always)]
    pub(super) fn with_hidden_singles(self, before: Self, hidden: Self) -> Self {
        let place = intrinsic!(_mm512_test_epi16_mask(before.0, hidden.0));
        Self(intrinsic!(_mm512_mask_mov_epi16(self.0, place, (self & hidden).0)))
    }
    /// Returns the words whose `confined` has fewer than three digits; in the others, keeps only the digits of
    /// `confined`.
    #[inline(always)]
    pub(super) fn limited_to_triples_of(self, confined: Self) -> Self {
        let rest = confined & confined.less_one();
        let three = intrinsic!(_mm512_test_epi16_mask(rest.0, rest.less_one().0));
        Self(intrinsic!(_mm512_mask_mov_epi16(self.0, three, (self & confined).0)))
    }
    #[inline(always)]
    pub(super) fn count_ones(self) -> Self {
        Self(intrinsic!(_mm512_popcnt_epi16(self.0)))
    }
    /// Removes these digits from one word.
    #[inline(always)]
    pub(super) fn without(self, word: usize, digits: u16) -> Self {
        debug_assert!(word < 32);
        self & !Self(intrinsic!(_mm512_maskz_set1_epi16(1 << (word % 32), digits.cast_signed())))
    }
    /// Returns the words.
    #[inline(always)]
    pub(super) fn words(self) -> WordTable {
        let mut words = WordTable([0; 32]);
        // SAFETY: `self` proves AVX-512; a table has the size and alignment of a register.
        unsafe { _mm512_store_si512(words.0.as_mut_ptr().cast(), self.0) };
        words
    }
    /// Replaces the second row of minirows with that of `other`.
    #[inline(always)]
    pub(super) fn with_second_row_of(self, other: Self) -> Self {
        Self(intrinsic!(_mm512_mask_mov_epi16(self.0, SECOND_ROW, other.0)))
    }
    /// Returns, for each digit, how many of the first three of four words have it: two binary digits, in the first
    /// word.
    #[inline(always)]
    pub(super) fn sum_of_boxes(self) -> (Self, Self) {
        let second = Self(intrinsic!(_mm512_srli_epi64::<16>(self.0)));
        let third = Self(intrinsic!(_mm512_srli_epi64::<32>(self.0)));
        Self::sum3(self, second, third)
    }
    /// Returns the digits of the first of every four words, as the bits of [choices](CHOICES).
    #[inline(always)]
    pub(super) fn choices(self) -> u64 {
        let bytes = intrinsic!(_mm512_permutexvar_epi8(self.bytes(&BYTE_OF_CHOICE).0, self.0));
        intrinsic!(_mm512_test_epi8_mask(bytes, self.bytes(&BIT_OF_CHOICE).0))
    }
    #[inline(always)]
    pub(super) fn or_if(self, condition: bool, other: Self) -> Self {
        Self(intrinsic!(_mm512_mask_mov_epi16(self.0, u32::from(condition).wrapping_neg(), other.0)))
    }
    /// Returns the candidates; those in `digits` are kept only where they are in `places`.
    #[inline(always)]
    pub(super) fn with_only(self, digits: &WordTable, places: Self) -> Self {
        Self::and_or_not(self, places, self.table(digits))
    }
    /// Whether two registers, which have a box's digits in each of its three words, differ in at most one box.
    #[inline(always)]
    pub(super) fn almost_same(self, other: Self) -> bool {
        intrinsic!(_mm512_mask_cmpneq_epi16_mask(WORDS, self.0, other.0)).count_ones() <= 3
    }
    #[inline(always)]
    pub(super) fn same(self, other: Self) -> bool {
        intrinsic!(_mm512_mask_cmpneq_epi16_mask(WORDS, self.0, other.0)) == 0
    }
    #[inline(always)]
    pub(super) fn intersects(self, other: Self) -> bool {
        intrinsic!(_mm512_mask_test_epi16_mask(WORDS, self.0, other.0)) != 0
    }
    /// Whether every word of a cell has all digits.
    #[inline(always)]
    pub(super) fn is_everything(self) -> bool {
        intrinsic!(_mm512_mask_cmpneq_epi16_mask(WORDS, self.0, self.splat(0x1ff).0)) == 0
    }
    /// Whether every word of a cell has all digits and no word of a cell in `lower` is negative.
    #[inline(always)]
    pub(super) fn is_everything_without_borrow(self, lower: Self) -> bool {
        let sign = intrinsic!(_mm512_set1_epi16(i16::MIN));
        // The sign bits of `lower`, and the missing digits.
        let wrong = Self(intrinsic!(_mm512_ternarylogic_epi64::<{ (A & B | !A & !C) & 0xff }>(
            sign, lower.0, self.0
        )));
        // Loaded from a table: the compiler broadcasts a constant, and a search then takes up to 2% longer.
        !wrong.intersects(self.table(&EVERYTHING_AND_SIGN))
    }
    /// Whether the board is transposed, if this is its first register.
    #[inline(always)]
    pub(super) fn is_transposed(self) -> bool {
        intrinsic!(_mm512_test_epi16_mask(self.0, self.0)) >> SIDES[1] & 1 == 1
    }
}

/// Loads a board with the given clues: every word looks up its byte, and then its candidates by that byte.
#[inline(always)]
pub(super) fn from_clues(proof: Avx512Proof, clues: &[u8; 81]) -> [CellRegister; 3] {
    let table = CellRegister::load(proof, &CANDIDATES);
    let mut x = [table; 3];
    // SAFETY: a proof has been given. 64 bytes from the first on, and from the 18th, are within the 81; the tables of
    // bytes have the size and alignment of a register.
    unsafe {
        let first = _mm512_loadu_si512(clues.as_ptr().cast());
        let second = _mm512_loadu_si512(clues.as_ptr().add(SECOND_HALF).cast());
        for k in 0..3 {
            let FromTwo { from, in_second } = &BYTE_OF_WORD[k];
            let order = _mm512_load_si512(from.0.as_ptr().cast());
            let bytes = _mm512_permutexvar_epi8(order, first);
            let bytes = _mm512_mask_permutexvar_epi8(bytes, *in_second, order, second);
            x[k] = CellRegister(_mm512_maskz_permutexvar_epi16(WORDS, bytes, table.0));
        }
    }
    x[0] = x[0] | table.table(&UPRIGHT);
    x
}

/// Loads a board with the given candidates, bit `d` for digit `d + 1`.
#[inline(always)]
pub(super) fn from_candidates(proof: Avx512Proof, candidates: &[u16; 81]) -> [CellRegister; 3] {
    let mut x = [const { WordTable([0; 32]) }; 3];
    for cell in 0..81 {
        let (k, word) = place(cell / 9, cell % 9);
        x[k].0[word] = candidates[cell] & 0x1ff;
    }
    x[0].0[SIDES[0]] = 1;
    [CellRegister::load(proof, &x[0]), CellRegister::load(proof, &x[1]), CellRegister::load(proof, &x[2])]
}

/// Writes the digits 1 to 9 of a solved board, row by row.
#[inline(always)]
pub(super) fn write_digits(x: &[CellRegister; 3], digits: &mut [u8; 81]) {
    let mut digit = *x;
    for k in 0..3 {
        // The number of bits from a single bit down to bit 0 is the digit.
        digit[k] = (x[k] | x[k].less_one()).count_ones();
    }
    // SAFETY: `x` proves AVX-512; 64 bytes from the first on, and from the 18th, are within the 81; the tables have the
    // size and alignment of a register.
    unsafe {
        let two = _mm512_or_si512(digit[0].0, _mm512_slli_epi16::<8>(digit[1].0));
        for (half, table) in BYTE_OF_CELL[usize::from(x[0].is_transposed())].iter().enumerate() {
            let FromTwo { from, in_second: in_third } = table;
            let order = _mm512_load_si512(from.0.as_ptr().cast());
            let bytes = _mm512_permutexvar_epi8(order, two);
            let bytes = _mm512_mask_permutexvar_epi8(bytes, *in_third, order, digit[2].0);
            _mm512_storeu_si512(digits.as_mut_ptr().add(SECOND_HALF * half).cast(), bytes);
        }
    }
}

/// Distributes the nine cells of a box to nine registers, with a band in each quarter and a stack in each word. The
/// words that belong to no band or stack have all candidates.
#[inline(always)]
pub(super) fn nine(x: &[CellRegister; 3]) -> LongRegisterTable {
    // SAFETY: `x` proves AVX-512.
    let proof = unsafe { Avx512Proof::new_unchecked() }.avx2();
    let mut x = *x;
    for k in 0..3 {
        x[k] = x[k] | x[k].table(&NOWHERE);
    }
    let mut nine = [LongRegister::from_register(proof, intrinsic!(_mm256_setzero_si256())); 9];
    for i in 0..9 {
        let register = x[(i / 3 + i % 3) % 3].permuted(&QUARTERS[i]);
        nine[i] = LongRegister::from_register(proof, intrinsic!(_mm512_castsi512_si256(register.0)));
    }
    LongRegisterTable(nine)
}
