//! Four lanes in the 128-bit registers of WebAssembly (simd128).

#![allow(unused_unsafe, reason = "WebAssembly's intrinsics are safe, unless they take a pointer")]

use core::arch::wasm32::*;
use core::mem::MaybeUninit;
use core::ops::{Not, Shl, Shr};

use super::intrinsics::register_operators;
use super::{BitOperations, Vector};

/// Four lanes.
#[derive(Clone, Copy)]
pub(crate) struct Simd128(v128);

register_operators! { Simd128:
    BitAnd bitand v128_and
    BitOr bitor v128_or
    BitXor bitxor v128_xor
    Add add u32x4_add
    Sub sub u32x4_sub
}

impl Not for Simd128 {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(v128_not(self.0))
    }
}

impl Shl<u32> for Simd128 {
    type Output = Self;
    #[inline(always)]
    fn shl(self, count: u32) -> Self {
        Self(u32x4_shl(self.0, count))
    }
}

impl Shr<u32> for Simd128 {
    type Output = Self;
    #[inline(always)]
    fn shr(self, count: u32) -> Self {
        Self(u32x4_shr(self.0, count))
    }
}

/// The compiler finds `andnot` itself.
impl BitOperations for Simd128 {
    #[inline(always)]
    fn select(bits: Self, a: Self, b: Self) -> Self {
        Self(v128_bitselect(a.0, b.0, bits.0))
    }
}

impl Vector for Simd128 {
    type Proof = ();
    type Mask = v128;
    const LANES: usize = 4;

    #[inline(always)]
    fn proof(self) {}
    #[inline(always)]
    fn splat((): (), value: u32) -> Self {
        Self(u32x4_splat(value))
    }
    #[inline(always)]
    fn load((): (), source: &[u32]) -> Self {
        let source = &source[..Self::LANES];
        // SAFETY: the target has simd128, the slice has four entries, and a load needs no alignment.
        Self(unsafe { v128_load(source.as_ptr().cast()) })
    }
    #[inline(always)]
    fn write(self, target: &mut [MaybeUninit<u32>]) {
        let target = &mut target[..Self::LANES];
        // SAFETY: the target has simd128, the slice has four entries, and a store needs no alignment.
        unsafe { v128_store(target.as_mut_ptr().cast(), self.0) }
    }
    #[inline(always)]
    fn to_floats(self) -> Self {
        Self(f32x4_convert_i32x4(self.0))
    }
    #[inline(always)]
    fn shuffle_quads<const ORDER: i32>(self) -> Self {
        // The shuffle with constant lanes is one instruction of the processor; the lanes cannot be calculated.
        match ORDER {
            0b11_00_10_01 => Self(u32x4_shuffle::<1, 2, 0, 3>(self.0, self.0)),
            0b11_01_00_10 => Self(u32x4_shuffle::<2, 0, 1, 3>(self.0, self.0)),
            _ => {
                let mut lanes = [0; 4];
                self.store(&mut lanes);
                let [a, b, c, d] = [0, 2, 4, 6].map(|at| lanes[(ORDER >> at & 3) as usize]);
                Self(u32x4(a, b, c, d))
            }
        }
    }
    #[inline(always)]
    fn repeat_quad((): (), quad: &[u32; 4]) -> Self {
        Self::load((), quad)
    }
    #[inline(always)]
    fn equal(self, other: Self) -> v128 {
        u32x4_eq(self.0, other.0)
    }
    #[inline(always)]
    fn intersects(self, other: Self) -> v128 {
        u32x4_ne((self & other).0, u32x4_splat(0))
    }
    #[inline(always)]
    fn mask_bits(mask: v128) -> u32 {
        u32::from(u32x4_bitmask(mask))
    }
}
