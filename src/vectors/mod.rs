//! Vectors of 32-bit lanes, with the few operations of the SIMD engines.
//!
//! The engines are generic over the traits [`Vector`], [`SlotVector`] and [`Lanes`]. The files of this folder implement
//! them for SSE2, AVX2, AVX-512, NEON and WebAssembly's simd128, and with arrays for all other processors. The layouts
//! of the single engine also use [`BitOperations`].
//!
//! # How a generic kernel reaches the instructions
//!
//! An intrinsic is inlined only into a function that has its target features. So every method here is
//! `#[inline(always)]`, and so must be every generic function of a kernel. [`Instructions::run`] is a function with
//! `#[target_feature(enable = "...")]`; the generic code, a [`KernelCode`], is inlined into it. Closures cannot have
//! the inlining attribute, so kernels must not use them.
//!
//! # Why the methods are safe
//!
//! A vector is created only from its [`Vector::Proof`], a zero-sized value that proves that the processor has the
//! instructions. Creating a proof is the only unsafe step; with a vector or a proof, every method is safe.

use core::mem::MaybeUninit;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(any(target_arch = "x86_64", neon, simd128))]
pub(crate) mod intrinsics;
#[cfg(neon)]
pub(crate) mod neon;
#[cfg(any(test, not(target_arch = "x86_64")))]
pub(crate) mod portable;
#[cfg(simd128)]
pub(crate) mod simd128;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse2;
#[cfg(test)]
pub(crate) mod tests;

/// Proof that the processor has a kernel's instructions.
pub(crate) trait Instructions: Copy {
    /// Runs code with the instructions enabled, in a separate function: its stack is reserved only while it runs.
    fn run<C: KernelCode<Self>>(self, code: C) -> C::Output;
}

/// Code that runs with a kernel's instructions enabled.
pub(crate) trait KernelCode<P> {
    type Output;
    /// Runs the code. Must be `#[inline(always)]`, so that it gets the instructions of the function around it.
    fn run(self, proof: P) -> Self::Output;
}

/// The baseline instructions of the target.
impl Instructions for () {
    #[inline(never)]
    fn run<C: KernelCode<Self>>(self, code: C) -> C::Output {
        code.run(self)
    }
}

/// The vector of four lanes on the baseline instructions of the target.
#[cfg(target_arch = "x86_64")]
pub(crate) type Baseline = sse2::Sse2;
#[cfg(neon)]
pub(crate) type Baseline = neon::Neon;
#[cfg(simd128)]
pub(crate) type Baseline = simd128::Simd128;
#[cfg(not(any(target_arch = "x86_64", neon, simd128)))]
pub(crate) type Baseline = portable::Portable<4>;

/// A kernel with enough lanes for a batch.
pub(crate) trait HasLanes: Instructions {
    /// The vectors that hold a search node in each lane.
    type Vectors: Lanes<Proof = Self>;
}

/// Bitwise operations on three registers: of vectors and of the layouts of the single engine. An instruction set with
/// instructions for them overrides the defaults.
pub(crate) trait BitOperations:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// `a | b | c`
    #[inline(always)]
    fn or3(a: Self, b: Self, c: Self) -> Self {
        a | b | c
    }
    /// `a & b & c`
    #[inline(always)]
    fn and3(a: Self, b: Self, c: Self) -> Self {
        a & b & c
    }
    /// `a ^ b ^ c`: the low bit of the sum of three bits.
    #[inline(always)]
    fn xor3(a: Self, b: Self, c: Self) -> Self {
        a ^ b ^ c
    }
    /// Bits set in two or three of the vectors: the carry of the sum of three bits.
    #[inline(always)]
    fn majority(a: Self, b: Self, c: Self) -> Self {
        (a & b) | (c & (a | b))
    }
    /// The low and the high bit of the sum of three bits.
    #[inline(always)]
    fn sum3(a: Self, b: Self, c: Self) -> (Self, Self) {
        let either = a ^ b;
        (either ^ c, (a & b) | (either & c))
    }
    /// Bitwise choice: `a` where `bits` is set, `b` elsewhere.
    #[inline(always)]
    fn select(bits: Self, a: Self, b: Self) -> Self {
        (a & bits) | (b & !bits)
    }
    /// `a & (b | c)`
    #[inline(always)]
    fn and_or(a: Self, b: Self, c: Self) -> Self {
        a & (b | c)
    }
    /// `a | (b & c)`
    #[inline(always)]
    fn or_and(a: Self, b: Self, c: Self) -> Self {
        a | (b & c)
    }
    /// `a | (b ^ c)`: adds the bits in which `b` and `c` differ.
    #[inline(always)]
    fn or_xor(a: Self, b: Self, c: Self) -> Self {
        a | (b ^ c)
    }
    /// `a & (b | !c)`: where `c` is set, keeps only `b`.
    #[inline(always)]
    fn and_or_not(a: Self, b: Self, c: Self) -> Self {
        a & !(c & !b)
    }
    /// `a & !b & !c`
    #[inline(always)]
    fn and_not2(a: Self, b: Self, c: Self) -> Self {
        a & !(b | c)
    }
    /// `a & !(b & c)`
    #[inline(always)]
    fn and_nand(a: Self, b: Self, c: Self) -> Self {
        a & !(b & c)
    }
    /// `a | (b & !c)`
    #[inline(always)]
    fn or_and_not(a: Self, b: Self, c: Self) -> Self {
        a | (b & !c)
    }
}

