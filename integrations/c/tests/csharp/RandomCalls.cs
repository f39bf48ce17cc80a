using System;
using System.Collections.Generic;
using Hitmask;
using static Test;

// Random calls: objects that live, objects that were disposed, null, ids of other worlds and ids that were never given, lists of any length, and
// awkward numbers. Every call returns or throws one of the exceptions that the docs name; nothing crashes, panics or breaks.
sealed class RandomCalls
{
    private const int Objects = 6, Worlds = 3, Room = 64;
    private static readonly int[] Whole =
        { int.MinValue, int.MinValue + 1, -(1 << 30) - 1, -(1 << 30), -1, 0, 1, 1 << 30, (1 << 30) + 1, int.MaxValue };
    private static readonly double[] Awkward =
        { 0, -0.0, double.NaN, double.PositiveInfinity, double.NegativeInfinity, double.MaxValue, double.Epsilon, -1e300, 1e9, 1e-9 };

    private ulong state;
    private readonly Mask[] masks = new Mask[Objects];
    private readonly World[] worlds = new World[Worlds];
    private readonly SpriteId[] sprites = new SpriteId[Room];
    private readonly MaskId[] maskIds = new MaskId[Room];
    private readonly byte[] bytes = new byte[4096];

    public static void Run(ulong seed, int calls)
    {
        var random = new RandomCalls { state = seed };
        for (int i = 0; i < Objects; i++) random.masks[i] = Mask.Filled(8, 8);
        for (int i = 0; i < Worlds; i++) random.worlds[i] = new World();
        var ends = new SortedDictionary<string, int>();
        for (int call = 0; call < calls; call++)
        {
            string end = "returned";
            try
            {
                if (random.Flag()) random.OfMasks();
                else random.OfWorlds();
            }
            catch (HitmaskException exception)
            {
                Check(exception.Status < Status.Panic && exception.Message.Length > 0, "no panic in call " + call + ": " + exception);
                end = exception.Status.ToString();
            }
            catch (ArgumentException exception)
            {
                end = exception.GetType().Name;
            }
            catch (ObjectDisposedException)
            {
                end = "ObjectDisposedException";
            }
            catch (OverflowException exception)
            {
                Check(exception.StackTrace.Contains("get_Width") || exception.StackTrace.Contains("get_Height"), "sizes of damaged masks: " + exception);
                end = "OverflowException";
            }
            int count;
            ends.TryGetValue(end, out count);
            ends[end] = count + 1;
            random.Renew();
        }
        foreach (string end in new[] { "Invalid", "OutOfRange", "Stale", "NotRefreshed", "Damaged", "InUse", "ArgumentNullException",
            "ArgumentOutOfRangeException", "ArgumentException", "ObjectDisposedException" })
        {
            Check(ends.ContainsKey(end), "random calls that end with " + end);
        }
        Check(ends["returned"] * 4 > calls, "at least a quarter of the calls that return, got " + ends["returned"]);
        Console.WriteLine(calls + " random calls, of which " + (calls - ends["returned"]) + " failed with an exception");
    }

    /// <summary>Replaces disposed objects after a while, and worlds with so many sprites that calls would be slow.</summary>
    private void Renew()
    {
        if (Below(40) == 0) masks[Below(Objects)] = Mask.Filled(Below(20), Below(20));
        if (Below(100) == 0) worlds[Below(Worlds)] = new World();
        for (int i = 0; i < Worlds; i++)
        {
            try
            {
                if (worlds[i].Count > 60) worlds[i] = new World();
            }
            catch (ObjectDisposedException)
            {
                // It stays for a while.
            }
        }
    }

    // ---- arguments

    private int Below(int limit)
    {
        state = state * 6364136223846793005 + 1442695040888963407;
        return (int)((state >> 33) % (uint)limit);
    }

