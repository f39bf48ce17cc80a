// Sprites come and go, change and move. All methods but those that return something about sprites change the world.
using System;

namespace Hitmask
{
    public sealed partial class World
    {
        /// <summary>Adds a sprite.</summary>
        public SpriteId Spawn(Sprite sprite)
        {
            ulong id = 0;
            Native.Check(Native.hitmask_world_spawn(Handle, ref sprite, Native.Size(1), ref id));
            return new SpriteId(id);
        }

        /// <summary>Adds a sprite with a mask and the defaults, its top-left pixel at a place.</summary>
        public SpriteId Spawn(MaskId mask, double x, double y) => Spawn(new Sprite(mask, x, y));

        /// <summary>Adds sprites, and returns their ids. If one of them is not valid, none is added.</summary>
        public SpriteId[] Spawn(ReadOnlySpan<Sprite> sprites)
        {
            SpriteId[] ids = new SpriteId[sprites.Length];
            Native.Check(Native.hitmask_world_spawn(Handle, ref Native.First(sprites), Native.Size(ids.Length), ref Native.First(ids.AsSpan())));
            return ids;
        }

        /// <summary>Removes a sprite. Its pairs end in the next step.</summary>
        public void Despawn(SpriteId id) => Native.Check(Native.hitmask_world_despawn(Handle, id.Value));

        /// <summary>Removes sprites, and returns how many. Ids that name no sprite of the world are skipped.</summary>
        public int DespawnMany(ReadOnlySpan<SpriteId> ids)
        {
            Native.Check(Native.hitmask_world_despawn_many(Handle, ref Native.First(ids), Native.Size(ids.Length), out UIntPtr removed));
            return Native.Count(removed);
        }

        /// <summary>Removes all sprites. The masks stay, except those of OwnMask.</summary>
        public void Clear() => Native.Check(Native.hitmask_world_clear(Handle));

        /// <summary>Whether the world has a sprite: not once it was removed.</summary>
        public bool Contains(SpriteId id) => Native.Checked(Native.hitmask_world_contains(Handle, id.Value, out byte contains), contains != 0);

        /// <summary>The number of sprites.</summary>
        public int Count => Native.Checked(Native.hitmask_world_sprite_count(Handle, out UIntPtr count), Native.Count(count));

        /// <summary>All values of a sprite.</summary>
        public Sprite Get(SpriteId id) => Native.Checked(Native.hitmask_world_get(Handle, id.Value, out Sprite sprite), sprite);

        /// <summary>Sets all values of a sprite. Get it, change a value, and set it.</summary>
        public void Set(SpriteId id, Sprite sprite)
        {
            ulong value = id.Value;
            Native.Check(Native.hitmask_world_set(Handle, ref value, ref sprite, Native.Size(1)));
        }

        /// <summary>Sets all values of sprites: of ids[i] to sprites[i]. If one of them is not valid, none changes.</summary>
        public void Set(ReadOnlySpan<SpriteId> ids, ReadOnlySpan<Sprite> sprites)
        {
            Native.SameLength(ids.Length, sprites.Length, "sprites");
            Native.Check(Native.hitmask_world_set(Handle, ref Native.First(ids), ref Native.First(sprites), Native.Size(ids.Length)));
        }

        /// <summary>Moves a sprite to a place. A sprite with an angle, a scale, an origin or a transform is shown there, with the fraction; any other
        /// stands at the nearest pixel, halves right and down.</summary>
        public void MoveTo(SpriteId id, double x, double y)
        {
            ulong value = id.Value;
            var place = new Real(x, y);
            Native.Check(Native.hitmask_world_set_real_positions(Handle, ref value, ref place, Native.Size(1)));
        }

        /// <summary>Moves a sprite to a pixel. It keeps its fraction.</summary>
        public void MoveTo(SpriteId id, Point place) => Native.Check(Native.hitmask_world_move_to(Handle, id.Value, place.X, place.Y));

        /// <summary>Moves a sprite by whole pixels. Remainder keeps fractions.</summary>
        public void MoveBy(SpriteId id, int dx, int dy) => Native.Check(Native.hitmask_world_move_by(Handle, id.Value, dx, dy));

        /// <summary>Moves a sprite to a place without a path: a step tests a continuous sprite only where it stands then.</summary>
        public void JumpTo(SpriteId id, double x, double y)
        {
            MoveTo(id, x, y);
            ulong value = id.Value;
            Point place = Position(id);
            Native.Check(Native.hitmask_world_jump_to(Handle, ref value, ref place, Native.Size(1)));
        }

