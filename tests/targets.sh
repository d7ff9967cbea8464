#!/usr/bin/env bash
# Compiles and tests the library for processors and systems other than this one.
#
#   tests/targets.sh               the vectors of each processor, the searches on them, what 32 bits change; on Windows
#                                  the comparison of all solvers, C programs and the command line
#   tests/targets.sh all           all tests of the library, on s390x (big-endian) and musl, too, and of C programs on
#                                  aarch64
#   tests/targets.sh PART...       only parts: check aarch64 i686 s390x wasm musl windows; with `all`, all their tests
#
# Needs rustup, and from Debian's packages gcc-aarch64-linux-gnu, qemu-user, nodejs, gcc-mingw-w64-x86-64 and wine; for
# `all`, gcc-i686-linux-gnu, gcc-s390x-linux-gnu and musl-tools. Prints a line that starts with NOT RUN for what is
# missing. Programs for i686 and musl run without an emulator.
set -euo pipefail
cd "$(dirname "$0")/.."

all=false parts=()
for argument; do
    case $argument in
    all) all=true ;;
    check | aarch64 | i686 | s390x | wasm | musl | windows) parts+=("$argument") ;;
    '') ;;
    *)
        sed -n '4,7s/^# \{0,1\}//p' "$0" >&2
        exit 2
        ;;
    esac
