"""The native part of hitmask. Import ``hitmask`` instead."""

from collections.abc import Iterable, Sequence
from types import ModuleType
from typing import Any, ClassVar, Literal, Protocol, Self, SupportsIndex, TypeAlias, TypedDict, Unpack, final, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray
from typing_extensions import disjoint_base

__all__ = [
    "_restore",
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
    "__version__",
    "_coco",
    "_pygame",
    "cross_areas",
    "cross_pairs",
    "from_labels",
    "from_polygons",
    "suppress",
]
__version__: str

def _restore(class_: type[Mask], data: bytes) -> Mask:
    """Returns the mask of a pickle: an object of a class with the mask of some bytes."""

# The native part of hitmask.pygame.
_coco: ModuleType
_pygame: ModuleType
# The native part of hitmask.sheets.
_sheets: ModuleType

class _Indexable(Protocol):
    """A list, an array, a ``pygame.Vector2`` or a ``pygame.Rect`` of numbers."""

    def __len__(self) -> int: ...
    def __getitem__(self, index: Any, /) -> Any: ...

# A whole or real number.
_Number: TypeAlias = float | SupportsIndex | np.floating[Any]
# A point: the pixel that x and y lie in.
_Point: TypeAlias = tuple[_Number, _Number] | _Indexable
# The position of a sprite, with or without fractions.
_Place: TypeAlias = tuple[_Number, _Number] | _Indexable
# An offset or a way: x and y without fractions.
_Offset: TypeAlias = tuple[_Number, _Number] | _Indexable
# Two real numbers: x and y.
_Reals: TypeAlias = tuple[_Number, _Number] | _Indexable
# Four numbers: left, top, width and height.
_Rect: TypeAlias = tuple[_Number, _Number, _Number, _Number] | _Indexable
_Shape: TypeAlias = Circle | Line | Polygon | _Rect
_Connectivity: TypeAlias = Literal[4, 8]
# A place where a world looks for sprites.
_Probe: TypeAlias = _Point | _Shape | tuple[Mask, _Place]
# Masks and their positions, (0, 0) if there is none.
_PlacedMasks: TypeAlias = Iterable[Mask | tuple[Mask, _Offset]] | tuple[Iterable[Mask], NDArray[Any]]
# The id of one sprite, and the ids of many.
_Id: TypeAlias = int | np.integer[Any]
_Ids: TypeAlias = Sequence[SupportsIndex] | NDArray[np.integer[Any]] | range
# What a query asks about: a sprite, a description of one, or a mask and its position.
_Asked: TypeAlias = SupportsIndex | Who | tuple[Mask, _Place]
_Motion: TypeAlias = Literal["stop", "slide", "walk"]
_Side: TypeAlias = Literal["left", "right", "top", "bottom"]

class _Options(TypedDict, total=False):
    """The keywords of a new sprite."""

    fraction: _Number | _Reals
    flip_x: bool
    flip_y: bool
    turn: SupportsIndex
    angle: _Number
    scale: _Number | _Reals
    origin: _Reals | None
    transform: Affine | ArrayLike | None
    layers: SupportsIndex
    collides_with: SupportsIndex
    fixed: bool
    sensor: bool
    one_way: _Side | Literal[False] | None
    continuous: bool
    data: SupportsIndex

class _ManyOptions(TypedDict, total=False):
    """The keywords of many new sprites: one value, or an array with a value for each sprite."""

    fraction: ArrayLike
    flip_x: ArrayLike
    flip_y: ArrayLike
    turn: ArrayLike
    angle: ArrayLike
    scale: ArrayLike
    origin: ArrayLike | None
    transform: Affine | ArrayLike | None
    layers: ArrayLike
    collides_with: ArrayLike
    fixed: ArrayLike
    sensor: ArrayLike
    one_way: _Side | Literal[False] | Sequence[_Side | Literal[False, ""] | None] | NDArray[np.str_] | None
    continuous: ArrayLike
    data: ArrayLike

class _Values(TypedDict, total=False):
    """Values that differ: one value, or an array with a value for each sprite. None stands for no difference."""

    mask: ArrayLike | None
    fraction: ArrayLike | None
    flip_x: ArrayLike | None
    flip_y: ArrayLike | None
    turn: ArrayLike | None
    angle: ArrayLike | None
    scale: ArrayLike | None
    origin: ArrayLike | Literal[False] | None
    transform: Affine | ArrayLike | Literal[False] | None
    layers: ArrayLike | None
    collides_with: ArrayLike | None
    fixed: ArrayLike | None
    sensor: ArrayLike | None
    one_way: _Side | Literal[False] | Sequence[_Side | Literal[False, ""] | None] | NDArray[np.str_] | None
    continuous: ArrayLike | None
    data: ArrayLike | None

class _Changes(_Values, total=False):
    """The values that change."""

    position: ArrayLike | None

@final
class Circle:
    """A filled circle with a center ``(x, y)`` and a radius, in pixels.

    The pixel ``(x, y)`` is the square from ``(x, y)`` to ``(x + 1, y + 1)``. The circle covers each pixel whose middle is
    at most the radius away from the center.

    :raises ValueError: if a coordinate is NaN or farther than 2**30 from 0, or if the radius is not from 0 to 2**30.
    """

    def __new__(cls, center: _Reals, radius: float) -> Circle: ...
    @property
    def center(self) -> tuple[float, float]:
        """The center as ``(x, y)``."""
    @property
    def radius(self) -> float:
        """The radius in pixels."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[tuple[float, float], float]: ...

@final
class Line:
    """A line of pixels from one pixel to another, both included. A point with a fraction is the pixel that it lies in.

    The line has max(abs(dx), abs(dy)) steps, and each step goes to the pixel nearest to the exact line.
    """

    def __new__(cls, start: _Point, end: _Point) -> Line: ...
    @property
    def start(self) -> tuple[int, int]:
        """The first pixel as ``(x, y)``."""
    @property
    def end(self) -> tuple[int, int]:
        """The last pixel as ``(x, y)``."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[tuple[int, int], tuple[int, int]]: ...

@final
class Polygon:
    """A filled polygon through points ``(x, y)``, in pixels. The last point is joined to the first.

    The polygon covers each pixel whose middle is inside, by the even-odd rule.

    :raises ValueError: if there are fewer than three points, or if a coordinate is NaN or farther than 2**30 from 0.
    """

    def __new__(cls, points: Iterable[_Reals]) -> Polygon: ...
    @property
    def points(self) -> list[tuple[float, float]]:
        """The points, a list of ``(x, y)``."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[list[tuple[float, float]]]: ...

@final
class Affine:
    """An affine map of the plane: ``x' = a*x + b*y + c`` and ``y' = d*x + e*y + f``, with y down.

    ``Affine()`` is the identity. ``then`` chains maps in the order in which they apply::

        Affine.scale((2, 2)).then(Affine.rotation(90)).then(Affine.translation((10, 0)))

    :raises ValueError: if a number is NaN or infinite. The methods raise it for their arguments too.
    """

    def __new__(
        cls, a: float = 1.0, b: float = 0.0, c: float = 0.0, d: float = 0.0, e: float = 1.0, f: float = 0.0
    ) -> Affine: ...
    @staticmethod
    def translation(by: _Reals) -> Affine:
        """Returns the map that moves by ``(dx, dy)``."""
    @staticmethod
    def rotation(degrees: float) -> Affine:
        """Returns the clockwise rotation about the origin by an angle in degrees."""
    @staticmethod
    def scale(by: _Reals) -> Affine:
        """Returns the map that scales by the factors ``(x, y)`` about the origin."""
    @staticmethod
    def shear(by: _Reals) -> Affine:
        """Returns the map that shears by the factors ``(x, y)``."""
    def about(self, point: _Reals) -> Affine:
        """Returns this map about a point instead of ``(0, 0)``."""
    def then(self, next: Affine) -> Affine:
        """Returns the map that applies this map and then another."""
    def apply(self, point: _Reals) -> tuple[float, float]:
        """Returns the place that the map sends ``(x, y)`` to."""
    def inverse(self) -> Affine:
        """Returns the map that undoes this map.

        :raises ValueError: if the map has no inverse.
        """
    @property
    def determinant(self) -> float:
        """The determinant: the factor by which the map changes areas."""
    @property
    def coefficients(self) -> tuple[float, float, float, float, float, float]:
        """The coefficients ``(a, b, c, d, e, f)``."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __getnewargs__(self) -> tuple[float, float, float, float, float, float]: ...

