"""Pixel-perfect collision for 2D sprites.

:class:`Mask` holds the solid pixels of a sprite, one bit each. Pixels are whole numbers, with the origin at the top left
and y down. ``hitmask.pygame`` is a drop-in for ``pygame.mask``.
"""

from typing import TYPE_CHECKING, Any

from hitmask import _hitmask
from hitmask._hitmask import (
    Affine,
    Circle,
    Component,
    Contour,
    Line,
    Mask,
    Polygon,
    RayHit,
    Sweep,
    SweepHit,
    Turntable,
    __version__,
    from_labels,
    from_polygons,
)

if TYPE_CHECKING:
    from hitmask._hitmask import (
        Blocked,
        Carried,
        Contact,
        Contacts,
        Impact,
        Moved,
        Moves,
        Neighbor,
        RayHits,
        Remainder,
        Sprite,
        SpriteRayHit,
        SpriteSweepHit,
        Sprites,
        Step,
        SweepHits,
        Sweeps,
        Swept,
        Who,
        World,
        WorldLimits,
        cross_areas,
        cross_pairs,
        suppress,
    )

__all__ = [
    "Affine",
    "Blocked",
    "Carried",
    "Circle",
    "Component",
    "Contact",
    "Contacts",
    "Contour",
    "Impact",
    "Line",
    "Mask",
    "Moved",
    "Moves",
    "Neighbor",
    "Polygon",
    "RayHit",
    "RayHits",
    "Remainder",
    "Sprite",
    "SpriteRayHit",
    "SpriteSweepHit",
    "Sprites",
    "Step",
    "Sweep",
    "SweepHit",
    "SweepHits",
    "Sweeps",
    "Swept",
    "Turntable",
    "Who",
    "World",
    "WorldLimits",
    "cross_areas",
    "cross_pairs",
    "from_labels",
    "from_polygons",
    "suppress",
]

if not TYPE_CHECKING:
    # A program without a world, such as a game that uses the masks of `hitmask.pygame`, does not load it.
    def __getattr__(name: str) -> Any:
        if name not in __all__:
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        value = globals()[name] = getattr(_hitmask, name)
        return value

    def __dir__() -> list[str]:
        return sorted({*globals(), *__all__})
