"""Plays a game of the book without a window: it holds the right key, presses the space bar now and then, S and L once, and ends after
240 frames.

The game must print what its comments `prints "..."` say, and all that it prints is printed here. With a second argument, the frame 70 is saved as a picture there. A hero who
jumps, at any speed and gravity, lands once after each jump.
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


def play(source: str, count: int, is_down) -> str:
    """Plays some frames, and returns what the game prints."""
    global frames
    frames = 0

    class Keys(dict):
        def __missing__(self, key):
            return is_down(key)

    def flip():
        global frames
        frames += 1
        if frames == 70 and len(sys.argv) > 2:
            pygame.image.save(pygame.display.get_surface(), sys.argv[2])
        if frames == count:
            raise Ended

    class Clock:
        def tick(self, rate):
            return 1000 // rate

    pygame.key.get_pressed, pygame.display.flip, pygame.time.Clock = Keys, flip, Clock
    printed = io.StringIO()
    with contextlib.suppress(Ended), contextlib.redirect_stdout(printed):
        exec(compile(source, sys.argv[1], "exec"), {"__name__": "__main__"})
    assert frames == count, f"it ended after {frames} frames"
    return printed.getvalue()




def is_down(key):
    often, once = {pygame.K_SPACE: frames % 50 < 3}, {pygame.K_s: 100, pygame.K_l: 200}
    return key == pygame.K_RIGHT or often.get(key, once.get(key) == frames)


printed = play(source, 240, is_down)
print(printed, end="")
for text in re.findall(r'prints "([^"]*)"', source):
    assert text in printed, f"it does not print {text!r}:\n{printed}"

if "landed at" in source and len(sys.argv) == 2:
    jump, gravity = "fall = -5.0 if stands", "fall + 0.3"
    assert source.count(jump) == source.count(gravity) == 1, "the jump is written in another way"
    # Some of these falls end exactly on the ground, so that nothing stops them.
    for speed, pull in [(-5, 0.3), (-6, 0.3), (-5, 0.5), (-8, 0.4), (-6, 0.5)]:
        changed = source.replace(jump, f"fall = {speed} if stands").replace(gravity, f"fall + {pull}")
        printed = play(changed, 860, lambda key: key == pygame.K_SPACE and frames % 80 == 60)
        count = printed.count("landed at")
        assert count == 1 + 10, f"{count} landings after a fall and 10 jumps of {speed} with the gravity {pull}:\n{printed}"
