//! The header, and what LuaJIT and C# read of it, are made from the sources, and are the same in the repository.

use crate::{csharp, csharp_calls};
use std::{env, fs, path::Path};

#[test]
fn the_header_is_that_of_the_sources() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let config = cbindgen::Config::from_root_or_default(root);
    let bindings = cbindgen::Builder::new().with_crate(root).with_config(config).generate().unwrap();
    let mut made = Vec::new();
    bindings.write(&mut made);
    let made = String::from_utf8(made).unwrap();
    let files = [
        ("lua/hitmask/ffi.lua", lua(&made)),
        ("lua/hitmask/fields.lua", lua_fields()),
        ("csharp/Native.cs", csharp_calls::functions(&made)),
        ("csharp/Structs.cs", csharp::structs(&made)),
        ("include/hitmask.h", made),
    ];
    for (path, made) in files {
        if let Some(folder) = env::var_os("XTASK_GENERATE") {
            let path = Path::new(&folder).join("integrations/c").join(path);
            fs::create_dir_all(path.parent().unwrap()).unwrap();
            fs::write(path, made).unwrap();
            continue;
        }
        let known = fs::read_to_string(root.join(path)).unwrap_or_default();
        assert!(known == made, "{path} is not up to date: run: cargo xtask generate header");
    }
}

#[test]
fn csharp_calls_every_function() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("csharp");
    let mut sources = String::new();
    for entry in fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "cs") && !path.ends_with("Native.cs") {
            sources += &fs::read_to_string(path).unwrap();
        }
    }
    let native = fs::read_to_string(folder.join("Native.cs")).unwrap();
    let names = native.lines().filter_map(|line| line.split_once('(')?.0.rsplit_once(' '));
    let names = names.map(|(_, name)| name).filter(|name| name.starts_with("hitmask_"));
    // Slots are computed without a call, because a game asks for two with each pair.
    let lacking = names.filter(|name| !name.ends_with("id_slot") && !sources.contains(&format!("{name}(")));
    let lacking: Vec<&str> = lacking.collect();
    assert!(lacking.is_empty(), "the C# package has no method for {lacking:?}");
}

#[test]
fn the_header_for_cpp_wraps_every_function() {
    let header = read("include/hitmask.hpp");
    let names = functions().into_iter().map(|(name, _)| name);
    let is_called = |name: &String| header.split(name.as_str()).skip(1).any(|after| after.starts_with(['(', ',', ')']));
    let lacking: Vec<String> = names.filter(|name| !is_called(name)).collect();
    assert!(lacking.is_empty(), "hitmask.hpp does not wrap {lacking:?}");
}

/// The functions of the header: their names and their arguments.
fn functions() -> Vec<(String, String)> {
    let header = read("include/hitmask.h");
    let code: Vec<&str> = header.lines().filter(|line| !line.trim_start().starts_with("//")).collect();
    let code = code.join(" ");
    let statements = code.split(';').filter_map(|statement| {
        let (head, arguments) = statement.trim().strip_suffix(')')?.split_once('(')?;
        Some((head.rsplit_once([' ', '*'])?.1.to_owned(), arguments.to_owned()))
    });
    let functions: Vec<_> = statements.collect();
    assert!(functions.len() > 100, "the header has more functions than {}", functions.len());
    functions
}

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap()
}

#[test]
fn the_tests_in_c_make_each_call_fail_that_makes_an_object() {
    let tests = read("tests/c/made.c");
    let makes =
        |arguments: &str| arguments.split(',').any(|argument| argument.contains("**") && !argument.contains("const"));
    let lacking: Vec<_> =
        functions().into_iter().filter(|(_, arguments)| makes(arguments)).map(|(name, _)| name).collect();
    assert!(lacking.len() > 25);
    let lacking: Vec<_> = lacking.iter().filter(|name| !tests.contains(*name)).collect();
    assert!(lacking.is_empty(), "tests/c/made.c lacks {lacking:?}");
}

/// `tests/c/refresh.c` tries each change and each question of a world, and knows which changes ask for a refresh.
#[test]
fn the_header_lists_the_changes_that_ask_for_a_refresh() {
    let tests = read("tests/c/refresh.c");
    let entries: Vec<[&str; 2]> = tests
        .lines()
        .filter_map(|line| line.trim().strip_prefix("X(")?.split_once(", ("))
        .filter_map(|(entry, _)| {
            let (name, kind) = entry.split_once(", ")?;
            Some([name, kind])
        })
        .collect();
    for (name, arguments) in functions() {
        let Some(name) = name.strip_prefix("hitmask_world_") else { continue };
        let arguments = arguments.trim();
        let is_change = arguments.starts_with("struct hitmask_world *world");
        if is_change && name != "free" || arguments.starts_with("const struct hitmask_world *world") {
            let kinds = if is_change { ["CHANGES", "KEEPS"].as_slice() } else { &["NOTHING", "A_REFRESH", "THE_STEP"] };
            assert!(
                entries.iter().any(|entry| entry[0] == name && kinds.contains(&entry[1])),
                "tests/c/refresh.c lacks {name}"
            );
        }
    }
    let header = read("include/hitmask.h");
    let (_, listed) = header.split_once("These calls are changes: hitmask_world_...").unwrap();
    let (listed, _) = listed.split_once('.').unwrap();
    let mut listed: Vec<&str> = listed.split([',', ' ', '\n', '/']).filter(|name| !name.is_empty()).collect();
    let mut expected: Vec<&str> = entries.iter().filter(|entry| entry[1] == "CHANGES").map(|entry| entry[0]).collect();
    listed.sort_unstable();
    expected.sort_unstable();
    assert_eq!(listed, expected);
}

/// The declarations of the header for `ffi.cdef` of LuaJIT: without comments, and without what is for C++ and the
/// preprocessor.
fn lua(header: &str) -> String {
    let mut is_for_cpp = false;
    let lines = header.lines().filter(|line| {
        if line.starts_with("#ifdef __cplusplus") {
            is_for_cpp = true;
        }
        let is_kept = !is_for_cpp && !line.starts_with('#') && !line.trim_start().starts_with("//") && !line.is_empty();
        if line.starts_with("#endif") {
            is_for_cpp = false;
        }
        is_kept
    });
    let lines: Vec<&str> = lines.collect();
    format!(
        "-- What hitmask.h declares, for LuaJIT. Made by `cargo xtask generate header` from the sources of integrations/c. Do not edit it.\nreturn [[\n{}\n]]\n",
        lines.join("\n")
    )
}

/// The fields of a sprite for Lua: names, kinds and documentation.
fn lua_fields() -> String {
    let fields = world::bindings::FIELDS.iter().map(|field| {
        let (mut docs, mut line) = (String::new(), String::from("  --"));
        for word in field.text().split(' ') {
            if line.len() + 1 + word.len() > 120 {
                docs += &format!("{line}\n");
                line.truncate(4);
            }
            line += &format!(" {word}");
        }
        format!("{docs}{line}\n  {{ \"{}\", \"{}\" }},\n", field.name, format!("{:?}", field.kind).to_lowercase())
    });
    let fields: String = fields.collect();
    format!(
        "-- The values of a sprite: each with its name and its kind. Made by `cargo xtask generate header` from the sources of world. Do not edit it.\n\
         return {{\n{fields}}}\n"
    )
}
