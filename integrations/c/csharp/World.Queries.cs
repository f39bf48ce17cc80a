// Questions about the sprites as they are now. The world must be refreshed: after changes, call Refresh or Step first. Any number of threads may
// ask at once. Methods that write a list write as many items as fit, and return how many there are. Options:
//
// - layers: bits. Only sprites in one of these layers are found, or are in the way. 0 finds none.
//   Of a sprite that collides with none of them, Sweep, IsFree, NearestFree and Touching are errors, unless they are 0.
// - without: a sprite that is left out, such as the one that asks.
// - withSensors: whether sensors block too. Find..., Nearest and Overlapping find them anyway.
// - hitFromInside: whether what starts inside a sprite hits it at step 0.
using System;

namespace Hitmask
{
    public sealed partial class World
    {
        /// <summary>The sprites that share a pixel with a sprite and whose layers agree, sorted.</summary>
        public SpriteId[] Overlapping(SpriteId id, uint layers = AllLayers, SpriteId without = default(SpriteId)) =>
            Native.All<SpriteId>(ids => Overlapping(id, ids, layers, without));

        /// <summary>Writes the sprites that share a pixel with a sprite and whose layers agree.</summary>
        public int Overlapping(SpriteId id, Span<SpriteId> ids, uint layers = AllLayers, SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without);
            Native.Check(Native.hitmask_world_overlapping(Handle, id.Value, ref query, ref Native.First(ids), Native.Size(ids.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The sprites with a solid pixel at a point, sorted.</summary>
        public SpriteId[] FindPoint(double x, double y, uint layers = AllLayers, SpriteId without = default(SpriteId)) =>
            Native.All<SpriteId>(ids => FindPoint(x, y, ids, layers, without));

        /// <summary>Writes the sprites with a solid pixel at a point.</summary>
        public int FindPoint(double x, double y, Span<SpriteId> ids, uint layers = AllLayers, SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without);
            Point at = Native.Pixel(x, y);
            Native.Check(Native.hitmask_world_find_point(Handle, at.X, at.Y, ref query, ref Native.First(ids), Native.Size(ids.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The sprites with a solid pixel in a rectangle, sorted.</summary>
        public SpriteId[] FindRect(Rect rect, uint layers = AllLayers, SpriteId without = default(SpriteId)) =>
            Native.All<SpriteId>(ids => FindRect(rect, ids, layers, without));

        /// <summary>Writes the sprites with a solid pixel in a rectangle.</summary>
        public int FindRect(Rect rect, Span<SpriteId> ids, uint layers = AllLayers, SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without);
            Native.Check(Native.hitmask_world_find_rect(Handle, rect.Left, rect.Top, rect.Width, rect.Height, ref query, ref Native.First(ids),
                Native.Size(ids.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The sprites with a solid pixel in a circle, sorted.</summary>
        public SpriteId[] FindCircle(double x, double y, double radius, uint layers = AllLayers, SpriteId without = default(SpriteId)) =>
            Native.All<SpriteId>(ids => FindCircle(x, y, radius, ids, layers, without));

        /// <summary>Writes the sprites with a solid pixel in a circle.</summary>
        public int FindCircle(double x, double y, double radius, Span<SpriteId> ids, uint layers = AllLayers, SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without);
            Native.Check(Native.hitmask_world_find_circle(Handle, x, y, radius, ref query, ref Native.First(ids), Native.Size(ids.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The sprites with a solid pixel on a line of pixels, sorted.</summary>
        public SpriteId[] FindLine(double fromX, double fromY, double toX, double toY, uint layers = AllLayers, SpriteId without = default(SpriteId)) =>
            Native.All<SpriteId>(ids => FindLine(fromX, fromY, toX, toY, ids, layers, without));

        /// <summary>Writes the sprites with a solid pixel on a line of pixels.</summary>
        public int FindLine(double fromX, double fromY, double toX, double toY, Span<SpriteId> ids, uint layers = AllLayers,
            SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without);
            Point from = Native.Pixel(fromX, fromY), to = Native.Pixel(toX, toY);
            Native.Check(Native.hitmask_world_find_line(Handle, from.X, from.Y, to.X, to.Y, ref query, ref Native.First(ids), Native.Size(ids.Length),
                out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The sprites with a solid pixel in a polygon of at least three points, sorted.</summary>
        public SpriteId[] FindPolygon(Real[] points, uint layers = AllLayers, SpriteId without = default(SpriteId))
        {
            if (points == null) throw new ArgumentNullException("points");
            return Native.All<SpriteId>(ids => FindPolygon(points, ids, layers, without));
        }

        /// <summary>Writes the sprites with a solid pixel in a polygon of at least three points.</summary>
        public int FindPolygon(ReadOnlySpan<Real> points, Span<SpriteId> ids, uint layers = AllLayers, SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without);
            Native.Check(Native.hitmask_world_find_polygon(Handle, ref Native.First(points), Native.Size(points.Length), ref query,
                ref Native.First(ids), Native.Size(ids.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The sprites that share a pixel with a mask at a place, sorted.</summary>
        public SpriteId[] FindMask(Mask mask, double x, double y, uint layers = AllLayers, SpriteId without = default(SpriteId)) =>
            Native.All<SpriteId>(ids => FindMask(mask, x, y, ids, layers, without));

        /// <summary>Writes the sprites that share a pixel with a mask at a place.</summary>
        public int FindMask(Mask mask, double x, double y, Span<SpriteId> ids, uint layers = AllLayers, SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without);
            Point at = Native.Place(x, y);
            Native.Check(Native.hitmask_world_find_mask(Handle, Hitmask.Mask.HandleOf(mask, "mask"), at.X, at.Y, ref query, ref Native.First(ids),
                Native.Size(ids.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The `most` sprites nearest to a point, the nearest first.</summary>
        public Neighbor[] Nearest(double x, double y, int most, uint layers = AllLayers, SpriteId without = default(SpriteId))
        {
            Neighbor[] near = new Neighbor[Native.Within(Math.Min(most, Count), 0, int.MaxValue, "most")];
            Array.Resize(ref near, Nearest(x, y, near, layers, without));
            return near;
        }

        /// <summary>Writes the sprites nearest to a point, the nearest first, as many as fit, and returns how many it wrote.</summary>
        public int Nearest(double x, double y, Span<Neighbor> near, uint layers = AllLayers, SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without);
            Point at = Native.Pixel(x, y);
            Native.Check(Native.hitmask_world_nearest(Handle, at.X, at.Y, ref query, ref Native.First(near), Native.Size(near.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The `most` sprites nearest to a sprite, or to what else a Who is, the nearest first: by the distance between the nearest solid pixels,
        /// which is 0 if the two share one.</summary>
        public Neighbor[] NearestOthers(Who who, int most, uint layers = AllLayers, SpriteId without = default(SpriteId))
        {
            Neighbor[] near = new Neighbor[Native.Within(Math.Min(most, Count), 0, int.MaxValue, "most")];
            Array.Resize(ref near, NearestOthers(who, near, layers, without));
            return near;
        }

        /// <summary>Writes the sprites nearest to a sprite, or to what else a Who is, the nearest first, as many as fit, and returns how many it
        /// wrote.</summary>
        public int NearestOthers(Who who, Span<Neighbor> near, uint layers = AllLayers, SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without);
            NativeWho asked = who.Values();
            Native.Check(Native.hitmask_world_nearest_others(Handle, ref asked, ref query, ref Native.First(near), Native.Size(near.Length),
                out UIntPtr count));
            GC.KeepAlive(who.Shape);
            return Native.Count(count);
        }

        /// <summary>The first solid pixel of a sprite on a line of pixels, or null. Sensors are hit only withSensors.</summary>
        public RayHit? CastRay(double fromX, double fromY, double toX, double toY, uint layers = AllLayers, bool withSensors = false,
            SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without, withSensors);
            Point from = Native.Pixel(fromX, fromY), to = Native.Pixel(toX, toY);
            Native.Check(Native.hitmask_world_cast_ray(Handle, from.X, from.Y, to.X, to.Y, ref query, out RayHit hit));
            return hit.Hit ? hit : (RayHit?)null;
        }

        /// <summary>The first solid pixels of all sprites on a line of pixels, in the order of the line.</summary>
        public RayHit[] CastRayAll(double fromX, double fromY, double toX, double toY, uint layers = AllLayers, bool withSensors = false,
            SpriteId without = default(SpriteId)) =>
            Native.All<RayHit>(hits => CastRayAll(fromX, fromY, toX, toY, hits, layers, withSensors, without));

        /// <summary>Writes the first solid pixels of all sprites on a line of pixels.</summary>
        public int CastRayAll(double fromX, double fromY, double toX, double toY, Span<RayHit> hits, uint layers = AllLayers, bool withSensors = false,
            SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without, withSensors);
            Point from = Native.Pixel(fromX, fromY), to = Native.Pixel(toX, toY);
            Native.Check(Native.hitmask_world_cast_ray_all(Handle, from.X, from.Y, to.X, to.Y, ref query,
                ref Native.First(hits), Native.Size(hits.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>Casts rays from from[i] to to[i]: the first hit of each is item i, or has a Hit of false.</summary>
        public RayHit[] CastRays(ReadOnlySpan<Point> from, ReadOnlySpan<Point> to, uint layers = AllLayers, bool withSensors = false,
            SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without, withSensors);
            Native.SameLength(from.Length, to.Length, "to");
            RayHit[] hits = new RayHit[from.Length];
            Native.Check(Native.hitmask_world_cast_rays(Handle, ref Native.First(from), ref Native.First(to), Native.Size(hits.Length), ref query,
                ref Native.First(hits.AsSpan())));
            return hits;
        }

        /// <summary>How far a sprite, or what else a Who is, can go in a straight line to a place. It does not move.</summary>
        public Swept Sweep(Who who, double x, double y, uint layers = AllLayers, bool withSensors = false, bool hitFromInside = false,
            SpriteId without = default(SpriteId))
        {
            Point to = Native.Place(x, y);
            NativeQuery query = new NativeQuery(layers, without, withSensors, hitFromInside);
            NativeWho asked = who.Values();
            Native.Check(Native.hitmask_world_sweep(Handle, ref asked, to.X, to.Y, ref query, out Swept swept));
            GC.KeepAlive(who.Shape);
            return swept;
        }

        /// <summary>Whether a sprite, or what else a Who is, shares no pixel with sprites that block it.</summary>
        public bool IsFree(Who who, uint layers = AllLayers, bool withSensors = false, SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without, withSensors);
            NativeWho asked = who.Values();
            Native.Check(Native.hitmask_world_is_free(Handle, ref asked, ref query, out byte free));
            GC.KeepAlive(who.Shape);
            return free != 0;
        }

        /// <summary>The nearest place, at most `limit` pixels away, at which a sprite, or what else a Who is, is free, or null. Its solid pixels must lie
        /// in the rectangle `within`, if there is one.</summary>
        public Point? NearestFree(Who who, int limit, Rect? within = null, uint layers = AllLayers, bool withSensors = false,
            SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without, withSensors);
            NativeWho asked = who.Values();
            Native.Check(Native.hitmask_world_nearest_free(Handle, ref asked, Native.Unsigned(limit, "limit"), ref Native.First(Native.Option(within)),
                ref query, out byte found, out Point nearest));
            GC.KeepAlive(who.Shape);
            return found != 0 ? nearest : (Point?)null;
        }

        /// <summary>The sprites that would block a move by dx, dy, sorted: 0, 1 for what a sprite stands on, 0, 0 for what
        /// it overlaps now, without one-way sprites.</summary>
        public SpriteId[] Touching(SpriteId id, int dx, int dy, uint layers = AllLayers, bool withSensors = false, bool hitFromInside = false,
            SpriteId without = default(SpriteId)) =>
            Native.All<SpriteId>(ids => Touching(id, dx, dy, ids, layers, withSensors, hitFromInside, without));

        /// <summary>Writes the sprites that would block a move by dx, dy.</summary>
        public int Touching(SpriteId id, int dx, int dy, Span<SpriteId> ids, uint layers = AllLayers, bool withSensors = false,
            bool hitFromInside = false, SpriteId without = default(SpriteId))
        {
            NativeQuery query = new NativeQuery(layers, without, withSensors, hitFromInside);
            Native.Check(Native.hitmask_world_touching(Handle, id.Value, dx, dy, ref query, ref Native.First(ids), Native.Size(ids.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The smallest rectangle around the solid pixels of a sprite, in the world, or null if it has none.</summary>
        public Rect? Bounds(SpriteId id) =>
            Native.Checked(Native.hitmask_world_bounds(Handle, id.Value, out Rect bounds), bounds.Width != 0 ? bounds : (Rect?)null);

        /// <summary>Makes a mask of a sprite as it looks now, flipped, turned, scaled and rotated, or of what else a Who is. `at` is its top-left pixel in
        /// the world.</summary>
        public Mask Shape(Who who, out Point at)
        {
            NativeWho asked = who.Values();
            Status status = Native.hitmask_world_shape(Handle, ref asked, out MaskHandle made, out Point offset);
            GC.KeepAlive(who.Shape);
            return Hitmask.Mask.Made(status, made, offset, out at);
        }

        /// <summary>The map under which to draw the picture of a sprite, without smoothing, so that it covers what collides: six numbers that send the
        /// point x, y of the picture, in pixels of the mask, to m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5] in the world, y down. The map of an
        /// upright sprite has its rounded corner. An angle that SetAngleSteps rounds is rounded here too.</summary>
        public double[] DrawTransform(SpriteId id)
        {
            var m = new double[6];
            DrawTransform(id, m);
            return m;
        }

        /// <summary>Writes the six numbers of DrawTransform to `m`: no garbage.</summary>
        public void DrawTransform(SpriteId id, Span<double> m)
        {
            if (m.Length != 6) throw new ArgumentException("m must have 6 items, got " + m.Length, "m");
            Native.Check(Native.hitmask_world_draw_transform(Handle, id.Value, ref Native.First(m)));
        }

        /// <summary>The point of a sprite's mask, in the mask's pixels, that a point of the world shows: where a crater goes in the mask of a rotated
        /// sprite. Pixel x, y of the mask is from x, y to x + 1, y + 1. The point may be outside the mask.</summary>
        public Real MaskPoint(SpriteId id, double x, double y) =>
            Native.Checked(Native.hitmask_world_mask_point(Handle, id.Value, x, y, out Real at), at);
    }
}