        /// <summary>Moves sprites without a path: ids[i] to positions[i]. If one of them is not valid, none moves.</summary>
        public void JumpTo(ReadOnlySpan<SpriteId> ids, ReadOnlySpan<Point> positions)
        {
            Native.SameLength(ids.Length, positions.Length, "positions");
            Native.Check(Native.hitmask_world_jump_to(Handle, ref Native.First(ids), ref Native.First(positions), Native.Size(ids.Length)));
        }

        /// <summary>Moves sprites: ids[i] to positions[i]. If one of the moves is not possible, no sprite moves.</summary>
        public void SetPositions(ReadOnlySpan<SpriteId> ids, ReadOnlySpan<Point> positions)
        {
            Native.SameLength(ids.Length, positions.Length, "positions");
            Native.Check(Native.hitmask_world_set_positions(Handle, ref Native.First(ids), ref Native.First(positions), Native.Size(ids.Length)));
        }

        /// <summary>Moves sprites to real positions, each as MoveTo does.</summary>
        public void SetPositions(ReadOnlySpan<SpriteId> ids, ReadOnlySpan<Real> positions)
        {
            Native.SameLength(ids.Length, positions.Length, "positions");
            Native.Check(Native.hitmask_world_set_real_positions(Handle, ref Native.First(ids), ref Native.First(positions), Native.Size(ids.Length)));
        }

        /// <summary>The position of a sprite.</summary>
        public Point Position(SpriteId id)
        {
            ulong value = id.Value;
            Point position = default(Point);
            Native.Check(Native.hitmask_world_positions(Handle, ref value, ref position, Native.Size(1)));
            return position;
        }

        /// <summary>Writes the positions of sprites: that of ids[i] to positions[i].</summary>
        public void Positions(ReadOnlySpan<SpriteId> ids, Span<Point> positions)
        {
            Native.SameLength(ids.Length, positions.Length, "positions");
            Native.Check(Native.hitmask_world_positions(Handle, ref Native.First(ids), ref Native.First(positions), Native.Size(ids.Length)));
        }

        /// <summary>The number of slots: all slots of sprites are smaller.</summary>
        public int SlotCount => Native.Checked(Native.hitmask_world_slot_count(Handle, out UIntPtr count), Native.Count(count));

        /// <summary>Moves all sprites at once: the sprite in slot i to positions[i]. There must be as many as slots. Positions of slots without a sprite
        /// are ignored. It is the fastest way to move many.</summary>
        public void SetPositionsBySlot(ReadOnlySpan<Point> positions)
        {
            Native.Check(Native.hitmask_world_set_positions_by_slot(Handle, ref Native.First(positions), Native.Size(positions.Length)));
        }

        /// <summary>Moves the sprite in each slot to a real position, as MoveTo does. The rest is as in the other form.</summary>
        public void SetPositionsBySlot(ReadOnlySpan<Real> positions)
        {
            Native.Check(Native.hitmask_world_set_real_positions_by_slot(Handle, ref Native.First(positions), Native.Size(positions.Length)));
        }

        /// <summary>The positions of all sprites: that of the sprite in slot i is item i. Slots without a sprite have the position int.MinValue,
        /// int.MinValue.</summary>
        public Point[] PositionsBySlot() => Native.All<Point>(PositionsBySlot);

        /// <summary>Writes the positions of all sprites, as many as fit, and returns the number of slots.</summary>
        public int PositionsBySlot(Span<Point> positions)
        {
            Native.Check(Native.hitmask_world_positions_by_slot(Handle, ref Native.First(positions), Native.Size(positions.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The ids of all sprites, sorted.</summary>
        public SpriteId[] Ids() => Native.All<SpriteId>(Ids);

        /// <summary>Writes the ids of all sprites, sorted, as many as fit, and returns how many there are.</summary>
        public int Ids(Span<SpriteId> ids)
        {
            Native.Check(Native.hitmask_world_ids(Handle, ref Native.First(ids), Native.Size(ids.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The id of the sprite in a slot, or none.</summary>
        public SpriteId IdAt(int slot) =>
            Native.Checked(Native.hitmask_world_id_at(Handle, (UIntPtr)Native.Unsigned(slot, "slot"), out ulong id), new SpriteId(id));

        /// <summary>Sets the number that hitmask stores for a sprite.</summary>
        public void SetData(SpriteId id, ulong data) => Native.Check(Native.hitmask_world_set_data(Handle, id.Value, data));

        /// <summary>Sets where the path of a continuous sprite begins in the next step: a sprite that has bounced, for example. JumpTo to its own place
        /// forgets it.</summary>
        public void SetLastPlace(SpriteId id, double x, double y)
        {
            Point place = Native.Place(x, y);
            Native.Check(Native.hitmask_world_set_last_place(Handle, id.Value, place.X, place.Y));
        }
    }
}
