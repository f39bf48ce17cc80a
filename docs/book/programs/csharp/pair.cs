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

    static void Main()
    {
        // #region ask
        Mask ship = Load("ship.png"), rock = Load("rock.png");
        // The rock's top-left pixel, counted from the ship's.
        int x = 38, y = -6;
        if (ship.Overlaps(rock, x, y))
        {
            Console.WriteLine("first shared pixel: " + ship.OverlapFirst(rock, x, y));
            Console.WriteLine("shared pixels: " + ship.OverlapArea(rock, x, y));
            Console.WriteLine("the ship is free after a move by " + ship.Penetration(rock, x, y));
        }
        // #endregion ask
    }
}
