using System;
using Hitmask;

static class Program
{
    static void Main()
    {
        // #region hero
        var world = new World();
        SpriteId hero = world.Spawn(world.AddMask(Mask.Filled(16, 24)), 20, 60);
        MaskId floor = world.AddMask(Mask.Filled(400, 40));
        MaskId stair = world.AddMask(Mask.Filled(100, 3));
        world.Spawn(new Sprite(floor, 0, 100) { Fixed = true });
        world.Spawn(new Sprite(stair, 60, 97) { Fixed = true });
        double vx = 1.5, vy = 0; // pixels a frame
        // Turns them into whole pixels, and keeps the rest.
        var remainder = new Remainder();

        for (int frame = 0; frame < 60; frame++)
        {
            world.Refresh(); // after changes, before questions
            Point at = world.Position(hero);
            if (vy >= 0 && world.Touching(hero, 0, 1).Length > 0)
            {
                // Walk: up and down slopes and steps of 4 pixels.
                Point by = remainder.Take(vx, 0);
                world.MoveUntil(hero, at.X + by.X, at.Y, Motion.Walk(4, 4));
                vy = frame == 50 ? -4 : 0; // jump
            }
            else
            {
                vy += 0.3; // fall
                Point by = remainder.Take(vx, vy);
                Moved moved = world.MoveUntil(hero, at.X + by.X, at.Y + by.Y, Motion.Slide);
                if (moved.BlockedDown || moved.BlockedUp) vy = 0;
            }
        }
        Console.WriteLine("the hero is at " + world.Position(hero));
        // #endregion hero

        // #region platforms
        MaskId plank = world.AddMask(Mask.Filled(60, 4));
        // Jump through it from below.
        var oneWay = new Sprite(plank, 200, 60) { Fixed = true, OneWay = Side.Top };
        SpriteId lift = world.Spawn(oneWay);
        world.JumpTo(hero, 220, 36);
        // It takes along who stands on it.
        Carried carried = world.Carry(lift, 200, 20);
        Console.WriteLine("riders: " + carried.Riders.Length);
        Console.WriteLine("the hero is at " + world.Position(hero));
        // #endregion platforms
    }
}
