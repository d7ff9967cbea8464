//! How nine registers hold a board: what the sweep asks of a layout, and the two layouts.

use super::Solved;
use super::guess::EXCLUDED;
use super::resting::{OPEN, Resting};
use super::weights::{self, CellWords};
use crate::vectors::Vector;
use core::ops::{BitAnd, BitOr, BitXor, Not};

/// One of a board's nine registers `x[3r+c]`: for each of the nine boxes, the candidates of the
/// cell in row `r`, column `c` of the box, one bit for each digit. A box's nine bits are called a
/// field; fields lie apart, and what is between them belongs to the layout.
pub(super) trait Layout:
    Copy + BitAnd<Output = Self> + BitOr<Output = Self> + BitXor<Output = Self> + Not<Output = Self>
{
    /// Bits of a field, and what lies between fields.
    const FIELD: u32;
    /// The lowest digit of three fields.
    const LOWEST: u64 = 1 | 1 << Self::FIELD | 1 << (2 * Self::FIELD);
    /// The fields of a band, one for each stack.
    type Lane: Copy + Into<u64>;

    /// Every box gets the field of the next box in its stack, cyclically.
    fn of_next_band(self) -> Self;
    /// Every box gets the field of the box before it in its stack, cyclically.
    fn of_previous_band(self) -> Self;
    /// Every box gets the field of the next box in its band, cyclically, and, second, of the one before.
    fn of_both_stacks(lines: [Self; 3]) -> [(Self, Self); 3];

    fn or3(a: Self, b: Self, c: Self) -> Self;
    fn and3(a: Self, b: Self, c: Self) -> Self;
    fn majority(a: Self, b: Self, c: Self) -> Self;
    /// The low and the high bit of the sum of three bits.
    fn sum3(a: Self, b: Self, c: Self) -> (Self, Self);
    /// `a & !b & !c`
    fn and_not2(a: Self, b: Self, c: Self) -> Self;
    /// `a | (b & c)`
    fn or_and(a: Self, b: Self, c: Self) -> Self;
    /// `a & !(b & !c)`
    fn and_or_not(a: Self, b: Self, c: Self) -> Self;

    /// `self & single` in the fields where that has a digit, `self` in the others.
    fn settle(self, single: Self) -> Self;
    /// `self` in the fields where `confined` has fewer than three digits, `self & confined` elsewhere.
    fn limited_to_triples_of(self, confined: Self) -> Self;
    /// The digits alone.
    fn digits(self) -> Self;
    /// Fields that hold digits alone without their lowest digit.
    fn without_lowest(self) -> Self;
    /// The sum of fields that hold digits alone: their union, if they have no digit in common.
    fn plus(self, other: Self) -> Self;
    /// Which cells have one candidate left.
    fn census(self) -> Census<Self>;

    /// See [`Node::GOES_WIDE`](super::depth_first::Node::GOES_WIDE).
    const GOES_WIDE: bool;

    /// Whether every digit has a place in every box and no cell is empty.
    fn sound(placed: Self, occupied: Self) -> bool;
    /// Whether no bit is set.
    fn is_empty(self) -> bool;
    /// Whether nothing differs.
    fn same(self, other: Self) -> bool;
    /// Whether, digits alone, the two differ in one field at most.
    fn almost_same(self, other: Self) -> bool;
    /// Whether, as the solved digits by box, this is all of them.
    fn is_everything(self) -> bool;
    /// The bands one after the other.
    fn lanes(self) -> [Self::Lane; 4];
    /// The lanes that have the bit at `position` set, as the lowest bits; above three, anything.
    fn lanes_with(self, position: u32) -> u32;
    /// Of what is the same in all boxes of a band, one field for each band; beside them, anything.
    fn by_band(self) -> u64;
    /// Of what is the same in all boxes of a stack, one field for each stack; beside them, anything.
    fn by_stack(self) -> u64;
    /// The registers as a board at rest.
    fn board(x: &[Self; 9]) -> Resting;
    /// Writes the digits of a solved board, 1 to 9, row by row.
    fn write_digits(x: &[Self; 9], digits: &mut [u8; 81]);
    /// The registers of a board at rest; `x` proves that there can be some.
    fn from_board(x: &[Self; 9], board: &Resting) -> [Self; 9];
    /// The candidates, cell by cell.
    fn cells(x: &[Self; 9]) -> CellWords;
    /// The registers without these digits in one cell of [`CellWords`].
    fn without(x: &[Self; 9], place: usize, word: usize, digits: u16) -> [Self; 9];
    /// The registers without what a digit's way through a band or stack excludes (see [`guess`](super::guess)).
    fn restricted(x: &[Self; 9], group: usize, way: usize, digit: u32) -> [Self; 9];
}

