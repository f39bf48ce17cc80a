"""Switches a game to the masks of hitmask: ``import hitmask.pygame.auto``, on the first line of the game.

The import calls :func:`hitmask.pygame.install`. It works before and after ``import pygame``. A warning names the
modules that hold names or masks of pygame from before.
"""

from hitmask.pygame import _switch  # type: ignore[attr-defined]

__all__: list[str] = []

_switch(stacklevel=4)  # the line of the import
