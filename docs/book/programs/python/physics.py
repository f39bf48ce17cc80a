# region parts
import pygame
from hitmask import Mask

ship = Mask.from_surface(pygame.image.load("ship.png"))
# Polygons with holes, at most 1 pixel off.
for contour in ship.simplified_contours(1.0):
    if not contour.is_hole:
        print("a polygon of", len(contour.points), "corners")
# Convex polygons: a shape of Box2D or pymunk each.
parts = ship.convex_parts(1.0)
# endregion parts
assert len(parts) > 1
