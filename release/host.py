#!/usr/bin/env python3
"""Writes the address of the public repository into the packages.

    release/host.py REPOSITORY [HOMEPAGE]

The sources name no address, because they have no public host yet, and an invented one would be dead. The person who
publishes them runs this once and commits the result. It sets `repository` and `homepage` of the packages for Rust and
JavaScript, `project.urls` of the Python package, `repository-code` of CITATION.cff, and the link in the book. Running it
again replaces the addresses.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def put(path: str, before: str, lines: str, old: str) -> None:
    """Puts lines before the first line that matches `before`, in the place of those that match `old`."""
    text = re.sub(old, "", (ROOT / path).read_text(), flags=re.M)
    place = re.search(before, text, re.M)
    assert place, f"{path}: no line {before}"
    (ROOT / path).write_text(text[: place.start()] + lines + text[place.start() :])


def main() -> None:
    repository, *rest = sys.argv[1:]
    (homepage,) = rest or [repository]
    for address in (repository, homepage):
        if not re.fullmatch(r"https://[^\s\"]+[^\s\"/]", address):
            sys.exit(f"{address}: expected https://... without a slash at the end")
    for package in (".", "c", "cli", "formats", "steps"):
        put(f"{package}/Cargo.toml", r"^documentation = ", f'repository = "{repository}"\nhomepage = "{homepage}"\n',
            r"^(repository|homepage) = .*\n")
    put("python/pyproject.toml", r"^\[project\.optional-dependencies\]",
        f'[project.urls]\nHomepage = "{homepage}"\nRepository = "{repository}"\n\n', r"^\[project\.urls\]\n(?:\w+ = .*\n)*\n")
    put("wasm/package.json", r'^    "type": ', f'    "homepage": "{homepage}",\n'
        f'    "repository": {{ "type": "git", "url": "git+{repository}" }},\n', r'^    "(homepage|repository)": .*\n')
    put("CITATION.cff", r"^license:", f"repository-code: {repository}\nurl: {homepage}\n", r"^(repository-code|url): .*\n")
    put("doc/mkdocs.yml", r"^docs_dir:", f"repo_url: {repository}\nsite_url: {homepage}\n", r"^(repo_url|site_url): .*\n")


if __name__ == "__main__":
    main()
