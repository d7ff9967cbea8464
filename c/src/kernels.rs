//! Kernels by number and by name.

use core::ffi::c_char;
use core::ptr;

use lanedoku::Kernel;

use crate::boundary::{bytes, kernel_of, status_of, write};
use crate::text::c_text;
use crate::types::*;

/// The name of a kernel: `portable`, `asm`, `avx2` or `avx512`. For `LANEDOKU_KERNEL_BEST`, the name of
/// the kernel that would run on this machine.
///
/// - `kernel`: one of `LANEDOKU_KERNEL_...`.
///
/// Returns a NUL-terminated string that is valid for the whole program, or NULL if no kernel has this
/// number. To list all kernels, count up from 1 until the first NULL.
///
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_kernel_name(kernel: lanedoku_kernel) -> *const c_char {
    let kernel = match kernel {
        LANEDOKU_KERNEL_BEST => Ok(Kernel::detect()),
        number => kernel_of(number),
    };
    match kernel {
        Ok(Kernel::Portable) => c_text!(Kernel::Portable.name()),
        Ok(Kernel::Assembly) => c_text!(Kernel::Assembly.name()),
        Ok(Kernel::Avx2) => c_text!(Kernel::Avx2.name()),
        Ok(Kernel::Avx512) => c_text!(Kernel::Avx512.name()),
        _ => ptr::null(),
    }
}

/// Tells whether a kernel can run: whether this build and this processor have it.
///
/// - `kernel`: one of `LANEDOKU_KERNEL_...`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_KERNEL` if it cannot run; or `LANEDOKU_ERROR_OPTION` if no
/// kernel has this number.
///
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_kernel_check(kernel: lanedoku_kernel) -> lanedoku_status {
    if kernel == LANEDOKU_KERNEL_BEST {
        return LANEDOKU_OK;
    }
    match kernel_of(kernel).map(Kernel::check) {
        Ok(Ok(())) => LANEDOKU_OK,
        Ok(Err(_)) => LANEDOKU_ERROR_KERNEL,
        Err(error) => error,
    }
}

/// Finds a kernel by its name, whether this machine has it or not.
///
/// - `name`, `length`: the name, which does not need to be NUL-terminated.
/// - `kernel`: receives its number, but only if the function returns `LANEDOKU_OK`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_KERNEL` if no kernel has this name; or `LANEDOKU_ERROR_NULL` or
/// `_SIZE`.
///
/// # Safety
///
/// Pointers: each is NULL or valid for its length while the call runs.
/// Threads: any number of threads may call this at once.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_kernel_from_name(
    name: *const c_char,
    length: usize,
    kernel: *mut lanedoku_kernel,
) -> lanedoku_status {
    // SAFETY: the caller's promise.
    let call = || unsafe {
        let name = bytes(name, length)?;
        if kernel.is_null() {
            return Err(LANEDOKU_ERROR_NULL);
        }
        let found = str::from_utf8(name).ok().and_then(Kernel::from_name);
        let number = match found {
            Some(Kernel::Portable) => LANEDOKU_KERNEL_PORTABLE,
            Some(Kernel::Assembly) => LANEDOKU_KERNEL_ASSEMBLY,
            Some(Kernel::Avx2) => LANEDOKU_KERNEL_AVX2,
            Some(Kernel::Avx512) => LANEDOKU_KERNEL_AVX512,
            _ => return Err(LANEDOKU_ERROR_KERNEL),
        };
        write(kernel, number);
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}
