//! Gives the shared library the name that programs record when they are linked with it: `liblanedoku.so.0.1`.
//!
//! The digits are those that stand for one ABI, as the header promises: below 1.0 the major and the minor number,
//! from then on the major number alone.

use std::env;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let major = env::var("CARGO_PKG_VERSION_MAJOR").unwrap();
    let minor = env::var("CARGO_PKG_VERSION_MINOR").unwrap();
    let abi = if major == "0" { vec![major, minor] } else { vec![major] };
    println!("cargo::rustc-env=LANEDOKU_ABI={}", abi.join("_"));

    // cargo-c gives the name itself; on Apple's systems with the folder that it installs to.
    if env::var_os("CARGO_CFG_CARGO_C").is_some() {
        return;
    }
    let target = |key: &str| env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    let abi = abi.join(".");
    let name = match (target("VENDOR").as_str(), target("OS").as_str()) {
        ("apple", _) => format!("-Wl,-install_name,@rpath/liblanedoku.{abi}.dylib"),
        (_, "linux" | "freebsd" | "dragonfly" | "netbsd" | "openbsd" | "illumos" | "haiku" | "hurd") => {
            format!("-Wl,-soname,liblanedoku.so.{abi}")
        }
        // Windows finds a library by the name of its file, and so does Android.
        _ => return,
    };
    println!("cargo::rustc-cdylib-link-arg={name}");
}
