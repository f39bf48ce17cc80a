using System;
using Hitmask;
using static Test;

// Wrong arguments: each is an exception that says what is wrong, and changes nothing.
static class Wrong
{
    public static void Run()
    {
        Nulls();
        Disposed();
        Buffers();
        Numbers();
        Ids();
        Check(System.Text.RegularExpressions.Regex.IsMatch(Library.Version, @"^\d+\.\d+\.\d+"), "a version");
    }

    static void Nulls()
    {
        var world = new World();
        var mask = new Mask(1, 1);
        SpriteId id = world.Spawn(world.AddMask(mask), 0, 0);
        Fails<ArgumentNullException>("other", () => mask.Overlaps(null, 0, 0));
        Fails<ArgumentNullException>("other", () => mask.Sweep(null, 0, 0, 1, 1));
        Fails<ArgumentNullException>("other", () => mask.Draw(null, 0, 0));
        Fails<ArgumentNullException>("mask", () => world.AddMask(null));
        Fails<ArgumentNullException>("mask", () => world.FindMask(null, 0, 0));
        Fails<ArgumentNullException>("text", () => Mask.FromText(null));
        Fails<ArgumentNullException>("points", () => world.FindPolygon((Real[])null));
        // Null arrays are empty spans, and empty lists are fine.
        world.DespawnMany(null);
        Equal(world.Spawn((Sprite[])null).Length, 0);
        world.Step();
        Equal(world.Contacts(null).Length, 0);
        Fails(Status.Invalid, "at least 4 bytes, got 0", () => Mask.FromRgba(null, 1, 1));
        Fails(Status.Damaged, "", () => Mask.FromBytes(null));
        Fails(Status.Damaged, "", () => World.FromBytes(null));
        Fails(Status.Damaged, "load it with FromBytes(bytes, ids, masks)", () => World.FromBytes(world.ToBytesWithoutMasks()));
        Fails(Status.Invalid, "", () => mask.FillPolygon(null));
        Equal(world.Count, 1);
        Equal(world.Position(id), new Point(0, 0));
    }

    static void Disposed()
    {
        Mask mask = Mask.Filled(2, 2), other = Mask.Filled(2, 2);
        var world = new World();
        MaskId id = world.AddMask(mask);
        mask.Dispose();
        mask.Dispose();
        Fails<ObjectDisposedException>("", () => mask.Overlaps(other, 0, 0));
        Fails<ObjectDisposedException>("", () => other.Overlaps(mask, 0, 0));
        Fails<ObjectDisposedException>("", () => mask.Fill());
        Fails<ObjectDisposedException>("", () => mask.ToBytes());
        Fails<ObjectDisposedException>("", () => Console.WriteLine(mask.Width));
        Fails<ObjectDisposedException>("", () => world.AddMask(mask));
        Equal(world.Mask(id).Count, 4L); // worlds keep theirs
        SpriteId sprite = world.Spawn(id, 0, 0);
        world.Dispose();
        world.Dispose();
        Fails<ObjectDisposedException>("", () => world.Step());
        Fails<ObjectDisposedException>("", () => world.Spawn(id, 0, 0));
        Fails<ObjectDisposedException>("", () => world.FindPoint(0, 0));
        Fails<ObjectDisposedException>("", () => world.MoveUntil(sprite, 1, 1));
        Fails<ObjectDisposedException>("", () => world.Ids());
        using (Mask used = Mask.Filled(1, 1)) Equal(used.Count, 1L);
    }

