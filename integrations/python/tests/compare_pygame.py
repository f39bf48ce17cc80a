"""Compares random calls of ``hitmask.pygame`` with pygame's own masks.

``python tests/compare_pygame.py --seconds 600`` makes pairs of equal masks, calls the same methods of both, and compares
results, errors and the masks afterwards. It prints the number of calls and exits with 1 at the first difference.

These differences are known. Angles are compared to 1e-9 degrees. pygame sometimes counts too few pixels in a component, so it
picks a smaller one as the largest, or leaves one out that has as many pixels as asked for: the comparison checks that it is so.
pygame crashes in calls for components of masks one pixel wide, and draws a mask on itself word by word, so that its pixels are
copied several times: such calls are not made.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import time
from collections import Counter
from collections.abc import Callable
from typing import Any

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np  # noqa: E402
import pygame  # noqa: E402

import hitmask.pygame as ours  # noqa: E402

SIDES = [0, 1, 2, 3, 5, 8, 17, 31, 32, 33, 47, 63, 64, 65, 66, 100, 127, 128, 129, 130, 191, 192, 193, 200, 256]
Pair = tuple[Any, Any]


def words(mask: Any) -> tuple[Any, bytes]:
    """Returns the size and the words of a mask."""
    return mask.get_size(), (memoryview(mask).tobytes() if 0 not in mask.get_size() else b"")


def shown(value: Any) -> Any:
    """Returns a form of a result that can be compared."""
    if isinstance(value, (pygame.mask.Mask, ours.Mask)):
        return ("mask", words(value))
    if isinstance(value, pygame.Surface):
        return ("surface", value.get_size(), value.get_masks(), value.get_flags(), value.get_view("2").raw)
    if isinstance(value, float):
        return ("float", round(value, 9) + 0.0)
    if isinstance(value, (list, tuple)):
        return (type(value), [shown(item) for item in value])
    return (type(value), value)


def counted_short(name: str, theirs: Any, mine: Any) -> bool:
    """Returns whether two results differ only because pygame counted too few pixels in a component."""
    if theirs[0] == mine[0] == "mask" and name == "connected_component":
        return bits(theirs) <= bits(mine)
    if name == "connected_components" and theirs[0] is mine[0] is list:
        return len(theirs[1]) < len(mine[1]) and [item for item in mine[1] if item in theirs[1]] == theirs[1]
    return False


def bits(mask: Any) -> int:
    """Returns the number of set pixels of a mask that `shown` returned."""
    return sum(byte.bit_count() for byte in mask[1][1])


def outcome(call: Callable[[], Any]) -> Any:
    """Returns the result of a call or the type of its error."""
    try:
        return shown(call())
    except Exception as error:  # noqa: BLE001
        return ("error", type(error))


class Maker:
    """Makes random arguments."""

    def __init__(self, seed: int) -> None:
        self.rng = random.Random(seed)
        self.arrays = np.random.default_rng(seed)

    def side(self) -> int:
        return self.rng.choice(SIDES) if self.rng.random() < 0.7 else self.rng.randrange(140)

    def pair(self, width: int | None = None, height: int | None = None) -> Pair:
        """Makes two equal masks, one of pygame and one of hitmask."""
        width = self.side() if width is None else width
        height = self.rng.randrange(70) if height is None else height
        size = (width, height)
        kind = self.rng.randrange(5)
        theirs = pygame.mask.Mask(size, fill=kind == 0)
        mine = ours.Mask(size, fill=kind == 0)
        if kind >= 2 and width and height:
            share = self.rng.choice([0.02, 0.3, 0.5, 0.6, 0.95])
            pixels = np.full((width, height), 0xFF000000, dtype=np.uint32)
            pixels[self.arrays.random((width, height)) >= share] = 0
            surface = pygame.Surface(size, pygame.SRCALPHA, 32)
            pygame.surfarray.blit_array(surface, np.zeros((width, height)))
            view = pygame.surfarray.pixels2d(surface)
            view[:] = pixels
            del view
            theirs, mine = pygame.mask.from_surface(surface), ours.from_surface(surface)
        elif kind == 1 and width and height:
            for _ in range(3):
                at = (self.rng.randrange(width), self.rng.randrange(height))
                theirs.set_at(at)
                mine.set_at(at)
        return theirs, mine

    def number(self, low: int, high: int) -> Any:
        value: Any = self.rng.randint(low, high)
        kind = self.rng.randrange(20)
        if kind == 0:
            return value + self.rng.choice([0.0, 0.25, 0.999, -0.5])
        if kind == 1:
            return np.int32(value)
        if kind == 2:
            return float(value)
        return value

    def point(self, width: int, height: int, beyond: int = 2) -> Any:
        """Makes a position, sometimes an odd or a wrong one."""
        kind = self.rng.randrange(120)
        if kind == 0:
            odd = [
                None,
                3,
                "ab",
                (1,),
                (1, 2, 3),
                ("a", 1),
                {1: 2, 3: 4},
                (1 << 40, 0),
                (1e20, 0),
                (float("nan"), 1),
                ((1, 2),),
            ]
            return self.rng.choice(odd)
        point = (self.number(-beyond, width + beyond), self.number(-beyond, height + beyond))
        return {1: list(point), 2: pygame.Vector2(*map(float, point)), 3: np.array(point), 4: (point,)}.get(kind, point)


def offset(make: Maker, a: Any, b: Any) -> Any:
    """Makes an offset at which two masks often overlap."""
    (width, height), (wide, high) = a.get_size(), b.get_size()
    if make.rng.randrange(60) == 0:
        return (make.rng.choice([-(2**31), 2**31 - 1, -200, 200, 0]), make.rng.choice([-(2**31), 2**31 - 1, 0]))
    kind = make.rng.randrange(100)
    point = (make.number(-wide - 1, width + 1), make.number(-high - 1, height + 1))
    return make.point(width, height) if kind == 0 else point


COLORS = [
    "red",
    (1, 2, 3),
    (1, 2, 3, 4),
    pygame.Color(9, 8, 7, 6),
    0x01020304,
    "nocolor",
    (1, 2),
    (300, 0, 0),
    1.5,
    None,
    [1, 2, 3, 4],
]
BAD = [None, 1, "x", (), [], 1.5]


def one_call(make: Maker, names: Counter[str]) -> tuple[str, Callable[[int], Any], list[Pair]]:
    """Returns a name, a call for side 0 (pygame) or 1 (hitmask), and the masks to compare afterwards."""
    rng = make.rng
    name = rng.choice(CALLS)
    names[name] += 1
    a = make.pair(max(2, make.side())) if name in COMPONENTS else make.pair()
    width, height = a[0].get_size()
    if name in ("overlap", "overlap_area", "overlap_mask", "draw", "erase"):
        b = a if rng.randrange(30) == 0 else make.pair()
        at = (0, 0) if b is a and name in ("draw", "erase") else offset(make, a[0], b[0])
        if rng.randrange(80) == 0:
            bad = rng.choice(BAD)
            return f"{name}({bad!r}, {at!r})", lambda i: getattr(a[i], name)(bad, at), [a]
        if rng.randrange(10) == 0:
            return f"{name}(other=, offset={at!r})", lambda i: getattr(a[i], name)(other=b[i], offset=at), [a, b]
        return f"{name}({b[0]}, {at!r})", lambda i: getattr(a[i], name)(b[i], at), [a, b]
    if name == "convolve":
        a, b = make.pair(rng.randrange(70), rng.randrange(9)), make.pair(rng.randrange(70), rng.randrange(9))
        at = make.point(20, 20, 20)
        if rng.random() < 0.5:
            return f"convolve({b[0]}, None, {at!r})", lambda i: a[i].convolve(b[i], None, at), [a, b]
        out = make.pair(rng.randrange(150), rng.randrange(30))
        return f"convolve({b[0]}, {out[0]}, {at!r})", lambda i: a[i].convolve(b[i], out[i], at), [a, b, out]
    if name in ("get_at", "connected_component") and rng.random() < 0.9:
        at = make.point(width, height)
        return f"{name}({at!r})", lambda i: getattr(a[i], name)(at), [a]
    if name == "get_at":
        at = make.point(width, height)
        return f"get_at(pos={at!r})", lambda i: a[i].get_at(pos=at), [a]
    if name == "set_at":
        at, value = make.point(width, height), rng.choice([0, 1, 1, 0, 5, -1, True, None, 1.5, "a", 1 << 40])
        return f"set_at({at!r}, {value!r})", lambda i: a[i].set_at(at, value), [a]
    if name == "scale":
        size = make.point(70, 30, 3)
        return f"scale({size!r})", lambda i: a[i].scale(size), [a]
    if name == "outline":
        every = rng.choice([1, 1, 2, 3, 7, 1000, 0, -1, None, 1.5])
        return f"outline({every!r})", lambda i: a[i].outline(every), [a]
    if name == "connected_components":
        least = rng.choice([0, 1, 2, 5, 40, -3, None])
        return f"connected_components({least!r})", lambda i: a[i].connected_components(least), [a]
    if name == "get_rect":
        kwargs = rng.choice([{}, {"center": (5, 6)}, {"x": 3, "bottom": 9}, {"nothing": 1}, {"width": 2.7}])
        return f"get_rect({kwargs})", lambda i: a[i].get_rect(**kwargs), [a]
    if name == "Mask":
        size, fill = make.point(70, 30, 1), rng.choice([True, False, 0, 1, None, "a"])
        return f"Mask({size!r}, {fill!r})", lambda i: (pygame.mask.Mask, ours.Mask)[i](size, fill), []
    if name == "to_surface":
        return to_surface(make, a)
    if name == "from_surface":
        return from_surface(make)
    if name == "from_threshold":
        return from_threshold(make)
    return f"{name}()", lambda i: getattr(a[i], name)(), [a]


# pygame writes outside its memory if a mask of these calls is one pixel wide.
COMPONENTS = ("connected_component", "connected_components", "get_bounding_rects")
CALLS = """overlap overlap overlap overlap_area overlap_mask draw erase convolve get_at set_at connected_component scale outline
connected_components get_rect Mask to_surface from_surface from_threshold copy __copy__ __repr__ count centroid angle fill clear
invert get_size get_bounding_rects""".split()


def to_surface(make: Maker, a: Pair) -> tuple[str, Callable[[int], Any], list[Pair]]:
    rng = make.rng
    kwargs: dict[str, Any] = {}
    if rng.random() < 0.4:
        kwargs["setcolor"] = rng.choice(COLORS)
    if rng.random() < 0.4:
        kwargs["unsetcolor"] = rng.choice(COLORS)
    if rng.random() < 0.2:
        kwargs["dest"] = make.point(20, 20, 20)
    if rng.random() < 0.2:
        kwargs["area"] = rng.choice([(0, 0, 5, 5), (-3, 2, 9, 90), None, 1, pygame.Rect(3, 3, 60, 1)])
    size = (rng.randrange(1, 80), rng.randrange(1, 50))
    depth = rng.choice([8, 16, 24, 32, 32])
    color = (rng.randrange(256), 3, 200)
    targets = None
    if rng.random() < 0.4:
        targets = [pygame.Surface(size, 0, depth), pygame.Surface(size, 0, depth)]
        for target in targets:
            target.fill(color)
    # With an area, pygame may read outside the other surface.
    if "area" not in kwargs and rng.random() < 0.2:
        source = pygame.Surface(size, pygame.SRCALPHA, 32)
        source.fill(color)
        kwargs[rng.choice(["setsurface", "unsetsurface"])] = source if rng.random() < 0.9 else 1
    text = f"to_surface({'surface' if targets else ''} {kwargs!r})"
    if targets:
        return text, lambda i: a[i].to_surface(targets[i], **kwargs), [a]
    return text, lambda i: a[i].to_surface(**kwargs), [a]


def surface(make: Maker) -> pygame.Surface:
    """Makes a surface of any kind."""
    rng = make.rng
    width, height = make.side() % 131, rng.randrange(40)
    depth, flags = rng.choice(
        [(8, 0), (16, 0), (24, 0), (32, 0), (32, pygame.SRCALPHA), (32, pygame.SRCALPHA), (16, pygame.SRCALPHA)]
    )
    made = pygame.Surface((width, height), flags, depth)
    if width and height:
        for _ in range(30):
            color = [rng.choice([0, 1, 60, 126, 127, 128, 254, 255]) for _ in range(4)]
            made.fill(color, (rng.randrange(width), rng.randrange(height), rng.randrange(1, 9), rng.randrange(1, 9)))
        if depth == 32 and rng.random() < 0.5:
            view = pygame.surfarray.pixels2d(made)
            view[:] = make.arrays.integers(0, 1 << 32, view.shape, dtype=np.uint32)
            del view
        if rng.random() < 0.3:
            made.set_colorkey(made.get_at((0, 0)))
        if rng.random() < 0.2:
            made.set_alpha(rng.randrange(256))
        if rng.random() < 0.3:
            left, top = rng.randrange(width), rng.randrange(height)
            made = made.subsurface((left, top, rng.randint(1, width - left), rng.randint(1, height - top)))
    return made


def from_surface(make: Maker) -> tuple[str, Callable[[int], Any], list[Pair]]:
    made = surface(make)
    args = make.rng.choice([(), (), (127,), (0,), (254,), (255,), (256,), (-1,), (1000,), (1.5,), ("a",), (60,)])
    text = (
        f"from_surface({made!r}, {args}, masks {made.get_masks()}, key {made.get_colorkey()}, pitch {made.get_pitch()})"
    )
    return text, lambda i: (pygame.mask.from_surface, ours.from_surface)[i](made, *args), []


def from_threshold(make: Maker) -> tuple[str, Callable[[int], Any], list[Pair]]:
    made = surface(make)
    color = [make.rng.randrange(256) for _ in range(3)]
    args: list[Any] = [color, (make.rng.randrange(1, 256),) * 3 + (255,)]
    if make.rng.random() < 0.3:
        args.append(made)
    if make.rng.random() < 0.05:
        args = []
    return (
        f"from_threshold({made!r}, {args})",
        lambda i: (pygame.mask.from_threshold, ours.from_threshold)[i](made, *args),
        [],
    )


def main() -> int:
    """Runs random calls for some time."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep-going", action="store_true", help="print every difference, one of each name")
    parser.add_argument("--trace", action="store_true", help="print every call before it is made")
    options = parser.parse_args()
    make, names, end = Maker(options.seed), Counter[str](), time.monotonic() + options.seconds
    different: Counter[str] = Counter()
    short = 0
    while time.monotonic() < end:
        before = make.rng.getstate()
        text, call, masks = one_call(make, names)
        if options.trace:
            print(text, [m[0] for m in masks], flush=True)
        results = [outcome(lambda: call(0)), outcome(lambda: call(1))]
        afterwards = [[words(pair[i]) for pair in masks] for i in (0, 1)]
        if results[0] != results[1] or afterwards[0] != afterwards[1]:
            name = text.split("(")[0]
            if afterwards[0] == afterwards[1] and counted_short(name, *results):
                short += 1
                continue
            different[name] += 1
            if different[name] <= 2:
                print(
                    f"DIFFERENT: {masks[0][0] if masks else ''} {text}\n  pygame {str(results[0])[:300]}\n  ours   {str(results[1])[:300]}"
                )
            if not options.keep_going:
                print(f"state hash {hash(before)}")
                return 1
    print(
        f"{sum(names.values())} calls of {len(names)} kinds, {sum(different.values())} differ {dict(different) or ''}"
    )
    print(f"In {short} of them pygame counted too few pixels in a component.")
    return int(bool(different))


if __name__ == "__main__":
    sys.exit(main())
