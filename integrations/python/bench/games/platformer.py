"""A platformer: the hero runs and jumps, and steps pixel by pixel until its mask meets a tile."""

import math

import pygame

SIZE = (640, 480)
TILE = 32
LEVEL = """
................................................................
................................................................
.......o.......................o................o...............
.....#####..................######............#####.............
...................o............................................
..............#######.....o..............o..............oo......
...oo.......................................#######.............
.######................/##......................................
...................o.o/###..oo......../##.....o.......o/#.......
...o.oo.../##...oo.../####.....o...../####....o...../####.....o.
.H......m/####...m../#####.o..oo..m./######....m.../######..m...
################..##########..#####################..###########
################..##########..#####################..###########
""".split()


def draw_tile(slope):
    image = pygame.Surface((TILE, TILE), pygame.SRCALPHA)
    corners = [(0, 31), (31, 0), (31, 31)] if slope else [(0, 0), (31, 0), (31, 31), (0, 31)]
    pygame.draw.polygon(image, (120, 84, 50), corners)
    pygame.draw.line(image, (90, 190, 80), (0, 31 if slope else 1), (31, 1), 5)
    return image.convert_alpha()


def draw_hero():
    image = pygame.Surface((24, 38), pygame.SRCALPHA)
    pygame.draw.circle(image, (240, 200, 160), (12, 9), 8)
    pygame.draw.rect(image, (60, 90, 210), (5, 16, 14, 14), border_radius=4)
    pygame.draw.rect(image, (50, 40, 40), (6, 29, 5, 9))
    pygame.draw.rect(image, (50, 40, 40), (13, 29, 5, 9))
    return image.convert_alpha()


class Thing(pygame.sprite.Sprite):
    def __init__(self, image, place, mask=None):
        super().__init__()
        self.image = image
        self.rect = image.get_rect(topleft=place)
        self.mask = mask or pygame.mask.from_surface(image)


class Monster(Thing):
    def update(self, tick):
        self.rect.x += 1 if tick // 40 % 2 else -1


class Hero(Thing):
    def __init__(self, place):
        super().__init__(draw_hero(), place)
        self.start, self.fall, self.stuck = place, 0, 0

    def hits(self, tiles):
        return pygame.sprite.spritecollideany(self, tiles, pygame.sprite.collide_mask)

    def update(self, tiles, jump):
        for _ in range(3):  # to the right, up a slope if need be
            self.rect.x += 1
            climb = 0
            while climb < 4 and self.hits(tiles):
                self.rect.y -= 1
                climb += 1
            if climb == 4:
                self.rect.move_ip(-1, 4)
                self.stuck += 1
                break
        self.fall = min(self.fall + 1, 11)
        grounded = False
        for _ in range(abs(self.fall)):
            step = 1 if self.fall > 0 else -1
            self.rect.y += step
            if self.hits(tiles):
                self.rect.y -= step
                grounded = self.fall > 0
                self.fall = 0
                break
        if grounded and (jump or self.stuck > 2):
            self.fall, self.stuck = -13, 0
        if self.rect.top > 480 or self.rect.left > TILE * len(LEVEL[0]):
            self.rect.topleft = self.start


def play(screen):
    font = pygame.font.Font(None, 30)
    pictures = {"#": draw_tile(False), "/": draw_tile(True)}
    masks = {sign: pygame.mask.from_surface(image) for sign, image in pictures.items()}
    coin, monster = (pygame.Surface((20, 20), pygame.SRCALPHA) for _ in range(2))
    pygame.draw.circle(coin, (250, 210, 60), (10, 10), 9)
    pygame.draw.circle(coin, (200, 150, 30), (10, 10), 9, 2)
    pygame.draw.ellipse(monster, (190, 60, 160), (0, 4, 20, 16))
    tiles, coins, monsters = (pygame.sprite.Group() for _ in range(3))
    for row, line in enumerate(LEVEL):
        for column, sign in enumerate(line):
            x, y = column * TILE, row * TILE + 64
            if sign in pictures:
                tiles.add(Thing(pictures[sign], (x, y), masks[sign]))
            elif sign == "o":
                coins.add(Thing(coin, (x + 6, y + 6)))
            elif sign == "m":
                monsters.add(Monster(monster, (x, y + 12)))
            elif sign == "H":
                hero = Hero((x, y - 10))
    score = hurt = tick = 0
    while True:
        tick += 1
        monsters.update(tick)
        hero.update(tiles, jump=90 < hero.rect.x % 384 < 130 or tick % 97 < 4)
        score += 10 * len(pygame.sprite.spritecollide(hero, coins, True, pygame.sprite.collide_mask))
        for other in monsters:
            if pygame.sprite.collide_mask(hero, other):
                hurt += 1

        camera = max(hero.rect.x - 250, 0)
        screen.fill((140, 200, 240))
        for i in range(6):
            pygame.draw.circle(screen, (110, 170, 120), (i * 260 - camera // 3 % 260, 470), 130)
        for group in (tiles, coins, monsters):
            for thing in group:
                if -TILE < thing.rect.x - camera < 640:
                    screen.blit(thing.image, thing.rect.move(-camera, 0))
        screen.blit(hero.image, hero.rect.move(-camera, int(2 * math.sin(tick / 3))))
        screen.blit(font.render(f"Coins {score}   Hurt {hurt}", True, (20, 20, 40)), (10, 10))
        yield score, hurt, hero.rect.topleft
