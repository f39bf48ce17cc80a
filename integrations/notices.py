"""Writes the notices of the crates that a package links into its ``THIRD-PARTY.txt``, or checks that they are up to date.

``python integrations/notices.py FOLDER [--check | --out FILE]``. The file goes into each wheel, and beside each C library.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

HEAD = "The native part of hitmask links these crates. Each text below names the crates that it belongs to.\n"


def linked(package: Path) -> list[dict[str, str]]:
    """Returns the crates of the registry that the package links, on any system."""
    command = ["cargo", "metadata", "--format-version", "1", "--locked", "--all-features"]
    metadata = json.loads(subprocess.run(command, cwd=package, check=True, stdout=subprocess.PIPE).stdout)
    nodes = {node["id"]: node for node in metadata["resolve"]["nodes"]}
    # Macros run in the compiler: neither they nor what they need is linked.
    macros = {crate["id"] for crate in metadata["packages"] if any("proc-macro" in target["kind"] for target in crate["targets"])}
    reached, waiting = set(), [metadata["resolve"]["root"]]
    while waiting:
        if (node := waiting.pop()) not in reached | macros:
            reached.add(node)
            normal = [dep for dep in nodes[node]["deps"] if any(kind["kind"] is None for kind in dep["dep_kinds"])]
            waiting += [dep["pkg"] for dep in normal]
    crates = [crate for crate in metadata["packages"] if crate["id"] in reached and crate["source"]]
    return sorted(crates, key=lambda crate: (crate["name"], crate["version"]))


def files(folder: Path) -> list[Path]:
    """Returns the files with the license and the notices of a crate. Of several licenses to choose from, MIT is chosen."""
    starts = ("LICENSE", "LICENCE", "COPYING", "NOTICE", "COPYRIGHT", "UNLICENSE")
    found = [path for path in sorted(folder.glob("*")) if path.is_file() and path.name.upper().startswith(starts)]
    if any("MIT" in path.name.upper() for path in found):
        others = ("APACHE", "ZLIB", "UNLICENSE", "0BSD", "BSL")
        found = [path for path in found if not any(other in path.name.upper() for other in others)]
    return found


def notices(package: Path) -> str:
    """Returns the content of the file."""
    crates, texts = linked(package), {}
    for crate in crates:
        for path in files(Path(crate["manifest_path"]).parent):
            text = path.read_text(encoding="utf-8", errors="replace").strip()
            texts.setdefault("\n".join(line.rstrip() for line in text.splitlines()), []).append(crate)
    names = lambda crates: ", ".join(dict.fromkeys(f"{c['name']} {c['version']}" for c in crates))  # noqa: E731
    parts = [HEAD, "\n".join(f"{c['name']} {c['version']}: {c['license']}" for c in crates)]
    parts += [f"{'-' * 80}\n{names(of)}\n{'-' * 80}\n{text}" for text, of in texts.items()]
    return "\n\n".join(parts) + "\n"


def main() -> int:
    """Writes or checks the file."""
    package = Path(sys.argv[1])
    file, new = package / "THIRD-PARTY.txt", notices(package)
    if "--out" in sys.argv:
        file = Path(sys.argv[sys.argv.index("--out") + 1])
    if "--check" not in sys.argv:
        file.write_text(new, encoding="utf-8")
    elif file.read_text(encoding="utf-8") != new:
        print(f"{file} is out of date: run integrations/notices.py {package}", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
