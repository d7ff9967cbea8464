//! Decides in this one place what is compiled, by `cfg`s:
//!
//! | `cfg` | set if |
//! |---|---|
//! | `assembly` | the loop in assembly is part of the build |
//! | `neon` | every processor of the target has NEON, and numbers the bytes of a register upwards |
//! | `simd128` | every machine of the target has WebAssembly's vectors |
//! | `unoptimized` | functions that are always inlined in other builds have a stack frame of their own |
//! | `compact` | the code is sent to whoever runs it, so that its size counts, too |
//! | `emulated` | set by `tests/emulated.sh`: the checks of all kernels are those of AVX-512 |
//! | `foreign` | the tests are built for another target than this host |
//! | `simd_only` | set by those who build: 9x9 boards go to `Engine::Simd`, alone in a `Search`; layouts have no loop |

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!(
        "cargo::rustc-check-cfg=cfg(assembly, compact, emulated, foreign, neon, simd128, simd_only, unoptimized)"
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
    }
    let [host, build_target] = ["HOST", "TARGET"].map(|key| env::var(key).unwrap_or_default());
    if host != build_target {
        println!("cargo::rustc-cfg=foreign");
    }
    // Without optimization, all variables of the functions inlined into a search lie in its frame side by side: more
    // than a megabyte.
    if env::var_os("OPT_LEVEL").is_some_and(|level| level == "0") {
        println!("cargo::rustc-cfg=unoptimized");
    }
}
