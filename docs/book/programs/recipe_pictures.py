"""Draws the pictures of recipes 7 to 14 into docs/book/public/pictures, from what the recipes answer:

    python docs/book/programs/recipe_pictures.py    needs hitmask, NumPy and pygame-ce
"""

import os
import sys
import tempfile
from pathlib import Path

BOOK = Path(__file__).resolve().parent.parent
os.environ["SDL_VIDEODRIVER"] = "dummy"
sys.path.insert(0, str(BOOK / "programs" / "python" / "recipes"))
os.chdir(tempfile.mkdtemp())
for picture in (BOOK / "public" / "art").glob("*.png"):
    Path(picture.name).write_bytes(picture.read_bytes())

import numpy as np  # noqa: E402
import pygame  # noqa: E402
from hitmask import Mask, World  # noqa: E402

import cut_sheet  # noqa: E402
import lander  # noqa: E402
import maze  # noqa: E402
import turret  # noqa: E402

SKY, RED, YELLOW, GREEN = (24, 28, 44), (235, 70, 80), (250, 200, 70), (80, 190, 110)


def save(name, surface):
    pygame.image.save(pygame.transform.scale_by(surface, 2), BOOK / "public" / "pictures" / f"{name}.png")


def draw_sprite(surface, picture, x, y, angle):
    """Draws a picture turned clockwise about its middle, with the corner of the unturned picture at x, y."""
    turned = pygame.transform.rotate(picture, -angle)
    surface.blit(turned, turned.get_rect(center=(x + picture.get_width() / 2, y + picture.get_height() / 2)))


def rgba(name):
    picture = pygame.image.load(name)
    width, height = picture.get_size()
    return np.frombuffer(pygame.image.tobytes(picture, "RGBA"), np.uint8).reshape(height, width, 4)


def draw_lander():
    surface = pygame.Surface((360, 220))
    surface.fill(SKY)
    ship = pygame.image.load("ship.png")
    surface.blit(pygame.image.load("ground.png"), (-140, 120))
    pygame.draw.rect(surface, YELLOW, (110, 150, 60, 4))
    lander.fly(lambda number: (0.06 if lander.velocity[1] > 0.6 else 0.0, 0))
    x, y = lander.world.get(lander.ship).position
    draw_sprite(surface, ship, x - 140, y - 60, 270)
    point = lander.fly(lambda number: (0.012, 0.5 if number < 60 else 0.0))
    x, y = lander.world.get(lander.ship).position
    draw_sprite(surface, ship, x - 140, y - 60, lander.angle)
    pygame.draw.circle(surface, RED, (point[0] - 140, point[1] - 60), 6, 2)
    save("lander", surface)


def draw_maze():
    surface = pygame.Surface((264, 184))
    surface.blit(pygame.image.load("maze.png"), (0, 0))
    blocked, corner = maze.walls.colliding_offsets(maze.ball)
    blocked.invert()
    here = blocked.component_at((7 - corner[0], 7 - corner[1]), 4)
    for x, y in here.mask.pixels() + here.at + corner:  # the middles of all places that the ball reaches
        surface.fill((250, 220, 150), (x + 5, y + 5, 1, 1))
    x, y = maze.roll(0, 200)
    pygame.draw.circle(surface, RED, (x + 5.5, y + 5.5), 5.5)
    save("maze", surface)


def draw_places():
    surface = pygame.image.load("island.png")
    colors = pygame.image.load("island_map.png")
    lake = Mask.from_surface(colors, alpha_above=127)
    part = lake.component_at((160, 110))
    for contour in part.mask.contours():
        pygame.draw.polygon(surface, (255, 255, 255), [(x + part.at[0], y + part.at[1]) for x, y in contour.points], 2)
    finger = (90, 104)
    pygame.draw.circle(surface, RED, finger, 12, 1)
    pygame.draw.circle(surface, RED, finger, 2)
    save("places", surface)


