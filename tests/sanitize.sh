#!/usr/bin/env bash
# Runs the tests under AddressSanitizer, and the C programs of tests/c and examples/c under it and under
# ThreadSanitizer.
#
#   tests/sanitize.sh [all|rust|c|brief]
#
# `all` takes a quarter of an hour on one core, mostly to compile the unit tests. `brief`, which `.ci/run` uses,
# runs only the tests with hostile input: the attack boards, the replayed corpora, the comparison of all solvers
# without the sets whose statuses are known, and the C programs.
#
# Requires Rust installed by rustup (stable or nightly) and, for the C programs, a C compiler with both sanitizers.
# Installs nothing. A part that cannot run here is reported on a line that begins with NOT RUN, and is not a
# failure. Build files go to target/sanitize, or to CARGO_TARGET_DIR.
set -euo pipefail
cd "$(dirname "$0")/.."

part=${1:-all}
case $part in all | rust | c | brief) ;; *)
    echo "usage: tests/sanitize.sh [all|rust|c|brief]" >&2
    exit 2
    ;;
esac
build=${CARGO_TARGET_DIR:-$PWD/target}/sanitize
target=$(rustc -vV | sed -n 's/^host: //p')
missing=()
step() { printf '\n== %s (%ss)\n' "$*" "$SECONDS"; }
leave_out() { missing+=("$1"); }

# Stable Rust includes the sanitizers but hides the option that enables them; this variable shows it.
export RUSTC_BOOTSTRAP=1
mkdir -p "$build"
if ! echo 'fn main() {}' | rustc -Zsanitizer=address --target "$target" -o "$build/probe" - 2>/dev/null ||
    ! "$build/probe" 2>/dev/null; then
    leave_out 'anything under a sanitizer: this Rust comes without (rustup installs one that has them)'
    part=none
fi

# One build for all, optimized as in all test runs, with symbols in reports. It is also the build without the assembly,
# which no sanitizer sees: the portable loop is in it.
export RUSTFLAGS=-Zsanitizer=address CARGO_TARGET_DIR=$build ASAN_OPTIONS=detect_leaks=1
sanitized() { cargo "$1" --locked --quiet --no-default-features --target "$target" "${@:2}"; }
if [[ $part == all || $part == rust || $part == brief ]]; then
    step 'Tests under AddressSanitizer'
    sanitized test --no-fail-fast -p fuzz-checks -- --skip command_line
    # The program keeps the memory of searches until it ends.
    ASAN_OPTIONS=detect_leaks=0 sanitized test -p fuzz-checks -- command_line
    sanitized test --no-fail-fast -p lanedoku --test attack --test text
    # As the harness does with its memory.
    ASAN_OPTIONS=detect_leaks=0 sanitized test -p lanedoku --test agree -- \
        $([[ $part != brief ]] || echo --skip known::)
    if [[ $part == brief ]]; then
        leave_out 'unit tests under a sanitizer: they compile for minutes (tests/sanitize.sh rust)'
    else
        sanitized test --no-fail-fast -p lanedoku --lib
    fi
fi

# Builds the C library with a sanitizer and prints the path of the archive. `core` is compiled without the
# sanitizer, so errors inside it are not detected; the ABI is the same.
library() {
    # As the profile of the tests has it, so that what they compiled is there. (With that profile itself, cargo would
    # build a test.)
    local profile=(--config profile.dev.opt-level=2 --config profile.dev.debug=false --config "profile.dev.lto='off'")
    local flags=$RUSTFLAGS
    [[ $1 == address ]] || flags="-Zsanitizer=$1 -Cunsafe-allow-abi-mismatch=sanitizer"
    CARGO_TARGET_DIR=$build/${1/address/} RUSTFLAGS=$flags \
        sanitized rustc "${profile[@]}" -p liblanedoku --features all_sizes --crate-type staticlib >&2
    echo "$build/${1/address/}/$target/debug/liblanedoku.a"
}

# Functions that LLVM calls for copies and that gcc's sanitizer does not provide under these names.
shims='
#include <string.h>
void *__tsan_memcpy(void *to, const void *from, size_t length) { return memcpy(to, from, length); }
void *__tsan_memmove(void *to, const void *from, size_t length) { return memmove(to, from, length); }
void *__tsan_memset(void *to, int byte, size_t length) { return memset(to, byte, length); }
'

# Usage: program SANITIZER SOURCE ARCHIVE
program() {
    local name
    name=$build/$(basename "$2" .c)-$1
    echo "$shims" >"$build/shims.c"
    cc -std=c99 -g -O1 -DSTACK_FACTOR=8 -Wall -Wextra -Iinclude "-fsanitize=$1" "$2" "$build/shims.c" "$3" \
        -lpthread -ldl -lm -lgcc_s -o "$name"
    echo "$name"
}

if [[ $part == all || $part == c || $part == brief ]]; then
    for sanitizer in address thread; do
        if ! echo 'int main(void) { return 0; }' |
            cc "-fsanitize=$sanitizer" -x c - -o "$build/probe" 2>/dev/null || ! "$build/probe" 2>/dev/null; then
            leave_out "C programs under the $sanitizer sanitizer: the C compiler has no working one"
            continue
        fi
        step "C programs under the $sanitizer sanitizer"
        archive=$(library "$sanitizer")
        for source in c/tests/c/{every_function,puzzles,search,steps,threads}.c examples/c/*.c; do
            # A single-threaded program has no data races.
            [[ $sanitizer == thread && $source != *threads.c && $source != *search.c ]] && continue
            binary=$(program "$sanitizer" "$source" "$archive")
            # One example reads puzzles from standard input.
            "$binary" < <(grep -Ex '[0-9.]{81}' tests/boards/lines_9x9.txt) >"$binary.out" || { cat "$binary.out"; exit 1; }
            echo "$(basename "$source"): no errors"
        done
    done
fi

step 'Done'
if ! grep -qw avx512_vbmi2 /proc/cpuinfo 2>/dev/null; then
    leave_out 'kernel avx512: this processor lacks its instructions'
fi
for what in "${missing[@]}"; do
    echo "NOT RUN: $what"
done
