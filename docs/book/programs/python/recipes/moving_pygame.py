import random

import hitmask.pygame.auto  # noqa: F401
import pygame

rocks, shots = pygame.sprite.Group(), pygame.sprite.Group()
picture, dot = pygame.image.load("rock.png"), pygame.Surface((3, 3), pygame.SRCALPHA)
dot.fill("white")
mask, small = pygame.mask.from_surface(picture), pygame.mask.from_surface(dot)
dice = random.Random(1)
for group, image, shape, count in ((rocks, picture, mask, 40), (shots, dot, small, 200)):
    for _ in range(count):
        sprite = pygame.sprite.Sprite(group)
        sprite.image, sprite.mask = image, shape
        sprite.rect = image.get_rect(topleft=(dice.randrange(600), dice.randrange(400)))

# region trap
# Slow, as before: pygame's own loop calls the lambda for each pair.
collide_mask = pygame.sprite.collide_mask
slow = pygame.sprite.groupcollide(
    rocks, shots, False, False,
    lambda a, b: a.rect.colliderect(b.rect) and collide_mask(a, b))

# Fast, with the same result: one call for both groups.
fast = pygame.sprite.groupcollide(rocks, shots, False, False, collide_mask)

# Slow: a loop of your own.
pairs = [(rock, shot) for rock in rocks for shot in shots if collide_mask(rock, shot)]

# Fast, with the same pairs.
same_pairs = [(rock, shot) for rock in fast for shot in fast[rock]]
# endregion trap

assert pygame.mask.Mask.__module__ == "hitmask.pygame"
assert slow == fast and len(fast) > 5, (len(slow), len(fast))
assert pairs == same_pairs

# region out
# What pygame has no call for: the shortest move that frees a rock.
for rock, hits in fast.items():
    x, y = hits[0].rect.x - rock.rect.x, hits[0].rect.y - rock.rect.y
    move = rock.mask.penetration(hits[0].mask, (x, y))
    assert not rock.mask.overlaps(hits[0].mask, (x - move[0], y - move[1]))
# endregion out
