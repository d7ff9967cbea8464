#!/usr/bin/env bash
# Creates the archives of a release and their checksums, and prints the names of both.
#
#   c/release.sh [FOLDER]        (without one: target/dist)
#
# lanedoku-VERSION-TARGET.tar.gz contains the files that `cargo cinstall` installs (headers, libraries, CMake and
# pkg-config files, manual and licences) and this folder's README, and can be unpacked anywhere.
# lanedoku-VERSION-source.tar.gz contains the sources of the C library, which build without network (c/source.sh). The
# same sources and tools produce identical bytes.
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

# The sources.
source=lanedoku-$version-source
c/source.sh "$stage/$source"

date=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}
cd "$stage"
for folder in "$name" "$source"; do
    chmod -R u=rwX,go=rX "$folder"
    tar --create --format=ustar --sort=name --mtime="@$date" --owner=0 --group=0 --numeric-owner "$folder" |
        gzip --best --no-name >"$out/$folder.tar.gz"
    (cd "$out" && sha256sum "$folder.tar.gz" >"$folder.tar.gz.sha256")
    echo "$out/$folder.tar.gz"
done
