//! Four lanes in the 128-bit registers that every x86-64 processor has (SSE2).

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::intrinsics::{intrinsic, register_not, register_operators, register_shifts};
use super::{BitOperations, Vector};

/// Four lanes.
#[derive(Clone, Copy)]
pub(crate) struct Sse2(__m128i);

register_operators! { Sse2:
    BitAnd bitand _mm_and_si128
    BitOr bitor _mm_or_si128
    BitXor bitxor _mm_xor_si128
    Add add _mm_add_epi32
    Sub sub _mm_sub_epi32
}
register_not! { Sse2: _mm_xor_si128, _mm_set1_epi32 }
register_shifts! { Sse2: Shl shl _mm_sll_epi32 Shr shr _mm_srl_epi32 }

impl BitOperations for Sse2 {}

impl Vector for Sse2 {
    type Proof = ();
    type Mask = __m128i;
    const LANES: usize = 4;

    #[inline(always)]
    fn proof(self) {}
    #[inline(always)]
    fn splat((): (), value: u32) -> Self {
        Self(intrinsic!(_mm_set1_epi32(value.cast_signed())))
    }
    #[inline(always)]
    fn load((): (), source: &[u32]) -> Self {
        let source = &source[..Self::LANES];
        // SAFETY: every x86-64 processor has SSE2, and the slice has four entries.
        Self(unsafe { _mm_loadu_si128(source.as_ptr().cast()) })
    }
    #[inline(always)]
    fn write(self, target: &mut [MaybeUninit<u32>]) {
        let target = &mut target[..Self::LANES];
        // SAFETY: every x86-64 processor has SSE2, and the slice has four entries.
        unsafe { _mm_storeu_si128(target.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn to_floats(self) -> Self {
        Self(intrinsic!(_mm_castps_si128(intrinsic!(_mm_cvtepi32_ps(self.0)))))
    }
    #[inline(always)]
    fn shuffle_quads<const ORDER: i32>(self) -> Self {
        Self(intrinsic!(_mm_shuffle_epi32::<ORDER>(self.0)))
    }
    #[inline(always)]
    fn repeat_quad((): (), quad: &[u32; 4]) -> Self {
        // SAFETY: every x86-64 processor has SSE2, and `quad` is sixteen bytes.
        Self(unsafe { _mm_loadu_si128(quad.as_ptr().cast()) })
    }
    #[inline(always)]
    fn equal(self, other: Self) -> __m128i {
        intrinsic!(_mm_cmpeq_epi32(self.0, other.0))
    }
    #[inline(always)]
    fn intersects(self, other: Self) -> __m128i {
        {
            let apart = intrinsic!(_mm_cmpeq_epi32(
                intrinsic!(_mm_and_si128(self.0, other.0)),
                intrinsic!(_mm_setzero_si128())
            ));
            intrinsic!(_mm_xor_si128(apart, intrinsic!(_mm_set1_epi32(-1))))
        }
    }
    #[inline(always)]
    fn mask_bits(mask: __m128i) -> u32 {
        intrinsic!(_mm_movemask_ps(intrinsic!(_mm_castsi128_ps(mask)))).cast_unsigned()
    }
}