/// A vector of 32-bit lanes, compared and calculated lane by lane.
///
/// Operators are bitwise or modulo 2^32. `<<` and `>>` shift every lane by the same count below 32, which should be a
/// constant (it becomes an immediate).
pub(crate) trait Vector:
    BitOperations + Add<Output = Self> + Sub<Output = Self> + Shl<u32, Output = Self> + Shr<u32, Output = Self>
{
    /// Proof that the processor has this type's instructions.
    type Proof: Copy;
    /// One truth value for each lane, in the most efficient form for the instructions.
    type Mask: Copy;
    /// Number of lanes; a power of two, at most 32.
    const LANES: usize;

    /// Returns the proof that created this vector.
    fn proof(self) -> Self::Proof;

    /// Returns `value` in every lane.
    fn splat(proof: Self::Proof, value: u32) -> Self;
    /// Loads the first [`Self::LANES`] entries of `source`. No alignment is needed.
    ///
    /// # Panics
    ///
    /// Panics if `source` is shorter.
    fn load(proof: Self::Proof, source: &[u32]) -> Self;
    /// Writes the lanes to the first [`Self::LANES`] entries of `target`, which initializes them.
    ///
    /// # Panics
    ///
    /// Panics if `target` is shorter.
    fn write(self, target: &mut [MaybeUninit<u32>]);
    /// Writes the lanes to the first [`Self::LANES`] entries of `target`.
    ///
    /// # Panics
    ///
    /// Panics if `target` is shorter.
    #[inline(always)]
    fn store(self, target: &mut [u32]) {
        // SAFETY: both slices are the same memory, and `write` leaves no entry uninitialized.
        self.write(unsafe { &mut *(&raw mut *target as *mut [MaybeUninit<u32>]) });
    }

    /// Returns lanes of three ten-bit fields, rotated by one field down and by one field up. The two highest bits of
    /// the lanes must be clear; those of the results are unspecified.
    #[inline(always)]
    fn rotate_fields(self) -> (Self, Self) {
        ((self >> 10) | (self << 20), (self >> 20) | (self << 10))
    }

    /// Returns the bits of each lane as a 32-bit floating-point number. The lanes must be below 2^31.
    fn to_floats(self) -> Self;

    /// Within every 128 bits, gives lane `i` the value of lane `(ORDER >> 2i) & 3` (the immediate of `pshufd`).
    fn shuffle_quads<const ORDER: i32>(self) -> Self;
    /// Repeats `quad` in every four lanes.
    fn repeat_quad(proof: Self::Proof, quad: &[u32; 4]) -> Self;

    /// Returns the lanes in which the two vectors are equal.
    fn equal(self, other: Self) -> Self::Mask;
    /// Returns the lanes in which the two vectors have a bit in common.
    fn intersects(self, other: Self) -> Self::Mask;
    /// Returns the mask as an integer, with bit `i` for lane `i`.
    fn mask_bits(mask: Self::Mask) -> u32;
    /// Returns the lanes that are not zero, as an integer.
    #[inline(always)]
    fn nonzero_bits(self) -> u32 {
        Self::mask_bits(self.intersects(self))
    }
    /// Returns the lanes in which the two vectors are equal, as an integer.
    #[inline(always)]
    fn equal_bits(self, other: Self) -> u32 {
        Self::mask_bits(self.equal(other))
    }
}

/// A vector of slots: every four lanes hold a search node. A set of slots is a word with one bit for each.
pub(crate) trait SlotVector: Vector {
    /// Number of slots.
    const SLOTS: usize = Self::LANES / 4;

    /// Moves the slots of the set `slots` to the front, in their order. The other slots of the result are unspecified.
    fn slots_to_front(self, slots: u32) -> Self;
    /// Replaces the slots of the set `free` with slots of `source`: the first of them with its last, the second with
    /// its last but one, and so on.
    fn refilled(self, free: u32, source: Self) -> Self;
    /// Returns `self` in the lanes in which `a` and `b` are equal, zero in the others.
    fn where_equal(self, a: Self, b: Self) -> Self;
    /// Returns the smaller of the signed 16-bit halves of the lanes.
    fn min_halves(self, other: Self) -> Self;
}

