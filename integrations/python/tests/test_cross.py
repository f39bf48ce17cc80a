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


def test_masks_without_places_are_at_the_origin():
    dot, plank = Mask(1, 1, fill=True), Mask(4, 1, fill=True)
    assert hitmask.cross_pairs([dot, (dot, (3.0, 0)), (dot, np.array([4, 0]))], [plank]).tolist() == [[0, 0], [1, 0]]
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


def test_places_with_fractions_are_errors():
    """Boxes of annotations have fractions. They were rounded without a word, and ``overlap_area`` refused them."""
    dot = Mask(1, 1, fill=True)
    for cross in (hitmask.cross_areas, hitmask.cross_pairs):
        with pytest.raises(ValueError, match=r"the position of b\[1\] must be whole pixels, got 0.5: round"):
            cross([dot], [dot, (dot, (0.5, 0))])
        with pytest.raises(ValueError, match=r"the position of a\[0\] must be finite"):
            cross([(dot, (0, float("nan")))], [dot])


def test_any_iterable_is_a_group():
    dot = Mask(1, 1, fill=True)
    assert hitmask.cross_pairs((one for one in [dot, dot]), iter([dot])).tolist() == [[0, 0], [1, 0]]
    assert hitmask.cross_areas({"one": dot}.values(), (dot,))[1].tolist() == [1]


def test_too_many_pairs_name_no_argument_that_the_function_lacks():
    full = [Mask(2, 2, fill=True)] * 6000
    with pytest.raises(ValueError, match="more than 33554432 pairs: .* give a world a higher limit of pairs"):
        hitmask.cross_pairs(full, full)


def test_errors_name_the_fault():
    dot = Mask(1, 1, fill=True)
    with pytest.raises(TypeError, match=r"b\[0\] must be a Mask .* got int"):
        hitmask.cross_pairs([dot], [3])  # type: ignore[list-item]
    with pytest.raises(TypeError, match=r"a\[1\] must be a Mask .* got ndarray: Mask.from_array"):
        hitmask.cross_pairs([dot, np.ones((2, 2), bool)], [dot])  # type: ignore[list-item]
    for wrong in (3, dot, None):
        with pytest.raises(TypeError, match="a must be a list of masks, got"):
            hitmask.cross_pairs(wrong, [dot])  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="position"):
        hitmask.cross_areas([(dot, (2**31 - 1, 0))], [dot])
