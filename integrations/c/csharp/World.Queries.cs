// Questions about the sprites as they are now. The world must be refreshed: after changes, call Refresh or Step first. Any number of threads may
// ask at once. `layers` are bits: only sprites in one of these layers count. Methods that write a list write as many items as fit, and return
// how many there are.
using System;

namespace Hitmask
{
    public sealed partial class World
    {
        /// <summary>The sprites that share a pixel with a sprite and whose layers agree, sorted.</summary>
        public SpriteId[] Overlapping(SpriteId id, uint layers = AllLayers) => Native.All<SpriteId>(ids => Overlapping(id, ids, layers));

        /// <summary>Writes the sprites that share a pixel with a sprite and whose layers agree.</summary>
        public int Overlapping(SpriteId id, Span<SpriteId> ids, uint layers = AllLayers)
        {
            UIntPtr count = UIntPtr.Zero;
            Native.Check(Native.hitmask_world_overlapping(Handle, id.Value, layers, ref Native.First(ids), Native.Size(ids.Length), ref count));
            return Native.Count(count);
        }

        /// <summary>The sprites with a solid pixel at a point, sorted.</summary>
        public SpriteId[] FindPoint(double x, double y, uint layers = AllLayers) => Native.All<SpriteId>(ids => FindPoint(x, y, ids, layers));

        /// <summary>Writes the sprites with a solid pixel at a point.</summary>
        public int FindPoint(double x, double y, Span<SpriteId> ids, uint layers = AllLayers)
        {
            Point at = Native.Pixel(x, y);
            UIntPtr count = UIntPtr.Zero;
            Native.Check(Native.hitmask_world_find_point(Handle, at.X, at.Y, layers, ref Native.First(ids), Native.Size(ids.Length), ref count));
            return Native.Count(count);
        }

        /// <summary>The sprites with a solid pixel in a rectangle, sorted.</summary>
        public SpriteId[] FindRect(Rect rect, uint layers = AllLayers) => Native.All<SpriteId>(ids => FindRect(rect, ids, layers));

        /// <summary>Writes the sprites with a solid pixel in a rectangle.</summary>
        public int FindRect(Rect rect, Span<SpriteId> ids, uint layers = AllLayers)
        {
            UIntPtr count = UIntPtr.Zero;
            Native.Check(Native.hitmask_world_find_rect(Handle, rect.Left, rect.Top, rect.Width, rect.Height, layers, ref Native.First(ids),
                Native.Size(ids.Length), ref count));
            return Native.Count(count);
        }

        /// <summary>The sprites with a solid pixel in a circle, sorted.</summary>
        public SpriteId[] FindCircle(double x, double y, double radius, uint layers = AllLayers)
        {
            return Native.All<SpriteId>(ids => FindCircle(x, y, radius, ids, layers));
        }

        /// <summary>Writes the sprites with a solid pixel in a circle.</summary>
        public int FindCircle(double x, double y, double radius, Span<SpriteId> ids, uint layers = AllLayers)
        {
            UIntPtr count = UIntPtr.Zero;
            Native.Check(Native.hitmask_world_find_circle(Handle, x, y, radius, layers, ref Native.First(ids), Native.Size(ids.Length), ref count));
            return Native.Count(count);
        }

        /// <summary>The sprites with a solid pixel on a line of pixels, sorted.</summary>
        public SpriteId[] FindLine(double fromX, double fromY, double toX, double toY, uint layers = AllLayers)
        {
            return Native.All<SpriteId>(ids => FindLine(fromX, fromY, toX, toY, ids, layers));
        }

        /// <summary>Writes the sprites with a solid pixel on a line of pixels.</summary>
        public int FindLine(double fromX, double fromY, double toX, double toY, Span<SpriteId> ids, uint layers = AllLayers)
        {
            Point from = Native.Pixel(fromX, fromY), to = Native.Pixel(toX, toY);
            UIntPtr count = UIntPtr.Zero;
            Native.Check(Native.hitmask_world_find_line(Handle, from.X, from.Y, to.X, to.Y, layers, ref Native.First(ids), Native.Size(ids.Length),
                ref count));
            return Native.Count(count);
        }

        /// <summary>The sprites with a solid pixel in a polygon of at least three points, sorted.</summary>
        public SpriteId[] FindPolygon(Real[] points, uint layers = AllLayers)
        {
            if (points == null) throw new ArgumentNullException("points");
            return Native.All<SpriteId>(ids => FindPolygon(points, ids, layers));
        }

