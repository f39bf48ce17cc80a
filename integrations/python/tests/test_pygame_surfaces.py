"""Masks of surfaces of all kinds, and surfaces of masks, agree with pygame."""

from __future__ import annotations

import os
import random
import subprocess
import sys
import threading
from collections.abc import Iterator

import pytest

pygame = pytest.importorskip("pygame")

import hitmask.pygame as ours  # noqa: E402

THEIRS = pygame.mask.from_surface


def bits(mask: object) -> list[str]:
    """Returns the rows of a mask of either kind."""
    width, height = mask.get_size()
    return ["".join(".#"[mask.get_at((x, y))] for x in range(width)) for y in range(height)]


def scribbled(surface: pygame.Surface, rng: random.Random, colors: list[tuple[int, ...]]) -> pygame.Surface:
    """Sets the pixels of a surface."""
    width, height = surface.get_size()
    for y in range(height):
        for x in range(width):
            surface.set_at((x, y), rng.choice(colors))
    return surface


def kinds(size: tuple[int, int], rng: random.Random) -> Iterator[tuple[str, pygame.Surface]]:
    """Makes a surface of each kind."""
    colors = [(0, 0, 0, 0), (0, 0, 0, 255), (8, 16, 24, 127), (8, 16, 24, 128), (255, 0, 255, 255), (255, 255, 255, 9)]
    alpha = scribbled(pygame.Surface(size, pygame.SRCALPHA, 32), rng, colors)
    yield "alpha", alpha
    for masks in [(0xFF, 0xFF00, 0xFF0000, 0xFF000000), (0xFF000000, 0xFF0000, 0xFF00, 0xFF)]:
        yield f"alpha {masks[3]:x}", scribbled(pygame.Surface(size, pygame.SRCALPHA, 32, masks), rng, colors)
        opaque = scribbled(pygame.Surface(size, 0, 32, (*masks[:3], 0)), rng, colors)
        yield f"opaque {masks[0]:x}", opaque
        keyed = opaque.copy()
        keyed.set_colorkey((255, 0, 255))
        yield f"key {masks[0]:x}", keyed
    for depth in (32, 24, 16, 15, 12, 8):
        plain = scribbled(pygame.Surface(size, 0, depth), rng, colors)
        yield f"{depth} bits", plain
        faint = plain.copy()
        faint.set_alpha(90)
        yield f"{depth} bits with set_alpha", faint
        for flags in (0, pygame.RLEACCEL):
            for color in [(0, 0, 0), (255, 0, 255), (8, 16, 24), (1, 2, 3)]:
                keyed = plain.copy()
                keyed.set_colorkey(color, flags)
                yield f"{depth} bits with key {color} {flags}", keyed
    yield "16 bits with alpha", scribbled(pygame.Surface(size, pygame.SRCALPHA, 16), rng, colors)
    keyed = alpha.copy()
    keyed.set_colorkey((8, 16, 24, 127))
    yield "alpha with key", keyed
    keyed = alpha.copy()
    keyed.set_colorkey(None)
    yield "no key", keyed
    # A palette in which several numbers have the color of the key, as pictures with a transparent color often do.
    for key in (0, 5, 7):
        for used in ([0, 1], [5, 1], [0, 5, 7], [1, 2]):
            palette = pygame.Surface(size, 0, 8)
            palette.set_palette([(0, 0, 0) if i in (0, 5, 7) else (i, i, i) for i in range(256)])
            for y in range(size[1]):
                for x in range(size[0]):
                    palette.set_at((x, y), rng.choice(used))
            view = palette.get_view("2")
            del view
            palette.set_colorkey(key)
            yield f"palette with key {key}, {used}", palette
    # Numbers in which bits beyond the channels are set, as `get_at_mapped` returns them.
    for number in (0xFF000000, 0xFFFF00FF):
        raw = pygame.Surface(size, 0, 32)
        pixels = [b"\0\0\0\xff", b"\0\0\0\0", b"\xff\0\xff\xff"]
        raw.get_buffer().write(b"".join(rng.choices(pixels, k=size[0] * size[1])))
        raw.set_colorkey(number)
        yield f"number {number:x}", raw


