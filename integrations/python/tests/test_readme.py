"""The Python code of the README runs."""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

README = Path(__file__).parent.parent / "README.md"
BLOCKS = re.findall(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("code", BLOCKS, ids=lambda code: code.split("\n")[-2][:30])
def test_code_runs(code: str) -> None:
    if "pygame" in code:
        pytest.importorskip("pygame")
    no_window = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    command = [sys.executable, "-W", "error", "-c", code]
    ran = subprocess.run(command, env=os.environ | no_window, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr


def test_all_blocks_were_found() -> None:
    assert len(BLOCKS) >= 3
