#!/usr/bin/env bash
# Tests the archives of the C library as a stranger would: unpacks each in an empty folder, links a C program and a C++
# program with its static and its shared library, and runs them, on an emulated processor or in wine where need be.
#
#   release/archives.sh FOLDER
set -euo pipefail
dist=$(realpath "$1")
. "$(dirname "$0")/tools.sh"
programs=$PWD/release/outside
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
# The solution that the programs print.
expected="$version 812753649943682175675491283154237896369845721287169534521974368438526917796318452"

found=0
for archive in "$dist"/lanedoku-"$version"-*-*.tar.gz; do
    (cd "$dist" && sha256sum --check --quiet "$(basename "$archive").sha256")
    name=$(basename "$archive" .tar.gz)
    target=${name#"lanedoku-$version-"}
    tar -xzf "$archive"
    prefix=$work/$name
    cc=(cc) cxx=(c++) run=() exe='' shared=(-llanedoku "-Wl,-rpath,$prefix/lib")
    case $target in
    "$host") ;;
    x86_64-unknown-linux-musl)
        # Debian has no C++ library for musl; zig brings one.
        wheel_tools
        cc=(musl-gcc) cxx=("$tools/python" -m ziglang c++ -target x86_64-linux-musl)
        ;;
    aarch64-unknown-linux-gnu)
        cc=(aarch64-linux-gnu-gcc) cxx=(aarch64-linux-gnu-g++) run=(qemu-aarch64 -L /usr/aarch64-linux-gnu)
        ;;
    x86_64-pc-windows-gnu)
        cc=(x86_64-w64-mingw32-gcc) cxx=(x86_64-w64-mingw32-g++ -static) run=(wine) exe=.exe
        shared=(-DLANEDOKU_SHARED "$prefix/lib/lanedoku.dll.a")
        ;;
    *) echo "$archive: unknown target" >&2 && exit 1 ;;
    esac
    for tool in "${cc[0]}" "${run[@]:0:1}"; do
        command -v "$tool" >/dev/null || { not_run "$name, which needs $tool" && continue 2; }
    done
    for language in c cpp; do
        compiler=("${cc[@]}")
        [[ $language == c ]] || compiler=("${cxx[@]}")
        for kind in static shared; do
            libraries=("$prefix/lib/liblanedoku.a")
            [[ $kind == static ]] || libraries=("${shared[@]}")
            # For musl, zig links everything statically.
            [[ $language-$kind-$target != cpp-shared-*-musl ]] ||
                { not_run "$name: a program in $language with the $kind library" && continue; }
            program=$work/$target-$language-$kind$exe
            "${compiler[@]}" -I"$prefix/include" "$programs/program.$language" -L"$prefix/lib" "${libraries[@]}" -o "$program"
            [[ -z $exe || $kind == static ]] || cp "$prefix"/bin/*.dll .
            answer=$("${run[@]}" "$program")
            [[ $answer == "$expected" ]] || { echo "$program: $answer" >&2 && exit 1; }
            echo "$name: a program in $language with the $kind library: right answer"
            found=$((found + 1))
        done
    done
done
((found)) || { echo "no archives in $dist" >&2 && exit 1; }
