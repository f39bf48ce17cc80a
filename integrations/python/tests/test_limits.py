"""Masks in several threads, and in a process that has little memory."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path

import pytest
from threads import check_that_threads_run

from hitmask import Mask


@pytest.mark.parametrize("side", [40, 900])  # The larger masks release the interpreter.
def test_threads_share_masks(side):
    """Two masks change each other in both orders: a wrong order of locks would never end."""
    a, b = Mask(side, side, fill=True), Mask(side, side)
    errors = []

    def work(first: Mask, second: Mask) -> None:
        try:
            for i in range(100):
                first.toggle(second, (i % 3, 0))
                assert first.overlap_area(second, (0, 0)) <= side * side
                second.draw(first, (0, -1))
                assert (first == second) in (True, False)
                first.draw(first, (1, 1))
                first.invert()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=work, args=pair, daemon=True) for pair in [(a, b), (b, a)] * 2]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "the threads wait for each other"
    assert errors == []
    assert a.count() == a.to_array().sum()


def test_long_calls_let_other_threads_run():
    side = 20_000
    mask = Mask(side, side, fill=True)
    mask.erase(Mask(1, side, fill=True), (side // 2, 0))
    words, data, contours = mask.to_words(), mask.to_bytes(), mask.contours()
    small = Mask(2500, 2500, fill=True)
    calls = {
        "convolve": lambda: small.convolve(small),
        "count": mask.count,
        "invert": mask.invert,
        "to_words": mask.to_words,
        "from_words": lambda: Mask.from_words(side, words),
        "from_bytes": lambda: Mask.from_bytes(data),
        "from_contours": lambda: Mask.from_contours(side, side, contours),
        "Mask": lambda: Mask(side, side, fill=True),
    }
    for name, call in calls.items():
        check_that_threads_run(name, call)


SCRIPT = """
import resource, sys
import numpy as np
from hitmask import Mask

side = 12_000
mask = Mask(side, side)
for y in range(0, side, 2):
    mask.fill_shape((0, y, side, 1))
saved = mask.to_bytes()
copied = mask.copy()
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (8 << 20),) * 2)
calls = {
    "Mask": lambda: Mask(side, side),
    "edit of a copied mask": copied.invert,
    "~": lambda: ~mask,
    "|": lambda: mask | mask,
    "draw": lambda: mask.draw(mask, (1, 1)),
    "flipped_x": mask.flipped_x,
    "rotated_90": mask.rotated_90,
    "scaled": lambda: mask.scaled(side, side),
    "grown": lambda: mask.grown(2),
    "overlap_mask": lambda: mask.overlap_mask(mask, (0, 0)),
    "convolve": lambda: mask.convolve(mask),
    "components": mask.connected_components,
    "to_array": mask.to_array,
    "to_bytes": mask.to_bytes,
    "pixels": mask.pixels,
    "pickle": lambda: __import__("pickle").dumps(mask),
    "from_bytes": lambda: Mask.from_bytes(saved),
}
for name, call in calls.items():
    try:
        call()
        print(name, "did not fail")
    except MemoryError:
        pass
    except BaseException as error:
        print(name, type(error), error)
print("same" if mask.count() == side * side // 2 else "changed")
"""


@pytest.mark.skipif(not Path("/proc/self/statm").exists(), reason="limits the memory of a process as Linux does")
def test_refused_memory_is_a_memory_error():
    # The C library would ask for more memory for the small buffers of each new thread, and end the process without it.
    one_arena = os.environ | {"MALLOC_ARENA_MAX": "1"}
    ran = subprocess.run([sys.executable, "-c", SCRIPT], env=one_arena, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout) == (0, "same\n"), ran.stderr
