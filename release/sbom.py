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


def main() -> None:
    name, *target = sys.argv[1:]
    command = ["cargo", "metadata", "--locked", "--format-version", "1"]
    if target:
        command += ["--filter-platform", target[0]]
    metadata = json.loads(subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE).stdout)
    # The metadata have the features that the whole workspace and its tests ask for, and so packages that this one alone
    # does not compile in. The tree has those that it asks for itself.
    command = ["cargo", "tree", "--locked", "--package", name, "--edges", "normal,build", "--prefix", "none", "--format", "{p}",
               "--target", target[0] if target else "all"]
    tree = subprocess.run(command, cwd=ROOT, check=True, stdout=subprocess.PIPE, text=True).stdout
    built = {tuple(line.split()[:2]) for line in tree.splitlines()}
    packages = {package["id"]: package for package in metadata["packages"]
                if (package["name"], f"v{package['version']}") in built}
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    lock = tomllib.loads((ROOT / "Cargo.lock").read_text())
    checksums = {(entry["name"], entry["version"]): entry.get("checksum") for entry in lock["package"]}
    (root,) = [key for key in packages if packages[key]["name"] == name and key in metadata["workspace_members"]]

    def needs(key: str) -> list[str]:
        """Returns what a package is built with: without what only its tests need."""
        return sorted(dependency["pkg"] for dependency in nodes[key]["deps"]
                      if dependency["pkg"] in packages and any(kind["kind"] != "dev" for kind in dependency["dep_kinds"]))

    reached, waiting = set(), [root]
    while waiting:
        key = waiting.pop()
        if key not in reached:
            reached.add(key)
            waiting += needs(key)
    ordered = sorted(reached, key=lambda key: purl(packages[key]))
    bom = {
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "version": 1,
        "metadata": {
            "component": component(packages[root], checksums),
            "properties": [{"name": "target", "value": target[0] if target else "any"}],
        },
        "components": [component(packages[key], checksums) for key in ordered if key != root],
        "dependencies": [{"ref": purl(packages[key]), "dependsOn": [purl(packages[other]) for other in needs(key)]}
                         for key in ordered],
    }
    # From the contents, so that it is the same each time.
    bom = {"serialNumber": f"urn:uuid:{uuid.uuid5(uuid.NAMESPACE_URL, json.dumps(bom, sort_keys=True))}"} | bom
    print(json.dumps(bom, indent=2))


if __name__ == "__main__":
    main()
