"""A drop-in for ``pygame.mask`` and for the mask functions of ``pygame.sprite``, for pygame-ce and for pygame.

A game uses it in one of two ways. ``import hitmask.pygame; hitmask.pygame.install()`` before the game makes masks replaces
``pygame.mask.Mask``, ``pygame.sprite.collide_mask`` and the other names below everywhere. Or the game calls the functions of
this module itself: ``from hitmask.pygame import Mask, from_surface, groupcollide``.

Results, orders, types of errors and keyword names are those of pygame. The sprite functions are fast if ``collided`` is
:func:`collide_mask` or ``pygame.sprite.collide_mask`` itself. They read the ``rect`` and the ``mask`` of each sprite once. With
any other ``collided``, such as a lambda that calls ``collide_mask``, they call pygame's own function.

Differences:

- A mask holds at most 2**26 words of 64 pixels; more is a ``MemoryError``.
- The words that ``memoryview(mask)`` shows are a read-only copy (Python 3.12 and later).
- pygame crashes in calls for components of masks one pixel wide, and counts too few pixels in some components. A mask that is
  drawn on itself is drawn once; pygame copies some pixels several times. Angles agree to 1e-9 degrees.
- Masks can be pickled, and have the methods and operators of :class:`hitmask.Mask`.
- The sprite functions decide all hits before the first ``kill`` if the sprites use pygame's own ``kill``, so a group whose
  ``remove_internal`` moves sprites does not change later hits.
- Masks that pygame made before :func:`install` work as arguments of methods of new masks and as masks of sprites. Their own
  methods take only masks of pygame.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

try:
    import pygame as _pygame
    import pygame.mask as _mask
    import pygame.sprite as _sprite
except ImportError as error:  # pragma: no cover
    raise ImportError("hitmask.pygame needs pygame: pip install pygame-ce, or pip install 'hitmask[pygame]'") from error

from hitmask._hitmask import _pygame as _native

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable

__all__ = [
    "Mask",
    "MaskType",
    "collide_mask",
    "from_surface",
    "from_threshold",
    "groupcollide",
    "install",
    "spritecollide",
    "spritecollideany",
]

Mask = MaskType = _native.Mask
collide_mask = _native.collide_mask
from_surface = _native.from_surface
from_threshold = _native.from_threshold

# The objects of pygame, as they were before install().
_collide_mask = _sprite.collide_mask
_spritecollide = _sprite.spritecollide
_spritecollideany = _sprite.spritecollideany
_groupcollide = _sprite.groupcollide
_native.bind(_mask.Mask, _pygame.Rect, _pygame.Surface, _mask.from_surface, _mask.from_threshold)

# A word has 64 pixels. pygame calls the type "L" where it has 64 bits.
_WORD = "L" if memoryview(bytes(8)).cast("B").cast("L").shape == (1,) else "Q"


def _buffer(self: Mask, flags: int) -> memoryview:
    if flags & 1:
        raise BufferError("the words of a mask are read-only: set pixels with set_at, draw and erase")
    width, height = self.get_size()
    columns = (width + 63) // 64
    words = memoryview(self._columns())
    return words.cast(_WORD, (columns, height)) if columns and height else words.cast(_WORD)


if sys.version_info >= (3, 12):
    Mask.__buffer__ = _buffer  # type: ignore[attr-defined]


def _is_mask_test(collided: Any) -> bool:
    return collided is collide_mask or collided is _collide_mask


def _kills_at_the_end() -> bool:
    """Returns whether pygame's own ``groupcollide`` and ``spritecollide`` kill sprites only after the last test.

    pygame-ce does so. Upstream pygame kills each sprite as soon as it is hit.
    """
    group = _sprite.Group(_sprite.Sprite(), _sprite.Sprite())
    for one in group:
        one.rect = _pygame.Rect(0, 0, 1, 1)
    return all(len(hits) == 2 for hits in _groupcollide(group, group, True, False, lambda a, b: True).values())


_KILLS_AT_THE_END = _kills_at_the_end()


def _members(group: Any, dokill: bool = False) -> list[Any] | None:
    """Returns the sprites of a group, or ``None`` if only pygame's own function may iterate over it."""
    kinds = _sprite.AbstractGroup if dokill else (_sprite.AbstractGroup, list, tuple)
    return list(group) if isinstance(group, kinds) else None


