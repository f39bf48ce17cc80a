// Edits, and masks made from masks.
using System;

namespace Hitmask
{
    public sealed partial class Mask
    {
        /// <summary>Makes a pixel solid or free. A pixel outside the mask is an error.</summary>
        public void Set(int x, int y, bool solid = true) => Native.Check(Native.hitmask_mask_set(Handle, x, y, Native.Flag(solid)));

        /// <summary>Makes all pixels solid or free.</summary>
        public void Fill(bool solid = true) => Native.Check(Native.hitmask_mask_fill(Handle, Native.Flag(solid)));

        /// <summary>Makes solid pixels free, and free ones solid.</summary>
        public void Invert() => Native.Check(Native.hitmask_mask_invert(Handle));

        /// <summary>Makes the pixels of a rectangle solid or free.</summary>
        public void FillRect(Rect rect, bool solid = true)
        {
            Native.Check(Native.hitmask_mask_fill_rect(Handle, rect.Left, rect.Top, rect.Width, rect.Height, Native.Flag(solid)));
        }

        /// <summary>Makes the pixels solid or free whose centers, x + 0.5, y + 0.5, are in a circle.</summary>
        public void FillCircle(double x, double y, double radius, bool solid = true)
        {
            Native.Check(Native.hitmask_mask_fill_circle(Handle, x, y, radius, Native.Flag(solid)));
        }

        /// <summary>Makes the pixels of a line solid or free, both ends included.</summary>
        public void FillLine(int fromX, int fromY, int toX, int toY, bool solid = true)
        {
            Native.Check(Native.hitmask_mask_fill_line(Handle, fromX, fromY, toX, toY, Native.Flag(solid)));
        }

        /// <summary>Makes the pixels solid or free whose centers are in a polygon of at least three points.</summary>
        public void FillPolygon(ReadOnlySpan<Real> points, bool solid = true)
        {
            Native.Check(Native.hitmask_mask_fill_polygon(Handle, ref Native.First(points), Native.Size(points.Length), Native.Flag(solid)));
        }

        /// <summary>Makes the pixels solid that are solid in `other`, whose top-left pixel is at x, y.</summary>
        public void Draw(Mask other, int x, int y) => Native.Check(Native.hitmask_mask_draw(Handle, HandleOf(other, "other"), x, y));

        /// <summary>Makes the pixels free that are solid in `other`, whose top-left pixel is at x, y: craters, bites.</summary>
        public void Erase(Mask other, int x, int y) => Native.Check(Native.hitmask_mask_erase(Handle, HandleOf(other, "other"), x, y));

        /// <summary>Makes the pixels free that are solid in both, and solid that are solid in `other` alone.</summary>
        public void Toggle(Mask other, int x, int y) => Native.Check(Native.hitmask_mask_toggle(Handle, HandleOf(other, "other"), x, y));

        /// <summary>Makes the pixels free that are not solid in `other`, whose top-left pixel is at x, y.</summary>
        public void Intersect(Mask other, int x, int y) => Native.Check(Native.hitmask_mask_intersect(Handle, HandleOf(other, "other"), x, y));

        /// <summary>Makes a mask that is mirrored left to right, then turned clockwise by quarter turns, 0 to 3. A mirror from top to bottom is flipX
        /// and two quarter turns.</summary>
        public Mask Oriented(bool flipX, int quarterTurns)
        {
            uint turns = (uint)Native.Within(quarterTurns, 0, 3, "quarterTurns");
            return Made(Native.hitmask_mask_oriented(Handle, Native.Flag(flipX), turns, out MaskHandle made), made);
        }

        /// <summary>Makes a mask of another size, in pixels, without smoothing.</summary>
        public Mask Scaled(int width, int height) =>
            Made(Native.hitmask_mask_scaled(Handle, Native.Unsigned(width, "width"), Native.Unsigned(height, "height"), out MaskHandle made), made);

        /// <summary>Makes a mask that is rotated clockwise by an angle in degrees, without smoothing. `at` is the offset of its top-left pixel from that
        /// of this mask, if both turn about the middle of this mask.</summary>
        public Mask Rotated(double degrees, out Point at) =>
            Made(Native.hitmask_mask_rotated(Handle, degrees, out MaskHandle made, out Point offset), made, offset, out at);

        /// <summary>Makes the smallest mask with all solid pixels of this one. `at` is the offset of its top-left pixel.</summary>
        public Mask Cropped(out Point at) => Made(Native.hitmask_mask_cropped(Handle, out MaskHandle made, out Point offset), made, offset, out at);

        /// <summary>Makes a mask that is larger all around by a radius in pixels: the distance between centers of pixels. `at` is the offset of its
        /// top-left pixel.</summary>
        public Mask Grown(double radius, out Point at) =>
            Made(Native.hitmask_mask_grown(Handle, radius, out MaskHandle made, out Point offset), made, offset, out at);

        /// <summary>Makes a mask that is smaller all around by a radius in pixels. `at` is the offset of its top-left pixel.</summary>
        public Mask Shrunk(double radius, out Point at) =>
            Made(Native.hitmask_mask_shrunk(Handle, radius, out MaskHandle made, out Point offset), made, offset, out at);

        /// <summary>Makes the mask that an affine map draws, without smoothing. `at` is the offset of its top-left pixel. The map sends the point x, y
        /// of the mask to m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5], y down.</summary>
        public Mask Transformed(ReadOnlySpan<double> m, out Point at)
        {
            if (m.Length != 6) throw new ArgumentException("m must have 6 items, got " + m.Length, "m");
            return Made(Native.hitmask_mask_transformed(Handle, ref Native.First(m), out MaskHandle made, out Point offset), made, offset, out at);
        }
    }
}
