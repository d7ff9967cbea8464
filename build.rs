//! Decides, in this one place, whether the assembly is part of the build: `cfg(assembly)`.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rustc-check-cfg=cfg(assembly)");
    let target = |key: &str| env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    // The assembly's symbol and sections are written for ELF and Mach-O.
    if env::var_os("CARGO_FEATURE_ASM").is_some() && target("ARCH") == "x86_64" && target("OS") != "windows" {
        println!("cargo::rustc-cfg=assembly");
    }
}
