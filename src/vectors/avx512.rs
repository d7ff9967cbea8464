//! Sixteen lanes in the 512-bit registers of AVX-512 (F, BW, VL, DQ, VBMI2, VPOPCNTDQ), with one instruction for every
//! function of three vectors.

use core::arch::x86_64::*;
use core::mem::MaybeUninit;

use super::intrinsics::{intrinsic, register_not, register_operators, register_shifts};
use super::{HasLanes, Instructions, KernelCode, Lanes, SlotVector, Vector};
use crate::processor::{Avx512Proof, with_avx512};

/// Sixteen lanes. The existence of a value proves that the processor has the instructions.
#[derive(Clone, Copy)]
pub(crate) struct Avx512(__m512i);

/// The truth tables of the three arguments of `vpternlogd`. The table of a function is the same expression over these
/// constants.
pub(crate) const A: i32 = 0xF0;
pub(crate) const B: i32 = 0xCC;
pub(crate) const C: i32 = 0xAA;

register_operators! { Avx512:
    BitAnd bitand _mm512_and_si512
    BitOr bitor _mm512_or_si512
    BitXor bitxor _mm512_xor_si512
    Add add _mm512_add_epi32
    Sub sub _mm512_sub_epi32
}
register_not! { Avx512: _mm512_xor_si512, _mm512_set1_epi32 }
register_shifts! { Avx512: Shl shl _mm512_sll_epi32 Shr shr _mm512_srl_epi32 }

/// Implements [`BitOperations`](super::BitOperations) with one instruction for each function.
macro_rules! ternary_operations {
    ($type:ty: $intrinsic:ident) => {
        impl $crate::vectors::BitOperations for $type {
            $crate::vectors::avx512::ternary_operations! { @functions $intrinsic
                or3 A | B | C;
                and3 A & B & C;
                xor3 A ^ B ^ C;
                majority (A & B) | (C & (A | B));
                select (A & B) | (!A & C);
                and_or A & (B | C);
                or_and A | (B & C);
                or_xor A | (B ^ C);
                and_or_not A & (B | !C);
                and_not2 A & !B & !C;
                and_nand A & !(B & C);
                or_and_not A | (B & !C);
            }
            #[inline(always)]
            fn sum3(a: Self, b: Self, c: Self) -> (Self, Self) {
                (Self::xor3(a, b, c), Self::majority(a, b, c))
            }
        }
    };
    (@functions $intrinsic:ident $($name:ident $table:expr;)*) => {$(
        #[inline(always)]
        fn $name(a: Self, b: Self, c: Self) -> Self {
            use $crate::vectors::avx512::{A, B, C};
            Self($crate::vectors::intrinsics::intrinsic!($intrinsic::<{ ($table) & 0xff }>(a.0, b.0, c.0)))
        }
    )*};
}
pub(crate) use ternary_operations;

ternary_operations! { Avx512: _mm512_ternarylogic_epi32 }

impl Instructions for Avx512Proof {
    #[inline(always)]
    fn run<C: KernelCode<Self>>(self, code: C) -> C::Output {
        with_avx512! {
            #[inline(never)]
            fn enabled<C: KernelCode<Avx512Proof>>(proof: Avx512Proof, code: C) -> C::Output {
                code.run(proof)
            }
        }
        // SAFETY: the proof shows that the processor has the instructions that the function enables.
        unsafe { enabled(self, code) }
    }
}

impl HasLanes for Avx512Proof {
    type Vectors = Avx512;
}

impl Vector for Avx512 {
    type Proof = Avx512Proof;
    type Mask = __mmask16;
    const LANES: usize = 16;

    #[inline(always)]
    fn proof(self) -> Avx512Proof {
        // SAFETY: a vector is created only from a proof.
        unsafe { Avx512Proof::new_unchecked() }
    }
    #[inline(always)]
    fn splat(_: Avx512Proof, value: u32) -> Self {
        Self(intrinsic!(_mm512_set1_epi32(value.cast_signed())))
    }
    #[inline(always)]
    fn load(_: Avx512Proof, source: &[u32]) -> Self {
        let source = &source[..Self::LANES];
        // SAFETY: a proof has been given, and the slice has sixteen entries.
        Self(unsafe { _mm512_loadu_si512(source.as_ptr().cast()) })
    }
    #[inline(always)]
    fn write(self, target: &mut [MaybeUninit<u32>]) {
        let target = &mut target[..Self::LANES];
        // SAFETY: `self` proves the instruction, and the slice has sixteen entries.
        unsafe { _mm512_storeu_si512(target.as_mut_ptr().cast(), self.0) }
    }

