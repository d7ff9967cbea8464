//! Vectors of 32-bit lanes, with the few operations of the SIMD engines.
//!
//! The engines are generic over the traits [`Vector`], [`SlotVector`] and [`Lanes`]. The files of this folder implement
//! them for SSE2, AVX2 and AVX-512, and with arrays for all other processors. [`BitOperations`] also lies under the
//! layouts of the single engine.
//!
//! # How a generic kernel reaches the instructions
//!
//! An intrinsic is inlined only into a function that has its target features. So every method here is
//! `#[inline(always)]`, and so must be every generic function of a kernel. [`Instructions::run`] is a function with
//! `#[target_feature(enable = "...")]`: the generic code, a [`KernelCode`], is inlined into it. A closure takes no
//! inlining attribute; keep closures out of kernels.
//!
//! # Why the methods are safe
//!
//! A vector is made only from its [`Vector::Proof`], a value without size that proves that the processor has the
//! instructions. Making a proof is the only unsafe step; a vector or a proof permits every method.

use core::mem::MaybeUninit;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

#[cfg(target_arch = "x86_64")]
pub(crate) mod avx2;
#[cfg(target_arch = "x86_64")]
pub(crate) mod avx512;
#[cfg(target_arch = "x86_64")]
pub(crate) mod intrinsics;
#[cfg(any(test, not(target_arch = "x86_64")))]
pub(crate) mod portable;
#[cfg(target_arch = "x86_64")]
pub(crate) mod sse2;
#[cfg(test)]
pub(crate) mod tests;

/// Proof that the processor has a kernel's instructions.
pub(crate) trait Instructions: Copy {
    /// Runs code with the instructions enabled, in a function of its own: its stack is reserved only while it runs.
    fn run<C: KernelCode<Self>>(self, code: C) -> C::Output;
}

/// Code that runs with a kernel's instructions enabled.
pub(crate) trait KernelCode<P> {
    type Output;
    /// Runs the code. It must be `#[inline(always)]`, to get the instructions of the function around it.
    fn run(self, proof: P) -> Self::Output;
}

/// The baseline instructions of the target.
impl Instructions for () {
    #[inline(never)]
    fn run<C: KernelCode<Self>>(self, code: C) -> C::Output {
        code.run(self)
    }
}

/// The vector of four lanes that every machine of the target has.
#[cfg(target_arch = "x86_64")]
pub(crate) type Baseline = sse2::Sse2;
/// The vector of four lanes that every machine of the target has.
#[cfg(not(target_arch = "x86_64"))]
pub(crate) type Baseline = portable::Portable<4>;

/// A kernel with enough lanes for a batch.
pub(crate) trait HasLanes: Instructions {
    /// The vectors that hold a search node in each lane.
    type Vectors: Lanes<Proof = Self>;
}

/// Bitwise operations on three registers, of vectors and of the layouts of the single engine. An instruction set with
/// instructions for them implements them anew.
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
/// Operators are bitwise or modulo 2^32; `<<` and `>>` shift every lane by one
/// common count below 32, which should be a constant (it becomes an immediate).
pub(crate) trait Vector:
    BitOperations + Add<Output = Self> + Sub<Output = Self> + Shl<u32, Output = Self> + Shr<u32, Output = Self>
{
    /// Evidence that the processor runs this type's instructions.
    type Proof: Copy;
    /// One truth value for each lane, in the form the instructions like best.
    type Mask: Copy;
    /// Number of lanes; a power of two, at most 32.
    const LANES: usize;

    /// The proof that made this vector.
    fn proof(self) -> Self::Proof;

    /// `value` in every lane.
    fn splat(proof: Self::Proof, value: u32) -> Self;
    /// The first [`Self::LANES`] entries of `source`; no alignment needed.
    ///
    /// # Panics
    /// If `source` is shorter.
    fn load(proof: Self::Proof, source: &[u32]) -> Self;
    /// Writes the lanes to the first [`Self::LANES`] entries of `target`, which are initialized then.
    ///
    /// # Panics
    /// If `target` is shorter.
    fn write(self, target: &mut [MaybeUninit<u32>]);
    /// Writes the lanes to the first [`Self::LANES`] entries of `target`.
    ///
    /// # Panics
    /// If `target` is shorter.
    #[inline(always)]
    fn store(self, target: &mut [u32]) {
        // SAFETY: both slices are the same memory, and `write` leaves no entry uninitialized.
        self.write(unsafe { &mut *(&raw mut *target as *mut [MaybeUninit<u32>]) });
    }

    /// Lanes that hold three fields of ten bits, rotated by one field down and by one field up;
    /// the two highest bits of the results are unspecified.
    #[inline(always)]
    fn rotate_fields(self) -> (Self, Self) {
        ((self >> 10) | (self << 20), (self >> 20) | (self << 10))
    }

    /// Within every 128 bits, lane `i` becomes lane `(ORDER >> 2i) & 3`
    /// (the immediate of `pshufd`).
    fn shuffle_quads<const ORDER: i32>(self) -> Self;
    /// `quad` in every four lanes.
    fn repeat_quad(proof: Self::Proof, quad: &[u32; 4]) -> Self;

    /// Lanes where the two are equal.
    fn equal(self, other: Self) -> Self::Mask;
    /// Lanes where the two have a bit in common.
    fn intersects(self, other: Self) -> Self::Mask;
    /// The mask as an integer, bit `i` for lane `i`.
    fn mask_bits(mask: Self::Mask) -> u32;
    /// Lanes that are not zero, as an integer.
    #[inline(always)]
    fn nonzero_bits(self) -> u32 {
        Self::mask_bits(self.intersects(self))
    }
    /// Lanes where the two are equal, as an integer.
    #[inline(always)]
    fn equal_bits(self, other: Self) -> u32 {
        Self::mask_bits(self.equal(other))
    }
}

