using System;
using System.Runtime.InteropServices;

namespace Hitmask
{
    /// <summary>
    /// Masks, and sprites that show them. It finds the sprites that share solid pixels.
    /// </summary>
    /// <remarks>
    /// The order of a game: add masks, spawn sprites; each frame move them, then Step. Questions see the world as it was at its last refresh: after a
    /// change, also after MoveUntil, PushOut and Carry, call Refresh or Step first. They do not refresh by themselves, because several threads may
    /// ask at once. The garbage collector frees a world; Dispose frees it at once. Methods of a disposed world are an
    /// ObjectDisposedException. Ids are those of one world. Lists that are returned are copies, except those of Step.
    /// </remarks>
    public sealed partial class World : IDisposable
    {
        /// <summary>All layers: what queries ask if no layers are given.</summary>
        public const uint AllLayers = uint.MaxValue;

        private readonly WorldHandle held;

        private WorldHandle Handle => held.IsClosed ? throw new ObjectDisposedException("World", "the world was disposed") : held;

        private World(WorldHandle held)
        {
            this.held = held;
        }

        /// <summary>Makes a world without masks and sprites.</summary>
        public World()
        {
            Native.Check(Native.hitmask_world_new(out held));
        }

        /// <summary>Makes a world from the bytes of ToBytes. The bytes are not trusted, and have a checksum: a changed byte is Damaged.</summary>
        public static World FromBytes(ReadOnlySpan<byte> bytes)
        {
            WorldHandle made;
            return Native.Checked(Native.hitmask_world_from_bytes(ref Native.First(bytes), Native.Size(bytes.Length), out made), new World(made));
        }

        /// <summary>Saves the world. The format is the same in every language that hitmask supports. A loaded world goes on as the saved one: ids are
        /// equal, and the next step has equal lists.</summary>
        public byte[] ToBytes()
        {
            return Native.All<byte>(bytes =>
            {
                Native.Check(Native.hitmask_world_to_bytes(Handle, ref Native.First(bytes), Native.Size(bytes.Length), out UIntPtr length));
                return Native.Count(length);
            });
        }

        /// <summary>Saves the world without its masks, for games that load their pictures anyway: a level takes 32 bytes for a
        /// sprite that shows its mask as it is, and more for other values.</summary>
        public byte[] ToBytesWithoutMasks()
        {
            return Native.All<byte>(bytes =>
            {
                Native.Check(Native.hitmask_world_to_bytes_without_masks(Handle, ref Native.First(bytes), Native.Size(bytes.Length), out UIntPtr length));
                return Native.Count(length);
            });
        }

        /// <summary>Makes a world from the bytes of ToBytesWithoutMasks. The mask with the id ids[i] becomes masks[i], which is shared. Ids of masks
        /// count up from the first mask of a world, so a game that adds its masks in the same order has equal ids in each run. The bytes are not
        /// trusted.</summary>
        public static World FromBytes(ReadOnlySpan<byte> bytes, MaskId[] ids, Mask[] masks)
        {
            if (ids == null) throw new ArgumentNullException("ids");
            if (masks == null) throw new ArgumentNullException("masks");
            Native.SameLength(ids.Length, masks.Length, "masks");
            MaskHandle[] handles = new MaskHandle[masks.Length];
            for (int i = 0; i < masks.Length; i++) handles[i] = Hitmask.Mask.HandleOf(masks[i], "masks");
            IntPtr[] pointers = new IntPtr[masks.Length];
            int kept = 0;
            try
            {
                for (; kept < handles.Length; kept++)
                {
                    bool isKept = false;
                    handles[kept].DangerousAddRef(ref isKept);
                    pointers[kept] = handles[kept].DangerousGetHandle();
                }
                Span<ulong> values = MemoryMarshal.Cast<MaskId, ulong>(ids.AsSpan());
                WorldHandle made;
                Native.Check(Native.hitmask_world_from_bytes_with_masks(ref Native.First(bytes), Native.Size(bytes.Length), ref Native.First(values),
                    ref Native.First(pointers.AsSpan()), Native.Size(pointers.Length), out made));
                return new World(made);
            }
            finally
            {
                for (int i = 0; i < kept; i++) handles[i].DangerousRelease();
            }
        }

        /// <summary>Copies the world: masks, sprites, and the pairs of the last step. The ids of both name the same sprites.</summary>
        public World Copy()
        {
            WorldHandle made;
            return Native.Checked(Native.hitmask_world_copy(Handle, out made), new World(made));
        }

        /// <summary>Frees the world at once. A second call does nothing.</summary>
        public void Dispose() => held.Dispose();

        /// <summary>The numbers of sprites and masks, or that the world was disposed.</summary>
        public override string ToString() => held.IsClosed ? "a disposed world" : "a world of " + Count + " sprites and " + MaskIds().Length + " masks";

        /// <summary>The limits of the world. Get them, change what differs, and set them: `Limits limits = world.Limits; limits.Pairs = 1000;
        /// world.Limits = limits;`.</summary>
        public Limits Limits
        {
            get
            {
                return Native.Checked(Native.hitmask_world_limits(Handle, out Limits limits), limits);
            }
            set => Native.Check(Native.hitmask_world_set_limits(Handle, ref value));
        }

        /// <summary>Examples of sprites that never meet because only one of the two, A, collides with a layer of the other. It is for debugging: a hero
        /// falls through the ground if the CollidesWith of the ground lacks the layer of the hero. Each two kinds of sprites are named once.</summary>
        public Pair[] OneSidedLayers()
        {
            return Native.All<Pair>(pairs =>
            {
                Native.Check(Native.hitmask_world_one_sided_layers(Handle, ref Native.First(pairs), Native.Size(pairs.Length), out UIntPtr count));
                return Native.Count(count);
            });
        }