    private bool Flag() => Below(2) == 0;
    private int Int() => Below(12) == 0 ? Whole[Below(Whole.Length)] : Below(120) - 40;
    private double Number() => Below(15) == 0 ? Awkward[Below(Awkward.Length)] : Below(1200) / 10.0 - 40;
    // Sizes are small, so that a test ends, or too large, so that nothing is made.
    private int Size() => Below(30) == 0 ? int.MaxValue - Below(3) : Below(20) == 0 ? -1 : Below(50);
    private int Limit() => Below(30) == 0 ? -1 : Below(60);
    private uint Layers() => Below(3) == 0 ? (uint)Below(8) : World.AllLayers;
    private Point PointOf() => new Point(Int(), Int());
    private Real RealOf() => new Real(Number(), Number());
    private Rect RectOf() => new Rect { Left = Int(), Top = Int(), Width = (uint)Size(), Height = (uint)Size() };
    private SpriteId Id() => Below(20) == 0 ? new SpriteId((ulong)Below(9) << (32 * Below(2))) : sprites[Below(Room)];
    private MaskId MaskIdOf() => Below(20) == 0 ? new MaskId((ulong)Below(9) << (32 * Below(2))) : maskIds[Below(Room)];
    private Mask MaskOf() => Below(30) == 0 ? null : masks[Below(Objects)];
    private Mask Self() => masks[Below(Objects)];
    private World WorldOf() => worlds[Below(Worlds)];

    /// <summary>A list of up to 4 items, or null.</summary>
    private T[] List<T>(Func<T> item)
    {
        if (Below(20) == 0) return null;
        var list = new T[Below(5)];
        for (int i = 0; i < list.Length; i++) list[i] = item();
        return list;
    }

    /// <summary>A list as long as another one, or nearly.</summary>
    private T[] Like<T, U>(U[] other, Func<T> item)
    {
        var list = new T[(other == null ? 0 : other.Length) + (Below(20) == 0 ? 1 : 0)];
        for (int i = 0; i < list.Length; i++) list[i] = item();
        return list;
    }

    private Pair PairOf() => new Pair(Id(), Id());

    private Sprite SpriteOf()
    {
        var sprite = new Sprite { Mask = MaskIdOf(), Position = PointOf(), Scale = new Real(1, 1), Layers = Layers(), CollidesWith = Layers() };
        if (Flag()) return sprite;
        sprite.Angle = Number();
        sprite.Scale = Below(4) == 0 ? RealOf() : new Real(0.1 + Below(30) / 10.0, 0.1 + Below(30) / 10.0);
        sprite.FlipX = Flag();
        sprite.FlipY = Flag();
        sprite.Turn = Below(30) == 0 ? Int() : Below(4);
        sprite.Fixed = Flag();
        sprite.Sensor = Flag();
        sprite.OneWay = (Side)Below(6);
        sprite.Continuous = Flag();
        if (Flag()) sprite.Origin = RealOf();
        if (Below(4) == 0) sprite.Fraction = Below(9) == 0 ? RealOf() : new Real(Below(8) / 8.0, Below(8) / 8.0);
        if (Below(9) == 0) sprite = new Sprite { Mask = sprite.Mask, Position = sprite.Position, Scale = new Real(1, 1), Transform = new Linear(Number(), Number(), Number(), Number()) };
        if (Below(9) == 0) sprite.SetTransform(Size(), Size(), new[] { Number(), Number(), Number(), Number(), Number(), Number() });
        if (Below(9) == 0) sprite.SetTransform(Size(), Size(), Number(), Number(), Number(), Number(), Number(), Number(), Number());
        return sprite;
    }

    private Who WhoOf()
    {
        switch (Below(5))
        {
            case 0: return Id();
            case 1: return Id().At(Number(), Number());
            case 2: return Id().AsIf(SpriteOf());
            case 3: return SpriteOf();
            default: return new PlacedMask(MaskOf(), Number(), Number());
        }
    }

    private Motion MotionOf() => Below(3) == 0 ? Motion.Stop : Flag() ? Motion.Slide : Motion.Walk(Limit(), Limit());

    private ReadOnlySpan<byte> Bytes() => bytes.AsSpan(0, Below(bytes.Length + 1));
    private int Stride() => Below(20) == 0 ? int.MaxValue - Below(2) : Below(3) == 0 ? 0 : Below(250);

    // ---- calls

    private void Keep(Mask made)
    {
        if (made == null || made.Width > 300 || made.Height > 300) return;
        int place = Below(Objects);
        if (Flag()) masks[place].Dispose(); // the others are garbage
        masks[place] = made;
    }

