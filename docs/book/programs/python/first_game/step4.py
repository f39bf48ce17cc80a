# The test looks for: prints "shot down"
import pygame
from hitmask import Mask, World

pygame.init()
screen, clock = pygame.display.set_mode((640, 420)), pygame.time.Clock()
world, pictures = World(), {}  # pictures by mask
SHIP, ROCK, COIN, SHOT = 1, 2, 4, 8  # a bit each


def add(picture):
    """Adds the mask of a picture: opaque pixels are solid."""
    mask = world.add_mask(Mask.from_surface(picture))
    pictures[mask] = picture
    return mask


def load(name):
    return pygame.image.load(name).convert_alpha()


ship = world.spawn(add(load("ship.png")), (40, 160),
                   layers=SHIP, collides_with=ROCK | COIN)
rock = load("rock.png")
for i in range(10):
    size = pygame.transform.scale_by(rock, 0.7 + i / 10)
    world.spawn(add(size), (120 + 60 * i, 130 * i % 300 - 20),
                layers=ROCK, collides_with=SHIP | SHOT)

coin = add(load("coins.png").subsurface((0, 0, 16, 16)))  # of four
for i in range(5):
    world.spawn(coin, (300 + 70 * i, (160 + 90 * i) % 300),
                layers=COIN, collides_with=SHIP, sensor=True)
bolt = pygame.Surface((12, 3), pygame.SRCALPHA)
bolt.fill("#ffd166")
shot = add(bolt)


explosion, font = load("explosion.png"), pygame.font.Font(None, 26)
blasts, score = [], 0


def explode(at):
    blasts.append([at[0] - 40, at[1] - 32, 255])


def draw_blasts():
    for blast in blasts:  # they fade
        explosion.set_alpha(blast[2])
        screen.blit(explosion, blast[:2])
        blast[2] -= 10
    blasts[:] = [blast for blast in blasts if blast[2] > 0]


def drift(id):
    x, y = world.get(id).position
    if x < -70 or y > 420:
        send_back(id)
    else:
        world.move_by(id, (-1 - id % 3, id % 2 * (step % 2)))


def send_back(id):
    _, y = world.get(id).position
    world.move_to(id, (640, (y + 150) % 300 - 20))


step = 0
while pygame.QUIT not in [event.type for event in pygame.event.get()]:
    step += 1
    keys = pygame.key.get_pressed()
    x, y = world.get(ship).position
    x += 3 * (keys[pygame.K_RIGHT] - keys[pygame.K_LEFT])
    y += 3 * (keys[pygame.K_DOWN] - keys[pygame.K_UP])
    world.move_to(ship, (x, y))
    if keys[pygame.K_SPACE] and step % 10 == 1:
        # region shoot
        world.spawn(shot, (x + 44, y + 15), layers=SHOT,
                    collides_with=ROCK, continuous=True)
        # endregion shoot
    for id in world.ids.tolist():
        layers = world.get(id).layers
        if layers == SHOT:
            world.move_by(id, (60, 0))
        elif layers in (ROCK, COIN):
            drift(id)

    gone = set()
    result = world.step()  # once a frame, after all moves
    for _, rock in result.began_between(SHIP, ROCK):
        explode(world.contact(ship, rock).first)
        gone.add(rock)
        score -= 5
    for _, coin in result.began_between(SHIP, COIN):
        print("coin", coin)
        gone.add(coin)
        score += 5
    # region impacts
    for bullet, _ in result.began_between(SHOT, ROCK):
        impact = result.first_impact(bullet)  # the nearest rock
        print("shot down", impact.b)
        explode(impact.contact.first)
        gone |= {bullet, impact.b}
        score += 2
    # endregion impacts
    for id in world.ids:
        sprite = world.get(id)
        if sprite.layers == SHOT and sprite.position[0] > 640:
            gone.add(id)
    for id in gone:
        if world.get(id).layers == SHOT:
            world.despawn(id)
        else:
            send_back(id)

    screen.fill("#101828")
    for i in range(80):  # stars
        far = 137 * i + step * (1 + i % 3) // 2
        screen.set_at((639 - far % 640, 61 * i % 420), "#8fa3c4")
    for id in world.ids:
        sprite = world.get(id)
        screen.blit(pictures[sprite.mask], sprite.position)
    draw_blasts()
    screen.blit(font.render(f"score {score}", True, "white"), (12, 12))
    pygame.display.flip()
    clock.tick(60)
