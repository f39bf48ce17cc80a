"""Snake: the head eats fruit and avoids its tail. Rectangles are enough, so no mask is ever made."""

import random

import pygame

SIZE = (640, 480)
STEP = 20


class Part(pygame.sprite.Sprite):
    def __init__(self, color, place, size=STEP):
        super().__init__()
        self.image = pygame.Surface((size, size), pygame.SRCALPHA)
        pygame.draw.rect(self.image, color, (1, 1, size - 2, size - 2), border_radius=6)
        self.image = self.image.convert_alpha()
        self.rect = self.image.get_rect(topleft=place)


def free_place(*groups):
    while True:
        place = random.randrange(1, 31) * STEP, random.randrange(2, 23) * STEP
        spot = Part((0, 0, 0), place)
        if not any(pygame.sprite.spritecollideany(spot, group) for group in groups):
            return place


def steer(head, fruits, body, walls, heading):
    """Goes to the nearest fruit, never back, and turns away from its tail."""
    target = min(fruits, key=lambda fruit: abs(fruit.rect.x - head.rect.x) + abs(fruit.rect.y - head.rect.y)).rect
    ways = [(1, 0), (-1, 0), (0, 1), (0, -1)]
    ways = [way for way in ways if way != (-heading[0], -heading[1])]
    ways.sort(key=lambda way: (target.x - head.rect.x) * way[0] + (target.y - head.rect.y) * way[1], reverse=True)
    for way in ways:
        probe = Part((0, 0, 0), head.rect.move(way[0] * STEP, way[1] * STEP).topleft)
        if not pygame.sprite.spritecollideany(probe, body) and not pygame.sprite.spritecollideany(probe, walls):
            return way
    return heading


def play(screen):
    random.seed(8)
    font = pygame.font.Font(None, 30)
    lawn = pygame.Surface(SIZE).convert()
    for y in range(0, 480, STEP):
        for x in range(0, 640, STEP):
            lawn.fill((168, 212, 110) if (x + y) // STEP % 2 else (160, 204, 102), (x, y, STEP, STEP))
    walls, body, fruits = (pygame.sprite.Group() for _ in range(3))
    for x in range(0, 640, STEP):
        walls.add(Part((90, 120, 70), (x, STEP)), Part((90, 120, 70), (x, 460)))
    for y in range(2 * STEP, 460, STEP):
        walls.add(Part((90, 120, 70), (0, y)), Part((90, 120, 70), (620, y)))
    walls.add(Part((90, 120, 70), (x, 200)) for x in range(200, 440, STEP))
    head = Part((40, 60, 160), (100, 100))
    heading, length, score, deaths = (1, 0), 12, 0, 0
    trail = []
    while len(fruits) < 6:
        fruits.add(Part((220, 60, 60), free_place(walls, fruits)))
    while True:
        heading = steer(head, fruits, body, walls, heading)
        part = Part((70, 100, 210), head.rect.topleft)
        body.add(part)
        trail.append(part)
        if len(trail) > length:
            trail.pop(0).kill()
        head.rect.move_ip(heading[0] * STEP, heading[1] * STEP)

        for _ in pygame.sprite.spritecollide(head, fruits, True):
            score += 1
            length += 2
            fruits.add(Part((220, 60, 60), free_place(walls, fruits, body)))
        if pygame.sprite.spritecollideany(head, body) or pygame.sprite.spritecollideany(head, walls):
            deaths += 1
            length = 12
            while trail:
                trail.pop().kill()
            head.rect.topleft = free_place(walls, fruits)

        screen.blit(lawn, (0, 0))
        for group in (walls, fruits, body):
            group.draw(screen)
        screen.blit(head.image, head.rect)
        screen.blit(font.render(f"Fruit {score}   Lives lost {deaths}", True, (20, 40, 20)), (10, 0))
        yield score, deaths, head.rect.topleft