/// What one register's cells come to.
pub(super) struct Census<L> {
    /// The candidates of cells that have just one; outside the digits, anything.
    pub solved: L,
    /// A bit of every field says, ANDed over the registers, that no cell is empty.
    pub occupied: L,
}

/// Bits of one field, in all three fields of a lane.
const fn in_each_field(bits: u32) -> u32 {
    bits | bits << 10 | bits << 20
}
/// The lowest digit of every field.
pub(super) const LOWEST: u32 = in_each_field(1);
/// The digits of every field.
pub(super) const DIGITS: u32 = in_each_field(0x1ff);
/// The guard of every field.
pub(super) const GUARDS: u32 = in_each_field(0x200);

/// Fields of ten bits: lane = band, field = stack, and above the nine digits a guard bit, always
/// set, that takes the carries of field arithmetic.
#[derive(Clone, Copy)]
pub(super) struct Fields<V>(pub V);

impl<V: Vector> Fields<V> {
    #[inline(always)]
    fn splat(self, value: u32) -> V {
        V::splat(self.0.proof(), value)
    }
    /// All digits of the fields whose guard is not set in `sum`. (The guard is set in the others.)
    #[inline(always)]
    fn digits_unless(self, sum: V) -> V {
        self.splat(DIGITS) + ((sum & self.splat(GUARDS)) >> 9)
    }
}

macro_rules! operators {
    ($($trait:ident $method:ident)*) => {$(
        impl<V: Vector> $trait for Fields<V> {
            type Output = Self;
            #[inline(always)]
            fn $method(self, other: Self) -> Self {
                Self(self.0.$method(other.0))
            }
        }
    )*};
}
operators! { BitAnd bitand BitOr bitor BitXor bitxor }
impl<V: Vector> Not for Fields<V> {
    type Output = Self;
    #[inline(always)]
    fn not(self) -> Self {
        Self(!self.0)
    }
}

impl<V: Vector> Layout for Fields<V> {
    const FIELD: u32 = 10;
    type Lane = u32;
    const GOES_WIDE: bool = false;