@disjoint_base
class Mask:
    """The solid pixels of a sprite, one bit each.

    ``Mask(width, height, fill=False)`` makes a mask without solid pixels, or with all pixels solid if ``fill`` is true.
    Sizes are in pixels. The origin is the top-left pixel, and y points down. A mask of width or height 0 is valid and
    never collides.

    An offset ``at`` is the position of the top-left pixel of the other mask in this mask, for example
    ``(other_x - x, other_y - y)``. Every offset of 32 bits is valid. A fraction is an error, because it is unclear which of the
    two positions to round. Points, as of rays and pixels, may have fractions: a point is the pixel that it lies in.

    A method that returns a new mask returns one of the class of this mask, without a call of ``__init__``.

    Equal masks have equal sizes and solid pixels. A mask can change, so it has no hash: use ``mask.to_bytes()`` or ``id(mask)``
    as a key.

    Methods may be called from several threads. A long call lets other Python threads run, and Ctrl-C leaves it at once. A
    question is then dropped. An edit goes on to its end in the background, and the next call waits for it.

    :raises ValueError: if the mask would have more than 2**26 words of 64 pixels, as given or rotated by 90 degrees.
    :raises MemoryError: if the system refuses the memory.
    """

    def __new__(cls, width: SupportsIndex, height: SupportsIndex, fill: bool = False) -> Self: ...

    # Masks from other things, and back.
    @classmethod
    def from_array(cls, array: ArrayLike, above: _Number | None = None) -> Self:
        """Returns the mask of an array of shape (height, width), of booleans or numbers.

        With ``above``, a pixel is solid if its number is greater; NaN is never solid. Without it, a pixel is solid if its
        item is True, or a whole number other than 0. An array of real numbers, such as probabilities, needs ``above``.

        :raises TypeError: if the items are no numbers, or if they are real numbers and ``above`` is missing.
        :raises ValueError: if the array does not have two dimensions, if it is too large, or if ``above`` is not finite.
        """
    @classmethod
    def from_words(cls, width: SupportsIndex, words: ArrayLike) -> Self:
        """Returns the mask of words: uint64 of shape (height, (width + 63) // 64). The leftmost pixel is the lowest bit of the
        first word of its row. Bits beyond the width are ignored.

        :raises TypeError: if the items are not whole numbers.
        :raises ValueError: if the shape does not match the width, or if the mask would be too large.
        """
    @classmethod
    def from_bits(
        cls, width: SupportsIndex, bits: NDArray[np.uint8], *, bitorder: Literal["big", "little"] = "big"
    ) -> Self:
        """Returns the mask of bits: uint8 of shape (height, bytes in a row), as ``numpy.packbits(array, axis=1)`` returns them, and
        as PBM files and other 1-bit pictures have them. Rows may have more bytes than the width needs.

        With the ``bitorder`` "big", as in NumPy, the leftmost pixel is the highest bit of a byte; with "little", it is the lowest.
        For the bytes of a file: ``np.frombuffer(data, np.uint8).reshape(height, -1)``.

        :raises TypeError: if the items are not uint8.
        :raises ValueError: if the rows are too short for the width, the bit order is another, or the mask would be too large.
        """
    @classmethod
    def from_rgba(
        cls,
        pixels: ArrayLike,
        *,
        order: Literal["rgba", "bgra", "argb", "abgr", "rgb", "bgr"] = "rgba",
        size: Sequence[int] | None = None,
        stride: SupportsIndex | None = None,
        frame: _Rect | None = None,
        alpha_above: SupportsIndex | None = None,
        color_key: Sequence[int] | None = None,
        luma_above: SupportsIndex | None = None,
    ) -> Self:
        """Returns the mask of a picture: uint8 of shape (height, width, 4) with red, green, blue and alpha.

        ``order`` is the order of the channels in memory: "rgba", "bgra", "argb", "abgr", or "rgb" and "bgr" of three channels,
        with an alpha of 255. A number 0xAARRGGBB, such as a pixel of Cairo or Qt, is "bgra" on little-endian processors.

        Arrays with gaps between rows are not copied. Instead of an array, ``pixels`` may be the memory of a surface: bytes, a
        memoryview or any other buffer, with its ``size``, the width and the height, and if rows have gaps, its ``stride``, the number
        of bytes from a row to the next.

        At most one rule says which pixels are solid. ``alpha_above``: an alpha greater than the threshold, from 0 to 255.
        ``color_key``: a color other than ``(red, green, blue)``; alpha is ignored. ``luma_above``: a brightness greater than
        the threshold; alpha is ignored. The default is ``alpha_above=127``.

        ``frame`` is a rectangle ``(left, top, width, height)`` of the picture, such as a frame of a sprite sheet. Only its
        pixels are read.

        :raises TypeError: if the items are not uint8, or if two rules are given.
        :raises ValueError: if the shape is wrong, a threshold is not from 0 to 255, the frame is not inside the picture, or the
            picture is too large.
        """
    @classmethod
    def from_surface(
        cls, surface: Any, *, frame: _Rect | None = None, alpha_above: SupportsIndex = 127
    ) -> Self:
        """Returns the mask of a ``pygame.Surface``. A pixel is solid if it is not the color key of the surface, or, without a color
        key, if its alpha is greater than ``alpha_above``, from 0 to 255.

        ``frame`` is a rectangle ``(left, top, width, height)`` of the surface, such as a frame of a sprite sheet.

        :raises ImportError: if pygame is not installed.
        :raises ValueError: if the frame is not inside the surface, or if ``alpha_above`` is not from 0 to 255.
        """
    def clear_alpha(self, pixels: NDArray[np.uint8]) -> None:
        """Makes the pixels of a picture transparent where the mask is not solid, as after a game has dug into the mask of a terrain.

        ``pixels`` is an array of uint8 and of the shape (height, width, 4) of the mask, which is changed in place. Alpha becomes
        0; the colors, and all pixels where the mask is solid, stay as they are.

        :raises TypeError: if ``pixels`` is not an array of uint8.
        :raises ValueError: if the shape is wrong, or if the array is read-only.
        """
    @classmethod
    def from_text(cls, text: str) -> Self:
        """Returns the mask of a text: ``#`` is a solid pixel, ``.`` an empty one, and each row is a line.

        :raises ValueError: if a line has another character or another length than the first line.
        """
    @classmethod
    def from_contours(
        cls, width: SupportsIndex, height: SupportsIndex, contours: Sequence[ArrayLike | Contour]
    ) -> Self:
        """Returns the mask whose solid pixels lie inside polygons along the edges of pixels, by the even-odd rule. Each
        contour is an integer array of shape (N, 2), or a :class:`Contour`.

        :raises ValueError: if the mask would be too large.
        """
    @classmethod
    def from_bytes(cls, data: bytes) -> Self:
        """Returns the mask that :meth:`to_bytes` saved.

        :raises ValueError: if the bytes are not a saved mask.
        """
    def to_array(self) -> NDArray[np.bool_]:
        """Returns an array of shape (height, width) and type bool. Solid pixels are True."""
    def to_words(self) -> NDArray[np.uint64]:
        """Returns the words of the mask: uint64 of shape (height, (width + 63) // 64). The leftmost pixel is the lowest bit of
        the first word of its row. Bits beyond the width are 0.
        """
    def to_bytes(self) -> bytes:
        """Returns the mask as bytes that :meth:`from_bytes` reads, on every platform."""
    def copy(self) -> Self:
        """Returns a copy of the mask. The pixels are copied at the first change of either."""

    # Questions about the mask.
    @property
    def width(self) -> int:
        """The width in pixels."""
    @property
    def height(self) -> int:
        """The height in pixels."""
    @property
    def size(self) -> tuple[int, int]:
        """The width and the height in pixels, a tuple."""
    @property
    def shape(self) -> tuple[int, int]:
        """The shape of the array of the mask, ``(height, width)``, as NumPy has it."""
    def bounds(self) -> tuple[int, int, int, int] | None:
        """Returns the smallest rectangle around the solid pixels as ``(left, top, width, height)``, or ``None`` if no pixel
        is solid.
        """
    def is_empty(self) -> bool:
        """Returns whether no pixel is solid."""
    def contains(self, at: _Point) -> bool:
        """Returns whether a pixel is solid. Pixels outside the mask are not solid."""
    def count(self) -> int:
        """Returns the number of solid pixels."""
    def centroid(self) -> tuple[float, float] | None:
        """Returns the mean position of the solid pixels as ``(x, y)``, or ``None`` if no pixel is solid."""
    def angle(self) -> float | None:
        """Returns the direction of the longest axis of the solid pixels, in degrees counterclockwise on the screen from the
        x axis. The angle is greater than -90 and at most 90. Returns ``None`` if no direction is longer than the others, as
        for an empty mask or a disc.
        """
    def moments(self) -> tuple[int, int, int, int, int, int]:
        """Returns exact sums over the solid pixels: their number, and the sums of x, y, x * x, x * y and y * y."""
    def pixels(self) -> NDArray[np.int32]:
        """Returns the solid pixels row by row: int32 of shape (N, 2), with the columns x and y."""
    def runs(self) -> NDArray[np.int32]:
        """Returns the runs of solid pixels row by row: int32 of shape (N, 3), with the columns y, left and right. ``right`` is
        one past the last pixel.
        """
    def outline(self) -> NDArray[np.int32]:
        """Returns the outermost pixels of the component of the first solid pixel, in the order of a walk around it: int32 of
        shape (N, 2). The last pixel repeats the first, unless the component is a single pixel. The array is empty if no pixel
        is solid.
        """
    def contours(self) -> list[Contour]:
        """Returns the outlines of all components and holes as polygons along the edges of pixels, a list of
        :class:`Contour`.
        """
    def convex_hull(self) -> NDArray[np.int32]:
        """Returns the convex hull of the solid pixels, the smallest convex polygon that contains all of them: int32 of shape (N, 2).

        Its points are corners of pixels: ``(x, y)`` is the top-left corner of the pixel ``(x, y)``. They run clockwise on the
        screen, from the left corner of the top side. The hull of an empty mask has no points.
        """
    def convex_parts(self, tolerance: float, *, max_corners: int | None = None) -> list[NDArray[np.int32]]:
        """Returns convex polygons that together have the shape of the solid pixels, as physics engines want them: a list of arrays,
        int32 of shape (N, 2). They share sides and corners, and nothing else.

        The points are corners of pixels, as those of :meth:`convex_hull`. With a ``tolerance`` of 0, the parts cover exactly the
        solid pixels. With a larger one, in pixels, the center of every solid pixel is in a part, and the center of no empty pixel is
        farther inside a part than the tolerance. No part leaves the bounds of the solid pixels. With a larger tolerance there are
        never more parts, and never more points in total. For that, it is rounded down to one of 0, 0.25, 0.375, 0.5, 0.75, 1, 1.5, 2,
        3, 4, 6, 8, and so on.

        With ``max_corners``, at least 3, no part has more points: a part with more is split, so the shape stays as near. Box2D takes 8.
        If you want one part of few points instead, raise the tolerance.

        :raises ValueError: if ``tolerance`` is negative, infinite or NaN, or if ``max_corners`` is below 3.
        """
    def simplified_contours(self, tolerance: float, *, covering: bool = False) -> list[Contour]:
        """Returns the contours with fewer points: each point left out is at most ``tolerance`` pixels from the new outline.

        With ``covering=True``, no solid pixel is cut, not even in part: the outlines lie outside of the exact ones or on them, at most
        ``tolerance`` pixels away. No point is outside the bounds of the solid pixels.

        :raises ValueError: if ``tolerance`` is negative, infinite or NaN.
        """
    def connected_components(self, connectivity: _Connectivity = 8) -> list[Component]:
        """Returns the connected components, a list of :class:`Component`, in the order of their first pixels. Pixels that
        share a side are connected, and if ``connectivity`` is 8, pixels that share a corner too.
        """
    def largest_component(self, connectivity: _Connectivity = 8) -> Component | None:
        """Returns the component with the most pixels, or ``None`` if no pixel is solid."""
    def component_at(self, at: _Point, connectivity: _Connectivity = 8) -> Component | None:
        """Returns the component that has a pixel, or ``None`` if the pixel is not solid."""
    def component_bounds(self, connectivity: _Connectivity = 8) -> list[tuple[tuple[int, int, int, int], int]]:
        """Returns the bounds and the number of pixels of each component, a list of ``((left, top, width, height), count)``.
        """
    def detached_components(
        self, anchor: _Shape, at: _Offset = (0, 0), connectivity: _Connectivity = 8
    ) -> list[Component]:
        """Returns the components without a pixel in a shape, such as pieces of terrain that an explosion cut off from the
        floor. ``anchor`` is a :class:`Circle`, a :class:`Line`, a :class:`Polygon` or a rectangle
        ``(left, top, width, height)``, with its origin at ``at``.
        """

    # Questions about two masks, or a mask and a shape.
    def overlaps(self, other: Mask, at: _Offset) -> bool:
        """Returns whether a solid pixel of this mask and a solid pixel of ``other`` share a place."""
    def overlaps_at(self, other: Mask, offsets: ArrayLike) -> NDArray[np.bool_]:
        """Returns whether this mask and ``other`` overlap at each of many offsets, as :meth:`overlaps` does at one: bool of shape
        (N,). One call takes less time than a call for each offset.

        ``offsets`` are whole numbers of shape (N, 2), the positions of the top-left pixel of ``other`` in this mask.

        :raises ValueError: if the shape is wrong, or if an offset has a fraction or is not one of 32 bits.
        """
    def overlap_first(self, other: Mask, at: _Offset) -> tuple[int, int] | None:
        """Returns the topmost, then leftmost pixel that both masks have, as ``(x, y)`` in this mask, or ``None``."""
    def overlap_area(self, other: Mask, at: _Offset) -> int:
        """Returns the number of pixels that both masks have."""
    def overlap_bounds(self, other: Mask, at: _Offset) -> tuple[int, int, int, int] | None:
        """Returns the smallest rectangle around the pixels that both masks have, as ``(left, top, width, height)`` in this
        mask, or ``None``.
        """
    def overlap_mask(self, other: Mask, at: _Offset) -> Self:
        """Returns a mask of the size of this mask with the pixels that both masks have."""
    def overlap_normal(self, other: Mask, at: _Offset) -> tuple[float, float] | None:
        """Returns the direction in which the solid pixels of ``other`` enter this mask: a unit vector ``(x, y)`` that points
        from ``other`` to this mask. Returns ``None`` if the masks do not overlap, or if no direction is the steepest.
        """
    def overlaps_shape(self, shape: _Shape, at: _Offset = (0, 0)) -> bool:
        """Returns whether a shape covers a solid pixel. A shape is a :class:`Circle`, a :class:`Line`, a :class:`Polygon` or
        a rectangle ``(left, top, width, height)``. ``at`` is the position of the origin of the shape in this mask.
        """
    def overlap_shape_first(self, shape: _Shape, at: _Offset = (0, 0)) -> tuple[int, int] | None:
        """Returns the topmost, then leftmost solid pixel that a shape covers, as ``(x, y)`` in this mask, or ``None``.
        """
    def overlap_shape_area(self, shape: _Shape, at: _Offset = (0, 0)) -> int:
        """Returns the number of solid pixels that a shape covers."""
    def overlap_shape_bounds(self, shape: _Shape, at: _Offset = (0, 0)) -> tuple[int, int, int, int] | None:
        """Returns the smallest rectangle around the solid pixels that a shape covers, as ``(left, top, width, height)`` in
        this mask, or ``None``.
        """

    # Motion.
    def cast_ray(self, start: _Point, end: _Point) -> RayHit | None:
        """Returns the first solid pixel on the line from ``start`` to ``end``, both included, or ``None``."""
    def solid_on_line(self, start: _Point, end: _Point) -> NDArray[np.int32]:
        """Returns all solid pixels on the line from ``start`` to ``end``, in the order of the line: int32 of shape (N, 2).
        """
    def sweep(self, other: Mask, start: _Offset, end: _Offset) -> Sweep:
        """Moves ``other`` from the offset ``start`` to the offset ``end``, and returns how far it comes as a :class:`Sweep`.

        The way is the line of whole-pixel steps, both ends included, and every step is tested: a fast or thin mask never
        passes through this mask.
        """
    def penetration(self, other: Mask, at: _Offset) -> tuple[int, int] | None:
        """Returns the shortest move ``(dx, dy)`` of this mask after which the masks do not overlap, or ``None`` if they do not
        overlap at ``at``. After the move, ``other`` is at the offset ``at`` minus the move.
        """
    def distance(self, other: Mask, at: _Offset) -> float | None:
        """Returns the Euclidean distance in pixels between the nearest solid pixels of the masks, or ``None`` if a mask has none. It is
        0 if they share a pixel, and 1 if they touch side by side.
        """
    def nearest_free(
        self, other: Mask, at: _Offset, limit: SupportsIndex, *, within: _Rect | None = None
    ) -> tuple[int, int] | None:
        """Returns the offset nearest to ``at`` at which this mask and ``other`` share no pixel, or ``None`` if no offset up to ``limit``
        pixels away is free. If ``at`` is free, it is the result.

        Of several nearest offsets, it is the topmost, and of equally high ones the leftmost. With ``within``, a rectangle
        ``(left, top, width, height)`` in this mask, the solid pixels of ``other`` have to lie in it. So you pack sprites or words
        into a picture: find a place, draw the mask there, and go on with the next.

        :raises ValueError: if the limit is not from 0 to 2**32 - 1, if the offset has a fraction, or if a side is negative.
        """
    def penetration_along(self, other: Mask, at: _Offset, direction: _Offset) -> tuple[int, int] | None:
        """Returns the first move of this mask along the direction ``(dx, dy)`` after which the masks do not overlap. Returns
        ``None`` if they do not overlap at ``at``, or if the direction is ``(0, 0)``.
        """

    # Changes.
    def set(self, at: _Point, solid: bool = True) -> None:
        """Makes a pixel solid, or empty if ``solid`` is false.

        :raises IndexError: if the pixel is outside the mask.
        """
    def fill(self) -> None:
        """Makes every pixel solid."""
    def clear(self) -> None:
        """Makes every pixel empty."""
    def invert(self) -> None:
        """Makes every solid pixel empty and every empty pixel solid."""
    def fill_shape(self, shape: _Shape, at: _Offset = (0, 0), solid: bool = True) -> None:
        """Makes the pixels of a shape solid, or empty if ``solid`` is false. A shape is a :class:`Circle`, a :class:`Line`,
        a :class:`Polygon` or a rectangle ``(left, top, width, height)``. ``at`` is the position of the origin of the shape,
        in whole pixels.
        """
    def draw(self, other: Mask, at: _Offset) -> None:
        """Makes the solid pixels of ``other`` solid in this mask."""
    def erase(self, other: Mask, at: _Offset) -> None:
        """Makes the solid pixels of ``other`` empty in this mask."""
    def toggle(self, other: Mask, at: _Offset) -> None:
        """Inverts this mask at the solid pixels of ``other``."""
    def intersect(self, other: Mask, at: _Offset) -> None:
        """Keeps only the solid pixels that ``other`` has too."""

    # Transformed masks.
    def flipped_x(self) -> Self:
        """Returns the mask mirrored left to right."""
    def flipped_y(self) -> Self:
        """Returns the mask mirrored top to bottom."""
    def rotated_90(self) -> Self:
        """Returns the mask rotated clockwise by 90 degrees."""
    def rotated_180(self) -> Self:
        """Returns the mask rotated by 180 degrees."""
    def rotated_270(self) -> Self:
        """Returns the mask rotated clockwise by 270 degrees."""
    def scaled(self, width: SupportsIndex, height: SupportsIndex) -> Self:
        """Returns the mask scaled to a new size. A pixel of the result is solid if the pixel under its middle is solid.

        :raises ValueError: if the result would be too large.
        """
    def scaled_any(self, width: SupportsIndex, height: SupportsIndex) -> Self:
        """Returns the mask scaled to a new size. A pixel of the result is solid if it covers a part of a solid pixel.

        :raises ValueError: if the result would be too large.
        """
    def coarsened(self, k: SupportsIndex) -> Self:
        """Returns a mask with one pixel for each block of ``k`` x ``k`` pixels, solid if any pixel of the block is solid.

        :raises ValueError: if ``k`` is 0.
        """
    def cropped(self) -> tuple[Self, tuple[int, int]]:
        """Returns the mask without empty borders, and the position of the result in this mask."""
    def grown(self, radius: float) -> tuple[Self, tuple[int, int]]:
        """Returns the mask grown by a radius in pixels, and the position of the result in this mask. A pixel is solid if a
        solid pixel is at most the radius away.

        :raises ValueError: if the radius is negative, too large or NaN, or if the result would be too large.
        """
    def shrunk(self, radius: float) -> tuple[Self, tuple[int, int]]:
        """Returns the mask shrunk by a radius in pixels, and the position of the result in this mask. A pixel stays solid if
        every pixel at most the radius away is solid.

        :raises ValueError: if the radius is negative, too large or NaN.
        """
    def transformed(self, by: Affine) -> tuple[Self, tuple[int, int]]:
        """Returns the mask under an affine map, and the position of the result. A pixel of the result is solid if its middle
        comes from a solid pixel.

        :raises ValueError: if the map has no inverse or a coefficient is not finite, or if the result would be too large.
        """
    def overlaps_transformed(self, by: Affine, other: Mask, other_by: Affine) -> bool:
        """Returns whether this mask under the map ``by`` and ``other`` under the map ``other_by`` share a solid pixel. No
        transformed mask is built.

        :raises ValueError: if a map has no inverse or a coefficient is not finite.
        """
    def colliding_offsets(self, other: Mask) -> tuple[Self, tuple[int, int]]:
        """Returns the colliding offsets of this mask and ``other`` as a mask, and the offset of its top-left pixel. A pixel
        at ``(x, y)`` of the result is solid if the masks overlap at the offset ``(x, y)`` plus that offset.

        :raises ValueError: if the result would be too large.
        """
    def convolve(self, other: Mask) -> Self:
        """Returns the convolution of this mask with ``other``: the colliding offsets in a mask of
        ``width + other.width - 1`` x ``height + other.height - 1`` pixels. If either mask has no pixels, the result is 0 x 0.

        :raises ValueError: if the result would be too large.
        """

    # Python's own syntax.
    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]: ...
    def __getitem__(self, at: _Point, /) -> bool: ...
    def __setitem__(self, at: _Point, solid: bool, /) -> None: ...
    def __contains__(self, at: _Point, /) -> bool: ...
    def __bool__(self) -> bool: ...
    def __or__(self, other: Mask, /) -> Self: ...
    def __ror__(self, other: Mask, /) -> Mask: ...
    def __and__(self, other: Mask, /) -> Self: ...
    def __rand__(self, other: Mask, /) -> Mask: ...
    def __xor__(self, other: Mask, /) -> Self: ...
    def __rxor__(self, other: Mask, /) -> Mask: ...
    def __sub__(self, other: Mask, /) -> Self: ...
    def __rsub__(self, other: Mask, /) -> Mask: ...
    def __invert__(self) -> Self: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any) -> Self: ...

