#!/usr/bin/env bash
# Writes the sources of the C library into an empty folder: the crates lanedoku and lanedoku-steps, and the two packages
# of this folder, as a workspace of their own without dependencies, which builds without network.
#
#   c/source.sh FOLDER
set -euo pipefail
mkdir -p "$1"
out=$(cd "$1" && pwd)
cd "$(dirname "$0")/.."

mkdir -p "$out/c/library/include" "$out/examples" "$out/include" "$out/steps"
cp -R build.rs src asm CHANGELOG.md LICENSE-* "$out"
cp -R steps/src steps/README.md "$out/steps"
cp -R c/src c/build.rs c/CMakeLists.txt c/README.md "$out/c"
cp -R c/library/src c/library/build c/library/cmake "$out/c/library"
cp -R examples/c "$out/examples"
cp include/lanedoku.h include/lanedoku.hpp "$out/include"
# These are links in the repository, which some systems cannot unpack.
cp include/lanedoku.h include/lanedoku.hpp "$out/c/library/include"
cp LICENSE-* "$out/c/library"

# Tests and benchmarks are left out, and so is the reader of boards, which has dependencies.
for package in . c c/library steps; do
    awk '/^#/ || /formats/ && !/^members/ || /^(default-members|exclude) = / { next }
         /^members = / { print "members = [\"c\", \"c/library\", \"steps\"]"; next }
         /^\[/ { keep = !/^\[(dev-dependencies|target\.|\[bench)/ }
         keep' "$package/Cargo.toml" | cat -s >"$out/$package/Cargo.toml"
done
cargo generate-lockfile --quiet --offline --manifest-path "$out/Cargo.toml"
