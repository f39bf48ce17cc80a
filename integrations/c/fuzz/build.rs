//! Compiles the random calls of the tests.

fn main() {
    cc::Build::new().file("../tests/c/random.c").include("../include").std("c11").compile("calls");
    for file in ["../tests/c/random.c", "../tests/c/check.h", "../include/hitmask.h"] {
        println!("cargo::rerun-if-changed={file}");
    }
}
