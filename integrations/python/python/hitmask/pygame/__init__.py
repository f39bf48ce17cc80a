"""A drop-in for ``pygame.mask`` and for the mask functions of ``pygame.sprite``, for pygame-ce and for pygame.

``import hitmask.pygame.auto`` switches a game: it puts the class ``Mask`` and the functions below into pygame. Or a
game calls the functions of this module itself: ``from hitmask.pygame import Mask, from_surface, groupcollide``.

Results, orders, types of errors and keyword names are those of pygame. The sprite functions are fast if ``collided`` is
:func:`collide_mask` or ``pygame.sprite.collide_mask`` itself. They read the ``rect`` and the ``mask`` of each sprite
once. With any other ``collided``, such as a lambda that calls ``collide_mask``, they call pygame's own function.

Differences:

- A mask holds at most 2**26 words of 64 pixels; more is a ``MemoryError``.
- The words that ``memoryview(mask)`` (Python 3.12 and later) and ``np.asarray(mask)`` show are a read-only copy.
- pygame crashes in calls for components of masks one pixel wide, and counts too few pixels in some components. A mask
  that is drawn on itself is drawn once; pygame copies some pixels several times. Angles agree to 1e-9 degrees.
- A color key given as a number with bits that belong to no channel leaves out the pixels of its color. pygame, which
  draws them, leaves out none.
- Masks can be pickled, and have the methods and operators of :class:`hitmask.Mask`.
- The sprite functions decide all hits before the first ``kill`` if the sprites use pygame's own ``kill``, so a group
  whose ``remove_internal`` moves sprites does not change later hits.
- Masks that pygame made before the switch work as arguments of methods of new masks and as masks of sprites. Their own
  methods take only masks of pygame.
"""

from __future__ import annotations

import sys
import warnings
from typing import TYPE_CHECKING, Any

try:
    import pygame as _pygame
    import pygame.mask as _mask
    import pygame.sprite as _sprite
except ImportError as error:  # pragma: no cover
    raise ImportError("hitmask.pygame needs pygame: pip install pygame-ce") from error

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
_native.bind(_pygame, _mask, _sprite)
_sprite_hits, _group_hits = _native.sprite_hits, _native.group_hits

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


def _array(self: Mask, dtype: Any = None, copy: bool | None = None) -> Any:
    """Returns the words that the buffer shows, as NumPy reads masks of pygame."""
    import numpy as np

    words = np.asarray(_buffer(self, 0))
    return words.astype(dtype or words.dtype) if dtype is not None or copy else words


Mask.__array__ = _array  # type: ignore[assignment, method-assign]


def _kills_at_the_end() -> bool:
    """Returns whether pygame's own ``groupcollide`` and ``spritecollide`` kill sprites only after the last test.

    pygame-ce does so. Upstream pygame kills each sprite as soon as it is hit.
    """
    group = _sprite.Group(_sprite.Sprite(), _sprite.Sprite())
    for one in group:
        one.rect = _pygame.Rect(0, 0, 1, 1)
    return all(len(hits) == 2 for hits in _groupcollide(group, group, True, False, lambda a, b: True).values())


_KILLS_AT_THE_END = _kills_at_the_end()


def _kill_plainly(sprites: Iterable[Any]) -> bool:
    """Returns whether killing a sprite only removes it from its groups. Other kills may change the sprites to test."""
    plain = all(getattr(kind, "kill", None) is _sprite.Sprite.kill for kind in set(map(type, sprites)))
    return plain and not any("kill" in getattr(one, "__dict__", ()) for one in sprites)


def spritecollide(
    sprite: Any, group: Iterable[Any], dokill: bool, collided: Callable[[Any, Any], Any] | None = None
) -> list[Any]:
    """Returns the sprites of a group that hit a sprite, in the order of the group. Kills them if ``dokill`` is true."""
    if collided is None and not dokill:
        meets = sprite.rect.colliderect
        return [one for one in group if meets(one.rect)]
    if collided is not collide_mask and collided is not _collide_mask:
        return _spritecollide(sprite, group, dokill, collided)
    hits = _sprite_hits(sprite, group, False)
    if dokill and hits:
        if not isinstance(group, _sprite.AbstractGroup) or not (_KILLS_AT_THE_END or _kill_plainly(hits)):
            hits = None
        else:
            for hit in hits:
                hit.kill()
    return _spritecollide(sprite, group, dokill, collide_mask) if hits is None else hits


