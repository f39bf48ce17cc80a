// A reader of JSON, and a comparison, for the scripts of calls. Values are null, bool, double, string, List<object> and Dictionary.
using System;
using System.Collections.Generic;
using System.Globalization;
using System.Text;

sealed class Json
{
    private readonly string text;
    private int at;

    private Json(string text)
    {
        this.text = text;
    }

    public static object Read(string text)
    {
        var reader = new Json(text);
        object value = reader.Value();
        reader.Space();
        Test.Check(reader.at == text.Length, "the end of the text at " + reader.at);
        return value;
    }

    private void Space()
    {
        while (at < text.Length && char.IsWhiteSpace(text[at])) at++;
    }

    private bool Takes(char sign)
    {
        Space();
        if (at == text.Length || text[at] != sign) return false;
        at++;
        return true;
    }

    private void Expect(char sign) => Test.Check(Takes(sign), "'" + sign + "' at " + at);

    private object Value()
    {
        if (Takes('{'))
        {
            var fields = new Dictionary<string, object>();
            while (!Takes('}'))
            {
                if (fields.Count > 0) Expect(',');
                Expect('"');
                string name = Text();
                Expect(':');
                fields.Add(name, Value());
            }
            return fields;
        }
        if (Takes('['))
        {
            var items = new List<object>();
            while (!Takes(']'))
            {
                if (items.Count > 0) Expect(',');
                items.Add(Value());
            }
            return items;
        }
        if (Takes('"')) return Text();
        int start = at;
        while (at < text.Length && (char.IsLetterOrDigit(text[at]) || "+-.".IndexOf(text[at]) >= 0)) at++;
        string word = text.Substring(start, at - start);
        if (word == "null") return null;
        if (word == "true") return true;
        if (word == "false") return false;
        return double.Parse(word, CultureInfo.InvariantCulture);
    }

    private string Text()
    {
        var made = new StringBuilder();
        for (; text[at] != '"'; at++)
        {
            if (text[at] == '\\')
            {
                at++;
                Test.Check("n\"\\/".IndexOf(text[at]) >= 0, "an escape that the reader knows at " + at);
                made.Append(text[at] == 'n' ? '\n' : text[at]);
            }
            else
            {
                made.Append(text[at]);
            }
        }
        at++;
        return made.ToString();
    }

    /// <summary>Where two values differ, or null.</summary>
    public static string Difference(object got, object expected, string path = "answer")
    {
        var fields = expected as Dictionary<string, object>;
        if (fields != null)
        {
            var others = got as Dictionary<string, object>;
            if (others == null || others.Count != fields.Count) return path + ": got " + Show(got) + ", expected " + Show(expected);
            foreach (var field in fields)
            {
                object other;
                if (!others.TryGetValue(field.Key, out other)) return path + ": there is no " + field.Key;
                string difference = Difference(other, field.Value, path + "." + field.Key);
                if (difference != null) return difference;
            }
            return null;
        }
        var items = expected as List<object>;
        if (items != null)
        {
            var others = got as List<object>;
            if (others == null || others.Count != items.Count) return path + ": got " + Show(got) + ", expected " + Show(expected);
            for (int i = 0; i < items.Count; i++)
            {
                string difference = Difference(others[i], items[i], path + "[" + i + "]");
                if (difference != null) return difference;
            }
            return null;
        }
        return Equals(got, expected) ? null : path + ": got " + Show(got) + ", expected " + Show(expected);
    }

    public static string Show(object value)
    {
        var fields = value as Dictionary<string, object>;
        var items = value as List<object>;
        var parts = new List<string>();
        if (fields != null)
        {
            foreach (var field in fields) parts.Add(field.Key + ": " + Show(field.Value));
            return "{" + string.Join(", ", parts) + "}";
        }
        if (items != null)
        {
            foreach (object item in items) parts.Add(Show(item));
            return "[" + string.Join(", ", parts) + "]";
        }
        return value == null ? "null" : Convert.ToString(value, CultureInfo.InvariantCulture);
    }
}
