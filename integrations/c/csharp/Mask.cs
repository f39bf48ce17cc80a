using System;
using System.Runtime.InteropServices;
using System.Text;

namespace Hitmask
{
    /// <summary>
    /// The solid pixels of a picture, as bits. A mask of zero width or height is valid, and never collides.
    /// </summary>
    /// <remarks>
    /// The garbage collector frees a mask; Dispose frees it at once. A mask that is added to worlds is shared with them, not copied; an edit then
    /// copies it first, so worlds keep what they have. Methods of a disposed mask are an ObjectDisposedException.
    /// </remarks>
    public sealed partial class Mask : IDisposable
    {
        private readonly MaskHandle held;

        private MaskHandle Handle => held.IsClosed ? throw new ObjectDisposedException("Mask", "the mask was disposed") : held;

        internal Mask(MaskHandle held)
        {
            this.held = held;
            held.Weigh();
        }

        /// <summary>Makes a mask without solid pixels.</summary>
        public Mask(int width, int height)
        {
            Native.Check(Native.hitmask_mask_new(Native.Unsigned(width, "width"), Native.Unsigned(height, "height"), out held));
            held.Weigh();
        }

        /// <summary>Makes a mask of solid pixels.</summary>
        public static Mask Filled(int width, int height) =>
            Made(Native.hitmask_mask_filled(Native.Unsigned(width, "width"), Native.Unsigned(height, "height"), out MaskHandle made), made);

        /// <summary>Makes a mask from pixels of four bytes, of which the last is alpha: RGBA or BGRA, in rows from top to bottom. Pixels with an alpha
        /// value greater than alphaAbove are solid. `stride` is the number of bytes from a row to the next: 4 * width if it is 0. The last row may
        /// end with its last pixel. Premultiplied pixels have the same alpha values.</summary>
        public static Mask FromRgba(ReadOnlySpan<byte> pixels, int width, int height, int stride = 0, byte alphaAbove = 127)
        {
            Surplus(pixels.Length, width, height, 4, stride);
            return FromRows(pixels, width, height, stride, alphaAbove);
        }

        private static Mask FromRows(ReadOnlySpan<byte> pixels, int width, int height, int stride, byte alphaAbove)
        {
            uint columns = Native.Unsigned(width, "width");
            return Made(Native.hitmask_mask_from_rgba(ref Native.First(pixels), Native.Size(pixels.Length), columns, Native.Unsigned(height, "height"),
                Stride(stride, 4 * (ulong)columns), alphaAbove, out MaskHandle made), made);
        }

        /// <summary>Fails if there are more bytes than rows have: the size is wrong, and the mask would be too.</summary>
        private static void Surplus(int length, int width, int height, uint bytes, int stride)
        {
            ulong row = bytes * (ulong)Native.Unsigned(width, "width"), used = Math.Max(row, Native.Unsigned(stride, "stride"));
            ulong most = Native.Unsigned(height, "height") * used;
            if ((ulong)length > most) throw new ArgumentException("pixels must have at most " + most + " bytes, got " + length, "pixels");
        }

        /// <summary>Makes a mask from the pixels of a picture, in rows from top to bottom: an array of any struct of 4 bytes whose last is alpha (a
        /// MonoGame Color, a uint), or of bytes. This is what MonoGame's Texture2D.GetData gives; it does not matter that its colors are
        /// premultiplied, because alpha is not. Pixels with an alpha value greater than alphaAbove are solid.</summary>
        public static Mask FromPixels<T>(T[] pixels, int width, int height, byte alphaAbove = 127) where T : struct
        {
            ReadOnlySpan<byte> bytes = PixelBytes(pixels, width, height);
            return FromRows(bytes, width, height, 0, alphaAbove);
        }

        /// <summary>Makes a mask from a part of a picture, such as a frame of a sheet. The frame must lie in the picture of width x height
        /// pixels. The rest is as in the other FromPixels.</summary>
        public static Mask FromPixels<T>(T[] pixels, int width, int height, Rect frame, byte alphaAbove = 127) where T : struct
        {
            ReadOnlySpan<byte> bytes = PixelBytes(pixels, width, height);
            if (frame.Left < 0 || frame.Top < 0 || frame.Left + (long)frame.Width > width || frame.Top + (long)frame.Height > height)
            {
                throw new ArgumentOutOfRangeException("frame", frame, "frame must lie in the picture of " + width + " x " + height + " pixels");
            }
            if (frame.Width == 0 || frame.Height == 0) return new Mask((int)frame.Width, (int)frame.Height);
            ReadOnlySpan<byte> part = bytes.Slice(4 * (frame.Top * width + frame.Left));
            return FromRows(part, (int)frame.Width, (int)frame.Height, 4 * width, alphaAbove);
        }

