//! The pages whose programs the documentation tests run.

use std::fs;
use std::path::Path;

#[test]
fn the_tests_run_the_programs_of_each_page() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"));
    let list = fs::read_to_string(folder.join("src/lib.rs")).unwrap();
    for page in fs::read_dir(folder.join("docs")).unwrap() {
        let name = page.unwrap().file_name().into_string().unwrap();
        assert!(list.contains(&format!("include_str!(\"../docs/{name}\")")), "src/lib.rs does not include {name}");
    }
}
