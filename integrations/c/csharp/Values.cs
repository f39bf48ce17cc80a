// The values that go in and come out. Their layouts are those of the structs in hitmask.h.
#pragma warning disable 169, 649 // the library sets these fields
using System;
using System.Globalization;
using System.Runtime.InteropServices;

namespace Hitmask
{
    /// <summary>A sprite of a world. It names no other sprite after its sprite was removed. The default value names none.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SpriteId : IEquatable<SpriteId>, IComparable<SpriteId>
    {
        /// <summary>The 64 bits of the id, for files and messages.</summary>
        public readonly ulong Value;

        /// <summary>Makes an id from its 64 bits.</summary>
        public SpriteId(ulong value)
        {
            Value = value;
        }

        /// <summary>Whether the id names no sprite at all.</summary>
        public bool IsNone => Value == 0;

        /// <summary>A small number: the index of the sprite in lists by
        /// slot.</summary>
        public int Slot => (int)(uint)Value; // hitmask_id_slot, without a call for each pair of a step

        /// <summary>The sprite at another place, for queries that take a Who. It does not move.</summary>
        public Who At(double x, double y) => new Who(this).At(Native.Place(x, y));

        /// <summary>The sprite as something else, for queries that take a Who: with the mask, angle, place and layers of a Sprite. It ignores itself, so
        /// a hero who crouches is not in his own way when he stands up. It does not change.</summary>
        public Who AsIf(Sprite sprite) => new Who(this).AsIf(sprite);

        /// <summary>Whether two ids name one sprite.</summary>
        public bool Equals(SpriteId other) => Value == other.Value;

        /// <summary>Whether an object is an id of the same sprite.</summary>
        public override bool Equals(object other) => other is SpriteId && Equals((SpriteId)other);

        /// <summary>A hash of the id.</summary>
        public override int GetHashCode() => Value.GetHashCode();

        /// <summary>The order of ids in sorted lists: that of their slots, whose number is in the lower half of an id.</summary>
        public int CompareTo(SpriteId other) => (Value << 32 | Value >> 32).CompareTo(other.Value << 32 | other.Value >> 32);

        /// <summary>The id in words, such as "sprite 3": its slot, and the generation if the slot was used before. Value is the number.</summary>
        public override string ToString() => Native.Id("sprite", Slot, Value);

        /// <summary>Whether two ids name one sprite.</summary>
        public static bool operator ==(SpriteId a, SpriteId b) => a.Value == b.Value;

        /// <summary>Whether two ids name different sprites.</summary>
        public static bool operator !=(SpriteId a, SpriteId b) => a.Value != b.Value;
    }

    /// <summary>A mask of a world. It names no other mask after its mask was removed. The default value names none.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct MaskId : IEquatable<MaskId>
    {
        /// <summary>The 64 bits of the id, for files and messages.</summary>
        public readonly ulong Value;

        /// <summary>Makes an id from its 64 bits.</summary>
        public MaskId(ulong value)
        {
            Value = value;
        }

        /// <summary>Whether the id names no mask at all.</summary>
        public bool IsNone => Value == 0;

        /// <summary>A small number, which is used again after the mask was removed.</summary>
        public int Slot => (int)(Value & int.MaxValue); // hitmask_mask_id_slot: bit 31 says that it is the id of a mask

        /// <summary>Whether two ids name one mask.</summary>
        public bool Equals(MaskId other) => Value == other.Value;

        /// <summary>Whether an object is an id of the same mask.</summary>
        public override bool Equals(object other) => other is MaskId && Equals((MaskId)other);

        /// <summary>A hash of the id.</summary>
        public override int GetHashCode() => Value.GetHashCode();

        /// <summary>The id in words, such as "mask 3": its slot, and the generation if the slot was used before. Value is the number.</summary>
        public override string ToString() => Native.Id("mask", Slot, Value);

        /// <summary>Whether two ids name one mask.</summary>
        public static bool operator ==(MaskId a, MaskId b) => a.Value == b.Value;

        /// <summary>Whether two ids name different masks.</summary>
        public static bool operator !=(MaskId a, MaskId b) => a.Value != b.Value;
    }

