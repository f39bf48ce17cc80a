// Questions about one mask, and about two. Any number of threads may ask at once.
using System;

namespace Hitmask
{
    public sealed partial class Mask
    {
        /// <summary>The number of columns. A mask that another language has saved may have more than int.MaxValue: then it is an
        /// OverflowException.</summary>
        public int Width => Native.Checked(Native.hitmask_mask_size(Handle, out uint width, out uint height), checked((int)width));

        /// <summary>The number of rows. The rest is as in Width.</summary>
        public int Height => Native.Checked(Native.hitmask_mask_size(Handle, out uint width, out uint height), checked((int)height));

        /// <summary>Whether a pixel is solid. Pixels outside the mask are not.</summary>
        public bool Contains(int x, int y) => Native.Checked(Native.hitmask_mask_contains(Handle, x, y, out byte solid), solid != 0);

        /// <summary>The number of solid pixels.</summary>
        public long Count => Native.Checked(Native.hitmask_mask_count(Handle, out ulong count), (long)count);

        /// <summary>The smallest rectangle around the solid pixels, or null if there are none.</summary>
        public Rect? Bounds => Box(Native.hitmask_mask_bounds(Handle, out Rect bounds), bounds);

        /// <summary>The mean position of the solid pixels, in which the pixel x, y counts as x, y, or null if there are none.</summary>
        public Real? Centroid =>
            Native.Checked(Native.hitmask_mask_centroid(Handle, out byte found, out Real centroid), found != 0 ? centroid : (Real?)null);

        /// <summary>Whether two masks share a solid pixel. x, y is the offset of the top-left pixel of `other` from that of this mask: any offset is
        /// allowed.</summary>
        public bool Overlaps(Mask other, int x, int y) =>
            Native.Checked(Native.hitmask_mask_overlaps(Handle, HandleOf(other, "other"), x, y, out byte overlaps), overlaps != 0);

        /// <summary>The topmost pixel that two masks share, the leftmost of its row, in the pixels of this mask; or null.</summary>
        public Point? OverlapFirst(Mask other, int x, int y)
        {
            Native.Check(Native.hitmask_mask_overlap_first(Handle, HandleOf(other, "other"), x, y, out byte found, out Point first));
            return found != 0 ? first : (Point?)null;
        }

        /// <summary>The number of pixels that two masks share.</summary>
        public long OverlapArea(Mask other, int x, int y) =>
            Native.Checked(Native.hitmask_mask_overlap_area(Handle, HandleOf(other, "other"), x, y, out ulong area), (long)area);

        /// <summary>The smallest rectangle around the pixels that two masks share, in the pixels of this mask; or null.</summary>
        public Rect? OverlapBounds(Mask other, int x, int y) =>
            Box(Native.hitmask_mask_overlap_bounds(Handle, HandleOf(other, "other"), x, y, out Rect bounds), bounds);

        /// <summary>Makes a mask of the pixels that two masks share, as large as this mask.</summary>
        public Mask OverlapMask(Mask other, int x, int y) =>
            Made(Native.hitmask_mask_overlap_mask(Handle, HandleOf(other, "other"), x, y, out MaskHandle made), made);

        /// <summary>Whether a rectangle has a solid pixel.</summary>
        public bool OverlapsRect(Rect rect)
        {
            Native.Check(Native.hitmask_mask_overlaps_rect(Handle, rect.Left, rect.Top, rect.Width, rect.Height, out byte overlaps));
            return overlaps != 0;
        }

        /// <summary>Whether a circle has a solid pixel: one whose center, x + 0.5, y + 0.5, is in the circle.</summary>
        public bool OverlapsCircle(double x, double y, double radius) =>
            Native.Checked(Native.hitmask_mask_overlaps_circle(Handle, x, y, radius, out byte overlaps), overlaps != 0);

        /// <summary>The direction, of length 1, in which this mask leaves `other`, or null if they share no pixel.</summary>
        public Real? OverlapNormal(Mask other, int x, int y)
        {
            Native.Check(Native.hitmask_mask_overlap_normal(Handle, HandleOf(other, "other"), x, y, out byte found, out Real normal));
            return found != 0 ? normal : (Real?)null;
        }

        /// <summary>The smallest move of this mask after which it shares no pixel with `other`: of several the topmost, then the leftmost. It is null
        /// if they share none.</summary>
        public Point? Penetration(Mask other, int x, int y)
        {
            Native.Check(Native.hitmask_mask_penetration(Handle, HandleOf(other, "other"), x, y, out byte found, out Point move));
            return found != 0 ? move : (Point?)null;
        }

