"""Makes the source distribution: a package that builds without the repository.

``python tools/sdist.py FOLDER`` leaves ``hitmask-VERSION.tar.gz`` in the folder. The crates of the repository that the package
links go along, as ``cargo package`` prepares them for the registry.
"""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path

HERE = Path(__file__).parent.parent
ROOT = HERE.parent.parent
# The crates that the package links, and those that they need.
CRATES = ["hitmask-mask", "hitmask-world", "hitmask-sheets"]
FILES = ["src", "python", "tools", "tests", "examples", "bench", "pictures", "docs"]
FILES += ["pyproject.toml", "README.md", "Cargo.lock", "THIRD-PARTY.txt"]


def run(*command: str, cwd: Path) -> str:
    return subprocess.run(command, cwd=cwd, check=True, stdout=subprocess.PIPE, text=True).stdout


def assemble(to: Path, packages: Path) -> None:
    """Copies the package to a folder, with the crates beside it."""
    skip = shutil.ignore_patterns("__pycache__", "*.so", "step")
    for name in FILES:
        if (HERE / name).is_dir():
            shutil.copytree(HERE / name, to / name, ignore=skip)
        else:
            shutil.copy(HERE / name, to / name)
    for name in ("LICENSE-APACHE", "LICENSE-MIT"):
        shutil.copy(ROOT / name, to / name)
    manifest = (HERE / "Cargo.toml").read_text(encoding="utf-8")
    manifest = re.sub(r"members = \[.*?\]\n", "", manifest)
    patches = ["", "[patch.crates-io]"]
    for crate in CRATES:
        (packed,) = packages.glob(f"{crate}-[0-9]*.crate")
        with tarfile.open(packed) as archive:
            archive.extractall(to / "crates", filter="data")
        folder = f"crates/{packed.stem}"
        manifest = re.sub(rf'(package = "{crate}", path = )"[^"]*"', rf'\1"{folder}"', manifest)
        patches.append(f'{crate} = {{ path = "{folder}" }}')
        (to / folder / "Cargo.toml.orig").unlink()
        (to / folder / "Cargo.lock").unlink(missing_ok=True)
    assert "../" not in manifest, "a crate of the repository is missing in CRATES"
    (to / "Cargo.toml").write_text(manifest + "\n".join(patches) + "\n", encoding="utf-8")
    run("cargo", "metadata", "--format-version", "1", cwd=to)  # drops the bench from the lock file


def main() -> None:
    """Makes the distribution."""
    out = Path(sys.argv[1]).absolute()
    with tempfile.TemporaryDirectory() as temporary:
        packages = [argument for crate in CRATES for argument in ("-p", crate)]
        target = Path(temporary) / "target"
        run(
            "cargo", "package", "--quiet", "--locked", "--allow-dirty", "--no-verify", *packages,
            "--target-dir", str(target), cwd=ROOT,
        )  # fmt: skip
        tree = Path(temporary) / "hitmask"
        tree.mkdir()
        assemble(tree, target / "package")
        print(run(sys.executable, "-m", "maturin", "sdist", "--out", str(out), cwd=tree), end="")


if __name__ == "__main__":
    main()
