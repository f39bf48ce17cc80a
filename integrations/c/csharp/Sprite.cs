// Sprites: what is not plain in the fields of Structs.cs.
using System;

namespace Hitmask
{
    public partial struct Sprite
    {
        /// <summary>Makes a sprite with its top-left pixel at a place, which is rounded to the nearest pixel.</summary>
        public Sprite(MaskId mask, double x, double y)
        {
            this = default(Sprite);
            Point place = Native.Place(x, y);
            Native.Check(Native.hitmask_sprite_init(out this, mask.Value, place.X, place.Y));
        }

        /// <summary>The point of the mask, in its pixels, that stays where it is when the sprite flips, turns, scales and rotates. Null is the middle
        /// of the mask.</summary>
        public Point? Pivot
        {
            get => hasPivot != 0 ? pivot : (Point?)null;
            set
            {
                pivot = value.GetValueOrDefault();
                hasPivot = Native.Flag(value.HasValue);
            }
        }

        /// <summary>Quarter turns clockwise, 0 to 3, after the flips. Other numbers are an ArgumentOutOfRangeException.</summary>
        public int Turn
        {
            get => turn;
            set => turn = (byte)Native.Within(value, 0, 3, "Turn");
        }

        /// <summary>The side from which the sprite blocks.</summary>
        public Side OneWay
        {
            get => (Side)oneWay;
            set
            {
                if (value > Side.Bottom) throw new ArgumentOutOfRangeException("OneWay", value, "OneWay must be a Side, got " + (int)value);
                oneWay = (byte)value;
            }
        }

        /// <summary>The angle at which to draw the picture, in degrees from 0 to less than 360, clockwise: quarter turns and angle together. Angle
        /// lacks the turns: after SetDrawn with 90 degrees it is 0, and Turn is 1. SpriteBatch.Draw takes radians: MathHelper.ToRadians.</summary>
        public double DrawAngle => Native.Checked(Native.hitmask_sprite_draw_angle(ref this, out double degrees), degrees);

        /// <summary>The factors by which to draw the picture, along its own x and y. Renderers mirror it as FlipX and FlipY say, scale it, and then
        /// rotate it by DrawAngle. An odd Turn swaps the factors of Scale, because a sprite turns before it is scaled.</summary>
        public Real DrawScale => Native.Checked(Native.hitmask_sprite_draw_scale(ref this, out Real scale), scale);

        /// <summary>The mask, the place, and what is not as in a new sprite.</summary>
        public override string ToString()
        {
            string words = Native.Words("{0} at {1}, turn {2}, angle {3}, scale {4}, layers 0x{5:x}, collides with 0x{6:x}", Mask, Position, Turn, Angle, Scale,
                Layers, CollidesWith);
            if (hasPivot != 0) words += ", pivot " + pivot;
            if (OneWay != Side.None) words += ", one-way " + OneWay;
            return words + OtherWords();
        }

        /// <summary>Sets position, flips, turn, angle and scale so that the sprite looks as a renderer draws its picture: a picture of width x height
        /// pixels, whose point originX, originY comes to x, y, scaled about it (negative factors mirror), then rotated about it clockwise by an angle
        /// in degrees. Pivot becomes null; the other values stay. Unless Exact, the angle is the nearest of 64.</summary>
        public void SetDrawn(int width, int height, double x, double y, double degrees = 0, double scaleX = 1, double scaleY = 1, double originX = 0,
            double originY = 0)
        {
            Native.Check(Native.hitmask_sprite_set_drawn(ref this, Native.Unsigned(width, "width"), Native.Unsigned(height, "height"), x, y, degrees,
                scaleX, scaleY, originX, originY, exact));
        }

        /// <summary>Sets position, flips, turn, angle and scale so that the sprite looks as MonoGame's SpriteBatch.Draw(texture, position, source, color,
        /// rotation, origin, scale, effects, depth) draws a picture of width x height pixels (the size of the source rectangle, or of the texture):
        /// the rotation is in radians, and the flips are those of SpriteEffects.</summary>
        public void SetSpriteBatch(int width, int height, double x, double y, double rotation = 0, double originX = 0, double originY = 0,
            double scaleX = 1, double scaleY = 1, bool flipHorizontally = false, bool flipVertically = false)
        {
            // SpriteEffects mirrors the picture in its rectangle: a mirror about the origin, with the origin on the other side.
            if (flipHorizontally)
            {
                scaleX = -scaleX;
                originX = width - originX;
            }
            if (flipVertically)
            {
                scaleY = -scaleY;
                originY = height - originY;
            }
            SetDrawn(width, height, x, y, rotation * (180 / Math.PI), scaleX, scaleY, originX, originY);
        }

        /// <summary>Sets position, flips, turn, angle and scale so that the sprite looks as an affine map draws its picture of width x height pixels. The
        /// map sends the point x, y of the picture to m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5], y down. A map that shears is an
        /// error.</summary>
        public void SetAffine(int width, int height, ReadOnlySpan<double> m)
        {
            if (m.Length != 6) throw new ArgumentException("m must have 6 items, got " + m.Length, "m");
            Native.Check(Native.hitmask_sprite_set_affine(ref this, Native.Unsigned(width, "width"), Native.Unsigned(height, "height"),
                ref Native.First(m), exact));
        }
    }

    /// <summary>Keeps the fractions of moves, so that a sprite of 0.3 pixels a frame moves. Make one for each sprite.</summary>
    public sealed class Remainder
    {
        private Real rest;

        /// <summary>What was not moved yet, from -0.5 to 0.5.</summary>
        public Real Rest => rest;

        /// <summary>The rest in words.</summary>
        public override string ToString() => "rest " + rest;

        /// <summary>Returns the whole part of a move, rounded to the nearest pixel, and keeps the rest for the next call.</summary>
        public Point Take(double dx, double dy) => Native.Checked(Native.hitmask_remainder_take(ref rest, dx, dy, out Point move), move);
    }
}