/// A vector of slots: every four lanes hold a search node. A set of slots is a word with a bit for each.
pub(crate) trait SlotVector: Vector {
    /// Number of slots.
    const SLOTS: usize = Self::LANES / 4;

    /// Moves the slots of the set `slots` to the front, in their order; the others are unspecified.
    fn slots_to_front(self, slots: u32) -> Self;
    /// Replaces the slots of the set `free` by slots of `source`: the first of them by its last, the second by its last
    /// but one.
    fn refilled(self, free: u32, source: Self) -> Self;
    /// `self` in the lanes where `a` and `b` are equal, zero in the others.
    fn where_equal(self, a: Self, b: Self) -> Self;
    /// The smaller of the signed 16-bit halves of the lanes.
    fn min_halves(self, other: Self) -> Self;
}

/// A vector with a search node in each lane.
pub(crate) trait Lanes: Vector {
    /// Shifts each lane left by the lane of `counts`; from 32 on nothing is left.
    fn shift_left_by(self, counts: Self) -> Self;
    /// Lanes that hold three fields of nine bits, rotated by one field down and by one field up;
    /// the five highest bits of the results are unspecified.
    #[inline(always)]
    fn rotate_nines(self) -> (Self, Self) {
        ((self >> 9) | (self << 18), (self >> 18) | (self << 9))
    }
    /// Position of the one bit set in each lane; unspecified unless exactly one is set.
    fn position_of_single_bit(self) -> Self;

    /// Lane `i` becomes lane `indices[i] % LANES`.
    fn permute(self, indices: Self) -> Self;
    /// Lane `i` becomes `table[indices[i]]`.
    ///
    /// # Panics
    /// Lengths that are no power of two do not compile; indices are taken
    /// modulo the length.
    fn look_up<const LENGTH: usize>(indices: Self, table: &[u32; LENGTH]) -> Self;
    /// Every byte, below 16, becomes the byte of the table with that number.
    fn look_up_bytes(self, table: &[u8; 16]) -> Self;
    /// Byte `index` of each lane, alone.
    fn byte(self, index: usize) -> Self;
    /// The `i`-th 128 bits become the `i`-th sixteen bytes; those beyond the vector are left out.
    fn from_quads(proof: Self::Proof, quads: [&[u8; 16]; 4]) -> Self;
    /// The `i`-th sixteen bytes become the `i`-th 128 bits; those beyond the vector are zero.
    fn to_quads(self) -> [[u8; 16]; 4];
    /// Within every 128 bits, lane `i` of vector `j` becomes lane `j` of vector `i`.
    fn transpose_quads(vectors: [Self; 4]) -> [Self; 4];
    /// Lane `i` becomes the position of the `i`-th bit set in `lanes`; lanes
    /// beyond the number of bits set are zero.
    fn positions(proof: Self::Proof, lanes: u32) -> Self;
    /// Lane `i`, if bit `i` of `lanes` is set, becomes the number of bits set below it;
    /// other lanes are zero.
    fn ranks(proof: Self::Proof, lanes: u32) -> Self;

    /// The lowest `count` bits that are set in `lanes`, or all if there are no more.
    fn lowest(proof: Self::Proof, lanes: u32, count: usize) -> u32;
    /// The mask with the lanes of the bits set in `lanes`.
    fn mask(proof: Self::Proof, lanes: u32) -> Self::Mask;
    /// Choice by lane: `a` where the mask is set, `b` elsewhere.
    fn blend(mask: Self::Mask, a: Self, b: Self) -> Self;
    /// `self` in the lanes of `mask`, zero in the others.
    fn keep(self, mask: Self::Mask) -> Self;
}

/// For each set of slots: the lanes of those slots, in order, from the front.
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

/// For each word of free slots: the lanes as they are, but in the free slots, with the bit `taken`,
/// the lanes of the last slot, the last but one, and so on.
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

/// All lanes of a vector with `lanes` lanes, as an integer.
#[inline(always)]
pub(crate) const fn all_lanes(lanes: usize) -> u32 {
    u32::MAX >> (32 - lanes)
}
