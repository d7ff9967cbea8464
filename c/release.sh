#!/usr/bin/env bash
# Creates the archives of a release and their checksums, and prints the names of both.
#
#   c/release.sh [FOLDER [TARGET...]]        (without: target/dist, for this machine)
#   c/release.sh target/dist all             (for every target of a release)
#
# lanedoku-VERSION-TARGET.tar.gz contains the files that `cargo cinstall` installs (headers, libraries, CMake and
# pkg-config files, manual and licences) and this folder's README, and can be unpacked anywhere.
# lanedoku-VERSION-source.tar.gz contains the sources of the C library, which build without network (c/source.sh). The
# same sources and tools produce identical bytes.
#
# Requires cargo-c and GNU tar; another target also requires its standard library (`rustup target add`) and a cross
# compiler as Debian names it. CARGO_TARGET_DIR sets the build folder, SOURCE_DATE_EPOCH the date of all files.
set -euo pipefail
cd "$(dirname "$0")/.."

build=${CARGO_TARGET_DIR:-$PWD/target}
mkdir -p "${1:-target/dist}" "$build"
out=$(cd "${1:-target/dist}" && pwd)
build=$(cd "$build" && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
host=$(rustc -vV | sed -n 's/^host: //p')
targets=("${@:2}")
case ${targets[*]:-} in
'') targets=("$host") ;;
all) targets=(x86_64-unknown-linux-gnu x86_64-unknown-linux-musl aarch64-unknown-linux-gnu x86_64-pc-windows-gnu) ;;
esac

stage=$build/release-stage
rm -rf "$stage"

# pack FOLDER: packs a folder of the stage.
date=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
pack() {
    chmod -R u=rwX,go=rX "$stage/$1"
    tar --create --format=ustar --sort=name --mtime="@$date" --owner=0 --group=0 --numeric-owner -C "$stage" "$1" |
        gzip --best --no-name >"$out/$1.tar.gz"
    (cd "$out" && sha256sum "$1.tar.gz" >"$1.tar.gz.sha256")
    echo "$out/$1.tar.gz"
}

for target in "${targets[@]}"; do
    name=lanedoku-$version-$target
    options=()
    if [[ $target != "$host" ]]; then
        options+=(--target "$target")
    fi
    (
        case $target in
        # Else there is no shared library.
        *-musl) export RUSTFLAGS="${RUSTFLAGS:-} -C target-feature=-crt-static" CARGO_TARGET_X86_64_UNKNOWN_LINUX_MUSL_LINKER=musl-gcc ;;
        aarch64-unknown-linux-gnu) export CARGO_TARGET_AARCH64_UNKNOWN_LINUX_GNU_LINKER=aarch64-linux-gnu-gcc ;;
        esac
        # Uses a fixed prefix, because cargo-c rebuilds for every other one.
        cargo cinstall --locked --release -p liblanedoku --target-dir "$build" "${options[@]}" \
            --destdir "$stage" --prefix "/$name" --libdir "/$name/lib" --includedir "/$name/include" \
            --bindir "/$name/bin" >&2
    )
    cp c/README.md LICENSE-* "$stage/$name/"

    # The archive may be unpacked anywhere, so the paths in the .pc file are relative to that file.
    pc=$stage/$name/lib/pkgconfig/lanedoku.pc
    sed -i.bak "s|^prefix=.*|prefix=\${pcfiledir}/../..|; s|/$name|\${prefix}|g" "$pc"
    rm "$pc.bak"
    pack "$name"
done

c/source.sh "$stage/lanedoku-$version-source"
pack "lanedoku-$version-source"
