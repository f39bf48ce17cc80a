# region program
import numpy as np
from hitmask import Mask, World

rng = np.random.default_rng(1)
# Solid where true. Pictures: Mask.from_rgba(pixels), of height x width x 4.
disc = Mask.from_array(np.hypot(*np.mgrid[-8:9, -8:9]) < 8)
world = World()
places = rng.uniform(0, 4000, (10_000, 2))  # x, y of the top-left pixels
ids = world.spawn_many(world.add_mask(disc), places)

for _ in range(3):
    places += rng.uniform(-2, 2, places.shape)
    world.set_positions(places, ids)
    step = world.step()
    print(len(step.pairs), "pairs,", len(step.began), "began,", len(step.ended), "ended")
# endregion program

# Each of some sprites collides with those that a test of it and each other sprite finds.
found = set(map(tuple, step.pairs.tolist()))
for id in ids[::50].tolist():
    others = np.flatnonzero(disc.overlaps_at(disc, world.positions - world.positions[id])).tolist()
    wanted = {(min(id, other), max(id, other)) for other in others if other != id}
    assert wanted == {pair for pair in found if id in pair}, id
assert len(found) > 1000 and 0 < len(step.began) < len(found) and len(step.ended) > 0
