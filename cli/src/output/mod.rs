//! The output: [`record`] is the content of a record, [`record_format`] its format, [`writer`] its destination.

pub mod record;
pub mod record_format;
pub mod writer;

pub use record::{Column, Content, Record, SearchStats};
pub use record_format::{ExtraFields, OutputFormat, RecordFormat};
pub use writer::{Destination, OutputWriter};
