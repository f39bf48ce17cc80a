"""``bench/games.py`` plays games with both kinds of masks, finds each frame equal, and prints lines of JSON."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("pygame")

BENCH = Path(__file__).parent.parent / "bench"
GAMES = sorted(path.stem for path in (BENCH / "games").glob("*.py") if path.stem != "play")


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-W", "error", str(BENCH / "games.py"), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=60)


def test_lines_for_each_game_and_kind_of_masks() -> None:
    ran = run("breakout", "stealth", "--quick", "--json")
    assert ran.returncode == 0, ran.stderr
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    rows = [(line["case"], line["who"]) for line in lines]
    whos = ("pygame", "hitmask", "pygame-calls", "hitmask-calls")
    assert rows == [(f"game-{game}", who) for game in ("breakout", "stealth") for who in whos]
    for line in lines:
        assert list(line) == ["suite", "case", "n", "who", "ns", "answer"]
        assert line["suite"] == "games" and line["n"] == 60 and line["ns"] > 0
    frames, calls = lines[0]["ns"], lines[2]["ns"]
    assert calls < frames, "calls are a part of a frame"
    assert len({line["answer"] for line in lines[:4]}) == 1 and len({line["answer"] for line in lines}) == 2


def test_the_table_has_a_row_for_each_game_and_its_details() -> None:
    ran = run("snake", "--quick", "--details")
    assert ran.returncode == 0, ran.stderr
    assert "| snake, rectangles only |" in ran.stdout
    assert "slowest frame: " in ran.stdout and "spritecollideany, " in ran.stdout


def test_an_unknown_game_is_named() -> None:
    ran = run("chess")
    assert ran.returncode == 2 and "no game chess: choose from shooter, " in ran.stderr


def test_a_frame_that_differs_ends_the_bench(tmp_path: Path) -> None:
    """A game may see which masks it has: its pictures then differ from the third frame on."""
    games = tmp_path / "games"
    games.mkdir()
    (tmp_path / "games.py").write_bytes((BENCH / "games.py").read_bytes())
    (games / "play.py").write_bytes((BENCH / "games" / "play.py").read_bytes())
    (games / "snake.py").write_text(
        "import pygame\n"
        "SIZE = (8, 8)\n"
        "def play(screen):\n"
        "    for i in range(100):\n"
        "        screen.fill((i, 0, 0))\n"
        "        yield pygame.mask.Mask.__module__ if i > 2 else 0\n",
        encoding="utf-8",
    )
    command = [sys.executable, str(tmp_path / "games.py"), "snake", "--quick"]
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert ran.returncode == 1 and "snake: frame 3 with hitmask differs from the frame with pygame" in ran.stderr


def test_the_table_names_all_games() -> None:
    ran = run("--help")
    assert GAMES and all(game in ran.stdout for game in GAMES)
