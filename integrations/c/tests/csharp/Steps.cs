using System;
using Hitmask;
using static Test;

// Steps, contacts and impacts.
static class Steps
{
    public static void Run()
    {
        Lists();
        Contacts();
        Impacts();
        Limits();
        IdsAreSortedBySlot();
    }

    static void Lists()
    {
        SpriteId[] ids;
        World world = Worlds.Boxes(out ids, 0, 0, 2, 2, 50, 50);
        Step step = world.Step();
        EqualLists(step.Pairs, new Pair(ids[0], ids[1]));
        EqualLists(step.Began, new Pair(ids[0], ids[1]));
        EqualLists(step.Ended);
        Pair[] copy = step.Pairs.ToArray();
        Equal(copy[0].Other(ids[0]), ids[1]);
        Equal(copy[0].Other(ids[1]), ids[0]);
        Equal(copy[0].Other(ids[2]), default(SpriteId));
        world.MoveTo(ids[2], 3, 3);
        // A list stays as it is until the next step, also after a change.
        EqualLists(step.Pairs, copy);
        Check(ReferenceEquals(world.Step(), step), "a world has one object for its lists");
        Equal(step.Pairs.Length, 3);
        Equal(step.Began.Length, 2);
        EqualLists(copy, new Pair(ids[0], ids[1]));
        Equal(world.BeganBetween(1, 1).Length, 2);
        Equal(world.PairsBetween(1, 1).Length, 3);
        Equal(world.BeganBetween(1, 2).Length, 0);
        world.Despawn(ids[0]);
        world.Step();
        Equal(step.Ended.Length, 2);
        int visited = 0;
        foreach (Pair pair in step.Ended) visited += pair.A == ids[0] ? 1 : 0;
        Equal(visited, 2);
        world.Dispose();
        Equal(step.Ended.Length, 2);
        Equal(step.Ended[0].A, ids[0]);
    }

    static void Contacts()
    {
        SpriteId[] ids;
        World world = Worlds.Boxes(out ids, 0, 0, 3, 1, 50, 50);
        Pair[] pairs = { new Pair(ids[1], ids[0]), new Pair(ids[0], ids[2]) };
        world.Step();
        Contact[] contacts = world.Contacts(pairs);
        Equal(contacts[0].Pair, pairs[0]);
        Equal(contacts[0].Area, 3UL);
        Equal(contacts[0].First, new Point(3, 1));
        Equal(contacts[0].Bounds, new Rect(3, 1, 1, 3));
        Check(contacts[0].Normal.X > 0.9, "a normal to the right");
        Equal(contacts[1].Area, 0UL);
        EqualLists(world.Penetrations(pairs), new Point(1, 0), new Point(0, 0));
        Contact[] of = world.ContactsOf(ids[1]);
        Check(of.Length == 1 && of[0].Pair.A == ids[1] && of[0].Pair.B == ids[0], "contacts with the sprite first");
        Equal(world.Contact(ids[1], ids[0]).Value.Area, 3UL);
        Equal(world.Contact(ids[1], ids[2]).HasValue, false);
        Equal(world.Penetration(ids[1], ids[0]), new Point(1, 0));
        Equal(world.Penetration(ids[1], ids[2]), null);
        Point at;
        Mask shared = world.SharedPixels(ids[0], ids[1], out at);
        Equal(shared.Count, 3L);
        Rect box = shared.Bounds.Value;
        Equal(new Rect(at.X + box.Left, at.Y + box.Top, 1, 3), world.Contact(ids[0], ids[1]).Value.Bounds);
        Equal(world.SharedPixels(ids[0], ids[2], out at), null);
    }

    static void Impacts()
    {
        SpriteId[] ids;
        World world = Worlds.Boxes(out ids, 0, 0, 100, 0);
        Sprite bullet = world.Get(ids[0]);
        bullet.Continuous = true;
        world.Set(ids[0], bullet);
        world.Step();
        world.MoveTo(ids[0], 200, 0);
        EqualLists(world.Step().Pairs, new Pair(ids[0], ids[1]));
        Impact impact = world.FirstImpact(ids[0]).Value;
        Equal(impact.PlaceA, new Point(97, 0));
        Equal(impact.PlaceB, new Point(100, 0));
        Equal(impact.BeforeA, new Point(96, 0));
        Equal(impact.BeforeB, new Point(100, 0));
        Equal(impact.Penetration, new Point(-1, 0));
        Check(impact.Fraction > 0.48 && impact.Fraction < 0.49 && impact.Contact.Area == 4, "the fraction of the path");
        Equal(world.Impacts(new[] { new Pair(ids[1], ids[0]) })[0].PlaceA, new Point(100, 0));
        SpriteId far = world.Spawn(world.MaskIdAt(0), 900, 900);
        Fails(Status.NotRefreshed, "ask about a step before the change", () => world.FirstImpact(far));
        world.Step();
        Equal(world.FirstImpact(far).HasValue, false);
    }

    static void Limits()
    {
        SpriteId[] ids;
        World world = Worlds.Boxes(out ids, 0, 0, 1, 1, 2, 2);
        Limits limits = world.Limits;
        Check(limits.Pairs == 1 << 25 && !limits.ParallelFrom.HasValue && limits.OffsetTableBytes == 16 << 20, limits.ToString());
        limits.Pairs = 2;
        world.Limits = limits;
        Fails(Status.TooMany, "spread the sprites", () => world.Step());
        limits.Pairs = 3;
        limits.ParallelFrom = long.MaxValue;
        limits.OffsetTableBytes = limits.VariantBytes = 0;
        world.Limits = limits;
        Equal(world.Limits.ParallelFrom, long.MaxValue);
        limits.ParallelFrom = 0;
        world.Limits = limits;
        Equal(world.OffsetTableBytes, 0L);
        Sprite turned = world.Get(ids[0]);
        turned.Angle = 45;
        world.Set(ids[0], turned);
        for (int i = 0; i < 10; i++) Equal(world.Step().Pairs.Length, 3);
        Equal(world.VariantBytes, 0L); // without room, the sprite is tested without rendering
        limits.VariantBytes = 1 << 20;
        world.Limits = limits;
        turned.Angle = 50;
        world.Set(ids[0], turned);
        for (int i = 0; i < 10; i++) Equal(world.Step().Pairs.Length, 3);
        Check(world.VariantBytes > 0, "the mask of a sprite that keeps its angle is rendered");
        limits.VariantBytes = 0;
        world.Limits = limits;
        Equal(world.Step().Pairs.Length, 3);
        Check(world.VariantBytes > 0, "a rotated mask that a sprite shows is kept");
    }

    /// <summary>A slot that is used again has a larger number in its id, and the same place in sorted lists.</summary>
    static void IdsAreSortedBySlot()
    {
        SpriteId[] ids;
        World world = Worlds.Boxes(out ids, 0, 0, 1, 1);
        world.Despawn(ids[0]);
        world.Step();
        world.Step();
        SpriteId again = world.Spawn(world.MaskIdAt(0), 0, 0);
        Check(again.Slot == 0 && again.Value > ids[1].Value && again.CompareTo(ids[1]) < 0, "the slot of the first sprite, used again");
        EqualLists(world.Step().Pairs, new Pair(again, ids[1]));
        EqualLists(world.Ids(), again, ids[1]);
    }
}
