"""Worlds in several threads and several processes."""

from __future__ import annotations

import itertools
import multiprocessing
import os
import subprocess
import sys
import threading
import time

import numpy as np
import pytest
from threads import check_that_threads_run

from hitmask import Mask, World

forks = pytest.mark.skipif(not hasattr(os, "fork"), reason="this system has no fork")
quiet = pytest.mark.filterwarnings("ignore:This process .* is multi-threaded:DeprecationWarning")


def swarm(count: int, parallel: bool = False) -> World:
    """Returns a world of sprites at random places."""
    world = World()
    mask = world.add_mask(Mask(16, 16, fill=True))
    side = int(24 * count**0.5) + 1
    world.spawn_many(mask, np.random.default_rng(count).integers(0, side, (count, 2)))
    world.set_limits(parallel_from=1 if parallel else 2**40)
    return world


def run(*works) -> None:
    """Runs functions in threads, and raises the first of their errors."""
    errors = []

    def guarded(work):
        try:
            work()
        except BaseException as error:
            errors.append(error)

    threads = [threading.Thread(target=guarded, args=[work], daemon=True) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(60)
        assert not thread.is_alive(), "the threads wait for each other"
    if errors:
        raise errors[0]


@pytest.mark.parametrize("parallel", [False, True])
@pytest.mark.parametrize("count", [50, 6000])
def test_threads_wait_for_each_other(count, parallel):
    world = swarm(count, parallel)
    expected = world.copy().step().pairs
    rounds = 200 if count == 50 else 20

    def step():
        for _ in range(rounds):
            assert np.array_equal(world.step().pairs, expected)

    def ask():
        for _ in range(rounds):
            assert len(world.find((0, 0, 100, 100))) and len(world.contacts(expected[:20])) == 20
            assert world.cast_ray((0, 0), (500, 500)) is not None

    def read():
        for _ in range(rounds):
            assert len(world.get()) == len(world) == count and world.positions.shape == (count, 2)
            world.set_positions(world.positions)
            world.copy()

    run(step, ask, read, step, ask, read)


def test_queries_and_copies_keep_the_limit_of_threads():
    world = swarm(1500, parallel=True)
    expected = world.step().pairs
    for at in range(3):
        world.move_to(at, (0, 0))
        assert at in world.find((5, 5)) and world.move_until(at, (9, 9)).at is not None
        world.move_to(at, (9, 9))
        for same in [world, world.copy(), World.from_bytes(world.to_bytes())]:
            assert same.limits.parallel_from == 1
    alone = swarm(1500)
    for at in range(3):
        alone.move_to(at, (9, 9))
    assert np.array_equal(world.step().pairs, alone.step().pairs) and len(expected)


def test_threads_spawn_and_despawn():
    world = swarm(10)

    def work():
        for _ in range(300):
            world.despawn(world.spawn(0, (0, 0)))
            world.despawn_many(world.spawn_many(0, np.zeros((5, 2), int)))
            world.step()

    run(work, work, work)
    assert len(world) == 10


def test_long_calls_release_the_interpreter():
    world = swarm(60_000)
    positions = itertools.cycle([world.positions + np.int32(3), world.positions])
    check_that_threads_run("step", world.step, lambda: world.set_positions(next(positions)))


def in_fork(work) -> None:
    """Runs a function in a forked child, which must end in time."""
    child = os.fork()
    if child == 0:
        try:
            work()
            os._exit(0)
        except BaseException as error:
            print(repr(error), file=sys.stderr, flush=True)
            os._exit(1)
    end = time.monotonic() + 60
    while time.monotonic() < end:
        pid, status = os.waitpid(child, os.WNOHANG)
        if pid:
            assert status == 0
            return
        time.sleep(0.01)
    os.kill(child, 9)
    os.waitpid(child, 0)
    raise AssertionError("the child hangs")


@forks
@quiet
@pytest.mark.parametrize("parallel", [False, True])
def test_a_child_works_after_a_fork(parallel):
    world = swarm(3000, parallel)
    expected = world.step().pairs

    def step():
        assert np.array_equal(world.step().pairs, expected)
        assert np.array_equal(world.copy().collisions(), expected)

    def fork_again():
        step()
        in_fork(step)
        step()

    for _ in range(3):
        in_fork(fork_again)
        step()


@forks
def test_a_fork_is_safe_before_the_first_parallel_call():
    """A new interpreter: no thread has started yet, neither here nor through the work below the limit."""
    code = """
import os, threading, time
import numpy as np
before = len(os.listdir("/proc/self/task")) if os.path.exists("/proc/self/task") else 0
from hitmask import Mask, World
world = World()
world.spawn_many(world.add_mask(Mask(9, 9, True)), np.random.default_rng(1).integers(0, 9999, (9000, 2)))
world.step(); world.collisions(); world.contacts(); world.find((0, 0, 99, 99)); world.copy()
threads = lambda: len(os.listdir("/proc/self/task"))
end = time.monotonic() + 5
while os.path.exists("/proc/self/task") and threads() != before:  # a thread of a call ends just after the call
    assert time.monotonic() < end, threads()
pid = os.fork()
if pid == 0:
    world.set_limits(parallel_from=1)
    world.set_positions(world.positions)
    os._exit(0 if len(world.step().pairs) else 1)
assert os.waitpid(pid, 0)[1] == 0
"""
    subprocess.run([sys.executable, "-c", code], check=True, timeout=60)


@forks
@quiet
def test_a_world_in_use_at_the_fork_is_lost_to_the_child(tmp_path):
    """Forks until the other thread was in a call at the fork."""
    world = swarm(200_000)
    done, lost = threading.Event(), tmp_path / "lost"

    def use():
        while not done.is_set():
            world.contacts()

    thread = threading.Thread(target=use, daemon=True)
    thread.start()

    def child():
        try:
            world.step()
        except RuntimeError as error:
            assert "fork" in str(error)
            lost.touch()
        other = swarm(500, parallel=True)
        assert len(other.step().pairs)

    end = time.monotonic() + 60
    while not lost.exists():
        assert time.monotonic() < end, "the world was in use at no fork"
        in_fork(child)
    done.set()
    thread.join(60)
    assert not thread.is_alive()


def count_pairs(world: World) -> int:
    return len(world.step().pairs)


@quiet
@pytest.mark.parametrize("method", multiprocessing.get_all_start_methods())
def test_worlds_go_to_other_processes(method):
    world = swarm(2000, parallel=True)
    pairs = len(world.copy().step().pairs)
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map_async(count_pairs, [world] * 4).get(timeout=60) == [pairs] * 4


REFUSED = """
import resource
import numpy as np
from hitmask import Mask, World

count = 400_000
world = World()
positions = np.stack([np.arange(count) * 6, np.zeros(count, int)], axis=1).astype(np.int32)
world.spawn_many(world.add_mask(Mask(4, 4, fill=True)), positions)
heap = World()
heap.spawn_many(heap.add_mask(Mask(4, 4, fill=True)), np.zeros((4000, 2), np.int32))
heap.set_limits(parallel_from=2**40), world.set_limits(parallel_from=2**40)
world.find((0, 0, 6 * count, 9)), heap.find((0, 0)), len(world.step().pairs)
moved = positions + np.int32(1)
with open("/proc/self/statm") as file:
    used = int(file.read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (used + (1 << 20),) * 2)
calls = {
    "spawn_many": lambda: world.spawn_many(0, positions),
    "positions": lambda: world.positions,
    "set_positions": lambda: world.set_positions(moved),
    "get": world.get,
    "ids": lambda: world.ids,
    "set": lambda: world.set(range(count), angle=3.0, scale=2.0),
    "copy": world.copy,
    "to_bytes": world.to_bytes,
    "find": lambda: world.find((0, 0, 6 * count, 9)),
    "nearest": lambda: world.nearest((0, 0), count),
    "bounds": world.bounds,
    "cast_rays": lambda: world.cast_rays([(0, 0)], [(6 * count, 0)], every=True),
    "collisions": heap.collisions,
    "candidates": heap.candidates,
    "step": heap.step,
    "contacts": heap.contacts,
}
for name, call in calls.items():
    try:
        call()
        # The others may find room in memory that the process has freed.
        if name in ("spawn_many", "get", "set", "copy", "to_bytes", "collisions", "candidates", "step"):
            print(name, "did not fail")
    except MemoryError:
        pass
    except BaseException as error:
        print(name, type(error), error)
print("same" if len(world) == count and not np.zeros(1) else "changed")
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="limits the memory of a process as Linux does")
def test_refused_memory_is_a_memory_error():
    # Memory that the C library keeps for other threads would not be refused.
    one_arena = os.environ | {"MALLOC_ARENA_MAX": "1"}
    ran = subprocess.run([sys.executable, "-c", REFUSED], env=one_arena, capture_output=True, text=True, timeout=120)
    assert (ran.returncode, ran.stdout) == (0, "same\n"), ran.stderr


REFUSED_THREADS = """
import resource
import hitmask

world = hitmask.World()
world.spawn_many(world.add_mask(hitmask.Mask(3, 3, fill=True)), [(0, 0), (1, 1)])
world.set_limits(parallel_from=1)
many = [hitmask.Mask(1, 1, fill=True)] * 10_000
# The stack of a thread takes more.
size = int(open("/proc/self/statm").read().split()[0]) * resource.getpagesize()
resource.setrlimit(resource.RLIMIT_AS, (size + 2**20, -1))
for call in (world.step, lambda: hitmask.cross_pairs(many, many)):
    try:
        call()
    except RuntimeError as error:
        print(error)
world.set_limits(parallel_from=2**63)
print(world.step().pairs.tolist())
"""


@pytest.mark.skipif(not os.path.exists("/proc/self/statm"), reason="limits the memory of a process as Linux does")
def test_the_error_of_refused_threads_names_what_exists():
    """It named ``World.parallel_from``, which is a keyword of ``set_limits``."""
    one_arena = os.environ | {"MALLOC_ARENA_MAX": "1"}
    ran = subprocess.run([sys.executable, "-c", REFUSED_THREADS], env=one_arena, capture_output=True, text=True, timeout=120)
    step, cross, pairs = ran.stdout.splitlines()
    assert step.startswith("cannot start threads: ") and "; set_limits(parallel_from=2**63) makes the world" in step, ran.stderr
    assert cross.startswith("cannot start threads: ") and "; compare lists of fewer than 10000 each" in cross
    assert pairs == "[[0, 1]]"