def draw_hot_map():
    surface = pygame.Surface((250, 80))
    surface.fill(SKY)
    picture, hero = pygame.image.load("explosion.png"), pygame.image.load("hero.png")
    core = Mask.from_rgba(rgba("explosion_hot.png"), color_key=(255, 0, 255))
    world = World()
    hot, body = world.add_mask(core), world.add_mask(Mask.from_surface(hero))
    for column, at in enumerate([(66, 20), (42, 20)]):
        left = 10 + 120 * column
        flame, one = world.spawn(hot, (left, 8)), world.spawn(body, (left + at[0], 8 + at[1]))
        surface.blit(picture, (left, 8))
        surface.blit(hero, (left + at[0], 8 + at[1]))
        for contour in core.contours():
            pygame.draw.polygon(surface, (255, 255, 255), [(x + left, y + 8) for x, y in contour.points], 1)
        world.step()
        contact = world.contact(flame, one)
        if contact is not None:
            pygame.draw.circle(surface, RED, contact.first, 6, 2)
        pygame.draw.rect(surface, GREEN if contact is None else RED, (3 + 122 * column, 1, 120, 78), 1)
    save("hot-map", surface)


def draw_towers():
    surface = pygame.Surface((360, 150))
    surface.fill((58, 84, 60))
    road, rock = pygame.image.load("ground.png"), pygame.image.load("rock.png")
    surface.blit(road, (-140, 0))
    world, mask = World(), Mask.from_surface(rock)
    world.spawn(world.add_mask(Mask.from_surface(road)), (0, 0), fixed=True)
    tower = world.add_mask(mask)
    for x, y in [(300, 20), (305, 22), (420, 60), (215, 30)]:
        at = (x - 20, y - 20)
        place = world.nearest_free((mask, at), 60, within=(0, 0, 640, 160))
        if (x, y) == (305, 22):
            pygame.draw.rect(surface, YELLOW, (place[0] - 140, place[1], 40, 40), 1)
        world.spawn(tower, place, fixed=True)
        surface.blit(rock, (place[0] - 140, place[1]))
    pygame.draw.circle(surface, YELLOW, (305 - 140, 22), 3)
    save("towers", surface)


def draw_cut_sheet():
    surface = pygame.Surface((200, 96))
    surface.fill((236, 238, 242))
    surface.blit(cut_sheet.sheet, (0, 0))
    for left, top, width, height in cut_sheet.frames:
        pygame.draw.rect(surface, RED, (left - 1, top - 1, width + 2, height + 2), 1)
    save("cut-sheet", surface)


def draw_rotated():
    surface = pygame.Surface((270, 110))
    surface.fill(SKY)
    ship, rock = pygame.image.load("ship.png"), pygame.image.load("rock.png")
    for column, (angle, scale) in enumerate([(0, 1), (270, 1), (270, 0.5)]):
        world = World()
        middle = 45 + 90 * column
        shown = pygame.transform.scale_by(ship, scale)
        small = world.add_mask(Mask.from_surface(ship))
        a = world.spawn(small, (middle - 24, 74 - 16), angle=angle, scale=scale)
        b = world.spawn(world.add_mask(Mask.from_surface(rock)), (middle - 20, 39 - 20))
        surface.blit(rock, (middle - 20, 19))
        draw_sprite(surface, shown, middle - 24 * scale, 74 - 16 * scale, angle)
        world.step()
        contact = world.contact(a, b)
        if contact is not None:
            pygame.draw.circle(surface, RED, contact.first, 6, 2)
        pygame.draw.rect(surface, GREEN if contact is None else RED, (90 * column + 1, 1, 88, 108), 1)
    save("rotated", surface)


def draw_turret():
    surface = pygame.Surface((240, 140))
    surface.fill(SKY)
    surface.blit(turret.rock, turret.world.get(turret.target).position)
    for at in [(160, 110), (140, 50)]:
        contact = turret.aim(*at)
        turret.draw(surface)
        if contact is not None:
            pygame.draw.circle(surface, RED, contact.first, 6, 2)
    pygame.draw.circle(surface, (150, 160, 180), turret.world.get(turret.turret).position, 7)
    save("turret", surface)


for draw in (draw_lander, draw_maze, draw_hot_map, draw_places, draw_towers, draw_cut_sheet, draw_rotated, draw_turret):
    draw()
