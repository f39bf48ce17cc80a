using System;
using System.Runtime.InteropServices;
using Hitmask;
using static Test;

// Pictures and places of MonoGame and Unity.
static class Engines
{
    public static void Run()
    {
        MonoGamePictures();
        SpriteBatchPlaces();
        DrawnAsRead();
        UnityPictures();
        UnityPlaces();
        TransformPlaces();
    }

    /// <summary>As MonoGame's Color: R, G, B, A from the lowest byte.</summary>
    struct Color
    {
        public uint PackedValue;
    }

    /// <summary>As Unity's Color32.</summary>
    [StructLayout(LayoutKind.Explicit)]
    struct Color32
    {
        [FieldOffset(0)] public int rgba;
        [FieldOffset(3)] public byte a;
    }

    static void MonoGamePictures()
    {
        // Texture2D.GetData of a picture of 3 x 2 pixels, premultiplied: half transparent white has 0x80 in all four bytes.
        var colors = new Color[6];
        colors[1].PackedValue = 0x80808080;
        colors[5].PackedValue = 0x7f7f7f7f;
        Mask mask = Mask.FromPixels(colors, 3, 2);
        Check(mask.Count == 1 && mask.Contains(1, 0), "the pixel above the threshold");
        Equal(Mask.FromPixels(colors, 3, 2, 126).Count, 2L);
        uint[] numbers = Array.ConvertAll(colors, color => color.PackedValue);
        Equal(Mask.FromPixels(numbers, 3, 2).Count, 1L);
        byte[] bytes = new byte[24];
        bytes[7] = 255;
        Equal(Mask.FromPixels(bytes, 3, 2).Bounds, new Rect(1, 0, 1, 1));
        // Frames.
        Equal(Mask.FromPixels(colors, 3, 2, new Rect(1, 0, 2, 2), 126).Bounds, new Rect(0, 0, 2, 2));
        Equal(Mask.FromPixels(colors, 3, 2, new Rect(2, 1, 1, 1), 126).Count, 1L);
        Equal(Mask.FromPixels(colors, 3, 2, new Rect(3, 2, 0, 0)).Count, 0L);
        foreach (Rect bad in new[] { new Rect(2, 0, 2, 1), new Rect(-1, 0, 1, 1), new Rect(0, 2, 1, 1), new Rect(int.MaxValue, 0, int.MaxValue, 1) })
        {
            Fails<ArgumentOutOfRangeException>("frame must lie in the picture of 3 x 2 pixels", () => Mask.FromPixels(colors, 3, 2, bad));
        }
        Fails<ArgumentException>("pixels must have 24 bytes for 2 x 3 pixels, got 20", () => Mask.FromPixels(new uint[5], 2, 3));
        Fails<ArgumentException>("pixels must have", () => Mask.FromPixels(new uint[5], int.MaxValue, int.MaxValue));
        Fails<ArgumentNullException>("pixels", () => Mask.FromPixels((uint[])null, 2, 3));
    }

    static readonly string[] Shape = { "####", "#...", "#..." };

    /// <summary>Checks that each pixel of the shape stands where a renderer sends its middle.</summary>
    static void StandsAs(Sprite sprite, World world, Func<double, double, Real> drawn)
    {
        SpriteId id = world.Spawn(sprite);
        world.Refresh();
        for (int y = 0; y < Shape.Length; y++)
        {
            for (int x = 0; x < Shape[0].Length; x++)
            {
                Real at = drawn(x + 0.5, y + 0.5);
                Equal(world.FindPoint(at.X, at.Y).Length, Shape[y][x] == '#' ? 1 : 0);
            }
        }
        world.Despawn(id);
    }

