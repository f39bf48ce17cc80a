// Sprites that lose pixels. All methods change the world, and refresh it first if they must.
using System;

namespace Hitmask
{
    public sealed partial class World
    {
        /// <summary>Gives a sprite a mask of its own, and returns its id: edits of it change no other sprite. A sprite that has one keeps it. The mask
        /// goes in the first Refresh or Step after its last sprite was removed, or shows another mask.</summary>
        public MaskId OwnMask(SpriteId id) => Native.Checked(Native.hitmask_world_own_mask(Handle, id.Value, out ulong mask), new MaskId(mask));

        /// <summary>Digs a pixel of the world out of the sprites in some layers, and returns those that lost pixels, sorted. The sprites get masks of
        /// their own first, so others that show the same masks lose nothing. It works however a sprite is flipped, turned, scaled or rotated. A sprite
        /// without pixels stays in the world.</summary>
        public SpriteId[] ErasePoint(double x, double y, uint layers = AllLayers)
        {
            Point at = Native.Pixel(x, y);
            return Lent(Native.hitmask_world_erase_point(Handle, at.X, at.Y, layers, out NativeIds ids), ids);
        }

        /// <summary>Digs a rectangle of the world out of sprites. The rest is as in ErasePoint.</summary>
        public SpriteId[] EraseRect(Rect rect, uint layers = AllLayers) =>
            Lent(Native.hitmask_world_erase_rect(Handle, rect.Left, rect.Top, rect.Width, rect.Height, layers, out NativeIds ids), ids);

        /// <summary>Digs a circle of the world out of sprites. The rest is as in ErasePoint.</summary>
        public SpriteId[] EraseCircle(double x, double y, double radius, uint layers = AllLayers) =>
            Lent(Native.hitmask_world_erase_circle(Handle, x, y, radius, layers, out NativeIds ids), ids);

        /// <summary>Digs a line of the world, both ends included, out of sprites. The rest is as in ErasePoint.</summary>
        public SpriteId[] EraseLine(double fromX, double fromY, double toX, double toY, uint layers = AllLayers)
        {
            Point from = Native.Pixel(fromX, fromY), to = Native.Pixel(toX, toY);
            return Lent(Native.hitmask_world_erase_line(Handle, from.X, from.Y, to.X, to.Y, layers, out NativeIds ids), ids);
        }

        /// <summary>Digs a polygon of the world, of at least three points, out of sprites. The rest is as in ErasePoint.</summary>
        public SpriteId[] ErasePolygon(ReadOnlySpan<Real> points, uint layers = AllLayers) =>
            Lent(Native.hitmask_world_erase_polygon(Handle, ref Native.First(points), Native.Size(points.Length), layers, out NativeIds ids), ids);

        /// <summary>Digs the solid pixels of a mask at a place of the world out of sprites. The rest is as in ErasePoint.</summary>
        public SpriteId[] EraseMask(Mask mask, double x, double y, uint layers = AllLayers)
        {
            Point at = Native.Place(x, y);
            return Lent(Native.hitmask_world_erase_mask(Handle, Hitmask.Mask.HandleOf(mask, "mask"), at.X, at.Y, layers, out NativeIds ids), ids);
        }

        /// <summary>Splits a sprite into its connected parts, and returns the new sprites, in raster order of the parts in the mask. The sprite keeps its
        /// largest part; each other part becomes a sprite of its own at its place, like the sprite in everything else, with a mask of its own. Pixels
        /// that share a side or a corner are connected.</summary>
        public SpriteId[] Split(SpriteId id) => Lent(Native.hitmask_world_split(Handle, id.Value, out NativeIds ids), ids);

        private SpriteId[] Lent(Status status, NativeIds ids)
        {
            Native.Check(status);
            SpriteId[] copy = Native.Copy<SpriteId>(ids.Ids, ids.Count);
            GC.KeepAlive(this); // the list is the world's
            return copy;
        }
    }
}
