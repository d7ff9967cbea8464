#!/usr/bin/env bash
# Tests the page as it is used, in a headless Chromium.
#
#   page/tests/run.sh               all tests
#   page/tests/run.sh PATTERN       the tests whose names match
#   page/tests/run.sh --pictures    a picture of every state, in target/page-pictures
#
# Needs node, npm and chromium (Debian's package), and what wasm/build.sh needs. Prints a line that starts with NOT RUN
# for what is missing.
set -euo pipefail
cd "$(dirname "$0")/../.."

for program in node npm chromium; do
    command -v "$program" >/dev/null || { echo "NOT RUN: the page, which needs $program" && exit; }
done
tools=${CARGO_TARGET_DIR:-target}/page-tests
mkdir -p "$tools"
cp page/tests/package.json page/tests/package-lock.json "$tools"
if ! cmp --silent page/tests/package-lock.json "$tools/installed"; then
    (cd "$tools" && npm ci --silent --no-audit --no-fund) ||
        { echo 'NOT RUN: the page: its tools cannot be installed from npm' && exit; }
    cp page/tests/package-lock.json "$tools/installed"
fi
if [[ ${1:-} == --pictures ]]; then
    exec node page/tests/pictures.mjs
fi
node page/build.mjs
node --test --test-reporter=spec ${1:+--test-name-pattern="$1"} page/tests/*.test.mjs
