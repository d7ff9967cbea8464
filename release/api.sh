#!/usr/bin/env bash
# Compares the public items of the library with doc/api.txt, which the last release wrote, so that a change shows in a
# review. Before the first release there is no such file, and nothing to compare with.
#
#   release/api.sh             compares
#   release/api.sh --update    writes the file: part of a release
#
# Needs cargo-public-api 0.52.0 (`cargo install --locked --debug cargo-public-api --version =0.52.0`).
set -euo pipefail
. "$(dirname "$0")/tools.sh"
if [[ ${1:-} != --update && ! -e doc/api.txt ]]; then
    echo 'There is no release to compare the public items with.'
    exit
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# cargo-public-api asks for the nightly toolchain by its name. Stable Rust has what it needs, and hides the option for
# it.
real=$(rustup which cargo)
cat >"$work/cargo" <<EOF
#!/bin/sh
[ "\$*" = --version ] && echo 'cargo of stable Rust, with the options of nightly' && exit
exec '$real' "\$@"
EOF
chmod +x "$work/cargo"
RUSTC_BOOTSTRAP=1 PATH=$work:$(dirname "$real"):$PATH CARGO_TARGET_DIR=$build/api \
    cargo-public-api public-api -p lanedoku -sss --color never >"$work/api.txt"
if [[ ${1:-} == --update ]]; then
    cp "$work/api.txt" doc/api.txt
elif ! diff -u doc/api.txt "$work/api.txt"; then
    echo 'The public items have changed. If that is meant: release/api.sh --update' >&2
    exit 1
fi
echo "doc/api.txt: $(wc -l <doc/api.txt) lines"
