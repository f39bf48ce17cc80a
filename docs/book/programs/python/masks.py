# region picture
import pygame
from hitmask import Mask

# Solid where alpha is above 127.
ship = Mask.from_surface(pygame.image.load("ship.png"))
coins = pygame.image.load("coins.png")
coin = Mask.from_surface(coins, frame=(16, 0, 16, 16), alpha_above=20)
print(ship.size, ship.count(), coin.count())
# endregion picture

# region drawn
arrow = Mask.from_text("..#.\n####\n..#.")
large = arrow.scaled(40, 30)
plate = Mask(64, 8, fill=True)
print(large.count(), plate.count())
# endregion drawn
