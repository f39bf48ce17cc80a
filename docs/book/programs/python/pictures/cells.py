"""Draws the picture of the recipe of cells: two frames, with a color for each track. It needs Pillow."""

import sys

import numpy as np

sys.path.insert(0, sys.argv[1])
from hitmask import from_labels  # noqa: E402
from PIL import Image, ImageDraw  # noqa: E402
from recipes.cells import frame, tracked  # noqa: E402

SCALE, SIZE = 2, 256
rng = np.random.default_rng(2)
color = np.concatenate([[(24, 28, 44)], rng.integers(70, 240, (max(frame.max(), tracked.max()), 3))]).astype(np.uint8)
shown = np.concatenate([color[frame], np.zeros((SIZE, 8, 3), np.uint8) + 255, color[tracked]], axis=1)
picture = Image.fromarray(shown).resize((shown.shape[1] * SCALE, SIZE * SCALE), Image.Resampling.NEAREST)
draw = ImageDraw.Draw(picture)
for image, left in ((frame, 0), (tracked, SIZE + 8)):
    labels, cells, at = from_labels(image)
    for label, cell, (cx, cy) in zip(labels.tolist(), cells, at.tolist()):
        for contour in cell.contours():
            points = [((left + cx + x) * SCALE, (cy + y) * SCALE) for x, y in contour.points.tolist()]
            draw.line([*points, points[0]], "white", 1)
        x, y = cell.centroid()
        draw.text(((left + cx + x) * SCALE, (cy + y) * SCALE), str(label), "white", anchor="mm", stroke_width=2, stroke_fill="black", font_size=18)
picture.quantize(48, dither=Image.Dither.NONE).save(sys.argv[2], optimize=True)
