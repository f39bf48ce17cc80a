"""Plays one game without a window and prints what it cost, as JSON: ``python play.py shooter hitmask 300``.

A game is a module with ``SIZE`` and a generator ``play(screen)`` that yields the score after each frame. It is played three
times: to hash its frames, to time them, and to time its collision calls.
"""

from __future__ import annotations

import argparse
import ast
import importlib
import json
import os
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

MASK_CALLS = {"from_surface", "from_threshold", "Mask"}
SPRITE_CALLS = {"collide_mask", "groupcollide", "spritecollide", "spritecollideany"}


class Calls:
    """Adds up the time of collision calls. Only the outermost call is timed, so nothing slows down inside pygame's loops."""

    def __init__(self) -> None:
        self.by_name: defaultdict[str, list[int]] = defaultdict(lambda: [0, 0])
        self.timed = {getattr(pygame.mask, name) for name in MASK_CALLS} | {getattr(pygame.sprite, name) for name in SPRITE_CALLS}
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

    hashes, score, crc = [], None, 0
    for _, score in zip(range(options.frames), game.play(screen), strict=False):
        crc = zlib.crc32(repr(score).encode(), zlib.crc32(screen.get_view("2"), crc))
        hashes.append(crc)
    if options.picture:
        pygame.image.save(screen, options.picture)
        print("score:", score)
        return

    frames = []
    playing = game.play(screen)
    next(playing)  # the first frame loads pictures
    for _ in range(options.frames - 1):
        start = time.perf_counter_ns()
        next(playing)
        pygame.display.flip()
        frames.append(time.perf_counter_ns() - start)

    calls, collisions = Calls(), []
    playing = with_timed_calls(game, calls).play(screen)
    next(playing)
    calls.by_name.clear()
    for _ in range(options.frames - 1):
        calls.frame = 0
        next(playing)
        collisions.append(calls.frame)
    print(json.dumps({"hashes": hashes, "frames": frames, "collisions": collisions, "calls": calls.by_name}))


if __name__ == "__main__":
    main()