done
if ((${#parts[@]} == 0)); then
    parts=(check aarch64 wasm windows)
    if $all; then parts+=(i686 musl s390x); fi
fi
part() { [[ " ${parts[*]} " == *" $1 "* ]]; }

here=$PWD
export CARGO_TARGET_DIR=${CARGO_TARGET_DIR:-$PWD/target}/targets
# No warning, anywhere.
export RUSTFLAGS='-D warnings'
# Compiled in less time than level 2 would save while they run.
export CARGO_PROFILE_DEV_OPT_LEVEL=1 CARGO_PROFILE_DEV_DEBUG=false CARGO_PROFILE_DEV_LTO=off
export CARGO_PROFILE_TEST_OPT_LEVEL=1

# The C library without the standard library, as it is released.
no_std=(--config 'profile.dev.panic="abort"')

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
        cargo test --locked -p lanedoku --target "$target" --lib --test text --test agree
        cargo test --locked -p lanedoku-steps --target "$target" --lib
    else
        cargo test --locked -p lanedoku --target "$target" --lib -- "$@"
    fi
}
# c_programs COMPILER LINKED LIBRARY FOLDER RUNNER...: builds C programs with a library, and runs them.
c_programs() {
    local compiler=$1 linked=$2 library=$3 folder=$4 source name
    shift 4
    for source in c/tests/c/{every_function,puzzles,search,steps,threads}.c examples/c/{solve,loop}.c; do
        name=$(basename "$source" .c)
        # shellcheck disable=SC2086 # several flags
        $compiler -std=c99 -O1 -Wall -Wextra -Werror -pedantic -Iinclude "$source" "$library" -o "$folder/$name-$linked.exe" \
            -pthread
        if "$@" "$folder/$name-$linked.exe" >"$folder/$name.txt" </dev/null; then
            echo "test c::$name::$linked ... ok"
        else
            cat "$folder/$name.txt"
            echo "test c::$name::$linked ... FAILED" && exit 1
        fi
    done
    echo 'test result: ok. 7 passed; 0 failed; 0 ignored'
}

# Targets that nothing is run on here, in the bounded run at least. macOS and MSVC are compiled and no more: their
# linkers and systems are not here. The tests are compiled for what they can differ on: the order of bytes, 32 bits, the
# system.
if part check; then
    libraries=() tests=()
    for target in s390x-unknown-linux-gnu i686-unknown-linux-gnu riscv64gc-unknown-linux-gnu \
        x86_64-unknown-linux-musl wasm32-unknown-unknown x86_64-pc-windows-msvc x86_64-apple-darwin aarch64-apple-darwin; do
        has "$target (compiling)" "$target" || continue
        libraries+=(--target "$target")
        case $target in s390x* | wasm32* | *msvc) tests+=(--target "$target") ;; esac
    done
    echo "checking ${libraries[*]}"
    cargo check --locked --quiet -p lanedoku -p liblanedoku "${no_std[@]}" "${libraries[@]}"
    cargo check --locked --quiet -p lanedoku --tests "${tests[@]}"
fi

if part aarch64 && has aarch64 aarch64-unknown-linux-gnu aarch64-linux-gnu-gcc qemu-aarch64; then
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc
    export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_RUNNER='qemu-aarch64 -L /usr/aarch64-linux-gnu'
    # Without the tests that take minutes under the emulator.
    on aarch64-unknown-linux-gnu vectors:: single:: step_counts:: backtrack:: \
        --skip restarts_lose_and_repeat_no_solution --skip boards_of_every_kind
    if $all; then
        RUSTFLAGS='' cargo test --locked -p lanedoku-c --target aarch64-unknown-linux-gnu --test programs
    fi
fi
if part i686 && has i686 i686-unknown-linux-gnu i686-linux-gnu-gcc; then
    export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_LINKER=i686-linux-gnu-gcc
    # Without the system's 32-bit loader, the cross compiler's.
    [[ -e /lib/ld-linux.so.2 ]] ||
        export CARGO_TARGET_I686_UNKNOWN_LINUX_GNU_RUNNER='/usr/i686-linux-gnu/lib/ld-linux.so.2 --library-path /usr/i686-linux-gnu/lib'
    on i686-unknown-linux-gnu step_counts:: propagate:: backtrack:: symmetry:: puzzles::
fi
if part wasm && has 'wasm32 with simd128' wasm32-wasip1 node; then
    export CARGO_TARGET_WASM32_WASIP1_RUNNER="node --no-warnings $here/tests/wasi.mjs"
    # A panic ends the program there, so the tests that expect one are left out. It has 32 bits, as i686 has.
    RUSTFLAGS="$RUSTFLAGS -C target-feature=+simd128" on wasm32-wasip1 vectors:: single:: step_counts:: propagate:: \
        symmetry:: puzzles:: --skip restarts_lose_and_repeat_no_solution --skip boards_of_every_kind \
        --skip a_set_of_cells_is_a_set_of_numbers
fi
if part windows && has Windows x86_64-pc-windows-gnu x86_64-w64-mingw32-gcc wine; then
    target=x86_64-pc-windows-gnu work=$CARGO_TARGET_DIR/windows
    mkdir -p "$work"
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_LINKER=x86_64-w64-mingw32-gcc
    # Wine's own folder, without its messages and its windows.
    export WINEPREFIX=$work/wine WINEDEBUG=-all DISPLAY='' WINEDLLOVERRIDES='mscoree,mshtml='
    # Debian's `wine` tells each time that it lacks the 32-bit one.
    wine=wine
    if [[ -x /usr/lib/wine/wine64 ]]; then wine=/usr/lib/wine/wine64; fi
    export CARGO_TARGET_X86_64_PC_WINDOWS_GNU_RUNNER=$wine
    x86_64-w64-mingw32-gcc -shared -O1 -Wall -Werror tests/bcryptprimitives.c -o "$work/bcryptprimitives.dll" -ladvapi32
    export WINEPATH="Z:${work//\//\\}"

    if $wine cmd /c exit >/dev/null 2>&1; then
        # The kernels are those of this machine: what Windows calls in another way is in the programs below, and in the
        # comparisons of all solvers.
        if $all; then on $target; else cargo test --locked -p lanedoku --target $target --test agree; fi
        cargo build --locked --quiet -p liblanedoku --target $target "${no_std[@]}"
        built=$CARGO_TARGET_DIR/$target/debug
        cp "$built/lanedoku.dll" "$work"
        # Static: the programs need no DLL of the compiler's.
        flags='-static -D__USE_MINGW_ANSI_STDIO=1'
        c_programs "x86_64-w64-mingw32-gcc $flags" static "$built/liblanedoku.a" "$work" $wine
        c_programs "x86_64-w64-mingw32-gcc $flags -DLANEDOKU_SHARED" shared "$built/liblanedoku.dll.a" "$work" $wine
        if $all; then
            cargo test --locked -p lanedoku-cli --target $target
        else
            cargo test --locked -p lanedoku-cli --target $target --test shell -- command_line:: endings:: control_c::
        fi
    else
        echo 'NOT RUN: tests on Windows: wine does not start a program'
    fi
fi
if part musl && has musl x86_64-unknown-linux-musl musl-gcc; then
    on x86_64-unknown-linux-musl vectors:: single:: step_counts:: backtrack::
    cargo build --locked --quiet -p liblanedoku --target x86_64-unknown-linux-musl "${no_std[@]}"
    mkdir -p "$CARGO_TARGET_DIR/musl"
    c_programs 'musl-gcc -static' static "$CARGO_TARGET_DIR/x86_64-unknown-linux-musl/debug/liblanedoku.a" \
        "$CARGO_TARGET_DIR/musl"
fi
if part s390x && has s390x s390x-unknown-linux-gnu s390x-linux-gnu-gcc qemu-s390x; then
    export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_LINKER=s390x-linux-gnu-gcc
    export CARGO_TARGET_S390X_UNKNOWN_LINUX_GNU_RUNNER='qemu-s390x -L /usr/s390x-linux-gnu'
    on s390x-unknown-linux-gnu step_counts:: propagate:: backtrack:: symmetry:: puzzles::
fi
