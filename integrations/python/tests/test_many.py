"""Many masks in one call: COCO's run lengths, label images, polygons, areas of one list, suppression."""

from __future__ import annotations

import json

import numpy as np
import pytest

import hitmask
from hitmask import Mask, coco

RNG = np.random.default_rng(72)


def blob(height: int, width: int) -> np.ndarray:
    """Returns a picture of some boxes, with holes."""
    picture = np.zeros((height, width), dtype=bool)
    for _ in range(4):
        top, left = RNG.integers(0, height), RNG.integers(0, width)
        picture[top : top + RNG.integers(1, height + 1), left : left + RNG.integers(1, width + 1)] ^= True
    return picture


def slow_counts(picture: np.ndarray) -> list[int]:
    counts, last, count = [], False, 0
    for solid in picture.flatten(order="F"):
        if solid != last:
            counts.append(count)
            last, count = solid, 0
        count += 1
    return [*counts, count]


def full(mask: Mask, offset: np.ndarray, shape: tuple[int, int]) -> np.ndarray:
    picture = np.zeros(shape, dtype=bool)
    x, y = offset
    picture[y : y + mask.height, x : x + mask.width] = mask.to_array()
    return picture


def test_run_lengths_come_back():
    shape = (70, 130)
    pictures = [blob(*shape) for _ in range(200)] + [np.zeros(shape, dtype=bool), np.ones(shape, dtype=bool)]
    uncompressed = [{"size": list(shape), "counts": slow_counts(picture)} for picture in pictures]
    masks, offsets = coco.from_rle(uncompressed)
    assert offsets.dtype == np.int32 and offsets.shape == (len(pictures), 2)
    for picture, mask, offset in zip(pictures, masks, offsets, strict=True):
        assert np.array_equal(full(mask, offset, shape), picture)
        assert mask.count() == 0 or mask.bounds() == (0, 0, mask.width, mask.height)
    assert coco.to_rle(masks, offsets, shape, compressed=False) == uncompressed
    compressed = coco.to_rle(masks, offsets, shape)
    for given in (compressed, json.loads(json.dumps(compressed)), [{**rle, "counts": rle["counts"].encode()} for rle in compressed]):
        again, places = coco.from_rle(given)
        assert again == masks and np.array_equal(places, offsets)


def test_pycocotools_agrees_if_it_is_there():
    theirs = pytest.importorskip("pycocotools.mask")
    pictures = [blob(90, 61) for _ in range(100)]
    encoded = [theirs.encode(np.asfortranarray(picture.astype(np.uint8))) for picture in pictures]
    masks, offsets = coco.from_rle(encoded)
    ours = coco.to_rle(masks, offsets, (90, 61))
    assert [rle["counts"].encode() for rle in ours] == [rle["counts"] for rle in encoded]
    pairs, areas = hitmask.cross_areas((masks, offsets))
    iou = theirs.iou(encoded, encoded, [0] * len(encoded))
    table = np.zeros_like(iou)
    counts = np.array([mask.count() for mask in masks])
    table[pairs[:, 0], pairs[:, 1]] = areas / (counts[pairs[:, 0]] + counts[pairs[:, 1]] - areas)
    assert np.allclose(np.triu(iou, 1), table)


def test_wrong_run_lengths_name_the_item():
    good = {"size": [2, 3], "counts": [2, 3, 1]}
    assert coco.from_rle([]) == ([], pytest.approx(np.empty((0, 2)))) or len(coco.from_rle([])[0]) == 0
    for wrong, error, words in [
        (good, TypeError, "rles must be a list of run lengths, got dict"),
        ([good, "231"], TypeError, r"rles\[1\] must be run lengths as COCO stores them"),
        ([{"size": [2, 3]}], TypeError, r"rles\[0\]"),
        ([{"size": [2], "counts": "231"}], ValueError, r"rles\[0\]: size must be two whole numbers"),
        ([good, {"size": [2, 3], "counts": [2, 3]}], ValueError, r"rles\[1\]: 3 x 2 pixels need 6 pixels, got 5"),
        ([{"size": [2, 3], "counts": "2 1"}], ValueError, r"rles\[0\]: byte 1 of the counts"),
        ([{"size": [2, 3], "counts": [2, -3]}], ValueError, r"rles\[0\]"),
    ]:
        with pytest.raises(error, match=words):
            coco.from_rle(wrong)
    masks, offsets = coco.from_rle([good])
    with pytest.raises(ValueError, match="offsets: 2 for 1 masks"):
        coco.to_rle(masks, [(0, 0), (1, 1)], (2, 3))
    with pytest.raises(ValueError, match="offsets: 0 for"):
        coco.to_rle(masks, np.empty((0, 2), dtype=int), (2, 3))
    with pytest.raises(TypeError, match=r"masks\[0\] must be a Mask, got int"):
        coco.to_rle([3], offsets, (2, 3))
    assert coco.to_rle(masks, [(-9, 0)], (2, 3)) == [{"size": [2, 3], "counts": "6"}]