    #[inline(always)]
    fn of_next_band(self) -> Self {
        Self(self.0.shuffle_quads::<0b11_00_10_01>())
    }
    #[inline(always)]
    fn of_previous_band(self) -> Self {
        Self(self.0.shuffle_quads::<0b11_01_00_10>())
    }
    #[inline(always)]
    fn of_both_stacks(lines: [Self; 3]) -> [(Self, Self); 3] {
        let mut both = [(lines[0], lines[0]); 3];
        for i in 0..3 {
            let (next, previous) = V::rotate_fields(lines[i].0);
            both[i] = (Self(next), Self(previous));
        }
        both
    }
    #[inline(always)]
    fn or3(a: Self, b: Self, c: Self) -> Self {
        Self(V::or3(a.0, b.0, c.0))
    }
    #[inline(always)]
    fn and3(a: Self, b: Self, c: Self) -> Self {
        Self(V::and3(a.0, b.0, c.0))
    }
    #[inline(always)]
    fn majority(a: Self, b: Self, c: Self) -> Self {
        Self(V::majority(a.0, b.0, c.0))
    }
    #[inline(always)]
    fn sum3(a: Self, b: Self, c: Self) -> (Self, Self) {
        let (one, two) = V::sum3(a.0, b.0, c.0);
        (Self(one), Self(two))
    }
    #[inline(always)]
    fn and_not2(a: Self, b: Self, c: Self) -> Self {
        Self(V::and_not2(a.0, b.0, c.0))
    }
    #[inline(always)]
    fn or_and(a: Self, b: Self, c: Self) -> Self {
        Self(V::or_and(a.0, b.0, c.0))
    }
    #[inline(always)]
    fn and_or_not(a: Self, b: Self, c: Self) -> Self {
        Self(V::and_or_not(a.0, c.0, b.0))
    }
    #[inline(always)]
    fn settle(self, single: Self) -> Self {
        let elsewhere = self.digits_unless((self.0 & single.0) + self.splat(DIGITS));
        Self(V::and_or(self.0, single.0 | self.splat(GUARDS), elsewhere))
    }
    #[inline(always)]
    fn limited_to_triples_of(self, confined: Self) -> Self {
        let digits = self.splat(DIGITS);
        // Takes the lowest digit away, twice; a field of zero stays zero.
        let rest = confined.without_lowest().without_lowest().0;
        let guards = (rest + digits) & self.splat(GUARDS);
        Self(V::and_or_not(self.0, confined.0, guards - (guards >> 9)))
    }
    #[inline(always)]
    fn digits(self) -> Self {
        Self(self.0 & self.splat(DIGITS))
    }
    #[inline(always)]
    fn without_lowest(self) -> Self {
        Self(self.0 & (self.0 + self.splat(DIGITS)))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
    #[inline(always)]
    fn census(self) -> Census<Self> {
        let lowest = self.splat(LOWEST);
        // The guard turns zero where the field is empty.
        let occupied = self.0 - lowest;
        let several = self.0 & occupied;
        // The guard of `several` survives only above another digit.
        Census { solved: Self(self.0 & self.digits_unless(several - lowest)), occupied: Self(occupied) }
    }
    #[inline(always)]
    fn sound(placed: Self, occupied: Self) -> bool {
        let complete = V::and_or(placed.0, occupied.0, placed.splat(DIGITS));
        complete.equal_bits(placed.splat(OPEN)) == 15
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.0.nonzero_bits() == 0
    }
    #[inline(always)]
    fn same(self, other: Self) -> bool {
        self.0.equal_bits(other.0) == 15
    }
    #[inline(always)]
    fn almost_same(self, other: Self) -> bool {
        // The guards of the fields that differ, side by side.
        let fields = Self((self.0 ^ other.0) + self.splat(DIGITS)).lanes();
        let guards = fields[0] & GUARDS | (fields[1] & GUARDS) << 1 | (fields[2] & GUARDS) >> 1;
        guards & guards.wrapping_sub(1) == 0
    }
    #[inline(always)]
    fn is_everything(self) -> bool {
        self.0.equal_bits(self.splat(DIGITS)) == 7
    }
    #[inline(always)]
    fn lanes(self) -> [u32; 4] {
        const { assert!(V::LANES == 4) };
        let mut lanes = [0; 4];
        self.0.store(&mut lanes);
        lanes
    }
    #[inline(always)]
    fn lanes_with(self, position: u32) -> u32 {
        (self.0 & self.splat(1 << position)).nonzero_bits()
    }
    #[inline(always)]
    fn by_band(self) -> u64 {
        let own = self & Self(V::repeat_quad(self.0.proof(), &[0x1ff, 0x1ff << 10, 0x1ff << 20, 0]));
        Self::or3(own, own.of_next_band(), own.of_previous_band()).by_stack()
    }
    #[inline(always)]
    fn by_stack(self) -> u64 {
        u64::from(self.lanes()[0])
    }
    #[inline(always)]
    fn board(x: &[Self; 9]) -> Resting {
        let mut board = Resting::EMPTY;
        for i in 0..9 {
            x[i].0.store(&mut board.0[i]);
        }
        board
    }
    #[inline(always)]
    fn write_digits(x: &[Self; 9], digits: &mut [u8; 81]) {
        Self::board(x).write_digits(digits);
    }
    #[inline(always)]
    fn from_board(x: &[Self; 9], board: &Resting) -> [Self; 9] {
        board.load(x[0].0.proof())
    }
    #[inline(always)]
    fn cells(x: &[Self; 9]) -> CellWords {
        let board = Self::board(x);
        let mut cells = [[weights::DIGITS; 16]; 9];
        for place in 0..9 {
            for band in 0..3 {
                for stack in 0..3 {
                    cells[place][4 * band + stack] =
                        (board.0[place][band] >> (10 * stack)) as u16 & weights::DIGITS;
                }
            }
        }
        cells
    }
    #[inline(always)]
    fn without(x: &[Self; 9], place: usize, word: usize, digits: u16) -> [Self; 9] {
        let mut board = Self::board(x);
        board.0[place % 9][word / 4 % 4] &= !(u32::from(digits) << (10 * (word % 4)));
        board.load(x[0].0.proof())
    }
    #[inline(always)]
    fn restricted(x: &[Self; 9], group: usize, way: usize, digit: u32) -> [Self; 9] {
        let excluded = &EXCLUDED_FIELDS[group & 7][way % 6];
        let digit = x[0].splat(LOWEST << digit);
        let mut y = *x;
        for i in 0..9 {
            y[i] = Self(x[i].0 & !(digit & V::repeat_quad(x[i].0.proof(), &excluded[i].0)));
        }
        y
    }
}

/// Four lanes where the shortest vectors may read them as an operand.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct AlignedLanes([u32; 4]);

/// [`EXCLUDED`] for all digits at once, of which one mask then takes the digit of the guess; it would take nine
/// shifts to make them from the lowest digit.
static EXCLUDED_FIELDS: [[[AlignedLanes; 9]; 6]; 8] = {
    let mut fields = [[[AlignedLanes([0; 4]); 9]; 6]; 8];
    let mut i = 0;
    while i < 8 * 6 * 9 * 4 {
        let (group, way, register, lane) = (i / 216, i / 36 % 6, i / 4 % 9, i % 4);
        fields[group][way][register].0[lane] = EXCLUDED[group][way][register][lane] * 0x1ff;
        i += 1;
    }
    fields
};
