using System;
using System.IO;
using Hitmask;
using StbImageSharp;

static class Program
{
    static void Main()
    {
        // #region dig
        var picture = ImageResult.FromMemory(
            File.ReadAllBytes("ground.png"), ColorComponents.RedGreenBlueAlpha);
        Mask mask = Mask.FromRgba(picture.Data, picture.Width, picture.Height);
        var world = new World();
        MaskId hill = world.AddMask(mask);
        SpriteId ground = world.Spawn(new Sprite(hill, 0, 200) { Fixed = true });

        // Every sprite under the circle loses these pixels.
        SpriteId[] lost = world.EraseCircle(300, 260, 30);
        Mask dug = world.Mask(world.Get(ground).Mask); // its mask now
        // The picture loses them too.
        dug.ClearAlpha(picture.Data);
        Console.WriteLine("sprites hit: " + lost.Length);
        Console.WriteLine("pixels lost: " + (mask.Count - dug.Count));
        // #endregion dig

        // #region split
        // A cut through the ground.
        world.EraseRect(new Rect(500, 0, 4, 400));
        // The largest part keeps the id.
        SpriteId[] parts = world.Split(ground);
        foreach (SpriteId part in parts)
        {
            Sprite loose = world.Get(part);
            loose.Fixed = false; // let it fall
            world.Set(part, loose);
        }
        Console.WriteLine("loose parts: " + parts.Length);
        // #endregion split
    }
}
