//! The benches of packages, each in a tool chain of its own.

/// The name of the figures of each package, and the command that prints them, from the root of the repository. With
/// `--json`, it prints a line of JSON for each row.
pub const PACKAGES: [(&str, &str); 5] = [
    ("python", "integrations/python/run bench"),
    ("web", "node integrations/web/tools/bench.mjs"),
    ("godot", "integrations/godot/run bench"),
    ("c", "integrations/c/run bench"),
    ("bevy", "cargo bench --quiet --manifest-path integrations/bevy/Cargo.toml --bench step --"),
];
