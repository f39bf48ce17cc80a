"""Plays the ten games of the folder games with pygame's own masks and with hitmask's, and compares.

``python bench/games.py`` prints a table: the median frame, and the median of the time that a frame spends in collision calls.
``--json`` prints one object a line instead: {"suite","case","n","who","ns","collisions_ns","answer"}; the answer is a checksum of
all frames and scores. It ends with an error if a frame differs. ``--calls`` prints how long each function took.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
from pathlib import Path
from typing import Any

FOLDER = Path(__file__).parent / "games"
GAMES = {
    "shooter": "shooter, 14 enemies, 20 bullets",
    "asteroids": "asteroids, a new mask for each rock and frame",
    "platformer": "platformer, pixel steps against 160 tiles",
    "breakout": "brick breaker, 3 balls, 88 bricks",
    "flappy": "flappy bird, masks made for each test",
    "bullet_hell": "bullet hell, 600 bullets against 1 hero",
    "snake": "snake, rectangles only",
    "worms": "artillery, terrain of 800 x 600",
    "stealth": "stealth, 5 lights of 320 px",
    "pinball": "pinball, 4 balls, a table of 480 x 640",
}
WHO = ("pygame", "hitmask")


def play(game: str, who: str, frames: int) -> dict[str, Any]:
    command = [sys.executable, str(FOLDER / "play.py"), game, who, str(frames)]
    ran = subprocess.run(command, stdout=subprocess.PIPE, text=True, check=True)
    return json.loads(ran.stdout)


def median_frame(rounds: list[dict[str, Any]], key: str) -> float:
    """Returns the median frame. Frame i does equal work in each round, so it counts as its fastest: the rest is noise."""
    return statistics.median(map(min, zip(*(one[key] for one in rounds), strict=True)))


def compare(game: str, frames: int, rounds: int) -> dict[str, list[dict[str, Any]]]:
    """Plays a game in turns. Raises ``SystemExit`` if a frame differs."""
    runs: dict[str, list[dict[str, Any]]] = {who: [] for who in WHO}
    for number in range(rounds):
        for who in WHO if number % 2 == 0 else reversed(WHO):
            runs[who].append(play(game, who, frames))
    expected = runs["pygame"][0]["hashes"]
    for who in WHO:
        for one in runs[who]:
            if one["hashes"] != expected:
                frame = next(i for i, (a, b) in enumerate(zip(one["hashes"], expected, strict=True)) if a != b)
                raise SystemExit(f"{game}: frame {frame} with {who} differs from the first run with pygame")
    return runs


def print_calls(game: str, runs: dict[str, list[dict[str, Any]]]) -> None:
    """Prints the functions of a game, with the mean time of a call in the fastest round."""
    for name in sorted(runs["pygame"][0]["calls"], key=lambda name: -runs["pygame"][0]["calls"][name][1]):
        counts = runs["pygame"][0]["calls"][name][0]
        ns = [min(one["calls"][name][1] for one in runs[who]) / counts for who in WHO]
        print(f"    {game}: {name}, {counts} calls: {ns[0]:.0f} -> {ns[1]:.0f} ns, {ns[0] / ns[1]:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"games to play, all if absent: {', '.join(GAMES)}")
    parser.add_argument("--frames", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--quick", action="store_true", help="60 frames and one round")
    parser.add_argument("--json", action="store_true", help="one object a line instead of the table")
    parser.add_argument("--calls", action="store_true", help="how long each function took, below each row")
    options = parser.parse_args()
    unknown = set(options.games) - set(GAMES)
    if unknown:
        parser.error(f"no game {', '.join(sorted(unknown))}: choose from {', '.join(GAMES)}")
    frames, rounds = (60, 1) if options.quick else (options.frames, options.rounds)
    if not options.json:
        print("| game | in collision calls | frame, pygame | frame, hitmask | gain | collision calls, gain |")
        print("|---|---|---|---|---|---|")
    gains = []
    for game in options.games or GAMES:
        runs = compare(game, frames, rounds)
        ns = {who: median_frame(runs[who], "frames") for who in WHO}
        inside = {who: median_frame(runs[who], "collisions") for who in WHO}
        if options.json:
            for who in WHO:
                line = {"suite": "pygame-games", "case": game, "n": frames, "who": who, "ns": ns[who]}
                print(json.dumps(line | {"collisions_ns": inside[who], "answer": runs[who][0]["hashes"][-1]}), flush=True)
        else:
            gains.append((ns["pygame"] / ns["hitmask"], inside["pygame"] / inside["hitmask"]))
            times = f"{ns['pygame'] / 1e6:.2f} ms | {ns['hitmask'] / 1e6:.2f} ms | {gains[-1][0]:.2f} | {gains[-1][1]:.2f}"
            print(f"| {GAMES[game]} | {inside['pygame'] / ns['pygame']:.0%} | {times} |", flush=True)
            if options.calls:
                print_calls(game, runs)
    if gains:
        frame, inside_calls = (statistics.median(column) for column in zip(*gains, strict=True))
        print(f"| median | | | | {frame:.2f} | {inside_calls:.2f} |")


if __name__ == "__main__":
    main()
