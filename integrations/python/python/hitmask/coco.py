"""COCO's run lengths and polygons, in and out, without pycocotools.

:func:`from_rle` makes masks of the detections of a file, and :func:`to_rle` writes them back; :func:`to_polygons` writes their
outlines, which :func:`hitmask.from_polygons` reads. Masks are cropped to what is solid, so each comes with the position of its
top-left pixel in the picture.
"""

from hitmask._hitmask import _coco

__all__ = ["from_rle", "to_polygons", "to_rle"]

from_rle = _coco.from_rle
to_polygons = _coco.to_polygons
to_rle = _coco.to_rle
