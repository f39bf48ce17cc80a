"""A bullet hell: a boss throws spirals, 500 bullets are in the air, and one small hero dodges them."""

import math
import random

import pygame

SIZE = (640, 480)


class Bullet(pygame.sprite.Sprite):
    def __init__(self, image, mask, place, angle, speed):
        super().__init__()
        self.image, self.mask = image, mask
        self.x, self.y = place
        self.dx, self.dy = speed * math.cos(angle), speed * math.sin(angle)
        self.rect = image.get_rect(center=place)

    def update(self):
        self.x += self.dx
        self.y += self.dy
        self.rect.center = int(self.x), int(self.y)
        if not (-20 < self.x < 660 and -20 < self.y < 500):
            self.kill()


class Hero(pygame.sprite.Sprite):
    def __init__(self):
        super().__init__()
        self.image = pygame.Surface((28, 36), pygame.SRCALPHA)
        pygame.draw.polygon(self.image, (240, 240, 250), [(14, 0), (18, 16), (27, 30), (14, 26), (0, 30), (9, 16)])
        pygame.draw.circle(self.image, (220, 40, 90), (14, 18), 4)
        self.image = self.image.convert_alpha()
        self.mask = pygame.mask.from_surface(self.image)
        self.rect = self.image.get_rect(center=(320, 400))

    def update(self, tick):
        self.rect.center = 320 + int(200 * math.sin(tick / 60)), 390 + int(50 * math.sin(tick / 23))


def draw_bullets():
    images = []
    for color in ((250, 90, 130), (110, 180, 255), (250, 220, 100)):
        image = pygame.Surface((14, 14), pygame.SRCALPHA)
        pygame.draw.circle(image, (*color, 90), (7, 7), 7)
        pygame.draw.circle(image, color, (7, 7), 5)
        pygame.draw.circle(image, (255, 255, 255), (7, 7), 2)
        images.append(image.convert_alpha())
    return images


def play(screen):
    random.seed(2)
    font = pygame.font.Font(None, 28)
    images = draw_bullets()
    masks = [pygame.mask.from_surface(image) for image in images]
    boss = pygame.Surface((90, 70), pygame.SRCALPHA)
    pygame.draw.ellipse(boss, (90, 60, 130), boss.get_rect())
    pygame.draw.circle(boss, (250, 240, 120), (45, 35), 14)
    pygame.draw.circle(boss, (20, 10, 30), (45, 35), 6)
    boss = boss.convert_alpha()
    glow = pygame.Surface(SIZE).convert()
    for y in range(480):
        pygame.draw.line(glow, (14 + y // 16, 8, 30 + y // 12), (0, y), (640, y))
    hero = Hero()
    bullets = pygame.sprite.Group()
    hits = grazed = 0
    tick = 0
    # The battle is under way when the game begins.
    for _ in range(160):
        tick += 1
        throw(bullets, images, masks, tick)
        bullets.update()
    while True:
        tick += 1
        throw(bullets, images, masks, tick)
        bullets.update()
        hero.update(tick)
        hits += len(pygame.sprite.spritecollide(hero, bullets, True, pygame.sprite.collide_mask))
        if pygame.sprite.spritecollideany(hero, bullets):
            grazed += 1

        screen.blit(glow, (0, 0))
        bullets.draw(screen)
        screen.blit(boss, boss.get_rect(center=(320, 110)))
        screen.blit(hero.image, hero.rect)
        text = f"Hits {hits}   Grazed {grazed}   Bullets {len(bullets)}"
        screen.blit(font.render(text, True, (255, 255, 255)), (10, 10))
        yield hits, grazed, len(bullets)


def throw(bullets, images, masks, tick):
    for arm in range(4):
        angle = tick * 0.11 + arm * math.tau / 4
        kind = arm % 3
        bullets.add(Bullet(images[kind], masks[kind], (320, 110), angle, 2.6))
    if tick % 40 == 0:
        for i in range(24):
            bullets.add(Bullet(images[2], masks[2], (320, 110), i * math.tau / 24 + random.random(), 1.8))
