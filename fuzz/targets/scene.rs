//! [`hitmask_fuzz::scene`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::scene::check(data));
