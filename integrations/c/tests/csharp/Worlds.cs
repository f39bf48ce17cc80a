using System;
using Hitmask;
using static Test;

// Masks and sprites of worlds, queries and motion.
static class Worlds
{
    public static void Run()
    {
        MasksOfWorlds();
        Sprites();
        Positions();
        Queries();
        Motions();
        Terrain();
        Saved();
    }

    /// <summary>A world with boxes of 4 x 4 pixels at places, and its sprites.</summary>
    public static World Boxes(out SpriteId[] ids, params int[] places)
    {
        var world = new World();
        MaskId box = world.AddMask(Mask.Filled(4, 4));
        var sprites = new Sprite[places.Length / 2];
        for (int i = 0; i < sprites.Length; i++) sprites[i] = new Sprite(box, places[2 * i], places[2 * i + 1]);
        ids = world.Spawn(sprites);
        world.Refresh();
        return world;
    }

    static void MasksOfWorlds()
    {
        var world = new World();
        Mask box = Mask.Filled(8, 8);
        MaskId id = world.AddMask(box);
        Equal(world.MaskIdAt(id.Slot), id);
        Check(world.MaskIdAt(5).IsNone, "no mask in slot 5");
        world.FillRect(id, new Rect(0, 0, 8, 1), false);
        world.FillCircle(id, 4, 4, 1, false);
        world.EraseFromMask(id, Mask.Filled(1, 1), 7, 7);
        world.DrawOnMask(id, Mask.Filled(1, 1), 0, 0);
        Equal(world.Mask(id).Count, 64L - 8 - 4 - 1 + 1);
        Equal(box.Count, 64L);
        world.FillPolygon(id, new[] { new Real(0, 0), new Real(8, 0), new Real(8, 8), new Real(0, 8) }, false);
        world.FillLine(id, 0, 3, 7, 3);
        Equal(world.Mask(id).Count, 8L);
        Equal(box.Count, 64L);
        EqualLists(world.MaskIds(), id);
        world.ReplaceMask(id, box);
        Equal(world.Mask(id).Count, 64L);
        world.SetAngleSteps(id, 8);
        world.SetAngleSteps(id, null);
        SpriteId sprite = world.Spawn(id, 0, 0);
        Fails(Status.InUse, "", () => world.RemoveMask(id));
        world.Despawn(sprite);
        world.RemoveMask(id);
        Fails(Status.Stale, "", () => world.Mask(id));
        Check(id == new MaskId(id.Value) && id != default(MaskId) && id.Equals((object)id), "ids are equal by value");
    }

