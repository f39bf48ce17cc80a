using System;
using Hitmask;

static class Program
{
    static void Main()
    {
        // #region events
        const uint Hero = 1, Coin = 2, Rock = 4;
        var world = new World();
        MaskId block = world.AddMask(Mask.Filled(16, 16));
        SpriteId hero = world.Spawn(new Sprite(block, 0, 0) { Layers = Hero });
        world.Spawn(new Sprite(block, 40, 0) { Layers = Coin, CollidesWith = Hero });
        world.Spawn(new Sprite(block, 40, 8) { Layers = Rock, CollidesWith = Hero });

        for (int frame = 0; frame < 30; frame++)
        {
            world.MoveBy(hero, 2, 0);
            Step step = world.Step(); // once a frame, after all moves
            // A is the hero
            foreach (Pair pair in world.BeganBetween(Hero, Rock))
            {
                Contact contact = world.Contact(pair.A, pair.B).Value;
                Console.WriteLine("rock hit at " + contact.First);
            }
            foreach (Pair pair in step.Ended)
                Console.WriteLine("free again in frame " + frame);
            foreach (Pair pair in world.BeganBetween(Hero, Coin))
            {
                Console.WriteLine("coin taken in frame " + frame);
                world.Despawn(pair.B);
            }
        }
        // #endregion events
    }
}