    private void OfMasks()
    {
        for (int i = 0; i < 16; i++) bytes[Below(bytes.Length)] = (byte)Below(256);
        Point at;
        bool flag = Flag();
        switch (Below(46))
        {
            case 0: Keep(new Mask(Size(), Size())); break;
            case 1: Keep(Mask.Filled(Size(), Size())); break;
            case 2: Keep(Mask.FromRgba(Bytes(), Size(), Size(), Stride(), (byte)Below(256))); break;
            case 3: Keep(Mask.FromAlpha(Bytes(), Size(), Size(), Stride(), (byte)Below(256))); break;
            case 4:
                Solid solid = Below(3) == 0 ? Solid.ColorKey(0, 1, (byte)Below(256)) : Below(2) == 0 ? Solid.LumaAbove((byte)Below(256)) : default(Solid);
                if (flag) Keep(Mask.FromPixels(Bytes(), Size(), Size(), (PixelOrder)Below(7), Stride(), solid));
                else Keep(Mask.FromColorKey(Bytes(), Size(), Size(), bytes.AsSpan(0, Below(5)), Stride()));
                break;
            case 5:
                if (flag) Keep(Mask.FromBitRows(Bytes(), Size(), Size(), Stride(), Below(2) == 0));
                else Keep(Mask.FromBits(Bytes(), Size(), Size()));
                break;
            case 6: Keep(Mask.FromText(Below(9) == 0 ? null : new string('#', Below(9)) + (flag ? "\n" : "") + new string('.', Below(9)))); break;
            case 7: Keep(Mask.FromBytes(Bytes())); break;
            case 8: Keep(Mask.FromPixels(new uint[Below(200)], Size(), Size(), (byte)Below(256))); break;
            case 9: Keep(Mask.FromPixels(new uint[64], 8, 8, RectOf(), (byte)Below(256))); break;
            case 10: Keep(UnityPixels.MaskFromPixels32(new uint[64], 8, 8, Below(9), Below(9), Below(9), Below(9))); break;
            case 11: Keep(Self().Copy()); break;
            case 12: Keep(Self().OverlapMask(MaskOf(), Int(), Int())); break;
            case 13: Keep(Self().Oriented(flag, Below(5))); break;
            case 14: Keep(Self().Scaled(Size(), Size())); break;
            case 15: Keep(Self().Rotated(Number(), out at)); break;
            case 16: Keep(Self().Cropped(out at)); break;
            case 17: Keep(Self().Grown(flag ? Below(9) : Number(), out at)); break;
            case 18: Keep(Self().Shrunk(Number(), out at)); break;
            case 19: Keep(Self().ComponentAt(Int(), Int(), flag, out at)); break;
            case 20: Keep(Self().LargestComponent(flag, out at)); break;
            case 21: Self().Contains(Int(), Int()); break;
            case 22: Check(Self().Count >= 0, "a count"); break;
            case 23: Check(Self().Bounds.GetValueOrDefault().Width < 300, "bounds"); break;
            case 24: Check(!double.IsNaN(Self().Centroid.GetValueOrDefault().X), "a centroid"); break;
            case 25: Self().Overlaps(MaskOf(), Int(), Int()); break;
            case 26: Self().OverlapFirst(MaskOf(), Int(), Int()); break;
            case 27: Self().OverlapArea(MaskOf(), Int(), Int()); break;
            case 28: Self().OverlapBounds(MaskOf(), Int(), Int()); break;
            case 29: Self().OverlapsRect(RectOf()); break;
            case 30: Self().OverlapsCircle(Number(), Number(), Number()); break;
            case 31: Self().OverlapNormal(MaskOf(), Int(), Int()); break;
            case 32: Self().Penetration(MaskOf(), Int(), Int()); Self().Distance(MaskOf(), Int(), Int()); break;
            case 33: Self().PenetrationAlong(MaskOf(), Int(), Int(), Int(), Int()); break;
            case 34: Self().NearestFree(MaskOf(), Int(), Int(), Limit()); break;
            case 35: Self().NearestFree(MaskOf(), Int(), Int(), Limit(), RectOf()); break;
            case 36: Self().CastRay(Int(), Int(), Int(), Int()); break;
            case 37: Self().Sweep(MaskOf(), Below(99), 0, 0, Below(99)); break;
            case 38: Self().Set(Int(), Int(), flag); break;
            case 39: Self().FillRect(RectOf(), flag); break;
            case 40: Self().FillCircle(Number(), Number(), Number(), flag); break;
            case 41: Self().FillPolygon(List(RealOf), flag); break;
            case 42:
                switch (Below(4))
                {
                    case 0: Self().Draw(MaskOf(), Int(), Int()); break;
                    case 1: Self().Erase(MaskOf(), Int(), Int()); break;
                    case 2: Self().Toggle(MaskOf(), Int(), Int()); break;
                    default: Self().Intersect(MaskOf(), Int(), Int()); break;
                }
                break;
            case 43: Self().ComponentBounds(flag); break;
            case 44: Self().Contours(flag ? 0 : Number()); break;
            default:
                switch (Below(16))
                {
                    case 6: Self().Pixels(); break;
                    case 7: Self().Runs(); break;
                    case 8: Self().Outline(); break;
                    case 9: Self().ConvexHull(); break;
                    case 10: Self().OverlapsPolygon(List(RealOf)); break;
                    case 11: foreach (PlacedMask one in Self().ConnectedComponents(flag)) Keep(one.Mask); break;
                    case 12: Self().DetachedComponents(RectOf(), flag); break;
                    case 13: Keep(Self().CollidingOffsets(MaskOf(), out at)); break;
                    case 14: Keep(Self().Convolve(MaskOf())); break;
                    case 15: Keep(Mask.FromContours(Size(), Size(), Self().Contours())); break;
                    case 0: Self().ToAlpha(bytes.AsSpan(0, Below(4097)), 1, 0, Stride()); break;
                    case 1: Self().ToRgba(bytes.AsSpan(0, Below(4097)), bytes.AsSpan(0, 3 + Below(2)), bytes.AsSpan(0, 4), Stride()); break;
                    case 2: Self().ToBits(); break;
                    case 3: Self().ToBytes(); break;
                    case 4: Self().FillLine(Int(), Int(), Int(), Int(), flag); break;
                    default: Self().Invert(); break;
                }
                break;
        }
    }

