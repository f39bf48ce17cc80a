"""A drop-in for ``pygame.mask`` and for the mask functions of ``pygame.sprite``."""

from collections.abc import Callable, Iterable
from typing import Any, Self, TypeVar

import pygame
from pygame.typing import ColorLike, Point, RectLike
from typing_extensions import disjoint_base

import hitmask

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

_A = TypeVar("_A")
_B = TypeVar("_B")
_Collided = Callable[[Any, Any], Any] | None
# A mask of this module, of hitmask, or of pygame itself.
_AnyMask = hitmask.Mask | pygame.mask.Mask

@disjoint_base
class Mask(hitmask.Mask):
    """A mask with the methods of ``pygame.mask.Mask``: ``Mask(size, fill=False)``.

    ``size`` is ``(width, height)`` in pixels. Methods, keywords, results and types of errors are those of pygame.
    Positions and offsets are two numbers, and floats are truncated. Two masks are equal only if they are one object.

    The class extends :class:`hitmask.Mask`, so all methods that pygame does not define work too, and return masks of this
    class.

    :raises ValueError: if a side is negative.
    :raises MemoryError: if the mask would have more than 2**26 words of 64 pixels.
    """

    def __new__(cls, *_args: Any, **_kwargs: Any) -> Self: ...
    def __init__(self, size: Point, fill: bool = False) -> None: ...
    def __buffer__(self, flags: int) -> memoryview: ...
    def __copy__(self) -> Self: ...
    def __deepcopy__(self, _memo: Any) -> Self: ...
    def __eq__(self, value: object, /) -> bool: ...
    def __ne__(self, value: object, /) -> bool: ...
    def __lt__(self, value: Any, /) -> bool: ...
    def __le__(self, value: Any, /) -> bool: ...
    def __gt__(self, value: Any, /) -> bool: ...
    def __ge__(self, value: Any, /) -> bool: ...
    def __hash__(self) -> int: ...  # type: ignore[override]
    def __bool__(self) -> bool: ...
    def copy(self) -> Self:
        """copy() -> Mask

        Returns a new mask with the same pixels. A subclass makes an object of its own class, without a call of
        ``__init__``.
        """
    def get_size(self) -> tuple[int, int]:
        """get_size() -> tuple[int, int]

        Returns the width and the height in pixels.
        """
    def get_rect(self, **kwargs: Any) -> pygame.Rect:
        """get_rect(**kwargs) -> Rect

        Returns a ``pygame.Rect`` of the size of the mask at ``(0, 0)``. Each keyword sets an attribute of the rectangle.
        """
    def get_at(self, pos: Point) -> int:
        """get_at(pos) -> int

        Returns 1 if the pixel is set, else 0.

        :raises IndexError: if the position is outside the mask.
        """
    def set_at(self, pos: Point, value: int = 1) -> None:
        """set_at(pos, value=1) -> None

        Sets the pixel, or clears it if ``value`` is 0.

        :raises IndexError: if the position is outside the mask.
        """
    def overlap(self, other: _AnyMask, offset: Point) -> tuple[int, int] | None:
        """overlap(other, offset) -> tuple[int, int] | None

        Returns a pixel that both masks have, as pygame chooses it, or ``None``. Vertical lines at every multiple of 64
        pixels in either mask cut the overlap into strips. The result is the topmost, then leftmost pixel of the leftmost
        strip that has one. ``overlap_first`` returns the topmost, then leftmost pixel of the whole overlap.
        """
    def overlap_area(self, other: _AnyMask, offset: Point) -> int:  # type: ignore[override]
        """overlap_area(other, offset) -> int

        Returns the number of pixels that both masks have.
        """
    def overlap_mask(self, other: _AnyMask, offset: Point) -> Mask:  # type: ignore[override]
        """overlap_mask(other, offset) -> Mask

        Returns a mask of the size of this mask with the pixels that both masks have.
        """
    def fill(self) -> None:
        """fill() -> None

        Sets all pixels.
        """
    def clear(self) -> None:
        """clear() -> None

        Clears all pixels.
        """
    def invert(self) -> None:
        """invert() -> None

        Sets the clear pixels and clears the set pixels.
        """
    def scale(self, scale: Point) -> Mask:
        """scale(scale) -> Mask

        Returns the mask scaled to a width and a height.

        :raises ValueError: if a side is negative.
        """
    def draw(self, other: _AnyMask, offset: Point) -> None:  # type: ignore[override]
        """draw(other, offset) -> None

        Sets the pixels of ``other`` in this mask.
        """
    def erase(self, other: _AnyMask, offset: Point) -> None:  # type: ignore[override]
        """erase(other, offset) -> None

        Clears the pixels of ``other`` in this mask.
        """
    def count(self) -> int:
        """count() -> int

        Returns the number of set pixels.
        """
    def centroid(self) -> tuple[int, int]:
        """centroid() -> tuple[int, int]

        Returns the mean position of the set pixels, rounded down, or ``(0, 0)`` if no pixel is set.
        """
    def angle(self) -> float:
        """angle() -> float

        Returns the direction of the longest axis of the set pixels in degrees, from pygame's whole-number moments.
        """
    def outline(self, every: int = 1) -> list[tuple[int, int]]:  # type: ignore[override]
        """outline(every=1) -> list[tuple[int, int]]

        Returns every ``every``-th pixel on the outline of the first connected component.
        """
    def convolve(self, other: _AnyMask, output: Mask | None = None, offset: Point = (0, 0)) -> Mask:
        """convolve(other, output=None, offset=(0, 0)) -> Mask

        Returns a mask with a pixel for each offset at which the masks overlap: pixel ``(x, y)`` is set if ``other`` with
        its bottom-right pixel at ``(x, y)`` overlaps this mask. With ``output``, sets the pixels in this mask at
        ``offset`` and returns it.
        """
    def connected_component(self, pos: Point = ...) -> Mask:
        """connected_component(pos=...) -> Mask

        Returns a mask of the same size with the component of the pixel ``pos``, or with the largest component. The mask
        is empty if there is none.

        :raises IndexError: if the position is outside the mask.
        """
    def connected_components(self, minimum: int = 0) -> list[Mask]:  # type: ignore[override]
        """connected_components(minimum=0) -> list[Mask]

        Returns a mask of the same size for each component with at least ``minimum`` pixels.
        """
    def get_bounding_rects(self) -> list[pygame.Rect]:
        """get_bounding_rects() -> list[Rect]

        Returns a ``pygame.Rect`` around each component.
        """
    def to_surface(
        self,
        surface: pygame.Surface | None = None,
        setsurface: pygame.Surface | None = None,
        unsetsurface: pygame.Surface | None = None,
        setcolor: ColorLike | None = (255, 255, 255, 255),
        unsetcolor: ColorLike | None = (0, 0, 0, 255),
        dest: RectLike | Point = (0, 0),
        area: RectLike | None = None,
    ) -> pygame.Surface:
        """to_surface(surface=None, setsurface=None, unsetsurface=None, setcolor=(255, 255, 255, 255), unsetcolor=(0, 0, 0, 255), dest=(0, 0), area=None) -> Surface

        Draws the mask on a surface and returns the surface. Without ``surface``, the surface is new and as large as the
        mask. Set pixels take their color from ``setsurface`` or ``setcolor``, other pixels from ``unsetsurface`` or
        ``unsetcolor``. With ``None`` for a color, these pixels stay as they are. ``dest`` is the place on the surface.
        ``area`` is the rectangle of the mask to draw.
        """

