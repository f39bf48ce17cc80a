# region scene
from timeit import repeat

import numpy as np
from hitmask import Mask, World, cross_pairs
from PIL import Image

rng = np.random.default_rng(2)
picture = Image.open("ship.png").convert("RGBA")
ship = Mask.from_rgba(np.asarray(picture))
ship_at = np.array((776, 434))

y, x = np.mgrid[-4:5, -4:5]
shapes = [
    Mask.from_array(np.hypot(x, y) < 3.5),                # a ball
    Mask.from_array(abs(y) < 2),                          # a laser
    Mask.from_array(abs(x) ** 0.5 + abs(y) ** 0.5 < 2.2),  # a star
]
counts = (5000, 3000, 2000)
bullets = [rng.integers(0, (1600, 900), (count, 2)) for count in counts]
# endregion scene


# region offsets
def touching():
    """Returns which bullets touch the ship: an array for each shape."""
    return [ship.overlaps_at(shape, at - ship_at)
            for shape, at in zip(shapes, bullets)]


hit = touching()
left = [at[~touches] for at, touches in zip(bullets, hit)]  # they fly on
# endregion offsets

# region world
SHIP, BULLET = 1, 2
world = World()
player = world.spawn(
    world.add_mask(ship), ship_at, layers=SHIP, collides_with=BULLET)
ids = [
    world.spawn_many(
        world.add_mask(shape), at, layers=BULLET, collides_with=SHIP)
    for shape, at in zip(shapes, bullets)
]


def touching_in_world():
    """Moves all bullets, and returns the ids of those that touch the ship."""
    for number, at in zip(ids, bullets):
        world.set_positions(at, number)
    return world.step().pairs[:, 1]  # the ship has the smallest id: column 0
# endregion world


# region lists
masks = [shape for shape, at in zip(shapes, bullets) for _ in at]


def touching_in_lists():
    """Returns the indexes into `masks` of the bullets that touch the ship."""
    places = np.concatenate(bullets)
    return cross_pairs([(ship, ship_at)], (masks, places))[:, 1]
# endregion lists


# region check
ship_pixels = set(map(tuple, (ship.pixels() + ship_at).tolist()))


def touches_slowly(pixels, x, y):
    return any((x + dx, y + dy) in ship_pixels for dx, dy in pixels)


slow = [
    [touches_slowly(shape.pixels().tolist(), x, y) for x, y in at.tolist()]
    for shape, at in zip(shapes, bullets)
]
numbers = np.flatnonzero(np.concatenate(slow))  # of all bullets in one list
assert [touches.tolist() for touches in touching()] == slow
assert touching_in_world().tolist() == np.concatenate(ids)[numbers].tolist()
assert touching_in_lists().tolist() == numbers.tolist()
# endregion check

# region time
for way in (touching, touching_in_world, touching_in_lists):
    print(f"{way.__name__}: {min(repeat(way, number=10)) / 10:.6f} s")
# endregion time
assert all(touches.any() for touches in hit) and sum(map(len, left)) < 10_000
