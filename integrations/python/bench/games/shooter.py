"""A space shooter: waves of enemies weave down the screen, the player sweeps and fires."""

import math
import random

import pygame

SIZE = (640, 480)


def draw_ship(width, height, hull, glass):
    image = pygame.Surface((width, height), pygame.SRCALPHA)
    middle = width // 2
    pygame.draw.polygon(image, hull, [(middle, 0), (width - 1, height - 6), (middle, height - 12), (0, height - 6)])
    pygame.draw.polygon(image, glass, [(middle, 8), (middle + 5, height // 2), (middle - 5, height // 2)])
    pygame.draw.rect(image, (255, 140, 40), (middle - 3, height - 12, 6, 10))
    return image.convert_alpha()


class Player(pygame.sprite.Sprite):
    def __init__(self, image):
        super().__init__()
        self.image = image
        self.rect = image.get_rect(midbottom=(320, 470))
        self.mask = pygame.mask.from_surface(image)
        self.lives = 3

    def steer(self, tick):
        self.rect.centerx = 320 + int(260 * math.sin(tick / 37) + 30 * math.sin(tick / 5))


class Enemy(pygame.sprite.Sprite):
    def __init__(self, image, mask, x, phase):
        super().__init__()
        self.image, self.mask = image, mask
        self.start, self.phase, self.y = x, phase, -30.0
        self.rect = image.get_rect(center=(x, -30))

    def update(self):
        self.y += 1.4
        self.phase += 0.05
        self.rect.center = (int(self.start + 60 * math.sin(self.phase)), int(self.y))
        if self.rect.top > 480:
            self.kill()


class Shot(pygame.sprite.Sprite):
    def __init__(self, image, mask, place, speed):
        super().__init__()
        self.image, self.mask, self.speed = image, mask, speed
        self.rect = image.get_rect(center=place)

    def update(self):
        self.rect.y += self.speed
        if not -20 < self.rect.y < 490:
            self.kill()


class Blast(pygame.sprite.Sprite):
    def __init__(self, images, place):
        super().__init__()
        self.images, self.age = images, 0
        self.image = images[0]
        self.rect = self.image.get_rect(center=place)

    def update(self):
        self.age += 1
        if self.age >= 2 * len(self.images):
            self.kill()
        else:
            self.image = self.images[self.age // 2]


def play(screen):
    random.seed(11)
    font = pygame.font.Font(None, 28)
    player = Player(draw_ship(46, 48, (120, 190, 240), (20, 40, 90)))
    enemy_image = pygame.transform.flip(draw_ship(40, 36, (220, 70, 90), (250, 220, 120)), False, True)
    enemy_mask = pygame.mask.from_surface(enemy_image)
    shot_image, bomb_image = pygame.Surface((5, 14), pygame.SRCALPHA), pygame.Surface((9, 9), pygame.SRCALPHA)
    pygame.draw.ellipse(shot_image, (250, 250, 120), shot_image.get_rect())
    pygame.draw.circle(bomb_image, (250, 120, 250), (4, 4), 4)
    shot_mask, bomb_mask = pygame.mask.from_surface(shot_image), pygame.mask.from_surface(bomb_image)
    blasts_images = []
    for size in range(8, 40, 4):
        image = pygame.Surface((48, 48), pygame.SRCALPHA)
        pygame.draw.circle(image, (255, 220 - 4 * size, 60, 255 - 5 * size), (24, 24), size // 2 + 2)
        blasts_images.append(image)
    stars = [[random.randrange(640), random.randrange(480), random.randint(1, 3)] for _ in range(90)]
    enemies, shots, bombs, blasts = (pygame.sprite.Group() for _ in range(4))
    score = tick = 0
    while True:
        tick += 1
        if tick % 12 == 1:
            enemies.add(Enemy(enemy_image, enemy_mask, random.randint(80, 560), random.uniform(0, 6)))
        if tick % 6 == 0:
            shots.add(Shot(shot_image, shot_mask, player.rect.midtop, -9))
        for enemy in enemies:
            if random.random() < 0.01:
                bombs.add(Shot(bomb_image, bomb_mask, enemy.rect.midbottom, 5))
        player.steer(tick)
        for group in (enemies, shots, bombs, blasts):
            group.update()

        for enemy in pygame.sprite.groupcollide(enemies, shots, True, True, pygame.sprite.collide_mask):
            score += 10
            blasts.add(Blast(blasts_images, enemy.rect.center))
        for thing in pygame.sprite.spritecollide(player, bombs, True, pygame.sprite.collide_mask):
            player.lives -= 1
            blasts.add(Blast(blasts_images, thing.rect.center))
        rammed = pygame.sprite.spritecollideany(player, enemies, pygame.sprite.collide_mask)
        if rammed:
            rammed.kill()
            score -= 5

        screen.fill((8, 8, 22))
        for star in stars:
            star[1] = (star[1] + star[2]) % 480
            screen.fill((90 * star[2] - 20,) * 3, (star[0], star[1], star[2], star[2]))
        for group in (enemies, shots, bombs, blasts):
            group.draw(screen)
        screen.blit(player.image, player.rect)
        screen.blit(font.render(f"Score {score}   Hull {player.lives}", True, (230, 230, 230)), (10, 10))
        yield score
