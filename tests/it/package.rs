//! What the package of the root crate contains, and what its pages claim.

use std::fs;
use std::path::Path;

fn read(path: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join(path))
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// `docs.rs` builds from the package, so a page that is left out would break the build there and nowhere else.
#[test]
fn pages_that_the_crate_includes_are_in_its_package() {
    let manifest = read("Cargo.toml");
    let include = manifest.lines().find(|line| line.starts_with("include = ")).expect("a list of files");
    let source = read("src/lib.rs");
    let pages: Vec<&str> =
        source.split("include_str!(\"..").skip(1).filter_map(|rest| rest.split('"').next()).collect();
    assert!(pages.len() >= 4, "{pages:?}");
    for page in pages {
        assert!(include.contains(&format!("\"{page}\"")), "{page} is not in the package: {include}");
    }
}

/// `.ci/run readme` runs the example, so the program of the README runs. The first page for Rust begins with it too.
#[test]
fn the_program_of_the_readme_is_an_example() {
    let page = read("README.md");
    let program = page.split("```rust,no_run\n").nth(1).and_then(|rest| rest.split("```").next()).expect("a program");
    let example = read("examples/hit.rs").replace("examples/scene/ship.png", "ship.png");
    assert!(example.ends_with(program), "{program}");
    assert!(read("docs/book/start/rust.md").contains(&format!("```rust\n{program}```\n")), "{program}");
}

/// `unsafe` stands in the files that the pages name, and nowhere else.
#[test]
fn unsafe_code_stands_where_the_pages_say() {
    fn search(folder: &Path, found: &mut Vec<String>) {
        for entry in fs::read_dir(folder).expect("a folder of sources") {
            let path = entry.expect("an entry").path();
            let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
            if path.is_dir() && !matches!(name, "target" | "node_modules" | "tests") {
                search(&path, found);
            } else if name.ends_with(".rs") {
                let text = fs::read_to_string(&path).expect("a source file");
                let is_unsafe = |line: &&str| {
                    let code = line.split("//").next().unwrap_or_default();
                    ["unsafe impl", "unsafe fn", "unsafe {", "unsafe extern"].iter().any(|form| code.contains(form))
                };
                if text.lines().any(|line| is_unsafe(&line)) {
                    found.push(path.display().to_string());
                }
            }
        }
    }
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut found = Vec::new();
    ["crates", "src", "integrations", "benches", "examples"]
        .iter()
        .for_each(|name| search(&root.join(name), &mut found));
    found.retain(|path| !path.contains("integrations/c/") && !path.ends_with("integrations/godot/src/entry.rs"));
    assert!(found.is_empty(), "{found:?}");
}
