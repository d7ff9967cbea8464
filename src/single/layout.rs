//! How nine registers hold a board: the operations of a layout, and the layout with ten-bit fields.

use super::fields::{DIGITS, EXCLUDED, GUARDS, LOWEST, OPEN};
use super::packed_board::PackedBoard;
use super::weights::{self, CellWords};
use crate::vectors::{BitOperations, Vector};

/// One of a board's nine registers `x[3r+c]`: for each of the nine boxes, the candidates of the cell in row `r`, column
/// `c` of the box, one bit for each digit. The nine bits of a box are called a field. Bits between fields belong to the
/// layout.
pub(super) trait RegisterLayout: BitOperations {
    /// Width of a field in bits, including the bits between fields.
    const FIELD: u32;
    /// The lowest digit of three fields.
    const LOWEST: u64 = 1 | 1 << Self::FIELD | 1 << (2 * Self::FIELD);
    /// The fields of a band, one for each stack.
    type Lane: Copy + Into<u64>;

    /// Gives every box the field of the next box in its stack, cyclically.
    fn of_next_band(self) -> Self;
    /// Gives every box the field of the previous box in its stack, cyclically.
    fn of_previous_band(self) -> Self;
    /// Gives every box the field of the next box in its band and, second, that of the previous box, cyclically.
    fn of_both_stacks(lines: [Self; 3]) -> [(Self, Self); 3];

    /// Returns `self & single` in the fields where that has a digit, `self` in the others.
    fn restricted_to(self, single: Self) -> Self;
    /// Returns `self` in the fields where `confined` has fewer than three digits, `self & confined` in the others.
    fn limited_to_triples_of(self, confined: Self) -> Self;
    /// Returns the digits, without the other bits.
    fn digits(self) -> Self;
    /// Removes the lowest digit from each field. The fields must hold only digits.
    fn without_lowest(self) -> Self;
    /// Adds fields that hold only digits. The sum is their union if they have no digit in common.
    fn plus(self, other: Self) -> Self;
    /// Determines which cells have exactly one candidate.
    fn cell_states(self) -> CellStates<Self>;

    /// See [`Node::HAS_SLOTS`](super::depth_first::Node::HAS_SLOTS).
    const HAS_SLOTS: bool;

    /// Whether every digit has a place in every box and no cell is empty.
    fn sound(placed: Self, occupied: Self) -> bool;
    /// Whether no bit is set.
    fn is_empty(self) -> bool;
    /// Whether the two registers are equal.
    fn same(self, other: Self) -> bool;
    /// Whether the digits of the two registers differ in at most one field.
    fn almost_same(self, other: Self) -> bool;
    /// Whether these solved digits by box are all digits of all boxes.
    fn is_everything(self) -> bool;
    /// Returns the bands, one after another.
    fn lanes(self) -> [Self::Lane; 4];
    /// Returns the lanes whose bit `position` is set, as the lowest bits. Bits above three are unspecified.
    fn lanes_with(self, position: u32) -> u32;
    /// Returns one field for each band, of a register that has the same field in all boxes of a band. Other bits are
    /// unspecified.
    fn by_band(self) -> u64;
    /// Returns one field for each stack, of a register that has the same field in all boxes of a stack. Other bits are
    /// unspecified.
    fn by_stack(self) -> u64;
    /// Packs the board for storage in memory.
    fn pack(x: &[Self; 9]) -> PackedBoard;
    /// Writes the digits of a solved board, 1 to 9, row by row.
    fn write_digits(x: &[Self; 9], digits: &mut [u8; 81]);
    /// Loads the registers of a board from memory. `x` proves the instructions.
    fn unpack(x: &[Self; 9], board: &PackedBoard) -> [Self; 9];
    /// Returns the candidates, cell by cell.
    fn cells(x: &[Self; 9]) -> CellWords;
    /// Returns the registers without these digits in one cell of [`CellWords`].
    fn without(x: &[Self; 9], place: usize, word: usize, digits: u16) -> [Self; 9];
    /// Returns the registers without the candidates that a configuration of a digit excludes (see
    /// [`guess`](super::guess)).
    fn restricted(x: &[Self; 9], group: usize, configuration: usize, digit: u32) -> [Self; 9];
}

/// The exponent of 1 as a 32-bit floating-point number.
const FLOAT_BIAS: u32 = 127;