@final
class Turntable:
    """A mask rotated about an origin by equal angles. Each rotated mask is made once and kept.

    ``origin`` is a point ``(x, y)`` of the mask. The rotated masks take at most 64 MiB; the oldest are dropped first.

    :raises ValueError: if the number of angles is not from 1 to 65536, or if the origin is not finite.
    """

    def __new__(cls, mask: Mask, angles: SupportsIndex, origin: _Reals) -> Turntable: ...
    def turned(self, index: SupportsIndex) -> tuple[Mask, tuple[int, int]]:
        """Returns the mask rotated clockwise by ``index / angles`` of a circle, and the position of its top-left pixel
        relative to the origin.

        :raises ValueError: if the result would be too large.
        """
    def index_of(self, degrees: float) -> int:
        """Returns the index of the angle nearest to a number of degrees clockwise.

        :raises ValueError: if the number is not finite.
        """
    @property
    def angles(self) -> int:
        """The number of angles in a circle."""

@final
class RayHit:
    """The first solid pixel that a ray meets."""

    def __new__(
        cls,
        at: tuple[int, int],
        before: tuple[int, int] | None,
        step: int,
        normal: tuple[float, float] | None,
    ) -> RayHit: ...
    @property
    def at(self) -> tuple[int, int]:
        """The solid pixel, ``(x, y)``."""
    @property
    def before(self) -> tuple[int, int] | None:
        """The pixel before it on the ray, ``(x, y)``, or ``None`` if the ray starts in a solid pixel."""
    @property
    def step(self) -> int:
        """The number of steps from the start of the ray."""
    @property
    def normal(self) -> tuple[float, float] | None:
        """The surface normal, a unit vector ``(x, y)`` that points out of the mask, or ``None`` if the ray starts in
        a solid pixel.
        """
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class SweepHit:
    """The first offset of a sweep at which the masks share a pixel."""

    def __new__(
        cls,
        at: tuple[int, int],
        before: tuple[int, int] | None,
        step: int,
        normal: tuple[float, float],
    ) -> SweepHit: ...
    @property
    def at(self) -> tuple[int, int]:
        """The first offset at which the masks overlap, ``(x, y)``."""
    @property
    def before(self) -> tuple[int, int] | None:
        """The offset one step before, ``(x, y)``, or ``None`` if the masks overlap at the start."""
    @property
    def step(self) -> int:
        """The number of steps from the start."""
    @property
    def normal(self) -> tuple[float, float]:
        """The contact normal at ``at``: a unit vector ``(x, y)`` that points out of the mask at rest."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Sweep:
    """The result of a sweep of a mask."""

    def __new__(cls, hit: SweepHit | None, started_inside: bool) -> Sweep: ...
    @property
    def hit(self) -> SweepHit | None:
        """The :class:`SweepHit`, or ``None`` if the way is free."""
    @property
    def started_inside(self) -> bool:
        """Whether the masks overlap at the start."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Component:
    """A set of connected solid pixels, cut out of its mask."""

    def __new__(cls, mask: Mask, at: tuple[int, int], count: int) -> Component: ...
    @property
    def mask(self) -> Mask:
        """The pixels of the component, a :class:`Mask` without empty borders."""
    @property
    def at(self) -> tuple[int, int]:
        """The position of the component in the mask, ``(x, y)``."""
    @property
    def count(self) -> int:
        """The number of pixels."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Contour:
    """A closed polygon along the edges of pixels: the outside of a component, or a hole."""

    def __new__(cls, points: ArrayLike, is_hole: bool) -> Contour: ...
    @property
    def points(self) -> NDArray[np.int32]:
        """The corners in order: int32 of shape (N, 2). The outside of a component runs clockwise on the screen and a hole
        counterclockwise.
        """
    @property
    def is_hole(self) -> bool:
        """Whether the polygon is a hole."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@disjoint_base
