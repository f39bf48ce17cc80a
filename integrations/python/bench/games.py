"""Plays the ten games of the folder games with pygame's own masks and with hitmask's, and compares.

``python bench/games.py`` prints a table: the median frame, and the median of what a frame spends in collision calls.
``--json`` prints one object a line instead: {"suite","case","n","who","ns","answer"}. ``who`` is hitmask or pygame for the
frame, hitmask-calls or pygame-calls for the collision calls of a frame. The answer is a checksum of all frames and scores.
The program ends with an error if a frame differs.
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
    "shooter": "shooter, 10 enemies, 8 shots",
    "asteroids": "asteroids, new masks in each frame",
    "platformer": "platformer, pixel steps against 207 tiles",
    "breakout": "brick breaker, 3 balls, 88 bricks",
    "flappy": "flappy bird, new masks for each test",
    "bullet_hell": "bullet hell, 600 bullets against 1 hero",
    "snake": "snake, rectangles only",
    "worms": "artillery, terrain of 800 x 600",
    "stealth": "stealth, 5 lights of 320 px",
    "pinball": "pinball, 4 balls, a table of 480 x 640",
}
WHO = ("pygame", "hitmask")
TURN = 5  # frames that a process plays before it is the turn of the other

# For each of WHO, the nanoseconds of each frame in each play.
Plays = dict[str, list[list[int]]]


class Player:
    """A process that plays a game with the masks of pygame or of hitmask."""

    def __init__(self, game: str, who: str, frames: int) -> None:
        command = [sys.executable, str(FOLDER / "play.py"), game, who, str(frames)]
        self.who = who
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.sums = self.answer()

    def answer(self) -> Any:
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{' '.join(self.process.args)} ended with status {self.process.wait()}")
        return json.loads(line)

    def ask(self, command: str) -> Any:
        self.process.stdin.write(command + "\n")
        self.process.stdin.flush()
        return self.answer()

    def end(self) -> None:
        self.process.communicate()


class Comparison:
    """Two processes play a game a few frames in turns, so a busy machine slows down both alike."""

    def __init__(self, game: str, frames: int, rounds: int, plays: int) -> None:
        self.game = game
        self.frames: Plays = {who: [] for who in WHO}
        self.collisions: Plays = {who: [] for who in WHO}
        self.calls: dict[str, list[dict[str, tuple[int, int]]]] = {who: [] for who in WHO}
        for _ in range(rounds):
            players = [Player(game, who, frames) for who in WHO]
            self.sum = self.check(players)
            for _ in range(plays):
                self.time(players, "frames", self.frames, frames)
                self.time(players, "collisions", self.collisions, frames)
                for player in players:
                    self.calls[player.who].append(player.ask("calls"))
            for player in players:
                player.end()

    def check(self, players: list[Player]) -> int:
        """Returns the checksum of the last frame. Ends the program if a frame differs."""
        for frame, (a, b) in enumerate(zip(*(player.sums for player in players), strict=True)):
            if a != b:
                raise SystemExit(f"{self.game}: frame {frame} with {WHO[1]} differs from the frame with {WHO[0]}")
        return a

    def time(self, players: list[Player], what: str, plays: Plays, frames: int) -> None:
        for player in players:
            player.ask(f"start {what}")
            plays[player.who].append([])
        for first in range(1, frames, TURN):
            for player in players if first // TURN % 2 else reversed(players):
                plays[player.who][-1] += player.ask(f"next {min(TURN, frames - first)}")

    def median(self, plays: Plays, who: str) -> float:
        """Returns the median frame. A frame does equal work in each play, so its fastest counts: the rest is noise."""
        return statistics.median(map(min, zip(*plays[who], strict=True)))

    def print_details(self) -> None:
        """Prints the slowest frame, and how long each function took in its fastest play."""
        slowest = [max(map(min, zip(*self.frames[who], strict=True))) / 1e6 for who in WHO]
        print(f"    slowest frame: {slowest[0]:.2f} -> {slowest[1]:.2f} ms, {slowest[0] / slowest[1]:.2f}")
        before, after = (
            {name: min(play[name] for play in self.calls[who]) for name in self.calls[who][0]} for who in WHO
        )
        for name, (count, ns) in sorted(before.items(), key=lambda item: -item[1][1]):
            other = after[name][1]
            print(f"    {name}, {count} calls: {ns / count:.0f} -> {other / count:.0f} ns, {ns / other:.2f}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", metavar="GAME", help=f"games to play, all if absent: {', '.join(GAMES)}")
    parser.add_argument("--frames", type=int, default=400)
    parser.add_argument("--rounds", type=int, default=3, help="pairs of processes for each game")
    parser.add_argument("--plays", type=int, default=3, help="how often each pair plays the game")
    parser.add_argument("--quick", action="store_true", help="60 frames, played once")
    parser.add_argument("--json", action="store_true", help="one object a line instead of the table")
    parser.add_argument("--details", action="store_true", help="the slowest frame and each function, below each row")
    options = parser.parse_args()
    unknown = set(options.games) - set(GAMES)
    if unknown:
        parser.error(f"no game {', '.join(sorted(unknown))}: choose from {', '.join(GAMES)}")
    frames, rounds, plays = (60, 1, 1) if options.quick else (options.frames, options.rounds, options.plays)
    if not options.json:
        print("| game | in collision calls | frame, pygame | frame, hitmask | gain | collision calls, gain |")
        print("|---|---|---|---|---|---|")
    gains = []
    for game in options.games or GAMES:
        one = Comparison(game, frames, rounds, plays)
        ns = {who: one.median(one.frames, who) for who in WHO}
        inside = {who: one.median(one.collisions, who) for who in WHO}
        if options.json:
            for name, times in (("", ns), ("-calls", inside)):
                for who in WHO:
                    line = {"suite": "games", "case": f"game-{game}", "n": frames, "who": who + name, "ns": times[who]}
                    print(json.dumps(line | {"answer": one.sum}), flush=True)
        else:
            frame, calls = ns["pygame"] / ns["hitmask"], inside["pygame"] / inside["hitmask"]
            gains.append((frame, calls))
            times = " | ".join(f"{ns[who] / 1e6:.2f} ms" for who in WHO)
            share = inside["pygame"] / ns["pygame"]
            print(f"| {GAMES[game]} | {share:.0%} | {times} | {frame:.2f} | {calls:.2f} |", flush=True)
            if options.details:
                one.print_details()
    if gains:
        frame, calls = (statistics.median(column) for column in zip(*gains, strict=True))
        print(f"| median | | | | {frame:.2f} | {calls:.2f} |")


if __name__ == "__main__":
    main()
