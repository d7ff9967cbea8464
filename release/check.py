#!/usr/bin/env python3
"""Checks what a registry shows of each package, without building anything, in a few seconds.

    release/check.py

For each package: its metadata are complete, it has both licences, and each link and each picture of its page leads to a
file of the package. A link that leaves the package is dead at a registry. The page of the Python package may not have
any relative link: its registry follows none. Then the same with the addresses that release/host.py would write, and the
version in every file that states one. Prints what is wrong; the exit code is 1 if anything is.
"""

import json
import posixpath
import re
import shutil
import subprocess
import sys
import tempfile
import tomllib
from pathlib import Path

from version import PLACES, current, filled

ROOT = Path(__file__).resolve().parent.parent
LINK = re.compile(r"!?\[(?:[^\[\]]|\[[^\]]*\])*\]\(([^()\s]+)\)|(?:src|href)=\"([^\"]+)\"|^\[[^\]]+\]: (\S+)", re.M)
# What the registry of Rust allows.
KEYWORD = re.compile(r"[a-z][a-z0-9_+-]{0,19}")
errors: list[str] = []


def run(*command: str, cwd: Path = ROOT) -> str:
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True)
    if done.returncode:
        sys.exit(f"{' '.join(command)}:\n{done.stderr}")
    if warnings := [line for line in done.stderr.splitlines() if line.startswith("warning")]:
        errors.extend(f"{' '.join(command)}: {line}" for line in warnings)
    return done.stdout


def links(page: str) -> list[str]:
    """Returns the targets of a page's links and pictures, outside of code."""
    text = re.sub(r"^```.*?^```", "", page, flags=re.M | re.S)
    text = re.sub(r"`[^`\n]*`", "code", text)
    return ["".join(match) for match in LINK.findall(text)]


def check_page(package: str, path: str, files: set[str] | None) -> None:
    for target in links((ROOT / package / path).read_text()):
        if target.startswith(("https://", "#")):
            continue
        found = posixpath.normpath(posixpath.join(posixpath.dirname(path), target.partition("#")[0]))
        if files is None or found not in files:
            errors.append(f"{package}/{path}: {target} is dead at a registry")


def check_rust() -> int:
    metadata = json.loads(run("cargo", "metadata", "--locked", "--offline", "--no-deps", "--format-version", "1"))
    published = [package for package in metadata["packages"] if package["publish"] is None]
    for package in published:
        name = package["name"]
        for key in ("description", "license", "readme", "documentation", "rust_version", "keywords", "categories"):
            if not package[key]:
                errors.append(f"{name}: no {key}")
        if len(package["keywords"]) > 5 or not all(map(KEYWORD.fullmatch, package["keywords"])):
            errors.append(f"{name}: keywords {package['keywords']}")
        files = set(run("cargo", "package", "--list", "--allow-dirty", "--offline", "-p", name).splitlines())
        for licence in ("LICENSE-MIT", "LICENSE-APACHE"):
            if licence not in files:
                errors.append(f"{name}: no {licence}")
        folder = Path(package["manifest_path"]).parent.relative_to(ROOT)
        check_page(str(folder), package["readme"], files)
        # A path alone would be dropped, or refused, by the registry.
        for dependency in package["dependencies"]:
            if dependency["kind"] != "dev" and dependency.get("path") and dependency["req"] == "*":
                errors.append(f"{name}: {dependency['name']} without a version")
    return len(published)


def check_versions() -> None:
    version = current()
    for path, templates in PLACES.items():
        for place in (filled(template, version) for template in templates):
            if place not in (ROOT / path).read_text():
                errors.append(f"{path}: does not state {place!r}")
    for manifest in ("c", "cli", "formats", "python", "steps"):
        dependencies = tomllib.loads((ROOT / manifest / "Cargo.toml").read_text())["dependencies"]
        for name in ("lanedoku", "lanedoku-formats", "lanedoku-steps"):
            if name in dependencies and dependencies[name].get("version") != version:
                errors.append(f"{manifest}/Cargo.toml: {name} is not {version}")


def check_python() -> None:
    project = tomllib.loads((ROOT / "python/pyproject.toml").read_text())["project"]
    for key in ("description", "readme", "requires-python", "license", "license-files", "keywords", "classifiers"):
        if not project.get(key):
            errors.append(f"python: no {key}")
    check_page("python", project["readme"], None)


def check_javascript() -> None:
    package = json.loads((ROOT / "wasm/package.json").read_text())
    for key in ("description", "license", "keywords", "types", "engines"):
        if not package.get(key):
            errors.append(f"wasm/package.json: no {key}")
    check_page("wasm", "README.md", set(package["files"]))


def check_host() -> None:
    """Runs release/host.py twice on a copy, and reads what it wrote."""
    address = "https://example.org/lanedoku"
    with tempfile.TemporaryDirectory() as name:
        copy = Path(name)
        paths = [f"{package}/Cargo.toml" for package in (".", "c", "cli", "formats", "steps")]
        paths += ["python/pyproject.toml", "CITATION.cff", "doc/mkdocs.yml", "wasm/package.json", "release/host.py"]
        for path in paths:
            (copy / path).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(ROOT / path, copy / path)
        for _ in range(2):
            run(sys.executable, str(copy / "release/host.py"), address, cwd=copy)
        for path in paths[:5]:
            package = tomllib.loads((copy / path).read_text())["package"]
            if (package["repository"], package["homepage"]) != (address, address):
                errors.append(f"release/host.py: {path}")
        urls = tomllib.loads((copy / "python/pyproject.toml").read_text())["project"].get("urls")
        if urls != {"Homepage": address, "Repository": address}:
            errors.append(f"release/host.py: project.urls is {urls}")
        if json.loads((copy / "wasm/package.json").read_text()).get("homepage") != address:
            errors.append("release/host.py: wasm/package.json")
        for path in paths[6:9]:
            if (copy / path).read_text().count(address) != 2:
                errors.append(f"release/host.py: {path}")


def main() -> int:
    packages = check_rust()
    check_versions()
    check_python()
    check_javascript()
    check_host()
    for error in errors:
        print(error, file=sys.stderr)
    print(f"{packages} Rust packages and one each for Python and JavaScript: {len(errors)} errors")
    return bool(errors)


if __name__ == "__main__":
    sys.exit(main())
