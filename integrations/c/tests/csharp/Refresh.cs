using System;
using System.Collections.Generic;
using System.Reflection;
using Hitmask;
using static Test;

// After any change, each question works, or its message names the method that is missing.
static class Refresh
{
    static readonly Mask other = Mask.Filled(2, 2);

    static readonly Dictionary<string, Action<World, SpriteId[]>> changes = new Dictionary<string, Action<World, SpriteId[]>>
    {
        { "Spawn", (world, ids) => world.Spawn(world.MaskIdAt(0), 1, 1) },
        { "Despawn", (world, ids) => world.Despawn(ids[2]) },
        { "DespawnMany", (world, ids) => world.DespawnMany(new[] { ids[2] }) },
        { "Clear", (world, ids) => world.Clear() },
        { "OwnMask", (world, ids) => world.OwnMask(ids[0]) },
        { "ErasePoint", (world, ids) => world.ErasePoint(1, 1) },
        { "EraseRect", (world, ids) => world.EraseRect(new Rect(1, 1, 9, 9)) },
        { "EraseCircle", (world, ids) => world.EraseCircle(1, 1, 1) },
        { "EraseLine", (world, ids) => world.EraseLine(1, 1, 9, 9) },
        { "ErasePolygon", (world, ids) => world.ErasePolygon(new[] { new Real(0, 0), new Real(3, 0), new Real(0, 3) }) },
        { "EraseMask", (world, ids) => world.EraseMask(other, 1, 1) },
        { "Split", (world, ids) => { world.EraseRect(new Rect(1, 0, 1, 9)); world.Split(ids[0]); } },
        { "Set", (world, ids) => world.Set(ids[0], new Sprite(world.MaskIdAt(0), 1, 1)) },
        { "MoveTo", (world, ids) => world.MoveTo(ids[0], 1, 1) },
        { "MoveBy", (world, ids) => world.MoveBy(ids[0], 1, 1) },
        { "JumpTo", (world, ids) => world.JumpTo(ids[0], 1, 1) },
        { "SetPositions", (world, ids) => world.SetPositions(ids.AsSpan(0, 1), new[] { new Point(1, 1) }) },
        { "SetPositionsBySlot", (world, ids) => world.SetPositionsBySlot(new Real[3]) },
        { "MoveUntil", (world, ids) => world.MoveUntil(ids[2], 50, 0) },
        { "PushOut", (world, ids) => world.PushOut(ids[0], 50) },
        { "PushOutMany", (world, ids) => world.PushOutMany(ids.AsSpan(0, 1), 50) },
        { "Carry", (world, ids) => world.Carry(ids[2], 50, 0) },
        { "ReplaceMask", (world, ids) => world.ReplaceMask(world.MaskIdAt(0), other) },
        { "EraseFromMask", (world, ids) => world.EraseFromMask(world.MaskIdAt(0), other, 0, 0) },
        { "DrawOnMask", (world, ids) => world.DrawOnMask(world.MaskIdAt(0), other, 0, 0) },
        { "FillRect", (world, ids) => world.FillRect(world.MaskIdAt(0), new Rect(0, 0, 1, 1), false) },
        { "FillCircle", (world, ids) => world.FillCircle(world.MaskIdAt(0), 0, 0, 2, false) },
        { "FillPolygon", (world, ids) => world.FillPolygon(world.MaskIdAt(0), new[] { new Real(0, 0), new Real(3, 0), new Real(0, 3) }, false) },
        { "FillLine", (world, ids) => world.FillLine(world.MaskIdAt(0), 0, 0, 3, 3, false) },
        { "SetAngleSteps", (world, ids) => world.SetAngleSteps(world.MaskIdAt(0), 8) },
    };

    // They change nothing that a question sees.
    static readonly Dictionary<string, Action<World, SpriteId[]>> others = new Dictionary<string, Action<World, SpriteId[]>>
    {
        { "AddMask", (world, ids) => world.AddMask(other) },
        { "RemoveMask", (world, ids) => world.RemoveMask(world.AddMask(other)) },
        { "SetData", (world, ids) => world.SetData(ids[0], 7) },
        { "SetLastPlace", (world, ids) => world.SetLastPlace(ids[0], 1, 1) },
        { "Limits", (world, ids) => world.Limits = world.Limits },
        { "Refresh", (world, ids) => world.Refresh() },
        { "Step", (world, ids) => world.Step() },
    };

