"""Instance masks in COCO's format. ``detections.py 70000`` takes as many detections, and prints the time of each part."""

import json
import os
import sys
import tempfile
import time

import numpy as np
from hitmask import Mask, coco

COUNT = int(sys.argv[1]) if len(sys.argv) > 1 else 2000
side = int(4096 * (COUNT / 2000) ** 0.5)

# What a model answers for one picture: blobs in groups of five, some with a hole.
rng = np.random.default_rng(1)
y, x = np.mgrid[:64, :64] - 31.5
blobs = []
for _ in range(50):
    a, b = rng.uniform(12, 31, 2)
    turn = rng.uniform(0, np.pi)
    u, v = x * np.cos(turn) + y * np.sin(turn), y * np.cos(turn) - x * np.sin(turn)
    blobs.append(Mask.from_array((np.hypot(u / a, v / b) < 1) & ~(np.hypot(x - 3, y) < rng.integers(0, 7))))
places = rng.integers(0, side - 90, (COUNT // 5 + 1, 2)).repeat(5, 0)[:COUNT] + rng.integers(0, 26, (COUNT, 2))
made = [blobs[i] for i in rng.integers(0, 50, COUNT)]
results = [
    {"image_id": 1, "category_id": int(category), "score": float(score), "segmentation": rle}
    for category, score, rle in zip(rng.integers(1, 3, COUNT), rng.random(COUNT), coco.to_rle(made, places, (side, side)))
]
os.chdir(tempfile.mkdtemp())  # the files of this program
with open("results.json", "w") as file:
    json.dump(results, file)
clock = [time.perf_counter()]

# region read
import json
import numpy as np
from hitmask import coco, cross_areas, from_polygons, suppress

with open("results.json") as file:
    results = json.load(file)  # of one picture: scores, classes, run lengths
masks, offsets = coco.from_rle([one["segmentation"] for one in results])
scores = np.array([one["score"] for one in results])
classes = np.array([one["category_id"] for one in results])
# endregion read
clock.append(time.perf_counter())

# region iou
pairs, shared = cross_areas((masks, offsets))  # who shares pixels, and how many
area = np.array([mask.count() for mask in masks])
a, b = pairs.T
iou = shared / (area[a] + area[b] - shared)
ios = shared / np.minimum(area[a], area[b])  # 1 if one lies in the other
# endregion iou
clock.append(time.perf_counter())

# region suppress
found = masks, offsets
keep = suppress(found, scores, 0.5)  # indexes, ascending
keep_small = suppress(found, scores, 0.8, "smaller")  # drops parts of objects too
keep_classes = suppress(found, scores, 0.5, classes=classes)  # within a class

kept = [masks[i] for i in keep], offsets[keep]
# endregion suppress
clock.append(time.perf_counter())

# region polygons
segmentations = coco.to_polygons(*kept)  # COCO's, holes included
again, offsets_again = from_polygons(segmentations)
assert again == kept[0] and np.array_equal(offsets_again, kept[1])
# endregion polygons
clock.append(time.perf_counter())

# region write
size = results[0]["segmentation"]["size"]  # height, width
rles = coco.to_rle(*kept, size)
with open("kept.json", "w") as file:
    json.dump([results[i] | {"segmentation": rle} for i, rle in zip(keep, rles)], file)
# endregion write
clock.append(time.perf_counter())

# region tiles
tiles = [(0, 0), (3072, 0)]  # the top-left pixels of the tiles: x, y
answers = [results[:100], results[100:200]]  # of the model, for each tile
masks, corners = [], []
for tile, answer in zip(tiles, answers):
    of_tile, at = coco.from_rle([one["segmentation"] for one in answer])
    masks += of_tile
    corners.append(at + tile)
offsets = np.concatenate(corners)  # of all tiles, in the picture
# endregion tiles
assert len(masks) == 200 and (offsets[100:, 0] >= 3072).all()


# The same as loops over pixels, for the first masks of the list.
def decode(counts, size):
    height, width = size
    return np.repeat(np.arange(len(counts)) % 2 == 1, counts).reshape(width, height).T


masks, offsets = coco.from_rle([one["segmentation"] for one in results])
some = 6 if side == 4096 else 0
first = coco.to_rle(masks[:some], offsets[:some], size, compressed=False)
full = [decode(one["counts"], size) for one in first]
table = {(i, j): (s, k, l) for (i, j), s, k, l in zip(pairs.tolist(), shared.tolist(), iou, ios)}
for i in range(some):
    assert full[i].sum() == area[i]
    for j in range(i + 1, some):
        both = (full[i] & full[j]).sum()
        expected = (both, both / (full[i] | full[j]).sum(), both / min(area[i], area[j])) if both else (0, 0, 0)
        assert np.allclose(table.get((i, j), (0, 0, 0)), expected)


def greedy(threshold, values, same):
    """Returns what suppression keeps, by a loop."""
    rivals = [set() for _ in results]
    for (i, j), value in zip(pairs.tolist(), values):
        if value >= threshold and (not same or classes[i] == classes[j]):
            rivals[i].add(j)
            rivals[j].add(i)
    kept = set()
    for i in np.argsort(-scores, kind="stable").tolist():
        if not rivals[i] & kept:
            kept.add(i)
    return sorted(kept)


assert keep.tolist() == greedy(0.5, iou, False)
assert keep_small.tolist() == greedy(0.8, ios, False)
assert keep_classes.tolist() == greedy(0.5, iou, True)
assert len(keep) < len(keep_classes) < COUNT
assert any(len(one) > 1 for one in segmentations)  # holes
with open("kept.json") as file:
    written = json.load(file)
assert [one["score"] for one in written] == scores[keep].tolist()
again, offsets_again = coco.from_rle([one["segmentation"] for one in written])
assert again == kept[0] and np.array_equal(offsets_again, kept[1])

if len(sys.argv) > 1:
    print(f"{COUNT:,} detections on a picture of {side:,} x {side:,}: {len(pairs):,} pairs, {len(keep):,} are kept")
    for part, seconds in zip(["read", "areas", "three suppressions", "polygons and back", "write"], np.diff(clock)):
        print(f"{part:20}{seconds:7.2f} s")
