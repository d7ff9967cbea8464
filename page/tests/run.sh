#!/usr/bin/env bash
# Tests the page as it is used, alone and in the book, in a headless Chromium.
#
#   page/tests/run.sh               all tests
#   page/tests/run.sh PATTERN       the tests whose names match
#   page/tests/run.sh --pictures    a picture of every state, in target/page-pictures
#
# Needs node, npm, chromium and python3-venv (Debian's packages), and what wasm/build.sh needs. Prints a line that
# starts with NOT RUN for what is missing.
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
if python3 -c 'import venv, ensurepip' 2>/dev/null; then
    . release/tools.sh
    book_tools
    "$tools/python" doc/build.py --page "$build/page"
    tests=(page/tests/*.test.mjs)
else
    echo 'NOT RUN: the page in the book, which needs python3 with venv'
    tests=(page/tests/{everywhere,page,state,units}.test.mjs)
fi
# Two files at a time: by default, node leaves a core alone.
node --test --test-concurrency=2 --test-reporter=spec ${1:+--test-name-pattern="$1"} "${tests[@]}"
