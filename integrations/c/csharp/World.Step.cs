// The step, and the contacts of its pairs.
using System;
using System.Runtime.InteropServices;

namespace Hitmask
{
    /// <summary>
    /// The lists of the last step of a world, sorted. The next step of the world writes its lists in their place: ToArray makes a copy that stays.
    /// </summary>
    /// <remarks>The lists are memory of C#. They may be read at any time, also after the world was changed or disposed.</remarks>
    public sealed class Step
    {
        private List pairs, began, ended;

        /// <summary>The pairs that share a pixel.</summary>
        public ReadOnlySpan<Pair> Pairs => pairs.Span;

        /// <summary>The pairs that were none in the step before.</summary>
        public ReadOnlySpan<Pair> Began => began.Span;

        /// <summary>The pairs of the step before that are none now.</summary>
        public ReadOnlySpan<Pair> Ended => ended.Span;

        /// <summary>The lengths of the lists.</summary>
        public override string ToString() => Pairs.Length + " pairs, " + Began.Length + " began, " + Ended.Length + " ended";

        internal Step()
        {
            pairs.Words = began.Words = ended.Words = new long[0];
        }

        internal void Take(ref NativeStep step)
        {
            pairs.Take(step.Pairs, step.PairCount);
            began.Take(step.Began, step.BeganCount);
            ended.Take(step.Ended, step.EndedCount);
        }

        // Copies cost 2 % of a step, and spare games a crash if they keep a list of the world too long.
        private struct List
        {
            internal long[] Words;
            private int count;

            internal ReadOnlySpan<Pair> Span => MemoryMarshal.Cast<long, Pair>(Words.AsSpan(0, 2 * count));

            internal void Take(IntPtr items, UIntPtr length)
            {
                int taken = Native.Count(length);
                if (2L * taken > Words.Length) Words = new long[checked(2 * taken + taken / 2)];
                if (taken > 0) Marshal.Copy(items, Words, 0, 2 * taken);
                count = taken;
            }
        }
    }

    public sealed partial class World
    {
        private readonly Step step = new Step();

        /// <summary>Brings the world up to date after changes, so that it can be asked. It takes as long as the changes ask for, and nothing if there
        /// are none. It changes the world.</summary>
        public void Refresh() => Native.Check(Native.hitmask_world_refresh(Handle));

        /// <summary>Finds the pairs of sprites that share a pixel, and compares them with those of the last step. Call it once a frame, after all moves.
        /// The lists of the result are valid until the next step of this world.</summary>
        public Step Step()
        {
            Native.Check(Native.hitmask_world_step(Handle, out NativeStep lists));
            step.Take(ref lists);
            GC.KeepAlive(this); // the lists are the world's
            return step;
        }

        /// <summary>The pairs of the last step between sprites in layersA and sprites in layersB. The sprite in layersA comes first. A pair comes once,
        /// with the smaller slot first, if both orders fit.</summary>
        public Pair[] PairsBetween(uint layersA, uint layersB) => Native.All<Pair>(pairs => PairsBetween(layersA, layersB, pairs));

