// Checks the files of the NuGet package: mono package.exe FOLDER VERSION. The folder has what the package holds.
using System;
using System.Collections.Generic;
using System.IO;
using System.Text.RegularExpressions;
using System.Xml;

static class Package
{
    static int Main(string[] arguments)
    {
        string folder = arguments[0];
        var files = new List<string>();
        foreach (string file in Directory.GetFiles(folder, "*", SearchOption.AllDirectories))
        {
            files.Add(file.Substring(folder.Length + 1).Replace('\\', '/'));
        }
        var types = Load(folder, "[Content_Types].xml");
        var known = new List<string>();
        foreach (XmlElement type in types.GetElementsByTagName("Default")) known.Add("." + type.GetAttribute("Extension"));
        foreach (XmlElement type in types.GetElementsByTagName("Override")) known.Add(type.GetAttribute("PartName").TrimStart('/'));
        foreach (string file in files)
        {
            if (file == "[Content_Types].xml") continue;
            Check(known.Contains(file) || known.Contains(Path.GetExtension(file)), "a content type for " + file);
        }
        foreach (XmlElement relation in Load(folder, "_rels/.rels").GetElementsByTagName("Relationship"))
        {
            Check(files.Contains(relation.GetAttribute("Target").TrimStart('/')), "the target " + relation.GetAttribute("Target"));
        }
        XmlDocument spec = Load(folder, "Hitmask.nuspec");
        Check(Text(spec, "id") == "Hitmask" && Text(spec, "version") == arguments[1], "the id and the version");
        Check(files.Contains(Text(spec, "readme")), "the readme");
        string readme = File.ReadAllText(Path.Combine(folder, Text(spec, "readme")));
        Check(readme.StartsWith("# hitmask for C#") && !readme.Contains("<!--") && !readme.Contains("!A ship"), "a readme without comments and lost pictures");
        foreach (Match link in Regex.Matches(readme, @"\]\(([^)#]*)"))
        {
            string target = link.Groups[1].Value;
            Check(target.StartsWith("http") || files.Contains(target), target + ", to which the readme links");
        }
        string pattern = ((XmlElement)((XmlElement)spec.GetElementsByTagName("contentFiles")[0]).GetElementsByTagName("files")[0]).GetAttribute("include");
        string sources = "contentFiles/" + pattern.Substring(0, pattern.Length - "*.cs".Length);
        foreach (string name in new[] { "Hitmask.cs", "Native.cs", "Mask.cs", "World.cs", "Unity.cs" })
        {
            Check(files.Contains(sources + name), "the source " + name);
        }
        Check(files.Contains("lib/netstandard2.1/_._"), "the framework");
        Check(files.Exists(file => file.StartsWith("runtimes/") && file.Contains("/native/") && file.Contains("hitmask.")), "a library");
        foreach (string license in new[] { "LICENSE-MIT", "LICENSE-APACHE", "THIRD-PARTY.txt" }) Check(files.Contains(license), license);
        Console.WriteLine("the package has " + files.Count + " files, as NuGet wants them");
        return 0;
    }

    static void Check(bool isTrue, string what)
    {
        if (!isTrue) throw new Exception("the package lacks " + what);
    }

    static XmlDocument Load(string folder, string file)
    {
        var document = new XmlDocument();
        document.Load(Path.Combine(folder, file));
        return document;
    }

    static string Text(XmlDocument document, string name) => document.GetElementsByTagName(name)[0].InnerText;
}
