using System;
using System.IO;
using Hitmask;
using StbImageSharp;

static class Program
{
    static Mask Load(string path)
    {
        var picture = ImageResult.FromMemory(File.ReadAllBytes(path), ColorComponents.RedGreenBlueAlpha);
        return Mask.FromRgba(picture.Data, picture.Width, picture.Height);
    }

    static void Explode(Point at)
    {
        if (at.X != 43 || at.Y != 14) throw new Exception("at " + at);
    }

    static void Main()
    {
        // #region five
        // `Load` reads a picture: see "Start with C#".
        Mask ship = Load("ship.png"), rock = Load("rock.png");
        Point? hit = ship.OverlapFirst(rock, 38, -6); // the first shared pixel, or null
        if (hit.HasValue) Explode(hit.Value);
        // #endregion five
        // #region ask
        // `ship` and `rock` are masks: see "Make masks".
        // The rock's top-left pixel, counted from the ship's.
        int x = 38, y = -6;
        if (ship.Overlaps(rock, x, y))
        {
            Console.WriteLine("first shared pixel: " + ship.OverlapFirst(rock, x, y));
            Console.WriteLine("shared pixels: " + ship.OverlapArea(rock, x, y));
            Point? move = ship.Penetration(rock, x, y);
            Console.WriteLine("the ship is free after a move by " + move);
        }
        // #endregion ask
    }
}
