# region chunks
from hitmask import Mask, World

WALLS, HERO = 1, 2
world = World()
chunk = world.add_mask(Mask(512, 512, fill=True))
places = [(512 * x, 512 * y + 1000) for x in range(100) for y in range(20)]
world.spawn_many(chunk, places, fixed=True, layers=WALLS, collides_with=HERO)

body = world.add_mask(Mask(16, 24, fill=True))
hero = world.spawn(body, (25_000, 900), layers=HERO)
# Fixed sprites never pair.
print("pairs:", len(world.step().pairs))
# Only near chunks are tested.
print("lands at", world.move_until(hero, (25_000, 5000)).at)
# endregion chunks
