//! `include/lanedoku.h` is what cbindgen generates from `c/src/`, with the version from Cargo.toml.
//!
//! `LANEDOKU_BLESS=1 cargo test --test header` updates it.

use std::path::Path;
use std::{env, fs};

/// The files of the C ABI in the order of the header.
const SOURCES: [&str; 9] = [
    "types.rs",
    "solve.rs",
    "count.rs",
    "batch.rs",
    "candidates.rs",
    "input.rs",
    "kernels.rs",
    "text.rs",
    "version.rs",
];

#[test]
fn the_header_is_up_to_date() {
    let header = Path::new("include/lanedoku.h");
    let generated = generate();
    if env::var_os("LANEDOKU_BLESS").is_some() {
        fs::write(header, &generated).unwrap();
    }
    let committed = fs::read_to_string(header).unwrap_or_default();
    let differing =
        generated.lines().zip(committed.lines()).position(|(generated, committed)| generated != committed);
    assert!(
        generated == committed,
        "{} is out of date from line {} on.\n\
         Update it with: LANEDOKU_BLESS=1 cargo test --test header",
        header.display(),
        differing.unwrap_or(generated.lines().count().min(committed.lines().count())) + 1,
    );
}

fn generate() -> String {
    let mut config = cbindgen::Config::from_file("c/cbindgen.toml").unwrap();
    config.after_includes = Some(version_macros());
    let mut builder = cbindgen::Builder::new().with_config(config);
    for source in SOURCES {
        builder = builder.with_src(Path::new("c/src").join(source));
    }
    let mut header = Vec::new();
    builder.generate().unwrap().write(&mut header);
    // Rust wants this heading above the duties of whoever calls an unsafe function. C has no such custom.
    String::from_utf8(header).unwrap().replace(" * # Safety\n *\n", "")
}

fn version_macros() -> String {
    format!(
        "\n/**\n * The version of this header. `lanedoku_version` returns the version of the library.\n */\n\
         #define LANEDOKU_VERSION \"{}\"\n\
         #define LANEDOKU_VERSION_MAJOR {}\n\
         #define LANEDOKU_VERSION_MINOR {}\n\
         #define LANEDOKU_VERSION_PATCH {}\n\
         #define LANEDOKU_VERSION_NUMBER \\\n    \
             (LANEDOKU_VERSION_MAJOR * 1000000 + LANEDOKU_VERSION_MINOR * 1000 + LANEDOKU_VERSION_PATCH)\n",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_VERSION_MAJOR"),
        env!("CARGO_PKG_VERSION_MINOR"),
        env!("CARGO_PKG_VERSION_PATCH"),
    )
}
