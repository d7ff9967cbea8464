//! The way out: [`record`] says what there is to say of a puzzle, [`shape`] how it is written, [`outlet`] where.

pub mod outlet;
pub mod record;
pub mod shape;

pub use outlet::{Outlet, Place};
pub use record::{Column, Record, Work};
pub use shape::{Carried, OutputFormat, Shape};