        /// <summary>Makes a mask from a surface as a program has it: pixels in any order of channels, with gaps between rows if `stride` is more than
        /// a row. `stride` is the number of bytes from a row to the next: 0 is rows without gaps, and if it is negative, the bottom row is the first
        /// in memory. `solid` says which pixels are solid: alpha above 127 by default. The last row may end with its last pixel.</summary>
        public static Mask FromPixels(ReadOnlySpan<byte> pixels, int width, int height, PixelOrder order, int stride = 0, Solid solid = default(Solid))
        {
            NativePixelLayout layout = solid.Layout(order, stride);
            return Made(Native.hitmask_mask_from_pixels(ref Native.First(pixels), Native.Size(pixels.Length), Native.Unsigned(width, "width"),
                Native.Unsigned(height, "height"), ref layout, out MaskHandle made), made);
        }

        /// <summary>Makes a mask from pixels at an address, such as the BitmapData of System.Drawing: FromPixels(data.Scan0, data.Width, data.Height,
        /// PixelOrder.Bgra, data.Stride). `scan0` is the address of the top row, and if `stride` is negative, the other rows come before it. The memory
        /// must have all rows.</summary>
        public static Mask FromPixels(IntPtr scan0, int width, int height, PixelOrder order, int stride, Solid solid = default(Solid))
        {
            uint columns = Native.Unsigned(width, "width"), rows = Native.Unsigned(height, "height");
            long row = (order < PixelOrder.Rgb ? 4L : 3L) * columns, above = Math.Max(0, rows - 1L) * Math.Abs((long)stride);
            if (stride == 0 && rows > 1 && row > 0) throw new ArgumentException("stride must be at least " + row + " bytes, got 0", "stride");
            NativePixelLayout layout = solid.Layout(order, stride);
            long first = scan0.ToInt64() - (stride < 0 ? above : 0), length = columns == 0 || rows == 0 ? 0 : above + row;
            return Made(Native.hitmask_mask_from_pixels(new IntPtr(first), (UIntPtr)(ulong)length, columns, rows, ref layout, out MaskHandle made), made);
        }

        /// <summary>The bytes of a picture of pixels of 4 bytes.</summary>
        private static ReadOnlySpan<byte> PixelBytes<T>(T[] pixels, int width, int height) where T : struct
        {
            if (pixels == null) throw new ArgumentNullException("pixels");
            Span<byte> bytes = MemoryMarshal.AsBytes(pixels.AsSpan());
            long expected = 4L * Native.Unsigned(width, "width") * Native.Unsigned(height, "height");
            if (bytes.Length != expected)
            {
                throw new ArgumentException("pixels must have " + expected + " bytes for " + width + " x " + height + " pixels, got " + bytes.Length,
                    "pixels");
            }
            return bytes;
        }

        /// <summary>Makes a mask from pixels of one byte: alpha values, or 0 and 1 with an alphaAbove of 0. `stride` is the number of bytes from a row
        /// to the next: the width if it is 0.</summary>
        public static Mask FromAlpha(ReadOnlySpan<byte> pixels, int width, int height, int stride = 0, byte alphaAbove = 127)
        {
            uint columns = Native.Unsigned(width, "width");
            Surplus(pixels.Length, width, height, 1, stride);
            return Made(Native.hitmask_mask_from_alpha(ref Native.First(pixels), Native.Size(pixels.Length), columns, Native.Unsigned(height, "height"),
                Stride(stride, columns), alphaAbove, out MaskHandle made), made);
        }

        /// <summary>Makes a mask from pixels of four bytes, of which all are solid except those of a key color: its first three bytes, in the order
        /// of the pixels. `stride` is as in FromRgba.</summary>
        public static Mask FromColorKey(ReadOnlySpan<byte> pixels, int width, int height, ReadOnlySpan<byte> key, int stride = 0)
        {
            if (key.Length < 3) throw new ArgumentException("key must have 3 bytes, got " + key.Length, "key");
            uint columns = Native.Unsigned(width, "width");
            Surplus(pixels.Length, width, height, 4, stride);
            byte[] color = { key[0], key[1], key[2], 0 };
            return Made(Native.hitmask_mask_from_color_key(ref Native.First(pixels), Native.Size(pixels.Length), columns,
                Native.Unsigned(height, "height"), Stride(stride, 4 * (ulong)columns), ref color[0], out MaskHandle made), made);
        }

        /// <summary>Makes a mask from bits, row by row, without gaps between rows: width * height / 8 bytes, rounded up. The first pixel is the
        /// lowest bit of the first byte.</summary>
        public static Mask FromBits(ReadOnlySpan<byte> bits, int width, int height)
        {
            return Made(Native.hitmask_mask_from_bits(ref Native.First(bits), Native.Size(bits.Length), Native.Unsigned(width, "width"),
                Native.Unsigned(height, "height"), out MaskHandle made), made);
        }

        /// <summary>Makes a mask from a 1-bit picture, such as a PBM file: bits in rows that begin at whole bytes, in which a set bit is solid.
        /// `stride` is the number of bytes from a row to the next: 0 is the fewest that a row needs, and if it is negative, the bottom row is the first.
        /// `highFirst` says that the leftmost pixel is the highest bit of a byte.</summary>
        public static Mask FromBitRows(ReadOnlySpan<byte> bits, int width, int height, int stride = 0, bool highFirst = true)
        {
            return Made(Native.hitmask_mask_from_bit_rows(ref Native.First(bits), Native.Size(bits.Length), Native.Unsigned(width, "width"),
                Native.Unsigned(height, "height"), stride, Native.Flag(highFirst), out MaskHandle made), made);
        }

