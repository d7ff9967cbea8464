#!/usr/bin/env bash
# Plants faults one at a time, and lists those that no test sees. Needs cargo-mutants (cargo install --locked
# cargo-mutants). All parts take days on two cores; with --shard 0/20, a part runs every twentieth fault.
#
#   tests/mutants.sh grid|puzzles|solver|c|formats|shell [OPTIONS OF CARGO MUTANTS]
set -euo pipefail
cd "$(dirname "$0")/.."

part=${1:-}
shift || true
library=(-p lanedoku)
tests=(--lib --test text --test agree)
case $part in
grid) files=("${library[@]}" -f src/grid.rs -f src/grade.rs) ;;
puzzles) files=("${library[@]}" -f 'src/puzzles/**') ;;
solver) files=("${library[@]}" -f 'src/solver/**') ;;
c)
    files=(-p lanedoku-c --test-package lanedoku-c --test-package fuzz-checks)
    tests=(--lib --test programs)
    ;;
formats)
    files=(-p lanedoku-formats)
    tests=()
    ;;
shell)
    files=(-p lanedoku-cli)
    tests=()
    ;;
*)
    sed -n '2,5s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
exec cargo mutants --no-shuffle --output "${CARGO_TARGET_DIR:-target}/mutants-$part" "${files[@]}" "$@" -- "${tests[@]}"
