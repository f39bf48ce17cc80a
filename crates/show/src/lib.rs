//! Builds the examples of the folder `examples`: `cargo run -p show --example hit`.
