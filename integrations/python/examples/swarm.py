"""A wind of 100,000 sprites blows around rocks. The sprites bounce off the rocks and off each other, exact to the pixel.

No line of Python handles a single sprite: positions, collisions and bounces are NumPy arrays. Run it with a file name for the
picture: ``python examples/swarm.py swarm.png``. It needs pygame to write the file, but no window.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from numpy.typing import NDArray

from hitmask import Mask, World

Floats = NDArray[np.float64]

SIZE = np.array([6400, 3600])  # The world in pixels. The picture shows 5 x 5 pixels as one.
ZOOM = 5
COLUMNS, ROWS = 422, 237
WIND, STEPS, BOUNCE = 14.0, 260, 0.35
ROCKS = [(0.14, 0.22, 520), (0.30, 0.52, 900), (0.20, 0.80, 420), (0.56, 0.13, 640), (0.60, 0.68, 760)]
NIGHT, STONE, RIM = np.array([8, 9, 20]), np.array([27, 29, 47]), np.array([120, 128, 170])
# The colors of the sprites, from the top of the wind to its bottom.
PALETTE = np.array([[255, 214, 90], [255, 120, 60], [236, 52, 96], [160, 66, 214], [62, 110, 255], [40, 214, 226]])


def disc(side: int) -> Mask:
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    return Mask.from_array(x * x + y * y < side * side / 4)


def rock(rng: np.random.Generator, side: int) -> Mask:
    """Returns a lump with bays and capes."""
    y, x = np.mgrid[:side, :side] - side / 2
    angle, radius = np.arctan2(y, x), np.hypot(x, y)
    edge = sum(rng.uniform(0.4, 1) / k * np.sin(k * angle + rng.uniform(0, 6)) for k in range(2, 9))
    return Mask.from_array(radius < side * (0.36 + 0.09 * edge))


def bounce(world: World, pairs: NDArray[np.uint32], velocities: Floats, fixed: NDArray[np.bool_]) -> None:
    """Changes the velocities of the sprites of each pair that approach each other."""
    normal = world.contacts(pairs).normal
    a, b = pairs.T
    speed = np.minimum(((velocities[a] - velocities[b]) * normal).sum(axis=1), 0) * (1 + BOUNCE)
    # Sprites have equal masses. A rock does not move, so the other sprite takes the whole push.
    push = normal * np.where(fixed[a] | fixed[b], speed, speed / 2)[:, None]
    np.subtract.at(velocities, a[~fixed[a]], push[~fixed[a]])
    np.add.at(velocities, b[~fixed[b]], push[~fixed[b]])


def shades(share: Floats) -> Floats:
    """Returns colors of the palette, for shares from 0 to 1."""
    at = np.linspace(0, 1, len(PALETTE))
    return np.stack([np.interp(share, at, PALETTE[:, channel]) for channel in range(3)], axis=1)


def glow(places: Floats, colors: Floats) -> Floats:
    """Returns the light of a soft dot at each place."""
    width, height = SIZE // ZOOM
    light = np.zeros((height, width, 3))
    x, y = (places / ZOOM).astype(int).T
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            inside = (x + dx >= 0) & (x + dx < width) & (y + dy >= 0) & (y + dy < height)
            index = ((y + dy) * width + x + dx)[inside]
            weight = np.exp(-(dx * dx + dy * dy) / 1.2)
            for channel in range(3):
                dots = np.bincount(index, colors[inside, channel] * weight, width * height)
                light[..., channel] += dots.reshape(height, width)
    return light


def paint_rock(picture: Floats, mask: Mask, left: int, top: int) -> None:
    small = mask.scaled(mask.width // ZOOM, mask.height // ZOOM)
    inner, (x, y) = small.shrunk(2.2)
    rim = small.copy()
    rim.erase(inner, (x, y))
    area = picture[top // ZOOM :, left // ZOOM :][: small.height, : small.width]
    area[small.to_array()] = STONE
    area[rim.to_array()] = RIM


def main(path: str) -> None:
    import pygame

    rng = np.random.default_rng(3)
    world = World()
    discs = [world.add_mask(disc(side)) for side in range(5, 10)]
    grid = np.stack(np.meshgrid(np.arange(COLUMNS), np.arange(ROWS)), axis=-1).reshape(-1, 2)
    start = grid * (SIZE / [COLUMNS, ROWS]) + rng.uniform(0, 5, grid.shape)
    wind = world.spawn_many(rng.choice(discs, len(start)), start)

    rocks = [world.add_mask(rock(rng, side)) for _, _, side in ROCKS]
    corners = np.array([[SIZE[0] * x - side / 2, SIZE[1] * y - side / 2] for x, y, side in ROCKS])
    stones = world.spawn_many(rocks, corners, fixed=True)
    positions, velocities = np.concatenate([start, corners]), np.zeros((world.slot_count, 2))
    velocities[wind] = (WIND, 0)
    fixed = world.get().fixed
    heat = np.zeros(world.slot_count)

    seconds, hits = 0.0, 0
    for _ in range(STEPS):
        positions += velocities
        # A sprite that leaves on the right comes back on the left, at its own height.
        gone = wind[(positions[wind, 0] > SIZE[0]) | (positions[wind, 0] < -200)]
        positions[gone] = np.stack([rng.uniform(-60, 0, len(gone)), start[gone, 1]], axis=1)
        velocities[gone] = (WIND, 0)
        out = np.where(positions[:, 1] < 0, 1.0, 0.0) - np.where(positions[:, 1] > SIZE[1] - 10, 1.0, 0.0)
        velocities[:, 1] = np.where(out != 0, out * np.abs(velocities[:, 1]), velocities[:, 1])
        world.positions = positions
        before = time.perf_counter()
        step = world.step()
        seconds += time.perf_counter() - before
        bounce(world, step.pairs, velocities, fixed)
        heat *= 0.9
        heat[step.began.ravel()] += 0.12
        hits += len(step.began)
    print(f"{len(world):,} sprites: {seconds / STEPS * 1e3:.1f} ms a step, {hits:,} collisions began in {STEPS} steps")

    share = start[:, 1] / SIZE[1]
    colors = shades(share) * (0.3 + 0.5 * np.sin(2 * np.pi * 9 * share)[:, None] ** 4)
    colors *= 0.8 + 0.6 * np.minimum(heat[wind], 1)[:, None]
    picture = NIGHT + 255 * (1 - np.exp(-glow(positions[wind], colors) / 190))
    for mask, (left, top) in zip(rocks, world.positions[stones].tolist(), strict=True):
        paint_rock(picture, world.mask(mask), left, top)
    image = np.ascontiguousarray(picture.clip(0, 255).astype(np.uint8).swapaxes(0, 1))
    pygame.image.save(pygame.surfarray.make_surface(image), path)


if __name__ == "__main__":
    main(sys.argv[1] if len(sys.argv) > 1 else "swarm.png")