    static void Buffers()
    {
        byte[] pixels = new byte[64];
        Fails(Status.Invalid, "at least 64 bytes, got 63", () => Mask.FromRgba(pixels.AsSpan(0, 63), 4, 4));
        Fails(Status.Invalid, "stride must be at least 16 bytes", () => Mask.FromRgba(pixels, 4, 4, 15));
        Fails(Status.Invalid, "", () => Mask.FromRgba(pixels, int.MaxValue, int.MaxValue));
        Fails<ArgumentOutOfRangeException>("stride", () => Mask.FromRgba(pixels, 4, 4, -16));
        Fails<ArgumentOutOfRangeException>("width", () => Mask.FromRgba(pixels, -4, 4));
        Fails<ArgumentOutOfRangeException>("height", () => new Mask(4, -1));
        Fails(Status.Invalid, "at least 16 bytes, got 15", () => Mask.FromAlpha(pixels.AsSpan(0, 15), 4, 4));
        Fails(Status.Invalid, "bits must have 2 bytes, got 1", () => Mask.FromBits(pixels.AsSpan(0, 1), 3, 3));
        Fails<ArgumentException>("key must have 3 bytes, got 2", () => Mask.FromColorKey(pixels, 4, 4, new byte[2]));
        Fails(Status.Invalid, "", () => Mask.FromText("##\n#"));
        Fails(Status.Invalid, "the first line of the text is empty", () => Mask.FromText("\n##"));
        Fails<ArgumentException>("pixels must have at most 48 bytes, got 64", () => Mask.FromRgba(pixels, 4, 3));
        Fails<ArgumentException>("pixels must have at most 60 bytes, got 64", () => Mask.FromRgba(pixels, 4, 3, 20));
        Fails<ArgumentException>("pixels must have at most 16 bytes, got 64", () => Mask.FromAlpha(pixels, 4, 4));
        Fails<ArgumentException>("pixels must have at most 48 bytes, got 64", () => Mask.FromColorKey(pixels, 4, 3, new byte[3]));
        Fails(Status.Damaged, "", () => Mask.FromBytes(pixels));
        Mask mask = Mask.Filled(4, 4);
        Fails(Status.Invalid, "at least 16 bytes, got 15", () => mask.ToAlpha(pixels.AsSpan(0, 15)));
        Fails(Status.Invalid, "stride", () => mask.ToAlpha(pixels, 1, 0, 3));
        Fails<ArgumentException>("solid must have 4 bytes, got 3", () => mask.ToRgba(pixels, new byte[3], new byte[4]));
        Fails<ArgumentException>("free must have 4 bytes, got 5", () => mask.ToRgba(pixels, new byte[4], new byte[5]));
        EqualLists(pixels, new byte[64]);

        SpriteId[] ids;
        World world = Worlds.Boxes(out ids, 0, 0, 9, 9);
        Fails<ArgumentException>("positions must have 2 items, got 1", () => world.SetPositions(ids, new Point[1]));
        Fails<ArgumentException>("positions must have 2 items, got 3", () => world.SetPositions(ids, new Real[3]));
        Fails<ArgumentException>("positions must have 2 items, got 1", () => world.JumpTo(ids, new Point[1]));
        Fails<ArgumentException>("positions must have 2 items, got 1", () => world.Positions(ids, new Point[1]));
        Fails<ArgumentException>("sprites must have 2 items, got 1", () => world.Set(ids, new Sprite[1]));
        Fails<ArgumentException>("to must have 1 items, got 2", () => world.CastRays(new Point[1], new Point[2]));
        Fails<ArgumentException>("contacts must have 1 items, got 2", () => world.Contacts(new Pair[1], new Contact[2]));
        Fails<ArgumentException>("moves must have 1 items, got 0", () => world.Penetrations(new Pair[1], new Point[0]));
        Fails(Status.Invalid, "count must be the number of slots, 2, got 3", () => world.SetPositionsBySlot(new Point[3]));
        Equal(world.Position(ids[1]), new Point(9, 9));
    }

