#!/usr/bin/env bash
# Writes the sources of the C library into an empty folder: the crate lanedoku and this package, as a workspace of their
# own without dependencies, which builds without network.
#
#   c/source.sh FOLDER
set -euo pipefail
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

mkdir -p "$out/c" "$out/examples" "$out/include"
cp -R build.rs src asm CHANGELOG.md LICENSE-* "$out"
cp -R c/src c/pages c/cmake c/build.rs c/CMakeLists.txt c/README.md "$out/c"
cp -R examples/c "$out/examples"
cp include/lanedoku.h include/lanedoku.hpp "$out/include"
# These are links in the repository, which some systems cannot unpack.
mkdir "$out/c/include"
cp include/lanedoku.h include/lanedoku.hpp "$out/c/include"
cp LICENSE-* "$out/c"

# Tests and benchmarks are left out, and so is the reader of boards, which has dependencies.
awk '/^#/ || /^(default-members|exclude|readme) = / { next }
     /^members = / { print "members = [\"c\"]"; next }
     /^\[/ { keep = !/^\[(dev-dependencies|target\.|\[bench)/ }
     keep' Cargo.toml | cat -s >"$out/Cargo.toml"
grep -v -e '^#' -e formats c/Cargo.toml | cat -s >"$out/c/Cargo.toml"
cargo generate-lockfile --quiet --offline --manifest-path "$out/Cargo.toml"
