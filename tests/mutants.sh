#!/usr/bin/env bash
# Plants faults one at a time, and lists those that no test sees. All of a part take hours or days on two cores; a
# sample is drawn at random, and a seed always gives the same one. Needs python3. The first run builds cargo-mutants.
#
#   tests/mutants.sh PART... [--sample COUNT SEED] [OPTIONS OF CARGO MUTANTS]
#
# Parts: grid grade search possible puzzles solver steps c formats shell. Those of the library go together.
# `tests/mutants.sh grade search possible puzzles --sample 120 36 --list` shows a sample without running it.
set -euo pipefail
cd "$(dirname "$0")/.."

version=27.1.0
root=$HOME/.cache/lanedoku/cargo-mutants-$version
mutants=$root/bin/cargo-mutants

files=() tests=() sample=()
library=(-p lanedoku)
while [[ $# -gt 0 && $1 != -* ]]; do
    case $1 in
    grid | grade) files+=("${library[@]}" -f "src/$1.rs") ;;
    search | possible | puzzles | solver) files+=("${library[@]}" -f "src/$1/**") ;;
    c) files=(-p lanedoku-c --test-package lanedoku-c --test-package fuzz-checks) tests=(--lib --test programs) ;;
    formats | steps) files=(-p "lanedoku-$1") ;;
    shell) files=(-p lanedoku-cli) ;;
    *) break ;;
    esac
    [[ ${files[1]} != lanedoku ]] ||
        tests=(--lib --test text --test agree)
    library=()
    shift
done
if [[ ${#files[@]} == 0 || ${1:-} == [!-]* ]]; then
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
fi
[[ -x $mutants ]] || cargo install --quiet --locked --debug --root "$root" --version "=$version" cargo-mutants
if [[ ${1:-} == --sample ]]; then
    # Each fault by its whole name, as a pattern. This version of cargo-mutants adds all faults that delete a field,
    # whatever the pattern.
    mapfile -t names < <("$mutants" mutants --list --json "${files[@]}" | python3 -c '
import json, random, re, sys
names = sorted({mutant["name"] for mutant in json.load(sys.stdin)})
chosen = random.Random(int(sys.argv[2])).sample(names, min(int(sys.argv[1]), len(names)))
print(*("^" + re.escape(name) + "$" for name in sorted(chosen)), sep="\n")' "$2" "$3")
    for name in "${names[@]}"; do sample+=(--re "$name"); done
    shift 3
fi
exec "$mutants" mutants --no-shuffle --output "${CARGO_TARGET_DIR:-target}/mutants" \
    "${files[@]}" "${sample[@]}" "$@" -- "${tests[@]}"
