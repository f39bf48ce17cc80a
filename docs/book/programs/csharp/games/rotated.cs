using System;
using System.IO;
using Hitmask;
using StbImageSharp;

static class Rotated
{
    static readonly ImageResult shipPicture = Load("ship.png"), rockPicture = Load("rock.png");

    static ImageResult Load(string path) => ImageResult.FromMemory(File.ReadAllBytes(path), ColorComponents.RedGreenBlueAlpha);

    // #region rotated
    static readonly World world = new World();
    static readonly SpriteId ship = Spawn(shipPicture), rock = Spawn(rockPicture);

    static SpriteId Spawn(ImageResult picture)
    {
        Mask mask = Mask.FromRgba(picture.Data, picture.Width, picture.Height);
        return world.Spawn(world.AddMask(mask), 0, 0);
    }

    // Takes what SpriteBatch.Draw takes; the origin is the middle of the picture.
    static void Place(SpriteId id, ImageResult picture,
        double x, double y, double rotation, double scale)
    {
        Sprite sprite = world.Get(id);
        sprite.SetSpriteBatch(picture.Width, picture.Height, x, y, rotation,
            picture.Width / 2.0, picture.Height / 2.0, scale, scale);
        world.Set(id, sprite);
    }

    static string Hit(double rotation, double scale)
    {
        Place(ship, shipPicture, 100, 100, rotation, scale);
        Place(rock, rockPicture, 100, 65, 0, 1);
        world.Refresh(); // after changes, before questions
        Contact? contact = world.Contact(ship, rock);
        return contact == null ? "free" : "hit at " + contact.Value.First;
    }
    // #endregion rotated

    static void Main()
    {
        string level = Hit(0, 1), upright = Hit(-Math.PI / 2, 1), small = Hit(-Math.PI / 2, 0.5);
        Console.WriteLine("level: " + level + "; upright: " + upright + "; half as large: " + small);
        if (level != "free" || !upright.StartsWith("hit at") || small != "free") throw new Exception("wrong");
    }
}
