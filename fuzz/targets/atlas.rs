//! [`hitmask_fuzz::atlas`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hitmask_fuzz::atlas::check(data));
