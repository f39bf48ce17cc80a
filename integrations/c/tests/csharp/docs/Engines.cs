// As much of MonoGame and Unity as the examples of pages use, so that the tests compile them. Names that games meet beside those of
// hitmask (Point, Rect, Sprite) are here too.
namespace Microsoft.Xna.Framework
{
    public struct Point
    {
        public int X, Y;
    }

    public struct Color
    {
        public uint PackedValue { get; set; }
        public static Color White => default(Color);
    }

    public struct Rectangle
    {
    }

    public struct Vector2
    {
        public float X, Y;

        public Vector2(float x, float y)
        {
            X = x;
            Y = y;
        }
    }

    public static class MathHelper
    {
        public static float ToRadians(float degrees) => 0;
    }
}

namespace Microsoft.Xna.Framework.Graphics
{
    public class Texture2D
    {
        public int Width { get; set; }
        public int Height { get; set; }

        public void GetData<T>(T[] data) where T : struct
        {
        }
    }

    public class SpriteBatch
    {
        public void Draw(Texture2D texture, Vector2 position, Rectangle? source, Color color, float rotation, Vector2 origin, Vector2 scale,
            SpriteEffects effects, float depth)
        {
        }
    }

    [System.Flags]
    public enum SpriteEffects
    {
        None = 0,
        FlipHorizontally = 1,
        FlipVertically = 2,
    }
}

namespace UnityEngine
{
    public struct Vector2
    {
        public float x, y;
    }

    public struct Vector3
    {
        public float x, y, z;
    }

    public struct Rect
    {
        public float x { get; set; }
        public float y { get; set; }
        public float width { get; set; }
        public float height { get; set; }
    }

    public struct Color32
    {
        public byte r, g, b, a;
    }

    public class Texture2D
    {
        public int width { get; set; }
        public int height { get; set; }

        public Color32[] GetPixels32() => null;
    }

    public class Sprite
    {
        public Texture2D texture { get; set; }
        public Rect rect { get; set; }
        public Vector2 pivot { get; set; }
        public float pixelsPerUnit { get; set; }
    }

    public class SpriteRenderer
    {
        public Sprite sprite { get; set; }
        public bool flipX { get; set; }
        public bool flipY { get; set; }
    }

    public class Transform
    {
        public Vector3 position { get; set; }
        public Vector3 eulerAngles { get; set; }
        public Vector3 lossyScale { get; set; }
    }

    public class MonoBehaviour
    {
        public Transform transform { get; set; }
    }
}
