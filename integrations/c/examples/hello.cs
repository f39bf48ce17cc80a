// A ball flies over the ground of a cave, drawn in the terminal, until its pixels meet.
using System;
using System.Globalization;
using Hitmask;

static class Hello
{
    const string BallText = ".##.\n####\n####\n.##.";
    const string CaveText =
        "........................................\n" +
        "........................................\n" +
        "........................................\n" +
        "...........................##...........\n" +
        ".........##...............####..........\n" +
        ".......######............######.........\n" +
        "....############........##########......\n" +
        "########################################";

    static void Main()
    {
        Mask caveMask = Mask.FromText(CaveText), ballMask = Mask.FromText(BallText);
        using (var world = new World())
        {
            SpriteId cave = world.Spawn(world.AddMask(caveMask), 0, 0);
            SpriteId ball = world.Spawn(world.AddMask(ballMask), 0, 0);
            for (int x = 0; ; x++)
            {
                world.MoveTo(ball, x, 1);
                Step step = world.Step();
                if (step.Began.Length == 0) continue;

                for (int y = 0; y < caveMask.Height; y++)
                {
                    for (int column = 0; column < caveMask.Width; column++)
                    {
                        bool isCave = caveMask.Contains(column, y), isBall = ballMask.Contains(column - x, y - 1);
                        Console.Write(isCave && isBall ? '*' : isBall ? 'o' : isCave ? '#' : '.');
                    }
                    Console.WriteLine();
                }
                Contact contact = world.Contact(ball, cave).Value;
                Console.WriteLine(string.Format(CultureInfo.InvariantCulture,
                    "at x = {0} the ball meets the cave: {1} shared pixel(s), the first at {2}, {3}; it leaves towards {4:F2}, {5:F2}", x, contact.Area,
                    contact.First.X, contact.First.Y, contact.Normal.X, contact.Normal.Y));
                return;
            }
        }
    }
}
