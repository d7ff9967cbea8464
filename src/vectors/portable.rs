//! Vectors in plain Rust: arrays, for the tests and for processors whose vectors have no file here. The compiler turns
//! them into vectors, or into ordinary registers.

use core::array::from_fn;
use core::mem::MaybeUninit;
use core::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

use super::{BitOperations, HasLanes, Lanes, SlotVector, Vector};

/// `LANES` lanes, a power of two, at most 32.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(align(16))]
pub(crate) struct Portable<const LANES: usize>([u32; LANES]);

/// Evaluates one expression for all lanes of one or two vectors. This loop compiles in less time than `array::from_fn`.
macro_rules! by_lane {
    (|$lane:ident| $value:expr) => {{
        let mut lanes = [0; LANES];
        let mut $lane = 0;
        while $lane < LANES {
            lanes[$lane] = $value;
            $lane += 1;
        }
        Self(lanes)
    }};
}

macro_rules! operators {
    ($($trait:ident $method:ident $right:ty, |$a:ident, $b:ident, $lane:ident| $value:expr;)*) => {$(
        impl<const LANES: usize> $trait<$right> for Portable<LANES> {
            type Output = Self;
            #[cfg_attr(test, inline)]
            #[cfg_attr(not(test), inline(always))]
            fn $method(self, $b: $right) -> Self {
                let $a = self;
                by_lane!(|$lane| $value)
            }
        }
    )*};
}
operators! {
    BitAnd bitand Self, |a, b, lane| a.0[lane] & b.0[lane];
    BitOr bitor Self, |a, b, lane| a.0[lane] | b.0[lane];
    BitXor bitxor Self, |a, b, lane| a.0[lane] ^ b.0[lane];
    Add add Self, |a, b, lane| a.0[lane].wrapping_add(b.0[lane]);
    Sub sub Self, |a, b, lane| a.0[lane].wrapping_sub(b.0[lane]);
    Shl shl u32, |a, count, lane| a.0[lane] << count;
    Shr shr u32, |a, count, lane| a.0[lane] >> count;
}

impl<const LANES: usize> Not for Portable<LANES> {
    type Output = Self;
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn not(self) -> Self {
        by_lane!(|lane| !self.0[lane])
    }
}

impl<const LANES: usize> BitOperations for Portable<LANES> {}

