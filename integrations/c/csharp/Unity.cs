// For Unity, without a reference to it. Unity's y goes up, its places are in units, and its pictures begin at the bottom row; hitmask's y goes
// down, its places are in pixels, and its pictures begin at the top row. The two systems share their origin and their x axis:
//
//     pixel x =  world x * pixels per unit            world x =  pixel x / pixels per unit
//     pixel y = -world y * pixels per unit            world y = -pixel y / pixels per unit
//
// Angles turn the other way round for the same reason: Unity's z goes counterclockwise, hitmask's clockwise.
using System;

namespace Hitmask
{
    /// <summary>Converts pictures, places and sprites of Unity. One world of hitmask has one number of pixels per unit.</summary>
    public struct UnityPixels
    {
        /// <summary>The number of pixels of hitmask's world in a unit of Unity's.</summary>
        public readonly double PixelsPerUnit;

        /// <summary>Makes a converter. Take the pixelsPerUnit of your sprites, which is 100 by default; it must be greater than 0.</summary>
        public UnityPixels(double pixelsPerUnit)
        {
            if (!(pixelsPerUnit > 0) || double.IsInfinity(pixelsPerUnit))
            {
                throw new ArgumentOutOfRangeException("pixelsPerUnit", pixelsPerUnit, "pixelsPerUnit must be finite and greater than 0");
            }
            PixelsPerUnit = pixelsPerUnit;
        }

        /// <summary>Makes a mask from Texture2D.GetPixels32(): Color32 values in rows from bottom to top. Pixels with an alpha value greater than
        /// alphaAbove are solid.</summary>
        public static Mask MaskFromPixels32<T>(T[] pixels, int width, int height, byte alphaAbove = 127) where T : struct
        {
            using (Mask upsideDown = Mask.FromPixels(pixels, width, height, alphaAbove)) return FlippedRows(upsideDown);
        }

        /// <summary>Makes a mask from a part of Texture2D.GetPixels32(). `width` and `height` are those of the texture; left, bottom, partWidth and
        /// partHeight are Sprite.rect, or Sprite.textureRect of a packed sprite, in pixels from the bottom-left corner.</summary>
        public static Mask MaskFromPixels32<T>(T[] pixels, int width, int height, int left, int bottom, int partWidth, int partHeight,
            byte alphaAbove = 127) where T : struct
        {
            Rect part = new Rect(left, bottom, partWidth, partHeight);
            using (Mask upsideDown = Mask.FromPixels(pixels, width, height, part, alphaAbove)) return FlippedRows(upsideDown);
        }

        /// <summary>A mirror from left to right and a half turn exchange top and bottom.</summary>
        private static Mask FlippedRows(Mask mask) => mask.Oriented(true, 2);

        /// <summary>The real pixel at a place of Unity's world.</summary>
        public Real ToPixels(double x, double y) => new Real(x * PixelsPerUnit, -y * PixelsPerUnit);

        /// <summary>The place in Unity's world of a real pixel, y up. The pixel x, y of hitmask is from x, y to x + 1, y + 1.</summary>
        public Real ToWorld(double x, double y) => new Real(x / PixelsPerUnit, -y / PixelsPerUnit);

        /// <summary>A move in Unity's units, y up, such as the way out of a wall.</summary>
        public Real ToWorld(Point move) => ToWorld(move.X, move.Y);

        /// <summary>Places a sprite as a SpriteRenderer draws its picture. `width` and `height` are the size of Sprite.rect, pivotX and pivotY are
        /// Sprite.pivot (in pixels, from the bottom-left corner), spritePixelsPerUnit is Sprite.pixelsPerUnit; x and y are the transform's position,
        /// degrees its z rotation (eulerAngles.z), scaleX and scaleY its scale (lossyScale); the flips are the renderer's.</summary>
        public void Place(ref Sprite sprite, int width, int height, double pivotX, double pivotY, double spritePixelsPerUnit, double x, double y,
            double degrees = 0, double scaleX = 1, double scaleY = 1, bool flipX = false, bool flipY = false)
        {
            if (!(spritePixelsPerUnit > 0) || double.IsInfinity(spritePixelsPerUnit))
            {
                throw new ArgumentOutOfRangeException("spritePixelsPerUnit", spritePixelsPerUnit,
                    "spritePixelsPerUnit must be finite and greater than 0");
            }
            double size = PixelsPerUnit / spritePixelsPerUnit;
            Real at = ToPixels(x, y);
            sprite.SetTransform(width, height, at.X, at.Y, -degrees, size * (flipX ? -scaleX : scaleX), size * (flipY ? -scaleY : scaleY), pivotX,
                height - pivotY);
        }

        /// <summary>The pixels per unit in words.</summary>
        public override string ToString() => Native.Words("{0} pixels per unit", PixelsPerUnit);
    }
}
