"""Sprite sheets and maps: frames, masks, animations and layers.

:meth:`Sheet.open` reads files of Aseprite, TexturePacker, Cocos2d and libGDX and tilesets of Tiled, :meth:`Map.open` maps of Tiled and LDtk. A
frame is as the artist drew it: a packer's trimming and rotation are undone. Coordinates are whole pixels, with the origin at
the top left and y down.

One bad item of a file costs that item, and is listed in ``warnings``. A :class:`SheetError` names the file and the field.

Files from strangers? Pass ``root=``: without it, a sheet can name any file that your program may read. No file takes more memory
than the limits of the call allow.
"""

from hitmask._hitmask import _sheets

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

Animation = _sheets.Animation
Frame = _sheets.Frame
Map = _sheets.Map
MapLayer = _sheets.MapLayer
MapPoint = _sheets.MapPoint
MapSprite = _sheets.MapSprite
Region = _sheets.Region
Sheet = _sheets.Sheet
SheetError = _sheets.SheetError
SheetWarning = _sheets.SheetWarning
Slice = _sheets.Slice
ValueGrid = _sheets.ValueGrid
