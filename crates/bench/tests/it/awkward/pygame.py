"""Asks pygame-ce about awkward masks and prints the rows of docs/book/how/awkward-input.md. Each question runs in a separate process.

    python3 -m venv venv && venv/bin/pip install pygame-ce==2.5.8
    venv/bin/python crates/bench/tests/awkward/pygame.py
"""

import resource
import signal
import subprocess
import sys

ADDRESSES = 8 << 30
PATIENCE = 60  # seconds

# The names that the expressions use.
SETUP = """
import pygame
nan, inf = float("nan"), float("inf")
M = pygame.mask.Mask
a = M((64, 64), True)
thin = M((1, 999))
for y in range(0, 999, 2):
    thin.set_at((0, y))
"""

NO_RIGHT = object()
"""Marks a question without a right answer: the output is only printed."""

LIMITS = "right: `cargo test --test limits`"
EXTREMES = "right: `cargo test --test extremes`"
AWKWARD = "right: `cargo test -p bench --test awkward`"
LARGE = "right: the same, in release"
NOT_A_PIXEL = "`world::pixel` refuses: `WorldError::NotAPixel`"
TOO_LARGE = "refuses: `MaskError::TooLarge`"

# The input; expressions, each with its right answer; the answer of hitmask.
ROWS = [
    (
        "no size",
        [("M((0, 0)).overlap(M((0, 0)), (0, 0))", None), ("M((5, 5), True).overlap(M((0, 5)), (0, 0))", None)],
        LIMITS,
    ),
    ("a negative size", [("M((-1, 5))", NO_RIGHT)], "cannot be said: sizes are `u32`"),
    (
        "an offset of -2^31",
        [
            ("a.overlap(a, (-2**31, 0))", None),
            ("a.overlap_area(a, (-2**31, -2**31))", 0),
            ("a.overlap_mask(a, (0, -2**31)).count()", 0),
            ("a.draw(a, (-2**31, 0))", None),
            ("a.erase(a, (-2**31, 0))", None),
        ],
        EXTREMES,
    ),
    (
        "an offset of 2^31 - 1",
        [("a.overlap(a, (2**31 - 1, 0))", None), ("a.overlap_area(a, (0, 2**31 - 1))", 0)],
        EXTREMES,
    ),
    ("an offset of 2^32", [("a.overlap(a, (2**32, 0))", None)], "cannot be said: offsets are `i32`"),
    ("an offset of 10^30, a float", [("a.overlap(a, (1e30, 0))", None)], NOT_A_PIXEL),
    (
        "an offset that is NaN or infinite",
        [("a.overlap(a, (nan, 0))", NO_RIGHT), ("a.overlap(a, (0, inf))", NO_RIGHT)],
        NOT_A_PIXEL,
    ),
    (
        "one pixel wide, solid: its parts",
        [("[part.count() for part in M((1, 1000), True).connected_components()]", [1000])],
        AWKWARD,
    ),
    ("one pixel wide, dashed: its parts", [("len(thin.connected_components())", 500)], AWKWARD),
    (
        "the same: their boxes, a hundred times",
        [("{len(thin.get_bounding_rects()) for _ in range(100)}", {500})],
        AWKWARD,
    ),
    ("one pixel wide: overlap", [("M((1, 9), True).overlap(M((1, 9), True), (0, 8))", (0, 8))], AWKWARD),
    ("side by side", [("M((10, 10), True).overlap(M((10, 10), True), (10, 0))", None)], AWKWARD),
    ("65536 x 65536, solid: its pixels", [("M((65536, 65536), True).count()", 2**32)], LARGE),
    (
        "50000 x 50000, solid: those shared with itself",
        [("(lambda m: m.overlap_area(m, (0, 0)))(M((50000, 50000), True))", 50000**2)],
        LARGE,
    ),
    ("1024 x 2^28, empty: a pixel", [("M((1024, 2**28)).get_at((1023, 0))", 0)], TOO_LARGE),
    ("1024 x 2^28, solid", [("M((1024, 2**28), True).get_at((1023, 0))", 1)], TOO_LARGE),
    (
        "scaled to 2^31 - 1 squared",
        [("M((2, 2), True).scale((2**31 - 1, 2**31 - 1)).count()", (2**31 - 1) ** 2)],
        TOO_LARGE,
    ),
]


def limit():
    """Limits the address space of the child process, and disables core dumps."""
    resource.setrlimit(resource.RLIMIT_AS, (ADDRESSES, ADDRESSES))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))


def answer(expression):
    """The output of a process, or how it ended."""
    script = f"""{SETUP}
try:
    print("answer:", repr({expression}))
except Exception as error:
    print("refused:", type(error).__name__)
"""
    command = [sys.executable, "-c", script]
    try:
        ran = subprocess.run(command, preexec_fn=limit, capture_output=True, text=True, timeout=PATIENCE)
    except subprocess.TimeoutExpired:
        return "late", ""
    for line in ran.stdout.splitlines():
        kind, _, rest = line.partition(": ")
        if kind in ("answer", "refused") and ran.returncode == 0:
            return kind, rest
    return "crash", signal.Signals(-ran.returncode).name if ran.returncode < 0 else f"status {ran.returncode}"


def judged(expression, right):
    """The answer as a cell of the table."""
    kind, output = answer(expression)
    if kind == "late":
        return f"over {PATIENCE} s"
    if kind == "crash":
        return f"**crash**: {output}"
    if kind == "refused":
        return f"refuses: `{output}`"
    if right is NO_RIGHT:
        return f"`{output}`"
    return f"right: `{output}`" if output == repr(right) else f"**wrong**: `{output}`, not `{right!r}`"


def main():
    print("| input | expression | pygame-ce | hitmask |\n|---|---|---|---|")
    for name, questions, ours in ROWS:
        expressions = ", ".join(f"`{expression}`" for expression, _ in questions)
        answers = dict.fromkeys(judged(*question) for question in questions)
        print(f"| {name} | {expressions} | {', '.join(answers)} | {ours} |")


main()
