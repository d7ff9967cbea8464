#!/usr/bin/env bash
# Builds the WebAssembly modules and puts the npm package together, in wasm/dist.
#
# Needs rustup. Five modules: everything, and the small one, each with vector instructions and without; and the traces.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")/wasm
place=$target/package
rustup target add wasm32-unknown-unknown >/dev/null 2>&1 || true

# Local paths do not belong in what is published. The panics of packages name files.
paths="--remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}/registry/src/= --remap-path-prefix=$PWD/="
# All boards are 9x9, so one engine is enough.
engine="--cfg simd_only"
# build FOLDER SUFFIX FLAGS: both modules of a build.
build() {
    local module=$target/$1/wasm32-unknown-unknown/wasm/lanedoku_wasm.wasm
    cargo_build() {
        CARGO_TARGET_DIR=$target/$1 RUSTFLAGS="$2 $engine $paths" cargo build --locked --quiet \
            --config wasm/profile.toml --profile wasm -p lanedoku-wasm --target wasm32-unknown-unknown "${@:3}"
    }
    cargo_build "$1" "$3"
    cp "$module" "$place/lanedoku$2.wasm"
    cargo_build "$1" "$3" --no-default-features --features engine
    cp "$module" "$place/lanedoku-small$2.wasm"
}

rm -rf "$place"
mkdir -p "$place"
# Its vectors are arrays, which take more code: so nothing is inlined but by attribute.
build plain '' '-C llvm-args=-inline-threshold=0' &
builds=($!)
build simd -simd '-C target-feature=+simd128' &
builds+=($!)
# Its size counts more than its speed. (With "z" it is no smaller.)
CARGO_TARGET_DIR=$target/trace RUSTFLAGS="$paths" cargo build --locked --quiet --config wasm/profile.toml \
    --config 'profile.wasm.opt-level="s"' --profile wasm -p lanedoku-wasm --target wasm32-unknown-unknown \
    --no-default-features --features trace
cp "$target/trace/wasm32-unknown-unknown/wasm/lanedoku_wasm.wasm" "$place/lanedoku-trace.wasm"
for each in "${builds[@]}"; do wait "$each"; done

cp wasm/lanedoku.js wasm/lanedoku.d.ts wasm/package.json wasm/README.md LICENSE-MIT LICENSE-APACHE "$place/"
# Moved as a whole, so that whoever uses the old one never sees half of it.
rm -rf wasm/dist.old
[[ ! -e wasm/dist ]] || mv wasm/dist wasm/dist.old
mv "$place" wasm/dist
rm -rf wasm/dist.old
