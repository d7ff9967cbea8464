#!/usr/bin/env bash
# Compares the ABI of the C header with that of a release: constants, types, sizes, offsets and functions. Fails if one
# is gone or has changed while the ABI kept its number. It may gain some.
#
#   release/abi.sh [TAG]     (without one: the last release)
#
# Needs cc, abidw and abidiff (Debian: abigail-tools).
set -euo pipefail
cd "$(dirname "$0")/.."
tag=${1:-$(git describe --tags --abbrev=0 --match 'v*' 2>/dev/null || true)}
[[ -n $tag ]] || { echo 'NOT RUN: release/abi.sh: there is no release to compare with, no tag v*' && exit 0; }
for tool in cc abidiff; do
    command -v "$tool" >/dev/null || { echo "NOT RUN: release/abi.sh: $tool is not installed" && exit 0; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
git show "$tag:include/lanedoku.h" >"$work/old.h"
cp include/lanedoku.h "$work/new.h"

object() { grep -om1 'lanedoku_abi_[0-9_]*' "$work/$1.h"; }
if [[ $(object old) != "$(object new)" ]]; then
    echo "The ABI has another number: $(object old) is now $(object new)"
    exit
fi
# The numbers of versions, and the macros in front of declarations, are not part of it.
constants() {
    sed -nE '/LANEDOKU_(VERSION|API|NODISCARD|ABI_OBJECT)/d; s/^#define (LANEDOKU_[A-Z0-9_]+ .*)/\1/p' "$work/$1.h" | sort
}
gone=$(comm -23 <(constants old) <(constants new))
[[ -z $gone ]] || { printf 'Constants that are gone, or have another value:\n%s\n' "$gone" && exit 1; }
# A library of empty functions suffices: C programs depend on the header alone, and release/test.py checks that the
# libraries have its names.
for side in old new; do
    sed '/^extern "C" {/,$ { s/);$/) { __builtin_trap(); }/; s/^extern LANEDOKU_API const/const/ }' \
        "$work/$side.h" >"$work/$side.c"
    cc -std=c99 -g -gdwarf-4 -shared -fPIC -w "$work/$side.c" -o "$work/$side.so"
done
abidiff --no-added-syms "$work/old.so" "$work/new.so"
echo "The ABI of $tag is kept"