class World:
    """Masks and sprites that show them. It finds the sprites that share solid pixels.

    Positions are whole pixels from -2**30 to 2**30, with y down. :meth:`add_mask` adds a :class:`Mask` and returns its
    number. :meth:`spawn` and :meth:`spawn_many` add sprites. :meth:`step` returns the pairs of sprites that collide, and
    the pairs that began and ended since the step before.

    ::

        world = World()
        disc = world.add_mask(Mask.from_array(np.hypot(*np.mgrid[-8:9, -8:9]) < 8))
        ids = world.spawn_many(disc, rng.integers(0, 4000, (10_000, 2)))
        world.positions = world.positions + [2, 1]
        for a, b in world.step().began: ...

    A sprite is named by its id: a small number, from 0, and an index into arrays such as :attr:`positions`. In arrays, a missing
    id is 2**32 - 1, the coordinates of a missing place are -2**31, and a missing real number is NaN.

    Ids are used again: a new sprite may receive the id of a removed one after the next :meth:`step`, or one step later if ``ended``
    names it. The world cannot tell the two apart, so forget an id when you remove its sprite. If you keep ids for longer, give each
    sprite a ``data`` of its own, and compare :meth:`data`. An id that names no sprite is an ``IndexError``, but
    ``id in world`` is false, and :meth:`despawn_many` skips it.

    Positions may have fractions. A sprite with an angle, a scale, an origin or a transform is shown at its position with the
    fraction; any other stands at the nearest pixel, and halves go right and down. A point, as of a query or a ray, is the pixel
    that it lies in. A way, as of :meth:`move_by`, has whole pixels.

    Arrays that calls return are copies. All methods may be called from several threads; each call waits until the world
    is free. Long calls let other Python threads run. Ctrl-C leaves a long call at once: a question is dropped, and a change goes
    on to its end in the background. The next call waits for that end, and Ctrl-C leaves it too.

    A class may derive from ``World``. Copies and pickles are of that class and keep its attributes; its ``__init__`` does not run
    for them.

    Worlds of at least ``limits.parallel_from`` sprites use a pool of threads, one for each processor or as many as the
    environment variable ``RAYON_NUM_THREADS`` says. The pool starts at the first call that needs it. A process may fork
    before and after: a child starts a pool of its own. Only a world that another thread of the parent uses at the moment
    of the fork is lost to the child, where its methods raise ``RuntimeError``.
    """

    def __new__(cls, *args: Any, **keywords: Any) -> Self: ...

    # Masks.
    def add_mask(self, mask: Mask) -> int:
        """Adds a mask and returns its number. Sprites name the mask by this number. Masks and sprites are numbered apart, each from 0, so
        the number of a mask in the place of a sprite is no error if there is such a sprite. The world and ``mask`` share the memory of
        the pixels. Later changes of ``mask`` do not change the mask of the world.

        :raises MemoryError: if the system refuses memory.
        """
    def mask(self, mask: SupportsIndex) -> Mask:
        """Returns a mask of the world as a :class:`Mask`, without a copy of the pixels. Changes of the result do not change
        the mask of the world.

        :raises IndexError: if the world has no such mask.
        """
    @property
    def masks(self) -> NDArray[np.uint32]:
        """The numbers of all masks, sorted: uint32 of shape (N,)."""
    def replace_mask(self, mask: SupportsIndex, new: Mask) -> None:
        """Replaces the pixels of a mask by the pixels of another, which may have another size. All sprites that show the mask
        change with it. The world and ``new`` share the memory.

        :raises IndexError: if the world has no such mask.
        """
    def draw_on_mask(self, mask: SupportsIndex, what: Mask | _Shape, at: _Offset = (0, 0)) -> None:
        """Makes the pixels of a mask solid that ``what`` covers. ``what`` is a :class:`Mask`, a :class:`Circle`, a :class:`Line`, a
        :class:`Polygon` or a rectangle ``(left, top, width, height)``. ``at`` is the position ``(x, y)`` of the origin of
        ``what`` in the mask. All sprites that show the mask change with it.

        :raises IndexError: if the world has no such mask.
        """
    def erase_from_mask(self, mask: SupportsIndex, what: Mask | _Shape, at: _Offset = (0, 0)) -> None:
        """Makes the pixels of a mask empty that ``what`` covers, as an explosion does with terrain. The arguments are those of
        :meth:`draw_on_mask`.

        :raises IndexError: if the world has no such mask.
        """
    def set_angle_steps(self, mask: SupportsIndex, steps: SupportsIndex | None) -> None:
        """Rounds the angles of the sprites that show a mask to equal steps of a circle. ``None``, the default, shows each angle as given.

        Sprites that show equal angles share a rendered mask, so steps make crowds of rotating sprites fast. They cost truth: with 64
        steps, a sprite is shown up to 2.8 degrees off. Its place is rounded to half pixels too, and of a ``transform`` the scale and
        the shear to 12 bits.

        :raises IndexError: if the world has no such mask.
        :raises ValueError: if the number is not from 1 to 65536, or if a rotated mask would be too large.
        """
    def remove_mask(self, mask: SupportsIndex) -> Mask:
        """Removes a mask that no sprite shows, and returns it.

        :raises IndexError: if the world has no such mask.
        :raises ValueError: if a sprite shows the mask.
        """

    # Sprites.
    def spawn(self, mask: SupportsIndex, position: _Place, **options: Unpack[_Options]) -> int:
        """Adds a sprite with its top-left pixel at ``position``, two numbers ``(x, y)``, and returns its id. A sprite with an angle, a
        scale, an origin or a transform is shown at its position with the fraction. Any other stands at the nearest pixel, and
        halves go right and down.

        Keywords, with their defaults:

        - ``flip_x=False``, ``flip_y=False``: mirrors the mask left to right, and top to bottom.
        - ``turn=0``: quarter turns clockwise, 0 to 3, after the flips.
        - ``scale=1.0``: a factor, or a tuple of factors along x and y, after the turn.
        - ``angle=0.0``: degrees clockwise, after the scale.
        - ``origin=None``: the point ``(x, y)`` of the picture that is drawn at the position, and about which the sprite flips,
          turns, scales and rotates. ``(0, 0)`` is the top-left corner of the picture. Without an origin, the sprite does so about
          its middle.
        - ``transform=None``: any linear map of the picture, instead of flips, turn, angle, scale and origin: an :class:`Affine`
          without a translation, or ``((a, b), (c, d))`` for ``x' = a*x + b*y`` and ``y' = c*x + d*y``. The top-left corner of
          the picture is drawn at the position.
        - ``fraction=(0.0, 0.0)``: the part of the position below a pixel, from 0 to less than 1. A position with a fraction sets it.
        - ``layers=1``, ``collides_with=0xFFFFFFFF``: bits of the layers that the sprite is in, and that it collides with.
          Two sprites meet only if each is in a layer that the other collides with: a hero falls through a ground whose
          ``collides_with`` lacks his layer. :meth:`one_sided_layers` finds such sprites.
        - ``fixed=False``: scenery that seldom moves. Two fixed sprites are never a pair.
        - ``sensor=False``: if true, the sprite collides but blocks nobody, as a coin or a door. It is in pairs and contacts, and
          :meth:`find`, :meth:`nearest` and :meth:`overlapping` find it. Rays, sweeps, moves and free places skip it, unless a
          query has ``with_sensors=True``. A sensor that moves is itself blocked by others.
        - ``one_way=None``: the only side from which the sprite blocks others, ``"left"``, ``"right"``, ``"top"`` or ``"bottom"``.
          The top of a platform is ``"top"``: others jump through it from below, and land on it. It blocks nothing else, so it
          does not count for free places. A list has an item for each sprite.
        - ``continuous=False``: if true, a step tests the sprite along its path, the straight line from its position at
          the last step to its position now, so that it passes through nothing unseen, however fast it is. A pair that
          shares pixels only in passing is a pair of the step and ends in the next; :meth:`Step.impact` tells where the
          two met. The first path begins where the sprite was spawned; after :meth:`jump_to` there is none.
        - ``data=0``: a whole number from 0 to 2**64 - 1 that the world keeps and does not use.

        :raises IndexError: if the world has no such mask.
        :raises ValueError: if a value is out of range, or if the scaled mask would be too large.
        """
    def spawn_many(
        self, masks: ArrayLike, positions: ArrayLike, **options: Unpack[_ManyOptions]
    ) -> NDArray[np.uint32]:
        """Adds many sprites and returns their ids: uint32 of shape (N,). After an error, no sprite is added, and later sprites get
        the ids that they would get without the call.

        ``masks`` is a number or integers of shape (N,). ``positions`` are numbers of shape (N, 2), in pixels. The keywords
        are those of :meth:`spawn`. Each is one value for all sprites, or an array of shape (N,) with a value for each. Arrays
        of origins, of fractions, and of factors along x and y have the shape (N, 2), an array of transforms has the shape
        (N, 2, 2). A row of NaN is no origin and no transform. The array of a single factor for each sprite is a NumPy array.

        :raises IndexError: if the world has no such mask.
        :raises ValueError: if a shape is wrong, a value is out of range, or a scaled mask would be too large.
        """
    def despawn(self, id: SupportsIndex) -> None:
        """Removes a sprite. A later sprite may receive its id, as :class:`World` says.

        :raises IndexError: if the world has no such sprite.
        """
    def clear(self) -> None:
        """Removes all sprites. The masks stay, except those of :meth:`own_mask`. The next step ends the pairs of the last one.
        """
    def despawn_many(self, ids: ArrayLike) -> int:
        """Removes many sprites, integers of shape (N,), and returns how many. Ids that name no sprite are skipped, so a sprite may
        be named twice.
        """
    @property
    def ids(self) -> NDArray[np.uint32]:
        """The ids of all sprites, sorted: uint32 of shape (N,)."""
    @property
    def slot_count(self) -> int:
        """The number of slots for sprites, including empty ones: the rows of :attr:`positions`. Every id is less than this number.
        """
    def __len__(self) -> int: ...
    def __bool__(self) -> bool: ...
    def __contains__(self, id: object, /) -> bool: ...

    # Positions and other values.
    @property
    def positions(self) -> NDArray[np.int32]:
        """The positions of all sprites by id, in pixels: int32 of shape (:attr:`slot_count`, 2). Both
        coordinates of an empty slot are -2**31.

        The array is a copy, and read-only: a change of it would be lost. Write ``world.positions = world.positions +
        velocities`` instead of ``+=``, and ``set_positions(positions, ids)`` to move some sprites. An assignment moves the
        sprites as :meth:`set_positions` does.
        """
    @positions.setter
    def positions(self, positions: ArrayLike, /) -> None: ...
    def set_positions(self, positions: ArrayLike, ids: ArrayLike | None = None) -> None:
        """Moves many sprites, in pixels. After an error, no sprite moves. A sprite with an angle, a scale, an origin or a transform is
        shown at its position with the fraction. Any other stands at the nearest pixel, and halves go right and down. Whole
        numbers, as of an integer array, keep the fraction that a sprite has.

        Without ``ids``, ``positions`` are numbers of shape (:attr:`slot_count`, 2), by id. The positions of empty slots are
        ignored. With ``ids``, integers of shape (N,), ``positions`` has the shape (N, 2). If a sprite is named twice, it goes
        to the last of its positions.

        :raises IndexError: if an id names no sprite.
        :raises ValueError: if the shape is wrong, or if a coordinate is NaN or farther than 2**30 from 0.
        """
    def move_to(self, id: SupportsIndex, to: _Place) -> None:
        """Moves a sprite to a position ``(x, y)``, in pixels. A sprite with an angle, a scale, an origin or a transform is shown at its
        position with the fraction. Any other stands at the nearest pixel, and halves go right and down. Integers move a sprite by
        whole pixels and keep its fraction; floats replace it.

        :raises IndexError: if the world has no such sprite.
        :raises ValueError: if the position is out of range.
        """
    def jump_to(self, id: SupportsIndex, to: _Place) -> None:
        """Moves a sprite to a position ``(x, y)`` without a path: the next step tests it only where it stands. It is for
        teleporters, respawns and the edges of a world that wraps around, and differs from :meth:`move_to` only for
        continuous sprites.

        :raises IndexError: if the world has no such sprite.
        :raises ValueError: if the position is out of range.
        """
    def set_last_place(self, id: SupportsIndex, place: _Place) -> None:
        """Sets where a sprite stood at the last step, ``(x, y)``. The next step tests a continuous sprite along the path
        from this place. It is for sprites that are put back to where they touched something (:meth:`Impact.before_of`).
        To forget the place, call :meth:`jump_to` with the sprite's own position.

        :raises IndexError: if the world has no such sprite.
        :raises ValueError: if the place is out of range.
        """
    def move_by(self, id: SupportsIndex, by: _Offset) -> None:
        """Moves a sprite by ``(dx, dy)``, in whole pixels. Fractions are an error, because many small moves would
        lose them; a :class:`Remainder` adds them up.

        :raises IndexError: if the world has no such sprite.
        :raises ValueError: if the new position is out of range, or if the way has a fraction.
        """
    @overload
    def get(self, ids: _Id) -> Sprite:
        """Returns the values of a sprite as a :class:`Sprite`, or of many as a :class:`Sprites`, which has an array for each
        value. ``ids`` is an id or integers of shape (N,); without it, the result has all sprites, sorted by id.

        :raises IndexError: if the world has no such sprite.
        """
    @overload
    def get(self, ids: _Ids | None = None) -> Sprites: ...
    def set(self, ids: SupportsIndex | _Ids, **options: Unpack[_Changes]) -> None:
        """Changes values of sprites. Values that are not given, or are ``None``, stay as they are. After an error, no sprite
        is changed.

        ``ids`` is an id or integers of shape (N,). The keywords are ``mask``, ``position`` and those of :meth:`spawn`.
        Each is one value for all sprites, or an array of shape (N,) with a value for each. Arrays of positions, origins
        and fractions, and of factors along x and y have the shape (N, 2), an array of transforms has the shape (N, 2, 2). The
        array of a single factor for each sprite is a NumPy array. ``origin=False`` removes the origin, ``transform=False`` the
        transform, and ``one_way=False`` lets the sprite block from all sides again.

        :raises IndexError: if the world has no such sprite, or no such mask.
        :raises ValueError: if a shape is wrong, a value is out of range, or a scaled mask would be too large.
        """
    @overload
    def data(self, ids: _Id) -> int:
        """Returns the data of a sprite, or the data of many: uint64 of shape (N,). ``ids`` is an id or integers of shape (N,). A
        despawned sprite keeps its data until its id is free for a new sprite, so the sprites of ``step().ended`` have theirs.

        :raises IndexError: if the id is free.
        """
    @overload
    def data(self, ids: _Ids) -> NDArray[np.uint64]: ...
    @overload
    def bounds(self, ids: _Id) -> tuple[int, int, int, int] | None:
        """Returns the smallest rectangle around the solid pixels of a sprite, in world pixels, as ``(left, top, width, height)``,
        or ``None`` if no pixel is solid. ``ids`` is an id.

        With integers of shape (N,), returns the rectangles of many: int32 of shape (N, 4) with the columns left, top, width
        and height. Without ``ids``, the rows are those of :attr:`ids`. A sprite without solid pixels has the width and the
        height 0, and -2**31 as left and top.

        :raises IndexError: if the world has no such sprite.
        """
    @overload
    def bounds(self, ids: _Ids | None = None) -> NDArray[np.int32]: ...
    @overload
    def draw_transform(self, ids: _Id) -> Affine:
        """Returns the map under which to draw the picture of a sprite so that it covers the pixels that collide: from points of the
        picture to points of the world, as an :class:`Affine`. For many sprites, the maps are float64 of shape (N, 2, 3):
        ``x' = m[0, 0]*x + m[0, 1]*y + m[0, 2]``, and ``y'`` likewise with the second row. ``ids`` is an id or integers of shape
        (N,).

        Angles are rounded to the steps of :meth:`set_angle_steps`, and the map of an upright sprite has its top-left pixel as shown.

        :raises IndexError: if the world has no such sprite.
        """
    @overload
    def draw_transform(self, ids: _Ids) -> NDArray[np.float64]: ...
    def mask_point(self, id: SupportsIndex, point: _Reals) -> tuple[float, float]:
        """Returns the point of the mask that a sprite shows at a point of the world, as ``(x, y)`` with fractions: a bullet hole, for
        example. The result is in pixels of the mask as it was added, and may lie outside the mask.

        :raises IndexError: if the world has no such sprite.
        :raises ValueError: if a coordinate is NaN or infinite.
        """
    def shape(self, who: _Asked) -> tuple[Mask, tuple[int, int]]:
        """Returns the mask that a sprite shows, flipped, turned, scaled and rotated, and the position ``(x, y)`` of its
        top-left pixel in the world. ``who`` is an id, or a :class:`Who` that would show the mask.

        :raises IndexError: if the world has no such sprite, or no such mask.
        :raises ValueError: if a value is out of range, or if the scaled mask would be too large.
        """

    # Pairs.
    def step(self) -> Step:
        """Finds all pairs of sprites that share a solid pixel, and compares them with the pairs of the step before.

        A step also frees the ids of despawned sprites for new sprites, except of the sprites in ``ended``.

        :raises ValueError: if there are more pairs than ``limits.pairs``, or if a scaled mask would be too large.
        :raises MemoryError: if the system refuses memory.
        """
    def collisions(self) -> NDArray[np.uint32]:
        """Returns all pairs of sprites that share a solid pixel now: uint32 of shape (M, 2), sorted. It does not count as a
        step.

        :raises ValueError: if there are more pairs than ``limits.pairs``.
        """
    def candidates(self) -> NDArray[np.uint32]:
        """Returns all pairs of sprites whose tight boxes overlap and that may collide: uint32 of shape (M, 2), not sorted.

        :raises ValueError: if there are more pairs than ``limits.pairs``.
        """
    def one_sided_layers(self) -> NDArray[np.uint32]:
        """Returns examples of sprites that never meet because only one of the two collides with a layer of the other: uint32 of shape
        (M, 2), sorted, the sprite that does first. It is for debugging: it shows a ground that does not name the layer of the hero.

        Of many sprites with equal ``layers``, ``collides_with`` and ``fixed``, it names the one with the smallest id.
        """
    def contacts(self, pairs: ArrayLike | None = None, *, ways_out: bool = True) -> Contacts:
        """Returns where pairs of sprites overlap, and how they separate, as a :class:`Contacts`. Layers are ignored.

        ``pairs`` are integers of shape (M, 2), in any order. Without it, the pairs are those of :meth:`collisions`.
        ``ways_out=False`` leaves out the normals and the penetrations, which take most of the time.

        :raises IndexError: if the world has no such sprite.
        """
    def contact(self, a: SupportsIndex, b: SupportsIndex) -> Contact | None:
        """Returns the contact of two sprites as a :class:`Contact`, or ``None`` if they share no pixel. Layers are ignored.

        :raises IndexError: if the world has no such sprite.
        """
    def own_mask(self, id: SupportsIndex) -> int:
        """Gives a sprite a mask of its own, and returns the number of the mask. Edits of it change no other sprite.

        The mask has the pixels of the old one. It goes with its sprite, which keeps it if this method is called again. To dig,
        :meth:`erase` is enough.

        :raises IndexError: if the world has no such sprite.
        """
    def erase(self, shape: _Probe, *, layers: SupportsIndex | None = None) -> NDArray[np.uint32]:
        """Digs a shape of the world out of all sprites, and returns the sprites that lost pixels: uint32 of shape (N,), sorted.

        ``shape`` is what :meth:`find` takes. If ``layers`` is given, only sprites in one of these layers lose pixels. Each bit is
        a layer. Others that show the same masks lose nothing: the sprites get masks of their own first (:meth:`own_mask`). A
        sprite without a pixel left stays in the world.

        :raises TypeError: if ``shape`` is of another type.
        """
    def split(self, id: SupportsIndex) -> NDArray[np.uint32]:
        """Splits a sprite into its connected parts, and returns the ids of the new sprites: uint32 of shape (N,). The sprite keeps
        its largest part. Each other part becomes a sprite at its place, like the sprite in everything else.

        Pixels that share a side or a corner are connected. A sprite of one part or none stays as it is, and the array is
        empty. Each new sprite has a mask of its own (:meth:`own_mask`).

        :raises IndexError: if the world has no such sprite.
        """
    def overlapping(
        self, id: SupportsIndex, *, layers: SupportsIndex | None = None, without: SupportsIndex | None = None
    ) -> NDArray[np.uint32]:
        """Returns the sprites that share a pixel with a sprite now, and that may collide with it by their layers: uint32 of shape
        (N,), sorted. The keywords are those of :meth:`find`.

        :raises IndexError: if the world has no such sprite.
        """

    # Queries.
    def find(
        self, probe: _Probe, *, layers: SupportsIndex | None = None, without: SupportsIndex | None = None
    ) -> NDArray[np.uint32]:
        """Returns the sprites with a solid pixel in a probe: uint32 of shape (N,), sorted.

        ``probe`` is a point ``(x, y)``, a rectangle ``(left, top, width, height)``, a :class:`Circle`, a :class:`Line`, a
        :class:`Polygon`, or a pair ``(mask, (x, y))`` of a :class:`Mask` and its position. A point with a fraction is the pixel
        that it lies in, and so is the corner of a rectangle; the position of a mask is rounded as that of a sprite.

        Keywords of all queries: with ``layers``, only sprites in one of these layers are found. Each bit is a layer.
        ``without`` is the id of a sprite that is left out, for example the one that asks.

        :raises TypeError: if ``probe`` is of another type.
        """
    def find_many(
        self, probes: ArrayLike | Sequence[_Probe], *, layers: SupportsIndex | None = None, without: SupportsIndex | None = None
    ) -> NDArray[np.uint32]:
        """Returns the sprites with a solid pixel in each of many probes: uint32 of shape (M, 2) with the columns index of the
        probe and id of the sprite, sorted.

        ``probes`` are numbers of shape (N, 2) for points, of shape (N, 3) for circles with the center x, the center y and the
        radius, or of shape (N, 4) for rectangles with left, top, width and height. Or they are a list of any probes that
        :meth:`find` takes.

        :raises ValueError: if the shape is wrong, or if a side of a rectangle or a radius is negative.
        """
    def nearest(
        self, point: _Point, count: SupportsIndex = 1, *, layers: SupportsIndex | None = None, without: SupportsIndex | None = None
    ) -> list[Neighbor]:
        """Returns the ``count`` sprites that are nearest to a point: a list of :class:`Neighbor`, sorted by distance, then by id.

        The distance of a sprite is the distance from the point to its nearest solid pixel, in pixels. It is 0 on a solid
        pixel. The keywords are those of :meth:`find`.
        """
    def nearest_many(
        self, points: ArrayLike, count: SupportsIndex = 1, *, layers: SupportsIndex | None = None, without: SupportsIndex | None = None
    ) -> tuple[NDArray[np.uint32], NDArray[np.float64]]:
        """Returns the ``count`` sprites that are nearest to each of many points, and their distances: uint32 and float64 of shape
        (N, ``count``). Each row is sorted by distance, then by id. If there are fewer sprites, the last ids are 2**32 - 1 and
        their distances NaN.

        A ``count`` beyond 64 and beyond the number of sprites of the world gives only as many columns as the larger of the two.

        ``points`` are numbers of shape (N, 2).

        :raises MemoryError: if the system refuses memory.
        """
    @overload
    def nearest_others(
        self, ids: _Id, count: SupportsIndex = 1, *, layers: SupportsIndex | None = None, without: SupportsIndex | None = None
    ) -> list[Neighbor]:
        """Returns the ``count`` sprites that are nearest to a sprite: a list of :class:`Neighbor`, sorted by distance, then by id.
        ``ids`` is an id. The distance is the one between the nearest solid pixels, in pixels: 0 if the two share one, and 1 if
        they touch side by side. All other sprites count, whatever their layers are; the keywords are those of :meth:`find`.

        With integers of shape (N,), returns the ids and the distances of many: uint32 and float64 of shape (N, ``count``), as
        :meth:`nearest_many` does. Without ``ids``, the rows are those of :attr:`ids`.

        :raises IndexError: if the world has no such sprite.
        :raises MemoryError: if the system refuses memory.
        """
    @overload
    def nearest_others(
        self, ids: _Ids | None = None, count: SupportsIndex = 1, *, layers: SupportsIndex | None = None, without: SupportsIndex | None = None
    ) -> tuple[NDArray[np.uint32], NDArray[np.float64]]: ...
    def cast_ray(
        self, start: _Point, end: _Point, *, layers: SupportsIndex | None = None, without: SupportsIndex | None = None, with_sensors: bool = False
    ) -> SpriteRayHit | None:
        """Returns the first :class:`SpriteRayHit` on the line of pixels from ``start`` to ``end``, both included, or ``None``. Of
        several sprites at one pixel, it names the one with the smallest id. A point with a fraction is the pixel that it lies
        in.

        The keywords are those of :meth:`find`, and ``with_sensors``: if it is true, sensors are hit too.
        """
    def cast_ray_all(
        self, start: _Point, end: _Point, *, layers: SupportsIndex | None = None, without: SupportsIndex | None = None, with_sensors: bool = False
    ) -> list[SpriteRayHit]:
        """Returns the first hit with each sprite on the line of pixels from ``start`` to ``end``, a list of
        :class:`SpriteRayHit` sorted by step, then by id.
        """
    def cast_rays(
        self,
        starts: ArrayLike,
        ends: ArrayLike,
        *,
        every: bool = False,
        layers: SupportsIndex | None = None,
        without: SupportsIndex | None = None,
        with_sensors: bool = False,
    ) -> RayHits:
        """Casts many rays, from ``starts`` to ``ends``: numbers of shape (N, 2) each. Returns the hits as a :class:`RayHits`:
        the first hit of each ray, or with ``every=True`` the first hit of each ray with each sprite.

        :raises ValueError: if the shapes differ.
        """

    # Moves.
    def sweep(
        self,
        who: _Asked,
        to: _Place,
        *,
        layers: SupportsIndex | None = None,
        without: SupportsIndex | None = None,
        with_sensors: bool = False,
        hit_from_inside: bool = False,
    ) -> Swept:
        """Returns how far a sprite can move on a straight line towards ``to``, as a :class:`Swept`. Nothing moves.

        ``who`` is the id of a sprite; a :class:`Who`, which is the sprite somewhere else or as something else, or a sprite that is in no
        world; or a pair ``(mask, (x, y))`` of a :class:`Mask` and its position, which meets sprites of all layers.

        Every pixel step is tested: a fast sprite never passes through a thin one. A sprite that overlaps others at the start
        can leave them, and never gets deeper into them. Another sprite is in the way if the layers of both allow it, and if it
        is no sensor. A one-way sprite is in the way only from its side.

        Keywords: with ``layers``, only sprites in one of these layers are in the way. Each bit is a layer. They narrow what the sprite
        collides with: if it collides with none of them, there is a ``ValueError``; with 0, nothing is in the way. ``without`` is the id of a
        sprite that is not. If ``with_sensors`` is true, sensors are in the way too. If ``hit_from_inside`` is true, sprites that are
        overlapped at the start are hit at step 0.

        :raises IndexError: if the world has no such sprite, or no such mask.
        :raises ValueError: if a value is out of range, or if a scaled mask would be too large.
        """
    def sweep_many(
        self,
        ids: ArrayLike,
        to: ArrayLike,
        *,
        layers: SupportsIndex | None = None,
        without: SupportsIndex | None = None,
        with_sensors: bool = False,
        hit_from_inside: bool = False,
    ) -> Sweeps:
        """Sweeps many sprites, each on its own while all others stay, as :meth:`sweep` does. Returns a :class:`Sweeps`.

        ``ids`` are integers of shape (N,), and ``to`` numbers of shape (N, 2). The keywords are those of :meth:`sweep`.
        """
    def move_until(
        self,
        id: SupportsIndex,
        to: _Place,
        motion: _Motion = "stop",
        *,
        step_up: SupportsIndex | None = None,
        step_down: SupportsIndex | None = None,
        layers: SupportsIndex | None = None,
        with_sensors: bool = False,
        hit_from_inside: bool = False,
    ) -> Moved:
        """Moves a sprite towards ``to`` until other sprites are in its way, and returns a :class:`Moved`.

        ``motion`` is ``"stop"``: stops before the first sprite in the way; ``"slide"``: slides along sprites in the way; or
        ``"walk"``: walks along x over slopes and stairs, up to ``step_up`` pixels up and ``step_down`` pixels down for each pixel
        of x. Without the two, it climbs nothing. A walk ignores the y of ``to`` and never falls: slide down.

        The sprite never gets deeper into another: a sprite that overlaps others at the start can leave them, stand and slide.
        With ``hit_from_inside=True`` it does not move then. ``layers``, ``with_sensors`` and ``hit_from_inside`` are those of
        :meth:`sweep`. For example, a hero drops through a one-way platform by a move on all layers but that of the platforms.

        :raises IndexError: if the world has no such sprite.
        :raises ValueError: if ``to`` is out of range, or if ``motion`` has another name.
        """
    def move_until_many(
        self,
        ids: ArrayLike,
        to: ArrayLike,
        motion: _Motion = "stop",
        *,
        step_up: SupportsIndex | None = None,
        step_down: SupportsIndex | None = None,
        layers: SupportsIndex | None = None,
        with_sensors: bool = False,
        hit_from_inside: bool = False,
    ) -> Moves:
        """Moves many sprites, one after the other, as :meth:`move_until` does. Returns a :class:`Moves`. After an error, the
        sprites before the faulty one have moved.

        ``ids`` are integers of shape (N,), and ``to`` numbers of shape (N, 2).
        """

    # Free places and platforms.
    def is_free(
        self, who: _Asked, *, layers: SupportsIndex | None = None, without: SupportsIndex | None = None, with_sensors: bool = False
    ) -> bool:
        """Returns whether a sprite fits where it stands: whether it shares no solid pixel there with another sprite that its layers
        let it collide with. One-way sprites do not count, and sensors only if ``with_sensors`` is true.

        ``who`` is that of :meth:`sweep`: ``is_free(Who(hero, at=(x, y)))`` asks about another place. The keywords are those of
        :meth:`sweep`, without ``hit_from_inside``.

        :raises IndexError: if the world has no such sprite, or no such mask.
        :raises ValueError: if a value is out of range, or if a scaled mask would be too large.
        """
    def touching(
        self,
        who: _Asked,
        by: _Offset,
        *,
        layers: SupportsIndex | None = None,
        without: SupportsIndex | None = None,
        with_sensors: bool = False,
        hit_from_inside: bool = False,
    ) -> NDArray[np.uint32]:
        """Returns the sprites that would block a move of a sprite by ``(dx, dy)``, in whole pixels: uint32 of shape (N,), sorted. The
        sprite does not move. By ``(0, 1)``, they are the ground that it stands on; by ``(1, 0)``, the walls to its right; by ``(0, 0)``,
        those that it overlaps now.

        A sprite is in the list if it alone would stop the move. ``who`` and the keywords are those of :meth:`sweep`. Fractions are an
        error; a :class:`Remainder` makes whole moves of them.

        :raises IndexError: if the world has no such sprite, or no such mask.
        :raises ValueError: if the new position is out of range, or if the way has a fraction.
        """
    def nearest_free(
        self,
        who: _Asked,
        limit: SupportsIndex,
        *,
        within: _Rect | None = None,
        layers: SupportsIndex | None = None,
        without: SupportsIndex | None = None,
        with_sensors: bool = False,
    ) -> tuple[int, int] | None:
        """Returns the position nearest to its own at which a sprite fits, as :meth:`is_free` says, or ``None`` if no position up to
        ``limit`` pixels away is free. The sprite does not move.

        Of several nearest positions, it is the topmost, and of equally high ones the leftmost. It may lie behind a wall. ``who`` and
        the keywords are those of :meth:`is_free`. With ``within``, a rectangle ``(left, top, width, height)`` of the world, the solid
        pixels have to lie in it.

        :raises IndexError: if the world has no such sprite, or no such mask.
        :raises ValueError: if a value is out of range, or if a scaled mask would be too large.
        """
    def push_out(
        self, id: SupportsIndex, limit: SupportsIndex, *, along: _Offset | None = None, within: _Rect | None = None
    ) -> tuple[int, int] | None:
        """Moves a sprite to the nearest place at which it fits, and returns the move ``(dx, dy)``. It is ``(0, 0)`` if the sprite was
        free. Returns ``None``, and moves nothing, if no place up to ``limit`` pixels away is free. The place is that of
        :meth:`nearest_free`, ``within`` too.

        With ``along``, a direction ``(dx, dy)`` in whole pixels, it is the first free place in this direction.

        :raises IndexError: if the world has no such sprite.
        :raises ValueError: if the direction has a fraction, or if the limit is not from 0 to 2**32 - 1.
        """
    def push_out_many(
        self, ids: ArrayLike, limit: SupportsIndex, *, along: _Offset | None = None, within: _Rect | None = None
    ) -> NDArray[np.int32]:
        """Moves many sprites, one after the other, as :meth:`push_out` does: each is free of those that have moved before it.
        Returns the moves: int32 of shape (N, 2). Both coordinates are -2**31 if no place was free.

        ``ids`` are integers of shape (N,).

        :raises IndexError: if the world has no such sprite. No sprite moves.
        :raises ValueError: if the direction has a fraction, or if the limit is not from 0 to 2**32 - 1.
        """
    def carry(self, id: SupportsIndex, to: _Place, riders: ArrayLike | None = None) -> Carried:
        """Moves a platform to a position, along x first, with the sprites that ride on it, and pushes others out of its way. Returns a
        :class:`Carried`. The platform always arrives.

        Platform and riders do not block each other, and a wall stops a rider. A sprite in the way is pushed as far as needed. If
        it cannot clear the platform, it stays, and ``crushed`` names it. ``riders`` are integers of shape (N,); without it, they are
        the sprites that stand on the platform and those that stand on these. Sensors and fixed sprites neither ride by
        themselves nor are pushed or crushed, and a platform that is a sensor carries only the riders that are given.

        :raises IndexError: if the world has no such sprite. No sprite moves.
        :raises ValueError: if the position is out of range. No sprite moves.
        """

    # Settings.
    @property
    def limits(self) -> WorldLimits:
        """The limits of the world, a :class:`WorldLimits`. :meth:`set_limits` changes them."""
    def set_limits(
        self,
        *,
        pairs: SupportsIndex | None = None,
        parallel_from: SupportsIndex | None = None,
        offset_table_bytes: SupportsIndex | None = None,
        variant_bytes: SupportsIndex | None = None,
    ) -> None:
        """Changes limits of the world. Limits that are not given, or are ``None``, stay as they are. :class:`WorldLimits` describes them.

        :raises ValueError: if a limit is not from 0 to 2**64 - 1.
        """
    @property
    def offset_table_bytes(self) -> int:
        """The memory in bytes that tables of colliding offsets take at present."""
    @property
    def variant_bytes(self) -> int:
        """The memory in bytes that scaled and rotated masks take at present."""

    # Copies.
    def copy(self) -> Self:
        """Returns a copy of the world, for example to roll back to. The ids, the ids of later sprites and the next step are those of the
        original. The copy shares the memory of the masks. A subclass makes an object of its own class, without a call of
        ``__init__``.

        :raises MemoryError: if the system refuses memory.
        """
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, memo: Any) -> Self: ...
    def to_bytes(self, *, masks: bool = True) -> bytes:
        """Returns the world as bytes that :meth:`from_bytes` reads, on every platform: the settings, the masks, the sprites
        with their ids and data, and the pairs of the last step. All packages of hitmask read and write this format, and it has a version.

        ``masks=False`` leaves the masks out, for a game that makes them from its pictures anyway: a sprite then takes a few bytes.
        """
    @classmethod
    def from_bytes(cls, data: bytes, *, masks: Sequence[Mask] | None = None) -> Self:
        """Returns the world that :meth:`to_bytes` saved. ``masks`` are the masks by their numbers, for a world that was saved without
        them. They may differ from the saved ones: the sprites then show the new pictures.

        :raises ValueError: if the bytes are not a saved world, if another version of the format was saved, or if a mask is missing.
        """

