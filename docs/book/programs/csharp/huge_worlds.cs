using System;
using Hitmask;

static class Program
{
    static void Main()
    {
        // #region chunks
        const uint Walls = 1, Hero = 2;
        var world = new World();
        MaskId chunk = world.AddMask(Mask.Filled(512, 512));
        for (int x = 0; x < 100; x++)
            for (int y = 0; y < 20; y++)
                world.Spawn(new Sprite(chunk, 512 * x, 512 * y + 1000)
                {
                    Fixed = true, Layers = Walls, CollidesWith = Hero
                });

        MaskId body = world.AddMask(Mask.Filled(16, 24));
        SpriteId hero = world.Spawn(new Sprite(body, 25000, 900) { Layers = Hero });
        Step step = world.Step();
        // Fixed sprites never pair.
        Console.WriteLine("pairs: " + step.Pairs.Length);
        // Only near chunks are tested.
        Console.WriteLine("lands at " + world.MoveUntil(hero, 25000, 5000).At);
        // #endregion chunks
    }
}