        /// <summary>Writes the sprites with a solid pixel in a polygon of at least three points.</summary>
        public int FindPolygon(ReadOnlySpan<Real> points, Span<SpriteId> ids, uint layers = AllLayers)
        {
            UIntPtr count = UIntPtr.Zero;
            Native.Check(Native.hitmask_world_find_polygon(Handle, ref Native.First(points), Native.Size(points.Length), layers,
                ref Native.First(ids), Native.Size(ids.Length), ref count));
            return Native.Count(count);
        }

        /// <summary>The sprites that share a pixel with a mask at a place, sorted.</summary>
        public SpriteId[] FindMask(Mask mask, double x, double y, uint layers = AllLayers)
        {
            return Native.All<SpriteId>(ids => FindMask(mask, x, y, ids, layers));
        }

        /// <summary>Writes the sprites that share a pixel with a mask at a place.</summary>
        public int FindMask(Mask mask, double x, double y, Span<SpriteId> ids, uint layers = AllLayers)
        {
            Point at = Native.Place(x, y);
            UIntPtr count = UIntPtr.Zero;
            Native.Check(Native.hitmask_world_find_mask(Handle, Hitmask.Mask.HandleOf(mask, "mask"), at.X, at.Y, layers, ref Native.First(ids),
                Native.Size(ids.Length), ref count));
            return Native.Count(count);
        }

        /// <summary>The `most` sprites nearest to a point, the nearest first.</summary>
        public Near[] Nearest(double x, double y, int most, uint layers = AllLayers)
        {
            Near[] near = new Near[Native.Within(Math.Min(most, Count), 0, int.MaxValue, "most")];
            Array.Resize(ref near, Nearest(x, y, near, layers));
            return near;
        }

        /// <summary>Writes the sprites nearest to a point, the nearest first, as many as fit, and returns how many it wrote.</summary>
        public int Nearest(double x, double y, Span<Near> near, uint layers = AllLayers)
        {
            Point at = Native.Pixel(x, y);
            UIntPtr count = UIntPtr.Zero;
            Native.Check(Native.hitmask_world_nearest(Handle, at.X, at.Y, layers, ref Native.First(near), Native.Size(near.Length), ref count));
            return Native.Count(count);
        }

        /// <summary>The first solid pixel of a sprite on a line of pixels, or null. Sensors are hit only withSensors.</summary>
        public RayHit? CastRay(double fromX, double fromY, double toX, double toY, uint layers = AllLayers, bool withSensors = false)
        {
            Point from = Native.Pixel(fromX, fromY), to = Native.Pixel(toX, toY);
            RayHit hit = default(RayHit);
            Native.Check(Native.hitmask_world_cast_ray(Handle, from.X, from.Y, to.X, to.Y, layers, Native.Flag(withSensors), ref hit));
            return hit.Hit ? hit : (RayHit?)null;
        }

        /// <summary>The first solid pixels of all sprites on a line of pixels, in the order of the line.</summary>
        public RayHit[] CastRayAll(double fromX, double fromY, double toX, double toY, uint layers = AllLayers, bool withSensors = false)
        {
            return Native.All<RayHit>(hits => CastRayAll(fromX, fromY, toX, toY, hits, layers, withSensors));
        }

        /// <summary>Writes the first solid pixels of all sprites on a line of pixels.</summary>
        public int CastRayAll(double fromX, double fromY, double toX, double toY, Span<RayHit> hits, uint layers = AllLayers, bool withSensors = false)
        {
            Point from = Native.Pixel(fromX, fromY), to = Native.Pixel(toX, toY);
            UIntPtr count = UIntPtr.Zero;
            Native.Check(Native.hitmask_world_cast_ray_all(Handle, from.X, from.Y, to.X, to.Y, layers, Native.Flag(withSensors),
                ref Native.First(hits), Native.Size(hits.Length), ref count));
            return Native.Count(count);
        }

        /// <summary>Casts rays from from[i] to to[i]: the first hit of each is item i, or has a Hit of false.</summary>
        public RayHit[] CastRays(ReadOnlySpan<Point> from, ReadOnlySpan<Point> to, uint layers = AllLayers, bool withSensors = false)
        {
            Native.SameLength(from.Length, to.Length, "to");
            RayHit[] hits = new RayHit[from.Length];
            Native.Check(Native.hitmask_world_cast_rays(Handle, ref Native.First(from), ref Native.First(to), Native.Size(hits.Length), layers,
                Native.Flag(withSensors), ref Native.First(hits.AsSpan())));
            return hits;
        }