/// A vector with a search node in each lane. A set of lanes is a word with one bit for each; its other bits are clear.
pub(crate) trait Lanes: Vector {
    /// Shifts each lane left by the count in the lane of `counts`. Counts from 32 on give zero.
    fn shift_left_by(self, counts: Self) -> Self;
    /// Returns lanes of three nine-bit fields, rotated by one field down and by one field up. The five highest bits of
    /// the lanes must be clear; those of the results are unspecified.
    #[inline(always)]
    fn rotate_nines(self) -> (Self, Self) {
        ((self >> 9) | (self << 18), (self >> 18) | (self << 9))
    }
    /// Returns the position of the only bit set in each lane. Unspecified unless exactly one is set.
    fn position_of_single_bit(self) -> Self;

    /// Gives lane `i` the value of lane `indices[i] % LANES`.
    fn permute(self, indices: Self) -> Self;
    /// Gives lane `i` the value of `table[indices[i] % LENGTH]`.
    ///
    /// A `LENGTH` that is not a power of two does not compile.
    fn look_up<const LENGTH: usize>(indices: Self, table: &[u32; LENGTH]) -> Self;
    /// Replaces every byte with the byte of the table whose index is its low four bits. A byte from 128 on may become
    /// zero instead.
    fn look_up_bytes(self, table: &[u8; 16]) -> Self;
    /// Returns byte `index`, 0 to 3, of each lane, with the other bytes cleared.
    fn byte(self, index: usize) -> Self;
    /// Loads the `i`-th sixteen bytes into the `i`-th 128 bits. Ignores bytes beyond the vector.
    fn from_quads(proof: Self::Proof, quads: [&[u8; 16]; 4]) -> Self;
    /// Stores the `i`-th 128 bits in the `i`-th sixteen bytes. Bytes beyond the vector are zero.
    fn to_quads(self) -> [[u8; 16]; 4];
    /// Within every 128 bits, exchanges lane `i` of vector `j` with lane `j` of vector `i`.
    fn transpose_quads(vectors: [Self; 4]) -> [Self; 4];
    /// Returns in lane `i` the position of the `i`-th bit set in `lanes`. Lanes beyond the number of bits set are zero.
    fn positions(proof: Self::Proof, lanes: u32) -> Self;
    /// Returns in lane `i` the number of bits set in `lanes` below bit `i`, if bit `i` is set. Other lanes are zero.
    fn ranks(proof: Self::Proof, lanes: u32) -> Self;

    /// Returns the lowest `count` bits set in `lanes`, or all of them if there are fewer. `count` is at most
    /// [`LANES`](Vector::LANES).
    fn lowest(proof: Self::Proof, lanes: u32, count: usize) -> u32;
    /// Returns the mask of the lanes whose bits are set in `lanes`.
    fn mask(proof: Self::Proof, lanes: u32) -> Self::Mask;
    /// Selects by lane: `a` where the mask is set, `b` elsewhere.
    fn blend(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// Returns `self` in the lanes of `mask`, zero in the others.
    fn keep(self, mask: Self::Mask) -> Self;
}

/// Returns, for each set of slots, the lanes of these slots, in order, from the front.
const fn lanes_to_front<const LANES: usize, const SETS: usize>() -> [[u32; LANES]; SETS] {
    let mut table = [[0; LANES]; SETS];
    let mut slots = 0;
    while slots < SETS {
        let (mut slot, mut front) = (0, 0);
        while slot < LANES / 4 {
            if slots >> slot & 1 == 1 {
                let mut lane = 0;
                while lane < 4 {
                    table[slots][4 * front + lane] = (4 * slot + lane) as u32;
                    lane += 1;
                }
                front += 1;
            }
            slot += 1;
        }
        slots += 1;
    }
    table
}

/// Returns, for each word of free slots, the lane numbers, unchanged except in the free slots. Those get, with the bit
/// `taken`, the lanes of the last slot, the last but one, and so on.
const fn lanes_refilled<const LANES: usize, const SETS: usize>(taken: u32) -> [[u32; LANES]; SETS] {
    let mut table = [[0; LANES]; SETS];
    let mut free = 0;
    while free < SETS {
        let (mut slot, mut from) = (0, LANES / 4);
        while slot < LANES / 4 {
            let is_free = free >> slot & 1 == 1;
            if is_free {
                from -= 1;
            }
            let mut lane = 0;
            while lane < 4 {
                table[free][4 * slot + lane] =
                    if is_free { taken | (4 * from + lane) as u32 } else { (4 * slot + lane) as u32 };
                lane += 1;
            }
            slot += 1;
        }
        free += 1;
    }
    table
}

/// Returns all lanes of a vector with `lanes` lanes, as an integer.
#[inline(always)]
pub(crate) const fn all_lanes(lanes: usize) -> u32 {
    u32::MAX >> (32 - lanes)
}
