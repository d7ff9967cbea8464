#!/usr/bin/env bash
# Counts the instructions that a puzzle takes, on a processor that qemu emulates.
#
#   tests/instructions/run.sh [--target TRIPLE] [--engine NAME] [--kernel NAME] [--puzzles N] FILE...
#
# Counts a run of one round and a run of three, so that reading the file is not part of the result. The numbers do not
# depend on the machine or its load, only on the compiler. Needs qemu-user, a C compiler for this machine, and one for
# the target, which is aarch64-unknown-linux-gnu unless another is named.
set -euo pipefail

target=aarch64-unknown-linux-gnu engine=simd kernel=portable puzzles=500
while [[ ${1:-} == --* ]]; do
    case $1 in
    --target | --engine | --kernel | --puzzles) declare "${1#--}=$2" ;;
    *) sed -n '2,8s/^# \{0,1\}//p' "$0" >&2 && exit 2 ;;
    esac
    shift 2
done
files=()
for file in "$@"; do files+=("$(realpath "$file")"); done
((${#files[@]})) || { sed -n '2,8s/^# \{0,1\}//p' "$0" >&2 && exit 2; }
cd "$(dirname "$0")/../.."

processor=${target%%-*}
gnu=$processor-linux-gnu
build=${CARGO_TARGET_DIR:-target}/$target/release
for tool in "qemu-$processor" "$gnu-gcc" cc; do
    command -v "$tool" >/dev/null || { echo "NOT RUN: instructions on $processor: $tool is not installed" && exit 0; }
done
# With link-time optimization, the library would have no code to link with.
CARGO_PROFILE_RELEASE_LTO=off cargo build --locked --quiet --release -p lanedoku --lib --target "$target"
rustc --edition 2024 -C opt-level=3 -C panic=abort -C linker="$gnu-gcc" --target "$target" \
    --extern "lanedoku=$build/liblanedoku.rlib" -o "$build/instructions" tests/instructions/solve.rs

# qemu's interface has had these versions; it takes some of them.
count() {
    "qemu-$processor" -L "/usr/$gnu" -plugin "$build/count.so" "$build/instructions" "$engine" "$kernel" "$@" 2>&1
}
for version in 1 2 3 4 5 none; do
    [[ $version != none ]] || { echo 'NOT RUN: instructions: this qemu loads no plugin of versions 1 to 5' && exit 0; }
    cc -O2 -shared -fPIC -DPLUGIN_VERSION=$version -o "$build/count.so" tests/instructions/count.c
    ! count "${files[0]}" 1 1 | grep -q '^instructions' || break
done

for file in "${files[@]}"; do
    { count "$file" "$puzzles" 1 && count "$file" "$puzzles" 3; } | awk -v name="$(basename "$file")" '
        /^puzzles/ { puzzles = $2; steps = $4 }
        /^instructions/ { before = last; last = $2 }
        END { each = (last - before) / 2 / puzzles
              printf "%-24s %6d puzzles %12.1f instructions each %8.2f steps\n", name, puzzles, each, steps / puzzles }'
done
