// The options of queries and moves, and what a query asks about.
using System;
using Hitmask;
using static Test;

static class Options
{
    const uint Walls = 2, Coins = 4;

    static SpriteId Add(World world, MaskId mask, int x, int y, uint layers, bool sensor = false)
    {
        return world.Spawn(new Sprite(mask, x, y) { Layers = layers, Sensor = sensor });
    }

    public static void Run()
    {
        var world = new World();
        MaskId crouching = world.AddMask(Mask.Filled(8, 8)), standing = world.AddMask(Mask.Filled(8, 16));
        SpriteId hero = Add(world, crouching, 0, 92, 1), beam = Add(world, world.AddMask(Mask.Filled(90, 4)), 0, 80, Walls);
        SpriteId coin = Add(world, crouching, 20, 92, Coins, true), wall = Add(world, world.AddMask(Mask.Filled(4, 40)), 40, 70, Walls);
        world.Refresh();
        Queries(world, hero, beam, coin, wall);
        Whos(world, hero, wall, standing);
        Moves(world, hero, coin, wall);
        Layers(world, hero, beam, wall);
        Angles(world, hero, crouching);
        Impacts();
    }

    static void Queries(World world, SpriteId hero, SpriteId beam, SpriteId coin, SpriteId wall)
    {
        var all = new Rect(0, 0, 99, 99);
        EqualLists(world.FindRect(all), hero, beam, coin, wall);
        EqualLists(world.FindRect(all, layers: Walls | Coins, without: coin), beam, wall);
        EqualLists(world.FindRect(all, layers: 0)); // a set of layers that a game computes may be empty
        EqualLists(world.FindRect(all, without: new SpriteId(99)), hero, beam, coin, wall);
        Equal(world.Nearest(4, 96, 1, without: hero)[0].Id, beam);
        Equal(world.CastRay(10, 95, 99, 95).Value.Id, wall);
        Equal(world.CastRay(10, 95, 99, 95, withSensors: true).Value.Id, coin);
        Equal(world.CastRay(10, 95, 99, 95, without: wall).HasValue, false);
        EqualLists(world.Touching(hero, 20, 0, withSensors: true), coin);
        var shot = new PlacedMask(Mask.Filled(3, 3), 38, 90);
        Equal(world.Sweep(shot, 10, 90).At, new Point(10, 90));
        SweepHit hit = world.Sweep(shot, 10, 90, hitFromInside: true).Hit.Value;
        Check(hit.Id == wall && hit.Step == 0 && hit.StartedInside, "a shot from inside");
    }

    static void Whos(World world, SpriteId hero, SpriteId wall, MaskId standing)
    {
        Check(world.IsFree(hero) && world.IsFree(hero.At(20, 92)) && !world.IsFree(hero.At(20, 83)), "elsewhere");
        Sprite up = world.Get(hero);
        up.Mask = standing;
        up.Position = new Point(0, 84);
        Check(world.IsFree(hero.AsIf(up)) && !world.IsFree(up), "he ignores himself, others do not");
        up.CollidesWith = Coins;
        Check(world.IsFree(up), "a description has layers");
        Check(!world.IsFree(new PlacedMask(Mask.Filled(3, 3), 2, 93)), "a shape meets every layer");
        Equal(world.NearestFree(hero.At(33, 92), 50), new Point(32, 92));
        Equal(world.NearestFree(hero.At(33, 92), 50, new Rect(34, 0, 99, 200)), new Point(44, 92));
        Equal(world.NearestFree(hero.At(38, 92), 50, without: wall), new Point(38, 92));
        Point at;
        Equal(world.Shape(up, out at).Height, 16);
        Equal(at, new Point(0, 84));
        Fails(Status.Invalid, "who must have an id", () => world.IsFree(default(Who)));
        Fails(Status.Stale, "99", () => world.Sweep(new SpriteId(99).At(0, 0), 1, 1));
    }

