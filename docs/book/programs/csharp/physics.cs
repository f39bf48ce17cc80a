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
        Mask ship = Load("ship.png");
        // #region parts
        // `ship` is a mask: see "Make masks".
        // Polygons with holes, at most 1 pixel off.
        foreach (Contour contour in ship.Contours(1))
        {
            if (contour.IsHole) continue;
            Console.WriteLine("a polygon of " + contour.Corners.Length + " corners");
        }
        // #endregion parts
    }
}