    /// <summary>A pixel, an offset or a move, in whole pixels, y down.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Point : IEquatable<Point>
    {
        /// <summary>To the right.</summary>
        public int X;
        /// <summary>Down.</summary>
        public int Y;

        /// <summary>Makes a point.</summary>
        public Point(int x, int y)
        {
            X = x;
            Y = y;
        }

        /// <summary>Whether two points are equal.</summary>
        public bool Equals(Point other) => X == other.X && Y == other.Y;

        /// <summary>Whether an object is an equal point.</summary>
        public override bool Equals(object other) => other is Point && Equals((Point)other);

        /// <summary>A hash of the point.</summary>
        public override int GetHashCode() => X * 31 + Y;

        /// <summary>The point as "(x, y)".</summary>
        public override string ToString() => "(" + X + ", " + Y + ")";
    }

    /// <summary>A real point, a direction or a pair of factors, y down.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Real
    {
        /// <summary>To the right.</summary>
        public double X;
        /// <summary>Down.</summary>
        public double Y;

        /// <summary>Makes a real point.</summary>
        public Real(double x, double y)
        {
            X = x;
            Y = y;
        }

        /// <summary>The point as "(x, y)".</summary>
        public override string ToString() => string.Format(CultureInfo.InvariantCulture, "({0}, {1})", X, Y);
    }

    /// <summary>A rectangle of pixels: the columns from Left up to, but without, Left + Width, and the rows alike.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Rect : IEquatable<Rect>
    {
        /// <summary>The first column.</summary>
        public int Left;
        /// <summary>The first row.</summary>
        public int Top;
        /// <summary>The number of columns.</summary>
        public uint Width;
        /// <summary>The number of rows.</summary>
        public uint Height;

        /// <summary>Makes a rectangle. Negative sizes are an ArgumentOutOfRangeException.</summary>
        public Rect(int left, int top, int width, int height)
        {
            Left = left;
            Top = top;
            Width = Native.Unsigned(width, "width");
            Height = Native.Unsigned(height, "height");
        }

        /// <summary>Whether two rectangles are equal.</summary>
        public bool Equals(Rect other) => Left == other.Left && Top == other.Top && Width == other.Width && Height == other.Height;

        /// <summary>Whether an object is an equal rectangle.</summary>
        public override bool Equals(object other) => other is Rect && Equals((Rect)other);

        /// <summary>A hash of the rectangle.</summary>
        public override int GetHashCode() => ((Left * 31 + Top) * 31 + (int)Width) * 31 + (int)Height;

        /// <summary>The rectangle as "(left, top, width, height)".</summary>
        public override string ToString() => "(" + Left + ", " + Top + ", " + Width + ", " + Height + ")";
    }

    /// <summary>Two sprites that share a pixel. In the lists of a step, the one with the smaller slot is first.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Pair
    {
        /// <summary>The first sprite.</summary>
        public SpriteId A;
        /// <summary>The second sprite.</summary>
        public SpriteId B;

        /// <summary>Makes a pair, to ask for its contact.</summary>
        public Pair(SpriteId a, SpriteId b)
        {
            A = a;
            B = b;
        }

        /// <summary>The pair in words.</summary>
        public override string ToString() => A + " and " + B;

        /// <summary>The sprite of the pair that is not `id`. If `id` is not in the pair, it is none.</summary>
        public SpriteId Other(SpriteId id) => id == A ? B : id == B ? A : default(SpriteId);
    }

    /// <summary>A component of a mask: connected solid pixels.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Component
    {
        /// <summary>The number of its pixels.</summary>
        public readonly ulong Count;
        /// <summary>The smallest rectangle around them.</summary>
        public readonly Rect Bounds;

        /// <summary>The values in words.</summary>
        public override string ToString() => Count + " pixels in " + Bounds;
    }

