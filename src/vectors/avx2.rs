//! Eight lanes in the 256-bit registers of AVX2.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::intrinsics::{intrinsic, register_not, register_operators, register_shifts};
use super::{BitOperations, HasLanes, Instructions, KernelCode, Lanes, SlotVector, Vector};
use crate::processor::{Avx2Proof, with_avx2};

/// Eight lanes. The existence of a value proves that the processor has the instructions.
#[derive(Clone, Copy)]
pub(crate) struct Avx2(__m256i);

register_operators! { Avx2:
    BitAnd bitand _mm256_and_si256
    BitOr bitor _mm256_or_si256
    BitXor bitxor _mm256_xor_si256
    Add add _mm256_add_epi32
    Sub sub _mm256_sub_epi32
}
register_not! { Avx2: _mm256_xor_si256, _mm256_set1_epi32 }
register_shifts! { Avx2: Shl shl _mm256_sll_epi32 Shr shr _mm256_srl_epi32 }

impl Instructions for Avx2Proof {
    #[inline(always)]
    fn run<C: KernelCode<Self>>(self, code: C) -> C::Output {
        with_avx2! {
            #[inline(never)]
            fn enabled<C: KernelCode<Avx2Proof>>(proof: Avx2Proof, code: C) -> C::Output {
                code.run(proof)
            }
        }
        // SAFETY: the proof shows that the processor has the instructions that the function enables.
        unsafe { enabled(self, code) }
    }
}

impl HasLanes for Avx2Proof {
    type Vectors = Avx2;
}

impl BitOperations for Avx2 {}

impl Vector for Avx2 {
    type Proof = Avx2Proof;
    type Mask = __m256i;
    const LANES: usize = 8;

