//! Four lanes with the instructions of AVX-512: three-operand logic and funnel shifts in
//! the shorter registers, of which a core runs three a cycle where it runs two long ones.

use core::arch::x86_64::*;

use super::{Vector, in_registers, vector_operators};
use crate::processor::Avx512Proof;

/// The third argument of `vpternlogd`: a truth table, written as the same
/// expression over these three constants.
const A: i32 = 0xF0;
const B: i32 = 0xCC;
const C: i32 = 0xAA;

/// A shorter register of AVX-512. Its existence proves that the processor has the instructions.
#[derive(Clone, Copy)]
pub(crate) struct Vl128(__m128i);

vector_operators!(Vl128, |a, b|
    and Self(in_registers!(_mm_and_si128(a.0, b.0))),
    or Self(in_registers!(_mm_or_si128(a.0, b.0))),
    xor Self(in_registers!(_mm_xor_si128(a.0, b.0))),
    add Self(in_registers!(_mm_add_epi32(a.0, b.0))),
    sub Self(in_registers!(_mm_sub_epi32(a.0, b.0))),
    not Self(in_registers!(_mm_xor_si128(a.0, _mm_set1_epi32(-1)))),
    |count| shl Self(in_registers!(_mm_sll_epi32(a.0, _mm_cvtsi32_si128(count.cast_signed())))),
    shr Self(in_registers!(_mm_srl_epi32(a.0, _mm_cvtsi32_si128(count.cast_signed()))))
);

impl Vl128 {
    /// Any function of three bits, by its truth table.
    #[inline(always)]
    fn ternary<const TABLE: i32>(a: Self, b: Self, c: Self) -> Self {
        Self(in_registers!(_mm_ternarylogic_epi32::<TABLE>(a.0, b.0, c.0)))
    }
}

impl Vector for Vl128 {
    type Proof = Avx512Proof;
    type Mask = __mmask8;
    const LANES: usize = 4;

    #[inline(always)]
    fn proof(self) -> Avx512Proof {
        // SAFETY: a vector exists only where its proof did.
        unsafe { Avx512Proof::new_unchecked() }
    }
    #[inline(always)]
    fn splat(_: Avx512Proof, value: u32) -> Self {
        Self(in_registers!(_mm_set1_epi32(value.cast_signed())))
    }
    #[inline(always)]
    fn load(_: Avx512Proof, source: &[u32]) -> Self {
        let source = &source[..Self::LANES];
        // SAFETY: a proof has been given, and the slice has four entries.
        Self(unsafe { _mm_loadu_si128(source.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, target: &mut [u32]) {
        let target = &mut target[..Self::LANES];
        // SAFETY: `self` proves the instruction, and the slice has four entries.
        unsafe { _mm_storeu_si128(target.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn or3(a: Self, b: Self, c: Self) -> Self {
        Self::ternary::<{ A | B | C }>(a, b, c)
    }
    #[inline(always)]
    fn and3(a: Self, b: Self, c: Self) -> Self {
        Self::ternary::<{ A & B & C }>(a, b, c)
    }
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        Self::ternary::<{ A ^ B ^ C }>(a, b, c)
    }
    #[inline(always)]
    fn majority(a: Self, b: Self, c: Self) -> Self {
        Self::ternary::<{ (A & B) | (C & (A | B)) }>(a, b, c)
    }
    #[inline(always)]
    fn select(bits: Self, a: Self, b: Self) -> Self {
        Self::ternary::<{ (A & B) | (!A & C & 0xFF) }>(bits, a, b)
    }
    #[inline(always)]
    fn and_or(a: Self, b: Self, c: Self) -> Self {
        Self::ternary::<{ A & (B | C) }>(a, b, c)
    }
    #[inline(always)]
    fn or_and(a: Self, b: Self, c: Self) -> Self {
        Self::ternary::<{ A | (B & C) }>(a, b, c)
    }
    #[inline(always)]
    fn or_xor(a: Self, b: Self, c: Self) -> Self {
        Self::ternary::<{ A | (B ^ C) }>(a, b, c)
    }
    #[inline(always)]
    fn and_or_not(a: Self, b: Self, c: Self) -> Self {
        Self::ternary::<{ A & (B | !C) & 0xFF }>(a, b, c)
    }
    #[inline(always)]
    fn and_not2(a: Self, b: Self, c: Self) -> Self {
        Self::ternary::<{ A & !B & !C & 0xFF }>(a, b, c)
    }
    #[inline(always)]
    fn and_nand(a: Self, b: Self, c: Self) -> Self {
        Self::ternary::<{ A & !(B & C) & 0xFF }>(a, b, c)
    }
    #[inline(always)]
    fn or_and_not(a: Self, b: Self, c: Self) -> Self {
        Self::ternary::<{ A | (B & !C & 0xFF) }>(a, b, c)
    }
    #[inline(always)]
    fn rotate_fields(self) -> (Self, Self) {
        // The fields again at the top of the lane, from where a funnel shift takes them.
        let top = (self << 2).0;
        in_registers!((Self(_mm_shldi_epi32::<20>(self.0, top)), Self(_mm_shldi_epi32::<10>(self.0, top))))
    }
    #[inline(always)]
    fn shuffle_quads<const ORDER: i32>(self) -> Self {
        Self(in_registers!(_mm_shuffle_epi32::<ORDER>(self.0)))
    }
    #[inline(always)]
    fn count_ones(self) -> Self {
        Self(in_registers!(_mm_popcnt_epi32(self.0)))
    }
    #[inline(always)]
    fn repeat_quad(_: Avx512Proof, quad: &[u32; 4]) -> Self {
        // SAFETY: a proof has been given, and `quad` is sixteen bytes.
        Self(unsafe { _mm_loadu_si128(quad.as_ptr().cast()) })
    }
    #[inline(always)]
    fn min_halves(self, other: Self) -> Self {
        Self(in_registers!(_mm_min_epi16(self.0, other.0)))
    }
    #[inline(always)]
    fn slots_to_front(self, _: u32) -> Self {
        self
    }
    #[inline(always)]
    fn refilled(self, free: u32, source: Self) -> Self {
        Self::select(Self::splat(self.proof(), (free & 1).wrapping_neg()), source, self)
    }
    #[inline(always)]
    fn where_equal(self, a: Self, b: Self) -> Self {
        Self(in_registers!(_mm_maskz_mov_epi32(_mm_cmpeq_epi32_mask(a.0, b.0), self.0)))
    }
    #[inline(always)]
    fn equal(self, other: Self) -> __mmask8 {
        in_registers!(_mm_cmpeq_epi32_mask(self.0, other.0))
    }
    #[inline(always)]
    fn intersects(self, other: Self) -> __mmask8 {
        in_registers!(_mm_test_epi32_mask(self.0, other.0))
    }
    #[inline(always)]
    fn mask_bits(mask: __mmask8) -> u32 {
        u32::from(mask)
    }
}