def spritecollideany(sprite: Any, group: Iterable[Any], collided: Callable[[Any, Any], Any] | None = None) -> Any:
    """Returns the first sprite of a group that hits a sprite, or ``None``."""
    if collided is None:
        meets = sprite.rect.colliderect
        for one in group:
            if meets(one.rect):
                return one
        return None
    if collided is not collide_mask and collided is not _collide_mask:
        return _spritecollideany(sprite, group, collided)
    hits = _sprite_hits(sprite, group, True)
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

    Kills the sprites of the dict's keys if ``dokilla`` is true, and those of its lists if ``dokillb`` is true. A group
    may be compared with itself. Each of its sprites then hits itself too, as in pygame.
    """
    if collided is None and not (dokilla or dokillb):
        found = {}
        for sprite in groupa:
            meets = sprite.rect.colliderect
            others = [one for one in groupb if meets(one.rect)]
            if others:
                found[sprite] = others
        return found
    if collided is not collide_mask and collided is not _collide_mask:
        return _groupcollide(groupa, groupb, dokilla, dokillb, collided)
    hits = _group_hits(groupa, groupb)
    if hits and (dokilla or dokillb):
        hits = _kill(hits, groupb, dokilla, dokillb)
    return _groupcollide(groupa, groupb, dokilla, dokillb, collide_mask) if hits is None else hits


def _kill(hits: dict[Any, list[Any]], groupb: Any, dokilla: bool, dokillb: bool) -> dict[Any, list[Any]] | None:
    """Kills sprites of ``hits``, and returns the hits that are left. A sprite that is dead is hit by no later one.

    Returns ``None`` and kills nothing if only pygame's own function knows in what order to test and to kill.
    """
    in_turn = dokillb or not _KILLS_AT_THE_END
    if in_turn:
        victims = [*hits] if dokilla and not _KILLS_AT_THE_END else []
        if dokillb:
            victims += [one for others in hits.values() for one in others]
        if not isinstance(groupb, _sprite.AbstractGroup) or not _kill_plainly(victims):
            return None
    left = {}
    for sprite, others in hits.items():
        if in_turn:
            others = [other for other in others if other in groupb]
            if not others:
                continue
        left[sprite] = others
        if dokillb:
            for other in others:
                other.kill()
        if dokilla and not _KILLS_AT_THE_END:
            sprite.kill()
    if dokilla and _KILLS_AT_THE_END:
        for sprite in left:
            sprite.kill()
    return left


def __dir__() -> list[str]:
    return __all__


def install() -> None:
    """Puts the classes and functions of this module into pygame, in place of pygame's own.

    ``import hitmask.pygame.auto`` does the same. Names that a module has imported before, as by
    ``from pygame.mask import from_surface``, and masks that it has made stay pygame's own, and a warning lists them.
    ``pygame.sprite.collide_mask`` is recognized. ``pygame.mask.Mask.__module__`` is then ``"hitmask.pygame"``.
    """
    _switch(stacklevel=4)


def _switch(stacklevel: int) -> None:
    if _mask.Mask is Mask:
        return
    _warn_of_old_names(stacklevel)
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


def _warn_of_old_names(stacklevel: int) -> None:
    """Warns of modules of the game that hold what the switch replaces: names of pygame, its masks, or subclasses."""
    old_mask = _mask.Mask
    old = (old_mask, _mask.from_surface, _mask.from_threshold, _spritecollide, _spritecollideany, _groupcollide)
    known = {id(one) for one in old}

    def is_old(one: object) -> bool:
        return id(one) in known or issubclass(one if type(one) is type else type(one), old_mask)

    library = {"pygame", "hitmask", *sys.stdlib_module_names} - {"__main__"}
    found = []
    for module, content in sorted(sys.modules.items()):
        if module.partition(".")[0] not in library:
            names = [name for name, one in list(getattr(content, "__dict__", {}).items()) if is_old(one)]
            if names:
                found.append(f"{module} ({', '.join(names)})")
    if found:
        warnings.warn(
            "these modules took names or made masks before the switch to hitmask, and keep pygame's own: "
            f"{'; '.join(found)}. Put `import hitmask.pygame.auto` before the import of these modules. Otherwise their "
            "masks are as slow as before, and one that meets a mask of hitmask can raise "
            "`argument 1 must be pygame.mask.Mask, not hitmask.pygame.Mask`.",
            RuntimeWarning,
            stacklevel,
        )