    /// <summary>A mask, and the offset or the place of its top-left pixel.</summary>
    public struct PlacedMask
    {
        /// <summary>The mask.</summary>
        public readonly Mask Mask;
        /// <summary>Where its top-left pixel is.</summary>
        public readonly Point At;

        /// <summary>A mask whose top-left pixel is at a place, for queries that take a Who.</summary>
        public PlacedMask(Mask mask, double x, double y) : this(mask, Native.Place(x, y))
        {
            Hitmask.Mask.HandleOf(mask, "mask");
        }

        internal PlacedMask(Mask mask, Point at)
        {
            Mask = mask;
            At = at;
        }

        /// <summary>The values in words.</summary>
        public override string ToString() => (Mask == null ? "no mask" : Mask.ToString()) + " at " + At;
    }

    /// <summary>Sums over the solid pixels of a mask, for its middle, its size and its direction.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Moments
    {
        /// <summary>The number of solid pixels.</summary>
        public readonly ulong Count;
        /// <summary>The sum of x.</summary>
        public readonly ulong X;
        /// <summary>The sum of y.</summary>
        public readonly ulong Y;
        /// <summary>The sum of x * x. It is exact up to 2^53.</summary>
        public readonly double XX;
        /// <summary>The sum of x * y.</summary>
        public readonly double XY;
        /// <summary>The sum of y * y.</summary>
        public readonly double YY;

        /// <summary>The values in words.</summary>
        public override string ToString() => Native.Words("{0} pixels, sums {1}, {2}, {3}, {4}, {5}", Count, X, Y, XX, XY, YY);
    }

    /// <summary>Solid pixels of a row, one beside the other: from Left up to, but without, Right.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Run
    {
        /// <summary>The row.</summary>
        public readonly int Y;
        /// <summary>The first column.</summary>
        public readonly int Left;
        /// <summary>The column after the last one.</summary>
        public readonly int Right;

        /// <summary>The values in words.</summary>
        public override string ToString() => "row " + Y + " from " + Left + " to " + Right;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeContour
    {
        internal UIntPtr First;
        internal UIntPtr Count;
        internal UIntPtr IsHole;
    }

    /// <summary>A polygon around solid pixels, or around a hole. The pixel x, y has the corners x, y and x + 1, y + 1.</summary>
    public struct Contour
    {
        /// <summary>The corners, at least 3.</summary>
        public readonly Point[] Corners;
        /// <summary>Whether it surrounds a hole.</summary>
        public readonly bool IsHole;

        internal Contour(Point[] corners, bool isHole)
        {
            Corners = corners;
            IsHole = isHole;
        }

        /// <summary>The values in words.</summary>
        public override string ToString() => (Corners == null ? 0 : Corners.Length) + " corners" + (IsHole ? " around a hole" : "");
    }

    /// <summary>The first solid pixel on a line of pixels.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct RayHit
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
        private readonly byte hit;
        private readonly byte startedInside;
        private readonly byte reserved0, reserved1;

        /// <summary>Whether anything was hit. If not, all values are 0.</summary>
        public bool Hit => hit != 0;

        /// <summary>Whether the line begins in a solid pixel.</summary>
        public bool StartedInside => startedInside != 0;

        /// <summary>The values in words.</summary>
        public override string ToString() => Hit ? Native.Words("{0} at {1}, step {2}, normal {3}", Id, At, Step, Normal) : "no hit";
    }

