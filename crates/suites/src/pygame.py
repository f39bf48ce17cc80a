"""Times pygame-ce on the questions that arrive on standard input; see pygame.rs."""

import json
import statistics
import sys
import time

import pygame

ROUNDS = 7
TURN_NS = 3_000_000
# So far that no boxes overlap: only the cost of the call remains.
FAR = (1 << 20, 1 << 20)


def mask(width, height):
    """A mask of the next width x height bytes, each 0 or 1."""
    pixels = sys.stdin.buffer.read(width * height)
    surface = pygame.image.frombuffer(pixels, (width, height), "P")
    surface.set_colorkey(0)
    return pygame.mask.from_surface(surface)


def turn(pairs, ask, passes):
    """The nanoseconds of a question."""
    start = time.perf_counter_ns()
    for _ in range(passes):
        for a, b, at in pairs:
            ask(a, b, at)
    return (time.perf_counter_ns() - start) / (passes * len(pairs))


def main():
    head = json.loads(sys.stdin.buffer.readline())
    masks = [mask(*size) for size in head["masks"]]
    pairs = [(masks[a], masks[b], (dx, dy)) for a, b, dx, dy in head["pairs"]]
    away = [(a, b, FAR) for a, b, _ in pairs]
    ask = getattr(pygame.Mask, head["method"])
    passes = 1
    while turn(pairs, ask, passes) * passes * len(pairs) < TURN_NS:
        passes *= 2
    times, calls = [], []
    for _ in range(ROUNDS):
        times.append(turn(pairs, ask, passes))
        calls.append(turn(away, ask, passes))
    answers = [ask(a, b, at) for a, b, at in pairs]
    if head["method"] == "overlap":
        answers = [int(answer is not None) for answer in answers]
    json.dump({"ns": statistics.median(times), "call": statistics.median(calls), "answers": answers}, sys.stdout)


main()
