"""The Python programs of the README and of the pages in the folder docs run.

A block below a comment ``<!-- code: FILE -->`` is cut from a file of the book, which tests of the book run.
"""

from __future__ import annotations

import os
import re
import struct
import subprocess
import sys
import zlib
from pathlib import Path

import pytest

PACKAGE = Path(__file__).parent.parent
PAGES = [PACKAGE / "README.md", *sorted((PACKAGE / "docs").glob("*.md"))]
BLOCKS = [
    pytest.param(code, id=f"{page.stem}-{number}")
    for page in PAGES
    for number, code in enumerate(
        re.findall(r"(?<! -->\n)```python\n(.*?)```", page.read_text(encoding="utf-8"), re.DOTALL)
    )
]


def disc(size: int) -> bytes:
    """Returns the PNG of a white disc on a transparent background."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    radius = size / 2
    middles = [pixel + 0.5 - radius for pixel in range(size)]
    rows = [[b"\xff" * 4 if x * x + y * y < radius * radius else bytes(4) for x in middles] for y in middles]
    pixels = b"".join(b"\0" + b"".join(row) for row in rows)
    header = struct.pack(">IIBBBBB", size, size, 8, 6, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(pixels)) + chunk(b"IEND", b"")


@pytest.mark.parametrize("code", BLOCKS)
def test_code_runs(code: str, tmp_path: Path) -> None:
    if "pygame" in code:
        pytest.importorskip("pygame")
    for name, size in (("ship", 48), ("rock", 32)):
        (tmp_path / f"{name}.png").write_bytes(disc(size))
    no_window = {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    command = [sys.executable, "-W", "error", "-c", code]
    ran = subprocess.run(command, cwd=tmp_path, env=os.environ | no_window, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 0, ran.stderr
    for word in re.findall(r'^ *print\("(\w+)', code, re.MULTILINE):
        assert word in ran.stdout, f"the program does not print {word!r}"
    assert ran.stdout or "print(" not in code, "the program prints nothing"


def test_all_blocks_were_found() -> None:
    assert len(PAGES) >= 7 and len(BLOCKS) >= 6