    #[inline(always)]
    fn proof(self) -> Avx2Proof {
        // SAFETY: a vector is created only from a proof.
        unsafe { Avx2Proof::new_unchecked() }
    }
    #[inline(always)]
    fn splat(_: Avx2Proof, value: u32) -> Self {
        Self(intrinsic!(_mm256_set1_epi32(value.cast_signed())))
    }
    #[inline(always)]
    fn load(_: Avx2Proof, source: &[u32]) -> Self {
        let source = &source[..Self::LANES];
        // SAFETY: a proof has been given, and the slice has eight entries.
        Self(unsafe { _mm256_loadu_si256(source.as_ptr().cast()) })
    }
    #[inline(always)]
    fn write(self, target: &mut [MaybeUninit<u32>]) {
        let target = &mut target[..Self::LANES];
        // SAFETY: `self` proves the instruction, and the slice has eight entries.
        unsafe { _mm256_storeu_si256(target.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn to_floats(self) -> Self {
        Self(intrinsic!(_mm256_castps_si256(intrinsic!(_mm256_cvtepi32_ps(self.0)))))
    }
    #[inline(always)]
    fn shuffle_quads<const ORDER: i32>(self) -> Self {
        Self(intrinsic!(_mm256_shuffle_epi32::<ORDER>(self.0)))
    }
    #[inline(always)]
    fn repeat_quad(_: Avx2Proof, quad: &[u32; 4]) -> Self {
        // SAFETY: a proof has been given, and `quad` is sixteen bytes.
        Self(unsafe { _mm256_broadcastsi128_si256(_mm_loadu_si128(quad.as_ptr().cast())) })
    }
    #[inline(always)]
    fn equal(self, other: Self) -> __m256i {
        intrinsic!(_mm256_cmpeq_epi32(self.0, other.0))
    }
    #[inline(always)]
    fn intersects(self, other: Self) -> __m256i {
        {
            let apart = intrinsic!(_mm256_cmpeq_epi32(
                intrinsic!(_mm256_and_si256(self.0, other.0)),
                intrinsic!(_mm256_setzero_si256())
            ));
            intrinsic!(_mm256_xor_si256(apart, intrinsic!(_mm256_set1_epi32(-1))))
        }
    }
    #[inline(always)]
    fn mask_bits(mask: __m256i) -> u32 {
        intrinsic!(_mm256_movemask_ps(intrinsic!(_mm256_castsi256_ps(mask)))).cast_unsigned()
    }
}

impl SlotVector for Avx2 {
    #[inline(always)]
    fn slots_to_front(self, slots: u32) -> Self {
        static LANES: [[u32; 8]; 4] = super::lanes_to_front();
        debug_assert!(slots < 4);
        self.permute(Self::load(self.proof(), &LANES[slots as usize & 3]))
    }
    #[inline(always)]
    fn refilled(self, free: u32, source: Self) -> Self {
        // The sign bit marks a lane taken from `source`.
        static LANES: [[u32; 8]; 4] = super::lanes_refilled(1 << 31);
        debug_assert!(free < 4);
        let lanes = Self::load(self.proof(), &LANES[free as usize & 3]);
        Self({
            let taken =
                intrinsic!(_mm256_castsi256_ps(intrinsic!(_mm256_permutevar8x32_epi32(source.0, lanes.0))));
            let kept = intrinsic!(_mm256_castsi256_ps(self.0));
            intrinsic!(_mm256_castps_si256(intrinsic!(_mm256_blendv_ps(
                kept,
                taken,
                intrinsic!(_mm256_castsi256_ps(lanes.0))
            ))))
        })
    }
    #[inline(always)]
    fn min_halves(self, other: Self) -> Self {
        Self(intrinsic!(_mm256_min_epi16(self.0, other.0)))
    }
    #[inline(always)]
    fn where_equal(self, a: Self, b: Self) -> Self {
        self & Self(a.equal(b))
    }
}

impl Lanes for Avx2 {
    #[inline(always)]
    fn shift_left_by(self, counts: Self) -> Self {
        Self(intrinsic!(_mm256_sllv_epi32(self.0, counts.0)))
    }
    #[inline(always)]
    fn position_of_single_bit(self) -> Self {
        // The exponent. The highest bit is the sign.
        ((self.to_floats() >> 23) - Self::splat(self.proof(), 127)) & Self::splat(self.proof(), 31)
    }

    #[inline(always)]
    fn look_up_bytes(self, table: &[u8; 16]) -> Self {
        // SAFETY: `self` proves the instructions, and `table` is sixteen bytes.
        Self(unsafe {
            let table = _mm256_broadcastsi128_si256(_mm_loadu_si128(table.as_ptr().cast()));
            _mm256_shuffle_epi8(table, self.0)
        })
    }
    #[inline(always)]
    fn byte(self, index: usize) -> Self {
        Self({
            let first = 0x8080_8000_u32.cast_signed() | index as i32;
            let bytes = intrinsic!(_mm_add_epi32(
                intrinsic!(_mm_set1_epi32(first)),
                intrinsic!(_mm_setr_epi32(0, 4, 8, 12))
            ));
            intrinsic!(_mm256_shuffle_epi8(self.0, intrinsic!(_mm256_broadcastsi128_si256(bytes))))
        })
    }
    #[inline(always)]
    fn from_quads(_: Avx2Proof, quads: [&[u8; 16]; 4]) -> Self {
        // SAFETY: a proof has been given, and each pointer is to sixteen bytes.
        Self(unsafe {
            let low = _mm256_castsi128_si256(_mm_loadu_si128(quads[0].as_ptr().cast()));
            _mm256_inserti128_si256::<1>(low, _mm_loadu_si128(quads[1].as_ptr().cast()))
        })
    }
    #[inline(always)]
    fn to_quads(self) -> [[u8; 16]; 4] {
        let mut quads = [[0; 16]; 4];
        // SAFETY: `self` proves the instruction, and the array has 64 bytes.
        unsafe { _mm256_storeu_si256(quads.as_mut_ptr().cast(), self.0) };
        quads
    }
    #[inline(always)]
    fn transpose_quads([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        {
            let (ab_low, ab_high) =
                (intrinsic!(_mm256_unpacklo_epi32(a.0, b.0)), intrinsic!(_mm256_unpackhi_epi32(a.0, b.0)));
            let (cd_low, cd_high) =
                (intrinsic!(_mm256_unpacklo_epi32(c.0, d.0)), intrinsic!(_mm256_unpackhi_epi32(c.0, d.0)));
            [
                Self(intrinsic!(_mm256_unpacklo_epi64(ab_low, cd_low))),
                Self(intrinsic!(_mm256_unpackhi_epi64(ab_low, cd_low))),
                Self(intrinsic!(_mm256_unpacklo_epi64(ab_high, cd_high))),
                Self(intrinsic!(_mm256_unpackhi_epi64(ab_high, cd_high))),
            ]
        }
    }
    #[inline(always)]
    fn permute(self, indices: Self) -> Self {
        Self(intrinsic!(_mm256_permutevar8x32_epi32(self.0, indices.0)))
    }
    #[inline(always)]
    fn look_up<const LENGTH: usize>(indices: Self, table: &[u32; LENGTH]) -> Self {
        const { assert!(LENGTH.is_power_of_two()) };
        let indices = indices & Self::splat(indices.proof(), LENGTH as u32 - 1);
        // SAFETY: `indices` prove the instruction, and the mask keeps them inside the table.
        Self(unsafe { _mm256_i32gather_epi32::<4>(table.as_ptr().cast(), indices.0) })
    }
    #[inline(always)]
    fn positions(proof: Avx2Proof, lanes: u32) -> Self {
        Self(widen_bytes(proof, POSITIONS[(lanes & 0xFF) as usize]))
    }
    #[inline(always)]
    fn ranks(proof: Avx2Proof, lanes: u32) -> Self {
        Self(widen_bytes(proof, RANKS[(lanes & 0xFF) as usize]))
    }

    #[inline(always)]
    fn lowest(_: Avx2Proof, lanes: u32, count: usize) -> u32 {
        intrinsic!(_pdep_u32(((1u64 << count) - 1) as u32, lanes))
    }
    #[inline(always)]
    fn mask(_: Avx2Proof, lanes: u32) -> __m256i {
        {
            let bits = intrinsic!(_mm256_setr_epi32(1, 2, 4, 8, 16, 32, 64, 128));
            intrinsic!(_mm256_cmpeq_epi32(
                intrinsic!(_mm256_and_si256(intrinsic!(_mm256_set1_epi32(lanes.cast_signed())), bits)),
                bits
            ))
        }
    }
    #[inline(always)]
    fn blend(mask: __m256i, a: Self, b: Self) -> Self {
        Self(intrinsic!(_mm256_blendv_epi8(b.0, a.0, mask)))
    }
    #[inline(always)]
    fn keep(self, mask: __m256i) -> Self {
        Self(intrinsic!(_mm256_and_si256(self.0, mask)))
    }
}

/// Widens eight bytes to eight lanes.
#[inline(always)]
fn widen_bytes(_: Avx2Proof, bytes: u64) -> __m256i {
    intrinsic!(_mm256_cvtepu8_epi32(intrinsic!(_mm_cvtsi64_si128(bytes.cast_signed()))))
}

/// [`Lanes::positions`] and [`Lanes::ranks`] of every set of eight lanes, one byte for each lane.
const fn lane_tables() -> ([u64; 256], [u64; 256]) {
    let (mut positions, mut ranks) = ([0; 256], [0; 256]);
    let mut lanes = 0;
    while lanes < 256 {
        let (mut lane, mut rank) = (0, 0);
        while lane < 8 {
            if lanes >> lane & 1 == 1 {
                positions[lanes] |= lane << (8 * rank);
                ranks[lanes] |= rank << (8 * lane);
                rank += 1;
            }
            lane += 1;
        }
        lanes += 1;
    }
    (positions, ranks)
}

static POSITIONS: [u64; 256] = lane_tables().0;
static RANKS: [u64; 256] = lane_tables().1;
