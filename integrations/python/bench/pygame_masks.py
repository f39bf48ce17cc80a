"""Compares ``hitmask.pygame`` with pygame: methods of masks, masks of surfaces, functions of sprites, the import.

``python bench/pygame_masks.py [--quick] [--json] [FILTER]`` checks first that both give the same answer. The two take
turns, and a row shows the medians of their rounds. ``--json`` prints one object a line, as the report of the engine does:
{"suite","case","n","who","ns"}. A case is the name of the row with hyphens, and its size: ``overlap-hit-64``.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import re
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

os.environ |= {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}

import pygame
from pygame import sprite

import hitmask.pygame as ours


class Kit(NamedTuple):
    """The functions of one side."""

    Mask: Any
    from_surface: Any
    collide_mask: Any
    spritecollide: Any
    spritecollideany: Any
    groupcollide: Any


NAMES = ("collide_mask", "spritecollide", "spritecollideany", "groupcollide")
KITS = (
    Kit(
        pygame.mask.Mask,
        pygame.mask.from_surface,
        *(getattr(sprite, name) for name in NAMES),
    ),
    Kit(ours.Mask, ours.from_surface, *(getattr(ours, name) for name in NAMES)),
)
SIDES = ("pygame", "hitmask")


class Row(NamedTuple):
    """Two calls that do the same, the size of their work, and the least ratio of their times."""

    case: str
    n: int
    calls: tuple[Callable[[], Any], Callable[[], Any]]
    must: float = 1.0


# pygame counts too few pixels in some components, and leaves them out.
MISCOUNTED = "connected_components of noise"


def pair(case: str, n: int, make: Callable[[Kit], Callable[[], Any]], must: float = 1.0) -> Row:
    """Makes a row of what ``make`` returns for each side."""
    return Row(case, n, (make(KITS[0]), make(KITS[1])), must)


def shown(value: Any) -> Any:
    """Returns a form of a result that can be compared."""
    if isinstance(value, (pygame.mask.Mask, ours.Mask)):
        return value.get_size(), memoryview(value).tobytes()
    if isinstance(value, pygame.Surface):
        return value.get_size(), value.get_view("2").raw
    if isinstance(value, sprite.Sprite):
        return value.number
    if isinstance(value, dict):
        return [(shown(key), shown(hits)) for key, hits in value.items()]
    if isinstance(value, list):
        return [shown(item) for item in value]
    return round(value, 9) + 0.0 if isinstance(value, float) else value


def timed(call: Callable[[], Any], times: int) -> float:
    """Returns the nanoseconds of a call."""
    start = time.perf_counter_ns()
    for _ in range(times):
        call()
    return (time.perf_counter_ns() - start) / times


def measured(row: Row, seconds: float) -> tuple[float, float]:
    """Returns the median times of two calls that take turns, after a comparison of their results."""
    a, b = (shown(call()) for call in row.calls)
    assert a == b or row.case == MISCOUNTED, (row.case, row.n)
    once = max(min(timed(call, 3) for _ in range(3)) for call in row.calls)
    times = int(max(1, min(3000, seconds * 1e9 / 40 / once)))
    rounds = [[timed(call, times) for call in row.calls] for _ in range(15)]
    return statistics.median(r[0] for r in rounds), statistics.median(r[1] for r in rounds)


def disc(size: int) -> pygame.Surface:
    """Draws a disc."""
    surface = pygame.Surface((size, size), pygame.SRCALPHA, 32)
    pygame.draw.circle(surface, (200, 50, 50, 255), (size // 2, size // 2), size // 2)
    return surface


def noise(kit: Kit, size: int) -> Any:
    """Makes a mask with a third of its pixels set."""
    mask, rng = kit.Mask((size, size)), random.Random(1)
    for _ in range(size * size // 3):
        mask.set_at((rng.randrange(size), rng.randrange(size)))
    return mask


def methods(kit: Kit, s: int) -> dict[str, tuple[Callable[[], Any], float]]:
    """Returns calls of the methods of masks, and the least ratio of small masks."""
    a, b, small, z = (kit.from_surface(disc(size)) for size in (s, s, max(4, s // 8), s))
    z = noise(kit, s)
    dot, box, full = kit.Mask((1, 1), True), kit.Mask((3, 3), True), kit.Mask((s, s), True)
    target = pygame.Surface((s, s), pygame.SRCALPHA)
    checkers = [kit.Mask((s, s)) for _ in (0, 1)]
    if s <= 256:
        for x in range(s):
            for y in range(s):
                checkers[(x + y) % 2].set_at((x, y))
    return {
        "overlap, hit": (lambda: a.overlap(b, (3, 4)), 1),
        "overlap, boxes apart": (lambda: a.overlap(b, (s, 3)), 1),
        "overlap, discs side by side": (lambda: a.overlap(b, (int(s * 0.74), int(s * 0.74))), 1),
        "overlap, checkers miss": (lambda: checkers[0].overlap(checkers[1], (5, -3)), 1),
        "overlap, a pixel that hits": (lambda: dot.overlap(full, (-s // 2, -s // 2)), 1),
        "overlap, a pixel that misses": (lambda: dot.overlap(a, (0, 0)), 1),
        "overlap, a disc in noise": (lambda: z.overlap(small, (s // 2, s // 2)), 1),
        "overlap_area": (lambda: a.overlap_area(b, (3, 4)), 1),
        "overlap_mask": (lambda: a.overlap_mask(b, (3, 4)), 1),
        "draw a small mask": (lambda: full.draw(small, (s // 2, s // 3)), 1),
        "draw": (lambda: full.draw(a, (0, 0)), 1),
        "erase": (lambda: full.erase(small, (s // 2, s // 3)), 1),
        "to_surface": (lambda: a.to_surface(), 1),
        "to_surface, unset clear": (lambda: a.to_surface(unsetcolor=(0, 0, 0, 0)), 1),
        "to_surface, on a surface": (lambda: a.to_surface(target, setcolor="red", unsetcolor=None), 1),
        "outline": (lambda: a.outline(), 0.8),
        "outline of noise": (lambda: z.outline(), 0.8),
        "centroid": (lambda: a.centroid(), 1),
        "count": (lambda: a.count(), 1),
        "angle": (lambda: a.angle(), 1),
        "get_bounding_rects": (lambda: a.get_bounding_rects(), 1),
        "connected_components": (lambda: a.connected_components(), 1),
        MISCOUNTED: (lambda: z.connected_components(20), 1),
        "connected_component": (lambda: a.connected_component(), 1),
        "convolve, 3 x 3": (lambda: a.convolve(box), 0.8),
        "scale, twice": (lambda: a.scale((2 * s, 2 * s)), 1),
        "scale, half": (lambda: a.scale((s // 2, s // 2)), 1),
        "copy": (lambda: a.copy(), 1),
        "invert": (lambda: full.invert(), 0.8),
        "fill": (lambda: full.fill(), 0.8),
        "clear": (lambda: full.clear(), 0.8),
        "get_at": (lambda: a.get_at((3, 4)), 1),
        "set_at": (lambda: full.set_at((3, 4), 0), 1),
        "get_size": (lambda: a.get_size(), 1),
        "get_rect": (lambda: a.get_rect(), 0.8),
        "get_rect, a keyword": (lambda: a.get_rect(center=(9, 9)), 0.8),
        "Mask": (lambda: kit.Mask((s, s)), 1),
        "Mask, filled": (lambda: kit.Mask((s, s), fill=True), 1),
    }


def method_rows(quick: bool) -> Iterator[Row]:
    """Makes rows of the methods of masks of several sizes."""
    for size in (16, 64, 256) if quick else (16, 64, 256, 1024):
        (theirs, mine) = (methods(kit, size) for kit in KITS)
        for name, (call, must) in theirs.items():
            yield Row(name, size, (call, mine[name][0]), must if size <= 64 else 1)


def kinds(s: int) -> dict[str, pygame.Surface]:
    """Makes a surface of each kind that games have."""
    alpha, sheet = disc(s), pygame.Surface((s * 2, s * 2), pygame.SRCALPHA, 32)
    sheet.blit(alpha, (3, 3))
    opaque = pygame.Surface((s, s), 0, 32)
    opaque.blit(alpha, (0, 0))
    palette = pygame.Surface((s, s), 0, 8)
    palette.set_palette([(i, i, i) for i in range(256)])
    pygame.draw.circle(palette, (200, 200, 200), (s // 2, s // 2), s // 2)
    faint = opaque.copy()
    faint.set_alpha(100)
    made = {"alpha": alpha, "subsurface": sheet.subsurface((3, 3, s, s)), "opaque": opaque, "set_alpha": faint}
    made |= {f"{bits} bits": pygame.Surface((s, s), 0, bits) for bits in (24, 16)} | {"8 bits": palette}
    for name in ("opaque", "24 bits", "16 bits", "8 bits"):
        made[f"color key, {name}"] = made[name].copy()
        made[f"color key, {name}"].set_colorkey((0, 0, 0))
    made["color key, alpha"] = alpha.copy()
    made["color key, alpha"].set_colorkey((0, 0, 0, 0))
    return made


def surface_rows(quick: bool) -> Iterator[Row]:
    """Makes rows of masks of surfaces."""
    for size in (16, 64, 256) if quick else (16, 32, 64, 128, 256, 512, 1024):
        for name, surface in kinds(size).items():
            yield pair(f"from_surface, {name}", size, lambda kit, s=surface: lambda: kit.from_surface(s))


class Thing(sprite.Sprite):
    """A sprite with a number."""

    def __init__(self, number: int, picture: pygame.Surface, mask: Any, at: tuple[int, int]) -> None:
        super().__init__()
        self.number, self.image, self.mask, self.rect = number, picture, mask, picture.get_rect(topleft=at)


BALL = disc(40)


def things(kit: Kit, places: list[tuple[int, int]]) -> sprite.Group:
    """Makes a group of sprites with a mask each."""
    return sprite.Group([Thing(i, BALL, kit.from_surface(BALL), at) for i, at in enumerate(places)])


def few_rows(quick: bool) -> Iterator[Row]:
    """Makes rows of a sprite and a small group."""
    for count in (1, 2, 3, 10, 30):
        for where, gap in (("apart", 200), ("touching", 0)):
            places = [(i % 10 * gap, i // 10 * gap) for i in range(count)]
            at = (5, 5) if not gap else (-500, -500)

            def some(kit: Kit, name: str, rest: tuple[Any, ...], at: Any = at, places: Any = places) -> Any:
                (one,), group = things(kit, [at]), things(kit, places)
                return lambda: getattr(kit, name)(one, group, *rest)

            for name, rest in (("spritecollide", (False,)), ("spritecollideany", ())):

                def masks(kit: Kit, some: Any = some, name: str = name, rest: Any = rest) -> Callable[[], Any]:
                    return some(kit, name, (*rest, kit.collide_mask))

                def rects(kit: Kit, some: Any = some, name: str = name, rest: Any = rest) -> Callable[[], Any]:
                    return some(kit, name, rest)

                yield pair(f"{name}, masks {where}", count, masks)
                yield pair(f"{name}, rects {where}", count, rects, 0.97)
    for where, x in (("apart", 500), ("touching", 5)):

        def two(kit: Kit, x: int = x) -> Callable[[], Any]:
            a, b = things(kit, [(0, 0), (x, 0)])
            return lambda: kit.collide_mask(a, b)

        yield pair(f"collide_mask, {where}", 2, two)


SIZES = [(1, 1), (1, 2), (2, 2), (1, 5), (3, 3), (1, 10), (10, 1), (4, 4), (2, 10), (5, 5), (1, 30), (3, 10), (6, 6)]
SIZES += [(4, 10), (10, 5), (2, 30), (8, 8), (10, 10), (5, 30), (20, 20)]


def groups(kit: Kit, n: int, m: int, hit: bool) -> tuple[sprite.Group, sprite.Group]:
    """Makes two groups, of which the first sprites hit each other or none."""
    a = things(kit, [(i * 200, 0) for i in range(n)])
    return a, things(kit, [(i * 200 + 5, 0 if hit and i == 0 else 3000) for i in range(m)])


def group_rows(quick: bool) -> Iterator[Row]:
    """Makes rows of two groups, small as in most games and large."""
    for hit in (False, True):
        for n, m in SIZES:

            def two(kit: Kit, n: int = n, m: int = m, hit: bool = hit) -> Callable[[], Any]:
                a, b = groups(kit, n, m, hit)
                return lambda: kit.groupcollide(a, b, False, False, kit.collide_mask)

            yield pair(f"groupcollide, {n} x {m}, {'one hit' if hit else 'no hit'}", n * m, two)
    for n, m in ((1, 1), (3, 3), (5, 20)):

        def rects(kit: Kit, n: int = n, m: int = m) -> Callable[[], Any]:
            a, b = groups(kit, n, m, False)
            return lambda: kit.groupcollide(a, b, False, False)

        yield pair(f"groupcollide, rects, {n} x {m}", n * m, rects)
    pictures = [disc(size) for size in (16, 24, 32, 48)]
    for count, must in ((200, 100), (1000, 500), (3000, 1000)):
        if quick and count > 1000:
            continue

        def one(kit: Kit, count: int = count) -> Callable[[], Any]:
            rng, side = random.Random(1), int((count * 900) ** 0.5)
            masks = [kit.from_surface(picture) for picture in pictures]
            group = sprite.Group()
            for i in range(count):
                which, at = rng.randrange(4), (rng.randrange(side), rng.randrange(side))
                group.add(Thing(i, pictures[which], masks[which], at))
            return lambda: kit.groupcollide(group, group, False, False, kit.collide_mask)

        yield pair("groupcollide of a group with itself", count, one, must)


def cold_rows(quick: bool) -> Iterator[tuple[str, int, float, float, float]]:
    """Measures a call of ``groupcollide`` a frame, 1 x 1, with other work between that empties the caches."""
    calls = []
    for kit in KITS:
        a, b = groups(kit, 1, 1, False)
        calls.append(lambda kit=kit, a=a, b=b: kit.groupcollide(a, b, False, False, kit.collide_mask))
    other = bytearray(1 << 24)
    times: list[list[float]] = [[], []]
    for frame in range(100 if quick else 1000):
        for side in (0, 1) if frame % 2 else (1, 0):
            other[:] = bytes(len(other))
            times[side].append(timed(calls[side], 1))
    yield "groupcollide, cold caches, median", 1, *map(statistics.median, times), 1.0
    yield "groupcollide, cold caches, worst", 1, *map(max, times), 0.7


IMPORT = """
import time, pygame
memory = lambda: int(open("/proc/self/statm").read().split()[1]) * 4096
before, start = memory(), time.perf_counter_ns()
import hitmask.pygame.auto
print(time.perf_counter_ns() - start, memory() - before)
"""


def import_rows(quick: bool) -> Iterator[dict[str, Any]]:
    """Measures the time and the memory of an import after pygame."""
    if not os.path.exists("/proc/self/statm"):
        return
    ran = [subprocess.run([sys.executable, "-c", IMPORT], capture_output=True, text=True, check=True) for _ in range(5)]
    numbers = [[int(number) for number in one.stdout.split()[-2:]] for one in ran]
    nanoseconds, memory = (statistics.median(column) for column in zip(*numbers, strict=True))
    yield {"case": "import-after-pygame", "n": 1, "who": "hitmask", "ns": nanoseconds, "bytes": memory}


PARTS = {"method": method_rows, "surface": surface_rows, "few": few_rows, "group": group_rows}


def hyphened(case: str) -> str:
    """Returns the name of a row as a name of a case."""
    return "-".join(re.findall(r"\w+", case))


def main() -> None:
    """Prints the rows."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parts = ", ".join(PARTS)
    parser.add_argument("filter", nargs="?", default="", help=f"rows whose name has this text, or a part: {parts}")
    parser.add_argument("--quick", action="store_true", help="less time for each row, and no large masks and groups")
    parser.add_argument("--json", action="store_true", help="print one object a line")
    options = parser.parse_args()
    pygame.display.set_mode((10, 10))
    seconds = 0.02 if options.quick else 0.2
    if not options.json:
        print(f"Python {sys.version.split()[0]}, pygame {pygame.version.ver}\n")
        print("| what | n | pygame, us | hitmask, us | times faster | must | |\n|---|---|---|---|---|---|---|")
    missed = 0

    def tell(case: str, n: int, a: float, b: float, must: float) -> None:
        nonlocal missed
        missed += a / b < must
        if options.json:
            for who, nanoseconds in zip(SIDES, (a, b), strict=True):
                row = {"suite": "pygame", "case": f"{hyphened(case)}-{n}", "n": n, "who": who, "ns": round(nanoseconds, 1)}
                print(json.dumps(row), flush=True)
        else:
            note = "" if a / b >= must else "MISSED"
            print(f"| {case} | {n} | {a / 1000:.3f} | {b / 1000:.3f} | {a / b:.2f} | {must} | {note} |", flush=True)

    for part, rows in PARTS.items():
        for row in rows(options.quick) if options.filter not in PARTS or part == options.filter else ():
            if options.filter == part or options.filter in row.case:
                tell(row.case, row.n, *measured(row, seconds), row.must)
    if options.filter in "groupcollide, cold caches":
        for row in cold_rows(options.quick):
            tell(*row)
    if options.filter in "import":
        for row in import_rows(options.quick):
            if options.json:
                print(json.dumps({"suite": "pygame", **row}))
            else:
                print(f"| import after pygame | | | {row['ns'] / 1000:.0f}; {row['bytes'] / 2**20:.1f} MiB | | | |")
    if not options.json:
        print(f"\n{missed} rows miss their must")


if __name__ == "__main__":
    main()
