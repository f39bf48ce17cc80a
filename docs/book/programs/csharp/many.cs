using System;
using Hitmask;

static class Program
{
    static void Main()
    {
        // #region many
        var world = new World();
        MaskId disc = world.AddMask(Mask.FromText(".##.\n####\n####\n.##."));
        var places = new Real[10000];
        for (int i = 0; i < places.Length; i++)
        {
            places[i] = new Real(5 * (i % 100), 5 * (i / 100));
            world.Spawn(disc, places[i].X, places[i].Y);
        }

        for (int frame = 0; frame < 3; frame++)
        {
            for (int i = 0; i < places.Length; i += 2)
            {
                places[i].X += 0.6; // your own movement, with fractions
                places[i].Y += 0.2;
            }
            // Once a frame, all in one call.
            world.SetPositionsBySlot(places);
            Step step = world.Step();
            // Every collision once.
            Console.WriteLine("pairs: " + step.Pairs.Length);
        }
        // #endregion many
    }
}
