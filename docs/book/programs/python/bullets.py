# region bullets
from hitmask import Mask, World

world = World()
wall = world.add_mask(Mask(2, 100, fill=True))
world.spawn(wall, (100, 0), fixed=True)
dot = world.add_mask(Mask(3, 3, fill=True))
bullet = world.spawn(dot, (0, 50), continuous=True)
world.step()

# Far beyond the wall, in one frame.
world.move_to(bullet, (500, 50))
impact = world.step().first_impact(bullet)  # what it met first
if impact is not None:
    print("hit at", impact.contact.first)
    print("sparks fly along", impact.contact.normal_of(bullet))
    print("draw the bullet at", impact.before_of(bullet))
# endregion bullets