    /// <summary>Where a moving mask or sprite first touches another.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct SweepHit
    {
        /// <summary>The sprite in the way, or none in a sweep of a mask.</summary>
        public readonly SpriteId Id;
        /// <summary>The direction, of length 1, out of what was hit, towards what moves.</summary>
        public readonly Real Normal;
        /// <summary>In a sweep of a sprite, the first shared pixel in the world. In a sweep of a mask, the first offset at which the masks share
        /// one.</summary>
        public readonly Point First;
        /// <summary>The last place before the touch. It is the start if the two overlap there.</summary>
        public readonly Point Before;
        /// <summary>The number of steps from the start to the touch.</summary>
        public readonly uint Step;
        private readonly byte hit;
        private readonly byte startedInside;
        private readonly byte reserved0, reserved1;

        /// <summary>Whether there was a touch. If not, all values are 0.</summary>
        public bool Hit => hit != 0;

        /// <summary>Whether the two overlap at the start: then that is the touch.</summary>
        public bool StartedInside => startedInside != 0;

        /// <summary>The values in words.</summary>
        public override string ToString() => Hit ? Native.Words("{0}, first {1}, before {2}, step {3}, normal {4}", Id, First, Before, Step, Normal) : "no hit";
    }

    /// <summary>A sprite, and how far a point is from its nearest solid pixel.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Near
    {
        /// <summary>The sprite.</summary>
        public readonly SpriteId Id;
        /// <summary>In pixels.</summary>
        public readonly double Distance;

        /// <summary>The values in words.</summary>
        public override string ToString() => Native.Words("{0}, {1} pixels away", Id, Distance);
    }

    /// <summary>How far a sprite can go in a straight line.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Swept
    {
        private readonly SweepHit hit;
        /// <summary>A sprite that it overlaps at the start, of several the one with the smallest slot, or none.</summary>
        public readonly SpriteId StartedInside;
        /// <summary>Where the sprite comes to rest.</summary>
        public readonly Point At;

        /// <summary>The first touch on the way, or null.</summary>
        public SweepHit? Hit => hit.Hit ? hit : (SweepHit?)null;

        /// <summary>The values in words.</summary>
        public override string ToString() => "to " + At + ": " + hit;
    }

    /// <summary>The details of a pair of sprites that share pixels.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Contact
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