    static void Sprites()
    {
        var world = new World();
        MaskId mask = world.AddMask(Mask.FromText("##\n#."));
        var sprite = new Sprite(mask, 2.5, -0.51)
        {
            Layers = 4, CollidesWith = 6, FlipX = true, FlipY = true, Turn = 3, Angle = 90.1, Scale = new Real(2, 3),
            Fraction = new Real(0.25, 0.5), Origin = new Real(1.5, -2.25), Fixed = true, Sensor = true, OneWay = Side.Top, Continuous = true,
            Data = ulong.MaxValue,
        };
        Equal(sprite.Position, new Point(3, -1));
        SpriteId id = world.Spawn(sprite);
        Sprite got = world.Get(id);
        Equal(got, sprite);
        got.Origin = null;
        got.FlipX = got.Fixed = got.Sensor = false;
        got.OneWay = Side.None;
        world.Set(id, got);
        Check(!world.Get(id).Origin.HasValue && world.Get(id).Fraction.Y == 0.5 && !world.Get(id).Transform.HasValue, "no origin");
        world.Set(id, new Sprite(mask, 2, 2) { Transform = new Linear(0, -2, 1.5, 0.25), Fraction = new Real(0.5, 0) });
        Linear linear = world.Get(id).Transform.Value;
        Check(linear.A == 0 && linear.B == -2 && linear.C == 1.5 && linear.D == 0.25, "a transform");
        world.Refresh();
        EqualLists(world.DrawTransform(id), 0, -2, 2.5, 1.5, 0.25, 2);
        Sprite both = world.Get(id);
        both.Angle = 5;
        Fails(Status.Invalid, "a sprite with a transform has no `angle`", () => world.Set(id, both));
        both.Transform = null;
        world.Set(id, both);
        Check(!world.Get(id).Transform.HasValue && world.Get(id).Angle == 5, "an angle again");
        world.Set(id, got);
        Check(!world.Get(id).FlipX && world.Get(id).FlipY, "flips");
        world.SetData(id, 7);
        Equal(world.Get(id).Data, 7UL);
        Sprite plain = world.Get(world.Spawn(mask, 0, 0));
        Check(plain.Layers == 1 && plain.CollidesWith == World.AllLayers && plain.Scale.X == 1 && !plain.Fixed, "defaults");
        Equal(world.Count, 2);
        EqualLists(world.Ids(), id, world.IdAt(1));
        Equal(world.IdAt(0), id);
        Check(world.IdAt(9).IsNone && !id.IsNone && id.Slot == 0, "slots");
        SpriteId[] more = world.Spawn(new[] { plain, plain, plain });
        world.Set(more, new[] { got, got, got });
        Equal(world.Get(more[2]).Data, got.Data);
        Equal(world.DespawnMany(more), 3);
        Equal(world.Count, 2);
        Check(id.CompareTo(world.IdAt(1)) < 0 && id.GetHashCode() == new SpriteId(id.Value).GetHashCode(), "ids are ordered");
    }

    static void Positions()
    {
        SpriteId[] ids;
        World world = Boxes(out ids, 0, 0, 10, 0, 20, 0);
        world.MoveTo(ids[0], 1.5, 2.49);
        Equal(world.Position(ids[0]), new Point(2, 2));
        world.MoveBy(ids[0], -2, 1);
        Equal(world.Position(ids[0]), new Point(0, 3));
        world.JumpTo(ids[0], 5.5, 5);
        Equal(world.Position(ids[0]), new Point(6, 5));
        world.JumpTo(ids, new[] { new Point(1, 1), new Point(2, 2), new Point(3, 3) });
        EqualLists(world.PositionsBySlot(), new Point(1, 1), new Point(2, 2), new Point(3, 3));
        world.SetPositions(ids, new[] { new Point(4, 1), new Point(5, 2), new Point(6, 3) });
        world.SetPositions(ids.AsSpan(0, 1), new[] { new Real(-0.5, 0.5) });
        var places = new Point[3];
        world.Positions(ids, places);
        EqualLists(places, new Point(0, 1), new Point(5, 2), new Point(6, 3));
        world.Despawn(ids[1]);
        Equal(world.SlotCount, 3);
        Equal(world.PositionsBySlot()[1], new Point(int.MinValue, int.MinValue));
        world.SetPositionsBySlot(new[] { new Real(0.5, -0.5), new Real(double.NaN, 0), new Real(9, 9) });
        world.SetPositionsBySlot(new[] { new Point(7, 7), new Point(0, 0), new Point(9, 9) });
        Equal(world.Position(ids[2]), new Point(9, 9));
        world.SetLastPlace(ids[2], 0, 0.4);
        // Lists longer than the first call has room for.
        var many = new Sprite[100];
        for (int i = 0; i < many.Length; i++) many[i] = new Sprite(world.MaskIdAt(0), i, 0);
        SpriteId[] added = world.Spawn(many);
        Equal(world.Ids().Length, 102);
        Equal(world.PositionsBySlot()[added[99].Slot], new Point(99, 0));
        Equal(world.Ids(new SpriteId[3]), 102);
    }

