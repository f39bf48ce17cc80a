//! The structs and enums of the header for C#.

/// Structs whose lists become lists of C#, and options that become arguments: games see other types.
const INTERNAL: [&str; 8] = ["step", "moved", "carried", "ids", "contour", "query", "who", "pixel_layout"];
/// Structs that games fill. The fields of others are read-only.
const FILLED: [&str; 6] = ["point", "real", "linear", "rect", "pair", "sprite"];
/// Fields that games see by properties, which are written by hand.
const PRIVATE: [(&str, &str); 4] =
    [("sprite", "origin"), ("sprite", "transform"), ("impact", "before"), ("swept", "hit")];
/// Numbers of a sprite whose words are written by hand.
const WORDED: [&str; 3] = ["angle", "layers", "collides_with"];
/// Words of the documentation that differ in C#.
const WORDS: [(&str, &str); 12] = [
    ("`hitmask_last_error` has a sentence for each call that failed.", "Failed calls are a HitmaskException."),
    ("A pointer that must not be NULL is NULL.", "A pointer is NULL. C# programs get an ArgumentNullException."),
    ("the sentence names it", "the message names it"),
    ("it can only be freed", "it can only be disposed"),
    ("(Fields are `int32_t`, because other languages may set any number.)", ""),
    ("if `has_origin` is set", "if there is an origin"),
    ("if `has_transform` is set", "if there is a transform"),
    (
        "`hitmask_sprite_init` sets the defaults; change what differs.",
        "Make one with a mask and a position, and change what differs.",
    ),
    ("or 0 in a", "or none in a"),
    ("the smallest slot, or 0.", "the smallest slot, or none."),
    ("`left + width`", "`left` + `width`"),
    (
        "and what is in its way. A struct whose bytes are all 0 has the defaults, and so has NULL: the sprite stops",
        "and what is in its way. The default is Stop: the sprite stops",
    ),
];

/// `hitmask_ray_hit` is `RayHit`, `left` is `Left`.
pub fn pascal(name: &str) -> String {
    let words = name.trim_start_matches("hitmask_").split('_').filter(|word| !word.is_empty());
    // The names of products are in capitals: XX, XY.
    let is_product = |word: &str| word.len() == 2 && word.bytes().all(|letter| b"xy".contains(&letter));
    words
        .map(|word| if is_product(word) { word.to_uppercase() } else { word[..1].to_uppercase() + &word[1..] })
        .collect()
}

/// The name of a private field.
fn camel(name: &str) -> String {
    match name {
        "fixed" => "isFixed".into(), // a word of C#
        name => name[..1].to_lowercase() + &pascal(name)[1..],
    }
}

pub fn type_name(base: &str) -> String {
    let is_internal = INTERNAL.contains(&base.trim_start_matches("hitmask_"));
    format!("{}{}", if is_internal { "Native" } else { "" }, pascal(base))
}

/// A struct or an enum of the header, with the documentation of each part: its first paragraph.
struct Declaration<'h> {
    docs: String,
    kind: &'h str,
    name: &'h str,
    /// Fields or variants, without `;` and `,`.
    items: Vec<(String, &'h str)>,
}

fn declarations(header: &str) -> Vec<Declaration<'_>> {
    let (mut all, mut docs, mut is_over): (Vec<Declaration<'_>>, String, bool) = (vec![], String::new(), false);
    let mut open = false;
    for line in header.lines().map(str::trim) {
        if let Some(text) = line.strip_prefix("//") {
            is_over |= text.trim().is_empty();
            if !is_over {
                docs = format!("{docs} {}", text.trim()).trim().to_owned();
            }
            continue;
        }
        let said = std::mem::take(&mut docs);
        is_over = false;
        let begins = line
            .strip_suffix(" {")
            .and_then(|line| line.strip_prefix("typedef "))
            .and_then(|line| line.split_once(' '));
        if let Some((kind, name)) = begins {
            all.push(Declaration { docs: said, kind, name: name.trim_start_matches("hitmask_"), items: vec![] });
            open = true;
        } else if line.starts_with('}') {
            open = false;
        } else if open {
            all.last_mut().unwrap().items.push((said, line.trim_end_matches([',', ';'])));
        }
    }
    all
}

