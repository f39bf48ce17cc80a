// The article on XNA, in its language: alpha above 20. The items are those of docs/book/moving/classic-articles.md. The program compares
// hitmask with the article's loop: 20,000 random tests, or its argument. The test looks for: prints "random tests as in the article"
using System;
using System.Diagnostics;
using Hitmask;

// As in XNA: a color of four bytes, and a texture whose pixels are copied from the graphics card.
struct Color { public byte R, G, B, A; }

class Texture2D
{
    public int Width, Height, Reads;
    public Color[] Pixels;

    public Color[] GetData()
    {
        Reads++;
        return (Color[])Pixels.Clone();
    }
}

static class Xna
{
    // The article's loop over the overlap, from x1, y1 to x2, y2. It leaves at the first hit.
    static bool Article(Texture2D a, int ax, int ay, Texture2D b, int bx, int by)
    {
        Color[] dataA = a.GetData(), dataB = b.GetData();
        int x1 = Math.Max(ax, bx), x2 = Math.Min(ax + a.Width, bx + b.Width);
        int y1 = Math.Max(ay, by), y2 = Math.Min(ay + a.Height, by + b.Height);
        for (int y = y1; y < y2; y++)
            for (int x = x1; x < x2; x++)
                if (dataA[(y - ay) * a.Width + x - ax].A > 20 && dataB[(y - by) * b.Width + x - bx].A > 20) return true;
        return false;
    }

    // #region whole
    // Once for each texture, when it is loaded. Solid is alpha above 20.
    static Mask MaskOf(Texture2D texture) =>
        Mask.FromPixels(texture.GetData(), texture.Width, texture.Height, alphaAbove: 20);

    // In each frame.
    static bool Hit(Mask a, int ax, int ay, Mask b, int bx, int by) =>
        a.Overlaps(b, bx - ax, by - ay);
    // #endregion whole

    static void Assert(bool holds)
    {
        if (!holds) throw new Exception("wrong, at\n" + new StackTrace(1));
    }

    static void Main(string[] arguments)
    {
        int tests = arguments.Length > 0 ? int.Parse(arguments[0]) : 20000, hits = 0;
        var random = new Random(3);
        var textures = new Texture2D[30];
        var masks = new Mask[30];
        for (int i = 0; i < 30; i++)
        {
            int width = random.Next(1, 33), height = random.Next(1, 33), most = random.Next(22, 200);
            var pixels = new Color[width * height];
            for (int n = 0; n < pixels.Length; n++) pixels[n].A = (byte)random.Next(most);
            textures[i] = new Texture2D { Width = width, Height = height, Pixels = pixels };
            masks[i] = MaskOf(textures[i]);
        }
        for (int i = 0; i < tests; i++)
        {
            int a = random.Next(30), b = random.Next(30), x = random.Next(-33, 34), y = random.Next(-33, 34);
            bool hit = Article(textures[a], 100, 100, textures[b], 100 + x, 100 + y);
            if (Hit(masks[a], 100, 100, masks[b], 100 + x, 100 + y) != hit) throw new Exception(a + " and " + b + " at " + x + ", " + y);
            if (hit) hits++;
        }
        Console.WriteLine(tests + " random tests as in the article, " + hits + " hits");

        // #region item-16
        // Alpha above 20 in both, at one place. 20 itself is not solid.
        var two = new Color[] { new Color { A = 20 }, new Color { A = 21 } };
        Mask mask = Mask.FromPixels(two, 2, 1, alphaAbove: 20);
        Assert(!mask.Contains(0, 0) && mask.Contains(1, 0));
        // #endregion item-16

        // #region item-17
        // Side by side is no hit.
        Mask tile = Mask.Filled(16, 16);
        Assert(tile.Overlaps(tile, 15, 0) && !tile.Overlaps(tile, 16, 0) && !tile.Overlaps(tile, 0, -16));
        // #endregion item-17

        // #region item-18
        // Where the loop would have left, counted from the first sprite's top-left pixel; and the box around all shared pixels.
        Assert(tile.OverlapFirst(tile, 10, 4).Value.Equals(new Point(10, 4)));
        Assert(tile.OverlapBounds(tile, 10, 4).Equals(new Rect(10, 4, 6, 12)));
        // #endregion item-18

        // #region item-19
        // The loop has read two textures in each test. A mask has read its texture once.
        int reads = 0;
        foreach (Texture2D texture in textures) reads += texture.Reads;
        Assert(reads == 2 * tests + 30);
        // #endregion item-19
    }
}
