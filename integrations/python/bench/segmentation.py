"""Compares masks of detections, label images and polygons with pycocotools, NumPy and shapely.

``python bench/segmentation.py [--quick] [--json]`` needs ``pip install pycocotools shapely``. It checks first that both sides give
the same answer. They take turns, and a row shows the medians of their rounds. ``--json`` prints one object a line:
{"suite","case","n","who","ns"}.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import statistics
import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from hitmask import coco, cross_areas, from_labels, from_polygons, suppress

try:
    import shapely
    from pycocotools import mask as pycocotools
except ImportError as error:
    sys.exit(f"{error.name} is missing: pip install pycocotools shapely")

RNG = np.random.default_rng(1)


class Row(NamedTuple):
    """A job, the other side, the size of the job, both calls, and what compares their answers."""

    case: str
    peer: str
    n: int
    ours: Callable[[], Any]
    theirs: Callable[[], Any]
    check: Callable[[Any, Any], None]


def same(ours: Any, theirs: Any) -> None:
    """Checks that two lists of arrays are equal."""
    assert len(ours) == len(theirs)
    for one, other in zip(ours, theirs, strict=True):
        assert np.array_equal(one, other)


def run_lengths(count: int, side: int) -> list[dict[str, Any]]:
    """Returns run lengths of blobs: six discs each, which overlap."""
    made = []
    for middle in RNG.integers(0, side, (count, 2)):
        picture = np.zeros((side, side), np.uint8, order="F")
        for left, top, radius in RNG.integers((-60, -60, 20), (60, 60, 90), (6, 3)) + (*middle, 0):
            rows, columns = (slice(max(at - radius, 0), max(at + radius, 0)) for at in (top, left))
            y, x = np.ogrid[:side, :side]
            picture[rows, columns] |= (x[:, columns] - left) ** 2 + (y[rows] - top) ** 2 < radius**2
        made.append(pycocotools.encode(picture))
    return made


def of_run_lengths(count: int, side: int) -> Row:
    """Returns the row of run lengths: read them, find the areas of all overlapping pairs, suppress."""
    rles, scores = run_lengths(count, side), RNG.random(count)

    def ours() -> Any:
        placed = coco.from_rle(rles)
        return *cross_areas(placed), suppress(placed, scores)

    def theirs() -> Any:
        iou = pycocotools.iou(rles, rles, [0] * count)
        kept, is_alive = [], np.ones(count, bool)
        for i in np.argsort(-scores, kind="stable"):
            if is_alive[i]:
                kept.append(i)
                is_alive &= iou[i] < 0.5
        return iou, np.sort(kept)

    def check(ours: Any, theirs: Any) -> None:
        pairs, shared, kept = ours
        area = np.array([pycocotools.area(rle) for rle in rles], float)  # of more than 255 at once, it fails with NumPy 2
        a, b = pairs.T
        iou = np.zeros((count, count))
        iou[a, b] = shared / (area[a] + area[b] - shared)
        assert np.allclose(iou, np.triu(theirs[0], 1)) and np.array_equal(kept, theirs[1])

    return Row(f"{count:,} run lengths: areas, suppression", "pycocotools", count, ours, theirs, check)


def label_image(side: int, count: int) -> np.ndarray:
    """Returns a label image of discs; later ones cover earlier ones."""
    image = np.zeros((side, side), np.int32)
    for label, (left, top, size) in enumerate(RNG.integers((0, 0, 20), (side - 50, side - 50, 46), (count, 3)), 1):
        y, x = np.mgrid[:size, :size] - (size - 1) / 2
        image[top : top + size, left : left + size][x * x + y * y < size * size / 4] = label
    return image


def of_label_images(side: int, count: int) -> list[Row]:
    """Returns the rows of two label images: which objects overlap, and in how many pixels."""
    first, second = label_image(side, count), label_image(side, count)

    def ours() -> Any:
        labels, masks, offsets = from_labels(first)
        others, other_masks, other_offsets = from_labels(second)
        pairs, shared = cross_areas((masks, offsets), (other_masks, other_offsets))
        return labels[pairs[:, 0]], others[pairs[:, 1]], shared

    def codes() -> Any:
        """Returns a number for each pixel that is solid in both."""
        both = (first > 0) & (second > 0)
        return first[both].astype(np.int64) * (count + 1) + second[both]

    def by_unique() -> Any:
        found, shared = np.unique(codes(), return_counts=True)
        return *np.divmod(found, count + 1), shared

    def by_bincount() -> Any:
        shared = np.bincount(codes())
        found = np.flatnonzero(shared)
        return *np.divmod(found, count + 1), shared[found]

    case = f"2 x {count:,} labels of {side:,}²: overlaps"
    return [Row(case, "np." + call.__name__[3:], count, ours, call, same) for call in (by_unique, by_bincount)]


def stars(count: int, side: float) -> list[np.ndarray]:
    """Returns polygons of 8 to 29 corners around a middle."""
    polygons = []
    for middle in RNG.random((count, 2)) * side:
        n = RNG.integers(8, 30)
        angle, radius = (np.arange(n) + RNG.uniform(-0.3, 0.3, n)) / n * 2 * np.pi, RNG.uniform(10, 40, n)
        polygons.append(middle + np.stack([np.cos(angle) * radius, np.sin(angle) * radius], 1))
    return polygons


def of_polygons(count: int, others: int, side: float) -> Row:
    """Returns the row of two lists of polygons: make them, find which overlap, and by how much."""
    first, second = stars(count, side), stars(others, side)

    def ours() -> Any:
        return cross_areas(from_polygons(first), from_polygons(second))

    def made(polygons: list[np.ndarray]) -> Any:
        rings = shapely.linearrings(np.concatenate(polygons), indices=np.repeat(np.arange(len(polygons)), [*map(len, polygons)]))
        return shapely.polygons(rings)

    def theirs() -> Any:
        a, b = made(first), made(second)
        pairs = shapely.STRtree(b).query(a, predicate="intersects").T
        return pairs, shapely.intersection(a[pairs[:, 0]], b[pairs[:, 1]])

    def check(ours: Any, theirs: Any) -> None:
        """Pixels are no exact areas: of each pair, the difference is less than the edge of what the two share."""
        pixels = dict(zip(map(tuple, ours[0].tolist()), ours[1].tolist(), strict=True))
        for pair, common in zip(map(tuple, theirs[0].tolist()), theirs[1], strict=True):
            difference = abs(pixels.pop(pair, 0) - common.area)
            assert difference <= common.length + 2, (pair, difference, common.length)
        assert not pixels, "pairs that shapely does not find"
        assert abs(ours[1].sum() / shapely.area(theirs[1]).sum() - 1) < 0.001

    def areas() -> Any:
        pairs, common = theirs()
        return pairs, shapely.area(common)

    check(ours(), theirs())
    case = f"{count:,} polygons against {others:,}: areas"
    return Row(case, "shapely", count + others, ours, areas, lambda ours, theirs: None)


def timed(call: Callable[[], Any]) -> int:
    """Returns the nanoseconds of a call."""
    start = time.perf_counter_ns()
    call()
    return time.perf_counter_ns() - start


def print_row(case: str, one: str, peer: str, other: str, ratio: str) -> None:
    """Prints a row of the table."""
    print(f"| {case:36} | {one:>8} | {peer:11} | {other:>8} | {ratio:>5} |", flush=True)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--quick", action="store_true", help="small sizes and few rounds: tries the bench")
    parser.add_argument("--json", action="store_true", help="print one object a line")
    options = parser.parse_args()
    scale, rounds = (10, 3) if options.quick else (1, 15)
    rows = [
        of_run_lengths(300 // scale, 1024),
        *of_label_images(2048 // scale, 2000 // scale),
        of_polygons(5000 // scale, 10_000 // scale, 10_000 / scale**0.5),
    ]
    if not options.json:
        print(f"shapely {shapely.__version__}, NumPy {np.__version__}, {os.cpu_count()} threads")
        print_row("job", "hitmask", "beside it", "its time", "ratio")
        print_row("---", "---:", "---", "---:", "---:")
    for case, peer, n, ours, theirs, check in rows:
        check(ours(), theirs())
        times = [(timed(ours), timed(theirs)) for _ in range(rounds)]
        one, other = (statistics.median(column) for column in zip(*times, strict=True))
        if options.json:
            name = "-".join(re.findall(r"\w+", case.split(":")[0].replace(",", "").replace("²", "")))
            for who, ns in (("hitmask", one), (peer, other)):
                print(json.dumps({"suite": "segmentation", "case": name, "n": n, "who": who, "ns": ns}), flush=True)
            continue
        print_row(case, f"{one / 1e6:.1f} ms", peer, f"{other / 1e6:.1f} ms", f"{other / one:.1f}")


if __name__ == "__main__":
    main()