/// Documentation as a comment of C#, at most 120 columns wide.
fn summary(docs: &str, indent: usize) -> String {
    let mut docs = docs.to_owned();
    for (from, to) in WORDS {
        docs = docs.replace(from, to);
    }
    let words = docs.split('`').enumerate().map(|(index, part)| match part {
        part if index % 2 == 0 => part.to_owned(),
        part if part.starts_with("HITMASK_") => pascal(&part["HITMASK_".len()..].to_lowercase()),
        part => {
            part.strip_prefix("hitmask_world_").map_or_else(|| pascal(part), |call| format!("World.{}", pascal(call)))
        }
    });
    let text: String = words.collect();
    let text = format!("<summary>{}</summary>", text.trim().replace('&', "&amp;").replace('<', "&lt;"));
    let (mut lines, mut line) = (String::new(), String::new());
    for word in text.split(' ') {
        if indent + 5 + line.len() + word.len() > 120 {
            lines += &format!("{:indent$}/// {}\n", "", line.trim_end());
            line.clear();
        }
        line += word;
        line.push(' ');
    }
    lines + &format!("{:indent$}/// {}\n", "", line.trim_end())
}

/// The structs and enums of the header for C#: layouts, fields and flags. What else they have is in other files.
pub fn structs(header: &str) -> String {
    let mut text = String::from(
        "// The structs and enums of hitmask.h, for C#. Made by `cargo xtask generate header` from the sources of integrations/c. Do not edit it.\n\
         #pragma warning disable 169, 649 // the library sets these fields\n\
         using System;\nusing System.Runtime.InteropServices;\n\nnamespace Hitmask\n{\n",
    );
    let declarations = declarations(header);
    let said: String = declarations
        .iter()
        .flat_map(|all| all.items.iter().map(|(docs, _)| docs).chain([&all.docs]))
        .cloned()
        .collect();
    for (from, _) in WORDS {
        assert!(said.contains(from), "the header does not say any more: {from}");
    }
    for declaration in declarations {
        text += &match (declaration.kind, declaration.name) {
            ("enum", "abi") => abi(&declaration),
            ("enum", _) => enumeration(&declaration),
            _ => structure(&declaration),
        };
        text.push('\n');
    }
    format!("{}}}\n", text.strip_suffix('\n').unwrap_or(&text))
}

fn abi(declaration: &Declaration<'_>) -> String {
    let (_, number) = declaration.items[0].1.split_once(" = ").unwrap();
    format!(
        "    internal static partial class Native\n    {{\n{}        internal const uint AbiVersion = {number};\n    }}\n",
        summary(&declaration.docs, 8)
    )
}

fn enumeration(declaration: &Declaration<'_>) -> String {
    let (access, base) = match declaration.name {
        "side" => ("public", " : byte"),
        "status" | "pixel_order" => ("public", ""),
        _ => ("internal", ""),
    };
    let mut text =
        summary(&declaration.docs, 4) + &format!("    {access} enum {}{base}\n    {{\n", pascal(declaration.name));
    for (docs, item) in &declaration.items {
        let (name, number) = item.strip_prefix("HITMASK_").and_then(|item| item.split_once(" = ")).unwrap();
        let name = pascal(&name.to_lowercase()).replace("NoSide", "None");
        text += &format!("{}        {name} = {number},\n", summary(docs, 8));
    }
    text + "    }\n"
}

