"""Plays a game of the book without a window: it holds the right key, presses the space bar now and then, and ends after 240 frames.

The game must print what its comments `prints "..."` say. With a second argument, the frame 70 is saved as a picture there.
"""

import contextlib
import io
import re
import sys
from pathlib import Path

import pygame

source = Path(sys.argv[1]).read_text()
frames = 0


class Ended(Exception):
    pass


class Keys(dict):
    def __missing__(self, key):
        return key == pygame.K_RIGHT or (key == pygame.K_SPACE and frames % 50 < 3)


def flip():
    global frames
    frames += 1
    if frames == 70 and len(sys.argv) > 2:
        pygame.image.save(pygame.display.get_surface(), sys.argv[2])
    if frames == 240:
        raise Ended


class Clock:
    def tick(self, rate):
        return 1000 // rate


pygame.key.get_pressed, pygame.display.flip, pygame.time.Clock = Keys, flip, Clock
printed = io.StringIO()
with contextlib.suppress(Ended), contextlib.redirect_stdout(printed):
    exec(compile(source, sys.argv[1], "exec"), {"__name__": "__main__"})
assert frames == 240, f"it ended after {frames} frames"
for text in re.findall(r'prints "([^"]*)"', source):
    assert text in printed.getvalue(), f"it does not print {text!r}:\n{printed.getvalue()}"
