#!/usr/bin/env bash
# Builds the source archive, builds the wheel from it, installs the wheel into a clean environment, and runs all its
# tests, then the Python lines of the README with this wheel. With the argument `quick`, runs only two of the Spark
# tests.
#
# PYTHON names the interpreter, python3 by default.
set -euo pipefail
cd "$(dirname "$0")/.."
target=$(realpath -m "${CARGO_TARGET_DIR:-../target}")
place=$target/python
# A separate folder: the files of the archive have old dates, so cargo would consider other builds newer.
export CARGO_TARGET_DIR=$place/build PIP_DISABLE_PIP_VERSION_CHECK=1

step() { printf '\n-- %s (%ss)\n' "$*" "$SECONDS"; }

# Runs a command in the background; `finish` shows what it wrote, and fails if it has failed.
beside() {
    "$@" >"$place/beside.log" 2>&1 &
    side=$!
}
finish() {
    local result=0
    wait "$side" || result=$?
    cat "$place/beside.log"
    return "$result"
}

step 'A clean environment'
rm -rf "$place"
"${PYTHON:-python3}" -m venv "$place"
pip() { "$place/bin/pip" "$@"; }
pip install --quiet 'maturin>=1.9,<2'
# While the wheel is built, another environment gets what the tests need, and the types are checked, for which the
# sources are enough.
packages() {
    "$place/bin/python" -c '
import sys, tomllib
extras = tomllib.load(open("pyproject.toml", "rb"))["project"]["optional-dependencies"]
print(*(name for extra in sys.argv[1:] for name in extras[extra] if not name.startswith("lanedoku[")), sep="\n")' "$@"
}
types() {
    "$place/bin/python" -m venv "$place/all"
    packages numpy spark ml test >"$place/packages"
    "$place/all/bin/pip" install --quiet -r "$place/packages"
    "$place/all/bin/mypy" --python-executable "$place/all/bin/python"
    "$place/all/bin/pyright" --pythonpath "$place/all/bin/python" lanedoku
}
beside bash -euo pipefail -c "$(declare -p place); $(declare -f packages types); types"

step 'The source archive, and the wheel from it'
"$place/bin/maturin" sdist --out "$place/dist" 2>&1 | grep 'Built source'
pip wheel --quiet --no-deps --wheel-dir "$place/dist" "$place"/dist/lanedoku-*.tar.gz
wheel=$(echo "$place"/dist/lanedoku-*.whl)
echo "$(basename "$wheel"): $(stat --format %s "$wheel") bytes"

step 'Without numpy'
pip install --quiet "$wheel"
(cd "$place" && ./bin/python -m lanedoku | grep -A 12 'in .* puzzles a second')

step 'Types, by mypy and pyright'
finish

step 'With all optional packages'
pip() { "$place/all/bin/pip" "$@"; }
pip install --quiet "$wheel[test]"
if [[ ${1:-} != quick ]]; then
    # Several gigabytes. Without them, their tests are skipped and listed.
    recipes=$(sed -nE 's/^## .*: (reasoning-gym|verifiers) ([0-9.]+)$/\1==\2.*/p' examples/training.md)
    # shellcheck disable=SC2086
    pip install --quiet "$wheel[torch]" $recipes || echo 'NOT RUN: torch, reasoning-gym and verifiers, which cannot be installed here'
fi
folder=$PWD
# From a folder where Python finds the wheel, not the sources.
cd "$place"
all/bin/python -m lanedoku | grep 'puzzles a second'
all/bin/python -m mypy.stubtest --mypy-config-file "$folder/pyproject.toml" lanedoku._lanedoku

step 'Tests'
pytest() { all/bin/pytest -ra -p no:cacheprovider --rootdir "$folder" -c "$folder/pyproject.toml" "$@"; }
# One half beside the other: the files that take longest are first in the alphabet, and last.
tests=("$folder"/tests/test_[a-e]*.py "$folder"/tests/test_[r-s]*.py)
others=("$folder"/tests/test_[f-q]*.py "$folder"/tests/test_[t-z]*.py)
beside pytest "${others[@]}"
if [[ ${1:-} == quick ]]; then
    # The tests of Spark take minutes; these two start it once.
    pytest -k 'not (test_spark or test_example) or schema or few_rows' "${tests[@]}"
else
    pytest "${tests[@]}"
fi
finish
pytest --doctest-glob='*.md' "$folder/README.md" "$folder/tour.md" "$folder/ml.md"
# The module for torch cannot be imported without it.
pytest --doctest-modules --doctest-ignore-import-errors --pyargs lanedoku

step 'The Python lines of the README, with this wheel instead of the folder'
cd "$folder/.."
lines=$(sed -n '/^```sh python$/,/^```$/p' README.md | sed '1d;$d')
[[ $lines == *"'./python[numpy]'"* ]]
bash -euxo pipefail -c "${lines//\.\/python/$wheel}" | grep '\[\[9 8'