@final
class Who:
    """A sprite somewhere else or as something else, for :meth:`World.is_free`, :meth:`World.nearest_free`, :meth:`World.sweep`,
    :meth:`World.touching` and :meth:`World.shape`. Nothing moves or changes.

    ``id`` is a sprite. ``at`` is its position in question, and the other keywords are those of :meth:`World.set`, one value each;
    what is not given is as it is. The sprite is not in its own way. Without ``id``, it is a sprite that is in no world, with the
    defaults of :meth:`World.spawn`; it needs ``mask``, a number of :meth:`World.add_mask`, and ``at``.

    ::

        world.is_free(Who(hero, at=(10, 84)))                 # is there room for the hero
        world.is_free(Who(hero, mask=standing, at=(10, 76)))  # to stand up
        world.sweep(Who(mask=arrow, at=bow), target)          # an arrow before it flies

    :raises TypeError: if a keyword is unknown, or if ``mask`` or ``at`` is missing.
    :raises ValueError: if a value is out of range.
    """

    def __new__(cls, id: SupportsIndex | None = None, *, at: _Place | None = None, **options: Unpack[_Values]) -> Who: ...
    def __getnewargs_ex__(self) -> tuple[tuple[()], dict[str, Any]]: ...

@final
class WorldLimits:
    """The limits of a world (:attr:`World.limits`). Apart from lists that become errors, the results do not depend on them.
    """

    def __new__(cls, pairs: int, parallel_from: int, offset_table_bytes: int, variant_bytes: int) -> WorldLimits: ...
    @property
    def pairs(self) -> int:
        """The largest number of pairs in a list, 2**25 by default. A call that would list more raises ``ValueError``.
        """
    @property
    def parallel_from(self) -> int:
        """The number of sprites from which calls use several threads, 10,000 by default."""
    @property
    def offset_table_bytes(self) -> int:
        """The memory in bytes that tables of colliding offsets may take, 16 MiB by default. The tables save time."""
    @property
    def variant_bytes(self) -> int:
        """The memory in bytes that scaled and rotated masks may take, 64 MiB by default. Masks that a sprite shows are never
        dropped.
        """
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Sprite:
    """The values of a sprite. A value that the sprite does not have is ``None``."""

    def __new__(
        cls,
        mask: int,
        position: tuple[int, int],
        fraction: tuple[float, float],
        flip_x: bool,
        flip_y: bool,
        turn: int,
        angle: float,
        scale: tuple[float, float],
        origin: tuple[float, float] | None,
        transform: Affine | None,
        layers: int,
        collides_with: int,
        fixed: bool,
        sensor: bool,
        one_way: str | None,
        continuous: bool,
        data: int,
    ) -> Sprite: ...
    @property
    def mask(self) -> int:
        """The mask that the sprite shows."""
    @property
    def position(self) -> tuple[int, int]:
        """The place in the world in pixels, from -2^30 to 2^30: where the origin is drawn if there is one, else the
        top-left corner of the flipped and turned mask, before scale and rotation.
        """
    @property
    def fraction(self) -> tuple[float, float]:
        """The part of the position below a pixel, from 0 to less than 1 along each axis."""
    @property
    def flip_x(self) -> bool:
        """Whether the mask is mirrored left to right."""
    @property
    def flip_y(self) -> bool:
        """Whether the mask is mirrored top to bottom."""
    @property
    def turn(self) -> int:
        """The quarter turns clockwise, 0 to 3, after the flips."""
    @property
    def angle(self) -> float:
        """The rotation in degrees clockwise, after flips, turn and scale."""
    @property
    def scale(self) -> tuple[float, float]:
        """The factors along x and y, more than 0, after flips and turn."""
    @property
    def origin(self) -> tuple[float, float] | None:
        """The point of the picture, in pixels of the mask as it was added, that is drawn at the position and about
        which the sprite flips, turns, scales and rotates. It may lie outside the mask. Without an origin, the
        sprite does so about its middle.
        """
    @property
    def transform(self) -> Affine | None:
        """Any map from points of the picture to points of the world, instead of flips, turn, angle, scale and
        origin. Its translation is the position.
        """
    @property
    def layers(self) -> int:
        """The layers that the sprite is in, a bit each."""
    @property
    def collides_with(self) -> int:
        """The layers that the sprite collides with, a bit each. Two sprites meet only if each names a layer of the
        other.
        """
    @property
    def fixed(self) -> bool:
        """Whether the sprite is scenery that seldom moves. Two fixed sprites are never a pair."""
    @property
    def sensor(self) -> bool:
        """Whether the sprite collides but blocks nobody, as a coin or a door does."""
    @property
    def one_way(self) -> _Side | None:
        """The only side from which the sprite blocks moves, as the top of a platform that heroes jump through from
        below. Without a side, it blocks from all.
        """
    @property
    def continuous(self) -> bool:
        """Whether a step tests the sprite along its path, the straight line from its position at the last step, so
        that it passes through nothing unseen. The first path begins where the sprite was spawned.
        """
    @property
    def data(self) -> int:
        """A number of yours, which hitmask stores."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Sprites:
    """The values of N sprites, as arrays with a row for each sprite. If a sprite does not have a value, its row is NaN, or
    an empty text.
    """

    def __new__(
        cls,
        id: NDArray[np.uint32],
        mask: NDArray[np.uint32],
        position: NDArray[np.int32],
        fraction: NDArray[np.float64],
        flip_x: NDArray[np.bool_],
        flip_y: NDArray[np.bool_],
        turn: NDArray[np.uint8],
        angle: NDArray[np.float64],
        scale: NDArray[np.float64],
        origin: NDArray[np.float64],
        transform: NDArray[np.float64],
        layers: NDArray[np.uint32],
        collides_with: NDArray[np.uint32],
        fixed: NDArray[np.bool_],
        sensor: NDArray[np.bool_],
        one_way: NDArray[np.str_],
        continuous: NDArray[np.bool_],
        data: NDArray[np.uint64],
    ) -> Sprites: ...
    @property
    def id(self) -> NDArray[np.uint32]:
        """The ids: uint32 of shape (N,)."""
    @property
    def mask(self) -> NDArray[np.uint32]:
        """The mask that the sprite shows."""
    @property
    def position(self) -> NDArray[np.int32]:
        """The place in the world in pixels, from -2^30 to 2^30: where the origin is drawn if there is one, else the
        top-left corner of the flipped and turned mask, before scale and rotation.
        """
    @property
    def fraction(self) -> NDArray[np.float64]:
        """The part of the position below a pixel, from 0 to less than 1 along each axis."""
    @property
    def flip_x(self) -> NDArray[np.bool_]:
        """Whether the mask is mirrored left to right."""
    @property
    def flip_y(self) -> NDArray[np.bool_]:
        """Whether the mask is mirrored top to bottom."""
    @property
    def turn(self) -> NDArray[np.uint8]:
        """The quarter turns clockwise, 0 to 3, after the flips."""
    @property
    def angle(self) -> NDArray[np.float64]:
        """The rotation in degrees clockwise, after flips, turn and scale."""
    @property
    def scale(self) -> NDArray[np.float64]:
        """The factors along x and y, more than 0, after flips and turn."""
    @property
    def origin(self) -> NDArray[np.float64]:
        """The point of the picture, in pixels of the mask as it was added, that is drawn at the position and about
        which the sprite flips, turns, scales and rotates. It may lie outside the mask. Without an origin, the
        sprite does so about its middle.
        """
    @property
    def transform(self) -> NDArray[np.float64]:
        """Any map from points of the picture to points of the world, instead of flips, turn, angle, scale and
        origin. Its translation is the position.
        """
    @property
    def layers(self) -> NDArray[np.uint32]:
        """The layers that the sprite is in, a bit each."""
    @property
    def collides_with(self) -> NDArray[np.uint32]:
        """The layers that the sprite collides with, a bit each. Two sprites meet only if each names a layer of the
        other.
        """
    @property
    def fixed(self) -> NDArray[np.bool_]:
        """Whether the sprite is scenery that seldom moves. Two fixed sprites are never a pair."""
    @property
    def sensor(self) -> NDArray[np.bool_]:
        """Whether the sprite collides but blocks nobody, as a coin or a door does."""
    @property
    def one_way(self) -> NDArray[np.str_]:
        """The only side from which the sprite blocks moves, as the top of a platform that heroes jump through from
        below. Without a side, it blocks from all.
        """
    @property
    def continuous(self) -> NDArray[np.bool_]:
        """Whether a step tests the sprite along its path, the straight line from its position at the last step, so
        that it passes through nothing unseen. The first path begins where the sprite was spawned.
        """
    @property
    def data(self) -> NDArray[np.uint64]:
        """A number of yours, which hitmask stores."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

