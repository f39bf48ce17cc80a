// As much of StbImageSharp as the programs of the book use: it decodes a PNG with 8 bits for each of red, green, blue and alpha.
using System;
using System.IO;
using System.IO.Compression;

namespace StbImageSharp
{
    public enum ColorComponents
    {
        RedGreenBlueAlpha = 4,
    }

    public class ImageResult
    {
        public int Width, Height;
        public byte[] Data;

        public static ImageResult FromMemory(byte[] file, ColorComponents components)
        {
            int width = Number(file, 16), height = Number(file, 20), stride = (int)components * width;
            var packed = new MemoryStream();
            for (int at = 8; at < file.Length; at += 12 + Number(file, at))
            {
                if (file[at + 4] == 'I' && file[at + 5] == 'D') packed.Write(file, at + 8, Number(file, at));
            }
            packed.Position = 2; // after the header of zlib
            var rows = new MemoryStream();
            new DeflateStream(packed, CompressionMode.Decompress).CopyTo(rows);
            byte[] raw = rows.ToArray(), data = new byte[stride * height];
            for (int i = 0; i < data.Length; i++)
            {
                int x = i % stride, row = i / stride * (stride + 1);
                int left = x < 4 ? 0 : data[i - 4], up = i < stride ? 0 : data[i - stride], corner = x < 4 || i < stride ? 0 : data[i - stride - 4];
                int guess = new[] { 0, left, up, (left + up) / 2, Paeth(left, up, corner) }[raw[row]];
                data[i] = (byte)(raw[row + 1 + x] + guess);
            }
            return new ImageResult { Width = width, Height = height, Data = data };
        }

        private static int Paeth(int left, int up, int corner)
        {
            int toLeft = Math.Abs(up - corner), toUp = Math.Abs(left - corner), toCorner = Math.Abs(left + up - 2 * corner);
            return toLeft <= toUp && toLeft <= toCorner ? left : toUp <= toCorner ? up : corner;
        }

        private static int Number(byte[] file, int at)
        {
            return file[at] << 24 | file[at + 1] << 16 | file[at + 2] << 8 | file[at + 3];
        }
    }
}
