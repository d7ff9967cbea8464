#!/usr/bin/env python3
"""Writes what a released file is built from, as CycloneDX 1.5 in JSON.

    release/sbom.py PACKAGE [TARGET] > FILE

The components are the packages that `Cargo.lock` names and that a build of PACKAGE for TARGET compiles in (not those for
tests), each with its version, licence and checksum. The same sources give the same bytes.
"""

import json
import subprocess
import sys
import tomllib
import uuid
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def purl(package: dict) -> str:
    return f"pkg:cargo/{package['name']}@{package['version']}"


def component(package: dict, checksums: dict) -> dict:
    found = {"type": "library", "bom-ref": purl(package), "name": package["name"], "version": package["version"]}
    if package["description"]:
        found["description"] = " ".join(package["description"].split())
    if package["license"]:
        # Old manifests have a slash for "or".
        found["licenses"] = [{"expression": package["license"].replace("/", " OR ")}]
    if checksum := checksums.get((package["name"], package["version"])):
        found["hashes"] = [{"alg": "SHA-256", "content": checksum}]
    if package["repository"]:
        found["externalReferences"] = [{"type": "vcs", "url": package["repository"]}]
    return found | {"purl": purl(package)}


class Packages:
    """The packages that a build of one of the workspace's compiles in."""

    def __init__(self, name: str, target: str | None) -> None:
        # The npm package has a module for each of its features.
        features = ["--all-features"] if name == "lanedoku-wasm" else []
        command = ["cargo", "metadata", "--locked", "--format-version", "1", *features]
        if target:
            command += ["--filter-platform", target]
        metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
        # The metadata have the features that the whole workspace and its tests ask for, and so packages that this one
        # alone does not compile in. The tree has those that it asks for itself.
        command = ["cargo", "tree", "--locked", "--package", name, "--edges", "normal,build", "--prefix", "none",
                   "--format", "{p}", "--target", target or "all", *features]
        tree = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
        built = {tuple(line.split()[:2]) for line in tree.splitlines()}
        self.packages = {package["id"]: package for package in metadata["packages"]
                         if (package["name"], f"v{package['version']}") in built}
        self.nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
        (self.root,) = [key for key in self.packages
                        if self.packages[key]["name"] == name and key in metadata["workspace_members"]]
        reached, waiting = set(), [self.root]
        while waiting:
            key = waiting.pop()
            if key not in reached:
                reached.add(key)
                waiting += self.needs(key)
        self.ordered = sorted(reached, key=lambda key: purl(self.packages[key]))

    def needs(self, key: str) -> list[str]:
        """Returns what a package is built with: without what only its tests need."""
        return sorted(dependency["pkg"] for dependency in self.nodes[key]["deps"] if dependency["pkg"] in self.packages
                      and any(kind["kind"] != "dev" for kind in dependency["dep_kinds"]))


def main() -> None:
    name, target = (sys.argv[1:] + [None])[:2]
    built = Packages(name, target)
    packages = built.packages
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    checksums = {(entry["name"], entry["version"]): entry.get("checksum") for entry in lock["package"]}
    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": component(packages[built.root], checksums),
            "properties": [{"name": "target", "value": target or "any"}],
        },
        "components": [component(packages[key], checksums) for key in built.ordered if key != built.root],
        "dependencies": [{"ref": purl(packages[key]), "dependsOn": [purl(packages[other]) for other in built.needs(key)]}
                         for key in built.ordered],
    }
    # From the contents, so that it is the same each time.
    bom = {"serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bom, sort_keys=True))}"} | bom
    print(json.dumps(bom, indent=2))


if __name__ == "__main__":
    main()
