"""A bird flies through pipes. As in many tutorials, it makes masks of the images each time it asks for a collision."""

import math
import random

import pygame

SIZE = (640, 480)
GAP = 150


def draw_bird(wing):
    image = pygame.Surface((44, 32), pygame.SRCALPHA)
    pygame.draw.ellipse(image, (250, 210, 60), (2, 2, 36, 28))
    pygame.draw.polygon(image, (250, 120, 40), [(34, 12), (43, 16), (34, 21)])
    pygame.draw.circle(image, (255, 255, 255), (28, 10), 6)
    pygame.draw.circle(image, (0, 0, 0), (30, 10), 3)
    pygame.draw.ellipse(image, (230, 160, 40), (6, 12 + wing, 18, 10))
    return image.convert_alpha()


def draw_pipe():
    image = pygame.Surface((68, 320), pygame.SRCALPHA)
    pygame.draw.rect(image, (70, 160, 60), (5, 0, 58, 320))
    pygame.draw.rect(image, (130, 210, 110), (12, 0, 10, 320))
    pygame.draw.rect(image, (70, 170, 70), (0, 0, 68, 26), border_radius=6)
    return image.convert_alpha()


class Bird:
    def __init__(self):
        self.images = [draw_bird(wing) for wing in (0, 3, 6, 3)]
        self.y, self.speed, self.tick = 200.0, 0.0, 0
        self.image = self.images[0]

    def move(self, target):
        self.tick += 1
        if self.y > target:
            self.speed = -6.5
        self.speed = min(self.speed + 0.55, 9)
        self.y = min(max(self.y + self.speed, -20), 420)
        self.image = pygame.transform.rotate(self.images[self.tick // 4 % 4], -4 * self.speed)

    def get_mask(self):
        return pygame.mask.from_surface(self.image)


class Pipe:
    def __init__(self, x, image):
        self.bottom_image = image
        self.top_image = pygame.transform.flip(image, False, True)
        self.x, self.passed = x, False
        self.middle = random.randint(130, 300)
        self.top = self.middle - GAP // 2 - 320
        self.bottom = self.middle + GAP // 2

    def collide(self, bird):
        bird_mask = bird.get_mask()
        top_mask = pygame.mask.from_surface(self.top_image)
        bottom_mask = pygame.mask.from_surface(self.bottom_image)
        top_offset = (self.x - 150, self.top - round(bird.y))
        bottom_offset = (self.x - 150, self.bottom - round(bird.y))
        return bird_mask.overlap(top_mask, top_offset) or bird_mask.overlap(bottom_mask, bottom_offset)


def play(screen):
    random.seed(7)
    font = pygame.font.Font(None, 44)
    sky = pygame.Surface(SIZE).convert()
    for y in range(480):
        pygame.draw.line(sky, (110, 180 - y // 8, 230 - y // 5), (0, y), (640, y))
    cloud = pygame.Surface((120, 50), pygame.SRCALPHA)
    for x, y, radius in ((35, 30, 20), (60, 22, 22), (88, 32, 17)):
        pygame.draw.circle(cloud, (255, 255, 255, 180), (x, y), radius)
    ground = pygame.Surface((700, 44)).convert()
    ground.fill((200, 180, 110))
    for x in range(0, 700, 20):
        pygame.draw.line(ground, (150, 130, 70), (x, 0), (x + 14, 44), 3)
    pipe_image = draw_pipe()
    bird = Bird()
    pipes = [Pipe(640 + i * 240, pipe_image) for i in range(3)]
    score = crashes = tick = 0
    while True:
        tick += 1
        ahead = min((pipe for pipe in pipes if pipe.x > 90), key=lambda pipe: pipe.x)
        bird.move(ahead.middle + 30 * math.sin(tick / 50) + 10)
        for pipe in pipes:
            pipe.x -= 4
            if pipe.collide(bird):
                crashes += 1
            if not pipe.passed and pipe.x < 90:
                pipe.passed = True
                score += 1
        if pipes[0].x < -70:
            pipes.pop(0)
            pipes.append(Pipe(pipes[-1].x + 240, pipe_image))

        screen.blit(sky, (0, 0))
        for i in range(4):
            screen.blit(cloud, ((i * 200 - tick) % 760 - 120, 40 + 30 * (i % 3)))
        for pipe in pipes:
            screen.blit(pipe.top_image, (pipe.x, pipe.top))
            screen.blit(pipe.bottom_image, (pipe.x, pipe.bottom))
        screen.blit(ground, (-(4 * tick % 20), 440))
        screen.blit(bird.image, (150, round(bird.y)))
        screen.blit(font.render(str(score), True, (255, 255, 255)), (310, 20))
        yield score, crashes
