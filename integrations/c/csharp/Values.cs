// The values that go in and come out. The fields of those that are structs of hitmask.h are in Structs.cs.
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

    public partial struct Point : IEquatable<Point>
    {
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

    public partial struct Real
    {
        /// <summary>Makes a real point.</summary>
        public Real(double x, double y)
        {
            X = x;
            Y = y;
        }

        /// <summary>The point as "(x, y)".</summary>
        public override string ToString() => string.Format(CultureInfo.InvariantCulture, "({0}, {1})", X, Y);
    }

    public partial struct Linear
    {
        /// <summary>Makes a map that sends the point x, y to a * x + b * y, c * x + d * y.</summary>
        public Linear(double a, double b, double c, double d)
        {
            A = a;
            B = b;
            C = c;
            D = d;
        }

        /// <summary>The map as "(a, b, c, d)".</summary>
        public override string ToString() => string.Format(CultureInfo.InvariantCulture, "({0}, {1}, {2}, {3})", A, B, C, D);
    }

    public partial struct Rect : IEquatable<Rect>
    {
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

    public partial struct Pair
    {
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

    public partial struct Component
    {
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

    public partial struct Moments
    {
        /// <summary>The values in words.</summary>
        public override string ToString() => Native.Words("{0} pixels, sums {1}, {2}, {3}, {4}, {5}", Count, X, Y, XX, XY, YY);
    }

    public partial struct Run
    {
        /// <summary>The values in words.</summary>
        public override string ToString() => "row " + Y + " from " + Left + " to " + Right;
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

    public partial struct RayHit
    {
        /// <summary>The values in words.</summary>
        public override string ToString() => Hit ? Native.Words("{0} at {1}, step {2}, normal {3}", Id, At, Step, Normal) : "no hit";
    }

    public partial struct SweepHit
    {
        /// <summary>The values in words.</summary>
        public override string ToString() => Hit ? Native.Words("{0}, first {1}, before {2}, step {3}, normal {4}", Id, First, Before, Step, Normal) : "no hit";
    }

    public partial struct Neighbor
    {
        /// <summary>The values in words.</summary>
        public override string ToString() => Native.Words("{0}, {1} pixels away", Id, Distance);
    }

    public partial struct Swept
    {
        /// <summary>The first touch on the way, or null.</summary>
        public SweepHit? Hit => hit.Hit ? hit : (SweepHit?)null;

        /// <summary>The values in words.</summary>
        public override string ToString() => "to " + At + ": " + hit;
    }

    public partial struct Contact
    {
        /// <summary>The values in words.</summary>
        public override string ToString() => Native.Words("{0}: {1} pixels, first {2}, bounds {3}, normal {4}", Pair, Area, First, Bounds, Normal);
    }

    public partial struct Impact
    {
        /// <summary>The position of the first sprite one step of the path before the touch, at which the two share nothing: where a bullet stops or
        /// bounces. It is null if they touch where the path begins, or if neither has a path.</summary>
        public Point? BeforeA => hasBefore != 0 ? beforeA : (Point?)null;

        /// <summary>The position of the second sprite one step of the path before the touch, or null.</summary>
        public Point? BeforeB => hasBefore != 0 ? beforeB : (Point?)null;

        /// <summary>The sprite of the impact that is not `id`. If `id` is not in it, it is none.</summary>
        public SpriteId Other(SpriteId id) => Contact.Pair.Other(id);

        /// <summary>The position of a sprite at the touch, or null if it is not in the impact.</summary>
        public Point? PlaceOf(SpriteId id) => id == Contact.Pair.A ? PlaceA : id == Contact.Pair.B ? PlaceB : (Point?)null;

        /// <summary>The position of a sprite one step of the path before the touch, or null: see BeforeA.</summary>
        public Point? BeforeOf(SpriteId id) => id == Contact.Pair.A ? BeforeA : id == Contact.Pair.B ? BeforeB : null;

        /// <summary>The values in words.</summary>
        public override string ToString() => Native.Words("{0}; fraction {1}, at {2} and {3}", Contact, Fraction, PlaceA, PlaceB);
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
