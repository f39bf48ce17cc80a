//! The type stubs of Python. Editors and type checkers read them and not the native module, so they repeat its
//! docstrings, the fields of its results and the keywords of a sprite. Other signatures stay as they are.

mod fields;
mod source;

use crate::generate::made;
use crate::generate::made::{Made, Outcome};
use crate::tools::Environment;
use crate::tools::{Result, failed, read};
use serde_json::Value;
use source::{Kind, Node};
use std::path::Path;

const FOLDER: &str = "integrations/python/python/hitmask";
/// Each stub and its module.
const STUBS: [(&str, &str); 4] = [
    ("_hitmask.pyi", "hitmask._hitmask"),
    ("coco.pyi", "hitmask.coco"),
    ("sheets.pyi", "hitmask.sheets"),
    ("pygame/__init__.pyi", "hitmask.pygame"),
];

/// Prints what the stubs repeat: for each module its names, for each name its docstring, the names in it, and the
/// fields that a class of results has. A docstring of Python's own is none.
const DESCRIBE: &str = r#"
import importlib, inspect, json, sys

def docstring(name, found):
    if found is None or (name.startswith("__") and name.endswith("__")):
        return None
    text = found.__doc__ if isinstance(found, property) else inspect.getdoc(found)
    return inspect.cleandoc(text) if text else None

def describe(name, found):
    about = {"doc": docstring(name, found)}
    if isinstance(found, type):
        members = {name: getattr(found, name, None) for name in dir(found)}
        about["members"] = {name: {"doc": docstring(name, member)} for name, member in members.items()}
        if hasattr(found, "_fields"):
            about["fields"] = found._fields()
        about["has_len"] = hasattr(found, "__len__")
    return about

modules = [(name, importlib.import_module(name)) for name in sys.argv[1:]]
# A module makes its classes of results when they are asked for, so `dir` of the package knows them, and its own does not.
names = {key for _, module in modules for key in dir(module)}
found = {name: {key: getattr(module, key, None) for key in names} for name, module in modules}
print(json.dumps({name: {"members": {key: describe(key, value) for key, value in keys.items() if value is not None}} for name, keys in found.items()}))
"#;

/// Builds and installs the package, because the stubs are those of its sources.
pub(super) fn make(root: &Path, _: bool) -> Result<Outcome> {
    let environment = Environment::of(root);
    if let Err(missing) = environment.needs() {
        return Ok(Outcome::NotRun(missing.to_string()));
    }
    environment.install(&[".[test]"])?;
    files(&environment).map(Outcome::Made)
}

/// Fails if the stubs are not those of the installed package.
pub(crate) fn check(environment: &Environment) -> Result<()> {
    let root = environment.folder.ancestors().nth(2).unwrap_or(&environment.folder);
    made::check(root, "stubs", &files(environment)?)
}

fn files(environment: &Environment) -> Result<Vec<Made>> {
    // -P: the module of the environment, and none of the working directory.
    let modules = STUBS.map(|(_, module)| module).into_iter().chain(["hitmask"]);
    let text = environment.python().args(["-P", "-c", DESCRIBE]).args(modules).output()?;
    let described: Value = serde_json::from_str(&text)
        .map_err(|error| failed(format!("the package describes itself without JSON: {error}")))?;
    let files = STUBS.iter().map(|(file, module)| {
        let old = read(environment.folder.join("python/hitmask").join(file))?;
        let new = if *module == "hitmask._hitmask" { fields::with_fields(&old, &described["hitmask"])? } else { old };
        let bytes = with_docs(&new, &described[*module]).into_bytes();
        Ok(Made { path: Path::new(FOLDER).join(file), bytes })
    });
    files.collect()
}

/// Returns the source of a stub with the docstrings of a module.
fn with_docs(source: &str, module: &Value) -> String {
    let lines: Vec<&str> = source.split('\n').collect();
    let mut changes = Vec::new();
    visit(&lines, &source::nodes(&lines), module, &mut changes);
    source::replace(&lines, changes)
}

fn visit(lines: &[&str], nodes: &[Node], owner: &Value, changes: &mut Vec<source::Change>) {
    let mut seen = Vec::new();
    for node in nodes {
        let own = &owner["members"][&node.name];
        let is_again = seen.contains(&&node.name) || node.is_setter;
        seen.push(&node.name);
        let text = own["doc"].as_str().filter(|_| !is_again);
        match (&node.kind, &node.doc) {
            (Kind::Class, _) if own.is_null() => continue, // a type that only the stubs have
            (Kind::Class, Some(doc)) => {
                changes.push((doc.clone(), text.map_or(Vec::new(), |text| quoted(text, node.indent + 4))));
            }
            (Kind::Class, None) => {
                if let Some(text) = text {
                    let mut new = quoted(text, node.indent + 4);
                    new.push(String::new());
                    changes.push((node.body..node.body, new));
                }
            }
            (Kind::Function, Some(doc)) => {
                let none = vec![format!("{}...", " ".repeat(node.indent + 4))];
                changes.push((doc.start..node.end, text.map_or(none, |text| quoted(text, node.indent + 4))));
            }
            (Kind::Function, None) => {
                if let Some(text) = text {
                    let last = lines[node.end - 1];
                    let (head, comment) = last.rsplit_once(": ...").unwrap_or((last.trim_end_matches(':'), ""));
                    let mut new = vec![format!("{head}:{comment}")];
                    new.extend(quoted(text, node.indent + 4));
                    changes.push((node.end - 1..node.end, new));
                }
            }
            (Kind::Value, _) => {}
        }
        visit(lines, &node.nodes, own, changes);
    }
}

/// Returns the lines of a docstring in the source.
fn quoted(text: &str, indent: usize) -> Vec<String> {
    let space = " ".repeat(indent);
    let text = text.replace('\\', "\\\\").replace("\"\"\"", "\\\"\\\"\\\"");
    let mut lines = text.split('\n');
    let first = lines.next().unwrap_or_default();
    if !text.contains('\n') && text.chars().count() + indent + 6 <= 120 && !text.ends_with('"') {
        return vec![format!("{space}\"\"\"{text}\"\"\"")];
    }
    let mut quoted = vec![format!("{space}\"\"\"{first}")];
    quoted.extend(lines.map(|line| if line.is_empty() { String::new() } else { format!("{space}{line}") }));
    quoted.push(format!("{space}\"\"\""));
    quoted
}
