// The structs of C# are those of the header: as many fields, of the same names and types, at the same places. The header asserts no sizes, so they
// are computed here from its fields.
using System;
using System.Collections.Generic;
using System.IO;
using System.Reflection;
using System.Runtime.InteropServices;
using System.Text.RegularExpressions;
using Hitmask;

static class Layouts
{
    static readonly Dictionary<string, int> Sizes = new Dictionary<string, int>
    {
        { "uint8_t", 1 }, { "int32_t", 4 }, { "uint32_t", 4 }, { "uint64_t", 8 }, { "double", 8 }, { "size_t", IntPtr.Size },
    };
    static readonly Dictionary<string, int> Alignments = new Dictionary<string, int>(Sizes);

    public static void Run(string header)
    {
        string text = Regex.Replace(File.ReadAllText(header), "//.*", "");
        int structs = 0;
        // Structs that hold others come after them only in C, so what is not known yet waits.
        var waiting = new List<Match>();
        foreach (Match found in Regex.Matches(text, @"typedef struct (hitmask_\w+) \{([^}]*)\}")) waiting.Add(found);
        while (waiting.Count > 0)
        {
            int before = waiting.Count;
            waiting.RemoveAll(found => Compare(found.Groups[1].Value, found.Groups[2].Value) && ++structs > 0);
            Test.Check(waiting.Count < before, "structs of known fields");
        }
        Test.Check(structs >= 22, "at least 22 structs in the header, got " + structs);
        SameNames(text, "hitmask_status", typeof(Status));
        SameNames(text, "hitmask_side", typeof(Side));
        SameNames(text, "hitmask_pixel_order", typeof(PixelOrder));
        Slots();
        var version = typeof(Mask).Assembly.GetType("Hitmask.Native").GetField("AbiVersion", BindingFlags.NonPublic | BindingFlags.Static);
        Test.Check(text.Contains("HITMASK_ABI_VERSION = " + version.GetValue(null)), "the version of the header");
    }

    /// <summary>Ids compute their slots as the library does.</summary>
    private static void Slots()
    {
        Type native = typeof(Mask).Assembly.GetType("Hitmask.Native");
        MethodInfo ofSprite = native.GetMethod("hitmask_id_slot", BindingFlags.NonPublic | BindingFlags.Static);
        MethodInfo ofMask = native.GetMethod("hitmask_mask_id_slot", BindingFlags.NonPublic | BindingFlags.Static);
        foreach (ulong id in new ulong[] { 0, 1, 1UL << 32, (3UL << 32) + 5, (1UL << 40) + (1 << 28), (1UL << 32) + (1UL << 31) + 5 })
        {
            Test.Equal((uint)new SpriteId(id).Slot, (uint)ofSprite.Invoke(null, new object[] { id }));
            Test.Equal((uint)new MaskId(id).Slot, (uint)ofMask.Invoke(null, new object[] { id }));
        }
    }

    private static string Pascal(string name) => Regex.Replace(name, "(?:^|_)(.)", letter => letter.Groups[1].Value.ToUpperInvariant());

    private static bool Compare(string name, string body)
    {
        Type type = typeof(Mask).Assembly.GetType("Hitmask.Native" + Pascal(name.Substring(8)))
            ?? typeof(Mask).Assembly.GetType("Hitmask." + Pascal(name.Substring(8)));
        Test.Check(type != null, "a struct for " + name);
        int size = 0, alignment = 1;
        var expected = new List<string>();
        foreach (string field in body.Split(';'))
        {
            Match parts = Regex.Match(field.Trim(), @"^(?:const )?(?:struct )?(\w+) (\*?)(\w+)(?:\[(\d+)\])?$");
            if (!parts.Success) continue;
            string kind = parts.Groups[2].Length > 0 ? "size_t" : parts.Groups[1].Value;
            if (!Sizes.ContainsKey(kind)) return false;
            int count = parts.Groups[4].Success ? int.Parse(parts.Groups[4].Value) : 1;
            for (int i = 0; i < count; i++)
            {
                size = (size + Alignments[kind] - 1) / Alignments[kind] * Alignments[kind];
                expected.Add(Key(parts.Groups[3].Value, count, i) + " at " + size);
                size += Sizes[kind];
                alignment = Math.Max(alignment, Alignments[kind]);
            }
        }
        size = (size + alignment - 1) / alignment * alignment;
        Sizes[name] = size;
        Alignments[name] = alignment;

        var got = new List<string>();
        foreach (FieldInfo field in type.GetFields(BindingFlags.Instance | BindingFlags.Public | BindingFlags.NonPublic))
        {
            got.Add(field.Name.ToLowerInvariant() + " at " + Marshal.OffsetOf(type, field.Name));
        }
        got.Sort();
        expected.Sort();
        Test.EqualLists(got.ToArray(), expected.ToArray());
        Test.Equal(Marshal.SizeOf(type), size);
        return true;
    }

    /// <summary>The name in C# of a field, or of an item of a field that is an array.</summary>
    private static string Key(string name, int count, int i)
    {
        if (name == "fixed") return "isfixed"; // a word of C#
        string part = count == 1 ? "" : name == "reserved" ? i.ToString() : "AB".Substring(i, 1);
        return (name.Replace("places", "place") + part).Replace("_", "").ToLowerInvariant();
    }

    private static void SameNames(string header, string name, Type type)
    {
        string body = Regex.Match(header, "typedef enum " + name + @" \{([^}]*)\}").Groups[1].Value;
        int count = 0;
        foreach (Match found in Regex.Matches(body, @"HITMASK_(\w+) = (\d+)"))
        {
            string word = Pascal(found.Groups[1].Value.ToLowerInvariant()).Replace("NoSide", "None");
            Test.Equal(Convert.ToInt32(Enum.Parse(type, word)), int.Parse(found.Groups[2].Value));
            count++;
        }
        Test.Equal(Enum.GetNames(type).Length, count);
    }
}
