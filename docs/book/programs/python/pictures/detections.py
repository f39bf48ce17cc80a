"""Draws the picture of the recipe of detections: what a model finds, and what suppression keeps. It needs Pillow."""

import sys

import numpy as np
from hitmask import Mask, suppress
from PIL import Image, ImageDraw

SIZE = 320
rng = np.random.default_rng(4)
y, x = np.mgrid[:SIZE, :SIZE]
middles = [(62, 70), (170, 62), (262, 96), (80, 190), (190, 170), (270, 232), (120, 270), (205, 280)]
found, scores, colors = [], [], []
for i, (cx, cy) in enumerate(middles):
    color = np.array([(235, 130, 60), (70, 140, 220), (90, 175, 95), (190, 105, 195)][i % 4])
    for n in range(4):
        dx, dy, a, b = rng.uniform((-9, -9, 30, 24), (9, 9, 40, 34))
        solid = np.hypot((x - cx - dx) / a, (y - cy - dy) / b) < 1
        found.append(Mask.from_array(solid & ~(np.hypot(x - cx - dx, y - cy - dy) < 9)))
        scores.append(1 - n / 10 - i / 100)
        colors.append(tuple(color))
keep = set(suppress(found, scores, 0.25).tolist())
picture = Image.new("RGB", (2 * SIZE, SIZE), "white")
for left, shown in ((0, range(len(found))), (SIZE, keep)):
    for i in shown:
        fill = Image.new("RGBA", picture.size, (*colors[i], 0))
        alpha = np.zeros((SIZE, 2 * SIZE), np.uint8)
        alpha[:, left : left + SIZE] = found[i].to_array() * (60 if left == 0 else 130)
        fill.putalpha(Image.fromarray(alpha))
        picture.paste(fill, (0, 0), fill)
        draw = ImageDraw.Draw(picture)
        for contour in found[i].contours():
            points = [(left + px, py) for px, py in contour.points.tolist()]
            draw.line([*points, points[0]], colors[i], 1)
ImageDraw.Draw(picture).line([(SIZE, 10), (SIZE, SIZE - 10)], (190, 190, 190), 1)
picture.quantize(64, dither=Image.Dither.NONE).save(sys.argv[1], optimize=True)
