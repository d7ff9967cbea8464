//! Four lanes in the 128-bit registers that every x86-64 processor has (SSE2).

use core::arch::x86_64::*;

use super::{Vector, in_registers, vector_operators};

/// Four lanes.
#[derive(Clone, Copy)]
pub(crate) struct Sse2(__m128i);

vector_operators!(Sse2, |a, b|
    and Self(in_registers!(_mm_and_si128(a.0, b.0))),
    or Self(in_registers!(_mm_or_si128(a.0, b.0))),
    xor Self(in_registers!(_mm_xor_si128(a.0, b.0))),
    add Self(in_registers!(_mm_add_epi32(a.0, b.0))),
    sub Self(in_registers!(_mm_sub_epi32(a.0, b.0))),
    not Self(in_registers!(_mm_xor_si128(a.0, _mm_set1_epi32(-1)))),
    |count| shl Self(in_registers!(_mm_sll_epi32(a.0, _mm_cvtsi32_si128(count.cast_signed())))),
    shr Self(in_registers!(_mm_srl_epi32(a.0, _mm_cvtsi32_si128(count.cast_signed()))))
);

impl Vector for Sse2 {
    type Proof = ();
    type Mask = __m128i;
    const LANES: usize = 4;

    #[inline(always)]
    fn proof(self) {}
    #[inline(always)]
    fn splat((): (), value: u32) -> Self {
        Self(in_registers!(_mm_set1_epi32(value.cast_signed())))
    }
    #[inline(always)]
    fn load((): (), source: &[u32]) -> Self {
        let source = &source[..Self::LANES];
        // SAFETY: every x86-64 processor has SSE2, and the slice has four entries.
        Self(unsafe { _mm_loadu_si128(source.as_ptr().cast()) })
    }
    #[inline(always)]
    fn store(self, target: &mut [u32]) {
        let target = &mut target[..Self::LANES];
        // SAFETY: every x86-64 processor has SSE2, and the slice has four entries.
        unsafe { _mm_storeu_si128(target.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn shuffle_quads<const ORDER: i32>(self) -> Self {
        Self(in_registers!(_mm_shuffle_epi32::<ORDER>(self.0)))
    }
    #[inline(always)]
    fn repeat_quad((): (), quad: &[u32; 4]) -> Self {
        // SAFETY: every x86-64 processor has SSE2, and `quad` is sixteen bytes.
        Self(unsafe { _mm_loadu_si128(quad.as_ptr().cast()) })
    }
    #[inline(always)]
    fn equal(self, other: Self) -> __m128i {
        in_registers!(_mm_cmpeq_epi32(self.0, other.0))
    }
    #[inline(always)]
    fn intersects(self, other: Self) -> __m128i {
        in_registers!({
            let apart = _mm_cmpeq_epi32(_mm_and_si128(self.0, other.0), _mm_setzero_si128());
            _mm_xor_si128(apart, _mm_set1_epi32(-1))
        })
    }
    #[inline(always)]
    fn mask_bits(mask: __m128i) -> u32 {
        in_registers!(_mm_movemask_ps(_mm_castsi128_ps(mask)).cast_unsigned())
    }
}
