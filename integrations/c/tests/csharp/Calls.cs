using System;
using Hitmask;

/// <summary>Plays the script of calls. `cargo test` writes the other part; see tests/it/calls.</summary>
sealed partial class Calls
{
    private readonly World world = new World();
    private readonly Remainder rest = new Remainder();

    public static void Run()
    {
        new Calls().ScriptCalls();
        new Calls().MotionCalls();
    }

    private static void Is(string what, bool got, bool expected) => Test.Check(got == expected, what + " is " + expected);

    private static void Is(string what, double got, double expected)
    {
        if (got != expected) throw new Exception(what + " is " + got.ToString("R") + ", expected " + expected.ToString("R"));
    }

    private SpriteId Id(int slot) => world.IdAt(slot);
    private Point WayOf(Contact contact) => world.Penetration(contact.Pair.A, contact.Pair.B).Value;
    private Point WayInStep(Contact contact) => world.Penetrations(new[] { contact.Pair })[0];

    /// <summary>The length of a saved world, and a hash of its bytes.</summary>
    private static double[] Bytes(byte[] bytes)
    {
        uint hash = 0x811c9dc5;
        foreach (byte one in bytes) hash = (hash ^ one) * 0x01000193;
        return new double[] { bytes.Length, hash };
    }
}
