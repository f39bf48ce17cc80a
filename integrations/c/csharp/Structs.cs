// The structs and enums of hitmask.h, for C#. Made by `cargo xtask generate header` from the sources of integrations/c. Do not edit it.
#pragma warning disable 169, 649 // the library sets these fields
using System;
using System.Runtime.InteropServices;

namespace Hitmask
{
    /// <summary>How a call ended. Failed calls are a HitmaskException.</summary>
    public enum Status
    {
        /// <summary>The call has done all that it says.</summary>
        Ok = 0,
        /// <summary>A pointer is NULL. C# programs get an ArgumentNullException.</summary>
        Null = 1,
        /// <summary>A value is not valid: the message names it, and what is valid.</summary>
        Invalid = 2,
        /// <summary>A position or another number is out of range.</summary>
        OutOfRange = 3,
        /// <summary>A mask would be larger than 2^26 words of 64 pixels.</summary>
        TooLarge = 4,
        /// <summary>The world has no sprite or no mask with this id, or the id of a mask was given for a sprite, or
        /// the reverse.</summary>
        Stale = 5,
        /// <summary>The world has changed since the last World.Refresh or World.Step, so it cannot be asked.</summary>
        NotRefreshed = 6,
        /// <summary>A mask cannot be removed, because sprites show it.</summary>
        InUse = 7,
        /// <summary>A list would be longer than its limit, or the world is full.</summary>
        TooMany = 8,
        /// <summary>Saved bytes are damaged, or they are from another version.</summary>
        Damaged = 9,
        /// <summary>The system refused memory. An object that was in the middle of a change is broken, as after
        /// Panic.</summary>
        NoMemory = 10,
        /// <summary>The call met a bug of this library. An object that it was changing is broken from now on. Please
        /// report it.</summary>
        Panic = 11,
        /// <summary>An earlier call has left this object in the middle of a change: it can only be disposed.</summary>
        Broken = 12,
    }

    /// <summary>The order of the channels of a pixel: of its bytes in memory.</summary>
    public enum PixelOrder
    {
        /// <summary>Red, green, blue, alpha.</summary>
        Rgba = 0,
        /// <summary>Blue, green, red, alpha: 0xAARRGGBB on little-endian processors, and so the ARGB formats of SDL,
        /// Cairo, Direct3D and GDI+.</summary>
        Bgra = 1,
        /// <summary>Alpha, red, green, blue.</summary>
        Argb = 2,
        /// <summary>Alpha, blue, green, red: 0xRRGGBBAA on little-endian processors.</summary>
        Abgr = 3,
        /// <summary>Red, green, blue: three bytes, and an alpha of 255.</summary>
        Rgb = 4,
        /// <summary>Blue, green, red: three bytes, and an alpha of 255.</summary>
        Bgr = 5,
    }

    /// <summary>The rule that decides which pixels are solid.</summary>
    internal enum SolidRule
    {
        /// <summary>An alpha value above 127.</summary>
        AlphaAbove127 = 0,
        /// <summary>An alpha value above Threshold.</summary>
        AlphaAbove = 1,
        /// <summary>Any color but Red, Green, Blue. Alpha does not count.</summary>
        ColorKey = 2,
        /// <summary>A brightness above Threshold. Alpha does not count.</summary>
        LumaAbove = 3,
    }

    /// <summary>What a moving sprite does at another sprite in its way.</summary>
    internal enum Reaction
    {
        /// <summary>It stops before the first touch.</summary>
        Stop = 0,
        /// <summary>It slides along what is in the way.</summary>
        Slide = 1,
        /// <summary>It walks over slopes and steps: see StepUp and StepDown.</summary>
        Walk = 2,
    }

    /// <summary>A side of the world, for one-way sprites.</summary>
    public enum Side : byte
    {
        /// <summary>The sprite blocks from all sides.</summary>
        None = 0,
        /// <summary>It blocks what comes from its left.</summary>
        Left = 1,
        /// <summary>It blocks what comes from its right.</summary>
        Right = 2,
        /// <summary>It blocks what comes from above: a floor to jump through.</summary>
        Top = 3,
        /// <summary>It blocks what comes from below.</summary>
        Bottom = 4,
    }

