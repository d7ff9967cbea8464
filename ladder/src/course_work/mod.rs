//! The course-work solver: recursion over the cells, and a validity check that scans.
//!
//! A student's steps: first an optimization that the compiler does by itself, then better data, then loops
//! unrolled by hand. Rung 4 replaces the scans by bit masks; rungs 5 to 7 continue from rung 3 and scan.

pub mod c1_plain;
pub mod c2_row_offset;
pub mod c3_one_scan;
pub mod c4_bit_masks;
pub mod c5_two_boards;
pub mod c6_unrolled;
pub mod c7_box_table;
