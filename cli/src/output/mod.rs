//! The output: [`Column`] is a column, [`record`] the content of a record, [`steps`] the part of it about a step,
//! [`record_format`] its format, [`cells`] the text of its boards, [`writer`] its destination, [`pieces`] how a file is
//! written. [`signals`] are those that end the program.

pub mod cells;
mod column;
mod pieces;
pub mod record;
pub mod record_format;
pub mod signals;
pub mod steps;
pub mod writer;

pub use cells::{CellStyle, write_groups};
pub use column::Column;
pub use record::{Content, Record, SearchStats};
pub use record_format::{ExtraFields, OutputFormat, RecordFormat};
pub use writer::{Destination, OutputWriter};
