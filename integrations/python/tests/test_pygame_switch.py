"""``import hitmask.pygame.auto`` switches a game, and an import takes little time and memory."""

from __future__ import annotations

import os
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

pytest.importorskip("pygame")

HEADLESS = os.environ | {"SDL_VIDEODRIVER": "dummy", "SDL_AUDIODRIVER": "dummy", "PYGAME_HIDE_SUPPORT_PROMPT": "1"}

PLAYER = """
import pygame
from pygame.mask import Mask, from_surface as cut
from pygame.sprite import collide_mask, groupcollide

CURSOR = Mask((4, 4), True)
"""


def run(folder: Path, **files: str) -> tuple[str, str]:
    """Writes modules, runs ``main``, and returns what it prints and what it warns of."""
    for name, text in files.items():
        (folder / f"{name}.py").write_text(textwrap.dedent(text))
    ran = subprocess.run(
        [sys.executable, "main.py"], cwd=folder, env=HEADLESS, capture_output=True, text=True, timeout=60
    )
    assert ran.returncode == 0, ran.stderr
    return ran.stdout.strip(), ran.stderr


@pytest.mark.parametrize("lines", ["import hitmask.pygame.auto\nimport pygame", "import pygame\nimport hitmask.pygame.auto"])
def test_one_import_switches_before_and_after_pygame(tmp_path: Path, lines: str):
    shows = "\nprint(pygame.mask.Mask.__module__, pygame.Mask is pygame.mask.Mask, pygame.sprite.groupcollide.__module__)"
    printed, warned = run(tmp_path, main=lines + shows)
    assert (printed, warned) == ("hitmask.pygame True hitmask.pygame", "")


def test_modules_that_come_after_the_switch_are_fast_and_nobody_is_warned(tmp_path: Path):
    main = "import hitmask.pygame.auto\nimport player\nprint(type(player.CURSOR).__module__)"
    assert run(tmp_path, main=main, player=PLAYER) == ("hitmask.pygame", "")


def test_a_late_switch_names_the_modules_and_the_names_that_stay_old(tmp_path: Path):
    main = """
        from pygame.sprite import spritecollide
        import player
        import hitmask.pygame.auto
        import hitmask.pygame
        hitmask.pygame.install()  # again changes nothing
    """
    _, warned = run(tmp_path, main=main, player=PLAYER)
    assert warned.count("RuntimeWarning") == 1
    assert "__main__ (spritecollide); player (Mask, cut, groupcollide, CURSOR)" in warned
    assert "`import hitmask.pygame.auto`" in warned and "import hitmask.pygame.auto\n" in warned.splitlines(True)[1]
    assert "main.py:4: RuntimeWarning" in warned


def test_a_late_switch_names_masks_and_classes_of_modules_without_old_names(tmp_path: Path):
    level = """
        import pygame
        ROCK = pygame.mask.Mask((4, 4), True)
        class Hull(pygame.mask.Mask):
            pass
        """
    main = """
        import level
        import hitmask.pygame
        hitmask.pygame.install()
        import pygame
        ship, rock = pygame.sprite.Sprite(), pygame.sprite.Sprite()
        for one, mask in ((ship, pygame.mask.Mask((4, 4), True)), (rock, level.Hull((4, 4), True))):
            one.rect, one.mask = pygame.Rect(0, 0, 4, 4), mask
        print(pygame.sprite.spritecollide(rock, [ship], False, pygame.sprite.collide_mask) == [ship])
    """
    printed, warned = run(tmp_path, main=main, level=level)
    assert printed == "True" and "level (ROCK, Hull)" in warned and "main.py:4: RuntimeWarning" in warned


def test_the_warning_quotes_the_error_of_pygame(tmp_path: Path):
    main = """
        import player
        import hitmask.pygame.auto
        import pygame
        try:
            player.CURSOR.overlap(pygame.mask.Mask((4, 4), True), (0, 0))
        except TypeError as error:
            print(error)
    """
    error, warned = run(tmp_path, main=main, player=PLAYER)
    assert error == "argument 1 must be pygame.mask.Mask, not hitmask.pygame.Mask"
    assert f"`{error}`" in warned


def test_the_drop_in_imports_no_numpy_and_no_world(tmp_path: Path):
    main = """
        import sys
        import pygame
        before = set(sys.modules)
        import hitmask.pygame.auto
        surface = pygame.Surface((200, 100), pygame.SRCALPHA)
        mask = pygame.mask.from_surface(surface.subsurface((1, 1, 90, 90)))
        mask.to_surface(), mask.outline(), mask.get_bounding_rects()
        print(sorted({name.partition(".")[0] for name in set(sys.modules) - before} - {"__future__", "warnings"}))
        import hitmask._hitmask
        print("World" in vars(hitmask._hitmask), "World" in vars(hitmask))
        print(hitmask.World(), "World" in dir(hitmask))
    """
    printed, _ = run(tmp_path, main=main)
    new, lazy, world = printed.splitlines()
    assert (new, lazy, world) == ("['hitmask']", "False False", "<World: 0 sprites, 0 masks> True")


def test_a_name_that_does_not_exist_is_an_attribute_error():
    import hitmask

    for module in (hitmask, hitmask._hitmask):
        with pytest.raises(AttributeError, match=r"has no attribute 'Wolrd'"):
            module.Wolrd  # noqa: B018