        /// <summary>The values in words.</summary>
        public override string ToString() => Native.Words("{0}: {1} pixels, first {2}, bounds {3}, normal {4}", Pair, Area, First, Bounds, Normal);
    }

    /// <summary>The first touch of two sprites in a step, of which one has moved continuously.</summary>
    [StructLayout(LayoutKind.Sequential)]
    public struct Impact
    {
        /// <summary>The contact at the touch. Its area is 0 if there was none.</summary>
        public readonly Contact Contact;
        /// <summary>The smallest move of the first sprite after which the two share nothing, there.</summary>
        public readonly Point Penetration;
        /// <summary>The position of the first sprite at the touch.</summary>
        public readonly Point PlaceA;
        /// <summary>The position of the second sprite at the touch.</summary>
        public readonly Point PlaceB;
        private readonly Point beforeA;
        private readonly Point beforeB;
        /// <summary>The share of the way before the touch, from 0 to 1.</summary>
        public readonly double Share;
        private readonly byte hasBefore;
        private readonly byte reserved0, reserved1, reserved2, reserved3, reserved4, reserved5, reserved6;

        /// <summary>The position of the first sprite one step of the way before the touch, at which the two share nothing: where a bullet stops or
        /// bounces. It is null if they touch where the way begins, or if neither has a way.</summary>
        public Point? BeforeA => hasBefore != 0 ? beforeA : (Point?)null;

        /// <summary>The position of the second sprite one step of the way before the touch, or null.</summary>
        public Point? BeforeB => hasBefore != 0 ? beforeB : (Point?)null;

        /// <summary>The sprite of the impact that is not `id`. If `id` is not in it, it is none.</summary>
        public SpriteId Other(SpriteId id) => Contact.Pair.Other(id);

        /// <summary>The position of a sprite at the touch, or null if it is not in the impact.</summary>
        public Point? PlaceOf(SpriteId id) => id == Contact.Pair.A ? PlaceA : id == Contact.Pair.B ? PlaceB : (Point?)null;

        /// <summary>The position of a sprite one step of the way before the touch, or null: see BeforeA.</summary>
        public Point? BeforeOf(SpriteId id) => id == Contact.Pair.A ? BeforeA : id == Contact.Pair.B ? BeforeB : null;

        /// <summary>The values in words.</summary>
        public override string ToString() => Native.Words("{0}; share {1}, at {2} and {3}", Contact, Share, PlaceA, PlaceB);
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeMoved
    {
        internal IntPtr Hits;
        internal IntPtr StartedInside;
        internal UIntPtr HitCount;
        internal UIntPtr StartedInsideCount;
        internal Point At;
        internal byte BlockedLeft, BlockedRight, BlockedUp, BlockedDown;
        private byte reserved0, reserved1, reserved2, reserved3;
    }

    /// <summary>How a sprite has moved.</summary>
    public struct Moved
    {
        /// <summary>Where the sprite is now.</summary>
        public readonly Point At;
        /// <summary>What stopped the sprite, in the order of its way.</summary>
        public readonly SweepHit[] Hits;
        /// <summary>The sprites that it overlapped at the start, sorted.</summary>
        public readonly SpriteId[] StartedInside;
        /// <summary>Whether the move went left and was stopped.</summary>
        public readonly bool BlockedLeft;
        /// <summary>Whether the move went right and was stopped.</summary>
        public readonly bool BlockedRight;
        /// <summary>Whether the move went up and was stopped.</summary>
        public readonly bool BlockedUp;
        /// <summary>After a slide, whether the move went down and was stopped: it is false on the ground in a frame that does not move down. After a
        /// walk, whether the sprite stands on something. World.Touching(id, 0, 1) tells at any time.</summary>
        public readonly bool BlockedDown;

        internal Moved(NativeMoved moved)
        {
            At = moved.At;
            Hits = Native.Copy<SweepHit>(moved.Hits, moved.HitCount);
            StartedInside = Native.Copy<SpriteId>(moved.StartedInside, moved.StartedInsideCount);
            BlockedLeft = moved.BlockedLeft != 0;
            BlockedRight = moved.BlockedRight != 0;
            BlockedUp = moved.BlockedUp != 0;
            BlockedDown = moved.BlockedDown != 0;
        }

        /// <summary>The values in words.</summary>
        public override string ToString() => "to " + At + ", " + (Hits == null ? 0 : Hits.Length) + " hits";
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeIds
    {
        internal IntPtr Ids;
        internal UIntPtr Count;
    }

    [StructLayout(LayoutKind.Sequential)]
    internal struct NativeCarried
    {
        internal IntPtr Riders;
        internal IntPtr Pushed;
        internal IntPtr Crushed;
        internal UIntPtr RiderCount;
        internal UIntPtr PushedCount;
        internal UIntPtr CrushedCount;
    }

    /// <summary>What a platform has moved.</summary>
    public struct Carried
    {
        /// <summary>The sprites that rode.</summary>
        public readonly SpriteId[] Riders;
        /// <summary>The sprites that it pushed out of its way.</summary>
        public readonly SpriteId[] Pushed;
        /// <summary>The sprites that found no place.</summary>
        public readonly SpriteId[] Crushed;

        internal Carried(NativeCarried carried)
        {
            Riders = Native.Copy<SpriteId>(carried.Riders, carried.RiderCount);
            Pushed = Native.Copy<SpriteId>(carried.Pushed, carried.PushedCount);
            Crushed = Native.Copy<SpriteId>(carried.Crushed, carried.CrushedCount);
        }

        /// <summary>The values in words.</summary>
        public override string ToString() => "riders [" + Native.List(Riders) + "], pushed [" + Native.List(Pushed) + "], crushed [" + Native.List(Crushed) + "]";
    }
}
