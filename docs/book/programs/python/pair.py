# region five
import pygame
from hitmask import Mask

ship = Mask.from_surface(pygame.image.load("ship.png"))
rock = Mask.from_surface(pygame.image.load("rock.png"))
hit = ship.overlap_first(rock, (38, -6))  # the first shared pixel, or None
# endregion five
assert hit is not None

# region ask
import pygame
from hitmask import Mask

ship = Mask.from_surface(pygame.image.load("ship.png"))
rock = Mask.from_surface(pygame.image.load("rock.png"))
at = (38, -6)  # the rock's top-left pixel, counted from the ship's
if ship.overlaps(rock, at):
    print("first shared pixel:", ship.overlap_first(rock, at))
    print("shared pixels:", ship.overlap_area(rock, at))
    print("the ship is free after a move by", ship.penetration(rock, at))
# endregion ask
