# region save
from hitmask import Mask, World

world = World()
ball = world.add_mask(Mask(8, 8, fill=True))
hero = world.spawn(ball, (0, 0), data=42)
world.spawn(ball, (40, 0))
saved = world.to_bytes()  # to a file
loaded = World.from_bytes(saved)  # ids are the same
print("hero's number:", loaded.data(hero))
# endregion save

# region rollback
before = world.copy()  # cheap: masks are shared
world.move_by(hero, (36, 0))
print("began:", len(world.step().began))
world = before  # the move did not happen
print("began:", len(world.step().began))
# endregion rollback
