// Sprites that move until they are stopped. All methods change the world, and refresh it first if they must.
using System;

namespace Hitmask
{
    public sealed partial class World
    {
        /// <summary>Moves a sprite towards a place until it is stopped: Motion.Stop, Motion.Slide or Motion.Walk(2, 4). Only sprites in one of `layers`
        /// are in the way; if the sprite collides with none of them, unless they are 0, the move is an error. Sensors are in the way only withSensors.
        /// With hitFromInside, a sprite that starts inside another hits it at step 0, and does not move.</summary>
        public Moved MoveUntil(SpriteId id, double x, double y, Motion motion = default(Motion), uint layers = AllLayers, bool withSensors = false,
            bool hitFromInside = false)
        {
            Point to = Native.Place(x, y);
            Motion asked = motion.With(layers, withSensors, hitFromInside);
            Native.Check(Native.hitmask_world_move_until(Handle, id.Value, to.X, to.Y, ref asked, out NativeMoved moved));
            Moved copy = new Moved(moved);
            GC.KeepAlive(this); // the lists are the world's
            return copy;
        }

        /// <summary>Moves a sprite to the nearest place, at most `limit` pixels away, at which it shares no pixel with sprites that block it. Returns the
        /// move, which is 0, 0 if the sprite was free, or null if there is no such place. `along` is the only direction, if there is one, and
        /// `within` the rectangle in which its solid pixels must lie, such as the map.</summary>
        public Point? PushOut(SpriteId id, int limit, Point? along = null, Rect? within = null)
        {
            Native.Check(Native.hitmask_world_push_out(Handle, id.Value, Native.Unsigned(limit, "limit"), ref Native.First(Native.Option(along)),
                ref Native.First(Native.Option(within)), out byte found, out Point move));
            return found != 0 ? move : (Point?)null;
        }

        /// <summary>Moves sprites as PushOut does, one after the other: each is free of the sprites that have moved before it. The move of ids[i] is
        /// item i: int.MinValue, int.MinValue if there is no place. After a failure, the sprites before the one with the failure have
        /// moved.</summary>
        public Point[] PushOutMany(ReadOnlySpan<SpriteId> ids, int limit, Point? along = null, Rect? within = null)
        {
            Point[] moves = new Point[ids.Length];
            Native.Check(Native.hitmask_world_push_out_many(Handle, ref Native.First(ids), Native.Size(ids.Length), Native.Unsigned(limit, "limit"),
                ref Native.First(Native.Option(along)), ref Native.First(Native.Option(within)), ref Native.First(moves.AsSpan())));
            return moves;
        }

        /// <summary>Moves a platform with the sprites that touch it from above, and those that stand on these, and pushes others out of its way. The
        /// platform always arrives.</summary>
        public Carried Carry(SpriteId id, double x, double y) => Carry(id, x, y, default(Span<ulong>), 0);

        /// <summary>Moves a platform with the riders that are given, and pushes others out of its way. The platform always arrives.</summary>
        public Carried Carry(SpriteId id, double x, double y, ReadOnlySpan<SpriteId> riders)
        {
            ulong[] values = new ulong[riders.Length + 1]; // a list of no riders is not NULL
            for (int i = 0; i < riders.Length; i++) values[i] = riders[i].Value;
            return Carry(id, x, y, values, riders.Length);
        }

        private Carried Carry(SpriteId id, double x, double y, Span<ulong> riders, int count)
        {
            Point to = Native.Place(x, y);
            Native.Check(Native.hitmask_world_carry(Handle, id.Value, to.X, to.Y, ref Native.First(riders), Native.Size(count), out NativeCarried carried));
            Carried copy = new Carried(carried);
            GC.KeepAlive(this); // the lists are the world's
            return copy;
        }
    }
}
