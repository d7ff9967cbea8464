#!/usr/bin/env python3
"""Writes the licences of the packages that a released file has compiled in: most of them ask for that.

    release/notices.py PACKAGE TARGET > FILE

The texts are those of the packages in cargo's cache: MIT's if a package offers it, and each of its notices.
Fails if a package has none. A text that several packages have is written once.
"""

import sys
from pathlib import Path

from sbom import Packages


def texts(package: dict) -> list[str]:
    folder = Path(package["manifest_path"]).parent
    licences, mit, notices = [], [], []
    for path in sorted(folder.iterdir()):
        name = path.name.upper()
        if path.is_file() and name.startswith(("LICENSE", "LICENCE", "COPYING", "UNLICENSE")):
            licences.append(path.read_text())
            if "MIT" in name:
                mit.append(licences[-1])
        elif path.is_file() and name.startswith(("NOTICE", "COPYRIGHT")):
            notices.append(path.read_text())
    if not licences:
        sys.exit(f"{package['name']} {package['version']} has no text of a licence")
    # Packages with "and" have one file each; those of one file state all in it.
    kept = licences if " AND " in package["license"] else [min(mit or licences, key=len)]
    return [text.strip() for text in kept + notices]


def main() -> None:
    built = Packages(*sys.argv[1:])
    having: dict[str, list[str]] = {}
    for key in built.ordered:
        package = built.packages[key]
        # Not those of this project.
        if package["source"]:
            for text in texts(package):
                having.setdefault(text, []).append(f"{package['name']} {package['version']} ({package['license']})")
    print("This file has the following packages compiled in, and Rust's standard library (MIT OR Apache-2.0, the Rust project's")
    print("contributors). These are the licences that they are used under.")
    for text, packages in having.items():
        print("\n---", ", ".join(packages), "---\n")
        print(text)


if __name__ == "__main__":
    main()
