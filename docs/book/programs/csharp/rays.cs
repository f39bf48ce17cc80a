using System;
using Hitmask;

static class Program
{
    static void Main()
    {
        // #region rays
        var world = new World();
        MaskId ring = world.AddMask(Mask.FromText("####\n#..#\n#..#\n####").Scaled(32, 32));
        world.Spawn(ring, 50, 0);
        world.Spawn(ring, 100, 0);
        world.Refresh(); // after changes, before questions

        // Which sprites are under the pointer?
        Console.WriteLine("in the hole: " + world.FindPoint(66, 16).Length);
        Console.WriteLine("on the ring: " + world.FindPoint(52, 16).Length);

        RayHit hit = world.CastRay(0, 16, 200, 16).Value; // a laser
        Console.WriteLine("the ray hits " + hit.At + " normal " + hit.Normal);

        Neighbor near = world.Nearest(140, 16, 1)[0];
        Console.WriteLine("nearest ring: " + near.Distance + " pixels away");
        // #endregion rays
    }
}
