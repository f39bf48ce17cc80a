"""Whether a call lets other threads run."""

from __future__ import annotations

import sys
import threading
import time
from collections.abc import Callable


def check_that_threads_run(name: str, call: Callable[[], object], prepare: Callable[[], object] = lambda: None) -> None:
    """Repeats the call until another thread has had five turns during one call.

    The interpreter switches threads by itself only after an hour here, so the other thread runs during the call only if
    the call releases the interpreter. It sleeps between its turns, so one short release seldom gives it five.
    """
    turns, done = 0, threading.Event()

    def take_turns() -> None:
        nonlocal turns
        while not done.is_set():
            turns += 1
            time.sleep(0.0002)

    thread = threading.Thread(target=take_turns, daemon=True)
    interval = sys.getswitchinterval()
    sys.setswitchinterval(3600)
    try:
        thread.start()
        deadline, during = time.monotonic() + 60, 0
        while during < 5:
            assert time.monotonic() < deadline, f"{name} does not let other threads run"
            prepare()
            before = turns
            call()
            during = turns - before
    finally:
        sys.setswitchinterval(interval)
        done.set()
    thread.join(60)
