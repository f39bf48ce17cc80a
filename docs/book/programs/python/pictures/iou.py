"""Draws the picture of the recipe of IoU: found discs over true ones, with the IoU of each match."""

import sys

import numpy as np
import pygame

sys.path.insert(0, sys.argv[1])
from recipes.iou import iou_matrix  # noqa: E402

pygame.init()
rng = np.random.default_rng(3)
y, x = np.mgrid[:300, :640]
places = np.array([(80 + 120 * (i % 5), 80 + 140 * (i // 5), 44 - 3 * (i % 4)) for i in range(10)], float)
discs = lambda places: np.array([np.hypot(x - px, y - py) < r for px, py, r in places])
moved = places + rng.uniform(-18, 18, places.shape) * (1, 1, 0.3)
truth, found = discs(places), discs(moved)
picture = np.full((300, 640, 3), 255, np.uint8)
picture[truth.any(0)] = (150, 190, 235)
picture[found.any(0)] = (245, 190, 120)
picture[(truth & found).any(0)] = (110, 160, 110)
screen = pygame.surfarray.make_surface(picture.swapaxes(0, 1))
font = pygame.font.Font(None, 26)
for i, row in enumerate(iou_matrix(found, truth)):
    text = font.render(f"{row.max():.2f}", True, "black")
    screen.blit(text, text.get_rect(center=tuple(moved[i, :2])))
pygame.image.save(screen, sys.argv[2])