def _kill_plainly(sprites: Iterable[Any]) -> bool:
    """Returns whether killing a sprite only removes it from its groups. Other kills may change the sprites still to test."""
    plain = all(getattr(kind, "kill", None) is _sprite.Sprite.kill for kind in set(map(type, sprites)))
    return plain and not any("kill" in getattr(one, "__dict__", ()) for one in sprites)


def spritecollide(
    sprite: Any, group: Iterable[Any], dokill: bool, collided: Callable[[Any, Any], Any] | None = None
) -> list[Any]:
    """Returns the sprites of a group that hit a sprite, in the order of the group. Kills them if ``dokill`` is true."""
    if not _is_mask_test(collided):
        return _spritecollide(sprite, group, dokill, collided)
    sprites = _members(group, dokill)
    hits = None
    if sprites and (not dokill or _KILLS_AT_THE_END or _kill_plainly(sprites)):
        hits = _native.sprite_hits(sprite, sprites, False)
    if hits is None:
        return _spritecollide(sprite, group, dokill, collide_mask)
    if dokill:
        for hit in hits:
            hit.kill()
    return hits


def spritecollideany(sprite: Any, group: Iterable[Any], collided: Callable[[Any, Any], Any] | None = None) -> Any:
    """Returns the first sprite of a group that hits a sprite, or ``None``."""
    if not _is_mask_test(collided):
        return _spritecollideany(sprite, group, collided)
    sprites = _members(group)
    hits = _native.sprite_hits(sprite, sprites, True) if sprites else None
    if hits is None:
        return _spritecollideany(sprite, group, collide_mask)
    return hits[0] if hits else None


def groupcollide(
    groupa: Iterable[Any],
    groupb: Iterable[Any],
    dokilla: bool,
    dokillb: bool,
    collided: Callable[[Any, Any], Any] | None = None,
) -> dict[Any, list[Any]]:
    """Returns a dict from each sprite of ``groupa`` that hits sprites of ``groupb`` to the list of these sprites.

    Kills the sprites of the dict's keys if ``dokilla`` is true, and those of its lists if ``dokillb`` is true. A group may be
    compared with itself. Each of its sprites then hits itself too, as in pygame.
    """
    if not _is_mask_test(collided):
        return _groupcollide(groupa, groupb, dokilla, dokillb, collided)
    hits = None
    a, b = _members(groupa), _members(groupb, dokillb)
    kills_at_once = dokilla and not _KILLS_AT_THE_END
    if a and b and (not dokillb or _kill_plainly(b)) and (not kills_at_once or _kill_plainly(a)):
        hits = _native.group_hits(a, b)
    if hits is None:
        return _groupcollide(groupa, groupb, dokilla, dokillb, collide_mask)
    if dokillb or kills_at_once:
        hits = _kill_in_turn(hits, groupb, dokillb, kills_at_once)
    if dokilla and not kills_at_once:
        for sprite in hits:
            sprite.kill()
    return hits


def _kill_in_turn(hits: dict[Any, list[Any]], group: Any, dokillb: bool, kills_at_once: bool) -> dict[Any, list[Any]]:
    """Kills sprites between the tests. A sprite that has left the group is hit by no later sprite."""
    left = {}
    leaves = isinstance(group, _sprite.AbstractGroup)
    for sprite, others in hits.items():
        if leaves:
            others = [other for other in others if other in group]
        if not others:
            continue
        left[sprite] = others
        if dokillb:
            for other in others:
                other.kill()
        if kills_at_once:
            sprite.kill()
    return left


def __dir__() -> list[str]:
    return __all__


def install() -> None:
    """Puts the classes and functions of this module into pygame, in place of pygame's own.

    Call it once after ``import pygame``, before the game makes masks, and before it imports names such as
    ``from pygame.mask import from_surface``. Names that a module imported before stay pygame's own and as slow, except that
    ``pygame.sprite.collide_mask`` is recognized. ``pygame.mask.Mask.__module__`` is then ``"hitmask.pygame"``.
    """
    _mask.Mask = _mask.MaskType = Mask  # type: ignore[misc]
    _mask.from_surface = from_surface  # type: ignore[assignment]
    _mask.from_threshold = from_threshold  # type: ignore[assignment]
    for name in ("Mask", "MaskType"):
        if hasattr(_pygame, name):
            setattr(_pygame, name, Mask)
    if hasattr(_sprite, "from_surface"):
        _sprite.from_surface = from_surface
    _sprite.collide_mask = collide_mask
    _sprite.spritecollide = spritecollide
    _sprite.spritecollideany = spritecollideany
    _sprite.groupcollide = groupcollide
