// Components, contours and other lists of what a mask is made of. Any number of threads may ask at once.
using System;

namespace Hitmask
{
    public sealed partial class Mask
    {
        /// <summary>The solid pixels, row by row.</summary>
        public Point[] Pixels()
        {
            return Native.All<Point>(pixels =>
            {
                Native.Check(Native.hitmask_mask_pixels(Handle, ref Native.First(pixels), Native.Size(pixels.Length), out UIntPtr count));
                return Native.Count(count);
            });
        }

        /// <summary>The runs of solid pixels, row by row.</summary>
        public Run[] Runs()
        {
            return Native.All<Run>(runs =>
            {
                Native.Check(Native.hitmask_mask_runs(Handle, ref Native.First(runs), Native.Size(runs.Length), out UIntPtr count));
                return Native.Count(count);
            });
        }

        /// <summary>The outline, as pygame defines it: the pixels on the edge of one component, clockwise from the topmost, then leftmost pixel of the
        /// mask.</summary>
        public Point[] Outline()
        {
            return Native.All<Point>(points =>
            {
                Native.Check(Native.hitmask_mask_outline(Handle, ref Native.First(points), Native.Size(points.Length), out UIntPtr count));
                return Native.Count(count);
            });
        }

        /// <summary>The corners of the convex hull, clockwise on the screen from the topmost, then leftmost corner. Corners are corners of
        /// pixels.</summary>
        public Point[] ConvexHull()
        {
            return Native.All<Point>(points =>
            {
                Native.Check(Native.hitmask_mask_convex_hull(Handle, ref Native.First(points), Native.Size(points.Length), out UIntPtr count));
                return Native.Count(count);
            });
        }

        /// <summary>The components of the mask, in the order of their first pixels. Pixels that share a side are connected, and if `diagonal` is set,
        /// pixels that share a corner.</summary>
        public Component[] ComponentBounds(bool diagonal = false)
        {
            return Native.All<Component>(components =>
            {
                Native.Check(Native.hitmask_mask_component_bounds(Handle, Native.Flag(diagonal), ref Native.First(components),
                    Native.Size(components.Length), out UIntPtr count));
                return Native.Count(count);
            });
        }

        /// <summary>The polygons around the solid pixels and the holes, in the order of their first corners. `tolerance` is how far, in pixels, a
        /// simplified contour may be from the exact one: 0 for the exact one. If `covering` is set, no solid pixel is cut, not even in part.</summary>
        public Contour[] Contours(double tolerance = 0, bool covering = false)
        {
            UIntPtr cornerCount = UIntPtr.Zero, count = UIntPtr.Zero;
            Point[] corners = new Point[64];
            NativeContour[] contours = new NativeContour[4];
            for (int call = 0; call < 2; call++)
            {
                Native.Check(Native.hitmask_mask_contours(Handle, tolerance, Native.Flag(covering), ref corners[0], Native.Size(corners.Length), out cornerCount,
                    ref contours[0], Native.Size(contours.Length), out count));
                if (Native.Count(cornerCount) <= corners.Length && Native.Count(count) <= contours.Length) break;
                corners = new Point[Native.Count(cornerCount)];
                contours = new NativeContour[Native.Count(count)];
            }
            Contour[] made = new Contour[Native.Count(count)];
            for (int i = 0; i < made.Length; i++)
            {
                Span<Point> part = corners.AsSpan(Native.Count(contours[i].First), Native.Count(contours[i].Count));
                made[i] = new Contour(part.ToArray(), contours[i].IsHole != UIntPtr.Zero);
            }
            return made;
        }

        /// <summary>Makes a mask of size width x height from contours: solid are the pixels whose centers are in an odd number of them.</summary>
        public static Mask FromContours(int width, int height, Contour[] contours)
        {
            if (contours == null) throw new ArgumentNullException("contours");
            int cornerCount = 0;
            UIntPtr[] counts = new UIntPtr[contours.Length];
            for (int i = 0; i < contours.Length; i++)
            {
                if (contours[i].Corners == null) throw new ArgumentException("contours[" + i + "] has no corners", "contours");
                counts[i] = Native.Size(contours[i].Corners.Length);
                cornerCount = checked(cornerCount + contours[i].Corners.Length);
            }
            Point[] corners = new Point[cornerCount];
            int at = 0;
            foreach (Contour contour in contours)
            {
                contour.Corners.CopyTo(corners, at);
                at += contour.Corners.Length;
            }
            return Made(Native.hitmask_mask_from_contours(Native.Unsigned(width, "width"), Native.Unsigned(height, "height"),
                ref Native.First(corners.AsSpan()), Native.Size(cornerCount), ref Native.First(counts.AsSpan()), Native.Size(counts.Length), out MaskHandle made), made);
        }

        /// <summary>Makes a mask of the component with a pixel, or returns null if the pixel is not solid. `at` is the offset of its top-left
        /// pixel.</summary>
        public Mask ComponentAt(int x, int y, bool diagonal, out Point at) =>
            Made(Native.hitmask_mask_component_at(Handle, x, y, Native.Flag(diagonal), out MaskHandle made, out Point offset), made, offset, out at);

        /// <summary>Makes a mask of the component with the most pixels, or returns null if no pixel is solid. `at` is the offset of its top-left
        /// pixel.</summary>
        public Mask LargestComponent(bool diagonal, out Point at) =>
            Made(Native.hitmask_mask_largest_component(Handle, Native.Flag(diagonal), out MaskHandle made, out Point offset), made, offset, out at);

        /// <summary>Makes a mask of each component, in the order of their first pixels, with the offset of its top-left pixel.</summary>
        public PlacedMask[] ConnectedComponents(bool diagonal = false)
        {
            return AllPlaced((IntPtr[] masks, Point[] offsets, ref UIntPtr count) => Native.hitmask_mask_connected_components(Handle,
                Native.Flag(diagonal), ref masks[0], ref offsets[0], Native.Size(masks.Length), out count));
        }

        /// <summary>Makes a mask of each component that has no pixel in a rectangle: the pieces of terrain that are cut off from the ground.</summary>
        public PlacedMask[] DetachedComponents(Rect rect, bool diagonal = false)
        {
            return AllPlaced((IntPtr[] masks, Point[] offsets, ref UIntPtr count) => Native.hitmask_mask_detached_components(Handle, rect.Left,
                rect.Top, rect.Width, rect.Height, Native.Flag(diagonal), ref masks[0], ref offsets[0], Native.Size(masks.Length), out count));
        }

        private delegate Status MakeAll(IntPtr[] masks, Point[] offsets, ref UIntPtr count);

        private static PlacedMask[] AllPlaced(MakeAll make)
        {
            IntPtr[] masks = new IntPtr[8];
            Point[] offsets = new Point[8];
            UIntPtr count = UIntPtr.Zero;
            Native.Check(make(masks, offsets, ref count));
            if (Native.Count(count) > masks.Length)
            {
                masks = new IntPtr[Native.Count(count)];
                offsets = new Point[masks.Length];
                Native.Check(make(masks, offsets, ref count));
            }
            PlacedMask[] made = new PlacedMask[Native.Count(count)];
            for (int i = 0; i < made.Length; i++) made[i] = new PlacedMask(new Mask(new MaskHandle(masks[i])), offsets[i]);
            return made;
        }
    }
}
