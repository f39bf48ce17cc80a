using System;
using System.Runtime.CompilerServices;
using System.Threading;
using Hitmask;
using static Test;

// The garbage collector frees masks and worlds, and never what a call or a list still uses.
static class Garbage
{
    public static void Run()
    {
        // A collection at any moment: a thread collects all the time.
        bool ends = false;
        var collector = new Thread(() =>
        {
            while (!Volatile.Read(ref ends)) GC.Collect();
        });
        collector.Start();
        try
        {
            for (int i = 0; i < 300; i++) Once();
        }
        finally
        {
            Volatile.Write(ref ends, true);
            collector.Join();
        }
        var weak = new WeakReference[20];
        Forget(weak);
        GC.Collect();
        GC.WaitForPendingFinalizers();
        GC.Collect();
        int alive = 0;
        foreach (WeakReference one in weak) alive += one.IsAlive ? 1 : 0;
        Check(alive < 10, "most objects that nobody holds are collected, alive are " + alive);
        Memory();
    }

    /// <summary>Nobody holds the world after its step, or the masks after their call began.</summary>
    static void Once()
    {
        ReadOnlySpan<Pair> pairs = Made().Step().Pairs;
        byte[] waste = new byte[10000];
        Equal(pairs.Length, 190);
        SpriteId last = default(SpriteId);
        foreach (Pair pair in pairs)
        {
            Check(pair.A.Value != 0 && pair.A.CompareTo(pair.B) < 0 && pair.A.CompareTo(last) >= 0, "sorted pairs");
            last = pair.A;
        }
        Equal(World.FromBytes(Made().ToBytes()).Step().Pairs.Length, 190);
        Check(Mask.Filled(64, 64).Overlaps(Mask.Filled(64, 64), 3, 3), "two masks that live for a call");
        Equal(Made().MoveUntil(new SpriteId(Made().IdAt(0).Value), 0, 0).StartedInside.Length, 19);
        GC.KeepAlive(waste);
    }

    static World Made()
    {
        var world = new World();
        MaskId mask = world.AddMask(Mask.Filled(64, 64));
        for (int i = 0; i < 20; i++) world.Spawn(mask, i, i);
        return world;
    }

    [MethodImpl(MethodImplOptions.NoInlining)]
    static void Forget(WeakReference[] weak)
    {
        for (int i = 0; i < weak.Length; i++) weak[i] = i % 2 == 0 ? new WeakReference(Made()) : new WeakReference(new Mask(9, 9));
    }

    /// <summary>Masks of 8 MB, of which few live at a time: they are disposed, or collected because the collector knows how large they are.</summary>
    static void Memory()
    {
        for (int i = 0; i < 5000; i++)
        {
            using (Mask large = new Mask(8192, 8192)) large.Set(i, i);
        }
        var forgotten = new WeakReference[500];
        for (int i = 0; i < forgotten.Length; i++) forgotten[i] = new WeakReference(new Mask(8192, 8192));
        int alive = 0;
        foreach (WeakReference one in forgotten) alive += one.IsAlive ? 1 : 0;
        Check(alive < 250, "less than half of the large masks that nobody holds, got " + alive);
    }
}
