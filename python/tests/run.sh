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

step 'A clean environment'
rm -rf "$place"
"${PYTHON:-python3}" -m venv "$place"
pip() { "$place/bin/pip" "$@"; }
pip install --quiet 'maturin>=1.9,<2'

step 'The source archive, and the wheel from it'
"$place/bin/maturin" sdist --out "$place/dist" 2>&1 | grep 'Built source'
pip wheel --quiet --no-deps --wheel-dir "$place/dist" "$place"/dist/lanedoku-*.tar.gz
wheel=$(echo "$place"/dist/lanedoku-*.whl)
echo "$(basename "$wheel"): $(stat --format %s "$wheel") bytes"

step 'Without numpy'
pip install --quiet "$wheel"
(cd "$place" && ./bin/python -m lanedoku | grep -A 12 'in .* puzzles a second')

step 'With all optional packages'
pip install --quiet "$wheel[test]"
if [[ ${1:-} != quick ]]; then
    # Several gigabytes. Without them, their tests are skipped and listed.
    pip install --quiet "$wheel[torch,reasoning-gym,verifiers]" || echo 'NOT RUN: torch, reasoning-gym and verifiers, which cannot be installed here'
fi
(cd "$place" && ./bin/python -m lanedoku | grep 'puzzles a second')

step 'Types, by mypy and pyright'
"$place/bin/mypy" --python-executable "$place/bin/python"
"$place/bin/pyright" --pythonpath "$place/bin/python" lanedoku
folder=$PWD
(cd "$place" && ./bin/python -m mypy.stubtest --mypy-config-file "$folder/pyproject.toml" lanedoku._lanedoku)

step 'Tests'
# From a folder where Python finds the wheel, not the sources.
cd "$place"
test() { ./bin/pytest -ra --rootdir "$folder" -c "$folder/pyproject.toml" "$@"; }
if [[ ${1:-} == quick ]]; then
    test --ignore "$folder/tests/test_spark.py" --ignore "$folder/tests/test_example.py" "$folder/tests"
    test "$folder/tests/test_spark.py" -k 'schema or few_rows'
else
    test "$folder/tests"
fi
test --doctest-glob='*.md' "$folder/README.md" "$folder/tour.md" "$folder/ml.md"
# The modules for torch, verifiers and reasoning-gym cannot be imported without them.
test --doctest-modules --doctest-ignore-import-errors --pyargs lanedoku

step 'The Python lines of the README, with this wheel instead of the folder'
cd "$folder/.."
lines=$(sed -n '/^```sh python$/,/^```$/p' README.md | sed '1d;$d')
[[ $lines == *"'./python[numpy]'"* ]]
bash -euxo pipefail -c "${lines//\.\/python/$wheel}" | grep '\[\[9 8'