        /// <summary>How far a sprite can go in a straight line to a place.</summary>
        public Swept Sweep(SpriteId id, double x, double y, uint layers = AllLayers, bool withSensors = false)
        {
            Point to = Native.Place(x, y);
            Swept swept = default(Swept);
            Native.Check(Native.hitmask_world_sweep(Handle, id.Value, to.X, to.Y, layers, Native.Flag(withSensors), ref swept));
            return swept;
        }

        /// <summary>How far a mask that is no sprite can go in a straight line.</summary>
        public Swept SweepShape(Mask mask, double fromX, double fromY, double toX, double toY, uint layers = AllLayers, bool withSensors = false)
        {
            Point from = Native.Place(fromX, fromY), to = Native.Place(toX, toY);
            Swept swept = default(Swept);
            Native.Check(Native.hitmask_world_sweep_shape(Handle, Hitmask.Mask.HandleOf(mask, "mask"), from.X, from.Y, to.X, to.Y, layers,
                Native.Flag(withSensors), ref swept));
            return swept;
        }

        /// <summary>Whether a sprite would share no pixel with sprites that block it, at a place.</summary>
        public bool IsFree(SpriteId id, double x, double y, uint layers = AllLayers, bool withSensors = false)
        {
            Point at = Native.Place(x, y);
            byte free = 0;
            Native.Check(Native.hitmask_world_is_free(Handle, id.Value, at.X, at.Y, layers, Native.Flag(withSensors), ref free));
            return free != 0;
        }

        /// <summary>Whether a sprite would be free with other values: turned, or with another mask.</summary>
        public bool IsFreeAs(SpriteId id, Sprite sprite, uint layers = AllLayers, bool withSensors = false)
        {
            byte free = 0;
            Native.Check(Native.hitmask_world_is_free_as(Handle, id.Value, ref sprite, layers, Native.Flag(withSensors), ref free));
            return free != 0;
        }

        /// <summary>The place nearest to x, y, at most `limit` pixels away, at which a sprite is free, or null.</summary>
        public Point? NearestFree(SpriteId id, double x, double y, int limit, uint layers = AllLayers, bool withSensors = false)
        {
            Point at = Native.Place(x, y), nearest = default(Point);
            byte found = 0;
            Native.Check(Native.hitmask_world_nearest_free(Handle, id.Value, at.X, at.Y, Native.Unsigned(limit, "limit"), layers,
                Native.Flag(withSensors), ref found, ref nearest));
            return found != 0 ? nearest : (Point?)null;
        }

        /// <summary>The place nearest to sprite.Position, at most `limit` pixels away, at which a sprite with these values is free, or null.</summary>
        public Point? NearestFreeAs(SpriteId id, Sprite sprite, int limit, uint layers = AllLayers, bool withSensors = false)
        {
            Point nearest = default(Point);
            byte found = 0;
            Native.Check(Native.hitmask_world_nearest_free_as(Handle, id.Value, ref sprite, Native.Unsigned(limit, "limit"), layers,
                Native.Flag(withSensors), ref found, ref nearest));
            return found != 0 ? nearest : (Point?)null;
        }

        /// <summary>The sprites that would block a move by dx, dy, sorted: 0, 1 for what a sprite stands on, 0, 0 for what
        /// it overlaps now, without one-way sprites.</summary>
        public SpriteId[] Touching(SpriteId id, int dx, int dy, uint layers = AllLayers, bool withSensors = false)
        {
            return Native.All<SpriteId>(ids => Touching(id, dx, dy, ids, layers, withSensors));
        }

        /// <summary>Writes the sprites that would block a move by dx, dy.</summary>
        public int Touching(SpriteId id, int dx, int dy, Span<SpriteId> ids, uint layers = AllLayers, bool withSensors = false)
        {
            UIntPtr count = UIntPtr.Zero;
            Native.Check(Native.hitmask_world_touching(Handle, id.Value, dx, dy, layers, Native.Flag(withSensors), ref Native.First(ids),
                Native.Size(ids.Length), ref count));
            return Native.Count(count);
        }
    }
}
