#!/usr/bin/env bash
# Tests the kernel avx512 on an emulated processor, where this machine's processor lacks its instructions.
#
#   tests/emulated.sh [--force]
#
# Where the processor has them, `cargo test` tests the kernel: this script prints that and exits. With --force it runs
# there, too.
#
# The unit tests are compiled as a static program. Bochs runs it on an emulated Tiger Lake processor, without a BIOS or
# a kernel: the ROM built from tests/emulated/ loads the program and handles its system calls. (Debian's kernel had not
# booted under Bochs after fifteen minutes. The ROM starts the program within a second.)
#
# Needs x86-64, a C compiler, Bochs (Debian: bochs and bochs-term), and Rust's target x86_64-unknown-linux-musl, which
# rustup adds if it can. Installs nothing else: if Bochs or the target is missing, it prints a line that starts with NOT
# RUN, and succeeds. Build files go to target/, or to CARGO_TARGET_DIR.
set -euo pipefail
cd "$(dirname "$0")/.."

force=false
case ${1:-} in
'') ;;
--force) force=true ;;
*)
    echo 'usage: tests/emulated.sh [--force]' >&2
    exit 2
    ;;
esac
not_run() {
    echo "NOT RUN: kernel avx512 on an emulated processor: $*"
    exit 0
}

native=true
for feature in avx512_vbmi2 avx512_bitalg avx512_vpopcntdq; do
    grep -qw "$feature" /proc/cpuinfo 2>/dev/null || native=false
done
if $native && ! $force; then
    echo 'This processor has the instructions of the kernel avx512: cargo test runs it.'
    exit 0
fi

target=x86_64-unknown-linux-musl
[[ $(uname -sm) == 'Linux x86_64' ]] || not_run 'its ROM is for Linux on x86-64'
command -v bochs >/dev/null || not_run 'Bochs is not installed'
rustup target add "$target" >/dev/null 2>&1 || not_run "the target $target cannot be installed here"

build=${CARGO_TARGET_DIR:-$PWD/target}/emulated
mkdir -p "$build"
rm -f "$build"/{tests.elf,printed}

# The tests of instructions and rules, and the step counts, which include a batch. The emulated processor is 140 times
# slower than a real one. Other kernels than avx512 are left out of the checks there. Each filter must match a test.
filters=(step_counts:: vectors::tests:: single::rule_tests:: single::three_registers:: single::side_by_side::
    batch::rule_tests::)
skipped=(step_counts::update)

# Cargo's messages name the program. A dependency compiles a C file that needs no C library, so any C compiler will do.
program=$(CC_x86_64_unknown_linux_musl=${CC:-cc} RUSTFLAGS="${RUSTFLAGS:-} --cfg emulated" \
    cargo test --locked --quiet -p lanedoku --lib --no-run --target "$target" --message-format json-render-diagnostics |
    sed -n 's/.*"executable":"\([^"]*\)".*/\1/p' | tail -n 1)
cp "$program" "$build/tests.elf"

arguments='tests\0--test-threads=1\0'
for filter in "${filters[@]}"; do arguments+="$filter\\0"; done
for test in "${skipped[@]}"; do arguments+="--skip\\0$test\\0"; done
${CC:-cc} -O1 -Wall -Wextra -Werror "-DARGUMENTS=\"$arguments\"" -ffreestanding -mgeneral-regs-only \
    -fno-builtin -fno-tree-loop-distribute-patterns -fno-pic -fno-stack-protector -fno-asynchronous-unwind-tables \
    -fcf-protection=none tests/emulated/start.S tests/emulated/system.c \
    -nostdlib -static -no-pie -Wl,--oformat=binary,--build-id=none,-z,noexecstack,-z,max-page-size=16 \
    -Wl,-e,0xf0000,-Ttext=0xf0000,-Tbss=0x10000,--section-start=.reset=0xffff0 -o "$build/rom"

# Debian's Bochs has a debugger, which waits for a command: c, continue.
echo c >"$build/commands"
cat >"$build/bochsrc" <<END
cpu: model=tigerlake, ips=1000000000, reset_on_triple_fault=0
megs: 1024
romimage: file="$build/rom", address=0xffff0000
optramimage1: file="$build/tests.elf", address=0x1000000
parport1: enabled=1, file="$build/printed"
clock: sync=none
display_library: term
log: "$build/bochs.log"
panic: action=fatal
END
# Bochs fails even if the tests pass: the ROM can only shut it down. It may survive a SIGTERM.
TERM=xterm timeout --signal=KILL 3600 bochs -q -f "$build/bochsrc" -rc "$build/commands" >"$build/bochs.out" 2>&1 </dev/null || true
cat "$build/printed"

grep -qx 'exit status: 0' "$build/printed" || {
    echo "The tests did not succeed on the emulated processor: see $build/bochs.log" >&2
    exit 1
}
if grep -q '^NOT RUN: ' "$build/printed"; then
    echo 'The emulated processor lacks instructions that it should have' >&2
    exit 1
fi
for filter in "${filters[@]}"; do
    grep -q "^test .*$filter.* \.\.\. ok$" "$build/printed" || {
        echo "No test ran that matches $filter" >&2
        exit 1
    }
done
echo "On an emulated processor: ${SECONDS} s with the compilation"