impl<const LANES: usize> Vector for Portable<LANES> {
    type Proof = ();
    /// All bits of a lane are equal.
    type Mask = Self;
    const LANES: usize = LANES;

    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn proof(self) {}
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn splat((): (), value: u32) -> Self {
        Self([value; LANES])
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn load((): (), source: &[u32]) -> Self {
        let source = &source[..LANES];
        by_lane!(|lane| source[lane])
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn write(self, target: &mut [MaybeUninit<u32>]) {
        for (entry, lane) in target[..LANES].iter_mut().zip(self.0) {
            entry.write(lane);
        }
    }

    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn to_floats(self) -> Self {
        by_lane!(|lane| (self.0[lane] as f32).to_bits())
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn shuffle_quads<const ORDER: i32>(self) -> Self {
        by_lane!(|lane| self.0[lane / 4 * 4 + (ORDER as usize >> (lane % 4 * 2) & 3)])
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn repeat_quad((): (), quad: &[u32; 4]) -> Self {
        by_lane!(|lane| quad[lane % 4])
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn equal(self, other: Self) -> Self {
        by_lane!(|lane| u32::from(self.0[lane] == other.0[lane]).wrapping_neg())
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn intersects(self, other: Self) -> Self {
        by_lane!(|lane| u32::from(self.0[lane] & other.0[lane] != 0).wrapping_neg())
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn mask_bits(mask: Self) -> u32 {
        let mut bits = 0;
        for (lane, value) in mask.0.into_iter().enumerate() {
            bits |= (value & 1) << lane;
        }
        bits
    }
}

impl<const LANES: usize> SlotVector for Portable<LANES> {
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn slots_to_front(self, slots: u32) -> Self {
        let mut front = 0;
        let mut moved = self;
        for slot in 0..Self::SLOTS {
            moved.0.copy_within(4 * slot..4 * slot + 4, 4 * front);
            front += (slots >> slot & 1) as usize;
        }
        moved
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn refilled(self, free: u32, source: Self) -> Self {
        let mut from = LANES;
        let mut refilled = self;
        for slot in 0..Self::SLOTS {
            if free >> slot & 1 == 1 {
                from -= 4;
                refilled.0[4 * slot..4 * slot + 4].copy_from_slice(&source.0[from..from + 4]);
            }
        }
        refilled
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn min_halves(self, other: Self) -> Self {
        let least = |a: u32, b: u32| u32::from((a as u16 as i16).min(b as u16 as i16) as u16);
        by_lane!(
            |lane| least(self.0[lane], other.0[lane]) | least(self.0[lane] >> 16, other.0[lane] >> 16) << 16
        )
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn where_equal(self, a: Self, b: Self) -> Self {
        self & a.equal(b)
    }
}

impl HasLanes for () {
    type Vectors = Portable<8>;
}

impl<const LANES: usize> Lanes for Portable<LANES> {
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn shift_left_by(self, counts: Self) -> Self {
        by_lane!(|lane| self.0[lane].unbounded_shl(counts.0[lane]))
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn position_of_single_bit(self) -> Self {
        by_lane!(|lane| self.0[lane].trailing_zeros())
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn permute(self, indices: Self) -> Self {
        by_lane!(|lane| self.0[indices.0[lane] as usize % LANES])
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn look_up<const LENGTH: usize>(indices: Self, table: &[u32; LENGTH]) -> Self {
        const { assert!(LENGTH.is_power_of_two()) };
        by_lane!(|lane| table[indices.0[lane] as usize % LENGTH])
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn look_up_bytes(self, table: &[u8; 16]) -> Self {
        by_lane!(|lane| u32::from_le_bytes(self.0[lane].to_le_bytes().map(|byte| table[byte as usize % 16])))
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn byte(self, index: usize) -> Self {
        by_lane!(|lane| self.0[lane] >> (8 * index) & 0xff)
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn from_quads((): (), quads: [&[u8; 16]; 4]) -> Self {
        by_lane!(|lane| {
            let bytes = quads[lane / 4].as_chunks::<4>().0;
            u32::from_le_bytes(bytes[lane % 4])
        })
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn to_quads(self) -> [[u8; 16]; 4] {
        let mut quads = [[0; 16]; 4];
        for (bytes, lane) in quads.as_flattened_mut().as_chunks_mut::<4>().0.iter_mut().zip(self.0) {
            *bytes = lane.to_le_bytes();
        }
        quads
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn transpose_quads(vectors: [Self; 4]) -> [Self; 4] {
        from_fn(|i| by_lane!(|lane| vectors[lane % 4].0[lane / 4 * 4 + i]))
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn positions((): (), lanes: u32) -> Self {
        let mut positions = [0; LANES];
        let mut count = 0;
        for lane in 0..LANES {
            positions[count % LANES] = if lanes >> lane & 1 == 1 { lane as u32 } else { 0 };
            count += (lanes >> lane & 1) as usize;
        }
        Self(positions)
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn ranks((): (), lanes: u32) -> Self {
        by_lane!(|lane| (lanes & ((1 << lane) - 1)).count_ones() * (lanes >> lane & 1))
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn lowest((): (), lanes: u32, count: usize) -> u32 {
        let mut rest = lanes;
        for _ in 0..count.min(LANES) {
            rest &= rest.wrapping_sub(1);
        }
        lanes & !rest
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn mask((): (), lanes: u32) -> Self {
        by_lane!(|lane| (lanes >> lane & 1).wrapping_neg())
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn blend(mask: Self, a: Self, b: Self) -> Self {
        by_lane!(|lane| (a.0[lane] & mask.0[lane]) | (b.0[lane] & !mask.0[lane]))
    }
    #[cfg_attr(test, inline)]
    #[cfg_attr(not(test), inline(always))]
    fn keep(self, mask: Self) -> Self {
        self & mask
    }
}
