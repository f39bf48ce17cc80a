# The test looks for: prints "crash"
# region game
import random, pygame
from hitmask import Mask, World

pygame.init()
screen, clock = pygame.display.set_mode((640, 420)), pygame.time.Clock()
bird_art = pygame.image.load("ship.png").convert_alpha()
pipe_art = pygame.Surface((60, 400), pygame.SRCALPHA)
outline = [(30, 0), (60, 60), (60, 400), (0, 400), (0, 60)]  # pointed
pygame.draw.polygon(pipe_art, "#4c9a52", outline)
images = [bird_art] + [pipe_art, pygame.transform.flip(pipe_art, False, True)] * 2
world = World()
bird = world.spawn(world.add_mask(Mask.from_surface(bird_art)), (80, 200))
pipe = world.add_mask(Mask.from_surface(pipe_art))
world.spawn_many(pipe, [(0, 0)] * 4, flip_y=[False, True] * 2, fixed=True)
x, gaps, y, fall, score = [500, 800], [200, 260], 200.0, 0.0, 0
while pygame.QUIT not in [event.type for event in pygame.event.get()]:
    fall = -5.0 if pygame.key.get_pressed()[pygame.K_SPACE] else fall + 0.35
    y += fall
    for i in (0, 1):
        x[i] -= 3
        if x[i] < -60:
            x[i], gaps[i], score = 640, random.randint(120, 300), score + 1
    pipes = [(x[i], gaps[i] + dy) for i in (0, 1) for dy in (80, -480)]
    world.set_positions([(80, y), *pipes])
    if not world.is_free(bird) or not -40 < y < 420:  # one pixel is enough
        print("crash, score", score)
        x, y, fall, score = [500, 800], 200.0, 0.0, 0
    screen.fill("#bfe3f5")
    screen.blits(zip(images, world.positions))
    pygame.display.flip()
    clock.tick(60)
# endregion game
