//! The ladder: every version of the branchless loop and of related solvers, as small working solvers that
//! are tested on the same boards and measured in one run.
//!
//! Three series: [`branchless`], V1 to V8; [`occupancy`], (a) to (f); [`course_work`], 1 to 7. All
//! search the open cells row by row with digits upward, stop at the first solution, and take the
//! same steps; the cost of a step differs.

pub mod board;
pub mod branchless;
pub mod course_work;
#[cfg(feature = "command")]
pub mod generator;
#[cfg(feature = "command")]
pub mod instructions;
#[cfg(feature = "command")]
pub mod measure;
pub mod occupancy;
pub mod path;
#[cfg(feature = "command")]
pub mod picture;
pub mod rung;
#[cfg(feature = "command")]
pub mod table;

use rung::Rung;

/// Returns all rungs that this machine can run, series by series, in their order.
pub fn rungs() -> Vec<Rung> {
    use {branchless as v, course_work as c, occupancy as o};
    let mut rungs = vec![
        Rung::of::<v::v1::V1>("V1", "digits 1 to 9, three scans"),
        Rung::of::<v::v2::V2>("V2", "one scan"),
        Rung::of::<v::v3::V3>("V3", "bit masks and a list of open cells"),
        Rung::of::<v::v4::V4>("V4", "a loop in place of the jump"),
        Rung::of::<v::v5::V5>("V5", "one body for both directions"),
        Rung::of::<v::v6::V6>("V6", "only bits, no digits"),
        Rung::of::<v::v7::V7>("V7", "the packed array"),
        v::ahead::portable(),
    ];
    rungs.extend(v::ahead::assembly());
    rungs.extend(v::v8::rung());
    rungs.extend([
        Rung::of::<o::a::A>("occupancy-a", "occupancy bits, a loop over the digits"),
        Rung::of::<o::b::B>("occupancy-b", "dead cells seen by a mask"),
        Rung::of::<o::c::C>("occupancy-c", "dead cells seen by an addition"),
        Rung::of::<o::d::D>("occupancy-d", "next candidate without a loop"),
        Rung::of::<o::e::E>("occupancy-e", "the digit from three tables"),
        Rung::of::<o::f::F>("occupancy-f", "one line of cells, population count, division"),
        Rung::of::<c::c1_plain::Plain>("course-1", "recursion and three scans"),
        Rung::of::<c::c2_row_offset::RowOffset>("course-2", "row offset hoisted"),
        Rung::of::<c::c3_one_scan::OneScan>("course-3", "scans combined, cell kept"),
        Rung::of::<c::c4_bit_masks::BitMasks>("course-4", "bit masks in place of scans"),
        Rung::of::<c::c5_two_boards::TwoBoards>("course-5", "board stored twice (from 3)"),
        Rung::of::<c::c6_unrolled::Unrolled>("course-6", "check unrolled by hand"),
        Rung::of::<c::c7_box_table::BoxTable>("course-7", "lookup table for the box"),
    ]);
    rungs
}
