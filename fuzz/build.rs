//! Compiles the random calls of the C library's tests, with which the target `calls` is linked.

fn main() {
    #[cfg(feature = "libfuzzer")]
    {
        let c = "../integrations/c";
        let calls = format!("{c}/tests/c/random.c");
        // Cargo would link it with our library, which does not call it.
        cc::Build::new().file(&calls).include(format!("{c}/include")).std("c11").cargo_metadata(false).compile("calls");
        println!("cargo::rustc-link-search=native={}", std::env::var("OUT_DIR").expect("cargo sets it"));
        for file in [calls, format!("{c}/tests/c/check.h"), format!("{c}/include/hitmask.h")] {
            println!("cargo::rerun-if-changed={file}");
        }
    }
    println!("cargo::rerun-if-changed=build.rs");
}
