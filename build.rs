//! Decides, in this one place, whether the assembly is part of the build, `cfg(assembly)`, which vectors every
//! processor of the target has, `cfg(neon)` or `cfg(simd128)`, whether functions that are always inlined in other
//! builds have their own stack frames: `cfg(unoptimized)`, and whether the code is sent to whoever runs it, so that its
//! size counts, too: `cfg(compact)`, and `cfg(compact_arrays)` if its vectors are arrays, which take much more code.
//! `cfg(simd_only)` is set by those who build: every 9x9 board goes to `Engine::Simd`, and the linker leaves out the
//! code of the other engines. `cfg(basic_steps)` is set by `wasm/steps/build.rs` alone. Tells the tests for which
//! target they are built, and on which host: `cfg(foreign)` if these differ.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!(
        "cargo::rustc-check-cfg=cfg(assembly, basic_steps, compact, compact_arrays, foreign, neon, simd128, simd_only, unoptimized)"
    );
    let target = |key: &str| env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    // Its sections are written for ELF, Mach-O and COFF.
    if env::var_os("CARGO_FEATURE_ASM").is_some() && target("ARCH") == "x86_64" {
        println!("cargo::rustc-cfg=assembly");
    }
    // Big-endian machines number the bytes of a register in another order.
    let has = |feature| target("FEATURE").split(',').any(|enabled| enabled == feature);
    match target("ARCH").as_str() {
        "aarch64" if has("neon") && target("ENDIAN") == "little" => println!("cargo::rustc-cfg=neon"),
        "wasm32" | "wasm64" if has("simd128") => println!("cargo::rustc-cfg=simd128"),
        _ => {}
    }
    if target("ARCH").starts_with("wasm") {
        println!("cargo::rustc-cfg=compact");
        if !has("simd128") {
            println!("cargo::rustc-cfg=compact_arrays");
        }
    }
    let [host, build_target] = ["HOST", "TARGET"].map(|key| env::var(key).unwrap_or_default());
    if host != build_target {
        println!("cargo::rustc-cfg=foreign");
    }
    println!("cargo::rustc-env=BUILD_HOST={host}");
    println!("cargo::rustc-env=BUILD_TARGET={build_target}");
    // Without optimization, all variables of the functions inlined into a search lie in its frame side by side: more
    // than a megabyte.
    if env::var_os("OPT_LEVEL").is_some_and(|level| level == "0") {
        println!("cargo::rustc-cfg=unoptimized");
    }
}
