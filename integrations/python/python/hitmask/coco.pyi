from collections.abc import Iterable, Sequence
from typing import Any, Literal, TypedDict, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hitmask import Mask

__all__ = ["from_rle", "to_polygons", "to_rle"]

class _Text(TypedDict):
    """Run lengths with compressed counts."""

    size: list[int]
    counts: str

class _Numbers(TypedDict):
    """Run lengths with a list of counts."""

    size: list[int]
    counts: list[int]

def from_rle(rles: Iterable[Any]) -> tuple[list[Mask], NDArray[np.int32]]:
    """Returns the masks of COCO's run lengths, cropped to what is solid, and the positions of their top-left pixels in the
    picture: a list of masks, and int32 of shape (N, 2) with the columns x and y.

    ``rles`` is a list of ``{"size": [height, width], "counts": ...}``. Compressed counts are bytes or a string, as pycocotools
    returns them; uncompressed counts are a list of numbers. Both run down the columns of the picture, and the first run is empty.

    :raises TypeError: if an item is something else.
    :raises ValueError: if counts are not COCO's, or do not sum up to the pixels of the picture. The error names the item.
    """
def to_polygons(masks: Iterable[Mask], offsets: ArrayLike) -> list[list[list[int]]]:
    """Returns the outlines of masks as COCO's polygons: for each mask a list of its outlines, holes included, each a list
    ``[x, y, x, y, ...]`` of whole numbers.

    ``offsets`` are the positions of the top-left pixels of the masks, of shape (N, 2) with the columns x and y. The outlines run
    along the edges of pixels, so no pixel is lost: :func:`hitmask.from_polygons` returns the masks again, cropped to what is solid.
    pycocotools fills holes, as it does with the polygons of anybody.

    :raises TypeError: if an item of ``masks`` is no mask.
    :raises ValueError: if there are more or fewer offsets than masks, or if an offset has a fraction.
    """
@overload
def to_rle(
    masks: Iterable[Mask], offsets: ArrayLike, size: Sequence[int], *, compressed: Literal[True] = True
) -> list[_Text]:
    """Returns COCO's run lengths of masks: a list of ``{"size": [height, width], "counts": ...}``.

    ``offsets`` are the positions of the top-left pixels of the masks, of shape (N, 2) with the columns x and y. ``size`` is the
    ``(height, width)`` of the picture, in COCO's order; pixels outside the picture are cut off. Counts are compressed, in a string
    that goes into JSON and that pycocotools reads, or, without ``compressed``, a list of numbers.

    :raises TypeError: if an item of ``masks`` is no mask.
    :raises ValueError: if there are more or fewer offsets than masks, if an offset has a fraction, or if the picture has 2**32
        pixels or more.
    """
@overload
def to_rle(masks: Iterable[Mask], offsets: ArrayLike, size: Sequence[int], *, compressed: Literal[False]) -> list[_Numbers]: ...