    #[inline(always)]
    fn rotate_fields(self) -> (Self, Self) {
        // The fields again at the top of the lane, where the funnel shift takes them from.
        let top = (self << 2).0;
        (
            Self(intrinsic!(_mm512_shldi_epi32::<20>(self.0, top))),
            Self(intrinsic!(_mm512_shldi_epi32::<10>(self.0, top))),
        )
    }
    #[inline(always)]
    fn to_floats(self) -> Self {
        Self(intrinsic!(_mm512_castps_si512(intrinsic!(_mm512_cvtepi32_ps(self.0)))))
    }
    #[inline(always)]
    fn shuffle_quads<const ORDER: i32>(self) -> Self {
        Self(intrinsic!(_mm512_shuffle_epi32::<ORDER>(self.0)))
    }
    #[inline(always)]
    fn repeat_quad(_: Avx512Proof, quad: &[u32; 4]) -> Self {
        // SAFETY: a proof has been given, and `quad` is sixteen bytes.
        Self(unsafe { _mm512_broadcast_i32x4(_mm_loadu_si128(quad.as_ptr().cast())) })
    }
    #[inline(always)]
    fn equal(self, other: Self) -> __mmask16 {
        intrinsic!(_mm512_cmpeq_epi32_mask(self.0, other.0))
    }
    #[inline(always)]
    fn intersects(self, other: Self) -> __mmask16 {
        intrinsic!(_mm512_test_epi32_mask(self.0, other.0))
    }
    #[inline(always)]
    fn mask_bits(mask: __mmask16) -> u32 {
        u32::from(mask)
    }
}

impl SlotVector for Avx512 {
    #[inline(always)]
    fn slots_to_front(self, slots: u32) -> Self {
        static LANES: [[u32; 16]; 16] = super::lanes_to_front();
        debug_assert!(slots < 16);
        self.permute(Self::load(self.proof(), &LANES[slots as usize & 15]))
    }
    #[inline(always)]
    fn refilled(self, free: u32, source: Self) -> Self {
        static LANES: [[u32; 16]; 16] = super::lanes_refilled(16);
        debug_assert!(free < 16);
        let lanes = Self::load(self.proof(), &LANES[free as usize & 15]);
        Self(intrinsic!(_mm512_permutex2var_epi32(self.0, lanes.0, source.0)))
    }
    #[inline(always)]
    fn min_halves(self, other: Self) -> Self {
        Self(intrinsic!(_mm512_min_epi16(self.0, other.0)))
    }
    #[inline(always)]
    fn where_equal(self, a: Self, b: Self) -> Self {
        Self(intrinsic!(_mm512_maskz_mov_epi32(intrinsic!(_mm512_cmpeq_epi32_mask(a.0, b.0)), self.0)))
    }
}

impl Lanes for Avx512 {
    #[inline(always)]
    fn shift_left_by(self, counts: Self) -> Self {
        Self(intrinsic!(_mm512_sllv_epi32(self.0, counts.0)))
    }
    #[inline(always)]
    fn position_of_single_bit(self) -> Self {
        let below = self - Self::splat(self.proof(), 1);
        Self(intrinsic!(_mm512_popcnt_epi32(below.0)))
    }

