# region dig
import pygame
from hitmask import Circle, Mask, World

pygame.display.set_mode((640, 480))
picture = pygame.image.load("ground.png").convert_alpha()
mask = Mask.from_surface(picture)
world = World()
ground = world.spawn(world.add_mask(mask), (0, 200), fixed=True)

# Every sprite under the circle loses these pixels.
lost = world.erase(Circle((300, 260), 30))
dug = world.mask(world.get(ground).mask)  # its mask now
# The picture loses them too.
pygame.surfarray.pixels_alpha(picture)[~dug.to_array().T] = 0
print("sprites hit:", len(lost), "pixels lost:", mask.count() - dug.count())
# endregion dig

# region split
world.erase((500, 0, 4, 400))  # a cut through the ground
# The largest part keeps the id.
parts = world.split(ground)
world.set(parts, fixed=False)  # let the others fall
print("loose parts:", len(parts))
# endregion split
