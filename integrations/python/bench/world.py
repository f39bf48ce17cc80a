"""Measures ``World.step`` in Python against the step of the Rust library, in one run: ``python bench/world.py [STEPS] [--json]``.

Both sides make the same steps of the same world, in turn by batches of 20: all sprites move by up to 3 pixels, then the step
is timed. In Python, the step includes the arrays of pairs. The median of the ratios of the batches must be at most 1.3.
``--json`` prints one object a line and has no such limit: {"suite","case","n","who","ns","answer"}.

The command builds the Rust side with cargo, which takes a minute at the first time.
"""

from __future__ import annotations

import json
import statistics
import subprocess
import sys
import time
from pathlib import Path

import numpy as np

from hitmask import Mask, World

MANIFEST = Path(__file__).parent / "step" / "Cargo.toml"
MUST = 1.3
BATCH = 20


def scene(count: int, rng: np.random.Generator) -> World:
    """Returns a world of discs of 32 pixels in 20 sizes, about half of which collide."""
    world = World()
    y, x = np.mgrid[:32, :32] - 15.5
    masks = [world.add_mask(Mask.from_array(x * x + y * y < radius**2)) for radius in np.linspace(6, 16, 20)]
    side = int(48 * count**0.5)
    world.spawn_many(rng.choice(masks, count), rng.integers(0, side, (count, 2)))
    return world


class RustWorld:
    """The program of the Rust side."""

    def __init__(self, world: World) -> None:
        command = ["cargo", "run", "--quiet", "--release", "--manifest-path", str(MANIFEST)]
        self.program = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        saved = world.to_bytes()
        assert self.ask(f"world {len(saved)}", saved, 1) == ["ok"]

    def ask(self, command: str, data: bytes, lines: int) -> list[str]:
        self.program.stdin.write(command.encode() + b"\n" + data)
        self.program.stdin.flush()
        return [self.program.stdout.readline().decode().strip() for _ in range(lines)]

    def steps(self, frames: np.ndarray) -> list[tuple[float, list[int]]]:
        """Makes a step for each frame. Returns the seconds and the lengths of the lists of each step."""
        answers = self.ask(f"steps {len(frames)}", frames.astype("<i4").tobytes(), len(frames))
        rows = [[int(number) for number in answer.split()] for answer in answers]
        return [(row[0] / 1e9, row[1:]) for row in rows]

    def close(self) -> None:
        self.program.stdin.close()
        self.program.wait(timeout=60)


def steps_in_python(world: World, frames: np.ndarray) -> list[tuple[float, list[int]]]:
    """Makes a step for each frame, as ``RustWorld.steps`` does."""
    rows = []
    for positions in frames:
        world.set_positions(positions)
        start = time.perf_counter()
        step = world.step()
        seconds = time.perf_counter() - start
        rows.append((seconds, [len(step.pairs), len(step.began), len(step.ended)]))
    return rows


def measure(count: int, steps: int) -> tuple[float, float, int]:
    """Returns the seconds of a step in Python and in Rust, and the number of pairs."""
    rng = np.random.default_rng(count)
    world = scene(count, rng)
    rust = RustWorld(world)
    world = World.from_bytes(world.to_bytes())
    batches: list[tuple[float, float]] = []
    for number in range(-1, -(-steps // BATCH)):
        frames = world.positions + np.cumsum(rng.integers(-3, 4, (BATCH, count, 2)), axis=0, dtype=np.int32)
        theirs = rust.steps(frames) if number % 2 else []
        mine = steps_in_python(world, frames)
        theirs = theirs or rust.steps(frames)
        assert [row[1] for row in mine] == [row[1] for row in theirs], "both sides find the same pairs"
        if number >= 0:  # The first batch warms up.
            batches.append((statistics.median(row[0] for row in mine), statistics.median(row[0] for row in theirs)))
    rust.close()
    # The batch with the median ratio: the machine may change its speed between two batches.
    python_side, rust_side = sorted(batches, key=lambda batch: batch[0] / batch[1])[len(batches) // 2]
    return python_side, rust_side, mine[-1][1][0]


def main() -> int:
    as_json = "--json" in sys.argv
    numbers = [int(argument) for argument in sys.argv[1:] if argument.isdigit()]
    if not as_json:
        print("| World.step | pairs | Python, ms | Rust, ms | ratio |")
        print("|---|---|---|---|---|")
    worst = 0.0
    for count, default in [(1_000, 1_000), (10_000, 300), (100_000, 140)]:
        mine, rust, pairs = measure(count, numbers[0] if numbers else default)
        worst = max(worst, mine / rust)
        if as_json:
            for who, seconds in (("hitmask", mine), ("rust", rust)):
                row = {"suite": "world", "case": f"step-{count}", "n": count, "who": who, "ns": seconds * 1e9}
                print(json.dumps(row | {"answer": pairs}), flush=True)
        else:
            times = f"{mine * 1e3:.3f} | {rust * 1e3:.3f} | {mine / rust:.2f}"
            print(f"| {count:,} sprites | {pairs:,} | {times} |", flush=True)
    return 0 if as_json or worst <= MUST else 1


if __name__ == "__main__":
    sys.exit(main())
