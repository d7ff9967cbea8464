//! Finds kernels by number and by name.

use core::ffi::c_char;
use core::ptr;

use lanedoku::Kernel;

use crate::arguments::{OutputArgument, TextArgument, status_of};
use crate::settings::kernel_of;
use crate::text::{c_text, terminated};
use crate::types::*;

/// Returns the name of a kernel: `portable`, `asm`, `avx2` or `avx512`. For `LANEDOKU_KERNEL_BEST`, it is the
/// name of the best kernel that can run here.
///
/// - `kernel`: one of `LANEDOKU_KERNEL_...`.
///
/// The string is NUL-terminated and never freed. It is NULL if no kernel has this number: to list all kernels,
/// count up from 1 to the first NULL.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_kernel_name(kernel: lanedoku_kernel) -> *const c_char {
    let kernel = match kernel {
        LANEDOKU_KERNEL_BEST => Ok(Kernel::detect()),
        number => kernel_of(number),
    };
    let place = kernel.ok().and_then(|kernel| Kernel::ALL.iter().position(|&other| other == kernel));
    match place.and_then(|place| NAMES.get(place)) {
        Some(name) => name.as_ptr().cast(),
        None => ptr::null(),
    }
}

/// The constants of all kernels. Without its constant, a new kernel does not compile.
const NUMBERS: [lanedoku_kernel; Kernel::ALL.len()] =
    [LANEDOKU_KERNEL_PORTABLE, LANEDOKU_KERNEL_ASSEMBLY, LANEDOKU_KERNEL_AVX2, LANEDOKU_KERNEL_AVX512];

/// The names of all kernels, NUL-terminated.
static NAMES: [[u8; 16]; Kernel::ALL.len()] = {
    let mut names = [[0; 16]; Kernel::ALL.len()];
    let mut place = 0;
    while place < names.len() {
        assert!(NUMBERS[place] == Kernel::ALL[place] as lanedoku_kernel);
        assert!(NUMBERS[place] == place as lanedoku_kernel + 1, "listed by counting up from 1");
        assert!(Kernel::ALL[place].name().len() < names[place].len());
        names[place] = terminated(Kernel::ALL[place].name());
        place += 1;
    }
    names
};

/// Returns the name of the vectors that the portable kernel of this build has: `SSE2`, `NEON`, `simd128` or `arrays`.
///
/// The string is NUL-terminated and never freed.
#[unsafe(no_mangle)]
pub extern "C" fn lanedoku_portable_vectors() -> *const c_char {
    c_text!(Kernel::portable_vectors())
}

/// Checks whether a kernel can run: whether this build and this processor have it.
///
/// - `kernel`: one of `LANEDOKU_KERNEL_...`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_KERNEL` if it cannot run; or `LANEDOKU_ERROR_OPTION` if no
/// kernel has this number.
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

/// Finds a kernel by its name, even if this machine does not have it.
///
/// - `name`, `length`: the name, which does not need to be NUL-terminated.
/// - `kernel`: receives its number, but only if the function returns `LANEDOKU_OK`.
///
/// Returns `LANEDOKU_OK`; `LANEDOKU_ERROR_KERNEL` if no kernel has this name; or `LANEDOKU_ERROR_NULL` or
/// `_SIZE`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn lanedoku_kernel_from_name(
    name: *const c_char,
    length: usize,
    kernel: *mut lanedoku_kernel,
) -> lanedoku_status {
    let call = || {
        // SAFETY: the arguments keep the contract of the header.
        let (name, kernel) = unsafe { (TextArgument::new(name, length)?, OutputArgument::required(kernel)?) };
        let found = name.read(|name| str::from_utf8(name).ok().and_then(Kernel::from_name));
        kernel.write(found.ok_or(LANEDOKU_ERROR_KERNEL)? as lanedoku_kernel);
        Ok(LANEDOKU_OK)
    };
    status_of(call())
}