    static void SpriteBatchPlaces()
    {
        var world = new World();
        MaskId mask = world.AddMask(Mask.FromText(string.Join("\n", Shape)));
        double half = Math.PI / 2;
        foreach (double rotation in new[] { 0, half, -half, Math.PI })
        {
            foreach (double scale in new[] { 1.0, 3.0 })
            {
                for (int effects = 0; effects < 4; effects++)
                {
                    bool flipX = (effects & 1) != 0, flipY = (effects & 2) != 0;
                    var sprite = new Sprite(mask, 0, 0);
                    sprite.SetSpriteBatch(4, 3, 50, 40, rotation, 1, 2, scale, scale, flipX, flipY);
                    StandsAs(sprite, world, (x, y) =>
                    {
                        // What SpriteBatch does: it mirrors the texture in its rectangle, subtracts the origin, scales, rotates and moves.
                        double px = ((flipX ? 4 - x : x) - 1) * scale, py = ((flipY ? 3 - y : y) - 2) * scale;
                        return new Real(50 + Math.Cos(rotation) * px - Math.Sin(rotation) * py, 40 + Math.Sin(rotation) * px + Math.Cos(rotation) * py);
                    });
                }
            }
        }
    }

    /// <summary>The map of the world draws what collides, and places the same sprite again. Each pixel is drawn where its center shows a solid
    /// texel.</summary>
    static void DrawnAsRead()
    {
        var world = new World();
        Mask picture = Mask.FromText(string.Join("\n", Shape));
        MaskId mask = world.AddMask(picture);
        for (int i = 0; i < 48; i++)
        {
            var sprite = new Sprite(mask, 0, 0) { Angle = 5, Origin = new Real(1, 1) };
            double scaleX = i == 0 || i == 3 ? 1 : 7.25, scaleY = i == 0 || i == 3 ? 1 : 5, rotation = i % 12 * Math.PI / 6;
            sprite.SetSpriteBatch(4, 3, 50.3, 40.6, rotation, 1.5, 2, scaleX, scaleY, i / 12 % 2 == 1, i / 24 == 1);
            Check(sprite.Angle == 0 && !sprite.Origin.HasValue && sprite.Transform.HasValue == (scaleX != 1), "what a sprite gets, got " + sprite);
            SpriteId id = world.Spawn(sprite);
            world.Refresh();
            double[] m = world.DrawTransform(id);
            Covers(world.Shape(id, out Point at), at, picture, m);
            Sprite same = sprite;
            same.SetTransform(4, 3, m);
            world.Set(id, same);
            world.Refresh();
            var again = new double[6];
            world.DrawTransform(id, again);
            for (int k = 0; k < 6; k++) Check(Math.Abs(m[k] - again[k]) < 1e-9, "the map of the same sprite");
            world.Despawn(id);
        }
    }

    static void Covers(Mask shape, Point at, Mask picture, double[] m)
    {
        double area = m[0] * m[4] - m[1] * m[3];
        int solid = 0;
        for (int y = -2; y < shape.Height + 2; y++)
        {
            for (int x = -2; x < shape.Width + 2; x++)
            {
                double dx = at.X + x + 0.5 - m[2], dy = at.Y + y + 0.5 - m[5];
                double u = (m[4] * dx - m[1] * dy) / area, v = (m[0] * dy - m[3] * dx) / area;
                if (Math.Abs(u - Math.Round(u)) < 1e-6 || Math.Abs(v - Math.Round(v)) < 1e-6) continue; // an edge between texels
                bool isDrawn = u > 0 && v > 0 && u < picture.Width && v < picture.Height && picture.Contains((int)u, (int)v);
                Equal(shape.Contains(x, y), isDrawn);
                if (isDrawn) solid++;
            }
        }
        Check(solid > 4, "solid pixels");
    }

    static void UnityPictures()
    {
        // GetPixels32 of a texture of 4 x 3 pixels: the bottom row comes first.
        var pixels = new Color32[12];
        for (int row = 0; row < 3; row++)
        {
            for (int x = 0; x < 4; x++) pixels[row * 4 + x].a = Shape[2 - row][x] == '#' ? (byte)255 : (byte)0;
        }
        Mask mask = UnityPixels.MaskFromPixels32(pixels, 4, 3);
        Equal(mask.OverlapArea(Mask.FromText(string.Join("\n", Shape)), 0, 0), 6L);
        Equal(mask.Count, 6L);
        // Sprite.rect of the two columns on the left and the two rows at the bottom.
        Mask part = UnityPixels.MaskFromPixels32(pixels, 4, 3, 0, 0, 2, 2);
        Check(part.Width == 2 && part.Height == 2 && part.Count == 2 && part.Contains(0, 0) && part.Contains(0, 1), "a part");
        Equal(UnityPixels.MaskFromPixels32(pixels, 4, 3, 1, 2, 3, 1).Count, 3L);
        Equal(UnityPixels.MaskFromPixels32(pixels, 4, 3, 0, 0, 4, 3, 255).Count, 0L);
        Fails<ArgumentOutOfRangeException>("frame", () => UnityPixels.MaskFromPixels32(pixels, 4, 3, 0, 2, 4, 2));
    }