    internal static partial class Native
    {
        /// <summary>The version of the interface that a header belongs to.</summary>
        internal const uint AbiVersion = 1;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal partial struct NativePixelLayout
    {
        internal int Stride;
        internal int Order;
        internal int Rule;
        internal byte Threshold;
        internal byte Red;
        internal byte Green;
        internal byte Blue;
    }

    /// <summary>A rectangle of pixels: the columns from Left up to, but without, Left + Width, and the rows
    /// alike.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Rect
    {
        /// <summary>The first column.</summary>
        public int Left;
        /// <summary>The first row.</summary>
        public int Top;
        /// <summary>The number of columns.</summary>
        public uint Width;
        /// <summary>The number of rows.</summary>
        public uint Height;
    }

    /// <summary>A real point, a direction or a pair of factors, y down.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Real
    {
        /// <summary>To the right.</summary>
        public double X;
        /// <summary>Down.</summary>
        public double Y;
    }

    /// <summary>Sums over the solid pixels of a mask, for its middle, its size and its direction.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Moments
    {
        /// <summary>The number of solid pixels.</summary>
        public readonly ulong Count;
        /// <summary>The sum of x.</summary>
        public readonly ulong X;
        /// <summary>The sum of y.</summary>
        public readonly ulong Y;
        /// <summary>The sum of x * x. It is exact up to 2^53.</summary>
        public readonly double XX;
        /// <summary>The sum of x * y. It is exact up to 2^53.</summary>
        public readonly double XY;
        /// <summary>The sum of y * y. It is exact up to 2^53.</summary>
        public readonly double YY;
    }

    /// <summary>A pixel, an offset or a move, in whole pixels, y down.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Point
    {
        /// <summary>To the right.</summary>
        public int X;
        /// <summary>Down.</summary>
        public int Y;
    }

    /// <summary>Solid pixels of a row, one beside the other: from Left up to, but without, Right.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Run
    {
        /// <summary>The row.</summary>
        public readonly int Y;
        /// <summary>The first column.</summary>
        public readonly int Left;
        /// <summary>The column after the last one.</summary>
        public readonly int Right;
    }

    /// <summary>The first solid pixel on a line of pixels.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct RayHit
    {
        /// <summary>The sprite that was hit, or none in a ray through a mask.</summary>
        public readonly SpriteId Id;
        /// <summary>The outward unit normal of the surface. It is 0, 0 if the line begins in a solid pixel.</summary>
        public readonly Real Normal;
        /// <summary>The first solid pixel.</summary>
        public readonly Point At;
        /// <summary>The free pixel one step before. It is At if the line begins in a solid pixel.</summary>
        public readonly Point Before;
        /// <summary>The number of steps from the start of the line.</summary>
        public readonly uint Step;
        private byte hit;
        private byte startedInside;
        private readonly byte reserved0, reserved1;

        /// <summary>Whether anything was hit. If not, all values are 0.</summary>
        public bool Hit => hit != 0;

        /// <summary>Whether the line begins in a solid pixel.</summary>
        public bool StartedInside => startedInside != 0;
    }

    /// <summary>Where a moving mask or sprite first touches another.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct SweepHit
    {
        /// <summary>The sprite in the way, or none in a sweep of a mask.</summary>
        public readonly SpriteId Id;
        /// <summary>The direction, of length 1, out of what was hit, towards what moves.</summary>
        public readonly Real Normal;
        /// <summary>In a sweep of a sprite, the first shared pixel in the world. In a sweep of a mask, the first
        /// offset at which they share one.</summary>
        public readonly Point First;
        /// <summary>The last place before the touch. It is the start if the two overlap there.</summary>
        public readonly Point Before;
        /// <summary>The number of steps from the start to the touch.</summary>
        public readonly uint Step;
        private byte hit;
        private byte startedInside;
        private readonly byte reserved0, reserved1;

        /// <summary>Whether there was a touch. If not, all values are 0.</summary>
        public bool Hit => hit != 0;

        /// <summary>Whether the two overlap at the start: then that is the touch.</summary>
        public bool StartedInside => startedInside != 0;
    }

