# region spawn
from hitmask import Mask, World

world = World()
block = world.add_mask(Mask(20, 20, fill=True))
world.spawn_many(block, [(x, 0) for x in range(0, 100, 20)])
# A shape that is not in the world yet.
at = world.nearest_free((Mask(20, 20, fill=True), (40, 5)), 64)
print("free at", at)
if at is not None:
    world.spawn(block, at)
# endregion spawn

# region pack
board = Mask(64, 64)  # solid where it is taken
piece = Mask.from_text("###\n#..").scaled(24, 16)
for number in range(6):
    at = board.nearest_free(piece, (20, 24), 64, within=(0, 0, 64, 64))
    board.draw(piece, at)
print("taken pixels:", board.count())
# endregion pack
