"""Prints how ``hitmask.pygame`` compares with pygame's own masks and sprite functions: the table of docs/pygame.md.

``python bench/pygame_masks.py [--quick] [FILTER]`` checks first that both give the same answer. The two take turns, and a row
shows the medians of the rounds and their ratio.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
import sys
import time
import timeit
from collections.abc import Callable
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np  # noqa: E402
import pygame  # noqa: E402
import pygame.sprite as sprite  # noqa: E402

import hitmask.pygame as ours  # noqa: E402

THEIR_GROUPCOLLIDE, THEIR_COLLIDE_MASK = sprite.groupcollide, sprite.collide_mask
Row = tuple[str, float, float, str, bool]


def timed(call: Callable[[], Any], times: int = 1) -> float:
    """Returns the nanoseconds of a call, the mean of some calls in a row."""
    loop = range(times)
    start = time.perf_counter_ns()
    for _ in loop:
        call()
    return (time.perf_counter_ns() - start) / times


def both(theirs: Callable[[], Any], mine: Callable[[], Any], seconds: float) -> tuple[float, float]:
    """Returns the median times of two calls that take turns."""
    times = int(max(1, min(20_000, seconds * 1e9 / 18 / max(timed(theirs), timed(theirs), 1))))
    rounds = [(timed(theirs, times), timed(mine, times)) for _ in range(9)]
    return statistics.median(r[0] for r in rounds), statistics.median(r[1] for r in rounds)


def both_statements(code: str, names: list[dict[str, Any]], seconds: float) -> tuple[float, float]:
    """Returns the median times of a statement about two sets of objects that take turns."""
    timers = [timeit.Timer(code, globals=names[i]) for i in (0, 1)]
    times = int(max(1, min(20_000, seconds / 18 / max(timers[0].timeit(10) / 10, 1e-9))))
    rounds = [[timer.timeit(times) / times * 1e9 for timer in timers] for _ in range(15)]
    return statistics.median(r[0] for r in rounds), statistics.median(r[1] for r in rounds)


def picture(size: int, seed: int = 1, disc: bool = True) -> pygame.Surface:
    """Makes a surface with a disc whose alpha is noisy, as sprites have it."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:size, :size]
    inside = (x - size / 2 + 0.5) ** 2 + (y - size / 2 + 0.5) ** 2 < (size / 2) ** 2
    alpha = np.where(inside, rng.integers(100, 256, (size, size)), 0) if disc else rng.integers(0, 256, (size, size))
    surface = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    view = pygame.surfarray.pixels_alpha(surface)
    view[:] = alpha.T
    del view
    return surface


def shown(value: Any) -> Any:
    """Returns a form of a result that can be compared."""
    if isinstance(value, (pygame.mask.Mask, ours.Mask)):
        return value.get_size(), memoryview(value).tobytes()
    if isinstance(value, pygame.Surface):
        return value.get_size(), value.get_view("2").raw
    if isinstance(value, list):
        return [shown(item) for item in value]
    return round(value, 9) + 0.0 if isinstance(value, float) else value


# Statements about a mask `a`, another mask `b` of its size, and a target `c` of its size.
STATEMENTS = {
    "overlap hit": "a.overlap(b, middle)",
    "overlap miss, boxes apart": "a.overlap(b, apart)",
    "overlap miss, boxes overlap": "even.overlap(odd, odd_offset)",
    "overlap miss, words aligned": "even.overlap(odd, (0, 0))",
    "overlap miss, discs side by side": "a.overlap(b, beside)",
    "overlap_area": "a.overlap_area(b, middle)",
    "overlap_mask": "a.overlap_mask(b, middle)",
    "draw": "c.draw(b, middle)",
    "erase": "c.erase(b, middle)",
    "get_at": "a.get_at(middle)",
    "set_at": "c.set_at(middle)",
    "count": "a.count()",
    "get_size": "a.get_size()",
    "get_rect": "a.get_rect()",
    "copy": "a.copy()",
    "invert": "c.invert()",
    "fill": "c.fill()",
    "clear": "c.clear()",
    "centroid": "a.centroid()",
    "angle": "a.angle()",
    "outline": "a.outline()",
    "scale": "a.scale(larger)",
    "connected_component": "a.connected_component()",
    "connected_components": "a.connected_components()",
    "get_bounding_rects": "a.get_bounding_rects()",
    "convolve": "a.convolve(b)",
    "Mask": "Mask(size)",
    "Mask filled": "Mask(size, True)",
}


