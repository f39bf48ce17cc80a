// hitmask for C#: pixel-perfect collision for 2D sprites. Copy this folder into a game, and put the library beside it: see README.md.
//
// Rules for all methods:
//
// - x goes right and y goes down. Places are whole pixels from -2^30 to 2^30.
// - Where a method takes `double`, a place of a sprite is rounded to the nearest pixel (halves right and down), and a point is the pixel that it
//   lies in. NaN, infinities and numbers out of range are errors. Offsets and moves are `int`; Remainder keeps their fractions.
// - A wrong argument is an exception, and nothing has changed.
// - Threads: methods that only ask may run on several threads at once. While a method changes a mask or a world (edits, moves, Refresh, Step,
//   Dispose), no other thread may use it. Different objects are independent.
using System;
using System.Globalization;
using System.Runtime.InteropServices;
using System.Text;
using System.Text.RegularExpressions;
using System.Threading;

namespace Hitmask
{
    /// <summary>A call of the library that failed. The message says what is wrong, and what was expected.</summary>
    public sealed class HitmaskException : Exception
    {
        internal HitmaskException(Status status, string message) : base(message)
        {
            Status = status;
        }

        /// <summary>The kind of failure.</summary>
        public Status Status { get; }
    }

    /// <summary>What is true of the library as a whole.</summary>
    public static class Library
    {
        /// <summary>The version of the native library, such as "0.1.0".</summary>
        public static string Version => Native.Text(Native.hitmask_version());
    }

    internal static partial class Native
    {
#if UNITY_IOS && !UNITY_EDITOR
        private const string Library = "__Internal";
#else
        private const string Library = "hitmask";
#endif

        // For memory that no span can name without unsafe code.
        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]
        internal static extern Status hitmask_mask_from_pixels(IntPtr pixels, UIntPtr length, uint width, uint height, ref NativePixelLayout layout,
            out MaskHandle mask);

        static Native()
        {
            uint version;
            try
            {
                version = hitmask_abi_version();
            }
            catch (DllNotFoundException)
            {
                return; // the call that follows fails alike, and its exception is not wrapped into that of a static constructor
            }
            if (version != AbiVersion)
            {
                throw new BadImageFormatException("the library hitmask has interface " + version + ", and its C# sources have interface " + AbiVersion);
            }
        }

        internal static void Check(Status status)
        {
            if (status != Status.Ok) Fail(status);
        }

        /// <summary>Returns what a call has written, if it has not failed.</summary>
        internal static T Checked<T>(Status status, T written)
        {
            Check(status);
            return written;
        }

        private static void Fail(Status status)
        {
            // The sentence names functions of C: hitmask_world_refresh is Refresh.
            string words = Text(hitmask_last_error()).Replace("begin with hitmask_sprite_init, which sets 1, 1", "use new Sprite(mask, x, y)")
                .Replace("hitmask_world_from_bytes_with_masks", "FromBytes(bytes, ids, masks)");
            string sentence = Regex.Replace(words, "hitmask_(?:mask_|world_)?([a-z_]+)", name =>
                Regex.Replace(name.Groups[1].Value, "(?:^|_)([a-z])", letter => letter.Groups[1].Value.ToUpperInvariant()));
            if (status == Status.Null) throw new ArgumentNullException(null, sentence);
            throw new HitmaskException(status, sentence);
        }

        internal static string Text(IntPtr text)
        {
            int length = 0;
            while (Marshal.ReadByte(text, length) != 0) length++;
            byte[] bytes = new byte[length];
            Marshal.Copy(text, bytes, 0, length);
            return Encoding.UTF8.GetString(bytes);
        }

        /// <summary>An id in words. Generations of a slot are 1, 3, 5 and so on.</summary>
        internal static string Id(string kind, int slot, ulong value)
        {
            ulong generation = value >> 32;
            return generation == 0 ? "no " + kind : kind + " " + slot + (generation == 1 ? "" : " (generation " + generation + ")");
        }

        internal static string Words(string words, params object[] values) => string.Format(CultureInfo.InvariantCulture, words, values);

        internal static string List(SpriteId[] ids) => ids == null ? "" : string.Join(", ", ids);

        internal static byte Flag(bool yes) => yes ? (byte)1 : (byte)0;

        internal static int Within(int value, int least, int most, string name)
        {
            if (value < least || value > most)
            {
                throw new ArgumentOutOfRangeException(name, value, name + " must be from " + least + " to " + most);
            }
            return value;
        }

        internal static uint Unsigned(int value, string name) => (uint)Within(value, 0, int.MaxValue, name);

        internal static UIntPtr Size(int length) => (UIntPtr)(uint)length;

