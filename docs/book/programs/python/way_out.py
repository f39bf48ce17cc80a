# region way_out
from hitmask import Mask, World

world = World()
hero = world.spawn(world.add_mask(Mask(16, 24, fill=True)), (40, 80))
wall = world.spawn(world.add_mask(Mask(200, 40, fill=True)), (0, 100), fixed=True)

world.step()
contact = world.contact(hero, wall)
print("shortest way out:", contact.penetration_of(hero))
print("normal:", contact.normal_of(hero))

moved = world.push_out(hero, 64)  # frees the hero from everything at once
print("pushed by", moved)  # None: no free place within 64 pixels
# endregion way_out
