// What examples/bench.rs measures, from C#: `run bench` compares them. Each row is the median of its runs.
using System;
using System.Diagnostics;
using System.Globalization;
using Hitmask;

static class Bench
{
    const int Sprites = 10000, Side = 2000, Offsets = 4096, Passes = 20, Runs = 61, Steps = 10, StepRuns = 41;
    static uint seed = 1;

    static int Below(uint limit)
    {
        seed = seed * 1664525 + 1013904223;
        return (int)((seed >> 8) % limit);
    }

    static Mask Disc(int size)
    {
        var mask = new Mask(size, size);
        mask.FillCircle(size / 2.0, size / 2.0, size / 2.0);
        return mask;
    }

    static double Nanoseconds(Stopwatch watch) => watch.ElapsedTicks * 1e9 / Stopwatch.Frequency;

    static double Median(double[] values)
    {
        Array.Sort(values);
        return values[values.Length / 2];
    }

    static void Print(string name, double time, long answer)
    {
        string who = Type.GetType("Mono.Runtime") == null ? "dotnet" : "mono";
        Console.WriteLine(string.Format(CultureInfo.InvariantCulture, "{0} {1} {2:F2} ns, answer {3}", name, who, time, answer));
    }

    static void Main()
    {
        Mask a = Disc(32), b = Disc(32);
        var offsets = new Point[Offsets];
        for (int i = 0; i < Offsets; i++) offsets[i] = new Point(Below(65) - 32, Below(65) - 32);
        var took = new double[Runs];
        long hits = 0;
        for (int run = 0; run < Runs; run++)
        {
            hits = 0;
            var watch = Stopwatch.StartNew();
            for (int turn = 0; turn < Passes; turn++)
            {
                for (int i = 0; i < offsets.Length; i++)
                {
                    if (a.Overlaps(b, offsets[i].X, offsets[i].Y)) hits++;
                }
            }
            took[run] = Nanoseconds(watch) / (Passes * Offsets);
        }
        Print("overlaps-32", Median(took), hits);

        var world = new World();
        Limits limits = world.Limits;
        limits.ParallelFrom = long.MaxValue;
        world.Limits = limits;
        MaskId mask = world.AddMask(Disc(16));
        Point[] places = new Point[Sprites], moves = new Point[Sprites];
        for (int i = 0; i < Sprites; i++) places[i] = new Point(Below(Side), Below(Side));
        for (int i = 0; i < Sprites; i++) moves[i] = new Point(Below(5) - 2, Below(5) - 2);
        foreach (Point place in places) world.Spawn(mask, place.X, place.Y);
        took = new double[StepRuns];
        long pairs = 0;
        for (int run = 0; run < StepRuns; run++)
        {
            var watch = Stopwatch.StartNew();
            for (int turn = 0; turn < Steps; turn++)
            {
                for (int i = 0; i < places.Length; i++)
                {
                    places[i].X = (places[i].X + moves[i].X + Side) % Side;
                    places[i].Y = (places[i].Y + moves[i].Y + Side) % Side;
                }
                world.SetPositionsBySlot(places);
                Step step = world.Step();
                pairs += step.Pairs.Length + step.Began.Length;
            }
            took[run] = Nanoseconds(watch) / Steps;
        }
        Print("step-10000", Median(took), pairs);
    }
}
