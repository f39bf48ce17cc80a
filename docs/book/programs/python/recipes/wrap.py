# region world
import numpy as np
from hitmask import Mask, World

SIZE = np.array([480, 300])  # of the world, which wraps around
rng = np.random.default_rng(6)


def draw_rock(radius):
    y, x = np.mgrid[-radius : radius + 1, -radius : radius + 1]
    bumps = np.sin(3 * np.arctan2(y, x)) + np.cos(5 * np.arctan2(y, x))
    return Mask.from_array(np.hypot(x, y) < radius * (0.8 - 0.1 * bumps))


masks = [draw_rock(12), draw_rock(18), draw_rock(26)]
count = 26
kind = rng.integers(0, len(masks), count)
at = rng.uniform(0, SIZE, (count, 2))  # the top-left corners
velocity = rng.uniform(-1.5, 1.5, (count, 2))

# Each rock is four sprites: itself, a copy to the left, one above, and both.
SHIFTS = np.array([(0, 0), (-1, 0), (0, -1), (-1, -1)]) * SIZE
ROCK, LEFT, ABOVE, BOTH = 1, 2, 4, 8
layers = np.array([ROCK, LEFT, ABOVE, BOTH])
collides_with = np.array([
    ROCK | LEFT | ABOVE | BOTH,  # of ROCK
    ROCK | ABOVE,                # of LEFT
    ROCK | LEFT,                 # of ABOVE
    ROCK,                        # of BOTH
])

world = World()
numbers = np.array([world.add_mask(mask) for mask in masks])
sprites = world.spawn_many(
    np.tile(numbers[kind], 4),
    (SHIFTS[:, None] + at).reshape(-1, 2),
    layers=np.repeat(layers, count),
    collides_with=np.repeat(collides_with, count),
    data=np.tile(np.arange(count), 4),  # the number of the rock
)
# endregion world


# region collide
def collide():
    """Returns the pairs of rocks that share a pixel, as a set."""
    whole = np.floor(at + 0.5)  # rounded once, so that all four agree
    world.set_positions((SHIFTS[:, None] + whole).reshape(-1, 2), sprites)
    pairs = world.step().pairs
    rocks = world.data(pairs.ravel()).reshape(-1, 2)
    return {(min(pair), max(pair)) for pair in rocks.tolist()}
# endregion collide


# region check
def collide_slowly():
    """Returns the same pairs, by a look at every pixel of every rock."""
    pairs, seen = set(), {}  # the rocks at each pixel
    for number in range(count):
        corner = np.floor(at[number] + 0.5).astype(int)
        pixels = masks[kind[number]].pixels() + corner
        for pixel in map(tuple, (pixels % SIZE).tolist()):
            here = seen.setdefault(pixel, [])
            pairs.update((other, number) for other in here)
            here.append(number)
    return pairs
# endregion check


# region play
before = set()
for frame in range(100):
    at = (at + velocity) % SIZE
    now = collide()
    assert now == collide_slowly()
    for a, b in now - before:
        print(f"frame {frame}: rocks {a} and {b} collide")
    before = now
# endregion play

# Crowds at the corner of the world, which meet across it in all ways. Each pair comes once.
ways = set()
for _ in range(40):
    at = rng.uniform(-50, 50, (count, 2)) % SIZE
    now = collide()
    pairs = world.step().pairs
    assert now == collide_slowly() and len(pairs) == len(now)
    ways.update(map(tuple, world.get(pairs.ravel()).layers.reshape(-1, 2).tolist()))
assert {(ROCK, ROCK), (ROCK, LEFT), (ROCK, ABOVE), (ROCK, BOTH), (LEFT, ABOVE)} <= ways, ways
