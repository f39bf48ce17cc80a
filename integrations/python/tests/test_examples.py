"""Every example runs, and draws a picture with many colors."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

EXAMPLES = sorted((Path(__file__).parent.parent / "examples").glob("*.py"))


@pytest.mark.parametrize("example", EXAMPLES, ids=lambda path: path.stem)
def test_example_draws_its_picture(example: Path, tmp_path: Path) -> None:
    pygame = pytest.importorskip("pygame")
    picture = tmp_path / "picture.png"
    no_window = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy"}
    command = [sys.executable, "-W", "error", str(example), str(picture)]
    ran = subprocess.run(command, env=os.environ | no_window, capture_output=True, text=True, timeout=120)
    assert ran.returncode == 0, ran.stderr
    assert ran.stdout.count("\n") >= 1
    surface = pygame.image.load(str(picture))
    assert len({tuple(surface.get_at((x, y))) for x in range(0, surface.get_width(), 7) for y in range(0, 200, 7)}) > 20
