# The test looks for: prints "landed at"
# region game
import pygame
from hitmask import Mask, Remainder, World

pygame.init()
screen, clock = pygame.display.set_mode((640, 420)), pygame.time.Clock()
world, pictures = World(), {}

def spawn(name, place, **options):
    picture = pygame.image.load(name).convert_alpha()
    id = world.spawn(world.add_mask(Mask.from_surface(picture)), place, **options)
    pictures[id] = picture
    return id

# Scenery: it seldom moves.
ground = spawn("ground.png", (0, 300), fixed=True)
hero = spawn("hero.png", (40, 200))
remainder = Remainder()  # keeps fractions of pixels
fall, stands = 0.0, True
while pygame.QUIT not in [event.type for event in pygame.event.get()]:
    keys = pygame.key.get_pressed()
    run = 2.5 * (keys[pygame.K_RIGHT] - keys[pygame.K_LEFT])
    x, y = world.get(hero).position
    stood = stands  # a frame ago
    stands = fall >= 0 and len(world.touching(hero, (0, 1))) > 0
    if stands and not stood:
        print("landed at", x, y)
    if stands and not keys[pygame.K_SPACE]:
        # Over slopes, up to 3 pixels high for each pixel.
        dx, _ = remainder.take((run, 0))
        world.move_until(hero, (x + dx, y), "walk", step_up=3, step_down=3)
        fall = 0.0
    else:
        fall = -5.0 if stands else fall + 0.3  # jump, or fall
        dx, dy = remainder.take((run, fall))
        moved = world.move_until(hero, (x + dx, y + dy), "slide")
        if moved.blocked.down or moved.blocked.up:
            fall = 0.0
    screen.fill("#bfe3f5")
    for id, picture in pictures.items():
        screen.blit(picture, world.get(id).position)
    pygame.display.flip()
    clock.tick(60)
# endregion game
