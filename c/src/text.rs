//! Texts in the form that C expects.

use core::ffi::c_char;

use lanedoku::Status;

use crate::types::*;

/// Returns a pointer to a NUL-terminated constant text.
macro_rules! c_text {
    ($text:expr) => {{
        const TEXT: &str = $text;
        static BYTES: [u8; TEXT.len() + 1] = $crate::text::terminated(TEXT);
        BYTES.as_ptr().cast::<core::ffi::c_char>()
    }};
}
pub(crate) use c_text;

/// Returns the bytes of `text`, padded with NULs.
pub(crate) const fn terminated<const LENGTH: usize>(text: &str) -> [u8; LENGTH] {
    let mut bytes = [0; LENGTH];
    bytes.split_at_mut(text.len()).0.copy_from_slice(text.as_bytes());
    bytes
}

/// Returns the word for a status: `unique`, `multiple`, `none`, `limit`, `invalid`, `stopped`, `running`, `found` or
/// `ok`. For a negative status, a short description of the error.
///
/// The string is NUL-terminated and never freed. It is never NULL: a number that is not a status gives
/// `unknown status`.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_status_text(status: lanedoku_status) -> *const c_char {
    match status {
        LANEDOKU_OK => c_text!("ok"),
        LANEDOKU_UNIQUE => c_text!(Status::Unique.name()),
        LANEDOKU_MULTIPLE => c_text!(Status::Multiple.name()),
        LANEDOKU_NONE => c_text!(Status::NoSolution.name()),
        LANEDOKU_LIMIT => c_text!(Status::OutOfSteps.name()),
        LANEDOKU_INVALID => c_text!(Status::Invalid.name()),
        LANEDOKU_STOPPED => c_text!(Status::Stopped.name()),
        LANEDOKU_RUNNING => c_text!("running"),
        LANEDOKU_FOUND => c_text!("found"),
        LANEDOKU_ERROR_NULL => c_text!("a required pointer is NULL"),
        LANEDOKU_ERROR_SIZE => c_text!("a length or a stride is too small or too large"),
        LANEDOKU_ERROR_OPTION => c_text!("an option is unknown or contradicts another"),
        LANEDOKU_ERROR_KERNEL => c_text!("the kernel is not available in this build or on this processor"),
        LANEDOKU_ERROR_SEARCH => {
            c_text!("this memory contains no search that was begun here, or the search is running")
        }
        LANEDOKU_ERROR_LAYOUT => c_text!("this memory contains no layout that was made here"),
        _ => c_text!("unknown status"),
    }
}
