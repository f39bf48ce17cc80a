"""Draws the pictures of the book's programs: ship, rock, hero, ground, and a sheet of four coins.

    python docs/book/programs/art.py    writes them to docs/book/public/art; it needs NumPy and pygame-ce
"""

from pathlib import Path

import numpy as np
import pygame

FOLDER = Path(__file__).parent.parent / "public" / "art"


def grid(width, height):
    """Returns x and y of the middle of each pixel, measured from the middle of the picture."""
    y, x = np.mgrid[:height, :width]
    return x - (width - 1) / 2, y - (height - 1) / 2


def save(name, layers, width, height):
    """Saves colors with their masks, the last one on top; a light edge at the top left makes the shapes look round."""
    picture = np.zeros((height, width, 4), np.uint8)
    for color, solid in layers:
        lit = solid & ~np.roll(solid, (1, 1), (0, 1))
        picture[solid] = (*color, 255)
        picture[lit] = (*(min(255, part + 50) for part in color), 255)
    surface = pygame.image.frombytes(picture.tobytes(), (width, height), "RGBA")
    pygame.image.save(surface, FOLDER / f"{name}.png")


def ship():
    x, y = grid(48, 32)
    wings = (abs(y) < 15) & (x < 4 - abs(y) * 0.9) & (x > -20 + abs(y) * 0.4)
    body = (abs(y) < 5 - (x / 12).clip(0, 2) ** 2) & (x > -22) & (x < 23)
    window = ((x - 8) / 5) ** 2 + (y / 2.2) ** 2 < 1
    save("ship", [((64, 98, 153), wings), ((196, 206, 220), body), ((42, 60, 90), window)], 48, 32)


def rock():
    x, y = grid(40, 40)
    angle, radius = np.arctan2(y, x), np.hypot(x, y)
    edge = 16 + 2 * np.sin(3 * angle) + 1.5 * np.cos(5 * angle + 1)
    hole = np.hypot(x - 4, y + 2) < 5
    save("rock", [((138, 118, 100), (radius < edge) & ~hole)], 40, 40)


def hero():
    x, y = grid(16, 24)
    head = np.hypot(x, y + 6.5) < 5.2
    body = (abs(x) < 4.5) & (y > -2) & (y < 7)
    legs = (abs(abs(x) - 2.5) < 1.6) & (y >= 7)
    save("hero", [((60, 70, 110), legs), ((196, 64, 71), body), ((240, 196, 160), head)], 16, 24)


def ground():
    x, y = np.meshgrid(np.arange(640), np.arange(120))
    hill = 50 + 18 * np.sin(x / 52) + 9 * np.sin(x / 23 + 1)
    cave = np.hypot((x - 430) / 60, (y - 92) / 16) < 1
    save("ground", [((112, 86, 62), (y > hill) & ~cave), ((96, 150, 72), (y > hill) & (y < hill + 7) & ~cave)], 640, 120)


def coins():
    x, y = grid(16, 16)
    frames = [np.hypot(x * 7 / wide, y) < 7 for wide in (7, 5, 2, 5)]
    solid = np.concatenate(frames, 1)
    shine = np.concatenate([frame & (np.hypot(x * 4 / wide, y) < 4) for frame, wide in zip(frames, (7, 5, 2, 5))], 1)
    save("coins", [((218, 165, 32), solid), ((250, 214, 110), shine)], 64, 16)


for draw in (ship, rock, hero, ground, coins):
    draw()
