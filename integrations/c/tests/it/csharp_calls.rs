//! The functions of the header for C#.

use crate::csharp::{pascal, type_name};
use std::{collections::HashMap, fs, path::Path};

/// The arguments of each function in which it writes a result and reads nothing, as its `borrow!` says.
fn results() -> HashMap<String, Vec<String>> {
    let mut results = HashMap::new();
    for folder in ["masks", "worlds"] {
        for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder)).unwrap() {
            let source = fs::read_to_string(entry.unwrap().path()).unwrap().replace("r#", "");
            for function in source.split("\n}\n").filter(|item| item.contains("borrow!(")) {
                // A safe function could be called with any pointer.
                let (_, function) = function.split_once("unsafe extern \"C\" fn ").expect("borrow! is for the header");
                let name = function.split_once('(').unwrap().0.to_owned();
                let borrowed = function.split("borrow!(").skip(1).filter_map(|text| text.split_once(';'));
                let borrowed: Vec<&str> = borrowed.flat_map(|(text, _)| text.split(',')).map(str::trim).collect();
                let outs = borrowed.iter().zip(borrowed.iter().skip(1).chain(&[""])).filter_map(|(item, next)| {
                    let (name, kind) = item.split_once(": ")?;
                    match kind.trim_end_matches(')').trim_end() {
                        "out" => Some(name),
                        // A list, its capacity and its count.
                        kind if kind.starts_with("out_") && kind.contains('(') => Some(next.trim_end_matches(')')),
                        _ => None,
                    }
                });
                results.insert(name, outs.map(str::to_owned).collect());
            }
        }
    }
    results
}

/// The functions of the header for C#. The types of their arguments are in `csharp`.
pub fn functions(header: &str) -> String {
    let results = results();
    let code: Vec<&str> = header.lines().map(str::trim).filter(|line| !line.starts_with("//")).collect();
    let code = code.join(" ");
    let functions = code.split([';', '}', '{']).filter_map(|statement| {
        let (head, arguments) = statement.trim().strip_suffix(')')?.split_once('(')?;
        let (result, name) = head.rsplit_once([' ', '*'])?;
        let objects = if result == "void" || arguments.contains("capacity") { Objects::Pointers } else { Objects::Handles };
        let arguments = arguments.split(',').filter(|argument| argument.trim() != "void");
        let outs = results.get(name).map_or(&[][..], Vec::as_slice);
        let arguments: Vec<String> = arguments.map(|argument| csharp_argument(argument.trim(), objects, outs)).collect();
        let result = match result.trim_start_matches("#endif // __cplusplus ").trim() {
            "enum hitmask_status" => "Status",
            "uint32_t" => "uint",
            "void" => "void",
            "const char" => "IntPtr",
            other => panic!("{name} returns {other}"),
        };
        Some(format!(
            "        [DllImport(Library, CallingConvention = CallingConvention.Cdecl)]\n        internal static extern {result} {name}({});\n",
            arguments.join(", ")
        ))
    });
    let functions: Vec<String> = functions.collect();
    assert!(functions.len() > 100, "the header has more functions than {}", functions.len());
    format!(
        "// What hitmask.h declares, for C#. Made by `cargo xtask generate header` from the sources of integrations/c. Do not edit it.\n\
         using System;\nusing System.Runtime.InteropServices;\n\n\
         namespace Hitmask\n{{\n    internal static partial class Native\n    {{\n{}    }}\n}}\n",
        functions.join("\n")
    )
}

/// The objects that a call makes or frees.
#[derive(Clone, Copy, PartialEq)]
enum Objects {
    Handles,
    /// A call that frees one, and lists.
    Pointers,
}

/// An argument for C#: an object is a handle, which the runtime keeps during a call; a pointer to a value or a list is
/// a reference, which the runtime pins. `bool` is a byte, so that no argument is converted.
fn csharp_argument(argument: &str, objects: Objects, outs: &[String]) -> String {
    let (kind, name) = argument.rsplit_once([' ', '*']).unwrap();
    let stars = argument.matches('*').count();
    let base = kind.replace("const ", "").replace("struct ", "").replace('*', "");
    let kind = match base.trim() {
        "hitmask_mask" | "hitmask_world"
            if stars == 2 && (objects == Objects::Pointers || kind.starts_with("const")) =>
        {
            "ref IntPtr".to_string()
        }
        "hitmask_mask" | "hitmask_world" if objects == Objects::Pointers && !kind.starts_with("const") => {
            "IntPtr".to_string()
        }
        object @ ("hitmask_mask" | "hitmask_world") => {
            format!("{}{}Handle", if stars == 2 { "out " } else { "" }, pascal(object))
        }
        base => {
            let name = match base {
                "uint8_t" | "bool" => "byte".to_string(),
                "int32_t" => "int".to_string(),
                "uint32_t" => "uint".to_string(),
                "uint64_t" => "ulong".to_string(),
                "size_t" => "UIntPtr".to_string(),
                "double" => "double".to_string(),
                base if stars == 1 && base.starts_with("hitmask_") => type_name(base),
                _ => panic!("{argument}: C# has no type for it"),
            };
            let is_out = outs.iter().any(|out| out == argument.rsplit_once(' ').unwrap().1.trim_start_matches('*'));
            format!(
                "{}{name}",
                if is_out {
                    "out "
                } else if stars == 1 {
                    "ref "
                } else {
                    ""
                }
            )
        }
    };
    format!("{kind} {name}")
}