    #[inline(always)]
    fn look_up_bytes(self, table: &[u8; 16]) -> Self {
        // SAFETY: `self` proves the instructions, and `table` is sixteen bytes.
        Self(unsafe {
            let table = _mm512_broadcast_i32x4(_mm_loadu_si128(table.as_ptr().cast()));
            _mm512_shuffle_epi8(table, self.0)
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
            intrinsic!(_mm512_shuffle_epi8(self.0, intrinsic!(_mm512_broadcast_i32x4(bytes))))
        })
    }
    #[inline(always)]
    fn from_quads(_: Avx512Proof, quads: [&[u8; 16]; 4]) -> Self {
        // SAFETY: a proof has been given, and each pointer is to sixteen bytes.
        Self(unsafe {
            let all = _mm512_castsi128_si512(_mm_loadu_si128(quads[0].as_ptr().cast()));
            let all = _mm512_inserti32x4::<1>(all, _mm_loadu_si128(quads[1].as_ptr().cast()));
            let all = _mm512_inserti32x4::<2>(all, _mm_loadu_si128(quads[2].as_ptr().cast()));
            _mm512_inserti32x4::<3>(all, _mm_loadu_si128(quads[3].as_ptr().cast()))
        })
    }
    #[inline(always)]
    fn to_quads(self) -> [[u8; 16]; 4] {
        let mut quads = [[0; 16]; 4];
        // SAFETY: `self` proves the instruction, and the array has 64 bytes.
        unsafe { _mm512_storeu_si512(quads.as_mut_ptr().cast(), self.0) };
        quads
    }
    #[inline(always)]
    fn transpose_quads([a, b, c, d]: [Self; 4]) -> [Self; 4] {
        {
            let (ab_low, ab_high) =
                (intrinsic!(_mm512_unpacklo_epi32(a.0, b.0)), intrinsic!(_mm512_unpackhi_epi32(a.0, b.0)));
            let (cd_low, cd_high) =
                (intrinsic!(_mm512_unpacklo_epi32(c.0, d.0)), intrinsic!(_mm512_unpackhi_epi32(c.0, d.0)));
            [
                Self(intrinsic!(_mm512_unpacklo_epi64(ab_low, cd_low))),
                Self(intrinsic!(_mm512_unpackhi_epi64(ab_low, cd_low))),
                Self(intrinsic!(_mm512_unpacklo_epi64(ab_high, cd_high))),
                Self(intrinsic!(_mm512_unpackhi_epi64(ab_high, cd_high))),
            ]
        }
    }
    #[inline(always)]
    fn rotate_nines(self) -> (Self, Self) {
        // The fields again at the top of the lane, where the funnel shift takes them from.
        let top = (self << 5).0;
        (
            Self(intrinsic!(_mm512_shldi_epi32::<18>(self.0, top))),
            Self(intrinsic!(_mm512_shldi_epi32::<9>(self.0, top))),
        )
    }
    #[inline(always)]
    fn permute(self, indices: Self) -> Self {
        Self(intrinsic!(_mm512_permutexvar_epi32(indices.0, self.0)))
    }
    #[inline(always)]
    fn look_up<const LENGTH: usize>(indices: Self, table: &[u32; LENGTH]) -> Self {
        const { assert!(LENGTH.is_power_of_two()) };
        let indices = indices & Self::splat(indices.proof(), LENGTH as u32 - 1);
        // SAFETY: `indices` prove the instruction, and the mask keeps them inside the table.
        Self(unsafe { _mm512_i32gather_epi32::<4>(indices.0, table.as_ptr().cast()) })
    }
    #[inline(always)]
    fn positions(proof: Avx512Proof, lanes: u32) -> Self {
        Self(intrinsic!(_mm512_maskz_compress_epi32(lanes as __mmask16, lane_numbers(proof))))
    }
    #[inline(always)]
    fn ranks(proof: Avx512Proof, lanes: u32) -> Self {
        Self(intrinsic!(_mm512_maskz_expand_epi32(lanes as __mmask16, lane_numbers(proof))))
    }

    #[inline(always)]
    fn lowest(_: Avx512Proof, lanes: u32, count: usize) -> u32 {
        intrinsic!(_pdep_u32(((1u64 << count) - 1) as u32, lanes))
    }
    #[inline(always)]
    fn mask(_: Avx512Proof, lanes: u32) -> __mmask16 {
        lanes as __mmask16
    }
    #[inline(always)]
    fn blend(mask: __mmask16, a: Self, b: Self) -> Self {
        Self(intrinsic!(_mm512_mask_mov_epi32(b.0, mask, a.0)))
    }
    #[inline(always)]
    fn keep(self, mask: __mmask16) -> Self {
        Self(intrinsic!(_mm512_maskz_mov_epi32(mask, self.0)))
    }
}

/// 0, 1, 2, ... 15.
#[inline(always)]
fn lane_numbers(_: Avx512Proof) -> __m512i {
    intrinsic!(_mm512_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15))
}
