#!/usr/bin/env bash
# Builds the WebAssembly modules and puts the npm package together, in wasm/dist.
#
# Needs rustup. Four modules: the engine, with vector instructions, the reader of text, other layouts,
# and the traces.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")/wasm
place=$target/package
rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true

# Local paths do not belong in what is published. The panics of packages name files.
paths="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src/= --remap-path-prefix=$PWD/="
# build FOLDER NAME FLAGS OPTION...: a module.
build() {
    CARGO_TARGET_DIR=$target/$1 RUSTFLAGS="$3 $paths" cargo build --locked --quiet --config wasm/profile.toml \
        --profile wasm -p lanedoku-wasm --target wasm32-unknown-unknown "${@:4}"
    cp "$target/$1/wasm32-unknown-unknown/wasm/lanedoku_wasm.wasm" "$place/$2.wasm"
}

rm -rf "$place"
mkdir -p "$place"
# All its boards are 9x9, so one engine is enough. So it is for those of other layouts, which need no loop.
build simd lanedoku '-C target-feature=+simd128 --cfg simd_only' &
engine=$!
# Their size counts more than their speed. (With "z" the traces are no smaller.)
build reader lanedoku-reader '' --config 'profile.wasm.opt-level="z"' --features reader
build layouts lanedoku-layouts '--cfg simd_only' --config 'profile.wasm.opt-level="s"' --features layouts
build trace lanedoku-trace '' --config 'profile.wasm.opt-level="s"' --features trace
wait "$engine"

cp wasm/lanedoku.js wasm/lanedoku.d.ts wasm/package.json wasm/README.md LICENSE-MIT LICENSE-APACHE "$place/"
# Moved as a whole, so that whoever uses the old one never sees half of it.
rm -rf wasm/dist.old
[[ ! -e wasm/dist ]] || mv wasm/dist wasm/dist.old
mv "$place" wasm/dist
rm -rf wasm/dist.old
