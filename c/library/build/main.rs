//! Sets the soname of the shared library, `liblanedoku.so.0.1`, and writes the manual that cargo-c installs.
//!
//! The soname contains the ABI: the major and the minor version below 1.0, the major version from 1.0 on.

use std::path::Path;
use std::{env, fs};

mod pages;

const HEADER: &str = "include/lanedoku.h";

fn main() {
    println!("cargo::rerun-if-changed=build/main.rs");
    // The source archive lacks this feature.
    println!("cargo::rustc-check-cfg=cfg(feature, values(\"formats\"))");
    let major = env::var("CARGO_PKG_VERSION_MAJOR").unwrap();
    let minor = env::var("CARGO_PKG_VERSION_MINOR").unwrap();
    let abi = if major == "0" { format!("0.{minor}") } else { major };

    if env::var_os("CARGO_FEATURE_CAPI").is_some() {
        // cargo-c sets the soname itself.
        write_manual();
    } else if let Some(argument) = soname_argument(&abi) {
        println!("cargo::rustc-cdylib-link-arg={argument}");
    }
}

/// Returns the linker argument for the soname, or `None` on systems that find libraries by file name.
fn soname_argument(abi: &str) -> Option<String> {
    let target = |key: &str| env::var(format!("CARGO_CFG_TARGET_{key}")).unwrap_or_default();
    match (target("VENDOR").as_str(), target("OS").as_str()) {
        ("apple", _) => Some(format!("-Wl,-install_name,@rpath/liblanedoku.{abi}.dylib")),
        (_, "linux" | "freebsd" | "dragonfly" | "netbsd" | "openbsd" | "illumos" | "haiku" | "hurd") => {
            Some(format!("-Wl,-soname,liblanedoku.so.{abi}"))
        }
        _ => None,
    }
}

/// Writes the manual pages to the folder in which cargo-c looks for generated files.
fn write_manual() {
    println!("cargo::rerun-if-changed={HEADER}");
    println!("cargo::rerun-if-changed=build/pages");
    let folder = env::var_os("OUT_DIR").unwrap();
    let folder = Path::new(&folder);
    // Removes the pages of an older version.
    let _ = fs::remove_dir_all(folder.join("man"));
    fs::create_dir(folder.join("man")).unwrap();
    for (name, content) in pages::files(&pages::read(&fs::read_to_string(HEADER).unwrap())) {
        fs::write(folder.join(name), content).unwrap();
    }
}
