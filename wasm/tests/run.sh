#!/usr/bin/env bash
# Builds the WebAssembly modules and the npm package, and tests both.
#
#   wasm/tests/run.sh        all tests but those of large packages
#   wasm/tests/run.sh all    these, too: Next.js, Rollup, an older webpack, Deno, Bun
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

if [[ ${1:-} == all ]]; then
    step 'Other bundlers and runtimes'
    apps=$target/wasm-apps
    mkdir -p "$apps"
    echo '{ "private": true }' >"$apps/package.json"
    npm install --prefix "$apps" --no-audit --no-fund --loglevel error --legacy-peer-deps \
        next@16.4.6 react@19.3.1 react-dom@19.3.1 webpack@5.99.9 rollup@4.68.8 @rollup/plugin-node-resolve@16.0.3 \
        @web/rollup-plugin-import-meta-assets@2.3.3 deno@2.9.6 bun@1.4.5
    LANEDOKU_ROOT=$PWD LANEDOKU_APPS=$apps node --test --test-reporter=spec "$place/more_apps.mjs"
fi
