using System;
using System.Threading;
using Hitmask;
using static Test;

// Several threads ask one world and its masks at once, and each has its own message.
static class Threads
{
    public static void Run()
    {
        var world = new World();
        Mask disc = new Mask(16, 16);
        disc.FillCircle(8, 8, 8);
        MaskId mask = world.AddMask(disc);
        var ids = new SpriteId[400];
        for (int i = 0; i < ids.Length; i++) ids[i] = world.Spawn(mask, i % 20 * 12, i / 20 * 12);
        world.Step();
        string expected = Answers(world, disc, ids);
        var faults = new Exception[4];
        var threads = new Thread[4];
        for (int t = 0; t < threads.Length; t++)
        {
            int number = t;
            threads[t] = new Thread(() =>
            {
                try
                {
                    for (int turn = 0; turn < 20; turn++)
                    {
                        Equal(Answers(world, disc, ids), expected);
                        var stranger = new SpriteId((ulong)(1000 * number + turn + 1) << 40);
                        Fails(Status.Stale, stranger.Value + " is not an id", () => world.Get(stranger));
                    }
                }
                catch (Exception exception)
                {
                    faults[number] = exception;
                }
            });
        }
        foreach (Thread thread in threads) thread.Start();
        foreach (Thread thread in threads) thread.Join();
        foreach (Exception fault in faults)
        {
            if (fault != null) throw new Exception("a thread failed", fault);
        }
        DisposeWhileAsked();
    }

    static string Answers(World world, Mask disc, SpriteId[] ids)
    {
        long sum = 0;
        for (int i = 0; i < ids.Length; i += 7)
        {
            sum = sum * 31 + world.Overlapping(ids[i]).Length;
            sum = sum * 31 + world.ContactsOf(ids[i]).Length;
            sum = sum * 31 + (world.IsFree(ids[i].At(i, i)) ? 1 : 0);
            sum = sum * 31 + world.Sweep(ids[i], 300, i).At.X;
            sum = sum * 31 + disc.OverlapArea(disc, i % 16, 3);
        }
        return sum + " " + world.FindRect(new Rect(0, 0, 100, 100)).Length;
    }

    /// <summary>A world that is disposed while another thread asks: the calls that run end first, the next ones are exceptions.</summary>
    static void DisposeWhileAsked()
    {
        for (int turn = 0; turn < 50; turn++)
        {
            SpriteId[] ids;
            World world = Worlds.Boxes(out ids, 0, 0, 1, 1);
            Exception fault = null;
            var asked = new ManualResetEvent(false);
            var thread = new Thread(() =>
            {
                try
                {
                    while (true)
                    {
                        Equal(world.Overlapping(ids[0]).Length, 1);
                        asked.Set();
                    }
                }
                catch (Exception exception)
                {
                    fault = exception;
                    asked.Set();
                }
            });
            thread.Start();
            asked.WaitOne();
            world.Dispose();
            thread.Join();
            Check(fault is ObjectDisposedException, "an ObjectDisposedException, got " + fault);
        }
    }
}
