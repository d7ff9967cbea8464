//! Four lanes in the 128-bit registers that every AArch64 processor has (NEON).
//!
//! They hold one node of the single engine. A batch with four puzzles in these lanes was tried, too (November 2026): it
//! took 21 to 40 percent more instructions a puzzle than one node does, on easy and on hard puzzles.

use core::arch::aarch64::*;
use core::mem::MaybeUninit;
use core::ops::{Not, Shl, Shr};

use super::intrinsics::{intrinsic, register_operators};
use super::{BitOperations, Vector};

/// Four lanes.
#[derive(Clone, Copy)]
pub(crate) struct Neon(uint32x4_t);

register_operators! { Neon:
    BitAnd bitand vandq_u32
    BitOr bitor vorrq_u32
    BitXor bitxor veorq_u32
    Add add vaddq_u32
    Sub sub vsubq_u32
}

impl Not for Neon {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(intrinsic!(vmvnq_u32(self.0)))
    }
}

/// Shifts left by a count in a register; right, if it is negative. The compiler makes it an immediate.
#[inline(always)]
fn shift(lanes: uint32x4_t, count: i32) -> Neon {
    Neon(intrinsic!(vshlq_u32(lanes, intrinsic!(vdupq_n_s32(count)))))
}

impl Shl<u32> for Neon {
    type Output = Self;
    #[inline(always)]
    fn shl(self, count: u32) -> Self {
        shift(self.0, count.cast_signed())
    }
}

impl Shr<u32> for Neon {
    type Output = Self;
    #[inline(always)]
    fn shr(self, count: u32) -> Self {
        shift(self.0, -count.cast_signed())
    }
}

/// The compiler finds the instructions for the other operations.
impl BitOperations for Neon {
    #[inline(always)]
    fn majority(a: Self, b: Self, c: Self) -> Self {
        Self::select(a ^ b, c, b)
    }
    #[inline(always)]
    fn sum3(a: Self, b: Self, c: Self) -> (Self, Self) {
        let either = a ^ b;
        (either ^ c, Self::select(either, c, b))
    }
    #[inline(always)]
    fn select(bits: Self, a: Self, b: Self) -> Self {
        Self(intrinsic!(vbslq_u32(bits.0, a.0, b.0)))
    }
    #[inline(always)]
    fn and_or_not(a: Self, b: Self, c: Self) -> Self {
        a & Self(intrinsic!(vornq_u32(b.0, c.0)))
    }
}

impl Vector for Neon {
    type Proof = ();
    type Mask = uint32x4_t;
    const LANES: usize = 4;

    #[inline(always)]
    fn proof(self) {}
    #[inline(always)]
    fn splat((): (), value: u32) -> Self {
        Self(intrinsic!(vdupq_n_u32(value)))
    }
    #[inline(always)]
    fn load((): (), source: &[u32]) -> Self {
        let source = &source[..Self::LANES];
        // SAFETY: the target has NEON, and the slice has four entries.
        Self(unsafe { vld1q_u32(source.as_ptr()) })
    }
    #[inline(always)]
    fn write(self, target: &mut [MaybeUninit<u32>]) {
        let target = &mut target[..Self::LANES];
        // SAFETY: the target has NEON, and the slice has four entries.
        unsafe { vst1q_u32(target.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn rotate_fields(self) -> (Self, Self) {
        // `vsli` shifts left and keeps the bits below.
        (
            Self(intrinsic!(vsliq_n_u32::<20>(intrinsic!(vshrq_n_u32::<10>(self.0)), self.0))),
            Self(intrinsic!(vsliq_n_u32::<10>(intrinsic!(vshrq_n_u32::<20>(self.0)), self.0))),
        )
    }
    #[inline(always)]
    fn to_floats(self) -> Self {
        Self(intrinsic!(vreinterpretq_u32_f32(intrinsic!(vcvtq_f32_u32(self.0)))))
    }
    #[inline(always)]
    fn shuffle_quads<const ORDER: i32>(self) -> Self {
        let order = const {
            let mut order = [0; 16];
            let mut byte = 0;
            while byte < 16 {
                order[byte] = (ORDER >> (byte / 4 * 2) & 3) as u8 * 4 + byte as u8 % 4;
                byte += 1;
            }
            order
        };
        // SAFETY: the target has NEON, and `order` is sixteen bytes.
        let order = unsafe { vld1q_u8(order.as_ptr()) };
        let bytes = intrinsic!(vreinterpretq_u8_u32(self.0));
        Self(intrinsic!(vreinterpretq_u32_u8(intrinsic!(vqtbl1q_u8(bytes, order)))))
    }
    #[inline(always)]
    fn repeat_quad((): (), quad: &[u32; 4]) -> Self {
        Self::load((), quad)
    }
    #[inline(always)]
    fn equal(self, other: Self) -> uint32x4_t {
        intrinsic!(vceqq_u32(self.0, other.0))
    }
    #[inline(always)]
    fn intersects(self, other: Self) -> uint32x4_t {
        intrinsic!(vtstq_u32(self.0, other.0))
    }
    #[inline(always)]
    fn mask_bits(mask: uint32x4_t) -> u32 {
        let bits = Self::load((), &[1, 2, 4, 8]);
        intrinsic!(vaddvq_u32((Self(mask) & bits).0))
    }
}
