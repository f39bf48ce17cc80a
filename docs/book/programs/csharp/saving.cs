using System;
using Hitmask;

static class Program
{
    static void Main()
    {
        // #region save
        var world = new World();
        MaskId ball = world.AddMask(Mask.Filled(8, 8));
        SpriteId hero = world.Spawn(new Sprite(ball, 0, 0) { Data = 42 });
        world.Spawn(ball, 40, 0);
        byte[] saved = world.ToBytes(); // to a file
        World loaded = World.FromBytes(saved); // ids are the same
        Console.WriteLine("hero's number: " + loaded.Get(hero).Data);
        // #endregion save

        // #region rollback
        World before = world.Copy(); // cheap: masks are shared
        world.MoveBy(hero, 36, 0);
        Step step = world.Step();
        Console.WriteLine("began: " + step.Began.Length);
        world = before; // the move did not happen
        step = world.Step();
        Console.WriteLine("began: " + step.Began.Length);
        // #endregion rollback
    }
}
