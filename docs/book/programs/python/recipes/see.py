# region see
def draw_solid(screen, world):
    """Draws the pixels that collide over the pictures, in blue."""
    for id in world.ids:
        mask, (x, y) = world.shape(id)
        for row, left, right in mask.runs():
            screen.fill("#00c8ff", (x + left, y + row, right - left, 1))
# endregion see


import pygame
from hitmask import Mask, World

world = World()
ring = world.add_mask(Mask.from_text(".##.\n#..#\n.##."))
world.spawn(ring, (10, 20))
world.spawn(ring, (3, 1), turn=1)
screen = pygame.Surface((40, 30))
draw_solid(screen, world)
drawn = pygame.mask.from_threshold(screen, "#00c8ff", (1, 1, 1))
for x in range(40):
    for y in range(30):
        assert bool(drawn.get_at((x, y))) == (len(world.find((x, y))) > 0), (x, y)
print(drawn.count(), "pixels drawn, those that collide")
