//! The classes of results in the stubs, and the keywords of a sprite. The native classes name their values and the
//! types that these have in Rust.

use super::source;
use super::source::{Kind, Node};
use crate::tools::{Result, failed};
use regex_lite::{Captures, Regex};
use serde_json::Value;

/// The methods of a class of results that are written.
const METHODS: [&str; 5] = ["__new__", "__getnewargs__", "__eq__", "__ne__", "__len__"];

/// What numpy calls the items of an array.
const ITEMS: [(&str, &str); 7] = [
    ("bool", "bool_"),
    ("PyFixedUnicode", "str_"),
    ("f64", "float64"),
    ("i32", "int32"),
    ("u8", "uint8"),
    ("u32", "uint32"),
    ("u64", "uint64"),
];

/// What becomes of the parts of a type, in this order.
const PARTS: [(&str, &str); 9] = [
    (r"\b[iu](?:8|16|32|64|size)\b", "int"),
    (r"\bf64\b", "float"),
    (r"\bString\b", "_Side"), // no other value is a text
    (r"\(", "tuple["),
    (r"[)>]", "]"),
    (r"<", "["),
    (r"^Vec\b", "list"),
    (r"^Py\[(.*)\]$", "$1"),
    (r"^Option\[(.*)\]$", "$1 | None"),
];

/// The sides of many sprites.
const SIDES: &str = r#"_Side | Literal[False] | Sequence[_Side | Literal[False, ""] | None] | NDArray[np.str_] | None"#;

/// The types of keywords: for one new sprite, for many, and for sprites that change.
const KEYWORDS: [(&str, [&str; 3]); 8] = [
    ("bool", ["bool", "ArrayLike", "ArrayLike | None"]),
    ("int", ["SupportsIndex", "ArrayLike", "ArrayLike | None"]),
    ("float", ["_Number", "ArrayLike", "ArrayLike | None"]),
    ("tuple[int, int]", ["_Place", "ArrayLike", "ArrayLike | None"]),
    ("tuple[float, float]", ["_Number | _Reals", "ArrayLike", "ArrayLike | None"]),
    ("tuple[float, float] | None", ["_Reals | None", "ArrayLike | None", "ArrayLike | Literal[False] | None"]),
    (
        "Affine | None",
        ["Affine | ArrayLike | None", "Affine | ArrayLike | None", "Affine | ArrayLike | Literal[False] | None"],
    ),
    ("_Side | None", ["_Side | Literal[False] | None", SIDES, SIDES]),
];

/// The keywords of one new sprite, of many, and of sprites that change, without those that the call has itself.
const DICTIONARIES: [(&str, &[&str]); 3] =
    [("_Options", &["mask", "position"]), ("_ManyOptions", &["mask", "position"]), ("_Values", &["position"])];

/// Returns the source of a stub with the values of results and the keywords of a sprite, without the docs of attributes.
pub(super) fn with_fields(text: &str, module: &Value) -> Result<String> {
    let lines: Vec<&str> = text.split('\n').collect();
    let mut changes = Vec::new();
    for node in source::nodes(&lines).iter().filter(|node| node.kind == Kind::Class) {
        let owner = &module["members"][&node.name];
        let column = DICTIONARIES.iter().position(|dictionary| dictionary.0 == node.name);
        let new = match column {
            _ if owner["fields"].is_array() => members(&node.name, owner),
            Some(column) => keywords(column, &module["members"]["Sprite"])?,
            None => continue,
        };
        let is_made = |node: &&Node| match node.kind {
            Kind::Function => METHODS.contains(&node.name.as_str()) || node.is_decorated,
            Kind::Value => true,
            Kind::Class => false,
        };
        let old: Vec<&Node> = node.nodes.iter().filter(is_made).collect();
        if let (Some(first), Some(last)) = (old.first(), old.last()) {
            changes.push((first.start..last.end, new));
        }
    }
    Ok(source::replace(&lines, changes))
}

/// Returns the names and the types of the values of a class.
fn values(owner: &Value) -> Vec<(String, String)> {
    let fields = owner["fields"].as_array().into_iter().flatten();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    fields.map(|field| (text(&field[0]), python(&text(&field[1])))).collect()
}

/// Returns the type in Python of a type in Rust.
fn python(rust: &str) -> String {
    let pattern = |text: &str| Regex::new(text).expect("a regular expression");
    let rust = pattern(r"\w+::").replace_all(rust, "");
    let array = |found: &Captures| {
        let item = ITEMS.iter().find(|item| item.0 == &found[1]).map_or(&found[1], |item| item.1);
        format!("NDArray[np.{item}]")
    };
    let rust = pattern(r"Late<(\w+).*?>>").replace_all(&rust, array).into_owned();
    PARTS.iter().fold(rust, |rust, (old, new)| pattern(old).replace_all(&rust, *new).into_owned())
}

/// Returns the lines of a class of results, without its own methods.
fn members(name: &str, owner: &Value) -> Vec<String> {
    let values = values(owner);
    // A constructor takes any text for a side, because a type checker does not see which one a variable has.
    let given = values.iter().map(|(value, kind)| {
        let kind = kind.replace("_Side", "str").replace("list[", "Sequence[");
        format!("{value}: {kind}")
    });
    let given: Vec<String> = given.collect();
    let head = format!("    def __new__(cls, {}) -> {name}: ...", given.join(", "));
    let mut lines = if head.chars().count() <= 120 {
        vec![head]
    } else {
        let mut lines = vec!["    def __new__(".to_owned(), "        cls,".to_owned()];
        lines.extend(given.iter().map(|value| format!("        {value},")));
        lines.push(format!("    ) -> {name}: ..."));
        lines
    };
    for (value, kind) in &values {
        lines.extend(["    @property".to_owned(), format!("    def {value}(self) -> {kind}: ...")]);
    }
    lines.push("    def __getnewargs__(self) -> tuple[Any, ...]: ...".into());
    if owner["has_len"] == true {
        lines.push("    def __len__(self) -> int: ...".into());
        return lines;
    }
    lines.extend(["eq", "ne"].map(|test| format!("    def __{test}__(self, other: object, /) -> bool: ...")));
    lines.push("    __hash__: ClassVar[None]  # type: ignore[assignment]".into());
    lines
}

/// Returns the lines of the keywords of a sprite.
fn keywords(column: usize, sprite: &Value) -> Result<Vec<String>> {
    let skipped = DICTIONARIES[column].1;
    let values = values(sprite).into_iter().filter(|(name, _)| !skipped.contains(&name.as_str()));
    let line = |(name, kind): (String, String)| {
        let known = KEYWORDS.iter().find(|keyword| keyword.0 == kind);
        let known = known.ok_or_else(|| failed(format!("{name} has the type {kind}, which no keyword has yet")))?;
        Ok(format!("    {name}: {}", known.1[column]))
    };
    values.map(line).collect()
}
