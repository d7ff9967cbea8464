#!/usr/bin/env bash
# Makes every file of a release, and tests each as a stranger would install it.
#
#   release/all.sh [FOLDER]     (which it empties; without one: target/dist)
#
# An hour on two quiet cores, most of it link-time optimization. Installs no packages of the system: RELEASING.md lists
# those that it needs. Prints a line NOT RUN for what it could not test.
set -euo pipefail
. "$(dirname "$0")/tools.sh"
out=$(mkdir -p "${1:-target/dist}" && realpath "${1:-target/dist}")
rm -f "$out"/*
rustup target add --toolchain "$(rustup show active-toolchain | cut -d' ' -f1)" x86_64-unknown-linux-musl \
    aarch64-unknown-linux-gnu aarch64-unknown-linux-musl x86_64-pc-windows-gnu
# The version that .ci/run has, and tests.
cargo_c=$(sed -n 's/.*tool cargo-cinstall \([^ ]*\) .*/\1/p' .ci/run)
tool=$cache/cargo-cinstall-$cargo_c
[[ -x $tool/bin/cargo-cinstall ]] || cargo install --quiet --locked --debug --root "$tool" --version "=$cargo_c" cargo-c
export PATH=$tool/bin:$PATH
log=$(mktemp)
trap 'rm -f "$log"' EXIT

{
    release/check.sh
    release/crates.sh "$out"
    step 'The C library'
    c/release.sh "$out" all
    release/archives.sh "$out"
    release/wheels.sh "$out"

    step 'The npm package'
    wasm/build.sh
    # npm packs a file of this name in any case.
    { cat python/LICENSES.txt && echo && release/notices.py lanedoku-wasm wasm32-unknown-unknown; } >wasm/dist/LICENSE.txt
    npm pack --silent ./wasm/dist --pack-destination "$out"

    step 'What they are built from'
    for package in lanedoku-cli liblanedoku lanedoku-python lanedoku-wasm; do
        release/sbom.py "$package" >"$out/$package-$version.cdx.json"
    done
    python_tools sbom 'cyclonedx-python-lib[json-validation]==11.6.0'
    "$tools/python" - "$out"/*.cdx.json <<'EOF'
import sys
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
for path in sys.argv[1:]:
    if error := JsonStrictValidator(SchemaVersion.V1_5).validate_str(open(path).read()):
        sys.exit(f"{path}: {error}")
    print(f"{path}: valid")
EOF

    step 'Checksums'
    rustc -vV >"$out/rustc.txt"
    (cd "$out" && rm -f ./*.sha256 && sha256sum ./* >SHA256SUMS && cat SHA256SUMS)
} 2>&1 | tee "$log"
if grep '^NOT RUN: ' "$log" | sort -u; then
    echo 'The rest was made and tested.'
fi
