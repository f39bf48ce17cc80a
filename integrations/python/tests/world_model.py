"""A slow world: every sprite is compared with every other, pixel by pixel, on arrays of booleans."""

from __future__ import annotations

import math
from dataclasses import dataclass, field
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from hitmask import World

Array = NDArray[np.bool_]
Point = tuple[int, int]


@dataclass
class Actor:
    """A sprite. Its serial number is never given to another sprite."""

    serial: int
    mask: int
    position: Point
    flip_x: bool = False
    flip_y: bool = False
    turn: int = 0
    angle: float = 0.0
    scale: Point = (1, 1)
    origin: tuple[float, float] | None = None
    fraction: tuple[float, float] = (0.0, 0.0)
    layers: int = 1
    collides_with: int = 2**32 - 1
    fixed: bool = False
    data: int = 0

    def options(self) -> dict[str, object]:
        """Returns the keywords of ``World.spawn``."""
        return {name: value for name, value in vars(self).items() if name not in ("serial", "mask", "position")}

    def shape(self, array: Array) -> tuple[Array, Point]:
        """Returns the pixels, and the position of the top-left one. The sprite is neither scaled nor rotated."""
        height, width = array.shape
        px, py = self.origin or (0, 0)
        if self.flip_x:
            array, px = array[:, ::-1], width - px
        if self.flip_y:
            array, py = array[::-1], height - py
        for _ in range(self.turn):
            px, py = array.shape[0] - py, px
            array = np.rot90(array, -1)
        px, py = (px, py) if self.origin else (0, 0)
        (x, y), (fx, fy) = self.position, self.fraction
        return array, (math.floor(x + fx - px + 0.5), math.floor(y + fy - py + 0.5))


@dataclass
class Model:
    """The sprites of a world by slot, and the pairs of its last step by serial numbers."""

    world: World
    arrays: dict[int, Array]
    actors: dict[int, Actor] = field(default_factory=dict)
    before: dict[tuple[int, int], tuple[int, int]] = field(default_factory=dict)

    def shape(self, slot: int) -> tuple[Array, Point]:
        """Returns the pixels of a sprite. Scaled and rotated pixels are taken from the world."""
        actor = self.actors[slot]
        if actor.angle or actor.scale != (1, 1):
            mask, at = self.world.shape(slot)
            return mask.to_array(), at
        return actor.shape(self.arrays[actor.mask])

    def pixels(self, slot: int) -> set[Point]:
        """Returns the solid pixels of a sprite in the world."""
        array, (left, top) = self.shape(slot)
        return {(int(x) + left, int(y) + top) for y, x in np.argwhere(array)}

    def may_collide(self, a: int, b: int) -> bool:
        one, other = self.actors[a], self.actors[b]
        layers = one.layers & other.collides_with and other.layers & one.collides_with
        return bool(layers) and not (one.fixed and other.fixed)

    def pairs(self) -> list[tuple[int, int]]:
        """Returns the pairs of slots that collide."""
        pixels = {slot: self.pixels(slot) for slot in sorted(self.actors)}
        return [
            (a, b) for a, b in combinations(pixels, 2) if self.may_collide(a, b) and not pixels[a].isdisjoint(pixels[b])
        ]

    def check_step(self) -> None:
        """Makes a step and compares its lists with those of the model."""
        expected = self.pairs()
        step = self.world.step()
        now = {(self.actors[a].serial, self.actors[b].serial): (a, b) for a, b in expected}
        assert as_pairs(self.world.collisions()) == as_pairs(step.pairs) == expected
        assert as_pairs(step.began) == sorted(now[key] for key in now.keys() - self.before.keys())
        assert as_pairs(step.ended) == sorted(self.before[key] for key in self.before.keys() - now.keys())
        assert {tuple(sorted(pair)) for pair in as_pairs(self.world.candidates())} >= set(expected)
        self.before = now


def as_pairs(array: NDArray[np.uint32]) -> list[tuple[int, int]]:
    assert array.dtype == np.uint32 and array.shape == (len(array), 2)
    return [(int(a), int(b)) for a, b in array]
