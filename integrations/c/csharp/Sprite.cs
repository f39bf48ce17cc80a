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

        /// <summary>The point of the picture, in pixels of the mask, that is drawn at the position and about which the sprite flips, turns, scales and
        /// rotates: (0, 0) is the top-left corner, and (0.5, 0.5) the center of the first pixel. Without one, as by default, the sprite does so about its
        /// middle.</summary>
        public Real? Origin
        {
            get => hasOrigin != 0 ? origin : (Real?)null;
            set
            {
                origin = value.GetValueOrDefault();
                hasOrigin = Native.Flag(value.HasValue);
            }
        }

        /// <summary>Any map of the picture, instead of flips, turn, angle, scale and origin, which must have their defaults. The point (0, 0) of the
        /// picture is drawn at the position. It is null by default. SetTransform sets it and the position.</summary>
        public Linear? Transform
        {
            get => hasTransform != 0 ? transform : (Linear?)null;
            set
            {
                transform = value.GetValueOrDefault();
                hasTransform = Native.Flag(value.HasValue);
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

        /// <summary>The mask, the place, and what is not as in a new sprite.</summary>
        public override string ToString()
        {
            string words = Native.Words("{0} at {1}, turn {2}, angle {3}, scale {4}, layers 0x{5:x}, collides with 0x{6:x}", Mask, Position, Turn, Angle, Scale,
                Layers, CollidesWith);
            if (Fraction.X != 0 || Fraction.Y != 0) words += ", fraction " + Fraction;
            if (hasOrigin != 0) words += ", origin " + origin;
            if (hasTransform != 0) words += ", transform " + transform;
            if (OneWay != Side.None) words += ", one-way " + OneWay;
            return words + OtherWords();
        }

        /// <summary>Sets the position to a real point, after the other values. A sprite with an angle, a scale, an origin or a transform is shown there,
        /// with the fraction; any other stands at the nearest pixel, halves right and down.</summary>
        public void PlaceAt(double x, double y) => Native.Check(Native.hitmask_sprite_place_at(ref this, x, y));

        /// <summary>Sets the place and the look so that the sprite covers what a renderer draws of its picture: a picture of width x height pixels, whose
        /// point originX, originY comes to x, y; about it, the picture is sheared (x grows by shearX * y, y by shearY * x), then scaled (negative factors
        /// mirror), then rotated clockwise by an angle in degrees. A picture along the axes in its own size gets flips and a turn, any other a Transform.
        /// Angle, Scale and Origin become the defaults; the mask, the layers and the rest stay.</summary>
        public void SetTransform(int width, int height, double x, double y, double degrees = 0, double scaleX = 1, double scaleY = 1,
            double originX = 0, double originY = 0, double shearX = 0, double shearY = 0)
        {
            var m = new double[6];
            Native.Check(Native.hitmask_transform_compose(x, y, degrees, scaleX, scaleY, originX, originY, shearX, shearY, ref m[0]));
            SetTransform(width, height, m);
        }

        /// <summary>Sets the place and the look so that the sprite covers what MonoGame's SpriteBatch.Draw(texture, position, source, color, rotation,
        /// origin, scale, effects, depth) draws of a picture of width x height pixels (the size of the source rectangle, or of the texture): the rotation
        /// is in radians, and the flips are those of SpriteEffects. The rest is as in SetTransform.</summary>
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
            SetTransform(width, height, x, y, rotation * (180 / Math.PI), scaleX, scaleY, originX, originY);
        }

        /// <summary>Sets the place and the look so that the sprite covers what a renderer draws of its picture by any affine map: a picture of width x
        /// height pixels, whose point x, y comes to m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5], y down.</summary>
        public void SetTransform(int width, int height, ReadOnlySpan<double> m)
        {
            if (m.Length != 6) throw new ArgumentException("m must have 6 items, got " + m.Length, "m");
            Native.Check(Native.hitmask_sprite_set_transform(ref this, Native.Unsigned(width, "width"), Native.Unsigned(height, "height"),
                ref Native.First(m)));
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
