"""Pixel-perfect collision for 2D sprites.

:class:`Mask` holds the solid pixels of a sprite, one bit each. Positions and offsets are whole pixels, with the origin at
the top left and y down. ``hitmask.pygame`` is a drop-in for ``pygame.mask``.
"""

from hitmask._hitmask import (
    Affine,
    Circle,
    Component,
    Contact,
    Contacts,
    Contour,
    Line,
    Mask,
    Moved,
    Moves,
    Overlap,
    Polygon,
    RayHit,
    RayHits,
    SpriteHit,
    Sprites,
    Step,
    SweepHit,
    SweepHits,
    Turntable,
    World,
    __version__,
)

__all__ = [
    "Affine",
    "Circle",
    "Component",
    "Contact",
    "Contacts",
    "Contour",
    "Line",
    "Mask",
    "Moved",
    "Moves",
    "Overlap",
    "Polygon",
    "RayHit",
    "RayHits",
    "SpriteHit",
    "Sprites",
    "Step",
    "SweepHit",
    "SweepHits",
    "Turntable",
    "World",
]
