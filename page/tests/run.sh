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
node page/build.mjs --tools || { echo 'NOT RUN: the page: its tools cannot be installed from npm' && exit; }
if [[ ${1:-} == --pictures ]]; then
    exec node page/tests/pictures.mjs
fi
node page/build.mjs
node --test --test-reporter=spec ${1:+--test-name-pattern="$1"} page/tests/*.test.mjs
