using System;
using System.Reflection;
using Hitmask;
using static Test;

// What values, objects and exceptions say.
static class Words
{
    public static void Run()
    {
        NoTypeNames();
        Values();
        Disposed();
    }

    /// <summary>No type of the package prints its name, also not as its default value.</summary>
    static void NoTypeNames()
    {
        int count = 0;
        foreach (Type type in typeof(World).Assembly.GetTypes())
        {
            bool isStatic = type.IsAbstract && type.IsSealed;
            if (type.Namespace != "Hitmask" || !type.IsVisible || isStatic || type.IsEnum || type.IsSubclassOf(typeof(Exception))) continue;
            MethodInfo method = type.GetMethod("ToString", Type.EmptyTypes);
            Check(method.DeclaringType == type, type.Name + " has a ToString of its own");
            if (type.IsValueType) Check(!Activator.CreateInstance(type).ToString().Contains(type.FullName), type.Name + " in words");
            count++;
        }
        Check(count >= 22, "the types of the package");
    }

    static void Values()
    {
        SpriteId[] ids;
        World world = Worlds.Boxes(out ids, 0, 0, 2, 1);
        Equal(ids[1].ToString(), "sprite 1");
        Equal(world.MaskIdAt(0).ToString(), "mask 0");
        Equal(new SpriteId((5UL << 32) + 7).ToString(), "sprite 7 (generation 5)");
        Equal(default(SpriteId).ToString(), "no sprite");
        Equal(new Pair(ids[0], ids[1]).ToString(), "sprite 0 and sprite 1");
        Equal(world.Nearest(10, 1, 1)[0].ToString(), "sprite 1, 5 pixels away");
        Equal(world.Nearest(12, 7, 1)[0].ToString().Contains(","), true);
        Sprite sprite = world.Get(ids[1]);
        Check(sprite.ToString().EndsWith("layers 0x1, collides with 0xffffffff"), "layers in words, got " + sprite);
        sprite.SetTransform(4, 4, 0, 0, 11.25, -2, 2);
        sprite.OneWay = Side.Top;
        Check(sprite.ToString().StartsWith("mask 0 at (") && sprite.ToString().Contains(", transform (-1.96157") && sprite.ToString().EndsWith("one-way Top"),
            "a sprite in words, got " + sprite);
        sprite = new Sprite(sprite.Mask, 0, 0) { Angle = 11.25, Fraction = new Real(0.5, 0), Origin = new Real(1, 2.5), FlipX = true };
        Check(sprite.ToString().Contains("angle 11.25, scale (1, 1)") && sprite.ToString().EndsWith(", fraction (0.5, 0), origin (1, 2.5), flip x"),
            "a sprite in words, got " + sprite);
        Check(world.CastRay(-5, 1, 20, 1).ToString().StartsWith("sprite 0 at (0, 1), step 5, normal (-0.9"), "a hit in words");
        Check(world.Sweep(ids[0], -9, 0).ToString() == "to (-9, 0): no hit", "a way in words");
        Equal(((Who)ids[1]).ToString(), "sprite 1");
        Equal(ids[1].At(3, 4).ToString(), "sprite 1 at (3, 4)");
        Equal(((Who)new PlacedMask(Mask.Filled(1, 1), 3, 4)).ToString(), "a mask of 1 x 1, 1 solid at (3, 4)");
        Check(((Who)world.Get(ids[0])).ToString().StartsWith("no sprite as mask 0 at"), "a description in words");
        Equal(Motion.Walk(2, 3) + ", " + Motion.Slide + ", " + default(Motion), "walk 2, 3, slide, stop");
        Equal(world.Limits.ToString(), "33554432 pairs, threads measured, 16777216 bytes of tables, 67108864 of variants");
        Equal(world.ToString(), "a world of 2 sprites and 1 masks");
        Equal(Mask.Filled(3, 2).ToString(), "a mask of 3 x 2, 6 solid");
        Equal(world.Step().ToString(), "1 pairs, 1 began, 0 ended");
        world.Despawn(ids[1]);
        Fails(Status.Stale, "the world has no sprite with the id 4294967297 (slot 1, generation 1)", () => world.MoveBy(ids[1], 0, 0));
        Fails(Status.Stale, "this sprite id is empty (0); Spawn gives one", () => world.MoveBy(default(SpriteId), 0, 0));
        Fails(Status.Stale, "is the id of a mask, expected that of a sprite, which Spawn sets", () => world.Get(new SpriteId(world.MaskIdAt(0).Value)));
        Fails(Status.Stale, "is the id of a sprite, expected that of a mask, which AddMask sets", () => world.Mask(new MaskId(ids[0].Value)));
    }

    /// <summary>A disposed object says what it was, not "Safe handle has been closed".</summary>
    static void Disposed()
    {
        SpriteId[] ids;
        World world = Worlds.Boxes(out ids, 0, 0);
        Mask mask = Mask.Filled(1, 1), other = Mask.Filled(1, 1);
        MaskId id = world.MaskIdAt(0);
        world.Dispose();
        mask.Dispose();
        Fails<ObjectDisposedException>("the world was disposed", () => world.Step());
        Fails<ObjectDisposedException>("the world was disposed", () => world.Get(ids[0]));
        Fails<ObjectDisposedException>("the world was disposed", () => world.Spawn(id, 0, 0));
        Fails<ObjectDisposedException>("the world was disposed", () => world.AddMask(other));
        Fails<ObjectDisposedException>("the world was disposed", () => world.ToBytes());
        Fails<ObjectDisposedException>("the world was disposed", () => world.FindPoint(0, 0));
        Fails<ObjectDisposedException>("the mask was disposed", () => mask.Overlaps(other, 0, 0));
        Fails<ObjectDisposedException>("the mask was disposed", () => Console.WriteLine(mask.Width));
        Fails<ObjectDisposedException>("other was disposed", () => other.Overlaps(mask, 0, 0));
        Equal(world.ToString(), "a disposed world");
        Equal(mask.ToString(), "a disposed mask");
    }
}