        /// <summary>Makes a mask from a drawing: a line for each row, `#` for a solid pixel, and `.` for a free one.</summary>
        public static Mask FromText(string text)
        {
            if (text == null) throw new ArgumentNullException("text");
            byte[] bytes = Encoding.UTF8.GetBytes(text);
            return Made(Native.hitmask_mask_from_text(ref Native.First<byte>(bytes), Native.Size(bytes.Length), out MaskHandle made), made);
        }

        /// <summary>Makes a mask from the bytes of ToBytes. The bytes are not trusted.</summary>
        public static Mask FromBytes(ReadOnlySpan<byte> bytes) =>
            Made(Native.hitmask_mask_from_bytes(ref Native.First(bytes), Native.Size(bytes.Length), out MaskHandle made), made);

        /// <summary>Copies the mask. The copy costs nothing until one of the two is changed.</summary>
        public Mask Copy() => Made(Native.hitmask_mask_copy(Handle, out MaskHandle made), made);

        /// <summary>Frees the mask at once. Worlds keep theirs. A second call does nothing.</summary>
        public void Dispose() => held.Dispose();

        /// <summary>The size and the number of solid pixels, or that the mask was disposed.</summary>
        public override string ToString() => held.IsClosed ? "a disposed mask" : "a mask of " + Width + " x " + Height + ", " + Count + " solid";

        internal static Mask Made(Status status, MaskHandle made)
        {
            Native.Check(status);
            return new Mask(made);
        }

        /// <summary>A mask that a call has made, or null, and the offset of its top-left pixel.</summary>
        internal static Mask Made(Status status, MaskHandle made, Point offset, out Point at)
        {
            Native.Check(status);
            at = offset;
            return made.IsInvalid ? null : new Mask(made);
        }

        internal static MaskHandle HandleOf(Mask mask, string name)
        {
            if (mask == null) throw new ArgumentNullException(name);
            // The runtime checks too, but Mono's then keeps the handles of arguments before this one for ever.
            if (mask.held.IsClosed) throw new ObjectDisposedException(name, name + " was disposed");
            return mask.held;
        }

        private static UIntPtr Stride(int stride, ulong width) => stride == 0 ? (UIntPtr)width : (UIntPtr)Native.Unsigned(stride, "stride");

        // ---- what goes out

        /// <summary>Writes a byte for each pixel, row by row. `stride` is the number of bytes from a row to the next: the width if it is 0. Bytes
        /// beyond the width are left as they are.</summary>
        public void ToAlpha(Span<byte> pixels, byte solid = 255, byte free = 0, int stride = 0)
        {
            Native.Check(Native.hitmask_mask_to_alpha(Handle, ref Native.First(pixels), Native.Size(pixels.Length), Stride(stride, (ulong)Width), solid,
                free));
        }

        /// <summary>Writes four bytes for each pixel, row by row: the color `solid` or `free`, of four bytes each. `stride` is the number of bytes from a
        /// row to the next: 4 * width if it is 0.</summary>
        public void ToRgba(Span<byte> pixels, ReadOnlySpan<byte> solid, ReadOnlySpan<byte> free, int stride = 0)
        {
            if (solid.Length != 4) throw new ArgumentException("solid must have 4 bytes, got " + solid.Length, "solid");
            if (free.Length != 4) throw new ArgumentException("free must have 4 bytes, got " + free.Length, "free");
            Native.Check(Native.hitmask_mask_to_rgba(Handle, ref Native.First(pixels), Native.Size(pixels.Length), Stride(stride, 4 * (ulong)Width),
                ref Native.First(solid), ref Native.First(free)));
        }

        /// <summary>Makes the pixels of a picture transparent where the mask is not solid, for example after a game has dug into the mask of a
        /// terrain. The picture has four bytes for each pixel, row by row, alpha last; all other bytes stay. `stride` is the number of bytes from a
        /// row to the next: 4 * width if it is 0.</summary>
        public void ClearAlpha(Span<byte> pixels, int stride = 0)
        {
            Native.Check(Native.hitmask_mask_clear_alpha(Handle, ref Native.First(pixels), Native.Size(pixels.Length), Stride(stride, 4 * (ulong)Width)));
        }

        /// <summary>The bits of the mask, in the order of FromBits.</summary>
        public byte[] ToBits()
        {
            byte[] bits = new byte[(int)(((long)Width * Height + 7) / 8)];
            Native.Check(Native.hitmask_mask_to_bits(Handle, ref Native.First<byte>(bits.AsSpan()), Native.Size(bits.Length)));
            return bits;
        }

        /// <summary>Saves the mask. The format is the same in every language that hitmask supports.</summary>
        public byte[] ToBytes()
        {
            return Native.All<byte>(bytes =>
            {
                Native.Check(Native.hitmask_mask_to_bytes(Handle, ref Native.First(bytes), Native.Size(bytes.Length), out UIntPtr length));
                return Native.Count(length);
            });
        }
    }
}