@pytest.mark.parametrize("dtype", ["u1", "u2", "u4", "u8", "i1", "i2", "i4", "i8"])
def test_label_images(dtype: str):
    image = np.kron(RNG.integers(0, 40, (20, 30)), np.ones((3, 5), dtype=int)).astype(dtype)
    for given in (image, np.asfortranarray(image), image[::2, 1::3], image[:, :0], image[5:30, 7:90]):
        labels, masks, offsets = hitmask.from_labels(given)
        assert labels.dtype == given.dtype
        assert labels.tolist() == sorted(set(given.flatten().tolist()) - {0})
        for label, mask, offset in zip(labels, masks, offsets, strict=True):
            assert np.array_equal(full(mask, offset, given.shape), given == label)


def test_wrong_label_images():
    with pytest.raises(TypeError, match="labels must be whole numbers, got an array of float64"):
        hitmask.from_labels(np.zeros((2, 2)))
    with pytest.raises(ValueError, match="labels must have the shape"):
        hitmask.from_labels(np.zeros(4, dtype=int))


def test_ten_thousand_masks_come_back_from_run_lengths_and_polygons():
    """With and without holes, in several parts, and empty."""
    shape = (40, 70)
    pictures = [blob(*shape) for _ in range(10_000)]
    whole = [Mask.from_array(picture) for picture in pictures]
    masks, offsets = coco.from_rle(coco.to_rle(whole, np.zeros((10_000, 2), int), shape))
    solid = np.array([mask.count() > 0 for mask in masks])
    holes = sum(any(contour.is_hole for contour in mask.contours()) for mask in masks[:500])
    assert holes > 5 and solid.sum() > 9000
    for picture, mask, offset in zip(pictures, masks, offsets, strict=True):
        assert np.array_equal(full(mask, offset, shape), picture)
    polygons = coco.to_polygons(masks, offsets)
    assert json.loads(json.dumps(polygons)) == polygons
    assert [bool(outlines) for outlines in polygons] == solid.tolist()
    again, places = hitmask.from_polygons([outlines for outlines in polygons if outlines])
    assert again == [mask for mask, keep in zip(masks, solid, strict=True) if keep]
    assert np.array_equal(places, offsets[solid])
    for mask, offset, outlines in list(zip(masks, offsets, polygons, strict=True))[:300]:
        assert outlines == [(contour.points + offset).flatten().tolist() for contour in mask.contours()]


def test_wrong_arguments_of_to_polygons():
    mask = Mask(3, 2, fill=True)
    assert coco.to_polygons([mask], [(5, -7)]) == [[[5, -7, 8, -7, 8, -5, 5, -5]]]
    assert coco.to_polygons([], np.empty((0, 2), int)) == []
    with pytest.raises(ValueError, match="offsets: 2 for 1 masks"):
        coco.to_polygons([mask], [(0, 0), (1, 1)])
    with pytest.raises(TypeError, match=r"masks\[0\] must be a Mask, got int"):
        coco.to_polygons([3], [(0, 0)])
    with pytest.raises(ValueError, match="offset"):
        coco.to_polygons([mask], [(0.5, 0)])


def test_polygons_come_back_from_contours():
    for _ in range(300):
        picture = blob(40, 70)
        mask = Mask.from_array(picture)
        outlines = [np.array(contour.points) for contour in mask.contours()]
        if not outlines:
            continue
        flat = [outline.flatten().tolist() for outline in outlines]
        for given in (outlines, flat, [outline.tolist() for outline in outlines]):
            (again,), offsets = hitmask.from_polygons([given])
            assert np.array_equal(full(again, offsets[0], picture.shape), picture)


