"""A brick breaker: round bricks, three balls, a curved paddle that follows the lowest ball."""

import random

import pygame

SIZE = (640, 480)
COLORS = [(230, 80, 80), (240, 150, 60), (240, 210, 70), (110, 200, 90), (80, 150, 230), (160, 100, 220)]


def draw_brick(color):
    image = pygame.Surface((54, 22), pygame.SRCALPHA)
    pygame.draw.rect(image, color, image.get_rect(), border_radius=10)
    pygame.draw.rect(image, [min(255, c + 40) for c in color], (6, 4, 42, 5), border_radius=3)
    return image.convert_alpha()


class Brick(pygame.sprite.Sprite):
    def __init__(self, image, mask, place):
        super().__init__()
        self.image, self.mask = image, mask
        self.rect = image.get_rect(topleft=place)


class Paddle(pygame.sprite.Sprite):
    def __init__(self):
        super().__init__()
        self.image = pygame.Surface((110, 26), pygame.SRCALPHA)
        pygame.draw.ellipse(self.image, (200, 205, 215), (0, 4, 110, 40))
        self.image = self.image.convert_alpha()
        self.mask = pygame.mask.from_surface(self.image)
        self.rect = self.image.get_rect(midbottom=(320, 470))

    def follow(self, balls):
        lowest = max(balls, key=lambda ball: ball.place.y if ball.speed.y > 0 else -1)
        step = lowest.rect.centerx - self.rect.centerx
        self.rect.x += max(-9, min(9, step))


class Ball(pygame.sprite.Sprite):
    def __init__(self, place, speed):
        super().__init__()
        self.image = pygame.Surface((16, 16), pygame.SRCALPHA)
        pygame.draw.circle(self.image, (250, 250, 250), (8, 8), 8)
        self.mask = pygame.mask.from_surface(self.image)
        self.place, self.speed = pygame.Vector2(place), pygame.Vector2(speed)
        self.rect = self.image.get_rect(topleft=place)

    def update(self, bricks, paddle):
        broken = 0
        for _ in range(2):  # two half steps, so that a fast ball passes no brick
            self.place += self.speed / 2
            self.rect.topleft = self.place
            if (self.rect.left < 0 and self.speed.x < 0) or (self.rect.right > 640 and self.speed.x > 0):
                self.speed.x *= -1
            if (self.rect.top < 0 and self.speed.y < 0) or (self.rect.bottom > 478 and self.speed.y > 0):
                self.speed.y *= -1
            hits = pygame.sprite.spritecollide(self, bricks, True, pygame.sprite.collide_mask)
            if hits:
                broken += len(hits)
                away = pygame.Vector2(self.rect.center) - hits[0].rect.center
                if abs(away.x) / 27 > abs(away.y) / 11:
                    self.speed.x = abs(self.speed.x) if away.x > 0 else -abs(self.speed.x)
                else:
                    self.speed.y = abs(self.speed.y) if away.y > 0 else -abs(self.speed.y)
            if self.speed.y > 0 and pygame.sprite.collide_mask(self, paddle):
                self.speed = pygame.Vector2((self.rect.centerx - paddle.rect.centerx) / 9, -abs(self.speed.y))
        return broken


def build(bricks, images, masks):
    for row in range(8):
        for column in range(11):
            kind = (row + column) % len(images)
            bricks.add(Brick(images[kind], masks[kind], (12 + column * 56, 50 + row * 25)))


def play(screen):
    random.seed(3)
    font = pygame.font.Font(None, 30)
    wall = pygame.Surface(SIZE).convert()
    wall.fill((24, 26, 44))
    for y in range(0, 480, 24):
        for x in range(-24 * (y // 24 % 2), 640, 48):
            pygame.draw.rect(wall, (34, 36, 58), (x, y, 47, 23), 1)
    images = [draw_brick(color) for color in COLORS]
    masks = [pygame.mask.from_surface(image) for image in images]
    paddle = Paddle()
    balls = pygame.sprite.Group(Ball((200 + 90 * i, 300), (random.uniform(-4, 4), -6)) for i in range(3))
    bricks = pygame.sprite.Group()
    score = 0
    while True:
        if not bricks:
            build(bricks, images, masks)
        paddle.follow(balls)
        for ball in balls:
            score += 5 * ball.update(bricks, paddle)

        screen.blit(wall, (0, 0))
        bricks.draw(screen)
        balls.draw(screen)
        screen.blit(paddle.image, paddle.rect)
        screen.blit(font.render(f"Score {score}", True, (240, 240, 240)), (10, 12))
        yield score
