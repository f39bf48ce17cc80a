// As much of StbImageSharp as the programs of pages use: each picture is solid, with 32 x 32 pixels.
namespace StbImageSharp
{
    public enum ColorComponents
    {
        RedGreenBlueAlpha = 4,
    }

    public class ImageResult
    {
        public int Width, Height;
        public byte[] Data;

        public static ImageResult FromMemory(byte[] file, ColorComponents components)
        {
            var pixels = new byte[32 * 32 * (int)components];
            for (int i = 0; i < pixels.Length; i++) pixels[i] = 255;
            return new ImageResult { Width = 32, Height = 32, Data = pixels };
        }
    }
}
