#!/usr/bin/env bash
# Runs some unit tests under Miri, which checks every memory access: the private stacks of a batch, and the branchless
# loop on boards without open cells. Miri runs neither assembly nor vectors, and is about a thousand times as slow as
# the processor, so a search under it takes hours.
#
# Needs a nightly toolchain with Miri: rustup toolchain install nightly --component miri. Installs nothing.
set -euo pipefail
cd "$(dirname "$0")/.."
if ! cargo +nightly miri --version >/dev/null 2>&1; then
    echo 'NOT RUN: Miri, which needs a nightly toolchain with it'
    exit 0
fi
MIRIFLAGS=-Zmiri-disable-isolation CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}/miri \
    cargo +nightly miri test --locked --no-default-features --lib -p lanedoku -- \
    batch::private_stacks backtrack::tests::nothing_open "$@"
