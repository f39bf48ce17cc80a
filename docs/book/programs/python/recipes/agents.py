# region table
import numpy as np
from hitmask import Mask
from PIL import Image

SIZE = 360
rng = np.random.default_rng(3)
y, x = np.mgrid[:SIZE, :SIZE] - (SIZE - 1) / 2
radius, angle = np.hypot(x, y), np.arctan2(y, x)
solid = radius > 170  # round walls, each with three gaps
for ring in range(30, 160, 23):
    solid |= abs(radius - ring) < 3
    for middle in rng.uniform(0, 2 * np.pi, 3):
        gap = np.cos(angle - middle) > 1 - 110 / ring**2
        solid &= ~(gap & (abs(radius - ring) < 3))

walls = Mask.from_array(solid)
agent = Mask.from_text(".###.\n#####\n#####\n#####\n.###.")

# Solid where the agent would hit a wall. The outside is forbidden too.
forbidden, corner = walls.colliding_offsets(agent)
table = np.pad(forbidden.to_array(), 1, constant_values=True)
corner = np.array(corner) - 1  # the position of the first item of the table


def hits(at):
    """Returns whether agents at many positions hit a wall."""
    height, width = table.shape
    column, row = np.clip(at - corner, 0, (width - 1, height - 1)).T
    return table[row, column]
# endregion table


# region move
def move(at, step):
    """Moves agents along x and y, by less than a pixel. Walls let them slide."""
    hit = np.zeros(at.shape, bool)
    for axis in (0, 1):  # first x, then y
        to = at.copy()
        to[:, axis] += step[:, axis]
        hit[:, axis] = hits(np.floor(to + 0.5).astype(int))  # rounded
        at = np.where(hit[:, [axis]], at, to)
    return at, hit


at = np.full((8000, 2), SIZE / 2 - 2.5)  # all in the middle
heading = rng.uniform(0, 2 * np.pi, len(at))
arrived = np.full((SIZE, SIZE), -1)  # the frame in which the first agent came
for frame in range(2000):
    step = np.stack([np.cos(heading), np.sin(heading)], 1) * 0.95
    at, hit = move(at, step)
    step[hit] *= -1  # bounce
    heading = np.arctan2(step[:, 1], step[:, 0])
    heading += rng.normal(0, 0.05, len(at))  # a little to the side
    column, row = np.floor(at + 2.5).astype(int).T  # the middle of the agent
    new = arrived[row, column] < 0
    arrived[row[new], column[new]] = frame
# endregion move

# region draw
late = arrived / arrived.max()  # from 0 to 1
times = (0, 0.25, 0.5, 0.75, 1)
picture = np.stack([
    np.interp(late, times, (253, 245, 214, 130, 50)),  # red
    np.interp(late, times, (231, 160, 70, 40, 30)),    # green
    np.interp(late, times, (140, 60, 70, 110, 90)),    # blue
], axis=2)
picture[arrived < 0] = (250, 246, 238)
picture[solid] = (40, 44, 60)
Image.fromarray(picture.astype(np.uint8)).save("agents.png")
# endregion draw


# region check
for position in np.floor(at + 0.5).astype(int).tolist():
    assert not walls.overlaps(agent, position)  # no agent is in a wall
for position in rng.integers(-4, SIZE, (5000, 2)):
    assert walls.overlaps(agent, position) == hits(position)
# endregion check
assert hits(np.array([(-9, 100), (100, -9), (SIZE + 9, 100), (100, SIZE + 9)])).all()
# The flood has come to the outermost ring, and not into walls.
assert (arrived[radius > 150] > 0).any() and (arrived[solid] < 0).all()