    private void OfWorlds()
    {
        World world = WorldOf();
        bool flag = Flag();
        SpriteId[] ids;
        switch (Below(53))
        {
            case 0: worlds[Below(Worlds)] = world.Copy(); break;
            case 1:
                byte[] saved = world.ToBytes();
                if (flag) saved[Below(saved.Length)] ^= (byte)(1 << Below(8));
                worlds[Below(Worlds)] = World.FromBytes(saved.AsSpan(0, saved.Length - (Below(4) == 0 ? 1 : 0)));
                break;
            case 2: case 3: case 4: maskIds[Below(Room)] = world.AddMask(MaskOf()); break;
            case 5: world.ReplaceMask(MaskIdOf(), MaskOf()); break;
            case 6: world.RemoveMask(MaskIdOf()); break;
            case 7: Keep(world.Mask(MaskIdOf())); break;
            case 8: world.EraseFromMask(MaskIdOf(), MaskOf(), Int(), Int()); break;
            case 9: world.DrawOnMask(MaskIdOf(), MaskOf(), Int(), Int()); break;
            case 10: world.FillRect(MaskIdOf(), RectOf(), flag); break;
            case 11: world.FillCircle(MaskIdOf(), Number(), Number(), Number(), flag); break;
            case 12: world.SetAngleSteps(MaskIdOf(), flag ? Below(70000) - 10 : (int?)null); break;
            case 13: case 14: case 15: case 16: case 17:
                ids = world.Spawn(List(SpriteOf));
                foreach (SpriteId id in ids) sprites[Below(Room)] = id;
                break;
            case 18: world.DespawnMany(List(Id)); break;
            case 19: world.Set(Id(), SpriteOf()); break;
            case 20:
                ids = List(Id);
                world.Set(ids, Like(ids, SpriteOf));
                break;
            case 21:
                if (flag) world.DrawTransform(Id());
                else world.Get(Id());
                break;
            case 22:
                ids = List(Id);
                world.SetPositions(ids, Like(ids, PointOf));
                break;
            case 23:
                ids = List(Id);
                world.SetPositions(ids, Like(ids, RealOf));
                break;
            case 24:
                ids = List(Id);
                world.Positions(ids, Like(ids, PointOf));
                break;
            case 25: world.SetPositionsBySlot(flag ? world.PositionsBySlot() : List(PointOf)); break;
            case 26:
                ids = List(Id);
                world.JumpTo(ids, Like(ids, PointOf));
                break;
            case 27: world.MoveTo(Id(), Number(), Number()); break;
            case 28: world.MoveBy(Id(), Int(), Int()); break;
            case 29: world.SetLastPlace(Id(), Number(), Number()); break;
            case 30: case 31: case 32: world.Refresh(); break;
            case 33: case 34:
                foreach (Pair pair in world.Step().Pairs) Check(pair.A.CompareTo(pair.B) < 0, "the smaller slot first");
                break;
            case 35: Check((flag ? world.BeganBetween(Layers(), Layers()) : world.PairsBetween(Layers(), Layers())) != null, "a list"); break;
            case 36: world.ContactsOf(Id(), new Contact[Below(5)]); break;
            case 37: world.Contact(Id(), Id()); break;
            case 38: world.Contacts(List(PairOf)); break;
            case 39: world.Penetrations(List(PairOf)); break;
            case 40: world.Impacts(List(PairOf)); break;
            case 41:
                Point at;
                Keep(world.SharedPixels(Id(), Id(), out at));
                break;
            case 42: Query(world, flag); break;
            case 43: Query(world, flag); break;
            case 44: Query(world, flag); break;
            case 45: world.MoveUntil(Id(), Number(), Number(), MotionOf(), Layers(), flag, Below(2) == 0); break;
            case 46: world.PushOut(Id(), Limit(), null, flag ? RectOf() : (Rect?)null); break;
            case 47: world.PushOut(Id(), Limit(), PointOf(), flag ? RectOf() : (Rect?)null); break;
            case 48:
                if (flag) world.Carry(Id(), Number(), Number());
                else world.Carry(Id(), Number(), Number(), List(Id));
                break;
            case 49: maskIds[Below(Room)] = world.OwnMask(Id()); break;
            case 50:
                if (flag) world.EraseCircle(Number(), Number(), Number());
                else world.EraseMask(MaskOf(), Number(), Number());
                break;
            case 51: foreach (SpriteId part in world.Split(Id())) sprites[Below(Room)] = part; break;
            default:
                if (Below(20) == 0) world.Dispose();
                break;
        }
    }