/// The states of the cells in one register.
pub(super) struct CellStates<L> {
    /// The candidates of cells that have exactly one. Bits other than digits are unspecified.
    pub solved: L,
    /// ANDed over the nine registers, a bit of each field is set if no cell of the box is empty.
    pub occupied: L,
}

/// Returns `value` in every lane; `vector` proves the instructions.
#[inline(always)]
fn splat_like<V: Vector>(vector: V, value: u32) -> V {
    V::splat(vector.proof(), value)
}

/// Returns all digits of the fields whose guard is not set in `sum`. (In the other fields, the guard is set.)
#[inline(always)]
fn digits_unless<V: Vector>(sum: V) -> V {
    splat_like(sum, DIGITS) + ((sum & splat_like(sum, GUARDS)) >> 9)
}

/// Fields of ten bits: lane = band, field = stack. Above the nine digits is a guard bit, always set, that absorbs the
/// carries of arithmetic within a field.
impl<V: Vector> RegisterLayout for V {
    const FIELD: u32 = 10;
    type Lane = u32;
    const HAS_SLOTS: bool = false;

    #[inline(always)]
    fn of_next_band(self) -> Self {
        self.shuffle_quads::<0b11_00_10_01>()
    }
    #[inline(always)]
    fn of_previous_band(self) -> Self {
        self.shuffle_quads::<0b11_01_00_10>()
    }
    #[inline(always)]
    fn of_both_stacks(lines: [Self; 3]) -> [(Self, Self); 3] {
        let mut both = [(lines[0], lines[0]); 3];
        for i in 0..3 {
            both[i] = lines[i].rotate_fields();
        }
        both
    }
    #[inline(always)]
    fn restricted_to(self, single: Self) -> Self {
        let elsewhere = digits_unless((self & single) + splat_like(self, DIGITS));
        V::and_or(self, single | splat_like(self, GUARDS), elsewhere)
    }
    #[inline(always)]
    fn limited_to_triples_of(self, confined: Self) -> Self {
        let digits = splat_like(self, DIGITS);
        // Removes the lowest digit twice; an empty field stays empty.
        let rest = confined.without_lowest().without_lowest();
        let guards = (rest + digits) & splat_like(self, GUARDS);
        V::and_or_not(self, confined, guards - (guards >> 9))
    }
    #[inline(always)]
    fn digits(self) -> Self {
        self & splat_like(self, DIGITS)
    }
    #[inline(always)]
    fn without_lowest(self) -> Self {
        self & (self + splat_like(self, DIGITS))
    }
    #[inline(always)]
    fn plus(self, other: Self) -> Self {
        self + other
    }
    #[inline(always)]
    fn cell_states(self) -> CellStates<Self> {
        let lowest = splat_like(self, LOWEST);
        // The guard becomes zero where the field is empty.
        let occupied = self - lowest;
        let several = self & occupied;
        // The guard of `several` survives only where there is another digit.
        CellStates { solved: self & digits_unless(several - lowest), occupied }
    }
    #[inline(always)]
    fn sound(placed: Self, occupied: Self) -> bool {
        let complete = V::and_or(placed, occupied, splat_like(placed, DIGITS));
        complete.equal_bits(splat_like(placed, OPEN)) == 15
    }
    #[inline(always)]
    fn is_empty(self) -> bool {
        self.nonzero_bits() == 0
    }
    #[inline(always)]
    fn same(self, other: Self) -> bool {
        self.equal_bits(other) == 15
    }
    #[inline(always)]
    fn almost_same(self, other: Self) -> bool {
        // The guards of the fields that differ, side by side.
        let fields = ((self ^ other) + splat_like(self, DIGITS)).lanes();
        let guards = fields[0] & GUARDS | (fields[1] & GUARDS) << 1 | (fields[2] & GUARDS) >> 1;
        guards & guards.wrapping_sub(1) == 0
    }
    #[inline(always)]
    fn is_everything(self) -> bool {
        self.equal_bits(splat_like(self, DIGITS)) == 7
    }
    #[inline(always)]
    fn lanes(self) -> [u32; 4] {
        const { assert!(V::LANES == 4) };
        let mut lanes = [0; 4];
        self.store(&mut lanes);
        lanes
    }
    #[inline(always)]
    fn lanes_with(self, position: u32) -> u32 {
        (self & splat_like(self, 1 << position)).nonzero_bits()
    }
    #[inline(always)]
    fn by_band(self) -> u64 {
        let own = self & V::repeat_quad(self.proof(), &[0x1ff, 0x1ff << 10, 0x1ff << 20, 0]);
        Self::or3(own, own.of_next_band(), own.of_previous_band()).by_stack()
    }
    #[inline(always)]
    fn by_stack(self) -> u64 {
        u64::from(self.lanes()[0])
    }
    #[inline(always)]
    fn pack(x: &[Self; 9]) -> PackedBoard {
        let mut board = PackedBoard::EMPTY;
        for i in 0..9 {
            x[i].store(&mut board.0[i]);
        }
        board
    }
    #[inline(always)]
    fn write_digits(x: &[Self; 9], digits: &mut [u8; 81]) {
        for row in 0..3 {
            // A lane has a row of a band, a byte a cell: in the first word the columns 0 to 3, then 4 to 7, then 8. The
            // position of a single bit is the exponent of the lane as a floating-point number.
            let mut words = [splat_like(x[0], 0); 3];
            let mut before = [0; 3];
            for column in 0..9 {
                let stack = column as u32 / 3;
                let field = x[3 * row + column % 3] & splat_like(x[0], 0x1ff << (10 * stack));
                let (word, byte) = (column / 4, column as u32 % 4);
                // All bits below the exponent are clear.
                let exponent =
                    if byte == 3 { field.to_floats() << 1 } else { field.to_floats() >> (23 - 8 * byte) };
                words[word] = words[word] | exponent;
                before[word] |= (FLOAT_BIAS + 10 * stack - 1) << (8 * byte);
            }
            for word in 0..3 {
                words[word] = words[word] - splat_like(x[0], before[word]);
            }
            let words = [words[0].lanes(), words[1].lanes(), words[2].lanes()];
            for band in 0..3 {
                let cells = &mut digits[27 * band + 9 * row..][..9];
                cells[..4].copy_from_slice(&words[0][band].to_le_bytes());
                cells[4..8].copy_from_slice(&words[1][band].to_le_bytes());
                cells[8] = words[2][band] as u8;
            }
        }
    }
    #[inline(always)]
    fn unpack(x: &[Self; 9], board: &PackedBoard) -> [Self; 9] {
        board.load(x[0].proof())
    }
    #[inline(always)]
    fn cells(x: &[Self; 9]) -> CellWords {
        let board = Self::pack(x);
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
        debug_assert!(place < 9 && word < 16);
        // (Not through memory: a load that overlaps a shorter store has to wait for it.)
        let lost = splat_like(x[0], u32::from(digits) << (10 * (word % 4)));
        let lane = V::repeat_quad(x[0].proof(), &ONE_LANE[word / 4 % 4].0);
        let mut y = *x;
        y[place % 9] = y[place % 9] & !(lost & lane);
        y
    }
    #[inline(always)]
    fn restricted(x: &[Self; 9], group: usize, configuration: usize, digit: u32) -> [Self; 9] {
        debug_assert!(group < 8 && configuration < 6);
        let excluded = &EXCLUDED_FIELDS[group & 7][configuration % 6];
        let digit = splat_like(x[0], LOWEST << digit);
        let mut y = *x;
        for i in 0..9 {
            y[i] = x[i] & !(digit & V::repeat_quad(x[i].proof(), &excluded[i].0));
        }
        y
    }
}

/// All bits of one lane.
static ONE_LANE: [AlignedLanes; 4] = {
    let (mut lanes, mut lane) = ([const { AlignedLanes([0; 4]) }; 4], 0);
    while lane < 4 {
        lanes[lane].0[lane] = u32::MAX;
        lane += 1;
    }
    lanes
};

/// Four lanes, aligned so that the shortest vectors can read them as an operand.
#[derive(Clone, Copy)]
#[repr(align(16))]
struct AlignedLanes([u32; 4]);

/// [`EXCLUDED`] for all digits at once; a mask then selects the digit of the guess. Computing them from the lowest
/// digit would take nine shifts.
static EXCLUDED_FIELDS: [[[AlignedLanes; 9]; 6]; 8] = {
    let mut fields = [[[AlignedLanes([0; 4]); 9]; 6]; 8];
    let mut i = 0;
    while i < 8 * 6 * 9 * 4 {
        let (group, configuration, register, lane) = (i / 216, i / 36 % 6, i / 4 % 9, i % 4);
        fields[group][configuration][register].0[lane] =
            EXCLUDED[group][configuration][register][lane] * 0x1ff;
        i += 1;
    }
    fields
};
