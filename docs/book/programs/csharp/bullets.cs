using System;
using Hitmask;

static class Program
{
    static void Main()
    {
        // #region bullets
        var world = new World();
        // A wall.
        MaskId wall = world.AddMask(Mask.Filled(2, 100));
        MaskId dot = world.AddMask(Mask.Filled(3, 3));
        world.Spawn(new Sprite(wall, 100, 0) { Fixed = true });
        SpriteId bullet = world.Spawn(new Sprite(dot, 0, 50) { Continuous = true });
        world.Step();

        world.MoveTo(bullet, 500, 50); // far beyond the wall, in one frame
        world.Step();
        Impact? impact = world.FirstImpact(bullet); // what it met first
        if (impact is Impact met)
        {
            Console.WriteLine("hit at " + met.Contact.First);
            Console.WriteLine("sparks fly along " + met.Contact.Normal);
            Console.WriteLine("draw the bullet at " + met.BeforeOf(bullet));
        }
        // #endregion bullets
    }
}