    static void Numbers()
    {
        SpriteId[] ids;
        World world = Worlds.Boxes(out ids, 0, 0, 9, 9);
        SpriteId id = ids[0];
        Mask mask = world.Mask(world.MaskIdAt(0));
        Fails(Status.OutOfRange, "NaN", () => world.MoveTo(id, double.NaN, 0));
        Fails(Status.OutOfRange, "", () => world.MoveTo(id, 0, double.PositiveInfinity));
        Fails(Status.OutOfRange, "", () => world.MoveTo(id, 1e10, 0));
        Fails(Status.OutOfRange, "", () => world.MoveTo(id, 1 << 31, 0));
        Fails(Status.OutOfRange, "", () => world.MoveBy(id, int.MaxValue, 0));
        Fails(Status.OutOfRange, "positions[1]", () => world.SetPositions(ids, new[] { new Real(1, 1), new Real(double.NaN, 0) }));
        Fails(Status.OutOfRange, "", () => new Sprite(default(MaskId), double.NaN, 0));
        Fails(Status.OutOfRange, "", () => world.FindPoint(double.NegativeInfinity, 0));
        Fails(Status.OutOfRange, "", () => world.FindCircle(0, 0, double.NaN));
        Fails(Status.OutOfRange, "", () => mask.FillCircle(0, 0, -1));
        Fails(Status.OutOfRange, "", () => mask.Set(4, 0));
        Fails(Status.TooLarge, "", () => new Mask(int.MaxValue, int.MaxValue));
        Fails(Status.TooLarge, "", () => mask.Scaled(int.MaxValue, int.MaxValue));
        Fails<ArgumentOutOfRangeException>("quarterTurns must be from 0 to 3", () => mask.Oriented(false, 4));
        Fails<ArgumentOutOfRangeException>("Turn must be from 0 to 3", () => new Sprite(default(MaskId), 0, 0) { Turn = -1 }.ToString());
        Fails<ArgumentOutOfRangeException>("limit", () => world.PushOut(id, -1));
        Fails<ArgumentOutOfRangeException>("most", () => world.Nearest(0, 0, -1));
        Fails<ArgumentOutOfRangeException>("width", () => new Rect(0, 0, -1, 0));
        var limits = new Limits();
        Fails<ArgumentOutOfRangeException>("ParallelFrom must be at least 0", () => limits.ParallelFrom = -1);
        Fails<ArgumentOutOfRangeException>("Pairs must be at least 0", () => limits.Pairs = -1);
        Fails<ArgumentOutOfRangeException>("stepUp", () => Motion.Walk(-1, 0));
        Fails<ArgumentNullException>("mask", () => new PlacedMask(null, 0, 0));
        Point at;
        Fails(Status.Invalid, "degrees", () => mask.Rotated(double.NaN, out at));
        Fails(Status.Invalid, "who must have an id, a sprite or a mask", () => world.IsFree(default(SpriteId)));
        Fails(Status.OutOfRange, "", () => world.IsFree(id.At(double.NaN, 0)));
        Sprite sprite = world.Get(id);
        sprite.Angle = double.NaN;
        Fails(Status.Invalid, "angle", () => world.Set(id, sprite));
        sprite.Angle = 0;
        Fails<ArgumentOutOfRangeException>("OneWay must be a Side, got 7", () => sprite.OneWay = (Side)7);
        sprite.Scale = new Real(-1, 1);
        Fails(Status.Invalid, "sprites[1]: scale", () => world.Spawn(new[] { world.Get(id), sprite }));
        var bare = new Sprite { Mask = sprite.Mask };
        Fails(Status.Invalid, "use new Sprite(mask, x, y)", () => world.Spawn(bare));
        Fails(Status.Invalid, "use new Sprite(mask, x, y)", () => world.IsFree(bare));
                Equal(world.Count, 2);
        Fails(Status.Invalid, "scale", () => world.Spawn(default(Sprite)));
        Fails(Status.Stale, "this mask id is empty (0); AddMask gives one", () => world.Spawn(default(MaskId), 0, 0));
        Fails(Status.OutOfRange, "", () => new Remainder().Take(double.NaN, 0));
        Equal(world.Position(id), new Point(0, 0));
    }

    static void Ids()
    {
        SpriteId[] ids, others;
        World world = Worlds.Boxes(out ids, 0, 0), other = Worlds.Boxes(out others, 0, 0, 1, 1);
        SpriteId stranger = others[1];
        Fails(Status.Stale, "no sprite", () => world.Get(stranger));
        Fails(Status.Stale, "this sprite id is empty (0); Spawn gives one", () => world.MoveTo(default(SpriteId), 0, 0));
        Fails(Status.Stale, "no sprite", () => world.Despawn(stranger));
        Fails(Status.Stale, "no sprite", () => world.Sweep(stranger, 1, 1));
        world.Step();
        Equal(world.Contacts(new[] { new Pair(stranger, stranger) })[0].Area, 0UL);
        Fails(Status.Stale, "99 is not an id", () => world.Mask(new MaskId(99)));
        Equal(world.Count, 1);
        world.MoveTo(ids[0], 5, 5);
        Fails(Status.NotRefreshed, "call Refresh or Step first", () => world.FindPoint(0, 0));
        world.Despawn(ids[0]);
        Fails(Status.Stale, "no sprite", () => world.Position(ids[0]));
        Equal(other.Count, 2);
    }
}
