//! The course-work solver: recursion over the cells, and a validity check that scans.
//!
//! A student's path: first what the compiler could do by itself, then better data, then by hand what
//! the compiler could unroll. Rung 4 leaves the scans for bit masks; rungs 5 to 7 go on from rung 3
//! and keep scanning.

pub mod c1_plain;
pub mod c2_row_offset;
pub mod c3_one_scan;
pub mod c4_bit_masks;
pub mod c5_two_boards;
pub mod c6_unrolled;
pub mod c7_box_table;