        /// <summary>Writes the pairs of the last step between sprites of two sets of layers, as many as fit, and returns how many there are.</summary>
        public int PairsBetween(uint layersA, uint layersB, Span<Pair> pairs)
        {
            Native.Check(Native.hitmask_world_pairs_between(Handle, layersA, layersB, ref Native.First(pairs), Native.Size(pairs.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The pairs that began in the last step between sprites in layersA and sprites in layersB. The sprite in layersA comes first. A pair
        /// comes once, with the smaller slot first, if both orders fit.</summary>
        public Pair[] BeganBetween(uint layersA, uint layersB) => Native.All<Pair>(pairs => BeganBetween(layersA, layersB, pairs));

        /// <summary>Writes the pairs that began, as many as fit, and returns how many there are.</summary>
        public int BeganBetween(uint layersA, uint layersB, Span<Pair> pairs)
        {
            Native.Check(Native.hitmask_world_began_between(Handle, layersA, layersB, ref Native.First(pairs), Native.Size(pairs.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The pairs of sprites that share a pixel now, sorted. It is no step: it compares with nothing, and the next step begins where the last
        /// one was. The world must be refreshed.</summary>
        public Pair[] Collisions() => Native.All<Pair>(Collisions);

        /// <summary>Writes the pairs of sprites that share a pixel now, as many as fit, and returns how many there are.</summary>
        public int Collisions(Span<Pair> pairs)
        {
            Native.Check(Native.hitmask_world_collisions(Handle, ref Native.First(pairs), Native.Size(pairs.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The contacts of a sprite in the last step. The sprite comes first in each, so normals point out of the others.</summary>
        public Contact[] ContactsOf(SpriteId id) => Native.All<Contact>(contacts => ContactsOf(id, contacts));

        /// <summary>Writes the contacts of a sprite, as many as fit, and returns how many there are.</summary>
        public int ContactsOf(SpriteId id, Span<Contact> contacts)
        {
            Native.Check(Native.hitmask_world_contacts_of(Handle, id.Value, ref Native.First(contacts), Native.Size(contacts.Length), out UIntPtr count));
            return Native.Count(count);
        }

        /// <summary>The contact of two sprites as they are now, or null if they share no pixel, or if their layers do not agree. The world must be
        /// refreshed.</summary>
        public Contact? Contact(SpriteId a, SpriteId b)
        {
            Native.Check(Native.hitmask_world_contact(Handle, a.Value, b.Value, out Contact contact));
            return contact.Area != 0 ? contact : (Contact?)null;
        }

        /// <summary>The smallest move of `a` after which it shares no pixel with `b`, as they are now, or null if they share none. The world must be
        /// refreshed.</summary>
        public Point? Penetration(SpriteId a, SpriteId b)
        {
            Native.Check(Native.hitmask_world_penetration(Handle, a.Value, b.Value, out byte found, out Point move));
            return found != 0 ? move : (Point?)null;
        }

        /// <summary>The contacts of pairs of the last step: that of pairs[i] is item i. The ids of a pair may come in any order. Two sprites that are no
        /// pair have an area of 0. A pair met only on a continuous path has the contact of its first touch.</summary>
        public Contact[] Contacts(ReadOnlySpan<Pair> pairs)
        {
            Contact[] contacts = new Contact[pairs.Length];
            Contacts(pairs, contacts);
            return contacts;
        }

        /// <summary>Writes the contacts of pairs of the last step to a list of as many items.</summary>
        public void Contacts(ReadOnlySpan<Pair> pairs, Span<Contact> contacts)
        {
            Native.SameLength(pairs.Length, contacts.Length, "contacts");
            Native.Check(Native.hitmask_world_contacts(Handle, ref Native.First(pairs), Native.Size(pairs.Length), ref Native.First(contacts)));
        }

        /// <summary>The smallest moves of the first sprites of pairs of the last step after which the two share nothing: that of pairs[i] is item i. It
        /// is 0, 0 for two sprites that are no pair. It costs more than Contacts.</summary>
        public Point[] Penetrations(ReadOnlySpan<Pair> pairs)
        {
            Point[] moves = new Point[pairs.Length];
            Penetrations(pairs, moves);
            return moves;
        }

        /// <summary>Writes the smallest moves of the first sprites of pairs to a list of as many items.</summary>
        public void Penetrations(ReadOnlySpan<Pair> pairs, Span<Point> moves)
        {
            Native.SameLength(pairs.Length, moves.Length, "moves");
            Native.Check(Native.hitmask_world_penetrations(Handle, ref Native.First(pairs), Native.Size(pairs.Length), ref Native.First(moves)));
        }

        /// <summary>Where the sprites of pairs of the last step touched first, on their continuous paths: that of pairs[i] is item i. If neither sprite
        /// has a path, it is where they stand. Two sprites that are no pair have an area of 0.</summary>
        public Impact[] Impacts(ReadOnlySpan<Pair> pairs)
        {
            Impact[] impacts = new Impact[pairs.Length];
            Native.Check(Native.hitmask_world_impacts(Handle, ref Native.First(pairs), Native.Size(pairs.Length),
                ref Native.First(impacts.AsSpan())));
            return impacts;
        }

        /// <summary>The first touch of a sprite on its path in the last step, with the sprite first, or null if it is in no pair: of several the one with
        /// the smallest fraction, then the smallest slot.</summary>
        public Impact? FirstImpact(SpriteId id)
        {
            Native.Check(Native.hitmask_world_first_impact(Handle, id.Value, out Impact impact));
            return impact.Contact.Area != 0 ? impact : (Impact?)null;
        }

        /// <summary>Makes a mask of the pixels that two sprites share now, or returns null if they share none. `at` is its top-left pixel in the world.
        /// The world must be refreshed.</summary>
        public Mask SharedPixels(SpriteId a, SpriteId b, out Point at)
        {
            Status status = Native.hitmask_world_shared_pixels(Handle, a.Value, b.Value, out MaskHandle made, out Point offset);
            return Hitmask.Mask.Made(status, made, offset, out at);
        }
    }
}
