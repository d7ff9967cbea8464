#!/usr/bin/env bash
# Builds the WebAssembly modules and the npm package, and tests both.
#
# Needs rustup, node 20 or later, npm, and Chromium for the apps of bundlers. Writes sizes and, at the end, the
# number of tests. LANEDOKU_DATA names a folder of puzzle sets, ../shared/data by default; without it, puzzles are
# generated.
set -euo pipefail
cd "$(dirname "$0")/../.."
target=$(realpath -m "${CARGO_TARGET_DIR:-target}")
place=$target/wasm-tests

for tool in node npm; do
    command -v "$tool" >/dev/null || { echo "NOT RUN: the npm package: $tool is not installed" && exit 0; }
done
rustup target add wasm32-unknown-unknown >/dev/null 2>&1 ||
    { echo 'NOT RUN: the npm package: the standard library of wasm32 cannot be installed here' && exit 0; }

step() { printf '\n-- %s (%ss)\n' "$*" "$SECONDS"; }

step 'The modules and the package; beside them the tools of the tests'
mkdir -p "$place"
cp wasm/tests/package.json wasm/tests/package-lock.json "$place"
npm ci --prefix "$place" --no-audit --no-fund --loglevel error &
tools=$!
wasm/build.sh
for module in wasm/dist/*.wasm; do
    printf '%-28s %7d bytes, %6d with gzip\n' "$(basename "$module")" "$(wc -c <"$module")" "$(gzip -9c "$module" | wc -c)"
done

step 'The answers of the native library'
cargo run --locked --quiet --profile test -p lanedoku-wasm --example native -- answers --sample 200 \
    "${LANEDOKU_DATA:-../shared/data}" >"$place/answers.txt"
grep '^#' "$place/answers.txt"
wait "$tools"

step 'The tests'
# Node resolves packages from the folder of a file.
cp wasm/tests/*.mjs wasm/tests/*.ts "$place"
# Two files at a time: by default, node leaves a core alone.
LANEDOKU_ROOT=$PWD node --test --test-concurrency=2 --test-reporter=spec "$place"
