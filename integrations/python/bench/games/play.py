"""Plays one game without a window: ``python play.py shooter hitmask 300`` is what bench/games.py starts.

A game is a module with ``SIZE`` and a generator ``play(screen)`` that yields the score after each frame. The program
prints the checksums of its frames, then reads commands and answers each with a line of JSON. ``start frames`` and
``start collisions`` begin the game again, ``next 20`` times 20 frames, and ``calls`` tells how often each function was
called, and for how long.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import os
import sys
import time
import timeit
import zlib
from collections import defaultdict
from pathlib import Path
from types import ModuleType
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame

MASK_CALLS = ("from_surface", "from_threshold", "Mask")
SPRITE_CALLS = ("collide_mask", "groupcollide", "spritecollide", "spritecollideany")


class Calls:
    """Adds up the time of collision calls that the game itself makes. A profiler slows down loops inside."""

    def __init__(self) -> None:
        self.by_name: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        self.timed = {getattr(pygame.mask, name) for name in MASK_CALLS}
        self.timed |= {getattr(pygame.sprite, name) for name in SPRITE_CALLS}
        self.frame = self.overhead = 0
        self.overhead = self.measure_overhead()

    def call(self, function: Any, *args: Any, **keywords: Any) -> Any:
        if not isinstance(getattr(function, "__self__", None), pygame.mask.Mask) and function not in self.timed:
            return function(*args, **keywords)
        start = time.perf_counter_ns()
        result = function(*args, **keywords)
        ns = time.perf_counter_ns() - start - self.overhead
        self.frame += ns
        total = self.by_name[function.__name__]
        total[0] += 1
        total[1] += ns
        return result

    def measure_overhead(self) -> int:
        """Returns what the clock adds to a short call: its time here, less its time in a plain loop."""
        point = pygame.mask.Mask((1, 1))
        times = []
        for _ in range(2000):
            self.frame = 0
            self.call(point.get_at, (0, 0))
            times.append(self.frame)
        plain = min(timeit.repeat("get_at((0, 0))", globals={"get_at": point.get_at}, number=1000, repeat=5)) * 1e6
        return int(min(times) - plain)


class TimedCalls(ast.NodeTransformer):
    """Turns each ``something.name(…)`` of a game into ``timed(something.name, …)``."""

    def visit_Call(self, node: ast.Call) -> ast.Call:
        self.generic_visit(node)
        if isinstance(node.func, ast.Attribute):
            node.args.insert(0, node.func)
            node.func = ast.copy_location(ast.Name("timed", ast.Load()), node.func)
        return node


def with_timed_calls(game: ModuleType, calls: Calls) -> ModuleType:
    path = Path(game.__file__ or "")
    tree = ast.fix_missing_locations(TimedCalls().visit(ast.parse(path.read_text(encoding="utf-8"))))
    module = ModuleType(game.__name__)
    vars(module)["timed"] = calls.call
    exec(compile(tree, str(path), "exec"), vars(module))
    return module


class Times:
    """Plays a game again, and times its frames or its collision calls."""

    def __init__(self, game: ModuleType, screen: pygame.Surface, calls: Calls | None) -> None:
        self.calls = calls
        self.playing = (with_timed_calls(game, calls) if calls else game).play(screen)
        next(self.playing)  # the first frame loads pictures
        if calls:
            calls.by_name.clear()

    def next(self, frames: int) -> list[int]:
        """Returns the nanoseconds of each of the next frames."""
        times = []
        for _ in range(frames):
            if self.calls:
                self.calls.frame = 0
            start = time.perf_counter_ns()
            next(self.playing)
            pygame.display.flip()
            end = time.perf_counter_ns()
            times.append(self.calls.frame if self.calls else end - start)
        return times


def checksums(game: ModuleType, screen: pygame.Surface, frames: int) -> list[int]:
    """Plays a game and returns a checksum for each frame: of all pictures and scores so far."""
    sums, last = [], 0
    for _, score in zip(range(frames), game.play(screen), strict=False):
        last = zlib.crc32(repr(score).encode(), zlib.crc32(screen.get_view("2"), last))
        sums.append(last)
    return sums


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("who", choices=["pygame", "hitmask"])
    parser.add_argument("frames", type=int)
    parser.add_argument("--picture", help="save the last frame there, and time nothing")
    options = parser.parse_args()
    if options.who == "hitmask":
        import hitmask.pygame

        hitmask.pygame.install()
    game = importlib.import_module(options.game)
    pygame.init()
    screen = pygame.display.set_mode(game.SIZE)
    sums = checksums(game, screen, options.frames)
    if options.picture:
        pygame.image.save(screen, options.picture)
        return
    print(json.dumps(sums), flush=True)
    times = calls = None
    for line in sys.stdin:
        match line.split():
            case ["start", what]:
                calls = Calls() if what == "collisions" else None
                times = Times(game, screen, calls)
                print("{}", flush=True)
            case ["next", frames]:
                print(json.dumps(times.next(int(frames))), flush=True)
            case ["calls"]:
                print(json.dumps(calls.by_name), flush=True)


if __name__ == "__main__":
    main()