@pytest.mark.parametrize("size", [(1, 1), (3, 2), (16, 16), (63, 5), (64, 3), (65, 9), (130, 17), (0, 4), (4, 0)])
def test_masks_of_surfaces_of_all_kinds(size: tuple[int, int]):
    rng, seen = random.Random(size[0]), set()
    for name, surface in kinds(size, rng):
        for threshold in (-1, 0, 126, 127, 128, 254, 255, 300):
            expected = bits(THEIRS(surface, threshold))
            assert bits(ours.from_surface(surface, threshold)) == expected, (name, threshold)
            seen.update(*expected)
    assert not all(size) or size == (1, 1) or seen == {".", "#"}


def test_masks_of_all_parts_of_a_surface():
    rng = random.Random(3)
    for name, surface in kinds((70, 9), rng):
        for rect in [(0, 0, 70, 9), (0, 0, 1, 1), (69, 8, 1, 1), (3, 2, 64, 5), (5, 0, 65, 9), (6, 4, 64, 5), (0, 3, 70, 2)]:
            part = surface.subsurface(rect)
            assert bits(ours.from_surface(part)) == bits(THEIRS(part)), (name, rect)
            inner = part.subsurface((0, 0, (rect[2] + 1) // 2, (rect[3] + 1) // 2))
            assert bits(ours.from_surface(inner)) == bits(THEIRS(inner)), (name, rect)


def test_a_large_surface_takes_the_way_of_large_surfaces():
    surface = pygame.Surface((500, 300), pygame.SRCALPHA, 32)
    pygame.draw.circle(surface, "white", (250, 150), 140)
    keyed = pygame.Surface((500, 300), 0, 24)
    keyed.blit(surface, (0, 0))
    keyed.set_colorkey("black")
    for one in (surface, keyed, surface.subsurface((7, 7, 450, 290))):
        assert memoryview(ours.from_surface(one)).tobytes() == memoryview(THEIRS(one)).tobytes()
        assert not one.get_locked()


def test_surfaces_of_masks():
    rng = random.Random(5)
    named = [None, "red", (1, 2, 3), (4, 5, 6, 7), pygame.Color(9, 8, 7, 6), 0x01020304, "no color", ()]
    made = 0
    for _ in range(400):
        size = rng.choice([(1, 1), (5, 3), (63, 2), (64, 2), (65, 4), (130, 3)])
        theirs, mine = pygame.mask.Mask(size), ours.Mask(size)
        for _ in range(size[0] * size[1] // 2):
            at = rng.randrange(size[0]), rng.randrange(size[1])
            theirs.set_at(at), mine.set_at(at)
        given = {name: rng.choice(named) for name in ("setcolor", "unsetcolor") if rng.random() < 0.6}
        targets: list[tuple[pygame.Surface, ...]] = [()]
        if rng.random() < 0.7:
            depth, flags = rng.choice([(32, pygame.SRCALPHA), (32, 0), (24, 0), (16, 0), (8, 0)])
            target = pygame.Surface(rng.choice([size, (40, 3), (200, 9), (0, 0)]), flags, depth)
            target.fill((50, 60, 70, 80))
            target.set_clip(rng.choice([None, (1, 1, 2, 2)]))
            targets = [(target,), (target.copy(),)]
            if rng.random() < 0.3 and all(target.get_size()):
                targets = [(one.subsurface((0, 0, *one.get_size())),) for one, in targets]
        results = []
        for mask, target in zip((theirs, mine), (targets[0], targets[-1]), strict=True):
            try:
                surface = mask.to_surface(*target, **given)
                assert not target or surface is target[0]
                results.append((surface.get_size(), surface.get_flags(), pygame.image.tobytes(surface, "RGBA")))
                made += 1
            except Exception as error:  # noqa: BLE001
                results.append((type(error),))
        assert results[0] == results[1], (size, given, targets)
    assert made > 400


def test_a_number_with_bits_beyond_the_channels_is_the_key_of_its_color():
    """The one difference of surfaces: see the docstring of the module. pygame takes such a key for no color at all."""
    surface = pygame.Surface((3, 1), 0, 32)
    surface.set_at((1, 0), "white")
    surface.set_colorkey(0x7F000000)
    assert (bits(ours.from_surface(surface)), bits(THEIRS(surface))) == ([".#."], ["###"])


DISPLAY = """
import sys, threading, time
import pygame
import hitmask.pygame as ours

pygame.display.init()
pygame.display.set_mode((1500, 1500))
done, calls = False, 0

def work():
    global calls
    while not done:
        screen = pygame.display.get_surface()
        CALL
        calls += 1

threads = [threading.Thread(target=work) for _ in range(2)]
[thread.start() for thread in threads]
end, k = time.monotonic() + 1.5, 0
while time.monotonic() < end or calls < 4:
    k += 1
    size = (1500 + k % 7 * 100, 1500 - k % 5 * 200) if k % 2 else (1250, 1250)
    pygame.display.set_mode(size).set_colorkey((1, 2, 3) if k % 3 else None)
    time.sleep(0.003)
done = True
[thread.join() for thread in threads]
print("alive")
"""


@pytest.mark.parametrize(
    "call",
    [
        "ours.from_surface(screen).count()",
        "ours.from_threshold(screen, (1, 2, 3), (200, 200, 200, 255)).count()",
        "ours.from_threshold(surface=screen, color=(1, 2, 3), othersurface=screen).count()",
        "ours.Mask((1400, 1400), True).to_surface(screen)",
        "ours.Mask((1400, 1400), True).to_surface(surface=screen, dest=(5, 5))",
        "hitmask.Mask.from_surface(screen, frame=(0, 0, 700, 700))",
    ],
)
def test_another_thread_may_replace_the_display(call: str):
    """Calls let other threads run while they had the pixels of the display, and ``set_mode`` frees these: a crash."""
    code = DISPLAY.replace("CALL", call).replace("import pygame\n", "import hitmask, pygame\n")
    env = os.environ | {"SDL_VIDEODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    ran = subprocess.run([sys.executable, "-c", code], env=env, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout) == (0, "alive\n"), ran.stderr


def test_pygame_draws_on_a_copy_of_the_display_if_there_are_other_threads():
    """The pixels are those of a call without threads, and the result is the display itself."""
    mask = ours.Mask((40, 30), fill=True)
    mask.set_at((3, 4), 0)
    results, done = [], threading.Event()
    thread = threading.Thread(target=done.wait)
    for is_alone in (True, False):
        if not is_alone:
            thread.start()
        screen = pygame.display.set_mode((100, 80))
        screen.fill((9, 8, 7))
        part, stars, plain = screen.subsurface((20, 10, 60, 60)), screen.copy(), screen.copy()
        stars.set_at((1, 1), "white")
        draws = [(screen, {"dest": (-5, 50)}), (part, {"dest": (30, 3), "setcolor": 0x112233}), (part, {"setsurface": stars}), (plain, {"setsurface": screen})]
        for target, keywords in draws:
            assert mask.to_surface(target, **keywords) is target
            assert mask.to_surface(surface=target, area=(2, 2, 20, 20), **keywords) is target
        assert not screen.get_locked() and not part.get_locked()
        results.append((*[pygame.image.tobytes(one, "RGB") for one in (screen, plain)], ours.from_threshold(part, (0x11, 0x22, 0x33), (9, 9, 9, 255)).count()))
    done.set()
    thread.join()
    assert results[0] == results[1] and results[0][2] > 100
    pygame.display.quit()
