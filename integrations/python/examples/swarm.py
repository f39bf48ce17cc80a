"""Two clouds of 50,000 sprites each collide, pixel by pixel, among five rocks. No line of Python handles a single sprite.

Run it with a file name for the picture: ``python examples/swarm.py swarm.png``. It needs pygame to write the file, but no
window.
"""

from __future__ import annotations

import sys
import time

import numpy as np
from numpy.typing import NDArray

from hitmask import Mask, World

Floats = NDArray[np.float64]

SIZE = np.array([6400, 3600])  # The world in pixels. The picture shows 4 x 4 pixels as one.
ZOOM = 4
CLOUD, STEPS = 50_000, 150
BOUNCE = 0.92
NIGHT = np.array([9, 10, 22])
WARM = np.array([[255, 196, 92], [255, 92, 70], [214, 48, 118]])
COLD = np.array([[120, 244, 222], [58, 150, 255], [110, 76, 240]])


def disc(side: int) -> Mask:
    y, x = np.mgrid[:side, :side] - (side - 1) / 2
    return Mask.from_array(x * x + y * y < side * side / 4)


def rock(rng: np.random.Generator, side: int) -> Mask:
    """Returns a lump with bays and capes."""
    y, x = np.mgrid[:side, :side] - side / 2
    angle, radius = np.arctan2(y, x), np.hypot(x, y)
    edge = sum(rng.uniform(0.3, 1) / k * np.sin(k * angle + rng.uniform(0, 6)) for k in range(2, 9))
    return Mask.from_array(radius < side * (0.38 + 0.06 * edge))


def clouds(rng: np.random.Generator) -> tuple[Floats, Floats]:
    """Returns the positions and the velocities of two spinning clouds on their way to each other."""
    positions, velocities = [], []
    for side in (-1, 1):
        radius, angle = 1350 * np.sqrt(rng.random(CLOUD)), rng.uniform(0, 2 * np.pi, CLOUD)
        arm = np.stack([np.cos(angle), np.sin(angle)], axis=1)
        positions.append(SIZE / 2 + [side * 1560, side * 420] + radius[:, None] * arm)
        spin = 0.006 * radius[:, None] * np.stack([-arm[:, 1], arm[:, 0]], axis=1)
        velocities.append(spin + [-side * 9.0, -side * 1.0])
    return np.concatenate(positions), np.concatenate(velocities)


def bounce_off_walls(positions: Floats, velocities: Floats) -> None:
    for axis in (0, 1):
        out = np.where(positions[:, axis] < 0, 1, 0) - np.where(positions[:, axis] > SIZE[axis] - 10, 1, 0)
        velocities[out != 0, axis] = out[out != 0] * np.abs(velocities[out != 0, axis])


def bounce_off_each_other(world: World, pairs: NDArray[np.uint32], velocities: Floats, fixed: NDArray[np.bool_]) -> None:
    """Changes the velocities of the sprites of each pair that approach each other."""
    normal = world.contacts(pairs).normal
    assert normal is not None
    a, b = pairs.T
    speed = np.minimum(((velocities[a] - velocities[b]) * normal).sum(axis=1), 0) * (1 + BOUNCE)
    # Sprites have equal masses. A rock does not move, so the other sprite takes the whole push.
    push = normal * np.where(fixed[a] | fixed[b], speed, speed / 2)[:, None]
    np.subtract.at(velocities, a[~fixed[a]], push[~fixed[a]])
    np.add.at(velocities, b[~fixed[b]], push[~fixed[b]])


def glow(places: Floats, colors: Floats, light: Floats) -> None:
    """Adds a soft dot at each place."""
    height, width = light.shape[:2]
    x, y = (places / ZOOM).astype(int).T
    for dy in range(-2, 3):
        for dx in range(-2, 3):
            inside = (x + dx >= 0) & (x + dx < width) & (y + dy >= 0) & (y + dy < height)
            weight = np.exp(-(dx * dx + dy * dy) / 1.3)
            index = ((y + dy) * width + x + dx)[inside]
            for channel in range(3):
                values = colors[inside, channel] * weight
                light[..., channel] += np.bincount(index, values, width * height).reshape(height, width)


