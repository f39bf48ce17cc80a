// The tests of the C# package: mono tests.exe HEADER RANDOM_CALLS, from integrations/c.
using System;
using System.Globalization;
using System.Threading;
using Hitmask;

static class Test
{
    static int Main(string[] arguments)
    {
        // A decimal comma must change nothing.
        Thread.CurrentThread.CurrentCulture = (CultureInfo)CultureInfo.InvariantCulture.Clone();
        Thread.CurrentThread.CurrentCulture.NumberFormat.NumberDecimalSeparator = ",";
        try
        {
            Layouts.Run(arguments[0]);
            Calls.Run();
            Masks.Run();
            Worlds.Run();
            Steps.Run();
            Options.Run();
            Engines.Run();
            Wrong.Run();
            Words.Run();
            Refresh.Run();
            Garbage.Run();
            Threads.Run();
            RandomCalls.Run(1, int.Parse(arguments[1]));
        }
        catch (Exception exception)
        {
            Console.Error.WriteLine(exception);
            return 1;
        }
        Console.WriteLine("the tests in C# passed");
        return 0;
    }

    public static void Check(bool isTrue, string what)
    {
        if (!isTrue) throw new Exception("expected: " + what);
    }

    public static void Equal<T>(T got, T expected)
    {
        if (!Equals(got, expected)) throw new Exception("got " + Show(got) + ", expected " + Show(expected));
    }

    public static void EqualLists<T>(ReadOnlySpan<T> got, params T[] expected)
    {
        bool same = got.Length == expected.Length;
        for (int i = 0; same && i < expected.Length; i++) same = Equals(got[i], expected[i]);
        if (!same) throw new Exception("got [" + string.Join(" ", got.ToArray()) + "], expected [" + string.Join(" ", expected) + "]");
    }

    public static void EqualLists<T>(T[] got, params T[] expected) => EqualLists((ReadOnlySpan<T>)got, expected);

    private static string Show(object value) => value == null ? "null" : value.ToString();

    /// <summary>Expects an exception of a type, with a part of its message.</summary>
    public static void Fails<E>(string part, Action call) where E : Exception
    {
        try
        {
            call();
        }
        catch (E exception)
        {
            if (exception.Message.Contains(part)) return;
            throw new Exception("expected a message with \"" + part + "\", got " + exception.Message);
        }
        throw new Exception("expected an exception of type " + typeof(E).Name + " with \"" + part + "\", got none");
    }

    /// <summary>Expects a failure of the library.</summary>
    public static void Fails(Status status, string part, Action call)
    {
        Fails<HitmaskException>(part, () =>
        {
            try
            {
                call();
            }
            catch (HitmaskException exception)
            {
                Equal(exception.Status, status);
                throw;
            }
        });
    }
}