MaskType = Mask

def from_surface(surface: pygame.Surface, threshold: int = 127) -> Mask:
    """from_surface(surface, threshold=127) -> Mask

    Returns the mask of a surface. A pixel is set if it is not the color key, or, without a color key, if its alpha is
    greater than ``threshold``.
    """
def from_threshold(
    surface: pygame.Surface,
    color: ColorLike,
    threshold: ColorLike = (0, 0, 0, 255),
    othersurface: pygame.Surface | None = None,
    palette_colors: int = 1,
) -> Mask:
    """from_threshold(surface, color, threshold=(0, 0, 0, 255), othersurface=None, palette_colors=1) -> Mask

    Returns the mask of the pixels of a surface that are near a color, or near the pixels of another surface. pygame
    compares the pixels.
    """
def collide_mask(left: Any, right: Any) -> tuple[int, int] | None:
    """collide_mask(left, right) -> tuple[int, int] | None

    Returns a pixel that the masks of two sprites share, in the mask of ``left``, or ``None``. A sprite without a
    ``mask`` gets one of its ``image``.
    """
def spritecollide(sprite: Any, group: Iterable[_B], dokill: bool, collided: _Collided = None) -> list[_B]:
    """Returns the sprites of a group that hit a sprite, in the order of the group. Kills them if ``dokill`` is true."""
def spritecollideany(sprite: Any, group: Iterable[_B], collided: _Collided = None) -> _B | None:
    """Returns the first sprite of a group that hits a sprite, or ``None``."""
def groupcollide(
    groupa: Iterable[_A], groupb: Iterable[_B], dokilla: bool, dokillb: bool, collided: _Collided = None
) -> dict[_A, list[_B]]:
    """Returns a dict from each sprite of ``groupa`` that hits sprites of ``groupb`` to the list of these sprites.

    Kills the sprites of the dict's keys if ``dokilla`` is true, and those of its lists if ``dokillb`` is true. A group
    may be compared with itself. Each of its sprites then hits itself too, as in pygame.
    """
def install() -> None:
    """Puts the classes and functions of this module into pygame, in place of pygame's own.

    ``import hitmask.pygame.auto`` does the same. Names that a module has imported before, as by
    ``from pygame.mask import from_surface``, and masks that it has made stay pygame's own, and a warning lists them.
    ``pygame.sprite.collide_mask`` is recognized. ``pygame.mask.Mask.__module__`` is then ``"hitmask.pygame"``.
    """