        internal static int Count(UIntPtr count) => checked((int)(uint)count);

        /// <summary>The first item of a list, for a call that reads it. It is NULL if the list is.</summary>
        internal static ref T First<T>(ReadOnlySpan<T> list) => ref MemoryMarshal.GetReference(list);

        internal static ref ulong First(ReadOnlySpan<SpriteId> ids) => ref MemoryMarshal.GetReference(MemoryMarshal.Cast<SpriteId, ulong>(ids));

        internal static ref T First<T>(Span<T> list) => ref MemoryMarshal.GetReference(list);

        internal static ref ulong First(Span<SpriteId> ids) => ref MemoryMarshal.GetReference(MemoryMarshal.Cast<SpriteId, ulong>(ids));

        /// <summary>A list of one item, or NULL.</summary>
        internal static Span<T> Option<T>(T? value) where T : struct => value.HasValue ? new[] { value.Value } : default(Span<T>);

        /// <summary>Where a sprite at a real place stands.</summary>
        internal static Point Place(double x, double y)
        {
            Check(hitmask_place(x, y, out Point place));
            return place;
        }

        /// <summary>The pixel that a real point lies in.</summary>
        internal static Point Pixel(double x, double y)
        {
            Check(hitmask_pixel(x, y, out Point pixel));
            return pixel;
        }

        internal static void SameLength(int one, int other, string name)
        {
            if (one != other) throw new ArgumentException(name + " must have " + one + " items, got " + other, name);
        }

        /// <summary>Writes items to a list, at most as many as fit, and returns how many there are.</summary>
        internal delegate int Write<T>(Span<T> list);

        /// <summary>All items of a call that writes a list.</summary>
        internal static T[] All<T>(Write<T> write)
        {
            T[] items = new T[8];
            int count = write(items);
            while (count > items.Length)
            {
                items = new T[count];
                count = write(items);
            }
            Array.Resize(ref items, count);
            return items;
        }

        /// <summary>A copy of a list that belongs to a world.</summary>
        internal static T[] Copy<T>(IntPtr items, UIntPtr count) where T : struct
        {
            if (count == UIntPtr.Zero) return Array.Empty<T>();
            T[] copies = new T[Count(count)];
            byte[] bytes = new byte[MemoryMarshal.AsBytes(copies.AsSpan()).Length];
            Marshal.Copy(items, bytes, 0, bytes.Length);
            bytes.AsSpan().CopyTo(MemoryMarshal.AsBytes(copies.AsSpan()));
            return copies;
        }
    }

    internal sealed class MaskHandle : SafeHandle
    {
        private const long Large = 1 << 16; // smaller masks are not worth the count
        private const long Growth = 1 << 28;
        private static long alive, collectedAt; // bytes of large masks: now, and when the collector was called last
        private long pressure;

#if UNITY_2017_1_OR_NEWER
        private static readonly bool IgnoresPressure = true;
#else
        private static readonly bool IgnoresPressure = Type.GetType("Mono.Runtime") != null;
#endif

        public MaskHandle() : base(IntPtr.Zero, true)
        {
        }

        internal MaskHandle(IntPtr mask) : base(IntPtr.Zero, true)
        {
            SetHandle(mask);
        }

        /// <summary>Tells the collector of the bytes of a large mask, so that it collects masks that nobody holds.</summary>
        internal void Weigh()
        {
            Native.Check(Native.hitmask_mask_size(this, out uint width, out uint height));
            long bytes = (long)((ulong)width * height / 8);
            if (bytes < Large) return;
            pressure = bytes;
            GC.AddMemoryPressure(bytes);
            // The collectors of Mono and Unity do not listen: gigabytes of masks that nobody holds would stay.
            if (Interlocked.Add(ref alive, bytes) > Volatile.Read(ref collectedAt) + Growth && IgnoresPressure)
            {
                Volatile.Write(ref collectedAt, Volatile.Read(ref alive));
                GC.Collect();
            }
        }

        public override bool IsInvalid => handle == IntPtr.Zero;

        protected override bool ReleaseHandle()
        {
            Native.hitmask_mask_free(handle);
            if (pressure == 0) return true;
            GC.RemoveMemoryPressure(pressure);
            long now = Interlocked.Add(ref alive, -pressure);
            if (now < Volatile.Read(ref collectedAt)) Volatile.Write(ref collectedAt, now);
            return true;
        }
    }

    internal sealed class WorldHandle : SafeHandle
    {
        public WorldHandle() : base(IntPtr.Zero, true)
        {
        }

        public override bool IsInvalid => handle == IntPtr.Zero;

        protected override bool ReleaseHandle()
        {
            Native.hitmask_world_free(handle);
            return true;
        }
    }
}