def shades(palette: Floats, share: Floats) -> Floats:
    """Returns colors of a palette, for shares from 0 to 1."""
    at = np.linspace(0, 1, len(palette))
    return np.stack([np.interp(share, at, palette[:, channel]) for channel in range(3)], axis=1)


def main() -> None:
    rng = np.random.default_rng(7)
    world = World()
    sizes = rng.integers(6, 11, 2 * CLOUD)
    discs = {side: world.add_mask(disc(side)) for side in range(6, 11)}
    positions, velocities = clouds(rng)
    start = positions.copy()
    world.spawn_many([discs[side] for side in sizes], np.floor(positions).astype(np.int32))

    rocks = [world.add_mask(rock(rng, int(side))) for side in rng.integers(420, 760, 5)]
    corners = SIZE * [[0.44, 0.1], [0.62, 0.24], [0.46, 0.42], [0.3, 0.6], [0.48, 0.74]]
    fixed_slots = world.spawn_many(rocks, corners.astype(np.int32), fixed=True)
    # The sprites that stand in a rock at the start are gone.
    inside = np.unique(world.collisions()[np.isin(world.collisions()[:, 1], fixed_slots), 0])
    world.despawn_many(inside)
    positions, velocities = (np.concatenate([values, np.zeros((5, 2))]) for values in (positions, velocities))
    positions[fixed_slots] = corners
    fixed = np.zeros(len(positions), bool)
    fixed[fixed_slots] = True
    heat = np.zeros(len(positions))

    seconds, hits = 0.0, 0
    for _ in range(STEPS):
        positions += velocities
        world.set_positions(np.floor(positions).astype(np.int32))
        before = time.perf_counter()
        step = world.step()
        seconds += time.perf_counter() - before
        bounce_off_walls(positions, velocities)
        bounce_off_each_other(world, step.pairs, velocities, fixed)
        heat *= 0.9
        heat[step.began.ravel()] += 0.3
        hits += len(step.began)
    print(f"{len(world):,} sprites: {seconds / STEPS * 1e3:.1f} ms a step, {hits:,} collisions began in {STEPS} steps")

    width, height = SIZE // ZOOM
    light = np.zeros((height, width, 3))
    alive = world.sprites[~np.isin(world.sprites, fixed_slots)]
    share = np.clip(np.hypot(*(start[alive] - SIZE / 2 - np.where(alive < CLOUD, -1, 1)[:, None] * [1560, 420]).T) / 1350, 0, 1)
    colors = np.where((alive < CLOUD)[:, None], shades(WARM, share), shades(COLD, share))
    colors = colors * 0.34 + 255 * np.minimum(heat[alive], 1)[:, None] * 0.2
    glow(positions[alive], colors, light)
    picture = NIGHT + 255 * (1 - np.exp(-light / 165))
    for number, slot in enumerate(fixed_slots):
        left, top = world.positions[slot] // ZOOM
        shape = world.mask(rocks[number])
        small = shape.scaled(shape.width // ZOOM, shape.height // ZOOM)
        solid = small.to_array()
        rim = solid & ~small.shrunk(2.5)[0].to_array() if small.shrunk(2.5)[0].size == small.size else solid
        area = picture[top : top + solid.shape[0], left : left + solid.shape[1]]
        area[solid] = np.array([30, 32, 52])
        area[rim] = np.array([92, 98, 140])
    save(np.clip(picture, 0, 255).astype(np.uint8), sys.argv[1] if len(sys.argv) > 1 else "swarm.png")


def save(picture: NDArray[np.uint8], path: str) -> None:
    import pygame

    pygame.image.save(pygame.surfarray.make_surface(picture.swapaxes(0, 1)), path)


if __name__ == "__main__":
    main()
