//! `docs/classes.md` of Godot, from the doc comments that its editor shows with F1.

use super::made;
use super::made::{Made, Outcome};
use crate::tools::{Result, read, tree};
use regex_lite::{Captures, Regex};
use std::collections::HashMap;
use std::path::Path;

const PAGE: &str = "integrations/godot/docs/classes.md";
const CLASSES: [&str; 5] = ["PixelCollider2D", "PixelMask", "PixelWorld", "PixelMoved", "PixelRemainder"];
/// What an attribute makes of an item.
const SECTIONS: [(&str, &str); 4] =
    [("var", "Properties"), ("signal", "Signals"), ("func", "Methods"), ("constant", "Constants")];
/// A comment, attributes, and a function, a struct, a constant or a field.
const ITEM: &str = concat!(
    r"((?: *///.*\n)+)((?: *#\[.*\n)*) *(?:pub(?:\(\w+\))? )?",
    r"(?:(?:fn|struct) ([^{;]*?) ?[{;]|const (\w+)|(\w+): (.*?),?\n)",
);

pub(super) fn make(root: &Path, _: bool) -> Result<Outcome> {
    Ok(Outcome::Made(vec![page(root)?]))
}

/// Fails if the page is not up to date.
pub(crate) fn check(root: &Path) -> Result<()> {
    made::check(root, "classes", &[page(root)?])
}

fn page(root: &Path) -> Result<Made> {
    let [item, owner, tag] = [ITEM, r"impl (\w+) \{", r"#\[(func|signal|constant|var)\b"].map(pattern);
    let mut heads: HashMap<String, String> = HashMap::new();
    let mut items: HashMap<(String, &str), String> = HashMap::new();
    for path in tree(&root.join("integrations/godot/src")) {
        let text = read(&path)?;
        let owners = owner.captures_iter(&text).map(|found| found[1].to_owned());
        let Some(owner) = owners.into_iter().find(|name| CLASSES.contains(&name.as_str())) else { continue };
        for found in item.captures_iter(&text) {
            let group = |number: usize| found.get(number).map_or("", |part| part.as_str());
            let (comment, attributes, function) = (words(group(1)), group(2), group(3));
            if attributes.contains("GodotClass") {
                heads.insert(function.to_owned(), comment);
                continue;
            }
            let Some(tag) = tag.captures(attributes).filter(|_| !attributes.contains("rename = _")) else { continue };
            let title = match (group(4), function) {
                ("", "") => format!("{}: {}", group(5), type_of(group(6))),
                ("", function) => signature(function),
                (constant, _) => constant.to_owned(),
            };
            let section = SECTIONS.iter().find(|section| section.0 == &tag[1]).map_or("", |section| section.1);
            let text = items.entry((owner.clone(), section)).or_default();
            *text += &format!("- **`{title}`** {}\n", comment.replace("\n\n", "\n\n  "));
        }
    }
    let mut page = String::from("# Classes\n\nWhat F1 shows in the editor.\n");
    for class in CLASSES {
        let parts = SECTIONS.iter().filter_map(|(_, section)| {
            let text = items.get(&(class.to_owned(), *section))?;
            Some(format!("### {section} of {class}\n\n{text}"))
        });
        let head = heads.get(class).map_or("", String::as_str);
        page += &format!("\n## {class}\n\n{head}\n\n{}", parts.collect::<Vec<_>>().join("\n"));
    }
    Ok(Made { path: PAGE.into(), bytes: page.into_bytes() })
}

fn pattern(text: &str) -> Regex {
    Regex::new(text).expect("a regular expression")
}

/// Returns the type in GDScript of a type in Rust.
fn type_of(rust: &str) -> String {
    let rust = pattern(r"\b(crate|super)(::\w+)*::").replace_all(rust, "").into_owned();
    let inside = |start: &str| rust.strip_prefix(start)?.strip_suffix('>');
    if let Some(inner) = ["Option<", "Gd<", "PhantomVar<"].iter().find_map(|start| inside(start)) {
        return type_of(inner);
    }
    if let Some(inner) = inside("Array<") {
        return format!("Array[{}]", type_of(inner));
    }
    let known = [("i64", "int"), ("f64", "float"), ("GString", "String"), ("VarDictionary", "Dictionary")];
    known.iter().find(|known| known.0 == rust).map_or(rust.clone(), |known| known.1.to_owned())
}

/// Returns a function of Rust as GDScript calls it.
fn signature(rust: &str) -> String {
    let rust = rust.split_whitespace().collect::<Vec<_>>().join(" ");
    let Some(parts) = pattern(r"^(\w+)\((.*)\)(?: -> (.*))?$").captures(&rust) else { return rust };
    let argument = pattern(r"(?:#\[opt\(default = ([^\]]*)\)\] )?(\w+): ([^,<]+(?:<.*?>+)?)");
    let shown = argument.captures_iter(&parts[2]).filter(|found| &found[2] != "this").map(|found| {
        let default = found.get(1).map(|default| format!(" = {}", default.as_str().replace("::default", "")));
        format!("{}: {}{}", &found[2], type_of(&found[3]), default.unwrap_or_default())
    });
    let shown = shown.collect::<Vec<_>>().join(", ");
    let result = parts.get(3).map(|result| format!(" -> {}", type_of(result.as_str())));
    format!("{}({shown}){}", &parts[1], result.unwrap_or_default())
}

/// Returns a comment as Markdown.
fn words(comment: &str) -> String {
    let lines = comment.lines().map(|line| {
        let text = line.trim_start().strip_prefix("///").unwrap_or(line);
        text.strip_prefix(' ').unwrap_or(text)
    });
    let text = lines.collect::<Vec<_>>().join("\n").trim().replace("[b]", "**").replace("[/b]", "**");
    let code = pattern(r"\[code\]([^\[]*)\[/code\]|\[[a-z]+ ([\w.]+)\]|\[([A-Z]\w+)\]");
    let text = code.replace_all(&text, |found: &Captures| {
        let text = (1..4).find_map(|number| found.get(number)).map_or("", |text| text.as_str());
        format!("`{text}`")
    });
    let parts = text.split("\n\n").map(|part| part.split_whitespace().collect::<Vec<_>>().join(" "));
    parts.collect::<Vec<_>>().join("\n\n")
}
