"""Stealth: lamps sweep a courtyard. The more of the thief is in the light, the faster the alarm rises."""

import math

import pygame

SIZE = (640, 480)
TURNS = 72


def draw_cone():
    image = pygame.Surface((320, 320), pygame.SRCALPHA)
    points = [(160, 160)]
    for i in range(-8, 9):
        points.append((160 + 150 * math.cos(i * 0.045), 160 + 150 * math.sin(i * 0.045)))
    pygame.draw.polygon(image, (255, 240, 150, 255), points)
    return image.convert_alpha()


class Lamp:
    """All lamps show the same 72 turned images of one cone."""

    def __init__(self, place, images, phase, speed):
        self.place, self.images = place, images
        self.angle, self.speed = phase, speed

    def update(self, alarm):
        self.angle += self.speed * (2 if alarm > 50 else 1)
        self.image, self.mask, self.outline = self.images[int(self.angle) % TURNS]
        self.rect = self.image.get_rect(center=self.place)


class Thief:
    def __init__(self):
        self.image = pygame.Surface((30, 34), pygame.SRCALPHA)
        pygame.draw.ellipse(self.image, (50, 50, 66), (2, 8, 26, 26))
        pygame.draw.circle(self.image, (80, 80, 100), (15, 9), 8)
        self.mask = pygame.mask.from_surface(self.image)
        self.size = self.mask.count()
        self.rect = self.image.get_rect()

    def update(self, tick):
        self.rect.center = 320 + int(220 * math.cos(tick / 55)), 250 + int(140 * math.sin(tick / 37))


def play(screen):
    font = pygame.font.Font(None, 28)
    yard = pygame.Surface(SIZE).convert()
    for y in range(0, 480, 32):
        for x in range(0, 640, 32):
            shade = 34 + (x * 7 + y * 13) % 12
            yard.fill((shade, shade, shade + 14), (x, y, 31, 31))
    cone = draw_cone()
    images = []
    for i in range(TURNS):
        image = pygame.transform.rotate(cone, -i * 360 / TURNS)
        mask = pygame.mask.from_surface(image)
        glow = image.copy()
        glow.set_alpha(110)
        images.append((glow, mask, mask.outline(4)))
    lamps = [
        Lamp((120, 120), images, 0, 0.6),
        Lamp((520, 140), images, 20, -0.5),
        Lamp((320, 330), images, 40, 0.8),
        Lamp((90, 400), images, 60, -0.7),
        Lamp((560, 400), images, 10, 0.4),
    ]
    crate = pygame.mask.Mask((40, 40), fill=True)
    crates = [(200, 200), (400, 260), (300, 90), (460, 330), (160, 320)]
    thief = Thief()
    alarm, tick = 0.0, 0
    while True:
        tick += 1
        thief.update(tick)
        hidden = thief.mask.copy()
        hidden.clear()
        for x, y in crates:
            hidden.draw(crate, (x - thief.rect.x, y - thief.rect.y))
        lit = pygame.mask.Mask(thief.rect.size)
        for lamp in lamps:
            lamp.update(alarm)
            offset = lamp.rect.x - thief.rect.x, lamp.rect.y - thief.rect.y
            if thief.mask.overlap(lamp.mask, offset):
                lit.draw(thief.mask.overlap_mask(lamp.mask, offset), (0, 0))
        lit.erase(hidden, (0, 0))
        seen = lit.count() / thief.size
        alarm = min(max(alarm + 4 * seen - 0.5, 0), 100)
        dark = thief.mask.overlap_area(hidden, (0, 0))

        screen.blit(yard, (0, 0))
        for lamp in lamps:
            screen.blit(lamp.image, lamp.rect)
            edge = [(x + lamp.rect.x, y + lamp.rect.y) for x, y in lamp.outline]
            pygame.draw.lines(screen, (255, 250, 200), True, edge)
            pygame.draw.circle(screen, (90, 90, 100), lamp.place, 9)
        screen.blit(thief.image, thief.rect)
        screen.blit(lit.to_surface(setcolor=(255, 90, 90, 200), unsetcolor=(0, 0, 0, 0)), thief.rect)
        for x, y in crates:
            pygame.draw.rect(screen, (120, 84, 50), (x, y, 40, 40))
            pygame.draw.rect(screen, (160, 120, 80), (x, y, 40, 40), 3)
        for box in lit.get_bounding_rects():
            pygame.draw.rect(screen, (255, 60, 60), box.move(thief.rect.topleft), 1)
        pygame.draw.rect(screen, (220, 50, 50), (10, 456, int(2 * alarm), 14))
        screen.blit(font.render(f"Seen {seen:.0%}   Hidden {dark}", True, (240, 240, 240)), (10, 10))
        yield round(alarm, 6), lit.count(), dark
