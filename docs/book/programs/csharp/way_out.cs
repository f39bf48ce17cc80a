using System;
using Hitmask;

static class Program
{
    static void Main()
    {
        // #region way_out
        var world = new World();
        SpriteId hero = world.Spawn(world.AddMask(Mask.Filled(16, 24)), 40, 80);
        MaskId block = world.AddMask(Mask.Filled(200, 40));
        SpriteId wall = world.Spawn(new Sprite(block, 0, 100) { Fixed = true });

        world.Step();
        Console.WriteLine("shortest way out: " + world.Penetration(hero, wall));
        Console.WriteLine("normal: " + world.Contact(hero, wall).Value.Normal);

        // Frees the hero from everything at once.
        Point? moved = world.PushOut(hero, 64);
        // Null: no free place within 64 pixels.
        Console.WriteLine("pushed by " + moved);
        // #endregion way_out
    }
}
