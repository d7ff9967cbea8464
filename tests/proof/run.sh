#!/usr/bin/env bash
# Proves the assembly of the loop: README.md in this folder.
#
#   tests/proof/run.sh [--states]
#
# --states prints the state that refutes each planted fault, too. PYTHON names an interpreter with the package z3-solver
# (or Debian's python3-z3), python3 by default. Without it, or on another processor, this prints a line that starts with
# NOT RUN.
set -euo pipefail
cd "$(dirname "$0")/../.."

python=${PYTHON:-python3}
not_run() {
    echo "NOT RUN: the proof of the loop: $*"
    exit 0
}
[[ $(uname -sm) == 'Linux x86_64' ]] || not_run 'it assembles the loop for Linux on x86-64'
grep -qw bmi1 /proc/cpuinfo || not_run 'this processor lacks BMI1'
for program in cc objdump; do
    command -v "$program" >/dev/null || not_run "$program is not installed"
done
"$python" -c 'import sys, z3; sys.exit(sys.version_info < (3, 10))' 2>/dev/null ||
    not_run 'it needs Python 3.10 or later with z3'

# Cargo's messages name the library.
library=$(cargo build --locked --quiet -p lanedoku --message-format json-render-diagnostics |
    sed -n 's/.*"filenames":\["\([^"]*\.rlib\)".*/\1/p' | tail -n 1)
exec "$python" -B tests/proof "$library" "$@"