    static void Moves(World world, SpriteId hero, SpriteId coin, SpriteId wall)
    {
        Equal(world.MoveUntil(hero, 90, 92, withSensors: true).Hits[0].Id, coin);
        world.MoveTo(hero, 0, 92);
        Equal(world.MoveUntil(hero, 90, 92).At, new Point(32, 92));
        Equal(world.MoveUntil(hero, 90, 92, Motion.Slide, layers: Coins).At, new Point(90, 92));
        world.MoveTo(hero, 33, 92);
        foreach (Motion motion in new[] { Motion.Stop, Motion.Slide, Motion.Walk(2, 2) })
        {
            Moved moved = world.MoveUntil(hero, 0, 92, motion, hitFromInside: true);
            Check(moved.At.X == 33 && moved.Hits.Length == 1 && moved.Hits[0].Id == wall && moved.Hits[0].Step == 0, motion.ToString());
        }
        world.MoveTo(hero, 34, 92);
        Equal(world.PushOut(hero, 50, within: new Rect(34, 0, 99, 200)), new Point(10, 0));
        world.MoveTo(hero, 34, 92);
        EqualLists(world.PushOutMany(new[] { hero }, 50, new Point(0, -1)), new Point(0, -30));
    }

    /// <summary>Both sprites must name a layer of the other.</summary>
    static void Layers(World world, SpriteId hero, SpriteId beam, SpriteId wall)
    {
        EqualLists(world.OneSidedLayers());
        Sprite deaf = world.Get(wall);
        deaf.CollidesWith = Coins;
        world.Set(wall, deaf);
        EqualLists(world.OneSidedLayers(), new Pair(hero, wall), new Pair(beam, wall));
    }

    /// <summary>The angle at which a sprite is drawn, in degrees.</summary>
    static double AngleOf(World world, SpriteId id)
    {
        world.Refresh();
        double[] m = world.DrawTransform(id);
        return Math.Round(Math.Atan2(m[3], m[0]) * 180 / Math.PI, 9);
    }

    /// <summary>The angle of a sprite that is drawn is that which collides: the angle as given, or the nearest of some steps.</summary>
    static void Angles(World world, SpriteId hero, MaskId mask)
    {
        Sprite turned = world.Get(hero);
        turned.Angle = 50;
        turned.Turn = 1;
        world.Set(hero, turned);
        Equal(AngleOf(world, hero), 140.0);
        world.SetAngleSteps(mask, 8);
        Equal(AngleOf(world, hero), 135.0);
        Equal(world.Get(hero).Angle, 50.0);
        world.SetAngleSteps(mask, null);
        Equal(AngleOf(world, hero), 140.0);
        Fails<ArgumentOutOfRangeException>("steps must be from 1 to 65536", () => world.SetAngleSteps(mask, 0));
        Fails<ArgumentOutOfRangeException>("steps must be from 1 to 65536", () => world.SetAngleSteps(mask, 65537));
        Fails<ArgumentException>("m must have 6 items, got 5", () => world.DrawTransform(hero, new double[5]));
        Fails(Status.Stale, "sprite", () => world.DrawTransform(default(SpriteId)));
    }

    static void Impacts()
    {
        var world = new World();
        MaskId dot = world.AddMask(Mask.Filled(2, 2)), thin = world.AddMask(Mask.Filled(1, 90));
        SpriteId wall = world.Spawn(thin, 50, 0), bullet = world.Spawn(new Sprite(dot, 10, 40) { Continuous = true });
        world.MoveTo(bullet, 90, 40);
        world.Step();
        Impact impact = world.FirstImpact(bullet).Value;
        Check(impact.Other(bullet) == wall && impact.Other(wall) == bullet && impact.Other(default(SpriteId)).IsNone, "the other sprite");
        Equal(impact.PlaceOf(bullet), new Point(49, 40));
        Equal(impact.BeforeOf(bullet), new Point(48, 40));
        Equal(impact.PlaceOf(wall), new Point(50, 0));
        Equal(impact.PlaceOf(new SpriteId(7)), null);
        Equal(impact.BeforeOf(new SpriteId(7)), null);
        world.SetLastPlace(bullet, 10, 40);
        Equal(world.Step().Pairs.Length, 1);
        world.JumpTo(bullet, 90, 40);
        Equal(world.Step().Pairs.Length, 0);
    }
}