    static void Queries()
    {
        SpriteId[] ids;
        World world = Boxes(out ids, 0, 0, 10, 0, 2, 2, 40, 0);
        Sprite sensor = world.Get(ids[1]);
        sensor.Sensor = true;
        sensor.Layers = 2;
        world.Set(ids[1], sensor);
        world.Refresh();
        EqualLists(world.Overlapping(ids[0]), ids[2]);
        EqualLists(world.Overlapping(ids[0], 2));
        EqualLists(world.FindPoint(3.9, 2), ids[0], ids[2]);
        EqualLists(world.FindPoint(3.9, 2, 2));
        EqualLists(world.FindRect(new Rect(5, 0, 6, 6)), ids[1], ids[2]);
        EqualLists(world.FindCircle(42, 2, 1), ids[3]);
        EqualLists(world.FindLine(-5, 1, 50, 1), ids[0], ids[1], ids[3]);
        EqualLists(world.FindPolygon(new[] { new Real(9, -1), new Real(15, -1), new Real(9, 5) }), ids[1]);
        EqualLists(world.FindMask(Mask.Filled(1, 1), 41.4, 3), ids[3]);
        var room = new SpriteId[1];
        Equal(world.FindPoint(3, 2, room), 2);
        Equal(room[0], ids[0]);
        Neighbor[] near = world.Nearest(0, 0, 3);
        Check(near.Length == 3 && near[0].Id == ids[0] && near[0].Distance == 0 && near[2].Id == ids[1], "the nearest");
        Equal(world.Nearest(0, 0, int.MaxValue).Length, 4);
        Equal(world.NearestOthers(near[0].Id, int.MaxValue).Length, 3);
        RayHit hit = world.CastRay(6, 1, 50, 1).Value;
        Equal(hit.Id, ids[3]);
        Equal(world.CastRay(6, 1, 50, 1, withSensors: true).Value.Id, ids[1]);
        Equal(world.CastRay(6, 9, 50, 9).HasValue, false);
        RayHit[] all = world.CastRayAll(-5, 1, 50, 1, withSensors: true);
        Check(all.Length == 3 && all[2].Id == ids[3], "all hits of a ray");
        RayHit[] each = world.CastRays(new[] { new Point(-5, 1), new Point(-5, 99) }, new[] { new Point(5, 1), new Point(5, 99) });
        Check(each[0].Hit && each[0].Id == ids[0] && !each[1].Hit, "rays");
        Swept swept = world.Sweep(ids[2], 60, 2);
        Equal(swept.At, new Point(36, 2));
        Equal(swept.Hit.Value.Id, ids[3]);
        Equal(swept.StartedInside, ids[0]);
        Equal(world.Sweep(ids[2], 2, 50).Hit.HasValue, false);
        Equal(world.Sweep(new PlacedMask(Mask.Filled(4, 4), 20, 0), 60, 0).At, new Point(36, 0));
        Check(!world.IsFree(ids[0]) && world.IsFree(ids[0].At(0, 20)), "free places");
        Sprite large = world.Get(ids[3]);
        large.Scale = new Real(40, 40);
        Check(!world.IsFree(ids[3].AsIf(large)) && world.IsFree(ids[3].AsIf(world.Get(ids[3]))), "free sizes");
        Equal(world.NearestFree(ids[0].At(2, 1), 9), new Point(2, -2));
        Equal(world.NearestFree(ids[0].At(2, 2), 1), null);
        Equal(world.NearestFree(ids[3].AsIf(world.Get(ids[3])), 9), new Point(40, 0));
        EqualLists(world.Touching(ids[2], 0, -1), ids[0]);
        EqualLists(world.Touching(ids[2], 0, 0), ids[0]);
        EqualLists(world.Touching(ids[3], 0, 0));
        Equal(world.Bounds(ids[2]), new Rect(2, 2, 4, 4));
        Point at;
        Equal(world.Shape(ids[2], out at).Count, 16L);
        Equal(at, new Point(2, 2));
        EqualLists(world.Collisions(), new Pair(ids[0], ids[2]));
        Equal(world.MaskPoint(ids[2], 3, 3.5).Y, 1.5);
        Fails(Status.Stale, "12345", () => world.MaskPoint(new SpriteId(12345), 0, 0));
    }

