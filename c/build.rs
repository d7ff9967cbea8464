//! Names the ABI: the major and the minor version below 1.0, the major version from 1.0 on, as in the soname of the
//! shared library (`library/build/main.rs`). Tells the tests for which target they are built, and on which host:
//! `cfg(foreign)` if these differ.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    // The source archive lacks this feature.
    println!("cargo::rustc-check-cfg=cfg(feature, values(\"formats\"))");
    let [major, minor] =
        ["MAJOR", "MINOR"].map(|part| env::var(format!("CARGO_PKG_VERSION_{part}")).unwrap());
    let abi = if major == "0" { format!("0_{minor}") } else { major };
    println!("cargo::rustc-env=LANEDOKU_ABI={abi}");
    let [host, target] = ["HOST", "TARGET"].map(|key| env::var(key).unwrap_or_default());
    println!("cargo::rustc-check-cfg=cfg(foreign)");
    if host != target {
        println!("cargo::rustc-cfg=foreign");
    }
    println!("cargo::rustc-env=BUILD_HOST={host}");
    println!("cargo::rustc-env=BUILD_TARGET={target}");
}
