# The test looks for: prints "crash"
# region game
import random, pygame
from hitmask import Mask, World

pygame.init()
screen, clock = pygame.display.set_mode((640, 420)), pygame.time.Clock()
bird_image = pygame.image.load("ship.png").convert_alpha()
pipe_image = pygame.Surface((60, 400), pygame.SRCALPHA)
pygame.draw.polygon(pipe_image, "#4c9a52", [(30, 0), (60, 60), (60, 400), (0, 400), (0, 60)])  # pointed: boxes would lie
world = World()
bird, pipe = (world.add_mask(Mask.from_surface(image)) for image in (bird_image, pipe_image))
bird = world.spawn(bird, (80, 200))
pipes = world.spawn_many(pipe, [(x, 0) for x in (500, 500, 800, 800)], flip_y=[False, True] * 2, fixed=True)
x, gaps, y, fall, score = [500, 800], [200, 260], 200.0, 0.0, 0
while pygame.QUIT not in [event.type for event in pygame.event.get()]:
    fall = -5.0 if pygame.key.get_pressed()[pygame.K_SPACE] else fall + 0.35
    y += fall
    for i in (0, 1):
        x[i] -= 3
        if x[i] < -60:
            x[i], gaps[i], score = 640, random.randint(120, 300), score + 1
    world.set_positions([(80, y), *((x[i // 2], gaps[i // 2] + (80 if i % 2 == 0 else -480)) for i in range(4))])
    if not world.is_free(bird) or not -40 < y < 420:  # one pixel is enough
        print("crash, score", score)
        x, y, fall, score = [500, 800], 200.0, 0.0, 0
    screen.fill("#bfe3f5")
    for i, id in enumerate(pipes):
        screen.blit(pygame.transform.flip(pipe_image, False, i % 2 == 1), world.get(id).position)
    screen.blit(bird_image, world.get(bird).position)
    pygame.display.flip()
    clock.tick(60)
# endregion game
