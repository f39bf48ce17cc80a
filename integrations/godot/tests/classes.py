"""Writes docs/classes.md from the doc comments that Godot shows with F1, or checks that it is up to date.

``python integrations/godot/tests/classes.py [--check]``
"""

import re
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parents[1]
CLASSES = ["PixelCollider2D", "PixelMask", "PixelWorld", "PixelMoved", "PixelRemainder"]
SECTIONS = {"var": "Properties", "signal": "Signals", "func": "Methods", "constant": "Constants"}
TYPES = {"i64": "int", "f64": "float", "GString": "String", "VarDictionary": "Dictionary"}
# A comment, attributes, and a function, a struct, a constant or a field.
ITEM = r"((?: *///.*\n)+)((?: *#\[.*\n)*) *(?:pub(?:\(\w+\))? )?(?:(fn|struct) ([^{;]*?) ?[{;]|const (\w+)|(\w+): (.*?),?\n)"


def type_of(rust: str) -> str:
    """Returns the type in GDScript of a type in Rust."""
    rust = re.sub(r"^(?:Option|Gd|PhantomVar)<(.*)>$", lambda found: type_of(found[1]), rust.replace("crate::collider::", ""))
    rust = re.sub(r"^Array<(.*)>$", lambda found: f"Array[{type_of(found[1])}]", rust)
    return TYPES.get(rust, rust)


def signature(rust: str) -> str:
    """Returns a function of Rust as GDScript calls it."""
    name, arguments, result = re.fullmatch(r"(\w+)\((.*)\)(?: -> (.*))?", " ".join(rust.split())).groups(default="")
    shown = []
    for default, argument, kind in re.findall(r"(?:#\[opt\(default = ([^\]]*)\)\] )?(\w+): ([^,<]+(?:<.*?>+)?)", arguments):
        if argument != "this":
            shown.append(f"{argument}: {type_of(kind)}" + (f" = {default.replace('::default', '')}" if default else ""))
    return f"{name}({', '.join(shown)})" + (f" -> {type_of(result)}" if result else "")


def words(comment: str) -> str:
    """Returns a comment as Markdown."""
    text = re.sub(r"(?m)^ */// ?", "", comment).strip().replace("[b]", "**").replace("[/b]", "**")
    text = re.sub(r"\[code\]([^[]*)\[/code\]|\[[a-z]+ ([\w.]+)\]|\[([A-Z]\w+)\]", lambda found: f"`{found[1] or found[2] or found[3]}`", text)
    return "\n\n".join(" ".join(part.split()) for part in text.split("\n\n"))


heads, items = {}, {(name, section): "" for name in CLASSES for section in SECTIONS.values()}
for path in sorted((HERE / "src").rglob("*.rs")):
    owner = re.search(rf"impl ({'|'.join(CLASSES)}) {{", path.read_text())
    for comment, attributes, _, item, constant, field, kind in re.findall(ITEM, path.read_text()) if owner else ():
        if "GodotClass" in attributes:
            heads[item] = words(comment)
        elif (tag := re.search(r"#\[(func|signal|constant|var)\b", attributes)) and "rename = _" not in attributes:
            title = constant or (signature(item) if item else f"{field}: {type_of(kind)}")
            items[owner[1], SECTIONS[tag[1]]] += f"- **`{title}`** " + words(comment).replace("\n\n", "\n\n  ") + "\n"
page = "# Classes\n\nWhat F1 shows in the editor.\n"
for name in CLASSES:
    parts = [f"### {section} of {name}\n\n{items[name, section]}" for section in SECTIONS.values() if items[name, section]]
    page += f"\n## {name}\n\n{heads[name]}\n\n" + "\n".join(parts)
if "--check" not in sys.argv:
    (HERE / "docs/classes.md").write_text(page)
elif (HERE / "docs/classes.md").read_text() != page:
    sys.exit("docs/classes.md is out of date: run python integrations/godot/tests/classes.py")
