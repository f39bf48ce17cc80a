// What queries and moves take beside numbers: who is asked about, how a sprite moves, and the limits of a world.
using System;

namespace Hitmask
{
    internal partial struct NativeQuery
    {
        internal NativeQuery(uint layers, SpriteId without, bool withSensors = false, bool hitFromInside = false)
        {
            this = default(NativeQuery);
            Without = without.Value;
            HasLayers = Native.Flag(layers != World.AllLayers);
            Layers = HasLayers != 0 ? layers : 0;
            WithSensors = Native.Flag(withSensors);
            HitFromInside = Native.Flag(hitFromInside);
        }
    }

    /// <summary>The rule that decides which pixels of a surface are solid. The default is an alpha value above 127.</summary>
    public struct Solid
    {
        private NativePixelLayout values;

        /// <summary>Pixels with an alpha value greater than the threshold.</summary>
        public static Solid AlphaAbove(byte threshold)
        {
            return new Solid { values = { Rule = (int)SolidRule.AlphaAbove, Threshold = threshold } };
        }

        /// <summary>Pixels of any color but this. Alpha does not count.</summary>
        public static Solid ColorKey(byte red, byte green, byte blue)
        {
            return new Solid { values = { Rule = (int)SolidRule.ColorKey, Red = red, Green = green, Blue = blue } };
        }

        /// <summary>Pixels with a brightness greater than the threshold. Alpha does not count.</summary>
        public static Solid LumaAbove(byte threshold)
        {
            return new Solid { values = { Rule = (int)SolidRule.LumaAbove, Threshold = threshold } };
        }

        /// <summary>The rule in words.</summary>
        public override string ToString()
        {
            switch ((SolidRule)values.Rule)
            {
                case SolidRule.ColorKey: return "not the color " + values.Red + ", " + values.Green + ", " + values.Blue;
                case SolidRule.LumaAbove: return "luma above " + values.Threshold;
                case SolidRule.AlphaAbove: return "alpha above " + values.Threshold;
                default: return "alpha above 127";
            }
        }

        internal NativePixelLayout Layout(PixelOrder order, int stride)
        {
            NativePixelLayout layout = values;
            layout.Order = (int)order;
            layout.Stride = stride;
            return layout;
        }
    }

    /// <summary>What a query asks about. Write `hero` for a sprite as it stands, `hero.At(3, 4)` for the sprite elsewhere, `hero.AsIf(sprite)` for the
    /// sprite as something else (it ignores itself, so a crouching hero is not in his own way), a Sprite for a description that is in no world, or
    /// `new PlacedMask(mask, 3, 4)` for a shape that is in no world and meets every layer. Nothing moves or changes.</summary>
    public struct Who
    {
        private NativeWho values;

        internal Mask Shape { get; private set; }

        internal Who(SpriteId id)
        {
            this = default(Who);
            values.Id = id.Value;
        }

        /// <summary>A sprite of the world, as it stands.</summary>
        public static implicit operator Who(SpriteId id) => new Who(id);

        /// <summary>A description that is in no world. Its layers count.</summary>
        public static implicit operator Who(Sprite sprite) => new Who(default(SpriteId)).AsIf(sprite);

        /// <summary>A shape that is in no world. It meets every layer.</summary>
        public static implicit operator Who(PlacedMask shape) => new Who { Shape = shape.Mask, values = { At = shape.At, HasAt = 1 } };

        internal Who At(Point place)
        {
            Who next = this;
            next.values.At = place;
            next.values.HasAt = 1;
            return next;
        }

        internal Who AsIf(Sprite sprite)
        {
            Who next = this;
            next.values.Sprite = sprite;
            return next;
        }

        /// <summary>What it is, in words.</summary>
        public override string ToString()
        {
            string what = Shape != null ? Shape.ToString() : new SpriteId(values.Id).ToString();
            if (!values.Sprite.Mask.IsNone) what += " as " + values.Sprite;
            return what + (values.HasAt != 0 ? " at " + values.At : "");
        }

        /// <summary>The values for a call, during which Shape must stay alive.</summary>
        internal NativeWho Values()
        {
            NativeWho next = values;
            if (Shape != null) next.Mask = Mask.HandleOf(Shape, "who").DangerousGetHandle();
            return next;
        }
    }

    public partial struct Motion
    {
        /// <summary>It stops before the first touch.</summary>
        public static Motion Stop => default(Motion);

        /// <summary>It slides along what is in the way.</summary>
        public static Motion Slide => new Motion { reaction = (int)Reaction.Slide };

        /// <summary>It walks over slopes and steps. stepUp and stepDown are the heights, in pixels, that it climbs and descends with each pixel of the
        /// way.</summary>
        public static Motion Walk(int stepUp, int stepDown)
        {
            return new Motion { reaction = (int)Reaction.Walk, stepUp = Native.Unsigned(stepUp, "stepUp"), stepDown = Native.Unsigned(stepDown, "stepDown") };
        }

        /// <summary>The motion in words.</summary>
        public override string ToString() => reaction == (int)Reaction.Stop ? "stop" : reaction == (int)Reaction.Slide ? "slide" : "walk " + stepUp + ", " + stepDown;

        internal Motion With(uint on, bool sensors, bool fromInside)
        {
            Motion next = this;
            next.hasLayers = Native.Flag(on != World.AllLayers);
            next.layers = next.hasLayers != 0 ? on : 0;
            next.withSensors = Native.Flag(sensors);
            next.hitFromInside = Native.Flag(fromInside);
            return next;
        }
    }

    public partial struct Limits
    {
        /// <summary>The maximum number of pairs in a list: 33,554,432 by default. A step with more pairs fails.</summary>
        public long Pairs
        {
            get => Number(pairs);
            set => pairs = Size(value, "Pairs");
        }

        /// <summary>The number of sprites from which the world uses several threads: 0 forces them, and long.MaxValue forbids them. Null, the default,
        /// lets the world measure what is faster.</summary>
        public long? ParallelFrom
        {
            get => hasParallelFrom != 0 ? Number(parallelFrom) : (long?)null;
            set
            {
                parallelFrom = Size(value.GetValueOrDefault(), "ParallelFrom");
                hasParallelFrom = Native.Flag(value.HasValue);
            }
        }

        /// <summary>The memory for tables of offsets, which make tests of pairs faster: 16 MiB by default. 0 forbids them.</summary>
        public long OffsetTableBytes
        {
            get => Number(offsetTableBytes);
            set => offsetTableBytes = Size(value, "OffsetTableBytes");
        }

        /// <summary>The memory for scaled, rotated and transformed masks: 64 MiB by default. They are rendered for sprites that keep their look; without
        /// room, a sprite is tested without rendering. A mask that a sprite shows is never dropped.</summary>
        public long VariantBytes
        {
            get => Number(variantBytes);
            set => variantBytes = Size(value, "VariantBytes");
        }

        /// <summary>The limits in words.</summary>
        public override string ToString()
        {
            string threads = ParallelFrom.HasValue ? "from " + ParallelFrom + " sprites" : "measured";
            return Pairs + " pairs, threads " + threads + ", " + OffsetTableBytes + " bytes of tables, " + VariantBytes + " of variants";
        }

        private static long Number(UIntPtr size) => (long)Math.Min((ulong)size, long.MaxValue);

        private static UIntPtr Size(long value, string name)
        {
            if (value < 0) throw new ArgumentOutOfRangeException(name, value, name + " must be at least 0");
            return (UIntPtr)Math.Min((ulong)value, UIntPtr.Size == 8 ? ulong.MaxValue : uint.MaxValue);
        }
    }
}
