//! Calls of intrinsics that work on registers alone, without a SAFETY comment for each.

#[cfg(target_arch = "aarch64")]
use core::arch::aarch64::*;
#[cfg(simd128)]
use core::arch::wasm32::v128;
#[cfg(target_arch = "x86_64")]
use core::arch::x86_64::*;

/// A type that [`intrinsic!`] may pass: a register, a mask or a number, but no pointer.
pub(crate) trait Value: Copy {}

macro_rules! values {
    ($($type:ty)*) => {$(impl Value for $type {})*};
}
values! { i8 i16 i32 i64 u8 u16 u32 u64 }
#[cfg(target_arch = "x86_64")]
values! { __m128 __m128i __m256 __m256i __m256d __m512 __m512i }
#[cfg(neon)]
values! { float32x4_t int32x4_t uint32x4_t uint8x16_t }
#[cfg(simd128)]
values! { v128 }

/// Restricts the type of an argument.
#[inline(always)]
pub(crate) const fn value<T: Value>(value: T) -> T {
    value
}

/// Calls one intrinsic. Its arguments are [values](Value) and are evaluated outside `unsafe`, so no load, store or
/// other unsafe function can be used in them.
///
/// The caller has one obligation: the function around the call must hold a vector or a proof of the instructions.
macro_rules! intrinsic {
    (@bind $call:tt [$($bound:ident)*] $first:expr, $($rest:expr,)*) => {{
        // Each of these is a different variable, by macro hygiene.
        let argument = $crate::vectors::intrinsics::value($first);
        $crate::vectors::intrinsics::intrinsic!(@bind $call [$($bound)* argument] $($rest,)*)
    }};
    (@bind [$name:ident $(::<$immediate:tt>)?] [$($bound:ident)*]) => {
        // SAFETY: without pointers, an intrinsic requires only its instructions. Every processor of the target has
        // those of `Baseline`; other instructions are used in functions that hold a vector or a proof of them.
        unsafe { $name $(::<$immediate>)? ($($bound),*) }
    };
    ($name:ident $(::<$immediate:tt>)? ($($argument:expr),* $(,)?)) => {
        $crate::vectors::intrinsics::intrinsic!(@bind [$name $(::<$immediate>)?] [] $($argument,)*)
    };
}
pub(crate) use intrinsic;

/// Implements operators of one or two registers, each by an intrinsic.
macro_rules! register_operators {
    ($type:ty: $($trait:ident $method:ident $intrinsic:ident)*) => {$(
        impl core::ops::$trait for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self($crate::vectors::intrinsics::intrinsic!($intrinsic(self.0, other.0)))
            }
        }
    )*};
}
pub(crate) use register_operators;

/// Implements shifts of all lanes by one count, each by an intrinsic that takes the count in a register.
#[cfg(target_arch = "x86_64")]
macro_rules! register_shifts {
    ($type:ty: $($trait:ident $method:ident $intrinsic:ident)*) => {$(
        impl core::ops::$trait<u32> for $type {
            type Output = Self;
            #[inline(always)]
            fn $method(self, count: u32) -> Self {
                use $crate::vectors::intrinsics::intrinsic;
                let count = intrinsic!(_mm_cvtsi32_si128(count.cast_signed()));
                Self(intrinsic!($intrinsic(self.0, count)))
            }
        }
    )*};
}
#[cfg(target_arch = "x86_64")]
pub(crate) use register_shifts;

/// Implements `!` by an exclusive or with all bits set.
#[cfg(target_arch = "x86_64")]
macro_rules! register_not {
    ($type:ty: $xor:ident, $splat:ident) => {
        impl core::ops::Not for $type {
            type Output = Self;
            #[inline(always)]
            fn not(self) -> Self {
                use $crate::vectors::intrinsics::intrinsic;
                Self(intrinsic!($xor(self.0, intrinsic!($splat(-1)))))
            }
        }
    };
}
#[cfg(target_arch = "x86_64")]
pub(crate) use register_not;
