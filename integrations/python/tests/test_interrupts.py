"""Ctrl-C in long calls: a real SIGINT, sent to a process of its own."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="sends a POSIX signal")

# How often a test is tried again if a busy machine made the wait too long.
TRIES = 3

# A shell that starts a job in the background lets it ignore Ctrl-C. So the script asks for Python's handler.
SETUP = """
import signal
import time
import numpy as np
signal.signal(signal.SIGINT, signal.default_int_handler)
from hitmask import *

rng = np.random.default_rng(1)

def noise(side, share=0.5):
    return Mask.from_array(rng.random((side, side)) < share)

def crowd(count, mask, side):
    world = World()
    number = world.add_mask(mask)
    world.spawn_many(number, rng.integers(0, side, (count, 2)))
    return world
"""

RUN = """
print("ready", flush=True)
try:
    CALL
    print("the call is too short for the test", flush=True)
except KeyboardInterrupt:
    print("left", flush=True)
    CHECK
    print("checked", flush=True)
"""

# For each case: the preparation, a call that lasts some seconds, and a check of the state after Ctrl-C.
CALLS = {
    "convolve": ("a = noise(2500)", "a.convolve(a)", "assert a.size == (2500, 2500)"),
    "simplified_contours": ("a = noise(3500)", "a.simplified_contours(1.5)", "assert a.count() > 0"),
    "connected_components": ("a = noise(16_000, 0.4)", "a.connected_components()", "assert a.count() > 0"),
    "edit": (
        "a = Mask(4000, 65_000); p = Polygon(rng.random((9000, 2)) * (4000, 65_000))",
        "a.fill_shape(p)",
        "assert a.count() > 1000  # waits for the end of the edit",
    ),
    "contacts": ("w = crowd(1500, noise(400), 300)", "w.contacts()", "assert len(w.find((150, 150)))"),
    "contacts of few pairs": (
        "w = crowd(40, noise(3000, 0.02), 30); p = w.collisions()",
        "w.contacts(p)",
        "assert len(w) == 40",
    ),
    "contact": ("w = crowd(2, noise(6000, 0.02), 3)", "w.contact(0, 1)", "assert len(w) == 2"),
    "first step": ("w = crowd(7000, noise(300, 0.001), 100)", "w.step()", "assert len(w) == 7000"),
    "step of many": ("w = crowd(20_000, noise(300, 0.001), 1500)", "w.step()", "assert len(w) == 20_000"),
    "find_many": (
        "w = crowd(4000, noise(300, 0.001), 3000); q = [(noise(3000, 0.01), (i % 3, 0)) for i in range(3)] * 1500",
        "w.find_many(q)",
        "assert len(w.find((0, 0, 900, 900)))",
    ),
    "cast_rays": (
        "w = crowd(4000, noise(300, 0.001), 3000); s = rng.integers(0, 3000, (4000_000, 2)); e = s[::-1].copy()",
        "w.cast_rays(s, e)",
        "assert len(w) == 4000",
    ),
    "move_until_many": (
        "w = crowd(9000, noise(30), 30_000); to = np.tile(w.positions + 20_000, (90, 1)); ids = np.tile(w.ids, 90)",
        "w.move_until_many(ids, to, 'walk')",
        "assert (w.positions[:, 0] > 15_000).mean() > 0.1; w.move_by(0, (1, 0))  # all have moved",
    ),
    "push_out_many": (
        "w = crowd(2000, noise(30), 900)",
        "w.push_out_many(w.ids, 3000)",
        "assert not len(w.collisions())  # all have moved",
    ),
    "angles": (
        "w = World(); m = w.add_mask(noise(3000)); w.spawn_many(m, [(0, 0)] * 900, angle=np.arange(900.0) / 3)",
        "w.set_angle_steps(m, 65_536); w.step()",
        "assert len(w) == 900",
    ),
    "wait for a call": (
        "import threading; w = crowd(1500, noise(400), 300); threading.Thread(target=w.contacts, daemon=True).start(); time.sleep(0.2)",
        "len(w)",
        "pass",
    ),
    "map": (
        "from test_sheets import LEVEL, png; from hitmask.sheets import Map; size = 2000; tiles = ','.join(['1'] * size**2)\n"
        "level = LEVEL.replace('3', str(size)).replace('height=\"2\"', f'height=\"{size}\"').replace('0,0,0, 1,1,1', tiles)\n"
        "files = {'a.tmx': level.encode(), 'cave.png': png(np.full((8, 8, 4), 255, np.uint8))}",
        "[Map.read(files, 'a.tmx') for _ in range(9)]",
        "pass",
    ),
    "step before a fork": (
        "import os; w = crowd(7000, noise(300, 0.001), 100)\n"
        "def in_child():\n"
        "    if child := os.fork():\n"
        "        return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])\n"
        "    try:\n"
        "        len(w)\n"
        "    except RuntimeError:\n"
        "        os._exit(7)\n"
        "    os._exit(0)",
        "w.step()",
        "assert in_child() == 7 and len(w) == 7000  # the child cannot use a world that a call still has",
    ),
    "polygon in a world": (
        "w = crowd(1, Mask(4000, 65_000), 9); p = Polygon(rng.random((9000, 2)) * (4000, 65_000))",
        "w.draw_on_mask(0, p)",
        "assert w.mask(0).count() > 1000  # waits for the end of the edit",
    ),
}


def start_python(script: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-c", script]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=Path(__file__).parent)


@pytest.mark.parametrize("name", CALLS)
def test_ctrl_c_waits_for_the_end_of_a_call(name):
    """The call ends within 0.3 s. It is done in the background, or has changed nothing."""
    prepare, call, check = CALLS[name]
    waited = [10.0]
    while min(waited) >= 0.3 and len(waited) <= TRIES:
        waited.append(seconds_to_leave(SETUP + prepare + RUN.replace("CALL", call).replace("CHECK", check)))
    assert min(waited) < 0.3, f"Ctrl-C took {min(waited):.2f} s"


def seconds_to_leave(script: str) -> float:
    """Sends Ctrl-C to a script that is in a long call. Returns how long the call goes on."""
    process = start_python(script)
    try:
        assert process.stdout is not None and process.stdout.readline() == "ready\n", process.stderr.read()
        time.sleep(0.25)
        start = time.perf_counter()
        process.send_signal(signal.SIGINT)
        line = process.stdout.readline()
        waited = time.perf_counter() - start
        assert line == "left\n", (line, process.stderr.read() if not line else "")
        assert process.stdout.readline() == "checked\n" and process.wait(100) == 0
        return waited
    finally:
        process.kill()


def test_a_process_ends_after_ctrl_c_though_the_call_goes_on():
    """The work in the background does not hold up the end of the process."""
    script = SETUP + 'a = noise(3000)\nprint("ready", flush=True)\na.convolve(a)'
    process = start_python(script)
    assert process.stdout is not None and process.stdout.readline() == "ready\n"
    time.sleep(0.25)
    process.send_signal(signal.SIGINT)
    _, err = process.communicate(timeout=10)  # the call would take longer
    assert "KeyboardInterrupt" in err and process.returncode != 0
