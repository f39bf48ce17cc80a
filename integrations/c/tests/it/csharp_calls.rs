//! The functions of the header for C#.

use crate::csharp::{pascal, type_name};

/// The functions of the header for C#. The types of their arguments are in `csharp`.
pub fn functions(header: &str) -> String {
    let code: Vec<&str> = header.lines().map(str::trim).filter(|line| !line.starts_with("//")).collect();
    let code = code.join(" ");
    let functions = code.split([';', '}', '{']).filter_map(|statement| {
        let (head, arguments) = statement.trim().strip_suffix(')')?.split_once('(')?;
        let (result, name) = head.rsplit_once([' ', '*'])?;
        let objects = if result == "void" || arguments.contains("capacity") { Objects::Pointers } else { Objects::Handles };
        let arguments = arguments.split(',').filter(|argument| argument.trim() != "void");
        let arguments: Vec<String> = arguments.map(|argument| csharp_argument(argument.trim(), objects)).collect();
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
        "// What hitmask.h declares, for C#. Made by `cargo test` from the sources of integrations/c. Do not edit it.\n\
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

/// An argument for C#: an object is a handle, which the runtime keeps during a call; a pointer to a value or a list is a reference, which the
/// runtime pins. `bool` is a byte, so that no argument is converted.
fn csharp_argument(argument: &str, objects: Objects) -> String {
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
            format!("{}{name}", if stars == 1 { "ref " } else { "" })
        }
    };
    format!("{kind} {name}")
}
