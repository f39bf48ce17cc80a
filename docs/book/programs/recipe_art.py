"""Draws the pictures that recipes 7 to 13 read: a maze, a map of colors, a sheet of sprites and an explosion.

    python docs/book/programs/recipe_art.py    writes them to docs/book/public/art; it needs NumPy and pygame-ce
"""

from pathlib import Path
from random import Random

import numpy as np
import pygame

FOLDER = Path(__file__).parent.parent / "public" / "art"


def save(name, picture):
    height, width = picture.shape[:2]
    pygame.image.save(pygame.image.frombytes(picture.astype(np.uint8).tobytes(), (width, height), "RGBA"), FOLDER / f"{name}.png")


def opaque(width, height, color):
    return np.full((height, width, 4), (*color, 255))


def maze(columns=13, rows=9, cell=20, wall=4):
    """Black walls on white paper, with an entrance at the top left and an exit at the bottom right."""
    picture = opaque(columns * cell + wall, rows * cell + wall, (255, 255, 255))
    for x in range(columns + 1):
        picture[:, x * cell : x * cell + wall, :3] = 0
    for y in range(rows + 1):
        picture[y * cell : y * cell + wall, :, :3] = 0
    random, seen, way = Random(3), {(0, 0)}, [(0, 0)]
    while way:
        x, y = way[-1]
        near = [(x + dx, y + dy) for dx, dy in ((1, 0), (-1, 0), (0, 1), (0, -1))]
        near = [(a, b) for a, b in near if (a, b) not in seen and 0 <= a < columns and 0 <= b < rows]
        if not near:
            way.pop()
            continue
        a, b = random.choice(near)
        left, top = cell * min(x, a) + wall, cell * min(y, b) + wall
        picture[top : cell * max(y, b) + cell, left : cell * max(x, a) + cell, :3] = 255
        seen.add((a, b))
        way.append((a, b))
    picture[:wall, wall:cell, :3] = 255
    picture[-wall:, -cell:-wall, :3] = 255
    save("maze", picture)


def island():
    """A picture of an island, and its map of colors: one color for each place, transparent elsewhere."""
    y, x = np.mgrid[:180, :280]
    edge = np.hypot((x - 140) / 120, (y - 90) / 74) + 0.07 * np.sin(x / 13) + 0.05 * np.cos(y / 9)
    land = edge < 1
    places = {
        (200, 60, 60): land & (np.hypot(x - 90, y - 60) < 38),  # the volcano
        (60, 120, 220): land & (np.hypot((x - 165) / 1.6, y - 105) < 22),  # the lake
        (60, 160, 80): land & (x > 190) & (y < 75 + 6 * np.sin(x / 7)),  # the forest
    }
    colors = np.zeros((180, 280, 4))
    shown = opaque(280, 180, (170, 205, 230))
    shown[land, :3] = (226, 208, 160)
    for (color, place), tint in zip(places.items(), [(150, 92, 80), (92, 150, 210), (90, 150, 90)]):
        colors[place] = (*color, 255)
        shown[place, :3] = tint
    save("island", shown)
    save("island_map", colors)


def sheet():
    """Sprites of many sizes, strewn over a transparent sheet; sparks fly near one of them."""
    picture = np.zeros((96, 200, 4))
    y, x = np.mgrid[:96, :200]
    for color, solid in [
        ((196, 64, 71), np.hypot(x - 24, y - 24) < 16),
        ((64, 98, 153), (abs(x - 72) + abs(y - 30)) < 22),
        ((96, 150, 72), (abs(x - 140) < 30) & (abs(y - 20) < 9)),
        ((218, 165, 32), (np.hypot(x - 40, y - 72) < 12) & ~(np.hypot(x - 46, y - 72) < 8)),
        ((120, 84, 160), (abs(x - 100) < 5) & (abs(y - 72) < 16) | (abs(x - 100) < 16) & (abs(y - 72) < 5)),
        ((214, 110, 40), np.hypot(x - 165, y - 66) < 14),
        ((240, 190, 60), (np.hypot(x - 148, y - 50) < 2) | (np.hypot(x - 182, y - 52) < 2) | (np.hypot(x - 184, y - 78) < 2)),
    ]:
        picture[solid] = (*color, 255)
    save("strewn", picture)


def explosion():
    """An explosion with smoke, and its hot map: magenta where it does not burn."""
    y, x = np.mgrid[:64, :80]
    angle, radius = np.arctan2(y - 32, x - 40), np.hypot(x - 40, (y - 32) * 1.2)
    smoke = radius < 33 + 4 * np.sin(7 * angle)
    fire = radius < 21 + 4 * np.sin(5 * angle + 1)
    core = radius < 11 + 2 * np.sin(6 * angle)
    picture = np.zeros((64, 80, 4))
    for color, solid in [((120, 120, 128), smoke), ((235, 120, 50), fire), ((255, 226, 120), core)]:
        picture[solid] = (*color, 255)
    save("explosion", picture)
    hot = opaque(80, 64, (255, 0, 255))
    hot[fire, :3] = 255
    save("explosion_hot", hot)


for draw in (maze, island, sheet, explosion):
    draw()
