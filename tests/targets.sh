#!/usr/bin/env bash
# Compiles and tests the library for processors other than this one.
#
#   tests/targets.sh          five minutes: the vectors of each processor, the searches on them, what 32 bits change
#   tests/targets.sh all      all tests of the library, on s390x (big-endian), too, and of C programs on aarch64
#
# Needs rustup, and from Debian's packages gcc-aarch64-linux-gnu, gcc-i686-linux-gnu, qemu-user and nodejs; for `all`,
# gcc-s390x-linux-gnu. Prints a line that starts with NOT RUN for what is missing. Programs for i686 run without an
# emulator. The tests are those of tests/targets/Cargo.toml.
set -euo pipefail
cd "$(dirname "$0")/.."

case ${1:-} in
'') all=false ;;
all) all=true ;;
*)
    echo 'usage: tests/targets.sh [all]' >&2
    exit 2
    ;;
esac
here=$PWD
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}/targets

# has NAME TARGET TOOL...: whether a target can be built and run here.
has() {
    local name=$1 target=$2 tool
    shift 2
    for tool; do
        command -v "$tool" >/dev/null || { echo "NOT RUN: tests on $name: $tool is not installed" && return 1; }
    done
    rustup target add "$target" >/dev/null 2>&1 ||
        { echo "NOT RUN: tests on $name: its standard library cannot be installed here" && return 1; }
}
# on TARGET FILTER...: the unit tests whose names contain a filter, or all tests.
on() {
    local target=$1
    shift
    if $all; then
        cargo test --locked --manifest-path tests/targets/Cargo.toml --target "$target" --tests
    else
        cargo test --locked --manifest-path tests/targets/Cargo.toml --target "$target" --lib -- "$@"
    fi
}

# No warning either, in the library, its tests and the C library.
for target in aarch64-unknown-linux-gnu wasm32-unknown-unknown; do
    if has "$target (compiling)" "$target"; then
        RUSTFLAGS='-D warnings' cargo check --locked --quiet --manifest-path tests/targets/Cargo.toml --tests \
            --target "$target"
        RUSTFLAGS='-D warnings' cargo check --locked --quiet -p lanedoku-c --target "$target" \
            --config 'profile.dev.panic="abort"'
    fi
done
if has 'wasm32 with simd128 (compiling)' wasm32-unknown-unknown; then
    RUSTFLAGS='-D warnings -C target-feature=+simd128' \
        cargo check --locked --quiet --manifest-path tests/targets/Cargo.toml --tests --target wasm32-unknown-unknown
fi

if has aarch64 aarch64-unknown-linux-gnu aarch64-linux-gnu-gcc qemu-aarch64; then
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER='qemu-aarch64 -L /usr/aarch64-linux-gnu'
    # Without the tests that take minutes under the emulator.
    on aarch64-unknown-linux-gnu vectors:: single:: step_counts:: backtrack:: \
        --skip restarts_lose_and_repeat_no_solution --skip boards_of_every_kind
    if $all; then
        cargo test --locked --target aarch64-unknown-linux-gnu --test c_abi
    fi
fi
if has i686 i686-unknown-linux-gnu i686-linux-gnu-gcc; then
    export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER=i686-linux-gnu-gcc
    # Without the system's 32-bit loader, the cross compiler's.
    [[ -e /lib/ld-linux.so.2 ]] ||
        export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_RUNNER='/usr/i686-linux-gnu/lib/ld-linux.so.2 --library-path /usr/i686-linux-gnu/lib'
    on i686-unknown-linux-gnu step_counts:: propagate:: backtrack:: symmetry:: puzzles::
fi
if has 'wasm32 with simd128' wasm32-wasip1 node; then
    export CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings $here/tests/wasi.mjs"
    # A panic ends the program there, so the tests that expect one are left out.
    RUSTFLAGS='-C target-feature=+simd128' on wasm32-wasip1 vectors:: single:: step_counts:: \
        --skip restarts_lose_and_repeat_no_solution --skip boards_of_every_kind
fi
if $all && has s390x s390x-unknown-linux-gnu s390x-linux-gnu-gcc qemu-s390x; then
    export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc
    export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER='qemu-s390x -L /usr/s390x-linux-gnu'
    on s390x-unknown-linux-gnu
fi
