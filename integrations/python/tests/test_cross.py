"""Pairs of two groups of masks, without a world."""

from __future__ import annotations

import numpy as np
import oracle
import pytest

import hitmask
from hitmask import Mask


def test_cross_areas_are_those_of_each_with_each():
    rng = np.random.default_rng(8)
    masks = [Mask.from_array(oracle.random_array(rng, int(w), int(h))) for w, h in rng.integers(1, 70, (12, 2))]
    places = [(int(x), int(y)) for x, y in rng.integers(-60, 60, (12, 2))]
    placed = list(zip(masks, places, strict=True))
    a, b = placed[:8], placed[4:]
    expected = [
        (i, j, area)
        for i, (mask, (x, y)) in enumerate(a)
        for j, (other, at) in enumerate(b)
        if (area := mask.overlap_area(other, (at[0] - x, at[1] - y)))
    ]
    pairs, areas = hitmask.cross_areas(a, b)
    assert pairs.dtype == np.uint32 and areas.dtype == np.uint64 and len(expected) > 8
    assert [(int(i), int(j), int(area)) for (i, j), area in zip(pairs, areas, strict=True)] == expected
    assert (hitmask.cross_pairs(a, b) == pairs).all()


def test_masks_without_places_are_at_the_origin_and_places_are_rounded():
    dot, plank = Mask(1, 1, fill=True), Mask(4, 1, fill=True)
    assert hitmask.cross_pairs([dot, (dot, (3.4, -0.5)), (dot, (3.5, 0))], [plank]).tolist() == [[0, 0], [1, 0]]
    assert hitmask.cross_pairs([], [plank]).shape == (0, 2)
    many = [(dot, (x, 0)) for x in range(3000)]
    pairs, areas = hitmask.cross_areas(many, many)
    assert (pairs == np.arange(3000)[:, None]).all() and (areas == 1).all()


def test_only_masks_that_share_a_layer_are_compared():
    square = Mask(10, 10, fill=True)
    a, b = [square, (square, (5, 0))], [square, (square, (0, 5)), (square, (3, 3))]
    layers = ([1, 2], np.array([1, 2, 3], np.uint8))
    pairs, areas = hitmask.cross_areas(a, b, layers=layers)
    assert (pairs.tolist(), areas.tolist()) == ([[0, 0], [0, 2], [1, 1], [1, 2]], [100, 49, 25, 56])
    assert (hitmask.cross_pairs(a, b, layers=layers) == pairs).all()
    assert hitmask.cross_pairs(a, b, layers=(1, [0, 1, 2**32 - 1])).tolist() == [[0, 1], [0, 2], [1, 1], [1, 2]]
    with pytest.raises(TypeError, match="layers must be a pair"):
        hitmask.cross_pairs(a, b, layers=3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"layers\[1\].*3 values.*got 2"):
        hitmask.cross_pairs(a, b, layers=(1, [1, 2]))
    with pytest.raises(ValueError, match=r"layers\[0\]"):
        hitmask.cross_pairs(a, b, layers=([1, -1], 1))


def test_errors_name_the_fault():
    dot = Mask(1, 1, fill=True)
    with pytest.raises(TypeError, match="got int"):
        hitmask.cross_pairs([dot], [3])  # type: ignore[list-item]
    with pytest.raises(ValueError, match="position"):
        hitmask.cross_areas([(dot, (2**31 - 1, 0))], [dot])
