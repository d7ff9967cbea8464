//! What the standard library defines in other programs: the library is `no_std`.

/// A `no_std` library must define a panic handler. Release builds never call it: their code contains no panic, and
/// `c/tests` checks that the libraries do not use `abort`.
#[panic_handler]
fn panic(_: &core::panic::PanicInfo) -> ! {
    abort()
}

// The crate needs only the C library's functions to copy, fill and compare memory.
#[cfg_attr(unix, link(name = "c"))]
unsafe extern "C" {
    safe fn abort() -> !;
}

/// The unwinder's personality function for the frames of this library. They need no unwinding: no code here panics,
/// and no visitor may throw. An exception that reaches these frames ends the program.
///
/// A few objects of `compiler_builtins` refer to `rust_eh_personality`, which otherwise only the Rust standard
/// library defines. They are part of the static library, but only a program that links all of it
/// (`--whole-archive`) uses them, and needs this definition. The symbol is hidden, so that no shared library
/// exports it, and weak, so that the definition of another Rust library in the same program takes precedence.
#[cfg(all(any(unix, all(windows, target_env = "gnu")), not(target_vendor = "apple")))]
extern "C" fn no_personality() -> core::ffi::c_int {
    // Windows has the same number for an answer that it does not accept at an exception.
    const URC_FATAL_PHASE1_ERROR: core::ffi::c_int = 3;
    URC_FATAL_PHASE1_ERROR
}

#[cfg(all(unix, not(target_vendor = "apple")))]
core::arch::global_asm!(
    ".weak rust_eh_personality",
    ".hidden rust_eh_personality",
    ".set rust_eh_personality, {0}",
    sym no_personality,
);

// A DLL exports only the functions that a list names. Without link-time optimization, it needs the definition, too. Of
// several such definitions the linker keeps one; a weak symbol would not define it for other objects.
#[cfg(all(windows, target_env = "gnu"))]
core::arch::global_asm!(
    ".section .text$rust_eh_personality, \"xr\", discard, rust_eh_personality",
    ".globl rust_eh_personality",
    "rust_eh_personality: jmp {0}",
    ".text",
    sym no_personality,
);
