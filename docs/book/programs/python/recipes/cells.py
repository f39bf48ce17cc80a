"""Label images of cells: two frames of a film, in which a cell divides and another one comes."""

import numpy as np


def draw(cells, size=256):
    """Returns a label image of ellipses: label, x, y, half the width, half the height."""
    y, x = np.mgrid[:size, :size]
    image = np.zeros((size, size), np.int32)
    for label, cx, cy, a, b in cells:
        image[np.hypot((x - cx) / a, (y - cy) / b) < 1] = label
    return image


rng = np.random.default_rng(1)
old = [(5 + 3 * i, 40 + 56 * (i % 4), 40 + 56 * (i // 4), rng.uniform(14, 22), rng.uniform(14, 22)) for i in range(15)]
new = [(100 + i, x + rng.uniform(-6, 6), y + rng.uniform(-6, 6), a, b) for i, (_, x, y, a, b) in enumerate(old)]
(_, x, y, _, _), new[0] = new[0], (300, 208, 208, 9, 9)  # the first cell divides, and a new one comes
new += [(200, x - 9, y, 8, 12), (201, x + 9, y, 8, 12)]
frame, next_frame = draw(old), draw(new)
nuclei = draw([(i + 1, x, y, a / 3, b / 3) for i, (_, x, y, a, b) in enumerate(old[:14])])

# region measure
import numpy as np
from hitmask import cross_areas, from_labels

labels, cells, at = from_labels(frame)  # 0 is the background
area = np.array([cell.count() for cell in cells])
centroid = np.array([cell.centroid() for cell in cells]).reshape(-1, 2) + at  # x, y
size = np.array([cell.size for cell in cells]).reshape(-1, 2)  # width, height
outline = [[contour.points + corner for contour in cell.contours()]
           for cell, corner in zip(cells, at)]
# endregion measure

# region track
next_labels, next_cells, next_at = from_labels(next_frame)
pairs, shared = cross_areas((cells, at), (next_cells, next_at))

by_area = pairs[np.argsort(shared, kind="stable")]  # the largest comes last, and wins
parent = np.full(len(next_cells), -1)
parent[by_area[:, 1]] = by_area[:, 0]

children = np.bincount(parent[parent >= 0], minlength=len(cells))
new = next_labels[parent < 0]
lost, divided = labels[children == 0], labels[children > 1]
# endregion track

# region relabel
tracks = np.zeros(int(next_frame.max()) + 1, int)  # the number of each next label
tracks[next_labels[parent >= 0]] = labels[parent[parent >= 0]]
tracks[new] = int(frame.max()) + 1 + np.arange(len(new))
tracked = tracks[next_frame]
# endregion relabel

# region inside
_, kernels, kernels_at = from_labels(nuclei)
inside, pixels = cross_areas((cells, at), (kernels, kernels_at))
nuclei_of = np.bincount(inside[:, 0], minlength=len(cells))
# endregion inside

# region nearest
from hitmask import World

world = World()
ids = world.spawn_many([world.add_mask(cell) for cell in cells], at)
neighbors, distances = world.nearest_others(ids)  # a row for each cell
nearest, distance = labels[neighbors[:, 0]], distances[:, 0]
# endregion nearest

# The same by loops over whole images.
assert labels.tolist() == sorted(set(frame.ravel().tolist()) - {0})
for i, label in enumerate(labels):
    solid = frame == label
    ys, xs = np.nonzero(solid)
    assert area[i] == len(xs) and np.allclose(centroid[i], (xs.mean(), ys.mean()))
    box = [*at[i], *size[i]]
    assert box == [xs.min(), ys.min(), np.ptp(xs) + 1, np.ptp(ys) + 1]
    (points,) = outline[i]
    assert [*points.min(0), *np.ptp(points, axis=0)] == box
    assert nuclei_of[i] == len(set(nuclei[solid].tolist()) - {0})
expected = {}
for a, b in zip(frame[(frame > 0) & (next_frame > 0)].tolist(), next_frame[(frame > 0) & (next_frame > 0)].tolist()):
    expected[a, b] = expected.get((a, b), 0) + 1
for i in range(0, len(labels), 4):
    pixels_of = {label: np.argwhere(frame == label) for label in labels.tolist()}
    mine = pixels_of.pop(labels[i])
    gaps = {label: np.sqrt(((mine[:, None] - other) ** 2).sum(2).min()) for label, other in pixels_of.items()}
    assert distance[i] == min(gaps.values()) == gaps[nearest[i]]
found = zip(labels[pairs[:, 0]].tolist(), next_labels[pairs[:, 1]].tolist(), shared.tolist())
assert {(a, b): area for a, b, area in found} == expected
for i, label in enumerate(next_labels.tolist()):
    areas = {a: area for (a, b), area in expected.items() if b == label}
    assert labels[parent[i]] == max(areas, key=areas.get) if areas else parent[i] == -1
assert (new.tolist(), lost.tolist(), divided.tolist()) == ([300], [], [5])
assert set(tracked[(next_frame == 200) | (next_frame == 201)].tolist()) == {5}
assert set(tracked[next_frame == 300].tolist()) == {frame.max() + 1}
assert np.array_equal(tracked > 0, next_frame > 0)