        /// <summary>The smallest move of this mask along a direction after which it shares no pixel with `other`, or null. The length of the direction
        /// does not count.</summary>
        public Point? PenetrationAlong(Mask other, int x, int y, int directionX, int directionY)
        {
            Native.Check(Native.hitmask_mask_penetration_along(Handle, HandleOf(other, "other"), x, y, directionX, directionY, out byte found, out Point move));
            return found != 0 ? move : (Point?)null;
        }

        /// <summary>The Euclidean distance in pixels between the nearest solid pixels of two masks: 0 if they share one, 1 if they touch side by side. It is
        /// null if a mask has no solid pixel.</summary>
        public double? Distance(Mask other, int x, int y)
        {
            Native.Check(Native.hitmask_mask_distance(Handle, HandleOf(other, "other"), x, y, out byte found, out double distance));
            return found != 0 ? distance : (double?)null;
        }

        /// <summary>The offset of `other` nearest to x, y, at most `limit` pixels away, at which two masks share no pixel: of several the topmost, then
        /// the leftmost. It is null if there is none. The solid pixels of `other` must lie in the rectangle `within` of this mask, if there is one:
        /// so masks are packed into a picture.</summary>
        public Point? NearestFree(Mask other, int x, int y, int limit, Rect? within = null)
        {
            Native.Check(Native.hitmask_mask_nearest_free(Handle, HandleOf(other, "other"), x, y, Native.Unsigned(limit, "limit"),
                ref Native.First(Native.Option(within)), out byte found, out Point nearest));
            return found != 0 ? nearest : (Point?)null;
        }

        /// <summary>The first solid pixel on a line of pixels, both ends included, or null.</summary>
        public RayHit? CastRay(int fromX, int fromY, int toX, int toY) =>
            Native.Checked(Native.hitmask_mask_cast_ray(Handle, fromX, fromY, toX, toY, out RayHit hit), hit.Hit ? hit : (RayHit?)null);

        /// <summary>Moves `other` along a line of offsets, and returns the first touch, or null.</summary>
        public SweepHit? Sweep(Mask other, int fromX, int fromY, int toX, int toY)
        {
            Native.Check(Native.hitmask_mask_sweep(Handle, HandleOf(other, "other"), fromX, fromY, toX, toY, out SweepHit hit));
            return hit.Hit ? hit : (SweepHit?)null;
        }

        /// <summary>The direction of the long axis of the solid pixels in degrees, from -90 to 90, as in pygame: a `/` has a positive angle, and a `\` a
        /// negative one. A square and a mask without solid pixels have none: null.</summary>
        public double? Angle =>
            Native.Checked(Native.hitmask_mask_angle(Handle, out byte found, out double degrees), found != 0 ? degrees : (double?)null);

        /// <summary>The sums over the solid pixels.</summary>
        public Moments Moments => Native.Checked(Native.hitmask_mask_moments(Handle, out Moments moments), moments);

        /// <summary>Whether a polygon of at least three points has a solid pixel: one whose center is in the polygon.</summary>
        public bool OverlapsPolygon(ReadOnlySpan<Real> points)
        {
            Native.Check(Native.hitmask_mask_overlaps_polygon(Handle, ref Native.First(points), Native.Size(points.Length), out byte overlaps));
            return overlaps != 0;
        }

        /// <summary>Makes a mask of the offsets at which two masks share a pixel: its pixel x, y is solid if they do at offset `at` plus x, y.</summary>
        public Mask CollidingOffsets(Mask other, out Point at)
        {
            Status status = Native.hitmask_mask_colliding_offsets(Handle, HandleOf(other, "other"), out MaskHandle made, out Point offset);
            return Made(status, made, offset, out at);
        }

        /// <summary>Makes the convolution of two masks, as pygame defines it: its pixel x, y is solid if the two share a pixel at offset
        /// x - (width - 1), y - (height - 1), with the width and the height of `other`.</summary>
        public Mask Convolve(Mask other) => Made(Native.hitmask_mask_convolve(Handle, HandleOf(other, "other"), out MaskHandle made), made);

        private static Rect? Box(Status status, Rect rect)
        {
            Native.Check(status);
            return rect.Width != 0 ? rect : (Rect?)null;
        }
    }
}
