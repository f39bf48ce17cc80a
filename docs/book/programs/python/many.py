# region many
import numpy as np
from hitmask import Mask, World

world = World()
disc = world.add_mask(Mask.from_text(".##.\n####\n####\n.##."))
places = np.array([(5.0 * (i % 100), 5.0 * (i // 100)) for i in range(10_000)])
ids = world.spawn_many(disc, places)

for frame in range(3):
    places[::2] += (0.6, 0.2)  # your own movement, with fractions
    world.set_positions(places, ids)  # once a frame, all in one call
    # Two ids a row: every collision once.
    pairs = world.step().pairs
    print("pairs:", len(pairs))
# endregion many