def method_rows(seconds: float) -> list[Row]:
    """Measures the methods of masks of several sizes."""
    rows = []
    for size in (32, 64, 256):
        surface = picture(size)
        names: list[dict[str, Any]] = []
        for kind, make in ((pygame.mask.Mask, pygame.mask.from_surface), (ours.Mask, ours.from_surface)):
            checkers = [kind((size, size)) for _ in (0, 1)]
            for x in range(size):
                for y in range(size):
                    checkers[(x + y) % 2].set_at((x, y))
            own = {"a": make(surface), "b": make(surface), "c": make(surface), "even": checkers[0], "odd": checkers[1]}
            beside = (int(size * 0.74), int(size * 0.74))
            own |= {
                "middle": (size // 3, size // 3),
                "apart": (size, 3),
                "odd_offset": (5, -3),
                "beside": beside,
                "larger": (size + 7, size + 3),
            }
            names.append(own | {"Mask": kind, "size": (size, size)})
        for name, code in STATEMENTS.items():
            if name == "convolve" and size > 64:
                continue
            assert shown(eval(code, names[0])) == shown(eval(code, names[1])), name
            assert shown(names[0]["c"]) == shown(names[1]["c"]), name
            a, b = both_statements(code, names, seconds)
            for own in names:
                own["c"] = own["a"].copy()
            if name.startswith("overlap ") and size <= 64:
                must, good = ">= 1.0 times faster", a / b >= 1
            elif name == "overlap miss, boxes overlap" and size == 256:
                must, good = ">= 5 times faster", a / b >= 5
            elif name == "invert" and size == 32:
                must, good = "<= 100 ns", b <= 100
            else:
                must, good = "<= 1.25 times pygame's time", b / a <= 1.25
            rows.append((f"{name}, {size} px", a, b, must, good))
    return rows


# Calls that a game makes for each sprite, and with which the time of the call itself counts most.
CALLS = {
    "collide_mask": "collide_mask(left, right)",
    "overlap": "a.overlap(b, middle)",
    "get_at": "a.get_at(middle)",
    "set_at": "c.set_at(middle)",
    "get_rect": "a.get_rect()",
    "get_rect, keyword": "a.get_rect(center=middle)",
    "fill": "c.fill()",
    "clear": "c.clear()",
    "invert": "c.invert()",
    "Mask": "Mask(size)",
    "Mask filled": "Mask(size, True)",
    "from_surface": "from_surface(surface)",
}


def call_rows(seconds: float) -> list[Row]:
    """Measures single calls for masks of the sizes of sprites."""
    rows = []
    for size in (28, 32, 64):
        surface = picture(size)
        names: list[dict[str, Any]] = []
        for kind, make, collide in (
            (pygame.mask.Mask, pygame.mask.from_surface, THEIR_COLLIDE_MASK),
            (ours.Mask, ours.from_surface, ours.collide_mask),
        ):
            left, right = sprite.Sprite(), sprite.Sprite()
            for one, corner in ((left, (100, 100)), (right, (100 + size // 3, 100 + size // 3))):
                one.image, one.rect, one.mask = surface, surface.get_rect(topleft=corner), make(surface)
            names.append({"a": left.mask, "b": right.mask, "c": make(surface), "left": left, "right": right})
            names[-1] |= {"Mask": kind, "size": (size, size), "middle": (size // 3, size // 3)}
            names[-1] |= {"surface": surface, "from_surface": make, "collide_mask": collide}
        for name, code in CALLS.items():
            assert shown(eval(code, names[0])) == shown(eval(code, names[1])), name
            assert shown(names[0]["c"]) == shown(names[1]["c"]), name
            a, b = both_statements(code, names, seconds)
            rows.append((f"{name}, {size} px", a, b, "<= 1.05 times pygame's time", b / a <= 1.05))
    return rows


def surface_rows(seconds: float) -> list[Row]:
    """Measures masks of surfaces and surfaces of masks."""
    rows = []
    for size, least in ((64, 1.0), (256, 2.0), (1024, 2.0)):
        for disc in (True, False):
            surface = picture(size, disc=disc)
            theirs, mine = (lambda s=surface: pygame.mask.from_surface(s)), (lambda s=surface: ours.from_surface(s))
            assert shown(theirs()) == shown(mine())
            a, b = both(theirs, mine, seconds)
            rows.append(
                (
                    f"from_surface, {size} px, {'disc' if disc else 'noise'}",
                    a,
                    b,
                    f">= {least} times faster",
                    a / b >= least,
                )
            )
    for size in (64, 256, 1024):
        masks = [pygame.mask.from_surface(picture(size)), ours.from_surface(picture(size))]
        assert shown(masks[0].to_surface()) == shown(masks[1].to_surface())
        a, b = both(masks[0].to_surface, masks[1].to_surface, seconds)
        rows.append((f"to_surface, {size} px", a, b, ">= 2.5 times faster", a / b >= 2.5))
    return rows


def group(count: int, kind: Any, seed: int = 1) -> sprite.Group:
    """Makes a group of sprites of 16 to 48 px, about two neighbors each."""
    rng = random.Random(seed)
    pictures = [picture(size, size) for size in (16, 24, 32, 48)]
    masks = [kind(one) for one in pictures]
    side = int((count * 900) ** 0.5)
    made = sprite.Group()
    for _ in range(count):
        one = sprite.Sprite()
        which = rng.randrange(4)
        one.image, one.mask = pictures[which], masks[which]
        one.rect = one.image.get_rect(topleft=(rng.randrange(side), rng.randrange(side)))
        made.add(one)
    return made


def group_rows(seconds: float, quick: bool) -> list[Row]:
    """Measures groupcollide of a group with itself."""
    rows = []
    for count, least in ((200, 100), (1000, 500), (3000, 1000)):
        if quick and count > 1000:
            continue
        theirs, mine = group(count, pygame.mask.from_surface), group(count, ours.from_surface)
        places = {one: i for g in (theirs, mine) for i, one in enumerate(g)}
        first = [None, None]

        def run_theirs(g: sprite.Group = theirs) -> None:
            first[0] = THEIR_GROUPCOLLIDE(g, g, False, False, THEIR_COLLIDE_MASK)

        def run_mine(g: sprite.Group = mine) -> None:
            first[1] = ours.groupcollide(g, g, False, False, ours.collide_mask)

        repeats = 1 if count == 3000 else 3
        rounds = []
        for _ in range(repeats):
            a = timed(run_theirs, 1)
            run_mine()
            rounds.append((a, statistics.median(timed(run_mine, 1) for _ in range(9))))
        named = [[(places[k], [places[v] for v in hits]) for k, hits in found.items()] for found in first]
        assert named[0] == named[1], "the dicts differ"
        a, b = (statistics.median(r[i] for r in rounds) for i in (0, 1))
        rows.append((f"groupcollide, {count} sprites", a, b, f">= {least} times faster", a / b >= least))
    return rows


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("filter", nargs="?", default="", help="only rows whose name has this text")
    parser.add_argument("--quick", action="store_true", help="less time for each row, and no groups of 3,000 sprites")
    options = parser.parse_args()
    seconds = 0.05 if options.quick else 0.3
    print(f"Python {sys.version.split()[0]}, pygame {pygame.version.ver}\n")
    print("| what | pygame, us | hitmask, us | times faster | must | |\n|---|---|---|---|---|---|")
    missed = 0
    parts = {
        "call": lambda: call_rows(seconds),
        "method": lambda: method_rows(seconds),
        "surface": lambda: surface_rows(seconds),
        "group": lambda: group_rows(seconds, options.quick),
    }
    wanted = [parts[options.filter]] if options.filter in parts else list(parts.values())
    for part in wanted:
        for name, a, b, must, good in part():
            if options.filter in name or len(wanted) == 1:
                missed += not good
                print(
                    f"| {name} | {a / 1000:.3f} | {b / 1000:.3f} | {a / b:.2f} | {must} | {'' if good else 'MISSED'} |"
                )
    print(f"\n{missed} rows miss their must")


if __name__ == "__main__":
    main()
