// The test looks for: prints "landed at"
// #region game
using System;
using System.IO;
using Hitmask;
using StbImageSharp;

static class Game
{
    static readonly World world = new World();
    // Keeps fractions of pixels.
    static readonly Remainder remainder = new Remainder();
    static SpriteId hero;
    static double fall;
    static bool stands = true;

    static MaskId Load(string path)
    {
        byte[] file = File.ReadAllBytes(path);
        var picture = ImageResult.FromMemory(file, ColorComponents.RedGreenBlueAlpha);
        Mask mask = Mask.FromRgba(picture.Data, picture.Width, picture.Height);
        return world.AddMask(mask);
    }

    static void Main()
    {
        // Scenery: it seldom moves.
        world.Spawn(new Sprite(Load("ground.png"), 0, 300) { Fixed = true });
        hero = world.Spawn(Load("hero.png"), 40, 200);
        for (int frame = 0; frame < 240; frame++) // your game's loop
            Update(2.5, frame % 50 < 3); // runs, and jumps now and then
    }

    static void Update(double run, bool jumps)
    {
        world.Refresh(); // after changes, before questions
        Point at = world.Position(hero);
        bool stood = stands; // a frame ago
        stands = fall >= 0 && world.Touching(hero, 0, 1).Length > 0;
        if (stands && !stood) Console.WriteLine("landed at " + at);
        if (stands && !jumps)
        {
            // Over slopes, up to 3 pixels high for each pixel.
            Point by = remainder.Take(run, 0);
            world.MoveUntil(hero, at.X + by.X, at.Y, Motion.Walk(3, 3));
            fall = 0;
        }
        else
        {
            fall = stands ? -5 : fall + 0.3; // jump, or fall
            Point by = remainder.Take(run, fall);
            Moved moved =
                world.MoveUntil(hero, at.X + by.X, at.Y + by.Y, Motion.Slide);
            if (moved.BlockedDown || moved.BlockedUp) fall = 0;
        }
    }
}
// #endregion game
