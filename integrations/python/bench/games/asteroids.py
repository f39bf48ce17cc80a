"""Asteroids: rocks turn, so each of them makes a new image and a new mask in each frame."""

import math
import random

import pygame

SIZE = (800, 600)


def draw_rock(radius):
    image = pygame.Surface((2 * radius, 2 * radius), pygame.SRCALPHA)
    corners = []
    for i in range(11):
        angle, length = i * math.tau / 11, radius * random.uniform(0.7, 1.0)
        corners.append((radius + length * math.cos(angle), radius + length * math.sin(angle)))
    pygame.draw.polygon(image, (110, 104, 98), corners)
    pygame.draw.polygon(image, (190, 184, 170), corners, 2)
    pygame.draw.circle(image, (80, 76, 70), (radius * 0.8, radius * 0.7), radius // 5)
    return image.convert_alpha()


class Flyer(pygame.sprite.Sprite):
    """Something that moves straight on, turns, and comes back on the other side."""

    def __init__(self, image, place, speed, spin):
        super().__init__()
        self.original = self.image = image
        self.place, self.speed = pygame.Vector2(place), pygame.Vector2(speed)
        self.angle, self.spin = random.uniform(0, 360), spin
        self.turn()

    def turn(self):
        self.angle = (self.angle + self.spin) % 360
        self.image = pygame.transform.rotate(self.original, self.angle)
        self.rect = self.image.get_rect(center=self.place)
        self.mask = pygame.mask.from_surface(self.image)

    def update(self):
        self.place += self.speed
        self.place.update(self.place.x % 800, self.place.y % 600)
        self.turn()


class Rock(Flyer):
    def __init__(self, radius, place):
        direction = pygame.Vector2(random.uniform(0.6, 2.2), 0).rotate(random.uniform(0, 360))
        super().__init__(draw_rock(radius), place, direction, random.uniform(-4, 4))
        self.radius = radius


class Ship(Flyer):
    def __init__(self):
        image = pygame.Surface((44, 36), pygame.SRCALPHA)
        pygame.draw.polygon(image, (120, 220, 160), [(43, 18), (0, 2), (10, 18), (0, 34)])
        super().__init__(image, (400, 300), (0.7, 0.4), 3)

    def nose(self):
        return pygame.Vector2(1, 0).rotate(-self.angle)


class Shot(pygame.sprite.Sprite):
    def __init__(self, place, speed):
        super().__init__()
        self.image = pygame.Surface((6, 6), pygame.SRCALPHA)
        pygame.draw.circle(self.image, (255, 255, 180), (3, 3), 3)
        self.mask = pygame.mask.from_surface(self.image)
        self.place, self.speed, self.left = pygame.Vector2(place), speed, 70
        self.rect = self.image.get_rect(center=place)

    def update(self):
        self.place += self.speed
        self.rect.center = self.place
        self.left -= 1
        if self.left <= 0:
            self.kill()


def play(screen):
    random.seed(4)
    font = pygame.font.Font(None, 32)
    sky = pygame.Surface(SIZE).convert()
    sky.fill((10, 10, 18))
    for _ in range(200):
        sky.set_at((random.randrange(800), random.randrange(600)), (150, 150, 170))
    ship = Ship()
    shots = pygame.sprite.Group()
    rocks = pygame.sprite.Group(Rock(42, (random.randrange(800), random.randrange(200))) for _ in range(9))
    score = bumps = tick = 0
    while True:
        tick += 1
        ship.update()
        rocks.update()
        shots.update()
        if tick % 8 == 0:
            shots.add(Shot(ship.place + 22 * ship.nose(), 8 * ship.nose()))

        hits = pygame.sprite.groupcollide(rocks, shots, True, True, pygame.sprite.collide_mask)
        for rock in hits:
            score += 100 - rock.radius
            if rock.radius > 14:
                rocks.add(Rock(rock.radius * 2 // 3, rock.place) for _ in range(2))
        if pygame.sprite.spritecollideany(ship, rocks, pygame.sprite.collide_mask):
            bumps += 1
        if len(rocks) < 8:
            rocks.add(Rock(42, (random.randrange(800), 0)))

        screen.blit(sky, (0, 0))
        rocks.draw(screen)
        shots.draw(screen)
        screen.blit(ship.image, ship.rect)
        screen.blit(font.render(f"{score}   bumps {bumps}", True, (220, 220, 220)), (12, 12))
        yield score - bumps
