#!/usr/bin/env bash
# Creates the archive of a release and its checksum.
#
#   c/release.sh [FOLDER]        (without one: target/dist)
#
# The archive contains the files that `cargo cinstall` installs (headers, libraries, CMake and pkg-config files,
# manual and licences) and this folder's README, and can be unpacked anywhere. The same sources and tools produce
# identical bytes.
#
# Requires cargo-c and GNU tar. CARGO_TARGET_DIR sets the build folder, SOURCE_DATE_EPOCH the date of all files.
set -euo pipefail
cd "$(dirname "$0")/.."

build=${CARGO_TARGET_DIR:-$PWD/target}
mkdir -p "${1:-target/dist}" "$build"
out=$(cd "${1:-target/dist}" && pwd)
build=$(cd "$build" && pwd)
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
host=$(rustc -vV | sed -n 's/^host: //p')
name=lanedoku-$version-$host

# Uses a fixed prefix, because cargo-c rebuilds for every other one.
stage=$build/release-stage
rm -rf "$stage"
cargo cinstall --locked --release -p lanedoku-c --target-dir "$build" \
    --destdir "$stage" --prefix "/$name" --libdir "/$name/lib" --includedir "/$name/include" >&2
cp c/README.md LICENSE-* "$stage/$name/"

# The archive may be unpacked anywhere, so the paths in the .pc file are relative to that file.
pc=$stage/$name/lib/pkgconfig/lanedoku.pc
sed -i.bak "s|^prefix=.*|prefix=\${pcfiledir}/../..|; s|/$name|\${prefix}|g" "$pc"
rm "$pc.bak"

date=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
cd "$stage"
chmod -R u=rwX,go=rX "$name"
tar --create --format=ustar --sort=name --mtime="@$date" --owner=0 --group=0 --numeric-owner "$name" |
    gzip --best --no-name >"$out/$name.tar.gz"
cd "$out"
sha256sum "$name.tar.gz" >"$name.tar.gz.sha256"
echo "$out/$name.tar.gz"