def test_polygons_of_every_form_and_wrong_ones():
    triangle = [(0, 0), (6, 0), (3, 3)]
    forms = [triangle, np.array(triangle), np.array(triangle, dtype=np.float32), [0, 0, 6, 0, 3, 3], [0.0, 0.0, 6.0, 0.0, 3.0, 3.0]]
    masks, offsets = hitmask.from_polygons(forms)
    assert all(str(mask) == str(masks[0]) for mask in masks) and offsets.tolist() == [[0, 0]] * 5
    for wrong, error, words in [
        ([triangle, [0, 0, 1]], ValueError, r"polygons\[1\] must have the shape"),
        ([triangle, [(0, 0), (1, 1)]], ValueError, r"polygons\[1\]: polygon must have at least 3 points"),
        ([triangle, [triangle, [0, 0, 1]]], ValueError, r"polygons\[1\]\[1\]"),
        ([triangle, "abc"], TypeError, r"polygons\[1\]"),
        ([[0, 0, 6, 0, float("nan"), 3]], ValueError, r"polygons\[0\]"),
        (3, TypeError, "polygons must be a list of polygons, got int"),
    ]:
        with pytest.raises(error, match=words):
            hitmask.from_polygons(wrong)


def test_areas_of_one_list_and_suppression_are_those_of_each_with_each():
    masks = [Mask.from_array(blob(30, 30)) for _ in range(60)]
    offsets = RNG.integers(0, 90, (60, 2))
    placed = list(zip(masks, map(tuple, offsets.tolist()), strict=True))
    expected = []
    for i in range(60):
        for j in range(i + 1, 60):
            area = masks[i].overlap_area(masks[j], tuple((offsets[j] - offsets[i]).tolist()))
            if area:
                expected.append((i, j, area))
    for given in (placed, (masks, offsets), (tuple(masks), offsets)):
        pairs, areas = hitmask.cross_areas(given)
        assert [(*pair, area) for pair, area in zip(pairs.tolist(), areas.tolist(), strict=True)] == expected
    layers = RNG.integers(0, 4, 60)
    pairs, _ = hitmask.cross_areas((masks, offsets), layers=layers)
    assert pairs.tolist() == [[i, j] for i, j, _ in expected if layers[i] & layers[j]]
    scores, classes = RNG.random(60), RNG.integers(0, 2, 60)
    shared = {(i, j): area for i, j, area in expected}
    for over, threshold, given in [("union", 0.1, None), ("smaller", 0.3, None), ("union", 0.05, classes)]:
        kept: list[int] = []
        for i in sorted(range(60), key=lambda i: (-scores[i], i)):
            for k in kept:
                area = shared.get((min(i, k), max(i, k)), 0)
                a, b = masks[i].count(), masks[k].count()
                whole = a + b - area if over == "union" else min(a, b)
                if area and area >= threshold * whole and (given is None or given[i] == given[k]):
                    break
            else:
                kept.append(i)
        assert hitmask.suppress((masks, offsets), scores, threshold, over, classes=given).tolist() == sorted(kept)


def test_wrong_suppressions():
    masks = [Mask(2, 2, fill=True)] * 2
    for call, words in [
        (lambda: hitmask.suppress(masks, [1]), "scores must have a number for each of 2 masks, got 1"),
        (lambda: hitmask.suppress(masks, [1, 2], classes=[1]), "classes must have a number for each of 2 masks, got 1"),
        (lambda: hitmask.suppress(masks, [1, 2], 2), "threshold must be from 0 to 1, got 2"),
        (lambda: hitmask.suppress(masks, [1, 2], over="both"), "over must be 'union' or 'smaller', got 'both'"),  # type: ignore[arg-type]
        (lambda: hitmask.cross_areas((masks, np.zeros((1, 2), dtype=int))), "1 positions for 2 masks"),
    ]:
        with pytest.raises(ValueError, match=words):
            call()
    assert hitmask.suppress(masks, [1, 2]).tolist() == [1]
    assert hitmask.suppress([], []).tolist() == []


@pytest.mark.parametrize("shape", [(1, 1), (3, 70), (700, 129), (1, 65), (513, 64), (0, 5), (2050, 3)])
def test_arrays_column_by_column(shape: tuple[int, int]):
    numbers = RNG.integers(0, 3, shape)
    for rows in (numbers.astype(bool), numbers.astype(np.uint8), numbers, numbers / 2):
        above = 0.5 if rows.dtype.kind == "f" else None
        columns = np.asfortranarray(rows)
        assert Mask.from_array(columns, above=above) == Mask.from_array(rows, above=above)
        assert Mask.from_array(columns[:, ::2], above=above) == Mask.from_array(rows[:, ::2].copy(), above=above)