fn structure(declaration: &Declaration<'_>) -> String {
    let name = declaration.name;
    let (is_internal, is_filled) = (INTERNAL.contains(&name), FILLED.contains(&name));
    let access = if is_internal { "internal" } else { "public" };
    let docs = if is_internal { String::new() } else { summary(&declaration.docs, 4) };
    let (mut fields, mut flags) = (String::new(), String::new());
    let (mut flag_words, mut number_words) = (Vec::new(), Vec::new());
    for (docs, field) in &declaration.items {
        let (kind, field) = field.rsplit_once([' ', '*']).unwrap();
        let (field, length) = field
            .split_once('[')
            .map_or((field, 1), |(field, length)| (field, length.trim_end_matches(']').parse::<usize>().unwrap()));
        if field == "reserved" {
            let number = |index: usize| if length == 1 { String::new() } else { index.to_string() };
            let bytes: Vec<String> = (0..length).map(|index| format!("reserved{}", number(index))).collect();
            fields += &format!("        private readonly byte {};\n", bytes.join(", "));
            continue;
        }
        let is_pointer =
            kind.contains('*') || declaration.items.iter().any(|(_, item)| item.ends_with(&format!("*{field}")));
        let kind = kind.trim_start_matches("const ").trim_start_matches("struct ").trim_end_matches([' ', '*']);
        let kind = if is_pointer { "IntPtr".into() } else { field_type(name, kind, field, is_internal) };
        let is_private = !is_internal
            && (kind == "byte" || ["motion", "limits"].contains(&name) || PRIVATE.contains(&(name, field)));
        if ["uint", "ulong", "double"].contains(&kind.as_str()) && !WORDED.contains(&field) {
            number_words.push(format!(
                "({0} != 0 ? Native.Words(\", {1} {{0}}\", {0}) : \"\")",
                pascal(field),
                field.replace('_', " ")
            ));
        }
        for index in 0..length {
            let part = if length == 1 { "" } else { ["A", "B"][index] };
            let field = if length == 1 || !field.ends_with('s') { field } else { &field[..field.len() - 1] };
            let which = docs.replace(
                "The positions of the two sprites",
                ["The position of the first sprite", "The position of the second sprite"][index],
            );
            fields += &match (is_private, is_internal) {
                (true, _) => format!("        private {kind} {}{part};\n", camel(field)),
                (_, true) => format!("        internal {kind} {}{part};\n", pascal(field)),
                _ => format!(
                    "{}        public {}{kind} {}{part};\n",
                    summary(&which, 8),
                    if is_filled { "" } else { "readonly " },
                    pascal(field)
                ),
            };
        }
        let is_flag = is_private && kind == "byte" && docs.starts_with("Whether") && !field.starts_with("has_");
        if is_flag && !["motion", "limits"].contains(&name) {
            flag_words.push(format!("({} ? \", {}\" : \"\")", pascal(field), field.replace('_', " ")));
            let (property, field) = (pascal(field), camel(field));
            flags += &format!("\n{}        public bool {property}", summary(docs, 8));
            flags += &if is_filled {
                format!(
                    "\n        {{\n            get => {field} != 0;\n            set => {field} = Native.Flag(value);\n        }}\n"
                )
            } else {
                format!(" => {field} != 0;\n")
            };
        }
    }
    if name == "sprite" {
        flag_words.append(&mut number_words);
        flags += &format!(
            "\n        private string OtherWords()\n        {{\n            return {};\n        }}\n",
            flag_words.join("\n                + ")
        );
    }
    format!(
        "{docs}    [StructLayout(LayoutKind.Sequential)]\n    {access} partial struct {}\n    {{\n{fields}{flags}    }}\n",
        type_name(name)
    )
}

/// The type of a field that is no pointer.
fn field_type(of: &str, kind: &str, field: &str, is_internal: bool) -> String {
    let is_sprite = ["id", "a", "b"].contains(&field) || (of, field) == ("swept", "started_inside");
    match kind {
        "uint64_t" if is_sprite && !is_internal => "SpriteId".into(),
        "uint64_t" if (of, field) == ("sprite", "mask") => "MaskId".into(),
        "uint64_t" => "ulong".into(),
        "uint32_t" => "uint".into(),
        "int32_t" => "int".into(),
        "uint8_t" => "byte".into(),
        "size_t" => "UIntPtr".into(),
        "double" => "double".into(),
        kind => pascal(kind),
    }
}
