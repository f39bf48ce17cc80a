"""Prints how an array call of one row compares with the call of one sprite, point or ray.

``python bench/rows.py`` prints the medians of rounds in which the two take turns. ``--json`` prints one object a line:
{"suite","case","n","who","ns"}.
"""

from __future__ import annotations

import json
import statistics
import sys
import timeit

import numpy as np

from hitmask import Mask, World

# A call for one, and the array call for one row.
CALLS = {
    "get": ("world.get(5)", "world.get(row)"),
    "get, a value is read": ("world.get(5).position", "world.get(row).position"),
    "bounds": ("world.bounds(5)", "world.bounds(row)"),
    "data": ("world.data(5)", "world.data(row)"),
    "move": ("world.move_to(5, place)", "world.set_positions(places, row)"),
    "set": ("world.set(5, layers=1)", "world.set(row, layers=1)"),
    "contact": ("world.contact(*pair)", "world.contacts(pairs)"),
    "find": ("world.find(point)", "world.find_many(points)"),
    "nearest": ("world.nearest(point)", "world.nearest_many(points)"),
    "cast_ray": ("world.cast_ray(point, end)", "world.cast_rays(points, ends)"),
    "sweep": ("world.sweep(5, end)", "world.sweep_many(row, ends)"),
    "move_until": ("world.move_until(5, place)", "world.move_until_many(row, places)"),
    "spawn and despawn": ("world.despawn(world.spawn(0, place))", "world.despawn_many(world.spawn_many(0, places))"),
}


def main() -> None:
    """Prints the table."""
    world = World()
    world.add_mask(Mask(16, 16, fill=True))
    world.spawn_many(0, np.random.default_rng(1).integers(0, 2000, (1000, 2)))
    pairs = world.step().pairs[:1].copy()
    names = {"world": world, "row": np.array([5], np.uint32), "pairs": pairs, "pair": tuple(pairs[0].tolist())}
    for name, one in {"place": world.get(5).position, "point": (100, 100), "end": (500, 400)}.items():
        names |= {name: one, f"{name}s": np.array([one], np.int32)}
    as_json = "--json" in sys.argv
    if not as_json:
        print("| what | one, ns | an array of one row, ns | times as long |\n|---|---|---|---|")
    for name, codes in CALLS.items():
        timers = [timeit.Timer(code, globals=names) for code in codes]
        rounds = [[timer.timeit(5_000) / 5_000 * 1e9 for timer in timers] for _ in range(15)]
        one, row = (statistics.median(r[i] for r in rounds) for i in (0, 1))
        if as_json:
            case = "call-" + name.replace(",", "").replace("_", "-").replace(" ", "-")
            for who, ns in (("one", one), ("array", row)):
                print(json.dumps({"suite": "rows", "case": case, "n": 1, "who": who, "ns": round(ns, 1)}), flush=True)
            continue
        print(f"| {name} | {one:.0f} | {row:.0f} | {row / one:.1f} |")


if __name__ == "__main__":
    main()
