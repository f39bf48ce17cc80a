"""Runs the tests of the installed pygame with ``hitmask.pygame`` in place.

``python tests/run_pygame_tests.py [mask_test|sprite_test]...`` runs ``pygame/tests/mask_test.py`` and
``pygame/tests/sprite_test.py`` headless, and exits with 1 if a test fails.
"""

from __future__ import annotations

import importlib
import os
import sys
import unittest

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("SDL_AUDIODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import hitmask.pygame  # noqa: E402


def run(name: str) -> unittest.TestResult:
    """Runs one test module of pygame."""
    tests = unittest.defaultTestLoader.loadTestsFromModule(importlib.import_module(f"pygame.tests.{name}"))
    return unittest.TextTestRunner(verbosity=1).run(tests)


def main() -> int:
    """Runs the modules that the command line names."""
    hitmask.pygame.install()
    failed = False
    for name in sys.argv[1:] or ["mask_test", "sprite_test"]:
        result = run(name)
        bad = len(result.failures) + len(result.errors)
        print(
            f"{name}: {result.testsRun - bad - len(result.skipped)} of {result.testsRun} passed, {len(result.skipped)} skipped"
        )
        failed |= bad > 0
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
