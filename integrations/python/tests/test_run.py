"""The script ``run`` says at once what to install. What the commands need is tested with them, in ``crates/xtask``."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parent.parent / "run"


@pytest.mark.skipif(sys.platform == "win32" or not RUN.exists(), reason="the script is for bash")
@pytest.mark.parametrize("command", ["test", "demo", "wheel", "sdist"])
def test_a_missing_cargo_is_named_at_once(tmp_path: Path, command: str) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in ("bash", "dirname"):
        found = shutil.which(name)
        if found is None:
            pytest.skip(f"this system has no {name}")
        (programs / name).symlink_to(found)
    ran = subprocess.run(["bash", RUN, command], env={"PATH": str(programs)}, capture_output=True, text=True, timeout=20)
    assert ran.returncode == 1
    assert "cargo is missing: install" in ran.stderr and "not found" not in ran.stderr, ran.stderr
