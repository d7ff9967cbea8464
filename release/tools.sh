# Sourced by the scripts of this folder: what they share.
#
# `python_tools NAME PACKAGE...` makes an environment of Python with these packages, once, and sets `tools` to its bin.
cd "$(dirname "${BASH_SOURCE[0]}")/.."
cache=${XDG_CACHE_HOME:-$HOME/.cache}/lanedoku
build=$(realpath -m "${CARGO_TARGET_DIR:-target}")
version=$(sed -n 's/^version = "\(.*\)"/\1/p' Cargo.toml | head -n 1)
host=$(rustc -vV | sed -n 's/^host: //p')
# The date of all files in archives.
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct 2>/dev/null || echo 0)}

step() { printf '\n-- %s (%ss)\n' "$*" "$SECONDS"; }
not_run() { echo "NOT RUN: $*"; }
python_tools() {
    local place=$cache/$1
    shift
    if ! { [[ -x $place/bin/python ]] && cmp -s "$place/packages" <(printf '%s\n' "$@"); }; then
        rm -rf "$place"
        python3 -m venv "$place"
        "$place/bin/pip" install --quiet --disable-pip-version-check "$@"
        printf '%s\n' "$@" >"$place/packages"
    fi
    tools=$place/bin
}
# What makes the book, and checks the citation.
book_tools() { python_tools book $(grep -v '^#' doc/requirements.txt) cffconvert==2.0.0; }
# Zig and what makes and checks wheels.
wheel_tools() {
    python_tools wheels 'maturin==1.16.0' 'ziglang==0.17.1' 'auditwheel==6.8.2' 'abi3audit==0.0.26' \
        'check-wheel-contents==0.6.3' 'twine==7.0.0'
}
# Waits for no display and asks nothing.
wine() { WINEDEBUG=-all WINEPREFIX=$build/wine command wine "$@" | tr -d '\r'; }
