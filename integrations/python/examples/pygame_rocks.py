"""A game in pygame: 600 rocks drift and light up if they touch, pixel for pixel.

Run it with a file name for the picture: ``python examples/pygame_rocks.py rocks.png``. It needs no window. The game is plain
pygame. The program plays it twice, with pygame's own masks and with those of hitmask, and compares the times.
"""

from __future__ import annotations

import math
import os
import sys
import time

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import numpy as np
import pygame

import hitmask.pygame

SIZE = (1200, 675)
SPACE = (13, 16, 30)
CALM, WARM = (96, 108, 140), (242, 166, 84)


class Rock(pygame.sprite.Sprite):
    """A rock that drifts and leaves the screen on one side to come back on the other."""

    def __init__(self, rng: np.random.Generator, group: pygame.sprite.Group) -> None:
        super().__init__(group)
        self.looks = draw_rock(rng)
        self.image = self.looks[0]
        self.mask = pygame.mask.from_surface(self.image)
        self.place = rng.uniform((0, 0), SIZE)
        self.speed = rng.normal(0, 1.1, 2)
        self.rect = self.image.get_rect(center=self.place)

    def update(self) -> None:
        self.place = (self.place + self.speed) % SIZE
        self.rect.center = (int(self.place[0]), int(self.place[1]))


def draw_rock(rng: np.random.Generator) -> list[pygame.Surface]:
    """Draws a rock in two colors: one for a rock alone, one for a rock that touches another."""
    radius, corners, phase = rng.uniform(5, 19), int(rng.integers(8, 15)), rng.uniform(0, math.tau)
    lengths = radius * rng.uniform(0.62, 1.0, corners)
    middle = math.ceil(radius) + 1
    outline = [
        (middle + length * math.cos(angle), middle + length * math.sin(angle))
        for length, angle in zip(lengths, phase + np.linspace(0, math.tau, corners, endpoint=False), strict=True)
    ]
    looks = []
    for color in (CALM, WARM):
        shade = rng.uniform(0.72, 1.0)
        image = pygame.Surface((2 * middle + 1, 2 * middle + 1), pygame.SRCALPHA)
        pygame.draw.polygon(image, [int(channel * shade) for channel in color], outline)
        pygame.draw.lines(image, [min(255, int(channel * shade * 1.35)) for channel in color], True, outline)
        looks.append(image)
    return looks


def play(frames: int) -> tuple[pygame.Surface, float, int]:
    """Plays some frames. Returns the last picture, the milliseconds that one collision test took, and the number of
    rocks that touch another."""
    rng = np.random.default_rng(5)
    screen = pygame.Surface(SIZE)
    rocks: pygame.sprite.Group = pygame.sprite.Group()
    for _ in range(600):
        Rock(rng, rocks)
    times, touching = [], 0
    for _ in range(frames):
        rocks.update()
        start = time.perf_counter()
        hits = pygame.sprite.groupcollide(rocks, rocks, False, False, pygame.sprite.collide_mask)
        times.append(time.perf_counter() - start)
        touching = 0
        for rock in rocks:
            touches = len(hits[rock]) > 1  # a rock touches itself
            rock.image = rock.looks[touches]
            touching += touches
    screen.fill(SPACE)
    rocks.draw(screen)
    return screen, 1000 * float(np.median(times)), touching


def main(path: str) -> None:
    _, slow, touching_slow = play(8)
    hitmask.pygame.install()  # the line that makes a game fast
    screen, fast, touching = play(8)
    assert touching == touching_slow, "both find the same rocks"
    pygame.image.save(screen, path)
    print(f"{touching} of 600 rocks touch another. One groupcollide takes:")
    print(f"  pygame's masks   {slow:9.3f} ms")
    print(f"  hitmask's masks  {fast:9.3f} ms, {slow / fast:.0f} times faster")


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "rocks.png")
