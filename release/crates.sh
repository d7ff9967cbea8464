#!/usr/bin/env bash
# Packs the Rust packages, and tests each as a stranger would who has nothing but the file: unpacked in an empty folder,
# built, tested and documented without network, from the packages in cargo's cache.
#
#   release/crates.sh [FOLDER]     (without one: target/dist)
#
# The packages that a package needs are taken from the files made here, as no registry has them yet.
set -euo pipefail
out=$(mkdir -p "${1:-target/dist}" && realpath "${1:-target/dist}")
. "$(dirname "$0")/tools.sh"
root=$PWD
packages=(lanedoku lanedoku-steps lanedoku-formats lanedoku-c liblanedoku lanedoku-cli)
dirty=()
# A trial of what is not committed yet.
[[ -z ${ALLOW_DIRTY:-} ]] || dirty=(--allow-dirty)

step 'The packages'
cargo fetch --quiet --locked
export CARGO_NET_OFFLINE=true
log=$(mktemp)
work=$(mktemp -d)
trap 'rm -rf "$work" "$log"' EXIT
# Built below.
cargo package --locked --no-verify "${dirty[@]}" "${packages[@]/#/--package=}" 2>&1 | tee "$log"
# The tests that need the workspace are left out on purpose.
if grep '^warning' "$log" | grep -v 'ignoring test .* not included'; then
    exit 1
fi
patches=()
for package in "${packages[@]}"; do
    file=$package-$version.crate
    cp "$build/package/$file" "$out"
    (cd "$out" && sha256sum "$file" >"$file.sha256")
    tar -xzf "$out/$file" -C "$work"
    patches+=(--config "patch.crates-io.$package.path='$work/$package-$version'")
done

export CARGO_TARGET_DIR=$build/release-crates CARGO_PROFILE_TEST_OPT_LEVEL=${CARGO_PROFILE_TEST_OPT_LEVEL:-2}
# As rustdoc's host builds them. It has the nightly compiler, whose options stable Rust hides.
doc() { RUSTC_BOOTSTRAP=1 RUSTDOCFLAGS='--cfg docsrs -D warnings' cargo doc --quiet --no-deps --lib --all-features "$@"; }
for package in "${packages[@]}"; do
    step "$package, alone"
    cd "$work/$package-$version"
    # Not of a package itself.
    others=()
    for ((i = 0; i < ${#packages[@]}; i++)); do
        # The library needs what its functions need.
        if [[ ${packages[i]} != "$package" ]] && { [[ $package == liblanedoku && ${packages[i]} != lanedoku-cli ]] ||
            grep -q "^\[.*dependencies\.${packages[i]}\]" Cargo.toml; }; then
            others+=("${patches[@]:2*i:2}")
        fi
    done
    # The C library needs an optimized build.
    cargo build --quiet "${others[@]}" $([[ $package != liblanedoku ]] || echo --release)
    case $package in
    liblanedoku)
        cc -Iinclude "$root/examples/c/solve.c" "$CARGO_TARGET_DIR/release/liblanedoku.a" -o "$work/solve"
        "$work/solve" | grep .
        ;;
    *) cargo test --quiet "${others[@]}" ;;
    esac
    [[ $package == lanedoku-cli || $package == liblanedoku ]] || doc "${others[@]}"
    if [[ $package == lanedoku-cli ]]; then
        "$CARGO_TARGET_DIR/debug/lanedoku" 800000000003600000070090200050007000000045700000100030001000068008500010090000400 |
            grep 'unique: exactly one solution'
    fi
done