        /// <summary>The bytes that the world uses for tables of offsets.</summary>
        public long OffsetTableBytes =>
            Native.Checked(Native.hitmask_world_bytes(Handle, out UIntPtr tables, out UIntPtr variants), (long)(ulong)tables);

        /// <summary>The bytes that the world uses for scaled and rotated masks.</summary>
        public long VariantBytes =>
            Native.Checked(Native.hitmask_world_bytes(Handle, out UIntPtr tables, out UIntPtr variants), (long)(ulong)variants);

        // ---- masks

        /// <summary>Adds a mask. It is shared, not copied: dispose yours whenever you like.</summary>
        public MaskId AddMask(Mask mask) =>
            Native.Checked(Native.hitmask_world_add_mask(Handle, Hitmask.Mask.HandleOf(mask, "mask"), out ulong id), new MaskId(id));

        /// <summary>Makes all sprites with a mask show another, such as an edited one.</summary>
        public void ReplaceMask(MaskId id, Mask mask)
        {
            Native.Check(Native.hitmask_world_replace_mask(Handle, id.Value, Hitmask.Mask.HandleOf(mask, "mask")));
        }

        /// <summary>Removes a mask that no sprite shows.</summary>
        public void RemoveMask(MaskId id) => Native.Check(Native.hitmask_world_remove_mask(Handle, id.Value));

        /// <summary>Returns a mask of the world, shared with it. An edit copies it: hand it back with ReplaceMask.</summary>
        public Mask Mask(MaskId id) => Hitmask.Mask.Made(Native.hitmask_world_mask(Handle, id.Value, out MaskHandle made), made);

        /// <summary>The id of the mask in a slot, or none.</summary>
        public MaskId MaskIdAt(int slot) =>
            Native.Checked(Native.hitmask_world_mask_id_at(Handle, (UIntPtr)Native.Unsigned(slot, "slot"), out ulong id), new MaskId(id));

        /// <summary>The ids of the masks of the world.</summary>
        public MaskId[] MaskIds()
        {
            return Native.All<MaskId>(ids =>
            {
                Span<ulong> values = MemoryMarshal.Cast<MaskId, ulong>(ids);
                Native.Check(Native.hitmask_world_mask_ids(Handle, ref Native.First(values), Native.Size(ids.Length), out UIntPtr count));
                return Native.Count(count);
            });
        }

        /// <summary>Makes the pixels of a world's mask free that are solid in `other`, whose top-left pixel is at x, y in the mask: craters in
        /// terrain. All sprites with the mask change. It takes as long as the pixels that change, however large the mask is, unless yours shares
        /// it.</summary>
        public void EraseFromMask(MaskId id, Mask other, int x, int y)
        {
            Native.Check(Native.hitmask_world_erase_from_mask(Handle, id.Value, Hitmask.Mask.HandleOf(other, "other"), x, y));
        }

        /// <summary>Makes the pixels of a world's mask solid that are solid in `other`. The rest is as in EraseFromMask.</summary>
        public void DrawOnMask(MaskId id, Mask other, int x, int y)
        {
            Native.Check(Native.hitmask_world_draw_on_mask(Handle, id.Value, Hitmask.Mask.HandleOf(other, "other"), x, y));
        }

        /// <summary>Makes the pixels of a rectangle of a world's mask solid or free.</summary>
        public void FillRect(MaskId id, Rect rect, bool solid = true)
        {
            Native.Check(Native.hitmask_world_fill_rect(Handle, id.Value, rect.Left, rect.Top, rect.Width, rect.Height, Native.Flag(solid)));
        }

        /// <summary>Makes the pixels of a world's mask solid or free whose centers are in a circle, in the pixels of the mask.</summary>
        public void FillCircle(MaskId id, double x, double y, double radius, bool solid = true)
        {
            Native.Check(Native.hitmask_world_fill_circle(Handle, id.Value, x, y, radius, Native.Flag(solid)));
        }

        /// <summary>Makes the pixels of a world's mask solid or free whose centers are in a polygon, in the pixels of the mask.</summary>
        public void FillPolygon(MaskId id, ReadOnlySpan<Real> points, bool solid = true)
        {
            Native.Check(Native.hitmask_world_fill_polygon(Handle, id.Value, ref Native.First(points), Native.Size(points.Length), Native.Flag(solid)));
        }

        /// <summary>Makes the pixels of a world's mask solid or free that are on a line, both ends included, in the pixels of the mask.</summary>
        public void FillLine(MaskId id, int fromX, int fromY, int toX, int toY, bool solid = true)
        {
            Native.Check(Native.hitmask_world_fill_line(Handle, id.Value, fromX, fromY, toX, toY, Native.Flag(solid)));
        }

        /// <summary>Rounds the angles of the sprites that show a mask to the nearest of `steps` equal steps of a circle, from 1 to 65,536: faster and
        /// less true, for crowds that rotate. With null, the default, each angle is as given. With 64, an angle is up to 2.8 degrees off: two pixels and a
        /// half at the edge of a sprite of 100 pixels. Places are rounded to half pixels, and of a transform the scale and the shear keep 12 bits.</summary>
        public void SetAngleSteps(MaskId id, int? steps)
        {
            uint count = steps.HasValue ? (uint)Native.Within(steps.Value, 1, 65536, "steps") : 0;
            Native.Check(Native.hitmask_world_set_angle_steps(Handle, id.Value, count));
        }
    }
}
