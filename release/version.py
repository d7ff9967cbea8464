#!/usr/bin/env python3
"""Sets the version in every file that states one, and in the lock files.

    release/version.py VERSION

The header and the file for CMake follow with `LANEDOKU_UPDATE=1 cargo test -p lanedoku-c --test header`.
`release/check.py` fails if a file in the list below states another version than Cargo.toml.
"""

import re
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
# Where a file states the version, or the ABI: `0.1` for 0.1.0, `1` for 1.2.3.
PLACES = {
    "Cargo.toml": ['[workspace.package]\nversion = "{version}"'],
    "c/Cargo.toml": ['{{ version = "{version}"'],
    "cli/Cargo.toml": ['{{ version = "{version}"'],
    "formats/Cargo.toml": ['{{ version = "{version}"'],
    "python/Cargo.toml": ['{{ version = "{version}"'],
    "steps/Cargo.toml": ['{{ version = "{version}"'],
    "wasm/package.json": ['"version": "{version}"'],
    "CITATION.cff": ["\nversion: {version}\n"],
    "c/README.md": ["liblanedoku.so.{version}`", "`.so.{abi}`", "(lanedoku {abi} CONFIG", "liblanedoku.so.{abi}`",
                    "liblanedoku.so.{abi}\n", "liblanedoku.{abi}.dylib", "lanedoku_abi_{abi_name}`"],
    "c/library/build/main.rs": ["liblanedoku.so.{abi}`"],
    "c/library/Cargo.toml": ['{{ version = "{version}"'],
    "doc/recipes/c.md": ["(lanedoku {abi} CONFIG"],
    "release/test.py": ['"liblanedoku.so.{abi}"'],
}
LOCKED = ["Cargo.toml", "fuzz/Cargo.toml"]


def current() -> str:
    return tomllib.loads((ROOT / "Cargo.toml").read_text())["workspace"]["package"]["version"]


def filled(template: str, version: str) -> str:
    major, minor, _ = version.split(".")
    abi = f"0.{minor}" if major == "0" else major
    return template.format(version=version, abi=abi, abi_name=abi.replace(".", "_"))


def main() -> None:
    (new,) = sys.argv[1:]
    if not re.fullmatch(r"\d+\.\d+\.\d+", new):
        sys.exit(f"{new}: expected three numbers, such as 0.2.0")
    old = current()
    for path, templates in PLACES.items():
        text = (ROOT / path).read_text()
        for template in templates:
            if filled(template, old) not in text:
                sys.exit(f"{path}: does not state {filled(template, old)!r}")
            text = text.replace(filled(template, old), filled(template, new))
        (ROOT / path).write_text(text)
    for manifest in LOCKED:
        # This rewrites the lock file, and changes only the versions of the workspace.
        subprocess.run(["cargo", "update", "--quiet", "--workspace", "--offline", "--manifest-path", ROOT / manifest], check=True)


if __name__ == "__main__":
    main()
