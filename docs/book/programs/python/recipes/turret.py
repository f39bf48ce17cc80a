# region turret
from math import atan2, degrees

import pygame
from hitmask import Mask, World

barrel = pygame.Surface((70, 9), pygame.SRCALPHA)
pygame.draw.polygon(barrel, (250, 200, 70), [(0, 0), (69, 3), (69, 5), (0, 8)])
rock = pygame.image.load("rock.png")
world = World()
# The base is a point of the picture: the middle of its left side. It is drawn at the position.
turret = world.spawn(world.add_mask(Mask.from_surface(barrel)), (90, 110), origin=(0, 4.5))
target = world.spawn(world.add_mask(Mask.from_surface(rock)), (120, 30))


def aim(x, y):
    """Turns the barrel to a point. Returns the contact with the rock, or None."""
    left, top = world.get(turret).position
    world.set(turret, angle=degrees(atan2(y - top, x - left)))
    return world.contact(turret, target)


def draw(surface):
    """Draws the pixels that collide, each in the color of the texel under its center."""
    mask, (left, top) = world.shape(turret)
    for x, y in mask.pixels():
        column, row = world.mask_point(turret, (left + x + 0.5, top + y + 0.5))
        surface.set_at((left + x, top + y), barrel.get_at((int(column), int(row))))
# endregion turret


if __name__ == "__main__":
    free, hit = aim(160, 110), aim(140, 50)
    assert free is None and hit is not None, (free, hit)
    surface = pygame.Surface((240, 160), pygame.SRCALPHA)
    draw(surface)
    mask, at = world.shape(turret)
    drawn = Mask.from_surface(surface)
    assert drawn.count() == mask.count() == drawn.overlap_area(mask, at)
    # Where pygame draws it: turned about the same point, by its own rotation.
    turned = pygame.transform.rotate(barrel, -world.get(turret).angle)
    middle = pygame.Vector2(35, 4.5) - (0, 4.5)
    center = pygame.Vector2(90, 110) + middle.rotate(world.get(turret).angle)
    other = pygame.Surface((240, 160), pygame.SRCALPHA)
    other.blit(turned, turned.get_rect(center=(round(center.x), round(center.y))))
    differing = drawn.copy()
    differing.toggle(Mask.from_surface(other), (0, 0))
    print("hit at", hit.first, "and pygame's rotate draws", differing.count(), "of", drawn.count(), "pixels otherwise")