    static void Motions()
    {
        SpriteId[] ids;
        World world = Boxes(out ids, 0, 0, 20, 0, 0, 4);
        Moved moved = world.MoveUntil(ids[0], 40, 0);
        Equal(moved.At, new Point(16, 0));
        Check(moved.BlockedRight && !moved.BlockedLeft && !moved.BlockedUp && !moved.BlockedDown, "sides");
        Check(moved.Hits.Length == 1 && moved.Hits[0].Id == ids[1] && moved.StartedInside.Length == 0, "what stopped it");
        Equal(world.MoveUntil(ids[0], 16, 9, Motion.Slide).At, new Point(16, 9));
        world.MoveTo(ids[0], 19, 0);
        moved = world.MoveUntil(ids[0], 19, 0);
        EqualLists(moved.StartedInside, ids[1]);
        Equal(world.PushOut(ids[0], 9), new Point(-3, 0));
        world.MoveTo(ids[0], 19, 0);
        Equal(world.PushOut(ids[0], 9, along: new Point(0, -1)), new Point(0, -4));
        world.MoveTo(ids[0], 19, 0);
        Equal(world.PushOut(ids[0], 1), null);
        EqualLists(world.PushOutMany(new[] { ids[0] }, 9), new Point(-3, 0));
        world.MoveTo(ids[0], 19, 0);
        EqualLists(world.PushOutMany(new[] { ids[0] }, 1), new Point(int.MinValue, int.MinValue));
        world.MoveTo(ids[0], 1, 0);
        Carried carried = world.Carry(ids[2], 5, 4);
        EqualLists(carried.Riders, ids[0]);
        Equal(world.Position(ids[0]), new Point(6, 0));
        carried = world.Carry(ids[2], 0, 4, new SpriteId[0]);
        Check(carried.Riders.Length == 0 && carried.Pushed.Length == 0 && carried.Crushed.Length == 0, "no riders are given");
        Equal(world.Position(ids[0]), new Point(6, 0));
        // What the pages say of BlockedDown, on a floor of two boxes.
        world = Boxes(out ids, 0, 0, 0, 4, 4, 4);
        Check(world.MoveUntil(ids[0], 0, 1, Motion.Slide).BlockedDown, "a slide that was stopped downwards");
        Check(!world.MoveUntil(ids[0], 0, 0, Motion.Slide).BlockedDown, "a slide of 0 pixels");
        Check(!world.MoveUntil(ids[0], 1, 0, Motion.Slide).BlockedDown, "a slide along the floor");
        Check(world.MoveUntil(ids[0], 1, 0, Motion.Walk(1, 1)).BlockedDown, "a walk of 0 pixels");
        Check(world.MoveUntil(ids[0], 2, 0, Motion.Walk(1, 1)).BlockedDown, "a walk along the floor");
        Check(!world.MoveUntil(ids[0], 9, 0, Motion.Walk(1, 1)).BlockedDown, "a walk beyond the floor");
        Kept.Take(0.4, 0);
        Equal(Kept.Take(0.4, 0), new Point(1, 0)); // of a copy, it would forget the first
        var remainder = new Remainder();
        Equal(remainder.Take(0.3, -1.2), new Point(0, -1));
        Equal(remainder.Take(0.3, -0.4), new Point(1, -1));
        Equal(Math.Round(remainder.Rest.X, 9), -0.4);
    }

    static readonly Remainder Kept = new Remainder();

