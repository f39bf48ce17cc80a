# The test looks for: prints "crater at"
# region game
import pygame
from hitmask import Circle, Mask, World

pygame.init()
screen, clock = pygame.display.set_mode((640, 420)), pygame.time.Clock()
ground_image = pygame.image.load("ground.png").convert_alpha()
dot = pygame.Surface((8, 8), pygame.SRCALPHA)
pygame.draw.circle(dot, "#303030", (4, 4), 4)
world = World()
ground = world.add_mask(Mask.from_surface(ground_image))
world.spawn(ground, (0, 300), fixed=True)
x, y, vx, vy, shots = 20.0, 200.0, 5.0, -4.0, 0
ball = world.spawn(world.add_mask(Mask.from_surface(dot)), (x, y), continuous=True)
while pygame.QUIT not in [event.type for event in pygame.event.get()]:
    x, y, vy = x + vx, y + vy, vy + 0.2
    world.move_to(ball, (x, y))
    impact = world.step().first_impact(ball)
    if impact is not None:
        at = impact.contact.first  # the first pixel on its path
        world.erase_from_mask(ground, Circle((at[0], at[1] - 300), 26))
        solid = world.mask(ground).to_array()
        pygame.surfarray.pixels_alpha(ground_image)[~solid.T] = 0
        print("crater at", at)
    if impact is not None or y > 420:
        shots, x, y, vx, vy = shots + 1, 20.0, 200.0, 4.0 + shots % 4, -4.0
        world.jump_to(ball, (x, y))  # the next shot: no path from here to there
    screen.fill("#bfe3f5")
    screen.blit(ground_image, (0, 300))
    screen.blit(dot, (x, y))
    pygame.display.flip()
    clock.tick(60)
# endregion game
