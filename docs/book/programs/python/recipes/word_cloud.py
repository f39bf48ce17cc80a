# region recipe
import pygame
from hitmask import Mask

pygame.init()
screen = pygame.display.set_mode((640, 420))
screen.fill("white")
board = Mask(640, 420)  # solid where a word is
words = """hitmask pixels sprite overlap sweep normal world layers sensor
    ray step pair carry slide walk jump dig""".split()
placed = 0
for number in range(160):
    font = pygame.font.Font(None, max(18, 92 - 5 * number))
    color = pygame.Color.from_hsva(47 * number % 360, 70, 70)
    word = font.render(words[number % len(words)], False, color)
    mask = Mask.from_surface(word)
    wide, (left, top) = mask.grown(2)  # keeps a margin of 2 pixels
    width, height = word.get_size()
    middle = (320 - width // 2 + left, 210 - height // 2 + top)
    at = board.nearest_free(wide, middle, 500, within=(0, 0, 640, 420))
    if at is not None:
        board.draw(wide, at)
        screen.blit(word, (at[0] - left, at[1] - top))
        placed += 1
pygame.image.save(screen, "word_cloud.png")
# endregion recipe
assert placed > 100, placed
