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

        public static Vector2 Zero => default(Vector2);
    }

    public struct Matrix
    {
        public float M11, M12, M21, M22, M41, M42;

        public static Matrix Identity => default(Matrix);
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

    public class BlendState
    {
    }

    public class SamplerState
    {
        public static readonly SamplerState PointClamp = new SamplerState();
    }

    public class DepthStencilState
    {
    }

    public class RasterizerState
    {
        public static readonly RasterizerState CullNone = new RasterizerState();
    }

    public class Effect
    {
    }

    public enum SpriteSortMode
    {
        Deferred,
    }

    public class SpriteBatch
    {
        public void Begin(SpriteSortMode sortMode = SpriteSortMode.Deferred, BlendState blendState = null, SamplerState samplerState = null,
            DepthStencilState depthStencilState = null, RasterizerState rasterizerState = null, Effect effect = null, Matrix? transformMatrix = null)
        {
        }

        public void Draw(Texture2D texture, Vector2 position, Color color)
        {
        }

        public void End()
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
