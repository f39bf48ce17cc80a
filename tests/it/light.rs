//! An example is light to build: few units, no peers, no C compiler.

use std::collections::BTreeSet;
use std::process::Command;

/// Lists the packages that a command of cargo compiles, once for each unit. A unit is a call of the compiler or of a
/// build script.
fn units(arguments: &[&str]) -> Vec<String> {
    let mut cargo = Command::new(env!("CARGO"));
    cargo.args(["build", "-Zunstable-options", "--unit-graph", "--offline"]).args(arguments);
    // The graph is an unstable option, which a stable cargo shows only then.
    cargo.env("RUSTC_BOOTSTRAP", "1").current_dir(env!("CARGO_MANIFEST_DIR"));
    let output = cargo.output().expect("cargo runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let graph: serde_json::Value = serde_json::from_slice(&output.stdout).expect("a graph of units");
    let name = |unit: &serde_json::Value| {
        let id = unit["pkg_id"].as_str().expect("the id of a package");
        let last = id.rsplit(['/', '#']).next().unwrap_or_default();
        last.split('@').next().unwrap_or_default().to_owned()
    };
    graph["units"].as_array().expect("a list of units").iter().map(name).collect()
}

#[test]
fn an_example_builds_few_units() {
    for (arguments, most) in [(&["-p", "show", "--example", "hit"][..], 60), (&["--example", "hit"], 110)] {
        let units = units(arguments);
        println!("cargo build {}: {} units", arguments.join(" "), units.len());
        assert!(units.len() <= most, "{arguments:?}: {} units, at most {most}: {units:?}", units.len());
        let names: BTreeSet<&str> = units.iter().map(String::as_str).collect();
        for heavy in ["bench", "parry2d", "broccoli", "plotters", "timely", "cc", "criterion", "clap"] {
            assert!(!names.contains(heavy), "{arguments:?} builds {heavy}");
        }
    }
}
