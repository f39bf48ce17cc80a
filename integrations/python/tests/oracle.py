"""Slow answers from arrays of booleans, for comparison."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
from numpy.typing import NDArray

Array = NDArray[np.bool_]

# Sides on both sides of the borders of words.
SIDES = [0, 1, 2, 63, 64, 65, 127, 128, 129]


def random_array(rng: np.random.Generator, width: int, height: int) -> Array:
    return rng.random((height, width)) < rng.choice([0.0, 0.02, 0.5, 1.0])


def random_arrays(seed: int, count: int) -> Iterator[tuple[np.random.Generator, Array]]:
    rng = np.random.default_rng(seed)
    for _ in range(count):
        width, height = rng.choice(SIDES), rng.choice([0, 1, 5, 17, 64])
        yield rng, random_array(rng, int(width), int(height))


def shifted(array: Array, at: tuple[int, int], size: tuple[int, int]) -> Array:
    """Returns the array moved by ``at``, in an array of ``size`` = (width, height)."""
    result = np.zeros((size[1], size[0]), dtype=bool)
    for y, x in np.argwhere(array):
        if 0 <= x + at[0] < size[0] and 0 <= y + at[1] < size[1]:
            result[y + at[1], x + at[0]] = True
    return result


def common(a: Array, b: Array, at: tuple[int, int]) -> Array:
    """Returns the pixels that ``a`` shares with ``b`` at an offset."""
    return a & shifted(b, at, (a.shape[1], a.shape[0]))


def bounds(array: Array) -> tuple[int, int, int, int] | None:
    ys, xs = np.nonzero(array)
    if len(xs) == 0:
        return None
    left, top = int(xs.min()), int(ys.min())
    return (left, top, int(xs.max()) - left + 1, int(ys.max()) - top + 1)


def first(array: Array) -> tuple[int, int] | None:
    """Returns the topmost, then leftmost pixel."""
    pixels = np.argwhere(array)
    return (int(pixels[0][1]), int(pixels[0][0])) if len(pixels) else None