@final
class Step:
    """The pairs of a step. All lists are sorted, and the smaller id of a pair comes first. A pickle of a step has the world in
    it, once for all objects of the pickle.
    """

    def __new__(
        cls, pairs: NDArray[np.uint32], began: NDArray[np.uint32], ended: NDArray[np.uint32], world: World
    ) -> Step: ...
    @property
    def pairs(self) -> NDArray[np.uint32]:
        """The pairs of sprites that share a solid pixel, or have shared one on the path of a continuous sprite: uint32 of shape (M, 2).
        """
    @property
    def began(self) -> NDArray[np.uint32]:
        """The pairs of this step that are not pairs of the step before: uint32 of shape (M, 2)."""
    @property
    def ended(self) -> NDArray[np.uint32]:
        """The pairs of the step before that are not pairs of this step: uint32 of shape (M, 2). The sprites may be despawned;
        no new sprite receives their ids before the next step.
        """
    def contacts(self, *, ways_out: bool = True) -> Contacts:
        """Returns the contacts of :attr:`pairs`, a row for each pair, as :meth:`World.contacts` does. It describes the sprites
        as they stand at the call. A pair with a despawned sprite has no contact; an id that was used again names its new sprite.
        A pair that has shared pixels only in passing has the contact of its impact (:meth:`impact`), until a sprite changes.
        """
    def contacts_of(self, id: SupportsIndex, *, ways_out: bool = True) -> Contacts:
        """Returns the contacts of a sprite: those of the pairs that contain it, in the order of the pairs. The sprite is the
        first of each row of ``contacts.pairs``, so the normal and the penetration are those of this sprite. It describes
        the sprites as they stand at the call. A pair with a despawned sprite has no contact.

        :raises IndexError: if the world has no such sprite.
        """
    def impact(self, a: SupportsIndex, b: SupportsIndex) -> Impact | None:
        """Returns where two sprites of :attr:`pairs` touched first in the step, as an :class:`Impact`: at the first offset of their path
        at which they share a pixel (the option ``continuous`` of :meth:`World.spawn`). If neither has a path, it is where they stand.
        Returns ``None`` if they are not a pair of the step.

        :raises IndexError: if the world has no such sprite.
        :raises ValueError: if sprites have changed since the last step of the world. Ask before they do.
        """
    def first_impact(self, id: SupportsIndex) -> Impact | None:
        """Returns the impact of a sprite that comes first, as an :class:`Impact` whose ``a`` is the sprite: of :attr:`pairs` with it, the one with
        the smallest ``fraction`` of the path, of several the one with the smallest id. Returns ``None`` if the sprite is in no pair. It is for
        bullets that several sprites are in the way of.

        :raises IndexError: if the world has no such sprite.
        :raises ValueError: if sprites have changed since the last step of the world. Ask before they do.
        """
    def began_between(self, layers_a: SupportsIndex, layers_b: SupportsIndex) -> NDArray[np.uint32]:
        """Returns the pairs of :attr:`began` between two sets of layers: uint32 of shape (M, 2). The first sprite of a row is
        in a layer of ``layers_a``, and the second in a layer of ``layers_b``. Each bit is a layer.

        Each pair comes once. If both sprites fit both sets, the smaller id comes first. The layers are those at the call,
        and a despawned sprite is in no layer.
        """
    def pairs_between(self, layers_a: SupportsIndex, layers_b: SupportsIndex) -> NDArray[np.uint32]:
        """Returns the pairs of :attr:`pairs` between two sets of layers, as :meth:`began_between` does with those that began.
        """
    def __getnewargs__(self) -> tuple[Any, ...]: ...

