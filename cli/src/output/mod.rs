//! The way out: [`record`] says what there is to say of a puzzle, [`record_format`] how it is written, [`writer`] where.

pub mod record;
pub mod record_format;
pub mod writer;

pub use record::{Column, Record, SearchStats};
pub use record_format::{ExtraFields, OutputFormat, RecordFormat};
pub use writer::{Destination, OutputWriter};
