// The test looks for: prints "hit at", prints "free"
// #region game
using System;
using System.IO;
using Hitmask;
using StbImageSharp; // decodes pictures; an engine has its own way

static class Game
{
    static readonly World world = new World();

    static MaskId Load(string path)
    {
        byte[] file = File.ReadAllBytes(path);
        var picture = ImageResult.FromMemory(file, ColorComponents.RedGreenBlueAlpha);
        // Its solid pixels.
        Mask mask = Mask.FromRgba(picture.Data, picture.Width, picture.Height);
        return world.AddMask(mask);
    }

    static void Main()
    {
        double x = 40, y = 200;
        SpriteId ship = world.Spawn(Load("ship.png"), x, y);
        world.Spawn(Load("rock.png"), 300, 190);
        for (int frame = 0; frame < 240; frame++) // your game's loop
        {
            x += 2.5;
            world.MoveTo(ship, x, y);
            // Once a frame, after all moves.
            Step step = world.Step();
            foreach (Pair pair in step.Began)
                Console.WriteLine("hit at " + world.Contact(pair.A, pair.B).Value.First);
            foreach (Pair pair in step.Ended) Console.WriteLine("free");
        }
    }
}
// #endregion game
