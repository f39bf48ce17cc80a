"""Pinball: balls bounce off a painted table. The normal comes from how the shared area changes around the ball."""

import math
import random

import pygame

SIZE = (480, 640)


def paint_table():
    image = pygame.Surface(SIZE, pygame.SRCALPHA)
    steel = (110, 120, 150, 255)
    pygame.draw.rect(image, steel, (0, 0, 480, 640), 14)
    pygame.draw.polygon(image, steel, [(14, 14), (110, 14), (14, 110)])
    pygame.draw.polygon(image, steel, [(466, 14), (370, 14), (466, 110)])
    pygame.draw.polygon(image, steel, [(14, 440), (14, 626), (130, 580)])
    pygame.draw.polygon(image, steel, [(466, 440), (466, 626), (350, 580)])
    pygame.draw.arc(image, steel, (110, 70, 260, 160), 0.4, math.pi - 0.4, 10)
    return image.convert_alpha()


def paint_flipper(angle, left):
    image = pygame.Surface((110, 110), pygame.SRCALPHA)
    start = (12, 55) if left else (98, 55)
    way = pygame.Vector2(78 if left else -78, 0).rotate(angle if left else -angle)
    pygame.draw.line(image, (230, 190, 70), start, way + start, 15)
    pygame.draw.circle(image, (250, 230, 150), start, 10)
    return image.convert_alpha()


class Ball:
    def __init__(self, image, mask):
        self.image, self.mask = image, mask
        self.restart()

    def restart(self):
        self.place = pygame.Vector2(random.randint(120, 340), 60)
        self.speed = pygame.Vector2(random.uniform(-3, 3), 0)

    def bounce(self, solid, corner, kick):
        """Returns whether the ball touched the mask, and leaves it along the gradient of the shared area."""
        at = int(self.place.x) - corner[0], int(self.place.y) - corner[1]
        if not solid.overlap(self.mask, at):
            return False
        x, y = at
        dx = solid.overlap_area(self.mask, (x + 1, y)) - solid.overlap_area(self.mask, (x - 1, y))
        dy = solid.overlap_area(self.mask, (x, y + 1)) - solid.overlap_area(self.mask, (x, y - 1))
        if dx or dy:
            normal = pygame.Vector2(-dx, -dy).normalize()
            into = self.speed.dot(normal)
            if into < 0:
                self.speed -= 1.7 * into * normal
            self.speed += kick * normal
            self.place += normal
        return True


def play(screen):
    random.seed(6)
    font = pygame.font.Font(None, 30)
    table = paint_table()
    walls = pygame.mask.from_surface(table)
    steel = pygame.Surface((22, 22), pygame.SRCALPHA)
    pygame.draw.circle(steel, (220, 225, 235), (11, 11), 11)
    pygame.draw.circle(steel, (255, 255, 255), (8, 7), 3)
    ball_mask = pygame.mask.from_surface(steel)
    balls = [Ball(steel, ball_mask) for _ in range(4)]
    bumper = pygame.Surface((64, 64), pygame.SRCALPHA)
    pygame.draw.circle(bumper, (220, 70, 90), (32, 32), 31)
    pygame.draw.circle(bumper, (250, 220, 220), (32, 32), 18)
    small = pygame.mask.from_surface(bumper)
    bumpers = [(110, 200), (300, 210), (205, 310)]
    halo = small.scale((80, 80)).to_surface(setcolor=(255, 150, 150, 90), unsetcolor=(0, 0, 0, 0))
    flippers = {}
    for left in (True, False):
        for up in (True, False):
            image = paint_flipper(-24 if up else 24, left)
            flippers[left, up] = image, pygame.mask.from_surface(image)
    score = tick = 0
    while True:
        tick += 1
        lit = set()
        up = any(505 < ball.place.y < 570 and ball.speed.y > 0 for ball in balls)
        for ball in balls:
            for _ in range(4):  # small steps, so that no wall is passed
                ball.speed.y += 0.03
                ball.place += ball.speed / 4
                ball.bounce(walls, (0, 0), 0)
                for corner in bumpers:
                    if ball.bounce(small, corner, 1.5):
                        score += 10
                        lit.add(corner)
                for left, corner in ((True, (118, 505)), (False, (252, 505))):
                    ball.bounce(flippers[left, up][1], corner, 3 if up else 0)
            if ball.speed.length() > 11:
                ball.speed.scale_to_length(11)
            if ball.place.y > 600 or not 0 < ball.place.x < 460 or ball.place.y < 0:
                ball.restart()
                score -= 50

        screen.fill((24, 20, 44))
        for y in range(40, 640, 60):
            pygame.draw.line(screen, (40, 34, 70), (0, y), (480, y - 40), 2)
        screen.blit(table, (0, 0))
        for corner in bumpers:
            if corner in lit:
                screen.blit(halo, (corner[0] - 8, corner[1] - 8))
            screen.blit(bumper, corner)
        for left, corner in ((True, (118, 505)), (False, (252, 505))):
            screen.blit(flippers[left, up][0], corner)
        for ball in balls:
            screen.blit(ball.image, (int(ball.place.x), int(ball.place.y)))
            shared = walls.overlap_mask(ball.mask, (int(ball.place.x), int(ball.place.y)))
            if shared.count():  # sparks where the ball scrapes along the wall
                pygame.draw.circle(screen, (255, 230, 120), shared.centroid(), 4)
        screen.blit(font.render(f"{score}", True, (250, 240, 200)), (20, 18))
        yield score, [tuple(map(round, ball.place)) for ball in balls]
