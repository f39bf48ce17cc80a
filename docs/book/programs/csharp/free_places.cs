using System;
using Hitmask;

static class Program
{
    static void Main()
    {
        // #region spawn
        var world = new World();
        MaskId block = world.AddMask(Mask.Filled(20, 20));
        for (int x = 0; x < 100; x += 20) world.Spawn(block, x, 0);
        world.Refresh();
        // A sprite that is not in the world yet.
        Point? free = world.NearestFree(new Sprite(block, 40, 5), 64);
        Console.WriteLine("free at " + free);
        if (free is Point place) world.Spawn(block, place.X, place.Y);
        // #endregion spawn

        // #region pack
        var board = new Mask(64, 64); // solid where it is taken
        var area = new Rect(0, 0, 64, 64);
        Mask piece = Mask.FromText("###\n#..").Scaled(24, 16);
        for (int number = 0; number < 6; number++)
        {
            Point at = board.NearestFree(piece, 20, 24, 64, within: area).Value;
            board.Draw(piece, at.X, at.Y);
        }
        Console.WriteLine("taken pixels: " + board.Count);
        // #endregion pack
    }
}
