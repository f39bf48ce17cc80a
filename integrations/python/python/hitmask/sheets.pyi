from collections.abc import Mapping, Sequence
from os import PathLike
from typing import Any, ClassVar, Literal, SupportsIndex, TypeAlias, TypedDict, final

import numpy as np
from numpy.typing import NDArray

from hitmask import Mask
from hitmask._hitmask import _Point, _Rect

__all__ = [
    "Animation",
    "Frame",
    "Map",
    "MapLayer",
    "MapPoint",
    "MapSprite",
    "Region",
    "Sheet",
    "SheetError",
    "SheetWarning",
    "Slice",
    "ValueGrid",
]

# The value of a property.
_Property: TypeAlias = bool | int | float | str | list[Any] | dict[str, Any]

class _SpriteOptions(TypedDict):
    """The options of a sprite of a map, as ``World.spawn`` takes them."""

    flip_x: bool
    flip_y: bool
    turn: int
    scale: tuple[float, float]
    angle: float

class SheetError(ValueError):
    """A sheet or a map that cannot be read. ``file`` is the name of the file with the fault, and ``field`` the field with the fault, or ``None`` if the fault concerns the whole file.
    """

    file: str
    field: str | None

@final
class SheetWarning:
    """What a reader left out, or read in another way than the file says. ``str(warning)`` is a sentence for the author of the file.
    """

    @property
    def file(self) -> str:
        """The name of the file."""
    @property
    def place(self) -> str:
        """The place in the file, such as ``layers[2].data[7]``, or the empty text."""
    @property
    def kind(self) -> Literal["moved", "left-out", "changed", "damaged", "more"]:
        """What the reader did: ``"moved"``, ``"left-out"``, ``"changed"``, ``"damaged"``, or ``"more"`` for the item that counts the
        rest.
        """
    @property
    def text(self) -> str:
        """What is wrong, and what the reader did."""

@final
class Sheet:
    """A sprite sheet: frames and animations. :meth:`open` reads a file of Aseprite, TexturePacker, Cocos2d, libGDX or Tiled.
    """

    @staticmethod
    def open(
        path: str | PathLike[str],
        *,
        alpha_above: SupportsIndex | None = None,
        color_key: Sequence[int] | None = None,
        luma_above: SupportsIndex | None = None,
        pictures: bool = False,
        tile_shapes: bool = True,
        strict: bool = False,
        root: str | PathLike[str] | None = None,
        limits: dict[str, int] | None = None,
    ) -> Sheet:
        """Reads a sheet: ``.aseprite`` or ``.ase``, the JSON of Aseprite or TexturePacker, a ``.plist`` of Cocos2d, an ``.atlas`` of libGDX
        or Spine, or a tileset of Tiled. The format is found from the content. Files that the sheet names are found as its editor finds
        them, also in other folders, and otherwise beside the sheet.

        At most one of ``alpha_above``, ``color_key`` and ``luma_above`` says which pixels are solid, as in
        :meth:`hitmask.Mask.from_rgba`. If ``pictures`` is true, frames keep their pictures. If ``tile_shapes`` is false, tiles of
        Tiled with collision shapes collide as their pixels. ``limits`` is a dict of limits for files from strangers:
        ``file_bytes``, ``picture_pixels``, ``unpacked_bytes``, ``blended_pixels``, ``frames``, ``items``, ``tiles``, ``chunks``,
        ``elements``, ``nesting`` and ``terrain_pixels``.

        One bad item of a file costs that item, and is listed in :attr:`warnings`; if ``strict`` is true, it is an error. ``root`` confines
        reading to a folder. Set it if the files come from strangers: otherwise a sheet can name any file that your program may read.

        :raises SheetError: if a file cannot be read, is damaged, is over a limit, or lies outside ``root``; with ``strict``, also for what would be a
        warning.
        """
    @staticmethod
    def read(
        files: Mapping[str, bytes],
        name: str,
        *,
        alpha_above: SupportsIndex | None = None,
        color_key: Sequence[int] | None = None,
        luma_above: SupportsIndex | None = None,
        pictures: bool = False,
        tile_shapes: bool = True,
        strict: bool = False,
        root: str | PathLike[str] | None = None,
        limits: dict[str, int] | None = None,
    ) -> Sheet:
        """Reads the sheet ``name`` of files in memory, a mapping from names to bytes. ``root`` has no effect. The other keywords are those of :meth:`open`.

        :raises SheetError: under the conditions of :meth:`open`.
        """
    @property
    def frames(self) -> list[Frame]:
        """The frames in the order of the file, a list of :class:`Frame`."""
    def frame(self, name: str) -> Frame | None:
        """Returns the frame with a name, or ``None``."""
    @property
    def animations(self) -> list[Animation]:
        """The animations, a list of :class:`Animation`."""
    def animation(self, name: str) -> Animation | None:
        """Returns the animation with a name, or ``None``."""
    @property
    def warnings(self) -> list[SheetWarning]:
        """What was left out, or read in another way than the file says: a list of :class:`SheetWarning`. At most 100 are listed; one more
        counts the rest.
        """

