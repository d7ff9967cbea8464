//! The three fields of a lane, ten bits each, and the candidates that a configuration excludes.

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
/// A whole lane: three fields with every candidate, and their guards.
pub(super) const OPEN: u32 = DIGITS | GUARDS;

const _: () = assert!(DIGITS == LOWEST * 0x1ff);

/// The box of a configuration in each of the three rows of a band, or in each of the three columns of a stack.
pub(super) const CONFIGURATIONS: [[usize; 3]; 6] =
    [[0, 1, 2], [1, 2, 0], [2, 0, 1], [0, 2, 1], [1, 0, 2], [2, 1, 0]];

/// The candidates that a configuration excludes, in fields of ten bits and for the lowest digit only.
pub(super) type ExcludedFields = [[u32; 4]; 9];

/// By group (bands 0 to 2, stacks 4 to 6) and configuration: the cells of the group outside the configuration.
pub(super) static EXCLUDED: [[ExcludedFields; 6]; 8] = {
    let mut excluded = [[[[0; 4]; 9]; 6]; 8];
    let mut i = 0;
    while i < 6 * 3 * 9 {
        let (configuration, index, register) = (i / 27, i / 9 % 3, i % 9);
        let (row, column) = (register / 3, register % 3);
        // In the band with this index: two of the three fields of its lane.
        excluded[index][configuration][register][index] =
            LOWEST & !(1 << (10 * CONFIGURATIONS[configuration][row]));
        // In the stack with this index: its field in two of the three lanes.
        let mut band = 0;
        while band < 3 {
            if band != CONFIGURATIONS[configuration][column] {
                excluded[4 + index][configuration][register][band] = 1 << (10 * index);
            }
            band += 1;
        }
        i += 1;
    }
    excluded
};
