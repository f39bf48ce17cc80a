"""The script ``run`` says at once what to install, instead of failing after a minute of downloads."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

RUN = Path(__file__).parent.parent / "run"


@pytest.mark.skipif(sys.platform == "win32" or not RUN.exists(), reason="the script is for bash")
@pytest.mark.parametrize("missing", ["cargo", "cc"])
@pytest.mark.parametrize("command", ["test", "demo", "wheel", "sdist"])
def test_a_missing_program_is_named_at_once(tmp_path: Path, command: str, missing: str) -> None:
    programs = tmp_path / "bin"
    programs.mkdir()
    for name in {"bash", "dirname", "env", "sed", "cargo", "cc"} - {missing}:
        found = shutil.which(name)
        if found is None:
            pytest.skip(f"this system has no {name}")
        (programs / name).symlink_to(found)
    copy = tmp_path / "run"
    shutil.copy(RUN, copy)
    ran = subprocess.run(["bash", copy, command], env={"PATH": str(programs)}, capture_output=True, text=True, timeout=20)
    assert ran.returncode == 1
    assert f"{missing} is missing: install" in ran.stderr and "not found" not in ran.stderr, ran.stderr