    static void UnityPlaces()
    {
        var view = new UnityPixels(16);
        Check(view.ToPixels(2, 3).X == 32 && view.ToPixels(2, 3).Y == -48, "pixels go down");
        Check(view.ToWorld(32, -48).X == 2 && view.ToWorld(32, -48).Y == 3 && view.ToWorld(new Point(0, 8)).Y == -0.5, "the world goes up");
        var world = new World();
        MaskId mask = world.AddMask(Mask.FromText(string.Join("\n", Shape)));
        foreach (int degrees in new[] { 0, 90, 180, 270 })
        {
            foreach (double spritePixels in new[] { 16.0, 8.0 })
            {
                for (int flips = 0; flips < 4; flips++)
                {
                    double scaleX = (flips & 1) != 0 ? -1 : 1, scaleY = (flips & 2) != 0 ? -1 : 1;
                    var sprite = new Sprite(mask, 0, 0);
                    if (degrees == 90)
                    {
                        view.Place(ref sprite, 4, 3, 1, 2, spritePixels, 5, -2, degrees, scaleX, scaleY); // as a negative scale
                    }
                    else
                    {
                        view.Place(ref sprite, 4, 3, 1, 2, spritePixels, 5, -2, degrees, 1, 1, scaleX < 0, scaleY < 0); // as a flip of the renderer
                    }
                    StandsAs(sprite, world, (x, y) =>
                    {
                        // What Unity does, y up: the point of the picture from its pivot, in units, scaled, rotated counterclockwise, and moved.
                        double ux = (x - 1) / spritePixels * scaleX, uy = (3 - y - 2) / spritePixels * scaleY, turn = degrees * Math.PI / 180;
                        double wx = 5 + Math.Cos(turn) * ux - Math.Sin(turn) * uy, wy = -2 + Math.Sin(turn) * ux + Math.Cos(turn) * uy;
                        return view.ToPixels(wx, wy);
                    });
                }
            }
        }
        Fails<ArgumentOutOfRangeException>("pixelsPerUnit", () => new UnityPixels(0));
        Fails<ArgumentOutOfRangeException>("pixelsPerUnit", () => new UnityPixels(double.NaN));
        var placed = new Sprite(mask, 0, 0);
        Fails<ArgumentOutOfRangeException>("spritePixelsPerUnit", () => view.Place(ref placed, 4, 3, 1, 2, double.PositiveInfinity, 0, 0));
    }

    static void TransformPlaces()
    {
        var world = new World();
        MaskId mask = world.AddMask(Mask.FromText(string.Join("\n", Shape)));
        double[] m = { 0, -2, 20, 2, 0, 30 };
        var sprite = new Sprite(mask, 0, 0) { Layers = 8 };
        sprite.SetTransform(4, 3, m);
        Equal(sprite.Layers, 8U);
        StandsAs(sprite, world, (x, y) => new Real(m[0] * x + m[1] * y + m[2], m[3] * x + m[4] * y + m[5]));
        Fails<ArgumentException>("m must have 6 items, got 5", () => sprite.SetTransform(4, 3, new double[5]));
        Fails(Status.Invalid, "m must have finite numbers", () => sprite.SetTransform(4, 3, new double[] { 1, 1, 0, 1, 1, 0 }));
        double[] sheared = { 3, 1.5, 20.25, 0, 4, 30 };
        sprite.SetTransform(4, 3, sheared);
        Check(sprite.Transform.Value.B == 1.5 && sprite.Fraction.X == 0.25 && sprite.Position.Equals(new Point(20, 30)), "a map that shears");
        StandsAs(sprite, world, (x, y) => new Real(sheared[0] * x + sheared[1] * y + sheared[2], sheared[3] * x + sheared[4] * y + sheared[5]));
    }
}