@final
class Impact:
    """The first touch of two sprites in a step, ``a`` and ``b`` as they were asked for: the result of :meth:`Step.impact`.
    """

    def __new__(
        cls,
        a: int,
        b: int,
        fraction: float,
        places: tuple[tuple[int, int], tuple[int, int]],
        before: tuple[tuple[int, int], tuple[int, int]] | None,
        contact: Contact,
    ) -> Impact: ...
    @property
    def a(self) -> int:
        """The id of the first sprite."""
    @property
    def b(self) -> int:
        """The id of the second sprite."""
    @property
    def fraction(self) -> float:
        """The fraction of the path of the step that lies before the touch: 0.0 if the two touch where the path begins, or if neither
        has a path, and 1.0 if they touch only where they stand now.
        """
    @property
    def places(self) -> tuple[tuple[int, int], tuple[int, int]]:
        """The positions of the first and of the second sprite at the touch."""
    @property
    def before(self) -> tuple[tuple[int, int], tuple[int, int]] | None:
        """The positions of the two one step of the path before the touch, at which they share no pixel, or ``None`` if they touch where the
        path begins.
        """
    @property
    def contact(self) -> Contact:
        """The contact of the two sprites at these places."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def other(self, id: SupportsIndex) -> int:
        """Returns the id of the other sprite.

        :raises IndexError: if the sprite is not one of the two.
        """
    def place_of(self, id: SupportsIndex) -> tuple[int, int]:
        """Returns the position of one of the two sprites at the touch.

        :raises IndexError: if the sprite is not one of the two.
        """
    def before_of(self, id: SupportsIndex) -> tuple[int, int] | None:
        """Returns the position of one of the two sprites one step of the path before the touch, or ``None`` as :attr:`before` is.

        :raises IndexError: if the sprite is not one of the two.
        """

@final
class Contact:
    """The contact of two sprites, in world pixels. ``a`` and ``b`` are in the order in which they were asked for."""

    def __new__(
        cls,
        a: int,
        b: int,
        first: tuple[int, int],
        area: int,
        bounds: tuple[int, int, int, int],
        normal: tuple[float, float],
        penetration: tuple[int, int],
        normal_of_b: tuple[float, float],
        penetration_of_b: tuple[int, int],
    ) -> Contact: ...
    @property
    def a(self) -> int:
        """The id of the first sprite."""
    @property
    def b(self) -> int:
        """The id of the second sprite."""
    @property
    def first(self) -> tuple[int, int]:
        """The topmost, then leftmost shared pixel, ``(x, y)``."""
    @property
    def area(self) -> int:
        """The number of shared pixels."""
    @property
    def bounds(self) -> tuple[int, int, int, int]:
        """The rectangle around the shared pixels, ``(left, top, width, height)``."""
    @property
    def normal(self) -> tuple[float, float]:
        """The unit vector ``(x, y)`` along which the first sprite leaves the second."""
    @property
    def penetration(self) -> tuple[int, int]:
        """The shortest move ``(dx, dy)`` of the first sprite, in pixels, after which the sprites share no pixel."""
    @property
    def normal_of_b(self) -> tuple[float, float]:
        """The unit vector along which the second sprite leaves the first."""
    @property
    def penetration_of_b(self) -> tuple[int, int]:
        """The shortest move of the second sprite."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
    def other(self, id: SupportsIndex) -> int:
        """Returns the id of the other sprite.

        :raises IndexError: if the sprite is not one of the two.
        """
    def normal_of(self, id: SupportsIndex) -> tuple[float, float]:
        """Returns the unit vector along which one of the two sprites leaves the other.

        :raises IndexError: if the sprite is not one of the two.
        """
    def penetration_of(self, id: SupportsIndex) -> tuple[int, int]:
        """Returns the shortest move of one of the two sprites after which the sprites share no pixel. Of several shortest moves,
        it is the topmost, then the leftmost, so the moves of both need not be opposite.

        :raises IndexError: if the sprite is not one of the two.
        """

@final
class Contacts:
    """The contacts of M pairs of sprites, as arrays with a row for each pair. A pair that does not collide has the area 0,
    -2**31 as the coordinates of places, NaN as its normal and 0 as its penetration.
    """

    def __new__(
        cls,
        pairs: NDArray[np.uint32],
        first: NDArray[np.int32],
        area: NDArray[np.uint64],
        bounds: NDArray[np.int32],
        normal: NDArray[np.float64],
        penetration: NDArray[np.int32],
    ) -> Contacts: ...
    @property
    def pairs(self) -> NDArray[np.uint32]:
        """The pairs: uint32 of shape (M, 2)."""
    @property
    def first(self) -> NDArray[np.int32]:
        """The topmost, then leftmost shared pixels in the world: int32 of shape (M, 2)."""
    @property
    def area(self) -> NDArray[np.uint64]:
        """The numbers of shared pixels: uint64 of shape (M,). It is 0 if the sprites do not collide."""
    @property
    def bounds(self) -> NDArray[np.int32]:
        """The rectangles around the shared pixels in the world: int32 of shape (M, 4) with the columns left, top, width and
        height.
        """
    @property
    def normal(self) -> NDArray[np.float64]:
        """The unit vectors along which the first sprite of each pair leaves the second: float64 of shape (M, 2). With
        ``ways_out=False``, all are NaN.
        """
    @property
    def penetration(self) -> NDArray[np.int32]:
        """The shortest moves of the first sprite of each pair, in pixels, after which the pair does not overlap: int32 of shape
        (M, 2). With ``ways_out=False``, all are 0. The opposite move of the second sprite has this effect too.
        """
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

