using System;
using System.IO;
using Hitmask;
using StbImageSharp;

static class Program
{
    static void Main()
    {
        // #region picture
        var picture = ImageResult.FromMemory(
            File.ReadAllBytes("ship.png"), ColorComponents.RedGreenBlueAlpha);
        // Solid where alpha is above 127.
        Mask ship = Mask.FromRgba(picture.Data, picture.Width, picture.Height);
        var coins = ImageResult.FromMemory(
            File.ReadAllBytes("coins.png"), ColorComponents.RedGreenBlueAlpha);
        var frame = new Rect(16, 0, 16, 16);
        Mask coin = Mask.FromPixels(
            coins.Data, coins.Width, coins.Height, frame, alphaAbove: 20);
        Console.WriteLine("{0} {1} {2}", ship.Width, ship.Height, ship.Count);
        Console.WriteLine("{0}", coin.Count);
        // #endregion picture

        // #region drawn
        Mask arrow = Mask.FromText("..#.\n####\n..#.");
        Mask large = arrow.Scaled(40, 30);
        Mask plate = Mask.Filled(64, 8);
        Console.WriteLine("{0} {1}", large.Count, plate.Count);
        // #endregion drawn
    }
}
