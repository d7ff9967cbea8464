#!/usr/bin/env python3
"""Builds the book: target/book/site/index.html.

    python3 doc/build.py [--page FOLDER]

The pages of the book are the Markdown files of the repository that doc/mkdocs.yml names. They are copied with every
file that they link to, at the same relative paths, so a link holds in the book if it holds in the repository. Fails if a
link or an anchor leads nowhere, inside the book or out of it. FOLDER is the page that solves in the browser, if
it is built: it becomes page/ in the book, and stands in doc/page.md in place of its picture. Browsers run it, and the
search of the book, from a web server only, not from a folder.

Needs the packages of doc/requirements.txt.
"""

import argparse
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BOOK = ROOT / "target/book"
LINK = re.compile(r"(!?\[(?:[^\[\]]|\[[^\]]*\])*\]\()([^()\s]+)(\))")

PICTURE = re.compile(r"^!\[[^\]]*\]\(\.\./page/images/page\.png\)$", re.M)
# The page keeps two columns from 861 pixels on: the book's list of headings makes room.
FRAME_HEAD = "---\nhide: [toc]\n---\n"
FRAME = """\
<figure style="width: 100%; margin: 1em 0">
<iframe src="../page/index.html" title="Lanedoku in the browser" style="display: block; box-sizing: border-box;
width: 100%; height: 840px; border: 1px solid #8886"></iframe>
<figcaption style="max-width: none">Click the board, then paste a puzzle.
<a href="../page/index.html">Open the page alone</a></figcaption>
</figure>"""


def blocks(text: str):
    """Splits a page into (is code, text) pairs."""
    fence = re.compile(r"^```.*?^```[^\n]*\n?", re.M | re.S)
    end = 0
    for match in fence.finditer(text):
        yield False, text[end : match.start()]
        yield True, match[0]
        end = match.end()
    yield False, text[end:]


def shown(code: str) -> str:
    """Returns a code block as the book shows it."""
    # The second word is for the tests.
    code = re.sub(r"^```(\w+) [^\n]*", r"```\1", code)
    if code.startswith("```rust"):
        # Lines that Rust's documentation hides.
        code = re.sub(r"^# .*\n", "", code, flags=re.M)
    return code


def main() -> int:
    arguments = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    arguments.add_argument("--page", type=Path, help="the built page that solves in the browser")
    page_folder = arguments.parse_args().page

    config = (ROOT / "doc/mkdocs.yml").read_text()
    pages = re.findall(r"^ +- .*: (\S+\.md)$", config, re.M)
    listed = ["git", "ls-files", "--cached", "--others", "--exclude-standard"]
    tracked = set(subprocess.run(listed, cwd=ROOT, check=True, capture_output=True, text=True).stdout.split("\n"))
    errors = []
    shutil.rmtree(BOOK, ignore_errors=True)
    files = set()

    def follow(page: str, target: str) -> str:
        """Returns the target of a link in the book."""
        if re.match(r"[a-z]+:|#", target):
            return target
        path, _, anchor = target.partition("#")
        found = os.path.normpath(os.path.join(os.path.dirname(page), path))
        if found in pages:
            return target
        if found in tracked:
            if found.endswith(".md"):
                errors.append(f"{page}: {target} is not among the pages in doc/mkdocs.yml")
            files.add(found)
            return target
        if (index := f"{found}/README.md") in pages:
            return os.path.relpath(index, os.path.dirname(page) or ".") + (anchor and "#" + anchor)
        inside = sorted(file for file in tracked if file.startswith(found + "/"))
        if inside:
            # A folder: the book has a list of its files.
            files.update(inside)
            listing = BOOK / "pages" / found / "index.md"
            listing.parent.mkdir(parents=True, exist_ok=True)
            names = [os.path.relpath(file, found) for file in inside]
            listing.write_text(f"# {found}\n\n" + "".join(f"- [{name}]({name})\n" for name in names))
            return os.path.relpath(f"{found}/index.md", os.path.dirname(page) or ".")
        errors.append(f"{page}: {target} is not in the repository")
        return target

    for page in pages:
        parts = []
        for is_code, text in blocks((ROOT / page).read_text()):
            link = lambda match: match[1] + follow(page, match[2]) + match[3]
            parts.append(shown(text) if is_code else LINK.sub(link, text))
        copy = BOOK / "pages" / page
        copy.parent.mkdir(parents=True, exist_ok=True)
        copied = "".join(parts)
        if page_folder and page == "doc/page.md":
            copied, count = PICTURE.subn(FRAME, FRAME_HEAD + copied)
            if count != 1:
                errors.append(f"{page}: {count} pictures of the page, where the page should stand")
        copy.write_text(copied)
    for file in files:
        copy = BOOK / "pages" / file
        copy.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / file, copy)
    if page_folder:
        shutil.copytree(page_folder, BOOK / "pages/page", dirs_exist_ok=True)
    for error in errors:
        print(error, file=sys.stderr)
    if errors:
        return 1
    build = [sys.executable, "-m", "mkdocs", "build", "--strict", "--config-file", ROOT / "doc/mkdocs.yml"]
    done = subprocess.run(build, env=os.environ | {"NO_MKDOCS_2_WARNING": "1"})
    if done.returncode == 0:
        print(f"{BOOK}/site/index.html: {len(pages)} pages")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
