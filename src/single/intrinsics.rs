//! Intrinsics that work on registers alone, without a SAFETY comment for each.

use core::arch::x86_64::*;

/// What an intrinsic may be given here: registers, masks and numbers, but no pointer.
pub(super) trait Value: Copy {}

macro_rules! values {
    ($($type:ty)*) => {$(impl Value for $type {})*};
}
values! { __m128i __m256i __m256d __m512i i8 i16 i32 i64 u16 u32 u64 }

#[inline(always)]
pub(super) const fn value<T: Value>(value: T) -> T {
    value
}

/// Calls one intrinsic. Its arguments are [values](Value), and are found outside of `unsafe`: neither a load or store nor
/// any other unsafe function fits in here.
///
/// What is left to the author is that the function around it holds a register or a proof whose instructions
/// these are.
macro_rules! intrinsic {
    ($name:ident()) => {
        // SAFETY: without pointers an intrinsic asks for nothing but its instructions. Every processor of the target
        // has those of SSE2; those of others stand in functions that hold a register or a proof of theirs.
        unsafe { $name() }
    };
    ($name:ident $(::<$immediate:tt>)? ($a:expr $(,)?)) => {{
        let a = $crate::single::intrinsics::value($a);
        // SAFETY: as above.
        unsafe { $name $(::<$immediate>)? (a) }
    }};
    ($name:ident $(::<$immediate:tt>)? ($a:expr, $b:expr $(,)?)) => {{
        let (a, b) = ($crate::single::intrinsics::value($a), $crate::single::intrinsics::value($b));
        // SAFETY: as above.
        unsafe { $name $(::<$immediate>)? (a, b) }
    }};
    ($name:ident $(::<$immediate:tt>)? ($a:expr, $b:expr, $c:expr $(,)?)) => {{
        let (a, b) = ($crate::single::intrinsics::value($a), $crate::single::intrinsics::value($b));
        let c = $crate::single::intrinsics::value($c);
        // SAFETY: as above.
        unsafe { $name $(::<$immediate>)? (a, b, c) }
    }};
    ($name:ident $(::<$immediate:tt>)? ($a:expr, $b:expr, $c:expr, $d:expr $(,)?)) => {{
        let (a, b) = ($crate::single::intrinsics::value($a), $crate::single::intrinsics::value($b));
        let (c, d) = ($crate::single::intrinsics::value($c), $crate::single::intrinsics::value($d));
        // SAFETY: as above.
        unsafe { $name $(::<$immediate>)? (a, b, c, d) }
    }};
}
pub(super) use intrinsic;
