# region cut
import pygame
from hitmask import Mask

sheet = pygame.image.load("strewn.png")
mask = Mask.from_surface(sheet, alpha_above=0)
near, (left, top) = mask.grown(4)                # joins parts up to 8 pixels apart

frames = []
for part in near.connected_components():
    x, y = part.at                               # in `near`: add left, top
    only = part.mask.copy()
    only.intersect(mask, (-left - x, -top - y))  # the sheet's pixels of this part
    bx, by, width, height = only.bounds()
    frames.append((left + x + bx, top + y + by, width, height))

for number, frame in enumerate(frames):
    pygame.image.save(sheet.subsurface(frame), f"sprite_{number}.png")
# endregion cut


if __name__ == "__main__":
    assert len(frames) == 6, frames
    assert all(Mask.from_surface(pygame.image.load(f"sprite_{i}.png")).bounds()[:2] == (0, 0) for i in range(6)), frames
    assert sum(frame[2] * frame[3] for frame in frames) < sheet.get_width() * sheet.get_height() / 2
    print(frames)