    static readonly Dictionary<string, Action<World, SpriteId[]>> questions = new Dictionary<string, Action<World, SpriteId[]>>
    {
        { "Collisions", (world, ids) => world.Collisions() },
        { "Contact", (world, ids) => world.Contact(ids[0], ids[1]) },
        { "Penetration", (world, ids) => world.Penetration(ids[0], ids[1]) },
        { "SharedPixels", (world, ids) => { Point at; world.SharedPixels(ids[0], ids[1], out at); } },
        { "Overlapping", (world, ids) => world.Overlapping(ids[0]) },
        { "FindPoint", (world, ids) => world.FindPoint(1, 1) },
        { "FindRect", (world, ids) => world.FindRect(new Rect(1, 1, 9, 9)) },
        { "FindCircle", (world, ids) => world.FindCircle(1, 1, 9) },
        { "FindLine", (world, ids) => world.FindLine(1, 1, 9, 9) },
        { "FindPolygon", (world, ids) => world.FindPolygon(new[] { new Real(0, 0), new Real(3, 0), new Real(0, 3) }) },
        { "FindMask", (world, ids) => world.FindMask(other, 1, 1) },
        { "Nearest", (world, ids) => world.Nearest(9, 9, 2) },
        { "NearestOthers", (world, ids) => world.NearestOthers(ids[0], 2) },
        { "Bounds", (world, ids) => world.Bounds(ids[0]) },
        { "Shape", (world, ids) => { Point at; world.Shape(ids[0], out at); } },
        { "MaskPoint", (world, ids) => world.MaskPoint(ids[0], 1, 1) },
        { "DrawTransform", (world, ids) => world.DrawTransform(ids[0]) },
        { "CastRay", (world, ids) => world.CastRay(9, 9, 1, 1) },
        { "CastRayAll", (world, ids) => world.CastRayAll(9, 9, 1, 1) },
        { "CastRays", (world, ids) => world.CastRays(new Point[1], new Point[1]) },
        { "Sweep", (world, ids) => world.Sweep(ids[0], 9, 9) },
        { "IsFree", (world, ids) => world.IsFree(ids[0].At(9, 9)) },
        { "NearestFree", (world, ids) => world.NearestFree(ids[0].At(9, 9), 50) },
        { "Touching", (world, ids) => world.Touching(ids[0], 0, 1) },
    };

    static readonly Dictionary<string, Action<World, SpriteId[]>> aboutTheStep = new Dictionary<string, Action<World, SpriteId[]>>
    {
        { "PairsBetween", (world, ids) => world.PairsBetween(1, 1) },
        { "BeganBetween", (world, ids) => world.BeganBetween(1, 1) },
        { "ContactsOf", (world, ids) => world.ContactsOf(ids[0]) },
        { "Contacts", (world, ids) => world.Contacts(new[] { new Pair(ids[0], ids[1]) }) },
        { "Penetrations", (world, ids) => world.Penetrations(new[] { new Pair(ids[0], ids[1]) }) },
        { "Impacts", (world, ids) => world.Impacts(new[] { new Pair(ids[0], ids[1]) }) },
        { "FirstImpact", (world, ids) => world.FirstImpact(ids[0]) },
    };

    // They ask nothing about pixels.
    const string Rest = " FromBytes ToBytes ToBytesWithoutMasks Copy Dispose ToString Mask MaskIdAt MaskIds Get Position Positions PositionsBySlot Ids IdAt Contains OneSidedLayers ";

    public static void Run()
    {
        foreach (MethodInfo method in typeof(World).GetMethods(BindingFlags.Public | BindingFlags.Instance | BindingFlags.Static | BindingFlags.DeclaredOnly))
        {
            string name = method.Name;
            bool isKnown = changes.ContainsKey(name) || others.ContainsKey(name) || questions.ContainsKey(name) || aboutTheStep.ContainsKey(name);
            Check(isKnown || method.IsSpecialName || Rest.Contains(" " + name + " "), name + " is in one of the lists");
        }
        foreach (var question in questions)
        {
            foreach (var change in changes) After(change, question, "call Refresh or Step first");
            foreach (var change in others) After(change, question, null);
        }
        foreach (var question in aboutTheStep)
        {
            foreach (var change in changes) After(change, question, "call Step first");
            foreach (var change in others) After(change, question, null);
        }
    }

    static void After(KeyValuePair<string, Action<World, SpriteId[]>> change, KeyValuePair<string, Action<World, SpriteId[]>> question, string message)
    {
        SpriteId[] ids;
        using (World world = Worlds.Boxes(out ids, 0, 0, 2, 0, 40, 0))
        {
            world.Step();
            try
            {
                change.Value(world, ids);
                if (message != null && change.Key != "Clear") Fails(Status.NotRefreshed, message, () => question.Value(world, ids));
                if (message != null) world.Step();
                question.Value(world, ids);
            }
            catch (HitmaskException exception) when (change.Key == "Clear" && exception.Status == Status.Stale)
            {
                // A question about a sprite that is gone.
            }
            catch (Exception exception)
            {
                throw new Exception(question.Key + " after " + change.Key, exception);
            }
        }
    }
}
