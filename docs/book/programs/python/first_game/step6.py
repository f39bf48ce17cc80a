# The test looks for: prints "crater at", prints "saved", prints "loaded"
import pygame
from hitmask import Circle, Mask, World

pygame.init()
screen, clock = pygame.display.set_mode((640, 420)), pygame.time.Clock()
world, pictures = World(), {}  # pictures by mask
SHIP, ROCK, COIN, SHOT, LAND, HERO = 1, 2, 4, 8, 16, 32


def add(picture):
    """Adds the mask of a picture: opaque pixels are solid."""
    mask = world.add_mask(Mask.from_surface(picture))
    pictures[mask] = picture
    return mask


def load(name):
    return pygame.image.load(name).convert_alpha()


ship = world.spawn(add(load("ship.png")), (40, 160),
                   layers=SHIP, collides_with=ROCK | COIN | HERO | LAND)
rock = load("rock.png")
for i in range(10):
    size = pygame.transform.scale_by(rock, 0.7 + i / 10)
    world.spawn(add(size), (120 + 60 * i, 130 * i % 300 - 20),
                layers=ROCK, collides_with=SHIP | SHOT | LAND)

ground = load("ground.png")
world.spawn(add(ground), (0, 300), layers=LAND, fixed=True)
hero = world.spawn(add(load("hero.png")), (220, 20),
                   layers=HERO, collides_with=SHIP | LAND)
coin = add(load("coins.png").subsurface((0, 0, 16, 16)))  # of four
for i in range(5):
    world.spawn(coin, (300 + 70 * i, (160 + 90 * i) % 300),
                layers=COIN, collides_with=SHIP, sensor=True)
bolt = pygame.Surface((12, 3), pygame.SRCALPHA)
bolt.fill("#ffd166")
shot = add(bolt)


explosion, font = load("explosion.png"), pygame.font.Font(None, 26)
blasts, score, saved = [], 0, None


def explode(at):
    blasts.append([at[0] - 40, at[1] - 32, 255])


def draw_blasts():
    for blast in blasts:  # they fade
        explosion.set_alpha(blast[2])
        screen.blit(explosion, blast[:2])
        blast[2] -= 10
    blasts[:] = [blast for blast in blasts if blast[2] > 0]


# region dig
def dig(at):
    print("crater at", at)
    for id in world.erase(Circle(at, 18), layers=LAND):
        loose = world.split(id)  # the largest part keeps the id
        world.set(loose, fixed=False)
# endregion dig


# region fall
def fall(id):
    sprite = world.get(id)
    x, y = sprite.position
    bottom = world.move_until(id, (x, y + 2), layers=LAND).at[1]
    world.set(id, data=sprite.data + bottom - y)  # how far it fell
# endregion fall


# region land
def draw_land(id):
    """Draws the pixels that a part of the land still has."""
    mask, at = world.shape(id)
    top = 300 + world.data(id)
    for row, start, end in mask.runs().tolist():
        x, y = at[0] + start, at[1] + row
        screen.blit(ground, (x, y), (x, y - top, end - start, 1))
# endregion land


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
    x, y = world.move_until(ship, (x, y), "slide", layers=LAND).at
    left, top = world.get(hero).position
    world.move_until(hero, (left, top + 3), layers=LAND)  # falls
    way = (x + 16 > left) - (x + 16 < left)  # to the ship
    world.move_until(hero, (left + way, top), "walk",
                     step_up=3, step_down=3, layers=LAND)
    if keys[pygame.K_SPACE] and step % 10 == 1:
        world.spawn(shot, (x + 44, y + 15), layers=SHOT,
                    collides_with=ROCK | LAND, continuous=True)
    for id in world.ids.tolist():
        layers, fixed = world.get(id).layers, world.get(id).fixed
        if layers == SHOT:
            world.move_by(id, (60, 0))
        elif layers == LAND and not fixed:
            fall(id)
        elif layers in (ROCK, COIN):
            drift(id)

    gone, holes = set(), []
    result = world.step()  # once a frame, after all moves
    for _, rock in result.began_between(SHIP, ROCK):
        explode(world.contact(ship, rock).first)
        gone.add(rock)
        score -= 5
    for _, coin in result.began_between(SHIP, COIN):
        print("coin", coin)
        gone.add(coin)
        score += 5
    for bullet, _ in result.began_between(SHOT, ROCK | LAND):
        impact = result.first_impact(bullet)
        explode(impact.contact.first)
        gone.add(bullet)
        if world.get(impact.b).layers == ROCK:
            gone.add(impact.b)
            score += 2
        else:
            holes.append(impact.contact.first)
    for rock, land in result.began_between(ROCK, LAND):
        first = world.contact(rock, land).first
        explode(first)
        gone.add(rock)
        holes.append(first)
    if len(result.began_between(SHIP, HERO)) > 0:
        print("rescued")
        gone.add(hero)
        score += 20
    if top > 420:
        gone.add(hero)
    # region remove
    for at in holes:
        dig(at)
    for id in world.ids:
        sprite = world.get(id)
        if sprite.layers == SHOT and sprite.position[0] > 640:
            gone.add(id)
        if sprite.layers == LAND and not sprite.fixed:
            is_crumb = world.shape(id)[0].count() < 30
            if is_crumb or sprite.position[1] > 420:
                gone.add(id)
    # endregion remove
    for id in gone:
        if world.get(id).layers in (SHOT, LAND):
            world.despawn(id)
        elif id == hero:
            world.move_to(id, ((left + 290) % 620, -24))
        else:
            send_back(id)

    # region save
    if keys[pygame.K_s]:
        saved = world.to_bytes(), score
        print("saved", len(world), "sprites")
    if keys[pygame.K_l] and saved:
        world, score = World.from_bytes(saved[0]), saved[1]
        print("loaded", len(world), "sprites")  # ids are the same
    # endregion save

    screen.fill("#101828")
    for i in range(80):  # stars
        far = 137 * i + step * (1 + i % 3) // 2
        screen.set_at((639 - far % 640, 61 * i % 420), "#8fa3c4")
    for id in world.ids:
        sprite = world.get(id)
        if sprite.layers == LAND:
            draw_land(id)
        else:
            screen.blit(pictures[sprite.mask], sprite.position)
    draw_blasts()
    screen.blit(font.render(f"score {score}", True, "white"), (12, 12))
    pygame.display.flip()
    clock.tick(60)
