# The test looks for: prints "hit at", prints "free"
# region game
import pygame
from hitmask import Mask, World

pygame.init()
screen, clock = pygame.display.set_mode((640, 420)), pygame.time.Clock()
world, pictures = World(), {}

def spawn(name, place, **options):
    picture = pygame.image.load(name).convert_alpha()
    mask = world.add_mask(Mask.from_surface(picture))  # its solid pixels
    id = world.spawn(mask, place, **options)
    pictures[id] = picture
    return id

x, y = 40.0, 200.0
ship = spawn("ship.png", (x, y))
rock = spawn("rock.png", (300, 190))
while pygame.QUIT not in [event.type for event in pygame.event.get()]:
    keys = pygame.key.get_pressed()
    x += 2.5 * (keys[pygame.K_RIGHT] - keys[pygame.K_LEFT])
    y += 2.5 * (keys[pygame.K_DOWN] - keys[pygame.K_UP])
    world.move_to(ship, (x, y))
    # Once a frame, after all moves.
    step = world.step()
    for a, b in step.began:
        print("hit at", world.contact(a, b).first)
    for a, b in step.ended:
        print("free")
    screen.fill("#101820")
    for id, picture in pictures.items():
        screen.blit(picture, world.get(id).position)
    pygame.display.flip()
    clock.tick(60)
# endregion game
