using System;
using System.IO;
using Hitmask;
using StbImageSharp;

static class Program
{
    static void Main()
    {
        // #region picture
        var picture = ImageResult.FromMemory(File.ReadAllBytes("ship.png"), ColorComponents.RedGreenBlueAlpha);
        // Solid where alpha is above 127.
        Mask ship = Mask.FromRgba(picture.Data, picture.Width, picture.Height);
        var coins = ImageResult.FromMemory(File.ReadAllBytes("coins.png"), ColorComponents.RedGreenBlueAlpha);
        Mask coin = Mask.FromPixels(coins.Data, coins.Width, coins.Height, new Rect(16, 0, 16, 16), alphaAbove: 20);
        Console.WriteLine("{0} {1} {2} {3}", ship.Width, ship.Height, ship.Count, coin.Count);
        // #endregion picture

        // #region drawn
        Mask arrow = Mask.FromText("..#.\n####\n..#.");
        Mask large = arrow.Scaled(40, 30);
        Mask plate = Mask.Filled(64, 8);
        Console.WriteLine("{0} {1}", large.Count, plate.Count);
        // #endregion drawn
    }
}
