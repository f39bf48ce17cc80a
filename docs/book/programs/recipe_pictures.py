"""Draws pictures of recipes into docs/book/public/pictures, from what the recipes answer:

    python docs/book/programs/recipe_pictures.py [NAME...]    needs hitmask, NumPy, Pillow and pygame-ce

The names are those of the pictures; without one, all are drawn.
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
from PIL import Image  # noqa: E402

import agents  # noqa: E402
import cut_sheet  # noqa: E402
import lander  # noqa: E402
import maze  # noqa: E402
import one_target  # noqa: E402
import turret  # noqa: E402
import word_cloud  # noqa: E402
import wrap  # noqa: E402

SKY, RED, YELLOW, GREEN = (24, 28, 44), (235, 70, 80), (250, 200, 70), (80, 190, 110)
PAIRS = (RED, YELLOW, GREEN, (90, 160, 250), (200, 120, 235), (245, 150, 70), (110, 215, 215), (240, 150, 190))


def save(name, surface, scale=2):
    pygame.image.save(pygame.transform.scale_by(surface, scale), BOOK / "public" / "pictures" / f"{name}.png")


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


def save_few_colors(name, picture):
    """Saves a picture of Pillow with 64 colors, which look the same and take half the bytes."""
    few = picture.quantize(64, dither=Image.Dither.NONE)
    few.save(BOOK / "public" / "pictures" / f"{name}.png", optimize=True)


def draw_word_cloud():
    save_few_colors("word-cloud", word_cloud.cloud)


def draw_agents():
    picture = Image.open("agents.png")
    save_few_colors("agents", picture.resize((2 * picture.width, 2 * picture.height), Image.Resampling.NEAREST))


def tinted(mask, color):
    """Returns a surface that shows a mask in a color, with a light edge at the top left."""
    solid = mask.to_array()
    lit = solid & ~np.pad(solid, 2)[1:-3, 1:-3]
    picture = np.zeros((*solid.shape, 4), np.uint8)
    picture[solid] = (*color, 255)
    picture[lit] = (*(min(255, part + 45) for part in color), 255)
    return pygame.image.frombytes(picture.tobytes(), mask.size, "RGBA")


def draw_wrap():
    """Of many scenes without crowds, the one in which most rocks collide across an edge. Each pair has a color."""
    rng, best = np.random.default_rng(1), []
    for _ in range(20_000):
        wrap.at = rng.uniform(0, wrap.SIZE, (wrap.count, 2))
        pairs = wrap.collide()
        rocks = [rock for pair in pairs for rock in pair]
        across = [pair for pair in pairs if (abs(wrap.at[pair[0]] - wrap.at[pair[1]]) > wrap.SIZE / 2).any()]
        if len(set(rocks)) == len(rocks) and len(across) > len(best):
            best, here, all_pairs = across, wrap.at, pairs
    wrap.at = here
    colors = dict.fromkeys(range(wrap.count), (104, 106, 122))
    for pair, color in zip([*best, *(all_pairs - set(best))], PAIRS, strict=False):
        colors.update(dict.fromkeys(pair, color))
    margin, (width, height) = 36, wrap.SIZE
    surface = pygame.Surface((width + 2 * margin, height + 2 * margin))
    surface.fill((13, 15, 24))
    screen = pygame.Rect(margin, margin, width, height)
    surface.fill(SKY, screen)
    faded = surface.copy()
    for number, (x, y) in enumerate(wrap.at):
        picture = tinted(wrap.masks[wrap.kind[number]], colors[number])
        for right in (-width, 0, width):
            for down in (-height, 0, height):
                at = (int(x + 0.5) + right + margin, int(y + 0.5) + down + margin)
                surface.blit(picture, at)
    outside = surface.copy()
    outside.set_alpha(70)
    faded.blit(outside, (0, 0))
    faded.blit(surface, screen, screen)
    pygame.draw.rect(faded, (230, 234, 245), screen.inflate(2, 2), 1)
    save("wrap", faded)


def draw_one_target():
    surface = pygame.Surface((160, 100))
    surface.fill(SKY)
    left, top = one_target.ship_at - (56, 34)
    surface.blit(pygame.image.load("ship.png"), one_target.ship_at - (left, top))
    for shape, at, hit in zip(one_target.shapes, one_target.bullets, one_target.touching()):
        for (x, y), touches in zip(at.tolist(), hit.tolist()):
            surface.blit(tinted(shape, RED if touches else (190, 150, 84)), (x - left, y - top))
    save("one-target", surface, 4)


DRAWN = (
    draw_lander, draw_maze, draw_hot_map, draw_places, draw_towers, draw_cut_sheet, draw_rotated, draw_turret,
    draw_word_cloud, draw_agents, draw_wrap, draw_one_target,
)  # fmt: skip
names = {draw.__name__.removeprefix("draw_").replace("_", "-"): draw for draw in DRAWN}
for name in sys.argv[1:] or names:
    names[name]()