    /// <summary>A component of a mask: connected solid pixels.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Component
    {
        /// <summary>The number of its pixels.</summary>
        public readonly ulong Count;
        /// <summary>The smallest rectangle around them.</summary>
        public readonly Rect Bounds;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal partial struct NativeContour
    {
        internal UIntPtr First;
        internal UIntPtr Count;
        internal UIntPtr IsHole;
    }

    /// <summary>The limits of a world. Apart from lists that become errors, results do not depend on them.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Limits
    {
        private UIntPtr pairs;
        private UIntPtr parallelFrom;
        private UIntPtr offsetTableBytes;
        private UIntPtr variantBytes;
        private byte hasParallelFrom;
        private readonly byte reserved0, reserved1, reserved2, reserved3, reserved4, reserved5, reserved6;
    }

    /// <summary>The ids of two sprites. In the lists of a step, the one with the smaller slot is first.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Pair
    {
        /// <summary>The first sprite.</summary>
        public SpriteId A;
        /// <summary>The second sprite.</summary>
        public SpriteId B;
    }

    /// <summary>A linear map: it sends the point x, y to A * x + B * y, C * x + D * y, y down.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Linear
    {
        /// <summary>The factor of x in the new x.</summary>
        public double A;
        /// <summary>The factor of y in the new x.</summary>
        public double B;
        /// <summary>The factor of x in the new y.</summary>
        public double C;
        /// <summary>The factor of y in the new y.</summary>
        public double D;
    }

    /// <summary>All values of a sprite. Make one with a mask and a position, and change what differs.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Sprite
    {
        /// <summary>The id of the mask that the sprite shows.</summary>
        public MaskId Mask;
        /// <summary>A number of yours, which hitmask stores. The default is 0.</summary>
        public ulong Data;
        /// <summary>The rotation in degrees, clockwise on the screen, after flips, quarter turns and scale. The
        /// default is 0. To draw the picture, use World.DrawTransform.</summary>
        public double Angle;
        /// <summary>The factors of the size, before the rotation. The default is 1, 1.</summary>
        public Real Scale;
        /// <summary>The part of the position below a pixel, from 0 to less than 1 along each axis. The default is 0,
        /// 0. A sprite that is scaled, rotated or transformed is shown at the sum of both. Of any other, the top-left
        /// corner is rounded to the nearest pixel, halves right and down.</summary>
        public Real Fraction;
        private Real origin;
        private Linear transform;
        /// <summary>The place in the world, from -2^30 to 2^30: of the origin if there is an origin, of the top-left
        /// corner of the picture if there is a transform, else of the top-left pixel of the flipped and turned mask,
        /// before scale and rotation.</summary>
        public Point Position;
        /// <summary>The layers that the sprite is in, a bit each. The default is 1.</summary>
        public uint Layers;
        /// <summary>The layers that the sprite collides with. The default is all. Both sprites must name a layer of
        /// the other, or they do not meet; World.OneSidedLayers finds sprites of which only one does.</summary>
        public uint CollidesWith;
        private byte hasOrigin;
        private byte hasTransform;
        private byte flipX;
        private byte flipY;
        private byte turn;
        private byte isFixed;
        private byte sensor;
        private byte oneWay;
        private byte continuous;
        private readonly byte reserved0, reserved1, reserved2, reserved3, reserved4, reserved5, reserved6;

        /// <summary>Whether the mask is mirrored left to right.</summary>
        public bool FlipX
        {
            get => flipX != 0;
            set => flipX = Native.Flag(value);
        }

        /// <summary>Whether the mask is mirrored top to bottom.</summary>
        public bool FlipY
        {
            get => flipY != 0;
            set => flipY = Native.Flag(value);
        }

        /// <summary>Whether the sprite seldom moves. Two fixed sprites are never a pair.</summary>
        public bool Fixed
        {
            get => isFixed != 0;
            set => isFixed = Native.Flag(value);
        }

        /// <summary>Whether the sprite is a sensor: it is in pairs, and blocks no other sprite. Others still block
        /// it.</summary>
        public bool Sensor
        {
            get => sensor != 0;
            set => sensor = Native.Flag(value);
        }

        /// <summary>Whether a step tests the sprite along the straight line from its position in the last step, so
        /// that it passes through nothing unseen. It does not stop there: World.FirstImpact says what it hit and
        /// where. The first line begins where the sprite was spawned; World.JumpTo moves without a line. A sprite that
        /// moves by World.MoveUntil needs none.</summary>
        public bool Continuous
        {
            get => continuous != 0;
            set => continuous = Native.Flag(value);
        }

        private string OtherWords()
        {
            return (FlipX ? ", flip x" : "")
                + (FlipY ? ", flip y" : "")
                + (Fixed ? ", fixed" : "")
                + (Sensor ? ", sensor" : "")
                + (Continuous ? ", continuous" : "")
                + (Data != 0 ? Native.Words(", data {0}", Data) : "");
        }
    }

    [StructLayout(LayoutKind.Sequential)]
    internal partial struct NativeStep
    {
        internal IntPtr Pairs;
        internal IntPtr Began;
        internal IntPtr Ended;
        internal UIntPtr PairCount;
        internal UIntPtr BeganCount;
        internal UIntPtr EndedCount;
    }

    /// <summary>The details of a pair of sprites that share pixels.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Contact
    {
        /// <summary>The two sprites, in the order in which they were asked for.</summary>
        public readonly Pair Pair;
        /// <summary>The number of shared pixels, or 0 if the two share none. Then all that follows is 0.</summary>
        public readonly ulong Area;
        /// <summary>The topmost shared pixel, the leftmost of its row, in the world.</summary>
        public readonly Point First;
        /// <summary>The rectangle around the shared pixels, in the world.</summary>
        public readonly Rect Bounds;
        /// <summary>The direction, of length 1, in which the first sprite leaves the second.</summary>
        public readonly Real Normal;
    }

    /// <summary>The first touch of two sprites in a step, of which one has moved continuously.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Impact
    {
        /// <summary>The contact at the touch.</summary>
        public readonly Contact Contact;
        /// <summary>The smallest move of the first sprite after which the two share nothing, there.</summary>
        public readonly Point Penetration;
        /// <summary>The position of the first sprite at the touch.</summary>
        public readonly Point PlaceA;
        /// <summary>The position of the second sprite at the touch.</summary>
        public readonly Point PlaceB;
        private Point beforeA;
        private Point beforeB;
        /// <summary>The fraction of the path before the touch, from 0 to 1.</summary>
        public readonly double Fraction;
        private byte hasBefore;
        private readonly byte reserved0, reserved1, reserved2, reserved3, reserved4, reserved5, reserved6;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal partial struct NativeQuery
    {
        internal ulong Without;
        internal uint Layers;
        internal byte HasLayers;
        internal byte WithSensors;
        internal byte HitFromInside;
        private readonly byte reserved;
    }

    /// <summary>A sprite, and how far a point, or the nearest solid pixel of another sprite, is from its nearest solid
    /// pixel.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Neighbor
    {
        /// <summary>The sprite.</summary>
        public readonly SpriteId Id;
        /// <summary>In pixels.</summary>
        public readonly double Distance;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal partial struct NativeWho
    {
        internal ulong Id;
        internal IntPtr Mask;
        internal Sprite Sprite;
        internal Point At;
        internal byte HasAt;
        private readonly byte reserved0, reserved1, reserved2, reserved3, reserved4, reserved5, reserved6;
    }

    /// <summary>How far a sprite can go in a straight line.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Swept
    {
        private SweepHit hit;
        /// <summary>A sprite that it overlaps at the start, of several the one with the smallest slot, or
        /// none.</summary>
        public readonly SpriteId StartedInside;
        /// <summary>Where the sprite comes to rest.</summary>
        public readonly Point At;
    }

    /// <summary>How a sprite moves, and what is in its way. The default is Stop: the sprite stops before the first
    /// touch of anything that blocks it. From inside another sprite it can leave, but not get deeper.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public partial struct Motion
    {
        private int reaction;
        private uint stepUp;
        private uint stepDown;
        private uint layers;
        private byte hasLayers;
        private byte withSensors;
        private byte hitFromInside;
        private readonly byte reserved;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal partial struct NativeMoved
    {
        internal IntPtr Hits;
        internal IntPtr StartedInside;
        internal UIntPtr HitCount;
        internal UIntPtr StartedInsideCount;
        internal Point At;
        internal byte BlockedLeft;
        internal byte BlockedRight;
        internal byte BlockedUp;
        internal byte BlockedDown;
        private readonly byte reserved0, reserved1, reserved2, reserved3;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal partial struct NativeCarried
    {
        internal IntPtr Riders;
        internal IntPtr Pushed;
        internal IntPtr Crushed;
        internal UIntPtr RiderCount;
        internal UIntPtr PushedCount;
        internal UIntPtr CrushedCount;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal partial struct NativeIds
    {
        internal IntPtr Ids;
        internal UIntPtr Count;
    }
}