@final
class Frame:
    """A frame of a sheet or a map, as the artist drew it: a packer's trimming and rotation are undone."""

    @property
    def name(self) -> str:
        """The first of the names."""
    @property
    def names(self) -> list[str]:
        """All names: ``TAG INDEX`` for each tag around the frame, the names that the file gives the frame, and ``INDEX``, the index
        in the file, if no tag is around the frame. A region of libGDX with an index has ``NAME INDEX``.
        """
    @property
    def mask(self) -> Mask:
        """The mask, a :class:`hitmask.Mask`. Each access returns a new object; the pixels are shared."""
    @property
    def size(self) -> tuple[int, int]:
        """The width and the height in pixels."""
    @property
    def origin(self) -> tuple[float, float] | None:
        """The origin ``(x, y)``, a point of the frame in pixels, or ``None``. It may lie outside the frame. Editors call it pivot or
        anchor.
        """
    @property
    def duration(self) -> float:
        """How long the frame shows, in seconds. It is 0 if the file does not say."""
    @property
    def class_(self) -> str:
        """The class of the tile in Tiled, or an empty text."""
    @property
    def properties(self) -> dict[str, _Property]:
        """The properties of the tile that the frame shows, a dict from names to values: booleans, numbers, texts, and lists and
        dicts of these. A tile of LDtk has ``True`` for each of its enum tags, and ``"data"``, the text of its custom data.
        """
    @property
    def slices(self) -> list[Slice]:
        """The slices of Aseprite at the frame, a list of :class:`Slice`."""
    def slice(self, name: str) -> Slice | None:
        """Returns the first slice with a name, or ``None``."""
    def mask_in(self, rect: _Rect) -> tuple[Mask, tuple[int, int]]:
        """Returns the part of the mask inside a rectangle ``(left, top, width, height)`` of the frame, such as :attr:`Slice.rect`, and
        the top-left pixel ``(x, y)`` of the part in the frame.

        The part is as large as the rectangle inside the frame: 0 x 0 pixels if the rectangle lies outside.
        """
    @property
    def region(self) -> Region | None:
        """Where the pixels of the frame lie in a picture file, a :class:`Region`, or ``None``."""
    @property
    def picture(self) -> NDArray[np.uint8] | None:
        """The picture of the frame: uint8 of shape (height, width, 4) with red, green, blue and alpha, or ``None`` if the sheet
        was read without ``pictures=True``.
        """

