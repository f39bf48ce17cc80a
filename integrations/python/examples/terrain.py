"""Terrain that can be dug up: explosions, pieces that fall, and a lamp whose light stops at the ground.

Run it with a file name for the picture: ``python examples/terrain.py terrain.png``. It needs pygame, but no window.
"""

from __future__ import annotations

import math
import sys

import numpy as np

from hitmask import Circle, Mask

SIZE = (960, 540)
SKY_TOP, SKY_BOTTOM = np.array([24, 30, 58]), np.array([104, 92, 130])
EARTH, GRASS, FALLEN = (88, 62, 54), (126, 178, 88), (222, 142, 74)
LIGHT = np.array([255, 226, 150])
LAMP, REACH = (480, 96), 620


def hills(rng: np.random.Generator) -> Mask:
    """Returns hills with caves."""
    width, height = SIZE
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    ground = 310 + sum(rng.uniform(16, 44) * np.sin(x[0] / rng.uniform(28, 190) + rng.uniform(0, 6)) for _ in range(6))
    caves = sum(np.sin(x / rng.uniform(16, 46) + rng.uniform(0, 6)) * np.sin(y / rng.uniform(12, 34)) for _ in range(5))
    return Mask.from_array((y > ground) & (caves < 0.95))


def explode(terrain: Mask, rng: np.random.Generator, count: int) -> None:
    """Digs craters at the places where shells from above hit the ground."""
    for _ in range(count):
        x = int(rng.integers(20, SIZE[0] - 20))
        hit = terrain.cast_ray((x, 0), (x + int(rng.integers(-120, 120)), SIZE[1] - 1))
        if hit is not None:
            terrain.fill_shape(Circle(hit.at, rng.uniform(18, 44)), solid=False)


def drop_pieces(terrain: Mask) -> Mask:
    """Lets every piece fall that is not connected with the bottom row. Returns the fallen pixels."""
    fallen = Mask(*SIZE)
    floor = (0, SIZE[1] - 1, SIZE[0], 1)
    pieces = terrain.detached_components(floor, connectivity=4)
    for piece in pieces:
        terrain.erase(piece.mask, piece.at)
    # The lowest piece falls first, so that others land on it.
    for piece in sorted(pieces, key=lambda piece: -(piece.at[1] + piece.mask.height)):
        x, y = piece.at
        lowest = SIZE[1] - piece.mask.height
        hit = terrain.sweep(piece.mask, (x, y), (x, lowest)).hit
        rest = (x, lowest) if hit is None else hit.before or hit.at
        terrain.draw(piece.mask, rest)
        fallen.draw(piece.mask, rest)
    return fallen


def light(terrain: Mask) -> Mask:
    """Returns the pixels that the lamp reaches: the polygon through the ends of 1,440 rays."""
    ends = []
    for i in range(1440):
        angle = math.tau * i / 1440
        end = (LAMP[0] + round(REACH * math.cos(angle)), LAMP[1] + round(REACH * math.sin(angle)))
        hit = terrain.cast_ray(LAMP, end)
        ends.append(end if hit is None else hit.at)
    return Mask.from_contours(*SIZE, [ends])


def picture(terrain: Mask, fallen: Mask) -> np.ndarray:
    """Returns the picture: uint8 of shape (height, width, 3)."""
    width, height = SIZE
    down = np.linspace(0, 1, height)[:, None, None]
    colors = np.broadcast_to(SKY_TOP * (1 - down) + SKY_BOTTOM * down, (height, width, 3)).copy()
    solid = terrain.to_array()
    above = Mask(*SIZE)
    above.draw(terrain, (0, 5))
    colors[solid] = EARTH
    colors[solid] -= down.repeat(width, axis=1)[solid] * 26
    colors[solid & ~above.to_array()] = GRASS
    colors[fallen.to_array()] = FALLEN
    x, y = np.meshgrid(np.arange(width), np.arange(height))
    distance = np.hypot(x - LAMP[0], y - LAMP[1])
    lit, _ = light(terrain).grown(4)  # the light enters the surface a little
    glow = lit.to_array()[4 : 4 + height, 4 : 4 + width] * np.clip(1 - distance / REACH, 0, 1) ** 1.6 * 0.75
    colors += (LIGHT - colors) * glow[..., None]
    colors[distance < 9] = (255, 248, 220)
    return colors.clip(0, 255).astype(np.uint8)


def main(path: str) -> None:
    import pygame

    rng = np.random.default_rng(12)
    terrain = hills(rng)
    before = terrain.count()
    explode(terrain, rng, 26)
    fallen = drop_pieces(terrain)
    print(f"{before - terrain.count():,} of {before:,} pixels are gone, {fallen.count():,} pixels fell")
    image = np.ascontiguousarray(picture(terrain, fallen).swapaxes(0, 1))
    pygame.image.save(pygame.surfarray.make_surface(image), path)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "terrain.png")