    static void Terrain()
    {
        SpriteId[] ids;
        World world = Boxes(out ids, 0, 0, 0, 10, 0, 20);
        MaskId own = world.OwnMask(ids[0]);
        Equal(world.OwnMask(ids[0]), own);
        world.FillRect(own, new Rect(0, 0, 4, 1), false);
        Equal(world.Mask(own).Count, 12L);
        EqualLists(world.ErasePoint(0.5, 1.5), ids[0]);
        EqualLists(world.EraseRect(new Rect(1, 0, 1, 99)), ids);
        EqualLists(world.EraseCircle(0, 10, 1), ids[1]);
        EqualLists(world.EraseLine(3, 20, 3, 30), ids[2]);
        EqualLists(world.ErasePolygon(new[] { new Real(2, 10), new Real(4, 10), new Real(4, 12) }), ids[1]);
        EqualLists(world.EraseMask(Mask.Filled(1, 1), 2, 20), ids[2]);
        EqualLists(world.EraseMask(Mask.Filled(1, 1), 2, 20));
        EqualLists(world.EraseRect(new Rect(0, 0, 99, 99), 2));
        SpriteId[] parts = world.Split(ids[2]);
        Equal(parts.Length, 1);
        world.Refresh();
        Equal(world.Bounds(parts[0]), new Rect(2, 21, 1, 3));
        Equal(world.Bounds(ids[2]), new Rect(0, 20, 1, 4));
        Fails(Status.Stale, "99 is not an id", () => world.Split(new SpriteId(99)));
        Fails(Status.OutOfRange, "", () => world.EraseCircle(0, 0, double.NaN));
        Fails<ArgumentNullException>("mask", () => world.EraseMask(null, 0, 0));

        Check(world.Contains(ids[0]) && !world.Contains(default(SpriteId)), "a world contains its sprites");
        Equal(world.DespawnMany(new[] { ids[0], ids[0], default(SpriteId), ids[1] }), 2);
        Check(!world.Contains(ids[0]), "the sprite was removed");
        world.Clear();
        Equal(world.Count, 0);

        byte[] picture = { 1, 2, 3, 4, 5, 6, 7, 8 };
        Mask.FromText("#.").ClearAlpha(picture);
        EqualLists(picture, new byte[] { 1, 2, 3, 4, 5, 6, 7, 0 });
        Fails(Status.Invalid, "pixels must have at least 8 bytes, got 7", () => Mask.FromText("#.").ClearAlpha(new byte[7]));
    }

    static void Saved()
    {
        SpriteId[] ids;
        World world = Boxes(out ids, 0, 0, 2, 2, 50, 50);
        world.Step();
        byte[] bytes = world.ToBytes();
        foreach (World other in new[] { World.FromBytes(bytes), world.Copy() })
        {
            Step step = other.Step();
            EqualLists(step.Pairs, new Pair(ids[0], ids[1]));
            Equal(step.Began.Length, 0);
        }
        byte[] small = world.ToBytesWithoutMasks();
        Check(small.Length < bytes.Length, "masks take bytes");
        Mask box = Mask.Filled(4, 4), closed = Mask.Filled(4, 4);
        World loaded = World.FromBytes(small, world.MaskIds(), new[] { box });
        box.Dispose();
        EqualLists(loaded.Step().Pairs, new Pair(ids[0], ids[1]));
        Fails<ArgumentException>("masks must have 1 items, got 0", () => World.FromBytes(small, world.MaskIds(), new Mask[0]));
        Fails<ArgumentNullException>("masks", () => World.FromBytes(small, world.MaskIds(), new Mask[1]));
        closed.Dispose();
        Fails<ObjectDisposedException>("masks", () => World.FromBytes(small, world.MaskIds(), new[] { closed }));
        Fails(Status.Damaged, "", () => World.FromBytes(small));
        for (int bit = 0; bit < 8 * bytes.Length; bit++)
        {
            byte[] damaged = (byte[])bytes.Clone();
            damaged[bit / 8] ^= (byte)(1 << bit % 8);
            Fails(Status.Damaged, "", () => World.FromBytes(damaged));
        }
    }
}
