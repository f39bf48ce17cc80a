# The test looks for: prints "around"
import pygame
from hitmask import Mask, World

# region add
pygame.init()
screen, clock = pygame.display.set_mode((640, 420)), pygame.time.Clock()
world, pictures = World(), {}  # pictures by mask


def add(picture):
    """Adds the mask of a picture: opaque pixels are solid."""
    mask = world.add_mask(Mask.from_surface(picture))
    pictures[mask] = picture
    return mask
# endregion add


def load(name):
    return pygame.image.load(name).convert_alpha()


# region spawn
ship = world.spawn(add(load("ship.png")), (40, 160))
rock = load("rock.png")
for i in range(10):
    size = pygame.transform.scale_by(rock, 0.7 + i / 10)
    world.spawn(add(size), (120 + 60 * i, 130 * i % 300 - 20))
# endregion spawn


# region drift
def drift(id):
    x, y = world.get(id).position
    if x < -70 or y > 420:
        send_back(id)
    else:
        world.move_by(id, (-1 - id % 3, id % 2 * (step % 2)))


def send_back(id):
    _, y = world.get(id).position
    world.move_to(id, (640, (y + 150) % 300 - 20))
    print("around", id)
# endregion drift


step = 0
while pygame.QUIT not in [event.type for event in pygame.event.get()]:
    step += 1
    # region move
    keys = pygame.key.get_pressed()
    x, y = world.get(ship).position
    x += 3 * (keys[pygame.K_RIGHT] - keys[pygame.K_LEFT])
    y += 3 * (keys[pygame.K_DOWN] - keys[pygame.K_UP])
    world.move_to(ship, (x, y))
    for id in world.ids.tolist():
        if id != ship:
            drift(id)
    # endregion move

    # region draw
    screen.fill("#101828")
    for i in range(80):  # stars
        far = 137 * i + step * (1 + i % 3) // 2
        screen.set_at((639 - far % 640, 61 * i % 420), "#8fa3c4")
    for id in world.ids:
        sprite = world.get(id)
        screen.blit(pictures[sprite.mask], sprite.position)
    # endregion draw
    pygame.display.flip()
    clock.tick(60)