@final
class Neighbor:
    """A sprite near a point."""

    def __new__(cls, id: int, distance: float) -> Neighbor: ...
    @property
    def id(self) -> int:
        """The id of the sprite."""
    @property
    def distance(self) -> float:
        """The distance from the point to the nearest solid pixel of the sprite, in pixels. It is 0 on a solid pixel."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class SpriteRayHit:
    """The first pixel of a ray that is solid in a sprite."""

    def __new__(
        cls,
        id: int,
        at: tuple[int, int],
        before: tuple[int, int] | None,
        step: int,
        normal: tuple[float, float] | None,
    ) -> SpriteRayHit: ...
    @property
    def id(self) -> int:
        """The id of the sprite."""
    @property
    def at(self) -> tuple[int, int]:
        """The solid pixel, ``(x, y)``."""
    @property
    def before(self) -> tuple[int, int] | None:
        """The pixel before it on the ray, ``(x, y)``, or ``None`` if the ray starts in a solid pixel of the sprite."""
    @property
    def step(self) -> int:
        """The number of steps from the start of the ray."""
    @property
    def normal(self) -> tuple[float, float] | None:
        """The surface normal, a unit vector ``(x, y)`` that points out of the sprite, or ``None`` if the ray starts
        in a solid pixel of the sprite.
        """
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class RayHits:
    """The hits of many rays, as arrays with a row for each hit."""

    def __new__(
        cls,
        index: NDArray[np.uint32],
        id: NDArray[np.uint32],
        at: NDArray[np.int32],
        before: NDArray[np.int32],
        step: NDArray[np.uint32],
        normal: NDArray[np.float64],
    ) -> RayHits: ...
    @property
    def index(self) -> NDArray[np.uint32]:
        """The index of the ray: uint32 of shape (M,), sorted. A ray without a hit has no row."""
    @property
    def id(self) -> NDArray[np.uint32]:
        """The id of the sprite: uint32 of shape (M,)."""
    @property
    def at(self) -> NDArray[np.int32]:
        """The first pixel of the ray that is solid in the sprite: int32 of shape (M, 2)."""
    @property
    def before(self) -> NDArray[np.int32]:
        """The pixel before it on the ray: int32 of shape (M, 2). Both coordinates are -2**31 if the ray starts in a solid pixel
        of the sprite.
        """
    @property
    def step(self) -> NDArray[np.uint32]:
        """The number of steps from the start of the ray: uint32 of shape (M,)."""
    @property
    def normal(self) -> NDArray[np.float64]:
        """The surface normals, unit vectors that point out of the sprite: float64 of shape (M, 2). It is NaN if the ray starts
        in a solid pixel of the sprite.
        """
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

@final
class SpriteSweepHit:
    """The first contact of a moving sprite with a sprite in its way."""

    def __new__(
        cls,
        id: int,
        step: int,
        before: tuple[int, int] | None,
        first: tuple[int, int],
        normal: tuple[float, float],
    ) -> SpriteSweepHit: ...
    @property
    def id(self) -> int:
        """The id of the sprite in the way."""
    @property
    def step(self) -> int:
        """The number of the first step after which the sprites share a pixel. It is 0 if they overlap at the start."""
    @property
    def before(self) -> tuple[int, int] | None:
        """The last free position of the moving sprite, ``(x, y)``, or ``None`` if ``step`` is 0."""
    @property
    def first(self) -> tuple[int, int]:
        """The topmost, then leftmost pixel that the sprites share in the contact, ``(x, y)`` in the world."""
    @property
    def normal(self) -> tuple[float, float]:
        """The contact normal: a unit vector ``(x, y)`` that points out of the sprite in the way."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Swept:
    """How far a sprite can move."""

    def __new__(cls, at: tuple[int, int], hit: SpriteSweepHit | None, started_inside: int | None) -> Swept: ...
    @property
    def at(self) -> tuple[int, int]:
        """The position at the end, ``(x, y)``."""
    @property
    def hit(self) -> SpriteSweepHit | None:
        """The :class:`SpriteSweepHit` with the sprite in the way, or ``None`` if the way is free."""
    @property
    def started_inside(self) -> int | None:
        """The id of the sprite that the moving sprite overlaps at the start, or ``None``. Of several such sprites, it is the
        smallest.
        """
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Blocked:
    """The sides on which a sprite is blocked after a move.

    A side is blocked if the sprite wanted to go on to that side, and a step of one pixel to that side would be blocked.
    After a walk, ``down`` tells whether the walker stands on ground.
    """

    def __new__(cls, left: bool, right: bool, up: bool, down: bool) -> Blocked: ...
    @property
    def left(self) -> bool:
        """Whether the sprite is blocked on its left."""
    @property
    def right(self) -> bool:
        """Whether the sprite is blocked on its right."""
    @property
    def up(self) -> bool:
        """Whether the sprite is blocked above."""
    @property
    def down(self) -> bool:
        """Whether the sprite is blocked below: it stands on the ground."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Carried:
    """The sprites that a platform met, lists of ids, each sorted."""

    def __new__(cls, riders: Sequence[int], pushed: Sequence[int], crushed: Sequence[int]) -> Carried: ...
    @property
    def riders(self) -> list[int]:
        """The sprites that rode on the platform, also those that a wall stopped."""
    @property
    def pushed(self) -> list[int]:
        """The other sprites that the platform pushed out of its way and did not crush."""
    @property
    def crushed(self) -> list[int]:
        """The sprites that were in the way of the platform and could not clear it. They overlap it now, or it has passed over them.
        """
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Remainder:
    """Turns moves with fractions into whole moves, and keeps the rest for the next.

    A sprite moves by whole pixels, and a game has velocities with fractions. Add the move of each frame, and move the sprite by
    what comes out. After many frames, the sprite has moved by the sum, rounded to the nearest pixel::

        remainder = Remainder()
        world.move_by(hero, remainder.take((0.4, -1.0)))

    If a wall stops the sprite, set the rest of that axis to 0, so that it does not move again by itself.

    :raises ValueError: if a number is not finite.
    """

    def __new__(cls, rest: _Reals = (0.0, 0.0)) -> Remainder: ...
    def take(self, by: _Reals) -> tuple[int, int]:
        """Adds a move ``(dx, dy)`` in pixels, with fractions, and returns the whole move that is due: each axis rounded to the nearest
        pixel, halves right and down.

        :raises ValueError: if a number is NaN or infinite, or if the sum is farther than 2**30 from 0. The rest is unchanged.
        """
    @property
    def rest(self) -> tuple[float, float]:
        """What is left along x and y, in pixels, as ``(x, y)``: from -0.5 up to, but without, 0.5. It can be set."""
    @rest.setter
    def rest(self, rest: _Reals, /) -> None: ...
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Moved:
    """How far a sprite moved."""

    def __new__(
        cls,
        at: tuple[int, int],
        hits: Sequence[SpriteSweepHit],
        started_inside: Sequence[int],
        blocked: Blocked,
    ) -> Moved: ...
    @property
    def at(self) -> tuple[int, int]:
        """The position at the end, ``(x, y)``."""
    @property
    def hits(self) -> list[SpriteSweepHit]:
        """The contacts with sprites in the way, a list of :class:`SpriteSweepHit`, in their order. Each sprite comes once.
        """
    @property
    def started_inside(self) -> list[int]:
        """The ids of the sprites that the moving sprite overlaps at the start, a sorted list. The move has gone no deeper into
        them.
        """
    @property
    def blocked(self) -> Blocked:
        """The sides on which the sprite is blocked, a :class:`Blocked`."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Sweeps:
    """How far many sprites can move, as arrays with a row for each sprite."""

    def __new__(cls, at: NDArray[np.int32], started_inside: NDArray[np.uint32], hits: SweepHits) -> Sweeps: ...
    @property
    def at(self) -> NDArray[np.int32]:
        """The positions at the end: int32 of shape (N, 2)."""
    @property
    def started_inside(self) -> NDArray[np.uint32]:
        """The ids of the sprites that the moving sprites overlap at the start, or 2**32 - 1: uint32 of shape (N,)."""
    @property
    def hits(self) -> SweepHits:
        """The contacts with the sprites in the way, a :class:`SweepHits`."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

@final
class Moves:
    """How far many sprites moved, as arrays with a row for each sprite."""

    def __new__(
        cls,
        at: NDArray[np.int32],
        started_inside: NDArray[np.uint32],
        hits: SweepHits,
        blocked: NDArray[np.bool_],
    ) -> Moves: ...
    @property
    def at(self) -> NDArray[np.int32]:
        """The positions at the end: int32 of shape (N, 2)."""
    @property
    def started_inside(self) -> NDArray[np.uint32]:
        """The smallest ids of the sprites that the moving sprites overlap at the start, or 2**32 - 1: uint32 of shape (N,).
        """
    @property
    def hits(self) -> SweepHits:
        """The contacts with the sprites in the way, a :class:`SweepHits`."""
    @property
    def blocked(self) -> NDArray[np.bool_]:
        """The sides on which the sprites are blocked, as :class:`Blocked` says: bool of shape (N, 4) with the columns left,
        right, up and down.
        """
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

@final
class SweepHits:
    """The contacts of many sweeps or moves, as arrays with a row for each contact."""

    def __new__(
        cls,
        index: NDArray[np.uint32],
        id: NDArray[np.uint32],
        step: NDArray[np.uint32],
        before: NDArray[np.int32],
        first: NDArray[np.int32],
        normal: NDArray[np.float64],
    ) -> SweepHits: ...
    @property
    def index(self) -> NDArray[np.uint32]:
        """The index of the sweep or the move: uint32 of shape (M,), sorted. A way without a contact has no row."""
    @property
    def id(self) -> NDArray[np.uint32]:
        """The id of the sprite in the way: uint32 of shape (M,)."""
    @property
    def step(self) -> NDArray[np.uint32]:
        """The number of the first step after which the sprites share a pixel: uint32 of shape (M,)."""
    @property
    def before(self) -> NDArray[np.int32]:
        """The last free position of the moving sprite: int32 of shape (M, 2). Both coordinates are -2**31 if ``step`` is 0.
        """
    @property
    def first(self) -> NDArray[np.int32]:
        """The topmost, then leftmost pixel that the sprites share in the contact: int32 of shape (M, 2)."""
    @property
    def normal(self) -> NDArray[np.float64]:
        """The contact normals, unit vectors that point out of the sprite in the way: float64 of shape (M, 2)."""
    def __getnewargs__(self) -> tuple[Any, ...]: ...
    def __len__(self) -> int: ...

def cross_pairs(
    a: _PlacedMasks, b: _PlacedMasks, *, layers: tuple[ArrayLike, ArrayLike] | None = None
) -> NDArray[np.uint32]:
    """Returns the pairs of a mask of ``a`` and a mask of ``b`` that share a solid pixel: uint32 of shape (N, 2), with the columns
    index into ``a`` and index into ``b``, sorted.

    ``a`` and ``b`` are lists of masks, or of pairs ``(mask, (x, y))`` of a mask and its position in whole pixels. A mask alone is at
    ``(0, 0)``. A pair ``(masks, offsets)`` of a list of masks and an array of shape (N, 2) is a list too. Masks of one list are not compared with each other. No world is needed.

    ``layers`` is a pair: the layers of ``a`` and those of ``b``, as bits, a number for all masks or an array with a number for each.
    Two masks are compared only if they share a layer. For example, a bit for each class compares only masks of equal classes.

    :raises TypeError: if an item of a list is neither, or if ``layers`` is no pair of whole numbers or arrays.
    :raises ValueError: if a position has a fraction or is out of range, if an array of layers has another length than its list of
        masks, if a number is not from 0 to 2**32 - 1, or if there are more than 2**25 pairs.
    """
def cross_areas(
    a: _PlacedMasks, b: _PlacedMasks | None = None, *, layers: ArrayLike | tuple[ArrayLike, ArrayLike] | None = None
) -> tuple[NDArray[np.uint32], NDArray[np.uint64]]:
    """Returns the pairs that :func:`cross_pairs` returns, and the number of pixels that each shares: uint32 of shape (N, 2), and
    uint64 of shape (N,). With one list, the pairs are those within the list: each pair once, the smaller index first.

    With the areas of the masks, it gives the intersection over union of two sets of instance masks, such as those that a
    program has found and the true ones. With one list, ``layers`` are those of the list.

    :raises TypeError: under the conditions of :func:`cross_pairs`.
    :raises ValueError: under the conditions of :func:`cross_pairs`.
    """
def suppress(
    masks: _PlacedMasks,
    scores: ArrayLike,
    threshold: float = 0.5,
    over: Literal["union", "smaller"] = "union",
    *,
    classes: ArrayLike | None = None,
) -> NDArray[np.uint32]:
    """Greedy non-maximum suppression: returns the indexes of the masks to keep, uint32 in ascending order.

    ``masks`` is a list as in :func:`cross_pairs`, and ``scores`` has a number for each. From the highest score to the lowest, a
    mask is dropped if it overlaps a mask that was kept by at least ``threshold``. ``over`` says of what: of the ``"union"`` of both
    (IoU), or of the ``"smaller"`` of them (IoS), which also drops small parts of a large object. Of equal scores the first wins, and
    NaN is the lowest score. With ``classes``, a whole number for each mask, only masks of equal classes drop each other.

    :raises TypeError: if an item of the list is no mask, or if scores or classes are no numbers.
    :raises ValueError: if there are more or fewer scores or classes than masks, if ``threshold`` is not from 0 to 1, or if ``over``
        is another word.
    """
def from_labels(labels: ArrayLike) -> tuple[NDArray[Any], list[Mask], NDArray[np.int32]]:
    """Returns a mask for each object of a label image, in one pass: the labels, a list of masks, and the positions of their
    top-left pixels in the image, int32 of shape (N, 2) with the columns x and y.

    ``labels`` is an array of shape (height, width) of whole numbers: 0 is the background, and all pixels of another number are
    one object, connected or not. The masks are cropped to their objects. The labels that are returned have the type of the array,
    and are sorted.

    :raises TypeError: if the items are not whole numbers.
    :raises ValueError: if the array does not have two dimensions, or if it is too large.
    """
def from_polygons(polygons: Iterable[Any]) -> tuple[list[Mask], NDArray[np.int32]]:
    """Returns the masks of polygons, cropped to what is solid, and the positions of their top-left pixels: a list of masks, and
    int32 of shape (N, 2) with the columns x and y.

    A polygon is an array of points of shape (N, 2), a flat list ``[x, y, x, y, ...]``, or a list of either: the outlines of its
    parts and holes, as COCO's ``segmentation`` and :meth:`Mask.contours` have them. It covers each pixel whose middle is inside, by
    the even-odd rule.

    :raises TypeError: if an item is something else.
    :raises ValueError: if an outline has fewer than three points, or if a coordinate is NaN or farther than 2**30 from 0. The error
        names the item.
    """
