"""Artillery: shells fall into a landscape, each tears a crater, and pieces that hang in the air are lost."""

import math
import random

import pygame

SIZE = (800, 600)
SKY, EARTH = (150, 190, 230), (126, 92, 58)


def paint_landscape():
    """The sky is one color, so everything else is ground."""
    picture = pygame.Surface(SIZE).convert()
    picture.fill(SKY)
    for x in range(800):
        top = int(380 + 60 * math.sin(x / 90) + 25 * math.sin(x / 23))
        pygame.draw.line(picture, EARTH, (x, top), (x, 600))
        pygame.draw.line(picture, (90, 160, 70), (x, top), (x, top + 7))
    for _ in range(60):
        stone = random.randrange(800), random.randrange(470, 600)
        pygame.draw.circle(picture, (104, 76, 48), stone, random.randint(3, 9))
    pygame.draw.rect(picture, (140, 130, 120), (330, 190, 150, 26))
    pygame.draw.rect(picture, (140, 130, 120), (395, 216, 20, 130))
    return picture


class Shell:
    def __init__(self, image, mask):
        self.image, self.mask = image, mask
        self.place = pygame.Vector2(random.choice((-10, 800)), random.randint(60, 160))
        self.speed = pygame.Vector2(random.uniform(3, 8) * (1 if self.place.x < 0 else -1), random.uniform(-4, 0))

    def corner(self):
        return int(self.place.x), int(self.place.y)


class Soldier:
    def __init__(self, x, color):
        self.image = pygame.Surface((22, 28), pygame.SRCALPHA)
        pygame.draw.ellipse(self.image, color, (3, 8, 16, 20))
        pygame.draw.circle(self.image, (240, 200, 170), (11, 7), 7)
        pygame.draw.line(self.image, (40, 40, 40), (11, 16), (21, 11), 3)
        self.mask = pygame.mask.from_surface(self.image)
        self.x, self.y, self.step = x, 100, random.choice((-1, 1))

    def walk(self, ground):
        """Falls by up to five pixels, or walks on and climbs by up to three."""
        for _ in range(5):
            if ground.overlap(self.mask, (self.x, self.y + 1)):
                break
            self.y += 1
        else:
            return
        for climb in range(4):
            if not ground.overlap(self.mask, (self.x + self.step, self.y - climb)):
                self.x, self.y = self.x + self.step, self.y - climb
                break
        else:
            self.step = -self.step
        if not 20 < self.x < 760:
            self.step = 1 if self.x < 400 else -1


def play(screen):
    random.seed(5)
    font = pygame.font.Font(None, 30)
    picture = paint_landscape()
    ground = pygame.mask.from_threshold(picture, SKY, (2, 2, 2, 255))
    ground.invert()
    ball = pygame.Surface((12, 12), pygame.SRCALPHA)
    pygame.draw.circle(ball, (30, 30, 34), (6, 6), 6)
    ball_mask = pygame.mask.from_surface(ball)
    crater = pygame.Surface((64, 64), pygame.SRCALPHA)
    pygame.draw.circle(crater, (255, 255, 255), (32, 32), 30)
    crater_mask = pygame.mask.from_surface(crater)
    soldiers = [Soldier(x, color) for x, color in ((120, (200, 60, 60)), (360, (60, 90, 200)), (660, (60, 150, 80)))]
    shells, smoke = [], []
    total = ground.count()
    hurt = tick = 0
    while True:
        tick += 1
        if tick % 10 == 1:
            shells.append(Shell(ball, ball_mask))
        for soldier in soldiers:
            soldier.walk(ground)
        for shell in shells[:]:
            shell.speed.y += 0.15
            shell.place += shell.speed
            hit = ground.overlap(shell.mask, shell.corner())
            if hit:
                corner = hit[0] - 32, hit[1] - 32
                hole = crater_mask.to_surface(setcolor=SKY, unsetcolor=None)
                picture.blit(hole, corner)
                ground.erase(crater_mask, corner)
                smoke.append([hit, 0])
                for soldier in soldiers:
                    if soldier.mask.overlap_area(crater_mask, (corner[0] - soldier.x, corner[1] - soldier.y)) > 20:
                        hurt += 1
            if hit or not -40 < shell.place.x < 840 or shell.place.y > 600:
                shells.remove(shell)
        if tick % 30 == 0:  # only the largest piece stays, the others crumble
            largest = ground.connected_component()
            loose = ground.copy()
            loose.erase(largest, (0, 0))
            for piece in loose.get_bounding_rects():
                picture.fill((196, 180, 160), (piece.x, piece.y, piece.w, 2))
            picture.blit(loose.to_surface(setcolor=SKY, unsetcolor=None), (0, 0))
            ground = largest

        screen.blit(picture, (0, 0))
        for soldier in soldiers:
            screen.blit(soldier.image, (soldier.x, soldier.y))
        for shell in shells:
            screen.blit(shell.image, shell.corner())
        for puff in smoke:
            puff[1] += 1
            pygame.draw.circle(screen, (90, 90, 90), puff[0], 4 + puff[1], 2)
        smoke = [puff for puff in smoke if puff[1] < 16]
        left = ground.count()
        screen.blit(font.render(f"Hurt {hurt}   Ground {100 * left // total} %", True, (20, 20, 30)), (10, 10))
        yield hurt, left