@final
class Slice:
    """A slice of Aseprite at one frame: a named box, such as a hurtbox or a sword, with the artist's notes.

    ``frame.mask_in(slice.rect)`` returns its solid pixels.
    """

    @property
    def name(self) -> str:
        """The name. Several slices may have one name."""
    @property
    def rect(self) -> tuple[int, int, int, int]:
        """The box ``(left, top, width, height)`` in pixels of the frame. It may lead out of the frame."""
    @property
    def origin(self) -> tuple[float, float] | None:
        """The origin ``(x, y)``, a point of the frame in pixels, or ``None``. Aseprite calls it pivot."""
    @property
    def text(self) -> str:
        """The text of the user data, or an empty text."""
    @property
    def color(self) -> tuple[int, int, int, int] | None:
        """The color of the user data, ``(red, green, blue, alpha)``, or ``None``."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Region:
    """The place of a frame in a picture file."""

    @property
    def picture(self) -> str:
        """The name of the picture file, relative to the folder of the sheet."""
    @property
    def rect(self) -> tuple[int, int, int, int]:
        """The rectangle of the picture that holds the pixels, ``(left, top, width, height)``."""
    @property
    def quarter_turns(self) -> int:
        """The quarter turns clockwise by which the pixels lie turned in the picture, from 0 to 3."""
    @property
    def offset(self) -> tuple[int, int]:
        """The top-left pixel of the unrotated rectangle in the frame, ``(x, y)``."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Animation:
    """Frames with durations, in the order of play."""

    @property
    def name(self) -> str:
        """The name."""
    @property
    def frames(self) -> list[tuple[int, float]]:
        """The frames of one round in the order of play: a list of ``(index, seconds)`` with the index in the list of all frames. A
        round of a ping-pong is the way there and back.
        """
    @property
    def direction(self) -> Literal["forward", "reverse", "ping_pong", "ping_pong_reverse"]:
        """The direction that the file gives: ``"forward"``, ``"reverse"``, ``"ping_pong"`` or ``"ping_pong_reverse"``.
        :attr:`frames` follows it already.
        """
    @property
    def repeat(self) -> int | None:
        """How many times the animation passes over its frames, or ``None`` if it never ends."""
    @property
    def duration(self) -> float:
        """The duration of one round, in seconds."""
    def frame_at(self, seconds: float) -> int:
        """Returns the index of the frame that shows a number of seconds after the start, in the list of all frames.

        :raises ValueError: if the number is negative or not finite.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class Map:
    """A map of Tiled or LDtk: layers of sprites. :meth:`open` reads a file."""

    @staticmethod
    def open(
        path: str | PathLike[str],
        *,
        alpha_above: SupportsIndex | None = None,
        color_key: Sequence[int] | None = None,
        luma_above: SupportsIndex | None = None,
        pictures: bool = False,
        tile_shapes: bool = True,
        strict: bool = False,
        root: str | PathLike[str] | None = None,
        limits: dict[str, int] | None = None,
    ) -> Map:
        """Reads a map: Tiled's ``.tmx``, ``.tmj`` or ``.json``, or LDtk's ``.ldtk``. The format is found from the content. The
        keywords are those of :meth:`Sheet.open`.

        :raises SheetError: if a file cannot be read, is damaged, is over a limit, or lies outside ``root``; with ``strict``, also for what would be a
        warning.
        """
    @staticmethod
    def read(
        files: Mapping[str, bytes],
        name: str,
        *,
        alpha_above: SupportsIndex | None = None,
        color_key: Sequence[int] | None = None,
        luma_above: SupportsIndex | None = None,
        pictures: bool = False,
        tile_shapes: bool = True,
        strict: bool = False,
        root: str | PathLike[str] | None = None,
        limits: dict[str, int] | None = None,
    ) -> Map:
        """Reads the map ``name`` of files in memory, a mapping from names to bytes. ``root`` has no effect. The other keywords are those of :meth:`Sheet.open`.

        :raises SheetError: under the conditions of :meth:`open`.
        """
    @property
    def warnings(self) -> list[SheetWarning]:
        """What was left out, or read in another way than the file says: a list of :class:`SheetWarning`. At most 100 are listed; one more
        counts the rest.
        """
    @property
    def frames(self) -> list[Frame]:
        """The tiles and shapes that the layers place, each once: a list of :class:`Frame`. A tile of Tiled is named
        ``TILESET ID``, and a shape ``object ID``.
        """
    @property
    def animations(self) -> list[Animation]:
        """The animations of the tiles, a list of :class:`Animation`. An animation has the name of the frame that it animates.
        """
    def animation_of(self, frame: int) -> Animation | None:
        """Returns the animation of the frame with an index, or ``None`` if the frame is no animated tile."""
    @property
    def layers(self) -> list[MapLayer]:
        """The layers from the bottom to the top, a list of :class:`MapLayer`. Groups are flattened."""
    def layer(self, name: str) -> MapLayer | None:
        """Returns the first layer with a name, or ``None``."""
    def property(self, sprite: MapSprite, name: str) -> _Property | None:
        """Returns the value of a property of a sprite, or, without it, of the tile that the sprite shows. Returns ``None`` if
        neither has the property.
        """

@final
class MapLayer:
    """A layer of a map: sprites in the order of the file."""

    @property
    def name(self) -> str:
        """The name of the layer."""
    @property
    def class_(self) -> str:
        """The class of the layer, or an empty text."""
    @property
    def group(self) -> str:
        """The names of the groups around the layer, with ``/`` between, or the identifier of the LDtk level."""
    @property
    def kind(self) -> Literal["tiles", "objects", "picture", "values"]:
        """The kind of the layer: ``"tiles"``, ``"objects"``, ``"picture"`` or ``"values"``."""
    @property
    def offset(self) -> tuple[float, float]:
        """The offset ``(x, y)`` of the layer and its groups, in pixels. The positions of the sprites contain it already.
        """
    @property
    def is_visible(self) -> bool:
        """Whether the editor shows the layer and all groups around it."""
    @property
    def sprites(self) -> list[MapSprite]:
        """The tiles and objects that have pixels, a list of :class:`MapSprite`."""
    @property
    def points(self) -> list[MapPoint]:
        """The objects without pixels, such as the place where a player starts: a list of :class:`MapPoint`."""
    @property
    def values(self) -> ValueGrid | None:
        """The values of the grid, a :class:`ValueGrid`, or ``None`` if the layer is of another kind than ``"values"``.
        """
    @property
    def properties(self) -> dict[str, _Property]:
        """The properties, a dict as :attr:`Frame.properties`."""
    def tile_at(self, pixel: _Point) -> MapSprite | None:
        """Returns the tile or the object with a solid pixel at a pixel ``(x, y)`` of the map, a :class:`MapSprite`: of several, the
        one on top. Returns ``None`` if there is none. Sprites that the editor does not show are left out.

        The first pixel that a sprite shares with the terrain of a layer names the tile that the sprite touches.
        """
    def terrain(self) -> tuple[Mask, tuple[int, int]]:
        """Draws all sprites of the layer into one mask. Returns the mask and the position ``(x, y)`` of its top-left pixel in the
        map.

        :raises SheetError: if the mask would be over the limit ``terrain_pixels``.
        """
    def value_terrain(self, values: Sequence[int]) -> tuple[Mask, tuple[int, int]]:
        """Draws the cells with one of some values into one mask, as large as the grid. Returns the mask and the position
        ``(x, y)`` of its top-left pixel in the map. The mask of a layer without values is empty.

        :raises SheetError: if the mask would be over the limit ``terrain_pixels``.
        """

@final
class MapSprite:
    """A frame at a place of a map: a tile, an object or an entity.

    ``world.spawn(masks[one.frame], one.at, **one.options)`` makes a sprite of it, if ``masks`` has the number of the mask of
    each frame of the map.
    """

    @property
    def frame(self) -> int:
        """The index of the frame in :attr:`Map.frames`."""
    @property
    def at(self) -> tuple[int, int]:
        """The top-left pixel ``(x, y)`` in the map, before scale and rotation."""
    @property
    def options(self) -> _SpriteOptions:
        """The options of :meth:`hitmask.World.spawn`, a dict: ``flip_x``, ``flip_y``, ``turn``, ``scale``, ``angle`` and
        ``fraction``.
        """
    @property
    def name(self) -> str:
        """The name of the object. A plain tile has none."""
    @property
    def class_(self) -> str:
        """The class of the object, or the identifier of the entity in LDtk. A plain tile has none."""
    @property
    def id(self) -> str:
        """The id that the editor gives the object, a text. A plain tile has none."""
    @property
    def properties(self) -> dict[str, _Property]:
        """The properties, a dict as :attr:`Frame.properties`."""
    @property
    def is_visible(self) -> bool:
        """Whether the editor shows the object."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class MapPoint:
    """An object without pixels."""

    @property
    def at(self) -> tuple[int, int]:
        """The position ``(x, y)`` in pixels of the map."""
    @property
    def name(self) -> str:
        """The name of the object."""
    @property
    def class_(self) -> str:
        """The class of the object."""
    @property
    def id(self) -> str:
        """The id that the editor gives the object, a text."""
    @property
    def properties(self) -> dict[str, _Property]:
        """The properties, a dict as :attr:`Frame.properties`."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]

@final
class ValueGrid:
    """A value for each cell of a grid."""

    @property
    def at(self) -> tuple[int, int]:
        """The top-left pixel ``(x, y)`` of the grid in the map."""
    @property
    def size(self) -> tuple[int, int]:
        """The numbers of columns and rows."""
    @property
    def cell_size(self) -> int:
        """The width and the height of a cell in pixels."""
    @property
    def cells(self) -> NDArray[np.uint32]:
        """The values: uint32 of shape (rows, columns). 0 is an empty cell."""
    def value_at(self, pixel: _Point) -> int:
        """Returns the value of the cell at a pixel ``(x, y)`` of the map, or 0 if the pixel is outside the grid."""
    @property
    def kinds(self) -> list[int]:
        """The values that occur, without 0, sorted."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: ClassVar[None]  # type: ignore[assignment]