    private void Query(World world, bool flag)
    {
        var room = new SpriteId[Below(5)];
        switch (Below(26))
        {
            case 0: world.Overlapping(Id(), Layers(), Id()); break;
            case 1: world.FindPoint(Number(), Number(), room, Layers()); break;
            case 2: world.FindRect(RectOf(), room, Layers(), Id()); break;
            case 3: world.FindCircle(Number(), Number(), Number(), Layers()); break;
            case 4: world.FindLine(Number(), Number(), Number(), Number(), room, Layers()); break;
            case 5: world.FindPolygon(List(RealOf), Layers()); break;
            case 6: world.FindMask(MaskOf(), Number(), Number(), Layers()); break;
            case 7:
                if (flag) world.NearestOthers(WhoOf(), Below(9) - 1, Layers());
                else world.Nearest(Number(), Number(), Below(9) - 1, Layers());
                break;
            case 8: world.CastRay(Number(), Number(), Number(), Number(), Layers(), flag); break;
            case 9: world.CastRayAll(Number(), Number(), Number(), Number(), new RayHit[Below(4)], Layers(), flag); break;
            case 10:
                Point[] from = List(() => new Point(Below(90), Below(90)));
                world.CastRays(from, Like(from, () => new Point(Below(90), Below(90))), Layers(), flag);
                break;
            case 11: world.Sweep(WhoOf(), Below(90), Number(), Layers(), flag, Below(2) == 0, Id()); break;
            case 12: world.Sweep(new PlacedMask(MaskOf(), Below(90), Below(90)), Below(90), Number(), Layers(), flag); break;
            case 13: world.IsFree(WhoOf(), Layers(), flag, Id()); break;
            case 14: world.IsFree(Id().AsIf(SpriteOf()), Layers(), flag); break;
            case 15: world.NearestFree(WhoOf(), Limit(), flag ? RectOf() : (Rect?)null, Layers(), flag); break;
            case 16: world.NearestFree(Id().AsIf(SpriteOf()), Limit(), null, Layers(), flag); break;
            case 17: world.Touching(Id(), Int(), Int(), room, Layers(), flag); break;
            case 18: world.Bounds(Id()); break;
            case 19:
                Point at;
                Keep(world.Shape(WhoOf(), out at));
                break;
            case 20: world.Collisions(new Pair[Below(9)]); break;
            case 21: world.PushOutMany(List(Id), Limit()); break;
            case 22: worlds[Below(Worlds)] = World.FromBytes(world.ToBytesWithoutMasks(), List(MaskIdOf), List(MaskOf)); break;
            case 23: world.FillPolygon(MaskIdOf(), List(RealOf), flag); break;
            case 24: world.FillLine(MaskIdOf(), Int(), Int(), Int(), Int(), flag); break;
            default: world.MaskPoint(Id(), Number(), Number()); break;
        }
    }
}
